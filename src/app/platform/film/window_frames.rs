//! Pictures of the window, cut out of what it shows and written as files.

use std::path::{Path, PathBuf};

use macroquad::math::Rect;
use macroquad::texture::Image;

use super::NAME;
use crate::app::ui::pixels;
use crate::app::window::get_screen_data;
use crate::file_name::shown;
use crate::moving_picture::MovingPicture;
use crate::output_file;
use crate::png_file;

/// A part of the window: columns and rows in pixels, and red, green, blue and alpha of each.
struct WindowCrop {
    size: (u16, u16),
    rows: Vec<u8>,
}

/// The frames of a film, as far as they are taken.
#[derive(Default)]
pub struct WindowFrames(Option<MovingPicture>);

impl WindowFrames {
    /// Whether the frames taken so far have to be taken in first: they never have.
    ///
    /// # Errors
    /// None.
    pub fn wait(&self) -> Result<bool, String> {
        Ok(false)
    }

    /// Takes the next frame, of an area of the window, which is shown for `delay` hundredths of a second.
    ///
    /// # Errors
    /// In words: it has not the size of those before.
    pub fn take(&mut self, area: Rect, delay: u16) -> Result<(), String> {
        self.take_in(crop(&get_screen_data(), area), delay)
    }

    fn take_in(&mut self, WindowCrop { size, rows }: WindowCrop, delay: u16) -> Result<(), String> {
        let picture = match self.0.take() {
            Some(picture) => picture,
            None => MovingPicture::begin(size)?,
        };
        self.0.insert(picture).add(size, rows, delay)
    }

    /// Saves them as a film under a name that no file has; gives what is to be said.
    ///
    /// # Errors
    /// Why it cannot be written, in words.
    pub fn save(self) -> Result<String, String> {
        let path = free_name("gif");
        let bytes = self.0.map_or(Ok(Vec::new()), MovingPicture::into_bytes)?;
        output_file::write_new(&path, |file| file.write_all(&bytes))?;
        Ok(format!("Saved `{}`", shown(&path)))
    }
}

/// Saves a picture of an area of the window under a name that no file has; gives what is to be said.
///
/// # Errors
/// Why it cannot be written, in words.
pub fn save_picture(area: Rect) -> Result<String, String> {
    let (path, crop) = (free_name("png"), crop(&get_screen_data(), area));
    let size = (crop.size.0.into(), crop.size.1.into());
    output_file::write_new(&path, |file| png_file::write(file, size, png::ColorType::Rgba, &crop.rows))?;
    Ok(format!("Saved `{}`", shown(&path)))
}

/// The part of a picture of the window that lies in an area, which is in logical pixels.
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

fn free_name(extension: &str) -> PathBuf {
    output_file::free_name(Path::new(""), NAME, extension)
}

#[cfg(test)]
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
    fn a_film_has_all_of_its_frames_and_one_size() {
        let mut frames = WindowFrames::default();
        for _ in 0..3 {
            frames.take_in(crop(&screen(), Rect::new(0.0, 0.0, 4.0, 3.0)), 8).unwrap();
        }
        assert!(frames.take_in(crop(&screen(), Rect::new(0.0, 0.0, 2.0, 3.0)), 8).is_err());
        let bytes = frames.0.unwrap().into_bytes().unwrap();
        let mut decoder = gif::DecodeOptions::new().read_info(&bytes[..]).unwrap();
        let mut count = 0;
        while decoder.read_next_frame().unwrap().is_some() {
            count += 1;
        }
        assert_eq!((decoder.width(), decoder.height(), count), (4, 3, 3));
    }
}
