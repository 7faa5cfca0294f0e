//! What searches took and found, for tables: the columns, the best of each, and a whole table as text.

use footpath::nav::Path;

use crate::app::view::examined::Measured;
use crate::app::view::words::numbers::{bytes, duration, grouped};

/// A column of a table of searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Figure {
    Cost,
    Length,
    Expanded,
    Generated,
    /// The most cells that were in the open list at a time.
    Open,
    Memory,
    Time,
}

/// What one search took and found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SearchFigures {
    /// What the path costs, in tiles.
    pub cost: f64,
    /// How long the path is, in tiles.
    pub length: f64,
    pub expanded: u32,
    pub generated: u32,
    /// The most cells that were in the open list at a time, if that was counted.
    pub peak_open: Option<usize>,
    /// Time and memory, once they are measured.
    pub measured: Option<Measured>,
}

impl Figure {
    /// Every column, from left to right.
    pub const ALL: [Figure; 7] =
        [Figure::Cost, Figure::Length, Figure::Expanded, Figure::Generated, Figure::Open, Figure::Memory, Figure::Time];

    /// What stands above it.
    pub fn name(self) -> &'static str {
        match self {
            Figure::Cost => "cost",
            Figure::Length => "length",
            Figure::Expanded => "expanded",
            Figure::Generated => "generated",
            Figure::Open => "peak open",
            Figure::Memory => "memory",
            Figure::Time => "time",
        }
    }

    /// What a narrow table calls it.
    pub fn short_name(self) -> &'static str {
        match self {
            Figure::Expanded => "exp.",
            Figure::Generated => "gen.",
            Figure::Open => "open",
            Figure::Cost | Figure::Length | Figure::Memory | Figure::Time => self.name(),
        }
    }

    /// The number in it, the less the better; `None` until it is known.
    fn number(self, figures: &SearchFigures) -> Option<f64> {
        match self {
            Figure::Cost => Some(figures.cost),
            Figure::Length => Some(figures.length),
            Figure::Expanded => Some(f64::from(figures.expanded)),
            Figure::Generated => Some(f64::from(figures.generated)),
            Figure::Open => figures.peak_open.map(|cells| cells as f64),
            Figure::Memory => figures.measured.map(|measured| measured.bytes as f64),
            Figure::Time => figures.measured.map(|measured| measured.micros),
        }
    }

    /// The number of this figure as it is written; an ellipsis until it is known.
    pub fn text(self, figures: &SearchFigures) -> String {
        let Some(number) = self.number(figures) else { return "…".to_owned() };
        match self {
            Figure::Cost | Figure::Length => format!("{number:.2}"),
            Figure::Expanded | Figure::Generated | Figure::Open => grouped(number as usize),
            Figure::Memory => bytes(number as usize),
            Figure::Time => duration(number),
        }
    }

    /// Which of the searches are the best in it, all of equal ones; none where that is no distinction.
    pub fn best(self, rows: &[Option<SearchFigures>]) -> Vec<bool> {
        let numbers: Vec<Option<f64>> =
            rows.iter().map(|row| self.number(row.as_ref()?).filter(|number| number.is_finite())).collect();
        let least = numbers.iter().flatten().copied().fold(f64::INFINITY, f64::min);
        // Sums of the same costs in another order differ in their last digits.
        let is_least = |number: &Option<f64>| number.is_some_and(|number| number <= least * (1.0 + 1e-9));
        let best: Vec<bool> = numbers.iter().map(is_least).collect();
        let is_distinction = rows.len() > 1 && best.iter().any(|is_best| !is_best);
        best.into_iter().map(|is_best| is_best && is_distinction).collect()
    }
}

impl SearchFigures {
    /// The figures of a path, with the peak of the open list and the measured time and memory where they are known.
    pub fn of(path: &Path, peak_open: Option<usize>, measured: Option<Measured>) -> SearchFigures {
        let statistics = path.statistics;
        let (expanded, generated) = (statistics.expanded, statistics.generated);
        SearchFigures { cost: path.cost, length: path.length, expanded, generated, peak_open, measured }
    }

    /// The figures of this search and of a second one after it, in the same memory.
    pub fn and(self, next: SearchFigures) -> SearchFigures {
        SearchFigures {
            cost: self.cost + next.cost,
            length: self.length + next.length,
            expanded: self.expanded + next.expanded,
            generated: self.generated + next.generated,
            peak_open: self.peak_open.zip(next.peak_open).map(|(one, other)| one.max(other)),
            measured: self.measured.zip(next.measured).map(|(one, other)| one.and(other)),
        }
    }
}

/// A table as text, its columns aligned by spaces, the best of each marked with a star: a row for each search, its name
/// first; `None` for one without a path.
pub fn as_text(names: &[String], rows: &[Option<SearchFigures>]) -> String {
    let mut columns: Vec<Vec<String>> =
        vec![std::iter::once("search".to_owned()).chain(names.iter().cloned()).collect()];
    for column in Figure::ALL {
        let best = column.best(rows);
        let cell = |(row, is_best): (&Option<SearchFigures>, bool)| match row {
            Some(figures) => format!("{}{}", column.text(figures), if is_best { "*" } else { " " }),
            None => "- ".to_owned(),
        };
        let head = std::iter::once(format!("{} ", column.name()));
        columns.push(head.chain(rows.iter().zip(best).map(cell)).collect());
    }
    let widths: Vec<usize> =
        columns.iter().map(|cells| cells.iter().map(|cell| cell.chars().count()).max().unwrap_or(0)).collect();
    let line = |row: usize| {
        let numbers = columns.iter().zip(&widths).skip(1).map(|(cells, width)| format!("  {:>width$}", cells[row]));
        let line: String =
            std::iter::once(format!("{:<width$}", columns[0][row], width = widths[0])).chain(numbers).collect();
        format!("{}\n", line.trim_end())
    };
    (0..=rows.len()).map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figures(cost: f64, expanded: u32, micros: f64) -> Option<SearchFigures> {
        let measured = Some(Measured { micros, bytes: 2_048 });
        Some(SearchFigures { cost, length: cost, expanded, generated: expanded, peak_open: Some(7), measured })
    }

    #[test]
    fn the_least_of_a_column_is_the_best_and_no_one_where_all_are_equal() {
        let rows = [figures(3.0, 90, 5.0), None, figures(3.0, 40, 9.0)];
        assert_eq!(Figure::Expanded.best(&rows), [false, false, true]);
        assert_eq!(Figure::Time.best(&rows), [true, false, false]);
        assert_eq!(Figure::Cost.best(&rows), [true, false, true], "better than no path");
        assert_eq!(Figure::Cost.best(&[rows[0], rows[2]]), [false, false]);
        assert_eq!(Figure::Cost.best(&rows[..1]), [false]);
    }

    #[test]
    fn a_copied_table_is_aligned_and_marks_the_best() {
        let text = as_text(&["A*".to_owned(), "Greedy".to_owned()], &[figures(3.0, 1_200, 5.0), figures(4.5, 40, 9.0)]);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "search  cost   length   expanded   generated   peak open   memory     time");
        assert_eq!(lines[1], "A*      3.00*    3.00*     1,200       1,200           7   2.0 kB   5.0 µs*");
        assert_eq!(lines[2], "Greedy  4.50     4.50         40*         40*          7   2.0 kB   9.0 µs");
    }
}
