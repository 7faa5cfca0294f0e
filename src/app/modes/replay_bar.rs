//! The bar with which searches are played step by step.

use footpath::nav::TraceStep;
use footpath::nav::trace::StepKind;
use glam::vec2;
use macroquad::math::Rect;

use crate::app::modes::screen::{BUTTON, PADDING};
use crate::app::ui::Ui;
use crate::app::ui::icons::Icon;
use crate::app::ui::ink::{BODY, CREAM, CREAM_DIM, INK, SMALL, line_height};
use crate::app::ui::stepper::{Signs, Stepper, StepperLayout};
use crate::app::view::examined::Examined;
use crate::app::view::words::numbers::grouped;

/// The height of the bar, and its greatest width.
pub const SIZE: glam::Vec2 = vec2(520.0, 106.0);

/// The side of its buttons.
const SIDE: f32 = BUTTON;

/// The width of the pace between the buttons that change it.
const PACE: f32 = 104.0;

/// What the bar shows.
pub struct ReplayBar {
    /// Which moment it is, such as `12 of 340`, and in fewer letters.
    pub moment: (String, String),
    /// What happened then.
    pub event: String,
    /// How much has been played, 0 to 1.
    pub part: f32,
    /// Whether it goes on by itself.
    pub playing: bool,
    /// How fast it goes.
    pub pace: String,
}

/// What its widgets ask for.
pub struct Presses<P> {
    pub back: P,
    pub play: P,
    pub forward: P,
    pub seek: P,
    pub slower: P,
    pub faster: P,
    pub end: P,
}

/// Draws the bar.
pub fn draw<P: Clone + PartialEq>(ui: &mut Ui<P>, shown: &ReplayBar, presses: Presses<P>, bar: Rect) {
    ui.panel(bar, 12.0, INK);
    write_moment(ui, shown, bar);
    ui.slider(shown.part, presses.seek, Rect { y: bar.y + 20.0, h: BUTTON, ..bar }, PADDING + 6.0);
    let row = Rect { y: bar.bottom() - SIDE - 4.0, h: SIDE, ..bar };
    let play = if shown.playing { Icon::Pause } else { Icon::Play };
    let left = [(Icon::Back, presses.back), (play, presses.play), (Icon::Step, presses.forward)];
    for (index, (icon, press)) in left.into_iter().enumerate() {
        let area = Rect::new(row.x + 6.0 + index as f32 * (SIDE + 4.0), row.y, SIDE, row.h);
        ui.icon_button(icon, 21.0, press, area, false);
    }
    let close = Rect::new(row.right() - SIDE - 4.0, row.y, SIDE, row.h);
    ui.close_button(presses.end, close);
    let layout = StepperLayout { button: SIDE, value: PACE, is_stacked: false };
    let pace = Stepper {
        name: "",
        value: &shown.pace,
        color: CREAM_DIM,
        signs: Signs::PlusMinus,
        less: presses.slower,
        more: presses.faster,
    };
    let width = 2.0 * SIDE + PACE;
    ui.stepper(pace, Rect::new(close.x - 6.0 - width, row.y, width, row.h), layout);
}

/// Which moment it is, and what happened then.
fn write_moment<P: Clone + PartialEq>(ui: &mut Ui<P>, shown: &ReplayBar, bar: Rect) {
    let (long, short) = &shown.moment;
    let room = bar.w - 2.0 * PADDING - 8.0;
    let fits = |moment: &str, size| ui.ink.width(&format!("{moment}: {}", shown.event), size) < room;
    let size = if fits(long, BODY) { BODY } else { SMALL };
    let moment = if fits(long, size) { long } else { short };
    let at = vec2(bar.x + PADDING, bar.y + 8.0 + 0.5 * (line_height(BODY) - line_height(size)));
    let beside = ui.ink.width(&format!("{moment}: "), size) + 4.0;
    ui.ink.write(moment.as_str(), at, size, CREAM);
    let event = ui.ink.shortened(&shown.event, room - beside, size);
    ui.ink.write(event, at + vec2(beside, 0.0), size, CREAM_DIM);
}

/// What a search did in the step that was played last, in a few words.
pub fn event_of(examined: &Examined) -> String {
    let mut what = examined.last_step().map(in_words).unwrap_or_default();
    if examined.trace.is_cut_short && examined.is_at_end() {
        what.push_str(" (there were more)");
    }
    what
}

/// Which of how many steps it is, as [`ReplayBar::moment`] has it.
pub fn moment_of(played: usize, all: usize) -> (String, String) {
    (format!("{} of {}", grouped(played), grouped(all)), grouped(played))
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
