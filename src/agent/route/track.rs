//! From waypoints to the track that an agent follows: corners are cut, chokepoints added, and every point has the
//! greatest speed at which the agent may come through. No corner is cut at the ends of a link.

use glam::Vec2;
use serde::{Serialize, Serializer};

use super::chokepoints::chokepoints;
use super::{Ground, RouteLink};
use crate::agent::body::can_go_straight;
use crate::agent::tuning::{LEAST_CORNER_ROOM, MOST_BESIDE, REACHED};

/// A point of a route's track.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct TrackPoint {
    /// Where it is, in world units.
    pub position: Vec2,
    /// The greatest speed at which the agent may come through, in world units a second.
    pub speed: f32,
    /// How long the turn there takes at least for each unit of speed, in seconds: the velocity changes by this times
    /// the speed times the greatest acceleration.
    pub turn: f32,
    /// The index of the waypoint that the agent goes to while it goes to this point.
    #[serde(serialize_with = "serialize_place")]
    pub waypoint: u32,
    /// The index in [`Route::links`](super::Route::links) of the link that begins there.
    #[serde(serialize_with = "serialize_place_if_any")]
    pub link: Option<u32>,
    /// The agent can pass the point anywhere between these two, which lie to both sides of the route.
    pub beside: [Vec2; 2],
    /// Whether a chokepoint begins or ends there, on the straight line between two other points.
    pub is_chokepoint: bool,
}

/// A place in a list is hashed as 64 bits wherever it is, however many it is kept in.
pub(super) fn serialize_place<S: Serializer>(place: &u32, serializer: S) -> Result<S::Ok, S::Error> {
    u64::from(*place).serialize(serializer)
}

fn serialize_place_if_any<S: Serializer>(place: &Option<u32>, serializer: S) -> Result<S::Ok, S::Error> {
    place.map(u64::from).serialize(serializer)
}

/// How far before the waypoint of index `at` the agent may turn, in world units: 0 where a link begins or ends.
pub(super) fn acceptance(ground: Ground, from: Vec2, waypoints: &[Vec2], links: &[RouteLink], at: usize) -> f32 {
    if links.iter().any(|link| link.waypoint == at || link.waypoint + 1 == at) {
        return 0.0;
    }
    let radius = ground.radius();
    let here = waypoints[at];
    let Some(&after) = waypoints.get(at + 1) else { return 0.0 };
    let before = if at > 0 { waypoints[at - 1] } else { from };
    let (to_here, to_after) = (here - before, after - here);
    let (arriving, leaving) = (to_here.normalize_or_zero(), to_after.normalize_or_zero());
    let shorter = to_here.length().min(to_after.length());
    let room = margin(ground, here);
    let most = ground.solid.profile.acceptance_radius.min(0.5 * shorter).min(room);
    let cut_fits = |cut: f32| {
        let body = radius + room.min(0.1);
        can_go_straight(&ground.solid, here - arriving * cut, here + leaving * cut, body)
    };
    [1.0, 0.7, 0.5, 0.3, 0.15].into_iter().map(|part| part * most).find(|&cut| cut_fits(cut)).unwrap_or(0.0)
}

/// How far a body may be carried past a point, in world units.
fn margin(ground: Ground, point: Vec2) -> f32 {
    let clearance = ground.nav.clearance(ground.nav.lattice().tile_at(point));
    (clearance - ground.radius()).min(0.4 * clearance).max(LEAST_CORNER_ROOM)
}

/// How far to both sides of a point a body can be, where the route leads in direction `along`.
fn room_beside(ground: Ground, point: Vec2, along: Vec2) -> [Vec2; 2] {
    let lattice = ground.nav.lattice();
    let step = along.perp().normalize_or_zero() * lattice.tile_size.min(ground.radius());
    let most = if step == Vec2::ZERO { 0 } else { (MOST_BESIDE / step.length()) as usize };
    [-step, step].map(|step| {
        let is_free = |&steps: &usize| ground.nav.is_passable(lattice.tile_at(point + step * steps as f32));
        let steps = (1..=most).take_while(is_free).last().unwrap_or(0);
        point + step * steps as f32
    })
}

/// The track: the waypoints with every corner cut by its acceptance radius, the chokepoints in between, and the
/// greatest speed at each.
pub(super) fn track(
    ground: Ground,
    from: Vec2,
    waypoints: &[Vec2],
    acceptance: &[f32],
    links: &[RouteLink],
) -> Vec<TrackPoint> {
    let bends = with_chokepoints(ground, from, bends(ground, from, waypoints, acceptance, links));
    let mut before = from;
    (0..bends.len())
        .map(|at| {
            let Bend { position, waypoint, room, link, chokepoint } = bends[at];
            let after = bends.get(at + 1).map_or(position, |after| after.position);
            let (arriving, leaving) = ((position - before).normalize_or_zero(), (after - position).normalize_or_zero());
            before = position;
            if at + 1 == bends.len() {
                return end_of_track(ground, position, waypoint as u32);
            }
            let speed = match chokepoint {
                None => ground.mover.corner_speed(room, arriving, leaving),
                Some(_) => ground.mover.speed,
            };
            let turn = arriving.distance(leaving) / ground.mover.acceleration;
            let is_passed = link.is_none();
            let room = || if is_passed { room_beside(ground, position, arriving + leaving) } else { [position; 2] };
            let beside = chokepoint.unwrap_or_else(room);
            let (waypoint, link) = (waypoint as u32, link.map(|link| link as u32));
            TrackPoint { position, speed, turn, waypoint, link, beside, is_chokepoint: chokepoint.is_some() }
        })
        .collect()
}

/// The last point of a track, which is the waypoint of index `waypoint`.
pub(super) fn end_of_track(ground: Ground, position: Vec2, waypoint: u32) -> TrackPoint {
    let speed = if ground.mover.brakes { 0.0 } else { ground.mover.speed };
    TrackPoint { position, speed, turn: 0.0, waypoint, link: None, beside: [position; 2], is_chokepoint: false }
}

/// What becomes a point of the track.
#[derive(Clone, Copy, Debug)]
struct Bend {
    position: Vec2,
    waypoint: usize,
    /// How far the agent may be carried past it, in world units.
    room: f32,
    link: Option<usize>,
    /// At a chokepoint: the two points between which the agent can go through.
    chokepoint: Option<[Vec2; 2]>,
}

/// The waypoints with every corner cut by its acceptance radius.
fn bends(ground: Ground, from: Vec2, waypoints: &[Vec2], acceptance: &[f32], links: &[RouteLink]) -> Vec<Bend> {
    let mut bends = Vec::with_capacity(2 * waypoints.len());
    let mut before = from;
    for (waypoint, (&here, &cut)) in waypoints.iter().zip(acceptance).enumerate() {
        let bend = Bend { position: here, waypoint, room: margin(ground, here), link: None, chokepoint: None };
        match waypoints.get(waypoint + 1) {
            Some(&after) if cut > REACHED => {
                bends.push(Bend { position: here - (here - before).normalize_or_zero() * cut, ..bend });
                let leaving = here + (after - here).normalize_or_zero() * cut;
                bends.push(Bend { position: leaving, waypoint: waypoint + 1, ..bend });
            }
            _ => bends.push(Bend { link: links.binary_search_by_key(&waypoint, |link| link.waypoint).ok(), ..bend }),
        }
        before = here;
    }
    bends
}

/// The bends, with the chokepoints between them.
fn with_chokepoints(ground: Ground, from: Vec2, bends: Vec<Bend>) -> Vec<Bend> {
    let points: Vec<Vec2> = bends.iter().map(|bend| bend.position).collect();
    let chokepoints = chokepoints(ground, from, &points, |before| before > 0 && bends[before - 1].link.is_some());
    let mut all = Vec::with_capacity(bends.len() + chokepoints.len());
    let mut chokepoints = chokepoints.into_iter().peekable();
    for (at, bend) in bends.into_iter().enumerate() {
        while let Some(chokepoint) = chokepoints.next_if(|chokepoint| chokepoint.before == at) {
            all.push(Bend { position: chokepoint.position, link: None, chokepoint: Some(chokepoint.beside), ..bend });
        }
        all.push(bend);
    }
    all
}
