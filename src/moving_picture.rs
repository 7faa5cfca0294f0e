//! A moving picture (GIF), made picture by picture.

use gif::{DisposalMethod, Encoder, Frame, Repeat};

/// How exactly colours are chosen, from 1 (best) to 30 (fastest).
const SPEED: i32 = 20;

/// A moving picture as far as it is made.
pub struct MovingPicture {
    encoder: Encoder<Vec<u8>>,
    size: (u16, u16),
    /// Red, green, blue and alpha of each pixel of the last picture, row after row.
    last: Vec<u8>,
}

impl MovingPicture {
    /// One without pictures yet, each of which is to have so many columns and rows. It begins again after its end.
    ///
    /// # Errors
    /// In words: there is no picture of this size.
    pub fn begin(size: (u16, u16)) -> Result<MovingPicture, String> {
        let mut encoder = Encoder::new(Vec::new(), size.0, size.1, &[]).map_err(|error| error.to_string())?;
        encoder.set_repeat(Repeat::Infinite).map_err(|error| error.to_string())?;
        Ok(MovingPicture { encoder, size, last: Vec::new() })
    }

    /// Adds a picture, red, green, blue and alpha of each pixel, row after row, to be shown for so many hundredths of a second.
    ///
    /// # Errors
    /// In words: it has not the size of those before.
    pub fn add(&mut self, size: (u16, u16), rows: Vec<u8>, delay: u16) -> Result<(), String> {
        if size != self.size || rows.len() != 4 * usize::from(size.0) * usize::from(size.1) {
            return Err("The window has another size now: the moving picture is given up".to_owned());
        }
        let mut changed = rows.clone();
        // What is as it was stays as it is, which takes next to no bytes.
        let before = self.last.chunks_exact(4);
        changed.chunks_exact_mut(4).zip(before).filter(|(now, before)| now == before).for_each(|(now, _)| now[3] = 0);
        let mut frame = Frame::from_rgba_speed(size.0, size.1, &mut changed, SPEED);
        frame.dispose = DisposalMethod::Keep;
        frame.delay = delay;
        self.encoder.write_frame(&frame).map_err(|error| error.to_string())?;
        self.last = rows;
        Ok(())
    }

    /// The file.
    ///
    /// # Errors
    /// Why there is none, in words.
    pub fn into_bytes(self) -> Result<Vec<u8>, String> {
        self.encoder.into_inner().map_err(|error| error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_added_is_what_is_shown() {
        let picture =
            |colors: [[u8; 3]; 2]| colors.iter().flat_map(|color| [color[0], color[1], color[2], 255]).collect();
        let (red, green, blue) = ([255, 0, 0], [0, 255, 0], [0, 0, 255]);
        let mut moving = MovingPicture::begin((2, 1)).expect("it is a size");
        moving.add((2, 1), picture([red, green]), 8).expect("it has that size");
        moving.add((2, 1), picture([red, blue]), 250).expect("it has that size");
        assert!(moving.add((1, 1), vec![0; 4], 8).is_err_and(|words| words.contains("another size")));
        let bytes = moving.into_bytes().expect("it is made");
        let mut options = gif::DecodeOptions::new();
        options.set_color_output(gif::ColorOutput::RGBA);
        let mut decoder = options.read_info(&*bytes).expect("it is a GIF");
        let first = decoder.read_next_frame().expect("it can be read").expect("it is there");
        assert_eq!((&*first.buffer, first.delay), (&[255, 0, 0, 255, 0, 255, 0, 255][..], 8));
        let second = decoder.read_next_frame().expect("it can be read").expect("it is there");
        assert_eq!(
            (second.buffer[3], &second.buffer[4..], second.delay),
            (0, &[0, 0, 255, 255][..], 250),
            "the rest stays"
        );
        assert!(decoder.read_next_frame().expect("it can be read").is_none());
    }
}
