//! What the last search did: its open and closed set on the ground, where it leapt, what it found.

use footpath::grid::{Cell, Rect};
use footpath::nav::trace::{NodeSet, NodeView, Side, StepKind, StepShape, Subject, TraceReplay};
use footpath::nav::{Algorithm, DiagonalCost, Path};
use glam::{Vec2, vec2};
use macroquad::color::Color;

use super::grid_and_clearance::COORDINATES_FROM;
use super::{InView, Overlay};
use crate::app::ui::palette::DARK;
use crate::app::ui::shapes::{draw_arrow, draw_dashes, draw_polyline, draw_ring, draw_stroke, fill_convex, fill_disc};
use crate::app::ui::text_painter::{SMALL, TextPainter};
use crate::app::view::WorldView;
use crate::app::view::examined::{Examined, is_far};
use crate::app::view::ground_colors::ground_colors;
use crate::app::view::render::{Renderer, SearchDrawn};
use crate::app::view::words::numbers::short;
use crate::app::window::{draw_line, draw_rectangle};

/// Cells that were seen from the goal's side and not expanded, and those that were expanded.
const OPEN_FROM_GOAL: Color = Color::new(0.98, 0.84, 0.42, 1.0);
const CLOSED_FROM_GOAL: Color = Color::new(0.93, 0.65, 0.44, 1.0);
/// Cells that a jump went over.
const JUMPED: Color = Color::new(0.76, 0.87, 0.93, 1.0);
/// Cells that were left out.
const PRUNED: Color = Color::new(0.83, 0.33, 0.40, 1.0);
/// Neighbours of the present cell to which no path is recorded by way of it.
const REJECTED: Color = Color::new(0.72, 0.10, 0.22, 1.0);
/// The chunks and the region in which it looks.
const CHUNK: Color = Color::new(0.10, 0.45, 0.36, 1.0);
/// What an any-angle search sees of sides: waiting, and the view that it looks through now.
const INTERVAL: Color = Color::new(0.12, 0.42, 0.74, 1.0);
const VIEW: Color = Color::new(1.0, 0.85, 0.35, 0.35);
/// From where the search came to a cell.
const PARENT: Color = Color::new(0.06, 0.05, 0.20, 0.60);
const WORDS: Color = Color::new(0.04, 0.04, 0.10, 0.95);
/// A path that no agent can walk.
const NOT_WALKABLE: Color = Color::new(0.86, 0.10, 0.16, 1.0);
/// The cell that the search is at.
const PRESENT: Color = Color::new(1.0, 1.0, 1.0, 1.0);

/// From this size of a tile on, in pixels, g and h are written into it beside each other, and f below them.
const NUMBERS_FROM: f32 = 50.0;

/// From this size on they are written with their names, each in a line of its own.
const NAMED_NUMBERS_FROM: f32 = 80.0;

/// Smaller tiles are drawn from a texture, without gaps between them.
const RECTANGLES_FROM: f32 = 12.0;

/// The part of a tile at each of its edges at which the ground is seen.
const GROUND_SHOWN: f32 = 0.09;

/// From this size of a tile on an arrow leads to the cell before it.
const ARROWS_FROM: f32 = 24.0;

/// How far apart the arrows of a flow field are at least, in pixels.
const FLOW_ARROWS: f32 = 18.0;

/// The shortest leap that is drawn, in pixels, and the most in a picture.
const SHORTEST_LEAP: f32 = 7.0;
const MOST_LEAPS: usize = 5_000;

/// What the colours of the last search mean.
pub fn legend(examined: &Examined) -> Vec<(&'static str, Color)> {
    let contents = &examined.contents;
    let mut legend = match (contents.has_start_side, contents.has_goal_side) {
        _ if examined.algorithm() == Algorithm::DepthFirst => {
            vec![("on the stack", ground_colors().open), ("visited", ground_colors().closed)]
        }
        (_, false) => vec![("open set", ground_colors().open), ("closed set", ground_colors().closed)],
        (false, true) => vec![("open set", OPEN_FROM_GOAL), ("closed set", CLOSED_FROM_GOAL)],
        (true, true) => vec![
            ("start: open", ground_colors().open),
            ("goal: open", OPEN_FROM_GOAL),
            ("start: closed", ground_colors().closed),
            ("goal: closed", CLOSED_FROM_GOAL),
        ],
    };
    if contents.has_jumps {
        legend.push(("jumped over", JUMPED));
    }
    if contents.has_pruned {
        legend.push(("left out", PRUNED));
    }
    match examined.algorithm() {
        Algorithm::AnyAngle => legend.push(("interval seen", INTERVAL)),
        Algorithm::Hierarchical => legend.push(("chunk, region", CHUNK)),
        _ => {}
    }
    if !examined.is_at_end() {
        legend.push(("not this way", REJECTED));
    }
    if examined.found.as_ref().is_ok_and(|path| !path.is_walkable) {
        legend.push(("cuts corners", NOT_WALKABLE));
    }
    legend
}

pub(super) fn draw(view: &WorldView, in_view: &InView, renderer: &mut Renderer, painter: &mut TextPainter) {
    // What was explored on all legs lies under all paths.
    for (leg, examined) in view.search.iter().enumerate() {
        draw_explored(view, (leg, examined), in_view, renderer, painter);
    }
    for examined in view.search.iter().filter(|examined| examined.replay.played() > 0 || examined.is_at_end()) {
        if examined.is_at_end()
            && let Ok(path) = &examined.found
        {
            draw_path(path, in_view);
        } else {
            draw_rejected(&examined.replay, in_view);
            draw_present(examined, in_view);
        }
    }
}

fn draw_explored(
    view: &WorldView,
    (leg, examined): (usize, &Examined),
    in_view: &InView,
    renderer: &mut Renderer,
    painter: &mut TextPainter,
) {
    let replay = &examined.replay;
    if in_view.side < RECTANGLES_FROM {
        let drawn = SearchDrawn { pane: view.pane.unwrap_or(0), leg, number: examined.number };
        renderer.draw_overlay(&in_view.lattice, &in_view.camera, drawn, replay, |cell| cell_color(replay, cell));
    } else {
        draw_cells(view, examined, in_view, painter);
    }
    if examined.algorithm() == Algorithm::FlowField {
        draw_flow(replay, in_view);
    }
    if examined.contents.has_leaps {
        draw_leaps(replay, in_view);
    }
    draw_shapes(replay, in_view);
}

/// The colour over a cell; `None` where the search has not been.
fn cell_color(replay: &TraceReplay, cell: Cell) -> Option<Color> {
    if let Some(node) = replay.node(cell) {
        return (node.subject != Subject::Interval).then(|| set_color(&node));
    }
    let passed = replay.passed(cell)?;
    Some(if passed.kind == StepKind::Jumped { JUMPED } else { PRUNED })
}

/// The colour of the set in which a cell is.
fn set_color(node: &NodeView) -> Color {
    match (node.set, node.side) {
        (NodeSet::Open, Side::Start) => ground_colors().open,
        (NodeSet::Closed, Side::Start) => ground_colors().closed,
        (NodeSet::Open, Side::Goal) => OPEN_FROM_GOAL,
        (NodeSet::Closed, Side::Goal) => CLOSED_FROM_GOAL,
    }
}

fn draw_cells(view: &WorldView, examined: &Examined, in_view: &InView, painter: &mut TextPainter) {
    let replay = &examined.replay;
    let arrows = in_view.side >= ARROWS_FROM && examined.algorithm() != Algorithm::FlowField;
    let is_written = view.overlays.shows(Overlay::Grid) || view.overlays.shows(Overlay::Obstacles);
    let aside = in_view.side * arrows_aside(in_view.side, is_written);
    for tile in in_view.cells.cells() {
        let Some(color) = cell_color(replay, tile) else { continue };
        let corner = in_view.corner(tile);
        if color == PRUNED {
            draw_cross(corner + 0.5 * in_view.side, 0.16 * in_view.side, PRUNED);
            continue;
        }
        let (inset, side) = (GROUND_SHOWN * in_view.side, (1.0 - 2.0 * GROUND_SHOWN) * in_view.side);
        let node = replay.node(tile);
        if node.is_some_and(|node| node.subject == Subject::Entrance) {
            draw_entrance(in_view.middle(tile), 0.42 * in_view.side, color);
        } else {
            draw_rectangle(corner.x + inset, corner.y + inset, side, side, color);
        }
        let Some(node) = node else { continue };
        if in_view.side >= numbers_from(is_written) {
            let tens = examined.question.query.method.diagonal == DiagonalCost::TenFourteen;
            write_numbers(&node, in_view, corner, tens, painter);
        }
        if arrows
            && node.subject != Subject::Interval
            && let Some(parent) = node.parent.filter(|parent| !is_far(tile, *parent))
        {
            draw_parent(in_view, tile, parent, aside);
        }
    }
}

/// Whether g, h and f are written into tiles of this size, in pixels, without their names, on a map where nothing else is
/// written.
pub fn has_bare_numbers(side: f32) -> bool {
    (NUMBERS_FROM..NAMED_NUMBERS_FROM).contains(&side)
}

/// From which size of a tile on g, h and f are written: small ones have no room for anything else beside them.
fn numbers_from(is_written: bool) -> f32 {
    if is_written { NAMED_NUMBERS_FROM } else { NUMBERS_FROM }
}

/// Writes g, h and f into a cell; `tens`: in tenths of a tile, as costs of 10 and 14 are counted.
fn write_numbers(node: &NodeView, in_view: &InView, corner: Vec2, tens: bool, painter: &mut TextPainter) {
    let short = |value: f64| if tens { format!("{:.0}", 10.0 * value) } else { short(value) };
    if in_view.side < NAMED_NUMBERS_FROM {
        let (g, h) = (short(node.g), short(node.h));
        let right = in_view.side - 4.0 - painter.width(&h, SMALL);
        painter.write(g, corner + vec2(4.0, 3.0), SMALL, WORDS);
        painter.write(h, corner + vec2(right, 3.0), SMALL, WORDS);
        painter.write(short(node.f()), corner + vec2(4.0, in_view.side - 20.0), SMALL, WORDS);
        return;
    }
    let line = |row: f32| corner + vec2(4.0, in_view.side - 50.0 + 15.0 * row);
    painter.write(format!("g {}", short(node.g)), line(0.0), SMALL, WORDS);
    painter.write(format!("h {}", short(node.h)), line(1.0), SMALL, WORDS);
    painter.write(format!("f {}", short(node.f())), line(2.0), SMALL, WORDS);
}

/// An entrance between chunks: a square on its corner.
fn draw_entrance(middle: Vec2, reach: f32, color: Color) {
    let corners = [vec2(reach, 0.0), vec2(0.0, reach), vec2(-reach, 0.0), vec2(0.0, -reach)];
    fill_convex(&corners.map(|corner| middle + corner), color);
}

/// The neighbours of the present cell that were left out, those aside that are left out for good.
fn draw_rejected(replay: &TraceReplay, in_view: &InView) {
    if in_view.side < RECTANGLES_FROM {
        return;
    }
    for step in replay.since_expanded() {
        if matches!(step.kind, StepKind::LeftOut(reason) if !reason.is_of_cell()) {
            draw_cross(in_view.middle(step.cell), 0.16 * in_view.side, REJECTED);
        }
    }
}

/// The chunks of a hierarchical search, and what an any-angle search sees of sides.
fn draw_shapes(replay: &TraceReplay, in_view: &InView) {
    let (shapes, played) = (&replay.trace().shapes, replay.played());
    let shown = &shapes[..shapes.partition_point(|&(index, _)| (index as usize) < played)];
    let point = |at: Vec2| in_view.camera.to_screen(in_view.lattice.origin + at * in_view.lattice.tile_size);
    let outline = |area: Rect, width: f32| {
        let corner = |x: i32, y: i32| point(vec2(x as f32, y as f32));
        let (min, max) = (area.min, area.max);
        let corners = [corner(min.x, min.y), corner(max.x, min.y), corner(max.x, max.y), corner(min.x, max.y)];
        (0..4).for_each(|side| draw_stroke(corners[side], corners[(side + 1) % 4], width, CHUNK));
    };
    for (drawn, (index, shape)) in shown.iter().rev().take(MOST_LEAPS).enumerate() {
        match shape {
            StepShape::Interval { root, ends } => {
                let [root, right, left] = [*root, ends[0], ends[1]].map(point);
                if *index as usize + 1 == played {
                    fill_convex(&[root, right, left], VIEW);
                }
                if in_view.sees_any(right, left) {
                    draw_stroke(right, left, (0.08 * in_view.side).clamp(1.5, 4.0), INTERVAL);
                }
            }
            StepShape::Chunk(area) => outline(*area, 2.0),
            // Of regions the one that is being searched.
            StepShape::Region(area) if drawn == 0 => outline(*area, 3.5),
            StepShape::Region(_) => {}
        }
    }
}

fn draw_cross(middle: Vec2, reach: f32, color: Color) {
    for across in [vec2(reach, reach), vec2(reach, -reach)] {
        let (from, to) = (middle - across, middle + across);
        draw_line(from.x, from.y, to.x, to.y, 2.0, color);
    }
}

/// Where in a tile its arrow is out of the way of what is written there, from the middle, in tiles.
fn arrows_aside(tile: f32, is_written: bool) -> Vec2 {
    match (tile >= numbers_from(is_written), is_written && tile >= COORDINATES_FROM) {
        (true, _) if tile < NAMED_NUMBERS_FROM => vec2(0.2, 0.18),
        (true, _) => vec2(0.22, -0.18),
        (false, true) => vec2(0.0, 0.2),
        (false, false) => Vec2::ZERO,
    }
}

/// An arrow from a cell towards the one before it.
fn draw_parent(in_view: &InView, cell: Cell, parent: Cell, aside: Vec2) {
    let (from, towards) = (in_view.middle(cell) + aside, in_view.middle(parent) + aside);
    let along = (towards - from).normalize_or_zero() * (0.26 * in_view.side).min(24.0);
    draw_arrow(from - along, from + along, (0.05 * in_view.side).clamp(1.5, 3.0), PARENT);
}

/// The direction of the flow to the goal, from cells that are not too near together.
fn draw_flow(replay: &TraceReplay, in_view: &InView) {
    let step = (FLOW_ARROWS / in_view.side).ceil().max(1.0) as i32;
    let length = 0.34 * in_view.side.max(FLOW_ARROWS);
    for cell in in_view.cells.cells().filter(|cell| cell.x % step == 0 && cell.y % step == 0) {
        let Some(parent) = replay.node(cell).and_then(|node| node.parent) else { continue };
        let (from, towards) = (in_view.middle(cell), in_view.middle(parent));
        let along = (towards - from).normalize_or_zero() * length;
        draw_arrow(from - along, from + along, (0.06 * in_view.side).clamp(1.5, 3.0), PARENT);
    }
}

/// Lines to where the search came from, where that is further than a neighbour.
fn draw_leaps(replay: &TraceReplay, in_view: &InView) {
    let mut drawn = 0;
    for (cell, node) in replay.nodes() {
        let Some(parent) = node.parent.filter(|_| node.subject != Subject::Interval) else { continue };
        let (from, to) = (in_view.middle(parent), in_view.middle(cell));
        if !is_far(cell, parent) || from.distance(to) < SHORTEST_LEAP || !in_view.sees_any(from, to) {
            continue;
        }
        draw_line(from.x, from.y, to.x, to.y, (0.06 * in_view.side).clamp(1.0, 2.0), PARENT);
        if in_view.side >= RECTANGLES_FROM {
            fill_disc(to, (0.12 * in_view.side).clamp(2.0, 5.0), PARENT);
        }
        drawn += 1;
        if drawn == MOST_LEAPS {
            return;
        }
    }
}

/// The path as it was found, and where it turns unless it goes from cell to cell.
fn draw_path(path: &Path, in_view: &InView) {
    let points: Vec<Vec2> = path.cells.iter().map(|cell| in_view.middle(*cell)).collect();
    draw_polyline(&points, 6.0, ground_colors().path_rim);
    draw_polyline(&points, 3.5, ground_colors().path);
    if !path.is_walkable {
        points.windows(2).for_each(|pair| draw_dashes(pair[0], pair[1], NOT_WALKABLE));
    }
    if path.cells.windows(2).any(|pair| is_far(pair[0], pair[1])) {
        for point in points.iter().filter(|point| in_view.sees(**point, 6.0)) {
            fill_disc(*point, 5.0, ground_colors().path_rim);
            fill_disc(*point, 3.5, ground_colors().path);
        }
    }
    let ahead = path.ahead.iter().map(|cell| in_view.middle(*cell));
    let points: Vec<Vec2> = points.last().copied().into_iter().chain(ahead).collect();
    points.windows(2).for_each(|pair| draw_dashes(pair[0], pair[1], ground_colors().path));
}

/// The cell that the search is at, and the path by which it came there.
fn draw_present(examined: &Examined, in_view: &InView) {
    let Some(step) =
        examined.last_step().filter(|step| !matches!(step.kind, StepKind::Threshold | StepKind::ChunkOpened))
    else {
        return;
    };
    let mut points = vec![in_view.middle(step.cell)];
    let mut before = step.parent;
    // Where both sides have been, the cells before may lead in a circle.
    while let Some(cell) = before.filter(|_| points.len() < examined.replay.trace().steps.len()) {
        points.push(in_view.middle(cell));
        before = examined.replay.node(cell).filter(|node| node.side == step.side).and_then(|node| node.parent);
    }
    draw_polyline(&points, 5.0, ground_colors().path_rim);
    draw_polyline(&points, 2.5, DARK.partial);
    let radius = (0.42 * in_view.side).clamp(5.0, 40.0);
    draw_ring(points[0], radius, 4.5, ground_colors().path_rim);
    draw_ring(points[0], radius, 2.5, PRESENT);
}

#[test]
fn colour_blind_people_can_tell_the_sets_apart() {
    use crate::app::ui::color_vision::assert_apart;
    let both = [("open", ground_colors().open), ("closed", ground_colors().closed)];
    let from_goal = [("open from the goal", OPEN_FROM_GOAL), ("closed from the goal", CLOSED_FROM_GOAL)];
    let jumps = [("jumped over", JUMPED), ("left out", PRUNED)];
    let (under_way, at_end) =
        ([("rejected", REJECTED)], [("path", ground_colors().path), ("cuts corners", NOT_WALKABLE)]);
    for beside in [&from_goal[..], &jumps, &[("interval", INTERVAL)], &[("chunk", CHUNK)]] {
        for then in [&under_way[..], &at_end] {
            assert_apart(&[&both[..], beside, then].concat(), 12.0);
        }
    }
    assert_apart(&[&both[..], &[("present cell", PRESENT)], &under_way].concat(), 12.0);
}
