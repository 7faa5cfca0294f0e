//! Projects of LDtk of several versions, made for these tests.

use std::fs;

use footpath::grid::Cell;
use footpath::level::import::{self, Empty, Imported, Options};
use footpath::level::{Course, Level, Order, PatrolPoint, Target, Whom};
use glam::Vec2;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/ldtk/");

fn read(file: &str, options: &Options) -> Result<Imported, String> {
    let bytes = fs::read(format!("{FOLDER}{file}")).expect("the file is there");
    let mut beside = |name: &str| fs::read(format!("{FOLDER}{name}")).map_err(|_| format!("there is no file {name}"));
    import::read(file, &bytes, options, &mut beside)
}

fn level_of(file: &str, level: Option<&str>) -> Imported {
    let options = Options { level: level.map(str::to_owned), ..Options::default() };
    let imported = read(file, &options).unwrap_or_else(|message| panic!("{message}"));
    let text = imported.level.to_ron();
    assert_eq!(Level::parse("again.ron", &text).expect("it can be read"), imported.level, "{text}");
    imported
}

/// `#` where nobody can walk, `.` where one can.
fn drawn(imported: &Imported) -> Vec<String> {
    let map = &imported.level.map;
    let letter = |x: u32, y: u32| if map.is_walkable(Cell::new(x as i32, y as i32)) { '.' } else { '#' };
    (0..map.lattice.height).map(|y| (0..map.lattice.width).map(|x| letter(x, y)).collect()).collect()
}

fn is_told(imported: &Imported, part: &str) -> bool {
    imported.notes.iter().any(|note| note.to_string().contains(part))
}

const ROOM: [&str; 4] = ["######", "#....#", "#....#", "######"];

#[test]
fn before_version_0_8_values_are_lists_of_cells() {
    let imported = level_of("version-0.6.ldtk", None);
    assert_eq!(drawn(&imported), ROOM);
    assert_eq!(imported.level.map.terrain_at(Cell::new(1, 1)).unwrap().name, "sand");
    // The size of an entity stands in its definition, and the line of its patrol begins where it is.
    let [enemy] = imported.level.agents.as_slice() else { panic!("{:?}", imported.level.agents) };
    assert_eq!(enemy.position, Vec2::new(1.5, 1.5));
    assert_eq!(enemy.orders, [Order::Patrol("Enemy patrol".to_owned())]);
    let points = [(1.5, 1.5), (4.5, 1.5), (4.5, 2.5)].map(|(x, y)| PatrolPoint::Target(Target::Point(Vec2::new(x, y))));
    assert_eq!(imported.level.paths[0].points, points);
    assert_eq!(imported.level.paths[0].course, Course::BackAndForth);
}

#[test]
fn a_layer_of_collisions_makes_walls_of_its_values_but_not_of_ladders() {
    let imported = level_of("version-0.9.ldtk", None);
    assert_eq!(drawn(&imported), ["######", "#....#", "#....#", "######"]);
    let name = |x, y| imported.level.map.terrain_at(Cell::new(x, y)).unwrap().name.as_str();
    assert_eq!((name(3, 1), name(2, 3), name(0, 0)), ("ladder", "Collisions 3", "dirt"));
    let dirt = imported.level.map.terrain_at(Cell::new(0, 0)).unwrap();
    assert_eq!(dirt.color.to_string(), "#733e39", "as the value is in LDtk");
}

#[test]
fn value_0_is_floor_where_nobody_could_stand() {
    let imported = level_of("version-1.5.ldtk", None);
    assert_eq!((drawn(&imported), imported.empty), (ROOM.map(str::to_owned).to_vec(), Some(Empty::Floor)));
    assert!(is_told(&imported, "`--empty void`"), "{:?}", imported.notes);
    assert!(is_told(&imported, "\"Collisions\", which is hidden"), "{:?}", imported.notes);
    assert_eq!((imported.levels.as_slice(), imported.chosen), (&["Hall".to_owned(), "Lost".to_owned()][..], 0));
}

#[test]
fn a_level_that_is_not_there_is_told_with_those_that_are() {
    let told = |level: &str| read("version-1.5.ldtk", &Options { level: Some(level.to_owned()), ..Options::default() });
    let lost = told("lost").unwrap_err();
    assert!(lost.contains("\"Lost\" is in a file of its own") && lost.contains("there is no file"), "{lost}");
    assert_eq!(told("Cellar").unwrap_err(), "there is no level \"Cellar\"; there are: Hall, Lost");
    assert!(told("3").unwrap_err().contains("there is no level \"3\""));
    let alone = read("version-1.5/Hall.ldtkl", &Options::default()).unwrap_err();
    assert!(alone.contains("one level of an LDtk project"), "{alone}");
}

#[test]
fn the_tiles_are_those_of_the_finest_grid_with_walls() {
    let imported = level_of("version-1.1-worlds.ldtk", None);
    assert_eq!(imported.levels, ["Above/Start", "Below/Meadow"]);
    assert_eq!((imported.level.map.lattice.width, imported.level.map.lattice.height), (12, 8));
    let rows = drawn(&imported);
    assert_eq!((rows[0].as_str(), rows[1].as_str()), ("############", "#..........#"));
    assert_eq!(rows[4], "#.....##...#", "the entity `Boulder_Wall` is one");
    assert_eq!(imported.level.map.terrain_at(Cell::new(1, 1)).unwrap().name, "grass", "the coarse grid is spread");
}

#[test]
fn entities_are_agents_with_targets_and_places() {
    let level = level_of("version-1.1-worlds.ldtk", None);
    let [ann, guard] = level.level.agents.as_slice() else { panic!("{:?}", level.level.agents) };
    assert_eq!((ann.name.as_str(), ann.heading, ann.position), ("Ann", 180.0, Vec2::new(3.0, 3.0)));
    assert_eq!(ann.orders, [Order::MoveTo(Target::Place("Gate".to_owned()))]);
    assert!(matches!(guard.orders[..], [Order::Follow { agent: Whom::Agent(0), .. }]), "{:?}", guard.orders);
    assert_eq!(level.level.places["Gate"].len(), 4);
    for part in ["\"Player\" that nothing in a level is like: life", "\"Far\"", "fields of the level", "music"] {
        assert!(is_told(&level, part), "{part}: {:?}", level.notes);
    }
}

#[test]
fn tiles_alone_are_ground_by_the_tags_of_their_tileset() {
    for name in ["2", "meadow", "Below/Meadow"] {
        let imported = level_of("version-1.1-worlds.ldtk", Some(name));
        assert_eq!((imported.chosen, drawn(&imported)), (1, ROOM.map(str::to_owned).to_vec()), "{name}");
        let terrain = |x| imported.level.map.terrain_at(Cell::new(x, 1)).unwrap().name.as_str();
        assert_eq!((terrain(1), terrain(2)), ("sand", "Ground"), "{name}");
        assert!(is_told(&imported, "\"missing.png\" of tiles cannot be read"), "{:?}", imported.notes);
        assert!(
            is_told(&imported, "\"Hidden_entities\", which is hidden") && imported.level.agents.is_empty(),
            "{name}"
        );
    }
}

#[test]
fn the_options_say_what_is_solid_and_how_large_tiles_are() {
    let options = Options { solid: vec!["ladder".to_owned()], tile_size: Some(8), ..Options::default() };
    let imported = read("version-0.9.ldtk", &options).unwrap();
    assert_eq!((imported.level.map.lattice.width, drawn(&imported)[2].as_str()), (12, "##....##..##"));
    let only = Options { layer: Some("Biome".to_owned()), ..Options::default() };
    let imported = read("version-1.1-worlds.ldtk", &only).unwrap();
    assert_eq!((imported.level.map.lattice.width, imported.level.map.lattice.height), (3, 2));
    let none = read("version-0.9.ldtk", &Options { layer: Some("Roof".to_owned()), ..Options::default() }).unwrap_err();
    assert!(none.contains("there is no layer \"Roof\""), "{none}");
}
