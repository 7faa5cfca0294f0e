//! The mark over the head of an agent that waits: a small bubble with three dots that light up one after the other.

use glam::{Vec2, vec2};
use macroquad::color::Color;
use macroquad::math::Rect as Area;

use crate::app::ui::palette::DARK;
use crate::app::ui::shapes::{fill_convex, fill_disc, fill_rounded};
use crate::app::view::WorldView;
use crate::app::view::waits::For;

/// The size of the bubble over a body of `BODY`, in logical pixels.
const SIZE: Vec2 = vec2(23.0, 12.0);

/// The radius of a body in pixels over which the bubble has its size.
const BODY: f32 = 9.0;

/// Bodies smaller than this, in pixels, have no bubble.
const LEAST_BODY: f32 = 3.0;

/// How often a second the dots light up in turn.
const PACE: f32 = 0.6;

/// Draws the marks of all agents in view that wait.
pub fn draw_waits(view: &WorldView) {
    let camera = &view.camera;
    if view.sim.profiles().iter().all(|profile| profile.radius * camera.scale < LEAST_BODY) {
        return;
    }
    for (id, wants, strength) in view.traces.waits().visible() {
        let Some(agent) = view.sim.agent(id).filter(|agent| agent.on_link().is_none()) else { continue };
        let at = camera.to_screen(view.drawn_at(agent));
        let body = view.sim.profile_of(agent).radius * camera.scale;
        let is_seen = at.cmpge(-SIZE).all() && at.cmple(camera.viewport + 2.0 * SIZE).all();
        if is_seen && body >= LEAST_BODY {
            draw_bubble(at, body, (wants, strength), view.time());
        }
    }
}

fn draw_bubble(at: Vec2, body: f32, (wants, strength): (For, f32), now: f32) {
    let scale = (body / BODY).clamp(0.7, 1.6) * (0.8 + 0.2 * strength);
    let size = SIZE * scale;
    let middle = at - vec2(0.0, body + 0.5 * size.y + 4.0 * scale);
    let faded = |color: Color, part: f32| Color { a: color.a * part * strength, ..color };
    let ground = faded(DARK.panel, 0.9);
    let low = middle.y + 0.5 * size.y - 0.5;
    let tip = [vec2(-3.0, 0.0), vec2(3.0, 0.0), vec2(0.0, 3.5)].map(|corner| vec2(middle.x, low) + corner * scale);
    fill_convex(&tip, ground);
    fill_rounded(Area::new(middle.x - 0.5 * size.x, middle.y - 0.5 * size.y, size.x, size.y), 0.5 * size.y, ground);
    let color = if wants == For::Turn { DARK.text } else { DARK.partial };
    for dot in 0..3_u8 {
        let phase = (PACE * now - f32::from(dot) / 3.0).rem_euclid(1.0);
        let lit = 0.55 + 0.45 * (1.0 - 3.0 * phase).max(0.0);
        fill_disc(middle + vec2((f32::from(dot) - 1.0) * 6.0 * scale, 0.0), 1.9 * scale, faded(color, lit));
    }
}
