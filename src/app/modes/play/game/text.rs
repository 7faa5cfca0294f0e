//! Changes of the level's text while it is played: each goes through here, and the world that is in motion follows.

use footpath::level::edit::{Affected, Edit, EditError};

use super::long_work::LongWork;
use super::undo::GroundHistory;
use super::{Game, bake_presses};
use crate::app::view::camera::Bounds;
use crate::app::view::place_flags;

/// Changes the level; `name` is what the list of the history calls that. What takes long is only begun, as
/// [long work](LongWork).
///
/// # Errors
/// As [`Document::apply`](footpath::level::edit::Document::apply); then nothing is changed.
pub fn edit(game: &mut Game, name: &str, edit: &Edit) -> Result<(), EditError> {
    demand_game(game)?;
    if let Some(work) = LongWork::edit(game.history.document().level(), name, edit) {
        game.long_work = Some(work);
        return Ok(());
    }
    let affected = game.history.apply(name, edit)?;
    follow(game, &affected);
    Ok(())
}

/// Changes the level as a part of what was done last: the next part of a stroke or a drag.
///
/// # Errors
/// As [`edit`].
pub fn extend(game: &mut Game, name: &str, edit: &Edit) -> Result<(), EditError> {
    demand_game(game)?;
    let affected = game.history.extend(name, edit)?;
    follow(game, &affected);
    Ok(())
}

/// Goes to where the first `done` entries of the history are done.
pub fn jump(game: &mut Game, done: usize) {
    let target = done.min(game.history.entries().len());
    game.long_work = LongWork::jump(game, target);
    if game.long_work.is_some() {
        return;
    }
    while game.history.done() != target {
        let affected = game.history.jump(game.history.leg(target));
        follow(game, &affected);
    }
}

/// Fails while a replay is played: its level is edited by nobody.
fn demand_game(game: &Game) -> Result<(), EditError> {
    match game.watch {
        Some(_) => Err(EditError::Impossible("a replay is played, whose level cannot be edited".to_owned())),
        None => Ok(()),
    }
}

/// Lets the world follow what has changed of the level.
fn follow(game: &mut Game, affected: &Affected) {
    game.recording.edited(&game.history, affected);
    game.has_acted = true;
    take(game, affected);
}

/// Lets the world follow what has been recorded of the level's changes.
pub(super) fn take(game: &mut Game, affected: &Affected) {
    game.edits += 1;
    game.edited += u64::from(!matches!(affected, Affected::Tiles(_)));
    let level = game.history.document().level();
    let (lattice, terrains) = (game.sim.map().lattice, game.sim.map().terrains.clone());
    let events = game.sim.take_level(level, affected);
    if matches!(affected, Affected::Everything | Affected::Moved(_)) {
        game.flags = place_flags::flags(level);
        game.ground_history = GroundHistory::default();
        game.ground.is_another |= level.map.terrains != terrains;
        if level.map.lattice != lattice {
            game.camera.look_at(Bounds::of(&level.map.lattice));
        }
        bake_presses::renew_workbench(game);
    }
    game.plan = None;
    game.count_moving();
    game.take_events(&events);
}

#[cfg(test)]
mod tests {
    use footpath::grid::Cell;
    use footpath::level::edit::{Brush, Document};
    use glam::vec2;

    use super::*;
    use crate::app::modes::library::Source;
    use crate::app::view::camera::Insets;

    fn game() -> Game {
        let text = "(version: 1, name: \"Yard\", rows: [\"....\"], legend: {'.': \"grass\"}, agents: [(tile: (0, 0))])";
        let document = Document::open("yard.ron", text.to_owned()).expect("it is a level");
        Game::new(document, Source::Text("yard".to_owned()), vec2(800.0, 600.0), Insets::default())
    }

    fn wall(x: i32) -> Edit {
        Edit::Paint { brush: Brush::Terrain("wall".to_owned()), cells: vec![Cell::new(x, 0)] }
    }

    #[test]
    fn every_stroke_counts_as_an_edit_and_the_world_follows() {
        let mut game = game();
        edit(&mut game, "Draw", &wall(2)).expect("there is room");
        extend(&mut game, "Draw", &wall(3)).expect("there is room");
        assert_eq!((game.edits, game.history.entries().len()), (2, 1));
        assert!(!game.sim.map().is_walkable(Cell::new(3, 0)));
        jump(&mut game, 0);
        assert!(game.sim.map().is_walkable(Cell::new(2, 0)) && game.history.is_saved());
        assert!(edit(&mut game, "Draw", &wall(0)).is_err(), "the agent stands there");
    }

    #[test]
    fn what_was_unsaved_is_not_lost_when_another_level_is_played() {
        let mut game = game();
        game.play_built_in(0);
        assert_eq!(game.left, None, "all was saved");
        edit(&mut game, "Draw", &wall(2)).expect("there is room");
        let text = game.history.document().text().to_owned();
        game.play_built_in(1);
        assert_eq!(game.left, Some((Source::BuiltIn(0), text)));
    }
}
