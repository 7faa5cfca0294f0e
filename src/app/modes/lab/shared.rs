//! The lab as a link carries it: the sheet as a level, and beside it what is searched there and how far that is played.

use footpath::format::plain_ron;
use footpath::level::Level;
use footpath::level::share::{self, ShareError};
use footpath::nav::Method;
use serde::{Deserialize, Serialize};

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
    /// The searches that stand behind the `#` of an address; `None` where there are none, or they are damaged: then the
    /// level's own search is shown.
    pub fn of_fragment(fragment: &str) -> Option<SharedSearches> {
        let text = share::part(fragment, PART).ok()?;
        ron::from_str::<SharedSearches>(&text).ok().filter(|shared| !shared.searches.is_empty())
    }

    /// What stands behind the `#` of an address that opens the lab with this level as its sheet, and these searches.
    ///
    /// # Errors
    /// When that would be too long.
    pub fn fragment_with(&self, level: &Level) -> Result<String, ShareError> {
        let sheet = share::fragment(&level.to_ron())?;
        share::with_part(&sheet, PART, &plain_ron::one_line(self))
    }
}
