//! How the menu is drawn.

use glam::{Vec2, vec2};
use macroquad::color::Color;
use macroquad::math::Rect;

use super::{Menu, MenuPage};
use crate::app::modes::ModeName;
use crate::app::modes::actions::{Action, SessionAction};
use crate::app::modes::appearance::{InterfaceScale, MotionPreference, Theme};
use crate::app::modes::column::Column;
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
use crate::app::ui::text_field::TextField;
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
    let about = menu.ui.painter.wrap(&question.about, width - 2.0 * PADDING, BODY);
    let button = BUTTON.max(if is_for_fingers(viewport) { 48.0 } else { 0.0 });
    let fill = |column: &mut Column, field: &mut TextField| {
        column.wrapped(&about, BODY, palette().text_dim);
        column.skip(GAP);
        if question.field.is_some() {
            let press = Action::Menu(MenuAction::Type);
            column.grid((1, 1), (button, GAP), |ui, _, area| field.show(ui, "NAME.ron", press, area));
        }
        for (reply, words) in &question.replies {
            draw_row(column, button, &[(words, Action::Session(SessionAction::Reply(*reply)), Standing::Plain)]);
        }
    };
    let height = Column::height_of(|column| fill(column, &mut menu.field));
    let panel = open_for(menu, vec2(width, height), viewport);
    menu.ui.painter.write(question.title.as_str(), vec2(panel.x + PADDING, panel.y + 9.0), TITLE, palette().text);
    if question.dismissal.is_some() {
        draw_close(menu, panel);
    }
    let Menu { ui, field, .. } = menu;
    Column::draw(ui, inside(panel), |column| fill(column, field));
}

/// What is done, how far it is, and a button that gives it up.
fn draw_work(menu: &mut Menu, viewport: Vec2) {
    let (title, part) = menu.work.clone();
    let fill = |column: &mut Column| {
        column.skip(GAP);
        column.take(BAR, |_, bar| {
            fill_rounded(bar, 0.5 * BAR, palette().raised);
            let width = (part.clamp(0.0, 1.0) * bar.w).max(BAR);
            fill_rounded(Rect { w: width, ..bar }, 0.5 * BAR, palette().on);
        });
        column.skip(2.0 * GAP);
        draw_row(column, BUTTON, &[("Cancel", Action::Session(SessionAction::CancelWork), Standing::Plain)]);
    };
    let panel = open_for(menu, vec2(SETTINGS_WIDTH, Column::height_of(fill)), viewport);
    let title = menu.ui.painter.shortened(&title, panel.w - 2.0 * PADDING, TITLE);
    menu.ui.painter.write(title, vec2(panel.x + PADDING, panel.y + 9.0), TITLE, palette().text);
    Column::draw(&mut menu.ui, inside(panel), fill);
}

fn draw_settings(menu: &mut Menu, viewport: Vec2, settings: &Settings) {
    // A phone has the size of its own system.
    let (mode, asks, has_scale) = (menu.mode, menu.asks, !is_for_fingers(viewport));
    let fill = |column: &mut Column| {
        column.skip(GAP);
        let chosen = |is_chosen: bool| if is_chosen { Standing::On } else { Standing::Plain };
        let theme = |words, theme| (words, Action::Menu(MenuAction::Theme(theme)), chosen(settings.theme == theme));
        draw_row(column, BUTTON, &[theme("Dark panels", Theme::Dark), theme("Light panels", Theme::Light)]);
        let motion =
            |words, motion| (words, Action::Menu(MenuAction::Motion(motion)), chosen(settings.motion == motion));
        let full = motion("Show each search", MotionPreference::Full);
        draw_row(column, BUTTON, &[full, motion("Reduce motion", MotionPreference::Reduced)]);
        let mut draw = |buttons: &[(&str, Action)]| {
            let plain: Vec<_> = buttons.iter().map(|(words, press)| (*words, *press, Standing::Plain)).collect();
            draw_row(column, BUTTON, &plain);
        };
        draw(&[("Full screen, or a window", Action::Session(SessionAction::FullScreen))]);
        if has_scale {
            let at = InterfaceScale::ALL.iter().position(|scale| *scale == settings.scale).unwrap_or(0);
            let words = format!("Size of words and buttons: {}", settings.scale.name());
            let next = InterfaceScale::ALL[(at + 1) % InterfaceScale::ALL.len()];
            draw(&[(&words, Action::Menu(MenuAction::Scale(next)))]);
        }
        let keys = match mode {
            ModeName::Game => "Change the keys of the game",
            ModeName::Lab => "Change the keys of the lab",
            ModeName::Edit => "Change the keys of the edit mode",
        };
        draw(&[(keys, Action::Menu(MenuAction::Turn(MenuPage::Keys)))]);
        let language = format!("Language: {}", languages::name_of_choice(&settings.language));
        let next_language = Action::Menu(MenuAction::Language(languages::next_choice(&settings.language)));
        let sound = if settings.is_silent { "Sound: off" } else { "Sound: on" };
        draw(&[(&language, next_language), (sound, Action::Session(SessionAction::Sound))]);
        draw(&[("Forget all settings", Action::Menu(MenuAction::Forget))]);
        if asks {
            let answer = |answer| Action::Menu(MenuAction::Answer(answer));
            draw(&[("Yes, forget all", answer(true)), ("No, keep them", answer(false))]);
        }
    };
    let panel = open_for(menu, vec2(SETTINGS_WIDTH, Column::height_of(fill)), viewport);
    menu.ui.painter.write("Settings", vec2(panel.x + PADDING, panel.y + 9.0), TITLE, palette().text);
    draw_close(menu, panel);
    Column::draw(&mut menu.ui, inside(panel), fill);
}

/// The ground of a panel whose content under its heading, with a gap at its end, is of a size.
fn open_for(menu: &mut Menu, content: Vec2, viewport: Vec2) -> Rect {
    open(menu, vec2(content.x, BUTTON + content.y - GAP + PADDING), viewport)
}

/// The area of a panel under its heading.
fn inside(panel: Rect) -> Rect {
    Rect::new(panel.x + PADDING, panel.y + BUTTON, panel.w - 2.0 * PADDING, panel.h - BUTTON)
}

/// Buttons with words that share a row of a height, and a gap below it: the words of each, what a press asks for, and how it
/// stands.
fn draw_row(column: &mut Column, height: f32, buttons: &[(&str, Action, Standing)]) {
    column.grid((buttons.len(), buttons.len()), (height, GAP), |ui, index, area| {
        let (words, press, standing) = &buttons[index];
        ui.word_button(words, *press, area, *standing);
    });
}
