//! The searches that are made side by side, and how they are played.

use footpath::grid::Cell;
use footpath::nav::{Algorithm, Method, Mistake, NavGrid, PathQuery};

use crate::app::modes::lab::lane::Lane;
use crate::app::modes::lab::shared::SharedSearches;
use crate::app::view::examined::{Detail, SearchProblem, WATCHED_EXPANSIONS};
use crate::app::view::playback::Playback;

/// How many searches are made side by side at most.
pub(super) const MOST_LANES: usize = 4;

/// The searches on a sheet: one to [`MOST_LANES`].
pub struct Lanes {
    lanes: Vec<Lane>,
    /// The one whose method is shown and changed.
    chosen: usize,
    /// Where the playing of the searches stands, while they are played.
    playback: Option<Playback>,
    /// Whether they are played by themselves until all of them is there.
    are_growing: bool,
    /// Whether the searches are played by the time that each takes, not by steps.
    by_time: bool,
    /// Whether the searches are made; not after they were cleared, until something changes.
    is_searching: bool,
    /// Whether the cells that were seen are shown, not only the path.
    shows_cells: bool,
    /// A copy of the grid with an index, once a search by subgoals wants one.
    indexed: Option<NavGrid>,
    /// How long everything has been as it is, in seconds.
    stood: f32,
}

impl Default for Lanes {
    fn default() -> Lanes {
        Lanes {
            lanes: vec![Lane::default()],
            chosen: 0,
            playback: None,
            are_growing: false,
            by_time: false,
            is_searching: true,
            shows_cells: true,
            indexed: None,
            stood: 0.0,
        }
    }
}

/// Between which cells is searched.
pub(super) struct LaneQuery {
    /// The place of the profile for which paths are found.
    pub profile: usize,
    /// The ends of each leg.
    pub ends: Vec<(Cell, Cell)>,
    /// How often the ground has changed.
    pub map_revision: u64,
}

impl Lanes {
    pub fn all(&self) -> &[Lane] {
        &self.lanes
    }

    /// The place of the one whose method is shown and changed.
    pub fn chosen(&self) -> usize {
        self.chosen
    }

    /// The search whose method is shown and changed.
    pub fn chosen_lane(&self) -> &Lane {
        &self.lanes[self.chosen]
    }

    /// Chooses the search at a place.
    pub fn choose(&mut self, lane: usize) {
        self.chosen = lane.min(self.lanes.len() - 1);
    }

    /// The method of the chosen search.
    pub fn method(&self) -> Method {
        self.lanes[self.chosen].method
    }

    /// Searches by another method in the chosen place.
    pub fn search_by(&mut self, method: Method) {
        self.lanes[self.chosen].method = method;
        self.show_all();
    }

    /// Begins anew with one search.
    pub(super) fn begin(&mut self, method: Method) {
        (self.lanes, self.chosen) = (vec![Lane::by(method)], 0);
    }

    /// The searches as a link carries them.
    pub fn shared(&self) -> SharedSearches {
        SharedSearches {
            searches: self.lanes.iter().map(|lane| lane.method).collect(),
            chosen: self.chosen,
            step: self.playback.map(|playback| playback.step()),
            cells: self.shows_cells,
        }
    }

    /// Takes the searches that a link carries, at most as many as there may be.
    pub fn take_shared(&mut self, shared: &SharedSearches) {
        self.lanes = shared.searches.iter().take(MOST_LANES).map(|method| Lane::by(*method)).collect();
        self.show_all();
        self.choose(shared.chosen);
        self.shows_cells = shared.cells;
        self.playback = shared.step.map(Playback::at_end);
    }

    /// Puts the search without its mistake beside one that makes one.
    pub(super) fn add_the_right_one(&mut self) {
        let method = self.method();
        if method.is_textbook() && !method.mistake.is_none() {
            self.lanes.push(Lane::by(Method { mistake: Mistake::None, ..method }));
        }
    }

    /// Puts another search beside those that there are, and chooses it.
    pub fn add(&mut self) {
        if self.lanes.len() < MOST_LANES {
            let methods: Vec<Method> = self.lanes.iter().map(|lane| lane.method).collect();
            self.lanes.push(Lane::beside(&methods));
            self.chosen = self.lanes.len() - 1;
            self.show_all();
        }
    }

    /// Takes the chosen search away, unless it is the only one.
    pub fn remove(&mut self) {
        if self.lanes.len() > 1 {
            self.lanes.remove(self.chosen);
            self.chosen = self.chosen.min(self.lanes.len() - 1);
        }
    }

    /// Where the playing of the searches stands, while they are played.
    pub fn playback(&self) -> Option<Playback> {
        self.playback
    }

    /// Ends the playing; whether the searches were played.
    pub fn end_playback(&mut self) -> bool {
        self.playback.take().is_some()
    }

    /// Whether the searches are played by the time that each takes, not by steps.
    pub fn are_by_time(&self) -> bool {
        self.by_time
    }

    /// Has the searches played by time, or by steps again.
    pub fn toggle_by_time(&mut self) {
        self.by_time = !self.by_time;
    }

    /// Whether the searches are made; not after they were cleared, until something changes.
    pub fn are_made(&self) -> bool {
        self.is_searching
    }

    /// Whether the cells that were seen are shown, not only the path.
    pub fn shows_cells(&self) -> bool {
        self.shows_cells
    }

    /// Shows the cells that were seen, or only the path.
    pub fn show_cells(&mut self, shows_cells: bool) {
        self.shows_cells = shows_cells;
    }

    /// Takes these microseconds for what the searches took.
    #[cfg(test)]
    pub(super) fn measured_as<const N: usize>(&mut self, micros: [f64; N]) {
        for (lane, micros) in self.lanes.iter_mut().zip(micros) {
            lane.legs[0].measured = Some(crate::app::view::examined::Measured { micros, bytes: 0 });
        }
    }

    /// Whether searches are played or still to be measured.
    pub(super) fn moves(&self) -> bool {
        let is_unmeasured = |lane: &Lane| lane.legs.iter().any(|leg| leg.measured.is_none());
        self.playback.is_some_and(|playback| playback.playing) || self.lanes.iter().any(is_unmeasured)
    }

    /// Searches, and shows all of the searches.
    pub(super) fn show_all(&mut self) {
        (self.is_searching, self.playback) = (true, None);
    }

    /// Forgets the searches until something changes.
    pub(super) fn clear(&mut self) {
        (self.is_searching, self.playback) = (false, None);
    }

    /// Makes the index of the sheet where a search wants one, as a level that is baked with one has it. While a hand draws, such
    /// a search does without.
    fn prepare_index(&mut self, grid: &NavGrid, is_held: bool) {
        let is_made = self.indexed.as_ref().is_some_and(|indexed| indexed.stamp() == grid.stamp());
        if is_made || is_held || !self.lanes.iter().any(wants_index) {
            return;
        }
        let mut indexed = grid.clone();
        indexed.prepare_index();
        self.indexed = Some(indexed);
        self.lanes.iter_mut().filter(|lane| wants_index(lane)).for_each(Lane::forget);
    }

    /// Measures the next search that is not measured yet.
    pub(super) fn measure_next(&mut self, grid: &NavGrid) {
        let indexed = self.indexed.as_ref();
        _ = self.lanes.iter_mut().any(|lane| lane.measure(grid_for(lane, grid, indexed)));
    }

    /// Makes the searches that are to be seen unless they are made, and plays them on by some seconds; `is_held`: while a hand
    /// draws or drags.
    pub(super) fn update(&mut self, grid: &NavGrid, asked: &LaneQuery, is_held: bool, seconds: f32) {
        self.stood += seconds;
        if !self.is_searching {
            self.lanes.iter_mut().for_each(Lane::forget);
            return;
        }
        self.prepare_index(grid, is_held);
        let detail = match (self.shows_cells, is_held) {
            (false, _) => Detail::Path,
            // The picture follows at once; single steps are of interest once the hand rests.
            (true, true) => Detail::Sets,
            (true, false) => Detail::Steps,
        };
        for lane in &mut self.lanes {
            let question = |(from, to): &(Cell, Cell)| SearchProblem {
                agent: None,
                profile: asked.profile,
                query: PathQuery::between(*from, *to).by(watched(lane.method)),
                map_revision: asked.map_revision,
                stamp: grid.stamp(),
            };
            let questions = asked.ends.iter().map(question).collect();
            if lane.look(grid_for(lane, grid, self.indexed.as_ref()), questions, detail) {
                self.stood = 0.0;
            }
        }
        let steps = self.steps();
        if let Some(playback) = &mut self.playback {
            playback.advance(seconds, steps);
        }
        self.play();
    }

    /// How long everything has been as it is, in seconds.
    pub fn stood(&self) -> f32 {
        self.stood
    }

    /// How many steps there are to play: those of the longest search.
    pub fn steps(&self) -> usize {
        self.lanes.iter().map(Lane::steps).max().unwrap_or(0)
    }

    fn play(&mut self) {
        let (steps, slowest) = (self.steps(), self.slowest());
        let played = self.playback.map_or(steps, |playback| playback.step());
        for lane in &mut self.lanes {
            let own = match slowest.zip(lane.micros()) {
                Some((slowest, micros)) if played < steps => {
                    let time = slowest * played as f64 / steps as f64;
                    (lane.steps() as f64 * (time / micros).min(1.0)) as usize
                }
                _ => played,
            };
            lane.play(own);
        }
    }

    /// The microseconds of the search that takes longest, where the searches are played by time and each is measured.
    fn slowest(&self) -> Option<f64> {
        let times: Option<Vec<f64>> = self.lanes.iter().map(Lane::micros).collect();
        times.filter(|_| self.by_time).map(|times| times.into_iter().fold(0.0, f64::max))
    }

    /// Plays the searches from their beginning until all of them is there.
    pub fn begin_growth(&mut self) {
        self.end_playback();
        self.toggle_playback();
        self.are_growing = self.playback.is_some();
    }

    /// Whether they are shown as they grow: their code comes once the player plays them.
    pub fn are_growing(&self) -> bool {
        self.are_growing
    }

    /// Has searches that were shown as they grow stay as they are once all of them is there; what the player has halted is played
    /// by the player.
    pub fn end_growth(&mut self) {
        let Some(playback) = self.playback.filter(|playback| !playback.playing) else { return };
        if std::mem::take(&mut self.are_growing) && playback.step() >= self.steps() {
            self.end_playback();
        }
    }

    /// Begins to play the searches, or halts or goes on.
    pub fn toggle_playback(&mut self) {
        let steps = self.steps();
        match &mut self.playback {
            Some(playback) => playback.toggle(steps),
            None if steps > 0 => self.playback = Some(Playback::begin(steps)),
            None => self.show_all(),
        }
    }

    /// Halts, and goes this many steps on or back.
    pub fn move_playback(&mut self, by: isize) {
        let steps = self.steps();
        self.begun_playback().move_by(by, steps);
    }

    /// Halts after so many steps.
    pub fn go_to(&mut self, step: usize) {
        let steps = self.steps();
        self.begun_playback().go_to(step, steps);
    }

    /// Halts at this part of the searches, 0 to 1.
    pub fn seek(&mut self, part: f32) {
        let steps = self.steps();
        self.begun_playback().go_to((f64::from(part) * steps as f64).round() as usize, steps);
    }

    /// Lets the playing go faster, or slower.
    pub fn change_pace(&mut self, faster: bool) {
        self.begun_playback().change_pace(faster);
    }

    /// The playback; if there was none, one that is halted at the end.
    fn begun_playback(&mut self) -> &mut Playback {
        let steps = self.steps();
        self.playback.get_or_insert_with(|| Playback::at_end(steps))
    }
}

fn wants_index(lane: &Lane) -> bool {
    lane.method.algorithm == Algorithm::Subgoal
}

/// The grid of a search: the one with an index for those that use it, as long as that is of the ground as it is now.
fn grid_for<'a>(lane: &Lane, grid: &'a NavGrid, indexed: Option<&'a NavGrid>) -> &'a NavGrid {
    indexed.filter(|indexed| wants_index(lane) && indexed.stamp() == grid.stamp()).unwrap_or(grid)
}

/// A method that gives up while one still watches.
fn watched(method: Method) -> Method {
    Method { expansion_limit: method.expansion_limit.min(WATCHED_EXPANSIONS), ..method }
}
