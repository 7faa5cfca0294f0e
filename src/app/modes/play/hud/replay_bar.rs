//! The bar with which a search is played step by step.

use footpath::sentences::search_steps;
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
        self.ui.slider(part, Press::Seek, Rect { y: bar.y + 36.0, h: BUTTON, ..bar }, PADDING + 6.0);
        self.draw_replay_buttons(playback, Rect { y: bar.bottom() - SIDE - 4.0, h: SIDE, ..bar });
    }

    /// Which step it is, and what the search did then: in two lines at most.
    fn write_step(&mut self, examined: &Examined, bar: Rect) {
        let (played, all) = (examined.replay.played(), examined.replay.trace().steps.len());
        let count = format!("{} of {}: ", grouped(played), grouped(all));
        let mut what = examined.replay.moment().map(|moment| search_steps::sentence(&moment)).unwrap_or_default();
        if examined.replay.trace().is_cut_short && examined.is_at_end() {
            what.push_str(" There were more steps.");
        }
        let (room, at) = (bar.w - 2.0 * PADDING, vec2(bar.x + PADDING, bar.y + 5.0));
        let lines = |size| self.ui.ink.wrap(&format!("{count}{what}"), room, size);
        let size = if lines(BODY).len() < 3 { BODY } else { SMALL };
        let lines = lines(size);
        for (row, line) in lines.iter().take(2).enumerate() {
            self.ui.ink.write(line, at + vec2(0.0, row as f32 * line_height(size)), size, CREAM);
        }
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
