//! The integration tests, in one binary so that they link once.

mod level_problems;
mod levels;
