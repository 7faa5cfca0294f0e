//! Has the game speak the language that its user wants.

use std::rc::Rc;

use crate::app::modes::fetch::Fetch;
use crate::app::modes::languages::{self, Language};
#[cfg(target_arch = "wasm32")]
use crate::app::platform::page;
use crate::app::ui::language::{self, Sentences};
use crate::app::ui::text_painter::TextPainter;

/// The language in which the game speaks.
pub struct SpokenLanguage {
    /// What the system, or who started the game, calls the one that is wanted where its user has chosen none.
    system: String,
    /// The one that was wanted last; nothing for English.
    wanted: Option<&'static Language>,
    /// Its table, while that is on its way.
    table: Option<Fetch>,
}

impl SpokenLanguage {
    /// Speaks English at first. `system`: as in `zh_CN.UTF-8` or `zh-CN`; empty where it is not known.
    pub fn new(system: String) -> SpokenLanguage {
        language::choose(None);
        SpokenLanguage { system, wanted: None, table: None }
    }

    /// Speaks what the user has chosen, empty for the system's language, once its table is there; gives whether another language
    /// is spoken now, or why it cannot be, which is said once.
    pub fn follow(&mut self, chosen: &str, painter: &TextPainter) -> Result<bool, String> {
        let wanted = languages::wanted(chosen, &self.system);
        if self.wanted == wanted {
            return self.take_table();
        }
        self.wanted = wanted;
        let Some(wanted) = wanted else {
            self.speak(None);
            return Ok(true);
        };
        if !painter.has_letters_of(wanted.name) {
            self.speak(None);
            return Err(format!(
                "No font of this system has the letters of {}: everything stays in English",
                wanted.english
            ));
        }
        self.table = Some(Fetch::begin(&wanted.path()));
        self.take_table()
    }

    /// Takes the table once it is there.
    fn take_table(&mut self) -> Result<bool, String> {
        let Some(answer) = self.table.as_ref().and_then(Fetch::take) else { return Ok(false) };
        self.table = None;
        let bytes = answer?;
        self.speak(Some(Sentences::parse(&String::from_utf8_lossy(&bytes))?));
        Ok(true)
    }

    fn speak(&mut self, sentences: Option<Sentences>) {
        self.table = None;
        #[cfg(target_arch = "wasm32")]
        page::tell_language(match sentences {
            Some(_) => self.wanted.map_or("", |wanted| wanted.code),
            None => languages::ENGLISH,
        });
        language::choose(sentences.map(Rc::new));
    }
}
