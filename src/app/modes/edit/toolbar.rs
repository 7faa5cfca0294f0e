//! The buttons that are always there.

use crate::app::modes::actions::{Action, SessionAction};
use crate::app::modes::edit::actions::{EditAction, EditPage};
use crate::app::modes::edit::ground::GroundTool;
use crate::app::ui::icons::Icon;

/// Each of them, and what it asks for.
pub const TOOLBAR: &[(Icon, Action)] = &[
    (Icon::Arrow, Action::Edit(EditAction::Select)),
    (Icon::Brush, Action::Edit(EditAction::Take(GroundTool::Brush))),
    (Icon::NewAgent, Action::Edit(EditAction::Open(EditPage::Thing))),
    (Icon::Levels, Action::Edit(EditAction::Open(EditPage::List))),
    (Icon::Bake, Action::Edit(EditAction::Open(EditPage::Map))),
    (Icon::Undo, Action::Undo),
    (Icon::Redo, Action::Redo),
    (Icon::Save, Action::Session(SessionAction::Save)),
    (Icon::Pause, Action::Pause),
    (Icon::Restart, Action::Restart),
    (Icon::Frame, Action::Frame),
    (Icon::Lab, Action::Session(SessionAction::Lab)),
    (Icon::Commands, Action::Session(SessionAction::Commands)),
    (Icon::Settings, Action::Session(SessionAction::Settings)),
    (Icon::Help, Action::Help),
    (Icon::Close, Action::Session(SessionAction::Play)),
];
