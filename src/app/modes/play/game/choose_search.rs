//! What a player does about searches: choosing one, looking into one, playing it step by step, comparing them all.

use footpath::agent::{Agent, AgentState};
use footpath::nav::{Method, PathQuery, PathStatus};
use footpath::sim::{Command, Simulation};

use super::{Game, Panel};
use crate::app::modes::play::comparison::Comparison;
use crate::app::view::examined::Question;
use crate::app::view::overlays::Part;
use crate::app::view::words::answers::{Answer, Tone};
use crate::app::view::words::search_words;

impl Game {
    /// Looks into the last search as far as anything of that is shown; `seconds` have passed since the last call.
    pub fn examine_search(&mut self, seconds: f32) {
        let compares = self.panel == Some(Panel::Comparison);
        let is_of_use = self.shows_search() || self.overlays.shows(Part::Numbers) || self.search_panel || compares;
        let question = if is_of_use { self.question() } else { None };
        let compared = question.clone().filter(|_| compares).map(|question| self.by_the_shown_rules(question));
        let known = self.comparison.take();
        self.comparison = compared.map(|question| {
            known.filter(|known| known.is_about(&question)).unwrap_or_else(|| Comparison::begin(question))
        });
        let sim = self.plan.as_deref().unwrap_or(&self.sim);
        if let Some(comparison) = &mut self.comparison {
            comparison.advance(sim);
        }
        self.examiner.look(sim, question, seconds);
    }

    /// How the selected agents search, or all when none is selected: as the player has last said.
    pub fn method(&self) -> Method {
        let ordered = self.queue.iter().rev().find_map(|command| match command {
            Command::Search(selection, method) if *selection == self.selection() => Some(*method),
            _ => None,
        });
        let own = self.selected.first().and_then(|id| self.sim.agent(*id)).and_then(|agent| agent.method());
        ordered.or(own).unwrap_or(self.sim.method())
    }

    /// What is examined: the path of the agent that is selected first, or of the one for which the last search was
    /// made. Where it has no path, the last search itself. Once the player chooses another method, it is made by that.
    fn question(&self) -> Option<Question> {
        let sim = self.planned();
        let last = sim.last_search().filter(|_| sim.is_baked())?;
        let chosen = self.selected.first().and_then(|id| sim.agent(*id));
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
        let method = if is_changed { self.method() } else { own.unwrap_or(sim.method()) };
        let (map_revision, stamp) = (sim.map_revision(), sim.nav_grid(profile).stamp());
        Some(Question { agent: Some(agent), profile, query: query.by(method), map_revision, stamp })
    }

    /// The same question by the method that the panel shows: a row of the comparison that is chosen comes to be just
    /// that, also where an agent has had a method of its own.
    fn by_the_shown_rules(&self, question: Question) -> Question {
        Question { query: question.query.by(self.method()), ..question }
    }

    /// Whether the last search is drawn on the ground.
    pub fn shows_search(&self) -> bool {
        if self.overlays.open {
            self.overlays.shows(Part::Search)
        } else {
            self.search_panel || self.examiner.playback.is_some()
        }
    }

    /// Searches by another method from now on.
    pub(super) fn search_by(&mut self, method: Method) {
        if method == self.method() {
            return;
        }
        self.command(Command::Search(self.selection(), method));
        self.shown_anew = self.planned().last_search().cloned();
        if !self.search_panel && self.panel != Some(Panel::Comparison) {
            let text = format!("{}: {}", search_words::title(method.algorithm), search_words::about(method.algorithm));
            self.say(Answer::new(Tone::Plain, text));
        }
    }

    /// Plays the last search step by step, or halts that.
    pub(super) fn toggle_replay(&mut self) {
        if self.planned().last_search().is_none() {
            return self.say(Answer::new(Tone::Plain, "There is no search yet: send an agent somewhere first"));
        }
        if self.overlays.open && !self.overlays.shows(Part::Search) {
            self.overlays.toggle(Part::Search);
        }
        if self.examiner.examined.is_none() {
            self.examiner.look(self.plan.as_deref().unwrap_or(&self.sim), self.question(), 0.0);
        }
        self.examiner.toggle_playback();
    }

    /// Puts the playing of the last search at this part of it, from 0 to 1.
    pub fn seek_replay(&mut self, part: f32) {
        let steps = self.examiner.steps();
        if let Some(playback) = &mut self.examiner.playback {
            playback.go_to((f64::from(part) * steps as f64).round() as usize, steps);
        }
    }

    /// Moves the playing of the last search by this many steps, and halts it.
    pub(super) fn move_replay(&mut self, by: isize) {
        let steps = self.examiner.steps();
        if self.examiner.playback.is_none() {
            self.toggle_replay();
        }
        if let Some(playback) = &mut self.examiner.playback {
            playback.move_by(by, steps);
        }
    }

    /// Plays the last search faster or slower.
    pub(super) fn change_replay_pace(&mut self, faster: bool) {
        if let Some(playback) = &mut self.examiner.playback {
            playback.change_pace(faster);
        }
    }
}

/// The question that an agent's present path answers, by the default method. (Several searches led to its path: for the
/// path to the goal, for a free slot there, for the next leg of a long path.)
fn query_of_route(sim: &Simulation, agent: &Agent) -> Option<PathQuery> {
    let route = agent.route().filter(|_| agent.state() != AgentState::Waiting)?;
    let start = *route.cells.first()?;
    let end = route.ahead.last().map(|milestone| milestone.cell).or(route.cells.last().copied())?;
    if route.status == PathStatus::Partial {
        let cells = sim.map().cells();
        let aim = sim.target_point(&route.target, cells.centre(end))?;
        return Some(PathQuery::between(start, cells.tile_at(aim)));
    }
    Some(PathQuery::between(start, end))
}
