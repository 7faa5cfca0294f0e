//! The whole world, advanced one tick at a time: commands in, events out.

mod agents;
mod aim;
mod audit;
mod blocking;
mod cell_report;
mod command;
mod crowd;
mod dynamic_obstacles;
mod event;
mod gate;
mod goal_search;
mod hash;
mod heading;
mod jobs;
mod level_change;
mod links;
mod orders;
mod own_place;
mod phase;
mod planning;
mod queries;
mod queues;
mod refusal;
mod reordering;
pub mod report;
mod rules;
mod slot_search;
mod slots;
mod status;
mod tick_clock;
mod tuning;
mod waves;
mod world;

use std::collections::VecDeque;

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use crate::agent::{Agent, AgentId};
use crate::angle;
use crate::level::edit::Affected;
use crate::level::{Level, PatrolPath, Target, TileMap, Zone};
use crate::nav::Method;
use crate::nav::cache::BakedSet;
use crate::profile::AgentProfile;
use agents::Agents;
pub use audit::Sizes;
pub use cell_report::{Access, CellReport, ProfileReport};
pub use command::{Command, Selection};
use crowd::Crowd;
use dynamic_obstacles::{DynamicObstacles, placing};
pub use event::Event;
use links::LinkTraffic;
pub use phase::{Phase, PhaseTimes};
use planning::Planner;
pub use planning::{EXPANSIONS_A_TICK, LastSearch};
use refusal::refuse_failed;
pub use refusal::{Named, ObstacleProblem, Refusal, ZoneProblem};
use reordering::Reordering;
pub use report::{AgentReport, Report};
use rules::Rules;
pub use rules::{Firing, Goal, Outcome, Saying};
pub use status::{AgentStatus, PathState, StuckReason, Unreachable};
pub use tick_clock::TickClock;
use waves::Waves;
use world::World;

/// How many ticks make a second.
pub const TICKS_A_SECOND: f64 = 60.0;

/// The length of a tick, in seconds.
pub const TICK: f32 = 1.0 / 60.0;

/// A level in motion.
///
/// Serialised, it is its [state](Simulation::state_hash): to look at, not to be read back.
#[derive(Clone, Debug, serde::Serialize)]
pub struct Simulation {
    world: World,
    agents: Agents,
    planner: Planner,
    links: LinkTraffic,
    obstacles: DynamicObstacles,
    #[serde(skip_serializing_if = "Reordering::is_idle")]
    reordering: Reordering,
    /// Memory of a tick, used again by the next.
    #[serde(skip)]
    crowd: Crowd,
    #[serde(skip_serializing_if = "Waves::are_none")]
    waves: Waves,
    #[serde(skip_serializing_if = "Rules::are_none")]
    rules: Rules,
    rng: Xoshiro256PlusPlus,
    /// What the next call will return.
    #[serde(skip)]
    events: Vec<Event>,
}

impl Simulation {
    /// The level at its start; `seed` takes the place of the level's own.
    pub fn new(level: Level, seed: Option<u64>) -> Simulation {
        Simulation::with_baked(level, seed, None)
    }

    /// The level at its start, with ground that was baked for that before, if there is any. `seed` takes the place of
    /// the level's own.
    pub fn with_baked(level: Level, seed: Option<u64>, baked: Option<BakedSet>) -> Simulation {
        let mut world = World::new(level, seed, baked);
        let mut agents = Agents::default();
        let obstacles = DynamicObstacles::take_from(&mut world.map.obstacles);
        let links = LinkTraffic::of(&world.map.links);
        // The list has room for exactly these agents: doubling leaves up to half of the memory of a crowd unused.
        agents.list.reserve_exact(world.level.agents.len());
        for start in world.level.agents.clone() {
            let radius = world.profiles[start.profile].radius;
            let index = agents.add(start.profile, start.position, radius, world.map.height_at(start.position));
            agents.list[index].face(angle::direction(start.heading));
            agents.list[index].identity.method = start.search;
            agents.list[index].task.queue = VecDeque::from(start.orders);
            agents.list[index].task.afterwards = start.afterwards;
            agents.join(index, start.team.as_deref());
        }
        agents.of_level = agents.list.iter().map(|agent| agent.identity.id).collect();
        let all: Vec<usize> = (0..agents.list.len()).collect();
        orders::formation::assign_formations(&world, &mut agents, &all);
        for index in 0..agents.list.len() {
            orders::start_next_order(&mut agents, index);
        }
        world::wear::init_wear(&mut world);
        world::zones::paint_zones(&mut world, &agents);
        // Made now, so that the first tick does not have to wait for it.
        world::indexes::begin_with_indexes(&mut world, &agents);
        world::indexes::begin_with_what_searches_need(&mut world, &agents);
        Simulation {
            rng: Xoshiro256PlusPlus::seed_from_u64(seed.unwrap_or(world.level.seed)),
            waves: Waves::of(&world.level),
            rules: Rules::of(&world.level),
            world,
            agents,
            planner: Planner::default(),
            links,
            obstacles,
            reordering: Reordering::default(),
            crowd: Crowd::default(),
            events: Vec::new(),
        }
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
    /// assert_eq!(simulation.agents()[0].position(), glam::vec2(2.5, 0.5));
    /// ```
    pub fn step(&mut self, commands: &[Command]) -> Vec<Event> {
        self.step_in_phases(commands, |_| {})
    }

    /// Carries out commands, then lets some seconds pass: makes every tick that is due by then. What is left over is the
    /// clock's [fraction](TickClock::fraction).
    ///
    /// ```
    /// use footpath::level::{Level, Order, TileMap};
    /// use footpath::sim::{Command, Selection, Simulation, TickClock};
    /// use glam::vec2;
    ///
    /// let mut simulation = Simulation::new(Level::on(TileMap::from_rows(&["....."])?), None);
    /// let walker = simulation.spawn("walker", vec2(0.5, 0.5))?;
    /// let mut clock = TickClock::default();
    /// simulation.advance(&[Command::Order(Selection::All, Order::MoveTo(vec2(4.5, 0.5).into()))], 0.0, &mut clock);
    /// for frame in 0..100 {
    ///     simulation.advance(&[], 1.0 / 144.0, &mut clock);
    ///     let agent = simulation.agent(walker).unwrap();
    ///     let drawn_at = agent.previous_position().lerp(agent.position(), clock.fraction());
    ///     assert!(drawn_at.x <= agent.position().x);
    /// }
    /// assert_eq!(simulation.tick(), 41);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn advance(&mut self, commands: &[Command], seconds: f32, clock: &mut TickClock) -> Vec<Event> {
        let mut events = self.apply(commands);
        for _ in 0..clock.advance(seconds) {
            events.append(&mut self.step(&[]));
        }
        events
    }

    /// A [step](Simulation::step), and how long each phase took by `clock`, which is read after every one. It has no part in what happens.
    ///
    /// ```
    /// use footpath::level::Level;
    /// use footpath::sim::Simulation;
    ///
    /// let level = Level::parse("example", r#"(version: 1, name: "Empty", rows: ["..."], legend: {'.': "grass"})"#).unwrap();
    /// let mut simulation = Simulation::new(level, None);
    /// let begun = std::time::Instant::now();
    /// let (_, times) = simulation.step_timed(&[], || begun.elapsed().as_secs_f64());
    /// assert!(times.longest().1 <= times.total());
    /// assert_eq!(simulation.tick(), 1);
    /// ```
    pub fn step_timed(&mut self, commands: &[Command], mut clock: impl FnMut() -> f64) -> (Vec<Event>, PhaseTimes) {
        let (mut before, mut times) = (clock(), PhaseTimes::default());
        let events = self.step_in_phases(commands, |phase| {
            let now = clock();
            times.add(phase, (now - before).max(0.0));
            before = now;
        });
        (events, times)
    }

    /// A tick, which tells the end of each of its phases.
    fn step_in_phases(&mut self, commands: &[Command], mut done: impl FnMut(Phase)) -> Vec<Event> {
        let mut told = self.apply(commands);
        done(Phase::Commands);
        let Simulation { world, agents, planner, links, obstacles, reordering, crowd, waves, rng, events, .. } = self;
        orders::leaving::leave(world, agents, events);
        waves::come(world, agents, waves);
        crowd.begin(&mut agents.list);
        planning::look_again_in_time(world, agents);
        orders::update_orders(world, agents, obstacles, rng);
        done(Phase::Orders);
        planning::serve_requests(world, agents, planner, obstacles, events);
        done(Phase::Planning);
        links::traffic::queue_at_links(world, agents, links);
        dynamic_obstacles::doors::wait_at_doors(world, agents, obstacles);
        crowd::passages::take_turns(world, agents);
        crowd::other_ways::look_for_other_ways(world, agents);
        reordering::reorder(world, agents, obstacles, reordering);
        done(Phase::Queues);
        let before = dynamic_obstacles::bodies::positions(agents, obstacles);
        crowd.prefer(world, &mut agents.list, obstacles);
        done(Phase::Steering);
        crowd::take_links(world, agents, links, crowd);
        crowd.advance(world, &mut agents.list, obstacles);
        dynamic_obstacles::bodies::keep_off_bodies(world, agents, obstacles, &before);
        dynamic_obstacles::move_obstacles(world, agents, obstacles);
        done(Phase::Motion);
        crowd::conclude(world, agents, planner, obstacles, crowd, events);
        done(Phase::Arrivals);
        world::zones::update_costs(world, agents, events);
        world::indexes::remake_polygons(world, agents);
        world::indexes::remake_indexes(world, agents);
        world.tick += 1;
        told.append(events);
        rules::follow(self, &mut told);
        done(Phase::Costs);
        told
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

    /// Takes the level as it has been edited, `affected` being what was; from now on it is [the level](Simulation::level)
    /// that [`Command::Restart`] begins again. Returns what happened, as
    /// [`Simulation::apply`] does.
    ///
    /// What still exists stays as it is: agents are where they were, with their ids, orders and routes; so are obstacles that
    /// move, switches, wear, and what the player has painted, tuned or put down. Only what differs between the old level
    /// and this one is changed, also where the player had changed it. Agents are the same when their entries are equal, or
    /// have the same name, or else the same profile, in order. One whose entry differs is put to its start and begins its
    /// orders, a new one is added, and one that is gone is removed; agents that the player has added or removed stay so.
    /// Where the size, the origin or the tile size of the map differs, agents that are no longer in the open on it go to
    /// their starts or, without one, are removed.
    ///
    /// Of edited tiles only their surroundings are baked again, in a time that does not depend on the size of the map;
    /// except that the first height on flat ground gives every tile one.
    ///
    /// ```
    /// use footpath::grid::Cell;
    /// use footpath::level::edit::{Brush, Document, Edit, History};
    /// use footpath::sim::Simulation;
    ///
    /// let text = "(version: 1, name: \"Tiny\", legend: {'.': \"grass\"}, rows: [\"....\"], agents: [(tile: (0, 0))])";
    /// let mut history = History::of(Document::open("tiny.ron", text.to_owned())?);
    /// let mut simulation = Simulation::new(history.document().level().clone(), None);
    /// simulation.step(&[]);
    /// let wall = Edit::Paint { brush: Brush::Terrain("wall".to_owned()), cells: vec![Cell::new(2, 0)] };
    /// let affected = history.apply("Paint 1 tile", &wall)?;
    /// simulation.take_level(history.document().level(), &affected);
    /// assert!(!simulation.map().is_walkable(Cell::new(2, 0)));
    /// assert_eq!(simulation.tick(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn take_level(&mut self, level: &Level, affected: &Affected) -> Vec<Event> {
        level_change::take(self, level, affected);
        if matches!(affected, Affected::Moved(_) | Affected::Everything) {
            self.world.find_large_places();
        }
        self.world.caches.prebaked = None;
        std::mem::take(&mut self.events)
    }

    /// The ground as it will be baked once this level [is taken](Simulation::take_level), unless the player has changed it
    /// too: for a [`Baking`](crate::nav::baking::Baking) beforehand, whose grids are then [prebaked](Simulation::prepare_ground).
    pub fn ground_after(&self, level: &Level) -> TileMap {
        let mut map = level.map.clone();
        if self.world.level.map.bake == level.map.bake {
            map.bake.clone_from(&self.world.map.bake);
        }
        DynamicObstacles::take_from(&mut map.obstacles);
        map.fields.worn_cost = self.world.map.fields.worn_cost;
        map
    }

    /// Prepares the ground: hands grids that have been baked for this map to the next [`Command::Bake`], or to the next level that is
    /// [taken](Simulation::take_level): all the ground is then baked as new, by these grids where it is this map, and agents
    /// find their ways again. Which grids are prebaked changes nothing but the time that it takes.
    pub fn prepare_ground(&mut self, map: TileMap, grids: BakedSet) {
        self.world.caches.prebaked = Some(Box::new((map, grids)));
    }

    /// Adds an agent of the profile of that name, at rest with its middle there, as [`Command::Spawn`] does, and returns
    /// its id.
    ///
    /// ```
    /// use footpath::level::{Level, Order, TileMap};
    /// use footpath::sim::{Command, Selection, Simulation};
    /// use glam::vec2;
    ///
    /// let mut simulation = Simulation::new(Level::on(TileMap::from_rows(&["....", ".##.", "...."])?), None);
    /// let scout = simulation.spawn("runner", vec2(0.5, 0.5))?;
    /// simulation.apply(&[Command::Order(Selection::All, Order::MoveTo(vec2(3.5, 2.5).into()))]);
    /// while !simulation.agent(scout).unwrap().stands() {
    ///     simulation.step(&[]);
    /// }
    /// assert_eq!(simulation.agent(scout).unwrap().position(), vec2(3.5, 2.5));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When no profile or no place has that name, or there is no room: a wall or an agent that stands is in the way.
    pub fn spawn(&mut self, profile: &str, at: impl Into<Target>) -> Result<AgentId, Refusal> {
        orders::spawning::spawn(&self.world, &mut self.agents, profile, &at.into())
    }

    fn carry_out(&mut self, command: &Command) {
        let Simulation { world, agents, obstacles, rng, events, .. } = self;
        match command {
            Command::Order(selection, order) => orders::give_order(world, agents, events, selection, order),
            Command::ThenOrder(selection, order) => orders::queue_order(world, agents, events, selection, order),
            Command::Scatter(selection) => orders::scatter(world, agents, rng, events, selection),
            Command::Spawn { profile, at } => {
                refuse_failed(events, orders::spawning::spawn(world, agents, profile, at));
            }
            Command::PutAgent { agent, to } => {
                refuse_failed(events, orders::displacing::put(world, agents, *agent, *to));
            }
            Command::Push { agent, by } => {
                refuse_failed(events, orders::displacing::push(world, agents, *agent, *by));
            }
            Command::SetVelocity { agent, velocity } => {
                refuse_failed(events, orders::displacing::set_velocity(agents, *agent, *velocity));
            }
            Command::Remove(selection) => orders::spawning::remove(agents, events, selection),
            Command::Paint { terrain, tiles } => world::placed_walls::paint(world, agents, events, terrain, tiles),
            Command::Erase { tiles } => world::placed_walls::erase(world, agents, events, tiles),
            Command::Search(selection, method) => orders::choose_method(world, agents, events, selection, *method),
            Command::PutPath(path) => orders::patrol::put_path(world, agents, events, path),
            Command::SetCourse { path, course } => {
                orders::patrol::set_course(world, agents, obstacles, events, path, *course)
            }
            Command::Switch { link, on } => links::switch(world, agents, events, link, *on),
            Command::PutObstacle(obstacle) => placing::put_obstacle(world, agents, obstacles, events, obstacle),
            Command::MoveObstacle { obstacle, to } => {
                placing::move_obstacle(world, agents, obstacles, events, obstacle, *to)
            }
            Command::RemoveObstacle(name) => placing::remove_obstacle(world, agents, obstacles, events, name),
            Command::Bake { settings, profile } => {
                world::baking::bake(world, agents, events, settings, profile);
                world.caches.prebaked = None;
            }
            Command::Tune(profile) => world::baking::tune(world, agents, events, profile),
            Command::SwitchObstacle { obstacle, on } => {
                placing::switch_obstacle(world, obstacles, events, obstacle, *on)
            }
            Command::ClearBake => world::baking::clear_bake(world, agents, events),
            Command::PutZone(zone) => world::zones::put_zone(world, agents, events, zone),
            Command::RemoveZone(name) => world::zones::remove_zone(world, agents, events, name),
            Command::Restart => {
                let mut events = std::mem::take(events);
                events.push(Event::Restarted);
                let limit = self.planner.expansions_a_tick;
                *self = Simulation::new(self.world.level.clone(), self.world.seed);
                self.limit_expansions(limit);
                self.events = events;
            }
        }
    }
}

impl Simulation {
    /// How many ticks have been made since the level began.
    pub fn tick(&self) -> u64 {
        self.world.tick
    }

    /// The level as it was loaded, or [taken](Simulation::take_level) last.
    pub fn level(&self) -> &Level {
        &self.world.level
    }

    /// The ground as it is now.
    pub fn map(&self) -> &TileMap {
        &self.world.map
    }

    /// The number of changes to the ground since the level began.
    pub fn map_revision(&self) -> u64 {
        self.world.map_revision
    }

    /// Every agent, in order of id.
    pub fn agents(&self) -> &[Agent] {
        &self.agents.list
    }

    /// The agent that stands for an entry of [the level's list](Level::agents), by its place in it; `None` where it has been
    /// removed. In a level that has not been edited while it ran, the id is the place.
    pub fn agent_of_level(&self, place: usize) -> Option<AgentId> {
        self.agents.of_level.get(place).copied().filter(|&id| self.agent(id).is_some())
    }

    /// The name of the team to which an agent belongs, if it belongs to one.
    ///
    /// ```
    /// use footpath::level::Level;
    /// use footpath::sim::Simulation;
    ///
    /// let text = r#"(version: 1, name: "Two", legend: {'.': "grass"}, rows: ["..."],
    ///     agents: [(tile: (0, 0), team: "guards"), (tile: (2, 0))])"#;
    /// let simulation = Simulation::new(Level::parse("two.ron", text)?, None);
    /// let teams: Vec<Option<&str>> = simulation.agents().iter().map(|agent| simulation.team_of(agent)).collect();
    /// assert_eq!(teams, [Some("guards"), None]);
    /// # Ok::<(), footpath::level::LevelError>(())
    /// ```
    pub fn team_of(&self, agent: &Agent) -> Option<&str> {
        agent.identity.team.and_then(|team| self.agents.teams.get(usize::from(team))).map(String::as_str)
    }

    /// How a rule has won or lost the level, if one has.
    ///
    /// ```
    /// use footpath::level::Level;
    /// use footpath::sim::Simulation;
    ///
    /// let text = r#"(version: 1, name: "Short", legend: {'.': "grass"}, rows: ["..."],
    ///     rules: [(when: After(time: 0.5), then: [Lose(text: "Too late.", goal: "Be quick")])])"#;
    /// let mut simulation = Simulation::new(Level::parse("short.ron", text)?, None);
    /// assert_eq!(simulation.goals()[0].text, "Be quick");
    /// (0..31).for_each(|_| _ = simulation.step(&[]));
    /// assert_eq!(simulation.outcome().map(|outcome| (outcome.won, &*outcome.text)), Some((false, "Too late.")));
    /// # Ok::<(), footpath::level::LevelError>(())
    /// ```
    pub fn outcome(&self) -> Option<&Outcome> {
        self.rules.outcome()
    }

    /// What wins and what loses the level, in the order of its rules, and how far that has come.
    pub fn goals(&self) -> Vec<Goal> {
        self.rules.goals(&self.world, &self.agents, &self.waves)
    }

    /// How many tiles of wall have been placed, and how many can be; `None` where [any number](Level::walls) can.
    pub fn placed_walls(&self) -> Option<(u32, u32)> {
        self.world.level.walls.map(|most| (self.world.placed_walls.len() as u32, most))
    }

    /// The texts that rules have put on the map.
    pub fn sayings(&self) -> &[Saying] {
        self.rules.sayings()
    }

    /// The last rules that fired, the oldest first.
    pub fn firings(&self) -> impl DoubleEndedIterator<Item = Firing> {
        self.rules.log()
    }

    /// Every profile as it is now, in the order of the level's.
    pub fn profiles(&self) -> &[AgentProfile] {
        &self.world.profiles
    }

    /// The patrol paths as they are now, in the order of the level's.
    pub fn paths(&self) -> &[PatrolPath] {
        &self.world.paths
    }

    /// The zones as they are now; of those that ride on agents [`Simulation::zone_middle`] tells where they are.
    pub fn zones(&self) -> &[Zone] {
        &self.world.zones
    }
}

impl Simulation {
    /// Whether the ground is baked: not after [`Command::ClearBake`], until [`Command::Bake`].
    pub fn is_baked(&self) -> bool {
        self.world.is_baked
    }

    /// The last path search, if there was one.
    pub fn last_search(&self) -> Option<&LastSearch> {
        self.planner.last_search.as_ref()
    }

    /// How paths are found for agents that have no method of their own.
    pub fn method(&self) -> Method {
        self.world.method
    }

    /// Limits how many cells the searches of one tick expand together, at least 1; [`EXPANSIONS_A_TICK`] unless this
    /// is called. Simulations are the same only when they have the same limit.
    pub fn limit_expansions(&mut self, a_tick: u32) {
        self.planner.expansions_a_tick = a_tick.max(1);
    }

    /// How many cells were expanded in the last tick, in the searches for paths and for free places: at most the
    /// [limit](Simulation::limit_expansions).
    pub fn expansions(&self) -> u32 {
        self.planner.budget.spent()
    }
}
