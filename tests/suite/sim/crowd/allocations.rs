//! The allocations of a tick do not grow with the number of agents.

use footpath::scenarios::{CrowdScenario, ScenarioRun, open_field};

use crate::support::allocations::allocations_in;

/// Counts the allocations of ten ticks with this number of agents, after they have walked for a second.
fn allocations_of(agents: usize) -> usize {
    let field = CrowdScenario::of_level("open", open_field(agents, 3));
    let mut run = ScenarioRun::with_all_paths(&CrowdScenario { shift: 0.0, ..field }, 3);
    (0..60).for_each(|_| run.tick());
    allocations_in(|| (0..10).for_each(|_| run.tick()))
}

#[test]
fn a_tick_of_many_allocates_no_more_than_one_of_few() {
    let (few, many) = (allocations_of(4), allocations_of(150));
    assert_eq!(few, many);
    assert!(few <= 20, "{few} in ten ticks");
}
