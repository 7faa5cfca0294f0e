//! What the player has chosen of a file that is to become a level, and what comes of it.

use std::collections::BTreeMap;

use footpath::level::import::{Empty, Options};
use footpath::preview::{About, Preview, PreviewRequest};

/// Makes previews of files, each in its own time.
pub trait Previews {
    /// Asks for one, in the place of the one before.
    fn ask(&mut self, request: PreviewRequest);

    /// What came of the last request, once it is there, and once only.
    fn answer(&mut self) -> Option<Result<Preview, String>>;
}

/// Files of which one is to become a level, and how it is read.
pub struct Choice {
    previews: Box<dyn Previews>,
    /// Whether grounds are solid that the player has switched, by their names.
    switched: BTreeMap<String, bool>,
    /// What empty tiles are, once the player has said so.
    empty: Option<Empty>,
    /// What was made last. Its kinds of ground are as they are switched, also where it is to be made anew.
    preview: Option<Preview>,
    /// The place of the level that is wanted of a file with several.
    level: Option<usize>,
    /// Whether the level is not yet as it was chosen.
    is_stale: bool,
    /// Whether an answer is awaited.
    is_asked: bool,
    /// Whether it is about a level of which nobody knew yet what kinds of ground it has.
    is_unknown: bool,
}

impl Choice {
    /// Asks for a first preview.
    pub fn of(mut previews: Box<dyn Previews>) -> Choice {
        previews.ask(PreviewRequest::default());
        let (switched, empty, preview, level) = (BTreeMap::new(), None, None, None);
        Choice { previews, switched, empty, preview, level, is_stale: false, is_asked: true, is_unknown: true }
    }

    /// What was made last; `None` before anything was.
    pub fn preview(&self) -> Option<&Preview> {
        self.preview.as_ref()
    }

    /// What is told of that.
    pub fn about(&self) -> Option<&About> {
        self.preview.as_ref().map(|preview| &preview.about)
    }

    /// Whether what was made is as it was chosen.
    pub fn is_settled(&self) -> bool {
        !self.is_stale && !self.is_asked
    }

    /// Makes a kind of ground solid, or floor where it is solid.
    pub fn switch(&mut self, index: usize) {
        let Some(ground) = self.preview.as_mut().and_then(|preview| preview.about.grounds.get_mut(index)) else {
            return;
        };
        ground.is_solid = !ground.is_solid;
        self.switched.insert(ground.name.clone(), ground.is_solid);
        self.is_stale = true;
    }

    /// Makes empty tiles floor, or void where they are floor.
    pub fn switch_empty(&mut self) {
        let Some(empty) = self.preview.as_mut().and_then(|preview| preview.about.empty.as_mut()) else { return };
        *empty = if *empty == Empty::Floor { Empty::Void } else { Empty::Floor };
        self.empty = Some(*empty);
        self.is_stale = true;
    }

    /// Turns to the next level of the file, or the one before, round and round. What was switched holds there too where it
    /// has ground of the same name.
    pub fn turn(&mut self, next: bool) {
        let Some(about) = self.about() else { return };
        let count = about.levels.len();
        if count > 1 {
            let from = self.level.unwrap_or(about.chosen);
            self.level = Some((from + if next { 1 } else { count - 1 }) % count);
            self.is_stale = true;
        }
    }

    /// Takes in what has been made, and has the level made anew where something was chosen since; to be called once a frame.
    /// Gives whether anything came.
    ///
    /// # Errors
    /// It cannot be made so: what was made before stays. In a sentence.
    pub fn look(&mut self) -> Result<bool, String> {
        let answer = if self.is_asked { self.previews.answer() } else { None };
        let taken = answer.map(|answer| {
            self.is_asked = false;
            answer.map(|preview| self.take(preview))
        });
        if matches!(taken, Some(Err(_))) {
            self.level = None;
        }
        if self.is_stale && !self.is_asked {
            let request = self.request();
            self.previews.ask(request);
            (self.is_stale, self.is_asked) = (false, true);
        }
        taken.transpose().map(|taken| taken.is_some())
    }

    fn take(&mut self, mut preview: Preview) {
        for ground in &mut preview.about.grounds {
            if let Some(is_solid) = self.switched.get(&ground.name).filter(|is_solid| **is_solid != ground.is_solid) {
                ground.is_solid = *is_solid;
                // Which kinds of ground the level has was not known when it was asked for.
                self.is_stale |= self.is_unknown;
            }
        }
        self.is_unknown = false;
        self.preview = Some(preview);
    }

    /// What is chosen, in the words of the importer.
    fn request(&mut self) -> PreviewRequest {
        let Some(about) = self.preview.as_ref().map(|preview| &preview.about) else { return PreviewRequest::default() };
        let chosen = self.level.unwrap_or(about.chosen);
        self.is_unknown = chosen != about.chosen;
        let switched = |solid: bool| {
            let is_known =
                |name: &&String| !self.is_unknown && about.grounds.iter().any(|ground| ground.name == **name);
            let names = self.switched.iter().filter(|(_, is_solid)| **is_solid == solid).map(|(name, _)| name);
            names.filter(is_known).cloned().collect()
        };
        let options = Options {
            solid: switched(true),
            floor: switched(false),
            empty: self.empty,
            level: (!about.levels.is_empty()).then(|| level_name(&about.levels, chosen)),
            ..Options::default()
        };
        PreviewRequest { map: Some(about.map), options }
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
    use footpath::level::Level;
    use footpath::preview::{self, File};

    use super::*;

    /// Makes previews at once.
    struct AtOnce {
        files: Vec<File>,
        answer: Option<Result<Preview, String>>,
    }

    impl Previews for AtOnce {
        fn ask(&mut self, request: PreviewRequest) {
            self.answer =
                Some(preview::make(&self.files, &request, &mut |_, name| Err(format!("{name} is not there"))));
        }

        fn answer(&mut self) -> Option<Result<Preview, String>> {
            self.answer.take()
        }
    }

    /// Four tiles of each of two layers, of which no name says that it is solid.
    const MAP: &str = r#"<map orientation="orthogonal" width="4" height="3" tilewidth="16" tileheight="16">
        <tileset firstgid="1" name="t" tilewidth="16" tileheight="16" tilecount="4" columns="4"/>
        <layer name="meadow" width="4" height="3"><data encoding="csv">1,1,1,1, 0,0,0,0, 0,0,0,0</data></layer>
        <layer name="moss" width="4" height="3"><data encoding="csv">0,0,0,0, 2,2,2,0, 0,0,0,0</data></layer>
        </map>"#;

    fn choice(name: &str, text: &str) -> Choice {
        let files = vec![File { name: name.to_owned(), bytes: text.as_bytes().to_vec() }];
        let mut choice = Choice::of(Box::new(AtOnce { files, answer: None }));
        settle(&mut choice);
        choice
    }

    fn settle(choice: &mut Choice) {
        while choice.look().expect("it can be made") || !choice.is_settled() {}
    }

    fn level(choice: &Choice) -> Level {
        Level::parse("a.ron", &choice.preview().expect("it was made").text).expect("it is a level")
    }

    fn about(choice: &Choice) -> &About {
        choice.about().expect("it was made")
    }

    fn is_walkable(choice: &Choice, x: i32, y: i32) -> bool {
        level(choice).map.is_walkable(Cell::new(x, y))
    }

    /// The place of the kind of ground with as many tiles.
    fn ground(choice: &Choice, tiles: usize) -> usize {
        about(choice).grounds.iter().position(|ground| ground.tiles == tiles).expect("there is one")
    }

    #[test]
    fn what_is_switched_becomes_solid_and_floor_again() {
        let mut choice = choice("yard", MAP);
        assert!(is_walkable(&choice, 0, 0) && is_walkable(&choice, 0, 1));
        choice.switch(ground(&choice, 3));
        assert!(!choice.is_settled() && is_walkable(&choice, 0, 1), "not before it is made anew");
        settle(&mut choice);
        assert!(is_walkable(&choice, 0, 0) && !is_walkable(&choice, 0, 1));
        assert!(about(&choice).grounds[ground(&choice, 3)].is_solid);
        choice.switch(ground(&choice, 3));
        settle(&mut choice);
        assert!(is_walkable(&choice, 0, 1));
    }

    #[test]
    fn empty_tiles_are_what_the_player_says() {
        let mut choice = choice("yard", MAP);
        assert_eq!(about(&choice).empty, Some(Empty::Void), "what is drawn is floor");
        assert!(!is_walkable(&choice, 0, 2));
        choice.switch_empty();
        settle(&mut choice);
        assert_eq!(about(&choice).empty, Some(Empty::Floor));
        assert!(is_walkable(&choice, 0, 2));
    }

    #[test]
    fn what_cannot_be_made_is_said_and_what_was_made_stays() {
        let mut choice = choice("yard", MAP);
        choice.previews = Box::new(AtOnce { files: Vec::new(), answer: None });
        choice.switch(0);
        assert_eq!(choice.look(), Ok(false), "asked");
        assert!(choice.look().is_err() && choice.is_settled() && choice.preview().is_some());
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
        let moss = about(&choice).grounds.iter().position(|ground| ground.name.contains("moss")).expect("it is there");
        choice.switch(moss);
        settle(&mut choice);
        assert!(!is_walkable(&choice, 0, 0) && is_walkable(&choice, 1, 0));
        choice.turn(true);
        settle(&mut choice);
        assert_eq!(about(&choice).chosen, 1);
        assert!(is_walkable(&choice, 0, 0) && !is_walkable(&choice, 1, 0));
        choice.turn(true);
        settle(&mut choice);
        assert_eq!(about(&choice).chosen, 0);
    }

    #[test]
    fn levels_of_one_name_are_told_apart_by_their_number() {
        let levels = ["A", "B", "A"].map(str::to_owned);
        assert_eq!([0, 1, 2].map(|index| level_name(&levels, index)), ["A", "B", "3"]);
    }
}
