//! A cell as searches see it.

use std::ops::RangeInclusive;

use crate::profile::AreaId;

/// The cost of a passable cell, in hundredths.
pub(in crate::nav) const HUNDREDTHS: RangeInclusive<u16> = 10..=10_000;

/// What a search needs to know about a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::nav) struct BakedCell {
    /// Its cost in hundredths; 0 where it is not passable.
    pub cost: u16,
    /// Bit `i` is set if the neighbour to which `MOVES[i]` leads is passable and nothing blocks the move: no ledge or
    /// obstacle between the two middles of a straight move, or in the square between the four middles of a diagonal
    /// one.
    pub around: u8,
    pub traits: Traits,
}

/// From the lowest bit: one for an even cell, one for a cell near a blocked edge, one for the end of a link, five for
/// the area.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::nav) struct Traits(pub(super) u8);

impl Traits {
    pub const EVEN: Traits = Traits(1);
    pub const NEAR_BLOCKED_EDGE: Traits = Traits(2);
    pub const LINKED: Traits = Traits(4);

    /// These traits in another area.
    #[must_use]
    pub fn in_area(self, area: AreaId) -> Traits {
        Traits(self.0 & 7 | area.0 << 3)
    }

    #[must_use]
    pub fn with(self, other: Traits, on: bool) -> Traits {
        Traits(if on { self.0 | other.0 } else { self.0 & !other.0 })
    }

    /// Whether the cell is passable and all steps to, and between, its passable neighbours cost the same. Never near a
    /// blocked edge.
    #[inline]
    pub fn is_even(self) -> bool {
        self.0 & Traits::EVEN.0 != 0
    }

    /// Whether something other than a closed cell blocks a step between two of the nine cells here and around.
    #[inline]
    pub fn is_near_blocked_edge(self) -> bool {
        self.0 & Traits::NEAR_BLOCKED_EDGE.0 != 0
    }

    /// Whether a link begins or ends here.
    #[inline]
    pub fn is_linked(self) -> bool {
        self.0 & Traits::LINKED.0 != 0
    }

    /// These traits, but even and near a blocked edge as said by 1 or 0.
    #[must_use]
    pub(super) fn with_surroundings(self, even: u8, near_blocked_edge: u8) -> Traits {
        Traits(self.0 & !(Traits::EVEN.0 | Traits::NEAR_BLOCKED_EDGE.0) | even | near_blocked_edge << 1)
    }

    /// The area of the tile, whether it is passable or not; [`AreaId::NOT_WALKABLE`] outside the map, and where the
    /// tile is closed to the profile.
    pub fn area(self) -> AreaId {
        AreaId(self.0 >> 3)
    }

    /// Which table of [`OnwardMoves`](crate::nav::canonical::OnwardMoves) holds here.
    #[inline]
    pub fn pruning(self) -> usize {
        (self.0 & (Traits::EVEN.0 | Traits::NEAR_BLOCKED_EDGE.0)) as usize
    }
}
