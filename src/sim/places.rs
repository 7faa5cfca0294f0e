//! Who stands where, and the free place nearest to a cell: so that standing agents never overlap.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use glam::Vec2;

use crate::agent::AgentId;
use crate::agent::body::{TOUCH, fits, push_out};
use crate::agent::order::Ground;
use crate::grid::{Cell, Grid};
use crate::nav::moves::MOVES;

/// The places that agents stand at or are bound for.
#[derive(Clone, Debug)]
pub struct Places {
    /// By square of the plane, so that only near ones are looked at.
    squares: BTreeMap<(i32, i32), Vec<Place>>,
    square_size: f32,
    largest_radius: f32,
}

#[derive(Clone, Copy, Debug)]
struct Place {
    agent: AgentId,
    middle: Vec2,
    radius: f32,
}

impl Places {
    /// No places yet, kept in squares of `square_size` world units.
    pub fn new(square_size: f32) -> Places {
        Places { squares: BTreeMap::new(), square_size, largest_radius: 0.0 }
    }

    fn square(&self, point: Vec2) -> (i32, i32) {
        let square = (point / self.square_size).floor();
        (square.x as i32, square.y as i32)
    }

    /// Keeps a place for an agent.
    pub fn keep(&mut self, agent: AgentId, middle: Vec2, radius: f32) {
        self.largest_radius = self.largest_radius.max(radius);
        self.squares.entry(self.square(middle)).or_default().push(Place { agent, middle, radius });
    }

    /// Gives up the place that was kept for an agent at `middle`.
    pub fn give_up(&mut self, agent: AgentId, middle: Vec2) {
        let square = self.square(middle);
        if let Some(places) = self.squares.get_mut(&square) {
            places.retain(|place| place.agent != agent);
            if places.is_empty() {
                self.squares.remove(&square);
            }
        }
    }

    /// Whether a body there would touch none of the places kept.
    pub fn is_free(&self, middle: Vec2, radius: f32) -> bool {
        let reach = Vec2::splat(radius + self.largest_radius);
        let (first, last) = (self.square(middle - reach), self.square(middle + reach));
        (first.1..=last.1).flat_map(|y| (first.0..=last.0).map(move |x| (x, y))).all(|square| {
            let apart = |place: &Place| {
                let least = place.radius + radius - TOUCH;
                place.middle.distance_squared(middle) >= least * least
            };
            self.squares.get(&square).is_none_or(|places| places.iter().all(apart))
        })
    }
}

/// The memory of the search for free places, used again for every one.
#[derive(Clone, Debug, Default)]
pub struct Explorer {
    /// For each cell of the map: in which search it was last seen, and its distance then.
    seen: Option<Grid<(u32, u64)>>,
    search: u32,
    explored: u32,
    open: BinaryHeap<Reverse<(u64, i32, i32)>>,
}

/// A free place that was found.
#[derive(Clone, Copy, Debug)]
pub struct FreePlace {
    /// The cell that it is in.
    pub cell: Cell,
    /// Where the agent's middle is to be.
    pub point: Vec2,
}

impl Explorer {
    /// How many cells the last search looked at.
    pub fn explored(&self) -> u32 {
        self.explored
    }

    /// The place where a body can stand, free of `places`, that is nearest to `start` by the way there;
    /// in `start` itself as near to `wish` as may be. `None` when there is none.
    ///
    /// From a cell that is not passable it may go to every neighbour, as whoever leaves a wall does.
    pub fn nearest_free(&mut self, ground: Ground, places: &Places, start: Cell, wish: Vec2) -> Option<FreePlace> {
        let lattice = &ground.map.lattice;
        let radius = ground.profile.radius;
        let seen = self.seen.get_or_insert_with(|| Grid::filled(lattice.width, lattice.height, (0, 0)));
        self.search += 1;
        self.open.clear();
        *seen.get_mut(start)? = (self.search, 0);
        self.open.push(Reverse((0, start.y, start.x)));
        self.explored = 0;
        while let Some(Reverse((distance, y, x))) = self.open.pop() {
            let cell = Cell::new(x, y);
            if distance > seen[cell].1 {
                continue;
            }
            self.explored += 1;
            let passable = ground.nav.is_passable(cell);
            if passable {
                let wish = (cell == start).then(|| fitting_point(ground, cell, wish));
                let mut points = wish.into_iter().chain(standing_points(ground, cell));
                if let Some(point) = points.find(|&point| places.is_free(point, radius)) {
                    return Some(FreePlace { cell, point });
                }
            }
            for step in MOVES {
                let next = step.from(cell);
                let legal = if passable {
                    step.is_legal(cell, |cell| ground.nav.is_passable(cell))
                } else {
                    lattice.contains(next)
                };
                if !legal {
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
        None
    }
}

/// The point of a passable cell nearest to `wish` where a body fits.
fn fitting_point(ground: Ground, cell: Cell, wish: Vec2) -> Vec2 {
    let (mut point, mut at_rest) = (wish, Vec2::ZERO);
    push_out(ground.map, &mut point, &mut at_rest, ground.profile.radius);
    let inside = ground.map.lattice.tile_at(point) == cell;
    if inside && fits(ground.map, point, ground.profile.radius) { point } else { ground.map.lattice.centre(cell) }
}

/// The points of a passable cell where a body may stand: its middle, or several where the body is so
/// small that they do not overlap.
fn standing_points(ground: Ground, cell: Cell) -> impl Iterator<Item = Vec2> {
    let Ground { map, profile, .. } = ground;
    let across = ((map.lattice.tile_size / (2.2 * profile.radius)) as i32).clamp(1, 4);
    let spacing = map.lattice.tile_size / across as f32;
    let corner = map.lattice.corner(cell);
    (0..across * across)
        .map(move |index| corner + (Vec2::new((index % across) as f32, (index / across) as f32) + 0.5) * spacing)
        .filter(move |&point| across == 1 || fits(map, point, profile.radius))
}
