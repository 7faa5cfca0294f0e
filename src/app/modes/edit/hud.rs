//! What lies over the map in the edit mode: the toolbar, the panel with its pages, the line that says how things stand.

mod draw_page;
mod history_page;
mod list_page;
mod map_page;
mod profile_picture;
mod property;
mod thing_page;

use footpath::level::edit::History;
use glam::{Vec2, vec2};
use macroquad::math::Rect;

use super::layout::STATUS;
use super::live_warnings::LiveWarnings;
use super::panel::EditPanel;
use super::things::Things;
use super::{DrawingTools, EditPage, Editing, Editor, NextClick, PanelFields, in_words};
use crate::app::modes::actions::{Action, SessionAction};
use crate::app::modes::edit::actions::EditAction;
use crate::app::modes::edit::toolbar::TOOLBAR;
use crate::app::modes::keys::KeyMap;
use crate::app::modes::play::Game;
use crate::app::modes::play::hud::minimap;
use crate::app::modes::screen::{BUTTON, MARGIN, is_for_fingers, is_too_small, tells_keys};
use crate::app::modes::side_panel::{self, HEADER};
use crate::app::ui::icons::Icon;
use crate::app::ui::palette::palette;
use crate::app::ui::shapes::fill_rounded;
use crate::app::ui::tabs::tabs;
use crate::app::ui::text_painter::{SMALL, line_height};
use crate::app::ui::tooltip::{pill, tooltip};

/// How long what was said is shown, in seconds.
const SAID_LASTS: f32 = 4.0;

/// What the pages show, and how high their rows are.
struct ShownEditing<'a> {
    history: &'a History,
    panel: &'a EditPanel,
    fields: &'a PanelFields,
    drawing: &'a DrawingTools,
    things: &'a Things,
    warnings: &'a LiveWarnings,
    aim: Option<NextClick>,
    row: f32,
    /// The height of a row of a list.
    list_row: f32,
}

/// Draws everything; `keys` are those that hold.
pub fn draw(editing: &mut Editing, keys: &KeyMap) {
    let viewport = editing.editor.layout.viewport;
    editing.editor.ui.begin(viewport);
    if is_too_small(viewport) {
        editing.editor.ui.say_alone("This window is too small for the edit mode");
    } else {
        draw_status(editing);
        draw_minimap(editing);
        draw_panel(editing);
        draw_toolbar(editing, keys);
        say(editing);
        editing.editor.ui.flush();
        let Editor { ui, help, .. } = &mut *editing.editor;
        help.show(ui, "Editing", keys, viewport);
    }
    editing.editor.ui.end();
    // What is typed next is another property, or this one as it is then.
    let editor = &mut *editing.editor;
    if editor
        .fields
        .typing
        .as_ref()
        .is_some_and(|typing| !editor.ui.hit_areas.has_focus(&Action::Edit(EditAction::Type(typing.typed))))
    {
        editor.fields.typing = None;
    }
}

/// How long what was said is shown, in seconds: why something cannot be, for longer.
pub(super) fn said_lasts(is_refusal: bool) -> f32 {
    SAID_LASTS * if is_refusal { 2.0 } else { 1.0 }
}

/// What was said last, for a moment.
fn say(editing: &mut Editing) {
    let now = editing.game.clock.elapsed();
    let editor = &mut *editing.editor;
    let Some((words, since, is_refusal)) = editor.said.clone() else { return };
    if now - since < said_lasts(is_refusal) {
        editor.ui.flush();
        let stage = editor.layout.stage;
        pill(&mut editor.ui, &words, vec2(stage.center().x, stage.bottom() - MARGIN), stage);
    }
}

/// The level's name, whether it is saved, and what the pointer does.
fn draw_status(editing: &mut Editing) {
    let history = editing.game.level.history();
    let name = &history.document().level().name;
    let saved = if history.is_saved() { "" } else { " · not saved" };
    let editor = &mut *editing.editor;
    let doing = match (editor.hand.aim, editor.drawing.tool) {
        (Some(NextClick::Add(_)), _) => "adds".to_owned(),
        (Some(NextClick::Point(_)), _) => "chooses on the map".to_owned(),
        (Some(NextClick::Send), _) => "sends".to_owned(),
        (Some(NextClick::Extend), _) => "adds points".to_owned(),
        (None, Some(tool)) => format!("{} · {}", tool.name(), editor.drawing.paint.in_words()),
        (None, None) => match in_words(&editor.things.selection()) {
            Some(words) => format!("selected: {words}"),
            None => "arrow".to_owned(),
        },
    };
    let stage = editor.layout.stage;
    let words = format!("{name}{saved} · {doing}");
    let words = editor.ui.painter.shortened(&words, stage.w - 2.0 * MARGIN - 20.0, SMALL);
    let width = editor.ui.painter.width(&words, SMALL) + 20.0;
    let area = Rect::new(stage.x + MARGIN, stage.y + MARGIN, width, STATUS);
    fill_rounded(area, 8.0, palette().panel_light);
    let color = if saved.is_empty() { palette().text } else { palette().partial };
    let y = area.y + (0.5 * (STATUS - line_height(SMALL))).round();
    editing.editor.ui.painter.write(words, vec2(area.x + 10.0, y), SMALL, color);
}

/// The whole map in a corner of the stage, where that shows a small part of it.
fn draw_minimap(editing: &mut Editing) {
    let Editor { ui, layout, minimap, .. } = &mut *editing.editor;
    minimap::draw(minimap, ui, editing.game, (layout.viewport, layout.stage), &[layout.toolbar.area]);
}

/// The panel with its tabs and the open page.
fn draw_panel(editing: &mut Editing) {
    let Some(page) = editing.editor.panel.page() else { return };
    let Some(panel) = editing.editor.layout.panel else { return };
    let Editor { ui, layout, panel: pages, fields, drawing, things, warnings, hand, .. } = &mut *editing.editor;
    ui.panel(panel, 12.0, palette().panel);
    let close = Rect::new(panel.right() - HEADER, panel.y, HEADER, HEADER);
    let names = EditPage::ALL.map(|other| (other.name(), Action::Edit(EditAction::Open(other)), other == page));
    let strip = Rect::new(panel.x + 6.0, panel.y + 4.0, panel.w - HEADER - 6.0, HEADER - 8.0);
    tabs(ui, &names, 1, strip);
    ui.close_button(Action::Edit(EditAction::Open(page)), close);
    let (row, list_row) = if is_for_fingers(layout.viewport) { (BUTTON, BUTTON) } else { (32.0, 28.0) };
    let (mut scroll, mut hints) = (*pages.scroll_mut(), Hints::new());
    let height = side_panel::draw_page(ui, (panel, pages.content()), &mut scroll, |column| {
        let history = editing.game.level.history();
        let shown =
            ShownEditing { history, panel: pages, fields, drawing, things, warnings, aim: hand.aim, row, list_row };
        hints = match page {
            EditPage::Draw => draw_page::fill(column, &shown),
            EditPage::Thing => thing_page::fill(column, &shown),
            EditPage::List => list_page::fill(column, &shown),
            EditPage::Map => map_page::fill(column, &shown),
            EditPage::History => history_page::fill(column, &shown),
        };
        None
    });
    *pages.scroll_mut() = scroll;
    pages.set_content(height);
    let editor = &mut *editing.editor;
    let beside = vec2(editor.layout.stage.center().x, editor.layout.stage.bottom() - MARGIN);
    tooltip(&mut editor.ui, hints.into_iter(), editor.layout.stage, |_| beside);
}

/// Widgets that have a tooltip: where each is, what it asks for, and the tooltip.
type Hints = Vec<(Rect, Action, String)>;

/// Whether the button of an action is pressed in.
fn is_on(action: Action, editor: &Editor, game: &Game) -> bool {
    match action {
        Action::Edit(EditAction::Select) => editor.drawing.tool.is_none() && editor.hand.aim.is_none(),
        Action::Edit(EditAction::Take(_)) => editor.drawing.tool.is_some(),
        Action::Edit(EditAction::Open(page)) => editor.panel.page() == Some(page),
        Action::Session(SessionAction::Save) => !game.level.history().is_saved(),
        Action::Pause => game.clock.paused,
        Action::Help => editor.help.is_open,
        _ => false,
    }
}

fn draw_toolbar(editing: &mut Editing, keys: &KeyMap) {
    let (editor, game) = (&mut *editing.editor, &*editing.game);
    let toolbar = editor.layout.toolbar;
    editor.ui.panel(toolbar.area, 14.0, palette().panel_light);
    for (index, (icon, action)) in TOOLBAR.iter().enumerate() {
        let icon = if *action == Action::Pause && game.clock.paused { Icon::Play } else { *icon };
        let is_on = is_on(*action, editor, game);
        editor.ui.icon_button(icon, 24.0, *action, toolbar.place(index), is_on);
    }
    let is_by_finger = !tells_keys(&editor.ui);
    let hints = TOOLBAR
        .iter()
        .enumerate()
        .map(|(index, (_, action))| (toolbar.place(index), *action, keys.hint(*action, is_by_finger)));
    let is_at_the_side = toolbar.area.h > toolbar.area.w;
    let (stage, viewport): (Rect, Vec2) = (editor.layout.stage, editor.layout.viewport);
    tooltip(&mut editor.ui, hints, Rect::new(0.0, 0.0, viewport.x, viewport.y), |area| match is_at_the_side {
        true => vec2(stage.center().x, viewport.y - MARGIN),
        false => vec2(area.center().x, toolbar.area.y - MARGIN),
    });
}
