//! The integration tests, in one binary so that they link once.

mod dijkstra;
mod moving_ai;
mod nav;
