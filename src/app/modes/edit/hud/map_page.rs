//! The page with the properties of the level itself, and what is done to the whole map.

use super::{Column, Hints, property};
use crate::app::modes::edit::Editing;
use crate::app::modes::edit::intent::{Press, Side};
use crate::app::modes::edit::keys::EditAction;
use crate::app::ui::button::Standing;
use crate::app::ui::palette::palette;

pub fn draw(editing: &mut Editing, column: &mut Column) -> Hints {
    let mut hints = Hints::new();
    let level = editing.game.level.history().document().level();
    let (lattice, is_generated) = (level.map.lattice, level.generate.is_some());
    let editor = &mut *editing.editor;
    let ui = &mut editor.ui;
    column.heading(
        ui,
        &format!("{} columns, {} rows. New tiles: {}", lattice.width, lattice.height, editor.drawing.paint.terrain),
    );
    let plain = Standing::Plain;
    let buttons = |side: Side| {
        [true, false]
            .map(|more| (format!("{} {}", if more { "+" } else { "−" }, side.name()), Press::Resize(side, more)))
    };
    let resize: Vec<(String, Press)> = Side::ALL.into_iter().flat_map(buttons).collect();
    let resize: Vec<(&str, Press, Standing)> =
        resize.iter().map(|(words, press)| (words.as_str(), *press, plain)).collect();
    column.buttons(ui, 2, &resize);
    column.heading(ui, "Shift everything by a tile; turn it");
    column.buttons(
        ui,
        5,
        &[
            ("←", Press::Shift(Side::Left), plain),
            ("↑", Press::Shift(Side::Top), plain),
            ("↓", Press::Shift(Side::Bottom), plain),
            ("→", Press::Shift(Side::Right), plain),
            ("Turn", Press::Rotate, plain),
        ],
    );
    column.skip(4.0);
    column.buttons(ui, 1, &[("New level: an empty map", Press::Do(EditAction::New), plain)]);
    if is_generated {
        column.buttons(ui, 1, &[("Draw the generated map", Press::Draw, plain)]);
        column.lines(ui, "The map is generated from a seed. Drawing on it writes its rows out.", palette().text_dim);
    }
    column.skip(4.0);
    for index in 0..editor.panel.rows().len() {
        property::draw(editor, column, index, &mut hints);
    }
    hints
}
