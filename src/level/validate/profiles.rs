//! The kinds of agents of a level.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use super::limits;
use crate::level::Area;
use crate::level::problem::{Span, shown};
use crate::level::reader::{Fields, Reader, Shape};
use crate::level::syntax::Node;
use crate::profile::{AgentProfile, AreaFilter};
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
    ],
    example: "(radius: 0.35, speed: 3.0, mass: 12.0, color: \"#d0401f\")",
};

impl Reader<'_> {
    pub(super) fn profiles(&mut self, node: Option<&Node>, areas: &[Area]) -> Vec<AgentProfile> {
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
            self.profile(&entry.value, &mut profiles[index], areas);
        }
        profiles
    }

    fn profile(&mut self, node: &Node, profile: &mut AgentProfile, areas: &[Area]) {
        let Some(fields) = self.fields(node, &PROFILE) else { return };
        let numbers: [(&str, &mut f32, RangeInclusive<f32>); 13] = [
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
