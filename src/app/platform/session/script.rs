//! What a script does in a window, by the route that real input takes.

use footpath::script::{self, ScriptPlayer, WindowAction};
use glam::{Vec2, vec2};
use macroquad::input::MouseButton;

use super::Session;
use crate::app::modes::ModeName;
use crate::app::modes::keys;
use crate::app::modes::messages::Message;
use crate::app::ui::event::InputEvent;
use crate::app::window::get_time;

impl Session {
    /// A tick, with the steps of the script that are due before it.
    pub(super) fn tick(&mut self) {
        let steps = self.script.as_mut().map_or(&[][..], ScriptPlayer::next_tick);
        let actions: Vec<script::ScriptAction> = steps.iter().map(|step| step.action.clone()).collect();
        for action in actions {
            match action {
                script::ScriptAction::Command(command) => self.play.game.command(command),
                script::ScriptAction::Ground(action) => match action.command(self.play.game.run.sim()) {
                    Ok(command) => self.play.game.command(command),
                    Err(reason) => {
                        self.play.game.tell(vec![Message::plain(format!("The script is refused: {reason}"))])
                    }
                },
                script::ScriptAction::Window(action) => self.act(action),
            }
        }
        let begun = get_time();
        self.play.game.tick();
        let took = (1e3 * (get_time() - begun)).max(0.0) as f32;
        // A replay makes its ticks itself.
        let is_own = self.play.game.watch.is_none();
        let (phase, longest) = self.play.game.run.tick_times().longest();
        self.frames.note_tick(took, is_own.then(|| (phase.name(), longest)));
    }

    /// What only a window can do, by the route that real input takes.
    fn act(&mut self, action: WindowAction) {
        let left = MouseButton::Left;
        match action {
            WindowAction::Key(name) => match keys::key_named(&name) {
                Some(key) => {
                    let key = self.settings.keys.of(ModeName::Game).in_place_of(key).unwrap_or(key);
                    self.take_event(InputEvent::KeyDown(key));
                    self.take_event(InputEvent::KeyUp(key));
                }
                None => self.play.game.tell(vec![Message::plain(format!(
                    "The script presses {name:?}, which is not a key of the game; H lists them"
                ))]),
            },
            WindowAction::Click(x, y) => {
                self.take_event(InputEvent::MouseDown(left, vec2(x, y)));
                self.take_event(InputEvent::MouseUp(left, vec2(x, y)));
            }
            WindowAction::Drag(from, to) => {
                self.take_event(InputEvent::MouseDown(left, Vec2::from(from)));
                for step in 1..=8 {
                    let at = Vec2::from(from).lerp(Vec2::from(to), step as f32 / 8.0);
                    self.take_event(InputEvent::MouseMoved(at));
                }
                self.take_event(InputEvent::MouseUp(left, Vec2::from(to)));
            }
            WindowAction::Select(selection) => {
                let game = &mut self.play.game;
                game.orders.select(game.run.sim(), selection);
            }
        }
    }
}
