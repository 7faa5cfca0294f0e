//! Obstacles that are no tiles: crates and barrels that can be moved, stones that cannot, doors that move by themselves.

use footpath::level::{Course, Obstacle, Shape, Trigger};
use footpath::sim::{Simulation, TICK};
use glam::{Vec2, vec2};
use macroquad::color::Color;

use crate::app::ui::palette::DARK;
use crate::app::ui::shapes::{draw_polyline, draw_stroke, fill_convex, fill_disc};
use crate::app::view::camera::Camera;
use crate::app::view::ground_colors::ground_colors;

const SHADOW: Color = Color::new(0.12, 0.13, 0.22, 0.30);

/// The colours of a body: its side, its top, and the lines on that.
struct ObstacleLook {
    side: Color,
    top: Color,
    line: Color,
}

const WOOD: ObstacleLook = ObstacleLook {
    side: Color::new(0.38, 0.26, 0.18, 1.0),
    top: Color::new(0.74, 0.56, 0.38, 1.0),
    line: Color::new(0.50, 0.35, 0.23, 1.0),
};
const STONE: ObstacleLook = ObstacleLook {
    side: Color::new(0.33, 0.33, 0.37, 1.0),
    top: Color::new(0.62, 0.60, 0.58, 1.0),
    line: Color::new(0.70, 0.68, 0.66, 1.0),
};

const DOOR: ObstacleLook = ObstacleLook {
    side: Color::new(0.20, 0.26, 0.34, 1.0),
    top: Color::new(0.46, 0.56, 0.66, 1.0),
    line: Color::new(0.30, 0.38, 0.48, 1.0),
};

const TRACK: Color = Color::new(0.12, 0.13, 0.22, 0.22);

/// How strongly an obstacle is drawn that is on no layer that is in the way.
const OUT_OF_THE_WAY: f32 = 0.45;

/// How much smaller the top is than the outline.
const TOP: f32 = 0.84;

/// Draws those in view; those that move between where they were a tick ago and where they are, as far as `blend` has it;
/// the one that is `held` with a rim.
pub fn draw_obstacles(sim: &Simulation, blend: f32, camera: &Camera, held: Option<&Obstacle>) {
    for obstacle in &sim.level().map.obstacles {
        draw_track(obstacle, camera);
    }
    for obstacle in sim.map().obstacles.iter().filter(|obstacle| obstacle.motion.is_none()) {
        draw_in_view(sim, obstacle, camera);
    }
    for (obstacle, velocity) in sim.moving() {
        let at = obstacle.at - velocity * TICK * (1.0 - blend);
        draw_in_view(sim, &Obstacle { at, ..obstacle.clone() }, camera);
    }
    if let Some(held) = held {
        let outline = outline(held, camera, 1.0, Vec2::ZERO);
        let closed: Vec<Vec2> = outline.iter().chain(outline.first()).copied().collect();
        draw_polyline(&closed, 2.5, DARK.text);
    }
}

/// The groove in the ground along which something moves by itself, from where it is at the start.
fn draw_track(obstacle: &Obstacle, camera: &Camera) {
    let Some(motion) = &obstacle.motion else { return };
    let back = Some(obstacle.at).filter(|_| motion.course == Course::Loop && motion.to.len() > 1);
    let points = std::iter::once(obstacle.at).chain(motion.to.iter().copied()).chain(back);
    let points: Vec<Vec2> = points.map(|point| camera.to_screen(point)).collect();
    let width = (0.10 * camera.tile_pixels()).max(1.5);
    draw_polyline(&points, width, TRACK);
    for point in points {
        fill_disc(point, 0.8 * width, TRACK);
    }
}

fn draw_in_view(sim: &Simulation, obstacle: &Obstacle, camera: &Camera) {
    let map = sim.map();
    let (low, high) = camera.visible();
    let margin = Vec2::splat(map.lattice.tile_size);
    let (min, max) = obstacle.bounds();
    if max.cmpge(low - margin).all() && min.cmple(high + margin).all() {
        let is_in_the_way = map.bake.layers >> obstacle.layer & 1 == 1;
        let strength = if is_in_the_way { 1.0 } else { OUT_OF_THE_WAY };
        draw(obstacle, &look_of(sim, obstacle), camera, map.lattice.tile_size, strength);
    }
}

/// What a player can move is of wood, doors are of steel, and the rest is of stone. (What moves by itself is told
/// by the level: while it stands, it is ground like any other.) Where the level has its obstacles in one colour, all are.
fn look_of(sim: &Simulation, obstacle: &Obstacle) -> ObstacleLook {
    if let Some(top) = ground_colors().obstacle {
        let shaded = Color { r: 0.6 * top.r, g: 0.6 * top.g, b: 0.6 * top.b, ..top };
        return ObstacleLook { side: shaded, top, line: shaded };
    }
    let at_start = sim.level().map.obstacles.iter().find(|known| known.name == obstacle.name);
    let motion = at_start.filter(|_| !obstacle.name.is_empty()).unwrap_or(obstacle).motion.as_ref();
    match motion {
        Some(motion) if motion.trigger != Trigger::Always => DOOR,
        None if obstacle.name.is_empty() => STONE,
        _ => WOOD,
    }
}

fn draw(obstacle: &Obstacle, look: &ObstacleLook, camera: &Camera, tile: f32, strength: f32) {
    let fade = |color: Color| Color { a: color.a * strength, ..color };
    let reach = match obstacle.shape {
        Shape::Circle(radius) => radius,
        Shape::Box { half, .. } => half.min_element(),
    };
    let height = reach.min(0.4 * tile);
    fill(obstacle, camera, 1.06, vec2(0.30, 0.42) * height, fade(SHADOW));
    fill(obstacle, camera, 1.0, Vec2::ZERO, fade(look.side));
    let up = vec2(0.0, -0.10 * height);
    fill(obstacle, camera, TOP, up, fade(look.top));
    if reach * camera.scale > 5.0 {
        draw_lines(obstacle, camera, up, fade(look.line));
    }
}

/// Fills its form, made larger or smaller about its middle and moved, in world units.
fn fill(obstacle: &Obstacle, camera: &Camera, size: f32, aside: Vec2, color: Color) {
    match obstacle.shape {
        Shape::Circle(radius) => fill_disc(camera.to_screen(obstacle.at + aside), size * radius * camera.scale, color),
        Shape::Box { .. } => fill_convex(&outline(obstacle, camera, size, aside), color),
    }
}

/// The corners of its form in the window.
fn outline(obstacle: &Obstacle, camera: &Camera, size: f32, aside: Vec2) -> Vec<Vec2> {
    let middle = obstacle.at + aside;
    match obstacle.shape {
        Shape::Circle(radius) => {
            let corner =
                |index: usize| middle + size * radius * Vec2::from_angle(index as f32 * std::f32::consts::PI / 16.0);
            (0..32).map(|index| camera.to_screen(corner(index))).collect()
        }
        Shape::Box { half, along } => {
            let (length, width) = (half.x * along * size, half.y * along.perp() * size);
            let corners = [length + width, width - length, -length - width, length - width];
            corners.map(|corner| camera.to_screen(middle + corner)).to_vec()
        }
    }
}

/// The boards of a crate, the lid of a barrel.
fn draw_lines(obstacle: &Obstacle, camera: &Camera, up: Vec2, color: Color) {
    let middle = obstacle.at + up;
    match obstacle.shape {
        Shape::Circle(radius) => {
            fill_disc(camera.to_screen(middle), 0.60 * radius * camera.scale, color);
            fill_disc(camera.to_screen(middle), 0.50 * radius * camera.scale, Color { a: 0.5 * color.a, ..color });
        }
        Shape::Box { half, along } => {
            let boards = (half.y * camera.scale / 9.0).clamp(2.0, 5.0) as i32;
            for board in 1..boards {
                let aside = along.perp() * half.y * TOP * (2.0 * board as f32 / boards as f32 - 1.0);
                let end = along * half.x * TOP;
                let at = |point: Vec2| camera.to_screen(middle + aside + point);
                draw_stroke(at(-end), at(end), (0.04 * camera.scale * half.y).clamp(1.0, 2.5), color);
            }
        }
    }
}
