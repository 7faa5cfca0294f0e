//! Moving things by their handles: which edit of the level it comes to.

use footpath::grid::{Cell, Lattice};
use footpath::level::edit::{Document, Edit, FieldPath, Ron};
use footpath::level::{Extent, Shape, Target};
use glam::Vec2;

use super::fresh;
use super::thing::{HandlePart, Thing, ThingKind, tiles_of_place};

/// Where things do not snap to tiles, they stand at multiples of this, in world units: numbers stay short.
const GRAIN: f32 = 0.05;

/// Directions in which agents and boxes are turned by hand are multiples of this, in degrees.
const TURN_GRAIN: f32 = 5.0;

/// A number on the grain of free positions.
pub fn on_grain(number: f32) -> f32 {
    // Divided, because a twentieth has no exact number of its own.
    (number / GRAIN).round() / (1.0 / GRAIN).round()
}

/// A point of the map near to one, on the grain.
fn free(lattice: &Lattice, at: Vec2) -> Vec2 {
    let (low, high) = (lattice.origin, lattice.origin + lattice.size());
    let at = at.clamp(low, high);
    Vec2::new(on_grain(at.x), on_grain(at.y)).clamp(low, high)
}

/// The tile of the map nearest to a point.
fn nearest_tile(lattice: &Lattice, at: Vec2) -> Cell {
    let tile = lattice.tile_at(at);
    Cell::new(tile.x.clamp(0, lattice.width as i32 - 1), tile.y.clamp(0, lattice.height as i32 - 1))
}

/// How the level is to say that something is at a point.
pub fn target(lattice: &Lattice, at: Vec2, snaps: bool) -> Target {
    if snaps { Target::Tile(nearest_tile(lattice, at)) } else { Target::Point(free(lattice, at)) }
}

/// A point as a pair of numbers, snapped to the middle of its tile or on the grain.
pub fn pair(lattice: &Lattice, at: Vec2, snaps: bool) -> Ron {
    Ron::from(if snaps { lattice.centre(nearest_tile(lattice, at)) } else { free(lattice, at) })
}

/// The edit that brings a part of a thing to a point; `None` where nothing would change, or nothing can.
pub fn moved(document: &Document, thing: &Thing, part: HandlePart, to: Vec2, snaps: bool) -> Option<Edit> {
    let level = document.level();
    let lattice = &level.map.lattice;
    let path = thing.path.clone();
    let put = |path: FieldPath| Some(Edit::Put { path, position: target(lattice, to, snaps) });
    let spot = || Ron::from(&target(lattice, to, snaps));
    match (thing.kind, part) {
        (ThingKind::Agent, HandlePart::Whole) if document.span(&path.clone().then("in")).is_some() => {
            moved_rectangle(document, thing, to)
        }
        (ThingKind::Zone, HandlePart::Whole) => {
            match &level.zones.iter().find(|zone| zone.name == thing.name)?.extent {
                Extent::Polygon(corners) => {
                    let by = to - thing.handle(HandlePart::Whole)?;
                    let corner = |(index, at): (usize, &Vec2)| {
                        Edit::set(path.clone().then("polygon").item(index), pair(lattice, *at + by, false))
                    };
                    Some(Edit::Several(corners.iter().enumerate().map(corner).collect()))
                }
                _ => put(path),
            }
        }
        (ThingKind::Place, HandlePart::Whole) => moved_place(document, thing, to),
        (ThingKind::Agent | ThingKind::Obstacle | ThingKind::Switch, HandlePart::Whole) => {
            let snaps = snaps || thing.kind == ThingKind::Switch;
            Some(Edit::Put { path, position: target(lattice, to, snaps) })
        }
        (_, HandlePart::Heading) => {
            let direction = to - thing.handle(HandlePart::Whole)?;
            Some(Edit::set(path.then("heading"), turned(direction)?))
        }
        (_, HandlePart::Goal) => Some(Edit::set(goal_path(document, &path), spot())),
        (_, HandlePart::From) => Some(Edit::set(path.then("from"), spot())),
        (_, HandlePart::To) => Some(Edit::set(path.then("to"), spot())),
        (_, HandlePart::Point(index)) => Some(Edit::set(path.then("points").item(index), spot())),
        (_, HandlePart::Stop(index)) => {
            Some(Edit::set(path.then("motion").then("to").item(index), pair(lattice, to, snaps)))
        }
        (ThingKind::Agent, HandlePart::Corner(index)) => {
            Some(Edit::set(path.then("in").item(index), nearest_tile(lattice, to)))
        }
        (ThingKind::Link, HandlePart::Corner(index)) => {
            Some(Edit::set(path.then("through").item(index), pair(lattice, to, snaps)))
        }
        (_, HandlePart::Corner(index)) => Some(Edit::set(path.then("polygon").item(index), pair(lattice, to, false))),
        (_, HandlePart::Radius) => {
            let radius = on_grain(to.distance(thing.handle(HandlePart::Whole)?)).max(2.0 * GRAIN);
            Some(Edit::set(path.then("radius"), radius))
        }
        (_, HandlePart::Size) => {
            let obstacle = level.map.obstacles.iter().find(|obstacle| Some(obstacle.at) == thing.at())?;
            let Shape::Box { along, .. } = obstacle.shape else { return None };
            let by = to - obstacle.at;
            let half = Vec2::new(by.dot(along).abs(), by.dot(along.perp()).abs()).max(Vec2::splat(GRAIN));
            Some(Edit::set(path.then("size"), Vec2::new(on_grain(2.0 * half.x), on_grain(2.0 * half.y))))
        }
        _ => None,
    }
}

/// The whole of a thing moved by some tiles: how copies are put beside what they are copies of.
pub fn moved_by(document: &Document, thing: &Thing, by: Vec2, snaps: bool) -> Option<Edit> {
    let parts = match thing.kind {
        ThingKind::Link | ThingKind::Path => thing.handles.iter().map(|handle| handle.part).collect(),
        _ => vec![HandlePart::Whole],
    };
    let edit = |part: HandlePart| moved(document, thing, part, thing.handle(part)? + by, snaps);
    let edits: Vec<Edit> = parts.into_iter().filter_map(edit).collect();
    (!edits.is_empty()).then_some(Edit::Several(edits))
}

/// A direction as a heading, in degrees clockwise from the right.
fn turned(direction: Vec2) -> Option<f32> {
    let angle = direction.try_normalize()?.to_angle().to_degrees().rem_euclid(360.0);
    Some((angle / TURN_GRAIN).round() * TURN_GRAIN % 360.0)
}

/// Where in the text the target of an agent's first order stands.
fn goal_path(document: &Document, agent: &FieldPath) -> FieldPath {
    let order = agent.clone().then("order");
    let is_list = document.source(&order).is_some_and(|text| text.starts_with('['));
    if is_list { order.item(0).item(0) } else { order.item(0) }
}

/// A group of agents in a rectangle of tiles, moved with that rectangle.
fn moved_rectangle(document: &Document, thing: &Thing, to: Vec2) -> Option<Edit> {
    let lattice = &document.level().map.lattice;
    let rectangle = thing.path.clone().then("in");
    let corner = |index: usize| fresh::tile(document.source(&rectangle.clone().item(index))?);
    let corners = [corner(0)?, corner(1)?];
    let moved = shifted(lattice, &corners, thing.handle(HandlePart::Whole)?, to)?;
    let edit = |index: usize| Edit::set(rectangle.clone().item(index), moved[index]);
    Some(Edit::Several(vec![edit(0), edit(1)]))
}

/// A place that is listed by its tiles, all of them moved alike.
fn moved_place(document: &Document, thing: &Thing, to: Vec2) -> Option<Edit> {
    let level = document.level();
    let lattice = &level.map.lattice;
    let tiles = level.places.get(&thing.name)?;
    let value = match &shifted(lattice, tiles, thing.handle(HandlePart::Whole)?, to)?[..] {
        [tile] => Ron::from(*tile),
        tiles => Ron::list(tiles.iter().map(|tile| Ron::from(*tile))),
    };
    Some(Edit::set(tiles_of_place(document, &thing.path), value))
}

/// Tiles moved by as many columns and rows as lie between two points; `None` where they stay, or one would leave the map.
fn shifted(lattice: &Lattice, tiles: &[Cell], from: Vec2, to: Vec2) -> Option<Vec<Cell>> {
    let (from, to) = (lattice.tile_at(from), lattice.tile_at(to));
    let moved: Vec<Cell> = tiles.iter().map(|tile| Cell::new(tile.x + to.x - from.x, tile.y + to.y - from.y)).collect();
    (from != to && moved.iter().all(|tile| lattice.contains(*tile))).then_some(moved)
}

/// The edit that turns a thing clockwise by some degrees; `None` for what has no direction.
pub fn turned_by(document: &Document, thing: &Thing, degrees: f32) -> Option<Edit> {
    let number = |field: &str| -> Option<f32> {
        document.source(&thing.path.clone().then(field)).and_then(|text| text.trim().parse().ok())
    };
    let (field, now) = match thing.kind {
        ThingKind::Agent => {
            let is_left_out = document.span(&thing.path.clone().then("heading")).is_none();
            let default = is_left_out.then_some(footpath::level::AgentStart::HEADING);
            // It may face a place.
            let seen = || turned(thing.handle(HandlePart::Heading)? - thing.handle(HandlePart::Whole)?);
            ("heading", number("heading").or(default).or_else(seen)?)
        }
        ThingKind::Obstacle if thing.handle(HandlePart::Size).is_some() => {
            ("angle", number("angle").unwrap_or_default())
        }
        _ => return None,
    };
    Some(Edit::set(thing.path.clone().then(field), (now + degrees).rem_euclid(360.0)))
}

/// The edit that sends an agent to a point first of all.
pub fn sent(document: &Document, thing: &Thing, to: Vec2, snaps: bool) -> Option<Edit> {
    let level = document.level();
    if thing.kind != ThingKind::Agent {
        return None;
    }
    if thing.handle(HandlePart::Goal).is_some() {
        return moved(document, thing, HandlePart::Goal, to, snaps);
    }
    let order = Ron::parse(&format!("MoveTo({})", Ron::from(&target(&level.map.lattice, to, snaps)))).ok()?;
    let path = thing.path.clone().then("order");
    Some(match document.source(&path) {
        Some(text) if text.starts_with('[') => Edit::Insert { path: path.item(0), value: order },
        Some(text) => Edit::set(path, Ron::list([order, Ron::parse(text).ok()?])),
        None => Edit::set(path, order),
    })
}

/// Whether an agent first does something else than go somewhere.
pub fn has_other_order(document: &Document, thing: &Thing) -> bool {
    let order = thing.path.clone().then("order");
    thing.kind == ThingKind::Agent && thing.handle(HandlePart::Goal).is_none() && document.span(&order).is_some()
}
