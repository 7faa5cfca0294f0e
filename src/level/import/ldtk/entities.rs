//! The entities of a level: agents, places, walls.

use std::collections::{BTreeMap, BTreeSet};

use glam::Vec2;
use serde_json::Value;

use super::super::foreign::Foreign;
use super::super::ground::{GroundKind, means_solid, words};
use super::super::shape;
use super::{Project, list, number, text_of};
use crate::level::{Course, FieldValue, Order, OrderKind, Target, Whom};

/// Words for what walks.
const AGENT: &[&str] = &[
    "agent",
    "character",
    "creature",
    "enemy",
    "guard",
    "hero",
    "mob",
    "monster",
    "npc",
    "player",
    "soldier",
    "unit",
    "villager",
    "walker",
    "zombie",
];
/// Words beside them for where it begins.
const START: &[&str] = &["begin", "init", "place", "point", "position", "spawn", "spawner", "spawnpoint", "start"];
/// Words for a field that says along which points something goes.
const PATH: &[&str] = &["patrol", "path", "route", "waypoint"];

/// An entity, with lengths in tiles.
struct Entity<'w> {
    instance: &'w Value,
    name: &'w str,
    from: Vec2,
    size: Vec2,
    is_round: bool,
    /// Whether it is marked as a wall.
    is_solid: bool,
    is_agent: bool,
    definition: &'w Value,
}

impl<'w> Entity<'w> {
    /// Reads an entity of a layer that begins at `offset`, in pixels, on a map whose tiles have sides of `grid` pixels.
    fn read(map: &mut Foreign, project: &Project<'w>, instance: &'w Value, offset: Vec2, grid: f32) -> Entity<'w> {
        let definition = project.definition("entities", "uid", &instance["defUid"]);
        // Before version 0.8 only the definition says how large it is.
        let own = |key: &str| number(if instance[key].is_null() { &definition[key] } else { &instance[key] });
        let size = Vec2::new(own("width"), own("height")) / grid;
        let pivot = match instance["__pivot"].as_array() {
            Some(_) => Vec2::new(number(&instance["__pivot"][0]), number(&instance["__pivot"][1])),
            None => Vec2::new(number(&definition["pivotX"]), number(&definition["pivotY"])),
        };
        let at = match instance["px"].as_array() {
            Some(_) => Vec2::new(number(&instance["px"][0]), number(&instance["px"][1])),
            None => Vec2::new(number(&instance["x"]), number(&instance["y"])),
        };
        let name = text_of(&instance["__identifier"]);
        let tags = || [&instance["__tags"], &definition["tags"]].into_iter().flat_map(list).map(text_of);
        let is_agent = is_agent(name) || map.is_profile(name) || tags().any(is_agent);
        let is_marked = !is_agent && (means_solid(name) || tags().any(means_solid));
        Entity {
            instance,
            name,
            from: (offset + at) / grid - pivot * size,
            size,
            is_round: definition["renderMode"] == "Ellipse",
            is_solid: map.wanted(name).unwrap_or(is_marked),
            is_agent,
            definition,
        }
    }

    fn middle(&self) -> Vec2 {
        self.from + 0.5 * self.size
    }

    fn fields(&self) -> &'w [Value] {
        list(&self.instance["fieldInstances"])
    }

    /// What a field says, by its name in any case.
    fn text(&self, name: &str) -> Option<&'w str> {
        let mut named = self.fields().iter().filter(|field| text_of(&field["__identifier"]).eq_ignore_ascii_case(name));
        named.next().and_then(|field| field["__value"].as_str()).filter(|text| !text.trim().is_empty())
    }

    /// What the place is called that it marks.
    fn place(&self) -> &'w str {
        self.text("name").unwrap_or(self.name)
    }

    fn corners(&self) -> Vec<Vec2> {
        let corners = if self.is_round { shape::ellipse(self.size) } else { shape::rectangle(self.size) };
        corners.into_iter().map(|corner| corner + self.from).collect()
    }

    /// How the editor shows a field.
    fn shown_as(&self, field: &Value) -> &'w str {
        let definitions = list(&self.definition["fieldDefs"]).iter();
        let mut own = definitions.filter(|definition| definition["identifier"] == field["__identifier"]);
        own.next().map_or("", |definition| text_of(&definition["editorDisplayMode"]))
    }
}

/// Whether a name is that of something that walks, or of where it begins: `Player`, `EnemySpawn`.
fn is_agent(name: &str) -> bool {
    let words = words(name);
    let mut told = words.iter().filter(|word| !word.is_empty() && !START.contains(&word.as_str()));
    told.next_back().is_some_and(|word| AGENT.contains(&word.strip_suffix('s').unwrap_or(word)))
}

fn is_path(name: &str) -> bool {
    words(name).iter().any(|word| PATH.contains(&word.strip_suffix('s').unwrap_or(word)))
}

/// Puts the entities of all layers on a map whose tiles have sides of `grid` pixels: agents, with where they go; walls; and
/// places. Hidden layers are left out.
pub(super) fn put(map: &mut Foreign, project: &Project, instances: &[Value], grid: f32) {
    let mut entities = Vec::new();
    for layer in instances {
        let all = list(&layer["entityInstances"]);
        if layer["visible"] == false && !all.is_empty() {
            let name = text_of(&layer["__identifier"]);
            map.leave_out(format!("the entities of the layer {name:?}, which is hidden: show it in LDtk"));
            continue;
        }
        let offset = Vec2::new(number(&layer["__pxTotalOffsetX"]), number(&layer["__pxTotalOffsetY"]));
        // The points of fields are cells of this layer.
        let cell = super::layers::grid_of(layer) / grid;
        let read = all.iter().map(|instance| Entity::read(map, project, instance, offset, grid));
        entities.extend(read.map(|entity| (entity, offset / grid, cell)).collect::<Vec<_>>());
    }
    let known = ReferenceTargets::of(&entities.iter().map(|(entity, ..)| entity).collect::<Vec<_>>());
    let mut left_out = LeftOutFields::new();
    for (entity, offset, cell) in &entities {
        let points = |value: &Value| {
            let point = Vec2::new(number(&value["cx"]), number(&value["cy"])) + 0.5;
            (value["cx"].is_number() && value["cy"].is_number()).then(|| *offset + point * *cell)
        };
        if entity.is_agent {
            put_agent(map, entity, &known, &points, &mut left_out);
        } else {
            put_thing(map, entity, &points, &mut left_out);
        }
    }
    for (kind, fields) in left_out {
        let fields: Vec<&str> = fields.into_iter().collect();
        map.leave_out(format!("fields of entities {kind:?} that nothing in a level is like: {}", fields.join(", ")));
    }
}

/// The fields that are left out of each kind of entity.
type LeftOutFields<'w> = BTreeMap<&'w str, BTreeSet<&'w str>>;

/// What other entities can refer to.
struct ReferenceTargets<'w> {
    /// The number of each agent by its identifier.
    agents: BTreeMap<&'w str, u32>,
    /// The place of each other entity, and its middle.
    places: BTreeMap<&'w str, Target>,
}

impl<'w> ReferenceTargets<'w> {
    fn of(entities: &[&Entity<'w>]) -> ReferenceTargets<'w> {
        let mut known = ReferenceTargets { agents: BTreeMap::new(), places: BTreeMap::new() };
        let (mut once, mut often) = (BTreeSet::new(), BTreeSet::new());
        for entity in entities.iter().filter(|entity| !entity.is_agent) {
            if !once.insert(entity.place()) {
                often.insert(entity.place());
            }
        }
        let mut agents = 0;
        for entity in entities {
            let id = text_of(&entity.instance["iid"]);
            if entity.is_agent && entity.middle().is_finite() {
                known.agents.insert(id, agents);
                agents += 1;
            } else if !entity.is_agent {
                // A name that several share would lead to any of them.
                let is_own = !entity.is_solid && !often.contains(entity.place());
                let place = || Target::Place(entity.place().trim().to_owned());
                known.places.insert(id, if is_own { place() } else { Target::Point(entity.middle()) });
            }
        }
        known
    }

    /// The order to go where a reference leads; `None` if that is not in this level.
    fn order(&self, reference: &Value) -> Option<Order> {
        let id = reference["entityIid"].as_str().or_else(|| reference.as_str())?;
        let follow = |&agent: &u32| OrderKind::named("Follow")?.with(FieldValue::Whom(Whom::Agent(agent)));
        self.agents.get(id).and_then(follow).or_else(|| self.places.get(id).cloned().map(Order::MoveTo))
    }
}

/// Puts an agent, with its name, profile and heading, and with where its fields send it.
fn put_agent<'w>(
    map: &mut Foreign,
    entity: &Entity<'w>,
    known: &ReferenceTargets,
    point: &dyn Fn(&Value) -> Option<Vec2>,
    left_out: &mut LeftOutFields<'w>,
) {
    let (mut orders, mut heading) = (Vec::new(), None);
    let kind = entity.name;
    for field in entity.fields() {
        let (name, value) = (text_of(&field["__identifier"]), &field["__value"]);
        let of_kind = text_of(&field["__type"]);
        let points: Vec<Vec2> = list(value).iter().filter_map(point).collect();
        let is_lasting = orders.last().is_some_and(Order::is_roving);
        if value.is_null() || list(value).is_empty() && value.is_array() || is_named(name, &["name", "profile"]) {
            continue;
        } else if is_named(name, &["heading", "angle", "rotation"]) && value.is_number() {
            heading = Some(number(value));
        } else if is_lasting && (of_kind.contains("Point") || of_kind.contains("EntityRef")) {
            map.leave_out(format!("the field {name:?} of agents {kind:?}: the order before it does not end"));
        } else if of_kind == "Array<Point>" || (of_kind == "Point" && is_path(name)) {
            let points = if points.is_empty() { point(value).into_iter().collect() } else { points };
            let own = entity.text("name").map_or_else(|| format!("{kind} {name}"), |own| format!("{own} {name}"));
            orders.extend(put_path(map, entity, field, &own, &points).map(Order::Patrol));
        } else if let Some(point) = point(value) {
            orders.push(Order::MoveTo(Target::Point(map.in_level(point))));
        } else if of_kind == "EntityRef" || of_kind == "Array<EntityRef>" {
            let references = if value.is_array() { list(value) } else { std::slice::from_ref(value) };
            for reference in references {
                match known.order(reference) {
                    Some(Order::MoveTo(Target::Point(point))) => {
                        orders.push(Order::MoveTo(Target::Point(map.in_level(point))))
                    }
                    Some(order) if !orders.last().is_some_and(Order::is_roving) => orders.push(order),
                    Some(_) => map.leave_out(format!(
                        "targets in the field {name:?} of agents {kind:?} behind one that is followed"
                    )),
                    None => map.leave_out(format!(
                        "the target in the field {name:?} of agents {kind:?}: it is in another level"
                    )),
                }
            }
        } else {
            left_out.entry(kind).or_default().insert(name);
        }
    }
    let profile = entity.text("profile").map(str::to_owned).or_else(|| map.is_profile(kind).then(|| kind.to_owned()));
    if let Some(agent) = map.agent(entity.text("name").unwrap_or(""), profile.as_deref(), entity.middle()) {
        agent.heading = heading.unwrap_or(agent.heading);
        agent.orders = orders;
    }
}

/// Puts an entity that is no agent: a wall, or a place with its paths.
fn put_thing<'w>(
    map: &mut Foreign,
    entity: &Entity<'w>,
    point: &dyn Fn(&Value) -> Option<Vec2>,
    left_out: &mut LeftOutFields<'w>,
) {
    if entity.is_solid {
        let kind = GroundKind { name: entity.name.to_owned(), is_solid: Some(true), ..GroundKind::default() };
        let ground = map.ground(kind, || super::color(&entity.definition["color"]));
        _ = map.put_shape(&entity.corners(), ground);
    } else if entity.is_round {
        map.place_shape(entity.place(), &entity.corners());
    } else {
        map.place(entity.place(), entity.from, entity.from + entity.size);
    }
    for field in entity.fields() {
        let (name, value) = (text_of(&field["__identifier"]), &field["__value"]);
        let points: Vec<Vec2> = list(value).iter().filter_map(point).collect();
        if !points.is_empty() && is_path(name) {
            let own = format!("{} {name}", entity.place());
            _ = put_path(map, entity, field, &own, &points);
        } else if !value.is_null() && !is_named(name, &["name"]) {
            left_out.entry(entity.name).or_default().insert(name);
        }
    }
}

/// Adds the points of a field as a patrol path; gives its name. Where the editor draws a line from the entity to them, or
/// where there is one only, the entity's own place is the first.
fn put_path(map: &mut Foreign, entity: &Entity, field: &Value, name: &str, points: &[Vec2]) -> Option<String> {
    let shown = entity.shown_as(field);
    let begins_there = points.len() < 2 || shown.starts_with("PointPath");
    let first = begins_there.then(|| entity.middle());
    let points: Vec<Vec2> = first.into_iter().chain(points.iter().copied()).collect();
    map.path(name, &points, if shown == "PointPathLoop" { Course::Loop } else { Course::BackAndForth })
}

fn is_named(name: &str, known: &[&str]) -> bool {
    known.iter().any(|known| name.eq_ignore_ascii_case(known))
}
