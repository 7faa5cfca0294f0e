//! Paths with their waypoints, and the vectors of steering.

use footpath::agent::Agent;
use glam::Vec2;
use macroquad::color::Color;

use super::{InView, agents_in_view};
use crate::app::ui::shapes::{draw_arrow, draw_polyline, draw_ring, fill_disc};
use crate::app::view::View;
use crate::app::view::goals::remaining_path;

const PATH: Color = Color::new(0.10, 0.16, 0.55, 0.90);
const WALKED: Color = Color::new(0.10, 0.16, 0.55, 0.30);
const WAYPOINT: Color = Color::new(1.0, 1.0, 1.0, 0.95);
const RADIUS: Color = Color::new(0.10, 0.16, 0.55, 0.55);

const VELOCITY: Color = Color::new(0.05, 0.45, 0.20, 1.0);
const WANTED: Color = Color::new(0.95, 0.75, 0.10, 1.0);
const PREFERRED: Color = Color::new(0.15, 0.45, 0.95, 1.0);
const STEERING: Color = Color::new(0.85, 0.10, 0.45, 1.0);
const CORRECTION: Color = Color::new(0.91, 0.26, 0.09, 1.0);

/// What the vectors mean, with their colours, for the legend.
pub const VECTORS: [(&str, Color); 5] = [
    ("wanted velocity", WANTED),
    ("preferred, by mass", PREFERRED),
    ("chosen velocity", VELOCITY),
    ("steering", STEERING),
    ("pushed out of others", CORRECTION),
];

/// How long a vector is drawn: this many seconds of it.
const SECONDS: f32 = 0.5;

/// How many times as long as it is a correction is drawn: it is that of one tick.
const CORRECTION_TIMES: f32 = 30.0;

/// The same for the acceleration, which is a larger number.
const SECONDS_SQUARED: f32 = 0.08;

pub(super) fn draw_paths(view: &View, in_view: &InView) {
    for agent in view.planned.agents() {
        let at = view.drawn_at(agent);
        let Some(path) = remaining_path(agent, at) else { continue };
        draw_walked(agent, in_view);
        let points: Vec<Vec2> = path.iter().map(|point| in_view.camera.to_screen(*point)).collect();
        draw_polyline(&points, 3.0, PATH);
        draw_waypoints(agent, in_view);
    }
}

/// The part of the path that lies behind an agent, faintly.
fn draw_walked(agent: &Agent, in_view: &InView) {
    let Some(route) = agent.active_route() else { return };
    let points: Vec<Vec2> =
        route.waypoints[..route.next].iter().map(|point| in_view.camera.to_screen(*point)).collect();
    draw_polyline(&points, 2.0, WALKED);
}

/// The waypoints that are still ahead, each with the radius within which it counts as reached.
fn draw_waypoints(agent: &Agent, in_view: &InView) {
    let Some(route) = agent.active_route() else { return };
    for (point, radius) in route.waypoints.iter().zip(&route.acceptance).skip(route.next) {
        let (at, radius) = (in_view.camera.to_screen(*point), radius * in_view.camera.scale);
        if in_view.sees(at, radius + 4.0) {
            fill_disc(at, 4.0, PATH);
            fill_disc(at, 2.2, WAYPOINT);
            if radius > 5.0 {
                draw_ring(at, radius, 1.5, RADIUS);
            }
        }
    }
}

pub(super) fn draw_vectors(view: &View, in_view: &InView) {
    for agent in agents_in_view(view, in_view) {
        let at = agent.previous_position().lerp(agent.position(), in_view.blend);
        let from = in_view.camera.to_screen(at);
        let to = |vector: Vec2| in_view.camera.to_screen(at + vector);
        draw_arrow(from, to(agent.wanted_velocity() * SECONDS), 5.0, WANTED);
        draw_arrow(from, to(agent.preferred_velocity() * SECONDS), 4.0, PREFERRED);
        draw_arrow(from, to(agent.chosen_velocity() * SECONDS), 2.5, VELOCITY);
        draw_arrow(from, to(agent.steering() * SECONDS_SQUARED), 2.5, STEERING);
        draw_arrow(from, to(agent.correction() * CORRECTION_TIMES), 3.0, CORRECTION);
    }
}

#[test]
fn colour_blind_people_can_tell_vectors_apart() {
    use crate::app::ui::color_vision::assert_apart;
    assert_apart(&VECTORS, 12.0);
}
