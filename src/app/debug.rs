//! The debug layer: which of its parts are shown, and their drawing over the ground.

mod baked;
mod ground;
mod motion;
mod orders;
mod search;
mod senses;

use footpath::agent::Agent;
use footpath::grid::{Cell, Lattice, Rect};
use glam::Vec2;

use crate::app::camera::Camera;
use crate::app::examined::Examiner;
use crate::app::game::Game;
use crate::app::ink::Ink;
use crate::app::keys::Action;
use crate::app::render::Renderer;
pub use baked::{REASONS, why_closed_in_words};
pub use motion::VECTORS;
pub use orders::ORDERS;
pub use search::legend;
pub use senses::{RAYS, SENSES};

/// How far outside the window an agent may be of which something may still be in it, in logical pixels.
const MARGIN: f32 = 200.0;

/// The most agents of which vectors, orders and senses are drawn.
const MOST_AGENTS: usize = 1000;

/// One part of the debug layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    Grid,
    Obstacles,
    Paths,
    Search,
    Vectors,
    Orders,
    Senses,
    Numbers,
}

/// Every part in the order of the list on screen: what it is called, and what toggles it.
pub const PARTS: [(Part, &str, Action); 8] = [
    (Part::Grid, "Grid, origin", Action::DebugGrid),
    (Part::Obstacles, "Clearance", Action::DebugObstacles),
    (Part::Paths, "Paths", Action::DebugPaths),
    (Part::Search, "Open, closed", Action::DebugSearch),
    (Part::Vectors, "Velocities", Action::DebugVectors),
    (Part::Orders, "Orders", Action::DebugOrders),
    (Part::Senses, "Senses", Action::DebugSenses),
    (Part::Numbers, "Numbers", Action::DebugNumbers),
];

/// Which parts are shown.
#[derive(Clone, Debug)]
pub struct DebugLayer {
    /// Whether any of it is shown; while it is not, the parts are remembered.
    pub open: bool,
    shown: [bool; PARTS.len()],
    /// Looks into the last search.
    pub examiner: Examiner,
}

impl Default for DebugLayer {
    fn default() -> DebugLayer {
        let shown = PARTS.map(|(part, ..)| matches!(part, Part::Paths | Part::Search | Part::Numbers));
        DebugLayer { open: false, shown, examiner: Examiner::default() }
    }
}

impl DebugLayer {
    /// Whether a part is shown.
    pub fn shows(&self, part: Part) -> bool {
        self.open && self.shown[part as usize]
    }

    /// Whether rays are shown: they are a sense, and what they meet becomes velocity.
    pub fn shows_rays(&self) -> bool {
        self.shows(Part::Senses) || self.shows(Part::Vectors)
    }

    /// Toggles what an action names: a part, all parts, or the whole layer. A part that is asked for
    /// while the layer is closed comes alone.
    pub fn act(&mut self, action: Action) {
        if let Some((part, ..)) = PARTS.iter().find(|(.., toggles)| *toggles == action) {
            if !self.open {
                self.shown = [false; PARTS.len()];
            }
            self.shown[*part as usize] ^= true;
            self.open = true;
        } else if action == Action::DebugEverything {
            let all = self.open && self.shown.iter().all(|shown| *shown);
            self.shown = [!all; PARTS.len()];
            self.open = true;
        } else if action == Action::Debug {
            self.open = !self.open;
        }
    }

    /// Shows nothing of it.
    pub fn close(&mut self) {
        self.open = false;
    }
}

/// Draws the parts that lie on the ground, under the agents.
pub fn draw_under_agents(game: &Game, renderer: &mut Renderer, ink: &mut Ink) {
    let (tiles, cells) = (View::of_tiles(game), View::of_cells(game));
    let layer = &game.debug;
    let shows_clearance = layer.shows(Part::Obstacles) && game.sim.is_baked();
    if game.workbench.is_some() {
        baked::draw(game, &cells, renderer);
    }
    if shows_clearance {
        ground::draw_obstacles(game, &cells);
    }
    if game.shows_search() {
        search::draw(game, &cells, renderer, ink);
    }
    if layer.shows(Part::Grid) {
        ground::draw_grid(game, &tiles, ink);
    }
    if shows_clearance {
        ground::write_clearance(game, &cells, ink);
        baked::draw_links(game.sim.nav_grid(game.shown_profile()), &cells);
    }
    if layer.shows(Part::Senses) {
        senses::draw(game, &tiles);
    }
    if layer.shows_rays() {
        senses::draw_rays(game, &tiles, ink);
    }
    if layer.shows(Part::Orders) {
        orders::draw(game, &tiles, ink);
    }
    if layer.shows(Part::Paths) {
        motion::draw_paths(game, &tiles);
    }
}

/// Draws the parts that must not be hidden by the agents.
pub fn draw_over_agents(game: &Game) {
    if game.debug.shows(Part::Vectors) {
        motion::draw_vectors(game, &View::of_tiles(game));
    }
}

/// What is in view of the map's tiles, or of the cells into which it is baked.
struct View {
    camera: Camera,
    lattice: Lattice,
    /// Those that are in view.
    cells: Rect,
    /// Logical pixels for the side of one.
    side: f32,
    blend: f32,
}

impl View {
    fn of_tiles(game: &Game) -> View {
        View::of(game, game.sim.map().lattice)
    }

    fn of_cells(game: &Game) -> View {
        View::of(game, game.sim.map().cells())
    }

    fn of(game: &Game, lattice: Lattice) -> View {
        let cells = game.camera.visible_cells(&lattice);
        let side = game.camera.scale * lattice.tile_size;
        View { camera: game.camera, lattice, cells, side, blend: game.clock.blend() }
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

/// The agents in view; where there are very many, those that are selected.
fn agents_in_view<'a>(game: &'a Game, view: &View) -> Vec<&'a Agent> {
    let sees = |agent: &&Agent| view.sees(view.camera.to_screen(agent.position), MARGIN);
    let mut agents: Vec<&Agent> = game.sim.agents().iter().filter(sees).collect();
    if agents.len() > MOST_AGENTS {
        agents.retain(|agent| game.selected.binary_search(&agent.id).is_ok());
    }
    agents
}

/// A number with few digits, short enough for a cell.
fn short(value: f64) -> String {
    if value < 100.0 { format!("{value:.1}") } else { format!("{value:.0}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_stand_at_their_own_places() {
        for (index, (part, ..)) in PARTS.iter().enumerate() {
            assert_eq!(*part as usize, index);
        }
    }

    #[test]
    fn a_part_asked_for_while_closed_comes_alone() {
        let mut layer = DebugLayer::default();
        layer.act(Action::DebugGrid);
        let shown: Vec<Part> = PARTS.iter().map(|(part, ..)| *part).filter(|part| layer.shows(*part)).collect();
        assert_eq!(shown, [Part::Grid]);
    }

    #[test]
    fn everything_goes_on_and_off() {
        let mut layer = DebugLayer::default();
        layer.act(Action::DebugEverything);
        assert!(PARTS.iter().all(|(part, ..)| layer.shows(*part)));
        layer.act(Action::DebugEverything);
        assert!(!PARTS.iter().any(|(part, ..)| layer.shows(*part)));
    }

    #[test]
    fn closing_remembers_the_parts() {
        let mut layer = DebugLayer::default();
        layer.act(Action::DebugVectors);
        layer.act(Action::Debug);
        assert!(!layer.shows(Part::Vectors));
        layer.act(Action::Debug);
        assert!(layer.shows(Part::Vectors));
    }
}
