//! The integration tests, in one binary so that they link once.

mod levels;
mod walking;
