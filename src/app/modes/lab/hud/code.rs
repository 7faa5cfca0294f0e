//! The code of the chosen search, with the line of the moment marked.

use std::borrow::Cow;

use footpath::nav::trace::TraceReplay;
use footpath::nav::{Algorithm, Method};
use footpath::sentences::algorithms;
use footpath::sentences::algorithms::MOST_LINES;
use footpath::sentences::source_code::{self, CodeLanguage};
use glam::{Vec2, vec2};
use macroquad::math::Rect;

use crate::app::modes::actions::Action;
use crate::app::modes::lab::actions::LabAction;
use crate::app::modes::lab::{Experiment, Lane};
use crate::app::modes::screen::PADDING;
use crate::app::ui::Ui;
use crate::app::ui::button::Standing;
use crate::app::ui::language::translated;
use crate::app::ui::palette::palette;
use crate::app::ui::shapes::fill_rounded;
use crate::app::ui::text_painter::{self, BODY, SMALL, TextPainter, line_height};

/// The height of a line.
pub const LINE: f32 = 19.0;

/// The height of a line in Rust or C#, where code has more lines; and how many lines of an algorithm are broken at
/// most.
const LINE_OF_SOURCE: f32 = 17.0;
const BROKEN_OF_SOURCE: usize = 3;

/// How wide the panel of the pseudo-code is, and that of other code.
const WIDTH: f32 = 356.0;
const WIDTH_OF_SOURCE: f32 = 448.0;

/// A window that is less wide has no room for code beside the sheets: the page of the search shows it.
const ROOM_FOR_CODE: f32 = 1100.0;

/// How wide and high the panel of the code is, while a search is played in a window that has room for it.
pub fn panel_size(experiment: &Experiment, language: CodeLanguage, viewport: Vec2) -> Option<Vec2> {
    let lane = experiment.lanes.chosen_lane();
    let is_shown = experiment.lanes.playback().is_some() && viewport.x >= ROOM_FOR_CODE;
    let language = written(lane, language);
    let width = if language == CodeLanguage::PseudoCode { WIDTH } else { WIDTH_OF_SOURCE };
    is_shown.then(|| vec2(width, HEAD + height_of(lane, language) + 10.0))
}

/// The language in which a search is shown: the one that is wanted, or pseudo-code where it is not written in that.
fn written(lane: &Lane, wanted: CodeLanguage) -> CodeLanguage {
    if source_code::is_written(method_of(lane).algorithm, wanted) { wanted } else { CodeLanguage::PseudoCode }
}

/// Whether the page of the search shows the code, since a search is played and there is no room for a panel.
pub fn is_in_page(experiment: &Experiment, viewport: Vec2) -> bool {
    experiment.lanes.playback().is_some() && viewport.x < ROOM_FOR_CODE
}

/// The height of the name above the code, and the width of the button beside it that changes the language.
const HEAD: f32 = 44.0;
const LANGUAGE_BUTTON: f32 = 128.0;

/// Draws the panel of the code in a language, as far as the search is written in that.
pub fn draw_panel(ui: &mut Ui<Action>, lane: &Lane, language: CodeLanguage, area: Rect) {
    ui.panel(area, 12.0, palette().panel);
    let title = algorithms::title(lane.method.algorithm);
    ui.painter.write(title, vec2(area.x + PADDING, area.y + 12.0), BODY, palette().on);
    let button = Rect::new(area.right() - LANGUAGE_BUTTON - 4.0, area.y + 4.0, LANGUAGE_BUTTON, HEAD - 8.0);
    let words = language_in_words(lane, language);
    ui.word_button(&words, Action::Lab(LabAction::Language), button, Standing::Plain);
    let body = Rect::new(area.x + PADDING, area.y + HEAD, area.w - 2.0 * PADDING, area.h - HEAD);
    draw(ui, lane, language, body);
}

/// In which language the code of a search is shown, or not shown.
pub fn language_in_words(lane: &Lane, wanted: CodeLanguage) -> String {
    let is_written = written(lane, wanted) == wanted;
    format!("{} {}", if is_written { "in" } else { "not in" }, wanted.name())
}

/// How high the code of a search is.
fn height_of(lane: &Lane, language: CodeLanguage) -> f32 {
    let lines = source_code::lines(&method_of(lane), language).len();
    match language {
        CodeLanguage::PseudoCode => lines as f32 * LINE,
        CodeLanguage::Rust | CodeLanguage::CSharp => (lines + BROKEN_OF_SOURCE) as f32 * LINE_OF_SOURCE,
    }
}

fn method_of(lane: &Lane) -> Method {
    let chosen = lane.played_leg().map(|examined| examined.replay.trace().method);
    chosen.filter(|method| method.algorithm != Algorithm::Auto).unwrap_or(lane.method)
}

/// How many lines of any algorithm are broken at most where the panel is narrow.
const BROKEN: usize = 7;

/// How far what follows in a broken line is indented.
const HANGING: f32 = 10.0;

/// How many lines more it takes that lines in Rust or C# are broken there, and on an upright phone.
const BROKEN_OF_SOURCE_IN_PAGE: usize = 9;

/// How high the code of a search may be in the page of the search, where long lines are broken; across an upright phone
/// pseudo-code has room.
pub fn height_in_page(lane: &Lane, wanted: CodeLanguage, is_upright: bool) -> f32 {
    match written(lane, wanted) {
        CodeLanguage::PseudoCode if is_upright => MOST_LINES as f32 * LINE,
        CodeLanguage::PseudoCode => height_of(lane, CodeLanguage::PseudoCode) + BROKEN as f32 * LINE,
        language => height_of(lane, language) + BROKEN_OF_SOURCE_IN_PAGE as f32 * LINE_OF_SOURCE,
    }
}

/// Writes the code into an area in a language, as far as it is written in that; lines that are too long are broken. Returns where
/// the line of the moment is, if there is one.
pub fn draw(ui: &mut Ui<Action>, lane: &Lane, language: CodeLanguage, area: Rect) -> Option<Rect> {
    let language = written(lane, language);
    let height = if language == CodeLanguage::PseudoCode { LINE } else { LINE_OF_SOURCE };
    let moment = lane.played_leg().and_then(|examined| TraceReplay::moment(&examined.replay));
    let marked = moment.map(|moment| source_code::lines_of(&moment, language));
    let (mut top, mut present) = (area.y, None);
    for (index, line) in source_code::lines(&method_of(lane), language).into_iter().enumerate() {
        let text = line.trim_start();
        let indent = 3.6 * (line.len() - text.len()) as f32;
        let text = if language == CodeLanguage::PseudoCode { translated(text) } else { Cow::Borrowed(text) };
        let pieces = broken(&ui.painter, &text, area.w - indent);
        let row = Rect::new(area.x, top, area.w, pieces.len() as f32 * height);
        let is_marked = marked.as_ref().is_some_and(|marked| marked.contains(&index));
        if is_marked {
            present = present.or(Some(row));
            fill_rounded(Rect { x: row.x - 6.0, w: row.w + 12.0, ..row }, 5.0, palette().raised);
        }
        let color = match marked {
            Some(_) if is_marked => palette().partial,
            Some(_) => palette().text_dim,
            None => palette().text,
        };
        for (piece, text) in pieces.iter().enumerate() {
            let aside = if piece == 0 { indent } else { indent + HANGING };
            let y = top + piece as f32 * height + (0.5 * (height - line_height(SMALL))).round();
            ui.painter.write_as_is(text.as_str(), vec2(row.x + aside, y), SMALL, color);
        }
        top += row.h;
    }
    present
}

/// A line of code in pieces that are no wider than there is room.
fn broken(painter: &TextPainter, text: &str, room: f32) -> Vec<String> {
    match painter.width_as_is(text, SMALL) <= room {
        true => vec![text.to_owned()],
        false => text_painter::wrap(text, room - HANGING, |line| painter.width_as_is(line, SMALL)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::ui::typeface::Typeface;

    /// The width of the page of the search in a window that has no room for code beside the sheets.
    const PAGE: f32 = 250.0;

    #[test]
    fn the_page_has_room_for_the_code_of_every_search() {
        let font = include_bytes!("../../../../../assets/fonts/inter-footpath.ttf");
        let painter = TextPainter::new(Typeface::new(font).expect("it is a font"));
        let more = |algorithm, language| {
            let lines = source_code::lines(&Method { algorithm, ..Method::default() }, language);
            let count = lines.iter().map(|line| {
                let text = line.trim_start();
                broken(&painter, text, PAGE - 3.6 * (line.len() - text.len()) as f32).len()
            });
            count.sum::<usize>() - lines.len()
        };
        let written = |language| Algorithm::ALL.into_iter().filter(move |one| source_code::is_written(*one, language));
        let most = [CodeLanguage::Rust, CodeLanguage::CSharp]
            .map(|language| written(language).map(|algorithm| more(algorithm, language)).max().unwrap_or(0));
        let room = BROKEN_OF_SOURCE + BROKEN_OF_SOURCE_IN_PAGE;
        assert!(most.iter().all(|most| *most <= room) && most.iter().any(|most| room - most < 4), "{most:?} of {room}");
    }
}
