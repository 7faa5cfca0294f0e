//! Which cells can be reached from which: learned where it is asked, so that of many agents who are sent to
//! a goal that none of them can reach only the first searches the whole map for it.

use crate::grid::{Cell, Grid};
use crate::nav::NavGrid;
use crate::nav::moves::MOVES;

/// The regions of the ground that agents of one profile have met so far. From every cell of a region all of
/// its cells can be reached, and no others.
#[derive(Clone, Debug, Default)]
pub struct Regions {
    /// The revision of the ground that all this was learned from.
    revision: u64,
    /// For each cell the place of its region in `regions`, `UNKNOWN` where it is in none that is known.
    region_of: Option<Grid<u32>>,
    regions: Vec<Vec<Cell>>,
    last: Option<Nearest>,
}

const UNKNOWN: u32 = u32::MAX;

/// The answer to the last question: goals are often shared.
#[derive(Clone, Debug)]
struct Nearest {
    region: u32,
    goals: Vec<Cell>,
    cells: Vec<Cell>,
}

impl Regions {
    /// Every cell that can be reached from a passable cell, itself included. Linear in their number when
    /// asked for the first time since the ground changed.
    pub fn reachable(&mut self, nav: &NavGrid, cell: Cell) -> &[Cell] {
        let known = self.known(nav, cell);
        let region = known.unwrap_or_else(|| self.explore(nav, cell));
        &self.regions[region as usize]
    }

    /// The cells nearest to any of `goals` that can be reached from `start`: several where several are as
    /// near. `None` where a goal can be reached itself, or where nobody has asked yet for what is
    /// [reachable](Regions::reachable) from `start`.
    pub fn nearest_reachable(&mut self, nav: &NavGrid, start: Cell, goals: &[Cell]) -> Option<&[Cell]> {
        let region = self.known(nav, start)?;
        if goals.iter().any(|&goal| self.known(nav, goal) == Some(region)) {
            return None;
        }
        let is_last = |last: &Nearest| last.region == region && last.goals == goals;
        if !self.last.as_ref().is_some_and(is_last) {
            let mut cells = Vec::new();
            let mut least = u64::MAX;
            for &cell in &self.regions[region as usize] {
                let distance = goals.iter().map(|&goal| cell.distance_squared(goal)).min()?;
                if distance < least {
                    least = distance;
                    cells.clear();
                }
                if distance == least {
                    cells.push(cell);
                }
            }
            self.last = Some(Nearest { region, goals: goals.to_vec(), cells });
        }
        self.last.as_ref().map(|last| &last.cells[..])
    }

    /// The region of a cell, if it is known from this ground.
    fn known(&mut self, nav: &NavGrid, cell: Cell) -> Option<u32> {
        if self.revision != nav.revision() {
            *self = Regions { revision: nav.revision(), ..Regions::default() };
        }
        self.region_of.as_ref()?.get(cell).copied().filter(|&region| region != UNKNOWN)
    }

    /// Learns the region of a cell. A diagonal move needs the two straight ones beside it, so that straight
    /// ones lead to everything.
    fn explore(&mut self, nav: &NavGrid, start: Cell) -> u32 {
        let lattice = nav.lattice();
        let region_of = self.region_of.get_or_insert_with(|| Grid::filled(lattice.width, lattice.height, UNKNOWN));
        let region = self.regions.len() as u32;
        let mut cells = vec![start];
        region_of[start] = region;
        let mut next = 0;
        while let Some(&cell) = cells.get(next) {
            next += 1;
            for step in MOVES.iter().filter(|step| !step.is_diagonal()) {
                let neighbour = step.from(cell);
                if nav.is_passable(neighbour) && region_of[neighbour] == UNKNOWN {
                    region_of[neighbour] = region;
                    cells.push(neighbour);
                }
            }
        }
        self.regions.push(cells);
        region
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Lattice, Rect};
    use crate::level::{Terrain, TerrainId, TileMap};
    use crate::profile::AgentProfile;

    #[test]
    fn the_nearest_reachable_cells_are_those_of_the_own_region() {
        let lattice = Lattice { origin: glam::Vec2::ZERO, tile_size: 1.0, width: 5, height: 3 };
        let mut map = TileMap { lattice, terrains: Terrain::built_in(), tiles: Grid::filled(5, 3, TerrainId(0)) };
        for y in 0..3 {
            map.tiles[Cell::new(2, y)] = TerrainId(1);
        }
        let mut nav = NavGrid::bake(&map, &AgentProfile::built_in()[0]);
        let mut regions = Regions::default();
        let (start, goal) = (Cell::new(0, 1), Cell::new(4, 1));
        assert_eq!(regions.nearest_reachable(&nav, start, &[goal]), None);
        assert_eq!(regions.reachable(&nav, start).len(), 6);
        assert_eq!(regions.nearest_reachable(&nav, start, &[goal]), Some(&[Cell::new(1, 1)][..]));
        assert_eq!(regions.nearest_reachable(&nav, start, &[Cell::new(1, 2)]), None);
        let between = [Cell::new(3, 0), Cell::new(3, 2)];
        assert_eq!(regions.nearest_reachable(&nav, start, &between).map(<[Cell]>::len), Some(2));

        map.tiles[Cell::new(2, 0)] = TerrainId(0);
        nav.rebake(&map, Rect::of_cell(Cell::new(2, 0)));
        assert_eq!(regions.reachable(&nav, start).len(), 13);
        assert_eq!(regions.nearest_reachable(&nav, start, &[goal]), None);
    }
}
