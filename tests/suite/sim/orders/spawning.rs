//! Agents that are added while the simulation runs.

use footpath::agent::AgentId;
use footpath::grid::Cell;
use footpath::level::{Level, TileMap};
use footpath::sim::{Command, Simulation};

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
