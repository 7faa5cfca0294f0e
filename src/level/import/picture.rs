//! Pictures with one colour a kind of ground.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::foreign::{Foreign, GroundId, Imported};
use super::ground::GroundKind;
use super::options::Options;
use super::pixels::Pixels;
use crate::grid::{Grid, Lattice};
use crate::level::export::PictureKey;
use crate::level::{Level, Terrain, TileMap, limits};
use crate::profile::Color;

const PNG: &[u8] = b"\x89PNG\r\n\x1a\n";
/// How the files of other pictures begin, and what these are.
const OTHERS: &[(&[u8], &str)] = &[
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"GIF87a", "a GIF picture"),
    (b"GIF89a", "a GIF picture"),
    (b"BM", "a BMP picture"),
    (b"RIFF", "a WebP picture"),
    (b"P1\n", "a PBM picture"),
    (b"P4\n", "a PBM picture"),
    (b"P2\n", "a PGM picture"),
    (b"P5\n", "a PGM picture"),
    (b"P3\n", "a PPM picture"),
    (b"P6\n", "a PPM picture"),
    (b"II*\0", "a TIFF picture"),
    (b"MM\0*", "a TIFF picture"),
    (b"qoif", "a QOI picture"),
];
/// From how opaque a point is on that it is drawn, 0 to 255.
const OPAQUE: u8 = 128;
/// By how much two colours differ at most, in each part of them, that are taken for one: at first, and where there are too many
/// colours otherwise.
const NEAR: [u8; 3] = [8, 16, 24];
/// The most colours that are compared with each other.
const MOST_COLORS: usize = 1 << 16;

/// Whether a file is a picture, be it of a kind that is not read.
pub(super) fn is_picture(bytes: &[u8]) -> bool {
    bytes.starts_with(PNG) || other(bytes).is_some()
}

/// What picture a file is that is no PNG.
fn other(bytes: &[u8]) -> Option<&'static str> {
    let (_, what) = OTHERS.iter().find(|(begin, _)| bytes.starts_with(begin))?;
    let is_it = match *what {
        "a WebP picture" => bytes.get(8..12) == Some(b"WEBP"),
        // Its size stands behind, and nothing where other files have text.
        "a BMP picture" => bytes.get(6..10) == Some(&[0; 4]),
        _ => true,
    };
    is_it.then_some(what)
}

/// A level of which each point of a PNG file is a tile, or each square of points as the options say: of its commonest colour.
///
/// A colour that a built-in terrain has is that terrain, black is wall and white is floor; every other colour is a kind of
/// ground of its own, named after it, and walkable. What is transparent is empty. Nearly equal colours are one. A picture of
/// our own [export](crate::level::export::picture) is the map that it was.
///
/// # Errors
/// A file that cannot be read, too many colours, or a size that no level has.
pub(super) fn picture(name: &str, bytes: &[u8], options: &Options) -> Result<Imported, String> {
    if let Some(what) = other(bytes) {
        return Err(format!("this is {what}: open it in an image editor and save it as PNG"));
    }
    let pixels = Pixels::of_png(bytes)?;
    if let Some(key) = pixels.key.as_deref().filter(|_| *options == Options::default())
        && let Some(imported) = exported(name, &pixels, key)
    {
        return Ok(imported);
    }
    let side = options.tile_size.unwrap_or(1).max(1);
    let (width, height) = (pixels.width.div_ceil(side), pixels.height.div_ceil(side));
    let whole = Options { tile_size: None, ..options.clone() };
    let mut map = Foreign::new(width, height, 1, &whole).map_err(|error| match options.tile_size {
        None => format!(
            "{error}: if its tiles are larger than a point, say how large with `footpath import --tile-size PX`"
        ),
        Some(_) => error,
    })?;
    let tiles = tiles(&pixels, side, (width, height));
    let kinds = kinds(&mut map, &tiles)?;
    let mut known: BTreeMap<[u8; 3], GroundId> = BTreeMap::new();
    for (tile, color) in map.cells().zip(&tiles) {
        let Some(color) = color.and_then(|color| kinds.get(&color)) else { continue };
        let ground = *known.entry(*color).or_insert_with(|| {
            let [r, g, b] = *color;
            let color = Color { r, g, b };
            let terrain = terrains().find(|(_, known)| *known == [r, g, b]).map(|(name, _)| name);
            let kind = GroundKind { name: color.to_string(), is_numbered: true, terrain, ..GroundKind::default() };
            map.ground(kind, || Some(color))
        });
        map.put(tile, ground);
    }
    map.into_level(name)
}

/// The terrains that colours mean.
fn terrains() -> impl Iterator<Item = (String, [u8; 3])> {
    let plain = [("wall", [0; 3]), ("floor", [255; 3])].map(|(name, color)| (name.to_owned(), color));
    let built_in = Terrain::built_in().into_iter().map(|terrain| {
        let Color { r, g, b } = terrain.color;
        (terrain.name, [r, g, b])
    });
    built_in.chain(plain)
}

/// The colour of each tile, row by row: the commonest of its points; `None` where these are transparent.
fn tiles(pixels: &Pixels, side: u32, (width, height): (u32, u32)) -> Vec<Option<[u8; 3]>> {
    let point = |x: u32, y: u32| {
        let [r, g, b, opaque] = pixels.points[y as usize * pixels.width as usize + x as usize];
        (opaque >= OPAQUE).then_some([r, g, b])
    };
    if side == 1 {
        return (0..height).flat_map(|y| (0..width).map(move |x| (x, y))).map(|(x, y)| point(x, y)).collect();
    }
    let mut tiles = Vec::with_capacity(width as usize * height as usize);
    for (y, x) in (0..height).flat_map(|y| (0..width).map(move |x| (y, x))) {
        let mut counts: BTreeMap<Option<[u8; 3]>, usize> = BTreeMap::new();
        for row in y * side..(y + 1).saturating_mul(side).min(pixels.height) {
            for column in x * side..(x + 1).saturating_mul(side).min(pixels.width) {
                *counts.entry(point(column, row)).or_default() += 1;
            }
        }
        tiles.push(counts.into_iter().max_by_key(|&(_, count)| count).and_then(|(color, _)| color));
    }
    tiles
}

/// For which colour each one stands: for itself, for that of a terrain that is near, or for a commoner one that is near.
fn kinds(map: &mut Foreign, tiles: &[Option<[u8; 3]>]) -> Result<BTreeMap<[u8; 3], [u8; 3]>, String> {
    let most = limits::TERRAINS - Terrain::built_in().len();
    let mut counts: BTreeMap<[u8; 3], usize> = BTreeMap::new();
    tiles.iter().flatten().for_each(|&color| *counts.entry(color).or_default() += 1);
    let mut colors: Vec<([u8; 3], usize)> = counts.into_iter().collect();
    colors.sort_by_key(|&(_, count)| Reverse(count));
    let built_in: Vec<[u8; 3]> = terrains().map(|(_, color)| color).collect();
    let all = colors.len();
    let widths = if all > MOST_COLORS { &NEAR[..0] } else { &NEAR[..] };
    for &near in widths {
        let is_near = |one: &[u8; 3], other: &[u8; 3]| one.iter().zip(other).all(|(a, b)| a.abs_diff(*b) <= near);
        let mut own: Vec<[u8; 3]> = Vec::new();
        let mut kinds = BTreeMap::new();
        for &(color, _) in &colors {
            let exact = built_in.iter().find(|known| **known == color);
            let known = exact.or_else(|| built_in.iter().chain(&own).find(|known| is_near(known, &color))).copied();
            if known.is_none() {
                own.push(color);
            }
            kinds.insert(color, known.unwrap_or(color));
            if own.len() > most {
                break;
            }
        }
        if own.len() <= most {
            let merged = kinds.iter().filter(|(color, kind)| color != kind).count();
            if merged > 0 {
                map.note(format!(
                    "{merged} of {all} colours are as others, from which they differ by at most {near} of 255: draw what should be \
                     other ground in a clearly different colour"
                ));
            }
            return Ok(kinds);
        }
    }
    Err(format!(
        "this picture has too many colours for a map, {all}: reduce them to at most {most} in an image editor, or, if it shows \
         tiles that are larger than a point, say how large with `footpath import --tile-size PX`"
    ))
}

/// The map of a picture that was exported with this key; `None` if it has been painted on in other colours since.
fn exported(name: &str, pixels: &Pixels, key: &str) -> Option<Imported> {
    let key = PictureKey::read(key)?;
    let by_color = key.by_color();
    let (width, height) = (pixels.width, pixels.height);
    let tile = |&[r, g, b, opaque]: &[u8; 4]| by_color.get(&[r, g, b]).copied().filter(|_| opaque == u8::MAX);
    let tiles: Option<Vec<_>> = pixels.points.iter().map(tile).collect();
    let side = 1..=limits::MAP_TILES as u32;
    let tiles = tiles.filter(|_| side.contains(&width) && side.contains(&height))?;
    let lattice = Lattice { width, height, ..key.map.lattice };
    let map = TileMap { lattice, tiles: Grid::from_rows(width, height, tiles), ..key.map };
    let level = Level { name: super::name_of_level(name), ..Level::on(map) };
    Some(Imported { level, notes: Vec::new(), grounds: Vec::new(), levels: Vec::new(), chosen: 0, empty: None })
}
