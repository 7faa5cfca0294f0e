//! Saves the sheet of the lab as a level in a file of its own.

use footpath::level::edit::Document;

use crate::app::modes::lab::Lab;
#[cfg(not(target_arch = "wasm32"))]
use crate::app::modes::menu::question::Question;
#[cfg(not(target_arch = "wasm32"))]
use crate::app::platform::level_files::{self, LevelFile};
#[cfg(target_arch = "wasm32")]
use crate::app::platform::page;
#[cfg(not(target_arch = "wasm32"))]
use crate::file_name::shown;

/// Where sheets of the lab are saved.
#[derive(Debug, Default)]
pub struct SheetStore {
    /// The file in which a sheet was saved last, and the number of that sheet.
    #[cfg(not(target_arch = "wasm32"))]
    file: Option<(u64, LevelFile)>,
}

impl SheetStore {
    /// Has the browser save the sheet that is on among the downloads.
    #[cfg(target_arch = "wasm32")]
    pub fn save(&mut self, lab: &mut Lab) {
        if let Some(text) = text_of(lab) {
            let name = file_name(&lab.experiment.title());
            page::download(&name, &text);
            lab.say(format!("Downloaded the sheet: {name}"));
        }
    }

    /// Saves the sheet that is on, in its own file if it has one; gives the question for a name where it has none, or where
    /// others have changed that file.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn save(&mut self, lab: &mut Lab) -> Option<Question> {
        let text = text_of(lab)?;
        let own = self.file.as_mut().filter(|(sheet, _)| *sheet == lab.experiment.sheets);
        let Some((_, file)) = own else { return Some(Question::of_name(&file_name(&lab.experiment.title()))) };
        if file.changed().is_some() {
            lab.say(format!("Another program has changed {}: save the sheet under another name", shown(file.path())));
            return Some(Question::of_name(&shown(&level_files::beside(file.path())).to_string()));
        }
        match file.write(&text) {
            Ok(()) => lab.say(format!("Saved the sheet: {}", shown(file.path()))),
            Err(problem) => lab.say(problem),
        }
        None
    }

    /// Saves the sheet under a name; asks again where there is such a file, unless it is to be `replaced`.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn save_as(&mut self, lab: &mut Lab, name: &str, replaced: bool) -> Option<Question> {
        let text = text_of(lab)?;
        let name = name.trim();
        if name.is_empty() {
            return Some(Question::of_name(&file_name(&lab.experiment.title())));
        }
        let mut path = std::path::PathBuf::from(name);
        if path.extension().is_none() {
            path.set_extension("ron");
        }
        if path.exists() && !replaced {
            return Some(Question::of_replacing(&shown(&path).to_string()));
        }
        let written = match replaced {
            true => {
                let mut file = LevelFile::of(path.clone(), None);
                file.write(&text).map(|()| file)
            }
            false => LevelFile::create(path.clone(), &text),
        };
        match written {
            Ok(file) => {
                self.file = Some((lab.experiment.sheets, file));
                lab.say(format!("Saved the sheet: {}", shown(&path)));
            }
            Err(problem) => lab.say(problem),
        }
        None
    }
}

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
