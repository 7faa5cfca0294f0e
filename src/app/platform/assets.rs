//! The font and the pictures of the game: from the binary itself on the desktop, fetched from beside
//! the page in a browser, so that the wasm stays small.

use macroquad::texture::Image;

#[cfg(target_arch = "wasm32")]
use crate::app::modes::fetch::Fetch;
use crate::app::ui::typeface::Typeface;
use crate::app::window::{Texture2D, smooth};

/// Everything that is loaded once, before the first frame.
pub struct Assets {
    /// Inter in one weight; its figures are all of one width. Letters of European languages
    /// and the signs listed in `assets/source/subset_font.py`; others come from fonts of the system.
    pub typeface: Typeface,
    /// Agents, goal markers and the flag: see `app::view::render`.
    pub sprites: Texture2D,
    /// What a player finds on the buttons, white, to be tinted: see `app::ui::icons`.
    pub icons: Texture2D,
    /// The stamps on the ground: grass, pebbles, waves.
    pub marks: Texture2D,
}

impl Assets {
    /// Loads everything.
    ///
    /// # Errors
    /// In words, naming the file: one cannot be fetched (in a browser) or is not what it should be.
    pub async fn load() -> Result<Assets, String> {
        // All are asked for before the first of them is waited for.
        let [font, sprites, icons, marks] =
            [Name::Font, Name::Sprites, Name::Icons, Name::Marks].map(RequestedFile::ask);
        let typeface = Typeface::new(&font.bytes().await?)
            .map_err(|error| format!("{} is not a font that can be read: {error}", Name::Font.path()))?;
        Ok(Assets {
            typeface,
            sprites: picture(sprites).await?,
            icons: picture(icons).await?,
            marks: picture(marks).await?,
        })
    }
}

#[derive(Clone, Copy)]
enum Name {
    Font,
    Sprites,
    Icons,
    Marks,
}

impl Name {
    /// Where the file lies, from the root of the project and from the page alike.
    fn path(self) -> &'static str {
        match self {
            Name::Font => "assets/fonts/inter-footpath.ttf",
            Name::Sprites => "assets/sprites.png",
            Name::Icons => "assets/icons.png",
            Name::Marks => "assets/marks.png",
        }
    }
}

/// A file that has been asked for.
struct RequestedFile {
    name: Name,
    #[cfg(target_arch = "wasm32")]
    fetch: Fetch,
}

#[cfg(not(target_arch = "wasm32"))]
impl RequestedFile {
    fn ask(name: Name) -> RequestedFile {
        RequestedFile { name }
    }

    async fn bytes(self) -> Result<Vec<u8>, String> {
        let bytes: &[u8] = match self.name {
            Name::Font => include_bytes!("../../../assets/fonts/inter-footpath.ttf"),
            Name::Sprites => include_bytes!("../../../assets/sprites.png"),
            Name::Icons => include_bytes!("../../../assets/icons.png"),
            Name::Marks => include_bytes!("../../../assets/marks.png"),
        };
        Ok(bytes.to_vec())
    }
}

#[cfg(target_arch = "wasm32")]
impl RequestedFile {
    fn ask(name: Name) -> RequestedFile {
        RequestedFile { name, fetch: Fetch::begin(name.path()) }
    }

    async fn bytes(self) -> Result<Vec<u8>, String> {
        self.fetch.arrived().await.map_err(|words| format!("{words}: is it there, beside the page?"))
    }
}

/// A picture as a texture with its smaller sizes, so that it is smooth at any zoom.
async fn picture(file: RequestedFile) -> Result<Texture2D, String> {
    let name = file.name;
    let image = decoded(&file.bytes().await?)
        .map_err(|error| format!("{} is not a picture that can be read: {error}", name.path()))?;
    let texture = Texture2D::from_image(&image);
    smooth(&texture);
    Ok(texture)
}

#[cfg(not(target_arch = "wasm32"))]
fn decoded(bytes: &[u8]) -> Result<Image, macroquad::Error> {
    Image::from_file_with_format(bytes, None)
}

/// The page hands pictures over decoded, since a decoder would make the wasm a quarter larger and the browser has one:
/// width and height as little-endian `u16`, then red, green, blue and alpha of each pixel, row after row.
#[cfg(target_arch = "wasm32")]
fn decoded(bytes: &[u8]) -> Result<Image, &'static str> {
    let cut_off = "it is cut off";
    let (&width, rest) = bytes.split_first_chunk().ok_or(cut_off)?;
    let (&height, pixels) = rest.split_first_chunk().ok_or(cut_off)?;
    let (width, height) = (u16::from_le_bytes(width), u16::from_le_bytes(height));
    if pixels.len() != 4 * usize::from(width) * usize::from(height) {
        return Err(cut_off);
    }
    Ok(Image { width, height, bytes: pixels.to_vec() })
}
