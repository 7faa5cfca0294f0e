//! The search for the free place nearest to a cell.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use glam::Vec2;

use crate::agent::body::{fits, push_out};
use crate::agent::route::Ground;
use crate::grid::{Cell, Grid, Lattice};
use crate::nav::budget::Budget;
use crate::nav::moves::Move;
use crate::sim::slots::Places;

/// The search for a free place, which can be paused, and its memory, used again for every one.
#[derive(Clone, Debug, Default)]
pub struct Explorer {
    /// For each cell of the map: in which search it was last seen, and its distance then.
    seen: Option<Grid<(u32, u64)>>,
    search: u32,
    open: BinaryHeap<Reverse<(u64, i32, i32)>>,
    /// Where it began, and the wish there.
    from: Option<(Cell, Vec2)>,
    /// What it does not go through: points, and how far from each the middle of a cell must be.
    bodies: Vec<(Vec2, f32)>,
}

/// A free place that was found.
#[derive(Clone, Copy, Debug)]
pub struct FreePlace {
    /// The cell that it is in.
    pub cell: Cell,
    /// Where the agent's middle is to be.
    pub point: Vec2,
}

/// How far the search for a free place has come.
#[derive(Clone, Copy, Debug)]
pub enum Exploring {
    /// To its end.
    Found(FreePlace),
    /// To its end: there is none.
    Full,
    /// It has used up what it may in one go.
    Paused,
}

impl Explorer {
    /// Begins to look for the place where a body can stand that is nearest to `start`, one of the cells of `lattice`, by
    /// the way there; in `start` itself as near to `wish` as may be.
    pub fn begin(&mut self, lattice: &Lattice, start: Cell, wish: Vec2) {
        let fits = |seen: &Grid<_>| (seen.width(), seen.height()) == (lattice.width, lattice.height);
        self.seen = self.seen.take().filter(fits);
        let seen = self.seen.get_or_insert_with(|| Grid::filled(lattice.width, lattice.height, (0, 0)));
        self.search += 1;
        self.open.clear();
        self.bodies.clear();
        self.from = Some((start, wish));
        if let Some(start_seen) = seen.get_mut(start) {
            *start_seen = (self.search, 0);
            self.open.push(Reverse((0, start.y, start.x)));
        }
    }

    /// The same, but it goes through no cell whose middle is nearer to one of these points than the distance, in world units,
    /// that belongs to it.
    pub fn begin_among(
        &mut self,
        lattice: &Lattice,
        start: Cell,
        wish: Vec2,
        bodies: impl Iterator<Item = (Vec2, f32)>,
    ) {
        self.begin(lattice, start, wish);
        self.bodies.extend(bodies);
    }

    /// The next cell in the order of the way there, if there is one.
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

    /// The cells of the way to one that [`Explorer::next`] has told, from where it began.
    pub fn way_to(&self, ground: Ground, end: Cell) -> Vec<Cell> {
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

    /// Looks at one cell after the other, each of which is spent from `budget`, for a place that is free of `places`.
    /// On the same ground all the time; where places come and go between one call and the next, those that have
    /// become free where it has looked already are not seen.
    ///
    /// From a cell that is not passable it may go to every neighbour, as whoever leaves a wall does.
    pub fn advance(&mut self, ground: Ground, places: &Places, budget: &mut Budget) -> Exploring {
        while !budget.is_used_up() {
            let Some(cell) = self.next(ground) else { return Exploring::Full };
            budget.spend(1);
            if let Some(place) = self.free_place(ground, places, cell) {
                return Exploring::Found(place);
            }
        }
        Exploring::Paused
    }

    /// Where a body can stand in a cell without touching any of the places kept.
    pub fn free_place(&self, ground: Ground, places: &Places, cell: Cell) -> Option<FreePlace> {
        let point = self.free_point(ground, places, cell).filter(|_| ground.nav.is_passable(cell))?;
        Some(FreePlace { cell, point })
    }

    fn free_point(&self, ground: Ground, places: &Places, cell: Cell) -> Option<Vec2> {
        let wish = self.from.filter(|&(start, _)| start == cell).map(|(_, wish)| fitting_point(ground, cell, wish));
        let mut points = wish.into_iter().chain(standing_points(ground, cell));
        points.find(|&point| places.is_free(point, ground.radius()))
    }

    fn open_neighbours(&mut self, ground: Ground, cell: Cell, distance: u64) {
        let Some(seen) = &mut self.seen else { return };
        let lattice = ground.nav.lattice();
        let is_near = |middle: Vec2, &(point, least): &(Vec2, f32)| middle.distance_squared(point) < least * least;
        for step in ground.nav.steps_from(cell) {
            let next = step.from(cell);
            if self.bodies.iter().any(|body| is_near(lattice.centre(next), body)) {
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

/// The point of a passable cell nearest to `wish` where a body fits.
fn fitting_point(ground: Ground, cell: Cell, wish: Vec2) -> Vec2 {
    let (mut point, mut at_rest) = (wish, Vec2::ZERO);
    push_out(&ground.solid, &mut point, &mut at_rest);
    let inside = ground.nav.lattice().tile_at(point) == cell;
    if inside && fits(&ground.solid, point) { point } else { ground.nav.lattice().centre(cell) }
}

/// The points of a passable cell where a body may stand: its middle, or several where the body is so
/// small that they do not overlap.
fn standing_points(ground: Ground, cell: Cell) -> impl Iterator<Item = Vec2> {
    let lattice = ground.nav.lattice();
    let across = ((lattice.tile_size / (2.2 * ground.radius())) as i32).clamp(1, 4);
    let spacing = lattice.tile_size / across as f32;
    let corner = lattice.corner(cell);
    (0..across * across)
        .map(move |index| corner + (Vec2::new((index % across) as f32, (index / across) as f32) + 0.5) * spacing)
        .filter(move |&point| across == 1 || fits(&ground.solid, point))
}
