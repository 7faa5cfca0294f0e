//! A path in a map of characters: `cargo run --example terminal_path`.

use std::error::Error;

use footpath::grid::Cell;
use footpath::nav::NavGrid;

const MAP: [&str; 9] = [
    "......................",
    ".#######.....~~~......",
    ".......#....~~~~~.....",
    ".......#.....~~~......",
    "..###..#.....#######..",
    "..#.....~~...#........",
    "..#..#..~~...#..####..",
    "..#..#.......#.....#..",
    "......................",
];

fn main() -> Result<(), Box<dyn Error>> {
    let grid = NavGrid::from_rows(&MAP)?;
    let path = grid.path(Cell::new(3, 3), Cell::new(20, 5))?;

    let mut rows: Vec<Vec<char>> = MAP.iter().map(|row| row.chars().collect()).collect();
    for cell in &path.cells {
        rows[cell.y as usize][cell.x as usize] = 'o';
    }
    for row in rows {
        println!("{}", row.into_iter().collect::<String>());
    }
    println!("{:.1} cells long; it costs as much as {:.1} cells of open ground", path.length, path.cost);
    Ok(())
}
