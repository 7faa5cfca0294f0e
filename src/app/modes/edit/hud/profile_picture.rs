//! A drawing of a kind of agent from the side: its radius and height, the step that it takes, the slope that it climbs.

use footpath::profile::AgentProfile;
use glam::vec2;
use macroquad::color::Color;
use macroquad::math::Rect;

use crate::app::modes::actions::Action;
use crate::app::modes::column::Column;
use crate::app::ui::Ui;
use crate::app::ui::palette::palette;
use crate::app::ui::shapes::{draw_stroke, fill_convex, fill_rounded};
use crate::app::ui::text_painter::{SMALL, line_height};

/// The height of the drawing, in pixels.
const HEIGHT: f32 = 104.0;

/// The most of its height that the body takes.
const BODY: f32 = 64.0;

pub fn fill(column: &mut Column, profile: &AgentProfile) {
    column.take(HEIGHT + line_height(SMALL), |ui, area| draw(ui, profile, area));
}

fn draw(ui: &mut Ui<Action>, profile: &AgentProfile, area: Rect) {
    fill_rounded(Rect { h: HEIGHT, ..area }, 8.0, Color { a: 0.4, ..palette().raised });
    let floor = area.y + HEIGHT - 18.0;
    // A third of the width for each: the body, the step, the slope.
    let third = area.w / 3.0;
    let scale = (BODY / profile.height)
        .min(0.8 * third / (2.0 * profile.radius))
        .min(0.5 * third / profile.step_height.max(0.05));
    let color = Color::from_rgba(profile.color.r, profile.color.g, profile.color.b, 255);
    let (width, height) = (2.0 * profile.radius * scale, profile.height * scale);
    let body = Rect::new(area.x + 0.5 * (third - width), floor - height, width, height);
    fill_rounded(body, 0.45 * width, color);
    draw_stroke(vec2(area.x + 8.0, floor), vec2(area.right() - 8.0, floor), 2.0, palette().text_dim);
    let step = (profile.step_height * scale).min(HEIGHT - 30.0);
    let stair = Rect::new(area.x + third + 0.5 * third, floor - step, 0.4 * third, step.max(1.0));
    fill_rounded(stair, 1.0, palette().text_dim);
    let angle = profile.max_slope.to_radians();
    let run = (0.75 * third).min((HEIGHT - 34.0) / angle.tan().max(0.01));
    let foot = vec2(area.x + 2.0 * third + 0.12 * third, floor);
    let rise = (run * angle.tan()).min(HEIGHT - 34.0);
    fill_convex(&[foot, foot + vec2(run, 0.0), foot + vec2(run, -rise)], palette().text_dim);
    let captions = [
        format!("{} x {}", 2.0 * profile.radius, profile.height),
        format!("step {}", profile.step_height),
        format!("slope {}°", profile.max_slope),
    ];
    for (index, caption) in captions.iter().enumerate() {
        let place = Rect::new(area.x + index as f32 * third, area.y + HEIGHT, third, line_height(SMALL));
        ui.write_middle(caption, place, SMALL, palette().text_dim);
    }
}
