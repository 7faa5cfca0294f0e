//! Projects of LDtk (`.ldtk`, JSON), from version 0.1 on.

mod entities;
mod layers;

use std::collections::BTreeMap;

use serde_json::Value;

use super::foreign::{Foreign, Imported, Note};
use super::ground::is_same;
use super::options::Options;
use super::pixels::Pixels;
use crate::profile::Color;

/// A file that lies beside the project, by its name.
type ReadBesideProject<'f> = &'f mut dyn FnMut(&str) -> Result<Vec<u8>, String>;

/// One level of a project: its IntGrid layers, whose values are kinds of ground by their identifiers, or its tiles where no
/// IntGrid layer has a value; and its entities.
///
/// # Errors
/// A text that is not JSON, a level that is not there or that has no layers, a file of a level that cannot be read, or a size
/// that no level has; in a sentence.
pub(super) fn ldtk(name: &str, text: &str, options: &Options, files: ReadBesideProject) -> Result<Imported, String> {
    let world = json(text)?;
    let levels = levels_of(&world)?;
    let names: Vec<String> = levels.iter().map(|(name, _)| name.clone()).collect();
    let chosen = chosen(&names, options)?;
    let level = levels[chosen].1;
    let apart = level["externalRelPath"].as_str().filter(|_| !level["layerInstances"].is_array());
    let apart = apart.map(|path| {
        let told = |error| format!("the level {:?} is in a file of its own, {path:?}: {error}", names[chosen]);
        files(path).and_then(|bytes| json(&super::text::text_of(&bytes))).map_err(told)
    });
    let apart = apart.transpose()?;
    let level = apart.as_ref().unwrap_or(level);
    let instances = list(&level["layerInstances"]);
    if instances.is_empty() {
        return Err(format!("the level {:?} has no layers; {}", names[chosen], listed(&names)));
    }
    let project = Project { defs: &world["defs"], options };
    let (grounds, grid, left_out) = layers::chosen(&project, instances, options)?;
    let columns_of = |key: &str| (number(&level[key]) / grid).ceil() as u32;
    let (width, height) = match (columns_of("pxWid"), columns_of("pxHei")) {
        (0, _) | (_, 0) => layers::size(instances, grid),
        size => size,
    };
    let mut map = Foreign::new(width, height, grid as u32, options)?;
    let mut pictures = Pictures { files, known: BTreeMap::new() };
    instances.iter().for_each(|layer| _ = map.takes_layer(text_of(&layer["__identifier"])));
    for layer in &grounds {
        layer.put(&mut map, grid, &mut |map, tile| pictures.color(map, &project, tile));
    }
    entities::put(&mut map, &project, instances, grid);
    for Note { what, flags } in left_out {
        let what = format!("left out: {what}");
        map.note(what.as_str());
        flags.into_iter().for_each(|flags| map.tell_flags(&what, flags));
    }
    if names.len() > 1 {
        let what = format!("this is the level {:?}, one of {}", names[chosen], names.len());
        map.note(what.as_str());
        map.tell_flags(&what, "`--level NAME` takes another");
    }
    let fields: Vec<&str> =
        list(&level["fieldInstances"]).iter().map(|field| text_of(&field["__identifier"])).collect();
    if !fields.is_empty() {
        map.leave_out(format!("fields of the level, which have no place in one: {}", fields.join(", ")));
    }
    // `__bgColor` is the colour of the whole project where the level has none of its own.
    if let Some(color) = level["bgColor"].as_str() {
        map.leave_out(format!("the background colour {color:?}: ground is told by its tiles alone"));
    }
    if let Some(picture) = level["bgRelPath"].as_str() {
        map.leave_out(format!("the background picture {picture:?}: ground is told by its tiles alone"));
    }
    let identifier = level["identifier"].as_str().filter(|name| !name.trim().is_empty());
    let imported = map.into_level(identifier.unwrap_or(name))?;
    Ok(Imported { levels: names, chosen, ..imported })
}

fn json(text: &str) -> Result<Value, String> {
    serde_json::from_str(text).map_err(|error| format!("this is no LDtk file: {error}"))
}

/// The levels of all worlds, each with its name: behind that of its world where there are several.
fn levels_of(project: &Value) -> Result<Vec<(String, &Value)>, String> {
    let worlds = list(&project["worlds"]);
    let of_worlds =
        |world: &'_ Value| if worlds.len() > 1 { format!("{}/", text_of(&world["identifier"])) } else { String::new() };
    let mut levels: Vec<(String, &Value)> = Vec::new();
    let groups = worlds.iter().map(|world| (of_worlds(world), world)).chain([(String::new(), project)]);
    for (prefix, group) in groups {
        for level in list(&group["levels"]) {
            let name = match text_of(&level["identifier"]) {
                "" => format!("{}", levels.len() + 1),
                name => name.to_owned(),
            };
            levels.push((format!("{prefix}{name}"), level));
        }
    }
    if levels.is_empty() {
        return Err(if project["layerInstances"].is_array() {
            "this is one level of an LDtk project: import the project, the `.ldtk` file, and choose the level there"
                .to_owned()
        } else {
            "this LDtk project has no level".to_owned()
        });
    }
    Ok(levels)
}

/// The level that the options name, by its name with or without that of its world, or by its number from 1 on.
fn chosen(names: &[String], options: &Options) -> Result<usize, String> {
    let Some(wanted) = &options.level else { return Ok(0) };
    let short = |name: &str| name.rsplit_once('/').map_or(name.to_owned(), |(_, level)| level.to_owned());
    let by_name = names.iter().position(|name| is_same(name, wanted));
    let by_short_name = || names.iter().position(|name| is_same(&short(name), wanted));
    let number = || wanted.trim().parse::<usize>().ok().filter(|number| (1..=names.len()).contains(number));
    let found = by_name.or_else(by_short_name).or_else(|| number().map(|number| number - 1));
    found.ok_or_else(|| format!("there is no level {wanted:?}; {}", listed(names)))
}

/// The levels that there are, for a sentence.
fn listed(names: &[String]) -> String {
    /// More are not read.
    const MOST: usize = 40;
    let more = if names.len() > MOST { ", and more" } else { "" };
    format!("there are: {}{more}", names[..names.len().min(MOST)].join(", "))
}

/// What all levels of a project share.
struct Project<'w> {
    defs: &'w Value,
    options: &'w Options,
}

impl<'w> Project<'w> {
    /// The definition of a kind, such as `layers`, of which a part has a value, such as a `uid`.
    fn definition(&self, kind: &str, key: &str, value: &Value) -> &'w Value {
        static NONE: Value = Value::Null;
        let found = list(&self.defs[kind]).iter().find(|definition| !value.is_null() && definition[key] == *value);
        found.unwrap_or(&NONE)
    }
}

/// A tile of a tileset: the number of the tileset, and where in its picture the tile is, in pixels.
#[derive(Clone, Debug, PartialEq)]
struct Tile {
    tileset: Value,
    at: (u32, u32),
}

/// The pictures of tilesets that have been read.
struct Pictures<'f> {
    files: ReadBesideProject<'f>,
    known: BTreeMap<String, Option<Pixels>>,
}

impl Pictures<'_> {
    /// The mean colour of a tile; `None` where its picture cannot be read.
    fn color(&mut self, map: &mut Foreign, project: &Project, tile: &Tile) -> Option<Color> {
        let tileset = project.definition("tilesets", "uid", &tile.tileset);
        let path = tileset["relPath"].as_str()?;
        let files = &mut self.files;
        let pixels = self.known.entry(path.to_owned()).or_insert_with(|| {
            let read = files(path).and_then(|bytes| Pixels::of_png(&bytes));
            read.map_err(|error| {
                map.note(format!("the picture {path:?} of tiles cannot be read, so that colours are made up: {error}"))
            })
            .ok()
        });
        let side = number(&tileset["tileGridSize"]).max(1.0) as u32;
        Some(pixels.as_ref()?.mean(tile.at, (side, side))?.0)
    }
}

/// The entries of a JSON array; none where it is something else.
fn list(value: &Value) -> &[Value] {
    value.as_array().map(Vec::as_slice).unwrap_or_default()
}

fn text_of(value: &Value) -> &str {
    value.as_str().unwrap_or("")
}

fn number(value: &Value) -> f32 {
    value.as_f64().unwrap_or(0.0) as f32
}

/// A colour as LDtk writes it, `#E4A672`.
fn color(value: &Value) -> Option<Color> {
    Color::parse(value.as_str()?)
}
