//! Pictures of the window that the page takes, and hands to the browser as downloads.

use macroquad::math::Rect;

use super::NAME;
use crate::app::platform::page;
use crate::app::ui::pixels;

/// The frames of a film: the page makes it, beside the game.
#[derive(Default)]
pub struct PageFrames;

impl PageFrames {
    /// Whether the frames taken so far have to be taken in first.
    ///
    /// # Errors
    /// In words: the film cannot be made.
    pub fn wait(&self) -> Result<bool, String> {
        match page::film_waits() {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err("The moving picture cannot be made".to_owned()),
        }
    }

    /// Has the next frame taken, of an area of the window, which is shown for `delay` hundredths of a second.
    ///
    /// # Errors
    /// None.
    pub fn take(&mut self, area: Rect, delay: u16) -> Result<(), String> {
        page::film(in_pixels(area), delay);
        Ok(())
    }

    /// Has the film downloaded; gives what is to be said.
    ///
    /// # Errors
    /// None.
    pub fn save(self) -> Result<String, String> {
        page::save_film(&format!("{NAME}.gif"));
        Ok("The moving picture is downloaded".to_owned())
    }
}

/// Has a picture of an area of the window downloaded; gives what is to be said.
///
/// # Errors
/// None.
pub fn save_picture(area: Rect) -> Result<String, String> {
    page::save_picture(&format!("{NAME}.png"), in_pixels(area));
    Ok("The picture is downloaded".to_owned())
}

/// An area of the window in pixels: left, top, width and height.
fn in_pixels(area: Rect) -> [u32; 4] {
    [area.x, area.y, area.w, area.h].map(|side| (side * pixels::per_logical()).round() as u32)
}
