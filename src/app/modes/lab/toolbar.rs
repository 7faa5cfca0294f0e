//! The buttons that are always there.

use crate::app::modes::actions::{Action, SessionAction};
use crate::app::modes::lab::actions::LabAction;
use crate::app::modes::lab::hud::pages::PAGES;
use crate::app::ui::icons::Icon;

/// Each of them, and what it asks for: the pages of the panel first.
pub fn toolbar() -> Vec<(Icon, Action)> {
    PAGES.iter().map(|page| (page.icon, page.binding.action)).chain(TOOLS.iter().copied()).collect()
}

const TOOLS: &[(Icon, Action)] = &[
    (Icon::Brush, Action::Lab(LabAction::Brush)),
    (Icon::Markers, Action::Lab(LabAction::Markers)),
    (Icon::Die, Action::Lab(LabAction::RandomObstacles)),
    (Icon::Restart, Action::Lab(LabAction::NextSheet)),
    (Icon::Debug, Action::Lab(LabAction::Cells)),
    (Icon::Split, Action::Lab(LabAction::AddLane)),
    (Icon::NewAgent, Action::Lab(LabAction::Walk)),
    (Icon::Frame, Action::Frame),
    (Icon::Commands, Action::Session(SessionAction::Commands)),
    (Icon::Settings, Action::Session(SessionAction::Settings)),
    (Icon::Help, Action::Help),
    (Icon::Close, Action::Session(SessionAction::Play)),
];
