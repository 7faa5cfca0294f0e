//! What changes the costs of the ground from place to place: danger, reward and wear, for each cell.

use crate::grid::Grid;

/// The cost fields of a map. A field that nothing has ever been put into is `None`; the others have a value for each
/// [cell](super::TileMap::cells).
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize)]
pub struct CostFields {
    /// What a tile's length costs more there, in hundredths.
    pub danger: Option<Grid<u16>>,
    /// What a tile's length costs less there, in hundredths.
    pub reward: Option<Grid<u16>>,
    /// How worn the ground is: 0 fresh, 255 fully worn.
    pub wear: Option<Grid<u8>>,
    /// What a tile costs that is fully worn, in hundredths.
    pub worn_cost: u16,
}
