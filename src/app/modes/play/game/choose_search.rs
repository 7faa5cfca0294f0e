//! What a player does about searches: choosing one, looking into one, playing it step by step, comparing them all.

use footpath::agent::{Agent, AgentState};
use footpath::nav::{Algorithm, Method, PathQuery, PathStatus};
use footpath::sim::{Command, Simulation};

use super::{Game, Panel};
use crate::app::modes::play::comparison::Comparison;
use crate::app::modes::search_setting::Setting;
use crate::app::view::examined::Question;
use crate::app::view::overlays::Part;
use crate::app::view::words::answers::{Answer, Tone};
use crate::app::view::words::search_words;

/// Looks into the last search as far as anything of that is shown; `seconds` have passed since the last call.
pub fn examine_search(game: &mut Game, seconds: f32) {
    let compares = game.panel == Some(Panel::Comparison);
    let is_of_use = shows_search(game) || game.overlays.shows(Part::Numbers) || game.search_panel || compares;
    let question = if is_of_use { question(game) } else { None };
    let compared = question.clone().filter(|_| compares).map(|question| by_the_shown_rules(game, question));
    let known = game.comparison.take();
    game.comparison = compared
        .map(|question| known.filter(|known| known.is_about(&question)).unwrap_or_else(|| Comparison::begin(question)));
    let sim = game.plan.as_deref().unwrap_or(&game.sim);
    if let Some(comparison) = &mut game.comparison {
        comparison.advance(sim);
    }
    game.examiner.look(sim, question, seconds);
}

/// What is examined: the path of the agent that is selected first, or of the one for which the last search was
/// made. Where it has no path, the last search itself. Once the player chooses another method, it is made by that.
fn question(game: &Game) -> Option<Question> {
    let sim = game.planned();
    let last = sim.last_search().filter(|_| sim.is_baked())?;
    let chosen = game.selected.first().and_then(|id| sim.agent(*id));
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
    let is_changed = chosen.is_some() || game.shown_anew.as_ref() == Some(last);
    let own = sim.agent(agent).and_then(|agent| agent.method());
    let method = if is_changed { game.method() } else { own.unwrap_or(sim.method()) };
    let (map_revision, stamp) = (sim.map_revision(), sim.nav_grid(profile).stamp());
    Some(Question { agent: Some(agent), profile, query: query.by(method), map_revision, stamp })
}

/// The same question by the method that the panel shows: a row of the comparison that is chosen comes to be just
/// that, also where an agent has had a method of its own.
fn by_the_shown_rules(game: &Game, question: Question) -> Question {
    Question { query: question.query.by(game.method()), ..question }
}

/// Whether the last search is drawn on the ground.
pub(super) fn shows_search(game: &Game) -> bool {
    if game.overlays.open {
        game.overlays.shows(Part::Search)
    } else {
        game.search_panel || game.examiner.playback.is_some()
    }
}

/// Turns a setting of the search to its next value, or the one before.
pub(super) fn turn(game: &mut Game, setting: Setting, forward: bool) {
    search_by(game, setting.turn(game.method(), forward));
}

/// Searches by another algorithm from now on.
pub(super) fn choose(game: &mut Game, algorithm: Algorithm) {
    search_by(game, Method { algorithm, ..game.method() });
}

/// Searches by another method from now on.
fn search_by(game: &mut Game, method: Method) {
    if method == game.method() {
        return;
    }
    game.command(Command::Search(game.selection(), method));
    game.shown_anew = game.planned().last_search().cloned();
    if !game.search_panel && game.panel != Some(Panel::Comparison) {
        let text = format!("{}: {}", search_words::title(method.algorithm), search_words::about(method.algorithm));
        game.say(Answer::new(Tone::Plain, text));
    }
}

/// Plays the last search step by step, or halts that.
pub(super) fn toggle_replay(game: &mut Game) {
    if game.planned().last_search().is_none() {
        return game.say(Answer::new(Tone::Plain, "There is no search yet: send an agent somewhere first"));
    }
    if game.overlays.open && !game.overlays.shows(Part::Search) {
        game.overlays.toggle(Part::Search);
    }
    if game.examiner.examined.is_none() {
        game.examiner.look(game.plan.as_deref().unwrap_or(&game.sim), question(game), 0.0);
    }
    game.examiner.toggle_playback();
}

/// Puts the playing of the last search at this part of it, from 0 to 1.
pub fn seek_replay(game: &mut Game, part: f32) {
    let steps = game.examiner.steps();
    if let Some(playback) = &mut game.examiner.playback {
        playback.go_to((f64::from(part) * steps as f64).round() as usize, steps);
    }
}

/// Moves the playing of the last search by this many steps, and halts it.
pub(super) fn move_replay(game: &mut Game, by: isize) {
    let steps = game.examiner.steps();
    if game.examiner.playback.is_none() {
        toggle_replay(game);
    }
    if let Some(playback) = &mut game.examiner.playback {
        playback.move_by(by, steps);
    }
}

/// Plays the last search faster or slower.
pub(super) fn change_replay_pace(game: &mut Game, faster: bool) {
    if let Some(playback) = &mut game.examiner.playback {
        playback.change_pace(faster);
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
