//! The page that says with what is drawn: the tools, the layers, and what each layer can have.

use footpath::profile;
use glam::vec2;
use macroquad::color::Color;
use macroquad::math::Rect;

use super::{Hints, ShownEditing};
use crate::app::modes::actions::Action;
use crate::app::modes::column::Column;
use crate::app::modes::edit::actions::{EditAction, Typed};
use crate::app::modes::edit::ground::{GroundTool, PaintLayer};
use crate::app::ui::button::Standing;
use crate::app::ui::palette::palette;
use crate::app::ui::shapes::{draw_rounded_outline, fill_rounded};
use crate::app::ui::stepper::{Stepper, StepperLayout, Symbols};
use crate::app::ui::text_painter::{BODY, SMALL, line_height};

pub fn fill(column: &mut Column, shown: &ShownEditing) -> Hints {
    let (level, drawing, row) = (shown.history.document().level(), shown.drawing, shown.row);
    let paint = &drawing.paint;
    let on = |is_on: bool| if is_on { Standing::On } else { Standing::Plain };
    let tools: Vec<(&str, Action, Standing)> = GroundTool::ALL
        .iter()
        .map(|tool| (tool.name(), Action::Edit(EditAction::Take(*tool)), on(drawing.tool == Some(*tool))))
        .collect();
    column.buttons(3, row, &tools);
    column.heading("Layer");
    let layers =
        PaintLayer::ALL.map(|layer| (layer.name(), Action::Edit(EditAction::Layer(layer)), on(paint.layer == layer)));
    column.buttons(4, row, &layers);
    stepper(column, row, ("Brush", &paint.size.to_string()), EditAction::Size);
    stepper(column, row, ("Mirror", paint.mirror.name()), EditAction::Mirror);
    match paint.layer {
        PaintLayer::Terrain => {
            column.heading("Terrain");
            column.buttons(1, row, &[("Several by chance", Action::Edit(EditAction::Mix), on(!paint.mix.is_empty()))]);
            column.skip(4.0);
            for (index, terrain) in level.map.terrains.iter().enumerate() {
                let about = match (terrain.walkable, terrain.jumpable) {
                    (true, _) => format!("cost {}", terrain.cost),
                    (false, true) => "closed, can be jumped".to_owned(),
                    (false, false) => "closed".to_owned(),
                };
                let is_on = paint.terrains().contains(&terrain.name);
                terrain_row(
                    column,
                    row,
                    (&terrain.name, &about, terrain.color),
                    is_on,
                    Action::Edit(EditAction::Terrain(index)),
                );
            }
        }
        PaintLayer::Height => {
            stepper(column, row, ("Height", &paint.height.to_string()), EditAction::Value);
            column.paragraph(
                "World units above the ground level; ramps that are drawn over become level.",
                palette().text_dim,
            );
        }
        PaintLayer::Ceiling => {
            let value = paint.ceiling.map_or("open sky".to_owned(), |ceiling| ceiling.to_string());
            stepper(column, row, ("Ceiling", &value), EditAction::Value);
            column.buttons(1, row, &[("Open sky", Action::Edit(EditAction::Sky), on(paint.ceiling.is_none()))]);
            column.paragraph("World units of room above the ground: higher bodies cannot pass.", palette().text_dim);
        }
        PaintLayer::Place => {
            column.heading("Place");
            let field = &shown.fields.place;
            column.take(row, |ui, area| {
                field.show(ui, "name of a new place", Action::Edit(EditAction::Type(Typed::Place)), area)
            });
            column.skip(4.0);
            let names: Vec<&String> = level.places.keys().collect();
            let mut places = vec![("no place", Action::Edit(EditAction::Place(None)), on(paint.place.is_none()))];
            places.extend(names.iter().enumerate().map(|(index, name)| {
                (name.as_str(), Action::Edit(EditAction::Place(Some(index))), on(paint.place.as_ref() == Some(name)))
            }));
            column.buttons(2, row, &places);
        }
    }
    column.skip(4.0);
    let snap = if drawing.snaps { Standing::On } else { Standing::Plain };
    column.buttons(1, row, &[("Things snap to tiles", Action::Edit(EditAction::Snap), snap)]);
    Hints::new()
}

fn stepper(column: &mut Column, row: f32, (name, value): (&str, &str), turn: fn(bool) -> EditAction) {
    column.take(row, |ui, area| {
        let signs = Symbols::PlusMinus;
        let [less, more] = [false, true].map(|more| Action::Edit(turn(more)));
        let stepper = Stepper { name, value, color: palette().text, signs, less, more };
        stepper.show(ui, area, StepperLayout { button: row, value: area.w - 84.0 - 2.0 * row, is_stacked: false });
    });
}

/// A terrain that can be drawn with, in its colour.
fn terrain_row(
    column: &mut Column,
    row: f32,
    (name, about, color): (&str, &str, profile::Color),
    is_on: bool,
    press: Action,
) {
    column.take(row, |ui, area| {
        ui.row(area, is_on, press);
        let swatch = Rect::new(area.x + 8.0, area.y + 0.5 * (area.h - 18.0), 18.0, 18.0);
        fill_rounded(swatch, 4.0, Color::from_rgba(color.r, color.g, color.b, 255));
        draw_rounded_outline(swatch, 4.0, 1.0, palette().text_dim);
        let y = area.y + (0.5 * (area.h - line_height(BODY))).round();
        ui.painter.write(name, vec2(area.x + 36.0, y), BODY, if is_on { palette().on } else { palette().text });
        let x = area.right() - 8.0 - ui.painter.width(about, SMALL);
        ui.painter.write(about, vec2(x, y + 2.0), SMALL, palette().text_dim);
    });
}
