//! How the player looks at the world: overlays, searches that are looked into, pinned cells, goals.

use footpath::agent::{Agent, AgentId, AgentState};
use footpath::level::Opening;
use footpath::nav::{PathQuery, PathStatus};
use footpath::sim::{LastSearch, Simulation};
use glam::Vec2;

use super::consequence::Consequence;
use super::follow_camera::FollowCamera;
use super::orders::Orders;
use super::pins::Pins;
use super::run::Run;
use crate::app::modes::play::comparison::Comparison;
use crate::app::view::bloom::Bloom;
use crate::app::view::examined::{Examiner, SearchProblem};
use crate::app::view::goals::{self, GoalMarker};
use crate::app::view::overlays::{Overlay, Overlays};

/// The most goals that stay in the picture once they have been reached, unless their agents are selected.
const MOST_GOALS_AT_REST: usize = 4;

/// Where there are more goals than this, only those of selected agents are in the picture.
const MOST_GOALS: usize = 150;

/// How long the search for an order is waited for, in seconds: what comes later is for something else.
const SEARCH_AWAITED: f32 = 1.0;

/// What the player wants to see.
#[derive(Default)]
pub struct Look {
    overlays: Overlays,
    /// What the player had shown before the level showed what it opens with, and that.
    before_level: Option<(Overlays, Overlays)>,
    /// Looks into the last search.
    examiner: Examiner,
    /// The last search when the player last chose a method: until there is another, it is shown by that method.
    shown_anew: Option<LastSearch>,
    /// The last search by every algorithm, once it was asked for.
    comparison: Option<Comparison>,
    pins: Pins,
    follow_camera: FollowCamera,
    /// Where the pointer is, in pixels, unless something of the HUD lies there.
    pointer: Option<Vec2>,
    /// Whether the player has put away the goals that have been reached.
    goals_put_away: bool,
    /// The last search before the player's last order, and for how many seconds that for the order is still waited for.
    before_order: Option<LastSearch>,
    awaits_search: f32,
    /// The search for the last order, while it is shown for a moment.
    bloom: Option<Bloom>,
}

/// Where searches are shown besides on the ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ShownSearches {
    /// Whether the last search is shown in its panel.
    pub in_panel: bool,
    /// Whether all algorithms are shown in the comparison.
    pub in_comparison: bool,
}

impl Look {
    /// Which overlays are shown.
    pub fn overlays(&self) -> &Overlays {
        &self.overlays
    }

    /// The overlays, to be shown and hidden.
    pub fn overlays_mut(&mut self) -> &mut Overlays {
        &mut self.overlays
    }

    /// Shows what a level opens with. What the player had shown before comes back with a level that says nothing of it, unless
    /// the player has changed in between what is shown: then that stays.
    pub(super) fn open(&mut self, opening: &Opening) {
        if let Some((before, shown)) = self.before_level.take()
            && self.overlays == shown
        {
            self.overlays = before;
        }
        if !opening.show.is_empty() {
            let shown = Overlays::of(&opening.show);
            self.before_level = Some((std::mem::replace(&mut self.overlays, shown.clone()), shown));
        }
    }

    /// What looks into the last search.
    pub fn examiner(&self) -> &Examiner {
        &self.examiner
    }

    /// The last search by every algorithm, once it was asked for.
    pub fn comparison(&self) -> Option<&Comparison> {
        self.comparison.as_ref()
    }

    /// The cells whose cards are pinned.
    pub fn pins(&self) -> &Pins {
        &self.pins
    }

    pub(super) fn pins_mut(&mut self) -> &mut Pins {
        &mut self.pins
    }

    /// Whether the camera follows the first selected agent.
    pub fn follow_camera(&self) -> &FollowCamera {
        &self.follow_camera
    }

    /// How the camera follows the first selected agent, to be turned on and off.
    pub fn follow_camera_mut(&mut self) -> &mut FollowCamera {
        &mut self.follow_camera
    }

    /// Where the pointer is, in pixels, unless something of the HUD lies there.
    pub fn pointer(&self) -> Option<Vec2> {
        self.pointer
    }

    /// Takes in where the pointer is.
    pub fn set_pointer(&mut self, pointer: Option<Vec2>) {
        self.pointer = pointer;
    }

    // ---- Goals ----

    /// Every goal of the moment, of the world with every path that is known.
    pub fn goals(&self, planned: &Simulation, selected: &[AgentId]) -> Vec<GoalMarker> {
        let mut goals = goals::goals(planned, MOST_GOALS, selected);
        let at_rest = goals.iter().filter(|goal| goal.is_reached).count();
        let calm = !self.goals_put_away && selected.is_empty() && at_rest <= MOST_GOALS_AT_REST;
        let is_selected = |goal: &GoalMarker| goal.agents.iter().any(|agent| selected.binary_search(agent).is_ok());
        goals.retain(|goal| !goal.is_reached || calm || is_selected(goal));
        goals
    }

    /// Puts away the goals that have been reached, until the next order; whether any was shown.
    pub(super) fn put_goals_away(&mut self, planned: &Simulation) -> bool {
        let are_shown = !self.goals_put_away && self.goals(planned, &[]).iter().any(|goal| goal.is_reached);
        self.goals_put_away = true;
        are_shown
    }

    /// Takes in an order of the player: shows the goals that are reached again, and waits for its search to show it.
    pub(super) fn note_order(&mut self, planned: &Simulation) {
        self.goals_put_away = false;
        self.before_order = planned.last_search().cloned();
        self.awaits_search = SEARCH_AWAITED;
    }

    // ---- Searches ----

    /// Looks into the last search as far as anything of that is shown; `seconds` have passed since the last call.
    pub(super) fn examine(&mut self, run: &Run, orders: &Orders, shown: ShownSearches, seconds: f32) {
        let is_of_use = self.shows_search(shown.in_panel)
            || self.overlays.shows(Overlay::Numbers)
            || shown.in_panel
            || shown.in_comparison;
        let question = if is_of_use { self.question(run, orders) } else { None };
        // By the method that the panel shows: a row of the comparison that is chosen comes to be just that, also where an
        // agent has had a method of its own.
        let compared = question.clone().filter(|_| shown.in_comparison);
        let compared = compared.map(|asked| SearchProblem { query: asked.query.by(orders.method(run)), ..asked });
        let known = self.comparison.take();
        self.comparison = compared.map(|question| {
            known.filter(|known| known.is_about(&question)).unwrap_or_else(|| Comparison::begin(question))
        });
        if let Some(comparison) = &mut self.comparison {
            comparison.advance(run.planned());
        }
        self.examiner.look(run.planned(), question, seconds);
    }

    /// The search for the last order, while it is shown for a moment.
    pub fn bloom(&self) -> Option<&Bloom> {
        self.bloom.as_ref()
    }

    /// Shows the search for the last order for a moment once it has been made, unless no such is wanted; `seconds` have
    /// passed since the last call.
    pub(super) fn bloom_on(&mut self, run: &Run, orders: &Orders, seconds: f32, is_wanted: bool) {
        self.bloom = self.bloom.take().filter(|_| is_wanted);
        self.bloom.take_if(|bloom| !bloom.grow(seconds));
        if self.awaits_search <= 0.0 {
            return;
        }
        self.awaits_search -= seconds;
        let sim = run.planned();
        let is_of_order = |last: &&LastSearch| {
            let is_asked = orders.selected().is_empty() || orders.selected().contains(&last.agent);
            is_asked && self.before_order.as_ref() != Some(*last) && sim.is_baked()
        };
        if let Some(last) = sim.last_search().filter(is_of_order) {
            self.bloom = if is_wanted { Bloom::of(sim, last) } else { None };
            self.awaits_search = 0.0;
        }
    }

    /// What is examined: the path of the agent that is selected first, or of the one for which the last search was
    /// made. Where it has no path, the last search itself. Once the player chooses another method, it is made by that.
    fn question(&self, run: &Run, orders: &Orders) -> Option<SearchProblem> {
        let sim = run.planned();
        let last = sim.last_search().filter(|_| sim.is_baked())?;
        let chosen = orders.selected().first().and_then(|id| sim.agent(*id));
        let of_route = |agent: &Agent| Some((agent.id(), agent.profile(), query_of_route(sim, agent)?));
        let of_route = match chosen.or_else(|| sim.agent(last.agent)).and_then(of_route) {
            // An agent that already stood at the goal had little to search.
            Some((.., query)) if chosen.is_none() && query.goals.contains(&query.start) => {
                let mut others = sim.agents().iter().filter_map(of_route);
                others.find(|(.., other)| !other.goals.contains(&other.start))
            }
            known => known,
        };
        let (agent, profile, query) = of_route.unwrap_or_else(|| (last.agent, last.profile, last.query.clone()));
        let is_changed = chosen.is_some() || self.shown_anew.as_ref() == Some(last);
        let own = sim.agent(agent).and_then(|agent| agent.method());
        let method = if is_changed { orders.method(run) } else { own.unwrap_or(sim.method()) };
        let (map_revision, stamp) = (sim.map_revision(), sim.nav_grid(profile).stamp());
        Some(SearchProblem { agent: Some(agent), profile, query: query.by(method), map_revision, stamp })
    }

    /// Whether the last search is drawn on the ground; `in_panel`: it is shown in the panel of the search.
    pub(super) fn shows_search(&self, in_panel: bool) -> bool {
        if self.overlays.open {
            self.overlays.shows(Overlay::Search)
        } else {
            in_panel || self.examiner.playback.is_some()
        }
    }

    /// Shows the last search by another method, which has just been chosen.
    pub(super) fn show_anew(&mut self, last: Option<&LastSearch>) {
        self.shown_anew = last.cloned();
    }

    /// Plays the last search step by step, or halts that.
    pub(super) fn toggle_replay(&mut self, run: &Run, orders: &Orders) -> Consequence {
        if run.planned().last_search().is_none() {
            return Consequence::plain("There is no search yet: send an agent somewhere first");
        }
        if self.overlays.open && !self.overlays.shows(Overlay::Search) {
            self.overlays.toggle(Overlay::Search);
        }
        if self.examiner.examined.is_none() {
            let question = self.question(run, orders);
            self.examiner.look(run.planned(), question, 0.0);
        }
        self.examiner.toggle_playback();
        Consequence::default()
    }

    /// Puts the playing of the last search at this part of it, from 0 to 1.
    pub fn seek_replay(&mut self, part: f32) {
        let steps = self.examiner.steps();
        if let Some(playback) = &mut self.examiner.playback {
            playback.go_to((f64::from(part) * steps as f64).round() as usize, steps);
        }
    }

    /// Moves the playing of the last search by this many steps, and halts it.
    pub(super) fn move_replay(&mut self, run: &Run, orders: &Orders, by: isize) -> Consequence {
        let steps = self.examiner.steps();
        let consequence = match self.examiner.playback {
            None => self.toggle_replay(run, orders),
            Some(_) => Consequence::default(),
        };
        if let Some(playback) = &mut self.examiner.playback {
            playback.move_by(by, steps);
        }
        consequence
    }

    /// Plays the last search faster or slower; whether it is played at all.
    pub(super) fn change_replay_pace(&mut self, faster: bool) -> bool {
        let playback = self.examiner.playback.as_mut();
        playback.map(|playback| playback.change_pace(faster)).is_some()
    }

    /// Ends the playing of the last search; whether it was played.
    pub(super) fn end_replay(&mut self) -> bool {
        self.examiner.playback.take().is_some()
    }

    /// Forgets the searches and the agents that there were.
    pub(super) fn forget(&mut self) {
        self.shown_anew = None;
        self.examiner.forget();
        (self.bloom, self.awaits_search) = (None, 0.0);
        self.follow_camera.is_on = false;
    }
}

/// The question that an agent's present path answers, by the default method. (Several searches led to its path: for the
/// path to the goal, for a free slot there, for the next leg of a long path.)
fn query_of_route(sim: &Simulation, agent: &Agent) -> Option<PathQuery> {
    let route = agent.route().filter(|_| agent.state() != AgentState::Waiting)?;
    let start = *route.cells.first()?;
    let end = route.ahead.last().map(|milestone| milestone.cell).or(route.cells.last().copied())?;
    if route.purpose.status == PathStatus::Partial {
        let cells = sim.map().cells();
        let aim = sim.target_point(&route.purpose.target, cells.centre(end))?;
        return Some(PathQuery::between(start, cells.tile_at(aim)));
    }
    Some(PathQuery::between(start, end))
}

#[cfg(test)]
mod tests {
    use super::*;
    use footpath::level::DebugPart;

    fn showing(parts: &[DebugPart]) -> Opening {
        Opening { show: parts.to_vec(), ..Opening::default() }
    }

    #[test]
    fn what_the_player_had_on_comes_back_after_a_level_that_shows_its_own() {
        let mut look = Look::default();
        look.overlays.toggle(Overlay::Heat);
        let own = look.overlays.clone();
        look.open(&showing(&[DebugPart::Grid]));
        assert!(look.overlays.shows(Overlay::Grid) && !look.overlays.shows(Overlay::Heat));
        look.open(&showing(&[DebugPart::Paths]));
        assert!(look.overlays.shows(Overlay::Paths) && !look.overlays.shows(Overlay::Grid));
        look.open(&showing(&[]));
        assert_eq!(look.overlays, own);
    }

    #[test]
    fn what_the_player_turns_on_in_a_level_stays() {
        let mut look = Look::default();
        look.open(&showing(&[DebugPart::Grid]));
        look.overlays.toggle(Overlay::Senses);
        look.open(&showing(&[]));
        assert!(look.overlays.shows(Overlay::Senses) && look.overlays.shows(Overlay::Grid));
    }
}
