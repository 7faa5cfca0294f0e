//! The integration tests, in one binary so that they link once.

mod dijkstra;
mod levels;
mod random_worlds;
mod walking;
mod moving_ai;
mod nav;
