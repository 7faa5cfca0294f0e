//! The polygons of any-angle searches in a running level.

use footpath::agent::AgentState;
use footpath::grid::Cell;
use footpath::level::generate::{Generate, Kind, generate};
use footpath::level::{Level, Order, TileMap};
use footpath::nav::{Algorithm, Method, PathQuery, Search, find_path};
use footpath::sim::{Command, Selection, Simulation};

const ANY_ANGLE: Method = Method {
    algorithm: Algorithm::AnyAngle,
    heuristic: footpath::nav::Heuristic::Octile,
    weight: 2.0,
    connectivity: footpath::nav::Connectivity::Eight,
    corners: footpath::nav::CornerRule::Never,
    diagonal: footpath::nav::DiagonalCost::Exact,
    expansion_limit: 1_000_000,
    smooth: false,
    textbook: footpath::nav::Textbook::Off,
    mistake: footpath::nav::Mistake::None,
};

/// A field with posts, `side` tiles wide, and an agent of the profile `walker` that goes to its far corner.
fn field(side: u32) -> Simulation {
    let map = TileMap::plain(generate(&Generate::new(Kind::Open { density: 4 }, side, side, 3)));
    let level = Level { search: ANY_ANGLE, ..Level::on(map) };
    let mut simulation = Simulation::new(level, None);
    let free: Vec<Cell> =
        simulation.map().tiles.rect().cells().filter(|&cell| simulation.nav_grid(0).is_passable(cell)).collect();
    let lattice = simulation.map().lattice;
    simulation.spawn("walker", lattice.centre(free[0])).expect("there is room");
    let order = Order::MoveTo(lattice.centre(free[free.len() - 1]).into());
    simulation.apply(&[Command::Order(Selection::All, order)]);
    simulation
}

fn lacks(simulation: &Simulation) -> bool {
    simulation.nav_grid(0).lacks_polygons(ANY_ANGLE)
}

fn paint(x: i32) -> Command {
    Command::Paint { terrain: "wall".to_owned(), tiles: vec![Cell::new(x, 60)] }
}

#[test]
fn after_an_edit_of_a_large_map_polygons_are_made_in_many_ticks_and_agents_walk_on_meanwhile() {
    let mut simulation = field(300);
    // Nobody searched by polygons when the level began.
    let ticks_to_polygons = |simulation: &mut Simulation| {
        let mut ticks = 0;
        while lacks(simulation) {
            simulation.step(&[]);
            ticks += 1;
            assert!(ticks < 200, "they are never there");
            let agent = &simulation.agents()[0];
            assert!(agent.state() == AgentState::Moving, "{:?} in tick {ticks}", agent.state());
        }
        ticks
    };
    let ticks = ticks_to_polygons(&mut simulation);
    assert!(ticks > 2, "{ticks} ticks: all at once");
    simulation.step(&[paint(70)]);
    assert!(lacks(&simulation));
    let ticks = ticks_to_polygons(&mut simulation);
    assert!(ticks > 2, "{ticks} ticks: all at once");
}

#[test]
fn polygons_of_a_small_map_are_there_at_once() {
    let mut simulation = field(100);
    assert!(!lacks(&simulation));
    simulation.step(&[paint(50)]);
    assert!(!lacks(&simulation));
}

#[test]
fn who_looks_for_a_path_meanwhile_changes_nothing() {
    let [mut plain, mut looked_at] = [(); 2].map(|()| field(200));
    for tick in 0..400 {
        let commands = if tick % 40 == 20 { vec![paint(50 + tick)] } else { Vec::new() };
        plain.step(&commands);
        looked_at.step(&commands);
        let query = PathQuery::between(Cell::new(2, 2), Cell::new(190, 120)).by(ANY_ANGLE);
        _ = find_path(looked_at.nav_grid(0), &query, &mut Search::default());
        assert_eq!(plain.state_hash(), looked_at.state_hash(), "tick {tick}");
        assert_eq!(lacks(&plain), lacks(&looked_at), "tick {tick}");
    }
}
