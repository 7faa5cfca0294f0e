//! Who stands where, and the free place nearest to a cell: so that standing agents never overlap.

use std::collections::BTreeMap;

use glam::Vec2;

use crate::agent::AgentId;
use crate::agent::body::TOUCH;

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
