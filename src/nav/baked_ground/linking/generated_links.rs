//! Links that the ground itself offers to agents that jump and drop.
//!
//! A leap goes straight along a row or a column of cells, from one where the body can stand to the first one where it
//! can land. A jump goes over void, or over ground that lies lower than where it begins by more than a step; a drop
//! goes down a ledge. Between the edge and the cell where the body can stand there may be cells that are too near to
//! the edge for it: they do not count as part of the gap, so that a gap is as wide at any resolution.
//!
//! Along a straight edge every cell would have the same leap as the next one. Where both neighbours along the edge have
//! it, and steps lead to them on both sides, only every fourth is kept: what can be reached stays the same. That rule
//! looks no further than one cell aside, so links are found again only near to where the ground has changed.

mod edges;

use glam::Vec2;

use crate::grid::{Cell, Rect};
use crate::level::{Obstacle, Solid, Surface, TileMap};
use crate::nav::baked_ground::BakedGround;
use crate::nav::clearance::TOLERANCE;
use crate::nav::links::KeptLink;
use crate::nav::moves::{MOVES, Move};
use crate::nav::nav_link::LinkOrigin;
use crate::parallel;
use crate::profile::{AgentProfile, AreaId};

use super::authored_links::{area_cost, cost};
use edges::{Edges, VOID};

/// Of the cells along an edge every one in this many keeps its leap, and those where the edge begins and ends.
const KEPT: i32 = 4;

/// Tolerance for rounding: how much longer than its limit a leap may be, in world units.
const ROUNDING: f32 = 1e-4;

/// Bits of [`BakedCell::around`](crate::nav::baked_ground::BakedCell::around): the straight moves.
const STRAIGHT_BITS: u8 = 0b0101_0101;

/// Finds the leaps of a kind of agent.
pub(in crate::nav) struct Leaps<'a> {
    grid: &'a BakedGround,
    map: &'a TileMap,
    solid: Solid<'a>,
    /// How many cells next to an edge are too near to it for the body to stand there.
    margin: i32,
    /// The widest gap that it jumps over, in cells.
    gap: i32,
    /// What a tile's length of a leap costs.
    factor: f32,
    /// Of each terrain, [`VOID`], [`OPEN`] and [`LOW`].
    kinds: [u8; 256],
}

/// The body may be on this terrain.
const OPEN: u8 = 2;
/// What stands on this terrain is no higher than the ground.
const LOW: u8 = 4;

/// The rows of a rectangle in which leaps are looked for together, and what is known of the ground there.
struct LeapRows<'a> {
    rect: Rect,
    edges: Edges,
    /// Obstacles that may be in the way.
    obstacles: Vec<&'a Obstacle>,
    links: Vec<KeptLink>,
}

/// How many cells long the leaps from a cell are, 0 where there is none: at the place of the direction in [`MOVES`] the
/// jump, behind it the drop.
type Lengths = [u16; 8];

/// The leaps from the cells of a row.
struct LeapRow {
    lengths: Vec<Lengths>,
    /// From which there are any, in order.
    columns: Vec<u32>,
}

impl LeapRow {
    /// A row without leaps.
    fn new(width: usize) -> LeapRow {
        LeapRow { lengths: vec![[0; 8]; width], columns: Vec::new() }
    }

    fn clear(&mut self) {
        self.columns.drain(..).for_each(|column| self.lengths[column as usize] = [0; 8]);
    }
}

/// What a leap passes over, seen from where it begins.
#[derive(Clone, Copy, PartialEq)]
enum Over {
    /// Something that stands in the way.
    Blocked,
    /// A place without ground.
    Void,
    /// Ground more than a step lower.
    Lower,
    /// Ground that is open to the body, not so low.
    Ground,
}

impl<'a> Leaps<'a> {
    /// `None` where there can be none: the agents do not leap, or all is flat and they do not jump.
    pub fn new(map: &'a TileMap, profile: &'a AgentProfile, grid: &'a BakedGround) -> Option<Leaps<'a>> {
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
            factor: area_cost(map, profile, AreaId::JUMP),
            kinds: kinds(map, profile),
        })
    }

    /// The greatest distance in cells at which a change of the ground affects a cell's leaps.
    pub fn reach(&self) -> i32 {
        self.furthest() + 2
    }

    fn furthest(&self) -> i32 {
        2 * self.margin + self.gap + 1
    }

    /// What leaps cost, by the number of cells that they go on.
    pub fn costs(&self) -> Vec<u64> {
        leap_costs(self.furthest() as usize + 1, self.factor)
    }

    /// The leaps that begin in a rectangle of cells, by their first cell, then by their last one.
    pub fn in_rect(&self, rect: Rect) -> Vec<KeptLink> {
        let size = self.grid.lattice();
        let rect = rect.clipped(size.width, size.height);
        if rect.cells().next().is_none() {
            return Vec::new();
        }
        let rows = parallel::rows_per_thread(rect.max.y - rect.min.y, (rect.max.x - rect.min.x) as usize) as i32;
        let tops = (rect.min.y..rect.max.y).step_by(rows as usize);
        let rects = tops.map(|top| Rect {
            min: Cell::new(rect.min.x, top),
            max: Cell::new(rect.max.x, rect.max.y.min(top + rows)),
        });
        let mut found: Vec<(Rect, Vec<KeptLink>)> = rects.map(|rect| (rect, Vec::new())).collect();
        parallel::each(found.iter_mut().collect(), 1, |_, (rect, links): &mut (Rect, Vec<KeptLink>), _: &mut ()| {
            *links = self.band(*rect).find(self);
        });
        found.into_iter().flat_map(|(_, links)| links).collect()
    }

    /// Reads the ground in some rows and as far around them as leaps lead.
    fn band(&self, rect: Rect) -> LeapRows<'a> {
        let window = rect.grown(self.reach());
        let mut edges = Edges::of(self.map, &self.kinds, window);
        let (cells, least) = (self.grid.lattice(), self.least_distance());
        let is_near =
            |obstacle: &&Obstacle| edges::around(&cells, obstacle, least).intersection(window).cells().next().is_some();
        let around = Vec2::splat(least.max(0.0) + 2.0 * cells.tile_size);
        let near = self.solid.obstacles_near(cells.corner(window.min) - around, cells.corner(window.max) + around);
        let obstacles: Vec<&Obstacle> = near.map(|(_, obstacle)| obstacle).filter(is_near).collect();
        obstacles.iter().for_each(|obstacle| edges.note_obstacle(&cells, obstacle, least));
        LeapRows { rect, edges, obstacles, links: Vec::new() }
    }

    /// How near the middle of the body may come to obstacles.
    fn least_distance(&self) -> f32 {
        self.solid.distance_to_obstacles() - TOLERANCE
    }

    /// Where a leap from a passable cell ends.
    fn leap(&self, band: &LeapRows, from: Cell, direction: Move, origin: LinkOrigin) -> Option<Cell> {
        let to = match origin {
            LinkOrigin::Drop => self.drop(from, direction),
            _ => self.jump(from, direction),
        }?;
        (self.has_room(from, to, direction) && band.touches_no_obstacle(self, from, to, direction)).then_some(to)
    }

    /// Over a gap to the first cell where the body can stand.
    fn jump(&self, from: Cell, direction: Move) -> Option<Cell> {
        if self.gap == 0 {
            return None;
        }
        let profile = self.solid.profile;
        let here = self.height(from);
        let deepest = here - profile.step_height.max(profile.drop_height) - ROUNDING;
        // The first and the last cell of the gap, and the last one of the void, if that is all that there is of the
        // gap.
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
        if self.map.relief.is_none() || profile.drop_height == 0.0 {
            return None;
        }
        for (steps, cell) in (1..=2 * self.margin + 1).zip(line(from, direction)) {
            let (above, tile) = (self.tile(before), self.tile(cell));
            if self.kind(tile).is_none_or(|kind| !self.is_open(kind, &self.map.surface(tile))) {
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
        let tile = self.tile(cell);
        let Some(kind) = self.kind(tile) else { return Over::Blocked };
        if kind & VOID != 0 {
            return Over::Void;
        }
        let (surface, profile) = (self.map.surface(tile), self.solid.profile);
        let height = self.height_on(&surface, cell);
        if height < here - profile.step_height - ROUNDING {
            let has_room = height + surface.ceiling >= here + profile.height - ROUNDING;
            // A wall rises from the ground at its place.
            return if has_room && kind & LOW != 0 { Over::Lower } else { Over::Blocked };
        }
        let is_open = height <= here + profile.step_height + ROUNDING && self.is_open(kind, &surface);
        if is_open { Over::Ground } else { Over::Blocked }
    }

    /// The tile of a cell. Most maps have one cell a tile, and need not divide.
    fn tile(&self, cell: Cell) -> Cell {
        if self.map.bake.cells_per_tile == 1 { cell } else { self.map.tile_of_cell(cell) }
    }

    /// [`VOID`], [`OPEN`] and [`LOW`] of a tile's terrain; `None` outside the map.
    fn kind(&self, tile: Cell) -> Option<u8> {
        self.map.tiles.get(tile).map(|id| self.kinds[id.0 as usize])
    }

    /// Whether a tile of which the terrain and the surface are known is open to the body.
    fn is_open(&self, kind: u8, surface: &Surface) -> bool {
        kind & OPEN != 0 && self.solid.fits(surface)
    }

    /// Whether the body touches nothing during the leap but what it may pass over.
    fn has_room(&self, from: Cell, to: Cell, direction: Move) -> bool {
        let here = self.height(from);
        let aside = |cell: Cell, by: i32| Cell::new(cell.x + by * direction.dy, cell.y + by * direction.dx);
        let on_the_way = || std::iter::once(from).chain(line(from, direction).take_while(|&cell| cell != to));
        let mut sides = (1..=self.margin).flat_map(|by| [by, -by]);
        sides.all(|by| on_the_way().all(|cell| self.over(aside(cell, by), here) != Over::Blocked))
    }

    fn height(&self, cell: Cell) -> f32 {
        self.height_on(&self.map.surface(self.tile(cell)), cell)
    }

    /// The height of the middle of a cell, given how its tile lies.
    fn height_on(&self, surface: &Surface, cell: Cell) -> f32 {
        let is_level = surface.slope == Vec2::ZERO;
        if is_level { surface.height } else { self.map.height_at(self.grid.lattice().centre(cell)) }
    }
}

impl LeapRows<'_> {
    /// Finds the leaps that begin in the rectangle.
    fn find(mut self, leaps: &Leaps) -> Vec<KeptLink> {
        let width = (self.rect.max.x - self.rect.min.x) as usize + 2;
        let mut rows: [LeapRow; 3] = std::array::from_fn(|_| LeapRow::new(width));
        let mut directions = vec![0; width];
        for y in self.rect.min.y - 1..=self.rect.max.y {
            rows.rotate_left(1);
            self.measure(leaps, y, &mut directions, &mut rows[2]);
            if y > self.rect.min.y {
                self.keep(leaps, y - 1, &rows);
            }
        }
        self.links
    }

    /// Measures the leaps from the cells of a row, and from one more on both ends.
    fn measure(&self, leaps: &Leaps, y: i32, directions: &mut [u8], row: &mut LeapRow) {
        row.clear();
        let first = Cell::new(self.rect.min.x - 1, y);
        self.edges.look(first, leaps.margin + 1, directions);
        let ground = &leaps.grid.ground()[leaps.grid.number(first) as usize..];
        for_each_other_than_0(directions, |column, directions| {
            if ground[column].cost == 0 {
                return;
            }
            let from = Cell::new(first.x + column as i32, y);
            let mut lengths = [0; 8];
            for index in (0..8).step_by(2).filter(|index| directions >> index & 1 == 1) {
                for (at, origin) in [(index, LinkOrigin::Jump), (index + 1, LinkOrigin::Drop)] {
                    let to = leaps.leap(self, from, MOVES[index], origin);
                    lengths[at] = to.map_or(0, |to| (to.x.abs_diff(from.x) + to.y.abs_diff(y)) as u16);
                }
            }
            if lengths != [0; 8] {
                row.lengths[column] = lengths;
                row.columns.push(column as u32);
            }
        });
    }

    /// Keeps the leaps from the cells of a row, given those of the row above, of this one and of the one below, but for
    /// those whose neighbours along the edge serve as well.
    fn keep(&mut self, leaps: &Leaps, y: i32, rows: &[LeapRow; 3]) {
        let inner = 1..rows[1].lengths.len() - 1;
        for column in rows[1].columns.iter().map(|&column| column as usize).filter(|column| inner.contains(column)) {
            let (lengths, x) = (rows[1].lengths[column], self.rect.min.x + column as i32 - 1);
            let from = Cell::new(x, y);
            let shut = !leaps.grid.ground()[leaps.grid.number(from) as usize].around & STRAIGHT_BITS;
            // In the order of where they lead: upward, to the left, to the right, downward.
            for at in [6, 7, 4, 5, 0, 1, 2, 3].into_iter().filter(|&at| lengths[at] > 0 && shut >> (at & !1) & 1 == 1) {
                let (way, length) = (MOVES[at & !1], i32::from(lengths[at]));
                let to = Cell::new(x + length * way.dx, y + length * way.dy);
                let along = if way.dx == 0 { x } else { y };
                if along % KEPT == 0 || !goes_along(leaps.grid, rows, (from, to), at, column) {
                    let what = if at.is_multiple_of(2) { KeptLink::JUMP } else { KeptLink::DROP };
                    self.links.push(KeptLink { from: leaps.grid.number(from), to: leaps.grid.number(to), what });
                }
            }
        }
    }

    fn touches_no_obstacle(&self, leaps: &Leaps, from: Cell, to: Cell, direction: Move) -> bool {
        let mut on_the_way = std::iter::once(from).chain(line(from, direction).take_while(|&cell| cell != to));
        if !on_the_way.any(|cell| self.edges.is_near_obstacle(cell)) && !self.edges.is_near_obstacle(to) {
            return true;
        }
        let lattice = leaps.grid.lattice();
        let (from, to) = (lattice.centre(from), lattice.centre(to));
        let least = leaps.least_distance();
        self.obstacles.iter().all(|obstacle| {
            let (lower, upper) = obstacle.bounds();
            let is_far = (lower - from.max(to)).max(from.min(to) - upper).max_element() >= least;
            is_far || obstacle.distance_to_segment(from, to) >= least
        })
    }
}

/// Whether both neighbours along the edge have the same leap as the cell of a column in the middle one of three rows,
/// and one can step to them on both sides.
fn goes_along(grid: &BakedGround, rows: &[LeapRow; 3], (from, to): (Cell, Cell), at: usize, column: usize) -> bool {
    let steps = |cell: Cell, aside: usize| grid.ground()[grid.number(cell) as usize].around >> aside & 1 == 1;
    [((at & !1) + 2) % 8, ((at & !1) + 6) % 8].into_iter().all(|aside| {
        let Move { dx, dy } = MOVES[aside];
        let beside = rows[(1 + dy) as usize].lengths[(column as i32 + dx) as usize];
        steps(from, aside) && steps(to, aside) && beside[at] == rows[1].lengths[column][at]
    })
}

/// What leaps cost that go on for fewer than `lengths` cells, by how many these are, where a tile's length costs `factor`.
pub(in crate::nav) fn leap_costs(lengths: usize, factor: f32) -> Vec<u64> {
    (0..lengths as i32).map(|length| cost(Cell::new(0, 0), Cell::new(length, 0), factor)).collect()
}

/// Calls `each` with the place and the value of every byte other than 0.
fn for_each_other_than_0(bytes: &[u8], mut each: impl FnMut(usize, u8)) {
    for (at, eight) in (0..).step_by(8).zip(bytes.chunks(8)) {
        if eight.iter().fold(0, |all, byte| all | byte) != 0 {
            (at..).zip(eight).filter(|(_, byte)| **byte != 0).for_each(|(at, &byte)| each(at, byte));
        }
    }
}

/// The cells behind one in a direction.
fn line(from: Cell, direction: Move) -> impl Iterator<Item = Cell> {
    std::iter::successors(Some(direction.from(from)), move |&cell| Some(direction.from(cell)))
}

/// How each terrain affects leaps.
fn kinds(map: &TileMap, profile: &AgentProfile) -> [u8; 256] {
    let mut kinds = [0; 256];
    for (kind, terrain) in kinds.iter_mut().zip(&map.terrains) {
        let is_void = !terrain.walkable && terrain.jumpable;
        let is_open = terrain.walkable && profile.areas.allows(terrain.area);
        let is_low = terrain.walkable || !terrain.opaque;
        *kind = (u8::from(is_void) * VOID) | (u8::from(is_open) * OPEN) | (u8::from(is_low) * LOW);
    }
    kinds
}
