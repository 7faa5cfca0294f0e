//! The page with the properties of the level itself, and what is done to the whole map.

use super::{Hints, ShownEditing, property};
use crate::app::modes::actions::Action;
use crate::app::modes::column::Column;
use crate::app::modes::edit::actions::{EditAction, MapSide, Typed};
use crate::app::ui::button::Standing;
use crate::app::ui::palette::palette;

pub fn fill(column: &mut Column, shown: &ShownEditing) -> Hints {
    let mut hints = Hints::new();
    let level = shown.history.document().level();
    let lattice = level.map.lattice;
    let terrain = &shown.drawing.paint.terrain;
    column.heading(&format!("The size of the map. New tiles: {terrain}"));
    property::fill_number(column, shown, ("columns", Typed::Width), lattice.width);
    property::fill_number(column, shown, ("rows", Typed::Height), lattice.height);
    column.skip(4.0);
    let plain = Standing::Plain;
    let buttons = |side: MapSide| {
        [true, false].map(|more| {
            (format!("{} {}", if more { "+" } else { "−" }, side.name()), Action::Edit(EditAction::Resize(side, more)))
        })
    };
    let resize: Vec<(String, Action)> = MapSide::ALL.into_iter().flat_map(buttons).collect();
    let resize: Vec<(&str, Action, Standing)> =
        resize.iter().map(|(words, press)| (words.as_str(), *press, plain)).collect();
    column.buttons(2, shown.row, &resize);
    column.heading("Shift everything by a tile; turn it, flip it");
    column.buttons(
        5,
        shown.row,
        &[
            ("←", Action::Edit(EditAction::Shift(MapSide::Left)), plain),
            ("↑", Action::Edit(EditAction::Shift(MapSide::Top)), plain),
            ("↓", Action::Edit(EditAction::Shift(MapSide::Bottom)), plain),
            ("→", Action::Edit(EditAction::Shift(MapSide::Right)), plain),
            ("Turn", Action::Edit(EditAction::Rotate), plain),
        ],
    );
    let flips = [("Flip across", false), ("Flip down", true)];
    column.buttons(2, shown.row, &flips.map(|(words, down)| (words, Action::Edit(EditAction::Flip(down)), plain)));
    column.skip(4.0);
    column.buttons(1, shown.row, &[("New level: an empty map", Action::Edit(EditAction::New), plain)]);
    if level.generate.is_some() {
        column.buttons(1, shown.row, &[("Draw the generated map", Action::Edit(EditAction::Draw), plain)]);
        column.paragraph("The map is generated from a seed. Drawing on it writes its rows out.", palette().text_dim);
    }
    column.skip(4.0);
    for index in 0..shown.panel.rows().len() {
        property::fill(column, shown, index, &mut hints);
    }
    hints
}
