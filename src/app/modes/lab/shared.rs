//! The lab as a link carries it: the sheet as a level, and beside it what is searched there and how far that is played.

use footpath::format::values::{self, Layout};
#[cfg(target_arch = "wasm32")]
use footpath::grid::Cell;
use footpath::level::share::{self, ShareError};
use footpath::nav::Method;
use serde::{Deserialize, Serialize};

use super::Experiment;

/// The name of the part of a link that holds the searches.
const PART: &str = "lab";

/// The searches of the lab.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SharedSearches {
    /// How each of them searches.
    pub searches: Vec<Method>,
    /// The one that is shown and changed.
    #[serde(default)]
    pub chosen: usize,
    /// How many steps are played, where they are played.
    #[serde(default)]
    pub step: Option<usize>,
    /// Whether the cells that were seen are shown.
    pub cells: bool,
}

impl SharedSearches {
    /// Those that stand behind the `#` of an address; `None` where there are none, or they are damaged: then the level's own
    /// search is shown.
    pub fn of_fragment(fragment: &str) -> Option<SharedSearches> {
        let text = share::part(fragment, PART).ok()?;
        values::read::<SharedSearches>(&text).ok().filter(|shared| !shared.searches.is_empty())
    }
}

/// What stands behind the `#` of an address that opens the lab as it is.
///
/// # Errors
/// When that would be too long.
pub fn fragment(experiment: &Experiment) -> Result<String, ShareError> {
    let level = share::fragment(&experiment.level().to_ron())?;
    let searches = values::write(&experiment.lanes.shared(), Layout::OneLine);
    share::with_part(&level, PART, &searches)
}

/// All that a link to the lab depends on: where it is equal, so is the link.
#[cfg(target_arch = "wasm32")]
#[derive(PartialEq)]
pub struct LabState {
    sheets: u64,
    map_revision: u64,
    markers: [Option<Cell>; 3],
    searches: SharedSearches,
}

#[cfg(target_arch = "wasm32")]
impl LabState {
    /// That of the lab as it is.
    pub fn of(experiment: &Experiment) -> LabState {
        LabState {
            sheets: experiment.sheets,
            map_revision: experiment.sim.map_revision(),
            markers: [Some(experiment.start), Some(experiment.goal), experiment.via],
            searches: experiment.lanes.shared(),
        }
    }
}

#[cfg(test)]
mod tests {
    use footpath::grid::Cell;
    use footpath::level::Level;
    use footpath::nav::Algorithm;
    use footpath::sim::Simulation;

    use super::*;

    #[test]
    fn a_link_opens_the_lab_as_it_was() {
        let mut experiment = Experiment::new();
        (experiment.start, experiment.goal) = (Cell::new(3, 4), Cell::new(20, 11));
        experiment.via = Some(Cell::new(9, 2));
        experiment.lanes.add();
        experiment.lanes.search_by(Method { algorithm: Algorithm::Greedy, ..experiment.lanes.method() });
        experiment.update(0.1);
        experiment.lanes.move_playback(-5);
        let link = fragment(&experiment).expect("it is short");

        let level = Level::parse("link", &share::text(&link).expect("it holds a level")).expect("it is one");
        let mut opened = Experiment::new();
        opened.take_level(&Simulation::new(level, None));
        opened.lanes.take_shared(&SharedSearches::of_fragment(&link).expect("it holds them"));
        opened.update(0.1);
        assert_eq!((opened.start, opened.goal, opened.via), (experiment.start, experiment.goal, experiment.via));
        assert_eq!(opened.lanes.shared(), experiment.lanes.shared());
        assert_eq!(opened.lanes.shared().searches[1].algorithm, Algorithm::Greedy);
        assert!(opened.lanes.shared().step.is_some_and(|step| step > 0));
        assert_eq!(SharedSearches::of_fragment("level=abc"), None);
    }
}
