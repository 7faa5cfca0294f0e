//! The panel that tells how the level has ended, with what can be done next.

use footpath::sim::TICKS_A_SECOND;
use glam::{Vec2, vec2};
use macroquad::math::Rect;

use super::Hud;
use crate::app::modes::actions::Action;
use crate::app::modes::column::Column;
use crate::app::modes::play::Game;
use crate::app::modes::screen::{BUTTON, MARGIN, PADDING, tells_keys};
use crate::app::ui::button::Standing;
use crate::app::ui::palette::palette;
use crate::app::ui::text_painter::BODY;

/// The width of the panel, where the window has it.
const WIDTH: f32 = 420.0;

/// Between the words and the buttons.
const GAP: f32 = 10.0;

pub(super) fn draw(hud: &mut Hud, game: &Game) {
    let Some(outcome) = game.run.sim().outcome() else { return };
    let width = WIDTH.min(hud.layout.viewport.x - 2.0 * MARGIN);
    let seconds = outcome.tick as f64 / TICKS_A_SECOND;
    let words = format!("{} After {seconds:.0} seconds.", outcome.text);
    let lines = hud.ui.painter.wrap(&words, width - 2.0 * PADDING, BODY);
    let with_key = |words: &str, action: Action| match tells_keys(&hud.ui) {
        true => format!("{words} ({})", hud.keys.key_name(action)),
        false => words.to_owned(),
    };
    let (again, next) = (with_key("Restart", Action::Restart), with_key("Next level", Action::NextLevel));
    let buttons = [(&*again, Action::Restart, Standing::Plain), (&*next, Action::NextLevel, Standing::Plain)];
    let fill = |column: &mut Column, is_alone: bool| {
        column.wrapped(&lines, BODY, if outcome.won { palette().on } else { palette().wrong });
        column.skip(GAP);
        if !is_alone {
            column.buttons(2, BUTTON, &buttons);
        }
    };
    // The buttons, which come a moment later, have their room from the beginning.
    let height = Column::height_of(|column| fill(column, false));
    let panel = hud.open_panel(if outcome.won { "Won" } else { "Lost" }, vec2(width, height), true);
    let inside = hud.scroll_in(panel, height, game);
    let at = inside.at(Vec2::ZERO);
    let is_alone = game.panels.shows_result_alone(game.clock.elapsed());
    Column::draw(&mut hud.ui, Rect::new(at.x, at.y, inside.area.w, height), |column| fill(column, is_alone));
    hud.end_scroll(inside);
}
