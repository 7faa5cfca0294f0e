//! The search for where the path of an order may end, if that is not known at once: of a place with many tiles whether any
//! can be reached, and of a target that cannot which cells are nearest to it.

use std::sync::Arc;

use crate::nav::{GoalArea, GoalTree, Near, NearestSearch, PathStatus, Reach};
use crate::sim::aim::Aim;

/// A search for goals, in slices.
#[derive(Clone, Debug, serde::Serialize)]
pub struct GoalSearch {
    /// The place, if the target is one with many tiles.
    #[serde(skip)]
    area: Option<Arc<GoalArea>>,
    #[serde(skip)]
    goals: Arc<GoalTree>,
    /// The [origin](Reach::origin) of the ground that it looks at: no state, as ground may be baked earlier or later.
    #[serde(skip)]
    pub origin: (u64, u32),
    nearest: NearestSearch,
}

impl GoalSearch {
    /// For a place with many tiles.
    pub fn to_area(reach: &Reach, area: Arc<GoalArea>) -> GoalSearch {
        let goals = area.goals();
        let nearest = reach.search_nearest(&goals, false);
        GoalSearch { area: Some(area), goals, origin: reach.origin(), nearest }
    }

    /// For cells of which none can be reached.
    pub fn to(reach: &Reach, goals: Arc<GoalTree>) -> GoalSearch {
        let nearest = reach.search_nearest(&goals, true);
        GoalSearch { area: None, goals, origin: reach.origin(), nearest }
    }

    /// Whether it is for agents with this reach.
    pub fn is_from(&self, reach: &Reach) -> bool {
        self.origin == reach.origin()
    }

    /// Goes on with the same reach, for about `most` looks; returns the goals when it is done.
    pub fn advance(&mut self, reach: &Reach, most: u32) -> Option<Aim> {
        let is_done = reach.advance(&mut self.nearest, &self.goals, most);
        is_done.then(|| match &self.area {
            Some(area) => Aim::near(Near { area: area.clone(), distance_squared: self.nearest.distance_squared() }),
            None => Aim { status: PathStatus::Partial, ..Aim::at(self.nearest.cells()) },
        })
    }

    /// How many looks it has taken, which count as [cells that are looked at](crate::nav::budget::Budget::look_at).
    pub fn looks(&self) -> u32 {
        self.nearest.looks()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Cell, Grid, Rect};
    use crate::level::{Link, Obstacle, Shape, TerrainId, TileMap};
    use crate::nav::{CornerRule, NavGrid, exit_from};
    use crate::profile::AgentProfile;
    use proptest::prelude::*;

    #[derive(Debug)]
    struct Random {
        /// Indexes of terrains.
        tiles: Vec<u8>,
        /// The tiles of the place.
        place: Vec<(i32, i32)>,
        poles: Vec<((f32, f32), f32)>,
        links: Vec<((f32, f32), (f32, f32))>,
        cells_per_tile: u32,
        radius: f32,
    }

    const WIDTH: i32 = 14;
    const HEIGHT: i32 = 11;

    prop_compose! {
        fn point()(x in 0.0..WIDTH as f32, y in 0.0..HEIGHT as f32) -> (f32, f32) {
            (x, y)
        }
    }

    prop_compose! {
        fn randoms()(walls in 0..8u32)(
            tiles in prop::collection::vec(prop_oneof![8 => 0..1u8, walls + 1 => 1..2u8, 1 => 2..6u8], (WIDTH * HEIGHT) as usize),
            place in prop::collection::vec((0..WIDTH, 0..HEIGHT), 1..12),
            poles in prop::collection::vec((point(), 0.02..0.6_f32), 0..12),
            links in prop::collection::vec((point(), point()), 0..3),
            cells_per_tile in 1..5u32,
            radius in prop_oneof![0.05..0.5_f32, 0.5..1.4_f32],
        ) -> Random {
            Random { tiles, place, poles, links, cells_per_tile, radius }
        }
    }

    impl Random {
        fn ground(&self) -> (TileMap, NavGrid) {
            let tiles = self.tiles.iter().map(|&terrain| TerrainId(terrain)).collect();
            let mut map = TileMap::plain(Grid::from_rows(WIDTH as u32, HEIGHT as u32, tiles));
            map.bake.cells_per_tile = self.cells_per_tile;
            map.links.extend(self.links.iter().map(|&(from, to)| Link::between(from.into(), to.into())));
            for &(at, radius) in &self.poles {
                let shape = Shape::Circle(radius);
                let name = String::new();
                map.obstacles.push(Obstacle {
                    name,
                    at: at.into(),
                    shape,
                    layer: 0,
                    motion: None,
                    standing_time: 0.0,
                    user: None,
                });
            }
            let nav = NavGrid::bake(&map, &AgentProfile { radius: self.radius, ..AgentProfile::default() });
            (map, nav)
        }

        fn check(&self) -> Result<(), TestCaseError> {
            let (map, nav) = self.ground();
            let tiles: Vec<Cell> = self.place.iter().map(|&(x, y)| Cell::new(x, y)).collect();
            let area = Arc::new(GoalArea::of_tiles(&tiles, self.cells_per_tile));
            let cells: Vec<Cell> =
                tiles.iter().flat_map(|&tile| map.cells_of_tiles(Rect::of_cell(tile)).cells()).collect();
            for from in map.cells().rect().cells().step_by(19) {
                let Some(root) = exit_from(&nav, from) else { return Ok(()) };
                let reach = Reach::of(&nav, root, CornerRule::Never).unwrap();
                let find = |portion: u32| {
                    let mut search = GoalSearch::to_area(&reach, area.clone());
                    let found = std::iter::from_fn(|| Some(search.advance(&reach, portion)));
                    found.flatten().next().unwrap()
                };
                let aim = find(u32::MAX);
                prop_assert_eq!(&aim, &find(1), "in slices");
                if cells.iter().any(|&cell| reach.contains(cell)) {
                    prop_assert_eq!(&aim, &Aim::near(Near { area: area.clone(), distance_squared: 0 }));
                } else {
                    let nearest = reach.nearest(&cells);
                    let has = |cell: &Cell| reach.contains(*cell) && aim.has(*cell);
                    prop_assert_eq!(map.cells().rect().cells().filter(has).collect::<Vec<Cell>>(), nearest.clone());
                    prop_assert_eq!(aim.status, PathStatus::Partial);
                    let mut search = GoalSearch::to(&reach, Arc::new(GoalTree::of_cells(&cells)));
                    prop_assert_eq!(search.advance(&reach, u32::MAX).unwrap().goals, nearest);
                }
            }
            Ok(())
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

        /// With all that can block cells: walls, wide bodies, poles and several cells to a tile.
        #[test]
        fn a_place_is_a_goal_if_any_cell_of_it_can_be_reached(random in randoms()) {
            random.check()?;
        }
    }
}
