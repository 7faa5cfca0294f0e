//! Keeps the text of the level that is played: saves it, keeps drafts of it, and takes in what others make of its file.

#[cfg(target_arch = "wasm32")]
mod saved_downloads;
#[cfg(not(target_arch = "wasm32"))]
mod saved_files;

use footpath::level::edit::{Document, Edit, EditError};

use crate::app::modes::library::{self, LevelSource};
use crate::app::modes::menu::question::{Question, Reply};
use crate::app::modes::messages::Message;
use crate::app::modes::play::{Game, PlayedLevel};
use crate::app::platform::drafts::{Draft, Drafts, Slot, hash_of};
use crate::app::view::words::answers::{GameAnswer, Tone};
#[cfg(not(target_arch = "wasm32"))]
use saved_files::SavedFiles;
#[cfg(not(target_arch = "wasm32"))]
pub use saved_files::editor;

/// Seconds from one draft to the next, at least: an edit is kept within this time.
const KEEP_EVERY: f32 = 0.8;

/// What is to be done for the store, by the game or with the player.
pub enum StoreEffect {
    Ask(Question),
    Say(GameAnswer),
    /// What is wrong with the level; nothing where what was told is no longer so.
    Tell(Vec<Message>),
    Play(Box<Document>, LevelSource),
    PlayBuiltIn(usize),
    /// To make another text the level's: what the history calls that, and what follows where it can be read.
    Take {
        name: String,
        text: String,
        then: Then,
    },
}

/// What follows once the level has another text.
pub enum Then {
    Nothing,
    /// It is what was saved, and the player is told so.
    Saved(String),
}

impl StoreEffect {
    fn said(words: impl Into<String>) -> StoreEffect {
        StoreEffect::Say(GameAnswer::new(Tone::Plain, words))
    }

    fn refused(words: impl Into<String>) -> StoreEffect {
        StoreEffect::Say(GameAnswer::new(Tone::Impossible, words))
    }
}

/// The level that was opened last.
#[derive(Default)]
struct OpenedLevel {
    /// How many levels had been begun when it was opened.
    begun: u64,
    /// Where it came from.
    source: Option<LevelSource>,
    /// A hash of its text as it was opened, whatever was saved since.
    origin: u64,
    /// A hash of the text as it was opened or last saved.
    base: u64,
}

/// What is kept of what is unsaved, and when.
#[derive(Default)]
struct Keeping {
    /// How often the text had been changed when its draft was last kept; `None` where no draft of it is kept.
    kept: Option<u64>,
    next_keep: f32,
    /// What was unsaved of levels that were left, and could not be kept yet.
    unkept: Vec<(LevelSource, Slot, Draft)>,
    next_try: f32,
    /// Why something could not be kept, which is said once.
    problem: Option<String>,
}

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
    opened: OpenedLevel,
    keeping: Keeping,
    /// The draft that the player is asked about.
    offered: Option<Draft>,
    #[cfg(not(target_arch = "wasm32"))]
    files: SavedFiles,
}

impl LevelStore {
    pub fn new(drafts: Drafts) -> LevelStore {
        LevelStore {
            slot: Slot::default(),
            drafts,
            unsaved: None,
            taken_up: None,
            is_taken_up: false,
            opened: OpenedLevel::default(),
            keeping: Keeping::default(),
            offered: None,
            #[cfg(not(target_arch = "wasm32"))]
            files: SavedFiles::default(),
        }
    }

    /// Looks after the text once a frame. `now`: any clock, in seconds; `has_messages`: whether something is wrong with the
    /// level that should be played; `may_ask`: whether nothing else is being asked.
    pub fn look(&mut self, level: &mut PlayedLevel, now: f32, has_messages: bool, may_ask: bool) -> Vec<StoreEffect> {
        let mut effects = Vec::new();
        self.take_left(level);
        effects.extend(self.keep_left(now));
        let is_opened = self.opened.begun != level.begun();
        self.opened.begun = level.begun();
        if is_opened && level.history().entries().is_empty() {
            let question = self.open(level, has_messages, &mut effects);
            if let Some(question) = question {
                effects.push(StoreEffect::Ask(question));
                return effects;
            }
        }
        effects.extend(self.keep_draft(level, now));
        if !may_ask {
            return effects;
        }
        if let Some(question) = self.ask_of_unsaved() {
            effects.push(StoreEffect::Ask(question));
            return effects;
        }
        effects.extend(self.look_at_files(level, now));
        effects
    }

    /// Takes in that a level has been opened; gives the question whether to go on with a draft of it.
    fn open(
        &mut self,
        level: &mut PlayedLevel,
        has_messages: bool,
        effects: &mut Vec<StoreEffect>,
    ) -> Option<Question> {
        let text = level.history().document().text().to_owned();
        let origin = hash_of(&text);
        // A level that has no file may have the name of another one.
        let is_of_it = |source: &LevelSource, draft: &Draft| {
            source == level.source() && (draft.base == origin || !matches!(source, LevelSource::Text(_)))
        };
        let unkept = self.keeping.unkept.iter().find(|(source, _, draft)| is_of_it(source, draft)).cloned();
        let kept = match unkept {
            Some((_, slot, draft)) => {
                (self.slot, self.is_taken_up) = (slot, false);
                Ok(Some(draft))
            }
            None => self.claim(level, origin),
        };
        self.offered = kept.unwrap_or_else(|words| {
            effects.push(StoreEffect::refused(words));
            None
        });
        let begun = self.opened.begun;
        self.opened = OpenedLevel { begun, source: Some(level.source().clone()), origin, base: origin };
        self.keeping.kept = None;
        let text = self.open_saved(level, text, has_messages, effects);
        if self.offered.as_ref().is_some_and(|draft| draft.text == text) {
            self.offered = None;
            match level.source() {
                // It has been saved nowhere else.
                LevelSource::Text(_) => level.history_mut().mark_unsaved(),
                _ => self.drafts.forget(&self.slot),
            }
        }
        let draft = self.offered.as_ref()?;
        Some(Question::of_draft(&draft.level, &draft.age(), draft.base != self.opened.base))
    }

    /// Holds the place for the draft of a level that is opened; gives the draft that is there.
    fn claim(&mut self, level: &mut PlayedLevel, origin: u64) -> Result<Option<Draft>, String> {
        if let Some(slot) = self.taken_up.take() {
            (self.slot, self.is_taken_up) = (slot, true);
            level.history_mut().mark_unsaved();
            return Ok(None);
        }
        // Restarted, or opened again: it stays where it is.
        let is_same = self.opened.origin == origin && self.opened.source.as_ref() == Some(level.source());
        if !is_same {
            // Let go of first, for it may be the place of this level too.
            (self.slot, self.is_taken_up) = (Slot::default(), false);
            self.slot = self.drafts.claim(level.source(), origin);
        }
        self.drafts.of(&self.slot, &level.source().name())
    }

    /// Keeps what is unsaved, and throws the draft away once nothing is.
    fn keep_draft(&mut self, level: &PlayedLevel, now: f32) -> Option<StoreEffect> {
        if self.offered.is_some() {
            return None;
        }
        if level.history().is_saved() {
            if self.keeping.kept.take().is_some() {
                self.drafts.forget(&self.slot);
            }
            return None;
        }
        if now < self.keeping.next_keep || self.keeping.kept == Some(level.edits()) {
            return None;
        }
        self.keeping.next_keep = now + KEEP_EVERY;
        let draft = Draft::of(level.source(), self.opened.base, level.history().document().text());
        match self.drafts.keep(&self.slot, &draft) {
            Ok(()) => {
                (self.keeping.kept, self.keeping.problem) = (Some(level.edits()), None);
                None
            }
            Err(problem) => self.tell_unkept(problem),
        }
    }

    /// Takes in that a level has been left of which something is unsaved.
    fn take_left(&mut self, level: &mut PlayedLevel) {
        let Some((source, text)) = level.take_left() else { return };
        self.keeping.unkept.retain(|(_, slot, _)| !slot.is(&self.slot));
        let draft = Draft::of(&source, self.opened.base, &text);
        self.keeping.unkept.push((source, self.slot.clone(), draft));
        self.keeping.next_try = 0.0;
    }

    /// Keeps what was unsaved of levels that were left. It is tried again until it can be kept.
    fn keep_left(&mut self, now: f32) -> Option<StoreEffect> {
        if self.keeping.unkept.is_empty() || now < self.keeping.next_try {
            return None;
        }
        self.keeping.next_try = now + KEEP_EVERY;
        let (drafts, mut last) = (&self.drafts, None);
        self.keeping.unkept.retain(|(_, slot, draft)| match drafts.keep(slot, draft) {
            Ok(()) => false,
            Err(problem) => {
                last = Some(problem);
                true
            }
        });
        if last.is_none() {
            self.keeping.problem = None;
        }
        self.tell_unkept(last?)
    }

    /// Says why what is unsaved is not kept, once.
    fn tell_unkept(&mut self, problem: String) -> Option<StoreEffect> {
        let is_known = self.keeping.problem.as_ref() == Some(&problem);
        let effect = StoreEffect::refused(format!("What is unsaved is not kept: {problem}"));
        self.keeping.problem = Some(problem);
        (!is_known).then_some(effect)
    }

    /// Does what the player has answered. `typed` is what stands in the question's field.
    #[cfg_attr(target_arch = "wasm32", expect(unused_variables, reason = "only names of files are typed"))]
    pub fn take_reply(&mut self, level: &mut PlayedLevel, reply: Reply, typed: &str) -> Vec<StoreEffect> {
        if self.offered.is_none()
            && matches!(reply, Reply::TakeUp | Reply::Discard | Reply::LeaveIt)
            && let Some((slot, draft)) = self.unsaved.as_mut().and_then(Vec::pop)
        {
            match reply {
                Reply::TakeUp => return vec![self.take_up(slot, draft)],
                Reply::Discard => self.drafts.forget(&slot),
                _ => {}
            }
            return Vec::new();
        }
        match reply {
            Reply::TakeUp => {
                let name = "Take up the draft".to_owned();
                let take = |draft: Draft| StoreEffect::Take { name, text: draft.text, then: Then::Nothing };
                self.offered.take().map(take).into_iter().collect()
            }
            Reply::Discard => {
                self.offered = None;
                self.keeping.unkept.retain(|(_, slot, _)| !slot.is(&self.slot));
                self.drafts.forget(&self.slot);
                Vec::new()
            }
            Reply::FetchAgain(index) => vec![StoreEffect::PlayBuiltIn(index)],
            Reply::LeaveIt => Vec::new(),
            #[cfg(not(target_arch = "wasm32"))]
            Reply::File(reply) => self.take_file_reply(level, reply, typed),
        }
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
    fn take_up(&mut self, slot: Slot, draft: Draft) -> StoreEffect {
        match library::open(&draft.level, draft.text.as_bytes()) {
            Ok(document) => {
                self.taken_up = Some(slot);
                StoreEffect::Play(Box::new(document), LevelSource::Text(draft.level))
            }
            Err(messages) => StoreEffect::Tell(messages),
        }
    }

    /// Does in the game what is to be done for the store, one after the other; gives what the player is to be asked.
    pub fn carry_out(&mut self, game: &mut Game, effects: Vec<StoreEffect>) -> Option<Question> {
        let mut asked = None;
        for effect in effects {
            match effect {
                StoreEffect::Ask(question) => asked = Some(question),
                StoreEffect::Say(answer) => game.say(answer),
                StoreEffect::Tell(messages) if messages.is_empty() => game.forget_messages(),
                StoreEffect::Tell(messages) => game.tell(messages),
                StoreEffect::Play(document, source) => game.play(*document, source),
                StoreEffect::PlayBuiltIn(index) => game.play_built_in(index),
                StoreEffect::Take { name, text, then } => match game.edit(&name, &Edit::Text(text)) {
                    Ok(()) => {
                        game.forget_messages();
                        if let Then::Saved(words) = then {
                            self.note_saved(&mut game.level);
                            game.say(GameAnswer::new(Tone::Plain, words));
                        }
                    }
                    Err(EditError::Unreadable(error)) => game.tell(Message::of_level(&error)),
                    Err(error) => game.tell(vec![Message::plain(error.to_string())]),
                },
            }
        }
        asked
    }

    /// Notes that the level is what was saved, and no draft of it is needed.
    fn note_saved(&mut self, level: &mut PlayedLevel) {
        let text = level.history().document().text();
        self.note_written(text);
        self.opened.base = hash_of(text);
        level.history_mut().mark_saved();
    }
}

/// The name of a new file for a level.
fn file_name(source: &LevelSource) -> String {
    let name = source.name();
    let last = name.rsplit(['/', '\\']).next().unwrap_or(&name);
    if last.ends_with(".ron") { last.to_owned() } else { format!("{last}.ron") }
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use glam::vec2;

    use super::*;
    use crate::app::modes::menu::question::FileReply;
    use crate::app::modes::play::game::notices::Notices;
    use crate::app::platform::store::Kept;

    const TEXT: &str = "(version: 1, name: \"Yard\", rows: [\"..\"], legend: {'.': \"grass\"})";

    /// Looks after the text of a game; whether the player is asked something.
    fn look(store: &mut LevelStore, game: &mut Game, now: f32, may_ask: bool) -> bool {
        let has_messages = !game.notices.messages().is_empty();
        let effects = store.look(&mut game.level, now, has_messages, may_ask);
        store.carry_out(game, effects).is_some()
    }

    fn reply(store: &mut LevelStore, game: &mut Game, reply: Reply) {
        let effects = store.take_reply(&mut game.level, reply, "");
        store.carry_out(game, effects);
    }

    fn said(notices: &mut Notices) -> Option<String> {
        let said = notices.answer().map(|(answer, _)| answer.text.clone());
        notices.forget_answer();
        said
    }

    /// The disk is full, or the folder of drafts cannot be made: nothing unsaved is lost as long as the game is open, and
    /// once there is room it is kept.
    #[test]
    fn what_cannot_be_kept_is_kept_later() {
        let folder = std::env::temp_dir().join(format!("footpath-unkept-{}", std::process::id()));
        std::fs::write(&folder, "in the way").expect("the folder for temporary files is writable");
        let source = LevelSource::Text("yard".to_owned());
        let document = |text: &str| Document::open("yard.ron", text.to_owned()).expect("it is a level");
        let mut game = Game::new(document(TEXT), source.clone(), vec2(800.0, 600.0));
        let mut store = LevelStore::new(Drafts(Kept(Some(folder.join("drafts")))));
        assert!(!look(&mut store, &mut game, 0.0, true));
        let drawn = TEXT.replace("..", "...");
        game.edit("Draw", &Edit::Text(drawn.clone())).expect("it is a level");
        look(&mut store, &mut game, 1.0, true);
        assert!(
            said(&mut game.notices).is_some_and(|words| words.starts_with("What is unsaved is not kept: the folder"))
        );
        look(&mut store, &mut game, 2.0, true);
        assert_eq!(said(&mut game.notices), None, "told once");
        game.play_built_in(1);
        look(&mut store, &mut game, 3.0, true);
        assert!(
            store.keep_now(&mut game.level).is_err_and(|problem| problem.starts_with("what is unsaved is not kept"))
        );
        game.play(document(TEXT), source.clone());
        let question = look(&mut store, &mut game, 4.0, true);
        assert!(question, "the text is offered again, though it could not be kept");
        std::fs::remove_file(&folder).expect("it is there");
        look(&mut store, &mut game, f32::INFINITY, true);
        let drafts = Drafts(Kept(Some(folder.join("drafts"))));
        assert_eq!(
            drafts.of(&store.slot, "yard").expect("it can be read").map(|draft| draft.text),
            Some(drawn.clone())
        );
        reply(&mut store, &mut game, Reply::TakeUp);
        assert_eq!(game.level.history().document().text(), drawn);
        std::fs::remove_dir_all(&folder).expect("it is there");
    }

    /// A level that is taken up from its draft has no file yet: it is unsaved, a restart leaves its draft where it is, and the
    /// player is asked of the next draft once it is left.
    #[test]
    fn levels_without_a_file_are_taken_up_one_after_the_other() {
        let folder = std::env::temp_dir().join(format!("footpath-taken-up-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        let drafts = || Drafts(Kept(Some(folder.clone())));
        let texts = ["..", "..."].map(|row| TEXT.replace("..", row));
        let source = LevelSource::Text("yard".to_owned());
        let slots = [drafts().claim(&source, 0), drafts().claim(&source, 0)];
        for ((slot, text), made) in slots.iter().zip(&texts).zip([1.0, 2.0]) {
            let draft = Draft { level: "yard".to_owned(), made, base: 0, text: text.clone() };
            drafts().keep(slot, &draft).expect("it can be written");
        }
        drop(slots);
        let document = Document::open("a.ron", TEXT.to_owned()).expect("it is a level");
        let mut game = Game::new(document, LevelSource::BuiltIn(0), vec2(800.0, 600.0));
        let mut store = LevelStore::new(drafts());
        for (step, text) in texts.iter().rev().enumerate() {
            let at = 10.0 * step as f32;
            assert!(look(&mut store, &mut game, at, true), "there is a draft");
            reply(&mut store, &mut game, Reply::TakeUp);
            assert!(!look(&mut store, &mut game, at + 1.0, true), "one at a time");
            assert_eq!(
                (game.level.history().document().text(), game.level.history().is_saved()),
                (text.as_str(), false)
            );
            game.start_over();
            assert!(!look(&mut store, &mut game, at + 3.0, true), "it is the same level");
            assert!(!game.level.history().is_saved());
            game.play_built_in(1);
        }
        assert!(!look(&mut store, &mut game, 50.0, true), "both have been offered");
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
        let source = LevelSource::Text("yard".to_owned());
        let texts = ["..", "..."].map(|row| TEXT.replace("..", row));
        let document = |text: &str| Document::open("yard.ron", text.to_owned()).expect("it is a level");
        let mut game = Game::new(document(&texts[0]), source.clone(), vec2(800.0, 600.0));
        let mut store = LevelStore::new(Drafts(Kept(Some(folder.join("drafts")))));
        for (at, text) in [1.0, 2.0].into_iter().zip(&texts) {
            if at > 1.0 {
                game.play(document(text), source.clone());
            }
            assert!(!look(&mut store, &mut game, at, true), "a level was never edited");
            game.edit("Name", &Edit::Text(text.replace("Yard", "Mine"))).expect("it is a level");
            assert!(!look(&mut store, &mut game, at + 0.1, true), "a level was never edited");
        }
        game.play_built_in(1);
        std::fs::remove_file(&folder).expect("it is there");
        look(&mut store, &mut game, f32::INFINITY, false);
        drop(store);
        let kept = Drafts(Kept(Some(folder.join("drafts")))).unsaved_levels();
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
        let mut game = Game::new(document, LevelSource::File(path.clone()), vec2(800.0, 600.0));
        let mut store = LevelStore::new(Drafts(Kept::default()));
        for is_edited in [false, true] {
            if is_edited {
                game.edit("Draw", &Edit::Text(TEXT.replace("..", "..."))).expect("it is a level");
            }
            let from = if is_edited { 100.0 } else { 0.0 };
            (0..4).for_each(|step| _ = look(&mut store, &mut game, from + step as f32, true));
            write("(version: 1, name: \"Yard\"");
            let asked = (10..14).any(|step| look(&mut store, &mut game, from + step as f32, true));
            assert_eq!(asked, is_edited, "two versions, once there are edits");
            if is_edited {
                reply(&mut store, &mut game, Reply::File(FileReply::NotNow));
            }
            assert_eq!(game.notices.messages().is_empty(), is_edited);
            write(TEXT);
            let asked = (20..24).any(|step| look(&mut store, &mut game, from + step as f32, true));
            assert!(!asked, "there is nothing to ask");
            assert!(game.notices.messages().is_empty());
            assert_eq!(game.level.history().is_saved(), !is_edited, "the edits are there");
        }
        std::fs::remove_file(&path).expect("it is there");
    }
}
