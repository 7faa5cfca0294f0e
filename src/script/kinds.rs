//! The table of steps: what a script can have done.

use crate::format::table::{
    ERASE, MOVE_OBSTACLE, OBSTACLE, PAINT, PUT_PATH, PUT_ZONE, REBAKE, SEARCH, SET_COURSE, SPAWN, SWITCH_LINK,
    SWITCH_OBSTACLE, TARGETS, TUNE, ValueType,
};
use crate::profile::Unit;

/// A kind of step.
#[derive(Debug)]
pub struct ScriptStepKind {
    /// What a script calls it.
    pub name: &'static str,
    /// What stands in its brackets; `None` where it has none.
    pub value: Option<ValueType>,
    /// How it is written.
    pub example: &'static str,
    /// What it does.
    pub about: &'static str,
    /// Whether `agents` has a meaning for it.
    pub is_for_agents: bool,
    /// Whether only a window can do it.
    pub needs_window: bool,
}

/// A point of a window.
const PIXEL: ValueType = ValueType::Pair(&["x", "y"], &ValueType::Number(f32::MIN..=f32::MAX, Unit::None));

/// What an entry of the table leaves out.
const PLAIN: ScriptStepKind =
    ScriptStepKind { name: "", value: None, example: "", about: "", is_for_agents: false, needs_window: false };

/// Makes the table of an entry for each kind of step: its name with what stands in its brackets, what is true of it, how it is
/// written, and what it does.
macro_rules! steps {
    ($($name:ident $(($value:expr))? { $($is:ident),* } $example:literal, $about:literal;)*) => {
        /// Every kind of step, in the order in which the reference has them.
        pub static STEPS: &[ScriptStepKind] = &[$(ScriptStepKind {
            name: stringify!($name),
            $(value: Some($value),)?
            $($is: true,)*
            example: $example,
            about: $about,
            ..PLAIN
        }),*];
    };
}

steps! {
    MoveTo(TARGETS) { is_for_agents } "MoveTo(\"gate\")",
        "send the agents there now, and clear their queued orders";
    ThenMoveTo(TARGETS) { is_for_agents } "ThenMoveTo((tile: (3, 4)))",
        "the same, but queued after their other orders";
    Order(ValueType::Order) { is_for_agents } "Order(Patrol(\"round\"))",
        "give an [order](#agents) now, and clear the queued ones. Orders are written as in a level, except that other agents are given by their numbers: `Order(Follow(agent: 1, distance: 1.0, on_sight: true))`, and that a path must have a name";
    Then(ValueType::Order) { is_for_agents } "Then(Wait(3.0))",
        "the same, but queued after their other orders";
    Scatter { is_for_agents } "Scatter",
        "send each agent to a random point, drawn from the seed";
    Stop { is_for_agents } "Stop",
        "brake and stand still, and clear the queued orders";
    Remove { is_for_agents } "Remove",
        "remove the agents";
    Search(ValueType::Struct(&SEARCH)) { is_for_agents } "Search((algorithm: \"a-star\"))",
        "change the search from now on, of all agents or of the given ones; walking agents search again. The fields are those of [`search`](#search); fields that you leave out have their defaults";
    Paint(ValueType::Struct(&PAINT)) {} "Paint(terrain: \"wall\", tiles: [(3, 4)])",
        "give tiles this terrain";
    Erase(ValueType::Struct(&ERASE)) {} "Erase(tiles: [(3, 4)])",
        "give tiles back the terrain that the level has there; if that is not walkable, walkable ground";
    Spawn(ValueType::Struct(&SPAWN)) {} "Spawn(profile: \"walker\", target: (tile: (2, 2)))",
        "add an agent that stands there";
    Switch(ValueType::Struct(&SWITCH_LINK)) {} "Switch(link: \"bridge\", on: false)",
        "turn the links of this name on or off";
    PutPath(ValueType::Made(&PUT_PATH)) {} "PutPath(name: \"beat\", points: [(tile: (3, 4)), (at: (7.5, 1.0))])",
        "add a patrol path, or replace the one of that name; the fields are those of a level's [`paths`](#paths)";
    SetCourse(ValueType::Struct(&SET_COURSE)) {} "SetCourse(path: \"round\", course: \"once\")",
        "change what comes after the last point of the path: `\"loop\"`, `\"back-and-forth\"` or `\"once\"`, as in [`paths`](#paths)";
    SwitchObstacle(ValueType::Struct(&SWITCH_OBSTACLE)) {} "SwitchObstacle(name: \"door\", on: true)",
        "switch on or off the obstacles of this name whose motion is `\"switched-on\"` or `\"switched-off\"`";
    PutZone(ValueType::Made(&PUT_ZONE)) {} "PutZone(name: \"fire\", kind: \"danger\", at: (5.5, 3.5), radius: 2.0, strength: 8.0)",
        "add a zone, or replace the one of that name; the fields are those of a level's zones";
    RemoveZone(ValueType::NameOf("zone")) {} "RemoveZone(\"fire\")",
        "remove a zone";
    PutObstacle(ValueType::Struct(&OBSTACLE)) {} "PutObstacle(name: \"crate\", at: (6.0, 2.0), radius: 0.5)",
        "add an obstacle, or replace the one of that name; the fields are those of a level's obstacles";
    MoveObstacle(ValueType::Struct(&MOVE_OBSTACLE)) {} "MoveObstacle(name: \"crate\", to: (7.0, 2.0))",
        "move an obstacle so that its centre is there";
    RemoveObstacle(ValueType::NameOf("obstacle")) {} "RemoveObstacle(\"crate\")",
        "remove an obstacle";
    Bake(ValueType::Made(&REBAKE)) {} "Bake(profile: \"walker\", radius: 0.4)",
        "bake again: for a profile with another body, and with other fields of a level's [`bake`](#bake); what you leave out stays as it is";
    Tune(ValueType::Made(&TUNE)) {} "Tune(profile: \"walker\", speed: 2.0)",
        "change a profile while the level runs, the first one if none is named. What you leave out stays as it is, except that `max_speed` is raised to a greater `speed`. Properties that concern the ground are changed by `Bake`";
    ClearBake {} "ClearBake",
        "discard what is baked: no agent finds a path until it is baked again";
    Restart {} "Restart",
        "restart the level";
    Key(ValueType::Text) { needs_window } "Key(\"G\")",
        "press and release a key, by its name in the help (H)";
    Click(PIXEL) { needs_window } "Click(640, 360)",
        "click with the left button; in logical pixels of the window";
    Drag(ValueType::Pair(&["from", "to"], &PIXEL)) { needs_window } "Drag((10, 10), (50, 50))",
        "press the left button at the first point, release it at the second";
    Select { is_for_agents, needs_window } "Select",
        "select agents, as a click on them does";
}
