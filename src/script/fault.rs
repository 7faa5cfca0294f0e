//! The messages about a script that cannot be read.

use crate::level::did_you_mean;

/// What is wrong with the text of a script, and what would be right.
pub(super) fn explained(fault: ron::Error) -> String {
    use ron::Error as Fault;
    const STEP: &str = "a script is a list of steps, such as `[(at: 1.5, do: MoveTo(\"gate\"))]`";
    match fault {
        Fault::ExpectedArray => format!("expected `[`: a list is written in square brackets; {STEP}"),
        Fault::ExpectedStructLike => {
            format!("expected `(`: steps, tiles and points are written in round brackets, as in `(3, 4)`; {STEP}")
        }
        Fault::ExpectedNamedStructLike(_) => format!("expected a step in round brackets; {STEP}"),
        Fault::ExpectedDifferentStructName { found, .. } => format!("there is no `{found}(...)` here; {STEP}"),
        Fault::TrailingCharacters => format!("expected nothing more after the list; {STEP}"),
        Fault::Eof => format!("the script ends too early; {STEP}"),
        Fault::IntegerOutOfBounds => format!(
            "this number is out of range: agents are numbers from 0 to {}, the columns and rows of tiles from {} to {}",
            u32::MAX,
            i32::MIN,
            i32::MAX
        ),
        Fault::ExpectedComma => {
            "expected `,` or a closing bracket; tiles and agents are whole numbers, such as 3".to_owned()
        }
        Fault::ExpectedInteger => "expected a whole number, such as 3".to_owned(),
        Fault::ExpectedFloat => "expected a number, such as 1.5".to_owned(),
        Fault::ExpectedString => "expected a string in double quotes, such as \"wall\"".to_owned(),
        Fault::ExpectedStringEnd => "this string is never closed: end it with `\"`".to_owned(),
        Fault::ExpectedIdentifier => {
            "expected a name without quotes: that of a step, such as `Stop`, or of a field, such as `tiles:`".to_owned()
        }
        Fault::UnclosedBlockComment => "this comment is never closed: end it with `*/`".to_owned(),
        Fault::InvalidValueForType { expected, .. } => format!("expected {expected}"),
        Fault::MissingStructField { field, outer } => {
            format!("the field `{field}` of {} is missing", outer.as_deref().unwrap_or("this"))
        }
        Fault::DuplicateStructField { field, .. } => format!("the field `{field}` is given twice"),
        Fault::NoSuchStructField { expected, found, outer } => {
            format!("{} has no field `{found}`; {}", outer.as_deref().unwrap_or("this"), choice(&found, expected))
        }
        Fault::NoSuchEnumVariant { expected, found, .. } => {
            format!("there is no step `{found}`; {}", choice(&found, expected))
        }
        Fault::UnexpectedChar(character) => format!("`{character}` is not allowed here; {STEP}"),
        other => other.to_string(),
    }
}

/// What was probably meant, or else everything that there is.
pub(super) fn choice(found: &str, names: &[&'static str]) -> String {
    did_you_mean(found, names.iter().copied()).unwrap_or_else(|| format!("there are: {}", names.join(", ")))
}
