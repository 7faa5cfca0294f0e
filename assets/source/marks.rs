//! The stamps on the ground: 8 columns of terrains, two variants of each one below the other, then
//! eight more. Black darkens the ground, white lightens it, grey in the middle leaves it.

use tiny_skia::{Color, Pixmap};

use crate::pen::{Pen, circle, color, curve, ellipse, line, polygon};

const SIDE: f32 = 128.0;

fn dark(opacity: f32) -> Color {
    color(0x000000, opacity)
}

fn light(opacity: f32) -> Color {
    color(0xffffff, opacity)
}

fn grey(level: u32, opacity: f32) -> Color {
    color(level << 16 | level << 8 | level, opacity)
}

/// The whole sheet.
pub fn draw() -> Pixmap {
    let mut sheet = Pixmap::new(8 * SIDE as u32, 4 * SIDE as u32).expect("a sheet has a size");
    let stamps: [[fn(&mut Pen); 2]; 11] = [
        [grass_tuft, grass_flowers],
        [road_pebbles, road_dashes],
        [sand_ripples, sand_grains],
        [forest_three, forest_two],
        [mud_puddle, mud_spots],
        [swamp_puddle, swamp_reeds],
        [snow_drift, snow_sparkle],
        [floor_slab, floor_grain],
        [water_waves, water_wave],
        [wall_crack, wall_chips],
        [rock_ridge, rock_edges],
    ];
    for (index, variants) in stamps.iter().enumerate() {
        for (variant, stamp) in variants.iter().enumerate() {
            let (column, row) = (index % 8, index / 8 * 2 + variant);
            stamp(&mut Pen::at(&mut sheet, column as f32 * SIDE, row as f32 * SIDE));
        }
    }
    sheet
}

fn grass_tuft(pen: &mut Pen) {
    pen.stroke(&curve((56.0, 92.0), (52.0, 64.0), (36.0, 50.0)), 6.0, dark(0.6));
    pen.stroke(&curve((64.0, 92.0), (64.0, 60.0), (68.0, 36.0)), 6.0, dark(0.6));
    pen.stroke(&curve((72.0, 92.0), (78.0, 70.0), (94.0, 58.0)), 6.0, dark(0.6));
}

fn grass_flowers(pen: &mut Pen) {
    pen.stroke(&curve((46.0, 88.0), (44.0, 70.0), (34.0, 60.0)), 5.5, dark(0.55));
    pen.stroke(&curve((52.0, 88.0), (54.0, 68.0), (62.0, 56.0)), 5.5, dark(0.55));
    for (x, y) in [(82.0, 50.0), (96.0, 74.0), (70.0, 32.0)] {
        pen.fill(&circle(x, y, 6.0), light(0.75));
    }
}

fn pebble(pen: &mut Pen, x: f32, y: f32, size: f32) {
    pen.fill(&ellipse(x + 1.0, y + 3.0, size, 0.74 * size), dark(0.42));
    pen.fill(&ellipse(x, y, size, 0.70 * size), grey(0xb8, 0.9));
}

fn road_pebbles(pen: &mut Pen) {
    pebble(pen, 42.0, 50.0, 13.0);
    pebble(pen, 78.0, 42.0, 8.0);
    pebble(pen, 82.0, 84.0, 11.0);
}

fn road_dashes(pen: &mut Pen) {
    pen.stroke(&curve((28.0, 52.0), (50.0, 46.0), (68.0, 51.0)), 5.0, dark(0.32));
    pen.stroke(&curve((58.0, 84.0), (80.0, 79.0), (98.0, 84.0)), 5.0, dark(0.32));
}

fn sand_ripples(pen: &mut Pen) {
    pen.stroke(&curve((22.0, 52.0), (46.0, 36.0), (66.0, 50.0)), 5.0, dark(0.30));
    pen.stroke(&curve((66.0, 50.0), (84.0, 62.0), (104.0, 50.0)), 5.0, dark(0.30));
    pen.stroke(&curve((36.0, 86.0), (60.0, 72.0), (88.0, 86.0)), 5.0, dark(0.24));
}

fn sand_grains(pen: &mut Pen) {
    for (x, y, size) in [(38.0, 46.0, 4.5), (64.0, 70.0, 3.5), (88.0, 44.0, 4.0), (52.0, 92.0, 4.0), (92.0, 84.0, 3.5)]
    {
        pen.fill(&circle(x, y, size), dark(0.34));
    }
}

fn tree(pen: &mut Pen, x: f32, y: f32, radius: f32) {
    pen.soft_disc((x + 0.22 * radius, y + 0.38 * radius), 0.7 * radius, 1.12 * radius, (0x000000, 0.55));
    for (dx, dy, part) in [(-0.42, 0.12, 0.66), (0.42, 0.16, 0.64), (0.0, -0.34, 0.70), (0.0, 0.22, 0.74)] {
        pen.fill(&circle(x + dx * radius, y + dy * radius, part * radius), grey(0x38, 0.95));
    }
    pen.fill(&circle(x - 0.16 * radius, y - 0.20 * radius, 0.58 * radius), grey(0x76, 0.9));
    pen.fill(&circle(x - 0.28 * radius, y - 0.38 * radius, 0.28 * radius), grey(0xb0, 0.8));
}

fn forest_three(pen: &mut Pen) {
    tree(pen, 42.0, 42.0, 27.0);
    tree(pen, 88.0, 54.0, 23.0);
    tree(pen, 56.0, 88.0, 25.0);
}

fn forest_two(pen: &mut Pen) {
    tree(pen, 80.0, 40.0, 26.0);
    tree(pen, 46.0, 80.0, 29.0);
    tree(pen, 96.0, 92.0, 15.0);
}

fn mud_puddle(pen: &mut Pen) {
    pen.fill(&ellipse(64.0, 66.0, 38.0, 22.0), dark(0.38));
    pen.stroke(&curve((36.0, 60.0), (58.0, 46.0), (88.0, 58.0)), 4.5, light(0.40));
}

fn mud_spots(pen: &mut Pen) {
    pen.fill(&ellipse(44.0, 54.0, 18.0, 11.0), dark(0.34));
    pen.fill(&ellipse(84.0, 82.0, 14.0, 9.0), dark(0.34));
    pen.fill(&ellipse(86.0, 44.0, 7.0, 5.0), light(0.22));
}

fn swamp_puddle(pen: &mut Pen) {
    for (x, y, size) in [(46.0, 58.0, 17.0), (84.0, 50.0, 11.0), (74.0, 86.0, 15.0)] {
        pen.fill(&ellipse(x, y + 2.0, size, 0.72 * size), dark(0.40));
        pen.fill(&ellipse(x, y, size, 0.72 * size), light(0.34));
        pen.stroke(&line(&[(x, y), (x + 0.8 * size, y - 0.5 * size)]), 4.0, dark(0.55));
    }
}

fn swamp_reeds(pen: &mut Pen) {
    for (foot, top, height) in [(46.0, 38.0, 40.0), (60.0, 64.0, 24.0), (76.0, 90.0, 46.0)] {
        pen.stroke(&curve((foot, 102.0), (foot, 70.0), (top, height)), 6.0, dark(0.80));
        pen.stroke(&line(&[(top, height), (top, height - 10.0)]), 12.0, dark(0.95));
    }
    pen.stroke(&line(&[(34.0, 106.0), (90.0, 106.0)]), 4.0, light(0.35));
}

fn snow_drift(pen: &mut Pen) {
    pen.stroke(&curve((26.0, 70.0), (54.0, 46.0), (100.0, 62.0)), 6.0, dark(0.26));
    pen.stroke(&curve((44.0, 88.0), (66.0, 76.0), (88.0, 84.0)), 5.0, dark(0.18));
}

fn snow_sparkle(pen: &mut Pen) {
    for (x, y, size) in [(44.0, 46.0, 5.0), (86.0, 62.0, 4.0), (58.0, 90.0, 4.5)] {
        pen.fill(&circle(x, y, size), dark(0.20));
    }
}

fn floor_slab(pen: &mut Pen) {
    pen.stroke(&line(&[(24.0, 40.0), (24.0, 24.0), (56.0, 24.0)]), 4.5, dark(0.28));
    pen.stroke(&line(&[(104.0, 88.0), (104.0, 104.0), (72.0, 104.0)]), 4.5, dark(0.28));
}

fn floor_grain(pen: &mut Pen) {
    pen.stroke(&line(&[(34.0, 54.0), (74.0, 54.0)]), 4.0, dark(0.20));
    pen.stroke(&line(&[(54.0, 78.0), (98.0, 78.0)]), 4.0, dark(0.20));
}

fn water_waves(pen: &mut Pen) {
    pen.stroke(&curve((26.0, 56.0), (42.0, 44.0), (58.0, 56.0)), 5.0, light(0.62));
    pen.stroke(&curve((58.0, 56.0), (74.0, 44.0), (90.0, 56.0)), 5.0, light(0.62));
    pen.stroke(&curve((58.0, 82.0), (74.0, 72.0), (92.0, 82.0)), 5.0, light(0.45));
}

fn water_wave(pen: &mut Pen) {
    pen.stroke(&curve((38.0, 66.0), (62.0, 52.0), (86.0, 66.0)), 5.0, light(0.50));
}

fn wall_crack(pen: &mut Pen) {
    pen.stroke(&line(&[(34.0, 40.0), (52.0, 50.0), (58.0, 66.0), (78.0, 74.0)]), 4.0, dark(0.50));
}

fn wall_chips(pen: &mut Pen) {
    pen.fill(&ellipse(48.0, 56.0, 8.0, 5.0), dark(0.36));
    pen.fill(&ellipse(82.0, 76.0, 6.0, 4.0), dark(0.36));
    pen.fill(&ellipse(76.0, 42.0, 5.0, 3.5), light(0.50));
}

fn rock_ridge(pen: &mut Pen) {
    pen.fill(&polygon(&[(30.0, 40.0), (66.0, 26.0), (78.0, 56.0), (44.0, 66.0)]), light(0.30));
    pen.fill(&polygon(&[(78.0, 56.0), (44.0, 66.0), (58.0, 100.0), (98.0, 86.0)]), dark(0.34));
}

fn rock_edges(pen: &mut Pen) {
    pen.fill(&polygon(&[(40.0, 62.0), (72.0, 44.0), (100.0, 58.0), (74.0, 70.0)]), light(0.26));
    pen.fill(&polygon(&[(40.0, 62.0), (74.0, 70.0), (66.0, 92.0), (46.0, 86.0)]), dark(0.26));
    pen.fill(&polygon(&[(74.0, 70.0), (100.0, 58.0), (96.0, 80.0), (66.0, 92.0)]), dark(0.42));
}
