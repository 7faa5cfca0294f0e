//! The page that says with what is drawn: the tools, the layers, and what each layer can have.

use footpath::profile;
use glam::vec2;
use macroquad::color::Color;
use macroquad::math::Rect;

use super::{Column, Hints};
use crate::app::modes::edit::Editing;
use crate::app::modes::edit::ground::{Layer, Tool};
use crate::app::modes::edit::intent::{Press, Typed};
use crate::app::modes::edit::keys::EditAction;
use crate::app::ui::Ui;
use crate::app::ui::button::Standing;
use crate::app::ui::palette::palette;
use crate::app::ui::shapes::{draw_rounded_outline, fill_rounded};
use crate::app::ui::stepper::{Stepper, StepperLayout, Symbols};
use crate::app::ui::text_painter::{BODY, SMALL, line_height};

pub fn draw(editing: &mut Editing, column: &mut Column) -> Hints {
    let level = editing.game.level.history().document().level();
    let editor = &mut *editing.editor;
    let on = |is_on: bool| if is_on { Standing::On } else { Standing::Plain };
    let tools: Vec<(&str, Press, Standing)> = Tool::ALL
        .iter()
        .map(|tool| (tool.name(), Press::Do(EditAction::Take(*tool)), on(editor.drawing.tool == Some(*tool))))
        .collect();
    let ui = &mut editor.ui;
    column.buttons(ui, 3, &tools);
    column.heading(ui, "Layer");
    let layers = Layer::ALL.map(|layer| (layer.name(), Press::Layer(layer), on(editor.drawing.paint.layer == layer)));
    column.buttons(ui, 4, &layers);
    stepper(ui, column, ("Brush", &editor.drawing.paint.size.to_string()), Press::Size);
    stepper(ui, column, ("Mirror", editor.drawing.paint.mirror.name()), Press::Mirror);
    match editor.drawing.paint.layer {
        Layer::Terrain => {
            column.heading(ui, "Terrain");
            for (index, terrain) in level.map.terrains.iter().enumerate() {
                let about = match (terrain.walkable, terrain.jumpable) {
                    (true, _) => format!("cost {}", terrain.cost),
                    (false, true) => "closed, can be jumped".to_owned(),
                    (false, false) => "closed".to_owned(),
                };
                let is_on = editor.drawing.paint.terrain == terrain.name;
                terrain_row(ui, column, (&terrain.name, &about, terrain.color), is_on, Press::Terrain(index));
            }
        }
        Layer::Height => {
            stepper(ui, column, ("Height", &editor.drawing.paint.height.to_string()), Press::Value);
            column.lines(
                ui,
                "World units above the ground level; ramps that are drawn over become level.",
                palette().text_dim,
            );
        }
        Layer::Ceiling => {
            let value = editor.drawing.paint.ceiling.map_or("open sky".to_owned(), |ceiling| ceiling.to_string());
            stepper(ui, column, ("Ceiling", &value), Press::Value);
            column.buttons(ui, 1, &[("Open sky", Press::Sky, on(editor.drawing.paint.ceiling.is_none()))]);
            column.lines(ui, "World units of room above the ground: higher bodies cannot pass.", palette().text_dim);
        }
        Layer::Place => {
            column.heading(ui, "Place");
            let area = column.take(column.row);
            editor.fields.place.show(ui, "name of a new place", Press::Type(Typed::Place), area);
            column.skip(4.0);
            let names: Vec<&String> = level.places.keys().collect();
            let mut places = vec![("no place", Press::Place(None), on(editor.drawing.paint.place.is_none()))];
            places.extend(names.iter().enumerate().map(|(index, name)| {
                (name.as_str(), Press::Place(Some(index)), on(editor.drawing.paint.place.as_ref() == Some(name)))
            }));
            column.buttons(ui, 2, &places);
        }
    }
    column.skip(4.0);
    let snap = if editor.drawing.snaps { Standing::On } else { Standing::Plain };
    column.buttons(ui, 1, &[("Things snap to tiles", Press::Do(EditAction::Snap), snap)]);
    Hints::new()
}

fn stepper(ui: &mut Ui<Press>, column: &mut Column, (name, value): (&str, &str), press: impl Fn(bool) -> Press) {
    let area = column.take(column.row);
    let signs = Symbols::PlusMinus;
    let stepper = Stepper { name, value, color: palette().text, signs, less: press(false), more: press(true) };
    let layout = StepperLayout { button: column.row, value: area.w - 84.0 - 2.0 * column.row, is_stacked: false };
    stepper.show(ui, area, layout);
}

/// A terrain that can be drawn with, in its colour.
fn terrain_row(
    ui: &mut Ui<Press>,
    column: &mut Column,
    (name, about, color): (&str, &str, profile::Color),
    is_on: bool,
    press: Press,
) {
    let area = column.take(column.row);
    ui.row(area, is_on, press);
    let swatch = Rect::new(area.x + 8.0, area.y + 0.5 * (area.h - 18.0), 18.0, 18.0);
    fill_rounded(swatch, 4.0, Color::from_rgba(color.r, color.g, color.b, 255));
    draw_rounded_outline(swatch, 4.0, 1.0, palette().text_dim);
    let y = area.y + (0.5 * (area.h - line_height(BODY))).round();
    ui.painter.write(name, vec2(area.x + 36.0, y), BODY, if is_on { palette().on } else { palette().text });
    let x = area.right() - 8.0 - ui.painter.width(about, SMALL);
    ui.painter.write(about, vec2(x, y + 2.0), SMALL, palette().text_dim);
}
