//! Shapes with soft edges. Their rims fade out over a pixel, which looks smooth without
//! multisampling: that would make every frame several times as dear where a processor draws.

use glam::{Vec2, vec2};
use macroquad::color::Color;
use macroquad::math::Rect;
use macroquad::models::{Mesh, Vertex, draw_mesh};

/// How far a rim fades inward and outward, in logical pixels.
const FADE: f32 = 0.5;

/// Corners of a quarter of a circle.
const STEPS: usize = 6;

/// The most corners of a circle.
const MOST_CORNERS: usize = 96;

/// The most triangles of a fan in one mesh: macroquad draws no more than 5000 indices at once.
const FAN: usize = 1000;

fn vertex(at: Vec2, color: Color) -> Vertex {
    Vertex::new(at.x, at.y, 0.0, 0.0, 0.0, color)
}

fn clear(color: Color) -> Color {
    Color { a: 0.0, ..color }
}

/// Fills a rectangle with round corners, in one piece, so that a translucent colour is even.
pub fn fill_rounded(area: Rect, radius: f32, color: Color) {
    let radius = radius.min(0.5 * area.w).min(0.5 * area.h);
    let middle = vec2(area.x + 0.5 * area.w, area.y + 0.5 * area.h);
    let straight = vec2(0.5 * area.w - radius, 0.5 * area.h - radius);
    let mut vertices = vec![vertex(middle, color)];
    for (index, side) in [vec2(1.0, 1.0), vec2(-1.0, 1.0), vec2(-1.0, -1.0), vec2(1.0, -1.0)].into_iter().enumerate() {
        for step in 0..=STEPS {
            let angle = (index as f32 + step as f32 / STEPS as f32) * std::f32::consts::FRAC_PI_2;
            let (corner, outward) = (middle + side * straight, Vec2::from_angle(angle));
            vertices.push(vertex(corner + (radius - FADE).max(0.0) * outward, color));
            vertices.push(vertex(corner + (radius + FADE) * outward, clear(color)));
        }
    }
    let corners = (vertices.len() as u16 - 1) / 2;
    let indices = (0..corners).flat_map(|corner| {
        let (here, next) = (1 + 2 * corner, 1 + 2 * ((corner + 1) % corners));
        [0, here, next, here, here + 1, next, next, here + 1, next + 1]
    });
    draw_mesh(&Mesh { indices: indices.collect(), vertices, texture: None });
}

/// Draws the outline of a rectangle with round corners.
pub fn draw_rounded_outline(area: Rect, radius: f32, width: f32, color: Color) {
    let middle = area.center();
    let straight = vec2(0.5 * area.w - radius, 0.5 * area.h - radius).max(Vec2::ZERO);
    let mut points = Vec::new();
    for (index, side) in [vec2(1.0, 1.0), vec2(-1.0, 1.0), vec2(-1.0, -1.0), vec2(1.0, -1.0)].into_iter().enumerate() {
        for step in 0..=STEPS {
            let angle = (index as f32 + step as f32 / STEPS as f32) * std::f32::consts::FRAC_PI_2;
            points.push(middle + side * straight + radius * Vec2::from_angle(angle));
        }
    }
    points.push(points[0]);
    draw_polyline(&points, width, color);
}

/// Fills a disc.
pub fn fill_disc(middle: Vec2, radius: f32, color: Color) {
    fill_rounded(Rect::new(middle.x - radius, middle.y - radius, 2.0 * radius, 2.0 * radius), radius, color);
}

/// Fills a convex polygon, its corners in either order.
pub fn fill_convex(corners: &[Vec2], color: Color) {
    let middle = corners.iter().sum::<Vec2>() / corners.len() as f32;
    let faded = corners.iter().map(|corner| (*corner, (*corner - middle).normalize_or_zero()));
    let vertices: Vec<Vertex> = faded
        .flat_map(|(corner, out)| [vertex(corner - FADE * out, color), vertex(corner + FADE * out, clear(color))])
        .collect();
    let count = corners.len() as u16;
    let rims = (0..count).flat_map(|corner| {
        let (here, next) = (2 * corner, 2 * ((corner + 1) % count));
        [here, here + 1, next, next, here + 1, next + 1]
    });
    let inside = (1..count - 1).flat_map(|corner| [0, 2 * corner, 2 * corner + 2]);
    draw_mesh(&Mesh { indices: inside.chain(rims).collect(), vertices, texture: None });
}

/// Fills the triangles between a point and each two neighbouring points of a rim, with hard edges, so that none show
/// where triangles meet.
pub fn fill_fan(middle: Vec2, rim: &[Vec2], color: Color) {
    for from in (0..rim.len().saturating_sub(1)).step_by(FAN) {
        let part = &rim[from..rim.len().min(from + FAN + 1)];
        let vertices: Vec<Vertex> = std::iter::once(&middle).chain(part).map(|&point| vertex(point, color)).collect();
        let indices = (1..part.len() as u16).flat_map(|corner| [0, corner, corner + 1]).collect();
        draw_mesh(&Mesh { indices, vertices, texture: None });
    }
}

/// Draws a straight line.
pub fn draw_stroke(from: Vec2, to: Vec2, width: f32, color: Color) {
    let Some(along) = (to - from).try_normalize() else { return };
    let across = along.perp();
    let half = 0.5 * width;
    let rims = [(-half - FADE, clear(color)), (FADE - half, color), (half - FADE, color), (half + FADE, clear(color))];
    let vertices = rims
        .iter()
        .flat_map(|(aside, color)| [from + *aside * across, to + *aside * across].map(|at| vertex(at, *color)))
        .collect();
    let indices = (0..3).flat_map(|strip| [0, 1, 2, 2, 1, 3].map(|corner| corner + 2 * strip)).collect();
    draw_mesh(&Mesh { vertices, indices, texture: None });
}

/// Draws lines from each point to the next.
pub fn draw_polyline(points: &[Vec2], width: f32, color: Color) {
    for pair in points.windows(2) {
        draw_stroke(pair[0], pair[1], width, color);
    }
}

/// Draws a straight line of dashes.
pub fn draw_dashes(from: Vec2, to: Vec2, color: Color) {
    const DASH: f32 = 7.0;
    const MOST: usize = 200;
    let length = from.distance(to);
    let count = ((length / (2.0 * DASH)) as usize).clamp(1, MOST);
    for dash in 0..count {
        let along = |steps: f32| from.lerp(to, (steps / (2 * count) as f32).min(1.0));
        let (start, end) = (along(2.0 * dash as f32 + 0.5), along(2.0 * dash as f32 + 1.5));
        draw_stroke(start, end, 2.0, color);
    }
}

/// Draws a circle, the larger the more corners it has.
pub fn draw_ring(middle: Vec2, radius: f32, width: f32, color: Color) {
    let corners = ((0.4 * radius) as usize).clamp(4 * STEPS, MOST_CORNERS);
    let corner =
        |index: usize| middle + radius * Vec2::from_angle(index as f32 / corners as f32 * std::f32::consts::TAU);
    let points: Vec<Vec2> = (0..=corners).map(corner).collect();
    draw_polyline(&points, width, color);
}

/// Draws an arrow whose head is at `to`; too short a one is drawn as nothing.
pub fn draw_arrow(from: Vec2, to: Vec2, width: f32, color: Color) {
    let Some(direction) = (to - from).try_normalize().filter(|_| from.distance(to) > 2.0) else { return };
    let head = (3.0 * width).min(0.6 * from.distance(to));
    let neck = to - direction * head;
    let side = direction.perp() * 0.55 * head;
    draw_stroke(from, neck, width, color);
    macroquad::shapes::draw_triangle(to, neck + side, neck - side, color);
}
