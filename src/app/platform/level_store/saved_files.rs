//! Levels that are saved as files: under which name, and what others make of them.

use std::path::{Path, PathBuf};

use super::{LevelStore, StoreEffect, Then, file_name};
use crate::app::modes::library::{self, LevelSource};
use crate::app::modes::menu::question::{FileReply, Question};
use crate::app::modes::messages::Message;
use crate::app::modes::play::PlayedLevel;
use crate::app::platform::level_files::{self, LevelFile, SaveProblem};
use crate::file_name::shown;
use crate::output_file;

/// The files of the level that is played.
#[derive(Default)]
pub struct SavedFiles {
    /// What others have made of the file, while the player is asked about it; and whether that came of saving.
    theirs: Option<(Vec<u8>, bool)>,
    /// The file of the level, if it has one.
    file: Option<LevelFile>,
    /// A file that should be played but is broken.
    awaited: Option<LevelFile>,
}

impl StoreEffect {
    fn told(words: impl Into<String>) -> StoreEffect {
        StoreEffect::Tell(vec![Message::plain(words.into())])
    }
}

impl LevelStore {
    /// Takes in that a level has been opened, of which this is the text; gives its text. `has_messages`: whether something is
    /// wrong with the level that should be played.
    pub(super) fn open_saved(
        &mut self,
        level: &PlayedLevel,
        text: String,
        has_messages: bool,
        _: &mut Vec<StoreEffect>,
    ) -> String {
        let known = Some(text.as_bytes().to_vec());
        self.files.theirs = None;
        self.files.file = file_of(level.source()).map(|path| LevelFile::of(path.to_owned(), known));
        self.files.awaited = self.files.awaited.take().filter(|_| has_messages);
        text
    }

    /// Saves the level.
    pub fn save(&mut self, level: &mut PlayedLevel) -> Option<StoreEffect> {
        if let LevelSource::Imported { name, from } = level.source() {
            let path = beside_original(name, from);
            return Some(self.save_as(level, &path.to_string_lossy(), false));
        }
        let Some(file) = &self.files.file else {
            return Some(StoreEffect::Ask(Question::of_name(&file_name(level.source()))));
        };
        if let Some(theirs) = file.changed() {
            let question = Question::of_conflict(&name_of(file.path()));
            self.files.theirs = Some((theirs, true));
            return Some(StoreEffect::Ask(question));
        }
        self.write(level)
    }

    /// Asks under which name to save the level.
    pub fn ask_for_name(&mut self, level: &mut PlayedLevel) -> Option<StoreEffect> {
        Some(StoreEffect::Ask(Question::of_name(&file_name(level.source()))))
    }

    /// Notes that this text is what is saved, and no draft of it is needed.
    pub(super) fn note_written(&mut self, text: &str) {
        if let Some(file) = &mut self.files.file {
            file.know(text.as_bytes().to_vec());
        }
        self.drafts.forget(&self.slot);
        self.keeping.kept = None;
    }

    /// Keeps what is unsaved at once, before the window closes.
    ///
    /// # Errors
    /// Why it cannot be kept.
    pub fn keep_now(&mut self, level: &mut PlayedLevel) -> Result<(), String> {
        self.take_left(level);
        self.keeping.problem = None;
        self.keep_left(f32::INFINITY);
        // A level that has been opened since the last look has nothing unsaved yet.
        if self.opened.begun == level.begun() {
            self.keep_draft(level, f32::INFINITY);
        }
        let problem = self.keeping.problem.take();
        problem.map_or(Ok(()), |problem| Err(format!("what is unsaved is not kept: {problem}")))
    }

    /// Does what the player has answered about a file.
    pub(super) fn take_file_reply(
        &mut self,
        level: &mut PlayedLevel,
        reply: FileReply,
        typed: &str,
    ) -> Vec<StoreEffect> {
        match reply {
            FileReply::NotNow => {
                self.files.theirs = None;
                Vec::new()
            }
            FileReply::TakeTheirs => {
                let theirs = self.files.theirs.take();
                theirs.and_then(|(theirs, _)| self.take_theirs(theirs)).into_iter().collect()
            }
            FileReply::KeepMine => self.keep_mine(level).into_iter().collect(),
            FileReply::SaveBeside => self.save_beside(level),
            FileReply::SaveAs | FileReply::Replace => vec![self.save_as(level, typed, reply == FileReply::Replace)],
        }
    }

    /// Leaves what others have made of the file, and goes on with what it was to be saved for.
    fn keep_mine(&mut self, level: &mut PlayedLevel) -> Option<StoreEffect> {
        let (theirs, saves) = self.files.theirs.take()?;
        self.files.file.as_mut()?.know(theirs);
        if saves { self.write(level) } else { None }
    }

    /// Waits for a broken file, of which this content is known, to be mended: then it is played.
    pub fn await_file(&mut self, path: &Path, known: Option<Vec<u8>>) {
        self.files.awaited = Some(LevelFile::of(path.to_owned(), known));
    }

    /// Takes in what others have made of the level's file, and of the one that is awaited.
    pub(super) fn look_at_files(&mut self, level: &PlayedLevel, now: f32) -> Vec<StoreEffect> {
        let mut effects = Vec::new();
        if let Some(file) = &mut self.files.awaited
            && let Some(Ok(bytes)) = file.look(now)
        {
            let path = file.path().to_owned();
            match library::open(&shown(&path).to_string(), &bytes) {
                Ok(document) => {
                    self.files.awaited = None;
                    return vec![StoreEffect::Play(Box::new(document), LevelSource::File(path))];
                }
                Err(messages) => effects.push(StoreEffect::Tell(messages)),
            }
        }
        let Some(file) = self.files.file.as_mut() else { return effects };
        match file.look(now) {
            None => {}
            Some(Err(message)) => effects.push(StoreEffect::told(format!("{message}; the last good level goes on"))),
            Some(Ok(theirs)) if file.is_known(&theirs) => {
                if self.files.awaited.is_none() {
                    effects.push(StoreEffect::Tell(Vec::new()));
                }
                effects.push(StoreEffect::said(format!("{} is again as it was read", name_of(file.path()))));
            }
            Some(Ok(theirs)) if level.history().is_saved() => effects.extend(self.take_theirs(theirs)),
            Some(Ok(theirs)) => {
                effects.push(StoreEffect::Ask(Question::of_conflict(&name_of(file.path()))));
                self.files.theirs = Some((theirs, false));
            }
        }
        effects
    }

    /// Takes what others have made of the file for the level, unless it is broken.
    fn take_theirs(&mut self, theirs: Vec<u8>) -> Option<StoreEffect> {
        let name = name_of(self.files.file.as_ref()?.path());
        Some(match String::from_utf8(theirs) {
            Ok(text) => {
                let then = Then::Saved(format!("{name} has changed: the level follows"));
                StoreEffect::Take { name: format!("Take over {name}"), text, then }
            }
            Err(_) => StoreEffect::told(format!("{name} is not text; the last good level goes on")),
        })
    }

    /// Writes the level to its file, if it has one.
    fn write(&mut self, level: &mut PlayedLevel) -> Option<StoreEffect> {
        let file = self.files.file.as_mut()?;
        Some(match file.write(level.history().document().text()) {
            Ok(()) => {
                let words = format!("Saved: {}", shown(file.path()));
                self.note_saved(level);
                StoreEffect::said(words)
            }
            Err(problem) => StoreEffect::told(problem),
        })
    }

    /// Saves the level under another name beside its file, and takes what others have made of the file.
    fn save_beside(&mut self, level: &PlayedLevel) -> Vec<StoreEffect> {
        let Some((theirs, _)) = self.files.theirs.take() else { return Vec::new() };
        let Some(path) = self.files.file.as_ref().map(|file| level_files::beside(file.path())) else {
            return Vec::new();
        };
        match LevelFile::create(path.clone(), level.history().document().text()) {
            Ok(_) => {
                let saved = StoreEffect::said(format!("Your version is saved beside: {}", shown(&path)));
                self.take_theirs(theirs).into_iter().chain([saved]).collect()
            }
            Err(problem) => vec![StoreEffect::told(problem)],
        }
    }

    /// Saves the level under a name that is not its own; asks again where there is such a file, unless it is to be
    /// `replaced`.
    fn save_as(&mut self, level: &mut PlayedLevel, name: &str, replaced: bool) -> StoreEffect {
        let text = level.history().document().text();
        match level_files::save_as(name, &file_name(level.source()), text, replaced) {
            Ok(file) => {
                let path = file.path().to_owned();
                self.drafts.forget(&self.slot);
                level.save_as(LevelSource::File(path.clone()), &shown(&path).to_string());
                self.slot = self.drafts.claim(level.source(), self.opened.origin);
                self.files.file = Some(file);
                self.note_saved(level);
                StoreEffect::said(format!("Saved: {}", shown(&path)))
            }
            Err(SaveProblem::Ask(question)) => StoreEffect::Ask(question),
            Err(SaveProblem::Refused(problem)) => StoreEffect::told(problem),
        }
    }

    /// Opens a line of the level's file in the editor that the environment names, beside the game.
    ///
    /// # Errors
    /// Why that cannot be started, in words.
    pub fn open_in_editor(&self, line: usize) -> Result<(), String> {
        let Some(path) = self.files.awaited.as_ref().or(self.files.file.as_ref()).map(LevelFile::path) else {
            return Ok(());
        };
        let Some(command) = editor() else { return Ok(()) };
        let mut words = command.split_whitespace();
        let Some(program) = words.next() else { return Ok(()) };
        let mut editor = std::process::Command::new(program);
        editor.args(words).arg(format!("+{line}")).arg(path);
        let mut child = editor.spawn().map_err(|error| format!("{program} cannot be started: {error}"))?;
        // It ends when it likes; somebody has to take note of that.
        std::thread::spawn(move || child.wait());
        Ok(())
    }
}

/// The command of the editor that the environment names: `$VISUAL`, else `$EDITOR`.
pub fn editor() -> Option<String> {
    let named = |name: &str| std::env::var(name).ok().filter(|command| !command.trim().is_empty());
    named("VISUAL").or_else(|| named("EDITOR"))
}

fn file_of(source: &LevelSource) -> Option<&Path> {
    match source {
        LevelSource::File(path) => Some(path),
        LevelSource::BuiltIn(_) | LevelSource::Imported { .. } | LevelSource::Text(_) => None,
    }
}

fn name_of(path: &Path) -> String {
    shown(path.file_name().unwrap_or(path.as_os_str())).to_string()
}

/// A new file for a level that was made of a file of another program, in the folder of that.
fn beside_original(name: &str, from: &Path) -> PathBuf {
    let letter = |letter: char| if r#"/\:*?"<>|"#.contains(letter) { '-' } else { letter };
    let stem: String = name.trim().chars().map(letter).collect();
    output_file::free_name(from.parent().unwrap_or(Path::new("")), &stem, "ron")
}
