//! Agents on tiles that are crossed in one direction alone.

use footpath::level::{Extent, Level, Zone, ZoneKind};
use footpath::nav::moves::STRAIGHT;
use footpath::sim::{Command, Simulation};
use glam::vec2;

/// Two rooms with a gate in between through which one comes to the right, and another through which one comes back.
fn rooms(zones: &str, agents: &str) -> String {
    format!(
        r##"(version: 1, name: "Turnstiles", legend: {{'.': "floor", '#': "wall", '>': "in", '<': "out"}},
        terrains: {{"in": (one_way: "east", looks: "road"), "out": (one_way: "west")}}, zones: {{{zones}}},
        rows: [".....#.....", ".....>.....", ".....#.....", ".....#.....", ".....#.....", ".....<.....", ".....#....."],
        agents: [{agents}])"##
    )
}

fn simulation(zones: &str, agents: &str) -> Simulation {
    let text = rooms(zones, agents);
    Simulation::new(Level::parse("rooms.ron", &text).unwrap_or_else(|error| panic!("{error}")), None)
}

#[test]
fn crowds_go_in_by_one_gate_and_out_by_the_other() {
    let agents = r#"(count: 6, in: [(0, 0), (3, 6)], order: MoveTo((tile: (9, 3)))), (count: 6, in: [(7, 0), (10, 6)], order: MoveTo((tile: (1, 3))))"#;
    // Danger that moves changes what the steps cost.
    let zones = r#""fear": (kind: "danger", at: (5.5, 1.5), radius: 2.0, strength: 3.0)"#;
    let mut simulation = simulation(zones, agents);
    let starts: Vec<f32> = simulation.agents().iter().map(|agent| agent.position().x).collect();
    let mut is_right: Vec<bool> = starts.iter().map(|x| *x > 5.5).collect();
    for _ in 0..3600 {
        simulation.step(&[]);
        for (is_right, agent) in is_right.iter_mut().zip(simulation.agents()) {
            let at = agent.position();
            // Off the tile of the gate, to one side or the other.
            if !(5.0..=6.0).contains(&at.x) && *is_right != (at.x > 6.0) {
                *is_right = at.x > 6.0;
                assert_eq!(at.y < 3.0, *is_right, "at {at}");
            }
        }
    }
    for (start, agent) in starts.iter().zip(simulation.agents()) {
        assert_eq!(*start < 5.0, agent.position().x > 6.0, "{}", agent.position());
    }
}

#[test]
fn one_way_terrains_are_written_as_they_are_read_and_wrong_ones_told() {
    let level = Level::parse("rooms.ron", &rooms("", "(tile: (1, 1))")).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(Level::parse("again.ron", &level.to_ron()).unwrap_or_else(|error| panic!("{error}")), level);
    for (word, help) in [("right", "did you mean `east`?"), ("inward", "`east`, `south`, `west`, `north`")] {
        let wrong = rooms("", "").replace("\"west\"", &format!("{word:?}"));
        let told = Level::parse("rooms.ron", &wrong).expect_err("it is no direction").to_string();
        assert!(told.contains(&format!("no direction `{word}`")) && told.contains(help), "{told}");
    }
}

/// What danger adds to the cost of a cell, it adds to the steps onto it and off it.
#[test]
fn the_steps_cost_what_the_cells_do() {
    let mut simulation = simulation("", "(tile: (1, 1))");
    let costs = |simulation: &Simulation| -> Vec<u64> {
        let grid = simulation.nav_grid(0);
        let of_cells = |link: footpath::nav::NavLink| {
            let sum = grid.cost(link.from).unwrap() + grid.cost(link.to).unwrap();
            assert_eq!(link.cost, STRAIGHT * u64::from(sum));
            link.cost
        };
        grid.links().map(of_cells).collect()
    };
    assert_eq!(costs(&simulation), [STRAIGHT * 200; 4]);
    let extent = Extent::Circle { at: vec2(5.5, 1.5), radius: 0.6 };
    let zone = Zone {
        name: "fear".to_owned(),
        kind: ZoneKind::Danger,
        extent,
        strength: 4.0,
        falloff: 0.0,
        ..Zone::default()
    };
    simulation.step(&[Command::PutZone(zone)]);
    simulation.step(&[]);
    assert!(costs(&simulation).into_iter().any(|cost| cost > STRAIGHT * 200));
}
