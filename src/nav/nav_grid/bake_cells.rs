//! Baking: from tiles to what a search needs to know about each cell, row by row.

use super::around::{Around, Rows};
use super::heights::{CellHeights, set_heights};
use super::prices::Prices;
use super::regions::{flip_regions, leave_out_small_regions};
use super::{Ground, NavGrid};
use crate::grid::{Cell, Lattice, Rect};
use crate::level::{Solid, TileMap};
use crate::nav::blocked_edges::{BlockedEdges, Survey};
use crate::nav::clearance::{self, Scale};
use crate::nav::walkability::{OPEN, Walkability};
use crate::parallel;
use crate::profile::AreaId;
use crate::sorting;

/// What baking a rectangle has changed.
#[derive(Default)]
pub(super) struct Changed {
    /// Contains all cells whose cost or blocked edges have changed.
    pub cells: Option<Rect>,
    /// The chunks in which the passability of a cell or a blocked edge has changed; perhaps with repetitions.
    pub chunks: Vec<u32>,
}

impl Changed {
    fn add(&mut self, rect: Rect) {
        self.cells = Some(self.cells.map_or(rect, |all| all.union(rect)));
    }

    /// The chunks in order, none twice.
    pub fn take_chunks(&mut self) -> Vec<u32> {
        sorting::sort(&mut self.chunks);
        self.chunks.dedup();
        std::mem::take(&mut self.chunks)
    }
}

/// Bakes the cells of a rectangle of the map, and what depends on them. Returns a rectangle around all cells whose
/// cost or blocked edges have changed; `None` if there are none.
pub(super) fn bake_rect(grid: &mut NavGrid, map: &TileMap, rect: Rect) -> Option<Rect> {
    let profile = grid.profile.clone();
    let mut changed = Changed::default();
    let mut costs = survey(grid, &Solid::new(map, &profile), rect, &mut changed);
    let chunks = changed.chunks.clone();
    let regions = leave_out_small_regions(grid, rect, &mut costs, chunks);
    let width = (rect.max.x - rect.min.x).max(1) as usize;
    for (y, costs) in (rect.min.y..rect.max.y).zip(costs.chunks(width)) {
        set_row(grid, Cell::new(rect.min.x, y), costs, &mut changed);
    }
    flip_regions(grid, map, rect, &regions, &mut changed);
    let heights = set_heights(grid, map, rect);
    let touched = changed.cells;
    learn(grid, changed, heights);
    touched
}

/// Updates what depends on cells that have changed: around them, and in the whole grid.
pub(super) fn learn(grid: &mut NavGrid, mut changed: Changed, heights: Option<Rect>) {
    let chunks = changed.take_chunks();
    if !chunks.is_empty() {
        grid.mesh.take();
    }
    (grid.lowest_cost, grid.highest_cost) = grid.tally.range();
    let rects = [changed.cells, heights].into_iter().flatten();
    let rects = rects.map(|rect| rect.grown(1).clipped(grid.lattice.width, grid.lattice.height)).collect();
    look_around(grid, rects, &chunks);
    if let Some(rect) = changed.cells.into_iter().chain(heights).reduce(Rect::union) {
        grid.touch_hierarchy(rect);
    }
}

/// Updates the costs of passable cells in a rectangle of the map.
pub(super) fn recost_rect(grid: &mut NavGrid, map: &TileMap, rect: Rect) {
    let prices = Prices::of(map, &grid.profile);
    let mut changed = Changed::default();
    let mut costs = vec![0; (rect.max.x - rect.min.x).max(0) as usize];
    for y in rect.min.y..rect.max.y {
        let from = Cell::new(rect.min.x, y);
        prices.put_row(from, &mut costs);
        let number = grid.number(from) as usize;
        for (cost, ground) in costs.iter_mut().zip(&grid.ground[number..]) {
            *cost = if ground.cost > 0 { *cost } else { 0 };
        }
        set_row(grid, from, &costs, &mut changed);
    }
    learn(grid, changed, None);
}

/// Reads the tiles of a rectangle, and works out blocked edges and clearances; returns the costs of the cells, row
/// by row: 0 where the body does not fit.
fn survey(grid: &mut NavGrid, solid: &Solid, rect: Rect, changed: &mut Changed) -> Vec<u16> {
    let width = (rect.max.x - rect.min.x).max(0) as usize;
    let mut costs = vec![0; width * (rect.max.y - rect.min.y).max(0) as usize];
    let prices = Prices::of(solid.map, &grid.profile);
    let (scale, stride, columns) = (grid.scale, grid.stride() as usize, grid.lattice.width as usize);
    let rows = parallel::rows_per_thread(rect.max.y - rect.min.y, width);
    let mut bands = Vec::new();
    let ground = grid.ground[(rect.min.y + 1) as usize * stride..].chunks_mut(rows * stride);
    let clearance = grid.clearance.values_mut()[rect.min.y as usize * columns..].chunks_mut(rows * columns);
    let costs_of_bands = costs.chunks_mut((rows * width).max(1));
    for (top, ((ground, clearance), costs)) in
        (rect.min.y..).step_by(rows).zip(ground.zip(clearance).zip(costs_of_bands))
    {
        let rect =
            Rect { min: Cell::new(rect.min.x, top), max: Cell::new(rect.max.x, rect.max.y.min(top + rows as i32)) };
        bands.push(Band { rect, ground, clearance, costs, survey: None });
    }
    parallel::each(bands.iter_mut().collect(), 1, |_, band: &mut Band, _: &mut ()| band.learn(solid, &prices, &scale));
    for (rect, survey) in bands.into_iter().filter_map(|band| Some((band.rect, band.survey?))).collect::<Vec<_>>() {
        set_blocked_edges(grid, &survey, rect, changed);
    }
    costs
}

/// Sets the blocked edges of the cells of a rectangle.
fn set_blocked_edges(grid: &mut NavGrid, survey: &Survey, rect: Rect, changed: &mut Changed) {
    if survey.is_empty() && grid.blocked_edges.is_none() {
        return;
    }
    let Lattice { width, height, .. } = grid.lattice;
    let blocked_edges = grid.blocked_edges.get_or_insert_with(|| Box::new(BlockedEdges::new(width, height)));
    let (nothing, components) = (vec![0; (rect.max.x - rect.min.x).max(0) as usize], &grid.components);
    for y in rect.min.y..rect.max.y {
        let flags = if survey.is_empty() { &nothing } else { survey.row(y) };
        let (mut touched, chunks) = (false, &mut changed.chunks);
        blocked_edges.set_row(Cell::new(rect.min.x, y), flags, |cell| {
            touched = true;
            chunks.push(components.chunk_of(cell));
        });
        if touched {
            changed.add(Rect { min: Cell::new(rect.min.x, y), max: Cell::new(rect.max.x, y + 1) });
        }
    }
}

/// Sets the costs of the cells from one cell to the right.
pub(super) fn set_row(grid: &mut NavGrid, from: Cell, costs: &[u16], changed: &mut Changed) {
    let number = grid.number(from) as usize;
    let ground = &mut grid.ground[number..number + costs.len()];
    let differs = |(ground, cost): (&Ground, &u16)| ground.cost != *cost;
    let Some(first) = ground.iter().zip(costs).position(differs) else { return };
    let last = ground.iter().zip(costs).rposition(differs).unwrap_or(first);
    let mut run = (ground[first].cost, costs[first], 0);
    let mut opens_or_closes = false;
    for (ground, &cost) in ground[first..=last].iter_mut().zip(&costs[first..=last]) {
        if (run.0, run.1) != (ground.cost, cost) {
            grid.tally.change(run.0, run.1, run.2);
            run = (ground.cost, cost, 0);
        }
        run.2 += 1;
        opens_or_closes |= (ground.cost == 0) != (cost == 0);
        ground.cost = cost;
    }
    grid.tally.change(run.0, run.1, run.2);
    let from = Cell::new(from.x + first as i32, from.y);
    let to = Cell::new(from.x + (last - first) as i32 + 1, from.y + 1);
    changed.add(Rect { min: from, max: to });
    if opens_or_closes {
        let components = &grid.components;
        grid.bits.set_row(from, &costs[first..=last], |cell| changed.chunks.push(components.chunk_of(cell)));
    }
}

/// Updates the surroundings of every cell of some rectangles, and the components of some chunks.
fn look_around(grid: &mut NavGrid, rects: Vec<Rect>, chunks: &[u32]) {
    for rect in rects {
        let (stride, width) = (grid.stride() as usize, (rect.max.x - rect.min.x).max(0) as usize);
        let rows = parallel::rows_per_thread(rect.max.y - rect.min.y, width);
        // What lies beside a band is copied before another thread writes there.
        let tops: Vec<i32> = (rect.min.y..rect.max.y).step_by(rows).collect();
        let copies = tops.iter().map(|&top| {
            let bottom = rect.max.y.min(top + rows as i32);
            [top - 1, bottom].map(|y| {
                let number = grid.number(Cell::new(rect.min.x - 1, y)) as usize;
                grid.ground[number..number + width + 2].iter().map(|ground| ground.cost).collect::<Vec<u16>>()
            })
        });
        let copies: Vec<[Vec<u16>; 2]> = copies.collect();
        let ground = grid.ground[(rect.min.y + 1) as usize * stride..].chunks_mut(rows * stride);
        let bands = tops.iter().zip(ground).zip(copies).map(|((&top, ground), beside)| Lookout {
            rect: Rect {
                min: Cell::new(rect.min.x, top),
                max: Cell::new(rect.max.x, rect.max.y.min(top + rows as i32)),
            },
            ground,
            stride,
            beside,
            blocked_edges: grid.blocked_edges.as_deref(),
            heights: &grid.heights.cells,
            corners: 0,
            near_blocked_edges: 0,
        });
        let mut bands: Vec<Lookout> = bands.collect();
        parallel::each(bands.iter_mut().collect(), 1, |_, band: &mut Lookout, _: &mut ()| band.look_around());
        for band in bands {
            grid.corners = grid.corners.wrapping_add_signed(band.corners);
            grid.near_blocked_edges = grid.near_blocked_edges.wrapping_add_signed(band.near_blocked_edges);
        }
    }
    grid.components.learn(&grid.bits, grid.blocked_edges.as_deref(), chunks);
}

/// Some rows of a rectangle, with the memory for their cells.
struct Band<'a> {
    rect: Rect,
    /// From the first of these rows on, with the rim.
    ground: &'a mut [Ground],
    /// From the first of these rows on.
    clearance: &'a mut [u8],
    /// Of the cells of the rectangle alone.
    costs: &'a mut [u16],
    survey: Option<Survey>,
}

impl Band<'_> {
    fn learn(&mut self, solid: &Solid, prices: &Prices, scale: &Scale) {
        let Lattice { width, height, .. } = solid.map.cells();
        let walkability = Walkability::of(solid, self.rect.grown(scale.reach()).clipped(width, height));
        self.survey = Some(Survey::of(solid, &walkability, self.rect));
        self.measure(solid, &walkability, prices, scale);
        self.set_areas(solid.map, &walkability);
    }

    /// Measures the clearance of the cells and sets their costs: 0 where the body does not fit.
    fn measure(&mut self, solid: &Solid, walkability: &Walkability, prices: &Prices, scale: &Scale) {
        let rect = self.rect;
        let width = (rect.max.x - rect.min.x).max(0) as usize;
        let columns = solid.map.cells().width as usize;
        clearance::measure(solid, walkability, rect, scale, |y, squares| {
            let row = (y - rect.min.y) as usize;
            let costs = &mut self.costs[row * width..][..width];
            let cells = &mut self.clearance[row * columns + rect.min.x as usize..][..width];
            cells.iter_mut().zip(squares).for_each(|(cell, &squared)| *cell = scale.byte(squared));
            prices.put_row(Cell::new(rect.min.x, y), costs);
            for (cost, &squared) in costs.iter_mut().zip(squares) {
                *cost = if scale.fits(squared) { *cost } else { 0 };
            }
        });
    }

    /// Sets the areas of the cells.
    fn set_areas(&mut self, map: &TileMap, walkability: &Walkability) {
        let (rect, by) = (self.rect, map.bake.cells_per_tile as usize);
        let (columns, stride) = (map.lattice.width as usize, map.cells().width as usize + 2);
        let mut areas = [AreaId::NOT_WALKABLE; 256];
        areas.iter_mut().zip(&map.terrains).for_each(|(area, terrain)| *area = terrain.area);
        for y in rect.min.y..rect.max.y {
            let row = (y - rect.min.y) as usize * stride + rect.min.x as usize + 1;
            let tiles = &map.tiles.values()[y as usize / by * columns..];
            let flags = walkability.row(y, rect.min.x, rect.max.x);
            for ((ground, flags), x) in self.ground[row..].iter_mut().zip(flags).zip(rect.min.x as usize..) {
                let own = areas[tiles[if by == 1 { x } else { x / by }].0 as usize];
                let area = if flags & OPEN != 0 { own } else { AreaId::NOT_WALKABLE };
                ground.traits = ground.traits.in_area(area);
            }
        }
    }
}

/// Updates the surroundings of the cells of a rectangle.
struct Lookout<'a> {
    rect: Rect,
    /// From the first row of the rectangle on, with the rim.
    ground: &'a mut [Ground],
    stride: usize,
    /// The costs of the cells in the row above the rectangle and in the one below it, with one cell more at both ends.
    beside: [Vec<u16>; 2],
    blocked_edges: Option<&'a BlockedEdges>,
    heights: &'a CellHeights,
    /// How many more corners and cells near blocked edges there are than before.
    corners: i32,
    near_blocked_edges: i32,
}

impl Lookout<'_> {
    /// Updates the surroundings of every cell of the rectangle.
    fn look_around(&mut self) {
        let (mut rows, mut around) = (Rows::default(), Around::default());
        for y in self.rect.min.y - 1..=self.rect.max.y {
            rows.rotate();
            self.copy_row(y, &mut rows);
            if y > self.rect.min.y {
                around.look(&rows);
                self.set_around(y - 1, &around);
            }
        }
    }

    /// Stores what was found around the cells of a row.
    fn set_around(&mut self, y: i32, around: &Around) {
        let from = (y - self.rect.min.y) as usize * self.stride + (self.rect.min.x + 1) as usize;
        let ground = &mut self.ground[from..from + around.exits.len()];
        self.corners += sum(around.exits.iter().map(|&exits| is_corner(exits)))
            - sum(ground.iter().map(|ground| is_corner(ground.around)));
        self.near_blocked_edges += sum(around.blocked.iter().copied())
            - sum(ground.iter().map(|ground| u8::from(ground.traits.is_near_blocked_edge())));
        let found = around.exits.iter().zip(around.even.iter().zip(&around.blocked));
        for (ground, (&exits, (&even, &blocked))) in ground.iter_mut().zip(found) {
            ground.around = exits;
            ground.traits = ground.traits.with_surroundings(even, blocked);
        }
    }

    /// Copies what is known of the cells of the rectangle in one row, and of one cell more at both ends, to below the
    /// last two of `rows`.
    fn copy_row(&self, y: i32, rows: &mut Rows) {
        let (from, count) = (Cell::new(self.rect.min.x - 1, y), (self.rect.max.x - self.rect.min.x) as usize + 2);
        rows.costs[2].clear();
        if y < self.rect.min.y {
            rows.costs[2].extend_from_slice(&self.beside[0]);
        } else if y >= self.rect.max.y {
            rows.costs[2].extend_from_slice(&self.beside[1]);
        } else {
            let place = (y - self.rect.min.y) as usize * self.stride + (from.x + 1) as usize;
            rows.costs[2].extend(self.ground[place..place + count].iter().map(|ground| ground.cost));
        }
        if let Some(blocked_edges) = self.blocked_edges {
            blocked_edges.copy_row(from, count, &mut rows.blocked_edges[2]);
        }
        let number = (y + 1) as usize * self.stride + (from.x + 1) as usize;
        self.heights.copy(number..number + count, &mut rows.heights[2]);
    }
}

fn sum(numbers: impl Iterator<Item = u8>) -> i32 {
    numbers.map(i32::from).sum()
}

/// 1 where a path may turn about an obstacle's corner: a diagonal neighbour is not passable, but the two cells beside
/// it are. Otherwise 0.
pub(super) fn is_corner(around: u8) -> u8 {
    const DIAGONAL: u8 = 0b1010_1010;
    u8::from(around.rotate_left(1) & around.rotate_right(1) & !around & DIAGONAL != 0)
}
