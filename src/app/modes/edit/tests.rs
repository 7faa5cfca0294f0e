//! Tests of what the edit mode makes of the levels that the program brings along: no window is needed.

use footpath::format::table::{CONDITIONS, EFFECTS};
use footpath::grid::Cell;
use footpath::level::built_in::LEVELS;
use footpath::level::edit::{Brush, Document, Edit};
use footpath::level::{ORDERS, Order, Target};
use glam::{Vec2, vec2};

use super::copies::{self, Copied};
use super::fresh;
use super::live_warnings::{LiveWarnings, found};
use super::rows::{self, RowEntry};
use super::shift;
use super::thing::{HandlePart, Thing, ThingKind, things};
use crate::app::modes::edit::actions::New;
use crate::app::modes::library::{LevelSource, open_built_in};
use crate::app::modes::play::Game;
use crate::app::modes::play::game::long_work::LongWork;

fn documents() -> impl Iterator<Item = Document> {
    (0..LEVELS.len()).map(|index| open_built_in(index).expect("a shipped level is right"))
}

const YARD: &str = "// A yard.
(version: 1, name: \"Yard\", legend: {'.': \"grass\", '#': \"wall\"},
    rows: [
        \"..........\",
        \"..........\",
        \"..........\",
        \"..........\",
    ],
    agents: [
        (name: \"ada\", tile: (1, 1), order: MoveTo((tile: (8, 1)))), // first
        (profile: \"runner\", tile: (1, 3)),
    ],
)
";

fn yard() -> Document {
    Document::open("yard.ron", YARD.to_owned()).expect("it is a level")
}

fn game(document: Document) -> Game {
    Game::new(document, LevelSource::Text("yard".to_owned()), vec2(800.0, 600.0))
}

fn thing(document: &Document, kind: ThingKind, place: usize) -> Thing {
    things(document).into_iter().filter(|thing| thing.kind == kind).nth(place).expect("it is there")
}

/// The level as a thing, whose rows say where they stand from it on.
fn whole_level() -> Thing {
    Thing {
        kind: ThingKind::Area,
        path: Default::default(),
        name: String::new(),
        about: String::new(),
        handles: Vec::new(),
        members: Vec::new(),
    }
}

#[test]
fn every_thing_on_the_map_stands_in_the_text() {
    for document in documents() {
        for thing in things(&document).iter().filter(|thing| thing.kind.is_on_map()) {
            assert!(document.span(&thing.path).is_some(), "{}: {}", document.file, thing.path);
            let place = document.level().map.lattice;
            let is_riding = thing.kind == ThingKind::Zone && document.span(&thing.path.clone().then("on")).is_some();
            assert!(is_riding || thing.at().is_some_and(|at| place.tile_inside(at).is_some()), "{}", thing.path);
        }
    }
}

#[test]
fn a_handle_that_is_dragged_comes_to_where_it_is_dragged() {
    let mut document = yard();
    for (part, snaps, to) in [
        (HandlePart::Whole, true, vec2(4.5, 2.5)),
        (HandlePart::Whole, false, vec2(4.25, 2.6)),
        (HandlePart::Goal, true, vec2(9.5, 3.5)),
        (HandlePart::Goal, false, vec2(7.1, 0.9)),
    ] {
        let ada = thing(&document, ThingKind::Agent, 0);
        let edit = shift::moved(&document, &ada, part, to, snaps).expect("it can be moved");
        document.apply(&edit).expect("there is room");
        let at = thing(&document, ThingKind::Agent, 0).handle(part).expect("it is still there");
        assert!(at.distance(to) < 1e-4, "{part:?}: {at} for {to}");
    }
    assert!(document.text().contains(", // first\n"), "{}", document.text());
    assert!(document.text().starts_with("// A yard.\n"));
}

#[test]
fn every_handle_of_every_level_can_be_dragged_and_the_rest_of_the_text_stays() {
    let mut moved = 0;
    for mut document in documents().filter(|document| document.level().agents.len() < 40) {
        let before = document.text().to_owned();
        let all = things(&document);
        for thing in all.iter().filter(|thing| thing.kind.is_on_map()).take(24) {
            for handle in thing.handles.clone() {
                let Some(edit) =
                    shift::moved(&document, thing, handle.part, handle.at, handle.part == HandlePart::Goal)
                else {
                    continue;
                };
                // Where it is already, in other words: the level may refuse that, but must not lose anything.
                let span = document.span(&thing.path).expect("it stands in the text");
                if document.apply(&edit).is_ok() {
                    moved += 1;
                    let text = document.text();
                    assert!(text.starts_with(&before[..span.start]), "{}", thing.path);
                    assert!(text.ends_with(&before[span.end..]), "{}", thing.path);
                }
                document = Document::open(&document.file, before.clone()).expect("it was read before");
            }
        }
    }
    assert!(moved > 200, "{moved}");
}

#[test]
fn a_property_that_is_typed_as_it_is_changes_nothing() {
    let mut typed = 0;
    for mut document in documents().filter(|document| document.level().agents.len() < 40) {
        let before = (document.text().to_owned(), document.level().clone());
        let mut written = things(&document);
        written.retain(|thing| document.span(&thing.path).is_some());
        for thing in written.iter().take(24) {
            for row in rows::rows(&document, &[thing]) {
                let Some(value) = row.value.clone().filter(|_| row.entry != RowEntry::Lines) else { continue };
                let edit = row.change(&document, &[thing], &value).unwrap_or_else(|problem| {
                    panic!("{}: {} {}: {value}: {problem}", document.file, thing.path, row.name)
                });
                document.apply(&edit).unwrap_or_else(|error| panic!("{} {}: {error}", thing.path, row.name));
                assert_eq!(document.level(), &before.1, "{}: {} {}: {value}", document.file, thing.path, row.name);
                typed += 1;
                document = Document::open(&document.file, before.0.clone()).expect("it was read before");
            }
        }
    }
    assert!(typed > 500, "{typed}");
}

#[test]
fn a_property_is_given_cleared_and_refused() {
    let mut document = yard();
    let runner = thing(&document, ThingKind::Agent, 1);
    let row = |document: &Document, name: &str| {
        let thing = thing(document, ThingKind::Agent, 1);
        rows::rows(document, &[&thing]).into_iter().find(|row| row.name == name).expect("agents have it")
    };
    assert_eq!(row(&document, "profile").stepped(true).map(|next| next == "runner"), Some(false));
    let given = row(&document, "heading").change(&document, &[&runner], "45").expect("it is an angle");
    document.apply(&given).expect("it is an angle");
    assert_eq!(document.level().agents[1].heading, 45.0);
    let cleared = row(&document, "heading").change(&document, &[&runner], " ").expect("it can be left out");
    document.apply(&cleared).expect("it can be left out");
    assert_eq!((document.text(), document.level().agents[1].heading), (YARD, 90.0));
    assert_eq!(
        row(&document, "search: expansion limit").change(&document, &[&runner], "0"),
        Err("1 to 4294967295".into())
    );
    assert!(row(&document, "search: smooth").stepped(true).is_some_and(|next| next == "true"));
}

#[test]
fn several_things_take_a_property_at_once() {
    let mut document = yard();
    let (ada, runner) = (thing(&document, ThingKind::Agent, 0), thing(&document, ThingKind::Agent, 1));
    let both = [&ada, &runner];
    let profile = rows::rows(&document, &both).into_iter().find(|row| row.name == "profile").expect("agents have it");
    assert!(profile.differs);
    let edit = profile.change(&document, &both, "ox").expect("it is a name");
    document.apply(&edit).expect("there is room for them");
    let ox = document.level().agents[0].profile;
    assert_eq!((document.level().agents[1].profile, document.level().profiles[ox].name.as_str()), (ox, "ox"));
}

#[test]
fn everything_that_can_be_added_is_there_then() {
    let mut document = yard();
    let news = [
        New::One(ThingKind::Agent),
        New::Row,
        New::Ring,
        New::Block,
        New::One(ThingKind::Obstacle),
        New::One(ThingKind::Zone),
        New::One(ThingKind::Path),
        New::One(ThingKind::Link),
        New::One(ThingKind::Place),
        New::One(ThingKind::Terrain),
        New::One(ThingKind::Area),
        New::One(ThingKind::Profile),
    ];
    for (index, new) in news.into_iter().enumerate() {
        let (from, to) = match new {
            New::One(ThingKind::Obstacle) => (vec2(9.5, 3.5), vec2(9.5, 3.5)),
            New::Ring => (vec2(5.5, 1.5), vec2(6.5, 1.5)),
            _ => (vec2(5.5, 0.5), vec2(7.5, 2.5)),
        };
        let mut fresh = yard();
        let (path, edit) = copies::new(&fresh, new, (from, to), ("walker", true)).expect("it can be added");
        fresh.apply(&edit).unwrap_or_else(|error| panic!("{new:?}: {error}"));
        assert!(things(&fresh).iter().any(|thing| thing.path == path), "{new:?}");
        assert!(fresh.text().contains(", // first\n"));
        if !(1..=3).contains(&index) {
            document.apply(&edit).unwrap_or_else(|error| panic!("{new:?} beside the others: {error}"));
        }
    }
    // A switch needs something to turn.
    let at = (vec2(2.5, 3.5), vec2(2.5, 3.5));
    let (_, switch) =
        copies::new(&document, New::One(ThingKind::Switch), at, ("walker", true)).expect("there is a link");
    document.apply(&switch).unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn copies_stand_beside_what_they_are_copies_of_and_have_names_of_their_own() {
    let mut game = game(yard());
    let copied =
        Copied::of(game.level.history().document(), &[&thing(game.level.history().document(), ThingKind::Agent, 0)]);
    let (paths, refused) = copied.expect("it has a text").paste(&mut game, Vec2::ONE, true);
    let document = game.level.history().document();
    let copy = things(document).into_iter().find(|thing| paths == [thing.path.clone()]).expect("it is there");
    assert_eq!((copy.name.as_str(), copy.at()), ("ada 2", Some(vec2(2.5, 2.5))));
    assert_eq!(document.level().agents[2].orders, document.level().agents[0].orders);
    assert_eq!((refused, game.level.history().entries().len()), (Vec::new(), 1));
}

/// What is pasted first stands in a wall, what comes next has room: the latter alone is one step, beside those before it.
#[test]
fn a_paste_that_is_refused_in_part_is_one_step_and_tells_what_and_why() {
    let text = YARD.replace("\"..........\",\n    ],", "\"..#.......\",\n    ],");
    let text = text.replace(
        "    agents: [",
        "    zones: {\"z\": (kind: \"danger\", tile: (5, 1), radius: 1.0, strength: 5.0)},\n    agents: [",
    );
    let mut game = game(Document::open("yard.ron", text).expect("it is a level"));
    let wall = Edit::Paint { brush: Brush::Terrain("wall".to_owned()), cells: vec![Cell::new(9, 0)] };
    game.edit("Draw", &wall).expect("there is room");
    let before = game.level.history().document().text().to_owned();
    let (ada, zone) = (
        thing(game.level.history().document(), ThingKind::Agent, 0),
        thing(game.level.history().document(), ThingKind::Zone, 0),
    );
    let copied = Copied::of(game.level.history().document(), &[&ada, &zone]).expect("they have a text");
    let (added, refused) = copied.paste(&mut game, vec2(1.0, 2.0), true);
    assert_eq!((added.len(), refused.len()), (1, 1));
    assert!(refused[0].starts_with("ada: ") && refused[0].contains("wall"), "{refused:?}");
    assert_eq!(game.level.history().entries().iter().map(|entry| &entry.name).collect::<Vec<_>>(), ["Draw", "Paste"]);
    let (added, refused) = copied.paste(&mut game, vec2(0.0, 9.0), true);
    assert_eq!(
        (added, refused.len(), game.level.history().entries().len()),
        (Vec::new(), 2, 2),
        "all of it lies off the map"
    );
    game.jump(1);
    assert_eq!(game.level.history().document().text(), before, "the stroke before is not taken back with it");
}

#[test]
fn a_group_that_was_cut_is_pasted_whole() {
    let block = "(count: 4, in: [(1, 2), (4, 3)]), (tile: (9, 3)),";
    let text = YARD.replace("(profile: \"runner\", tile: (1, 3)),", block);
    let mut game = game(Document::open("yard.ron", text).expect("it is a level"));
    let group = thing(game.level.history().document(), ThingKind::Agent, 1);
    let copied = Copied::of(game.level.history().document(), &[&group]).expect("it has a text");
    game.edit("Cut", &Edit::Remove { path: group.path.clone() }).expect("it can be removed");
    assert_eq!(game.level.history().document().level().agents.len(), 2);
    let (_, refused) = copied.paste(&mut game, 7.0 * Vec2::X, true);
    assert_eq!(refused, ["agent: it would lie off the map"], "its right side would");
    copied.paste(&mut game, Vec2::X, true);
    assert_eq!(game.level.history().document().level().agents.len(), 6);
}

#[test]
fn an_agent_that_is_sent_does_first_that_and_then_what_it_did() {
    let text = YARD.replace("MoveTo((tile: (8, 1)))", "Wait(3.0)");
    let mut document = Document::open("yard.ron", text).expect("it is a level");
    let ada = thing(&document, ThingKind::Agent, 0);
    assert!(shift::has_other_order(&document, &ada));
    let edit = shift::sent(&document, &ada, vec2(5.5, 1.5), true).expect("it is an agent");
    document.apply(&edit).expect("there is room");
    let goal = Order::MoveTo(Target::Tile(Cell::new(5, 1)));
    assert_eq!(document.level().agents[0].orders, [goal, Order::Wait(3.0)]);
}

#[test]
fn an_agent_that_faces_a_place_is_turned_from_there() {
    let text = YARD.replace("(profile: \"runner\", tile: (1, 3)),", "(tile: (1, 3), heading: \"tree\"),");
    let text = text.replace("    agents: [", "    places: {\"tree\": (9, 3)},\n    agents: [");
    let mut document = Document::open("yard.ron", text).expect("it is a level");
    let edit = shift::turned_by(&document, &thing(&document, ThingKind::Agent, 1), 45.0).expect("it has a direction");
    document.apply(&edit).expect("it can be turned");
    assert!((document.level().agents[1].heading - 45.0).abs() < 1e-3, "{}", document.level().agents[1].heading);
}

#[test]
fn a_new_level_is_a_level_in_the_shape_that_fmt_gives() {
    let text = super::empty_level();
    assert_eq!(footpath::level::edit::formatted("new-level.ron", &text).expect("it is a level"), text);
}

/// A level in which everything has a name that an order, a condition or an effect may be about.
const NAMED: &str = r#"(version: 1, name: "Named", legend: {'.': "grass", 'G': (terrain: "road", place: "gate")},
    rows: ["......", "...G..", "......"],
    links: [(name: "rope", from: (tile: (0, 0)), to: (tile: (5, 0)))],
    paths: {"round": (points: ["gate", (tile: (0, 2))])},
    agents: [
        (name: "ada", tile: (0, 1), team: "guards"),
        (name: "ben", tile: (1, 1), order: Follow("ada")),
    ],
    rules: [(when: After(time: 3.0), then: [Say(text: "three", place: "gate"), Win(text: "Done.")])],
)
"#;

fn named() -> Document {
    Document::open("named.ron", NAMED.to_owned()).expect("it is a level")
}

/// The row of a thing that stands at a place from the thing on, and has one of several forms, or not.
fn row_at(document: &Document, thing: &Thing, place: &str, is_form: bool) -> rows::PropertyRow {
    let is_it = |row: &rows::PropertyRow| {
        row.place.to_string() == place && matches!(row.entry, RowEntry::Variant(_)) == is_form
    };
    rows::rows(document, &[thing]).into_iter().find(is_it).unwrap_or_else(|| panic!("{place}"))
}

#[test]
fn every_form_of_conditions_effects_and_orders_can_be_stepped_to() {
    for (kind, place, count) in [
        (ThingKind::Rule, "when", CONDITIONS.len()),
        (ThingKind::Rule, "then[0]", EFFECTS.len()),
        (ThingKind::Agent, "order", ORDERS.len()),
    ] {
        let mut document = named();
        let thing = thing(&document, kind, usize::from(kind == ThingKind::Agent));
        let (mut seen, first) = (0, row_at(&document, &thing, place, true).value);
        loop {
            let row = row_at(&document, &thing, place, true);
            let next = row.stepped(true).expect("it has forms");
            let edit = row.change(&document, &[&thing], &next).expect("it is a form");
            document.apply(&edit).unwrap_or_else(|error| panic!("{next}: {error}"));
            seen += 1;
            // Typed as they are, the rows of what it is made of change nothing.
            let level = document.level().clone();
            for row in rows::rows(&document, &[&thing]) {
                let Some(value) = row.value.clone().filter(|_| row.entry != RowEntry::Lines) else { continue };
                let edit = row
                    .change(&document, &[&thing], &value)
                    .unwrap_or_else(|problem| panic!("{next} {}: {problem}", row.name));
                document.apply(&edit).unwrap_or_else(|error| panic!("{next} {}: {error}", row.name));
                assert_eq!(document.level(), &level, "{next}: {}", row.name);
            }
            if Some(&next) == first.as_ref() {
                break;
            }
        }
        assert_eq!(seen, count, "{place}");
    }
}

#[test]
fn what_two_forms_have_in_common_stays() {
    let mut document = named();
    let rule = thing(&document, ThingKind::Rule, 0);
    for form in ["Enters", "Inside"] {
        let edit = row_at(&document, &rule, "when", true).change(&document, &[&rule], form).expect("it is a form");
        document.apply(&edit).expect("it can be so");
        let who = row_at(&document, &rule, "when.who", false);
        assert_eq!((who.names.as_slice(), who.depth), (["agent", "team"].as_slice(), 1));
        document.apply(&who.change(&document, &[&rule], "guards").expect("it is a name")).expect("it is a team");
    }
    let count = row_at(&document, &rule, "when.count", false).change(&document, &[&rule], "2").expect("a number");
    document.apply(&count).expect("it can be so many");
    assert!(
        document.text().contains("when: Inside(who: \"guards\", place: \"gate\", count: 2)"),
        "{}",
        document.text()
    );
}

#[test]
fn items_of_a_list_are_added_moved_and_removed() {
    let mut document = named();
    let rule = thing(&document, ThingKind::Rule, 0);
    let add = |document: &Document, thing: &Thing| {
        let rows = rows::rows(document, &[thing]);
        let row = rows.into_iter().find(|row| matches!(row.entry, RowEntry::Add(_))).expect("one can be added");
        row.change(document, &[thing], "").expect("it can be added")
    };
    document.apply(&add(&document, &rule)).expect("there is room for it");
    let effects =
        |document: &Document| document.level().rules[0].then.iter().map(|effect| effect.name()).collect::<Vec<_>>();
    assert_eq!(effects(&document), ["Say", "Win", "Tell"]);
    let items = rows::rows(&document, &[&rule]).into_iter().filter_map(|row| match row.entry {
        RowEntry::Item { index, count } if row.depth == 0 => Some((row.place.to_string(), index, count)),
        _ => None,
    });
    let expected = (0..3).map(|index| (format!("then[{index}]"), index, 3));
    assert_eq!(items.collect::<Vec<_>>(), expected.collect::<Vec<_>>());
    // An order alone becomes a list; none becomes one.
    let ben = thing(&document, ThingKind::Agent, 1);
    document.apply(&add(&document, &ben)).expect("there is room for it");
    let orders = document.level().agents[1].orders.iter().map(Order::name).collect::<Vec<_>>();
    assert_eq!(orders, ["Follow", "MoveTo"]);
    let ada = thing(&document, ThingKind::Agent, 0);
    document.apply(&add(&document, &ada)).expect("there is room for it");
    assert_eq!(document.level().agents[0].orders, [Order::MoveTo(Target::Place("gate".to_owned()))]);
}

#[test]
fn an_order_in_short_is_written_in_full_where_it_gets_more() {
    let mut document = named();
    let ben = thing(&document, ThingKind::Agent, 1);
    let rows = rows::rows(&document, &[&ben]);
    let distance = rows.into_iter().find(|row| row.name == "distance").expect("followers have one");
    let edit = distance.change(&document, &[&ben], "2.5").expect("it is a number");
    document.apply(&edit).expect("it can be so far");
    assert!(document.text().contains("order: Follow(agent: \"ada\", distance: 2.5)"), "{}", document.text());
}

#[test]
fn rules_and_waves_are_things_of_the_list() {
    let mut document = named();
    for (kind, title) in [(ThingKind::Wave, "wave · 1 x walker at 0 s"), (ThingKind::Rule, "rule · Enters gate: Tell")]
    {
        let (path, edit) =
            copies::new(&document, New::One(kind), (Vec2::ONE, Vec2::ONE), ("walker", true)).expect("it can be added");
        document.apply(&edit).unwrap_or_else(|error| panic!("{kind:?}: {error}"));
        let added = things(&document).into_iter().find(|thing| thing.path == path).expect("it is there");
        assert_eq!(added.title(), title);
    }
    assert_eq!(document.level().rules.len(), 2);
}

#[test]
fn a_bridge_is_bent_by_its_corners_and_moved_with_them() {
    let text = NAMED.replace("(name: \"rope\", ", "(name: \"rope\", through: [(2.5, 2.5)], ");
    let mut document = Document::open("bridge.ron", text).expect("it is a level");
    let corners = |document: &Document| document.level().map.links[0].through.clone();
    let bridge = thing(&document, ThingKind::Link, 0);
    let edit =
        shift::moved(&document, &bridge, HandlePart::Corner(0), vec2(3.25, 2.0), false).expect("it has a corner");
    document.apply(&edit).expect("it is on the map");
    assert_eq!(corners(&document), [vec2(3.25, 2.0)]);
    let bridge = thing(&document, ThingKind::Link, 0);
    let edit = shift::moved_by(&document, &bridge, vec2(0.0, 1.0), true).expect("it can be moved");
    document.apply(&edit).expect("there is ground");
    let link = &document.level().map.links[0];
    assert_eq!((link.from, link.to, &link.through[..]), (vec2(0.5, 1.5), vec2(5.5, 1.5), &[vec2(3.5, 2.5)][..]));
    let bridge = thing(&document, ThingKind::Link, 0);
    let edit = copies::extended(&document, &bridge, vec2(4.5, 0.5), true);
    document.apply(&edit).expect("it is on the map");
    assert_eq!(corners(&document), [vec2(3.5, 2.5), vec2(4.5, 0.5)]);
    for left in [1, 0] {
        let edit = copies::shortened(&document, &bridge).expect("it has a corner");
        document.apply(&edit).expect("it can have fewer");
        assert_eq!(corners(&document).len(), left);
    }
    assert!(copies::shortened(&document, &bridge).is_none(), "it is straight");
    document.apply(&copies::extended(&document, &bridge, vec2(2.5, 0.5), true)).expect("it is on the map");
    assert_eq!(corners(&document), [vec2(2.5, 0.5)]);
}

#[test]
fn a_list_of_names_is_chosen_name_by_name() {
    let text = NAMED.replace("paths:", "wear: (terrains: [\"grass\"]), paths:");
    let mut document = Document::open("worn.ron", text).expect("it is a level");
    let level = whole_level();
    let at = |document: &Document, place: &str, adds: bool| {
        let is_it =
            |row: &rows::PropertyRow| row.place.to_string() == place && matches!(row.entry, RowEntry::Add(_)) == adds;
        rows::of_level(document).into_iter().find(is_it).unwrap_or_else(|| panic!("{place}"))
    };
    let worn = |document: &Document| {
        let level = document.level();
        let names = level.wear.iter().flat_map(|wear| &wear.terrains);
        names.map(|id| level.map.terrains[id.0 as usize].name.clone()).collect::<Vec<String>>()
    };
    let first = at(&document, "wear.terrains[0]", false);
    assert!(first.names_to_choose().contains(&"road".to_owned()), "{:?}", first.entry);
    document.apply(&first.change(&document, &[&level], "road").expect("it is a name")).expect("it is a terrain");
    assert_eq!(worn(&document), ["road"]);
    let more = at(&document, "wear.terrains[1]", true);
    document.apply(&more.change(&document, &[&level], "").expect("it is added")).expect("it is another terrain");
    assert_eq!(worn(&document).len(), 2);
}

/// A row of a thing by its place, and whether it is the one that adds another item there.
fn list_row(document: &Document, thing: &Thing, place: &str, adds: bool) -> rows::PropertyRow {
    let is_it = |row: &rows::PropertyRow| {
        let is_item = matches!(row.entry, RowEntry::Item { .. });
        row.place.to_string() == place && !is_item && matches!(row.entry, RowEntry::Add(_)) == adds
    };
    rows::rows(document, &[thing]).into_iter().find(is_it).unwrap_or_else(|| panic!("{place}"))
}

#[test]
fn the_lists_of_a_profile_are_chosen_name_by_name() {
    let text = NAMED
        .replace("paths:", "layers: [\"crates\"], profiles: {\"cart\": (mass: 9.0, abilities: [\"climb\"])}, paths:");
    let mut document = Document::open("carts.ron", text).expect("it is a level");
    let profiles = || things(&document).into_iter().filter(|thing| thing.kind == ThingKind::Profile);
    let cart = profiles().find(|thing| thing.name == "cart").expect("it is there");
    for (place, count) in [("forbidden_areas", 0), ("forbidden_areas[1]", 1), ("abilities[1]", 1), ("rays.layers", 0)] {
        let add = list_row(&document, &cart, place, true);
        document
            .apply(&add.change(&document, &[&cart], "").expect("it is added"))
            .unwrap_or_else(|error| panic!("{place} {count}: {error}"));
    }
    let first = list_row(&document, &cart, "forbidden_areas[0]", false);
    assert!(first.names_to_choose().contains(&"mud".to_owned()), "{:?}", first.entry);
    document.apply(&first.change(&document, &[&cart], "mud").expect("it is a name")).expect("it is an area");
    let ability = list_row(&document, &cart, "abilities[1]", false);
    document.apply(&ability.change(&document, &[&cart], "swim").expect("it is a name")).expect("it is an ability");
    let profile = document.level().profiles.iter().find(|profile| profile.name == "cart").expect("it is there");
    assert_eq!(profile.abilities, ["climb", "swim"]);
    assert!(document.text().contains("forbidden_areas: [\"mud\", "), "{}", document.text());
    assert!(document.text().contains("rays: (layers: [\"default\"])"), "{}", document.text());
}

#[test]
fn layers_are_named_in_the_list_and_renamed_everywhere() {
    let text = NAMED
        .replace("paths:", "layers: [\"crates\"], obstacles: [(tile: (3, 0), radius: 0.2, layer: \"crates\")], paths:");
    let mut document = Document::open("crates.ron", text).expect("it is a level");
    let level = whole_level();
    let row = |document: &Document, place: &str| {
        let is_it =
            |row: &rows::PropertyRow| row.place.to_string() == place && !matches!(row.entry, RowEntry::Item { .. });
        rows::of_level(document).into_iter().find(is_it).unwrap_or_else(|| panic!("{place}"))
    };
    let renamed = row(&document, "layers[0]").change(&document, &[&level], "boxes").expect("it is a name");
    document.apply(&renamed).expect("what lies on it follows");
    assert!(document.text().contains("layer: \"boxes\""), "{}", document.text());
    let more = row(&document, "layers[1]").change(&document, &[&level], "").expect("it is added");
    document.apply(&more).expect("it has a name of its own");
    assert_eq!(document.level().map.layers, ["default", "boxes", "layer 1"]);
    let shown = row(&document, "show").change(&document, &[&level], "").expect("it is added");
    document.apply(&shown).expect("it is a part of the debug layer");
    assert!(document.text().contains("show: [\"grid\"]"), "{}", document.text());
}

#[test]
fn corners_and_points_are_rows_with_places_and_spots() {
    let text = NAMED.replace("paths:", "obstacles: [(tile: (3, 0), radius: 0.2, motion: (to: [(4.5, 0.5)]))], paths:");
    let mut document = Document::open("spots.ron", text).expect("it is a level");
    let rope = thing(&document, ThingKind::Link, 0);
    let add = list_row(&document, &rope, "through", true);
    document.apply(&add.change(&document, &[&rope], "").expect("it is added")).expect("it is on the map");
    let corner = list_row(&document, &rope, "through[0]", false);
    assert_eq!((corner.spot, corner.names.as_slice()), (Some(fresh::SpotNotation::Point), ["place"].as_slice()));
    assert_eq!(corner.value.as_deref(), Some("(3.5, 1.5)"), "the middle of the map");
    document
        .apply(&corner.change(&document, &[&rope], "gate").expect("it is a name"))
        .expect("it is a place of one tile");
    assert_eq!(document.level().map.links[0].through, [vec2(3.5, 1.5)]);
    // The last corner goes with the list, of which there must be one.
    let items = rows::rows(&document, &[&rope]).into_iter();
    let place = items.filter(|row| matches!(row.entry, RowEntry::Item { .. })).map(|row| row.place.to_string());
    assert_eq!(place.collect::<Vec<_>>(), ["through"]);
    let round = thing(&document, ThingKind::Path, 0);
    let point = list_row(&document, &round, "points[1]", false);
    assert_eq!(point.spot, Some(fresh::SpotNotation::Struct));
    document
        .apply(&point.change(&document, &[&round], "(tile: (5, 2))").expect("it is a spot"))
        .expect("it is on the map");
    let more = list_row(&document, &round, "points[2]", true);
    document.apply(&more.change(&document, &[&round], "").expect("it is added")).expect("it is on the map");
    assert_eq!(document.level().paths[0].points.len(), 3);
    let door = thing(&document, ThingKind::Obstacle, 0);
    let stop = list_row(&document, &door, "motion.to[0]", false);
    document.apply(&stop.change(&document, &[&door], "(5.5, 0.5)").expect("it is a point")).expect("it is on the map");
    assert!(document.text().contains("to: [(5.5, 0.5)]"), "{}", document.text());
}

#[test]
fn the_costs_of_areas_are_rows() {
    let mut document =
        Document::open("carts.ron", NAMED.replace("paths:", "profiles: {\"cart\": (mass: 9.0)}, paths:"))
            .expect("it is a level");
    let carts = |document: &Document| {
        let is_it = |thing: &Thing| thing.kind == ThingKind::Profile && thing.name == "cart";
        things(document).into_iter().find(is_it).expect("it is there")
    };
    let cart = carts(&document);
    let costs = |document: &Document| {
        let profile = document.level().profiles.iter().find(|profile| profile.name == "cart").expect("it is there");
        profile.areas.costs.iter().map(|&(area, cost)| (area.0, cost)).collect::<Vec<(u8, f32)>>()
    };
    for area in ["mud", "swamp"] {
        let more = list_row(&document, &cart, "area_costs", false);
        assert!(more.names_to_choose().contains(&area.to_owned()), "{:?}", more.entry);
        document.apply(&more.change(&document, &[&cart], area).expect("it is a name")).expect("it is an area");
    }
    assert_eq!(costs(&document).len(), 2, "{}", document.text());
    let mud = list_row(&document, &cart, "area_costs[\"mud\"]", false);
    assert_eq!((mud.name.as_str(), mud.value.as_deref()), ("cost of mud", Some("1.0")));
    document.apply(&mud.change(&document, &[&cart], "9.5").expect("it is a number")).expect("it is a cost");
    assert!(document.text().contains("area_costs: {\"mud\": 9.5, \"swamp\": 1.0}"), "{}", document.text());
    let remaining = list_row(&document, &cart, "area_costs", false);
    assert!(!remaining.names_to_choose().contains(&"mud".to_owned()), "{:?}", remaining.entry);
    document.apply(&mud.change(&document, &[&cart], "").expect("it is left out")).expect("it can be");
    assert_eq!(costs(&document).len(), 1);
}

#[test]
fn a_place_has_rows_for_its_tiles_its_label_and_what_is_kept() {
    let text = NAMED.replace("paths:", "places: {\"post\": (5, 0), \"bank\": [(4, 0), (4, 1)]}, paths:");
    let mut document = Document::open("posts.ron", text).expect("it is a level");
    let place = |document: &Document, name: &str| {
        let is_it = |thing: &Thing| thing.kind == ThingKind::Place && thing.name == name;
        things(document).into_iter().find(is_it).expect("it is there")
    };
    let named = |document: &Document, thing: &Thing, name: &str| {
        let rows = rows::rows(document, &[thing]).into_iter();
        rows.into_iter().find(|row| row.name == name).unwrap_or_else(|| panic!("{name} of {}", thing.name))
    };
    let change = |document: &mut Document, of: &str, name: &str, typed: &str| {
        let thing = place(document, of);
        let edit = named(document, &thing, name).change(document, &[&thing], typed).expect("it can be");
        document.apply(&edit).unwrap_or_else(|error| panic!("{of}, {name}: {error}"));
    };
    change(&mut document, "post", "tile", "(3, 2)");
    change(&mut document, "post", "label", "hidden");
    change(&mut document, "gate", "label", "(1, 0)");
    assert_eq!(document.level().places["post"], [Cell::new(3, 2)]);
    assert_eq!(document.level().labels["post"], None);
    assert_eq!(document.level().labels["gate"], Some(Cell::new(1, 0)));
    for (name, kept) in [("post", "(a: 1)"), ("bank", "2"), ("gate", "\"x\""), ("post", "3")] {
        change(&mut document, name, "user", kept);
        assert_eq!(document.level().user_of_places[name].as_ron(), kept, "{}", document.text());
    }
    change(&mut document, "bank", "tile 2", "(5, 2)");
    assert_eq!(document.level().places["bank"], [Cell::new(4, 0), Cell::new(5, 2)]);
    let bank = place(&document, "bank");
    let edit = shift::moved(&document, &bank, HandlePart::Whole, vec2(3.5, 0.5), true).expect("it moves");
    document.apply(&edit).expect("it is on the map");
    assert_eq!(document.level().places["bank"], [Cell::new(3, 0), Cell::new(4, 2)]);
    assert_eq!(document.level().user_of_places["bank"].as_ron(), "2", "it is kept");
}

#[test]
fn a_place_is_removed_wherever_it_stands() {
    let text = NAMED.replace("paths:", "places: {\"well\": (user: 1)}, paths:").replace(
        "legend: {",
        "legend: {'w': (terrain: \"grass\", place: \"well\"), 'W': (terrain: \"road\", place: \"well\"), ",
    );
    let text = text.replacen("\"......\"", "\"wW....\"", 1);
    let mut game = game(Document::open("well.ron", text).expect("it is a level"));
    let document = game.level.history().document();
    let is_well = |thing: &Thing| thing.kind == ThingKind::Place && thing.name == "well";
    let well = things(document).into_iter().find(is_well).expect("it is there");
    let edit = copies::removed(document, &[&well]);
    game.edit("Remove", &edit).unwrap_or_else(|error| panic!("{error}"));
    let document = game.level.history().document();
    assert!(
        !document.level().places.contains_key("well") && !document.text().contains("user: 1"),
        "{}",
        document.text()
    );
}

#[test]
fn corners_pairs_and_triggers_are_rows() {
    let text = NAMED.replace(
        "paths:",
        "obstacles: [(tile: (3, 0), size: (1.0, 0.5), motion: (to: [(4.5, 0.5)], when: Near(1.5)))], paths:",
    );
    let mut document = Document::open("rows.ron", text).expect("it is a level");
    let door = thing(&document, ThingKind::Obstacle, 0);
    let named = |document: &Document, thing: &Thing, name: &str| {
        let rows = rows::rows(document, &[thing]);
        let all: Vec<String> = rows.iter().map(|row| row.name.clone()).collect();
        rows.into_iter().find(|row| row.name == name).unwrap_or_else(|| panic!("{name}: {all:?}"))
    };
    let change = |document: &mut Document, thing: &Thing, name: &str, typed: &str| {
        let edit = named(document, thing, name).change(document, &[thing], typed).expect("it can be");
        document.apply(&edit).unwrap_or_else(|error| panic!("{name}: {error}"));
    };
    assert_eq!(named(&document, &door, "size: width").value.as_deref(), Some("0.5"));
    change(&mut document, &door, "size: width", "0.75");
    change(&mut document, &door, "size: length", "2.5");
    assert!(document.text().contains("size: (2.5, 0.75)"), "{}", document.text());
    assert_eq!(named(&document, &door, "motion: when").value.as_deref(), Some("Near"));
    change(&mut document, &door, "near", "2.5");
    assert!(document.text().contains("when: Near(2.5)"), "{}", document.text());
    change(&mut document, &door, "motion: when", "switched-off");
    assert!(document.text().contains("when: \"switched-off\""), "{}", document.text());
    change(&mut document, &door, "motion: when", "Near");
    assert!(document.text().contains("when: Near(1.0)"), "{}", document.text());
    let (path, block) =
        copies::new(&document, New::Block, (vec2(3.5, 0.5), vec2(5.5, 1.5)), ("walker", true)).expect("there is room");
    document.apply(&block).expect("there is room");
    let group = things(&document).into_iter().find(|thing| thing.path == path).expect("it is there");
    change(&mut document, &group, "in 2", "(5, 2)");
    assert!(document.text().contains("in: [(3, 0), (5, 2)]"), "{}", document.text());
    let edit = shift::moved(&document, &group, HandlePart::Corner(0), vec2(4.5, 1.5), true).expect("it moves");
    document.apply(&edit).expect("there is room");
    assert!(document.text().contains("in: [(4, 1), (5, 2)]"), "{}", document.text());
}

#[test]
fn the_patches_of_a_generated_map_are_rows() {
    let text = "(version: 1, name: \"Caves\", generate: (kind: \"open\", size: (20, 20), seed: 3), origin: (1.0, 2.0))";
    let mut document = Document::open("caves.ron", text.to_owned()).expect("it is a level");
    let level = whole_level();
    let change = |document: &mut Document, is_it: &dyn Fn(&rows::PropertyRow) -> bool, typed: &str| {
        let row = rows::of_level(document).into_iter().find(is_it).expect("it is there");
        document
            .apply(&row.change(document, &[&level], typed).expect("it can be"))
            .unwrap_or_else(|error| panic!("{}: {error}", row.name));
    };
    let adds = |row: &rows::PropertyRow| row.name == "patches" && matches!(row.entry, RowEntry::Add(_));
    change(&mut document, &adds, "");
    change(&mut document, &|row| row.name == "patches: terrain", "mud");
    change(&mut document, &|row| row.name == "patches: share", "30");
    assert!(document.text().contains("patches: [(terrain: \"mud\", share: 30)]"), "{}", document.text());
    change(&mut document, &|row| row.name == "generate: size: rows", "25");
    assert!(document.text().contains("size: (20, 25)"), "{}", document.text());
    change(&mut document, &|row| row.name == "origin: x", "-4.5");
    assert!(document.text().contains("origin: (-4.5, 2.0)"), "{}", document.text());
}

/// A place that nothing names, a goal behind water, and the ground there.
const HARDLY_MEANT: &str = "(version: 1, name: \"Pond\", legend: {'.': \"grass\", 'w': \"water\"},
    rows: [\".....\", \"wwwww\", \"....w\"],
    places: {\"post\": (1, 0)},
    agents: [(tile: (0, 0), order: MoveTo((tile: (2, 2))))])";

#[test]
fn warnings_stand_at_what_they_are_about() {
    let document = Document::open("pond.ron", HARDLY_MEANT.to_owned()).expect("it is a level");
    let (warnings, more) = found(&document, &things(&document));
    let told: Vec<(Option<String>, Option<Vec2>)> =
        warnings.iter().map(|warning| (warning.thing.as_ref().map(|path| path.to_string()), warning.at)).collect();
    let expected = [
        (None, Some(vec2(0.5, 2.5))),
        (Some("places[\"post\"]".to_owned()), Some(vec2(1.5, 0.5))),
        (Some("agents[0]".to_owned()), Some(vec2(0.5, 0.5))),
    ];
    assert_eq!((told.as_slice(), more), (expected.as_slice(), 0), "{warnings:?}");
    assert!(warnings.iter().all(|warning| !warning.message.is_empty() && !warning.help.is_empty()), "{warnings:?}");
}

#[test]
fn warnings_follow_the_level_once_it_rests() {
    let mut document = Document::open("pond.ron", HARDLY_MEANT.to_owned()).expect("it is a level");
    let mut warnings = LiveWarnings::default();
    warnings.refresh((&document, (1, 0)), &things(&document), 1.0);
    assert_eq!((warnings.count(), warnings.is_due()), (3, false), "at once, before anything is changed");
    document
        .apply(&Edit::Remove { path: "places[\"post\"]".parse().expect("it is a path") })
        .expect("nothing names it");
    for (now, count) in [(2.0, 3), (2.3, 3), (2.6, 2), (9.0, 2)] {
        warnings.refresh((&document, (1, 1)), &things(&document), now);
        assert_eq!((warnings.count(), warnings.is_due()), (count, count == 3), "{now}");
    }
    // Another level, with a clock of its own.
    let document = yard();
    for now in [0.0, 0.6] {
        warnings.refresh((&document, (2, 0)), &things(&document), now);
    }
    assert_eq!(warnings.all(), found(&document, &things(&document)).0);
    assert!(!warnings.is_due());
}

#[test]
fn a_switch_gives_a_name_to_what_it_turns() {
    let mut document = yard();
    let at = (vec2(2.5, 2.5), vec2(2.5, 2.5));
    let problem =
        copies::new(&document, New::One(ThingKind::Switch), at, ("walker", true)).expect_err("there is nothing");
    assert!(problem.contains("add one first"), "{problem}");
    let bridge = (vec2(3.5, 0.5), vec2(6.5, 0.5));
    let (_, link) =
        copies::new(&document, New::One(ThingKind::Link), bridge, ("walker", true)).expect("it is on the map");
    document.apply(&link).expect("it is on the map");
    let (_, switch) =
        copies::new(&document, New::One(ThingKind::Switch), at, ("walker", true)).expect("there is a link");
    document.apply(&switch).unwrap_or_else(|error| panic!("{error}"));
    let level = document.level();
    assert_eq!((level.switches[0].turns.as_str(), level.map.links[0].name.as_str()), ("link", "link"));
}

#[test]
fn a_large_drawing_is_done_in_steps_whether_of_one_terrain_or_several() {
    let text = "(version: 1, name: \"Plain\", generate: (kind: \"open\", size: (1024, 1024), density: 0, seed: 1))";
    let document = Document::open("plain.ron", text.to_owned()).expect("it is a level");
    let paint = |terrain: &str, rows: std::ops::Range<i32>| {
        let cells = rows.flat_map(|y| (0..1024).map(move |x| Cell::new(x, y))).collect();
        Edit::Paint { brush: Brush::Terrain(terrain.to_owned()), cells }
    };
    let is_long = |edit: &Edit| LongWork::edit(document.level(), "Draw", edit).is_some();
    assert!(is_long(&paint("mud", 0..1024)));
    assert!(is_long(&Edit::Several(vec![paint("mud", 0..400), paint("sand", 400..1024)])));
    assert!(!is_long(&Edit::Several(vec![paint("mud", 0..40), paint("sand", 40..100)])));
    assert!(!is_long(&Edit::Several(vec![paint("mud", 0..1024), Edit::Rotate])), "it is no drawing alone");
}
