//! Wandering, fleeing and following by rays alone, and flocks.

use footpath::agent::{Agent, AgentId, AgentState};
use footpath::level::{Level, Obstacle, Order, Shape, Target, Whom, built_in};
use footpath::profile::{AgentProfile, Flocking, Navigation, Rays};
use footpath::sim::{Command, Selection, Simulation, StuckReason};
use glam::{Vec2, vec2};

use crate::support::levels::{level, with_agent};

/// Width and height of the open field, in tiles.
const FIELD: usize = 30;

fn sheep(flocking: Flocking) -> AgentProfile {
    let rays = Rays { whiskers: 5, look_ahead: 2.5, force: 15.0, layers: u32::MAX };
    let walker = AgentProfile::default();
    AgentProfile { name: "sheep".to_owned(), navigation: Navigation::Rays, rays, sight_range: 5.0, flocking, ..walker }
}

/// Agents of the first of these profiles, and behind them one of the second if there is one, on an open field with a rock.
fn field(profiles: &[AgentProfile], starts: &[Vec2]) -> Simulation {
    let row = ".".repeat(FIELD);
    let mut level = level(&[&*row; FIELD], 1.0);
    level.profiles.extend(profiles.iter().cloned());
    let first = level.profiles.len() - profiles.len();
    for (index, &start) in starts.iter().enumerate() {
        let is_last = index + 1 == starts.len() && profiles.len() > 1;
        level = with_agent(level, first + usize::from(is_last), (0, 0));
        level.agents[index].position = start;
    }
    let shape = Shape::Circle(1.0);
    let rock = Obstacle {
        name: String::new(),
        at: vec2(15.0, 15.0),
        shape,
        layer: 0,
        motion: None,
        standing_time: 0.5,
        user: None,
    };
    level.map.obstacles = vec![rock].into();
    Simulation::new(level, Some(3))
}

fn order(agent: u32, order: Order) -> Command {
    Command::Order(Selection::These(vec![AgentId(agent)]), order)
}

fn run(simulation: &mut Simulation, seconds: u32, mut look: impl FnMut(&Simulation)) {
    for _ in 0..60 * seconds {
        simulation.step(&[]);
        for agent in simulation.agents() {
            assert!(agent.position().is_finite() && agent.wall_penetration() < 1e-3, "{agent:?}");
            let limit = simulation.profile_of(agent).acceleration;
            assert!(agent.steering().length() <= limit * 1.001, "{} of {limit}", agent.steering().length());
        }
        look(simulation);
    }
}

fn gap(simulation: &Simulation, one: usize, other: usize) -> f32 {
    let radius = |agent: &Agent| simulation.profile_of(agent).radius;
    let (one, other) = (&simulation.agents()[one], &simulation.agents()[other]);
    one.position().distance(other.position()) - radius(one) - radius(other)
}

/// The names of the steering behaviours that contribute to an agent's velocity now.
fn behaviours(simulation: &Simulation, agent: usize) -> Vec<&'static str> {
    let steering = simulation.steering_by_rays(&[&simulation.agents()[agent]]);
    steering.iter().flat_map(|(_, steering)| &steering.blend.contributions).map(|part| part.name).collect()
}

#[test]
fn wandering_by_rays_stays_near_and_never_stands() {
    let mut simulation = field(&[sheep(Flocking::default())], &[vec2(10.0, 10.0)]);
    simulation.step(&[order(0, Order::Wander(6.0))]);
    let (mut farthest, mut slowest, mut sharpest) = (0.0_f32, f32::INFINITY, 1.0_f32);
    let mut seen = [vec2(10.0, 10.0); 2];
    run(&mut simulation, 90, |simulation| {
        let agent = &simulation.agents()[0];
        farthest = farthest.max(agent.position().distance(vec2(10.0, 10.0)));
        seen = [seen[0].min(agent.position()), seen[1].max(agent.position())];
        if simulation.tick() > 120 {
            slowest = slowest.min(agent.velocity().length());
            sharpest = sharpest.min(agent.heading().dot(agent.previous_heading()));
        }
    });
    assert!(farthest < 6.0 && slowest > 0.4 && sharpest > 0.99, "{farthest} {slowest} {sharpest}");
    assert!((seen[1] - seen[0]).min_element() > 6.0, "it comes about: {seen:?}");
    assert_eq!(simulation.searches(), 0);
    assert_eq!(behaviours(&simulation, 0).last(), Some(&"wander"));
    simulation.step(&[order(0, Order::Stop)]);
    run(&mut simulation, 5, |_| {});
    assert_eq!((simulation.agents()[0].state(), simulation.agents()[0].progress().urge), (AgentState::Stopped, None));
}

#[test]
fn fleeing_by_rays_gets_away_and_stands() {
    let wolf = AgentProfile { name: "wolf".to_owned(), speed: 2.0, max_speed: 2.0, ..sheep(Flocking::default()) };
    let mut simulation = field(&[sheep(Flocking::default()), wolf], &[vec2(8.0, 8.0), vec2(3.0, 8.0)]);
    simulation.step(&[order(0, Order::Flee { agent: Whom::Agent(1), distance: 4.0 })]);
    simulation.step(&[order(1, Order::MoveTo(Target::Point(vec2(9.0, 8.5))))]);
    let mut evades = false;
    run(&mut simulation, 12, |simulation| {
        evades |= behaviours(simulation, 0).contains(&"evade");
        assert!(gap(simulation, 0, 1) > 1.0);
    });
    let state = simulation.agents()[0].state();
    assert!(evades && gap(&simulation, 0, 1) >= 4.0 && state == AgentState::Stopped, "{state:?}");
    assert_eq!(simulation.searches(), 0);
}

#[test]
fn following_by_rays_meets_the_other_and_keeps_its_distance() {
    let other = AgentProfile { name: "other".to_owned(), speed: 1.5, max_speed: 1.5, ..sheep(Flocking::default()) };
    let mut simulation = field(&[sheep(Flocking::default()), other], &[vec2(3.0, 3.0), vec2(26.0, 4.0)]);
    simulation.step(&[order(0, Order::Follow { agent: Whom::Agent(1), distance: 1.0, on_sight: false })]);
    simulation.step(&[order(1, Order::MoveTo(Target::Point(vec2(26.5, 26.5))))]);
    let mut ahead = 0;
    run(&mut simulation, 10, |simulation| {
        // It heads for where the other will be, which lies below where the other is.
        let agent = &simulation.agents()[0];
        let to_other = simulation.agents()[1].position() - agent.position();
        ahead += usize::from(agent.velocity().normalize_or_zero().y > to_other.normalize().y);
    });
    assert!(ahead > 500, "{ahead}");
    run(&mut simulation, 30, |_| {});
    let gap = gap(&simulation, 0, 1);
    assert!((0.6..1.4).contains(&gap) && simulation.agents()[0].stands(), "{gap}");
    assert_eq!(simulation.searches(), 0);
}

/// An agent that a bay keeps from the other stays there without shaking and says why; a cornered one does the same.
#[test]
fn an_agent_caught_in_a_bay_stands_still_and_says_why() {
    let rows = ["............", "......####..", ".........#..", ".........#..", "......####..", "............"];
    let told = |order_of_first: Order, places: [Vec2; 2]| {
        let mut level = with_agent(with_agent(level(&rows, 1.0), 0, (0, 0)), 1, (0, 0));
        (level.agents[0].position, level.agents[1].position) = (places[0], places[1]);
        level.profiles[0] = sheep(Flocking::default());
        let mut simulation = Simulation::new(level, None);
        simulation.step(&[order(0, order_of_first)]);
        run(&mut simulation, 10, |_| {});
        let here = simulation.agents()[0].position();
        run(&mut simulation, 2, |simulation| assert!(simulation.agents()[0].position().distance(here) < 0.05));
        simulation.status(&simulation.agents()[0]).reason
    };
    let follow = Order::Follow { agent: Whom::Agent(1), distance: 0.5, on_sight: false };
    assert_eq!(told(follow, [vec2(7.0, 3.0), vec2(11.3, 3.0)]), Some(StuckReason::NoWayByRays));
    let flee = Order::Flee { agent: Whom::Agent(1), distance: 5.0 };
    assert_eq!(told(flee, [vec2(8.0, 3.0), vec2(5.5, 3.0)]), Some(StuckReason::CorneredBy(AgentId(1))));
}

/// How well the headings agree, from 0 to 1, and the mean distance from the middle of the flock, in world units.
fn order_and_spread(simulation: &Simulation, count: usize) -> (f32, f32) {
    let flock = &simulation.agents()[..count];
    let share = 1.0 / count as f32;
    let heading = flock.iter().map(|agent| agent.velocity().normalize_or_zero()).sum::<Vec2>() * share;
    let middle = flock.iter().map(|agent| agent.position()).sum::<Vec2>() * share;
    (heading.length(), flock.iter().map(|agent| agent.position().distance(middle)).sum::<f32>() * share)
}

/// Of twelve wandering agents, the means over half a minute of: how well their headings agree, their distance from their
/// middle, and the gap between the nearest two.
fn flock(flocking: Flocking) -> (f32, f32, f32) {
    let starts: Vec<Vec2> = (0..12).map(|at| vec2(6.0 + 1.5 * (at % 4) as f32, 6.0 + 1.5 * (at / 4) as f32)).collect();
    let mut simulation = field(&[sheep(flocking)], &starts);
    simulation.step(&[Command::Order(Selection::All, Order::Wander(14.0))]);
    run(&mut simulation, 20, |_| {});
    let (mut sums, mut ticks) = ([0.0; 3], 0.0);
    run(&mut simulation, 30, |simulation| {
        let (order, spread) = order_and_spread(simulation, 12);
        let pairs = (0..12).flat_map(|one| (0..one).map(move |other| (one, other)));
        let nearest = pairs.map(|(one, other)| gap(simulation, one, other)).fold(f32::INFINITY, f32::min);
        sums.iter_mut().zip([order, spread, nearest]).for_each(|(sum, value)| *sum += value);
        ticks += 1.0;
    });
    (sums[0] / ticks, sums[1] / ticks, sums[2] / ticks)
}

#[test]
fn each_weight_does_what_it_says() {
    let alone = flock(Flocking::default());
    let aligned = flock(Flocking { alignment: 0.8, ..Flocking::default() });
    let together = flock(Flocking { cohesion: 0.6, ..Flocking::default() });
    let apart = flock(Flocking { cohesion: 0.6, separation: 2.0, ..Flocking::default() });
    assert!(aligned.0 > alone.0 + 0.2, "{aligned:?} {alone:?}");
    assert!(together.1 < 0.2 * alone.1, "{together:?} {alone:?}");
    assert!(apart.2 > together.2 + 0.1, "{apart:?} {together:?}");
}

#[test]
fn the_flock() {
    let built_in = built_in::named("the-flock").unwrap();
    let mut simulation = Simulation::new(Level::parse("the-flock", built_in.text).unwrap(), None);
    let sheep = |simulation: &Simulation| simulation.agents().iter().skip(1).cloned().collect::<Vec<Agent>>();
    assert_eq!(sheep(&simulation).len(), 40);
    let mut walked = [0.0; 40];
    run(&mut simulation, 30, |simulation| {
        for (agent, walked) in simulation.agents()[1..].iter().zip(&mut walked) {
            *walked += agent.position().distance(agent.previous_position());
        }
    });
    assert!(walked.iter().all(|&walked| walked > 30.0), "{walked:?}");
    // A wolf is sent after one of them: those that see it make room.
    let (mut parted, mut near) = (0, 0);
    let targets = [1, 8, 15, 20, 30];
    for target in targets {
        let mut simulation = simulation.clone();
        simulation.step(&[order(0, Order::Follow { agent: Whom::Agent(target), distance: 0.2, on_sight: false })]);
        let mut flees = [false; 40];
        run(&mut simulation, 25, |simulation| {
            for (at, flees) in flees.iter_mut().enumerate() {
                *flees |= behaviours(simulation, at + 1).contains(&"evade");
            }
        });
        parted += flees.iter().filter(|flees| **flees).count();
        let wolf = simulation.agents()[0].position();
        near += sheep(&simulation).iter().filter(|agent| agent.position().distance(wolf) < 2.0).count();
    }
    // The one that it follows, and now and then one that passes by.
    assert!(2 * near <= 3 * targets.len(), "{near} are still about the wolf");
    assert!(parted >= 15 * targets.len(), "{parted} have run from the wolf");
    assert_eq!(simulation.agents()[1..].iter().filter(|agent| agent.stands()).count(), 0);
}

#[cfg(feature = "parallel")]
#[test]
fn a_flock_is_the_same_on_any_number_of_threads() {
    let weights = Flocking { separation: 1.0, alignment: 0.7, cohesion: 0.3, evasion: 1.0 };
    let starts: Vec<Vec2> =
        (0..300).map(|at| vec2(1.0 + 1.4 * (at % 20) as f32, 1.0 + 1.4 * (at / 20) as f32)).collect();
    let mut fresh = field(&[sheep(weights)], &starts);
    fresh.step(&[Command::Order(Selection::All, Order::Wander(14.0))]);
    let run = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads can be started");
        let mut simulation = fresh.clone();
        pool.install(|| (0..60).map(|_| (simulation.step(&[]), simulation.state_hash()).1).collect::<Vec<u64>>())
    };
    let one = run(1);
    assert!(one.windows(2).all(|pair| pair[0] != pair[1]));
    assert_eq!(run(2), one);
    assert_eq!(run(5), one);
}
