//! Levels: the text that an author writes, checked and turned into a [`Level`].

pub mod built_in;
mod cost_fields;
mod drawn_tiles;
pub mod edit;
#[cfg(feature = "import")]
pub mod export;
pub mod generate;
#[cfg(feature = "import")]
pub mod import;
mod lesson;
mod link;
mod obstacle;
mod obstacles;
mod opening;
mod order;
mod patrol_path;
mod relief;
pub(crate) mod resolve;
mod rule;
pub mod share;
mod solid;
mod tile_rows;
pub mod tilemap;
mod turn;
mod warning;
mod wave;
mod whole_level;
mod whom;
mod write;
mod zone;

use std::collections::{BTreeMap, BTreeSet};

use glam::Vec2;

pub(crate) use crate::format::nearest;
pub use crate::format::{
    Course, DebugPart, Direction, GroundPalette, LevelError, LinkKind, Locations, MAX_PROBLEMS, Noun, OpensIn, Part,
    Problem, TerrainLooks, UserData, WarningKind, WindowPart, ZoneKind, as_written, did_you_mean, limits,
};
use crate::grid::Cell;
use crate::method::Method;
use crate::profile::AgentProfile;
use crate::sorting;
pub use cost_fields::CostFields;
pub use drawn_tiles::drawn_tiles;
pub use generate::Generate;
pub use lesson::{LessonEvent, LessonProgress, LessonStep, Light, Until};
pub use link::{Link, Switch};
pub use obstacle::{Motion, Obstacle, Shape, Trigger};
pub use obstacles::Obstacles;
pub use opening::Opening;
pub use order::{FieldValue, ORDERS, Order, OrderKind};
pub use patrol_path::{PatrolPath, PatrolPoint};
pub use relief::{Relief, Surface};
pub use rule::{Condition, Effect, Rule};
pub use solid::{Closed, Solid};
pub use tilemap::{Area, BakeSettings, Terrain, TerrainId, TileMap};
pub use warning::LevelWarnings;
pub use wave::{Afterwards, Wave};
pub use whole_level::{WholeLevel, check_pieces, is_file_of_pieces};
pub use whom::Whom;
pub use write::Picture;
pub use zone::{Extent, Wear, Zone, largest_carried_radius};

/// A level whose every part has been checked.
#[derive(Clone, Debug, PartialEq)]
pub struct Level {
    /// What the level list calls it.
    pub name: String,
    /// What it shows, in a sentence or two; may be empty.
    pub about: String,
    /// What it opens with.
    pub opening: Opening,
    /// The name of the team that the player commands, if not everybody.
    pub player: Option<String>,
    /// How many tiles of wall can be placed in the game, and nothing else of the ground be changed; `None` where all of it can.
    pub walls: Option<u32>,
    /// What a program keeps there for itself.
    pub user: Option<UserData>,
    /// The seed of everything random in it.
    pub seed: u64,
    /// How its paths are searched for, unless an agent or the player says otherwise.
    pub search: Method,
    /// The ground, with its obstacles, its links and what changes its costs.
    pub map: TileMap,
    /// From what its ground is made, if that is left to a seed. Where `map` is no longer what this
    /// [makes](generate::generate), it is the map that counts, and that is written.
    pub generate: Option<Generate>,
    /// Named places: the tiles of each one, row by row; never empty.
    pub places: BTreeMap<String, Vec<Cell>>,
    /// Where the flags of places stand that are not in their middles; `None` for those that have none.
    pub labels: BTreeMap<String, Option<Cell>>,
    /// What a program keeps of places for itself, by their names.
    pub user_of_places: BTreeMap<String, UserData>,
    /// Every profile of the level, built-in ones first, each name once.
    pub profiles: Vec<AgentProfile>,
    /// What a program keeps of profiles for itself, by their names.
    pub user_of_profiles: BTreeMap<String, UserData>,
    /// Ways along several points, in the order in which they are written.
    pub paths: Vec<PatrolPath>,
    /// The agents at the start, none in a wall, outside the map or overlapping another.
    pub agents: Vec<AgentStart>,
    /// Agents that come later.
    pub waves: Vec<Wave>,
    /// What happens when something else does.
    pub rules: Vec<Rule>,
    /// Danger and rewards at the start.
    pub zones: Vec<Zone>,
    /// How its ground wears; `None` where it does not.
    pub wear: Option<Wear>,
    /// What turns links on and off.
    pub switches: Vec<Switch>,
    /// After how many seconds every agent that is under way finds its path again, as well as whenever something has
    /// changed; `None` where it only does when something has.
    pub repath_interval: Option<f32>,
    /// What it teaches, step by step; empty where it teaches nothing.
    pub lesson: Vec<LessonStep>,
    /// The kinds of warnings that belong to what it shows.
    pub expected_warnings: Vec<WarningKind>,
}

/// An agent as the level places it.
#[derive(Clone, Debug, PartialEq)]
pub struct AgentStart {
    /// The name that the rest of the level uses; empty if it has none.
    pub name: String,
    /// Its place in [`Level::profiles`].
    pub profile: usize,
    /// The name of the team that it belongs to, if any.
    pub team: Option<String>,
    /// Where its middle is, in world units.
    pub position: Vec2,
    /// The direction in which it faces, in degrees clockwise from the x axis: 0 right, 90 down.
    pub heading: f32,
    /// What it sets out to do at once, one after the other.
    pub orders: Vec<Order>,
    /// What it does once they are carried out.
    pub afterwards: Afterwards,
    /// How searches for it are done, where that is not as in the rest of the level: all parts of it, those that the
    /// file leaves out being the level's.
    pub search: Option<Box<Method>>,
    /// What a program keeps there for itself.
    pub user: Option<Box<UserData>>,
}

impl AgentStart {
    /// The heading of an agent whose level does not give it: down.
    pub const HEADING: f32 = 90.0;

    /// An agent without a name, orders or a search of its own.
    pub fn at(profile: usize, position: Vec2) -> AgentStart {
        let heading = AgentStart::HEADING;
        let (name, orders, afterwards) = (String::new(), Vec::new(), Afterwards::Stay);
        AgentStart { name, profile, team: None, position, heading, orders, afterwards, search: None, user: None }
    }
}

/// Somewhere to go.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub enum Target {
    /// The middle of a tile.
    Tile(Cell),
    /// A point in world units.
    Point(Vec2),
    /// A named place of the level; if it has several tiles, the one that is cheapest to reach.
    Place(String),
}

impl From<Cell> for Target {
    fn from(tile: Cell) -> Target {
        Target::Tile(tile)
    }
}

impl From<Vec2> for Target {
    fn from(point: Vec2) -> Target {
        Target::Point(point)
    }
}

impl Level {
    /// The places in [`Level::profiles`] of those that some agent has, at the start or later.
    pub fn used_profiles(&self) -> BTreeSet<usize> {
        let later = self.all_waves().map(|wave| wave.profile);
        sorting::set(self.agents.iter().map(|agent| agent.profile).chain(later))
    }

    /// Its waves, and after them those that its rules make begin.
    pub fn all_waves(&self) -> impl Iterator<Item = &Wave> {
        self.waves.iter().chain(self.rules.iter().flat_map(Rule::waves))
    }

    /// The names of the teams to which its agents belong, at the start or later.
    pub fn teams(&self) -> BTreeSet<&str> {
        let later = self.all_waves().map(|wave| &wave.team);
        sorting::set(self.agents.iter().map(|agent| &agent.team).chain(later).filter_map(|team| team.as_deref()))
    }

    /// A level that has its ground and nothing else.
    ///
    /// ```
    /// use footpath::grid::Cell;
    /// use footpath::level::{Level, TileMap};
    /// let level = Level::on(TileMap::from_rows(&[".....", ".....", "....."])?);
    /// assert!(level.agents.is_empty() && level.map.is_walkable(Cell::new(0, 0)));
    /// # Ok::<(), footpath::grid::GridError>(())
    /// ```
    pub fn on(map: TileMap) -> Level {
        Level {
            name: String::new(),
            about: String::new(),
            opening: Opening::default(),
            player: None,
            walls: None,
            user: None,
            seed: 0,
            search: Method::default(),
            map,
            generate: None,
            places: BTreeMap::new(),
            labels: BTreeMap::new(),
            user_of_places: BTreeMap::new(),
            profiles: AgentProfile::built_in(),
            user_of_profiles: BTreeMap::new(),
            paths: Vec::new(),
            agents: Vec::new(),
            waves: Vec::new(),
            rules: Vec::new(),
            zones: Vec::new(),
            wear: None,
            switches: Vec::new(),
            repath_interval: None,
            lesson: Vec::new(),
            expected_warnings: Vec::new(),
        }
    }

    /// Reads a level from its text; `file` names it in messages.
    ///
    /// # Errors
    /// Every problem of the text at once.
    pub fn parse(file: &str, text: &str) -> Result<Level, LevelError> {
        Level::parse_with_locations(file, text).map(|(level, _)| level)
    }

    /// Reads the text of a level file, and tells where the level's parts are written in it.
    ///
    /// # Errors
    /// Every problem of the text at once.
    pub fn parse_with_locations(file: &str, text: &str) -> Result<(Level, Locations), LevelError> {
        resolve::level(file, text)
    }

    /// The level as the text of a level file. Reading it again gives an equal level.
    pub fn to_ron(&self) -> String {
        write::to_ron(self)
    }

    /// The map as the rows of characters that [`Level::to_ron`] writes, to show it where there is only text.
    ///
    /// ```
    /// use footpath::grid::Cell;
    /// use footpath::level::Level;
    /// let level = Level::parse("tiny.ron", r##"(version: 1, name: "Tiny", legend: {'.': "grass", '#': "wall"}, rows: ["#.#"])"##);
    /// let picture = level.unwrap().picture();
    /// assert_eq!(picture.tiles[Cell::new(1, 0)], '.');
    /// assert_eq!(picture.legend[&'.'], "grass");
    /// ```
    pub fn picture(&self) -> Picture {
        write::picture(self)
    }

    /// A small level with comments that teach the format: what `footpath new` writes.
    ///
    /// ```
    /// use footpath::level::Level;
    /// assert!(Level::parse("starter.ron", Level::starter()).is_ok());
    /// ```
    pub fn starter() -> &'static str {
        include_str!("level/starter.ron")
    }
}
