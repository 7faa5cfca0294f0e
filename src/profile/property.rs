//! A property of a profile: what it is called, what it may be, what it changes, and how it is read and set.

use std::ops::RangeInclusive;

use super::{AREA_COST, AgentProfile, Flocking, PROPERTIES, Rays};

/// A property of a profile. Level files, scripts, refusals, the inspector and the reference of the format all go by
/// [`PROPERTIES`].
#[derive(Debug)]
pub struct Property {
    /// Its field in a level file; no two properties share one.
    pub name: &'static str,
    /// What a panel calls it: at most 13 characters, so that it fits on a phone.
    pub label: &'static str,
    /// The struct of a level file in which its field stands.
    pub part: ProfilePart,
    /// The page of the inspector and the section of the reference to which it belongs.
    pub topic: Topic,
    /// The step of a script that changes it while the level runs.
    pub change: Mutability,
    /// What it may be, and where a profile keeps it.
    pub kind: PropertyKind,
    /// What it changes, in a phrase without the unit.
    pub about: &'static str,
}

/// A struct of a level file whose fields are properties.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProfilePart {
    /// The profile.
    Profile,
    /// Its `rays`.
    Rays,
    /// Its `flocking`.
    Flocking,
}

/// What properties are about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topic {
    /// The body and how fast it moves.
    Body,
    /// The ground on which it can walk.
    Ground,
    /// What the ground costs it.
    Cost,
    /// How it finds and follows a route.
    Route,
    /// How it behaves among others.
    Others,
    /// What it perceives.
    Senses,
}

/// How a property can be changed while the level runs: by which step of a script.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mutability {
    /// `Tune`: from the next tick on.
    Tune,
    /// `Bake`: the ground is baked again, because the property decides where the agent can walk or what that costs.
    Bake,
    /// No step.
    Never,
}

/// The unit of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// None: it is a factor or a weight.
    None,
    /// World units.
    Length,
    /// World units a second.
    Speed,
    /// World units a second squared.
    Acceleration,
    /// Degrees, as the size of an angle.
    Angle,
    /// Degrees clockwise from the right, as a direction on the map: it turns with the map.
    Direction,
    /// Degrees a second.
    AngularSpeed,
    /// Seconds.
    Time,
}

/// What a property may be, and where a profile keeps it.
#[derive(Debug)]
pub enum PropertyKind {
    /// A number.
    Number {
        /// From the least to the greatest.
        range: RangeInclusive<f32>,
        /// By how much a panel changes it at a time.
        step: f32,
        /// Its unit.
        unit: Unit,
        /// The property whose value it has unless a level says otherwise.
        follows: Option<Followed>,
        /// Where it is kept.
        field: Accessor<f32>,
    },
    /// A whole number.
    Count {
        /// From the least to the greatest.
        range: RangeInclusive<u8>,
        /// Where it is kept.
        field: Accessor<u8>,
    },
    /// One of a few whole numbers.
    OneOf {
        /// All of them, in ascending order.
        numbers: &'static [u16],
        /// Where it is kept.
        field: Accessor<u8>,
    },
    /// Yes or no.
    Switch {
        /// Where it is kept.
        field: Accessor<bool>,
    },
    /// One of several names.
    Choice {
        /// All names.
        names: fn() -> Vec<&'static str>,
        /// Where the index of the chosen name is kept.
        field: Accessor<usize>,
    },
    /// A colour.
    Color,
    /// What some areas cost.
    AreaCosts,
    /// The areas that it may not enter.
    ForbiddenAreas,
    /// The names of abilities.
    Abilities,
    /// Layers of obstacles.
    Layers,
}

/// A property that another one follows.
#[derive(Debug)]
pub struct Followed {
    /// Its name; it stands earlier in the table.
    pub name: &'static str,
    /// How many times its value the one that follows it is at least.
    pub least: f32,
    /// How many times its value the one that follows it is at most.
    pub most: f32,
}

/// Where a profile keeps a value.
#[derive(Debug)]
pub struct Accessor<T> {
    /// Reads it.
    pub get: fn(&AgentProfile) -> T,
    /// Sets it.
    pub set: fn(&mut AgentProfile, T),
}

impl ProfilePart {
    /// The fields of the struct in a level file that are properties, in the order of the table.
    pub fn properties(self) -> impl Iterator<Item = &'static Property> {
        PROPERTIES.iter().filter(move |property| property.part == self)
    }

    /// Gives a profile what an empty struct in a level file stands for; a profile's own properties stay as they are.
    pub fn begin(self, profile: &mut AgentProfile) {
        match self {
            ProfilePart::Profile => {}
            ProfilePart::Rays => profile.rays = Rays { whiskers: Rays::WHISKERS, ..Rays::default() },
            ProfilePart::Flocking => profile.flocking = Flocking::default(),
        }
    }
}

impl Unit {
    /// What texts call it.
    pub fn name(self) -> &'static str {
        match self {
            Unit::None => "",
            Unit::Length => "world units",
            Unit::Speed => "world units a second",
            Unit::Acceleration => "world units a second squared",
            Unit::Angle | Unit::Direction => "degrees",
            Unit::AngularSpeed => "degrees a second",
            Unit::Time => "seconds",
        }
    }

    /// What stands behind a number in a panel: nothing where world units go without saying.
    pub fn sign(self) -> &'static str {
        match self {
            Unit::Angle | Unit::Direction => "°",
            Unit::AngularSpeed => "°/s",
            Unit::Time => " s",
            Unit::None | Unit::Length | Unit::Speed | Unit::Acceleration => "",
        }
    }
}

impl Property {
    /// The property with a name.
    ///
    /// ```
    /// use footpath::profile::{AgentProfile, Property};
    /// let speed = Property::named("speed").unwrap();
    /// let mut walker = AgentProfile::default();
    /// speed.set(&mut walker, 2.5);
    /// assert_eq!((speed.value(&walker), walker.speed), (Some(2.5), 2.5));
    /// ```
    pub fn named(name: &str) -> Option<&'static Property> {
        PROPERTIES.iter().find(|property| property.name == name)
    }

    /// The name in plain words, such as `sight angle`.
    pub fn in_words(&self) -> String {
        self.name.replace('_', " ")
    }

    /// The value as a number: of a switch 0 or 1, of a choice its index. Colours, areas, abilities and layers have none.
    pub fn value(&self, profile: &AgentProfile) -> Option<f32> {
        match &self.kind {
            PropertyKind::Number { field, .. } => Some((field.get)(profile)),
            PropertyKind::Count { field, .. } | PropertyKind::OneOf { field, .. } => {
                Some(f32::from((field.get)(profile)))
            }
            PropertyKind::Switch { field } => Some(f32::from(u8::from((field.get)(profile)))),
            PropertyKind::Choice { field, .. } => Some((field.get)(profile) as f32),
            PropertyKind::Color
            | PropertyKind::AreaCosts
            | PropertyKind::ForbiddenAreas
            | PropertyKind::Abilities
            | PropertyKind::Layers => None,
        }
    }

    /// Gives it a value, a number as [`Property::value`] tells it, whether or not that is in its range; of what has no
    /// such value nothing changes.
    pub fn set(&self, profile: &mut AgentProfile, value: f32) {
        match &self.kind {
            PropertyKind::Number { field, .. } => (field.set)(profile, value),
            PropertyKind::Count { field, .. } | PropertyKind::OneOf { field, .. } => (field.set)(profile, value as u8),
            PropertyKind::Switch { field } => (field.set)(profile, value != 0.0),
            PropertyKind::Choice { field, .. } => (field.set)(profile, value as usize),
            PropertyKind::Color
            | PropertyKind::AreaCosts
            | PropertyKind::ForbiddenAreas
            | PropertyKind::Abilities
            | PropertyKind::Layers => {}
        }
    }

    /// The property whose value it has unless a level says otherwise.
    pub fn followed(&self) -> Option<&'static Property> {
        match &self.kind {
            PropertyKind::Number { follows, .. } => follows.as_ref().and_then(|other| Property::named(other.name)),
            _ => None,
        }
    }

    /// The range of a number in this profile, as narrow as the property that it follows makes it; `None` of what is no number.
    ///
    /// ```
    /// use footpath::profile::{AgentProfile, Property};
    /// let walker = AgentProfile { radius: 0.5, ..AgentProfile::default() };
    /// assert_eq!(Property::named("avoidance_radius").unwrap().range(&walker), Some(0.05..=5.0));
    /// ```
    pub fn range(&self, profile: &AgentProfile) -> Option<RangeInclusive<f32>> {
        let PropertyKind::Number { range, follows, .. } = &self.kind else { return None };
        let Some((follows, value)) = follows.as_ref().zip(self.followed().and_then(|other| other.value(profile)))
        else {
            return Some(range.clone());
        };
        Some(range.start().max(follows.least * value)..=range.end().min(follows.most * value))
    }

    /// The value of a profile, if it is out of its range.
    pub(super) fn out_of_range(&'static self, profile: &AgentProfile) -> Option<OutOfRange> {
        let allowed = match &self.kind {
            PropertyKind::Number { field, .. } => {
                self.range(profile).filter(|range| !range.contains(&(field.get)(profile))).map(Allowed::Numbers)
            }
            PropertyKind::Count { range, field } => {
                (!range.contains(&(field.get)(profile))).then(|| Allowed::WholeNumbers(range.clone()))
            }
            PropertyKind::AreaCosts => {
                let wrong = profile.areas.costs.iter().find(|(_, cost)| !AREA_COST.contains(cost));
                return wrong.map(|&(_, value)| OutOfRange {
                    property: self,
                    value,
                    allowed: Allowed::Numbers(AREA_COST),
                });
            }
            PropertyKind::OneOf { numbers, field } => {
                (!numbers.contains(&(field.get)(profile).into())).then_some(Allowed::OneOf(numbers))
            }
            _ => None,
        };
        Some(OutOfRange { property: self, value: self.value(profile)?, allowed: allowed? })
    }
}

impl PartialEq for Property {
    fn eq(&self, other: &Property) -> bool {
        self.name == other.name
    }
}

impl Eq for Property {}

/// A property of a profile that is out of its range.
#[derive(Clone, Debug, PartialEq)]
pub struct OutOfRange {
    /// The property.
    pub property: &'static Property,
    /// Its value.
    pub value: f32,
    /// What it may be.
    pub allowed: Allowed,
}

/// What a property may be.
#[derive(Clone, Debug, PartialEq)]
pub enum Allowed {
    /// Any number of a range.
    Numbers(RangeInclusive<f32>),
    /// Any whole number of a range.
    WholeNumbers(RangeInclusive<u8>),
    /// One of a few whole numbers.
    OneOf(&'static [u16]),
}

/// Numbers as a text lists them.
///
/// ```
/// assert_eq!(footpath::profile::one_of(&[0, 1, 3]), "0, 1 or 3");
/// ```
pub fn one_of(numbers: &[u16]) -> String {
    let texts: Vec<String> = numbers.iter().map(u16::to_string).collect();
    match texts.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        _ => texts.concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profile::AreaId;

    #[test]
    fn every_property_keeps_what_it_is_given() {
        for property in &PROPERTIES {
            let mut profile = AgentProfile::default();
            let numbers: Vec<f32> = match &property.kind {
                PropertyKind::Number { range, .. } => vec![*range.start(), *range.end()],
                PropertyKind::Count { range, .. } => vec![f32::from(*range.start()), f32::from(*range.end())],
                PropertyKind::OneOf { numbers, .. } => numbers.iter().copied().map(f32::from).collect(),
                PropertyKind::Switch { .. } => vec![0.0, 1.0],
                PropertyKind::Choice { names, .. } => (0..names().len()).map(|index| index as f32).collect(),
                _ => vec![],
            };
            for number in numbers {
                property.set(&mut profile, number);
                assert_eq!(property.value(&profile), Some(number), "{}", property.name);
            }
        }
    }

    #[test]
    fn names_are_unique_and_labels_short() {
        for (index, property) in PROPERTIES.iter().enumerate() {
            assert_eq!(Property::named(property.name).map(std::ptr::from_ref), Some(std::ptr::from_ref(property)));
            assert!(property.label.len() <= 13, "{}", property.label);
            let earlier = property.followed().map(|other| PROPERTIES.iter().position(|known| known == other));
            assert!(earlier.is_none_or(|earlier| earlier < Some(index)), "{}", property.name);
        }
    }

    #[test]
    fn what_is_out_of_range_is_found() {
        let fault = |change: fn(&mut AgentProfile)| {
            let mut profile = AgentProfile::default();
            change(&mut profile);
            profile.out_of_range().map(|fault| (fault.property.name, fault.allowed))
        };
        assert_eq!(fault(|_| {}), None);
        assert_eq!(fault(|profile| profile.sight_angle = 0.0), Some(("sight_angle", Allowed::Numbers(1.0..=360.0))));
        assert_eq!(fault(|profile| profile.mass = f32::NAN), Some(("mass", Allowed::Numbers(0.5..=100.0))));
        assert_eq!(fault(|profile| profile.max_speed = 2.0), Some(("max_speed", Allowed::Numbers(3.0..=50.0))));
        let wide = |profile: &mut AgentProfile| profile.avoidance_radius = Some(4.0);
        assert_eq!(fault(wide), Some(("avoidance_radius", Allowed::Numbers(0.05..=3.0))));
        let priorities = Allowed::WholeNumbers(0..=99);
        assert_eq!(fault(|profile| profile.avoidance_priority = 100), Some(("avoidance_priority", priorities)));
        let free = |profile: &mut AgentProfile| profile.areas.costs.push((AreaId(4), 0.0));
        assert_eq!(fault(free), Some(("area_costs", Allowed::Numbers(AREA_COST))));
        assert_eq!(fault(|profile| profile.rays.whiskers = 2), Some(("whiskers", Allowed::OneOf(&[0, 1, 3, 5]))));
    }
}
