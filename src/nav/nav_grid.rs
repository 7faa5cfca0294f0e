//! A level's ground baked for one kind of agent, with all that searches look up in it.

mod constructors;

use std::ops::{Deref, Range};
use std::sync::Arc;

use crate::grid::{Cell, Rect};
use crate::level::TileMap;
use crate::method::{Algorithm, CornerRule, Method};
use crate::profile::{AgentProfile, AreaFilter};

use super::any_angle::mesh::Mesh;
use super::baked_ground::{BakedGround, ChangedGround};
use super::components::Components;
use super::crossings::Crossings;
use super::hierarchy::graph::Hierarchy;
use super::indexes::Indexes;
use super::subgoal::index::SubgoalIndex;

/// Cells. On a map that is no larger the polygons of any-angle searches are made when they are needed, which takes less than two milliseconds.
/// Larger, and a change of the ground stops the picture.
const MESH_AT_ONCE: usize = 1 << 14;

/// A level as one kind of agent can walk it, ready for [`find_path`](super::find_path): its [ground](BakedGround), whose methods
/// it has, and beside that what searches look up, always true of the ground.
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
    ground: BakedGround,
    indexes: Indexes,
}

impl Deref for NavGrid {
    type Target = BakedGround;

    fn deref(&self) -> &BakedGround {
        &self.ground
    }
}

impl NavGrid {
    /// The ground of a map as it is, without the index that the map may want.
    pub(crate) fn bake_without_index(map: &TileMap, profile: &AgentProfile) -> NavGrid {
        let mut grid = NavGrid::bare(map, profile);
        grid.bake_rows(map, 0..grid.lattice().height as i32);
        grid.bake_links(map);
        grid
    }

    /// A grid of the size of a map in which nothing is passable yet.
    pub(super) fn bare(map: &TileMap, profile: &AgentProfile) -> NavGrid {
        NavGrid::of(BakedGround::bare(map, profile), &ChangedGround::default())
    }

    /// Ground, and what has changed on it since nothing was passable.
    pub(super) fn of(ground: BakedGround, changed: &ChangedGround) -> NavGrid {
        let mut indexes = Indexes::of_nothing(ground.lattice().width, ground.lattice().height);
        indexes.update(&ground, changed);
        NavGrid { ground, indexes }
    }

    /// Bakes the cells of some rows of the map.
    pub(super) fn bake_rows(&mut self, map: &TileMap, rows: Range<i32>) {
        let changed = self.ground.bake_rows(map, rows);
        self.indexes.update(&self.ground, &changed);
    }

    /// Finds the links, once the cells of all rows are baked.
    pub(super) fn bake_links(&mut self, map: &TileMap) {
        let changed = self.ground.bake_links(map);
        self.indexes.update(&self.ground, &changed);
    }

    /// Bakes again what a change of `tiles` can affect: a change of their terrain or relief, or of obstacles that touch
    /// [only these tiles](crate::level::Solid::tiles_around). Afterwards the grid equals one baked from scratch from
    /// `map`, whose size and settings must be unchanged.
    pub fn rebake(&mut self, map: &TileMap, tiles: Rect) {
        let changed = self.ground.rebake(map, tiles);
        self.indexes.update(&self.ground, &changed);
    }

    /// Updates the costs of cells in a rectangle after danger, reward or wear have changed there, and nothing else:
    /// faster than [`NavGrid::rebake`]. Afterwards the grid equals one baked from scratch from `map`.
    pub(crate) fn recost(&mut self, map: &TileMap, cells: Rect) {
        let changed = self.ground.recost(map, cells);
        self.indexes.update(&self.ground, &changed);
    }

    /// Updates the links after nothing but links has changed. Afterwards the grid equals one baked from scratch from
    /// `map`.
    pub fn relink(&mut self, map: &TileMap) {
        let changed = self.ground.relink(map);
        self.indexes.update(&self.ground, &changed);
    }

    /// Gives all cells these costs, row by row; 0 closes one.
    fn set_costs(&mut self, costs: &[u16]) {
        let changed = self.ground.set_costs(costs);
        self.indexes.update(&self.ground, &changed);
    }

    /// This grid with the area costs of a filter and with the areas closed that it forbids: the body may not touch
    /// them. Entries for areas that are closed already, or do not exist, have no effect.
    ///
    /// Danger, reward and wear add as much as before. Links that are still possible stay, at their areas' new costs; a
    /// cost that an author set for a link stays.
    pub fn filtered(&self, filter: &AreaFilter) -> NavGrid {
        let (ground, changed) = self.ground.filtered(filter);
        let mut indexes = self.indexes.clone();
        indexes.update(&ground, &changed);
        NavGrid { ground, indexes }
    }

    /// The number of the component of `cell`: two cells have the same number if and only if a path without links leads
    /// from one to the other by this rule (with 4 or 8 neighbours; by [`CornerRule::Always`] with 8). `None` if the
    /// cell is not passable.
    pub fn component(&self, cell: Cell, corners: CornerRule) -> Option<u32> {
        self.indexes.components().component(cell, corners)
    }

    pub(super) fn components(&self) -> &Components {
        self.indexes.components()
    }

    /// Where links lead from one component to another by a rule.
    pub(super) fn crossings(&self, corners: CornerRule) -> &Crossings {
        self.indexes.crossings(&self.ground, corners)
    }

    /// Builds what hierarchical searches need, which otherwise the first of them does, and returns its size in bytes.
    /// After a change of the ground the next search rebuilds only the chunks that the change touches.
    pub fn prepare_hierarchy(&self) -> usize {
        self.hierarchy().bytes()
    }

    pub(super) fn hierarchy(&self) -> &Hierarchy {
        self.indexes.hierarchy(&self.ground)
    }

    /// Goes on with the polygons of any-angle searches until that has taken about so many units of work, of which a million take
    /// about six milliseconds; whether they are there now. After a change of the ground it begins again.
    ///
    /// A search makes them itself where there are none, but a [queue](super::requests::RequestQueue) does not wait for that on a
    /// large map: what it is asked meanwhile it answers by other searches.
    ///
    /// ```
    /// use footpath::nav::NavGrid;
    /// let mut grid = NavGrid::from_rows(&["........", "...##...", "........"])?;
    /// let mut steps = 1;
    /// while !grid.prepare_polygons(10) {
    ///     steps += 1;
    /// }
    /// assert!(steps > 10);
    /// # Ok::<(), footpath::grid::GridError>(())
    /// ```
    pub fn prepare_polygons(&mut self, work: u64) -> bool {
        self.indexes.prepare_mesh(&self.ground, work)
    }

    /// Whether a search by a method would have to wait for its polygons: they are not [prepared](NavGrid::prepare_polygons), and
    /// the map is so large that making them takes long.
    pub fn lacks_polygons(&self, method: Method) -> bool {
        let (width, height) = (self.lattice().width as usize, self.lattice().height as usize);
        width * height > MESH_AT_ONCE
            && !self.indexes.is_mesh_prepared()
            && method.chosen(self, 1).algorithm == Algorithm::AnyAngle
    }

    /// The method by which a query is answered that cannot wait: where a method lacks its polygons, the fastest exact search
    /// over the cells.
    pub(super) fn without_waiting(&self, method: Method) -> Option<Method> {
        self.lacks_polygons(method).then_some(Method { algorithm: Algorithm::Auto, ..method })
    }

    /// Builds what searches by a method need, which otherwise the first of them does: the chunks of hierarchical ones, the
    /// [polygons](NavGrid::prepare_polygons) of any-angle ones.
    pub fn prepare_for(&mut self, method: Method) {
        match method.chosen(self, 1).algorithm {
            Algorithm::Hierarchical => _ = self.hierarchy(),
            Algorithm::AnyAngle => while !self.prepare_polygons(u64::MAX) {},
            _ => {}
        }
    }

    pub(super) fn mesh(&self) -> &Mesh {
        self.indexes.mesh(&self.ground)
    }

    /// The index of the ground as it is now, if it was made.
    pub fn index(&self) -> Option<&SubgoalIndex> {
        self.indexes.subgoals()
    }

    /// Takes over an index that was made for a copy of this grid; whether it did: not if either has changed since.
    pub fn adopt_index(&mut self, index: Arc<SubgoalIndex>) -> bool {
        let is_its_own = index.is_of(&self.ground);
        if is_its_own {
            self.indexes.set_subgoals(Some(index));
        }
        is_its_own
    }

    /// Takes the index away, if there is one.
    pub(super) fn take_index(&mut self) -> Option<Arc<SubgoalIndex>> {
        self.indexes.take_subgoals()
    }

    /// Discards the index, if there is one, and the one before it.
    pub(crate) fn discard_index(&mut self) {
        self.indexes.set_subgoals(None);
    }

    /// Whether the ground has changed since it had an index, which could be repaired.
    pub(crate) fn has_former_index(&self) -> bool {
        self.indexes.has_former_subgoals()
    }

    /// The index of the ground as it was before it changed, for good.
    pub(super) fn take_former_index(&mut self) -> Option<Arc<SubgoalIndex>> {
        self.indexes.take_former_subgoals()
    }

    /// Its size in memory, in bytes.
    pub fn bytes(&self) -> usize {
        self.ground.bytes() + self.indexes.bytes()
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
        let are_components_alike = self.components() == other.components();
        self.ground.difference(&other.ground).or((!are_components_alike).then_some("components"))
    }
}
