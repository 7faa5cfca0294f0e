//! What the benches share: clocks in milliseconds, and what is told of many times.

use std::time::Instant;

/// Milliseconds since `begin`.
pub fn milliseconds(begin: Instant) -> f64 {
    begin.elapsed().as_secs_f64() * 1e3
}

/// What `run` gives, and how many milliseconds it takes.
pub fn timed<T>(run: impl FnOnce() -> T) -> (T, f64) {
    let begin = Instant::now();
    let given = run();
    (given, milliseconds(begin))
}

/// Measured values, sorted.
pub struct Sample(Vec<f64>);

impl Sample {
    /// The values, of which there is at least one.
    pub fn of(mut values: Vec<f64>) -> Sample {
        values.sort_by(f64::total_cmp);
        Sample(values)
    }

    /// The value that so many hundredths of them do not exceed: 0 gives the least, 100 the greatest.
    pub fn percentile(&self, hundredths: usize) -> f64 {
        self.0[(self.0.len() - 1) * hundredths / 100]
    }

    /// The value in the middle.
    pub fn median(&self) -> f64 {
        self.percentile(50)
    }

    /// The mean.
    pub fn mean(&self) -> f64 {
        self.0.iter().sum::<f64>() / self.0.len() as f64
    }
}
