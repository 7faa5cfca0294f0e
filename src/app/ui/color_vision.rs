//! How colours look to people with each of the three kinds of colour blindness, and how far two of them are apart.

use macroquad::color::Color;

/// A kind of colour vision, as what it makes of linear red, green and blue.
pub struct Vision {
    /// What it is called.
    pub name: &'static str,
    rows: [[f32; 3]; 3],
}

/// Colour vision as most people have it, and each of the three kinds of colour blindness in full: the matrices for
/// severity 1.0 of G. M. Machado, M. M. Oliveira and L. A. F. Fernandes, "A Physiologically-based Model for Simulation of
/// Color Vision Deficiency", IEEE Transactions on Visualization and Computer Graphics 15(6), 2009.
pub const VISIONS: [Vision; 4] = [
    Vision { name: "trichromacy", rows: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]] },
    Vision {
        name: "protanopia",
        rows: [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    },
    Vision {
        name: "deuteranopia",
        rows: [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    },
    Vision {
        name: "tritanopia",
        rows: [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
    },
];

impl Vision {
    /// The place of an opaque colour in CIE L*a*b* (1976, white D65), as this vision sees it.
    pub fn lab(&self, color: Color) -> [f32; 3] {
        let seen = self.rows.map(|row| dot(row, linear(color)).clamp(0.0, 1.0));
        let xyz = [
            dot([0.412_456_4, 0.357_576_1, 0.180_437_5], seen) / 0.950_47,
            dot(LUMINANCE, seen),
            dot([0.019_333_9, 0.119_192, 0.950_304_1], seen) / 1.088_83,
        ];
        let [x, y, z] = xyz.map(|part| if part > 0.008_856 { part.cbrt() } else { 7.787 * part + 16.0 / 116.0 });
        [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
    }

    /// How far apart two opaque colours look: the CIE 1976 colour difference.
    pub fn difference(&self, one: Color, other: Color) -> f32 {
        let (one, other) = (self.lab(one), self.lab(other));
        one.iter().zip(other).map(|(one, other)| (one - other) * (one - other)).sum::<f32>().sqrt()
    }
}

/// What red, green and blue light add to the luminance.
const LUMINANCE: [f32; 3] = [0.212_672_9, 0.715_152_2, 0.072_175];

/// How light an opaque colour is, 0 to 1.
pub fn luminance(color: Color) -> f32 {
    dot(LUMINANCE, linear(color))
}

/// A colour over an opaque one.
pub fn over(top: Color, below: Color) -> Color {
    let mix = |top_part: f32, below: f32| top.a * top_part + (1.0 - top.a) * below;
    Color::new(mix(top.r, below.r), mix(top.g, below.g), mix(top.b, below.b), 1.0)
}

/// Asserts that every two of these opaque colours look at least `least` apart in every vision.
pub fn assert_apart(colors: &[(&str, Color)], least: f32) {
    for vision in &VISIONS {
        for (index, (name, color)) in colors.iter().enumerate() {
            for (other_name, other) in &colors[..index] {
                let apart = vision.difference(*color, *other);
                assert!(apart >= least, "{name} and {other_name} with {}: {apart:.1}", vision.name);
            }
        }
    }
}

fn dot(one: [f32; 3], other: [f32; 3]) -> f32 {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}

/// Red, green and blue light of an sRGB colour.
fn linear(color: Color) -> [f32; 3] {
    [color.r, color.g, color.b]
        .map(|part| if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) })
}

#[test]
fn what_a_kind_of_colour_blindness_confuses_is_confused_by_its_matrix_alone() {
    let [all, red, green, blue] = &VISIONS;
    let (crimson, moss) = (Color::from_rgba(178, 80, 60, 255), Color::from_rgba(112, 116, 60, 255));
    let apart = |vision: &Vision| vision.difference(crimson, moss);
    assert!(apart(all) > 40.0 && apart(blue) > 40.0 && apart(green) < 15.0, "{}, {}", apart(all), apart(green));
    assert!(apart(red) < 30.0, "{}", apart(red));
}
