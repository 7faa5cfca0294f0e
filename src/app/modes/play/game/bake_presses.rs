//! What a player does about baking: opening its panel, changing what it holds, baking and clearing.

use footpath::nav::closed::why_closed;
use footpath::sentences;
use footpath::sim::{Command, Event};

use super::Game;
use crate::app::modes::play::workbench::{Quantity, Workbench};
use crate::app::view::words::answers::{Answer, Tone};
use crate::app::view::words::numbers::milliseconds;

/// Something that the panel of baking can be told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BakePress {
    /// Move a number by this many of its steps.
    Adjust(Quantity, i32),
    /// Choose the next profile, or the one before.
    Turn(bool),
    /// Bake the ground with what the panel holds.
    Bake,
    /// Forget what is baked.
    Clear,
    /// Turn the links of the name that this link of the map has on or off.
    Switch(usize),
}

impl Game {
    /// Opens the panel of baking in the place of that of the search, or closes it.
    pub(super) fn toggle_workbench(&mut self) {
        let is_open = self.workbench.is_some();
        self.make_room_at_the_side();
        self.workbench = (!is_open).then(|| Workbench::of(&self.sim, self.shown_profile()));
    }

    /// For which profile the ground is shown: that of the panel of baking, else the first selected agent's, else the
    /// first agent's.
    pub fn shown_profile(&self) -> usize {
        if let Some(bench) = &self.workbench {
            return bench.chosen;
        }
        let selected = self.selected.first().and_then(|id| self.sim.agent(*id));
        selected.or(self.sim.agents().first()).map_or(0, |agent| agent.profile())
    }

    /// Why the cell under the pointer is closed to the kind of agent for which the ground is shown, in words.
    pub fn why_closed(&self) -> Option<String> {
        let at = self.camera.to_world(self.pointer.filter(|_| self.sim.is_baked())?);
        let (map, index) = (self.sim.map(), self.shown_profile());
        let profile = &self.sim.profiles()[index];
        let closed = why_closed(self.sim.nav_grid(index), map, profile, map.cells().tile_inside(at)?)?;
        Some(sentences::closed(closed, map, profile))
    }

    /// Does what was pressed in the panel.
    pub(super) fn work(&mut self, press: BakePress) {
        let sim = &self.sim;
        let Some(bench) = &mut self.workbench else { return };
        match press {
            BakePress::Adjust(quantity, steps) => bench.adjust(quantity, steps),
            BakePress::Turn(forward) => bench.turn(sim, forward),
            BakePress::Bake if bench.differs(sim) => {
                let command = bench.command();
                self.command(command);
            }
            BakePress::Bake => self.say(Answer::new(Tone::Plain, "Already baked with these settings")),
            BakePress::Clear if sim.is_baked() => self.command(Command::ClearBake),
            BakePress::Clear => self.say(Answer::new(Tone::Plain, "Nothing is baked")),
            BakePress::Switch(link) => {
                if let Some(link) = sim.map().links.get(link) {
                    let command = Command::Switch { link: link.name.clone(), on: !link.active };
                    self.command(command);
                }
            }
        }
    }

    /// What is to be said when the ground was baked in a tick that took so long, in milliseconds.
    pub(super) fn note_baking(&mut self, events: &[Event], took: f64) {
        if !events.contains(&Event::Baked) {
            return;
        }
        if let Some(bench) = &mut self.workbench {
            bench.took = Some(took);
        }
        self.say(Answer::new(Tone::Complete, format!("Baked in {}", milliseconds(took))));
    }

    /// The panel holds what is there now, where another level begins or the same one again.
    pub(super) fn renew_workbench(&mut self) {
        if let Some(bench) = &self.workbench {
            self.workbench = Some(Workbench::of(&self.sim, bench.chosen));
        }
    }
}
