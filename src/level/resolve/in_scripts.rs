//! What the steps of a script say in the words of a level: paths, zones, obstacles, targets, orders, searches, and how profiles
//! and baking change.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use super::names::Names;
use super::paths::Paths;
use super::{KnownPlace, KnownPlaces, Site, obstacles, orders, paths, profiles, search, zones};
use crate::format::plain_fields::PlainFields;
use crate::format::problem::{Problems, Span};
use crate::format::reader::{Fields, Reader};
use crate::format::syntax::{Node, Value};
use crate::format::table::{PUT_PATH, PUT_ZONE, REBAKE, TUNE};
use crate::level::{BakeSettings, Level, Obstacle, Order, OrderKind, PatrolPath, Target, TileMap, Zone};
use crate::method::Method;
use crate::profile::{AgentProfile, ProfilePart};
use crate::sorting;

static BUILT_IN: LazyLock<Vec<AgentProfile>> = LazyLock::new(AgentProfile::built_in);

/// What the names in a script are looked up in: a level in motion, or nothing yet, where every name may be right.
pub(crate) struct Known<'l> {
    map: Option<&'l TileMap>,
    profiles: &'l [AgentProfile],
    places: KnownPlaces,
    agents: Names,
    obstacles: Names,
    teams: BTreeSet<String>,
}

impl<'l> Known<'l> {
    /// No level.
    pub fn nothing() -> Known<'static> {
        let none = |noun| Names::known(noun, std::iter::empty());
        let places = KnownPlaces::new();
        let (agents, obstacles) = (none("agent"), none("obstacle"));
        Known { map: None, profiles: &BUILT_IN, places, agents, obstacles, teams: BTreeSet::new() }
    }

    /// A level, with its map and its profiles as they are now.
    pub fn of(level: &'l Level, map: &'l TileMap, profiles: &'l [AgentProfile]) -> Known<'l> {
        let place = |tiles: &Vec<_>| KnownPlace { span: Span::new(0, 0), tiles: tiles.clone() };
        Known {
            map: Some(map),
            profiles,
            places: level.places.iter().map(|(name, tiles)| (name.clone(), place(tiles))).collect(),
            agents: Names::known("agent", level.agents.iter().map(|agent| agent.name.clone())),
            obstacles: Names::known("obstacle", map.obstacles.iter().map(|obstacle| obstacle.name.clone())),
            teams: sorting::set(level.teams().into_iter().map(str::to_owned)),
        }
    }

    /// A reader for a text in which names of this are used.
    pub fn reader<'t>(&self, text: &'t str, problems: Problems) -> Reader<'t> {
        let mut reader = Reader::new(text, problems, true);
        if self.map.is_none() {
            let kinds = ["agent", "area", "layer", "obstacle", "place", "profile", "team"];
            reader.lost.extend(kinds.map(str::to_owned));
        }
        reader
    }

    fn site(&self) -> Site<'_> {
        Site {
            map: self.map,
            measured: true,
            areas: self.map.map_or(&[], |map| &map.areas),
            layers: self.map.map_or(&[], |map| &map.layers),
            places: &self.places,
            places_whole: self.map.is_some(),
            profiles: self.profiles,
            profiles_whole: self.map.is_some(),
            agents: &self.agents,
            obstacles: &self.obstacles,
            teams: &self.teams,
            by_number: true,
        }
    }

    /// Somewhere to go, whether or not the level has the place: that is asked when the step is carried out.
    pub fn target(&self, reader: &mut Reader, node: &Node) -> Option<Target> {
        paths::target(reader, &without_name(node), &self.site())
    }

    /// An order; agents are called by their numbers, and a path is one of the level.
    pub fn order(&self, reader: &mut Reader, node: &Node) -> Option<Order> {
        let mut paths = Paths::default();
        let mut context = orders::Context { site: &self.site(), paths: &mut paths, agents: 0..0 };
        let order = orders::order(reader, &in_brackets(reader, node), &mut context);
        if !paths.all.is_empty() {
            let help = "write the name of a path: `Patrol(\"round\")`";
            reader.report(node.span, "agents patrol a path of the level in a script", help);
        }
        order
    }

    /// How paths are found; what is left out is as by default.
    pub fn search(&self, reader: &mut Reader, node: &Node) -> Method {
        search::search(reader, &without_name(node), Method::default())
    }

    /// A patrol path of a level with its name.
    pub fn path(&self, reader: &mut Reader, node: &Node) -> Option<PatrolPath> {
        let fields = reader.open(node, &PUT_PATH)?;
        let name: Option<String> = reader.take(&fields, "name");
        let path = paths::path(reader, &fields, name.clone().unwrap_or_default(), &self.site());
        name.and(path)
    }

    /// A zone of a level with its name.
    pub fn zone(&self, reader: &mut Reader, node: &Node) -> Option<Zone> {
        let fields = reader.open(node, &PUT_ZONE)?;
        let name: Option<String> = reader.take(&fields, "name");
        let zone = zones::zone(reader, &fields, name.clone().unwrap_or_default(), &self.site(), node.span);
        name.and(zone)
    }

    /// An obstacle of a level.
    pub fn obstacle(&self, reader: &mut Reader, node: &Node) -> Option<Obstacle> {
        obstacles::obstacle(reader, &without_name(node), &self.site())
    }

    /// How the ground is baked, and for which body: what is left out stays as it is.
    pub fn bake(&self, reader: &mut Reader, node: &Node) -> Option<(BakeSettings, AgentProfile)> {
        let fields = reader.open(node, &REBAKE)?;
        let mut profile = self.profile(reader, &fields)?;
        self.change(reader, ProfilePart::Profile, &fields, &mut profile);
        profiles::check_changed(reader, &fields, &profile, self.map.is_some());
        let mut settings = self.map.map(|map| map.bake.clone()).unwrap_or_default();
        settings.take_changes(reader, &fields);
        if let Some(node) = reader.optional(&fields, "layers") {
            settings.layers = obstacles::layer_mask(reader, node, self.site().layers).unwrap_or(settings.layers);
        }
        Some((settings, profile))
    }

    /// A kind of agent as it is from now on: what is left out stays as it is, but the greatest speed grows with the preferred
    /// one.
    pub fn tune(&self, reader: &mut Reader, node: &Node) -> Option<AgentProfile> {
        let fields = reader.open(node, &TUNE)?;
        let mut profile = self.profile(reader, &fields)?;
        self.change(reader, ProfilePart::Profile, &fields, &mut profile);
        for (part, name) in [(ProfilePart::Rays, "rays"), (ProfilePart::Flocking, "flocking")] {
            if let Some(fields) = reader.take_struct(&fields, name) {
                self.change(reader, part, &fields, &mut profile);
            }
        }
        if reader.optional(&fields, "max_speed").is_none() {
            profile.max_speed = profile.max_speed.max(profile.speed);
        }
        profiles::check_changed(reader, &fields, &profile, self.map.is_some());
        Some(profile)
    }

    fn change(&self, reader: &mut Reader, part: ProfilePart, fields: &Fields, profile: &mut AgentProfile) {
        let site = self.site();
        profiles::change(reader, part, fields, profile, site.areas, site.layers);
    }

    /// The profile that a step names, or the first; any where no level is known.
    fn profile(&self, reader: &mut Reader, fields: &Fields) -> Option<AgentProfile> {
        let named = match reader.optional(fields, "profile") {
            Some(node) => profiles::profile_name(reader, node, self.profiles),
            None => Some(0),
        };
        let named = named.or((self.map.is_none()).then_some(0));
        named.map(|index| self.profiles[index].clone())
    }
}

/// An order whose target has no brackets of its own, with them: `MoveTo(tile: (3, 4))`.
fn in_brackets(reader: &Reader, node: &Node) -> Node {
    let kind = node.name.and_then(|name| OrderKind::named(reader.slice(name)));
    let takes_a_target = kind.is_some_and(|kind| matches!(kind.of.fields, [field] if field.name == "target"));
    match node.value {
        Value::Fields(_) if takes_a_target => Node { value: Value::Tuple(vec![without_name(node)]), ..node.clone() },
        _ => node.clone(),
    }
}

/// A struct of a step whose brackets are its own: `MoveTo(tile: (3, 4))`.
fn without_name(node: &Node) -> Node {
    match node.value {
        Value::Fields(_) => Node { name: None, ..node.clone() },
        _ => node.clone(),
    }
}
