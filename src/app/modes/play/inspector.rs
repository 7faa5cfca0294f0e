//! The pages of the inspector.

use footpath::profile::{PROPERTIES, Property, Topic};

use crate::app::modes::property::scale;

/// One page of the inspector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InspectorPage {
    State,
    Body,
    Path,
    Others,
    Senses,
}

impl InspectorPage {
    /// Every page, in the order of their buttons.
    pub const ALL: [InspectorPage; 5] =
        [InspectorPage::State, InspectorPage::Body, InspectorPage::Path, InspectorPage::Others, InspectorPage::Senses];

    /// What its button says.
    pub fn name(self) -> &'static str {
        match self {
            InspectorPage::State => "State",
            InspectorPage::Body => "Body",
            InspectorPage::Path => "Path",
            InspectorPage::Others => "Others",
            InspectorPage::Senses => "Senses",
        }
    }

    /// The properties that can be changed there.
    pub fn properties(self) -> impl Iterator<Item = &'static Property> {
        let topic = match self {
            InspectorPage::State => None,
            InspectorPage::Body => Some(Topic::Body),
            InspectorPage::Path => Some(Topic::Route),
            InspectorPage::Others => Some(Topic::Others),
            InspectorPage::Senses => Some(Topic::Senses),
        };
        PROPERTIES.iter().filter(move |property| Some(property.topic) == topic && scale(property).is_some())
    }
}
