//! Keeps the text of the level that is played: saves it, keeps drafts of it, and takes in what others make of its file.

#[cfg(not(target_arch = "wasm32"))]
use std::path::{Path, PathBuf};

use footpath::level::edit::{Edit, EditError};

use crate::app::modes::library::Source;
#[cfg(not(target_arch = "wasm32"))]
use crate::app::modes::menu::question::FileReply;
use crate::app::modes::menu::question::{Question, Reply};
use crate::app::modes::messages::Message;
use crate::app::modes::play::Game;
use crate::app::platform::drafts::{Draft, Drafts, Slot, hash_of};
#[cfg(not(target_arch = "wasm32"))]
use crate::app::platform::level_files::{self, LevelFile};
#[cfg(target_arch = "wasm32")]
use crate::app::platform::page;
use crate::app::view::words::answers::{Answer, Tone};
#[cfg(not(target_arch = "wasm32"))]
use crate::file_name::shown;
#[cfg(not(target_arch = "wasm32"))]
use crate::output_file;

/// Seconds from one draft to the next, at least: an edit is kept within this time.
const KEEP_EVERY: f32 = 0.8;

/// Keeps the text of the level that is played.
pub struct LevelStore {
    drafts: Drafts,
    /// The place for the draft of the level.
    slot: Slot,
    /// Drafts of levels that have no file, of which the player is asked, the last one first; `None` before the first look.
    unsaved: Option<Vec<(Slot, Draft)>>,
    /// The place of the draft that is opened as a level.
    taken_up: Option<Slot>,
    /// Whether the level was opened from such a draft: the player is asked of the other ones when that is left.
    is_taken_up: bool,
    /// How many levels had been begun when the present one was opened.
    opened: u64,
    /// A hash of the text as it was opened or last saved.
    base: u64,
    /// Where the level came from that was opened last.
    source: Option<Source>,
    /// A hash of its text as it was opened, whatever was saved since.
    origin: u64,
    /// How often the text had been changed when its draft was last kept; `None` where no draft of it is kept.
    kept: Option<u64>,
    next_keep: f32,
    /// What was unsaved of levels that were left, and could not be kept yet.
    unkept: Vec<(Source, Slot, Draft)>,
    next_try: f32,
    /// Why something could not be kept, which is said once.
    problem: Option<String>,
    /// The draft that the player is asked about.
    offered: Option<Draft>,
    /// What others have made of the file, while the player is asked about it; and whether that came of saving.
    #[cfg(not(target_arch = "wasm32"))]
    theirs: Option<(Vec<u8>, bool)>,
    /// The file of the level.
    #[cfg(not(target_arch = "wasm32"))]
    file: Option<LevelFile>,
    /// A file that should be played but is broken.
    #[cfg(not(target_arch = "wasm32"))]
    awaited: Option<LevelFile>,
}

impl LevelStore {
    pub fn new(drafts: Drafts) -> LevelStore {
        LevelStore {
            slot: Slot::default(),
            drafts,
            unsaved: None,
            taken_up: None,
            is_taken_up: false,
            opened: 0,
            base: 0,
            source: None,
            origin: 0,
            kept: None,
            next_keep: 0.0,
            unkept: Vec::new(),
            next_try: 0.0,
            problem: None,
            offered: None,
            #[cfg(not(target_arch = "wasm32"))]
            theirs: None,
            #[cfg(not(target_arch = "wasm32"))]
            file: None,
            #[cfg(not(target_arch = "wasm32"))]
            awaited: None,
        }
    }

    /// Looks after the text once a frame; gives what the player is to be asked. `now`: any clock, in seconds;
    /// `may_ask`: whether nothing else is being asked.
    pub fn look(&mut self, game: &mut Game, now: f32, may_ask: bool) -> Option<Question> {
        self.take_left(game);
        self.keep_left(game, now);
        let is_opened = self.opened != game.level.begun();
        self.opened = game.level.begun();
        if is_opened && game.level.history().entries().is_empty() {
            let question = self.open(game);
            if question.is_some() {
                return question;
            }
        }
        self.keep_draft(game, now);
        if !may_ask {
            return None;
        }
        let question = self.ask_of_unsaved();
        #[cfg(not(target_arch = "wasm32"))]
        let question = question.or_else(|| self.look_at_files(game, now));
        question
    }

    /// Takes in that a level has been opened; gives the question whether to go on with a draft of it.
    fn open(&mut self, game: &mut Game) -> Option<Question> {
        let origin = hash_of(game.level.history().document().text());
        // A level that has no file may have the name of another one.
        let is_of_it = |source: &Source, draft: &Draft| {
            *source == *game.level.source() && (draft.base == origin || !matches!(source, Source::Text(_)))
        };
        let unkept = self.unkept.iter().find(|(source, _, draft)| is_of_it(source, draft)).cloned();
        let kept = match unkept {
            Some((_, slot, draft)) => {
                (self.slot, self.is_taken_up) = (slot, false);
                Ok(Some(draft))
            }
            None => self.claim(game, origin),
        };
        self.offered = kept.unwrap_or_else(|words| {
            game.say(Answer::new(Tone::Impossible, words));
            None
        });
        (self.source, self.origin) = (Some(game.level.source().clone()), origin);
        (self.base, self.kept) = (origin, None);
        #[cfg(target_arch = "wasm32")]
        {
            let document = game.level.history().document();
            page::show_level(game.level.source(), document.text(), &document.level().name);
            self.take_saved(game);
        }
        #[cfg(not(target_arch = "wasm32"))]
        {
            self.theirs = None;
            let known = Some(game.level.history().document().text().as_bytes().to_vec());
            self.file = file_of(game.level.source()).map(|path| LevelFile::of(path.to_owned(), known));
            self.awaited = self.awaited.take().filter(|_| !game.notices.messages().is_empty());
        }
        let is_same = |draft: &Draft| draft.text == game.level.history().document().text();
        if self.offered.as_ref().is_some_and(is_same) {
            self.offered = None;
            match *game.level.source() {
                // It has been saved nowhere else.
                Source::Text(_) => game.level.history_mut().mark_unsaved(),
                _ => self.drafts.forget(&self.slot),
            }
        }
        let draft = self.offered.as_ref()?;
        Some(Question::of_draft(&draft.level, &draft.age(), draft.base != self.base))
    }

    /// Holds the place for the draft of a level that is opened; gives the draft that is there.
    fn claim(&mut self, game: &mut Game, origin: u64) -> Result<Option<Draft>, String> {
        if let Some(slot) = self.taken_up.take() {
            (self.slot, self.is_taken_up) = (slot, true);
            game.level.history_mut().mark_unsaved();
            return Ok(None);
        }
        // Restarted, or opened again: it stays where it is.
        let is_same = self.origin == origin && self.source.as_ref() == Some(game.level.source());
        if !is_same {
            // Let go of first, for it may be the place of this level too.
            (self.slot, self.is_taken_up) = (Slot::default(), false);
            self.slot = self.drafts.claim(game.level.source(), origin);
        }
        self.drafts.of(&self.slot, &game.level.source().name())
    }

    /// Keeps what is unsaved, and throws the draft away once nothing is.
    fn keep_draft(&mut self, game: &mut Game, now: f32) {
        if self.offered.is_some() {
            return;
        }
        if game.level.history().is_saved() {
            if self.kept.take().is_some() {
                self.drafts.forget(&self.slot);
            }
            return;
        }
        if now < self.next_keep || self.kept == Some(game.level.edits()) {
            return;
        }
        self.next_keep = now + KEEP_EVERY;
        let draft = Draft::of(game.level.source(), self.base, game.level.history().document().text());
        match self.drafts.keep(&self.slot, &draft) {
            Ok(()) => (self.kept, self.problem) = (Some(game.level.edits()), None),
            Err(problem) => self.tell_unkept(game, problem),
        }
    }

    /// Takes in that a level has been left of which something is unsaved.
    fn take_left(&mut self, game: &mut Game) {
        let Some((source, text)) = game.level.take_left() else { return };
        self.unkept.retain(|(_, slot, _)| !slot.is(&self.slot));
        let draft = Draft::of(&source, self.base, &text);
        self.unkept.push((source, self.slot.clone(), draft));
        self.next_try = 0.0;
    }

    /// Keeps what was unsaved of levels that were left. It is tried again until it can be kept.
    fn keep_left(&mut self, game: &mut Game, now: f32) {
        if self.unkept.is_empty() || now < self.next_try {
            return;
        }
        self.next_try = now + KEEP_EVERY;
        let (drafts, mut last) = (&self.drafts, None);
        self.unkept.retain(|(_, slot, draft)| match drafts.keep(slot, draft) {
            Ok(()) => false,
            Err(problem) => {
                last = Some(problem);
                true
            }
        });
        match last {
            Some(problem) => self.tell_unkept(game, problem),
            None => self.problem = None,
        }
    }

    /// Says why what is unsaved is not kept, once.
    fn tell_unkept(&mut self, game: &mut Game, problem: String) {
        if self.problem.as_ref() != Some(&problem) {
            game.say(Answer::new(Tone::Impossible, format!("What is unsaved is not kept: {problem}")));
            self.problem = Some(problem);
        }
    }

    /// Keeps what is unsaved at once, before the window closes.
    ///
    /// # Errors
    /// Why it cannot be kept.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn keep_now(&mut self, game: &mut Game) -> Result<(), String> {
        self.take_left(game);
        self.problem = None;
        self.keep_left(game, f32::INFINITY);
        // A level that has been opened since the last look has nothing unsaved yet.
        if self.opened == game.level.begun() {
            self.keep_draft(game, f32::INFINITY);
        }
        self.problem.take().map_or(Ok(()), |problem| Err(format!("what is unsaved is not kept: {problem}")))
    }

    /// Makes the level, which has just been opened, what it was when this browser saved it last.
    #[cfg(target_arch = "wasm32")]
    fn take_saved(&mut self, game: &mut Game) {
        let Some(kept) = self.drafts.saved(game.level.source(), self.origin) else { return };
        if kept.text == game.level.history().document().text()
            || !self.take_text(game, "Take what was saved", kept.text)
        {
            return;
        }
        game.level.history_mut().mark_saved();
        let since = if kept.base == self.base { "" } else { ". The level itself has been changed since then" };
        game.say(Answer::new(Tone::Plain, format!("As it was saved in this browser; undo takes that back{since}")));
        self.base = hash_of(game.level.history().document().text());
    }

    /// Saves the level; gives what the player is to be asked before that.
    pub fn save(&mut self, game: &mut Game) -> Option<Question> {
        #[cfg(target_arch = "wasm32")]
        {
            let text = game.level.history().document().text();
            let draft = Draft::of(game.level.source(), self.origin, text);
            let is_kept = self.drafts.keep_saved(game.level.source(), self.origin, &draft);
            page::download(&file_name(game.level.source()), text);
            // Where the browser keeps nothing else, the draft stays.
            if is_kept {
                self.drafts.forget(&self.slot);
            }
            self.base = hash_of(text);
            self.kept = None;
            game.level.history_mut().mark_saved();
            let words = if is_kept { "Downloaded, and kept by this browser" } else { "Downloaded" };
            game.say(Answer::new(Tone::Plain, words));
            None
        }
        #[cfg(not(target_arch = "wasm32"))]
        {
            if let Source::Imported { name, from } = game.level.source() {
                let path = beside_original(name, from);
                return self.save_as(game, &path.to_string_lossy(), false);
            }
            let Some(file) = &self.file else { return Some(Question::of_name(&file_name(game.level.source()))) };
            if let Some(theirs) = file.changed() {
                let question = Question::of_conflict(&name_of(file.path()));
                self.theirs = Some((theirs, true));
                return Some(question);
            }
            self.write(game);
            None
        }
    }

    /// Does what the player has answered; gives what is to be asked next. `typed` is what stands in the question's field.
    #[cfg_attr(target_arch = "wasm32", expect(unused_variables, reason = "only names of files are typed"))]
    pub fn take_reply(&mut self, game: &mut Game, reply: Reply, typed: &str) -> Option<Question> {
        if self.offered.is_none()
            && matches!(reply, Reply::TakeUp | Reply::Discard | Reply::LeaveIt)
            && let Some((slot, draft)) = self.unsaved.as_mut().and_then(Vec::pop)
        {
            match reply {
                Reply::TakeUp => self.take_up(game, slot, draft),
                Reply::Discard => self.drafts.forget(&slot),
                _ => {}
            }
            return None;
        }
        match reply {
            Reply::TakeUp => {
                if let Some(draft) = self.offered.take() {
                    self.take_text(game, "Take up the draft", draft.text);
                }
            }
            Reply::Discard => {
                self.offered = None;
                self.unkept.retain(|(_, slot, _)| !slot.is(&self.slot));
                self.drafts.forget(&self.slot);
            }
            #[cfg(target_arch = "wasm32")]
            Reply::FetchAgain(index) => game.play_built_in(index),
            Reply::LeaveIt => {}
            #[cfg(not(target_arch = "wasm32"))]
            Reply::File(reply) => return self.take_file_reply(game, reply, typed),
        }
        None
    }

    /// Asks of the next draft of a level that has no file and that no running game holds.
    fn ask_of_unsaved(&mut self) -> Option<Question> {
        if self.is_taken_up {
            return None;
        }
        let drafts = &self.drafts;
        let unsaved = self.unsaved.get_or_insert_with(|| drafts.unsaved_levels().into_iter().rev().collect());
        let (_, draft) = unsaved.last()?;
        Some(Question::of_unsaved_level(&draft.level, &draft.age(), unsaved.len() - 1))
    }

    /// Plays a draft of a level that has no file.
    fn take_up(&mut self, game: &mut Game, slot: Slot, draft: Draft) {
        match crate::app::modes::library::open(&draft.level, draft.text.as_bytes()) {
            Ok(document) => {
                self.taken_up = Some(slot);
                game.play(document, Source::Text(draft.level));
            }
            Err(messages) => game.tell(messages),
        }
    }

    /// Makes another text the level's; tells what is wrong with it where it cannot be read. Returns whether it could.
    fn take_text(&mut self, game: &mut Game, name: &str, new: String) -> bool {
        match game.edit(name, &Edit::Text(new)) {
            Ok(()) => {
                game.forget_messages();
                return true;
            }
            Err(EditError::Unreadable(error)) => game.tell(Message::of_level(&error)),
            Err(error) => game.tell(vec![Message::plain(error.to_string())]),
        }
        false
    }
}

#[cfg(not(target_arch = "wasm32"))]
impl LevelStore {
    /// Does what the player has answered about a file; gives what is to be asked next.
    fn take_file_reply(&mut self, game: &mut Game, reply: FileReply, typed: &str) -> Option<Question> {
        match reply {
            FileReply::NotNow => self.theirs = None,
            FileReply::TakeTheirs => {
                let (theirs, _) = self.theirs.take()?;
                self.take_theirs(game, theirs);
            }
            FileReply::KeepMine => {
                let (theirs, saves) = self.theirs.take()?;
                self.file.as_mut()?.know(theirs);
                if saves {
                    self.write(game);
                }
            }
            FileReply::SaveBeside => self.save_beside(game),
            FileReply::SaveAs | FileReply::Replace => {
                return self.save_as(game, typed, reply == FileReply::Replace);
            }
        }
        None
    }

    /// Waits for a broken file, of which this content is known, to be mended: then it is played.
    pub fn await_file(&mut self, path: &Path, known: Option<Vec<u8>>) {
        self.awaited = Some(LevelFile::of(path.to_owned(), known));
    }

    /// Takes in what others have made of the level's file, and of the one that is awaited.
    fn look_at_files(&mut self, game: &mut Game, now: f32) -> Option<Question> {
        if let Some(file) = &mut self.awaited
            && let Some(Ok(bytes)) = file.look(now)
        {
            let path = file.path().to_owned();
            match crate::app::modes::library::open(&shown(&path).to_string(), &bytes) {
                Ok(document) => {
                    self.awaited = None;
                    game.play(document, Source::File(path));
                    return None;
                }
                Err(messages) => game.tell(messages),
            }
        }
        let file = self.file.as_mut()?;
        match file.look(now)? {
            Err(message) => game.tell(vec![Message::plain(format!("{message}; the last good level goes on"))]),
            Ok(theirs) if file.is_known(&theirs) => {
                let words = format!("{} is again as it was read", name_of(file.path()));
                if self.awaited.is_none() {
                    game.forget_messages();
                }
                game.say(Answer::new(Tone::Plain, words));
            }
            Ok(theirs) if game.level.history().is_saved() => self.take_theirs(game, theirs),
            Ok(theirs) => {
                let question = Question::of_conflict(&name_of(file.path()));
                self.theirs = Some((theirs, false));
                return Some(question);
            }
        }
        None
    }

    /// Takes what others have made of the file for the level, unless it is broken.
    fn take_theirs(&mut self, game: &mut Game, theirs: Vec<u8>) {
        let Some(file) = &self.file else { return };
        let name = name_of(file.path());
        let text = match String::from_utf8(theirs) {
            Ok(text) => text,
            Err(_) => {
                return game.tell(vec![Message::plain(format!("{name} is not text; the last good level goes on"))]);
            }
        };
        let bytes = text.clone().into_bytes();
        if self.take_text(game, &format!("Take over {name}"), text) {
            self.is_as_saved(game, bytes);
            game.say(Answer::new(Tone::Plain, format!("{name} has changed: the level follows")));
        }
    }

    /// Notes that the file holds these bytes, and that the level means them.
    fn is_as_saved(&mut self, game: &mut Game, bytes: Vec<u8>) {
        if let Some(file) = &mut self.file {
            file.know(bytes);
        }
        game.level.history_mut().mark_saved();
        self.base = hash_of(game.level.history().document().text());
        self.drafts.forget(&self.slot);
        self.kept = None;
    }

    /// Writes the level to its file.
    fn write(&mut self, game: &mut Game) {
        let Some(file) = &mut self.file else { return };
        let text = game.level.history().document().text().to_owned();
        match file.write(&text) {
            Ok(()) => {
                let words = format!("Saved: {}", shown(file.path()));
                self.is_as_saved(game, text.into_bytes());
                game.say(Answer::new(Tone::Plain, words));
            }
            Err(problem) => game.tell(vec![Message::plain(problem)]),
        }
    }

    /// Saves the level under another name beside its file, and takes what others have made of the file.
    fn save_beside(&mut self, game: &mut Game) {
        let Some((theirs, _)) = self.theirs.take() else { return };
        let Some(path) = self.file.as_ref().map(|file| level_files::beside(file.path())) else { return };
        match LevelFile::create(path.clone(), game.level.history().document().text()) {
            Ok(_) => {
                self.take_theirs(game, theirs);
                game.say(Answer::new(Tone::Plain, format!("Your version is saved beside: {}", shown(&path))));
            }
            Err(problem) => game.tell(vec![Message::plain(problem)]),
        }
    }

    /// Saves the level, which has no file yet, under a name; asks again where there is such a file, unless it is to be
    /// `replaced`.
    fn save_as(&mut self, game: &mut Game, name: &str, replaced: bool) -> Option<Question> {
        let name = name.trim();
        if name.is_empty() {
            return Some(Question::of_name(&file_name(game.level.source())));
        }
        let mut path = PathBuf::from(name);
        if path.extension().is_none() {
            path.set_extension("ron");
        }
        if path.exists() && !replaced {
            return Some(Question::of_replacing(&shown(&path).to_string()));
        }
        let text = game.level.history().document().text();
        let written = match replaced {
            true => {
                let mut file = LevelFile::of(path.clone(), None);
                file.write(text).map(|()| file)
            }
            false => LevelFile::create(path.clone(), text),
        };
        match written {
            Ok(file) => {
                self.drafts.forget(&self.slot);
                game.level.save_as(Source::File(path.clone()), &shown(&path).to_string());
                self.slot = self.drafts.claim(game.level.source(), self.origin);
                self.file = Some(file);
                let bytes = game.level.history().document().text().as_bytes().to_vec();
                self.is_as_saved(game, bytes);
                game.say(Answer::new(Tone::Plain, format!("Saved: {}", shown(&path))));
            }
            Err(problem) => game.tell(vec![Message::plain(problem)]),
        }
        None
    }

    /// Opens a line of the level's file in the editor that the environment names, beside the game.
    pub fn open_in_editor(&self, game: &mut Game, line: usize) {
        let Some(path) = self.awaited.as_ref().or(self.file.as_ref()).map(LevelFile::path) else { return };
        let Some(command) = editor() else { return };
        let mut words = command.split_whitespace();
        let Some(program) = words.next() else { return };
        let mut editor = std::process::Command::new(program);
        editor.args(words).arg(format!("+{line}")).arg(path);
        match editor.spawn() {
            Ok(mut child) => {
                // It ends when it likes; somebody has to take note of that.
                std::thread::spawn(move || child.wait());
            }
            Err(error) => game.say(Answer::new(Tone::Impossible, format!("{program} cannot be started: {error}"))),
        }
    }
}

/// The command of the editor that the environment names: `$VISUAL`, else `$EDITOR`.
#[cfg(not(target_arch = "wasm32"))]
pub fn editor() -> Option<String> {
    let named = |name: &str| std::env::var(name).ok().filter(|command| !command.trim().is_empty());
    named("VISUAL").or_else(|| named("EDITOR"))
}

#[cfg(not(target_arch = "wasm32"))]
fn file_of(source: &Source) -> Option<&Path> {
    match source {
        Source::File(path) => Some(path),
        Source::BuiltIn(_) | Source::Imported { .. } | Source::Text(_) => None,
    }
}

#[cfg(not(target_arch = "wasm32"))]
fn name_of(path: &Path) -> String {
    shown(path.file_name().unwrap_or(path.as_os_str())).to_string()
}

/// A new file for a level that was made of a file of another program, in the folder of that.
#[cfg(not(target_arch = "wasm32"))]
fn beside_original(name: &str, from: &Path) -> PathBuf {
    let letter = |letter: char| if r#"/\:*?"<>|"#.contains(letter) { '-' } else { letter };
    let stem: String = name.trim().chars().map(letter).collect();
    output_file::free_name(from.parent().unwrap_or(Path::new("")), &stem, "ron")
}

/// The name of a new file for a level.
fn file_name(source: &Source) -> String {
    let name = source.name();
    let last = name.rsplit(['/', '\\']).next().unwrap_or(&name);
    if last.ends_with(".ron") { last.to_owned() } else { format!("{last}.ron") }
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use footpath::level::edit::Document;
    use glam::vec2;

    use super::*;
    use crate::app::view::camera::Insets;

    const TEXT: &str = "(version: 1, name: \"Yard\", rows: [\"..\"], legend: {'.': \"grass\"})";

    fn said(game: &mut Game) -> Option<String> {
        let said = game.notices.answer().map(|(answer, _)| answer.text.clone());
        game.notices.forget_answer();
        said
    }

    /// The disk is full, or the folder of drafts cannot be made: nothing unsaved is lost as long as the game is open, and
    /// once there is room it is kept.
    #[test]
    fn what_cannot_be_kept_is_kept_later() {
        let folder = std::env::temp_dir().join(format!("footpath-unkept-{}", std::process::id()));
        std::fs::write(&folder, "in the way").expect("the folder for temporary files is writable");
        let source = Source::Text("yard".to_owned());
        let document = |text: &str| Document::open("yard.ron", text.to_owned()).expect("it is a level");
        let mut game = Game::new(document(TEXT), source.clone(), vec2(800.0, 600.0), Insets::default());
        let mut store = LevelStore::new(Drafts { folder: Some(folder.join("drafts")) });
        assert!(store.look(&mut game, 0.0, true).is_none());
        let drawn = TEXT.replace("..", "...");
        game.edit("Draw", &Edit::Text(drawn.clone())).expect("it is a level");
        store.look(&mut game, 1.0, true);
        assert!(said(&mut game).is_some_and(|words| words.starts_with("What is unsaved is not kept: the folder")));
        store.look(&mut game, 2.0, true);
        assert_eq!(said(&mut game), None, "told once");
        game.play_built_in(1);
        store.look(&mut game, 3.0, true);
        assert!(store.keep_now(&mut game).is_err_and(|problem| problem.starts_with("what is unsaved is not kept")));
        game.play(document(TEXT), source.clone());
        let question = store.look(&mut game, 4.0, true);
        assert!(question.is_some(), "the text is offered again, though it could not be kept");
        std::fs::remove_file(&folder).expect("it is there");
        store.look(&mut game, f32::INFINITY, true);
        let drafts = Drafts { folder: Some(folder.join("drafts")) };
        assert_eq!(
            drafts.of(&store.slot, "yard").expect("it can be read").map(|draft| draft.text),
            Some(drawn.clone())
        );
        store.take_reply(&mut game, Reply::TakeUp, "");
        assert_eq!(game.level.history().document().text(), drawn);
        std::fs::remove_dir_all(&folder).expect("it is there");
    }

    /// A level that is taken up from its draft has no file yet: it is unsaved, a restart leaves its draft where it is, and the
    /// player is asked of the next draft once it is left.
    #[test]
    fn levels_without_a_file_are_taken_up_one_after_the_other() {
        let folder = std::env::temp_dir().join(format!("footpath-taken-up-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        let drafts = || Drafts { folder: Some(folder.clone()) };
        let texts = ["..", "..."].map(|row| TEXT.replace("..", row));
        let source = Source::Text("yard".to_owned());
        let slots = [drafts().claim(&source, 0), drafts().claim(&source, 0)];
        for ((slot, text), made) in slots.iter().zip(&texts).zip([1.0, 2.0]) {
            let draft = Draft { level: "yard".to_owned(), made, base: 0, text: text.clone() };
            drafts().keep(slot, &draft).expect("it can be written");
        }
        drop(slots);
        let document = Document::open("a.ron", TEXT.to_owned()).expect("it is a level");
        let mut game = Game::new(document, Source::BuiltIn(0), vec2(800.0, 600.0), Insets::default());
        let mut store = LevelStore::new(drafts());
        for (step, text) in texts.iter().rev().enumerate() {
            let at = 10.0 * step as f32;
            assert!(store.look(&mut game, at, true).is_some(), "there is a draft");
            store.take_reply(&mut game, Reply::TakeUp, "");
            assert!(store.look(&mut game, at + 1.0, true).is_none(), "one at a time");
            assert_eq!(
                (game.level.history().document().text(), game.level.history().is_saved()),
                (text.as_str(), false)
            );
            game.start_over();
            assert!(store.look(&mut game, at + 3.0, true).is_none(), "it is the same level");
            assert!(!game.level.history().is_saved());
            game.play_built_in(1);
        }
        assert!(store.look(&mut game, 50.0, true).is_none(), "both have been offered");
        drop(store);
        let kept: Vec<String> = drafts().unsaved_levels().into_iter().map(|(_, draft)| draft.text).collect();
        assert_eq!(kept.len(), 2, "one draft of each: {kept:?}");
        std::fs::remove_dir_all(&folder).expect("it is there");
    }

    /// Two levels of one name are left while nothing can be kept: both are kept once there is room.
    #[test]
    fn levels_of_one_name_that_could_not_be_kept_are_kept_later() {
        let folder = std::env::temp_dir().join(format!("footpath-unkept-two-{}", std::process::id()));
        std::fs::write(&folder, "in the way").expect("the folder for temporary files is writable");
        let source = Source::Text("yard".to_owned());
        let texts = ["..", "..."].map(|row| TEXT.replace("..", row));
        let document = |text: &str| Document::open("yard.ron", text.to_owned()).expect("it is a level");
        let mut game = Game::new(document(&texts[0]), source.clone(), vec2(800.0, 600.0), Insets::default());
        let mut store = LevelStore::new(Drafts { folder: Some(folder.join("drafts")) });
        let look = |store: &mut LevelStore, game: &mut Game, now: f32| {
            assert!(store.look(game, now, true).is_none(), "a level was never edited");
        };
        for (at, text) in [1.0, 2.0].into_iter().zip(&texts) {
            if at > 1.0 {
                game.play(document(text), source.clone());
            }
            look(&mut store, &mut game, at);
            game.edit("Name", &Edit::Text(text.replace("Yard", "Mine"))).expect("it is a level");
            look(&mut store, &mut game, at + 0.1);
        }
        game.play_built_in(1);
        std::fs::remove_file(&folder).expect("it is there");
        store.look(&mut game, f32::INFINITY, false);
        drop(store);
        let kept = Drafts { folder: Some(folder.join("drafts")) }.unsaved_levels();
        assert_eq!(kept.len(), 2, "{kept:?}");
        std::fs::remove_dir_all(&folder).expect("it is there");
    }

    /// An editor breaks the file that is played, and its undo mends it: what was said of it goes.
    #[test]
    fn the_errors_of_a_file_go_when_it_is_mended_back() {
        let path = std::env::temp_dir().join(format!("footpath-mended-{}.ron", std::process::id()));
        let write = |text: &str| std::fs::write(&path, text).expect("the folder for temporary files is writable");
        write(TEXT);
        let document = Document::open("yard.ron", TEXT.to_owned()).expect("it is a level");
        let mut game = Game::new(document, Source::File(path.clone()), vec2(800.0, 600.0), Insets::default());
        let mut store = LevelStore::new(Drafts { folder: None });
        let look = |store: &mut LevelStore, game: &mut Game, from: f32| {
            (0..4).map(|step| store.look(game, from + step as f32, true)).any(|question| question.is_some())
        };
        for is_edited in [false, true] {
            if is_edited {
                game.edit("Draw", &Edit::Text(TEXT.replace("..", "..."))).expect("it is a level");
            }
            let from = if is_edited { 100.0 } else { 0.0 };
            look(&mut store, &mut game, from);
            write("(version: 1, name: \"Yard\"");
            assert_eq!(look(&mut store, &mut game, from + 10.0), is_edited, "two versions, once there are edits");
            if is_edited {
                store.take_reply(&mut game, Reply::File(FileReply::NotNow), "");
            }
            assert_eq!(game.notices.messages().is_empty(), is_edited);
            write(TEXT);
            assert!(!look(&mut store, &mut game, from + 20.0), "there is nothing to ask");
            assert!(game.notices.messages().is_empty());
            assert_eq!(game.level.history().is_saved(), !is_edited, "the edits are there");
        }
        std::fs::remove_file(&path).expect("it is there");
    }
}
