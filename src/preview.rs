//! What a dialog shows of a file of another program that is to become a level, and the level itself.
//!
//! It is made of bytes alone and comes as bytes, so that it can be made elsewhere: in another thread, or by a wasm of its own
//! that a page loads when it is first needed.

use serde::{Deserialize, Serialize};

use crate::level::import::{self, Empty, Format, Imported, ImportedGround, Options};
use crate::level::{AgentStart, Level};
use crate::nav;

/// The most pixels of the map's picture, across and down.
const PICTURE: u32 = 512;

/// How much of their brightness solid tiles keep in the picture, of 100: between the lines on them, and on these.
const DARKENED: u32 = 70;
const HATCHED: u32 = 45;

/// A file by its name or path.
#[derive(Clone, Debug, PartialEq)]
pub struct File {
    /// What others call it; only what follows the last `/` or `\` counts.
    pub name: String,
    /// The content of the file.
    pub bytes: Vec<u8>,
}

/// Gives the bytes of a file that the map at a place of the files names, or says why they cannot be had.
pub type ReadBeside<'a> = dyn FnMut(usize, &str) -> Result<Vec<u8>, String> + 'a;

/// What is wanted of some files.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PreviewRequest {
    /// Which of them is the map; the first that can be read where this is `None`, pictures last.
    pub map: Option<usize>,
    /// How it is to be read.
    pub options: Options,
}

/// What comes of a map.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Preview {
    /// What the dialog tells of the map.
    pub about: About,
    /// The map from above, a byte each for red, green and blue, row by row; solid tiles are darkened and hatched.
    pub picture: Vec<u8>,
    /// The level's text, with a walker on it where nobody else is.
    pub text: String,
}

/// What is told of a map.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct About {
    /// The index of the map among the files.
    pub map: usize,
    /// What wrote it, for a sentence.
    pub origin: String,
    /// What the level is called.
    pub name: String,
    /// The number of columns and of rows.
    pub size: (u32, u32),
    /// How many pixels the picture has across and down.
    pub pixels: (u32, u32),
    /// Whether nobody can walk anywhere.
    pub is_closed: bool,
    /// What the notes of [`Imported`] say, without the flags.
    pub notes: Vec<String>,
    /// The kinds of ground, as in [`Imported`].
    pub grounds: Vec<ImportedGround>,
    /// The names of all levels in the file, as in [`Imported`].
    pub levels: Vec<String>,
    /// The index of this level in `levels`, as in [`Imported`].
    pub chosen: usize,
    /// What tiles became that the file leaves empty, as in [`Imported`].
    pub empty: Option<Empty>,
}

/// Whether a level can be made of a file with this content, or it belongs to one of which that can be.
pub fn is_for(bytes: &[u8]) -> bool {
    Format::of(bytes).is_some()
}

/// Makes a preview; `beside` gives the bytes of a file that the map at a place of `files` names, where none of `files` has
/// that name.
///
/// # Errors
/// None of the files is a map that can be read, or not with these options. In a sentence that names the first one.
pub fn make(files: &[File], request: &PreviewRequest, beside: &mut ReadBeside) -> Result<Preview, String> {
    let format = |index: &usize| Format::of(&files[*index].bytes);
    let mut maps: Vec<usize> = (0..files.len()).filter(|index| format(index).is_some()).collect();
    // A picture is the map only where nothing else is: others name it.
    maps.sort_by_key(|index| format(index) == Some(Format::Picture));
    maps.retain(|index| request.map.is_none_or(|map| map == *index));
    let mut problem = None;
    for map in maps {
        let mut named = |source: &str| {
            let wanted = last(source);
            let is_it = |(index, file): &(usize, &File)| *index != map && last(&file.name).eq_ignore_ascii_case(wanted);
            let dropped = files.iter().enumerate().find(is_it);
            dropped.map_or_else(|| beside(map, source), |(_, file)| Ok(file.bytes.clone()))
        };
        let name = last(&files[map].name);
        let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
        match import::read(stem, &files[map].bytes, &request.options, &mut named) {
            Ok(imported) => return Ok(of(map, imported, format(&map))),
            Err(words) => problem = problem.or(Some(format!("{name}: {words}"))),
        }
    }
    Err(problem.unwrap_or_else(|| "no level can be made of this".to_owned()))
}

/// What follows the last separator of a path of any system.
fn last(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

fn of(map: usize, imported: Imported, format: Option<Format>) -> Preview {
    let Imported { mut level, notes, grounds, levels, chosen, empty } = imported;
    let origin = format.map_or("a map", Format::name).to_owned();
    level.about = format!("Made from {origin}.");
    if level.agents.is_empty() {
        let cell = nav::middle_of_largest_part(&level.map, &level.profiles[0]);
        level.agents.extend(cell.map(|cell| AgentStart::at(0, level.map.lattice.centre(cell))));
    }
    let (pixels, picture) = picture(&level);
    let size = (level.map.lattice.width, level.map.lattice.height);
    let is_closed = level.map.tiles.rect().cells().all(|tile| !level.map.is_walkable(tile));
    let name = level.name.clone();
    let notes = notes.into_iter().map(|note| note.what).collect();
    let about = About { map, origin, name, size, pixels, is_closed, notes, grounds, levels, chosen, empty };
    Preview { about, picture, text: level.to_ron() }
}

/// The size of a level's picture and its bytes: some pixels for each tile, or one for several.
fn picture(level: &Level) -> ((u32, u32), Vec<u8>) {
    let (width, height) = (level.map.lattice.width, level.map.lattice.height);
    let longer = width.max(height);
    let pixels =
        |tiles: u32| if longer > PICTURE { (tiles * PICTURE / longer).max(1) } else { tiles * (PICTURE / longer) };
    let (across, down) = (pixels(width), pixels(height));
    let mut bytes = Vec::with_capacity(3 * across as usize * down as usize);
    for y in 0..down {
        for x in 0..across {
            let tile = crate::grid::Cell::new((x * width / across) as i32, (y * height / down) as i32);
            let Some(terrain) = level.map.terrain_at(tile) else { continue };
            let part = match terrain.walkable {
                true => 100,
                false if (x + y) % 8 < 2 => HATCHED,
                false => DARKENED,
            };
            let color = terrain.color;
            bytes.extend([color.r, color.g, color.b].map(|channel| (u32::from(channel) * part / 100) as u8));
        }
    }
    ((across, down), bytes)
}

impl Preview {
    /// As bytes, from which [`Preview::from_bytes`] has it back.
    pub fn to_bytes(&self) -> Vec<u8> {
        postcard::to_allocvec(self).expect("memory is all that can be short")
    }

    /// A preview from its bytes; `None` where they are none, or the picture has not as many pixels as it says.
    pub fn from_bytes(bytes: &[u8]) -> Option<Preview> {
        let preview: Preview = postcard::from_bytes(bytes).ok()?;
        let (across, down) = preview.about.pixels;
        (preview.picture.len() as u128 == 3 * u128::from(across) * u128::from(down)).then_some(preview)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAP: &str = "type octile\nheight 2\nwidth 3\nmap\n..@\n.T.\n";

    fn file(name: &str, bytes: &[u8]) -> File {
        File { name: name.to_owned(), bytes: bytes.to_vec() }
    }

    fn nothing(_: usize, name: &str) -> Result<Vec<u8>, String> {
        Err(format!("{name} is not there"))
    }

    #[test]
    fn the_map_is_found_among_what_it_names() {
        let tileset = file("tiles.tsx", b"<tileset name=\"t\" tilewidth=\"16\" tileheight=\"16\"/>");
        let map = file("a/b.map", MAP.as_bytes());
        let preview = make(&[tileset.clone(), map], &PreviewRequest::default(), &mut nothing).expect("there is a map");
        assert_eq!((preview.about.map, preview.about.name.as_str(), preview.about.size), (1, "b", (3, 2)));
        let problem =
            make(&[tileset], &PreviewRequest::default(), &mut nothing).expect_err("a tileset alone is no map");
        assert!(problem.starts_with("tiles.tsx: "), "{problem}");
    }

    #[test]
    fn what_a_map_names_is_had_from_what_was_dropped_with_it_or_from_its_folder() {
        let map = br#"<map orientation="orthogonal" width="1" height="1" tilewidth="16" tileheight="16">
            <tileset firstgid="1" source="..\sets/t.tsx"/>
            <layer name="a" width="1" height="1"><data encoding="csv">1</data></layer></map>"#;
        let tileset = b"<tileset name=\"t\" tilewidth=\"16\" tileheight=\"16\" tilecount=\"1\" columns=\"1\"/>";
        let mut asked = Vec::new();
        let mut beside = |map: usize, name: &str| {
            asked.push((map, name.to_owned()));
            Ok(tileset.to_vec())
        };
        let dropped = [file("x/T.TSX", tileset), file("y/a.tmx", map)];
        make(&dropped, &PreviewRequest { map: Some(1), ..PreviewRequest::default() }, &mut beside)
            .expect("it can be read");
        make(&dropped[1..], &PreviewRequest::default(), &mut beside).expect("it can be read");
        assert_eq!(asked.len(), 1, "only where it was not dropped: {asked:?}");
        assert!(asked[0].0 == 0 && asked[0].1.ends_with("sets/t.tsx"), "{asked:?}");
    }

    #[test]
    fn the_level_has_somebody_on_it_and_the_picture_shows_what_is_solid() {
        let preview =
            make(&[file("b.map", MAP.as_bytes())], &PreviewRequest::default(), &mut nothing).expect("it is a map");
        let level = Level::parse("b.ron", &preview.text).expect("it is a level");
        assert_eq!(level.agents.len(), 1);
        let (across, down) = preview.about.pixels;
        assert_eq!((across, down, preview.picture.len()), (510, 340, 3 * 510 * 340));
        let [grass, wall] =
            [0, 2].map(|x| level.map.terrain_at(crate::grid::Cell::new(x, 0)).expect("on the map").color);
        assert_eq!(preview.picture[..3], [grass.r, grass.g, grass.b]);
        let last = 3 * (across as usize - 1);
        assert!(preview.picture[last] < wall.r, "darkened");
        assert!(!preview.about.is_closed);
    }

    #[test]
    fn large_maps_have_pictures_that_are_not_too_large() {
        let row = ".".repeat(3000) + "\n";
        let text = format!("type octile\nheight 2\nwidth 3000\nmap\n{row}{row}");
        let preview =
            make(&[file("b.map", text.as_bytes())], &PreviewRequest::default(), &mut nothing).expect("it is a map");
        assert_eq!(preview.about.pixels, (512, 1));
    }

    #[test]
    fn bytes_bring_a_preview_back_and_others_are_refused() {
        let preview =
            make(&[file("ä.map", MAP.as_bytes())], &PreviewRequest::default(), &mut nothing).expect("it is a map");
        let bytes = preview.to_bytes();
        assert_eq!(Preview::from_bytes(&bytes), Some(preview));
        for end in [0, 3, 4, 40, 4000] {
            assert_eq!(Preview::from_bytes(&bytes[..end]), None, "{end} bytes");
        }
    }

    #[test]
    fn a_preview_whose_picture_has_another_size_is_refused() {
        let preview =
            make(&[file("b.map", MAP.as_bytes())], &PreviewRequest::default(), &mut nothing).expect("it is a map");
        for pixels in [(0, 0), (preview.about.pixels.0 + 1, preview.about.pixels.1), (u32::MAX, u32::MAX)] {
            let about = About { pixels, ..preview.about.clone() };
            assert_eq!(Preview::from_bytes(&Preview { about, ..preview.clone() }.to_bytes()), None, "{pixels:?}");
        }
    }
}
