//! The slots where agents stand or will stand, kept apart so that standing agents never overlap.

use std::collections::BTreeMap;

use glam::Vec2;

use crate::agent::AgentId;
use crate::agent::body::TOUCH;
use crate::sorting;

/// The slots that agents hold.
#[derive(Clone, Debug, Default)]
pub struct Slots {
    /// By the size of the bodies: small ones and large ones in squares of one size would make a search for a slot among
    /// small bodies look at far too many squares as soon as there is one large body.
    sizes: BTreeMap<u32, SlotsOfASize>,
}

/// The slots of bodies whose radii are alike, by square of the plane, so that only nearby slots are tested.
#[derive(Clone, Debug)]
struct SlotsOfASize {
    /// No body has a larger radius, in world units; at least half of the largest.
    largest_radius: f32,
    /// By row, then by column, then by agent. A list for each square would take several times the memory, as most squares
    /// hold one slot.
    held: BTreeMap<(i32, i32, AgentId), HeldSlot>,
}

#[derive(Clone, Copy, Debug)]
struct HeldSlot {
    middle: Vec2,
    radius: f32,
}

impl SlotsOfASize {
    /// The row and the column of a point's square.
    fn square(&self, point: Vec2) -> (i32, i32) {
        let square = (point / (4.0 * self.largest_radius)).floor();
        (square.y as i32, square.x as i32)
    }

    /// The slots in the squares that a body there could overlap.
    fn around(&self, middle: Vec2, radius: f32) -> impl Iterator<Item = (AgentId, &HeldSlot)> {
        const FIRST: AgentId = AgentId(0);
        const LAST: AgentId = AgentId(u32::MAX);
        let reach = Vec2::splat(radius + self.largest_radius);
        let (first, last) = (self.square(middle - reach), self.square(middle + reach));
        let in_row = move |row: i32| self.held.range((row, first.1, FIRST)..=(row, last.1, LAST));
        (first.0..=last.0).flat_map(in_row).map(|(&(_, _, agent), slot)| (agent, slot))
    }
}

/// The power of two above a positive number: the same on every machine, which a logarithm need not be.
fn next_power_of_two(number: f32) -> f32 {
    let fraction_bits = f32::MANTISSA_DIGITS - 1;
    f32::from_bits(((number.to_bits() >> fraction_bits) + 1) << fraction_bits)
}

impl Slots {
    /// Reserves a slot for an agent.
    pub fn keep(&mut self, agent: AgentId, middle: Vec2, radius: f32) {
        let largest_radius = next_power_of_two(radius);
        // The bits of positive numbers are in the order of the numbers.
        let size = self.sizes.entry(largest_radius.to_bits());
        let size = size.or_insert_with(|| SlotsOfASize { largest_radius, held: BTreeMap::new() });
        let (row, column) = size.square(middle);
        size.held.insert((row, column, agent), HeldSlot { middle, radius });
    }

    /// Releases an agent's slot at `middle`.
    pub fn give_up(&mut self, agent: AgentId, middle: Vec2) {
        self.sizes.retain(|_, size| {
            let (row, column) = size.square(middle);
            size.held.remove(&(row, column, agent));
            !size.held.is_empty()
        });
    }

    /// Every slot that is held: by whom, its middle, and the radius of the body, in world units.
    pub fn held(&self) -> impl Iterator<Item = (AgentId, Vec2, f32)> {
        let slots = self.sizes.values().flat_map(|size| &size.held);
        slots.map(|(&(_, _, agent), slot)| (agent, slot.middle, slot.radius))
    }

    /// The agents, in order of id, whose slots a body there could overlap.
    pub fn near(&self, middle: Vec2, radius: f32) -> Vec<AgentId> {
        let around = self.sizes.values().flat_map(|size| size.around(middle, radius));
        let mut near: Vec<AgentId> = around.map(|(agent, _)| agent).collect();
        sorting::sort(&mut near);
        near.dedup();
        near
    }

    /// Whether a body there would overlap none of the slots.
    pub fn is_free(&self, middle: Vec2, radius: f32) -> bool {
        let apart = |(_, slot): (AgentId, &HeldSlot)| {
            let least = slot.radius + radius - TOUCH;
            slot.middle.distance_squared(middle) >= least * least
        };
        self.sizes.values().all(|size| size.around(middle, radius).all(apart))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_and_small_bodies_are_kept_apart() {
        let mut slots = Slots::default();
        slots.keep(AgentId(0), Vec2::ZERO, 3.0);
        slots.keep(AgentId(1), Vec2::new(3.2, 0.0), 0.05);
        slots.keep(AgentId(2), Vec2::new(3.4, 0.0), 0.05);
        assert!(!slots.is_free(Vec2::new(0.0, -3.0), 0.05), "within the large body");
        assert!(slots.is_free(Vec2::new(0.0, -3.1), 0.05));
        assert!(!slots.is_free(Vec2::new(6.0, 0.0), 2.62), "a large body over the small ones");
        assert_eq!(slots.near(Vec2::new(3.3, 0.0), 0.1), [0, 1, 2].map(AgentId));
        slots.give_up(AgentId(0), Vec2::ZERO);
        assert!(slots.is_free(Vec2::ZERO, 3.0));
        assert_eq!(slots.held().map(|(agent, ..)| agent.0).collect::<Vec<u32>>(), [1, 2]);
    }
}
