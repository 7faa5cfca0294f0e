//! Whether the text of a level is laid out without losing anything.

use footpath::level::edit::formatted;

use super::odd_texts::{comments, tokens};

/// The tokens of a text without those commas that may be left out.
fn meant(text: &str) -> Vec<&str> {
    let tokens = tokens(text);
    let is_last = |index: usize| matches!(tokens.get(index + 1), Some(&(")" | "]" | "}")));
    let kept = tokens.iter().enumerate().filter(|&(index, token)| *token != "," || !is_last(index));
    kept.map(|(_, token)| *token).collect()
}

/// The text laid out, after looking whether everything of it is still there, and stays.
pub fn laid_out(text: &str) -> String {
    let laid_out = formatted("any.ron", text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(meant(&laid_out), meant(text));
    assert_eq!(comments(&laid_out), comments(text));
    assert_eq!(formatted("again.ron", &laid_out).unwrap(), laid_out, "from\n{text}");
    laid_out
}
