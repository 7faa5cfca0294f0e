//! The integration tests, in one binary so that they link once.

mod agents;
mod allocations;
mod any_angle;
mod best_first;
mod commands;
mod dijkstra;
mod generate;
mod jump_point;
mod level_problems;
mod levels;
mod moving_ai;
mod nav;
mod random_worlds;
mod requests;
mod searches_in_the_world;
mod walking;
