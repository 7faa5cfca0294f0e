//! What agents sense: how far and how wide they see, and how wide they count for others.

use footpath::agent::Agent;
use footpath::level::Order;
use glam::Vec2;
use macroquad::color::Color;

use super::{View, agents_in_view};
use crate::app::game::Game;
use crate::app::shapes::{draw_polyline, draw_ring, fill_convex};

const SIGHT: Color = Color::new(0.98, 0.85, 0.25, 0.85);
const WIDTH: Color = Color::new(0.15, 0.45, 0.95, 0.70);

/// What the colours mean, for the legend.
pub const SENSES: [(&str, Color); 2] = [("sight", SIGHT), ("counts as wide", WIDTH)];

/// How strongly what one sees is filled.
const SIGHT_FILL: f32 = 0.13;

/// Corners of a quarter of a circle of sight.
const STEPS: usize = 8;

/// Draws the senses of agents in view: sight of those who follow on sight, and of selected ones.
pub(super) fn draw(game: &Game, view: &View) {
    for agent in agents_in_view(game, view) {
        let at = view.camera.to_screen(game.drawn_at(agent));
        let profile = game.sim.profile_of(agent);
        if uses_sight(agent) || game.selected.binary_search(&agent.id).is_ok() {
            draw_sight(agent, at, profile.sight_range * view.camera.scale, profile.sight_angle, view);
        }
        let width = profile.avoidance_radius.unwrap_or(profile.radius) * view.camera.scale;
        if view.sees(at, width) {
            draw_ring(at, width, 1.5, WIDTH);
        }
    }
}

fn uses_sight(agent: &Agent) -> bool {
    matches!(agent.order, Some(Order::Follow { on_sight: true, .. }))
}

/// What an agent sees where nothing is in the way: a sector of `radius` pixels and `angle` degrees, half to each side of
/// its heading.
fn draw_sight(agent: &Agent, at: Vec2, radius: f32, angle: f32, view: &View) {
    if !view.sees(at, radius) {
        return;
    }
    let half = 0.5 * angle.to_radians();
    let heading = agent.previous_heading.lerp(agent.heading, view.blend);
    let forward = heading.y.atan2(heading.x);
    // Quarters at most, which are convex.
    let parts = (half / std::f32::consts::FRAC_PI_4).ceil().max(1.0) as usize;
    let steps = parts * STEPS;
    let rim = |step: usize| at + radius * Vec2::from_angle(forward + half * (2.0 * step as f32 / steps as f32 - 1.0));
    for part in 0..parts {
        let arc = (part * STEPS..=(part + 1) * STEPS).map(rim);
        fill_convex(&std::iter::once(at).chain(arc).collect::<Vec<Vec2>>(), Color { a: SIGHT_FILL, ..SIGHT });
    }
    let mut outline: Vec<Vec2> = (0..=steps).map(rim).collect();
    if angle < 360.0 {
        outline.insert(0, at);
        outline.push(at);
    }
    draw_polyline(&outline, 1.5, SIGHT);
}
