//! The ground: one quad and a shader that reads a texel for each tile. What it paints is kept and only
//! what comes into view or changes is painted again, since the shader is dear where no graphics card
//! helps. While the view is zoomed, the picture is stretched; once it rests, it is painted for the new scale.

use std::cell::OnceCell;
use std::mem::swap;

use footpath::grid::{Cell, Lattice, Rect};
use footpath::level::TileMap;
use glam::{Vec2, vec2, vec4};
use macroquad::color::{Color, WHITE};
use macroquad::material::MaterialParams;
use macroquad::math::Rect as Area;
use macroquad::miniquad::{ShaderSource, UniformDesc, UniformType};
use macroquad::models::Vertex;
use macroquad::texture::{DrawTextureParams, FilterMode, Image};

use super::terrain_look::look;
use super::tile_texels::{Overview, Window};
use crate::app::ui::pixels;
use crate::app::view::camera::Camera;
use crate::app::view::render::shader::shader;
use crate::app::window::{
    Camera2D, Material, Mesh, RenderTarget, Texture2D, draw_mesh, draw_rectangle, draw_texture_ex,
    gl_use_default_material, gl_use_material, load_material, render_target, repeat, set_camera,
};

/// What lies around the map.
pub const TABLE: Color = Color::new(0.80, 0.77, 0.69, 1.0);
/// The board's rim in the overview.
const RIM: Color = Color::new(0.35, 0.34, 0.38, 1.0);

/// Tiles smaller than this many device pixels are drawn from the overview.
const OVERVIEW_BELOW: f32 = 1.5;
/// The side of the noise texture; the shader knows it too.
const NOISE_SIZE: u16 = 64;
/// The number of tiles after which the noise on the ground repeats; the shader knows it too.
const NOISE_PERIOD: f32 = 512.0;
/// How long the view keeps its scale before a picture that was painted for another one is painted again, in seconds: longer
/// than from one movement of two fingers, or one notch of the wheel, to the next.
const RESTS: f32 = 0.15;
/// How far a picture is stretched at most before it is painted again all the same: further, tiles have no edges.
const MOST_STRETCHED: f32 = 2.5;
/// How far it shrinks at most: further, most of the window would be drawn from the overview.
const LEAST_STRETCHED: f32 = 0.5;

/// How far from a changed tile the picture may change, in tiles.
const CHANGE_REACH: i32 = 2;

/// What the fragment shader of the ground takes in place of its relief where the ground is flat.
const FLAT: &str = "vec3 relief(vec2 point, vec3 color) { return color; }";

/// Draws the ground of one map at a time.
pub struct TerrainPicture {
    materials: TerrainMaterials,
    shown: Option<DrawnMap>,
    picture: Option<PaintedGround>,
    /// The scale of the view that was drawn last, and since when it has been that, in seconds of the window's clock.
    scale: (f32, f32),
    counts: Counts,
}

/// What painting has taken since the window opened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// How many textures to paint into were made.
    pub targets: u32,
    /// How often the whole picture was painted.
    pub paintings: u32,
}

/// What is done with the picture for a view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PictureUpdate {
    /// It is moved, and what comes into view is painted.
    Follow,
    /// It is drawn larger or smaller than it was painted.
    Stretch,
    /// All of it is painted anew.
    Paint,
}

/// The shader of the ground, and the textures that it reads besides the tiles.
struct TerrainMaterials {
    material: Material,
    /// For ground that is not flat; made when such a map is first shown, and then kept.
    relief: OnceCell<Option<Material>>,
    marks: Texture2D,
    noise: Texture2D,
}

/// The map as it was drawn last.
struct DrawnMap {
    lattice: Lattice,
    revision: u64,
    looks: Vec<[u8; 4]>,
    window: Window,
    overview: Option<Overview>,
}

/// The ground as last painted, in device pixels.
struct PaintedGround {
    target: RenderTarget,
    /// As large; what is still good moves there when the view does.
    spare: RenderTarget,
    size: Vec2,
    /// The view that is painted: at most half a device pixel from the one that is wanted. `None`: nothing of use.
    view: Option<Camera>,
    /// Device pixels to a logical one.
    density: f32,
}

impl TerrainPicture {
    /// Compiles the shader.
    ///
    /// # Errors
    /// In words, when the graphics driver refuses it.
    pub fn new(marks: &Texture2D) -> Result<TerrainPicture, String> {
        let material = compile(false)?;
        let materials = TerrainMaterials { material, relief: OnceCell::new(), marks: marks.clone(), noise: noise() };
        Ok(TerrainPicture { materials, shown: None, picture: None, scale: (0.0, 0.0), counts: Counts::default() })
    }

    /// Random texels that repeat, as the shader reads them.
    pub fn noise(&self) -> &Texture2D {
        &self.materials.noise
    }

    /// Forgets the map, and what is painted into: the next map is another, whatever its revision, or the graphics driver has
    /// lost all pictures.
    pub fn forget(&mut self) {
        self.shown = None;
        self.picture = None;
    }

    /// What painting has taken so far.
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// Draws the map; `changed` holds all tiles that changed since the last revision drawn, `None`
    /// means any may have. `is_plain`: a colour for each tile. `now` is the time in seconds.
    pub fn draw(
        &mut self,
        (map, revision): (&TileMap, u64),
        changed: Option<Rect>,
        camera: &Camera,
        is_plain: bool,
        now: f32,
    ) {
        let known = self
            .shown
            .as_ref()
            .is_some_and(|shown| shown.lattice == map.lattice && (shown.revision == revision || changed.is_some()));
        if !known {
            self.shown = None;
            self.forget_picture();
        }
        if self.scale.0 != camera.scale {
            self.scale = (camera.scale, now);
        }
        let shown = self.shown.get_or_insert_with(|| DrawnMap::new(map, revision));
        let changed = changed.filter(|_| shown.revision != revision);
        if let Some(changed) = changed {
            shown.update(map, changed, revision);
        }

        let density = pixels::per_logical();
        let needed = visible_tiles(&map.lattice, camera).grown(CHANGE_REACH);
        let needed = needed.clipped(map.lattice.width, map.lattice.height);
        let pixels_per_tile = camera.scale * map.lattice.tile_size * density;
        if is_plain || pixels_per_tile < OVERVIEW_BELOW || !shown.window.can_hold(needed) {
            shown.draw_overview(map, camera);
            return self.forget_picture();
        }
        let size = (camera.viewport * density).round().max(Vec2::ONE);
        let fitting = self.picture.take().filter(|picture| picture.size == size && picture.density == density);
        let mut picture = fitting.unwrap_or_else(|| {
            self.counts.targets += 2;
            PaintedGround::of_size(size, density)
        });
        if let Some(changed) = changed {
            picture.repaint(&self.materials, shown, changed);
        }
        match update(picture.view.as_ref(), camera, now - self.scale.1) {
            PictureUpdate::Follow => {
                shown.window.follow(map, &shown.looks, needed);
                picture.follow(&self.materials, shown, camera);
                picture.draw();
            }
            PictureUpdate::Stretch => {
                if !picture.covers(camera) {
                    shown.draw_overview(map, camera);
                }
                picture.draw_stretched(camera);
            }
            PictureUpdate::Paint => {
                self.counts.paintings += 1;
                shown.window.follow(map, &shown.looks, needed);
                picture.paint_whole(&self.materials, shown, camera);
                picture.draw();
            }
        }
        self.picture = Some(picture);
    }

    /// Forgets what is painted, and keeps what is painted into.
    fn forget_picture(&mut self) {
        if let Some(picture) = &mut self.picture {
            picture.view = None;
        }
    }
}

/// What is done with a picture that was painted for a view, where it is of use, for a camera that has had its scale for
/// `rested` seconds.
fn update(painted: Option<&Camera>, camera: &Camera, rested: f32) -> PictureUpdate {
    let Some(painted) = painted.filter(|painted| painted.viewport == camera.viewport) else {
        return PictureUpdate::Paint;
    };
    let stretched = camera.scale / painted.scale;
    if stretched == 1.0 {
        PictureUpdate::Follow
    } else if (LEAST_STRETCHED..=MOST_STRETCHED).contains(&stretched) && (0.0..RESTS).contains(&rested) {
        PictureUpdate::Stretch
    } else {
        PictureUpdate::Paint
    }
}

/// Compiles the shader for flat ground, or that for ground that is not.
fn compile(has_relief: bool) -> Result<Material, String> {
    let mut textures = vec!["Marks".to_owned(), "Noise".to_owned()];
    let mut uniforms = vec![
        UniformDesc::new("WindowSize", UniformType::Float2),
        UniformDesc::new("WindowFirst", UniformType::Float2),
        UniformDesc::new("MapBounds", UniformType::Float4),
        UniformDesc::new("PixelsPerTile", UniformType::Float1),
        UniformDesc::new("TableColor", UniformType::Float3),
    ];
    if has_relief {
        textures.push("Relief".to_owned());
        uniforms.push(UniformDesc::new("Heights", UniformType::Float4));
    }
    let relief = if has_relief { shader!("relief.frag.glsl") } else { FLAT };
    let fragment = [shader!("ground.frag.glsl"), relief].concat();
    let material = load_material(
        ShaderSource::Glsl { vertex: shader!("ground.vert.glsl"), fragment: &fragment },
        MaterialParams { uniforms, textures, ..Default::default() },
    )
    .map_err(|error| format!("the ground's shader does not work on this graphics driver: {error}"))?;
    material.set_uniform("TableColor", [TABLE.r, TABLE.g, TABLE.b]);
    Ok(material)
}

impl DrawnMap {
    fn new(map: &TileMap, revision: u64) -> DrawnMap {
        let looks: Vec<[u8; 4]> = map.terrains.iter().map(look).collect();
        let window = Window::new(map, &looks);
        DrawnMap { lattice: map.lattice, revision, looks, window, overview: None }
    }

    fn update(&mut self, map: &TileMap, changed: Rect, revision: u64) {
        self.window.update(map, &self.looks, changed);
        if let Some(overview) = &self.overview {
            overview.update(map, &self.looks, changed);
        }
        self.revision = revision;
    }

    fn draw_overview(&mut self, map: &TileMap, camera: &Camera) {
        let overview = self.overview.get_or_insert_with(|| Overview::new(map, &self.looks));
        let corner = camera.to_screen(map.lattice.origin);
        let size = map.lattice.size() * camera.scale;
        draw_rectangle(0.0, 0.0, camera.viewport.x, camera.viewport.y, TABLE);
        draw_rectangle(corner.x - 2.0, corner.y - 2.0, size.x + 4.0, size.y + 6.0, RIM);
        let (width, height) = overview.extent(map);
        let is_small = camera.scale * map.lattice.tile_size < 1.0;
        overview.texture.set_filter(if is_small { FilterMode::Linear } else { FilterMode::Nearest });
        let source = Some(Area::new(0.0, 0.0, width, height));
        let params = DrawTextureParams { dest_size: Some(size), source, ..Default::default() };
        draw_texture_ex(&overview.texture, corner.x, corner.y, WHITE, params);
    }
}

impl PaintedGround {
    /// One of a size in device pixels, in which nothing is painted.
    fn of_size(size: Vec2, density: f32) -> PaintedGround {
        PaintedGround { target: new_target(size), spare: new_target(size), size, view: None, density }
    }

    /// Paints all of it for a view.
    fn paint_whole(&mut self, materials: &TerrainMaterials, shown: &DrawnMap, camera: &Camera) {
        self.view = Some(*camera);
        self.paint(materials, shown, camera, &[Area::new(0.0, 0.0, self.size.x, self.size.y)]);
    }

    /// Moves by whole device pixels to where the camera is and paints what comes into view.
    fn follow(&mut self, materials: &TerrainMaterials, shown: &DrawnMap, camera: &Camera) {
        let Some(mut view) = self.view else { return };
        let pixels_per_unit = camera.scale * self.density;
        let shift = ((view.centre - camera.centre) * pixels_per_unit).round();
        if shift == Vec2::ZERO {
            return;
        }
        let Vec2 { x: width, y: height } = self.size;
        if shift.x.abs() >= width || shift.y.abs() >= height {
            return self.paint_whole(materials, shown, camera);
        }
        view.centre -= shift / pixels_per_unit;
        self.view = Some(view);
        begin_target(&self.spare);
        let params = DrawTextureParams { flip_y: true, ..Default::default() };
        draw_texture_ex(&self.target.texture, shift.x, shift.y, WHITE, params);
        pixels::draw_to_window();
        swap(&mut self.target, &mut self.spare);

        let beside = Area::new(if shift.x > 0.0 { 0.0 } else { width + shift.x }, 0.0, shift.x.abs(), height);
        let above = Area::new(0.0, if shift.y > 0.0 { 0.0 } else { height + shift.y }, width, shift.y.abs());
        self.paint(materials, shown, &view, &[beside, above]);
    }

    /// Paints the surroundings of changed tiles again.
    fn repaint(&self, materials: &TerrainMaterials, shown: &DrawnMap, changed: Rect) {
        let Some(view) = self.view else { return };
        let changed = changed.grown(CHANGE_REACH);
        let pixel = |tile| view.to_screen(shown.lattice.corner(tile)) * self.density;
        let min = pixel(changed.min).floor().max(Vec2::ZERO);
        let max = pixel(changed.max).ceil().min(self.size);
        if min.cmplt(max).all() {
            self.paint(materials, shown, &view, &[Area::new(min.x, min.y, max.x - min.x, max.y - min.y)]);
        }
    }

    /// Paints parts of the picture of a view, given in device pixels.
    fn paint(&self, materials: &TerrainMaterials, shown: &DrawnMap, view: &Camera, areas: &[Area]) {
        let DrawnMap { lattice, window, .. } = shown;
        let first = vec2(window.held.min.x as f32, window.held.min.y as f32);
        let last = vec2(lattice.width as f32, lattice.height as f32) - first;
        // Where the driver refuses the shader for heights, all looks flat.
        let heights = window.relief.as_ref();
        let shaped = heights.and_then(|_| materials.relief.get_or_init(|| compile(true).ok()).as_ref());
        let material = shaped.unwrap_or(&materials.material);
        if let (Some(_), Some((scale, texture))) = (shaped, heights) {
            material.set_texture("Relief", texture.clone());
            material.set_uniform("Heights", scale.uniform());
        }
        // A material remembers a texture, but does not keep it alive.
        material.set_texture("Marks", materials.marks.clone());
        material.set_texture("Noise", materials.noise.clone());
        material.set_uniform("WindowSize", window.texture.size());
        material.set_uniform("WindowFirst", first.rem_euclid(Vec2::splat(NOISE_PERIOD)));
        material.set_uniform("MapBounds", vec4(-first.x, -first.y, last.x, last.y));
        material.set_uniform("PixelsPerTile", view.scale * lattice.tile_size * self.density);

        let corner = lattice.corner(window.held.min);
        let vertex = |x: f32, y: f32| {
            let tile = (view.to_world(vec2(x, y) / self.density) - corner) / lattice.tile_size;
            Vertex::new(x, y, 0.0, tile.x, tile.y, WHITE)
        };
        begin_target(&self.target);
        gl_use_material(material);
        for area in areas {
            let (right, bottom) = (area.x + area.w, area.y + area.h);
            let corners =
                vec![vertex(area.x, area.y), vertex(right, area.y), vertex(right, bottom), vertex(area.x, bottom)];
            let texture = Some(window.texture.clone());
            draw_mesh(&Mesh { vertices: corners, indices: vec![0, 1, 2, 0, 2, 3], texture });
        }
        gl_use_default_material();
        pixels::draw_to_window();
    }

    fn draw(&self) {
        self.target.texture.set_filter(FilterMode::Nearest);
        self.draw_at(Vec2::ZERO, self.size / self.density);
    }

    /// Draws it where a camera of another scale shows what is painted.
    fn draw_stretched(&self, camera: &Camera) {
        let Some(view) = self.view else { return };
        self.target.texture.set_filter(FilterMode::Linear);
        self.draw_at(camera.to_screen(view.to_world(Vec2::ZERO)), view.viewport * camera.scale / view.scale);
    }

    /// Whether it fills the window of a camera of another scale.
    fn covers(&self, camera: &Camera) -> bool {
        let (from, to) = camera.visible();
        self.view.is_some_and(|view| {
            let painted = view.visible();
            painted.0.cmple(from).all() && painted.1.cmpge(to).all()
        })
    }

    fn draw_at(&self, corner: Vec2, size: Vec2) {
        // What was drawn into a texture stands upside down in it.
        let params = DrawTextureParams { dest_size: Some(size), flip_y: true, ..Default::default() };
        draw_texture_ex(&self.target.texture, corner.x, corner.y, WHITE, params);
    }
}

/// From here on everything is drawn into `target`, in its pixels.
fn begin_target(target: &RenderTarget) {
    let size = target.texture.size();
    let whole = Camera2D::from_display_rect(Area::new(0.0, 0.0, size.x, size.y));
    set_camera(&Camera2D { render_target: Some(target.clone()), ..whole });
}

/// The tiles that the camera sees, in part outside the map when it sees beyond.
fn visible_tiles(lattice: &Lattice, camera: &Camera) -> Rect {
    let last = lattice.tile_at(camera.to_world(camera.viewport));
    Rect { min: lattice.tile_at(camera.to_world(Vec2::ZERO)), max: Cell::new(last.x + 1, last.y + 1) }
}

fn new_target(size: Vec2) -> RenderTarget {
    let target = render_target(size.x as u32, size.y as u32);
    target.texture.set_filter(FilterMode::Nearest);
    target
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
    let length = usize::from(NOISE_SIZE) * usize::from(NOISE_SIZE) * 4;
    let bytes = (0..length).map(|_| next()).collect();
    let texture = Texture2D::from_image(&Image { bytes, width: NOISE_SIZE, height: NOISE_SIZE });
    texture.set_filter(FilterMode::Linear);
    repeat(&texture);
    texture
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::view::camera::{Bounds, Insets};

    fn camera() -> Camera {
        let bounds = Bounds { origin: Vec2::ZERO, size: vec2(40.0, 30.0), tile_size: 1.0 };
        Camera::framing(bounds, vec2(1280.0, 720.0), Insets::default())
    }

    #[test]
    fn a_picture_moves_with_the_view_and_is_painted_for_another_window() {
        let painted = camera();
        let mut camera = painted;
        camera.pan(vec2(-300.0, 40.0));
        assert_eq!(update(Some(&painted), &camera, 0.0), PictureUpdate::Follow);
        assert_eq!(update(None, &camera, 0.0), PictureUpdate::Paint);
        camera.resize(vec2(800.0, 600.0), Insets::default());
        assert_eq!(update(Some(&painted), &camera, 0.0), PictureUpdate::Paint);
    }

    /// Eight times two fingers move apart and together again; in every frame the view is another.
    #[test]
    fn fingers_that_move_paint_nothing_until_they_rest() {
        let (mut painted, mut camera) = (camera(), camera());
        let mut paintings = 0;
        for gesture in 0..8 {
            for frame in 0..20 {
                camera.zoom_at(vec2(500.0, 300.0), if frame < 10 { 1.07 } else { 1.0 / 1.07 });
                assert_eq!(
                    update(Some(&painted), &camera, 0.0),
                    PictureUpdate::Stretch,
                    "gesture {gesture}, frame {frame}"
                );
            }
            camera.zoom_at(vec2(500.0, 300.0), 1.1);
            if update(Some(&painted), &camera, RESTS) == PictureUpdate::Paint {
                (painted, paintings) = (camera, paintings + 1);
            }
        }
        assert_eq!(paintings, 8);
    }

    #[test]
    fn a_picture_is_not_stretched_beyond_recognition() {
        let mut painted = camera();
        painted.zoom_at(Vec2::ZERO, 1.3);
        for (factor, expected) in [
            (2.4, PictureUpdate::Stretch),
            (2.6, PictureUpdate::Paint),
            (0.51, PictureUpdate::Stretch),
            (0.4, PictureUpdate::Paint),
        ] {
            let mut camera = painted;
            camera.zoom_at(Vec2::ZERO, factor);
            assert_eq!(update(Some(&painted), &camera, 0.0), expected, "{factor} times as large");
        }
    }
}
