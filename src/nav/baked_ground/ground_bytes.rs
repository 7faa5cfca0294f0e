//! A grid as bytes, and back.

use super::heights::{CellHeights, FewHeights};
use super::linking::{GREATEST_COST, Leaps};
use super::regions::Regions;
use super::sound::is_sound;
use super::tally::Tally;
use super::{BakedGround, Ground, HUNDREDTHS, Traits};
use crate::grid::{Cell, Grid};
use crate::level::{LinkKind, TileMap};
use crate::nav::bit_grid::BitLines;
use crate::nav::blocked_edges::BlockedEdges;
use crate::nav::cache::{CacheError, Reader, Stored, put, put_list};
use crate::nav::components::Components;
use crate::nav::links::{KeptLink, Links};
use crate::nav::nav_link::{LinkOrigin, NavLink};
use crate::profile::{AREAS, AgentProfile, AreaId};

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

impl Stored for KeptLink {
    const SIZE: usize = 12;

    fn put(self, bytes: &mut Vec<u8>) {
        [self.from, self.to, self.what].into_iter().for_each(|number| number.put(bytes));
    }

    #[inline]
    fn get(bytes: &[u8]) -> KeptLink {
        let number = |index: usize| u32::get(&bytes[4 * index..4 * index + 4]);
        KeptLink { from: number(0), to: number(1), what: number(2) }
    }
}

/// An authored link. What its author sets, other than its area, is not stored: it is in the map.
impl Stored for NavLink {
    const SIZE: usize = 29;

    fn put(self, bytes: &mut Vec<u8>) {
        [self.from.x, self.from.y, self.to.x, self.to.y].into_iter().for_each(|number| number.put(bytes));
        self.cost.put(bytes);
        self.area.0.put(bytes);
        (self.authored().unwrap_or_default() as u32).put(bytes);
    }

    fn get(bytes: &[u8]) -> NavLink {
        let number = |index: usize| i32::get(&bytes[4 * index..4 * index + 4]);
        NavLink {
            from: Cell::new(number(0), number(1)),
            to: Cell::new(number(2), number(3)),
            cost: u64::get(&bytes[16..24]),
            area: AreaId(bytes[24]),
            origin: LinkOrigin::Authored(u32::get(&bytes[25..29]) as usize),
            kind: LinkKind::Walk,
            speed: None,
            capacity: None,
        }
    }
}

/// Appends it to `bytes`, except for what is made on demand.
pub(in crate::nav) fn write(grid: &BakedGround, bytes: &mut Vec<u8>) {
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
    put(bytes, u8::from(grid.regions.is_some()));
    if let Some(regions) = &grid.regions {
        regions.write(bytes);
    }
    put_list(bytes, &grid.links.leaps().collect::<Vec<KeptLink>>());
    put_list(bytes, grid.links.authored());
    grid.heights.cells.write(bytes);
}

/// Reads a grid that was written for a map and a profile.
pub(in crate::nav) fn read(
    reader: &mut Reader,
    map: &TileMap,
    profile: &AgentProfile,
) -> Result<BakedGround, CacheError> {
    let mut grid = BakedGround::bare(map, profile);
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
    if (reader.number::<u8>()? != 0) != grid.regions.is_some() {
        return Err(CacheError::Corrupt);
    }
    if let Some(regions) = &mut grid.regions {
        regions.read(width, height, reader)?;
    }
    read_links(&mut grid, map, reader)?;
    grid.heights.cells = CellHeights::read(reader)?;
    let is_complete = grid.heights.cells.are_level() || grid.heights.cells.len() == grid.ground.len();
    if !is_complete || !is_sound(&grid) {
        return Err(CacheError::Corrupt);
    }
    Ok(grid)
}

fn read_links(grid: &mut BakedGround, map: &TileMap, reader: &mut Reader) -> Result<(), CacheError> {
    let (leaps, mut authored): (Vec<KeptLink>, Vec<NavLink>) = (reader.list()?, reader.list()?);
    let profile = grid.profile.clone();
    let costs = Leaps::new(map, &profile, grid).map_or(Vec::new(), |leaps| leaps.costs());
    let (stride, lengths) = (grid.stride(), costs.len() as u32);
    // The rim around the map is not passable.
    let is_open = |number: u32| grid.ground.get(number as usize).is_some_and(|ground| ground.cost > 0);
    let is_leap = |leap: &KeptLink| {
        let apart = leap.from.abs_diff(leap.to);
        let is_along_row = apart < lengths && leap.from / stride == leap.to / stride;
        let is_along_column = apart.is_multiple_of(stride) && apart / stride < lengths;
        let is_known = matches!(leap.what, KeptLink::JUMP | KeptLink::DROP);
        is_known && apart > 0 && (is_along_row || is_along_column) && is_open(leap.from) && is_open(leap.to)
    };
    let is_sound = |link: &NavLink| {
        let ends = [link.from, link.to];
        let is_known = link.authored().is_some_and(|place| place < map.links.len());
        let is_area = usize::from(link.area.0) < AREAS;
        let is_cost = (1..=GREATEST_COST).contains(&link.cost);
        is_known && is_area && is_cost && link.from != link.to && ends.iter().all(|&end| grid.is_passable(end))
    };
    if !leaps.iter().all(is_leap) || !authored.iter().all(is_sound) {
        return Err(CacheError::Corrupt);
    }
    for link in &mut authored {
        if let Some(laid) = link.authored().map(|place| &map.links[place]) {
            (link.kind, link.speed) = (laid.kind, laid.speed);
            link.capacity = laid.room();
        }
    }
    grid.links = Links::of(leaps, costs, authored, stride);
    grid.least_by_link = grid.links.least_cost().unwrap_or(u16::MAX);
    Ok(())
}

impl CellHeights {
    /// Appends them to `bytes`.
    fn write(&self, bytes: &mut Vec<u8>) {
        let (table, few, many): (&[i16], &[u8], &[i16]) = match self {
            CellHeights::Level => (&[], &[], &[]),
            CellHeights::Few(few) => (&few.table[..few.known], &few.cells, &[]),
            CellHeights::Many(heights) => (&[], &[], heights),
        };
        put_list(bytes, table);
        put_list(bytes, few);
        put_list(bytes, many);
    }

    /// Reads what was written. Whatever the bytes, each cell has a height.
    fn read(reader: &mut Reader) -> Result<CellHeights, CacheError> {
        let (known, cells, many): (Vec<i16>, Vec<u8>, Vec<i16>) = (reader.list()?, reader.list()?, reader.list()?);
        let mut table = [0; 256];
        table.get_mut(..known.len()).ok_or(CacheError::Corrupt)?.copy_from_slice(&known);
        Ok(match (cells.is_empty(), many.is_empty()) {
            (true, true) => CellHeights::Level,
            (true, false) => CellHeights::Many(many),
            (false, _) => CellHeights::Few(Box::new(FewHeights { table, known: known.len(), cells })),
        })
    }
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
