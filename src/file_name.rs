//! Names of files as they are printed: they may hold blanks, quotes, and what a terminal takes for a command.

use std::ffi::OsStr;
use std::fmt::{Display, Formatter, Result};
use std::path::Path;

/// A name in a message: letters, blanks and quotes as they are; control characters, marks that turn the direction of
/// writing, and bytes that are no text as escapes.
pub struct PrintableName<'n>(&'n OsStr);

/// A name in a message.
pub fn shown<N: AsRef<OsStr> + ?Sized>(name: &N) -> PrintableName<'_> {
    PrintableName(name.as_ref())
}

impl Display for PrintableName<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        for chunk in self.0.as_encoded_bytes().utf8_chunks() {
            for letter in chunk.valid().chars() {
                match is_printed(letter) {
                    true => write!(f, "{letter}")?,
                    false => write!(f, "{}", letter.escape_default())?,
                }
            }
            chunk.invalid().iter().try_for_each(|byte| write!(f, "\\x{byte:02x}"))?;
        }
        Ok(())
    }
}

/// A name in a command that is printed to be pasted: quoted for a shell where it must be.
pub struct Word<'n>(&'n Path);

/// A name in a command that is printed to be pasted.
pub fn word(path: &Path) -> Word<'_> {
    Word(path)
}

impl Display for Word<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let name = self.0.as_os_str();
        // What begins with a dash would be taken for a flag.
        let here = if name.as_encoded_bytes().starts_with(b"-") { "./" } else { "" };
        match name.to_str() {
            Some(name) if !name.is_empty() && name.chars().all(is_plain) => write!(f, "{here}{name}"),
            Some(name) if name.chars().all(is_printed) => write!(f, "'{here}{}'", name.replace('\'', r"'\''")),
            _ => write_escaped(f, here, name),
        }
    }
}

/// As `bash`, `zsh` and other shells read escapes: `$'a\nb'`.
fn write_escaped(f: &mut Formatter<'_>, here: &str, name: &OsStr) -> Result {
    write!(f, "$'{here}")?;
    for chunk in name.as_encoded_bytes().utf8_chunks() {
        for letter in chunk.valid().chars() {
            match letter {
                '\'' | '\\' => write!(f, "\\{letter}")?,
                letter if is_printed(letter) => write!(f, "{letter}")?,
                letter => letter.to_string().bytes().try_for_each(|byte| write_byte(f, byte))?,
            }
        }
        chunk.invalid().iter().try_for_each(|&byte| write_byte(f, byte))?;
    }
    write!(f, "'")
}

/// In octal, which has an end even if a digit follows.
fn write_byte(f: &mut Formatter<'_>, byte: u8) -> Result {
    write!(f, "\\{byte:03o}")
}

/// Whether a character can be printed as it is.
fn is_printed(letter: char) -> bool {
    !letter.is_control()
        && !matches!(letter, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Whether a character means nothing but itself to a shell.
fn is_plain(letter: char) -> bool {
    letter.is_alphanumeric() || matches!(letter, '/' | '.' | '_' | '-' | '+' | ',' | ':' | '@' | '%')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_in_a_message_cannot_speak_to_the_terminal() {
        assert_eq!(shown("my \"level\".ron").to_string(), "my \"level\".ron");
        assert_eq!(shown("Größe 大.ron").to_string(), "Größe 大.ron");
        assert_eq!(shown("a\n\u{1b}[31m\u{202e}.ron").to_string(), "a\\n\\u{1b}[31m\\u{202e}.ron");
    }

    #[test]
    fn a_name_in_a_command_is_quoted_where_it_must_be() {
        let quoted = |name: &str| word(Path::new(name)).to_string();
        assert_eq!(quoted("levels/größe-1.ron"), "levels/größe-1.ron");
        assert_eq!(quoted("my level.ron"), "'my level.ron'");
        assert_eq!(quoted("it's $(here).ron"), r"'it'\''s $(here).ron'");
        assert_eq!(quoted("-o.ron"), "./-o.ron");
        assert_eq!(quoted("- o.ron"), "'./- o.ron'");
        assert_eq!(quoted(""), "''");
        assert_eq!(quoted("a\n1'\\.ron"), r"$'a\0121\'\\.ron'");
    }

    #[cfg(unix)]
    #[test]
    fn what_is_no_text_is_escaped() {
        use std::os::unix::ffi::OsStrExt;

        let name = OsStr::from_bytes(b"a\xff1.ron");
        assert_eq!(shown(name).to_string(), "a\\xff1.ron");
        assert_eq!(word(Path::new(name)).to_string(), r"$'a\3771.ron'");
    }
}
