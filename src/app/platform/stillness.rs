//! Frames in which nothing can look other than in the last one: the last picture is shown again, and nothing is drawn anew.

use glam::Vec2;
use macroquad::color::{BLACK, WHITE};
use macroquad::material::MaterialParams;
use macroquad::miniquad::{PipelineParams, ShaderSource};
use macroquad::texture::{DrawTextureParams, FilterMode};

use crate::app::ui::pixels;
use crate::app::window::{
    Material, RenderTarget, clear_background, draw_texture_ex, gl_use_default_material, gl_use_material, load_material,
    render_target,
};

/// For how long frames are drawn after the last change, in seconds: tooltips and cards come only after the pointer has
/// rested for a moment, and panels that depend on each other find their places over some frames.
const SETTLES: f32 = 2.0;

/// What is done in a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FrameAction {
    /// Everything is drawn.
    Drawn,
    /// Everything is drawn, and the picture is kept.
    Kept,
    /// The picture that was kept is shown.
    Shown,
}

/// Tells which frames are still. `S` is what the picture is drawn from, as far as that changes without input.
#[derive(Clone, Debug)]
pub struct StillnessDetector<S> {
    seen: Option<S>,
    /// How long nothing has changed, in seconds.
    rested: f32,
    is_kept: bool,
}

impl<S> Default for StillnessDetector<S> {
    fn default() -> StillnessDetector<S> {
        StillnessDetector { seen: None, rested: 0.0, is_kept: false }
    }
}

impl<S: PartialEq> StillnessDetector<S> {
    /// To be called when something has happened: there was input, or what was drawn is lost.
    pub fn stir(&mut self) {
        (self.rested, self.is_kept) = (0.0, false);
    }

    /// What is to be done in a frame `seconds` after the last one. `moves`: the picture changes by itself.
    pub fn next(&mut self, now: S, moves: bool, seconds: f32) -> FrameAction {
        self.rested += seconds;
        let is_other = self.seen.as_ref() != Some(&now);
        self.seen = Some(now);
        if moves || is_other {
            self.stir();
        }
        match (self.rested < SETTLES, self.is_kept) {
            (true, _) => FrameAction::Drawn,
            (false, true) => FrameAction::Shown,
            (false, false) => {
                self.is_kept = true;
                FrameAction::Kept
            }
        }
    }
}

/// The picture of the whole window that was kept.
pub struct Still {
    target: Option<RenderTarget>,
    /// Replaces what is in the window, whatever is translucent in the picture.
    material: Material,
}

impl Still {
    /// None, as long as nothing is kept.
    ///
    /// # Errors
    /// In words, when the graphics driver refuses the shader.
    pub fn new() -> Result<Still, String> {
        let source = ShaderSource::Glsl { vertex: VERTEX, fragment: FRAGMENT };
        let pipeline_params = PipelineParams { color_blend: None, ..Default::default() };
        let material = load_material(source, MaterialParams { pipeline_params, ..Default::default() })
            .map_err(|error| format!("the shader for still pictures does not work on this graphics driver: {error}"))?;
        Ok(Still { target: None, material })
    }

    /// Forgets the picture, and what it was drawn into: the graphics driver has lost it.
    #[cfg(target_arch = "wasm32")]
    pub fn forget(&mut self) {
        self.target = None;
    }

    /// From here on everything is drawn into the picture that is to be kept.
    pub fn begin(&mut self) {
        let size = (pixels::viewport() * pixels::per_logical()).round().max(Vec2::ONE);
        let fitting = self.target.take().filter(|target| target.texture.size() == size);
        let target = fitting.unwrap_or_else(|| render_target(size.x as u32, size.y as u32));
        target.texture.set_filter(FilterMode::Nearest);
        pixels::draw_into(Some(target.clone()));
        clear_background(BLACK);
        self.target = Some(target);
    }

    /// From here on everything is drawn into the window again.
    pub fn end(&self) {
        pixels::draw_into(None);
    }

    /// Shows the picture in the window.
    pub fn show(&self) {
        let Some(target) = &self.target else { return };
        gl_use_material(&self.material);
        let size = target.texture.size() / pixels::per_logical();
        let params = DrawTextureParams { dest_size: Some(size), flip_y: true, ..Default::default() };
        draw_texture_ex(&target.texture, 0.0, 0.0, WHITE, params);
        gl_use_default_material();
    }
}

const VERTEX: &str = "#version 100
attribute vec3 position;
attribute vec2 texcoord;
varying highp vec2 uv;
uniform mat4 Model;
uniform mat4 Projection;
void main() {
    gl_Position = Projection * Model * vec4(position, 1.0);
    uv = texcoord;
}";

const FRAGMENT: &str = "#version 100
varying highp vec2 uv;
uniform sampler2D Texture;
void main() {
    gl_FragColor = texture2D(Texture, uv);
}";

#[cfg(test)]
mod tests {
    use super::*;

    /// What is done in frames of a tenth of a second.
    fn frames(stillness: &mut StillnessDetector<u32>, now: u32, moves: bool, count: usize) -> Vec<FrameAction> {
        (0..count).map(|_| stillness.next(now, moves, 0.1)).collect()
    }

    #[test]
    fn a_picture_is_kept_once_and_shown_until_something_happens() {
        let mut stillness = StillnessDetector::default();
        let mut settled = vec![FrameAction::Drawn; 20];
        settled.extend([FrameAction::Kept, FrameAction::Shown, FrameAction::Shown]);
        assert_eq!(frames(&mut stillness, 1, false, 23), settled);
        assert_eq!(frames(&mut stillness, 2, false, 23)[..22], settled[..22], "something else is to be seen");
        stillness.stir();
        assert_eq!(frames(&mut stillness, 2, false, 1), [FrameAction::Drawn], "there was input");
    }

    #[test]
    fn what_moves_is_drawn_in_every_frame() {
        let mut stillness = StillnessDetector::default();
        assert_eq!(frames(&mut stillness, 1, true, 50), [FrameAction::Drawn; 50]);
        assert_eq!(
            frames(&mut stillness, 1, false, 22)[19..],
            [FrameAction::Kept, FrameAction::Shown, FrameAction::Shown]
        );
    }
}
