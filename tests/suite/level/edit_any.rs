//! Any level, however odd its text, and any edits of it.

use footpath::level::edit::Document;
use proptest::prelude::*;

use crate::support::bytes::Bytes;
use crate::support::edits::check_edits;
use crate::support::odd_texts::odd;
use crate::support::random_levels;

/// How many levels are edited: as many as `PROPTEST_CASES` says, else fewer than elsewhere, for each is read many times.
fn cases() -> u32 {
    std::env::var("PROPTEST_CASES").map_or(64, |cases| cases.parse().expect("a number"))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: cases(), ..ProptestConfig::default() })]

    #[test]
    fn any_edits_of_any_text(
        level in random_levels::level(),
        bytes in prop::collection::vec(any::<u8>(), 3000),
        choices in prop::collection::vec(any::<u8>(), 200),
    ) {
        let text = odd(&level.to_ron(), &mut Bytes::new(bytes));
        check_edits(Document::open("odd.ron", text).unwrap(), &mut Bytes::new(choices));
    }
}
