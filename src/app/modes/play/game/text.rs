//! Changes of the level's text while it is played: each goes through here, and the world that is in motion follows.

use footpath::level::edit::{Affected, Edit, EditError};

use super::Game;
use super::long_work::LongWork;
use crate::app::view::camera::Bounds;

impl Game {
    /// Changes the level; `name` is what the list of the history calls that. What takes long is only begun, as
    /// [long work](LongWork).
    ///
    /// # Errors
    /// As [`Document::apply`](footpath::level::edit::Document::apply); then nothing is changed.
    pub fn edit(&mut self, name: &str, edit: &Edit) -> Result<(), EditError> {
        self.demand_game()?;
        if let Some(work) = LongWork::edit(self.level.history().document().level(), name, edit) {
            self.long_work = Some(work);
            return Ok(());
        }
        let affected = self.level.history_mut().apply(name, edit)?;
        self.follow(&affected);
        Ok(())
    }

    /// Changes the level as a part of what was done last: the next part of a stroke or a drag.
    ///
    /// # Errors
    /// As [`Game::edit`].
    pub fn extend(&mut self, name: &str, edit: &Edit) -> Result<(), EditError> {
        self.demand_game()?;
        let affected = self.level.history_mut().extend(name, edit)?;
        self.follow(&affected);
        Ok(())
    }

    /// Goes to where the first `done` entries of the history are done.
    pub fn jump(&mut self, done: usize) {
        let target = done.min(self.level.history().entries().len());
        self.long_work = LongWork::jump(self.level.history(), target);
        if self.long_work.is_some() {
            return;
        }
        while self.level.history().done() != target {
            let affected = self.level.jump_towards(target);
            self.follow(&affected);
        }
    }

    /// Fails while a replay is played: its level is edited by nobody.
    fn demand_game(&self) -> Result<(), EditError> {
        match self.watch {
            Some(_) => Err(EditError::Impossible("a replay is played, whose level cannot be edited".to_owned())),
            None => Ok(()),
        }
    }

    /// Lets the world follow what has changed of the level.
    fn follow(&mut self, affected: &Affected) {
        self.run.recording_mut().edited(self.level.history(), affected);
        self.teaching.note_action();
        self.take_text(affected);
    }

    /// Lets the world follow what has been recorded of the level's changes.
    pub(super) fn take_text(&mut self, affected: &Affected) {
        self.level.note_edit(affected);
        let level = self.level.history().document().level();
        let map = self.run.sim().map();
        let is_moved = level.map.lattice != map.lattice;
        let has_other_terrains = level.map.terrains != map.terrains;
        let events = self.run.take_level(level, affected);
        if matches!(affected, Affected::Everything | Affected::Moved(_)) {
            self.traces.note_places(level);
            self.handling.forget_changes();
            if has_other_terrains {
                self.traces.note_other_ground();
            }
            if is_moved {
                self.camera.look_at(Bounds::of(&level.map.lattice));
            }
            self.panels.renew_workbench(self.run.sim());
        }
        self.take_events(&events);
    }
}

#[cfg(test)]
mod tests {
    use footpath::grid::Cell;
    use footpath::level::edit::Brush;

    use super::*;
    use crate::app::modes::library::LevelSource;

    fn game() -> Game {
        let text = "(version: 1, name: \"Yard\", rows: [\"....\"], legend: {'.': \"grass\"}, agents: [(tile: (0, 0))])";
        Game::of_text("yard", text)
    }

    fn wall(x: i32) -> Edit {
        Edit::Paint { brush: Brush::Terrain("wall".to_owned()), cells: vec![Cell::new(x, 0)] }
    }

    #[test]
    fn every_stroke_counts_as_an_edit_and_the_world_follows() {
        let mut game = game();
        game.edit("Draw", &wall(2)).expect("there is room");
        game.extend("Draw", &wall(3)).expect("there is room");
        assert_eq!((game.level.edits(), game.level.history().entries().len()), (2, 1));
        assert!(!game.run.sim().map().is_walkable(Cell::new(3, 0)));
        game.jump(0);
        assert!(game.run.sim().map().is_walkable(Cell::new(2, 0)) && game.level.history().is_saved());
        assert!(game.edit("Draw", &wall(0)).is_err(), "the agent stands there");
    }

    #[test]
    fn what_was_unsaved_is_not_lost_when_another_level_is_played() {
        let mut game = game();
        game.play_built_in(0);
        assert_eq!(game.level.take_left(), None, "all was saved");
        game.edit("Draw", &wall(2)).expect("there is room");
        let text = game.level.history().document().text().to_owned();
        game.play_built_in(1);
        assert_eq!(game.level.take_left(), Some((LevelSource::BuiltIn(0), text)));
    }
}
