//! The orders of agents: patrol paths, which agent they follow or flee from, and where they queue or yield.

use footpath::agent::Agent;
use footpath::level::{Order, PatrolPath};
use footpath::sentences;
use glam::{Vec2, vec2};
use macroquad::color::Color;
use macroquad::math::Rect;

use super::{InView, agents_in_view};
use crate::app::ui::palette::DARK;
use crate::app::ui::shapes::{draw_arrow, draw_dashes, draw_ring, draw_stroke, fill_disc, fill_rounded};
use crate::app::ui::text_painter::{SMALL, TextPainter, line_height};
use crate::app::view::WorldView;
use crate::app::view::plans;

const PATROL: Color = Color::new(0.45, 0.14, 0.60, 0.95);
const FOLLOWS: Color = Color::new(0.02, 0.50, 0.45, 0.90);
const FLEES: Color = Color::new(0.85, 0.20, 0.12, 0.90);
const GROUND: Color = Color::new(0.10, 0.11, 0.15, 0.72);
const QUEUES: Color = Color::new(0.95, 0.62, 0.10, 1.0);

/// What the colours mean, for the legend.
pub const ORDERS: [(&str, Color); 4] =
    [("patrol path", PATROL), ("follows", FOLLOWS), ("flees from", FLEES), ("waits or yields", QUEUES)];

/// The radius of the mark of a path's point, in logical pixels.
const POINT: f32 = 9.0;

/// Draws the paths along which agents can be sent, and for each agent in view what it is about.
pub(super) fn draw(view: &WorldView, in_view: &InView, painter: &mut TextPainter) {
    for (_, path) in plans::open_paths(view.sim) {
        draw_path(view, path, in_view, painter);
    }
    for agent in agents_in_view(view, in_view) {
        draw_of_agent(view, agent, in_view, painter);
    }
}

/// A path with the direction of each part, its points with their numbers, and how near one must come to them.
fn draw_path(view: &WorldView, path: &PatrolPath, in_view: &InView, painter: &mut TextPainter) {
    let patrol = plans::patrol(view.sim, path);
    for (from, to) in patrol.segments() {
        let (from, to) = (in_view.camera.to_screen(from), in_view.camera.to_screen(to));
        draw_stroke(from, to, 2.5, PATROL);
        let middle = from.lerp(to, 0.5);
        if in_view.sees(middle, 20.0) {
            draw_arrow(
                middle - 8.0 * (to - from).normalize_or_zero(),
                middle + 8.0 * (to - from).normalize_or_zero(),
                4.0,
                PATROL,
            );
        }
    }
    for (index, point) in patrol.points.iter().enumerate() {
        let at = in_view.camera.to_screen(*point);
        let radius = acceptance_radius(view, path) * in_view.camera.scale;
        if !in_view.sees(at, radius.max(POINT)) {
            continue;
        }
        if radius > POINT {
            draw_ring(at, radius, 1.5, Color { a: 0.6, ..PATROL });
        }
        fill_disc(at, POINT, PATROL);
        let number = (index + 1).to_string();
        let aside = vec2(0.5 * painter.width(&number, SMALL), 8.0);
        painter.write(number, at - aside, SMALL, DARK.text);
    }
}

/// How near one must come to a point of a path: as it says, or as the kind of the first that goes along it.
fn acceptance_radius(view: &WorldView, path: &PatrolPath) -> f32 {
    let goes_along = |agent: &&Agent| agent.order().and_then(Order::path) == Some(path.name.as_str());
    let own = || view.sim.agents().iter().find(goes_along).map(|agent| view.sim.profile_of(agent).acceptance_radius);
    path.acceptance_radius.or_else(own).unwrap_or(0.0)
}

/// Which agent an agent follows or flees from, and whether it waits or yields.
fn draw_of_agent(view: &WorldView, agent: &Agent, in_view: &InView, painter: &mut TextPainter) {
    let at = in_view.camera.to_screen(view.drawn_at(agent));
    let radius = view.sim.profile_of(agent).radius * in_view.camera.scale;
    let other = agent.whom().and_then(|other| view.sim.agent(other));
    let place_of_other = other.map(|other| in_view.camera.to_screen(view.drawn_at(other)));
    match agent.order() {
        Some(Order::Follow { on_sight, .. }) if agent.progress().in_sight || !on_sight => {
            if let Some(to) = place_of_other.filter(|to| in_view.sees_any(at, *to)) {
                draw_line_to(at, to, radius, FOLLOWS);
            }
        }
        Some(Order::Guard { .. }) if agent.progress().in_sight => {
            if let Some(to) = place_of_other.filter(|to| in_view.sees_any(at, *to)) {
                draw_line_to(at, to, radius, FOLLOWS);
            }
        }
        Some(Order::Flee { distance, .. }) => {
            if let Some(from) = place_of_other.filter(|from| in_view.sees_any(at, *from)) {
                draw_dashes(from, at, FLEES);
                draw_ring(from, distance * in_view.camera.scale, 1.5, Color { a: 0.5, ..FLEES });
            }
        }
        _ => {}
    }
    if agent.queueing() || agent.waiting().is_some() {
        draw_ring(at, radius + 4.0, 3.0, QUEUES);
    }
    if let Some(waiting) = agent.waiting() {
        draw_dashes(at, in_view.camera.to_screen(waiting.position), QUEUES);
        let words = match view.sim.place_in_queue(agent.id()) {
            Some(before) => format!("{}. {}", before + 1, sentences::waiting(waiting.reason)),
            None => sentences::waiting(waiting.reason).to_owned(),
        };
        let width = painter.width(&words, SMALL);
        let corner = at + vec2(-0.5 * width, radius + 6.0);
        fill_rounded(Rect::new(corner.x - 6.0, corner.y - 1.0, width + 12.0, line_height(SMALL) + 2.0), 7.0, GROUND);
        painter.write(words, corner, SMALL, DARK.text);
    }
}

/// A broken line with its head before the body to which it leads.
fn draw_line_to(from: Vec2, to: Vec2, radius: f32, color: Color) {
    let along = (to - from).normalize_or_zero();
    let end = to - radius * along;
    draw_dashes(from, end, color);
    draw_arrow(end - 10.0 * along, end, 4.0, color);
}

#[test]
fn colour_blind_people_can_tell_orders_apart() {
    use crate::app::ui::color_vision::assert_apart;
    assert_apart(&ORDERS, 12.0);
}
