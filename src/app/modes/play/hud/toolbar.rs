//! The buttons that are always there.

use glam::vec2;
use macroquad::math::Rect;

use super::Hud;
use crate::app::modes::actions::{Action, SessionAction};
use crate::app::modes::keys::KeyMap;
use crate::app::modes::play::actions::PlayAction;
use crate::app::modes::play::{Game, NextClick, Panel};
use crate::app::modes::screen::{MARGIN, tells_keys};
use crate::app::ui::button::Standing;
use crate::app::ui::icons::Icon;
use crate::app::ui::palette::palette;
use crate::app::ui::tooltip::tooltip;

/// What stands on a button of the toolbar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Face {
    Icon(Icon),
    Words(&'static str),
    /// How fast time passes.
    Speed,
}

/// The buttons that are always there: what stands on each, and what it asks for.
pub const TOOLBAR: &[(Face, Action)] = &[
    (Face::Icon(Icon::Pause), Action::Pause),
    (Face::Icon(Icon::Step), Action::StepOnce),
    (Face::Words("−"), Action::Play(PlayAction::Speed(Some(false)))),
    (Face::Speed, Action::Play(PlayAction::Speed(None))),
    (Face::Words("+"), Action::Play(PlayAction::Speed(Some(true)))),
    (Face::Icon(Icon::Restart), Action::Restart),
    (Face::Icon(Icon::Stop), Action::Play(PlayAction::Stop)),
    (Face::Icon(Icon::Scatter), Action::Play(PlayAction::Scatter)),
    (Face::Icon(Icon::Add), Action::Play(PlayAction::Add)),
    (Face::Icon(Icon::NewAgent), Action::Play(PlayAction::PlaceAgent)),
    (Face::Icon(Icon::Brush), Action::Play(PlayAction::Brush)),
    (Face::Icon(Icon::Debug), Action::Play(PlayAction::Debug)),
    (Face::Icon(Icon::Search), Action::Play(PlayAction::SearchPanel)),
    (Face::Icon(Icon::Bake), Action::Play(PlayAction::BakePanel)),
    (Face::Icon(Icon::Lab), Action::Session(SessionAction::Lab)),
    (Face::Icon(Icon::Edit), Action::Session(SessionAction::Edit)),
    (Face::Icon(Icon::Frame), Action::Frame),
    (Face::Icon(Icon::Levels), Action::Play(PlayAction::Levels)),
    (Face::Icon(Icon::Commands), Action::Session(SessionAction::Commands)),
    (Face::Icon(Icon::Settings), Action::Session(SessionAction::Settings)),
    (Face::Icon(Icon::Help), Action::Help),
];

/// The tools that matter most. They stand in one column where a panel on a phone on its side leaves no room for all.
pub const TOOLBAR_BESIDE_PANEL: &[Action] = &[
    Action::Pause,
    Action::StepOnce,
    Action::Restart,
    Action::Play(PlayAction::Stop),
    Action::Play(PlayAction::Brush),
    Action::Play(PlayAction::Debug),
    Action::Frame,
];

/// Draws the buttons, and the tooltip of the one under the mouse.
pub(super) fn draw(hud: &mut Hud, game: &Game, adds: bool) {
    let toolbar = hud.layout.toolbar;
    let has_room = |action| toolbar.count == TOOLBAR.len() || TOOLBAR_BESIDE_PANEL.contains(action);
    let tools: Vec<_> = TOOLBAR.iter().filter(|(_, action)| has_room(action)).collect();
    hud.ui.panel(toolbar.area, 14.0, palette().panel_light);
    for (index, (face, action)) in tools.iter().enumerate() {
        let (place, is_on) = (toolbar.place(index), is_on(*action, game, adds));
        match face {
            Face::Icon(Icon::Pause) if game.clock.paused => {
                hud.ui.icon_button(Icon::Play, 24.0, *action, place, is_on);
            }
            Face::Icon(icon) => hud.ui.icon_button(*icon, 24.0, *action, place, is_on),
            Face::Words(words) => hud.ui.bar_button(words, *action, place, Standing::of(is_on)),
            Face::Speed => hud.ui.bar_button(&game.clock.speed_in_words(), *action, place, Standing::of(is_on)),
        }
    }
    let (keys, is_by_finger) = (hud.keys.clone(), !tells_keys(&hud.ui));
    let hints = tools
        .iter()
        .enumerate()
        .map(|(index, (_, action))| (toolbar.place(index), *action, hint(*action, &keys, is_by_finger)));
    let (free, orders) = (hud.layout.free, hud.orders);
    let is_at_the_side = free.x > 0.0;
    let low = orders.filter(|orders| orders.bottom() > free.bottom() - 2.0 * MARGIN);
    let bottom = low.map_or(free.bottom(), |orders| orders.y) - MARGIN;
    let viewport = hud.layout.viewport;
    let window = Rect::new(0.0, 0.0, viewport.x, viewport.y);
    hud.shows_tooltip = tooltip(&mut hud.ui, hints, window, |area| match is_at_the_side {
        true => vec2(free.center().x, bottom),
        false => vec2(area.center().x, bottom),
    });
}

/// Whether the button that asks for this is pressed in.
fn is_on(action: Action, game: &Game, adds: bool) -> bool {
    match action {
        Action::Play(PlayAction::Add) => adds,
        Action::Play(PlayAction::PlaceAgent) => game.orders.aim() == Some(NextClick::Place),
        Action::Play(PlayAction::Speed(None)) => !game.clock.is_at_normal_speed(),
        Action::Pause => game.clock.paused,
        Action::Play(PlayAction::Brush) => game.handling.has_brush(),
        Action::Play(PlayAction::Debug) => game.look.overlays().open,
        Action::Play(PlayAction::SearchPanel) => game.panels.shows_search(),
        Action::Play(PlayAction::BakePanel) => game.panels.workbench().is_some(),
        Action::Play(PlayAction::Levels) => game.panels.open() == Some(Panel::Levels),
        Action::Help => game.panels.open() == Some(Panel::Help),
        _ => false,
    }
}

/// What a button does, and the key that does the same unless a finger asks.
fn hint(action: Action, keys: &KeyMap, is_by_finger: bool) -> String {
    let with_key = |action, words| keys.with_key(action, words, is_by_finger);
    match action {
        Action::Play(PlayAction::Speed(Some(false))) => with_key(Action::Slower, "let time pass slower, down to 1/8"),
        Action::Play(PlayAction::Speed(Some(true))) => with_key(Action::Faster, "let time pass faster, up to 16 times"),
        Action::Play(PlayAction::Speed(None)) => "let time pass at its own speed".to_owned(),
        Action::Play(PlayAction::PlaceAgent) => {
            with_key(Action::Play(PlayAction::AddAgent), "add a walker: then click where")
        }
        Action::Play(PlayAction::Add) if is_by_finger => "add to the selection, queue goals".to_owned(),
        Action::Play(PlayAction::Add) => "add to the selection, queue goals (Shift)".to_owned(),
        action => keys.hint(action, is_by_finger),
    }
}
