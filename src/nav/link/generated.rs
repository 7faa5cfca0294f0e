//! The links that the ground itself offers to those who jump and drop.
//!
//! A leap goes straight along a row or a column of cells, from one where the body can stand to the first one where it
//! can land. A jump goes over void, or over ground that lies lower than where it begins by more than a step; a drop goes
//! down a ledge. Between the edge and the cell where the body can stand there may be cells that are too near to the edge
//! for it: they do not count as part of the gap, so that a gap is as wide at any resolution.
//!
//! Along a straight edge every cell would have the same leap as the next one. Where both neighbours along the edge have
//! it, and steps lead to them on both sides, only every fourth is kept: what can be reached stays the same. That rule
//! looks no further than one cell aside, so links are found again only near to where the ground has changed.

use crate::grid::{Cell, Rect};
use crate::level::{Obstacle, Solid, TileMap};
use crate::nav::moves::{MOVES, Move};
use crate::nav::nav_grid::TOLERANCE;
use crate::nav::{LinkOrigin, NavGrid, NavLink};
use crate::profile::{AgentProfile, AreaId};

use super::authored::{area_cost, cost};

/// Of cells along an edge every so manyth keeps its leap, and those where the edge begins and ends.
const KEPT: i32 = 4;

/// How much further, in world units, a leap may be than it should: room for rounding.
const ROUNDING: f32 = 1e-4;

/// Bits of [`Ground::around`](crate::nav::nav_grid::Ground::around): the straight moves.
const STRAIGHT_BITS: u8 = 0b0101_0101;

/// Finds the leaps of a kind of agent.
pub(in crate::nav) struct Leaps<'a> {
    grid: &'a NavGrid,
    map: &'a TileMap,
    solid: Solid<'a>,
    /// So many cells next to an edge are too near to it for the body to stand there.
    margin: i32,
    /// So many cells are the widest gap that it jumps over.
    gap: i32,
    /// Obstacles that are in the way.
    obstacles: Vec<&'a Obstacle>,
    /// What a tile's length of a leap costs.
    factor: f32,
}

/// What a leap comes over, seen from where it begins.
#[derive(Clone, Copy, PartialEq)]
enum Over {
    /// Something that stands in the way.
    Blocked,
    /// No ground.
    Void,
    /// Ground more than a step lower.
    Lower,
    /// Ground that is open to the body, not so low.
    Ground,
}

impl<'a> Leaps<'a> {
    /// `None` where there can be none: the agents do not leap, or all is flat and they do not jump.
    pub fn new(map: &'a TileMap, profile: &'a AgentProfile, grid: &'a NavGrid) -> Option<Leaps<'a>> {
        let leaps = profile.jump_distance.max(profile.drop_height) > 0.0 && profile.areas.allows(AreaId::JUMP);
        if !leaps || map.relief.is_none() && profile.jump_distance == 0.0 {
            return None;
        }
        let (solid, cell) = (Solid::new(map, profile), grid.lattice().tile_size);
        Some(Leaps {
            grid,
            map,
            solid,
            // The middle of the first is half a cell from the edge.
            margin: ((profile.radius - TOLERANCE) / cell + 0.5).ceil() as i32 - 1,
            gap: ((profile.jump_distance + ROUNDING) / cell) as i32,
            obstacles: solid.obstacles().map(|(_, obstacle)| obstacle).collect(),
            factor: area_cost(map, profile, AreaId::JUMP),
        })
    }

    /// How many cells away a change of the ground may be and still have a say in a cell's leaps.
    pub fn reach(&self) -> i32 {
        self.furthest() + 2
    }

    fn furthest(&self) -> i32 {
        2 * self.margin + self.gap + 1
    }

    /// Those that begin in a rectangle of cells.
    pub fn in_rect(&self, rect: Rect) -> Vec<NavLink> {
        let size = self.grid.lattice();
        let rect = rect.clipped(size.width, size.height);
        let rows = (rect.max.y - rect.min.y).max(0) as u32;
        let per_row = (rect.max.x - rect.min.x).max(0) as u32;
        let is_large = rows * per_row > 1 << 16;
        if is_large && self.map.relief.is_none() && !has_void(self.map) {
            return Vec::new();
        }
        share_out(rows, per_row, |rows| {
            let mut links = Vec::new();
            for y in rect.min.y + rows.start as i32..rect.min.y + rows.end as i32 {
                self.in_row(rect.min.x, rect.max.x, y, &mut links);
            }
            links
        })
    }

    fn in_row(&self, from: i32, to: i32, y: i32, links: &mut Vec<NavLink>) {
        let first = self.grid.number(Cell::new(from, y)) as usize;
        let ground = &self.grid.ground()[first..first + (to - from) as usize];
        for (x, ground) in (from..).zip(ground) {
            let shut = !ground.around & STRAIGHT_BITS;
            if ground.cost == 0 || shut == 0 {
                continue;
            }
            for direction in (0..8).step_by(2).filter(|index| shut >> index & 1 == 1).map(|index| MOVES[index]) {
                for origin in [LinkOrigin::Jump, LinkOrigin::Drop] {
                    links.extend(self.kept(Cell::new(x, y), direction, origin));
                }
            }
        }
    }

    /// The leap from a cell, unless its neighbours along the edge serve as well.
    fn kept(&self, from: Cell, direction: Move, origin: LinkOrigin) -> Option<NavLink> {
        let to = self.leap(from, direction, origin)?;
        let along = if direction.dx == 0 { from.x } else { from.y };
        if along % KEPT != 0 && self.goes_along(from, to, direction, origin) {
            return None;
        }
        Some(NavLink { from, to, cost: cost(from, to, self.factor), area: AreaId::JUMP, origin })
    }

    /// Whether both neighbours along the edge have the same leap, and one can step to them on both sides.
    fn goes_along(&self, from: Cell, to: Cell, direction: Move, origin: LinkOrigin) -> bool {
        let index = MOVES.iter().position(|step| *step == direction).unwrap_or(0);
        [(index + 2) % 8, (index + 6) % 8].into_iter().all(|aside| {
            let steps = |cell: Cell| self.grid.ground()[self.grid.number(cell) as usize].around >> aside & 1 == 1;
            let (beside_from, beside_to) = (MOVES[aside].from(from), MOVES[aside].from(to));
            steps(from) && steps(to) && self.leap(beside_from, direction, origin) == Some(beside_to)
        })
    }

    /// Where a leap from a passable cell ends.
    fn leap(&self, from: Cell, direction: Move, origin: LinkOrigin) -> Option<Cell> {
        let to = match origin {
            LinkOrigin::Drop => self.drop(from, direction),
            _ => self.jump(from, direction),
        }?;
        self.has_room(from, to, direction).then_some(to)
    }

    /// Over a gap to the first cell where the body can stand.
    fn jump(&self, from: Cell, direction: Move) -> Option<Cell> {
        let profile = self.solid.profile;
        let here = self.height(from);
        let deepest = here - profile.step_height.max(profile.drop_height) - ROUNDING;
        // The first and the last cell of the gap, and the last one of the void, if that is all that there is of the gap.
        let (mut gap, mut void): (Option<(i32, i32)>, Option<i32>) = (None, None);
        for (steps, cell) in (1..=self.furthest()).zip(line(from, direction)) {
            let is_passable = self.grid.is_passable(cell);
            match self.over(cell, here) {
                Over::Blocked => return None,
                Over::Ground if is_passable => return gap.filter(|gap| self.jumps(*gap)).map(|_| cell),
                Over::Ground if steps - gap.map_or(0, |(_, last)| last) > self.margin => return None,
                Over::Ground => continue,
                Over::Void if gap.is_none() || void == Some(steps - 1) => void = Some(steps),
                Over::Void => void = None,
                Over::Lower if is_passable && self.height(cell) >= deepest => {
                    if let (Some((first, _)), Some(last)) = (gap, void)
                        && self.jumps((first, last))
                        && steps - last - 1 <= self.margin
                    {
                        return Some(cell);
                    }
                }
                Over::Lower => {}
            }
            let first = gap.map_or(steps, |(first, _)| first);
            gap = Some((first, steps));
            // Behind the void there may be as much lower ground as is too near to it.
            if steps + 1 - first > self.gap + self.margin {
                return None;
            }
        }
        None
    }

    /// Whether it jumps over a gap from one cell to another.
    fn jumps(&self, (first, last): (i32, i32)) -> bool {
        last - first < self.gap
    }

    /// Down a ledge to the first cell where the body can stand.
    fn drop(&self, from: Cell, direction: Move) -> Option<Cell> {
        let profile = self.solid.profile;
        let (mut before, mut ledge) = (from, None);
        for (steps, cell) in (1..=2 * self.margin + 1).zip(line(from, direction)) {
            let (above, tile) = (self.map.tile_of_cell(before), self.map.tile_of_cell(cell));
            if self.solid.closed(tile).is_some() {
                return None;
            }
            if above != tile && self.solid.is_ledge(above, tile) {
                ledge = ledge.or(Some(steps));
            }
            if self.grid.is_passable(cell) {
                let depth = self.height(from) - self.height(cell);
                let is_drop = depth > profile.step_height && depth <= profile.drop_height + ROUNDING;
                return ledge.filter(|_| is_drop).map(|_| cell);
            }
            if steps - ledge.map_or(0, |ledge| ledge - 1) > self.margin {
                return None;
            }
            before = cell;
        }
        None
    }

    fn over(&self, cell: Cell, here: f32) -> Over {
        let tile = self.map.tile_of_cell(cell);
        let Some(terrain) = self.map.terrain_at(tile) else { return Over::Blocked };
        if !terrain.walkable && terrain.jumpable {
            return Over::Void;
        }
        let (height, profile) = (self.height(cell), self.solid.profile);
        if height < here - profile.step_height - ROUNDING {
            let has_room = height + self.map.surface(tile).ceiling >= here + profile.height - ROUNDING;
            // Walls stand up from where they are.
            let is_low = terrain.walkable || !terrain.opaque;
            return if has_room && is_low { Over::Lower } else { Over::Blocked };
        }
        let is_open = height <= here + profile.step_height + ROUNDING && self.solid.closed(tile).is_none();
        if is_open { Over::Ground } else { Over::Blocked }
    }

    /// Whether the body touches nothing on its way but what it may come over.
    fn has_room(&self, from: Cell, to: Cell, direction: Move) -> bool {
        let here = self.height(from);
        let aside = |cell: Cell, by: i32| Cell::new(cell.x + by * direction.dy, cell.y + by * direction.dx);
        let on_the_way = || std::iter::once(from).chain(line(from, direction).take_while(|&cell| cell != to));
        let mut sides = (1..=self.margin).flat_map(|by| [by, -by]);
        sides.all(|by| on_the_way().all(|cell| self.over(aside(cell, by), here) != Over::Blocked))
            && self.touches_no_obstacle(from, to)
    }

    fn touches_no_obstacle(&self, from: Cell, to: Cell) -> bool {
        let lattice = self.grid.lattice();
        let (from, to) = (lattice.centre(from), lattice.centre(to));
        let least = self.solid.distance_to_obstacles() - TOLERANCE;
        self.obstacles.iter().all(|obstacle| {
            let (lower, upper) = obstacle.bounds();
            let is_far = (lower - from.max(to)).max(from.min(to) - upper).max_element() >= least;
            is_far || obstacle.distance_to_segment(from, to) >= least
        })
    }

    fn height(&self, cell: Cell) -> f32 {
        if self.map.relief.is_none() { 0.0 } else { self.map.height_at(self.grid.lattice().centre(cell)) }
    }
}

/// The cells behind one in a direction.
fn line(from: Cell, direction: Move) -> impl Iterator<Item = Cell> {
    std::iter::successors(Some(direction.from(from)), move |&cell| Some(direction.from(cell)))
}

/// Whether any tile is void.
fn has_void(map: &TileMap) -> bool {
    let mut is_void = [false; 256];
    for (is_void, terrain) in is_void.iter_mut().zip(&map.terrains) {
        *is_void = terrain.jumpable && !terrain.walkable;
    }
    is_void.contains(&true) && map.tiles.values().iter().any(|tile| is_void[tile.0 as usize])
}

/// Does some work for each of many rows, and puts what comes of it together in their order: each processor takes a share.
#[cfg(not(target_arch = "wasm32"))]
fn share_out(rows: u32, per_row: u32, work: impl Fn(std::ops::Range<u32>) -> Vec<NavLink> + Sync) -> Vec<NavLink> {
    /// It is not worth while to begin a thread for fewer cells.
    const MIN_SHARE: u32 = 1 << 17;
    let workers = std::thread::available_parallelism().map_or(1, |workers| workers.get() as u32);
    let share = rows.div_ceil(workers).max(MIN_SHARE.div_ceil(per_row.max(1)));
    if share >= rows {
        return work(0..rows);
    }
    std::thread::scope(|scope| {
        let begin = |first: u32| first..(first + share).min(rows);
        let work = &work;
        let others = (share..rows).step_by(share as usize).map(|first| scope.spawn(move || work(begin(first))));
        let others: Vec<_> = others.collect();
        let mut all = work(begin(0));
        all.extend(others.into_iter().flat_map(|other| other.join().expect("finding links does not panic")));
        all
    })
}

/// Does some work for each of many rows.
#[cfg(target_arch = "wasm32")]
fn share_out(rows: u32, _: u32, work: impl Fn(std::ops::Range<u32>) -> Vec<NavLink>) -> Vec<NavLink> {
    work(0..rows)
}
