//! The whole world, advanced one tick at a time: commands in, events out.

mod baking;
mod changes;
mod edits;
mod grids;
mod hash;
mod legs;
mod links;
mod motion;
mod moving;
mod obstacles;
mod orders;
mod parallel;
pub mod places;
pub mod report;
mod settling;
mod status;
mod tasks;
mod ways;
mod wear;
mod zones;

use std::collections::BTreeSet;

use glam::Vec2;
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use crate::agent::route::Ground;
use crate::agent::steering::Mover;
use crate::agent::{Agent, AgentId};
use crate::grid::{Cell, Rect};
use crate::level::{BakeSettings, Course, Extent, Level, Obstacle, Order, PatrolPath, Target, TileMap, Zone};
use crate::nav::cache::BakedSet;
use crate::nav::requests::RequestQueue;
use crate::nav::{Effort, Method, NavGrid, PathError, PathQuery, PathStatus, Solid};
use crate::profile::AgentProfile;
use grids::Grids;
use links::Traffic;
use motion::Crowd;
use moving::Moving;
use places::{Explorer, Places};
pub use report::{AgentReport, Report};
pub use status::{AgentStatus, PathState};
use tasks::Tasks;
pub use ways::EXPANSIONS_A_TICK;
use wear::Worn;
use zones::Painted;

/// How many ticks make a second.
pub const TICKS_A_SECOND: f64 = 60.0;

/// The length of a tick, in seconds.
pub const TICK: f32 = 1.0 / 60.0;

/// Which agents a command means.
#[derive(Clone, Debug, PartialEq)]
pub enum Selection {
    /// Every agent there is when the command is carried out.
    All,
    /// These; numbers that no agent has are answered with [`Event::Refused`].
    These(Vec<AgentId>),
}

/// Everything that a player, a script or an editor can do to the world.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Do this now; forgets what was queued.
    Order(Selection, Order),
    /// Do this after what is being done and what is queued already; at once where nothing is.
    ThenOrder(Selection, Order),
    /// Each to a random cell that it can reach, drawn from the simulation's seed.
    Scatter(Selection),
    /// Add an agent of the profile of that name, at rest with its middle there.
    Spawn { profile: String, at: Target },
    /// Take agents away.
    Remove(Selection),
    /// Give tiles a terrain, by its name.
    Paint { terrain: String, tiles: Vec<Cell> },
    /// Give tiles back what the level had there, or open ground where the level had an obstacle.
    Erase { tiles: Vec<Cell> },
    /// Find paths by this method from now on: everybody, those who come later too, or these agents only. Whoever is under
    /// way, or found no way, looks for its path again. Agents walk by [`CornerRule::Never`](crate::nav::CornerRule)
    /// and exact diagonal costs, whatever the method says of those.
    Search(Selection, Method),
    /// Let another thing come after the last point of the path of this name: for all who patrol along it, at once.
    SetCourse { path: String, course: Course },
    /// Turn the links of this name on or off.
    Switch { link: String, on: bool },
    /// Add a zone, or put it in the place of the one that has its name.
    PutZone(Zone),
    /// Take a zone away, by its name.
    RemoveZone(String),
    /// Add an obstacle, or put it in the place of the one that has its name.
    PutObstacle(Obstacle),
    /// Move an obstacle, by its name, so that its middle is there, in world units.
    MoveObstacle { obstacle: String, to: Vec2 },
    /// Take an obstacle away, by its name.
    RemoveObstacle(String),
    /// Bake the ground anew, with these settings, and with this profile in the place of the one that has its name.
    Bake { settings: BakeSettings, profile: Box<AgentProfile> },
    /// Put this profile in the place of the one that has its name; the ground is baked again only where who may walk where
    /// has changed.
    Tune(Box<AgentProfile>),
    /// Turn the obstacle of this name on or off that [moves when it is switched](crate::level::Trigger::Switched).
    SwitchObstacle { obstacle: String, on: bool },
    /// Forget what is baked: until the ground is baked again, nobody finds a way.
    ClearBake,
    /// Begin the level again.
    Restart,
}

/// What happened in a tick.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// An agent was given a way to a target; told again when that changes between complete and partial,
    /// or when it sets out once more because the ground has changed.
    PathFound {
        /// Who was given it.
        agent: AgentId,
        /// Whether it leads to the target, or only near it.
        status: PathStatus,
    },
    /// An agent was told to go where no way leads any nearer. Told once for each order.
    NoPath {
        /// Who was told to go there.
        agent: AgentId,
        /// Why no way leads there.
        reason: PathError,
    },
    /// An agent stands at the end of its last route.
    Arrived {
        /// Who stands there.
        agent: AgentId,
        /// Whether that is at its target, or only near it.
        status: PathStatus,
    },
    /// A command or a part of one was not carried out.
    Refused {
        /// Why not, in one sentence.
        reason: String,
    },
    /// Tiles may have changed.
    TerrainChanged {
        /// No tile outside of this rectangle has.
        rect: Rect,
    },
    /// Links, or an obstacle that moves, were turned on or off, by a command or a switch.
    Switched {
        /// The name of the links or of the obstacle.
        link: String,
        /// Whether they are on now.
        on: bool,
    },
    /// An agent has touched a reward, which is gone now.
    RewardTaken {
        /// Who has touched it.
        agent: AgentId,
        /// The name of its zone.
        zone: String,
    },
    /// A zone is there now, is another, or is gone.
    ZoneChanged {
        /// Its name.
        zone: String,
    },
    /// An obstacle is there now, is elsewhere, or is gone.
    ObstacleChanged {
        /// Its name.
        obstacle: String,
    },
    /// The ground was baked anew, by a command.
    Baked,
    /// What was baked is forgotten.
    BakeCleared,
    /// The level began again.
    Restarted,
}

/// The last path search that was made, for the debug layer.
#[derive(Clone, Debug, PartialEq)]
pub struct LastSearch {
    /// For whom.
    pub agent: AgentId,
    /// For which profile of the level.
    pub profile: usize,
    /// What was asked, with the method as it was chosen: the search itself kept to the rules that agents walk by.
    pub query: PathQuery,
    /// What it took.
    pub effort: Effort,
}

/// A level in motion.
#[derive(Clone, Debug)]
pub struct Simulation {
    level: Level,
    seed: Option<u64>,
    rng: Xoshiro256PlusPlus,
    tick: u64,
    map: TileMap,
    map_revision: u64,
    /// As the level has them, or as they have been changed since.
    profiles: Vec<AgentProfile>,
    /// As they are now.
    zones: Vec<Zone>,
    /// As they are now.
    paths: Vec<PatrolPath>,
    painted: Painted,
    /// `None` where no ground wears.
    worn: Option<Worn>,
    is_baked: bool,
    grids: Grids,
    agents: Vec<Agent>,
    next_id: u32,
    places: Places,
    /// Of each link on which there is not room for all, in order of their places in the map.
    traffic: Vec<Traffic>,
    crowd: Crowd,
    /// The obstacles that move by themselves, and those that were put down and do not stand yet.
    moving: Vec<Moving>,
    /// As their [`Agent::waiting`] tells, so that it need not be asked of all in every tick.
    somebody_waits_at_a_door: bool,
    /// How paths are found for agents that have no method of their own.
    method: Method,
    /// Whose orders are looked after in each tick.
    tended: BTreeSet<AgentId>,
    /// What is to be done for agents that wait for a way, first come first served; the first one may be under way.
    tasks: Tasks,
    requests: RequestQueue,
    explorer: Explorer,
    /// Looks among those who stand for a way round them, and for room; nothing of it lasts but memory to use again.
    scout: Explorer,
    expansions_a_tick: u32,
    /// What the searches of the last tick took.
    expansions: u32,
    last_search: Option<LastSearch>,
    events: Vec<Event>,
}

impl Simulation {
    /// The level at its start; `seed` takes the place of the level's own.
    pub fn new(level: Level, seed: Option<u64>) -> Simulation {
        Simulation::with_baked(level, seed, None)
    }

    /// The same, with ground that was baked for the level before, as long as it is at its start.
    pub fn with_baked(level: Level, seed: Option<u64>, baked: Option<&BakedSet>) -> Simulation {
        let mut simulation = Simulation {
            seed,
            rng: Xoshiro256PlusPlus::seed_from_u64(seed.unwrap_or(level.seed)),
            tick: 0,
            map: level.map.clone(),
            map_revision: 0,
            profiles: level.profiles.clone(),
            zones: level.zones.clone(),
            paths: level.paths.clone(),
            painted: Painted::default(),
            worn: None,
            is_baked: true,
            grids: Grids::of_level(&level.map, &level.profiles, baked),
            agents: Vec::with_capacity(level.agents.len()),
            next_id: 0,
            places: Places::new(4.0 * level.map.lattice.tile_size),
            traffic: Traffic::of_links(&level.map.links),
            crowd: Crowd::default(),
            moving: Vec::new(),
            somebody_waits_at_a_door: false,
            method: level.search,
            tended: BTreeSet::new(),
            tasks: Tasks::default(),
            requests: RequestQueue::default(),
            explorer: Explorer::default(),
            scout: Explorer::default(),
            expansions_a_tick: EXPANSIONS_A_TICK,
            expansions: 0,
            last_search: None,
            events: Vec::new(),
            level,
        };
        simulation.moving = moving::take_moving(&mut simulation.map.obstacles);
        for start in simulation.level.agents.clone() {
            let index = simulation.add_agent(start.profile, start.position);
            simulation.agents[index].method = start.search;
            simulation.agents[index].queue = start.orders.into();
        }
        simulation.form_up();
        for index in 0..simulation.agents.len() {
            simulation.begin_next(index);
        }
        simulation.begin_to_wear();
        simulation.paint_zones();
        for agent in &simulation.agents {
            // Baked now, so that the first order does not have to wait for it.
            simulation.nav_grid(agent.profile);
        }
        simulation
    }

    /// Carries out `commands` in order, then moves everything by one [`TICK`].
    ///
    /// ```
    /// use footpath::grid::Cell;
    /// use footpath::level::{Level, Order, Target};
    /// use footpath::sim::{Command, Event, Selection, Simulation};
    ///
    /// let level = Level::parse("example", r#"(version: 1, name: "Two steps", rows: ["..."],
    ///     legend: {'.': "grass"}, agents: [(profile: "walker", tile: (0, 0))])"#).unwrap();
    /// let mut simulation = Simulation::new(level, None);
    /// let order = Command::Order(Selection::All, Order::MoveTo(Target::Tile(Cell::new(2, 0))));
    /// let mut events = simulation.step(&[order]);
    /// while !events.iter().any(|event| matches!(event, Event::Arrived { .. })) {
    ///     events = simulation.step(&[]);
    /// }
    /// assert_eq!(simulation.agents()[0].position, glam::vec2(2.5, 0.5));
    /// ```
    pub fn step(&mut self, commands: &[Command]) -> Vec<Event> {
        let mut events = self.apply(commands);
        self.look_again_in_time();
        self.tend_orders();
        self.serve_requests();
        self.move_agents();
        self.tend_costs();
        self.tick += 1;
        events.append(&mut self.events);
        events
    }

    /// Carries out `commands` in order while time stands still; paths are found when it goes on.
    ///
    /// The next [`Simulation::step`] comes to the same state as if it had been given these commands
    /// before its own: a replay needs only the tick of each command.
    pub fn apply(&mut self, commands: &[Command]) -> Vec<Event> {
        for command in commands {
            self.carry_out(command);
        }
        std::mem::take(&mut self.events)
    }

    fn carry_out(&mut self, command: &Command) {
        match command {
            Command::Order(selection, order) => self.give_order(selection, order),
            Command::ThenOrder(selection, order) => self.queue_order(selection, order),
            Command::Scatter(selection) => self.scatter(selection),
            Command::Spawn { profile, at } => self.spawn(profile, at),
            Command::Remove(selection) => self.remove(selection),
            Command::Paint { terrain, tiles } => self.paint(terrain, tiles),
            Command::Erase { tiles } => self.erase(tiles),
            Command::Search(selection, method) => self.choose_method(selection, *method),
            Command::SetCourse { path, course } => self.set_course(path, *course),
            Command::Switch { link, on } => self.switch(link, *on),
            Command::PutObstacle(obstacle) => self.put_obstacle(obstacle),
            Command::MoveObstacle { obstacle, to } => self.move_obstacle(obstacle, *to),
            Command::RemoveObstacle(name) => self.remove_obstacle(name),
            Command::Bake { settings, profile } => self.bake(settings, profile),
            Command::Tune(profile) => self.tune(profile),
            Command::SwitchObstacle { obstacle, on } => self.switch_obstacle(obstacle, *on),
            Command::ClearBake => self.clear_bake(),
            Command::PutZone(zone) => self.put_zone(zone),
            Command::RemoveZone(name) => self.remove_zone(name),
            Command::Restart => {
                let mut events = std::mem::take(&mut self.events);
                events.push(Event::Restarted);
                let limit = self.expansions_a_tick;
                *self = Simulation::new(self.level.clone(), self.seed);
                self.limit_expansions(limit);
                self.events = events;
            }
        }
    }

    /// Has everybody who is under way find the way again, where the level asks for that from time to time.
    fn look_again_in_time(&mut self) {
        let Some(interval) = self.level.repath_interval else { return };
        let ticks = ((f64::from(interval) * TICKS_A_SECOND).round() as u64).max(1);
        if self.tick == 0 || !self.tick.is_multiple_of(ticks) {
            return;
        }
        for index in 0..self.agents.len() {
            if self.agents[index].active_route().is_some() && self.agents[index].goal.is_some() {
                self.request(index);
            }
        }
    }

    fn refuse(&mut self, reason: String) {
        self.events.push(Event::Refused { reason });
    }

    fn add_agent(&mut self, profile: usize, position: Vec2) -> usize {
        let id = AgentId(self.next_id);
        self.next_id += 1;
        self.places.keep(id, position, self.profiles[profile].radius);
        let height = self.map.height_at(position);
        self.agents.push(Agent { height, previous_height: height, ..Agent::at_rest(id, profile, position) });
        self.agents.len() - 1
    }

    /// How many ticks have been made since the level began.
    pub fn tick(&self) -> u64 {
        self.tick
    }

    /// The level as it was loaded.
    pub fn level(&self) -> &Level {
        &self.level
    }

    /// The ground as it is now.
    pub fn map(&self) -> &TileMap {
        &self.map
    }

    /// The number of changes to the ground since the level began.
    pub fn map_revision(&self) -> u64 {
        self.map_revision
    }

    /// Every agent, in order of id.
    pub fn agents(&self) -> &[Agent] {
        &self.agents
    }

    fn index_of(&self, id: AgentId) -> Option<usize> {
        self.agents.binary_search_by_key(&id, |agent| agent.id).ok()
    }

    /// The agent with this id.
    pub fn agent(&self, id: AgentId) -> Option<&Agent> {
        self.index_of(id).map(|index| &self.agents[index])
    }

    /// Every profile as it is now, in the order of the level's.
    pub fn profiles(&self) -> &[AgentProfile] {
        &self.profiles
    }

    /// The patrol paths as they are now, in the order of the level's.
    pub fn paths(&self) -> &[PatrolPath] {
        &self.paths
    }

    /// The zones as they are now; of those that ride on agents [`Simulation::zone_middle`] tells where they are.
    pub fn zones(&self) -> &[Zone] {
        &self.zones
    }

    /// The middle of a zone (of the box around a polygon), in world units; `None` when the agent on which it rides is
    /// gone.
    pub fn zone_middle(&self, zone: &Zone) -> Option<Vec2> {
        match &zone.extent {
            Extent::Circle { at, .. } => Some(*at),
            Extent::Polygon(corners) => {
                let least = corners.iter().copied().reduce(Vec2::min)?;
                let most = corners.iter().copied().reduce(Vec2::max)?;
                Some(0.5 * (least + most))
            }
            Extent::Riding { agent, .. } => self.agent(AgentId(*agent as u32)).map(|agent| agent.position),
        }
    }

    /// Whether the ground is baked: not after [`Command::ClearBake`], until [`Command::Bake`].
    pub fn is_baked(&self) -> bool {
        self.is_baked
    }

    /// The profile of an agent.
    pub fn profile_of(&self, agent: &Agent) -> &AgentProfile {
        &self.profiles[agent.profile]
    }

    /// The ground as agents of a profile (its place in the level's list) can use it.
    pub fn nav_grid(&self, profile: usize) -> &NavGrid {
        self.ground(profile).nav
    }

    /// What an agent of a profile walks on, and how.
    fn ground(&self, profile: usize) -> Ground<'_> {
        ground(&self.profiles, &self.map, &self.grids, profile)
    }

    /// Where in the world a target is for someone at `from`; `None` for an unknown place.
    pub fn target_point(&self, target: &Target, from: Vec2) -> Option<Vec2> {
        match target {
            Target::Tile(tile) => Some(self.map.lattice.centre(*tile)),
            Target::Point(point) => Some(*point),
            Target::Place(name) => {
                let centres = self.level.places.get(name)?.iter().map(|&tile| self.map.lattice.centre(tile));
                centres.min_by(|a, b| a.distance_squared(from).total_cmp(&b.distance_squared(from)))
            }
        }
    }

    /// The last path search, if there was one.
    pub fn last_search(&self) -> Option<&LastSearch> {
        self.last_search.as_ref()
    }

    /// How paths are found for agents that have no method of their own.
    pub fn method(&self) -> Method {
        self.method
    }

    /// Has the searches of one tick expand at most so many cells together, at least 1; [`EXPANSIONS_A_TICK`] unless this
    /// is called. Simulations are the same only when they have the same limit.
    pub fn limit_expansions(&mut self, a_tick: u32) {
        self.expansions_a_tick = a_tick.max(1);
    }

    /// How many cells were expanded in the last tick, in the searches for paths and for free places: at most the
    /// [limit](Simulation::limit_expansions).
    pub fn expansions(&self) -> u32 {
        self.expansions
    }
}

/// [`Simulation::ground`] for callers that change the agents meanwhile.
fn ground<'a>(profiles: &'a [AgentProfile], map: &'a TileMap, grids: &'a Grids, profile: usize) -> Ground<'a> {
    let kind = &profiles[profile];
    Ground { solid: Solid::new(map, kind), nav: grids.of(profile, map, profiles), mover: Mover::new(kind, TICK) }
}
