//! How the agents of every shipped level and crowd scenario move, kept as hashes in `tests/data/state-hashes.txt`: a change
//! of structure leaves them equal; a change of behaviour is told apart from one of structure by them.
//!
//! A row is a run: its name; the hash of all that its agents did; a word with a letter for each tick, a digit of the hash of what
//! all of them did until then; and a word for each agent, with a letter for each of [`CHECKPOINTS`], a digit of the hash of
//! what that agent did until then. So the first letter that differs in the word of ticks tells when, and the words of agents
//! tell who.
//!
//! Where behaviour is meant to change, make the file anew and look at what has changed in it:
//!
//! ```text
//! REMAKE_STATE_HASHES=1 cargo test --test suite state_hashes
//! ```

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use footpath::agent::{Agent, AgentId};
use footpath::grid::Cell;
use footpath::level::{Level, Order, Target, Whom, built_in};
use footpath::scenarios;
use footpath::sim::{Command, Selection, Simulation};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/state-hashes.txt");
const KEPT: &str = include_str!("../data/state-hashes.txt");

/// After these ticks a letter is taken of each agent; most lie just before a tick with [`commands`]. A run ends with the last.
const CHECKPOINTS: [u64; 14] = [1, 19, 60, 99, 149, 199, 249, 319, 349, 450, 599, 900, 1300, 1800];

/// The digits of a hash, six bits each, in a row of the file.
const LETTERS: &[u8; 64] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz+/";
/// In place of a letter, before an agent is there.
const NOT_YET: char = '.';

/// So many agents, and so many runs, are named where more differ.
const MOST_NAMED: usize = 8;
const MOST_RUNS_NAMED: usize = 20;

/// The seeds with which each level is given commands; with seed 0 it is left to itself.
const SEEDS_WITH_COMMANDS: [u64; 2] = [1, 2];

/// The scenarios of a crowd that are not levels of their own: made from a seed.
const RANDOM_CASES: std::ops::Range<u64> = 0..24;

/// A run that is kept.
struct Subject {
    name: String,
    seed: u64,
    level: Level,
    has_commands: bool,
}

fn subjects() -> Vec<Subject> {
    let mut subjects = Vec::new();
    for built_in in built_in::LEVELS {
        let level = Level::parse(built_in.name, built_in.text).unwrap();
        let name = built_in.name.to_owned();
        subjects.push(Subject { name, seed: 0, level: level.clone(), has_commands: false });
        for seed in SEEDS_WITH_COMMANDS {
            let name = format!("{}:commands-{seed}", built_in.name);
            subjects.push(Subject { name, seed, level: level.clone(), has_commands: true });
        }
    }
    for name in scenarios::NAMES {
        let level = scenarios::named(name).unwrap().level_for(0);
        subjects.push(Subject { name: format!("crowd/{name}"), seed: 0, level, has_commands: false });
    }
    for seed in RANDOM_CASES {
        let level = scenarios::random_case(seed).level;
        subjects.push(Subject { name: format!("crowd/random-case-{seed}"), seed: 0, level, has_commands: false });
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
    let follow = Order::Follow { agent: Whom::Agent(0), distance: 1.0, on_sight: false };
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

/// What one agent has done since it is there.
#[derive(Clone)]
struct Trail {
    hash: u64,
    letters: String,
}

impl Trail {
    /// Of an agent that comes after so many checkpoints.
    fn after(checkpoints: usize) -> Trail {
        Trail { hash: 0xcbf2_9ce4_8422_2325, letters: NOT_YET.to_string().repeat(checkpoints) }
    }

    /// Adds where the agent is, how fast, and where it faces, by FNV-1a (G. Fowler, L. C. Noll, K.-P. Vo).
    fn add(&mut self, agent: &Agent) {
        for number in [agent.position(), agent.velocity(), agent.heading()].map(|pair| pair.to_array()).as_flattened() {
            // Adding zero makes the negative zero positive.
            self.add_bytes(&(number + 0.0).to_bits().to_le_bytes());
        }
    }

    fn add_bytes(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.hash = (self.hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        }
    }

    fn letter(&self) -> char {
        char::from(LETTERS[(self.hash >> 58) as usize])
    }
}

/// The row of a run.
fn row_of(subject: &Subject) -> String {
    let mut simulation = Simulation::new(subject.level.clone(), Some(subject.seed));
    // An agent's number is its index: no number is used twice.
    let mut trails: Vec<Trail> = Vec::new();
    let mut whole = Trail::after(0);
    let mut start = 1;
    for (passed, checkpoint) in CHECKPOINTS.into_iter().enumerate() {
        for tick in start..=checkpoint {
            let commands = if subject.has_commands { commands(&simulation, tick) } else { Vec::new() };
            simulation.step(&commands);
            for agent in simulation.agents() {
                let index = agent.id().0 as usize;
                trails.resize(trails.len().max(index + 1), Trail::after(passed));
                trails[index].add(agent);
                whole.add(agent);
            }
            whole.letters.push(whole.letter());
        }
        trails.iter_mut().for_each(|trail| trail.letters.push(trail.letter()));
        start = checkpoint + 1;
    }
    let words = [&whole].into_iter().chain(&trails).map(|trail| format!(" {}", trail.letters)).collect::<String>();
    format!("{} {:016x}{words}\n", subject.name, whole.hash)
}

/// The first tick at which two rows of one run differ, and the agents that differ at the next checkpoint: "from tick 63;
/// agents 3, 5 by tick 99". One difference in 64 shows a tick late.
fn difference(kept: &str, made: &str) -> String {
    let words = |row| str::split_whitespace(row).skip(2).collect::<Vec<_>>();
    let (kept, made) = (words(kept), words(made));
    let ticks = |words: &[&str]| words.first().copied().unwrap_or_default().chars().collect::<Vec<char>>();
    let (kept_ticks, made_ticks) = (ticks(&kept), ticks(&made));
    let Some(tick) = (0..kept_ticks.len().max(made_ticks.len())).find(|&at| kept_ticks.get(at) != made_ticks.get(at))
    else {
        return "in the last tick".to_owned();
    };
    let (kept, made) = (kept.get(1..).unwrap_or_default(), made.get(1..).unwrap_or_default());
    let mut agents_by_checkpoint: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    for agent in 0..kept.len().max(made.len()) {
        let letter =
            |words: &[&str], at: usize| words.get(agent).and_then(|word| word.chars().nth(at)).unwrap_or(NOT_YET);
        if let Some(at) = (0..CHECKPOINTS.len()).find(|&at| letter(kept, at) != letter(made, at)) {
            agents_by_checkpoint.entry(at).or_default().push(agent.to_string());
        }
    }
    let Some((at, agents)) = agents_by_checkpoint.pop_first() else {
        return format!("from tick {}", tick + 1);
    };
    let noun = if agents.len() == 1 { "agent" } else { "agents" };
    let named = agents[..agents.len().min(MOST_NAMED)].join(", ");
    let others = match agents.len().saturating_sub(MOST_NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    format!("from tick {}; {noun} {named}{others} by tick {}", tick + 1, CHECKPOINTS[at])
}

/// The rows of a file by the names of their runs.
fn by_name(rows: &str) -> BTreeMap<&str, &str> {
    rows.lines().filter_map(|row| Some((row.split_whitespace().next()?, row))).collect()
}

#[test]
fn state_hashes() {
    let subjects = subjects();
    let next = AtomicUsize::new(0);
    let rows = Mutex::new(vec![String::new(); subjects.len()]);
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(subject) = subjects.get(index) else { break };
                    let row = row_of(subject);
                    rows.lock().unwrap()[index] = row;
                }
            });
        }
    });
    let made = rows.into_inner().unwrap().concat();
    if std::env::var_os("REMAKE_STATE_HASHES").is_some() {
        return std::fs::write(FILE, made).unwrap();
    }
    let (kept_rows, made_rows) = (by_name(KEPT), by_name(&made));
    assert_eq!(made_rows.len(), subjects.len(), "two runs share a name");
    let mut differing = Vec::new();
    for (name, row) in &made_rows {
        match kept_rows.get(name) {
            Some(kept) if kept == row => {}
            Some(kept) => differing.push(format!("{name}: {}", difference(kept, row))),
            None => differing.push(format!("{name}: not in the file")),
        }
    }
    differing.extend(
        kept_rows.keys().filter(|name| !made_rows.contains_key(*name)).map(|name| format!("{name}: no such run")),
    );
    assert!(
        differing.is_empty(),
        "of {} runs, {} differ from {FILE}. What moves otherwise first in each:\n{}",
        made_rows.len(),
        differing.len(),
        differing[..differing.len().min(MOST_RUNS_NAMED)].join("\n")
    );
}

#[test]
fn a_difference_names_the_first_tick_and_the_agents() {
    let ticks = |other: usize| "A".repeat(other - 1) + &"B".repeat(1800 - other);
    let row = |other: usize, agents: &str| format!("two-agents 0123456789abcdef {} {agents}", ticks(other));
    let kept = row(1800, "AAAAAAAAAAAAAA BBBBBBBBBBBBBB");
    let told = |other, agents| difference(&kept, &row(other, agents));
    assert_eq!(told(63, "AAAAAAAAAAAAAA BBBCCCCCCCCCCC"), "from tick 63; agent 1 by tick 99");
    assert_eq!(told(1, "DDDDDDDDDDDDDD CCCCCCCCCCCCCC"), "from tick 1; agents 0, 1 by tick 1");
    assert_eq!(
        told(200, "AAAAAAAAAAAAAA BBBBBBBBBBBBBB ......EEEEEEEE"),
        "from tick 200; agent 2 by tick 249",
        "an agent that was not there"
    );
    assert_eq!(told(1799, "AAAAAAAAAAAAAA BBBBBBBBBBBBBB"), "from tick 1799");
    let crowd = |other, letter: &str| row(other, &[letter; 10].join(" "));
    assert_eq!(
        difference(&crowd(1800, "A"), &crowd(1, "B")),
        "from tick 1; agents 0, 1, 2, 3, 4, 5, 6, 7 and 2 more by tick 1"
    );
}
