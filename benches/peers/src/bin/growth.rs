//! How the time of a query grows with the map: every search, on every kind of generated map, from 64 x 64 cells
//! to 4096 x 4096.
//!
//! ```sh
//! cargo run --release --manifest-path benches/peers/Cargo.toml --bin growth -- --plot growth.svg
//! ```
//!
//! Prints a table in Markdown for each kind of map: the mean microseconds of a query between random cells, from the
//! query to the full list of cells. What an algorithm builds once for a map is not included.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Parser;
use footpath::grid::{Cell, Lattice};
use footpath::level::generate::{Generate, Kind, generate};
use footpath::level::{Terrain, TileMap};
use footpath::nav::{Algorithm, CornerRule, Method, NavGrid, PathQuery, Search, find_path};
use footpath::profile::AgentProfile;
use plotters::prelude::*;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

/// Measures how the time of a query grows with the map.
#[derive(Debug, Parser)]
struct Flags {
    /// The side of the largest map
    #[arg(long, default_value_t = 4096)]
    largest: u32,
    /// The most queries of each algorithm on each map
    #[arg(long, default_value_t = 100)]
    queries: usize,
    /// No further query is begun after this many seconds
    #[arg(long, default_value_t = 0.5)]
    seconds: f64,
    /// Draw a plot as well
    #[arg(long, value_name = "FILE.svg")]
    plot: Option<PathBuf>,
}

const KINDS: [(&str, Kind); 4] = [
    ("open, 20 % blocked", Kind::Open { density: 20 }),
    ("maze, corridors 4 wide", Kind::Maze { corridor: 4 }),
    ("rooms of 32", Kind::Rooms { size: 32, doors: 1 }),
    ("caves", Kind::Caves { density: 45, rounds: 5 }),
];

/// The times of one kind of map.
struct Table {
    kind: &'static str,
    /// Of each algorithm: the mean microseconds at each size; `None` where it gave up.
    rows: Vec<(Algorithm, Vec<Option<f64>>)>,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let flags = Flags::parse();
    let sizes: Vec<u32> = (6..=12).map(|power| 1 << power).filter(|&size| size <= flags.largest).collect();
    let mut tables = Vec::new();
    for (name, kind) in KINDS {
        let table = measure_kind(name, kind, &sizes, &flags);
        print(&table, &sizes);
        tables.push(table);
    }
    if let Some(file) = &flags.plot {
        plot(file, &tables, &sizes)?;
    }
    Ok(())
}

fn measure_kind(kind_name: &'static str, kind: Kind, sizes: &[u32], flags: &Flags) -> Table {
    // Automatic is one of the others, and nobody finds paths by depth-first search.
    let is_measured = |algorithm: &Algorithm| !matches!(algorithm, Algorithm::Auto | Algorithm::DepthFirst);
    let algorithms = Algorithm::ALL.iter().copied().filter(is_measured);
    let mut rows: Vec<(Algorithm, Vec<Option<f64>>)> = algorithms.map(|algorithm| (algorithm, Vec::new())).collect();
    for &size in sizes {
        let lattice = Lattice { origin: Default::default(), tile_size: 1.0, width: size, height: size };
        let tiles = generate(&Generate::new(kind, size, size, 1));
        let map = TileMap::new(lattice, Terrain::built_in(), tiles);
        let grid = NavGrid::bake(&map, &AgentProfile::default());
        let pairs = random_pairs(&grid, flags.queries);
        for (algorithm, times) in &mut rows {
            eprintln!("{kind_name}, {size}: {}", algorithm.name());
            times.push(mean_time(&grid, &pairs, *algorithm, flags.seconds));
        }
    }
    Table { kind: kind_name, rows }
}

/// Pairs of cells connected by a path.
fn random_pairs(grid: &NavGrid, number: usize) -> Vec<(Cell, Cell)> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let size = grid.lattice();
    let mut cell = || Cell::new(rng.random_range(0..size.width as i32), rng.random_range(0..size.height as i32));
    let part = |cell| grid.component(cell, CornerRule::Never);
    let mut pairs = Vec::new();
    while pairs.len() < number {
        let (start, goal) = (cell(), cell());
        if part(start).is_some() && part(start) == part(goal) {
            pairs.push((start, goal));
        }
    }
    pairs
}

/// The mean microseconds of a query, or `None` when one was given up. One query is run before, to build what is built
/// once.
fn mean_time(grid: &NavGrid, pairs: &[(Cell, Cell)], algorithm: Algorithm, seconds: f64) -> Option<f64> {
    let mut search = Search::default();
    let method = Method { algorithm, expansion_limit: 2_000_000, ..Method::default() };
    let mut solve = |&(start, goal): &(Cell, Cell)| {
        let begin = Instant::now();
        let path = find_path(grid, &PathQuery::between(start, goal).by(method), &mut search).ok()?;
        let time = begin.elapsed();
        search.reuse(path);
        Some(time)
    };
    solve(&pairs[0])?;
    let (mut total, mut number) = (Duration::ZERO, 0);
    while number < pairs.len() && (number == 0 || total.as_secs_f64() < seconds) {
        total += solve(&pairs[number])?;
        number += 1;
    }
    Some(total.as_secs_f64() * 1e6 / number as f64)
}

fn print(table: &Table, sizes: &[u32]) {
    println!("\n| {} | {} |", table.kind, sizes.iter().map(|size| format!("{size}²")).collect::<Vec<_>>().join(" | "));
    println!("|---|{}", "--:|".repeat(sizes.len()));
    for (algorithm, times) in &table.rows {
        let time = |time: &Option<f64>| time.map_or("–".to_owned(), short);
        println!("| `{}` | {} |", algorithm.name(), times.iter().map(time).collect::<Vec<_>>().join(" | "));
    }
}

/// Microseconds to two or three digits.
fn short(time: f64) -> String {
    match time {
        ..10.0 => format!("{time:.1}"),
        10.0..1000.0 => format!("{time:.0}"),
        _ => format!(
            "{:.0}",
            (time / 10f64.powf(time.log10().floor() - 2.0)).round() * 10f64.powf(time.log10().floor() - 2.0)
        ),
    }
}

/// A panel for each kind of map, both axes logarithmic.
fn plot(file: &Path, tables: &[Table], sizes: &[u32]) -> Result<(), Box<dyn std::error::Error>> {
    let area = SVGBackend::new(file, (1200, 900)).into_drawing_area();
    area.fill(&WHITE)?;
    let panels = area.split_evenly((2, 2));
    let (smallest, largest) = (f64::from(sizes[0]), f64::from(sizes[sizes.len() - 1]));
    for (table, panel) in tables.iter().zip(&panels) {
        let mut chart = ChartBuilder::on(panel)
            .caption(table.kind, ("sans-serif", 20))
            .margin(12)
            .x_label_area_size(36)
            .y_label_area_size(64)
            .build_cartesian_2d((smallest..largest * 4.0).log_scale().base(2.0), (0.3..60_000_000.0).log_scale())?;
        chart
            .configure_mesh()
            .x_desc("side of the map, cells")
            .y_desc("time of a query")
            .x_labels(7)
            .x_label_formatter(&|side| if *side > largest { String::new() } else { format!("{side:.0}") })
            .y_label_formatter(&|time| time_label(*time))
            .light_line_style(WHITE)
            .draw()?;
        let mut ends: Vec<(f64, f64, usize)> = Vec::new();
        for (index, (_, times)) in table.rows.iter().enumerate() {
            let points: Vec<(f64, f64)> =
                sizes.iter().zip(times).filter_map(|(&size, time)| Some((f64::from(size), (*time)?))).collect();
            let color = COLORS[index % COLORS.len()].stroke_width(2);
            chart.draw_series(LineSeries::new(points.iter().copied(), color))?;
            ends.extend(points.last().map(|&(size, time)| (size, time, index)));
        }
        name_lines(&mut chart, table, &mut ends)?;
    }
    area.present()?;
    Ok(())
}

type Chart<'a, 'b> = ChartContext<
    'a,
    SVGBackend<'b>,
    Cartesian2d<plotters::coord::combinators::LogCoord<f64>, plotters::coord::combinators::LogCoord<f64>>,
>;

/// Writes the names beside the lines' ends, those of the largest map from the lowest up, each clear of the one below
/// it.
fn name_lines(
    chart: &mut Chart,
    table: &Table,
    ends: &mut [(f64, f64, usize)],
) -> Result<(), Box<dyn std::error::Error>> {
    ends.sort_by(|a, b| a.1.total_cmp(&b.1));
    let largest = ends.iter().map(|end| end.0).fold(0.0, f64::max);
    let mut least: f64 = 0.0;
    for &mut (size, time, index) in ends {
        let at = if size < largest { time } else { time.max(least) };
        if size == largest {
            least = at * 1.85;
        }
        let style = ("sans-serif", 13).into_font().color(&COLORS[index % COLORS.len()]);
        let (algorithm, _) = &table.rows[index];
        chart.draw_series([Text::new(algorithm.name(), (size * 1.08, at * 1.3), style)])?;
    }
    Ok(())
}

fn time_label(microseconds: f64) -> String {
    match microseconds {
        ..1_000.0 => format!("{microseconds:.0} us"),
        1_000.0..1_000_000.0 => format!("{:.0} ms", microseconds / 1e3),
        _ => format!("{:.0} s", microseconds / 1e6),
    }
}

/// Dark enough to be read on white.
const COLORS: [RGBColor; 12] = [
    RGBColor(0xb0, 0x1e, 0x3c),
    RGBColor(0x1b, 0x7a, 0x2f),
    RGBColor(0xa8, 0x83, 0x00),
    RGBColor(0x1f, 0x5f, 0xb5),
    RGBColor(0xd2, 0x6a, 0x0c),
    RGBColor(0x6f, 0x2d, 0x91),
    RGBColor(0x0f, 0x8c, 0x9c),
    RGBColor(0xc2, 0x3a, 0xb0),
    RGBColor(0x62, 0x8a, 0x00),
    RGBColor(0xd0, 0x5a, 0x6e),
    RGBColor(0x00, 0x4d, 0x40),
    RGBColor(0x7a, 0x5a, 0x46),
];
