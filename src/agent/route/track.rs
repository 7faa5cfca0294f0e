//! From the cells of a path to what an agent steers by: waypoints, then a track that cuts their corners. A link goes
//! straight from a waypoint to the next one; no corner is cut at its ends.

use glam::Vec2;

use super::chokepoints::chokepoints;
use super::{Ground, REACHED, RouteLink, TrackPoint};
use crate::agent::body::can_go_straight;
use crate::grid::Cell;
use crate::nav::PathLink;

/// The least room at a corner that its speed is reckoned with, in world units: where a body fits exactly
/// it slides along the wall.
const LEAST_MARGIN: f32 = 0.05;

/// How far beside a corner there may be room to pass it by, in world units: as far as a crowd would spread.
const MOST_BESIDE: f32 = 3.0;

/// A way as far as it is laid: its cells, the corners and the links.
pub(super) struct Laid<'a> {
    pub cells: &'a mut Vec<Cell>,
    pub waypoints: &'a mut Vec<Vec2>,
    pub links: &'a mut Vec<RouteLink>,
}

/// The way along `cells`, from `from` to `place`: its corners, and the links with their places among those.
pub(super) fn waypoints(
    ground: Ground,
    from: Vec2,
    cells: &[Cell],
    links: &[PathLink],
    place: Vec2,
) -> (Vec<Vec2>, Vec<RouteLink>) {
    let Some(first) = links.first() else { return (first_run(ground, from, cells, place), Vec::new()) };
    let start = ground.nav.lattice().centre(cells[first.at]);
    let mut waypoints = first_run(ground, from, &cells[..=first.at], start);
    let mut route_links = Vec::new();
    push_links(ground, cells, links, place, &mut waypoints, &mut route_links);
    (waypoints, route_links)
}

/// Puts the way from the beginning of the first of some links on, which is the last waypoint, to `place` behind the
/// others.
fn push_links(
    ground: Ground,
    cells: &[Cell],
    links: &[PathLink],
    place: Vec2,
    waypoints: &mut Vec<Vec2>,
    route_links: &mut Vec<RouteLink>,
) {
    let middle = |index: usize| ground.nav.lattice().centre(cells[index]);
    for (index, &PathLink { at, link }) in links.iter().enumerate() {
        route_links.push(RouteLink { at, waypoint: waypoints.len() - 1, link });
        let next = links.get(index + 1);
        let (last, end) = next.map_or((cells.len() - 1, place), |next| (next.at, middle(next.at)));
        let landing = middle(at + 1);
        waypoints.push(landing);
        if last > at + 1 || end != landing {
            push_corners(ground, &cells[at + 1..=last], 1, landing, end, waypoints);
        }
    }
}

/// Lays the way on to `place` along more cells, the last ones of `laid`, which begin behind the cell of index `joint`,
/// and over `links`; their places are those in all of the cells.
pub(super) fn lay_on(ground: Ground, laid: Laid, joint: usize, links: &[PathLink], from: Vec2, place: Vec2) {
    let Laid { cells, waypoints, links: route_links } = laid;
    let landed = route_links.last().map_or(0, |link| link.at + 1);
    let next = links.first();
    let (last, end) =
        next.map_or((cells.len() - 1, place), |next| (next.at, ground.nav.lattice().centre(cells[next.at])));
    let before = waypoints.last().copied().unwrap_or(from);
    if last > landed || end != before {
        push_corners(ground, &cells[landed..=last], (joint - landed).max(1), before, end, waypoints);
    }
    push_links(ground, cells, links, place, waypoints, route_links);
}

/// The corners of the way along `cells`, from `from` to `place`.
fn first_run(ground: Ground, from: Vec2, cells: &[Cell], place: Vec2) -> Vec<Vec2> {
    let middle = |index: usize| ground.nav.lattice().centre(cells[index]);
    let straight = |from: Vec2, to: Vec2| ground.is_straight(from, to);
    let last = cells.len() - 1;
    let first_corner = (1..last).find(|&at| is_corner(cells, at));
    if first_corner.is_none() && straight(from, place) {
        return vec![place];
    }
    let mut waypoints = Vec::new();
    let first_corner = first_corner.unwrap_or(last);
    let joined = [first_corner, 3, 2, 1, 0].into_iter().find(|&at| at <= first_corner && straight(from, middle(at)));
    let joined = joined.unwrap_or(usize::from(last > 0 && !ground.nav.is_passable(cells[0])));
    if joined < first_corner {
        waypoints.push(middle(joined));
    }
    push_corners(ground, cells, joined.max(1), from, place, &mut waypoints);
    waypoints
}

/// Puts the corners of the way along `cells`, from that of index `first` on, behind `waypoints`, and `place`, the end;
/// `from` is where it begins when there are no waypoints yet.
fn push_corners(ground: Ground, cells: &[Cell], first: usize, from: Vec2, place: Vec2, waypoints: &mut Vec<Vec2>) {
    let middle = |index: usize| ground.nav.lattice().centre(cells[index]);
    let straight = |from: Vec2, to: Vec2| ground.is_straight(from, to);
    let last = cells.len() - 1;
    let corners = (first..last).filter(|&at| is_corner(cells, at));
    let last_corner = corners.clone().next_back().unwrap_or(first - 1);
    waypoints.extend(corners.map(middle));
    let before = waypoints.last().copied().unwrap_or(from);
    if !straight(before, place) {
        let nearest = last.saturating_sub(3).max(last_corner + 1);
        if let Some(left) = (nearest..=last).find(|&at| straight(middle(at), place)) {
            waypoints.push(middle(left));
        } else if last > last_corner {
            waypoints.push(middle(last));
        }
    }
    waypoints.push(place);
}

/// Whether a way turns at its cell of index `at`, which is neither the first nor the last.
fn is_corner(cells: &[Cell], at: usize) -> bool {
    let (before, here, after) = (cells[at - 1], cells[at], cells[at + 1]);
    let (arriving, leaving) = ((here.x - before.x, here.y - before.y), (after.x - here.x, after.y - here.y));
    let across = i64::from(arriving.0) * i64::from(leaving.1) - i64::from(arriving.1) * i64::from(leaving.0);
    let onward = i64::from(arriving.0) * i64::from(leaving.0) + i64::from(arriving.1) * i64::from(leaving.1);
    across != 0 || onward < 0
}

/// How far before the waypoint of index `at` the agent may turn: not at all where a link begins or ends.
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

fn margin(ground: Ground, point: Vec2) -> f32 {
    let clearance = ground.nav.clearance(ground.nav.lattice().tile_at(point));
    (clearance - ground.radius()).min(0.4 * clearance).max(LEAST_MARGIN)
}

/// How far a body can be to both sides of a point of a way that leads in direction `along`.
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

/// The waypoints with every corner cut by its acceptance radius, and the chokepoints between, with the speed allowed at each point.
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
            let is_last = at + 1 == bends.len();
            let speed = match is_last {
                true if ground.mover.brakes => 0.0,
                false if chokepoint.is_none() => ground.mover.corner_speed(room, arriving, leaving),
                _ => ground.mover.speed,
            };
            let turn = if is_last { 0.0 } else { arriving.distance(leaving) / ground.mover.acceleration };
            let is_passed = !is_last && link.is_none();
            let room = || if is_passed { room_beside(ground, position, arriving + leaving) } else { [position; 2] };
            let beside = chokepoint.unwrap_or_else(room);
            TrackPoint { position, speed, turn, waypoint, link, beside, is_chokepoint: chokepoint.is_some() }
        })
        .collect()
}

/// What becomes a point of a track.
#[derive(Clone, Copy, Debug)]
struct Bend {
    position: Vec2,
    waypoint: usize,
    /// How far the agent may be carried past it, in world units.
    room: f32,
    link: Option<usize>,
    /// Where it is a chokepoint: between which points the agent can go through.
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

/// The bends, and between them the chokepoints on the way.
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
