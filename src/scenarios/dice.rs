//! Random numbers for scenarios: the same for a seed on every machine.

use glam::Vec2;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, SeedableRng};

/// Draws random numbers.
///
/// ```
/// use footpath::scenarios::Dice;
/// let (mut one, mut other) = (Dice::of(7), Dice::of(7));
/// let drawn: Vec<usize> = (0..9).map(|_| one.below(100)).collect();
/// assert!(drawn.iter().all(|&number| number < 100 && number == other.below(100)));
/// ```
#[derive(Clone, Debug)]
pub struct Dice(Xoshiro256PlusPlus);

impl Dice {
    /// Begins with a seed.
    pub fn of(seed: u64) -> Dice {
        Dice(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// A number from `low` up to, but not including, `high`; where `low` is not less, about as much as that.
    pub fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * (self.0.next_u64() >> 40) as f32 / (1_u32 << 24) as f32
    }

    /// A whole number from `low` to `high`, both included.
    pub fn whole(&mut self, low: i32, high: i32) -> i32 {
        // Below a whole number where rounding made it the number itself.
        (self.between(low as f32, high as f32 + 1.0) as i32).min(high)
    }

    /// A whole number less than `count`, or 0.
    pub fn below(&mut self, count: usize) -> usize {
        (self.0.next_u64() % count.max(1) as u64) as usize
    }

    /// Whether something happens that does in this many of a hundred cases.
    pub fn percent(&mut self, cases: usize) -> bool {
        self.below(100) < cases
    }

    /// One of some things; `None` where there are none.
    pub fn one<'t, T>(&mut self, things: &'t [T]) -> Option<&'t T> {
        things.get(self.below(things.len()))
    }

    /// A point between two corners.
    pub fn point(&mut self, low: Vec2, high: Vec2) -> Vec2 {
        let x = self.between(low.x, high.x);
        Vec2::new(x, self.between(low.y, high.y))
    }

    /// A seed for something else.
    pub fn seed(&mut self) -> u64 {
        self.0.next_u64()
    }
}
