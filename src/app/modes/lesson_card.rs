//! The card of a lesson: what the player reads, what is to be done, and the buttons that go on and back.

use glam::{Vec2, vec2};
use macroquad::color::Color;
use macroquad::math::Rect;

use crate::app::modes::actions::{Action, LessonAction};
use crate::app::modes::lesson::Lesson;
use crate::app::modes::lesson_sizes::{BESIDE, CardSize, CardSizes};
use crate::app::modes::screen::{BUTTON, MARGIN, PADDING, is_low};
use crate::app::ui::Ui;
use crate::app::ui::button::Standing;
use crate::app::ui::palette::palette;
use crate::app::ui::shapes::{draw_rounded_outline, fill_rounded};
use crate::app::ui::text_painter::{BODY, SMALL, TextPainter, line_height};

/// The greatest width of a card above the map.
const ABOVE: f32 = 560.0;

/// The least width at which the task stands beside the buttons.
const ROOM_FOR_TASK: f32 = 500.0;

/// The height of the row with the lesson's name, and between two parts of the card.
const HEAD: f32 = BUTTON + 4.0;
const GAP: f32 = 8.0;

/// The width of the buttons with words, and between two of them.
const NEXT: f32 = 84.0;
const NEXT_LESSON: f32 = 112.0;
const START_OVER: f32 = 96.0;
const BETWEEN: f32 = 6.0;
const BACK_AND_AGAIN: f32 = BUTTON + BETWEEN + START_OVER;

/// Computes the sizes of a lesson's card, unless they are known for this window.
pub fn measure(lesson: &mut Lesson, painter: &TextPainter, viewport: Vec2) {
    if lesson.sizes.viewport == viewport {
        return;
    }
    let most = viewport.y - 2.0 * MARGIN - if is_low(viewport) { 0.0 } else { BUTTON + 2.0 * MARGIN };
    let size = |width: f32| {
        let of = |text| CardSize { width, height: height(lesson, painter, width, text), text };
        Some(of(BODY)).filter(|size| size.height <= most).unwrap_or_else(|| of(SMALL))
    };
    let above = (viewport.x - 2.0 * MARGIN).min(ABOVE);
    lesson.sizes = CardSizes { above: size(above), beside: size(BESIDE), viewport };
}

/// How much room the task has.
fn task_width(width: f32) -> f32 {
    let inside = width - 2.0 * PADDING;
    if width < ROOM_FOR_TASK { inside } else { inside - BACK_AND_AGAIN - NEXT - 3.0 * BETWEEN }
}

fn height(lesson: &Lesson, painter: &TextPainter, width: f32, size: u16) -> f32 {
    let lines = |text: &str, width: f32| painter.wrap(text, width, size).len();
    let text = lesson.texts().map(|text| lines(text, width - 2.0 * PADDING)).max().unwrap_or(0);
    let task = lesson.tasks().map(|task| lines(&task, task_width(width))).max().unwrap_or(0);
    let task = if width < ROOM_FOR_TASK { task as f32 * line_height(size) + GAP } else { 0.0 };
    HEAD + text as f32 * line_height(size) + GAP + task + BUTTON + GAP
}

pub fn draw(ui: &mut Ui<Action>, lesson: &Lesson, card: Rect) {
    ui.panel(card, 12.0, palette().panel);
    if lesson.praise() > 0.0 {
        draw_rounded_outline(card, 12.0, 3.0, Color { a: lesson.praise(), ..palette().on });
    }
    draw_head(ui, lesson, Rect { h: HEAD, ..card });
    let size = if card.w > BESIDE { lesson.sizes.above.text } else { lesson.sizes.beside.text };
    let inside = card.w - 2.0 * PADDING;
    let text = ui.painter.wrap(&lesson.text(), inside, size);
    let at = vec2(card.x + PADDING, card.y + HEAD);
    let below = at.y + ui.painter.write_lines(&text, at, size, palette().text) + GAP;
    let row = Rect::new(at.x, card.bottom() - GAP - BUTTON, inside, BUTTON);
    if let Some(task) = lesson.task() {
        let lines = ui.painter.wrap(&task, task_width(card.w), size);
        let high = lines.len() as f32 * line_height(size);
        let top = if card.w < ROOM_FOR_TASK { below } else { row.center().y - 0.5 * high };
        ui.painter.write_lines(
            &lines,
            vec2(at.x, top.round()),
            size,
            if lesson.is_ready() { palette().on } else { palette().partial },
        );
    }
    draw_buttons(ui, lesson, row);
}

/// The lesson's name, which step it is, and how much is done.
fn draw_head(ui: &mut Ui<Action>, lesson: &Lesson, head: Rect) {
    let close = Rect::new(head.right() - BUTTON, head.y, BUTTON, head.h);
    let place = lesson.place();
    let right = close.x - 4.0;
    let beside = ui.painter.width(&place, SMALL);
    let name = ui.painter.shortened(lesson.title(), right - beside - 8.0 - head.x - PADDING, BODY);
    let top = |size| (head.center().y - 0.5 * line_height(size)).round();
    ui.painter.write(name, vec2(head.x + PADDING, top(BODY)), BODY, palette().on);
    ui.painter.write(place, vec2(right - beside, top(SMALL)), SMALL, palette().text_dim);
    let bar = Rect::new(head.x + PADDING, head.bottom() - 10.0, right - head.x - PADDING, 3.0);
    fill_rounded(bar, 1.5, palette().raised);
    let part = lesson.done() as f32 / lesson.steps() as f32;
    if part > 0.0 {
        fill_rounded(Rect { w: part * bar.w, ..bar }, 1.5, palette().on);
    }
    ui.close_button(Action::Lesson(LessonAction::Fold), close);
}

fn draw_buttons(ui: &mut Ui<Action>, lesson: &Lesson, row: Rect) {
    let width = if lesson.is_over() { NEXT_LESSON } else { NEXT };
    let next = Rect::new(row.right() - width, row.y, width, row.h);
    if lesson.is_over() && lesson.next.is_some() {
        ui.word_button("Next lesson", Action::Lesson(LessonAction::NextLesson), next, Standing::On);
    } else if lesson.goes_on() {
        ui.word_button("Next", Action::Lesson(LessonAction::Next), next, Standing::On);
    }
    let first = if row.w + 2.0 * PADDING < ROOM_FOR_TASK { row.x } else { next.x - BACK_AND_AGAIN - BETWEEN };
    let back = Rect { x: first, w: BUTTON, ..row };
    if lesson.is_tour {
        return ui.word_button("Skip", Action::Lesson(LessonAction::Fold), Rect { w: NEXT, ..back }, Standing::Plain);
    }
    if !lesson.is_over() {
        let standing = if lesson.done() == 0 { Standing::Idle } else { Standing::Plain };
        ui.word_button("‹", Action::Lesson(LessonAction::Back), back, standing);
    }
    let again = Rect { x: if lesson.is_over() { first } else { back.right() + BETWEEN }, w: START_OVER, ..row };
    ui.word_button("Start over", Action::Lesson(LessonAction::StartOver), again, Standing::Plain);
}

/// Draws the folded card: one line, and a press on it unfolds.
pub fn draw_bar(ui: &mut Ui<Action>, lesson: &Lesson, bar: Rect) {
    ui.panel(bar, 12.0, palette().panel);
    if lesson.praise() > 0.0 {
        draw_rounded_outline(bar, 12.0, 3.0, Color { a: lesson.praise(), ..palette().on });
    }
    ui.press_area(bar, Action::Lesson(LessonAction::Unfold));
    let sign = Rect::new(bar.right() - BUTTON, bar.y, BUTTON, bar.h);
    ui.write_middle("▼", sign, SMALL, palette().text_dim);
    let task = lesson.task().unwrap_or_else(|| if lesson.is_over() { "" } else { "read on" }.to_owned());
    let place = format!("Lesson {}", lesson.place());
    let text = if task.is_empty() { place } else { format!("{place}: {task}") };
    let shown = ui.painter.shortened(&text, sign.x - bar.x - PADDING, BODY);
    let color = if lesson.task().is_some() { palette().partial } else { palette().text };
    ui.painter.write(shown, vec2(bar.x + PADDING, (bar.center().y - 0.5 * line_height(BODY)).round()), BODY, color);
}
