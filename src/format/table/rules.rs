//! The conditions and the effects of rules. The comment of each is what the reference of the format says of it.

use super::LeftOut::{Is, Required, Words};
use super::ValueType::{List, NameOf, Number, OneOf, Switch, Text, Whole};
use super::{Field, NONE, PLACE, Struct, ValueType, WAVE, WHOM, wide};
use crate::format::limits;
use crate::profile::Unit;

const WHO: &str = "an agent, or all of a team";
const ALL: super::LeftOut = Words("all of them");
const COUNT: super::ValueType = Whole(wide(limits::RULE_COUNT), "agents");
/// What switches turn.
const SWITCHED: super::ValueType = OneOf(&[NameOf("link"), NameOf("obstacle")]);

structs! {
    /// What can make a rule fire.
    CONDITIONS =
    /// One of them comes into the place.
    ENTERS = "Enters", "`Enters`", "Enters(who: \"guards\", place: \"gate\")" {
        who: WHOM, Required("\"guards\""), WHO;
        place: PLACE, Required("\"gate\""), "the place";
    }

    /// One of them goes out of the place.
    LEAVES = "Leaves", "`Leaves`", "Leaves(who: \"guards\", place: \"gate\")" {
        who: WHOM, Required("\"guards\""), WHO;
        place: PLACE, Required("\"gate\""), "the place";
    }

    /// One of them comes to the end of its orders and stands there.
    ARRIVES = "Arrives", "`Arrives`", "Arrives(who: \"guards\")" {
        who: WHOM, Required("\"guards\""), WHO;
    }

    /// One of them sees one of the others: within the range and the angle of its sight, with nothing opaque in between.
    SEES = "Sees", "`Sees`", "Sees(who: \"guards\", whom: \"guards\")" {
        who: WHOM, Required("\"guards\""), WHO;
        whom: WHOM, Required("\"guards\""), "whom: an agent, or one of a team";
        within: Number(limits::RULE_DISTANCE, Unit::Length), Words("as far as it sees"), "only within this distance from middle to middle";
    }

    /// So many of them are in the place at the same time.
    INSIDE = "Inside", "`Inside`", "Inside(who: \"guards\", place: \"gate\", count: 3)" {
        who: WHOM, Required("\"guards\""), WHO;
        place: PLACE, Required("\"gate\""), "the place";
        count: COUNT, ALL, "how many";
    }

    /// So many different ones of them have come into the place since the level began.
    ENTERED = "Entered", "`Entered`", "Entered(who: \"guards\", place: \"gate\", count: 3)" {
        who: WHOM, Required("\"guards\""), WHO;
        place: PLACE, Required("\"gate\""), "the place";
        count: COUNT, Is("1"), "how many";
    }

    /// So many of them have come to the end of their orders and stand there.
    ARRIVED = "Arrived", "`Arrived`", "Arrived(who: \"guards\", count: 3)" {
        who: WHOM, Required("\"guards\""), WHO;
        count: COUNT, ALL, "how many";
    }

    /// So many of them have left the level, as agents with `leaves: true` do.
    LEFT = "Left", "`Left`", "Left(who: \"guards\", count: 3)" {
        who: WHOM, Required("\"guards\""), WHO;
        count: COUNT, Is("1"), "how many";
    }

    /// None of them is there any more, and none is still to come with a wave.
    GONE = "Gone", "`Gone`", "Gone(who: \"guards\")" {
        who: WHOM, Required("\"guards\""), WHO;
    }

    /// So much time has passed since the level began.
    AFTER = "After", "`After`", "After(time: 30.0)" {
        time: Number(limits::RULE_TIME, Unit::Time), Required("30.0"), "how long";
    }

    /// Again and again after so much time, with `repeat: true`.
    EVERY = "Every", "`Every`", "Every(time: 10.0)" {
        time: Number(limits::RULE_TIME, Unit::Time), Required("10.0"), "how long";
    }

    /// The links or the obstacle of a name are switched on, or off.
    SWITCHED_TO = "Switched", "`Switched`", "Switched(name: \"bridge\", on: true)" {
        name: SWITCHED, Required("\"bridge\""), "the name of links, or of an obstacle whose motion is switched";
        on: Switch, Is("true"), "on or off";
    }

    /// Each of these holds at the same time. One of them may be a moment; the others are asked in that moment.
    ALL_OF = "All", "`All`", "All(of: [Entered(who: \"guards\", place: \"gate\"), After(time: 30.0)])" {
        of: List(&ValueType::Variant("condition", SINGLE_CONDITIONS), limits::CONDITIONS, "conditions"), Required("[After(time: 30.0), After(time: 60.0)]"), "the conditions, none of them an `All` itself";
    }
}

/// The conditions of which an `All` is made.
static SINGLE_CONDITIONS: &[&Struct] = CONDITIONS.split_last().expect("there are conditions").1;

structs! {
    /// What a rule can bring about.
    EFFECTS =
    /// They are given an order, or several, one after the other.
    TELL = "Tell", "`Tell`", "Tell(who: \"guards\", order: MoveTo(\"gate\"))" {
        who: WHOM, Required("\"guards\""), WHO;
        place: PLACE, NONE, "only those that are in this place";
        order: OneOf(&[super::ValueType::Order, List(&super::ValueType::Order, 1..=limits::ORDERS, "orders")]), Required("MoveTo(\"gate\")"), "what they do";
    }

    /// Links and obstacles of a name are switched.
    TURN = "Switch", "`Switch`", "Switch(name: \"bridge\", on: true)" {
        name: SWITCHED, Required("\"bridge\""), "the name of links, of an obstacle whose motion is switched, or of both";
        on: Switch, Words("the other way"), "on or off";
    }

    /// Agents come, as with a wave that begins now.
    SPAWN_WAVE = "Spawn", "`Spawn`", "Spawn(wave: (in: \"gate\", count: 3))" {
        wave: super::ValueType::Struct(&WAVE), Required("(in: \"gate\", count: 3)"), "the wave; its `at` counts from now";
    }

    /// They are removed from the level.
    REMOVE = "Remove", "`Remove`", "Remove(who: \"guards\", place: \"gate\")" {
        who: WHOM, Required("\"guards\""), WHO;
        place: PLACE, NONE, "only those that are in this place";
        count: COUNT, ALL, "how many at most: those who came first";
    }

    /// The ground of a place becomes another.
    PAINT_PLACE = "Paint", "`Paint`", "Paint(place: \"gate\", terrain: \"grass\")" {
        place: PLACE, Required("\"gate\""), "the place; a rule paints at most 1024 tiles in all";
        terrain: NameOf("terrain"), Required("\"grass\""), "its ground from now on";
    }

    /// A text stands at a place for some time.
    SAY = "Say", "`Say`", "Say(text: \"Who is there?\", place: \"gate\")" {
        text: Text, Required("\"Who is there?\""), "the text";
        place: PLACE, Required("\"gate\""), "where it stands";
        time: Number(limits::SAY_TIME, Unit::Time), Is("4.0"), "how long";
    }

    /// The level is won, unless it is won or lost already.
    WIN = "Win", "`Win`", "Win(text: \"They are safe.\")" {
        text: Text, Required("\"They are safe.\""), "what the player reads then";
        goal: Text, Words("the text"), "what the player reads before, as what is to be done; empty where that is a surprise";
    }

    /// The level is lost, unless it is won or lost already.
    LOSE = "Lose", "`Lose`", "Lose(text: \"They were seen.\")" {
        text: Text, Required("\"They were seen.\""), "what the player reads then";
        goal: Text, Words("the text"), "what the player reads before, as what to look out for; empty where that is a surprise";
    }
}
