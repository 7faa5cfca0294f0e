//! The integration tests, in one binary so that they link once.

mod commands;
mod levels;
mod walking;
