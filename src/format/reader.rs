//! Reading values out of the tree of a level file: each method takes what it can use and reports what it cannot.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use glam::Vec2;

use super::limits;
use super::locations::{Locations, Noun};
use super::other_words;
use super::problem::{Problems, Span, did_you_mean, nearest, shown};
use super::syntax::{self, KeyValue, Node, Numeral, Value};
use super::table::{self, Field, FieldRule, LEVEL, LeftOut, PROFILE, RAYS, STRUCTS, Struct};
use crate::grid::Cell;
use crate::profile::{Color, Unit, one_of};

pub(crate) struct Reader<'t> {
    pub text: &'t str,
    pub problems: Problems,
    pub locations: Locations,
    /// The kinds of things of which some could not be read: what has a name of theirs may be right.
    pub lost: BTreeSet<String>,
    /// Whether no field of the level was lost to a syntax error.
    pub whole: bool,
}

/// The fields of a struct, each known and given once.
pub(crate) struct Fields<'n> {
    /// The struct in the table of the format.
    of: &'static Struct,
    /// How messages call it.
    pub what: &'static str,
    /// Where the struct is in the text.
    pub span: Span,
    /// Whether nothing of it was lost to a syntax error.
    pub whole: bool,
    given: Vec<(&'static str, &'n KeyValue)>,
    /// Those of which it is told that they do not go together with others.
    told: Vec<&'static str>,
    /// Those that were probably meant by names that are wrong, or are told to be missing.
    meant: Vec<&'static str>,
    /// Whether it has a name that is wrong.
    has_unknown: bool,
}

impl<'n> Fields<'n> {
    pub fn entry(&self, name: &str) -> Option<&'n KeyValue> {
        self.given.iter().find(|(given, _)| *given == name).map(|&(_, entry)| entry)
    }

    pub fn get(&self, name: &str) -> Option<&'n Node> {
        self.entry(name).map(|entry| &entry.value)
    }

    /// What the table says of a field.
    pub fn in_table(&self, name: &str) -> &'static Field {
        let field = self.of.field(name);
        field.unwrap_or_else(|| unreachable!("{} has no field `{name}` in the table", self.what))
    }

    /// The fields of which it has at most one by the table, `member` among them.
    pub fn exclusive(&self, member: &str) -> &'static [&'static str] {
        let mut groups = self.of.rules.iter().filter_map(|rule| match rule {
            FieldRule::AtMostOne(names) => Some(*names),
            _ => None,
        });
        let group = groups.find(|names| names.contains(&member));
        group.unwrap_or_else(|| unreachable!("nothing excludes `{member}` of {} in the table", self.what))
    }
}

/// The values of a list, each of which is read; `None` where one is at fault.
pub(crate) fn all<T>(values: impl Iterator<Item = Option<T>>) -> Option<Vec<T>> {
    let (mut all, mut is_whole) = (Vec::new(), true);
    values.for_each(|value| match value {
        Some(value) => all.push(value),
        None => is_whole = false,
    });
    is_whole.then_some(all)
}

/// Names the kind of a node, for the message that another kind is expected.
pub(crate) fn kind_of(node: &Node) -> &'static str {
    match node.value {
        Value::Bool => "`true` or `false`",
        Value::Number => "a number",
        Value::Text => "a string",
        Value::Character(_) => "a character",
        Value::Word => "a name without quotes",
        Value::Tuple(_) if node.name.is_some() => "a named value",
        Value::Tuple(ref values) if values.is_empty() => "an empty `()`",
        Value::Tuple(_) => "a tuple",
        Value::List(_) => "a list",
        Value::Fields(_) => "a struct",
        Value::Map(_) => "a map",
        Value::Broken => "something broken",
    }
}

/// One of several things, as messages list them.
pub(crate) fn list_of<'n>(names: impl IntoIterator<Item = &'n str>) -> String {
    const MOST: usize = 16;
    let mut names = names.into_iter();
    let mut listed: Vec<String> = names.by_ref().take(MOST).map(shown).collect();
    let others: Vec<String> = names.map(shown).collect();
    let rest = others.len();
    if rest == 1 {
        listed.extend(others);
    } else if rest > 0 {
        listed.push(format!("{rest} more"));
    }
    listed.join(", ")
}

/// Why nothing of a kind has a name where a level gives none, and what would give it one.
fn why_none(kind: &str) -> Option<(&'static str, &'static str)> {
    Some(match kind {
        "agent" => ("no agent of this level has a name", "give one a name: `(name: \"guard\", tile: (3, 1))`"),
        "obstacle" => (
            "no obstacle of this level has a name",
            "give one a name: `(name: \"crate\", at: (3.2, 4.1), radius: 0.5)`",
        ),
        "path" => ("this level has none", "add one: `paths: {\"round\": (points: [\"gate\", (tile: (3, 4))])}`"),
        "place" => ("this level has none", "the legend can name one: `'G': (terrain: \"grass\", place: \"gate\")`"),
        "team" => ("no agent belongs to one", "give agents one: `(team: \"guards\", tile: (3, 1))`"),
        _ => return None,
    })
}

/// A noun with its article.
pub(crate) fn with_article(noun: &str) -> String {
    format!("{} {noun}", if noun.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" })
}

/// Whether something can have this name.
pub(crate) fn is_name(name: &str) -> bool {
    !name.trim().is_empty() && !name.chars().any(char::is_control) && name.chars().count() <= limits::NAME_CHARACTERS
}

/// The structs that have a field which is written so, in whatever case or spelling: the name of the field, and what
/// messages call the structs.
fn structs_with(written: &str) -> Option<(&'static str, String)> {
    const MOST: usize = 3;
    let written = written.to_ascii_lowercase().replace("our", "or");
    let all = [&*PROFILE, &*RAYS].into_iter().chain(STRUCTS.iter().copied());
    let all = all.flat_map(|of| of.field_names().map(|name| (name, of.what())));
    let found: Vec<(&str, &str)> = all.filter(|&(name, _)| name == written).take(MOST).collect();
    let what: Vec<&str> = found.iter().map(|&(_, what)| what).collect();
    Some((found.first()?.0, what.join(" and of ")))
}

/// The color that a word or fewer digits mean, as a level writes it; any where none is meant.
fn nearest_color(written: &str) -> String {
    const NAMED: [(&str, &str); 18] = [
        ("black", "#000000"),
        ("white", "#ffffff"),
        ("gray", "#808080"),
        ("grey", "#808080"),
        ("silver", "#c0c0c0"),
        ("red", "#d03030"),
        ("maroon", "#800000"),
        ("orange", "#e08020"),
        ("yellow", "#e0c020"),
        ("olive", "#808000"),
        ("green", "#30a030"),
        ("lime", "#60e030"),
        ("teal", "#008080"),
        ("cyan", "#30c0d0"),
        ("blue", "#3060d0"),
        ("navy", "#000080"),
        ("purple", "#8040a0"),
        ("pink", "#e080b0"),
    ];
    let plain = written.trim_start_matches('#').trim_start_matches("0x").to_ascii_lowercase();
    if plain.chars().all(|c| c.is_ascii_hexdigit()) {
        match plain.len() {
            3 | 4 => {
                return plain.chars().take(3).fold("#".to_owned(), |color, digit| format!("{color}{digit}{digit}"));
            }
            6 | 8 => return format!("#{}", &plain[..6]),
            _ => {}
        }
    }
    NAMED.iter().find(|(name, _)| *name == plain).map_or("#d0401f", |(_, color)| color).to_owned()
}

/// The kind of thing that a field of a level has many of: `terrain` for `terrains`, with or without backquotes.
fn kind_in(field: &str) -> String {
    let field = field.trim_matches('`');
    field.strip_suffix("es").filter(|kind| kind.ends_with("ch")).or(field.strip_suffix('s')).unwrap_or(field).to_owned()
}

impl<'t> Reader<'t> {
    pub fn new(text: &'t str, problems: Problems, whole: bool) -> Reader<'t> {
        Reader { text, problems, locations: Locations::default(), lost: BTreeSet::new(), whole }
    }

    pub fn slice(&self, span: Span) -> &str {
        &self.text[span.range()]
    }

    pub fn report(&mut self, span: Span, message: impl Into<String>, help: impl Into<String>) {
        self.problems.report(span, message, help.into());
    }

    /// Reports that a value is of the wrong kind; nothing when its fault is reported already.
    pub fn wrong_kind(&mut self, node: &Node, what: &str, expected: &str, example: &str) {
        if !matches!(node.value, Value::Broken) && node.whole {
            self.wrong_kind_with(node, what, expected, format!("write it like `{example}`"));
        }
    }

    /// Whether a value is a word of another language for no value.
    pub fn is_nothing(&self, node: &Node) -> bool {
        let word = self.slice(node.span).to_ascii_lowercase();
        matches!(node.value, Value::Word) && matches!(word.as_str(), "null" | "nil" | "none" | "undefined" | "nothing")
    }

    /// The same, with the help to give.
    fn wrong_kind_with(&mut self, node: &Node, what: &str, expected: &str, help: String) {
        if self.is_nothing(node) {
            let message = format!("{what} must be {expected}: there is no {} in a level", shown(self.slice(node.span)));
            self.report(node.span, message, "leave the field out");
        } else {
            self.report(node.span, format!("{what} must be {expected}, not {}", kind_of(node)), help);
        }
    }

    /// The fields of a struct of the table; reports those that it does not have, those that are given twice, and those that do
    /// not go together.
    pub fn open<'n>(&mut self, node: &'n Node, of: &'static Struct) -> Option<Fields<'n>> {
        let mut fields = self.fields(node, of)?;
        of.rules.iter().for_each(|rule| self.check_rule(&mut fields, rule));
        Some(fields)
    }

    /// One of several structs of the table, by the name before its bracket, and its fields; `noun` is what they are.
    pub fn variant<'n>(
        &mut self,
        node: &'n Node,
        noun: &str,
        structs: &'static [&'static Struct],
    ) -> Option<(&'static Struct, Fields<'n>)> {
        let names = || structs.iter().map(|of| of.name());
        let Some((name, _)) = node.named().filter(|_| !self.is_nothing(node)) else {
            let holds_several = |of: &&Struct| match of.fields {
                [Field { value: table::ValueType::List(table::ValueType::Variant(held, _), ..), .. }] => *held == noun,
                _ => false,
            };
            let several = structs.iter().copied().find(holds_several).filter(|_| matches!(node.value, Value::List(_)));
            let example = several.unwrap_or(structs[0]).example();
            let help = format!("write it like `{example}`; the {noun}s are {}", list_of(names()));
            self.wrong_kind_with(node, &with_article(noun), "a name with fields in brackets", help);
            return None;
        };
        let written = self.slice(name).to_owned();
        let Some(of) = structs.iter().find(|of| of.name() == written) else {
            let help = other_words::advice(&written).map(str::to_owned).or_else(|| did_you_mean(&written, names()));
            let help = help.unwrap_or_else(|| format!("the {noun}s are {}", list_of(names())));
            self.report(name, format!("there is no {noun} {}", shown(&written)), help);
            return None;
        };
        if !matches!(&node.value, Value::Fields(_)) {
            if node.whole {
                let help = format!("write `{}`", self.with_names(node, of).unwrap_or_else(|| of.example().to_owned()));
                self.report(node.span, format!("{} has fields with names", of.what()), help);
            }
            return None;
        }
        self.open(node, of).map(|fields| (*of, fields))
    }

    /// The values of a tuple as fields of a struct, on one line: those that must be there first, if there are no more values.
    fn with_names(&self, node: &Node, of: &Struct) -> Option<String> {
        let Value::Tuple(values) = &node.value else { return None };
        let is_required = |field: &&Field| matches!(field.left_out, LeftOut::Required(_));
        let required: Vec<&Field> = of.fields.iter().filter(is_required).collect();
        let fields = if values.len() <= required.len() { required } else { of.fields.iter().collect() };
        let written = self.slice(node.span);
        if values.is_empty() || values.len() > fields.len() || written.contains('\n') {
            return None;
        }
        let named =
            fields.iter().zip(values).map(|(field, value)| format!("{}: {}", field.name, self.slice(value.span)));
        Some(format!("{}({})", of.name(), named.collect::<Vec<String>>().join(", ")))
    }

    fn check_rule(&mut self, fields: &mut Fields, rule: &FieldRule) {
        match *rule {
            FieldRule::AtMostOne(names) => {
                let mut given = names.iter().filter_map(|name| Some((*name, self.optional(fields, name)?)));
                if let (Some((first, _)), Some((second, node))) = (given.next(), given.next())
                    && !fields.told.contains(&first)
                {
                    let message = format!("{} has `{first}` or `{second}`, not both", fields.what);
                    self.report(node.span, message, "leave one of them out");
                    fields.told.extend([first, second]);
                }
            }
            FieldRule::AtLeastOne(names, lacking, help) => {
                let is_there = |name: &&str| self.optional(fields, name).is_some() || fields.meant.contains(name);
                if !fields.has_unknown && !names.iter().any(is_there) {
                    let noun = fields.what.split_once(' ').map_or(fields.what, |(_, noun)| noun);
                    self.lacks(fields, &format!("this {noun} has no {lacking}"), &format!("add {help}"));
                }
            }
            FieldRule::Without(given, names, what, help) => {
                if self.optional(fields, given).is_some() && !fields.told.contains(&given) {
                    for name in names {
                        self.report_field(fields, name, format!("{what} has no `{name}`"), help);
                    }
                }
            }
            FieldRule::OnlyWith(needed, names, what, help) => {
                if self.optional(fields, needed).is_none() {
                    self.report_first(fields, names, what, help);
                }
            }
            FieldRule::Needs(given, names, message, help) => {
                let is_given = |name: &&str| self.optional(fields, name).is_some();
                let is_there = |name: &&str| is_given(name) || fields.meant.contains(name);
                if given.iter().any(is_given) && !names.iter().any(is_there) {
                    self.lacks(fields, message, help);
                }
            }
            FieldRule::Unless(given, needed) => {
                if self.optional(fields, given).is_none() && !fields.meant.contains(&given) {
                    for (name, example) in needed {
                        if self.optional(fields, name).is_none() && !fields.meant.contains(name) {
                            let message = format!("the field `{name}` of {} is missing", fields.what);
                            self.lacks(fields, &message, &format!("add `{name}: {example},`"));
                            fields.meant.push(name);
                        }
                    }
                }
            }
            FieldRule::BothNeed([first, second], needed, message, help) => {
                let is_given = |name: &str| self.optional(fields, name).is_some();
                let is_there = is_given(needed) || fields.meant.contains(&needed);
                if let Some(entry) = fields.entry(first)
                    && is_given(first)
                    && is_given(second)
                    && !is_there
                {
                    self.report(entry.key.span, message, help);
                    fields.meant.push(needed);
                }
            }
            FieldRule::OnlyWhere((field, values), names, what, help) => {
                if self.choice_in(fields, field).is_some_and(|chosen| !values.contains(&chosen)) {
                    self.report_first(fields, names, what, help);
                }
            }
            FieldRule::ValueNeeds((field, value), needed, message, help) => {
                let is_there = self.optional(fields, needed).is_some() || fields.meant.contains(&needed);
                if let (Some(node), false) = (self.optional(fields, field), is_there)
                    && self.choice_in(fields, field) == Some(value)
                {
                    self.report(node.span, message, help);
                }
            }
        }
    }

    /// Which of the choices of the table a field has: its default where it is left out, `None` where it has neither.
    fn choice_in(&self, fields: &Fields, name: &str) -> Option<&'static str> {
        let field = fields.in_table(name);
        let written = match (self.optional(fields, name), field.left_out) {
            (Some(node), _) => match (&node.value, node.name) {
                (Value::Text, _) => syntax::string(self.text, node.span).into_owned(),
                (_, name) => self.slice(name?).to_owned(),
            },
            (None, LeftOut::Is(default)) => default.trim_matches('"').to_owned(),
            (None, _) => return None,
        };
        field.value.choices().into_iter().find(|choice| *choice == written)
    }

    /// Reports a field, if it is given and nothing else is wrong with its being there.
    fn report_field(&mut self, fields: &mut Fields, name: &'static str, message: String, help: &str) {
        let is_told = self.optional(fields, name).is_none() || fields.told.contains(&name);
        if let Some(entry) = fields.entry(name).filter(|_| !is_told) {
            self.report(entry.key.span, message, help);
            fields.told.push(name);
        }
    }

    /// Reports the first of some fields that only `what` has, if one is given: what helps one of them helps the others.
    fn report_first(&mut self, fields: &mut Fields, names: &'static [&'static str], what: &str, help: &str) {
        let given: Vec<&'static str> =
            names.iter().copied().filter(|name| self.optional(fields, name).is_some()).collect();
        if let Some(first) = given.first() {
            self.report_field(fields, first, format!("only {what} has `{first}`"), help);
            fields.told.extend(given);
        }
    }

    /// Reports that a struct lacks something, unless it was lost to an error.
    pub fn lacks(&mut self, fields: &Fields, message: &str, help: &str) {
        if fields.whole {
            let end = fields.span.end as usize;
            self.report(Span::new(end - 1, end), message, help);
        }
    }

    /// The one that is given of the fields that exclude each other by the table, `member` among them; `None` where none is, or
    /// several are.
    pub fn the_one<'n>(&self, fields: &Fields<'n>, member: &str) -> Option<(&'static str, &'n Node)> {
        let mut given = fields.exclusive(member).iter().filter_map(|name| Some((*name, self.optional(fields, name)?)));
        given.next().filter(|_| given.next().is_none())
    }

    /// The fields of a struct, whether or not they go together.
    fn fields<'n>(&mut self, node: &'n Node, of: &'static Struct) -> Option<Fields<'n>> {
        let entries: &[KeyValue] = match &node.value {
            Value::Fields(entries) => entries,
            Value::Tuple(values) if values.is_empty() => &[],
            Value::Map(entries) if entries.iter().all(|entry| self.is_name_of_field(&entry.key)) => {
                let opening = Span { end: node.span.start + 1, ..node.span };
                let message = format!("{} must be a struct, not a map", of.what());
                let help = "write `(` for this `{` and `)` for its `}`, and the names of the fields without quotes";
                self.problems.report_habit(opening, message, help);
                entries
            }
            _ => {
                self.wrong_kind(node, of.what(), "a struct", of.example());
                return None;
            }
        };
        if let Some(name) = node.name.filter(|&name| self.slice(name) != of.name()) {
            let message = format!("{} is the wrong name for {}", shown(self.slice(name)), of.what());
            self.report(name, message, format!("write `{}(...)`, or leave the name out", of.name()));
        }
        let mut fields = Fields {
            of,
            what: of.what(),
            span: node.span,
            whole: node.whole,
            given: Vec::new(),
            told: Vec::new(),
            meant: Vec::new(),
            has_unknown: false,
        };
        let coordinates = self.coordinates(entries, of);
        if let Some((span, help)) = coordinates.clone() {
            self.report(span, format!("{} has no fields `x` and `y`", of.what()), help);
            fields.meant.extend(["tile", "at"]);
        }
        for entry in entries {
            if coordinates.is_none() || !matches!(entry.name(self.text), "x" | "y") {
                self.field(entry, &mut fields);
            }
        }
        Some(fields)
    }

    /// Whether a key can be meant as the name of a field.
    fn is_name_of_field(&self, key: &Node) -> bool {
        matches!(key.value, Value::Word | Value::Text)
    }

    /// The fields `x` and `y` of a struct that has a position instead: where they are, and what would be right.
    fn coordinates(&self, entries: &[KeyValue], of: &Struct) -> Option<(Span, String)> {
        let named = |name: &str| entries.iter().find(|entry| entry.name(self.text) == name);
        let (x, y) = (named("x")?, named("y")?);
        let known = ["tile", "at"].into_iter().find(|name| of.field(name).is_some())?;
        if of.field("x").is_some() {
            return None;
        }
        let numbers = format!("({}, {})", self.slice(x.value.span), self.slice(y.value.span));
        Some((x.key.span.to(x.value.span), format!("write `{known}: {numbers}`")))
    }

    fn field<'n>(&mut self, entry: &'n KeyValue, fields: &mut Fields<'n>) {
        let (of, written) = (fields.of, entry.name(self.text));
        if matches!(entry.key.value, Value::Text) {
            self.problems.report_habit(entry.key.span, "the name of a field has no quotes", "leave out the quotes");
        }
        let Some(name) = of.field_names().find(|known| *known == written) else {
            let names = || of.field_names();
            let of_level = std::ptr::eq(of, &LEVEL);
            fields.has_unknown = true;
            let (lost, meant) = (&mut self.lost, &mut fields.meant);
            self.problems.report_with(entry.key.span, || {
                let likely =
                    nearest(written, names()).map_or_else(|| other_words::meant(written, names()), |name| vec![name]);
                lost.extend(likely.iter().copied().map(kind_in).filter(|_| of_level));
                meant.extend(likely);
                if let Some(help) = other_words::advice(written) {
                    return (format!("{} has no field {}", of.what(), shown(written)), help.to_owned());
                }
                let is_plural = written.strip_suffix('s').is_some_and(|one| of.field(one).is_some());
                let is_other_word = !other_words::meant(written, names()).is_empty();
                let elsewhere =
                    structs_with(written).filter(|(name, _)| !is_plural && !is_other_word && of.field(name).is_none());
                let help = match elsewhere {
                    Some((name, what)) => {
                        Some(format!("`{name}` is a field of {what}; the fields here are {}", list_of(names())))
                    }
                    None => did_you_mean(written, names()),
                };
                let help = help.unwrap_or_else(|| format!("the fields are {}", list_of(names())));
                (format!("{} has no field {}", of.what(), shown(written)), help)
            });
            return;
        };
        match fields.entry(name) {
            Some(first) => {
                self.given_twice(entry.key.span, format!("the field `{name}` is given twice"), first.key.span)
            }
            None => fields.given.push((name, entry)),
        }
    }

    /// Reports something that is there for the second time.
    pub fn given_twice(&mut self, span: Span, message: String, first: Span) {
        let text = self.text;
        self.problems.report_with(span, || (message, format!("it is first given at {}", Problems::place(text, first))));
    }

    /// Reports that there is no such thing as the text of `node` names, and what there is.
    pub fn unknown_name<'n>(
        &mut self,
        node: &Node,
        kind: &str,
        name: &str,
        names: impl Iterator<Item = &'n str> + Clone,
    ) {
        if !self.whole || self.lost.contains(kind) {
            return;
        }
        self.problems.report_with(node.span, || {
            let message = format!("there is no {kind} {}", shown(name));
            if let (None, Some((why, help))) = (names.clone().next(), why_none(kind)) {
                return (format!("{message}: {why}"), help.to_owned());
            }
            let help = did_you_mean(name, names.clone());
            let help = help.unwrap_or_else(|| match list_of(names) {
                none if none.is_empty() => format!("this level has no {kind}s"),
                names => format!("the {kind}s of this level are {names}"),
            });
            (message, help)
        });
    }

    /// The place of the one of these things of a kind that a text names, reported where it names none.
    pub fn name_of<'n>(
        &mut self,
        node: &Node,
        noun: Noun,
        names: impl Iterator<Item = &'n str> + Clone,
    ) -> Option<usize> {
        let example = table::ValueType::NameOf(noun.name()).example();
        let name = self.text(node, &format!("the name of {}", with_article(noun.name())), &example)?;
        let found = names.clone().position(|known| known == name);
        if found.is_none() {
            self.unknown_name(node, noun.name(), &name, names);
        }
        found
    }

    /// The value of a field that the table requires, with or without `Some(...)`; reported where it is missing.
    pub fn required<'n>(&mut self, fields: &Fields<'n>, name: &str) -> Option<&'n Node> {
        let example = match fields.in_table(name).left_out {
            LeftOut::Required(example) => example,
            LeftOut::Is(_) | LeftOut::Words(_) => unreachable!("`{name}` can be left out by the table"),
        };
        let message = || format!("the field `{name}` of {} is missing", fields.what);
        match fields.get(name) {
            None if fields.meant.contains(&name) => None,
            None => {
                self.lacks(fields, &message(), &format!("add `{name}: {example},`"));
                None
            }
            Some(node) if self.is_nothing(node) => {
                self.report(node.span, message(), format!("write `{name}: {example}`"));
                None
            }
            Some(node) => Some(node.bare(self.text)),
        }
    }

    /// The value of a field that may be left out: also `None`, and with or without `Some(...)`.
    pub fn optional<'n>(&self, fields: &Fields<'n>, name: &str) -> Option<&'n Node> {
        fields.get(name)?.given(self.text)
    }

    pub fn text(&mut self, node: &Node, what: &str, example: &str) -> Option<String> {
        if matches!(node.value, Value::Text) {
            return Some(syntax::string(self.text, node.span).into_owned());
        }
        match node.value {
            Value::Word => {
                let help = format!("write `\"{}\"`", self.slice(node.span));
                self.wrong_kind_with(node, what, "a string", help);
            }
            _ => self.wrong_kind(node, what, "a string", example),
        }
        None
    }

    /// A string that names something.
    pub fn name(&mut self, node: &Node, what: &str, example: &str) -> Option<String> {
        let name = self.text(node, what, example)?;
        if !is_name(&name) {
            let help = format!("1 to {} characters on one line, not only spaces", limits::NAME_CHARACTERS);
            self.report(node.span, format!("{what} cannot be {}", shown(&name)), help);
            return None;
        }
        Some(name)
    }

    pub fn bool(&mut self, node: &Node, what: &str) -> Option<bool> {
        if matches!(node.value, Value::Bool) {
            return Some(self.slice(node.span) == "true");
        }
        let meant = match self.slice(node.span).trim_matches('"').to_ascii_lowercase().as_str() {
            "false" | "no" | "off" | "0" | "n" | "f" => "false",
            _ => "true",
        };
        self.wrong_kind(node, what, "`true` or `false`", meant);
        None
    }

    /// Any finite number.
    pub fn finite(&mut self, node: &Node, what: &str, help: &str) -> Option<f32> {
        if !matches!(node.value, Value::Number) {
            if !matches!(node.value, Value::Broken) {
                self.wrong_kind_with(node, what, "a number", self.number_help(node, help));
            }
            return None;
        }
        let number = node.number(self.text)?.rounded();
        if !number.is_finite() {
            let message = format!("{what} must be a finite number, not {}", shown(self.slice(node.span)));
            self.report(node.span, message, help);
            return None;
        }
        Some(number)
    }

    /// What would be right where a number must be: the one that a string holds, with or without a unit.
    fn number_help(&self, node: &Node, help: &str) -> String {
        let written = self.slice(node.span).trim_matches(['"', '\'']).trim();
        let end = written.find(|c: char| !c.is_ascii_digit() && !matches!(c, '.' | '-' | '+')).unwrap_or(written.len());
        let number = &written[..end];
        let is_one = matches!(node.value, Value::Text) && Numeral::read(number).is_some();
        if is_one { format!("write `{number}`: {help}") } else { help.to_owned() }
    }

    pub fn number(&mut self, node: &Node, what: &str, range: RangeInclusive<f32>) -> Option<f32> {
        let help = format!("it is a number from {} to {}", range.start(), range.end());
        let number = self.finite(node, what, &help)?;
        if !range.contains(&number) {
            self.report(node.span, format!("{what} is out of range: {}", shown(self.slice(node.span))), help);
            return None;
        }
        Some(number)
    }

    /// A whole number, of any size.
    pub fn whole(&mut self, node: &Node, what: &str, help: &str) -> Option<i128> {
        let number = match node.value {
            Value::Number => node.number(self.text),
            Value::Broken => return None,
            _ => {
                self.wrong_kind_with(node, what, "a whole number", self.number_help(node, help));
                return None;
            }
        };
        let Some(Numeral::Whole(number)) = number else {
            let message = format!("{what} must be a whole number, not {}", shown(self.slice(node.span)));
            self.report(node.span, message, help);
            return None;
        };
        Some(number)
    }

    /// A whole number of a range.
    pub fn count(&mut self, node: &Node, what: &str, range: RangeInclusive<u64>) -> Option<u64> {
        let help = format!("it is a whole number from {} to {}", range.start(), range.end());
        let number = self.whole(node, what, &help)?;
        let count = u64::try_from(number).ok().filter(|count| range.contains(count));
        if count.is_none() {
            self.report(node.span, format!("{what} is out of range: {}", shown(self.slice(node.span))), help);
        }
        count
    }

    /// One of a few whole numbers.
    pub fn number_of(&mut self, node: &Node, what: &str, numbers: &[u16], unit: Unit) -> Option<u16> {
        let help = format!("it is {} {}", one_of(numbers), unit.name()).trim_end().to_owned();
        let number = self.whole(node, what, &help)?;
        let known = numbers.iter().copied().find(|&known| i128::from(known) == number);
        if known.is_none() {
            self.report(node.span, format!("{what} cannot be {}", shown(self.slice(node.span))), help);
        }
        known
    }

    /// Which of some names a string is.
    pub fn one_of(&mut self, node: &Node, what: &str, names: &[&str]) -> Option<usize> {
        let example = format!("\"{}\"", names[0]);
        let name = self.text(node, &format!("the {what}"), &example)?;
        let found = names.iter().position(|known| *known == name);
        if found.is_none() {
            self.problems.report_with(node.span, || {
                let help = did_you_mean(&name, names.iter().copied());
                let help = help.unwrap_or_else(|| format!("it is one of {}", list_of(names.iter().copied())));
                (format!("there is no {what} {}", shown(&name)), help)
            });
        }
        found
    }

    /// A tuple of two values.
    pub fn pair<'n>(&mut self, node: &'n Node, what: &str, example: &str) -> Option<[&'n Node; 2]> {
        if let (Value::Tuple(values), None) = (&node.value, node.name) {
            if let [first, second] = values.as_slice() {
                return Some([first, second]);
            }
            if node.whole {
                let message = format!("{what} has two numbers, not {}", values.len());
                let commas = if values.len() == 4 { "; the decimal sign is a point" } else { "" };
                self.report(node.span, message, format!("write it like `{example}`{commas}"));
            }
            return None;
        }
        let numbers: Vec<&str> = match &node.value {
            Value::List(values) => values.iter().map(|value| self.slice(value.span)).collect(),
            Value::Fields(entries) | Value::Map(entries) => {
                entries.iter().map(|entry| self.slice(entry.value.span)).collect()
            }
            Value::Text => self.slice(node.span).trim_matches(['"', '(', ')']).split(',').map(str::trim).collect(),
            _ => Vec::new(),
        };
        let are_numbers = numbers.iter().all(|number| Numeral::read(number).is_some());
        match numbers.as_slice() {
            [x, y] if are_numbers => {
                let right = format!("({x}, {y})");
                self.wrong_kind(node, what, "two numbers in round brackets", &right);
            }
            _ => self.wrong_kind(node, what, "two numbers in round brackets", example),
        }
        None
    }

    pub fn point(&mut self, node: &Node, what: &str) -> Option<Vec2> {
        let [x, y] = self.pair(node, what, "(2.5, 1.5)")?;
        let x = self.finite(x, &format!("the x of {what}"), "it is a number of world units");
        let y = self.finite(y, &format!("the y of {what}"), "it is a number of world units");
        Some(Vec2::new(x?, y?))
    }

    /// A tile, whether or not the map has it; coordinates beyond `i32` become the last ones of `i32`.
    pub fn tile(&mut self, node: &Node) -> Option<Cell> {
        let [column, row] = self.pair(node, "a tile", "(2, 1)")?;
        let help = "a tile is `(column, row)`, both counted from 0; `at: (x, y)` is a point in world units";
        let column = self.whole(column, "the column of a tile", help)?;
        let row = self.whole(row, "the row of a tile", help)?;
        let clamp = |number: i128| number.clamp(i32::MIN.into(), i32::MAX.into()) as i32;
        Some(Cell::new(clamp(column), clamp(row)))
    }

    pub fn color(&mut self, node: &Node) -> Option<Color> {
        const HELP: &str = "write red, green and blue in two hexadecimal digits each, like";
        if let Value::Tuple(values) | Value::List(values) = &node.value
            && let Some(rgb) = self.numbers_of_color(values)
        {
            self.wrong_kind(node, "a color", "a string", &rgb);
            return None;
        }
        let written = self.text(node, "a color", "\"#d0401f\"")?;
        let color = Color::parse(&written);
        if color.is_none() {
            let help = format!("{HELP} `\"{}\"`", nearest_color(&written));
            self.report(node.span, format!("{} is not a color", shown(&written)), help);
        }
        color
    }

    /// A color that is written as its red, green and blue from 0 to 255, in the quotes of a level.
    fn numbers_of_color(&self, values: &[Node]) -> Option<String> {
        let part = |value: &Node| match value.number(self.text) {
            Some(Numeral::Whole(number)) => u8::try_from(number).ok(),
            _ => None,
        };
        let [red, green, blue, ..] = values else { return None };
        let (red, green, blue) = (part(red)?, part(green)?, part(blue)?);
        (values.len() <= 4).then(|| format!("\"#{red:02x}{green:02x}{blue:02x}\""))
    }

    /// The entries of a map.
    pub fn map<'n>(&mut self, node: &'n Node, what: &str, example: &str) -> &'n [KeyValue] {
        match &node.value {
            Value::Map(entries) => {
                if !node.whole {
                    self.lost.insert(kind_in(what));
                }
                entries
            }
            Value::Fields(entries) if entries.iter().all(|entry| matches!(entry.key.value, Value::Text)) => {
                let opening = Span { end: node.span.start + 1, ..node.span };
                let help = "write `{` for this `(`, and `}` for its `)`";
                self.problems.report_habit(opening, format!("{what} must be a map, not a struct"), help);
                entries
            }
            _ => {
                self.lost.insert(kind_in(what));
                self.wrong_kind(node, what, "a map", example);
                &[]
            }
        }
    }

    /// The values of a list.
    pub fn list<'n>(&mut self, node: &'n Node, what: &str, example: &str) -> Option<&'n [Node]> {
        match &node.value {
            Value::List(values) => {
                if !node.whole {
                    self.lost.insert(kind_in(what));
                }
                Some(values)
            }
            _ => {
                self.lost.insert(kind_in(what));
                self.wrong_kind(node, what, "a list", example);
                None
            }
        }
    }
}
