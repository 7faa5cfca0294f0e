//! The interface in other languages: every text that a player comes by is translated.

use std::collections::BTreeSet;
use std::rc::Rc;

use footpath::format::table::{Field, LeftOut, ValueType};
use footpath::level::built_in::LEVELS;
use footpath::level::edit::Document;
use footpath::level::{Level, ORDERS};
use footpath::nav::{Algorithm, Method, Textbook};
use footpath::profile::PROPERTIES;
use footpath::sentences::algorithms;
use footpath::warnings::warnings;
use glam::vec2;

use super::player::{Folder, Player};
use super::{COURT, ROUNDS};
use crate::app::modes::ModeName;
use crate::app::modes::actions::Action;
use crate::app::modes::actions::table::{bindings, gestures, shortcuts, touches};
use crate::app::modes::edit::actions::EditAction;
use crate::app::modes::edit::rows;
use crate::app::modes::edit::thing::ThingKind;
use crate::app::modes::lab::hud::pages::PAGES;
use crate::app::modes::languages::LANGUAGES;
use crate::app::modes::messages::Message;
use crate::app::platform::desktop::PlayOptions;
use crate::app::ui::key_names;
use crate::app::ui::language::{self, Sentences};

/// The kinds of things whose fields stand in the table of the format.
const KINDS: [ThingKind; 10] = [
    ThingKind::Agent,
    ThingKind::Obstacle,
    ThingKind::Path,
    ThingKind::Link,
    ThingKind::Zone,
    ThingKind::Switch,
    ThingKind::Terrain,
    ThingKind::Area,
    ThingKind::Wave,
    ThingKind::Rule,
];

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
    for page in PAGES {
        play.key("Esc");
        play.key(key_names::name_of(page.binding.keys[0]).expect("it has a name"));
        visit_widgets(play);
        for column in 0..8 {
            play.click(vec2(40.0 + 60.0 * column as f32, 130.0));
        }
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
        for row in shortcuts(mode) {
            let _ = [row.keys().as_str(), row.help].map(language::translated);
        }
        let done = gestures(mode).iter().chain(touches(mode));
        done.flat_map(|(gesture, meaning)| [*gesture, *meaning]).for_each(|text| _ = language::translated(text));
    }
    let written = written_by_authors();
    let missing = missing(|text| is_a_name(text, &written));
    assert!(missing.is_empty(), "these have no translation:\n{}", missing.join("\n"));
}

/// Values that one of the words of level files stands for are as `levels/README.md` has them.
#[test]
fn all_but_single_words_of_level_files_is_translated_where_things_are_edited() {
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
    let missing = missing(|text| is_a_name(text, &written) || !text.contains(' ') && reference.contains(text));
    assert!(missing.is_empty(), "these have no translation:\n{}", missing.join("\n"));
}

/// Looks up what fields are called and mean, and those of what lies in them.
fn look_up(fields: &[Field]) {
    for field in fields {
        language::translated(&field.name.replace('_', " "));
        language::translated(&rows::plain(field.about));
        if let LeftOut::Words(words) = field.left_out {
            language::translated(&rows::plain(words));
        }
        look_up_value(&field.value);
    }
}

fn look_up_value(value: &ValueType) {
    match value {
        ValueType::Struct(inner) => look_up(inner.fields),
        ValueType::Variant(_, forms) => forms.iter().for_each(|form| look_up(form.fields)),
        ValueType::List(item, ..) | ValueType::Call(_, item) => look_up_value(item),
        ValueType::OneOf(values) => values.iter().for_each(look_up_value),
        ValueType::Order => ORDERS.iter().for_each(|order| look_up(order.of.fields)),
        _ => {}
    }
}

#[test]
fn every_property_is_explained_in_the_language() {
    let sentences = Sentences::parse(LANGUAGES[0].table).expect("it is a table");
    language::choose(Some(Rc::new(sentences)));
    for kind in KINDS {
        look_up(kind.fields());
    }
    for property in PROPERTIES.iter() {
        language::translated(&property.name.replace('_', " "));
        language::translated(&rows::plain(property.about));
    }
    let document = Document::open("rounds", ROUNDS.to_owned()).expect("it is a level");
    for row in rows::of_level(&document) {
        [&row.name, &row.about].into_iter().for_each(|text| _ = language::translated(text));
    }
    language::choose(None);
    assert_eq!(missing(|_| false), Vec::<String>::new(), "these have no translation");
}

const YARD: &str = r#"(
    version: 1,
    name: "Yard",
    legend: {'.': "grass", 'w': "wall", 'G': (terrain: "grass", place: "gate")},
    rows: ["wwwwwww", "w....Gw", "wwwwwww"],
    profiles: {"cart": (radius: 0.4, speed: 2.0)},
    agents: [(name: "porter", profile: "walker", tile: (1, 1), order: MoveTo("gate"))],
)"#;

/// What stands in the yard, and what somebody might write in its place.
const MISTAKES: [(&str, &str); 54] = [
    ("\"grass\"", "\"gras\""),
    ("w....Gw", "w....G"),
    ("w....Gw", "w..x.Gw"),
    ("walker", "walkr"),
    ("MoveTo(\"gate\")", "MoveTo(\"gat\")"),
    ("MoveTo", "MoveT"),
    ("(1, 1)", "(9, 1)"),
    ("(1, 1)", "(0, 0)"),
    ("(1, 1)", "(1.5, 1)"),
    ("radius: 0.4", "radius: 90.0"),
    ("radius", "raduis"),
    ("0.4", "\"wide\""),
    ("\"Yard\",", "\"Yard\""),
    ("version: 1", "version 1"),
    ("\"Yard\"", "\"Yard"),
    ("\"Yard\"", "'Yard'"),
    ("],\n    profiles", "\n    profiles"),
    ("    name: \"Yard\",\n", ""),
    ("name: \"Yard\"", "name: \"Yard\", name: \"Two\""),
    (",\n)", ","),
    ("    agents", "    ) agents"),
    ("speed: 2.0", "speed: 2.0, max_speed: 1.0"),
    ("speed: 2.0", "color: \"red\""),
    (", tile: (1, 1)", ""),
    ("tile: (1, 1)", "tile: (1, 1), at: (1.5, 1.5)"),
    ("    agents", "    obstacles: [(at: (2.5, 1.5))],\n    agents"),
    ("    agents", "    links: [(from: (tile: (0, 0)), to: (tile: (1, 1)))],\n    agents"),
    ("(terrain: \"grass\", place: \"gate\")", "\"grass\""),
    ("MoveTo(\"gate\")", "Patrol(\"round\")"),
    ("MoveTo(\"gate\")", "Follow(agent: 0, distance: 1.0)"),
    ("MoveTo(\"gate\")", "Follow(agent: \"guards\", distance: 1.0)"),
    ("MoveTo(\"gate\")", "Wander(-1.0)"),
    ("tile: (1, 1)", "tile: (1, 1)), (profile: \"walker\", tile: (1, 1)"),
    ("tile: (1, 1)", "in: \"gate\", count: 9"),
    ("tile: (1, 1)", "in: \"gate\", count: 9999999"),
    ("tile: (1, 1)", "tile: (1, 1), count: 3"),
    ("speed: 2.0", "speed: 2.0, abilities: [\"swim\", \"swim\"]"),
    ("speed: 2.0", "speed: 2.0, max_speed: 1.0, mass: \"heavy\""),
    ("    agents", "    links: [(from: (tile: (1, 1)), to: (tile: (4, 1)), needs: \"fly\")],\n    agents"),
    ("    agents", "    switches: [(tile: (0, 0), turns: \"bridge\")],\n    agents"),
    ("    agents", "    switches: [(tile: (1, 1), turns: \"bridge\")],\n    agents"),
    (
        "    agents",
        "    obstacles: [(name: \"box\", at: (2.5, 1.5), radius: 0.3)], switches: [(tile: (1, 1), turns: \"box\")],\n    agents",
    ),
    ("    agents", "    layers: [\"doors\", \"doors\"],\n    agents"),
    ("    agents", "    rules: [(when: Gone(who: \"guards\"), then: [Win(text: \"Won\")])],\n    agents"),
    ("    agents", "    paths: {\"round\": (points: [\"gate\"])},\n    agents"),
    ("    agents", "    zones: {\"fire\": (kind: \"danger\", at: (3.0, 1.0))},\n    agents"),
    ("    agents", "    search: (weight: -1.0),\n    agents"),
    ("    agents", "    generate: (kind: \"maze\", width: 9, height: 9),\n    agents"),
    ("(radius: 0.4, speed: 2.0)", "{\"radius\": 0.4}"),
    ("{\"cart\": (radius: 0.4, speed: 2.0)}", "[\"cart\"]"),
    ("version: 1", "version: ,"),
    ("'w': \"wall\"", "'w': \"wall\", 'w': \"grass\""),
    ("    agents", "    places: {\"well\": (tile: (3, 1))},\n    agents"),
    ("tile: (1, 1)", "tile: (1, 1), heading: true"),
];

/// The same for what is no mistake, but hardly meant.
const HARDLY_MEANT: [(&str, &str); 16] = [
    ("", ""),
    ("tile: (1, 1)", "tile: (1, 1), heading: 3.14"),
    ("agents: [", "agents: [(name: \"guard\", tile: (3, 1)), (name: \"guard\", tile: (4, 1)), "),
    ("w....Gw", "w..w.Gw"),
    ("radius: 0.4", "radius: 0.4, abilities: [\"swim\"]"),
    ("    agents", "    layers: [\"doors\"],\n    agents"),
    ("    agents", "    areas: {\"mud\": (cost: 3.0)},\n    agents"),
    ("    agents", "    paths: {\"round\": (points: [\"gate\", (tile: (1, 1))])},\n    agents"),
    (", order: MoveTo(\"gate\")", ""),
    ("MoveTo(\"gate\")", "[Wander(2.0), MoveTo(\"gate\")]"),
    (
        "    agents",
        "    links: [(from: (tile: (1, 1)), to: (tile: (4, 1)), kind: \"teleport\", capacity: 3)],\n    agents",
    ),
    ("    agents", "    rules: [(when: Every(time: 2.0), then: [Win(text: \"Won\")])],\n    agents"),
    (
        "    agents",
        "    rules: [(when: Entered(who: \"porter\", place: \"gate\", count: 9), then: [Win(text: \"Won\")])],\n    agents",
    ),
    ("    agents", "    rules: [(when: Gone(who: \"porter\"), then: [Win(text: \"Won\")])],\n    agents"),
    ("    agents", "    obstacles: [(name: \"box\", at: (2.5, 1.5), size: (0.9, 0.9))],\n    agents"),
    ("rows: [\"wwwwwww\", \"w....Gw\", \"wwwwwww\"]", "rows: [\"wwwwwwwww\", \"w....Gw.w\", \"wwwwwwwww\"]"),
];

/// Whether a text still has English words, besides what is quoted from a file.
fn has_english(text: &str) -> bool {
    let told: String = text.replace("yard.ron", "").split('`').step_by(2).collect();
    let told: String = told.split('"').step_by(2).collect();
    told.split(|letter: char| !letter.is_ascii_alphabetic()).any(|word| word.len() > 2)
}

#[test]
fn common_mistakes_of_authors_are_told_in_the_language() {
    let sentences = Sentences::parse(LANGUAGES[0].table).expect("it is a table");
    language::choose(Some(Rc::new(sentences)));
    let mut left: Vec<String> = Vec::new();
    let mut told = |texts: [Option<String>; 2]| {
        for text in texts.into_iter().flatten() {
            let told = language::translated(&text).into_owned();
            if has_english(&told) {
                left.push(format!("{text} is {told}"));
            }
        }
    };
    for (right, wrong) in MISTAKES {
        let error = Level::parse("yard.ron", &YARD.replacen(right, wrong, 1)).expect_err(wrong);
        Message::of_level(&error).into_iter().for_each(|message| told([Some(message.heading), message.help]));
    }
    for (right, hardly) in HARDLY_MEANT {
        let text = YARD.replacen(right, hardly, 1);
        let (level, locations) =
            Level::parse_with_locations("yard.ron", &text).unwrap_or_else(|error| panic!("{error}"));
        let found = warnings("yard.ron", &text, &level, &locations);
        assert!(!found.warnings.is_empty(), "nothing is warned of in {text}");
        found.warnings.into_iter().for_each(|(_, problem)| told([Some(problem.message), problem.help]));
    }
    language::choose(None);
    missing(|_| true);
    assert!(left.is_empty(), "these are still in English:\n{}", left.join("\n"));
}

#[test]
fn pseudo_code_is_in_the_language() {
    let sentences = Sentences::parse(LANGUAGES[0].table).expect("it is a table");
    language::choose(Some(Rc::new(sentences)));
    for algorithm in Algorithm::ALL {
        for textbook in [Textbook::Off, Textbook::Oldest] {
            let method = Method { algorithm, textbook, ..Method::default() };
            algorithms::lines(&method).into_iter().for_each(|line| _ = language::translated(line));
        }
    }
    language::choose(None);
    assert_eq!(missing(|_| false), Vec::<String>::new(), "these have no translation");
}
