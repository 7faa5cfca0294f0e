//! The page with the properties of what is selected; with nothing selected, everything that can be added.

use glam::vec2;

use super::{Column, Hints, profile_picture, property};
use crate::app::modes::edit::intent::{New, Press};
use crate::app::modes::edit::keys::EditAction;
use crate::app::modes::edit::thing::Kind;
use crate::app::modes::edit::{Aim, Editing, in_words};
use crate::app::ui::button::Standing;
use crate::app::ui::palette::palette;
use crate::app::ui::text_painter::{BODY, line_height};

/// What can be added, and what each button says.
const NEW: [(&str, New); 13] = [
    ("Agent", New::One(Kind::Agent)),
    ("Agents: row", New::Row),
    ("Agents: ring", New::Ring),
    ("Agents: block", New::Block),
    ("Obstacle", New::One(Kind::Obstacle)),
    ("Zone", New::One(Kind::Zone)),
    ("Path", New::One(Kind::Path)),
    ("Link", New::One(Kind::Link)),
    ("Switch", New::One(Kind::Switch)),
    ("Place", New::One(Kind::Place)),
    ("Terrain", New::One(Kind::Terrain)),
    ("Area", New::One(Kind::Area)),
    ("Profile", New::One(Kind::Profile)),
];

pub fn draw(editing: &mut Editing, column: &mut Column) -> Hints {
    let mut hints = Hints::new();
    let selection = editing.editor.things.selection();
    let Some(title) = in_words(&selection) else {
        draw_new(editing, column);
        return hints;
    };
    let first = selection[0].clone();
    let count = selection.len();
    let is_of_one_kind = editing.editor.things.is_of_one_kind();
    let title = match (is_of_one_kind, count) {
        (true, 1) if title == first.kind.name() => title,
        (true, 1) => format!("{title} · {}", first.kind.name()),
        (true, _) => format!("{count} {}", first.kind.field()),
        (false, _) => title,
    };
    let ui = &mut editing.editor.ui;
    let area = column.take(line_height(BODY) + 6.0);
    let title = ui.painter.shortened(&title, area.w, BODY);
    ui.painter.write(title, vec2(area.x, area.y), BODY, palette().text);
    let aim = editing.editor.hand.aim;
    let on = |is_on: bool| if is_on { Standing::On } else { Standing::Plain };
    let mut buttons = Vec::new();
    if first.kind.is_on_map() {
        buttons.push(("Copy", Press::Do(EditAction::Duplicate), Standing::Plain));
    }
    buttons.push(("Remove", Press::Do(EditAction::Remove), Standing::Plain));
    if matches!(first.kind, Kind::Agent | Kind::Obstacle) {
        buttons.push(("Turn", Press::Do(EditAction::Turn), Standing::Plain));
    }
    if first.kind == Kind::Agent {
        buttons.push(("Send", Press::Send, on(aim == Some(Aim::Send))));
    }
    if first.kind == Kind::Path && count == 1 {
        buttons.push(("+ Point", Press::Extend, on(aim == Some(Aim::Extend))));
        buttons.push(("− Point", Press::Shorten, Standing::Plain));
    }
    buttons.push(("Done", Press::Deselect, Standing::Plain));
    let ui = &mut editing.editor.ui;
    column.buttons(ui, 3, &buttons);
    if first.kind == Kind::Profile && count == 1 {
        let level = editing.game.level.history().document().level();
        if let Some(profile) = level.profiles.iter().find(|profile| profile.name == first.name) {
            profile_picture::draw(ui, column, profile);
        }
    }
    if !is_of_one_kind {
        column.lines(
            ui,
            "Things of several kinds share no properties. They can be moved, copied and removed.",
            palette().text_dim,
        );
    }
    for index in 0..editing.editor.panel.rows().len() {
        property::draw(editing.editor, column, index, &mut hints);
    }
    hints
}

/// Everything that can be added.
fn draw_new(editing: &mut Editing, column: &mut Column) {
    let editor = &mut *editing.editor;
    let aim = editor.hand.aim;
    let ui = &mut editor.ui;
    column.heading(ui, "Nothing is selected. Add:");
    let buttons = NEW.map(|(words, new)| {
        (words, Press::Add(new), if aim == Some(Aim::Add(new)) { Standing::On } else { Standing::Plain })
    });
    column.buttons(ui, 2, &buttons);
}
