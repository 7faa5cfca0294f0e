//! Steps of a script, read from the tree of its text.

use super::{Action, GroundAction, Step, WindowAction};
use crate::agent::AgentId;
use crate::grid::Cell;
use crate::level::problem::{did_you_mean, shown};
use crate::level::reader::{Fields, Reader, Shape, list_of};
use crate::level::syntax::{Node, Value};
use crate::level::validate::in_scripts::Known;
use crate::level::{Course, Order};
use crate::sim::{Command, Selection, TICKS_A_SECOND};

static STEP: Shape =
    Shape { what: "a step", name: "Step", fields: &["at", "agents", "do"], example: "(at: 1.5, do: MoveTo(\"gate\"))" };

/// What a step can do.
struct Kind {
    name: &'static str,
    /// Its fields where they have names.
    fields: &'static [&'static str],
    example: &'static str,
    /// Whether `agents` has a meaning for it.
    is_for_agents: bool,
}

const fn kind(name: &'static str, example: &'static str) -> Kind {
    Kind { name, fields: &[], example, is_for_agents: false }
}

const fn for_agents(name: &'static str, example: &'static str) -> Kind {
    Kind { name, fields: &[], example, is_for_agents: true }
}

const fn with_fields(name: &'static str, fields: &'static [&'static str], example: &'static str) -> Kind {
    Kind { name, fields, example, is_for_agents: false }
}

const KINDS: [Kind; 27] = [
    for_agents("MoveTo", "MoveTo(\"gate\")"),
    for_agents("ThenMoveTo", "ThenMoveTo((tile: (3, 4)))"),
    for_agents("Stop", "Stop"),
    for_agents("Scatter", "Scatter"),
    with_fields("Paint", &["terrain", "tiles"], "Paint(terrain: \"wall\", tiles: [(3, 4)])"),
    with_fields("Erase", &["tiles"], "Erase(tiles: [(3, 4)])"),
    with_fields("Spawn", &["profile", "target"], "Spawn(profile: \"walker\", target: (tile: (2, 2)))"),
    for_agents("Remove", "Remove"),
    for_agents("Search", "Search((algorithm: \"a-star\"))"),
    with_fields("SetCourse", &["path", "course"], "SetCourse(path: \"round\", course: \"once\")"),
    with_fields("Switch", &["link", "on"], "Switch(link: \"bridge\", on: false)"),
    kind("PutZone", "PutZone(name: \"fire\", kind: \"danger\", at: (5.5, 3.5), radius: 2.0, strength: 8.0)"),
    kind("RemoveZone", "RemoveZone(\"fire\")"),
    kind("PutObstacle", "PutObstacle(name: \"crate\", at: (6.0, 2.0), radius: 0.5)"),
    with_fields("MoveObstacle", &["name", "to"], "MoveObstacle(name: \"crate\", to: (7.0, 2.0))"),
    kind("RemoveObstacle", "RemoveObstacle(\"crate\")"),
    kind("Bake", "Bake(profile: \"walker\", radius: 0.4)"),
    for_agents("Order", "Order(Patrol(\"round\"))"),
    for_agents("Then", "Then(Wait(3.0))"),
    kind("Tune", "Tune(profile: \"walker\", speed: 2.0)"),
    with_fields("SwitchObstacle", &["name", "on"], "SwitchObstacle(name: \"door\", on: true)"),
    kind("ClearBake", "ClearBake"),
    kind("Restart", "Restart"),
    kind("Key", "Key(\"G\")"),
    kind("Click", "Click(640, 360)"),
    kind("Drag", "Drag((10, 10), (50, 50))"),
    for_agents("Select", "Select"),
];

/// Reads a step; what is wrong with it is reported.
pub(super) fn step(reader: &mut Reader, node: &Node) -> Option<Step> {
    let fields = reader.fields(node, &STEP)?;
    let at = reader.required_like(&fields, "at", "1.5").and_then(|node| seconds(reader, node));
    let agents = reader.optional(&fields, "agents");
    let selection = agents.map_or(Some(Selection::All), |node| selection(reader, node));
    let action = reader.required_like(&fields, "do", "MoveTo(\"gate\")");
    let action = action.and_then(|node| action_of(reader, node, selection, fields.entry("agents").map(|of| &of.key)));
    Some(Step { tick: (at? * TICKS_A_SECOND).round() as u64, action: action? })
}

/// A time from the start.
fn seconds(reader: &mut Reader, node: &Node) -> Option<f64> {
    let help = "it is a number of seconds, 0 or more, such as 1.5";
    let nearest = reader.finite(node, "`at`", help)?;
    // To the last digit where it is written in digits alone.
    let seconds: f64 = reader.slice(node.span).replace('_', "").parse().unwrap_or(f64::from(nearest));
    if seconds < 0.0 {
        reader.report(node.span, format!("a step cannot be at {seconds}"), help);
    }
    (seconds >= 0.0).then_some(seconds)
}

/// Agents by their numbers.
fn selection(reader: &mut Reader, node: &Node) -> Option<Selection> {
    let list = reader.list(node, "`agents`", "[0, 2]")?;
    let number = |node: &Node| reader.count(node, "the number of an agent", 0..=u64::from(u32::MAX));
    let numbers: Vec<u64> = list.iter().filter_map(number).collect();
    (numbers.len() == list.len())
        .then(|| Selection::These(numbers.into_iter().map(|number| AgentId(number as u32)).collect()))
}

/// What a step does; `selection` is who does it, and `agents` where that is said.
fn action_of(reader: &mut Reader, node: &Node, selection: Option<Selection>, agents: Option<&Node>) -> Option<Action> {
    let Some((name, inside)) = node.named() else {
        reader.wrong_kind(node, "what a step does", "a name without quotes", "MoveTo(\"gate\")");
        return None;
    };
    let written = reader.slice(name).to_owned();
    let Some(kind) = KINDS.iter().find(|kind| kind.name == written) else {
        let names = || KINDS.iter().map(|kind| kind.name);
        let help = did_you_mean(&written, names())
            .unwrap_or_else(|| format!("the steps are {}", names().collect::<Vec<&str>>().join(", ")));
        reader.report(name, format!("there is no step {}", shown(&written)), help);
        return None;
    };
    if let Some(key) = agents.filter(|_| !kind.is_for_agents) {
        let with = KINDS.iter().filter(|kind| kind.is_for_agents).map(|kind| kind.name);
        let help = format!("leave it out: it goes with {}", list_of(with));
        reader.report(key.span, format!("`agents` has no meaning for {}", kind.name), help);
    }
    Written { kind, node, inside }.action(reader, selection)
}

/// A step that is being read: its kind, and what stands in its brackets.
struct Written<'n> {
    kind: &'static Kind,
    node: &'n Node,
    inside: &'n [Node],
}

impl<'n> Written<'n> {
    fn action(&self, reader: &mut Reader, selection: Option<Selection>) -> Option<Action> {
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
            "Key" => return self.text(reader).map(|key| Action::Window(WindowAction::Key(key))),
            "Click" | "Drag" => return self.on_screen(reader).map(Action::Window),
            "PutZone" | "PutObstacle" | "Bake" | "Tune" => {
                let before = reader.problems.count();
                ground(reader, self.node, &known);
                let text = reader.slice(self.node.span).to_owned();
                return (reader.problems.count() == before).then_some(Action::Ground(GroundAction { text }));
            }
            _ => self.fields(reader, &known)?,
        };
        Some(Action::Command(command))
    }

    /// A step that is a word alone.
    fn word(&self, reader: &mut Reader, selection: Option<Selection>) -> Option<Action> {
        if !matches!(self.node.value, Value::Word) {
            let message = format!("{} has nothing in brackets", self.kind.name);
            reader.report(self.node.span, message, format!("write `{}`", self.kind.example));
            return None;
        }
        Some(Action::Command(match self.kind.name {
            "Stop" => Command::Order(selection?, Order::Stop),
            "Scatter" => Command::Scatter(selection?),
            "Remove" => Command::Remove(selection?),
            "ClearBake" => Command::ClearBake,
            "Restart" => Command::Restart,
            _ => return Some(Action::Window(WindowAction::Select(selection?))),
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
        reader.text(node, &format!("what stands in {}", self.kind.name), "\"fire\"")
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
                self.takes(reader, "two points in pixels");
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
        let Kind { name, fields, example, .. } = *self.kind;
        let fields = reader.fields(self.node, &Shape { what: name, name, fields, example })?;
        match name {
            "Paint" => {
                let (terrain, tiles) = (text(reader, &fields, "terrain", "\"wall\""), tiles(reader, &fields));
                Some(Command::Paint { terrain: terrain?, tiles: tiles? })
            }
            "Erase" => Some(Command::Erase { tiles: tiles(reader, &fields)? }),
            "Spawn" => {
                let profile = text(reader, &fields, "profile", "\"walker\"");
                let target = reader.required_like(&fields, "target", "(tile: (2, 2))");
                let target = target.and_then(|node| known.target(reader, node));
                Some(Command::Spawn { profile: profile?, at: target? })
            }
            "SetCourse" => {
                let path = text(reader, &fields, "path", "\"round\"");
                let course = reader.required_like(&fields, "course", "\"once\"");
                let course = course.and_then(|node| reader.one_of(node, "course", &Course::ALL.map(Course::name)));
                Some(Command::SetCourse { path: path?, course: Course::ALL[course?] })
            }
            "Switch" => {
                let (link, on) = (text(reader, &fields, "link", "\"bridge\""), is_on(reader, &fields));
                Some(Command::Switch { link: link?, on: on? })
            }
            "SwitchObstacle" => {
                let (obstacle, on) = (text(reader, &fields, "name", "\"door\""), is_on(reader, &fields));
                Some(Command::SwitchObstacle { obstacle: obstacle?, on: on? })
            }
            _ => {
                let obstacle = text(reader, &fields, "name", "\"crate\"");
                let to = reader.required_like(&fields, "to", "(7.0, 2.0)").and_then(|node| reader.point(node, "`to`"));
                Some(Command::MoveObstacle { obstacle: obstacle?, to: to? })
            }
        }
    }
}

fn text(reader: &mut Reader, fields: &Fields, name: &str, example: &str) -> Option<String> {
    let node = reader.required_like(fields, name, example)?;
    reader.text(node, &format!("`{name}`"), example)
}

fn is_on(reader: &mut Reader, fields: &Fields) -> Option<bool> {
    let node = reader.required_like(fields, "on", "true")?;
    reader.bool(node, "`on`")
}

fn tiles(reader: &mut Reader, fields: &Fields) -> Option<Vec<Cell>> {
    let node = reader.required_like(fields, "tiles", "[(3, 4)]")?;
    let list = reader.list(node, "`tiles`", "[(3, 4)]")?;
    let tiles: Vec<Cell> = list.iter().filter_map(|node| reader.tile(node)).collect();
    (tiles.len() == list.len()).then_some(tiles)
}

/// A step that changes the ground or a kind of agent, in the words of a level.
pub(super) fn ground(reader: &mut Reader, node: &Node, known: &Known) -> Option<Command> {
    match node.name.map(|name| reader.slice(name).to_owned()).as_deref() {
        Some("PutZone") => known.zone(reader, node).map(Command::PutZone),
        Some("PutObstacle") => known.obstacle(reader, node).map(Command::PutObstacle),
        Some("Tune") => known.tune(reader, node).map(|profile| Command::Tune(Box::new(profile))),
        Some("Bake") => {
            let (settings, profile) = known.bake(reader, node)?;
            Some(Command::Bake { settings, profile: Box::new(profile) })
        }
        _ => {
            reader.wrong_kind(
                node,
                "what a step does",
                "a name with a struct",
                "PutObstacle(at: (6.0, 2.0), radius: 0.5)",
            );
            None
        }
    }
}
