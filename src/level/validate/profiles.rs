//! The kinds of agents of a level.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use super::limits;
use crate::level::Area;
use crate::level::problem::{Span, shown};
use crate::level::reader::{Fields, Reader, Shape};
use crate::level::syntax::Node;
use crate::profile::{AgentProfile, AreaFilter, AvoidanceQuality, Flocking, Navigation, Rays};
use crate::sorting;

const PROFILE: Shape = Shape {
    what: "a profile",
    name: "Profile",
    fields: &[
        "radius",
        "speed",
        "mass",
        "acceleration",
        "acceptance_radius",
        "color",
        "height",
        "step_height",
        "max_slope",
        "jump_distance",
        "drop_height",
        "climb_cost",
        "danger",
        "reward",
        "area_costs",
        "forbidden_areas",
        "max_speed",
        "angular_speed",
        "stopping_distance",
        "auto_braking",
        "auto_repath",
        "auto_traverse_links",
        "avoidance_quality",
        "avoidance_priority",
        "avoidance_radius",
        "sight_range",
        "sight_angle",
        "abilities",
        "navigation",
        "rays",
        "flocking",
    ],
    example: "(radius: 0.35, speed: 3.0, mass: 12.0, color: \"#d0401f\")",
};

const RAYS: Shape = Shape {
    what: "`rays`",
    name: "Rays",
    fields: &["whiskers", "look_ahead", "force", "layers"],
    example: "(whiskers: 3, look_ahead: 4.0)",
};

const FLOCKING: Shape = Shape {
    what: "`flocking`",
    name: "Flocking",
    fields: &["separation", "alignment", "cohesion", "evasion"],
    example: "(separation: 1.5, alignment: 1.0, cohesion: 0.5)",
};

impl Reader<'_> {
    pub(super) fn profiles(&mut self, node: Option<&Node>, areas: &[Area], layers: &[String]) -> Vec<AgentProfile> {
        let mut profiles = AgentProfile::built_in();
        let walker = profiles[0].clone();
        let Some(node) = node else { return profiles };
        let mut given = BTreeMap::new();
        for entry in self.map(node, "`profiles`", "{\"cart\": (radius: 0.35, mass: 12.0)}") {
            let Some(name) = self.map_name(entry, "a profile", &mut given) else { continue };
            let known = profiles.iter().position(|profile| profile.name == name);
            if known.is_none() && profiles.len() == limits::PROFILES {
                let help = format!("a level has at most {}, built-in ones included", limits::PROFILES);
                self.report(entry.key.span, "this is one profile too many", help);
                break;
            }
            let index = known.unwrap_or(profiles.len());
            if known.is_none() {
                profiles.push(AgentProfile { name, ..walker.clone() });
            }
            self.profile(&entry.value, &mut profiles[index], areas, layers);
        }
        profiles
    }

    fn profile(&mut self, node: &Node, profile: &mut AgentProfile, areas: &[Area], layers: &[String]) {
        let Some(fields) = self.fields(node, &PROFILE) else { return };
        let numbers: [(&str, &mut f32, RangeInclusive<f32>); 17] = [
            ("radius", &mut profile.radius, limits::RADIUS),
            ("speed", &mut profile.speed, limits::SPEED),
            ("mass", &mut profile.mass, limits::MASS),
            ("acceleration", &mut profile.acceleration, limits::ACCELERATION),
            ("acceptance_radius", &mut profile.acceptance_radius, limits::ACCEPTANCE_RADIUS),
            ("height", &mut profile.height, limits::HEIGHT),
            ("step_height", &mut profile.step_height, limits::STEP_HEIGHT),
            ("max_slope", &mut profile.max_slope, limits::MAX_SLOPE),
            ("jump_distance", &mut profile.jump_distance, limits::JUMP_DISTANCE),
            ("drop_height", &mut profile.drop_height, limits::DROP_HEIGHT),
            ("climb_cost", &mut profile.climb_cost, limits::CLIMB_COST),
            ("danger", &mut profile.danger, limits::CARE),
            ("reward", &mut profile.reward, limits::CARE),
            ("angular_speed", &mut profile.angular_speed, limits::ANGULAR_SPEED),
            ("stopping_distance", &mut profile.stopping_distance, limits::STOPPING_DISTANCE),
            ("sight_range", &mut profile.sight_range, limits::SIGHT_RANGE),
            ("sight_angle", &mut profile.sight_angle, limits::SIGHT_ANGLE),
        ];
        for (name, value, range) in numbers {
            if let Some(node) = self.optional(&fields, name) {
                *value = self.number(node, &format!("`{name}`"), range).unwrap_or(*value);
            }
        }
        if let Some(node) = self.optional(&fields, "color") {
            profile.color = self.color(node).unwrap_or(profile.color);
        }
        self.area_costs(&fields, &mut profile.areas, areas);
        self.forbidden_areas(&fields, &mut profile.areas, areas);
        self.max_speed(&fields, profile);
        self.what_it_does_by_itself(&fields, profile);
        self.avoidance(&fields, profile);
        self.abilities(&fields, profile);
        self.navigation(&fields, profile, layers);
        self.flocking(&fields, profile);
    }

    /// The greatest speed: that at which it walks, where nothing is said.
    fn max_speed(&mut self, fields: &Fields, profile: &mut AgentProfile) {
        let Some(node) = self.optional(fields, "max_speed") else {
            profile.max_speed = profile.speed;
            return;
        };
        let Some(most) = self.number(node, "`max_speed`", limits::SPEED) else { return };
        if most < profile.speed {
            let message = format!("`max_speed` is less than `speed`: {most} against {}", profile.speed);
            self.report(node.span, message, "it is as great or greater; where it is left out it is the same");
        }
        profile.max_speed = most;
    }

    fn what_it_does_by_itself(&mut self, fields: &Fields, profile: &mut AgentProfile) {
        let switches = [
            ("auto_braking", &mut profile.auto_braking),
            ("auto_repath", &mut profile.auto_repath),
            ("auto_traverse_links", &mut profile.auto_traverse_links),
        ];
        for (name, value) in switches {
            if let Some(node) = self.optional(fields, name) {
                *value = self.bool(node, &format!("`{name}`")).unwrap_or(*value);
            }
        }
    }

    fn avoidance(&mut self, fields: &Fields, profile: &mut AgentProfile) {
        if let Some(node) = self.optional(fields, "avoidance_quality") {
            let names = AvoidanceQuality::ALL.map(AvoidanceQuality::name);
            let quality = self.one_of(node, "avoidance quality", &names);
            profile.avoidance_quality = quality.map_or(profile.avoidance_quality, |index| AvoidanceQuality::ALL[index]);
        }
        if let Some(node) = self.optional(fields, "avoidance_priority") {
            let priority = self.count(node, "`avoidance_priority`", limits::AVOIDANCE_PRIORITY);
            profile.avoidance_priority = priority.map_or(profile.avoidance_priority, |priority| priority as u8);
        }
        if let Some(node) = self.optional(fields, "avoidance_radius") {
            profile.avoidance_radius = self.number(node, "`avoidance_radius`", limits::RADIUS);
        }
    }

    fn abilities(&mut self, fields: &Fields, profile: &mut AgentProfile) {
        let Some(node) = self.optional(fields, "abilities") else { return };
        let Some(list) = self.list(node, "`abilities`", "[\"climb\"]") else { return };
        let mut given: BTreeMap<String, Span> = BTreeMap::new();
        for node in list {
            let Some(name) = self.name(node, "the name of an ability", "\"climb\"") else { continue };
            if let Some(&first) = given.get(&name) {
                self.given_twice(node.span, format!("the ability {} is given twice", shown(&name)), first);
            } else if given.len() == limits::ABILITIES {
                let help = format!("a profile has at most {}", limits::ABILITIES);
                self.report(node.span, "this is one ability too many", help);
                break;
            }
            given.insert(name, node.span);
        }
        profile.abilities = given.into_keys().collect();
    }

    fn navigation(&mut self, fields: &Fields, profile: &mut AgentProfile, layers: &[String]) {
        let navigation = self.optional(fields, "navigation");
        if let Some(node) = navigation {
            let found = self.one_of(node, "navigation", &Navigation::ALL.map(Navigation::name));
            profile.navigation = found.map_or(profile.navigation, |index| Navigation::ALL[index]);
        }
        if let Some(node) = self.optional(fields, "rays") {
            profile.rays = self.rays(node, layers);
        } else if let (Some(node), Navigation::Rays) = (navigation, profile.navigation) {
            let help = "add `rays: (whiskers: 3, look_ahead: 4.0)`";
            self.report(node.span, "who finds the way by rays needs some", help);
        }
    }

    fn flocking(&mut self, fields: &Fields, profile: &mut AgentProfile) {
        let Some(node) = self.optional(fields, "flocking") else { return };
        let Some(fields) = self.fields(node, &FLOCKING) else { return };
        profile.flocking = Flocking::default();
        let Flocking { separation, alignment, cohesion, evasion } = &mut profile.flocking;
        let weights =
            [("separation", separation), ("alignment", alignment), ("cohesion", cohesion), ("evasion", evasion)];
        for (name, value) in weights {
            if let Some(node) = self.optional(&fields, name) {
                *value = self.number(node, &format!("`{name}`"), limits::FLOCKING).unwrap_or(*value);
            }
        }
    }

    fn rays(&mut self, node: &Node, layers: &[String]) -> Rays {
        let mut rays = Rays { whiskers: Rays::WHISKERS, ..Rays::default() };
        let Some(fields) = self.fields(node, &RAYS) else { return rays };
        if let Some(node) = self.optional(&fields, "whiskers") {
            rays.whiskers = self.whiskers(node).unwrap_or(rays.whiskers);
        }
        let numbers =
            [("look_ahead", &mut rays.look_ahead, limits::LOOK_AHEAD), ("force", &mut rays.force, limits::RAY_FORCE)];
        for (name, value, range) in numbers {
            if let Some(node) = self.optional(&fields, name) {
                *value = self.number(node, &format!("`{name}`"), range).unwrap_or(*value);
            }
        }
        rays.layers = self.layer_mask(&fields, layers).unwrap_or(rays.layers);
        rays
    }

    /// How many rays: an odd number of them, or none.
    fn whiskers(&mut self, node: &Node) -> Option<u8> {
        const HELP: &str = "it is 1, 3 or 5; 0 for none";
        let number = self.whole(node, "`whiskers`", HELP)?;
        let whiskers = [0, 1, 3, 5].into_iter().find(|&count| i128::from(count) == number);
        if whiskers.is_none() {
            self.report(node.span, format!("nobody has {} whiskers", shown(self.slice(node.span))), HELP);
        }
        whiskers
    }

    fn area_costs(&mut self, fields: &Fields, filter: &mut AreaFilter, areas: &[Area]) {
        let Some(node) = self.optional(fields, "area_costs") else { return };
        let mut given: BTreeMap<String, Span> = BTreeMap::new();
        for entry in self.map(node, "`area_costs`", "{\"mud\": 9.0}") {
            let area = self.enterable_area(&entry.key, areas);
            let cost = self.number(&entry.value, "the cost of an area", limits::COST);
            let (Some(area), Some(cost)) = (area, cost) else { continue };
            let name = &areas[area.0 as usize].name;
            match given.get(name) {
                Some(&first) => {
                    self.given_twice(entry.key.span, format!("the cost of {} is given twice", shown(name)), first)
                }
                None => filter.costs.push((area, cost)),
            }
            given.insert(name.clone(), entry.key.span);
        }
        sorting::sort_by_key(&mut filter.costs, |(area, _)| area.0);
    }

    fn forbidden_areas(&mut self, fields: &Fields, filter: &mut AreaFilter, areas: &[Area]) {
        let Some(node) = self.optional(fields, "forbidden_areas") else { return };
        let Some(list) = self.list(node, "`forbidden_areas`", "[\"mud\"]") else { return };
        for node in list {
            if let Some(area) = self.enterable_area(node, areas) {
                filter.mask &= !(1 << area.0);
            }
        }
    }
}
