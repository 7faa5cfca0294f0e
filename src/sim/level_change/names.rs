//! What named things are called after an edit, and what agents mean by the orders of a level.

use std::collections::BTreeMap;

use crate::agent::AgentId;
use crate::level::{Extent, Level, Order, PatrolPath, PatrolPoint, Target, Zone};
use crate::sim::agents::id_of;

use super::LevelChange;

/// The places and paths that have another name than before.
pub struct Renames {
    places: BTreeMap<String, String>,
    paths: BTreeMap<String, String>,
}

impl Renames {
    /// A name that is gone has been replaced by a new one that means the same.
    pub fn between(before: &Level, after: &Level) -> Renames {
        let mut places = BTreeMap::new();
        let gone = before.places.iter().filter(|(name, _)| !after.places.contains_key(*name));
        let mut new: Vec<_> = after.places.iter().filter(|(name, _)| !before.places.contains_key(*name)).collect();
        for (name, tiles) in gone {
            if let Some(at) = new.iter().position(|(_, others)| *others == tiles) {
                places.insert(name.clone(), new.remove(at).0.clone());
            }
        }
        let mut names = Renames { places, paths: BTreeMap::new() };
        let is_in = |paths: &[PatrolPath], name: &str| paths.iter().any(|path| path.name == name);
        let gone = before.paths.iter().filter(|path| !is_in(&after.paths, &path.name));
        let mut new: Vec<_> = after.paths.iter().filter(|path| !is_in(&before.paths, &path.name)).collect();
        for path in gone {
            let points: Vec<PatrolPoint> = path.points.iter().map(|point| names.point_after(point)).collect();
            if let Some(at) = new.iter().position(|other| other.points == points) {
                names.paths.insert(path.name.clone(), new.remove(at).name.clone());
            }
        }
        names
    }

    /// What a place is called now.
    pub fn place_after<'a>(&'a self, name: &'a str) -> &'a str {
        self.places.get(name).map_or(name, String::as_str)
    }

    /// What a place was called before.
    pub fn place_before<'a>(&'a self, name: &'a str) -> &'a str {
        self.places.iter().find(|(_, after)| *after == name).map_or(name, |(before, _)| before)
    }

    /// What a patrol path is called now.
    pub fn path_after<'a>(&'a self, name: &'a str) -> &'a str {
        self.paths.get(name).map_or(name, String::as_str)
    }

    pub fn target_after(&self, target: &Target) -> Target {
        match target {
            Target::Place(name) => Target::Place(self.place_after(name).to_owned()),
            Target::Tile(_) | Target::Point(_) => target.clone(),
        }
    }

    fn point_after(&self, point: &PatrolPoint) -> PatrolPoint {
        match point {
            PatrolPoint::Target(target) => PatrolPoint::Target(self.target_after(target)),
            PatrolPoint::Agent(_) | PatrolPoint::Obstacle(_) => point.clone(),
        }
    }

    /// The order by the names that things have now.
    pub fn order_after(&self, order: &Order) -> Order {
        match order {
            Order::MoveTo(target) => Order::MoveTo(self.target_after(target)),
            Order::MoveInFormation(target) => Order::MoveInFormation(self.target_after(target)),
            Order::Patrol(path) => Order::Patrol(self.path_after(path).to_owned()),
            Order::Guard { path, agent, distance } => {
                Order::Guard { path: self.path_after(path).to_owned(), agent: agent.clone(), distance: *distance }
            }
            _ => order.clone(),
        }
    }
}

/// A zone of a level with the id of the agent on which it rides in the place of its number in the level.
pub fn of_ids(zone: &Zone, ids: &[AgentId]) -> Zone {
    let mut zone = zone.clone();
    if let Extent::Riding { agent, .. } = &mut zone.extent {
        *agent = id_of(*agent, ids) as usize;
    }
    zone
}

impl LevelChange<'_> {
    /// A patrol path of the level that is taken, with the ids of agents in the place of their numbers.
    pub fn path_of_ids(&self, path: &PatrolPath) -> PatrolPath {
        let point = |point: &PatrolPoint| match point {
            PatrolPoint::Agent(place) => PatrolPoint::Agent(id_of(*place as usize, &self.ids[1])),
            PatrolPoint::Target(_) | PatrolPoint::Obstacle(_) => point.clone(),
        };
        PatrolPath { points: path.points.iter().map(point).collect(), ..path.clone() }
    }

    /// A patrol path of the simulation by the names that things have now.
    pub fn path_renamed(&self, path: &PatrolPath) -> PatrolPath {
        let points = path.points.iter().map(|point| self.names.point_after(point)).collect();
        PatrolPath { name: self.names.path_after(&path.name).to_owned(), points, ..path.clone() }
    }
}
