//! Routes: an agent walks the path that its search has found, by every method, and long routes are refined while they are
//! walked.

use footpath::agent::route::{Ground, Purpose};
use footpath::agent::steering::Mover;
use footpath::agent::tuning::{LAID_CELLS, LEG_CELLS};
use footpath::agent::{Agent, AgentId, AgentState, Route};
use footpath::grid::Cell;
use footpath::level::{Level, Target, TerrainId};
use footpath::nav::{
    Algorithm, Connectivity, CornerRule, DiagonalCost, Method, NavGrid, Path, PathQuery, PathStatus, Search, Solid,
    Textbook, find_path,
};
use footpath::sim::{Command, Event, Refusal, Selection, Simulation, TICK};
use glam::Vec2;

use crate::support::levels::{level, open, with_agent};
use crate::support::play::{settle, tell_all, to_tile, walking_algorithms};

/// Rooms with doors that do not face each other.
fn rooms() -> Level {
    let row = |y: i32| {
        let is_wall = |x: i32| {
            let door = |along: i32, wall: i32| (along + 3 * wall).rem_euclid(10) == 4;
            (x % 10 == 9 && !door(y, x / 10)) || (y % 10 == 9 && !door(x, y / 10))
        };
        (0..60).map(|x| if is_wall(x) { '#' } else { '.' }).collect::<String>()
    };
    let rows: Vec<String> = (0..40).map(row).collect();
    level(&rows, 1.0)
}

fn find(nav: &NavGrid, from: Cell, to: Cell) -> Path {
    find_path(nav, &PathQuery::between(from, to), &mut Search::default()).expect("there is a way")
}

/// The positions, tick by tick, of an agent that walks along a route until it stands at the end; `extend` may refine the
/// route further.
fn walk(ground: Ground, route: &mut Route, mut extend: impl FnMut(&mut Route, Vec2)) -> Vec<Vec2> {
    let (mut position, mut velocity, mut walk) = (route.from, Vec2::ZERO, vec![route.from]);
    while !(route.is_on_last_bit() && route.end().distance(position) < 0.02 && velocity.length() < 0.1) {
        assert!(walk.len() < 60 * 60, "it does not arrive: {position}, {route:?}");
        extend(route, position);
        route.advance(ground, position, velocity);
        let wanted = route.wanted_velocity(ground.mover, route.along(), position, velocity);
        velocity += ground.mover.acceleration_towards(velocity, wanted, route.along()) * TICK;
        position += velocity * TICK;
        walk.push(position);
    }
    walk
}

/// A route refined leg by leg is walked like the same route refined at once: in the same places, nowhere slower.
#[test]
fn a_route_that_is_extended_has_no_seam() {
    let level = rooms();
    for profile in &level.profiles[..4] {
        let nav = NavGrid::bake(&level.map, profile);
        let ground = Ground { solid: Solid::new(&level.map, profile), nav: &nav, mover: Mover::new(profile, TICK) };
        let whole = find(&nav, Cell::new(1, 1), Cell::new(57, 38));
        let (from, place) = (level.map.lattice.centre(whole.cells[0]), level.map.lattice.centre(Cell::new(57, 38)));
        let purpose = || Purpose {
            target: Target::Point(place),
            status: PathStatus::Complete,
            ending: AgentState::Arrived,
            onward: None,
        };
        let mut at_once = Route::lay(ground, from, &whole, place, purpose());
        let expected = walk(ground, &mut at_once, |_, _| {});
        for (first, step) in [(6, 9), (12, 5), (20, 25), (4, 4)] {
            let mut ends: Vec<usize> = (first..whole.cells.len() - 1).step_by(step).collect();
            ends.push(whole.cells.len() - 1);
            let begin = Path {
                cells: whole.cells[..=ends[0]].to_vec(),
                ahead: ends[1..].iter().map(|&at| whole.cells[at]).collect(),
                ..whole.clone()
            };
            let mut route = Route::lay(ground, from, &begin, place, purpose());
            assert!(route.end() == place && !route.is_on_last_bit(), "{}: {first} and then {step}", profile.name);
            let mut laid = 0;
            let walked = walk(ground, &mut route, |route, position| {
                while route.wants_refinement(ground.mover, position) {
                    laid += 1;
                    let leg = whole.cells[ends[laid - 1]..=ends[laid]].to_vec();
                    route.extend(ground, &Path { cells: leg, ahead: Vec::new(), ..whole.clone() });
                }
            });
            let about = format!("{}, legs of {step} after {first}", profile.name);
            assert_eq!((laid, &*route.cells), (ends.len() - 1, &*whole.cells), "{about}");
            assert!((route.length - at_once.length).abs() < 0.01, "{about}: {} and {}", route.length, at_once.length);
            for (tick, (here, there)) in walked.iter().zip(&expected).enumerate() {
                assert!(here.distance(*there) < 0.05, "{about}, tick {tick}: {here}, not {there}");
            }
        }
    }
}

/// Every algorithm that leads somewhere, by rules that lead to different paths.
fn methods() -> Vec<Method> {
    let mut methods = Vec::new();
    for algorithm in walking_algorithms().chain([Algorithm::IdaStar]) {
        for (connectivity, corners, smooth) in [
            (Connectivity::Eight, CornerRule::Never, false),
            (Connectivity::Four, CornerRule::Never, true),
            (Connectivity::Four, CornerRule::Always, false),
            (Connectivity::Eight, CornerRule::Always, true),
            (Connectivity::Eight, CornerRule::OneFree, false),
        ] {
            let diagonal = if smooth { DiagonalCost::TenFourteen } else { DiagonalCost::Exact };
            let weight = 5.0;
            methods.push(Method { algorithm, connectivity, corners, smooth, diagonal, weight, ..Method::default() });
        }
    }
    methods
}

/// The rooms, with mud in some of them.
fn muddy_rooms() -> Level {
    let mut level = rooms();
    for cell in level.map.tiles.rect().cells().collect::<Vec<Cell>>() {
        if level.map.is_walkable(cell) && (cell.x / 10 + cell.y / 10) % 3 == 1 {
            level.map.tiles[cell] = TerrainId(6);
        }
    }
    level
}

#[test]
fn agents_walk_by_every_method() {
    for (ground, name) in [(rooms(), "rooms"), (muddy_rooms(), "muddy rooms")] {
        for method in methods() {
            let about = format!("{name}: {method:?}");
            let mut level = with_agent(with_agent(ground.clone(), 0, (1, 1)), 1, (3, 2));
            level.search = method;
            level.name.clone_from(&about);
            let mut simulation = Simulation::new(level, None);
            simulation.step(&[tell_all(to_tile(25, 17))]);
            while simulation.agents().iter().any(|agent| agent.state() == AgentState::Waiting) {
                simulation.step(&[]);
            }
            assert_eq!(simulation.last_search().map(|last| last.query.method), Some(method), "{about}");
            settle(&mut simulation, 120);
            for agent in simulation.agents() {
                assert_eq!(agent.state(), AgentState::Arrived, "{about}");
                assert!(agent.wall_penetration() <= 1e-3, "{about}: {} in a wall", agent.wall_penetration());
                let route = agent.route().expect("a route is kept");
                let ratio = agent.walked() / route.length;
                assert!((0.94..1.04).contains(&ratio), "{about}: {ratio} of {}", route.length);
                assert!(route.length > 25.0 && route.length < 45.0, "{about}: {}", route.length);
            }
        }
    }
}

#[test]
fn all_agents_replan_when_the_method_changes() {
    let mut simulation = Simulation::new(with_agent(with_agent(rooms(), 0, (1, 1)), 0, (2, 1)), None);
    simulation.step(&[tell_all(to_tile(57, 38))]);
    for _ in 0..60 {
        simulation.step(&[]);
    }
    let length =
        |simulation: &Simulation, index: usize| simulation.agents()[index].route().map_or(0, |route| route.cells.len());
    let before = [length(&simulation, 0), length(&simulation, 1)];
    let four = Method { algorithm: Algorithm::BreadthFirst, connectivity: Connectivity::Four, ..Method::default() };
    let first = Selection::These(vec![AgentId(0)]);
    let events = simulation.step(&[Command::Search(first, four)]);
    assert_eq!(events, [], "it goes where it went");
    assert!(length(&simulation, 0) > before[0] + 10, "only straight steps are more of them");
    assert_eq!(length(&simulation, 1), before[1]);
    assert_eq!(simulation.method_of(&simulation.agents()[0]), four);
    assert_eq!(simulation.method_of(&simulation.agents()[1]), Method::default());

    let unequal = simulation.state_hash();
    simulation.step(&[Command::Search(Selection::All, four)]);
    assert!(length(&simulation, 1) > before[1] + 10);
    assert_eq!(simulation.method(), four);
    assert_ne!(simulation.state_hash(), unequal);
    for wrong in [-1.0, 1001.0, f64::NEG_INFINITY] {
        let events = simulation.step(&[Command::Search(Selection::All, Method { weight: wrong, ..four })]);
        assert_eq!(events, [Event::Refused { reason: Refusal::Weight(wrong) }]);
    }
    let events = simulation.step(&[Command::Search(Selection::All, Method { expansion_limit: 0, ..four })]);
    assert!(matches!(events[..], [Event::Refused { reason: Refusal::Search(_) }]), "{events:?}");
    simulation.step(&[Command::Restart]);
    assert_eq!(simulation.method(), Method::default(), "the level begins as it is");
}

/// An agent whose search gave up starts when another search finds the path.
#[test]
fn a_search_that_gave_up_is_not_the_last_word() {
    let mut level = with_agent(rooms(), 0, (1, 1));
    level.search = Method { algorithm: Algorithm::IdaStar, expansion_limit: 50, ..Method::default() };
    let mut simulation = Simulation::new(level, None);
    let events = simulation.step(&[tell_all(to_tile(57, 38))]);
    assert!(matches!(&events[..], [Event::NoPath { .. }]), "{events:?}");
    assert_eq!(simulation.agents()[0].state(), AgentState::NoWay);
    let events = simulation.step(&[Command::Search(Selection::All, Method::default())]);
    assert!(matches!(&events[..], [Event::PathFound { status: PathStatus::Complete, .. }]), "{events:?}");
    settle(&mut simulation, 120);
    assert_eq!(simulation.agents()[0].state(), AgentState::Arrived);
}

/// One flow field leads a whole crowd to one goal, each agent to its own slot there.
#[test]
fn a_crowd_shares_a_field() {
    let mut level = rooms();
    for index in 0..60 {
        level = with_agent(level, 0, (1 + index % 4 * 2 + index % 20 / 4 * 10, 1 + 2 * (index / 20)));
    }
    level.search.algorithm = Algorithm::FlowField;
    let cells = level.map.tiles.rect().cells().filter(|&cell| level.map.is_walkable(cell)).count() as u32;
    let mut simulation = Simulation::new(level, None);
    simulation.step(&[tell_all(to_tile(45, 25))]);
    let mut expansions = simulation.expansions();
    while simulation.agents().iter().any(|agent| agent.state() == AgentState::Waiting) {
        simulation.step(&[]);
        expansions += simulation.expansions();
    }
    // The slots are searched for one after the other.
    assert!(expansions < cells + 60 * 60, "{expansions} for {cells} cells");
    settle(&mut simulation, 120);
    for (index, agent) in simulation.agents().iter().enumerate() {
        assert_eq!(agent.state(), AgentState::Arrived, "agent {index}");
        assert!(agent.position().distance(Vec2::new(45.5, 25.5)) < 5.5, "agent {index}");
        let apart = |other: &Agent| other.position().distance(agent.position()) > 0.59;
        assert!(simulation.agents()[..index].iter().all(apart), "agent {index}");
    }
}

/// The order that the level claims: straight lines first, then the two that are exact, then the rest as their ways
/// are worse.
#[test]
fn the_race_is_won_by_the_shortest_way() {
    let mut race = open("race");
    settle(&mut race, 120);
    let ticks = |name: &str| {
        let runs = race.agents().iter().filter(|agent| race.profile_of(agent).name == name);
        let ticks: Vec<u64> = runs.filter_map(|agent| agent.arrived_tick()).collect();
        assert_eq!(ticks.len(), 1, "{name}");
        ticks[0]
    };
    let names = ["any-angle", "a-star", "jump-point", "weighted-a-star", "breadth-first", "greedy"];
    let [any_angle, a_star, jump_point, weighted, breadth_first, greedy] = names.map(ticks);
    let about = format!("{names:?} arrive at {:?}", names.map(ticks));
    let plain = 20;
    assert!(any_angle + plain < a_star.min(jump_point), "{about}");
    assert!(a_star.max(jump_point) + plain < weighted, "{about}");
    assert!(a_star.abs_diff(jump_point) < plain, "{about}");
    assert!(weighted + plain < breadth_first && breadth_first + plain < greedy, "{about}");
}

#[test]
fn in_the_great_caves_all_make_way() {
    let mut caves = open("great-caves");
    let start: Vec<Vec2> = caves.agents().iter().map(|agent| agent.position()).collect();
    for _ in 0..20 * 60 {
        caves.step(&[]);
    }
    for (agent, start) in caves.agents().iter().zip(start) {
        let profile = caves.profile_of(agent);
        let about = format!("{} {}", profile.name, agent.id().0);
        // Corners are taken slowly; an agent that walks at all comes further than this.
        let least = 20.0 * 0.4 * profile.speed;
        assert!(agent.walked() > least || agent.state() == AgentState::Arrived, "{about}: {}", agent.walked());
        assert!(agent.position().distance(start) > 50.0, "{about}: {start} to {}", agent.position());
        let route = agent.route().unwrap_or_else(|| panic!("{about} has no way"));
        assert_eq!(route.purpose.status, PathStatus::Complete, "agent {}", agent.id().0);
        let is_laid_while_it_walks = profile.name == "wanderer" && agent.state() == AgentState::Moving;
        assert!(!is_laid_while_it_walks || !route.ahead.is_empty(), "{about} has all of its way laid");
    }
}

/// A field with two walls across it, each with a gap.
fn long_field() -> Level {
    let row = |y: i32| {
        let is_wall = |x: i32| (x == 120 && y != 4) || (x == 240 && y != 30);
        (0..400).map(|x| if is_wall(x) { '#' } else { '.' }).collect::<String>()
    };
    let rows: Vec<String> = (0..36).map(row).collect();
    let mut level = level(&rows, 1.0);
    level.search.algorithm = Algorithm::Hierarchical;
    level
}

#[test]
fn a_long_way_is_laid_while_it_is_walked() {
    for profile in 0..4 {
        let mut simulation = Simulation::new(with_agent(long_field(), profile, (2, 18)), None);
        let events = simulation.step(&[tell_all(to_tile(396, 18))]);
        assert_eq!(events, [Event::PathFound { agent: AgentId(0), status: PathStatus::Complete }], "profile {profile}");
        let route = simulation.agents()[0].route().expect("there is a way");
        let (first_cells, whole_length) = (route.cells.len(), route.length);
        assert!(first_cells < 100 && !route.ahead.is_empty(), "{first_cells} cells are laid at once");
        assert_eq!(route.end(), Vec2::new(396.5, 18.5), "profile {profile}");
        let cruise = simulation.level().profiles[profile].speed;
        let (mut slowest, mut fewest_ahead) = (cruise, f32::INFINITY);
        loop {
            let events = simulation.step(&[]);
            let agent = &simulation.agents()[0];
            if agent.stands() {
                assert_eq!(
                    events,
                    [Event::Arrived { agent: AgentId(0), status: PathStatus::Complete }],
                    "profile {profile}"
                );
                break;
            }
            assert_eq!(events, [], "it goes on without a word");
            let left = agent.position().distance(Vec2::new(396.5, 18.5));
            if agent.walked() > 10.0 && left > 10.0 {
                slowest = slowest.min(agent.velocity().length());
                let route = agent.active_route().expect("it walks");
                let track = route.line.track.last().expect("not empty").position;
                fewest_ahead = fewest_ahead.min(agent.position().distance(track));
            }
        }
        let agent = &simulation.agents()[0];
        let route = agent.route().expect("a route is kept");
        assert!(route.ahead.is_empty() && route.cells.len() > first_cells, "profile {profile}");
        assert!(slowest > 0.85 * cruise, "profile {profile} fell to {slowest} of {cruise}");
        assert!(fewest_ahead > 3.0, "profile {profile} came within {fewest_ahead} of what was laid");
        let ratio = agent.walked() / route.length;
        assert!((0.99..1.001).contains(&ratio), "{ratio}");
        assert!(whole_length <= route.length, "{whole_length} was told, {} laid", route.length);
    }
}

/// The far part of the route is closed, opened elsewhere, and closed for good: each time the rest is searched again.
#[test]
fn what_is_not_laid_yet_follows_the_ground() {
    let mut simulation = Simulation::new(with_agent(long_field(), 1, (2, 18)), None);
    simulation.step(&[tell_all(to_tile(396, 18))]);
    (0..60).for_each(|_| drop(simulation.step(&[])));
    assert!(simulation.agents()[0].route().is_some_and(|route| !route.ahead.is_empty()));
    let (gap, other) = (Cell::new(240, 30), Cell::new(240, 3));
    let shut = |tile| Command::Paint { terrain: "wall".to_owned(), tiles: vec![tile] };
    simulation.step(&[shut(gap), Command::Erase { tiles: vec![other] }]);
    (0..600).for_each(|_| drop(simulation.step(&[])));
    assert_eq!(simulation.agents()[0].state(), AgentState::Moving);
    let events = simulation.step(&[shut(other)]);
    let partial = Event::PathFound { agent: AgentId(0), status: PathStatus::Partial };
    assert!(events.contains(&partial), "{events:?}");
    settle(&mut simulation, 120);
    assert_eq!(simulation.agents()[0].state(), AgentState::ArrivedNear);
    assert_eq!(simulation.map().lattice.tile_at(simulation.agents()[0].position()).x, 239);
    simulation.step(&[Command::Erase { tiles: vec![other] }]);
    settle(&mut simulation, 120);
    assert_eq!(simulation.agents()[0].position(), Vec2::new(396.5, 18.5));
}

/// However long a path is, only so much of it is laid at a time, and what has been walked is forgotten.
#[test]
fn of_a_long_path_only_so_much_is_laid_at_a_time() {
    let text = r#"(version: 1, name: "Maze", generate: (kind: "maze", size: (201, 201), seed: 3),
        profiles: {"p": (radius: 0.3, speed: 30.0, acceleration: 500.0)},
        agents: [(profile: "p", tile: (1, 1), order: MoveTo((tile: (199, 199))))])"#;
    let level = Level::parse("maze", text).unwrap_or_else(|error| panic!("{error}"));
    let profile = level.profiles.iter().find(|profile| profile.name == "p").expect("it is there");
    let whole = find(&NavGrid::bake(&level.map, profile), Cell::new(1, 1), Cell::new(199, 199));
    assert!(whole.cells.len() > LAID_CELLS + 4 * LEG_CELLS, "{}", whole.cells.len());
    let mut simulation = Simulation::new(level, None);
    let (mut most, mut ticks) = (0, 0);
    while !simulation.agents()[0].stands() || ticks < 60 {
        simulation.step(&[]);
        ticks += 1;
        assert!(ticks < 60 * 3600, "it does not arrive");
        most = most.max(simulation.agents()[0].route().map_or(0, |route| route.cells.len()));
    }
    assert!(most <= LAID_CELLS + 2 * LEG_CELLS, "{most} cells of {}", whole.cells.len());
    let agent = &simulation.agents()[0];
    assert_eq!((agent.state(), agent.position()), (AgentState::Arrived, Vec2::splat(199.5)));
    let route = agent.route().expect("it is kept until the next order");
    let ratio = f64::from(route.walked) / whole.length;
    assert!((0.8..1.05).contains(&ratio), "{ratio} of the way");
    assert!((route.walked / route.length - 1.0).abs() < 0.1, "{} of {}", route.walked, route.length);
}

/// Where a textbook finds no path, the agent is told so once, and does not go to what is nearest.
#[test]
fn by_a_textbook_there_is_no_path_to_what_cannot_be_reached() {
    let rows = [".....#.", ".....#.", ".....#."];
    for (textbook, end) in [(Textbook::Off, 4), (Textbook::Oldest, 1)] {
        let search = Method { algorithm: Algorithm::AStar, textbook, ..Method::default() };
        let level = with_agent(Level { search, repath_interval: Some(1.0), ..level(&rows, 1.0) }, 0, (1, 1));
        let mut simulation = Simulation::new(level, None);
        let mut events = simulation.step(&[tell_all(to_tile(6, 1))]);
        (0..600).for_each(|_| events.extend(simulation.step(&[])));
        let told = events.iter().filter(|event| matches!(event, Event::NoPath { .. })).count();
        assert_eq!(told, usize::from(!textbook.is_off()), "{textbook:?}: {events:?}");
        assert_eq!(simulation.map().lattice.tile_at(simulation.agents()[0].position()).x, end, "{textbook:?}");
    }
}
