//! What the names of layers, tiles and values mean, and how a kind of ground is told to the level that is made.

use super::options::Options;
use crate::level::{Terrain, TerrainId};
use crate::profile::Color;

/// Words that say that no agent can be there, one of them being enough.
const SOLID: &[&str] = &[
    "barrier",
    "block",
    "blocked",
    "blocker",
    "blocking",
    "cliff",
    "collidable",
    "collide",
    "collideable",
    "collider",
    "collides",
    "collision",
    "fence",
    "hedge",
    "impassable",
    "impassible",
    "lake",
    "nowalk",
    "obstacle",
    "obstruction",
    "ocean",
    "river",
    "rock",
    "sea",
    "solid",
    "unpassable",
    "unwalkable",
    "void",
    "wall",
    "water",
];
/// Words that take that back: `no collision`, `behind walls`, `shadows of walls`.
const NOT_SOLID: &[&str] = &[
    "above",
    "behind",
    "bridge",
    "deco",
    "decor",
    "decoration",
    "no",
    "non",
    "not",
    "over",
    "overhead",
    "shadow",
    "under",
    "without",
];
/// Words for what agents walk over or through, even on a layer that is called after walls: a ladder among `Collisions`.
const OPEN: &[&str] =
    &["bridge", "door", "doorway", "ladder", "passable", "path", "stair", "staircase", "traversable", "walkable"];
/// Words for what is drawn over agents or lies flat on the ground: what is below it counts.
const OVERLAY: &[&str] = &[
    "above",
    "ambient",
    "canopy",
    "ceiling",
    "deco",
    "decor",
    "decoration",
    "detail",
    "effect",
    "fog",
    "fringe",
    "light",
    "lighting",
    "over",
    "overhead",
    "overlay",
    "roof",
    "shadow",
];

/// A kind of ground as a file tells of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct GroundKind {
    /// What the level and [`Options`] call it.
    pub name: String,
    /// Whether that is a name which an author did not choose, such as a number: it says nothing then.
    pub is_numbered: bool,
    /// The layer on which it is, where the name of that says something too; [`Options`] may name it instead.
    pub layer: Option<String>,
    /// The terrain that the file says it is, whatever else it says.
    pub terrain: Option<String>,
    /// Whether the file marks it as solid, or as walkable; `None` if it does neither.
    pub is_solid: Option<bool>,
    /// Whether what lies below shows through, so that it counts only where nothing else is.
    pub is_overlay: bool,
}

/// What a kind of ground is in the level.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct LevelGround {
    pub is_solid: bool,
    /// The built-in terrain that it is; a terrain of its own where this is `None`.
    pub terrain: Option<TerrainId>,
    /// Whether the file or its user says what it is; otherwise it is walkable for want of anything better.
    pub is_known: bool,
}

impl GroundKind {
    /// What it is: as the options say; or as the terrain that the file names; or as it is marked; or as its name means; or as
    /// that of its layer means. Walkable ground with a terrain of its own if nothing says anything.
    pub fn decide(&self, options: &Options) -> LevelGround {
        let own_name = if self.is_numbered { "" } else { self.name.as_str() };
        let named = self.terrain.as_deref().unwrap_or(own_name);
        let layer = self.layer.as_deref().unwrap_or("");
        let fitting = |is_solid: bool, name: &str| built_in(name).filter(|&(_, walkable)| walkable != is_solid);
        let known = |is_solid: bool| {
            let terrain = fitting(is_solid, named).or_else(|| fitting(is_solid, layer)).map(|(id, _)| id);
            LevelGround { is_solid, terrain, is_known: true }
        };
        let wanted = wanted(options, &self.name).or_else(|| wanted(options, layer));
        if let Some(is_solid) = wanted {
            return known(is_solid);
        }
        if let Some(terrain) = &self.terrain {
            return known(
                built_in(terrain)
                    .map_or_else(|| self.is_solid.unwrap_or_else(|| means_solid(terrain)), |(_, walkable)| !walkable),
            );
        }
        if let Some(is_solid) = self.is_solid {
            return known(is_solid);
        }
        for name in [named, layer] {
            if let Some((terrain, walkable)) = built_in(name) {
                return LevelGround { is_solid: !walkable, terrain: Some(terrain), is_known: true };
            }
            if means_solid(name) {
                return LevelGround { is_solid: true, terrain: None, is_known: true };
            }
            if has_word(&words(name), OPEN) {
                return LevelGround { is_solid: false, terrain: None, is_known: true };
            }
        }
        LevelGround { is_solid: false, terrain: None, is_known: false }
    }
}

impl GroundKind {
    /// Whether it is a way through walls, such as a ladder on a layer of collisions, which says nothing of where the floor is.
    pub fn is_passage(&self) -> bool {
        self.layer.as_deref().is_some_and(means_solid) && has_word(&words(&self.name), OPEN)
    }
}

/// Whether options make what has this name solid, or floor; `None` if they do not name it.
pub(super) fn wanted(options: &Options, name: &str) -> Option<bool> {
    let has = |names: &[String]| !name.is_empty() && names.iter().any(|wanted| is_same(wanted, name));
    has(&options.solid).then_some(true).or_else(|| has(&options.floor).then_some(false))
}

/// Whether two names are the same but for their case and the blanks around them.
pub(super) fn is_same(one: &str, other: &str) -> bool {
    one.trim().to_lowercase() == other.trim().to_lowercase()
}

/// The built-in terrain of a name, in any case and in the plural too, and whether it is walkable.
fn built_in(name: &str) -> Option<(TerrainId, bool)> {
    let name = name.trim().to_lowercase();
    let fits = |terrain: &Terrain| terrain.name == name || name.strip_suffix('s') == Some(&terrain.name);
    let (index, terrain) = Terrain::built_in().into_iter().enumerate().find(|(_, terrain)| fits(terrain))?;
    Some((TerrainId(index as u8), terrain.walkable))
}

/// Whether a name is that of a built-in terrain.
pub(super) fn is_terrain(name: &str) -> bool {
    built_in(name).is_some()
}

/// Whether a name says nothing but that something is solid, as objects are called that are walls: `Wall 3`.
pub(super) fn names_solid(name: &str) -> bool {
    let words = words(name);
    let is_wall = |word: &String| {
        let word = word.strip_suffix('s').unwrap_or(word);
        ["block", "collider", "collision", "obstacle", "solid", "wall"].contains(&word)
    };
    words.iter().any(is_wall) && words.iter().all(|word| word.is_empty() || is_wall(word))
}

/// Whether a name says that no agent can be there: `Walls`, `collisionLayer`, `DEEP_WATER`.
pub(super) fn means_solid(name: &str) -> bool {
    let words = words(name);
    has_word(&words, SOLID) && !has_word(&words, NOT_SOLID)
}

/// Whether a name says that something is drawn over agents or only adorns the ground: `Roofs`, `above player`.
pub(super) fn means_overlay(name: &str) -> bool {
    has_word(&words(name), OVERLAY)
}

fn has_word(words: &[String], list: &[&str]) -> bool {
    let is_listed = |word: &str| list.binary_search(&word).is_ok();
    words.iter().any(|word| is_listed(word) || word.strip_suffix('s').is_some_and(is_listed))
}

/// The words of a name, in small letters: they end at everything that is no letter, and before a capital behind a small letter.
pub(super) fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut was_small = false;
    for letter in name.chars() {
        if !letter.is_alphabetic() || (was_small && letter.is_uppercase()) {
            words.push(String::new());
        }
        if letter.is_alphabetic() {
            words.last_mut().expect("there is one").extend(letter.to_lowercase());
        }
        was_small = letter.is_lowercase();
    }
    words
}

/// A colour unlike those of the kinds of ground before, dark for what is solid.
pub(super) fn distinct_color(index: usize, is_solid: bool) -> Color {
    // Hues a golden angle apart never come close to each other.
    let hue = (index as f32 * 137.5 + 40.0) % 360.0 / 60.0;
    let (least, most) = if is_solid { (60.0, 110.0) } else { (150.0, 215.0) };
    let channel = |shift: f32| {
        let distance = ((hue + shift) % 6.0 - 3.0).abs() - 1.0;
        (least + (most - least) * distance.clamp(0.0, 1.0)) as u8
    };
    Color { r: channel(0.0), g: channel(4.0), b: channel(2.0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_in_order_to_be_found() {
        assert!([SOLID, NOT_SOLID, OPEN, OVERLAY].iter().all(|list| list.is_sorted()));
    }

    #[test]
    fn names_mean_walls_as_authors_write_them() {
        for name in ["Wall", "walls", "CollisionLayer", "layer_collisions", "DEEP WATER", "Blocked", "obstacles-2"] {
            assert!(means_solid(name), "{name}");
        }
        for name in ["wallpaper", "Ground", "no collision", "Behind Walls", "wall shadows", "underwater", ""] {
            assert!(!means_solid(name), "{name}");
        }
    }
}
