//! What stands on the buttons, white, in the order of `Icon` in `src/app/ui/icons.rs`; eight to a row.

use tiny_skia::{Color, Pixmap};

use crate::pen::{Pen, arc, circle, color, curve, line, polygon, rounded};

const SIDE: f32 = 64.0;
const WIDTH: f32 = 5.5;

fn white() -> Color {
    color(0xffffff, 1.0)
}

/// The whole sheet.
pub fn draw() -> Pixmap {
    let mut sheet = Pixmap::new(512, 256).expect("a sheet has a size");
    let icons: [fn(&mut Pen); 28] = [
        pause, play, step, restart, levels, brush, help, stop, debug, frame, close, scatter, add, search, back, bake,
        new_agent, lab, markers, split, commands, settings, arrow, undo, redo, save, edit, die,
    ];
    for (index, icon) in icons.iter().enumerate() {
        icon(&mut Pen::at(&mut sheet, (index % 8) as f32 * SIDE, (index / 8) as f32 * SIDE));
    }
    sheet
}

fn draw_line(pen: &mut Pen, points: &[(f32, f32)]) {
    pen.stroke(&line(points), WIDTH, white());
}

fn solid(pen: &mut Pen, points: &[(f32, f32)]) {
    let shape = polygon(points);
    pen.fill(&shape, white());
    pen.stroke(&shape, 4.0, white());
}

fn pause(pen: &mut Pen) {
    pen.fill(&rounded(17.0, 14.0, 10.0, 36.0, 3.0), white());
    pen.fill(&rounded(37.0, 14.0, 10.0, 36.0, 3.0), white());
}

fn play(pen: &mut Pen) {
    solid(pen, &[(21.0, 14.0), (50.0, 32.0), (21.0, 50.0)]);
}

fn step(pen: &mut Pen) {
    solid(pen, &[(15.0, 16.0), (38.0, 32.0), (15.0, 48.0)]);
    pen.fill(&rounded(43.0, 14.0, 8.0, 36.0, 3.0), white());
}

fn restart(pen: &mut Pen) {
    pen.stroke(&arc(32.0, 33.0, 17.0, -50.0, 235.0), WIDTH, white());
    solid(pen, &[(15.0, 9.0), (31.0, 15.0), (19.0, 26.0)]);
}

fn levels(pen: &mut Pen) {
    for (x, y) in [(13.0, 13.0), (35.0, 13.0), (13.0, 35.0)] {
        pen.fill(&rounded(x, y, 16.0, 16.0, 4.0), white());
    }
    pen.stroke(&rounded(37.5, 37.5, 11.0, 11.0, 3.0), 5.0, white());
}

fn brush(pen: &mut Pen) {
    pen.stroke(&line(&[(50.0, 13.0), (33.0, 33.0)]), 8.5, white());
    let mut tip = tiny_skia::PathBuilder::new();
    tip.move_to(25.0, 33.0);
    tip.quad_to(33.0, 33.0, 33.5, 41.0);
    tip.quad_to(32.0, 52.0, 12.0, 52.0);
    tip.quad_to(18.0, 47.0, 17.0, 42.0);
    tip.quad_to(17.0, 34.0, 25.0, 33.0);
    tip.close();
    pen.fill(&tip.finish().expect("a path with many points"), white());
}

fn help(pen: &mut Pen) {
    pen.stroke(&arc(32.0, 24.0, 11.0, -185.0, 30.0), 6.5, white());
    pen.stroke(&curve((41.5, 29.5), (32.0, 34.0), (32.0, 41.0)), 6.5, white());
    pen.fill(&circle(32.0, 51.5, 4.2), white());
}

fn stop(pen: &mut Pen) {
    pen.fill(&rounded(16.0, 16.0, 32.0, 32.0, 5.0), white());
}

fn debug(pen: &mut Pen) {
    pen.stroke(&curve((9.0, 32.0), (32.0, 5.0), (55.0, 32.0)), WIDTH, white());
    pen.stroke(&curve((9.0, 32.0), (32.0, 59.0), (55.0, 32.0)), WIDTH, white());
    pen.fill(&circle(32.0, 32.0, 8.5), white());
}

fn frame(pen: &mut Pen) {
    let (near, far, arm) = (14.0, 50.0, 11.0);
    draw_line(pen, &[(near, near + arm), (near, near), (near + arm, near)]);
    draw_line(pen, &[(far - arm, near), (far, near), (far, near + arm)]);
    draw_line(pen, &[(far, far - arm), (far, far), (far - arm, far)]);
    draw_line(pen, &[(near + arm, far), (near, far), (near, far - arm)]);
    pen.fill(&circle(32.0, 32.0, 5.5), white());
}

fn close(pen: &mut Pen) {
    pen.stroke(&line(&[(17.0, 17.0), (47.0, 47.0)]), 6.5, white());
    pen.stroke(&line(&[(47.0, 17.0), (17.0, 47.0)]), 6.5, white());
}

fn scatter(pen: &mut Pen) {
    for (x, y) in [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)] {
        let at = |out: f32, across: f32| (32.0 + x * out, 32.0 + y * across);
        draw_line(pen, &[at(6.0, 6.0), at(19.0, 19.0)]);
        draw_line(pen, &[at(9.0, 19.0), at(19.0, 19.0), at(19.0, 9.0)]);
    }
}

fn add(pen: &mut Pen) {
    let (near, far, arm) = (12.0, 52.0, 9.0);
    for (x, y) in [(near, near), (far, near), (far, far), (near, far)] {
        let inward = |from: f32| if from == near { arm } else { -arm };
        draw_line(pen, &[(x + inward(x), y), (x, y), (x, y + inward(y))]);
    }
    draw_line(pen, &[(32.0, 21.0), (32.0, 43.0)]);
    draw_line(pen, &[(21.0, 32.0), (43.0, 32.0)]);
}

fn search(pen: &mut Pen) {
    pen.stroke(&circle(28.0, 28.0, 16.0), WIDTH, white());
    pen.stroke(&line(&[(40.5, 40.5), (52.0, 52.0)]), 7.5, white());
    draw_line(pen, &[(21.0, 32.5), (26.5, 25.0), (30.5, 30.0), (35.0, 23.5)]);
}

fn bake(pen: &mut Pen) {
    for (column, row) in [(0, 0), (1, 0), (0, 1), (2, 1), (1, 2), (2, 2)] {
        pen.fill(&rounded(11.0 + 15.0 * column as f32, 11.0 + 15.0 * row as f32, 12.0, 12.0, 2.5), white());
    }
    for (column, row) in [(2, 0), (1, 1), (0, 2)] {
        pen.stroke(&rounded(13.0 + 15.0 * column as f32, 13.0 + 15.0 * row as f32, 8.0, 8.0, 1.5), 3.0, white());
    }
}

fn back(pen: &mut Pen) {
    solid(pen, &[(49.0, 16.0), (26.0, 32.0), (49.0, 48.0)]);
    pen.fill(&rounded(13.0, 14.0, 8.0, 36.0, 3.0), white());
}

fn lab(pen: &mut Pen) {
    draw_line(pen, &[(23.0, 10.0), (41.0, 10.0)]);
    draw_line(pen, &[(27.0, 12.0), (27.0, 27.0), (13.0, 52.0), (51.0, 52.0), (37.0, 27.0), (37.0, 12.0)]);
    solid(pen, &[(22.0, 42.0), (42.0, 42.0), (46.0, 49.0), (18.0, 49.0)]);
}

fn markers(pen: &mut Pen) {
    pen.stroke(&circle(16.0, 46.0, 7.0), WIDTH, white());
    pen.stroke(&curve((23.0, 41.0), (44.0, 40.0), (46.0, 27.0)), WIDTH, white());
    pen.fill(&circle(47.0, 17.0, 9.5), white());
}

fn split(pen: &mut Pen) {
    pen.stroke(&rounded(11.0, 13.0, 18.0, 38.0, 3.0), WIDTH, white());
    pen.stroke(&rounded(35.0, 13.0, 18.0, 38.0, 3.0), WIDTH, white());
}

fn new_agent(pen: &mut Pen) {
    pen.fill(&circle(25.0, 37.0, 15.0), white());
    draw_line(pen, &[(48.0, 9.0), (48.0, 29.0)]);
    draw_line(pen, &[(38.0, 19.0), (58.0, 19.0)]);
}

fn commands(pen: &mut Pen) {
    for y in [17.0, 32.0, 47.0] {
        pen.fill(&circle(13.0, y, 4.5), white());
        draw_line(pen, &[(26.0, y), (53.0, y)]);
    }
}

/// A wheel with eight teeth.
fn settings(pen: &mut Pen) {
    pen.stroke(&circle(32.0, 32.0, 14.5), 10.0, white());
    for tooth in 0..8 {
        let (sine, cosine) = (tooth as f32 * std::f32::consts::FRAC_PI_4).sin_cos();
        let at = |radius: f32| (32.0 + radius * cosine, 32.0 + radius * sine);
        pen.stroke(&line(&[at(18.0), at(22.5)]), 8.0, white());
    }
}

fn arrow(pen: &mut Pen) {
    solid(pen, &[(20.0, 12.0), (20.0, 46.0), (28.5, 39.0), (46.0, 38.0)]);
    pen.stroke(&line(&[(31.0, 37.0), (38.0, 52.0)]), 7.5, white());
}

/// An arrow that bends back to the side where `x` of 0 is.
fn bent_arrow(pen: &mut Pen, x: impl Fn(f32) -> f32) {
    draw_line(pen, &[(x(16.0), 25.0), (x(38.0), 25.0)]);
    pen.stroke(&curve((x(38.0), 25.0), (x(52.0), 26.0), (x(51.0), 38.0)), WIDTH, white());
    pen.stroke(&curve((x(51.0), 38.0), (x(50.0), 49.0), (x(34.0), 49.0)), WIDTH, white());
    draw_line(pen, &[(x(25.0), 14.0), (x(13.0), 25.0), (x(25.0), 36.0)]);
}

fn undo(pen: &mut Pen) {
    bent_arrow(pen, |x| x);
}

fn redo(pen: &mut Pen) {
    bent_arrow(pen, |x| SIDE - x);
}

fn save(pen: &mut Pen) {
    draw_line(pen, &[(13.0, 13.0), (42.0, 13.0), (51.0, 22.0), (51.0, 51.0), (13.0, 51.0), (13.0, 13.0)]);
    draw_line(pen, &[(23.0, 14.0), (23.0, 25.0), (38.0, 25.0), (38.0, 14.0)]);
    pen.fill(&rounded(22.0, 35.0, 20.0, 15.0, 2.0), white());
}

fn edit(pen: &mut Pen) {
    draw_line(pen, &[(14.0, 50.0), (17.0, 38.0), (40.0, 15.0), (49.0, 24.0), (26.0, 47.0), (14.0, 50.0)]);
    draw_line(pen, &[(34.0, 21.0), (43.0, 30.0)]);
}

fn die(pen: &mut Pen) {
    pen.stroke(&rounded(12.0, 12.0, 40.0, 40.0, 8.0), WIDTH, white());
    for (x, y) in [(23.0, 23.0), (41.0, 23.0), (32.0, 32.0), (23.0, 41.0), (41.0, 41.0)] {
        pen.fill(&circle(x, y, 4.2), white());
    }
}
