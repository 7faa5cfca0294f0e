//! The buttons that are always there.

use glam::vec2;

use super::Hud;
use crate::app::modes::keys::{Action, KeyMap};
use crate::app::modes::play::intent::{Face, Press, TOOLBAR, TOOLBAR_BESIDE_PANEL};
use crate::app::modes::play::{Aim, Game, Panel};
use crate::app::modes::screen::{MARGIN, tells_keys};
use crate::app::ui::icons::Icon;
use crate::app::ui::palette::palette;
use crate::app::ui::tooltip::tooltip;

/// Draws the buttons, and the tooltip of the one under the mouse.
pub(super) fn draw(hud: &mut Hud, game: &Game, adds: bool) {
    let toolbar = hud.layout.toolbar;
    let has_room = |press| toolbar.count == TOOLBAR.len() || TOOLBAR_BESIDE_PANEL.contains(press);
    let tools: Vec<_> = TOOLBAR.iter().filter(|(_, press)| has_room(press)).collect();
    hud.ui.panel(toolbar.area, 14.0, palette().panel_light);
    for (index, (face, press)) in tools.iter().enumerate() {
        let (place, is_on) = (toolbar.place(index), is_on(*press, game, adds));
        match face {
            Face::Icon(Icon::Pause) if game.clock.paused => {
                hud.ui.icon_button(Icon::Play, 24.0, *press, place, is_on);
            }
            Face::Icon(icon) => hud.ui.icon_button(*icon, 24.0, *press, place, is_on),
            Face::Words(words) => hud.ui.bar_button(words, *press, place, is_on),
            Face::Speed => hud.ui.bar_button(&game.clock.speed_in_words(), *press, place, is_on),
        }
    }
    let (keys, is_by_finger) = (hud.keys.clone(), !tells_keys(&hud.ui));
    let hints = tools
        .iter()
        .enumerate()
        .map(|(index, (_, press))| (toolbar.place(index), *press, hint(*press, &keys, is_by_finger)));
    let (free, orders) = (hud.layout.free, hud.orders);
    let is_at_the_side = free.x > 0.0;
    let low = orders.filter(|orders| orders.bottom() > free.bottom() - 2.0 * MARGIN);
    let bottom = low.map_or(free.bottom(), |orders| orders.y) - MARGIN;
    hud.shows_tooltip = tooltip(&mut hud.ui, hints, |area| match is_at_the_side {
        true => vec2(free.center().x, bottom),
        false => vec2(area.center().x, bottom),
    });
}

/// Whether the button that asks for this is pressed in.
fn is_on(press: Press, game: &Game, adds: bool) -> bool {
    match press {
        Press::Add => adds,
        Press::PlaceAgent => game.orders.aim() == Some(Aim::Place),
        Press::Speed(None) => !game.clock.is_at_normal_speed(),
        Press::Do(Action::Pause) => game.clock.paused,
        Press::Do(Action::Brush) => game.handling.has_brush(),
        Press::Do(Action::Debug) => game.look.overlays().open,
        Press::Do(Action::SearchPanel) => game.panels.shows_search(),
        Press::Do(Action::BakePanel) => game.panels.workbench().is_some(),
        Press::Do(Action::Levels) => game.panels.open() == Some(Panel::Levels),
        Press::Do(Action::Help) => game.panels.open() == Some(Panel::Help),
        _ => false,
    }
}

/// What a button does, and the key that does the same unless a finger asks.
fn hint(press: Press, keys: &KeyMap<Action>, is_by_finger: bool) -> String {
    let with_key = |action, words| keys.with_key(action, words, is_by_finger);
    match press {
        Press::Do(action) => keys.hint(action, is_by_finger),
        Press::Speed(Some(false)) => with_key(Action::Slower, "let time pass slower, down to 1/8"),
        Press::Speed(Some(true)) => with_key(Action::Faster, "let time pass faster, up to 16 times"),
        Press::Speed(None) => "let time pass at its own speed".to_owned(),
        Press::PlaceAgent => with_key(Action::AddAgent, "add a walker: then click where"),
        _ if is_by_finger => "add to the selection, queue goals".to_owned(),
        _ => "add to the selection, queue goals (Shift)".to_owned(),
    }
}
