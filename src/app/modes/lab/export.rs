//! What of the lab is of use elsewhere, as text for the clipboard.

use footpath::grid::Cell;
use footpath::nav::Path;

use super::Lane;
use super::experiment::Experiment;

/// The map as a grid of characters, a row in each line, as `footpath import` reads it: `#` where nobody walks, `.` elsewhere,
/// `S` at the start and `G` at the goal.
pub fn map_as_text(experiment: &Experiment) -> String {
    let map = experiment.sim.map();
    let [start, goal] = [experiment.start, experiment.goal].map(|cell| map.tile_of_cell(cell));
    let letter = |tile: Cell| match tile {
        _ if tile == start => 'S',
        _ if tile == goal => 'G',
        _ if map.is_walkable(tile) => '.',
        _ => '#',
    };
    let row = |y: i32| -> String { (0..map.lattice.width as i32).map(|x| letter(Cell::new(x, y))).collect() };
    (0..map.lattice.height as i32).map(|y| row(y) + "\n").collect()
}

/// The cells of the path that a search has found, from the start to the goal: `[(0, 0), (1, 1)]`, as Rust and Python read it;
/// `None` without a path.
pub fn path_as_list(lane: &Lane) -> Option<String> {
    let paths: Option<Vec<&Path>> = lane.legs.iter().map(|leg| leg.found.as_ref().ok()).collect();
    let mut cells: Vec<Cell> = paths?.into_iter().flat_map(|path| path.cells.iter().copied()).collect();
    // A leg begins where the one before it ends.
    cells.dedup();
    let pairs: Vec<String> = cells.iter().map(|cell| format!("({}, {})", cell.x, cell.y)).collect();
    (!pairs.is_empty()).then(|| format!("[{}]", pairs.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn map_and_path_are_as_other_programs_read_them() {
        let mut experiment = Experiment::new();
        experiment.sheet.size = (8, 3);
        experiment.make_sheet();
        experiment.update(0.0);
        assert_eq!(map_as_text(&experiment), "........\n.S....G.\n........\n");
        let path = path_as_list(experiment.lanes.chosen_lane());
        assert_eq!(path.as_deref(), Some("[(1, 1), (2, 1), (3, 1), (4, 1), (5, 1), (6, 1)]"));
        experiment.toggle_via();
        experiment.update(0.0);
        let path = path_as_list(experiment.lanes.chosen_lane()).expect("both legs have a path");
        assert!(path.starts_with("[(1, 1), ") && path.ends_with(", (6, 1)]"), "{path}");
    }
}
