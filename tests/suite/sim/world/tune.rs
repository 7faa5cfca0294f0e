//! Kinds of agents that are changed while they walk.

use footpath::level::Level;
use footpath::profile::{AgentProfile, Mutability, PROPERTIES, PropertyKind};
use footpath::scenarios::Dice;
use footpath::scenarios::torture::characterise;
use footpath::script::{Script, ScriptAction};
use footpath::sim::{Command, Event, Refusal, Simulation};
use proptest::prelude::*;

/// A yard with two guards that search for paths, four sheep that steer by rays, a door and a ladder.
const YARD: &str = r##"(
    version: 1, name: "Yard", legend: {'.': "grass", '#': "wall", '~': "void"},
    profiles: {
        "guard": (speed: 3.0, abilities: ["climb"]),
        "sheep": (radius: 0.25, speed: 2.0, navigation: "rays", rays: (whiskers: 3, look_ahead: 2.0),
            flocking: (separation: 1.0, alignment: 0.5, cohesion: 0.3, evasion: 1.0)),
    },
    rows: ["............", "............", "....###.....", "....#.......", "....#...~~~.", "............", "............"],
    obstacles: [(name: "door", at: (2.0, 3.5), size: (0.4, 1.0), motion: (to: [(2.0, 4.5)], when: Near(2.0)))],
    links: [(from: (tile: (7, 4)), to: (tile: (11, 4)), kind: "ladder")],
    paths: {"round": (points: [(tile: (0, 0)), (tile: (11, 1)), (tile: (11, 6)), (tile: (1, 6))])},
    agents: [
        (name: "guard", profile: "guard", tile: (1, 1), order: Patrol("round")),
        (profile: "guard", tile: (9, 6), order: Follow(agent: "guard", distance: 1.0)),
        (profile: "sheep", tile: (6, 0), order: Wander(4.0)),
        (profile: "sheep", tile: (7, 0), order: Wander(4.0)),
        (profile: "sheep", tile: (8, 1), order: Flee(agent: "guard", distance: 3.0)),
        (profile: "sheep", tile: (9, 1), order: Follow(agent: "guard", distance: 1.0)),
    ],
)"##;

fn yard() -> Simulation {
    Simulation::new(Level::parse("yard.ron", YARD).unwrap(), Some(1))
}

/// A kind of agent with other properties, all of them possible.
fn changed(known: &AgentProfile, layers: usize, dice: &mut Dice) -> AgentProfile {
    let mut profile = known.clone();
    profile.radius = dice.between(0.05, 0.55);
    characterise(&mut profile, layers, dice);
    profile
}

/// Puts one property out of its range, and tells its name.
fn spoil(profile: &mut AgentProfile, which: usize) -> &'static str {
    let (name, value): (_, &mut f32) = match which {
        0 => ("mass", &mut profile.mass),
        1 => ("sight_angle", &mut profile.sight_angle),
        2 => ("force", &mut profile.rays.force),
        3 => ("separation", &mut profile.flocking.separation),
        4 => ("alignment", &mut profile.flocking.alignment),
        5 => ("cohesion", &mut profile.flocking.cohesion),
        _ => ("evasion", &mut profile.flocking.evasion),
    };
    *value = if which.is_multiple_of(2) { -1.0 } else { f32::NAN };
    name
}

fn check_refused(simulation: &mut Simulation, mut profile: AgentProfile, which: usize) {
    let before = simulation.profiles().to_vec();
    let name = spoil(&mut profile, which);
    let events = simulation.step(&[Command::Tune(Box::new(profile))]);
    let is_told = |event: &Event| matches!(event, Event::Refused { reason: Refusal::Property(fault) } if fault.property.name == name);
    assert!(events.iter().any(is_told), "{name}: {events:?}");
    assert_eq!(simulation.profiles(), before);
}

/// Plays the yard while its kinds are changed again and again.
fn play(seed: u64) -> u64 {
    let (mut simulation, mut dice) = (yard(), Dice::of(seed));
    let layers = simulation.map().layers.len();
    for _ in 0..8 {
        let number = simulation.profiles().len() - 1 - dice.below(2);
        let profile = changed(&simulation.profiles()[number], layers, &mut dice);
        if dice.below(4) == 0 {
            check_refused(&mut simulation, profile, dice.below(7));
        } else {
            let events = simulation.step(&[Command::Tune(Box::new(profile.clone()))]);
            assert!(!events.iter().any(|event| matches!(event, Event::Refused { .. })), "{events:?}");
            assert_eq!(simulation.profiles()[number], profile, "profile {number}");
        }
        for _ in 0..20 {
            simulation.step(&[]);
            for agent in simulation.agents() {
                assert!(agent.position().is_finite() && agent.heading().is_normalized(), "{agent:?}");
                let limit = simulation.profile_of(agent).acceleration;
                assert!(agent.on_link().is_some() || agent.steering().length() <= 1.001 * limit, "{limit}: {agent:?}");
            }
        }
    }
    simulation.state_hash()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn kinds_change_at_random_while_they_walk(seed in any::<u64>()) {
        prop_assert_eq!(play(seed), play(seed));
    }
}

#[test]
fn a_script_changes_rays_and_flocking_and_leaves_the_rest() {
    let mut simulation = yard();
    let sheep = |simulation: &Simulation| simulation.profiles().last().unwrap().clone();
    let before = sheep(&simulation);
    let step = r#"Tune(profile: "sheep", rays: (whiskers: 5), flocking: (cohesion: 2.5, evasion: 0))"#;
    let script = Script::parse("tune.ron", &format!("[(at: 0, do: {step})]")).unwrap();
    let ScriptAction::Ground(action) = &script.steps[0].action else { panic!("{script:?}") };
    let command = action.command(&simulation).unwrap();
    simulation.step(&[command]);
    let after = sheep(&simulation);
    assert_eq!((after.rays.whiskers, after.flocking.cohesion, after.flocking.evasion), (5, 2.5, 0.0));
    let mut as_before = after;
    as_before.rays.whiskers = before.rays.whiskers;
    (as_before.flocking.cohesion, as_before.flocking.evasion) = (before.flocking.cohesion, before.flocking.evasion);
    assert_eq!(as_before, before);
}

#[test]
fn the_state_hash_tells_every_property_that_was_tuned() {
    let hash_with = |change: &dyn Fn(&mut AgentProfile)| {
        let mut simulation = yard();
        let mut profile = simulation.profiles()[5].clone();
        profile.speed = 2.5;
        change(&mut profile);
        simulation.step(&[Command::Tune(Box::new(profile))]);
        simulation.state_hash()
    };
    let before = hash_with(&|_| {});
    for property in PROPERTIES.iter().filter(|property| property.change == Mutability::Tune) {
        let change = |profile: &mut AgentProfile| {
            let other = match &property.kind {
                PropertyKind::Number { range, .. } if property.value(profile) == Some(*range.end()) => *range.start(),
                PropertyKind::Number { range, .. } => *range.end(),
                PropertyKind::OneOf { numbers, .. } => f32::from(numbers[numbers.len() - 1]),
                _ => f32::from(u8::from(property.value(profile) == Some(0.0))),
            };
            assert_ne!(property.value(profile), Some(other), "{}", property.name);
            property.set(profile, other);
            profile.max_speed = profile.max_speed.max(profile.speed);
        };
        assert_ne!(hash_with(&change), before, "{}", property.name);
    }
}
