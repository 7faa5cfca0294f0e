//! Agents that the game itself moves: put elsewhere, pushed, given a velocity.

use footpath::agent::{Agent, AgentId, AgentState};
use footpath::level::{Level, Order, TileMap, built_in};
use footpath::replay::RecordedRun;
use footpath::sim::{Command, Event, Refusal, Selection, Simulation, TICK};
use glam::{Vec2, vec2};

use crate::support::play::{go_to, run, settle};

const YARD: [&str; 7] =
    ["############", "#..........#", "#..........#", "#....#.....#", "#....#.....#", "#....#.....#", "############"];

fn yard(at: &[Vec2]) -> Simulation {
    let mut simulation = Simulation::new(Level::on(TileMap::from_rows(&YARD).unwrap()), None);
    at.iter().for_each(|&point| _ = simulation.spawn("walker", point).unwrap());
    simulation
}

fn put(agent: u32, to: Vec2) -> Command {
    Command::PutAgent { agent: AgentId(agent), to }
}

fn push(agent: u32, by: Vec2) -> Command {
    Command::Push { agent: AgentId(agent), by }
}

fn set_velocity(agent: u32, velocity: Vec2) -> Command {
    Command::SetVelocity { agent: AgentId(agent), velocity }
}

fn first(simulation: &Simulation) -> &Agent {
    &simulation.agents()[0]
}

#[test]
fn an_agent_that_stood_stands_where_it_is_put() {
    let mut simulation = yard(&[vec2(2.5, 2.5)]);
    assert_eq!(simulation.apply(&[put(0, vec2(9.2, 4.7))]), []);
    assert_eq!(first(&simulation).previous_position(), vec2(9.2, 4.7), "it is not drawn in between");
    run(&mut simulation, 1.0);
    assert_eq!((first(&simulation).position(), first(&simulation).stands()), (vec2(9.2, 4.7), true));
    // After a walk as before.
    simulation.step(&[go_to(0, vec2(7.5, 2.5))]);
    settle(&mut simulation, 10.0);
    simulation.step(&[put(0, vec2(2.5, 4.5))]);
    run(&mut simulation, 2.0);
    assert_eq!((first(&simulation).position(), first(&simulation).state()), (vec2(2.5, 4.5), AgentState::Stopped));
    assert_eq!(simulation.audit(), Ok(()));
}

#[test]
fn an_agent_under_way_goes_on_from_where_it_is_put() {
    let mut simulation = yard(&[vec2(2.5, 4.5)]);
    simulation.step(&[go_to(0, vec2(10.5, 5.5))]);
    run(&mut simulation, 0.5);
    assert!(first(&simulation).velocity().length() > 0.5);
    simulation.apply(&[put(0, vec2(1.5, 1.5))]);
    assert_eq!(first(&simulation).velocity(), Vec2::ZERO);
    settle(&mut simulation, 20.0);
    assert_eq!((first(&simulation).position(), first(&simulation).state()), (vec2(10.5, 5.5), AgentState::Arrived));
}

#[test]
fn an_agent_without_a_way_has_one_where_it_is_put() {
    let map = TileMap::from_rows(&["...#...", "...#...", "...#..."]).unwrap();
    let mut simulation = Simulation::new(Level::on(map), None);
    simulation.spawn("walker", vec2(1.5, 1.5)).unwrap();
    simulation.step(&[go_to(0, vec2(6.5, 2.5))]);
    settle(&mut simulation, 20.0);
    assert!(first(&simulation).position().x < 3.0);
    simulation.step(&[put(0, vec2(4.5, 0.5))]);
    settle(&mut simulation, 20.0);
    assert_eq!(first(&simulation).position(), vec2(6.5, 2.5));
}

#[test]
fn a_push_ends_at_walls_and_the_agent_goes_back() {
    let mut simulation = yard(&[vec2(3.5, 4.5)]);
    let radius = simulation.profile_of(first(&simulation)).radius;
    simulation.apply(&[push(0, vec2(-1.0, 0.0))]);
    assert!((first(&simulation).position() - vec2(2.5, 4.5)).length() < 1e-4);
    // However far, not through the wall of one tile.
    simulation.apply(&[push(0, vec2(100.0, 0.0))]);
    assert!((first(&simulation).position().x - (5.0 - radius)).abs() < 1e-2, "{}", first(&simulation).position());
    run(&mut simulation, 4.0);
    assert!(first(&simulation).position().distance(vec2(3.5, 4.5)) < 0.01, "{}", first(&simulation).position());
    assert!(first(&simulation).stands());
}

#[test]
fn an_agent_that_is_pushed_off_its_route_arrives() {
    let mut simulation = yard(&[vec2(1.5, 1.5)]);
    simulation.step(&[go_to(0, vec2(10.5, 1.5))]);
    for tick in 0..120 {
        let by = if tick % 2 == 0 { vec2(0.0, 0.3) } else { vec2(-0.05, -0.1) };
        assert_eq!(simulation.step(&[push(0, by)]), []);
    }
    settle(&mut simulation, 20.0);
    assert_eq!(first(&simulation).position(), vec2(10.5, 1.5));
}

#[test]
fn a_velocity_changes_only_as_the_agent_accelerates() {
    let mut simulation = yard(&[vec2(1.5, 1.5)]);
    let profile = simulation.profile_of(first(&simulation)).clone();
    let given = 2.0 * profile.speed;
    simulation.step(&[set_velocity(0, vec2(given, 0.0))]);
    let (mut before, mut farthest) = (given, 0.0_f32);
    let most = profile.acceleration * TICK + 1e-3;
    for _ in 0..300 {
        let agent = first(&simulation);
        let speed = agent.velocity().x;
        let is_braking = before > 0.0;
        assert!(!is_braking || (speed - before).abs() <= most, "from {before} to {speed}");
        (before, farthest) = (speed, farthest.max(agent.position().x));
        simulation.step(&[]);
    }
    // As far as it takes to brake, and back to where it stood.
    let braking = given * given / (2.0 * profile.acceleration);
    assert!((farthest - 1.5 - braking).abs() < 0.3 * braking + given * TICK, "{farthest} after braking for {braking}");
    assert!(first(&simulation).position().distance(vec2(1.5, 1.5)) < 0.01);
}

#[test]
fn what_cannot_be_done_is_refused_and_changes_nothing() {
    let mut simulation = yard(&[vec2(2.5, 2.5), vec2(8.5, 4.5)]);
    let before = simulation.state_hash();
    let nan = vec2(f32::NAN, 0.0);
    let refused = [
        (put(7, vec2(3.5, 3.5)), "NoAgent"),
        (push(7, Vec2::X), "NoAgent"),
        (set_velocity(7, Vec2::X), "NoAgent"),
        (put(0, vec2(5.5, 4.5)), "NoRoom { profile: \"walker\""),
        (put(0, vec2(1.01, 1.5)), "agent: None"),
        (put(0, vec2(8.6, 4.5)), "agent: Some(AgentId(1))"),
        (put(0, vec2(-1.0, 2.0)), "PointOutside"),
        (put(0, nan), "PointOutside"),
        (put(0, vec2(1.0, f32::INFINITY)), "PointOutside"),
        (push(0, nan), "OutOfRange { what: \"a push\", value: NaN"),
        (push(0, vec2(f32::NEG_INFINITY, 0.0)), "OutOfRange"),
        (push(0, vec2(0.0, 100.1)), "OutOfRange"),
        (set_velocity(0, nan), "OutOfRange { what: \"a speed\", value: NaN"),
        (set_velocity(0, vec2(3e38, 3e38)), "OutOfRange"),
    ];
    for (command, reason) in refused {
        let events = simulation.apply(std::slice::from_ref(&command));
        let [Event::Refused { reason: found }] = &events[..] else { panic!("{command:?}: {events:?}") };
        assert!(format!("{found:?}").contains(reason), "{command:?}: {found:?}");
        assert_eq!(simulation.state_hash(), before, "{command:?}");
    }
}

#[test]
fn an_agent_on_a_link_is_not_pushed_but_may_be_put_off_it() {
    let level = built_in::named("high-and-low").expect("it is shipped").text;
    let mut simulation = Simulation::new(Level::parse("level", level).unwrap(), None);
    let starts: Vec<Vec2> = simulation.agents().iter().map(Agent::position).collect();
    let crosser = (0..3600).find_map(|tick| {
        let orders = [Command::Scatter(Selection::All)];
        simulation.step(if tick % 600 == 0 { &orders } else { &[] });
        simulation.agents().iter().find(|agent| agent.on_link().is_some()).map(Agent::id)
    });
    let agent = crosser.expect("someone crosses a link within a minute");
    for command in [push(agent.0, Vec2::X), set_velocity(agent.0, Vec2::X)] {
        assert_eq!(simulation.apply(&[command]), [Event::Refused { reason: Refusal::OnLink(agent) }]);
    }
    let to = starts.into_iter().find(|&start| simulation.apply(&[put(agent.0, start)]).is_empty());
    assert_eq!(simulation.agent(agent).map(|agent| (Some(agent.position()), agent.on_link())), Some((to, None)));
    for _ in 0..600 {
        simulation.step(&[]);
        assert_eq!(simulation.audit(), Ok(()));
    }
}

#[test]
fn a_crowd_that_is_thrown_about_stays_out_of_walls_and_is_restored() {
    let text = built_in::named("the-gate").expect("it is shipped").text;
    let mut run = RecordedRun::begin(text, Some(3)).unwrap();
    let lattice = run.simulation().map().lattice;
    run.step(&[Command::Order(Selection::All, Order::MoveTo((lattice.origin + 0.5 * lattice.size()).into()))]);
    for tick in 0..300_u32 {
        let agents = run.simulation().agents();
        let lattice = run.simulation().map().lattice;
        let (id, number) = (tick * 7 % agents.len() as u32, tick as f32);
        let anywhere = |x: f32, y: f32| lattice.origin + lattice.size() * vec2(x.fract(), y.fract());
        let command = match tick % 3 {
            0 => push(id, vec2((number * 3.7) % 5.0 - 2.5, (number * 2.3) % 5.0 - 2.5)),
            1 => set_velocity(id, vec2((number * 7.7) % 30.0 - 15.0, (number * 5.3) % 30.0 - 15.0)),
            _ => put(id, anywhere(number * 0.377, number * 0.613)),
        };
        run.step(&[command, push(id, vec2(f32::NAN, 0.0))]);
        for agent in run.simulation().agents() {
            assert!(agent.wall_penetration() < 0.001, "agent {} at tick {tick}: {agent:?}", agent.id().0);
        }
    }
    assert_eq!(run.simulation().audit(), Ok(()));
    let restored = RecordedRun::restore(run.save().as_bytes()).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(restored.simulation().state_hash(), run.simulation().state_hash());
}
