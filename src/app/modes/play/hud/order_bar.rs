//! The bar of orders: what selected agents can be told other than to go somewhere.

use glam::{Vec2, vec2};
use macroquad::math::Rect;

use super::Hud;
use crate::app::modes::actions::Action;
use crate::app::modes::play::actions::PlayAction;
use crate::app::modes::play::{Game, NextClick, is_players_to_change};
use crate::app::modes::screen::{BUTTON, MARGIN, is_for_fingers};
use crate::app::ui::button::Standing;
use crate::app::ui::palette::palette;
use crate::app::ui::text_painter::BODY;

/// Between two buttons.
const GAP: f32 = 2.0;

/// The greatest width of the bar.
const WIDEST: f32 = 900.0;

/// The least width for it beside the map.
const NARROWEST: f32 = 150.0;

/// By how much a bar is made wider until its buttons have room, in logical pixels.
const STEP: f32 = 16.0;

/// The most paths that have a button of their own, where there is a mouse; on a phone none has.
const MOST_PATHS: usize = 4;

/// One button of the bar.
struct Button {
    words: String,
    press: Action,
    standing: Standing,
    width: f32,
}

/// Draws the bar while agents are selected or to be clicked, or there is something to answer or to undo; on a phone not
/// beside a panel.
pub(super) fn draw(hud: &mut Hud, game: &Game) {
    hud.orders = None;
    let Some(offered) = offered(hud, game) else { return };
    let (mut corner, mut rows) = place_orders(hud, game, &offered);
    if matches!(corner, Corner::LowerMiddle(_)) {
        // Over the map as little of it as can be.
        (corner, rows) = place_orders(hud, game, &buttons(game, 0));
    }
    let width = rows.iter().map(|row| width_of(row)).fold(0.0, f32::max) + 8.0;
    let height = rows.len() as f32 * BUTTON + 8.0;
    let bar = match corner {
        Corner::UpperLeft(at) => Rect::new(at.x, at.y, width, height),
        Corner::LowerMiddle(at) => Rect::new((at.x - 0.5 * width).round(), at.y - height, width, height),
    };
    hud.orders = Some(bar);
    hud.ui.panel(bar, 12.0, palette().panel_light);
    for (down, row) in rows.iter().enumerate() {
        let mut at = vec2(bar.x + 0.5 * (width - width_of(row)), bar.y + 4.0 + down as f32 * BUTTON);
        for button in row {
            let area = Rect::new(at.x, at.y, button.width, BUTTON);
            hud.ui.bar_button(&button.words, button.press, area, button.standing);
            at.x += button.width + GAP;
        }
    }
}

/// The buttons of the moment, if the bar is shown.
fn offered(hud: &Hud, game: &Game) -> Option<Vec<Offered>> {
    let is_small = is_for_fingers(hud.layout.viewport);
    let is_taken = is_small && (hud.layout.side.is_some() || hud.layout.list.is_some());
    let offered = buttons(game, if is_small { 0 } else { MOST_PATHS });
    (!offered.is_empty() && !is_taken).then_some(offered)
}

/// How wide the bar is with all buttons in one row, if it is shown.
pub(super) fn width_in_a_row(hud: &Hud, game: &Game) -> Option<f32> {
    Some(width_of(&in_rows(hud, &offered(hud, game)?, f32::INFINITY)[0]) + 8.0)
}

/// How wide the bar is at least within a height, if it is shown.
pub(super) fn width_within(hud: &Hud, game: &Game, height: f32) -> Option<f32> {
    let offered = offered(hud, game)?;
    let most = (((height - 8.0) / BUTTON) as usize).max(1);
    let in_a_row = width_of(&in_rows(hud, &offered, f32::INFINITY)[0]) + 8.0;
    let mut width = in_a_row / most as f32;
    while width < in_a_row && in_rows(hud, &offered, width).len() > most {
        width += STEP;
    }
    Some(width)
}

/// Where the bar stands, and its buttons in rows: beside the card, else below the panel at the side, or beside the map below
/// the card, where it covers no ground; where none of them has room, above the toolbar.
fn place_orders(hud: &Hud, game: &Game, buttons: &[Offered]) -> (Corner, Vec<Vec<Button>>) {
    let (free, card) = (hud.layout.free, hud.card);
    let right = hud.layout.right();
    // A lesson's card is as high as two rows.
    if let Some(height) = hud.layout.above_map() {
        let strip = Rect::new(card.right() + MARGIN, card.y, right - card.right() - MARGIN, height);
        let rows = in_rows(hud, buttons, strip.w);
        let widest = rows.iter().map(|row| width_of(row)).fold(0.0, f32::max) + 8.0;
        if widest <= strip.w && rows.len() as f32 * BUTTON + 8.0 <= strip.h {
            return (Corner::UpperLeft(strip.point()), rows);
        }
    }
    if let Some(strip) = hud.layout.below_side() {
        let rows = in_rows(hud, buttons, strip.w);
        if rows.len() as f32 * BUTTON + 8.0 <= strip.h {
            return (Corner::UpperLeft(strip.point()), rows);
        }
    }
    let left_of_map = game.camera.to_screen(game.run.sim().map().lattice.origin).x;
    let top = card.bottom() + MARGIN;
    let strip = Rect::new(free.x + MARGIN, top, left_of_map - free.x - 2.0 * MARGIN, free.bottom() - MARGIN - top);
    if strip.w >= NARROWEST && hud.layout.side.is_none() {
        let rows = in_rows(hud, buttons, strip.w);
        if rows.len() as f32 * BUTTON + 8.0 <= strip.h {
            return (Corner::UpperLeft(strip.point()), rows);
        }
    }
    let left = hud.layout.side.filter(|_| !hud.is_narrow()).map_or(free.x, |side| side.right()) + MARGIN;
    let at = vec2(0.5 * (left + right), free.bottom() - MARGIN);
    (Corner::LowerMiddle(at), in_rows(hud, buttons, (right - left).min(WIDEST)))
}

/// The buttons in rows for a bar that is no wider than `widest`.
fn in_rows(hud: &Hud, buttons: &[Offered], widest: f32) -> Vec<Vec<Button>> {
    let widest = (widest - 8.0).max(BUTTON);
    let padding = if is_for_fingers(hud.layout.viewport) { 7.0 } else { 11.0 };
    let mut rows = vec![Vec::new()];
    let mut used = 0.0;
    for (words, press, standing) in buttons {
        let width = (hud.ui.painter.width(words, BODY) + 2.0 * padding).round().clamp(BUTTON, widest);
        if used + width > widest {
            rows.push(Vec::new());
            used = 0.0;
        }
        used += width + GAP;
        let last = rows.len() - 1;
        rows[last].push(Button { words: words.clone(), press: *press, standing: *standing, width });
    }
    rows
}

/// How wide a row of buttons is.
fn width_of(row: &[Button]) -> f32 {
    row.iter().map(|button| button.width + GAP).sum::<f32>() - GAP
}

/// Where a bar stands.
enum Corner {
    UpperLeft(Vec2),
    LowerMiddle(Vec2),
}

/// What a button says, what it does and how it stands.
type Offered = (String, Action, Standing);

/// Every button of the moment.
fn buttons(game: &Game, most_paths: usize) -> Vec<Offered> {
    let is_shown = !game.orders.selected().is_empty()
        || game.orders.aim().is_some_and(|aim| !matches!(aim, NextClick::Place | NextClick::Pin));
    let mut buttons = if is_shown { orders(game, most_paths) } else { Vec::new() };
    // What comes and goes stands last: it moves no other button.
    if let Some(count) = game.orders.offers_to_send(game.run.sim(), game.clock.elapsed()) {
        buttons.push((format!("Send all {count} there"), Action::Play(PlayAction::SendAll), Standing::Plain));
    }
    if game.can_undo() {
        buttons.push(("Undo".to_owned(), Action::Undo, Standing::Plain));
    }
    buttons
}

/// The orders that selected agents can be given, and what else can be done to them.
fn orders(game: &Game, most_paths: usize) -> Vec<Offered> {
    let of = |words: &str, action, is_on| (words.to_owned(), action, Standing::of(is_on));
    let mut buttons = vec![of("Inspect", Action::Play(PlayAction::Inspector), game.panels.inspector().is_some())];
    if game.orders.selected().len() > 1 {
        buttons.push(of("Formation", Action::Play(PlayAction::Formation), game.orders.is_in_formation()));
    }
    buttons.extend([
        match game.orders.aim() {
            Some(NextClick::FollowOnSight) => of("Follow on sight", Action::Play(PlayAction::Follow), true),
            aim => of("Follow", Action::Play(PlayAction::Follow), aim == Some(NextClick::Follow)),
        },
        of("Flee", Action::Play(PlayAction::Flee), game.orders.aim() == Some(NextClick::Flee)),
        of("Wander", Action::Play(PlayAction::Wander), false),
        of("Wait", Action::Play(PlayAction::Wait), false),
        of("Stop", Action::Play(PlayAction::Stop), false),
    ]);
    let paths = &game.run.sim().level().paths;
    if paths.len() <= most_paths {
        let path =
            |(index, name)| (format!("Patrol {name}"), Action::Play(PlayAction::PatrolPath(index)), Standing::Plain);
        buttons.extend(paths.iter().map(|path| path.name.as_str()).enumerate().map(path));
    }
    // Pressed twice, it leads along the next of the paths, however many there are.
    buttons.push(match game.orders.drawn_patrol() {
        Some(drawn) if drawn.is_path() => of("Done", Action::Play(PlayAction::Patrol), true),
        drawn => of("Patrol", Action::Play(PlayAction::Patrol), drawn.is_some()),
    });
    if let Some(course) = game.orders.course_of_first(game.run.sim()) {
        buttons.push(of(&format!("Course: {}", course.name()), Action::Play(PlayAction::Course), false));
    }
    if is_players_to_change(game.run.sim()) {
        // It keeps its place beside the patrol that is made, but a thumb that misses "Done" loses nothing.
        let standing = if game.orders.drawn_patrol().is_some() { Standing::Idle } else { Standing::Plain };
        buttons.push(("Remove".to_owned(), Action::Play(PlayAction::RemoveSelected), standing));
    }
    buttons
}
