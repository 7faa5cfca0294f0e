//! Commands that make levels of maps and maps of levels, and their pictures.

use std::fs;

use footpath::grid::Cell;
use footpath::level::{Course, Level, share};

use crate::support::program::{Folder, refuses, run};

fn level(file: &str) -> Level {
    Level::parse(file, &fs::read_to_string(file).unwrap()).unwrap_or_else(|error| panic!("{error}"))
}

fn terrain(level: &Level, x: i32, y: i32) -> &str {
    &level.map.terrain_at(Cell::new(x, y)).unwrap().name
}

#[test]
fn generate_writes_drawn_rows() {
    let folder = Folder::new("generate");
    let file = folder.path("caves.ron");
    let arguments = ["generate", "caves", "--size", "40x30", "--seed", "7", "--no-islands", "-o", &file];
    let (code, stdout, stderr) = run(&arguments);
    assert_eq!((code, stderr.as_str()), (0, ""), "{stdout}");
    let made = level(&file);
    assert_eq!((made.map.tiles.width(), made.map.tiles.height(), made.agents.len()), (40, 30, 1));
    let text = fs::read_to_string(&file).unwrap();
    assert!(text.contains("rows: [") && !text.contains("generate:"), "{text}");
    refuses(&arguments, &["already exists"]);
    refuses(&["generate", "cavs", "-o", "a.ron"], &["open, maze, braided"]);
    refuses(&["generate", "maze", "--size", "0x9", "-o", "a.ron"], &["'0x9'", "64x48"]);
}

#[test]
fn a_map_that_is_exported_is_imported_again() {
    let folder = Folder::new("export");
    let (map, back) = (folder.path("maze.map"), folder.path("maze.ron"));
    assert_eq!(run(&["export", "maze", "-o", &map]).0, 0);
    assert_eq!(run(&["import", &map, "-o", &back]).0, 0);
    let (first, second) = (level("levels/maze.ron"), level(&back));
    assert!(first.map.tiles.rect().cells().all(|cell| first.map.is_walkable(cell) == second.map.is_walkable(cell)));
    let (picture, back) = (folder.path("swamps.png"), folder.path("swamps.ron"));
    assert_eq!(run(&["export", "swamps-and-roads", "-o", &picture]).0, 0);
    let (code, _, stderr) = run(&["import", &picture, "-o", &back]);
    assert_eq!((code, stderr.as_str()), (0, ""));
    let (first, second) = (level("levels/swamps-and-roads.ron"), level(&back));
    assert_eq!(first.map.tiles, second.map.tiles);
    refuses(&["export", "maze", "-o", "maze.txt"], &[".map or .png"]);
}

#[test]
fn render_draws_pictures_that_stand_and_that_move() {
    let folder = Folder::new("render");
    let (still, moving) = (folder.path("first.png"), folder.path("first.gif"));
    assert_eq!(run(&["render", "first-steps", "-o", &still, "--tile", "8"]).0, 0);
    let decoder = png::Decoder::new(std::io::BufReader::new(fs::File::open(&still).unwrap()));
    let mut reader = decoder.read_info().unwrap();
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut bytes).unwrap();
    let first = level("levels/first-steps.ron");
    let size = (first.map.tiles.width() * 8, first.map.tiles.height() * 8);
    assert_eq!((reader.info().width, reader.info().height), size);
    let colors: std::collections::BTreeSet<&[u8]> = bytes.chunks(3).collect();
    let walker = first.profiles[first.agents[0].profile].color;
    assert!(colors.contains(&[walker.r, walker.g, walker.b][..]), "an agent is drawn");
    assert_eq!(run(&["render", "the-rounds", "-o", &moving, "--tile", "4", "--seconds", "1"]).0, 0);
    let mut decoder = gif::DecodeOptions::new().read_info(fs::File::open(&moving).unwrap()).unwrap();
    let (mut frames, mut delays) = (Vec::new(), 0);
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        frames.push(frame.buffer.to_vec());
        delays += frame.delay;
    }
    assert_eq!((frames.len(), delays), (10, 100), "a second in hundredths, ten pictures");
    assert_ne!(frames[0], frames[9], "the agents walk");
    refuses(&["render", "maze", "-o", &folder.path("maze.png"), "--seconds", "2"], &["--seconds", ".gif"]);
}

#[test]
fn link_prints_an_address_that_holds_the_level() {
    let (code, stdout, _) = run(&["link", "maze", "--base", "https://example.org/footpath/"]);
    assert_eq!(code, 0);
    let (base, fragment) = stdout.trim().split_once('#').unwrap();
    assert_eq!(base, "https://example.org/footpath/");
    assert_eq!(share::text(fragment).unwrap(), fs::read_to_string("levels/maze.ron").unwrap());
    refuses(&["link", "maze", "--base", "example.org"], &["https://example.org/footpath/"]);
}

/// As Tiled documents its format: two tile layers, one of them packed, objects of several kinds, turned tiles.
const TMX: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<map version="1.10" orientation="orthogonal" renderorder="right-down" width="4" height="3" tilewidth="16" tileheight="16" infinite="0">
 <properties><property name="weather" value="rain"/></properties>
 <tileset firstgid="1" name="ground" tilewidth="16" tileheight="16" tilecount="3" columns="3">
  <tile id="0" type="grass"/>
  <tile id="1"><properties><property name="terrain" value="water"/></properties></tile>
 </tileset>
 <layer id="1" name="Ground" width="4" height="3"><data encoding="csv">
1,1,1,1,
1,2,2,1,
1,1,2147483651,0
</data></layer>
 <layer id="2" name="wall" width="4" height="3"><data encoding="base64">AAAAAAAAAAAAAAAAAwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA</data></layer>
 <imagelayer id="3" name="sky"/>
 <objectgroup id="4" name="things">
  <object id="1" name="Ann" class="runner" x="8" y="8"><point/></object>
  <object id="2" name="gate" x="0" y="32" width="32" height="16"/>
  <object id="3" name="round" x="8" y="8"><polyline points="0,0 16,0"/></object>
  <object id="4" name="moon" x="8" y="8" width="8" height="8"><ellipse/></object>
 </objectgroup>
</map>"#;

const TMJ: &str = r#"{"type":"map","orientation":"orthogonal","width":4,"height":3,"tilewidth":16,"tileheight":16,"infinite":false,
 "tilesets":[{"firstgid":1,"source":"ground.tsj"}],
 "layers":[
  {"type":"tilelayer","name":"Ground","width":4,"height":3,"data":[1,1,1,1,1,2,2,1,1,1,2147483651,0]},
  {"type":"tilelayer","name":"wall","width":4,"height":3,"data":[0,0,0,3,0,0,0,0,0,0,0,0]},
  {"type":"imagelayer","name":"sky"},
  {"type":"objectgroup","name":"things","objects":[
   {"name":"Ann","type":"runner","x":8,"y":8,"width":0,"height":0,"point":true},
   {"name":"gate","type":"","x":0,"y":32,"width":32,"height":16},
   {"name":"round","type":"","x":8,"y":8,"polyline":[{"x":0,"y":0},{"x":16,"y":0}]},
   {"name":"moon","type":"","x":8,"y":8,"width":8,"height":8,"ellipse":true}]}]}"#;

const TSJ: &str = r#"{"type":"tileset","name":"ground","tiles":[{"id":0,"type":"grass"},
 {"id":1,"properties":[{"name":"terrain","type":"string","value":"water"}]}]}"#;

#[test]
fn maps_of_tiled_are_imported_from_both_formats() {
    let folder = Folder::new("tiled");
    folder.file("ground.tsj", TSJ);
    for (name, text) in [("a.tmx", TMX), ("b.tmj", TMJ)] {
        let (map, target) = (folder.file(name, text), folder.path(&format!("{name}.ron")));
        let (code, _, stderr) = run(&["import", &map, "-o", &target]);
        assert_eq!(code, 0, "{stderr}");
        let level = level(&target);
        let row = |y| [0, 1, 2, 3].map(|x| terrain(&level, x, y));
        assert_eq!(row(0), ["grass", "grass", "grass", "wall"], "{name}: the upper layer lies on the lower one");
        assert_eq!(row(1), ["grass", "water", "water", "grass"], "{name}");
        assert_eq!(row(2), ["grass", "grass", "ground 2", "void"], "{name}");
        assert_eq!(level.places["moon"], [Cell::new(0, 0)], "{name}");
        assert_eq!((level.agents.len(), level.agents[0].name.as_str()), (1, "Ann"), "{name}");
        assert_eq!(level.profiles[level.agents[0].profile].name, "runner", "{name}");
        assert_eq!(level.places["gate"], [Cell::new(0, 2), Cell::new(1, 2)], "{name}");
        assert_eq!((level.paths[0].name.as_str(), level.paths[0].course), ("round", Course::BackAndForth), "{name}");
        for what in ["image layers", "empty tiles, 1 of them, are void", "walkable: `ground 2`"] {
            assert!(stderr.contains(what), "{name}: {what} is named: {stderr}");
        }
    }
    let staggered = folder.file("c.tmx", TMX.replace("orthogonal", "staggered"));
    refuses(&["import", &staggered, "-o", &folder.path("c.ron")], &["staggered", "no squares"]);
    let broken = folder.file("d.tmx", "<map");
    refuses(&["import", &broken, "-o", &folder.path("d.ron")], &["no map of Tiled"]);
}

/// An endless map has tiles left of and above the first one, and layers that are moved as wholes.
#[test]
fn what_lies_outside_a_map_is_named_and_layers_are_moved() {
    let folder = Folder::new("moved");
    let endless = r#"{"type":"map","orientation":"orthogonal","width":4,"height":2,"tilewidth":16,"tileheight":16,"infinite":true,
     "tilesets":[],"layers":[
      {"type":"tilelayer","name":"grass","chunks":[{"x":0,"y":0,"width":4,"height":2,"data":[1,1,1,1,1,1,1,1]}]},
      {"type":"group","offsetx":16,"layers":[
        {"type":"tilelayer","name":"wall","width":2,"height":1,"offsetx":16,"offsety":16,"data":[1,0]},
        {"type":"tilelayer","name":"water","width":1,"height":1,"offsetx":7,"data":[1]},
        {"type":"objectgroup","name":"things","offsety":16,"objects":[{"name":"gate","x":0,"y":0,"width":16,"height":16}]}]}]}"#;
    let (map, target) = (folder.file("endless.tmj", endless), folder.path("endless.ron"));
    let (code, _, stderr) = run(&["import", &map, "-o", &target]);
    assert_eq!(code, 0, "{stderr}");
    assert!(stderr.contains("offsets of layers that are no whole tiles"), "{stderr}");
    let endless = level(&target);
    assert_eq!([0, 1, 2, 3].map(|x| terrain(&endless, x, 1)), ["grass", "grass", "wall", "grass"]);
    assert_eq!([0, 1, 2, 3].map(|x| terrain(&endless, x, 0)), ["grass", "water", "grass", "grass"]);
    assert_eq!(endless.places["gate"], [Cell::new(1, 1)]);
    let moved = LDTK
        .replace(
            r#""__identifier":"Ground","__type":"IntGrid","#,
            r#""__identifier":"Ground","__type":"IntGrid","__pxTotalOffsetX":16,"#,
        )
        .replace(
            r#""__identifier":"Things","#,
            r#""__identifier":"Things","__pxTotalOffsetX":16,"__pxTotalOffsetY":16,"#,
        );
    assert_ne!(moved, LDTK);
    let (map, target) = (folder.file("moved.ldtk", moved), folder.path("moved.ron"));
    assert_eq!(run(&["import", &map, "-o", &target]).0, 0);
    let moved = level(&target);
    assert_eq!([0, 1, 2, 3].map(|x| terrain(&moved, x, 1)), ["void", "grass", "grass", "lava"]);
    assert_eq!(moved.agents[0].position, glam::vec2(2.5, 2.5));
}

/// As LDtk documents its format: an IntGrid layer with named values, entities, a layer of pictures, two levels.
const LDTK: &str = r#"{"jsonVersion":"1.5.3","defs":{"layers":[{"identifier":"Ground","type":"IntGrid","intGridValues":[
  {"value":1,"identifier":"walls","color":"black"},{"value":2,"identifier":"grass","color":"green"},{"value":3,"identifier":"lava","color":"red"}]}]},
 "levels":[{"identifier":"Castle","pxWid":64,"pxHei":48,"fieldInstances":[],"layerInstances":[
  {"__identifier":"Things","__type":"Entities","__cWid":4,"__cHei":3,"__gridSize":16,"entityInstances":[
   {"__identifier":"Player","px":[24,24],"width":16,"height":16,"__pivot":[0.5,0.5],"fieldInstances":[
     {"__identifier":"profile","__type":"String","__value":"porter"},{"__identifier":"lives","__type":"Int","__value":3}]},
   {"__identifier":"Chest","px":[32,32],"width":32,"height":16,"__pivot":[0,0],"fieldInstances":[]}],"gridTiles":[],"autoLayerTiles":[]},
  {"__identifier":"Deco","__type":"Tiles","__cWid":4,"__cHei":3,"__gridSize":16,"gridTiles":[{"px":[0,0]}],"autoLayerTiles":[]},
  {"__identifier":"Ground","__type":"IntGrid","__cWid":4,"__cHei":3,"__gridSize":16,"intGridCsv":[1,1,1,1,2,2,3,2,2,2,2,2],"gridTiles":[],"autoLayerTiles":[]}]},
  {"identifier":"Cave"}]}"#;

#[test]
fn levels_of_ldtk_are_imported() {
    let folder = Folder::new("ldtk");
    let (map, target) = (folder.file("world.ldtk", LDTK), folder.path("world.ron"));
    let (code, _, stderr) = run(&["import", &map, "-o", &target]);
    assert_eq!(code, 0, "{stderr}");
    let level = level(&target);
    assert_eq!(level.name, "Castle");
    assert_eq!([0, 1, 2].map(|x| terrain(&level, x, 1)), ["grass", "grass", "lava"]);
    assert_eq!(terrain(&level, 0, 0), "wall", "`walls` is the plural of a terrain");
    assert_eq!(level.places["Chest"], [Cell::new(2, 2), Cell::new(3, 2)]);
    assert_eq!((level.agents.len(), level.agents[0].position), (1, glam::vec2(1.5, 1.5)));
    assert_eq!(level.profiles[level.agents[0].profile].name, "porter");
    for what in
        ["one of 2", "pictures of tiles on the layers \"Deco\"", "fields of entities \"Player\"", "walkable: `lava`"]
    {
        assert!(stderr.contains(what), "{what} is named: {stderr}");
    }
    let apart = folder.file("apart.ldtk", r#"{"levels":[{"identifier":"A","layerInstances":null}]}"#);
    refuses(&["import", &apart, "-o", &folder.path("apart.ron")], &["the level \"A\" has no layers"]);
}
