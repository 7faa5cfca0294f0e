//! The world as a picture. Everything here draws from a read-only [`WorldView`] and knows no mode.

pub mod bloom;
pub mod busiest;
pub mod camera;
pub mod examined;
pub mod goals;
pub mod ground_colors;
pub mod overlays;
pub mod place_flags;
pub mod plans;
pub mod playback;
pub mod queued_ways;
pub mod racers;
pub mod render;
pub mod scene;
pub mod traces;
pub mod traffic;
pub mod waits;
pub mod words;

use footpath::agent::{Agent, AgentId};
use footpath::grid::{Cell, Rect};
use footpath::level::Obstacle;
use footpath::sim::{Simulation, TICK};
use glam::Vec2;
use macroquad::math::Rect as Area;

use crate::app::view::bloom::Bloom;
use crate::app::view::camera::Camera;
use crate::app::view::examined::Examined;
use crate::app::view::goals::GoalMarker;
use crate::app::view::overlays::Overlays;
use crate::app::view::traces::Traces;

/// What has happened to the ground since the last picture.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct GroundChanges {
    /// Whether it is another map, or the same from its beginning.
    pub is_another: bool,
    /// The tiles that changed.
    pub changed: Option<Rect>,
}

/// How the cells of the ground are shown.
#[derive(Clone, Copy, Debug, Default)]
pub struct GroundLook {
    /// Whether they are drawn as they are baked.
    pub shows_baked: bool,
    /// Whether lines between them are shown.
    pub shows_lines: bool,
    /// The profile for which cells and clearance are shown.
    pub profile: usize,
}

/// What is shown of orders and of what cannot be.
#[derive(Clone, Debug, Default)]
pub struct OrderMarks<'a> {
    /// Every goal of the moment.
    pub goals: Vec<GoalMarker>,
    /// The points of the patrol that the player is making, in world units.
    pub drawn_patrol: &'a [Vec2],
    /// The tiles at which the text of the level that should be played is wrong.
    pub faults: Vec<Cell>,
    /// When the player last gave an order.
    pub asked_at: f32,
    /// A place that cannot be reached, and when that was said.
    pub refused: Option<(Vec2, f32)>,
}

/// What is marked on the map because of where the pointer is.
#[derive(Clone, Copy, Default)]
pub struct MapPointer<'a> {
    /// The obstacle that is dragged or could be.
    pub held: Option<&'a Obstacle>,
    /// The tile under the brush, and whether the brush takes walls away there.
    pub brush: Option<(Cell, bool)>,
    /// Two opposite corners of the selection box, in logical pixels.
    pub selection_box: Option<(Vec2, Vec2)>,
}

/// The world at one moment and how the player looks at it: everything that a picture is drawn from.
///
/// Positions are in world units, times in seconds of the window's clock.
pub struct WorldView<'a> {
    /// The world as it is at the last tick.
    pub sim: &'a Simulation,
    /// The world with every path that is known: ahead of `sim` while time stands still.
    pub planned: &'a Simulation,
    /// Where the player looks.
    pub camera: Camera,
    /// How far the moment lies between the last two ticks: 0 to 1.
    pub blend: f32,
    /// What time it is: by it goes what comes and goes, also while time stands still.
    pub now: f32,
    /// The selected agents, in order of id.
    pub selected: &'a [AgentId],
    /// Which overlays are shown.
    pub overlays: &'a Overlays,
    /// The legs of the last search, where that is to be drawn; else none.
    pub search: Vec<&'a Examined>,
    /// The search for the last order, while it is shown for a moment.
    pub bloom: Option<&'a Bloom>,
    /// Which of the pictures that are drawn side by side this is, from 0; `None` for one that has the whole window.
    pub pane: Option<usize>,
    /// How the cells are shown.
    pub ground: GroundLook,
    /// What is shown of orders.
    pub orders: OrderMarks<'a>,
    /// What is remembered of what has happened.
    pub traces: &'a Traces,
    /// What the pointer is at.
    pub pointer: MapPointer<'a>,
    /// The parts of the window that panels cover, in logical pixels: nothing is written there.
    pub covered: Vec<Area>,
}

impl WorldView<'_> {
    /// The time of the world, in seconds: by it goes what moves all the time, and stands still with the world.
    pub fn time(&self) -> f32 {
        (self.sim.tick() as f32 + self.blend) * TICK
    }

    /// Where an agent of [`WorldView::planned`] is drawn.
    pub fn drawn_at(&self, agent: &Agent) -> Vec2 {
        let present = self.sim.agent(agent.id()).unwrap_or(agent);
        present.previous_position().lerp(present.position(), self.blend)
    }

    /// The first of some places for a label that no panel covers.
    pub fn uncovered(&self, places: impl IntoIterator<Item = Area>) -> Option<Area> {
        places.into_iter().find(|place| self.covered.iter().all(|panel| !panel.overlaps(place)))
    }

    /// Whether an agent is selected.
    pub fn is_selected(&self, agent: AgentId) -> bool {
        self.selected.binary_search(&agent).is_ok()
    }

    /// The selected agents that are still there, in order of id.
    pub fn selected_agents(&self) -> impl Iterator<Item = &Agent> {
        self.selected.iter().filter_map(|id| self.sim.agent(*id))
    }
}
