//! How the dialog of an import is drawn: the map beside the list of what can be chosen, or above it where there is more height.

use footpath::level::import::Empty;
use footpath::preview::About;
use glam::{Vec2, vec2};
use macroquad::color::{Color, WHITE};
use macroquad::math::Rect;
use macroquad::texture::DrawTextureParams;

use super::ShownImport;
use crate::app::modes::actions::Action;
use crate::app::modes::column::Column;
use crate::app::modes::import::actions::ImportAction;
use crate::app::modes::screen::{BUTTON, MARGIN, PADDING, SHADE, is_for_fingers, is_too_small};
use crate::app::ui::button::Standing;
use crate::app::ui::hit_areas::Role;
use crate::app::ui::palette::palette;
use crate::app::ui::shapes::{draw_rounded_outline, fill_rounded};
use crate::app::ui::text_painter::{BODY, SMALL, TITLE, line_height};
use crate::app::ui::{Ui, pixels};
use crate::app::window::{draw_rectangle, draw_texture_ex};

/// The size of the dialog where the window has room for it; on a phone it fills the screen.
const SIZE: Vec2 = Vec2::new(960.0, 640.0);

/// Between two parts of it.
const GAP: f32 = 8.0;

/// The part of its width that the map has beside the list, and of its height above it.
const BESIDE: f32 = 0.5;
const ABOVE: f32 = 0.36;

/// The height of a row of the list for a mouse; for fingers it is that of a button.
const ROW: f32 = 32.0;

/// The side of a ground's colour, and the width of the word that says whether it is solid.
const SWATCH: f32 = 20.0;
const WORD: f32 = 62.0;

/// Draws the dialog over everything.
pub fn draw(ui: &mut Ui<Action>, shown: &mut ShownImport, viewport: Vec2) {
    ui.painter.set_pixels(pixels::per_logical());
    ui.begin(viewport);
    if !is_too_small(viewport) {
        draw_rectangle(0.0, 0.0, viewport.x, viewport.y, SHADE);
        let all = Rect::new(0.0, 0.0, viewport.x, viewport.y);
        ui.hit_areas.note(all, Role::Ground);
        draw_panel(ui, shown, viewport);
    }
    ui.end();
}

fn draw_panel(ui: &mut Ui<Action>, shown: &mut ShownImport, viewport: Vec2) {
    let room = viewport - 2.0 * MARGIN;
    let size = if is_for_fingers(viewport) { room } else { SIZE.min(room) };
    let corner = (0.5 * (viewport - size)).round();
    let panel = Rect::new(corner.x, corner.y, size.x, size.y);
    ui.panel(panel, 14.0, Color { a: 1.0, ..palette().panel });
    let inside = Rect::new(panel.x + PADDING, panel.y, panel.w - 2.0 * PADDING, panel.h);
    let bottom = inside.bottom() - BUTTON - 10.0;
    let cancel = Rect { x: inside.x + 0.5 * (inside.w + GAP), y: bottom, w: 0.5 * (inside.w - GAP), h: BUTTON };
    let Some(about) = shown.choice.about().cloned() else {
        ui.painter.write("Reading the map", vec2(inside.x, inside.y + 6.0), TITLE, palette().text);
        return ui.word_button("Cancel", Action::Import(ImportAction::Cancel), cancel, Standing::Plain);
    };
    let top = draw_head(ui, &about, inside);
    let room = Rect { y: top, h: bottom - GAP - top, ..inside };
    let (map, list) = if size.x > size.y {
        let width = (BESIDE * (room.w - PADDING)).round();
        let list = Rect { x: room.x + width + PADDING, w: room.w - width - PADDING, ..room };
        (Rect { w: width, ..room }, list)
    } else {
        let height = (ABOVE * room.h).round();
        (Rect { h: height, ..room }, Rect { y: room.y + height + GAP, h: room.h - height - GAP, ..room })
    };
    draw_map(shown, map);
    draw_list(ui, shown, &about, list, panel);
    // The keyboard's focus comes to them last.
    ui.word_button("Play", Action::Import(ImportAction::Play), Rect { x: inside.x, ..cancel }, Standing::On);
    ui.word_button("Cancel", Action::Import(ImportAction::Cancel), cancel, Standing::Plain);
}

/// What the level is called, how large it is and what it comes from, and the file's other levels; gives where that ends.
fn draw_head(ui: &mut Ui<Action>, about: &About, inside: Rect) -> f32 {
    let steps = about.levels.len() > 1;
    let width = inside.w - if steps { 2.0 * BUTTON + GAP } else { 0.0 };
    let title = ui.painter.shortened(&about.name, width, TITLE);
    ui.painter.write(title, vec2(inside.x, inside.y + 6.0), TITLE, palette().text);
    let (columns, rows) = about.size;
    let mut words = format!("{columns} x {rows} tiles, from {}", about.origin);
    if steps {
        words = format!("Level {} of {}: {words}", about.chosen + 1, about.levels.len());
        let arrow = |from_right: f32| Rect::new(inside.right() - from_right * BUTTON, inside.y + 4.0, BUTTON, BUTTON);
        ui.arrow_button("<", Action::Import(ImportAction::Level { next: false }), arrow(2.0));
        ui.arrow_button(">", Action::Import(ImportAction::Level { next: true }), arrow(1.0));
    }
    let y = inside.y + 6.0 + line_height(TITLE);
    let words = ui.painter.shortened(&words, width, SMALL);
    ui.painter.write(words, vec2(inside.x, y), SMALL, palette().text_dim);
    y + line_height(SMALL) + GAP
}

/// The map in the middle of an area.
fn draw_map(shown: &ShownImport, area: Rect) {
    let Some(picture) = &shown.picture else { return };
    let texels = vec2(picture.width(), picture.height());
    let size = texels * (vec2(area.w, area.h) / texels).min_element();
    let at = (area.point() + 0.5 * (vec2(area.w, area.h) - size)).round();
    let params = DrawTextureParams { dest_size: Some(size), ..Default::default() };
    draw_texture_ex(picture, at.x, at.y, WHITE, params);
    // What is void is hardly another colour than the panel.
    draw_rounded_outline(Rect::new(at.x, at.y, size.x, size.y), 1.0, 1.0, palette().raised);
}

/// A row of the list: a kind of ground, or what is empty.
struct GroundRow {
    name: String,
    tiles: String,
    color: Option<Color>,
    is_solid: bool,
    /// What it is called that it is solid, or that it is not.
    word: &'static str,
    press: Action,
}

/// Every kind of ground, the commonest first, what is empty, and what the importer has to tell.
fn draw_list(ui: &mut Ui<Action>, shown: &mut ShownImport, about: &About, area: Rect, panel: Rect) {
    let height = if is_for_fingers(ui.viewport()) { BUTTON } else { ROW };
    let rows = rows(about);
    let width = area.w - 6.0;
    let what = if rows.is_empty() { "" } else { "Press what is solid: agents walk on the rest" };
    let head = ui.painter.wrap(what, width, SMALL);
    let closed = about.is_closed.then_some("Nobody can walk anywhere: press some of it to make it floor");
    let problem = shown.problem.as_deref().or(closed);
    let problem = problem.iter().flat_map(|problem| ui.painter.wrap(problem, width, SMALL)).collect::<Vec<_>>();
    let notes = about.notes.iter();
    let notes: Vec<String> = notes.flat_map(|note| ui.painter.wrap(&format!("- {note}"), width, SMALL)).collect();
    let fill = |column: &mut Column| {
        for (lines, color) in [(&problem, palette().wrong), (&head, palette().text_dim)] {
            column.wrapped(lines, SMALL, color);
            column.skip(if lines.is_empty() { 0.0 } else { GAP });
        }
        for row in &rows {
            column.take(height, |ui, area| {
                ui.row(area, false, row.press);
                draw_row(ui, row, area);
            });
        }
        column.skip(GAP);
        column.wrapped(&notes, SMALL, palette().text_dim);
        column.skip(GAP);
    };
    let content = Column::height_of(fill);
    shown.scroll.fit(content, area.h);
    let inside = ui.begin_scroll(area, panel, shown.scroll);
    let at = inside.at(Vec2::ZERO);
    Column::draw(ui, Rect::new(at.x, at.y, width, content), fill);
    ui.end_scroll(inside, &mut shown.scroll);
}

fn rows(about: &About) -> Vec<GroundRow> {
    let count = |tiles: usize| if tiles == 1 { "1 tile".to_owned() } else { format!("{tiles} tiles") };
    let grounds = about.grounds.iter().enumerate().map(|(index, ground)| GroundRow {
        name: ground.name.clone(),
        tiles: count(ground.tiles),
        color: Some(Color::from_rgba(ground.color.r, ground.color.g, ground.color.b, 255)),
        is_solid: ground.is_solid,
        word: if ground.is_solid { "solid" } else { "floor" },
        press: Action::Import(ImportAction::Ground(index)),
    });
    let empty = about.empty.map(|empty| GroundRow {
        name: "What is empty".to_owned(),
        tiles: String::new(),
        color: None,
        is_solid: empty == Empty::Void,
        word: if empty == Empty::Void { "void" } else { "floor" },
        press: Action::Import(ImportAction::Empty),
    });
    grounds.chain(empty).collect()
}

/// A colour, a name, how many tiles have it, and whether it is solid: pressed anywhere, it is switched.
fn draw_row(ui: &mut Ui<Action>, row: &GroundRow, area: Rect) {
    let middle = area.center().y;
    let swatch = Rect::new(area.x + 4.0, middle - 0.5 * SWATCH, SWATCH, SWATCH);
    match row.color {
        Some(color) => fill_rounded(swatch, 4.0, color),
        None => draw_rounded_outline(swatch, 4.0, 1.0, palette().text_dim),
    }
    let pill = Rect::new(area.right() - WORD - 4.0, middle - 12.0, WORD, 24.0);
    let (ground, color) =
        if row.is_solid { (palette().raised, palette().partial) } else { (palette().button, palette().text) };
    fill_rounded(pill, 12.0, ground);
    ui.write_middle(row.word, pill, BODY, color);
    let tiles = ui.painter.width(&row.tiles, SMALL);
    let x = pill.x - GAP - tiles;
    ui.painter.write(
        row.tiles.as_str(),
        vec2(x, (middle - 0.5 * line_height(SMALL)).round()),
        SMALL,
        palette().text_dim,
    );
    let left = swatch.right() + GAP;
    let name = ui.painter.shortened(&row.name, x - GAP - left, BODY);
    ui.painter.write(name, vec2(left, (middle - 0.5 * line_height(BODY)).round()), BODY, palette().text);
}
