//! The properties of a kind of agent that can be changed step by step: their names, steps and limits.

use footpath::profile::{AgentProfile, AvoidanceQuality, Navigation};

/// One property of a profile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Property {
    Radius,
    Height,
    StepHeight,
    MaxSlope,
    JumpDistance,
    DropHeight,
    Mass,
    Speed,
    MaxSpeed,
    Acceleration,
    AngularSpeed,
    AcceptanceRadius,
    StoppingDistance,
    AutoBraking,
    AutoRepath,
    AutoTraverseLinks,
    AvoidanceQuality,
    AvoidancePriority,
    AvoidanceRadius,
    SightRange,
    SightAngle,
    Navigation,
    Whiskers,
    LookAhead,
    Force,
    Separation,
    Alignment,
    Cohesion,
    Evasion,
}

/// How a number is changed: by how much at a time, and within which limits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    /// How much at a time.
    pub step: f32,
    /// The least that it can be.
    pub least: f32,
    /// The most that it can be.
    pub most: f32,
}

/// How many whiskers there can be.
const WHISKERS: [u8; 4] = [0, 1, 3, 5];

impl Property {
    /// What a panel calls it.
    pub fn name(self) -> &'static str {
        match self {
            Property::Radius => "Radius",
            Property::Height => "Height",
            Property::StepHeight => "Step",
            Property::MaxSlope => "Slope",
            Property::JumpDistance => "Jump",
            Property::DropHeight => "Drop",
            Property::Mass => "Mass",
            Property::Speed => "Speed",
            Property::MaxSpeed => "Max speed",
            Property::Acceleration => "Acceleration",
            Property::AngularSpeed => "Angular speed",
            Property::AcceptanceRadius => "Acceptance radius",
            Property::StoppingDistance => "Stopping distance",
            Property::AutoBraking => "Auto braking",
            Property::AutoRepath => "Auto repath",
            Property::AutoTraverseLinks => "Auto traverse",
            Property::AvoidanceQuality => "Avoidance",
            Property::AvoidancePriority => "Priority",
            Property::AvoidanceRadius => "Avoidance radius",
            Property::SightRange => "Sight range",
            Property::SightAngle => "Sight angle",
            Property::Navigation => "Navigation",
            Property::Whiskers => "Whiskers",
            Property::LookAhead => "Look-ahead",
            Property::Force => "Force",
            Property::Separation => "Separation",
            Property::Alignment => "Alignment",
            Property::Cohesion => "Cohesion",
            Property::Evasion => "Evasion",
        }
    }

    /// In which steps and limits it is changed; a choice counts as the numbers of its places.
    pub fn scale(self) -> Scale {
        let (step, least, most) = match self {
            Property::Radius | Property::AvoidanceRadius => (0.05, 0.05, 16.0),
            Property::Height => (0.1, 0.1, 32.0),
            Property::StepHeight => (0.05, 0.0, 32.0),
            Property::MaxSlope => (1.0, 0.0, 89.0),
            Property::JumpDistance | Property::DropHeight => (0.5, 0.0, 32.0),
            Property::Mass => (0.5, 0.5, 100.0),
            Property::Speed | Property::MaxSpeed => (0.2, 0.1, 50.0),
            Property::Acceleration => (1.0, 0.5, 1000.0),
            Property::AngularSpeed => (30.0, 10.0, 3600.0),
            Property::AcceptanceRadius => (0.05, 0.01, 100.0),
            Property::StoppingDistance => (0.1, 0.0, 100.0),
            Property::AutoBraking | Property::AutoRepath | Property::AutoTraverseLinks => (1.0, 0.0, 1.0),
            Property::AvoidanceQuality | Property::Whiskers => (1.0, 0.0, 3.0),
            Property::AvoidancePriority => (1.0, 0.0, 99.0),
            Property::SightRange => (0.5, 0.0, 1000.0),
            Property::SightAngle => (10.0, 1.0, 360.0),
            Property::Navigation => (1.0, 0.0, 1.0),
            Property::LookAhead => (0.5, 0.1, 1000.0),
            Property::Force => (1.0, 0.0, 10_000.0),
            Property::Separation | Property::Alignment | Property::Cohesion | Property::Evasion => (0.1, 0.0, 10.0),
        };
        Scale { step, least, most }
    }

    /// What it is; of a choice the number of its place.
    pub fn value(self, profile: &AgentProfile) -> f32 {
        let yes = |is_so: bool| if is_so { 1.0 } else { 0.0 };
        match self {
            Property::Radius => profile.radius,
            Property::Height => profile.height,
            Property::StepHeight => profile.step_height,
            Property::MaxSlope => profile.max_slope,
            Property::JumpDistance => profile.jump_distance,
            Property::DropHeight => profile.drop_height,
            Property::Mass => profile.mass,
            Property::Speed => profile.speed,
            Property::MaxSpeed => profile.max_speed,
            Property::Acceleration => profile.acceleration,
            Property::AngularSpeed => profile.angular_speed,
            Property::AcceptanceRadius => profile.acceptance_radius,
            Property::StoppingDistance => profile.stopping_distance,
            Property::AutoBraking => yes(profile.auto_braking),
            Property::AutoRepath => yes(profile.auto_repath),
            Property::AutoTraverseLinks => yes(profile.auto_traverse_links),
            Property::AvoidanceQuality => profile.avoidance_quality as u8 as f32,
            Property::AvoidancePriority => f32::from(profile.avoidance_priority),
            Property::AvoidanceRadius => profile.avoidance_radius.unwrap_or(profile.radius),
            Property::SightRange => profile.sight_range,
            Property::SightAngle => profile.sight_angle,
            Property::Navigation => yes(profile.navigation == Navigation::Rays),
            Property::Whiskers => WHISKERS.iter().position(|&count| count >= profile.rays.whiskers).unwrap_or(3) as f32,
            Property::LookAhead => profile.rays.look_ahead,
            Property::Force => profile.rays.force,
            Property::Separation => profile.flocking.separation,
            Property::Alignment => profile.flocking.alignment,
            Property::Cohesion => profile.flocking.cohesion,
            Property::Evasion => profile.flocking.evasion,
        }
    }

    /// Gives it a value within its limits. The greatest speed is never less than the usual one.
    fn set(self, profile: &mut AgentProfile, value: f32) {
        let is_so = value > 0.5;
        match self {
            Property::Radius => profile.radius = value,
            Property::Height => profile.height = value,
            Property::StepHeight => profile.step_height = value,
            Property::MaxSlope => profile.max_slope = value,
            Property::JumpDistance => profile.jump_distance = value,
            Property::DropHeight => profile.drop_height = value,
            Property::Mass => profile.mass = value,
            Property::Speed => {
                profile.speed = value;
                profile.max_speed = profile.max_speed.max(value);
            }
            Property::MaxSpeed => profile.max_speed = value.max(profile.speed),
            Property::Acceleration => profile.acceleration = value,
            Property::AngularSpeed => profile.angular_speed = value,
            Property::AcceptanceRadius => profile.acceptance_radius = value,
            Property::StoppingDistance => profile.stopping_distance = value,
            Property::AutoBraking => profile.auto_braking = is_so,
            Property::AutoRepath => profile.auto_repath = is_so,
            Property::AutoTraverseLinks => profile.auto_traverse_links = is_so,
            Property::AvoidanceQuality => profile.avoidance_quality = AvoidanceQuality::ALL[value as usize],
            Property::AvoidancePriority => profile.avoidance_priority = value as u8,
            Property::AvoidanceRadius => {
                profile.avoidance_radius = Some(value).filter(|value| *value != profile.radius)
            }
            Property::SightRange => profile.sight_range = value,
            Property::SightAngle => profile.sight_angle = value,
            Property::Navigation => profile.navigation = if is_so { Navigation::Rays } else { Navigation::Search },
            Property::Whiskers => profile.rays.whiskers = WHISKERS[value as usize],
            Property::LookAhead => profile.rays.look_ahead = value,
            Property::Force => profile.rays.force = value,
            Property::Separation => profile.flocking.separation = value,
            Property::Alignment => profile.flocking.alignment = value,
            Property::Cohesion => profile.flocking.cohesion = value,
            Property::Evasion => profile.flocking.evasion = value,
        }
    }

    /// What it is, in words.
    pub fn in_words(self, profile: &AgentProfile) -> String {
        let value = self.value(profile);
        match self {
            Property::MaxSlope | Property::SightAngle => format!("{value}°"),
            Property::AngularSpeed => format!("{value}°/s"),
            Property::AutoBraking | Property::AutoRepath | Property::AutoTraverseLinks => {
                if value > 0.5 { "yes" } else { "no" }.to_owned()
            }
            Property::AvoidanceQuality => profile.avoidance_quality.name().to_owned(),
            Property::Navigation => if value > 0.5 { "rays" } else { "search" }.to_owned(),
            Property::Whiskers => profile.rays.whiskers.to_string(),
            Property::AvoidancePriority => format!("{value:.0} of 99"),
            _ => value.to_string(),
        }
    }

    /// Moves it by this many of its steps, up or down, within its limits.
    pub fn adjust(self, profile: &mut AgentProfile, steps: i32) {
        let value = self.scale().stepped(self.value(profile), steps);
        self.set(profile, value);
    }
}

impl Scale {
    /// A value moved by this many steps to one of their multiples beyond it, within the limits.
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

    /// Those of which the panel of baking knows nothing.
    const OTHERS: [Property; 21] = [
        Property::Mass,
        Property::Speed,
        Property::Acceleration,
        Property::AngularSpeed,
        Property::AcceptanceRadius,
        Property::StoppingDistance,
        Property::AutoBraking,
        Property::AutoRepath,
        Property::AutoTraverseLinks,
        Property::AvoidanceQuality,
        Property::AvoidancePriority,
        Property::SightRange,
        Property::SightAngle,
        Property::Navigation,
        Property::Whiskers,
        Property::LookAhead,
        Property::Force,
        Property::Separation,
        Property::Alignment,
        Property::Cohesion,
        Property::Evasion,
    ];

    #[test]
    fn every_property_goes_from_its_least_to_its_most() {
        for property in OTHERS {
            let mut profile = AgentProfile::built_in().remove(0);
            let scale = property.scale();
            property.adjust(&mut profile, -1_000_000);
            assert_eq!(property.value(&profile), scale.least, "{property:?}");
            property.adjust(&mut profile, 1);
            assert!(property.value(&profile) > scale.least, "{property:?}");
            property.adjust(&mut profile, 1_000_000);
            assert_eq!(property.value(&profile), scale.most, "{property:?}");
        }
    }

    #[test]
    fn a_value_between_two_steps_goes_to_the_nearer_one_first() {
        let scale = Property::Radius.scale();
        assert_eq!(scale.stepped(0.33, 1), 0.35);
        assert_eq!(scale.stepped(0.33, -1), 0.3);
    }

    #[test]
    fn the_greatest_speed_is_never_less_than_the_usual_one() {
        let mut profile = AgentProfile::built_in().remove(0);
        Property::Speed.adjust(&mut profile, 3);
        assert_eq!(profile.max_speed, profile.speed);
        Property::MaxSpeed.adjust(&mut profile, -5);
        assert_eq!(profile.max_speed, profile.speed);
    }

    #[test]
    fn an_avoidance_radius_equal_to_the_body_radius_is_none_of_its_own() {
        let mut profile = AgentProfile::built_in().remove(0);
        Property::AvoidanceRadius.adjust(&mut profile, 2);
        assert_eq!(profile.avoidance_radius, Some(0.4));
        Property::AvoidanceRadius.adjust(&mut profile, -2);
        assert_eq!(profile.avoidance_radius, None);
    }
}
