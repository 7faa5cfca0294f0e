//! Agents that are added while the simulation runs.

use footpath::agent::AgentId;
use footpath::grid::Cell;
use footpath::level::{Level, TileMap};
use footpath::sim::{Command, Refusal, Simulation};
use glam::vec2;

#[test]
fn a_call_and_a_command_come_to_the_same() {
    let yard = TileMap::from_rows(&["...", ".#.", "..."]).unwrap();
    let start = || Simulation::new(Level::on(yard.clone()), None);
    let (mut called, mut commanded) = (start(), start());
    let corner = Cell::new(2, 0);
    assert_eq!(called.spawn("walker", corner), Ok(AgentId(0)));
    called.step(&[]);
    commanded.step(&[Command::Spawn { profile: "walker".to_owned(), at: corner.into() }]);
    assert_eq!(called.state_hash(), commanded.state_hash());

    let refused =
        [("wolker", Cell::new(0, 0)), ("walker", Cell::new(1, 1)), ("walker", corner), ("ox", Cell::new(3, 0))];
    for (profile, at) in refused {
        assert!(called.spawn(profile, at).is_err(), "{profile} at {at:?}");
    }
    assert_eq!(called.agents().len(), 1);
    assert_eq!(called.spawn("walker", Cell::new(0, 0)), Ok(AgentId(1)));
}

/// Two bodies of a radius of 0.3.
#[test]
fn an_agent_is_added_close_beside_one_that_stands_but_not_into_it() {
    let yard = TileMap::from_rows(&["....", "...."]).unwrap();
    for (away, is_free) in [(0.0, false), (0.55, false), (0.65, true), (0.95, true), (1.05, true)] {
        let mut simulation = Simulation::new(Level::on(yard.clone()), None);
        assert_eq!(simulation.spawn("walker", vec2(1.0, 1.0)), Ok(AgentId(0)), "alone");
        let second = simulation.spawn("walker", vec2(1.0 + away, 1.0));
        match second {
            Ok(id) => assert!(is_free && id == AgentId(1), "{away} away"),
            Err(Refusal::NoRoom { agent, .. }) => assert!(!is_free && agent == Some(AgentId(0)), "{away} away"),
            Err(other) => panic!("{away} away: {other:?}"),
        }
    }
}
