//! How each terrain looks: one texel of four bytes, which the ground's shader reads.

use footpath::level::Terrain;

use crate::app::view::ground_colors::ground_colors;

/// Set in a look's alpha: one of the eight tiles around it looks different.
pub const EDGE_NEAR: u8 = 16;
/// Set in a look's alpha: it or one of the eight tiles around it stands up from the ground.
pub const RAISED_NEAR: u8 = 32;
/// Set in a look's alpha: stands up from the ground, with a top and a south face.
pub const RAISED: u8 = 128;
/// Set in a look's alpha: lies below the ground, with a shore.
const WATER: u8 = 64;
/// In the place of stamps: a gap in the ground, together with [`WATER`].
const GAP: u8 = 15;

/// The texel of a terrain: its colour, and in alpha its shape and the stamps that lie on it (0 for
/// none, else their place in `assets/marks.png`, from 1).
///
/// Terrains are recognised by name, or drawn as the level says. One that a level has made up itself is plain ground in its
/// colour, or a raised block where no agent can walk.
pub fn look(terrain: &Terrain) -> [u8; 4] {
    let name = terrain.looks.map_or(terrain.name.as_str(), |looks| looks.name());
    let shape = match (name, terrain.walkable) {
        ("water", _) => WATER,
        _ if terrain.looks.is_some() => shape_of(name),
        (_, false) if terrain.jumpable => WATER | GAP,
        (_, false) => RAISED,
        (_, true) => 0,
    };
    let stamps = match name {
        "grass" => 1,
        "road" => 2,
        "sand" => 3,
        "forest" => 4,
        "mud" => 5,
        "swamp" => 6,
        "snow" => 7,
        "floor" => 8,
        "water" => 9,
        "wall" => 10,
        "rock" => 11,
        _ => 0,
    };
    let [r, g, b] = match ground_colors().obstacle.filter(|_| shape == RAISED) {
        Some(color) => [color.r, color.g, color.b].map(|part| (255.0 * part) as u8),
        None => [terrain.color.r, terrain.color.g, terrain.color.b],
    };
    [r, g, b, shape | stamps]
}

/// The shape of a built-in terrain.
fn shape_of(name: &str) -> u8 {
    match name {
        "wall" | "rock" => RAISED,
        "void" => WATER | GAP,
        _ => 0,
    }
}
