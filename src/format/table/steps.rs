//! The structs of the steps of a script that no level has.

use super::LeftOut::Required;
use super::ValueType::{Choice, List, NameOf, Point, Switch, Tile};
use super::{ANY_NUMBER, Field, Struct, StructShape, TARGETS};
use crate::format::Course;

const TILES: super::ValueType = List(&Tile, ANY_NUMBER, "tiles");

structs! {
    /// Every struct that only a script has.
    STEP_STRUCTS =
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
