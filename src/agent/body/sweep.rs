//! What a body meets when it is swept along a line.

use glam::Vec2;

use super::MovingBody;
use super::TOUCH;
use super::contact::{ledges_of, own_axes};
use crate::grid::Cell;
use crate::level::{Obstacle, Shape};
use crate::nav::Solid;

/// Tiles. How much of a line is looked at before it is asked whether something has been met. All at once, a ray of 1,000 world
/// units looks at every tile behind the wall that it meets, and outside the map: thirty agents that cast such rays take 236 ms
/// a tick; with stretches twice as long each time 60 ms.
const STRETCH: f32 = 8.0;

/// Where a body that goes from a point along `direction`, a unit vector, first touches something that it does not touch
/// or leave already: the distance, at most `length` world units, and the normal there, a unit vector that points back
/// to the body. Obstacles count where their bit is set in `layers`; `moving` ones are met where they are now.
///
/// It costs by how far away that is, not by `length`: the map ends in walls.
pub fn first_contact(
    solid: &Solid,
    moving: &[MovingBody],
    from: Vec2,
    direction: Vec2,
    length: f32,
    layers: u32,
) -> Option<(f32, Vec2)> {
    let stretch = STRETCH * solid.map.lattice.tile_size;
    let line = SweepLine { from, direction, radius: (solid.profile.radius - 2.0 * TOUCH).max(0.0) };
    let mut begin = 0.0;
    loop {
        let end = if begin + stretch < length { begin + stretch } else { length };
        let contact = contact_between(solid, moving, &line, (begin, end), layers);
        if contact.is_some() || end >= length {
            return contact;
        }
        begin = end;
    }
}

/// The first contact of a line before `end`, if there is none before `begin`: distances from its beginning, in world units.
fn contact_between(
    solid: &Solid,
    moving: &[MovingBody],
    line: &SweepLine,
    (begin, end): (f32, f32),
    layers: u32,
) -> Option<(f32, Vec2)> {
    let (from, to) = (line.from + line.direction * begin, line.from + line.direction * end);
    let mut nearest: Option<(f32, Vec2)> = None;
    let mut learn = |contact: Option<(f32, Vec2)>| {
        let limit = nearest.map_or(end, |(distance, _)| distance);
        nearest = contact.filter(|&(distance, _)| distance < limit).or(nearest);
    };
    let lattice = &solid.map.lattice;
    for tile in tiles_along(solid, from, to, line.radius) {
        let (low, high) = (lattice.corner(tile), lattice.corner(Cell::new(tile.x + 1, tile.y + 1)));
        if solid.closed(tile).is_some() {
            learn(line.meets_box(low, high));
        } else if solid.map.relief.is_some() {
            ledges_of(solid, tile).for_each(|(low, high)| learn(line.meets_box(low, high)));
        }
    }
    if !solid.map.obstacles.is_empty() {
        let around = Vec2::splat(line.radius);
        let near = solid.map.obstacles.near(from.min(to) - around, from.max(to) + around);
        let in_the_way =
            near.filter(|(_, obstacle)| layers >> obstacle.layer & 1 == 1 && obstacle.stops(solid.profile));
        in_the_way.for_each(|(_, obstacle)| learn(line.meets_obstacle(obstacle)));
    }
    let in_the_way = moving.iter().filter(|body| layers >> body.obstacle.layer & 1 == 1);
    in_the_way.for_each(|body| learn(line.meets_obstacle(body.obstacle)));
    nearest
}

/// The tiles that a body may touch between two points.
fn tiles_along(solid: &Solid, from: Vec2, to: Vec2, radius: f32) -> impl Iterator<Item = Cell> {
    let lattice = solid.map.lattice;
    let reach = Vec2::splat(radius);
    let (first, last) = (lattice.tile_at(from.min(to) - reach), lattice.tile_at(from.max(to) + reach));
    let along = to - from;
    (first.y..=last.y).flat_map(move |y| {
        let top = lattice.corner(Cell::new(0, y)).y - radius;
        let bottom = lattice.corner(Cell::new(0, y + 1)).y + radius;
        let part = |y: f32| if along.y == 0.0 { 0.0 } else { ((y - from.y) / along.y).clamp(0.0, 1.0) };
        let ends = if along.y == 0.0 { [from.x, to.x] } else { [top, bottom].map(|y| from.x + along.x * part(y)) };
        let left = lattice.tile_at(Vec2::new(ends[0].min(ends[1]) - radius, top)).x;
        let right = lattice.tile_at(Vec2::new(ends[0].max(ends[1]) + radius, top)).x;
        (left..=right).map(move |x| Cell::new(x, y))
    })
}

/// The line along which a body is swept.
struct SweepLine {
    from: Vec2,
    direction: Vec2,
    radius: f32,
}

impl SweepLine {
    /// Where it touches an upright box. The middle of the body may not enter the box grown by the radius, with round
    /// corners: two boxes and four discs.
    fn meets_box(&self, low: Vec2, high: Vec2) -> Option<(f32, Vec2)> {
        let corners = [low, high, Vec2::new(low.x, high.y), Vec2::new(high.x, low.y)];
        let discs = corners.into_iter().map(|corner| self.enters_disc(corner, self.radius));
        let grown = [Vec2::new(self.radius, 0.0), Vec2::new(0.0, self.radius)];
        let boxes = grown.into_iter().map(|by| self.enters_box(low - by, high + by));
        let distance = discs.chain(boxes).flatten().reduce(f32::min)?;
        let middle = self.from + self.direction * distance;
        let normal = (middle - middle.clamp(low, high)).try_normalize()?;
        (normal.dot(self.direction) < -1e-3).then_some((distance, normal))
    }

    fn meets_obstacle(&self, obstacle: &Obstacle) -> Option<(f32, Vec2)> {
        match obstacle.shape {
            Shape::Circle(radius) => {
                let distance = self.enters_disc(obstacle.at, radius + self.radius)?;
                let normal = (self.from + self.direction * distance - obstacle.at).normalize_or_zero();
                Some((distance, normal))
            }
            Shape::Box { half, along } => {
                let own = SweepLine {
                    from: own_axes(self.from - obstacle.at, along),
                    direction: own_axes(self.direction, along),
                    radius: self.radius,
                };
                let (distance, normal) = own.meets_box(-half, half)?;
                Some((distance, along * normal.x + along.perp() * normal.y))
            }
        }
    }

    /// The distance to where the middle of the body enters a disc from outside.
    fn enters_disc(&self, middle: Vec2, radius: f32) -> Option<f32> {
        let away = self.from - middle;
        let (b, c) = (away.dot(self.direction), away.length_squared() - radius * radius);
        let square = b * b - c;
        (c >= 0.0 && b < 0.0 && square >= 0.0).then(|| (-b - square.sqrt()).max(0.0))
    }

    /// The distance to where it enters an upright box from outside.
    fn enters_box(&self, low: Vec2, high: Vec2) -> Option<f32> {
        let (mut enter, mut leave) = (f32::NEG_INFINITY, f32::INFINITY);
        for axis in 0..2 {
            let (from, along) = (self.from[axis], self.direction[axis]);
            if along == 0.0 {
                if from <= low[axis] || from >= high[axis] {
                    return None;
                }
                continue;
            }
            let (a, b) = ((low[axis] - from) / along, (high[axis] - from) / along);
            enter = enter.max(a.min(b));
            leave = leave.min(a.max(b));
        }
        (enter >= 0.0 && enter < leave).then_some(enter)
    }
}
