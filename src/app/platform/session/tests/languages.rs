//! The interface in other languages: every text that a player comes by is translated.

use std::collections::BTreeSet;
use std::rc::Rc;

use footpath::level::built_in::LEVELS;
use glam::vec2;

use super::player::{Folder, Player};
use super::{COURT, ROUNDS};
use crate::app::modes::ModeName;
use crate::app::modes::actions::Action;
use crate::app::modes::actions::table::{bindings, gestures, touches};
use crate::app::modes::edit::actions::EditAction;
use crate::app::modes::languages::LANGUAGES;
use crate::app::platform::desktop::PlayOptions;
use crate::app::ui::key_names;
use crate::app::ui::language;

/// How many things of a level are looked at.
const MOST_THINGS: usize = 12;

/// How many widgets of a panel are visited by the keyboard, which shows what each of them is for.
const VISITED: usize = 40;

/// What is never pressed: it would leave the mode, or wait for what does not come.
const LEFT_OUT: [&str; 13] = [
    "edit",
    "lab",
    "close",
    "next-level",
    "previous-level",
    "accept",
    "full-screen",
    "new",
    "back",
    "commands",
    "save-picture",
    "save-film",
    "save-replay",
];

/// Plays a level in a language.
fn begin(folder: &Rc<Folder>, options: PlayOptions) -> Player {
    Player::begin(folder, PlayOptions { language: LANGUAGES[0].code.to_owned(), ..options })
}

/// Visits the widgets that there are just now.
fn visit_widgets(play: &mut Player) {
    play.keys("Tab", VISITED);
}

/// Presses every key of a mode, one after the other.
fn press_every_key(play: &mut Player, mode: ModeName) {
    for binding in bindings(mode) {
        let Some(name) = key_names::name_of(binding.keys[0]) else { continue };
        if LEFT_OUT.contains(&binding.name) {
            continue;
        }
        play.key(name);
        play.frames(4);
        if binding.name == "compare" {
            play.pass(2.0);
        }
    }
    play.key("Esc");
    play.key("Esc");
}

/// What is played in the game: orders, panels, searches, everything that the keys do.
fn play_the_game(play: &mut Player) {
    let agent = play.agent(0);
    play.click(agent);
    visit_widgets(play);
    for (x, y) in [(400.0, 300.0), (900.0, 500.0), (30.0, 690.0), (1100.0, 250.0)] {
        play.click(vec2(x, y));
        play.pass(1.0);
    }
    for panel in ["K", "F2", "F3", "L", "H", "M", "I", "J", "F4"] {
        play.key(panel);
        visit_widgets(play);
        play.pass(0.5);
        play.key("Esc");
    }
    press_every_key(play, ModeName::Game);
    play.click(play.agent(0));
    press_every_key(play, ModeName::Game);
}

fn look_at_the_lab(play: &mut Player) {
    play.key("F9");
    visit_widgets(play);
    for page in 0..8 {
        play.click(vec2(40.0 + 60.0 * page as f32, 130.0));
    }
    press_every_key(play, ModeName::Lab);
    for _ in 0..20 {
        play.key("]");
        play.key("U");
        play.frames(2);
    }
    play.key("H");
    visit_widgets(play);
    play.key("Esc");
    play.key("Q");
    play.click(vec2(640.0, 300.0));
    play.key("F9");
}

fn edit(play: &mut Player) {
    play.key("Ctrl+E");
    press_every_key(play, ModeName::Edit);
    for binding in bindings(ModeName::Edit).into_iter().filter(|binding| binding.name.ends_with("-page")) {
        play.key(key_names::name_of(binding.keys[0]).expect("it has a name"));
        visit_widgets(play);
    }
    play.key("H");
    play.key("Esc");
    play.key("Ctrl+E");
}

fn open_the_menus(play: &mut Player) {
    for _ in 0..2 {
        play.key("F6");
        visit_widgets(play);
        play.key("Esc");
    }
    play.key("Ctrl+K");
    play.keys("PageDown", 30);
    play.key("Esc");
}

/// The lines that the authors of levels have written, by what they are: what stands in quotes in the text of a level.
fn written_by_authors() -> BTreeSet<String> {
    let texts = LEVELS.iter().map(|level| level.text).chain([ROUNDS, COURT]);
    let lines = texts.flat_map(|text| text.split('"').skip(1).step_by(2));
    lines.flat_map(|quoted| quoted.split("\\n")).map(|line| line.trim().to_owned()).collect()
}

/// Whether a text is none of the game's: a name of a key, of a file, a path, or what the author of a level has written.
fn is_a_name(text: &str, written: &BTreeSet<String>) -> bool {
    let is_key = text
        .split([' ', '+'])
        .all(|word| key_names::named(word).is_some() || ["Ctrl", "Cmd", "Shift", "Alt"].contains(&word));
    let is_file = [".ron", ".replay", ".png", ".gif"].iter().any(|ending| text.contains(ending)) || text.contains('/');
    is_key || is_file || text.chars().count() == 1 || written.contains(text)
}

/// What of the texts that were shown has no translation, names aside.
fn missing(is_a_name: impl Fn(&str) -> bool) -> Vec<String> {
    language::tests::missing().into_iter().filter(|text| !is_a_name(text)).collect()
}

#[test]
fn everything_that_a_player_comes_by_is_translated() {
    let folder = Folder::new();
    for (name, level) in [("rounds.ron", ROUNDS), ("court.ron", COURT)] {
        folder.write(name, level);
        let mut play = begin(&folder, folder.options_for(name));
        play_the_game(&mut play);
        look_at_the_lab(&mut play);
        edit(&mut play);
        open_the_menus(&mut play);
    }
    for mode in ModeName::ALL {
        bindings(mode).into_iter().for_each(|binding| _ = language::translated(binding.help));
        let done = gestures(mode).iter().chain(touches(mode));
        done.flat_map(|(gesture, meaning)| [*gesture, *meaning]).for_each(|text| _ = language::translated(text));
    }
    let written = written_by_authors();
    let missing = missing(|text| is_a_name(text, &written));
    assert!(missing.is_empty(), "these have no translation:\n{}", missing.join("\n"));
}

/// The names of properties and what they mean are the words of level files, as `levels/README.md` has them.
#[test]
fn all_but_the_words_of_level_files_is_translated_where_things_are_edited() {
    let reference = include_str!("../../../../../levels/README.md").replace(['`', '_', '['], " ");
    let reference = reference.split_whitespace().collect::<Vec<_>>().join(" ");
    let folder = Folder::new();
    folder.write("rounds.ron", ROUNDS);
    let mut play = begin(&folder, folder.options_for("rounds.ron"));
    play.key("Ctrl+E");
    for thing in 0..MOST_THINGS {
        play.ask(Action::Edit(EditAction::Choose(thing)));
        visit_widgets(&mut play);
        play.key("Esc");
    }
    let written = written_by_authors();
    let missing = missing(|text| is_a_name(text, &written) || reference.contains(text));
    assert!(missing.is_empty(), "these have no translation:\n{}", missing.join("\n"));
}
