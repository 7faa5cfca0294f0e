//! What is tried in the lab: a sheet of ground, a start, a goal, and up to four searches between them. Knows no window.

mod lanes;
#[cfg(test)]
mod tests;

use footpath::agent::{Agent, AgentId};
use footpath::grid::{Cell, Lattice, Rect};
use footpath::level::share::ShareError;
use footpath::level::{AgentStart, Extent, LessonStep, Level, Order, TileMap, Until};
use footpath::nav::{Algorithm, Method, NavGrid, PathStatus, exit_from};
use footpath::profile::Navigation;
use footpath::sim::{Command, Event, Selection, Simulation};
use footpath::sorting;
use glam::Vec2;

use crate::app::modes::brush::{BrushStroke, WALL, is_covered};
#[cfg(target_arch = "wasm32")]
use crate::app::modes::lab::shared::SharedSearches;
use crate::app::modes::lab::sheet::{SIDES, Sheet, SheetKind};
use crate::app::modes::lesson::{LONGEST_WALK, Situation, is_hidden, method_after, paints};
use crate::app::view::GroundChanges;
#[cfg(target_arch = "wasm32")]
use crate::app::view::examined::SETTLED;
use footpath::level::generate::MapDice;
use lanes::LaneQuery;
pub use lanes::Lanes;

/// What a press on the ground does where no marker lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LabTool {
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
    Stroke(BrushStroke),
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
    /// The searches side by side.
    pub lanes: Lanes,
    /// What a press does.
    pub tool: LabTool,
    /// The terrain with which the brush paints.
    pub paint: String,
    /// The level of the sheet [`SheetKind::Level`], if there is one, without its agents.
    level: Option<Level>,
    /// How many sheets have been made: another number is another sheet.
    pub sheets: u64,
    /// The place of the profile in the simulation's list for which paths are found.
    profile: usize,
    walker: Walker,
    hand: Hand,
    dice: MapDice,
    ground: GroundChanges,
}

/// All that a link to the lab depends on: where it is equal, so is the link.
#[cfg(target_arch = "wasm32")]
#[derive(PartialEq)]
pub struct LabState {
    sheets: u64,
    map_revision: u64,
    markers: [Option<Cell>; 3],
    searches: SharedSearches,
}

/// The agent that walks the path.
#[derive(Default)]
struct Walker {
    agent: Option<AgentId>,
    /// Whether it was sent since the step of the lesson began.
    is_for_lesson: bool,
    /// How many agents have arrived at the goal so far that were.
    arrived: u32,
}

/// What the pointer does on the sheet.
#[derive(Default)]
struct Hand {
    held: Option<Held>,
    /// Whether the next press of the tool for markers places the goal.
    places_goal: bool,
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
            lanes: Lanes::default(),
            tool: LabTool::Brush,
            paint: WALL.to_owned(),
            level: None,
            sheets: 0,
            profile: 0,
            walker: Walker::default(),
            hand: Hand::default(),
            dice: MapDice::new(sheet.seed),
            ground: GroundChanges { is_another: true, changed: None },
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
        self.lanes.begin(shown_method(sim.method()));
        self.lanes.add_the_right_one();
    }

    /// Does on the sheet of a level what the steps of its lesson ask for that are done, so that the next one finds all as it
    /// needs it: the markers, the method, what is drawn, and who has arrived.
    pub fn resume(&mut self, level: &Level, steps: &[LessonStep]) {
        let first = |place: &String| level.places.get(place).and_then(|tiles| tiles.first());
        for step in steps {
            self.apply(&paints(level, step));
            self.lanes.search_by(shown_method(method_after(level, step, self.lanes.method())));
            match &step.until {
                Until::StartIn(place) => self.start = first(place).map_or(self.start, |tile| self.cell_of_tile(*tile)),
                Until::GoalIn(place) => self.goal = first(place).map_or(self.goal, |tile| self.cell_of_tile(*tile)),
                Until::GoalHidden => self.goal = self.nearest_hidden(),
                Until::Arrived(_) => self.walk_at_once(),
                _ => {}
            }
        }
        self.lanes.show_all();
    }

    /// Sends an agent to the goal, and lets the time pass until it has arrived.
    fn walk_at_once(&mut self) {
        let before = self.walker.arrived;
        self.walk();
        for _ in 0..LONGEST_WALK {
            if self.walker.arrived > before {
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
            search: self.lanes.method(),
            agents: vec![agent],
            // An agent that carried one is not on the sheet.
            zones: level.zones.iter().filter(|zone| !matches!(zone.extent, Extent::Riding { .. })).cloned().collect(),
            // A lesson asks for what the level itself holds.
            lesson: Vec::new(),
            ..level.clone()
        }
    }

    /// What stands behind the `#` of an address that opens the lab as it is.
    ///
    /// # Errors
    /// When that would be too long.
    pub fn fragment(&self) -> Result<String, ShareError> {
        self.lanes.shared().fragment_with(&self.level())
    }

    /// All that the link depends on.
    #[cfg(target_arch = "wasm32")]
    pub fn state(&self) -> LabState {
        LabState {
            sheets: self.sheets,
            map_revision: self.sim.map_revision(),
            markers: [Some(self.start), Some(self.goal), self.via],
            searches: self.lanes.shared(),
        }
    }

    /// Makes ready for a lesson: the brush draws walls, and all is shown.
    pub fn prepare(&mut self) {
        (self.tool, self.paint) = (LabTool::Brush, WALL.to_owned());
        self.lanes.show_cells(true);
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
        let mut level = match (self.sheet.kind, &self.level) {
            (SheetKind::Level, Some(level)) => Level { walls: None, ..level.clone() },
            _ => self.sheet.level(),
        };
        // Other sheets keep the colours of the level with which the lab was entered.
        if let Some(entered) = &self.level {
            level.opening.palette = entered.opening.palette;
        }
        self.sim = Simulation::new(level, None);
        self.sheets += 1;
        self.ground = GroundChanges { is_another: true, changed: None };
        (self.walker.agent, self.hand.held, self.profile, self.via) = (None, None, 0, None);
        if self.sim.map().terrain_named(&self.paint).is_none() {
            self.paint = WALL.to_owned();
        }
        self.dice = MapDice::new(self.sheet.seed);
        self.lanes.show_all();
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

    /// The tiles of the ground.
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
        let (map, lane) = (self.sim.map(), self.lanes.chosen_lane());
        let is_hidden = until == Some(&Until::GoalHidden) && is_hidden(self.grid(), self.start, self.goal);
        Some(Situation {
            markers: Some((map.tile_of_cell(self.start), map.tile_of_cell(self.goal), is_hidden)),
            method: lane.method,
            cost: lane.cost_to_goal()?,
            walls: self.walls(),
            arrived: self.walker.arrived,
            // Nothing else changes anything here, but the agent that walks.
            is_by_player: true,
        })
    }

    /// Takes in that another step of a lesson begins: what was sent before is not sent for it.
    pub fn begin_step(&mut self) {
        self.walker.is_for_lesson = false;
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
        self.hand.held = match self.tool {
            _ if nearest <= reach && to_goal == nearest => Some(Held::Goal),
            _ if nearest <= reach && to_start == nearest => Some(Held::Start),
            _ if nearest <= reach => Some(Held::Via),
            LabTool::Markers => {
                let held = if self.hand.places_goal { Held::Goal } else { Held::Start };
                self.hand.places_goal = !self.hand.places_goal;
                Some(held)
            }
            LabTool::Brush => {
                let map = self.sim.map();
                map.terrain_named(&self.paint).map(|paint| Held::Stroke(BrushStroke::begin(map, paint, at)))
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
        match &mut self.hand.held {
            None => return,
            Some(Held::Start) => self.start = inside,
            Some(Held::Goal) => self.goal = inside,
            Some(Held::Via) => self.via = Some(inside),
            Some(Held::Stroke(stroke)) => {
                let command = stroke.go_on(self.sim.map(), to);
                self.apply(command.as_slice());
            }
        }
        self.lanes.show_all();
    }

    /// Whether nothing is drawn, dragged or played, and nothing has changed for a moment.
    #[cfg(target_arch = "wasm32")]
    pub fn rests(&self) -> bool {
        let is_played = self.lanes.playback().is_some_and(|playback| playback.playing);
        self.hand.held.is_none() && !is_played && self.lanes.stood() > SETTLED
    }

    /// Lets go of what is held.
    pub fn release(&mut self) {
        self.hand.held = None;
    }

    /// What the brush would do at a tile; `None` while it is not in use there.
    pub fn would_erase(&self, tile: Cell) -> Option<bool> {
        match (&self.hand.held, self.tool) {
            (Some(Held::Stroke(stroke)), _) => Some(stroke.erases),
            (None, LabTool::Brush) => {
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
        self.lanes.show_all();
    }

    /// Puts the goal on another cell on which an agent can stand, drawn by lot.
    pub fn random_goal(&mut self) {
        self.goal = self.random_cell(self.start).unwrap_or(self.goal);
        self.lanes.show_all();
    }

    /// Puts a via point in the middle between start and goal, or takes it away.
    pub fn toggle_via(&mut self) {
        let middle = Cell::new((self.start.x + self.goal.x) / 2, (self.start.y + self.goal.y) / 2);
        self.via = match self.via {
            Some(_) => None,
            None => Some(exit_from(self.grid(), middle).unwrap_or(middle)),
        };
        self.lanes.show_all();
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
        self.lanes.show_all();
    }

    /// Forgets the searches until something changes.
    pub fn clear_path(&mut self) {
        self.lanes.clear();
        self.send_walker_away();
    }

    /// Takes every wall away.
    pub fn clear_walls(&mut self) {
        let map = self.sim.map();
        let tiles = map.lattice.rect().cells().filter(|tile| !map.is_walkable(*tile)).collect();
        self.apply(&[Command::Erase { tiles }]);
        self.lanes.show_all();
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
            self.dice = MapDice::new(self.sheet.seed);
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
        self.tool = LabTool::Brush;
    }

    /// Sends an agent from the start to the goal, in the place of the last one; it searches as the chosen search does.
    pub fn walk(&mut self) {
        self.send_walker_away();
        let cells = self.cells();
        let profile = self.sim.profiles()[self.profile].name.clone();
        let Ok(walker) = self.sim.spawn(&profile, cells.centre(self.start)) else { return };
        let this = || Selection::These(vec![walker]);
        let mut orders = vec![Command::Search(this(), self.lanes.method())];
        for (index, cell) in self.via.into_iter().chain([self.goal]).enumerate() {
            let order = Order::MoveTo(cells.centre(cell).into());
            orders.push(if index == 0 { Command::Order(this(), order) } else { Command::ThenOrder(this(), order) });
        }
        self.apply(&orders);
        (self.walker.agent, self.walker.is_for_lesson) = (Some(walker), true);
        self.lanes.show_all();
    }

    fn send_walker_away(&mut self) {
        if let Some(walker) = self.walker.agent.take() {
            self.apply(&[Command::Remove(Selection::These(vec![walker]))]);
        }
    }

    /// Whether an agent is on the sheet, so that time has to run.
    pub fn has_walker(&self) -> bool {
        self.walker.agent.is_some()
    }

    /// Whether an agent walks, or searches are played or still to be measured.
    pub fn moves(&self) -> bool {
        let walks = || self.sim.agents().iter().any(|agent| !agent.stands());
        self.walker.agent.is_some() && walks() || self.lanes.moves()
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
                    self.walker.arrived += u32::from(self.walker.is_for_lesson);
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

    /// Measures the next search that is not measured yet.
    pub fn measure_next(&mut self) {
        self.lanes.measure_next(self.sim.nav_grid(self.profile));
    }

    /// Makes the searches that are to be seen unless they are made, and plays them on by some seconds.
    pub fn update(&mut self, seconds: f32) {
        let ends = match self.via {
            Some(via) => vec![(self.start, via), (via, self.goal)],
            None => vec![(self.start, self.goal)],
        };
        let grid = self.sim.nav_grid(self.profile);
        let asked = LaneQuery { profile: self.profile, ends, map_revision: self.sim.map_revision() };
        self.lanes.update(grid, &asked, self.hand.held.is_some(), seconds);
    }

    /// How many tiles are walls.
    pub fn walls(&self) -> usize {
        let map = self.sim.map();
        map.lattice.rect().cells().filter(|tile| !map.is_walkable(*tile)).count()
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
