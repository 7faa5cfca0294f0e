//! The slots where agents stand or will stand, kept apart so that standing agents never overlap.

use std::collections::BTreeMap;

use glam::Vec2;

use crate::agent::AgentId;
use crate::agent::body::TOUCH;

/// The slots that agents hold.
#[derive(Clone, Debug)]
pub struct Slots {
    /// By square of the plane, so that only nearby slots are tested.
    squares: BTreeMap<(i32, i32), Vec<HeldSlot>>,
    square_size: f32,
    largest_radius: f32,
}

#[derive(Clone, Copy, Debug)]
struct HeldSlot {
    agent: AgentId,
    middle: Vec2,
    radius: f32,
}

impl Slots {
    /// Creates an empty set with squares of `square_size` world units.
    pub fn new(square_size: f32) -> Slots {
        Slots { squares: BTreeMap::new(), square_size, largest_radius: 0.0 }
    }

    fn square(&self, point: Vec2) -> (i32, i32) {
        let square = (point / self.square_size).floor();
        (square.x as i32, square.y as i32)
    }

    /// Reserves a slot for an agent.
    pub fn keep(&mut self, agent: AgentId, middle: Vec2, radius: f32) {
        self.largest_radius = self.largest_radius.max(radius);
        self.squares.entry(self.square(middle)).or_default().push(HeldSlot { agent, middle, radius });
    }

    /// Releases an agent's slot at `middle`.
    pub fn give_up(&mut self, agent: AgentId, middle: Vec2) {
        let square = self.square(middle);
        if let Some(slots) = self.squares.get_mut(&square) {
            slots.retain(|slot| slot.agent != agent);
            if slots.is_empty() {
                self.squares.remove(&square);
            }
        }
    }

    /// Every slot that is held: by whom, its middle, and the radius of the body, in world units.
    pub fn held(&self) -> impl Iterator<Item = (AgentId, Vec2, f32)> {
        self.squares.values().flatten().map(|slot| (slot.agent, slot.middle, slot.radius))
    }

    /// The agents, in order of id, whose slots a body there could overlap.
    pub fn near(&self, middle: Vec2, radius: f32) -> Vec<AgentId> {
        let reach = Vec2::splat(radius + self.largest_radius);
        let (low, high) = (self.square(middle - reach), self.square(middle + reach));
        let mut near: Vec<AgentId> = (low.0..=high.0)
            .flat_map(|x| (low.1..=high.1).filter_map(move |y| self.squares.get(&(x, y))))
            .flat_map(|slots| slots.iter().map(|slot| slot.agent))
            .collect();
        near.sort_unstable();
        near.dedup();
        near
    }

    /// Whether a body there would overlap none of the slots.
    pub fn is_free(&self, middle: Vec2, radius: f32) -> bool {
        self.is_free_among(middle, radius, |_| true)
    }

    /// Whether a body of an agent there would overlap no slot of another agent.
    pub fn is_free_for(&self, agent: AgentId, middle: Vec2, radius: f32) -> bool {
        self.is_free_among(middle, radius, |slot| slot.agent != agent)
    }

    fn is_free_among(&self, middle: Vec2, radius: f32, counts: impl Fn(&HeldSlot) -> bool) -> bool {
        let reach = Vec2::splat(radius + self.largest_radius);
        let (first, last) = (self.square(middle - reach), self.square(middle + reach));
        (first.1..=last.1).flat_map(|y| (first.0..=last.0).map(move |x| (x, y))).all(|square| {
            let apart = |slot: &HeldSlot| {
                let least = slot.radius + radius - TOUCH;
                slot.middle.distance_squared(middle) >= least * least
            };
            self.squares.get(&square).is_none_or(|slots| slots.iter().filter(|slot| counts(slot)).all(apart))
        })
    }
}
