//! Who goes first: one total order, asked by avoidance, by those that yield, and at gates.
//!
//! What two agents that meet will do, the first line that applies:
//!
//! | where | who goes first | what the other does |
//! |---|---|---|
//! | both are led from place to place in an order that was found for them | the one ahead | stays behind |
//! | one stands, or waits outside a gate | the one that walks | steps out of its way, and comes back |
//! | both make for the same corner, but one from farther away would be there in [a third](super::tuning::OVERTAKES) of the time | the one ahead | passes where there is room |
//! | both make for the same corner | the higher priority; the one clearly nearer to the corners of both; the lower id | stays behind, and leaves room |
//! | face to face, where there is no room for two | [`Claim`] | walks back, or to a point off the other's way, and waits there |
//! | both wait for a gate in the same direction | [`Claim`] | stays at its place before the gate |
//! | they go opposite ways through a gate | the direction whose turn it is | waits outside, until that turn is over |
//! | they come towards each other, or cross, in the open | nobody: both pass on the right | |
//! | both go the same way | the one ahead | stays behind, or passes where there is room |
//! | an obstacle that moves | the obstacle | steps aside, to the side on which there is room |

/// What an agent has to say for going first. The lesser goes first.
///
/// ```
/// use footpath::agent::right_of_way::Claim;
///
/// let [early, late] = [10, 20].map(|since| Claim::new(50, 1).since(since));
/// assert!(early < late);
/// assert!(Claim::new(0, 7).since(30) < early, "priority counts first");
/// assert!(late.at(1.5) < late.at(2.0), "of those that came at the same time the nearer");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
pub struct Claim {
    /// Its avoidance priority, from 0, the highest, to 99.
    priority: u8,
    /// The tick in which the agent came; 0 where time does not matter.
    since: u64,
    /// How far it has to go, as the bits of a number that is not negative: these are in the order of the numbers.
    distance: u32,
    /// A number of its own, which decides when nothing else does.
    id: u32,
}

impl Claim {
    /// The claim of an agent with this avoidance priority and this number, where time and distance do not matter.
    pub fn new(priority: u8, id: u32) -> Claim {
        Claim { priority, since: 0, distance: 0, id }
    }

    /// This claim for an agent that came in the tick `since`.
    pub fn since(self, since: u64) -> Claim {
        Claim { since, ..self }
    }

    /// This claim for an agent that still has `distance` world units to go. A negative distance counts as 0.
    pub fn at(self, distance: f32) -> Claim {
        Claim { distance: distance.max(0.0).to_bits(), ..self }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn claim() -> impl Strategy<Value = Claim> {
        (0..3_u8, 0..4_u32, 0..3_u64, 0..3_u8).prop_map(|(priority, id, since, distance)| {
            Claim::new(priority, id).since(since).at(0.7 * f32::from(distance))
        })
    }

    proptest! {
        #[test]
        fn of_two_one_goes_first_and_of_three_there_is_a_first(a in claim(), b in claim(), c in claim()) {
            prop_assert_eq!(a < b, b > a);
            prop_assert_eq!(usize::from(a < b) + usize::from(b < a) + usize::from(a == b), 1);
            prop_assert!(!(a < b && b < c) || a < c);
        }
    }

    #[test]
    fn what_decides_comes_in_order() {
        let claim =
            |priority: u8, since: u64, distance: f32, id: u32| Claim::new(priority, id).since(since).at(distance);
        let sorted =
            [claim(1, 9, 9.0, 9), claim(2, 1, 9.0, 9), claim(2, 2, 0.5, 9), claim(2, 2, 1.0, 1), claim(2, 2, 1.0, 2)];
        assert!(sorted.is_sorted());
    }
}
