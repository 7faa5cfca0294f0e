//! Mouse, keys and fingers, fed by hand.

use footpath::agent::AgentId;
use glam::vec2;

use super::*;
use crate::app::modes::ModeName;
use crate::app::modes::actions::Action;
use crate::app::modes::changed_keys::Keys;
use crate::app::modes::play::actions::PlayAction;
use crate::app::ui::event::WHEEL_ZOOM;
use crate::app::view::overlays::Overlay;

const AGENT: AgentId = AgentId(7);

/// An agent at (100, 100), a goal at (300, 100).
fn scene(at: Vec2) -> Under {
    if at.distance(vec2(100.0, 100.0)) < 10.0 {
        Under::Agent { agent: AGENT, goal_of: Vec::new(), start: None }
    } else if at.distance(vec2(300.0, 100.0)) < 10.0 {
        Under::Goal(vec![AGENT])
    } else {
        Under::Ground
    }
}

fn keys() -> KeyMap {
    Keys::default().of(ModeName::Game)
}

fn feed_with(brush: bool, events: &[InputEvent]) -> (Input, Vec<Action>) {
    let mut input = Input::default();
    let actions = events.iter().flat_map(|event| input.take(*event, &keys(), brush, &scene)).collect();
    (input, actions)
}

fn feed(events: &[InputEvent]) -> Vec<Action> {
    feed_with(false, events).1
}

const DOWN: fn(f32, f32) -> InputEvent = |x, y| InputEvent::MouseDown(MouseButton::Left, vec2(x, y));
const MOVE: fn(f32, f32) -> InputEvent = |x, y| InputEvent::MouseMoved(vec2(x, y));
const UP: fn(f32, f32) -> InputEvent = |x, y| InputEvent::MouseUp(MouseButton::Left, vec2(x, y));

#[test]
fn a_panel_takes_every_key_that_is_not_its_own() {
    use crate::app::modes::play::game::Panel;

    let close = Action::Close;
    for (panel, own) in [
        (Panel::Help, vec![close]),
        (Panel::Levels, vec![close]),
        (Panel::Messages, vec![close]),
        (Panel::Result, vec![Action::Restart, close]),
        // To begin the level again clears the table.
        (Panel::Comparison, vec![Action::Restart, close]),
    ] {
        let (mut input, keys) = (Input::default(), keys().only(panel.actions()));
        let pressed = [KeyCode::B, KeyCode::R, KeyCode::F9, KeyCode::Delete, KeyCode::Escape].map(InputEvent::KeyDown);
        let actions: Vec<Action> =
            pressed.into_iter().flat_map(|event| input.take(event, &keys, false, &scene)).collect();
        assert_eq!(actions, own, "{panel:?}");
    }
}

#[test]
fn a_click_on_ground_sends() {
    let sent = vec![Action::Play(PlayAction::Send { at: vec2(203.0, 201.0), afterwards: false })];
    assert_eq!(feed(&[DOWN(200.0, 200.0), MOVE(203.0, 201.0), UP(203.0, 201.0)]), sent);
}

#[test]
fn shift_click_on_ground_queues() {
    let actions = feed(&[InputEvent::KeyDown(KeyCode::LeftShift), DOWN(200.0, 200.0), UP(200.0, 200.0)]);
    assert_eq!(actions, [Action::Play(PlayAction::Send { at: vec2(200.0, 200.0), afterwards: true })]);
    let released = [
        InputEvent::KeyDown(KeyCode::LeftShift),
        InputEvent::KeyUp(KeyCode::LeftShift),
        DOWN(200.0, 200.0),
        UP(200.0, 200.0),
    ];
    assert_eq!(feed(&released), [Action::Play(PlayAction::Send { at: vec2(200.0, 200.0), afterwards: false })]);
}

#[test]
fn a_click_on_an_agent_selects_and_shift_adds() {
    let click = [DOWN(101.0, 99.0), UP(101.0, 99.0)];
    assert_eq!(feed(&click), [Action::Play(PlayAction::Select { agent: AGENT, toggle: false })]);
    let with_shift = [&[InputEvent::KeyDown(KeyCode::RightShift)][..], &click].concat();
    assert_eq!(feed(&with_shift), [Action::Play(PlayAction::Select { agent: AGENT, toggle: true })]);
}

#[test]
fn a_right_click_sends_and_on_an_agent_has_it_followed() {
    let click = |at| [InputEvent::MouseDown(MouseButton::Right, at), InputEvent::MouseUp(MouseButton::Right, at)];
    let ground = vec2(200.0, 200.0);
    assert_eq!(feed(&click(ground)), [Action::Play(PlayAction::Send { at: ground, afterwards: false })]);
    let agent = click(vec2(100.0, 100.0));
    assert_eq!(feed(&agent), [Action::Play(PlayAction::FollowAgent { agent: AGENT, afterwards: false })]);
    let with_shift = [&[InputEvent::KeyDown(KeyCode::LeftShift)][..], &agent].concat();
    assert_eq!(feed(&with_shift), [Action::Play(PlayAction::FollowAgent { agent: AGENT, afterwards: true })]);
}

#[test]
fn a_drag_on_ground_draws_a_selection_box() {
    let (input, actions) = feed_with(false, &[DOWN(200.0, 200.0), MOVE(250.0, 260.0)]);
    assert_eq!(input.selection_box(), Some((vec2(200.0, 200.0), vec2(250.0, 260.0))));
    assert!(actions.is_empty());
    let actions = feed(&[DOWN(200.0, 200.0), MOVE(250.0, 260.0), UP(250.0, 260.0)]);
    assert_eq!(
        actions,
        [Action::Play(PlayAction::SelectBox { from: vec2(200.0, 200.0), to: vec2(250.0, 260.0), add: false })]
    );
}

#[test]
fn a_drag_ends_when_the_button_went_up_outside_the_window() {
    let (mut input, actions) = feed_with(false, &[DOWN(200.0, 200.0), MOVE(250.0, 260.0)]);
    assert!(actions.is_empty());
    assert!(input.mouse_is_up(|_| true).is_empty());
    assert!(matches!(input.mouse_is_up(|_| false)[..], [Action::Play(PlayAction::SelectBox { .. })]));
    assert_eq!(input.selection_box(), None);
}

#[test]
fn a_press_that_is_lost_is_no_click() {
    let (mut input, actions) = feed_with(false, &[DOWN(200.0, 200.0)]);
    assert!(actions.is_empty());
    assert!(input.mouse_is_up(|_| false).is_empty());
}

#[test]
fn an_agent_on_its_goal_is_selected_by_a_click_and_sent_by_a_drag() {
    let on_goal = |_: Vec2| Under::Agent { agent: AGENT, goal_of: vec![AGENT], start: None };
    let (mut input, mut actions) = (Input::default(), Vec::new());
    for event in [DOWN(50.0, 50.0), UP(51.0, 50.0), DOWN(50.0, 50.0), MOVE(90.0, 50.0), UP(90.0, 50.0)] {
        actions.extend(input.take(event, &keys(), false, &on_goal));
    }
    let (from, to) = (vec2(50.0, 50.0), vec2(90.0, 50.0));
    let moved = |dropped| Action::Play(PlayAction::DragThing { from, to, dropped });
    assert_eq!(actions, [Action::Play(PlayAction::Select { agent: AGENT, toggle: false }), moved(false), moved(true)]);
    assert_eq!(*input.thing(), on_goal(from));
}

#[test]
fn a_goal_follows_the_drag_and_is_dropped() {
    let (input, actions) =
        feed_with(false, &[DOWN(300.0, 100.0), MOVE(350.0, 120.0), MOVE(360.0, 130.0), UP(360.0, 130.0)]);
    let from = vec2(300.0, 100.0);
    let moved = |x, y, dropped| Action::Play(PlayAction::DragThing { from, to: vec2(x, y), dropped });
    assert_eq!(actions, [moved(350.0, 120.0, false), moved(360.0, 130.0, false), moved(360.0, 130.0, true)]);
    assert_eq!(*input.thing(), Under::Goal(vec![AGENT]));
}

#[test]
fn an_obstacle_follows_the_drag_and_a_click_on_it_sends() {
    let crate_here = |_: Vec2| Under::Obstacle("crate".to_owned());
    let (mut input, mut actions) = (Input::default(), Vec::new());
    for event in [DOWN(50.0, 50.0), UP(51.0, 50.0), DOWN(50.0, 50.0), MOVE(90.0, 50.0), UP(90.0, 50.0)] {
        actions.extend(input.take(event, &keys(), false, &crate_here));
    }
    let (from, to) = (vec2(50.0, 50.0), vec2(90.0, 50.0));
    let moved = |dropped| Action::Play(PlayAction::DragThing { from, to, dropped });
    assert_eq!(
        actions,
        [Action::Play(PlayAction::Send { at: vec2(51.0, 50.0), afterwards: false }), moved(false), moved(true)]
    );
    assert_eq!(*input.thing(), crate_here(from));
}

#[test]
fn the_middle_button_pans() {
    let actions = feed(&[
        InputEvent::MouseDown(MouseButton::Middle, vec2(100.0, 100.0)),
        MOVE(110.0, 95.0),
        InputEvent::MouseUp(MouseButton::Middle, vec2(110.0, 95.0)),
    ]);
    assert_eq!(actions, [Action::PanBy(vec2(10.0, -5.0))]);
}

#[test]
fn the_wheel_zooms_by_its_sign_alone() {
    let zoom = |amount| feed(&[MOVE(200.0, 300.0), InputEvent::Wheel(amount)]);
    assert_eq!(zoom(120.0), zoom(1.0));
    assert_eq!(zoom(1.0), [Action::Zoom { at: vec2(200.0, 300.0), factor: WHEEL_ZOOM }]);
    assert_eq!(zoom(0.0), []);
}

#[test]
fn a_tap_sends_or_selects() {
    let tap = |x, y| feed(&[InputEvent::TouchDown(1, vec2(x, y)), InputEvent::TouchUp(1, vec2(x + 5.0, y + 5.0))]);
    assert_eq!(tap(200.0, 200.0), [Action::Play(PlayAction::Send { at: vec2(205.0, 205.0), afterwards: false })]);
    assert_eq!(tap(100.0, 100.0), [Action::Play(PlayAction::Select { agent: AGENT, toggle: false })]);
}

#[test]
fn two_fingers_pan_and_zoom_and_send_nothing() {
    let actions = feed(&[
        InputEvent::TouchDown(1, vec2(200.0, 200.0)),
        InputEvent::TouchDown(2, vec2(300.0, 200.0)),
        InputEvent::TouchMoved(2, vec2(400.0, 200.0)),
        InputEvent::TouchUp(1, vec2(200.0, 200.0)),
        InputEvent::TouchUp(2, vec2(400.0, 200.0)),
    ]);
    let expected = [Action::PanBy(vec2(50.0, 0.0)), Action::Zoom { at: vec2(300.0, 200.0), factor: 2.0 }];
    assert_eq!(actions, expected);
}

#[test]
fn one_finger_pans_where_a_box_would_select_nobody() {
    let drag = [
        InputEvent::TouchDown(1, vec2(200.0, 200.0)),
        InputEvent::TouchMoved(1, vec2(260.0, 200.0)),
        InputEvent::TouchUp(1, vec2(260.0, 200.0)),
    ];
    let (mut input, bare) = (Input::default(), |_| Under::BareGround);
    let actions: Vec<Action> = drag.iter().flat_map(|event| input.take(*event, &keys(), false, &bare)).collect();
    assert_eq!(actions, [Action::PanBy(vec2(60.0, 0.0))]);
    let (from, to) = (vec2(200.0, 200.0), vec2(260.0, 200.0));
    assert_eq!(feed(&drag), [Action::Play(PlayAction::SelectBox { from, to, add: false })]);
}

#[test]
fn held_keys_pan_until_they_are_released() {
    let (mut input, mut actions) =
        feed_with(false, &[InputEvent::KeyDown(KeyCode::W), InputEvent::KeyDown(KeyCode::G)]);
    assert_eq!(input.direction(), Vec2::Y);
    assert_eq!(actions, [Action::PanUp, Action::Play(PlayAction::Overlay(Overlay::Grid))]);
    actions.extend(input.take(InputEvent::FocusLost, &keys(), false, &scene));
    assert_eq!(input.direction(), Vec2::ZERO);
}

#[test]
fn the_add_button_stands_for_shift_until_pressed_again() {
    let (mut input, mut actions) = (Input::default(), Vec::new());
    let mut tap = |input: &mut Input, x, y| {
        for event in [InputEvent::TouchDown(1, vec2(x, y)), InputEvent::TouchUp(1, vec2(x, y))] {
            actions.extend(input.take(event, &keys(), false, &scene));
        }
    };
    input.toggle_add();
    tap(&mut input, 100.0, 100.0);
    tap(&mut input, 200.0, 200.0);
    input.toggle_add();
    tap(&mut input, 100.0, 100.0);
    let select = |toggle| Action::Play(PlayAction::Select { agent: AGENT, toggle });
    let queue = Action::Play(PlayAction::Send { at: vec2(200.0, 200.0), afterwards: true });
    assert_eq!(actions, [select(true), queue, select(false)]);
}

#[test]
fn the_brush_strokes_on_the_map() {
    let (_, actions) = feed_with(true, &[DOWN(100.0, 100.0), MOVE(140.0, 100.0), UP(140.0, 100.0)]);
    let stroke = [Action::Press(vec2(100.0, 100.0)), Action::Drag(vec2(140.0, 100.0)), Action::Release];
    assert_eq!(actions, stroke);
}

#[test]
fn control_and_z_take_the_last_order_back_and_are_no_key_alone() {
    assert_eq!(feed(&[InputEvent::Shortcut(KeyCode::Z)]), [Action::Undo]);
    assert_eq!(feed(&[InputEvent::Shortcut(KeyCode::Y)]), [Action::Redo]);
    assert_eq!(feed(&[InputEvent::Shortcut(KeyCode::A)]), [Action::SelectAll]);
    assert_eq!(feed(&[InputEvent::KeyDown(KeyCode::LeftShift), InputEvent::Shortcut(KeyCode::Z)]), [Action::Redo]);
    assert_eq!(feed(&[InputEvent::Shortcut(KeyCode::B)]), []);
    let held = [KeyCode::Z, KeyCode::A].map(InputEvent::ShortcutRepeated);
    assert_eq!(feed(&held), [Action::Undo], "held, what is taken back goes on; everything else happens once");
    assert_eq!(feed(&[InputEvent::Shortcut(KeyCode::Key7)]), [Action::Play(PlayAction::Group(7))]);
    let kept = feed(&[InputEvent::KeyDown(KeyCode::LeftShift), InputEvent::Shortcut(KeyCode::Key0)]);
    assert_eq!(kept, [Action::Play(PlayAction::KeepGroup(0))]);
}
