//! Changing the properties of a kind of agent step by step, and what panels say of them.

use footpath::profile::{AgentProfile, PROPERTIES, Property, PropertyKind};

/// The steps by which a number is changed, and its range.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SteppedRange {
    /// How much at a time.
    pub step: f32,
    /// The least that it can be.
    pub least: f32,
    /// The most that it can be.
    pub most: f32,
}

/// The scale of a property: of a choice, and of one of a few numbers, that of its index; none if it has no steps.
pub fn scale(property: &Property) -> Option<SteppedRange> {
    let indices = |count: usize| SteppedRange { step: 1.0, least: 0.0, most: (count - 1) as f32 };
    match &property.kind {
        PropertyKind::Number { range, step, .. } => {
            Some(SteppedRange { step: *step, least: *range.start(), most: *range.end() })
        }
        PropertyKind::Count { range, .. } => {
            Some(SteppedRange { step: 1.0, least: f32::from(*range.start()), most: f32::from(*range.end()) })
        }
        PropertyKind::OneOf { numbers, .. } => Some(indices(numbers.len())),
        PropertyKind::Switch { .. } => Some(indices(2)),
        PropertyKind::Choice { names, .. } => Some(indices(names().len())),
        PropertyKind::Color
        | PropertyKind::AreaCosts
        | PropertyKind::ForbiddenAreas
        | PropertyKind::Abilities
        | PropertyKind::Layers => None,
    }
}

/// Moves a property by steps, up or down, within its range. Those that follow it are moved where they would be out of theirs.
pub fn adjust(property: &Property, profile: &mut AgentProfile, steps: i32) {
    let (Some(scale), Some(value)) = (scale(property), property.value(profile)) else { return };
    if let PropertyKind::OneOf { numbers, .. } = property.kind {
        let index = numbers.iter().position(|&number| f32::from(number) >= value).unwrap_or(numbers.len() - 1);
        let moved = scale.stepped(index as f32, steps);
        property.set(profile, f32::from(numbers[moved as usize]));
    } else {
        property.set(profile, scale.stepped(value, steps));
    }
    for follower in PROPERTIES.iter().filter(|other| other.followed().is_some()) {
        if let (Some(range), Some(value)) = (follower.range(profile), follower.value(profile))
            && !range.contains(&value)
        {
            follower.set(profile, value.clamp(*range.start(), *range.end()));
        }
    }
}

/// What a panel says that a property is.
pub fn in_words(property: &Property, profile: &AgentProfile) -> String {
    let value = property.value(profile).unwrap_or_default();
    match &property.kind {
        PropertyKind::Number { unit, .. } => format!("{value}{}", unit.sign()),
        PropertyKind::Count { range, .. } => format!("{value} of {}", range.end()),
        PropertyKind::Switch { .. } => if value > 0.5 { "yes" } else { "no" }.to_owned(),
        PropertyKind::Choice { names, .. } => names()[value as usize].to_owned(),
        _ => value.to_string(),
    }
}

impl SteppedRange {
    /// A value moved by steps, up or down, to one of their multiples, within the range.
    pub fn stepped(&self, value: f32, steps: i32) -> f32 {
        let place = value / self.step;
        // A value that is a multiple but for rounding counts as one.
        let from = if steps > 0 { (place + 1e-3).floor() } else { (place - 1e-3).ceil() };
        let moved = (from + steps as f32) * self.step;
        ((100.0 * moved).round() / 100.0).clamp(self.least, self.most)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_property_goes_from_its_least_to_its_most() {
        // The greatest speed stops at the preferred one: a test of its own.
        for property in PROPERTIES.iter().filter(|property| property.name != "max_speed") {
            let Some(scale) = scale(property) else { continue };
            let mut profile = AgentProfile::default();
            let index_or_value = |profile: &AgentProfile| match &property.kind {
                PropertyKind::OneOf { numbers, field } => {
                    numbers.iter().position(|&number| number == u16::from((field.get)(profile))).unwrap() as f32
                }
                _ => property.value(profile).unwrap(),
            };
            adjust(property, &mut profile, -1_000_000);
            assert_eq!(index_or_value(&profile), scale.least, "{}", property.name);
            adjust(property, &mut profile, 1);
            assert!(index_or_value(&profile) > scale.least, "{}", property.name);
            adjust(property, &mut profile, 1_000_000);
            let most = property.range(&profile).map_or(scale.most, |range| *range.end());
            assert_eq!(index_or_value(&profile), most, "{}", property.name);
        }
    }

    #[test]
    fn a_value_between_two_steps_goes_to_the_nearer_one_first() {
        let scale = scale(Property::named("radius").unwrap()).unwrap();
        assert_eq!(scale.stepped(0.33, 1), 0.35);
        assert_eq!(scale.stepped(0.33, -1), 0.3);
    }

    #[test]
    fn the_greatest_speed_is_never_less_than_the_preferred_one() {
        let mut profile = AgentProfile::default();
        adjust(Property::named("speed").unwrap(), &mut profile, 3);
        assert_eq!(profile.max_speed, profile.speed);
        adjust(Property::named("max_speed").unwrap(), &mut profile, -5);
        assert_eq!(profile.max_speed, profile.speed);
    }

    #[test]
    fn an_avoidance_radius_like_that_of_the_body_is_none_of_its_own() {
        let mut profile = AgentProfile::default();
        let radius = Property::named("avoidance_radius").unwrap();
        adjust(radius, &mut profile, 2);
        assert_eq!(profile.avoidance_radius, Some(0.4));
        adjust(radius, &mut profile, -2);
        assert_eq!(profile.avoidance_radius, None);
    }
}
