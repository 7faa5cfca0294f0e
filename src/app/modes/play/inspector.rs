//! The pages of the inspector.

use crate::app::modes::property::Property;

/// One page of the inspector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Page {
    State,
    Body,
    Path,
    Others,
    Senses,
}

impl Page {
    /// Every page, in the order of their buttons.
    pub const ALL: [Page; 5] = [Page::State, Page::Body, Page::Path, Page::Others, Page::Senses];

    /// What its button says.
    pub fn name(self) -> &'static str {
        match self {
            Page::State => "State",
            Page::Body => "Body",
            Page::Path => "Path",
            Page::Others => "Others",
            Page::Senses => "Senses",
        }
    }

    /// The properties that can be changed there.
    pub fn properties(self) -> &'static [Property] {
        match self {
            Page::State => &[],
            Page::Body => &[
                Property::Radius,
                Property::Height,
                Property::Mass,
                Property::Speed,
                Property::MaxSpeed,
                Property::Acceleration,
                Property::AngularSpeed,
            ],
            Page::Path => &[
                Property::AcceptanceRadius,
                Property::StoppingDistance,
                Property::AutoBraking,
                Property::AutoRepath,
                Property::AutoTraverseLinks,
                Property::Navigation,
            ],
            Page::Others => &[
                Property::AvoidanceQuality,
                Property::AvoidancePriority,
                Property::AvoidanceRadius,
                Property::Separation,
                Property::Alignment,
                Property::Cohesion,
                Property::Evasion,
            ],
            Page::Senses => {
                &[Property::SightRange, Property::SightAngle, Property::Whiskers, Property::LookAhead, Property::Force]
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_property_is_on_two_pages() {
        let all: Vec<Property> = Page::ALL.iter().flat_map(|page| page.properties()).copied().collect();
        for (index, property) in all.iter().enumerate() {
            assert!(!all[..index].contains(property), "{property:?}");
        }
    }
}
