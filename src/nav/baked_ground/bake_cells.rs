//! Baking: from tiles to what a search needs to know about each cell, row by row.

use std::ops::Range;

use super::filter::costs_of_areas;
use super::heights::Heights;
use super::linking::{link_rect, price_one_ways};
use super::prices::Prices;
use super::regions::Regions;
use super::set_heights::{climb, set_heights};
use super::set_row::set_row;
use super::small_regions::{flip_regions, leave_out_small_regions};
use super::surroundings::learn;
use super::tally::Tally;
use super::{BakedCell, BakedGround, ChangedGround, GroundCosts, GroundVersion, Traits, next_stamp};
use crate::grid::{Cell, Grid, Lattice, Rect};
use crate::level::{Solid, TileMap};
use crate::nav::bit_grid::BitGrid;
use crate::nav::blocked_edges::{BlockedEdges, Survey};
use crate::nav::clearance::{self, Scale};
use crate::nav::components::ChunkLayout;
use crate::nav::links::Links;
use crate::nav::walkability::{OPEN, Walkability};
use crate::parallel;
use crate::profile::{AgentProfile, AreaId};

impl BakedGround {
    /// Bakes the cells of some rows of the map.
    pub(in crate::nav) fn bake_rows(&mut self, map: &TileMap, rows: Range<i32>) -> ChangedGround {
        let rect = Rect { min: Cell::new(0, rows.start), max: Cell::new(self.lattice.width as i32, rows.end) };
        bake_rect(self, map, rect)
    }

    /// Finds the links, once the cells of all rows are baked.
    pub(in crate::nav) fn bake_links(&mut self, map: &TileMap) -> ChangedGround {
        let mut changed = ChangedGround::default();
        link_rect(self, map, self.clearance.rect(), &mut changed);
        changed
    }

    /// A grid of the size of a map in which nothing is passable yet.
    pub(in crate::nav) fn bare(map: &TileMap, profile: &AgentProfile) -> BakedGround {
        let lattice = map.cells();
        let Lattice { width, height, .. } = lattice;
        let padded = (width as usize + 2) * (height as usize + 2);
        let closed = BakedCell { traits: Traits::default().in_area(AreaId::NOT_WALKABLE), ..BakedCell::default() };
        let mut tally = Tally::new();
        tally.add(0, width * height);
        BakedGround {
            lattice,
            cells_per_tile: map.bake.cells_per_tile,
            profile: profile.clone(),
            scale: Scale::new(map, profile.radius),
            costs: GroundCosts {
                of_areas: costs_of_areas(map, profile),
                tally,
                lowest: 0,
                highest: 0,
                least_by_link: u16::MAX,
                climb: climb(map, profile),
            },
            clearance: Grid::filled(width, height, 0),
            ground: vec![closed; padded],
            bits: BitGrid::new(width, height),
            blocked_edges: None,
            corners: 0,
            near_blocked_edges: 0,
            regions: Regions::new(map),
            links: Links::none(width + 2),
            heights: Heights::default(),
            version: GroundVersion { revision: 0, layout: next_stamp(), stamp: next_stamp() },
        }
    }

    /// Bakes again what a change of `tiles` can affect; what has become of it.
    pub(in crate::nav) fn rebake(&mut self, map: &TileMap, tiles: Rect) -> ChangedGround {
        let (width, height) = (self.lattice.width, self.lattice.height);
        let rect = map.cells_of_tiles(tiles).grown(self.scale.reach()).clipped(width, height);
        self.begin_another();
        self.version.layout = next_stamp();
        if tiles.cells().next().is_none() || rect.cells().next().is_none() {
            return ChangedGround::default();
        }
        let mut changed = bake_rect(self, map, rect);
        let touched = changed.cells.into_iter().fold(map.cells_of_tiles(tiles), Rect::union);
        link_rect(self, map, touched, &mut changed);
        changed
    }

    /// Updates the costs of cells in a rectangle after danger, reward or wear have changed there.
    pub(in crate::nav) fn recost(&mut self, map: &TileMap, cells: Rect) -> ChangedGround {
        self.begin_another();
        let mut changed = recost_rect(self, map, cells.clipped(self.lattice.width, self.lattice.height));
        price_one_ways(self, &mut changed);
        changed
    }

    /// Updates the links after nothing but links has changed.
    pub(in crate::nav) fn relink(&mut self, map: &TileMap) -> ChangedGround {
        self.begin_another();
        self.version.layout = next_stamp();
        let mut changed = ChangedGround::default();
        link_rect(self, map, Rect::of_cell(Cell::new(0, 0)), &mut changed);
        changed
    }

    /// Gives all cells these costs, row by row; 0 closes one.
    pub(in crate::nav) fn set_costs(&mut self, costs: &[u16]) -> ChangedGround {
        let mut changed = ChangedGround::default();
        for (y, costs) in (0..).zip(costs.chunks(self.lattice.width as usize)) {
            set_row(self, Cell::new(0, y), costs, &mut changed);
        }
        learn(self, &mut changed);
        changed
    }

    fn begin_another(&mut self) {
        self.version.revision += 1;
        self.version.stamp = next_stamp();
    }
}

/// Bakes the cells of a rectangle of the map, and what depends on them.
fn bake_rect(grid: &mut BakedGround, map: &TileMap, rect: Rect) -> ChangedGround {
    let profile = grid.profile.clone();
    let mut changed = ChangedGround::default();
    let mut costs = survey(grid, &Solid::new(map, &profile), rect, &mut changed);
    let chunks = changed.chunks.clone();
    let regions = leave_out_small_regions(grid, rect, &mut costs, chunks);
    let width = (rect.max.x - rect.min.x).max(1) as usize;
    for (y, costs) in (rect.min.y..rect.max.y).zip(costs.chunks(width)) {
        set_row(grid, Cell::new(rect.min.x, y), costs, &mut changed);
    }
    flip_regions(grid, map, rect, &regions, &mut changed);
    changed.heights = set_heights(grid, map, rect);
    learn(grid, &mut changed);
    changed
}

/// Updates the costs of passable cells in a rectangle of the map.
fn recost_rect(grid: &mut BakedGround, map: &TileMap, rect: Rect) -> ChangedGround {
    let prices = Prices::of(map, &grid.profile);
    let mut changed = ChangedGround::default();
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
    learn(grid, &mut changed);
    changed
}

/// Reads the tiles of a rectangle, and works out blocked edges and clearances; returns the costs of the cells, row
/// by row: 0 where the body does not fit.
fn survey(grid: &mut BakedGround, solid: &Solid, rect: Rect, changed: &mut ChangedGround) -> Vec<u16> {
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
        bands.push(CellRows { rect, ground, clearance, costs, survey: None });
    }
    parallel::each(bands.iter_mut().collect(), 1, |_, band: &mut CellRows, _: &mut ()| {
        band.learn(solid, &prices, &scale)
    });
    for (rect, survey) in bands.into_iter().filter_map(|band| Some((band.rect, band.survey?))).collect::<Vec<_>>() {
        set_blocked_edges(grid, &survey, rect, changed);
    }
    costs
}

/// Sets the blocked edges of the cells of a rectangle.
fn set_blocked_edges(grid: &mut BakedGround, survey: &Survey, rect: Rect, changed: &mut ChangedGround) {
    if survey.is_empty() && grid.blocked_edges.is_none() {
        return;
    }
    let Lattice { width, height, .. } = grid.lattice;
    let blocked_edges = grid.blocked_edges.get_or_insert_with(|| Box::new(BlockedEdges::new(width, height)));
    let (nothing, layout) = (vec![0; (rect.max.x - rect.min.x).max(0) as usize], ChunkLayout::of(width, height));
    for y in rect.min.y..rect.max.y {
        let flags = if survey.is_empty() { &nothing } else { survey.row(y) };
        let (mut touched, chunks) = (false, &mut changed.chunks);
        blocked_edges.set_row(Cell::new(rect.min.x, y), flags, |cell| {
            touched = true;
            chunks.push(layout.chunk_of(cell));
        });
        if touched {
            changed.add(Rect { min: Cell::new(rect.min.x, y), max: Cell::new(rect.max.x, y + 1) });
        }
    }
}

/// Some rows of a rectangle, with the memory for their cells.
struct CellRows<'a> {
    rect: Rect,
    /// From the first of these rows on, with the rim.
    ground: &'a mut [BakedCell],
    /// From the first of these rows on.
    clearance: &'a mut [u8],
    /// Of the cells of the rectangle alone.
    costs: &'a mut [u16],
    survey: Option<Survey>,
}

impl CellRows<'_> {
    fn learn(&mut self, solid: &Solid, prices: &Prices, scale: &Scale) {
        let Lattice { width, height, .. } = solid.map.cells();
        let walkability = Walkability::of(solid, self.rect.grown(scale.reach()).clipped(width, height));
        self.survey = Some(Survey::with_one_ways(solid, &walkability, self.rect));
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
