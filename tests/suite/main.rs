//! The integration tests, in one binary so that they link once.

mod levels;
mod random_worlds;
mod walking;
