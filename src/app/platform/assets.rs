//! The font and the pictures of the game.

use macroquad::texture::Image;

use crate::app::modes::fetch::Fetch;
use crate::app::ui::typeface::Typeface;
use crate::app::window::{Texture2D, smooth};

/// The file of the font.
const FONT: &str = "assets/fonts/inter-footpath.ttf";

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
            [FONT, "assets/sprites.png", "assets/icons.png", "assets/marks.png"].map(RequestedFile::ask);
        let typeface = Typeface::new(&font.bytes().await?)
            .map_err(|error| format!("{FONT} is not a font that can be read: {error}"))?;
        Ok(Assets {
            typeface,
            sprites: picture(sprites).await?,
            icons: picture(icons).await?,
            marks: picture(marks).await?,
        })
    }
}

/// A file that has been asked for.
struct RequestedFile {
    path: &'static str,
    fetch: Fetch,
}

impl RequestedFile {
    /// Asks for a file by where it lies, from the root of the project and from the page alike.
    fn ask(path: &'static str) -> RequestedFile {
        RequestedFile { path, fetch: Fetch::begin(path) }
    }

    async fn bytes(self) -> Result<Vec<u8>, String> {
        self.fetch.arrived().await.map_err(|words| format!("{words}: is it there, beside the page?"))
    }
}

/// A picture as a texture with its smaller sizes, so that it is smooth at any zoom.
async fn picture(file: RequestedFile) -> Result<Texture2D, String> {
    let path = file.path;
    let image =
        decoded(&file.bytes().await?).map_err(|error| format!("{path} is not a picture that can be read: {error}"))?;
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
