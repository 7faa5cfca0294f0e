//! One step of a script as an author writes it.

use glam::Vec2;
use serde::de::{Deserialize, Deserializer, Error};

use super::orders::{WrittenCourse, WrittenOrder};
use super::search::WrittenMethod;
use super::{
    Action, GroundAction, Step, WindowAction, WrittenBake, WrittenObstacle, WrittenTarget, WrittenTune, WrittenZone,
};
use crate::agent::AgentId;
use crate::grid::Cell;
use crate::level::Order;
use crate::sim::{Command, Selection, TICKS_A_SECOND};

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
pub(super) struct Line(pub(super) Step);

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
            Some((x, y)) => Err(format!("({x}, {y}) is not a point: expected two finite numbers of pixels")),
            None => Ok(()),
        };
        let action = match written.action {
            Do::MoveTo(target) => Action::Command(Command::Order(selection, Order::MoveTo(target.0))),
            Do::ThenMoveTo(target) => Action::Command(Command::ThenOrder(selection, Order::MoveTo(target.0))),
            Do::Order(order) => Action::Command(Command::Order(selection, order.0)),
            Do::Then(order) => Action::Command(Command::ThenOrder(selection, order.0)),
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
            Do::PutZone(zone) => Action::Ground(GroundAction::PutZone(zone)),
            Do::RemoveZone(name) => Action::Command(Command::RemoveZone(name)),
            Do::PutObstacle(obstacle) => Action::Ground(GroundAction::PutObstacle(obstacle)),
            Do::MoveObstacle { name, to: (x, y) } => {
                Action::Command(Command::MoveObstacle { obstacle: name, to: Vec2::new(x, y) })
            }
            Do::RemoveObstacle(name) => Action::Command(Command::RemoveObstacle(name)),
            Do::Bake(bake) => Action::Ground(GroundAction::Bake(bake)),
            Do::Tune(tune) => Action::Ground(GroundAction::Tune(tune)),
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
    Paint { terrain: String, tiles: Vec<(i32, i32)> },
    Erase { tiles: Vec<(i32, i32)> },
    Spawn { profile: String, target: WrittenTarget },
    Remove,
    Search(WrittenMethod),
    SetCourse { path: String, course: WrittenCourse },
    Switch { link: String, on: bool },
    PutZone(Box<WrittenZone>),
    RemoveZone(String),
    PutObstacle(WrittenObstacle),
    MoveObstacle { name: String, to: (f32, f32) },
    RemoveObstacle(String),
    Bake(Box<WrittenBake>),
    Order(WrittenOrder),
    Then(WrittenOrder),
    Tune(Box<WrittenTune>),
    SwitchObstacle { name: String, on: bool },
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
