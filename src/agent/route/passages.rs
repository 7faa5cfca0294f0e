//! Passages: stretches of a route so narrow that two bodies cannot pass each other there without squeezing.

use glam::Vec2;

use super::chokepoints::{NarrowPlace, measure_line, step};
use super::track::serialize_place;
use super::{Ground, RouteLink, TrackPoint};
use crate::agent::tuning::{EXIT_ROOM, PASSAGE_ROOM};
use crate::nav::NavLink;

/// A narrow stretch of a route.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Passage {
    /// Places along it, in the order of the route, at most a body's radius apart where it is narrow; at least one.
    pub points: Vec<PassagePoint>,
    /// World units. No two places that follow each other are farther apart.
    #[serde(skip)]
    apart: f32,
}

/// A place in a passage.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct PassagePoint {
    /// The middle between the walls, in world units.
    pub position: Vec2,
    /// The direction of the route, a unit vector.
    pub along: Vec2,
    /// The index of the point of the track that the agent goes to while it is there.
    #[serde(serialize_with = "serialize_place")]
    pub track: u32,
    /// How far the middle of a body can go across the route, in world units, as far as cells tell.
    pub room: f32,
}

impl PassagePoint {
    /// Whether an agent at `position`, which goes to the point of the track of index `next`, has it behind it.
    fn is_behind(&self, next: usize, position: Vec2) -> bool {
        let track = self.track as usize;
        track < next || track == next && (position - self.position).dot(self.along) > 0.0
    }
}

impl Passage {
    /// The place in its middle.
    pub fn middle(&self) -> &PassagePoint {
        &self.points[self.points.len() / 2]
    }

    /// How many bodies of a radius, in world units, go through it side by side: at least one.
    pub fn lanes(&self, radius: f32) -> u32 {
        let least = self.points.iter().map(|point| point.room).fold(f32::INFINITY, f32::min);
        (least / (2.0 * radius) + 0.01) as u32 + 1
    }

    /// How many of its points an agent at `position`, which goes to the point of the track of index `next`, has behind
    /// it. It costs by the logarithm of their number, and by how many there are before one point of the track.
    pub fn passed(&self, next: usize, position: Vec2) -> usize {
        let earlier = self.points.partition_point(|point| (point.track as usize) < next);
        earlier + self.points[earlier..].iter().take_while(|point| point.is_behind(next, position)).count()
    }

    /// Whether an agent at `position`, which goes to the point of the track of index `next`, has come to none of its points
    /// yet.
    pub fn is_ahead(&self, next: usize, position: Vec2) -> bool {
        !self.points[0].is_behind(next, position)
    }

    /// Whether a place of the passage is at most `reach` world units away from `position`. It costs by how much of the passage
    /// is near: as places lie next to each other, those that are too far for it are left out.
    pub fn comes_near(&self, position: Vec2, reach: f32) -> bool {
        let mut at = 0;
        while let Some(point) = self.points.get(at) {
            let distance = point.position.distance(position);
            if distance <= reach {
                return true;
            }
            // Less by a little, for rounding.
            let too_far = 0.999 * (distance - reach) / self.apart.max(f32::MIN_POSITIVE);
            at = at.saturating_add(too_far as usize).saturating_add(1);
        }
        false
    }

    /// Adds a place at the end, unless it is nearer to the last one than `apart` and the route is still straight.
    fn add(&mut self, point: PassagePoint, apart: f32) {
        let last = self.points[self.points.len() - 1];
        let distance = last.position.distance(point.position);
        if distance >= apart || last.along != point.along {
            self.apart = self.apart.max(distance);
            self.points.push(point);
        }
    }
}

/// The passages of a track that begins at `from`, in order. Two that are nearer to each other than bodies need to pass
/// in between are one; so are those on both sides of a link by which others come the other way, on which nobody can wait.
pub(super) fn passages(ground: Ground, from: Vec2, track: &[TrackPoint], links: &[RouteLink]) -> Vec<Passage> {
    let (step, radius) = (step(ground), ground.radius());
    let (mut found, mut gap): (Vec<Passage>, f32) = (Vec::new(), f32::INFINITY);
    let mut start = from;
    for (at, point) in track.iter().enumerate() {
        let line = point.position - start;
        let (length, along) = (line.length(), line.normalize_or_zero());
        let link = if at > 0 { track[at - 1].link } else { None };
        let is_link = link.is_some();
        let (end, count) = if is_link { (start, 0) } else { (point.position, (length / step) as u32) };
        gap += match link {
            None => length - count as f32 * step,
            Some(link) if is_two_way(ground, &links[link as usize].link) => 0.0,
            Some(_) => f32::INFINITY,
        };
        measure_line(ground, start, end, PASSAGE_ROOM, |narrow| {
            gap += step;
            let narrow = narrow.filter(|place| place.width() as f32 * step < PASSAGE_ROOM * radius);
            let Some(NarrowPlace { position, axis, steps: [right, left] }) = narrow else { return };
            let middle = position + axis * (0.5 * step * (right as f32 - left as f32));
            let point = PassagePoint { position: middle, along, track: at as u32, room: (right + left) as f32 * step };
            match found.last_mut().filter(|_| gap <= EXIT_ROOM * radius) {
                Some(passage) => passage.add(point, radius),
                None => found.push(Passage { points: vec![point], apart: 0.0 }),
            }
            gap = 0.0;
        });
        start = point.position;
    }
    found.iter_mut().for_each(|passage| passage.points.shrink_to_fit());
    found.shrink_to_fit();
    found
}

/// Whether others may come over a link the other way.
fn is_two_way(ground: Ground, link: &NavLink) -> bool {
    link.authored().and_then(|place| ground.solid.map.links.get(place)).is_some_and(|link| link.both_ways)
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::vec2;

    /// A passage that winds to and fro, with places closer together on some stretches.
    fn winding() -> Passage {
        let point = |number: u32| {
            let (row, step) = (number / 40, (number % 40) as f32);
            let x = if row.is_multiple_of(2) { step } else { 39.0 - step };
            let along = if row.is_multiple_of(2) { Vec2::X } else { Vec2::NEG_X };
            PassagePoint { position: vec2(0.3 * x, row as f32), along, track: number / 20, room: 0.5 }
        };
        let mut passage = Passage { points: vec![point(0)], apart: 0.0 };
        (1..400).for_each(|number| passage.add(point(number), 0.25));
        passage
    }

    #[test]
    fn what_is_near_and_what_is_passed_is_as_place_by_place() {
        let passage = winding();
        let (mut near, mut passed) = (0, 0);
        for number in 0..2000 {
            let here = vec2((number % 50) as f32 * 0.31 - 2.0, (number / 50) as f32 * 0.29 - 1.0);
            let is_near = passage.points.iter().any(|point| point.position.distance(here) <= 0.4);
            assert_eq!(passage.comes_near(here, 0.4), is_near, "{here}");
            for next in [0, 3, 9, 17, 40] {
                let behind = passage.points.iter().take_while(|point| point.is_behind(next, here)).count();
                assert_eq!(passage.passed(next, here), behind, "{here} on the way to {next}");
                assert_eq!(passage.is_ahead(next, here), behind == 0);
                passed += behind;
            }
            near += usize::from(is_near);
        }
        assert!(near > 200 && near < 1800 && passed > 1000, "{near}, {passed}");
        let single = Passage { points: passage.points[..1].to_vec(), apart: 0.0 };
        assert!(single.comes_near(vec2(0.1, 0.0), 0.4) && !single.comes_near(vec2(9.0, 0.0), 0.4));
    }
}
