//! What is known of a cell, in lines.

use footpath::sentences;
use footpath::sim::{Access, CellReport, ProfileReport, Simulation};

/// The most profiles that are told of.
const MOST_PROFILES: usize = 4;

/// The lines of a card about a cell, each with its name; the title has none.
pub fn cell_in_words(sim: &Simulation, report: &CellReport) -> Vec<(String, String)> {
    let map = sim.map();
    let terrain = &map.terrains[usize::from(report.terrain.0)].name;
    let mut lines = vec![(String::new(), format!("{}, {}  {terrain}", report.tile.x, report.tile.y))];
    let mut add = |name: &str, words: String| lines.push((name.to_owned(), words));
    if map.cells().tile_size != map.lattice.tile_size {
        add("cell", format!("{}, {}", report.cell.x, report.cell.y));
    }
    if let Some(area) = report.area.map(|area| &map.areas[usize::from(area.0)]) {
        add("area", format!("{}, cost {:.2}", area.name, area.cost));
    }
    if map.relief.is_some() {
        let steep = if report.slope > 0.1 { format!(", {:.0} degrees", report.slope) } else { String::new() };
        let room = if report.ceiling.is_finite() { format!(", {:.2} of room", report.ceiling) } else { String::new() };
        add("height", format!("{:.2}{steep}{room}", report.height));
    }
    if !report.zones.is_empty() {
        let amount = |sign: &str, value: f32| if value > 0.0 { format!(", {sign}{value:.2}") } else { String::new() };
        let cost = amount("+", report.danger) + &amount("−", report.reward);
        add("zones", format!("{}{cost}", report.zones.join(", ")));
    }
    if let Some(wear) = report.wear.filter(|wear| *wear > 0.0) {
        add("worn", format!("{:.0} %", 100.0 * wear));
    }
    for of in report.profiles.iter().take(MOST_PROFILES) {
        add(&sim.profiles()[of.profile].name, profile_in_words(sim, of));
    }
    if report.profiles.len() > MOST_PROFILES {
        add("more", format!("{} other profiles", report.profiles.len() - MOST_PROFILES));
    }
    lines
}

/// What a profile makes of a cell: whether it is open and, if it is, the numbers.
fn profile_in_words(sim: &Simulation, of: &ProfileReport) -> String {
    let access = sentences::access(of.access, sim.map(), &sim.profiles()[of.profile]);
    match (of.access, of.cost, of.component) {
        (Access::Open, Some(cost), Some((number, size))) => {
            format!("{access}, cost {cost:.2}, clearance {:.2}, component {number} ({size} cells)", of.clearance)
        }
        _ => access,
    }
}
