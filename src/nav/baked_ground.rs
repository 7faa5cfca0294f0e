//! What baking makes of a level's ground for one kind of agent: passable cells, costs, clearances, and links.

mod around;
mod bake_cells;
mod baked_cell;
mod changed_ground;
mod filter;
mod heights;
mod linking;
mod prices;
mod regions;
mod set_heights;
mod set_row;
mod small_regions;
mod stored_ground;
mod surroundings;
mod tally;

use std::sync::atomic::{AtomicU64, Ordering};

use super::bit_grid::BitGrid;
use super::blocked_edges::BlockedEdges;
use super::clearance::Scale;
use super::components::ChunkLayout;
use super::links::Links;
use super::moves::{MOVES, Move, MoveRules, TILE_COST};
use super::nav_link::NavLink;
use crate::grid::{Cell, Grid, Lattice};
use crate::profile::{AREAS, AgentProfile};
pub(in crate::nav) use baked_cell::{BakedCell, HUNDREDTHS, Traits};
pub(in crate::nav) use changed_ground::ChangedGround;
use heights::Heights;
use regions::Regions;
pub(in crate::nav) use stored_ground::StoredGround;
use tally::Tally;

/// The ground of a level as one kind of agent can use it, in [cells](crate::level::TileMap::cells). A cell is passable if its middle
/// is at least the agent's radius (less a ten thousandth of a world unit) away from every tile that is closed to the agent, from every
/// ledge and from the edge of the map, and by a [margin](crate::level::BakeSettings::obstacle_epsilon) more from every
/// obstacle; and if its region is not too small. [`Solid`](crate::level::Solid) defines what is closed.
///
/// Internally, cells are numbered row by row in a grid with a rim of one more cell on each side, none of them passable:
/// so every cell of the map has eight neighbours.
///
/// A [`NavGrid`](super::NavGrid) is such ground with what searches look up in it, and has all its methods.
#[derive(Clone, Debug)]
pub struct BakedGround {
    lattice: Lattice,
    cells_per_tile: u32,
    profile: AgentProfile,
    scale: Scale,
    costs: GroundCosts,
    /// In the units of [`Scale`].
    clearance: Grid<u8>,
    /// By cell number.
    ground: Vec<BakedCell>,
    bits: BitGrid,
    /// Made when something is blocked for the first time.
    blocked_edges: Option<Box<BlockedEdges>>,
    /// How many cells have an obstacle's corner beside them.
    corners: u32,
    /// How many cells are [near a blocked edge](Traits::is_near_blocked_edge).
    near_blocked_edges: u32,
    /// `None` where no region is too small.
    regions: Option<Box<Regions>>,
    links: Links,
    heights: Heights,
    version: GroundVersion,
}

/// What it costs to walk over all of the ground.
#[derive(Clone, Debug)]
struct GroundCosts {
    /// What a tile of each area costs, before danger, reward and wear.
    of_areas: [f32; AREAS],
    /// How many cells have each cost; those that are not passable have 0.
    tally: Tally,
    /// The lowest and the highest cost of a passable cell, in hundredths; 0 where there is none.
    lowest: u16,
    highest: u16,
    /// The least that a tile's length costs by a link, in hundredths; `u16::MAX` without links.
    least_by_link: u16,
    /// What a hundredth of a world unit of going up costs, in the integers of [`moves`](super::moves).
    climb: u64,
}

/// The numbers by which others know whether the ground has changed.
#[derive(Clone, Copy, Debug)]
struct GroundVersion {
    revision: u64,
    layout: u64,
    stamp: u64,
}

impl BakedGround {
    /// The chunks in which connected cells are counted.
    fn chunks(&self) -> ChunkLayout {
        ChunkLayout::of(self.lattice.width, self.lattice.height)
    }

    /// How many times it has been changed since it was baked: another number means that the ground has changed.
    pub fn revision(&self) -> u64 {
        self.version.revision
    }

    /// Another number after each change that may have opened or closed paths rather than only changed costs, shared only by
    /// copies: a path found at the same layout can still be walked, though another may be better now.
    pub fn layout(&self) -> u64 {
        self.version.layout
    }

    /// A number unique to this grid in its present state, shared only by its copies: what was computed from a grid
    /// stays valid as long as the stamp is the same.
    pub fn stamp(&self) -> u64 {
        self.version.stamp
    }

    /// Its size in memory, in bytes.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(self.clearance.values())
            + size_of_val(&self.ground[..])
            + self.heights.cells.bytes()
            + self.costs.tally.bytes()
            + self.bits.bytes()
            + self.blocked_edges.as_ref().map_or(0, |edges| edges.bytes())
            + self.regions.as_ref().map_or(0, |regions| regions.bytes())
            + self.links.bytes()
    }

    /// Where its cells lie in the world, and how many there are.
    pub fn lattice(&self) -> Lattice {
        self.lattice
    }

    /// How many cells lie along the side of a tile.
    pub fn cells_per_tile(&self) -> u32 {
        self.cells_per_tile
    }

    /// Whether an agent's middle may be at the middle of `cell`; never outside the map.
    pub fn is_passable(&self, cell: Cell) -> bool {
        self.cost(cell).is_some()
    }

    /// The greatest radius, in world units, of a body that fits at the middle of `cell`: the distance to the nearest
    /// closed tile, ledge or edge of the map, or to an obstacle less its margin; at most [`BakedGround::most_clearance`].
    /// Exact unless an obstacle is nearest or the agent is more than six cells wide; then it may be a little less, but
    /// never less than the agent's radius where the cell is passable. 0 in a closed tile and outside the map.
    #[inline]
    pub fn clearance(&self, cell: Cell) -> f32 {
        let told = self.clearance.get(cell).map_or(0.0, |&byte| self.scale.distance(byte));
        if told < self.profile.radius && self.is_passable(cell) { self.profile.radius } else { told }
    }

    /// The greatest [clearance](BakedGround::clearance) that is measured, in world units.
    #[inline]
    pub fn most_clearance(&self) -> f32 {
        self.scale.most()
    }

    /// The cost of `cell` per tile of length, in hundredths of normal ground: 10 to 10000. `None` if the cell is not
    /// passable.
    pub fn cost(&self, cell: Cell) -> Option<u16> {
        self.lattice.contains(cell).then(|| self.ground[self.number(cell) as usize].cost).filter(|&cost| cost > 0)
    }

    /// Whether the map is mostly free with obstacles scattered all over it: where more than every fifth cell has a
    /// corner beside it, jumps are too short to be worth looking for.
    pub(super) fn is_cluttered(&self) -> bool {
        let cells = self.lattice.width * self.lattice.height;
        let passable = cells - self.costs.tally.count(0);
        self.corners > passable / 5 && passable > cells / 3 * 2
    }

    /// The lowest cost of any passable cell, in hundredths; 0 when no cell is passable.
    pub fn lowest_cost(&self) -> u16 {
        self.costs.lowest
    }

    /// The highest cost of any passable cell, in hundredths; 0 when no cell is passable.
    pub fn highest_cost(&self) -> u16 {
        self.costs.highest
    }

    /// The greatest number that divides the cost of every passable cell, in hundredths; 0 when no cell is passable.
    pub(super) fn cost_divisor(&self) -> u16 {
        self.costs.tally.divisor()
    }

    /// Whether all passable cells cost the same.
    pub(crate) fn is_even(&self) -> bool {
        self.costs.lowest == self.costs.highest
    }

    /// The area of the region of `cell` in square world units, whether or not it is too small to be walkable; `None` if
    /// the cell is not passable for another reason, or if the map leaves out no small regions.
    pub fn region(&self, cell: Cell) -> Option<f32> {
        let size = self.regions.as_ref()?.size(cell) as f32 * self.lattice.tile_size * self.lattice.tile_size;
        (size > 0.0).then_some(size)
    }

    /// The profile for which it is baked.
    pub(in crate::nav) fn profile(&self) -> &AgentProfile {
        &self.profile
    }

    /// The number of a cell of the map or of the rim around it; numbers grow with the row, then with the column.
    pub(super) fn number(&self, cell: Cell) -> u32 {
        (cell.y + 1) as u32 * self.stride() + (cell.x + 1) as u32
    }

    /// The difference between the numbers of a cell and the one below it.
    pub(super) fn stride(&self) -> u32 {
        self.lattice.width + 2
    }

    /// The links that agents can use.
    pub fn links(&self) -> impl Iterator<Item = NavLink> {
        self.links.iter()
    }

    pub(super) fn link_table(&self) -> &Links {
        &self.links
    }

    /// The link that leads from a cell of the map to another.
    pub(super) fn link_between(&self, from: Cell, to: Cell) -> Option<NavLink> {
        let number = self.number(from);
        let is_linked = self.ground[number as usize].traits.is_linked();
        if is_linked { self.links.from(number).find(|link| link.to == to) } else { None }
    }

    /// What going up costs between two neighbouring cells, by their numbers, on top of the step itself: 0 when it leads
    /// down.
    #[inline]
    pub(super) fn climb(&self, from: u32, to: u32) -> u64 {
        self.heights.cells.rise(from, to).max(0) as u64 * self.costs.climb
    }

    /// What 45 degrees of turn between two steps cost, in the integers of [`moves`](super::moves): as much as `turn_cost` tiles of
    /// cost 1.
    pub(super) fn turn_cost(&self) -> u64 {
        let tile = f64::from(self.cells_per_tile) * TILE_COST as f64;
        (f64::from(self.profile.turn_cost) * tile).round() as u64
    }

    /// Whether going up costs anything anywhere.
    pub(super) fn has_climbs(&self) -> bool {
        !self.heights.cells.are_level()
    }

    /// Whether paths consist only of steps between passable neighbours that cost what their cells cost: there are no
    /// blocked edges, climbs or links.
    pub(super) fn is_plain(&self) -> bool {
        self.links.is_empty() && self.has_only_links()
    }

    /// Whether paths consist only of links, and of steps between passable neighbours that cost what their cells cost:
    /// there are no blocked edges or climbs.
    pub(super) fn has_only_links(&self) -> bool {
        !self.has_climbs() && self.near_blocked_edges == 0
    }

    /// The least that a tile's length costs on any path, in hundredths: the [lowest cost](BakedGround::lowest_cost), or
    /// less if a link is cheaper. Estimates are based on it.
    pub(crate) fn least_cost(&self) -> u16 {
        self.costs.lowest.min(self.costs.least_by_link)
    }

    /// The steps that an agent can make from a cell of the map; from a cell that is not passable, where an agent may
    /// have been caught, to every neighbour.
    pub fn steps_from(&self, cell: Cell) -> impl Iterator<Item = Move> {
        let BakedCell { cost, around, .. } = self.ground[self.number(cell) as usize];
        let legal = if cost > 0 { MoveRules::WALKING.legal(around) } else { u8::MAX };
        let lattice = self.lattice;
        let moves = (0..8).filter(move |index| legal >> index & 1 == 1).map(|index| MOVES[index]);
        moves.filter(move |step| lattice.contains(step.from(cell)))
    }

    /// In what it differs from other ground of the same size.
    pub(super) fn difference(&self, other: &BakedGround) -> Option<&'static str> {
        let edges = |grid: &BakedGround| grid.blocked_edges.as_ref().filter(|edges| !edges.is_empty()).cloned();
        let parts = [
            ("size", self.lattice == other.lattice),
            ("clearance", self.clearance == other.clearance),
            ("cells", self.ground == other.ground),
            ("bits", self.bits == other.bits),
            ("blocked edges", edges(self) == edges(other)),
            ("regions", self.regions == other.regions),
            ("tally of costs", self.costs.tally == other.costs.tally),
            ("corners", self.corners == other.corners && self.near_blocked_edges == other.near_blocked_edges),
            (
                "range of costs",
                (self.costs.lowest, self.costs.highest, self.costs.least_by_link)
                    == (other.costs.lowest, other.costs.highest, other.costs.least_by_link),
            ),
            ("heights", self.heights.cells == other.heights.cells),
            ("links", self.links == other.links),
        ];
        parts.into_iter().find(|(_, is_same)| !is_same).map(|(part, _)| part)
    }

    /// What a search needs to know about each cell, by its number.
    pub(super) fn ground(&self) -> &[BakedCell] {
        &self.ground
    }

    /// Which cells are passable, by rows and by columns.
    pub(super) fn bits(&self) -> &BitGrid {
        &self.bits
    }

    /// What lies between cells and blocks steps, if there ever was any.
    pub(super) fn blocked_edges(&self) -> Option<&BlockedEdges> {
        self.blocked_edges.as_deref()
    }
}

/// A number that has not been returned before.
fn next_stamp() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

#[cfg(test)]
mod tests;
