//! The buttons that are always there.

use glam::vec2;

use super::Hud;
use super::layout::{TOOLS, TOOLS_BESIDE_PANEL};
use crate::app::modes::keys::{Action, KeyMap};
use crate::app::modes::play::intent::Press;
use crate::app::modes::play::{Aim, Game, Panel};
use crate::app::modes::screen::{MARGIN, tells_keys};
use crate::app::ui::icons::Icon;
use crate::app::ui::palette::palette;
use crate::app::ui::tooltip::tooltip;

/// What stands on a button.
enum Face {
    Icon(Icon),
    Words(String),
}

/// What matters most, where a panel leaves no room for all buttons.
const BESIDE_PANEL: [Press; TOOLS_BESIDE_PANEL] = [
    Press::Do(Action::Pause),
    Press::Do(Action::StepOnce),
    Press::Do(Action::Restart),
    Press::Do(Action::Stop),
    Press::Do(Action::Brush),
    Press::Do(Action::Debug),
    Press::Do(Action::Frame),
];

/// Draws the buttons, and the tooltip of the one under the mouse.
pub(super) fn draw(hud: &mut Hud, game: &Game, adds: bool) {
    let toolbar = hud.layout.toolbar;
    let mut tools = Vec::from(tools(game, adds));
    if toolbar.count < TOOLS {
        tools.retain(|(_, press, _)| BESIDE_PANEL.contains(press));
    }
    hud.ui.panel(toolbar.area, 14.0, palette().panel_light);
    for (index, (face, press, is_on)) in tools.iter().enumerate() {
        let place = toolbar.place(index);
        match face {
            Face::Icon(icon) => hud.ui.icon_button(*icon, 24.0, *press, place, *is_on),
            Face::Words(words) => hud.ui.bar_button(words, *press, place, *is_on),
        }
    }
    let (keys, is_by_finger) = (hud.keys.clone(), !tells_keys(&hud.ui));
    let hints = tools
        .iter()
        .enumerate()
        .map(|(index, (_, press, _))| (toolbar.place(index), *press, hint(*press, &keys, is_by_finger)));
    let (free, orders) = (hud.layout.free, hud.orders);
    let is_at_the_side = free.x > 0.0;
    let low = orders.filter(|orders| orders.bottom() > free.bottom() - 2.0 * MARGIN);
    let bottom = low.map_or(free.bottom(), |orders| orders.y) - MARGIN;
    hud.shows_tooltip = tooltip(&mut hud.ui, hints, |area| match is_at_the_side {
        true => vec2(free.center().x, bottom),
        false => vec2(area.center().x, bottom),
    });
}

/// Every button: what stands on it, what it does, and whether it is pressed in.
fn tools(game: &Game, adds: bool) -> [(Face, Press, bool); TOOLS] {
    let icon = |icon, action, is_on| (Face::Icon(icon), Press::Do(action), is_on);
    let paused = game.clock.paused;
    [
        icon(if paused { Icon::Play } else { Icon::Pause }, Action::Pause, paused),
        icon(Icon::Step, Action::StepOnce, false),
        (Face::Words("−".to_owned()), Press::Speed(Some(false)), false),
        (Face::Words(game.clock.speed_in_words()), Press::Speed(None), !game.clock.is_at_normal_speed()),
        (Face::Words("+".to_owned()), Press::Speed(Some(true)), false),
        icon(Icon::Restart, Action::Restart, false),
        icon(Icon::Stop, Action::Stop, false),
        icon(Icon::Scatter, Action::Scatter, false),
        (Face::Icon(Icon::Add), Press::Add, adds),
        (Face::Icon(Icon::NewAgent), Press::PlaceAgent, game.orders.aim() == Some(Aim::Place)),
        icon(Icon::Brush, Action::Brush, game.handling.has_brush()),
        icon(Icon::Debug, Action::Debug, game.look.overlays().open),
        icon(Icon::Search, Action::SearchPanel, game.panels.shows_search()),
        icon(Icon::Bake, Action::BakePanel, game.panels.workbench().is_some()),
        icon(Icon::Lab, Action::Lab, false),
        icon(Icon::Edit, Action::Edit, false),
        icon(Icon::Frame, Action::Frame, false),
        icon(Icon::Levels, Action::Levels, game.panels.open() == Some(Panel::Levels)),
        icon(Icon::Commands, Action::Commands, false),
        icon(Icon::Settings, Action::Settings, false),
        icon(Icon::Help, Action::Help, game.panels.open() == Some(Panel::Help)),
    ]
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
