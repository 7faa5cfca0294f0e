//! Benchmarks of the path search.

fn main() {}
