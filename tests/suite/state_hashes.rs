//! What every shipped level and crowd scenario comes to, kept as hashes in `tests/data/state-hashes.txt`: a change of
//! structure leaves them equal; a change of behaviour is told apart from one of structure by them.
//!
//! Where behaviour is meant to change, make the file anew and look at what has changed in it:
//!
//! ```text
//! REMAKE_STATE_HASHES=1 cargo test --test suite state_hashes
//! ```

use std::fmt::Write;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use footpath::agent::AgentId;
use footpath::grid::Cell;
use footpath::level::{Level, Order, Target, built_in};
use footpath::scenarios::{self, Scenario};
use footpath::sim::{Command, Selection, Simulation};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/state-hashes.txt");
const KEPT: &str = include_str!("../data/state-hashes.txt");

/// After these ticks the hashes are taken.
const TICKS: [u64; 5] = [1, 90, 300, 900, 1800];

/// The seed for which a level is left to itself; with the others there are commands too.
const UNDISTURBED: u64 = 0;
const SEEDS: [u64; 3] = [UNDISTURBED, 1, 2];

/// The scenarios of a crowd that are not levels of their own: made from a seed.
const RANDOM_CASES: std::ops::Range<u64> = 0..24;

struct Subject {
    name: String,
    seed: u64,
    level: Level,
}

fn subjects() -> Vec<Subject> {
    let mut subjects = Vec::new();
    for built_in in built_in::LEVELS {
        for seed in SEEDS {
            let level = Level::parse(built_in.name, built_in.text).unwrap();
            subjects.push(Subject { name: built_in.name.to_owned(), seed, level });
        }
    }
    for name in scenarios::NAMES {
        for seed in [0, 3] {
            let level = scenarios::named(name).unwrap().level_for(seed);
            subjects.push(Subject { name: format!("crowd {name}"), seed: UNDISTURBED + 100 + seed, level });
        }
    }
    for seed in RANDOM_CASES {
        let Scenario { name, level, .. } = scenarios::random_case(seed);
        subjects.push(Subject { name: format!("crowd {name}"), seed: UNDISTURBED, level });
    }
    subjects
}

/// What is done to a level, so that more comes of it than of itself: agents sent about and along, stopped, added and taken
/// away, walls built and taken away.
fn commands(simulation: &Simulation, tick: u64) -> Vec<Command> {
    let agents = simulation.agents();
    let lattice = simulation.map().lattice;
    let ids = |part: usize| Selection::These(agents.iter().map(|agent| agent.id()).skip(part).step_by(3).collect());
    let middle = Cell::new(lattice.width as i32 / 2, lattice.height as i32 / 2);
    let place = agents.first().map_or(lattice.centre(middle), |agent| agent.position());
    let block: Vec<Cell> = (0..3).map(|row| Cell::new(middle.x, middle.y + row)).collect();
    let follow = Order::Follow { agent: 0, distance: 1.0, on_sight: false };
    match tick {
        20 => vec![Command::Scatter(Selection::All)],
        100 => vec![Command::Paint { terrain: "wall".to_owned(), tiles: block }],
        150 => vec![Command::Order(ids(0), Order::MoveTo(Target::Point(place)))],
        200 => vec![Command::Order(ids(1), follow), Command::ThenOrder(ids(2), Order::Wander(5.0))],
        250 => {
            let profile = simulation.profiles()[0].name.clone();
            let at = Target::Tile(Cell::new(middle.x - 2, middle.y));
            vec![Command::Spawn { profile, at }, Command::Order(ids(1), Order::Stop)]
        }
        320 => vec![Command::Erase { tiles: block }, Command::Remove(Selection::These(vec![AgentId(1)]))],
        350 => vec![Command::Order(Selection::All, Order::MoveInFormation(Target::Tile(middle)))],
        600 => vec![Command::Scatter(Selection::All)],
        _ => Vec::new(),
    }
}

/// FNV-1a (G. Fowler, L. C. Noll, K.-P. Vo) of what can be seen of the agents: where they are, how fast, where they face,
/// and what they are doing.
fn hash_of_motion(simulation: &Simulation) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let mut add =
        |bytes: &[u8]| bytes.iter().for_each(|&byte| hash = (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3));
    for agent in simulation.agents() {
        add(&agent.id().0.to_le_bytes());
        for number in [agent.position(), agent.velocity(), agent.heading()].map(|pair| pair.to_array()).as_flattened() {
            add(&(number + 0.0).to_bits().to_le_bytes());
        }
        add(agent.state().name().as_bytes());
    }
    hash
}

/// The lines of one subject: name, seed, tick, the hash of the state, the hash of the motion.
fn lines_of(subject: &Subject) -> String {
    let mut simulation = Simulation::new(subject.level.clone(), Some(subject.seed));
    let is_disturbed = (1..100).contains(&subject.seed);
    let mut lines = String::new();
    for tick in 1..=TICKS[TICKS.len() - 1] {
        let commands = if is_disturbed { commands(&simulation, tick) } else { Vec::new() };
        simulation.step(&commands);
        if TICKS.contains(&tick) {
            let (state, motion) = (simulation.state_hash(), hash_of_motion(&simulation));
            let Subject { name, seed, .. } = subject;
            writeln!(lines, "{name:28} {seed:4} {tick:5} {state:016x} {motion:016x}").unwrap();
        }
    }
    lines
}

#[test]
fn state_hashes() {
    let subjects = subjects();
    let next = AtomicUsize::new(0);
    let lines = Mutex::new(vec![String::new(); subjects.len()]);
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some(subject) = subjects.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let made = lines_of(subject);
                    let at = subjects.iter().position(|other| std::ptr::eq(other, subject)).unwrap();
                    lines.lock().unwrap()[at] = made;
                }
            });
        }
    });
    let made: String = lines.into_inner().unwrap().concat();
    if std::env::var_os("REMAKE_STATE_HASHES").is_some() {
        return std::fs::write(FILE, made).unwrap();
    }
    let differing: Vec<&str> = made.lines().filter(|line| !KEPT.lines().any(|kept| kept == *line)).collect();
    assert!(
        differing.is_empty() && made.lines().count() == KEPT.lines().count(),
        "{} of {} hashes differ from those in {FILE}, first:\n{}",
        differing.len(),
        made.lines().count(),
        differing[..differing.len().min(20)].join("\n")
    );
}
