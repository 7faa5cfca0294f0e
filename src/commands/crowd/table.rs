//! The rows of `footpath crowd` for people.

use std::io::Write;

use footpath::scenarios::{self, CrowdFigures};

use super::CrowdRow;

/// How many bad scenes are listed.
const LISTED: usize = 200;

/// A table with a line for each scenario, and a heading before the first.
#[derive(Debug, Default)]
pub struct CrowdTable {
    has_heading: bool,
}

impl CrowdTable {
    /// Prints a line for the rows of one scenario.
    pub fn print(&mut self, rows: &[CrowdRow], output: &mut dyn Write) -> std::io::Result<()> {
        let Some(first) = rows.first() else { return Ok(()) };
        if !std::mem::replace(&mut self.has_heading, true) {
            writeln!(
                output,
                "{:<13} {:>5} {:>13} {:>13} {:>6} {:>6} {:>8} {:>8} {:>6} {:>6} {:>7} {:>6} {:>10} {:>9} {:>9} {:>9} {:>9}",
                "scenario",
                "seeds",
                "arrived",
                "last s",
                "path",
                "time",
                "overlap",
                "deepest",
                "wall",
                "stuck",
                "jerk",
                "accel",
                "flow",
                "tick us",
                "mean us",
                "99% us",
                "worst us"
            )?;
        }
        let most = |value: fn(&CrowdFigures) -> f64| {
            range(rows, |row| Some(value(&row.figures))).map_or(0.0, |(_, most)| most)
        };
        let least = |value: fn(&CrowdRow) -> f64| range(rows, |row| Some(value(row))).map_or(0.0, |(least, _)| least);
        let ratio = |value: fn(&CrowdFigures) -> Option<f64>| {
            range(rows, |row| value(&row.figures)).map_or_else(|| "-".to_owned(), |(_, most)| format!("{most:.3}"))
        };
        let arrived = between(range(rows, |row| Some(row.figures.arrived as f64)), 0);
        writeln!(
            output,
            "{:<13} {:>5} {:>13} {:>13} {:>6} {:>6} {:>7.3}% {:>7.3}% {:>6.4} {:>6.2} {:>7.1} {:>6.2} {:>10} {:>9.1} {:>9.1} {:>9.1} {:>9.1}",
            first.scenario,
            rows.len(),
            format!("{arrived} of {}", first.figures.agents),
            between(range(rows, |row| Some(row.figures.last_s)), 2),
            ratio(|figures| figures.path_ratio),
            ratio(|figures| figures.time_ratio),
            most(|figures| figures.overlap_percent),
            most(|figures| figures.penetration_percent),
            most(|figures| figures.wall_penetration),
            most(|figures| figures.stuck_s),
            most(|figures| figures.jerk_mean),
            most(|figures| figures.acceleration_max),
            between(range(rows, |row| row.figures.flow_per_s), 2),
            least(|row| row.tick_us_median),
            least(|row| row.tick_us_mean),
            least(|row| row.tick_us_99_percent),
            least(|row| row.tick_us_longest),
        )?;
        output.flush()
    }
}

/// The least and the greatest of what the rows have.
fn range(rows: &[CrowdRow], value: impl Fn(&CrowdRow) -> Option<f64>) -> Option<(f64, f64)> {
    rows.iter().filter_map(value).fold(None, |range, value| {
        let (least, most) = range.unwrap_or((value, value));
        Some((f64::min(least, value), f64::max(most, value)))
    })
}

/// A range in words, with `digits` digits after the point.
fn between(range: Option<(f64, f64)>, digits: usize) -> String {
    match range {
        None => "-".to_owned(),
        Some((least, most)) if least == most => format!("{least:.digits$}"),
        Some((least, most)) => format!("{least:.digits$}-{most:.digits$}"),
    }
}

/// Prints how many scenes of random cases are good, and which are not.
pub fn print_cases(rows: &[CrowdRow], output: &mut dyn Write) -> std::io::Result<()> {
    let bad: Vec<&CrowdRow> = rows.iter().filter(|row| !scenarios::is_good(&row.figures)).collect();
    let good = rows.len() - bad.len();
    let share = 100.0 * good as f64 / rows.len() as f64;
    let agents: usize = rows.iter().map(|row| row.figures.agents).sum();
    let not_arrived: usize = rows.iter().map(|row| row.figures.agents - row.figures.arrived).sum();
    writeln!(output, "random-cases  {good} of {} scenes good: {share:.2} %", rows.len())?;
    writeln!(output, "              {not_arrived} of {agents} agents did not arrive")?;
    for row in bad.iter().take(LISTED) {
        writeln!(
            output,
            "  seed {:<8} {} of {} arrived, {:.2} % of a diameter in another, {:.4} in a wall",
            row.seed,
            row.figures.arrived,
            row.figures.agents,
            row.figures.penetration_percent,
            row.figures.wall_penetration
        )?;
    }
    if bad.len() > LISTED {
        writeln!(output, "  and {} more", bad.len() - LISTED)?;
    }
    output.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_of_one_value_is_that_value() {
        assert_eq!(between(Some((2.0, 2.0)), 1), "2.0");
        assert_eq!(between(Some((2.0, 2.5)), 2), "2.00-2.50");
        assert_eq!(between(None, 2), "-");
    }
}
