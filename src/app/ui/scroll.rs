//! Content that is longer than its panel: how far it is scrolled, and the list of rows in it.

use glam::{Vec2, vec2};
use macroquad::math::Rect;

use crate::app::ui::hit_areas::Role;
use crate::app::ui::palette::palette;
use crate::app::ui::shapes::fill_rounded;
use crate::app::ui::{Ui, pixels};
use crate::app::window::clip;

/// How far some content is scrolled, in logical pixels from its top.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Scroll {
    offset: f32,
    /// The greatest offset that shows anything new, as it was in the last frame.
    range: f32,
    /// Whether the user has scrolled it since the last frame.
    is_moved: bool,
}

impl Scroll {
    /// How far it is scrolled.
    pub fn offset(self) -> f32 {
        self.offset
    }

    /// Scrolls down by this many pixels, up by a negative number, within the content.
    pub fn by(&mut self, pixels: f32) {
        self.offset = (self.offset + pixels).clamp(0.0, self.range);
        self.is_moved = true;
    }

    /// Goes to the top.
    pub fn reset(&mut self) {
        self.offset = 0.0;
    }

    /// Takes in how high the content is, and how much of it is seen at a time.
    pub fn fit(&mut self, content: f32, seen: f32) {
        self.range = (content - seen).max(0.0);
        self.offset = self.offset.min(self.range);
    }

    /// Scrolls, as the user asks for it, as little as it takes until what lies between `top` and `bottom` of the content is
    /// among the `seen` pixels that are shown.
    pub fn reveal(&mut self, top: f32, bottom: f32, seen: f32) {
        self.bring(top, bottom, seen);
        self.is_moved = true;
    }

    /// Scrolls as little as [`Scroll::reveal`] does, without being asked for by the user.
    fn bring(&mut self, top: f32, bottom: f32, seen: f32) {
        let least = (bottom - seen).min(top);
        self.offset = self.offset.clamp(least.max(0.0), top.max(0.0));
    }

    /// Where the thumb of the scroll bar begins and how long it is, in parts of the bar; `None` where all is seen.
    fn thumb(self, seen: f32) -> Option<(f32, f32)> {
        let content = self.range + seen;
        (self.range > 0.0).then(|| (self.offset / content, seen / content))
    }
}

/// The inside of a panel, to which its content is clipped.
#[derive(Clone, Copy, Debug)]
pub struct Inside {
    /// What is seen of it.
    pub area: Rect,
    offset: f32,
}

impl Inside {
    /// Where something at `offset` from the beginning of the content is, in sight or not. Widgets are noted wherever they
    /// are: the keyboard's focus comes to all of them.
    pub fn at(&self, offset: Vec2) -> Vec2 {
        vec2(self.area.x, self.area.y - self.offset) + offset
    }

    /// Where something at `offset` from the beginning of the content is, if any of its `height` is in sight. Otherwise
    /// there is nothing to draw.
    pub fn place(&self, offset: Vec2, height: f32) -> Option<Vec2> {
        let at = self.at(offset);
        (at.y + height > self.area.y && at.y < self.area.bottom()).then_some(at)
    }

    /// Scrolls as little as it takes until what was drawn at `area` comes into sight.
    pub fn bring(&self, scroll: &mut Scroll, area: Rect) {
        let top = area.y - self.area.y + self.offset;
        scroll.bring(top, top + area.h, self.area.h);
    }
}

impl<P: Clone + PartialEq> Ui<P> {
    /// Begins scrolling content in an area. All that is drawn until [`Ui::end_scroll`] is clipped to it; the bar stands
    /// at the right of `panel`, whose ground must have been drawn.
    pub fn begin_scroll(&mut self, area: Rect, panel: Rect, scroll: Scroll) -> Inside {
        if let Some((top, length)) = scroll.thumb(area.h) {
            let bar = Rect::new(panel.right() - 8.0, area.y + top * area.h, 4.0, length * area.h);
            fill_rounded(bar, 2.0, palette().raised);
        }
        // Rows are marked up to the padding, and letters with tails reach a little below their line.
        self.clip_to(Rect::new(panel.x, area.y - 2.0, panel.w, area.h + 4.0));
        Inside { area, offset: scroll.offset() }
    }

    /// Ends what [`Ui::begin_scroll`] began. The widget that Tab went to stays in sight, wherever it was and whatever comes
    /// and goes around it, until the user scrolls elsewhere.
    pub fn end_scroll(&mut self, inside: Inside, scroll: &mut Scroll) {
        let is_moved = std::mem::take(&mut scroll.is_moved);
        match self.hit_areas.sought() {
            Some(_) if is_moved => self.hit_areas.stop_seeking(),
            Some(area) => inside.bring(scroll, area),
            None => {}
        }
        self.end_clip();
    }

    /// A row of a list that can be pressed: marked under the mouse, and where it is the chosen one.
    pub fn row(&mut self, area: Rect, is_marked: bool, press: P) {
        if is_marked || self.is_hovered(area) {
            fill_rounded(area, 8.0, palette().raised);
        }
        self.hit_areas.note(area, Role::Button(press));
    }

    /// Lets only what lies inside an area, and inside those before it that have not ended, be drawn until [`Ui::end_clip`].
    pub fn clip_to(&mut self, area: Rect) {
        let inside = self.clips.last().map_or(Some(area), |outer| area.intersect(*outer)).unwrap_or_default();
        self.clips.push(inside);
        self.clip();
    }

    /// Ends what [`Ui::clip_to`] began.
    pub fn end_clip(&mut self) {
        self.clips.pop();
        self.clip();
    }

    fn clip(&mut self) {
        self.flush();
        let area = self.clips.last().copied();
        self.hit_areas.clip_to(area);
        set_clip(area);
    }
}

fn set_clip(area: Option<Rect>) {
    let in_pixels = |area: Rect| {
        let scale = pixels::per_logical();
        [area.x, area.y, area.w, area.h].map(|side| (side * scale).round() as i32).into()
    };
    clip(area.map(in_pixels));
}

#[cfg(test)]
mod tests {
    use macroquad::input::KeyCode;
    use macroquad::texture::Image;

    use super::*;
    use crate::app::ui::event::InputEvent;
    use crate::app::ui::icons::Icons;
    use crate::app::ui::text_painter::TextPainter;
    use crate::app::ui::typeface::Typeface;
    use crate::app::window::Texture2D;

    #[test]
    fn scrolling_stays_within_the_content() {
        let mut scroll = Scroll::default();
        scroll.fit(500.0, 200.0);
        scroll.by(120.0);
        assert_eq!((scroll.offset(), scroll.thumb(200.0)), (120.0, Some((0.24, 0.4))));
        scroll.by(900.0);
        assert_eq!(scroll.offset(), 300.0);
        scroll.fit(250.0, 200.0);
        assert_eq!(scroll.offset(), 50.0, "the content became shorter");
        scroll.fit(100.0, 200.0);
        assert_eq!((scroll.offset(), scroll.thumb(200.0)), (0.0, None));
    }

    #[test]
    fn a_row_is_revealed_by_the_least_scrolling() {
        let mut scroll = Scroll::default();
        scroll.fit(1000.0, 200.0);
        let mut reveal = |top: f32| {
            scroll.reveal(top, top + 40.0, 200.0);
            scroll.offset()
        };
        assert_eq!([0.0, 160.0, 200.0, 180.0, 20.0].map(&mut reveal), [0.0, 0.0, 40.0, 40.0, 20.0]);
    }

    #[test]
    fn only_what_is_in_sight_is_drawn() {
        let inside = Inside { area: Rect::new(10.0, 100.0, 300.0, 200.0), offset: 50.0 };
        assert_eq!(inside.place(vec2(5.0, 60.0), 20.0), Some(vec2(15.0, 110.0)));
        assert_eq!(inside.place(vec2(0.0, 40.0), 20.0), Some(vec2(10.0, 90.0)), "half of it");
        assert_eq!(inside.place(vec2(0.0, 20.0), 30.0), None, "above");
        assert_eq!(inside.place(vec2(0.0, 250.0), 30.0), None, "below");
        assert_eq!(inside.at(vec2(0.0, 950.0)), vec2(10.0, 1000.0), "a widget");
    }

    #[test]
    fn what_tab_went_to_comes_into_sight_from_far_away_and_stays_there() {
        let font = include_bytes!("../../../assets/fonts/inter-footpath.ttf");
        let painter = TextPainter::new(Typeface::new(font).expect("it is a font"));
        let mut ui: Ui<usize> = Ui::new(painter, Icons::new(Texture2D::from_image(&Image::empty())));
        let (panel, mut scroll) = (Rect::new(0.0, 100.0, 300.0, 200.0), Scroll::default());
        // Forty rows below something that may grow; gives where the focus is.
        let frame = |ui: &mut Ui<usize>, scroll: &mut Scroll, above: f32| {
            ui.begin(vec2(300.0, 400.0));
            scroll.fit(above + 40.0 * 30.0, panel.h);
            let inside = ui.begin_scroll(panel, panel, *scroll);
            for row in 0..40 {
                let at = inside.at(vec2(0.0, above + 30.0 * row as f32));
                ui.row(Rect::new(at.x, at.y, panel.w, 30.0), false, row);
            }
            ui.end_scroll(inside, scroll);
            ui.hit_areas.end()
        };
        frame(&mut ui, &mut scroll, 0.0);
        for key in [KeyCode::LeftShift, KeyCode::Tab] {
            ui.hit_areas.take(InputEvent::KeyDown(key), false);
        }
        assert!(ui.hit_areas.has_focus(&39), "Shift+Tab goes to the last of all, not to the last in sight");
        frame(&mut ui, &mut scroll, 0.0);
        let last = Some(Rect::new(0.0, 270.0, 300.0, 30.0));
        assert_eq!(frame(&mut ui, &mut scroll, 0.0), last);
        frame(&mut ui, &mut scroll, 500.0);
        assert_eq!(frame(&mut ui, &mut scroll, 500.0), last, "something has grown above");
        scroll.by(-300.0);
        frame(&mut ui, &mut scroll, 500.0);
        assert_eq!(frame(&mut ui, &mut scroll, 500.0), None, "the user looks elsewhere");
    }
}
