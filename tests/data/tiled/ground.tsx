<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.9" name="ground" tilewidth="16" tileheight="16" tilecount="3" columns="3">
 <tile id="0" class="floor"/>
 <tile id="1"><objectgroup draworder="index" id="2"><object id="1" x="0" y="4" width="16" height="12"/></objectgroup></tile>
 <tile id="2" class="runner"/>
</tileset>
