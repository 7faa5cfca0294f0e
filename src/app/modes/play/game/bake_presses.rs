//! What a player does about baking: changing what its panel holds, baking and clearing.

use footpath::nav::closed;
use footpath::sentences;
use footpath::sim::{Command, Simulation};

use super::Game;
use super::outcome::Outcome;
use crate::app::modes::play::workbench::{Quantity, Workbench};

/// Something that the panel of baking can be told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BakePress {
    /// Move a number by this many of its steps.
    Adjust(Quantity, i32),
    /// Choose the next profile, or the one before.
    Turn(bool),
    /// Have an index for exact paths made with the ground, or not.
    Index,
    /// Bake the ground with what the panel holds.
    Bake,
    /// Forget what is baked.
    Clear,
    /// Turn the links of the name that this link of the map has on or off.
    Switch(usize),
}

impl BakePress {
    /// Whether it changes the world, not only what the panel holds.
    pub(super) fn is_for_world(self) -> bool {
        matches!(self, BakePress::Bake | BakePress::Clear | BakePress::Switch(_))
    }
}

/// For which profile the ground is shown: that of the panel of baking, else the first selected agent's, else the
/// first agent's.
pub fn shown_profile(game: &Game) -> usize {
    if let Some(bench) = game.panels.workbench() {
        return bench.chosen;
    }
    game.orders.first_agent(game.run.sim()).map_or(0, |agent| agent.profile())
}

/// Why the cell under the pointer is closed to the kind of agent for which the ground is shown, in words.
pub fn why_closed(game: &Game) -> Option<String> {
    let sim = game.run.sim();
    let at = game.camera.to_world(game.look.pointer().filter(|_| sim.is_baked())?);
    let (map, index) = (sim.map(), shown_profile(game));
    let profile = &sim.profiles()[index];
    let closed = closed::why_closed(sim.nav_grid(index), map, profile, map.cells().tile_inside(at)?)?;
    Some(sentences::closed(closed, map, profile))
}

/// Does what was pressed in the panel, as far as that is about what it holds.
pub(super) fn work(bench: &mut Workbench, sim: &Simulation, press: BakePress) -> Outcome {
    match press {
        BakePress::Adjust(quantity, steps) => bench.adjust(quantity, steps),
        BakePress::Turn(forward) => bench.turn(sim, forward),
        BakePress::Index => bench.settings.index = !bench.settings.index,
        BakePress::Bake if bench.differs(sim) => return bench.command().into(),
        BakePress::Bake => return Outcome::plain("Already baked with these settings"),
        BakePress::Clear if sim.is_baked() => return Command::ClearBake.into(),
        BakePress::Clear => return Outcome::plain("Nothing is baked"),
        BakePress::Switch(link) => {
            if let Some(link) = sim.map().links.get(link) {
                return Command::Switch { link: link.name.clone(), on: !link.active }.into();
            }
        }
    }
    Outcome::default()
}
