//! Steps that change a path, the ground or a kind of agent, in the words of a level.
//!
//! Such a step has a meaning only in a level: layers and agents have their names there, and what is left out when baking
//! stays as it is. So it becomes a [`Command`] when its time comes.

use super::step;
use crate::format::problem::Problems;
use crate::format::syntax;
use crate::level::resolve::in_scripts::Known;
use crate::sim::{Command, Simulation};

/// `PutPath`, `PutZone`, `PutObstacle`, `Bake` or `Tune`, as it is written: without a mistake, as far as that can be told without a
/// level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroundAction {
    pub(super) text: String,
}

impl GroundAction {
    /// The command that it is in this world at this time.
    ///
    /// # Errors
    /// What the level refuses and what would be right: a name that it does not have, or a place off its map.
    pub fn command(&self, simulation: &Simulation) -> Result<Command, String> {
        let known = Known::of(simulation.level(), simulation.map(), simulation.profiles());
        let mut problems = Problems::default();
        let node = syntax::parse(&self.text, &mut problems);
        let mut reader = known.reader(&self.text, problems);
        let command = step::ground(&mut reader, &node, &known);
        let error = reader.problems.into_error("", &self.text);
        match (command, error.problems.into_iter().next()) {
            (_, Some(problem)) => Err(problem.in_a_line()),
            (Some(command), None) => Ok(command),
            (None, None) => Err("this step has no meaning in this level".to_owned()),
        }
    }
}
