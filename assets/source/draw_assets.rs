//! Draws every picture of the game: `cargo run --package draw-assets` writes them to `assets/`, with
//! `--check` it only tells whether the files there are what it would draw.

mod emblem;
mod icons;
mod marks;
mod pen;
mod sprites;

use std::error::Error;
use std::fs::{self, File};
use std::io::{BufReader, BufWriter};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use tiny_skia::Pixmap;

/// The channels of a picture's file.
#[derive(Clone, Copy, PartialEq)]
enum Channels {
    GreyAlpha,
    RedGreenBlueAlpha,
}

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..");
    let check = std::env::args().any(|argument| argument == "--check");
    let pictures = [
        ("marks.png", marks::draw(), Channels::GreyAlpha),
        ("sprites.png", sprites::draw(), Channels::RedGreenBlueAlpha),
        ("icons.png", icons::draw(), Channels::GreyAlpha),
        ("icon.png", emblem::draw(256), Channels::RedGreenBlueAlpha),
        ("favicon.png", emblem::draw(64), Channels::RedGreenBlueAlpha),
    ];
    let mut stale = 0;
    for (name, picture, channels) in &pictures {
        let path = folder.join(name);
        let bytes = bytes_of(picture, *channels);
        if !check {
            write(&path, picture, &bytes, *channels)?;
            println!("{name}: {}x{}, {} bytes", picture.width(), picture.height(), fs::metadata(&path)?.len());
        } else if read(&path).ok().as_ref() != Some(&bytes) {
            eprintln!("{name} is not what its source draws: run `cargo run --example draw_assets`");
            stale += 1;
        }
    }
    Ok(if stale == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The pixels as they stand in the file. Those that cannot be seen take the colour of those around
/// them, or edges would turn dark where the picture is drawn smaller or larger.
fn bytes_of(picture: &Pixmap, channels: Channels) -> Vec<u8> {
    let (width, height) = (picture.width() as usize, picture.height() as usize);
    let mut pixels: Vec<[u8; 4]> = picture
        .pixels()
        .iter()
        .map(|pixel| pixel.demultiply())
        .map(|pixel| as_meant([pixel.red(), pixel.green(), pixel.blue(), pixel.alpha()]))
        .collect();
    let mut known: Vec<bool> = pixels.iter().map(|pixel| pixel[3] > 0).collect();
    for _ in 0..10 {
        let before = (pixels.clone(), known.clone());
        for index in (0..pixels.len()).filter(|&index| !before.1[index]) {
            let (x, y) = (index % width, index / width);
            let beside = [
                (x > 0).then(|| index - 1),
                (x + 1 < width).then_some(index + 1),
                (y > 0).then(|| index - width),
                (y + 1 < height).then_some(index + width),
            ];
            if let Some(neighbour) = beside.into_iter().flatten().find(|&neighbour| before.1[neighbour]) {
                let [r, g, b, _] = before.0[neighbour];
                (pixels[index], known[index]) = ([r, g, b, 0], true);
            }
        }
    }
    match channels {
        Channels::GreyAlpha => pixels.iter().flat_map(|&[r, _, _, a]| [r, a]).collect(),
        Channels::RedGreenBlueAlpha => pixels.concat(),
    }
}

/// A faint pixel has lost most of its colour in the drawing, where colours are kept multiplied with
/// their opacity: it gets back the one that it can only have had.
fn as_meant([r, g, b, a]: [u8; 4]) -> [u8; 4] {
    let lost = 2 + 256 / (u16::from(a) + 1);
    let near = |ink: u32| {
        let [_, red, green, blue] = ink.to_be_bytes();
        let close = |one: u8, other: u8| u16::from(one.abs_diff(other)) <= lost;
        (a < 255 && close(r, red) && close(g, green) && close(b, blue)).then_some([red, green, blue, a])
    };
    [pen::INK, pen::PAPER, 0xffffff, 0x000000].into_iter().find_map(near).unwrap_or([r, g, b, a])
}

fn write(path: &Path, picture: &Pixmap, bytes: &[u8], channels: Channels) -> Result<(), Box<dyn Error>> {
    let mut encoder = png::Encoder::new(BufWriter::new(File::create(path)?), picture.width(), picture.height());
    encoder.set_color(match channels {
        Channels::GreyAlpha => png::ColorType::GrayscaleAlpha,
        Channels::RedGreenBlueAlpha => png::ColorType::Rgba,
    });
    encoder.set_compression(png::Compression::High);
    encoder.set_filter(png::Filter::NoFilter);
    encoder.write_header()?.write_image_data(bytes)?;
    Ok(())
}

fn read(path: &Path) -> Result<Vec<u8>, Box<dyn Error>> {
    let mut reader = png::Decoder::new(BufReader::new(File::open(path)?)).read_info()?;
    let mut bytes = vec![0; reader.output_buffer_size().ok_or("the picture is too large")?];
    let length = reader.next_frame(&mut bytes)?.buffer_size();
    bytes.truncate(length);
    Ok(bytes)
}
