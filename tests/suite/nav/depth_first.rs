//! Depth-first search: on along one path, and back only where nothing is left.

use std::collections::BTreeSet;

use footpath::grid::Cell;
use footpath::level::TileMap;
use footpath::level::generate::{Generate, Kind, generate};
use footpath::nav::moves::{MOVES, MoveRules};
use footpath::nav::trace::StepKind;
use footpath::nav::{Algorithm, Connectivity, Guarantee, Method, NavGrid, Path, PathQuery, Search, find_path};
use footpath::profile::AgentProfile;
use proptest::prelude::*;

use crate::support::searching::rules;
use crate::support::worlds::{World, worlds};

fn found(grid: &NavGrid, start: Cell, goal: Cell, method: Method) -> Path {
    find_path(grid, &PathQuery::between(start, goal).by(method), &mut Search::default()).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, max_global_rejects: 100_000, ..ProptestConfig::default() })]

    #[test]
    fn it_goes_on_from_the_last_cell_that_has_another_neighbour(world in worlds(), rules in rules()) {
        let world = World::new(world, rules);
        prop_assume!(world.is_some());
        let world = world.unwrap();
        let trace = world.check(Method { algorithm: Algorithm::DepthFirst, ..rules });
        let (mut path, mut visited): (Vec<Cell>, BTreeSet<Cell>) = Default::default();
        let by_steps = MoveRules::from(rules);
        for step in &trace.steps {
            match step.kind {
                StepKind::Expanded => {
                    prop_assert_eq!(step.parent, path.last().copied(), "{:?}", step);
                    prop_assert!(visited.insert(step.cell), "{:?} a second time", step.cell);
                    path.push(step.cell);
                }
                StepKind::Backtracked => {
                    prop_assert_eq!(path.pop(), Some(step.cell), "{:?}", step);
                    let is_left = |to: &Cell| {
                        !visited.contains(to) && by_steps.step_cost(&world.grid, step.cell, *to).is_some()
                    };
                    let left = MOVES.iter().map(|by| by.from(step.cell)).find(is_left);
                    prop_assert_eq!(left, None, "{:?} has a neighbour left", step.cell);
                }
                _ => {}
            }
        }
    }
}

#[test]
fn in_a_maze_with_one_path_it_finds_that() {
    for kind in [Kind::Maze { corridor: 1 }, Kind::Stairs { corridor: 1 }] {
        let map = TileMap::plain(generate(&Generate::new(kind, 31, 21, 5)));
        let grid = NavGrid::bake(&map, &AgentProfile::default());
        let by =
            |algorithm| found(&grid, Cell::new(1, 1), Cell::new(29, 19), Method { algorithm, ..Method::default() });
        assert_eq!(by(Algorithm::DepthFirst).cells, by(Algorithm::AStar).cells, "{kind:?}");
    }
}

#[test]
fn on_open_ground_it_winds_to_and_fro() {
    let grid = NavGrid::from_rows(&["............"; 8]).unwrap();
    let four = Method { connectivity: Connectivity::Four, ..Method::default() };
    for method in [Method::default(), four] {
        let method = Method { algorithm: Algorithm::DepthFirst, ..method };
        let path = found(&grid, Cell::new(6, 4), Cell::new(5, 4), method);
        assert_eq!(path.guarantee, Guarantee::None, "{:?}", method.connectivity);
        assert!(path.cells.len() > 40, "the next cell to the left is found by way of {} others", path.cells.len());
    }
}
