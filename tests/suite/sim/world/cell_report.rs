//! What is told of a cell: the ground, and what each kind of agent makes of it.

use footpath::agent::AgentId;
use footpath::sentences;
use footpath::sim::{Access, CellReport, Command, Simulation};
use glam::{Vec2, vec2};

use crate::support::levels::open;

/// What is told of the middle of a place.
fn at(simulation: &Simulation, place: &str) -> CellReport {
    let (lattice, tiles) = (simulation.map().lattice, &simulation.level().places[place]);
    let middle = tiles.iter().map(|&tile| lattice.centre(tile)).sum::<Vec2>() / tiles.len() as f32;
    simulation.inspect_cell(middle, &[]).unwrap()
}

/// The words for a profile, by its name.
fn said(simulation: &Simulation, report: &CellReport, profile: &str) -> String {
    let found = report.profiles.iter().find(|of| simulation.profiles()[of.profile].name == profile).unwrap();
    sentences::access(found.access, simulation.map(), &simulation.profiles()[found.profile])
}

#[test]
fn each_place_says_why_it_is_closed_to_whom() {
    let simulation = open("tutorial/nav-areas");
    for (place, tank, monk) in [
        (
            "terrace",
            "out of reach (step too high: 1.0, tank takes 0.4)",
            "out of reach (step too high: 1.0, monk takes 0.4)",
        ),
        (
            "tower",
            "out of reach (too steep: 53 degrees, tank climbs 45)",
            "out of reach (too steep: 53 degrees, monk climbs 45)",
        ),
        ("isle", "out of reach (behind water)", "out of reach (behind water)"),
        ("shed", "too low: 1.9 of room, tank is 2.0 high", "open"),
        ("chapel", "area holy is forbidden to tank", "open"),
    ] {
        let report = at(&simulation, place);
        assert_eq!(said(&simulation, &report, "tank"), tank, "{place}");
        assert_eq!(said(&simulation, &report, "monk"), monk, "{place}");
    }
    let ramp = simulation.inspect_cell(vec2(25.5, 4.5), &[]).unwrap();
    assert_eq!(said(&simulation, &ramp, "tank"), "too steep: 53 degrees, tank climbs 45");
    assert!((ramp.slope - 53.1).abs() < 0.1, "{ramp:?}");
    assert!((ramp.height - 8.0 / 3.0).abs() < 0.7, "{ramp:?}");
    assert_eq!(simulation.inspect_cell(vec2(-1.0, 3.0), &[]), None);
}

#[test]
fn a_cell_tells_its_ground_and_what_it_costs_whom() {
    let simulation = open("tutorial/nav-areas");
    let mud = simulation.inspect_cell(vec2(21.5, 16.5), &[]).unwrap();
    let map = simulation.map();
    assert_eq!(map.terrains[usize::from(mud.terrain.0)].name, "mud");
    assert_eq!(map.areas[usize::from(mud.area.unwrap().0)].name, "mud");
    let costs: Vec<Option<f32>> = mud.profiles.iter().map(|of| of.cost).collect();
    assert_eq!(costs, [Some(9.0), Some(3.0)], "the tank's own cost, and the level's");
    assert!(
        mud.profiles.iter().all(|of| of.access == Access::Open && of.clearance > 1.0 && of.component.unwrap().1 > 400)
    );
    let wall = simulation.inspect_cell(vec2(30.5, 14.5), &[]).unwrap();
    assert_eq!((wall.area, wall.profiles[0].cost, wall.profiles[0].component), (None, None, None));
    let shed = at(&simulation, "shed");
    assert_eq!((shed.ceiling, shed.height), (1.9, 0.0));
}

#[test]
fn zones_are_told_by_name_and_strength() {
    let simulation = open("tutorial/danger-and-reward");
    let fire = simulation.inspect_cell(vec2(21.5, 9.5), &[]).unwrap();
    assert_eq!((fire.zones.as_slice(), fire.danger, fire.wear), (&["fire".to_owned()][..], 12.0, None));
    let names: Vec<&str> = fire.profiles.iter().map(|of| simulation.profiles()[of.profile].name.as_str()).collect();
    assert_eq!(names, ["villager", "hunter", "collector"]);
    let cost = |index: usize| fire.profiles[index].cost.unwrap();
    assert!(cost(0) >= 13.0 && cost(1) <= 1.0, "the hunter does not mind the fire: {:?}", fire.profiles);
}

/// The reach is that of the agent that is asked about; and without a bake nothing is open.
#[test]
fn reach_is_that_of_the_preferred_agent() {
    let text = r##"(version: 1, name: "Two rooms", legend: {'.': "grass", '#': "wall"}, rows: ["..#..", "..#.."],
        agents: [(tile: (0, 0)), (tile: (4, 0))])"##;
    let mut simulation = Simulation::new(footpath::level::Level::parse("rooms.ron", text).unwrap(), None);
    let access = |simulation: &Simulation, preferred: &[AgentId]| {
        simulation.inspect_cell(vec2(4.5, 1.5), preferred).unwrap().profiles[0].access
    };
    assert!(matches!(access(&simulation, &[]), Access::OutOfReach(_)));
    assert_eq!(access(&simulation, &[AgentId(1)]), Access::Open);
    simulation.step(&[Command::ClearBake]);
    assert_eq!(access(&simulation, &[]), Access::NotBaked);
}
