//! Doors and links that stay shut: no switch and no rule opens them, or none to whose place an agent can come.

use std::collections::BTreeSet;

use super::Warning;
use super::reach::{GoalProbe, can_come, opened, reaches, starts};
use super::rules::{open_ground, place_out_of_reach};
use crate::grid::Rect;
use crate::level::{
    Condition, Effect, FieldValue, Level, Motion, Obstacle, Part, PatrolPoint, Rule, Switch, Target, Trigger,
    WarningKind, Whom,
};
use crate::sim::Simulation;
use crate::sorting;

/// Goals and places of rules that lie behind what stays shut, and switches that lie behind what they turn.
pub(super) fn behind_shut(level: &Level) -> Vec<Warning<'_>> {
    let shut = shut_at_start(level);
    if shut.is_empty() {
        return Vec::new();
    }
    let mut turned = BTreeSet::new();
    let world = loop {
        let world = Simulation::new(opened(level, &|name| turned.contains(name)), None);
        let before = turned.len();
        turned.extend(reached_switches(level, &world).into_iter().map(|switch| level.switches[switch].turns.as_str()));
        turned.extend(switched_by_rules(level, &world, &turned));
        if turned.len() == before {
            break world;
        }
    };
    let shut: Vec<&str> = shut.into_iter().filter(|name| !turned.contains(name)).collect();
    if shut.is_empty() {
        return Vec::new();
    }
    let mut found = switches(level, &shut);
    found.extend(goals(level, &shut, for_ever_shut(&opened(level, &|name| turned.contains(name)))));
    found.extend(rules(level, &shut, &world));
    found
}

/// What the rules switch on that can fire as far as agents can come; all that rules switch where some of them open ground.
fn switched_by_rules<'l>(level: &'l Level, world: &Simulation, turned: &BTreeSet<&str>) -> Vec<&'l str> {
    let ground_opens = open_ground(level);
    let is_on = |name: &str| turned.contains(name) || !shut_at_start(level).contains(name);
    let can_hold = |condition: &Condition| match condition {
        Condition::Switched { name, on: true } => is_on(name),
        _ => true,
    };
    let can_fire = |rule: &&Rule| {
        ground_opens || rule.when.parts().iter().all(can_hold) && place_out_of_reach(level, world, rule).is_none()
    };
    let effects = level.rules.iter().filter(can_fire).flat_map(|rule| &rule.then);
    let switched = effects.filter_map(|effect| match effect {
        Effect::Switch { name, on } if *on != Some(false) => Some(name.as_str()),
        _ => None,
    });
    switched.collect()
}

/// The names of the doors and links that are shut when the level begins.
fn shut_at_start(level: &Level) -> BTreeSet<&str> {
    let doors = level.map.obstacles.iter().filter(|obstacle| is_shut(obstacle)).map(|door| door.name.as_str());
    let links = level.map.links.iter().filter(|link| !link.active).map(|link| link.name.as_str());
    sorting::set(doors.chain(links))
}

fn is_shut(obstacle: &Obstacle) -> bool {
    matches!(obstacle.motion, Some(Motion { trigger: Trigger::Switched(false), .. }))
}

/// The level with what is still shut as something that can never open.
fn for_ever_shut(level: &Level) -> Level {
    let mut level = level.clone();
    let closed = |obstacle: &Obstacle| match is_shut(obstacle) {
        true => Obstacle { motion: None, ..obstacle.clone() },
        false => obstacle.clone(),
    };
    level.map.obstacles = level.map.obstacles.iter().map(closed).collect::<Vec<Obstacle>>().into();
    level.map.links.retain(|link| link.active);
    level
}

/// The switches to which an agent can come that they heed, by their indices.
fn reached_switches(level: &Level, world: &Simulation) -> Vec<usize> {
    let all = reaches(world, starts(level, None));
    let is_reached = |index: &usize| {
        let Switch { tile, ref team, .. } = level.switches[*index];
        match team {
            Some(team) => can_come(level, world, Some(&Whom::Team(team.clone())), &[tile]),
            None => {
                let mut cells = level.map.cells_of_tiles(Rect::of_cell(tile)).cells();
                cells.any(|cell| all.iter().any(|reach| reach.contains(cell)))
            }
        }
    };
    (0..level.switches.len()).filter(is_reached).collect()
}

/// The switches that no agent can come to before they have turned what they turn.
fn switches<'l>(level: &'l Level, shut: &[&str]) -> Vec<Warning<'l>> {
    // Switches that could not be reached even if everything were open are on ground that is told of by itself.
    let open = Simulation::new(opened(level, &|_| true), None);
    let reached = reached_switches(level, &open).into_iter();
    let behind = reached.filter(|&switch| shut.contains(&level.switches[switch].turns.as_str()));
    behind
        .map(|switch| {
            let Switch { turns, team, .. } = &level.switches[switch];
            let (nobody, where_to) = match team {
                None => ("no agent".to_owned(), "agents".to_owned()),
                Some(team) => (format!("nobody of {team:?}"), format!("those of {team:?}")),
            };
            Warning {
                kind: WarningKind::UnreachableSwitch,
                part: Part::Switch(switch),
                message: format!(
                    "{nobody} can come to this switch: it lies behind {turns:?}, which it turns, or behind what stays shut"
                ),
                help: format!("put it where {where_to} can come, or add another switch that turns {turns:?}"),
            }
        })
        .collect()
}

/// The targets of orders, and the points of patrols, that could be reached if what is shut were open.
fn goals<'l>(level: &'l Level, shut: &[&str], world: Level) -> Vec<Warning<'l>> {
    let mut open = GoalProbe::new(opened(level, &|_| true));
    let mut closed = GoalProbe::new(world);
    let mut is_behind = |agent: usize, target: &Target| {
        open.why_unreachable(agent, target).is_none() && closed.why_unreachable(agent, target).is_some()
    };
    let why = why_shut(level, shut);
    let mut found = Vec::new();
    let mut told = BTreeSet::new();
    for (index, agent) in level.agents.iter().enumerate() {
        let profile = &level.profiles[agent.profile].name;
        for (place, order) in agent.orders.iter().enumerate() {
            for value in order.values() {
                if let FieldValue::Target(target) = value
                    && is_behind(index, &target)
                {
                    found.push(Warning {
                        kind: WarningKind::UnreachableGoal,
                        part: Part::Order(index, place),
                        message: format!("a {profile} cannot get there: the goal lies behind {why}"),
                        help: help(shut),
                    });
                }
            }
            let path = order.path().and_then(|name| level.paths.iter().find(|path| path.name == name));
            for (number, point) in path.iter().flat_map(|path| path.points.iter().enumerate()) {
                if let (Some(path), PatrolPoint::Target(target)) = (path, point)
                    && is_behind(index, target)
                    && told.insert((&path.name, number))
                {
                    found.push(Warning {
                        kind: WarningKind::UnreachablePatrolPoint,
                        part: Part::PatrolPoint(&path.name, number),
                        message: format!("a {profile} cannot come here on its patrol: this point lies behind {why}"),
                        help: help(shut),
                    });
                }
            }
        }
    }
    found
}

/// The rules about places that lie behind what stays shut.
fn rules<'l>(level: &'l Level, shut: &[&str], world: &Simulation) -> Vec<Warning<'l>> {
    if open_ground(level) {
        return Vec::new();
    }
    let open = Simulation::new(opened(level, &|_| true), None);
    let rules = level.rules.iter().enumerate().filter(|(_, rule)| place_out_of_reach(level, &open, rule).is_none());
    let behind = rules.filter_map(|(index, rule)| Some((index, place_out_of_reach(level, world, rule)?)));
    behind
        .map(|(index, place)| Warning {
            kind: WarningKind::DeadRule,
            part: Part::Rule(index),
            message: format!("this rule never fires: {place:?} lies behind {}", why_shut(level, shut)),
            help: help(shut),
        })
        .collect()
}

/// What stays shut, and why.
fn why_shut(level: &Level, shut: &[&str]) -> String {
    let effects = || level.rules.iter().flat_map(|rule| &rule.then);
    let why = |name: &&str| {
        let is_turned = level.switches.iter().any(|switch| switch.turns == **name);
        let by_rule = effects().any(|effect| matches!(effect, Effect::Switch { name: other, .. } if other == name));
        match (is_turned, by_rule) {
            (true, false) => format!("{name:?}, to whose switch no agent can come"),
            (true, true) => {
                format!("{name:?}, to whose switch no agent can come, and which only a rule opens that never fires")
            }
            (false, true) => format!("{name:?}, which only a rule opens that never fires"),
            (false, false) => format!("{name:?}, which no switch and no rule opens"),
        }
    };
    shut.iter().map(why).collect::<Vec<String>>().join(", or ")
}

fn help(shut: &[&str]) -> String {
    let name = shut.first().copied().unwrap_or_default();
    format!("add a switch where agents can come: `switches: [(tile: (2, 6), turns: {name:?})]`, or open another way")
}
