//! The files that a map names: tilesets, templates and pictures.

use std::collections::BTreeMap;
use std::rc::Rc;

use serde_json::Value;

use super::xml;
use crate::level::import::pixels::Pixels;
use crate::level::import::text::text_of;
use crate::profile::Color;

/// What a map of Tiled, a tileset or a template holds, of XML or JSON; in both cases in the shape of the JSON.
///
/// # Errors
/// Why it is none of these, in words.
pub(super) fn parse(bytes: &[u8]) -> Result<Value, String> {
    let text = text_of(bytes);
    if text.trim_start().starts_with('<') {
        let (root, mut value) = xml::read(text.trim_start())?;
        value["type"] = root.into();
        return Ok(value);
    }
    serde_json::from_str(&text).map_err(|error| error.to_string())
}

/// Reads files by the names that the map gives, each once.
pub(super) struct TiledFiles<'f> {
    read: &'f mut dyn FnMut(&str) -> Result<Vec<u8>, String>,
    values: BTreeMap<String, Result<Rc<Value>, String>>,
    pictures: BTreeMap<String, Result<Rc<Pixels>, String>>,
}

impl<'f> TiledFiles<'f> {
    pub fn new(read: &'f mut dyn FnMut(&str) -> Result<Vec<u8>, String>) -> TiledFiles<'f> {
        TiledFiles { read, values: BTreeMap::new(), pictures: BTreeMap::new() }
    }

    /// A tileset or a template.
    pub fn value(&mut self, name: &str) -> Result<Rc<Value>, String> {
        if let Some(known) = self.values.get(name) {
            return known.clone();
        }
        let value = (self.read)(name).and_then(|bytes| parse(&bytes)).map(Rc::new);
        self.values.insert(name.to_owned(), value.clone());
        value
    }

    /// A picture, which must be a PNG file; one colour of it may be transparent.
    pub fn picture(&mut self, name: &str, transparent: Option<Color>) -> Result<Rc<Pixels>, String> {
        if let Some(known) = self.pictures.get(name) {
            return known.clone();
        }
        let picture = (self.read)(name).and_then(|bytes| Pixels::of_png(&bytes));
        let picture = picture.map(|picture| Rc::new(picture.without(transparent)));
        self.pictures.insert(name.to_owned(), picture.clone());
        picture
    }
}

/// A file that another one names, as seen from the map. Both may be written with the slashes of any system.
pub(super) fn beside(file: &str, name: &str) -> String {
    let (file, name) = (file.replace('\\', "/"), name.replace('\\', "/"));
    let folder = file.rsplit_once('/').map_or("", |(folder, _)| folder);
    let is_whole = name.starts_with('/') || name.get(1..3) == Some(":/");
    let mut parts: Vec<&str> = if is_whole { Vec::new() } else { folder.split('/').collect() };
    for part in name.split('/').filter(|part| !matches!(*part, "" | ".")) {
        match parts.last() {
            Some(&last) if part == ".." && !matches!(last, "" | "." | "..") => _ = parts.pop(),
            _ => parts.push(part),
        }
    }
    let joined = parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("/");
    if name.starts_with('/') { format!("/{joined}") } else { joined }
}

#[cfg(test)]
mod tests {
    use super::beside;

    #[test]
    fn names_are_seen_from_the_map() {
        assert_eq!(beside("", "sets/ground.tsx"), "sets/ground.tsx");
        assert_eq!(beside("sets/ground.tsx", "..\\art\\ground.png"), "art/ground.png");
        assert_eq!(beside("../sets/ground.tsx", "ground.png"), "../sets/ground.png");
        assert_eq!(beside("a.tsx", "../../b.png"), "../../b.png");
        assert_eq!(beside("sets/a.tsx", "/art/b.png"), "/art/b.png");
        assert_eq!(beside("", "..\\\\tiled\\\\found.tsx"), "../tiled/found.tsx");
    }
}
