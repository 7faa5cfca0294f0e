//! Links that an author has laid, each kind with its own look, and the plates that turn them on and off.

mod spans;

use footpath::level::{Link, LinkKind};
use footpath::sim::Simulation;
use glam::{Vec2, vec2};
use macroquad::color::Color;
use macroquad::math::Rect as Area;

use crate::app::ui::palette::DARK;
use crate::app::ui::shapes::{draw_dashes, draw_stroke, fill_convex, fill_disc, fill_rounded};
use crate::app::view::camera::Camera;
use spans::Span;

const SHADOW: Color = Color::new(0.10, 0.11, 0.18, 0.34);
const BEAM: Color = Color::new(0.36, 0.25, 0.18, 1.0);
const PLANK: Color = Color::new(0.77, 0.60, 0.42, 1.0);
const ARROW: Color = Color::new(0.26, 0.17, 0.12, 0.9);
const AWAY: Color = Color::new(0.97, 0.94, 0.87, 0.55);
const APATH_SHADOW: Color = Color::new(0.10, 0.11, 0.18, 0.30);
const PLATE: Color = Color::new(0.30, 0.31, 0.36, 1.0);
const PLATE_TOP: Color = Color::new(0.66, 0.66, 0.66, 1.0);
const SLOT: Color = Color::new(0.20, 0.21, 0.26, 1.0);

/// How wide planks are, and how far apart their middles, in tiles.
const WIDTH: f32 = 0.84;
const APART: f32 = 0.24;

/// Tiles smaller than this, in pixels, show no planks.
const PLANKS_FROM: f32 = 10.0;

/// How strongly a link is drawn that is switched off, unless it is planks: those are gone then.
const SWITCHED_OFF: f32 = 0.35;

/// Draws those in view at a time in seconds; what is switched off is dim, or a broken line.
pub fn draw_links(sim: &Simulation, now: f32, camera: &Camera) {
    let (low, high) = camera.visible();
    let tile = sim.map().lattice.tile_size;
    for (index, link) in sim.map().links.iter().enumerate() {
        let (min, max) = (link.from.min(link.to) - tile, link.from.max(link.to) + tile);
        if max.cmpge(low).all() && min.cmple(high).all() {
            let ends = (camera.to_screen(link.from), camera.to_screen(link.to));
            draw(link, ends, tile * camera.scale, now, sim.lift_at(index));
        }
    }
}

fn draw(link: &Link, (from, to): (Vec2, Vec2), tile: f32, now: f32, lift: Option<f32>) {
    let strength = if link.active { 1.0 } else { SWITCHED_OFF };
    let span = Span { from, to, tile, strength };
    match link.kind {
        LinkKind::Walk => return draw_bridge(link, (from, to), tile),
        LinkKind::Jump => return spans::draw_jump(span),
        LinkKind::Drop => return spans::draw_drop(span),
        LinkKind::Ladder => spans::draw_ladder(span),
        LinkKind::Rope => spans::draw_rope(span),
        LinkKind::Lift => spans::draw_lift(span, lift.unwrap_or(0.0)),
        LinkKind::Teleport => spans::draw_teleport(span, now),
    }
    if !link.both_ways {
        draw_arrows((from, to), tile, Color { a: strength, ..DARK.text });
    }
}

/// Planks where it can be used, else a broken line.
fn draw_bridge(link: &Link, (from, to): (Vec2, Vec2), tile: f32) {
    let along = (to - from).normalize_or_zero();
    let side = 0.5 * WIDTH * tile * along.perp();
    if !link.active {
        for aside in [side, -side] {
            draw_stroke(from + aside, to + aside, (0.06 * tile).max(1.5), APATH_SHADOW);
            draw_dashes(from + aside, to + aside, AWAY);
        }
    } else if tile < PLANKS_FROM {
        draw_stroke(from, to, WIDTH * tile, PLANK);
    } else {
        draw_planks((from - 0.42 * tile * along, to + 0.42 * tile * along), side, tile);
    }
    if !link.both_ways {
        draw_arrows((from, to), tile, if link.active { ARROW } else { AWAY });
    }
}

fn draw_planks((from, to): (Vec2, Vec2), side: Vec2, tile: f32) {
    let fallen = vec2(0.10, 0.16) * tile;
    let corners = [from + side, to + side, to - side, from - side];
    fill_convex(&corners.map(|corner| corner + fallen), SHADOW);
    fill_convex(&corners, BEAM);
    let count = (from.distance(to) / (APART * tile)).round().max(1.0) as usize;
    for plank in 0..count {
        let middle = from.lerp(to, (plank as f32 + 0.5) / count as f32);
        draw_stroke(middle + 0.96 * side, middle - 0.96 * side, 0.84 * APART * tile, PLANK);
    }
}

/// Angles that point from one end to the other.
fn draw_arrows((from, to): (Vec2, Vec2), tile: f32, color: Color) {
    let along = (to - from).normalize_or_zero() * (0.22 * tile).max(4.0);
    for part in [0.25, 0.5, 0.75] {
        let tip = from.lerp(to, part) + 0.5 * along;
        for aside in [along.perp(), -along.perp()] {
            draw_stroke(tip, tip - along + aside, (0.08 * tile).clamp(1.5, 4.0), color);
        }
    }
}

/// Draws the plates in view, each with a lever that lies to the right where what it turns is on.
pub fn draw_switches(sim: &Simulation, camera: &Camera) {
    let (low, high) = camera.visible();
    let lattice = &sim.map().lattice;
    let tile = lattice.tile_size;
    for switch in &sim.level().switches {
        let at = lattice.centre(switch.tile);
        if (at + tile).cmpge(low).all() && (at - tile).cmple(high).all() {
            draw_switch(camera.to_screen(at), tile * camera.scale, is_on(sim, &switch.turns));
        }
    }
}

/// Whether the links of a name are on, or the obstacle of that name has left the place where it is at the start.
fn is_on(sim: &Simulation, name: &str) -> bool {
    let home = sim.level().map.obstacles.iter().find(|known| known.name == name).map(|known| known.at);
    let has_left = home.is_some_and(|home| sim.obstacle(name).is_some_and(|now| now.at != home));
    has_left || sim.map().links.iter().any(|link| link.name == name && link.active)
}

fn draw_switch(at: Vec2, tile: f32, is_on: bool) {
    let square = |half: f32, down: f32| Area::new(at.x - half, at.y - half + down, 2.0 * half, 2.0 * half);
    fill_rounded(square(0.38 * tile, 0.04 * tile), 0.12 * tile, PLATE);
    fill_rounded(square(0.32 * tile, -0.02 * tile), 0.09 * tile, PLATE_TOP);
    let slot = vec2(0.17 * tile, 0.0);
    draw_stroke(at - slot, at + slot, 0.12 * tile, SLOT);
    let (knob, color) = if is_on { (at + slot, DARK.on) } else { (at - slot, DARK.partial) };
    draw_stroke(at, knob - vec2(0.0, 0.08 * tile), 0.07 * tile, DARK.text);
    fill_disc(knob - vec2(0.0, 0.08 * tile), 0.11 * tile, SLOT);
    fill_disc(knob - vec2(0.0, 0.08 * tile), 0.085 * tile, color);
}
