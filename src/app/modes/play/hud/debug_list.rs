//! The list of the debug layer: its parts with their keys, what their colours mean, and numbers.

use footpath::angle::degrees_of_tangent;
use footpath::grid::Grid;
use footpath::nav::{PathError, PathStatus};
use footpath::profile::Navigation;
use footpath::sentences::algorithms;
use footpath::sim::{Firing, TICKS_A_SECOND};
use glam::{Vec2, vec2};
use macroquad::color::Color;
use macroquad::math::Rect;

use super::Hud;
use crate::app::modes::actions::Action;
use crate::app::modes::column::Column;
use crate::app::modes::keys::KeyMap;
use crate::app::modes::play::Game;
use crate::app::modes::play::actions::PlayAction;
use crate::app::modes::play::game::baking;
use crate::app::modes::screen::{BUTTON, PADDING, is_for_fingers, is_upright, tells_keys};
use crate::app::modes::timing::{Slowest, Timings};
use crate::app::ui::Ui;
use crate::app::ui::hit_areas::Role;
use crate::app::ui::palette::palette;
use crate::app::ui::text_painter::{BODY, SMALL, line_height};
use crate::app::ui::toggle::{self, toggle};
use crate::app::view::examined::Examined;
use crate::app::view::overlays::{self, CLEARANCE, ORDERS, Overlay, RAYS, SENSES, VECTORS};
use crate::app::view::words::numbers::{duration, grouped};

/// The height of the title.
const HEADER: f32 = 34.0;

/// The height of the title where it is for fingers.
const HEADER_FOR_FINGERS: f32 = BUTTON;

/// Between the edge of the list and its rows, and left free at its end.
const EDGE: f32 = 6.0;
const BELOW: f32 = 8.0;

/// How many of the rules that fired last are told.
const MOST_FIRINGS: usize = 4;

/// How the list is laid out.
struct List {
    columns: usize,
    header: f32,
    row: f32,
}

impl List {
    /// `is_docked`: below the panel at the side.
    fn of(viewport: Vec2, is_docked: bool) -> List {
        let columns = if is_docked || is_upright(viewport) { 2 } else { 1 };
        match is_for_fingers(viewport) {
            true => List { columns, header: HEADER_FOR_FINGERS, row: BUTTON },
            false => List { columns, header: HEADER, row: 26.0 },
        }
    }
}

/// How high the whole list is; `is_docked`: below the panel at the side.
pub(super) fn height(game: &Game, viewport: Vec2, is_docked: bool) -> f32 {
    let list = List::of(viewport, is_docked);
    list.header + Column::height_of(|column| fill(column, game, &Timings::default(), (&list, None))) + BELOW
}

/// Draws the parts with their keys and states, and under them what they tell.
pub(super) fn draw(hud: &mut Hud, game: &Game, timings: &Timings, panel: Rect) {
    let (viewport, is_docked) = (hud.layout.viewport, hud.layout.is_docked);
    let list = List::of(viewport, is_docked);
    hud.ui.panel(panel, 12.0, palette().panel);
    let header = Rect { h: list.header, ..panel };
    let words = header.y + (0.5 * (list.header - line_height(BODY))).round();
    hud.ui.painter.write("Debug layer", vec2(panel.x + PADDING, words), BODY, palette().text);
    hud.ui.hit_areas.note(header, Role::Button(Action::Play(PlayAction::DebugEverything)));
    let hint = match tells_keys(&hud.ui) {
        true => format!("{} or click: all", hud.keys.key_name(Action::Play(PlayAction::DebugEverything))),
        false => "tap: all".to_owned(),
    };
    let x = panel.right() - PADDING - hud.ui.painter.width(&hint, SMALL);
    hud.ui.painter.write(hint, vec2(x, words + 2.0), SMALL, palette().text_dim);
    let body = Rect { y: header.bottom(), h: panel.h - list.header, ..panel };
    hud.list_scroll.fit(height(game, viewport, is_docked) - list.header, body.h);
    // Two columns beside the map have no room for keys.
    let keys = Some(&hud.keys).filter(|_| tells_keys(&hud.ui) && !is_docked);
    let inside = hud.ui.begin_scroll(body, panel, hud.list_scroll);
    let rows = Rect { x: body.x + EDGE, y: body.y - hud.list_scroll.offset(), w: body.w - 2.0 * EDGE, ..body };
    Column::draw(&mut hud.ui, rows, |column| fill(column, game, timings, (&list, keys)));
    hud.ui.end_scroll(inside, &mut hud.list_scroll);
}

/// The parts, with the keys that turn them on where there are any to be told; the legend; the numbers.
fn fill(column: &mut Column, game: &Game, timings: &Timings, (list, keys): (&List, Option<&KeyMap>)) {
    let key_name = |action| keys.map_or("", |keys| keys.key_name(Action::Play(action)));
    column.grid((Overlay::ALL.len() + 1, list.columns), (list.row, 0.0), |ui, index, area| {
        match Overlay::ALL.get(index) {
            Some(part) => draw_part(ui, game, *part, key_name(PlayAction::Overlay(*part)), area),
            None => {
                let is_on = game.look.overlays().is_for_selected_only(game.run.sim().agents().len());
                let press = PlayAction::SelectedOnly;
                toggle(ui, "Selected only", key_name(press), "", is_on, Action::Play(press), area);
            }
        }
    });
    let (legend, notes, firings) = (legend(game), notes(game, timings), firings(game));
    if legend.is_empty() && notes.is_empty() && firings.is_empty() {
        return;
    }
    column.skip(6.0);
    column.take(4.0, |ui, area| ui.rule(inset(area)));
    column.grid((legend.len(), list.columns), (line_height(SMALL), 0.0), |ui, index, area| {
        let (name, color) = &legend[index];
        ui.swatch(name, *color, inset(area).point());
    });
    column.grid((notes.len(), list.columns), (line_height(SMALL), 0.0), |ui, index, area| {
        let ((name, value), area) = (&notes[index], inset(area));
        ui.painter.write(*name, area.point(), SMALL, palette().text_dim);
        let right = area.right() - ui.painter.width(value, SMALL);
        ui.painter.write(value.as_str(), vec2(right, area.y), SMALL, palette().text);
    });
    column.grid((firings.len(), 1), (line_height(SMALL), 0.0), |ui, index, area| {
        let area = inset(area);
        let words = ui.painter.shortened(&firings[index], area.w, SMALL);
        ui.painter.write(words, area.point(), SMALL, palette().text_dim);
    });
}

/// What is written in a row: the dots of the parts are as far from its edge.
fn inset(area: Rect) -> Rect {
    Rect { x: area.x + PADDING - EDGE, w: area.w - 2.0 * (PADDING - EDGE), ..area }
}

fn draw_part(ui: &mut Ui<Action>, game: &Game, part: Overlay, key: &str, area: Rect) {
    let is_shown = game.look.overlays().shows(part);
    let state = if part == Overlay::Heat && is_shown { game.look.overlays().heat.name() } else { "" };
    let (room, painter) = (area.w - toggle::taken(key), &ui.painter);
    let is_beside = painter.width(part.name(), BODY) + painter.width(state, BODY) <= room;
    let (name, state) = match part {
        Overlay::Heat if is_shown && !is_beside => (format!("Heat: {state}"), ""),
        _ => (part.name().to_owned(), state),
    };
    toggle(ui, &name, key, state, is_shown, Action::Play(PlayAction::Overlay(part)), area);
}

/// The last rules that fired, the newest first.
fn firings(game: &Game) -> Vec<String> {
    let sim = game.run.sim();
    let when = |rule: usize| sim.level().rules.get(rule).map_or("", |rule| rule.when.name());
    let words = |firing: Firing| {
        let seconds = firing.tick as f64 / TICKS_A_SECOND;
        format!("{seconds:.1} s: rule {}, {}", firing.rule + 1, when(firing.rule))
    };
    sim.firings().rev().take(MOST_FIRINGS).map(words).collect()
}

/// What the colours of the shown parts mean.
fn legend(game: &Game) -> Vec<(String, Color)> {
    let mut legend: Vec<(&str, Color)> = Vec::new();
    if let Some(examined) =
        game.look.examiner().examined.as_ref().filter(|_| game.look.overlays().shows(Overlay::Search))
    {
        legend.extend(overlays::legend(examined));
    }
    if game.look.overlays().shows(Overlay::Paths) {
        legend.extend(overlays::paths());
    }
    if game.look.overlays().shows(Overlay::Obstacles) {
        legend.extend(CLEARANCE);
    }
    if game.look.overlays().shows(Overlay::Vectors) {
        legend.extend(VECTORS);
    }
    if game.look.overlays().shows(Overlay::Orders) {
        legend.extend(ORDERS);
    }
    if game.look.overlays().shows(Overlay::Senses) {
        legend.extend(SENSES);
    }
    let has_rays = || game.run.sim().profiles().iter().any(|profile| profile.navigation == Navigation::Rays);
    if game.look.overlays().shows_rays() && has_rays() {
        legend.extend(RAYS);
    }
    let mut legend: Vec<(String, Color)> = legend.into_iter().map(|(name, color)| (name.to_owned(), color)).collect();
    if game.look.overlays().shows(Overlay::Heat) && game.run.sim().is_baked() {
        legend.extend(game.look.overlays().heat.scale(
            game.run.sim(),
            game.traces.traffic(),
            baking::shown_profile(game),
        ));
    }
    legend
}

/// What there is to tell of the tile under the pointer.
fn notes_of_tile(game: &Game) -> Vec<(&'static str, String)> {
    let map = game.run.sim().map();
    let at = game.look.pointer().map(|at| game.camera.to_world(at));
    let Some((at, tile)) = at.and_then(|at| Some((at, map.lattice.tile_inside(at)?))) else {
        let names = ["tile", "height"].into_iter().take(if map.relief.is_some() { 2 } else { 1 });
        let names = names.chain(game.run.sim().is_baked().then_some("clearance"));
        return names.map(|name| (name, "–".to_owned())).collect();
    };
    let terrain = map.terrain_at(tile).map_or("", |terrain| terrain.name.as_str());
    let mut notes = vec![("tile", format!("{}, {}  {terrain}", tile.x, tile.y))];
    if map.relief.is_some() {
        let surface = map.surface(tile);
        let slope = degrees_of_tangent(surface.slope.length());
        let room = if surface.ceiling.is_finite() { format!("  room {:.2}", surface.ceiling) } else { String::new() };
        let steep = if slope > 0.1 { format!("  {slope:.0}°") } else { String::new() };
        notes.push(("height", format!("{:.2}{steep}{room}", map.height_at(at))));
    }
    let (fields, cell) = (&map.fields, map.cells().tile_at(at));
    if game.run.sim().is_baked() && map.is_walkable(tile) {
        let clearance = game.run.sim().nav_grid(baking::shown_profile(game)).clearance(cell);
        notes.push(("clearance", format!("{clearance:.2}")));
    }
    let hundredths = |field: &Option<Grid<u16>>| {
        field.as_ref().and_then(|field| field.get(cell)).map(|cost| f32::from(*cost) / 100.0)
    };
    notes.extend(hundredths(&fields.danger).map(|cost| ("danger", format!("+{cost:.2}"))));
    notes.extend(hundredths(&fields.reward).map(|cost| ("reward", format!("−{cost:.2}"))));
    let worn = fields.wear.as_ref().and_then(|wear| wear.get(cell));
    notes.extend(worn.map(|worn| ("worn", format!("{:.0} %", f32::from(*worn) / 2.55))));
    notes
}

/// The numbers of the last search, and times.
fn notes(game: &Game, timings: &Timings) -> Vec<(&'static str, String)> {
    if !game.look.overlays().shows(Overlay::Numbers) {
        return Vec::new();
    }
    let mut notes = notes_of_tile(game);
    if let Some(examined) = &game.look.examiner().examined {
        notes.extend(notes_of_search(examined));
    }
    notes.extend([
        ("frame", format!("{:.1} ms", timings.frame.mean())),
        ("frame, CPU", format!("{:.2} ms", timings.frame_cpu.mean())),
        ("tick", format!("{:.0} µs", timings.tick_us.mean())),
        ("ticks", game.run.sim().tick().to_string()),
    ]);
    notes.extend(notes_of_slowest(["frame, slowest", "frame, part"], &timings.slowest_frame));
    notes.extend(notes_of_slowest(["tick, slowest", "tick, part"], &timings.slowest_tick));
    notes
}

/// The slowest of the last ten seconds, and the part that took most of it: two notes, as the columns on a phone are narrow, each with
/// a name of its own, as they may stand in different columns.
fn notes_of_slowest(names: [&'static str; 2], slowest: &Slowest) -> [(&'static str, String); 2] {
    let milliseconds = |took: f32| if took < 10.0 { format!("{took:.1} ms") } else { format!("{took:.0} ms") };
    let or_none = |words: Option<String>| words.unwrap_or_else(|| "–".to_owned());
    let slow = slowest.get();
    let part = slow.filter(|slow| slow.part_took > 0.0);
    let part = part.map(|slow| format!("{} {}", slow.part, milliseconds(slow.part_took)));
    [(names[0], or_none(slow.map(|slow| milliseconds(slow.took)))), (names[1], or_none(part))]
}

/// The numbers of the last search.
fn notes_of_search(examined: &Examined) -> [(&'static str, String); 7] {
    let result = match &examined.found {
        Ok(path) if !path.is_walkable => "cuts corners",
        Ok(path) if path.status == PathStatus::Partial => "partial",
        Ok(_) => "complete",
        Err(PathError::Limit(_)) => "gave up",
        Err(_) => "no path",
    };
    let (cost, length) = examined.found.as_ref().map_or((0.0, 0.0), |path| (path.cost, path.length));
    let statistics = examined.statistics();
    let agent = examined.question.agent.map_or_else(String::new, |agent| format!(", agent {}", agent.0));
    [
        ("search", format!("{}{agent}", algorithms::title(examined.algorithm()))),
        ("result", result.to_owned()),
        ("expanded", grouped(statistics.expanded as usize)),
        ("generated", grouped(statistics.generated as usize)),
        ("cost", format!("{cost:.2}")),
        ("length", format!("{length:.2} tiles")),
        ("search time", examined.measured.map_or_else(|| "…".to_owned(), |measured| duration(measured.micros))),
    ]
}
