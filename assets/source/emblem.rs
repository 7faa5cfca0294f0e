//! The sign of the game: a corner of the board, a way, and someone on it.

use tiny_skia::Pixmap;

use crate::pen::{INK, PAPER, Pen, circle, color, curve, polygon, rounded};

/// The sign, `side` pixels wide.
pub fn draw(side: u32) -> Pixmap {
    let mut picture = Pixmap::new(side, side).expect("a picture has a size");
    let pen = &mut Pen::scaled(&mut picture, 128.0);
    pen.fill(&rounded(4.0, 4.0, 120.0, 120.0, 26.0), color(INK, 1.0));
    pen.fill(&rounded(9.0, 9.0, 110.0, 110.0, 22.0), color(0x9cb380, 1.0));

    pen.fill(&rounded(28.0, 31.0, 50.0, 34.0, 7.0), color(INK, 0.25));
    pen.fill(&rounded(24.0, 24.0, 50.0, 36.0, 7.0), color(0x3c4059, 1.0));
    pen.fill(&rounded(24.0, 24.0, 50.0, 25.0, 7.0), color(0x777990, 1.0));

    let way = curve((44.0, 96.0), (94.0, 100.0), (98.0, 56.0));
    pen.dashes(&way, 8.0, color(PAPER, 1.0), [0.1, 15.0], 9.0);
    pen.stroke(&circle(98.0, 33.0, 10.0), 6.0, color(PAPER, 1.0));
    pen.fill(&circle(98.0, 33.0, 3.5), color(PAPER, 1.0));

    pen.fill(&circle(39.0, 97.0, 19.0), color(INK, 0.30));
    pen.fill(&polygon(&[(44.0, 74.0), (66.0, 92.0), (44.0, 110.0)]), color(INK, 1.0));
    pen.fill(&circle(38.0, 92.0, 19.0), color(INK, 1.0));
    pen.fill(&circle(37.0, 92.0, 15.5), color(0xe86a4a, 1.0));
    pen.fill(&circle(46.0, 85.5, 5.0), color(PAPER, 1.0));
    pen.fill(&circle(46.0, 98.5, 5.0), color(PAPER, 1.0));
    pen.fill(&circle(47.5, 85.5, 2.5), color(INK, 1.0));
    pen.fill(&circle(47.5, 98.5, 2.5), color(INK, 1.0));
    picture
}
