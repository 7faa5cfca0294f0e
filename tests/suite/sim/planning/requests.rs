//! Path requests, in a queue and in the world: a budget that holds, a fixed order, one answer for each.

use std::collections::BTreeMap;

use footpath::agent::{Agent, AgentId, AgentState};
use footpath::grid::{Cell, Grid, Rect};
use footpath::level::{Level, Order, Target, TerrainId, TileMap};
use footpath::nav::budget::Budget;
use footpath::nav::requests::{Answer, RequestId, RequestOutcome, RequestQueue};
use footpath::nav::{Algorithm, Method, NavGrid, Path, PathError, PathQuery, Search, SearchStatistics, find_path};
use footpath::profile::AgentProfile;
use footpath::sim::{Command, EXPANSIONS_A_TICK, Event, Selection, Simulation};
use proptest::prelude::*;

use crate::support::levels::{level, with_agent};

const SIZE: i32 = 9;

/// What happens to a queue of requests over two grids.
#[derive(Clone, Debug)]
enum WorldChange {
    Push { ground: usize, from: Cell, to: Cell, algorithm: Algorithm },
    Cancel(u64),
    Toggle(Cell),
    Serve(u32),
}

fn cells(margin: i32) -> impl Strategy<Value = Cell> {
    (-margin..SIZE + margin, -margin..SIZE + margin).prop_map(|(x, y)| Cell::new(x, y))
}

fn changes() -> impl Strategy<Value = Vec<WorldChange>> {
    let algorithms = (0..Algorithm::ALL.len()).prop_map(|index| Algorithm::ALL[index]);
    let push = (0..2usize, cells(1), cells(1), algorithms)
        .prop_map(|(ground, from, to, algorithm)| WorldChange::Push { ground, from, to, algorithm });
    let change = prop_oneof![
        4 => push,
        1 => (0..12u64).prop_map(WorldChange::Cancel),
        1 => cells(0).prop_map(WorldChange::Toggle),
        5 => (0..25u32).prop_map(WorldChange::Serve),
    ];
    proptest::collection::vec(change, 1..40)
}

/// A queue, and beside it a record of all its requests.
struct Desk {
    map: TileMap,
    grids: [NavGrid; 2],
    queue: RequestQueue,
    /// For each request the grid, its layout, the query, and whether it was cancelled.
    asked: Vec<(usize, u64, PathQuery, bool)>,
    answers: Vec<Answer>,
    /// Each ground as it was before each change.
    past: [Vec<NavGrid>; 2],
}

impl Desk {
    fn new(walls: &[bool]) -> Desk {
        let side = SIZE as u32;
        let tiles = walls.iter().map(|&wall| TerrainId(u8::from(wall))).collect();
        let map = TileMap::plain(Grid::from_rows(side, side, tiles));
        let grids = [0.3, 0.7].map(|radius| NavGrid::bake(&map, &AgentProfile { radius, ..AgentProfile::default() }));
        Desk {
            map,
            grids,
            queue: RequestQueue::default(),
            asked: Vec::new(),
            answers: Vec::new(),
            past: [Vec::new(), Vec::new()],
        }
    }

    fn push(&mut self, ground: usize, query: PathQuery) {
        let id = self.queue.push(ground, &self.grids[ground], query.clone());
        assert_eq!(id, RequestId(self.asked.len() as u64));
        self.asked.push((ground, self.grids[ground].layout(), query, false));
    }

    fn cancel(&mut self, id: u64) {
        let is_open = self.asked.get(id as usize).is_some_and(|asked| !asked.3)
            && self.answers.iter().all(|answer| answer.id.0 != id);
        assert_eq!(self.queue.cancel(RequestId(id)), is_open);
        if is_open {
            self.asked[id as usize].3 = true;
        }
    }

    fn toggle(&mut self, cell: Cell) {
        self.past.iter_mut().zip(&self.grids).for_each(|(past, grid)| past.push(grid.clone()));
        let wall = self.map.tiles[cell] == TerrainId(1);
        self.map.tiles[cell] = TerrainId(u8::from(!wall));
        self.grids.iter_mut().for_each(|grid| grid.rebake(&self.map, Rect::of_cell(cell)));
    }

    fn serve(&mut self, portion: u32) {
        let mut budget = Budget::new(portion);
        loop {
            let grids = &self.grids;
            let Some(answer) = self.queue.serve(&|ground| &grids[ground], &mut budget) else { break };
            self.check(&answer);
            self.answers.push(answer);
        }
        assert!(budget.spent() <= portion, "{budget:?}");
        assert!(budget.is_used_up() || self.queue.is_empty(), "there was budget left, and a request waits");
    }

    /// Whether an answer that was just given is right.
    fn check(&self, answer: &Answer) {
        let (ground, asked_at, query, cancelled) = &self.asked[answer.id.0 as usize];
        let grid = &self.grids[*ground];
        let past = |past: &&NavGrid| past.layout() == answer.found_at;
        assert_eq!((&answer.query, answer.asked_at), (query, *asked_at));
        assert_eq!(answer.is_stale(grid), grid.layout() != *asked_at);
        assert_eq!(answer.outcome == RequestOutcome::Cancelled, *cancelled);
        if !cancelled {
            // A search that was kept from ending by changes is answered from the ground as it once was.
            let searched = self.past[*ground].iter().chain([grid]).find(past).expect("a ground that there was");
            let whole = find_path(searched, query, &mut Search::default());
            let expected = without_statistics(whole.map_or_else(RequestOutcome::Failed, RequestOutcome::Found));
            assert_eq!(without_statistics(answer.outcome.clone()), expected, "paused or not, it is the same");
        }
    }

    fn finish(mut self) {
        self.serve(u32::MAX);
        let mut answered: Vec<u64> = self.answers.iter().map(|answer| answer.id.0).collect();
        let served = |id: &&u64| !self.asked[**id as usize].3;
        assert!(answered.iter().filter(served).is_sorted(), "first come, first served");
        answered.sort_unstable();
        assert_eq!(answered, (0..self.asked.len() as u64).collect::<Vec<u64>>(), "each is answered once");
    }
}

/// An outcome without its search statistics: what a search remembers of the ground saves work.
fn without_statistics(outcome: RequestOutcome) -> RequestOutcome {
    match outcome {
        RequestOutcome::Found(path) => RequestOutcome::Found(Path { statistics: SearchStatistics::default(), ..path }),
        RequestOutcome::Failed(PathError::NoPath(_)) => {
            RequestOutcome::Failed(PathError::NoPath(SearchStatistics::default()))
        }
        RequestOutcome::Failed(PathError::Limit(_)) => {
            RequestOutcome::Failed(PathError::Limit(SearchStatistics::default()))
        }
        other => other,
    }
}

proptest! {
    #[test]
    fn every_request_has_one_answer_and_no_budget_is_exceeded(
        walls in proptest::collection::vec(proptest::bool::weighted(0.25), (SIZE * SIZE) as usize),
        changes in changes(),
    ) {
        let mut desk = Desk::new(&walls);
        for change in changes {
            match change {
                WorldChange::Push { ground, from, to, algorithm } => {
                    let method = Method { algorithm, ..Method::default() };
                    desk.push(ground, PathQuery::between(from, to).by(method));
                }
                WorldChange::Cancel(id) => desk.cancel(id),
                WorldChange::Toggle(cell) => desk.toggle(cell),
                WorldChange::Serve(portion) => desk.serve(portion),
            }
        }
        desk.finish();
    }
}

/// No search exceeds its budget by a single cell, even when it begins.
#[test]
fn every_algorithm_keeps_to_its_budget() {
    let walls: Vec<bool> = (0..SIZE * SIZE).map(|at| at % SIZE == 5 && at / SIZE != 8).collect();
    let desk = Desk::new(&walls);
    let mut search = Search::default();
    for algorithm in Algorithm::ALL {
        for portion in [1, 2, 7, 30] {
            let method = Method { algorithm, ..Method::default() };
            let query = PathQuery::between(Cell::new(1, 1), Cell::new(7, 2)).by(method);
            search.begin(&desk.grids[0], &query).expect("there is a way");
            let mut before = search.statistics().expanded;
            assert_eq!(before, 0, "{algorithm:?} expands cells at its begin");
            let path = loop {
                let answer = search.advance(&desk.grids[0], portion);
                let after = match &answer {
                    None => search.statistics().expanded,
                    Some(path) => path.as_ref().expect("there is a way").statistics.expanded,
                };
                assert!(after - before <= portion, "{algorithm:?}: {} of {portion}", after - before);
                before = after;
                if let Some(path) = answer {
                    break path.expect("there is a way");
                }
            };
            assert_eq!(path.cells.last(), Some(&Cell::new(7, 2)), "{algorithm:?} by {portion}");
        }
    }
}

#[test]
fn a_limit_is_an_answer() {
    let mut desk = Desk::new(&[false; (SIZE * SIZE) as usize]);
    let method = Method { algorithm: Algorithm::IdaStar, expansion_limit: 3, ..Method::default() };
    desk.push(0, PathQuery::between(Cell::new(0, 0), Cell::new(8, 5)).by(method));
    desk.serve(100);
    assert!(matches!(desk.answers[0].outcome, RequestOutcome::Failed(PathError::Limit(_))), "{:?}", desk.answers);
}

/// A field of 80 x 60 tiles with some walls, in two parts that are not connected, with eight hundred agents in the left one.
fn parted_field() -> Level {
    let rows: Vec<String> = (0..60)
        .map(|y| (0..80).map(|x| if x == 60 || (x % 7 == 3 && y % 9 > 2) { '#' } else { '.' }).collect())
        .collect();
    let mut level = level(&rows, 1.0);
    let mut left = 800;
    for cell in level.map.tiles.rect().cells().collect::<Vec<Cell>>() {
        if left > 0 && cell.x < 60 && (cell.x + cell.y) % 2 == 0 && level.map.is_walkable(cell) {
            level = with_agent(level, 0, (cell.x, cell.y));
            left -= 1;
        }
    }
    assert_eq!(left, 0);
    level
}

/// Counts the reports to each agent that it has a path or that there is none.
fn count_answers(events: &[Event], answers: &mut BTreeMap<AgentId, u32>) {
    for event in events {
        if let Event::PathFound { agent, .. } | Event::NoPath { agent, .. } = event {
            *answers.entry(*agent).or_default() += 1;
        }
    }
}

#[test]
fn eight_hundred_requests_at_once_never_exceed_the_budget() {
    let mut simulation = Simulation::new(parted_field(), None);
    let odd = |parity| Selection::These((0..800).filter(|id| id % 2 == parity).map(AgentId).collect());
    let orders = [
        Command::Order(odd(0), Order::MoveTo(Target::Tile(Cell::new(40, 30)))),
        Command::Order(odd(1), Order::MoveTo(Target::Tile(Cell::new(75, 30)))),
    ];
    let (mut answers, mut ticks, mut worst) = (BTreeMap::new(), 0, 0);
    let mut commands = &orders[..];
    loop {
        count_answers(&simulation.step(commands), &mut answers);
        commands = &[];
        ticks += 1;
        worst = worst.max(simulation.expansions());
        assert!(simulation.expansions() <= EXPANSIONS_A_TICK);
        if simulation.agents().iter().all(|agent| agent.state() != AgentState::Waiting) {
            break;
        }
        assert!(
            ticks < 60,
            "{} still wait",
            simulation.agents().iter().filter(|a| a.state() == AgentState::Waiting).count()
        );
    }
    // What the searches leave of it, the paths that are laid out and measured use up.
    assert!(ticks > 5 && worst > EXPANSIONS_A_TICK * 3 / 4, "it was too easy: {ticks} ticks, {worst}");
    assert!((0..800).all(|id| answers.get(&AgentId(id)) == Some(&1)), "{answers:?}");
    println!("{ticks} ticks, at most {worst} expansions in one");

    // Stopped agents and repeated requests keep to it too.
    simulation.step(&[
        Command::Order(odd(0), Order::Stop),
        Command::Order(odd(1), Order::MoveTo(Target::Tile(Cell::new(70, 10)))),
    ]);
    while simulation.agents().iter().any(|agent| agent.state() == AgentState::Waiting) {
        assert!(simulation.expansions() <= EXPANSIONS_A_TICK, "tick {}", simulation.tick());
        simulation.step(&[]);
    }
}

/// On a large map with one winding path a search takes many ticks, and the map changes meanwhile.
#[test]
fn a_search_of_many_ticks_ends_on_the_ground_as_it_is_then() {
    let rows: Vec<String> = (0..400)
        .map(|y| {
            let gap = if y % 8 == 3 { 0 } else { 399 };
            (0..400).map(|x| if y % 4 == 3 && x != gap { '#' } else { '.' }).collect()
        })
        .collect();
    let mut level = with_agent(level(&rows, 1.0), 0, (0, 0));
    level.search.algorithm = Algorithm::Dijkstra;
    let mut simulation = Simulation::new(level, None);
    simulation.step(&[Command::Order(Selection::All, Order::MoveTo(Target::Tile(Cell::new(200, 398))))]);
    assert_eq!(simulation.expansions(), EXPANSIONS_A_TICK);
    assert_eq!(simulation.agents()[0].state(), AgentState::Waiting);
    // A short cut to the goal opens.
    let gaps = (0..100).map(|row| Cell::new(200, 4 * row + 3)).filter(|cell| cell.y < 399).collect();
    let mut events = simulation.step(&[Command::Erase { tiles: gaps }]);
    let mut ticks = 1;
    while simulation.agents()[0].state() == AgentState::Waiting {
        assert!(ticks < 60, "it still waits");
        assert!(simulation.expansions() <= EXPANSIONS_A_TICK, "tick {ticks}");
        events.extend(simulation.step(&[]));
        ticks += 1;
    }
    let route = simulation.agents()[0].route().expect("there is a way");
    assert!(route.cells.windows(2).all(|pair| (pair[0].y - pair[1].y).abs() <= 1));
    assert!(route.length < 600.0, "{}", route.length);
    let told = events.iter().filter(|event| matches!(event, Event::PathFound { .. })).count();
    assert_eq!(told, 1, "{events:?}");
}

#[test]
fn an_agent_removed_or_sent_elsewhere_while_it_waits_gets_no_stale_answer() {
    let mut simulation = Simulation::new(parted_field(), None);
    simulation.step(&[Command::Order(Selection::All, Order::MoveTo(Target::Tile(Cell::new(40, 30))))]);
    let waiting = |agent: &&Agent| agent.state() == AgentState::Waiting;
    let waits: Vec<AgentId> = simulation.agents().iter().filter(waiting).map(|agent| agent.id()).collect();
    assert!(waits.len() > 100);
    let (gone, sent) = waits.split_at(waits.len() / 2);
    let orders = [
        Command::Remove(Selection::These(gone.to_vec())),
        Command::Order(Selection::These(sent.to_vec()), Order::MoveTo(Target::Tile(Cell::new(10, 50)))),
    ];
    let mut answers = BTreeMap::new();
    let mut commands = &orders[..];
    while !commands.is_empty() || simulation.agents().iter().any(|agent| agent.state() == AgentState::Waiting) {
        count_answers(&simulation.step(commands), &mut answers);
        commands = &[];
    }
    assert!(gone.iter().all(|id| !answers.contains_key(id)));
    for id in sent {
        assert_eq!(answers[id], 1, "agent {}", id.0);
        let route = simulation.agent(*id).and_then(|agent| agent.route()).expect("it has a way");
        assert_eq!(route.purpose.target, Target::Tile(Cell::new(10, 50)), "agent {}", id.0);
    }
}

/// A limit that is far below what one search takes, and ground that changes in every tick: the search is answered in the
/// end, from the ground as it once was, and no tick expands a cell more than it may.
#[test]
fn ground_that_always_changes_neither_breaks_the_budget_nor_keeps_a_search_from_ending() {
    const LIMIT: u32 = 1000;
    let mut level = with_agent(level(&vec![".".repeat(120); 120], 1.0), 0, (0, 0));
    level.search.algorithm = Algorithm::Dijkstra;
    let mut simulation = Simulation::new(level, None);
    simulation.limit_expansions(LIMIT);
    let mut orders = vec![Command::Order(Selection::All, Order::MoveTo(Target::Tile(Cell::new(119, 119))))];
    let mut answered = None;
    for tick in 0..60 {
        let tile = Cell::new(60, 2 + (tick / 2) % 100);
        orders.push(match tick % 2 {
            0 => Command::Paint { terrain: "wall".to_owned(), tiles: vec![tile] },
            _ => Command::Erase { tiles: vec![tile] },
        });
        simulation.step(&std::mem::take(&mut orders));
        assert!(simulation.expansions() <= LIMIT, "{} in tick {tick}", simulation.expansions());
        if answered.is_none() && simulation.agents()[0].state() == AgentState::Moving {
            answered = Some(tick);
        }
    }
    let answered = answered.expect("it is answered");
    assert!(answered > 14, "14,400 cells take more than 14 ticks: it was answered after {answered}");
}
