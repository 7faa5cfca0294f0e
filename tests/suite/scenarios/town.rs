//! The town whose agents go from place to place.

use footpath::grid::Cell;
use footpath::level::{Level, Order, Target};
use footpath::scenarios::{ArrivalCriterion, CrowdScenario, ScenarioRun, town};

const AGENTS: usize = 600;

/// The tiles that can be walked to from the first agent, in steps along x and y.
fn reachable(level: &Level) -> Vec<Cell> {
    let lattice = level.map.lattice;
    let mut seen = vec![false; lattice.width as usize * lattice.height as usize];
    let mut cells = vec![lattice.tile_at(level.agents[0].position)];
    let mut next = 0;
    while let Some(&Cell { x, y }) = cells.get(next) {
        next += 1;
        for cell in [Cell::new(x + 1, y), Cell::new(x - 1, y), Cell::new(x, y + 1), Cell::new(x, y - 1)] {
            if level.map.is_walkable(cell) && !seen[cell.y as usize * lattice.width as usize + cell.x as usize] {
                seen[cell.y as usize * lattice.width as usize + cell.x as usize] = true;
                cells.push(cell);
            }
        }
    }
    cells.sort_by_key(|cell| (cell.y, cell.x));
    cells.dedup();
    cells
}

fn run(seed: u64) -> ScenarioRun {
    let scenario = CrowdScenario::of_level("town", town(AGENTS, seed));
    ScenarioRun::with_all_paths(
        &CrowdScenario { arrival: ArrivalCriterion::FirstErrand, limit: 30.0, shift: 0.0, ..scenario },
        seed,
    )
}

#[test]
fn a_town_hangs_together_and_has_room_for_everybody() {
    for seed in 0..6 {
        let level = town(20_000, seed);
        let floor = reachable(&level);
        let lattice = level.map.lattice;
        let tiles = lattice.width * lattice.height;
        let walkable = (0..tiles).filter(|&tile| {
            level.map.is_walkable(Cell::new((tile % lattice.width) as i32, (tile / lattice.width) as i32))
        });
        assert_eq!(floor.len(), walkable.count(), "seed {seed}");
        assert!((0.4..0.7).contains(&(floor.len() as f32 / tiles as f32)), "seed {seed}: {}", floor.len());
        let tile = |agent: usize| lattice.tile_at(level.agents[agent].position);
        let mut begins: Vec<(i32, i32)> = (0..20_000).map(|agent| (tile(agent).x, tile(agent).y)).collect();
        begins.sort_unstable();
        assert!(begins.windows(2).all(|pair| pair[0] != pair[1]), "seed {seed}: two on one tile");
        for agent in &level.agents {
            let [Order::MoveTo(Target::Point(goal))] = agent.orders[..] else { panic!("{:?}", agent.orders) };
            assert!(level.map.is_walkable(lattice.tile_at(goal)), "seed {seed}: {goal}");
        }
    }
    assert_eq!(town(500, 3), town(500, 3));
    assert_ne!(town(500, 3), town(500, 4));
}

#[test]
fn everybody_keeps_arriving_in_the_town_and_nobody_is_in_a_wall() {
    let mut run = run(1);
    let mut counts = Vec::new();
    while !run.is_over() {
        run.tick();
        run.look();
        if run.simulation().tick().is_multiple_of(600) {
            counts.push(run.errands());
        }
    }
    let figures = run.figures();
    assert_eq!(figures.agents, AGENTS);
    assert!(figures.arrived > AGENTS / 3, "{figures:?}");
    assert!(figures.wall_penetration <= f64::from(footpath::format::limits::TOUCH), "{figures:?}");
    let each: Vec<usize> = counts.windows(2).map(|pair| pair[1] - pair[0]).collect();
    assert!(
        each.len() >= 2 && each.iter().all(|&count| count > AGENTS / 20),
        "errands that end in ten seconds: {each:?}"
    );
    assert!(run.errands() > figures.arrived, "some are on their second errand: {}, {figures:?}", run.errands());
}

#[test]
fn a_town_comes_to_the_same_state_each_time() {
    let state = |seed: u64| {
        let mut run = run(seed);
        (0..120).for_each(|_| run.tick());
        (run.simulation().state_hash(), run.errands())
    };
    assert_eq!(state(2), state(2));
    assert_ne!(state(2), state(3));
}
