//! Links that are no planks: leaps, ladders, ropes, lifts and teleports.

use glam::{Vec2, vec2};
use macroquad::color::Color;

use crate::app::ui::shapes::{draw_dashes, draw_polyline, draw_ring, draw_stroke, fill_convex, fill_disc};

const SHADOW: Color = Color::new(0.10, 0.11, 0.18, 0.30);
const WOOD: Color = Color::new(0.77, 0.60, 0.42, 1.0);
const WOOD_DARK: Color = Color::new(0.36, 0.25, 0.18, 1.0);
const HEMP: Color = Color::new(0.88, 0.78, 0.56, 1.0);
const HEMP_DARK: Color = Color::new(0.52, 0.40, 0.24, 1.0);
const STEEL: Color = Color::new(0.34, 0.36, 0.42, 1.0);
const STEEL_LIGHT: Color = Color::new(0.72, 0.74, 0.78, 1.0);
const LEAP: Color = Color::new(0.99, 0.97, 0.90, 0.92);
const FALL: Color = Color::new(0.98, 0.80, 0.52, 0.95);
const PORTAL: Color = Color::new(0.52, 0.36, 0.92, 1.0);
const PORTAL_LIGHT: Color = Color::new(0.80, 0.72, 1.0, 1.0);

/// How high the arc of a leap is drawn, as a part of its length, and at most in tiles.
const ARC: f32 = 0.28;
const HIGHEST_ARC: f32 = 0.9;

/// Of how many lines an arc is made.
const ARC_STEPS: usize = 16;

/// A link in the window: its ends, the side of a tile in logical pixels, and how strongly it is drawn, 0 to 1.
#[derive(Clone, Copy)]
pub(super) struct DrawnLink {
    pub from: Vec2,
    pub to: Vec2,
    pub tile: f32,
    pub strength: f32,
}

impl DrawnLink {
    fn along(&self) -> Vec2 {
        (self.to - self.from).normalize_or_zero()
    }

    fn fade(&self, color: Color) -> Color {
        Color { a: color.a * self.strength, ..color }
    }

    fn thick(&self, tiles: f32) -> f32 {
        (tiles * self.tile).max(1.5)
    }

    /// Where posts, rungs or knots stand: evenly, about `apart` tiles from one to the next, from end to end.
    fn steps(&self, apart: f32) -> impl Iterator<Item = Vec2> {
        let count = (self.from.distance(self.to) / (apart * self.tile)).round().clamp(1.0, 400.0) as usize;
        let (from, to) = (self.from, self.to);
        (0..=count).map(move |step| from.lerp(to, step as f32 / count as f32))
    }
}

/// A ladder: two rails and its rungs.
pub(super) fn draw_ladder(span: DrawnLink) {
    let side = 0.24 * span.tile * span.along().perp();
    let fallen = vec2(0.07, 0.10) * span.tile;
    for (aside, color) in [(fallen, SHADOW), (Vec2::ZERO, WOOD_DARK)] {
        for rail in [side, -side] {
            draw_stroke(span.from + rail + aside, span.to + rail + aside, span.thick(0.09), span.fade(color));
        }
    }
    for rung in span.steps(0.28) {
        draw_stroke(rung + side, rung - side, span.thick(0.08), span.fade(WOOD));
    }
}

/// A rope between two posts, with knots for the hands.
pub(super) fn draw_rope(span: DrawnLink) {
    let fallen = vec2(0.08, 0.16) * span.tile;
    draw_stroke(span.from + fallen, span.to + fallen, span.thick(0.08), span.fade(SHADOW));
    draw_stroke(span.from, span.to, span.thick(0.12), span.fade(HEMP_DARK));
    draw_stroke(span.from, span.to, span.thick(0.07), span.fade(HEMP));
    for knot in span.steps(0.45) {
        fill_disc(knot, 0.09 * span.tile, span.fade(HEMP_DARK));
        fill_disc(knot, 0.065 * span.tile, span.fade(HEMP));
    }
    for post in [span.from, span.to] {
        fill_disc(post, 0.16 * span.tile, span.fade(WOOD_DARK));
        fill_disc(post - vec2(0.0, 0.03 * span.tile), 0.11 * span.tile, span.fade(WOOD));
    }
}

/// A lift: its rails, the landings at both ends, and the platform `at` a part of the way from the first.
pub(super) fn draw_lift(span: DrawnLink, at: f32) {
    let side = 0.34 * span.tile * span.along().perp();
    for rail in [side, -side] {
        draw_stroke(span.from + rail, span.to + rail, span.thick(0.07), span.fade(STEEL));
    }
    for landing in [span.from, span.to] {
        draw_square(landing, 0.46 * span.tile, span, STEEL);
        draw_square(landing, 0.38 * span.tile, span, Color { a: 0.55, ..SHADOW });
    }
    let platform = span.from.lerp(span.to, at);
    draw_square(platform + vec2(0.08, 0.14) * span.tile, 0.44 * span.tile, span, SHADOW);
    draw_square(platform, 0.43 * span.tile, span, STEEL);
    draw_square(platform - vec2(0.0, 0.04 * span.tile), 0.37 * span.tile, span, STEEL_LIGHT);
    let across = 0.3 * span.tile * span.along().perp();
    for line in [-0.18, 0.0, 0.18] {
        let middle = platform + line * span.tile * span.along() - vec2(0.0, 0.04 * span.tile);
        draw_stroke(middle + across, middle - across, span.thick(0.04), span.fade(STEEL));
    }
}

/// A square of half a side, turned as the link is.
fn draw_square(middle: Vec2, half: f32, span: DrawnLink, color: Color) {
    let (length, width) = (half * span.along(), half * span.along().perp());
    let corners = [length + width, width - length, -length - width, length - width];
    fill_convex(&corners.map(|corner| middle + corner), span.fade(color));
}

/// A teleport: rings at both ends that open and close, and a faint line between them.
pub(super) fn draw_teleport(span: DrawnLink, now: f32) {
    draw_dashes(span.from, span.to, span.fade(Color { a: 0.30, ..PORTAL_LIGHT }));
    for (end, phase) in [(span.from, 0.0), (span.to, 0.5)] {
        let radius = 0.46 * span.tile;
        fill_disc(end + vec2(0.0, 0.08 * span.tile), radius, span.fade(SHADOW));
        fill_disc(end, radius, span.fade(Color { a: 0.55, ..PORTAL }));
        fill_disc(end, 0.72 * radius, span.fade(Color { a: 0.80, ..PORTAL }));
        for ring in 0..2 {
            let open = (0.5 * now + phase + 0.5 * ring as f32).fract();
            let color = span.fade(Color { a: 1.0 - open, ..PORTAL_LIGHT });
            draw_ring(end, radius * (0.2 + 0.8 * open), span.thick(0.05), color);
        }
        draw_ring(end, radius, span.thick(0.07), span.fade(PORTAL_LIGHT));
    }
}

/// A leap: the arc through the air, its shadow on the ground, and where one lands.
pub(super) fn draw_jump(span: DrawnLink) {
    draw_arc(span, LEAP);
}

/// A drop: the ledge that one leaves, and a lower arc.
pub(super) fn draw_drop(span: DrawnLink) {
    let ledge = 0.4 * span.tile * span.along().perp();
    draw_stroke(span.from + ledge, span.from - ledge, span.thick(0.10), span.fade(FALL));
    draw_arc(span, FALL);
}

fn draw_arc(span: DrawnLink, color: Color) {
    let length = span.from.distance(span.to);
    let highest = (ARC * length).min(HIGHEST_ARC * span.tile);
    let at = |part: f32| span.from.lerp(span.to, part) - vec2(0.0, 4.0 * highest * part * (1.0 - part));
    let points: Vec<Vec2> = (0..=ARC_STEPS).map(|step| at(step as f32 / ARC_STEPS as f32)).collect();
    draw_dashes(span.from, span.to, span.fade(SHADOW));
    draw_polyline(&points, span.thick(0.06), span.fade(color));
    draw_ring(span.to, 0.24 * span.tile, span.thick(0.05), span.fade(color));
    fill_disc(span.from, 0.10 * span.tile, span.fade(color));
    let (tip, before) = (points[ARC_STEPS], points[ARC_STEPS - 2]);
    let back = (before - tip).normalize_or_zero() * (0.24 * span.tile).max(5.0);
    for aside in [0.6, -0.6] {
        draw_stroke(tip, tip + back + aside * back.perp(), span.thick(0.06), span.fade(color));
    }
}
