//! The parts of the window that a lesson lights up while a level is played.

use footpath::level::{Light, WindowPart};
use macroquad::math::Rect;

use super::Hud;
use crate::app::modes::actions::{Action, SessionAction};
use crate::app::modes::lights;
use crate::app::modes::play::Game;
use crate::app::modes::play::actions::PlayAction;

/// Half the size of the marker of a goal, in logical pixels.
const GOAL: f32 = 12.0;

/// Lights up the parts of the window of which the lesson speaks.
pub(super) fn light(hud: &Hud, game: &Game) {
    let Some(lesson) = game.teaching.lesson() else { return };
    let now = game.clock.elapsed();
    let button = |action| hud.ui.hit_areas.areas_of(&action).collect::<Vec<Rect>>();
    let discs =
        |points: Vec<_>| points.into_iter().for_each(|at| lights::draw_disc(game.camera.to_screen(at), GOAL, now));
    for light in lesson.lights() {
        let Light::Part(part) = light else { continue };
        let areas = match part {
            WindowPart::Start => {
                discs(game.run.sim().agents().iter().map(|agent| agent.position()).collect());
                continue;
            }
            WindowPart::Goal => {
                discs(
                    game.look.goals(game.run.planned(), game.orders.selected()).iter().map(|goal| goal.point).collect(),
                );
                continue;
            }
            WindowPart::Search => button(Action::Play(PlayAction::SearchPanel)),
            WindowPart::Numbers | WindowPart::Debug => button(Action::Play(PlayAction::Debug)),
            WindowPart::Replay => {
                hud.layout.replay.map_or_else(|| button(Action::Play(PlayAction::SearchPanel)), |bar| vec![bar])
            }
            WindowPart::Brush => button(Action::Play(PlayAction::Brush)),
            WindowPart::Levels => button(Action::Play(PlayAction::Levels)),
            WindowPart::Lab => button(Action::Session(SessionAction::Lab)),
            WindowPart::Help => button(Action::Help),
            // A click on the ground sends agents: the game has no button for it.
            WindowPart::Walk => Vec::new(),
        };
        areas.into_iter().for_each(|area| lights::draw_area(area, now));
    }
}
