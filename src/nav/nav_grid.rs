//! A level's ground baked for one kind of agent.

mod around;
mod bake_cells;
mod filter;
mod grid_bytes;
mod heights;
mod linking;
mod prices;
mod regions;
mod sound;
mod tally;

use std::ops::RangeInclusive;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::grid::{Cell, Grid, Lattice, Rect};
use crate::level::TileMap;
use crate::profile::{AREAS, AgentProfile, AreaId};

use super::any_angle::Mesh;
use super::bit_grid::BitGrid;
use super::blocked_edges::BlockedEdges;
use super::clearance::Scale;
use super::components::Components;
use super::hierarchy::{Hierarchy, LazyHierarchy};
use super::moves::{MOVES, Move, MoveRules};
use super::nav_link::{Links, NavLink};
use super::query::CornerRule;
use super::reach::Crossings;
use heights::Heights;
use regions::Regions;
use tally::Tally;

/// A body may be this much wider, in world units, than the gap it goes through, so that one of radius 0.5
/// passes a corridor one unit wide whatever the tile size rounds to.
pub const TOLERANCE: f32 = 1e-4;

/// The cost of a passable cell, in hundredths.
const HUNDREDTHS: RangeInclusive<u16> = 10..=10_000;

/// The ground of a level as one kind of agent can use it, in [cells](TileMap::cells): passable where the middle of the
/// cell is at least the agent's radius (less [`TOLERANCE`]) away from every tile that is closed to it, from every ledge
/// and from the edge of the map, and further than that from obstacles by their
/// [margin](crate::level::BakeSettings::obstacle_epsilon); and where the region is not too small.
/// [`Solid`](crate::level::Solid) says what is closed.
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
/// let mut map = TileMap::new(lattice, Terrain::built_in(), Grid::filled(5, 5, TerrainId(0)));
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
    cells_per_tile: u32,
    profile: AgentProfile,
    scale: Scale,
    /// What a tile of each area costs, before danger, reward and wear.
    costs_of_areas: [f32; AREAS],
    /// As [`Scale`] counts it.
    clearance: Grid<u8>,
    /// By cell number.
    ground: Vec<Ground>,
    bits: BitGrid,
    /// Made when something is blocked for the first time.
    blocked_edges: Option<Box<BlockedEdges>>,
    /// Made when an any-angle search first asks for it.
    mesh: OnceLock<Mesh>,
    /// How many cells have each cost; those that are not passable have 0.
    tally: Tally,
    /// How many cells have an obstacle's corner beside them.
    corners: u32,
    /// How many cells are [near a blocked edge](Traits::is_near_blocked_edge).
    near_blocked_edges: u32,
    lowest_cost: u16,
    highest_cost: u16,
    components: Components,
    /// `None` where no region is too small.
    regions: Option<Box<Regions>>,
    hierarchy: LazyHierarchy,
    links: Links,
    /// Where links lead by the rules that cut no corner and by the one that does; made when first asked for.
    crossings: [OnceLock<Crossings>; 2],
    /// What a tile's length costs at least by a link, in hundredths; the most there is where there is none.
    least_by_link: u16,
    heights: Heights,
    /// What a hundredth of a world unit of going up costs, in the integers of [`moves`](super::moves).
    climb: u64,
    revision: u64,
    layout: u64,
    stamp: u64,
}

/// All that a search needs to know of a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Ground {
    /// Its cost in hundredths; 0 where it is not passable.
    pub cost: u16,
    /// Bit `i` says that the neighbour to which `MOVES[i]` leads is passable, and that nothing blocks the way there: for a
    /// straight move no ledge and no obstacle between the two middles, for a diagonal one none in the square between the
    /// four middles.
    pub around: u8,
    pub traits: Traits,
}

/// From the lowest bit: one for an even cell, one for a blocked one, one for the end of a link, five for the area.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Traits(u8);

impl Traits {
    pub const EVEN: Traits = Traits(1);
    pub const NEAR_BLOCKED_EDGE: Traits = Traits(2);
    pub const LINKED: Traits = Traits(4);

    /// The same in another area.
    #[must_use]
    pub fn in_area(self, area: AreaId) -> Traits {
        Traits(self.0 & 7 | area.0 << 3)
    }

    #[must_use]
    pub fn with(self, other: Traits, on: bool) -> Traits {
        Traits(if on { self.0 | other.0 } else { self.0 & !other.0 })
    }

    /// Whether the cell is passable, and going to those neighbours that are passable, and between them, costs the same
    /// everywhere. Never where it is blocked.
    #[inline]
    pub fn is_even(self) -> bool {
        self.0 & Traits::EVEN.0 != 0
    }

    /// Whether something other than a closed cell blocks a way between two of the nine cells here and around.
    #[inline]
    pub fn is_near_blocked_edge(self) -> bool {
        self.0 & Traits::NEAR_BLOCKED_EDGE.0 != 0
    }

    /// Whether a link begins or ends here.
    #[inline]
    pub fn is_linked(self) -> bool {
        self.0 & Traits::LINKED.0 != 0
    }

    /// The area of the tile, whether it is passable or not; [`AreaId::NOT_WALKABLE`] outside the map, and where the tile is
    /// closed to the profile.
    pub fn area(self) -> AreaId {
        AreaId(self.0 >> 3)
    }

    /// Which table of [`Onward`](super::canonical::Onward) holds here.
    #[inline]
    pub fn pruning(self) -> usize {
        (self.0 & (Traits::EVEN.0 | Traits::NEAR_BLOCKED_EDGE.0)) as usize
    }
}

impl NavGrid {
    /// Bakes a whole map for agents of one profile. Time is linear in the cells.
    pub fn bake(map: &TileMap, profile: &AgentProfile) -> NavGrid {
        let mut grid = NavGrid::bare(map, profile);
        grid.bake_rect(map, grid.clearance.rect());
        grid.link_rect(map, grid.clearance.rect());
        grid
    }

    /// One of the size of a map, of which nothing is passable yet.
    fn bare(map: &TileMap, profile: &AgentProfile) -> NavGrid {
        let lattice = map.cells();
        let Lattice { width, height, .. } = lattice;
        let padded = (width as usize + 2) * (height as usize + 2);
        let closed = Ground { traits: Traits::default().in_area(AreaId::NOT_WALKABLE), ..Ground::default() };
        let mut tally = Tally::new();
        tally.add(0, width * height);
        NavGrid {
            lattice,
            cells_per_tile: map.bake.cells_per_tile,
            profile: profile.clone(),
            scale: Scale::new(map, profile.radius),
            costs_of_areas: filter::costs_of_areas(map, profile),
            clearance: Grid::filled(width, height, 0),
            ground: vec![closed; padded],
            bits: BitGrid::new(width, height),
            blocked_edges: None,
            mesh: OnceLock::new(),
            tally,
            corners: 0,
            near_blocked_edges: 0,
            lowest_cost: 0,
            highest_cost: 0,
            components: Components::new(width, height),
            regions: Regions::new(map),
            hierarchy: LazyHierarchy::default(),
            links: Links::new([], width + 2),
            crossings: [const { OnceLock::new() }; 2],
            least_by_link: u16::MAX,
            heights: Heights::default(),
            climb: heights::climb(map, profile),
            revision: 0,
            layout: 0,
            stamp: next_stamp(),
        }
    }

    /// Bakes again what a change of `tiles` can have touched: of their terrain, of how they lie, or of obstacles that
    /// touch [only these](crate::level::Solid::tiles_around). Afterwards the grid is the same as one baked afresh from
    /// `map`, which must have the size and the settings that it had then.
    pub fn rebake(&mut self, map: &TileMap, tiles: Rect) {
        let (width, height) = (self.lattice.width, self.lattice.height);
        let changed = map.cells_of_tiles(tiles).grown(self.scale.reach()).clipped(width, height);
        self.begin_another();
        self.layout += 1;
        if tiles.cells().next().is_some() && changed.cells().next().is_some() {
            let touched = self.bake_rect(map, changed);
            self.link_rect(map, touched.into_iter().fold(map.cells_of_tiles(tiles), Rect::union));
        }
    }

    /// Takes over what cells of a rectangle cost now that danger, reward or wear are others there, and nothing else:
    /// quicker than baking them again. Afterwards the grid is the same as one baked afresh from `map`.
    pub fn recost(&mut self, map: &TileMap, cells: Rect) {
        self.begin_another();
        self.recost_rect(map, cells.clipped(self.lattice.width, self.lattice.height));
    }

    fn begin_another(&mut self) {
        self.revision += 1;
        self.stamp = next_stamp();
    }

    /// Takes over which links can be used now, when nothing but links has changed. Afterwards the grid is the same as one
    /// baked afresh from `map`.
    pub fn relink(&mut self, map: &TileMap) {
        self.begin_another();
        self.layout += 1;
        self.link_rect(map, Rect::of_cell(Cell::new(0, 0)));
    }

    /// How many times it was baked again; whoever remembers it can tell that the ground has changed.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// How many of those times ways may have come or gone, and not only become cheaper or dearer: a path that was found
    /// while this was the same can still be walked, though another may be better now.
    pub fn layout(&self) -> u64 {
        self.layout
    }

    /// A number that no other grid has, nor this one before or after it was baked again: whoever keeps what was learned
    /// from a grid can tell by it whether that still holds. Only copies have it in common.
    pub fn stamp(&self) -> u64 {
        self.stamp
    }

    /// The memory that it holds, in bytes.
    pub fn bytes(&self) -> usize {
        size_of_val(self.clearance.values())
            + size_of_val(&self.ground[..])
            + size_of_val(&self.heights.cells[..])
            + self.tally.bytes()
            + self.bits.bytes()
            + self.blocked_edges.as_ref().map_or(0, |edges| edges.bytes())
            + self.mesh.get().map_or(0, Mesh::bytes)
            + self.hierarchy.bytes()
            + self.components.bytes()
            + self.regions.as_ref().map_or(0, |regions| regions.bytes())
            + self.links.bytes()
            + self.crossings.iter().filter_map(OnceLock::get).map(Crossings::bytes).sum::<usize>()
    }

    /// Where its cells lie in the world, and how many there are.
    pub fn lattice(&self) -> Lattice {
        self.lattice
    }

    /// How many cells stand along the side of a tile.
    pub fn cells_per_tile(&self) -> u32 {
        self.cells_per_tile
    }

    /// Whether an agent's middle may be at the middle of `cell`; never outside the map.
    pub fn is_passable(&self, cell: Cell) -> bool {
        self.cost(cell).is_some()
    }

    /// How wide a body can be at the middle of `cell`: its distance from the nearest closed tile, ledge or edge of the
    /// map, and from obstacles less their margin, in world units, at most [so much](NavGrid::most_clearance).
    /// Exact unless an obstacle is nearest or the agent is more than six cells wide; then it may be a little less, but
    /// never less than the agent's radius where the cell is passable. 0 in a closed tile and outside the map.
    pub fn clearance(&self, cell: Cell) -> f32 {
        let told = self.clearance.get(cell).map_or(0.0, |&byte| self.scale.distance(byte));
        if told < self.profile.radius && self.is_passable(cell) { self.profile.radius } else { told }
    }

    /// The distance up to which [clearance](NavGrid::clearance) is told, in world units.
    pub fn most_clearance(&self) -> f32 {
        self.scale.most()
    }

    /// What a tile's length of `cell` costs, in hundredths of normal ground: 10 to 10000. `None` where the
    /// cell is not passable.
    pub fn cost(&self, cell: Cell) -> Option<u16> {
        self.lattice.contains(cell).then(|| self.ground[self.number(cell) as usize].cost).filter(|&cost| cost > 0)
    }

    /// Whether the map is mostly free, and obstacles lie scattered all over it: where every fifth cell has a corner beside
    /// it, jumps are too short to be worth looking for.
    pub(super) fn is_cluttered(&self) -> bool {
        let cells = self.lattice.width * self.lattice.height;
        let passable = cells - self.tally.count(0);
        self.corners > passable / 5 && passable > cells / 3 * 2
    }

    /// The lowest cost of any passable cell, in hundredths; 0 when no cell is passable.
    pub fn lowest_cost(&self) -> u16 {
        self.lowest_cost
    }

    /// The highest cost of any passable cell, in hundredths; 0 when no cell is passable.
    pub fn highest_cost(&self) -> u16 {
        self.highest_cost
    }

    /// Whether all passable cells cost the same.
    pub fn is_even(&self) -> bool {
        self.lowest_cost == self.highest_cost
    }

    /// The part of the ground that can be reached from `cell` by steps, as a number: two cells have the same one if and
    /// only if a way without links leads from one to the other by this rule (with 4 or 8 neighbours; by [`CornerRule::Always`] with 8). `None`
    /// where the cell is not passable.
    pub fn component(&self, cell: Cell, corners: CornerRule) -> Option<u32> {
        self.components.component(cell, corners)
    }

    /// How many square world units the region of `cell` has, whether it is too small to count or not; `None` where it is
    /// not passable for another reason, and where the map leaves no region out.
    pub fn region(&self, cell: Cell) -> Option<f32> {
        let size = self.regions.as_ref()?.size(cell) as f32 * self.lattice.tile_size * self.lattice.tile_size;
        (size > 0.0).then_some(size)
    }

    pub(super) fn components(&self) -> &Components {
        &self.components
    }

    /// Takes note, for hierarchical searches to come, of a change of the ground in a rectangle of the map; of the links,
    /// where it is empty.
    fn touch_hierarchy(&mut self, changed: Rect) {
        let mut hierarchy = std::mem::take(&mut self.hierarchy);
        hierarchy.touch(self, changed);
        self.hierarchy = hierarchy;
    }

    /// Builds what hierarchical searches need, which the first of them would do otherwise, and tells its memory in
    /// bytes. After changes of the ground only the chunks are built again that they touch, by the next search.
    pub fn prepare_hierarchy(&self) -> usize {
        self.hierarchy().bytes()
    }

    pub(super) fn hierarchy(&self) -> &Hierarchy {
        self.hierarchy.get(self)
    }

    /// The number of a cell of the map or of the rim around it; numbers grow with the row, then with the column.
    pub(super) fn number(&self, cell: Cell) -> u32 {
        (cell.y + 1) as u32 * self.stride() + (cell.x + 1) as u32
    }

    /// By how much cell numbers grow from one row to the next.
    pub(super) fn stride(&self) -> u32 {
        self.lattice.width + 2
    }

    /// The links that agents can use.
    pub fn links(&self) -> impl Iterator<Item = &NavLink> {
        self.links.iter()
    }

    pub(super) fn link_table(&self) -> &Links {
        &self.links
    }

    /// The link that leads from a cell of the map to another.
    pub(super) fn link_between(&self, from: Cell, to: Cell) -> Option<&NavLink> {
        let number = self.number(from);
        let is_linked = self.ground[number as usize].traits.is_linked();
        if is_linked { self.links.from(number).find(|link| link.to == to) } else { None }
    }

    /// What going up costs between two neighbouring cells, by their numbers, on top of the step itself: 0 when it leads
    /// down.
    #[inline]
    pub(super) fn climb(&self, from: u32, to: u32) -> u64 {
        let heights = &self.heights.cells;
        if heights.is_empty() {
            return 0;
        }
        let rise = i32::from(heights[to as usize]) - i32::from(heights[from as usize]);
        rise.max(0) as u64 * self.climb
    }

    /// Whether going up costs anything anywhere.
    pub(super) fn has_climbs(&self) -> bool {
        !self.heights.cells.is_empty()
    }

    /// Whether ways are steps between passable neighbours and nothing else, each of which costs what its cells cost:
    /// no ledge, obstacle, climb or link has a say.
    pub(super) fn is_plain(&self) -> bool {
        self.links.is_empty() && !self.has_climbs() && self.near_blocked_edges == 0
    }

    /// What a tile's length costs at least, whichever way one goes, in hundredths: the [lowest
    /// cost](NavGrid::lowest_cost), or less where a link is cheaper. Estimates count by it.
    pub fn least_cost(&self) -> u16 {
        self.lowest_cost.min(self.least_by_link)
    }

    /// The steps that an agent can make from a cell of the map; from one that is not passable to every neighbour, as
    /// whoever is there by mishap leaves it.
    pub fn steps_from(&self, cell: Cell) -> impl Iterator<Item = Move> {
        let Ground { cost, around, .. } = self.ground[self.number(cell) as usize];
        let legal = if cost > 0 { MoveRules::WALKING.legal(around) } else { u8::MAX };
        let lattice = self.lattice;
        let moves = (0..8).filter(move |index| legal >> index & 1 == 1).map(|index| MOVES[index]);
        moves.filter(move |step| lattice.contains(step.from(cell)))
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

/// A number that has not been given before.
fn next_stamp() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

#[cfg(test)]
mod tests;
