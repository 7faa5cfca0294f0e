//! The bar with which a search is played step by step.

use footpath::nav::TraceStep;
use footpath::nav::trace::StepKind;
use glam::vec2;
use macroquad::math::Rect;

use super::Hud;
use super::layout::{BUTTON, PADDING};
use crate::app::modes::keys::Action;
use crate::app::modes::play::Game;
use crate::app::modes::play::intent::Press;
use crate::app::ui::icons::Icon;
use crate::app::ui::ink::{BODY, CREAM, CREAM_DIM, INK, SMALL, line_height};
use crate::app::ui::stepper::{Signs, Stepper, StepperLayout};
use crate::app::view::examined::Examined;
use crate::app::view::playback::Playback;
use crate::app::view::words::numbers::grouped;

/// The side of its buttons.
const SIDE: f32 = BUTTON;

/// The width of the pace between the buttons that change it.
const PACE: f32 = 104.0;

impl Hud {
    /// Draws the bar, if a search is being played.
    pub(super) fn draw_replay_bar(&mut self, game: &Game) {
        let examiner = &game.examiner;
        let (Some(playback), Some(examined)) = (&examiner.playback, &examiner.examined) else { return };
        let Some(bar) = self.layout.replay else { return };
        self.ui.panel(bar, 12.0, INK);
        self.write_step(examined, bar);
        let part = playback.step() as f32 / examiner.steps().max(1) as f32;
        self.ui.slider(part, Press::Seek, Rect { y: bar.y + 20.0, h: BUTTON, ..bar }, PADDING + 6.0);
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
        let fits = |count: &str, size| self.ui.ink.width(&format!("{count}: {what}"), size) < room;
        let size = if fits(&count, BODY) { BODY } else { SMALL };
        if !fits(&count, size) {
            count = grouped(played);
        }
        let at = vec2(bar.x + PADDING, bar.y + 8.0 + 0.5 * (line_height(BODY) - line_height(size)));
        let beside = vec2(self.ui.ink.width(&format!("{count}: "), size) + 4.0, 0.0);
        self.ui.ink.write(count, at, size, CREAM);
        self.ui.ink.write(what, at + beside, size, CREAM_DIM);
    }

    fn draw_replay_buttons(&mut self, playback: &Playback, row: Rect) {
        let play = if playback.playing { Icon::Pause } else { Icon::Play };
        let left = [(Icon::Back, Action::ReplayBack), (play, Action::Replay), (Icon::Step, Action::ReplayForward)];
        for (index, (icon, action)) in left.into_iter().enumerate() {
            let area = Rect::new(row.x + 6.0 + index as f32 * (SIDE + 4.0), row.y, SIDE, row.h);
            self.ui.icon_button(icon, 21.0, Press::Do(action), area, false);
        }
        let close = Rect::new(row.right() - SIDE - 4.0, row.y, SIDE, row.h);
        self.ui.close_button(Press::EndReplay, close);
        let words = format!("{} steps/s", grouped(playback.pace() as usize));
        let layout = StepperLayout { button: SIDE, value: PACE, is_stacked: false };
        let pace = Stepper {
            name: "",
            value: &words,
            color: CREAM_DIM,
            signs: Signs::PlusMinus,
            less: Press::ReplayPace(false),
            more: Press::ReplayPace(true),
        };
        let width = 2.0 * SIDE + PACE;
        self.ui.stepper(pace, Rect::new(close.x - 6.0 - width, row.y, width, row.h), layout);
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
