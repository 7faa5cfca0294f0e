//! The things of a level that can be selected and changed: what each is, where in the text it stands, and by which handles
//! it is moved.

use footpath::format::table::{self, Field};
use footpath::grid::Cell;
use footpath::level::edit::{Document, FieldPath};
use footpath::level::{Condition, Effect, Extent, Level, Order, PatrolPoint, Shape, Target};
use glam::{Vec2, vec2};

use super::fresh;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ThingKind {
    Agent,
    Obstacle,
    Path,
    Link,
    Zone,
    Switch,
    Place,
    Terrain,
    Area,
    Profile,
    Wave,
    Rule,
}

impl ThingKind {
    /// What one is called.
    pub fn name(self) -> &'static str {
        match self {
            ThingKind::Agent => "agent",
            ThingKind::Obstacle => "obstacle",
            ThingKind::Path => "path",
            ThingKind::Link => "link",
            ThingKind::Zone => "zone",
            ThingKind::Switch => "switch",
            ThingKind::Place => "place",
            ThingKind::Terrain => "terrain",
            ThingKind::Area => "area",
            ThingKind::Profile => "profile",
            ThingKind::Wave => "wave",
            ThingKind::Rule => "rule",
        }
    }

    /// The field of a level in which they stand.
    pub fn field(self) -> &'static str {
        match self {
            ThingKind::Agent => "agents",
            ThingKind::Obstacle => "obstacles",
            ThingKind::Path => "paths",
            ThingKind::Link => "links",
            ThingKind::Zone => "zones",
            ThingKind::Switch => "switches",
            ThingKind::Place => "places",
            ThingKind::Terrain => "terrains",
            ThingKind::Area => "areas",
            ThingKind::Profile => "profiles",
            ThingKind::Wave => "waves",
            ThingKind::Rule => "rules",
        }
    }

    /// Whether the level calls each by a name that stands before it.
    pub fn has_key(self) -> bool {
        !matches!(
            self,
            ThingKind::Agent
                | ThingKind::Obstacle
                | ThingKind::Link
                | ThingKind::Switch
                | ThingKind::Wave
                | ThingKind::Rule
        )
    }

    /// Whether they are somewhere on the map.
    pub fn is_on_map(self) -> bool {
        !matches!(self, ThingKind::Terrain | ThingKind::Area | ThingKind::Profile | ThingKind::Wave | ThingKind::Rule)
    }

    /// Whether they lead through points of which there can be more or fewer.
    pub fn leads_through(self) -> bool {
        matches!(self, ThingKind::Path | ThingKind::Link)
    }

    /// Whether their order counts, so that one can be moved among the others.
    pub fn is_in_order(self) -> bool {
        matches!(self, ThingKind::Wave | ThingKind::Rule)
    }

    /// Their fields; those of profiles stand in a table of their own.
    pub fn fields(self) -> &'static [Field] {
        match self {
            ThingKind::Agent => table::AGENT.fields,
            ThingKind::Obstacle => table::OBSTACLE.fields,
            ThingKind::Path => table::PATH.fields,
            ThingKind::Link => table::LINK.fields,
            ThingKind::Zone => table::ZONE.fields,
            ThingKind::Switch => table::SWITCH.fields,
            ThingKind::Terrain => table::TERRAIN.fields,
            ThingKind::Area => table::AREA.fields,
            ThingKind::Wave => table::WAVE.fields,
            ThingKind::Rule => table::RULE.fields,
            ThingKind::Place => table::MARKED_PLACE.fields,
            ThingKind::Profile => &[],
        }
    }
}

/// A thing of the level.
#[derive(Clone, Debug, PartialEq)]
pub struct Thing {
    pub kind: ThingKind,
    /// Where in the text it stands.
    pub path: FieldPath,
    /// Its name; empty if it has none.
    pub name: String,
    /// What else a list says of it.
    pub about: String,
    /// By what it is moved, the whole of it first; empty where it has no place of its own.
    pub handles: Vec<Handle>,
    /// For a group of agents, where each stands.
    pub members: Vec<Vec2>,
}

/// Something by which a thing can be taken.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Handle {
    pub part: HandlePart,
    /// Where it is, in world units.
    pub at: Vec2,
}

/// What a handle moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HandlePart {
    /// The whole thing.
    Whole,
    /// The direction in which an agent faces.
    Heading,
    /// Where an agent is sent first.
    Goal,
    /// The beginning of a link.
    From,
    /// The end of a link.
    To,
    /// A point of a path.
    Point(usize),
    /// A point to which an obstacle moves.
    Stop(usize),
    /// A corner of a zone, a link, or the rectangle in which agents begin.
    Corner(usize),
    /// The radius of a zone or an obstacle.
    Radius,
    /// The size of a box.
    Size,
}

impl HandlePart {
    /// Whether it can be seen and taken only while its thing is selected.
    pub fn is_fine(self) -> bool {
        matches!(
            self,
            HandlePart::Heading | HandlePart::Corner(_) | HandlePart::Radius | HandlePart::Size | HandlePart::Stop(_)
        )
    }
}

impl Thing {
    /// What a list calls it.
    pub fn title(&self) -> String {
        match (self.name.is_empty(), self.about.is_empty()) {
            (false, true) => self.name.clone(),
            (false, false) => format!("{} · {}", self.name, self.about),
            (true, false) => format!("{} · {}", self.kind.name(), self.about),
            (true, true) => self.kind.name().to_owned(),
        }
    }

    /// Where it is, in world units, if it is somewhere.
    pub fn at(&self) -> Option<Vec2> {
        let first = self.handles.first().map(|handle| handle.at);
        first.or_else(|| self.members.first().copied())
    }

    /// Where a handle is drawn and taken at a scale in pixels for a world unit: that of a heading never so near to its agent
    /// that they cover each other.
    pub fn shown(&self, handle: &Handle, scale: f32) -> Vec2 {
        match self.handle(HandlePart::Whole) {
            Some(whole) if handle.part == HandlePart::Heading => {
                let by = handle.at - whole;
                whole + by.normalize_or_zero() * by.length().max(LEAST_APART / scale)
            }
            _ => handle.at,
        }
    }

    /// Where one of its handles is.
    pub fn handle(&self, part: HandlePart) -> Option<Vec2> {
        self.handles.iter().find(|handle| handle.part == part).map(|handle| handle.at)
    }
}

/// How far the handle of a heading is from its agent at least, in pixels.
const LEAST_APART: f32 = 30.0;

/// How far in front of an agent the handle of its heading is, in radii of its body.
const HEADING_AT: f32 = 2.2;

/// Every thing of a level, in the order of the kinds.
pub fn things(document: &Document) -> Vec<Thing> {
    let level = document.level();
    let mut things = agents(document, level);
    things.extend(obstacles(level));
    // Patrol paths that stand inside an order are changed there.
    things.extend(paths(level).filter(|path| document.span(&path.path).is_some()));
    things.extend(links(level));
    things.extend(zones(level));
    things.extend(switches(level));
    things.extend(places(document, level));
    let named = |kind: ThingKind, name: &str, about: String| Thing {
        kind,
        path: FieldPath::field(kind.field()).key(name),
        name: name.to_owned(),
        about,
        handles: Vec::new(),
        members: Vec::new(),
    };
    things.extend(level.map.terrains.iter().map(|terrain| {
        let about = if terrain.walkable { format!("cost {}", terrain.cost) } else { "closed".to_owned() };
        named(ThingKind::Terrain, &terrain.name, about)
    }));
    let own_area = |name: &str| level.map.terrains.iter().any(|terrain| terrain.name == name);
    let areas = level.map.areas.iter().filter(|area| !own_area(&area.name) && area.name != "not walkable");
    things.extend(areas.map(|area| named(ThingKind::Area, &area.name, format!("cost {}", area.cost))));
    things.extend(level.profiles.iter().map(|profile| {
        named(ThingKind::Profile, &profile.name, format!("radius {}, speed {}", profile.radius, profile.speed))
    }));
    let listed = |kind: ThingKind, index: usize, about: String| Thing {
        kind,
        path: FieldPath::field(kind.field()).item(index),
        name: String::new(),
        about,
        handles: Vec::new(),
        members: Vec::new(),
    };
    things.extend(level.waves.iter().enumerate().map(|(index, wave)| {
        let whose = wave.team.as_deref().unwrap_or(&level.profiles[wave.profile].name);
        listed(ThingKind::Wave, index, format!("{} x {whose} at {} s", wave.count, wave.at))
    }));
    things.extend(level.rules.iter().enumerate().map(|(index, rule)| {
        let effects: Vec<String> = rule.then.iter().map(effect_in_short).collect();
        listed(ThingKind::Rule, index, format!("{}: {}", condition_in_short(&rule.when), effects.join(", ")))
    }));
    things
}

/// A condition by its name and what it is about, so that rules of one kind are told apart.
fn condition_in_short(condition: &Condition) -> String {
    let about = match condition {
        Condition::Enters { place, .. }
        | Condition::Leaves { place, .. }
        | Condition::Inside { place, .. }
        | Condition::Entered { place, .. } => place.clone(),
        Condition::After { time } | Condition::Every { time } => format!("{time} s"),
        Condition::Switched { name, .. } => name.clone(),
        Condition::All { of } => return of.iter().map(condition_in_short).collect::<Vec<_>>().join(" and "),
        _ => return condition.name().to_owned(),
    };
    format!("{} {about}", condition.name())
}

/// An effect by its name and what it is about, so that rules of one kind are told apart.
fn effect_in_short(effect: &Effect) -> String {
    let about = match effect {
        Effect::Switch { name, .. } => name,
        Effect::Paint { place, .. } => place,
        _ => return effect.name().to_owned(),
    };
    format!("{} {about}", effect.name())
}

fn agents(document: &Document, level: &Level) -> Vec<Thing> {
    let mut first = 0;
    let entries = document.paths_in(&FieldPath::field(ThingKind::Agent.field()));
    let thing = |path: FieldPath| {
        let count = document.source(&path.clone().then("count")).and_then(|text| text.trim().parse::<usize>().ok());
        let starts = level.agents.get(first..first + count.unwrap_or(1)).unwrap_or_default();
        first += starts.len();
        let start = starts.first()?;
        let profile = &level.profiles[start.profile];
        let whole = match document.source(&path.clone().then("ring")) {
            // The middle of the circle on which they stand evenly.
            Some(_) => starts.iter().map(|start| start.position).sum::<Vec2>() / starts.len() as f32,
            None => start.position,
        };
        let mut handles = vec![Handle { part: HandlePart::Whole, at: whole }];
        if count.is_none() {
            let ahead = Vec2::from_angle(start.heading.to_radians()) * HEADING_AT * profile.radius;
            handles.push(Handle { part: HandlePart::Heading, at: start.position + ahead });
        }
        if let Some(Order::MoveTo(target)) = start.orders.first() {
            handles.extend(point_of(level, target).map(|at| Handle { part: HandlePart::Goal, at }));
        }
        let about = match count {
            Some(count) => format!("{count} x {}", profile.name),
            None => profile.name.clone(),
        };
        let name = document.source(&path.clone().then("name")).map(|_| start.name.clone()).unwrap_or_default();
        // The agents of a group have a number behind its name.
        let name = match count {
            Some(_) => name.rsplit_once(' ').map_or(name.clone(), |(name, _)| name.to_owned()),
            None => name,
        };
        let members = count.map(|_| starts.iter().map(|start| start.position).collect()).unwrap_or_default();
        handles.extend((0..2).filter_map(|index| {
            let tile = fresh::tile(document.source(&path.clone().then("in").item(index))?)?;
            Some(Handle { part: HandlePart::Corner(index), at: level.map.lattice.centre(tile) })
        }));
        Some(Thing { kind: ThingKind::Agent, path, name, about, handles, members })
    };
    entries.into_iter().filter_map(thing).collect()
}

fn obstacles(level: &Level) -> impl Iterator<Item = Thing> {
    level.map.obstacles.iter().enumerate().map(|(index, obstacle)| {
        let mut handles = vec![Handle { part: HandlePart::Whole, at: obstacle.at }];
        let (part, aside) = match obstacle.shape {
            Shape::Circle(radius) => (HandlePart::Radius, vec2(radius, 0.0)),
            Shape::Box { half, along } => (HandlePart::Size, half.x * along + half.y * along.perp()),
        };
        handles.push(Handle { part, at: obstacle.at + aside });
        let stops = obstacle.motion.iter().flat_map(|motion| &motion.to);
        handles.extend(stops.enumerate().map(|(stop, at)| Handle { part: HandlePart::Stop(stop), at: *at }));
        Thing {
            kind: ThingKind::Obstacle,
            path: FieldPath::field(ThingKind::Obstacle.field()).item(index),
            name: obstacle.name.clone(),
            about: match obstacle.shape {
                Shape::Circle(radius) => format!("radius {radius}"),
                Shape::Box { half, .. } => format!("{} x {}", 2.0 * half.x, 2.0 * half.y),
            },
            handles,
            members: Vec::new(),
        }
    })
}

fn paths(level: &Level) -> impl Iterator<Item = Thing> {
    level.paths.iter().map(|path| {
        let place = |point: &PatrolPoint| match point {
            PatrolPoint::Target(target) => point_of(level, target),
            PatrolPoint::Agent(agent) => level.agents.get(*agent as usize).map(|agent| agent.position),
            PatrolPoint::Obstacle(name) => {
                level.map.obstacles.iter().find(|obstacle| obstacle.name == *name).map(|obstacle| obstacle.at)
            }
        };
        let handle = |(index, point)| Some(Handle { part: HandlePart::Point(index), at: place(point)? });
        Thing {
            kind: ThingKind::Path,
            path: FieldPath::field(ThingKind::Path.field()).key(&path.name),
            name: path.name.clone(),
            about: format!("{} points", path.points.len()),
            handles: path.points.iter().enumerate().filter_map(handle).collect(),
            members: Vec::new(),
        }
    })
}

fn links(level: &Level) -> impl Iterator<Item = Thing> {
    level.map.links.iter().enumerate().map(|(index, link)| Thing {
        kind: ThingKind::Link,
        path: FieldPath::field(ThingKind::Link.field()).item(index),
        name: link.name.clone(),
        about: link.kind.name().to_owned(),
        handles: [Handle { part: HandlePart::From, at: link.from }, Handle { part: HandlePart::To, at: link.to }]
            .into_iter()
            .chain(corners(&link.through))
            .collect(),
        members: Vec::new(),
    })
}

fn corners(points: &[Vec2]) -> impl Iterator<Item = Handle> {
    points.iter().enumerate().map(|(index, at)| Handle { part: HandlePart::Corner(index), at: *at })
}

fn zones(level: &Level) -> impl Iterator<Item = Thing> {
    level.zones.iter().map(|zone| {
        let handles = match &zone.extent {
            Extent::Circle { at, radius } => {
                vec![
                    Handle { part: HandlePart::Whole, at: *at },
                    Handle { part: HandlePart::Radius, at: *at + vec2(*radius, 0.0) },
                ]
            }
            Extent::Polygon(corners) => {
                let middle = corners.iter().sum::<Vec2>() / corners.len() as f32;
                std::iter::once(Handle { part: HandlePart::Whole, at: middle }).chain(self::corners(corners)).collect()
            }
            Extent::Riding { .. } => Vec::new(),
        };
        Thing {
            kind: ThingKind::Zone,
            path: FieldPath::field(ThingKind::Zone.field()).key(&zone.name),
            name: zone.name.clone(),
            about: format!("{:?} {}", zone.kind, zone.strength).to_lowercase(),
            handles,
            members: Vec::new(),
        }
    })
}

fn switches(level: &Level) -> impl Iterator<Item = Thing> {
    level.switches.iter().enumerate().map(|(index, switch)| Thing {
        kind: ThingKind::Switch,
        path: FieldPath::field(ThingKind::Switch.field()).item(index),
        name: String::new(),
        about: format!("turns {}", switch.turns),
        handles: vec![Handle { part: HandlePart::Whole, at: level.map.lattice.centre(switch.tile) }],
        members: Vec::new(),
    })
}

/// Places have a name of their own in `places`, or are named by the entries of the legend by which they are drawn.
fn places(document: &Document, level: &Level) -> Vec<Thing> {
    let place = |(name, tiles): (&String, &Vec<Cell>)| {
        let listed = listed_place(name);
        let is_listed = document.span(&tiles_of_place(document, &listed)).is_some();
        let path = if is_listed { Some(listed) } else { letters_of_place(document, name).into_iter().next() };
        let at = middle(level, tiles);
        Some(Thing {
            kind: ThingKind::Place,
            path: path?,
            name: name.clone(),
            about: if tiles.len() == 1 { String::new() } else { format!("{} tiles", tiles.len()) },
            handles: vec![Handle { part: HandlePart::Whole, at }].into_iter().filter(|_| is_listed).collect(),
            members: if is_listed { Vec::new() } else { vec![at] },
        })
    };
    level.places.iter().filter_map(place).collect()
}

/// Where in the text a place is listed that is not drawn, or of which programs keep something.
pub fn listed_place(name: &str) -> FieldPath {
    FieldPath::field(ThingKind::Place.field()).key(name)
}

/// Where in the legend characters name a place.
pub fn letters_of_place(document: &Document, name: &str) -> Vec<FieldPath> {
    let letters = document.paths_in(&FieldPath::field("legend")).into_iter().map(|letter| letter.then("place"));
    let names = |letter: &FieldPath| document.source(letter).is_some_and(|text| text.trim_matches('"') == name);
    letters.filter(names).collect()
}

/// Where in the text the tiles of a place stand that is listed under a path: all of it is tiles, unless it is a struct.
pub fn tiles_of_place(document: &Document, place: &FieldPath) -> FieldPath {
    let is_struct = ["tiles", "user"].iter().any(|field| document.span(&place.clone().then(field)).is_some());
    if is_struct { place.clone().then("tiles") } else { place.clone() }
}

/// The middle of the tile of a place that is nearest to the mean of them.
fn middle(level: &Level, tiles: &[Cell]) -> Vec2 {
    let lattice = &level.map.lattice;
    let mean = tiles.iter().map(|tile| lattice.centre(*tile)).sum::<Vec2>() / tiles.len().max(1) as f32;
    let centres = tiles.iter().map(|tile| lattice.centre(*tile));
    centres.min_by(|a, b| a.distance_squared(mean).total_cmp(&b.distance_squared(mean))).unwrap_or(mean)
}

/// Where a target is, in world units.
pub fn point_of(level: &Level, target: &Target) -> Option<Vec2> {
    match target {
        Target::Tile(tile) => Some(level.map.lattice.centre(*tile)),
        Target::Point(point) => Some(*point),
        Target::Place(name) => level.places.get(name).map(|tiles| middle(level, tiles)),
    }
}
