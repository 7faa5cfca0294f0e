//! The obstacles of a changed level.

use crate::grid::Rect;
use crate::level::{Level, Obstacle, Solid, TileMap};
use crate::sim::dynamic_obstacles::{DynamicObstacles, Moving};

use super::LevelChange;
use super::pairs::{Pairs, key_of};

/// The obstacles that are the same in two levels.
pub fn paired(before: &Level, after: &Level, layers: &Pairs) -> Pairs {
    let (old, new) = (&before.map.obstacles, &after.map.obstacles);
    let is_same = |one: usize, other: usize| on_layers(&old[one], layers) == new[other];
    let keys = (|one: usize| key_of(old[one].at), |other: usize| key_of(new[other].at));
    Pairs::of_lengths(old.len(), new.len()).with(keys, is_same)
}

/// The obstacle on the layer of the number that its layer has after a change; on the first one where that is gone.
fn on_layers(obstacle: &Obstacle, layers: &Pairs) -> Obstacle {
    let layer = layers.after.get(usize::from(obstacle.layer)).copied().flatten().unwrap_or(0);
    Obstacle { layer: layer as u8, ..obstacle.clone() }
}

/// An obstacle as it is in the simulation: what moves, or is about to be ground, and what is part of the ground.
type Live = (Option<Moving>, Option<Obstacle>);

/// Obstacles that are taken out one by one, by what they are.
struct Store<T> {
    all: Vec<Option<T>>,
    /// The place after that of the last one that was taken: most are taken in order.
    next: usize,
}

impl<T> Store<T> {
    fn of(all: Vec<T>) -> Store<T> {
        Store { all: all.into_iter().map(Some).collect(), next: 0 }
    }

    fn take(&mut self, is_meant: impl Fn(&T) -> bool) -> Option<T> {
        let places = (self.next..self.all.len()).chain(0..self.next.min(self.all.len()));
        let place = places.into_iter().find(|&place| self.all[place].as_ref().is_some_and(&is_meant))?;
        self.next = place + 1;
        self.all[place].take()
    }

    fn left(self) -> impl Iterator<Item = T> {
        self.all.into_iter().flatten()
    }
}

/// Takes the obstacles: unchanged ones stay where they have come to, changed ones are where the level puts them, those of
/// the player follow. Returns the tiles around which the ground has changed.
pub fn take_obstacles(map: &mut TileMap, obstacles: &mut DynamicObstacles, change: &LevelChange) -> Vec<Rect> {
    let (old, new) = (&change.before.map.obstacles, &change.after.map.obstacles);
    if old == new && change.layers.keep_places() {
        return Vec::new();
    }
    let mut ground = std::mem::take(&mut *map.obstacles);
    let mut moving = std::mem::take(&mut obstacles.moving);
    let known = ground.iter_mut().chain(moving.iter_mut().map(|moving| &mut moving.obstacle));
    known.for_each(|obstacle| *obstacle = on_layers(obstacle, &change.layers));
    let (mut ground, mut moving) = (Store::of(ground), Store::of(moving));
    let mut live: Vec<Live> = old.iter().map(|obstacle| taken(obstacle, change, &mut ground, &mut moving)).collect();
    let mut changed = Vec::new();
    for (_, live) in live.iter().enumerate().filter(|&(place, _)| change.obstacles.after[place].is_none()) {
        changed.extend(live.1.as_ref().map(|obstacle| Solid::tiles_around(map, obstacle)));
    }
    for (place, obstacle) in new.iter().enumerate() {
        let (moving, ground) = match change.obstacles.before[place] {
            Some(old) => std::mem::take(&mut live[old]),
            None => {
                let live = begun(obstacle);
                changed.extend(live.1.as_ref().map(|obstacle| Solid::tiles_around(map, obstacle)));
                live
            }
        };
        obstacles.moving.extend(moving);
        map.obstacles.extend(ground);
    }
    obstacles.moving.extend(moving.left());
    map.obstacles.extend(ground.left());
    changed
}

/// The obstacle of the simulation that stands for one of the level before.
fn taken(obstacle: &Obstacle, change: &LevelChange, ground: &mut Store<Obstacle>, moving: &mut Store<Moving>) -> Live {
    let obstacle = on_layers(obstacle, &change.layers);
    let is_named = |name: &String| !name.is_empty() && *name == obstacle.name;
    if obstacle.motion.is_none()
        && let Some(known) = ground.take(|known| *known == obstacle)
    {
        return (None, Some(known));
    }
    let is_it = |known: &Moving| obstacle.motion.is_some() && known.home == obstacle.at && known.at_home() == obstacle;
    let known = moving.take(is_it).or_else(|| moving.take(|known| is_named(&known.obstacle.name)));
    let on_ground = match &known {
        Some(known) => known.on_ground().and_then(|own| ground.take(|other| *other == own)),
        None => ground.take(|other| is_named(&other.name)),
    };
    (known, on_ground)
}

/// An obstacle as it is at the start of a level.
fn begun(obstacle: &Obstacle) -> Live {
    if obstacle.motion.is_none() {
        return (None, Some(obstacle.clone()));
    }
    let moving = Moving::begun(obstacle.clone());
    let ground = moving.on_ground();
    (Some(moving), ground)
}
