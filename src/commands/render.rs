//! `footpath render`: a level as a picture, or its first seconds as a moving one.

use std::io::Write;

use footpath::grid::Cell;
use footpath::level::{Extent, Obstacle, Shape, ZoneKind};
use footpath::profile::Color;
use footpath::sim::Simulation;
use glam::Vec2;

use super::flags::RenderFlags;
use super::picture::RasterImage;
use super::progress::ProgressLine;
use super::{Failure, open_level};
use crate::file_name::shown;
use crate::output_file::write_new;

/// Pixels. The longest side of a picture whose tiles are not given a size.
const LONGEST: u32 = 1280;
/// Pixels. The side of a tile in such a picture, at most.
const WIDEST_TILE: u32 = 24;
/// Pixels. The longest side of any picture.
const MOST_PIXELS: u32 = 16_384;
/// How many pictures make a second of a moving one.
const FRAMES_A_SECOND: u64 = 10;
const TICKS_A_FRAME: u64 = 60 / FRAMES_A_SECOND;

const INK: Color = Color { r: 0x2b, g: 0x2d, b: 0x3a };
const OBSTACLE: Color = Color { r: 0x6b, g: 0x4f, b: 0x3a };
const LINK: Color = Color { r: 0x3d, g: 0x5a, b: 0x80 };
const FLAG: Color = Color { r: 0xd0, g: 0x40, b: 0x1f };
const SWITCH: Color = Color { r: 0xf2, g: 0xc1, b: 0x4e };
const DANGER: Color = Color { r: 0xd0, g: 0x40, b: 0x1f };
const REWARD: Color = Color { r: 0x2a, g: 0x9d, b: 0x8f };

/// Gives exit code 0; a file that exists is left as it is.
pub fn render(flags: &RenderFlags, output: &mut dyn Write) -> Result<u8, Failure> {
    let target = shown(&flags.output);
    let is_moving = match flags.output.extension().and_then(|extension| extension.to_str()) {
        Some("png") => false,
        Some("gif") => true,
        _ => {
            let message = format!("`{target}` is not a name for a picture, which ends in .png, or .gif if it moves");
            return Err(Failure::Impossible(message));
        }
    };
    if let (false, Some(_)) = (is_moving, flags.seconds) {
        return Err(Failure::Impossible("--seconds is for a moving picture: let its name end in .gif".to_owned()));
    }
    let mut simulation = Simulation::new(open_level(&flags.level)?, None);
    let lattice = simulation.map().lattice;
    let longest = lattice.width.max(lattice.height);
    let tile = flags.tile.unwrap_or_else(|| (LONGEST / longest).clamp(1, WIDEST_TILE));
    if longest * tile > MOST_PIXELS {
        let fits = MOST_PIXELS / longest;
        return Err(Failure::Impossible(format!(
            "tiles of {tile} pixels make too large a picture: at most {fits} fit"
        )));
    }
    let size = (lattice.width * tile, lattice.height * tile);
    let ground = ground(&simulation);
    if is_moving {
        let frames = (flags.seconds.unwrap_or(5.0) * FRAMES_A_SECOND as f64).round().max(1.0) as u64;
        let mut progress = ProgressLine::begin();
        let pictures = (0..frames).map(|frame| {
            progress.count("pictures", frame as usize, frames as usize);
            if frame > 0 {
                (0..TICKS_A_FRAME).for_each(|_| _ = simulation.step(&[]));
            }
            picture(&simulation, &ground, tile)
        });
        write_new(&flags.output, |file| RasterImage::write_gif(file, size, (100 / FRAMES_A_SECOND) as u16, pictures))?;
    } else {
        write_new(&flags.output, |file| picture(&simulation, &ground, tile).write_png(file))?;
    }
    writeln!(output, "`{target}` has been written: {} x {} pixels", size.0, size.1)?;
    Ok(0)
}

/// The colour of each tile, lighter where the ground is higher.
fn ground(simulation: &Simulation) -> Vec<(Cell, Color)> {
    let map = simulation.map();
    let heights = map.tiles.rect().cells().map(|tile| map.surface(tile).height);
    let (low, high) =
        heights.fold((f32::INFINITY, f32::NEG_INFINITY), |(low, high), height| (low.min(height), high.max(height)));
    let color = |tile: Cell| {
        let Color { r, g, b } = map.terrain_at(tile).map_or(Color { r: 0, g: 0, b: 0 }, |terrain| terrain.color);
        let share = if high > low { (map.surface(tile).height - low) / (high - low) } else { 0.5 };
        let light = 0.88 + 0.24 * share;
        let lit = |part: u8| (f32::from(part) * if high > low { light } else { 1.0 }).min(255.0) as u8;
        (tile, Color { r: lit(r), g: lit(g), b: lit(b) })
    };
    map.tiles.rect().cells().map(color).collect()
}

/// The level as it is now.
fn picture(simulation: &Simulation, ground: &[(Cell, Color)], tile: u32) -> RasterImage {
    let map = simulation.map();
    let lattice = map.lattice;
    let scale = tile as f32 / lattice.tile_size;
    let at = |point: Vec2| (point - lattice.origin) * scale;
    let mut picture = RasterImage::new(lattice.width * tile, lattice.height * tile);
    for &(Cell { x, y }, color) in ground {
        for down in 0..tile {
            (0..tile).for_each(|right| picture.put(x as u32 * tile + right, y as u32 * tile + down, color));
        }
    }
    ledges(simulation, &mut picture, tile);
    for zone in simulation.zones() {
        let color = if zone.kind == ZoneKind::Danger { DANGER } else { REWARD };
        match (&zone.extent, simulation.zone_middle(zone)) {
            (Extent::Circle { radius, .. } | Extent::Riding { radius, .. }, Some(middle)) => {
                let (middle, radius) = (at(middle), radius * scale);
                let reach = Vec2::splat(radius);
                let cover = |point: Vec2| if point.distance(middle) < radius { 0.3 } else { 0.0 };
                picture.shape((middle - reach, middle + reach), color, cover);
            }
            (Extent::Polygon(corners), _) => {
                let corners: Vec<Vec2> = corners.iter().map(|&corner| at(corner)).collect();
                let (low, high) = zone.extent.bounds().unwrap_or_default();
                picture.shape((at(low), at(high)), color, |point| if is_inside(&corners, point) { 0.3 } else { 0.0 });
            }
            (_, None) => {}
        }
    }
    for switch in &simulation.level().switches {
        picture.disc(at(lattice.centre(switch.tile)), 0.3 * tile as f32, SWITCH);
    }
    for link in &map.links {
        let width = (0.12 * tile as f32).max(1.0);
        for (from, to) in link.points().zip(link.points().skip(1)) {
            picture.line(at(from), at(to), width, LINK);
        }
        for end in [link.from, link.to] {
            picture.disc(at(end), 1.5 * width, LINK);
        }
    }
    let standing = map.obstacles.iter().filter(|obstacle| obstacle.motion.is_none());
    for obstacle in standing.chain(simulation.moving().map(|(obstacle, _)| obstacle)) {
        draw_obstacle(&mut picture, obstacle, scale, at);
    }
    for tiles in simulation.level().places.values() {
        flag(&mut picture, at(lattice.centre(tiles[tiles.len() / 2])), tile as f32);
    }
    for agent in simulation.agents() {
        let profile = simulation.profile_of(agent);
        let (middle, radius) = (at(agent.position()), (profile.radius * scale).max(1.5));
        picture.disc(middle, radius + 0.12 * radius.max(4.0), INK);
        picture.disc(middle, radius, profile.color);
        picture.line(middle, middle + agent.heading() * radius, 0.3 * radius, INK);
    }
    picture
}

/// A dark line along every step that is too high for the first profile.
fn ledges(simulation: &Simulation, picture: &mut RasterImage, tile: u32) {
    let map = simulation.map();
    if map.relief.is_none() {
        return;
    }
    let solid = footpath::level::Solid::new(map, &simulation.profiles()[0]);
    for cell in map.tiles.rect().cells() {
        let corner = Vec2::new(cell.x as f32, cell.y as f32) * tile as f32;
        for (beside, along) in [(Cell::new(cell.x - 1, cell.y), Vec2::Y), (Cell::new(cell.x, cell.y - 1), Vec2::X)] {
            if map.lattice.contains(beside) && solid.is_ledge(cell, beside) {
                picture.line(corner, corner + along * tile as f32, (0.08 * tile as f32).max(1.0), INK);
            }
        }
    }
}

fn draw_obstacle(picture: &mut RasterImage, obstacle: &Obstacle, scale: f32, at: impl Fn(Vec2) -> Vec2) {
    let (low, high) = obstacle.bounds();
    let middle = at(obstacle.at);
    match obstacle.shape {
        Shape::Circle(radius) => picture.disc(middle, radius * scale, OBSTACLE),
        Shape::Box { half, along } => picture.shape((at(low), at(high)), OBSTACLE, |point| {
            let away = (point - middle) / scale;
            let own = Vec2::new(away.dot(along), away.dot(along.perp())).abs() - half;
            0.5 - own.x.max(own.y) * scale
        }),
    }
}

/// A small flag that marks a place.
fn flag(picture: &mut RasterImage, foot: Vec2, tile: f32) {
    let (top, width) = (foot - Vec2::new(0.0, 0.8 * tile), (0.1 * tile).max(1.0));
    picture.line(foot, top, width, INK);
    let cloth = [top, top + Vec2::new(0.6, 0.2) * tile, top + Vec2::new(0.0, 0.4) * tile];
    picture.shape((top, top + Vec2::splat(tile)), FLAG, |point| if is_inside(&cloth, point) { 1.0 } else { 0.0 });
}

/// Whether a point lies in a polygon: a line from it to the right crosses its sides an odd number of times.
fn is_inside(corners: &[Vec2], point: Vec2) -> bool {
    let sides = corners.iter().zip(corners.iter().cycle().skip(1));
    let crossed = sides.filter(|(one, other)| {
        (one.y > point.y) != (other.y > point.y)
            && point.x < one.x + (point.y - one.y) / (other.y - one.y) * (other.x - one.x)
    });
    crossed.count() % 2 == 1
}
