//! How long a tick takes with thousands of agents on an open field, one for every four square units, each on the path
//! to its own place: all phases after the searches are done.
//!
//! `cargo measure crowd` prints the fastest and the median of 240 ticks, on one thread and on all; a number after
//! `--` replaces 10,000 and 50,000 agents.

use footpath::scenarios::{CrowdScenario, ScenarioRun, open_field};
use footpath_benches::{Sample, timed};

/// Agents on an open field, all of them moving.
fn on_the_move(count: usize) -> ScenarioRun {
    let field = CrowdScenario::of_level("open", open_field(count, 1));
    ScenarioRun::with_all_paths(&CrowdScenario { shift: 0.0, ..field }, 1)
}

/// The fastest and the median tick, in milliseconds.
fn measure(mut run: ScenarioRun) -> (f64, f64) {
    let times = Sample::of((0..240).map(|_| timed(|| run.tick()).1).collect());
    (times.percentile(0), times.median())
}

/// Runs `work` on one thread.
fn alone<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread can be started");
    pool.install(work)
}

fn main() {
    let given: Vec<usize> = std::env::args().filter_map(|argument| argument.parse().ok()).collect();
    for count in if given.is_empty() { vec![10_000, 50_000] } else { given } {
        let run = on_the_move(count);
        let one = run.clone();
        let (quickest, median) = alone(|| measure(one));
        println!("open-{count}, one thread: quickest {quickest:.2} ms, median {median:.2} ms a tick");
        let (quickest, median) = measure(run);
        println!("open-{count}, all threads: quickest {quickest:.2} ms, median {median:.2} ms a tick");
    }
}
