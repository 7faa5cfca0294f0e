//! What the lab shows as a file: a picture of the moment, or one that moves through the searches.

#[cfg(not(target_arch = "wasm32"))]
use std::path::{Path, PathBuf};

use macroquad::math::Rect;
#[cfg(not(target_arch = "wasm32"))]
use macroquad::texture::Image;

#[cfg(target_arch = "wasm32")]
use crate::app::platform::page;
use crate::app::ui::pixels;
#[cfg(not(target_arch = "wasm32"))]
use crate::app::window::get_screen_data;
#[cfg(not(target_arch = "wasm32"))]
use crate::file_name::shown;
#[cfg(not(target_arch = "wasm32"))]
use crate::moving_picture::MovingPicture;
#[cfg(not(target_arch = "wasm32"))]
use crate::output_file;
#[cfg(not(target_arch = "wasm32"))]
use crate::png_file;

/// What the files are called.
const NAME: &str = "lab";

/// How many pictures a film has, but for the one of the beginning.
const FRAMES: usize = 72;

/// How long each is shown, and the last one, in hundredths of a second.
const DELAY: u16 = 8;
const LAST_DELAY: u16 = 250;

/// A part of the window: columns and rows in pixels, and red, green, blue and alpha of each.
#[cfg(not(target_arch = "wasm32"))]
struct WindowCrop {
    size: (u16, u16),
    rows: Vec<u8>,
}

/// A moving picture of searches, as far as it is made. On a page that is done beside the game.
#[derive(Default)]
pub struct Film {
    /// How many pictures have been taken.
    taken: usize,
    #[cfg(not(target_arch = "wasm32"))]
    picture: Option<MovingPicture>,
}

/// What is to be made of what the window shows, once all of it is drawn.
pub enum Shot {
    /// On a page, the page takes it.
    #[cfg(not(target_arch = "wasm32"))]
    Picture,
    /// A film, which begins in the next frame: in this one it is not yet shown what it begins with.
    Begins,
    Film(Film),
}

impl Film {
    /// Which part of the searches the next picture is to show, 0 to 1.
    pub fn part(&self) -> f32 {
        self.taken as f32 / FRAMES as f32
    }

    /// Whether every picture has been taken.
    pub fn is_whole(&self) -> bool {
        self.taken > FRAMES
    }

    /// How long the next picture is shown, in hundredths of a second.
    fn delay(&self) -> u16 {
        if self.taken == FRAMES { LAST_DELAY } else { DELAY }
    }
}

#[cfg(not(target_arch = "wasm32"))]
impl Film {
    /// Whether the pictures taken so far have to be taken in first.
    ///
    /// # Errors
    /// In words: the film cannot be made.
    pub fn waits(&self) -> Result<bool, String> {
        Ok(false)
    }

    /// Takes the next picture, of an area of the window.
    ///
    /// # Errors
    /// In words: it has not the size of those before.
    pub fn take(&mut self, area: Rect) -> Result<(), String> {
        self.take_in(crop(&get_screen_data(), area))
    }

    fn take_in(&mut self, WindowCrop { size, rows }: WindowCrop) -> Result<(), String> {
        let delay = self.delay();
        let picture = match self.picture.take() {
            Some(picture) => picture,
            None => MovingPicture::begin(size)?,
        };
        self.picture.insert(picture).add(size, rows, delay)?;
        self.taken += 1;
        Ok(())
    }

    /// Saves it under a name that no file has; gives what is to be said.
    ///
    /// # Errors
    /// Why it cannot be written, in words.
    pub fn save(self) -> Result<String, String> {
        let path = free_name("gif");
        let bytes = self.picture.map_or(Ok(Vec::new()), MovingPicture::into_bytes)?;
        output_file::write_new(&path, |file| file.write_all(&bytes))?;
        Ok(format!("Saved `{}`", shown(&path)))
    }
}

#[cfg(target_arch = "wasm32")]
impl Film {
    /// Whether the pictures taken so far have to be taken in first.
    ///
    /// # Errors
    /// In words: the film cannot be made.
    pub fn waits(&self) -> Result<bool, String> {
        match page::film_waits() {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err("The moving picture cannot be made".to_owned()),
        }
    }

    /// Takes the next picture, of an area of the window.
    ///
    /// # Errors
    /// None.
    pub fn take(&mut self, area: Rect) -> Result<(), String> {
        page::film(in_pixels(area), self.delay());
        self.taken += 1;
        Ok(())
    }

    /// Has it downloaded; gives what is to be said.
    ///
    /// # Errors
    /// None.
    pub fn save(self) -> Result<String, String> {
        page::save_film(&format!("{NAME}.gif"));
        Ok("The moving picture is downloaded".to_owned())
    }
}

/// Has a picture of an area of the window downloaded; gives what is to be said.
#[cfg(target_arch = "wasm32")]
pub fn save_picture(area: Rect) -> String {
    page::save_picture(&format!("{NAME}.png"), in_pixels(area));
    "The picture is downloaded".to_owned()
}

/// An area of the window in pixels: left, top, width and height.
#[cfg(target_arch = "wasm32")]
fn in_pixels(area: Rect) -> [u32; 4] {
    [area.x, area.y, area.w, area.h].map(|side| (side * pixels::per_logical()).round() as u32)
}

/// Saves a picture of an area of the window under a name that no file has; gives what is to be said.
///
/// # Errors
/// Why it cannot be written, in words.
#[cfg(not(target_arch = "wasm32"))]
pub fn save_picture(area: Rect) -> Result<String, String> {
    let (path, crop) = (free_name("png"), crop(&get_screen_data(), area));
    let size = (crop.size.0.into(), crop.size.1.into());
    output_file::write_new(&path, |file| png_file::write(file, size, png::ColorType::Rgba, &crop.rows))?;
    Ok(format!("Saved `{}`", shown(&path)))
}

/// The part of a picture of the window that lies in an area, which is in logical pixels.
#[cfg(not(target_arch = "wasm32"))]
fn crop(screen: &Image, area: Rect) -> WindowCrop {
    let scale = pixels::per_logical();
    let (width, height) = (usize::from(screen.width), usize::from(screen.height));
    let side = |at: f32, most: usize| ((at * scale).round().max(0.0) as usize).min(most);
    let (left, right) = (side(area.x, width), side(area.right(), width));
    let (top, bottom) = (side(area.y, height), side(area.bottom(), height));
    // The graphics have the lowest row first.
    let row = |y: usize| &screen.bytes[4 * (width * (height - 1 - y) + left)..4 * (width * (height - 1 - y) + right)];
    let rows = (top..bottom).flat_map(row).copied().collect();
    WindowCrop { size: ((right - left) as u16, (bottom - top) as u16), rows }
}

#[cfg(not(target_arch = "wasm32"))]
fn free_name(extension: &str) -> PathBuf {
    output_file::free_name(Path::new(""), NAME, extension)
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use super::*;

    /// A window of 4 by 3 pixels, whose red says which column it is and whose green says which row, from the top.
    fn screen() -> Image {
        let bytes = (0..3).rev().flat_map(|y| (0..4).flat_map(move |x| [x, y, 0, 255])).collect();
        Image { width: 4, height: 3, bytes }
    }

    #[test]
    fn a_part_of_the_window_is_cut_out_the_right_way_up() {
        let part = crop(&screen(), Rect::new(1.0, 1.0, 2.0, 9.0));
        assert_eq!(part.size, (2, 2));
        assert_eq!(part.rows, [[1, 1, 0, 255], [2, 1, 0, 255], [1, 2, 0, 255], [2, 2, 0, 255]].as_flattened());
    }

    #[test]
    fn a_film_has_all_of_its_pictures_and_one_size() {
        let mut film = Film::default();
        while !film.is_whole() {
            assert!(film.part() <= 1.0);
            film.take_in(crop(&screen(), Rect::new(0.0, 0.0, 4.0, 3.0))).unwrap();
        }
        assert!(film.take_in(crop(&screen(), Rect::new(0.0, 0.0, 2.0, 3.0))).is_err());
        let bytes = film.picture.unwrap().into_bytes().unwrap();
        let mut decoder = gif::DecodeOptions::new().read_info(&bytes[..]).unwrap();
        let mut count = 0;
        while decoder.read_next_frame().unwrap().is_some() {
            count += 1;
        }
        assert_eq!((decoder.width(), decoder.height(), count), (4, 3, FRAMES + 1));
    }
}
