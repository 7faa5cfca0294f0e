//! Groups of agents that are alike: in a row, in a ring, or anywhere in some tiles.

use std::collections::BTreeMap;

use glam::Vec2;

use super::points::{inside, place_named, spot};
use super::room::has_room;
use super::{Site, limits};
use crate::angle;
use crate::format::problem::Span;
use crate::format::reader::{Fields, Reader, all};
use crate::format::syntax::{Node, Numeral, Value};
use crate::format::table::AGENT;
use crate::grid::{Cell, Rect};
use crate::level::generate::MapDice;
use crate::profile::AgentProfile;

/// Where the agents of a group stand.
pub(super) enum Positions {
    /// At these points.
    At(Vec<Vec2>),
    /// In the middles of these tiles, as drawn from this seed.
    Drawn(Vec<Cell>, u64),
}

/// How many agents a group has, if that is in its range.
pub(in crate::level) fn count(text: &str, node: &Node) -> Option<usize> {
    let Numeral::Whole(count) = node.number(text)? else { return None };
    usize::try_from(count).ok().filter(|count| AGENT.range("count").contains(&(*count as f32)))
}

/// The name of an agent of a group, by its place in it.
pub(in crate::level) fn name_of_member(group: &str, member: usize) -> String {
    if group.is_empty() { String::new() } else { format!("{group} {}", member + 1) }
}

/// Where a group of `count` agents stands, and where that is written; `seed` is the level's.
pub(super) fn positions(
    reader: &mut Reader,
    fields: &Fields,
    count: usize,
    seed: u64,
    site: &Site,
) -> Option<(Positions, Span)> {
    let (given, node) = reader.the_one(fields, "row")?;
    if given == "in" {
        let seed = reader.optional(fields, "seed").map_or(Some(seed), |_| reader.take(fields, "seed"))?;
        return Some((Positions::Drawn(tiles(reader, node, site)?, seed), node.span));
    }
    let members = (0..count).map(|member| member as f32);
    let offsets: Vec<Vec2> = if given == "row" {
        let step: Vec2 = reader.take(fields, "row")?;
        members.map(|member| member * step).collect()
    } else {
        let radius: f32 = reader.take(fields, "ring")?;
        members.map(|member| radius * angle::direction(360.0 * member / count as f32)).collect()
    };
    let (first, span) = spot(reader, fields, site)?;
    Some((Positions::At(offsets.into_iter().map(|offset| first + offset).collect()), span))
}

/// The tiles of a place, or of the rectangle between two of them.
pub(super) fn tiles(reader: &mut Reader, node: &Node, site: &Site) -> Option<Vec<Cell>> {
    if matches!(node.value, Value::Text) {
        let place = place_named(reader, node, "`in`", site)?;
        return site.places.get(&place).map(|place| place.tiles.clone());
    }
    let list = reader.list(node, "`in`", "[(2, 1), (8, 5)]")?;
    rectangle(reader, node, list, site).map(|tiles| tiles.cells().collect())
}

/// The rectangle between two tiles on the map, which `node` lists.
pub(super) fn rectangle(reader: &mut Reader, node: &Node, list: &[Node], site: &Site) -> Option<Rect> {
    if list.len() != 2 {
        if node.whole {
            let help = "write them like `[(2, 1), (8, 5)]`";
            reader.report(node.span, "a rectangle of tiles has two corners", help);
        }
        return None;
    }
    let corners = all(list.iter().map(|node| {
        let tile = reader.tile(node);
        tile.filter(|&tile| site.map.is_none_or(|map| inside(reader, map, tile, node.span)))
    }));
    Rect::around(corners?)
}

/// The bodies that stand on a map, found by where they are.
pub(super) struct Bodies {
    /// The side of a square, in world units: no body reaches further than into the neighbouring ones.
    side: f32,
    squares: BTreeMap<(i32, i32), Vec<(Vec2, f32)>>,
}

impl Bodies {
    /// None yet; none will have a greater radius.
    pub fn new(widest: f32) -> Bodies {
        Bodies { side: 2.0 * widest, squares: BTreeMap::new() }
    }

    fn square(&self, point: Vec2) -> (i32, i32) {
        let square = (point / self.side).floor();
        (square.x as i32, square.y as i32)
    }

    pub fn put(&mut self, point: Vec2, radius: f32) {
        self.squares.entry(self.square(point)).or_default().push((point, radius));
    }

    /// Whether a body would touch none of them.
    fn is_clear(&self, point: Vec2, radius: f32) -> bool {
        let (x, y) = self.square(point);
        let near = (-1..=1).flat_map(|down| (-1..=1).map(move |right| (x + right, y + down)));
        let mut others = near.filter_map(|square| self.squares.get(&square)).flatten();
        others.all(|&(other, other_radius)| point.distance(other) >= radius + other_radius - limits::TOUCH)
    }
}

/// Draws where the agents of a group stand, in the middles of tiles with room for them; reports at `span` if there is
/// too little.
pub(super) fn draw(
    reader: &mut Reader,
    (mut tiles, seed): (Vec<Cell>, u64),
    count: usize,
    profile: &AgentProfile,
    bodies: &mut Bodies,
    site: &Site,
    span: Span,
) -> Option<Vec<Vec2>> {
    let map = site.map.filter(|_| site.measured)?;
    let mut dice = MapDice::new(seed);
    let mut points = Vec::with_capacity(count);
    // Tiles are drawn one by one, without putting any back (R. Durstenfeld, "Algorithm 235: Random permutation",
    // Communications of the ACM 7, 1964).
    for left in (1..=tiles.len()).rev() {
        if points.len() == count {
            break;
        }
        tiles.swap(left - 1, dice.below(left as u32) as usize);
        let point = map.lattice.centre(tiles[left - 1]);
        if bodies.is_clear(point, profile.radius) && has_room(map, profile, point) {
            bodies.put(point, profile.radius);
            points.push(point);
        }
    }
    if points.len() < count {
        let message = match points.len() {
            0 if count == 1 => "this agent finds no room here".to_owned(),
            0 => format!("none of these {count} agents finds room here"),
            some => format!("only {some} of these {count} agents find room here"),
        };
        let help = "give them more tiles, or let them come later, as room is left: `waves: [(in: \"gate\", count: 3, at: 8.0)]`";
        reader.report(span, message, help);
        return None;
    }
    Some(points)
}
