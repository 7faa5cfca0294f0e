//! The table of steps: what a script can have done.

use crate::format::table::{
    BAKE, ERASE, MOVE_OBSTACLE, OBSTACLE, PAINT, SEARCH, SET_COURSE, SPAWN, SWITCH_LINK, SWITCH_OBSTACLE, TARGETS,
    Value, ZONE,
};

/// A kind of step.
#[derive(Debug)]
pub struct StepKind {
    /// What a script calls it.
    pub name: &'static str,
    /// What stands in its brackets; `None` where it has none, or where they are pixels of a window.
    pub value: Option<Value>,
    /// How it is written.
    pub example: &'static str,
    /// What it does.
    pub about: &'static str,
    /// Whether `agents` has a meaning for it.
    pub is_for_agents: bool,
    /// Whether only a window can do it.
    pub needs_window: bool,
}

/// What an entry of the table leaves out.
const PLAIN: StepKind =
    StepKind { name: "", value: None, example: "", about: "", is_for_agents: false, needs_window: false };

/// Every kind of step, in the order in which the reference has them.
pub static STEPS: &[StepKind] = &[
    StepKind {
        name: "MoveTo",
        value: Some(TARGETS),
        example: "MoveTo(\"gate\")",
        about: "send the agents there now, and clear their queued orders",
        is_for_agents: true,
        ..PLAIN
    },
    StepKind {
        name: "ThenMoveTo",
        value: Some(TARGETS),
        example: "ThenMoveTo((tile: (3, 4)))",
        about: "the same, but queued after their other orders",
        is_for_agents: true,
        ..PLAIN
    },
    StepKind {
        name: "Order",
        value: Some(Value::Order),
        example: "Order(Patrol(\"round\"))",
        about: "give an [order](#agents) now, and clear the queued ones. Orders are written as in a level, except that other agents are given by their numbers: `Order(Follow(agent: 1, distance: 1.0, on_sight: true))`, and that a path must have a name",
        is_for_agents: true,
        ..PLAIN
    },
    StepKind {
        name: "Then",
        value: Some(Value::Order),
        example: "Then(Wait(3.0))",
        about: "the same, but queued after their other orders",
        is_for_agents: true,
        ..PLAIN
    },
    StepKind {
        name: "Scatter",
        value: None,
        example: "Scatter",
        about: "send each agent to a random point, drawn from the seed",
        is_for_agents: true,
        ..PLAIN
    },
    StepKind {
        name: "Stop",
        value: None,
        example: "Stop",
        about: "brake and stand still, and clear the queued orders",
        is_for_agents: true,
        ..PLAIN
    },
    StepKind {
        name: "Remove",
        value: None,
        example: "Remove",
        about: "remove the agents",
        is_for_agents: true,
        ..PLAIN
    },
    StepKind {
        name: "Search",
        value: Some(Value::Struct(&SEARCH)),
        example: "Search((algorithm: \"a-star\"))",
        about: "change the search from now on, of all agents or of the given ones; walking agents search again. The fields are those of [`search`](#search); fields that you leave out have their defaults",
        is_for_agents: true,
        ..PLAIN
    },
    StepKind {
        name: "Paint",
        value: Some(Value::Struct(&PAINT)),
        example: "Paint(terrain: \"wall\", tiles: [(3, 4)])",
        about: "give tiles this terrain",
        ..PLAIN
    },
    StepKind {
        name: "Erase",
        value: Some(Value::Struct(&ERASE)),
        example: "Erase(tiles: [(3, 4)])",
        about: "give tiles back the terrain that the level has there; if that is not walkable, walkable ground",
        ..PLAIN
    },
    StepKind {
        name: "Spawn",
        value: Some(Value::Struct(&SPAWN)),
        example: "Spawn(profile: \"walker\", target: (tile: (2, 2)))",
        about: "add an agent that stands there",
        ..PLAIN
    },
    StepKind {
        name: "Switch",
        value: Some(Value::Struct(&SWITCH_LINK)),
        example: "Switch(link: \"bridge\", on: false)",
        about: "turn the links of this name on or off",
        ..PLAIN
    },
    StepKind {
        name: "SetCourse",
        value: Some(Value::Struct(&SET_COURSE)),
        example: "SetCourse(path: \"round\", course: \"once\")",
        about: "change what comes after the last point of the path: `\"loop\"`, `\"back-and-forth\"` or `\"once\"`, as in [`paths`](#paths)",
        ..PLAIN
    },
    StepKind {
        name: "SwitchObstacle",
        value: Some(Value::Struct(&SWITCH_OBSTACLE)),
        example: "SwitchObstacle(name: \"door\", on: true)",
        about: "switch on or off the obstacles of this name whose motion is `\"switched-on\"` or `\"switched-off\"`",
        ..PLAIN
    },
    StepKind {
        name: "PutZone",
        value: Some(Value::Struct(&ZONE)),
        example: "PutZone(name: \"fire\", kind: \"danger\", at: (5.5, 3.5), radius: 2.0, strength: 8.0)",
        about: "add a zone, or replace the one of that name; the fields are those of a level's zones",
        ..PLAIN
    },
    StepKind {
        name: "RemoveZone",
        value: Some(Value::NameOf("zone")),
        example: "RemoveZone(\"fire\")",
        about: "remove a zone",
        ..PLAIN
    },
    StepKind {
        name: "PutObstacle",
        value: Some(Value::Struct(&OBSTACLE)),
        example: "PutObstacle(name: \"crate\", at: (6.0, 2.0), radius: 0.5)",
        about: "add an obstacle, or replace the one of that name; the fields are those of a level's obstacles",
        ..PLAIN
    },
    StepKind {
        name: "MoveObstacle",
        value: Some(Value::Struct(&MOVE_OBSTACLE)),
        example: "MoveObstacle(name: \"crate\", to: (7.0, 2.0))",
        about: "move an obstacle so that its centre is there",
        ..PLAIN
    },
    StepKind {
        name: "RemoveObstacle",
        value: Some(Value::NameOf("obstacle")),
        example: "RemoveObstacle(\"crate\")",
        about: "remove an obstacle",
        ..PLAIN
    },
    StepKind {
        name: "Bake",
        value: Some(Value::Struct(&BAKE)),
        example: "Bake(profile: \"walker\", radius: 0.4)",
        about: "bake again: for a profile, with another `radius`, `height`, `step_height`, `max_slope`, `jump_distance`, `drop_height`, `climb_cost`, `danger` or `reward`, and with the fields of a level's `bake`; what you leave out stays as it is",
        ..PLAIN
    },
    StepKind {
        name: "Tune",
        value: Some(Value::Profile),
        example: "Tune(profile: \"walker\", speed: 2.0)",
        about: "change a profile while the level runs, the first one if none is named: `speed`, `max_speed`, `mass`, `acceleration`, `acceptance_radius`, `angular_speed`, `stopping_distance`, `auto_braking`, `auto_repath`, `auto_traverse_links`, `avoidance_quality`, `avoidance_priority`, `avoidance_radius`, `sight_range`, `sight_angle`, `navigation`, and parts of `rays: (whiskers: 5)` and `flocking: (cohesion: 0.5)`, with the units and ranges of [`profiles`](#profiles). What you leave out stays as it is, except that `max_speed` is raised to a greater `speed`. Properties that concern the ground are changed by `Bake`",
        ..PLAIN
    },
    StepKind {
        name: "ClearBake",
        value: None,
        example: "ClearBake",
        about: "discard what is baked: no agent finds a path until it is baked again",
        ..PLAIN
    },
    StepKind { name: "Restart", value: None, example: "Restart", about: "restart the level", ..PLAIN },
    StepKind {
        name: "Key",
        value: Some(Value::Text),
        example: "Key(\"G\")",
        about: "press and release a key, by its name in the help (H)",
        needs_window: true,
        ..PLAIN
    },
    StepKind {
        name: "Click",
        value: None,
        example: "Click(640, 360)",
        about: "click with the left button; in logical pixels of the window",
        needs_window: true,
        ..PLAIN
    },
    StepKind {
        name: "Drag",
        value: None,
        example: "Drag((10, 10), (50, 50))",
        about: "press the left button at the first point, release it at the second",
        needs_window: true,
        ..PLAIN
    },
    StepKind {
        name: "Select",
        value: None,
        example: "Select",
        about: "select agents, as a click on them does",
        is_for_agents: true,
        needs_window: true,
    },
];
