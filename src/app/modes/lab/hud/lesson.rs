//! The lesson in the lab: its card, and the parts of the window that it lights up.

use footpath::level::{Light, Until, WindowPart};
use macroquad::math::Rect;

use super::{in_a_line, strip_of};
use crate::app::modes::actions::Action;
use crate::app::modes::lab::Experiment;
use crate::app::modes::lab::actions::LabAction;
use crate::app::modes::lab::hud::pages::SEARCH;
use crate::app::modes::lab::layout::Layout;
use crate::app::modes::lesson::Lesson;
use crate::app::modes::search_setting::Setting;
use crate::app::modes::{lesson_card, lights};
use crate::app::ui::Ui;

/// Draws the card, or the line that is seen of it while it is folded.
pub fn draw(ui: &mut Ui<Action>, lesson: &Lesson, is_folded: bool, area: Rect) {
    match is_folded {
        true => lesson_card::draw_bar(ui, lesson, area),
        false => lesson_card::draw(ui, lesson, area),
    }
}

/// Lights up the parts of the window of which the lesson speaks. `shown`: what is shown, and whether the lines above the sheets
/// say which numbers stand in the cells.
pub fn light(ui: &Ui<Action>, lesson: &Lesson, shown: (&Experiment, &Layout, bool), now: f32) {
    for light in lesson.lights() {
        let Light::Part(part) = light else { continue };
        lit_areas(ui, lesson, shown, part).into_iter().for_each(|area| lights::draw_area(area, now));
    }
}

fn lit_areas(
    ui: &Ui<Action>,
    lesson: &Lesson,
    (experiment, layout, names_numbers): (&Experiment, &Layout, bool),
    part: WindowPart,
) -> Vec<Rect> {
    let all = |presses: &[Action]| presses.iter().flat_map(|press| ui.hit_areas.areas_of(press)).collect::<Vec<Rect>>();
    let button = |action| all(&[action]);
    match part {
        WindowPart::Search => {
            let setting = match lesson.until() {
                Some(Until::Heuristic(_)) => Setting::Heuristic,
                Some(Until::Weight(_)) => Setting::Weight,
                _ => Setting::Algorithm,
            };
            // The setting of the panel that the step is about, else what opens the panel.
            let areas = all(&[false, true].map(|forward| Action::Turn(setting, forward)));
            let area = areas.into_iter().reduce(|one, other| one.combine_with(other));
            area.map_or_else(|| button(Action::Lab(LabAction::Page(SEARCH))), |area| vec![area])
        }
        WindowPart::Brush => {
            let chooses = all(&[Action::Lab(LabAction::Paint(false)), Action::Lab(LabAction::Paint(true))]);
            let chooses = chooses.into_iter().reduce(|one, other| one.combine_with(other));
            button(Action::Lab(LabAction::Brush)).into_iter().chain(chooses).collect()
        }
        WindowPart::Numbers => {
            let lanes = experiment.lanes.all().iter().zip(&layout.panes);
            let strip = |(lane, pane): (_, &Rect)| {
                let (name, result, _) = in_a_line(lane, names_numbers);
                strip_of(ui, (&name, &result), *pane)
            };
            lanes.map(strip).collect()
        }
        WindowPart::Replay => layout.replay.into_iter().collect(),
        WindowPart::Walk => button(Action::Lab(LabAction::Walk)),
        WindowPart::Help => button(Action::Help),
        WindowPart::Start | WindowPart::Goal | WindowPart::Levels | WindowPart::Debug | WindowPart::Lab => Vec::new(),
    }
}
