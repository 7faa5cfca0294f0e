//! The search for the free slot nearest to a cell, by distance walked.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use glam::Vec2;

use crate::agent::body::{fits, push_out};
use crate::agent::route::Ground;
use crate::grid::{Cell, Grid, Lattice};
use crate::level::Obstacle;
use crate::nav::budget::Budget;
use crate::nav::moves::Move;
use crate::sim::slots::Slots;

/// The search for a free slot, which can be paused. Its memory is reused by the next search.
#[derive(Clone, Debug, Default, serde::Serialize)]
pub struct SlotSearch {
    /// For each cell of the map: the number of the search that last reached it, and its distance then. Not hashed, as
    /// it has the size of the map and is mostly of earlier searches.
    #[serde(skip)]
    seen: Option<Grid<(u32, u64)>>,
    search: u32,
    open: BinaryHeap<Reverse<(u64, i32, i32)>>,
    /// The cell where the search began, and the preferred point in it.
    from: Option<(Cell, Vec2)>,
    /// Bodies that the search does not pass through: points, and the least distance of a cell's centre from each.
    bodies: Vec<(Vec2, f32)>,
    /// Obstacles that the search does not pass through.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    obstacles: Vec<Obstacle>,
    /// The room between a body in the slot and one in the slot of another, in radii of the body.
    room: f32,
}

/// A free slot.
#[derive(Clone, Copy, Debug, serde::Serialize)]
pub struct FreeSlot {
    /// The cell in which it lies.
    pub cell: Cell,
    /// Where the agent's centre is to be.
    pub point: Vec2,
}

/// The outcome of a call to [`SlotSearch::advance`].
#[derive(Clone, Copy, Debug)]
pub enum SlotAnswer {
    /// A slot was found.
    Found(FreeSlot),
    /// There is no free slot.
    Full,
    /// The budget is used up; the search can go on.
    Paused,
}

impl SlotSearch {
    /// Starts a search for the slot nearest to `start`, one of the cells of `lattice`, by distance walked; in `start`
    /// itself for a slot as near to `wish` as possible. A slot leaves `room`, in radii of the body, to each slot of others; where
    /// there is none that does, it may touch these.
    pub fn begin(&mut self, lattice: &Lattice, start: Cell, wish: Vec2, room: f32) {
        let fits = |seen: &Grid<_>| (seen.width(), seen.height()) == (lattice.width, lattice.height);
        self.seen = self.seen.take().filter(fits);
        let seen = self.seen.get_or_insert_with(|| Grid::filled(lattice.width, lattice.height, (0, 0)));
        self.search += 1;
        self.open.clear();
        self.bodies.clear();
        self.obstacles.clear();
        (self.from, self.room) = (Some((start, wish)), room);
        if let Some(start_seen) = seen.get_mut(start) {
            *start_seen = (self.search, 0);
            self.open.push(Reverse((0, start.y, start.x)));
        }
    }

    /// Starts a search that enters no cell whose centre is nearer to one of these points than the distance (world
    /// units) that belongs to it, and goes nowhere where the body would touch one of these obstacles.
    pub fn begin_among(
        &mut self,
        lattice: &Lattice,
        start: Cell,
        wish: Vec2,
        bodies: impl Iterator<Item = (Vec2, f32)>,
        obstacles: impl Iterator<Item = Obstacle>,
    ) {
        self.begin(lattice, start, wish, 0.0);
        self.bodies.extend(bodies);
        self.obstacles.extend(obstacles);
    }

    /// Where the search began, whoever has a slot there.
    pub fn wish(&self) -> Option<FreeSlot> {
        self.from.map(|(cell, point)| FreeSlot { cell, point })
    }

    /// Returns the next cell in order of distance, if there is one.
    pub fn next(&mut self, ground: Ground) -> Option<Cell> {
        loop {
            let Reverse((distance, y, x)) = self.open.pop()?;
            let cell = Cell::new(x, y);
            if self.seen.as_ref().is_some_and(|seen| distance == seen[cell].1) {
                self.open_neighbours(ground, cell, distance);
                return Some(cell);
            }
        }
    }

    /// Returns the cells of the path from the start to a cell that [`SlotSearch::next`] has returned.
    pub fn path_to(&self, ground: Ground, end: Cell) -> Vec<Cell> {
        let mut cells = vec![end];
        let Some(seen) = &self.seen else { return cells };
        let mut cell = end;
        while seen[cell].1 > 0 {
            let comes_from = |step: &Move| {
                let (search, distance) = seen[step.from(cell)];
                search == self.search && distance + step.cost(1, 1) == seen[cell].1
            };
            let Some(step) = ground.nav.steps_from(cell).find(comes_from) else { break };
            cell = step.from(cell);
            cells.push(cell);
        }
        cells.reverse();
        cells
    }

    /// Searches for a slot that leaves room to all `slots`, or else overlaps none of them; each cell visited costs one
    /// expansion of `budget`. The ground must not change between calls; slots that are released meanwhile in cells visited
    /// earlier are missed.
    ///
    /// From a cell that is not passable the search enters every neighbour, as an agent does that leaves a wall.
    pub fn advance(&mut self, ground: Ground, slots: &Slots, budget: &mut Budget) -> SlotAnswer {
        while !budget.is_used_up() {
            let Some(cell) = self.next(ground) else {
                let Some((start, wish)) = self.from.filter(|_| self.room > 0.0) else { return SlotAnswer::Full };
                self.begin(&ground.nav.lattice(), start, wish, 0.0);
                continue;
            };
            budget.spend(1);
            if let Some(slot) = self.free_slot(ground, slots, cell) {
                return SlotAnswer::Found(slot);
            }
        }
        SlotAnswer::Paused
    }

    /// Returns a slot in this cell that leaves room to all `slots`.
    pub fn free_slot(&self, ground: Ground, slots: &Slots, cell: Cell) -> Option<FreeSlot> {
        if !ground.nav.is_passable(cell) {
            return None;
        }
        let centre = ground.nav.lattice().centre(cell);
        let wish = self.from.filter(|&(start, _)| start == cell).map(|(_, wish)| fitting_point(ground, cell, wish));
        let mut points = wish.into_iter().chain(standing_points(ground, cell));
        // The slots first, as what is solid takes far longer to ask; the centre of a passable cell is known to fit.
        let is_slot = |&point: &Vec2| {
            let is_free = slots.is_free(point, (1.0 + self.room) * ground.radius()) && ground.may_stop(point);
            is_free && (point == centre || fits(&ground.solid, point))
        };
        points.find(is_slot).map(|point| FreeSlot { cell, point })
    }

    fn open_neighbours(&mut self, ground: Ground, cell: Cell, distance: u64) {
        let Some(seen) = &mut self.seen else { return };
        let lattice = ground.nav.lattice();
        let is_near = |middle: Vec2, &(point, least): &(Vec2, f32)| middle.distance_squared(point) < least * least;
        for step in ground.nav.steps_from(cell) {
            let next = step.from(cell);
            let (from, middle) = (lattice.centre(cell), lattice.centre(next));
            let touches = |obstacle: &Obstacle| obstacle.distance_to_segment(from, middle) < ground.radius();
            if self.bodies.iter().any(|body| is_near(middle, body)) || self.obstacles.iter().any(touches) {
                continue;
            }
            let distance = distance + step.cost(1, 1);
            let known = &mut seen[next];
            if known.0 != self.search || distance < known.1 {
                *known = (self.search, distance);
                self.open.push(Reverse((distance, next.y, next.x)));
            }
        }
    }
}

/// Returns the point of a passable cell nearest to `wish` where the body fits.
fn fitting_point(ground: Ground, cell: Cell, wish: Vec2) -> Vec2 {
    let (mut point, mut at_rest) = (wish, Vec2::ZERO);
    push_out(&ground.solid, &mut point, &mut at_rest);
    let inside = ground.nav.lattice().tile_at(point) == cell;
    if inside && fits(&ground.solid, point) { point } else { ground.nav.lattice().centre(cell) }
}

/// Returns points of a cell that are far enough apart for a body on each: its centre, or several if bodies are small.
fn standing_points(ground: Ground, cell: Cell) -> impl Iterator<Item = Vec2> {
    let lattice = ground.nav.lattice();
    let across = ((lattice.tile_size / (2.2 * ground.radius())) as i32).clamp(1, 4);
    let spacing = lattice.tile_size / across as f32;
    let corner = lattice.corner(cell);
    (0..across * across)
        .map(move |index| corner + (Vec2::new((index % across) as f32, (index / across) as f32) + 0.5) * spacing)
}
