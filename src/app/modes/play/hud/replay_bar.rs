//! The bar with which a search is played step by step.

use footpath::nav::TraceStep;
use footpath::nav::trace::StepKind;
use glam::{Vec2, vec2};
use macroquad::math::Rect;

use super::{Hud, MARGIN, PADDING, toolbar_height};
use crate::app::modes::keys::Action;
use crate::app::modes::play::Game;
use crate::app::modes::play::intent::Press;
use crate::app::ui::icons::Icon;
use crate::app::ui::ink::{BODY, CREAM, CREAM_DIM, INK, INK_RAISED, SMALL, TEAL, line_height};
use crate::app::ui::shapes::{fill_disc, fill_rounded};
use crate::app::view::examined::Examined;
use crate::app::view::playback::Playback;
use crate::app::view::sentences::numbers::grouped;

/// The height of the bar, and its greatest width.
const HEIGHT: f32 = 102.0;
const WIDTH: f32 = 520.0;

/// The side of its buttons.
const SIDE: f32 = 40.0;

/// How high the bar is together with the gap below it; 0 while no search is played.
pub(super) fn replay_height(game: &Game) -> f32 {
    if game.examiner.playback.is_some() { HEIGHT + 8.0 } else { 0.0 }
}

impl Hud {
    /// Draws the bar, if a search is being played.
    pub(super) fn draw_replay_bar(&mut self, game: &Game) {
        self.track = Rect::default();
        let examiner = &game.examiner;
        let (Some(playback), Some(examined)) = (&examiner.playback, &examiner.examined) else { return };
        let width = WIDTH.min(self.viewport.x - 2.0 * MARGIN);
        let bottom = self.viewport.y - toolbar_height(self.viewport) - MARGIN - 8.0;
        let bar = Rect::new((0.5 * (self.viewport.x - width)).round(), bottom - HEIGHT, width, HEIGHT);
        fill_rounded(bar, 12.0, INK);
        self.areas.push((bar, None));
        self.write_step(examined, bar);
        self.draw_track(playback.step() as f32 / examiner.steps().max(1) as f32, bar);
        self.draw_replay_buttons(playback, Rect { y: bar.bottom() - SIDE - 4.0, h: SIDE, ..bar });
    }

    /// Which step it is, and what the search did then.
    fn write_step(&mut self, examined: &Examined, bar: Rect) {
        let (played, all) = (examined.replay.played(), examined.trace.steps.len());
        let mut count = format!("{} of {}", grouped(played), grouped(all));
        let mut what = examined.last_step().map(in_words).unwrap_or_default();
        if examined.trace.is_cut_short && examined.is_at_end() {
            what.push_str(" (there were more)");
        }
        let room = bar.w - 2.0 * PADDING - 8.0;
        let fits = |count: &str, size| self.ink.width(&format!("{count}: {what}"), size) < room;
        let size = if fits(&count, BODY) { BODY } else { SMALL };
        if !fits(&count, size) {
            count = grouped(played);
        }
        let at = vec2(bar.x + PADDING, bar.y + 8.0 + 0.5 * (line_height(BODY) - line_height(size)));
        let beside = vec2(self.ink.width(&format!("{count}: "), size) + 4.0, 0.0);
        self.ink.write(count, at, size, CREAM);
        self.ink.write(what, at + beside, size, CREAM_DIM);
    }

    fn draw_track(&mut self, part: f32, bar: Rect) {
        let line = Rect::new(bar.x + PADDING + 6.0, bar.y + 40.0, bar.w - 2.0 * PADDING - 12.0, 6.0);
        fill_rounded(line, 3.0, INK_RAISED);
        fill_rounded(Rect { w: part * line.w, ..line }, 3.0, TEAL);
        fill_disc(vec2(line.x + part * line.w, line.y + 3.0), 8.0, CREAM);
        self.track = Rect::new(bar.x, line.y - 12.0, bar.w, 28.0);
        self.track_line = line;
    }

    fn draw_replay_buttons(&mut self, playback: &Playback, row: Rect) {
        let play = if playback.playing { Icon::Pause } else { Icon::Play };
        let left = [(Icon::Back, Action::ReplayBack), (play, Action::Replay), (Icon::Step, Action::ReplayForward)];
        for (index, (icon, action)) in left.into_iter().enumerate() {
            let area = Rect::new(row.x + 6.0 + index as f32 * (SIDE + 4.0), row.y, SIDE, row.h);
            self.draw_icon_button(icon, Press::Do(action), area);
        }
        let close = Rect::new(row.right() - SIDE - 4.0, row.y, SIDE, row.h);
        self.draw_icon_button(Icon::Close, Press::EndReplay, close);
        let faster = Rect::new(close.x - SIDE - 6.0, row.y, SIDE, row.h);
        let words = format!("{} steps/s", grouped(playback.pace() as usize));
        let pace = Rect::new(faster.x - 108.0, row.y, 108.0, row.h);
        let slower = Rect::new(pace.x - SIDE, row.y, SIDE, row.h);
        for (area, sign, action) in [(slower, "−", Action::ReplaySlower), (faster, "+", Action::ReplayFaster)] {
            self.press_area(area, Press::Do(action));
            self.write_middle(sign, area, BODY + 5, CREAM);
        }
        self.write_middle(&words, pace, SMALL, CREAM_DIM);
    }

    fn draw_icon_button(&mut self, icon: Icon, press: Press, area: Rect) {
        self.press_area(area, press);
        self.icons.draw(icon, vec2(area.x + 0.5 * area.w, area.y + 0.5 * area.h), 21.0, CREAM);
    }

    /// Which part of the track lies before a place of the window, 0 to 1.
    pub fn along_track(&self, at: Vec2) -> f32 {
        ((at.x - self.track_line.x) / self.track_line.w.max(1.0)).clamp(0.0, 1.0)
    }
}

/// A step in a few words: `expanded (12, 4)  g 3.4  h 7.1  f 10.5`.
fn in_words(step: &TraceStep) -> String {
    let what = match step.kind {
        StepKind::Generated => "found",
        StepKind::Expanded => "expanded",
        StepKind::Improved => "improved",
        StepKind::Reopened => "opened again",
        StepKind::Pruned => "left out",
        StepKind::Jumped => "jumped over",
        StepKind::Threshold => return format!("begins again, up to f {:.1}", step.h),
    };
    let (x, y) = (step.cell.x, step.cell.y);
    format!("{what} ({x}, {y})  g {:.1}  h {:.1}  f {:.1}", step.g, step.h, step.f())
}
