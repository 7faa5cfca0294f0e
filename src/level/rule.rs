//! Rules: what happens in a level when something else does.
//!
//! The words stand in one table, `src/format/table/rules.rs`. A new condition or effect is an entry there, a variant here with a
//! field for each of the entry, and what it means, in `src/sim/rules.rs`. Reading, checking and writing levels, the schema and the
//! reference of the format follow.

use std::slice;

use super::resolve::rule_fields::{Context, RuleField};
use super::{Level, Order, TerrainId, Wave, Whom};
use crate::format::reader::Reader;
use crate::format::ron_text::Ron;
use crate::format::struct_text::StructText;
use crate::format::syntax::Node;
use crate::format::{UserData, table};

/// What happens when something else does.
#[derive(Clone, Debug, PartialEq)]
pub struct Rule {
    /// What makes it fire.
    pub when: Condition,
    /// What happens then, one after the other.
    pub then: Vec<Effect>,
    /// Whether it can fire again once its condition no longer held.
    pub repeat: bool,
    /// What a program keeps there for itself.
    pub user: Option<UserData>,
}

/// Makes an enum whose variants are structs of the table, each with the fields of its struct.
macro_rules! words {
    (
        $(#[$about:meta])*
        $enum:ident = $noun:literal, $all:ident {
            $($(#[$doc:meta])* $word:ident = $table:ident { $($(#[$meaning:meta])* $field:ident: $type:ty,)* })*
        }
    ) => {
        $(#[$about])*
        #[derive(Clone, Debug, PartialEq)]
        pub enum $enum {
            $($(#[$doc])* $word { $($(#[$meaning])* $field: $type,)* },)*
        }

        impl $enum {
            /// Reads one; what is wrong with it is reported.
            pub(super) fn read(reader: &mut Reader, node: &Node, context: &mut Context) -> Option<$enum> {
                let (of, fields) = reader.variant(node, $noun, table::$all)?;
                $(if std::ptr::eq(of, &table::$table) {
                    $(let $field = <$type as RuleField>::take(reader, &fields, stringify!($field), context);)*
                    return Some($enum::$word { $($field: $field?,)* });
                })*
                unreachable!("{} is no {}", of.what(), $noun)
            }

            /// What levels call it.
            pub fn name(&self) -> &'static str {
                match self {
                    $($enum::$word { .. } => table::$table.name(),)*
                }
            }

            /// As a level has it.
            pub(super) fn written(&self, level: &Level) -> Ron {
                let (of, text) = match self {
                    $($enum::$word { $($field,)* } => {
                        let text = StructText::of(&table::$table);
                        (&table::$table, text$(.put_maybe(stringify!($field), RuleField::written($field, level)))*)
                    })*
                };
                Ron::trusted(format!("{}{}", of.name(), text.on_one_line()))
            }
        }
    };
}

words! {
    /// What can make a rule fire. `who` is an agent of the level, or all of a team.
    Condition = "condition", CONDITIONS {
        /// One of them comes into the place.
        Enters = ENTERS {
            /// The agent that comes, or the team of which one comes.
            who: Whom,
            /// The name of the place.
            place: String,
        }
        /// One of them goes out of the place.
        Leaves = LEAVES {
            /// The agent that goes, or the team of which one goes.
            who: Whom,
            /// The name of the place.
            place: String,
        }
        /// One of them comes to the end of its orders and stands there.
        Arrives = ARRIVES {
            /// The agent that arrives, or the team of which one arrives.
            who: Whom,
        }
        /// One of them sees one of the others.
        Sees = SEES {
            /// The agent that looks, or the team that looks.
            who: Whom,
            /// The agent that is to be seen, or the team of which one is.
            whom: Whom,
            /// At which distance between their middles at most, in world units.
            within: Option<f32>,
        }
        /// At least `count` of them are in the place at the same time.
        Inside = INSIDE {
            /// The agent, or the team, that is counted.
            who: Whom,
            /// The name of the place.
            place: String,
            /// How many; `None` for all.
            count: Option<u32>,
        }
        /// At least `count` different ones of them have come into the place since the level began.
        Entered = ENTERED {
            /// The agent, or the team, that is counted.
            who: Whom,
            /// The name of the place.
            place: String,
            /// How many of them must have come in.
            count: u32,
        }
        /// At least `count` of them have come to the end of their orders and stand there.
        Arrived = ARRIVED {
            /// The agent, or the team, that is counted.
            who: Whom,
            /// How many; `None` for all.
            count: Option<u32>,
        }
        /// At least `count` of them have left the level.
        Left = LEFT {
            /// The agent, or the team, that is counted.
            who: Whom,
            /// How many of them must have left.
            count: u32,
        }
        /// None of them is there any more, and none is still to come with a wave.
        Gone = GONE {
            /// The agent, or the team, that must be gone.
            who: Whom,
        }
        /// This time has passed since the level began.
        After = AFTER {
            /// The time since the level began, in seconds.
            time: f32,
        }
        /// This time has passed once more.
        Every = EVERY {
            /// The time between two moments, in seconds.
            time: f32,
        }
        /// The links or the obstacle of a name are on, or off.
        Switched = SWITCHED_TO {
            /// The name of the links or of the obstacle.
            name: String,
            /// Whether they are to be on, or off.
            on: bool,
        }
        /// Each of several holds at the same time.
        All = ALL_OF {
            /// Them: none is itself such a condition, and at most one [is a moment](Condition::is_moment).
            of: Vec<Condition>,
        }
    }
}

words! {
    /// What a rule can bring about. `who` is an agent of the level, or all of a team.
    Effect = "effect", EFFECTS {
        /// They are given orders, one after the other.
        Tell = TELL {
            /// The agent, or the team, that is given the orders.
            who: Whom,
            /// The name of a place, if only those in it are meant.
            place: Option<String>,
            /// The orders, the first one first.
            order: Vec<Order>,
        }
        /// Links and obstacles of a name are switched.
        Switch = TURN {
            /// The name of the links and obstacles.
            name: String,
            /// On, off, or, with `None`, the other way.
            on: Option<bool>,
        }
        /// A wave of agents begins to come.
        Spawn = SPAWN_WAVE {
            /// The wave, as it begins when the rule fires.
            wave: Wave,
        }
        /// Agents are removed from the level.
        Remove = REMOVE {
            /// The agent, or the team, that is removed.
            who: Whom,
            /// The name of a place, if only those in it are meant.
            place: Option<String>,
            /// How many at most, those with the lowest ids; `None` for all.
            count: Option<u32>,
        }
        /// The ground of a place becomes another.
        Paint = PAINT_PLACE {
            /// The name of the place.
            place: String,
            /// The terrain that the tiles of the place get.
            terrain: TerrainId,
        }
        /// A text stands at a place for some time.
        Say = SAY {
            /// The text as it is shown on the map.
            text: String,
            /// The name of the place.
            place: String,
            /// How long, in seconds.
            time: f32,
        }
        /// The level is won.
        Win = WIN {
            /// What the player reads then.
            text: String,
            /// What the player reads before, where that is another text.
            goal: Option<String>,
        }
        /// The level is lost.
        Lose = LOSE {
            /// What the player reads then.
            text: String,
            /// What the player reads before, where that is another text.
            goal: Option<String>,
        }
    }
}

impl Rule {
    /// The waves that it makes begin.
    pub fn waves(&self) -> impl Iterator<Item = &Wave> + Clone {
        self.then.iter().filter_map(|effect| match effect {
            Effect::Spawn { wave } => Some(wave),
            _ => None,
        })
    }
}

impl Effect {
    /// The name of the place that it paints, if it does.
    pub fn painted_place(&self) -> Option<&str> {
        match self {
            Effect::Paint { place, .. } => Some(place),
            _ => None,
        }
    }
}

impl Condition {
    /// Whether it holds for a moment only, as what happens does, so that it is new whenever it holds.
    pub fn is_moment(&self) -> bool {
        let is_one = |one: &Condition| {
            matches!(
                one,
                Condition::Enters { .. }
                    | Condition::Leaves { .. }
                    | Condition::Arrives { .. }
                    | Condition::Every { .. }
            )
        };
        self.parts().iter().any(is_one)
    }

    /// The conditions that hold together in it; itself where it is a single one.
    pub fn parts(&self) -> &[Condition] {
        match self {
            Condition::All { of } => of,
            single => slice::from_ref(single),
        }
    }

    /// The agents that it is about, and the name of the place, where it asks who is in one.
    pub fn visitors(&self) -> Option<(&Whom, &str)> {
        match self {
            Condition::Enters { who, place }
            | Condition::Leaves { who, place }
            | Condition::Inside { who, place, .. }
            | Condition::Entered { who, place, .. } => Some((who, place)),
            _ => None,
        }
    }
}
