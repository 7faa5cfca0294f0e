//! The agents of a level, and where they stand.

use std::collections::BTreeMap;

use glam::Vec2;

use super::groups::{self, Bodies, Positions};
use super::orders::{Context, orders};
use super::paths::Paths;
use super::points::{place_named, point_inside, span_of, spot};
use super::profiles::take_profile;
use super::room::room;
use super::waves::afterwards;
use super::{Site, limits};
use crate::angle;
use crate::format::locations::AgentLocation;
use crate::format::problem::{Problems, Span, shown};
use crate::format::reader::{Fields, Reader};
use crate::format::syntax::{self, Node, Value};
use crate::format::table::AGENT;
use crate::grid::{Cell, Rect};
use crate::level::AgentStart;
use crate::method::Method;
use crate::profile::AgentProfile;
use crate::sorting;

/// The agents as they are read: those with `in` find their places last, so that no other is in their way.
struct ReadAgent {
    start: AgentStart,
    name: String,
    name_span: Option<Span>,
    heading: Heading,
    /// Whether its profile is known.
    has_profile: bool,
    /// Whether nothing of it was lost to an error.
    whole: bool,
    count: Option<usize>,
    positions: Positions,
    /// Where its position is written.
    span: Span,
    orders: Vec<Span>,
}

/// Where an agent faces.
enum Heading {
    Degrees(f32),
    Toward(Vec2),
}

impl Heading {
    /// The direction in degrees, seen from a point.
    fn from(&self, point: Vec2) -> f32 {
        match *self {
            Heading::Degrees(degrees) => degrees,
            Heading::Toward(target) if target == point => AgentStart::HEADING,
            Heading::Toward(target) => angle::degrees_of_direction((target - point).normalize()),
        }
    }
}

/// The agents; `defaults` are the search and the seed of the level. Adds the paths that are written in their orders.
pub(super) fn agents(
    reader: &mut Reader,
    fields: &Fields,
    site: &Site,
    defaults: (Method, u64),
    paths: &mut Paths,
) -> Vec<AgentStart> {
    let list = reader.take_list(fields, "agents").unwrap_or_default();
    let (mut entries, mut first) = (Vec::new(), 0);
    for node in list {
        let count = group_count(reader, node);
        let agents = first..first + count.unwrap_or(1);
        first = agents.end;
        if first > limits::AGENTS {
            let message = format!("there are too many agents: {first} with these");
            reader.report(node.span, message, format!("a level has at most {}", limits::AGENTS));
            return Vec::new();
        }
        entries.extend(entry(reader, node, count, defaults, &mut Context { site, paths, agents }));
    }
    let agents = placed(reader, entries, site);
    if site.measured {
        overlaps(reader, &agents, site.profiles);
    }
    agents.into_iter().map(|(agent, _)| agent).collect()
}

/// How many agents an entry has, if it is a group whose number is in range.
fn group_count(reader: &Reader, node: &Node) -> Option<usize> {
    groups::count(reader.text, node.field(reader.text, "count")?)
}

/// One agent, or one group of them.
fn entry(
    reader: &mut Reader,
    node: &Node,
    count: Option<usize>,
    (search, seed): (Method, u64),
    context: &mut Context,
) -> Option<ReadAgent> {
    let site = context.site;
    let fields = reader.open(node, &AGENT)?;
    let name = reader.take::<Option<String>>(&fields, "name").map(Option::unwrap_or_default);
    let name_span = fields.get("name").map(|node| node.span);
    let profile = take_profile(reader, &fields, site.profiles);
    let team = reader.take(&fields, "team").flatten();
    let user = reader.take(&fields, "user").map(Box::new);
    let heading = match reader.optional(&fields, "heading") {
        Some(node) => heading(reader, node, &fields, site),
        None => reader.take(&fields, "heading").map(Heading::Degrees),
    };
    let order = reader.optional(&fields, "order");
    let orders = orders(reader, &fields, context);
    let order_spans = order.map(|node| node.list_or_one().iter().map(|node| node.span).collect()).unwrap_or_default();
    let afterwards = afterwards(reader, &fields);
    let search = reader.optional(&fields, "search").map(|node| super::search::search(reader, node, search));
    let (positions, span) = match reader.optional(&fields, "count") {
        Some(_) => {
            reader.take::<u64>(&fields, "count")?;
            groups::positions(reader, &fields, count?, seed, site)?
        }
        None if reader.optional(&fields, "in").is_some() => groups::positions(reader, &fields, 1, seed, site)?,
        None => {
            let (position, span) = position(reader, &fields, site)?;
            (Positions::At(vec![position]), span)
        }
    };
    let search = search.map(Box::new);
    let start =
        AgentStart { team, user, orders, afterwards, search, ..AgentStart::at(profile.unwrap_or(0), Vec2::ZERO) };
    let (has_profile, whole) = (profile.is_some(), profile.is_some() && name.is_some() && heading.is_some());
    let (name, heading) = (name.unwrap_or_default(), heading.unwrap_or(Heading::Degrees(AgentStart::HEADING)));
    Some(ReadAgent { start, name, name_span, heading, has_profile, whole, count, positions, span, orders: order_spans })
}

/// Every agent by itself, at its position, and where that is written.
fn placed(reader: &mut Reader, entries: Vec<ReadAgent>, site: &Site) -> Vec<(AgentStart, Span)> {
    let radius = |entry: &ReadAgent| site.profiles[entry.start.profile].radius;
    let mut bodies = Bodies::new(entries.iter().map(radius).fold(0.0, f32::max));
    for entry in &entries {
        if let Positions::At(points) = &entry.positions {
            points.iter().for_each(|&point| bodies.put(point, radius(entry)));
        }
    }
    let mut agents = Vec::new();
    for entry in entries {
        let profile = &site.profiles[entry.start.profile];
        let (points, is_drawn) = match entry.positions {
            Positions::At(points) => (points, false),
            Positions::Drawn(tiles, seed) => {
                let count = entry.count.unwrap_or(1);
                let points = groups::draw(reader, (tiles, seed), count, profile, &mut bodies, site, entry.span);
                (points.unwrap_or_default(), true)
            }
        };
        for (member, position) in points.into_iter().enumerate() {
            let body = entry.has_profile.then_some(profile);
            if !is_drawn
                && !stands(reader, site, body, position, (entry.count, member), entry.span)
                && entry.count.is_some()
            {
                break;
            }
            if !entry.whole {
                continue;
            }
            let name = entry.count.map_or(entry.name.clone(), |_| groups::name_of_member(&entry.name, member));
            let heading = entry.heading.from(position);
            agents.push((AgentStart { name, position, heading, ..entry.start.clone() }, entry.span));
            reader.locations.agents.push(AgentLocation {
                position: entry.span,
                name: entry.name_span,
                orders: entry.orders.clone(),
            });
        }
    }
    agents
}

/// Whether an agent can stand where it is to; reported if not. Of a group, one that cannot is enough.
fn stands(
    reader: &mut Reader,
    site: &Site,
    body: Option<&AgentProfile>,
    position: Vec2,
    (count, member): (Option<usize>, usize),
    span: Span,
) -> bool {
    let Some(map) = site.map else { return true };
    let before = reader.problems.count();
    if count.is_some() && site.measured && map.lattice.tile_inside(position).is_none() {
        let message =
            format!("agent {} of this group is outside the map: at ({}, {})", member + 1, position.x, position.y);
        reader.report(span, message, span_of(map));
        return false;
    }
    room(reader, map, body.filter(|_| site.measured), position, span);
    reader.problems.count() == before
}

/// Directions in words, and the headings that they mean.
const COMPASS: [(&str, &str); 16] = [
    ("north", "270"),
    ("east", "0"),
    ("south", "90"),
    ("west", "180"),
    ("up", "270"),
    ("right", "0"),
    ("down", "90"),
    ("left", "180"),
    ("n", "270"),
    ("e", "0"),
    ("s", "90"),
    ("w", "180"),
    ("northeast", "315"),
    ("southeast", "45"),
    ("southwest", "135"),
    ("northwest", "225"),
];

/// Where an agent faces: an angle, or the middle of a place.
fn heading(reader: &mut Reader, node: &Node, fields: &Fields, site: &Site) -> Option<Heading> {
    if !matches!(node.value, Value::Text) {
        return reader.take(fields, "heading").map(Heading::Degrees);
    }
    let written = syntax::string(reader.text, node.span);
    if let Some((_, degrees)) = COMPASS.iter().find(|(name, _)| written.eq_ignore_ascii_case(name))
        && !site.places.contains_key(written.as_ref())
    {
        let message = format!("`heading` is an angle or a place, not {}", shown(&written));
        reader.report(node.span, message, format!("write `{degrees}`: 0 is right, 90 down, 180 left, 270 up"));
        return None;
    }
    let name = place_named(reader, node, "`heading`", site)?;
    let (place, map) = (site.places.get(&name)?, site.map?);
    let around = Rect::around(place.tiles.iter().copied())?;
    let corners = [around.min, Cell::new(around.max.x, around.max.y)].map(|tile| map.lattice.corner(tile));
    Some(Heading::Toward(0.5 * (corners[0] + corners[1])))
}

/// Where an agent is, in world units, and where that is written; reported when it is outside the map.
fn position(reader: &mut Reader, fields: &Fields, site: &Site) -> Option<(Vec2, Span)> {
    let (position, span) = spot(reader, fields, site)?;
    let is_on_map = reader.optional(fields, "at").is_none();
    let map = site.map.filter(|_| site.measured || is_on_map)?;
    (is_on_map || point_inside(reader, map, position, span)).then_some((position, span))
}

/// Reports every agent whose body overlaps that of an earlier one; of a group, the first such agent.
fn overlaps(reader: &mut Reader, agents: &[(AgentStart, Span)], profiles: &[AgentProfile]) {
    let radius = |index: usize| profiles[agents[index].0.profile].radius;
    let position = |index: usize| agents[index].0.position;
    let widest = (0..agents.len()).map(radius).fold(0.0, f32::max);
    // The bits of numbers that are not negative have the order of the numbers.
    let left = (0..agents.len()).map(|index| position(index).x).fold(f32::INFINITY, f32::min);
    let mut ranked: Vec<(u32, usize)> =
        (0..agents.len()).map(|index| ((position(index).x - left).to_bits(), index)).collect();
    sorting::sort(&mut ranked);
    let by_x: Vec<usize> = ranked.into_iter().map(|(_, index)| index).collect();
    let mut overlapped: BTreeMap<usize, usize> = BTreeMap::new();
    for (place, &one) in by_x.iter().enumerate() {
        let reach = radius(one) + widest;
        for &other in by_x[place + 1..].iter().take_while(|&&other| position(other).x - position(one).x < reach) {
            if position(one).distance(position(other)) < radius(one) + radius(other) - limits::TOUCH {
                let first = overlapped.entry(one.max(other)).or_insert(one.min(other));
                *first = one.min(other).min(*first);
            }
        }
    }
    let text = reader.text;
    let mut told = None;
    for (second, first) in overlapped {
        let (span, other) = (agents[second].1, agents[first].1);
        if told.replace(span) == Some(span) {
            continue;
        }
        reader.problems.report_with(span, || {
            if span == other {
                return ("agents of this group overlap each other".to_owned(), "put them farther apart".to_owned());
            }
            let help = format!("the other one is at {}", Problems::place(text, other));
            ("this agent overlaps another".to_owned(), help)
        });
    }
}
