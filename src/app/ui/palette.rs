//! The colours of panels and of the words on them: a dark and a light palette, of which one is chosen.
//!
//! What is drawn onto the ground keeps the dark palette: the ground is the same in both.

use std::sync::atomic::{AtomicBool, Ordering};

use macroquad::color::Color;

/// Colours that go together. Words on any of the grounds have a contrast of at least 4.5 to 1, whatever shines through.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Palette {
    /// The ground of a panel; lets a little of what is behind it shine through.
    pub panel: Color,
    /// The ground of what is always there: discreet.
    pub panel_light: Color,
    /// What is marked or pressed in a panel.
    pub raised: Color,
    /// A button, a tab or a text field that is neither marked nor under the mouse.
    pub button: Color,
    /// The colour of words.
    pub text: Color,
    /// Words that stand back.
    pub text_dim: Color,
    /// Done as asked, right, or switched on.
    pub on: Color,
    /// Done in part, or not as well as could be; paused.
    pub partial: Color,
    /// Impossible, wrong or lost.
    pub wrong: Color,
}

/// Light words on dark panels.
pub const DARK: Palette = Palette {
    panel: Color::new(0.10, 0.11, 0.15, 0.92),
    panel_light: Color::new(0.10, 0.11, 0.15, 0.88),
    raised: Color::new(0.25, 0.27, 0.34, 0.95),
    button: Color::new(0.25, 0.27, 0.34, 0.55),
    text: Color::new(0.97, 0.94, 0.87, 1.0),
    text_dim: Color::new(0.97, 0.94, 0.87, 0.72),
    on: Color::new(0.49, 0.83, 0.71, 1.0),
    partial: Color::new(0.98, 0.76, 0.37, 1.0),
    wrong: Color::new(1.0, 0.58, 0.52, 1.0),
};

/// Dark words on light panels.
pub const LIGHT: Palette = Palette {
    panel: Color::new(0.98, 0.965, 0.93, 0.95),
    panel_light: Color::new(0.98, 0.965, 0.93, 0.92),
    raised: Color::new(0.845, 0.822, 0.755, 0.95),
    button: Color::new(0.845, 0.822, 0.755, 0.62),
    text: Color::new(0.10, 0.11, 0.15, 1.0),
    text_dim: Color::new(0.10, 0.11, 0.15, 0.76),
    on: Color::new(0.0, 0.36, 0.33, 1.0),
    partial: Color::new(0.49, 0.31, 0.0, 1.0),
    wrong: Color::new(0.70, 0.0, 0.36, 1.0),
};

/// Whether the light palette is the chosen one.
static IS_LIGHT: AtomicBool = AtomicBool::new(false);

/// Chooses the palette.
pub fn choose(is_light: bool) {
    IS_LIGHT.store(is_light, Ordering::Relaxed);
}

/// The chosen palette.
pub fn palette() -> &'static Palette {
    if IS_LIGHT.load(Ordering::Relaxed) { &LIGHT } else { &DARK }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::ui::color_vision::{assert_apart, luminance, over};

    /// The ratio of the lighter colour's luminance to that of the darker one, as the Web Content Accessibility Guidelines
    /// 2.1 measure it.
    fn contrast(one: Color, other: Color) -> f32 {
        let (one, other) = (luminance(one), luminance(other));
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }

    #[test]
    fn words_can_be_read_on_every_ground_of_a_panel() {
        for (name, palette) in [("dark", DARK), ("light", LIGHT)] {
            let words = [palette.text, palette.text_dim, palette.on, palette.partial, palette.wrong];
            for behind in [Color::new(0.0, 0.0, 0.0, 1.0), Color::new(1.0, 1.0, 1.0, 1.0)] {
                let (panel, light) = (over(palette.panel, behind), over(palette.panel_light, behind));
                let raised = [over(palette.raised, panel), over(palette.raised, light)];
                let button = over(palette.button, panel);
                for ground in [panel, light, button].into_iter().chain(raised) {
                    for color in words {
                        let contrast = contrast(over(color, ground), ground);
                        assert!(contrast >= 4.5, "{name}: {color:?} on {ground:?}: {contrast:.2}");
                    }
                }
            }
        }
    }

    /// A button is seen to be one before the mouse comes near it, and that it is there.
    #[test]
    fn buttons_stand_out_from_their_panel() {
        for palette in [DARK, LIGHT] {
            let panel = over(palette.panel, Color::new(1.0, 1.0, 1.0, 1.0));
            let (button, raised) = (over(palette.button, panel), over(palette.raised, panel));
            assert!(contrast(button, panel) >= 1.2, "{:.2}", contrast(button, panel));
            assert!(contrast(raised, button) >= 1.1, "{:.2}", contrast(raised, button));
        }
    }

    #[test]
    fn colour_blind_people_can_tell_verdicts_apart() {
        for palette in [DARK, LIGHT] {
            let verdicts = [("on", palette.on), ("partial", palette.partial), ("wrong", palette.wrong)];
            assert_apart(&verdicts, 15.0);
            assert_apart(&[("text", palette.text), ("on", palette.on), ("wrong", palette.wrong)], 12.0);
        }
    }
}
