//! The text of shaders, without the comments: the program would carry kilobytes that no graphics driver reads.

/// The text of a file of GLSL beside the file that asks for it, without comments and indentation.
macro_rules! shader {
    ($file:literal) => {{
        const SOURCE: &[u8] = include_bytes!($file);
        const TEXT: [u8; $crate::app::view::render::shader::length(SOURCE)] =
            $crate::app::view::render::shader::without_comments(SOURCE);
        const {
            match str::from_utf8(&TEXT) {
                Ok(text) => text,
                Err(_) => panic!("only in comments there may be any letter"),
            }
        }
    }};
}
pub(crate) use shader;

/// How long a shader is without its comments, in bytes.
pub const fn length(source: &[u8]) -> usize {
    let (mut at, mut length) = (0, 0);
    while at < source.len() {
        at = skip(source, at);
        if at < source.len() {
            (at, length) = (at + 1, length + 1);
        }
    }
    length
}

/// A shader without its comments, which is `N` bytes long.
pub const fn without_comments<const N: usize>(source: &[u8]) -> [u8; N] {
    let mut text = [b'\n'; N];
    let (mut at, mut length) = (0, 0);
    while length < N {
        at = skip(source, at);
        text[length] = source[at];
        (at, length) = (at + 1, length + 1);
    }
    text
}

/// Where the next letter stands that counts: neither in a comment nor in an indentation.
const fn skip(source: &[u8], mut at: usize) -> usize {
    let begins_line = at == 0 || source[at - 1] == b'\n';
    while begins_line && at < source.len() && source[at] == b' ' {
        at += 1;
    }
    if at + 1 < source.len() && source[at] == b'/' && source[at + 1] == b'/' {
        while at < source.len() && source[at] != b'\n' {
            at += 1;
        }
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_indentation_are_left_out() {
        const SOURCE: &[u8] = "a = b / c; // é\n    // whole\n  d;".as_bytes();
        const TEXT: [u8; length(SOURCE)] = without_comments(SOURCE);
        assert_eq!(str::from_utf8(&TEXT), Ok("a = b / c; \n\nd;"));
    }
}
