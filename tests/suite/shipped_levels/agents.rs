//! The levels about agents, played: the tutorials' procedures, and what each of the others shows.

use footpath::agent::{Agent, AgentId, AgentState};
use footpath::level::{Course, Order};
use footpath::profile::{AgentProfile, Navigation};
use footpath::scenarios::{ScenarioRun, named};
use footpath::sim::{Command, Event, Selection, Simulation, StuckReason};
use glam::{Vec2, vec2};

use crate::support::levels::open;
use crate::support::play::go_to;

/// Steps for some seconds, looking at the world after each tick.
fn run(simulation: &mut Simulation, seconds: u32, mut look: impl FnMut(&Simulation, &[Event])) {
    for _ in 0..60 * seconds {
        let events = simulation.step(&[]);
        look(simulation, &events);
    }
}

fn position(simulation: &Simulation, agent: usize) -> Vec2 {
    simulation.agents()[agent].position()
}

fn tune(simulation: &mut Simulation, agent: usize, change: impl Fn(&mut AgentProfile)) {
    let mut profile = simulation.profile_of(&simulation.agents()[agent]).clone();
    change(&mut profile);
    let events = simulation.step(&[Command::Tune(Box::new(profile))]);
    assert!(!events.iter().any(|event| matches!(event, Event::Refused { .. })), "{events:?}");
}

/// The points of the path of the level's agent, in order.
fn points(simulation: &Simulation, path: usize) -> Vec<Vec2> {
    let path = &simulation.level().paths[path];
    path.points.iter().map(|point| simulation.patrol_point(point, Vec2::ZERO).unwrap()).collect()
}

#[test]
fn waypoints() {
    let mut simulation = open("tutorial/waypoints");
    let round = points(&simulation, 0);
    let (mut next, mut rounds) = (0, 0);
    run(&mut simulation, 40, |simulation, _| {
        if position(simulation, 0).distance(round[next]) <= 2.0 {
            next = (next + 1) % round.len();
            rounds += usize::from(next == 0);
        }
    });
    assert!(rounds >= 6, "{rounds} rounds in order, within the acceptance radius of each point");
    assert_eq!(simulation.agents()[1].state(), AgentState::Arrived, "it stops where its path does not loop");
    let last = *points(&simulation, 1).last().unwrap();
    assert!(position(&simulation, 1).distance(last) < 0.1, "at the last point: {}", position(&simulation, 1));
    // Looping off, while it drives: it stops at the last point.
    let off = Command::SetCourse { path: "looping".to_owned(), course: Course::Once };
    simulation.step(&[off]);
    run(&mut simulation, 15, |_, _| {});
    assert_eq!(simulation.agents()[0].state(), AgentState::Arrived);
    let patrol = Order::Patrol("looping".to_owned());
    let on = Command::SetCourse { path: "looping".to_owned(), course: Course::Loop };
    simulation.step(&[on, Command::Order(Selection::These(vec![AgentId(0)]), patrol)]);
    // Speed and mass, changed while it drives.
    let top_speed = |simulation: &mut Simulation| {
        let mut top = 0.0_f32;
        run(simulation, 10, |simulation, _| top = top.max(simulation.agents()[0].velocity().length()));
        top
    };
    assert!(top_speed(&mut simulation) > 10.0);
    tune(&mut simulation, 0, |vehicle| (vehicle.speed, vehicle.max_speed) = (4.0, 4.0));
    run(&mut simulation, 3, |_, _| {});
    assert!(top_speed(&mut simulation) <= 4.0 + 1e-3);
}

/// The tutorial's one ray leads the body of 0.8 past every block with some room, three lead it past with more.
#[test]
fn avoidance() {
    for (whiskers, clear) in [(1, 1.0), (3, 1.2)] {
        let mut simulation = open("tutorial/avoidance");
        let vehicle = simulation.profile_of(&simulation.agents()[0]);
        assert_eq!((vehicle.navigation, vehicle.rays.whiskers), (Navigation::Rays, 1), "{whiskers}");
        assert_eq!(
            (vehicle.rays.look_ahead, vehicle.rays.force, vehicle.stopping_distance),
            (20.0, 50.0, 3.0),
            "{whiskers}"
        );
        tune(&mut simulation, 0, |vehicle| vehicle.rays.whiskers = whiskers);
        for goal in [vec2(58.0, 24.0), vec2(20.0, 44.0), vec2(6.0, 6.0), vec2(60.0, 4.0)] {
            simulation.step(&[go_to(0, goal)]);
            run(&mut simulation, 30, |simulation, _| {
                let at = position(simulation, 0);
                let nearest =
                    simulation.map().obstacles.iter().map(|block| block.distance(at)).fold(f32::MAX, f32::min);
                assert!(nearest > clear, "{whiskers} rays: {nearest} from a block at {at}");
                assert!(simulation.last_search().is_none(), "steering by rays needs no search");
            });
            let left = position(&simulation, 0).distance(goal);
            assert!(left <= 0.1 && simulation.agents()[0].stands(), "{whiskers} rays: {left} from {goal}");
        }
    }
}

#[test]
fn the_rounds() {
    let mut simulation = open("the-rounds");
    let paths: Vec<Vec<Vec2>> = [0, 1, 3].map(|path| points(&simulation, path)).into();
    let mut next = [0; 3];
    let mut passed = [0; 3];
    run(&mut simulation, 150, |simulation, _| {
        for (at, agent) in [1, 2, 4].into_iter().enumerate() {
            if position(simulation, agent).distance(paths[at][next[at]]) < 2.0 {
                next[at] = (next[at] + 1) % paths[at].len();
                passed[at] += 1;
            }
        }
        let watchman = position(simulation, 1);
        let is_in_town = (6.0..38.0).contains(&watchman.x) && (3.0..19.0).contains(&watchman.y);
        assert!(!is_in_town, "the watchman goes round the town, but is in it, at {watchman}");
    });
    assert!(passed.iter().zip(&paths).all(|(passed, path)| *passed > path.len()), "points in order: {passed:?}");
    assert_eq!(simulation.agents()[3].state(), AgentState::Arrived, "its patrol is walked once");
}

#[test]
fn by_rays_alone() {
    let mut simulation = open("by-rays-alone");
    run(&mut simulation, 40, |simulation, _| {
        assert!(simulation.agents().iter().all(|agent| agent.wall_penetration() < 1e-3));
    });
    let states: Vec<AgentState> = simulation.agents().iter().map(|agent| agent.state()).collect();
    assert!(states[3..].iter().all(|state| *state == AgentState::Arrived), "agents with a search arrive: {states:?}");
    assert!(states[0] != AgentState::Arrived, "the pocket holds an agent without a search: {states:?}");
    assert!(states[1..3].contains(&AgentState::Arrived), "a pillar does not: {states:?}");
}

#[test]
fn high_and_low() {
    let mut simulation = open("high-and-low");
    let mut most_on_ladder = 0;
    let mut kinds = std::collections::BTreeSet::new();
    let mut waited = std::collections::BTreeSet::new();
    run(&mut simulation, 60, |simulation, _| {
        let on_links = simulation.agents().iter().filter_map(|agent| agent.on_link());
        let on_ladder = on_links.clone().filter(|(link, _)| link.kind.name() == "ladder").count();
        most_on_ladder = most_on_ladder.max(on_ladder);
        kinds.extend(on_links.map(|(link, _)| link.kind.name()));
        waited.extend(
            simulation.agents().iter().filter(|agent| simulation.waits_for_switch(agent)).map(|agent| agent.id().0),
        );
    });
    assert_eq!(most_on_ladder, 1, "one at a time");
    assert_eq!(kinds.into_iter().collect::<Vec<_>>(), ["drop", "jump", "ladder", "lift", "rope", "teleport", "walk"]);
    assert_eq!(waited.into_iter().collect::<Vec<_>>(), [13, 14, 15, 16, 17], "the traders, for the bridge");
    let (others, traders) = simulation.agents().split_at(13);
    assert!(traders.iter().all(|trader| trader.state() == AgentState::Arrived), "and then they cross it");
    assert!(others.iter().all(|other| !other.stands() && other.walked() > 60.0), "the others go on with their rounds");
}

#[test]
fn doors() {
    let mut simulation = open("doors");
    let kitchen = vec2(4.5, 4.5);
    let mut visits = 0;
    let mut was_there = true;
    run(&mut simulation, 120, |simulation, _| {
        let is_there = position(simulation, 0).distance(kitchen) < 1.5;
        visits += usize::from(is_there && !was_there);
        was_there = is_there;
        assert!(simulation.agents().iter().all(|agent| agent.wall_penetration() < 1e-3));
    });
    assert!(visits >= 3, "through the doors and back {visits} times");
    // The guard waits before the vault until another agent steps on the plate.
    simulation.step(&[go_to(4, vec2(25.5, 4.5))]);
    run(&mut simulation, 8, |_, _| {});
    let guard = &simulation.agents()[4];
    assert!(
        simulation.waits_for_switch(guard) && guard.position().x < 23.5,
        "{:?} at {}",
        guard.state(),
        guard.position()
    );
    let reason = simulation.status(guard).reason;
    assert_eq!(reason, Some(StuckReason::WaitingForDoor("vault door".to_owned())));
    simulation.step(&[go_to(2, vec2(21.5, 5.5))]);
    run(&mut simulation, 40, |_, _| {});
    assert_eq!(simulation.agents()[4].state(), AgentState::Arrived, "in the vault");
}

#[test]
fn the_chase() {
    let mut simulation = open("the-chase");
    let (mut fled, mut followed) = (0.0, 0.0);
    run(&mut simulation, 60, |simulation, _| {
        let walked = |agent: usize| {
            let agent = &simulation.agents()[agent];
            agent.position().distance(agent.previous_position())
        };
        fled += walked(0);
        followed += walked(1).max(walked(2));
    });
    assert!(fled > 150.0 && followed > 150.0, "the thief ran {fled}, the guards {followed}");
}

#[test]
fn the_gate() {
    let mut simulation = open("the-gate");
    run(&mut simulation, 120, |_, _| {});
    let states = simulation.agents().iter().filter(|agent| agent.state() != AgentState::Arrived);
    let left: Vec<_> = states.map(|agent| (agent.id().0, agent.position())).collect();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn the_ring() {
    let mut simulation = open("the-ring");
    let mut nearest = vec![f32::INFINITY; simulation.agents().len()];
    run(&mut simulation, 45, |simulation, _| {
        for (agent, nearest) in simulation.agents().iter().zip(&mut nearest) {
            *nearest = nearest.min(agent.position().distance(Vec2::splat(16.0)));
        }
    });
    // Straight across: no agent goes along the ring, whose radius is 13.
    assert!(nearest.iter().all(|&nearest| nearest < 4.0), "{nearest:?}");
    let away = |agent: &&Agent| agent.state() != AgentState::Arrived;
    let left: Vec<_> = simulation.agents().iter().filter(away).map(|agent| (agent.id().0, agent.position())).collect();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn market_town() {
    let mut simulation = open("market-town");
    let mut walked = vec![0.0; simulation.agents().len()];
    run(&mut simulation, 45, |simulation, _| {
        for (agent, walked) in simulation.agents().iter().zip(&mut walked) {
            assert!(agent.position().is_finite() && agent.wall_penetration() < 1e-3, "agent {}", agent.id().0);
            *walked += agent.position().distance(agent.previous_position());
        }
    });
    let mut idle = Vec::new();
    for (number, (agent, walked)) in simulation.level().agents.iter().zip(walked).enumerate() {
        let least = match agent.orders.first() {
            // It stands until the one that it flees comes near.
            Some(Order::Flee { .. }) => continue,
            // It waits at its places for half of the time, or until the other goes on.
            Some(Order::Wait(_) | Order::Follow { .. }) => 15.0,
            _ => 30.0,
        };
        if walked < least {
            idle.push((number, walked, &agent.orders));
        }
    }
    assert!(idle.is_empty(), "{idle:?}");
}

/// A guard goes round, sees, chases, loses, and goes back to its round.
#[test]
fn the_watch() {
    let mut simulation = open("the-watch");
    let round = points(&simulation, 0);
    let (mut before, mut chases, mut passed, mut passed_after_chase) = (*simulation.agents()[0].progress(), 0, 0, 0);
    run(&mut simulation, 120, |simulation, _| {
        let now = *simulation.agents()[0].progress();
        chases += u32::from(now.in_sight && !before.in_sight);
        if now.point != before.point {
            assert_eq!(now.point, (before.point + 1) % round.len(), "points are passed in order");
            assert!(position(simulation, 0).distance(round[before.point]) < 1.0, "{}", position(simulation, 0));
            (passed, passed_after_chase) = (passed + 1, passed_after_chase + u32::from(chases > 0));
        }
        before = now;
    });
    assert!(chases >= 2, "{chases} chases");
    assert!(passed >= 6 && passed_after_chase >= 4, "{passed} points of the round, {passed_after_chase} after a chase");
}

/// The ground that the guard sees is dangerous: the thief keeps out of it, the boy does not care.
#[test]
fn the_gaze_of_the_watch_is_avoided() {
    let mut simulation = open("the-watch");
    let mut seen = [0; 3];
    run(&mut simulation, 120, |simulation, _| {
        for (agent, seen) in simulation.agents().iter().zip(&mut seen) {
            let here = simulation.inspect_cell(agent.position(), &[]).unwrap();
            *seen += u32::from(here.danger > 0.0);
        }
    });
    let [_, thief, boy] = seen;
    assert!(boy > 600 && thief * 4 < boy, "in sight: the thief for {thief} ticks, the boy for {boy}");
}

/// In the queue before a narrow door agents look where they walk, not at one gap after the other: nobody changes side more
/// than once a second.
#[test]
fn heads_are_calm_in_a_queue() {
    let door = ScenarioRun::new(&named("door-0.9").unwrap(), 0).simulation().clone();
    for (name, mut simulation) in [("door-0.9", door), ("the-gate", open("the-gate"))] {
        let mut traces = vec![Trace::default(); simulation.agents().len()];
        run(&mut simulation, 40, |simulation, _| {
            simulation.agents().iter().zip(&mut traces).for_each(|(agent, trace)| trace.note(agent));
        });
        let (worst, agent) = traces.iter().map(Trace::changes_of_side).zip(0..).max().unwrap();
        assert!(worst <= 4, "{name}: agent {agent} changes side {worst} times in 4 seconds");
    }
}

/// Counts how often something that moves back and forth has turned.
#[derive(Clone, Copy, Default)]
struct Swing {
    /// The farthest coordinate in the present direction, in world units.
    farthest: f32,
    /// The present direction: 1 or -1; 0 at first.
    way: f32,
    turns: u32,
}

impl Swing {
    /// Takes the coordinate of this tick; coming back by less than `least`, in world units, is no turn.
    fn note(&mut self, at: f32, least: f32) {
        let on = (at - self.farthest) * self.way;
        if self.way == 0.0 && (at - self.farthest).abs() > least || on < -least {
            self.turns += u32::from(self.way != 0.0);
            (self.way, self.farthest) = ((at - self.farthest).signum(), at);
        } else if on > 0.0 {
            self.farthest = at;
        }
    }
}

/// How often a body turned back by more than 0.02 units, along the axis on which it did more often.
fn to_and_fro(places: &[Vec2]) -> u32 {
    let turns = |place: fn(&Vec2) -> f32| {
        let mut swing = Swing { farthest: place(&places[0]), ..Swing::default() };
        places.iter().for_each(|at| swing.note(place(at), 0.02));
        swing.turns
    };
    turns(|at| at.x).max(turns(|at| at.y))
}

/// The positions of an agent, and its turns in degrees, tick by tick.
#[derive(Clone, Default)]
struct Trace {
    places: Vec<Vec2>,
    turns: Vec<f32>,
}

impl Trace {
    fn note(&mut self, agent: &Agent) {
        let (before, now) = (agent.previous_heading(), agent.heading());
        self.places.push(agent.position());
        self.turns.push(before.perp_dot(now).atan2(before.dot(now)).to_degrees());
    }

    /// How often it turned its head back by more than 1.7 degrees in one tick.
    fn heads_turned_back(&self) -> usize {
        self.turns.windows(2).filter(|pair| pair[0] * pair[1] < 0.0 && pair[0].abs().min(pair[1].abs()) > 1.7).count()
    }

    /// How often, in the worst window of four seconds, it turned its head from one side to the other by 30 degrees or more.
    fn changes_of_side(&self) -> usize {
        let (mut swing, mut angle, mut changes) = (Swing::default(), 0.0, Vec::new());
        for (tick, turn) in self.turns.iter().enumerate() {
            let before = swing.turns;
            angle += turn;
            swing.note(angle, 30.0);
            changes.extend((swing.turns > before).then_some(tick));
        }
        let within = |from: usize| changes[from..].iter().take_while(|tick| **tick < changes[from] + 240).count();
        (0..changes.len()).map(within).max().unwrap_or(0)
    }

    /// The worst of all windows of two seconds in which it stayed within half a unit: how often it went [`to_and_fro`], and by
    /// how many degrees it turned on the spot.
    fn unrest(&self) -> (u32, f32) {
        let windows = (0..self.places.len().saturating_sub(120)).step_by(20).map(|at| at..at + 120);
        windows.fold((0, 0.0), |(shaking, spinning), window| {
            let places = &self.places[window.clone()];
            let (low, high) =
                places.iter().fold((places[0], places[0]), |(low, high), at| (low.min(*at), high.max(*at)));
            if low.distance(high) > 0.5 {
                return (shaking, spinning);
            }
            let later = self.places[(window.end + 60).min(self.places.len() - 1)];
            let turned = self.turns[window].iter().sum::<f32>().abs();
            let on_the_spot = if later.distance(places[0]) > 0.5 { 0.0 } else { turned };
            (shaking.max(to_and_fro(places)), spinning.max(on_the_spot))
        })
    }
}

/// No agent shakes its head or its body, and none spins: an obstructed agent turns slowly, a caught one stands still. In a
/// dense crowd some jostling is allowed; the limits are what is measured today.
#[test]
fn agents_neither_shake_nor_spin() {
    for (name, most_turns, most_shaking, most_spinning) in [
        ("by-rays-alone", 0, 1, 33.0),
        ("the-rounds", 1, 1, 18.0),
        ("high-and-low", 10, 3, 140.0),
        ("doors", 2, 0, 1.0),
        ("the-chase", 2, 2, 37.0),
        ("the-gate", 3, 6, 113.0),
        ("the-ring", 1, 0, 1.0),
        ("the-flock", 2, 4, 60.0),
        ("market-town", 8, 6, 195.0),
        ("tutorial/waypoints", 0, 0, 1.0),
        ("tutorial/avoidance", 0, 0, 1.0),
    ] {
        let mut simulation = open(name);
        let mut traces = vec![Trace::default(); simulation.agents().len()];
        run(&mut simulation, 40, |simulation, _| {
            simulation.agents().iter().zip(&mut traces).for_each(|(agent, trace)| trace.note(agent));
        });
        for (index, trace) in traces.iter().enumerate() {
            let (turned, (shaking, spinning)) = (trace.heads_turned_back(), trace.unrest());
            assert!(turned <= most_turns, "{name}: agent {index} turns its head back {turned} times in 40 seconds");
            assert!(shaking <= most_shaking, "{name}: agent {index} goes to and fro {shaking} times in 2 seconds");
            assert!(
                spinning < most_spinning,
                "{name}: agent {index} turns on the spot by {spinning} degrees in 2 seconds"
            );
        }
    }
}
