//! Maps of other programs with what no level can have.

use footpath::grid::Cell;
use footpath::level::import::{self, Imported, Options};
use footpath::level::{Level, limits};

/// A map of Tiled of some tiles with these objects.
fn tiled(width: usize, height: usize, objects: &str) -> Imported {
    let text = format!(
        r#"<map orientation="orthogonal" width="{width}" height="{height}" tilewidth="1" tileheight="1">
            <layer name="grass" width="2" height="1"><data encoding="csv">1,1</data></layer>
            <objectgroup>{objects}</objectgroup></map>"#
    );
    let mut no_file = |name: &str| Err(format!("there is no file {name}"));
    import::read("any", text.as_bytes(), &Options::default(), &mut no_file)
        .unwrap_or_else(|message| panic!("{message}"))
}

/// The level is read from its text as the same one.
fn check_written(level: &Level) {
    let written = level.to_ron();
    let read = Level::parse("written.ron", &written).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(read, *level, "{written}");
}

#[test]
fn places_that_would_fill_the_memory_are_left_out() {
    let (width, height) = (limits::MAP_TILES, 8);
    let fit = limits::MAP_TILES / height;
    let place = |at: usize| format!(r#"<object name="place {at}" x="0" y="0" width="9999" height="9999"/>"#);
    let imported = tiled(width, height, &(0..fit + 40).map(place).collect::<String>());
    assert_eq!(imported.level.places.len(), fit);
    assert!(imported.level.places.values().all(|tiles| tiles.len() == width * height));
    let told = "left out: places and shapes that would mark more tiles than the greatest map has (40 times)";
    assert!(imported.notes.iter().any(|note| note.what == told), "{:?}", imported.notes);
}

#[test]
fn a_place_of_several_rectangles_has_each_tile_once() {
    let rectangle = |x: i32| format!(r#"<object name="gate" x="{x}" y="0" width="2" height="1"/>"#);
    let imported = tiled(4, 1, &[1, 0, 1].map(rectangle).concat());
    assert_eq!(imported.level.places["gate"], [0, 1, 2].map(|x| Cell::new(x, 0)));
    check_written(&imported.level);
}

#[test]
fn what_is_nowhere_is_left_out() {
    let objects = r#"<object name="Ann" class="agent" x="NaN" y="0"/>
        <object name="Bob" class="agent" x="1e39" y="0"/>
        <object name="round" x="0" y="0"><polyline points="0,0 NaN,0"/></object>"#;
    let imported = tiled(2, 1, objects);
    assert!(imported.level.agents.is_empty() && imported.level.paths.is_empty(), "{:?}", imported.level);
    check_written(&imported.level);
}

#[test]
fn names_that_no_level_can_have_are_left_out() {
    let long = "x".repeat(limits::NAME_CHARACTERS + 1);
    let objects = format!(
        r#"<object name="{long}" class="agent" x="0.5" y="0.5"/>
        <object name="{long}" x="0" y="0"><polyline points="0,0 1,0"/></object>
        <object name="a&#10;b" x="0" y="0" width="1" height="1"/>"#
    );
    let imported = tiled(2, 1, &objects);
    assert_eq!((imported.level.agents.len(), imported.level.agents[0].name.as_str()), (1, ""));
    assert!(imported.level.paths.is_empty() && imported.level.places.is_empty());
    check_written(&imported.level);

    let world = format!(
        r#"{{"levels":[{{"identifier":"{long}\u0007","layerInstances":
            [{{"__type":"IntGrid","__cWid":1,"__cHei":1,"__gridSize":1,"intGridCsv":[1]}}]}}]}}"#
    );
    let mut no_file = |name: &str| Err(format!("there is no file {name}"));
    let imported = import::read(&long, world.as_bytes(), &Options::default(), &mut no_file)
        .unwrap_or_else(|message| panic!("{message}"));
    assert_eq!(imported.level.name, long[1..]);
    check_written(&imported.level);
}
