//! What the fuzz targets run: the suite's own checks of any bytes, and what they share with its other tests.

#[path = "../../suite/fuzz"]
pub mod fuzz {
    pub mod cache;
    pub mod edit;
    pub mod importers;
    pub mod level_reader;
    pub mod link;
    pub mod replay;
    pub mod script;
}

#[path = "../../suite/support"]
pub mod support {
    pub mod baked_ground;
    pub mod bytes;
    pub mod edits;
    pub mod layout;
    pub mod letters;
    pub mod odd_texts;
}
