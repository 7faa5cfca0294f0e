//! The picture below the HUD: ground, goals and ways, agents, and the debug layer between them.

use footpath::agent::{Agent, AgentId};
use footpath::grid::Rect;
use footpath::level::Order;
use footpath::nav::PathStatus;
use glam::{Vec2, vec2};
use macroquad::color::Color;
use macroquad::math::Rect as Area;
use macroquad::shapes::{draw_rectangle, draw_rectangle_lines};

use crate::app::answers::Tone;
use crate::app::camera::Camera;
use crate::app::debug::{self, Part};
use crate::app::flags::Flag;
use crate::app::game::Game;
use crate::app::goals::{Goal, remaining_way};
use crate::app::ink::{AMBER, CORAL, CREAM, Ink, SMALL, TEAL, line_height};
use crate::app::input::Input;
use crate::app::plans;
use crate::app::render::{
    Goal as Reach, Renderer, draw_links, draw_obstacles, draw_roofs, draw_switches, draw_taken, draw_waits, draw_zones,
};
use crate::app::shapes::{draw_dashes, draw_polyline, draw_ring, draw_stroke, fill_disc, fill_rounded};

const WAY_SHADOW: Color = Color::new(0.10, 0.11, 0.15, 0.35);
const WAY: Color = Color::new(0.99, 0.97, 0.90, 0.90);
const ROUND: Color = Color::new(0.99, 0.97, 0.90, 0.65);
const ROUND_OF_ALL: Color = Color::new(0.99, 0.97, 0.90, 0.35);
const NAME_GROUND: Color = Color::new(0.10, 0.11, 0.15, 0.62);

/// From this size of a tile on, in pixels, the names of places are written.
const NAMES_FROM: f32 = 15.0;

/// Up to so many agents all ways are drawn, whoever is selected.
const FEW: usize = 8;

/// Of more agents than this only the ways of selected ones are drawn.
const MOST_WAYS: usize = 40;

/// How strongly the marker of a goal is drawn that has been reached.
const REACHED: f32 = 0.45;

const BOX_FILL: Color = Color::new(0.99, 0.97, 0.90, 0.16);

/// Draws everything that lies in the world. `changed` holds the tiles that changed since the last
/// picture.
pub fn draw(game: &Game, input: &Input, renderer: &mut Renderer, ink: &mut Ink, changed: Option<Rect>) {
    let camera = &game.camera;
    renderer.draw_ground(game.sim.map(), game.sim.map_revision(), changed, camera);
    draw_what_lies_on_the_ground(game, renderer);
    debug::draw_under_agents(game, renderer, ink);
    if !game.debug.shows(Part::Orders) {
        draw_rounds(game, camera);
        draw_ties(game, camera);
    }
    if !game.debug.shows(Part::Paths) {
        draw_ways(game, camera);
    }
    draw_flags(game, renderer, ink);
    draw_goals(game, renderer);
    draw_next_points(game, renderer);
    let profiles = game.sim.profiles();
    renderer.draw_agents(game.sim.agents(), game.sim.map(), profiles, game.clock.blend(), &game.selected, camera);
    draw_roofs(game.sim.map(), camera);
    draw_taken(game.taken(), game.clock.elapsed(), camera);
    draw_waits(game, game.clock.elapsed(), camera);
    debug::draw_over_agents(game);
    if let Some((from, to)) = input.selection_box() {
        let (min, size) = (from.min(to), (to - from).abs());
        draw_rectangle(min.x, min.y, size.x, size.y, BOX_FILL);
        draw_rectangle_lines(min.x, min.y, size.x, size.y, 3.0, CREAM);
    }
    if let Some(at) = input.hover().filter(|_| game.brush) {
        draw_brush(game, camera.to_world(at));
    }
}

/// What changes the ground without being a tile: fields, links, switches, zones, obstacles.
fn draw_what_lies_on_the_ground(game: &Game, renderer: &mut Renderer) {
    let (sim, camera) = (&game.sim, &game.camera);
    renderer.draw_fields(sim.map(), camera);
    draw_links(sim, game.clock.elapsed(), camera);
    draw_switches(sim, camera);
    draw_zones(sim, game.clock.elapsed(), camera);
    draw_obstacles(sim, game.clock.blend(), camera, game.held_obstacle());
}

/// The patrol paths of selected agents, each once; where nobody is selected and few are there those of all, faintly.
fn draw_rounds(game: &Game, camera: &Camera) {
    let agents = game.sim.agents();
    let is_meant = |agent: &&Agent| match game.selected.is_empty() {
        true => agents.len() <= FEW,
        false => game.selected.binary_search(&agent.id).is_ok(),
    };
    let color = if game.selected.is_empty() { ROUND_OF_ALL } else { ROUND };
    let mut drawn: Vec<&str> = Vec::new();
    for round in agents.iter().filter(is_meant).filter_map(|agent| plans::patrol_of(&game.sim, agent)) {
        if drawn.contains(&round.name.as_str()) {
            continue;
        }
        drawn.push(&round.name);
        let patrol = plans::patrol(&game.sim, round);
        for (from, to) in patrol.segments() {
            draw_dashes(camera.to_screen(from), camera.to_screen(to), color);
        }
        for point in &patrol.points {
            fill_disc(camera.to_screen(*point), 4.5, color);
        }
    }
}

/// The points of patrol paths to which selected agents go, each once.
fn draw_next_points(game: &Game, renderer: &Renderer) {
    let mut drawn: Vec<Vec2> = Vec::new();
    for agent in game.selected.iter().filter_map(|id| game.sim.agent(*id)) {
        let path = plans::patrol_of(&game.sim, agent).filter(|_| !agent.progress.is_over);
        let point = path.and_then(|path| path.points.get(agent.progress.point));
        let Some(at) = point.and_then(|point| game.sim.patrol_point(point, agent.position)) else { continue };
        if !drawn.contains(&at) {
            drawn.push(at);
            renderer.draw_goal(Reach::Complete, at, game.clock.elapsed(), 0.8, &game.camera);
        }
    }
}

/// From selected agents a thin line to whom they follow, and a broken one from whom they flee.
fn draw_ties(game: &Game, camera: &Camera) {
    for agent in game.selected.iter().filter_map(|id| game.sim.agent(*id)) {
        let (other, color) = match agent.order {
            Some(Order::Follow { agent: other, .. }) => (other, TEAL),
            Some(Order::Flee { agent: other, .. }) => (other, CORAL),
            _ => continue,
        };
        let Some(other) = game.sim.agent(AgentId(other)) else { continue };
        let (from, to) = (camera.to_screen(game.drawn_at(agent)), camera.to_screen(game.drawn_at(other)));
        let is_lost = matches!(agent.order, Some(Order::Follow { on_sight: true, .. })) && !agent.progress.in_sight;
        if color == CORAL || is_lost {
            draw_dashes(to, from, Color { a: 0.8, ..color });
        } else {
            draw_stroke(from, to, 2.0, Color { a: 0.8, ..color });
        }
        draw_ring(to, game.sim.profile_of(other).radius * camera.scale + 4.0, 2.0, color);
    }
}

/// The ways that agents have still to go, light enough to be no debug layer.
fn draw_ways(game: &Game, camera: &Camera) {
    let count = game.sim.agents().len();
    let strength = |is_chosen: bool| if count > FEW && !is_chosen { 0.45 } else { 1.0 };
    for agent in game.planned().agents() {
        let is_chosen = game.selected.binary_search(&agent.id).is_ok();
        let stands_back = count > FEW && !is_chosen && !game.selected.is_empty() || count > MOST_WAYS && !is_chosen;
        if !stands_back {
            draw_way(game, agent, camera, strength(is_chosen));
        }
    }
}

fn draw_way(game: &Game, agent: &Agent, camera: &Camera, strength: f32) {
    let at = game.drawn_at(agent);
    let mut end = at;
    if let Some(way) = remaining_way(agent, at) {
        let points: Vec<Vec2> = way.iter().map(|point| camera.to_screen(*point)).collect();
        let fade = |color: Color| Color { a: color.a * strength, ..color };
        draw_polyline(&points, 5.0, fade(WAY_SHADOW));
        draw_polyline(&points, 2.5, fade(WAY));
        end = way[way.len() - 1];
    }
    let partial = agent.route.as_ref().is_some_and(|route| route.status == PathStatus::Partial);
    let mut last = end;
    if let Some(goal) = agent.goal.as_ref().and_then(|order| game.sim.target_point(order, at)) {
        if partial && agent.active_route().is_some() {
            draw_dashes(camera.to_screen(end), camera.to_screen(goal), Color { a: 0.9 * strength, ..AMBER });
        }
        last = goal;
    }
    for next in plans::queued_points(&game.sim, agent, last) {
        let (from, to) = (camera.to_screen(last), camera.to_screen(next));
        draw_dashes(from, to, Color { a: 0.8 * strength, ..CREAM });
        fill_disc(to, 6.0, WAY_SHADOW);
        fill_disc(to, 4.0, CREAM);
        last = next;
    }
}

fn draw_flags(game: &Game, renderer: &Renderer, ink: &mut Ink) {
    let camera = &game.camera;
    let (low, high) = camera.visible();
    let seen = |flag: &&Flag| flag.at.cmpge(low).all() && flag.at.cmple(high).all();
    for flag in game.flags().iter().filter(seen) {
        renderer.draw_place_flag(flag.at, camera);
        if camera.tile_pixels() < NAMES_FROM {
            continue;
        }
        let (width, foot) = (ink.width(&flag.name, SMALL) + 12.0, camera.to_screen(flag.at));
        let label = Area::new((foot.x - 0.5 * width).round(), (foot.y + 5.0).round(), width, line_height(SMALL) + 2.0);
        fill_rounded(label, 7.0, NAME_GROUND);
        ink.write(flag.name.as_str(), vec2(label.x + 6.0, label.y + 1.0), SMALL, CREAM);
    }
}

/// The markers of where agents go, and of what could not be done.
fn draw_goals(game: &Game, renderer: &Renderer) {
    let now = game.clock.elapsed();
    let asked_for = now - game.asked_at();
    for Goal { point, reach, is_reached, .. } in game.goals() {
        let strength = if is_reached { REACHED } else { 1.0 };
        renderer.draw_goal(reach, point, asked_for, strength, &game.camera);
    }
    if let Some((answer, said)) = &game.answer
        && let (Tone::Impossible, Some(at)) = (answer.tone, answer.at)
        && now - said < answer.lasts()
        && *said >= game.asked_at()
    {
        renderer.draw_goal(Reach::Impossible, at, now - said, 1.0, &game.camera);
    }
}

/// The tile under the brush, in the colour of what it would do.
fn draw_brush(game: &Game, at: Vec2) {
    let map = game.sim.map();
    let Some(tile) = map.lattice.tile_inside(at) else { return };
    let corner = game.camera.to_screen(map.lattice.corner(tile));
    let side = game.camera.tile_pixels();
    let color = if game.would_erase(tile) { CORAL } else { TEAL };
    let margin = vec2(1.0, 1.0);
    draw_rectangle(corner.x, corner.y, side, side, Color { a: 0.35, ..color });
    draw_rectangle_lines(corner.x - margin.x, corner.y - margin.y, side + 2.0, side + 2.0, 5.0, color);
}
