//! From the cells of a path to waypoints, which are its corners. A link leads straight from a waypoint to the next one.

use glam::Vec2;

use super::{Ground, RouteLink};
use crate::grid::Cell;
use crate::nav::PathLink;

/// The laid part of a route: its cells, corners and links.
pub(super) struct Laid<'a> {
    pub cells: &'a mut Vec<Cell>,
    pub waypoints: &'a mut Vec<Vec2>,
    pub links: &'a mut Vec<RouteLink>,
}

/// The corners of the path along `cells`, from `from` to `end`, and its links, each with the index of its first corner.
pub(super) fn waypoints(
    ground: Ground,
    from: Vec2,
    cells: &[Cell],
    links: &[PathLink],
    end: Vec2,
) -> (Vec<Vec2>, Vec<RouteLink>) {
    let Some(first) = links.first() else { return (first_run(ground, from, cells, end), Vec::new()) };
    let start = ground.nav.lattice().centre(cells[first.at]);
    let mut waypoints = first_run(ground, from, &cells[..=first.at], start);
    let mut route_links = Vec::new();
    push_links(ground, cells, links, end, &mut waypoints, &mut route_links);
    (waypoints, route_links)
}

/// Appends the corners from the beginning of the first of some links, which is the last waypoint so far, to `end`.
fn push_links(
    ground: Ground,
    cells: &[Cell],
    links: &[PathLink],
    end: Vec2,
    waypoints: &mut Vec<Vec2>,
    route_links: &mut Vec<RouteLink>,
) {
    let middle = |index: usize| ground.nav.lattice().centre(cells[index]);
    for (index, &PathLink { at, link }) in links.iter().enumerate() {
        route_links.push(RouteLink { at, waypoint: waypoints.len() - 1, link });
        let next = links.get(index + 1);
        let (last, stop) = next.map_or((cells.len() - 1, end), |next| (next.at, middle(next.at)));
        let landing = middle(at + 1);
        waypoints.push(landing);
        if last > at + 1 || stop != landing {
            push_corners(ground, &cells[at + 1..=last], 1, landing, stop, waypoints);
        }
    }
}

/// Extends what is laid to `end`, along the cells behind that of index `joint` and over `links`, whose indices count
/// all cells.
pub(super) fn lay_on(ground: Ground, laid: Laid, joint: usize, links: &[PathLink], from: Vec2, end: Vec2) {
    let Laid { cells, waypoints, links: route_links } = laid;
    let landed = route_links.last().map_or(0, |link| link.at + 1);
    let next = links.first();
    let (last, stop) =
        next.map_or((cells.len() - 1, end), |next| (next.at, ground.nav.lattice().centre(cells[next.at])));
    let before = waypoints.last().copied().unwrap_or(from);
    if last > landed || stop != before {
        push_corners(ground, &cells[landed..=last], (joint - landed).max(1), before, stop, waypoints);
    }
    push_links(ground, cells, links, end, waypoints, route_links);
}

/// The corners of the path along `cells`, from `from` to `end`, without links.
fn first_run(ground: Ground, from: Vec2, cells: &[Cell], end: Vec2) -> Vec<Vec2> {
    let middle = |index: usize| ground.nav.lattice().centre(cells[index]);
    let straight = |from: Vec2, to: Vec2| ground.is_straight(from, to);
    let last = cells.len() - 1;
    let first_corner = (1..last).find(|&at| is_corner(cells, at));
    if first_corner.is_none() && straight(from, end) {
        return vec![end];
    }
    let mut waypoints = Vec::new();
    let first_corner = first_corner.unwrap_or(last);
    let joined = [first_corner, 3, 2, 1, 0].into_iter().find(|&at| at <= first_corner && straight(from, middle(at)));
    let joined = joined.unwrap_or(usize::from(last > 0 && !ground.nav.is_passable(cells[0])));
    if joined < first_corner {
        waypoints.push(middle(joined));
    }
    push_corners(ground, cells, joined.max(1), from, end, &mut waypoints);
    waypoints
}

/// Appends the corners of the path along `cells`, from that of index `first` on, and `end`; the path begins at `from`
/// where there are no waypoints yet.
fn push_corners(ground: Ground, cells: &[Cell], first: usize, from: Vec2, end: Vec2, waypoints: &mut Vec<Vec2>) {
    let middle = |index: usize| ground.nav.lattice().centre(cells[index]);
    let straight = |from: Vec2, to: Vec2| ground.is_straight(from, to);
    let last = cells.len() - 1;
    let corners = (first..last).filter(|&at| is_corner(cells, at));
    let last_corner = corners.clone().next_back().unwrap_or(first - 1);
    waypoints.extend(corners.map(middle));
    let before = waypoints.last().copied().unwrap_or(from);
    if !straight(before, end) {
        let nearest = last.saturating_sub(3).max(last_corner + 1);
        if let Some(left) = (nearest..=last).find(|&at| straight(middle(at), end)) {
            waypoints.push(middle(left));
        } else if last > last_corner {
            waypoints.push(middle(last));
        }
    }
    waypoints.push(end);
}

/// Whether a path turns at its cell of index `at`, which is neither the first nor the last.
fn is_corner(cells: &[Cell], at: usize) -> bool {
    let (before, here, after) = (cells[at - 1], cells[at], cells[at + 1]);
    let (arriving, leaving) = ((here.x - before.x, here.y - before.y), (after.x - here.x, after.y - here.y));
    let across = i64::from(arriving.0) * i64::from(leaving.1) - i64::from(arriving.1) * i64::from(leaving.0);
    let onward = i64::from(arriving.0) * i64::from(leaving.0) + i64::from(arriving.1) * i64::from(leaving.1);
    across != 0 || onward < 0
}
