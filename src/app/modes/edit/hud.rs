//! What lies over the map in the edit mode: the toolbar, the panel with its pages, the line that says how things stand.

mod draw_page;
mod history_page;
mod list_page;
mod map_page;
mod profile_picture;
mod property;
mod thing_page;

use glam::{Vec2, vec2};
use macroquad::color::Color;
use macroquad::math::Rect;

use super::ground::Tool;
use super::intent::Press;
use super::keys::{EditAction, GESTURES, TOUCHES};
use super::layout::{STATUS, TOOLS};
use super::{Aim, Editing, Page, in_words};
use crate::app::modes::key_help::{self, KeyHelp};
use crate::app::modes::keys::KeyMap;
use crate::app::modes::screen::{BUTTON, MARGIN, PADDING, is_for_fingers, is_too_small, tells_keys};
use crate::app::modes::side_panel::{HEADER, begin_page};
use crate::app::ui::Ui;
use crate::app::ui::button::Standing;
use crate::app::ui::icons::Icon;
use crate::app::ui::palette::palette;
use crate::app::ui::shapes::fill_rounded;
use crate::app::ui::tabs::tabs;
use crate::app::ui::text_painter::{SMALL, line_height};
use crate::app::ui::tooltip::{pill, tooltip};

/// How long what was said is shown, in seconds.
const SAID_LASTS: f32 = 4.0;

/// Where a page is drawn: it begins at the top, and goes down as far as it needs.
struct Column {
    x: f32,
    y: f32,
    width: f32,
    /// The height of a row.
    row: f32,
}

impl Column {
    /// Takes the next piece of a height.
    fn take(&mut self, height: f32) -> Rect {
        let area = Rect::new(self.x, self.y, self.width, height);
        self.y += height;
        area
    }

    /// Leaves a little room.
    fn skip(&mut self, height: f32) {
        self.y += height;
    }

    /// A small heading above what belongs together.
    fn heading(&mut self, ui: &mut Ui<Press>, words: &str) {
        self.skip(6.0);
        let area = self.take(line_height(SMALL) + 2.0);
        ui.painter.write(words, vec2(area.x, area.y), SMALL, palette().text_dim);
    }

    /// Lines that say something.
    fn lines(&mut self, ui: &mut Ui<Press>, words: &str, color: Color) {
        let lines = ui.painter.wrap(words, self.width, SMALL);
        let height = ui.painter.write_lines(&lines, vec2(self.x, self.y), SMALL, color);
        self.skip(height + 2.0);
    }

    /// Buttons with words beside each other, as many in a row as are given for one.
    fn buttons(&mut self, ui: &mut Ui<Press>, columns: usize, buttons: &[(&str, Press, Standing)]) {
        let width = (self.width - (columns - 1) as f32 * 6.0) / columns as f32;
        for row in buttons.chunks(columns) {
            let area = self.take(self.row + 2.0);
            for (index, (words, press, standing)) in row.iter().enumerate() {
                let place = Rect::new(area.x + index as f32 * (width + 6.0), area.y, width, self.row);
                ui.word_button(words, *press, place, *standing);
            }
            self.skip(4.0);
        }
    }
}

/// Draws everything; `keys` are those that hold.
pub fn draw(editing: &mut Editing, keys: &KeyMap<EditAction>) {
    let viewport = editing.editor.layout.viewport;
    editing.editor.ui.begin(viewport);
    if is_too_small(viewport) {
        editing.editor.ui.say_alone("This window is too small for the edit mode");
    } else {
        draw_status(editing);
        draw_panel(editing);
        draw_toolbar(editing, keys);
        say(editing);
        editing.editor.ui.flush();
        if editing.editor.shows_help {
            let help = KeyHelp { title: "Editing", gestures: GESTURES, touches: TOUCHES, keys };
            let (ui, scroll) = (&mut editing.editor.ui, &mut editing.editor.help_scroll);
            key_help::draw(ui, &help, Press::Do(EditAction::Help), viewport, scroll);
        }
    }
    editing.editor.ui.end();
    // What is typed next is another property, or this one as it is then.
    let editor = &mut *editing.editor;
    if editor.fields.typing.as_ref().is_some_and(|typing| !editor.ui.hit_areas.has_focus(&Press::Type(typing.typed))) {
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
        pill(&mut editor.ui, &words, vec2(stage.center().x, stage.bottom() - MARGIN));
    }
}

/// The level's name, whether it is saved, and what the pointer does.
fn draw_status(editing: &mut Editing) {
    let history = editing.game.level.history();
    let name = &history.document().level().name;
    let saved = if history.is_saved() { "" } else { " · not saved" };
    let editor = &mut *editing.editor;
    let doing = match (editor.hand.aim, editor.drawing.tool) {
        (Some(Aim::Add(_)), _) => "adds".to_owned(),
        (Some(Aim::Send), _) => "sends".to_owned(),
        (Some(Aim::Extend), _) => "adds points".to_owned(),
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

/// The panel with its tabs and the open page.
fn draw_panel(editing: &mut Editing) {
    let Some(page) = editing.editor.panel.page() else { return };
    let Some(panel) = editing.editor.layout.panel else { return };
    let viewport = editing.editor.layout.viewport;
    let editor = &mut *editing.editor;
    editor.ui.panel(panel, 12.0, palette().panel);
    let close = Rect::new(panel.right() - HEADER, panel.y, HEADER, HEADER);
    let pages = Page::ALL.map(|other| (other.name(), Press::Do(EditAction::Open(other)), other == page));
    let strip = Rect::new(panel.x + 6.0, panel.y + 4.0, panel.w - HEADER - 6.0, HEADER - 8.0);
    tabs(&mut editor.ui, &pages, 1, strip);
    editor.ui.close_button(Press::Do(EditAction::Open(page)), close);
    let whole = begin_page(&mut editor.ui, panel, editor.panel.content(), editor.panel.scroll_mut());
    let row = if is_for_fingers(viewport) { BUTTON } else { 32.0 };
    let mut column = Column { x: whole.x + PADDING, y: whole.y + HEADER, width: whole.w - 2.0 * PADDING, row };
    let hints = match page {
        Page::Draw => draw_page::draw(editing, &mut column),
        Page::Thing => thing_page::draw(editing, &mut column),
        Page::List => list_page::draw(editing, &mut column),
        Page::Map => map_page::draw(editing, &mut column),
        Page::History => history_page::draw(editing, &mut column),
    };
    let editor = &mut *editing.editor;
    editor.panel.set_content(column.y - whole.y + 10.0);
    editor.ui.end_scroll();
    let beside = vec2(editor.layout.stage.center().x, editor.layout.stage.bottom() - MARGIN);
    tooltip(&mut editor.ui, hints.into_iter(), |_| beside);
}

/// Widgets that have a tooltip: where each is, what it asks for, and the tooltip.
type Hints = Vec<(Rect, Press, String)>;

fn draw_toolbar(editing: &mut Editing, keys: &KeyMap<EditAction>) {
    let (editor, game) = (&mut *editing.editor, &*editing.game);
    let history = game.level.history();
    let paused = game.clock.paused;
    let is_arrow = editor.drawing.tool.is_none() && editor.hand.aim.is_none();
    let tools: [(Icon, EditAction, bool); TOOLS] = [
        (Icon::Arrow, EditAction::Select, is_arrow),
        (Icon::Brush, EditAction::Take(Tool::Brush), editor.drawing.tool.is_some()),
        (Icon::NewAgent, EditAction::Open(Page::Thing), editor.panel.page() == Some(Page::Thing)),
        (Icon::Levels, EditAction::Open(Page::List), editor.panel.page() == Some(Page::List)),
        (Icon::Bake, EditAction::Open(Page::Map), editor.panel.page() == Some(Page::Map)),
        (Icon::Undo, EditAction::Undo, false),
        (Icon::Redo, EditAction::Redo, false),
        (Icon::Save, EditAction::Save, !history.is_saved()),
        (if paused { Icon::Play } else { Icon::Pause }, EditAction::Pause, paused),
        (Icon::Restart, EditAction::Restart, false),
        (Icon::Frame, EditAction::Frame, false),
        (Icon::Lab, EditAction::Lab, false),
        (Icon::Commands, EditAction::Commands, false),
        (Icon::Settings, EditAction::Settings, false),
        (Icon::Help, EditAction::Help, editor.shows_help),
        (Icon::Close, EditAction::Leave, false),
    ];
    let toolbar = editor.layout.toolbar;
    editor.ui.panel(toolbar.area, 14.0, palette().panel_light);
    for (index, (icon, action, is_on)) in tools.iter().enumerate() {
        editor.ui.icon_button(*icon, 24.0, Press::Do(*action), toolbar.place(index), *is_on);
    }
    let is_by_finger = !tells_keys(&editor.ui);
    let hints = tools
        .iter()
        .enumerate()
        .map(|(index, (_, action, _))| (toolbar.place(index), Press::Do(*action), keys.hint(*action, is_by_finger)));
    let is_at_the_side = toolbar.area.h > toolbar.area.w;
    let (stage, viewport): (Rect, Vec2) = (editor.layout.stage, editor.layout.viewport);
    tooltip(&mut editor.ui, hints, |area| match is_at_the_side {
        true => vec2(stage.center().x, viewport.y - MARGIN),
        false => vec2(area.center().x, toolbar.area.y - MARGIN),
    });
}
