//! Goals, ground and links that no agent of a level can reach.

use std::collections::{BTreeMap, BTreeSet};

use glam::Vec2;

use super::{Warning, closed, rules};
use crate::grid::{Cell, Grid, Rect};
use crate::level::{
    Closed, FieldValue, Level, Link, Motion, Obstacle, Order, Part, PatrolPoint, Target, Trigger, WarningKind, Whom,
};
use crate::nav::closed::why_closed;
use crate::nav::{CornerRule, NavGrid, Reach};
use crate::sentences;
use crate::sim::{Command, Selection, Simulation, Unreachable};
use crate::sorting;

/// What is out of reach in a level; `is_drawn` says of a tile whether the text draws it, and `is_filled` whether the map was
/// generated without islands.
pub(super) fn unreachable<'l>(level: &'l Level, is_drawn: &dyn Fn(Cell) -> bool, is_filled: bool) -> Vec<Warning<'l>> {
    let (mut found, open) = goals(level);
    found.extend(closed::closed(level, &open, is_drawn));
    found.extend(closed::waves(level, &open));
    found.extend(ground(level, &open, is_drawn, is_filled));
    found.extend(links(level, &open));
    found.extend(rules::out_of_reach(level, &open));
    found
}

/// The level with the switched links on and the switched doors open that `are_open` says are, by their names.
pub(super) fn opened(level: &Level, are_open: &dyn Fn(&str) -> bool) -> Level {
    let mut level = level.clone();
    for link in &mut level.map.links {
        link.active |= are_open(&link.name);
    }
    let open = |obstacle: &Obstacle| {
        let motion = obstacle.motion.clone().map(|motion| match motion.trigger {
            Trigger::Switched(_) if are_open(&obstacle.name) => Motion { trigger: Trigger::Switched(true), ..motion },
            _ => motion,
        });
        Obstacle { motion, ..obstacle.clone() }
    };
    level.map.obstacles = level.map.obstacles.iter().map(open).collect::<Vec<Obstacle>>().into();
    level
}

/// The targets of orders, and the points of patrols, that their agents cannot reach whatever is switched; and the simulation
/// that says so, with everything switched on.
fn goals(level: &Level) -> (Vec<Warning<'_>>, Simulation) {
    let mut asked = GoalProbe::new(opened(level, &|_| true));
    let mut found = Vec::new();
    let mut told = BTreeSet::new();
    for (index, agent) in level.agents.iter().enumerate() {
        let profile = &level.profiles[agent.profile];
        for (place, order) in agent.orders.iter().enumerate() {
            for value in order.values() {
                if let FieldValue::Target(target) = value
                    && let Some(why) = asked.why_unreachable(index, &target)
                {
                    let why = sentences::unreachable(why, "the goal", &level.map, profile);
                    found.push(Warning {
                        kind: WarningKind::UnreachableGoal,
                        part: Part::Order(index, place),
                        message: format!("a {} cannot get there: {why}", profile.name),
                        help: "move the goal, or open a way to it".to_owned(),
                    });
                }
            }
            let path = order.path().and_then(|name| level.paths.iter().find(|path| path.name == name));
            for (number, point) in path.iter().flat_map(|path| path.points.iter().enumerate()) {
                if let (Some(path), PatrolPoint::Target(target)) = (path, point)
                    && let Some(why) = asked.why_unreachable(index, target)
                    && told.insert((&path.name, number))
                {
                    let why = sentences::unreachable(why, "this point", &level.map, profile);
                    let who =
                        if agent.name.is_empty() { format!("agent {index}") } else { format!("{:?}", agent.name) };
                    found.push(Warning {
                        kind: WarningKind::UnreachablePatrolPoint,
                        part: Part::PatrolPoint(&path.name, number),
                        message: format!("{who}, a {}, cannot come here on its patrol: {why}", profile.name),
                        help: "move the point, or open a way to it".to_owned(),
                    });
                }
            }
        }
    }
    (found, asked.simulation)
}

/// A simulation that is asked why goals cannot be reached, and what it has answered before.
pub(super) struct GoalProbe {
    simulation: Simulation,
    /// For a profile, the ground on which an agent of it stands, and a target as text.
    answers: BTreeMap<(usize, Option<u32>, String), Option<Unreachable>>,
}

impl GoalProbe {
    pub fn new(level: Level) -> GoalProbe {
        GoalProbe { simulation: Simulation::new(level, None), answers: BTreeMap::new() }
    }

    /// Why an agent cannot reach a target; `None` if it can, or could if something were switched.
    pub fn why_unreachable(&mut self, agent: usize, target: &Target) -> Option<Unreachable> {
        let GoalProbe { simulation, answers } = self;
        let id = simulation.agents().get(agent)?.id();
        let (profile, position) = (simulation.agents()[agent].profile(), simulation.agents()[agent].position());
        let start = simulation.cell_of(profile, position);
        let ground = start.and_then(|cell| simulation.nav_grid(profile).component(cell, CornerRule::Never));
        *answers.entry((profile, ground, format!("{target:?}"))).or_insert_with(|| {
            simulation.apply(&[Command::Order(Selection::These(vec![id]), Order::MoveTo(target.clone()))]);
            simulation.agent(id).and_then(|agent| simulation.why_unreachable(agent))
        })
    }
}

/// A connected part of the ground to which no agent can come.
struct Lost {
    /// The tile that stands for it.
    tile: Cell,
    tiles: usize,
}

/// Walkable ground to which no agent of the level can come: each part that is drawn, and all that is generated together.
fn ground<'l>(
    level: &'l Level,
    open: &Simulation,
    is_drawn: &dyn Fn(Cell) -> bool,
    is_filled: bool,
) -> Vec<Warning<'l>> {
    let (drawn, generated): (Vec<Lost>, Vec<Lost>) =
        lost_ground(level, open).into_iter().partition(|lost| is_drawn(lost.tile));
    let tiles: usize = generated.iter().map(|lost| lost.tiles).sum();
    let generated = generated.iter().max_by_key(|lost| lost.tiles).map(|largest| Warning {
        kind: WarningKind::UnreachableGround,
        part: Part::Tile(largest.tile),
        message: match (tiles, largest.tile) {
            (1, Cell { x, y }) => format!("no agent can come to the tile ({x}, {y}) of this ground"),
            (_, Cell { x, y }) => {
                format!("no agent can come to {tiles} tiles of this ground: the largest part is at ({x}, {y})")
            }
        },
        help: match is_filled {
            true => {
                let why = why_lost(level, open, largest.tile);
                format!(
                    "it is no island of the floor ({why}): change the `patches` or the rows that cut it off, or put agents there"
                )
            }
            false => "write `islands: false` to fill it, or put agents there".to_owned(),
        },
    });
    let warning = |lost: &Lost| Warning {
        kind: WarningKind::UnreachableGround,
        part: Part::Tile(lost.tile),
        message: match lost.tiles {
            1 => format!("no agent can come to this tile: {}", why_lost(level, open, lost.tile)),
            tiles => format!("no agent can come to these {tiles} tiles: {}", why_lost(level, open, lost.tile)),
        },
        help: {
            let them = if lost.tiles == 1 { "it" } else { "them" };
            format!("open a way to {them}, put an agent there, or draw {them} as a terrain that is not walkable")
        },
    };
    drawn.iter().map(warning).chain(generated).collect()
}

/// Why the first profile that has agents cannot come to a tile.
fn why_lost(level: &Level, open: &Simulation, tile: Cell) -> String {
    let report = open.inspect_cell(level.map.lattice.centre(tile), &[]);
    let access = report.and_then(|report| report.profiles.first().map(|first| (first.profile, first.access)));
    access.map_or(String::new(), |(profile, access)| sentences::access(access, &level.map, &level.profiles[profile]))
}

/// The connected parts of the walkable ground to which no agent can come, in order of rows. What is only too narrow to
/// stand in beside ground that is reached does not count, nor do islands that the level closes itself.
fn lost_ground(level: &Level, open: &Simulation) -> Vec<Lost> {
    let (map, tiles) = (&level.map, &level.map.tiles);
    let profiles = level.used_profiles();
    let first_profile = profiles.first().copied();
    let all = starts(level, None);
    let of_profile = |profile: usize| all.iter().copied().filter(move |(other, _)| *other == profile);
    let grids: Vec<(&NavGrid, Vec<Reach>)> =
        profiles.into_iter().map(|profile| (open.nav_grid(profile), reaches(open, of_profile(profile)))).collect();
    let Some(first_profile) = first_profile else { return Vec::new() };
    let cells = |tile: Cell| map.cells_of_tiles(Rect::of_cell(tile)).cells();
    let is_reached =
        |tile: Cell| cells(tile).any(|cell| grids.iter().any(|(_, all)| all.iter().any(|reach| reach.contains(cell))));
    let is_passable = |tile: Cell| cells(tile).any(|cell| grids.iter().any(|(grid, _)| grid.is_passable(cell)));
    let is_narrow = |tile: Cell| {
        let (profile, (grid, _)) = (&level.profiles[first_profile], &grids[0]);
        let closed = why_closed(grid, map, profile, grid.lattice().tile_at(map.lattice.centre(tile)));
        matches!(closed, Some(Closed::Narrow(_) | Closed::Obstacle(_) | Closed::Region(_)))
    };
    let lost = tiles.rect().cells().map(|tile| map.is_walkable(tile) && !is_reached(tile)).collect();
    let mut lost: Grid<bool> = Grid::from_rows(tiles.width(), tiles.height(), lost);
    let mut parts = Vec::new();
    for first in tiles.rect().cells() {
        if !lost[first] {
            continue;
        }
        let part = take_part(&mut lost, first);
        let stands_for = part
            .iter()
            .copied()
            .find(|&tile| is_passable(tile))
            .or_else(|| part.iter().copied().find(|&tile| !is_narrow(tile)));
        parts.extend(stands_for.map(|tile| Lost { tile, tiles: part.len() }));
    }
    parts
}

/// The profile of each of those who are meant and where it starts, also of those who come later; of all agents if nobody is named.
pub(super) fn starts(level: &Level, who: Option<&Whom>) -> Vec<(usize, Vec2)> {
    let is_meant = |number: Option<usize>, team: &Option<String>| match who {
        None => true,
        Some(Whom::Agent(agent)) => number == Some(*agent as usize),
        Some(Whom::Team(name)) => team.as_ref() == Some(name),
    };
    let agents = level.agents.iter().enumerate().filter(|(number, agent)| is_meant(Some(*number), &agent.team));
    let waves = level.all_waves().filter(|wave| is_meant(None, &wave.team));
    let come = waves.flat_map(|wave| wave.tiles.iter().map(|&tile| (wave.profile, level.map.lattice.centre(tile))));
    agents.map(|(_, agent)| (agent.profile, agent.position)).chain(come).collect()
}

/// Where those of a profile can come to who start there; each connected part of the ground once.
pub(super) fn reaches(open: &Simulation, starts: impl IntoIterator<Item = (usize, Vec2)>) -> Vec<Reach<'_>> {
    let mut known = BTreeSet::new();
    let mut reaches = Vec::new();
    for (profile, point) in starts {
        let grid = open.nav_grid(profile);
        let Some(cell) = open.cell_of(profile, point) else { continue };
        if known.insert((profile, grid.component(cell, CornerRule::Never))) {
            reaches.extend(Reach::of(grid, cell, CornerRule::Never));
        }
    }
    reaches
}

/// Whether one of those who are meant can come to one of these tiles; of all agents if nobody is named.
pub(super) fn can_come(level: &Level, open: &Simulation, who: Option<&Whom>, tiles: &[Cell]) -> bool {
    let reached = reaches(open, starts(level, who));
    let mut cells = tiles.iter().flat_map(|&tile| level.map.cells_of_tiles(Rect::of_cell(tile)).cells());
    cells.any(|cell| reached.iter().any(|reach| reach.contains(cell)))
}

/// The tiles that hang together with one by their sides, which are no longer marked then; in order of rows.
fn take_part(marked: &mut Grid<bool>, first: Cell) -> Vec<Cell> {
    marked[first] = false;
    let mut part = vec![first];
    let mut next = 0;
    while let Some(&Cell { x, y }) = part.get(next) {
        next += 1;
        for beside in [(x, y - 1), (x - 1, y), (x + 1, y), (x, y + 1)].map(|(x, y)| Cell::new(x, y)) {
            if marked.get(beside) == Some(&true) {
                marked[beside] = false;
                part.push(beside);
            }
        }
    }
    sorting::sort_by_key(&mut part, |tile| (tile.y, tile.x));
    part
}

/// Links that no profile can cross.
fn links<'l>(level: &'l Level, open: &Simulation) -> Vec<Warning<'l>> {
    let mut crossed = BTreeSet::new();
    // Every profile of which the ground is asked is baked for: ask no more than it takes.
    for profile in 0..level.profiles.len() {
        if crossed.len() < level.map.links.len() {
            crossed.extend(open.nav_grid(profile).links().filter_map(|link| link.authored()));
        }
    }
    let dead = level.map.links.iter().enumerate().filter(|(index, _)| !crossed.contains(index));
    dead.map(|(index, link)| Warning {
        kind: WarningKind::DeadLink,
        part: Part::Link(index),
        message: format!("this link leads nowhere: {}", why_dead(level, open, link)),
        help: "let it begin and end where agents can stand".to_owned(),
    })
    .collect()
}

/// Why the first profile that may cross a link cannot stand at an end of it.
fn why_dead(level: &Level, open: &Simulation, link: &Link) -> String {
    let may = |&profile: &usize| {
        let profile = &level.profiles[profile];
        profile.areas.allows(link.area) && link.needs.as_ref().is_none_or(|needs| profile.abilities.contains(needs))
    };
    let Some(profile) = (0..level.profiles.len()).find(may) else {
        return format!(
            "its area {:?} is forbidden to every profile that could cross it",
            level.map.areas[link.area.0 as usize].name
        );
    };
    let (grid, kind) = (open.nav_grid(profile), &level.profiles[profile]);
    for (end, point) in [("its beginning", link.from), ("its end", link.to)] {
        let cell = grid.lattice().tile_at(point);
        if let Some(closed) = why_closed(grid, open.map(), kind, cell) {
            return format!("{end} is closed ({})", sentences::closed(closed, &level.map, kind));
        }
    }
    "both ends are in the same cell".to_owned()
}
