//! Agents, goal markers and the flag, where `src/app/view/render.rs` looks for them. Large places are 256
//! pixels wide, with an agent's body of radius 100 in the middle, facing right.

use tiny_skia::{Path, PathBuilder, Pixmap};

use crate::pen::{INK, PAPER, Pen, arc, circle, color, line, polygon};

const LARGE: f32 = 256.0;
const SMALL: f32 = 128.0;
const MIDDLE: f32 = 128.0;

/// The whole sheet.
pub fn draw() -> Pixmap {
    let mut sheet = Pixmap::new(1024, 512).expect("a sheet has a size");
    body(&mut Pen::at(&mut sheet, 0.0, 0.0));
    face(&mut Pen::at(&mut sheet, LARGE, 0.0));
    gloss(&mut Pen::at(&mut sheet, 2.0 * LARGE, 0.0));
    ring(&mut Pen::at(&mut sheet, 3.0 * LARGE, 0.0));
    shadow(&mut Pen::at(&mut sheet, 0.0, LARGE));
    pointer(&mut Pen::at(&mut sheet, SMALL, LARGE));
    complete(&mut Pen::at(&mut sheet, 2.0 * SMALL, LARGE));
    partial(&mut Pen::at(&mut sheet, 3.0 * SMALL, LARGE));
    impossible(&mut Pen::at(&mut sheet, 4.0 * SMALL, LARGE));
    flag(&mut Pen::at(&mut sheet, 5.0 * SMALL, LARGE));
    sheet
}

/// A disc of radius 100 less `inset`, with a nose that says where it faces.
fn beetle(inset: f32) -> Path {
    let radius = 100.0 - inset;
    let tip = MIDDLE + 120.0 - 1.3 * inset;
    let mut path = PathBuilder::new();
    let on_disc = |degrees: f32| {
        let angle = degrees.to_radians();
        (MIDDLE + radius * angle.cos(), MIDDLE + radius * angle.sin())
    };
    let (x, y) = on_disc(34.0);
    path.move_to(x, y);
    for degrees in (36..=326).step_by(2) {
        let (x, y) = on_disc(degrees as f32);
        path.line_to(x, y);
    }
    path.quad_to(MIDDLE + 0.98 * radius, MIDDLE - 0.34 * radius, tip, MIDDLE - 8.0);
    path.quad_to(tip + 3.0, MIDDLE, tip, MIDDLE + 8.0);
    path.quad_to(MIDDLE + 0.98 * radius, MIDDLE + 0.34 * radius, x, y);
    path.close();
    path.finish().expect("a path with many points")
}

/// White and grey: the profile's colour is multiplied with it.
fn body(pen: &mut Pen) {
    pen.fill(&beetle(0.0), color(0x6a6a72, 1.0));
    pen.fill(&beetle(9.0), color(0xd2d0d0, 1.0));
    pen.fill(&beetle(20.0), color(0xf6f4f2, 1.0));
}

/// What is not tinted: a seam along the back, the head, the eyes.
fn face(pen: &mut Pen) {
    pen.stroke(&line(&[(MIDDLE - 84.0, MIDDLE), (MIDDLE + 4.0, MIDDLE)]), 6.0, color(INK, 0.34));
    let mut head = PathBuilder::new();
    head.move_to(MIDDLE + 62.0, MIDDLE - 58.0);
    head.quad_to(MIDDLE - 22.0, MIDDLE, MIDDLE + 62.0, MIDDLE + 58.0);
    head.quad_to(MIDDLE + 88.0, MIDDLE + 26.0, MIDDLE + 108.0, MIDDLE + 5.0);
    head.quad_to(MIDDLE + 112.0, MIDDLE, MIDDLE + 108.0, MIDDLE - 5.0);
    head.quad_to(MIDDLE + 88.0, MIDDLE - 26.0, MIDDLE + 62.0, MIDDLE - 58.0);
    pen.fill(&head.finish().expect("a path with many points"), color(INK, 0.86));
    for side in [-1.0, 1.0] {
        pen.fill(&circle(MIDDLE + 56.0, MIDDLE + 25.0 * side, 17.0), color(PAPER, 1.0));
        pen.fill(&circle(MIDDLE + 61.0, MIDDLE + 25.0 * side, 8.5), color(INK, 1.0));
    }
}

/// Instead of a face where an agent is only a few pixels wide: it still says where it goes.
fn pointer(pen: &mut Pen) {
    let wedge = polygon(&[(56.0, 36.0), (114.0, 64.0), (56.0, 92.0), (66.0, 64.0)]);
    pen.stroke(&wedge, 15.0, color(INK, 0.9));
    pen.fill(&wedge, color(PAPER, 1.0));
    pen.stroke(&wedge, 4.0, color(PAPER, 1.0));
}

/// Light from the upper left; it does not turn with the body.
fn gloss(pen: &mut Pen) {
    pen.stroke(&arc(MIDDLE, MIDDLE, 84.0, 20.0, 110.0), 20.0, color(INK, 0.13));
    pen.stroke(&arc(MIDDLE, MIDDLE, 76.0, 196.0, 262.0), 11.0, color(0xffffff, 0.42));
    pen.soft_disc((MIDDLE - 30.0, MIDDLE - 36.0), 8.0, 58.0, (0xffffff, 0.26));
}

fn ring(pen: &mut Pen) {
    let around = circle(MIDDLE, MIDDLE, 115.0);
    pen.stroke(&around, 19.0, color(INK, 0.55));
    pen.stroke(&around, 11.0, color(0xfff3c4, 1.0));
}

/// Blurred, so a small place is enough.
fn shadow(pen: &mut Pen) {
    pen.soft_disc((64.0, 64.0), 36.0, 58.0, (INK, 0.42));
}

fn complete(pen: &mut Pen) {
    let green = color(0x12806a, 1.0);
    pen.outlined(&circle(64.0, 64.0, 36.0), 12.0, green);
    pen.fill(&circle(64.0, 64.0, 14.0), color(PAPER, 1.0));
    pen.fill(&circle(64.0, 64.0, 10.0), green);
}

/// Four corners of a diamond: what it encloses is not closed.
fn partial(pen: &mut Pen) {
    let amber = color(0xd98a12, 1.0);
    let (near, far) = (20.0, 46.0);
    for (x, y) in [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)] {
        let tip = (64.0 + far * x, 64.0 + far * y);
        let back = (tip.0 - near * x, tip.1 - near * y);
        let corner = line(&[(back.0 + near * y, back.1 + near * x), tip, (back.0 - near * y, back.1 - near * x)]);
        pen.outlined(&corner, 11.0, amber);
    }
    let heart = polygon(&[(64.0, 51.0), (77.0, 64.0), (64.0, 77.0), (51.0, 64.0)]);
    pen.stroke(&heart, 8.0, color(PAPER, 1.0));
    pen.fill(&heart, amber);
}

fn impossible(pen: &mut Pen) {
    let mut cross = PathBuilder::new();
    for (from, to) in [((32.0, 32.0), (96.0, 96.0)), ((96.0, 32.0), (32.0, 96.0))] {
        cross.move_to(from.0, from.1);
        cross.line_to(to.0, to.1);
    }
    pen.outlined(&cross.finish().expect("a path of two lines"), 15.0, color(0xc23b3b, 1.0));
}

fn flag(pen: &mut Pen) {
    pen.soft_disc((50.0, 114.0), 3.0, 13.0, (INK, 0.45));
    let cloth = polygon(&[(44.0, 22.0), (100.0, 30.0), (84.0, 46.0), (98.0, 64.0), (44.0, 62.0)]);
    let pole = line(&[(44.0, 114.0), (44.0, 18.0)]);
    pen.stroke(&cloth, 9.0, color(PAPER, 1.0));
    pen.stroke(&pole, 15.0, color(PAPER, 1.0));
    pen.fill(&cloth, color(0xb8455a, 1.0));
    pen.fill(&polygon(&[(44.0, 44.0), (91.0, 46.0), (98.0, 64.0), (44.0, 62.0)]), color(INK, 0.14));
    pen.stroke(&pole, 7.0, color(INK, 1.0));
}
