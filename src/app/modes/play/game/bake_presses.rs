//! What a player does about baking: opening its panel, changing what it holds, baking and clearing.

use footpath::nav::closed;
use footpath::sentences;
use footpath::sim::{Command, Event};

use super::long_work::LongWork;
use super::{Game, watch};
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
    /// Have an index for exact paths made with the ground, or not.
    Index,
    /// Bake the ground with what the panel holds.
    Bake,
    /// Forget what is baked.
    Clear,
    /// Turn the links of the name that this link of the map has on or off.
    Switch(usize),
}

/// Opens the panel of baking in the place of that of the search, or closes it.
pub(super) fn toggle_workbench(game: &mut Game) {
    let is_open = game.workbench.is_some();
    game.make_room_at_the_side();
    game.workbench = (!is_open).then(|| Workbench::of(&game.sim, shown_profile(game)));
}

/// For which profile the ground is shown: that of the panel of baking, else the first selected agent's, else the
/// first agent's.
pub fn shown_profile(game: &Game) -> usize {
    if let Some(bench) = &game.workbench {
        return bench.chosen;
    }
    let selected = game.selected.first().and_then(|id| game.sim.agent(*id));
    selected.or(game.sim.agents().first()).map_or(0, |agent| agent.profile())
}

/// Why the cell under the pointer is closed to the kind of agent for which the ground is shown, in words.
pub fn why_closed(game: &Game) -> Option<String> {
    let at = game.camera.to_world(game.pointer.filter(|_| game.sim.is_baked())?);
    let (map, index) = (game.sim.map(), shown_profile(game));
    let profile = &game.sim.profiles()[index];
    let closed = closed::why_closed(game.sim.nav_grid(index), map, profile, map.cells().tile_inside(at)?)?;
    Some(sentences::closed(closed, map, profile))
}

/// Does what was pressed in the panel.
pub(super) fn work(game: &mut Game, press: BakePress) {
    if game.watch.is_some() && matches!(press, BakePress::Bake | BakePress::Clear | BakePress::Switch(_)) {
        return watch::refuse(game);
    }
    let sim = &game.sim;
    let Some(bench) = &mut game.workbench else { return };
    match press {
        BakePress::Adjust(quantity, steps) => bench.adjust(quantity, steps),
        BakePress::Turn(forward) => bench.turn(sim, forward),
        BakePress::Index => bench.settings.index = !bench.settings.index,
        BakePress::Bake if bench.differs(sim) => match bench.command() {
            Command::Bake { settings, profile } if LongWork::is_to_bake(sim.map(), &settings) => {
                game.long_work = Some(LongWork::bake(&settings, &profile));
            }
            command => game.command(command),
        },
        BakePress::Bake => game.say(Answer::new(Tone::Plain, "Already baked with these settings")),
        BakePress::Clear if sim.is_baked() => game.command(Command::ClearBake),
        BakePress::Clear => game.say(Answer::new(Tone::Plain, "Nothing is baked")),
        BakePress::Switch(link) => {
            if let Some(link) = sim.map().links.get(link) {
                let command = Command::Switch { link: link.name.clone(), on: !link.active };
                game.command(command);
            }
        }
    }
}

/// Says how long baking took if the ground was baked in this tick, which took `took` milliseconds.
pub(super) fn note_baking(game: &mut Game, events: &[Event], took: f64) {
    if !events.contains(&Event::Baked) {
        return;
    }
    if let Some(bench) = &mut game.workbench {
        bench.took = Some(took);
    }
    game.say(Answer::new(Tone::Complete, format!("Baked in {}", milliseconds(took))));
}

/// The panel holds what is there now, where another level begins or the same one again.
pub(super) fn renew_workbench(game: &mut Game) {
    if let Some(bench) = &game.workbench {
        game.workbench = Some(Workbench::of(&game.sim, bench.chosen));
    }
}
