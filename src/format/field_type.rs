//! The types of fields: read as the table of the format says, with their ranges and what they are where they are left out,
//! and written.

use glam::Vec2;

use super::locations::Noun;
use super::problem::shown;
use super::reader::{Fields, Reader, with_article};
use super::ron_text::Ron;
use super::syntax::{self, KeyValue, Node};
use super::table::{Field, LeftOut, ValueType};
use super::{
    Axis, Course, DebugPart, Direction, GroundPalette, LinkKind, OpensIn, TerrainLooks, WarningKind, ZoneKind,
};
use crate::method::{Algorithm, Connectivity, CornerRule, DiagonalCost, Heuristic, Mistake, Textbook};
use crate::profile::Color;

/// A type that a field of a struct can have.
pub(crate) trait FieldType: Sized {
    /// Reads a value that is to be as the table says; `what` is what messages call it. `None` where it is at fault, which is
    /// reported.
    fn read(reader: &mut Reader, node: &Node, what: &str, value: &ValueType) -> Option<Self>;

    /// A default as the table writes it; `None` for a type of which the table gives none.
    fn of_default(_: &str) -> Option<Self> {
        None
    }

    /// What a field is that is left out and has no default; `None` if the type has nothing for that.
    fn left_out() -> Option<Self> {
        None
    }

    /// How it is written; `None` where it is left out.
    fn written(&self) -> Option<Ron>;

    /// The number that it is; `None` of what is none, or is left out.
    fn number(&self) -> Option<f32> {
        None
    }
}

impl Field {
    /// What it is where it is left out; `None` where it must be there, or is nothing that the type has.
    pub(crate) fn default<T: FieldType>(&self) -> Option<T> {
        match self.left_out {
            LeftOut::Required(_) => None,
            LeftOut::Is(default) => T::of_default(default),
            LeftOut::Words(_) => T::left_out(),
        }
    }
}

impl Reader<'_> {
    /// The value of a field: what the table says of one that is left out, `None` where the type has nothing for that, or where the
    /// field is missing or at fault, which is reported.
    pub fn take<T: FieldType>(&mut self, fields: &Fields, name: &str) -> Option<T> {
        let field = fields.in_table(name);
        match field.left_out {
            LeftOut::Required(_) => {
                let node = self.required(fields, name)?;
                self.value(node, field)
            }
            LeftOut::Is(_) | LeftOut::Words(_) if self.optional(fields, name).is_none() => field.default(),
            LeftOut::Is(_) | LeftOut::Words(_) => self.take_given(fields, name),
        }
    }

    /// The place among `names`, those of everything that a level calls a `noun`, of the one that a field names, or of the default
    /// of the table where it is left out; `None` where it has no default, or is missing or at fault, which is reported.
    pub fn take_name_of<'n>(
        &mut self,
        fields: &Fields,
        name: &str,
        noun: Noun,
        mut names: impl Iterator<Item = &'n str> + Clone,
    ) -> Option<usize> {
        let node = match fields.in_table(name).left_out {
            LeftOut::Required(_) => self.required(fields, name)?,
            LeftOut::Is(default) if self.optional(fields, name).is_none() => {
                return names.position(|known| Some(known) == String::of_default(default).as_deref());
            }
            LeftOut::Is(_) | LeftOut::Words(_) => self.optional(fields, name)?,
        };
        self.name_of(node, noun, names)
    }

    /// The value of a field that is given: `None` where it is left out, whatever its default, or is at fault, which is
    /// reported.
    pub fn take_given<T: FieldType>(&mut self, fields: &Fields, name: &str) -> Option<T> {
        let node = self.optional(fields, name)?;
        self.value(node, fields.in_table(name))
    }

    /// The fields of a struct that is given: `None` where it is left out or at fault, which is reported.
    pub fn take_struct<'n>(&mut self, fields: &Fields<'n>, name: &str) -> Option<Fields<'n>> {
        let ValueType::Struct(of) = fields.in_table(name).value else { unreachable!("{OTHER_TYPE}: `{name}`") };
        let node = self.optional(fields, name)?;
        self.open(node, of)
    }

    /// The values of a list that is given, as many as the table allows: `None` where it is left out or at fault, which is
    /// reported.
    pub fn take_list<'n>(&mut self, fields: &Fields<'n>, name: &str) -> Option<&'n [Node]> {
        let field = fields.in_table(name);
        let node = match field.left_out {
            LeftOut::Required(_) => self.required(fields, name)?,
            LeftOut::Is(_) | LeftOut::Words(_) => self.optional(fields, name)?,
        };
        let list = self.list(node, &format!("`{name}`"), &field.example())?;
        self.check_length(node, list, fields.what, field).then_some(list)
    }

    /// Whether a list has as many values as the table allows; reported if not.
    pub fn check_length(&mut self, node: &Node, list: &[Node], what: &str, field: &Field) -> bool {
        let Some((_, count, noun)) = field.value.list() else { unreachable!("{OTHER_TYPE}: `{}`", field.name) };
        let (least, most) = (*count.start(), *count.end());
        if list.len() < least && node.whole {
            let message = match least {
                1 => format!("{what} has no {noun}"),
                _ => format!("{what} has at least {least} {noun}, not {}", list.len()),
            };
            self.report(node.span, message, format!("add {noun}: `{}`", field.example()));
        }
        if list.len() > most {
            let message = format!("there are too many {noun}: {}", list.len());
            self.report(list[most].span, message, format!("{what} has at most {most}"));
        }
        count.contains(&list.len())
    }

    /// The entries of a map, as many as the table allows: none where it is left out or at fault, which is reported.
    pub fn take_map<'n>(&mut self, fields: &Fields<'n>, name: &str) -> &'n [KeyValue] {
        let field = fields.in_table(name);
        let ValueType::Map(.., most) = field.value else { unreachable!("{OTHER_TYPE}: `{name}`") };
        let node = self.optional(fields, name);
        let entries = node.map(|node| self.map(node, &format!("`{name}`"), &field.example())).unwrap_or_default();
        match entries.get(most) {
            Some(entry) => {
                let message = format!("there are too many {name}: {}", entries.len());
                self.report(entry.key.span, message, format!("{} has at most {most}", fields.what));
                &entries[..most]
            }
            None => entries,
        }
    }

    fn value<T: FieldType>(&mut self, node: &Node, field: &Field) -> Option<T> {
        T::read(self, node, &format!("`{}`", field.name), &field.value)
    }
}

/// What is said where the code takes a field for another type than the table: a fault of the program, which every level shows
/// that has the field.
const OTHER_TYPE: &str = "the table gives this field another type";

/// Numbers and switches stand in the table, and are written, as they are printed.
macro_rules! as_printed {
    () => {
        fn of_default(written: &str) -> Option<Self> {
            written.parse().ok()
        }

        fn written(&self) -> Option<Ron> {
            Some(Ron::from(*self))
        }
    };
}

impl FieldType for f32 {
    fn read(reader: &mut Reader, node: &Node, what: &str, value: &ValueType) -> Option<f32> {
        match value {
            ValueType::Number(range, _) => reader.number(node, what, range.clone()),
            ValueType::OneOf([number @ ValueType::Number(..), ..]) => f32::read(reader, node, what, number),
            _ => unreachable!("{OTHER_TYPE}: {what}"),
        }
    }

    fn number(&self) -> Option<f32> {
        Some(*self)
    }

    as_printed!();
}

impl FieldType for u64 {
    fn read(reader: &mut Reader, node: &Node, what: &str, value: &ValueType) -> Option<u64> {
        let ValueType::Whole(range, _) = value else { unreachable!("{OTHER_TYPE}: {what}") };
        reader.count(node, what, range.clone())
    }

    fn number(&self) -> Option<f32> {
        Some(*self as f32)
    }

    as_printed!();
}

impl FieldType for u32 {
    fn read(reader: &mut Reader, node: &Node, what: &str, value: &ValueType) -> Option<u32> {
        u64::read(reader, node, what, value).and_then(|count| u32::try_from(count).ok())
    }

    fn number(&self) -> Option<f32> {
        Some(*self as f32)
    }

    as_printed!();
}

/// One of a few whole numbers.
impl FieldType for u16 {
    fn read(reader: &mut Reader, node: &Node, what: &str, value: &ValueType) -> Option<u16> {
        let ValueType::NumberOf(numbers, unit) = value else { unreachable!("{OTHER_TYPE}: {what}") };
        reader.number_of(node, what, numbers, *unit)
    }

    as_printed!();
}

/// The number of neighbours of a cell.
impl FieldType for Connectivity {
    fn read(reader: &mut Reader, node: &Node, what: &str, value: &ValueType) -> Option<Connectivity> {
        u16::read(reader, node, what, value).and_then(|number| Connectivity::named(&number.to_string()))
    }

    fn of_default(written: &str) -> Option<Connectivity> {
        Connectivity::named(written)
    }

    fn written(&self) -> Option<Ron> {
        Some(Ron::trusted(self.name().to_owned()))
    }
}

impl FieldType for bool {
    fn read(reader: &mut Reader, node: &Node, what: &str, _: &ValueType) -> Option<bool> {
        reader.bool(node, what)
    }

    as_printed!();
}

/// A name of something, or any other string.
impl FieldType for String {
    fn read(reader: &mut Reader, node: &Node, what: &str, value: &ValueType) -> Option<String> {
        match value {
            ValueType::Name(noun) => {
                reader.name(node, &format!("the name of {}", with_article(noun)), &value.example())
            }
            _ => reader.text(node, what, &value.example()),
        }
    }

    fn of_default(written: &str) -> Option<String> {
        Some(written.trim_matches('"').to_owned())
    }

    fn written(&self) -> Option<Ron> {
        Some(Ron::from(self.as_str()))
    }
}

impl FieldType for Color {
    fn read(reader: &mut Reader, node: &Node, _: &str, _: &ValueType) -> Option<Color> {
        reader.color(node)
    }

    fn written(&self) -> Option<Ron> {
        Some(Ron::from(self.to_string()))
    }
}

/// A point, or two other numbers in brackets.
impl FieldType for Vec2 {
    fn read(reader: &mut Reader, node: &Node, what: &str, value: &ValueType) -> Option<Vec2> {
        if let ValueType::Point = value {
            return reader.point(node, what);
        }
        let ValueType::Pair(names, number) = value else { unreachable!("{OTHER_TYPE}: {what}") };
        let numbers = reader.pair(node, what, "(2.0, 1.0)")?;
        let [x, y] = [0, 1].map(|index| {
            let what = match names[index] {
                "right" => format!("{what} to the right"),
                "down" => format!("{what} downward"),
                name => format!("the {name} of {what}"),
            };
            f32::read(reader, numbers[index], &what, number)
        });
        Some(Vec2::new(x?, y?))
    }

    fn of_default(written: &str) -> Option<Vec2> {
        let (x, y) = written.strip_prefix('(')?.strip_suffix(')')?.split_once(", ")?;
        Some(Vec2::new(x.parse().ok()?, y.parse().ok()?))
    }

    fn written(&self) -> Option<Ron> {
        Some(Ron::from(*self))
    }
}

/// Two whole numbers in brackets.
impl FieldType for (u32, u32) {
    fn read(reader: &mut Reader, node: &Node, what: &str, value: &ValueType) -> Option<(u32, u32)> {
        let ValueType::Pair(names, number) = value else { unreachable!("{OTHER_TYPE}: {what}") };
        let numbers = reader.pair(node, what, "(64, 48)")?;
        let [one, other] =
            [0, 1].map(|index| u32::read(reader, numbers[index], &format!("the number of {}", names[index]), number));
        one.zip(other)
    }

    fn written(&self) -> Option<Ron> {
        Some(Ron::trusted(format!("({}, {})", self.0, self.1)))
    }
}

/// A value that may be left out.
impl<T: FieldType> FieldType for Option<T> {
    fn read(reader: &mut Reader, node: &Node, what: &str, value: &ValueType) -> Option<Option<T>> {
        T::read(reader, node, what, value).map(Some)
    }

    fn of_default(written: &str) -> Option<Option<T>> {
        T::of_default(written).map(Some)
    }

    fn left_out() -> Option<Option<T>> {
        Some(None)
    }

    fn written(&self) -> Option<Ron> {
        self.as_ref().and_then(T::written)
    }

    fn number(&self) -> Option<f32> {
        self.as_ref().and_then(T::number)
    }
}

/// Choices, each given once.
impl<T: FieldType + PartialEq> FieldType for Vec<T> {
    fn read(reader: &mut Reader, node: &Node, what: &str, value: &ValueType) -> Option<Vec<T>> {
        let Some((choice, ..)) = value.list() else { unreachable!("{OTHER_TYPE}: {what}") };
        let mut given: Vec<(T, &Node)> = Vec::new();
        for node in reader.list(node, what, &value.example())? {
            let Some(read) = T::read(reader, node, what, choice) else { continue };
            match given.iter().find(|(known, _)| *known == read) {
                Some((_, first)) => {
                    let written = shown(&syntax::string(reader.text, node.span));
                    reader.given_twice(node.span, format!("{written} is given twice"), first.span);
                }
                None => given.push((read, node)),
            }
        }
        Some(given.into_iter().map(|(choice, _)| choice).collect())
    }

    fn of_default(written: &str) -> Option<Vec<T>> {
        let items = written.strip_prefix('[')?.strip_suffix(']')?;
        items.split(", ").map(T::of_default).collect()
    }

    fn left_out() -> Option<Vec<T>> {
        Some(Vec::new())
    }

    fn written(&self) -> Option<Ron> {
        (!self.is_empty()).then(|| Ron::list(self.iter().filter_map(T::written)))
    }
}

/// Types of which a level names one by a string; their names stand in the table in the same order.
macro_rules! choices {
    ($($type:ty),*) => {$(
        impl FieldType for $type {
            fn read(reader: &mut Reader, node: &Node, what: &str, value: &ValueType) -> Option<$type> {
                let ValueType::Choice(noun, names) = value else { unreachable!("{OTHER_TYPE}: {what}") };
                reader.one_of(node, noun, names).map(|index| <$type>::ALL[index])
            }

            fn of_default(written: &str) -> Option<$type> {
                <$type>::named(written.trim_matches('"'))
            }

            fn written(&self) -> Option<Ron> {
                Some(Ron::from(self.name()))
            }
        }
    )*};
}

choices!(
    Algorithm,
    Axis,
    CornerRule,
    Course,
    DebugPart,
    DiagonalCost,
    Direction,
    GroundPalette,
    Heuristic,
    LinkKind,
    Mistake,
    OpensIn,
    TerrainLooks,
    Textbook,
    WarningKind,
    ZoneKind
);
