//! The whole map in a corner, while the window shows a small part of it: agents as dots, the view as a frame.

use footpath::grid::Lattice;
use glam::{Vec2, vec2};
use macroquad::color::Color;
use macroquad::math::Rect;
use macroquad::texture::{DrawTextureParams, FilterMode};

use super::map_picture;
use crate::app::modes::actions::Action;
use crate::app::modes::play::Game;
use crate::app::modes::screen::{BUTTON, MARGIN, is_for_fingers};
use crate::app::ui::Ui;
use crate::app::ui::hit_areas::Role;
use crate::app::ui::palette::palette;
use crate::app::view::camera::Camera;
use crate::app::window::{Texture2D, draw_rectangle, draw_rectangle_lines, draw_texture_ex};

/// The longer side of the picture, and on a phone, in logical pixels.
const SIDE: f32 = 200.0;
const SIDE_ON_PHONE: f32 = 120.0;

/// Its longer side in texels.
const TEXELS: f32 = 400.0;

/// Around the picture, in logical pixels.
const EDGE: f32 = 4.0;

/// How large an agent is at least, in logical pixels.
const DOT: f32 = 3.0;

/// A map of which the window shows more of is not shown a second time: as a part of its area.
const SHOWN_BELOW: f32 = 0.6;

/// The minimap: where it is, and the picture of the ground.
#[derive(Default)]
pub struct Minimap {
    /// Whether the player does not want it.
    is_off: bool,
    area: Option<Rect>,
    /// The picture, of the map of this revision.
    picture: Option<(u64, Lattice, Texture2D)>,
}

impl Minimap {
    /// Shows it, or no longer.
    pub fn toggle(&mut self) {
        self.is_off = !self.is_off;
    }

    /// Which point of the world is at a place of the window, if that is in the picture.
    pub fn world_at(&self, at: Vec2, lattice: &Lattice) -> Option<Vec2> {
        self.area.filter(|area| area.contains(at)).map(|area| point_in(area, at, lattice))
    }

    /// The point of the world at the place of the picture that is nearest to a place of the window; `None` while the
    /// picture is not shown.
    pub fn nearest(&self, at: Vec2, lattice: &Lattice) -> Option<Vec2> {
        self.area.map(|area| {
            let inside = at.clamp(area.point(), vec2(area.right(), area.bottom()));
            point_in(area, inside, lattice)
        })
    }
}

/// The point of a map at a place of its picture.
fn point_in(area: Rect, at: Vec2, lattice: &Lattice) -> Vec2 {
    lattice.origin + (at - area.point()) / area.size() * lattice.size()
}

/// How much of a map the window shows, as a part of its area.
fn share_in_view(camera: &Camera, lattice: &Lattice) -> f32 {
    let (from, to) = camera.visible();
    let end = lattice.origin + lattice.size();
    let seen = (to.min(end) - from.max(lattice.origin)).max(Vec2::ZERO);
    (seen / lattice.size()).element_product()
}

/// Where a picture of this size stands: in the first corner that is free of all that is at `taken`; `None` where there is none.
fn corner(size: Vec2, room: Rect, taken: &[Rect]) -> Option<Rect> {
    let (left, top) = (room.x + MARGIN, room.y + MARGIN);
    let (right, bottom) = (room.right() - MARGIN - size.x, room.bottom() - MARGIN - size.y);
    let corners = [(right, bottom), (left, bottom), (right, top), (left, top)];
    let areas = corners.map(|(x, y)| Rect::new(x, y, size.x, size.y));
    areas.into_iter().find(|area| {
        let is_inside =
            area.right() <= room.right() && area.bottom() <= room.bottom() && area.x >= room.x && area.y >= room.y;
        is_inside && taken.iter().all(|other| !area.overlaps(other))
    })
}

/// Draws it where it has a place in the room of a window of `viewport` pixels, and the map is not seen as a whole.
pub fn draw(minimap: &mut Minimap, ui: &mut Ui<Action>, game: &Game, (viewport, room): (Vec2, Rect), taken: &[Rect]) {
    let (sim, camera) = (game.run.sim(), &game.camera);
    let lattice = sim.map().lattice;
    minimap.area = None;
    if minimap.is_off || share_in_view(camera, &lattice) > SHOWN_BELOW {
        return;
    }
    let side = if is_for_fingers(viewport) { SIDE_ON_PHONE } else { SIDE };
    let size = (lattice.size() * side / lattice.size().max_element()).max(Vec2::splat(BUTTON)).round();
    let frame = size + 2.0 * EDGE;
    let Some(around) = corner(frame, room, taken) else { return };
    let area = Rect::new(around.x + EDGE, around.y + EDGE, size.x, size.y);
    minimap.area = Some(area);
    ui.panel(around, 8.0, palette().panel);

    let revision = sim.map_revision();
    if !minimap.picture.as_ref().is_some_and(|(of, on, _)| *of == revision && *on == lattice) {
        let (image, _) = map_picture::draw(sim.map(), sim.map().lattice.rect(), Vec2::splat(TEXELS));
        let texture = Texture2D::from_image(&image);
        texture.set_filter(FilterMode::Linear);
        minimap.picture = Some((revision, lattice, texture));
    }
    if let Some((_, _, texture)) = &minimap.picture {
        let params = DrawTextureParams { dest_size: Some(size), ..Default::default() };
        draw_texture_ex(texture, area.x, area.y, macroquad::color::WHITE, params);
    }
    let scale = size / lattice.size();
    let place = |point: Vec2| area.point() + (point - lattice.origin) * scale;
    for agent in sim.agents() {
        let profile = sim.profile_of(agent);
        let selected = game.orders.selected().binary_search(&agent.id()).is_ok();
        let side = (2.0 * profile.radius * scale.min_element()).max(DOT) + if selected { 1.0 } else { 0.0 };
        let at = place(agent.position()) - 0.5 * side;
        let color = profile.color;
        let color = if selected { palette().on } else { Color::from_rgba(color.r, color.g, color.b, 255) };
        draw_rectangle(at.x, at.y, side, side, color);
    }
    let (from, to) = camera.visible();
    let (from, to) = (place(from).max(area.point()), place(to).min(area.point() + size));
    let seen = (to - from).max(Vec2::splat(2.0));
    draw_rectangle_lines(from.x - 1.0, from.y - 1.0, seen.x + 2.0, seen.y + 2.0, 6.0, Color::new(0.0, 0.0, 0.0, 0.6));
    draw_rectangle_lines(from.x, from.y, seen.x, seen.y, 3.0, Color::new(1.0, 1.0, 1.0, 1.0));
    ui.hit_areas.note(area, Role::Ground);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::view::camera::{Bounds, Insets};

    fn lattice() -> Lattice {
        Lattice { width: 100, height: 50, origin: vec2(-10.0, 0.0), tile_size: 1.0 }
    }

    #[test]
    fn a_place_of_the_picture_is_a_point_of_the_map() {
        let area = Rect::new(600.0, 400.0, 200.0, 100.0);
        let minimap = Minimap { area: Some(area), ..Minimap::default() };
        assert_eq!(minimap.world_at(vec2(700.0, 450.0), &lattice()), Some(vec2(40.0, 25.0)));
        assert_eq!(minimap.world_at(vec2(590.0, 450.0), &lattice()), None);
        assert_eq!(minimap.nearest(vec2(0.0, 9000.0), &lattice()), Some(vec2(-10.0, 50.0)), "a drag goes on beyond it");
        assert_eq!(Minimap::default().nearest(Vec2::ZERO, &lattice()), None);
    }

    #[test]
    fn a_framed_map_is_seen_as_a_whole_and_one_that_is_near_is_not() {
        let mut camera = Camera::framing(Bounds::of(&lattice()), vec2(1000.0, 500.0), Insets::default());
        assert!((share_in_view(&camera, &lattice()) - 1.0).abs() < 1e-3);
        camera.zoom_at(vec2(500.0, 250.0), 2.0);
        assert!((share_in_view(&camera, &lattice()) - 0.25).abs() < 1e-3);
    }

    #[test]
    fn it_stands_where_nothing_else_does() {
        let room = Rect::new(0.0, 0.0, 800.0, 600.0);
        let size = vec2(200.0, 100.0);
        let at = |taken: &[Rect]| corner(size, room, taken).map(|area| (area.x, area.y));
        let (right, bottom) = (800.0 - MARGIN - 200.0, 600.0 - MARGIN - 100.0);
        assert_eq!(at(&[]), Some((right, bottom)));
        let list = Rect::new(550.0, 0.0, 250.0, 600.0);
        assert_eq!(at(&[list]), Some((MARGIN, bottom)));
        assert_eq!(at(&[list, Rect::new(0.0, 0.0, 400.0, 600.0)]), None);
        assert_eq!(corner(size, Rect::new(0.0, 0.0, 150.0, 600.0), &[]), None, "no room at all");
    }
}
