//! Pictures as maps, and maps as pictures.

use footpath::grid::Cell;
use footpath::level::import::{self, Empty, Imported, Options};
use footpath::level::{Level, built_in, export};

/// A PNG file of some columns, of points with these parts of a colour.
fn png_of(width: usize, colors: png::ColorType, points: &[u8]) -> Vec<u8> {
    let height = points.len() / width / colors.samples();
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width as u32, height as u32);
    encoder.set_color(colors);
    let mut writer = encoder.write_header().expect("a header");
    writer.write_image_data(points).expect("as many points as it says");
    writer.finish().expect("an end");
    bytes
}

fn read(bytes: &[u8], options: &Options) -> Result<Imported, String> {
    let mut no_files = |name: &str| Err(format!("there is no file {name}"));
    import::read("picture.png", bytes, options, &mut no_files)
}

fn terrain(imported: &Imported, x: i32) -> &str {
    imported.level.map.terrain_at(Cell::new(x, 0)).map_or("", |terrain| &terrain.name)
}

#[test]
fn what_is_transparent_is_empty() {
    let points = [[0, 0, 0, 255], [0, 0, 0, 0], [9, 9, 9, 90]].concat();
    let imported = read(&png_of(3, png::ColorType::Rgba, &points), &Options::default()).unwrap();
    assert_eq!(imported.empty, Some(Empty::Floor));
    assert_eq!([0, 1, 2].map(|x| terrain(&imported, x)), ["wall", "floor", "floor"]);
}

#[test]
fn nearly_equal_colors_are_one_ground() {
    let points = [[2, 0, 1], [200, 30, 30], [203, 29, 32], [254, 255, 253], [200, 30, 30]].concat();
    let imported = read(&png_of(5, png::ColorType::Rgb, &points), &Options::default()).unwrap();
    let names = [0, 1, 2, 3, 4].map(|x| terrain(&imported, x).to_owned());
    assert_eq!(names, ["wall", "#c81e1e", "#c81e1e", "floor", "#c81e1e"]);
    assert!(imported.notes.iter().any(|note| note.what.starts_with("3 of 4 colours")), "{:?}", imported.notes);
}

#[test]
fn too_many_colors_say_what_to_do() {
    let points: Vec<u8> =
        (0..4096u32).flat_map(|n| [n % 16 * 16, n / 16 % 16 * 16, n / 256 * 16].map(|c| c as u8)).collect();
    let bytes = png_of(64, png::ColorType::Rgb, &points);
    let told = read(&bytes, &Options::default()).map(|imported| imported.grounds.len());
    let told = told.expect_err("so many colours are far apart");
    assert!(told.contains("--tile-size PX") && told.contains("image editor"), "{told}");
}

#[test]
fn a_picture_of_larger_tiles_has_the_commonest_color_of_each() {
    let (wall, floor, spot) = ([0; 3], [255; 3], [200, 0, 0]);
    let rows = [wall, wall, floor, floor, wall, spot, floor, spot].concat();
    let options = Options { tile_size: Some(2), ..Options::default() };
    let imported = read(&png_of(4, png::ColorType::Rgb, &rows), &options).unwrap();
    assert_eq!((imported.level.map.lattice.width, imported.level.map.lattice.height), (2, 1));
    assert_eq!([0, 1].map(|x| terrain(&imported, x)), ["wall", "floor"]);
}

#[test]
fn other_pictures_are_refused_with_what_to_do() {
    let webp = b"RIFF\x20\0\0\0WEBPVP8 ".as_slice();
    for (bytes, name) in [(b"\xff\xd8\xff\xe0".as_slice(), "JPEG"), (b"GIF89a..", "GIF"), (webp, "WebP")] {
        let told = read(bytes, &Options::default()).unwrap_err();
        assert!(told.contains(name) && told.contains("save it as PNG"), "{told}");
    }
    let cut = &png_of(1, png::ColorType::Rgb, &[0, 0, 0])[..40];
    assert!(read(cut, &Options::default()).unwrap_err().contains("cannot be read"));
}

/// Every terrain of every built-in level, those of the same colour too.
#[test]
fn an_exported_picture_comes_back_as_the_same_map() {
    for built_in in built_in::LEVELS {
        let map = Level::parse(built_in.name, built_in.text).expect("it is a level").map;
        let bytes = export::picture(&map).expect("it can be written");
        let again = read(&bytes, &Options::default()).unwrap_or_else(|message| panic!("{}: {message}", built_in.name));
        let again = again.level.map;
        assert_eq!(
            (again.tiles.width(), again.tiles.height()),
            (map.tiles.width(), map.tiles.height()),
            "{}",
            built_in.name
        );
        for tile in map.tiles.rect().cells() {
            let (one, other) = (map.terrain_at(tile).expect("inside"), again.terrain_at(tile).expect("inside"));
            let told = |terrain: &footpath::level::Terrain| {
                let terrain = terrain.clone();
                (terrain.name, terrain.walkable, terrain.cost, terrain.color, terrain.jumpable, terrain.opaque)
            };
            assert_eq!(told(one), told(other), "{} at {tile:?}", built_in.name);
        }
    }
}
