//! Agents on links: how each kind is crossed, and in which order where there is not room for all.

use footpath::agent::{Agent, AgentState, WaitingFor};
use footpath::grid::Cell;
use footpath::level::{Level, LinkKind};
use footpath::nav::NavGrid;
use footpath::profile::{AgentProfile, AreaId};
use footpath::sim::{Command, Simulation};
use glam::Vec2;
use proptest::prelude::*;

use crate::support::levels::{read_level, with_agents};
use crate::support::play::{go, settle, settle_looking};

/// Two fields with a ravine between them, and one link over it in the middle.
const FIELDS: [&str; 7] = [
    ".......   .......",
    ".......   .......",
    ".......   .......",
    ".......   .......",
    ".......   .......",
    ".......   .......",
    ".......   .......",
];

/// The same with a detour along the bottom.
const ROUND: [&str; 7] = {
    let mut rows = FIELDS;
    rows[6] = ".................";
    rows
};

fn level(rows: &[&str], kind: LinkKind, agents: &[(i32, i32)]) -> Level {
    let link = "links: [(name: \"link\", from: (tile: (6, 3)), to: (tile: (10, 3)))]";
    let mut level = with_agents(read_level(rows, link), agents);
    level.map.links[0].kind = kind;
    level
}

/// How many ticks an agent spends on a link 4 units long, and its greatest height, in world units.
fn crossing(kind: LinkKind, speed: Option<f32>) -> (usize, f32) {
    let mut level = level(&FIELDS, kind, &[(2, 3)]);
    level.map.links[0].speed = speed;
    let mut simulation = Simulation::new(level, None);
    simulation.step(&[go(0, (14, 3))]);
    let (mut ticks, mut highest) = (0, 0.0_f32);
    settle_looking(&mut simulation, 30, |simulation| {
        let agent = &simulation.agents()[0];
        ticks += usize::from(agent.on_link().is_some());
        highest = highest.max(agent.height());
    });
    assert_eq!(simulation.agents()[0].state(), AgentState::Arrived, "{kind:?}");
    (ticks, highest)
}

#[test]
fn each_kind_is_crossed_at_its_own_speed() {
    let seconds = |kind, speed| crossing(kind, speed).0 as f32 / 60.0;
    let near = |seconds: f32, expected: f32| (seconds - expected).abs() < 0.15 * expected;
    assert!(near(seconds(LinkKind::Walk, None), 4.0 / 3.0), "{}", seconds(LinkKind::Walk, None));
    assert!(near(seconds(LinkKind::Jump, None), 4.0 / 3.0));
    assert!(near(seconds(LinkKind::Ladder, None), 4.0 / (3.0 * LinkKind::CLIMBING)));
    assert!(near(seconds(LinkKind::Rope, None), 4.0 / (3.0 * LinkKind::ROPING)));
    assert!(near(seconds(LinkKind::Lift, None), 4.0 / LinkKind::LIFTING));
    assert!(near(seconds(LinkKind::Teleport, None), 0.3));
    for kind in [LinkKind::Walk, LinkKind::Jump, LinkKind::Ladder, LinkKind::Rope, LinkKind::Lift] {
        assert!(near(seconds(kind, Some(2.0)), 2.0), "{kind:?}: {}", seconds(kind, Some(2.0)));
    }
}

/// Those with higher numbers have other places then.
#[test]
fn who_was_on_a_link_is_known_when_others_have_gone() {
    let link = r#"links: [(name: "link", from: (tile: (6, 3)), to: (tile: (10, 3)), kind: "ladder")],
        rules: [(when: After(time: 3.0), then: [Remove(who: "first")])],
        agents: [(name: "first", tile: (0, 0)), (tile: (0, 6)), (tile: (5, 3), order: MoveTo((tile: (14, 3))))]"#;
    let mut simulation = Simulation::new(read_level(&FIELDS, link), None);
    let mut seen = Vec::new();
    for _ in 0..200 {
        simulation.step(&[]);
        let on_link = |agent: &&Agent| agent.on_link().is_some();
        assert!(simulation.agents().iter().filter(on_link).all(|agent| simulation.was_on_link(agent.id())));
        seen.push((simulation.agents().len(), simulation.agents().iter().filter(on_link).count()));
    }
    assert!(seen.windows(2).any(|two| two == [(3, 1), (2, 1)]), "one goes while the last is on the ladder: {seen:?}");
}

#[test]
fn a_jump_is_a_parabola() {
    let (ticks, highest) = crossing(LinkKind::Jump, None);
    let time = ticks as f32 / 60.0;
    // No higher than half its length.
    assert!((highest - (9.81 * time * time / 8.0).min(2.0)).abs() < 0.05, "{highest} after {time} s");
    assert_eq!(crossing(LinkKind::Walk, None).1, 0.0);
}

#[test]
fn a_fall_accelerates() {
    let text = "(version: 1, name: \"A test\", legend: {'.': \"grass\", '5': (terrain: \"floor\", height: 5.0)},
        rows: [\"555..\"], links: [(from: (tile: (2, 0)), to: (tile: (3, 0)))], agents: [(tile: (0, 0))])";
    let mut level = Level::parse("test.ron", text).unwrap();
    level.map.links[0].kind = LinkKind::Drop;
    let mut simulation = Simulation::new(level, None);
    simulation.step(&[go(0, (4, 0))]);
    let mut heights = Vec::new();
    settle_looking(&mut simulation, 30, |simulation| {
        let agent = &simulation.agents()[0];
        heights.extend(agent.on_link().map(|_| agent.height()));
    });
    let falls: Vec<f32> = heights.windows(2).map(|pair| pair[0] - pair[1]).filter(|&fall| fall > 0.0).collect();
    assert!(falls.windows(2).all(|pair| pair[1] > pair[0]), "{falls:?}");
    let seconds = heights.len() as f32 / 60.0;
    assert!((seconds - (10.0_f32 / 9.81).sqrt()).abs() < 0.05, "{seconds}");
}

#[test]
fn a_lift_waits_goes_and_comes_back() {
    let mut simulation = Simulation::new(level(&FIELDS, LinkKind::Lift, &[(4, 3), (3, 4), (12, 3)]), None);
    simulation.step(&[go(0, (14, 2)), go(1, (14, 4)), go(2, (2, 3))]);
    assert_eq!(simulation.lift_at(0), Some(0.0));
    let (mut trips, mut rider, mut waited) = (Vec::new(), None, false);
    settle_looking(&mut simulation, 60, |simulation| {
        let on: Vec<&Agent> = simulation.agents().iter().filter(|agent| agent.on_link().is_some()).collect();
        assert!(on.len() <= 1);
        let at = simulation.lift_at(0).unwrap();
        if let Some((link, part)) = on.first().and_then(|agent| agent.on_link()) {
            let forward = if link.from.x < link.to.x { part } else { 1.0 - part };
            assert!((forward - at).abs() < 0.03, "{forward} on a platform at {at}");
        }
        let now = on.first().map(|agent| agent.id().0);
        trips.extend(now.filter(|_| now != rider));
        rider = now;
        let waits =
            |agent: &Agent| agent.waiting().is_some_and(|waiting| waiting.reason == WaitingFor::Turn(LinkKind::Lift));
        waited |= simulation.agents().iter().any(waits);
    });
    trips.sort_unstable();
    assert_eq!(trips, [0, 1, 2]);
    assert!(waited);
    assert!(simulation.agents().iter().all(|agent| agent.state() == AgentState::Arrived));
}

#[test]
fn the_more_important_goes_first_at_a_ladder() {
    let mut level = level(&FIELDS, LinkKind::Ladder, &[(5, 3), (4, 2), (4, 4)]);
    let mut first = level.profiles[0].clone();
    (first.name, first.avoidance_priority) = ("first".to_owned(), 0);
    level.profiles.push(first);
    level.agents[2].profile = level.profiles.len() - 1;
    let mut simulation = Simulation::new(level, None);
    simulation.step(&[go(0, (14, 3)), go(1, (14, 2)), go(2, (14, 4))]);
    let (mut order, mut queued) = (Vec::new(), false);
    settle_looking(&mut simulation, 60, |simulation| {
        let on = simulation.agents().iter().find(|agent| agent.on_link().is_some());
        order.extend(on.map(|agent| agent.id().0));
        let places = [0, 1, 2].map(|agent| simulation.place_in_queue(footpath::agent::AgentId(agent)));
        queued |= places == [None, Some(1), Some(0)];
    });
    order.dedup();
    assert_eq!(order, [0, 2, 1], "the first alone, then by priority");
    assert!(queued, "they stand in the queue in that order");
}

#[test]
fn a_link_switched_off_sends_waiting_agents_round() {
    for (rows, ending) in [(ROUND, AgentState::Arrived), (FIELDS, AgentState::ArrivedNear)] {
        let mut level = level(&rows, LinkKind::Ladder, &[(5, 3), (4, 2), (4, 4)]);
        level.map.links[0].cost = Some(1.0);
        let mut simulation = Simulation::new(level, None);
        simulation.step(&[go(0, (13, 3)), go(1, (13, 2)), go(2, (13, 4))]);
        while !simulation.agents().iter().any(|agent| agent.on_link().is_some())
            || !simulation.agents().iter().any(|agent| agent.waiting().is_some())
        {
            simulation.step(&[]);
            assert!(simulation.tick() < 600, "{ending:?}");
        }
        let on: Vec<bool> = simulation.agents().iter().map(|agent| agent.on_link().is_some()).collect();
        simulation.step(&[Command::Switch { link: "link".to_owned(), on: false }]);
        settle_looking(&mut simulation, 60, |simulation| {
            for (agent, was_on) in simulation.agents().iter().zip(&on) {
                assert!(*was_on || agent.on_link().is_none(), "{agent:?}");
            }
        });
        for (agent, was_on) in simulation.agents().iter().zip(on) {
            assert_eq!(agent.state(), if was_on { AgentState::Arrived } else { ending }, "{agent:?}");
            assert_eq!(agent.waiting(), None, "{agent:?}");
        }
    }
}

#[test]
fn an_agent_that_does_not_traverse_links_waits_before_them() {
    let mut level = level(&FIELDS, LinkKind::Walk, &[(2, 3)]);
    level.profiles[0].auto_traverse_links = false;
    let mut simulation = Simulation::new(level, None);
    simulation.step(&[go(0, (14, 3))]);
    (0..600).for_each(|_| _ = simulation.step(&[]));
    let agent = &simulation.agents()[0];
    assert_eq!(agent.waiting().map(|waiting| waiting.reason), Some(WaitingFor::Leave));
    assert!(agent.position().x < 7.0 && agent.velocity().length() < 0.05, "{agent:?}");
}

#[test]
fn a_link_is_there_only_for_agents_with_its_ability() {
    let mut level = level(&FIELDS, LinkKind::Rope, &[]);
    level.map.links[0].needs = Some("climb".to_owned());
    let mut profile = level.profiles[0].clone();
    assert_eq!(NavGrid::bake(&level.map, &profile).links().count(), 0);
    profile.abilities = vec!["climb".to_owned(), "swim".to_owned()];
    assert_eq!(NavGrid::bake(&level.map, &profile).links().count(), 2);
    profile.abilities = vec!["swim".to_owned()];
    assert_eq!(NavGrid::bake(&level.map, &profile).links().count(), 0);
}

/// A link costs the time to cross it times the walking speed of the agent: each kind of agent has its own cost.
#[test]
fn a_link_costs_its_crossing_time() {
    let level = level(&FIELDS, LinkKind::Walk, &[]);
    let cost = |kind, speed, own, walker: f32| {
        let mut map = level.map.clone();
        let link = &mut map.links[0];
        (link.kind, link.speed, link.cost) = (kind, speed, own);
        let profile = AgentProfile { speed: walker, ..level.profiles[0].clone() };
        NavGrid::bake(&map, &profile).links().next().unwrap().cost as f64
    };
    let walk = cost(LinkKind::Walk, None, None, 3.0);
    let times = |kind, speed, walker| cost(kind, speed, None, walker) / walk;
    for (walker, expected) in [(1.0, 0.25), (3.0, 0.75), (6.0, 1.5)] {
        let near = |times: f64, expected: f64| assert!((times - expected).abs() < 1e-3, "{walker}: {times} {expected}");
        near(times(LinkKind::Ladder, None, walker), 2.5);
        near(times(LinkKind::Walk, None, walker), 1.0);
        near(times(LinkKind::Rope, Some(4.0), walker), expected);
        near(times(LinkKind::Walk, Some(4.0), walker), expected);
        near(times(LinkKind::Lift, None, walker), expected * 4.0 / 1.5);
        near(times(LinkKind::Teleport, None, walker), expected * 0.3);
        assert_eq!(cost(LinkKind::Ladder, None, Some(2.0), walker), walk, "an author's word stands");
    }
}

/// Of two agents that differ only in speed, the slow one takes the slow link and the fast one runs round; a slow one that is
/// tuned to be fast runs too.
#[test]
fn a_fast_agent_does_not_take_a_slow_link() {
    let mut level = level(&ROUND, LinkKind::Walk, &[(5, 3), (5, 2)]);
    (level.map.links[0].speed, level.map.links[0].area) = (Some(1.5), AreaId::WALKABLE);
    let fast = AgentProfile { name: "fast".to_owned(), speed: 6.0, max_speed: 6.0, ..level.profiles[0].clone() };
    level.profiles[0].speed = 1.5;
    level.profiles.push(fast.clone());
    level.agents[1].profile = level.profiles.len() - 1;
    let crossers = |simulation: &mut Simulation, orders: &[Command]| {
        simulation.step(orders);
        let mut on = [false; 2];
        settle_looking(simulation, 60, |simulation| {
            on.iter_mut().zip(simulation.agents()).for_each(|(on, agent)| *on |= agent.on_link().is_some());
        });
        on
    };
    let mut simulation = Simulation::new(level, None);
    assert_eq!(crossers(&mut simulation, &[go(0, (11, 3)), go(1, (11, 2))]), [true, false]);
    let slow = simulation.profiles()[0].clone();
    let orders = [Command::Tune(Box::new(AgentProfile { name: slow.name, ..fast })), go(0, (5, 3)), go(1, (5, 2))];
    assert_eq!(crossers(&mut simulation, &orders), [false, false]);
}

/// Five agents on each side, all with goals on the other.
fn ten() -> (Vec<(i32, i32)>, Vec<Command>) {
    let agents: Vec<(i32, i32)> = (0..5).map(|row| (2, row)).chain((0..5).map(|row| (14, row))).collect();
    let orders = agents.iter().enumerate().map(|(index, &(x, y))| go(index as u32, (16 - x, y)));
    (agents.clone(), orders.collect())
}

/// Whether all agents on the link go in one direction.
fn is_one_way(simulation: &Simulation) -> bool {
    let on: Vec<Cell> = simulation.agents().iter().filter_map(|agent| Some(agent.on_link()?.0.from)).collect();
    on.windows(2).all(|pair| pair[0] == pair[1])
}

#[test]
fn ten_agents_from_both_ends_get_across() {
    let (agents, orders) = ten();
    for kind in [LinkKind::Walk, LinkKind::Ladder, LinkKind::Rope, LinkKind::Lift] {
        let mut simulation = Simulation::new(level(&FIELDS, kind, &agents), None);
        simulation.step(&orders);
        let mut most = 0;
        settle_looking(&mut simulation, 240, |simulation| {
            assert!(is_one_way(simulation), "{kind:?}: some go against others");
            most = most.max(simulation.agents().iter().filter(|agent| agent.on_link().is_some()).count());
        });
        assert!(simulation.agents().iter().all(|agent| agent.state() == AgentState::Arrived), "{kind:?}");
        assert_eq!(most > 1, kind == LinkKind::Walk, "{kind:?}: {most} at once");
    }
}

#[test]
fn ten_at_both_ends_go_round_when_the_ladder_is_taken_away() {
    let (agents, orders) = ten();
    let mut level = level(&ROUND, LinkKind::Ladder, &agents);
    level.map.links[0].cost = Some(0.1);
    let mut simulation = Simulation::new(level, None);
    simulation.step(&orders);
    let waits = |agent: &&Agent| agent.waiting().is_some();
    while simulation.agents().iter().filter(waits).count() < 5 {
        simulation.step(&[]);
        assert!(simulation.tick() < 1200, "few wait");
    }
    simulation.step(&[Command::Switch { link: "link".to_owned(), on: false }]);
    settle(&mut simulation, 60);
    assert!(simulation.agents().iter().all(|agent| agent.state() == AgentState::Arrived));
}

/// As many riders as there is room for stand side by side on the platform, and leave it side by side.
#[test]
fn riders_of_a_lift_stand_beside_each_other() {
    for (radius, capacity, riders) in [(0.3, None, 1), (0.3, Some(2), 2), (0.3, Some(4), 2), (0.2, None, 4)] {
        let mut level = level(&FIELDS, LinkKind::Lift, &[(5, 3), (5, 2), (5, 4), (4, 3), (4, 2), (4, 4)]);
        level.profiles[0].radius = radius;
        level.map.links[0].capacity = capacity;
        let mut simulation = Simulation::new(level, None);
        let orders: Vec<Command> = (0..6).map(|index| go(index as u32, (11 + index % 3, 2 + index / 3))).collect();
        simulation.step(&orders);
        let mut most = 0;
        settle_looking(&mut simulation, 120, |simulation| {
            let at = simulation.lift_at(0).unwrap();
            let on: Vec<&Agent> = simulation.agents().iter().filter(|agent| agent.on_link().is_some()).collect();
            most = most.max(on.len());
            if at > 0.5 {
                for (index, agent) in on.iter().enumerate() {
                    let gap = |other: &Agent| other.position().distance(agent.position()) - 2.0 * radius;
                    assert!(on[..index].iter().all(|other| gap(other) >= -1e-4), "{radius} {capacity:?} at {at}");
                }
            }
            assert!(on.iter().all(|agent| agent.correction().length() < 0.001), "no rider is pushed");
            // Two that have come to their goals touch a little.
            assert!(
                simulation.agents().iter().all(|agent| agent.correction().length() < 0.002),
                "nobody is pushed far"
            );
        });
        assert_eq!(most, riders, "{radius} {capacity:?}");
        assert!(
            simulation.agents().iter().all(|agent| agent.state() == AgentState::Arrived),
            "radius {radius}, capacity {capacity:?}"
        );
    }
}

/// How deep the bodies of two agents are in each other, at the worst of all pairs, in world units; without those that are about
/// to appear elsewhere.
fn deepest(simulation: &Simulation) -> f32 {
    let teleports = |agent: &&Agent| agent.on_link().is_some_and(|(link, _)| link.kind == LinkKind::Teleport);
    let agents: Vec<&Agent> = simulation.agents().iter().filter(|agent| !teleports(agent)).collect();
    let depth = |one: &Agent, other: &Agent| {
        let radii = simulation.profile_of(one).radius + simulation.profile_of(other).radius;
        radii - one.position().distance(other.position())
    };
    let pairs = agents.iter().enumerate().flat_map(|(at, one)| agents[..at].iter().map(move |other| (*one, *other)));
    pairs.map(|(one, other)| depth(one, other)).fold(0.0, f32::max)
}

/// Two halls with a wall between them, and one link through it.
fn through_a_wall(rows: &[&str], kind: LinkKind, ends: [(i32, i32); 2], agents: &[(i32, i32)]) -> Simulation {
    let [from, to] = ends;
    let link = format!("links: [(from: (tile: {from:?}), to: (tile: {to:?}))]");
    let mut level = with_agents(read_level(rows, &link), agents);
    level.map.links[0].kind = kind;
    Simulation::new(level, None)
}

const WALL: [&str; 3] = ["......#......", "......#......", "......#......"];

#[test]
fn a_link_is_left_only_where_there_is_room() {
    let agents = [(0, 0), (0, 1), (0, 2), (2, 0), (2, 1), (2, 2)];
    for kind in [LinkKind::Teleport, LinkKind::Jump, LinkKind::Ladder, LinkKind::Walk] {
        let mut simulation = through_a_wall(&WALL, kind, [(4, 1), (8, 1)], &agents);
        let orders: Vec<Command> = (0..6).map(|id| go(id, (11, 1))).collect();
        simulation.step(&orders);
        settle_looking(&mut simulation, 60, |simulation| {
            let deep = deepest(simulation);
            assert!(deep < 0.05, "{kind:?}, tick {}: {deep}", simulation.tick());
        });
        assert!(simulation.agents().iter().all(|agent| agent.state() == AgentState::Arrived), "{kind:?}");
    }
}

#[test]
fn one_that_stands_at_the_end_of_a_link_makes_way_and_comes_back() {
    for kind in [LinkKind::Teleport, LinkKind::Ladder] {
        let mut simulation = through_a_wall(&WALL, kind, [(4, 1), (8, 1)], &[(0, 1), (2, 1), (8, 1)]);
        simulation.step(&[go(0, (11, 1)), go(1, (11, 2))]);
        settle(&mut simulation, 60);
        let agents = simulation.agents();
        assert!(agents[..2].iter().all(|agent| agent.state() == AgentState::Arrived), "{kind:?}");
        assert!(agents[2].position().distance(Vec2::new(8.5, 1.5)) < 0.1, "{kind:?}: {}", agents[2].position());
    }
}

/// Narrow stretches on both sides of a link are one passage: who waits between them would bar the way.
#[test]
fn a_link_between_two_corridors_is_used_in_one_direction_at_a_time() {
    let rows = ["...###.###...", "......#......", "...###.###..."];
    let agents = [(0, 0), (0, 2), (1, 0), (1, 2), (12, 0), (12, 2), (11, 0), (11, 2)];
    let mut simulation = through_a_wall(&rows, LinkKind::Walk, [(5, 1), (7, 1)], &agents);
    let orders: Vec<Command> = (0..8).map(|id| go(id, if id < 4 { (11, 1) } else { (1, 1) })).collect();
    simulation.step(&orders);
    settle_looking(&mut simulation, 60, |simulation| {
        assert!(deepest(simulation) < 0.02, "tick {}", simulation.tick());
    });
    assert!(simulation.agents().iter().all(|agent| agent.state() == AgentState::Arrived));
}

#[test]
fn a_leap_over_a_gap_ends_only_where_there_is_room() {
    let mut level =
        with_agents(read_level(&["###......", "... .....", "###......"], ""), &[(0, 1), (2, 1), (1, 1), (4, 1)]);
    level.profiles[0].jump_distance = 2.0;
    let mut simulation = Simulation::new(level, None);
    simulation.step(&[go(0, (8, 1)), go(1, (8, 0)), go(2, (8, 2))]);
    settle_looking(&mut simulation, 30, |simulation| {
        // Those who come behind touch one who sets out.
        assert!(deepest(simulation) < 0.06, "tick {}: {}", simulation.tick(), deepest(simulation));
    });
    let agents = simulation.agents();
    assert!(agents[..3].iter().all(|agent| agent.state() == AgentState::Arrived));
    assert!(agents[3].position().distance(Vec2::new(4.5, 1.5)) < 0.1, "{}", agents[3].position());
}

/// Over a one-way link nobody comes the other way: one in the corridor behind it need not wait for those before it.
#[test]
fn nobody_waits_in_a_dead_end_for_those_before_a_one_way_link() {
    let link = "links: [(from: (tile: (2, 0)), to: (tile: (2, 2)), one_way: true)]";
    let level = with_agents(read_level(&[".....", "## ##", "....."], link), &[(0, 0), (4, 2)]);
    let mut simulation = Simulation::new(level, None);
    simulation.step(&[go(0, (4, 2)), go(1, (0, 2))]);
    settle(&mut simulation, 20);
    assert!(simulation.agents().iter().all(|agent| agent.state() == AgentState::Arrived));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, failure_persistence: None, ..ProptestConfig::default() })]

    /// A link never carries more agents than its capacity, never in both directions at once, and all get across.
    #[test]
    fn narrow_links_are_shared_fairly(
        (west, east) in (0..5_usize, 0..5_usize),
        kind in prop::sample::select(&[LinkKind::Walk, LinkKind::Jump, LinkKind::Ladder, LinkKind::Lift][..]),
        capacity in 1..4_u32,
        priorities in prop::collection::vec(0..100_u8, 3),
    ) {
        let start = |index: usize, x: i32| (x + 2 * (index as i32 / 4), 2 * (index as i32 % 4));
        let agents: Vec<(i32, i32)> =
            (0..west).map(|index| start(index, 1)).chain((0..east).map(|index| start(index, 12))).collect();
        let mut level = level(&FIELDS, kind, &agents);
        level.map.links[0].capacity = Some(capacity);
        for (index, &priority) in priorities.iter().enumerate() {
            level.profiles[index].radius = 0.3;
            level.profiles[index].avoidance_priority = priority;
        }
        level.agents.iter_mut().enumerate().for_each(|(index, agent)| agent.profile = index % 3);
        let mut simulation = Simulation::new(level, None);
        let orders: Vec<Command> = agents.iter().enumerate().map(|(index, &(x, y))| go(index as u32, (16 - x, y))).collect();
        simulation.step(&orders);
        settle_looking(&mut simulation, 300, |simulation| {
            let on: Vec<Cell> = simulation.agents().iter().filter_map(|agent| Some(agent.on_link()?.0.from)).collect();
            assert!(on.len() <= capacity as usize && on.windows(2).all(|pair| pair[0] == pair[1]), "{on:?}");
            let places: Vec<Vec2> =
                simulation.agents().iter().filter_map(|agent| Some(agent.waiting()?.position)).collect();
            for (at, place) in places.iter().enumerate() {
                assert!(places[..at].iter().all(|other| other.distance(*place) >= 0.6), "{places:?}");
            }
        });
        for agent in simulation.agents() {
            prop_assert_eq!(agent.state(), AgentState::Arrived, "{:?}", agent);
        }
    }
}
