//! The `footpath` program: flag definitions and glue.

fn main() {}
