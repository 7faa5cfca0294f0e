//! A running simulation takes its level as it has been edited.

use footpath::agent::{Agent, AgentId};
use footpath::grid::Cell;
use footpath::level::edit::{Affected, Brush, Document, Edit, FieldPath, History, Ron};
use footpath::level::{Level, Order, PatrolPath, PatrolPoint, Target, built_in};
use footpath::nav::NavGrid;
use footpath::scenarios::{Dice, torture};
use footpath::sim::{Command, Selection, Simulation};
use glam::vec2;
use proptest::prelude::*;

use crate::support::play::{go, run, tell, tell_all};
use crate::support::random_levels;

/// A yard with two walkers under way, one that stands, a door, a ladder, a zone and ground that wears.
const YARD: &str = r##"(
    version: 1, name: "Yard", legend: {'.': "grass", '#': "wall", '~': "void", 'x': (terrain: "grass", place: "gate")},
    rows: [
        "............",
        "............",
        "....###.....",
        "....#.......",
        "....#...~~~.",
        "...........x",
        "............",
    ],
    wear: (terrains: ["grass"], by_walking: 0.5, recovery: 1.0, worn_cost: 0.5),
    zones: {"mist": (kind: "danger", at: (2.0, 6.0), radius: 1.5, strength: 2.0)},
    obstacles: [
        (name: "door", at: (2.0, 3.5), size: (0.4, 1.0), motion: (to: [(2.0, 4.5)], when: "switched-off")),
        (name: "stone", at: (10.5, 0.5), radius: 0.3),
    ],
    links: [(name: "rope", from: (tile: (7, 4)), to: (tile: (11, 4)), kind: "ladder")],
    paths: {"round": (points: [(tile: (0, 0)), (tile: (11, 1)), (tile: (11, 6)), (tile: (1, 6))])},
    agents: [
        (name: "guard", tile: (1, 1), order: Patrol("round")),
        (name: "visitor", profile: "runner", tile: (1, 5), order: MoveTo("gate")),
        (tile: (9, 6)),
        (tile: (6, 0), order: Follow(agent: "guard", distance: 1.0)),
    ],
)"##;

/// A level in its text, and in motion.
struct Yard {
    history: History,
    simulation: Simulation,
}

impl Yard {
    fn open() -> Yard {
        Yard::of(YARD)
    }

    fn of(text: &str) -> Yard {
        let document = Document::open("yard.ron", text.to_owned()).unwrap_or_else(|error| panic!("{error}"));
        let history = History::of(document);
        let simulation = Simulation::new(history.document().level().clone(), None);
        Yard { history, simulation }
    }

    fn edit(&mut self, edit: &Edit) {
        let affected = self.history.apply("Edit", edit).unwrap_or_else(|error| panic!("{edit:?}: {error}"));
        self.simulation.take_level(self.history.document().level(), &affected);
    }

    fn replace(&mut self, old: &str, new: &str) {
        let text = self.history.document().text();
        assert!(text.contains(old), "{old}");
        self.edit(&Edit::Text(text.replacen(old, new, 1)));
    }

    fn agent(&self, number: u32) -> &Agent {
        self.simulation.agent(AgentId(number)).unwrap()
    }
}

/// Everything that is hashed of a simulation, but for how often its ground has changed and the id of the next agent; jobs in
/// order of agents.
fn state(simulation: &Simulation) -> serde_json::Value {
    let mut state = serde_json::to_value(simulation).unwrap();
    state["world"].as_object_mut().unwrap().remove("map_revision");
    state["agents"].as_object_mut().unwrap().remove("next_id");
    let queue = state["agents"]["jobs"]["queue"].as_array_mut().unwrap();
    queue.retain(|job| !job.is_null());
    queue.sort_by_key(|job| job["agent"].as_u64());
    state
}

/// Where two states differ, and what each has there.
fn difference(one: &serde_json::Value, other: &serde_json::Value) -> Option<String> {
    use serde_json::Value;
    match (one, other) {
        (Value::Object(left), Value::Object(right)) if left.keys().eq(right.keys()) => {
            let mut fields = left.iter().map(|(key, value)| (key, difference(value, &right[key])));
            fields.find_map(|(key, found)| found.map(|found| format!("{key}.{found}")))
        }
        (Value::Array(left), Value::Array(right)) if left.len() == right.len() => {
            let mut items = left.iter().zip(right).enumerate();
            items.find_map(|(at, (one, other))| difference(one, other).map(|found| format!("{at}.{found}")))
        }
        _ => (one != other).then(|| format!(": {one} and {other}")),
    }
}

fn paint(terrain: &str, cells: &[(i32, i32)]) -> Edit {
    let cells = cells.iter().map(|&(x, y)| Cell::new(x, y)).collect();
    Edit::Paint { brush: Brush::Terrain(terrain.to_owned()), cells }
}

#[test]
fn a_stroke_lets_agents_walk_on() {
    let mut yard = Yard::open();
    run(&mut yard.simulation, 1.0);
    let other = yard.simulation.clone();
    yard.edit(&paint("wall", &[(8, 2)]));
    assert!(!yard.simulation.map().is_walkable(Cell::new(8, 2)));
    assert_eq!(yard.simulation.level(), yard.history.document().level());
    for (one, other) in yard.simulation.agents().iter().zip(other.agents()) {
        assert_eq!(
            (one.position(), one.velocity(), one.order()),
            (other.position(), other.velocity(), other.order()),
            "agent {}",
            one.id().0
        );
        assert_eq!(one.queue(), other.queue(), "agent {}", one.id().0);
    }
    // Far from everybody nothing is changed for anybody.
    assert_eq!(yard.agent(1).route(), other.agents()[1].route());
}

/// The most agents that are on links at once in 20 seconds.
fn most_on_links(simulation: &mut Simulation) -> usize {
    let mut most = 0;
    for _ in 0..20 * 60 {
        simulation.step(&[]);
        most = most.max(simulation.agents().iter().filter(|agent| agent.on_link().is_some()).count());
    }
    most
}

#[test]
fn a_link_takes_the_capacity_that_it_is_given_while_others_wait() {
    const LADDER: &str = r##"(
        version: 1, name: "Ladder", legend: {'.': "grass", '~': "void"}, rows: [".....~~~.....", ".....~~~....."],
        links: [(from: (tile: (4, 0)), to: (tile: (8, 0)), kind: "ladder")],
        agents: [
            (tile: (0, 0), order: MoveTo((tile: (12, 0)))), (tile: (1, 0), order: MoveTo((tile: (12, 1)))),
            (tile: (2, 0), order: MoveTo((tile: (11, 0)))), (tile: (3, 0), order: MoveTo((tile: (11, 1)))),
        ],
    )"##;
    let mut yard = Yard::of(LADDER);
    run(&mut yard.simulation, 4.0);
    let mut other = yard.simulation.clone();
    assert_eq!(most_on_links(&mut other), 1);
    yard.replace("\"ladder\")", "\"ladder\", capacity: 3)");
    assert!(most_on_links(&mut yard.simulation) > 1);
    assert!(yard.simulation.agents().iter().all(Agent::stands));
}

#[test]
fn a_restart_begins_the_edited_level() {
    let mut yard = Yard::open();
    run(&mut yard.simulation, 1.0);
    yard.edit(&paint("wall", &[(8, 2)]));
    yard.replace("(tile: (9, 6)),", "(tile: (9, 6)), (tile: (10, 6)),");
    assert_eq!(yard.simulation.agents().len(), 5);
    yard.simulation.apply(&[Command::Restart]);
    let fresh = Simulation::new(yard.history.document().level().clone(), None);
    assert_eq!(yard.simulation.state_hash(), fresh.state_hash());
}

#[test]
fn an_edited_agent_begins_anew_and_no_other() {
    let mut yard = Yard::open();
    run(&mut yard.simulation, 2.0);
    let before = yard.simulation.clone();
    yard.replace("tile: (1, 1)", "tile: (3, 1)");
    assert_eq!(yard.agent(0).position(), vec2(3.5, 1.5));
    for other in 1..4 {
        assert_eq!(yard.agent(other).position(), before.agents()[other as usize].position(), "agent {other}");
    }
    assert_eq!(yard.simulation.tick(), before.tick());
    run(&mut yard.simulation, 1.0);
    assert!(yard.agent(0).position() != vec2(3.5, 1.5), "it patrols");
}

/// The visitor patrols along a path that a command has put; the level does not have it, and its edits let it be.
#[test]
fn a_path_that_was_put_stays_until_the_level_has_one_of_its_name() {
    let mut yard = Yard::open();
    let at = |x: f32, y: f32| PatrolPoint::Target(Target::Point(vec2(x, y)));
    let points = vec![at(1.5, 5.5), at(4.5, 6.5), at(6.5, 5.5)];
    let beat = PatrolPath { name: "beat".to_owned(), points, ..PatrolPath::default() };
    yard.simulation.step(&[Command::PutPath(beat.clone()), tell(1, Order::Patrol("beat".to_owned()))]);
    run(&mut yard.simulation, 4.0);
    yard.replace("        (tile: (9, 6)),\n", "");
    assert_eq!(yard.simulation.paths()[1..], [beat]);
    assert_eq!(yard.agent(1).order(), Some(&Order::Patrol("beat".to_owned())));
    yard.edit(&Edit::Resize { left: 2, top: 1, right: 0, bottom: 0, fill: "grass".to_owned() });
    assert_eq!(yard.simulation.paths()[1].points[0], at(3.5, 6.5), "it has moved with the map");
    // The visitor may be on its way to the third point of three; now there are two.
    yard.replace("paths: {", "paths: {\"beat\": (points: [(tile: (3, 3)), (tile: (4, 3))]), ");
    assert_eq!(yard.simulation.paths().len(), 2);
    let comes = (0..900).any(|_| {
        yard.simulation.step(&[]);
        yard.agent(1).position().distance(vec2(4.5, 3.5)) < 0.8
    });
    assert!(comes, "{}", yard.agent(1).position());
}

#[test]
fn agents_keep_their_ids_when_others_come_and_go() {
    let mut yard = Yard::open();
    let added = yard.simulation.spawn("walker", vec2(5.5, 5.5)).unwrap();
    run(&mut yard.simulation, 1.0);
    let follower = yard.agent(3).position();
    yard.replace(
        "        (name: \"guard\", tile: (1, 1), order: Patrol(\"round\")),\n",
        "        (tile: (1, 1)), (name: \"guard\", tile: (2, 0)),\n",
    );
    let ids: Vec<u32> = yard.simulation.agents().iter().map(|agent| agent.id().0).collect();
    assert_eq!(ids, [0, 1, 2, 3, added.0, added.0 + 1]);
    assert_eq!(yard.agent(0).position(), vec2(2.5, 0.5), "the guard");
    assert_eq!(yard.agent(3).position(), follower);
    assert_eq!(yard.simulation.agent_of_level(0), Some(AgentId(added.0 + 1)));
    assert_eq!(yard.simulation.agent_of_level(1), Some(AgentId(0)));
    yard.replace("        (tile: (9, 6)),\n", "");
    assert_eq!(yard.simulation.agents().len(), 5);
    assert!(yard.simulation.agent(AgentId(2)).is_none() && yard.simulation.agent(added).is_some());
}

#[test]
fn what_the_player_did_stays() {
    let mut yard = Yard::open();
    let mut tuned = yard.simulation.profiles()[0].clone();
    tuned.speed = 0.75;
    let order = Order::MoveTo(Target::Place("gate".to_owned()));
    yard.simulation.apply(&[
        tell(2, order),
        Command::Tune(Box::new(tuned)),
        Command::Paint { terrain: "mud".to_owned(), tiles: vec![Cell::new(0, 6)] },
        Command::Switch { link: "rope".to_owned(), on: false },
        Command::SwitchObstacle { obstacle: "door".to_owned(), on: true },
        Command::Remove(Selection::These(vec![AgentId(3)])),
    ]);
    run(&mut yard.simulation, 2.0);
    let door = yard.simulation.obstacle("door").unwrap().at;
    assert!(door != vec2(2.0, 3.5), "it opens");
    let position = yard.agent(2).position();
    yard.edit(&Edit::Rename { path: FieldPath::field("legend").key("x").then("place"), name: "exit".to_owned() });
    yard.replace("name: \"Yard\"", "name: \"Court\"");
    yard.replace("radius: 0.3", "radius: 0.4");
    yard.edit(&Edit::set(FieldPath::field("profiles").key("slow"), Ron::fields([("speed", Ron::from(0.5))])));
    assert_eq!(yard.simulation.profiles()[0].speed, 0.75);
    assert_eq!(yard.simulation.map().terrain_at(Cell::new(0, 6)).unwrap().name, "mud");
    assert!(!yard.simulation.map().links[0].active);
    assert_eq!(yard.simulation.obstacle("door").unwrap().at, door);
    assert_eq!(yard.simulation.agents().len(), 3);
    assert_eq!((yard.agent(2).position(), yard.agent(2).goal()), (position, Some(&Target::Place("exit".to_owned()))));
    run(&mut yard.simulation, 30.0);
    assert!(yard.agent(2).position().distance(vec2(11.5, 5.5)) < 1.5, "it goes where it was sent");
}

/// Obstacles without names are told apart by where they begin.
#[test]
fn an_obstacle_that_moves_goes_on_when_another_is_taken_away() {
    let first = r#"(at: (1.0, 6.0), radius: 0.2, motion: (to: [(4.0, 6.0)], speed: 1.0)),"#;
    let second = r#"(at: (6.5, 0.5), radius: 0.2, motion: (to: [(9.5, 0.5)], speed: 2.0)),"#;
    let mut yard = Yard::of(&YARD.replace("obstacles: [", &format!("obstacles: [{first} {second}")));
    run(&mut yard.simulation, 1.0);
    let places = |yard: &Yard| yard.simulation.moving().map(|(known, _)| known.at).collect::<Vec<_>>();
    let before = places(&yard);
    yard.replace(first, "");
    assert_eq!(places(&yard), before[1..]);
}

#[test]
fn worn_ground_stays_worn_but_where_it_is_painted() {
    let mut yard = Yard::open();
    run(&mut yard.simulation, 3.0);
    yard.simulation.apply(&[tell_all(Order::Stop)]);
    run(&mut yard.simulation, 3.0);
    let worn = |yard: &Yard| {
        let wear = yard.simulation.map().fields.wear.clone().unwrap();
        let cells = wear.rect().cells().filter(|&cell| wear[cell] > 0).collect::<Vec<Cell>>();
        (cells, wear)
    };
    let (cells, before) = worn(&yard);
    assert!(cells.len() > 2);
    let painted = cells[0];
    yard.edit(&paint("sand", &[(painted.x, painted.y)]));
    let (after, _) = worn(&yard);
    assert_eq!(after, cells[1..]);
    yard.replace("by_walking: 0.5", "by_walking: 0.25");
    let (_, now) = worn(&yard);
    assert!(cells[1..].iter().all(|&cell| now[cell].abs_diff(before[cell]) < 9));
}

#[test]
fn a_body_that_new_ground_covers_leaves_it() {
    let mut yard = Yard::open();
    run(&mut yard.simulation, 0.5);
    yard.simulation.apply(&[go(2, (8, 6))]);
    run(&mut yard.simulation, 3.0);
    yard.edit(&paint("wall", &[(8, 6)]));
    assert!(yard.agent(2).in_wall());
    run(&mut yard.simulation, 3.0);
    assert!(!yard.agent(2).in_wall());
}

#[test]
fn another_shape_of_the_map_lets_stay_who_can() {
    let mut yard = Yard::open();
    run(&mut yard.simulation, 2.0);
    let added = yard.simulation.spawn("walker", vec2(11.5, 0.5)).unwrap();
    let positions: Vec<_> = yard.simulation.agents().iter().map(Agent::position).collect();
    yard.edit(&Edit::Resize { left: 0, top: 0, right: 3, bottom: 2, fill: "sand".to_owned() });
    assert_eq!(yard.simulation.agents().iter().map(Agent::position).collect::<Vec<_>>(), positions);
    run(&mut yard.simulation, 2.0);
    yard.simulation.apply(&[go(2, (13, 8))]);
    run(&mut yard.simulation, 6.0);
    yard.history.undo().unwrap();
    yard.simulation.take_level(yard.history.document().level(), &Affected::Everything);
    assert_eq!(yard.agent(2).position(), vec2(9.5, 6.5), "back at its start");
    run(&mut yard.simulation, 2.0);
    let narrow = YARD.replace("\"............\"", "\"...........\"").replace("\"....###.....\"", "\"....###....\"");
    let narrow = narrow.replace(".......\",\n        \"....#...~~~.", "......\",\n        \"....#...~~~");
    let narrow = narrow.replace("\"...........x\"", "\"..........x\"").replace("(11, ", "(10, ");
    let narrow = narrow.replace("to: (tile: (10, 4))", "to: (tile: (9, 5))");
    yard.edit(&Edit::Text(narrow));
    assert!(yard.simulation.agent(added).is_none(), "off the map");
    run(&mut yard.simulation, 2.0);
}

/// Whatever walks, stands, moves or has been painted goes along with the map, and goes on from there.
#[test]
fn everything_goes_along_with_a_map_that_is_moved() {
    let turned = |at: glam::Vec2, rows: f32| vec2(rows - at.y, at.x);
    type Way = Box<dyn Fn(glam::Vec2) -> glam::Vec2>;
    let grown = Edit::Resize { left: 2, top: 1, right: 0, bottom: 0, fill: "sand".to_owned() };
    let moves: [(Edit, Way); 5] = [
        (grown, Box::new(|at| at + vec2(2.0, 1.0))),
        (Edit::Rotate, Box::new(move |at| turned(at, 7.0))),
        (Edit::Flip { down: false }, Box::new(|at| vec2(12.0 - at.x, at.y))),
        (Edit::Flip { down: true }, Box::new(|at| vec2(at.x, 7.0 - at.y))),
        (Edit::Several(vec![Edit::Rotate, Edit::Rotate]), Box::new(move |at| turned(turned(at, 7.0), 12.0))),
    ];
    for (edit, way) in moves {
        let mut yard = Yard::open();
        let paint = Command::Paint { terrain: "wall".to_owned(), tiles: vec![Cell::new(8, 2)] };
        yard.simulation.apply(&[
            paint,
            go(2, (11, 2)),
            Command::SwitchObstacle { obstacle: "door".to_owned(), on: true },
        ]);
        run(&mut yard.simulation, 0.8);
        let before = yard.simulation.clone();
        yard.edit(&edit);
        let same = |one: glam::Vec2, other: glam::Vec2| one.distance(other) < 1e-3;
        for (was, now) in before.agents().iter().zip(yard.simulation.agents()) {
            assert!(same(now.position(), way(was.position())), "{edit:?}: {} from {}", now.position(), was.position());
            assert!((now.velocity().length() - was.velocity().length()).abs() < 1e-3, "{edit:?}: agent {}", was.id().0);
            assert!(same(way(was.position() + was.velocity()) - way(was.position()), now.velocity()), "{edit:?}");
            assert_eq!(now.stands(), was.stands(), "{edit:?}: agent {}", was.id().0);
        }
        let wall = yard.simulation.map().lattice.tile_at(way(vec2(8.5, 2.5)));
        assert!(!yard.simulation.map().is_walkable(wall), "{edit:?}: what the player has painted is at {wall:?}");
        let door = |simulation: &Simulation| simulation.moving().next().expect("it moves").0.at;
        assert!(same(door(&yard.simulation), way(door(&before))), "{edit:?}");
        let goal = yard.simulation.map().lattice.tile_at(way(vec2(11.5, 2.5)));
        assert_eq!(yard.agent(2).goal(), Some(&Target::Tile(goal)), "{edit:?}");
        // Taken back, everything is where it was.
        let mut back = yard.simulation.clone();
        let affected = yard.history.undo().unwrap();
        back.take_level(yard.history.document().level(), &affected);
        for (was, now) in before.agents().iter().zip(back.agents()) {
            assert!(same(now.position(), was.position()) && same(now.heading(), was.heading()), "{edit:?}");
        }
        yard.history.redo();
        run(&mut yard.simulation, 8.0);
        assert!(same(yard.agent(2).position(), yard.simulation.map().lattice.centre(goal)), "{edit:?}");
    }
}

#[test]
fn the_corners_of_a_bridge_go_along_with_a_map_that_is_moved() {
    let text = r##"(version: 1, name: "Bridge", legend: {'.': "grass", '~': "water"}, rows: ["..~..", "..~..", "..~.."],
        links: [(from: (tile: (1, 0)), to: (tile: (3, 2)), through: [(2.5, 0.5), (2.5, 2.25)])])"##;
    for edit in [Edit::shift(0, 0, "grass"), Edit::Rotate, Edit::Flip { down: false }, Edit::Flip { down: true }] {
        let mut history = History::of(Document::open("bridge.ron", text.to_owned()).unwrap());
        let mut simulation = Simulation::new(history.document().level().clone(), None);
        let affected = history.apply("Move", &edit).unwrap();
        let level = history.document().level();
        simulation.take_level(level, &affected);
        assert_eq!(simulation.map().links, level.map.links, "{edit:?}");
    }
}

/// Whether the agents of a simulation are those of its level, numbered as in one that has just begun.
fn has_plain_ids(simulation: &Simulation) -> bool {
    let count = simulation.level().agents.len();
    let plain = (0..count).all(|place| simulation.agent_of_level(place) == Some(AgentId(place as u32)));
    plain && simulation.agents().len() == count
}

fn is_in_formation(level: &Level) -> bool {
    level.agents.iter().flat_map(|agent| &agent.orders).any(|order| matches!(order, Order::MoveInFormation(_)))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn before_its_first_tick_it_is_as_if_the_edited_level_had_been_opened(
        level in 0..built_in::LEVELS.len(),
        seed in any::<u64>(),
    ) {
        let text = built_in::LEVELS[level].text;
        let mut history = History::of(Document::open("shipped.ron", text.to_owned()).unwrap());
        prop_assume!(history.document().level().map.lattice.width <= 128);
        let mut simulation = Simulation::new(history.document().level().clone(), None);
        let mut dice = Dice::of(seed);
        for _ in 0..4 {
            let edit = torture::edit(&mut dice, history.document());
            // A map that is moved takes along what stands on it, to points that are rounded otherwise; of another level altogether
            // agents are still to be told what they were told in the one before.
            if matches!(edit, Edit::Resize { .. } | Edit::Rotate | Edit::Flip { .. } | Edit::Text(_)) {
                continue;
            }
            let Ok(affected) = history.apply("Edit", &edit) else { continue };
            simulation.take_level(history.document().level(), &affected);
            let fresh = Simulation::new(history.document().level().clone(), None);
            let (mut taken, mut fresh_state) = (state(&simulation), state(&fresh));
            if !has_plain_ids(&simulation) || is_in_formation(simulation.level()) {
                for state in [&mut taken, &mut fresh_state] {
                    state.as_object_mut().unwrap().remove("agents");
                    let world = state["world"].as_object_mut().unwrap();
                    world.remove("zones");
                    world.remove("paths");
                    world["painted"].as_object_mut().unwrap().remove("riders");
                }
            }
            prop_assert_eq!(difference(&taken, &fresh_state), None, "{:?}", edit);
        }
    }

    #[test]
    fn any_level_takes_the_place_of_any_other(
        levels in prop::collection::vec(random_levels::level(), 3),
        related in any::<bool>(),
    ) {
        let mut simulation = Simulation::new(levels[0].clone(), None);
        for mut level in levels.into_iter().skip(1) {
            if related {
                // Of the same shape, so that more of it stays.
                level = Level { map: simulation.level().map.clone(), agents: Vec::new(), ..simulation.level().clone() };
            }
            for _ in 0..20 {
                simulation.step(&[]);
            }
            simulation.take_level(&level, &Affected::Everything);
            prop_assert_eq!(simulation.level(), &level, "{}", level.name);
        }
        for _ in 0..20 {
            simulation.step(&[]);
        }
        simulation.apply(&[Command::Restart]);
        let fresh = Simulation::new(simulation.level().clone(), None);
        prop_assert_eq!(simulation.state_hash(), fresh.state_hash());
    }

    #[test]
    fn edits_of_walking_levels_end_as_they_began(
        level in 0..built_in::LEVELS.len(),
        seed in any::<u64>(),
    ) {
        let text = built_in::LEVELS[level].text;
        let mut history = History::of(Document::open("shipped.ron", text.to_owned()).unwrap());
        prop_assume!(history.document().level().map.lattice.width <= 128);
        let mut simulation = Simulation::new(history.document().level().clone(), None);
        let mut dice = Dice::of(seed);
        for _ in 0..6 {
            for _ in 0..15 {
                simulation.step(&[]);
            }
            let edit = torture::edit(&mut dice, history.document());
            let Ok(affected) = history.apply("Edit", &edit) else { continue };
            simulation.take_level(history.document().level(), &affected);
            if dice.percent(33)
                && let Some(affected) = history.undo()
            {
                simulation.step(&[]);
                simulation.take_level(history.document().level(), &affected);
            }
            // What is baked piece by piece is what would be baked at once.
            for profile in simulation.level().agents.iter().map(|agent| agent.profile).take(1) {
                let baked = footpath::nav::NavGrid::bake(simulation.map(), &simulation.profiles()[profile]);
                let grid = simulation.nav_grid(profile);
                prop_assert_eq!(grid.lattice(), baked.lattice(), "profile {}", profile);
                for cell in baked.lattice().rect().cells() {
                    prop_assert_eq!(grid.cost(cell), baked.cost(cell), "{:?} at {:?}", edit, cell);
                }
                prop_assert!(grid.links().eq(baked.links()), "{:?}", edit);
            }
        }
    }
}

#[test]
fn tiles_that_become_one_way_are_baked_again() {
    let mut yard = Yard::of(
        r#"(version: 1, name: "Lane", terrains: {"lane": (cost: 1.0)}, legend: {'.': "grass", '=': "lane", ' ': "void"},
            rows: ["   =   ", "...=...", "   =   "], agents: [(tile: (0, 1)), (tile: (6, 1))])"#,
    );
    for (lane, links) in
        [("(cost: 1.0, one_way: \"east\")", 2), ("(cost: 1.0, one_way: \"west\")", 2), ("(cost: 1.0)", 0)]
    {
        let before = yard.history.document().source(&FieldPath::field("terrains").key("lane")).unwrap().to_owned();
        yard.replace(&before, lane);
        let fresh = NavGrid::bake(yard.simulation.map(), &yard.simulation.profiles()[0]);
        assert_eq!(yard.simulation.nav_grid(0).difference(&fresh), None, "{lane}");
        assert_eq!(fresh.links().count(), links, "{lane}");
    }
}
