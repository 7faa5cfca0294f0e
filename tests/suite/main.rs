//! The integration tests, in one binary so that they link once.

mod agents;
mod allocations;
mod any_angle;
mod best_first;
mod both_ends;
mod commands;
mod dijkstra;
mod every_search;
mod flow_field;
mod generate;
mod ground_levels;
mod ground_problems;
mod ground_world;
mod hierarchical;
mod ida_star;
mod jump_point;
mod level_problems;
mod levels;
mod moving_ai;
mod nav;
mod random_worlds;
mod requests;
mod searches_in_the_world;
mod walking;
mod wear;
mod zones;
