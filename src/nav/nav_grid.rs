//! A level's ground baked for one kind of agent.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::grid::{Cell, Grid, Lattice, Rect};
use crate::level::TileMap;
use crate::profile::AgentProfile;

use super::any_angle::Mesh;
use super::bit_grid::BitGrid;
use super::clearance;
use super::components::Components;
use super::moves::MOVES;
use super::query::CornerRule;

/// A body may be this much wider, in world units, than the gap it goes through, so that one of radius 0.5
/// passes a corridor one unit wide whatever the tile size rounds to.
pub const TOLERANCE: f32 = 1e-4;

/// What the next grid's [stamp](NavGrid::stamp) will be.
static NEXT_STAMP: AtomicU64 = AtomicU64::new(1);

/// The ground of a level as one kind of agent can use it: one cell for each tile, passable where
/// the middle of the cell is at least the agent's radius (less [`TOLERANCE`]) away from everything that is
/// not walkable.
///
/// Inside, cells are numbered row by row in a grid that has one more column on each side and one more row
/// above and below, none of them passable: so every cell of the map has eight neighbours.
///
/// ```
/// use footpath::grid::{Cell, Grid, Lattice, Rect};
/// use footpath::level::{Terrain, TerrainId, TileMap};
/// use footpath::nav::NavGrid;
/// use footpath::profile::AgentProfile;
///
/// let lattice = Lattice { origin: glam::Vec2::ZERO, tile_size: 1.0, width: 5, height: 5 };
/// let mut map = TileMap { lattice, terrains: Terrain::built_in(), tiles: Grid::filled(5, 5, TerrainId(0)) };
/// let mut grid = NavGrid::bake(&map, &AgentProfile::built_in()[0]);
/// assert_eq!(grid.clearance(Cell::new(1, 2)), 1.5);
///
/// map.tiles[Cell::new(2, 2)] = map.terrain_named("wall").unwrap();
/// grid.rebake(&map, Rect::of_cell(Cell::new(2, 2)));
/// assert_eq!(grid.clearance(Cell::new(1, 2)), 0.5);
/// assert!(grid.is_passable(Cell::new(1, 2)) && !grid.is_passable(Cell::new(2, 2)));
/// ```
#[derive(Clone, Debug)]
pub struct NavGrid {
    lattice: Lattice,
    radius: f32,
    clearance: Grid<f32>,
    /// By cell number.
    ground: Vec<Ground>,
    bits: BitGrid,
    /// Made when an any-angle search first asks for it.
    mesh: OnceLock<Mesh>,
    lowest_cost: u16,
    highest_cost: u16,
    components: Components,
    revision: u64,
    stamp: u64,
}

/// All that a search needs to know of a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Ground {
    /// Its cost in hundredths; 0 where it is not passable.
    pub cost: u16,
    /// Bit `i` says that the neighbour to which `MOVES[i]` leads is passable.
    pub around: u8,
    /// Whether those neighbours all cost the same as it.
    pub even: bool,
}

impl NavGrid {
    /// Bakes a whole map for agents of one profile. Time is linear in the tiles.
    pub fn bake(map: &TileMap, profile: &AgentProfile) -> NavGrid {
        let Lattice { width, height, .. } = map.lattice;
        let padded = (width as usize + 2) * (height as usize + 2);
        let mut grid = NavGrid {
            lattice: map.lattice,
            radius: profile.radius,
            clearance: Grid::filled(width, height, 0.0),
            ground: vec![Ground::default(); padded],
            bits: BitGrid::new(width, height),
            mesh: OnceLock::new(),
            lowest_cost: 0,
            highest_cost: 0,
            components: Components::of(&Grid::filled(width, height, false)),
            revision: 0,
            stamp: 0,
        };
        grid.bake_rect(map, grid.clearance.rect());
        grid
    }

    /// Bakes again what a change of the tiles in `changed` can have touched. Afterwards the grid is the
    /// same as one baked afresh from `map`, which must have the size that it had then.
    pub fn rebake(&mut self, map: &TileMap, changed: Rect) {
        self.revision += 1;
        let changed = changed.clipped(self.lattice.width, self.lattice.height);
        if changed.cells().next().is_some() {
            self.bake_rect(map, changed.grown(clearance::reach(map)));
        }
    }

    /// How many times it was baked again; whoever remembers it can tell that the ground has changed.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// A number that no grid of other ground has had since the program began. It says nothing else, and changes from
    /// run to run: good for knowing the ground again, and for no result.
    pub(super) fn stamp(&self) -> u64 {
        self.stamp
    }

    /// Where its cells lie in the world, and how many there are.
    pub fn lattice(&self) -> Lattice {
        self.lattice
    }

    /// Whether an agent's middle may be at the middle of `cell`; never outside the map.
    pub fn is_passable(&self, cell: Cell) -> bool {
        self.cost(cell).is_some()
    }

    /// Distance from the middle of `cell` to the nearest tile that is not walkable, or to the edge of
    /// the map, in world units, at most [`clearance::MOST_CLEARANCE`]; 0 in such a tile and outside the map.
    pub fn clearance(&self, cell: Cell) -> f32 {
        self.clearance.get(cell).copied().unwrap_or(0.0)
    }

    /// What a tile's length of `cell` costs, in hundredths of normal ground: 10 to 10000. `None` where the
    /// cell is not passable.
    pub fn cost(&self, cell: Cell) -> Option<u16> {
        self.lattice.contains(cell).then(|| self.ground[self.number(cell) as usize].cost).filter(|&cost| cost > 0)
    }

    /// The lowest cost of any passable cell, in hundredths; 0 when no cell is passable.
    pub fn lowest_cost(&self) -> u16 {
        self.lowest_cost
    }

    /// The highest cost of any passable cell, in hundredths; 0 when no cell is passable.
    pub fn highest_cost(&self) -> u16 {
        self.highest_cost
    }

    /// The part of the ground that can be reached from `cell`, as a number: two cells have the same one if and only if
    /// a way leads from one to the other by this rule (with 4 or 8 neighbours; by [`CornerRule::Always`] with 8). `None`
    /// where the cell is not passable.
    pub fn component(&self, cell: Cell, corners: CornerRule) -> Option<u32> {
        self.components.component(cell, corners)
    }

    /// The cells that can be reached from `cell`, a passable one, and lie nearest to any of `goals` by straight
    /// distance; several where several are as near, the upper ones first, then the left ones.
    pub fn nearest_in_component(&self, cell: Cell, corners: CornerRule, goals: &[Cell]) -> Vec<Cell> {
        self.component(cell, corners).map_or(Vec::new(), |number| self.components.nearest(number, corners, goals))
    }

    fn bake_rect(&mut self, map: &TileMap, rect: Rect) {
        self.stamp = NEXT_STAMP.fetch_add(1, Ordering::Relaxed);
        self.mesh.take();
        let rect = rect.clipped(self.lattice.width, self.lattice.height);
        clearance::measure(map, rect, &mut self.clearance);
        for cell in rect.cells() {
            let number = self.number(cell) as usize;
            self.ground[number].cost = match map.terrain_at(cell) {
                Some(terrain) if terrain.walkable && self.clearance[cell] >= self.radius - TOLERANCE => {
                    (terrain.cost * 100.0).round().clamp(10.0, 10_000.0) as u16
                }
                _ => 0,
            };
            self.bits.set(cell, self.ground[number].cost > 0);
        }
        for cell in rect.grown(1).clipped(self.lattice.width, self.lattice.height).cells() {
            let number = self.number(cell);
            let cost = self.ground[number as usize].cost;
            let neighbours = MOVES.map(|step| self.ground[self.number(step.from(cell)) as usize].cost);
            let around = neighbours.iter().rev().fold(0, |bits, &cost| bits << 1 | u8::from(cost > 0));
            let even = neighbours.iter().all(|&other| other == 0 || other == cost);
            self.ground[number as usize] = Ground { cost, around, even };
        }
        let costs = self.ground.iter().map(|ground| ground.cost);
        self.lowest_cost = costs.clone().filter(|&cost| cost > 0).min().unwrap_or(0);
        self.highest_cost = costs.max().unwrap_or(0);
        let all = self.clearance.rect().cells().map(|cell| self.is_passable(cell)).collect();
        self.components = Components::of(&Grid::from_rows(self.lattice.width, self.lattice.height, all));
    }

    /// The number of a cell of the map or of the rim around it; numbers grow with the row, then with the column.
    pub(super) fn number(&self, cell: Cell) -> u32 {
        (cell.y + 1) as u32 * self.stride() + (cell.x + 1) as u32
    }

    /// By how much cell numbers grow from one row to the next.
    pub(super) fn stride(&self) -> u32 {
        self.lattice.width + 2
    }

    /// What a search needs to know of each cell, by its number.
    pub(super) fn ground(&self) -> &[Ground] {
        &self.ground
    }

    /// The ground in convex polygons. The first call after each baking makes it: time grows with the cells.
    pub(super) fn mesh(&self) -> &Mesh {
        self.mesh.get_or_init(|| Mesh::of(self))
    }

    /// Which cells are passable, by rows and by columns.
    pub(super) fn bits(&self) -> &BitGrid {
        &self.bits
    }
}
