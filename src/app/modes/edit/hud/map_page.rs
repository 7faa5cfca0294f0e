//! The page with the properties of the level itself, and what is done to the whole map.

use super::{Hints, Shown, property};
use crate::app::modes::column::Column;
use crate::app::modes::edit::intent::{Press, Side};
use crate::app::modes::edit::keys::EditAction;
use crate::app::ui::button::Standing;
use crate::app::ui::palette::palette;

pub fn fill(column: &mut Column<Press>, shown: &Shown) -> Hints {
    let mut hints = Hints::new();
    let level = shown.history.document().level();
    let lattice = level.map.lattice;
    let terrain = &shown.drawing.paint.terrain;
    column.heading(&format!("{} columns, {} rows. New tiles: {terrain}", lattice.width, lattice.height));
    let plain = Standing::Plain;
    let buttons = |side: Side| {
        [true, false]
            .map(|more| (format!("{} {}", if more { "+" } else { "−" }, side.name()), Press::Resize(side, more)))
    };
    let resize: Vec<(String, Press)> = Side::ALL.into_iter().flat_map(buttons).collect();
    let resize: Vec<(&str, Press, Standing)> =
        resize.iter().map(|(words, press)| (words.as_str(), *press, plain)).collect();
    column.buttons(2, shown.row, &resize);
    column.heading("Shift everything by a tile; turn it");
    column.buttons(
        5,
        shown.row,
        &[
            ("←", Press::Shift(Side::Left), plain),
            ("↑", Press::Shift(Side::Top), plain),
            ("↓", Press::Shift(Side::Bottom), plain),
            ("→", Press::Shift(Side::Right), plain),
            ("Turn", Press::Rotate, plain),
        ],
    );
    column.skip(4.0);
    column.buttons(1, shown.row, &[("New level: an empty map", Press::Do(EditAction::New), plain)]);
    if level.generate.is_some() {
        column.buttons(1, shown.row, &[("Draw the generated map", Press::Draw, plain)]);
        column.paragraph("The map is generated from a seed. Drawing on it writes its rows out.", palette().text_dim);
    }
    column.skip(4.0);
    for index in 0..shown.panel.rows().len() {
        property::fill(column, shown, index, &mut hints);
    }
    hints
}
