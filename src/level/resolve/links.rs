//! The links of a level, and the switches that turn them on and off.

use glam::Vec2;

use super::Site;
use super::areas::enterable_area;
use super::orders::known_team;
use super::points::{inside, point_inside, point_of_place, spot, stations, tile_of_place};
use crate::format::locations::Noun;
use crate::format::plain_fields::PlainFields;
use crate::format::problem::{Span, did_you_mean, shown};
use crate::format::reader::{Fields, Reader, list_of};
use crate::format::syntax::{Node, Value};
use crate::format::table::{END, LINK, SWITCH};
use crate::grid::Cell;
use crate::level::{Link, Obstacle, Switch};
use crate::profile::AreaId;

/// What switches may turn.
pub(super) type Turned<'l> = (&'l [Link], &'l [Obstacle]);

pub(super) fn links(reader: &mut Reader, fields: &Fields, site: &Site) -> Vec<Link> {
    let list = reader.take_list(fields, "links").unwrap_or_default();
    list.iter().filter_map(|node| link(reader, node, site)).collect()
}

fn link(reader: &mut Reader, node: &Node, site: &Site) -> Option<Link> {
    let fields = reader.open(node, &LINK)?;
    let name = reader.take::<Option<String>>(&fields, "name").map(Option::unwrap_or_default);
    let area = match reader.optional(&fields, "area") {
        Some(node) => enterable_area(reader, node, site.areas),
        None => reader
            .take_name_of(&fields, "area", Noun::Area, site.areas.iter().map(|area| area.name.as_str()))
            .map(|index| AreaId(index as u8)),
    };
    let one_way = reader.take::<bool>(&fields, "one_way");
    let mut link = Link::between(Vec2::ZERO, Vec2::ZERO);
    link.take_plain(reader, &fields);
    let needs =
        reader.optional(&fields, "needs").map(|node| ability(reader, node, ("a link", "cross this link"), site));
    let from = reader.required(&fields, "from").and_then(|node| end(reader, node, "from", site));
    let to = reader.required(&fields, "to").and_then(|node| end(reader, node, "to", site));
    let through = corners(reader, &fields, site);
    let (from, to) = (from?, to?);
    let lattice = &site.map?.lattice;
    let tile = lattice.tile_at(from.0);
    if tile == lattice.tile_at(to.0) {
        let message = format!("this link leads from tile ({}, {}) to itself", tile.x, tile.y);
        reader.report(to.1, message, "let it end in another tile");
    }
    reader.locations.links.push(node.span);
    Some(Link {
        name: name?,
        from: from.0,
        to: to.0,
        through: through?,
        both_ways: !one_way?,
        area: area?,
        needs: needs.flatten(),
        ..link
    })
}

/// An ability that some profile has, which `what` needs for an agent to do this.
pub(super) fn ability(reader: &mut Reader, node: &Node, (what, to_do): (&str, &str), site: &Site) -> Option<String> {
    let name = reader.name(node, &format!("what {what} needs"), "\"climb\"")?;
    let abilities = site.profiles.iter().flat_map(|profile| &profile.abilities).map(String::as_str);
    if !site.profiles_whole || abilities.clone().any(|ability| ability == name) {
        return Some(name);
    }
    let message = format!("no profile has the ability {}: no agent could {to_do}", shown(&name));
    let help = did_you_mean(&name, abilities);
    let help = help.unwrap_or_else(|| format!("give it to a profile: `abilities: [{name:?}]`"));
    reader.report(node.span, message, help);
    None
}

/// The corners through which a link leads.
fn corners(reader: &mut Reader, fields: &Fields, site: &Site) -> Option<Vec<Vec2>> {
    let Some(list) = reader.take_list(fields, "through") else { return Some(Vec::new()) };
    stations(reader, list, "a corner of a link", "a link leads through one", site)
}

/// An end of a link, and where that is written.
fn end(reader: &mut Reader, node: &Node, field: &str, site: &Site) -> Option<(Vec2, Span)> {
    let (point, span) = match node.value {
        Value::Text => (point_of_place(reader, node, "a link ends on one", site)?, node.span),
        Value::Fields(_) => {
            let fields = reader.open(node, &END)?;
            spot(reader, &fields, site)?
        }
        _ => {
            let example = "(tile: (3, 4))`, `(at: (3.5, 1.0))` or `\"gate\"";
            reader.wrong_kind(node, &format!("`{field}`"), "a tile, a point or a place", example);
            return None;
        }
    };
    let map = site.map.filter(|_| site.measured)?;
    point_inside(reader, map, point, span).then_some(())?;
    let tile = map.lattice.tile_at(point);
    let wall = map.terrain_at(tile).filter(|terrain| !terrain.walkable);
    if let Some(terrain) = wall {
        let name = shown(&terrain.name);
        let message = format!("this link has an end where no agent can be: tile ({}, {}) is {name}", tile.x, tile.y);
        reader.report(span, message, "let it begin and end on walkable ground");
    }
    Some((point, span))
}

/// The switches, and what they may turn, if none of that was lost to an error.
pub(super) fn switches(reader: &mut Reader, fields: &Fields, site: &Site, turned: Option<Turned>) -> Vec<Switch> {
    let list = reader.take_list(fields, "switches").unwrap_or_default();
    list.iter().filter_map(|node| switch(reader, node, site, turned)).collect()
}

fn switch(reader: &mut Reader, node: &Node, site: &Site, turned: Option<Turned>) -> Option<Switch> {
    let fields = reader.open(node, &SWITCH)?;
    let tile = switch_tile(reader, &fields, site);
    let turns = reader.required(&fields, "turns");
    let turns = turns.and_then(|node| name_of_turned(reader, node, turned));
    let team = reader.optional(&fields, "team").map(|node| known_team(reader, node, site));
    let user = reader.take(&fields, "user");
    reader.locations.switches.push(node.span);
    Some(Switch { tile: tile?, turns: turns?, team: team.flatten(), user })
}

/// A tile that agents can come upon.
fn switch_tile(reader: &mut Reader, fields: &Fields, site: &Site) -> Option<Cell> {
    let (given, node) = reader.the_one(fields, "tile")?;
    let tile = match given {
        "tile" => reader.tile(node)?,
        _ => tile_of_place(reader, node, "a switch is on one", site)?,
    };
    let map = site.map?;
    if !inside(reader, map, tile, node.span) {
        return None;
    }
    let wall = map.terrain_at(tile).filter(|terrain| !terrain.walkable);
    if let Some(terrain) = wall {
        let name = shown(&terrain.name);
        let message = format!("no agent can step on this switch: tile ({}, {}) is {name}", tile.x, tile.y);
        reader.report(node.span, message, "put it on walkable ground");
    }
    Some(tile)
}

/// The name of links, or of an obstacle whose motion is switched.
pub(super) fn name_of_turned(reader: &mut Reader, node: &Node, turned: Option<Turned>) -> Option<String> {
    let name = reader.text(node, "what a switch turns", "\"bridge\"")?;
    let Some((links, obstacles)) = turned else { return Some(name) };
    let links = links.iter().map(|link| link.name.as_str());
    let movers = obstacles.iter().filter(|obstacle| obstacle.is_switched()).map(|mover| mover.name.as_str());
    let named = links.chain(movers).filter(|name| !name.is_empty());
    if named.clone().any(|turned| turned == name) {
        return Some(name);
    }
    if obstacles.iter().any(|obstacle| obstacle.name == name) {
        let message = format!("the obstacle {} does not move when it is switched", shown(&name));
        reader.report(node.span, message, "give it `motion: (to: [(5.0, 2.0)], when: \"switched-off\")`");
    } else {
        let message = format!("no link and no switchable obstacle is called {}", shown(&name));
        let help = did_you_mean(&name, named.clone()).unwrap_or_else(|| match list_of(named) {
            none if none.is_empty() => {
                "give the name to a link, or to an obstacle with `motion: (to: [(5.0, 2.0)], when: \"switched-off\")`"
                    .to_owned()
            }
            names => format!("a switch can turn {names}"),
        });
        reader.report(node.span, message, help);
    }
    None
}
