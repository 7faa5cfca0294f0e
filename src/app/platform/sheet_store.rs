//! Saves the sheet of the lab as a level in a file of its own.

#[cfg(target_arch = "wasm32")]
mod sheet_download;
#[cfg(not(target_arch = "wasm32"))]
mod sheet_file;

use footpath::level::edit::Document;

#[cfg(target_arch = "wasm32")]
pub use sheet_download::SheetDownload as SheetStore;
#[cfg(not(target_arch = "wasm32"))]
pub use sheet_file::SheetFile as SheetStore;

use crate::app::modes::lab::Lab;

/// The text of the sheet as a level; says why where it is none: a marker may stand in a wall.
fn text_of(lab: &mut Lab) -> Option<String> {
    let text = lab.experiment.level().to_ron();
    match Document::open("the sheet", text.clone()) {
        Ok(_) => Some(text),
        Err(error) => {
            let problem = error.problems.first().map_or_else(String::new, |problem| format!(": {}", problem.message));
            lab.say(format!("The sheet cannot be saved as a level{problem}"));
            None
        }
    }
}

/// The name of a file for a sheet that is called `title`: its letters and digits, small, with hyphens between them.
fn file_name(title: &str) -> String {
    let words = title.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
    let name = words.map(str::to_lowercase).collect::<Vec<_>>().join("-");
    format!("{}.ron", if name.is_empty() { "sheet" } else { &name })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sheet_is_saved_under_what_it_is_called() {
        assert_eq!(file_name("Drawn sheet, 32 x 20"), "drawn-sheet-32-x-20.ron");
        assert_eq!(file_name("../?"), "sheet.ron");
    }
}
