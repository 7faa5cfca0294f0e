//! What a player does about baking: changing what its panel holds, baking and clearing.

use footpath::nav::closed;
use footpath::sentences;
use footpath::sim::{Command, Simulation};

use super::Game;
use super::consequence::Consequence;
use crate::app::modes::play::actions::BakeAction;
use crate::app::modes::play::workbench::Workbench;

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
pub(super) fn work(bench: &mut Workbench, sim: &Simulation, action: BakeAction) -> Consequence {
    match action {
        BakeAction::Adjust(quantity, steps) => bench.adjust(quantity, steps),
        BakeAction::Turn(forward) => bench.turn(sim, forward),
        BakeAction::Index => bench.settings.index = !bench.settings.index,
        BakeAction::Bake if bench.differs(sim) => return bench.command().into(),
        BakeAction::Bake => return Consequence::plain("Already baked with these settings"),
        BakeAction::Clear if sim.is_baked() => return Command::ClearBake.into(),
        BakeAction::Clear => return Consequence::plain("Nothing is baked"),
        BakeAction::Switch(link) => {
            if let Some(link) = sim.map().links.get(link) {
                return Command::Switch { link: link.name.clone(), on: !link.active }.into();
            }
        }
    }
    Consequence::default()
}
