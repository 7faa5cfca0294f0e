//! Draws the ground, the agents and the markers, each where the camera shows it.
//!
//! A frame is composed in this order: [`Renderer::draw_ground`], whatever the debug layer lays on the
//! ground, flags and goal markers, [`Renderer::draw_agents`], and the panels above.

mod cell_picture;
mod crowd;
mod field_picture;
mod height_texels;
mod link_shapes;
mod obstacle_shapes;
mod one_way_arrows;
mod roofs;
mod search_picture;
mod shader;
mod terrain_look;
mod terrain_picture;
mod tile_texels;
mod wait_bubbles;
mod zone_marks;

use std::collections::BTreeMap;

use footpath::agent::{Agent, AgentId};
use footpath::grid::{Cell, Lattice, Rect};
use footpath::level::{LinkKind, TileMap};
use footpath::nav::trace::TraceReplay;
use footpath::profile::AgentProfile;
use glam::{Vec2, vec2};
use macroquad::color::{Color, WHITE};
use macroquad::math::Rect as Area;
use macroquad::texture::DrawTextureParams;

use crate::app::ui::pixels;
use crate::app::ui::shapes::draw_ring;
use crate::app::view::WorldView;
use crate::app::view::camera::Camera;
use crate::app::view::goals::Reachability;
use crate::app::window::{Texture2D, draw_rectangle, draw_texture_ex};
use cell_picture::CellPicture;
pub use cell_picture::Freshness;
pub use crowd::draw_legend as draw_crowd_legend;
use crowd::{CrowdPicture, Dots};
use field_picture::FieldPicture;
use link_shapes::draw_bridges_above;
pub use link_shapes::{draw_links, draw_switches};
pub use obstacle_shapes::draw_obstacles;
pub use one_way_arrows::draw_one_way_arrows;
pub use roofs::draw_roofs;
use search_picture::SearchPicture;
pub use terrain_picture::Counts as GroundCounts;
use terrain_picture::{TABLE, TerrainPicture};
pub use wait_bubbles::draw_waits;
pub use zone_marks::{draw_taken, draw_zones};

/// For the window's `draw_call_vertex_capacity`: a thousand agents in one draw call.
pub const DRAW_CALL_VERTEX_CAPACITY: usize = 24_000;
/// For the window's `draw_call_index_capacity`.
pub const DRAW_CALL_INDEX_CAPACITY: usize = 36_000;

/// The side of a small place in `assets/sprites.png`; large ones are twice as wide.
const SPRITE: f32 = 128.0;
/// The radius of an agent's body in its large place.
const BODY_RADIUS: f32 = 100.0;

const fn large(column: f32, row: f32) -> Area {
    Area { x: 2.0 * SPRITE * column, y: 2.0 * SPRITE * row, w: 2.0 * SPRITE, h: 2.0 * SPRITE }
}

const fn small(column: f32, row: f32) -> Area {
    Area { x: SPRITE * column, y: SPRITE * row, w: SPRITE, h: SPRITE }
}

const BODY: Area = large(0.0, 0.0);
const FACE: Area = large(1.0, 0.0);
const GLOSS: Area = large(2.0, 0.0);
const RING: Area = large(3.0, 0.0);
const SHADOW: Area = small(0.0, 2.0);
const POINTER: Area = small(1.0, 2.0);
const COMPLETE: Area = small(2.0, 2.0);
const PARTIAL: Area = small(3.0, 2.0);
const IMPOSSIBLE: Area = small(4.0, 2.0);
const FLAG: Area = small(5.0, 2.0);

/// Smaller bodies than this radius get a pointer instead of a face, in device pixels.
const FACE_FROM: f32 = 8.0;
/// From far away agents are drawn larger than they are, so that they can be seen, in logical pixels.
const SMALLEST_RADIUS: f32 = 4.0;
/// From how many agents on there is a crowd, in which bodies of that size are dots: without shadow and face. With fewer,
/// an ordinary level seen from afar would lose them.
const CROWD: usize = 400;
/// Around bodies of at least this radius, in logical pixels, the ring of a selected agent is that of the picture.
const FINE_RING: f32 = 20.0;
const RING_COLOR: Color = Color::new(1.0, 0.95, 0.77, 1.0);
const RING_RIM: Color = Color::new(0.16, 0.17, 0.27, 0.75);
/// How high above the ground a body is drawn at most, in tiles.
const HIGHEST: f32 = 0.8;

/// Where the light comes from, reversed: shadows fall this way, in radii of the body.
const SHADOW_OFFSET: Vec2 = vec2(0.14, 0.24);

/// Draws everything that lies in the world.
pub struct Renderer {
    ground: TerrainPicture,
    sprites: Texture2D,
    /// The searches that are drawn, by the picture in which they are and their leg.
    overlays: BTreeMap<(usize, usize), SearchPicture>,
    baked: Option<CellPicture>,
    heat: Option<CellPicture>,
    clearance: Option<CellPicture>,
    crowd: CrowdPicture,
    fields: FieldPicture,
    tile_size: f32,
}

/// Which search is drawn where.
#[derive(Clone, Copy, Debug)]
pub struct SearchDrawn {
    /// Which of the pictures that are drawn side by side, from 0.
    pub pane: usize,
    /// Which leg of the search: the first one leads to the via point, if there is one.
    pub leg: usize,
    /// Another for every search.
    pub number: u64,
}

/// An agent as it is drawn in this frame.
struct DrawnAgent {
    centre: Vec2,
    /// Of its body, in logical pixels.
    radius: f32,
    angle: f32,
    color: Color,
    selected: bool,
    /// How high above the ground it is, in logical pixels.
    lift: f32,
}

impl Renderer {
    /// Prepares everything that drawing needs: `sprites` is `assets/sprites.png`, `marks` is `assets/marks.png`.
    ///
    /// # Errors
    /// In words, when the graphics driver refuses a shader.
    pub fn new(sprites: Texture2D, marks: &Texture2D) -> Result<Renderer, String> {
        Ok(Renderer {
            ground: TerrainPicture::new(marks)?,
            sprites,
            overlays: BTreeMap::new(),
            baked: None,
            heat: None,
            clearance: None,
            crowd: CrowdPicture::default(),
            fields: FieldPicture::default(),
            tile_size: 1.0,
        })
    }

    /// To be called when another level is shown: its revisions say nothing about the last one's.
    pub fn forget_ground(&mut self) {
        self.ground.forget();
        self.baked = None;
        self.heat = None;
        self.clearance = None;
    }

    /// Draws what is around a map over the whole window.
    pub fn draw_table(&self, viewport: Vec2) {
        draw_rectangle(0.0, 0.0, viewport.x, viewport.y, TABLE);
    }

    /// Draws the map and what is around it over the whole window.
    ///
    /// `changed` holds every tile that changed since the revision that was drawn last; with `None` a
    /// new revision means that any may have. `is_plain`: a colour for each tile, without a picture that is made for
    /// the camera; of several cameras in a frame none would find its own. `now` is the time in seconds.
    pub fn draw_ground(
        &mut self,
        map: &TileMap,
        map_revision: u64,
        changed: Option<Rect>,
        camera: &Camera,
        is_plain: bool,
        now: f32,
    ) {
        self.tile_size = map.lattice.tile_size;
        self.ground.draw((map, map_revision), changed, camera, is_plain, now);
    }

    /// What painting the ground has taken since the window opened.
    pub fn ground_counts(&self) -> GroundCounts {
        self.ground.counts()
    }

    /// Draws danger, rewards and worn ground over the map.
    pub fn draw_fields(&mut self, map: &TileMap, camera: &Camera) {
        self.fields.draw(map, camera, self.ground.noise());
    }

    /// Draws a leg of a search over the map as far as it has been played; `color` tells the colour of a cell as it is now.
    pub fn draw_overlay(
        &mut self,
        lattice: &Lattice,
        camera: &Camera,
        SearchDrawn { pane, leg, number }: SearchDrawn,
        replay: &TraceReplay,
        color: impl Fn(Cell) -> Option<Color>,
    ) {
        let overlay = self.overlays.entry((pane, leg)).or_insert_with(|| SearchPicture::new(lattice));
        overlay.turn_to(lattice, number);
        overlay.follow(lattice, replay, color);
        overlay.draw(lattice, camera);
    }

    /// Draws a heat map of the cells in view; `color` tells that of one.
    pub fn draw_heat(&mut self, lattice: &Lattice, camera: &Camera, fresh: Freshness, color: impl Fn(Cell) -> Color) {
        self.heat = Some(CellPicture::draw(self.heat.take(), lattice, camera, fresh, color));
    }

    /// Draws how much room there is around the cells in view; `color` tells that of one.
    pub fn draw_clearance(
        &mut self,
        lattice: &Lattice,
        camera: &Camera,
        fresh: Freshness,
        color: impl Fn(Cell) -> Color,
    ) {
        self.clearance = Some(CellPicture::draw(self.clearance.take(), lattice, camera, fresh, color));
    }

    /// Draws what is baked of the cells in view; `color` tells that of one.
    pub fn draw_baked(&mut self, lattice: &Lattice, camera: &Camera, fresh: Freshness, color: impl Fn(Cell) -> Color) {
        self.baked = Some(CellPicture::draw(self.baked.take(), lattice, camera, fresh, color));
    }

    /// Draws the agents that are in view, between their last two positions: `blend` is 0 for the
    /// previous, 1 for the present one. `selected` is in order of id. Those that are on a link come last. In a crowd, small
    /// bodies are dots, and where too many of these come together there are squares instead: returns whether there are any.
    pub fn draw_agents(
        &mut self,
        agents: &[Agent],
        map: &TileMap,
        profiles: &[AgentProfile],
        blend: f32,
        selected: &[AgentId],
        camera: &Camera,
    ) -> bool {
        let is_dot: Vec<bool> =
            profiles.iter().map(|profile| agents.len() > CROWD && CrowdPicture::has(profile, camera)).collect();
        let has_dots = is_dot.contains(&true);
        if has_dots {
            let dots = Dots { agents, profiles, blend, selected };
            self.crowd.draw(&dots, &map.lattice, camera, &self.sprites, BODY);
        }
        if !is_dot.contains(&false) {
            return self.crowd.is_dense();
        }
        let not_dots = agents.iter().filter(|agent| !is_dot[agent.profile()]);
        let (crossing, walking): (Vec<&Agent>, Vec<&Agent>) = not_dots.partition(|agent| agent.on_link().is_some());
        let [walking, crossing] = [walking, crossing].map(|agents| {
            let drawn = agents
                .into_iter()
                .filter_map(|agent| drawn_agent(agent, map, &profiles[agent.profile()], blend, selected, camera));
            drawn.collect::<Vec<DrawnAgent>>()
        });
        self.draw_all(&walking, self.tile_size * camera.scale);
        if !has_dots {
            draw_bridges_above(map, camera, walking.iter().map(|agent| (agent.centre, agent.radius)));
        }
        self.draw_all(&crossing, self.tile_size * camera.scale);
        has_dots && self.crowd.is_dense()
    }

    /// Draws agents with their shadows, and the rings of selected ones; `tile` is the side of a tile in logical pixels.
    fn draw_all(&self, agents: &[DrawnAgent], tile: f32) {
        for agent in agents {
            let offset = SHADOW_OFFSET * (agent.radius.min(0.5 * tile) + 2.5 * agent.lift);
            self.draw_sprite(SHADOW, agent.centre + offset, agent.radius, agent.angle, WHITE);
        }
        for agent in agents.iter().filter(|agent| agent.selected) {
            self.draw_sprite(RING, agent.centre, agent.radius, 0.0, WHITE);
            // Around a small body the picture's ring is thinner than can be seen on light ground.
            if agent.radius < FINE_RING {
                draw_ring(agent.centre, agent.radius + 2.5, 5.0, RING_RIM);
                draw_ring(agent.centre, agent.radius + 2.5, 2.0, RING_COLOR);
            }
        }
        let far = FACE_FROM / pixels::per_logical();
        for agent in agents {
            self.draw_sprite(BODY, agent.centre, agent.radius, agent.angle, agent.color);
            if agent.radius < far {
                self.draw_sprite(POINTER, agent.centre, agent.radius, agent.angle, WHITE);
            } else {
                self.draw_sprite(GLOSS, agent.centre, agent.radius, 0.0, WHITE);
                self.draw_sprite(FACE, agent.centre, agent.radius, agent.angle, WHITE);
            }
        }
    }

    /// Draws the marker of a target. `age` is how long it has been there, in seconds: it drops in, then breathes with the
    /// world. `strength` is 1 for the whole of its colours, 0 for nothing.
    pub fn draw_goal(&self, view: &WorldView, reach: Reachability, point: Vec2, age: f32, strength: f32) {
        let camera = &view.camera;
        let source = match reach {
            Reachability::Complete => COMPLETE,
            Reachability::Partial => PARTIAL,
            Reachability::Impossible => IMPOSSIBLE,
        };
        let landed = (age / 0.18).clamp(0.0, 1.0);
        let breath = if reach == Reachability::Impossible { 0.0 } else { 0.04 * (4.0 * view.time()).sin() };
        let side = self.marker_side(camera) * (1.0 + 0.6 * (1.0 - landed) * (1.0 - landed) + landed * breath);
        let color = Color::new(1.0, 1.0, 1.0, strength * (0.3 + 0.7 * landed));
        self.draw_picture(source, camera.to_screen(point), vec2(side, side), 0.0, color);
    }

    /// Draws the flag of a named place, its foot at `point`; returns the part of the window that its picture takes.
    pub fn draw_place_flag(&self, point: Vec2, camera: &Camera) -> Area {
        let side = self.marker_side(camera) * 1.1;
        // The foot of the pole stands at (44, 114) of 128.
        let foot = vec2(44.0 / SPRITE - 0.5, 114.0 / SPRITE - 0.5) * side;
        let middle = camera.to_screen(point) - foot;
        self.draw_picture(FLAG, middle, vec2(side, side), 0.0, WHITE);
        Area::new(middle.x - 0.5 * side, middle.y - 0.5 * side, side, side)
    }

    /// How wide a marker is, in logical pixels: about a tile, but never too small to see nor so large
    /// that it hides what it marks.
    fn marker_side(&self, camera: &Camera) -> f32 {
        (0.9 * self.tile_size * camera.scale).clamp(26.0, 60.0)
    }

    /// Draws a part of an agent whose body has this radius.
    fn draw_sprite(&self, source: Area, centre: Vec2, radius: f32, angle: f32, color: Color) {
        let side = radius * 2.0 * SPRITE / BODY_RADIUS;
        self.draw_picture(source, centre, vec2(side, side), angle, color);
    }

    fn draw_picture(&self, source: Area, centre: Vec2, size: Vec2, angle: f32, color: Color) {
        let corner = centre - 0.5 * size;
        let params =
            DrawTextureParams { dest_size: Some(size), source: Some(source), rotation: angle, ..Default::default() };
        draw_texture_ex(&self.sprites, corner.x, corner.y, color, params);
    }
}

/// Where and how an agent appears, no smaller than `smallest` logical pixels, or `None` when it is out of view.
fn drawn_agent(
    agent: &Agent,
    map: &TileMap,
    profile: &AgentProfile,
    blend: f32,
    selected: &[AgentId],
    camera: &Camera,
) -> Option<DrawnAgent> {
    let at = agent.previous_position().lerp(agent.position(), blend);
    let centre = camera.to_screen(at);
    let body = (profile.radius * camera.scale).max(SMALLEST_RADIUS);
    let margin = Vec2::splat(2.0 * body + HIGHEST * camera.tile_pixels());
    if !(centre.cmpge(-margin).all() && centre.cmple(camera.viewport + margin).all()) {
        return None;
    }
    let lift = lift(agent, map, at, blend) * camera.scale;
    let heading = agent.previous_heading().lerp(agent.heading(), blend);
    Some(DrawnAgent {
        centre,
        radius: (body + 0.2 * lift) * presence(agent),
        angle: heading.y.atan2(heading.x),
        color: Color::from_rgba(profile.color.r, profile.color.g, profile.color.b, 255),
        selected: selected.binary_search(&agent.id()).is_ok(),
        lift,
    })
}

/// How high above the ground an agent is, in world units: in a leap or a fall.
fn lift(agent: &Agent, map: &TileMap, at: Vec2, blend: f32) -> f32 {
    let Some((link, _)) = agent.on_link() else { return 0.0 };
    if !matches!(link.kind, LinkKind::Jump | LinkKind::Drop) {
        return 0.0;
    }
    let height = agent.previous_height() + (agent.height() - agent.previous_height()) * blend;
    (height - map.height_at(at)).clamp(0.0, HIGHEST * map.lattice.tile_size)
}

/// How much of an agent is here, 0 to 1: an agent that is about to be teleported dwindles.
fn presence(agent: &Agent) -> f32 {
    match agent.on_link() {
        Some((link, along)) if link.kind == LinkKind::Teleport => 1.0 - 0.8 * along,
        _ => 1.0,
    }
}
