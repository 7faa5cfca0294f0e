//! Many that come towards a body: it shifts to its right hand before they meet.

use glam::Vec2;

use super::view::{View, converge};
use super::{Body, Memory, Snapshot, noise};

/// Oncoming streams: how far ahead and how far to the right of the own way they are looked for, in units.
const STREAM_REACH: f32 = 16.0;
const STREAM_WIDTH: f32 = 4.0;
/// Oncoming: the cosine between the two preferred velocities is smaller than minus this.
const STREAM_FACING: f32 = 0.5;
/// So many count as nothing (those ahead count in full when near and less with the distance).
const STREAM_LEAST: f32 = 0.7;
/// The shift for each one more, and the fastest shift, in units a second.
const STREAM_SHIFT: f32 = 0.4;
const FASTEST_SHIFT: f32 = 1.4;
/// Who walks with this many others counts all that come towards it; who walks alone only part of them: it can slip
/// through, and where all go every way there are no streams. (The part grows with the square of their number.)
const STREAM_COMPANY: f32 = 5.0;
const STREAM_ALONE: f32 = 0.1;
/// Seconds between two looks.
const LOOK_INTERVAL: f32 = 0.25;

/// Looks from time to time whether many come towards the body, and remembers how fast to shift to the right.
pub(super) fn look_for_streams(bodies: &Snapshot, place: usize, view: &View, memory: &mut Memory, tick: f32) {
    let me = &bodies.bodies[place];
    if !memory.awake {
        memory.awake = true;
        memory.next_look = LOOK_INTERVAL * (0.5 + 0.5 * noise(me.id, 0));
    }
    memory.next_look -= tick;
    if memory.next_look <= 0.0 {
        memory.next_look += LOOK_INTERVAL.max(tick);
        let company = view.company / STREAM_COMPANY;
        let company = (company * company).clamp(STREAM_ALONE, 1.0);
        let many = if view.speed > 0.0 { company * oncoming(bodies, me, view.heading) } else { 0.0 };
        memory.shift = ((many - STREAM_LEAST) * STREAM_SHIFT).clamp(0.0, FASTEST_SHIFT);
    }
}

/// How many come towards the body on its way or to the right of it, weighted by nearness. Only on the straight part of
/// its way and of theirs: what is round a corner is hidden, and turns off.
fn oncoming(bodies: &Snapshot, me: &Body, heading: Vec2) -> f32 {
    let mut many = 0.0;
    let straight = me.corner.distance(me.position);
    let half = 0.5 * STREAM_REACH;
    let middle = me.position + heading * half;
    let widest = me.radius + bodies.largest_radius;
    let way_to = |other: usize| {
        let to = bodies.positions[other] - me.position;
        (heading.dot(to), to.perp_dot(heading))
    };
    let may_be_on_way = |other: usize| {
        let (ahead, left) = way_to(other);
        (ahead > 0.0) & (ahead <= STREAM_REACH) & (left >= -STREAM_WIDTH) & (left <= widest)
    };
    let comes_towards = |other: &Body, ahead: f32, left: f32| {
        let facing = heading.dot(other.preferred);
        let faces = facing < 0.0 && facing * facing > STREAM_FACING * STREAM_FACING * other.preferred.length_squared();
        let is_on_way = left <= me.radius + other.radius;
        faces && is_on_way && !converge(me, other) && ahead < straight + other.corner.distance(other.position)
    };
    // The box around the strip, and nobody farther from its middle than half of its length.
    let right = Vec2::new(-heading.y, heading.x);
    let (end, beside) = (heading * STREAM_REACH, [right * STREAM_WIDTH, -right * widest]);
    let low = me.position + end.min(Vec2::ZERO) + beside[0].min(beside[1]);
    let high = me.position + end.max(Vec2::ZERO) + beside[0].max(beside[1]);
    bodies.batches_in_box(low.max(middle - half), high.min(middle + half), may_be_on_way, |batch| {
        for place in batch.iter() {
            let (ahead, left) = way_to(place);
            if comes_towards(&bodies.bodies[place], ahead, left) {
                many += 1.0 - ahead / STREAM_REACH;
            }
        }
    });
    many
}
