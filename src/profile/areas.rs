//! Areas, and which of them an agent may enter.

use std::ops::RangeInclusive;

/// The most areas of a level.
pub const AREAS: usize = 32;

/// What a tile of an area may cost; 1 is normal.
pub const AREA_COST: RangeInclusive<f32> = 0.1..=100.0;

/// An area of a level: its index in [`TileMap::areas`](crate::level::TileMap::areas), less than [`AREAS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
pub struct AreaId(pub u8);

impl AreaId {
    /// Ordinary ground.
    pub const WALKABLE: AreaId = AreaId(0);
    /// Ground that no agent may enter, whatever a mask says.
    pub const NOT_WALKABLE: AreaId = AreaId(1);
    /// Links that name no other area.
    pub const JUMP: AreaId = AreaId(2);
}

/// Which areas an agent may enter, and what they cost it.
///
/// ```
/// use footpath::profile::{AreaFilter, AreaId};
/// let mut filter = AreaFilter::default();
/// assert!(filter.allows(AreaId(7)) && !filter.allows(AreaId::NOT_WALKABLE));
/// filter.mask &= !(1 << 7);
/// assert!(!filter.allows(AreaId(7)));
/// ```
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct AreaFilter {
    /// Bit `i` says whether area `i` may be entered.
    pub mask: u32,
    /// The cost of a tile of some areas, 0.1 to 100, where it differs from the level's; in order of areas, none twice.
    pub costs: Vec<(AreaId, f32)>,
}

impl Default for AreaFilter {
    /// All areas, at the level's costs.
    fn default() -> AreaFilter {
        AreaFilter { mask: u32::MAX, costs: Vec::new() }
    }
}

impl AreaFilter {
    /// Whether an area may be entered; never [`AreaId::NOT_WALKABLE`].
    pub fn allows(&self, area: AreaId) -> bool {
        area != AreaId::NOT_WALKABLE && self.mask >> area.0 & 1 == 1
    }

    /// The cost of an area, if it differs from the level's.
    pub fn cost(&self, area: AreaId) -> Option<f32> {
        self.costs.iter().find(|(known, _)| *known == area).map(|&(_, cost)| cost)
    }
}
