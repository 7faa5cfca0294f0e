//! The overlays (the debug layer): which of its parts are shown, and their drawing over the ground.

mod baked_cells;
mod grid_and_clearance;
mod heat;
mod order_marks;
mod paths_and_velocities;
mod search_cells;
mod sight_and_rays;

use footpath::agent::Agent;
use footpath::grid::{Cell, Lattice, Rect};
use footpath::level::DebugPart;
use glam::Vec2;

use crate::app::ui::text_painter::TextPainter;
use crate::app::view::WorldView;
use crate::app::view::camera::Camera;
use crate::app::view::render::Renderer;
pub use baked_cells::REASONS;
pub use grid_and_clearance::LEGEND as CLEARANCE;
pub use heat::Heat;
pub use order_marks::ORDERS;
pub use paths_and_velocities::{VECTORS, paths};
pub use search_cells::{has_bare_numbers, legend};
pub use sight_and_rays::{RAYS, SENSES};

/// How far outside the window an agent may be of which something may still be in it, in logical pixels.
const MARGIN: f32 = 200.0;

/// The most agents of which vectors, orders and senses are drawn.
const MOST_AGENTS: usize = 1000;

/// From how many agents on only what concerns selected ones is drawn of paths, velocities, orders and senses, unless the player
/// says otherwise: a hundred paths hide each other.
const CROWD: usize = 100;

/// One part of the overlays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overlay {
    Grid,
    Obstacles,
    Paths,
    Search,
    Vectors,
    Orders,
    Senses,
    Heat,
    Numbers,
}

impl Overlay {
    /// Every part, in the order of the list on screen.
    pub const ALL: [Overlay; 9] = [
        Overlay::Grid,
        Overlay::Obstacles,
        Overlay::Paths,
        Overlay::Search,
        Overlay::Vectors,
        Overlay::Orders,
        Overlay::Senses,
        Overlay::Heat,
        Overlay::Numbers,
    ];

    /// What the list calls it.
    pub fn name(self) -> &'static str {
        match self {
            Overlay::Grid => "Grid, origin",
            Overlay::Obstacles => "Clearance",
            Overlay::Paths => "Paths",
            Overlay::Search => "Open, closed",
            Overlay::Vectors => "Velocities",
            Overlay::Orders => "Orders",
            Overlay::Senses => "Senses",
            Overlay::Heat => "Heat map",
            Overlay::Numbers => "Numbers",
        }
    }
}

impl From<DebugPart> for Overlay {
    fn from(part: DebugPart) -> Overlay {
        match part {
            DebugPart::Grid => Overlay::Grid,
            DebugPart::Clearance => Overlay::Obstacles,
            DebugPart::Paths => Overlay::Paths,
            DebugPart::Explored => Overlay::Search,
            DebugPart::Velocities => Overlay::Vectors,
            DebugPart::Orders => Overlay::Orders,
            DebugPart::Senses => Overlay::Senses,
            DebugPart::Heat => Overlay::Heat,
            DebugPart::Numbers => Overlay::Numbers,
        }
    }
}

/// Which parts are shown.
#[derive(Clone, Debug, PartialEq)]
pub struct Overlays {
    /// Whether any of them is shown; while this is false, the parts are remembered.
    pub open: bool,
    /// What the heat map shows.
    pub heat: Heat,
    shown: [bool; Overlay::ALL.len()],
    /// Whether the player has turned on or off that only what concerns selected agents is drawn.
    selected_only: Option<bool>,
}

impl Default for Overlays {
    fn default() -> Overlays {
        let shown = Overlay::ALL
            .map(|part| matches!(part, Overlay::Grid | Overlay::Paths | Overlay::Search | Overlay::Numbers));
        Overlays { open: false, heat: Heat::default(), shown, selected_only: None }
    }
}

impl Overlays {
    /// The overlays that a level shows when it opens, and no others.
    pub fn of(parts: &[DebugPart]) -> Overlays {
        let mut overlays = Overlays { open: true, shown: [false; Overlay::ALL.len()], ..Overlays::default() };
        parts.iter().for_each(|part| overlays.shown[Overlay::from(*part) as usize] = true);
        overlays
    }

    /// Whether a part is shown.
    pub fn shows(&self, part: Overlay) -> bool {
        self.open && self.shown[part as usize]
    }

    /// Whether rays are shown: they are a sense, and what they meet becomes velocity.
    pub fn shows_rays(&self) -> bool {
        self.shows(Overlay::Senses) || self.shows(Overlay::Vectors)
    }

    /// Shows or hides a part. One that is asked for while the layer is closed comes alone. The heat map is hidden after it has
    /// shown everything that it can.
    pub fn toggle(&mut self, part: Overlay) {
        if part == Overlay::Heat
            && self.shows(part)
            && let Some(next) = self.heat.next()
        {
            self.heat = next;
            return;
        }
        self.heat = if part == Overlay::Heat { Heat::default() } else { self.heat };
        if !self.open {
            self.shown = [false; Overlay::ALL.len()];
        }
        self.shown[part as usize] ^= true;
        self.open = true;
    }

    /// Whether of `agents` agents only the selected ones have their paths, velocities, orders and senses drawn, once any is
    /// selected: as the player has it, or else in a crowd.
    pub fn is_for_selected_only(&self, agents: usize) -> bool {
        self.selected_only.unwrap_or(agents >= CROWD)
    }

    /// Turns that on or off.
    pub fn toggle_selected_only(&mut self, agents: usize) {
        self.selected_only = Some(!self.is_for_selected_only(agents));
    }

    /// Shows every part, or none if all are shown.
    pub fn toggle_all(&mut self) {
        let all = self.open && self.shown.iter().all(|shown| *shown);
        self.shown = [!all; Overlay::ALL.len()];
        self.open = true;
    }
}

/// Draws the parts that lie on the ground, under the agents.
pub fn draw_under_agents(view: &WorldView, renderer: &mut Renderer, painter: &mut TextPainter) {
    let (tiles, cells) = (InView::of_tiles(view), InView::of_cells(view));
    let layer = &view.overlays;
    let shows_clearance = layer.shows(Overlay::Obstacles) && view.sim.is_baked();
    if view.ground.shows_baked {
        baked_cells::draw(view, &cells, renderer);
    }
    if layer.shows(Overlay::Heat) && view.sim.is_baked() {
        heat::draw(view, &cells, renderer);
    }
    if shows_clearance {
        grid_and_clearance::draw_obstacles(view, &cells, renderer);
    }
    if view.ground.shows_lines {
        grid_and_clearance::draw_cells(&cells);
    }
    if !view.search.is_empty() {
        search_cells::draw(view, &cells, renderer, painter);
    }
    if layer.shows(Overlay::Grid) {
        grid_and_clearance::draw_grid(view, &tiles, painter);
    }
    if shows_clearance {
        grid_and_clearance::write_clearance(view, &cells, painter);
        baked_cells::draw_links(view.sim.nav_grid(view.ground.profile), &cells);
    }
    if layer.shows(Overlay::Senses) {
        sight_and_rays::draw(view, &tiles);
    }
    if layer.shows_rays() {
        sight_and_rays::draw_rays(view, &tiles, painter);
    }
    if layer.shows(Overlay::Orders) {
        order_marks::draw(view, &tiles, painter);
    }
    if layer.shows(Overlay::Paths) {
        paths_and_velocities::draw_paths(view, &tiles);
    }
}

/// Draws the parts that must not be hidden by the agents.
pub fn draw_over_agents(view: &WorldView) {
    if view.overlays.shows(Overlay::Vectors) {
        paths_and_velocities::draw_vectors(view, &InView::of_tiles(view));
    }
}

/// What is in view of the map's tiles, or of the cells into which it is baked.
struct InView {
    camera: Camera,
    lattice: Lattice,
    /// The cells that are in view.
    cells: Rect,
    /// Logical pixels for the side of one.
    side: f32,
    blend: f32,
}

impl InView {
    fn of_tiles(view: &WorldView) -> InView {
        InView::of(view, view.sim.map().lattice)
    }

    fn of_cells(view: &WorldView) -> InView {
        InView::of(view, view.sim.map().cells())
    }

    fn of(view: &WorldView, lattice: Lattice) -> InView {
        let cells = view.camera.visible_cells(&lattice);
        let side = view.camera.scale * lattice.tile_size;
        InView { camera: view.camera, lattice, cells, side, blend: view.blend }
    }

    /// The upper left corner of one in the window.
    fn corner(&self, cell: Cell) -> Vec2 {
        self.camera.to_screen(self.lattice.corner(cell))
    }

    /// The middle of one in the window.
    fn middle(&self, cell: Cell) -> Vec2 {
        self.camera.to_screen(self.lattice.centre(cell))
    }

    /// Whether a line between two places of the window may be in view.
    fn sees_any(&self, from: Vec2, to: Vec2) -> bool {
        from.max(to).cmpge(Vec2::ZERO).all() && from.min(to).cmple(self.camera.viewport).all()
    }

    /// Whether something of that radius in pixels around a place of the window is in view.
    fn sees(&self, at: Vec2, radius: f32) -> bool {
        at.cmpge(Vec2::splat(-radius)).all() && at.cmple(self.camera.viewport + radius).all()
    }
}

/// The agents in view of which paths, velocities, orders and senses are drawn: where there are very many, or nothing else is
/// wanted, those that are selected.
fn agents_in_view<'a>(view: &'a WorldView, in_view: &InView) -> Vec<&'a Agent> {
    let sees = |agent: &&Agent| in_view.sees(in_view.camera.to_screen(agent.position()), MARGIN);
    let mut agents: Vec<&Agent> = view.sim.agents().iter().filter(sees).collect();
    if agents.len() > MOST_AGENTS || is_for_selected_only(view) {
        agents.retain(|agent| view.is_selected(agent.id()));
    }
    agents
}

/// Whether only what concerns selected agents is drawn.
fn is_for_selected_only(view: &WorldView) -> bool {
    !view.selected.is_empty() && view.overlays.is_for_selected_only(view.sim.agents().len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(overlays: &Overlays) -> Vec<Overlay> {
        Overlay::ALL.into_iter().filter(|part| overlays.shows(*part)).collect()
    }

    #[test]
    fn parts_are_numbered_by_their_order() {
        for (index, part) in Overlay::ALL.into_iter().enumerate() {
            assert_eq!(part as usize, index);
        }
    }

    #[test]
    fn a_part_asked_for_while_closed_comes_alone() {
        let mut overlays = Overlays::default();
        overlays.toggle(Overlay::Grid);
        assert_eq!(shown(&overlays), [Overlay::Grid]);
    }

    #[test]
    fn everything_goes_on_and_off() {
        let mut overlays = Overlays::default();
        overlays.toggle_all();
        assert_eq!(shown(&overlays), Overlay::ALL);
        overlays.toggle_all();
        assert_eq!(shown(&overlays), []);
    }

    #[test]
    fn in_a_crowd_only_the_selected_are_shown_until_the_player_says_otherwise() {
        let mut overlays = Overlays::default();
        let small_and_large = |overlays: &Overlays| [99, 100].map(|agents| overlays.is_for_selected_only(agents));
        assert_eq!(small_and_large(&overlays), [false, true]);
        overlays.toggle_selected_only(100);
        assert_eq!(small_and_large(&overlays), [false, false]);
        overlays.toggle_selected_only(2);
        assert_eq!(small_and_large(&overlays), [true, true]);
    }

    #[test]
    fn the_heat_map_turns_through_what_it_can_show_and_goes() {
        let mut overlays = Overlays::default();
        let mut seen = Vec::new();
        for _ in 0..6 {
            overlays.toggle(Overlay::Heat);
            seen.push(overlays.shows(Overlay::Heat).then_some(overlays.heat));
        }
        let kinds = [Heat::Cost, Heat::Clearance, Heat::Traffic, Heat::Wear].map(Some);
        assert_eq!((&seen[..4], seen[4], seen[5]), (&kinds[..], None, Some(Heat::Cost)));
    }

    #[test]
    fn closing_remembers_the_parts() {
        let mut overlays = Overlays::default();
        overlays.toggle(Overlay::Vectors);
        overlays.open = false;
        assert_eq!(shown(&overlays), []);
        overlays.open = true;
        assert_eq!(shown(&overlays), [Overlay::Vectors]);
    }
}
