//! The one table of actions: for each mode the keys of every action, its name in the settings, and what the help says of it.
//!
//! The help of a mode, the list of commands, the keys that a user can change and the page of keys (README.md) come from it. The
//! rows of the pages of the lab's panel stand with [these](PAGES).

use macroquad::input::KeyCode;

use crate::app::modes::ModeName;
use crate::app::modes::actions::binding::{Binding, Chord, Shortcut, row, shortcut, with, with_shift};
use crate::app::modes::actions::{Action, SessionAction};
use crate::app::modes::edit::actions::{EditAction, EditPage};
use crate::app::modes::edit::ground::GroundTool;
use crate::app::modes::lab::actions::LabAction;
use crate::app::modes::lab::hud::pages::PAGES;
use crate::app::modes::play::actions::PlayAction;
use crate::app::modes::search_setting::Setting;
use crate::app::view::overlays::Overlay;

/// What is done without a key, for the help: gesture, meaning.
pub type Gestures = &'static [(&'static str, &'static str)];

/// The rows of a mode, in the order of its help.
pub fn bindings(mode: ModeName) -> Vec<&'static Binding> {
    let own: Vec<&Binding> = match mode {
        ModeName::Game => [IN_GAME_AND_EDIT, GAME, IN_GAME_AND_LAB].into_iter().flatten().collect(),
        ModeName::Lab => {
            let pages = PAGES.iter().map(|page| &page.binding);
            LAB.iter().chain(pages).chain(IN_GAME_AND_LAB).collect()
        }
        ModeName::Edit => [EDIT, IN_GAME_AND_EDIT].into_iter().flatten().collect(),
    };
    own.into_iter().chain(EVERYWHERE).collect()
}

/// The keys with Control or Cmd of a mode, in the order of its help.
pub fn shortcuts(mode: ModeName) -> Vec<&'static Shortcut> {
    let own = match mode {
        ModeName::Game => SHORTCUTS_IN_GAME,
        ModeName::Lab => SHORTCUTS_IN_LAB,
        ModeName::Edit => SHORTCUTS_IN_EDIT,
    };
    own.iter().chain(SHORTCUTS_EVERYWHERE).collect()
}

/// What mouse and keyboard do in a mode besides.
pub fn gestures(mode: ModeName) -> Gestures {
    match mode {
        ModeName::Game => GESTURES_IN_GAME,
        ModeName::Lab => GESTURES_IN_LAB,
        ModeName::Edit => GESTURES_IN_EDIT,
    }
}

/// What fingers do in a mode.
pub fn touches(mode: ModeName) -> Gestures {
    match mode {
        ModeName::Game => TOUCHES_IN_GAME,
        ModeName::Lab => TOUCHES_IN_LAB,
        ModeName::Edit => TOUCHES_IN_EDIT,
    }
}

/// What every mode has.
const EVERYWHERE: &[Binding] = &[
    row(
        &[KeyCode::Slash],
        Action::Session(SessionAction::Commands),
        "commands",
        "find a command or a level: type a part of its name",
    ),
    row(
        &[KeyCode::F6],
        Action::Session(SessionAction::Settings),
        "settings",
        "the settings: colours, keys, full screen",
    ),
    row(&[KeyCode::F11], Action::Session(SessionAction::FullScreen), "full-screen", "full screen, or a window"),
    row(&[KeyCode::Insert], Action::Session(SessionAction::Sound), "sound", "sound: on or off"),
    row(
        &[KeyCode::Semicolon],
        Action::Session(SessionAction::KeyPointer),
        "key-pointer",
        "a pointer for the keyboard: the arrows move it, with Shift further; Enter clicks, held it drags",
    ),
    row(&[KeyCode::H, KeyCode::F1], Action::Help, "help", "this help"),
];

/// What the game and the lab have besides.
const IN_GAME_AND_LAB: &[Binding] = &[
    row(&[KeyCode::PageDown], Action::NextLevel, "next-level", "the next level"),
    row(&[KeyCode::PageUp], Action::PreviousLevel, "previous-level", "the previous level"),
    row(&[KeyCode::RightBracket], Action::Turn(Setting::Algorithm, true), "next-algorithm", "the next algorithm"),
    row(
        &[KeyCode::LeftBracket],
        Action::Turn(Setting::Algorithm, false),
        "previous-algorithm",
        "the previous algorithm",
    ),
];

/// What the game and the edit mode have besides.
const IN_GAME_AND_EDIT: &[Binding] = &[
    row(&[KeyCode::Space], Action::Pause, "pause", "pause, resume"),
    row(&[KeyCode::Period], Action::StepOnce, "step-once", "one tick (pauses)"),
    row(&[KeyCode::F9], Action::Session(SessionAction::Lab), "lab", "the lab: watch searches on this level"),
];

/// What the game alone has.
const GAME: &[Binding] = &[
    row(&[KeyCode::R], Action::Restart, "restart", "restart the level"),
    row(
        &[KeyCode::Home],
        Action::Play(PlayAction::RestartAgents),
        "restart-agents",
        "restart the agents, keep my walls",
    ),
    row(&[KeyCode::X], Action::Play(PlayAction::Stop), "stop", "stop the selected agents"),
    row(&[KeyCode::C], Action::Play(PlayAction::Scatter), "scatter", "scatter them to random places"),
    row(
        &[KeyCode::Key1],
        Action::Play(PlayAction::Formation),
        "formation",
        "formation: a selected group keeps its formation, or not",
    ),
    row(
        &[KeyCode::Key2],
        Action::Play(PlayAction::Follow),
        "follow",
        "follow: then choose an agent; press twice: only while in sight",
    ),
    row(&[KeyCode::Key3], Action::Play(PlayAction::Flee), "flee", "flee: then choose an agent"),
    row(&[KeyCode::Key4], Action::Play(PlayAction::Wander), "wander", "wander around here"),
    row(
        &[KeyCode::Key5],
        Action::Play(PlayAction::Patrol),
        "patrol",
        "patrol: then choose its points, Enter ends; press twice: along the level's next path",
    ),
    row(
        &[KeyCode::Key6],
        Action::Play(PlayAction::Course),
        "course",
        "patrol that path in a loop, back and forth, or once",
    ),
    row(&[KeyCode::Key7], Action::Play(PlayAction::Wait), "wait", "wait for three seconds"),
    row(&[KeyCode::N], Action::Play(PlayAction::AddAgent), "add-agent", "add a walker at the pointer"),
    row(
        &[KeyCode::Delete, KeyCode::Backspace],
        Action::Play(PlayAction::RemoveSelected),
        "remove-selected",
        "remove the selected agents",
    ),
    row(&[KeyCode::B], Action::Play(PlayAction::Brush), "brush", "brush: paint and erase walls"),
    row(&[KeyCode::F], Action::Frame, "frame", "show the whole map"),
    row(
        &[KeyCode::Equal, KeyCode::KpAdd],
        Action::Faster,
        "faster",
        "let time pass faster, or the replay that is open",
    ),
    row(
        &[KeyCode::Minus, KeyCode::KpSubtract],
        Action::Slower,
        "slower",
        "let time pass slower, or the replay that is open",
    ),
    row(
        &[KeyCode::F4],
        Action::Play(PlayAction::FoldCard),
        "fold-card",
        "what the level is about: unfold or fold its card",
    ),
    row(
        &[KeyCode::Key8],
        Action::Play(PlayAction::FollowCamera),
        "follow-camera",
        "let the camera follow the selected agent, until the map is moved",
    ),
    row(
        &[KeyCode::Key0],
        Action::Play(PlayAction::Pin),
        "pin",
        "pin what is known of the cell at the pointer, or take it away",
    ),
    row(
        &[KeyCode::Comma],
        Action::Session(SessionAction::Edit),
        "edit",
        "edit this level: draw on it and put things on it",
    ),
    row(&[KeyCode::Backslash], Action::Session(SessionAction::Save), "save", "save this level"),
    row(
        &[KeyCode::F12],
        Action::Session(SessionAction::CopyLink),
        "copy-link",
        "copy a link that plays this level as it is now",
    ),
    row(
        &[KeyCode::Apostrophe],
        Action::Session(SessionAction::SaveReplay),
        "save-replay",
        "save a replay of this run, from the level's beginning",
    ),
    row(&[KeyCode::W, KeyCode::Up], Action::PanUp, "pan-up", "pan up"),
    row(&[KeyCode::A, KeyCode::Left], Action::PanLeft, "pan-left", "pan left"),
    row(&[KeyCode::S, KeyCode::Down], Action::PanDown, "pan-down", "pan down"),
    row(&[KeyCode::D, KeyCode::Right], Action::PanRight, "pan-right", "pan right"),
    row(&[KeyCode::L], Action::Play(PlayAction::Levels), "levels", "the list of levels"),
    row(
        &[KeyCode::Enter, KeyCode::KpEnter],
        Action::Play(PlayAction::Accept),
        "accept",
        "play the marked level of the list; end the patrol that is made",
    ),
    row(&[KeyCode::I], Action::Play(PlayAction::Debug), "debug", "overlays: show or hide the debug layer"),
    row(&[KeyCode::Q], Action::Play(PlayAction::DebugEverything), "debug-everything", "every overlay, or none"),
    row(&[KeyCode::G], Action::Play(PlayAction::Overlay(Overlay::Grid)), "overlay-grid", "grid lines and origin"),
    row(
        &[KeyCode::O],
        Action::Play(PlayAction::Overlay(Overlay::Obstacles)),
        "overlay-obstacles",
        "obstacles and clearance",
    ),
    row(
        &[KeyCode::P],
        Action::Play(PlayAction::Overlay(Overlay::Paths)),
        "overlay-paths",
        "paths, waypoints and their radius",
    ),
    row(
        &[KeyCode::E],
        Action::Play(PlayAction::Overlay(Overlay::Search)),
        "overlay-search",
        "cells explored: open and closed set",
    ),
    row(
        &[KeyCode::V],
        Action::Play(PlayAction::Overlay(Overlay::Vectors)),
        "overlay-vectors",
        "velocities: wanted, preferred, chosen; corrections",
    ),
    row(
        &[KeyCode::F7],
        Action::Play(PlayAction::Overlay(Overlay::Orders)),
        "overlay-orders",
        "orders: patrol paths, queues, followers",
    ),
    row(
        &[KeyCode::F8],
        Action::Play(PlayAction::Overlay(Overlay::Senses)),
        "overlay-senses",
        "senses: sight, rays, avoidance radius",
    ),
    row(
        &[KeyCode::Key9],
        Action::Play(PlayAction::Overlay(Overlay::Heat)),
        "overlay-heat",
        "heat map: cost, clearance, traffic, wear, off",
    ),
    row(
        &[KeyCode::T],
        Action::Play(PlayAction::Overlay(Overlay::Numbers)),
        "overlay-numbers",
        "numbers: the last search, times",
    ),
    row(
        &[KeyCode::GraveAccent],
        Action::Play(PlayAction::SelectedOnly),
        "selected-only",
        "overlays: paths, velocities, orders and senses of selected agents only",
    ),
    row(
        &[KeyCode::K],
        Action::Play(PlayAction::SearchPanel),
        "search-panel",
        "the search panel: algorithm and settings",
    ),
    row(
        &[KeyCode::F2],
        Action::Play(PlayAction::BakePanel),
        "bake-panel",
        "the bake panel: agent size, steps, slopes, open cells",
    ),
    row(
        &[KeyCode::F3],
        Action::Play(PlayAction::Inspector),
        "inspector",
        "the inspector: an agent's state and its profile",
    ),
    row(&[KeyCode::J], Action::Play(PlayAction::Compare), "compare", "compare every algorithm on the last search"),
    row(&[KeyCode::Y], Action::Play(PlayAction::Replay), "replay", "replay the last search; pause, resume"),
    row(&[KeyCode::U], Action::Play(PlayAction::ReplayForward), "replay-forward", "one step of the search forward"),
    row(&[KeyCode::Z], Action::Play(PlayAction::ReplayBack), "replay-back", "one step of the search back"),
    row(
        &[KeyCode::End],
        Action::Play(PlayAction::ToSelection),
        "to-selection",
        "show the selected agents in the middle",
    ),
    row(
        &[KeyCode::F10],
        Action::Play(PlayAction::Minimap),
        "minimap",
        "the whole map in a corner, where the window shows a part: show or hide it",
    ),
    row(&[KeyCode::M], Action::Play(PlayAction::Messages), "messages", "messages of the level file"),
    row(&[KeyCode::Escape], Action::Close, "close", "close what is open, then deselect"),
];

/// What mouse and keyboard do in the game, for the help: gesture, meaning.
const GESTURES_IN_GAME: &[(&str, &str)] = &[
    ("Click or tap", "send the selected agents there (all, when none is selected and they are few)"),
    ("Shift+click", "queue: with Shift every order comes after the earlier ones"),
    ("Click an agent", "select it; with Shift, add it or take it out"),
    ("Double-click an agent", "select all of its kind that are in sight"),
    ("The button with the plus", "Shift for touch: stays on until it is pressed again"),
    ("Drag", "select with a box"),
    ("Drag a goal", "move the goal; the path follows"),
    ("Drag the flag of a start", "agents that begin there are put there, and go to their goals from there"),
    ("Drag an obstacle", "move it if it has a name; the map is baked again"),
    ("Click or drag on the small map", "look there"),
    ("Right click", "send; on an agent: follow it; while a patrol is made: take its last point back"),
    ("Wheel, two fingers", "zoom"),
    ("Middle or right drag, two fingers", "move the map"),
    ("A finger held on a button", "say what the button does, without pressing it"),
    ("Tab, Shift+Tab", "move the keyboard's focus; Enter presses, the arrows change a number"),
    ("Ctrl or Cmd with A, C, X, V", "in a text field: select all, copy, cut, paste"),
];

/// The keys in the row above the letters, by their digits.
const DIGITS: [KeyCode; 10] = [
    KeyCode::Key0,
    KeyCode::Key1,
    KeyCode::Key2,
    KeyCode::Key3,
    KeyCode::Key4,
    KeyCode::Key5,
    KeyCode::Key6,
    KeyCode::Key7,
    KeyCode::Key8,
    KeyCode::Key9,
];

/// Each digit, with Shift or without.
const fn digits(with_shift: bool) -> [Chord; 10] {
    let mut chords = [with(KeyCode::Key0); 10];
    let mut digit = 0;
    while digit < chords.len() {
        chords[digit] = Chord { key: DIGITS[digit], with_shift };
        digit += 1;
    }
    chords
}

/// The keys of redo.
const REDO: &[Chord] = &[with_shift(KeyCode::Z), with(KeyCode::Y)];

/// The shortcuts that every mode has.
const SHORTCUTS_EVERYWHERE: &[Shortcut] =
    &[shortcut(&[with(KeyCode::K)], |_| Action::Session(SessionAction::Commands), "find a command or a level")];

/// The shortcuts that the game alone has.
const SHORTCUTS_IN_GAME: &[Shortcut] = &[
    shortcut(&[with(KeyCode::A)], |_| Action::SelectAll, "select all agents"),
    shortcut(
        &digits(true),
        |digit| Action::Play(PlayAction::KeepGroup(digit as u8)),
        "keep the selected agents as the group of that number",
    ),
    shortcut(
        &digits(false),
        |digit| Action::Play(PlayAction::Group(digit as u8)),
        "select that group; again: and show it in the middle",
    ),
    shortcut(&[with(KeyCode::E)], |_| Action::Session(SessionAction::Edit), "edit this level; again: back to the game"),
    shortcut(&[with(KeyCode::S)], |_| Action::Session(SessionAction::Save), "save this level"),
    shortcut(&[with(KeyCode::V)], |_| Action::Paste, "play the level on the clipboard: a link to it, or its text"),
    shortcut(
        &[with(KeyCode::Z)],
        |_| Action::Undo,
        "take back what was done to the ground, or an order of the last five seconds",
    ),
    shortcut(REDO, |_| Action::Redo, "do again what was taken back of the ground"),
];

/// What fingers do in the game, for the help on a touch screen: gesture, meaning.
const TOUCHES_IN_GAME: &[(&str, &str)] = &[
    ("Tap the ground", "send the selected agents there (all, when none is selected and they are few)"),
    ("Tap an agent", "select it"),
    ("Drag", "select with a box"),
    ("Drag a goal", "move the goal; the path follows"),
    ("Drag an obstacle", "move it if it has a name; the map is baked again"),
    ("Two fingers", "move the map, and zoom"),
    ("A finger held on a button", "say what the button does, without pressing it"),
    ("The button with the plus", "add to the selection, and queue orders: stays on until it is pressed again"),
    ("The button with the lines", "everything that can be done, and every level"),
    ("The button with the wheel", "the settings: colours, full screen"),
];

/// What the lab alone has.
const LAB: &[Binding] = &[
    row(&[KeyCode::S], Action::Lab(LabAction::RandomStart), "random-start", "the start to a random place"),
    row(&[KeyCode::G], Action::Lab(LabAction::RandomGoal), "random-goal", "the goal to a random place"),
    row(&[KeyCode::M], Action::Lab(LabAction::Via), "via", "via point: search in two legs, or in one again"),
    row(&[KeyCode::O], Action::Lab(LabAction::RandomObstacles), "random-obstacles", "random obstacles"),
    row(&[KeyCode::P], Action::Lab(LabAction::ClearPath), "clear-path", "clear the path and the explored cells"),
    row(&[KeyCode::X], Action::Lab(LabAction::ClearWalls), "clear-walls", "clear the walls"),
    row(&[KeyCode::C], Action::Lab(LabAction::ClearAll), "clear-all", "clear all"),
    row(&[KeyCode::N], Action::Lab(LabAction::NextSheet), "next-sheet", "another sheet: the next seed"),
    row(&[KeyCode::Enter, KeyCode::KpEnter], Action::Lab(LabAction::Walk), "walk", "walk it: send an agent along"),
    row(
        &[KeyCode::Space, KeyCode::Y],
        Action::Lab(LabAction::Play),
        "play",
        "play the search step by step; pause, resume",
    ),
    row(&[KeyCode::Q], Action::Lab(LabAction::Predict), "predict", "be asked which cell the search expands next"),
    row(&[KeyCode::Period, KeyCode::U], Action::Lab(LabAction::Forward), "forward", "one step of the search forward"),
    row(&[KeyCode::Comma, KeyCode::Z], Action::Lab(LabAction::Back), "back", "one step of the search back"),
    row(&[KeyCode::Home], Action::Lab(LabAction::First), "first", "to the beginning of the search"),
    row(&[KeyCode::End], Action::Lab(LabAction::Last), "last", "to its end"),
    row(&[KeyCode::Equal, KeyCode::KpAdd], Action::Faster, "faster", "play it faster"),
    row(&[KeyCode::Minus, KeyCode::KpSubtract], Action::Slower, "slower", "play it slower"),
    row(&[KeyCode::J], Action::Lab(LabAction::AddLane), "add-lane", "another search beside: two to four at a time"),
    row(
        &[KeyCode::Delete, KeyCode::Backspace],
        Action::Lab(LabAction::RemoveLane),
        "remove-lane",
        "take the chosen search away",
    ),
    row(&[KeyCode::T], Action::Lab(LabAction::ByTime), "by-time", "play searches side by side by time, or by steps"),
    row(&[KeyCode::I], Action::Lab(LabAction::CopyTable), "copy-table", "copy the table of the searches as text"),
    row(&[KeyCode::D], Action::Lab(LabAction::CopyPath), "copy-path", "copy the cells of the path as a list"),
    row(
        &[KeyCode::A],
        Action::Session(SessionAction::SavePicture),
        "save-picture",
        "save a picture of the sheets (PNG)",
    ),
    row(
        &[KeyCode::F7],
        Action::Session(SessionAction::SaveFilm),
        "save-film",
        "save the searches as a moving picture (GIF)",
    ),
    row(
        &[KeyCode::R],
        Action::Lab(LabAction::Language),
        "language",
        "the code beside a search that is played: in pseudo-code, Rust, or C#",
    ),
    row(&[KeyCode::W], Action::Lab(LabAction::CopyMap), "copy-map", "copy the map as text"),
    row(&[KeyCode::E], Action::Lab(LabAction::Cells), "cells", "explored cells: open and closed set"),
    row(&[KeyCode::B], Action::Lab(LabAction::Brush), "brush", "brush: draw and erase; again: other ground"),
    row(&[KeyCode::V], Action::Lab(LabAction::Markers), "markers", "place the start, then the goal"),
    row(&[KeyCode::F], Action::Frame, "frame", "show the whole sheet"),
    row(&[KeyCode::Up], Action::PanUp, "pan-up", "pan up"),
    row(&[KeyCode::Left], Action::PanLeft, "pan-left", "pan left"),
    row(&[KeyCode::Down], Action::PanDown, "pan-down", "pan down"),
    row(&[KeyCode::Right], Action::PanRight, "pan-right", "pan right"),
    row(
        &[KeyCode::F12],
        Action::Session(SessionAction::CopyLink),
        "copy-link",
        "copy a link that opens the lab as it is now",
    ),
    row(
        &[KeyCode::F8],
        Action::Session(SessionAction::CopyEmbed),
        "copy-embed",
        "copy the frame that shows these sheets in an article",
    ),
    row(
        &[KeyCode::Backslash],
        Action::Session(SessionAction::Save),
        "save",
        "save the sheet as a level, with start and goal",
    ),
    row(&[KeyCode::Escape], Action::Close, "close", "close what is open"),
    row(&[KeyCode::F9], Action::Session(SessionAction::Play), "leave", "back to the game, which is as it was"),
];

/// What mouse and keyboard do in the lab, for the help: gesture, meaning.
const GESTURES_IN_LAB: &[(&str, &str)] = &[
    ("Drag the start, the goal or V", "move it; path and explored cells follow"),
    ("Drag on the ground", "draw walls, or other ground; begun on a wall, it erases"),
    ("Click with the markers' tool", "place the start, then the goal, and so on"),
    ("Wheel, two fingers", "zoom"),
    ("Middle or right drag, two fingers", "move the map"),
    ("A finger held on a button", "say what the button does, without pressing it"),
];

/// The shortcuts that the lab alone has.
const SHORTCUTS_IN_LAB: &[Shortcut] = &[
    shortcut(
        &[with(KeyCode::S)],
        |_| Action::Session(SessionAction::Save),
        "save the sheet as a level, with start and goal",
    ),
    shortcut(
        &[with(KeyCode::V)],
        |_| Action::Paste,
        "take the ground of the level on the clipboard: a link to it, or its text",
    ),
    shortcut(&[with(KeyCode::E)], |_| Action::Session(SessionAction::Edit), "edit the level of the game"),
];

/// What fingers do in the lab, for the help on a touch screen: gesture, meaning.
const TOUCHES_IN_LAB: &[(&str, &str)] = &[
    ("Drag the start, the goal or V", "move it; path and explored cells follow"),
    ("Drag on the ground", "draw walls, or other ground; begun on a wall, it erases"),
    ("Tap with the markers' tool", "place the start, then the goal, and so on"),
    ("Two fingers", "move the map, and zoom"),
    ("A finger held on a button", "say what the button does, without pressing it"),
    ("The button with the lines", "everything that can be done, and every level"),
    ("The button with the wheel", "the settings: colours, full screen"),
];

/// What the edit mode alone has.
const EDIT: &[Binding] = &[
    row(&[KeyCode::V], Action::Edit(EditAction::Select), "select", "arrow: select and move things"),
    row(&[KeyCode::B], Action::Edit(EditAction::Take(GroundTool::Brush)), "brush", "brush: draw on the chosen layer"),
    row(&[KeyCode::L], Action::Edit(EditAction::Take(GroundTool::Line)), "line", "draw straight lines"),
    row(&[KeyCode::Q], Action::Edit(EditAction::Take(GroundTool::Rectangle)), "rectangle", "draw filled rectangles"),
    row(
        &[KeyCode::G],
        Action::Edit(EditAction::Take(GroundTool::Fill)),
        "fill",
        "fill connected tiles of the same kind",
    ),
    row(
        &[KeyCode::I],
        Action::Edit(EditAction::Take(GroundTool::Pick)),
        "pick",
        "pick up what a tile has, to draw with it",
    ),
    row(
        &[KeyCode::S],
        Action::Edit(EditAction::Take(GroundTool::Stamp)),
        "stamp",
        "stamp: drag over a part of the map to copy it, then press where to draw it again",
    ),
    row(
        &[KeyCode::Y],
        Action::Edit(EditAction::NextLayer),
        "layer",
        "the next layer: terrain, height, ceiling, places",
    ),
    row(&[KeyCode::LeftBracket], Action::Edit(EditAction::Size(false)), "smaller", "a smaller brush"),
    row(&[KeyCode::RightBracket], Action::Edit(EditAction::Size(true)), "larger", "a larger brush"),
    row(
        &[KeyCode::M],
        Action::Edit(EditAction::Mirror(true)),
        "mirror",
        "draw mirrored: left and right, top and bottom, both, or not",
    ),
    row(&[KeyCode::A], Action::Edit(EditAction::Snap), "snap", "snap things to the middle of tiles, or not"),
    row(&[KeyCode::D], Action::Edit(EditAction::Duplicate), "duplicate", "duplicate the selection, one tile further"),
    row(&[KeyCode::T], Action::Edit(EditAction::Turn), "turn", "turn the selection by 45 degrees"),
    row(&[KeyCode::Delete, KeyCode::Backspace], Action::Edit(EditAction::Remove), "remove", "remove the selection"),
    row(&[KeyCode::Z], Action::Undo, "undo", "undo"),
    row(&[KeyCode::X], Action::Redo, "redo", "redo"),
    row(&[KeyCode::W], Action::Session(SessionAction::Save), "save", "save the level"),
    row(&[KeyCode::O], Action::Session(SessionAction::SaveAs), "save-as", "save the level under another name"),
    row(&[KeyCode::E], Action::Edit(EditAction::FrameSelection), "frame-selection", "show the selection, large"),
    row(
        &[KeyCode::F10],
        Action::Edit(EditAction::Minimap),
        "minimap",
        "the whole map in a corner, where the window shows a part: show or hide it",
    ),
    row(&[KeyCode::N], Action::Edit(EditAction::New), "new", "a new level: an empty map"),
    row(
        &[KeyCode::Key1],
        Action::Edit(EditAction::Open(EditPage::Draw)),
        "draw-page",
        "the drawing page: tools, layers, terrains",
    ),
    row(
        &[KeyCode::Key2],
        Action::Edit(EditAction::Open(EditPage::Thing)),
        "thing-page",
        "the page with the properties of the selection, and with what can be added",
    ),
    row(&[KeyCode::Key3], Action::Edit(EditAction::Open(EditPage::List)), "list-page", "the list of everything"),
    row(
        &[KeyCode::Key4],
        Action::Edit(EditAction::Open(EditPage::Map)),
        "map-page",
        "the page of the map: its name, its size, how it is baked",
    ),
    row(
        &[KeyCode::Key5],
        Action::Edit(EditAction::Open(EditPage::History)),
        "history-page",
        "the history: go back to any edit",
    ),
    row(&[KeyCode::R], Action::Restart, "restart", "begin the level anew, as it is drawn now"),
    row(&[KeyCode::F], Action::Frame, "frame", "show the whole map"),
    row(&[KeyCode::Up], Action::PanUp, "pan-up", "move the map down"),
    row(&[KeyCode::Left], Action::PanLeft, "pan-left", "move the map right"),
    row(&[KeyCode::Down], Action::PanDown, "pan-down", "move the map up"),
    row(&[KeyCode::Right], Action::PanRight, "pan-right", "move the map left"),
    row(&[KeyCode::Escape], Action::Close, "close", "cancel, then deselect, then close the panel"),
    row(&[KeyCode::Comma], Action::Session(SessionAction::Play), "leave", "back to the game"),
];

/// What mouse and keyboard do in the edit mode, for the help: gesture, meaning.
const GESTURES_IN_EDIT: &[(&str, &str)] = &[
    ("Click a thing", "select it; with Shift, add it to the selection or take it out"),
    ("Drag a thing or a handle", "move it: agents, goals, ends and corners of links, points of paths, edges of zones"),
    ("Drag over the ground", "with a drawing tool: draw; with the arrow: select with a box"),
    ("Middle or right drag, two fingers", "move the map"),
    ("Wheel, two fingers", "zoom"),
    ("Tab, Shift+Tab", "move the keyboard's focus; Enter presses, the arrows change a number"),
];

/// The shortcuts that the edit mode alone has.
const SHORTCUTS_IN_EDIT: &[Shortcut] = &[
    shortcut(&[with(KeyCode::Z)], |_| Action::Undo, "undo"),
    shortcut(REDO, |_| Action::Redo, "redo"),
    shortcut(
        &[with(KeyCode::S)],
        |_| Action::Session(SessionAction::Save),
        "save: the file keeps its comments and its layout",
    ),
    shortcut(&[with(KeyCode::A)], |_| Action::SelectAll, "select everything"),
    shortcut(&[with(KeyCode::C)], |_| Action::Copy, "copy the selection"),
    shortcut(&[with(KeyCode::X)], |_| Action::Cut, "cut the selection"),
    shortcut(
        &[with(KeyCode::V)],
        |_| Action::Paste,
        "paste what was copied; before that, play the level on the clipboard",
    ),
    shortcut(&[with(KeyCode::E)], |_| Action::Session(SessionAction::Play), "back to the game"),
];

/// What fingers do in the edit mode, for the help on a touch screen: gesture, meaning.
const TOUCHES_IN_EDIT: &[(&str, &str)] = &[
    ("Tap a thing", "select it"),
    ("Drag a thing or a handle", "move it: agents, goals, ends and corners of links, points of paths, edges of zones"),
    ("Drag over the ground", "with a drawing tool: draw; with the arrow: select with a box"),
    ("Two fingers", "move the map, and zoom"),
    ("A finger held on a button", "say what the button does, without pressing it"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::modes::keys::in_words;
    use crate::app::ui::key_names;

    #[test]
    fn no_key_no_name_and_no_action_is_listed_twice() {
        for mode in ModeName::ALL {
            let rows = bindings(mode);
            let keys: Vec<KeyCode> = rows.iter().flat_map(|row| row.keys).copied().collect();
            for (index, key) in keys.iter().enumerate() {
                assert!(!keys[..index].contains(key) && key_names::name_of(*key).is_some(), "{mode:?}: {key:?}");
            }
            for (index, row) in rows.iter().enumerate() {
                let is_other = |other: &Binding| other.action != row.action && other.name != row.name;
                assert!(rows[..index].iter().copied().all(is_other), "{mode:?}: {:?}", row.action);
            }
        }
    }

    #[test]
    fn no_chord_is_listed_twice_and_each_asks_for_something_of_its_own() {
        for mode in ModeName::ALL {
            let chords: Vec<Chord> = shortcuts(mode).iter().flat_map(|row| row.chords).copied().collect();
            for (index, chord) in chords.iter().enumerate() {
                assert!(!chords[..index].contains(chord) && key_names::name_of(chord.key).is_some(), "{chord:?}");
            }
        }
        let named = |action: Action| {
            let rows = shortcuts(ModeName::Game);
            rows.into_iter().find(|row| (row.action)(0) == action).map(Shortcut::keys).unwrap_or_default()
        };
        assert_eq!(named(Action::SelectAll), "Ctrl or Cmd with A");
        assert_eq!(named(Action::Redo), "Ctrl or Cmd with Shift and Z, or Y");
        assert_eq!(named(Action::Play(PlayAction::KeepGroup(0))), "Ctrl or Cmd with Shift and 0 to 9");
    }

    /// The page of keys is made from this table: with `REMAKE_REFERENCE=1` its rows are written anew.
    #[test]
    fn the_page_shows_this_table() {
        const HEAD: &str = "| key or gesture | what it does |\n|---|---|\n";
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/src/app/modes/README.md");
        let page = std::fs::read_to_string(file).expect("it is there");
        let parts: Vec<&str> = page.split(HEAD).collect();
        assert_eq!(parts.len(), 1 + ModeName::ALL.len(), "a table for each mode, in their order");
        let mut made = parts[0].to_owned();
        for (mode, part) in ModeName::ALL.into_iter().zip(&parts[1..]) {
            let gestures = gestures(mode).iter().map(|(gesture, help)| format!("| {gesture} | {help} |\n"));
            let shortcuts = shortcuts(mode).into_iter().map(|row| format!("| {} | {} |\n", row.keys(), row.help));
            let keys = bindings(mode).into_iter().map(|row| format!("| {} | {} |\n", in_words(row.keys), row.help));
            made.push_str(HEAD);
            made.extend(gestures.chain(shortcuts).chain(keys));
            made.extend(part.split_inclusive('\n').skip_while(|line| line.starts_with('|')));
        }
        if std::env::var_os("REMAKE_REFERENCE").is_some() {
            std::fs::write(file, &made).expect("it can be written");
        } else if page != made {
            let differing = made.lines().zip(page.lines()).find(|(made, page)| made != page);
            panic!("made anew and as it is, {file} has {differing:?}; REMAKE_REFERENCE=1 writes it");
        }
    }

    /// A mode does nothing by the actions of another one.
    #[test]
    fn a_mode_has_its_own_actions_and_those_of_all() {
        for mode in ModeName::ALL {
            for row in bindings(mode) {
                let is_own = match row.action {
                    Action::Play(_) => mode == ModeName::Game,
                    Action::Lab(_) => mode == ModeName::Lab,
                    Action::Edit(_) => mode == ModeName::Edit,
                    Action::Menu(_) | Action::Import(_) => false,
                    _ => true,
                };
                assert!(is_own, "{mode:?}: {:?}", row.action);
            }
        }
    }

    /// The list of commands is for fingers too; only the keyboard's pointer clicks.
    #[test]
    fn no_command_asks_for_a_click() {
        for row in ModeName::ALL.into_iter().flat_map(bindings) {
            assert!(row.name == "key-pointer" || !row.help.contains("click"), "{}", row.help);
        }
    }
}
