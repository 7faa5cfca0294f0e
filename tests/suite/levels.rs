//! The levels that are shipped, and the reference of their format.

use footpath::level::Level;
use footpath::level::built_in::LEVELS;

#[test]
fn shipped_levels_validate_and_round_trip() {
    for built_in in LEVELS {
        let level = Level::parse(built_in.name, built_in.text).unwrap_or_else(|error| panic!("{error}"));
        let again = Level::parse(built_in.name, &level.to_ron()).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(level, again, "{}", built_in.name);
    }
}
