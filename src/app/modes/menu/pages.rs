//! How the menu is drawn.

use glam::{Vec2, vec2};
use macroquad::color::Color;
use macroquad::math::Rect;

use super::{Menu, MenuPage};
use crate::app::modes::ModeName;
use crate::app::modes::actions::{Action, SessionAction};
use crate::app::modes::appearance::{InterfaceScale, MotionPreference, Theme};
use crate::app::modes::languages;
use crate::app::modes::menu::actions::MenuAction;
use crate::app::modes::screen::{BUTTON, MARGIN, PADDING, SHADE, is_for_fingers, is_too_small, tells_keys};
use crate::app::modes::settings::Settings;
use crate::app::ui::button::Standing;
use crate::app::ui::hit_areas::Role;
use crate::app::ui::icons::Icon;
use crate::app::ui::palette::palette;
use crate::app::ui::pixels;
use crate::app::ui::shapes::fill_rounded;
use crate::app::ui::text_painter::{BODY, SMALL, TITLE, line_height};
use crate::app::window::draw_rectangle;

/// The width of the panel, and the height of a list, where the window has room for it.
const WIDTH: f32 = 580.0;
const HEIGHT: f32 = 560.0;

/// The width of the settings, and between two rows of them.
const SETTINGS_WIDTH: f32 = 420.0;
const GAP: f32 = 8.0;

/// The height of the bar that says how much of some work is done.
const BAR: f32 = 14.0;

/// The part of a row that its keys take at most.
const KEYS_PART: f32 = 0.32;

/// Draws a page over everything; a press beside it closes it.
pub fn draw(menu: &mut Menu, page: MenuPage, viewport: Vec2, settings: &Settings) {
    menu.ui.painter.set_pixels(pixels::per_logical());
    menu.ui.begin(viewport);
    if !is_too_small(viewport) {
        draw_rectangle(0.0, 0.0, viewport.x, viewport.y, SHADE);
        menu.ui.hit_areas.note(Rect::new(0.0, 0.0, viewport.x, viewport.y), Role::Modal(Action::Close));
        match page {
            MenuPage::Commands => draw_commands(menu, viewport),
            MenuPage::Keys => draw_keys(menu, viewport),
            MenuPage::Settings => draw_settings(menu, viewport, settings),
            MenuPage::Question => draw_question(menu, viewport),
            MenuPage::Work => draw_work(menu, viewport),
        }
    }
    menu.ui.end();
}

/// The ground of a panel of a size in the middle of the window, a little above the centre.
fn open(menu: &mut Menu, size: Vec2, viewport: Vec2) -> Rect {
    let size = size.min(viewport - 2.0 * MARGIN);
    let corner = (vec2(0.5, 0.4) * (viewport - size)).max(Vec2::splat(MARGIN)).round();
    let panel = Rect::new(corner.x, corner.y, size.x, size.y);
    menu.ui.panel(panel, 14.0, Color { a: 1.0, ..palette().panel });
    panel
}

fn draw_commands(menu: &mut Menu, viewport: Vec2) {
    let panel = open(menu, vec2(WIDTH, HEIGHT), viewport);
    draw_field(menu, panel, "Find a command or a level", BUTTON);
    let settings = Rect::new(panel.right() - 2.0 * BUTTON - 4.0, panel.y + 4.0, BUTTON, BUTTON);
    menu.ui.icon_button(Icon::Settings, 24.0, Action::Menu(MenuAction::Turn(MenuPage::Settings)), settings, false);
    draw_close(menu, panel);
    draw_list(menu, panel, panel.y + BUTTON + GAP);
}

fn draw_keys(menu: &mut Menu, viewport: Vec2) {
    let panel = open(menu, vec2(WIDTH, HEIGHT), viewport);
    let (hint, reset) = match menu.mode {
        ModeName::Game => ("Find a key of the game", "Reset all"),
        ModeName::Lab => ("Find a key of the lab", "Reset all"),
        ModeName::Edit => ("Find a key of the edit mode", "Reset all"),
    };
    let width = menu.ui.painter.width(reset, BODY) + 24.0;
    draw_field(menu, panel, hint, width);
    let area = Rect::new(panel.right() - BUTTON - width - 4.0, panel.y + 4.0, width, BUTTON);
    menu.ui.word_button(reset, Action::Menu(MenuAction::ResetKeys), area, Standing::Plain);
    draw_close(menu, panel);
    let (said, color) = match menu.awaits {
        Some(index) => {
            (format!("Press the new key of \"{}\"; Esc: none", menu.commands[index].words), palette().partial)
        }
        None if menu.said.is_empty() => ("Choose a line, then press its new key".to_owned(), palette().text_dim),
        None => (menu.said.clone(), palette().on),
    };
    let lines = menu.ui.painter.wrap(&said, panel.w - 2.0 * PADDING, SMALL);
    let top = panel.y + BUTTON + GAP;
    let height = menu.ui.painter.write_lines(&lines, vec2(panel.x + PADDING, top), SMALL, color);
    draw_list(menu, panel, top + height + 4.0);
}

/// The field at the top of a panel, left of a button `beside` wide and of the one that closes the panel.
fn draw_field(menu: &mut Menu, panel: Rect, hint: &str, beside: f32) {
    let field = Rect::new(panel.x + 6.0, panel.y + 6.0, panel.w - beside - BUTTON - 18.0, BUTTON - 4.0);
    menu.field.show(&mut menu.ui, hint, Action::Menu(MenuAction::Type), field);
}

fn draw_close(menu: &mut Menu, panel: Rect) {
    menu.ui.close_button(Action::Close, Rect::new(panel.right() - BUTTON - 2.0, panel.y + 4.0, BUTTON, BUTTON));
}

/// The commands that match what is typed, from `top` to the end of the panel.
fn draw_list(menu: &mut Menu, panel: Rect, top: f32) {
    let area = Rect::new(panel.x + PADDING, top, panel.w - 2.0 * PADDING, panel.bottom() - top - 6.0);
    let listed = menu.listed();
    let tells_keys = menu.page == Some(MenuPage::Keys) || tells_keys(&menu.ui);
    let painter = &menu.ui.painter;
    let widest = listed.iter().map(|index| painter.width(&menu.commands[*index].keys, BODY)).fold(0.0, f32::max);
    let keys_width = widest.min(KEYS_PART * area.w);
    let padding = if is_for_fingers(menu.ui.viewport()) { 12.0 } else { 6.0 };
    let rows: Vec<(usize, Vec<String>, String)> = listed
        .into_iter()
        .map(|index| {
            let command = &menu.commands[index];
            let keys = if tells_keys { painter.shortened(&command.keys, keys_width, BODY) } else { String::new() };
            let mode = area.w - if keys.is_empty() { 0.0 } else { keys_width + 12.0 };
            (index, painter.wrap(&command.words, mode, BODY), keys)
        })
        .collect();
    let height_of = |lines: &[String]| lines.len() as f32 * line_height(BODY) + 2.0 * padding;
    let content: f32 = rows.iter().map(|(_, lines, _)| height_of(lines)).sum();
    menu.scroll.fit(content, area.h);
    if std::mem::take(&mut menu.reveals)
        && let Some(place) = rows.iter().position(|(index, ..)| *index == menu.marked)
    {
        let above: f32 = rows[..place].iter().map(|(_, lines, _)| height_of(lines)).sum();
        menu.scroll.reveal(above, above + height_of(&rows[place].1), area.h);
    }
    if rows.is_empty() {
        menu.ui.painter.write("Nothing matches", area.point() + vec2(0.0, padding), BODY, palette().text_dim);
    }
    let inside = menu.ui.begin_scroll(area, panel, menu.scroll);
    let mut y = 0.0;
    for (index, lines, keys) in rows {
        let height = height_of(&lines);
        let at = inside.at(vec2(0.0, y));
        let row = Rect::new(at.x - 6.0, at.y, area.w + 12.0, height);
        menu.ui.row(row, index == menu.marked, Action::Menu(MenuAction::Choose(index)));
        if inside.place(vec2(0.0, y), height).is_some() {
            menu.ui.painter.write_lines(&lines, at + vec2(0.0, padding), BODY, palette().text);
            let (keys, color) = match menu.awaits {
                Some(awaits) if awaits == index => ("?".to_owned(), palette().partial),
                _ => (keys, palette().partial),
            };
            let x = area.right() - menu.ui.painter.width(&keys, BODY);
            menu.ui.painter.write(keys, vec2(x, at.y + padding), BODY, color);
        }
        y += height;
    }
    menu.ui.end_scroll(inside, &mut menu.scroll);
}

/// What the player is asked, and a button for each reply.
fn draw_question(menu: &mut Menu, viewport: Vec2) {
    let Some(question) = menu.question.clone() else { return };
    let width = WIDTH.min(viewport.x - 2.0 * MARGIN);
    let inner = width - 2.0 * PADDING;
    let about = menu.ui.painter.wrap(&question.about, inner, BODY);
    let button = BUTTON.max(if is_for_fingers(viewport) { 48.0 } else { 0.0 });
    let rows = question.replies.len() + usize::from(question.field.is_some());
    let height = BUTTON + about.len() as f32 * line_height(BODY) + GAP + rows as f32 * (button + GAP) + PADDING;
    let panel = open(menu, vec2(width, height), viewport);
    menu.ui.painter.write(question.title.as_str(), vec2(panel.x + PADDING, panel.y + 9.0), TITLE, palette().text);
    if question.dismissal.is_some() {
        draw_close(menu, panel);
    }
    let mut y = panel.y + BUTTON;
    y += menu.ui.painter.write_lines(&about, vec2(panel.x + PADDING, y), BODY, palette().text_dim) + GAP;
    let row = |y: f32| Rect::new(panel.x + PADDING, y, inner, button);
    if question.field.is_some() {
        menu.field.show(&mut menu.ui, "NAME.ron", Action::Menu(MenuAction::Type), row(y));
        y += button + GAP;
    }
    for (reply, words) in &question.replies {
        menu.ui.word_button(words, Action::Session(SessionAction::Reply(*reply)), row(y), Standing::Plain);
        y += button + GAP;
    }
}

/// What is done, how far it is, and a button that gives it up.
fn draw_work(menu: &mut Menu, viewport: Vec2) {
    let (title, part) = menu.work.clone();
    let panel = open(menu, vec2(SETTINGS_WIDTH, 2.0 * BUTTON + 3.0 * GAP + BAR + PADDING), viewport);
    let inner = panel.w - 2.0 * PADDING;
    let title = menu.ui.painter.shortened(&title, inner, TITLE);
    menu.ui.painter.write(title, vec2(panel.x + PADDING, panel.y + 9.0), TITLE, palette().text);
    let bar = Rect::new(panel.x + PADDING, panel.y + BUTTON + GAP, inner, BAR);
    fill_rounded(bar, 0.5 * BAR, palette().raised);
    let width = (part.clamp(0.0, 1.0) * inner).max(BAR);
    fill_rounded(Rect { w: width, ..bar }, 0.5 * BAR, palette().on);
    let button = Rect::new(panel.x + PADDING, bar.bottom() + 2.0 * GAP, inner, BUTTON);
    menu.ui.word_button("Cancel", Action::Session(SessionAction::CancelWork), button, Standing::Plain);
}

fn draw_settings(menu: &mut Menu, viewport: Vec2, settings: &Settings) {
    // A phone has the size of its own system.
    let has_scale = !is_for_fingers(viewport);
    let rows = 6.0 + f32::from(u8::from(has_scale)) + f32::from(u8::from(menu.asks));
    let panel = open(menu, vec2(SETTINGS_WIDTH, BUTTON + rows * (BUTTON + GAP) + PADDING), viewport);
    menu.ui.painter.write("Settings", vec2(panel.x + PADDING, panel.y + 9.0), TITLE, palette().text);
    draw_close(menu, panel);
    let row = |index: f32| {
        let y = panel.y + BUTTON + GAP + index * (BUTTON + GAP);
        Rect::new(panel.x + PADDING, y, panel.w - 2.0 * PADDING, BUTTON)
    };
    let half = |area: Rect, index: f32| {
        let width = 0.5 * (area.w - GAP);
        Rect { x: area.x + index * (width + GAP), w: width, ..area }
    };
    for (index, (name, theme)) in [("Dark panels", Theme::Dark), ("Light panels", Theme::Light)].into_iter().enumerate()
    {
        let standing = if settings.theme == theme { Standing::On } else { Standing::Plain };
        menu.ui.word_button(name, Action::Menu(MenuAction::Theme(theme)), half(row(0.0), index as f32), standing);
    }
    let motions = [("Show each search", MotionPreference::Full), ("Reduce motion", MotionPreference::Reduced)];
    for (index, (name, motion)) in motions.into_iter().enumerate() {
        let standing = if settings.motion == motion { Standing::On } else { Standing::Plain };
        menu.ui.word_button(name, Action::Menu(MenuAction::Motion(motion)), half(row(1.0), index as f32), standing);
    }
    let mut next = 2.0;
    let mut take = || {
        next += 1.0;
        next - 1.0
    };
    menu.ui.word_button(
        "Full screen, or a window",
        Action::Session(SessionAction::FullScreen),
        row(take()),
        Standing::Plain,
    );
    if has_scale {
        let at = InterfaceScale::ALL.iter().position(|scale| *scale == settings.scale).unwrap_or(0);
        let words = format!("Size of words and buttons: {}", settings.scale.name());
        let press = Action::Menu(MenuAction::Scale(InterfaceScale::ALL[(at + 1) % InterfaceScale::ALL.len()]));
        menu.ui.word_button(&words, press, row(take()), Standing::Plain);
    }
    let keys = match menu.mode {
        ModeName::Game => "Change the keys of the game",
        ModeName::Lab => "Change the keys of the lab",
        ModeName::Edit => "Change the keys of the edit mode",
    };
    menu.ui.word_button(keys, Action::Menu(MenuAction::Turn(MenuPage::Keys)), row(take()), Standing::Plain);
    let words = format!("Language: {}", languages::name_of_choice(&settings.language));
    let press = Action::Menu(MenuAction::Language(languages::next_choice(&settings.language)));
    let shared = row(take());
    menu.ui.word_button(&words, press, half(shared, 0.0), Standing::Plain);
    let words = if settings.is_silent { "Sound: off" } else { "Sound: on" };
    menu.ui.word_button(words, Action::Session(SessionAction::Sound), half(shared, 1.0), Standing::Plain);
    menu.ui.word_button("Forget all settings", Action::Menu(MenuAction::Forget), row(take()), Standing::Plain);
    if menu.asks {
        let last = row(take());
        menu.ui.word_button(
            "Yes, forget all",
            Action::Menu(MenuAction::Answer(true)),
            half(last, 0.0),
            Standing::Plain,
        );
        menu.ui.word_button("No, keep them", Action::Menu(MenuAction::Answer(false)), half(last, 1.0), Standing::Plain);
    }
}
