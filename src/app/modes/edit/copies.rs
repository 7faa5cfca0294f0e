//! New things, copies of things, and things that are removed: the edits of the level.

use footpath::format::table;
use footpath::grid::Cell;
use footpath::level::edit::{Document, Edit, FieldPath, Ron};
use footpath::level::{Level, Target, Terrain};
use footpath::sorting;
use glam::Vec2;

use super::fresh;
use super::in_words;
use super::shift;
use super::thing::{Thing, ThingKind, letters_of_place, listed_place, things};
use crate::app::modes::edit::actions::New;
use crate::app::modes::play::Game;

/// A new group has at most this many agents: more would hardly be meant by one drag.
const MOST_IN_A_NEW_GROUP: usize = 1000;

/// Agents of a new ring stand this far apart on their circle, in radii of their bodies.
const APART: f32 = 3.0;

/// A name that nothing of a kind has, made from another one.
fn unused(document: &Document, kind: ThingKind, name: &str) -> String {
    let things = things(document);
    let is_taken = |name: &str| {
        let level = document.level();
        let is_area = kind == ThingKind::Terrain && level.map.area_named(name).is_some();
        let has_it = |thing: &Thing| thing.kind == kind && thing.name == name;
        is_area
            || things.iter().any(has_it)
            || level.agents.iter().any(|agent| kind == ThingKind::Agent && agent.name == name)
    };
    let stem = name.trim_end_matches(|letter: char| letter.is_ascii_digit()).trim_end();
    let stem = if stem.is_empty() { kind.name() } else { stem };
    std::iter::once(stem.to_owned())
        .chain((2..).map(|number| format!("{stem} {number}")))
        .find(|name| !is_taken(name))
        .unwrap_or_default()
}

/// Where in the text a new thing of a kind is put: at the end of its list, or under a name of its own.
fn new_path(document: &Document, kind: ThingKind, name: &str) -> FieldPath {
    let field = FieldPath::field(kind.field());
    if kind.has_key() {
        field.key(&unused(document, kind, name))
    } else {
        field.clone().item(document.paths_in(&field).len())
    }
}

/// Adds a new thing between two points of the world; gives where it is then.
///
/// # Errors
/// In words, why there can be none.
pub fn new(
    document: &Document,
    new: New,
    (from, to): (Vec2, Vec2),
    (profile, snaps): (&str, bool),
) -> Result<(FieldPath, Edit), String> {
    let level = document.level();
    let lattice = &level.map.lattice;
    let spot = |at: Vec2| shift::target(lattice, at, snaps);
    let placed = |at: Vec2, more: &[(&'static str, Ron)]| {
        let (field, value) = match spot(at) {
            Target::Tile(tile) => ("tile", Ron::from(tile)),
            Target::Point(point) => ("at", Ron::from(point)),
            Target::Place(name) => ("place", Ron::from(name.as_str())),
        };
        let own = more.iter().take_while(|(name, _)| matches!(*name, "kind" | "profile")).count();
        let fields = more[..own].iter().cloned().chain([(field, value)]).chain(more[own..].iter().cloned());
        Ron::fields(fields)
    };
    let kind = match new {
        New::One(kind) => kind,
        New::Row | New::Ring | New::Block => ThingKind::Agent,
    };
    let path = new_path(document, kind, kind.name());
    let profile_field = ("profile", Ron::from(profile));
    let count = |count: usize| ("count", Ron::from(count.clamp(2, MOST_IN_A_NEW_GROUP) as i32));
    let body = level.profiles.iter().find(|known| known.name == profile).map_or(0.3, |known| known.radius);
    let value = match new {
        New::Row => {
            let step = lattice.tile_size.max(2.2 * body);
            let agents = (from.distance(to) / step) as usize + 1;
            let apart = (to - from).try_normalize().unwrap_or(Vec2::X) * step;
            let apart = Vec2::new(shift::on_grain(apart.x), shift::on_grain(apart.y));
            placed(from, &[profile_field, count(agents), ("row", Ron::from(apart))])
        }
        New::Ring => {
            let radius = shift::on_grain(from.distance(to)).max(2.0 * body);
            let agents = (std::f32::consts::TAU * radius / (APART * body)) as usize;
            placed(from, &[profile_field, count(agents), ("ring", Ron::from(radius))])
        }
        New::Block => {
            let [one, other] = [from, to].map(|at| match shift::target(lattice, at, true) {
                Target::Tile(tile) => tile,
                Target::Point(_) | Target::Place(_) => Cell::new(0, 0),
            });
            let free = super::ground::rectangle(one, other).cells().filter(|tile| level.map.is_walkable(*tile)).count();
            let corners = Ron::list([Ron::from(one), Ron::from(other)]);
            Ron::fields([profile_field, count(free / 2), ("in", corners)])
        }
        New::One(ThingKind::Agent) => placed(from, &[profile_field]),
        New::One(ThingKind::Obstacle) => placed(from, &[("radius", Ron::from(0.4 * lattice.tile_size))]),
        New::One(ThingKind::Zone) => {
            let radius = shift::on_grain(from.distance(to));
            let radius = if radius < 0.5 { 2.0 * lattice.tile_size } else { radius };
            let more = [("kind", Ron::from("danger")), ("radius", Ron::from(radius)), ("strength", Ron::from(5.0))];
            placed(from, &more)
        }
        New::One(ThingKind::Switch) => {
            let Target::Tile(tile) = shift::target(lattice, from, true) else { return Err("off the map".to_owned()) };
            let switch = |named: &str| Ron::fields([("tile", Ron::from(tile)), ("turns", Ron::from(named))]);
            match switchable(level) {
                Some(named) => switch(named),
                None => {
                    let none = "a switch turns a link, or an obstacle with a motion: add one first";
                    let (thing, name) = nameless(document).ok_or(none)?;
                    let named = Edit::set(thing.then("name"), name.as_str());
                    let added = Edit::Insert { path: path.clone(), value: switch(&name) };
                    return Ok((path, Edit::Several(vec![named, added])));
                }
            }
        }
        New::One(ThingKind::Place) => match shift::target(lattice, from, true) {
            Target::Tile(tile) => Ron::from(tile),
            Target::Point(_) | Target::Place(_) => return Err("off the map".to_owned()),
        },
        New::One(kind @ (ThingKind::Path | ThingKind::Link)) => {
            if lattice.tile_at(from) == lattice.tile_at(to) {
                return Err(format!("drag from where the {} begins to where it leads", kind.name()));
            }
            let (from, to) = (Ron::from(&spot(from)), Ron::from(&spot(to)));
            match kind {
                ThingKind::Path => Ron::fields([("points", Ron::list([from, to]))]),
                _ => Ron::fields([("from", from), ("to", to)]),
            }
        }
        New::One(ThingKind::Terrain) => Ron::fields([
            ("walkable", Ron::from(true)),
            ("cost", Ron::from(1.0)),
            ("color", Ron::from(Terrain::COLOR.to_string().as_str())),
        ]),
        New::One(ThingKind::Area) => Ron::fields([("cost", Ron::from(1.0))]),
        New::One(kind @ (ThingKind::Wave | ThingKind::Rule)) => {
            let of = if kind == ThingKind::Wave { &table::WAVE } else { &table::RULE };
            let value = fresh::of_struct(document, of);
            Ron::parse(&value).map_err(|error| error.to_string())?
        }
        New::One(ThingKind::Profile) => Ron::fields([("radius", Ron::from(0.3)), ("speed", Ron::from(3.0))]),
    };
    Ok((path.clone(), Edit::Insert { path, value }))
}

/// Removes what the text has of some things.
pub fn removed(document: &Document, things: &[&Thing]) -> Edit {
    // A place can stand in the legend several times, and in the list too.
    let places = things.iter().filter(|thing| thing.kind == ThingKind::Place);
    let of_places =
        places.flat_map(|place| letters_of_place(document, &place.name).into_iter().chain([listed_place(&place.name)]));
    let paths = things.iter().map(|thing| thing.path.clone()).chain(of_places);
    let written = sorting::set(paths.filter(|path| document.span(path).is_some()));
    // The last of a list first, so that the others keep their places.
    Edit::Several(written.into_iter().rev().map(|path| Edit::Remove { path }).collect())
}

/// A link or an obstacle that a switch could turn if it had a name, and a name for it.
fn nameless(document: &Document) -> Option<(FieldPath, String)> {
    let map = &document.level().map;
    let link = map.links.iter().position(|link| link.name.is_empty()).map(|index| (ThingKind::Link, index));
    let obstacle = map.obstacles.iter().position(|obstacle| obstacle.is_switched() && obstacle.name.is_empty());
    let (kind, index) = link.or(obstacle.map(|index| (ThingKind::Obstacle, index)))?;
    Some((FieldPath::field(kind.field()).item(index), unused(document, kind, kind.name())))
}

/// The name of something that a switch can turn.
fn switchable(level: &Level) -> Option<&str> {
    let links = level.map.links.iter().map(|link| link.name.as_str());
    let obstacles = level.map.obstacles.iter().filter(|obstacle| obstacle.is_switched());
    links.chain(obstacles.map(|obstacle| obstacle.name.as_str())).find(|name| !name.is_empty())
}

/// Things that were copied, and the level as it was then: from the present one they may be gone.
pub struct Copied {
    pub things: Vec<Thing>,
    document: Document,
}

impl Copied {
    /// Copies things; `None` where the level has no text of any.
    pub fn of(document: &Document, things: &[&Thing]) -> Option<Copied> {
        let written = |thing: &&&Thing| document.span(&thing.path).is_some();
        let things: Vec<Thing> = things.iter().filter(written).map(|thing| (*thing).clone()).collect();
        let document = Document::open(&document.file, document.text().to_owned()).ok()?;
        (!things.is_empty()).then_some(Copied { things, document })
    }

    /// The middle of what was copied and has a place of its own, in world units.
    pub fn middle(&self) -> Option<Vec2> {
        let places = || self.things.iter().filter_map(Thing::at);
        let (low, high) = (places().reduce(Vec2::min)?, places().reduce(Vec2::max)?);
        Some(0.5 * (low + high))
    }

    /// Adds everything, `by` world units from where it was copied, as one entry of the history. Gives where in the text what
    /// could be added is then, and what could not, each with the reason in words.
    pub fn paste(&self, game: &mut Game, by: Vec2, snaps: bool) -> (Vec<FieldPath>, Vec<String>) {
        let (mut added, mut refused) = (Vec::new(), Vec::new());
        for thing in &self.things {
            let part = self.added(game.level.history().document(), thing, by, snaps);
            let outcome = part.map_err(str::to_owned).and_then(|(path, edit)| {
                // The first part begins the entry to which the others belong.
                let does = if added.is_empty() { Game::edit } else { Game::extend };
                does(game, "Paste", &edit).map(|()| path).map_err(|error| error.to_string())
            });
            match outcome {
                Ok(path) => added.push(path),
                Err(why) => refused.push(format!("{}: {why}", in_words(&[thing]).unwrap_or_default())),
            }
        }
        (added, refused)
    }

    /// Adds one of the things to a level, `by` world units from where it was copied; gives where in the text it is then.
    ///
    /// # Errors
    /// In words, why it cannot be there.
    fn added(
        &self,
        document: &Document,
        thing: &Thing,
        by: Vec2,
        snaps: bool,
    ) -> Result<(FieldPath, Edit), &'static str> {
        let kind = thing.kind;
        let lattice = &document.level().map.lattice;
        let places = || match kind {
            ThingKind::Link | ThingKind::Path => thing.handles.iter().map(|handle| handle.at).collect(),
            _ => thing.at().into_iter().collect::<Vec<Vec2>>(),
        };
        let moved = shift::moved_by(&self.document, thing, by, snaps).filter(|_| by != Vec2::ZERO);
        let goes_on = |at: &Vec2| lattice.tile_inside(*at + by).is_some();
        let stays = |at: &Vec2| lattice.tile_at(*at) == lattice.tile_at(*at + by);
        // Of what has several tiles, all must be on the map for it to be moved.
        if !places().iter().all(|at| goes_on(at) && (moved.is_some() || stays(at))) {
            return Err("it would lie off the map");
        }
        let source = self.document.source(&thing.path).and_then(|source| Ron::parse(source).ok());
        let path = new_path(document, kind, &thing.name);
        let mut edits = vec![Edit::Insert { path: path.clone(), value: source.ok_or("the level has no text of it")? }];
        if kind == ThingKind::Agent && !thing.name.is_empty() {
            let name = unused(document, kind, &thing.name);
            edits.push(Edit::set(path.clone().then("name"), name.as_str()));
        }
        edits.extend(moved.map(|edit| onto(edit, &thing.path, &path)));
        Ok((path, Edit::Several(edits)))
    }
}

/// An edit of one thing, done to another.
fn onto(edit: Edit, from: &FieldPath, to: &FieldPath) -> Edit {
    match edit {
        Edit::Set { path, value } => Edit::Set { path: path.onto(from, to), value },
        Edit::Put { path, position } => Edit::Put { path: path.onto(from, to), position },
        Edit::Several(edits) => Edit::Several(edits.into_iter().map(|edit| onto(edit, from, to)).collect()),
        edit => edit,
    }
}

/// The list of points through which a path or a link leads.
fn points(thing: &Thing) -> FieldPath {
    thing.path.clone().then(if thing.kind == ThingKind::Link { "through" } else { "points" })
}

/// Adds a point at the end of a path, or the last corner of a link.
pub fn extended(document: &Document, thing: &Thing, at: Vec2, snaps: bool) -> Edit {
    let (points, lattice) = (points(thing), &document.level().map.lattice);
    let count = document.paths_in(&points).len();
    let value = match thing.kind {
        ThingKind::Link => shift::pair(lattice, at, snaps),
        _ => Ron::from(&shift::target(lattice, at, snaps)),
    };
    match count {
        0 => Edit::set(points, Ron::list([value])),
        _ => Edit::Insert { path: points.item(count), value },
    }
}

/// Removes the last point of a path, or the last corner of a link.
pub fn shortened(document: &Document, thing: &Thing) -> Option<Edit> {
    let all = document.paths_in(&points(thing));
    let path = if all.len() == 1 && thing.kind == ThingKind::Link { points(thing) } else { all.last()?.clone() };
    Some(Edit::Remove { path })
}
