//! The senses of agents: their sector of sight, the rays by which some steer with what each behaviour asks for, and
//! their avoidance radius.

use footpath::agent::Agent;
use footpath::agent::senses::seen_area;
use footpath::agent::steering::{RayCast, RaysSteering};
use footpath::level::Order;
use glam::{Vec2, vec2};
use macroquad::color::Color;

use super::{InView, agents_in_view};
use crate::app::ui::shapes::{draw_arrow, draw_polyline, draw_ring, draw_stroke, fill_disc, fill_fan};
use crate::app::ui::text_painter::{SMALL, TextPainter};
use crate::app::view::WorldView;

const SIGHT: Color = Color::new(0.98, 0.85, 0.25, 0.85);
const SEEN: Color = Color::new(0.95, 0.35, 0.15, 0.95);
const FREE: Color = Color::new(0.96, 0.98, 1.0, 0.85);
const HIT: Color = Color::new(0.90, 0.12, 0.30, 0.95);
const ASKED: Color = Color::new(0.55, 0.20, 0.75, 0.95);
const ASKED_WORDS: Color = Color::new(0.24, 0.05, 0.38, 1.0);
const WIDTH: Color = Color::new(0.15, 0.45, 0.95, 0.70);

/// What the colours of senses mean, for the legend.
pub const SENSES: [(&str, Color); 3] = [("sight", SIGHT), ("sees its target", SEEN), ("avoidance radius", WIDTH)];

/// What the colours of rays mean, for the legend.
pub const RAYS: [(&str, Color); 3] = [("ray", FREE), ("ray that hits", HIT), ("behaviour", ASKED)];

/// The opacity of the sector of sight.
const SIGHT_FILL: f32 = 0.09;

/// How long what a behaviour asks for is drawn: this many seconds of it.
const SECONDS: f32 = 0.5;

/// The most agents in view of which every single behaviour is drawn, unless they are selected.
const FEW: usize = 6;

/// Draws the senses of agents in view: sight of those that follow on sight, and of selected ones.
pub(super) fn draw(view: &WorldView, in_view: &InView) {
    for agent in agents_in_view(view, in_view) {
        let at = in_view.camera.to_screen(view.drawn_at(agent));
        let profile = view.sim.profile_of(agent);
        if uses_sight(agent) || view.is_selected(agent.id()) {
            draw_sight(view, agent, in_view);
        }
        let width = profile.avoidance_radius.unwrap_or(profile.radius) * in_view.camera.scale;
        if in_view.sees(at, width) {
            draw_ring(at, width, 1.5, WIDTH);
        }
    }
}

/// Draws the rays of agents in view, and what their behaviours ask for.
pub(super) fn draw_rays(view: &WorldView, in_view: &InView, painter: &mut TextPainter) {
    let agents = agents_in_view(view, in_view);
    let are_few = agents.len() <= FEW;
    for (id, steering) in view.sim.steering_by_rays(&agents) {
        steering.rays.iter().for_each(|ray| draw_ray(ray, in_view));
        let Some(agent) = view.sim.agent(id) else { continue };
        if are_few || view.is_selected(id) {
            draw_contributions(&steering, in_view.camera.to_screen(view.drawn_at(agent)), in_view, painter);
        }
    }
}

/// A ray as far as it goes, with the normal of what it meets.
fn draw_ray(ray: &RayCast, in_view: &InView) {
    let (from, to) = (in_view.camera.to_screen(ray.from), in_view.camera.to_screen(ray.to));
    match ray.normal {
        Some(normal) => {
            draw_stroke(from, to, 2.0, HIT);
            fill_disc(to, 4.0, HIT);
            draw_arrow(to, to + 22.0 * normal, 2.5, HIT);
        }
        None => draw_stroke(from, to, 1.5, FREE),
    }
}

/// What each behaviour asks for, by its name.
fn draw_contributions(steering: &RaysSteering, at: Vec2, in_view: &InView, painter: &mut TextPainter) {
    for contribution in &steering.blend.contributions {
        let tip = at + contribution.velocity * contribution.weight * SECONDS * in_view.camera.scale;
        if tip.distance(at) > 6.0 {
            draw_arrow(at, tip, 3.0, ASKED);
            painter.write(contribution.name, tip + vec2(6.0, -8.0), SMALL, ASKED_WORDS);
        }
    }
}

fn uses_sight(agent: &Agent) -> bool {
    matches!(agent.order(), Some(Order::Follow { on_sight: true, .. } | Order::Guard { .. }))
}

/// What an agent sees.
fn draw_sight(view: &WorldView, agent: &Agent, in_view: &InView) {
    let (eye, profile) = (view.drawn_at(agent), view.sim.profile_of(agent));
    let at = in_view.camera.to_screen(eye);
    if !in_view.sees(at, profile.sight_range * in_view.camera.scale) {
        return;
    }
    let color = if uses_sight(agent) && agent.progress().in_sight { SEEN } else { SIGHT };
    let heading =
        agent.previous_heading().lerp(agent.heading(), in_view.blend).try_normalize().unwrap_or(agent.heading());
    let seen = seen_area(view.sim.map(), profile, eye, heading);
    let mut outline: Vec<Vec2> = seen.into_iter().map(|end| in_view.camera.to_screen(end)).collect();
    fill_fan(at, &outline, Color { a: SIGHT_FILL, ..color });
    if profile.sight_angle < 360.0 {
        outline.insert(0, at);
        outline.push(at);
    }
    draw_polyline(&outline, 1.5, color);
}

#[test]
fn colour_blind_people_can_tell_senses_and_rays_apart() {
    use crate::app::ui::color_vision::assert_apart;
    assert_apart(&SENSES, 12.0);
    assert_apart(&RAYS, 12.0);
}
