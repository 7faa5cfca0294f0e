//! The sign of the game: a corner of the board, a way, and someone on it.

use tiny_skia::Pixmap;

use crate::pen::{INK, PAPER, Pen, circle, color, curve, rounded};

/// The sign, `side` pixels wide.
pub fn draw(side: u32) -> Pixmap {
    let mut picture = Pixmap::new(side, side).expect("a picture has a size");
    let pen = &mut Pen::scaled(&mut picture, 128.0);
    pen.fill(&rounded(4.0, 4.0, 120.0, 120.0, 26.0), color(INK, 1.0));
    pen.fill(&rounded(9.0, 9.0, 110.0, 110.0, 22.0), color(0x9cb380, 1.0));

    pen.fill(&rounded(28.0, 31.0, 50.0, 34.0, 7.0), color(INK, 0.25));
    pen.fill(&rounded(24.0, 24.0, 50.0, 36.0, 7.0), color(0x3c4059, 1.0));
    pen.fill(&rounded(24.0, 24.0, 50.0, 25.0, 7.0), color(0x777990, 1.0));

    let way = curve((38.0, 94.0), (100.0, 102.0), (98.0, 36.0));
    pen.dashes(&way, 8.0, color(PAPER, 1.0), [1.0, 15.0], 0.0);
    pen.stroke(&circle(98.0, 32.0, 9.0), 6.0, color(PAPER, 1.0));

    pen.fill(&circle(40.0, 97.0, 17.0), color(INK, 0.30));
    pen.fill(&circle(38.0, 92.0, 17.0), color(INK, 1.0));
    pen.fill(&circle(38.0, 92.0, 14.0), color(0xe86a4a, 1.0));
    pen.fill(&circle(44.0, 88.0, 3.6), color(PAPER, 1.0));
    pen.fill(&circle(44.0, 97.0, 3.6), color(PAPER, 1.0));
    picture
}
