//! The page with the properties of what is selected; with nothing selected, everything that can be added.

use super::{Hints, ShownEditing, profile_picture, property};
use crate::app::modes::actions::Action;
use crate::app::modes::column::Column;
use crate::app::modes::edit::actions::{EditAction, New};
use crate::app::modes::edit::thing::ThingKind;
use crate::app::modes::edit::{NextClick, in_words};
use crate::app::ui::button::Standing;
use crate::app::ui::palette::palette;
use crate::app::ui::text_painter::{BODY, line_height};

/// What can be added, and what each button says.
const NEW: [(&str, New); 15] = [
    ("Agent", New::One(ThingKind::Agent)),
    ("Agents: row", New::Row),
    ("Agents: ring", New::Ring),
    ("Agents: block", New::Block),
    ("Obstacle", New::One(ThingKind::Obstacle)),
    ("Zone", New::One(ThingKind::Zone)),
    ("Path", New::One(ThingKind::Path)),
    ("Link", New::One(ThingKind::Link)),
    ("Switch", New::One(ThingKind::Switch)),
    ("Place", New::One(ThingKind::Place)),
    ("Terrain", New::One(ThingKind::Terrain)),
    ("Area", New::One(ThingKind::Area)),
    ("Profile", New::One(ThingKind::Profile)),
    ("Wave", New::One(ThingKind::Wave)),
    ("Rule", New::One(ThingKind::Rule)),
];

pub fn fill(column: &mut Column, shown: &ShownEditing) -> Hints {
    let mut hints = Hints::new();
    let selection = shown.things.selection();
    let Some(title) = in_words(&selection) else {
        fill_with_new(column, shown);
        return hints;
    };
    let first = selection[0].clone();
    let count = selection.len();
    let is_of_one_kind = shown.things.is_of_one_kind();
    let title = match (is_of_one_kind, count) {
        (true, 1) if title == first.kind.name() => title,
        (true, 1) => format!("{title} · {}", first.kind.name()),
        (true, _) => format!("{count} {}", first.kind.field()),
        (false, _) => title,
    };
    column.take(line_height(BODY) + 6.0, |ui, area| {
        let title = ui.painter.shortened(&title, area.w, BODY);
        ui.painter.write(title, area.point(), BODY, palette().text);
    });
    let on = |is_on: bool| if is_on { Standing::On } else { Standing::Plain };
    let mut buttons = Vec::new();
    if first.kind.is_on_map() || first.kind.is_in_order() {
        buttons.push(("Copy", Action::Edit(EditAction::Duplicate), Standing::Plain));
    }
    buttons.push(("Remove", Action::Edit(EditAction::Remove), Standing::Plain));
    if matches!(first.kind, ThingKind::Agent | ThingKind::Obstacle) {
        buttons.push(("Turn", Action::Edit(EditAction::Turn), Standing::Plain));
    }
    if first.kind.is_in_order() && count == 1 {
        buttons.push(("Up", Action::Edit(EditAction::Reorder(false)), Standing::Plain));
        buttons.push(("Down", Action::Edit(EditAction::Reorder(true)), Standing::Plain));
    }
    if first.kind == ThingKind::Agent {
        buttons.push(("Send", Action::Edit(EditAction::Send), on(shown.aim == Some(NextClick::Send))));
    }
    if first.kind.leads_through() && count == 1 {
        buttons.push(("+ Point", Action::Edit(EditAction::Extend), on(shown.aim == Some(NextClick::Extend))));
        buttons.push(("− Point", Action::Edit(EditAction::Shorten), Standing::Plain));
    }
    buttons.push(("Done", Action::Edit(EditAction::Deselect), Standing::Plain));
    column.buttons(3, shown.row, &buttons);
    if first.kind == ThingKind::Profile && count == 1 {
        let level = shown.history.document().level();
        if let Some(profile) = level.profiles.iter().find(|profile| profile.name == first.name) {
            profile_picture::fill(column, profile);
        }
    }
    if !is_of_one_kind {
        column.paragraph(
            "Things of several kinds share no properties. They can be moved, copied and removed.",
            palette().text_dim,
        );
    }
    for index in 0..shown.panel.rows().len() {
        property::fill(column, shown, index, &mut hints);
    }
    hints
}

/// Everything that can be added.
fn fill_with_new(column: &mut Column, shown: &ShownEditing) {
    column.heading("Nothing is selected. Add:");
    let standing = |new| if shown.aim == Some(NextClick::Add(new)) { Standing::On } else { Standing::Plain };
    column.buttons(2, shown.row, &NEW.map(|(words, new)| (words, Action::Edit(EditAction::Add(new)), standing(new))));
}
