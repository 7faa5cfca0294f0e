//! What searches look up instead of searching for it, kept beside the ground of which it is true.

use std::sync::{Arc, OnceLock};

use crate::grid::{Cell, Rect};
use crate::method::CornerRule;

use super::any_angle::mesh::Mesh;
use super::any_angle::mesh_building::MeshBuilding;
use super::baked_ground::{BakedGround, ChangedGround};
use super::components::Components;
use super::crossings::Crossings;
use super::hierarchy::graph::Hierarchy;
use super::hierarchy::lazy::LazyHierarchy;
use super::subgoal::index::SubgoalIndex;

/// All that is computed from baked ground. After each change of the ground [`Indexes::update`] is called once; what is made
/// on demand is then made anew, or mended, when it is next asked for.
#[derive(Clone, Debug)]
pub(super) struct Indexes {
    components: Components,
    /// Where links lead by the rules that cut no corner and by the one that does; made when first asked for.
    crossings: [OnceLock<Crossings>; 2],
    hierarchy: LazyHierarchy,
    /// Made when an any-angle search first asks for it, or before.
    mesh: OnceLock<Mesh>,
    /// Whether it was prepared since the ground has last changed, so that whoever does not wait for it can use it.
    is_mesh_prepared: bool,
    mesh_building: Option<Box<MeshBuilding>>,
    /// Made only when somebody wants it; none after the ground has changed.
    subgoals: Option<Arc<SubgoalIndex>>,
    /// The subgoals of the ground as it was before it changed, to be repaired.
    former_subgoals: Option<Arc<SubgoalIndex>>,
}

impl Indexes {
    /// Of ground of this size where nothing is passable.
    pub fn of_nothing(width: u32, height: u32) -> Indexes {
        Indexes {
            components: Components::new(width, height),
            crossings: [const { OnceLock::new() }; 2],
            hierarchy: LazyHierarchy::default(),
            mesh: OnceLock::new(),
            is_mesh_prepared: false,
            mesh_building: None,
            subgoals: None,
            former_subgoals: None,
        }
    }

    /// Brings everything up to date with ground that has changed.
    pub fn update(&mut self, ground: &BakedGround, changed: &ChangedGround) {
        if !changed.chunks.is_empty() {
            self.components.learn(ground.bits(), ground.blocked_edges(), &changed.chunks);
            self.mesh.take();
            (self.is_mesh_prepared, self.mesh_building) = (false, None);
        }
        if !changed.chunks.is_empty() || changed.links {
            self.crossings = [const { OnceLock::new() }; 2];
        }
        let cells = changed.cells.into_iter().chain(changed.heights).reduce(Rect::union);
        // An empty rectangle stands for the links.
        let nothing = Rect { min: Cell::new(0, 0), max: Cell::new(0, 0) };
        if let Some(rect) = cells.or(changed.links.then_some(nothing)) {
            self.hierarchy.touch(ground, rect);
            self.former_subgoals = self.subgoals.take().or(self.former_subgoals.take());
        }
    }

    pub fn components(&self) -> &Components {
        &self.components
    }

    /// Where links lead from one component to another by a rule.
    pub fn crossings(&self, ground: &BakedGround, corners: CornerRule) -> &Crossings {
        let of_rule = &self.crossings[usize::from(corners == CornerRule::Always)];
        of_rule.get_or_init(|| Crossings::of(ground, &self.components, corners))
    }

    pub fn hierarchy(&self, ground: &BakedGround) -> &Hierarchy {
        self.hierarchy.get(ground)
    }

    /// The ground as convex polygons, made by the first call after each baking, in time that grows with the number of
    /// cells.
    pub fn mesh(&self, ground: &BakedGround) -> &Mesh {
        self.mesh.get_or_init(|| Mesh::of(ground))
    }

    /// Goes on with the mesh until that has taken about so many units of work; whether it is prepared now. When that is does
    /// not depend on whether a search has made it meanwhile.
    pub fn prepare_mesh(&mut self, ground: &BakedGround, work: u64) -> bool {
        if !self.is_mesh_prepared {
            let building = self.mesh_building.get_or_insert_with(|| Box::new(MeshBuilding::begin(ground)));
            let Some(mesh) = building.step(ground, work) else { return false };
            self.mesh.get_or_init(|| mesh);
            (self.is_mesh_prepared, self.mesh_building) = (true, None);
        }
        true
    }

    /// Whether the mesh was [prepared](Indexes::prepare_mesh), not only made when a search asked for it.
    pub fn is_mesh_prepared(&self) -> bool {
        self.is_mesh_prepared
    }

    pub fn subgoals(&self) -> Option<&SubgoalIndex> {
        self.subgoals.as_deref()
    }

    /// Takes these subgoals, which are true of the ground, or none, and forgets all others.
    pub fn set_subgoals(&mut self, subgoals: Option<Arc<SubgoalIndex>>) {
        (self.subgoals, self.former_subgoals) = (subgoals, None);
    }

    /// The subgoals, taken away.
    pub fn take_subgoals(&mut self) -> Option<Arc<SubgoalIndex>> {
        self.subgoals.take()
    }

    /// Whether the ground has changed since it had subgoals, which could be repaired.
    pub fn has_former_subgoals(&self) -> bool {
        self.former_subgoals.is_some()
    }

    /// The subgoals of the ground as it was before it changed, taken away.
    pub fn take_former_subgoals(&mut self) -> Option<Arc<SubgoalIndex>> {
        self.former_subgoals.take()
    }

    /// Their size in memory, in bytes.
    pub fn bytes(&self) -> usize {
        self.components.bytes()
            + self.crossings.iter().filter_map(OnceLock::get).map(Crossings::bytes).sum::<usize>()
            + self.hierarchy.bytes()
            + self.mesh.get().map_or(0, Mesh::bytes)
            + self.subgoals.as_ref().or(self.former_subgoals.as_ref()).map_or(0, |subgoals| subgoals.bytes())
    }
}
