//! A cost for turning: every search against a plain Dijkstra over cells and last steps.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use footpath::grid::Cell;
use footpath::level::{Level, Link};
use footpath::nav::moves::{MOVES, Move, MoveRules, TILE_COST};
use footpath::nav::{
    Algorithm, Guarantee, Method, NavGrid, Path, PathError, PathQuery, Search, Trace, find_path, trace_path,
};
use footpath::profile::AgentProfile;
use footpath::sim::Simulation;
use proptest::prelude::*;

use super::one_way::{WIDTH, arrows, letter, tiles};
use crate::support::maps::{agent, baked};
use crate::support::searching::{find_in_slices, rules};

/// The direction of a step or of a link to a neighbour, in eighths of a full turn.
fn direction(from: Cell, to: Cell) -> Option<usize> {
    MOVES.iter().position(|step| Some(*step) == Move::between(from, to))
}

fn eighths(last: Option<usize>, next: Option<usize>) -> u64 {
    let (Some(last), Some(next)) = (last, next) else { return 0 };
    [0, 1, 2, 3, 4, 3, 2, 1][(next + 8 - last) % 8]
}

/// The lowest cost from a cell to another, where each 45 degrees of turn cost `turn`.
fn dijkstra(grid: &NavGrid, rules: MoveRules, turn: u64, (start, goal): (Cell, Cell)) -> Option<u64> {
    let mut settled = BTreeMap::new();
    let mut queue = BinaryHeap::from([Reverse((0, (start.y, start.x), None))]);
    while let Some(Reverse((cost, (y, x), last))) = queue.pop() {
        let here = Cell::new(x, y);
        if here == goal {
            return Some(cost);
        }
        if settled.insert((y, x, last), cost).is_some() {
            continue;
        }
        let steps = MOVES.map(|step| step.from(here)).into_iter();
        let steps = steps.filter_map(|next| Some((next, rules.step_cost(grid, here, next)?)));
        let links = grid.links().filter(|link| link.from == here).map(|link| (link.to, link.cost));
        for (next, more) in steps.chain(links) {
            let step = direction(here, next);
            queue.push(Reverse((cost + more + turn * eighths(last, step), (next.y, next.x), step.or(last))));
        }
    }
    None
}

/// What a path costs with its turns, counted from its cells.
fn cost_of(grid: &NavGrid, rules: MoveRules, turn: u64, path: &Path) -> u64 {
    let (mut cost, mut last) = (0, None);
    for (at, pair) in path.cells.windows(2).enumerate() {
        let link = path.links.iter().find(|link| link.at == at).map(|link| link.link.cost);
        let step = direction(pair[0], pair[1]);
        cost += link.unwrap_or_else(|| rules.step_cost(grid, pair[0], pair[1]).expect("it is legal"));
        cost += turn * eighths(last, step);
        last = step.or(last);
    }
    cost
}

fn turning(turn_cost: f32) -> AgentProfile {
    AgentProfile { turn_cost, ..agent(0.3) }
}

fn agrees(grid: &NavGrid, method: Method, turn: u64, (start, goal): (Cell, Cell), used: &mut Search) {
    let rules = MoveRules::from(method);
    let lowest = dijkstra(grid, rules, turn, (start, goal));
    for algorithm in Algorithm::ALL {
        let query = PathQuery::between(start, goal).by(Method { algorithm, expansion_limit: 300, ..method });
        let found = find_path(grid, &query, used);
        match (&found, lowest) {
            (Ok(path), Some(lowest)) if path.cells.last() == Some(&goal) => {
                let cost = cost_of(grid, rules, turn, path);
                match path.guarantee {
                    Guarantee::Shortest => assert_eq!(cost, lowest, "{algorithm:?}: {path:?}"),
                    Guarantee::AtMost(share) => assert!(cost as f64 <= share * lowest as f64 * (1.0 + 1e-9)),
                    Guarantee::None => assert!(cost >= lowest),
                    Guarantee::ShortestBySteps => panic!("it is not pulled straight"),
                }
                let told = path.cost * TILE_COST as f64;
                assert!((told - cost as f64).abs() <= 1e-6 * (1.0 + told), "{algorithm:?} tells {told}, not {cost}");
            }
            (Ok(path), None) => assert_ne!(path.cells.last(), Some(&goal), "{algorithm:?}"),
            (Err(PathError::NoPath(_)), None) | (Err(PathError::Limit(_)), _) => {}
            (answer, lowest) => panic!("{algorithm:?}: {answer:?}, {lowest:?}"),
        }
        let traced = trace_path(grid, &query, &mut Search::default(), &mut Trace::default());
        assert_eq!(traced.map(|path| path.cells), found.clone().map(|path| path.cells), "observed");
        let sliced = find_in_slices(grid, &query, &[3, 1, 11], &mut Search::default());
        assert_eq!(sliced.map(|path| path.cells), found.map(|path| path.cells), "in slices");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(300) })]

    #[test]
    fn every_search_counts_turns_or_promises_nothing(
        letters in prop::collection::vec(letter(), WIDTH * 9), start in tiles(), goals in prop::collection::vec(tiles(), 1..4),
        links in prop::collection::vec((tiles(), tiles(), prop::sample::select(&[0.1f32, 1.0, 3.0][..])), 0..4),
        turn_cost in prop::sample::select(&[0.01f32, 0.3, 1.0, 7.5, 100.0][..]), rules in prop_oneof![Just(Method::default()), rules()],
    ) {
        let mut map = arrows(&letters);
        let middle = |tile| map.lattice.centre(tile);
        let links = links.into_iter().map(|(from, to, cost)| Link { cost: Some(cost), ..Link::between(middle(from), middle(to)) });
        map.links = links.collect();
        let grid = NavGrid::bake(&map, &turning(turn_cost));
        let turn = (f64::from(turn_cost) * TILE_COST as f64).round() as u64;
        let mut used = Search::default();
        for goal in goals.iter().filter(|goal| grid.is_passable(start) && grid.is_passable(**goal)) {
            agrees(&grid, rules, turn, (start, *goal), &mut used);
        }
    }
}

/// What runs as something else says so, and ground without a cost for turning is searched as ever.
#[test]
fn what_cannot_count_turns_runs_as_a_star() {
    let straight = baked(&["......"; 4]);
    let turning = NavGrid::bake(&arrows(&['.'; WIDTH * 9]), &turning(2.0));
    for algorithm in Algorithm::ALL {
        let method = Method { algorithm, smooth: true, ..Method::default() };
        let chosen = method.chosen(&turning, 1);
        use Algorithm::{AStar, BreadthFirst, DepthFirst, Dijkstra, Greedy, WeightedAStar};
        let stays = [AStar, BreadthFirst, DepthFirst, Dijkstra, Greedy, WeightedAStar].contains(&algorithm);
        assert_eq!(chosen.algorithm, if stays { algorithm } else { AStar });
        assert!(!chosen.smooth && method.chosen(&straight, 1).smooth == (algorithm != Algorithm::AnyAngle));
    }
}

/// Over a chessboard of grass and mud the cheapest steps zigzag from grass to grass; where turns cost more than mud, the path is straight.
/// The agent's route has the corners of that path, and no others.
#[test]
fn an_agent_walks_with_as_few_turns_as_its_path_has() {
    let corners = |turn_cost: f32| {
        let text = format!(
            r#"(version: 1, name: "Turns", profiles: {{"cart": (turn_cost: {turn_cost})}}, legend: {{'.': "grass", '~': "mud"}},
            rows: [
                "~.~.~.~.~.~.",
                ".~.~.~.~.~.~",
            ],
            agents: [(profile: "cart", tile: (0, 1), order: MoveTo((tile: (11, 0))))])"#
        );
        let level = Level::parse("turns.ron", &text).unwrap_or_else(|error| panic!("{error}"));
        let mut simulation = Simulation::new(level, None);
        (0..5).for_each(|_| _ = simulation.step(&[]));
        let route = simulation.agents()[0].route().expect("it sets out");
        let path = find_path(
            simulation.nav_grid(simulation.agents()[0].profile()),
            &PathQuery::between(Cell::new(0, 1), Cell::new(11, 0)),
            &mut Search::default(),
        )
        .unwrap();
        assert_eq!(route.cells.to_vec(), path.cells);
        assert!((route.cost - path.cost).abs() < 1e-9);
        let steps: Vec<_> = path.cells.windows(2).filter_map(|pair| direction(pair[0], pair[1])).collect();
        assert_eq!(route.waypoints.len(), 1 + steps.windows(2).filter(|pair| pair[0] != pair[1]).count());
        route.waypoints.len()
    };
    assert!(corners(0.0) > 5 && corners(8.0) <= 3, "{} and {}", corners(0.0), corners(8.0));
}
