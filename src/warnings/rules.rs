//! Rules that never fire, and those that fire once where they are meant to fire again and again.

use super::Warning;
use super::reach::can_come;
use crate::level::{Afterwards, Condition, Effect, Level, Part, Rule, WarningKind, Whom};
use crate::sim::Simulation;

/// Rules that ask for more agents than there can be, and `Every` without `repeat`.
pub(super) fn idle(level: &Level) -> Vec<Warning<'_>> {
    let rules = level.rules.iter().enumerate();
    rules.filter_map(|(index, rule)| too_many(level, index, rule).or_else(|| fires_once(index, rule))).collect()
}

/// Rules that ask who is in a place to which none of those can come, with everything open that is switched. Where rules open
/// ground, that may let them come.
pub(super) fn out_of_reach<'l>(level: &'l Level, open: &Simulation) -> Vec<Warning<'l>> {
    if open_ground(level) {
        return Vec::new();
    }
    let rules = level.rules.iter().enumerate();
    let dead = rules.filter_map(|(index, rule)| Some((index, place_out_of_reach(level, open, rule)?)));
    dead.map(|(index, place)| Warning {
        kind: WarningKind::DeadRule,
        part: Part::Rule(index),
        message: format!("this rule never fires: none of those can come to {place:?}"),
        help: "open a way to the place, or name another".to_owned(),
    })
    .collect()
}

/// A place about which a rule asks, to which none of those can come about whom it asks.
pub(super) fn place_out_of_reach<'l>(level: &Level, open: &Simulation, rule: &'l Rule) -> Option<&'l str> {
    let mut asked = rule.when.parts().iter().filter_map(Condition::visitors);
    let is_far = |(who, place): &(&Whom, &str)| !can_come(level, open, Some(who), &level.places[*place]);
    asked.find(is_far).map(|(_, place)| place)
}

/// Whether a rule makes ground of a kind on which some agents cannot walk, or can walk in one direction alone, into another kind.
pub(super) fn open_ground(level: &Level) -> bool {
    let is_open = |terrain: usize| {
        let terrain = &level.map.terrains[terrain];
        let may_enter = level.profiles.iter().all(|profile| profile.areas.allows(terrain.area));
        terrain.walkable && terrain.one_way.is_none() && may_enter
    };
    let opens = |effect: &Effect| match effect {
        Effect::Paint { place, terrain } => {
            let painted = &level.map.terrains[usize::from(terrain.0)];
            let tiles = level.places[place].iter();
            painted.walkable && !tiles.map(|&tile| level.map.tiles[tile]).all(|before| is_open(usize::from(before.0)))
        }
        _ => false,
    };
    level.rules.iter().flat_map(|rule| &rule.then).any(opens)
}

/// A rule that asks for more agents than there ever are, or whether one agent sees itself.
fn too_many(level: &Level, index: usize, rule: &Rule) -> Option<Warning<'static>> {
    let missing = |condition: &Condition| {
        let (who, count, leave) = match condition {
            Condition::Inside { who, count: Some(count), .. }
            | Condition::Arrived { who, count: Some(count) }
            | Condition::Entered { who, count, .. } => (who, *count, false),
            Condition::Left { who, count } => (who, *count, true),
            Condition::Sees { who, whom, .. } => return lonely(level, who, whom),
            _ => return None,
        };
        let most = most_of(level, who, leave).filter(|most| *most < u64::from(count))?;
        Some(match (leave, most) {
            (true, 0) => (
                "this rule never fires: none of those leaves the level".to_owned(),
                "give them `leaves: true`, with orders to carry out before".to_owned(),
            ),
            _ => (
                format!("this rule never fires: it asks for {count} agents, and there are never more than {most}"),
                format!("ask for at most {most}, or let more come"),
            ),
        })
    };
    let (message, help) = rule.when.parts().iter().find_map(missing)?;
    Some(Warning { kind: WarningKind::DeadRule, part: Part::Rule(index), message, help })
}

/// What is wrong where the only one who looks is the only one whom it could see.
fn lonely(level: &Level, who: &Whom, whom: &Whom) -> Option<(String, String)> {
    let is_alone = who == whom && most_of(level, who, false) == Some(1);
    let message = "this rule never fires: an agent does not see itself";
    is_alone.then(|| (message.to_owned(), "name another agent, or another team, as `whom`".to_owned()))
}

/// How many of those there are at most from first to last, or of them only those that leave the level; `None` where more come
/// without end.
fn most_of(level: &Level, who: &Whom, leave: bool) -> Option<u64> {
    let counts = |afterwards: Afterwards| !leave || afterwards == Afterwards::Leave;
    let team = match who {
        Whom::Agent(agent) => return Some(u64::from(counts(level.agents[*agent as usize].afterwards))),
        Whom::Team(team) => team,
    };
    let is_of = |other: &Option<String>| other.as_ref() == Some(team);
    let there = level.agents.iter().filter(|agent| is_of(&agent.team) && counts(agent.afterwards)).count();
    let again = level.rules.iter().filter(|rule| rule.repeat).flat_map(Rule::waves);
    if again.into_iter().any(|wave| is_of(&wave.team) && counts(wave.afterwards)) {
        return None;
    }
    let waves = level.all_waves().filter(|wave| is_of(&wave.team) && counts(wave.afterwards));
    Some(there as u64 + waves.map(|wave| u64::from(wave.count) * u64::from(wave.times)).sum::<u64>())
}

/// A rule that fires `Every` so many seconds, but only once.
fn fires_once(index: usize, rule: &Rule) -> Option<Warning<'static>> {
    let is_once = !rule.repeat && matches!(rule.when, Condition::Every { .. });
    is_once.then(|| Warning {
        kind: WarningKind::NoEffect,
        part: Part::Rule(index),
        message: "`Every` has no effect: a rule without `repeat: true` fires once".to_owned(),
        help: "add `repeat: true` to the rule, or write `After`".to_owned(),
    })
}
