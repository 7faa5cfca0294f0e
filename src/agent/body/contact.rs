//! Where a body touches what is solid to it.

use glam::Vec2;

use crate::grid::Cell;
use crate::level::{Obstacle, Shape};
use crate::nav::Solid;

/// A body in something: how deep, and in which direction it gets out.
#[derive(Clone, Copy, Debug)]
pub(super) struct Contact {
    /// How deep the body is in it, in world units.
    pub depth: f32,
    /// A unit vector; zero where there is no way out.
    pub out: Vec2,
}

impl Contact {
    /// With something whose nearest point is `away` from the middle of a body of this radius, which is outside of it.
    fn beside(away: Vec2, distance: f32, radius: f32) -> Contact {
        Contact { depth: radius - distance, out: away / distance }
    }
}

/// Where a body is deepest; `None` where it touches nothing.
pub(super) fn deepest(solid: &Solid, middle: Vec2) -> Option<Contact> {
    let (map, radius) = (solid.map, solid.profile.radius);
    let first = map.lattice.tile_at(middle - Vec2::splat(radius));
    let last = map.lattice.tile_at(middle + Vec2::splat(radius));
    let mut worst: Option<Contact> = None;
    let mut learn = |contact: Contact| {
        if contact.depth > worst.map_or(0.0, |worst| worst.depth) {
            worst = Some(contact);
        }
    };
    for y in first.y..=last.y {
        for x in first.x..=last.x {
            let tile = Cell::new(x, y);
            if solid.closed(tile).is_some() {
                learn(with_tile(solid, tile, middle));
            } else if map.relief.is_some() {
                ledges_of(solid, tile).for_each(|ledge| learn(with_ledge(ledge, middle, radius)));
            }
        }
    }
    if !map.obstacles.is_empty() {
        let around = Vec2::splat(radius);
        for (_, obstacle) in solid.obstacles_near(middle - around, middle + around) {
            learn(with_obstacle(obstacle, middle, radius));
        }
    }
    worst
}

/// The ledges on the right and on the lower side of an open tile, each from one end to the other.
pub(super) fn ledges_of<'a>(solid: &'a Solid, tile: Cell) -> impl Iterator<Item = (Vec2, Vec2)> + use<'a> {
    let lattice = &solid.map.lattice;
    [Cell::new(tile.x + 1, tile.y), Cell::new(tile.x, tile.y + 1)].into_iter().filter_map(move |beside| {
        let is_ledge = solid.closed(beside).is_none() && solid.is_ledge(tile, beside);
        is_ledge.then(|| (lattice.corner(beside), lattice.corner(Cell::new(tile.x + 1, tile.y + 1))))
    })
}

fn with_tile(solid: &Solid, tile: Cell, middle: Vec2) -> Contact {
    let (map, radius) = (solid.map, solid.profile.radius);
    let low = map.lattice.corner(tile);
    let high = map.lattice.corner(Cell::new(tile.x + 1, tile.y + 1));
    let away = middle - middle.clamp(low, high);
    let distance = away.length();
    if distance > 0.0 {
        return Contact::beside(away, distance, radius);
    }
    // The middle itself is in the tile: out by the nearest edge with ground behind it.
    let edges = [
        (middle.x - low.x, Cell::new(tile.x - 1, tile.y), Vec2::NEG_X),
        (high.x - middle.x, Cell::new(tile.x + 1, tile.y), Vec2::X),
        (middle.y - low.y, Cell::new(tile.x, tile.y - 1), Vec2::NEG_Y),
        (high.y - middle.y, Cell::new(tile.x, tile.y + 1), Vec2::Y),
    ];
    let mut best = Contact { depth: f32::INFINITY, out: Vec2::ZERO };
    for (inside, beyond, out) in edges {
        if inside + radius < best.depth && solid.closed(beyond).is_none() {
            best = Contact { depth: inside + radius, out };
        }
    }
    if best.depth.is_finite() { best } else { Contact { depth: radius, out: Vec2::ZERO } }
}

/// A body whose middle is exactly on a ledge is pushed to the left or upward.
fn with_ledge((from, to): (Vec2, Vec2), middle: Vec2, radius: f32) -> Contact {
    let away = middle - middle.clamp(from, to);
    let distance = away.length();
    if distance > 0.0 {
        return Contact::beside(away, distance, radius);
    }
    Contact { depth: radius, out: if from.x == to.x { Vec2::NEG_X } else { Vec2::NEG_Y } }
}

pub(super) fn with_obstacle(obstacle: &Obstacle, middle: Vec2, radius: f32) -> Contact {
    let away = middle - obstacle.at;
    match obstacle.shape {
        Shape::Circle(own) => {
            let distance = away.length();
            let out = if distance > 0.0 { away / distance } else { Vec2::X };
            Contact { depth: own + radius - distance, out }
        }
        Shape::Box { half, along } => with_box(own_axes(away, along), half, along, radius),
    }
}

/// A vector in the axes of a box: along its length and along its width.
pub(super) fn own_axes(vector: Vec2, along: Vec2) -> Vec2 {
    Vec2::new(vector.dot(along), vector.dot(along.perp()))
}

/// `away` is the middle of the body from that of the box, in the axes of the box.
fn with_box(away: Vec2, half: Vec2, along: Vec2, radius: f32) -> Contact {
    let in_world = |vector: Vec2| along * vector.x + along.perp() * vector.y;
    let beside = away - away.clamp(-half, half);
    let distance = beside.length();
    if distance > 0.0 {
        return Contact::beside(in_world(beside), distance, radius);
    }
    let inside = half - away.abs();
    let sign = |part: f32| if part < 0.0 { -1.0 } else { 1.0 };
    if inside.x < inside.y {
        Contact { depth: inside.x + radius, out: in_world(Vec2::new(sign(away.x), 0.0)) }
    } else {
        Contact { depth: inside.y + radius, out: in_world(Vec2::new(0.0, sign(away.y))) }
    }
}
