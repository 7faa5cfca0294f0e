//! The text of replays: cut off, broken, of another format.

use footpath::grid::Cell;
use footpath::level::edit::{Brush, Edit};
use footpath::level::{Order, Target};
use footpath::replay::{BUILD, Player, Replay};
use footpath::sim::{Command, Selection};

use super::recorded::Run;

const LEVEL: &str = "(version: 1, name: \"Tiny ä\", legend: {'.': \"grass\", '#': \"wall\"}, rows: [\"....\"], agents: [(tile: (0, 0))])";

/// A small replay with a command and an edit.
fn small() -> String {
    let mut run = Run::begin("tiny ä", LEVEL, None);
    for tick in 0..70 {
        match tick {
            5 => run.step(&[Command::Order(Selection::All, Order::MoveTo(Target::Tile(Cell::new(2, 0))))]),
            9 => run.edit(&Edit::Paint { brush: Brush::Terrain("wall".to_owned()), cells: vec![Cell::new(3, 0)] }),
            _ => run.step(&[]),
        }
    }
    run.end()
}

#[test]
fn a_file_that_is_cut_off_anywhere_is_read_up_to_its_last_whole_line_or_refused() {
    let text = small();
    let whole = Replay::parse("r", &text).expect("it is one");
    let level_end = text.match_indices('\n').nth(1).expect("it has more lines").0;
    for cut in 0..=text.len() {
        let read = Replay::read("cut.replay", &text.as_bytes()[..cut]);
        if cut < level_end {
            let message = read.expect_err("there is no level yet");
            assert!(message.starts_with("cut.replay:") && message.contains("cut off"), "{cut}: {message}");
            continue;
        }
        let read = read.unwrap_or_else(|message| panic!("cut at {cut}: {message}"));
        assert_eq!(read.level, LEVEL, "cut at {cut}");
        assert!(whole.entries.starts_with(&read.entries) && whole.hashes.starts_with(&read.hashes), "cut at {cut}");
        assert_eq!(read.is_complete, cut + 1 >= text.len(), "cut at {cut}");
        // The last line may lack its end of line, and is whole all the same.
        let whole_lines =
            Replay::read("r", text.as_bytes()[..cut].rsplitn(2, |byte| *byte == b'\n').last().unwrap_or(&[]));
        assert!(
            whole_lines.is_err() || read.entries.len() >= whole_lines.expect("it is one").entries.len(),
            "cut at {cut}"
        );
        let (mut player, mut simulation) = Player::begin(read).expect("the level is right");
        while !player.is_over() {
            player.step(&mut simulation).expect("it holds together");
        }
        assert_eq!(player.difference(), None, "cut at {cut}");
    }
}

#[test]
fn any_changed_byte_is_read_or_refused_with_a_place() {
    let text = small();
    for at in 0..text.len() {
        for byte in [b'0', b'9', b'(', b'"', b'-', b'\n', 0xff] {
            let mut bytes = text.clone().into_bytes();
            bytes[at] = byte;
            match Replay::read("odd.replay", &bytes) {
                Err(message) => assert!(message.starts_with("odd.replay:"), "{message}"),
                Ok(replay) if replay.ticks < 1000 => {
                    let Ok((mut player, mut simulation)) = Player::begin(replay) else { continue };
                    while !player.is_over() && player.step(&mut simulation).is_ok() {}
                }
                Ok(_) => {}
            }
        }
    }
}

fn refused(text: &str, words: &[&str]) {
    let message = Replay::parse("odd.replay", text).expect_err("it is broken");
    for word in words {
        assert!(message.contains(word), "{text:?} should say {word:?}: {message}");
    }
}

#[test]
fn what_is_wrong_is_told_with_its_place_and_what_would_be_right() {
    let two = format!("FootpathReplay(format:1,build:\"{BUILD}\",level:\"x\",seed:None)\nLevel(\"(...)\")\n");
    refused("", &["odd.replay:1:1", "cut off in its first line"]);
    refused("(version: 1)", &["odd.replay:1:1: this is no replay", "FootpathReplay(format:1,"]);
    refused(
        "FootpathReplay(mood:\"new\",format:7,build:\"9.2.0\",colour:[1])\n",
        &["odd.replay:1:27", "format 7", "reads format 1", "version 9.2.0 of Footpath"],
    );
    refused(&two[..two.len() - 5], &["odd.replay:2:1", "before its level"]);
    refused(&format!("{two}Jump(3)\nEnd(4)\n"), &["odd.replay:3:", "Jump", "`Do(tick, command)`"]);
    refused(&format!("{two}Do(3,Scatter(Everybody))\nEnd(4)\n"), &["odd.replay:3:", "Everybody", "`All`"]);
    refused(&format!("{two}Hash(60,\"12\")\nEnd(99)\n"), &["odd.replay:3:", "sixteen hexadecimal digits"]);
    refused(&format!("{two}End(7)\nDo(8,Restart)\n"), &["odd.replay:4:1", "nothing comes after"]);
    refused(&format!("{two}Do(8,Restart)\nDo(7,Restart)\n"), &["odd.replay:4:1", "tick 7 cannot come after tick 8"]);
    refused(&format!("{two}End(18446744073709551615)\n"), &["odd.replay:3:1", "cannot come after tick 0", "160704000"]);
    refused(&format!("{two}{two}"), &["odd.replay:3:1", "stands only once"]);
    refused(&format!("{two}Edit(1,Tiles([(0,0,4000000000)]),[])\nEnd(2)\n"), &["odd.replay:3:1", "no more tiles"]);
    let message = Replay::read("odd.replay", b"FootpathReplay(\xff\n").expect_err("not UTF-8");
    assert!(message.starts_with("odd.replay:1:16: a byte here is not UTF-8"), "{message}");
}

#[test]
fn a_level_that_cannot_be_read_is_told() {
    let replay = Replay { name: "broken.ron".to_owned(), ..Replay::new("(version: 1, rows: [])", None) };
    let Err(error) = Player::begin(replay) else { panic!("it is broken") };
    assert!(error.to_string().contains("broken.ron:1:"), "{error}");
}

#[test]
fn an_edit_that_does_not_fit_its_text_ends_the_replay_with_words() {
    let text = small();
    for (from, to) in
        [("Edit(9,Tiles([(0,3,1)]),[[(", "Edit(9,Tiles([(0,3,1)]),[[(9"), ("Tiles([(0,3,1)])", "Tiles([(7,0,9)])")]
    {
        let replay = Replay::parse("r", &text.replace(from, to)).expect("it is one");
        assert_ne!(replay.to_text(), text, "{from}");
        let (mut player, mut simulation) = Player::begin(replay).expect("the level is right");
        let outcome = (0..70).try_for_each(|_| player.step(&mut simulation).map(drop));
        if from.starts_with("Edit") {
            let message = outcome.expect_err("the text is shorter");
            assert!(message.starts_with("the edit of the level at tick 9 cannot be done again: "), "{message}");
        }
    }
}
