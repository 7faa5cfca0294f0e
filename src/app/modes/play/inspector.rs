//! The pages of the inspector.

use footpath::profile::{PROPERTIES, Property, Topic};

use crate::app::modes::property::scale;

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
    pub fn properties(self) -> impl Iterator<Item = &'static Property> {
        let topic = match self {
            Page::State => None,
            Page::Body => Some(Topic::Body),
            Page::Path => Some(Topic::Route),
            Page::Others => Some(Topic::Others),
            Page::Senses => Some(Topic::Senses),
        };
        PROPERTIES.iter().filter(move |property| Some(property.topic) == topic && scale(property).is_some())
    }
}
