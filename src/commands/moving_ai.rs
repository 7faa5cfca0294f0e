//! Moving AI maps and their scenarios, found and read.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use footpath::level::Level;
use footpath::level::import::{self, Scenario};

use super::{Failure, files_below, read_text};
use crate::file_name::shown;

/// Every scenario file that is named, or that is in a folder that is named or in its subfolders.
pub fn files(paths: &[PathBuf]) -> Result<BTreeSet<PathBuf>, Failure> {
    let mut files = BTreeSet::new();
    for path in paths {
        if !path.is_dir() {
            files.insert(path.clone());
            continue;
        }
        let known = files.len();
        files_below(path, "scen", &mut files).map_err(Failure::Impossible)?;
        if files.len() == known {
            let message = format!("the folder `{}` has no scenarios: no file in it ends in .scen", shown(path));
            return Err(Failure::Impossible(message));
        }
    }
    Ok(files)
}

/// A map `X.map` and the scenarios next to it in `X.map.scen`.
pub fn load(scenario_file: &Path) -> Result<(Level, Vec<Scenario>), Failure> {
    if scenario_file.extension().is_none_or(|extension| extension != "scen") {
        let message = format!("`{}` is not a scenario file, which ends in .map.scen", shown(scenario_file));
        return Err(Failure::Impossible(message));
    }
    let scenarios = import::moving_ai_scenarios(&shown(scenario_file).to_string(), &text_of(scenario_file)?)?;
    let level = load_map(&scenario_file.with_extension(""))?;
    let size = (level.map.lattice.width, level.map.lattice.height);
    if let Some(other) = scenarios.iter().find(|scenario| (scenario.width, scenario.height) != size) {
        return Err(Failure::Impossible(format!(
            "`{}` is for a map of {} x {} tiles, but the map beside it has {} x {}",
            shown(scenario_file),
            other.width,
            other.height,
            size.0,
            size.1
        )));
    }
    Ok((level, scenarios))
}

/// A map as a level.
pub fn load_map(file: &Path) -> Result<Level, Failure> {
    Ok(import::moving_ai(&shown(file).to_string(), &text_of(file)?)?)
}

fn text_of(file: &Path) -> Result<String, Failure> {
    read_text(file).map_err(|failure| Failure::Impossible(failure.in_words(file)))
}
