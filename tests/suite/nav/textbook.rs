//! Searches as textbooks print them: every move is tried, equal cells come in the order that is asked for, and where no goal
//! can be reached the open list runs empty.

use footpath::grid::Cell;
use footpath::nav::trace::{Reason, StepKind};
use footpath::nav::{
    Algorithm, Connectivity, Guarantee, Heuristic, Method, Mistake, PathError, PathQuery, Search, SearchStatistics,
    Textbook, Trace, find_path, trace_path,
};
use footpath::sentences::search_steps;
use proptest::prelude::*;

use crate::support::ground::Ground;
use crate::support::levels::open;
use crate::support::maps::baked;
use crate::support::searching::{query, traced};
use crate::support::worlds::worlds;

fn a_star(textbook: Textbook) -> Method {
    Method { algorithm: Algorithm::AStar, textbook, ..Method::default() }
}

/// Twenty by twenty, four neighbours, Manhattan: as many as by hand.
#[test]
fn as_many_are_expanded_as_the_order_of_equals_says() {
    let simulation = open("tutorial/two-cubes");
    let grid = simulation.nav_grid(simulation.agents()[0].profile());
    let expanded = |textbook| {
        let connectivity = Connectivity::Four;
        let method = Method { heuristic: Heuristic::Manhattan, connectivity, ..a_star(textbook) };
        let path = find_path(grid, &query((2, 4), &[(17, 15)]).by(method), &mut Search::default()).unwrap();
        assert_eq!(path.cells.len(), 31, "each is a shortest one");
        path.statistics.expanded
    };
    assert_eq!(Textbook::ALL.map(expanded), [95, 151, 119, 95]);
}

#[test]
fn no_legal_move_is_left_out() {
    let mut trace = Trace::default();
    let asked = query((0, 0), &[(5, 3)]).by(a_star(Textbook::Oldest));
    trace_path(&baked(&["......"; 4]), &asked, &mut Search::default(), &mut trace).unwrap();
    assert!(trace.steps.iter().all(|step| step.kind != StepKind::LeftOut(Reason::Needless)));
    let seen =
        trace.steps.iter().filter(|step| step.kind == StepKind::Generated && step.parent == Some(Cell::new(0, 0)));
    assert_eq!(seen.count(), 3, "all neighbours of the corner");
}

#[test]
fn where_no_goal_can_be_reached_the_open_list_runs_empty() {
    let grid = baked(&["...#.", "...#.", "...##"]);
    for (goal, what) in [((4, 0), "behind a wall"), ((3, 1), "in a wall")] {
        for algorithm in [Algorithm::Auto, Algorithm::AStar, Algorithm::Greedy, Algorithm::BreadthFirst] {
            let method = Method { algorithm, ..a_star(Textbook::Newest) };
            let (found, replay) = traced(&grid, &query((0, 1), &[goal]).by(method));
            let Err(PathError::NoPath(SearchStatistics { expanded, .. })) = found else { panic!("{what}: {found:?}") };
            assert_eq!(expanded, 9, "{what}: all that can be reached");
            let moment = replay.moment().unwrap();
            assert_eq!(search_steps::sentence(&moment), "The open list is empty: no path leads to the goal.");
        }
    }
    let aimed_again = find_path(&grid, &query((0, 1), &[(4, 0)]).by(a_star(Textbook::Off)), &mut Search::default());
    assert_eq!(aimed_again.unwrap().cells.last(), Some(&Cell::new(2, 0)), "else the nearest is gone to");
}

/// One that cannot answer is replaced by the usual A*, and the others are not affected.
#[test]
fn other_searches_are_as_they_were() {
    let grid = baked(&["...#.", ".~.#.", "...##"]);
    for algorithm in [Algorithm::JumpPoint, Algorithm::DepthFirst, Algorithm::BidirectionalAStar, Algorithm::AnyAngle] {
        let found = [Textbook::Off, Textbook::Oldest].map(|textbook| {
            let method = Method { algorithm, ..a_star(textbook) };
            find_path(&grid, &query((0, 1), &[(4, 0)]).by(method), &mut Search::default())
        });
        assert_eq!(found[0], found[1], "{algorithm:?}");
    }
}

/// What each mistake does on ground where it shows.
#[test]
fn mistakes_are_made_as_they_are_told() {
    let by = |mistake| Method { mistake, ..a_star(Textbook::Oldest) };
    let cost = |rows: &[&str], from, to, mistake| {
        find_path(&baked(rows), &query(from, &[to]).by(by(mistake)), &mut Search::default()).map(|path| path.cost)
    };
    let plain = ["........"; 5];
    let diagonal = |mistake| cost(&plain, (0, 0), (4, 4), mistake);
    assert!((diagonal(Mistake::None).unwrap() - 32f64.sqrt()).abs() < 1e-6);
    assert_eq!(diagonal(Mistake::SixNeighbours).unwrap(), 8.0, "down and to the right");
    assert_eq!(cost(&plain, (0, 4), (4, 0), Mistake::SixNeighbours), cost(&plain, (0, 4), (4, 0), Mistake::None));
    assert_eq!(diagonal(Mistake::StartNotOpened), Err(PathError::NoPath(SearchStatistics::default())));
    assert!(cost(&plain, (0, 0), (7, 0), Mistake::WrongBound).is_err(), "columns from 5 on are not looked at");
    assert_eq!(cost(&plain, (0, 0), (4, 0), Mistake::WrongBound), Ok(4.0));
    let marsh = open("course/overwritten");
    let cost_there = |mistake| {
        let asked = query((1, 4), &[(15, 4)]).by(by(mistake));
        find_path(marsh.nav_grid(0), &asked, &mut Search::default()).unwrap().cost
    };
    assert!(cost_there(Mistake::CostOverwritten) > cost_there(Mistake::None) + 1.0, "around the swamp");
    let found =
        find_path(&baked(&plain), &query((0, 0), &[(4, 4)]).by(by(Mistake::SixNeighbours)), &mut Search::default());
    assert_eq!(found.unwrap().guarantee, Guarantee::None);
}

proptest! {
    /// Whatever is wrong, what is found is a path, and it ends.
    #[test]
    fn a_mistake_finds_a_legal_path_or_none((width, costs, places) in worlds()) {
        let (ground, grid) = Ground::with_grid(width, costs);
        prop_assume!(ground.costs[(places[0].y * ground.width + places[0].x) as usize] > 0);
        for mistake in Mistake::ALL {
            for algorithm in [Algorithm::AStar, Algorithm::Greedy, Algorithm::BreadthFirst, Algorithm::WeightedAStar] {
                let method = Method { algorithm, mistake, ..a_star(Textbook::Oldest) };
                let query = PathQuery::between(places[0], places[1]).by(method);
                if let Ok(path) = find_path(&grid, &query, &mut Search::default()) {
                    prop_assert!(ground.path_cost(method, &path.cells).is_ok(), "{path:?}");
                }
            }
        }
    }

    /// A cell that was opened again and then got a worse cost could come after itself on the path, which then had no end.
    #[test]
    fn a_search_that_overwrites_costs_opens_no_cell_again((width, costs, places) in worlds()) {
        let (_, grid) = Ground::with_grid(width, costs);
        let method = Method { mistake: Mistake::CostOverwritten, ..a_star(Textbook::Oldest) };
        let mut trace = Trace::default();
        let query = PathQuery::between(places[0], places[1]).by(method);
        let _ = trace_path(&grid, &query, &mut Search::default(), &mut trace);
        prop_assert!(trace.steps.iter().all(|step| step.kind != StepKind::Reopened));
    }

    #[test]
    fn a_textbook_costs_as_much_as_dijkstra((width, costs, places) in worlds()) {
        let (ground, grid) = Ground::with_grid(width, costs);
        let index = |cell: Cell| (cell.y * ground.width + cell.x) as usize;
        let (start, goal) = (places[0], places[1]);
        prop_assume!(ground.costs[index(start)] > 0);
        let lowest = ground.dijkstra_by(Method::default(), start);
        for textbook in [Textbook::Oldest, Textbook::Newest, Textbook::LeastH] {
            for algorithm in [Algorithm::AStar, Algorithm::Dijkstra] {
                let method = Method { algorithm, ..a_star(textbook) };
                let found = find_path(&grid, &PathQuery::between(start, goal).by(method), &mut Search::default());
                match (found, lowest[index(goal)]) {
                    (Ok(path), Some(lowest)) => {
                        prop_assert_eq!(ground.path_cost(method, &path.cells).unwrap(), lowest);
                    }
                    (Err(PathError::NoPath(statistics)), None) => {
                        let reachable = lowest.iter().flatten().count();
                        prop_assert_eq!(statistics.expanded as usize, reachable);
                    }
                    (found, lowest) => prop_assert!(false, "{found:?}, not {lowest:?}"),
                }
            }
        }
    }
}
