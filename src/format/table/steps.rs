//! The structs of a script that no level has.

use std::sync::LazyLock;

use super::LeftOut::{Required, Words};
use super::ValueType::{Action, Choice, List, Name, NameOf, Number, Point, Switch, Tile, Whole};
use super::{ANY_NUMBER, Field, PATH, Struct, TARGETS, ZONE};
use crate::format::Course;
use crate::profile::Unit;

/// Agents have numbers in a script, and names in a level.
pub const AGENT_NUMBER: super::ValueType = Whole(0..=u32::MAX as u64, "");
const TILES: super::ValueType = List(&Tile, ANY_NUMBER, "tiles");

/// A patrol path of a level with its name.
pub static PUT_PATH: LazyLock<Struct> = LazyLock::new(|| {
    with_name(&PATH, Name("path"), ("PutPath", "PutPath(name: \"beat\", points: [(tile: (3, 4)), (at: (7.5, 1.0))])"))
});

/// A zone of a level with its name.
pub static PUT_ZONE: LazyLock<Struct> = LazyLock::new(|| {
    const EXAMPLE: &str = "PutZone(name: \"fire\", kind: \"danger\", at: (5.5, 3.5), radius: 2.0, strength: 8.0)";
    with_name(&ZONE, Name("zone"), ("PutZone", EXAMPLE))
});

/// A struct that has its name as a key in a level, and as a field in a script.
fn with_name(of: &'static Struct, value: super::ValueType, (name, example): (&'static str, &'static str)) -> Struct {
    let left_out = Required(value.example().leak());
    let field = Field { name: "name", value, left_out, about: "its name; what had the name before is replaced" };
    let fields: Vec<Field> = [field].into_iter().chain(of.fields.iter().cloned()).collect();
    Struct::plain((name, of.what(), example), fields.leak(), of.rules, of.about)
}

structs! {
    /// Every struct that only a script has.
    STEP_STRUCTS =
    /// A step of a script.
    SCRIPT_STEP = "Step", "a step", "(at: 1.5, do: MoveTo(\"gate\"))" {
        at: Number(0.0..=f32::MAX, Unit::Time), Required("1.5"), "when it is done, since the level began";
        agents: List(&AGENT_NUMBER, ANY_NUMBER, "agents"), Words("all"), "who does it, by the numbers of the agents, from 0 in the order of the level";
        do: Action, Required("MoveTo(\"gate\")"), "what is done; see below";
    }

    /// Tiles that get a terrain.
    PAINT = "Paint", "Paint", "Paint(terrain: \"wall\", tiles: [(3, 4)])" {
        terrain: NameOf("terrain"), Required("\"wall\""), "their terrain from now on";
        tiles: TILES, Required("[(3, 4)]"), "which tiles";
    }

    /// Tiles that get back what the level has there.
    ERASE = "Erase", "Erase", "Erase(tiles: [(3, 4)])" {
        tiles: TILES, Required("[(3, 4)]"), "which tiles";
    }

    /// An agent that is added.
    SPAWN = "Spawn", "Spawn", "Spawn(profile: \"walker\", target: (tile: (2, 2)))" {
        profile: NameOf("profile"), Required("\"walker\""), "its profile";
        target: TARGETS, Required("(tile: (2, 2))"), "where it stands";
    }

    /// What comes after the last point of a path.
    SET_COURSE = "SetCourse", "SetCourse", "SetCourse(path: \"round\", course: \"once\")" {
        path: NameOf("path"), Required("\"round\""), "the path";
        course: Choice("course", &Course::NAMES), Required("\"once\""), "what comes after its last point, as in `paths`";
    }

    /// Links that are turned on or off.
    SWITCH_LINK = "Switch", "Switch", "Switch(link: \"bridge\", on: false)" {
        link: NameOf("link"), Required("\"bridge\""), "the name of the links";
        on: Switch, Required("true"), "whether they can be used";
    }

    /// An obstacle that is moved.
    MOVE_OBSTACLE = "MoveObstacle", "MoveObstacle", "MoveObstacle(name: \"crate\", to: (7.0, 2.0))" {
        name: NameOf("obstacle"), Required("\"crate\""), "the obstacle";
        to: Point, Required("(7.0, 2.0)"), "where its centre is then";
    }

    /// Obstacles that are turned on or off.
    SWITCH_OBSTACLE = "SwitchObstacle", "SwitchObstacle", "SwitchObstacle(name: \"door\", on: true)" {
        name: NameOf("obstacle"), Required("\"door\""), "the name of the obstacles";
        on: Switch, Required("true"), "whether they are on";
    }
}
