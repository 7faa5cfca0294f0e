//! Chokepoints: where a route leads through a gap in which few bodies fit side by side. A crowd comes to a chokepoint
//! from all sides and queues there, whether its routes turn there or not.

use glam::Vec2;

use super::Ground;
use crate::agent::body::fits;
use crate::agent::tuning::{CHOKEPOINT_ACROSS, CHOKEPOINT_SKIN, CHOKEPOINT_WIDTH};
use crate::grid::Cell;

/// The directions in which the width of a place is measured.
const AXES: [Vec2; 4] = [
    Vec2::X,
    Vec2::Y,
    Vec2::new(std::f32::consts::FRAC_1_SQRT_2, std::f32::consts::FRAC_1_SQRT_2),
    Vec2::new(std::f32::consts::FRAC_1_SQRT_2, -std::f32::consts::FRAC_1_SQRT_2),
];

/// Where a chokepoint begins or ends on a route.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chokepoint {
    /// The index of the point of the route behind it.
    pub before: usize,
    /// Where the route goes through.
    pub position: Vec2,
    /// The middle of a body can go through anywhere between these two.
    pub beside: [Vec2; 2],
}

/// A narrow place of a route.
#[derive(Clone, Copy, Debug)]
struct Narrow {
    before: usize,
    position: Vec2,
    axis: Vec2,
    /// The room to both sides, in [steps](step).
    steps: [u32; 2],
}

impl Narrow {
    fn width(&self) -> u32 {
        self.steps[0] + self.steps[1]
    }
}

/// The chokepoints on the route from `from` through some points, in order: for each run of narrow places the beginning
/// and the end of its narrowest part. The lines before the points whose indices `skips` names are left out.
pub(super) fn chokepoints(
    ground: Ground,
    from: Vec2,
    points: &[Vec2],
    skips: impl Fn(usize) -> bool,
) -> Vec<Chokepoint> {
    let step = step(ground);
    let (mut found, mut run): (Vec<Chokepoint>, Option<[Narrow; 2]>) = (Vec::new(), None);
    let mut start = from;
    for (before, &end) in points.iter().enumerate() {
        let line = end - start;
        let (length, along) = (line.length(), line.normalize_or_zero());
        let count = if skips(before) { 0 } else { (length / step) as u32 };
        for number in 0..count {
            let position = start + along * ((number as f32 + 0.5) * step);
            match narrowest(ground, position, along, CHOKEPOINT_WIDTH) {
                Some((axis, steps)) => widen(&mut run, Narrow { before, position, axis, steps }),
                None => found.extend(run.take().into_iter().flat_map(|ends| close(ground, ends))),
            }
        }
        start = end;
    }
    found.extend(run.into_iter().flat_map(|ends| close(ground, ends)));
    found
}

/// The distance between the places that are looked at, in world units: no chokepoint is shorter.
pub(super) fn step(ground: Ground) -> f32 {
    ground.nav.lattice().tile_size.min(ground.radius())
}

/// The direction across the route in which a place is narrowest, and its room to both sides, in steps; `None` where a
/// body has more room across the route than `width`, in its radii.
pub(super) fn narrowest(ground: Ground, position: Vec2, along: Vec2, width: f32) -> Option<(Vec2, [u32; 2])> {
    if has_room(ground, ground.nav.lattice().tile_at(position), width) {
        return None;
    }
    let mut found: Option<(Vec2, [u32; 2])> = None;
    let mut most = (width * ground.radius() / step(ground)) as u32;
    for axis in AXES.into_iter().filter(|axis| along.dot(*axis).abs() <= CHOKEPOINT_ACROSS) {
        let Some(steps) = room(ground, position, axis, most) else { continue };
        found = Some((axis, steps));
        let Some(less) = (steps[0] + steps[1]).checked_sub(1) else { break };
        most = less;
    }
    found
}

/// Whether nothing solid is so near to a cell that a body would have less room than `width`, in its radii, at a place in it.
fn has_room(ground: Ground, cell: Cell, width: f32) -> bool {
    // Within a cell, clearance differs from that of the middle by at most half of the diagonal.
    let widest = (0.5 * width + 1.0) * ground.radius() + 0.7072 * ground.nav.lattice().tile_size;
    ground.nav.clearance(cell) > widest
}

/// How many places are measured when a route is laid over these cells: those in cells that may be narrow.
pub fn places_to_measure(ground: Ground, cells: &[Cell]) -> usize {
    let narrow = cells.iter().filter(|&&cell| !has_room(ground, cell, CHOKEPOINT_WIDTH)).count();
    narrow * (ground.nav.lattice().tile_size / step(ground)).ceil() as usize
}

/// How many steps a body can go from a place to both sides; `None` where these are more than `most`, or the body does not fit.
fn room(ground: Ground, position: Vec2, axis: Vec2, most: u32) -> Option<[u32; 2]> {
    let (lattice, step) = (ground.nav.lattice(), step(ground));
    let cell = |offset: f32| lattice.tile_inside(position + axis * offset);
    let is_free = |offset: f32| cell(offset).is_some_and(|cell| ground.nav.is_passable(cell));
    let reach = |side: f32, most: u32| (1..=most + 1).find(|&steps| !is_free(side * step * steps as f32));
    let right = reach(1.0, most)? - 1;
    let left = reach(-1.0, most - right)? - 1;
    is_free(0.0).then_some([left, right])
}

/// Adds a place to a run of narrow ones, of which the first and the last of the narrowest are kept.
fn widen(run: &mut Option<[Narrow; 2]>, place: Narrow) {
    match run {
        Some(ends) if place.width() > ends[0].width() => {}
        Some(ends) if place.width() == ends[0].width() => ends[1] = place,
        _ => *run = Some([place; 2]),
    }
}

/// The chokepoints at both ends of a run; only one where these are the same place.
fn close(ground: Ground, ends: [Narrow; 2]) -> impl Iterator<Item = Chokepoint> {
    let count = if ends[0].position == ends[1].position { 1 } else { 2 };
    ends.into_iter().take(count).map(move |place| chokepoint(ground, place))
}

/// A narrow place with its sides measured exactly.
fn chokepoint(ground: Ground, place: Narrow) -> Chokepoint {
    let Narrow { before, position, axis, steps } = place;
    let beside = [(-1.0, steps[0]), (1.0, steps[1])].map(|(side, steps)| {
        let (mut free, mut solid) = (steps as f32 * step(ground), (steps + 1) as f32 * step(ground));
        let least = free;
        for _ in 0..6 {
            let middle = 0.5 * (free + solid);
            *(if fits(&ground.solid, position + axis * (side * middle)) { &mut free } else { &mut solid }) = middle;
        }
        position + axis * (side * (free - CHOKEPOINT_SKIN).max(least))
    });
    Chokepoint { before, position, beside }
}
