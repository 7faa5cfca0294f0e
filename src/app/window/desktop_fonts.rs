//! The fonts of the system that the window is on.

use std::collections::HashSet;

use cosmic_text::{Attrs, Buffer, FontSystem, LayoutGlyph, Metrics, Shaping, SwashCache, SwashContent, SwashImage};
use glam::{IVec2, ivec2};
use macroquad::texture::Image;

use crate::app::window::DrawnText;

/// Which family is taken first, where the system has it: signs and figures between letters of other scripts are from it.
const FAMILIES: [&str; 6] = ["Noto Sans", "DejaVu Sans", "Liberation Sans", "Segoe UI", "Helvetica Neue", "Arial"];

/// The fonts of the system, looked for when the first text needs them: that takes a moment where there are many.
#[derive(Default)]
pub struct SystemFonts {
    opened: Option<(FontSystem, SwashCache)>,
}

impl SystemFonts {
    /// How wide a text of this size is, in pixels; `None` where no font has its letters.
    pub fn width(&mut self, text: &str, size: u16) -> Option<f32> {
        self.laid_out(text, size).map(|(width, _)| width)
    }

    /// Draws a text of this size, in pixels; `None` where no font has its letters, or where nothing of it can be seen.
    pub fn draw(&mut self, text: &str, size: u16) -> Option<DrawnText> {
        let (_, glyphs) = self.laid_out(text, size)?;
        let (fonts, cache) = self.opened.as_mut()?;
        let images: Vec<(IVec2, SwashImage)> = glyphs
            .iter()
            .filter_map(|glyph| {
                let placed = glyph.physical((0.0, 0.0), 1.0);
                let image = cache.get_image_uncached(fonts, placed.cache_key)?;
                let corner = ivec2(placed.x + image.placement.left, placed.y - image.placement.top);
                Some((corner, image))
            })
            .collect();
        together(&images)
    }

    /// How wide a text is, and where its glyphs stand.
    fn laid_out(&mut self, text: &str, size: u16) -> Option<(f32, Vec<LayoutGlyph>)> {
        let (fonts, _) = self.opened.get_or_insert_with(|| (of_the_system(), SwashCache::new()));
        if fonts.db().is_empty() {
            return None;
        }
        let size = f32::from(size.max(1));
        let mut buffer = Buffer::new(fonts, Metrics::new(size, size));
        buffer.set_size(None, None);
        buffer.set_text(text, &Attrs::new(), Shaping::Advanced, None);
        buffer.shape_until_scroll(fonts, false);
        let line = buffer.layout_runs().next()?;
        // The first glyph of every font stands for those that it lacks.
        let is_known = line.glyphs.iter().any(|glyph| glyph.glyph_id != 0);
        (is_known || line.glyphs.is_empty()).then(|| (line.line_w, line.glyphs.to_vec()))
    }

    /// The fonts of a collection, in the place of the system's: tests have the same everywhere.
    #[cfg(test)]
    fn of(fonts: cosmic_text::fontdb::Database) -> SystemFonts {
        SystemFonts { opened: Some((FontSystem::new_with_locale_and_db("en-US".to_owned(), fonts), SwashCache::new())) }
    }
}

/// Every font of the system.
fn of_the_system() -> FontSystem {
    let mut fonts = FontSystem::new();
    let families: HashSet<&str> =
        fonts.db().faces().flat_map(|face| &face.families).map(|(name, _)| name.as_str()).collect();
    if let Some(family) = FAMILIES.into_iter().find(|family| families.contains(family)) {
        fonts.db_mut().set_sans_serif_family(family);
    }
    fonts
}

/// One picture of the pictures of glyphs, each with its upper left corner.
fn together(images: &[(IVec2, SwashImage)]) -> Option<DrawnText> {
    let size = |image: &SwashImage| ivec2(image.placement.width as i32, image.placement.height as i32);
    let seen = || images.iter().filter(|(_, image)| size(image).min_element() > 0);
    let corner = seen().map(|(corner, _)| *corner).reduce(IVec2::min)?;
    let end = seen().map(|(corner, image)| *corner + size(image)).reduce(IVec2::max)?;
    let whole = end - corner;
    let (width, height) = (u16::try_from(whole.x).ok()?, u16::try_from(whole.y).ok()?);
    let mut bytes = vec![0; 4 * usize::from(width) * usize::from(height)];
    let mut is_colored = false;
    for (from, image) in seen() {
        let has_colors = image.content == SwashContent::Color;
        is_colored |= has_colors;
        let own = size(image);
        for (index, at) in (0..own.y).flat_map(|y| (0..own.x).map(move |x| ivec2(x, y))).enumerate() {
            let texel = match has_colors {
                true => [0, 1, 2, 3].map(|channel| image.data[4 * index + channel]),
                false => [255, 255, 255, image.data[index]],
            };
            let at = *from - corner + at;
            let pixel = &mut bytes[4 * (at.y * whole.x + at.x) as usize..][..4];
            // Where glyphs touch, the one that covers more.
            if texel[3] > pixel[3] {
                pixel.copy_from_slice(&texel);
            }
        }
    }
    Some(DrawnText { image: Image { bytes, width, height }, corner, is_colored })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use cosmic_text::fontdb::{Database, FaceInfo, ID, Language, Source};
    use cosmic_text::{Stretch, Style, Weight};

    use super::*;

    fn fonts_of_the_game() -> SystemFonts {
        let bytes: &[u8] = include_bytes!("../../../assets/fonts/inter-footpath.ttf");
        let mut fonts = Database::new();
        fonts.push_face_info(FaceInfo {
            id: ID::dummy(),
            source: Source::Binary(Arc::new(bytes)),
            index: 0,
            families: vec![("Inter".to_owned(), Language::English_UnitedStates)],
            post_script_name: "Inter".to_owned(),
            style: Style::Normal,
            weight: Weight::NORMAL,
            stretch: Stretch::Normal,
            monospaced: false,
        });
        SystemFonts::of(fonts)
    }

    #[test]
    fn a_text_is_drawn_on_its_base_line_in_white() {
        let mut fonts = fonts_of_the_game();
        let drawn = fonts.draw("Hq", 40).unwrap();
        let (left, top) = (drawn.corner.x, drawn.corner.y);
        let below = top + i32::from(drawn.image.height);
        assert!((0..8).contains(&left) && (-32..-24).contains(&top) && (4..14).contains(&below), "{:?}", drawn.corner);
        let width = fonts.width("Hq", 40).unwrap();
        assert!((f32::from(drawn.image.width) - width).abs() < 8.0, "{width}");
        assert!(!drawn.is_colored && drawn.image.bytes.chunks(4).all(|pixel| pixel[3] == 0 || pixel[..3] == [255; 3]));
        assert!(drawn.image.bytes.chunks(4).any(|pixel| pixel[3] == 255));
    }

    #[test]
    fn letters_that_no_font_has_are_not_drawn() {
        let mut fonts = fonts_of_the_game();
        assert!(fonts.width("路", 15).is_none() && fonts.draw("路", 15).is_none());
        let mut none = SystemFonts::of(Database::new());
        assert!(none.width("H", 15).is_none() && none.draw("H", 15).is_none());
    }
}
