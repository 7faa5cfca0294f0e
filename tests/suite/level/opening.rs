//! What a level opens with: the parts of the debug layer that it shows, the mode, and the palette.

use footpath::level::{DebugPart, GroundPalette, Level, Opening, OpensIn};

use crate::support::levels::shipped;
use crate::support::problems::told_in_line;

fn with(fields: &str) -> String {
    format!("(version: 1, name: \"Meadow\", legend: {{'.': \"grass\"}}, rows: [\"....\"],\n{fields})")
}

fn opening(fields: &str) -> Opening {
    let level = Level::parse("meadow.ron", &with(fields)).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(Level::parse("again.ron", &level.to_ron()).unwrap_or_else(|error| panic!("{error}")), level);
    level.opening
}

#[test]
fn what_a_level_opens_with_is_read_and_written() {
    let (show, opens_in, palette) = (Vec::new(), OpensIn::Game, GroundPalette::Plain);
    assert_eq!(opening(""), Opening { show, opens_in, palette });
    let show = vec![DebugPart::Explored, DebugPart::Grid];
    let asked = opening("show: [\"explored\", \"grid\"], opens_in: \"lab\", palette: \"classic\"");
    assert_eq!(asked, Opening { show, opens_in: OpensIn::Lab, palette: GroundPalette::Classic });
}

#[test]
fn a_name_that_is_none_is_told_with_those_that_are() {
    let told = |fields: &str| told_in_line(&Level::parse("meadow.ron", &with(fields)).expect_err(fields), 2);
    assert_eq!(
        told("show: [\"grid\", \"fog\"]"),
        "16 `\"fog\"`: there is no part of the debug layer `fog`; it is one of `grid`, `clearance`, `paths`, `explored`, \
         `velocities`, `orders`, `senses`, `heat`, `numbers`"
    );
    assert_eq!(told("show: [\"paths\", \"paths\"]").split(';').next(), Some("17 `\"paths\"`: `paths` is given twice"));
    assert_eq!(told("opens_in: \"labb\""), "11 `\"labb\"`: there is no mode `labb`; did you mean `lab`?");
    assert_eq!(
        told("palette: \"sepia\""),
        "10 `\"sepia\"`: there is no palette `sepia`; it is one of `plain`, `classic`"
    );
    assert!(told("show: \"grid\"").contains("list"), "{}", told("show: \"grid\""));
}

#[test]
fn scenes_of_tutorials_look_as_in_these() {
    for name in ["two-cubes", "baked-field", "ten-by-ten", "lab-9x9"] {
        let level = shipped(&format!("tutorial/{name}"));
        assert_eq!(level.opening.palette, GroundPalette::Classic, "{name}");
        assert_eq!(level.opening.opens_in == OpensIn::Lab, name == "lab-9x9");
    }
}
