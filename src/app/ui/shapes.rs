//! Shapes with soft edges. Their rims fade out over a pixel, which looks smooth without
//! multisampling: that would make every frame several times as dear where a processor draws.

use std::cell::RefCell;

use glam::{Vec2, vec2};
use macroquad::color::Color;
use macroquad::math::Rect;
use macroquad::models::Vertex;

use crate::app::window::{Mesh, draw_mesh, draw_triangle};

/// How far a rim fades inward and outward, in logical pixels.
const FADE: f32 = 0.5;

/// Corners of a quarter of a circle.
const STEPS: usize = 6;

/// The most corners of a circle.
const MOST_CORNERS: usize = 96;

/// The most triangles of a fan in one mesh: macroquad draws no more than 5000 indices at once.
const FAN: usize = 1000;

/// The most indices of a mesh that gathers several lines: macroquad draws no more at once unless it is told to.
const MOST_INDICES: usize = 5000;

/// Logical pixels. Discs and rings up to this radius have `SMALL_STEPS` corners in a quarter: more cannot be told apart.
const SMALL_DISC: f32 = 5.0;
const SMALL_STEPS: usize = 3;

thread_local! {
    /// What shapes are made in before they are drawn: thousands of them in a frame would each ask for memory.
    static MESH: RefCell<Mesh> = const { RefCell::new(Mesh { vertices: Vec::new(), indices: Vec::new(), texture: None }) };
}

fn vertex(at: Vec2, color: Color) -> Vertex {
    Vertex::new(at.x, at.y, 0.0, 0.0, 0.0, color)
}

fn clear(color: Color) -> Color {
    Color { a: 0.0, ..color }
}

/// Draws what `fill` puts into an empty mesh.
fn with_mesh(fill: impl FnOnce(&mut Mesh)) {
    MESH.with_borrow_mut(|mesh| {
        mesh.vertices.clear();
        mesh.indices.clear();
        fill(mesh);
        if !mesh.indices.is_empty() {
            draw_mesh(mesh);
        }
    });
}

/// The directions of `count` corners of a circle, the first one to the right.
fn around(count: usize) -> impl Iterator<Item = Vec2> {
    let turn = Vec2::from_angle(std::f32::consts::TAU / count as f32);
    std::iter::successors(Some(Vec2::X), move |direction| Some(turn.rotate(*direction))).take(count)
}

/// Fills a rectangle with round corners, in one piece, so that a translucent colour is even.
pub fn fill_rounded(area: Rect, radius: f32, color: Color) {
    let radius = radius.min(0.5 * area.w).min(0.5 * area.h);
    let middle = vec2(area.x + 0.5 * area.w, area.y + 0.5 * area.h);
    let straight = vec2(0.5 * area.w - radius, 0.5 * area.h - radius);
    with_mesh(|mesh| {
        mesh.vertices.push(vertex(middle, color));
        for (index, side) in
            [vec2(1.0, 1.0), vec2(-1.0, 1.0), vec2(-1.0, -1.0), vec2(1.0, -1.0)].into_iter().enumerate()
        {
            for step in 0..=STEPS {
                let angle = (index as f32 + step as f32 / STEPS as f32) * std::f32::consts::FRAC_PI_2;
                push_rim(mesh, middle + side * straight, radius, Vec2::from_angle(angle), color);
            }
        }
        fan_with_rim(mesh);
    });
}

/// A corner of a rim around a middle, inside of the edge and outside of it, where it has faded.
fn push_rim(mesh: &mut Mesh, middle: Vec2, radius: f32, outward: Vec2, color: Color) {
    mesh.vertices.push(vertex(middle + (radius - FADE).max(0.0) * outward, color));
    mesh.vertices.push(vertex(middle + (radius + FADE) * outward, clear(color)));
}

/// Fills a mesh whose first vertex is the middle, and the others the corners of its rim.
fn fan_with_rim(mesh: &mut Mesh) {
    let corners = (mesh.vertices.len() as u16 - 1) / 2;
    mesh.indices.extend((0..corners).flat_map(|corner| {
        let (here, next) = (1 + 2 * corner, 1 + 2 * ((corner + 1) % corners));
        [0, here, next, here, here + 1, next, next, here + 1, next + 1]
    }));
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

/// Fills a disc, with as many corners as its size needs to look round.
pub fn fill_disc(middle: Vec2, radius: f32, color: Color) {
    let steps = if radius <= SMALL_DISC { SMALL_STEPS } else { STEPS };
    with_mesh(|mesh| {
        mesh.vertices.push(vertex(middle, color));
        around(4 * steps).for_each(|outward| push_rim(mesh, middle, radius, outward, color));
        fan_with_rim(mesh);
    });
}

/// Fills a convex polygon, its corners in either order.
pub fn fill_convex(corners: &[Vec2], color: Color) {
    let middle = corners.iter().sum::<Vec2>() / corners.len() as f32;
    let count = corners.len() as u16;
    with_mesh(|mesh| {
        for corner in corners {
            let out = (*corner - middle).normalize_or_zero();
            mesh.vertices.push(vertex(*corner - FADE * out, color));
            mesh.vertices.push(vertex(*corner + FADE * out, clear(color)));
        }
        mesh.indices.extend((1..count - 1).flat_map(|corner| [0, 2 * corner, 2 * corner + 2]));
        mesh.indices.extend((0..count).flat_map(|corner| {
            let (here, next) = (2 * corner, 2 * ((corner + 1) % count));
            [here, here + 1, next, next, here + 1, next + 1]
        }));
    });
}

/// Fills the triangles between a point and each two neighbouring points of a rim, with hard edges, so that none show
/// where triangles meet.
pub fn fill_fan(middle: Vec2, rim: &[Vec2], color: Color) {
    for from in (0..rim.len().saturating_sub(1)).step_by(FAN) {
        let part = &rim[from..rim.len().min(from + FAN + 1)];
        with_mesh(|mesh| {
            mesh.vertices.extend(std::iter::once(&middle).chain(part).map(|&point| vertex(point, color)));
            mesh.indices.extend((1..part.len() as u16).flat_map(|corner| [0, corner, corner + 1]));
        });
    }
}

/// Draws a straight line.
pub fn draw_stroke(from: Vec2, to: Vec2, width: f32, color: Color) {
    with_mesh(|mesh| push_stroke(mesh, from, to, width, color));
}

/// Adds a straight line to a mesh.
fn push_stroke(mesh: &mut Mesh, from: Vec2, to: Vec2, width: f32, color: Color) {
    let Some(along) = (to - from).try_normalize() else { return };
    let across = along.perp();
    let half = 0.5 * width;
    let first = mesh.vertices.len() as u16;
    let rims = [(-half - FADE, clear(color)), (FADE - half, color), (half - FADE, color), (half + FADE, clear(color))];
    for (aside, color) in rims {
        mesh.vertices.push(vertex(from + aside * across, color));
        mesh.vertices.push(vertex(to + aside * across, color));
    }
    for strip in [0, 2, 4] {
        mesh.indices.extend([0, 1, 2, 2, 1, 3].map(|corner| first + strip + corner));
    }
}

/// Draws lines from each point to the next.
pub fn draw_polyline(points: &[Vec2], width: f32, color: Color) {
    draw_strokes(points.windows(2).map(|pair| (pair[0], pair[1])), width, color);
}

/// Draws straight lines, each from one point to another.
pub fn draw_strokes(lines: impl Iterator<Item = (Vec2, Vec2)>, width: f32, color: Color) {
    draw_in_meshes(lines, |mesh, (from, to)| push_stroke(mesh, from, to, width, color));
}

/// Draws straight lines with hard edges: with half as many corners, for thousands of them.
pub fn draw_hard_strokes(lines: impl Iterator<Item = (Vec2, Vec2)>, width: f32, color: Color) {
    draw_in_meshes(lines, |mesh, (from, to)| {
        let across = 0.5 * width * (to - from).normalize_or_zero().perp();
        let first = mesh.vertices.len() as u16;
        mesh.vertices.extend([from - across, from + across, to + across, to - across].map(|at| vertex(at, color)));
        mesh.indices.extend([0, 1, 2, 0, 2, 3].map(|corner| first + corner));
    });
}

/// Draws lines that `push` adds to a mesh, in as few meshes as can be.
fn draw_in_meshes(mut lines: impl Iterator<Item = (Vec2, Vec2)>, push: impl Fn(&mut Mesh, (Vec2, Vec2))) {
    /// The most indices of one line.
    const STROKE: usize = 18;
    let mut next = lines.next();
    while next.is_some() {
        with_mesh(|mesh| {
            while let Some(line) = next.filter(|_| mesh.indices.len() + STROKE <= MOST_INDICES) {
                push(mesh, line);
                next = lines.next();
            }
        });
    }
}

/// Draws a straight line of dashes.
pub fn draw_dashes(from: Vec2, to: Vec2, color: Color) {
    const DASH: f32 = 7.0;
    const MOST: usize = 200;
    let length = from.distance(to);
    let count = ((length / (2.0 * DASH)) as usize).clamp(1, MOST);
    let along = |steps: f32| from.lerp(to, (steps / (2 * count) as f32).min(1.0));
    let dash = |dash: usize| (along(2.0 * dash as f32 + 0.5), along(2.0 * dash as f32 + 1.5));
    draw_strokes((0..count).map(dash), 2.0, color);
}

/// Draws a circle, the larger the more corners it has.
pub fn draw_ring(middle: Vec2, radius: f32, width: f32, color: Color) {
    let least = if radius <= SMALL_DISC { 4 * SMALL_STEPS } else { 4 * STEPS };
    let corners = ((0.4 * radius) as usize).clamp(least, MOST_CORNERS);
    let half = 0.5 * width;
    let rims = [(half + FADE, clear(color)), (half - FADE, color), (FADE - half, color), (-half - FADE, clear(color))];
    with_mesh(|mesh| {
        for outward in around(corners) {
            mesh.vertices.extend(rims.map(|(aside, color)| vertex(middle + (radius + aside) * outward, color)));
        }
        for corner in 0..corners as u16 {
            let (here, next) = (4 * corner, 4 * ((corner + 1) % corners as u16));
            for rim in 0..3 {
                mesh.indices.extend([here, here + 1, next, next, here + 1, next + 1].map(|index| index + rim));
            }
        }
    });
}

/// Draws an arrow whose head is at `to`; too short a one is drawn as nothing.
pub fn draw_arrow(from: Vec2, to: Vec2, width: f32, color: Color) {
    let Some(direction) = (to - from).try_normalize().filter(|_| from.distance(to) > 2.0) else { return };
    let head = (3.0 * width).min(0.6 * from.distance(to));
    let neck = to - direction * head;
    let side = direction.perp() * 0.55 * head;
    draw_stroke(from, neck, width, color);
    draw_triangle(to, neck + side, neck - side, color);
}
