//! What the player has chosen of a file that is to become a level, and what comes of it.

use std::collections::BTreeMap;

use footpath::level::edit::Document;
use footpath::level::import::{self, Empty, Format, Imported, Options};
use footpath::level::{AgentStart, LevelError};
use footpath::nav;

/// Gives the bytes of a file by the name that another one calls it, or says why it cannot be had.
pub type ReadFile = Box<dyn FnMut(&str) -> Result<Vec<u8>, String>>;

/// A file that is to become a level, and how it is read.
pub struct Choice {
    name: String,
    bytes: Vec<u8>,
    files: ReadFile,
    /// Whether grounds are solid that the player has switched, by their names.
    switched: BTreeMap<String, bool>,
    /// What empty tiles are, once the player has said so.
    empty: Option<Empty>,
    /// What was read last. Its kinds of ground are as they are switched, also where the file is to be read again.
    imported: Imported,
    /// Whether the level is not yet as it was chosen.
    is_stale: bool,
}

impl Choice {
    /// Reads a file; `name` is what its level is called where the file gives it no name.
    ///
    /// # Errors
    /// It cannot be read. In a sentence.
    pub fn of(name: &str, bytes: Vec<u8>, mut files: ReadFile) -> Result<Choice, String> {
        let imported = import::read(name, &bytes, &Options::default(), &mut files)?;
        let (switched, empty) = (BTreeMap::new(), None);
        Ok(Choice { name: name.to_owned(), bytes, files, switched, empty, imported, is_stale: false })
    }

    /// What is shown.
    pub fn imported(&self) -> &Imported {
        &self.imported
    }

    /// What wrote the file, for a sentence.
    pub fn origin(&self) -> &'static str {
        Format::of(&self.bytes).map_or("a map", Format::name)
    }

    /// Whether something was chosen that [`Choice::renew`] still has to take into the level.
    pub fn is_stale(&self) -> bool {
        self.is_stale
    }

    /// Makes a kind of ground solid, or floor where it is solid.
    pub fn switch(&mut self, index: usize) {
        let Some(ground) = self.imported.grounds.get_mut(index) else { return };
        ground.is_solid = !ground.is_solid;
        self.switched.insert(ground.name.clone(), ground.is_solid);
        self.is_stale = true;
    }

    /// Makes empty tiles floor, or void where they are floor.
    pub fn switch_empty(&mut self) {
        let Some(empty) = &mut self.imported.empty else { return };
        *empty = if *empty == Empty::Floor { Empty::Void } else { Empty::Floor };
        self.empty = Some(*empty);
        self.is_stale = true;
    }

    /// Turns to the next level of the file, or the one before, round and round. What was switched holds there too where it
    /// has ground of the same name.
    ///
    /// # Errors
    /// That level cannot be read: the one before stays. In a sentence.
    pub fn turn(&mut self, next: bool) -> Result<(), String> {
        let count = self.imported.levels.len();
        if count < 2 {
            return Ok(());
        }
        let chosen = (self.imported.chosen + if next { 1 } else { count - 1 }) % count;
        let level = Some(level_name(&self.imported.levels, chosen));
        let options = Options { level, empty: self.empty, ..Options::default() };
        // Which kinds of ground it has is not known before it has been read once.
        self.imported = import::read(&self.name, &self.bytes, &options, &mut self.files)?;
        for ground in &mut self.imported.grounds {
            if let Some(is_solid) = self.switched.get(&ground.name).filter(|is_solid| **is_solid != ground.is_solid) {
                ground.is_solid = *is_solid;
                self.is_stale = true;
            }
        }
        Ok(())
    }

    /// Makes the level as it is chosen now.
    ///
    /// # Errors
    /// It cannot be made so: the last one stays. In a sentence.
    pub fn renew(&mut self) -> Result<(), String> {
        self.is_stale = false;
        self.imported = import::read(&self.name, &self.bytes, &self.options(), &mut self.files)?;
        Ok(())
    }

    /// What is chosen, in the words of the importer.
    fn options(&self) -> Options {
        let switched = |solid: bool| {
            let is_there = |name: &&String| self.imported.grounds.iter().any(|ground| ground.name == **name);
            let names = self.switched.iter().filter(|(_, is_solid)| **is_solid == solid).map(|(name, _)| name);
            names.filter(is_there).cloned().collect()
        };
        let Imported { levels, chosen, .. } = &self.imported;
        Options {
            solid: switched(true),
            floor: switched(false),
            empty: self.empty,
            level: (!levels.is_empty()).then(|| level_name(levels, *chosen)),
            ..Options::default()
        }
    }

    /// The level as it was made last, with a walker on it if nobody is, to be played and edited.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn document(&self) -> Result<Document, LevelError> {
        let mut level = self.imported.level.clone();
        level.about = format!("Made from {}.", self.origin());
        if level.agents.is_empty() {
            let cell = nav::middle_of_largest_part(&level.map, &level.profiles[0]);
            level.agents.extend(cell.map(|cell| AgentStart::at(0, level.map.lattice.centre(cell))));
        }
        Document::open(&format!("{}.ron", level.name), level.to_ron())
    }
}

/// What the importer calls the level at a place of the list: by its name, or by its number where another one has that name.
fn level_name(levels: &[String], index: usize) -> String {
    let first = levels.iter().position(|name| *name == levels[index]);
    if first == Some(index) { levels[index].clone() } else { (index + 1).to_string() }
}

#[cfg(test)]
mod tests {
    use footpath::grid::Cell;

    use super::*;

    /// Four tiles of each of two layers, of which no name says that it is solid.
    const MAP: &str = r#"<map orientation="orthogonal" width="4" height="3" tilewidth="16" tileheight="16">
        <tileset firstgid="1" name="t" tilewidth="16" tileheight="16" tilecount="4" columns="4"/>
        <layer name="meadow" width="4" height="3"><data encoding="csv">1,1,1,1, 0,0,0,0, 0,0,0,0</data></layer>
        <layer name="moss" width="4" height="3"><data encoding="csv">0,0,0,0, 2,2,2,0, 0,0,0,0</data></layer>
        </map>"#;

    fn choice(name: &str, text: &str) -> Choice {
        let files: ReadFile = Box::new(|name| Err(format!("{name} is not there")));
        Choice::of(name, text.as_bytes().to_vec(), files).expect("it can be read")
    }

    fn is_walkable(choice: &Choice, x: i32, y: i32) -> bool {
        choice.imported().level.map.is_walkable(Cell::new(x, y))
    }

    /// The place of the kind of ground with as many tiles.
    fn ground(choice: &Choice, tiles: usize) -> usize {
        let grounds = &choice.imported().grounds;
        grounds.iter().position(|ground| ground.tiles == tiles).expect("there is one")
    }

    #[test]
    fn what_is_switched_becomes_solid_and_floor_again() {
        let mut choice = choice("yard", MAP);
        assert!(is_walkable(&choice, 0, 0) && is_walkable(&choice, 0, 1));
        choice.switch(ground(&choice, 3));
        assert!(choice.is_stale() && is_walkable(&choice, 0, 1), "not before it is made anew");
        choice.renew().expect("it can be made");
        assert!(!choice.is_stale() && is_walkable(&choice, 0, 0) && !is_walkable(&choice, 0, 1));
        assert!(choice.imported().grounds[ground(&choice, 3)].is_solid);
        choice.switch(ground(&choice, 3));
        choice.renew().expect("it can be made");
        assert!(is_walkable(&choice, 0, 1));
    }

    #[test]
    fn empty_tiles_are_what_the_player_says() {
        let mut choice = choice("yard", MAP);
        assert_eq!(choice.imported().empty, Some(Empty::Void), "what is drawn is floor");
        assert!(!is_walkable(&choice, 0, 2));
        choice.switch_empty();
        choice.renew().expect("it can be made");
        assert_eq!(choice.imported().empty, Some(Empty::Floor));
        assert!(is_walkable(&choice, 0, 2));
    }

    #[test]
    fn the_level_can_be_played_and_is_read_again_as_it_was() {
        let mut choice = choice("yard", MAP);
        choice.switch(ground(&choice, 3));
        choice.renew().expect("it can be made");
        let document = choice.document().expect("it is a level");
        let level = document.level();
        assert_eq!((level.name.as_str(), level.agents.len()), ("yard", 1), "with somebody on it");
        assert!(level.map.is_walkable(level.map.lattice.tile_at(level.agents[0].position)));
        assert_eq!(level.map.tiles, choice.imported().level.map.tiles);
    }

    #[test]
    fn what_is_switched_holds_in_every_level_that_has_such_ground() {
        let level = |name: &str, cells: &str| {
            format!(
                r#"{{"identifier": "{name}", "uid": 1, "pxWid": 32, "pxHei": 16, "fieldInstances": [], "layerInstances": [
                {{"__identifier": "Ground", "__type": "IntGrid", "__cWid": 2, "__cHei": 1, "__gridSize": 16,
                "layerDefUid": 1, "pxOffsetX": 0, "pxOffsetY": 0, "visible": true, "intGridCsv": [{cells}],
                "autoLayerTiles": [], "gridTiles": [], "entityInstances": []}}]}}"#
            )
        };
        let text = format!(
            r##"{{"jsonVersion": "1.5.3", "worldLayout": "Free", "defaultGridSize": 16, "defs": {{"layers": [
            {{"identifier": "Ground", "uid": 1, "type": "IntGrid", "gridSize": 16,
            "intGridValues": [{{"value": 1, "identifier": "moss", "color": "#00FF00"}},
            {{"value": 2, "identifier": "sand", "color": "#FFFF00"}}]}}], "entities": [], "tilesets": []}},
            "levels": [{}, {}]}}"##,
            level("One", "1,2"),
            level("Two", "2,1")
        );
        let mut choice = choice("world", &text);
        let moss =
            choice.imported().grounds.iter().position(|ground| ground.name.contains("moss")).expect("it is there");
        choice.switch(moss);
        choice.renew().expect("it can be made");
        assert!(!is_walkable(&choice, 0, 0) && is_walkable(&choice, 1, 0));
        choice.turn(true).expect("there is another");
        choice.renew().expect("it can be made");
        assert_eq!(choice.imported().chosen, 1);
        assert!(is_walkable(&choice, 0, 0) && !is_walkable(&choice, 1, 0));
        choice.turn(true).expect("round and round");
        assert_eq!(choice.imported().chosen, 0);
    }

    #[test]
    fn levels_of_one_name_are_told_apart_by_their_number() {
        let levels = ["A", "B", "A"].map(str::to_owned);
        assert_eq!([0, 1, 2].map(|index| level_name(&levels, index)), ["A", "B", "3"]);
    }
}
