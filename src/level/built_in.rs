//! The levels that come with the program.

/// A level in the binary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BuiltIn {
    /// The path of its file under `levels/`, without `.ron`.
    pub name: &'static str,
    /// The text of its file.
    pub text: &'static str,
}

macro_rules! built_in {
    ($($name:literal),* $(,)?) => {
        /// The name of every level that comes with the program, in the order of the level list; the first is the one
        /// that opens when none is asked for. A program that names no [`LEVELS`] does not carry their texts: the game in a
        /// browser fetches them.
        ///
        /// ```
        /// assert_eq!(footpath::level::built_in::NAMES[0], "first-steps");
        /// ```
        pub const NAMES: &[&str] = &[$($name),*];

        /// Every level that comes with the program, in the order of [`NAMES`].
        ///
        /// ```
        /// use footpath::level::{Level, built_in::LEVELS};
        /// let first = LEVELS[0];
        /// assert!(Level::parse(first.name, first.text).is_ok());
        /// ```
        pub const LEVELS: &[BuiltIn] =
            &[$(BuiltIn { name: $name, text: include_str!(concat!("../../levels/", $name, ".ron")) }),*];
    };
}

built_in![
    "first-steps",
    "maze",
    "swamps-and-roads",
    "gates",
    "wide-and-narrow",
    "hill-fort",
    "tunnels",
    "drawbridge",
    "the-lawn",
    "the-rounds",
    "by-rays-alone",
    "the-flock",
    "high-and-low",
    "doors",
    "the-chase",
    "the-watch",
    "mill-pond",
    "the-harbour",
    "the-gate",
    "the-ring",
    "market-town",
    "thirty-agents",
    "wide-land",
    "race",
    "great-caves",
    "the-museum",
    "the-lane",
    "ten-walls",
    "the-feast",
    "the-ferries",
    "the-theatre",
    "the-post-road",
    "tutorial/two-cubes",
    "tutorial/baked-field",
    "tutorial/ten-by-ten",
    "tutorial/lab-9x9",
    "tutorial/danger-and-reward",
    "tutorial/nav-areas",
    "tutorial/slope-45",
    "tutorial/links",
    "tutorial/waypoints",
    "tutorial/avoidance",
    "course/grid",
    "course/less-far",
    "course/heuristics",
    "course/weights",
    "course/bodies",
    "course/costs",
    "course/links",
    "course/crowds",
    "course/never-opened",
    "course/six-neighbours",
    "course/overwritten",
    "course/wrong-bound",
];

/// The built-in level called `name`.
///
/// ```
/// assert!(footpath::level::built_in::named("first-steps").is_some());
/// assert!(footpath::level::built_in::named("last-steps").is_none());
/// ```
pub fn named(name: &str) -> Option<&'static BuiltIn> {
    LEVELS.iter().find(|level| level.name == name)
}
