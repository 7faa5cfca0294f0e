//! How the text of a level is laid out, and that nothing of it is lost.

use footpath::level::edit::formatted;
use footpath::level::{Level, built_in};
use proptest::prelude::*;

use crate::support::bytes::Bytes;
use crate::support::layout::laid_out;
use crate::support::odd_texts::odd;
use crate::support::random_levels;

#[test]
fn shipped_levels_are_laid_out() {
    for level in built_in::LEVELS {
        assert_eq!(laid_out(level.text), level.text, "{}: run `footpath fmt levels`", level.name);
    }
    assert_eq!(laid_out(Level::starter()), Level::starter());
}

#[test]
fn everything_has_its_line_and_its_comment() {
    let text = "// first\n#![enable(implicit_some)]\n( // of the level\nversion:1,name /* so called */ :\"A\",\n\n\n\n\
        legend:{'.':\"grass\",\n'#':\"wall\"   // behind\n,'~' : \"swamp\"},\n\
        // the map\n  rows:[\"..\",\"##\"/* last */],\n\
        agents:[(tile:(0,0)),\n\n// second\n( tile :( 1 ,0 ), ), ] /* end */)\n// after";
    let expected = "// first
#![enable(implicit_some)]
( // of the level
    version: 1,
    /* so called */ name: \"A\",

    legend: {'.': \"grass\",
";
    let laid_out = laid_out(text);
    let legend = laid_out.find("    legend").unwrap();
    assert_eq!(laid_out[..legend], expected[..expected.find("    legend").unwrap()]);
    assert_eq!(
        &laid_out[legend..],
        "    legend: {
        '.': \"grass\",
        '#': \"wall\",   // behind
        '~': \"swamp\",
    },
    // the map
    rows: [
        \"..\",
        \"##\", /* last */
    ],
    agents: [
        (tile: (0, 0)),

        // second
        (tile: (1, 0)),
    ], /* end */
)
// after
"
    );
}

#[test]
fn line_ends_stay_those_of_the_author() {
    let text = "(\r\nname: \"a\r\nb\", /* x\r\ny */ v: 1)\r\n";
    assert_eq!(formatted("a.ron", text).unwrap(), "(\r\n    name: \"a\r\nb\",\r\n    /* x\r\ny */ v: 1,\r\n)\r\n");
}

#[test]
fn a_list_that_is_too_long_is_broken() {
    let agents = vec!["(tile: (1, 2))"; 20].join(", ");
    let text = formatted("long.ron", &format!("(agents: [{agents}], list: [(1), (2)])")).unwrap();
    assert_eq!(
        text,
        format!("(\n    agents: [\n{}    ],\n    list: [(1), (2)],\n)\n", "        (tile: (1, 2)),\n".repeat(20))
    );
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// A level stays as it is, with all of its comments, however odd its text.
    #[test]
    fn any_level_keeps_its_meaning(
        level in random_levels::level(),
        bytes in prop::collection::vec(any::<u8>(), 3000),
    ) {
        let text = odd(&level.to_ron(), &mut Bytes::new(bytes));
        prop_assert_eq!(&Level::parse("odd.ron", &text).unwrap(), &level);
        prop_assert!(ron::from_str::<ron::Value>(&text).is_ok(), "{}", text);
        prop_assert_eq!(&Level::parse("laid out.ron", &laid_out(&text)).unwrap(), &level);
    }

    /// Anything whose syntax is sound can be laid out, and stays.
    #[test]
    fn any_text_is_laid_out_once(text in "[\\[\\](){}'\"\\\\,:/*.a-b0-1 \\n-]{0,24}|\\((a: ?[(\\[{]?[)\\]}]?,? ?(/\\*\\*/|//x\\n)?){0,4}\\)") {
        if formatted("any.ron", &text).is_ok() {
            laid_out(&text);
        }
    }
}
