//! What a player downloads, part by part, and how much each part may weigh.

use std::fmt::Write as _;

use crate::site::SiteFile;

/// What a file of the site is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileRole {
    /// The page, its style and its own scripts.
    Page,
    /// macroquad's script, which hands the wasm what a browser has.
    Loader,
    /// What of the game runs until the first frame.
    First,
    /// The rest of the game, which comes while the first frame is on the screen.
    Rest,
    /// The game where it is in one part.
    Whole,
    /// The font, and the licence that must travel with it.
    Font,
    /// What the game draws with, and the page's icons.
    Pictures,
    /// What the list of levels shows.
    Index,
    /// The sentences of the game in other languages: fetched where one of them is spoken.
    Languages,
    /// What makes levels of files of other programs: fetched when the first one is opened.
    Importer,
    /// The levels: fetched one by one, when they are opened.
    Levels,
}

/// The most bytes of a part, gzipped and with brotli: a little more than it takes. What exceeds them fails the build, so that
/// nothing grows unnoticed; who adds to a part on purpose raises them here. The levels have none: a player loads the one
/// that is played.
const BUDGETS: [SizeBudget; 7] = [
    SizeBudget { part: FileRole::Page, name: "page", gzipped: 15_600, brotli: 13_800 },
    SizeBudget { part: FileRole::Loader, name: "loader", gzipped: 8_800, brotli: 7_600 },
    SizeBudget { part: FileRole::First, name: "wasm, first part", gzipped: 562_000, brotli: 481_500 },
    SizeBudget { part: FileRole::Whole, name: "wasm", gzipped: 1_385_000, brotli: 1_150_000 },
    SizeBudget { part: FileRole::Font, name: "font", gzipped: 27_500, brotli: 25_000 },
    SizeBudget { part: FileRole::Pictures, name: "pictures", gzipped: 95_000, brotli: 95_000 },
    SizeBudget { part: FileRole::Index, name: "index of the levels", gzipped: 5_300, brotli: 4_700 },
];

/// The budgets of what comes after the first frame: the second part of the game, and what is fetched only when a file
/// of another program is opened or a moving picture is made. The dialog of the latter, which is part of the game, took
/// 10 kB of it with brotli; all formats in the game itself would have taken 118.
const LATER: [SizeBudget; 2] = [
    SizeBudget { part: FileRole::Rest, name: "wasm, second part", gzipped: 872_500, brotli: 720_000 },
    SizeBudget { part: FileRole::Importer, name: "importer, when needed", gzipped: 635_000, brotli: 539_500 },
];

/// The most bytes of a part.
#[derive(Clone, Copy, Debug)]
struct SizeBudget {
    part: FileRole,
    /// How the part is called in the table.
    name: &'static str,
    gzipped: usize,
    brotli: usize,
}

/// How many bytes something takes as it is, gzipped, and with brotli.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DownloadSize {
    pub raw: usize,
    pub gzipped: usize,
    pub brotli: usize,
}

impl DownloadSize {
    fn and(self, other: DownloadSize) -> DownloadSize {
        DownloadSize {
            raw: self.raw + other.raw,
            gzipped: self.gzipped + other.gzipped,
            brotli: self.brotli + other.brotli,
        }
    }

    /// The sizes in a sentence.
    fn in_words(self) -> String {
        format!(
            "{} raw, {} gzipped, {} with brotli",
            kilobytes(self.raw),
            kilobytes(self.gzipped),
            kilobytes(self.brotli)
        )
    }
}

/// A table of what a player downloads, each part against its budget, and a sentence that sums it up.
pub fn table(files: &[SiteFile]) -> String {
    let mut table =
        format!("{:<22}{:>12}{:>12}{:>12}{:>12}{:>12}\n", "", "raw", "gzipped", "budget", "brotli", "budget");
    let mut line = |name: &str, size: DownloadSize, budget: Option<SizeBudget>| {
        let most = |of: fn(SizeBudget) -> usize| budget.map_or_else(|| "-".to_owned(), |budget| kilobytes(of(budget)));
        let (raw, gzipped, brotli) = (kilobytes(size.raw), kilobytes(size.gzipped), kilobytes(size.brotli));
        let (most_gzipped, most_brotli) = (most(|budget| budget.gzipped), most(|budget| budget.brotli));
        let _ = writeln!(table, "{name:<22}{raw:>12}{gzipped:>12}{most_gzipped:>12}{brotli:>12}{most_brotli:>12}");
    };
    let has_files = |budget: &SizeBudget| files.iter().any(|file| file.part == budget.part);
    for budget in BUDGETS.into_iter().chain(LATER).filter(has_files) {
        line(budget.name, total(files, budget.part), Some(budget));
    }
    line("languages, all together", total(files, FileRole::Languages), None);
    line("levels, all together", total(files, FileRole::Levels), None);
    let start =
        BUDGETS.map(|budget| total(files, budget.part)).into_iter().fold(DownloadSize::default(), DownloadSize::and);
    table + &format!("Before the first frame, a player downloads {}.", start.in_words())
}

/// Compares each part with its budget.
///
/// # Errors
/// A sentence for each part that exceeds it.
pub fn check(files: &[SiteFile]) -> Result<(), String> {
    let over: Vec<String> =
        BUDGETS.into_iter().chain(LATER).filter_map(|budget| excess(budget, total(files, budget.part))).collect();
    if over.is_empty() {
        return Ok(());
    }
    Err(format!(
        "{}.\nTake out what made it grow, or raise its budget in src/bin/footpath-web/budget.rs if it is meant.",
        over.join(".\n")
    ))
}

/// What is to be said of a part that exceeds its budget.
fn excess(budget: SizeBudget, size: DownloadSize) -> Option<String> {
    let over = |size: usize, most: usize, how: &str| {
        (size > most).then(|| format!("{} more {how} than its budget of {}", kilobytes(size - most), kilobytes(most)))
    };
    let gzipped = over(size.gzipped, budget.gzipped, "gzipped");
    let brotli = over(size.brotli, budget.brotli, "with brotli");
    let over: Vec<String> = gzipped.into_iter().chain(brotli).collect();
    (!over.is_empty()).then(|| format!("{}: {}, {}", budget.name, size.in_words(), over.join(" and ")))
}

fn total(files: &[SiteFile], part: FileRole) -> DownloadSize {
    files.iter().filter(|file| file.part == part).map(|file| file.size).fold(DownloadSize::default(), DownloadSize::and)
}

/// Thousands of bytes.
fn kilobytes(bytes: usize) -> String {
    format!("{:.1} kB", bytes as f64 / 1000.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(part: FileRole, raw: usize, gzipped: usize, brotli: usize) -> SiteFile {
        SiteFile { part, size: DownloadSize { raw, gzipped, brotli } }
    }

    #[test]
    fn table_adds_up_by_part() {
        let files = [
            file(FileRole::Page, 4_000, 2_000, 1_500),
            file(FileRole::Page, 1_000, 500, 400),
            file(FileRole::First, 700_000, 250_000, 200_000),
            file(FileRole::Levels, 1_500, 700, 600),
        ];
        let table = table(&files);
        let line = |start: &str| table.lines().find(|line| line.starts_with(start)).unwrap().to_string();
        let words = |start: &str| line(start).split_whitespace().map(str::to_owned).collect::<Vec<_>>().join(" ");
        let budget = BUDGETS[0].gzipped as f64 / 1e3;
        assert!(words("page").starts_with(&format!("page 5.0 kB 2.5 kB {budget:.1} kB 1.9 kB")), "{table}");
        assert!(words("levels").ends_with("1.5 kB 0.7 kB - 0.6 kB -"), "{table}");
        assert!(table.ends_with("705.0 kB raw, 252.5 kB gzipped, 201.9 kB with brotli."), "{table}");
    }

    #[test]
    fn what_exceeds_its_budget_is_named_with_its_sizes() {
        let budget = BUDGETS[2];
        let (part, name) = (budget.part, budget.name);
        let within = file(part, 9_000_000, budget.gzipped, budget.brotli);
        assert_eq!(check(&[within]), Ok(()));
        let over = [file(part, 9_000_000, budget.gzipped - 10, budget.brotli), file(part, 0, 10, 1_500)];
        let message = check(&over).unwrap_err();
        assert!(message.starts_with(&format!("{name}: 9000.0 kB raw")), "{message}");
        assert!(message.contains("1.5 kB more with brotli than") && !message.contains("more gzipped"), "{message}");
    }
}
