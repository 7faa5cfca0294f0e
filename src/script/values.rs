//! New values of properties, as a script gives them.

use std::fmt;

use serde::de::{Deserialize, DeserializeSeed, Deserializer, Error, MapAccess, Visitor};

use super::choice;
use super::ground::index_of;
use crate::profile::{AgentProfile, Change, Kind, PROPERTIES, Part, Property};
use crate::sim::Simulation;

/// Properties of a profile and their new values; the others stay as they are.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct NewValues(Vec<(&'static Property, f32)>);

impl NewValues {
    /// The profile with a name, or the first of the simulation, with these values.
    pub fn applied(&self, name: Option<&str>, simulation: &Simulation) -> Result<AgentProfile, String> {
        let profiles = simulation.profiles();
        let names = profiles.iter().map(|profile| profile.name.as_str());
        let mut profile = profiles[name.map_or(Ok(0), |name| index_of("profile", name, names))?].clone();
        self.0.iter().for_each(|(property, value)| property.set(&mut profile, *value));
        Ok(profile)
    }

    /// Whether a property has a new value.
    pub fn gives(&self, name: &str) -> bool {
        self.0.iter().any(|(property, _)| property.name == name)
    }

    /// Takes the value of the field with the name of a property.
    pub fn read<'de, A: MapAccess<'de>>(&mut self, name: &str, map: &mut A) -> Result<(), A::Error> {
        let property =
            Property::named(name).ok_or_else(|| A::Error::custom(format!("no property is called {name}")))?;
        self.0.extend(map.next_value_seed(ValueOf(property))?.map(|value| (property, value)));
        Ok(())
    }

    /// Takes the value of a field that is a struct within a profile.
    pub fn read_part<'de, A: MapAccess<'de>>(&mut self, part: PartOf, map: &mut A) -> Result<(), A::Error> {
        self.0.extend(map.next_value_seed(part)?.0);
        Ok(())
    }
}

/// The fields of a struct in a script: some of its own, and the properties of a part that it changes.
pub(super) fn field_names(own: &[&'static str], part: Part, change: Change) -> Vec<&'static str> {
    let properties = PROPERTIES.iter().filter(|property| property.part == part && property.change == change);
    own.iter().copied().chain(properties.map(|property| property.name)).collect()
}

/// Reads the fields of a struct, each with one of `names` and at most once; `read` takes the value of one.
pub(super) fn read_fields<'de, A: MapAccess<'de>>(
    map: &mut A,
    names: &'static [&'static str],
    mut read: impl FnMut(&'static str, &mut A) -> Result<(), A::Error>,
) -> Result<(), A::Error> {
    let mut given = Vec::new();
    while let Some(name) = map.next_key_seed(FieldName(names))? {
        if given.contains(&name) {
            return Err(A::Error::duplicate_field(name));
        }
        given.push(name);
        read(name, map)?;
    }
    Ok(())
}

/// Reads the name of a field, one of several.
struct FieldName(&'static [&'static str]);

impl<'de> DeserializeSeed<'de> for FieldName {
    type Value = &'static str;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<&'static str, D::Error> {
        deserializer.deserialize_identifier(self)
    }
}

impl Visitor<'_> for FieldName {
    type Value = &'static str;

    fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str("the name of a field")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<&'static str, E> {
        let known = self.0.iter().copied().find(|known| *known == name);
        known.ok_or_else(|| E::unknown_field(name, self.0))
    }
}

/// Reads the value of a property: none for `None`.
struct ValueOf(&'static Property);

impl<'de> DeserializeSeed<'de> for ValueOf {
    type Value = Option<f32>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Option<f32>, D::Error> {
        match &self.0.kind {
            Kind::Number { .. } => Option::deserialize(deserializer),
            Kind::Count { .. } | Kind::OneOf { .. } => Ok(Option::<u8>::deserialize(deserializer)?.map(f32::from)),
            Kind::Switch { .. } => {
                Ok(Option::<bool>::deserialize(deserializer)?.map(|is_on| f32::from(u8::from(is_on))))
            }
            Kind::Choice { names, .. } => {
                let Some(name) = Option::<String>::deserialize(deserializer)? else { return Ok(None) };
                let index = names().iter().position(|known| *known == name);
                let unknown = || format!("there is no {} {name:?}; {}", self.0.in_words(), choice(&name, &names()));
                index.map(|index| Some(index as f32)).ok_or_else(|| D::Error::custom(unknown()))
            }
            Kind::Color | Kind::AreaCosts | Kind::ForbiddenAreas | Kind::Abilities | Kind::Layers => {
                Err(D::Error::custom(format!("`{}` cannot be changed by a script", self.0.name)))
            }
        }
    }
}

/// Reads a struct within a profile.
pub(super) struct PartOf {
    /// What it may be called.
    pub name: &'static str,
    pub fields: &'static [&'static str],
}

impl<'de> DeserializeSeed<'de> for PartOf {
    type Value = NewValues;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<NewValues, D::Error> {
        deserializer.deserialize_struct(self.name, self.fields, self)
    }
}

impl<'de> Visitor<'de> for PartOf {
    type Value = NewValues;

    fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        write!(formatter, "the fields of {} in round brackets", self.name)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<NewValues, A::Error> {
        let mut values = NewValues::default();
        read_fields(&mut map, self.fields, |name, map| values.read(name, map))?;
        Ok(values)
    }
}
