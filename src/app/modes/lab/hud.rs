//! What lies over the sheets: the toolbar, the panel with its pages, the bar of the replay, and the help.

pub mod code;
mod lesson;
pub mod pages;
pub mod table;

use glam::vec2;
use macroquad::color::Color;
use macroquad::math::Rect;

use crate::app::modes::actions::Action;
use crate::app::modes::keys::KeyMap;
use crate::app::modes::lab::actions::{LabAction, LabPage};
use crate::app::modes::lab::layout::{Layout, STRIP};
use crate::app::modes::lab::predict::Prediction;
use crate::app::modes::lab::toolbar::toolbar;
use crate::app::modes::lab::{Experiment, Lab, LabTool, Lane};
use crate::app::modes::replay_bar::{self, BarActions, ReplayBar, event_of, moment_of, pace_of};
use crate::app::modes::screen::{MARGIN, is_too_small, tells_keys};
use crate::app::modes::search_setting;
use crate::app::ui::Ui;
use crate::app::ui::icons::Icon;
use crate::app::ui::palette::palette;
use crate::app::ui::shapes::{draw_rounded_outline, fill_rounded};
use crate::app::ui::text_painter::{SMALL, line_height};
use crate::app::ui::tooltip::{pill, tooltip};
use crate::app::view::overlays;
use crate::app::view::playback::Playback;
use crate::app::view::words::numbers::{duration, grouped};

/// How long what was said is shown, in seconds.
pub(super) const SAID_LASTS: f32 = 4.0;

/// Between the parts of what came of a search.
const BETWEEN: &str = " · ";

/// The height of what stands on the brush.
const LABEL: f32 = 16.0;

/// Draws everything; `keys` are those that hold.
pub fn draw(lab: &mut Lab, keys: &KeyMap) {
    let is_folded = lab.folded_lesson(lab.layout.viewport).is_some();
    let now = lab.clock.elapsed();
    let side = lab.camera.scale * lab.experiment.cells().tile_size;
    let names_numbers = lab.experiment.lanes.shows_cells() && overlays::has_bare_numbers(side);
    let language = lab.language;
    let Lab { ui, experiment, layout, panel, lesson, fields, help, is_alone, prediction, said, .. } = lab;
    ui.begin(layout.viewport);
    if is_too_small(layout.viewport) {
        ui.say_alone("This window is too small for the lab");
    } else {
        let lesson = lesson.as_ref().zip(layout.lesson);
        if let Some((lesson, area)) = lesson {
            lesson::draw(ui, lesson, is_folded, area);
        }
        draw_strips(ui, experiment, layout, names_numbers);
        if let Some(area) = layout.table {
            table::draw(ui, experiment, area);
        }
        if let (Some(page), Some(area)) = (panel.page(), layout.panel) {
            pages::draw(panel, page, ui, (experiment, fields, layout.viewport, language), area);
        }
        if let Some(area) = layout.replay {
            draw_replay(ui, experiment, prediction.as_ref(), area);
        }
        if let Some(area) = layout.code {
            code::draw_panel(ui, experiment.lanes.chosen_lane(), language, area);
        }
        if !*is_alone {
            draw_toolbar(ui, experiment, (panel.page(), help.is_open), layout, keys);
        }
        if let Some((words, _)) = said.as_ref().filter(|(_, since)| now - since < SAID_LASTS) {
            ui.flush();
            pill(ui, words, vec2(layout.stage.center().x, layout.stage.bottom() - MARGIN), layout.stage);
        }
        if let Some((lesson, _)) = lesson {
            lesson::light(ui, lesson, (experiment, layout, names_numbers), now);
        }
        ui.flush();
        help.show(ui, "The lab", keys, layout.viewport);
    }
    ui.end();
}

/// Above each sheet: how is searched there, what came of it, and which numbers stand in its cells, if any do without their
/// names. A press chooses the search.
fn draw_strips(ui: &mut Ui<Action>, experiment: &Experiment, layout: &Layout, names_numbers: bool) {
    let is_split = experiment.lanes.all().len() > 1;
    for (index, (lane, pane)) in experiment.lanes.all().iter().zip(&layout.panes).enumerate() {
        let is_chosen = is_split && index == experiment.lanes.chosen();
        let strip = Rect { h: STRIP, ..*pane };
        let (name, result, color) = in_a_line(lane, names_numbers);
        let room = strip.w - 16.0;
        let name = ui.painter.shortened(&name, room, SMALL);
        let beside = ui.painter.width(&name, SMALL) + 10.0;
        let result = in_room(ui, &result, room - beside);
        let area = if is_split { strip } else { strip_of(ui, (&name, &result), *pane) };
        fill_rounded(area, 8.0, if is_chosen { Color { a: 0.95, ..palette().panel } } else { palette().panel_light });
        if is_split {
            ui.press_area(area, Action::Lab(LabAction::Choose(index)));
            draw_rounded_outline(
                *pane,
                8.0,
                if is_chosen { 2.0 } else { 1.0 },
                if is_chosen { palette().on } else { palette().text_dim },
            );
        }
        let y = strip.y + (0.5 * (STRIP - line_height(SMALL))).round();
        ui.painter.write(name, vec2(strip.x + 8.0, y), SMALL, if is_chosen { palette().on } else { palette().text });
        ui.painter.write(result, vec2(strip.x + 8.0 + beside, y), SMALL, color);
    }
}

/// The first parts of what came of a search, as many as have room; of an only one as much as has.
fn in_room(ui: &Ui<Action>, result: &str, room: f32) -> String {
    let mut parts: Vec<&str> = result.split(BETWEEN).collect();
    while parts.len() > 1 && ui.painter.width(&parts.join(BETWEEN), SMALL) > room {
        parts.pop();
    }
    ui.painter.shortened(&parts.join(BETWEEN), room, SMALL)
}

/// Where the line above the only sheet is written.
fn strip_of(ui: &Ui<Action>, (name, result): (&str, &str), pane: Rect) -> Rect {
    let width = 26.0 + ui.painter.width(name, SMALL) + ui.painter.width(result, SMALL);
    Rect { w: width.min(pane.w), h: STRIP, ..pane }
}

/// How a search is made, what came of it, and in which colour that is said.
fn in_a_line(lane: &Lane, names_numbers: bool) -> (String, String, Color) {
    let name = search_setting::in_short(&lane.method);
    let Some(figures) = lane.figures() else {
        return match lane.legs.iter().find_map(|leg| leg.found.as_ref().err()) {
            Some(error) => (name, error.to_string(), palette().wrong),
            None => (name, "cleared".to_owned(), palette().text_dim),
        };
    };
    let expanded = grouped(figures.expanded as usize);
    let time = figures.measured.map_or_else(|| "…".to_owned(), |measured| duration(measured.micros));
    let mut parts = vec![format!("cost {:.2}", figures.cost), format!("{expanded} expanded"), time];
    parts.extend(names_numbers.then(|| "in the cells g and h, below f".to_owned()));
    (name, parts.join(BETWEEN), palette().text_dim)
}

fn draw_replay(ui: &mut Ui<Action>, experiment: &Experiment, prediction: Option<&Prediction>, area: Rect) {
    let (steps, playback) = (experiment.lanes.steps(), experiment.lanes.playback());
    let step = playback.map_or(steps, |playback| playback.step());
    let lane = experiment.lanes.chosen_lane();
    let bar = ReplayBar {
        moment: moment_of(step, steps),
        event: match prediction {
            Some(prediction) => prediction.words(),
            None => lane.played_leg().filter(|_| playback.is_some()).map(event_of).unwrap_or_default(),
        },
        part: step as f32 / steps.max(1) as f32,
        playing: playback.is_some_and(|playback| playback.playing),
        pace: pace_of(playback.unwrap_or(Playback::begin(steps)).pace() as usize),
    };
    let actions = BarActions {
        back: Action::Lab(LabAction::Back),
        play: Action::Lab(LabAction::Play),
        forward: Action::Lab(LabAction::Forward),
        seek: Action::Seek,
        slower: Action::Slower,
        faster: Action::Faster,
        end: Action::EndReplay,
        beside: None,
    };
    replay_bar::draw(ui, &bar, actions, area);
}

/// Whether the button of an action is pressed in.
fn is_on(action: Action, experiment: &Experiment, page: Option<LabPage>, shows_help: bool) -> bool {
    match action {
        Action::Lab(LabAction::Page(one)) => page == Some(one),
        Action::Lab(LabAction::Brush) => experiment.tool == LabTool::Brush,
        Action::Lab(LabAction::Markers) => experiment.tool == LabTool::Markers,
        Action::Lab(LabAction::Cells) => experiment.lanes.shows_cells(),
        Action::Lab(LabAction::AddLane) => experiment.lanes.all().len() > 1,
        Action::Lab(LabAction::Walk) => experiment.has_walker(),
        Action::Help => shows_help,
        _ => false,
    }
}

fn draw_toolbar(
    ui: &mut Ui<Action>,
    experiment: &Experiment,
    (page, shows_help): (Option<LabPage>, bool),
    layout: &Layout,
    keys: &KeyMap,
) {
    let tools: Vec<(Icon, Action, bool)> = toolbar()
        .into_iter()
        .map(|(icon, action)| (icon, action, is_on(action, experiment, page, shows_help)))
        .collect();
    let toolbar = &layout.toolbar;
    ui.panel(toolbar.area, 14.0, palette().panel_light);
    for (index, (icon, action, is_on)) in tools.iter().enumerate() {
        ui.icon_button(*icon, 24.0, *action, toolbar.place(index), *is_on);
    }
    if let Some(place) = tools.iter().position(|(_, action, is_on)| *action == Action::Lab(LabAction::Brush) && *is_on)
    {
        ui.flush();
        let brush = toolbar.place(place);
        let label = Rect { y: brush.bottom() - LABEL, h: LABEL, ..brush };
        fill_rounded(label, 6.0, palette().panel);
        let paint = ui.painter.shortened(&experiment.paint, label.w, SMALL);
        ui.write_middle(&paint, label, SMALL, palette().text);
    }
    let is_by_finger = !tells_keys(ui);
    let hints = tools
        .iter()
        .enumerate()
        .map(|(index, (_, action, _))| (toolbar.place(index), *action, keys.hint(*action, is_by_finger)));
    let is_at_the_side = toolbar.area.h > toolbar.area.w;
    // The buttons of the bar are of use while one reads.
    let lowest = if is_at_the_side { layout.viewport.y } else { toolbar.area.y };
    let bottom = layout.replay.map_or(lowest, |bar| bar.y) - MARGIN;
    let window = Rect::new(0.0, 0.0, layout.viewport.x, layout.viewport.y);
    tooltip(ui, hints, window, |area| match is_at_the_side {
        true => vec2(layout.stage.center().x, bottom),
        false => vec2(area.center().x, bottom),
    });
}
