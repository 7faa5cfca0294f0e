//! A grid as bytes, and back.

use super::regions::Regions;
use super::sound::is_sound;
use super::tally::Tally;
use std::sync::Arc;

use super::{AREAS, Ground, HUNDREDTHS, NavGrid, Traits};
use crate::grid::{Cell, Grid};
use crate::level::{LinkKind, TileMap};
use crate::nav::bit_grid::BitLines;
use crate::nav::blocked_edges::BlockedEdges;
use crate::nav::cache::{CacheError, Reader, Stored, put, put_list};
use crate::nav::components::Components;
use crate::nav::nav_link::{GREATEST_COST, Links};
use crate::nav::{LinkOrigin, NavLink, SubgoalIndex};
use crate::profile::{AgentProfile, AreaId};

impl Stored for Ground {
    const SIZE: usize = 4;

    fn put(self, bytes: &mut Vec<u8>) {
        self.cost.put(bytes);
        bytes.extend([self.around, self.traits.0]);
    }

    #[inline]
    fn get(bytes: &[u8]) -> Ground {
        let [low, high, around, traits] = u32::get(bytes).to_le_bytes();
        Ground { cost: u16::from_le_bytes([low, high]), around, traits: Traits(traits) }
    }
}

impl Stored for NavLink {
    const SIZE: usize = 29;

    fn put(self, bytes: &mut Vec<u8>) {
        [self.from.x, self.from.y, self.to.x, self.to.y].into_iter().for_each(|number| number.put(bytes));
        self.cost.put(bytes);
        self.area.0.put(bytes);
        let origin = match self.origin {
            LinkOrigin::Authored(place) => place as u32,
            LinkOrigin::Jump => u32::MAX,
            LinkOrigin::Drop => u32::MAX - 1,
        };
        origin.put(bytes);
    }

    /// What an author sets for a link, other than its area, is not stored: it is in the map.
    fn get(bytes: &[u8]) -> NavLink {
        let number = |index: usize| i32::get(&bytes[4 * index..4 * index + 4]);
        let origin = match u32::get(&bytes[25..29]) {
            u32::MAX => LinkOrigin::Jump,
            place if place == u32::MAX - 1 => LinkOrigin::Drop,
            place => LinkOrigin::Authored(place as usize),
        };
        NavLink {
            from: Cell::new(number(0), number(1)),
            to: Cell::new(number(2), number(3)),
            cost: u64::get(&bytes[16..24]),
            area: AreaId(bytes[24]),
            origin,
            kind: if origin == LinkOrigin::Drop { LinkKind::Drop } else { LinkKind::Jump },
            speed: None,
            capacity: None,
        }
    }
}

/// Appends it to `bytes`, except for what is made on demand.
pub(in crate::nav) fn write(grid: &NavGrid, bytes: &mut Vec<u8>) {
    put_list(bytes, grid.clearance.values());
    put_list(bytes, &grid.ground);
    put_list(bytes, grid.bits.rows.words());
    put_list(bytes, grid.bits.columns.words());
    put(bytes, u8::from(grid.blocked_edges.is_some()));
    for lines in grid.blocked_edges.iter().flat_map(|edges| [&edges.right, &edges.below, &edges.square]) {
        put_list(bytes, lines.words());
    }
    grid.tally.write(bytes);
    put(bytes, grid.corners);
    put(bytes, grid.near_blocked_edges);
    grid.components.write(bytes);
    put(bytes, u8::from(grid.regions.is_some()));
    if let Some(regions) = &grid.regions {
        regions.write(bytes);
    }
    put_list(bytes, &grid.links.iter().copied().collect::<Vec<NavLink>>());
    put_list(bytes, &grid.heights.cells);
    put(bytes, u8::from(grid.index.is_some()));
    if let Some(index) = &grid.index {
        index.write(bytes);
    }
}

/// Reads a grid that was written for a map and a profile.
pub(in crate::nav) fn read(reader: &mut Reader, map: &TileMap, profile: &AgentProfile) -> Result<NavGrid, CacheError> {
    let mut grid = NavGrid::bare(map, profile);
    let (width, height) = (grid.lattice.width, grid.lattice.height);
    grid.clearance = Grid::from_rows(width, height, reader.list_of(width as usize * height as usize)?);
    grid.ground = reader.list_of((width as usize + 2) * (height as usize + 2))?;
    if grid.ground.iter().fold(0, |most, ground| ground.cost.max(most)) > *HUNDREDTHS.end() {
        return Err(CacheError::Corrupt);
    }
    read_lines(&mut grid.bits.rows, reader)?;
    read_lines(&mut grid.bits.columns, reader)?;
    if reader.number::<u8>()? != 0 {
        let mut blocked_edges = Box::new(BlockedEdges::new(width, height));
        for lines in [&mut blocked_edges.right, &mut blocked_edges.below, &mut blocked_edges.square] {
            read_lines(lines, reader)?;
        }
        grid.blocked_edges = Some(blocked_edges);
    }
    grid.tally = Tally::read(reader)?;
    (grid.lowest_cost, grid.highest_cost) = grid.tally.range();
    (grid.corners, grid.near_blocked_edges) = (reader.number()?, reader.number()?);
    grid.components = Components::read(width, height, reader)?;
    if (reader.number::<u8>()? != 0) != grid.regions.is_some() {
        return Err(CacheError::Corrupt);
    }
    if let Some(regions) = &mut grid.regions {
        regions.read(width, height, reader)?;
    }
    read_links(&mut grid, map, reader)?;
    grid.heights.cells = reader.list()?;
    let is_complete = grid.heights.cells.is_empty() || grid.heights.cells.len() == grid.ground.len();
    if !is_complete || !is_sound(&grid) {
        return Err(CacheError::Corrupt);
    }
    if reader.number::<u8>()? != 0 {
        grid.index = Some(Arc::new(SubgoalIndex::read(reader, &grid)?));
    }
    Ok(grid)
}

fn read_links(grid: &mut NavGrid, map: &TileMap, reader: &mut Reader) -> Result<(), CacheError> {
    let mut links: Vec<NavLink> = reader.list()?;
    let is_sound = |link: &NavLink| {
        let ends = [link.from, link.to];
        let is_known = match link.origin {
            LinkOrigin::Authored(place) => place < map.links.len(),
            LinkOrigin::Jump | LinkOrigin::Drop => true,
        };
        let is_area = usize::from(link.area.0) < AREAS;
        let is_cost = (1..=GREATEST_COST).contains(&link.cost);
        is_known && is_area && is_cost && link.from != link.to && ends.iter().all(|&end| grid.is_passable(end))
    };
    if !links.iter().all(is_sound) {
        return Err(CacheError::Corrupt);
    }
    for link in &mut links {
        if let Some(laid) = link.authored().map(|place| &map.links[place]) {
            (link.kind, link.speed) = (laid.kind, laid.speed);
            link.capacity = laid.room();
        }
    }
    grid.links = Links::new(links, grid.stride());
    grid.least_by_link = grid.links.least_cost().unwrap_or(u16::MAX);
    Ok(())
}

/// Reads lines of bits of the same size.
pub(super) fn read_lines(lines: &mut BitLines, reader: &mut Reader) -> Result<(), CacheError> {
    let words: Vec<u64> = reader.list_of(lines.words().len())?;
    lines.set_words(words);
    Ok(())
}

impl Regions {
    /// Appends them to `bytes`.
    fn write(&self, bytes: &mut Vec<u8>) {
        put_list(bytes, self.bits.rows.words());
        put_list(bytes, self.bits.columns.words());
        self.components.write(bytes);
    }

    /// Reads what was written.
    fn read(&mut self, width: u32, height: u32, reader: &mut Reader) -> Result<(), CacheError> {
        read_lines(&mut self.bits.rows, reader)?;
        read_lines(&mut self.bits.columns, reader)?;
        self.components = Components::read(width, height, reader)?;
        Ok(())
    }
}
