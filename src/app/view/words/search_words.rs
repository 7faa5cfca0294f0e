//! What searches promise, in words.

use footpath::nav::Guarantee;

/// What is promised of a path, in words.
pub fn promise(guarantee: Guarantee) -> String {
    match guarantee {
        Guarantee::Shortest => "shortest".to_owned(),
        Guarantee::ShortestBySteps => "no longer than any path from cell to cell".to_owned(),
        Guarantee::AtMost(times) => format!("not guaranteed shortest (at most {} times)", factor(times)),
        Guarantee::None => "not guaranteed shortest".to_owned(),
    }
}

/// How many times as much a path may cost, with as many digits as it takes to be more than 1.
fn factor(times: f64) -> String {
    if times < 1.05 { format!("{times:.2}") } else { format!("{times:.1}") }
}

/// A guarantee in a few words, for a column of a table.
pub fn promise_in_short(guarantee: Guarantee) -> String {
    match guarantee {
        Guarantee::Shortest => "shortest".to_owned(),
        Guarantee::ShortestBySteps => "as A* or less".to_owned(),
        Guarantee::AtMost(times) => format!("at most {} times", factor(times)),
        Guarantee::None => "no promise".to_owned(),
    }
}
