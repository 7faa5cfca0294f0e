//! The structs of a level and of a script that hold properties of profiles, made from the table of
//! [properties](crate::profile::PROPERTIES).

use std::sync::LazyLock;

use super::FieldRule::ValueNeeds;
use super::LeftOut::{Is, Words};
use super::ValueType::{Any, Choice, Color, List, Map, Name, NameOf, Number, NumberOf, Switch, Whole};
use super::{ANY_NUMBER, BAKE, Field, FieldRule, LeftOut, NONE, PLAIN, Struct, USER, ValueType};
use crate::format::limits;
use crate::profile::{AgentProfile, Mutability, ProfilePart, Property, PropertyKind};

/// A profile. What one that changes a built-in profile leaves out is as in that.
pub static PROFILE: LazyLock<Struct> = LazyLock::new(|| {
    let mut fields: Vec<Field> = ProfilePart::Profile.properties().map(field).collect();
    let rays = ("rays", &*RAYS, "rays that it casts to steer away from what they hit");
    let flocking = ("flocking", &*FLOCKING, "how it moves together with others like it");
    fields.extend([rays, flocking].map(|(name, of, about)| part(name, of, NONE, about)));
    fields.push(Field { name: "user", value: Any, left_out: NONE, about: USER });
    const RULES: &[FieldRule] = &[ValueNeeds(("navigation", "rays"), "rays", NO_RAYS.0, NO_RAYS.1)];
    let names = ("Profile", "a profile", "(radius: 0.35, speed: 3.0, mass: 12.0, color: \"#d0401f\")");
    Struct::plain(names, fields.leak(), RULES, "A kind of agent.")
});

/// The rays of a profile.
pub static RAYS: LazyLock<Struct> = LazyLock::new(|| {
    let names = ("Rays", "`rays`", "(whiskers: 3, look_ahead: 4.0)");
    let fields: Vec<Field> = ProfilePart::Rays.properties().map(field).collect();
    Struct::plain(names, fields.leak(), &[], "Rays that an agent casts to steer away from what they hit.")
});

/// The flocking of a profile.
pub static FLOCKING: LazyLock<Struct> = LazyLock::new(|| {
    let names = ("Flocking", "`flocking`", "(separation: 1.5, alignment: 1.0, cohesion: 0.5)");
    let fields: Vec<Field> = ProfilePart::Flocking.properties().map(field).collect();
    Struct::plain(names, fields.leak(), &[], "How an agent moves together with others like it.")
});

/// What the step `Bake` of a script changes.
pub static REBAKE: LazyLock<Struct> = LazyLock::new(|| {
    let bake = BAKE.fields.iter().map(|field| Field { left_out: UNCHANGED, ..field.clone() });
    let fields: Vec<Field> =
        [PROFILE_OF_STEP].into_iter().chain(bake).chain(changed(ProfilePart::Profile, Mutability::Bake)).collect();
    let names = ("Bake", "Bake", "Bake(profile: \"walker\", radius: 0.4)");
    Struct::plain(names, fields.leak(), &[], "Ground that is baked again, for a body that is another one.")
});

/// What the step `Tune` of a script changes.
pub static TUNE: LazyLock<Struct> = LazyLock::new(|| {
    let rays = part("rays", &TUNED_RAYS, UNCHANGED, "those of its rays");
    let flocking = part("flocking", &TUNED_FLOCKING, UNCHANGED, "those of its flocking");
    let changed = changed(ProfilePart::Profile, Mutability::Tune);
    let fields: Vec<Field> = [PROFILE_OF_STEP, rays, flocking].into_iter().chain(changed).collect();
    let names = ("Tune", "Tune", "Tune(speed: 2.0)");
    Struct::plain(names, fields.leak(), &[], "A profile that changes while the level runs.")
});

static TUNED_RAYS: LazyLock<Struct> = LazyLock::new(|| {
    let names = ("Rays", "Rays", "(whiskers: 3, look_ahead: 4.0)");
    let fields: Vec<Field> = changed(ProfilePart::Rays, Mutability::Tune).collect();
    Struct::plain(names, fields.leak(), &[], "What changes of the rays of a profile.")
});

static TUNED_FLOCKING: LazyLock<Struct> = LazyLock::new(|| {
    let names = ("Flocking", "Flocking", "(separation: 1.5, cohesion: 0.5)");
    let fields: Vec<Field> = changed(ProfilePart::Flocking, Mutability::Tune).collect();
    Struct::plain(names, fields.leak(), &[], "What changes of the flocking of a profile.")
});

/// How messages say that rays are to lead and are not there, and what helps.
pub(crate) const NO_RAYS: (&str, &str) =
    ("navigation by rays needs rays", "add `rays: (whiskers: 3, look_ahead: 4.0)`");

/// What a field of a step is that changes a profile, where it is left out.
const UNCHANGED: LeftOut = Words("as it is");
const PROFILE_OF_STEP: Field =
    Field { name: "profile", value: NameOf("profile"), left_out: Words("the first one"), about: "the profile" };

impl Property {
    /// Its field in a level, with the type and the default of the table of the format.
    pub fn in_level(&self) -> &'static Field {
        let of = match self.part {
            ProfilePart::Profile => &PROFILE,
            ProfilePart::Rays => &RAYS,
            ProfilePart::Flocking => &FLOCKING,
        };
        of.field(self.name).unwrap_or_else(|| unreachable!("every property is a field of its struct"))
    }
}

/// A struct in a profile.
fn part(name: &'static str, of: &'static Struct, left_out: LeftOut, about: &'static str) -> Field {
    Field { name, value: ValueType::Struct(of), left_out, about }
}

/// The properties of a part of a profile that a step of a script changes.
fn changed(part: ProfilePart, by: Mutability) -> impl Iterator<Item = Field> {
    let properties = part.properties().filter(move |property| property.change == by);
    properties.map(|property| Field { left_out: UNCHANGED, ..field(property) })
}

/// A property as a field. What it is where it is left out, it is in the profile that every level has.
fn field(property: &Property) -> Field {
    let mut walker = AgentProfile::default();
    property.part.begin(&mut walker);
    let number = property.value(&walker).unwrap_or_default();
    let (value, left_out) = match &property.kind {
        PropertyKind::Number { range, unit, .. } => (Number(range.clone(), *unit), format!("{number:?}")),
        PropertyKind::Count { range, .. } => {
            (Whole(u64::from(*range.start())..=u64::from(*range.end()), ""), number.to_string())
        }
        PropertyKind::OneOf { numbers, .. } => (NumberOf(numbers, PLAIN), number.to_string()),
        PropertyKind::Switch { .. } => (Switch, (number != 0.0).to_string()),
        PropertyKind::Choice { names, .. } => {
            let names = names().leak();
            (Choice(property.in_words().leak(), names), format!("{:?}", names[number as usize]))
        }
        PropertyKind::Color => (Color, format!("\"{}\"", walker.color)),
        PropertyKind::AreaCosts => (AREA_COSTS, String::new()),
        PropertyKind::ForbiddenAreas => (List(&NameOf("area"), ANY_NUMBER, "areas"), String::new()),
        PropertyKind::Abilities => (List(&Name("ability"), 0..=limits::ABILITIES, "abilities"), String::new()),
        PropertyKind::Layers => (List(&NameOf("layer"), ANY_NUMBER, "layers"), "all".to_owned()),
    };
    let left_out = match (property.followed(), property.value(&walker), &property.kind) {
        (Some(other), ..) => Words(format!("its `{}`", other.name).leak()),
        (_, None, PropertyKind::Layers) => Words("all"),
        (_, None, kind) if !matches!(kind, PropertyKind::Color) => NONE,
        _ => Is(left_out.leak()),
    };
    Field { name: property.name, value, left_out, about: property.about }
}

const AREA_COSTS: ValueType = Map(&NameOf("area"), &Number(limits::COST, PLAIN), usize::MAX);
