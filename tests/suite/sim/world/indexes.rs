//! Indexes for exact paths in a running level.

use footpath::grid::Cell;
use footpath::level::{BakeSettings, Level, Order, Target, TileMap};
use footpath::nav::Algorithm;
use footpath::nav::cache::BakedSet;
use footpath::profile::AgentProfile;
use footpath::sim::{Command, Event, Selection, Simulation};

/// A hall with pillars, and an agent of one of its two kinds that walks to and fro.
fn hall() -> Level {
    let row = |y: usize| match y % 6 {
        2 | 3 => "....##......##......##......##......##..",
        _ => "........................................",
    };
    let rows: Vec<String> = (0..40).map(|y| format!("\"{}\"", row(y))).collect();
    let text = format!(
        r#"(version: 1, name: "Hall", legend: {{'.': "grass", '#': "wall"}}, rows: [{}], bake: (index: true),
            profiles: {{"page": (speed: 4.0), "knight": (radius: 0.45)}},
            paths: {{"round": (points: [(tile: (1, 1)), (tile: (38, 20)), (tile: (2, 38))])}},
            agents: [(profile: "page", tile: (0, 0), order: Patrol("round"))])"#,
        rows.join(", ")
    );
    Level::parse("hall.ron", &text).unwrap_or_else(|error| panic!("{error}"))
}

fn has_index(simulation: &Simulation, profile: usize) -> bool {
    simulation.nav_grid(profile).index().is_some()
}

fn paint(tile: (i32, i32)) -> Command {
    Command::Paint { terrain: "wall".to_owned(), tiles: vec![Cell::new(tile.0, tile.1)] }
}

/// Makes ticks until the agents' grid has its index again; how many that took.
fn ticks_to_index(simulation: &mut Simulation) -> u32 {
    let mut ticks = 0;
    while !has_index(simulation, 0) {
        simulation.step(&[]);
        ticks += 1;
        assert!(ticks < 1000, "there is none");
    }
    ticks
}

#[test]
fn an_index_is_true_again_soon_after_every_edit() {
    let mut simulation = Simulation::new(hall(), None);
    assert!(has_index(&simulation, 0) && simulation.index_under_way().is_none());
    for x in 8..18 {
        simulation.step(&[paint((x, 10))]);
        assert!(ticks_to_index(&mut simulation) <= 2, "it is repaired, not made anew");
        assert_eq!(simulation.index_under_way(), None, "{x}");
    }
    // Ground that changes in every tick does not keep it from being repaired.
    let mut ticks_with = 0;
    for x in 8..38 {
        simulation.step(&[paint((x, 16))]);
        ticks_with += u32::from(has_index(&simulation, 0));
    }
    assert!(ticks_with > 10, "{ticks_with}");
    ticks_to_index(&mut simulation);
    simulation.step(&[Command::Order(Selection::All, Order::MoveTo(Target::Tile(Cell::new(39, 39))))]);
    (0..20).for_each(|_| _ = simulation.step(&[]));
    let last = simulation.last_search().expect("it was sent off");
    assert_eq!(last.query.method.chosen(simulation.nav_grid(0), 1).algorithm, Algorithm::Subgoal);
}

#[test]
fn what_is_looked_at_or_was_baked_before_changes_nothing() {
    let level = hall();
    let baked = BakedSet::bake(&level.map, &level.profiles);
    let knight = level.profiles.iter().position(|profile| profile.name == "knight").expect("there are knights");
    assert!(baked.grid(&level.map, &level.profiles[knight]).is_some_and(|grid| grid.index().is_some()));
    let mut plain = Simulation::new(level.clone(), Some(1));
    let mut cached = Simulation::with_baked(level, Some(1), Some(baked.clone()));
    // Somebody looks at the ground of a kind that nobody is.
    assert!(!has_index(&cached, knight));
    for tick in 0..600 {
        let commands = match tick {
            30 => vec![paint((20, 14))],
            40 => vec![Command::Spawn { profile: "knight".to_owned(), at: Target::Tile(Cell::new(30, 30)) }],
            300 => vec![paint((21, 14))],
            _ => Vec::new(),
        };
        let events = [&mut plain, &mut cached].map(|simulation| simulation.step(&commands));
        assert_eq!(events[0], events[1], "tick {tick}");
        assert_eq!(plain.state_hash(), cached.state_hash(), "tick {tick}");
        assert_eq!(has_index(&plain, 0), has_index(&cached, 0), "tick {tick}");
        if tick > 41 {
            assert_eq!(has_index(&plain, knight), has_index(&cached, knight), "tick {tick}");
        }
    }
    assert!(has_index(&plain, 0) && has_index(&plain, knight));
}

#[test]
fn baking_by_command_turns_it_off_and_on() {
    let mut simulation = Simulation::new(hall(), None);
    let bake = |simulation: &Simulation, index: bool| {
        let mut settings = simulation.map().bake.clone();
        settings.index = index;
        Command::Bake { settings, profile: Box::new(simulation.profiles()[0].clone()) }
    };
    let command = bake(&simulation, false);
    assert!(simulation.step(&[command]).contains(&Event::Baked));
    (0..200).for_each(|_| _ = simulation.step(&[]));
    assert!(!has_index(&simulation, 0));
    let command = bake(&simulation, true);
    // Lent ground has its index already; it is not taken, so that lending changes nothing.
    let map =
        TileMap { bake: BakeSettings { index: true, ..simulation.map().bake.clone() }, ..simulation.map().clone() };
    let mut prebaked = simulation.clone();
    let profiles: Vec<AgentProfile> = prebaked.profiles().to_vec();
    prebaked.prepare_ground(map.clone(), BakedSet::bake(&map, &profiles));
    prebaked.step(std::slice::from_ref(&command));
    simulation.step(&[command]);
    let ticks = [&mut simulation, &mut prebaked].map(ticks_to_index);
    assert_eq!(ticks[0], ticks[1]);
    assert_eq!(simulation.state_hash(), prebaked.state_hash());
}
