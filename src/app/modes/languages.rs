//! The languages in which the game can speak besides English.

/// A language with a table of sentences.
#[derive(Debug, PartialEq, Eq)]
pub struct Language {
    /// As systems and browsers call it; its table is `assets/languages/CODE.ron`.
    pub code: &'static str,
    /// What those call it who speak it.
    pub name: &'static str,
    /// What it is called in English.
    pub english: &'static str,
    /// Its table. The page fetches it instead.
    #[cfg(not(target_arch = "wasm32"))]
    pub table: &'static str,
}

impl Language {
    /// Where its table lies, from the root of the project and from the page alike.
    pub fn path(&self) -> String {
        format!("assets/languages/{}.ron", self.code)
    }
}

macro_rules! languages {
    ($(($code:literal, $name:literal, $english:literal)),* $(,)?) => {
        /// Every language that has a table.
        pub const LANGUAGES: &[Language] = &[$(Language {
            code: $code,
            name: $name,
            english: $english,
            #[cfg(not(target_arch = "wasm32"))]
            table: include_str!(concat!("../../../assets/languages/", $code, ".ron")),
        }),*];
    };
}

languages![("zh", "中文", "Chinese")];

/// The code of the language that needs no table.
pub const ENGLISH: &str = "en";

/// The language for a user who has chosen `chosen`, empty for that of the system, which calls it `system`; nothing for English,
/// which is also spoken for every language without a table.
pub fn wanted(chosen: &str, system: &str) -> Option<&'static Language> {
    let named = |code: &str| LANGUAGES.iter().find(|language| language.code == code);
    let is_known = chosen == ENGLISH || named(chosen).is_some();
    let of_system = system.split(['-', '_', '.', '@']).next().unwrap_or_default().to_ascii_lowercase();
    named(if is_known { chosen } else { &of_system })
}

/// What is offered after a choice: the system's language, English, each with a table, and again the system's.
pub fn next_choice(chosen: &str) -> &'static str {
    let choices: Vec<&str> = ["", ENGLISH].into_iter().chain(LANGUAGES.iter().map(|language| language.code)).collect();
    let place = choices.iter().position(|choice| *choice == chosen).unwrap_or(0);
    choices[(place + 1) % choices.len()]
}

/// What a choice is called.
pub fn name_of_choice(chosen: &str) -> &'static str {
    match LANGUAGES.iter().find(|language| language.code == chosen) {
        Some(language) => language.name,
        None if chosen == ENGLISH => "English",
        None => "by the system",
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::rc::Rc;

    use footpath::format::plain_ron;

    use super::*;
    use crate::app::ui::language::{self, Sentences};

    #[test]
    fn the_choice_goes_before_the_system() {
        let code = |chosen: &str, system: &str| wanted(chosen, system).map(|language| language.code);
        assert_eq!(code("", "zh_CN.UTF-8"), Some("zh"));
        assert_eq!(code("", "zh-Hans-CN"), Some("zh"));
        assert_eq!(code("", "ZH"), Some("zh"));
        assert_eq!(code("en", "zh"), None);
        assert_eq!(code("zh", "en_GB"), Some("zh"));
        for system in ["", "C", "POSIX", "de_DE", "en-US", "zhx"] {
            assert_eq!(code("", system), None, "{system}");
        }
        assert_eq!(code("of a newer version", "zh"), Some("zh"));
    }

    #[test]
    fn every_choice_comes_in_turn() {
        assert_eq!(next_choice(""), ENGLISH);
        assert_eq!(next_choice(ENGLISH), LANGUAGES[0].code);
        assert_eq!(next_choice(LANGUAGES[LANGUAGES.len() - 1].code), "");
        assert_eq!(next_choice("of a newer version"), ENGLISH);
        assert_eq!(name_of_choice("zh"), "中文");
    }

    /// A sentence and its translation have the same places, or the table is not read.
    #[test]
    fn every_table_can_be_read() {
        for language in LANGUAGES {
            Sentences::parse(language.table).unwrap_or_else(|fault| panic!("{}: {fault}", language.code));
        }
    }

    /// With another file everything is said in another language: here one whose sentences are those of the first, in brackets.
    #[test]
    fn a_language_is_one_file() {
        let sentences: BTreeMap<String, String> = ron::from_str(LANGUAGES[0].table).expect("it can be read");
        let bracketed = |text: &str| (text.to_owned(), format!("<{}>", text.replace("{n}", "{}")));
        let table: BTreeMap<String, String> = sentences.keys().map(|text| bracketed(text)).collect();
        let table = Sentences::parse(&plain_ron::lines(&table)).expect("it can be read");
        language::choose(Some(Rc::new(table)));
        assert_eq!(language::translated("Settings"), "<Settings>");
        assert_eq!(language::translated("12 expanded"), "<12 expanded>");
        assert_eq!(language::translated("this help (H)"), "<<this help> (H)>");
        language::choose(None);
    }

    #[test]
    fn every_table_in_the_folder_is_listed() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/languages");
        let files = std::fs::read_dir(folder).expect("the folder is there");
        let paths = files.map(|entry| entry.expect("it can be read").path());
        let tables = paths.filter(|path| path.extension().is_some_and(|kind| kind == "ron"));
        let mut found: Vec<String> = tables.filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned())).collect();
        found.sort();
        assert_eq!(found, LANGUAGES.iter().map(|language| language.code).collect::<Vec<_>>());
    }
}
