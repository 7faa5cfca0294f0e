//! What the edit mode draws on the map: handles of things, what is selected, and what the pointer is about to do.

use footpath::grid::{Cell, Rect as Tiles};
use glam::{Vec2, vec2};
use macroquad::color::Color;
use macroquad::math::Rect;

use super::ground::{GroundTool, Stamp, line, rectangle};
use super::held::Held;
use super::thing::{Handle, HandlePart, Thing, ThingKind};
use super::{Editor, Game};
use crate::app::modes::edit::actions::New;
use crate::app::ui::palette::DARK;
use crate::app::ui::shapes::{draw_arrow, draw_dashes, draw_ring, draw_stroke, fill_convex, fill_disc, fill_rounded};
use crate::app::ui::text_painter::{SMALL, line_height};
use crate::app::view::camera::Camera;
use crate::app::view::scene::NAMES_FROM;
use crate::app::window::{draw_rectangle, draw_rectangle_lines};

/// The radius of a handle, in pixels, and of a fine one.
const HANDLE: f32 = 7.0;
const FINE: f32 = 5.5;

/// The radius of the sign of a warning, and how far it stands to the right of what it is about, and above, in pixels.
const SIGN_RADIUS: f32 = 8.0;
const SIGN: f32 = 13.0;

const RIM: Color = Color::new(0.08, 0.08, 0.16, 0.9);
const PREVIEW: Color = Color::new(0.99, 0.97, 0.90, 0.38);
const FRAME: Color = Color::new(0.99, 0.97, 0.90, 0.95);
const GROUND: Color = Color::new(0.10, 0.11, 0.15, 0.72);

/// How strongly a stamp is seen before it is put down.
const GHOST: f32 = 0.7;

/// Up to this many tiles, each of a preview is drawn; of more, only the frame around them.
const MOST_TILES: usize = 4000;

/// Up to this many things, those that are not selected have handles too.
const MOST_THINGS: usize = 1500;

/// Up to this many selected things, the name of each is written.
const MOST_NAMES: usize = 12;

/// Draws everything; `hover` is where the mouse hovers over the map, in pixels.
pub fn draw(editor: &mut Editor, game: &Game, hover: Option<Vec2>) {
    let camera = game.camera.shown();
    let on_map: Vec<&Thing> = editor.things.all().iter().filter(|thing| thing.kind.is_on_map()).collect();
    let is_selected = |thing: &Thing| editor.things.is_selected(&thing.path);
    if editor.drawing.tool.is_none() && on_map.len() <= MOST_THINGS {
        let to_pick = editor.things.to_pick().filter(|thing| !is_selected(thing));
        to_pick.for_each(|thing| draw_thing(thing, &camera, false));
    }
    // The flag of a place has its name already.
    let flags = if camera.tile_pixels() < NAMES_FROM { &[] } else { game.traces.flags() };
    let has_flag = |thing: &Thing| thing.kind == ThingKind::Place && flags.iter().any(|flag| flag.name == thing.name);
    let mut labels = Vec::new();
    for thing in on_map.iter().filter(|thing| is_selected(thing)) {
        draw_thing(thing, &camera, true);
        if !has_flag(thing) {
            labels.extend(thing.at().map(|at| (thing.title(), camera.to_screen(at))));
        }
    }
    if labels.len() <= MOST_NAMES {
        labels.into_iter().for_each(|(words, at)| write(editor, &words, at - vec2(0.0, 14.0 + line_height(SMALL))));
    }
    draw_warnings(editor, &camera, hover);
    draw_held(editor, game);
    if let Some(at) = hover {
        draw_pointer(editor, game, at);
    }
}

/// A sign at each thing, and on each part of the ground, in which something is hardly meant; what, where the mouse is on it.
fn draw_warnings(editor: &mut Editor, camera: &Camera, hover: Option<Vec2>) {
    let mut told: Vec<String> = Vec::new();
    for (message, at) in editor.warnings.all().iter().filter_map(|warning| Some((&warning.message, warning.at?))) {
        let sign = camera.to_screen(at) + vec2(SIGN, -SIGN);
        fill_disc(sign, SIGN_RADIUS + 2.0, RIM);
        fill_disc(sign, SIGN_RADIUS, DARK.partial);
        draw_stroke(sign - vec2(0.0, 4.5), sign + vec2(0.0, 1.0), 2.5, RIM);
        fill_disc(sign + vec2(0.0, 4.5), 1.6, RIM);
        if hover.is_some_and(|at| at.distance(sign) <= SIGN_RADIUS + 2.0) {
            told.push(message.clone());
        }
    }
    let Some(at) = hover else { return };
    let room = editor.layout.stage.w - 30.0;
    for (number, message) in told.iter().enumerate() {
        let words = editor.ui.painter.shortened(message, room, SMALL).to_owned();
        write(editor, &words, at + vec2(0.0, 18.0 + number as f32 * (line_height(SMALL) + 2.0)));
    }
}

fn color_of(kind: ThingKind) -> Color {
    match kind {
        ThingKind::Agent | ThingKind::Path => DARK.on,
        ThingKind::Obstacle | ThingKind::Link | ThingKind::Switch => DARK.partial,
        ThingKind::Zone => DARK.wrong,
        ThingKind::Place
        | ThingKind::Terrain
        | ThingKind::Area
        | ThingKind::Profile
        | ThingKind::Wave
        | ThingKind::Rule => DARK.text,
    }
}

fn draw_thing(thing: &Thing, camera: &Camera, is_selected: bool) {
    let color = color_of(thing.kind);
    let shown = |handle: &Handle| camera.to_screen(thing.shown(handle, camera.scale));
    let at = |part: HandlePart| thing.handles.iter().find(|handle| handle.part == part).map(shown);
    let members: Vec<Vec2> = thing.members.iter().map(|at| camera.to_screen(*at)).collect();
    members.iter().for_each(|at| draw_handle(*at, FINE, color, is_selected));
    if is_selected && let Some(whole) = at(HandlePart::Whole) {
        for ties in [HandlePart::Heading, HandlePart::Radius, HandlePart::Size] {
            at(ties).iter().for_each(|to| draw_stroke(whole, *to, 1.5, FRAME));
        }
        if let Some(goal) = at(HandlePart::Goal) {
            draw_dashes(whole, goal, color);
        }
        if thing.kind == ThingKind::Zone
            && let Some(edge) = at(HandlePart::Radius)
        {
            draw_ring(whole, whole.distance(edge), 1.5, FRAME);
        }
    }
    if let (Some(from), Some(to)) = (at(HandlePart::From), at(HandlePart::To)) {
        let color = if is_selected { FRAME } else { color };
        let corners = thing.handles.iter().filter(|handle| matches!(handle.part, HandlePart::Corner(_)));
        let last = corners.map(shown).fold(from, |before, corner| {
            draw_stroke(before, corner, 2.0, color);
            corner
        });
        draw_arrow(last, to, 2.0, color);
    }
    if thing.kind == ThingKind::Path {
        let points: Vec<Vec2> = thing.handles.iter().map(|handle| camera.to_screen(handle.at)).collect();
        for pair in points.windows(2) {
            if is_selected {
                draw_stroke(pair[0], pair[1], 2.0, FRAME);
            } else {
                draw_dashes(pair[0], pair[1], color);
            }
        }
    }
    for handle in thing.handles.iter().filter(|handle| is_selected || !handle.part.is_fine()) {
        let at = shown(handle);
        let radius = if handle.part.is_fine() { FINE } else { HANDLE };
        if handle.part == HandlePart::Goal {
            draw_goal(at, color, is_selected);
        } else {
            draw_handle(at, radius, color, is_selected);
        }
    }
}

fn draw_handle(at: Vec2, radius: f32, color: Color, is_selected: bool) {
    fill_disc(at, radius + 2.0, RIM);
    fill_disc(at, radius, if is_selected { FRAME } else { Color { a: 1.0, ..color } });
    if is_selected {
        draw_ring(at, radius + 3.5, 2.0, Color { a: 1.0, ..color });
    }
}

/// A diamond: where an agent is sent.
fn draw_goal(at: Vec2, color: Color, is_selected: bool) {
    let diamond = |radius: f32| [Vec2::X, Vec2::Y, Vec2::NEG_X, Vec2::NEG_Y].map(|side| at + radius * side);
    fill_convex(&diamond(HANDLE + 3.0), RIM);
    fill_convex(&diamond(HANDLE), if is_selected { FRAME } else { Color { a: 1.0, ..color } });
}

/// Words below a place, on a ground of their own, moved aside where they would leave the stage.
fn write(editor: &mut Editor, words: &str, at: Vec2) {
    let (painter, stage) = (&mut editor.ui.painter, editor.layout.stage);
    let width = painter.width(words, SMALL);
    let (first, last) = (stage.x + 7.0, stage.right() - 7.0 - width);
    let corner = vec2((at.x - 0.5 * width).min(last).max(first).round(), at.y.round());
    fill_rounded(Rect::new(corner.x - 5.0, corner.y, width + 10.0, line_height(SMALL)), 5.0, GROUND);
    painter.write(words, corner, SMALL, DARK.text);
}

/// What is being dragged.
fn draw_held(editor: &mut Editor, game: &Game) {
    let camera = game.camera.shown();
    let lattice = game.level.history().document().level().map.lattice;
    let on_screen = |at: Vec2| camera.to_screen(at);
    match editor.hand.held.clone() {
        Some(Held::Shape { from, to }) => {
            let cells = match editor.drawing.tool {
                Some(GroundTool::Line) => editor.drawing.paint.touched(&lattice, line(from, to)),
                _ => editor.drawing.paint.mirrored(&lattice, rectangle(from, to).cells()),
            };
            draw_tiles(&cells, game);
            let (columns, rows) = ((to.x - from.x).abs() + 1, (to.y - from.y).abs() + 1);
            write(editor, &format!("{columns} x {rows}"), on_screen(lattice.centre(to)) + vec2(0.0, 18.0));
        }
        Some(Held::Region { from, to }) => draw_frame(rectangle(from, to), game),
        Some(Held::Box { from, to, .. }) => {
            let (min, size) = (on_screen(from).min(on_screen(to)), (on_screen(from) - on_screen(to)).abs());
            draw_rectangle(min.x, min.y, size.x, size.y, Color { a: 0.14, ..FRAME });
            draw_rectangle_lines(min.x, min.y, size.x, size.y, 3.0, FRAME);
        }
        Some(Held::Selection { by, .. }) => {
            for thing in editor.things.selection() {
                thing.at().iter().for_each(|at| draw_ring(on_screen(*at + by), HANDLE + 3.0, 2.0, FRAME));
            }
        }
        Some(Held::New { new, from, to }) => match new {
            New::Ring | New::One(ThingKind::Zone) => {
                draw_ring(on_screen(from), on_screen(from).distance(on_screen(to)), 2.0, FRAME);
            }
            New::Block => draw_frame(rectangle(lattice.tile_at(from), lattice.tile_at(to)), game),
            New::Row | New::One(ThingKind::Link | ThingKind::Path) => {
                draw_arrow(on_screen(from), on_screen(to), 3.0, FRAME)
            }
            New::One(_) => {}
        },
        Some(Held::Handle { to: Some(to), .. }) if editor.hand.is_slow => {
            draw_ring(on_screen(to), HANDLE + 3.0, 2.0, FRAME);
        }
        Some(Held::Handle { .. } | Held::Stroke { .. } | Held::Minimap) | None => {}
    }
}

/// What a press would touch.
fn draw_pointer(editor: &Editor, game: &Game, at: Vec2) {
    let level = game.level.history().document().level();
    let lattice = level.map.lattice;
    let cell = lattice.tile_at(game.camera.to_world(at));
    if editor.hand.aim.is_some() {
        if let Some(tile) = Some(cell).filter(|_| editor.drawing.snaps && lattice.contains(cell)) {
            draw_frame(Tiles::of_cell(tile), game);
        }
        return;
    }
    match editor.drawing.tool {
        Some(GroundTool::Brush) => draw_tiles(&editor.drawing.paint.touched(&lattice, [cell]), game),
        Some(GroundTool::Stamp) => match &editor.drawing.stamp {
            Some(stamp) => {
                draw_ghost(stamp, cell, game);
                draw_frame(stamp.rect_at(cell), game);
            }
            None => draw_frame(Tiles::of_cell(cell), game),
        },
        Some(_) if lattice.contains(cell) => draw_frame(Tiles::of_cell(cell), game),
        _ => {}
    }
}

/// What a stamp would draw with its middle on a tile, where that is not too much to be told apart.
fn draw_ghost(stamp: &Stamp, middle: Cell, game: &Game) {
    let map = &game.level.history().document().level().map;
    let side = map.lattice.tile_size * game.camera.shown().scale;
    for (tile, name) in stamp.terrains_at(middle).take(MOST_TILES).filter(|(tile, _)| map.lattice.contains(*tile)) {
        let Some(color) = map.terrain_named(name).map(|id| map.terrains[id.0 as usize].color) else { continue };
        let corner = game.camera.shown().to_screen(map.lattice.corner(tile));
        let color = Color { a: GHOST, ..Color::from_rgba(color.r, color.g, color.b, 255) };
        draw_rectangle(corner.x, corner.y, side, side, color);
    }
}

/// Lights some tiles up.
fn draw_tiles(cells: &[Cell], game: &Game) {
    if cells.len() > MOST_TILES {
        return Tiles::around(cells.iter().copied()).iter().for_each(|around| draw_frame(*around, game));
    }
    let lattice = game.level.history().document().level().map.lattice;
    let side = lattice.tile_size * game.camera.shown().scale;
    // Neighbours in a row are one rectangle.
    for run in cells.chunk_by(|one, next| one.y == next.y && one.x + 1 == next.x) {
        let corner = game.camera.shown().to_screen(lattice.corner(run[0]));
        draw_rectangle(corner.x, corner.y, side * run.len() as f32, side, PREVIEW);
    }
    Tiles::around(cells.iter().copied()).iter().for_each(|around| draw_frame(*around, game));
}

fn draw_frame(tiles: Tiles, game: &Game) {
    let lattice = game.level.history().document().level().map.lattice;
    let from = game.camera.shown().to_screen(lattice.corner(tiles.min));
    let to = game.camera.shown().to_screen(lattice.corner(tiles.max));
    draw_rectangle_lines(from.x, from.y, to.x - from.x, to.y - from.y, 3.0, FRAME);
}
