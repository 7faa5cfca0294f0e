//! `cargo web`: builds, packs and serves the browser version.

fn main() {}
