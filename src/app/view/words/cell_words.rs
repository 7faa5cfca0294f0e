//! What is known of a cell, in lines.

use footpath::sentences;
use footpath::sim::{Access, CellReport, ProfileReport, Simulation};

/// The most kinds of profiles that are told of: those to which a cell is the same are one.
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
    // Profiles to which the cell is the same are told once.
    let mut told: Vec<(Vec<&str>, String)> = Vec::new();
    for of in &report.profiles {
        let (name, words) = (sim.profiles()[of.profile].name.as_str(), profile_in_words(sim, of));
        match told.iter_mut().find(|(_, known)| *known == words) {
            Some((names, _)) => names.push(name),
            None => told.push((vec![name], words)),
        }
    }
    let rest = told.len().saturating_sub(MOST_PROFILES);
    for (names, words) in told.into_iter().take(MOST_PROFILES) {
        match names.len() {
            1 => add(names[0], words),
            count if count == report.profiles.len() => add("all", words),
            _ => add(&names.join(", "), words),
        }
    }
    if rest > 0 {
        add("more", format!("{rest} other kinds of profiles"));
    }
    lines
}

/// A cell in a line: where it is, what it is, and what it costs.
pub fn cell_in_a_line(sim: &Simulation, report: &CellReport) -> String {
    let map = sim.map();
    let terrain = &map.terrains[usize::from(report.terrain.0)].name;
    let cost = match report.area {
        Some(area) => format!("cost {:.2}", map.areas[usize::from(area.0)].cost),
        None => "not walkable".to_owned(),
    };
    format!("{}, {}  {terrain}, {cost}", report.tile.x, report.tile.y)
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

#[cfg(test)]
mod tests {
    use footpath::level::Level;
    use glam::vec2;

    use super::*;

    fn names_of_lines(profiles: &str) -> Vec<String> {
        let text = format!(
            r##"(version: 1, name: "Pen", legend: {{'.': "grass"}}, rows: ["......"],
            profiles: {{"ox": (area_costs: {{"grass": 5.0}})}}, agents: [{profiles}])"##
        );
        let sim = Simulation::new(Level::parse("pen.ron", &text).expect("it is a level"), None);
        let report = sim.inspect_cell(vec2(3.5, 0.5), &[]).expect("it is on the map");
        cell_in_words(&sim, &report).into_iter().skip(2).map(|(name, _)| name).collect()
    }

    #[test]
    fn a_line_tells_the_ground_and_its_cost() {
        let text = r#"(version: 1, name: "Pen", legend: {'.': "mud", '#': "wall"}, rows: [".#"])"#;
        let sim = Simulation::new(Level::parse("pen.ron", text).expect("it is a level"), None);
        let line = |x| cell_in_a_line(&sim, &sim.inspect_cell(vec2(x, 0.5), &[]).expect("it is on the map"));
        assert_eq!(line(1.5), "1, 0  wall, not walkable");
        let cost = sim.map().areas[usize::from(sim.map().area_named("mud").expect("it is there").0)].cost;
        assert_eq!(line(0.5), format!("0, 0  mud, cost {cost:.2}"));
    }

    #[test]
    fn profiles_to_which_a_cell_is_the_same_are_told_once() {
        assert_eq!(names_of_lines(r#"(profile: "walker", tile: (0, 0))"#), ["walker"]);
        let two = r#"(profile: "walker", tile: (0, 0)), (profile: "runner", tile: (5, 0))"#;
        assert_eq!(names_of_lines(two), ["all"]);
        let other =
            r#"(profile: "walker", tile: (0, 0)), (profile: "runner", tile: (2, 0)), (profile: "ox", tile: (5, 0))"#;
        assert_eq!(names_of_lines(other), ["walker, runner", "ox"]);
    }
}
