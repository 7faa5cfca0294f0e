//! `footpath import`: a level made of a map of the Moving AI benchmark.

use std::collections::BTreeMap;
use std::io::Write;

use footpath::grid::Cell;
use footpath::level::{AgentStart, Level};
use footpath::nav::{CornerRule, NavGrid};

use super::flags::ImportFlags;
use super::{Failure, moving_ai};
use crate::output_file::write_new;

/// Gives exit code 0; a file that exists is left as it is.
pub fn import(flags: &ImportFlags, output: &mut dyn Write) -> Result<u8, Failure> {
    let (map, target) = (flags.map.display(), flags.output.display());
    if flags.map.extension().is_none_or(|extension| extension != "map") {
        return Err(Failure::Impossible(format!("`{map}` is not a map, which ends in .map")));
    }
    if flags.output.extension().is_none_or(|extension| extension != "ron") {
        return Err(Failure::Impossible(format!("`{target}` is not a name for a level file, which ends in .ron")));
    }
    let mut level = moving_ai::load_map(&flags.map)?;
    level.about = "Made from a map of the Moving AI benchmark.".to_owned();
    put_walker(&mut level);
    write_new(&flags.output, |file| file.write_all(level.to_ron().as_bytes()))?;
    let (width, height) = (level.map.lattice.width, level.map.lattice.height);
    writeln!(output, "`{target}` has been written: {width} x {height} tiles")?;
    Ok(0)
}

/// Puts a walker to play with as near to the middle of the map as there is room, on its largest connected part.
fn put_walker(level: &mut Level) {
    let grid = NavGrid::bake(&level.map, &level.profiles[0]);
    let lattice = level.map.lattice;
    let part = |cell: Cell| grid.component(cell, CornerRule::Never);
    let mut sizes: BTreeMap<u32, usize> = BTreeMap::new();
    for part in level.map.tiles.rect().cells().filter_map(part) {
        *sizes.entry(part).or_default() += 1;
    }
    let largest = sizes.into_iter().max_by_key(|&(part, size)| (size, std::cmp::Reverse(part)));
    let middle = Cell::new(lattice.width as i32 / 2, lattice.height as i32 / 2);
    let cells = level.map.tiles.rect().cells().filter(|&cell| part(cell) == largest.map(|(part, _)| part));
    let nearest = largest.and_then(|_| cells.min_by_key(|cell| cell.distance_squared(middle)));
    level.agents.extend(nearest.map(|cell| AgentStart::at(0, lattice.centre(cell))));
}
