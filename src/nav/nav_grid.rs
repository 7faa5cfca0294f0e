//! A level's ground baked for one kind of agent.

mod around;
mod bake_cells;
mod constructors;
mod filter;
pub(super) mod grid_bytes;
mod heights;
mod linking;
mod prices;
mod regions;
mod sound;
mod tally;

use std::ops::{Range, RangeInclusive};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use crate::grid::{Cell, Grid, Lattice, Rect};
use crate::level::TileMap;
use crate::profile::{AREAS, AgentProfile, AreaId};
use bake_cells::{bake_rect, recost_rect};
use linking::link_rect;

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
use super::subgoal::{IndexPreparation, SubgoalIndex};
use heights::Heights;
use regions::Regions;
use tally::Tally;

/// How much wider than a gap a body may be and still pass it, in world units: so that rounding does not keep a body of
/// radius 0.5 out of a corridor one unit wide.
pub const TOLERANCE: f32 = 1e-4;

/// The cost of a passable cell, in hundredths.
const HUNDREDTHS: RangeInclusive<u16> = 10..=10_000;

/// The ground of a level as one kind of agent can use it, in [cells](TileMap::cells). A cell is passable if its middle
/// is at least the agent's radius (less [`TOLERANCE`]) away from every tile that is closed to the agent, from every
/// ledge and from the edge of the map, and by a [margin](crate::level::BakeSettings::obstacle_epsilon) more from every
/// obstacle; and if its region is not too small. [`Solid`](crate::level::Solid) defines what is closed.
///
/// Internally, cells are numbered row by row in a grid with a rim of one more cell on each side, none of them passable:
/// so every cell of the map has eight neighbours.
///
/// ```
/// use footpath::grid::{Cell, Grid, Lattice, Rect};
/// use footpath::level::{Terrain, TerrainId, TileMap};
/// use footpath::nav::NavGrid;
/// use footpath::profile::AgentProfile;
///
/// let lattice = Lattice { origin: glam::Vec2::ZERO, tile_size: 1.0, width: 5, height: 5 };
/// let mut map = TileMap::new(lattice, Terrain::built_in(), Grid::filled(5, 5, TerrainId(0)));
/// let mut grid = NavGrid::bake(&map, &AgentProfile::default());
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
    /// In the units of [`Scale`].
    clearance: Grid<u8>,
    /// By cell number.
    ground: Vec<Ground>,
    bits: BitGrid,
    /// Made when something is blocked for the first time.
    blocked_edges: Option<Box<BlockedEdges>>,
    /// Made by [`NavGrid::prepare_index`]; none after the ground has changed.
    index: Option<Arc<SubgoalIndex>>,
    /// The index of the ground as it was before it changed, to be repaired.
    former_index: Option<Arc<SubgoalIndex>>,
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
    /// The least that a tile's length costs by a link, in hundredths; `u16::MAX` without links.
    least_by_link: u16,
    heights: Heights,
    /// What a hundredth of a world unit of going up costs, in the integers of [`moves`](super::moves).
    climb: u64,
    revision: u64,
    layout: u64,
    stamp: u64,
}

/// What a search needs to know about a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Ground {
    /// Its cost in hundredths; 0 where it is not passable.
    pub cost: u16,
    /// Bit `i` is set if the neighbour to which `MOVES[i]` leads is passable and nothing blocks the move: no ledge or
    /// obstacle between the two middles of a straight move, or in the square between the four middles of a diagonal
    /// one.
    pub around: u8,
    pub traits: Traits,
}

/// From the lowest bit: one for an even cell, one for a cell near a blocked edge, one for the end of a link, five for
/// the area.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Traits(u8);

impl Traits {
    pub const EVEN: Traits = Traits(1);
    pub const NEAR_BLOCKED_EDGE: Traits = Traits(2);
    pub const LINKED: Traits = Traits(4);

    /// These traits in another area.
    #[must_use]
    pub fn in_area(self, area: AreaId) -> Traits {
        Traits(self.0 & 7 | area.0 << 3)
    }

    #[must_use]
    pub fn with(self, other: Traits, on: bool) -> Traits {
        Traits(if on { self.0 | other.0 } else { self.0 & !other.0 })
    }

    /// Whether the cell is passable and all steps to, and between, its passable neighbours cost the same. Never near a
    /// blocked edge.
    #[inline]
    pub fn is_even(self) -> bool {
        self.0 & Traits::EVEN.0 != 0
    }

    /// Whether something other than a closed cell blocks a step between two of the nine cells here and around.
    #[inline]
    pub fn is_near_blocked_edge(self) -> bool {
        self.0 & Traits::NEAR_BLOCKED_EDGE.0 != 0
    }

    /// Whether a link begins or ends here.
    #[inline]
    pub fn is_linked(self) -> bool {
        self.0 & Traits::LINKED.0 != 0
    }

    /// These traits, but even and near a blocked edge as said by 1 or 0.
    #[must_use]
    fn with_surroundings(self, even: u8, near_blocked_edge: u8) -> Traits {
        Traits(self.0 & !(Traits::EVEN.0 | Traits::NEAR_BLOCKED_EDGE.0) | even | near_blocked_edge << 1)
    }

    /// The area of the tile, whether it is passable or not; [`AreaId::NOT_WALKABLE`] outside the map, and where the
    /// tile is closed to the profile.
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
    /// Bakes a whole map for agents of one profile. Takes time linear in the number of cells, besides that for the
    /// [index](NavGrid::prepare_index) where the map wants one.
    pub fn bake(map: &TileMap, profile: &AgentProfile) -> NavGrid {
        let mut grid = NavGrid::bake_without_index(map, profile);
        if map.bake.index {
            grid.prepare_index();
        }
        grid
    }

    /// The same, but that no index is made.
    pub(crate) fn bake_without_index(map: &TileMap, profile: &AgentProfile) -> NavGrid {
        let mut grid = NavGrid::bare(map, profile);
        grid.bake_rows(map, 0..grid.lattice.height as i32);
        grid.bake_links(map);
        grid
    }

    /// Bakes the cells of some rows of the map.
    pub(super) fn bake_rows(&mut self, map: &TileMap, rows: Range<i32>) {
        let rect = Rect { min: Cell::new(0, rows.start), max: Cell::new(self.lattice.width as i32, rows.end) };
        bake_rect(self, map, rect);
    }

    /// Finds the links, once the cells of all rows are baked.
    pub(super) fn bake_links(&mut self, map: &TileMap) {
        link_rect(self, map, self.clearance.rect());
    }

    /// A grid of the size of a map in which nothing is passable yet.
    pub(super) fn bare(map: &TileMap, profile: &AgentProfile) -> NavGrid {
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
            index: None,
            former_index: None,
            mesh: OnceLock::new(),
            tally,
            corners: 0,
            near_blocked_edges: 0,
            lowest_cost: 0,
            highest_cost: 0,
            components: Components::new(width, height),
            regions: Regions::new(map),
            hierarchy: LazyHierarchy::default(),
            links: Links::none(width + 2),
            crossings: [const { OnceLock::new() }; 2],
            least_by_link: u16::MAX,
            heights: Heights::default(),
            climb: heights::climb(map, profile),
            revision: 0,
            layout: next_stamp(),
            stamp: next_stamp(),
        }
    }

    /// Bakes again what a change of `tiles` can affect: a change of their terrain or relief, or of obstacles that touch
    /// [only these tiles](crate::level::Solid::tiles_around). Afterwards the grid equals one baked from scratch from
    /// `map`, whose size and settings must be unchanged.
    pub fn rebake(&mut self, map: &TileMap, tiles: Rect) {
        let (width, height) = (self.lattice.width, self.lattice.height);
        let changed = map.cells_of_tiles(tiles).grown(self.scale.reach()).clipped(width, height);
        self.begin_another();
        self.layout = next_stamp();
        if tiles.cells().next().is_some() && changed.cells().next().is_some() {
            let touched = bake_rect(self, map, changed);
            link_rect(self, map, touched.into_iter().fold(map.cells_of_tiles(tiles), Rect::union));
        }
    }

    /// Updates the costs of cells in a rectangle after danger, reward or wear have changed there, and nothing else:
    /// faster than [`NavGrid::rebake`]. Afterwards the grid equals one baked from scratch from `map`.
    pub fn recost(&mut self, map: &TileMap, cells: Rect) {
        self.begin_another();
        recost_rect(self, map, cells.clipped(self.lattice.width, self.lattice.height));
    }

    fn begin_another(&mut self) {
        self.revision += 1;
        self.stamp = next_stamp();
    }

    /// Updates the links after nothing but links has changed. Afterwards the grid equals one baked from scratch from
    /// `map`.
    pub fn relink(&mut self, map: &TileMap) {
        self.begin_another();
        self.layout = next_stamp();
        link_rect(self, map, Rect::of_cell(Cell::new(0, 0)));
    }

    /// How many times it has been changed since it was baked: another number means that the ground has changed.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Another number after each change that may have opened or closed paths rather than only changed costs, shared only by
    /// copies: a path found at the same layout can still be walked, though another may be better now.
    pub fn layout(&self) -> u64 {
        self.layout
    }

    /// A number unique to this grid in its present state, shared only by its copies: what was computed from a grid
    /// stays valid as long as the stamp is the same.
    pub fn stamp(&self) -> u64 {
        self.stamp
    }

    /// Its size in memory, in bytes.
    pub fn bytes(&self) -> usize {
        size_of_val(self.clearance.values())
            + size_of_val(&self.ground[..])
            + self.heights.cells.bytes()
            + self.tally.bytes()
            + self.bits.bytes()
            + self.blocked_edges.as_ref().map_or(0, |edges| edges.bytes())
            + self.mesh.get().map_or(0, Mesh::bytes)
            + self.index.as_ref().or(self.former_index.as_ref()).map_or(0, |index| index.bytes())
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

    /// How many cells lie along the side of a tile.
    pub fn cells_per_tile(&self) -> u32 {
        self.cells_per_tile
    }

    /// Whether an agent's middle may be at the middle of `cell`; never outside the map.
    pub fn is_passable(&self, cell: Cell) -> bool {
        self.cost(cell).is_some()
    }

    /// The greatest radius, in world units, of a body that fits at the middle of `cell`: the distance to the nearest
    /// closed tile, ledge or edge of the map, or to an obstacle less its margin; at most [`NavGrid::most_clearance`].
    /// Exact unless an obstacle is nearest or the agent is more than six cells wide; then it may be a little less, but
    /// never less than the agent's radius where the cell is passable. 0 in a closed tile and outside the map.
    #[inline]
    pub fn clearance(&self, cell: Cell) -> f32 {
        let told = self.clearance.get(cell).map_or(0.0, |&byte| self.scale.distance(byte));
        if told < self.profile.radius && self.is_passable(cell) { self.profile.radius } else { told }
    }

    /// The greatest [clearance](NavGrid::clearance) that is measured, in world units.
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

    /// The greatest number that divides the cost of every passable cell, in hundredths; 0 when no cell is passable.
    pub(super) fn cost_divisor(&self) -> u16 {
        self.tally.divisor()
    }

    /// Whether all passable cells cost the same.
    pub fn is_even(&self) -> bool {
        self.lowest_cost == self.highest_cost
    }

    /// The number of the component of `cell`: two cells have the same number if and only if a path without links leads
    /// from one to the other by this rule (with 4 or 8 neighbours; by [`CornerRule::Always`] with 8). `None` if the
    /// cell is not passable.
    pub fn component(&self, cell: Cell, corners: CornerRule) -> Option<u32> {
        self.components.component(cell, corners)
    }

    /// The area of the region of `cell` in square world units, whether or not it is too small to be walkable; `None` if
    /// the cell is not passable for another reason, or if the map leaves out no small regions.
    pub fn region(&self, cell: Cell) -> Option<f32> {
        let size = self.regions.as_ref()?.size(cell) as f32 * self.lattice.tile_size * self.lattice.tile_size;
        (size > 0.0).then_some(size)
    }

    /// Where links lead from one component to another by a rule.
    pub(in crate::nav) fn crossings(&self, corners: CornerRule) -> &Crossings {
        self.crossings[usize::from(corners == CornerRule::Always)].get_or_init(|| Crossings::of(self, corners))
    }

    /// The profile for which it is baked.
    pub(in crate::nav) fn profile(&self) -> &AgentProfile {
        &self.profile
    }

    pub(super) fn components(&self) -> &Components {
        &self.components
    }

    /// Records, for later hierarchical searches, a change of the ground in a rectangle of the map; an empty one stands
    /// for the links.
    fn touch_hierarchy(&mut self, changed: Rect) {
        self.former_index = self.index.take().or(self.former_index.take());
        let mut hierarchy = std::mem::take(&mut self.hierarchy);
        hierarchy.touch(self, changed);
        self.hierarchy = hierarchy;
    }

    /// Builds what hierarchical searches need, which otherwise the first of them does, and returns its size in bytes.
    /// After a change of the ground the next search rebuilds only the chunks that the change touches.
    pub fn prepare_hierarchy(&self) -> usize {
        self.hierarchy().bytes()
    }

    pub(super) fn hierarchy(&self) -> &Hierarchy {
        self.hierarchy.get(self)
    }

    /// Makes the index with which [`Algorithm::Subgoal`](super::Algorithm::Subgoal) answers exactly in microseconds, and
    /// [`Algorithm::Auto`](super::Algorithm::Auto) where that is [worthwhile](SubgoalIndex::worthwhile_from); returns its size in bytes. `None`,
    /// and no index, where not all passable cells cost the same, where going up costs something, where ledges or thin
    /// obstacles block steps between cells, or where obstacles are scattered over open ground so densely
    /// that it would be slower than jump points; links are no hindrance. Baking does it by itself where the [settings](crate::level::BakeSettings::index) say so.
    ///
    /// Takes time: two tenths of a second for a map of 1491 x 656 cells, a tenth of them passable, with 4,000 corners. After
    /// any change of the ground or of the links these algorithms search as if there had never been an index, until
    /// [`NavGrid::repair_index`] makes it true again. A [simulation](crate::sim::Simulation) whose level wants an index does
    /// so by itself, a little in every tick; [`IndexPreparation`] does the same in a program.
    ///
    /// ```
    /// use footpath::grid::Cell;
    /// use footpath::nav::{Algorithm, Method, NavGrid, PathQuery, Search, find_path};
    ///
    /// let mut grid = NavGrid::from_rows(&["........", "...##...", "........", "........", "........"])?;
    /// assert!(grid.prepare_index().is_some());
    /// let method = Method { algorithm: Algorithm::Subgoal, ..Method::default() };
    /// let query = PathQuery::between(Cell::new(0, 1), Cell::new(7, 1)).by(method);
    /// let path = find_path(&grid, &query, &mut Search::default())?;
    /// assert_eq!(path.algorithm, Algorithm::Subgoal);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn prepare_index(&mut self) -> Option<usize> {
        self.index = SubgoalIndex::of(self).map(Arc::new);
        self.former_index = None;
        self.index.as_ref().map(|index| index.bytes())
    }

    /// Makes the index true again that there was before the ground or the links changed, and returns its size in bytes.
    /// Only what the changes touch is worked out again: an edit of 16 x 16 cells of a map of 1491 x 656 takes one to two
    /// milliseconds, where a new index takes two tenths of a second. Does nothing where the index is true, and the
    /// same as [`NavGrid::prepare_index`] where there was none or most of it is touched.
    ///
    /// Among several shortest paths an index that has been repaired may choose another one than one that has been made anew.
    ///
    /// ```
    /// use footpath::grid::{Cell, Rect};
    /// use footpath::level::TileMap;
    /// use footpath::nav::NavGrid;
    /// use footpath::profile::AgentProfile;
    ///
    /// let mut map = TileMap::from_rows(&["........", "...##...", "........", "........", "........"])?;
    /// let mut grid = NavGrid::bake(&map, &AgentProfile::default());
    /// grid.prepare_index();
    /// map.tiles[Cell::new(3, 2)] = map.terrain_named("wall").unwrap();
    /// grid.rebake(&map, Rect::of_cell(Cell::new(3, 2)));
    /// assert!(grid.index().is_none());
    /// assert!(grid.repair_index().is_some());
    /// # Ok::<(), footpath::grid::GridError>(())
    /// ```
    pub fn repair_index(&mut self) -> Option<usize> {
        if self.index.is_none() {
            let repair = IndexPreparation::repair(self);
            self.index = repair.and_then(|repair| repair.finish(self)).map(Arc::new);
        }
        self.index.as_ref().map(|index| index.bytes())
    }

    /// Takes over an index that was made for a copy of this grid; whether it did: not if either has changed since.
    pub fn adopt_index(&mut self, index: Arc<SubgoalIndex>) -> bool {
        let is_its_own = index.is_of(self);
        if is_its_own {
            (self.index, self.former_index) = (Some(index), None);
        }
        is_its_own
    }

    /// Takes the index away, if there is one.
    pub(in crate::nav) fn take_index(&mut self) -> Option<Arc<SubgoalIndex>> {
        self.index.take()
    }

    /// Discards the index, if there is one, and the one before it.
    pub(crate) fn discard_index(&mut self) {
        (self.index, self.former_index) = (None, None);
    }

    /// Whether the ground has changed since it had an index, which could be repaired.
    pub(crate) fn has_former_index(&self) -> bool {
        self.former_index.is_some()
    }

    /// The index of the ground as it was before it changed, for good.
    pub(in crate::nav) fn take_former_index(&mut self) -> Option<Arc<SubgoalIndex>> {
        self.former_index.take()
    }

    /// The index of the ground as it is now, if it was made.
    pub fn index(&self) -> Option<&SubgoalIndex> {
        self.index.as_deref()
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
        self.heights.cells.rise(from, to).max(0) as u64 * self.climb
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

    /// The same, links aside.
    pub(super) fn has_only_links(&self) -> bool {
        !self.has_climbs() && self.near_blocked_edges == 0
    }

    /// The least that a tile's length costs on any path, in hundredths: the [lowest cost](NavGrid::lowest_cost), or
    /// less if a link is cheaper. Estimates are based on it.
    pub fn least_cost(&self) -> u16 {
        self.lowest_cost.min(self.least_by_link)
    }

    /// The steps that an agent can make from a cell of the map; from a cell that is not passable, where an agent may
    /// have been caught, to every neighbour.
    pub fn steps_from(&self, cell: Cell) -> impl Iterator<Item = Move> {
        let Ground { cost, around, .. } = self.ground[self.number(cell) as usize];
        let legal = if cost > 0 { MoveRules::WALKING.legal(around) } else { u8::MAX };
        let lattice = self.lattice;
        let moves = (0..8).filter(move |index| legal >> index & 1 == 1).map(|index| MOVES[index]);
        moves.filter(move |step| lattice.contains(step.from(cell)))
    }

    /// In what it differs from another grid of the same size, if in anything that is not made on demand. One that has been
    /// baked again piece by piece differs in nothing from one that is baked from scratch.
    ///
    /// ```
    /// use footpath::nav::NavGrid;
    /// let (open, shut) = (NavGrid::from_rows(&["..", ".."])?, NavGrid::from_rows(&["..", ".#"])?);
    /// assert!(open.difference(&open).is_none() && open.difference(&shut).is_some());
    /// # Ok::<(), footpath::grid::GridError>(())
    /// ```
    pub fn difference(&self, other: &NavGrid) -> Option<&'static str> {
        let edges = |grid: &NavGrid| grid.blocked_edges.as_ref().filter(|edges| !edges.is_empty()).cloned();
        let parts = [
            ("size", self.lattice == other.lattice),
            ("clearance", self.clearance == other.clearance),
            ("cells", self.ground == other.ground),
            ("bits", self.bits == other.bits),
            ("blocked edges", edges(self) == edges(other)),
            ("components", self.components == other.components),
            ("regions", self.regions == other.regions),
            ("tally of costs", self.tally == other.tally),
            ("corners", self.corners == other.corners && self.near_blocked_edges == other.near_blocked_edges),
            (
                "range of costs",
                (self.lowest_cost, self.highest_cost, self.least_by_link)
                    == (other.lowest_cost, other.highest_cost, other.least_by_link),
            ),
            ("heights", self.heights.cells == other.heights.cells),
            ("links", self.links == other.links),
        ];
        parts.into_iter().find(|(_, is_same)| !is_same).map(|(part, _)| part)
    }

    /// What a search needs to know about each cell, by its number.
    pub(super) fn ground(&self) -> &[Ground] {
        &self.ground
    }

    /// The ground as convex polygons, made by the first call after each baking, in time that grows with the number of
    /// cells.
    pub(super) fn mesh(&self) -> &Mesh {
        self.mesh.get_or_init(|| Mesh::of(self))
    }

    /// Which cells are passable, by rows and by columns.
    pub(super) fn bits(&self) -> &BitGrid {
        &self.bits
    }
}

/// A number that has not been returned before.
fn next_stamp() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

#[cfg(test)]
mod tests;
