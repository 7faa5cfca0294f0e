//! Paths with their waypoints, and the vectors of steering.

use footpath::agent::Agent;
use footpath::agent::route::Route;
use glam::Vec2;
use macroquad::color::Color;

use super::{InView, MOST_AGENTS, agents_in_view, is_for_selected_only};
use crate::app::ui::shapes::{draw_arrow, draw_hard_strokes, draw_ring, draw_strokes, fill_disc};
use crate::app::view::WorldView;
use crate::app::view::goals::remaining_path;
use crate::app::view::ground_colors::ground_colors;

const WAYPOINT: Color = Color::new(1.0, 1.0, 1.0, 0.95);
const RADIUS: Color = Color::new(0.10, 0.16, 0.55, 0.55);

const VELOCITY: Color = Color::new(0.05, 0.45, 0.20, 1.0);
const WANTED: Color = Color::new(0.95, 0.75, 0.10, 1.0);
const PREFERRED: Color = Color::new(0.15, 0.45, 0.95, 1.0);
const STEERING: Color = Color::new(0.85, 0.10, 0.45, 1.0);
const CORRECTION: Color = Color::new(0.91, 0.26, 0.09, 1.0);

/// What the lines of paths mean, with their colours, for the legend.
pub fn paths() -> [(&'static str, Color); 2] {
    [("path ahead", ground_colors().route), ("path walked", ground_colors().walked)]
}

/// What the vectors mean, with their colours, for the legend.
pub const VECTORS: [(&str, Color); 5] = [
    ("wanted velocity", WANTED),
    ("preferred, by mass", PREFERRED),
    ("chosen velocity", VELOCITY),
    ("steering", STEERING),
    ("pushed out of others", CORRECTION),
];

/// The most paths whose lines have soft edges and whose waypoints are discs: these have many times as many corners.
const FEW: usize = 50;

/// How long a vector is drawn: this many seconds of it.
const SECONDS: f32 = 0.5;

/// How many times as long as it is a correction is drawn: it is that of one tick.
const CORRECTION_TIMES: f32 = 30.0;

/// How long an acceleration is drawn, which is a larger number: this many seconds squared of it.
const SECONDS_SQUARED: f32 = 0.08;

/// Draws the paths of all agents; where there are very many, or nothing else is wanted, of those that are selected.
pub(super) fn draw_paths(view: &WorldView, in_view: &InView) {
    let agents = view.planned.agents();
    let shown: Vec<&Agent> = match agents.len() <= MOST_AGENTS && !is_for_selected_only(view) {
        true => agents.iter().collect(),
        false => view.selected.iter().filter_map(|id| view.planned.agent(*id)).take(MOST_AGENTS).collect(),
    };
    let routes = shown.iter().filter_map(|agent| {
        Some((remaining_path(view.sim.map(), agent, view.drawn_at(agent))?, agent.active_route()?))
    });
    if shown.len() > FEW {
        return draw_many_paths(&routes.collect::<Vec<_>>(), in_view);
    }
    for (path, route) in routes {
        draw_strokes(lines(&route.waypoints[..route.next], in_view), 2.0, ground_colors().walked);
        draw_strokes(lines(&path, in_view), 3.0, ground_colors().route);
        for (at, radius) in waypoints(route, in_view) {
            fill_disc(at, 4.0, ground_colors().route);
            fill_disc(at, 2.2, WAYPOINT);
            draw_radius(at, radius);
        }
    }
}

/// Draws paths, each with its route, all of one kind at a time, with small squares for waypoints.
fn draw_many_paths(routes: &[(Vec<Vec2>, &Route)], in_view: &InView) {
    let walked = routes.iter().flat_map(|(_, route)| lines(&route.waypoints[..route.next], in_view));
    draw_hard_strokes(walked, 2.0, ground_colors().walked);
    draw_hard_strokes(routes.iter().flat_map(|(path, _)| lines(path, in_view)), 3.0, ground_colors().route);
    let marks = || routes.iter().flat_map(|(_, route)| waypoints(route, in_view));
    for (side, color) in [(4.0, ground_colors().route), (1.5, WAYPOINT)] {
        let half = Vec2::new(0.5 * side, 0.0);
        draw_hard_strokes(marks().map(|(at, _)| (at - half, at + half)), side, color);
    }
    marks().for_each(|(at, radius)| draw_radius(at, radius));
}

/// What is in view of the lines from each point of the world to the next.
fn lines<'a>(points: &'a [Vec2], in_view: &'a InView) -> impl Iterator<Item = (Vec2, Vec2)> + 'a {
    let line = |pair: &[Vec2]| (in_view.camera.to_screen(pair[0]), in_view.camera.to_screen(pair[1]));
    points.windows(2).map(line).filter(|(from, to)| in_view.sees_any(*from, *to))
}

/// The waypoints in view that are still ahead, each with the radius in pixels within which it counts as reached.
fn waypoints<'a>(route: &'a Route, in_view: &'a InView) -> impl Iterator<Item = (Vec2, f32)> + 'a {
    let ahead = route.waypoints.iter().zip(&route.acceptance).skip(route.next);
    ahead
        .map(|(point, radius)| (in_view.camera.to_screen(*point), radius * in_view.camera.scale))
        .filter(|(at, radius)| in_view.sees(*at, radius + 4.0))
}

/// Within which radius in pixels a waypoint counts as reached, where that is larger than its mark.
fn draw_radius(at: Vec2, radius: f32) {
    if radius > 5.0 {
        draw_ring(at, radius, 1.5, RADIUS);
    }
}

pub(super) fn draw_vectors(view: &WorldView, in_view: &InView) {
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
