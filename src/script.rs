//! Scripts: commands with a time, read from a file.
//!
//! A script is a RON list of steps. Times are in seconds of the simulation; `agents` is a list of
//! numbers and means all of them where it is left out:
//!
//! ```ron
//! [
//!     (at: 1.5, do: MoveTo("gate")),
//!     (at: 2.0, agents: [0, 2], do: MoveTo((tile: (3, 4)))),
//!     (at: 2.5, do: ThenMoveTo((at: (3.5, 1.0)))),
//!     (at: 3, do: Stop),
//!     // Every order in the words of a level, agents by number: now, or behind what is queued.
//!     (at: 3, agents: [1], do: Order(Patrol("round"))),
//!     (at: 3, agents: [2], do: Order(Follow(agent: 1, distance: 1.0, on_sight: true))),
//!     (at: 3, agents: [3], do: Order(Flee(agent: 1, distance: 6.0))),
//!     (at: 3, agents: [4], do: Then(Wait(3.0))),
//!     (at: 3, agents: [4], do: Then(Wander(10.0))),
//!     (at: 3, do: Order(MoveInFormation("gate"))),
//!     // A path in the words of a level's `paths`:
//!     (at: 3, do: PutPath(name: "beat", points: [(tile: (3, 4)), (at: (7.5, 1.0))], wait: 2.0)),
//!     (at: 3, do: SetCourse(path: "round", course: "once")),
//!     (at: 3, do: Scatter),
//!     (at: 4, do: Paint(terrain: "wall", tiles: [(3, 4)])),
//!     (at: 5, do: Erase(tiles: [(3, 4)])),
//!     (at: 6, do: Spawn(profile: "walker", target: (tile: (2, 2)))),
//!     (at: 6, agents: [1], do: Remove),
//!     // How paths are found from now on, in the words of a level's `search`:
//!     (at: 6, do: Search((algorithm: "weighted-a-star", weight: 1.5))),
//!     (at: 7, do: Restart),
//!     (at: 6, do: Switch(link: "bridge", on: false)),
//!     // Zones and obstacles in the words of a level's `zones` and `obstacles`:
//!     (at: 6, do: PutZone(name: "fire", kind: "danger", at: (5.5, 3.5), radius: 2.0, strength: 8.0, falloff: 1.0)),
//!     (at: 6, do: RemoveZone("fire")),
//!     (at: 6, do: PutObstacle(name: "crate", at: (6.0, 2.0), size: (2.0, 1.0), angle: 30.0, layer: "default")),
//!     (at: 6, do: MoveObstacle(name: "crate", to: (7.0, 2.0))),
//!     (at: 6, do: RemoveObstacle("crate")),
//!     // What is left out stays as it is; of the first profile where none is named:
//!     (at: 6, do: Bake(profile: "walker", radius: 0.4, height: 2.0, step_height: 0.6, max_slope: 51.0,
//!         jump_distance: 2.0, drop_height: 1.0, climb_cost: 1.0, turn_cost: 0.0, danger: 1.0, reward: 1.0,
//!         cells_per_tile: 2, smallest_region: 2.0, obstacle_epsilon: 0.05, layers: ["default"])),
//!     (at: 6, do: ClearBake),
//!     // What is left out stays as it is; of the first profile where none is named:
//!     (at: 6, do: Tune(profile: "walker", speed: 2.0, max_speed: 3.0, mass: 5.0, acceleration: 20.0,
//!         acceptance_radius: 0.5, angular_speed: 360.0, stopping_distance: 0.5, auto_braking: false,
//!         auto_repath: true, auto_traverse_links: true, avoidance_quality: "high", avoidance_priority: 10,
//!         avoidance_radius: 0.4, sight_range: 8.0, sight_angle: 120.0, navigation: "rays",
//!         rays: (whiskers: 3, look_ahead: 4.0, force: 20.0),
//!         flocking: (separation: 1.5, alignment: 1.0, cohesion: 0.5, evasion: 2.0))),
//!     (at: 6, do: SwitchObstacle(name: "door", on: true)),
//!     // Only with a window:
//!     (at: 8, do: Key("G")),
//!     (at: 8, do: Click(640, 360)),
//!     (at: 9, do: Drag((10, 10), (50, 50))),
//!     (at: 9, agents: [0], do: Select),
//! ]
//! ```

mod check;
mod ground;
mod kinds;
mod step;
#[cfg(test)]
mod tests;

use crate::level::Problem;
use crate::sim::{Command, Selection};
pub use check::{check_in_level, names, steps};
pub use ground::GroundAction;
pub use kinds::{STEPS, ScriptStepKind};

/// A script: what to do when, in order of time.
#[derive(Clone, Debug, PartialEq)]
pub struct Script {
    /// In order of time.
    pub steps: Vec<ScriptStep>,
}

/// One step of a script.
#[derive(Clone, Debug, PartialEq)]
pub struct ScriptStep {
    /// The tick at which it happens.
    pub tick: u64,
    /// What happens.
    pub action: ScriptAction,
}

/// What a step does.
#[derive(Clone, Debug, PartialEq)]
pub enum ScriptAction {
    /// Anything that the simulation understands.
    Command(Command),
    /// The same, once the level is known.
    Ground(GroundAction),
    /// Something that only a window can do.
    Window(WindowAction),
}

/// What only a window can do. Positions are in logical pixels of the window.
#[derive(Clone, Debug, PartialEq)]
pub enum WindowAction {
    /// Press and release a key, by the name that the help lists it under.
    Key(String),
    /// Press and release the left mouse button.
    Click(f32, f32),
    /// Press the left button at the first point and release it at the second.
    Drag((f32, f32), (f32, f32)),
    /// Select agents.
    Select(Selection),
}

impl WindowAction {
    /// What a script calls it.
    ///
    /// ```
    /// use footpath::script::WindowAction;
    /// assert_eq!(WindowAction::Click(640.0, 360.0).name(), "Click");
    /// ```
    pub fn name(&self) -> &'static str {
        match self {
            WindowAction::Key(_) => "Key",
            WindowAction::Click(..) => "Click",
            WindowAction::Drag(..) => "Drag",
            WindowAction::Select(_) => "Select",
        }
    }
}

impl Script {
    /// Reads a script from its text; `file` names it in messages. Steps may stand in any order; those of
    /// one time are carried out in the order in which they stand.
    ///
    /// ```
    /// use footpath::script::Script;
    ///
    /// let script = Script::parse("walk.ron", r#"[(at: 2, do: Stop), (at: 0.5, do: MoveTo("gate"))]"#).unwrap();
    /// assert_eq!(script.steps[0].tick, 30);
    ///
    /// let message = Script::parse("walk.ron", "[\n  (at: -1, do: Stop),\n]").unwrap_err();
    /// assert!(message.starts_with("walk.ron:2:"));
    /// ```
    ///
    /// # Errors
    /// One message with `file:line:column`, the fault and what would be right.
    pub fn parse(file: &str, text: &str) -> Result<Script, String> {
        let read = steps(file, text).map_err(|error| {
            let place =
                |problem: &Problem| format!("{file}:{}:{}: {}", problem.line, problem.column, problem.in_a_line());
            error.problems.first().map_or_else(|| error.to_string(), place)
        })?;
        let mut steps: Vec<ScriptStep> = read.into_iter().map(|(_, step)| step).collect();
        steps.sort_by_key(|step| step.tick);
        Ok(Script { steps })
    }
}

/// Goes through a script, one tick at a time.
///
/// It counts ticks itself, because the simulation begins again at 0 when the level is restarted.
#[derive(Clone, Debug, PartialEq)]
pub struct ScriptPlayer {
    script: Script,
    tick: u64,
    next: usize,
}

impl ScriptPlayer {
    /// At the beginning of a script.
    pub fn new(script: Script) -> ScriptPlayer {
        ScriptPlayer { script, tick: 0, next: 0 }
    }

    /// The steps of the present tick, in order; then goes on to the next tick.
    ///
    /// ```
    /// use footpath::script::{Script, ScriptPlayer};
    ///
    /// let script = Script::parse("stop.ron", "[(at: 0, do: Scatter), (at: 0.05, do: Stop)]").unwrap();
    /// let mut player = ScriptPlayer::new(script);
    /// let steps: Vec<usize> = (0..5).map(|_| player.next_tick().len()).collect();
    /// assert_eq!(steps, [1, 0, 0, 1, 0]);
    /// assert!(player.is_over());
    /// ```
    pub fn next_tick(&mut self) -> &[ScriptStep] {
        let begin = self.next;
        let steps = &self.script.steps[begin..];
        self.next += steps.iter().take_while(|step| step.tick <= self.tick).count();
        self.tick += 1;
        &self.script.steps[begin..self.next]
    }

    /// Whether every step has been given out.
    pub fn is_over(&self) -> bool {
        self.next == self.script.steps.len()
    }
}
