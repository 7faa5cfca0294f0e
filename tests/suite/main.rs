//! The integration tests, in one binary so that they link once.

mod commands;
mod dijkstra;
mod level_problems;
mod levels;
mod moving_ai;
mod nav;
mod walking;
