//! The page of the panel that sets the chosen search, and says what came of it.

use footpath::nav::{DiagonalCost, Guarantee, PathStatus, SearchStatistics};
use footpath::sentences::algorithms;
use macroquad::color::Color;
use macroquad::input::KeyCode;
use macroquad::math::Rect;

use crate::app::modes::actions::binding::row;
use crate::app::modes::actions::{Action, SessionAction};
use crate::app::modes::column::Column;
use crate::app::modes::lab::Lane;
use crate::app::modes::lab::actions::{LabAction, LabPage};
use crate::app::modes::lab::hud::code;
use crate::app::modes::lab::hud::pages::{PageInfo, ShownExperiment};
use crate::app::modes::screen::is_upright;
use crate::app::modes::search_setting::Setting;
use crate::app::modes::side_panel::{RowLayout, WORD_BUTTON, draw_setting};
use crate::app::ui::button::Standing;
use crate::app::ui::icons::Icon;
use crate::app::ui::palette::palette;
use crate::app::ui::text_painter::{SMALL, line_height};
use crate::app::view::examined::Examined;
use crate::app::view::overlays;
use crate::app::view::words::numbers::{bytes, duration, grouped};
use crate::app::view::words::search_words;

/// The lines that are kept free for what a search does, and for what it promises.
const LINES: usize = 2;

/// What it is called.
pub const SEARCH: LabPage = LabPage("Search");

/// How it is opened, and what it shows.
pub const INFO: PageInfo = PageInfo {
    icon: Icon::Search,
    binding: row(&[KeyCode::K], Action::Lab(LabAction::Page(SEARCH)), "search-page", "the panel of the search"),
    title: |experiment| algorithms::title(experiment.lanes.method().algorithm),
    turn: Some((Action::Turn(Setting::Algorithm, false), Action::Turn(Setting::Algorithm, true))),
    fill,
};

/// The settings of the chosen search and what came of it; while it is played and there is no room elsewhere, its code.
/// Gives where the line of the moment is.
fn fill(column: &mut Column, (experiment, _, viewport, language): ShownExperiment) -> Option<Rect> {
    let lane = experiment.lanes.chosen_lane();
    let legend = lane.played_leg().map_or_else(Vec::new, overlays::legend);
    if code::is_in_page(experiment, viewport) {
        column.legend(&legend, 2);
        column.skip(6.0);
        let words = code::language_in_words(lane, language);
        column.buttons(1, WORD_BUTTON, &[(&words, Action::Lab(LabAction::Language), Standing::Plain)]);
        column.skip(4.0);
        let height = code::height_in_page(lane, language, is_upright(viewport));
        let mut present = None;
        column.take(height, |ui, area| {
            present = code::draw(ui, lane, language, area);
        });
        return present;
    }
    let (method, rows, settings) = (experiment.lanes.method(), RowLayout::of(viewport), &Setting::ALL[1..]);
    rows.show(column, settings.len(), |ui, index, area| {
        let setting = settings[index];
        draw_setting(ui, (&method, setting), area, &rows);
    });
    column.rule();
    let figures = figures(lane);
    column.grid((figures.len(), 2), (line_height(SMALL), 0.0), |ui, index, area| {
        ui.painter.write(figures[index].as_str(), area.point(), SMALL, palette().text);
    });
    column.skip(4.0);
    column.lines(algorithms::about(method.algorithm), LINES, palette().text_dim);
    column.skip(2.0);
    let (words, color) = verdict(lane);
    column.verdict(&words, LINES, color);
    column.skip(4.0);
    column.legend(&legend, 2);
    column.skip(8.0);
    let is_split = experiment.lanes.all().len() > 1;
    let pace = if experiment.lanes.are_by_time() { "Play by time" } else { "Play by steps" };
    let on = |is_on: bool| if is_on { Standing::On } else { Standing::Plain };
    let if_split = if is_split { Standing::Plain } else { Standing::Idle };
    let buttons = [
        ("Walk it", Action::Lab(LabAction::Walk), on(experiment.has_walker())),
        ("Via point", Action::Lab(LabAction::Via), on(experiment.via.is_some())),
        ("Explored cells", Action::Lab(LabAction::Cells), on(experiment.lanes.shows_cells())),
        ("Clear path", Action::Lab(LabAction::ClearPath), Standing::Plain),
        ("Add a search", Action::Lab(LabAction::AddLane), Standing::Plain),
        ("Remove search", Action::Lab(LabAction::RemoveLane), if_split),
        (pace, Action::Lab(LabAction::ByTime), if_split),
        ("Copy table", Action::Lab(LabAction::CopyTable), Standing::Plain),
        ("Copy path", Action::Lab(LabAction::CopyPath), Standing::Plain),
        ("Copy map", Action::Lab(LabAction::CopyMap), Standing::Plain),
        ("Save picture", Action::Session(SessionAction::SavePicture), Standing::Plain),
        ("Predict", Action::Lab(LabAction::Predict), Standing::Plain),
    ];
    column.buttons(2, WORD_BUTTON, &buttons.map(|(words, action, standing)| (words, action, standing)));
    None
}

/// What a search took and found; what is not known is empty, so that nothing moves once it is.
fn figures(lane: &Lane) -> [String; 7] {
    if lane.legs.is_empty() {
        let mut figures: [String; _] = Default::default();
        figures[0] = "cleared: move something to search".to_owned();
        return figures;
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
    [
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
                words = format!("ran as {}: {words}", algorithms::title(path.algorithm));
            }
            (words, color)
        }
        Err(error) => (error.to_string(), palette().wrong),
    }
}

fn cuts_corners(examined: &Examined) -> bool {
    examined.found.as_ref().is_ok_and(|path| !path.is_walkable)
}
