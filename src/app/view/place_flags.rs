//! The flags of a level's named places.

use footpath::agent::AgentId;
use footpath::grid::{Cell, Grid, Lattice, Rect};
use footpath::level::Level;
use glam::Vec2;

/// A flag on a named place.
#[derive(Clone, Debug, PartialEq)]
pub struct PlaceFlag {
    /// The place's name.
    pub name: String,
    /// Where it stands, in world units.
    pub at: Vec2,
    /// The agents that begin there, and how far each is from it then.
    pub starts: Vec<(AgentId, Vec2)>,
}

/// One flag for each group of tiles that have a place's name and touch, in its middle; where the level says where the flag of a
/// place stands, that one.
pub fn flags(level: &Level) -> Vec<PlaceFlag> {
    let lattice = &level.map.lattice;
    let flags_of = |(name, tiles): (&String, &Vec<Cell>)| {
        let stands = |at: Vec2, ground: &[Cell]| {
            // A level's agents are numbered in the order in which it has them.
            let agents =
                level.agents.iter().zip(0..).filter(|(agent, _)| ground.contains(&lattice.tile_at(agent.position)));
            let starts = agents.map(|(agent, number)| (AgentId(number), agent.position - at)).collect();
            PlaceFlag { name: name.clone(), at, starts }
        };
        match level.labels.get(name) {
            None => {
                groups(tiles, lattice).iter().map(|group| stands(middle(group, lattice), group)).collect::<Vec<_>>()
            }
            Some(at) => at.iter().map(|&tile| stands(lattice.centre(tile), tiles)).collect(),
        }
    };
    level.places.iter().flat_map(flags_of).collect()
}

/// Splits tiles of a map into groups whose tiles touch, be it at a corner.
fn groups(tiles: &[Cell], lattice: &Lattice) -> Vec<Vec<Cell>> {
    let mut left = Grid::filled(lattice.width, lattice.height, false);
    tiles.iter().for_each(|&tile| left[tile] = true);
    let mut groups = Vec::new();
    for &tile in tiles {
        let mut group = Vec::new();
        take(tile, &mut left, &mut group);
        let mut seen = 0;
        while let Some(&tile) = group.get(seen) {
            Rect::of_cell(tile).grown(1).cells().for_each(|near| take(near, &mut left, &mut group));
            seen += 1;
        }
        if !group.is_empty() {
            groups.push(group);
        }
    }
    groups
}

/// Moves a tile from those that are left to a group, if it is one of them.
fn take(tile: Cell, left: &mut Grid<bool>, group: &mut Vec<Cell>) {
    if left.get(tile) == Some(&true) {
        left[tile] = false;
        group.push(tile);
    }
}

/// The middle of a group of tiles where that lies in one of them, else that of the nearest tile.
fn middle(group: &[Cell], lattice: &Lattice) -> Vec2 {
    let sum: Vec2 = group.iter().map(|&tile| lattice.centre(tile)).sum();
    let mean = sum / group.len() as f32;
    if group.contains(&lattice.tile_at(mean)) {
        return mean;
    }
    let centres = group.iter().map(|&tile| lattice.centre(tile));
    centres.min_by(|a, b| a.distance_squared(mean).total_cmp(&b.distance_squared(mean))).unwrap_or(mean)
}

#[cfg(test)]
mod tests {
    use glam::vec2;

    use super::*;

    fn flags_of(rows: &str) -> Vec<Vec2> {
        let text = format!(
            r##"(version: 1, name: "Flags", rows: [{rows}],
                legend: {{'.': "grass", 'G': (terrain: "grass", place: "gate")}})"##
        );
        flags(&Level::parse("flags.ron", &text).expect("it is a level")).into_iter().map(|flag| flag.at).collect()
    }

    #[test]
    fn a_wide_place_has_one_flag_in_its_middle() {
        assert_eq!(flags_of(r#""GG..", "GG..", "....""#), [vec2(1.0, 1.0)]);
    }

    #[test]
    fn tiles_that_touch_at_a_corner_are_one_place() {
        assert_eq!(flags_of(r#""G...", ".G..", "..G.""#), [vec2(1.5, 1.5)]);
    }

    #[test]
    fn parts_that_lie_apart_have_a_flag_each() {
        assert_eq!(flags_of(r#""G..G", "....", "G...""#), [vec2(0.5, 0.5), vec2(3.5, 0.5), vec2(0.5, 2.5)]);
    }

    #[test]
    fn a_flag_stands_where_the_level_says_or_nowhere() {
        let flags_with = |label: &str| {
            let rows = format!(r#""G..G", "....", "G..."], labels: {{"gate": {label}}}, user: ["#);
            flags_of(&rows)
        };
        assert_eq!(flags_with("(2, 1)"), [vec2(2.5, 1.5)]);
        assert_eq!(flags_with("\"hidden\""), []);
    }

    #[test]
    fn a_flag_stands_on_its_place_even_where_that_is_bent() {
        let bent = flags_of(r#""GGG", "G..", "G..""#);
        assert_eq!(bent, [vec2(1.5, 0.5)]);
    }

    #[test]
    fn a_flag_knows_who_begins_there() {
        let text = r##"(version: 1, name: "Flags", rows: ["S..G"],
            legend: {'.': "grass", 'S': (terrain: "grass", place: "start"), 'G': (terrain: "grass", place: "goal")},
            agents: [(tile: (1, 0)), (tile: (0, 0), order: MoveTo("goal"))])"##;
        let flags = flags(&Level::parse("flags.ron", text).expect("it is a level"));
        let starts: Vec<_> = flags.iter().map(|flag| (flag.name.as_str(), flag.starts.clone())).collect();
        assert_eq!(starts, [("goal", vec![]), ("start", vec![(AgentId(1), Vec2::ZERO)])]);
    }
}
