//! The window of tests: nobody sees it. Its clock is moved by the test, its input is what the test does, and its
//! letters are as wide as those of the font. Each test has one of its own, as each runs in a thread of its own.

use std::cell::RefCell;
use std::sync::LazyLock;

use fontdue::FontSettings;
use glam::{Vec2, vec2};
use macroquad::DroppedFile;
use macroquad::color::Color;
use macroquad::input::MouseButton;
use macroquad::material::MaterialParams;
use macroquad::math::Rect;
use macroquad::miniquad::{EventHandler, FilterMode, ShaderSource};
use macroquad::models::Vertex;
use macroquad::text::TextDimensions;
use macroquad::texture::{DrawTextureParams, Image};

/// Something that happens to the window, to be told to whoever listens.
type Happening = Box<dyn FnOnce(&mut dyn EventHandler)>;

struct Unseen {
    size: Vec2,
    pixels: f32,
    now: f64,
    happened: Vec<Happening>,
    held: Vec<MouseButton>,
    clipboard: Option<String>,
    heard: Vec<Vec<f32>>,
}

thread_local! {
    static UNSEEN: RefCell<Unseen> = const {
        RefCell::new(Unseen {
            size: vec2(1280.0, 720.0),
            pixels: 1.0,
            now: 0.0,
            happened: Vec::new(),
            held: Vec::new(),
            clipboard: None,
            heard: Vec::new(),
        })
    };
}

/// Moves the clock on, by seconds.
pub fn pass(seconds: f64) {
    UNSEEN.with_borrow_mut(|unseen| unseen.now += seconds);
}

/// Gives the window another size in logical pixels, and this many pixels to each of them.
pub fn resize(size: Vec2, pixels: f32) {
    UNSEEN.with_borrow_mut(|unseen| (unseen.size, unseen.pixels) = (size, pixels));
}

/// Has something happen to keys, wheel or fingers, or has the mouse moved.
pub fn happen(happening: impl FnOnce(&mut dyn EventHandler) + 'static) {
    UNSEEN.with_borrow_mut(|unseen| unseen.happened.push(Box::new(happening)));
}

/// Presses a button of the mouse, or lets it go, at a place in pixels.
pub fn hold(button: MouseButton, is_down: bool, at: Vec2) {
    UNSEEN.with_borrow_mut(|unseen| {
        unseen.held.retain(|held| *held != button);
        unseen.held.extend(is_down.then_some(button));
    });
    happen(move |handler| match is_down {
        true => handler.mouse_button_down_event(button, at.x, at.y),
        false => handler.mouse_button_up_event(button, at.x, at.y),
    });
}

/// The samples of every sound that was played since the last call.
pub fn heard() -> Vec<Vec<f32>> {
    UNSEEN.with_borrow_mut(|unseen| std::mem::take(&mut unseen.heard))
}

// From here on all is called as macroquad calls it, and promises the same as far as it can without a window.

pub fn get_time() -> f64 {
    UNSEEN.with_borrow(|unseen| unseen.now)
}

pub fn screen_width() -> f32 {
    UNSEEN.with_borrow(|unseen| unseen.size.x)
}

pub fn screen_height() -> f32 {
    UNSEEN.with_borrow(|unseen| unseen.size.y)
}

pub fn screen_dpi_scale() -> f32 {
    UNSEEN.with_borrow(|unseen| unseen.pixels)
}

pub fn set_fullscreen(_: bool) {}

pub fn get_screen_data() -> Image {
    let size = UNSEEN.with_borrow(|unseen| unseen.size * unseen.pixels);
    Image::gen_image_color(size.x as u16, size.y as u16, Color::default())
}

pub fn simulate_mouse_with_touch(_: bool) {}

pub fn register_input_subscriber() -> usize {
    0
}

pub fn repeat_all_miniquad_input<T: EventHandler>(handler: &mut T, _: usize) {
    let happened = UNSEEN.with_borrow_mut(|unseen| std::mem::take(&mut unseen.happened));
    happened.into_iter().for_each(|happening| happening(handler));
}

pub fn is_mouse_button_down(button: MouseButton) -> bool {
    UNSEEN.with_borrow(|unseen| unseen.held.contains(&button))
}

pub fn get_dropped_files() -> Vec<DroppedFile> {
    Vec::new()
}

pub fn clipboard_get() -> Option<String> {
    UNSEEN.with_borrow(|unseen| unseen.clipboard.clone())
}

pub fn clipboard_set(text: &str) {
    UNSEEN.with_borrow_mut(|unseen| unseen.clipboard = Some(text.to_owned()));
}

/// What measures the letters of every [`Font`]: that of the game, read once.
static LETTERS: LazyLock<fontdue::Font> = LazyLock::new(|| {
    let bytes: &[u8] = include_bytes!("../../../assets/fonts/inter-footpath.ttf");
    fontdue::Font::from_bytes(bytes, FontSettings::default()).expect("the font of the game is one")
});

#[derive(Clone)]
pub struct Font;

impl Font {
    pub fn populate_font_cache(&self, _: &[char], _: u16) {}
}

#[expect(dead_code, reason = "what is drawn is forgotten")]
pub struct TextParams<'a> {
    pub font: Option<&'a Font>,
    pub font_size: u16,
    pub font_scale: f32,
    pub rotation: f32,
    pub color: Color,
}

impl Default for TextParams<'_> {
    fn default() -> Self {
        TextParams { font: None, font_size: 20, font_scale: 1.0, rotation: 0.0, color: Color::default() }
    }
}

pub fn load_ttf_font_from_bytes(_: &[u8]) -> Result<Font, macroquad::Error> {
    Ok(Font)
}

pub fn measure_text(text: &str, _: Option<&Font>, size: u16, scale: f32) -> TextDimensions {
    let pixels = screen_dpi_scale();
    let drawn = (f32::from(size) * pixels).ceil();
    let width = text.chars().map(|letter| LETTERS.metrics(letter, drawn).advance_width).sum::<f32>();
    TextDimensions { width: scale * width / pixels, ..TextDimensions::default() }
}

/// Fonts in which every letter is as wide as the text is high, and nothing can be seen.
#[derive(Default)]
pub struct SystemFonts;

impl SystemFonts {
    pub fn width(&mut self, text: &str, size: u16) -> Option<f32> {
        Some(text.chars().count() as f32 * f32::from(size))
    }

    pub fn draw(&mut self, _: &str, _: u16) -> Option<crate::app::window::DrawnText> {
        None
    }
}

/// Plays to nobody.
#[derive(Default)]
pub struct Speaker {}

impl Speaker {
    pub fn play(&mut self, samples: &[f32], _: u32) {
        UNSEEN.with_borrow_mut(|unseen| unseen.heard.push(samples.to_vec()));
    }
}

pub fn draw_text_ex(_: &str, _: f32, _: f32, _: TextParams<'_>) {}

/// A texture of which only the size is known, in texels.
#[derive(Clone, Debug)]
pub struct Texture2D {
    size: Vec2,
}

impl Texture2D {
    pub fn from_image(image: &Image) -> Texture2D {
        Texture2D { size: vec2(f32::from(image.width), f32::from(image.height)) }
    }

    pub fn size(&self) -> Vec2 {
        self.size
    }

    pub fn width(&self) -> f32 {
        self.size.x
    }

    pub fn height(&self) -> f32 {
        self.size.y
    }

    pub fn set_filter(&self, _: FilterMode) {}

    /// Panics where the graphics would.
    pub fn update(&self, image: &Image) {
        assert_eq!(self.size, vec2(f32::from(image.width), f32::from(image.height)), "the size of a texture is kept");
    }

    /// Panics where the graphics would.
    pub fn update_part(&self, image: &Image, x: i32, y: i32, width: i32, height: i32) {
        assert_eq!(
            (width, height),
            (i32::from(image.width), i32::from(image.height)),
            "the part is as large as its image"
        );
        let end = vec2((x + width) as f32, (y + height) as f32);
        assert!(x >= 0 && y >= 0 && end.cmple(self.size).all(), "the part lies in the texture");
    }
}

#[derive(Clone, Debug)]
pub struct RenderTarget {
    pub texture: Texture2D,
}

pub fn render_target(width: u32, height: u32) -> RenderTarget {
    RenderTarget { texture: Texture2D { size: vec2(width as f32, height as f32) } }
}

#[expect(dead_code, reason = "what is drawn is forgotten")]
#[derive(Clone, Debug, Default)]
pub struct Camera2D {
    pub rotation: f32,
    pub target: Vec2,
    pub zoom: Vec2,
    pub render_target: Option<RenderTarget>,
}

impl Camera2D {
    pub fn from_display_rect(_: Rect) -> Camera2D {
        Camera2D::default()
    }
}

pub struct Material;

impl Material {
    pub fn set_uniform<T>(&self, _: &str, _: T) {}

    pub fn set_texture(&self, _: &str, _: Texture2D) {}
}

pub fn load_material(_: ShaderSource<'_>, _: MaterialParams) -> Result<Material, macroquad::Error> {
    Ok(Material)
}

#[expect(dead_code, reason = "what is drawn is forgotten")]
pub struct Mesh {
    pub vertices: Vec<Vertex>,
    pub indices: Vec<u16>,
    pub texture: Option<Texture2D>,
}

pub fn set_camera(_: &Camera2D) {}

pub fn set_default_camera() {}

pub fn gl_use_material(_: &Material) {}

pub fn gl_use_default_material() {}

pub fn clip(_: Option<(i32, i32, i32, i32)>) {}

pub fn smooth(_: &Texture2D) {}

pub fn repeat(_: &Texture2D) {}

pub fn clear_background(_: Color) {}

pub fn draw_rectangle(_: f32, _: f32, _: f32, _: f32, _: Color) {}

pub fn draw_rectangle_lines(_: f32, _: f32, _: f32, _: f32, _: f32, _: Color) {}

pub fn draw_line(_: f32, _: f32, _: f32, _: f32, _: f32, _: Color) {}

pub fn draw_triangle(_: Vec2, _: Vec2, _: Vec2, _: Color) {}

pub fn draw_mesh(_: &Mesh) {}

pub fn draw_texture_ex(_: &Texture2D, _: f32, _: f32, _: Color, _: DrawTextureParams) {}
