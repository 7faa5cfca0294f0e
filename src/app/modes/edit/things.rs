//! Every thing of the level, and which are selected.

use footpath::grid::Cell;
use footpath::level::edit::{Document, FieldPath};
use footpath::level::{AgentStart, Level};
use footpath::segment::distance_to_segment;
use glam::Vec2;

use super::fresh::SpotNotation;
use super::rows::PropertyRow;
use super::thing::{self, HandlePart, Thing, ThingKind};

/// How near to a handle a press must be to take it, in pixels.
const REACH: f32 = 14.0;

/// The things of one version of the level's text.
#[derive(Default)]
pub struct Things {
    all: Vec<Thing>,
    /// The version of the text whose things these are.
    version: (u64, u64),
    selected: Vec<FieldPath>,
    /// The kinds that are locked: on the map, nothing of them is picked.
    locked: Vec<ThingKind>,
}

impl Things {
    /// Every thing, in the order of the list.
    pub fn all(&self) -> &[Thing] {
        &self.all
    }

    /// The things that a press or a box on the map picks.
    pub fn to_pick(&self) -> impl Iterator<Item = &Thing> {
        self.all.iter().filter(|thing| thing.kind.is_on_map() && !self.is_locked(thing.kind))
    }

    /// Whether nothing of a kind is picked on the map.
    pub fn is_locked(&self, kind: ThingKind) -> bool {
        self.locked.contains(&kind)
    }

    /// Locks a kind, or no longer.
    pub fn toggle_lock(&mut self, kind: ThingKind) {
        match self.locked.iter().position(|locked| *locked == kind) {
            Some(index) => _ = self.locked.remove(index),
            None => self.locked.push(kind),
        }
    }

    /// The thing with a path.
    pub fn find(&self, path: &FieldPath) -> Option<&Thing> {
        self.all.iter().find(|thing| thing.path == *path)
    }

    /// The paths of what is selected in the text of the level.
    pub fn selected(&self) -> &[FieldPath] {
        &self.selected
    }

    /// The things that are selected.
    pub fn selection(&self) -> Vec<&Thing> {
        self.all.iter().filter(|thing| self.is_selected(&thing.path)).collect()
    }

    /// Whether the thing with a path is selected.
    pub fn is_selected(&self, path: &FieldPath) -> bool {
        self.selected.contains(path)
    }

    /// Whether what is selected is of one kind.
    pub fn is_of_one_kind(&self) -> bool {
        self.selection().windows(2).all(|pair| pair[0].kind == pair[1].kind)
    }

    /// Looks at the level again if this is another version of it; what is gone is selected no longer.
    pub fn refresh(&mut self, document: &Document, version: (u64, u64)) {
        if self.version == version && !self.all.is_empty() {
            return;
        }
        self.version = version;
        self.all = thing::things(document);
        let all = &self.all;
        self.selected.retain(|path| all.iter().any(|thing| thing.path == *path));
    }

    /// Selects these and nothing else.
    pub fn select(&mut self, paths: Vec<FieldPath>) {
        self.selected = paths;
    }

    /// Selects one more.
    pub fn add(&mut self, path: FieldPath) {
        if !self.is_selected(&path) {
            self.selected.push(path);
        }
    }

    /// Selects one more, or no longer.
    pub fn toggle(&mut self, path: FieldPath) {
        match self.selected.iter().position(|selected| *selected == path) {
            Some(index) => _ = self.selected.remove(index),
            None => self.selected.push(path),
        }
    }

    /// Selects nothing.
    pub fn deselect(&mut self) {
        self.selected.clear();
    }

    /// Selects what can be picked between two corners, and no longer what was selected before unless it `adds`.
    pub fn select_in(&mut self, corners: Option<(Vec2, Vec2)>, adds: bool) {
        if !adds {
            self.deselect();
        }
        let is_inside = |thing: &&Thing| {
            let at = thing.at().zip(corners);
            at.is_some_and(|(at, (low, high))| at.cmpge(low).all() && at.cmple(high).all())
        };
        let inside: Vec<FieldPath> = self.to_pick().filter(is_inside).map(|thing| thing.path.clone()).collect();
        inside.into_iter().for_each(|path| self.add(path));
    }

    /// The corners between which everything lies that is selected; `None` where nothing of it is on the map.
    pub fn bounds_of_selection(&self) -> Option<(Vec2, Vec2)> {
        let selection = self.selection();
        let points = || {
            selection
                .iter()
                .flat_map(|thing| thing.handles.iter().map(|handle| handle.at).chain(thing.members.iter().copied()))
        };
        points().reduce(Vec2::min).zip(points().reduce(Vec2::max))
    }

    /// The handle of one of some things at a point of the world: the nearest within reach, that of a selected thing before
    /// others. `scale`: the pixels of a unit of the world.
    pub fn handle_at<'t>(
        &self,
        at: Vec2,
        scale: f32,
        things: impl Iterator<Item = &'t Thing>,
    ) -> Option<(&'t Thing, HandlePart)> {
        let reach = REACH / scale;
        let is_selected = |thing: &Thing| self.is_selected(&thing.path);
        let handles = things.flat_map(|thing| {
            let members = thing.members.iter().map(|at| (HandlePart::Whole, *at));
            let handles = thing.handles.iter().map(|handle| (handle.part, thing.shown(handle, scale)));
            handles.chain(members).map(move |part| (thing, part))
        });
        handles
            .filter(|(thing, (part, _))| is_selected(thing) || !part.is_fine())
            .map(|(thing, (part, place))| (thing, part, place.distance(at)))
            .filter(|(.., distance)| *distance <= reach)
            .min_by(|one, other| {
                let rank = |(thing, _, distance): &(&Thing, HandlePart, f32)| (!is_selected(thing), *distance);
                rank(one).partial_cmp(&rank(other)).unwrap_or(std::cmp::Ordering::Equal)
            })
            .map(|(thing, part, _)| (thing, part))
    }

    /// What a row would be by what is at a point of the world, as it would be typed. `scale`: the
    /// pixels of a unit of the world.
    pub fn named_at(&self, row: &PropertyRow, at: Vec2, scale: f32, level: &Level) -> Option<String> {
        let takes = |what: &str| row.names.contains(&what);
        if let Some((thing, _)) = self.handle_at(at, scale, self.all.iter()) {
            let team = || {
                let is_it =
                    |agent: &&AgentStart| thing.at() == Some(agent.position) || thing.members.contains(&agent.position);
                level.agents.iter().find(is_it).and_then(|agent| agent.team.clone())
            };
            let has_name = !thing.name.is_empty();
            if has_name && takes(thing.kind.name()) && thing.members.is_empty() {
                return Some(thing.name.clone());
            }
            if thing.kind == ThingKind::Agent
                && takes("team")
                && let Some(team) = team()
            {
                return Some(team);
            }
        }
        let is_path = |thing: &&Thing| thing.kind == ThingKind::Path && takes(thing.kind.name());
        let reach = REACH / scale;
        let is_here = |thing: &&Thing| {
            thing.handles.windows(2).any(|ends| distance_to_segment(at, ends[0].at, ends[1].at) <= reach)
        };
        if let Some(path) = self.all.iter().filter(is_path).find(is_here) {
            return Some(path.name.clone());
        }
        let tile = level.map.lattice.tile_inside(at)?;
        // A point is in a place of one tile.
        let is_spot = |tiles: &Vec<Cell>| row.spot != Some(SpotNotation::Point) || tiles.len() == 1;
        let place = level.places.iter().find(|(_, tiles)| tiles.contains(&tile) && is_spot(tiles));
        let place = place.filter(|_| takes("place")).map(|(name, _)| name.clone());
        place.or_else(|| row.spot.map(|spot| spot.written(&level.map.lattice, tile)))
    }
}
