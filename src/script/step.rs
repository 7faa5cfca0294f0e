//! Steps of a script, read from the tree of its text.

use super::{GroundAction, STEPS, ScriptAction, ScriptStep, ScriptStepKind, WindowAction};
use crate::agent::AgentId;
use crate::format::field_type::FieldType;
use crate::format::problem::{did_you_mean, shown};
use crate::format::reader::{Fields, Reader, all, list_of};
use crate::format::syntax::{Node, Value};
use crate::format::table::{AGENT_NUMBER, SCRIPT_STEP, ValueType};
use crate::grid::Cell;
use crate::level::Order;
use crate::level::resolve::in_scripts::Known;
use crate::sim::{Command, Selection, TICKS_A_SECOND};

/// Reads a step; what is wrong with it is reported.
pub(super) fn step(reader: &mut Reader, node: &Node) -> Option<ScriptStep> {
    let fields = reader.open(node, &SCRIPT_STEP)?;
    let at = reader.required(&fields, "at").and_then(|node| seconds(reader, node));
    let agents = reader.optional(&fields, "agents");
    let selection = agents.map_or(Some(Selection::All), |node| selection(reader, node));
    let action = reader.required(&fields, "do");
    let action = action.and_then(|node| action_of(reader, node, selection, fields.entry("agents").map(|of| &of.key)));
    Some(ScriptStep { tick: (at? * TICKS_A_SECOND).round() as u64, action: action? })
}

/// A time from the start.
fn seconds(reader: &mut Reader, node: &Node) -> Option<f64> {
    let help = "it is a number of seconds, 0 or more, such as 1.5";
    let nearest = reader.finite(node, "`at`", help)?;
    // To the last digit where it is written in digits alone.
    let seconds: f64 = reader.slice(node.span).replace('_', "").parse().unwrap_or(f64::from(nearest));
    let is_time = SCRIPT_STEP.range("at").contains(&(seconds as f32));
    if !is_time {
        reader.report(node.span, format!("a step cannot be at {seconds}"), help);
    }
    is_time.then_some(seconds)
}

/// Agents by their numbers.
fn selection(reader: &mut Reader, node: &Node) -> Option<Selection> {
    let list = reader.list(node, "`agents`", "[0, 2]")?;
    let number = |node: &Node| u32::read(reader, node, "the number of an agent", &AGENT_NUMBER);
    all(list.iter().map(number).map(|number| number.map(AgentId))).map(Selection::These)
}

/// What a step does; `selection` is who does it, and `agents` where that is said.
fn action_of(
    reader: &mut Reader,
    node: &Node,
    selection: Option<Selection>,
    agents: Option<&Node>,
) -> Option<ScriptAction> {
    let Some((name, inside)) = node.named() else {
        reader.wrong_kind(node, "what a step does", "a name without quotes", "MoveTo(\"gate\")");
        return None;
    };
    let written = reader.slice(name).to_owned();
    let Some(kind) = STEPS.iter().find(|kind| kind.name == written) else {
        let names = || STEPS.iter().map(|kind| kind.name);
        let help = did_you_mean(&written, names())
            .unwrap_or_else(|| format!("the steps are {}", names().collect::<Vec<&str>>().join(", ")));
        reader.report(name, format!("there is no step {}", shown(&written)), help);
        return None;
    };
    if let Some(key) = agents.filter(|_| !kind.is_for_agents) {
        let with = STEPS.iter().filter(|kind| kind.is_for_agents).map(|kind| kind.name);
        let help = format!("leave it out: it goes with {}", list_of(with));
        reader.report(key.span, format!("`agents` has no meaning for {}", kind.name), help);
    }
    StepBody { kind, node, inside }.action(reader, selection)
}

/// A step that is being read: its kind, and what stands in its brackets.
struct StepBody<'n> {
    kind: &'static ScriptStepKind,
    node: &'n Node,
    inside: &'n [Node],
}

impl<'n> StepBody<'n> {
    fn action(&self, reader: &mut Reader, selection: Option<Selection>) -> Option<ScriptAction> {
        let known = Known::nothing();
        let command = match self.kind.name {
            "MoveTo" | "ThenMoveTo" | "Order" | "Then" | "Search" => {
                let value = self.one(reader)?;
                match self.kind.name {
                    "MoveTo" => Command::Order(selection?, Order::MoveTo(known.target(reader, value)?)),
                    "ThenMoveTo" => Command::ThenOrder(selection?, Order::MoveTo(known.target(reader, value)?)),
                    "Order" => Command::Order(selection?, known.order(reader, value)?),
                    "Then" => Command::ThenOrder(selection?, known.order(reader, value)?),
                    _ => Command::Search(selection?, known.search(reader, value)),
                }
            }
            "Stop" | "Scatter" | "Remove" | "ClearBake" | "Restart" | "Select" => return self.word(reader, selection),
            "RemoveZone" => Command::RemoveZone(self.text(reader)?),
            "RemoveObstacle" => Command::RemoveObstacle(self.text(reader)?),
            "Key" => return self.text(reader).map(|key| ScriptAction::Window(WindowAction::Key(key))),
            "Click" | "Drag" => return self.on_screen(reader).map(ScriptAction::Window),
            "PutPath" | "PutZone" | "PutObstacle" | "Bake" | "Tune" => {
                let before = reader.problems.count();
                if self.node.name.is_none() {
                    self.takes(reader, "fields");
                    return None;
                }
                ground(reader, self.node, &known);
                let text = reader.slice(self.node.span).to_owned();
                return (reader.problems.count() == before).then_some(ScriptAction::Ground(GroundAction { text }));
            }
            _ => self.fields(reader, &known)?,
        };
        Some(ScriptAction::Command(command))
    }

    /// A step that is a word alone.
    fn word(&self, reader: &mut Reader, selection: Option<Selection>) -> Option<ScriptAction> {
        if !matches!(self.node.value, Value::Word) {
            let message = format!("{} has nothing in brackets", self.kind.name);
            reader.report(self.node.span, message, format!("write `{}`", self.kind.example));
            return None;
        }
        Some(ScriptAction::Command(match self.kind.name {
            "Stop" => Command::Order(selection?, Order::Stop),
            "Scatter" => Command::Scatter(selection?),
            "Remove" => Command::Remove(selection?),
            "ClearBake" => Command::ClearBake,
            "Restart" => Command::Restart,
            _ => return Some(ScriptAction::Window(WindowAction::Select(selection?))),
        }))
    }

    /// The one value in the brackets.
    fn one(&self, reader: &mut Reader) -> Option<&'n Node> {
        match self.inside {
            [node] => Some(node),
            _ => {
                self.takes(reader, "one value");
                None
            }
        }
    }

    /// The one string in the brackets.
    fn text(&self, reader: &mut Reader) -> Option<String> {
        let node = self.one(reader)?;
        let value = self.kind.value.as_ref().filter(|value| !matches!(value, ValueType::Text));
        let example = value.map_or("\"G\"".to_owned(), ValueType::example);
        reader.text(node, &format!("what stands in {}", self.kind.name), &example)
    }

    /// A click or a drag.
    fn on_screen(&self, reader: &mut Reader) -> Option<WindowAction> {
        const PIXELS: &str = "it is a finite number of pixels";
        match (self.kind.name, self.inside) {
            ("Click", [x, y]) => {
                let (x, y) =
                    (reader.finite(x, "the x of a click", PIXELS), reader.finite(y, "the y of a click", PIXELS));
                Some(WindowAction::Click(x?, y?))
            }
            ("Drag", [from, to]) => {
                let mut point = |node: &Node| {
                    let [x, y] = reader.pair(node, "an end of a drag", "(10, 10)")?;
                    let x = reader.finite(x, "the x of a drag", PIXELS);
                    x.zip(reader.finite(y, "the y of a drag", PIXELS))
                };
                let (from, to) = (point(from), point(to));
                Some(WindowAction::Drag(from?, to?))
            }
            _ => {
                self.takes(
                    reader,
                    if self.kind.name == "Click" { "x and y in pixels" } else { "two points in pixels" },
                );
                None
            }
        }
    }

    /// Reports that something else stands in the brackets than may.
    fn takes(&self, reader: &mut Reader, what: &str) {
        if self.node.whole {
            let message = format!("{} takes {what} in brackets", self.kind.name);
            reader.report(self.node.span, message, format!("write it like `{}`", self.kind.example));
        }
    }

    /// A step whose values have names.
    fn fields(&self, reader: &mut Reader, known: &Known) -> Option<Command> {
        let Some(ValueType::Struct(of)) = self.kind.value else { return None };
        let fields = reader.open(self.node, of)?;
        match self.kind.name {
            "Paint" => {
                let (terrain, tiles) = (reader.take(&fields, "terrain"), tiles(reader, &fields));
                Some(Command::Paint { terrain: terrain?, tiles: tiles? })
            }
            "Erase" => Some(Command::Erase { tiles: tiles(reader, &fields)? }),
            "Spawn" => {
                let profile = reader.take(&fields, "profile");
                let target = reader.required(&fields, "target").and_then(|node| known.target(reader, node));
                Some(Command::Spawn { profile: profile?, at: target? })
            }
            "SetCourse" => {
                let (path, course) = (reader.take(&fields, "path"), reader.take(&fields, "course"));
                Some(Command::SetCourse { path: path?, course: course? })
            }
            "Switch" => {
                let (link, on) = (reader.take(&fields, "link"), reader.take(&fields, "on"));
                Some(Command::Switch { link: link?, on: on? })
            }
            "SwitchObstacle" => {
                let (obstacle, on) = (reader.take(&fields, "name"), reader.take(&fields, "on"));
                Some(Command::SwitchObstacle { obstacle: obstacle?, on: on? })
            }
            _ => {
                let (obstacle, to) = (reader.take(&fields, "name"), reader.take(&fields, "to"));
                Some(Command::MoveObstacle { obstacle: obstacle?, to: to? })
            }
        }
    }
}

fn tiles(reader: &mut Reader, fields: &Fields) -> Option<Vec<Cell>> {
    let list = reader.take_list(fields, "tiles")?;
    all(list.iter().map(|node| reader.tile(node)))
}

/// A step that changes a path, the ground or a kind of agent, in the words of a level.
pub(super) fn ground(reader: &mut Reader, node: &Node, known: &Known) -> Option<Command> {
    match node.name.map(|name| reader.slice(name).to_owned()).as_deref() {
        Some("PutPath") => known.path(reader, node).map(Command::PutPath),
        Some("PutZone") => known.zone(reader, node).map(Command::PutZone),
        Some("PutObstacle") => known.obstacle(reader, node).map(Command::PutObstacle),
        Some("Tune") => known.tune(reader, node).map(|profile| Command::Tune(Box::new(profile))),
        Some("Bake") => {
            let (settings, profile) = known.bake(reader, node)?;
            Some(Command::Bake { settings, profile: Box::new(profile) })
        }
        _ => None,
    }
}
