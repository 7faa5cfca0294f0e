//! What stands in the middle of a zone, and what is left of a reward that was just picked up.

use footpath::level::{Extent, Zone, ZoneKind};
use footpath::sim::Simulation;
use glam::{Vec2, vec2};
use macroquad::color::Color;
use std::f32::consts::{PI, TAU};

use crate::app::ui::shapes::{draw_ring, draw_stroke, fill_convex, fill_disc};
use crate::app::view::camera::Camera;

const SHADOW: Color = Color::new(0.10, 0.11, 0.18, 0.30);
const GOLD: Color = Color::new(0.99, 0.80, 0.28, 1.0);
const GOLD_RIM: Color = Color::new(0.66, 0.43, 0.08, 1.0);
const GOLD_LIGHT: Color = Color::new(1.0, 0.95, 0.70, 1.0);
const WARNING: Color = Color::new(0.86, 0.20, 0.15, 1.0);
const WARNING_SIGN: Color = Color::new(1.0, 0.96, 0.90, 1.0);

/// How long a reward that was picked up takes to fade, in seconds.
const FADES_IN: f32 = 0.7;

/// The radius of a mark, in logical pixels, for a tile that is `tile` pixels wide.
fn radius(tile: f32) -> f32 {
    (0.26 * tile).clamp(8.0, 20.0)
}

/// Draws a mark in the middle of every zone that is in view and does not ride on an agent.
pub fn draw_zones(sim: &Simulation, now: f32, camera: &Camera) {
    let radius = radius(camera.tile_pixels());
    for zone in sim.zones().iter().filter(|zone| !matches!(zone.extent, Extent::Riding { .. })) {
        let Some(at) = sim.zone_middle(zone).map(|middle| camera.to_screen(middle)) else { continue };
        if at.cmpge(Vec2::splat(-radius)).all() && at.cmple(camera.viewport + radius).all() {
            draw_mark(zone, at, radius, now);
        }
    }
}

fn draw_mark(zone: &Zone, at: Vec2, radius: f32, now: f32) {
    match zone.kind {
        ZoneKind::Danger => draw_warning(at, radius),
        ZoneKind::Reward => {
            fill_disc(at + vec2(0.16, 0.30) * radius, radius, SHADOW);
            draw_coin(at - vec2(0.0, 0.06 * radius * (2.0 * now).sin()), radius, 1.0);
        }
    }
}

/// A triangle with an exclamation mark.
fn draw_warning(at: Vec2, radius: f32) {
    let triangle = |size: f32| {
        [0.0, 1.0, 2.0].map(|corner: f32| at + size * radius * Vec2::from_angle(corner * TAU / 3.0 - 0.5 * PI))
    };
    fill_convex(&triangle(1.32), WARNING_SIGN);
    fill_convex(&triangle(1.06), WARNING);
    let up = vec2(0.0, radius);
    draw_stroke(at - 0.48 * up, at + 0.10 * up, 0.22 * radius, WARNING_SIGN);
    fill_disc(at + 0.36 * up, 0.13 * radius, WARNING_SIGN);
}

/// A coin with a star.
fn draw_coin(at: Vec2, radius: f32, strength: f32) {
    let fade = |color: Color| Color { a: color.a * strength, ..color };
    fill_disc(at, radius, fade(GOLD_RIM));
    fill_disc(at, 0.88 * radius, fade(GOLD));
    let point = |index: usize, size: f32| at + size * radius * Vec2::from_angle(index as f32 * TAU / 10.0 - 0.5 * PI);
    for ray in 0..5 {
        let corners = [at, point(2 * ray + 9, 0.26), point(2 * ray, 0.62), point(2 * ray + 1, 0.26)];
        fill_convex(&corners, fade(GOLD_LIGHT));
    }
}

/// Draws what is left of rewards: where they were, and when they were picked up.
pub fn draw_taken(taken: &[(Vec2, f32)], now: f32, camera: &Camera) {
    let radius = radius(camera.tile_pixels());
    for (at, when) in taken {
        let part = ((now - when) / FADES_IN).clamp(0.0, 1.0);
        if part == 1.0 {
            continue;
        }
        let at = camera.to_screen(*at) - vec2(0.0, 1.4 * radius * part);
        draw_coin(at, radius * (1.0 - 0.3 * part), 1.0 - part);
        draw_ring(at, radius * (1.0 + 1.2 * part), 2.0, Color { a: 0.8 * (1.0 - part), ..GOLD });
    }
}
