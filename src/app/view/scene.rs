//! The picture below the panels: ground, goals and paths, agents, and the overlays between them.

use footpath::agent::Agent;
use footpath::grid::{Cell, Rect};
use footpath::level::Order;
use footpath::nav::PathStatus;
use glam::{Vec2, vec2};
use macroquad::color::Color;
use macroquad::math::Rect as Area;

use crate::app::ui::palette::DARK;
use crate::app::ui::shapes::{draw_dashes, draw_polyline, draw_ring, draw_stroke, fill_disc, fill_rounded};
use crate::app::ui::text_painter::{BODY, SMALL, TINY, TextPainter, line_height};
use crate::app::view::WorldView;
use crate::app::view::bloom::Bloom;
use crate::app::view::camera::Camera;
use crate::app::view::goals::{GoalMarker, Reachability, remaining_path};
use crate::app::view::ground_colors::{self, ground_colors};
use crate::app::view::overlays::{self, Overlay};
use crate::app::view::place_flags::PlaceFlag;
use crate::app::view::plans::{self, FEW, Patrol};
use crate::app::view::racers;
use crate::app::view::render::{
    Renderer, draw_crowd_legend, draw_links, draw_obstacles, draw_one_way_arrows, draw_roofs, draw_switches,
    draw_taken, draw_waits, draw_zones,
};
use crate::app::view::traces::ARRIVAL_LASTS;
use crate::app::window::{draw_rectangle, draw_rectangle_lines};

const PATH_SHADOW: Color = Color::new(0.10, 0.11, 0.15, 0.35);
const ROUND: Color = Color::new(0.99, 0.97, 0.90, 0.65);
const ROUND_OF_ALL: Color = Color::new(0.99, 0.97, 0.90, 0.35);
const NAME_GROUND: Color = Color::new(0.10, 0.11, 0.15, 0.62);

/// From this size of a tile on, in pixels, the names of places are written: a phone shows a level of 40 columns so.
pub const NAMES_FROM: f32 = 9.0;

/// From this size of a tile on, in pixels, names are larger.
const LARGE_NAMES_FROM: f32 = 15.0;

/// From the path of one racer to that of the next, in pixels: not along any direction in which paths often lead.
const BESIDE_OTHERS: Vec2 = Vec2::new(1.3, 2.6);

/// Of more agents than this, only the paths of selected ones are drawn.
const MOST_PATHS_AHEAD: usize = 40;

/// Of more selected agents than this, the paths of the first ones are drawn: all would hide the ground, and take as long as
/// everything else together.
const MOST_PATHS_CHOSEN: usize = 1000;

/// How strongly the marker of a goal is drawn that has been reached.
const REACHED: f32 = 0.45;

const BOX_FILL: Color = Color::new(0.99, 0.97, 0.90, 0.16);

/// How wide a text that is said on the map may be at most, in logical pixels, and on how many lines it is written: more would
/// cover the map.
const WIDEST_SAYING: f32 = 280.0;
const MOST_LINES_SAID: usize = 4;

/// How far above the middle of its place a text is said, in logical pixels: lower, it would lie on those who stand there.
const SAYING_ABOVE: f32 = 16.0;

/// Draws everything that lies in the world. `changed` holds the tiles that changed since the last
/// picture.
pub fn draw(view: &WorldView, renderer: &mut Renderer, painter: &mut TextPainter, changed: Option<Rect>) {
    ground_colors::choose(view.sim.level().opening.palette);
    let camera = &view.camera;
    let map = view.sim.map();
    renderer.draw_ground(map, view.sim.map_revision(), changed, camera, view.pane.is_some(), view.now);
    draw_what_lies_on_the_ground(view, renderer);
    overlays::draw_under_agents(view, renderer, painter);
    if let Some(bloom) = view.bloom {
        bloom.draw(camera);
    }
    if !view.overlays.shows(Overlay::Orders) {
        draw_rounds(view, camera);
        draw_ties(view, camera);
    }
    if !view.overlays.shows(Overlay::Paths) && !view.bloom.is_some_and(Bloom::is_growing) {
        draw_paths_ahead(view, camera);
    }
    draw_drawn_patrol(view);
    draw_flags(view, renderer, painter);
    draw_goals(view, renderer);
    draw_faults(view);
    draw_next_points(view, renderer);
    draw_sayings(view, painter);
    let profiles = view.sim.profiles();
    let is_dense = renderer.draw_agents(view.sim.agents(), view.sim.map(), profiles, view.blend, view.selected, camera);
    draw_roofs(view.sim.map(), camera);
    write_names(view, painter);
    draw_taken(view.traces.taken(), view.now, camera);
    draw_arrivals(view);
    draw_waits(view);
    overlays::draw_over_agents(view);
    if is_dense {
        draw_crowd_legend(view, painter);
    }
    if let Some((from, to)) = view.pointer.selection_box {
        let (min, size) = (from.min(to), (to - from).abs());
        draw_rectangle(min.x, min.y, size.x, size.y, BOX_FILL);
        draw_rectangle_lines(min.x, min.y, size.x, size.y, 3.0, DARK.text);
    }
    if let Some((tile, erases)) = view.pointer.brush {
        draw_brush(view, tile, erases);
    }
}

/// A ring that widens around each agent that has just arrived.
fn draw_arrivals(view: &WorldView) {
    for (agent, when) in view.traces.arrivals() {
        let part = (view.now - when) / ARRIVAL_LASTS;
        let Some(agent) = view.sim.agent(*agent).filter(|_| (0.0..1.0).contains(&part)) else { continue };
        let radius = view.sim.profile_of(agent).radius * view.camera.scale;
        let color = Color { a: 1.0 - part, ..ground_colors().ahead };
        draw_ring(view.camera.to_screen(view.drawn_at(agent)), radius * (1.1 + 1.4 * part), 3.0, color);
    }
}

/// What changes the ground without being a tile: fields, links, switches, zones, obstacles.
fn draw_what_lies_on_the_ground(view: &WorldView, renderer: &mut Renderer) {
    let (sim, camera) = (view.sim, &view.camera);
    renderer.draw_fields(sim.map(), camera);
    draw_one_way_arrows(sim.map(), camera);
    draw_links(sim, view.time(), camera);
    draw_switches(sim, camera);
    draw_zones(sim, view.time(), camera);
    draw_obstacles(sim, view.blend, camera, view.pointer.held);
}

/// The patrol paths of selected agents; where none is selected and there are few, those of all, faintly.
fn draw_rounds(view: &WorldView, camera: &Camera) {
    let color = if view.selected.is_empty() { ROUND_OF_ALL } else { ROUND };
    for (agent, round) in plans::shown_patrols(view.sim, view.selected) {
        let patrol = plans::patrol(view.sim, round);
        for (from, to) in patrol.segments() {
            draw_way(view, agent, (from, to), color);
        }
        for point in &patrol.points {
            fill_disc(camera.to_screen(*point), 4.5, color);
        }
    }
}

/// The patrol that the player is making, on the ways of the first agent that will go along it.
fn draw_drawn_patrol(view: &WorldView) {
    let points = view.orders.drawn_patrol;
    let Some(agent) = view.selected_agents().next().or(view.sim.agents().first()) else { return };
    for segment in (Patrol { points: points.to_vec(), is_loop: true }).segments() {
        let way = way_on_screen(view, agent, segment);
        draw_polyline(&way, 6.0, PATH_SHADOW);
        draw_polyline(&way, 3.0, DARK.on);
    }
    for (index, point) in points.iter().enumerate() {
        let at = view.camera.to_screen(*point);
        if index == 0 {
            draw_ring(at, 9.0, 2.0, DARK.on);
        }
        fill_disc(at, 7.0, PATH_SHADOW);
        fill_disc(at, 5.0, DARK.on);
    }
}

/// The way of an agent from one point to another in the window, straight where it is not known.
fn way_on_screen(view: &WorldView, agent: &Agent, (from, to): (Vec2, Vec2)) -> Vec<Vec2> {
    let corners = view.traces.queued_ways().corners(view.planned, agent, from, to);
    [from].iter().chain(corners).chain([&to]).map(|point| view.camera.to_screen(*point)).collect()
}

/// Dashes along the way of an agent from one point to another.
fn draw_way(view: &WorldView, agent: &Agent, segment: (Vec2, Vec2), color: Color) {
    let way = way_on_screen(view, agent, segment);
    way.windows(2).for_each(|pair| draw_dashes(pair[0], pair[1], color));
}

/// The points of patrol paths to which selected agents go, each once.
fn draw_next_points(view: &WorldView, renderer: &Renderer) {
    let mut drawn: Vec<Vec2> = Vec::new();
    for agent in view.selected_agents() {
        let path = plans::patrol_of(view.sim, agent).filter(|_| !agent.progress().is_over);
        let point = path.and_then(|path| path.points.get(agent.progress().point));
        let Some(at) = point.and_then(|point| view.sim.patrol_point(point, agent.position())) else { continue };
        if !drawn.contains(&at) {
            drawn.push(at);
            renderer.draw_goal(view, Reachability::Complete, at, view.now, 0.8);
        }
    }
}

/// From selected agents a thin line to the agent that they follow, and a broken one from the agent that they flee from.
fn draw_ties(view: &WorldView, camera: &Camera) {
    for agent in view.selected_agents() {
        let color = match agent.order() {
            Some(Order::Follow { .. }) => DARK.on,
            Some(Order::Guard { .. }) if agent.progress().in_sight => DARK.on,
            Some(Order::Flee { .. }) => DARK.wrong,
            _ => continue,
        };
        let Some(other) = agent.whom().and_then(|other| view.sim.agent(other)) else { continue };
        let (from, to) = (camera.to_screen(view.drawn_at(agent)), camera.to_screen(view.drawn_at(other)));
        let is_lost = matches!(agent.order(), Some(Order::Follow { on_sight: true, .. })) && !agent.progress().in_sight;
        if color == DARK.wrong || is_lost {
            draw_dashes(to, from, Color { a: 0.8, ..color });
        } else {
            draw_stroke(from, to, 2.0, Color { a: 0.8, ..color });
        }
        draw_ring(to, view.sim.profile_of(other).radius * camera.scale + 4.0, 2.0, color);
    }
}

/// The paths that agents have still to go, lighter than the overlay of paths.
fn draw_paths_ahead(view: &WorldView, camera: &Camera) {
    let count = view.sim.agents().len();
    let strength = |is_chosen: bool| if count > FEW && !is_chosen { 0.45 } else { 1.0 };
    if count > FEW && !view.selected.is_empty() || count > MOST_PATHS_AHEAD {
        let chosen = view.selected.iter().filter_map(|id| view.planned.agent(*id));
        return chosen.take(MOST_PATHS_CHOSEN).for_each(|agent| draw_path_ahead(view, agent, camera, 1.0));
    }
    for agent in view.planned.agents() {
        draw_path_ahead(view, agent, camera, strength(view.is_selected(agent.id())));
    }
}

/// The names of agents that race, beside them.
fn write_names(view: &WorldView, painter: &mut TextPainter) {
    if !racers::is_race(view.sim) {
        return;
    }
    let size = size_of_names(&view.camera);
    let height = line_height(size);
    let mut written: Vec<Area> = Vec::new();
    for agent in view.sim.agents() {
        let (at, profile) = (view.camera.to_screen(view.drawn_at(agent)), view.sim.profile_of(agent));
        let (width, body) = (painter.width_as_is(&profile.name, size) + 8.0, profile.radius * view.camera.scale + 4.0);
        let beside = Area::new(at.x + body, at.y - 0.5 * height, width, height);
        // Where names would lie upon each other, above and below in turn.
        let higher = |lines: f32| Area { x: at.x - 0.5 * width, y: beside.y + lines * (height + 2.0), ..beside };
        let places = [beside].into_iter().chain([-1.3, 1.3, -2.3, 2.3, -3.3, 3.3].map(higher));
        let places = places.map(|place| within_window(view, place));
        let is_free = |place: &Area| written.iter().all(|other| !other.overlaps(place));
        let Some(place) = view.uncovered(places.into_iter().filter(is_free).chain([within_window(view, beside)]))
        else {
            continue;
        };
        fill_rounded(place, 6.0, NAME_GROUND);
        painter.write_as_is(profile.name.as_str(), vec2(place.x + 4.0, place.y), size, DARK.text);
        written.push(place);
    }
}

/// The texts that rules have put on the map, each above its place or, where a panel is, below it; a long one on several lines.
fn draw_sayings(view: &WorldView, painter: &mut TextPainter) {
    for saying in view.sim.sayings() {
        let at = view.camera.to_screen(saying.at);
        let lines = painter.wrap(&saying.text, WIDEST_SAYING.min(view.camera.viewport.x - 20.0), BODY);
        let lines = &lines[..lines.len().min(MOST_LINES_SAID)];
        let width = lines.iter().map(|line| painter.width(line, BODY)).fold(0.0, f32::max) + 16.0;
        let height = lines.len() as f32 * line_height(BODY) + 8.0;
        let above = Area::new(at.x - 0.5 * width, at.y - height - SAYING_ABOVE, width, height);
        let below = Area { y: at.y + SAYING_ABOVE, ..above };
        let places = [above, below].map(|label| within_window(view, label));
        let label = view.uncovered(places).unwrap_or(places[0]);
        fill_rounded(label, 8.0, NAME_GROUND);
        painter.write_lines(lines, vec2(label.x + 8.0, label.y + 4.0), BODY, DARK.text);
    }
    // Agents, which are drawn next, are not hidden by what is said.
    painter.flush();
}

/// A label moved sideways so that the edges of the window do not cut it off.
fn within_window(view: &WorldView, label: Area) -> Area {
    let most = (view.camera.viewport.x - label.w - 2.0).max(2.0);
    Area { x: label.x.clamp(2.0, most), ..label }
}

/// The colour of an agent's path, and how far aside it is drawn: of agents that race each has a line of its own.
fn line_of(view: &WorldView, agent: &Agent) -> (Color, Vec2) {
    if !racers::is_race(view.sim) {
        return (ground_colors().ahead, Vec2::ZERO);
    }
    let agents = view.sim.agents();
    let place = agents.iter().position(|other| other.id() == agent.id()).unwrap_or(0);
    let aside = place as f32 - 0.5 * (agents.len() - 1) as f32;
    (racers::color_of(view.sim, agent), aside * BESIDE_OTHERS)
}

fn draw_path_ahead(view: &WorldView, agent: &Agent, camera: &Camera, strength: f32) {
    let at = view.drawn_at(agent);
    let mut end = at;
    if let Some(path) = remaining_path(view.sim.map(), agent, at) {
        let (color, aside) = line_of(view, agent);
        let points: Vec<Vec2> = path.iter().map(|point| camera.to_screen(*point) + aside).collect();
        let fade = |color: Color| Color { a: color.a * strength, ..color };
        draw_polyline(&points, 5.0, fade(PATH_SHADOW));
        draw_polyline(&points, 2.5, fade(color));
        end = path[path.len() - 1];
    }
    let partial = agent.route().is_some_and(|route| route.purpose.status == PathStatus::Partial);
    let mut last = end;
    if let Some(goal) = agent.goal().and_then(|order| view.sim.target_point(order, at)) {
        if partial && agent.active_route().is_some() {
            draw_dashes(camera.to_screen(end), camera.to_screen(goal), Color { a: 0.9 * strength, ..DARK.partial });
        }
        last = goal;
    }
    for next in plans::queued_points(view.sim, agent, last) {
        draw_way(view, agent, (last, next), Color { a: 0.8 * strength, ..DARK.text });
        let to = camera.to_screen(next);
        fill_disc(to, 6.0, PATH_SHADOW);
        fill_disc(to, 4.0, DARK.text);
        last = next;
    }
}

/// How large names on the map are written.
fn size_of_names(camera: &Camera) -> u16 {
    if camera.tile_pixels() < LARGE_NAMES_FROM { TINY } else { SMALL }
}

fn draw_flags(view: &WorldView, renderer: &Renderer, painter: &mut TextPainter) {
    let camera = &view.camera;
    let size = size_of_names(camera);
    let (low, high) = camera.visible();
    let seen = |flag: &&PlaceFlag| flag.at.cmpge(low).all() && flag.at.cmple(high).all();
    for flag in view.traces.flags().iter().filter(seen) {
        let drawn = renderer.draw_place_flag(flag.at, camera);
        if camera.tile_pixels() < NAMES_FROM {
            continue;
        }
        let (width, foot) = (painter.width_as_is(&flag.name, size) + 12.0, camera.to_screen(flag.at));
        let below = Area::new((foot.x - 0.5 * width).round(), (foot.y + 5.0).round(), width, line_height(size) + 2.0);
        let above = Area { y: (drawn.y - below.h).round(), ..below };
        let Some(label) = view.uncovered([below, above].map(|label| within_window(view, label))) else { continue };
        fill_rounded(label, 7.0, NAME_GROUND);
        painter.write_as_is(flag.name.as_str(), vec2(label.x + 6.0, label.y + 1.0), size, DARK.text);
    }
    // What is drawn next, agents above all, is not hidden by the names.
    painter.flush();
}

/// The markers of where agents go, and of what could not be done.
fn draw_goals(view: &WorldView, renderer: &Renderer) {
    let asked_for = view.now - view.orders.asked_at;
    for GoalMarker { point, reach, is_reached, .. } in &view.orders.goals {
        let strength = if *is_reached { REACHED } else { 1.0 };
        renderer.draw_goal(view, *reach, *point, asked_for, strength);
    }
    if let Some((at, said)) = view.orders.refused {
        renderer.draw_goal(view, Reachability::Impossible, at, view.now - said, 1.0);
    }
}

/// Frames the tiles at which the text of the level that should be played is wrong.
fn draw_faults(view: &WorldView) {
    let side = view.camera.tile_pixels();
    for &tile in view.orders.faults.iter().filter(|&&tile| view.sim.map().lattice.contains(tile)) {
        let corner = view.camera.to_screen(view.sim.map().lattice.corner(tile));
        draw_rectangle(corner.x, corner.y, side, side, Color { a: 0.3, ..DARK.wrong });
        draw_rectangle_lines(corner.x - 2.0, corner.y - 2.0, side + 4.0, side + 4.0, 6.0, DARK.wrong);
    }
}

/// The tile under the brush, in the colour of what it would do.
fn draw_brush(view: &WorldView, tile: Cell, erases: bool) {
    let corner = view.camera.to_screen(view.sim.map().lattice.corner(tile));
    let side = view.camera.tile_pixels();
    let color = if erases { DARK.wrong } else { DARK.on };
    draw_rectangle(corner.x, corner.y, side, side, Color { a: 0.35, ..color });
    draw_rectangle_lines(corner.x - 1.0, corner.y - 1.0, side + 2.0, side + 2.0, 5.0, color);
}
