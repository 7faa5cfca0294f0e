//! A PNG file as its pixels.

use std::io::Cursor;

use png::{ColorType, Decoder, Limits, Transformations};

use crate::level::export::PICTURE_KEY;
use crate::profile::Color;

/// The most pixels of a picture: those of the greatest map.
const MOST_PIXELS: usize = crate::format::limits::MAP_TILES * crate::format::limits::MAP_TILES;

/// A picture, row by row.
pub(super) struct Pixels {
    pub width: u32,
    pub height: u32,
    /// Red, green, blue and how opaque it is, 0 to 255 each.
    pub points: Vec<[u8; 4]>,
    /// The key of a picture that is an exported map.
    pub key: Option<String>,
}

impl Pixels {
    /// Reads a PNG file of any kind.
    ///
    /// # Errors
    /// What is wrong with it, in a sentence.
    pub fn of_png(bytes: &[u8]) -> Result<Pixels, String> {
        let unreadable = |error: png::DecodingError| format!("this PNG file cannot be read: {error}");
        let mut decoder = Decoder::new_with_limits(Cursor::new(bytes), Limits { bytes: MOST_PIXELS * 4 });
        decoder.set_transformations(Transformations::normalize_to_color8());
        let mut reader = decoder.read_info().map_err(unreadable)?;
        let (width, height) = reader.info().size();
        if width as usize * height as usize > MOST_PIXELS {
            return Err(format!("this picture has {width} x {height} pixels; at most {MOST_PIXELS} can be read"));
        }
        let texts = &reader.info().utf8_text;
        let key = texts.iter().find(|text| text.keyword == PICTURE_KEY).and_then(|text| text.get_text().ok());
        let mut bytes = vec![0; reader.output_buffer_size().ok_or("this picture is too large")?];
        let frame = reader.next_frame(&mut bytes).map_err(unreadable)?;
        let point = |samples: &[u8]| match (frame.color_type, samples) {
            (ColorType::Rgba, &[r, g, b, a]) => [r, g, b, a],
            (ColorType::GrayscaleAlpha, &[gray, a]) => [gray, gray, gray, a],
            (ColorType::Rgb, &[r, g, b]) => [r, g, b, 255],
            _ => [samples[0], samples[0], samples[0], 255],
        };
        let points = bytes[..frame.buffer_size()].chunks_exact(frame.color_type.samples()).map(point).collect();
        Ok(Pixels { width, height, points, key })
    }

    /// This picture with one colour transparent.
    pub fn without(mut self, transparent: Option<Color>) -> Pixels {
        let Some(Color { r, g, b }) = transparent else { return self };
        self.points.iter_mut().filter(|point| point[..3] == [r, g, b]).for_each(|point| point[3] = 0);
        self
    }

    /// The mean colour of what is drawn in a rectangle of pixels, and which part of it is opaque; `None` where nothing is.
    pub fn mean(&self, from: (u32, u32), size: (u32, u32)) -> Option<(Color, f32)> {
        let columns = from.0.min(self.width)..from.0.saturating_add(size.0).min(self.width);
        let rows = from.1.min(self.height)..from.1.saturating_add(size.1).min(self.height);
        let mut sums = [0u64; 4];
        for row in rows {
            let start = row as usize * self.width as usize;
            for &[r, g, b, a] in &self.points[start + columns.start as usize..start + columns.end as usize] {
                let parts = [u64::from(r), u64::from(g), u64::from(b)].map(|part| part * u64::from(a));
                (0..3).for_each(|at| sums[at] += parts[at]);
                sums[3] += u64::from(a);
            }
        }
        let [r, g, b] = [sums[0], sums[1], sums[2]].map(|sum| sum.checked_div(sums[3]).unwrap_or(0) as u8);
        let opaque = sums[3] as f32 / (255.0 * size.0 as f32 * size.1 as f32);
        (sums[3] > 0).then_some((Color { r, g, b }, opaque))
    }
}
