//! The page of the panel that sets the chosen search, and says what came of it.

use footpath::nav::{DiagonalCost, Guarantee, PathStatus, SearchStatistics};
use glam::{Vec2, vec2};
use macroquad::color::Color;
use macroquad::math::Rect;

use super::code;
use crate::app::modes::lab::intent::Press;
use crate::app::modes::lab::keys::LabAction;
use crate::app::modes::lab::{Experiment, Lane};
use crate::app::modes::screen::{PADDING, is_upright};
use crate::app::modes::search_setting::Setting;
use crate::app::modes::side_panel::{HEADER, Rows, WORD_BUTTON, begin_page, draw_header, draw_setting};
use crate::app::ui::Ui;
use crate::app::ui::button::Standing;
use crate::app::ui::palette::palette;
use crate::app::ui::scroll::Scroll;
use crate::app::ui::text_painter::{SMALL, line_height};
use crate::app::view::examined::Examined;
use crate::app::view::overlays;
use crate::app::view::words::numbers::{bytes, duration, grouped};
use crate::app::view::words::search_words;

/// How many settings stand below the algorithm.
const SETTINGS: usize = Setting::ALL.len() - 1;

/// The lines that are kept free for what a search does, and for what it promises.
const LINES: usize = 2;

/// The lines of figures.
const FIGURES: usize = 4;

/// The buttons, in rows of two.
const BUTTONS: usize = 8;

/// How high all of it is.
pub fn height(experiment: &Experiment, viewport: Vec2) -> f32 {
    if code::is_in_page(experiment, viewport) {
        // Beside the map the panel is too narrow for some lines; across an upright phone it is not.
        let code = match is_upright(viewport) {
            true => code::height(),
            false => code::height_in_narrow(experiment.lanes.chosen_lane()),
        };
        return HEADER + code + 6.0 + legend_lines(experiment) as f32 * line_height(SMALL) + 8.0;
    }
    let lines = (FIGURES + 2 * LINES + legend_lines(experiment)) as f32 * line_height(SMALL);
    HEADER + Rows::of(viewport).total(SETTINGS) + lines + 38.0 + (BUTTONS / 2) as f32 * (WORD_BUTTON + 6.0) + 6.0
}

/// How many lines the legend of the chosen search has.
fn legend_lines(experiment: &Experiment) -> usize {
    let legend =
        experiment.lanes.all()[experiment.lanes.chosen()].played_leg().map_or(0, |known| overlays::legend(known).len());
    legend.div_ceil(2)
}

/// Draws the page in an area of the window. `revealed`: the step of the search whose line was brought into sight last.
pub fn draw(
    ui: &mut Ui<Press>,
    experiment: &Experiment,
    (panel, viewport): (Rect, Vec2),
    (scroll, revealed): (&mut Scroll, &mut Option<usize>),
) {
    ui.panel(panel, 12.0, palette().panel);
    let (method, lane) = (experiment.lanes.method(), experiment.lanes.chosen_lane());
    let turn = (Press::Do(LabAction::PreviousAlgorithm), Press::Do(LabAction::NextAlgorithm));
    draw_header(ui, search_words::title(method.algorithm), turn, Press::Do(LabAction::SearchPage), panel);
    let shows_code = code::is_in_page(experiment, viewport);
    let page = begin_page(ui, panel, height(experiment, viewport), scroll);
    if shows_code {
        let area = Rect::new(page.x + PADDING, page.y + HEADER, page.w - 2.0 * PADDING, page.h - HEADER);
        let (present, bottom) = code::draw(ui, lane, area);
        let legend = lane.played_leg().map_or_else(Vec::new, overlays::legend);
        ui.legend(&legend, 2, vec2(area.x, bottom + 6.0), area.w);
        let step = experiment.lanes.playback().map(|playback| playback.step());
        if let Some(line) = present.filter(|_| *revealed != step) {
            let top = line.y - page.y - HEADER;
            scroll.reveal(top, top + line.h, panel.h - HEADER - 4.0);
        }
        *revealed = step;
        return ui.end_scroll();
    }
    let rows = Rows::of(viewport);
    for (index, setting) in Setting::ALL.into_iter().skip(1).enumerate() {
        let (area, turn) = (rows.place(page, page.y + HEADER, index), |forward| Press::Turn(setting, forward));
        draw_setting(ui, (&method, setting), turn, area, &rows);
    }
    let (line, width) = (line_height(SMALL), page.w - 2.0 * PADDING);
    let mut at = vec2(page.x + PADDING, page.y + HEADER + rows.total(SETTINGS) + 6.0);
    ui.rule(Rect::new(at.x, at.y, width, 1.0));
    at.y += 6.0;
    for (index, figure) in figures(lane).into_iter().enumerate() {
        let place = vec2((index % 2) as f32 * 0.5 * width, (index / 2) as f32 * line);
        ui.painter.write(figure, at + place, SMALL, palette().text);
    }
    at.y += FIGURES as f32 * line + 4.0;
    let about = ui.painter.wrap(search_words::about(method.algorithm), width, SMALL);
    ui.painter.write_lines(&about, at, SMALL, palette().text_dim);
    at.y += LINES as f32 * line + 2.0;
    let (words, color) = verdict(lane);
    let lines = ui.painter.wrap(&words, width - 14.0, SMALL);
    ui.verdict(&lines, color, at);
    at.y += LINES as f32 * line + 4.0;
    let legend = lane.played_leg().map_or_else(Vec::new, overlays::legend);
    at.y += ui.legend(&legend, 2, at, width) + 8.0;
    let half = 0.5 * (width - 8.0);
    let is_split = experiment.lanes.all().len() > 1;
    let pace = if experiment.lanes.are_by_time() { "Play by time" } else { "Play by steps" };
    let on = |is_on: bool| if is_on { Standing::On } else { Standing::Plain };
    let if_split = if is_split { Standing::Plain } else { Standing::Idle };
    let buttons: [(&str, LabAction, Standing); BUTTONS] = [
        ("Walk it", LabAction::Walk, on(experiment.has_walker())),
        ("Via point", LabAction::Via, on(experiment.via.is_some())),
        ("Explored cells", LabAction::Cells, on(experiment.lanes.shows_cells())),
        ("Clear path", LabAction::ClearPath, Standing::Plain),
        ("Add a search", LabAction::AddLane, Standing::Plain),
        ("Remove search", LabAction::RemoveLane, if_split),
        (pace, LabAction::ByTime, if_split),
        ("Copy table", LabAction::CopyTable, Standing::Plain),
    ];
    for (index, (words, action, standing)) in buttons.into_iter().enumerate() {
        let place = vec2((index % 2) as f32 * (half + 8.0), (index / 2) as f32 * (WORD_BUTTON + 6.0));
        let area = Rect::new(at.x + place.x, at.y + place.y, half, WORD_BUTTON);
        ui.word_button(words, Press::Do(action), area, standing);
    }
    ui.end_scroll();
}

/// What a search took and found.
fn figures(lane: &Lane) -> Vec<String> {
    if lane.legs.is_empty() {
        return vec!["cleared: move something to search".to_owned()];
    }
    let known = lane.figures();
    let (cost, length) = match known {
        // As the tutorials count that have steps of 10 and 14.
        Some(known) if lane.method.diagonal == DiagonalCost::TenFourteen => {
            (format!("cost {:.2} ({:.0})", known.cost, 10.0 * known.cost), format!("length {:.2}", known.length))
        }
        Some(known) => (format!("cost {:.2}", known.cost), format!("length {:.2}", known.length)),
        None => ("no path".to_owned(), String::new()),
    };
    let sum = |count: fn(SearchStatistics) -> u32| {
        grouped(lane.legs.iter().map(|leg| count(leg.statistics()) as usize).sum())
    };
    let or_dots = |value: Option<String>| value.unwrap_or_else(|| "…".to_owned());
    let measured = lane.measured();
    vec![
        cost,
        length,
        format!("{} expanded", sum(|statistics| statistics.expanded)),
        format!("{} generated", sum(|statistics| statistics.generated)),
        format!("{} open at most", or_dots(known.and_then(|known| known.peak_open).map(grouped))),
        format!("memory {}", or_dots(measured.map(|measured| bytes(measured.bytes)))),
        format!("time {}", or_dots(measured.map(|measured| duration(measured.micros)))),
    ]
}

/// What is promised of the path, and in which colour.
fn verdict(lane: &Lane) -> (String, Color) {
    // The worst of its legs counts: none at all, then one that nobody walks, one to a nearer place, one that promises less.
    let rank = |leg: &&Examined| match &leg.found {
        Err(_) => 0,
        Ok(_) if cuts_corners(leg) => 1,
        Ok(path) if path.status == PathStatus::Partial => 2,
        Ok(path) if path.guarantee != Guarantee::Shortest => 3,
        Ok(_) => 4,
    };
    let Some(examined) = lane.legs.iter().min_by_key(rank) else { return (String::new(), palette().text_dim) };
    match &examined.found {
        Ok(_) if cuts_corners(examined) => ("cuts corners: agents never walk that".to_owned(), palette().wrong),
        Ok(path) => {
            let color = if path.guarantee == Guarantee::Shortest { palette().on } else { palette().partial };
            let mut words = search_words::promise(path.guarantee);
            if path.status == PathStatus::Partial {
                words.push_str(", to the nearest that can be reached");
            }
            if path.algorithm != lane.method.algorithm {
                words = format!("ran as {}: {words}", search_words::title(path.algorithm));
            }
            (words, color)
        }
        Err(error) => (error.to_string(), palette().wrong),
    }
}

fn cuts_corners(examined: &Examined) -> bool {
    examined.found.as_ref().is_ok_and(|path| !path.is_walkable)
}
