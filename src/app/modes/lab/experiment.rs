//! What is tried in the lab: a sheet of ground, a start, a goal, and up to four searches between them. Knows no window.

#[cfg(test)]
mod tests;

use footpath::agent::{Agent, AgentId};
use footpath::grid::{Cell, Lattice, Rect};
use footpath::level::{AgentStart, Extent, LessonStep, Level, Order, TileMap, Until};
use footpath::nav::{Algorithm, Method, NavGrid, PathQuery, PathStatus, exit_from};
use footpath::profile::Navigation;
use footpath::sim::{Command, Event, Selection, Simulation};
use footpath::sorting;
use glam::Vec2;

use crate::app::modes::brush::{Stroke, WALL, is_covered};
use crate::app::modes::lab::dice::Dice;
use crate::app::modes::lab::lane::Lane;
use crate::app::modes::lab::sheet::{SIDES, Sheet, SheetKind};
use crate::app::modes::lesson::{LONGEST_WALK, Situation, is_hidden, method_after, paints};
use crate::app::view::GroundChanges;
use crate::app::view::examined::{Detail, Question};
use crate::app::view::playback::Playback;

/// How many searches are made side by side at most.
pub const MOST_LANES: usize = 4;

/// What a press on the ground does where no marker lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tool {
    /// Paints the terrain of [`Experiment::paint`], and erases.
    Brush,
    /// Places the start, the next time the goal, and so on.
    Markers,
}

/// What is held since a press.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Held {
    Start,
    Goal,
    Via,
    Stroke(Stroke),
}

/// A sheet and what is tried on it.
pub struct Experiment {
    /// The ground, and the agent that walks the path.
    pub sim: Simulation,
    /// What the sheet is made from.
    pub sheet: Sheet,
    /// Where paths begin.
    pub start: Cell,
    /// Where they lead.
    pub goal: Cell,
    /// The via point: where they come by, if they have to. Then each is searched in two legs.
    pub via: Option<Cell>,
    /// The searches side by side: one to [`MOST_LANES`].
    pub lanes: Vec<Lane>,
    /// The one whose method is shown and changed.
    pub chosen: usize,
    /// Where the playing of the searches stands, while they are played.
    pub playback: Option<Playback>,
    /// Whether the searches are played by the time that each takes, not by steps.
    pub by_time: bool,
    /// Whether the searches are made; not after they were cleared, until something changes.
    pub is_searching: bool,
    /// Whether the cells that were seen are shown, not only the path.
    pub shows_cells: bool,
    /// What a press does.
    pub tool: Tool,
    /// The terrain with which the brush paints.
    pub paint: String,
    /// The level of the sheet [`SheetKind::Level`], if there is one, without its agents.
    level: Option<Level>,
    /// How many sheets have been made: another number is another sheet.
    pub sheets: u64,
    /// The place of the profile in the simulation's list for which paths are found.
    profile: usize,
    walker: Option<AgentId>,
    /// Whether the agent on the sheet was sent since the step of the lesson began.
    walks_for_lesson: bool,
    /// How many agents have arrived at the goal so far that were.
    arrived: u32,
    held: Option<Held>,
    /// Whether the next press of the tool for markers places the goal.
    places_goal: bool,
    /// A copy of the grid with an index, once a search by subgoals wants one.
    indexed: Option<NavGrid>,
    dice: Dice,
    ground: GroundChanges,
    /// How long everything has been as it is, in seconds.
    stood: f32,
}

impl Experiment {
    /// An empty sheet with A* on it.
    pub fn new() -> Experiment {
        let sheet = Sheet::default();
        let sim = Simulation::new(sheet.level(), None);
        let mut experiment = Experiment {
            sim,
            sheet,
            start: Cell::new(0, 0),
            goal: Cell::new(0, 0),
            via: None,
            lanes: vec![Lane::default()],
            chosen: 0,
            playback: None,
            by_time: false,
            is_searching: true,
            shows_cells: true,
            tool: Tool::Brush,
            paint: WALL.to_owned(),
            level: None,
            sheets: 0,
            profile: 0,
            walker: None,
            walks_for_lesson: false,
            arrived: 0,
            held: None,
            places_goal: false,
            indexed: None,
            dice: Dice::new(sheet.seed),
            ground: GroundChanges { is_another: true, changed: None },
            stood: 0.0,
        };
        experiment.place_markers();
        experiment
    }

    /// Takes a level as the sheet: its ground as it is now, without its agents. The start is where the first of them
    /// stands that searches for paths; the goal is where it is to go, with a via point on the way if it has two such orders,
    /// else at the first named place or as far away as can be reached.
    pub fn take_level(&mut self, sim: &Simulation) {
        let level = sim.level();
        let map = TileMap { tiles: sim.map().tiles.clone(), ..level.map.clone() };
        let level = Level { map, agents: Vec::new(), ..level.clone() };
        let agent = sim.agents().iter().find(|agent| sim.profile_of(agent).navigation == Navigation::Search);
        let start = agent.and_then(|agent| sim.cell_of(agent.profile(), agent.position()));
        let goals = agent.map_or_else(Vec::new, |agent| goals_of(sim, agent));
        self.level = Some(level);
        self.sheet.kind = SheetKind::Level;
        let side = |tiles: u32| tiles.clamp(*SIDES.start(), *SIDES.end());
        self.sheet.size = (side(sim.map().lattice.width), side(sim.map().lattice.height));
        self.make_sheet();
        self.profile = agent.map_or(0, |agent| agent.profile());
        let place = self.sim.level().places.values().next().and_then(|tiles| tiles.first());
        let place = place.map(|tile| self.cell_of_tile(*tile));
        self.start = start.or_else(|| exit_from(self.grid(), self.start)).unwrap_or(self.start);
        let cell_at = |point: &Vec2| self.cells().tile_inside(*point);
        let goal = goals.last().and_then(cell_at);
        self.via = goals.first().filter(|_| goals.len() == 2).and_then(cell_at);
        self.goal = goal.or(place).unwrap_or_else(|| self.furthest(self.start));
        (self.lanes, self.chosen) = (vec![Lane::by(shown_method(sim.method()))], 0);
    }

    /// Does on the sheet of a level what the steps of its lesson ask for that are done, so that the next one finds all as it
    /// needs it: the markers, the method, what is drawn, and who has arrived.
    pub fn resume(&mut self, level: &Level, steps: &[LessonStep]) {
        let first = |place: &String| level.places.get(place).and_then(|tiles| tiles.first());
        for step in steps {
            self.apply(&paints(level, step));
            let method = &mut self.lanes[self.chosen].method;
            *method = shown_method(method_after(level, step, *method));
            match &step.until {
                Until::StartIn(place) => self.start = first(place).map_or(self.start, |tile| self.cell_of_tile(*tile)),
                Until::GoalIn(place) => self.goal = first(place).map_or(self.goal, |tile| self.cell_of_tile(*tile)),
                Until::GoalHidden => self.goal = self.nearest_hidden(),
                Until::Arrived(_) => self.walk_at_once(),
                _ => {}
            }
        }
        self.show_all();
    }

    /// Sends an agent to the goal, and lets the time pass until it has arrived.
    fn walk_at_once(&mut self) {
        let before = self.arrived;
        self.walk();
        for _ in 0..LONGEST_WALK {
            if self.arrived > before {
                return;
            }
            self.tick();
        }
    }

    /// The cell nearest to the goal to which the straight line from the start is blocked; the goal's where there is none.
    fn nearest_hidden(&self) -> Cell {
        let mut cells: Vec<Cell> = self.cells().rect().cells().filter(|cell| self.grid().is_passable(*cell)).collect();
        sorting::sort_by_key(&mut cells, |cell| (cell.distance_squared(self.goal), cell.y, cell.x));
        cells.into_iter().find(|cell| is_hidden(self.grid(), self.start, *cell)).unwrap_or(self.goal)
    }

    /// The cell in the middle of a tile.
    fn cell_of_tile(&self, tile: Cell) -> Cell {
        self.cells().tile_at(self.lattice().centre(tile))
    }

    /// The sheet as a level: its ground as it is now, and an agent at the start with orders to go to the goal.
    pub fn level(&self) -> Level {
        let (level, cells) = (self.sim.level(), self.cells());
        let point = |cell: Cell| cells.centre(cell);
        let orders = self.via.into_iter().chain([self.goal]).map(|cell| Order::MoveTo(point(cell).into())).collect();
        let agent = AgentStart { orders, ..AgentStart::at(self.profile, point(self.start)) };
        Level {
            name: self.title(),
            map: TileMap { tiles: self.sim.map().tiles.clone(), ..level.map.clone() },
            search: self.method(),
            agents: vec![agent],
            // An agent that carried one is not on the sheet.
            zones: level.zones.iter().filter(|zone| !matches!(zone.extent, Extent::Riding { .. })).cloned().collect(),
            // A lesson asks for what the level itself holds.
            lesson: Vec::new(),
            ..level.clone()
        }
    }

    /// Makes ready for a lesson: the brush draws walls, and all is shown.
    pub fn prepare(&mut self) {
        (self.tool, self.paint, self.shows_cells) = (Tool::Brush, WALL.to_owned(), true);
    }

    /// What the sheet is called.
    pub fn title(&self) -> String {
        match (self.sheet.kind, &self.level) {
            (SheetKind::Level, Some(level)) => level.name.clone(),
            _ => format!("{}, {} x {}", self.kind_in_words(), self.lattice().width, self.lattice().height),
        }
    }

    /// What kind of sheet it is; one that was empty is not called so once there are walls on it.
    pub fn kind_in_words(&self) -> &'static str {
        let map = self.sim.map();
        let has_walls = || map.lattice.rect().cells().any(|tile| !map.is_walkable(tile));
        match self.sheet.kind {
            SheetKind::Empty if has_walls() => "Drawn sheet",
            kind => kind.title(),
        }
    }

    /// Makes the sheet from what it is to be made from, without what was drawn on it, and puts the markers on it.
    pub fn make_sheet(&mut self) {
        let level = match (self.sheet.kind, &self.level) {
            (SheetKind::Level, Some(level)) => level.clone(),
            _ => self.sheet.level(),
        };
        self.sim = Simulation::new(level, None);
        self.sheets += 1;
        self.ground = GroundChanges { is_another: true, changed: None };
        (self.walker, self.held, self.playback, self.profile, self.via) = (None, None, None, 0, None);
        if self.sim.map().terrain_named(&self.paint).is_none() {
            self.paint = WALL.to_owned();
        }
        self.dice = Dice::new(self.sheet.seed);
        self.is_searching = true;
        self.place_markers();
    }

    /// Puts the start at the left and the goal at the right, in opposite corners where there are walls.
    fn place_markers(&mut self) {
        let Lattice { width, height, .. } = self.cells();
        let at = |part: f32, down: f32| Cell::new((part * width as f32) as i32, (down * height as f32) as i32);
        let (start, goal) = match self.sheet.kind {
            SheetKind::Level | SheetKind::Empty | SheetKind::Obstacles => (at(0.2, 0.5), at(0.8, 0.5)),
            _ => (at(0.0, 0.0), Cell::new(width as i32 - 1, height as i32 - 1)),
        };
        let grid = self.grid();
        let (start, goal) = (exit_from(grid, start).unwrap_or(start), exit_from(grid, goal).unwrap_or(goal));
        (self.start, self.goal) = (start, goal);
    }

    fn furthest(&self, start: Cell) -> Cell {
        let cells = self.cells().rect().cells().filter(|cell| self.grid().is_passable(*cell));
        cells.max_by_key(|cell| cell.distance_squared(start)).unwrap_or(start)
    }

    /// The tiles.
    pub fn lattice(&self) -> Lattice {
        self.sim.map().lattice
    }

    /// The cells into which they are baked.
    pub fn cells(&self) -> Lattice {
        self.sim.map().cells()
    }

    /// The grid of the searches.
    pub fn grid(&self) -> &NavGrid {
        self.sim.nav_grid(self.profile)
    }

    /// The place of the profile for which paths are found.
    pub fn profile(&self) -> usize {
        self.profile
    }

    /// How everything is that a lesson may ask for, in a step that ends by `until`; `None` before the search is made.
    pub fn situation(&self, until: Option<&Until>) -> Option<Situation> {
        let (map, lane) = (self.sim.map(), &self.lanes[self.chosen]);
        let is_hidden = until == Some(&Until::GoalHidden) && is_hidden(self.grid(), self.start, self.goal);
        Some(Situation {
            markers: Some((map.tile_of_cell(self.start), map.tile_of_cell(self.goal), is_hidden)),
            method: lane.method,
            cost: lane.cost_to_goal()?,
            walls: self.walls(),
            arrived: self.arrived,
            // Nothing else changes anything here, but the agent that walks.
            is_by_player: true,
        })
    }

    /// Takes in that another step of a lesson begins: what was sent before is not sent for it.
    pub fn begin_step(&mut self) {
        self.walks_for_lesson = false;
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

    /// Puts another search beside those that there are, and chooses it.
    pub fn add_lane(&mut self) {
        if self.lanes.len() < MOST_LANES {
            let methods: Vec<Method> = self.lanes.iter().map(|lane| lane.method).collect();
            self.lanes.push(Lane::beside(&methods));
            self.chosen = self.lanes.len() - 1;
            self.show_all();
        }
    }

    /// Takes the chosen search away, unless it is the only one.
    pub fn remove_lane(&mut self) {
        if self.lanes.len() > 1 {
            self.lanes.remove(self.chosen);
            self.chosen = self.chosen.min(self.lanes.len() - 1);
        }
    }

    // ---- The pointer ----

    /// A press at a point of the world takes hold of the marker within `reach` world units of it, else does what the tool
    /// does.
    pub fn press(&mut self, at: Vec2, reach: f32) {
        let cells = self.cells();
        let distance = |cell: Cell| cells.centre(cell).distance(at);
        let (to_start, to_goal) = (distance(self.start), distance(self.goal));
        let to_via = self.via.map_or(f32::INFINITY, distance);
        let nearest = to_start.min(to_goal).min(to_via);
        self.held = match self.tool {
            _ if nearest <= reach && to_goal == nearest => Some(Held::Goal),
            _ if nearest <= reach && to_start == nearest => Some(Held::Start),
            _ if nearest <= reach => Some(Held::Via),
            Tool::Markers => {
                let held = if self.places_goal { Held::Goal } else { Held::Start };
                self.places_goal = !self.places_goal;
                Some(held)
            }
            Tool::Brush => {
                let map = self.sim.map();
                map.terrain_named(&self.paint).map(|paint| Held::Stroke(Stroke::begin(map, paint, at)))
            }
        };
        // A marker that was taken hold of stays where it is until it is dragged.
        if nearest > reach {
            self.drag(at);
        }
    }

    /// What is held goes on to a point of the world.
    pub fn drag(&mut self, to: Vec2) {
        let cells = self.cells();
        let cell = cells.tile_at(to);
        let inside = Cell::new(cell.x.clamp(0, cells.width as i32 - 1), cell.y.clamp(0, cells.height as i32 - 1));
        match &mut self.held {
            None => return,
            Some(Held::Start) => self.start = inside,
            Some(Held::Goal) => self.goal = inside,
            Some(Held::Via) => self.via = Some(inside),
            Some(Held::Stroke(stroke)) => {
                let command = stroke.go_on(self.sim.map(), to);
                self.apply(command.as_slice());
            }
        }
        self.show_all();
    }

    /// Lets go of what is held.
    pub fn release(&mut self) {
        self.held = None;
    }

    /// What the brush would do at a tile; `None` while it is not in use there.
    pub fn would_erase(&self, tile: Cell) -> Option<bool> {
        match (&self.held, self.tool) {
            (Some(Held::Stroke(stroke)), _) => Some(stroke.erases),
            (None, Tool::Brush) => {
                let map = self.sim.map();
                let paint = map.terrain_named(&self.paint)?;
                Some(is_covered(map, paint, tile))
            }
            _ => None,
        }
    }

    // ---- What keys and buttons do ----

    /// Puts the start on another cell on which an agent can stand, drawn by lot.
    pub fn random_start(&mut self) {
        self.start = self.random_cell(self.goal).unwrap_or(self.start);
        self.show_all();
    }

    /// The same for the goal.
    pub fn random_goal(&mut self) {
        self.goal = self.random_cell(self.start).unwrap_or(self.goal);
        self.show_all();
    }

    /// Puts a via point in the middle between start and goal, or takes it away.
    pub fn toggle_via(&mut self) {
        let middle = Cell::new((self.start.x + self.goal.x) / 2, (self.start.y + self.goal.y) / 2);
        self.via = match self.via {
            Some(_) => None,
            None => Some(exit_from(self.grid(), middle).unwrap_or(middle)),
        };
        self.show_all();
    }

    fn random_cell(&mut self, other: Cell) -> Option<Cell> {
        let is_free = |cell: &Cell| *cell != other && self.grid().is_passable(*cell);
        let free: Vec<Cell> = self.cells().rect().cells().filter(is_free).collect();
        (!free.is_empty()).then(|| free[self.dice.below(free.len() as u32) as usize])
    }

    /// Puts walls on as many of the tiles as the sheet's density says, drawn by lot, in the place of those that there
    /// are; the tiles of start and goal stay free.
    pub fn random_obstacles(&mut self) {
        self.clear_walls();
        let (map, density) = (self.sim.map(), self.sheet.density);
        let markers = [Some(self.start), Some(self.goal), self.via].map(|cell| cell.map(|cell| map.tile_of_cell(cell)));
        let is_free = |tile: &Cell| !markers.contains(&Some(*tile)) && map.is_walkable(*tile);
        let free = map.lattice.rect().cells().filter(is_free);
        let tiles: Vec<Cell> = free.filter(|_| self.dice.chance(density)).collect();
        self.apply(&[Command::Paint { terrain: WALL.to_owned(), tiles }]);
        self.show_all();
    }

    /// Forgets the searches until something changes.
    pub fn clear_path(&mut self) {
        (self.is_searching, self.playback) = (false, None);
        self.send_walker_away();
    }

    /// Takes every wall away.
    pub fn clear_walls(&mut self) {
        let map = self.sim.map();
        let tiles = map.lattice.rect().cells().filter(|tile| !map.is_walkable(*tile)).collect();
        self.apply(&[Command::Erase { tiles }]);
        self.show_all();
    }

    /// Makes an empty sheet of the same size, its markers where they are at first.
    pub fn clear_all(&mut self) {
        let Lattice { width, height, .. } = self.lattice();
        self.sheet = Sheet { kind: SheetKind::Empty, size: (width, height), ..self.sheet };
        self.make_sheet();
        self.clear_path();
    }

    /// Makes the sheet of the next seed.
    pub fn next_sheet(&mut self) {
        self.sheet.seed = self.sheet.seed.wrapping_add(1);
        self.sow();
    }

    /// Makes the sheet of its seed; on the level and on an empty sheet that draws random obstacles.
    pub fn sow(&mut self) {
        if matches!(self.sheet.kind, SheetKind::Level | SheetKind::Empty) {
            self.dice = Dice::new(self.sheet.seed);
            self.random_obstacles();
        } else {
            self.make_sheet();
        }
    }

    /// Turns the sheet to the next kind, or the one before.
    pub fn turn_kind(&mut self, forward: bool) {
        let kinds: Vec<SheetKind> =
            SheetKind::ALL.into_iter().filter(|kind| *kind != SheetKind::Level || self.level.is_some()).collect();
        let index = kinds.iter().position(|kind| *kind == self.sheet.kind).unwrap_or(0);
        self.sheet.kind = kinds[(index + if forward { 1 } else { kinds.len() - 1 }) % kinds.len()];
        self.make_sheet();
    }

    /// Turns the brush to the next terrain of the ground, or the one before.
    pub fn turn_paint(&mut self, forward: bool) {
        let terrains = &self.sim.map().terrains;
        let index = terrains.iter().position(|terrain| terrain.name == self.paint).unwrap_or(0);
        let count = terrains.len();
        self.paint = terrains[(index + if forward { 1 } else { count - 1 }) % count].name.clone();
        self.tool = Tool::Brush;
    }

    /// Sends an agent from the start to the goal, in the place of the last one; it searches as the chosen search does.
    pub fn walk(&mut self) {
        self.send_walker_away();
        let cells = self.cells();
        let profile = self.sim.profiles()[self.profile].name.clone();
        let Ok(walker) = self.sim.spawn(&profile, cells.centre(self.start)) else { return };
        let this = || Selection::These(vec![walker]);
        let mut orders = vec![Command::Search(this(), self.method())];
        for (index, cell) in self.via.into_iter().chain([self.goal]).enumerate() {
            let order = Order::MoveTo(cells.centre(cell).into());
            orders.push(if index == 0 { Command::Order(this(), order) } else { Command::ThenOrder(this(), order) });
        }
        self.apply(&orders);
        (self.walker, self.walks_for_lesson) = (Some(walker), true);
        self.show_all();
    }

    fn send_walker_away(&mut self) {
        if let Some(walker) = self.walker.take() {
            self.apply(&[Command::Remove(Selection::These(vec![walker]))]);
        }
    }

    /// Whether an agent is on the sheet, so that time has to run.
    pub fn has_walker(&self) -> bool {
        self.walker.is_some()
    }

    /// Whether an agent walks, or searches are played or still to be measured.
    pub fn moves(&self) -> bool {
        let is_unmeasured = |lane: &Lane| lane.legs.iter().any(|leg| leg.measured.is_none());
        self.walker.is_some() && self.sim.agents().iter().any(|agent| !agent.stands())
            || self.playback.is_some_and(|playback| playback.playing)
            || self.lanes.iter().any(is_unmeasured)
    }

    /// Makes one tick.
    pub fn tick(&mut self) {
        let events = self.sim.step(&[]);
        self.observe(&events);
    }

    fn apply(&mut self, commands: &[Command]) {
        let events = self.sim.apply(commands);
        self.observe(&events);
    }

    fn observe(&mut self, events: &[Event]) {
        for event in events {
            match event {
                Event::TerrainChanged { rect } => {
                    let changed = self.ground.changed.map_or(*rect, |known: Rect| known.union(*rect));
                    self.ground.changed = Some(changed);
                }
                Event::Arrived { status: PathStatus::Complete, .. } => {
                    self.arrived += u32::from(self.walks_for_lesson);
                }
                _ => {}
            }
        }
    }

    /// What has happened to the ground since the last call.
    pub fn take_ground_changes(&mut self) -> GroundChanges {
        std::mem::take(&mut self.ground)
    }

    // ---- Searching and playing ----

    /// Makes the index of the sheet where a search wants one, as a level that is baked with one has it. While a hand draws, such
    /// a search does without.
    fn prepare_index(&mut self) {
        let grid = self.sim.nav_grid(self.profile);
        let is_made = self.indexed.as_ref().is_some_and(|indexed| indexed.stamp() == grid.stamp());
        if is_made || self.held.is_some() || !self.lanes.iter().any(wants_index) {
            return;
        }
        let mut indexed = grid.clone();
        indexed.prepare_index();
        self.indexed = Some(indexed);
        self.lanes.iter_mut().filter(|lane| wants_index(lane)).for_each(Lane::forget);
    }

    /// Measures the next search that is not measured yet.
    pub fn measure_next(&mut self) {
        let (grid, indexed) = (self.sim.nav_grid(self.profile), self.indexed.as_ref());
        _ = self.lanes.iter_mut().any(|lane| lane.measure(grid_for(lane, grid, indexed)));
    }

    /// Searches, and shows all of the searches.
    fn show_all(&mut self) {
        (self.is_searching, self.playback) = (true, None);
    }

    /// Makes the searches that are to be seen unless they are made, and plays them on by some seconds.
    pub fn update(&mut self, seconds: f32) {
        self.stood += seconds;
        if !self.is_searching {
            self.lanes.iter_mut().for_each(Lane::forget);
            return;
        }
        self.prepare_index();
        let grid = self.sim.nav_grid(self.profile);
        let detail = match (self.shows_cells, self.held) {
            (false, _) => Detail::Path,
            // The picture follows at once; single steps are of interest once the hand rests.
            (true, Some(_)) => Detail::Sets,
            (true, None) => Detail::Steps,
        };
        for lane in &mut self.lanes {
            let question = |(from, to): (Cell, Cell)| Question {
                agent: None,
                profile: self.profile,
                query: PathQuery::between(from, to).by(lane.method),
                map_revision: self.sim.map_revision(),
                stamp: grid.stamp(),
            };
            let ends = match self.via {
                Some(via) => vec![(self.start, via), (via, self.goal)],
                None => vec![(self.start, self.goal)],
            };
            if lane.look(grid_for(lane, grid, self.indexed.as_ref()), ends.into_iter().map(question).collect(), detail)
            {
                self.stood = 0.0;
            }
        }
        let steps = self.steps();
        if let Some(playback) = &mut self.playback {
            playback.advance(seconds, steps);
        }
        self.play_lanes();
    }

    /// How many tiles are walls.
    pub fn walls(&self) -> usize {
        let map = self.sim.map();
        map.lattice.rect().cells().filter(|tile| !map.is_walkable(*tile)).count()
    }

    /// How long everything has been as it is, in seconds.
    pub fn stood(&self) -> f32 {
        self.stood
    }

    /// How many steps there are to play: those of the longest search.
    pub fn steps(&self) -> usize {
        self.lanes.iter().map(Lane::steps).max().unwrap_or(0)
    }

    fn play_lanes(&mut self) {
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

/// Where an agent is to go, one after the other, as far as its orders are of that kind.
fn goals_of(sim: &Simulation, agent: &Agent) -> Vec<Vec2> {
    let orders = agent.order().into_iter().chain(agent.queue());
    let targets = orders.map_while(|order| match order {
        Order::MoveTo(target) => sim.target_point(target, agent.position()),
        _ => None,
    });
    targets.collect()
}

/// A method whose searches can be watched: where the program would choose an algorithm for each, A*.
fn shown_method(method: Method) -> Method {
    match method.algorithm {
        Algorithm::Auto => Method { algorithm: Algorithm::AStar, ..method },
        _ => method,
    }
}

fn wants_index(lane: &Lane) -> bool {
    lane.method.algorithm == Algorithm::Subgoal
}

/// The grid of a search: the one with an index for those that use it, as long as that is of the ground as it is now.
fn grid_for<'a>(lane: &Lane, grid: &'a NavGrid, indexed: Option<&'a NavGrid>) -> &'a NavGrid {
    indexed.filter(|indexed| wants_index(lane) && indexed.stamp() == grid.stamp()).unwrap_or(grid)
}
