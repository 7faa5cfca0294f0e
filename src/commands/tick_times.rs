//! How long the ticks of a run took.

use std::time::Duration;

use footpath::sim::{Phase, PhaseTimes};
use hdrhistogram::Histogram;
use serde::Serialize;

use super::solve::micros;

/// Nanoseconds. The longest tick that is counted as what it took; longer ones count as this.
const AN_HOUR: u64 = 3_600_000_000_000;

/// How long ticks took, to three digits: in the same memory however many there are.
pub struct TickTimes {
    /// In nanoseconds.
    counts: Histogram<u32>,
}

impl TickTimes {
    /// None yet.
    pub fn new() -> TickTimes {
        TickTimes { counts: Histogram::new_with_bounds(1, AN_HOUR, 3).expect("the bounds are in order") }
    }

    /// Counts one.
    pub fn add(&mut self, time: Duration) {
        self.counts.saturating_record(time.as_nanos().min(u64::MAX.into()) as u64);
    }

    /// The microseconds that `part`, 0 to 1, of the ticks do not exceed; 0 without ticks.
    pub fn quantile(&self, part: f64) -> f64 {
        micros(Duration::from_nanos(self.counts.value_at_quantile(part)))
    }

    /// The mean, in microseconds; 0 without ticks.
    pub fn mean(&self) -> f64 {
        micros(Duration::from_nanos(self.counts.mean() as u64))
    }
}

/// The tick that took longest, and what took most of it, as `--json` prints it.
#[derive(Debug, Serialize)]
pub struct SlowestTick {
    pub tick: u64,
    pub us: f64,
    pub phase: Phase,
    pub phase_us: f64,
}

impl SlowestTick {
    /// A tick, with how many microseconds its phases took.
    pub fn new(tick: u64, phases: PhaseTimes) -> SlowestTick {
        let rounded = |us: f64| (10.0 * us).round() / 10.0;
        let (phase, phase_us) = phases.longest();
        SlowestTick { tick, us: rounded(phases.total()), phase, phase_us: rounded(phase_us) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_right_to_three_digits() {
        let mut times = TickTimes::new();
        assert_eq!((times.quantile(0.5), times.mean()), (0.0, 0.0));
        (1..=2000).map(Duration::from_micros).for_each(|time| times.add(time));
        for (part, us) in [(0.0, 1.0), (0.5, 1000.0), (0.99, 1980.0), (1.0, 2000.0)] {
            assert!((times.quantile(part) - us).abs() <= 1e-3 * us, "{part}: {}", times.quantile(part));
        }
        assert!((times.mean() - 1000.5).abs() <= 1.0);
    }
}
