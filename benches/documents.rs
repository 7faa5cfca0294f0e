//! Editing a level of 1024 x 1024 tiles in its text: opening it, a stroke of painting, a fill of 10,000 tiles and its undo,
//! saving after an edit.
//!
//! ```sh
//! cargo measure documents
//! ```
//!
//! Every line gives the median and the minimum of many runs, in milliseconds, and the most that it may take.

use footpath::grid::{Cell, Rect};
use footpath::level::edit::{Brush, Document, Edit, FieldPath, History};
use footpath::level::generate::{Generate, Kind, generate};
use footpath::level::{AgentStart, Level, TileMap};
use footpath::sim::Simulation;
use footpath_benches::{Sample, timed};

const SIDE: u32 = 1024;
const AGENTS: usize = 1000;
const REPEATS: usize = 30;

fn main() {
    let text = level().to_ron();
    println!("a level of {SIDE} x {SIDE} tiles and {AGENTS} agents: {} bytes", text.len());
    let opening = || Document::open("large.ron", text.clone()).expect("it can be read");
    report("open", 150.0, (0..REPEATS).map(|_| timed(opening).1).collect());
    let mut history = History::of(opening());
    let stroke = |index: usize| {
        let middle = Cell::new(300 + index as i32 * 5, 400);
        paint(["swamp", "mud"][index % 2], Rect::of_cell(middle).grown(4))
    };
    // Those that add a character to the legend are not timed.
    for index in 0..2 {
        history.apply("Stroke", &stroke(index)).expect("it is ground");
    }
    let strokes =
        (2..2 + REPEATS).map(|index| timed(|| history.apply("Stroke", &stroke(index)).expect("it is ground")).1);
    report("a stroke of 81 tiles", 4.0, strokes.collect());
    let mut simulation = Simulation::new(history.document().level().clone(), None);
    let running = (0..REPEATS).map(|index| {
        let painted = || {
            let affected = history.apply("Stroke", &stroke(index)).expect("it is ground");
            simulation.take_level(history.document().level(), &affected);
        };
        timed(painted).1
    });
    report("the same while it runs", 4.0, running.collect());
    let fill =
        |index: usize| paint(["mud", "sand"][index % 2], Rect { min: Cell::new(500, 500), max: Cell::new(600, 600) });
    let (mut fills, mut undos, mut redos) = (Vec::new(), Vec::new(), Vec::new());
    for index in 0..REPEATS {
        fills.push(timed(|| history.apply("Fill", &fill(index)).expect("it is ground")).1);
        undos.push(timed(|| history.undo()).1);
        redos.push(timed(|| history.redo()).1);
    }
    report("a fill of 10,000 tiles", 16.0, fills);
    report("undo of it", 16.0, undos);
    report("redo of it", 16.0, redos);
    let file = std::env::temp_dir().join(format!("footpath-documents-{}.ron", std::process::id()));
    let saving = (0..REPEATS).map(|index| {
        let heading = Edit::set(FieldPath::field("agents").item(AGENTS / 2).then("heading"), index as f32);
        timed(|| {
            history.apply("Turn", &heading).expect("an angle");
            std::fs::write(&file, history.document().text()).expect("the folder is writable");
        })
        .1
    });
    report("turn an agent and save", 50.0, saving.collect());
    let _ = std::fs::remove_file(&file);
}

/// Grass with scattered walls, and agents in rows where nothing is painted.
fn level() -> Level {
    let tiles = generate(&Generate::new(Kind::Open { density: 0 }, SIDE, SIDE, 7));
    let mut level = Level { name: "Large".to_owned(), ..Level::on(TileMap::plain(tiles)) };
    let agent = |index: usize| {
        let tile = Cell::new(2 + (index % 100) as i32 * 2, 2 + (index / 100) as i32 * 2);
        AgentStart::at(0, level.map.lattice.centre(tile))
    };
    level.agents = (0..AGENTS).map(agent).collect();
    level
}

fn paint(terrain: &str, tiles: Rect) -> Edit {
    Edit::Paint { brush: Brush::Terrain(terrain.to_owned()), cells: tiles.cells().collect() }
}

fn report(what: &str, most: f64, times: Vec<f64>) {
    let times = Sample::of(times);
    let (median, least) = (times.median(), times.percentile(0));
    println!("  {what:<24} {median:9.3} ms median, {least:.3} ms least; at most {most}");
}
