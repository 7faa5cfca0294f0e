//! The pseudo-code of the chosen search, with the line of the moment marked.

use footpath::nav::Algorithm;
use footpath::nav::trace::Replay;
use footpath::sentences::pseudo_code::{self, MOST_LINES};
use glam::vec2;
use macroquad::math::Rect;

use crate::app::modes::lab::Lane;
use crate::app::modes::lab::intent::Press;
use crate::app::ui::Ui;
use crate::app::ui::ink::{SMALL, line_height};
use crate::app::ui::palette::palette;
use crate::app::ui::shapes::fill_rounded;

/// The height of a line.
pub const LINE: f32 = 19.0;

/// How high the code of any algorithm is at most.
pub fn height() -> f32 {
    MOST_LINES as f32 * LINE
}

/// How high the code of a search is.
pub fn height_of(lane: &Lane) -> f32 {
    pseudo_code::lines(algorithm_of(lane)).len() as f32 * LINE
}

fn algorithm_of(lane: &Lane) -> Algorithm {
    match lane.played_leg().map(|examined| examined.replay.trace().method.algorithm) {
        None | Some(Algorithm::Auto) => lane.method.algorithm,
        Some(algorithm) => algorithm,
    }
}

/// Writes the code into an area, as much of each line as there is room for.
pub fn draw(ui: &mut Ui<Press>, lane: &Lane, area: Rect) {
    let moment = lane.played_leg().and_then(|examined| Replay::moment(&examined.replay));
    let marked = moment.map(|moment| pseudo_code::line_of(&moment));
    for (index, line) in pseudo_code::lines(algorithm_of(lane)).enumerate() {
        let row = Rect::new(area.x, area.y + index as f32 * LINE, area.w, LINE);
        let is_marked = marked == Some(index);
        if is_marked {
            fill_rounded(Rect { x: row.x - 6.0, w: row.w + 12.0, ..row }, 5.0, palette().raised);
        }
        let text = line.trim_start();
        let indent = 3.6 * (line.len() - text.len()) as f32;
        let color = match marked {
            Some(_) if is_marked => palette().partial,
            Some(_) => palette().text_dim,
            None => palette().text,
        };
        let text = ui.ink.shortened(text, row.w - indent, SMALL);
        let y = row.y + (0.5 * (LINE - line_height(SMALL))).round();
        ui.ink.write(text, vec2(row.x + indent, y), SMALL, color);
    }
}
