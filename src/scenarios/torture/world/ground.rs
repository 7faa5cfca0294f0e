//! The ground of random levels: terrains, areas, tiles drawn or generated, heights, ramps and ceilings.

use glam::Vec2;

use crate::grid::{Cell, Grid, Lattice};
use crate::level::generate::{Generate, Kind, Patch, generate};
use crate::level::{Area, Level, Relief, Surface, Terrain, TerrainId, TileMap};
use crate::profile::{AreaId, Color};
use crate::scenarios::Dice;

/// Only the ground.
pub fn level(dice: &mut Dice) -> Level {
    let (areas, terrains) = kinds_of_ground(dice);
    let lattice = lattice(dice);
    let generated = (lattice.width > 3 && dice.percent(40)).then(|| generated(dice, &lattice, terrains.len()));
    let tiles = match &generated {
        Some(wanted) => generate(wanted),
        None => drawn(dice, &lattice, &terrains),
    };
    let relief = relief(dice, &lattice, &terrains, &tiles, generated.is_some());
    let map = TileMap { areas, relief, ..TileMap::new(lattice, terrains, tiles) };
    Level { generate: generated, ..Level::on(map) }
}

/// One tile now and then, small tiles, large ones, far from the middle of the world.
fn lattice(dice: &mut Dice) -> Lattice {
    let most = if dice.percent(15) { 3 } else { [16, 24, 40][dice.below(3)] };
    let least = if most == 3 { 1 } else { 8 };
    let (width, height) = (dice.whole(least, most) as u32, dice.whole(least, most) as u32);
    let tile_size = match dice.below(8) {
        0 => dice.between(0.1, 0.5),
        1 => 0.5,
        2..=5 => 1.0,
        6 => dice.between(1.0, 4.0),
        _ => dice.between(4.0, 64.0),
    };
    let far = [0.0, 0.0, 50.0, 10_000.0][dice.below(4)];
    Lattice { origin: dice.point(Vec2::splat(-far), Vec2::splat(far)), tile_size, width, height }
}

/// Areas and terrains: own ones, shared ones, changed ones.
fn kinds_of_ground(dice: &mut Dice) -> (Vec<Area>, Vec<Terrain>) {
    let (mut areas, mut terrains) = (Area::built_in(), Terrain::built_in());
    areas[0].cost = 0.5 + dice.below(2) as f32;
    areas[4].cost = dice.between(1.0, 10.0);
    areas.extend(dice.percent(30).then(|| Area { name: "Extra".to_owned(), cost: 7.5, user: None }));
    for number in 0..dice.below(6) {
        let name = format!("{}ground {number}", ["", "\"", "\u{df}"][dice.below(3)]);
        let (walkable, cost) = (dice.percent(60), dice.between(0.1, 100.0));
        let area = match dice.below(3) {
            _ if !walkable => AreaId::NOT_WALKABLE,
            0 => [AreaId::WALKABLE, AreaId::JUMP, AreaId(areas.len() as u8 - 1)][dice.below(3)],
            _ => {
                areas.push(Area { name: name.clone(), cost, user: None });
                AreaId(areas.len() as u8 - 1)
            }
        };
        let color = Color { r: dice.below(256) as u8, g: dice.below(256) as u8, b: dice.below(256) as u8 };
        terrains.push(Terrain {
            name,
            walkable,
            cost,
            color,
            area,
            jumpable: dice.percent(50),
            opaque: dice.percent(30),
            no_stop: false,
            one_way: None,
            looks: None,
            user: None,
        });
    }
    areas.extend(dice.percent(30).then(|| Area { name: "Extra, last".to_owned(), cost: 0.25, user: None }));
    if dice.percent(25) {
        (terrains[9].walkable, terrains[9].area) = (true, AreaId::WALKABLE);
    }
    for terrain in terrains.iter_mut().filter(|terrain| terrain.walkable) {
        terrain.cost = areas[terrain.area.0 as usize].cost;
    }
    (areas, terrains)
}

fn generated(dice: &mut Dice, lattice: &Lattice, terrains: usize) -> Generate {
    let corridor = dice.whole(1, 3) as u32;
    let kind = match dice.below(6) {
        0 => Kind::Open { density: dice.whole(0, 60) as u32 },
        1 => Kind::Maze { corridor },
        2 => Kind::Braided { corridor, braid: dice.whole(0, 100) as u32 },
        3 => Kind::Divided { corridor, vertical: None },
        4 => Kind::Rooms { size: dice.whole(2, 9) as u32, doors: dice.whole(1, 3) as u32 },
        _ => Kind::Caves { density: dice.whole(0, 60) as u32, rounds: dice.whole(0, 6) as u32 },
    };
    let patches = (0..dice.below(4)).map(|_| Patch {
        terrain: TerrainId(dice.below(terrains) as u8),
        share: dice.whole(0, 60) as u32,
        size: dice.whole(2, 12) as u32,
    });
    let patches = patches.collect();
    let plain = Generate::new(kind, lattice.width, lattice.height, dice.seed());
    Generate { islands: dice.percent(50), patches, ..plain }
}

/// Mostly one terrain with walls in it, or a little of everything.
fn drawn(dice: &mut Dice, lattice: &Lattice, terrains: &[Terrain]) -> Grid<TerrainId> {
    let (walls, others) = ([0, 0, 8, 20, 35][dice.below(5)], [0, 10, 100][dice.below(3)]);
    let mut tile = || match () {
        () if dice.percent(walls) => TerrainId(1),
        () if dice.percent(others) => TerrainId(dice.below(terrains.len()) as u8),
        () => TerrainId(0),
    };
    let tiles = (0..lattice.width * lattice.height).map(|_| tile()).collect();
    Grid::from_rows(lattice.width, lattice.height, tiles)
}

/// No relief, a simple one, one that is a picture, or one that only legends can tell; pictures alone where the map is
/// generated.
fn relief(
    dice: &mut Dice,
    lattice: &Lattice,
    terrains: &[Terrain],
    tiles: &Grid<TerrainId>,
    only_pictures: bool,
) -> Option<Relief> {
    let mode = dice.below(8);
    let (unit, room) = (dice.between(0.01, 1.0), dice.between(0.05, 3.0));
    let mut surface = || match mode {
        0 if !only_pictures => plain_surface(dice),
        1 if !only_pictures => wild_surface(dice),
        0..=2 => {
            let ceiling = if dice.percent(10) { dice.below(36) as f32 * room } else { f32::INFINITY };
            Surface { height: dice.below(4) as f32 * unit, slope: Vec2::ZERO, ceiling }
        }
        _ => Surface::FLAT,
    };
    let surfaces = (0..lattice.width * lattice.height).map(|_| surface()).collect();
    let mut surfaces = Grid::from_rows(lattice.width, lattice.height, surfaces);
    if mode < 3 && !only_pictures {
        let is_ground = |tile: Cell| tiles.get(tile).is_some_and(|id| terrains[id.0 as usize].walkable);
        (0..4).for_each(|_| lay_ramp(dice, lattice, &mut surfaces, is_ground));
    }
    let is_flat = surfaces.values().iter().all(|surface| *surface == Surface::FLAT);
    (!is_flat).then_some(Relief { surfaces })
}

/// Level ground of a few heights, mostly under the open sky.
fn plain_surface(dice: &mut Dice) -> Surface {
    let ceiling = if dice.percent(10) { 1.8 } else { f32::INFINITY };
    Surface { height: [0.0, 0.0, 0.0, 1.5, -0.75][dice.below(5)], slope: Vec2::ZERO, ceiling }
}

/// Any height, many slopes and ceilings.
fn wild_surface(dice: &mut Dice) -> Surface {
    let slopes = dice.percent(20);
    let slope = Vec2::new(dice.below(3) as f32, dice.below(3) as f32 / 3.0);
    let ceiling = if dice.percent(30) { dice.between(0.0, 28.0) } else { f32::INFINITY };
    Surface { height: dice.between(-3.0, 3.0), slope: if slopes { slope } else { Vec2::ZERO }, ceiling }
}

/// Makes a ramp of some tiles, where both their ends are ground.
fn lay_ramp(dice: &mut Dice, lattice: &Lattice, surfaces: &mut Grid<Surface>, is_ground: impl Fn(Cell) -> bool) {
    let (x, y) = (dice.below(surfaces.width() as usize) as i32, dice.below(surfaces.height() as usize) as i32);
    let (length, across) = (dice.whole(1, 4), dice.percent(50));
    let at = |by: i32| if across { Cell::new(x + by, y) } else { Cell::new(x, y + by) };
    if !is_ground(at(0)) || !is_ground(at(length + 1)) {
        return;
    }
    let (before, behind) = (surfaces[at(0)].height, surfaces[at(length + 1)].height);
    let steepness = (behind - before) / (length as f32 * lattice.tile_size);
    for by in 0..length {
        let surface = &mut surfaces[at(by + 1)];
        surface.height = before + (behind - before) * ((by as f32 + 0.5) / length as f32);
        surface.slope = if across { Vec2::new(steepness, 0.0) } else { Vec2::new(0.0, steepness) };
    }
}
