//! Where the HUD stands in a window: computed from the size of the window and from what is open, without a font, so that
//! a test can ask for it without a window.

use glam::{Vec2, vec2};
use macroquad::math::Rect;

use super::{bake_panel, debug_list, goals, inspector_panel, search_panel};
use crate::app::modes::lesson_sizes;
use crate::app::modes::play::Game;
use crate::app::modes::play::hud::toolbar::{TOOLBAR, TOOLBAR_BESIDE_PANEL};
use crate::app::modes::replay_bar;
use crate::app::modes::screen::{
    BUTTON, MARGIN, PADDING, Toolbar, free_of, has_room_for_both, is_for_fingers, is_low, is_upright,
};
use crate::app::view::camera::Insets;

/// The height of the level's card while it is folded.
pub const CARD_HEIGHT: f32 = 52.0;

/// Its greatest width where it stands beside the map.
const CARD_BESIDE: f32 = lesson_sizes::BESIDE;

/// Its greatest width where it stands above the map.
const CARD_ABOVE: f32 = 440.0;

/// The least width of the card beside the orders: of a name of some ten letters.
const NARROWEST_CARD: f32 = 130.0;

/// The width of a panel where it does not take the whole window's.
const PANEL_WIDTH: f32 = 288.0;

/// Its width on a phone on its side.
const PANEL_WIDTH_LOW: f32 = 216.0;

/// The width of the list of the debug layer, and on a phone on its side.
const LIST_WIDTH: f32 = 236.0;
const LIST_WIDTH_LOW: f32 = 208.0;

/// The part of an upright phone that a sheet takes at most.
const LARGEST_SHEET: f32 = 0.62;

/// The height that the list of the debug layer leaves for the map in a narrow window that is not much higher, as it is of no use
/// without the map; and how high it is at least.
const LEAST_MAP: f32 = 150.0;
const LOWEST_LIST: f32 = 2.0 * BUTTON + MARGIN;

/// The part of the map's size that the window would allow, below which the list of the debug layer stands below the panel.
const LEAST_FIT: f32 = 0.7;

/// The part of their column that the list below the panel takes at least, unless it is shorter.
const LEAST_LIST: f32 = 0.3;

/// A map beside the card must be so much larger than one below it: out of the middle it looks astray.
const WORTH_MOVING: f32 = 1.03;

/// In logical pixels. What stays free below the map on a phone where the map need not be smaller for that: room for two rows
/// of orders, which would cover ground.
const ORDERS: f32 = 2.0 * BUTTON + 8.0 + MARGIN;

/// Where everything stands whose place does not depend on what is written in it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Layout {
    pub viewport: Vec2,
    pub toolbar: Toolbar,
    /// What the toolbar and the bar of a replay leave of the window.
    pub free: Rect,
    /// The bar of a replay, while one is played, be it of a search or of a whole run.
    pub replay: Option<Rect>,
    /// The panel of the search, that of baking or the inspector, while one is open.
    pub side: Option<Rect>,
    /// The list of the debug layer, while it is open and has room.
    pub list: Option<Rect>,
    /// Whether that stands below the panel at the side: at the right the map would be too small, or covered.
    pub is_docked: bool,
    /// The level's card, folded and as wide as it may be; or the lesson's in its place.
    pub card: Rect,
    /// The lesson's card; while it is folded, the line below the level's.
    pub lesson: Option<Rect>,
    /// The strips of the window in which no map is framed.
    pub insets: Insets,
}

impl Layout {
    /// The layout of a game in a window of `viewport` logical pixels.
    pub fn of(game: &Game, viewport: Vec2) -> Layout {
        let has_panel = game.panels.has_side() || game.look.overlays().open;
        let is_beside_panel = has_panel && is_low(viewport);
        let tools = if is_beside_panel { TOOLBAR_BESIDE_PANEL.len() } else { TOOLBAR.len() };
        let toolbar = Toolbar::of(viewport, tools);
        let mut layout = Layout { viewport, toolbar, free: free_of(&toolbar, viewport), ..Layout::default() };
        layout.place_replay(game);
        layout.side = game.panels.has_side().then(|| layout.side_area(game));
        let has_list = game.look.overlays().open && (has_room_for_both(viewport) || layout.side.is_none());
        layout.list = has_list.then(|| layout.list_area(game));
        layout.place_card_and_map(game);
        let map = game.run.sim().map().lattice.size();
        let share = (layout.insets.room(viewport) / map).min_element() / (viewport / map).min_element();
        if layout.side.is_some() && layout.list.is_some() && share < LEAST_FIT {
            layout.dock_list(game);
            layout.place_card_and_map(game);
        }
        layout
    }

    /// Whether panels are sheets above the toolbar, over the whole width.
    pub fn is_narrow(&self) -> bool {
        is_upright(self.viewport)
    }

    fn place_replay(&mut self, game: &Game) {
        if game.look.examiner().playback.is_none() && game.watch.is_none() {
            return;
        }
        let size = replay_bar::SIZE.min(vec2(self.free.w - 2.0 * MARGIN, replay_bar::SIZE.y));
        let corner = vec2((self.free.center().x - 0.5 * size.x).round(), self.free.bottom() - MARGIN - size.y);
        self.replay = Some(Rect::new(corner.x, corner.y, size.x, size.y));
        self.free.h -= size.y + MARGIN;
    }

    fn side_area(&self, game: &Game) -> Rect {
        let content = if game.panels.shows_search() {
            search_panel::height(game, self.viewport)
        } else if let Some(bench) = game.panels.workbench() {
            bake_panel::height(game, bench, self.viewport)
        } else {
            inspector_panel::height(game, self.viewport)
        };
        if self.is_narrow() {
            return self.sheet(content);
        }
        let top = if is_low(self.viewport) { MARGIN } else { CARD_HEIGHT + 2.0 * MARGIN };
        let width = if is_low(self.viewport) { PANEL_WIDTH_LOW } else { PANEL_WIDTH };
        Rect::new(self.free.x + MARGIN, top, width, content.min(self.free.bottom() - MARGIN - top))
    }

    fn list_area(&self, game: &Game) -> Rect {
        let content = debug_list::height(game, self.viewport, false);
        if self.is_narrow() {
            let room = self.free.h - CARD_HEIGHT - 4.0 * MARGIN - LEAST_MAP;
            return self.sheet(content.min(room.max(LOWEST_LIST)));
        }
        let width = if is_low(self.viewport) { LIST_WIDTH_LOW } else { LIST_WIDTH };
        let x = self.free.right() - width - MARGIN;
        Rect::new(x, MARGIN, width, content.min(self.free.bottom() - 2.0 * MARGIN))
    }

    /// Puts the list of the debug layer below the panel at the side, which makes room for it.
    fn dock_list(&mut self, game: &Game) {
        let Some(side) = &mut self.side else { return };
        let column = self.free.bottom() - MARGIN - side.y;
        let content = debug_list::height(game, self.viewport, true);
        let height = content.min((column - side.h - MARGIN).max(LEAST_LIST * column));
        side.h = side.h.min(column - height - MARGIN);
        self.list = Some(Rect { y: side.bottom() + MARGIN, h: height, ..*side });
        self.is_docked = true;
    }

    /// The list of the debug layer where it stands at the right of the map.
    pub fn list_at_right(&self) -> Option<Rect> {
        self.list.filter(|_| !self.is_docked && !self.is_narrow())
    }

    /// Up to where there is room beside the card.
    pub fn right(&self) -> f32 {
        self.list_at_right().map_or(self.free.right(), |list| list.x) - MARGIN
    }

    /// How high the strip is in which the card stands, if it stands above the map.
    pub fn above_map(&self) -> Option<f32> {
        (self.insets.top >= self.card.bottom()).then_some(self.card.h)
    }

    /// Has the map framed below the card that reaches down to `bottom`, where it stands above the map and would cover it.
    pub fn frame_below(&mut self, bottom: f32, map: Vec2) {
        let room = self.insets.room(self.viewport);
        let top = self.insets.top + 0.5 * (room.y - (room / map).min_element() * map.y);
        if self.above_map().is_some() && bottom > top {
            self.insets.top = bottom + MARGIN;
        }
    }

    /// How wide a panel in the middle may be that leaves the rest in use.
    pub fn widest_panel(&self) -> f32 {
        self.free.w - 2.0 * MARGIN
    }

    /// Where a panel in the middle stands whose content has this size. One that leaves the rest in use (not `modal`) stands
    /// beside the toolbar, the bar of a replay and a panel at the side, where there is room, since both are of use at once.
    pub fn open_panel(&self, content: Vec2, modal: bool) -> Rect {
        let room = if modal { Rect::new(0.0, 0.0, self.viewport.x, self.viewport.y) } else { self.free };
        let height = (content.y + BUTTON + PADDING).min(room.h - 2.0 * MARGIN);
        let beside = self.side.filter(|_| !modal && !self.is_narrow()).map_or(room.x, |side| side.right() + MARGIN);
        let rightmost = (room.right() - content.x - MARGIN).max(0.0);
        let x = (room.center().x - 0.5 * content.x).max(beside.min(rightmost)).round();
        Rect::new(x, (room.y + 0.45 * (room.h - height)).max(MARGIN).round(), content.x, height)
    }

    /// What is free below the panel at the side, and below the list where that stands there too.
    pub fn below_side(&self) -> Option<Rect> {
        let side = self.side.filter(|_| !self.is_narrow())?;
        let last = self.list.filter(|_| self.is_docked).unwrap_or(side);
        let top = last.bottom() + MARGIN;
        let strip = Rect::new(side.x, top, side.w, self.free.bottom() - MARGIN - top);
        (strip.h > 0.0).then_some(strip)
    }

    /// How wide the card is beside a bar of this width on a phone on its side, where that would else lie over the map; `None`
    /// where there is no room for both above the map.
    pub fn card_beside(&self, bar: f32) -> Option<f32> {
        let room = (self.free.right() - MARGIN - bar - MARGIN - self.card.x).floor();
        (is_low(self.viewport) && self.above_map().is_some() && room >= NARROWEST_CARD).then_some(room)
    }

    fn sheet(&self, content: f32) -> Rect {
        let height = content.min(LARGEST_SHEET * self.free.h);
        Rect::new(MARGIN, self.free.bottom() - MARGIN - height, self.viewport.x - 2.0 * MARGIN, height)
    }

    /// Chooses whether the card stands above the map or beside it.
    fn place_card_and_map(&mut self, game: &Game) {
        let map = game.run.sim().map().lattice.size();
        let lesson = game.teaching.lesson().filter(|lesson| lesson.is_shown());
        let is_folded = game.folds_lesson(self.viewport);
        let (free, side) = (self.free, self.side.filter(|_| !self.is_narrow()));
        let list = self.list_at_right();
        let sheet = self.side.or(self.list).filter(|_| self.is_narrow());
        let low = is_low(self.viewport);
        let left = side.map_or(free.x, |side| side.right()) + MARGIN;
        let right = list.map_or(free.right(), |list| list.x) - MARGIN;
        // Above a panel, except in a low window, where the panel takes the whole height.
        let over_panel = side.filter(|_| !low);
        let x = over_panel.map_or(left, |side| side.x);
        let width = over_panel.map_or((right - left).min(CARD_ABOVE), |side| side.w);
        self.card = match lesson {
            Some(lesson) if !is_folded => {
                let sizes = &lesson.sizes;
                let size = if sizes.above.width <= right - left { sizes.above } else { sizes.beside };
                Rect::new(x, MARGIN, size.width, size.height)
            }
            Some(_) => Rect::new(x, MARGIN, width, CARD_HEIGHT + MARGIN + lesson_sizes::BAR),
            None => Rect::new(x, MARGIN, width, CARD_HEIGHT + goals::room(game, self.viewport)),
        };
        let bottom = sheet.map_or(free.bottom(), |sheet| sheet.y) - MARGIN;
        let below = Insets {
            top: if over_panel.is_some() { MARGIN } else { self.card.bottom() + MARGIN },
            bottom: self.viewport.y - bottom,
            left,
            right: self.viewport.x - right,
        };
        self.insets = below;
        let fit = |insets: &Insets| (insets.room(self.viewport) / map).min_element();
        if side.is_none() && !self.is_narrow() {
            let beside = Insets { top: MARGIN, left: left + CARD_BESIDE + MARGIN, ..below };
            if fit(&beside) > WORTH_MOVING * fit(&below) {
                self.card.w = CARD_BESIDE;
                if let Some(lesson) = lesson.filter(|_| !is_folded) {
                    self.card.h = lesson.sizes.beside.height;
                }
                // As near to the middle of the window as its size allows.
                let spare = self.viewport.x - beside.left - fit(&beside) * map.x;
                self.insets = Insets { right: spare.clamp(beside.right, beside.left.max(beside.right)), ..beside };
            }
        }
        if is_for_fingers(self.viewport) {
            let spare = self.insets.room(self.viewport).y - fit(&self.insets) * map.y;
            self.insets.bottom += spare.clamp(0.0, ORDERS);
        }
        self.lesson = lesson.map(|_| match is_folded {
            true => Rect { y: self.card.bottom() - lesson_sizes::BAR, h: lesson_sizes::BAR, ..self.card },
            false => self.card,
        });
    }
}

#[cfg(test)]
mod tests {
    use footpath::level::built_in::LEVELS;

    use super::*;
    use crate::app::modes::actions::Action;
    use crate::app::modes::library::{LevelSource, open_built_in};
    use crate::app::modes::play::actions::PlayAction;
    use crate::app::view::camera::Camera;

    const WINDOWS: [Vec2; 5] = [
        Vec2::new(1280.0, 720.0),
        Vec2::new(1920.0, 1080.0),
        Vec2::new(844.0, 390.0),
        Vec2::new(390.0, 844.0),
        Vec2::new(820.0, 1180.0),
    ];

    fn game(index: usize) -> Game {
        let document = open_built_in(index).expect("a shipped level is right");
        Game::new(document, LevelSource::BuiltIn(index), WINDOWS[0])
    }

    /// The map's size in a window, in parts of the largest that would fit into it.
    fn share(game: &Game, viewport: Vec2) -> f32 {
        let mut camera: Camera = game.camera;
        camera.resize(viewport, Layout::of(game, viewport).insets);
        camera.frame();
        camera.scale / (viewport / game.run.sim().map().lattice.size()).min_element()
    }

    #[test]
    fn every_level_has_most_of_every_window() {
        for (index, level) in LEVELS.iter().enumerate() {
            let game = game(index);
            for viewport in WINDOWS {
                let share = share(&game, viewport);
                assert!(share >= 0.7, "{} at {viewport}: {share:.2}", level.name);
            }
        }
    }

    #[test]
    fn a_panel_or_the_list_leaves_the_map_most_of_a_desktop_window() {
        for (index, level) in LEVELS.iter().enumerate() {
            for opens in [
                vec![Action::Play(PlayAction::SearchPanel)],
                vec![Action::Play(PlayAction::Debug)],
                vec![Action::Play(PlayAction::BakePanel), Action::Play(PlayAction::Debug)],
            ] {
                let mut game = game(index);
                opens.iter().for_each(|action| game.act(*action, Vec2::ZERO));
                for viewport in &WINDOWS[..2] {
                    let share = share(&game, *viewport);
                    assert!(share >= 0.7, "{} with {opens:?} at {viewport}: {share:.2}", level.name);
                }
            }
        }
    }

    #[test]
    fn the_list_leaves_room_for_the_map_in_a_small_window() {
        let mut game = game(0);
        game.act(Action::Play(PlayAction::Debug), Vec2::ZERO);
        let viewport = vec2(640.0, 480.0);
        let room = Layout::of(&game, viewport).insets.room(viewport);
        assert!(room.y >= LEAST_MAP - 1.0, "{room:?}");
    }

    /// With a sheet above the toolbar, a window of 640 x 480 left 110 of its pixels to the map.
    #[test]
    fn a_panel_leaves_the_map_more_than_half_of_the_height_of_a_small_window() {
        for opens in [Action::Play(PlayAction::SearchPanel), Action::Play(PlayAction::BakePanel)] {
            let mut game = game(0);
            game.act(opens, Vec2::ZERO);
            let viewport = vec2(640.0, 480.0);
            let room = Layout::of(&game, viewport).insets.room(viewport);
            assert!(room.y > 0.5 * viewport.y && room.x > 0.5 * viewport.x, "{opens:?} leaves {room}");
        }
    }

    #[test]
    fn the_map_is_framed_below_a_card_that_would_cover_it() {
        let game = game(0);
        let (viewport, map) = (vec2(1000.0, 720.0), game.run.sim().map().lattice.size());
        let top = |layout: &Layout| {
            let mut camera: Camera = game.camera;
            camera.resize(viewport, layout.insets);
            camera.frame();
            camera.to_screen(game.run.sim().map().lattice.origin).y
        };
        let mut layout = Layout::of(&game, viewport);
        let before = top(&layout);
        layout.frame_below(before - 1.0, map);
        assert_eq!(top(&layout), before, "it covers nothing");
        layout.frame_below(before + 60.0, map);
        assert!(top(&layout) >= before + 60.0, "{} for {}", top(&layout), before + 60.0);
    }

    #[test]
    fn no_panel_lies_over_the_framed_map() {
        let panels = [
            Action::Play(PlayAction::SearchPanel),
            Action::Play(PlayAction::BakePanel),
            Action::Play(PlayAction::Inspector),
        ];
        let alone = panels.into_iter().chain([Action::Play(PlayAction::Debug)]).map(|action| vec![action]);
        let both = panels.into_iter().map(|action| vec![action, Action::Play(PlayAction::Debug)]);
        for opens in alone.chain(both) {
            for (index, level) in LEVELS.iter().enumerate() {
                let mut game = game(index);
                opens.iter().for_each(|action| game.act(*action, Vec2::ZERO));
                for viewport in WINDOWS {
                    let layout = Layout::of(&game, viewport);
                    let mut camera: Camera = game.camera;
                    camera.resize(viewport, layout.insets);
                    camera.frame();
                    let lattice = game.run.sim().map().lattice;
                    let (from, to) =
                        (camera.to_screen(lattice.origin), camera.to_screen(lattice.origin + lattice.size()));
                    let map = Rect::new(from.x, from.y, to.x - from.x, to.y - from.y);
                    for panel in layout.side.into_iter().chain(layout.list) {
                        assert!(!overlap(map, panel), "{} with {opens:?} at {viewport}: {panel:?}", level.name);
                    }
                }
            }
        }
    }

    /// On a phone on its side the orders stand beside the card, or where that stands beside the map, below it.
    #[test]
    fn orders_have_a_place_off_the_map_on_a_phone_on_its_side() {
        let viewport = vec2(844.0, 390.0);
        for (index, level) in LEVELS.iter().enumerate() {
            let game = game(index);
            let layout = Layout::of(&game, viewport);
            // Of an agent with paths to patrol: eight buttons.
            let bar = 500.0;
            let is_beside = layout
                .card_beside(bar)
                .is_some_and(|card| layout.card.x + card + MARGIN + bar + MARGIN <= layout.free.right());
            assert!(is_beside || layout.insets.left >= layout.free.x + 150.0, "{}: {:?}", level.name, layout.insets);
        }
        let layout = Layout::of(&game(0), vec2(1280.0, 720.0));
        assert_eq!(layout.card_beside(500.0), None, "there is room elsewhere");
    }

    /// In these two levels the bar of orders covered the last rows.
    #[test]
    fn orders_have_room_below_the_map_in_a_small_window() {
        for name in ["the-feast", "the-museum"] {
            let game = game(LEVELS.iter().position(|level| level.name == name).expect("it is there"));
            let viewport = vec2(640.0, 480.0);
            let layout = Layout::of(&game, viewport);
            let mut camera: Camera = game.camera;
            camera.resize(viewport, layout.insets);
            camera.frame();
            let lattice = game.run.sim().map().lattice;
            let bottom = camera.to_screen(lattice.origin + lattice.size()).y;
            let bar = layout.free.bottom() - MARGIN - 2.0 * BUTTON - 8.0;
            assert!(bottom <= bar, "{name}: the map reaches to {bottom}, the bar begins at {bar}");
        }
    }

    #[test]
    fn a_panel_leaves_more_than_half_of_a_phone_on_its_side() {
        for opens in [
            Action::Play(PlayAction::SearchPanel),
            Action::Play(PlayAction::BakePanel),
            Action::Play(PlayAction::Inspector),
            Action::Play(PlayAction::Debug),
        ] {
            let mut game = game(0);
            game.act(opens, Vec2::ZERO);
            for viewport in [vec2(844.0, 390.0), vec2(667.0, 375.0)] {
                let room = Layout::of(&game, viewport).insets.room(viewport).x / viewport.x;
                assert!(room >= 0.55, "{opens:?} at {viewport} leaves {room:.2} of the width");
            }
        }
    }

    /// Whether two areas share more than an edge.
    fn overlap(one: Rect, other: Rect) -> bool {
        one.intersect(other).is_some_and(|both| both.w > 0.01 && both.h > 0.01)
    }

    /// What is drawn at fixed places.
    fn parts(layout: &Layout) -> Vec<Rect> {
        let fixed = [layout.toolbar.area, layout.card];
        fixed.into_iter().chain(layout.replay).chain(layout.side).chain(layout.list).collect()
    }

    #[test]
    fn nothing_overlaps_nor_leaves_the_window() {
        let sizes = [(1920.0, 1080.0), (1280.0, 720.0), (844.0, 390.0), (667.0, 375.0), (390.0, 844.0), (320.0, 568.0)];
        for opens in [
            vec![],
            vec![Action::Play(PlayAction::SearchPanel)],
            vec![Action::Play(PlayAction::BakePanel), Action::Play(PlayAction::Debug)],
            vec![Action::Play(PlayAction::Inspector)],
        ] {
            let mut game = game(0);
            opens.iter().for_each(|action| game.act(*action, Vec2::ZERO));
            for (width, height) in sizes {
                let layout = Layout::of(&game, vec2(width, height));
                let parts = parts(&layout);
                for (index, part) in parts.iter().enumerate() {
                    let inside = part.x >= 0.0 && part.y >= 0.0 && part.right() <= width && part.bottom() <= height;
                    assert!(inside, "{part:?} at {width} x {height}");
                    for other in &parts[..index] {
                        assert!(!overlap(*part, *other), "{part:?} and {other:?} at {width} x {height}, {opens:?}");
                    }
                }
            }
        }
    }

    /// Below the inspector there is room for the orders of the agent that it is about, in four rows.
    #[test]
    fn orders_have_room_below_the_inspector_on_a_desktop() {
        let mut game = game(0);
        game.act(Action::Play(PlayAction::Inspector), Vec2::ZERO);
        for viewport in &WINDOWS[..2] {
            let layout = Layout::of(&game, *viewport);
            let (side, strip) = (layout.side.expect("it is open"), layout.below_side().expect("it is not that high"));
            assert!(strip.h >= 4.0 * BUTTON + 8.0 && !overlap(strip, side), "{strip:?} at {viewport}");
            assert!(strip.bottom() < layout.toolbar.area.y, "{strip:?} at {viewport}");
        }
    }

    #[test]
    fn a_panel_in_the_middle_leaves_the_toolbar_free() {
        for opens in [vec![], vec![Action::Play(PlayAction::SearchPanel)], vec![Action::Play(PlayAction::Inspector)]] {
            let mut game = game(0);
            opens.iter().for_each(|action| game.act(*action, Vec2::ZERO));
            for viewport in WINDOWS {
                let layout = Layout::of(&game, viewport);
                let panel = layout.open_panel(vec2(layout.widest_panel().min(760.0), 2000.0), false);
                assert!(!overlap(panel, layout.toolbar.area), "{panel:?} at {viewport} with {opens:?}");
                let inside = panel.x >= 0.0 && panel.right() <= viewport.x && panel.bottom() <= viewport.y;
                assert!(inside, "{panel:?} at {viewport} with {opens:?}");
            }
        }
    }

    #[test]
    fn every_button_of_the_toolbar_is_in_it_and_large_enough_for_a_thumb() {
        for (width, height) in [(1280.0, 720.0), (844.0, 390.0), (667.0, 375.0), (390.0, 844.0), (320.0, 568.0)] {
            for count in [TOOLBAR.len(), TOOLBAR_BESIDE_PANEL.len()] {
                let toolbar = Toolbar::of(vec2(width, height), count);
                for index in 0..count {
                    let place = toolbar.place(index);
                    assert!(place.w >= 44.0 && place.h >= 44.0);
                    let inside = place.x >= toolbar.area.x && place.right() <= toolbar.area.right();
                    assert!(inside && place.bottom() <= toolbar.area.bottom(), "{index} at {width} x {height}");
                    assert!((0..index).all(|other| !overlap(toolbar.place(other), place)));
                }
            }
        }
    }
}
