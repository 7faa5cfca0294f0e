//! Maps of other programs: any file is refused in words, or is a level whose text is read again as the same.

use footpath::level::import::{self, Imported, Options};
use footpath::level::{Level, LevelError, export};

/// Tiles of the largest map that is written and read again here.
const MOST_TILES: usize = 4_000;

/// A tileset in a file of its own, as a map may name it.
const TILESET: &str = r#"<tileset name="ground"><tile id="0" type="grass"/><tile id="1" type="water"/></tileset>"#;

/// The first byte says what the others are: `m` a map and `s` a scenario of the Moving AI Lab, `t` a map of Tiled, `l` a
/// world of LDtk, `x` a grid of characters or numbers, `p` the width of a picture and its points.
pub fn run(bytes: &[u8]) {
    let Some((kind, rest)) = bytes.split_first() else { return };
    let text = || String::from_utf8_lossy(rest);
    match kind {
        b'm' => moving_ai(&text()),
        b's' => scenarios(&text()),
        b't' | b'l' | b'x' => imported(import::read("any", rest, &Options::default(), &mut file)),
        b'p' => {
            let Some((&width, points)) = rest.split_first() else { return };
            let picture = picture(u32::from(width), points);
            imported(import::read("any", &picture, &Options::default(), &mut file));
        }
        _ => {}
    }
}

fn file(name: &str) -> Result<Vec<u8>, String> {
    match name {
        "ground.tsx" => Ok(TILESET.as_bytes().to_vec()),
        _ => Err(format!("there is no file {name:?}")),
    }
}

/// A PNG file with as many whole rows as there are points for, or with none and broken.
fn picture(width: u32, points: &[u8]) -> Vec<u8> {
    let row = width as usize * 3;
    let height = points.len().checked_div(row).unwrap_or(0);
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height as u32);
    encoder.set_color(png::ColorType::Rgb);
    if let Ok(mut writer) = encoder.write_header() {
        writer.write_image_data(&points[..height * row]).expect("the rows are whole");
    }
    bytes
}

fn moving_ai(text: &str) {
    match import::moving_ai("any.map", text) {
        Ok(level) if tiles(&level) <= MOST_TILES => {
            check_level(&level);
            let again = import::moving_ai("again.map", &export::moving_ai(&level.map)).expect("it is a map");
            let cells = level.map.tiles.rect().cells();
            assert!(cells.into_iter().all(|cell| level.map.is_walkable(cell) == again.map.is_walkable(cell)));
        }
        Ok(_) => {}
        Err(error) => check_error(text, &error),
    }
}

fn tiles(level: &Level) -> usize {
    level.map.tiles.width() as usize * level.map.tiles.height() as usize
}

fn scenarios(text: &str) {
    match import::moving_ai_scenarios("any.scen", text) {
        Ok(scenarios) => {
            for scenario in scenarios {
                let (width, height) = (0..scenario.width as i32, 0..scenario.height as i32);
                let is_inside =
                    [scenario.start, scenario.goal].iter().all(|at| width.contains(&at.x) && height.contains(&at.y));
                assert!(is_inside && scenario.is_solved_by(scenario.length), "{scenario:?}");
            }
        }
        Err(error) => check_error(text, &error),
    }
}

fn check_error(text: &str, error: &LevelError) {
    assert!(!error.problems.is_empty());
    assert!(error.problems.iter().all(|problem| text.get(problem.span.clone()).is_some()), "{:?}", error.problems);
    assert!(error.to_string().contains("any."));
}

fn imported(result: Result<Imported, String>) {
    match result {
        Ok(imported) => check_level(&imported.level),
        Err(message) => assert!(!message.is_empty()),
    }
}

/// The text of the level is read as the same level. Only agents may stand where they cannot: that is told of by
/// `footpath import`.
fn check_level(level: &Level) {
    if tiles(level) > MOST_TILES {
        return;
    }
    let lattice = &level.map.lattice;
    assert!(
        level
            .agents
            .iter()
            .all(|agent| agent.position.is_finite() && lattice.contains(lattice.tile_at(agent.position)))
    );
    let read = |level: &Level| Level::parse("imported.ron", &level.to_ron());
    if let Ok(same) = read(level) {
        return assert_eq!(same, *level);
    }
    let without = Level { agents: Vec::new(), ..level.clone() };
    assert_eq!(read(&without).unwrap_or_else(|error| panic!("{error}")), without);
}
