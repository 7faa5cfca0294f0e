//! From tiles to what a search needs to know of each cell, row by row.

use super::{Ground, HUNDREDTHS, NavGrid, TOLERANCE, Traits};
use crate::grid::{Cell, Rect};
use crate::level::TileMap;
use crate::nav::clearance;
use crate::sorting;

/// What baking a rectangle has changed.
#[derive(Default)]
struct Changed {
    /// All cells whose cost is another now lie in it.
    cells: Option<Rect>,
    /// The chunks in which a cell is passable now that was not, or the other way round; perhaps more than once.
    chunks: Vec<u32>,
}

impl NavGrid {
    /// Bakes the cells of a rectangle, and what hangs on them.
    pub(super) fn bake_rect(&mut self, map: &TileMap, rect: Rect) {
        let rect = rect.clipped(self.lattice.width, self.lattice.height);
        clearance::measure(map, rect, &mut self.clearance);
        let mut changed = self.set_costs(map, rect);
        if let Some(cells) = changed.cells {
            self.look_around(cells.grown(1).clipped(self.lattice.width, self.lattice.height));
            let known = |index: &usize| self.cost_counts[*index] > 0;
            let costs = 1..self.cost_counts.len();
            self.lowest_cost = costs.clone().find(known).unwrap_or(0) as u16;
            self.highest_cost = costs.rev().find(known).unwrap_or(0) as u16;
        }
        sorting::sort(&mut changed.chunks);
        changed.chunks.dedup();
        self.components.learn(&self.bits, None, &changed.chunks);
        if let Some(cells) = changed.cells {
            self.rebuild_hierarchy(cells);
        }
    }

    /// Sets the cost of every cell of a rectangle.
    fn set_costs(&mut self, map: &TileMap, rect: Rect) -> Changed {
        let cost = |cost: f32| ((cost * 100.0).round() as u16).clamp(*HUNDREDTHS.start(), *HUNDREDTHS.end());
        let mut costs = [0; 256];
        for (hundredths, terrain) in costs.iter_mut().zip(&map.terrains) {
            *hundredths = if terrain.walkable { cost(terrain.cost) } else { 0 };
        }
        let (least, width) = (self.radius - TOLERANCE, self.lattice.width as usize);
        let mut changed = Changed::default();
        let mut row = Vec::new();
        for y in rect.min.y..rect.max.y {
            let cells = y as usize * width + rect.min.x as usize..y as usize * width + rect.max.x as usize;
            let (tiles, clearance) = (&map.tiles.values()[cells.clone()], &self.clearance.values()[cells]);
            row.clear();
            row.extend(tiles.iter().zip(clearance).map(
                |(tile, &clearance)| {
                    if clearance >= least { costs[tile.0 as usize] } else { 0 }
                },
            ));
            self.set_row(Cell::new(rect.min.x, y), &row, &mut changed);
        }
        changed
    }

    /// Sets the costs of the cells from one on to the right.
    fn set_row(&mut self, from: Cell, costs: &[u16], changed: &mut Changed) {
        let number = self.number(from) as usize;
        let ground = &mut self.ground[number..number + costs.len()];
        let differs = |(ground, cost): (&Ground, &u16)| ground.cost != *cost;
        let Some(first) = ground.iter().zip(costs).position(differs) else { return };
        let last = ground.iter().zip(costs).rposition(differs).unwrap_or(first);
        for (ground, &cost) in ground[first..=last].iter_mut().zip(&costs[first..=last]) {
            self.cost_counts[ground.cost as usize] -= 1;
            self.cost_counts[cost as usize] += 1;
            ground.cost = cost;
        }
        let from = Cell::new(from.x + first as i32, from.y);
        let to = Cell::new(from.x + (last - first) as i32 + 1, from.y + 1);
        let span = Rect { min: from, max: to };
        changed.cells = Some(changed.cells.map_or(span, |all| all.union(span)));
        let components = &self.components;
        self.bits.set_row(from, &costs[first..=last], |cell| changed.chunks.push(components.chunk_of(cell)));
    }

    /// Learns of every cell of a rectangle what is around it.
    fn look_around(&mut self, rect: Rect) {
        let mut rows = [rect.min.y - 1, rect.min.y, rect.min.y + 1].map(|y| self.row_of_costs(rect, y));
        let mut around = Around::default();
        for y in rect.min.y..rect.max.y {
            around.look(&rows);
            let number = self.number(Cell::new(rect.min.x, y)) as usize;
            for (index, ground) in self.ground[number..].iter_mut().take(around.passable.len()).enumerate() {
                self.corners = self.corners + is_corner(around.passable[index]) - is_corner(ground.around);
                ground.around = around.passable[index];
                ground.traits = ground.traits.with(Traits::EVEN, around.even[index]);
            }
            if y + 1 < rect.max.y {
                rows.rotate_left(1);
                rows[2] = self.row_of_costs(rect, y + 2);
            }
        }
    }

    /// The costs of the cells of a rectangle in one row, and of the one before and the one behind them.
    fn row_of_costs(&self, rect: Rect, y: i32) -> Vec<u16> {
        let number = self.number(Cell::new(rect.min.x - 1, y)) as usize;
        let ground = &self.ground[number..number + (rect.max.x - rect.min.x) as usize + 2];
        ground.iter().map(|ground| ground.cost).collect()
    }
}

/// 1 where a way may turn about an obstacle's corner: a diagonal neighbour is not passable, but the two cells beside it
/// are. Otherwise 0.
fn is_corner(around: u8) -> u32 {
    const DIAGONAL: u8 = 0b1010_1010;
    u32::from(around.rotate_left(1) & around.rotate_right(1) & !around & DIAGONAL != 0)
}

/// For each cell of a row, its [`Ground::around`] and whether it is even. Whole rows at a time, so that the compiler makes
/// it one instruction for many cells.
#[derive(Default)]
struct Around {
    passable: Vec<u8>,
    even: Vec<bool>,
    /// For each column the highest and the lowest of the three costs, the lowest less 1 so that 0 becomes the highest.
    highest: Vec<u16>,
    lowest: Vec<u16>,
}

impl Around {
    /// Looks at a row of cells, the middle one of three; each has one cell more on both ends.
    fn look(&mut self, [above, row, below]: &[Vec<u16>; 3]) {
        let is_passable = |cost: u16| u8::from(cost > 0);
        let columns = || above.windows(3).zip(row.windows(3)).zip(below.windows(3));
        self.passable.clear();
        self.passable.extend(columns().map(|((above, row), below)| {
            is_passable(row[2])
                | is_passable(below[2]) << 1
                | is_passable(below[1]) << 2
                | is_passable(below[0]) << 3
                | is_passable(row[0]) << 4
                | is_passable(above[0]) << 5
                | is_passable(above[1]) << 6
                | is_passable(above[2]) << 7
        }));
        let three = || above.iter().zip(row).zip(below);
        self.highest.clear();
        self.highest.extend(three().map(|((&above, &row), &below)| above.max(row).max(below)));
        let less = |cost: u16| cost.wrapping_sub(1);
        self.lowest.clear();
        self.lowest.extend(three().map(|((&above, &row), &below)| less(above).min(less(row)).min(less(below))));
        self.even.clear();
        let windows = self.highest.windows(3).zip(self.lowest.windows(3)).zip(&row[1..]);
        self.even.extend(windows.map(|((highest, lowest), &cost)| {
            let highest = highest[0].max(highest[1]).max(highest[2]);
            let lowest = lowest[0].min(lowest[1]).min(lowest[2]);
            highest == cost && lowest == less(cost) && cost > 0
        }));
    }
}
