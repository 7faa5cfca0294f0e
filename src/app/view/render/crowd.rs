//! Agents from afar: dots that can be seen, and where more of them come together than there is room for dots, squares in a
//! colour that tells how much of the ground they cover.

use footpath::agent::{Agent, AgentId};
use footpath::grid::Lattice;
use footpath::profile::AgentProfile;
use glam::{Vec2, vec2};
use macroquad::color::{Color, WHITE};
use macroquad::math::Rect as Area;
use macroquad::models::Vertex;
use macroquad::texture::{DrawTextureParams, FilterMode, Image};

use super::{RING_COLOR, RING_RIM, SMALLEST_RADIUS, SPRITE};
use crate::app::ui::palette::DARK;
use crate::app::ui::shapes::fill_rounded;
use crate::app::ui::text_painter::{SMALL, TextPainter, line_height};
use crate::app::view::WorldView;
use crate::app::view::camera::Camera;
use crate::app::window::{Mesh, Texture2D, draw_mesh, draw_rectangle, draw_rectangle_lines, draw_texture_ex};

/// The least side of a square, in logical pixels: that of four dots, two beside two. It is less than twice as long, since
/// squares are tiles doubled or halved, so that they stay where they are on the map while that is moved.
const LEAST_SIDE: f32 = 4.0 * SMALLEST_RADIUS;

/// The most agents of a square that are drawn as dots: more would cover each other.
const MOST_DOTS: u32 = 6;

/// The least number of dots in view with which there are squares: of fewer, one or two would come and go among the dots.
const LEAST_DOTS: u32 = 2000;

/// The colours of squares of which agents cover this part: darker from one to the next, which people tell apart who see few
/// colours, and mixed between them. Each covers twice as much as the one before, or two and a half times.
const SHADES: [(f32, Color); 6] = [
    (0.01, Color::new(0.99, 0.95, 0.72, 0.86)),
    (0.02, Color::new(0.99, 0.83, 0.45, 0.86)),
    (0.05, Color::new(0.97, 0.66, 0.28, 0.86)),
    (0.10, Color::new(0.92, 0.45, 0.17, 0.86)),
    (0.20, Color::new(0.74, 0.18, 0.13, 0.86)),
    (0.50, Color::new(0.38, 0.02, 0.11, 0.86)),
];

/// How much larger than a dot the disc behind it is that marks it as selected, and the rim of that.
const HALO: f32 = 1.7;
const HALO_RIM: f32 = 2.0;

/// The most dots in one mesh: a third of what a draw call of the window holds.
const MESH: usize = 2000;

/// The square of agents that are drawn as themselves, or not at all.
const NONE: u32 = u32::MAX;

/// The dots and squares of a frame, and the memory for the next one's.
#[derive(Default)]
pub struct CrowdPicture {
    grid: SquareGrid,
    squares: Vec<Square>,
    /// Whether squares take the place of dots that come together, as there are many.
    is_dense: bool,
    /// The place of each agent's square among them.
    at: Vec<u32>,
    texture: Option<Texture2D>,
}

/// Agents of which a frame draws dots and squares.
pub struct Dots<'a> {
    /// All of them, in order of id.
    pub agents: &'a [Agent],
    pub profiles: &'a [AgentProfile],
    /// How far the moment lies between the last two ticks: 0 to 1.
    pub blend: f32,
    /// In order of id.
    pub selected: &'a [AgentId],
}

/// Squares over what is in view.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct SquareGrid {
    /// The upper left corner, and the side of a square, in world units.
    corner: Vec2,
    side: f32,
    columns: u32,
    rows: u32,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Square {
    agents: u32,
    /// The area of their bodies, in world units.
    covered: f32,
    has_selected: bool,
}

impl SquareGrid {
    /// The squares that the camera sees, and one more at each side, for dots at the edge of the window.
    fn seen_by(camera: &Camera, lattice: &Lattice) -> SquareGrid {
        let doublings = (LEAST_SIDE / (lattice.tile_size * camera.scale)).log2().ceil();
        let side = lattice.tile_size * doublings.exp2();
        let (from, to) = camera.visible();
        let first = ((from - lattice.origin) / side).floor() - 1.0;
        let count = ((to - lattice.origin) / side).floor() - first + 2.0;
        let corner = lattice.origin + first * side;
        SquareGrid { corner, side, columns: count.x as u32, rows: count.y as u32 }
    }

    /// The upper left and the lower right corner of what they cover of a map.
    fn on(&self, lattice: &Lattice) -> (Vec2, Vec2) {
        let end = self.corner + self.side * vec2(self.columns as f32, self.rows as f32);
        (self.corner.max(lattice.origin), end.min(lattice.origin + lattice.size()))
    }

    /// The area of the map that the square at a place covers, in world units; more than 0 wherever an agent can be.
    fn area_on(&self, lattice: &Lattice, place: u32) -> f32 {
        let corner = self.corner + self.side * vec2((place % self.columns) as f32, (place / self.columns) as f32);
        let (from, to) = (corner.max(lattice.origin), (corner + self.side).min(lattice.origin + lattice.size()));
        let size = (to - from).max(Vec2::ZERO);
        (size.x * size.y).max(f32::EPSILON)
    }

    /// The place of the square in which a point of the world is.
    fn place(&self, at: Vec2) -> Option<u32> {
        let cell = (at - self.corner) / self.side;
        // What is negative, or no number, is in none.
        let is_inside = cell.x >= 0.0 && cell.y >= 0.0 && cell.x < self.columns as f32 && cell.y < self.rows as f32;
        is_inside.then(|| cell.y as u32 * self.columns + cell.x as u32)
    }
}

impl Square {
    fn is_crowded(&self) -> bool {
        self.agents > MOST_DOTS
    }
}

/// The colour of a square of which agents cover this part.
fn color_of(part: f32) -> Color {
    let above = SHADES.iter().position(|(from, _)| part < *from).unwrap_or(SHADES.len());
    if above == 0 || above == SHADES.len() {
        return SHADES[above.saturating_sub(1)].1;
    }
    let ((low, from), (high, to)) = (SHADES[above - 1], SHADES[above]);
    let share = (part / low).ln() / (high / low).ln();
    let mix = |from: f32, to: f32| from + (to - from) * share;
    Color::new(mix(from.r, to.r), mix(from.g, to.g), mix(from.b, to.b), from.a)
}

impl CrowdPicture {
    /// Whether agents of a profile are dots to a camera.
    pub fn has(profile: &AgentProfile, camera: &Camera) -> bool {
        profile.radius * camera.scale <= SMALLEST_RADIUS
    }

    /// Draws all that are in view of those agents that are dots; `body` is the part of `sprites` with a body.
    pub fn draw(&mut self, dots: &Dots, lattice: &Lattice, camera: &Camera, sprites: &Texture2D, body: Area) {
        self.gather(dots, lattice, camera);
        self.draw_squares(lattice, camera);
        self.draw_dots(dots, camera, sprites, body);
    }

    /// Whether there are squares in the picture.
    pub fn is_dense(&self) -> bool {
        self.is_dense
    }

    /// Counts who is in which square.
    fn gather(&mut self, dots: &Dots, lattice: &Lattice, camera: &Camera) {
        self.grid = SquareGrid::seen_by(camera, lattice);
        self.squares.clear();
        self.squares.resize((self.grid.columns * self.grid.rows) as usize, Square::default());
        let area = |profile: &AgentProfile| {
            CrowdPicture::has(profile, camera).then_some(std::f32::consts::PI * profile.radius * profile.radius)
        };
        let areas: Vec<Option<f32>> = dots.profiles.iter().map(area).collect();
        let mut selected = dots.selected.iter().peekable();
        self.at.clear();
        for agent in dots.agents {
            let middle = agent.previous_position().lerp(agent.position(), dots.blend);
            let found = areas[agent.profile()].and_then(|area| Some((self.grid.place(middle)?, area)));
            let Some((place, area)) = found else {
                self.at.push(NONE);
                continue;
            };
            self.at.push(place);
            let square = &mut self.squares[place as usize];
            square.agents += 1;
            square.covered += area;
            if selected.peek().is_some() {
                while selected.next_if(|id| **id < agent.id()).is_some() {}
                square.has_selected |= selected.peek() == Some(&&agent.id());
            }
        }
        let in_view: u32 = self.squares.iter().map(|square| square.agents).sum();
        self.is_dense = in_view >= LEAST_DOTS && self.squares.iter().any(Square::is_crowded);
    }

    /// Draws the squares that have no room for dots.
    fn draw_squares(&mut self, lattice: &Lattice, camera: &Camera) {
        if !self.is_dense {
            return;
        }
        let SquareGrid { corner, side, columns, rows } = self.grid;
        let texel = |(place, square): (usize, &Square)| -> [u8; 4] {
            if !square.is_crowded() {
                return [0; 4];
            }
            color_of(square.covered / self.grid.area_on(lattice, place as u32)).into()
        };
        let bytes = self.squares.iter().enumerate().flat_map(texel).collect();
        let image = Image { bytes, width: columns as u16, height: rows as u16 };
        let size = vec2(columns as f32, rows as f32);
        match &self.texture {
            Some(texture) if texture.size() == size => texture.update(&image),
            _ => self.texture = Some(Texture2D::from_image(&image)),
        }
        let Some(texture) = &self.texture else { return };
        texture.set_filter(FilterMode::Nearest);
        let at = camera.to_screen(corner);
        // Squares at the edge of the map end with it.
        let (from, to) = self.grid.on(lattice);
        let (first, last) = ((from - corner) / side, (to - corner) / side);
        let source = Some(Area::new(first.x, first.y, last.x - first.x, last.y - first.y));
        let (place, dest_size) = (camera.to_screen(from), Some((to - from) * camera.scale));
        let params = DrawTextureParams { dest_size, source, ..Default::default() };
        draw_texture_ex(texture, place.x, place.y, WHITE, params);
        let pixels = side * camera.scale;
        for (place, _) in
            self.squares.iter().enumerate().filter(|(_, square)| square.is_crowded() && square.has_selected)
        {
            let (column, row) = (place as u32 % columns, place as u32 / columns);
            let square = at + pixels * vec2(column as f32, row as f32);
            draw_rectangle_lines(square.x, square.y, pixels, pixels, 4.0, RING_RIM);
            draw_rectangle_lines(square.x + 1.0, square.y + 1.0, pixels - 2.0, pixels - 2.0, 3.0, RING_COLOR);
        }
    }

    /// Draws the dots where there is room for them.
    fn draw_dots(&self, dots: &Dots, camera: &Camera, sprites: &Texture2D, body: Area) {
        let has_room = |place: u32| place != NONE && !(self.is_dense && self.squares[place as usize].is_crowded());
        let seen = || {
            let agents = dots.agents.iter().zip(&self.at).filter(|(_, place)| has_room(**place));
            agents.map(|(agent, _)| agent)
        };
        let at = |agent: &Agent| camera.to_screen(agent.previous_position().lerp(agent.position(), dots.blend));
        let mut quads = Quads::of(sprites, body);
        if !dots.selected.is_empty() {
            let is_selected = |agent: &&Agent| dots.selected.binary_search(&agent.id()).is_ok();
            for (size, color) in [(HALO_RIM, RING_RIM), (HALO, RING_COLOR)] {
                seen().filter(is_selected).for_each(|agent| quads.add(at(agent), size * SMALLEST_RADIUS, color));
            }
        }
        for agent in seen() {
            let color = dots.profiles[agent.profile()].color;
            quads.add(at(agent), SMALLEST_RADIUS, Color::from_rgba(color.r, color.g, color.b, 255));
        }
        quads.flush();
    }
}

/// Pictures of one kind that are drawn many at a time.
struct Quads {
    mesh: Mesh,
    /// The part of the texture, from 0 to 1.
    source: Area,
}

impl Quads {
    fn of(texture: &Texture2D, part: Area) -> Quads {
        let size = texture.size();
        let source = Area::new(part.x / size.x, part.y / size.y, part.w / size.x, part.h / size.y);
        Quads { mesh: Mesh { vertices: Vec::new(), indices: Vec::new(), texture: Some(texture.clone()) }, source }
    }

    /// Adds a body of a radius in logical pixels.
    fn add(&mut self, middle: Vec2, radius: f32, color: Color) {
        if self.mesh.indices.len() >= 6 * MESH {
            self.flush();
        }
        let reach = radius * SPRITE / super::BODY_RADIUS;
        let first = self.mesh.vertices.len() as u16;
        for (x, y) in [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)] {
            let at = middle + reach * (2.0 * vec2(x, y) - 1.0);
            let (u, v) = (self.source.x + x * self.source.w, self.source.y + y * self.source.h);
            self.mesh.vertices.push(Vertex::new(at.x, at.y, 0.0, u, v, color));
        }
        self.mesh.indices.extend([0, 1, 2, 0, 2, 3].map(|corner| first + corner));
    }

    fn flush(&mut self) {
        draw_mesh(&self.mesh);
        self.mesh.vertices.clear();
        self.mesh.indices.clear();
    }
}

/// Says what the colours of squares mean, in a corner that no panel covers.
pub fn draw_legend(view: &WorldView, painter: &mut TextPainter) {
    const SWATCH: Vec2 = vec2(36.0, 10.0);
    const PADDING: f32 = 8.0;
    let title = "Ground covered by agents";
    let line = line_height(SMALL);
    let width = (SHADES.len() as f32 * SWATCH.x).max(painter.width(title, SMALL));
    let size = vec2(width, 2.0 * line + SWATCH.y + 2.0) + 2.0 * PADDING;
    let (right, bottom) = (view.camera.viewport.x - size.x - PADDING, view.camera.viewport.y - size.y - PADDING);
    // Above a toolbar that takes the whole width, in one row or two.
    let places = [bottom, bottom - 64.0, bottom - 108.0].into_iter().flat_map(|y| [(PADDING, y), (right, y)]);
    let places = places.chain([(right, PADDING), (PADDING, PADDING)]).map(|(x, y)| Area::new(x, y, size.x, size.y));
    let Some(area) = view.uncovered(places) else { return };
    fill_rounded(area, 8.0, Color { a: 0.85, ..DARK.panel });
    let at = vec2(area.x + PADDING, area.y + PADDING);
    painter.write(title, at, SMALL, DARK.text);
    for (index, (from, color)) in SHADES.iter().enumerate() {
        let swatch = at + vec2(index as f32 * SWATCH.x, line + 2.0);
        draw_rectangle(swatch.x, swatch.y, SWATCH.x, SWATCH.y, Color { a: 1.0, ..*color });
        painter.write(format!("{:.0} %", 100.0 * from), swatch + vec2(0.0, SWATCH.y), SMALL, DARK.text);
    }
}

#[cfg(test)]
mod tests {
    use footpath::level::Level;
    use footpath::sim::Simulation;

    use super::*;
    use crate::app::ui::color_vision::VISIONS;
    use crate::app::view::camera::{Bounds, Insets};

    /// Ten walkers beside each other on a large field, and one elsewhere.
    fn field() -> Simulation {
        let rows = format!("\"{}\",", ".".repeat(256)).repeat(256);
        let close =
            (0..10).map(|index| format!("(tile: ({}, {})),", 40 + index % 4, 40 + index / 4)).collect::<String>();
        let text = format!(
            "(version: 1, name: \"Field\", legend: {{'.': \"grass\"}}, rows: [{rows}], agents: [{close} (tile: (200, 90))])"
        );
        Simulation::new(Level::parse("field.ron", &text).expect("it is a level"), None)
    }

    fn gathered(sim: &Simulation, selected: &[AgentId]) -> CrowdPicture {
        let lattice = sim.map().lattice;
        let camera = Camera::framing(Bounds::of(&lattice), vec2(512.0, 512.0), Insets::default());
        let mut crowd = CrowdPicture::default();
        let dots = Dots { agents: sim.agents(), profiles: sim.profiles(), blend: 1.0, selected };
        crowd.gather(&dots, &lattice, &camera);
        crowd
    }

    #[test]
    fn many_in_a_square_are_one_square_and_one_alone_is_a_dot() {
        let sim = field();
        let crowd = gathered(&sim, &[]);
        assert_eq!(crowd.grid.side, 8.0, "eight tiles of two pixels have room for two dots beside each other");
        let of = |index: usize| crowd.squares[crowd.at[index] as usize];
        assert_eq!((of(0).agents, of(10).agents), (10, 1));
        assert!(of(0).is_crowded() && !of(10).is_crowded());
        assert!(!crowd.is_dense(), "eleven dots have room");
        assert_eq!(
            crowd.squares.iter().map(|square| square.agents).sum::<u32>(),
            11,
            "nobody is left out or counted twice"
        );
    }

    #[test]
    fn squares_know_whether_selected_agents_are_in_them() {
        let sim = field();
        for (selected, expected) in
            [(vec![], [false, false]), (vec![AgentId(3)], [true, false]), (vec![AgentId(10)], [false, true])]
        {
            let crowd = gathered(&sim, &selected);
            let of = |index: usize| crowd.squares[crowd.at[index] as usize].has_selected;
            assert_eq!([of(0), of(10)], expected, "{selected:?}");
        }
    }

    #[test]
    fn squares_stay_where_they_are_on_the_map_while_it_is_moved() {
        let sim = field();
        let lattice = sim.map().lattice;
        let mut camera = Camera::framing(Bounds::of(&lattice), vec2(512.0, 512.0), Insets::default());
        let before = SquareGrid::seen_by(&camera, &lattice);
        camera.pan(vec2(-37.0, 21.0));
        let after = SquareGrid::seen_by(&camera, &lattice);
        let steps = (after.corner - before.corner) / before.side;
        assert!(after.side == before.side && steps == steps.round(), "{steps}");
        let (from, to) = camera.visible();
        assert!(after.place(from).is_some() && after.place(to).is_some() && after.place(from - 20.0).is_none());
    }

    #[test]
    fn fuller_squares_are_darker_for_everybody() {
        for vision in &VISIONS {
            let of = |part: f32| vision.lab(Color { a: 1.0, ..color_of(part) })[0];
            let lightness: Vec<f32> = SHADES.iter().map(|(part, _)| of(*part)).collect();
            assert!(lightness.is_sorted_by(|one, next| one - next > 4.0), "{}: {lightness:?}", vision.name);
        }
        let between = [0.001, 0.01, 0.014, 0.02, 0.3, 0.5, 0.9].map(color_of);
        assert!(between[0] == between[1] && between[5] == between[6]);
        assert!(between[1].g > between[2].g && between[2].g > between[3].g && between[3].g > between[4].g);
    }

    #[test]
    fn a_square_that_reaches_over_the_edge_counts_the_ground_that_it_has() {
        let lattice = Lattice { origin: vec2(10.0, 0.0), tile_size: 1.0, width: 20, height: 20 };
        let grid = SquareGrid { corner: vec2(2.0, -8.0), side: 8.0, columns: 5, rows: 5 };
        assert_eq!(
            [grid.area_on(&lattice, 6), grid.area_on(&lattice, 8), grid.area_on(&lattice, 18)],
            [64.0, 32.0, 16.0]
        );
        assert_eq!(grid.on(&lattice), (vec2(10.0, 0.0), vec2(30.0, 20.0)));
    }
}
