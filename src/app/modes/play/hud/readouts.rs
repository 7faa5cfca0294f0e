//! What is always there or comes by itself: the level's card, answers, the list of the debug layer.

use footpath::agent::Agent;
use footpath::angle::degrees_of_tangent;
use footpath::grid::Grid;
use footpath::nav::{PathError, PathStatus};
use footpath::profile::Navigation;
use glam::{Vec2, vec2};
use macroquad::color::Color;
use macroquad::math::Rect;

use super::{BUTTON, CARD_WIDTH, DEBUG_WIDTH, Hud, MARGIN, NARROW, PADDING, PANEL_WIDTH};
use crate::app::modes::keys::Action;
use crate::app::modes::play::Game;
use crate::app::modes::play::intent::Press;
use crate::app::modes::timing::Timings;
use crate::app::ui::ink::{AMBER, BODY, CORAL, CREAM, CREAM_DIM, INK, INK_LIGHT, SMALL, TEAL, TITLE, line_height};
use crate::app::ui::shapes::{fill_disc, fill_rounded};
use crate::app::ui::spots::Role;
use crate::app::view::examined::Examined;
use crate::app::view::overlays::{self, ORDERS, Part, RAYS, SENSES, VECTORS};
use crate::app::view::words::agent_words::state_in_words;
use crate::app::view::words::answers::Tone;
use crate::app::view::words::numbers::{duration, grouped};
use crate::app::view::words::search_words;

/// The part of the window's height that what a level is about may take.
const LARGEST_ABOUT: f32 = 0.3;

/// How long what a level is about stays after the first order, in seconds.
const ABOUT_LASTS: f32 = 6.0;

impl Hud {
    /// The level's name, at first what it is about, and how things stand.
    pub(super) fn draw_card(&mut self, game: &Game) {
        let introduces =
            !game.has_side_panel() && game.first_order.is_none_or(|at| game.clock.elapsed() - at < ABOUT_LASTS);
        let level = game.sim.level();
        let about = if introduces { self.about(game, self.viewport) } else { Vec::new() };
        let mut status = self.ui.ink.wrap(&status(game), card_text_width(game, self.viewport), SMALL);
        if status.len() > 1 {
            status[0].push_str(" …");
        }
        let status = status.swap_remove(0);
        let name = self.ui.ink.wrap(&level.name, card_text_width(game, self.viewport), TITLE);
        let lines = about.iter().map(|line| self.ui.ink.width(line, BODY));
        let names = name.iter().map(|line| self.ui.ink.width(line, TITLE));
        let widest = lines.chain(names).chain([self.ui.ink.width(&status, SMALL)]);
        let width = widest.fold(0.0, f32::max) + 2.0 * PADDING;
        let height = self.card_height(game, self.viewport, introduces);
        let card = Rect::new(MARGIN, MARGIN, width, height);
        self.ui.panel(card, 12.0, INK_LIGHT);
        self.card = card;
        let mut at = vec2(card.x + PADDING, card.y + 8.0);
        at.y += self.ui.ink.write_lines(&name, at, TITLE, CREAM);
        at.y += self.ui.ink.write_lines(&about, at, BODY, CREAM);
        self.ui.ink.write(status, at, SMALL, CREAM_DIM);
    }

    /// How high the level's card is, with or without what the level is about.
    pub(super) fn card_height(&self, game: &Game, viewport: Vec2, with_about: bool) -> f32 {
        let lines = if with_about { self.about(game, viewport).len() } else { 0 };
        let names = self.ui.ink.wrap(&game.sim.level().name, card_text_width(game, viewport), TITLE).len();
        names as f32 * line_height(TITLE) + lines as f32 * line_height(BODY) + line_height(SMALL) + 16.0
    }

    fn about(&self, game: &Game, viewport: Vec2) -> Vec<String> {
        let mut lines = self.ui.ink.wrap(&game.sim.level().about, card_text_width(game, viewport), BODY);
        let most = (LARGEST_ABOUT * viewport.y / line_height(BODY)) as usize;
        if lines.len() > most.max(1) {
            lines.truncate(most.max(1));
            if let Some(last) = lines.last_mut() {
                last.push_str(" …");
            }
        }
        lines
    }

    /// The last answer, at the place that it is about or above the buttons, fading.
    pub(super) fn draw_answer(&mut self, game: &Game) {
        let Some((answer, said)) = &game.answer else { return };
        let age = game.clock.elapsed() - said;
        let strength = ((answer.lasts() - age) / 0.6).clamp(0.0, 1.0);
        if strength == 0.0 {
            return;
        }
        let color = match answer.tone {
            Tone::Plain => CREAM,
            Tone::Complete => TEAL,
            Tone::Partial => AMBER,
            Tone::Impossible => CORAL,
        };
        let fade = |color: Color| Color { a: color.a * strength, ..color };
        // Hints stand right above the buttons, panels at the sides.
        let bottom = self.sheet_top(game, self.viewport).min(self.order_bar_top(game) - 26.0) - 8.0;
        let insets = self.insets(game, self.viewport);
        let (top, width) = (self.card.bottom() + 8.0, self.viewport.x - insets.left - insets.right);
        let room = Rect::new(insets.left, top, width, bottom - top);
        let lines = self.ui.ink.wrap(&answer.text, (room.w - 4.0 * PADDING).min(620.0), BODY);
        let width = lines.iter().map(|line| self.ui.ink.width(line, BODY)).fold(0.0, f32::max) + 2.0 * PADDING + 16.0;
        let height = lines.len() as f32 * line_height(BODY) + 14.0;
        let area = place_answer(vec2(width, height), answer.at.map(|at| game.camera.to_screen(at)), room);
        fill_rounded(area, 12.0, fade(INK));
        fill_disc(vec2(area.x + PADDING + 2.0, area.y + 0.5 * height), 5.0, fade(color));
        self.ui.ink.write_lines(&lines, vec2(area.x + PADDING + 16.0, area.y + 7.0), BODY, fade(CREAM));
    }

    /// The list of the debug layer: in a column at the right, on a phone across the window above the
    /// buttons.
    pub(super) fn debug_area(&self, game: &Game, viewport: Vec2) -> Rect {
        let list = List::of(viewport);
        let told = told(game);
        let rows = Part::ALL.len().div_ceil(list.columns) as f32 * list.row;
        let lines = told.legend.len().div_ceil(list.columns) + told.numbers.div_ceil(list.columns);
        let gap = if lines == 0 { 0.0 } else { 10.0 };
        let height = HEADER + rows + lines as f32 * line_height(SMALL) + gap + 8.0;
        if list.columns == 1 {
            Rect::new(viewport.x - DEBUG_WIDTH - MARGIN, MARGIN, DEBUG_WIDTH, height)
        } else {
            let bottom = self.low_edge(game, viewport);
            Rect::new(MARGIN, bottom - height, viewport.x - 2.0 * MARGIN, height)
        }
    }

    /// The parts of the debug layer with their keys and states, and under them what they tell.
    pub(super) fn draw_debug_list(&mut self, game: &Game, timings: &Timings) {
        let list = List::of(self.viewport);
        let panel = self.debug_area(game, self.viewport);
        let column = (panel.w - 12.0) / list.columns as f32;
        self.ui.panel(panel, 12.0, INK);
        self.ui.ink.write("Debug layer", vec2(panel.x + PADDING, panel.y + 7.0), BODY, CREAM);
        let header = Rect::new(panel.x, panel.y, panel.w, HEADER);
        self.ui.spots.note(header, Role::Button(Press::Do(Action::DebugEverything)));
        let hint = "Q or tap: all";
        let x = panel.right() - PADDING - self.ui.ink.width(hint, SMALL);
        self.ui.ink.write(hint, vec2(x, panel.y + 9.0), SMALL, CREAM_DIM);
        let top = vec2(panel.x + 6.0, panel.y + HEADER);
        for (index, part) in Part::ALL.into_iter().enumerate() {
            let area = Rect::new(
                top.x + (index % list.columns) as f32 * column,
                top.y + (index / list.columns) as f32 * list.row,
                column,
                list.row,
            );
            let action = Action::Overlay(part);
            let (key, is_shown) = (action.key_name(), game.overlays.shows(part));
            self.ui.toggle(part.name(), key, "", is_shown, Press::Do(action), area);
        }
        let told = told(game);
        let mut y = top.y + Part::ALL.len().div_ceil(list.columns) as f32 * list.row + 10.0;
        if !told.legend.is_empty() || told.numbers > 0 {
            self.ui.rule(Rect::new(panel.x + PADDING, y - 4.0, panel.w - 2.0 * PADDING, 1.0));
        }
        let place = |index: usize, y: f32| {
            let (across, down) = (index % list.columns, index / list.columns);
            vec2(panel.x + PADDING + across as f32 * column, y + down as f32 * line_height(SMALL))
        };
        for (index, (name, color)) in told.legend.iter().enumerate() {
            self.ui.swatch(name, *color, place(index, y));
        }
        y += told.legend.len().div_ceil(list.columns) as f32 * line_height(SMALL);
        for (index, (name, value)) in notes(game, timings).into_iter().enumerate() {
            let at = place(index, y);
            self.ui.ink.write(name, at, SMALL, CREAM_DIM);
            let right = at.x + column - 2.0 * PADDING + 12.0 - self.ui.ink.width(&value, SMALL);
            self.ui.ink.write(value, vec2(right, at.y), SMALL, CREAM);
        }
    }
}

/// How wide the lines in the level's card may be.
fn card_text_width(game: &Game, viewport: Vec2) -> f32 {
    let most = if game.has_side_panel() { PANEL_WIDTH } else { CARD_WIDTH };
    most.min(viewport.x - 2.0 * MARGIN) - 2.0 * PADDING
}

/// Where an answer of a size stands in the room that is left for it: under the place that it is about, so
/// that the marker there and the agents around it stay in sight, or over it where the room ends; in the
/// lower middle when it is about no place in view.
fn place_answer(size: Vec2, about: Option<Vec2>, room: Rect) -> Rect {
    let about = about.filter(|at| room.contains(*at));
    let middle = about.map_or(room.x + 0.5 * room.w, |at| at.x);
    let x = (middle - 0.5 * size.x).min(room.right() - size.x).max(room.x).round();
    let y = match about {
        None => room.bottom() - size.y,
        Some(at) if at.y + BESIDE_MARKER + size.y <= room.bottom() => at.y + BESIDE_MARKER,
        Some(at) => at.y - BESIDE_MARKER - size.y,
    };
    Rect::new(x, y.round(), size.x, size.y)
}

/// How far an answer stands from the place that it is about, in logical pixels.
const BESIDE_MARKER: f32 = 40.0;

/// The height of the title of the debug layer's list.
const HEADER: f32 = 34.0;

/// How the list of the debug layer is laid out.
struct List {
    columns: usize,
    row: f32,
}

impl List {
    fn of(viewport: Vec2) -> List {
        if viewport.x < NARROW { List { columns: 2, row: BUTTON } } else { List { columns: 1, row: 26.0 } }
    }
}

/// What the shown parts have to tell.
struct Told {
    legend: Vec<(&'static str, Color)>,
    /// How many numbers there are.
    numbers: usize,
}

fn told(game: &Game) -> Told {
    Told { legend: legend(game), numbers: notes(game, &Timings::default()).len() }
}

/// How things stand, in one short line.
fn status(game: &Game) -> String {
    let agents = game.sim.agents();
    if let (Some(id), 1) = (game.selected.first(), game.selected.len())
        && let Some(agent) = game.sim.agent(*id)
    {
        return format!("{} {}: {}", game.sim.profile_of(agent).name, id.0, how_it_is(game, agent));
    }
    let moving = agents.iter().filter(|agent| !agent.stands()).count();
    let who = match (agents.len(), game.selected.len()) {
        (0, _) => "No agents: N adds a walker".to_owned(),
        (1, 0) => "1 agent".to_owned(),
        (count, 0) => format!("{count} agents"),
        (count, selected) => format!("{selected} of {count} agents selected"),
    };
    if moving > 0 { format!("{who}, {moving} moving") } else { who }
}

/// What an agent is doing or, where it stands for a reason, that.
fn how_it_is(game: &Game, agent: &Agent) -> String {
    let is_held = agent.stands() || agent.waiting().is_some();
    let reason = if is_held { game.sim.status(agent).reason } else { None };
    let words = |reason| footpath::sentences::stuck(&reason, game.sim.map(), game.sim.profile_of(agent));
    reason.map_or_else(|| state_in_words(agent.state()).to_owned(), words)
}

/// What the colours of the shown parts mean.
fn legend(game: &Game) -> Vec<(&'static str, Color)> {
    let mut legend = Vec::new();
    if let Some(examined) = game.examiner.examined.as_ref().filter(|_| game.overlays.shows(Part::Search)) {
        legend.extend(overlays::legend(examined));
    }
    if game.overlays.shows(Part::Vectors) {
        legend.extend(VECTORS);
    }
    if game.overlays.shows(Part::Orders) {
        legend.extend(ORDERS);
    }
    if game.overlays.shows(Part::Senses) {
        legend.extend(SENSES);
    }
    let has_rays = || game.sim.profiles().iter().any(|profile| profile.navigation == Navigation::Rays);
    if game.overlays.shows_rays() && has_rays() {
        legend.extend(RAYS);
    }
    legend
}

/// What there is to tell of the tile under the pointer.
fn notes_of_tile(game: &Game) -> Vec<(&'static str, String)> {
    let map = game.sim.map();
    let at = game.pointer.map(|at| game.camera.to_world(at));
    let Some((at, tile)) = at.and_then(|at| Some((at, map.lattice.tile_inside(at)?))) else {
        let names = ["tile", "height"].into_iter().take(if map.relief.is_some() { 2 } else { 1 });
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
    if !game.overlays.shows(Part::Numbers) {
        return Vec::new();
    }
    let mut notes = notes_of_tile(game);
    if let Some(examined) = &game.examiner.examined {
        notes.extend(notes_of_search(examined));
    }
    notes.extend([
        ("frame", format!("{:.1} ms", timings.frame.mean())),
        ("frame, processor", format!("{:.2} ms", timings.frame_cpu.mean())),
        ("tick", format!("{:.0} µs", timings.tick_us.mean())),
        ("ticks", game.sim.tick().to_string()),
    ]);
    notes
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
    let (agent, micros) = (examined.question.agent.0, examined.micros.unwrap_or(f64::NAN));
    [
        ("search", format!("{}, agent {agent}", search_words::title(examined.algorithm()))),
        ("result", result.to_owned()),
        ("expanded", grouped(statistics.expanded as usize)),
        ("generated", grouped(statistics.generated as usize)),
        ("cost", format!("{cost:.2}")),
        ("length", format!("{length:.2} tiles")),
        ("search time", if micros.is_nan() { "…".to_owned() } else { duration(micros) }),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROOM: Rect = Rect { x: 8.0, y: 100.0, w: 374.0, h: 500.0 };

    #[test]
    fn an_answer_stands_by_its_place_and_inside_the_room() {
        let size = vec2(200.0, 40.0);
        for (x, y) in [(195.0, 300.0), (10.0, 101.0), (380.0, 599.0), (300.0, 560.0)] {
            let area = place_answer(size, Some(vec2(x, y)), ROOM);
            assert!(area.x >= ROOM.x && area.right() <= ROOM.right(), "{x}, {y}: {area:?}");
            assert!(area.y >= ROOM.y && area.bottom() <= ROOM.bottom(), "{x}, {y}: {area:?}");
            let gap = (area.y - y).max(y - area.bottom());
            assert_eq!(gap, BESIDE_MARKER, "{x}, {y}: {area:?}");
        }
    }

    #[test]
    fn an_answer_about_no_place_in_view_stands_low() {
        let size = vec2(200.0, 40.0);
        let low = Rect::new(95.0, 560.0, 200.0, 40.0);
        assert_eq!(place_answer(size, None, ROOM), low);
        assert_eq!(place_answer(size, Some(vec2(-50.0, 300.0)), ROOM), low);
    }
}
