//! Where the parts of a level are written in its text.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::problem::Span;
use super::syntax;
use crate::grid::Cell;

/// A part of a level that a message can point to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Part<'l> {
    /// The position of an agent, by its index in [`Level::agents`](crate::level::Level::agents).
    Agent(usize),
    /// An order of an agent, by the index of the agent and that of the order.
    Order(usize, usize),
    /// A point of a patrol path, by the name of the path and the index of the point.
    PatrolPoint(&'l str, usize),
    /// The name of an agent, by its index; its position where it has no name.
    AgentName(usize),
    /// Where the agents of a wave come, by its index in [`Level::waves`](crate::level::Level::waves).
    Wave(usize),
    /// The condition of a rule, by its index in [`Level::rules`](crate::level::Level::rules).
    Rule(usize),
    /// A switch, by its index in [`Level::switches`](crate::level::Level::switches).
    Switch(usize),
    /// A character of the legend.
    Character(char),
    /// A link, by its index in [`TileMap::links`](crate::level::TileMap::links).
    Link(usize),
    /// Where a name is given: what has it, and the name.
    Named(Noun, &'l str),
    /// A tile, drawn or generated.
    Tile(Cell),
    /// A kind of warning that the level expects, by its index in [`Level::expected_warnings`](crate::level::Level::expected_warnings).
    ExpectedWarning(usize),
}

/// What a level gives a name to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Noun {
    /// An area.
    Area,
    /// A terrain.
    Terrain,
    /// A profile.
    Profile,
    /// An ability of a profile.
    Ability,
    /// A layer of obstacles.
    Layer,
    /// A piece of map.
    Piece,
    /// A place.
    Place,
    /// A patrol path.
    Path,
    /// A zone.
    Zone,
}

impl Noun {
    /// What messages call it.
    pub fn name(self) -> &'static str {
        match self {
            Noun::Area => "area",
            Noun::Terrain => "terrain",
            Noun::Profile => "profile",
            Noun::Ability => "ability",
            Noun::Layer => "layer",
            Noun::Piece => "piece",
            Noun::Place => "place",
            Noun::Path => "path",
            Noun::Zone => "zone",
        }
    }
}

/// Where the parts of a level are written in the text that it was read from.
#[derive(Clone, Debug, Default)]
pub struct Locations {
    pub(crate) agents: Vec<AgentLocation>,
    /// Where those of each wave come.
    pub(crate) waves: Vec<Span>,
    /// The condition of each rule.
    pub(crate) rules: Vec<Span>,
    /// The points of each path.
    pub(crate) paths: BTreeMap<String, Vec<Span>>,
    pub(crate) links: Vec<Span>,
    pub(crate) switches: Vec<Span>,
    /// The characters of the legend, and whether a row has them.
    pub(crate) legend: BTreeMap<char, (Span, bool)>,
    /// The places that something refers to.
    pub(crate) places_in_use: BTreeSet<String>,
    /// Names that a script refers to.
    in_script: BTreeSet<String>,
    /// Where each name is given first.
    pub(crate) names: BTreeMap<(Noun, String), Span>,
    /// The rows, without those of a map that is generated.
    pub(crate) rows: Vec<Span>,
    /// How many columns and rows of tiles lie before the first character of the rows.
    pub(crate) rows_at: (i32, i32),
    pub(crate) generate: Option<Span>,
    /// Whether a generated map was made without islands, whatever rows were drawn on it afterwards.
    pub(crate) islands_are_filled: bool,
    pub(crate) expected_warnings: Vec<Span>,
}

/// Where an agent is written.
#[derive(Clone, Debug)]
pub(crate) struct AgentLocation {
    pub position: Span,
    pub name: Option<Span>,
    pub orders: Vec<Span>,
}

impl Locations {
    /// The bytes of `text`, the text that the level was read from, where a part is written; empty where it is not written
    /// there.
    ///
    /// ```
    /// use footpath::level::{Level, Noun, Part};
    /// let text = r#"(version: 1, name: "Lane", legend: {'.': "grass"}, rows: ["..."], agents: [(tile: (2, 0))])"#;
    /// let (_, locations) = Level::parse_with_locations("lane.ron", text)?;
    /// assert_eq!(&text[locations.of(text, Part::Agent(0))], "(2, 0)");
    /// assert!(locations.of(text, Part::Named(Noun::Zone, "fire")).is_empty());
    /// # Ok::<(), footpath::level::LevelError>(())
    /// ```
    pub fn of(&self, text: &str, part: Part) -> Range<usize> {
        let span = match part {
            Part::Agent(agent) => self.agents.get(agent).map(|agent| agent.position),
            Part::AgentName(agent) => self.agents.get(agent).map(|agent| agent.name.unwrap_or(agent.position)),
            Part::Wave(wave) => self.waves.get(wave).copied(),
            Part::Rule(rule) => self.rules.get(rule).copied(),
            Part::Switch(switch) => self.switches.get(switch).copied(),
            Part::Character(character) => self.legend.get(&character).map(|&(span, _)| span),
            Part::Order(agent, order) => self.agents.get(agent).and_then(|agent| agent.orders.get(order).copied()),
            Part::PatrolPoint(path, point) => self.paths.get(path).and_then(|points| points.get(point).copied()),
            Part::Link(link) => self.links.get(link).copied(),
            Part::Named(noun, name) => self.names.get(&(noun, name.to_owned())).copied(),
            Part::Tile(tile) => self.tile(text, tile),
            Part::ExpectedWarning(index) => self.expected_warnings.get(index).copied(),
        };
        span.unwrap_or_default().range()
    }

    /// Takes these names for used: a script that goes with the level refers to them.
    pub fn use_in_script(&mut self, names: BTreeSet<String>) {
        self.in_script = names;
    }

    /// Whether a script refers to what has a part for its name.
    pub(crate) fn is_in_script(&self, part: &Part) -> bool {
        matches!(part, Part::Named(_, name) if self.in_script.contains(*name))
    }

    /// The characters of the legend that no row has.
    pub(crate) fn unused_characters(&self) -> impl Iterator<Item = char> {
        self.legend.iter().filter(|(_, (_, is_drawn))| !is_drawn).map(|(&character, _)| character)
    }

    /// Whether anything in the text refers to a place.
    pub(crate) fn is_place_in_use(&self, name: &str) -> bool {
        self.places_in_use.contains(name)
    }

    /// Whether the text draws a tile by a character.
    pub(crate) fn is_drawn(&self, text: &str, tile: Cell) -> bool {
        self.character(text, tile).is_some()
    }

    /// The character of a tile; what generates the map where no row draws it.
    fn tile(&self, text: &str, tile: Cell) -> Option<Span> {
        self.character(text, tile).or(self.generate)
    }

    fn character(&self, text: &str, tile: Cell) -> Option<Span> {
        let (x, y) = (tile.x - self.rows_at.0, tile.y - self.rows_at.1);
        let row = usize::try_from(y).ok().and_then(|row| self.rows.get(row));
        row.and_then(|row| syntax::characters(text, *row).nth(usize::try_from(x).ok()?).map(|(span, _)| span))
    }
}
