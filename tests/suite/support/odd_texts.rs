//! Texts that mean the same as another one and look different: odd blanks, comments anywhere, other spellings.

use super::bytes::Bytes;

/// The tokens of a sound text that mean something.
pub fn tokens(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = length(rest, first);
        let (token, after) = rest.split_at(length);
        if !is_blank(first) && !token.starts_with("//") && !token.starts_with("/*") {
            tokens.push(token);
        }
        rest = after;
    }
    tokens
}

/// The blanks of RON, some of which are no white space elsewhere, and the byte order mark.
fn is_blank(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{200e}' | '\u{200f}' | '\u{feff}')
}

/// The comments of a sound text, without the blanks at the end of a line.
pub fn comments(text: &str) -> Vec<&str> {
    let mut comments = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let (token, after) = rest.split_at(length(rest, first));
        if token.starts_with("//") || token.starts_with("/*") {
            comments.push(token.trim_end());
        }
        rest = after;
    }
    comments
}

/// The length of the token with which a text begins.
fn length(text: &str, first: char) -> usize {
    let is_word = |c: char| c.is_alphanumeric() || "_+-.".contains(c);
    if text.starts_with("//") {
        return text.find('\n').unwrap_or(text.len());
    }
    if text.starts_with("/*") {
        return end_of_block_comment(text);
    }
    if first == '"' {
        return end_of_quoted(text, '"');
    }
    if text.starts_with("'''") {
        return 3;
    }
    if first == '\'' {
        return end_of_quoted(text, '\'');
    }
    if let Some(raw) = text.strip_prefix('r').filter(|raw| raw.trim_start_matches('#').starts_with('"')) {
        let closing = format!("\"{}", "#".repeat(raw.find('"').unwrap()));
        let start = 1 + closing.len();
        return start + text[start..].find(&closing).unwrap() + closing.len();
    }
    if is_word(first) {
        return text.find(|c| !is_word(c)).unwrap_or(text.len());
    }
    first.len_utf8()
}

fn end_of_block_comment(text: &str) -> usize {
    let (mut depth, mut at) = (0, 0);
    loop {
        let step = match &text.as_bytes()[at..] {
            [b'/', b'*', ..] => 1,
            [b'*', b'/', ..] => -1,
            _ => 0,
        };
        depth += step;
        at += if step == 0 { 1 } else { 2 };
        if depth == 0 {
            return at;
        }
    }
}

fn end_of_quoted(text: &str, quote: char) -> usize {
    let mut is_escaped = false;
    let end = text[1..].find(|c| {
        let ends = c == quote && !is_escaped;
        is_escaped = c == '\\' && !is_escaped;
        ends
    });
    end.unwrap() + 2
}

/// A text that means the same.
pub fn odd(text: &str, bytes: &mut Bytes) -> String {
    let tokens = tokens(text);
    let mut odd = trivia(bytes);
    let closes = |token: &str| matches!(token, ")" | "]" | "}");
    for (index, token) in tokens.iter().enumerate() {
        let (before, after) = (tokens[index.saturating_sub(1)], tokens.get(index + 1).copied().unwrap_or_default());
        if *token == "," && closes(after) && bytes.below(2) == 0 {
            continue;
        }
        let opened = matches!(before, "(" | "[" | "{");
        if closes(token) && !opened && before != "," && bytes.below(3) == 0 {
            odd.push(',');
            odd.push_str(&trivia(bytes));
        }
        odd.push_str(&spelled(token, bytes));
        odd.push_str(&trivia(bytes));
    }
    odd
}

/// What may stand between two tokens.
fn trivia(bytes: &mut Bytes) -> String {
    let mut trivia = String::new();
    for _ in 0..[0, 0, 0, 1, 1, 2, 3][bytes.below(7)] {
        trivia.push_str(match bytes.below(14) {
            0 | 1 => "\n",
            2 => "\n\n\n",
            3 => "\t",
            4 => "\r\n",
            5 => "// a (comment \" with [signs\n",
            6 => "//\n",
            7 => "   // at the end  \n",
            8 => "\n        // of a line of its own\n",
            9 => "/* in /* a */ block */",
            10 => "\n/* over\n      lines */\n",
            11 => "/**/",
            _ => " ",
        });
    }
    trivia
}

/// A token spelled differently.
fn spelled(token: &str, bytes: &mut Bytes) -> String {
    let choice = bytes.below(5);
    if let Some(inside) = token.strip_prefix('"').and_then(|token| token.strip_suffix('"')) {
        let plain = !inside.contains('\\');
        return match choice {
            0 if plain && !inside.contains('"') => format!("r\"{inside}\""),
            1 if plain && !inside.contains("\"#") => format!("r#\"{inside}\"#"),
            2 if plain => {
                let escaped =
                    |c: char| if c == 'a' || c == '#' { format!("\\u{{{:x}}}", c as u32) } else { c.to_string() };
                format!("\"{}\"", inside.chars().map(escaped).collect::<String>())
            }
            3 if plain && inside.starts_with('.') => format!("\"\\x2e{}\"", &inside[1..]),
            _ => token.to_owned(),
        };
    }
    let is_number = token.starts_with(|c: char| c.is_ascii_digit());
    if is_number && token.chars().all(|c| c.is_ascii_digit() || c == '.') {
        return match choice {
            0 => format!("+{token}"),
            1 if token.contains('.') => format!("{token}0"),
            2 if token.contains('.') => format!("{token}e0"),
            3 if token.len() > 1 && !token.contains('.') => format!("{}_{}", &token[..1], &token[1..]),
            4 if !token.contains('.') => token.parse::<u64>().map_or(token.to_owned(), |number| format!("{number:#x}")),
            _ => token.to_owned(),
        };
    }
    token.to_owned()
}
