//! The messages for the faults in a level file, put into lines.

use footpath::level::{LevelError, Problem};

/// A line for each problem, as `tell` puts it, which is given the problem, the text at fault and the help (or `none`).
fn lines(error: &LevelError, tell: impl Fn(&Problem, &str, &str) -> String) -> String {
    let tell =
        |problem: &Problem| tell(problem, &error.text[problem.span.clone()], problem.help.as_deref().unwrap_or("none"));
    error.problems.iter().map(tell).collect::<Vec<String>>().join("\n")
}

/// A line for each problem: place, text at fault, message and help.
pub fn told(error: &LevelError) -> String {
    lines(error, |problem, fault, help| {
        format!("{}:{} `{fault}`: {}; {help}", problem.line, problem.column, problem.message)
    })
}

/// A line for each problem: column, text at fault, message and help. All of them are in one line of the file.
pub fn told_in_line(error: &LevelError, line: usize) -> String {
    lines(error, |problem, fault, help| {
        assert_eq!(problem.line, line, "{error}");
        format!("{} `{fault}`: {}; {help}", problem.column, problem.message)
    })
}

/// A line for each problem: column, message and help. All of them are in one line of the file.
pub fn told_without_fault(error: &LevelError, line: usize) -> String {
    lines(error, |problem, _, help| {
        assert_eq!(problem.line, line, "{error}");
        format!("{} {}; {help}", problem.column, problem.message)
    })
}
