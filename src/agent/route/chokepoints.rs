//! Chokepoints: where a route leads through a gap in which few bodies fit side by side. A crowd comes to a chokepoint
//! from all sides and queues there, whether its routes turn there or not.

use std::f32::consts::FRAC_1_SQRT_2;

use glam::Vec2;

use super::Ground;
use crate::agent::body::fits;
use crate::agent::tuning::{CHOKEPOINT_ACROSS, CHOKEPOINT_SKIN, CHOKEPOINT_WIDTH};
use crate::grid::Cell;

/// The directions in which the width of a place is measured.
const AXES: [Vec2; 4] =
    [Vec2::X, Vec2::Y, Vec2::new(FRAC_1_SQRT_2, FRAC_1_SQRT_2), Vec2::new(FRAC_1_SQRT_2, -FRAC_1_SQRT_2)];

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

/// A narrow place of a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct NarrowPlace {
    pub position: Vec2,
    /// The direction across the line in which it is narrowest, a unit vector.
    pub axis: Vec2,
    /// The room in this direction and against it, in [steps](step).
    pub steps: [u32; 2],
}

impl NarrowPlace {
    /// The room to both sides together, in [steps](step).
    pub fn width(&self) -> u32 {
        self.steps[0] + self.steps[1]
    }
}

/// A narrow place of a route.
#[derive(Clone, Copy, Debug)]
struct Narrow {
    before: usize,
    place: NarrowPlace,
}

/// The chokepoints on the route from `from` through some points, in order: for each run of narrow places the beginning
/// and the end of its narrowest part. The lines before the points whose indices `skips` names are left out.
pub(super) fn chokepoints(
    ground: Ground,
    from: Vec2,
    points: &[Vec2],
    skips: impl Fn(usize) -> bool,
) -> Vec<Chokepoint> {
    let (mut found, mut run): (Vec<Chokepoint>, Option<[Narrow; 2]>) = (Vec::new(), None);
    let mut start = from;
    for (before, &end) in points.iter().enumerate() {
        if !skips(before) {
            measure_line(ground, start, end, CHOKEPOINT_WIDTH, |narrow| match narrow {
                Some(place) => widen(&mut run, Narrow { before, place }),
                None => found.extend(run.take().into_iter().flat_map(|ends| close(ground, ends))),
            });
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

/// Calls `learn` for each place on the line between two points, in order: with the place if it is narrow, with `None` where a
/// body has more room across the line than `width`, in its radii.
pub(super) fn measure_line(
    ground: Ground,
    start: Vec2,
    end: Vec2,
    width: f32,
    mut learn: impl FnMut(Option<NarrowPlace>),
) {
    let (step, least) = (step(ground), least_clearance(ground, width));
    let (line, lattice) = (end - start, ground.nav.lattice());
    let (count, along) = ((line.length() / step) as u32, line.normalize_or_zero());
    let mut number = 0;
    while number < count {
        let position = start + along * ((number as f32 + 0.5) * step);
        let cell = lattice.tile_at(position);
        let clearance = ground.nav.clearance(cell);
        if clearance > least {
            // It shrinks by no more than the way, so that the next places may have room too.
            let spare = clearance - lattice.centre(cell).distance(position) - least;
            let roomy = (1 + (spare / step) as u32).min(count - number);
            (0..roomy).for_each(|_| learn(None));
            number += roomy;
        } else {
            learn(narrowest(ground, position, along, width));
            number += 1;
        }
    }
}

/// How a place of a line is narrowest, if a body does not have more room there across the line than `width`, in its radii.
fn narrowest(ground: Ground, position: Vec2, along: Vec2, width: f32) -> Option<NarrowPlace> {
    let mut found: Option<NarrowPlace> = None;
    let mut most = (width * ground.radius() / step(ground)) as u32;
    for axis in AXES.into_iter().filter(|axis| along.dot(*axis).abs() <= CHOKEPOINT_ACROSS) {
        let Some(steps) = room(ground, position, axis, most) else { continue };
        found = Some(NarrowPlace { position, axis, steps });
        let Some(less) = (steps[0] + steps[1]).checked_sub(1) else { break };
        most = less;
    }
    found
}

/// The clearance of a cell beyond which a body has more room than `width`, in its radii, everywhere in a cell.
fn least_clearance(ground: Ground, width: f32) -> f32 {
    // Within a cell, clearance differs from that of the middle by at most half of the diagonal.
    (0.5 * width + 1.0) * ground.radius() + FRAC_1_SQRT_2 * ground.nav.lattice().tile_size
}

/// Steps. A place takes as long as this many to measure, besides its own. Without it a thousand small bodies that are sent
/// through caves together, where many places are a few steps wide, take 18 ms in one tick, not 10.
const STEPS_A_PLACE: usize = 18;

/// What it takes to measure a route that is laid over these cells, in steps across it: those of the places in cells that may
/// be narrow, and what each of these takes besides.
pub fn steps_to_measure(ground: Ground, cells: &[Cell]) -> usize {
    let (least, step) = (least_clearance(ground, CHOKEPOINT_WIDTH), step(ground));
    let narrow = cells.iter().filter(|&&cell| ground.nav.clearance(cell) <= least).count();
    let places = narrow * (ground.nav.lattice().tile_size / step).ceil() as usize;
    places * (STEPS_A_PLACE + (CHOKEPOINT_WIDTH * ground.radius() / step) as usize)
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
fn widen(run: &mut Option<[Narrow; 2]>, narrow: Narrow) {
    match run {
        Some(ends) if narrow.place.width() > ends[0].place.width() => {}
        Some(ends) if narrow.place.width() == ends[0].place.width() => ends[1] = narrow,
        _ => *run = Some([narrow; 2]),
    }
}

/// The chokepoints at both ends of a run; only one where these are the same place.
fn close(ground: Ground, ends: [Narrow; 2]) -> impl Iterator<Item = Chokepoint> {
    let count = if ends[0].place.position == ends[1].place.position { 1 } else { 2 };
    ends.into_iter().take(count).map(move |place| chokepoint(ground, place))
}

/// A narrow place with its sides measured exactly.
fn chokepoint(ground: Ground, place: Narrow) -> Chokepoint {
    let Narrow { before, place: NarrowPlace { position, axis, steps } } = place;
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

#[cfg(test)]
mod tests {
    use glam::vec2;

    use super::*;
    use crate::agent::steering::Mover;
    use crate::level::{Solid, TileMap};
    use crate::nav::NavGrid;
    use crate::profile::AgentProfile;

    /// Places that are passed over because there is room are no narrow ones.
    #[test]
    fn a_line_is_measured_as_place_by_place() {
        let (mut narrow, mut roomy) = (0, 0);
        for (spread, radius) in [(5, 0.05), (5, 0.45), (11, 0.3), (41, 0.2), (41, 0.45)] {
            let closed = |x: i32, y: i32| (x * 31 + y * 57 + x * y) % spread == 0 || y % 15 == 0 || y % 15 == 3;
            let row = |y| (0..60).map(|x| if closed(x, y) { '#' } else { '.' }).collect::<String>();
            let rows: Vec<String> = (0..60).map(row).collect();
            let map = TileMap::from_rows(&rows.iter().map(String::as_str).collect::<Vec<_>>()).unwrap();
            let profile = AgentProfile { radius, ..AgentProfile::default() };
            let nav = NavGrid::bake(&map, &profile);
            let ground = Ground { solid: Solid::new(&map, &profile), nav: &nav, mover: Mover::new(&profile, 0.02) };
            for number in 0..200 {
                let point = |number: i32| vec2((number * 37 % 60) as f32 + 0.3, (number * 23 % 60) as f32 + 0.6);
                let start = point(number);
                let end = if number % 2 == 0 { point(number + 7) } else { start + vec2(19.3, 0.4) };
                let mut measured = Vec::new();
                measure_line(ground, start, end, 4.0, |place| measured.push(place));
                assert_eq!(measured.len(), ((end - start).length() / step(ground)) as usize);
                let along = (end - start).normalize();
                for (number, place) in measured.into_iter().enumerate() {
                    let position = start + along * ((number as f32 + 0.5) * step(ground));
                    assert_eq!(place, narrowest(ground, position, along, 4.0), "{number} from {start} to {end}");
                    *(if place.is_some() { &mut narrow } else { &mut roomy }) += 1;
                }
            }
        }
        assert!(narrow > 1000 && roomy > 10_000, "{narrow} narrow, {roomy} not");
    }
}
