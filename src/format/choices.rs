//! What a level names by one word of a few: each choice with its name.

use crate::grid::Cell;
use crate::named::named;

named! {
    /// What comes after the last point of a path.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
    pub enum Course {
        /// The first one again, for ever.
        #[default]
        Loop = "loop",
        /// The same points backward, for ever.
        BackAndForth = "back-and-forth",
        /// Nothing.
        Once = "once",
    }

    /// How a link is crossed.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize)]
    pub enum LinkKind {
        /// By walking: over a plank, through a door; in one direction at a time.
        #[default]
        Walk = "walk",
        /// In a leap.
        Jump = "jump",
        /// Down a ledge.
        Drop = "drop",
        /// Rung by rung; one at a time.
        Ladder = "ladder",
        /// Hand over hand; one at a time.
        Rope = "rope",
        /// Carried by a platform that waits and goes, with as many agents as fit on it.
        Lift = "lift",
        /// From one end to the other in no time.
        Teleport = "teleport",
    }

    /// How ground looks: as one of the built-in terrains.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum TerrainLooks {
        /// Flat, with blades.
        Grass = "grass",
        /// A block of masonry.
        Wall = "wall",
        /// Flat, with slabs.
        Floor = "floor",
        /// Flat, with wheel tracks.
        Road = "road",
        /// Flat, with ripples.
        Sand = "sand",
        /// Flat, with trees.
        Forest = "forest",
        /// Flat, with puddles.
        Mud = "mud",
        /// Flat, with reeds.
        Swamp = "swamp",
        /// Flat, with drifts.
        Snow = "snow",
        /// Below the ground, with a shore and waves.
        Water = "water",
        /// A block of stone.
        Rock = "rock",
        /// A gap in the ground.
        Void = "void",
    }

    /// What a zone is for.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
    pub enum ZoneKind {
        /// Raises costs.
        #[default]
        Danger = "danger",
        /// Lowers costs, but never below the least that any ground of the level costs. The first agent to touch its middle
        /// (that of the box around a polygon) picks it up.
        Reward = "reward",
    }

    /// A part of the debug layer that a level can show when it opens.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum DebugPart {
        /// Lines between tiles, and their coordinates.
        Grid = "grid",
        /// How much room there is around each cell.
        Clearance = "clearance",
        /// The paths of agents.
        Paths = "paths",
        /// The open and the closed set of the last search.
        Explored = "explored",
        /// Velocities and forces.
        Velocities = "velocities",
        /// What agents have been told to do.
        Orders = "orders",
        /// Sight and rays.
        Senses = "senses",
        /// A heat map.
        Heat = "heat",
        /// The numbers of the program itself.
        Numbers = "numbers",
    }

    /// Where a level opens.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum OpensIn {
        /// In the game, with its agents.
        #[default]
        Game = "game",
        /// In the lab, with a start and a goal.
        Lab = "lab",
    }

    /// In which colours a level's ground and its searches are drawn.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum GroundPalette {
        /// Those of the game.
        #[default]
        Plain = "plain",
        /// Those of many tutorials: the grid blue, obstacles red, the path green, the start red, the goal green, closed cells
        /// grey.
        Classic = "classic",
    }

    /// A part of the window that a lesson can point to.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum WindowPart {
        /// The marker of the start.
        Start = "start",
        /// The marker of the goal.
        Goal = "goal",
        /// What chooses algorithm, heuristic and weight.
        Search = "search",
        /// The brush that draws walls.
        Brush = "brush",
        /// What plays a search step by step.
        Replay = "replay",
        /// The numbers of a search.
        Numbers = "numbers",
        /// What sends agents along the path.
        Walk = "walk",
        /// What opens the list of levels.
        Levels = "levels",
        /// What opens the debug layer.
        Debug = "debug",
        /// What opens the lab.
        Lab = "lab",
        /// What opens the help.
        Help = "help",
    }

    /// A kind of warning.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum WarningKind {
        /// An agent cannot reach where its order leads.
        UnreachableGoal = "unreachable-goal",
        /// An agent cannot reach a point of its patrol.
        UnreachablePatrolPoint = "unreachable-patrol-point",
        /// No agent can come to some of the ground.
        UnreachableGround = "unreachable-ground",
        /// No agent can stand anywhere.
        NowhereToStand = "nowhere-to-stand",
        /// Agents can stand on hardly any tile.
        NearlyAllClosed = "nearly-all-closed",
        /// No agent can cross a link.
        DeadLink = "dead-link",
        /// No agent can come to a switch before it has turned what it turns.
        UnreachableSwitch = "unreachable-switch",
        /// An order stands behind one that has no end.
        EndlessOrder = "endless-order",
        /// A rule about a place to which none of those can come that it asks about.
        DeadRule = "dead-rule",
        /// Several agents have one name.
        SameName = "same-name",
        /// Something is given that has no effect.
        NoEffect = "no-effect",
        /// A heading is given in radians.
        Radians = "radians",
        /// Something has a name that nothing refers to.
        UnusedName = "unused-name",
        /// A level expects a warning that does not come.
        UnmetExpectation = "unmet-expectation",
    }

    /// A direction on the map, of which the upper side is north.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
    pub enum Direction {
        /// To the right.
        East = "east",
        /// Downward.
        South = "south",
        /// To the left.
        West = "west",
        /// Upward.
        North = "north",
    }

    /// In which direction a ramp rises, or falls.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub(crate) enum Axis {
        EastWest = "east-west",
        NorthSouth = "north-south",
    }
}

impl WarningKind {
    /// The kinds that a level may expect: all but the last one, which an expectation itself brings.
    pub const EXPECTABLE: &[WarningKind] = WarningKind::ALL.split_last().expect("there are kinds of warnings").1;
    /// Their names.
    pub const EXPECTABLE_NAMES: &[&str] = WarningKind::NAMES.split_last().expect("there are kinds of warnings").1;
}

impl Direction {
    /// The tile beside another in this direction.
    ///
    /// ```
    /// use footpath::grid::Cell;
    /// use footpath::level::Direction;
    /// assert_eq!(Direction::North.beside(Cell::new(2, 5)), Cell::new(2, 4));
    /// ```
    pub fn beside(self, Cell { x, y }: Cell) -> Cell {
        match self {
            Direction::East => Cell::new(x + 1, y),
            Direction::South => Cell::new(x, y + 1),
            Direction::West => Cell::new(x - 1, y),
            Direction::North => Cell::new(x, y - 1),
        }
    }
}

/// When an obstacle moves that does not open by itself.
pub const TRIGGERS: [&str; 3] = ["always", "switched-on", "switched-off"];

/// The kinds of generated maps.
pub const MAP_KINDS: [&str; 7] = ["open", "maze", "braided", "divided", "stairs", "rooms", "caves"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stand_in_the_order_of_the_choices() {
        assert_eq!(Course::ALL.map(Course::name), Course::NAMES);
        assert_eq!((LinkKind::Ladder.name(), ZoneKind::Danger.name()), ("ladder", "danger"));
        assert_eq!(WarningKind::DeadLink.name(), "dead-link");
    }
}
