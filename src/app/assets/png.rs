//! Reads the PNG files that `assets/source/draw_assets.rs` writes: 8 bits to a channel, grey or colours
//! with opacity, not interlaced.
//!
//! macroquad brings a decoder for every kind of picture; it alone would make the web version a
//! fifth larger. This one follows "Portable Network Graphics (PNG) Specification" (W3C), sections 5
//! (chunks), 9 (filters) and 11.2 (header).

use macroquad::texture::Image;
use miniz_oxide::inflate::decompress_to_vec_zlib_with_limit;

const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";
/// The width and height at most: what every graphics card takes.
const LARGEST_SIDE: u32 = 4096;

/// The header of a picture.
struct Header {
    width: usize,
    height: usize,
    /// Bytes to a pixel: 2 for grey and opacity, 4 for red, green, blue and opacity.
    channels: usize,
}

/// The picture as red, green, blue and opacity.
///
/// # Errors
/// What is wrong with the file, to be read after its name.
pub fn decode(file: &[u8]) -> Result<Image, &'static str> {
    let mut rest = file.strip_prefix(SIGNATURE).ok_or("is not a PNG file")?;
    let mut header = None;
    let mut packed = Vec::new();
    loop {
        let (kind, data, after) = chunk(rest).ok_or("ends too early")?;
        rest = after;
        match kind {
            b"IHDR" => header = Some(read_header(data)?),
            b"IDAT" => packed.extend_from_slice(data),
            b"IEND" => break,
            _ => {}
        }
    }
    let header = header.ok_or("has no header")?;
    let length = header.height * (1 + header.width * header.channels);
    let rows = decompress_to_vec_zlib_with_limit(&packed, length).map_err(|_| "is damaged")?;
    if rows.len() != length {
        return Err("is damaged: there are fewer pixels than its header says");
    }
    let pixels = unfilter(&rows, &header)?;
    let bytes = match header.channels {
        2 => pixels.chunks_exact(2).flat_map(|pixel| [pixel[0], pixel[0], pixel[0], pixel[1]]).collect(),
        _ => pixels,
    };
    Ok(Image { bytes, width: header.width as u16, height: header.height as u16 })
}

/// The kind and the data of the first chunk, and what comes after it.
fn chunk(bytes: &[u8]) -> Option<(&[u8; 4], &[u8], &[u8])> {
    let (length, rest) = bytes.split_first_chunk::<4>()?;
    let (kind, rest) = rest.split_first_chunk::<4>()?;
    let (data, rest) = rest.split_at_checked(u32::from_be_bytes(*length) as usize)?;
    let (_checksum, rest) = rest.split_first_chunk::<4>()?;
    Some((kind, data, rest))
}

fn read_header(data: &[u8]) -> Result<Header, &'static str> {
    let (width, rest) = data.split_first_chunk::<4>().ok_or("has too short a header")?;
    let (height, rest) = rest.split_first_chunk::<4>().ok_or("has too short a header")?;
    let side = |bytes: &[u8; 4]| {
        let side = u32::from_be_bytes(*bytes);
        if (1..=LARGEST_SIDE).contains(&side) { Ok(side as usize) } else { Err("is larger than 4096 pixels") }
    };
    // Bits to a channel, kind of colour, compression, filter method, interlacing.
    let channels = match rest {
        [8, 4, 0, 0, 0] => 2,
        [8, 6, 0, 0, 0] => 4,
        _ => return Err("has colours of another kind than grey or RGB with 8 bits and opacity"),
    };
    Ok(Header { width: side(width)?, height: side(height)?, channels })
}

/// The pixels: each byte is kept as its difference from a guess, which its row's first byte names.
fn unfilter(rows: &[u8], header: &Header) -> Result<Vec<u8>, &'static str> {
    let step = header.channels;
    let width = header.width * step;
    let mut above = vec![0; width];
    let mut pixels = Vec::with_capacity(header.height * width);
    for row in rows.chunks_exact(1 + width) {
        let mut current = row[1..].to_vec();
        for index in 0..width {
            let (left, corner) = if index < step { (0, 0) } else { (current[index - step], above[index - step]) };
            let up = above[index];
            let guess = match row[0] {
                0 => 0,
                1 => left,
                2 => up,
                3 => ((u16::from(left) + u16::from(up)) / 2) as u8,
                4 => nearest_to_sum(left, up, corner),
                _ => return Err("is damaged: it has rows of an unknown kind"),
            };
            current[index] = current[index].wrapping_add(guess);
        }
        pixels.extend_from_slice(&current);
        above = current;
    }
    Ok(pixels)
}

/// Paeth's guess: of the three neighbours the one nearest to left + up - corner.
fn nearest_to_sum(left: u8, up: u8, corner: u8) -> u8 {
    let sum = i16::from(left) + i16::from(up) - i16::from(corner);
    let distance = |value: u8| (sum - i16::from(value)).abs();
    if distance(left) <= distance(up) && distance(left) <= distance(corner) {
        left
    } else if distance(up) <= distance(corner) {
        up
    } else {
        corner
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn encoded(color: png::ColorType, filter: png::Filter, bytes: &[u8]) -> Vec<u8> {
        let mut file = Vec::new();
        let mut encoder = png::Encoder::new(&mut file, 7, 5);
        encoder.set_color(color);
        encoder.set_filter(filter);
        encoder.write_header().unwrap().write_image_data(bytes).unwrap();
        file
    }

    fn uneven(length: usize) -> Vec<u8> {
        (0..length).map(|index| (index * index * 31 % 251) as u8).collect()
    }

    #[test]
    fn every_filter_is_undone() {
        use png::Filter::{Adaptive, Avg, NoFilter, Paeth, Sub, Up};
        let bytes = uneven(7 * 5 * 4);
        for filter in [NoFilter, Sub, Up, Avg, Paeth, Adaptive] {
            let image = decode(&encoded(png::ColorType::Rgba, filter, &bytes)).unwrap();
            assert_eq!((image.width, image.height), (7, 5));
            assert_eq!(image.bytes, bytes, "{filter:?}");
        }
    }

    #[test]
    fn grey_stands_in_all_three_colours() {
        let bytes = uneven(7 * 5 * 2);
        let image = decode(&encoded(png::ColorType::GrayscaleAlpha, png::Filter::Paeth, &bytes)).unwrap();
        assert_eq!(image.bytes[..8], [bytes[0], bytes[0], bytes[0], bytes[1], bytes[2], bytes[2], bytes[2], bytes[3]]);
        assert_eq!(image.bytes.len(), 7 * 5 * 4);
    }

    #[test]
    fn the_pictures_of_the_game_are_read() {
        for file in [
            include_bytes!("../../../assets/sprites.png").as_slice(),
            include_bytes!("../../../assets/icons.png"),
            include_bytes!("../../../assets/marks.png"),
        ] {
            assert!(decode(file).is_ok_and(|image| image.bytes.iter().any(|byte| *byte != 0)));
        }
    }

    #[test]
    fn damage_is_said() {
        let file = encoded(png::ColorType::Rgba, png::Filter::Sub, &uneven(7 * 5 * 4));
        for length in 0..file.len() {
            assert!(decode(&file[..length]).is_err(), "{length} bytes");
        }
        assert_eq!(decode(b"<!doctype html>").err(), Some("is not a PNG file"));
        let mut colors_of_a_palette = file.clone();
        colors_of_a_palette[25] = 3;
        assert!(decode(&colors_of_a_palette).is_err_and(|error| error.starts_with("has colours of another kind")));
        let mut huge = file;
        huge[16] = 0xff;
        assert_eq!(decode(&huge).err(), Some("is larger than 4096 pixels"));
    }
}
