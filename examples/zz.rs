use footpath::agent::Agent;
use footpath::level::{Level, built_in};
use footpath::scenarios::{Run, Scenario, jam, named, random_case};
use footpath::sim::Simulation;
fn show(a: &Agent) {
    let left = a.active_route().map(|r| {
        (
            r.remaining().count(),
            r.stalled,
            r.track_next,
            r.passages
                .iter()
                .map(|p| (p.points.len(), p.points[0].position.to_string(), p.points[0].track))
                .take(3)
                .collect::<Vec<_>>(),
        )
    });
    println!(
        "{:?} ({:.2},{:.2}) v({:.2},{:.2}) want {:.2} pref {:.2} o{} {:?} {:?} w{:?} turn {:?} slot {:?} route {:?} heads {:?}",
        a.id(),
        a.position().x,
        a.position().y,
        a.velocity().x,
        a.velocity().y,
        a.wanted_velocity(),
        a.preferred_velocity(),
        a.is_obstructed(),
        a.state(),
        a.recovery(),
        a.waiting().map(|w| (w.reason, w.position)),
        a.turn(),
        a.slot(),
        left,
        a.active_route().map(|r| r.heads_for(a.position()))
    );
}
use glam::Vec2;

/// Counts how often something that moves back and forth has turned.
#[derive(Clone, Copy, Default)]
struct Swing {
    /// The farthest coordinate in the present direction, in world units.
    farthest: f32,
    /// The present direction: 1 or -1; 0 at first.
    way: f32,
    turns: u32,
}

impl Swing {
    /// Takes the coordinate of this tick; coming back by less than `least`, in world units, is no turn.
    fn note(&mut self, at: f32, least: f32) {
        let on = (at - self.farthest) * self.way;
        if self.way == 0.0 && (at - self.farthest).abs() > least || on < -least {
            self.turns += u32::from(self.way != 0.0);
            (self.way, self.farthest) = ((at - self.farthest).signum(), at);
        } else if on > 0.0 {
            self.farthest = at;
        }
    }
}

/// How often a body turned back by more than 0.02 units, along the axis on which it did more often.
fn to_and_fro(places: &[Vec2]) -> u32 {
    let turns = |place: fn(&Vec2) -> f32| {
        let mut swing = Swing { farthest: place(&places[0]), ..Swing::default() };
        places.iter().for_each(|at| swing.note(place(at), 0.02));
        swing.turns
    };
    turns(|at| at.x).max(turns(|at| at.y))
}

/// The positions of an agent, and its turns in degrees, tick by tick.
#[derive(Clone, Default)]
struct Trace {
    places: Vec<Vec2>,
    turns: Vec<f32>,
}

impl Trace {
    fn note(&mut self, agent: &Agent) {
        let (before, now) = (agent.previous_heading(), agent.heading());
        self.places.push(agent.position());
        self.turns.push(before.perp_dot(now).atan2(before.dot(now)).to_degrees());
    }

    /// How often it turned its head back by more than 1.7 degrees in one tick.
    fn heads_turned_back(&self) -> usize {
        self.turns.windows(2).filter(|pair| pair[0] * pair[1] < 0.0 && pair[0].abs().min(pair[1].abs()) > 1.7).count()
    }

    /// The worst of all windows of two seconds in which it stayed within half a unit: how often it went [`to_and_fro`], and by
    /// how many degrees it turned on the spot.
    fn unrest(&self) -> (u32, f32) {
        let windows = (0..self.places.len().saturating_sub(120)).step_by(20).map(|at| at..at + 120);
        windows.fold((0, 0.0), |(shaking, spinning), window| {
            let places = &self.places[window.clone()];
            let (low, high) =
                places.iter().fold((places[0], places[0]), |(low, high), at| (low.min(*at), high.max(*at)));
            if low.distance(high) > 0.5 {
                return (shaking, spinning);
            }
            (shaking.max(to_and_fro(places)), spinning.max(self.turns[window].iter().sum::<f32>().abs()))
        })
    }
}

fn shake() {
    for (name, most_turns, most_shaking, most_spinning) in [
        ("by-rays-alone", 0, 1, 33.0),
        ("the-rounds", 1, 1, 18.0),
        ("high-and-low", 10, 3, 140.0),
        ("doors", 2, 0, 1.0),
        ("the-chase", 2, 2, 37.0),
        ("the-gate", 3, 6, 113.0),
        ("the-ring", 1, 0, 1.0),
        ("the-flock", 2, 4, 60.0),
        ("market-town", 8, 6, 195.0),
        ("tutorial/waypoints", 0, 0, 1.0),
        ("tutorial/avoidance", 0, 0, 1.0),
    ] {
        let mut s = Simulation::new(Level::parse(name, built_in::named(name).unwrap().text).unwrap(), None);
        let mut traces = vec![Trace::default(); s.agents().len()];
        for _ in 0..2400 {
            s.step(&[]);
            s.agents().iter().zip(&mut traces).for_each(|(agent, trace)| trace.note(agent));
        }
        let mut worst = [(0.0f32, 0); 3];
        for (index, trace) in traces.iter().enumerate() {
            let (turned, (shaking, spinning)) = (trace.heads_turned_back(), trace.unrest());
            for (w, v) in worst.iter_mut().zip([turned as f32, shaking as f32, spinning]) {
                if v > w.0 {
                    *w = (v, index);
                }
            }
        }
        let bad = worst[0].0 > most_turns as f32 || worst[1].0 > most_shaking as f32 || worst[2].0 >= most_spinning;
        println!(
            "{name}: {worst:?} limits {most_turns} {most_shaking} {most_spinning} {}",
            if bad { "BAD" } else { "" }
        );
    }
    let rows = ["........................"; 20];
    let mut text = format!("(version: 1, name: \"f\", legend: {{'.': \"grass\"}}, rows: {rows:?}, agents: [");
    for i in 0..32 {
        text += &format!("(tile: ({}, {})),", 1 + 2 * (i % 4), 1 + 2 * (i / 4));
    }
    text += "])";
    let mut s = Simulation::new(Level::parse("f", &text).unwrap(), None);
    s.limit_expansions(u32::MAX);
    s.step(&[footpath::sim::Command::Order(
        footpath::sim::Selection::All,
        footpath::level::Order::MoveTo(footpath::level::Target::Tile(footpath::grid::Cell::new(18, 10))),
    )]);
    for _ in 0..1800 {
        s.step(&[]);
    }
    println!(
        "flow: {} not arrived",
        s.agents().iter().filter(|a| a.state() != footpath::agent::AgentState::Arrived).count()
    );
}
fn main() {
    if std::env::args().nth(1).as_deref() == Some("shake") {
        return shake();
    }
    let args: Vec<String> = std::env::args().collect();
    let scenario = match args[1].parse() {
        Ok(seed) => random_case(seed),
        _ => jam(&args[1]).or_else(|| named(&args[1])).unwrap_or_else(|| {
            Scenario::of_level(
                "x",
                match built_in::named(&args[1]) {
                    Some(l) => Level::parse(&args[1], l.text).unwrap(),
                    None => Level::parse("f", &std::fs::read_to_string(&args[1]).unwrap()).unwrap(),
                },
            )
        }),
    };
    if args[2] == "draw" {
        let l = &scenario.level;
        let lat = &l.map.lattice;
        let nav = footpath::nav::NavGrid::bake(&l.map, &footpath::scenarios::pedestrian());
        for y in 0..lat.height as i32 {
            println!(
                "{}",
                (0..lat.width as i32)
                    .map(|x| {
                        let c = footpath::grid::Cell::new(x, y);
                        if !l.map.is_walkable(c) {
                            '#'
                        } else if nav.is_passable(c) {
                            '.'
                        } else {
                            '-'
                        }
                    })
                    .collect::<String>()
            );
        }
        return;
    }
    if args[2] == "trace" {
        let mut s = Simulation::new(scenario.level.clone(), None);
        let (id, from, to): (u32, u64, u64) =
            (args[3].parse().unwrap(), args[4].parse().unwrap(), args[5].parse().unwrap());
        while s.tick() < to {
            s.step(&[]);
            if s.tick() >= from && s.tick() % args[6].parse::<u64>().unwrap() == 0 {
                print!("{} ", s.tick());
                show(s.agent(footpath::agent::AgentId(id)).unwrap());
            }
        }
        return;
    }
    let seed = args[2].parse().unwrap();
    let until: u64 = args[3].parse().unwrap();
    let mut run = Run::new(&scenario, seed);
    while run.simulation().tick() < until && !run.is_over() {
        run.tick();
        run.look();
    }
    run.simulation().agents().iter().for_each(show);
    println!("{:?}", run.figures());
}
