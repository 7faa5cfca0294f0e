//! Baked ground as it is kept in a file: what baking has measured. All else follows from that, and is worked out again.

use super::linking::{Leaps, authored, note_links};
use super::{BakedGround, ChangedGround, HUNDREDTHS};
use crate::grid::{Cell, Grid};
use crate::level::TileMap;
use crate::nav::blocked_edges::BlockedEdges;
use crate::nav::links::{KeptLink, Links};
use crate::profile::{AREAS, AgentProfile, AreaId};

use super::heights::CellHeights;

/// What is kept. Lists of cells go row by row through the map.
#[derive(serde::Serialize, serde::Deserialize)]
pub(in crate::nav) struct StoredGround {
    costs: Vec<u16>,
    areas: Vec<u8>,
    clearances: Vec<u8>,
    /// The words of the lines of [`BlockedEdges`]: to the right, below, and in the squares.
    blocked_edges: Option<[Vec<u64>; 3]>,
    /// The cells that are left out because their region is too small.
    left_out: Vec<u32>,
    /// The jumps and drops. Links that the map has are not kept, as they are found again in no time.
    leaps: Vec<KeptLink>,
    /// In hundredths of a world unit, by cell number; empty where going up costs nothing.
    heights: Vec<i16>,
}

impl StoredGround {
    /// What is kept of some ground.
    pub fn of(ground: &BakedGround) -> StoredGround {
        let cells = || ground.lattice.rect().cells();
        let number = |cell: Cell| ground.number(cell) as usize;
        let is_left_out = |cell: Cell| ground.region(cell).is_some() && !ground.is_passable(cell);
        let blocked_edges = ground.blocked_edges().map(|edges| edges.lines().map(|lines| lines.words().to_vec()));
        StoredGround {
            costs: cells().map(|cell| ground.ground[number(cell)].cost).collect(),
            areas: cells().map(|cell| ground.ground[number(cell)].traits.area().0).collect(),
            clearances: ground.clearance.values().to_vec(),
            blocked_edges,
            left_out: (0..).zip(cells()).filter(|&(_, cell)| is_left_out(cell)).map(|(place, _)| place).collect(),
            leaps: ground.links.leaps().collect(),
            heights: ground.heights.cells.to_vec(),
        }
    }

    /// The ground, given the map and the profile for which it was baked, and what has changed since nothing was passable;
    /// `None` where this cannot be ground of that map.
    pub fn ground(self, map: &TileMap, profile: &AgentProfile) -> Option<(BakedGround, ChangedGround)> {
        let mut ground = BakedGround::bare(map, profile);
        let cells = self.costs.len();
        let are_costs = self.costs.iter().all(|cost| *cost == 0 || HUNDREDTHS.contains(cost));
        let are_areas = self.areas.iter().all(|&area| usize::from(area) < AREAS);
        let are_lists_long = [ground.clearance.values().len(), self.areas.len(), self.clearances.len()] == [cells; 3]
            && (self.heights.is_empty() || self.heights.len() == ground.ground.len());
        if !are_costs || !are_areas || !are_lists_long {
            return None;
        }
        let (width, height) = (ground.lattice.width, ground.lattice.height);
        ground.clearance = Grid::from_rows(width, height, self.clearances);
        for (areas, y) in self.areas.chunks(width as usize).zip(0..) {
            let first = ground.number(Cell::new(0, y)) as usize;
            for (cell, &area) in ground.ground[first..].iter_mut().zip(areas) {
                cell.traits = cell.traits.in_area(AreaId(area));
            }
        }
        if let Some(words) = self.blocked_edges {
            let mut edges = Box::new(BlockedEdges::new(width, height));
            for (lines, words) in edges.lines_mut().into_iter().zip(words) {
                (lines.words().len() == words.len()).then(|| lines.set_words(words))?;
            }
            ground.blocked_edges = Some(edges);
        }
        if !self.heights.is_empty() {
            ground.heights.cells = CellHeights::of(self.heights);
        }
        ground.find_regions(&self.costs, &self.left_out)?;
        let mut changed = ground.set_costs(&self.costs);
        ground.put_links(map, self.leaps, &mut changed)?;
        Some((ground, changed))
    }
}

impl BakedGround {
    /// Finds the regions of all cells that have a cost or are left out; `None` where none can be left out.
    fn find_regions(&mut self, costs: &[u16], left_out: &[u32]) -> Option<()> {
        let layout = self.chunks();
        let Some(regions) = &mut self.regions else { return left_out.is_empty().then_some(()) };
        let mut fits = costs.to_vec();
        for &place in left_out {
            *fits.get_mut(place as usize)? = *HUNDREDTHS.start();
        }
        let mut changed = ChangedGround::default();
        for (y, row) in (0..).zip(fits.chunks(self.lattice.width as usize)) {
            regions.bits.set_row(Cell::new(0, y), row, |cell| changed.chunks.push(layout.chunk_of(cell)));
        }
        changed.sort_chunks();
        regions.components.learn(&regions.bits, self.blocked_edges.as_deref(), &changed.chunks);
        Some(())
    }

    /// Puts in the links of the map, and leaps; `None` where one of these cannot be.
    fn put_links(&mut self, map: &TileMap, leaps: Vec<KeptLink>, changed: &mut ChangedGround) -> Option<()> {
        let costs = Leaps::new(map, &self.profile, self).map_or(Vec::new(), |leaps| leaps.costs());
        let (stride, lengths) = (self.stride(), costs.len() as u32);
        // The rim around the map is not passable.
        let is_open = |number: u32| self.ground.get(number as usize).is_some_and(|ground| ground.cost > 0);
        let is_leap = |leap: &KeptLink| {
            let apart = leap.from.abs_diff(leap.to);
            let is_along_row = apart < lengths && leap.from / stride == leap.to / stride;
            let is_along_column = apart.is_multiple_of(stride) && apart / stride < lengths;
            let is_known = matches!(leap.what, KeptLink::JUMP | KeptLink::DROP);
            is_known && apart > 0 && (is_along_row || is_along_column) && is_open(leap.from) && is_open(leap.to)
        };
        leaps.iter().all(is_leap).then_some(())?;
        self.links = Links::of(leaps, costs, authored(map, &self.profile, self), stride);
        let links: Vec<_> = self.links.iter().collect();
        note_links(self, &links, changed);
        Some(())
    }
}
