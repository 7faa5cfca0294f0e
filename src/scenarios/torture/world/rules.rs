//! Rules of random levels.

use super::tasks::{named_agents, order};
use super::tile;
use crate::grid::Rect;
use crate::level::{Afterwards, Condition, Effect, Level, Rule, TerrainId, Wave, Whom};
use crate::scenarios::Dice;

/// Gives a level rules of every kind that it can have: drawn apart from the rest of it.
pub fn add_rules(level: &mut Level, dice: &mut Dice) {
    for _ in 0..dice.below(8) {
        let when = match dice.below(4) {
            0 => together(dice, level),
            _ => condition(dice, level),
        };
        let then: Vec<Effect> = (0..dice.whole(1, 4)).filter_map(|_| effect(dice, level)).collect();
        if let Some(when) = when.filter(|_| !then.is_empty()) {
            level.rules.push(Rule { when, then, repeat: dice.percent(60), user: None });
        }
    }
}

fn condition(dice: &mut Dice, level: &Level) -> Option<Condition> {
    let (one, other, place, name) = (whom(dice, level), whom(dice, level), place(dice, level), switched(dice, level));
    let count = dice.whole(1, 3) as u32;
    let some = dice.percent(50).then_some(count);
    Some(match dice.below(12) {
        0 => Condition::Enters { who: one?, place: place? },
        1 => Condition::Leaves { who: one?, place: place? },
        2 => Condition::Arrives { who: one? },
        3 => Condition::Sees { who: one?, whom: other?, within: dice.percent(50).then(|| dice.between(0.5, 9.0)) },
        4 => Condition::Inside { who: one?, place: place?, count: some },
        5 => Condition::Entered { who: one?, place: place?, count },
        6 => Condition::Arrived { who: one?, count: some },
        7 => Condition::Left { who: one?, count },
        8 => Condition::Gone { who: one? },
        9 => Condition::After { time: dice.between(0.1, 9.0) },
        10 => Condition::Every { time: dice.between(0.1, 4.0) },
        _ => Condition::Switched { name: name?, on: dice.percent(50) },
    })
}

/// Two or three conditions that hold together, one of which may be a moment.
fn together(dice: &mut Dice, level: &Level) -> Option<Condition> {
    let mut of: Vec<Condition> = (0..dice.whole(2, 4)).filter_map(|_| condition(dice, level)).collect();
    let mut moments = 0;
    of.retain(|condition| {
        moments += usize::from(condition.is_moment());
        !condition.is_moment() || moments == 1
    });
    (of.len() > 1).then_some(Condition::All { of })
}

fn effect(dice: &mut Dice, level: &Level) -> Option<Effect> {
    let (who, place, name) = (whom(dice, level), place(dice, level), switched(dice, level));
    let (named, within) = (named_agents(level), dice.percent(50));
    let (text, goal) = ("\"a\"\n".to_owned(), dice.percent(50).then(|| "b".to_owned()));
    Some(match dice.below(8) {
        0 => {
            let order: Vec<_> = (0..dice.whole(1, 3)).filter_map(|_| order(dice, level, &named)).collect();
            let is_any = !order.is_empty();
            Effect::Tell { who: who?, place: place.filter(|_| within), order: is_any.then_some(order)? }
        }
        1 => Effect::Switch { name: name?, on: [None, Some(true), Some(false)][dice.below(3)] },
        2 => Effect::Spawn { wave: wave(dice, level) },
        3 => Effect::Remove { who: who?, place: place.filter(|_| within), count: (!within).then_some(2) },
        4 => Effect::Paint { place: place?, terrain: TerrainId(dice.below(level.map.terrains.len()) as u8) },
        5 => Effect::Say { text, place: place?, time: dice.between(0.1, 4.0) },
        6 => Effect::Win { text, goal },
        _ => Effect::Lose { text, goal },
    })
}

fn whom(dice: &mut Dice, level: &Level) -> Option<Whom> {
    let teams: Vec<&str> = level.teams().into_iter().collect();
    let team = dice.one(&teams).filter(|_| dice.percent(70)).map(|team| Whom::Team((*team).to_owned()));
    team.or_else(|| dice.one(&named_agents(level)).copied().map(Whom::Agent))
}

fn place(dice: &mut Dice, level: &Level) -> Option<String> {
    let places: Vec<&String> = level.places.keys().collect();
    dice.one(&places).map(|place| (*place).clone())
}

/// The name of something that is switched.
fn switched(dice: &mut Dice, level: &Level) -> Option<String> {
    let links = level.map.links.iter().map(|link| &link.name);
    let obstacles = level.map.obstacles.iter().filter(|obstacle| obstacle.is_switched()).map(|obstacle| &obstacle.name);
    let names: Vec<&String> = links.chain(obstacles).filter(|name| !name.is_empty()).collect();
    dice.one(&names).map(|name| (*name).clone())
}

fn wave(dice: &mut Dice, level: &Level) -> Wave {
    Wave {
        profile: dice.below(level.profiles.len()),
        team: dice.percent(50).then(|| "more".to_owned()),
        tiles: Rect::around([tile(dice, level), tile(dice, level)]).into_iter().flat_map(Rect::cells).collect(),
        count: dice.whole(1, 3) as u32,
        at: dice.between(0.0, 3.0),
        every: dice.between(0.5, 3.0),
        times: dice.whole(1, 3) as u32,
        heading: dice.between(-360.0, 360.0),
        orders: Vec::new(),
        afterwards: Afterwards::Stay,
        user: None,
    }
}
