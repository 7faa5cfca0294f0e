//! Pictures that are drawn and written without a window.

use std::io::{self, Write};

use footpath::profile::Color;
use glam::Vec2;

use crate::png_file;

/// A picture of coloured points.
pub struct RasterImage {
    width: u32,
    height: u32,
    /// Red, green and blue of each.
    points: Vec<[u8; 3]>,
}

impl RasterImage {
    /// A black one.
    pub fn new(width: u32, height: u32) -> RasterImage {
        RasterImage { width, height, points: vec![[0; 3]; width as usize * height as usize] }
    }

    pub fn put(&mut self, x: u32, y: u32, color: Color) {
        self.points[y as usize * self.width as usize + x as usize] = [color.r, color.g, color.b];
    }

    /// Mixes a colour into each point near `from` to `to`, by how much of it `cover` says the shape takes, 0 to 1.
    pub fn shape(&mut self, (from, to): (Vec2, Vec2), color: Color, cover: impl Fn(Vec2) -> f32) {
        let end = |value: f32, most: u32| (value.max(0.0) as u32).min(most);
        let (left, right) = (end(from.x.floor(), self.width), end(to.x.ceil() + 1.0, self.width));
        let (top, bottom) = (end(from.y.floor(), self.height), end(to.y.ceil() + 1.0, self.height));
        for y in top..bottom {
            for x in left..right {
                let share = cover(Vec2::new(x as f32 + 0.5, y as f32 + 0.5)).clamp(0.0, 1.0);
                let point = &mut self.points[y as usize * self.width as usize + x as usize];
                for (old, new) in point.iter_mut().zip([color.r, color.g, color.b]) {
                    *old = (f32::from(*old) * (1.0 - share) + f32::from(new) * share).round() as u8;
                }
            }
        }
    }

    /// A disc, with soft edges.
    pub fn disc(&mut self, middle: Vec2, radius: f32, color: Color) {
        let reach = Vec2::splat(radius + 1.0);
        self.shape((middle - reach, middle + reach), color, |point| radius + 0.5 - point.distance(middle));
    }

    /// A line of some width, with soft edges.
    pub fn line(&mut self, from: Vec2, to: Vec2, width: f32, color: Color) {
        let reach = Vec2::splat(width + 1.0);
        let along = to - from;
        let length = along.length_squared();
        self.shape((from.min(to) - reach, from.max(to) + reach), color, |point| {
            let share = if length > 0.0 { ((point - from).dot(along) / length).clamp(0.0, 1.0) } else { 0.0 };
            0.5 * width + 0.5 - point.distance(from + along * share)
        });
    }

    /// Writes it as a PNG file.
    pub fn write_png(&self, file: &mut dyn Write) -> io::Result<()> {
        png_file::write(file, (self.width, self.height), png::ColorType::Rgb, self.points.as_flattened())
    }

    /// Writes several of the same size as an animated GIF file that begins again at its end; each is shown for `delay`
    /// hundredths of a second.
    pub fn write_gif(
        file: &mut dyn Write,
        size: (u32, u32),
        delay: u16,
        frames: impl Iterator<Item = RasterImage>,
    ) -> io::Result<()> {
        let side = |side: u32| u16::try_from(side).map_err(io::Error::other);
        let (width, height) = (side(size.0)?, side(size.1)?);
        let mut encoder = gif::Encoder::new(file, width, height, &[]).map_err(of_system)?;
        encoder.set_repeat(gif::Repeat::Infinite).map_err(of_system)?;
        for picture in frames {
            let mut frame = gif::Frame::from_rgb_speed(width, height, picture.points.as_flattened(), 20);
            frame.delay = delay;
            encoder.write_frame(&frame).map_err(of_system)?;
        }
        Ok(())
    }
}

/// Why a moving picture cannot be written, as the system says it.
fn of_system(error: gif::EncodingError) -> io::Error {
    match error {
        gif::EncodingError::Io(error) => error,
        error => io::Error::other(error),
    }
}
