//! The ground: one quad and a shader that reads a texel for each tile, kept as a picture of the size
//! of the window until the view or the map changes.

use footpath::grid::{Cell, Lattice, Rect};
use footpath::level::TileMap;
use glam::{Vec2, vec2, vec4};
use macroquad::camera::{Camera2D, set_camera, set_default_camera};
use macroquad::color::{Color, WHITE};
use macroquad::material::{Material, MaterialParams, gl_use_default_material, gl_use_material, load_material};
use macroquad::miniquad::{ShaderSource, TextureWrap, UniformDesc, UniformType};
use macroquad::models::{Mesh, Vertex, draw_mesh};
use macroquad::shapes::draw_rectangle;
use macroquad::texture::{
    DrawTextureParams, FilterMode, Image, RenderTarget, Texture2D, draw_texture_ex, render_target,
};

use super::look::look;
use crate::app::camera::Camera;

/// What lies around the map.
pub const TABLE: Color = Color::new(0.80, 0.77, 0.69, 1.0);

/// The side of the tile texture at most, in tiles: as many as a wide screen shows at a pixel or two
/// each. Larger maps are seen through a window that follows the view.
const WINDOW_LIMIT: u32 = 1024;
/// The side of the overview at most, in texels; every device that draws at all takes this much.
const OVERVIEW_LIMIT: u32 = 2048;
/// Tiles smaller than this many device pixels are drawn from the overview.
const OVERVIEW_BELOW: f32 = 1.5;
/// The side of the noise texture; the shader knows it too.
const NOISE_SIZE: i32 = 64;

/// Draws the ground of one map at a time.
pub struct Ground {
    material: Material,
    shown: Option<Shown>,
    picture: Option<Picture>,
}

/// The map as it was drawn last.
struct Shown {
    lattice: Lattice,
    revision: u64,
    looks: Vec<[u8; 4]>,
    window: Window,
    overview: Option<Overview>,
}

/// The tiles around the view, one texel each.
struct Window {
    texture: Texture2D,
    first: Cell,
    width: u32,
    height: u32,
}

/// The whole map with some tiles to a texel, for a view from far away.
struct Overview {
    texture: Texture2D,
    tiles_per_texel: u32,
}

/// The ground as last painted, in device pixels.
struct Picture {
    target: RenderTarget,
    camera: Camera,
    revision: u64,
}

impl Ground {
    /// Compiles the shader.
    ///
    /// # Errors
    /// In words, when the graphics driver refuses it.
    pub fn new(marks: &Texture2D) -> Result<Ground, String> {
        let uniform = |name: &str, kind| UniformDesc::new(name, kind);
        let material = load_material(
            ShaderSource::Glsl { vertex: include_str!("ground.vert.glsl"), fragment: include_str!("ground.frag.glsl") },
            MaterialParams {
                uniforms: vec![
                    uniform("WindowSize", UniformType::Float2),
                    uniform("WindowFirst", UniformType::Float2),
                    uniform("MapBounds", UniformType::Float4),
                    uniform("PixelsPerTile", UniformType::Float1),
                    uniform("TableColor", UniformType::Float3),
                ],
                textures: vec!["Marks".to_owned(), "Noise".to_owned()],
                ..Default::default()
            },
        )
        .map_err(|error| format!("the ground's shader does not work on this graphics driver: {error}"))?;
        material.set_texture("Marks", marks.clone());
        material.set_texture("Noise", noise());
        material.set_uniform("TableColor", [TABLE.r, TABLE.g, TABLE.b]);
        Ok(Ground { material, shown: None, picture: None })
    }

    /// Forgets the map: the next one is another, whatever its revision.
    pub fn forget(&mut self) {
        self.shown = None;
        self.picture = None;
    }

    /// Draws the map; `changed` holds all tiles that changed since the last revision drawn, `None`
    /// means any may have.
    pub fn draw(&mut self, map: &TileMap, revision: u64, changed: Option<Rect>, camera: &Camera) {
        let known = self
            .shown
            .as_ref()
            .is_some_and(|shown| shown.lattice == map.lattice && (shown.revision == revision || changed.is_some()));
        if !known {
            self.forget();
        }
        let shown = self.shown.get_or_insert_with(|| Shown::new(map, revision));
        if let (true, Some(changed)) = (shown.revision != revision, changed) {
            shown.update(map, changed);
            shown.revision = revision;
        }

        let pixels_per_tile = camera.scale * map.lattice.tile_size * device_pixels();
        let needed = visible_tiles(&map.lattice, camera).grown(2).clipped(map.lattice.width, map.lattice.height);
        if pixels_per_tile < OVERVIEW_BELOW || !shown.window.can_hold(needed) {
            shown.draw_overview(map, camera);
            return;
        }
        let size = (camera.viewport * device_pixels()).round().max(Vec2::ONE);
        let picture = match self.picture.take().filter(|picture| picture.target.texture.size() == size) {
            Some(picture) if picture.camera == *camera && picture.revision == revision => picture,
            old => {
                shown.window.follow(map, &shown.looks, needed);
                let target = old.map_or_else(|| new_target(size), |old| old.target);
                paint(&self.material, shown, camera, pixels_per_tile, &target);
                Picture { target, camera: *camera, revision }
            }
        };
        let whole = DrawTextureParams { dest_size: Some(camera.viewport), flip_y: true, ..Default::default() };
        draw_texture_ex(&picture.target.texture, 0.0, 0.0, WHITE, whole);
        self.picture = Some(picture);
    }
}

impl Shown {
    fn new(map: &TileMap, revision: u64) -> Shown {
        let looks: Vec<[u8; 4]> = map.terrains.iter().map(look).collect();
        let width = map.lattice.width.min(WINDOW_LIMIT);
        let height = map.lattice.height.min(WINDOW_LIMIT);
        let mut window = Window { texture: Texture2D::empty(), first: Cell::new(0, 0), width, height };
        window.texture = Texture2D::from_image(&image_of(map, &looks, window.rect()));
        window.texture.set_filter(FilterMode::Nearest);
        Shown { lattice: map.lattice, revision, looks, window, overview: None }
    }

    fn update(&mut self, map: &TileMap, changed: Rect) {
        self.window.update(map, &self.looks, changed);
        if let Some(overview) = &self.overview {
            overview.update(map, &self.looks, changed);
        }
    }

    fn draw_overview(&mut self, map: &TileMap, camera: &Camera) {
        let overview = self.overview.get_or_insert_with(|| Overview::new(map, &self.looks));
        let corner = camera.to_screen(map.lattice.origin);
        let size = map.lattice.size() * camera.scale;
        draw_rectangle(0.0, 0.0, camera.viewport.x, camera.viewport.y, TABLE);
        draw_rectangle(corner.x - 2.0, corner.y - 2.0, size.x + 4.0, size.y + 6.0, Color::new(0.35, 0.34, 0.38, 1.0));
        let part = vec2(map.lattice.width as f32, map.lattice.height as f32) / overview.tiles_per_texel as f32;
        let source = macroquad::math::Rect::new(0.0, 0.0, part.x, part.y);
        let params = DrawTextureParams { dest_size: Some(size), source: Some(source), ..Default::default() };
        draw_texture_ex(&overview.texture, corner.x, corner.y, WHITE, params);
    }
}

impl Window {
    fn rect(&self) -> Rect {
        let max = Cell::new(self.first.x + self.width as i32, self.first.y + self.height as i32);
        Rect { min: self.first, max }
    }

    fn can_hold(&self, needed: Rect) -> bool {
        needed.max.x - needed.min.x <= self.width as i32 && needed.max.y - needed.min.y <= self.height as i32
    }

    /// Moves to around `needed`, unless it holds it already.
    fn follow(&mut self, map: &TileMap, looks: &[[u8; 4]], needed: Rect) {
        let held = self.rect();
        let holds = needed.min.x >= held.min.x
            && needed.min.y >= held.min.y
            && needed.max.x <= held.max.x
            && needed.max.y <= held.max.y;
        if holds {
            return;
        }
        let first = |min: i32, max: i32, size: u32, limit: u32| {
            ((min + max - size as i32) / 2).clamp(0, limit as i32 - size as i32)
        };
        self.first = Cell::new(
            first(needed.min.x, needed.max.x, self.width, map.lattice.width),
            first(needed.min.y, needed.max.y, self.height, map.lattice.height),
        );
        self.texture.update(&image_of(map, looks, self.rect()));
    }

    fn update(&self, map: &TileMap, looks: &[[u8; 4]], changed: Rect) {
        let held = self.rect();
        let part = Rect {
            min: Cell::new(changed.min.x.max(held.min.x), changed.min.y.max(held.min.y)),
            max: Cell::new(changed.max.x.min(held.max.x), changed.max.y.min(held.max.y)),
        };
        let (width, height) = (part.max.x - part.min.x, part.max.y - part.min.y);
        if width > 0 && height > 0 {
            let image = image_of(map, looks, part);
            self.texture.update_part(&image, part.min.x - held.min.x, part.min.y - held.min.y, width, height);
        }
    }
}

impl Overview {
    fn new(map: &TileMap, looks: &[[u8; 4]]) -> Overview {
        let side = map.lattice.width.max(map.lattice.height);
        let tiles_per_texel = side.div_ceil(OVERVIEW_LIMIT);
        let whole = Rect {
            min: Cell::new(0, 0),
            max: Cell::new(
                map.lattice.width.div_ceil(tiles_per_texel) as i32,
                map.lattice.height.div_ceil(tiles_per_texel) as i32,
            ),
        };
        let texture = Texture2D::from_image(&mean_colors(map, looks, tiles_per_texel, whole));
        texture.set_filter(FilterMode::Linear);
        Overview { texture, tiles_per_texel }
    }

    fn update(&self, map: &TileMap, looks: &[[u8; 4]], changed: Rect) {
        let changed = changed.clipped(map.lattice.width, map.lattice.height);
        let step = self.tiles_per_texel as i32;
        let part = Rect {
            min: Cell::new(changed.min.x / step, changed.min.y / step),
            max: Cell::new((changed.max.x + step - 1) / step, (changed.max.y + step - 1) / step),
        };
        let (width, height) = (part.max.x - part.min.x, part.max.y - part.min.y);
        if width > 0 && height > 0 {
            let image = mean_colors(map, looks, self.tiles_per_texel, part);
            self.texture.update_part(&image, part.min.x, part.min.y, width, height);
        }
    }
}

/// Paints what the camera sees into `target`.
fn paint(material: &Material, shown: &Shown, camera: &Camera, pixels_per_tile: f32, target: &RenderTarget) {
    let window = &shown.window;
    let first = vec2(window.first.x as f32, window.first.y as f32);
    let lattice = &shown.lattice;
    material.set_uniform("WindowSize", vec2(window.width as f32, window.height as f32));
    material.set_uniform("WindowFirst", first.rem_euclid(Vec2::splat(NOISE_SIZE as f32)));
    let map_size = vec2(lattice.width as f32, lattice.height as f32);
    material.set_uniform("MapBounds", vec4(-first.x, -first.y, map_size.x - first.x, map_size.y - first.y));
    material.set_uniform("PixelsPerTile", pixels_per_tile);

    // Whole tiles are taken off before anything is divided: far from the origin little is lost.
    let corner = lattice.corner(window.first);
    let tile_of = |screen: Vec2| (camera.to_world(screen) - corner) / lattice.tile_size;
    let (near, far) = (tile_of(Vec2::ZERO), tile_of(camera.viewport));
    let size = target.texture.size();
    let vertex = |x: f32, y: f32, u: f32, v: f32| Vertex::new(x, y, 0.0, u, v, WHITE);
    let quad = Mesh {
        vertices: vec![
            vertex(0.0, 0.0, near.x, near.y),
            vertex(size.x, 0.0, far.x, near.y),
            vertex(size.x, size.y, far.x, far.y),
            vertex(0.0, size.y, near.x, far.y),
        ],
        indices: vec![0, 1, 2, 0, 2, 3],
        texture: Some(window.texture.clone()),
    };
    let whole = macroquad::math::Rect::new(0.0, 0.0, size.x, size.y);
    set_camera(&Camera2D { render_target: Some(target.clone()), ..Camera2D::from_display_rect(whole) });
    gl_use_material(material);
    draw_mesh(&quad);
    gl_use_default_material();
    set_default_camera();
}

/// The tiles that the camera sees, in part outside the map when it sees beyond.
fn visible_tiles(lattice: &Lattice, camera: &Camera) -> Rect {
    let last = lattice.tile_at(camera.to_world(camera.viewport));
    Rect { min: lattice.tile_at(camera.to_world(Vec2::ZERO)), max: Cell::new(last.x + 1, last.y + 1) }
}

/// Device pixels to a logical one.
fn device_pixels() -> f32 {
    macroquad::window::screen_dpi_scale()
}

fn new_target(size: Vec2) -> RenderTarget {
    let target = render_target(size.x as u32, size.y as u32);
    target.texture.set_filter(FilterMode::Nearest);
    target
}

/// One texel for each tile of `part`.
fn image_of(map: &TileMap, looks: &[[u8; 4]], part: Rect) -> Image {
    let bytes = part.cells().flat_map(|tile| looks[map.tiles[tile].0 as usize]).collect();
    Image { bytes, width: (part.max.x - part.min.x) as u16, height: (part.max.y - part.min.y) as u16 }
}

/// The mean colours of squares of `step` x `step` tiles; `part` counts squares.
fn mean_colors(map: &TileMap, looks: &[[u8; 4]], step: u32, part: Rect) -> Image {
    let step = step as i32;
    let mean = |square: Cell| {
        let min = Cell::new(square.x * step, square.y * step);
        let tiles = Rect { min, max: Cell::new(min.x + step, min.y + step) };
        let mut sum = [0u32; 3];
        let mut count = 0;
        for tile in tiles.clipped(map.lattice.width, map.lattice.height).cells() {
            let look = looks[map.tiles[tile].0 as usize];
            (0..3).for_each(|channel| sum[channel] += u32::from(look[channel]));
            count += 1;
        }
        let [r, g, b] = sum.map(|channel| (channel / count) as u8);
        [r, g, b, 255]
    };
    let bytes = part.cells().flat_map(mean).collect();
    Image { bytes, width: (part.max.x - part.min.x) as u16, height: (part.max.y - part.min.y) as u16 }
}

/// Random texels, always the same, that repeat in both directions: read between texels they are
/// smooth noise, read at the middle of one they are the luck of a tile.
fn noise() -> Texture2D {
    let mut state: u32 = 0x9e37_79b9;
    let mut next = || {
        // Xorshift (Marsaglia 2003).
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        (state >> 24) as u8
    };
    let bytes = (0..NOISE_SIZE * NOISE_SIZE * 4).map(|_| next()).collect();
    let texture = Texture2D::from_image(&Image { bytes, width: NOISE_SIZE as u16, height: NOISE_SIZE as u16 });
    texture.set_filter(FilterMode::Linear);
    // SAFETY: only the context is taken, on the thread of the window, and not kept.
    let context = unsafe { macroquad::window::get_internal_gl().quad_context };
    context.texture_set_wrap(texture.raw_miniquad_id(), TextureWrap::Repeat, TextureWrap::Repeat);
    texture
}
