//! Plays a script in the window.

use footpath::script::{Action, Script, Step};

/// A script and how far it has been played.
#[derive(Clone, Debug)]
pub struct Replay {
    steps: std::iter::Peekable<std::vec::IntoIter<Step>>,
    tick: u64,
}

impl Replay {
    /// A script from its beginning.
    pub fn new(script: Script) -> Replay {
        Replay { steps: script.steps.into_iter().peekable(), tick: 0 }
    }

    /// What is to be done before the next tick. Counts the ticks itself: beginning the level again
    /// does not begin the script again.
    pub fn next_tick(&mut self) -> Vec<Action> {
        let tick = self.tick;
        self.tick += 1;
        std::iter::from_fn(|| self.steps.next_if(|step| step.tick <= tick)).map(|step| step.action).collect()
    }
}

#[cfg(test)]
mod tests {
    use footpath::sim::{Command, Selection};

    use super::*;

    #[test]
    fn each_step_happens_once_at_its_tick() {
        let stop = || Action::Command(Command::Stop(Selection::All));
        let steps = [0, 2, 2].map(|tick| Step { tick, action: stop() }).to_vec();
        let mut replay = Replay::new(Script { steps });
        let played: Vec<usize> = (0..4).map(|_| replay.next_tick().len()).collect();
        assert_eq!(played, [1, 0, 2, 0]);
    }
}
