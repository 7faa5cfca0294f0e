//! The start, the goal and the via point on the sheet: a ring and discs with letters, so that they differ in more than colour.

use footpath::level::{Light, WindowPart};
use glam::{Vec2, vec2};
use macroquad::color::Color;

use crate::app::modes::lab::Experiment;
use crate::app::modes::lesson::Lesson;
use crate::app::modes::lights;
use crate::app::ui::palette::DARK;
use crate::app::ui::shapes::{draw_ring, fill_disc};
use crate::app::ui::text_painter::{BODY, TextPainter, line_height};
use crate::app::view::camera::Camera;
use crate::app::view::ground_colors::ground_colors;

/// The radius of a marker, in pixels: at least this, which has room for its letter, at most that, and between them a part
/// of a cell.
const LEAST: f32 = 9.0;
const MOST: f32 = 20.0;
const OF_CELL: f32 = 0.34;

const RIM: Color = Color::new(0.08, 0.08, 0.16, 0.9);

/// The radius of a marker under a camera.
fn radius(experiment: &Experiment, camera: &Camera) -> f32 {
    (OF_CELL * experiment.cells().tile_size * camera.scale).clamp(LEAST, MOST)
}

/// Lights up those of which the lesson speaks.
pub fn light(experiment: &Experiment, lesson: &Lesson, camera: &Camera, now: f32) {
    for light in lesson.lights() {
        let cell = match light {
            Light::Part(WindowPart::Start) => experiment.start,
            Light::Part(WindowPart::Goal) => experiment.goal,
            _ => continue,
        };
        lights::draw_disc(camera.to_screen(experiment.cells().centre(cell)), radius(experiment, camera), now);
    }
}

/// Draws them where the camera shows them.
pub fn draw(experiment: &Experiment, camera: &Camera, painter: &mut TextPainter) {
    let cells = experiment.cells();
    let radius = radius(experiment, camera);
    let at = |cell| camera.to_screen(cells.centre(cell));
    let (start, goal) = (at(experiment.start), at(experiment.goal));
    if let Some(via) = experiment.via.map(at) {
        fill_disc(via, radius + 2.0, RIM);
        fill_disc(via, radius, DARK.text);
        write(painter, "V", via);
    }
    fill_disc(start, radius + 2.0, RIM);
    fill_disc(start, radius, DARK.text);
    draw_ring(start, radius - 2.0, 4.0, ground_colors().start);
    fill_disc(goal, radius + 2.0, RIM);
    fill_disc(goal, radius, ground_colors().goal);
    write(painter, "S", start);
    write(painter, "G", goal);
    painter.flush();
}

fn write(painter: &mut TextPainter, letter: &str, at: Vec2) {
    let corner = at - 0.5 * vec2(painter.width(letter, BODY), line_height(BODY));
    painter.write(letter, corner, BODY, Color { a: 1.0, ..DARK.panel });
}
