//! Drawing on the ground: the layers, what is drawn on them, and which tiles a tool touches.

use footpath::grid::{Cell, Grid, Lattice, Rect};
use footpath::level::edit::{Brush, Edit};
use footpath::level::{Level, Surface};
use footpath::sorting;

/// What a tool draws on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PaintLayer {
    #[default]
    Terrain,
    Height,
    Ceiling,
    Place,
}

impl PaintLayer {
    /// Every layer, in the order in which the key goes through them.
    pub const ALL: [PaintLayer; 4] = [PaintLayer::Terrain, PaintLayer::Height, PaintLayer::Ceiling, PaintLayer::Place];

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            PaintLayer::Terrain => "terrain",
            PaintLayer::Height => "height",
            PaintLayer::Ceiling => "ceiling",
            PaintLayer::Place => "place",
        }
    }
}

/// How tools draw mirrored, about the middle of the map.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mirror {
    #[default]
    Off,
    Across,
    Down,
    Both,
}

impl Mirror {
    /// Every way, in the order in which the key goes through them.
    pub const ALL: [Mirror; 4] = [Mirror::Off, Mirror::Across, Mirror::Down, Mirror::Both];

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Mirror::Off => "off",
            Mirror::Across => "left and right",
            Mirror::Down => "top and bottom",
            Mirror::Both => "both",
        }
    }
}

/// A tool that draws on the ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroundTool {
    Brush,
    Line,
    Rectangle,
    Fill,
    Pick,
    Stamp,
}

impl GroundTool {
    /// Every tool, in the order of the page.
    pub const ALL: [GroundTool; 6] = [
        GroundTool::Brush,
        GroundTool::Line,
        GroundTool::Rectangle,
        GroundTool::Fill,
        GroundTool::Pick,
        GroundTool::Stamp,
    ];

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            GroundTool::Brush => "Brush",
            GroundTool::Line => "Line",
            GroundTool::Rectangle => "Rectangle",
            GroundTool::Fill => "Fill",
            GroundTool::Pick => "Pick",
            GroundTool::Stamp => "Stamp",
        }
    }
}

/// The widest brush, in tiles.
pub const WIDEST: u32 = 16;

/// What is drawn, and how.
#[derive(Clone, Debug, PartialEq)]
pub struct Paint {
    pub layer: PaintLayer,
    /// The terrain that is drawn, by its name.
    pub terrain: String,
    /// The terrains of which each tile gets one by chance, where several are drawn.
    pub mix: Vec<String>,
    /// The height that is drawn, in world units.
    pub height: f32,
    /// The ceiling that is drawn, in world units above the ground; `None` for the open sky.
    pub ceiling: Option<f32>,
    /// The place that is drawn; `None` takes places away.
    pub place: Option<String>,
    /// The side of the brush, in tiles.
    pub size: u32,
    pub mirror: Mirror,
}

impl Default for Paint {
    fn default() -> Paint {
        Paint {
            layer: PaintLayer::default(),
            terrain: "wall".to_owned(),
            mix: Vec::new(),
            height: 1.0,
            ceiling: Some(2.0),
            place: None,
            size: 1,
            mirror: Mirror::default(),
        }
    }
}

impl Paint {
    /// Draws it on some tiles. Which of several terrains a tile gets is told by its place alone: drawn again, it stays the same.
    pub fn on(&self, cells: &[Cell]) -> Edit {
        if self.layer != PaintLayer::Terrain || self.mix.is_empty() {
            return Edit::Paint { brush: self.brush(), cells: cells.to_vec() };
        }
        let drawn = (0..).zip(&self.mix).filter_map(|(index, terrain)| {
            let is_it = |cell: &&Cell| chance(**cell) % self.mix.len() as u32 == index;
            let cells: Vec<Cell> = cells.iter().filter(is_it).copied().collect();
            let brush = Brush::Terrain(terrain.clone());
            (!cells.is_empty()).then_some(Edit::Paint { brush, cells })
        });
        Edit::Several(drawn.collect())
    }

    /// The terrains that are drawn: one, or several by chance.
    pub fn terrains(&self) -> &[String] {
        if self.mix.is_empty() { std::slice::from_ref(&self.terrain) } else { &self.mix }
    }

    /// Draws with several terrains from now on, or with one.
    pub fn toggle_mix(&mut self) {
        self.mix = if self.mix.is_empty() { vec![self.terrain.clone()] } else { Vec::new() };
    }

    /// Draws with a terrain; of several, with it too or no longer, but for the last one.
    pub fn choose_terrain(&mut self, name: &str) {
        if self.mix.is_empty() {
            self.terrain = name.to_owned();
            return;
        }
        match self.mix.iter().position(|mixed| mixed == name) {
            Some(index) if self.mix.len() > 1 => _ = self.mix.remove(index),
            Some(_) => {}
            None => self.mix.push(name.to_owned()),
        }
        self.terrain.clone_from(&self.mix[0]);
    }

    /// What tiles become by it, where it is one terrain.
    fn brush(&self) -> Brush {
        match self.layer {
            PaintLayer::Terrain => Brush::Terrain(self.terrain.clone()),
            PaintLayer::Height => Brush::Height(self.height),
            PaintLayer::Ceiling => Brush::Ceiling(self.ceiling),
            PaintLayer::Place => Brush::Place(self.place.clone()),
        }
    }

    /// What it draws, in words.
    pub fn in_words(&self) -> String {
        match (self.layer, self.ceiling, &self.place) {
            (PaintLayer::Terrain, ..) => self.terrains().join(" or "),
            (PaintLayer::Height, ..) => format!("height {}", self.height),
            (PaintLayer::Ceiling, Some(ceiling), _) => format!("ceiling {ceiling}"),
            (PaintLayer::Ceiling, None, _) => "open sky".to_owned(),
            (PaintLayer::Place, _, Some(place)) => place.clone(),
            (PaintLayer::Place, _, None) => "no place".to_owned(),
        }
    }

    /// Takes over what a tile is on the layer.
    pub fn pick(&mut self, level: &Level, tile: Cell) {
        let Some(terrain) = level.map.terrain_at(tile) else { return };
        let surface = level.map.surface(tile);
        match self.layer {
            PaintLayer::Terrain => (self.terrain, self.mix) = (terrain.name.clone(), Vec::new()),
            PaintLayer::Height => self.height = surface.height,
            PaintLayer::Ceiling => self.ceiling = Some(surface.ceiling).filter(|ceiling| ceiling.is_finite()),
            PaintLayer::Place => self.place = place_of(level, tile).map(str::to_owned),
        }
    }

    /// The tiles that the brush touches when its middle is on each of some tiles: those of the map, and their mirror images.
    pub fn touched(&self, lattice: &Lattice, middles: impl IntoIterator<Item = Cell>) -> Vec<Cell> {
        let before = (self.size as i32 - 1) / 2;
        let square = |middle: Cell| {
            let min = Cell::new(middle.x - before, middle.y - before);
            Rect { min, max: Cell::new(min.x + self.size as i32, min.y + self.size as i32) }.cells()
        };
        self.mirrored(lattice, middles.into_iter().flat_map(square))
    }

    /// The tiles that are drawn where a tile and those are filled that are connected to it and of its kind.
    pub fn filled(&self, level: &Level, tile: Cell) -> Vec<Cell> {
        self.mirrored(&level.map.lattice, alike(level, self.layer, tile))
    }

    /// Tiles with their mirror images, those of the map, each once.
    pub fn mirrored(&self, lattice: &Lattice, tiles: impl IntoIterator<Item = Cell>) -> Vec<Cell> {
        let (last_x, last_y) = (lattice.width as i32 - 1, lattice.height as i32 - 1);
        let images = |tile: Cell| {
            let (across, down) = (Cell::new(last_x - tile.x, tile.y), Cell::new(tile.x, last_y - tile.y));
            let both = Cell::new(across.x, down.y);
            match self.mirror {
                Mirror::Off => vec![tile],
                Mirror::Across => vec![tile, across],
                Mirror::Down => vec![tile, down],
                Mirror::Both => vec![tile, across, down, both],
            }
        };
        let mut tiles: Vec<Cell> = tiles.into_iter().flat_map(images).filter(|tile| lattice.contains(*tile)).collect();
        sorting::sort_by_key(&mut tiles, |tile| (tile.y, tile.x));
        tiles.dedup();
        tiles
    }
}

/// A number that looks drawn by chance and is always the same for a tile.
fn chance(tile: Cell) -> u32 {
    // Odd numbers with bits all over mix the bits of both coordinates into the upper ones, which then count.
    let mixed = (tile.x as u32).wrapping_mul(0x9e37_79b1) ^ (tile.y as u32).wrapping_mul(0x85eb_ca6b);
    (mixed ^ mixed >> 15).wrapping_mul(0x2c1b_3c6d) >> 16
}

/// The place to which a tile belongs, if it does.
fn place_of(level: &Level, tile: Cell) -> Option<&str> {
    level.places.iter().find(|(_, tiles)| tiles.contains(&tile)).map(|(name, _)| name.as_str())
}

/// The tiles from one to another, each touching the next (J. E. Bresenham, "Algorithm for computer control of a digital
/// plotter", 1965).
pub fn line(from: Cell, to: Cell) -> Vec<Cell> {
    let (dx, dy) = ((to.x - from.x).abs(), -(to.y - from.y).abs());
    let step = Cell::new((to.x - from.x).signum(), (to.y - from.y).signum());
    let (mut at, mut error) = (from, dx + dy);
    let mut tiles = vec![at];
    while at != to {
        let twice = 2 * error;
        if twice >= dy {
            error += dy;
            at.x += step.x;
        }
        if twice <= dx {
            error += dx;
            at.y += step.y;
        }
        tiles.push(at);
    }
    tiles
}

/// The rectangle of tiles between two corners.
pub fn rectangle(one: Cell, other: Cell) -> Rect {
    Rect::of_cell(one).union(Rect::of_cell(other))
}

/// The tiles that are connected to one by their sides and are the same on a layer.
pub fn alike(level: &Level, layer: PaintLayer, from: Cell) -> Vec<Cell> {
    let map = &level.map;
    let Some(&terrain) = map.tiles.get(from) else { return Vec::new() };
    let surface = map.surface(from);
    let mut places = Grid::filled(map.lattice.width, map.lattice.height, 0);
    if layer == PaintLayer::Place {
        for (number, tile) in
            level.places.values().enumerate().flat_map(|(number, tiles)| tiles.iter().map(move |tile| (number, tile)))
        {
            places[*tile] = number + 1;
        }
    }
    let is_alike = |tile: Cell| match layer {
        PaintLayer::Terrain => map.tiles.get(tile) == Some(&terrain),
        PaintLayer::Height => map.tiles.get(tile).is_some() && map.surface(tile).height == surface.height,
        PaintLayer::Ceiling => map.tiles.get(tile).is_some() && map.surface(tile).ceiling == surface.ceiling,
        // Outside places, connected ground of one terrain.
        PaintLayer::Place => {
            places.get(tile) == Some(&places[from]) && (places[from] > 0 || map.tiles.get(tile) == Some(&terrain))
        }
    };
    let mut seen = Grid::filled(map.lattice.width, map.lattice.height, false);
    seen[from] = true;
    let mut tiles = vec![from];
    let mut next = 0;
    while let Some(&tile) = tiles.get(next) {
        next += 1;
        for (x, y) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
            let beside = Cell::new(tile.x + x, tile.y + y);
            if seen.get(beside) == Some(&false) && is_alike(beside) {
                seen[beside] = true;
                tiles.push(beside);
            }
        }
    }
    tiles
}

/// A piece of ground that can be drawn again elsewhere.
#[derive(Clone, Debug, PartialEq)]
pub struct Stamp {
    /// How many columns and rows it has.
    pub size: (i32, i32),
    /// What each tile is, row by row.
    tiles: Vec<StampedTile>,
}

#[derive(Clone, Debug, PartialEq)]
struct StampedTile {
    terrain: String,
    /// A ramp and ground that slopes have none that could be drawn.
    height: Option<f32>,
    ceiling: Option<f32>,
    /// The place that it belongs to.
    place: Option<String>,
}

impl Stamp {
    /// The ground of a rectangle, as much of it as is on the map; `None` where nothing is.
    pub fn of(level: &Level, rect: Rect) -> Option<Stamp> {
        let map = &level.map;
        let rect = rect.clipped(map.lattice.width, map.lattice.height);
        let size = (rect.max.x - rect.min.x, rect.max.y - rect.min.y);
        let tile = |tile: Cell| {
            let Surface { height, slope, ceiling } = map.surface(tile);
            StampedTile {
                terrain: map.terrain_at(tile).map(|terrain| terrain.name.clone()).unwrap_or_default(),
                height: (slope == glam::Vec2::ZERO).then_some(height),
                ceiling: Some(ceiling).filter(|ceiling| ceiling.is_finite()),
                place: place_of(level, tile).map(str::to_owned),
            }
        };
        (size.0 > 0 && size.1 > 0).then(|| Stamp { size, tiles: rect.cells().map(tile).collect() })
    }

    /// The rectangle that it covers with its middle on a tile.
    pub fn rect_at(&self, middle: Cell) -> Rect {
        let min = Cell::new(middle.x - (self.size.0 - 1) / 2, middle.y - (self.size.1 - 1) / 2);
        Rect { min, max: Cell::new(min.x + self.size.0, min.y + self.size.1) }
    }

    /// The terrain of each of its tiles with its middle on a tile; perhaps off the map.
    pub fn terrains_at(&self, middle: Cell) -> impl Iterator<Item = (Cell, &str)> {
        self.rect_at(middle).cells().zip(self.tiles.iter().map(|tile| tile.terrain.as_str()))
    }

    /// The edit that draws it with its middle on a tile, as much as falls on the map; `None` where all is so already. A tile that
    /// belongs to no place leaves that which is there.
    pub fn drawn(&self, level: &Level, middle: Cell) -> Option<Edit> {
        let map = &level.map;
        let mut strokes: Vec<(Brush, Vec<Cell>)> = Vec::new();
        let mut add = |brush: Brush, tile: Cell| match strokes.iter_mut().find(|(other, _)| *other == brush) {
            Some((_, cells)) => cells.push(tile),
            None => strokes.push((brush, vec![tile])),
        };
        for (tile, stamped) in self.rect_at(middle).cells().zip(&self.tiles) {
            let StampedTile { terrain, height, ceiling, place } = stamped;
            let Some(present) = map.terrain_at(tile) else { continue };
            let surface = map.surface(tile);
            if present.name != *terrain {
                add(Brush::Terrain(terrain.clone()), tile);
            }
            if let Some(height) = height.filter(|height| *height != surface.height || surface.slope != glam::Vec2::ZERO)
            {
                add(Brush::Height(height), tile);
            }
            if *ceiling != Some(surface.ceiling).filter(|ceiling| ceiling.is_finite()) {
                add(Brush::Ceiling(*ceiling), tile);
            }
            if place.is_some() && place.as_deref() != place_of(level, tile) {
                add(Brush::Place(place.clone()), tile);
            }
        }
        let strokes = strokes.into_iter().map(|(brush, cells)| Edit::Paint { brush, cells });
        let strokes: Vec<Edit> = strokes.collect();
        (!strokes.is_empty()).then_some(Edit::Several(strokes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn level(rows: &[&str]) -> Level {
        let text = format!("(version: 1, name: \"Ground\", rows: {rows:?}, legend: {{'.': \"grass\", '#': \"wall\"}})");
        Level::parse("ground.ron", &text).expect("it is a level")
    }

    #[test]
    fn a_stamp_takes_places_along_and_leaves_those_that_are_there() {
        let text = r#"(version: 1, name: "Rooms", rows: ["D..P", "...."],
            legend: {'.': "grass", 'D': (terrain: "road", place: "doors"), 'P': (terrain: "grass", place: "post")})"#;
        let level = Level::parse("rooms.ron", text).expect("it is a level");
        let stamp = Stamp::of(&level, rectangle(Cell::new(0, 0), Cell::new(1, 0))).expect("it is on the map");
        let Some(Edit::Several(strokes)) = stamp.drawn(&level, Cell::new(2, 0)) else { panic!("it draws") };
        let place = Edit::Paint { brush: Brush::Place(Some("doors".to_owned())), cells: vec![Cell::new(2, 0)] };
        assert!(strokes.len() == 2 && strokes.contains(&place), "{strokes:?}");
    }

    #[test]
    fn a_line_leaves_no_gap_and_ends_where_it_should() {
        for (to, length) in [((7, 3), 8), ((-2, 9), 10), ((0, 0), 1), ((-5, -5), 6)] {
            let tiles = line(Cell::new(0, 0), Cell::new(to.0, to.1));
            assert_eq!((tiles.len(), tiles.last()), (length, Some(&Cell::new(to.0, to.1))));
            assert!(tiles.windows(2).all(|two| two[0].distance_squared(two[1]) <= 2));
        }
    }

    #[test]
    fn each_tile_gets_one_of_several_terrains_and_always_the_same() {
        let mut paint = Paint::default();
        paint.toggle_mix();
        paint.choose_terrain("grass");
        paint.choose_terrain("mud");
        assert_eq!((paint.in_words().as_str(), paint.terrain.as_str()), ("wall or grass or mud", "wall"));
        let drawn = |cells: &[Cell]| match paint.on(cells) {
            Edit::Several(edits) => edits.into_iter().map(|edit| match edit {
                Edit::Paint { cells, .. } => cells,
                other => panic!("{other:?}"),
            }),
            other => panic!("{other:?}"),
        };
        let cells: Vec<Cell> = rectangle(Cell::new(0, 0), Cell::new(29, 19)).cells().collect();
        let all: Vec<Vec<Cell>> = drawn(&cells).collect();
        assert_eq!(all.iter().map(Vec::len).sum::<usize>(), cells.len());
        assert!(all.iter().all(|some| some.len() > 150), "each has about a third of 600");
        // Neighbours do not go together: of those below each other about a third are alike.
        let alike = all.iter().flatten().filter(|cell| {
            let below = Cell::new(cell.x, cell.y + 1);
            all.iter().any(|some| some.contains(cell) && some.contains(&below))
        });
        assert!((150..250).contains(&alike.count()));
        for some in &all {
            let again: Vec<Vec<Cell>> = drawn(some).collect();
            assert_eq!(again, std::slice::from_ref(some), "drawn again, they stay the same");
        }
        paint.choose_terrain("wall");
        paint.choose_terrain("grass");
        paint.choose_terrain("mud");
        assert_eq!(paint.terrains(), ["mud"], "one is left");
        paint.toggle_mix();
        assert_eq!(paint.on(&[]), Edit::Paint { brush: Brush::Terrain("mud".to_owned()), cells: Vec::new() });
    }

    #[test]
    fn a_brush_is_mirrored_about_the_middle_and_stays_on_the_map() {
        let lattice = Lattice::new(6, 3);
        let mut paint = Paint { size: 2, mirror: Mirror::Across, ..Paint::default() };
        let tiles = paint.touched(&lattice, [Cell::new(0, 2)]);
        assert_eq!(tiles, [Cell::new(0, 2), Cell::new(1, 2), Cell::new(4, 2), Cell::new(5, 2)]);
        paint.mirror = Mirror::Both;
        assert_eq!(paint.touched(&lattice, [Cell::new(0, 0)]).len(), 12, "the middle row counts once");
    }

    #[test]
    fn what_is_filled_ends_at_other_ground() {
        let level = level(&["..#.", "..#.", "####", "...."]);
        assert_eq!(alike(&level, PaintLayer::Terrain, Cell::new(0, 0)).len(), 4);
        assert_eq!(alike(&level, PaintLayer::Terrain, Cell::new(2, 0)).len(), 6, "walls are connected by their sides");
        assert_eq!(alike(&level, PaintLayer::Height, Cell::new(0, 0)).len(), 16);
        assert_eq!(alike(&level, PaintLayer::Terrain, Cell::new(9, 9)), []);
    }

    #[test]
    fn a_stamp_changes_only_what_is_different() {
        let level = level(&[".#..", "##.."]);
        let stamp = Stamp::of(&level, rectangle(Cell::new(0, 0), Cell::new(1, 1))).expect("it is on the map");
        let Some(Edit::Several(strokes)) = stamp.drawn(&level, Cell::new(2, 0)) else { panic!("it draws") };
        let shown: Vec<(Cell, &str)> = stamp.terrains_at(Cell::new(2, 0)).collect();
        let there = Cell::new(0, 0);
        assert_eq!((shown.len(), shown[0].0), (4, Cell::new(2, 0)));
        assert_eq!(shown[0].1, level.map.terrain_at(there).expect("it is on the map").name);
        let cells = vec![Cell::new(3, 0), Cell::new(2, 1), Cell::new(3, 1)];
        assert_eq!(strokes, [Edit::Paint { brush: Brush::Terrain("wall".to_owned()), cells }]);
        assert_eq!(stamp.drawn(&level, Cell::new(0, 0)), None, "it is there already");
        assert!(Stamp::of(&level, rectangle(Cell::new(9, 9), Cell::new(12, 9))).is_none());
    }
}
