//! Maps of Tiled as its versions write them and as authors mark what is solid; the samples lie in `tests/data/tiled`.

use footpath::grid::Cell;
use footpath::level::import::{self, Empty, Imported, Options};
use footpath::level::{AgentStart, Level, Order};
use glam::vec2;

fn file(name: &str) -> Result<Vec<u8>, String> {
    let path = format!("{}/tests/data/tiled/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read(path).map_err(|error| format!("there is no {name}: {error}"))
}

fn read_with(text: &[u8], options: &Options) -> Result<Imported, String> {
    import::read("any.tmx", text, options, &mut file)
}

fn read(text: &str) -> Imported {
    read_with(text.as_bytes(), &Options::default()).unwrap_or_else(|message| panic!("{message}"))
}

/// A map of 16 x 16 pixels a tile.
fn map(width: u32, height: u32, inside: &str) -> String {
    format!(
        r#"<map orientation="orthogonal" width="{width}" height="{height}" tilewidth="16" tileheight="16">{inside}</map>"#
    )
}

fn layer(name: &str, width: u32, height: u32, tiles: &str) -> String {
    format!(r#"<layer {name} width="{width}" height="{height}"><data encoding="csv">{tiles}</data></layer>"#)
}

/// The level as rows: `#` where no agent can be, `.` elsewhere.
fn rows(level: &Level) -> Vec<String> {
    let (width, height) = (level.map.lattice.width as i32, level.map.lattice.height as i32);
    let letter = |x, y| if level.map.is_walkable(Cell::new(x, y)) { '.' } else { '#' };
    (0..height).map(|y| (0..width).map(|x| letter(x, y)).collect()).collect()
}

fn is_told(imported: &Imported, what: &str) -> bool {
    imported.notes.iter().any(|note| note.to_string().contains(what))
}

#[test]
fn every_version_of_tiled_has_its_walls() {
    for name in ["version-0.9.tmx", "version-1.0.tmx", "version-1.2.tmj", "version-1.9.tmx", "zstd.tmx"] {
        let bytes = file(name).unwrap();
        let imported = read_with(&bytes, &Options::default()).unwrap_or_else(|message| panic!("{name}: {message}"));
        assert_eq!(rows(&imported.level), ["###", "#.#"], "{name}");
        assert_eq!(imported.empty, None, "{name}");
        assert_eq!(Level::parse(name, &imported.level.to_ron()).unwrap(), imported.level, "{name}");
    }
    let agent = |name| read_with(&file(name).unwrap(), &Options::default()).unwrap().level.agents.remove(0);
    assert_eq!(agent("version-1.2.tmj").heading, 180.0);
    let hero: AgentStart = agent("version-1.9.tmx");
    assert_eq!((hero.name.as_str(), hero.position), ("hero", vec2(1.5, 1.5)), "of the template and of its tile");
    assert_ne!(hero.profile, 0, "its tile has the class of a profile");
}

#[test]
fn an_infinite_map_is_the_box_around_its_chunks() {
    let imported = read_with(&file("version-1.10.tmx").unwrap(), &Options::default()).unwrap();
    assert_eq!(
        rows(&imported.level),
        ["#...", "...#"],
        "the hidden layer for collisions counts; what is empty is void"
    );
    assert_eq!(imported.level.agents[0].position, vec2(1.5, 0.5));
    assert_eq!(imported.level.places["shop"], [Cell::new(2, 0)]);
    assert!(is_told(&imported, "hidden and solid"), "{:?}", imported.notes);
    let far = file("version-1.10.tmx").map(|bytes| String::from_utf8(bytes).unwrap()).unwrap();
    let far = far.replace(r#"chunk x="0""#, r#"chunk x="2147483647""#);
    assert!(read_with(far.as_bytes(), &Options::default()).unwrap_err().contains("a level has 1 to 4096"));
}

#[test]
fn tiles_are_solid_as_authors_mark_them() {
    let solid = |tile: &str| {
        let set = format!(r#"<tileset firstgid="1" tilewidth="16" tileheight="16">{tile}</tileset>"#);
        !read(&map(2, 1, &(set + &layer(r#"name="World""#, 2, 1, "1,2")))).level.map.is_walkable(Cell::new(1, 0))
    };
    let property = |name: &str, value: &str| {
        format!(r#"<tile id="1"><properties><property name="{name}" value="{value}"/></properties></tile>"#)
    };
    let shape = |shape: &str| format!(r#"<tile id="1"><objectgroup>{shape}</objectgroup></tile>"#);
    for (name, value) in
        [("collides", "true"), ("Solid", "1"), ("is_blocked", "yes"), ("passable", "false"), ("walkable", "0")]
    {
        assert!(solid(&property(name, value)), "{name} {value}");
    }
    for (name, value) in [("collides", "false"), ("solid", "0"), ("walkable", "true"), ("terrain", "grass")] {
        assert!(!solid(&property(name, value)), "{name} {value}");
    }
    assert!(solid(r#"<tile id="1" class="Wall"/>"#) && solid(r#"<tile id="1" type="water"/>"#));
    assert!(!solid(r#"<tile id="1" class="wallpaper"/>"#));
    assert!(solid(&shape(r#"<object x="0" y="0" width="16" height="8"/>"#)));
    assert!(!solid(&shape(r#"<object x="0" y="0" width="4" height="4"/>"#)), "less than a quarter");
    assert!(solid(&shape(r#"<object x="0" y="0"><polygon points="0,0 16,0 16,16"/></object>"#)));
}

#[test]
fn layers_are_solid_by_their_names_and_properties() {
    for attributes in [r#"name="Walls""#, r#"name="collisionLayer""#, r#"name="WATER""#, r#"name="top" class="solid""#]
    {
        let imported = read(&map(3, 1, &(layer(r#"name="Floor""#, 3, 1, "1,1,1") + &layer(attributes, 3, 1, "0,2,0"))));
        assert_eq!(rows(&imported.level), [".#."], "{attributes}");
    }
    let roof = layer(r#"name="Ground""#, 2, 1, "1,1") + &layer(r#"name="wall""#, 2, 1, "1,0");
    let imported = read(&map(2, 1, &(roof + &layer(r#"name="above""#, 2, 1, "3,3"))));
    assert_eq!(rows(&imported.level), ["#."], "decoration hides no wall");
    let hidden = layer(r#"name="Ground""#, 2, 1, "1,1") + &layer(r#"name="wip" visible="0""#, 2, 1, "2,0");
    assert!(is_told(&read(&map(2, 1, &hidden)), "hidden layers: `wip`"));
}

#[test]
fn shapes_of_solid_layers_and_classes_are_walls() {
    let objects = r#"<objectgroup name="Collision"><object x="0" y="0" width="32" height="16"/>
        <object x="48" y="16" width="16" height="16" rotation="90"/>
        <object x="0" y="48"><polyline points="0,8 60,8"/></object></objectgroup>
        <objectgroup name="things"><object class="wall" x="16" y="16" width="32" height="32"><ellipse/></object>
        <object name="lake" x="48" y="0" width="16" height="16"/></objectgroup>"#;
    let imported = read(&map(4, 4, &(layer(r#"name="grass""#, 4, 4, &["1"; 16].join(",")) + objects)));
    assert_eq!(rows(&imported.level), ["##..", ".##.", ".##.", "####"]);
    assert_eq!(imported.level.places["lake"], [Cell::new(3, 0)]);
}

#[test]
fn empty_tiles_are_floor_where_nobody_could_stand() {
    let walls = map(2, 1, &layer(r#"name="Walls""#, 2, 1, "1,0"));
    let imported = read(&walls);
    assert_eq!((rows(&imported.level), imported.empty), (vec!["#.".to_owned()], Some(Empty::Floor)));
    assert!(is_told(&imported, "--empty void"));
    let void = Options { empty: Some(Empty::Void), ..Options::default() };
    assert_eq!(rows(&read_with(walls.as_bytes(), &void).unwrap().level), ["##"]);
    let floor = read(&map(2, 1, &layer(r#"name="Floor""#, 2, 1, "1,0")));
    assert_eq!((rows(&floor.level), floor.empty), (vec![".#".to_owned()], Some(Empty::Void)));
    assert!(is_told(&floor, "--empty floor"));
}

/// The dialog offers what to choose beside the notes; there the flags of the command would mean nothing.
#[test]
fn notes_name_flags_for_the_command_alone() {
    let hidden = layer(r#"name="Roof" visible="0""#, 2, 1, "1,1");
    let imported = read(&map(2, 1, &(layer(r#"name="Floor""#, 2, 1, "1,0") + &hidden)));
    for told in ["Roof", "empty tiles"] {
        let note = imported.notes.iter().find(|note| note.what.contains(told)).expect("it is told");
        assert!(!note.what.contains("--") && note.to_string().contains("--"), "{note:?}");
    }
}

#[test]
fn options_say_what_is_solid_and_how_large_a_tile_is() {
    let set = r#"<tileset firstgid="1" name="set" tilewidth="16" tileheight="16"/>"#;
    let text = map(
        2,
        2,
        &(set.to_owned() + &layer(r#"name="One""#, 2, 2, "1,1,1,1") + &layer(r#"name="Two""#, 2, 2, "2,0,0,0")),
    );
    let with = |options: Options| read_with(text.as_bytes(), &options);
    let plain = with(Options::default()).unwrap();
    assert_eq!(rows(&plain.level), ["..", ".."]);
    assert_eq!(
        plain.grounds.iter().map(|ground| (ground.name.as_str(), ground.tiles)).collect::<Vec<_>>(),
        [("set 0", 4), ("set 1", 1)]
    );
    assert!(is_told(&plain, "--solid"));
    for name in ["two", "SET 1"] {
        let solid = with(Options { solid: vec![name.to_owned()], ..Options::default() }).unwrap();
        assert_eq!(rows(&solid.level), ["#.", ".."], "{name}");
    }
    let only = with(Options { layer: Some("Two".to_owned()), ..Options::default() }).unwrap();
    assert_eq!((only.grounds.len(), only.empty), (1, Some(Empty::Void)));
    let unknown = with(Options { solid: vec!["three".to_owned()], ..Options::default() }).unwrap_err();
    assert!(unknown.contains("three") && unknown.contains("`One`, `Two`"), "{unknown}");
    assert!(with(Options { layer: Some("three".to_owned()), ..Options::default() }).unwrap_err().contains("`One`"));
    assert!(
        with(Options { level: Some("2".to_owned()), ..Options::default() }).unwrap_err().contains("one level only")
    );
    let sized = |size, solid: &str| {
        let options = Options { tile_size: Some(size), solid: vec![solid.to_owned()], ..Options::default() };
        with(options).map(|imported| rows(&imported.level))
    };
    assert_eq!(sized(8, "two").unwrap(), ["##..", "##..", "....", "...."]);
    assert_eq!(sized(32, "one").unwrap(), ["#"]);
    assert!(sized(12, "two").unwrap_err().contains("tiles of 16"));
}

#[test]
fn finer_tiles_keep_the_shapes_of_tiles() {
    let set = r#"<tileset firstgid="1" name="set" tilewidth="16" tileheight="16"><tile id="0"><objectgroup>
        <object x="0" y="0" width="8" height="4"/></objectgroup></tile></tileset>"#;
    let text = map(2, 1, &(set.to_owned() + &layer(r#"name="World""#, 2, 1, "1,2147483649")));
    assert!(is_told(&read(&text), "--tile-size"));
    let finer = Options { tile_size: Some(4), ..Options::default() };
    let imported = read_with(text.as_bytes(), &finer).unwrap();
    assert_eq!(rows(&imported.level)[..2], ["##....##", "........"], "the second one is turned from left to right");
}

#[test]
fn objects_are_agents_places_and_paths() {
    let objects = r#"<objectgroup name="things">
        <object id="1" name="Ann" class="agent" x="24" y="24"><properties><property name="patrol" value="beat"/>
          <property name="speed" value="3"/></properties><point/></object>
        <object id="2" name="Ann" class="porter" x="8" y="8"><point/></object>
        <object id="3" name="beat" x="8" y="8"><polyline points="0,0 32,0 999,0"/></object>
        <object id="4" name="beat" x="8" y="24"><polyline points="0,0 32,0"/></object>
        <object id="5" type="Door" x="0" y="0" width="16" height="16"/>
        <object id="6" name="gate" x="32" y="32" width="16" height="16" rotation="180"/>
        <object id="7" name="gate" x="32" y="0" width="16" height="16"/>
        <object id="8" x="0" y="0" width="9" height="9"/></objectgroup>"#;
    let imported = read(&map(3, 3, &(layer(r#"name="grass""#, 3, 3, &["1"; 9].join(",")) + objects)));
    let Level { agents, places, paths, .. } = &imported.level;
    assert_eq!(agents.iter().map(|agent| agent.name.as_str()).collect::<Vec<_>>(), ["Ann", "Ann 2"]);
    assert_eq!(agents[0].orders, [Order::Patrol("beat".to_owned())]);
    assert_eq!(
        paths.iter().map(|path| (path.name.as_str(), path.points.len())).collect::<Vec<_>>(),
        [("beat", 2), ("beat 2", 2)]
    );
    assert_eq!(places["Door"], [Cell::new(0, 0)]);
    assert_eq!(places["gate"], [Cell::new(2, 0), Cell::new(1, 1)], "turned around its place");
    for what in ["agents are called \"Ann\"", "paths are called \"beat\"", "`gate`", "`3`", "`speed`", "`things`"] {
        assert!(is_told(&imported, what), "{what}: {:?}", imported.notes);
    }
    assert_eq!(Level::parse("any", &imported.level.to_ron()).unwrap(), imported.level);
}

#[test]
fn isometric_and_oblique_maps_are_square_and_others_are_refused() {
    let objects = r#"<objectgroup><object name="a" class="agent" x="24" y="8"><point/></object></objectgroup>"#;
    let inside = layer(r#"name="wall""#, 2, 1, "1,0") + objects;
    let shaped = |orientation: &str| {
        let text = format!(
            r#"<map orientation="{orientation}" width="2" height="1" tilewidth="32" tileheight="16">{inside}</map>"#
        );
        read_with(text.as_bytes(), &Options::default())
    };
    let isometric = shaped("isometric").unwrap();
    assert_eq!((rows(&isometric.level), isometric.level.agents[0].position), (vec!["#.".to_owned()], vec2(1.5, 0.5)));
    assert_eq!(rows(&shaped("oblique").unwrap().level), ["#."]);
    for other in ["staggered", "hexagonal"] {
        assert!(shaped(other).unwrap_err().contains("no squares"), "{other}");
    }
    let tileset = read_with(&file("ground.tsx").unwrap(), &Options::default()).unwrap_err();
    assert!(tileset.contains("tileset") && tileset.contains(".tmx"), "{tileset}");
}

#[test]
fn what_is_lost_or_written_otherwise_is_no_hindrance() {
    let set = r#"<tileset firstgid="1" source="..\lost\lost.tsx"/>"#;
    let lost = map(2, 1, &(set.to_owned() + &layer(r#"name="Walls""#, 2, 1, "1,0")));
    let imported = read(&lost);
    assert_eq!(rows(&imported.level), ["#."]);
    assert!(is_told(&imported, "../lost/lost.tsx"), "{:?}", imported.notes);
    let found = lost.replace(r"..\lost\lost.tsx", r"..\tiled\ground.tsx");
    assert!(!is_told(&read(&found), "cannot be read"));
    let latin: Vec<u8> = lost.replace("Walls", "m\u{fc}r wall").chars().map(|letter| letter as u8).collect();
    assert_eq!(rows(&read_with(&latin, &Options::default()).unwrap().level), ["#."]);
    let wide: Vec<u8> = "\u{feff}".encode_utf16().chain(lost.encode_utf16()).flat_map(u16::to_le_bytes).collect();
    assert_eq!(rows(&read_with(&wide, &Options::default()).unwrap().level), ["#."]);
}

/// More kinds of tiles than a level has terrains.
#[test]
fn rare_kinds_of_ground_are_as_their_layers() {
    let set = r#"<tileset firstgid="1" name="set" tilewidth="16" tileheight="16"/>"#;
    let tiles: Vec<String> = (1..=400).map(|gid| gid.to_string()).collect();
    let imported = read(&map(400, 1, &(set.to_owned() + &layer(r#"name="Many""#, 400, 1, &tiles.join(",")))));
    assert!(imported.level.map.terrains.len() <= 256 && is_told(&imported, "rare kinds"), "{:?}", imported.notes);
    assert_eq!(Level::parse("any", &imported.level.to_ron()).unwrap(), imported.level);
}
