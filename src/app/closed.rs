//! Why a cell is closed to a kind of agent, by the same rules as it was baked, and in words.

use footpath::grid::{Cell, Rect};
use footpath::level::{Closed, Solid};
use footpath::nav::NavGrid;
use footpath::nav::nav_grid::TOLERANCE;
use glam::Vec2;

/// Why a cell is closed; `None` where it is open.
pub fn why_closed(grid: &NavGrid, solid: &Solid, cell: Cell) -> Option<Closed> {
    if grid.is_passable(cell) {
        return None;
    }
    let map = solid.map;
    let (tile, at) = (map.tile_of_cell(cell), map.cells().centre(cell));
    let closed = solid
        .closed(tile)
        .or_else(|| narrow(solid, tile, at))
        .or_else(|| step(solid, tile, at))
        .or_else(|| obstacle(solid, at))
        .unwrap_or(Closed::Region(map.bake.smallest_region));
    Some(closed)
}

/// The tiles that a body touches whose middle is in a tile, and those around them.
fn tiles_around(solid: &Solid, tile: Cell) -> Rect {
    Rect::of_cell(tile).grown((solid.profile.radius / solid.map.lattice.tile_size).ceil() as i32)
}

/// The body touches a closed tile, or reaches over the edge of the map.
fn narrow(solid: &Solid, tile: Cell, at: Vec2) -> Option<Closed> {
    let lattice = &solid.map.lattice;
    let closed = tiles_around(solid, tile).cells().filter(|tile| solid.closed(*tile).is_some());
    let away = closed.map(|tile| {
        let corner = lattice.corner(tile);
        at.distance(at.clamp(corner, corner + lattice.tile_size))
    });
    let nearest = away.fold(f32::INFINITY, f32::min);
    (nearest < solid.profile.radius - TOLERANCE).then_some(Closed::Narrow(nearest))
}

/// The body reaches over a ledge.
fn step(solid: &Solid, tile: Cell, at: Vec2) -> Option<Closed> {
    let lattice = &solid.map.lattice;
    for tile in tiles_around(solid, tile).cells().filter(|tile| solid.closed(*tile).is_none()) {
        for (beside, along) in [(Cell::new(tile.x + 1, tile.y), Vec2::Y), (Cell::new(tile.x, tile.y + 1), Vec2::X)] {
            if solid.closed(beside).is_some() || !solid.is_ledge(tile, beside) {
                continue;
            }
            let from = lattice.corner(beside);
            let away = at.distance(at.clamp(from, from + along * lattice.tile_size));
            if away < solid.profile.radius - TOLERANCE {
                return Some(Closed::Step(solid.step(tile, beside)));
            }
        }
    }
    None
}

fn obstacle(solid: &Solid, at: Vec2) -> Option<Closed> {
    let reach = solid.distance_to_obstacles() - TOLERANCE;
    solid.obstacles().find(|(_, obstacle)| obstacle.distance(at) < reach).map(|(index, _)| Closed::Obstacle(index))
}

/// The reason as a player is told it.
pub fn in_words(closed: Closed, solid: &Solid) -> String {
    let (map, profile) = (solid.map, solid.profile);
    let name = &profile.name;
    match closed {
        Closed::Outside => "outside the map".to_owned(),
        Closed::Terrain(id) => format!("{} is not walkable", map.terrains[id.0 as usize].name),
        Closed::Area(id) => format!("{name} may not enter {}", map.areas[id.0 as usize].name),
        Closed::Ceiling(room) => format!("too low for {name}: {room:.2} of room, and it is {} tall", profile.height),
        Closed::Slope(degrees) => format!("too steep for {name}: {degrees:.0}° over {}°", profile.max_slope),
        Closed::Narrow(away) => {
            format!("too narrow for {name}: {away:.2} to what is closed, and its radius is {}", profile.radius)
        }
        Closed::Step(height) => format!("a step of {height:.2} over {}, under its body", profile.step_height),
        Closed::Obstacle(index) => match map.obstacles[index].name.as_str() {
            "" => "an obstacle stands in the way".to_owned(),
            obstacle => format!("the {obstacle} stands in the way"),
        },
        Closed::Region(least) => format!("the open ground around it is smaller than {least}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use footpath::level::Level;
    use footpath::sim::Simulation;

    /// Why a cell of a small world is closed to its first profile of its own.
    fn said(rows: &str, rest: &str, cell: (i32, i32)) -> Option<String> {
        let text = format!(
            r##"(version: 1, name: "Pen", rows: [{rows}], profiles: {{"cart": (radius: 0.8, height: 1.5)}},
                legend: {{'.': "grass", '#': "wall", 'l': (terrain: "grass", ceiling: 1.2),
                    'h': (terrain: "grass", height: 0.6)}}, {rest})"##
        );
        let level = Level::parse("pen.ron", &text).unwrap_or_else(|error| panic!("{error}"));
        let sim = Simulation::new(level, None);
        let cart = sim.profiles().iter().position(|profile| profile.name == "cart").expect("it is there");
        let solid = Solid::new(sim.map(), &sim.profiles()[cart]);
        let closed = why_closed(sim.nav_grid(cart), &solid, Cell::new(cell.0, cell.1))?;
        Some(in_words(closed, &solid))
    }

    #[test]
    fn an_open_cell_has_no_reason() {
        assert_eq!(said(r#"".....", ".....", ".....""#, "", (2, 1)), None);
    }

    #[test]
    fn what_is_closed_as_a_whole_says_so() {
        let rows = r#"".....", ".#.l.", ".....""#;
        assert_eq!(said(rows, "", (1, 1)).expect("closed"), "wall is not walkable");
        assert_eq!(said(rows, "", (3, 1)).expect("closed"), "too low for cart: 1.20 of room, and it is 1.5 tall");
    }

    #[test]
    fn what_is_near_says_how_near() {
        let rows = r#"".....", ".....", "....#""#;
        let words = said(rows, "", (3, 1)).expect("closed");
        assert_eq!(words, "too narrow for cart: 0.71 to what is closed, and its radius is 0.8");
    }
}
