//! Many on an open field, to see how long a tick takes.

use glam::Vec2;

use super::{Dice, pedestrian};
use crate::grid::{Grid, Lattice};
use crate::level::{AgentStart, Level, Order, Target, Terrain, TerrainId, TileMap};
use crate::method::{Algorithm, Method};

/// The greatest distance of an agent from the middle of its square of 2 by 2 at the start, in world units, so that no two
/// agents touch.
const AWAY: f32 = 0.69;

/// Agents on an open field, one in each square of 2 by 2 world units, each going to a random point.
///
/// ```
/// let level = footpath::scenarios::open_field(10_000, 0);
/// assert_eq!(level.agents.len(), 10_000);
/// assert_eq!((level.map.lattice.width, level.map.lattice.tile_size), (200, 1.0));
/// ```
pub fn open_field(agents: usize, seed: u64) -> Level {
    let columns = (1..).find(|columns| columns * columns >= agents).unwrap_or(1);
    let side = 2 * columns as u32;
    let lattice = Lattice { origin: Vec2::ZERO, tile_size: 1.0, width: side, height: side };
    let map = TileMap::new(lattice, Terrain::built_in(), Grid::filled(side, side, TerrainId(0)));
    let mut level = Level::on(map);
    level.search = Method { algorithm: Algorithm::AnyAngle, ..Method::default() };
    level.profiles.push(pedestrian());
    let mut dice = Dice::of(seed);
    for index in 0..agents {
        let middle = 2.0 * Vec2::new((index % columns) as f32, (index / columns) as f32) + 1.0;
        let position = dice.point(middle - AWAY, middle + AWAY);
        let goal = dice.point(Vec2::ONE, Vec2::splat(side as f32 - 1.0));
        let profile = level.profiles.len() - 1;
        let orders = vec![Order::MoveTo(Target::Point(goal))];
        level.agents.push(AgentStart { orders, ..AgentStart::at(profile, position) });
    }
    level
}
