//! Scripts: commands with a time, read from a file.
//!
//! A script is a RON list of steps. Times are in seconds of the simulation; `agents` is a list of
//! numbers and means all of them where it is left out:
//!
//! ```ron
//! [
//!     (at: 1.5, do: MoveTo("gate")),
//!     (at: 2.0, agents: [0, 2], do: MoveTo((tile: (3, 4)))),
//!     (at: 2.5, do: ThenMoveTo((at: (3.5, 1.0)))),
//!     (at: 3, do: Stop),
//!     // Every order in the words of a level, agents by number: now, or behind what is queued.
//!     (at: 3, agents: [1], do: Order(Patrol("round"))),
//!     (at: 3, agents: [2], do: Order(Follow(agent: 1, distance: 1.0, on_sight: true))),
//!     (at: 3, agents: [3], do: Order(Flee(agent: 1, distance: 6.0))),
//!     (at: 3, agents: [4], do: Then(Wait(3.0))),
//!     (at: 3, agents: [4], do: Then(Wander(10.0))),
//!     (at: 3, do: Order(MoveInFormation("gate"))),
//!     (at: 3, do: SetCourse(path: "round", course: "once")),
//!     (at: 3, do: Scatter),
//!     (at: 4, do: Paint(terrain: "wall", tiles: [(3, 4)])),
//!     (at: 5, do: Erase(tiles: [(3, 4)])),
//!     (at: 6, do: Spawn(profile: "walker", target: (tile: (2, 2)))),
//!     (at: 6, agents: [1], do: Remove),
//!     // How paths are found from now on, in the words of a level's `search`:
//!     (at: 6, do: Search((algorithm: "weighted-a-star", weight: 1.5))),
//!     (at: 7, do: Restart),
//!     (at: 6, do: Switch(link: "bridge", on: false)),
//!     // Zones and obstacles in the words of a level's `zones` and `obstacles`:
//!     (at: 6, do: PutZone(name: "fire", kind: "danger", at: (5.5, 3.5), radius: 2.0, strength: 8.0, falloff: 1.0)),
//!     (at: 6, do: RemoveZone("fire")),
//!     (at: 6, do: PutObstacle(name: "crate", at: (6.0, 2.0), size: (2.0, 1.0), angle: 30.0, layer: "default")),
//!     (at: 6, do: MoveObstacle(name: "crate", to: (7.0, 2.0))),
//!     (at: 6, do: RemoveObstacle("crate")),
//!     // What is left out stays as it is; of the first profile where none is named:
//!     (at: 6, do: Bake(profile: "walker", radius: 0.4, height: 2.0, step_height: 0.6, max_slope: 51.0,
//!         jump_distance: 2.0, drop_height: 1.0, climb_cost: 1.0, danger: 1.0, reward: 1.0,
//!         cells_per_tile: 2, smallest_region: 2.0, obstacle_epsilon: 0.05, layers: ["default"])),
//!     (at: 6, do: ClearBake),
//!     // What is left out stays as it is; of the first profile where none is named:
//!     (at: 6, do: Tune(profile: "walker", speed: 2.0, max_speed: 3.0, mass: 5.0, acceleration: 20.0,
//!         acceptance_radius: 0.5, angular_speed: 360.0, stopping_distance: 0.5, auto_braking: false,
//!         auto_repath: true, auto_traverse_links: true, avoidance_quality: "high", avoidance_priority: 10,
//!         avoidance_radius: 0.4, sight_range: 8.0, sight_angle: 120.0, navigation: "rays")),
//!     (at: 6, do: SwitchObstacle(name: "door", on: true)),
//!     // Only with a window:
//!     (at: 8, do: Key("G")),
//!     (at: 8, do: Click(640, 360)),
//!     (at: 9, do: Drag((10, 10), (50, 50))),
//!     (at: 9, agents: [0], do: Select),
//! ]
//! ```

mod ground;
mod orders;
mod search;
mod tune;

use std::fmt;

use glam::Vec2;
use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};

use crate::agent::AgentId;
use crate::grid::Cell;
use crate::level::{Order, Target, did_you_mean};
use crate::sim::{Command, Selection, TICKS_A_SECOND};
use ground::Kind;
pub use ground::{GroundAction, WrittenBake, WrittenObstacle, WrittenZone};
use orders::{WrittenCourse, WrittenOrder};
use search::WrittenMethod;
pub use tune::WrittenTune;

/// A script: what to do when, in order of time.
#[derive(Clone, Debug, PartialEq)]
pub struct Script {
    /// In order of time.
    pub steps: Vec<Step>,
}

/// One step of a script.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// The tick at which it happens.
    pub tick: u64,
    /// What happens.
    pub action: Action,
}

/// What a step does.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// Anything that the simulation understands.
    Command(Command),
    /// The same, once the level is known.
    Ground(GroundAction),
    /// Something that only a window can do.
    Window(WindowAction),
}

/// What only a window can do. Positions are in logical pixels of the window.
#[derive(Clone, Debug, PartialEq)]
pub enum WindowAction {
    /// Press and release a key, by the name that the help lists it under.
    Key(String),
    /// Press and release the left mouse button.
    Click(f32, f32),
    /// Press the left button at the first point and release it at the second.
    Drag((f32, f32), (f32, f32)),
    /// Select agents.
    Select(Selection),
}

impl WindowAction {
    /// What a script calls it.
    ///
    /// ```
    /// use footpath::script::WindowAction;
    /// assert_eq!(WindowAction::Click(640.0, 360.0).name(), "Click");
    /// ```
    pub fn name(&self) -> &'static str {
        match self {
            WindowAction::Key(_) => "Key",
            WindowAction::Click(..) => "Click",
            WindowAction::Drag(..) => "Drag",
            WindowAction::Select(_) => "Select",
        }
    }
}

impl Script {
    /// Reads a script from its text; `file` names it in messages. Steps may stand in any order; those of
    /// one time are carried out in the order in which they stand.
    ///
    /// ```
    /// use footpath::script::Script;
    ///
    /// let script = Script::parse("walk.ron", r#"[(at: 2, do: Stop), (at: 0.5, do: MoveTo("gate"))]"#).unwrap();
    /// assert_eq!(script.steps[0].tick, 30);
    ///
    /// let message = Script::parse("walk.ron", "[\n  (at: -1, do: Stop),\n]").unwrap_err();
    /// assert!(message.starts_with("walk.ron:2:"));
    /// ```
    ///
    /// # Errors
    /// One message with `file:line:column`, the fault and what would be right.
    pub fn parse(file: &str, text: &str) -> Result<Script, String> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let options = ron::Options::default().with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME);
        let lines: Vec<Line> = options.from_str(text).map_err(|fault| {
            let start = fault.span.start;
            format!("{file}:{}:{}: {}", start.line, start.col, explained(fault.code))
        })?;
        let mut steps: Vec<Step> = lines.into_iter().map(|line| line.0).collect();
        steps.sort_by_key(|step| step.tick);
        Ok(Script { steps })
    }
}

/// What is wrong with the text of a script, and what would be right.
fn explained(fault: ron::Error) -> String {
    use ron::Error as Fault;
    const STEP: &str = "a script is a list of steps, such as `[(at: 1.5, do: MoveTo(\"gate\"))]`";
    match fault {
        Fault::ExpectedArray => format!("expected `[`: a list stands in square brackets; {STEP}"),
        Fault::ExpectedStructLike => {
            format!("expected `(`: steps, tiles and points stand in round brackets, as in `(3, 4)`; {STEP}")
        }
        Fault::ExpectedNamedStructLike(_) => format!("expected a step in round brackets; {STEP}"),
        Fault::ExpectedDifferentStructName { found, .. } => format!("there is no `{found}(...)` here; {STEP}"),
        Fault::TrailingCharacters => format!("expected nothing more after the list; {STEP}"),
        Fault::Eof => format!("the text ends too soon; {STEP}"),
        Fault::IntegerOutOfBounds => format!(
            "this number is out of range: agents are numbers from 0 to {}, the columns and rows of tiles from {} to {}",
            u32::MAX,
            i32::MIN,
            i32::MAX
        ),
        Fault::ExpectedComma => {
            "expected `,` or a closing bracket; tiles and agents are whole numbers, such as 3".to_owned()
        }
        Fault::ExpectedInteger => "expected a whole number, such as 3".to_owned(),
        Fault::ExpectedFloat => "expected a number, such as 1.5".to_owned(),
        Fault::ExpectedString => "expected a string in double quotes, such as \"wall\"".to_owned(),
        Fault::ExpectedStringEnd => "this string is never closed: end it with `\"`".to_owned(),
        Fault::ExpectedIdentifier => {
            "expected a name without quotes: that of a step, such as `Stop`, or of a field, such as `tiles:`".to_owned()
        }
        Fault::UnclosedBlockComment => "this comment is never closed: end it with `*/`".to_owned(),
        Fault::InvalidValueForType { expected, .. } => format!("expected {expected}"),
        Fault::MissingStructField { field, outer } => {
            format!("the field `{field}` of {} is missing", outer.as_deref().unwrap_or("this"))
        }
        Fault::DuplicateStructField { field, .. } => format!("the field `{field}` is given twice"),
        Fault::NoSuchStructField { expected, found, outer } => {
            format!("{} has no field `{found}`; {}", outer.as_deref().unwrap_or("this"), choice(&found, expected))
        }
        Fault::NoSuchEnumVariant { expected, found, .. } => {
            format!("there is no step `{found}`; {}", choice(&found, expected))
        }
        Fault::UnexpectedChar(character) => format!("`{character}` cannot stand here; {STEP}"),
        other => other.to_string(),
    }
}

/// What was probably meant, or else everything that there is.
fn choice(found: &str, names: &[&'static str]) -> String {
    did_you_mean(found, names.iter().copied()).unwrap_or_else(|| format!("there are: {}", names.join(", ")))
}

/// Goes through a script, one tick at a time.
///
/// It counts ticks itself, because the simulation begins again at 0 when the level is restarted.
#[derive(Clone, Debug, PartialEq)]
pub struct ScriptPlayer {
    script: Script,
    tick: u64,
    next: usize,
}

impl ScriptPlayer {
    /// At the beginning of a script.
    pub fn new(script: Script) -> ScriptPlayer {
        ScriptPlayer { script, tick: 0, next: 0 }
    }

    /// The steps of the present tick, in order; then goes on to the next tick.
    ///
    /// ```
    /// use footpath::script::{Script, ScriptPlayer};
    ///
    /// let script = Script::parse("stop.ron", "[(at: 0, do: Scatter), (at: 0.05, do: Stop)]").unwrap();
    /// let mut player = ScriptPlayer::new(script);
    /// let steps: Vec<usize> = (0..5).map(|_| player.next_tick().len()).collect();
    /// assert_eq!(steps, [1, 0, 0, 1, 0]);
    /// assert!(player.is_over());
    /// ```
    pub fn next_tick(&mut self) -> &[Step] {
        let begin = self.next;
        let steps = &self.script.steps[begin..];
        self.next += steps.iter().take_while(|step| step.tick <= self.tick).count();
        self.tick += 1;
        &self.script.steps[begin..self.next]
    }

    /// Whether every step has been given out.
    pub fn is_over(&self) -> bool {
        self.next == self.script.steps.len()
    }
}

/// A step as an author writes it.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields, rename = "Step")]
struct Written {
    at: Seconds,
    #[serde(default, deserialize_with = "agents")]
    agents: Option<Vec<u32>>,
    #[serde(rename = "do")]
    action: Do,
}

/// A step that was read and makes sense as a whole.
#[derive(serde::Deserialize)]
#[serde(try_from = "Written")]
struct Line(Step);

impl TryFrom<Written> for Line {
    type Error = String;

    fn try_from(written: Written) -> Result<Line, String> {
        let tick = (written.at.0 * TICKS_A_SECOND).round() as u64;
        let for_all = written.agents.is_none();
        let selection = match written.agents {
            None => Selection::All,
            Some(ids) => Selection::These(ids.into_iter().map(AgentId).collect()),
        };
        let cells = |tiles: Vec<(i32, i32)>| tiles.into_iter().map(|(x, y)| Cell::new(x, y)).collect();
        let on_screen = |points: &[(f32, f32)]| match points.iter().find(|(x, y)| !(x.is_finite() && y.is_finite())) {
            Some((x, y)) => Err(format!("({x}, {y}) is nowhere: expected two finite numbers of pixels")),
            None => Ok(()),
        };
        let action = match written.action {
            Do::MoveTo(target) => Action::Command(Command::Order(selection, Order::MoveTo(target.0))),
            Do::ThenMoveTo(target) => Action::Command(Command::ThenOrder(selection, Order::MoveTo(target.0))),
            Do::Order(order) => Action::Command(Command::Order(selection, order.into())),
            Do::Then(order) => Action::Command(Command::ThenOrder(selection, order.into())),
            Do::Scatter => Action::Command(Command::Scatter(selection)),
            Do::Stop => Action::Command(Command::Order(selection, Order::Stop)),
            Do::Remove => Action::Command(Command::Remove(selection)),
            Do::Search(method) => Action::Command(Command::Search(selection, method.0)),
            Do::Select => Action::Window(WindowAction::Select(selection)),
            _ if !for_all => {
                return Err("`agents` has no meaning for this step: it goes with MoveTo, ThenMoveTo, Order, \
                     Then, Scatter, Stop, Remove, Search and Select"
                    .to_owned());
            }
            Do::Paint { terrain, tiles } => Action::Command(Command::Paint { terrain, tiles: cells(tiles) }),
            Do::Erase { tiles } => Action::Command(Command::Erase { tiles: cells(tiles) }),
            Do::Spawn { profile, target } => Action::Command(Command::Spawn { profile, at: target.0 }),
            Do::SetCourse { path, course } => Action::Command(Command::SetCourse { path, course: course.0 }),
            Do::Switch { link, on } => Action::Command(Command::Switch { link, on }),
            Do::PutZone { name, kind, tile, at, radius, polygon, on, in_sight, strength, falloff } => {
                Action::Ground(GroundAction::PutZone(Box::new(WrittenZone {
                    name,
                    kind,
                    tile,
                    at,
                    radius,
                    polygon,
                    on,
                    in_sight,
                    strength,
                    falloff,
                })))
            }
            Do::RemoveZone(name) => Action::Command(Command::RemoveZone(name)),
            Do::PutObstacle { name, tile, at, radius, size, angle, layer } => {
                Action::Ground(GroundAction::PutObstacle(WrittenObstacle {
                    name,
                    tile,
                    at,
                    radius,
                    size,
                    angle,
                    layer,
                }))
            }
            Do::MoveObstacle { name, to: (x, y) } => {
                Action::Command(Command::MoveObstacle { obstacle: name, to: Vec2::new(x, y) })
            }
            Do::RemoveObstacle(name) => Action::Command(Command::RemoveObstacle(name)),
            Do::Bake {
                profile,
                radius,
                height,
                step_height,
                max_slope,
                jump_distance,
                drop_height,
                climb_cost,
                danger,
                reward,
                cells_per_tile,
                smallest_region,
                obstacle_epsilon,
                layers,
            } => Action::Ground(GroundAction::Bake(Box::new(WrittenBake {
                profile,
                radius,
                height,
                step_height,
                max_slope,
                jump_distance,
                drop_height,
                climb_cost,
                danger,
                reward,
                cells_per_tile,
                smallest_region,
                obstacle_epsilon,
                layers,
            }))),
            Do::Tune {
                profile,
                speed,
                max_speed,
                mass,
                acceleration,
                acceptance_radius,
                angular_speed,
                stopping_distance,
                auto_braking,
                auto_repath,
                auto_traverse_links,
                avoidance_quality,
                avoidance_priority,
                avoidance_radius,
                sight_range,
                sight_angle,
                navigation,
            } => Action::Ground(GroundAction::Tune(Box::new(WrittenTune {
                profile,
                speed,
                max_speed,
                mass,
                acceleration,
                acceptance_radius,
                angular_speed,
                stopping_distance,
                auto_braking,
                auto_repath,
                auto_traverse_links,
                avoidance_quality,
                avoidance_priority,
                avoidance_radius,
                sight_range,
                sight_angle,
                navigation,
            }))),
            Do::SwitchObstacle { name, on } => Action::Command(Command::SwitchObstacle { obstacle: name, on }),
            Do::ClearBake => Action::Command(Command::ClearBake),
            Do::Restart => Action::Command(Command::Restart),
            Do::Key(name) => Action::Window(WindowAction::Key(name)),
            Do::Click(x, y) => {
                on_screen(&[(x, y)])?;
                Action::Window(WindowAction::Click(x, y))
            }
            Do::Drag(from, to) => {
                on_screen(&[from, to])?;
                Action::Window(WindowAction::Drag(from, to))
            }
        };
        Ok(Line(Step { tick, action }))
    }
}

/// What to do, as an author writes it.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields, rename = "Action")]
enum Do {
    MoveTo(WrittenTarget),
    ThenMoveTo(WrittenTarget),
    Stop,
    Scatter,
    Paint {
        terrain: String,
        tiles: Vec<(i32, i32)>,
    },
    Erase {
        tiles: Vec<(i32, i32)>,
    },
    Spawn {
        profile: String,
        target: WrittenTarget,
    },
    Remove,
    Search(WrittenMethod),
    SetCourse {
        path: String,
        course: WrittenCourse,
    },
    Switch {
        link: String,
        on: bool,
    },
    PutZone {
        name: String,
        kind: Kind,
        tile: Option<(i32, i32)>,
        at: Option<(f32, f32)>,
        radius: Option<f32>,
        polygon: Option<Vec<(f32, f32)>>,
        on: Option<String>,
        #[serde(default)]
        in_sight: bool,
        strength: f32,
        #[serde(default)]
        falloff: f32,
    },
    RemoveZone(String),
    PutObstacle {
        #[serde(default)]
        name: String,
        tile: Option<(i32, i32)>,
        at: Option<(f32, f32)>,
        radius: Option<f32>,
        size: Option<(f32, f32)>,
        #[serde(default)]
        angle: f32,
        layer: Option<String>,
    },
    MoveObstacle {
        name: String,
        to: (f32, f32),
    },
    RemoveObstacle(String),
    Bake {
        profile: Option<String>,
        radius: Option<f32>,
        height: Option<f32>,
        step_height: Option<f32>,
        max_slope: Option<f32>,
        jump_distance: Option<f32>,
        drop_height: Option<f32>,
        climb_cost: Option<f32>,
        danger: Option<f32>,
        reward: Option<f32>,
        cells_per_tile: Option<u32>,
        smallest_region: Option<f32>,
        obstacle_epsilon: Option<f32>,
        layers: Option<Vec<String>>,
    },
    Order(WrittenOrder),
    Then(WrittenOrder),
    Tune {
        profile: Option<String>,
        speed: Option<f32>,
        max_speed: Option<f32>,
        mass: Option<f32>,
        acceleration: Option<f32>,
        acceptance_radius: Option<f32>,
        angular_speed: Option<f32>,
        stopping_distance: Option<f32>,
        auto_braking: Option<bool>,
        auto_repath: Option<bool>,
        auto_traverse_links: Option<bool>,
        avoidance_quality: Option<tune::Quality>,
        avoidance_priority: Option<u8>,
        avoidance_radius: Option<f32>,
        sight_range: Option<f32>,
        sight_angle: Option<f32>,
        navigation: Option<tune::Way>,
    },
    SwitchObstacle {
        name: String,
        on: bool,
    },
    ClearBake,
    Restart,
    Key(String),
    Click(f32, f32),
    Drag((f32, f32), (f32, f32)),
    Select,
}

/// A list without the `Some(...)` that RON would ask for.
fn agents<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Vec<u32>>, D::Error> {
    Vec::deserialize(deserializer).map(Some)
}

/// A time from the start.
struct Seconds(f64);

impl<'de> Deserialize<'de> for Seconds {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Seconds, D::Error> {
        let seconds = f64::deserialize(deserializer)?;
        if seconds.is_finite() && seconds >= 0.0 {
            Ok(Seconds(seconds))
        } else {
            Err(D::Error::custom(format!("a step cannot be at {seconds}: expected a number of seconds, 0 or more")))
        }
    }
}

/// A target as an author writes it: `"gate"`, `(tile: (3, 4))` or `(at: (3.5, 1.0))`.
struct WrittenTarget(Target);

impl<'de> Deserialize<'de> for WrittenTarget {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<WrittenTarget, D::Error> {
        deserializer.deserialize_any(TargetVisitor).map(WrittenTarget)
    }
}

struct TargetVisitor;

impl<'de> Visitor<'de> for TargetVisitor {
    type Value = Target;

    fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str(
            "a target: a place `\"gate\"`, a tile `(tile: (3, 4))` or a point `(at: (3.5, 1.0))`, each with its own \
             brackets, as in `MoveTo((tile: (3, 4)))`",
        )
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<Target, E> {
        Ok(Target::Place(name.to_owned()))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Target, A::Error> {
        let wrong = || A::Error::custom("expected one of `(tile: (column, row))` and `(at: (x, y))`");
        let target = match map.next_key::<String>()?.as_deref() {
            Some("tile") => map.next_value().map(|(x, y)| Target::Tile(Cell::new(x, y)))?,
            Some("at") => {
                let (x, y): (f32, f32) = map.next_value()?;
                if !(x.is_finite() && y.is_finite()) {
                    return Err(A::Error::custom(format!("({x}, {y}) is nowhere: expected two finite numbers")));
                }
                Target::Point(Vec2::new(x, y))
            }
            _ => return Err(wrong()),
        };
        if map.next_key::<String>()?.is_some() { Err(wrong()) } else { Ok(target) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::{Extent, Level, Obstacle, Shape, Zone, ZoneKind};
    use crate::nav::{Algorithm, Connectivity, Heuristic, Method};
    use crate::sim::Simulation;

    const EVERYTHING: &str = r#"[
        (at: 9, agents: [0], do: Select),
        (at: 1.5, do: MoveTo("gate")),
        (at: 2.0, agents: [0, 2], do: MoveTo((tile: (3, 4)))),
        (at: 2.5, do: ThenMoveTo((at: (3.5, 1)))),
        (at: 3, do: Stop),
        (at: 3, do: Scatter), // after the stop
        (at: 4, do: Paint(terrain: "wall", tiles: [(3, 4)])),
        (at: 5, do: Erase(tiles: [(3, 4)])),
        (at: 6, do: Spawn(profile: "walker", target: (tile: (2, 2)))),
        (at: 6, do: Remove),
        (at: 6.5, do: Search((algorithm: "weighted-a-star", weight: 3, smooth: true, connectivity: 4))),
        (at: 6.5, agents: [0, 2], do: Search((heuristic: "manhattan", weight: "greedy"))),
        (at: 7, do: Restart),
        (at: 7, do: Switch(link: "bridge", on: false)),
        (at: 7, do: RemoveZone("fire")),
        (at: 7, do: MoveObstacle(name: "crate", to: (3, 1.5))),
        (at: 7, do: RemoveObstacle("crate")),
        (at: 7, do: ClearBake),
        (at: 8, do: Key("G")),
        (at: 8, do: Click(640, 360)),
        (at: 9, do: Drag((10, 10), (50, 50))),
    ]"#;

    #[test]
    fn every_kind_of_step_is_read_in_order_of_time() {
        let steps = Script::parse("all.ron", EVERYTHING).unwrap().steps;
        let command = |tick, command| Step { tick, action: Action::Command(command) };
        let window = |tick, action| Step { tick, action: Action::Window(action) };
        let tile = Cell::new(3, 4);
        let first_and_third = Selection::These(vec![AgentId(0), AgentId(2)]);
        let (weighted, greedy) = (
            Method {
                algorithm: Algorithm::WeightedAStar,
                weight: 3.0,
                smooth: true,
                connectivity: Connectivity::Four,
                ..Method::default()
            },
            Method { heuristic: Heuristic::Manhattan, weight: f64::INFINITY, ..Method::default() },
        );
        let expected = [
            command(90, Command::Order(Selection::All, Order::MoveTo(Target::Place("gate".to_owned())))),
            command(120, Command::Order(first_and_third.clone(), Order::MoveTo(Target::Tile(tile)))),
            command(150, Command::ThenOrder(Selection::All, Order::MoveTo(Target::Point(Vec2::new(3.5, 1.0))))),
            command(180, Command::Order(Selection::All, Order::Stop)),
            command(180, Command::Scatter(Selection::All)),
            command(240, Command::Paint { terrain: "wall".to_owned(), tiles: vec![tile] }),
            command(300, Command::Erase { tiles: vec![tile] }),
            command(360, Command::Spawn { profile: "walker".to_owned(), at: Target::Tile(Cell::new(2, 2)) }),
            command(360, Command::Remove(Selection::All)),
            command(390, Command::Search(Selection::All, weighted)),
            command(390, Command::Search(first_and_third.clone(), greedy)),
            command(420, Command::Restart),
            command(420, Command::Switch { link: "bridge".to_owned(), on: false }),
            command(420, Command::RemoveZone("fire".to_owned())),
            command(420, Command::MoveObstacle { obstacle: "crate".to_owned(), to: Vec2::new(3.0, 1.5) }),
            command(420, Command::RemoveObstacle("crate".to_owned())),
            command(420, Command::ClearBake),
            window(480, WindowAction::Key("G".to_owned())),
            window(480, WindowAction::Click(640.0, 360.0)),
            window(540, WindowAction::Select(Selection::These(vec![AgentId(0)]))),
            window(540, WindowAction::Drag((10.0, 10.0), (50.0, 50.0))),
        ];
        assert_eq!(steps, expected);
    }

    #[test]
    fn faults_are_told_with_their_place_and_what_would_be_right() {
        let faults = [
            ("", "1:1", "a script is a list of steps"),
            ("(at: 1, do: Stop)", "1:1", "a script is a list of steps"),
            ("[1]", "1:2", "expected a step"),
            ("[(at: 1, do: Stop)] x", "1:20", "nothing more"),
            ("[(at: 1)]", "1:8", "the field `do` of Step is missing"),
            ("[(at: \"1\", do: Stop)]", "1:", "expected a number, such as 1.5"),
            ("[\n  (at: inf, do: Stop)]", "2:", "0 or more"),
            ("[\n  (at: -0.5, do: Stop)]", "2:", "a step cannot be at -0.5"),
            ("[(at: 1, do: Stopp)]", "1:14", "did you mean `Stop`?"),
            ("[(at: 1, do: Levitate)]", "1:14", "there are: MoveTo, ThenMoveTo, Stop"),
            ("[(at: 1, do: \"Stop\")]", "1:14", "without quotes"),
            ("[(at: 1, do: Stop, who: 3)]", "1:20", "Step has no field `who`; there are: at, agents, do"),
            ("[(at: 1, at: 2, do: Stop)]", "1:", "`at` is given twice"),
            ("[(at: 1, do: MoveTo(7))]", "1:", "(tile: (3, 4))"),
            ("[(at: 1, do: MoveTo(tile: (7, 7)))]", "1:", "`MoveTo((tile: (3, 4)))`"),
            ("[(at: 1, do: MoveTo((tiles: (7, 7))))]", "1:", "(tile: (column, row))"),
            ("[(at: 1, do: MoveTo((tile: (7, 7), at: (1, 1))))]", "1:", "(tile: (column, row))"),
            ("[(at: 1, do: MoveTo((tile: [7, 7])))]", "1:", "`(3, 4)`"),
            ("[(at: 1, do: MoveTo((tile: (7.0, 7))))]", "1:", "whole numbers"),
            ("[(at: 1, do: MoveTo((at: (7, NaN))))]", "1:", "finite"),
            ("[(at: 1, do: MoveTo((tile: (7, 99999999999))))]", "1:", "from -2147483648 to 2147483647"),
            ("[(at: 1, do: MoveTo(\"gate))]", "1:", "never closed"),
            ("[(at: 1, agents: [0], do: Restart)]", "1:", "`agents` has no meaning"),
            ("[(at: 1, agents: [-1], do: Stop)]", "1:", "agents are numbers from 0"),
            ("[(at: 1, agents: 0, do: Stop)]", "1:", "square brackets"),
            ("[(at: 1, do: Paint(terrain: \"wall\"))]", "1:", "the field `tiles` of Paint is missing"),
            ("[(at: 1, do: Paint(terrain: wall, tiles: []))]", "1:", "in double quotes"),
            ("[(at: 1, do: Search((algoritm: \"greedy\")))]", "1:", "did you mean `algorithm`?"),
            ("[(at: 1, do: Search((algorithm: \"gredy\")))]", "1:", "did you mean `greedy`?"),
            ("[(at: 1, do: Search((corners: \"seldom\")))]", "1:", "there are: never, one-free, always"),
            ("[(at: 1, do: Search((weight: -1)))]", "1:", "0 to 1000"),
            ("[(at: 1, do: Search((weight: \"heavy\")))]", "1:", "or \"greedy\""),
            ("[(at: 1, do: Search((connectivity: 6)))]", "1:", "it is 4 or 8"),
            ("[(at: 1, do: Search(\"greedy\"))]", "1:", "its own brackets"),
            ("[(at: 1, do: Switch(link: \"bridge\"))]", "1:", "the field `on` of Switch is missing"),
            ("[(at: 1, do: PutZone(name: \"a\", kind: \"dangre\", strength: 1))]", "1:", "did you mean `danger`?"),
            ("[(at: 1, do: PutObstacle(naem: \"a\"))]", "1:", "did you mean `name`?"),
            ("[(at: 1, do: Bake(jump_distnce: 2.0))]", "1:", "did you mean `jump_distance`?"),
            ("[(at: 1, agents: [0], do: ClearBake)]", "1:", "`agents` has no meaning"),
            ("[(at: 1, do: Click(inf, 3))]", "1:", "pixels"),
            ("[(at: 1, do: Drag((1, 1), (3, NaN)))]", "1:", "pixels"),
        ];
        for (text, place, part) in faults {
            let message = Script::parse("bad.ron", text).expect_err(text);
            assert!(message.starts_with(&format!("bad.ron:{place}")), "{text}: {message}");
            assert!(message.contains(part), "{text}: {message}");
        }
    }

    /// The command that a step becomes in a level, or why it does not.
    fn on_ground(step: &str) -> Result<Command, String> {
        let level = r#"(version: 1, name: "Ground", rows: ["..."], legend: {'.': "grass"}, layers: ["crates"],
            agents: [(name: "guard", profile: "walker", tile: (0, 0))])"#;
        let simulation = Simulation::new(Level::parse("ground.ron", level).unwrap(), None);
        let script = Script::parse("ground.ron", &format!("[(at: 1, do: {step})]")).unwrap();
        let Action::Ground(action) = &script.steps[0].action else { panic!("{script:?}") };
        action.command(&simulation)
    }

    #[test]
    fn what_concerns_the_ground_is_understood_in_a_level() {
        let zone = Zone {
            name: "gaze".to_owned(),
            kind: ZoneKind::Danger,
            extent: Extent::Riding { agent: 0, radius: 6.0, in_sight: true },
            strength: 20.0,
            falloff: 0.0,
        };
        let gaze = r#"PutZone(name: "gaze", kind: "danger", on: "guard", radius: 6, in_sight: true, strength: 20)"#;
        assert_eq!(on_ground(gaze), Ok(Command::PutZone(zone)));
        let shape = Shape::Box { half: Vec2::new(1.0, 0.5), along: Vec2::Y };
        let obstacle = Obstacle {
            name: String::new(),
            at: Vec2::new(1.5, 0.5),
            shape,
            layer: 1,
            motion: None,
            standing_time: 0.5,
        };
        let cart = on_ground(r#"PutObstacle(tile: (1, 0), size: (2, 1), angle: 90, layer: "crates")"#);
        assert!(
            matches!(cart, Ok(Command::PutObstacle(cart)) if cart.layer == 1 && cart.bounds().0.distance(obstacle.bounds().0) < 1e-6)
        );
        let baked = on_ground(r#"Bake(profile: "ox", jump_distance: 3.0, cells_per_tile: 2, layers: ["crates"])"#);
        let Ok(Command::Bake { settings, profile }) = baked else { panic!("{baked:?}") };
        assert_eq!((profile.name.as_str(), profile.jump_distance, profile.radius), ("ox", 3.0, 0.45));
        assert_eq!((settings.cells_per_tile, settings.layers), (2, 0b10));
        for (step, part) in [
            (r#"PutZone(name: "a", kind: "reward", on: "gard", radius: 1, strength: 1)"#, "did you mean `guard`?"),
            (r#"PutZone(name: "a", kind: "reward", at: (1, 1), strength: 1)"#, "needs a `radius`"),
            (r#"PutZone(name: "a", kind: "reward", strength: 1)"#, "`at: (x, y)`"),
            (r#"PutObstacle(at: (1, 1))"#, "`size: (length, width)`"),
            (r#"PutObstacle(at: (1, 1), radius: 1, layer: "crate")"#, "did you mean `crates`?"),
            (r#"Bake(profile: "wlaker")"#, "did you mean `walker`?"),
        ] {
            let message = on_ground(step).expect_err(step);
            assert!(message.contains(part), "{step}: {message}");
        }
    }

    #[test]
    fn a_byte_order_mark_is_passed_over() {
        let script = Script::parse("mark.ron", "\u{feff}[(at: 1, do: Stop)]").unwrap();
        assert_eq!(script.steps.len(), 1);
    }

    #[test]
    fn a_text_of_any_depth_is_answered() {
        for text in ["[".repeat(100_000), "[(at:1,do:MoveTo(".repeat(50_000), "(".repeat(100_000)] {
            assert!(Script::parse("deep.ron", &text).is_err());
        }
    }
}
