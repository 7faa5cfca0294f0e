//! PNG files, written.

use std::io::{self, Write};

use png::{BitDepth, ColorType, Encoder, EncodingError};

/// Writes a picture of these columns and rows, whose points are given row by row, a byte for each part of a colour.
///
/// # Errors
/// Why the file cannot be written, as the system says it.
pub fn write(file: &mut dyn Write, (width, height): (u32, u32), colors: ColorType, points: &[u8]) -> io::Result<()> {
    encode(file, (width, height), colors, points).map_err(|error| match error {
        EncodingError::IoError(error) => error,
        error => io::Error::other(error),
    })
}

fn encode(
    file: &mut dyn Write,
    (width, height): (u32, u32),
    colors: ColorType,
    points: &[u8],
) -> Result<(), EncodingError> {
    let mut encoder = Encoder::new(file, width, height);
    encoder.set_color(colors);
    encoder.set_depth(BitDepth::Eight);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(points)?;
    writer.finish()
}
