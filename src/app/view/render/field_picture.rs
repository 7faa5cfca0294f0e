//! Danger, rewards and worn ground, from the cost fields of a map: a texel for each cell around the view, smoothed by the
//! texture's filter, painted by a shader, and only where there is anything.

use std::cell::OnceCell;

use footpath::grid::{Cell, Rect};
use footpath::level::TileMap;
use glam::{Vec2, vec2};
use macroquad::color::WHITE;
use macroquad::material::MaterialParams;
use macroquad::miniquad::{
    BlendFactor, BlendState, BlendValue, Equation, PipelineParams, ShaderSource, UniformDesc, UniformType,
};
use macroquad::models::Vertex;
use macroquad::texture::{FilterMode, Image};

use crate::app::ui::pixels;
use crate::app::view::camera::Camera;
use crate::app::view::render::shader::shader;
use crate::app::window::{
    Material, Mesh, Texture2D, draw_mesh, gl_use_default_material, gl_use_material, load_material,
};

/// The side of the texture at most, in texels.
const LIMIT: i32 = 512;

/// The side of the squares, in texels, that are drawn or left out as one.
const SQUARE: i32 = 16;

/// The danger, and the reward, that is drawn half as strongly as can be, in hundredths of a tile's cost.
const HALF_DANGER: u32 = 300;
const HALF_REWARD: u32 = 60;

/// The number of tiles after which the pattern on the ground may repeat; a multiple of the period of the noise.
const PERIOD: f32 = 256.0;

/// The fields as they were drawn last.
#[derive(Default)]
pub struct FieldPicture {
    /// Made when there is first something to draw; nothing where the driver refuses the shader.
    material: OnceCell<Option<Material>>,
    bytes: Vec<u8>,
    shown: Option<DrawnField>,
}

/// What is in the texture.
struct DrawnField {
    held: TexelCells,
    bytes: Vec<u8>,
    texture: Texture2D,
    /// The squares that are not empty, each with its first and its last texel.
    squares: Vec<Rect>,
}

/// Which cells the texels stand for.
#[derive(Clone, Copy, PartialEq)]
struct TexelCells {
    first: Cell,
    /// The side of the square of cells that one texel stands for.
    step: i32,
    width: i32,
    height: i32,
}

impl TexelCells {
    fn around(needed: Rect) -> TexelCells {
        let longest = (needed.max.x - needed.min.x).max(needed.max.y - needed.min.y) + 2;
        let step = ((longest + LIMIT - 1) / LIMIT).max(1);
        let first = Cell::new(needed.min.x.div_euclid(step) * step - step, needed.min.y.div_euclid(step) * step - step);
        let count = |from: i32, to: i32| (to - from) / step + 2;
        TexelCells { first, step, width: count(first.x, needed.max.x), height: count(first.y, needed.max.y) }
    }

    fn cell(&self, texel: Cell) -> Cell {
        Cell::new(self.first.x + texel.x * self.step, self.first.y + texel.y * self.step)
    }

    fn size(&self) -> Vec2 {
        vec2(self.width as f32, self.height as f32)
    }
}

impl FieldPicture {
    /// Draws the fields of a map where the camera shows it. `noise` makes worn ground uneven.
    pub fn draw(&mut self, map: &TileMap, camera: &Camera, noise: &Texture2D) {
        let fields = &map.fields;
        if fields.danger.is_none() && fields.reward.is_none() && fields.wear.is_none() {
            self.shown = None;
            return;
        }
        let held = TexelCells::around(camera.visible_cells(&map.cells()));
        read(map, held, &mut self.bytes);
        let is_known = self.shown.as_ref().is_some_and(|shown| shown.held == held && shown.bytes == self.bytes);
        if !is_known {
            self.shown = Some(DrawnField::new(self.shown.take(), held, &self.bytes));
        }
        let Some(shown) = self.shown.as_ref().filter(|shown| !shown.squares.is_empty()) else { return };
        if let Some(material) = self.material.get_or_init(|| compile().ok()) {
            shown.paint(material, map, camera, noise);
        }
    }
}

/// Reads the fields of the cells that texels stand for.
fn read(map: &TileMap, held: TexelCells, bytes: &mut Vec<u8>) {
    let fields = &map.fields;
    let strength = |value: u16, half: u32| (255 * u32::from(value) / (u32::from(value) + half)) as u8;
    bytes.clear();
    for y in 0..held.height {
        for x in 0..held.width {
            let cell = held.cell(Cell::new(x, y));
            if !map.is_walkable(map.tile_of_cell(cell)) {
                bytes.extend([0, 0, 0, 255]);
                continue;
            }
            let danger =
                fields.danger.as_ref().and_then(|danger| danger.get(cell)).map_or(0, |it| strength(*it, HALF_DANGER));
            let reward =
                fields.reward.as_ref().and_then(|reward| reward.get(cell)).map_or(0, |it| strength(*it, HALF_REWARD));
            let wear = fields.wear.as_ref().and_then(|wear| wear.get(cell)).map_or(0, |it| *it);
            bytes.extend([danger, reward, wear, 255]);
        }
    }
}

impl DrawnField {
    fn new(before: Option<DrawnField>, held: TexelCells, bytes: &[u8]) -> DrawnField {
        let image = Image { bytes: bytes.to_vec(), width: held.width as u16, height: held.height as u16 };
        let texture = match before {
            Some(before) if before.texture.size() == held.size() => {
                before.texture.update(&image);
                before.texture
            }
            _ => Texture2D::from_image(&image),
        };
        texture.set_filter(FilterMode::Linear);
        DrawnField { held, squares: squares(held, bytes), bytes: image.bytes, texture }
    }

    fn paint(&self, material: &Material, map: &TileMap, camera: &Camera, noise: &Texture2D) {
        let cells = map.cells();
        let texels_per_tile = map.bake.cells_per_tile as f32 / self.held.step as f32;
        let first = vec2(self.held.first.x as f32, self.held.first.y as f32) / map.bake.cells_per_tile as f32;
        // A material remembers a texture, but does not keep it alive.
        material.set_texture("Noise", noise.clone());
        material.set_uniform("Size", self.held.size());
        material.set_uniform("First", first.rem_euclid(Vec2::splat(PERIOD)));
        material.set_uniform("TexelsPerTile", texels_per_tile);
        material.set_uniform("PixelsPerTile", camera.scale * map.lattice.tile_size * pixels::per_logical());
        let mut mesh = Mesh { vertices: Vec::new(), indices: Vec::new(), texture: Some(self.texture.clone()) };
        for square in &self.squares {
            let corner = mesh.vertices.len() as u16;
            let corners = [
                (square.min.x, square.min.y),
                (square.max.x, square.min.y),
                (square.max.x, square.max.y),
                (square.min.x, square.max.y),
            ];
            mesh.vertices.extend(corners.map(|(x, y)| {
                let at = camera.to_screen(cells.corner(self.held.cell(Cell::new(x, y))));
                Vertex::new(at.x, at.y, 0.0, x as f32, y as f32, WHITE)
            }));
            mesh.indices.extend([0, 1, 2, 0, 2, 3].map(|index| corner + index));
        }
        gl_use_material(material);
        draw_mesh(&mesh);
        gl_use_default_material();
    }
}

/// The squares of texels in which, or next to which, there is anything.
fn squares(held: TexelCells, bytes: &[u8]) -> Vec<Rect> {
    let is_empty = |texel: Cell| {
        let at = 4 * (texel.y * held.width + texel.x) as usize;
        bytes[at..at + 3] == [0, 0, 0]
    };
    let mut squares = Vec::new();
    for y in (0..held.height).step_by(SQUARE as usize) {
        for x in (0..held.width).step_by(SQUARE as usize) {
            let square = Rect { min: Cell::new(x, y), max: Cell::new(x + SQUARE, y + SQUARE) };
            let (width, height) = (held.width as u32, held.height as u32);
            if square.grown(1).clipped(width, height).cells().any(|texel| !is_empty(texel)) {
                squares.push(square.clipped(width, height));
            }
        }
    }
    squares
}

fn compile() -> Result<Material, macroquad::Error> {
    let uniform = UniformDesc::new;
    let over = BlendState::new(
        Equation::Add,
        BlendFactor::Value(BlendValue::SourceAlpha),
        BlendFactor::OneMinusValue(BlendValue::SourceAlpha),
    );
    load_material(
        ShaderSource::Glsl { vertex: shader!("ground.vert.glsl"), fragment: shader!("fields.frag.glsl") },
        MaterialParams {
            pipeline_params: PipelineParams { color_blend: Some(over), ..Default::default() },
            uniforms: vec![
                uniform("Size", UniformType::Float2),
                uniform("First", UniformType::Float2),
                uniform("TexelsPerTile", UniformType::Float1),
                uniform("PixelsPerTile", UniformType::Float1),
            ],
            textures: vec!["Noise".to_owned()],
        },
    )
}
