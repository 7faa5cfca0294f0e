//! A level as its author's text, changed in place.

use std::ops::Range;

use super::bracket::{Bracket, Taken, line_end};
use super::drawing::Drawing;
use super::field_path::{self, FieldPath, Step};
use super::patch::{Replacement, Splices};
use super::{Affected, EditError, MapMove};
use crate::format::problem::{LevelError, Problems, Span};
use crate::format::ron_text::Ron;
use crate::format::syntax::{self, Node, Numeral, Value};
use crate::format::table::{LEVEL, SPOTS};
use crate::grid::{Cell, Rect};
use crate::level::{Level, Target, resolve};

/// The text of a level, with its tree and its meaning kept true while it is edited. The level can always be read.
///
/// ```
/// use footpath::grid::Cell;
/// use footpath::level::edit::{Document, Edit, FieldPath};
/// let text = "(version: 1, name: \"Tiny\", legend: {'.': \"grass\"}, rows: [\"....\"], // drawn by hand
///     agents: [(tile: ( 0,0 ))])";
/// let mut document = Document::open("tiny.ron", text.to_owned()).unwrap();
/// document.apply(&Edit::set(FieldPath::field("agents").item(0).then("tile"), Cell::new(3, 0))).unwrap();
/// assert_eq!(document.text(), text.replace("( 0,0 )", "( 3,0 )"));
/// assert_eq!(document.level().agents[0].position.x, 3.5);
/// ```
pub struct Document {
    /// The file as messages name it.
    pub file: String,
    pub(super) text: String,
    pub(super) root: Node,
    /// Whether the syntax of the text is sound; it always is, except in the middle of an edit.
    is_sound: bool,
    pub(super) level: Level,
}

/// What an edit has done to a document; with it the edit can be taken back and done again.
#[derive(Clone, Debug, Default)]
pub struct Change {
    pub(super) steps: Vec<ChangeStep>,
}

/// A change of the text, and what it changes of the level.
#[derive(Clone, Debug)]
pub(super) struct ChangeStep {
    pub patch: Splices,
    pub reach: Affected,
}

impl Change {
    /// Whether the text is as it was.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// Takes in what is done next; pieces of text that are changed again are not kept twice.
    pub(super) fn join(&mut self, next: Change) {
        for step in next.steps {
            let joined = match (self.steps.last_mut(), &step.reach) {
                (Some(last), Affected::Everything) if matches!(last.reach, Affected::Everything) => {
                    last.patch.join(&step.patch)
                }
                _ => false,
            };
            if !joined {
                self.steps.push(step);
            }
        }
    }

    /// What is replaced in the text by changes that are done in this order, or taken back.
    pub(super) fn replacements<'c>(
        changes: impl DoubleEndedIterator<Item = &'c Change>,
        is_back: bool,
    ) -> Vec<Vec<Replacement>> {
        let forward = changes.flat_map(|change| &change.steps).map(|step| &step.patch);
        match is_back {
            true => forward.rev().map(|patch| patch.inverse().replacements()).collect(),
            false => forward.map(Splices::replacements).collect(),
        }
    }

    /// Everything that it changes of the level; if it `is_back`, when it is taken back.
    pub(super) fn affected(&self, is_back: bool) -> Affected {
        let all = match is_back {
            true => self.steps.iter().rev().fold(Affected::Nothing, |all, step| all.and(&step.reach.inverse())),
            false => self.steps.iter().fold(Affected::Nothing, |all, step| all.and(&step.reach)),
        };
        all.in_order()
    }

    /// The number of bytes that it takes away and puts in.
    pub(super) fn bytes(&self) -> usize {
        self.steps.iter().map(|step| step.patch.bytes()).sum()
    }

    /// Whether it moves the map.
    pub(super) fn moves_map(&self) -> bool {
        self.steps.iter().any(|step| matches!(step.reach, Affected::Moved(_)))
    }

    /// Notes of the steps from one on that together they move the map, and do nothing else.
    pub(super) fn mark_as_move(&mut self, first: usize, moved: MapMove) {
        for step in &mut self.steps[first..] {
            step.reach = Affected::Nothing;
        }
        if let Some(last) = self.steps[first..].last_mut() {
            last.reach = Affected::Moved(moved);
        }
    }
}

impl Document {
    /// Takes a text that can be read as a level; `file` names it in messages.
    ///
    /// # Errors
    /// Every mistake in the text.
    pub fn open(file: &str, text: String) -> Result<Document, LevelError> {
        let (root, level, _) = resolve::tree_and_level(file, &text)?;
        Ok(Document { file: file.to_owned(), text, root, is_sound: true, level })
    }

    /// The text as it is now: what is saved.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// What the text means: what [`Level::parse`] would read from it.
    pub fn level(&self) -> &Level {
        &self.level
    }

    /// The text of what is at a path; `None` where the text has no such thing, as with fields that are left out.
    pub fn source(&self, path: &FieldPath) -> Option<&str> {
        self.span(path).map(|span| &self.text[span])
    }

    /// Where in the text something is, in bytes.
    pub fn span(&self, path: &FieldPath) -> Option<Range<usize>> {
        field_path::find(&self.text, &self.root, &path.0).map(|node| node.span.range())
    }

    /// The paths of what is in the struct, list or map at a path, in their order; empty where it is no such thing.
    pub fn paths_in(&self, path: &FieldPath) -> Vec<FieldPath> {
        let Some(node) = field_path::find(&self.text, &self.root, &path.0) else { return Vec::new() };
        let step = |(index, (key, _)): (usize, (Option<&Node>, &Node))| match key {
            Some(key) => match key.value {
                Value::Text => Step::Key(syntax::string(&self.text, key.span).into_owned()),
                Value::Character(character) => Step::Key(character.to_string()),
                _ => {
                    let name = &self.text[key.span.range()];
                    Step::Field(name.strip_prefix("r#").unwrap_or(name).to_owned())
                }
            },
            None => Step::Item(index),
        };
        let steps = field_path::items(node.bare(&self.text)).into_iter().enumerate().map(step);
        steps.map(|step| FieldPath(path.0.iter().cloned().chain([step]).collect())).collect()
    }

    /// The path of the innermost thing whose text holds a byte: what a message about that place is about.
    pub fn path_at(&self, byte: usize) -> FieldPath {
        let mut path = FieldPath::default();
        while let Some(inner) = self.paths_in(&path).into_iter().find(|path| {
            let value = self.span(path).unwrap_or_default();
            value.start <= byte && byte < value.end
        }) {
            path = inner;
        }
        path
    }

    /// Takes the last changes back, or does again those that were taken back, given in the order in which they were done.
    pub(super) fn travel<'c>(
        &mut self,
        changes: impl DoubleEndedIterator<Item = &'c Change>,
        is_back: bool,
    ) -> Affected {
        let mut affected = Affected::Nothing;
        if is_back {
            for change in changes.rev() {
                change.steps.iter().rev().for_each(|step| self.put(&step.patch.inverse()));
                affected = affected.and(&change.affected(true));
            }
        } else {
            for change in changes {
                change.steps.iter().for_each(|step| self.put(&step.patch));
                affected = affected.and(&change.affected(false));
            }
        }
        let affected = affected.in_order();
        // A text that has been there before can be read.
        let read = self.read(&affected, false);
        debug_assert!(read.is_ok(), "{read:?}");
        affected
    }

    /// Does what has been done to another document of the same text: what was replaced in it, one text after the other, and
    /// what that changed of the level.
    ///
    /// ```
    /// use footpath::grid::Cell;
    /// use footpath::level::edit::{Brush, Document, Edit, History};
    /// let text = "(version: 1, name: \"Tiny\", legend: {'.': \"grass\"}, rows: [\"....\"])".to_owned();
    /// let mut other = Document::open("tiny.ron", text.clone()).unwrap();
    /// let mut history = History::of(Document::open("tiny.ron", text).unwrap());
    /// let wall = Edit::Paint { brush: Brush::Terrain("wall".to_owned()), cells: vec![Cell::new(1, 0)] };
    /// let affected = history.apply("Paint 1 tile", &wall).unwrap();
    /// other.retrace(history.latest(), &affected).unwrap();
    /// assert_eq!((other.text(), other.level()), (history.document().text(), history.document().level()));
    /// ```
    ///
    /// # Errors
    /// Where the text has no such pieces, or would leave a level that cannot be read. Then nothing is changed.
    pub fn retrace(&mut self, replaced: &[Vec<Replacement>], affected: &Affected) -> Result<(), EditError> {
        let mut done: Vec<Splices> = Vec::new();
        let mut outcome = Ok(());
        for replacements in replaced {
            let Some(patch) = Splices::of(&self.text, replacements) else {
                let message = "the text has no such pieces to be replaced: it is not the text that was edited";
                outcome = Err(EditError::Impossible(message.to_owned()));
                break;
            };
            self.put(&patch);
            done.push(patch);
        }
        let lattice = &self.level.map.lattice;
        let is_on_map = |cells: &Vec<Cell>| cells.iter().all(|cell| lattice.contains(*cell));
        let reach = match affected {
            Affected::Tiles(cells) if !is_on_map(cells) => &Affected::Everything,
            affected => affected,
        };
        let outcome = outcome.and_then(|()| self.read(reach, true).map_err(EditError::Unreadable));
        if outcome.is_err() {
            done.iter().rev().for_each(|patch| self.put(&patch.inverse()));
        }
        outcome
    }

    /// Brings the level up to date with the text; where that fails, the level stays as it was.
    pub(super) fn read(&mut self, affected: &Affected, is_new: bool) -> Result<(), LevelError> {
        if !self.is_sound {
            // For its messages.
            (self.root, self.level, _) = resolve::tree_and_level(&self.file, &self.text)?;
            self.is_sound = true;
            return Ok(());
        }
        match affected {
            Affected::Nothing => return Ok(()),
            Affected::Tiles(cells) => {
                if self.redraw(cells, is_new) {
                    return Ok(());
                }
            }
            Affected::Moved(_) | Affected::Everything => {}
        }
        self.level = resolve::level_of_tree(&self.file, &self.text, &self.root)?;
        Ok(())
    }

    /// Changes only the ground of some tiles to what is drawn now. Gives `false`, and changes nothing, where the rest of the
    /// level could depend on that ground or, if it `is_new`, the level could not be read with it.
    fn redraw(&mut self, cells: &[Cell], is_new: bool) -> bool {
        let Some(drawing) = Drawing::of(&self.text, &self.root) else { return false };
        let is_generated = ["generate", "stamps"].iter().any(|field| self.root.field(&self.text, field).is_some());
        // Agents of a group, or anywhere in some tiles, stand where the ground has room for them.
        let agents = self.root.field(&self.text, "agents").map(field_path::items).unwrap_or_default();
        let is_drawn = |agent: &Node| ["count", "in"].iter().any(|name| agent.field(&self.text, name).is_some());
        let has_groups = agents.iter().any(|(_, agent)| is_drawn(agent));
        if drawing.has_ramps() || is_generated || has_groups {
            return false;
        }
        let Some(before) = drawing.redraw(&mut self.level.map, cells) else { return false };
        if is_new && !self.has_room_around(cells) {
            before.restore(&mut self.level.map);
            return false;
        }
        true
    }

    /// Whether everything that stands on these tiles, or near them, can be there.
    fn has_room_around(&self, cells: &[Cell]) -> bool {
        let Some(changed) = Rect::around(cells.iter().copied()) else { return true };
        let map = &self.level.map;
        let walkable = |cell: Cell| !changed.contains(cell) || map.is_walkable(cell);
        let ends = map.links.iter().flat_map(|link| [link.from, link.to]).map(|end| map.lattice.tile_at(end));
        if !ends.chain(self.level.switches.iter().map(|switch| switch.tile)).all(walkable) {
            return false;
        }
        self.level.agents.iter().all(|agent| {
            let profile = &self.level.profiles[agent.profile];
            let reach = (profile.radius / map.lattice.tile_size).ceil() as i32 + 1;
            let near = changed.grown(reach).contains(map.lattice.tile_at(agent.position));
            !near || resolve::has_room(map, profile, agent.position)
        })
    }

    /// Puts a patch into the text and keeps the tree true.
    pub(super) fn put(&mut self, patch: &Splices) {
        let replaced = patch.replaced();
        patch.apply(&mut self.text);
        if !(self.is_sound && syntax::update(&mut self.root, &self.text, &replaced)) {
            let mut problems = Problems::default();
            self.root = syntax::parse(&self.text, &mut problems);
            self.is_sound = problems.is_empty();
        }
    }

    /// Does a step of an edit.
    pub(super) fn step(&mut self, patch: Splices, reach: Affected, change: &mut Change) {
        if !patch.is_empty() {
            self.put(&patch);
            change.steps.push(ChangeStep { patch, reach });
        }
    }

    fn missing(path: &[Step]) -> EditError {
        EditError::Missing(FieldPath(path.to_vec()))
    }

    /// The value at a path; the steps must be there.
    pub(super) fn find(&self, steps: &[Step]) -> Result<&Node, EditError> {
        field_path::find(&self.text, &self.root, steps).ok_or_else(|| Document::missing(steps))
    }

    pub(super) fn set(&mut self, path: &FieldPath, value: &Ron, change: &mut Change) -> Result<(), EditError> {
        let Ok(old) = self.find(&path.0) else { return self.insert(path, value, change) };
        let new = syntax::parse(value.as_str(), &mut Problems::default());
        let mut patch = Splices::default();
        respell((&self.text, old), (value.as_str(), &new), &mut patch);
        self.step(patch, Affected::Everything, change);
        Ok(())
    }

    /// Says where something is, by the field that it has for that or by another one in its place.
    pub(super) fn put_thing(
        &mut self,
        path: &FieldPath,
        position: &Target,
        change: &mut Change,
    ) -> Result<(), EditError> {
        let (field, value) = match position {
            Target::Tile(tile) => ("tile", Ron::from(*tile)),
            Target::Point(point) => ("at", Ron::from(*point)),
            Target::Place(name) => ("place", Ron::from(name.as_str())),
        };
        let thing = self.find(&path.0)?.bare(&self.text);
        if let Value::Fields(entries) = &thing.value
            && let Some(entry) = entries.iter().find(|entry| SPOTS.contains(&entry.name(&self.text)))
            && entry.name(&self.text) != field
        {
            let mut patch = Splices::default();
            patch.replace(&self.text, entry.key.span, field);
            patch.replace(&self.text, entry.value.span, value.as_str());
            self.step(patch, Affected::Everything, change);
            return Ok(());
        }
        self.set(&path.clone().then(field), &value, change)
    }

    pub(super) fn insert(&mut self, path: &FieldPath, value: &Ron, change: &mut Change) -> Result<(), EditError> {
        // What is missing above it is made with it.
        let there =
            (0..path.0.len()).rev().find(|&count| field_path::find(&self.text, &self.root, &path.0[..count]).is_some());
        let Some(count) = there else { return Err(Document::missing(&path.0)) };
        let (above, missing) = path.0.split_at(count);
        let [step, below @ ..] = missing else { return Err(Document::missing(&path.0)) };
        let spread = above.is_empty() && !below.is_empty();
        let item =
            self.item_text(step, &wrapped(below, value, spread).ok_or_else(|| Document::missing(&path.0))?, above);
        let bracket_node = self.find(above)?.bare(&self.text);
        let fits = matches!(
            (&bracket_node.value, step),
            (Value::Fields(_), Step::Field(_)) | (Value::List(_), Step::Item(_)) | (Value::Map(_), Step::Key(_))
        );
        let is_empty_struct = matches!(&bracket_node.value, Value::Tuple(values) if values.is_empty());
        if !(fits || is_empty_struct && matches!(step, Step::Field(_))) {
            return Err(Document::missing(&path.0));
        }
        let items = field_path::items(bracket_node);
        let index = match step {
            Step::Item(index) if *index > items.len() => return Err(Document::missing(&path.0)),
            Step::Item(index) => *index,
            _ if field_path::position(&self.text, bracket_node, step).is_some() => {
                return Err(EditError::Exists(FieldPath(path.0[..=count].to_vec())));
            }
            Step::Field(name) if above.is_empty() => self.place_of_field(name),
            _ => items.len(),
        };
        let indentation = self.indentation();
        let alone = (above.len() == 1).then(|| indentation.repeat(2));
        let item = if above.is_empty() { indented(&item, &indentation, line_end(&self.text)) } else { item };
        let mut patch = Splices::default();
        let bracket = Bracket::of(&self.text, bracket_node).ok_or_else(|| Document::missing(&path.0))?;
        let taken = Taken { item, behind: String::new() };
        bracket.insert(index, &taken, alone.as_deref(), &mut patch);
        self.step(patch, Affected::Everything, change);
        Ok(())
    }

    /// An item as it stands in its bracket, with its key.
    fn item_text(&self, step: &Step, value: &str, above: &[Step]) -> String {
        match step {
            Step::Field(name) => format!("{name}: {value}"),
            Step::Item(_) => value.to_owned(),
            Step::Key(key) => {
                let mut characters = key.chars();
                match (above, characters.next(), characters.next()) {
                    ([Step::Field(field)], Some(character), None) if field == "legend" => {
                        format!("{}: {value}", Ron::character(character))
                    }
                    _ => format!("{}: {value}", Ron::from(key.as_str())),
                }
            }
        }
    }

    /// Before which of the fields of the level a new one belongs: fields keep the order in which the format lists them.
    fn place_of_field(&self, name: &str) -> usize {
        let order = |name: &str| LEVEL.fields.iter().position(|field| field.name == name);
        let Value::Fields(entries) = &self.root.value else { return 0 };
        let before = |entry: &syntax::KeyValue| order(entry.name(&self.text)) < order(name);
        entries.iter().rposition(before).map_or(0, |last| last + 1)
    }

    /// One step of indentation, as the level has it.
    pub(super) fn indentation(&self) -> String {
        let own = field_path::items(&self.root).into_iter().find_map(|(key, value)| {
            let start = key.unwrap_or(value).span.start as usize;
            let line = self.text[..start].rfind('\n').map_or(0, |end| end + 1);
            let before = &self.text[line..start];
            let is_own = line > self.root.span.start as usize && !before.is_empty();
            (is_own && before.chars().all(|c| c == ' ' || c == '\t')).then_some(before)
        });
        own.unwrap_or("    ").to_owned()
    }

    /// Where an item is: its bracket's value, and which of the items it is.
    fn item(&self, path: &FieldPath) -> Result<(&Node, usize), EditError> {
        let Some((step, above)) = path.0.split_last() else { return Err(Document::missing(&path.0)) };
        let node = self.find(above)?.bare(&self.text);
        let index = field_path::position(&self.text, node, step).ok_or_else(|| Document::missing(&path.0))?;
        Ok((node, index))
    }

    pub(super) fn remove(&mut self, path: &FieldPath, change: &mut Change) -> Result<Taken, EditError> {
        let (node, index) = self.item(path)?;
        let bracket = Bracket::of(&self.text, node).ok_or_else(|| Document::missing(&path.0))?;
        let mut patch = Splices::default();
        let taken = bracket.remove(index, &mut patch);
        self.step(patch, Affected::Everything, change);
        Ok(taken)
    }

    pub(super) fn reorder(&mut self, path: &FieldPath, to: usize, change: &mut Change) -> Result<(), EditError> {
        let (node, index) = self.item(path)?;
        let count = field_path::items(node).len();
        let above = path.0[..path.0.len() - 1].to_vec();
        if to >= count {
            return Err(Document::missing(&[above, vec![Step::Item(to)]].concat()));
        }
        if to == index {
            return Ok(());
        }
        let taken = self.remove(path, change)?;
        let node = self.find(&above)?.bare(&self.text);
        let bracket = Bracket::of(&self.text, node).ok_or_else(|| Document::missing(&above))?;
        let mut patch = Splices::default();
        bracket.insert(to, &taken, None, &mut patch);
        self.step(patch, Affected::Everything, change);
        Ok(())
    }

    /// Replaces the piece in which another text differs.
    pub(super) fn replace_text(&mut self, text: &str, change: &mut Change) {
        let old = &self.text;
        let before = old.bytes().zip(text.bytes()).take_while(|(old, new)| old == new).count();
        let before = (0..=before).rev().find(|&at| old.is_char_boundary(at) && text.is_char_boundary(at)).unwrap_or(0);
        let (old_rest, new_rest) = (&old[before..], &text[before..]);
        let after = old_rest.bytes().rev().zip(new_rest.bytes().rev()).take_while(|(old, new)| old == new).count();
        let fits = |at: &usize| {
            old_rest.is_char_boundary(old_rest.len() - at) && new_rest.is_char_boundary(new_rest.len() - at)
        };
        let after = (0..=after).rev().find(fits).unwrap_or(0);
        let mut patch = Splices::default();
        let inserted = &new_rest[..new_rest.len() - after];
        patch.replace(old, Span::new(before, old.len() - after), inserted);
        self.step(patch, Affected::Everything, change);
    }
}

/// A value in the lists, maps and structs that are missing around it; `None` where a list would not begin at its first
/// item. If it is to be `spread`, the outermost gets a line for its item.
fn wrapped(missing: &[Step], value: &Ron, spread: bool) -> Option<String> {
    let Some((step, below)) = missing.split_first() else { return Some(value.to_string()) };
    let inside = wrapped(below, value, false)?;
    let (opening, inside, closing) = match step {
        Step::Field(name) => ('(', format!("{name}: {inside}"), ')'),
        Step::Item(0) => ('[', inside, ']'),
        Step::Item(_) => return None,
        Step::Key(key) => ('{', format!("{}: {inside}", Ron::from(key.as_str())), '}'),
    };
    Some(if spread { format!("{opening}\n    {inside},\n{closing}") } else { format!("{opening}{inside}{closing}") })
}

/// A text of several lines, the second and later ones indented; what is in strings stays.
pub(super) fn indented(text: &str, indentation: &str, line_end: &str) -> String {
    let tokens = syntax::tokens(text, &mut Problems::default());
    let piece = |token: &syntax::Token| {
        let piece = &text[token.span.range()];
        match token.kind {
            syntax::TokenKind::Blank => {
                piece.replace("    ", indentation).replace('\n', &format!("{line_end}{indentation}"))
            }
            _ => piece.to_owned(),
        }
    };
    tokens.iter().map(piece).collect()
}

/// Changes a value into another: only what it says differently, the smallest pieces of it.
fn respell((text, old): (&str, &Node), (new_text, new): (&str, &Node), patch: &mut Splices) {
    let name = |text: &str, node: &Node| node.name.map(|name| text[name.range()].to_owned());
    let plain = old.bare(text);
    let is_some = name(new_text, new).is_some_and(|name| name == "Some");
    let old = if is_some { old } else { plain };
    let inner = |node: &'_ Node| field_path::items(node).len();
    let alike = name(text, old) == name(new_text, new) && inner(old) == inner(new);
    let same = match (&old.value, &new.value) {
        (Value::Tuple(_), Value::Tuple(_)) | (Value::List(_), Value::List(_)) => alike,
        (Value::Fields(old_entries), Value::Fields(new_entries)) => {
            let names = old_entries.iter().zip(new_entries);
            alike && names.into_iter().all(|(a, b)| a.name(text) == b.name(new_text))
        }
        (Value::Map(old_entries), Value::Map(new_entries)) => {
            let key = |text: &str, entry: &syntax::KeyValue| match entry.key.value {
                Value::Text => syntax::string(text, entry.key.span).into_owned(),
                _ => text[entry.key.span.range()].to_owned(),
            };
            alike && old_entries.iter().zip(new_entries).all(|(a, b)| key(text, a) == key(new_text, b))
        }
        (Value::Number, Value::Number) => match (old.number(text), new.number(new_text)) {
            (Some(Numeral::Whole(old)), Some(Numeral::Whole(new))) if old == new => return,
            (Some(Numeral::Whole(_)), Some(Numeral::Whole(_))) => false,
            (Some(old), Some(new)) if old.rounded() == new.rounded() => return,
            _ => false,
        },
        (Value::Text, Value::Text) if syntax::string(text, old.span) == syntax::string(new_text, new.span) => return,
        _ => false,
    };
    if !same {
        patch.replace(text, old.span, &new_text[new.span.range()]);
        return;
    }
    for ((_, old), (_, new)) in field_path::items(old).into_iter().zip(field_path::items(new)) {
        respell((text, old), (new_text, new), patch);
    }
}
