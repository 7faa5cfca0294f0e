//! The buttons that are always there.

use crate::app::modes::actions::{Action, SessionAction};
use crate::app::modes::lab::actions::{LabAction, Page};
use crate::app::ui::icons::Icon;

/// Each of them, and what it asks for.
pub const TOOLBAR: &[(Icon, Action)] = &[
    (Icon::Search, Action::Lab(LabAction::Page(Page::Search))),
    (Icon::Bake, Action::Lab(LabAction::Page(Page::Sheet))),
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
