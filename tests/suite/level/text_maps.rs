//! Maps that are drawn as text: mazes, dungeons, Sokoban, numbers.

use footpath::grid::Cell;
use footpath::level::import::{self, Empty, Format, Imported, Options};

fn read(text: &str, options: &Options) -> Result<Imported, String> {
    let mut no_files = |name: &str| Err(format!("there is no file {name}"));
    import::read("map.txt", text.as_bytes(), options, &mut no_files)
}

/// The level of a text: `#` where nobody can walk, `.` where one can.
fn walls(text: &str) -> Vec<String> {
    let imported = read(text, &Options::default()).unwrap_or_else(|message| panic!("{message}"));
    drawn(&imported)
}

fn drawn(imported: &Imported) -> Vec<String> {
    let map = &imported.level.map;
    let letter = |x: u32, y: u32| if map.is_walkable(Cell::new(x as i32, y as i32)) { '.' } else { '#' };
    (0..map.lattice.height).map(|y| (0..map.lattice.width).map(|x| letter(x, y)).collect()).collect()
}

#[test]
fn a_grid_of_marks_is_a_map_with_its_player() {
    let text = "\r\n#####\r\n#@.~#\r\n#..E#\r\n#####\r\n\r\n";
    assert_eq!(walls(text), ["#####", "#..##", "#...#", "#####"]);
    let imported = read(text, &Options::default()).unwrap();
    assert_eq!(imported.level.agents.len(), 1);
    assert_eq!(imported.level.map.lattice.tile_at(imported.level.agents[0].position), Cell::new(1, 1));
    assert_eq!(imported.level.places["goal"], [Cell::new(3, 2)]);
    let open = Options { floor: vec!["~".to_owned()], ..Options::default() };
    assert_eq!(drawn(&read(text, &open).unwrap())[1], "#...#");
}

#[test]
fn mazes_are_drawn_with_other_walls_too() {
    assert_eq!(walls("+--+--+\n|     |\n+  |  +\n+--+--+\n"), ["#######", "#.....#", "#..#..#", "#######"]);
    assert_eq!(walls("%%%%%\n%P..%\n%%%%%\n"), ["#####", "#...#", "#####"]);
    // In a maze with an entrance every blank hangs together with the edge, and is floor.
    assert_eq!(walls("## ##\n#   #\n#####\n"), ["##.##", "#...#", "#####"]);
}

#[test]
fn a_collection_of_sokoban_has_several_levels() {
    let text = "; One\n\n  ####\n###  #\n#@$. #\n######\n\n; Two\n\n#####\n#@$.#\n#####\n";
    let first = read(text, &Options::default()).unwrap();
    assert_eq!(first.levels, ["One", "Two"]);
    assert_eq!(first.level.places["boxes"], [Cell::new(2, 2)]);
    assert_eq!(first.level.places["goals"], [Cell::new(3, 2)]);
    assert_eq!(first.empty, Some(Empty::Void), "what lies around the walls");
    assert_eq!(drawn(&first), ["######", "###..#", "#....#", "######"]);
    for name in ["2", "two"] {
        let second = read(text, &Options { level: Some(name.to_owned()), ..Options::default() }).unwrap();
        assert_eq!((second.chosen, drawn(&second).len()), (1, 3), "{name}");
    }
    let none = read(text, &Options { level: Some("3".to_owned()), ..Options::default() }).unwrap_err();
    assert!(none.contains("there is no level \"3\""), "{none}");
}

#[test]
fn numbers_are_floor_and_walls_or_tiles() {
    assert_eq!(walls("0,0,1\n1,0,1\n1,1,1\n"), ["..#", "#.#", "###"]);
    assert_eq!(walls("0 0 1\n1 0 1\n"), ["..#", "#.#"]);
    let tiles = read("-1,5,5,\n-1,7,5,\n", &Options { solid: vec!["7".to_owned()], ..Options::default() }).unwrap();
    assert_eq!(drawn(&tiles), ["#..", "##."][..].iter().map(|row| row.to_string()).collect::<Vec<_>>());
    assert_eq!(tiles.empty, Some(Empty::Void));
    assert_eq!(tiles.grounds.iter().map(|ground| ground.name.as_str()).collect::<Vec<_>>(), ["5", "7"]);
}

#[test]
fn ragged_rows_and_letters_of_heights_are_a_map() {
    let ragged = read("#####\n#..\n#####\n", &Options::default()).unwrap();
    assert!(ragged.notes.iter().any(|note| note.what.contains("not equally long")), "{:?}", ragged.notes);
    let heights = read("Sabq\nabcr\naccE\n", &Options::default()).unwrap();
    assert!(heights.grounds.iter().any(|ground| ground.name == "b" && !ground.is_solid));
}

#[test]
fn other_texts_are_no_maps() {
    let texts = [
        "",
        "This is prose about a wall.\nIt has two lines.\n",
        "# A heading\n\n- one\n- two\n",
        "fn main() {\n    println!(\"hello\");\n}\n",
        "*.o\n*.a\ntarget\n",
        "(version: 1, name: \"A\", legend: {'.': \"grass\"}, rows: [\"....\"\n",
        "{version: 1, name: \"A\", legend: {'.': \"grass\"}, rows: [\"....\"]}",
        "// a level\nversion: 1,\nrows: [\n\"####\",\n\"#..#\",\n\"####\",\n]\n",
        "hight 3\nwidth 4\nmap\n@@@@\n@..@\n@@@@\n",
        "version 1\n0\ta.map\t9\t9\t1\t1\t2\t2\t1.41\n",
        "key = 1\nother = 2\n",
        "---\nname: x\n---\n",
    ];
    for text in texts {
        assert_eq!(Format::of(text.as_bytes()), None, "{text}");
    }
    assert_eq!(Format::of(b"type octile\nheight 1\nwidth 1\nmap\n.\n"), Some(Format::MovingAi));
}
