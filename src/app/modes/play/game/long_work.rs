//! Work on a large level that takes longer than a frame: opening it, edits of its whole map, baking it. It is done in steps
//! with a frame between them, in the browser too, where there are no threads; and it can be given up, after which all is as
//! it was. In a browser a built-in level has to be fetched first, which is such work too.

use std::collections::VecDeque;

use footpath::grid::Cell;
use footpath::level::edit::{Affected, Begun, Brush, Document, Edit, EditError, History};
use footpath::level::{BakeSettings, Level, TileMap};
use footpath::nav::baking::Baking;
use footpath::nav::cache::BakedSet;
use footpath::profile::AgentProfile;
use footpath::sim::Command;
use footpath::sorting;
use macroquad::miniquad::date;

use super::Game;
use super::played_level::PlayedLevel;
use super::run::Run;
use crate::app::modes::fetch::Fetch;
use crate::app::modes::library::LevelSource;

/// Baked cells. On larger maps there is long work: with 1024 x 1024 cells nothing takes longer than about a third of a second,
/// with 4096 x 4096 opening takes one second, a turn of the map and a fill of all of it two to four.
const MOST_CELLS: u64 = 1 << 20;

/// Tiles of a stroke, a fill or another drawing that are drawn in one step. More are long work on any map: several terrains by
/// chance on all of 1024 x 1024 tiles take a second.
const TILES_A_STEP: usize = 1 << 19;

/// Bytes. An entry of the history that changes as many of the text is undone in steps.
const LARGE_ENTRY: usize = 1 << 17;

/// Seconds. A level that is fetched within this time is opened without a panel, which would only flash.
const QUIET: f64 = 0.4;

/// Work that is under way.
pub struct LongWork {
    /// What it is, for the player.
    pub title: String,
    what: What,
    /// The ground that is to be baked, and how far it is.
    baking: Option<(TileMap, Baking)>,
    /// How many steps of another kind are done, and how many there are.
    steps: (usize, usize),
}

/// The work that is done in steps.
enum What {
    /// The built-in level at a place of the list is fetched.
    Fetch { index: usize, fetch: Fetch, begun: f64 },
    /// A level is opened.
    Open(Option<Box<(Document, LevelSource)>>),
    /// The level begins anew.
    BeginAnew,
    /// The level is edited, piece by piece.
    Edit { name: String, pieces: VecDeque<Edit>, begun: Option<Begun>, affected: Affected },
    /// How many entries of the history are to be done; how many were before.
    Jump { to: usize, from: usize, affected: Affected },
    /// The player has the ground baked.
    Bake(Command),
}

/// What came of a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WorkStep {
    /// There is more to do.
    GoesOn,
    /// There is more to do once a level has come, which takes frames.
    Waits,
    /// The built-in level at this place of the list could not be fetched. In words.
    NotFetched(usize, String),
    Done,
    /// It cannot be done; nothing is changed. In words.
    Failed(String),
}

/// What is drawn on which tiles by an edit that does nothing else: with one terrain, or with several by chance.
fn strokes(edit: &Edit) -> Option<Vec<(&Brush, &[Cell])>> {
    match edit {
        Edit::Paint { brush, cells } => Some(vec![(brush, cells.as_slice())]),
        Edit::Several(parts) => parts.iter().map(strokes).collect::<Option<Vec<_>>>().map(|parts| parts.concat()),
        _ => None,
    }
}

impl LongWork {
    /// Whether work on all of a map is long.
    pub fn is_for(map: &TileMap) -> bool {
        LongWork::is_to_bake(map, &map.bake)
    }

    /// Whether baking a map with these settings is long.
    pub fn is_to_bake(map: &TileMap, settings: &BakeSettings) -> bool {
        let across = |tiles: u32| u64::from(tiles) * u64::from(settings.cells_per_tile);
        across(map.lattice.width) * across(map.lattice.height) > MOST_CELLS
    }

    fn new(title: impl Into<String>, what: What, steps: usize) -> LongWork {
        LongWork { title: title.into(), what, baking: None, steps: (0, steps) }
    }

    /// Opens a level that has been read.
    pub fn open(document: Document, source: LevelSource) -> LongWork {
        LongWork::new(format!("Opening {}", source.name()), What::Open(Some(Box::new((document, source)))), 0)
    }

    /// Waits for the file of the built-in level at a place of the list, and opens it.
    pub fn fetch(index: usize, fetch: Fetch) -> LongWork {
        let what = What::Fetch { index, fetch, begun: date::now() };
        LongWork::new(format!("Opening {}", LevelSource::BuiltIn(index).name()), what, 0)
    }

    /// The place in the list of the level that is being fetched.
    pub fn fetched(&self) -> Option<usize> {
        match self.what {
            What::Fetch { index, .. } => Some(index),
            _ => None,
        }
    }

    /// Whether a level that is being fetched takes so long that the player is told.
    pub fn is_worth_telling(&self) -> bool {
        matches!(self.what, What::Fetch { begun, .. } if date::now() - begun > QUIET)
    }

    /// Begins the level anew that is played.
    pub fn begin_anew() -> LongWork {
        LongWork::new("Beginning anew", What::BeginAnew, 0)
    }

    /// Bakes the ground as a command says.
    pub fn bake(settings: &BakeSettings, profile: &AgentProfile) -> LongWork {
        let command = Command::Bake { settings: settings.clone(), profile: Box::new(profile.clone()) };
        LongWork::new("Baking", What::Bake(command), 0)
    }

    /// The work that an edit of a level is; `None` where it does not take long.
    pub fn edit(level: &Level, name: &str, edit: &Edit) -> Option<LongWork> {
        let strokes = strokes(edit).unwrap_or_default();
        let draws_many = strokes.iter().map(|(_, cells)| cells.len()).sum::<usize>() > TILES_A_STEP;
        if !LongWork::is_for(&level.map) && !draws_many {
            return None;
        }
        let pieces: VecDeque<Edit> = match edit {
            _ if draws_many => {
                let chunks = strokes
                    .into_iter()
                    .flat_map(|(brush, cells)| cells.chunks(TILES_A_STEP).map(move |part| (brush, part)));
                chunks.map(|(brush, part)| Edit::Paint { brush: brush.clone(), cells: part.to_vec() }).collect()
            }
            Edit::Resize { .. } | Edit::Rotate | Edit::Flip { .. } | Edit::Draw => VecDeque::from([edit.clone()]),
            _ => return None,
        };
        let count = pieces.len();
        let what = What::Edit { name: name.to_owned(), pieces, begun: None, affected: Affected::Nothing };
        Some(LongWork::new(name, what, count))
    }

    /// The work that it is to go through the history; `None` where that does not take long.
    pub fn jump(history: &History, done: usize) -> Option<LongWork> {
        let (low, high) = (done.min(history.done()), done.max(history.done()));
        let entries = history.entries().get(low..high)?;
        let is_long = entries.iter().any(|entry| entry.moves_map() || entry.bytes() > LARGE_ENTRY);
        if !is_long || !LongWork::is_for(&history.document().level().map) {
            return None;
        }
        let title = if done < history.done() { "Undoing" } else { "Doing again" };
        let what = What::Jump { to: done, from: history.done(), affected: Affected::Nothing };
        Some(LongWork::new(title, what, high - low))
    }

    /// How much of it is done, from 0 to 1.
    pub fn part(&self) -> f32 {
        // The text, and then the ground, which takes as long.
        let (done, of) = self.steps;
        let text = if of == 0 { 1.0 } else { done as f32 / of as f32 };
        let ground = self.baking.as_ref().map_or(0.0, |(_, baking)| baking.part());
        if of == 0 { ground } else { 0.5 * (text + ground) }
    }

    /// Does the next step.
    pub fn step(&mut self, game: &mut Game) -> WorkStep {
        if let What::Fetch { index, fetch, .. } = &self.what {
            return match fetch.take() {
                None => WorkStep::Waits,
                Some(Ok(bytes)) => {
                    game.play_fetched(*index, &bytes);
                    // Opening it may be long work in turn.
                    let Some(opening) = game.long_work.take() else { return WorkStep::Done };
                    *self = opening;
                    WorkStep::GoesOn
                }
                Some(Err(words)) => WorkStep::NotFetched(*index, words),
            };
        }
        if let Some((map, baking)) = &mut self.baking {
            if !baking.step(map) {
                return WorkStep::GoesOn;
            }
            let (map, baking) = self.baking.take().expect("it is baked just now");
            return self.finish(game, map, baking.finish());
        }
        match self.change(&mut game.level, &mut game.run) {
            Ok(true) => {
                self.begin_baking(&game.level, &game.run);
                WorkStep::GoesOn
            }
            Ok(false) => {
                self.steps.0 += 1;
                WorkStep::GoesOn
            }
            Err(error) => WorkStep::Failed(error.to_string()),
        }
    }

    /// Changes the level's text by one piece; whether all of it is changed now.
    fn change(&mut self, level: &mut PlayedLevel, run: &mut Run) -> Result<bool, EditError> {
        match &mut self.what {
            What::Edit { name, pieces, begun, affected } => {
                let Some(piece) = pieces.pop_front() else { return Ok(true) };
                let is_first = begun.is_none();
                let begun_now = begun.get_or_insert_with(|| level.history_mut().begin());
                let done = if is_first || level.history().done() == begun_now.done() {
                    level.history_mut().apply(name.as_str(), &piece)
                } else {
                    level.history_mut().extend(name.as_str(), &piece)
                };
                run.recording_mut().edited(level.history(), &Affected::Nothing);
                match done {
                    Ok(more) => *affected = std::mem::take(affected).and(&more),
                    Err(error) => {
                        begun.take().into_iter().for_each(|begun| give_up(level, run, begun));
                        return Err(error);
                    }
                }
                Ok(false)
            }
            What::Jump { to, affected, .. } => {
                if level.history().done() == *to {
                    return Ok(true);
                }
                // As far as one can go at once; what is a move of the map and what is not is then not told apart any more.
                let more = level.jump_towards(*to);
                run.recording_mut().edited(level.history(), &Affected::Nothing);
                *affected = std::mem::take(affected).and(&more);
                Ok(false)
            }
            What::Fetch { .. } | What::Open(_) | What::BeginAnew | What::Bake(_) => Ok(true),
        }
    }

    /// Begins to bake the ground on which the agents walk.
    fn begin_baking(&mut self, played: &PlayedLevel, run: &Run) {
        let (map, profiles) = match &self.what {
            What::Open(opened) => {
                let level = opened.as_ref().map_or(played.history().document().level(), |opened| opened.0.level());
                (level.map.clone(), profiles_of(level))
            }
            What::BeginAnew => {
                let level = played.history().document().level();
                (level.map.clone(), profiles_of(level))
            }
            What::Edit { .. } | What::Jump { .. } => {
                let level = played.history().document().level();
                (run.sim().ground_after(level), profiles_of(level))
            }
            What::Bake(command) => ground_to_bake(run, command),
            What::Fetch { .. } => return,
        };
        let baking = Baking::begin(&map, &profiles);
        self.baking = Some((map, baking));
    }

    /// Lets the game take what has been made.
    fn finish(&mut self, game: &mut Game, map: TileMap, ground: BakedSet) -> WorkStep {
        match &mut self.what {
            What::Open(opened) => {
                if let Some((document, source)) = opened.take().map(|opened| *opened) {
                    game.play_on(document, source, Some(ground));
                }
            }
            What::BeginAnew => game.restart(Some(ground)),
            What::Edit { affected, .. } | What::Jump { affected, .. } => {
                game.run.prepare_ground(map, ground);
                // On prebaked ground the world follows as if anything might have changed.
                let affected = match affected {
                    Affected::Tiles(_) => Affected::Everything,
                    affected => std::mem::take(affected),
                };
                game.run.recording_mut().followed(&affected);
                game.take_text(&affected);
            }
            What::Bake(command) => {
                game.run.prepare_ground(map, ground);
                game.command(command.clone());
            }
            What::Fetch { .. } => {}
        }
        WorkStep::Done
    }

    /// Gives it up: all is as it was. Says so.
    pub fn give_up(self, level: &mut PlayedLevel, run: &mut Run) -> String {
        match self.what {
            What::Edit { begun, .. } => begun.into_iter().for_each(|begun| give_up(level, run, begun)),
            What::Jump { from, .. } => {
                level.history_mut().jump(from);
                run.recording_mut().edited(level.history(), &Affected::Nothing);
            }
            What::Fetch { .. } | What::Open(_) | What::BeginAnew | What::Bake(_) => {}
        }
        format!("{}: cancelled, all is as it was", self.title)
    }
}

/// Gives up an edit that was begun; the world has not followed it.
fn give_up(level: &mut PlayedLevel, run: &mut Run, begun: Begun) {
    level.history_mut().give_up(begun);
    run.recording_mut().edited(level.history(), &Affected::Nothing);
}

/// The profiles of the agents of a level.
fn profiles_of(level: &Level) -> Vec<AgentProfile> {
    level.used_profiles().into_iter().map(|profile| level.profiles[profile].clone()).collect()
}

/// The ground as a command bakes it, and the profiles of the agents that are there.
fn ground_to_bake(run: &Run, command: &Command) -> (TileMap, Vec<AgentProfile>) {
    let sim = run.sim();
    let mut map = sim.map().clone();
    let mut profiles = sim.profiles().to_vec();
    if let Command::Bake { settings, profile } = command {
        map.bake.clone_from(settings);
        for known in profiles.iter_mut().filter(|known| known.name == profile.name) {
            known.clone_from(profile);
        }
    }
    let mut used: Vec<usize> = sim.agents().iter().map(|agent| agent.profile()).collect();
    sorting::sort(&mut used);
    used.dedup();
    (map, used.into_iter().map(|profile| profiles[profile].clone()).collect())
}
