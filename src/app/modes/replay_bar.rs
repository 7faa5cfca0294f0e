//! The bar with which searches are played step by step, and replays of whole runs.

use footpath::sentences::search_steps;
use glam::vec2;
use macroquad::math::Rect;

use crate::app::modes::actions::Action;
use crate::app::modes::screen::{BUTTON, PADDING};
use crate::app::ui::Ui;
use crate::app::ui::button::Standing;
use crate::app::ui::icons::Icon;
use crate::app::ui::palette::palette;
use crate::app::ui::slider::slider;
use crate::app::ui::stepper::{Stepper, StepperLayout, Symbols};
use crate::app::ui::text_painter::{BODY, SMALL, line_height};
use crate::app::view::examined::Examined;
use crate::app::view::words::numbers::grouped;

/// The height of the bar, and its greatest width.
pub const SIZE: glam::Vec2 = vec2(520.0, 122.0);

/// Its height in a frame of an article that has no room for more than playing and the slider.
pub const LOW: f32 = 52.0;

/// Its height where it is so narrow that the pace needs a row of its own.
pub const TALL: f32 = SIZE.y + SIDE;

/// The side of its buttons.
const SIDE: f32 = BUTTON;

/// The width of the pace between the buttons that change it.
const PACE: f32 = 104.0;

/// Its width without the unit at least.
const LEAST_PACE: f32 = 52.0;

/// What the bar shows.
pub struct ReplayBar {
    /// Which moment it is, such as `12 of 340`.
    pub moment: String,
    /// What happened then.
    pub event: String,
    /// How much has been played, 0 to 1.
    pub part: f32,
    /// Whether it goes on by itself.
    pub playing: bool,
    /// How fast it goes, in words; and in fewer, where there is less room.
    pub pace: [String; 2],
}

/// What its widgets ask for.
pub struct BarActions {
    pub back: Action,
    pub play: Action,
    pub forward: Action,
    pub seek: Action,
    pub slower: Action,
    pub faster: Action,
    pub end: Action,
    /// A button with words in the middle, where there is one.
    pub beside: Option<(&'static str, Action)>,
}

pub fn draw(ui: &mut Ui<Action>, shown: &ReplayBar, actions: BarActions, bar: Rect) {
    ui.panel(bar, 12.0, palette().panel);
    if bar.h < SIZE.y {
        return draw_low(ui, shown, actions, bar);
    }
    write_moment(ui, shown, bar);
    slider(ui, shown.part, actions.seek, Rect { y: bar.y + 36.0, h: BUTTON, ..bar }, PADDING + 6.0);
    let row = Rect { y: bar.bottom() - SIDE - 4.0, h: SIDE, ..bar };
    let play = if shown.playing { Icon::Pause } else { Icon::Play };
    let left = [(Icon::Back, actions.back), (play, actions.play), (Icon::Step, actions.forward)];
    for (index, (icon, press)) in left.into_iter().enumerate() {
        let area = Rect::new(row.x + 6.0 + index as f32 * (SIDE + 4.0), row.y, SIDE, row.h);
        ui.icon_button(icon, 21.0, press, area, false);
    }
    let close = Rect::new(row.right() - SIDE - 4.0, row.y, SIDE, row.h);
    ui.close_button(actions.end, close);
    let mut left = row.x + 6.0 + 3.0 * (SIDE + 4.0);
    if let Some((words, press)) = actions.beside {
        let width = (ui.painter.width(words, BODY) + 24.0).min(close.x - 6.0 - left);
        ui.word_button(words, press, Rect::new(left, row.y + 4.0, width, row.h - 8.0), Standing::Plain);
        left += width;
    }
    let (left, right, top) = match bar.h >= TALL {
        true => (row.x + 6.0, row.right() - 4.0, row.y - SIDE),
        false => (left, close.x - 6.0, row.y),
    };
    // A phone has no room for the unit, and a small window beside a panel none for the pace.
    let room = right - 2.0 * SIDE - left;
    if room < LEAST_PACE {
        return;
    }
    let [long, short] = &shown.pace;
    let (value, words) = (room.min(PACE), if room < PACE { short } else { long });
    let layout = StepperLayout { button: SIDE, value, is_stacked: false };
    let pace = Stepper {
        name: "",
        value: words,
        color: palette().text_dim,
        signs: Symbols::PlusMinus,
        less: actions.slower,
        more: actions.faster,
    };
    let width = 2.0 * SIDE + value;
    pace.show(ui, Rect::new(right - width, top, width, row.h), layout);
}

/// Draws what matters most: playing, the slider, and which moment it is.
fn draw_low(ui: &mut Ui<Action>, shown: &ReplayBar, actions: BarActions, bar: Rect) {
    let play = if shown.playing { Icon::Pause } else { Icon::Play };
    let button = Rect::new(bar.x + 4.0, bar.y + 0.5 * (bar.h - SIDE), SIDE, SIDE);
    ui.icon_button(play, 21.0, actions.play, button, false);
    let width = ui.painter.width(&shown.moment, SMALL);
    let words = vec2(bar.right() - PADDING - width, bar.y + (0.5 * (bar.h - line_height(SMALL))).round());
    ui.painter.write(shown.moment.as_str(), words, SMALL, palette().text);
    let track = Rect::new(button.right(), button.y, words.x - button.right(), SIDE);
    slider(ui, shown.part, actions.seek, track, PADDING);
}

/// Which moment it is, and what happened then: in two lines, of which the second tells that there is more.
fn write_moment(ui: &mut Ui<Action>, shown: &ReplayBar, bar: Rect) {
    let (room, at) = (bar.w - 2.0 * PADDING, vec2(bar.x + PADDING, bar.y + 5.0));
    let text = match shown.event.as_str() {
        "" => shown.moment.clone(),
        event => format!("{}: {event}", shown.moment),
    };
    let lines = |size| ui.painter.wrap(&text, room, size);
    let size = if lines(BODY).len() <= 2 { BODY } else { SMALL };
    let mut lines = lines(size);
    if lines.len() > 2 {
        let rest = lines.split_off(1).join(" ");
        lines.push(ui.painter.shortened(&rest, room, size));
    }
    for (row, line) in lines.into_iter().enumerate() {
        ui.painter.write_as_is(line, at + vec2(0.0, row as f32 * line_height(size)), size, palette().text);
    }
}

/// What a search did in the step that was played last, and why.
pub fn event_of(examined: &Examined) -> String {
    let mut what = examined.replay.moment().map(|moment| search_steps::sentence(&moment)).unwrap_or_default();
    if examined.replay.trace().is_cut_short && examined.is_at_end() {
        what.push_str(" There were more steps.");
    }
    what
}

/// How many steps of a search are played a second, in words.
pub fn pace_of(steps: usize) -> [String; 2] {
    [" steps/s", "/s"].map(|unit| format!("{}{unit}", grouped(steps)))
}

/// Which of how many steps it is.
pub fn moment_of(played: usize, all: usize) -> String {
    format!("{} of {}", grouped(played), grouped(all))
}
