use footpath::agent::AgentState;
use footpath::scenarios::{open_field, town, Scenario, Arrival, Run};
use footpath::sim::{EXPANSIONS_A_TICK, Phase, Simulation, PhaseTimes};
use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicI64, Ordering::Relaxed};
use std::time::Instant;
struct C;
static N: AtomicI64 = AtomicI64::new(0);
unsafe impl GlobalAlloc for C {
    unsafe fn alloc(&self, l: Layout) -> *mut u8 { N.fetch_add(l.size() as i64, Relaxed); unsafe { System.alloc(l) } }
    unsafe fn dealloc(&self, p: *mut u8, l: Layout) { N.fetch_sub(l.size() as i64, Relaxed); unsafe { System.dealloc(p, l) } }
    unsafe fn realloc(&self, p: *mut u8, l: Layout, n: usize) -> *mut u8 { N.fetch_add(n as i64 - l.size() as i64, Relaxed); unsafe { System.realloc(p, l, n) } }
}
#[global_allocator]
static A: C = C;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let (kind, n, ticks): (&str, usize, usize) = (&args[1], args[2].parse().unwrap(), args[3].parse().unwrap());
    let level = if kind == "open" { open_field(n, 0) } else { town(n, 0) };
    let before = N.load(Relaxed);
    let own = level.clone();
    let after_level = N.load(Relaxed);
    let mut s = Simulation::new(own, Some(0));
    let after_new = N.load(Relaxed);
    s.limit_expansions(u32::MAX);
    while s.tick() == 0 || s.agents().iter().any(|a| a.state() == AgentState::Waiting) { s.step(&[]); }
    s.limit_expansions(EXPANSIONS_A_TICK);
    println!("bytes/agent: level {} new {} with paths {}", (after_level - before) / n as i64, (after_new - before) / n as i64, (N.load(Relaxed) - before) / n as i64);
    let mut all = vec![];
    let mut sum = PhaseTimes::default();
    for _ in 0..ticks {
        let begun = Instant::now();
        let (_, t) = s.step_timed(&[], || begun.elapsed().as_secs_f64());
        all.push(t.total() * 1e3);
        for p in Phase::ALL { sum.add(p, t.of(p) * 1e3 / ticks as f64); }
    }
    all.sort_by(f64::total_cmp);
    println!("bytes later {}", (N.load(Relaxed) - before) / n as i64);
    print!("{kind}-{n}: median {:.2} 99 {:.2} max {:.2} | ", all[ticks / 2], all[ticks * 99 / 100], all[ticks - 1]);
    for p in Phase::ALL { print!("{} {:.2} ", p.name(), sum.of(p)); }
    println!("| hash {:016x}", s.state_hash());
    let _ = (Arrival::FirstErrand, std::mem::size_of::<(Scenario, Run)>());
}
