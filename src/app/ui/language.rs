//! The language in which everything is said.
//!
//! The code has every sentence in English. Where a text is measured or written, a table of sentences gives the same in the
//! language that is chosen. What varies in a sentence stands as `{}` in the table, or as `{n}` where it is always a number;
//! what stands there is translated by itself, and keeps its place unless the table numbers the places: `{1}`, `{2}`. A
//! sentence that the table lacks stays English.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::fmt::{self, Formatter};
use std::rc::Rc;

use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

/// How many translations are kept; then they are forgotten, and made again where they are needed.
const MOST_KEPT: usize = 4000;

/// In how many ways a text is read at most, of which the one counts that leaves the fewest letters in English. Few texts can be
/// read in more than ten; without a limit, a long text of somebody else, full of commas, would halt the game for a moment.
const MOST_READINGS: usize = 300;

/// Sentences in English, with the same in another language.
#[derive(Debug)]
pub struct Sentences {
    /// Where among the translations that of a text is.
    known: RefCell<BTreeMap<String, usize>>,
    /// The translations of the table first, then those that were made.
    translations: RefCell<Vec<Rc<Translation>>>,
    /// How many of them are of the table.
    own: usize,
    /// Sentences in which something varies, from the one that says most without it.
    templates: Vec<Template>,
    /// How many more readings of the present text are tried.
    readings: Cell<usize>,
}

/// The pairs of a table, in their order.
struct Table(Vec<(String, String)>);

impl<'de> Deserialize<'de> for Table {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<Table, D::Error> {
        struct Pairs;

        impl<'de> Visitor<'de> for Pairs {
            type Value = Table;

            fn expecting(&self, formatter: &mut Formatter) -> fmt::Result {
                formatter.write_str("a map from English sentences to those of another language")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Table, A::Error> {
                let mut pairs = Vec::new();
                while let Some(pair) = map.next_entry()? {
                    pairs.push(pair);
                }
                Ok(Table(pairs))
            }
        }

        reader.deserialize_map(Pairs)
    }
}

/// What a text is in the other language.
#[derive(Debug)]
struct Translation {
    text: String,
    /// The parts that the table lacks.
    lacking: Vec<String>,
}

impl Translation {
    /// How many letters are still English.
    fn letters_left(&self) -> usize {
        self.lacking.iter().map(|part| letters(part)).sum()
    }
}

fn letters(text: &str) -> usize {
    text.chars().filter(|letter| is_letter(*letter)).count()
}

/// Whether a letter is one of English.
fn is_letter(letter: char) -> bool {
    letter.is_ascii_alphabetic()
}

#[derive(Debug)]
struct Template {
    parts: Vec<PatternPart>,
    /// What is said instead, in which a place is that of the English text, counted from 0.
    said: Vec<Said>,
}

/// A part of an English sentence.
#[derive(Debug, PartialEq, Eq)]
enum PatternPart {
    Words(String),
    Anything,
    Number,
}

/// A part of a sentence in the other language.
#[derive(Debug, PartialEq, Eq)]
enum Said {
    Words(String),
    Place(usize),
}

thread_local! {
    /// What is chosen; nothing for English.
    static CHOSEN: RefCell<Option<Rc<Sentences>>> = const { RefCell::new(None) };
}

/// Has everything said by a table from now on, or in English.
pub fn choose(sentences: Option<Rc<Sentences>>) {
    CHOSEN.set(sentences);
}

/// A text in the language that is chosen.
pub fn translated(text: &str) -> Cow<'_, str> {
    CHOSEN.with_borrow(|chosen| match chosen {
        Some(sentences) if text.contains(is_letter) => Cow::Owned(sentences.of(text)),
        _ => Cow::Borrowed(text),
    })
}

impl Sentences {
    /// Reads a table: a map from English sentences to those of another language.
    ///
    /// # Errors
    /// What is wrong with it, and in which line and column; or which sentence has other places than its translation.
    pub fn parse(text: &str) -> Result<Sentences, String> {
        let table: Table = ron::from_str(text).map_err(|fault| format!("line {}: {}", fault.span.end, fault.code))?;
        let (mut known, mut translations, mut templates) = (BTreeMap::new(), Vec::new(), Vec::new());
        for (english, said) in table.0 {
            let parts = parts(&english);
            let places = parts.iter().filter(|part| !matches!(part, PatternPart::Words(_))).count();
            let said_parts = said_parts(&said);
            let given: Vec<usize> = said_parts.iter().filter_map(Said::place).collect();
            if given.len() != places || (0..places).any(|place| !given.contains(&place)) {
                return Err(format!("{english:?} has {places} places, and {said:?} does not have each of them once"));
            }
            if places > 0 {
                let template = Template { parts, said: said_parts };
                let longer = |known: &Template| known.length() >= template.length();
                let place = templates.iter().position(|known| !longer(known)).unwrap_or(templates.len());
                templates.insert(place, template);
            } else {
                known.insert(english, translations.len());
                translations.push(Rc::new(Translation { text: said, lacking: Vec::new() }));
            }
        }
        let own = translations.len();
        let (known, translations) = (RefCell::new(known), RefCell::new(translations));
        Ok(Sentences { known, translations, own, templates, readings: Cell::new(0) })
    }

    fn of(&self, text: &str) -> String {
        self.readings.set(MOST_READINGS);
        let made = self.made(text);
        #[cfg(test)]
        made.lacking.iter().for_each(|part| tests::note_missing(part));
        made.text.clone()
    }

    /// The translation of a text or of a part of one.
    fn made(&self, text: &str) -> Rc<Translation> {
        if let Some(known) = self.known(text) {
            return known;
        }
        let made = Rc::new(self.make(text));
        let (mut known, mut translations) = (self.known.borrow_mut(), self.translations.borrow_mut());
        if translations.len() >= self.own + MOST_KEPT {
            known.retain(|_, place| *place < self.own);
            translations.truncate(self.own);
        }
        known.insert(text.to_owned(), translations.len());
        translations.push(Rc::clone(&made));
        made
    }

    fn known(&self, text: &str) -> Option<Rc<Translation>> {
        let place = *self.known.borrow().get(text)?;
        Some(Rc::clone(&self.translations.borrow()[place]))
    }

    fn make(&self, text: &str) -> Translation {
        if text.contains('\n') {
            return Translation::joined(text.split('\n').map(|line| self.made(line)).collect());
        }
        // What stands around it is kept: some texts are put together.
        let words = text.trim();
        let Some((before, after)) = text.split_once(words).filter(|_| letters(words) > 0) else {
            return Translation { text: text.to_owned(), lacking: Vec::new() };
        };
        if is_code(words) {
            return Translation { text: text.to_owned(), lacking: Vec::new() };
        }
        let made = match self.known(words) {
            Some(known) => Translation { text: known.text.clone(), lacking: known.lacking.clone() },
            None => self.by_template(words),
        };
        Translation { text: format!("{before}{}{after}", made.text), ..made }
    }

    /// Of all readings of a text the one that leaves the fewest letters in English: the text as it is, or a sentence in which
    /// something varies.
    fn by_template(&self, text: &str) -> Translation {
        let mut best = Translation { text: text.to_owned(), lacking: vec![text.to_owned()] };
        for template in &self.templates {
            let mut varies = Vec::new();
            template.read(text, &mut varies, &mut |varies| {
                self.readings.set(self.readings.get().saturating_sub(1));
                let varies: Vec<Rc<Translation>> = varies.iter().map(|part| self.made(part)).collect();
                let left: usize = varies.iter().map(|made| made.letters_left()).sum();
                if left < best.letters_left() {
                    best = template.fill(&varies);
                }
                left == 0 || self.readings.get() == 0
            });
            if best.lacking.is_empty() || self.readings.get() == 0 {
                break;
            }
        }
        best
    }
}

impl Translation {
    fn joined(lines: Vec<Rc<Translation>>) -> Translation {
        let text = lines.iter().map(|line| line.text.as_str()).collect::<Vec<_>>().join("\n");
        Translation { text, lacking: lines.iter().flat_map(|line| line.lacking.iter().cloned()).collect() }
    }
}

impl Template {
    /// How much it says besides what varies, in bytes; of two that say as much, one with numbers says more.
    fn length(&self) -> usize {
        let length = |part: &PatternPart| match part {
            PatternPart::Words(words) => 4 * words.len(),
            PatternPart::Number => 1,
            PatternPart::Anything => 0,
        };
        self.parts.iter().map(length).sum()
    }

    fn fill(&self, varies: &[Rc<Translation>]) -> Translation {
        let part = |said: &Said| match said {
            Said::Words(words) => words.clone(),
            Said::Place(place) => varies[*place].text.clone(),
        };
        let lacking = varies.iter().flat_map(|made| made.lacking.iter().cloned()).collect();
        Translation { text: self.said.iter().map(part).collect(), lacking }
    }

    /// Reads a text as this sentence in every way that there is: `take` gets what stands in the places, until it has enough.
    fn read<'a>(&self, text: &'a str, varies: &mut Vec<&'a str>, take: &mut dyn FnMut(&[&'a str]) -> bool) {
        matches(&self.parts, text, varies, take);
    }
}

impl Said {
    fn place(&self) -> Option<usize> {
        match self {
            Said::Words(_) => None,
            Said::Place(place) => Some(*place),
        }
    }
}

/// Whether a text is one piece of code in backquotes, which stays as a file has it.
fn is_code(text: &str) -> bool {
    let code = text.strip_prefix('`').and_then(|rest| rest.strip_suffix('`'));
    code.is_some_and(|code| !code.contains('`'))
}

/// The parts of an English sentence of the table.
fn parts(english: &str) -> Vec<PatternPart> {
    split(english)
        .map(|piece| match piece {
            "{}" => PatternPart::Anything,
            "{n}" => PatternPart::Number,
            words => PatternPart::Words(words.to_owned()),
        })
        .collect()
}

/// The parts of its translation.
fn said_parts(said: &str) -> Vec<Said> {
    let mut next = 0..;
    split(said)
        .map(|piece| match piece.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')) {
            Some("" | "n") => Said::Place(next.next().unwrap_or(0)),
            Some(number) => number
                .parse::<usize>()
                .map_or_else(|_| Said::Words(piece.to_owned()), |place| Said::Place(place.wrapping_sub(1))),
            None => Said::Words(piece.to_owned()),
        })
        .collect()
}

/// A text in pieces: what stands in braces, with them, and what stands between.
fn split(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let end = match rest.find('{') {
            None => rest.len(),
            Some(0) => rest.find('}').map_or(rest.len(), |end| end + 1),
            Some(begin) => begin,
        };
        let (piece, after) = rest.split_at(end);
        rest = after;
        (!piece.is_empty()).then_some(piece)
    })
}

/// Reads a text as a sentence of these parts in every way that there is; `take` gets what stands in the places, until it has
/// enough, and then this is `true`.
fn matches<'a>(
    parts: &[PatternPart],
    text: &'a str,
    varies: &mut Vec<&'a str>,
    take: &mut dyn FnMut(&[&'a str]) -> bool,
) -> bool {
    let Some((part, rest)) = parts.split_first() else { return text.is_empty() && take(varies) };
    if let PatternPart::Words(words) = part {
        return text.strip_prefix(words.as_str()).is_some_and(|text| matches(rest, text, varies, take));
    }
    for end in text.char_indices().map(|(at, letter)| at + letter.len_utf8()) {
        let value = &text[..end];
        if *part == PatternPart::Number && value.ends_with(is_letter) {
            return false;
        }
        // What comes next has to begin there.
        let goes_on = match rest.first() {
            None => end == text.len(),
            Some(PatternPart::Words(words)) => text[end..].starts_with(words.as_str()),
            Some(_) => true,
        };
        if goes_on {
            varies.push(value);
            let is_enough = matches(rest, &text[end..], varies, take);
            varies.pop();
            if is_enough {
                return true;
            }
        }
    }
    false
}

#[cfg(test)]
pub mod tests {
    use std::collections::BTreeSet;

    use super::*;

    thread_local! {
        static MISSING: RefCell<BTreeSet<String>> = const { RefCell::new(BTreeSet::new()) };
    }

    /// Notes a text that a table lacks, unless it is in the other language already.
    pub fn note_missing(text: &str) {
        // What is cut off has been looked up as a whole.
        let is_whole = !text.ends_with('…');
        if is_whole
            && text.contains(|letter: char| letter.is_ascii_alphabetic())
            && text.chars().all(|letter| letter < '\u{2e80}')
        {
            MISSING.with_borrow_mut(|missing| _ = missing.insert(text.to_owned()));
        }
    }

    /// The texts that the tables of this thread lacked so far.
    pub fn missing() -> BTreeSet<String> {
        MISSING.take()
    }

    const TABLE: &str = r#"{
        "Settings": "设置",
        "walker": "行人",
        "open": "开放",
        "{n} expanded": "已展开 {n}",
        "{} {n} expanded": "{}：已展开 {n}",
        "{n} of {n} agents": "{2} 个智能体中的 {1} 个",
        "The {} is {}": "{}是{}",
        "{} · {}": "{} · {}",
        "{} ({})": "{}（{}）",
        "one tick (pauses)": "单步（暂停）",
        "{} or {}": "{} 或 {}",
        "find one or all": "查找",
    }"#;

    fn said(text: &str) -> String {
        Sentences::parse(TABLE).expect("it is a table").of(text)
    }

    #[test]
    fn a_sentence_is_that_of_the_table() {
        assert_eq!(said("Settings"), "设置");
        assert_eq!(said(" Settings "), " 设置 ", "what stands around it stays");
        assert_eq!(said("Settings\nopen"), "设置\n开放");
    }

    #[test]
    fn what_varies_is_put_in_its_place() {
        assert_eq!(said("12 expanded"), "已展开 12");
        assert_eq!(said("3 of 1,200 agents"), "1,200 个智能体中的 3 个");
        assert_eq!(said("The walker is open"), "行人是开放");
        assert_eq!(said("The Ada is 3 of 4 agents"), "Ada是4 个智能体中的 3 个");
        assert_eq!(said("12 expanded · open"), "已展开 12 · 开放");
    }

    #[test]
    fn of_all_readings_the_one_that_leaves_the_least_english_counts() {
        assert_eq!(said("one tick (pauses) (.)"), "单步（暂停）（.）");
        assert_eq!(said("find one or all (/)"), "查找（/）");
        assert_eq!(said("Ada · open"), "Ada · 开放");
        let commas = format!("{} (or) or not", "well, ".repeat(200));
        assert!(said(&commas).starts_with("well, well"), "it ends");
    }

    #[test]
    fn code_in_backquotes_stays_as_it_is() {
        assert_eq!(said("The `open (walker)` is `walker or open`"), "`open (walker)`是`walker or open`");
    }

    #[test]
    fn a_number_has_no_letters() {
        missing();
        assert_eq!(said("walker expanded"), "walker expanded");
        assert_eq!(missing(), BTreeSet::from(["walker expanded".to_owned()]));
        assert_eq!(said("A* 12 expanded"), "A*：已展开 12");
    }

    #[test]
    fn what_the_table_lacks_stays_english() {
        assert_eq!(said("Nothing of the kind"), "Nothing of the kind");
        assert_eq!(said("12 × 3"), "12 × 3");
        assert_eq!(said(""), "");
    }

    #[test]
    fn a_sentence_with_other_places_than_its_translation_is_refused() {
        let fault =
            |said: &str| Sentences::parse(&format!("{{\"{{}} of {{}}\": \"{said}\"}}")).expect_err("it is wrong");
        for said in ["{}", "{1} {1}", "{1} {3}", "{0} {1}", ""] {
            assert!(fault(said).contains("\"{} of {}\" has 2 places"), "{said}");
        }
        let error = Sentences::parse("{\n    \"a\": b,\n}").expect_err("it is broken");
        assert!(error.starts_with("line 2:10"), "{error}");
    }

    #[test]
    fn english_needs_no_table() {
        choose(None);
        assert!(matches!(translated("Settings"), Cow::Borrowed("Settings")));
        choose(Some(Rc::new(Sentences::parse(TABLE).expect("it is a table"))));
        assert_eq!(translated("Settings"), "设置");
        choose(None);
        assert_eq!(translated("Settings"), "Settings");
    }
}
