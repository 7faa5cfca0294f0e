//! Levels read by another program, with `serde` and `ron` alone: `cargo run --example read_level levels/the-watch.ron`.
//!
//! A program reads what it needs of a level and leaves the rest. Here that is the map, who walks on it and what they do.

use std::collections::BTreeMap;
use std::error::Error;

use ron::extensions::Extensions;
use serde::Deserialize;

/// What this program reads of a level.
#[derive(Debug, Deserialize)]
pub struct Level {
    pub version: u32,
    pub name: String,
    #[serde(default)]
    pub about: String,
    /// What the characters of the rows stand for.
    #[serde(default)]
    pub legend: BTreeMap<char, Tile>,
    /// The map, drawn; empty where it is generated.
    #[serde(default)]
    pub rows: Vec<String>,
    /// Named places that the rows do not mark.
    #[serde(default)]
    pub places: BTreeMap<String, Tiles>,
    #[serde(default)]
    pub paths: BTreeMap<String, Path>,
    #[serde(default)]
    pub agents: Vec<Agent>,
}

/// An entry of the legend: a terrain, or one with more to it.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub enum Tile {
    Terrain(String),
    More { terrain: String, place: Option<String> },
}

/// One tile, or several; a tile is a column and a row.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub enum Tiles {
    One(u32, u32),
    Several(Vec<(u32, u32)>),
}

/// Points that agents patrol.
#[derive(Debug, Deserialize)]
pub struct Path {
    pub points: Vec<Target>,
}

/// Somewhere on the map: a place by its name, or one of these.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub enum Target {
    Place(String),
    Point { tile: Option<(u32, u32)>, at: Option<(f32, f32)>, place: Option<String>, agent: Option<String> },
}

/// An agent, or a group of them.
#[derive(Debug, Deserialize)]
pub struct Agent {
    #[serde(default)]
    pub name: String,
    #[serde(default = "walker")]
    pub profile: String,
    pub tile: Option<(u32, u32)>,
    pub at: Option<(f32, f32)>,
    pub place: Option<String>,
    #[serde(default = "one")]
    pub count: u32,
    #[serde(default)]
    pub order: Orders,
}

fn walker() -> String {
    "walker".to_owned()
}

fn one() -> u32 {
    1
}

/// One order, or several that are done in turn.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub enum Orders {
    Several(Vec<Order>),
    One(Order),
}

impl Default for Orders {
    fn default() -> Orders {
        Orders::Several(Vec::new())
    }
}

/// What an agent is told to do.
#[derive(Debug, Deserialize)]
pub enum Order {
    MoveTo(Target),
    MoveInFormation(Target),
    Patrol(Points),
    Guard { path: Points, agent: String },
    Follow(Quarry),
    Flee(Quarry),
    Wander(f32),
    Wait(f32),
    Stop,
}

/// A path by its name, or its points.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub enum Points {
    Path(String),
    Points(Vec<Target>),
}

/// Another agent by its name, and how near or far from it to stay, in world units.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub enum Quarry {
    Name(String),
    More { agent: String, distance: Option<f32> },
}

/// Reads a level.
pub fn read(text: &str) -> Result<Level, ron::error::SpannedError> {
    // `at: (1, 2)` for `at: Some((1, 2))`, and `Follow(agent: "a")` for `Follow((agent: "a"))`, as levels are written.
    let extensions = Extensions::IMPLICIT_SOME | Extensions::UNWRAP_VARIANT_NEWTYPES;
    ron::Options::default().with_default_extension(extensions).from_str(text)
}

fn main() -> Result<(), Box<dyn Error>> {
    let file = std::env::args().nth(1).ok_or("which level? `cargo run --example read_level levels/the-watch.ron`")?;
    let level = read(&std::fs::read_to_string(&file)?)?;
    println!("{} (version {}): {}", level.name, level.version, level.about);
    level.rows.iter().for_each(|row| println!("{row}"));
    for agent in &level.agents {
        println!("{} x {} {:?}: {:?}", agent.count, agent.profile, agent.name, agent.order);
    }
    Ok(())
}
