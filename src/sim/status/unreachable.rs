//! Why a goal cannot be reached: what closes it to an agent, or what lies between.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use crate::grid::Cell;
use crate::level::{Closed, Solid};
use crate::nav::closed::why_closed;
use crate::nav::{CornerRule, Reach};
use crate::profile::AreaId;
use crate::sim::world::World;

/// Tiles. A search for what lies between looks at so few that the panel can ask in every frame; on a map where they do
/// not suffice, nothing is said of the reason.
const MOST_TILES: usize = 6000;

/// Why a goal cannot be reached.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Unreachable {
    /// Nothing is baked.
    NotBaked,
    /// None of the points of the agent's patrol can be reached.
    PatrolPoints,
    /// The agent cannot be at the goal.
    Goal(Closed),
    /// The agent could be at the goal, but this lies between.
    Way(Closed),
    /// A gap of this width lies between, in world units: more than the agent jumps.
    Gap(f32),
    /// No ground lies between that is closed to the agent, but obstacles, or gaps too narrow for its body.
    NarrowWay,
    /// No path leads from the agent to the goal.
    Island,
    /// There is a path, but other agents block it.
    OthersInTheWay,
    /// There is a path, and nobody is in the way any more: it has given up for a while.
    GivenUp,
    /// Its path is blocked, and its profile does not let it replan by itself.
    Blocked,
}

/// What separates two places, tile by tile.
enum Between {
    /// The first thing that is closed to the agent, as it comes, and its tile.
    Barrier(Closed, Cell),
    /// Nothing separates them.
    Nothing,
    /// The search was broken off.
    Unknown,
}

/// Returns why agents of a profile that stand on `tile`, and can reach `reach`, cannot reach any of `goals`.
pub fn why_unreachable(
    world: &World,
    profile: usize,
    tile: Cell,
    reach: Option<&Reach>,
    goals: &[Cell],
) -> Unreachable {
    let (map, nav) = (&world.map, world.nav_grid(profile));
    let solid = world.ground(profile).solid;
    let Some(&first) = goals.first() else { return Unreachable::Goal(Closed::Outside) };
    let tiles: Vec<Cell> = goals.iter().map(|&goal| map.tile_of_cell(goal)).collect();
    let open: Vec<Cell> = tiles.iter().copied().filter(|&tile| solid.closed(tile).is_none()).collect();
    if let (true, Some(closed)) = (open.is_empty(), solid.closed(tiles[0])) {
        return Unreachable::Goal(closed);
    }
    let is_passable = goals.iter().any(|&goal| nav.is_passable(goal));
    let own = why_closed(nav, map, &world.profiles[profile], first).filter(|_| !is_passable);
    if let Some(closed @ (Closed::Obstacle(_) | Closed::Region(_))) = own {
        return Unreachable::Goal(closed);
    }
    match what_lies_between(world, profile, tile, reach, &open) {
        Between::Barrier(closed, at) => gap_too_wide(&solid, at).map_or(Unreachable::Way(closed), Unreachable::Gap),
        Between::Nothing => own.map_or(Unreachable::NarrowWay, Unreachable::Goal),
        Between::Unknown => own.map_or(Unreachable::Island, Unreachable::Goal),
    }
}

/// Returns what lies between an agent and the goals, from tile to tile on the way that crosses as little as possible
/// that no agent can cross, and of these ways the one that crosses as little as possible that this one cannot (E.
/// Dijkstra, "A note on two problems in connexion with graphs", 1959). It begins where less ground is connected.
fn what_lies_between(world: &World, profile: usize, from: Cell, reach: Option<&Reach>, goals: &[Cell]) -> Between {
    let (map, nav, solid) = (&world.map, world.nav_grid(profile), world.ground(profile).solid);
    let middle = |tile: Cell| nav.lattice().tile_at(map.lattice.centre(tile));
    let beyond = goals.iter().find_map(|&goal| Reach::of(nav, middle(goal), CornerRule::Never));
    let here = [from];
    let outward = reach.is_some_and(|reach| beyond.is_some_and(|beyond| reach.size() < beyond.size()));
    let ends = if outward { goals } else { &here };
    // One-way links may lead from there to here: then nothing but the goal itself is the far side.
    let far_side = if outward { beyond.filter(|beyond| !beyond.contains(middle(from))) } else { reach.copied() };
    let is_end = |tile: Cell| ends.contains(&tile) || far_side.is_some_and(|far| far.contains(middle(tile)));
    let mut open = BinaryHeap::new();
    let mut known: BTreeMap<(i32, i32), (CrossingCost, Option<Crossed>)> = BTreeMap::new();
    for &tile in if outward { &here } else { goals } {
        known.insert((tile.y, tile.x), ((0, 0), None));
        open.push(Reverse(((0, 0), tile.y, tile.x)));
    }
    while let Some(Reverse((cost, y, x))) = open.pop() {
        let (tile, (lowest, crossed)) = (Cell::new(x, y), known[&(y, x)]);
        if cost > lowest {
            continue;
        }
        if is_end(tile) {
            return crossed.map_or(Between::Nothing, |(closed, at)| Between::Barrier(closed, at));
        }
        if known.len() > MOST_TILES {
            return Between::Unknown;
        }
        for beside in [(x, y - 1), (x - 1, y), (x + 1, y), (x, y + 1)].map(|(x, y)| Cell::new(x, y)) {
            let barrier = barrier(&solid, tile, beside);
            let cost = match barrier {
                Some(Closed::Outside) => continue,
                Some(Closed::Terrain(_)) => (cost.0 + 1, cost.1),
                Some(closed) => (cost.0, cost.1.saturating_add(by_how_much(&solid, closed))),
                None => cost,
            };
            // Of what is crossed, the one that the agent comes to first.
            let barrier = barrier.map(|closed| (closed, beside));
            let crossed = if outward { crossed.or(barrier) } else { barrier.or(crossed) };
            if known.get(&(beside.y, beside.x)).is_none_or(|&(known, _)| cost < known) {
                known.insert((beside.y, beside.x), (cost, crossed));
                open.push(Reverse((cost, beside.y, beside.x)));
            }
        }
    }
    Between::Unknown
}

/// How wide the gap at a tile is that a body could jump over if it jumped further; `None` where there is none. As when links
/// are generated, what counts is the void in a row or a column between tiles that are open to it.
fn gap_too_wide(solid: &Solid, tile: Cell) -> Option<f32> {
    let (map, profile) = (solid.map, solid.profile);
    if profile.jump_distance == 0.0 || !profile.areas.allows(AreaId::JUMP) {
        return None;
    }
    let is_void = |tile: Cell| map.terrain_at(tile).is_some_and(|terrain| !terrain.walkable && terrain.jumpable);
    let across = [Cell::new(1, 0), Cell::new(0, 1)].into_iter().filter_map(|step| {
        let void = |sign: i32| {
            (0..).find(|far| !is_void(Cell::new(tile.x + sign * far * step.x, tile.y + sign * far * step.y)))
        };
        let (back, on) = (void(-1)?, void(1)?);
        let ends = [-back, on].map(|far| Cell::new(tile.x + far * step.x, tile.y + far * step.y));
        ends.into_iter().all(|end| solid.closed(end).is_none()).then_some((back + on - 1) as f32)
    });
    let width = across.fold(f32::INFINITY, f32::min) * map.lattice.tile_size;
    (width.is_finite() && width > profile.jump_distance).then_some(width)
}

/// How much a way crosses: tiles that no agent can cross, then by how much all that this one cannot is too much for it.
type CrossingCost = (u32, u32);

/// What is closed to a body on its way, and the tile where it is.
type Crossed = (Closed, Cell);

/// By how many hundredths something is too much for a body: a little for a ramp that is hardly too steep, a lot for a cliff;
/// 100 for what it may not enter at all.
fn by_how_much(solid: &Solid, closed: Closed) -> u32 {
    let profile = solid.profile;
    let times = match closed {
        Closed::Step(step) => step / profile.step_height,
        Closed::Slope(slope) => slope / profile.max_slope,
        Closed::Ceiling(room) => profile.height / room,
        _ => 2.0,
    };
    (100.0 * (times - 1.0)).clamp(1.0, 1e6) as u32
}

/// Returns what keeps a body from going from a tile to the one beside it, or back.
fn barrier(solid: &Solid, tile: Cell, beside: Cell) -> Option<Closed> {
    let is_ledge = || solid.closed(tile).is_none() && solid.is_ledge(tile, beside);
    solid.closed(beside).or_else(|| is_ledge().then(|| Closed::Step(solid.step(tile, beside))))
}
