//! Bridges of any shape: links that lead through corners, above others who walk beneath.

use footpath::agent::{Agent, AgentState};
use footpath::grid::Cell;
use footpath::level::Level;
use footpath::nav::{PathQuery, Search, find_path};
use footpath::sim::{Event, Simulation};
use glam::{Vec2, vec2};

use crate::support::play::{gap, settle_looking, states};

/// Two hills, a road between them, and a bridge over it with two corners; on the road walk the first agents.
fn hills(others: &str) -> Simulation {
    let text = format!(
        r#"(version: 1, name: "Over and under",
        legend: {{
            '.': "grass", '=': "road", 'h': (terrain: "grass", height: 3.0),
            'W': (terrain: "road", height: 3.0, place: "west"), 'E': (terrain: "road", height: 3.0, place: "east"),
            'N': (terrain: "road", place: "north"), 'S': (terrain: "road", place: "south"), 'u': (terrain: "road", place: "under"),
        }},
        rows: [
            "hhhh...=N=...hhhh",
            "hhhh...===...hhhh",
            "hhhW...=u=...Ehhh",
            "hhhh...===...hhhh",
            "hhhh...=S=...hhhh",
        ],
        links: [(name: "bridge", from: "west", to: "east", through: [(6.0, 0.7), "under", (11.0, 4.0)])],
        agents: [
            (place: "north", team: "walkers", order: MoveTo("south")),
            (place: "south", team: "walkers", order: [Wait(1.0), MoveTo("north")]),
            (tile: (7, 4), team: "walkers", order: [Wait(0.5), MoveTo("north")]),
            {others}
        ],
        rules: [(when: Enters(who: "walkers", place: "under"), then: [Switch(name: "bridge", on: true)], repeat: true)])"#
    );
    Simulation::new(Level::parse("hills.ron", &text).unwrap_or_else(|error| panic!("{error}")), None)
}

const OVER: &str = r#"
    (count: 5, in: [(0, 1), (2, 3)], team: "walkers", order: MoveTo("east")),
    (count: 3, in: [(14, 1), (16, 3)], team: "walkers", order: [Wait(1.0), MoveTo("west")]),
"#;

fn corners(simulation: &Simulation) -> Vec<Vec2> {
    simulation.map().links[0].points().collect()
}

/// How far a point is from a line.
fn aside(line: &[Vec2], point: Vec2) -> f32 {
    let nearest = |pair: &[Vec2]| {
        let (from, along) = (pair[0], pair[1] - pair[0]);
        let part = ((point - from).dot(along) / along.length_squared()).clamp(0.0, 1.0);
        point.distance(from + part * along)
    };
    line.windows(2).map(nearest).fold(f32::INFINITY, f32::min)
}

#[test]
fn many_walk_along_a_bridge_one_behind_the_other_and_both_ways() {
    let mut simulation = hills(OVER);
    let line = corners(&simulation);
    let (mut most, mut both) = (0, [false; 2]);
    settle_looking(&mut simulation, 120, |simulation| {
        let on: Vec<&Agent> = simulation.agents().iter().filter(|agent| agent.on_link().is_some()).collect();
        most = most.max(on.len());
        for (number, agent) in on.iter().enumerate() {
            let (link, part) = agent.on_link().expect("it is on one");
            both[usize::from(link.from.x > 8)] = true;
            // Those who have stepped upon it beside its beginning come to the line by its first corner.
            let near = if part < 0.26 { 0.3 } else { 1e-3 };
            assert!(aside(&line, agent.position()) < near, "{agent:?}");
            assert!(on[..number].iter().all(|other| gap(simulation, agent, other) > -1e-3));
        }
    });
    assert!(most > 2 && both == [true; 2], "{most} at once, {both:?}");
    assert_eq!(states(&simulation), [AgentState::Arrived; 11]);
}

/// Nobody on the road moves otherwise because others are above, and who walks above the place is not in it.
#[test]
fn floors_leave_each_other_alone() {
    let (mut alone, mut with_others) = (hills(""), hills(OVER));
    let mut entered = [0, 0];
    let mut above = false;
    for _ in 0..60 * 40 {
        for (simulation, entered) in [&mut alone, &mut with_others].into_iter().zip(&mut entered) {
            let fired = simulation.step(&[]).into_iter().filter(|event| matches!(event, Event::RuleFired { .. }));
            *entered += fired.count();
        }
        let walkers =
            |simulation: &Simulation| simulation.agents()[..3].iter().map(Agent::position).collect::<Vec<_>>();
        assert_eq!(walkers(&alone), walkers(&with_others), "at tick {}", alone.tick());
        let tile = |agent: &Agent| with_others.map().lattice.tile_at(agent.position());
        above |= with_others.agents()[3..].iter().any(|agent| tile(agent) == Cell::new(8, 2));
    }
    assert!(above && entered[0] > 0, "{entered:?}");
    assert_eq!(entered[0], entered[1]);
}

/// A path over a bridge is as long as the bridge, and costs as much.
#[test]
fn a_bridge_costs_its_length() {
    let simulation = hills("");
    let grid = simulation.nav_grid(0);
    let query = PathQuery::between(Cell::new(3, 2), Cell::new(13, 2));
    let path = find_path(grid, &query, &mut Search::default()).expect("the bridge leads there");
    let length = f64::from(simulation.map().links[0].length());
    assert!((path.length - length).abs() < 1e-4 && length > 11.0, "{} of {length}", path.length);
    let jump = f64::from(simulation.map().areas[2].cost);
    assert!((path.cost - jump * length).abs() < 1e-3, "{} for {length}", path.cost);
}

/// A corner is walked round, not cut, and slowly where it is sharp.
#[test]
fn an_agent_slows_down_at_a_corner() {
    let mut simulation = hills(r#"(tile: (3, 2), order: MoveTo("east"))"#);
    let (mut least, mut most) = (f32::INFINITY, 0.0_f32);
    settle_looking(&mut simulation, 60, |simulation| {
        let agent = &simulation.agents()[3];
        let is_within = agent.on_link().is_some_and(|(_, part)| (0.2..0.8).contains(&part));
        if is_within {
            let speed = agent.position().distance(agent.previous_position()) * 60.0;
            (least, most) = (least.min(speed), most.max(speed));
        }
    });
    assert!(least < 0.95 * most && most > 2.0, "{least} to {most}");
    assert_eq!(simulation.agents()[3].state(), AgentState::Arrived);
    assert!(aside(&corners(&simulation), vec2(8.5, 2.5)) < 1e-3, "it leads by way of the place");
}
