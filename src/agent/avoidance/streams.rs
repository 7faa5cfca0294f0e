//! Streams: a body that many others come towards shifts to its right before they meet.

use glam::Vec2;

use super::view::{View, converge};
use super::{Body, Memory, Snapshot, noise};
use crate::agent::tuning::{
    FASTEST_SHIFT, OPPOSED, STREAM_ALONE, STREAM_COMPANIONS, STREAM_LEAST, STREAM_LOOK_INTERVAL, STREAM_REACH,
    STREAM_SHIFT, STREAM_WIDTH,
};

/// Looks from time to time whether many come towards the body, and notes how fast it is to shift to the right.
pub(super) fn look_for_streams(bodies: &Snapshot, place: usize, view: &View, memory: &mut Memory, tick: f32) {
    let me = &bodies.bodies[place];
    if !memory.awake {
        memory.awake = true;
        memory.next_look = STREAM_LOOK_INTERVAL * (0.5 + 0.5 * noise(me.id, 0));
    }
    memory.next_look -= tick;
    if memory.next_look <= 0.0 {
        memory.next_look += STREAM_LOOK_INTERVAL.max(tick);
        let company = view.companions / STREAM_COMPANIONS;
        let company = (company * company).clamp(STREAM_ALONE, 1.0);
        let many = if view.speed > 0.0 && !me.in_turn { company * oncoming(bodies, me, view.heading) } else { 0.0 };
        memory.shift = ((many - STREAM_LEAST) * STREAM_SHIFT).clamp(0.0, FASTEST_SHIFT);
    }
}

/// How many come towards the body on its line or to the right of it, weighted by nearness. Only on the straight part of
/// its route and of theirs: those behind a corner are hidden, and turn off.
fn oncoming(bodies: &Snapshot, me: &Body, heading: Vec2) -> f32 {
    let mut many = 0.0;
    let straight = me.corner.distance(me.position);
    let half = 0.5 * STREAM_REACH;
    let middle = me.position + heading * half;
    let widest = me.radius + bodies.largest_radius;
    let offset_of = |other: usize| {
        let to = bodies.positions[other] - me.position;
        (heading.dot(to), to.perp_dot(heading))
    };
    let may_be_on_line = |other: usize| {
        let (ahead, left) = offset_of(other);
        (ahead > 0.0) & (ahead <= STREAM_REACH) & (left >= -STREAM_WIDTH) & (left <= widest)
    };
    let comes_towards = |other: &Body, ahead: f32, left: f32| {
        let facing = heading.dot(other.preferred);
        let faces = facing < 0.0 && facing * facing > OPPOSED * OPPOSED * other.preferred.length_squared();
        let is_on_line = left <= me.radius + other.radius;
        faces && is_on_line && !converge(me, other) && ahead < straight + other.corner.distance(other.position)
    };
    // The box around the strip, without what is farther from its middle than half of its length.
    let right = Vec2::new(-heading.y, heading.x);
    let (end, beside) = (heading * STREAM_REACH, [right * STREAM_WIDTH, -right * widest]);
    let low = me.position + end.min(Vec2::ZERO) + beside[0].min(beside[1]);
    let high = me.position + end.max(Vec2::ZERO) + beside[0].max(beside[1]);
    bodies.batches_in_box(low.max(middle - half), high.min(middle + half), may_be_on_line, |batch| {
        for place in batch.iter() {
            let (ahead, left) = offset_of(place);
            if comes_towards(&bodies.bodies[place], ahead, left) {
                many += 1.0 - ahead / STREAM_REACH;
            }
        }
    });
    many
}
