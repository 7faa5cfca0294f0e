//! Where the window looks: the ties between world units and the window's logical pixels.

use footpath::grid::{Cell, Lattice, Rect};
use footpath::level::Level;
use glam::{Vec2, vec2};

use super::busiest::busiest;

/// Below this size of a tile of the framed map, in pixels, a level opens on a part of it: with less a map is a fine noise.
const SMALLEST_TILE: f32 = 2.5;

/// The size of a tile with which it opens there, in pixels: some hundred tiles across, and agents that can be seen.
const CLOSE_TILE: f32 = 10.0;

/// The part of the map's size, in pixels, that always stays in the window.
const KEEP_IN_SIGHT: f32 = 96.0;

/// The largest number of pixels for a tile.
const MAX_TILE_PIXELS: f32 = 192.0;

/// Tiles around a rectangle that is framed: without them what is framed would touch the edge.
const AROUND: f32 = 3.0;

/// The largest number of pixels for a tile of a framed map: a small map does not fill a large window.
const MAX_FRAMED_TILE_PIXELS: f32 = 112.0;

/// The smallest scale, in parts of that of the framed map.
const MIN_SCALE_OF_FRAMED: f32 = 0.5;

/// Logical pixels a second that a held key moves the map.
const KEY_PAN_SPEED: f32 = 700.0;

/// How long the picture takes to follow a jump of the camera, in seconds. Without it a turn of the wheel shows another place at
/// once, and the eye has to find again where it is.
const EASE: f32 = 0.12;

/// By how many pixels the middle of the window jumps at least, or by which factor the scale, for the picture to ease there.
/// Without them it would trail behind an agent that the camera follows, and behind two fingers.
const LEAST_JUMP: f32 = 16.0;
const LEAST_ZOOM: f32 = 1.05;

/// The strips of the window that the HUD covers, in logical pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Insets {
    pub top: f32,
    pub bottom: f32,
    pub left: f32,
    pub right: f32,
}

impl Insets {
    /// The width and height that they leave of a window, in logical pixels.
    pub fn room(self, viewport: Vec2) -> Vec2 {
        viewport - vec2(self.left + self.right, self.top + self.bottom)
    }
}

/// What the camera must keep in sight: a rectangle of the world, and the size of its tiles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// The upper left corner in world units.
    pub origin: Vec2,
    /// Width and height in world units; positive.
    pub size: Vec2,
    /// The side of a tile in world units; positive.
    pub tile_size: f32,
}

impl Bounds {
    /// The bounds of a whole map.
    pub fn of(lattice: &Lattice) -> Bounds {
        Bounds { origin: lattice.origin, size: lattice.size(), tile_size: lattice.tile_size }
    }

    fn middle(self) -> Vec2 {
        self.origin + 0.5 * self.size
    }
}

/// Looks straight down at a point of the world.
///
/// A point of the world is drawn at `(world - centre) * scale + screen / 2`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// The point of the world in the middle of the window.
    pub centre: Vec2,
    /// Logical pixels for a world unit; positive.
    pub scale: f32,
    /// The size of the window in logical pixels.
    pub viewport: Vec2,
    bounds: Bounds,
    insets: Insets,
    lag: Lag,
}

/// By how much the picture is still off what the camera looks at after a jump, as it was at the jump.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Lag {
    /// In world units.
    centre: Vec2,
    /// In world units for a logical pixel: so a point that a zoom leaves in its place does not move on the way either.
    step: f32,
    /// The seconds that are left until nothing is off.
    left: f32,
}

impl Camera {
    /// A camera that frames `bounds` in a window of `viewport` logical pixels.
    pub fn framing(bounds: Bounds, viewport: Vec2, insets: Insets) -> Camera {
        let mut camera = Camera {
            centre: bounds.middle(),
            scale: 1.0,
            viewport: viewport.max(Vec2::ONE),
            bounds,
            insets,
            lag: Lag::default(),
        };
        camera.frame();
        camera.arrive();
        camera
    }

    /// The camera of the picture: it comes to what this one looks at within a moment after each jump.
    pub fn shown(self) -> Camera {
        let off = (self.lag.left / EASE).powi(2);
        let scale = 1.0 / (1.0 / self.scale + off * self.lag.step);
        Camera { centre: self.centre + off * self.lag.centre, scale, lag: Lag::default(), ..self }
    }

    /// Lets the picture come nearer to what the camera looks at, as it does in some seconds.
    pub fn ease(&mut self, seconds: f32) {
        self.lag.left = (self.lag.left - seconds).max(0.0);
    }

    /// Has the picture be where the camera looks.
    pub fn arrive(&mut self) {
        self.lag = Lag::default();
    }

    /// Looks elsewhere; the picture eases there if that is far.
    fn jump(&mut self, change: impl FnOnce(&mut Camera)) {
        let (before, shown) = (*self, self.shown());
        change(self);
        let is_far = before.centre.distance(self.centre) * self.scale >= LEAST_JUMP;
        let factor = self.scale / before.scale;
        if is_far || factor.max(1.0 / factor) >= LEAST_ZOOM {
            let step = 1.0 / shown.scale - 1.0 / self.scale;
            self.lag = Lag { centre: shown.centre - self.centre, step, left: EASE };
        }
    }

    /// Logical pixels for a tile.
    pub fn tile_pixels(&self) -> f32 {
        self.scale * self.bounds.tile_size
    }

    /// Where in the window a point of the world is.
    pub fn to_screen(self, world: Vec2) -> Vec2 {
        (world - self.centre) * self.scale + 0.5 * self.viewport
    }

    /// Which point of the world is at a place in the window.
    pub fn to_world(self, screen: Vec2) -> Vec2 {
        (screen - 0.5 * self.viewport) / self.scale + self.centre
    }

    /// The rectangle of the world that the window shows, as its upper left and lower right corners.
    pub fn visible(&self) -> (Vec2, Vec2) {
        (self.to_world(Vec2::ZERO), self.to_world(self.viewport))
    }

    /// The cells of a lattice of which the window shows anything.
    pub fn visible_cells(&self, lattice: &Lattice) -> Rect {
        let (from, to) = self.visible();
        let (min, last) = (lattice.tile_at(from), lattice.tile_at(to));
        Rect { min, max: Cell::new(last.x + 1, last.y + 1) }.clipped(lattice.width, lattice.height)
    }

    /// Shows the whole map, as large as it fits between the strips that the HUD covers.
    pub fn frame(&mut self) {
        self.jump(|camera| {
            camera.scale = camera.framed_scale();
            camera.centre = camera.centred_on(camera.bounds.middle());
        });
    }

    /// Shows the rectangle between two points of the world, with a few tiles around it, as large as it fits between the strips
    /// that the HUD covers.
    pub fn frame_between(&mut self, low: Vec2, high: Vec2) {
        let size = high - low + 2.0 * AROUND * self.bounds.tile_size;
        let fit = self.insets.room(self.viewport).max(vec2(64.0, 64.0)) / size;
        self.jump(|camera| {
            camera.zoom_at(0.5 * camera.viewport, fit.min_element() / camera.scale);
            camera.centre_on(0.5 * (low + high));
        });
    }

    /// Looks at all of a level's map or, where its tiles would be too small to be told apart, at where most agents begin.
    pub fn frame_beginning(&mut self, level: &Level) {
        self.frame();
        if self.tile_pixels() < SMALLEST_TILE {
            let size = self.viewport * (level.map.lattice.tile_size / CLOSE_TILE);
            self.look_closely(busiest(level, size), CLOSE_TILE);
        }
        self.arrive();
    }

    /// Moves so that a point of the world is seen, if it is not inside an area of the window.
    pub fn bring_into(&mut self, area: macroquad::math::Rect, point: Vec2) {
        if !area.contains(self.to_screen(point)) {
            self.centre_on(point);
        }
    }

    /// Brings a point of the world into the middle of what the HUD leaves of the window.
    pub fn centre_on(&mut self, point: Vec2) {
        self.jump(|camera| {
            camera.centre = camera.centred_on(point);
            camera.keep_map_in_sight();
        });
    }

    /// The centre with which a point of the world is in the middle of what the HUD leaves of the window.
    fn centred_on(&self, point: Vec2) -> Vec2 {
        let shift = vec2(self.insets.left - self.insets.right, self.insets.top - self.insets.bottom);
        point - 0.5 * shift / self.scale
    }

    /// Moves the map in a direction of the window, as keys do that are held for some seconds.
    pub fn pan_for(&mut self, direction: Vec2, seconds: f32) {
        self.pan(direction.normalize_or_zero() * KEY_PAN_SPEED * seconds);
    }

    /// Multiplies the zoom by `factor` so that the world under the place `at` of the window stays there.
    pub fn zoom_at(&mut self, at: Vec2, factor: f32) {
        let anchor = self.to_world(at);
        let smallest = self.framed_scale() * MIN_SCALE_OF_FRAMED;
        let largest = MAX_TILE_PIXELS / self.bounds.tile_size;
        self.jump(|camera| {
            camera.scale = (camera.scale * factor).clamp(smallest, largest);
            camera.centre = anchor - (at - 0.5 * camera.viewport) / camera.scale;
            camera.keep_map_in_sight();
        });
    }

    /// Moves the picture by `delta` logical pixels.
    pub fn pan(&mut self, delta: Vec2) {
        self.centre -= delta / self.scale;
        self.keep_map_in_sight();
    }

    /// Follows a change of the window's size; what was in its middle stays there.
    pub fn resize(&mut self, viewport: Vec2, insets: Insets) {
        let framed = self.is_framed();
        self.viewport = viewport.max(Vec2::ONE);
        self.insets = insets;
        let lag = self.lag;
        if framed {
            self.frame();
        } else {
            self.zoom_at(0.5 * self.viewport, 1.0);
        }
        // The picture has its place in the new window at once.
        self.lag = lag;
    }

    /// Looks at another map. The view stays unless the map's place or size in the world differs.
    pub fn look_at(&mut self, bounds: Bounds) {
        if bounds != self.bounds {
            self.bounds = bounds;
            self.frame();
            self.arrive();
        }
    }

    /// Looks at a part of the map around a point so closely that a tile has this many pixels.
    pub fn look_closely(&mut self, point: Vec2, tile_pixels: f32) {
        self.jump(|camera| {
            camera.zoom_at(0.5 * camera.viewport, tile_pixels / camera.tile_pixels());
            camera.centre_on(point);
        });
    }

    fn is_framed(&self) -> bool {
        let mut framed = *self;
        framed.frame();
        (framed.scale - self.scale).abs() <= 1e-4 * self.scale && framed.centre.distance(self.centre) * self.scale < 1.0
    }

    fn framed_scale(&self) -> f32 {
        let fit = self.insets.room(self.viewport).max(vec2(64.0, 64.0)) / self.bounds.size;
        fit.min_element().min(MAX_FRAMED_TILE_PIXELS / self.bounds.tile_size)
    }

    fn keep_map_in_sight(&mut self) {
        let keep = (vec2(KEEP_IN_SIGHT, KEEP_IN_SIGHT) / self.scale).min(self.bounds.size);
        let half = 0.5 * self.viewport / self.scale;
        let least = self.bounds.origin + keep - half;
        let most = self.bounds.origin + self.bounds.size - keep + half;
        self.centre = self.centre.max(least.min(most)).min(most.max(least));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCREEN: Vec2 = Vec2::new(1280.0, 720.0);

    fn bounds() -> Bounds {
        Bounds { origin: vec2(-5.0, 3.0), size: vec2(40.0, 30.0), tile_size: 1.0 }
    }

    fn camera() -> Camera {
        Camera::framing(bounds(), SCREEN, Insets::default())
    }

    fn close(a: Vec2, b: Vec2) -> bool {
        a.distance(b) < 1e-2
    }

    #[test]
    fn window_and_world_convert_both_ways() {
        let mut camera = camera();
        camera.zoom_at(vec2(300.0, 200.0), 1.7);
        camera.pan(vec2(-40.0, 25.0));
        for point in [vec2(0.0, 0.0), vec2(1280.0, 0.0), vec2(33.0, 700.0)] {
            assert!(close(camera.to_screen(camera.to_world(point)), point), "{point}");
        }
    }

    #[test]
    fn zooming_keeps_the_world_under_the_pointer() {
        let mut camera = camera();
        let at = vec2(700.0, 300.0);
        let before = camera.to_world(at);
        for factor in [1.3, 1.3, 0.8, 1.5] {
            camera.zoom_at(at, factor);
            assert!(close(camera.to_screen(before), at), "after zooming by {factor}");
        }
    }

    #[test]
    fn a_part_of_the_map_is_framed_with_ground_around_it() {
        let mut camera = camera();
        let (low, high) = (vec2(4.0, 3.0), vec2(9.0, 5.0));
        camera.frame_between(low, high);
        let middle = camera.to_screen(0.5 * (low + high));
        let room = camera.insets.room(camera.viewport);
        let shown = (camera.to_screen(high) - camera.to_screen(low)).abs();
        assert!(shown.x <= room.x && shown.y <= room.y, "{shown} in {room}");
        let before = camera.scale;
        camera.frame_between(low, low);
        assert!(camera.scale >= before, "less is larger");
        assert!(middle.is_finite());
    }

    #[test]
    fn the_picture_follows_a_jump_within_a_moment_and_its_anchor_stays() {
        let mut camera = camera();
        let (at, before) = (vec2(900.0, 500.0), camera);
        camera.zoom_at(at, 1.5);
        assert_eq!(camera.shown(), before, "the picture is where it was");
        let mut scales = vec![before.scale];
        for _ in 0..8 {
            camera.ease(EASE / 8.0);
            assert!(close(camera.shown().to_screen(before.to_world(at)), at), "what is under the pointer moves");
            scales.push(camera.shown().scale);
        }
        assert!(scales.is_sorted_by(|one, next| one < next), "{scales:?}");
        assert_eq!(scales[8], camera.scale);
        camera.frame();
        camera.ease(0.5 * EASE);
        let midway = camera.shown();
        camera.centre_on(vec2(0.0, 5.0));
        assert!(close(camera.shown().centre, midway.centre), "a jump on the way begins where the picture is");
        camera.ease(1.0);
        assert_eq!(camera.shown(), Camera { lag: Lag::default(), ..camera });
    }

    #[test]
    fn the_picture_does_not_trail_behind_small_moves_and_the_hand() {
        let mut camera = camera();
        camera.zoom_at(0.5 * SCREEN, 3.0);
        camera.arrive();
        let moves: [fn(&mut Camera); 4] = [
            |camera| camera.centre_on(camera.centre + vec2(0.05, 0.0)),
            |camera| camera.zoom_at(vec2(100.0, 100.0), 1.02),
            |camera| camera.pan(vec2(200.0, 100.0)),
            |camera| camera.resize(vec2(1000.0, 600.0), Insets::default()),
        ];
        for change in moves {
            change(&mut camera);
            assert_eq!(camera.shown(), camera);
        }
    }

    #[test]
    fn zoom_is_clamped_on_both_sides() {
        let mut camera = camera();
        camera.zoom_at(0.5 * SCREEN, 1e6);
        assert!((camera.tile_pixels() - MAX_TILE_PIXELS).abs() < 1e-3);
        camera.zoom_at(0.5 * SCREEN, 1e-6);
        assert!((camera.scale - 0.5 * camera.framed_scale()).abs() < 1e-3);
    }

    #[test]
    fn framing_shows_the_whole_map_clear_of_the_hud() {
        let insets = Insets { top: 80.0, bottom: 60.0, left: 10.0, right: 200.0 };
        let camera = Camera::framing(bounds(), SCREEN, insets);
        let (upper_left, lower_right) =
            (camera.to_screen(bounds().origin), camera.to_screen(bounds().origin + bounds().size));
        assert!(upper_left.x >= 9.9 && upper_left.y >= 79.9, "{upper_left}");
        assert!(lower_right.x <= 1080.1 && lower_right.y <= 660.1, "{lower_right}");
        let touches_a_pair_of_sides = lower_right.y - upper_left.y > 579.0 || lower_right.x - upper_left.x > 1069.0;
        assert!(touches_a_pair_of_sides, "as large as it fits");
    }

    #[test]
    fn panning_moves_the_picture_by_as_many_pixels() {
        let mut camera = camera();
        for delta in [vec2(30.0, 0.0), vec2(-12.5, 40.0)] {
            let mark = camera.to_world(vec2(500.0, 300.0));
            camera.pan(delta);
            assert!(
                close(camera.to_screen(mark), vec2(500.0, 300.0) + delta),
                "by {delta}: {}",
                camera.to_screen(mark)
            );
        }
    }

    #[test]
    fn a_held_key_pans_as_fast_along_a_diagonal_as_straight_on() {
        for (direction, expected) in
            [(Vec2::X, vec2(70.0, 0.0)), (vec2(3.0, 4.0), vec2(42.0, 56.0)), (Vec2::ZERO, Vec2::ZERO)]
        {
            let mut camera = camera();
            let mark = camera.to_world(0.5 * SCREEN);
            camera.pan_for(direction, 0.1);
            let moved = camera.to_screen(mark) - 0.5 * SCREEN;
            assert!(close(moved, expected), "{direction}: {moved}");
        }
    }

    #[test]
    fn a_point_is_centred_in_what_the_hud_leaves() {
        let insets = Insets { top: 80.0, bottom: 60.0, left: 10.0, right: 200.0 };
        let mut camera = Camera::framing(bounds(), SCREEN, insets);
        camera.zoom_at(0.5 * SCREEN, 2.0);
        for point in [vec2(10.0, 15.0), vec2(20.0, 12.0)] {
            camera.centre_on(point);
            // From 10 to 1080 across and from 80 to 660 down.
            assert!(close(camera.to_screen(point), vec2(545.0, 370.0)), "{point}: {}", camera.to_screen(point));
        }
        camera.centre_on(vec2(1e6, 1e6));
        let lower_right = camera.to_screen(bounds().origin + bounds().size);
        assert!(lower_right.x > 0.0 && lower_right.y > 0.0, "the map stays in sight: {lower_right}");
    }

    #[test]
    fn only_what_the_window_shows_is_visible() {
        let lattice = Lattice { origin: vec2(-5.0, 3.0), tile_size: 1.0, width: 40, height: 30 };
        let mut camera = camera();
        assert_eq!(camera.visible_cells(&lattice), Rect { min: Cell::new(0, 0), max: Cell::new(40, 30) }, "framed");
        camera.zoom_at(0.5 * SCREEN, 1e6);
        camera.centre_on(vec2(10.5, 15.5));
        // 1280 by 720 pixels at 192 a tile: 3.33 tiles to the left and right of the middle, 1.875 above and below it.
        assert_eq!(camera.visible_cells(&lattice), Rect { min: Cell::new(12, 10), max: Cell::new(19, 15) });
    }

    #[test]
    fn the_map_is_never_lost() {
        let mut camera = camera();
        for delta in [vec2(1e7, 0.0), vec2(-1e7, -1e7), vec2(0.0, 1e7)] {
            camera.pan(delta);
            let upper_left = camera.to_screen(bounds().origin);
            let lower_right = camera.to_screen(bounds().origin + bounds().size);
            assert!(upper_left.x < SCREEN.x && upper_left.y < SCREEN.y, "{upper_left}");
            assert!(lower_right.x > 0.0 && lower_right.y > 0.0, "{lower_right}");
        }
    }

    #[test]
    fn resizing_keeps_what_was_in_the_middle() {
        let mut camera = camera();
        camera.zoom_at(vec2(800.0, 300.0), 2.5);
        let middle = camera.centre;
        camera.resize(vec2(390.0, 844.0), Insets::default());
        assert!(close(camera.centre, middle));
        assert!(close(camera.to_screen(middle), vec2(195.0, 422.0)));
    }

    #[test]
    fn a_framed_map_stays_framed_when_the_window_changes() {
        let mut camera = camera();
        camera.resize(vec2(390.0, 844.0), Insets { bottom: 60.0, ..Insets::default() });
        let fresh = Camera::framing(bounds(), vec2(390.0, 844.0), Insets { bottom: 60.0, ..Insets::default() });
        assert_eq!(camera, fresh);
    }

    #[test]
    fn a_changed_map_of_the_same_size_keeps_the_view() {
        let mut camera = camera();
        camera.zoom_at(vec2(800.0, 300.0), 2.5);
        let before = camera;
        camera.look_at(bounds());
        assert_eq!(camera, before);
        camera.look_at(Bounds { size: vec2(10.0, 10.0), ..bounds() });
        assert!(camera.is_framed());
    }
}
