//! Links that an author has laid, each kind with its own look, and the plates that turn them on and off.

mod spans;

use footpath::level::{Link, LinkKind, TileMap};
use footpath::sim::Simulation;
use glam::{Vec2, vec2};
use macroquad::color::Color;
use macroquad::math::Rect as Area;

use crate::app::ui::palette::DARK;
use crate::app::ui::shapes::{draw_dashes, draw_stroke, fill_convex, fill_disc, fill_rounded};
use crate::app::view::camera::Camera;
use spans::DrawnLink;

const SHADOW: Color = Color::new(0.10, 0.11, 0.18, 0.34);
const BEAM: Color = Color::new(0.36, 0.25, 0.18, 1.0);
const PLANK: Color = Color::new(0.77, 0.60, 0.42, 1.0);
const ARROW: Color = Color::new(0.26, 0.17, 0.12, 0.9);
const AWAY: Color = Color::new(0.97, 0.94, 0.87, 0.55);
const APATH_SHADOW: Color = Color::new(0.10, 0.11, 0.18, 0.30);
const PLATE: Color = Color::new(0.30, 0.31, 0.36, 1.0);
const PLATE_TOP: Color = Color::new(0.66, 0.66, 0.66, 1.0);
const SLOT: Color = Color::new(0.20, 0.21, 0.26, 1.0);

/// How wide planks are, how far apart their middles, and how far they go beyond the ends of a link, in tiles.
const WIDTH: f32 = 0.84;
const APART: f32 = 0.24;
const BEYOND: f32 = 0.42;

/// How much of the planks is seen of each leaf of a bridge that is drawn up, in tiles.
const RAISED: f32 = 1.1;

/// Tiles smaller than this, in pixels, show no planks.
const PLANKS_FROM: f32 = 10.0;

/// How strongly a link is drawn that is switched off, unless it is planks: those are gone then.
const SWITCHED_OFF: f32 = 0.35;

/// Draws those in view at a time in seconds; what is switched off is dim, or a broken line.
pub fn draw_links(sim: &Simulation, now: f32, camera: &Camera) {
    let (low, high) = camera.visible();
    let tile = sim.map().lattice.tile_size;
    for (index, link) in sim.map().links.iter().enumerate() {
        let min = link.points().reduce(Vec2::min).unwrap_or_default() - tile;
        let max = link.points().reduce(Vec2::max).unwrap_or_default() + tile;
        if max.cmpge(low).all() && min.cmple(high).all() {
            draw(link, camera, tile * camera.scale, now, sim.lift_at(index));
        }
    }
}

/// Draws once more what hides agents of bridges: `beneath` are the middles and radii of those on the ground. Who waits at an end is
/// not beneath.
pub fn draw_bridges_above(map: &TileMap, camera: &Camera, beneath: impl Iterator<Item = (Vec2, f32)> + Clone) {
    let tile = map.lattice.tile_size * camera.scale;
    for link in map.links.iter().filter(|link| link.kind == LinkKind::Walk && link.active) {
        let deck = Deck::of(link, camera, tile);
        for (index, pair) in deck.points.windows(2).enumerate() {
            let (length, along) = (pair[0].distance(pair[1]), (pair[1] - pair[0]).normalize_or_zero());
            let mouth = (BEYOND + 0.5) * tile / length.max(1.0);
            let first = if index == 0 { mouth } else { 0.0 };
            let last = if index + 2 == deck.points.len() { 1.0 - mouth } else { 1.0 };
            let hidden = |(middle, radius): (Vec2, f32)| {
                let (by, reach) = (middle - pair[0], radius + 0.5 * APART * tile);
                let is_near = by.perp_dot(along).abs() < 0.5 * WIDTH * tile + radius;
                is_near.then(|| ((by.dot(along) - reach) / length, (by.dot(along) + reach) / length))
            };
            let hull = |(low, high): (f32, f32), (from, to): (f32, f32)| (low.min(from), high.max(to));
            let Some((from, to)) =
                beneath.clone().filter_map(hidden).filter(|part| part.1 > first && part.0 < last).reduce(hull)
            else {
                continue;
            };
            deck.draw(index, (from.max(first), to.min(last)));
        }
    }
}

/// The ends and corners of a link in the window.
fn on_screen(link: &Link, camera: &Camera) -> Vec<Vec2> {
    link.points().map(|point| camera.to_screen(point)).collect()
}

fn draw(link: &Link, camera: &Camera, tile: f32, now: f32, lift: Option<f32>) {
    let (from, to) = (camera.to_screen(link.from), camera.to_screen(link.to));
    let strength = if link.active { 1.0 } else { SWITCHED_OFF };
    let span = DrawnLink { from, to, tile, strength };
    match link.kind {
        LinkKind::Walk => return draw_bridge(link, camera, tile),
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

/// Planks where it can be used; else its two leaves, which stand upright at the ends, and a broken line between them.
fn draw_bridge(link: &Link, camera: &Camera, tile: f32) {
    let deck = Deck::of(link, camera, tile);
    if link.active {
        deck.draw_shadow();
        (0..deck.points.len() - 1).for_each(|index| deck.draw(index, (0.0, 1.0)));
    } else {
        let sides = sides(&on_screen(link, camera), 0.5 * WIDTH * tile);
        for (from, to) in sides.windows(2).flat_map(|pair| [(pair[0][0], pair[1][0]), (pair[0][1], pair[1][1])]) {
            draw_stroke(from, to, (0.06 * tile).max(1.5), APATH_SHADOW);
            draw_dashes(from, to, AWAY);
        }
        deck.draw_raised();
    }
    if !link.both_ways {
        let color = if link.active { ARROW } else { AWAY };
        on_screen(link, camera).windows(2).for_each(|pair| draw_arrows((pair[0], pair[1]), tile, color));
    }
}

/// A line that is longer by this much at both ends.
fn lengthened(mut points: Vec<Vec2>, by: f32) -> Vec<Vec2> {
    let last = points.len() - 1;
    let (first, end) = (points[0] - points[1], points[last] - points[last - 1]);
    points[0] += by * first.normalize_or_zero();
    points[last] += by * end.normalize_or_zero();
    points
}

/// The right and the left side of a band along some points, mitred where it turns.
fn sides(points: &[Vec2], half: f32) -> Vec<[Vec2; 2]> {
    let direction = |at: usize| (points[at + 1] - points[at]).normalize_or_zero();
    let side = |at: usize| {
        let before = direction(at.saturating_sub(1));
        let behind = direction(at.min(points.len() - 2));
        // Where it turns back sharply, a mitre would be a spike.
        let mitre = (before.perp() + behind.perp()) / (1.0 + before.dot(behind)).max(0.3);
        [points[at] + half * mitre, points[at] - half * mitre]
    };
    (0..points.len()).map(side).collect()
}

/// The planks of a bridge: on the ground where it is straight; else above it, with railings, and its shadow farther off.
struct Deck {
    /// Its corners, and its ends, which lie a little beyond those of the link.
    points: Vec<Vec2>,
    sides: Vec<[Vec2; 2]>,
    tile: f32,
    is_straight: bool,
}

impl Deck {
    fn of(link: &Link, camera: &Camera, tile: f32) -> Deck {
        let points = lengthened(on_screen(link, camera), BEYOND * tile);
        let sides = sides(&points, 0.5 * WIDTH * tile);
        Deck { points, sides, tile, is_straight: link.through.is_empty() }
    }

    /// The part of the deck behind a corner, between two parts of its length from 0 to 1.
    fn quad(&self, index: usize, (from, to): (f32, f32)) -> [Vec2; 4] {
        let [right, left] = [0, 1].map(|side| (self.sides[index][side], self.sides[index + 1][side]));
        let at = |(begin, end): (Vec2, Vec2), part: f32| begin.lerp(end, part);
        [at(right, from), at(right, to), at(left, to), at(left, from)]
    }

    fn draw_shadow(&self) {
        let fallen = vec2(0.10, 0.16) * self.tile * if self.is_straight { 1.0 } else { 2.0 };
        if self.tile >= PLANKS_FROM {
            let quads = (0..self.points.len() - 1).map(|index| self.quad(index, (0.0, 1.0)));
            quads.for_each(|corners| fill_convex(&corners.map(|corner| corner + fallen), SHADOW));
        }
    }

    /// Draws its leaves as they are seen from above when they stand upright: a little of the planks at both ends, and the edge of
    /// each leaf.
    fn draw_raised(&self) {
        let last = self.points.len() - 2;
        let part_of = |index: usize| {
            let length = self.points[index].distance(self.points[index + 1]);
            (RAISED * self.tile / length.max(1.0)).min(0.4)
        };
        let ends = [(0, (0.0, part_of(0)), [1, 2]), (last, (1.0 - part_of(last), 1.0), [0, 3])];
        for (index, part, edge) in ends {
            let corners = self.quad(index, part);
            if self.tile >= PLANKS_FROM {
                let fallen = vec2(0.10, 0.16) * self.tile;
                fill_convex(&corners.map(|corner| corner + fallen), SHADOW);
            }
            self.draw(index, part);
            draw_stroke(corners[edge[0]], corners[edge[1]], (0.16 * self.tile).max(2.0), BEAM);
        }
    }

    /// Draws the part behind a corner, from one part of its length to another.
    fn draw(&self, index: usize, (from, to): (f32, f32)) {
        let (begin, end) = (self.points[index], self.points[index + 1]);
        if self.tile < PLANKS_FROM {
            return draw_stroke(begin.lerp(end, from), begin.lerp(end, to), WIDTH * self.tile, PLANK);
        }
        let corners = self.quad(index, (from, to));
        fill_convex(&corners, BEAM);
        let count = (begin.distance(end) / (APART * self.tile)).round().max(1.0);
        for plank in 0..count as usize {
            let part = (plank as f32 + 0.5) / count;
            if (from..=to).contains(&part) {
                let [right, _, _, left] = self.quad(index, (part, part));
                draw_stroke(right.lerp(left, 0.02), left.lerp(right, 0.02), 0.84 * APART * self.tile, PLANK);
            }
        }
        if !self.is_straight {
            draw_stroke(corners[0], corners[1], 0.09 * self.tile, BEAM);
            draw_stroke(corners[3], corners[2], 0.09 * self.tile, BEAM);
        }
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
