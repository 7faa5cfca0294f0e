//! Dijkstra's search, A*, weighted A*, greedy and breadth-first search, each by every heuristic and every rule.

use std::collections::BTreeSet;

use footpath::grid::Cell;
use footpath::nav::trace::{Reason, StepKind};
use footpath::nav::{
    Algorithm, Connectivity, CornerRule, DiagonalCost, Guarantee, Heuristic, Method, PathQuery, PathStatus, Search,
    Trace, TraceStep, find_path, trace_path,
};
use proptest::prelude::*;

use crate::support::ground::Ground;
use crate::support::maps::baked;
use crate::support::searching::{find_in_full_slices, query, rules, textbooks};
use crate::support::worlds::worlds;

/// The best-first searches by every heuristic that they use.
fn methods(rules: Method, weight: f64) -> impl Iterator<Item = Method> {
    let by_all = |algorithm| Heuristic::ALL.iter().map(move |&heuristic| (algorithm, heuristic));
    let without = [Algorithm::Dijkstra, Algorithm::BreadthFirst].map(|algorithm| (algorithm, Heuristic::Octile));
    let with = [Algorithm::AStar, Algorithm::WeightedAStar, Algorithm::Greedy].into_iter().flat_map(by_all);
    without.into_iter().chain(with).map(move |(algorithm, heuristic)| Method { algorithm, heuristic, weight, ..rules })
}

fn weights() -> impl Strategy<Value = f64> {
    prop_oneof![Just(0.0), Just(0.7), Just(1.0), Just(2.0), 0.0..10.0, Just(1e9), Just(f64::INFINITY)]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, max_global_rejects: 100_000, ..ProptestConfig::default() })]

    /// Exact searches against the reference, inexact ones within what they promise, on any ground by any rules.
    #[test]
    fn every_best_first_search_keeps_its_promise((width, costs, places) in worlds(), rules in rules(), weight in weights(), textbook in textbooks()) {
        let (ground, grid) = Ground::with_grid(width, costs);
        let index = |cell: Cell| (cell.y * ground.width + cell.x) as usize;
        let start = places[0];
        let lowest = ground.dijkstra_by(rules, start);
        prop_assume!(ground.costs[index(start)] > 0);
        let goals: Vec<Cell> = places[1..].iter().copied().filter(|&goal| lowest[index(goal)].is_some()).collect();
        let best = goals.iter().filter_map(|&goal| lowest[index(goal)]).min();
        prop_assume!(best.is_some());
        let (best, left) = (best.unwrap(), ground.left(rules, &goals));
        let (mut search, mut trace) = (Search::default(), Trace::default());
        for method in methods(Method { textbook, ..rules }, weight) {
            let query = PathQuery::to_any(start, goals.clone()).by(method);
            let path = trace_path(&grid, &query, &mut search, &mut trace).unwrap();
            let shown = format!("{method:?} from {start:?} to {goals:?} on {ground:?}: {path:?}");
            let cost = ground.path_cost(rules, &path.cells);
            prop_assert!(cost.is_ok(), "{:?} {}", cost, shown);
            let cost = cost.unwrap();
            match path.guarantee {
                Guarantee::Shortest => prop_assert_eq!(cost, best, "{}", shown),
                Guarantee::AtMost(factor) => {
                    prop_assert!(factor > 1.0 && cost as f64 <= factor * best as f64 * (1.0 + 1e-9), "{best} {}", shown);
                }
                Guarantee::None => prop_assert!(cost >= best, "{}", shown),
                Guarantee::ShortestBySteps => unreachable!("it is not pulled straight"),
            }
            prop_assert_eq!((path.status, path.algorithm), (PathStatus::Complete, method.algorithm), "{}", shown);
            prop_assert!(path.cells[0] == start && goals.contains(path.cells.last().unwrap()), "{}", shown);
            prop_assert_eq!(path.cells.iter().collect::<BTreeSet<_>>().len(), path.cells.len(), "{}", shown);
            prop_assert_eq!(path.is_walkable, ground.path_cost(Method::default(), &path.cells).is_ok(), "{}", shown);
            // Where the result is called exact no estimate is above what is left.
            use Reason::{BlockedEdge, Corner, Wall};
            let is_legal = |step: &&TraceStep| !matches!(step.kind, StepKind::LeftOut(Wall | Corner | BlockedEdge));
            for step in trace.steps.iter().filter(is_legal).filter(|_| path.guarantee == Guarantee::Shortest) {
                let left = left[index(step.cell)].expect("an expanded cell can reach a goal") as f64;
                prop_assert!(step.h * 197_000.0 <= left * (1.0 + 1e-12), "{step:?}, not {left} {}", shown);
            }
            // Without a trace and in slices it is the same.
            prop_assert_eq!(&find_path(&grid, &query, &mut search).unwrap(), &path, "{}", shown);
            prop_assert_eq!(&find_in_full_slices(&grid, &query, &[1, 3, 2]).unwrap(), &path, "in slices");
        }
    }

    /// With a consistent heuristic no cell is expanded that costs more to reach than the goal, and none twice.
    #[test]
    fn a_star_expands_no_more_than_dijkstra((width, costs, places) in worlds(), rules in rules()) {
        let (ground, grid) = Ground::with_grid(width, costs);
        let index = |cell: Cell| (cell.y * ground.width + cell.x) as usize;
        let (start, goal) = (places[0], places[1]);
        prop_assume!(ground.costs[index(start)] > 0 && ground.dijkstra_by(rules, start)[index(goal)].is_some());
        let expanded = |algorithm, heuristic| {
            let query = PathQuery::between(start, goal).by(Method { algorithm, heuristic, ..rules });
            find_path(&grid, &query, &mut Search::default()).unwrap().statistics.expanded
        };
        let dijkstra = expanded(Algorithm::Dijkstra, Heuristic::Zero);
        prop_assert_eq!(expanded(Algorithm::AStar, Heuristic::Zero), dijkstra);
        let mut consistent = vec![Heuristic::Octile, Heuristic::Chebyshev];
        consistent.extend((rules.connectivity == Connectivity::Four).then_some(Heuristic::Manhattan));
        for heuristic in consistent {
            let a_star = expanded(Algorithm::AStar, heuristic);
            prop_assert!(a_star <= dijkstra, "{heuristic:?}: {a_star}, more than {dijkstra}, {start:?} to {goal:?} {ground:?}");
        }
    }
}

/// The classic mistake: ten times the straight distance is more than the fourteen that a diagonal step costs.
#[test]
fn euclid_with_10_14_is_not_called_exact() {
    let grid = baked(&["....", "....", "...."]);
    let guarantee = |connectivity, diagonal| {
        let (algorithm, heuristic) = (Algorithm::AStar, Heuristic::Euclidean);
        let method = Method { algorithm, heuristic, connectivity, diagonal, ..Method::default() };
        find_path(&grid, &query((0, 0), &[(3, 2)]).by(method), &mut Search::default()).unwrap().guarantee
    };
    let Guarantee::AtMost(factor) = guarantee(Connectivity::Eight, DiagonalCost::TenFourteen) else {
        panic!("called exact");
    };
    assert!((factor - 2f64.sqrt() / 1.4).abs() < 1e-12, "{factor}");
    assert_eq!(guarantee(Connectivity::Eight, DiagonalCost::Exact), Guarantee::Shortest);
    assert_eq!(guarantee(Connectivity::Four, DiagonalCost::TenFourteen), Guarantee::Shortest);
}

#[test]
fn what_is_promised_by_each_method() {
    let (even, uneven) = (baked(&["...", "..."]), baked(&["...", ".~."]));
    let promised = |algorithm, method: Method| Method { algorithm, ..method }.guarantee(&even);
    let eight = Method::default();
    let four = Method { connectivity: Connectivity::Four, ..eight };
    let manhattan = |method| Method { heuristic: Heuristic::Manhattan, ..method };
    let ten_fourteen = Method { diagonal: DiagonalCost::TenFourteen, ..eight };
    let weighing = |weight, method| Method { weight, ..method };
    let bound = 2.0 * 985.0 / 1393.0;
    assert_eq!(promised(Algorithm::AStar, manhattan(four)), Guarantee::Shortest);
    assert_eq!(promised(Algorithm::AStar, manhattan(eight)), Guarantee::AtMost(bound));
    assert_eq!(promised(Algorithm::AStar, manhattan(ten_fourteen)), Guarantee::AtMost(2.0 / 1.4));
    assert_eq!(promised(Algorithm::WeightedAStar, weighing(3.0, eight)), Guarantee::AtMost(3.0));
    assert_eq!(promised(Algorithm::WeightedAStar, weighing(3.0, manhattan(eight))), Guarantee::AtMost(3.0 * bound));
    assert_eq!(promised(Algorithm::WeightedAStar, weighing(0.7, manhattan(eight))), Guarantee::Shortest);
    assert_eq!(promised(Algorithm::WeightedAStar, weighing(f64::INFINITY, eight)), Guarantee::None);
    assert_eq!(promised(Algorithm::Greedy, eight), Guarantee::None);
    assert_eq!(promised(Algorithm::BreadthFirst, four), Guarantee::Shortest);
    assert_eq!(promised(Algorithm::BreadthFirst, eight), Guarantee::AtMost(2f64.sqrt()));
    assert_eq!(promised(Algorithm::BreadthFirst, ten_fourteen), Guarantee::AtMost(1.4));
    let breadth_first = Method { algorithm: Algorithm::BreadthFirst, ..four };
    assert_eq!(breadth_first.guarantee(&uneven), Guarantee::None);
}

/// On an empty map A* goes straight to the goal with every heuristic.
#[test]
fn on_open_ground_a_star_expands_only_the_path_by_any_rules() {
    let grid = baked(&vec![".".repeat(40); 30]);
    for (connectivity, heuristic) in
        [(Connectivity::Eight, Heuristic::Octile), (Connectivity::Four, Heuristic::Manhattan)]
    {
        for (&corners, &diagonal) in CornerRule::ALL.iter().flat_map(|c| DiagonalCost::ALL.iter().map(move |d| (c, d)))
        {
            let method =
                Method { algorithm: Algorithm::AStar, heuristic, connectivity, corners, diagonal, ..Method::default() };
            for goal in [(39, 29), (0, 17), (39, 0), (11, 5), (3, 3)] {
                let path = find_path(&grid, &query((3, 4), &[goal]).by(method), &mut Search::default()).unwrap();
                assert_eq!(path.statistics.expanded as usize, path.cells.len(), "{method:?} to {goal:?}");
            }
        }
    }
}

/// How many steps of a kind a search records.
fn count(rows: &[&str], method: Method, kind: StepKind) -> usize {
    let mut trace = Trace::default();
    let goal = (rows[0].len() as i32 - 1, rows.len() as i32 - 1);
    trace_path(&baked(rows), &query((0, 0), &[goal]).by(method), &mut Search::default(), &mut trace).unwrap();
    trace.steps.iter().filter(|step| step.kind == kind).count()
}

#[test]
fn moves_that_are_left_out_are_recorded() {
    let method = |algorithm| Method { algorithm, ..Method::default() };
    // From (0, 0) all three moves are made, then from (1, 1) only the three onward: five lead back or aside.
    assert_eq!(count(&["...", "...", "..."], method(Algorithm::AStar), StepKind::LeftOut(Reason::Needless)), 5);
    assert_eq!(count(&["...", "...", "..."], method(Algorithm::Greedy), StepKind::LeftOut(Reason::Needless)), 0);
}

/// An overestimate closes cells too early; a better way to them opens them again.
#[test]
fn better_way_to_a_closed_cell_opens_it_again() {
    let rows = ["..#..#", ".##...", "~.....", "..#~.."];
    let weighted = Method { algorithm: Algorithm::WeightedAStar, weight: 3.0, ..Method::default() };
    assert!(count(&rows, weighted, StepKind::Reopened) > 0);
    for algorithm in [Algorithm::AStar, Algorithm::Dijkstra, Algorithm::Greedy, Algorithm::BreadthFirst] {
        assert_eq!(count(&rows, Method { algorithm, ..weighted }, StepKind::Reopened), 0, "{algorithm:?}");
    }
}

/// The fewest steps at any cost; the search's own g counts them.
#[test]
fn breadth_first_counts_steps() {
    let rows = ["=~~~=", "=####", "=====", "####=", "=~=~="];
    let method = Method { algorithm: Algorithm::BreadthFirst, ..Method::default() };
    let mut trace = Trace::default();
    let path = trace_path(&baked(&rows), &query((0, 0), &[(2, 4)]).by(method), &mut Search::default(), &mut trace);
    let path = path.unwrap();
    let last = trace.steps.iter().rfind(|step| step.kind == StepKind::Expanded).unwrap();
    assert_eq!((last.cell, last.g as usize, last.h), (Cell::new(2, 4), path.cells.len() - 1, 0.0));
    let depths: Vec<f64> =
        trace.steps.iter().filter(|step| step.kind == StepKind::Expanded).map(|step| step.g).collect();
    assert!(depths.is_sorted(), "{depths:?}");
}

#[test]
fn weight_leads_from_dijkstra_to_greedy() {
    let rows = ["..........", ".########.", "........#.", "..........", ".######...", ".........."];
    let grid = baked(&rows);
    let statistics = |algorithm, weight| {
        let method = Method { algorithm, weight, ..Method::default() };
        find_path(&grid, &query((1, 3), &[(9, 5)]).by(method), &mut Search::default()).unwrap().statistics
    };
    assert_eq!(statistics(Algorithm::WeightedAStar, 0.0), statistics(Algorithm::Dijkstra, 2.0));
    assert_eq!(statistics(Algorithm::WeightedAStar, 1.0), statistics(Algorithm::AStar, 2.0));
    assert_eq!(statistics(Algorithm::WeightedAStar, f64::INFINITY), statistics(Algorithm::Greedy, 2.0));
    let expanded = |weight| statistics(Algorithm::WeightedAStar, weight).expanded;
    assert!(expanded(0.0) > expanded(1.0) && expanded(1.0) >= expanded(3.0));
}
