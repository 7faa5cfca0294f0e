//! Footprints: what zones of danger and reward add to the cost of each cell.
//!
//! A zone has a [`Footprint`]: how much it adds to each cell of a rectangle. A cost field is the sum of the footprints
//! of its kind, as saturating integers; so a part that is [repainted](repaint) from the footprints that lie there
//! equals the same part of a field painted from scratch.

mod sight;

use glam::Vec2;

use crate::grid::{Cell, Grid, Lattice, Rect};
use crate::level::{Extent, TileMap, Zone, ZoneKind};
use sight::index_in;
pub use sight::{Sight, is_clear, sight_distance};

/// What one zone adds to the cells of a map.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Footprint {
    /// The field to which it adds.
    pub kind: ZoneKind,
    /// The cells that it covers.
    pub rect: Rect,
    /// How much it adds to each cell, row by row, in hundredths per tile of length.
    amounts: Vec<u16>,
}

/// Where a field has changed: the smallest rectangles of cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct FieldChange {
    /// Around all cells whose value has risen.
    pub raised: Option<Rect>,
    /// Around all cells whose value has fallen.
    pub lowered: Option<Rect>,
}

impl Footprint {
    /// The footprint of a zone that covers nothing.
    pub fn nowhere(kind: ZoneKind) -> Footprint {
        Footprint { kind, rect: Rect { min: Cell::new(0, 0), max: Cell::new(0, 0) }, amounts: Vec::new() }
    }

    /// What a zone adds to the cells whose middles lie in it, its edge included. A zone that is attached to an agent
    /// lies around the middle of that agent's cell, `rider`; without one it covers nothing.
    pub fn of(map: &TileMap, zone: &Zone, rider: Option<Cell>) -> Footprint {
        let cells = map.cells();
        match &zone.extent {
            Extent::Circle { at, radius } => disc(&cells, zone, *at, *radius),
            Extent::Polygon(corners) => polygon(&cells, zone, corners),
            Extent::Riding { radius, in_sight, .. } => {
                let Some(rider) = rider.filter(|&cell| cells.contains(cell)) else {
                    return Footprint::nowhere(zone.kind);
                };
                let mut footprint = disc(&cells, zone, cells.centre(rider), *radius);
                if *in_sight {
                    footprint.keep_seen(&Sight::of(map, rider, *radius));
                }
                footprint
            }
        }
    }

    /// How much it adds to a cell, in hundredths per tile of length.
    pub fn amount(&self, cell: Cell) -> u16 {
        if self.rect.contains(cell) { self.amounts[index_in(self.rect, cell)] } else { 0 }
    }

    fn keep_seen(&mut self, sight: &Sight) {
        for (cell, amount) in self.rect.cells().zip(&mut self.amounts) {
            if !sight.sees(cell) {
                *amount = 0;
            }
        }
    }
}

/// How much a zone adds to a cell whose middle lies `depth` world units inside it; nothing outside.
fn amount(zone: &Zone, depth: f32) -> u16 {
    if depth < 0.0 {
        return 0;
    }
    let part = if zone.falloff > 0.0 { (depth / zone.falloff).min(1.0) } else { 1.0 };
    (zone.strength * part * 100.0).round() as u16
}

fn disc(cells: &Lattice, zone: &Zone, at: Vec2, radius: f32) -> Footprint {
    let rect = cells_between(cells, at - Vec2::splat(radius), at + Vec2::splat(radius));
    let depth = |cell| radius - cells.centre(cell).distance(at);
    Footprint { kind: zone.kind, rect, amounts: rect.cells().map(|cell| amount(zone, depth(cell))).collect() }
}

/// Every cell of the map that a box touches.
fn cells_between(cells: &Lattice, low: Vec2, high: Vec2) -> Rect {
    let (least, most) = (cells.origin, cells.origin + cells.size());
    let last = cells.tile_at(high.clamp(least, most));
    Rect { min: cells.tile_at(low.clamp(least, most)), max: Cell::new(last.x + 1, last.y + 1) }
        .clipped(cells.width, cells.height)
}

fn polygon(cells: &Lattice, zone: &Zone, corners: &[Vec2]) -> Footprint {
    let low = corners.iter().copied().reduce(Vec2::min).unwrap_or(cells.origin);
    let high = corners.iter().copied().reduce(Vec2::max).unwrap_or(cells.origin);
    let rect = cells_between(cells, low, high);
    let mut amounts = Vec::with_capacity(rect.cells().count());
    for y in rect.min.y..rect.max.y {
        let inside = inside_in_row(cells, rect, y, corners);
        let row = (rect.min.x..rect.max.x).zip(inside);
        amounts.extend(row.map(|(x, is_inside)| match is_inside {
            true if zone.falloff > 0.0 => amount(zone, distance_to_edge(cells.centre(Cell::new(x, y)), corners)),
            true => amount(zone, 0.0),
            false => 0,
        }));
    }
    Footprint { kind: zone.kind, rect, amounts }
}

/// Which cells of a row have their middle in a polygon: those with an odd number of edges to the left.
fn inside_in_row(cells: &Lattice, rect: Rect, y: i32, corners: &[Vec2]) -> Vec<bool> {
    let first = cells.centre(Cell::new(rect.min.x, y));
    let mut inside = vec![false; (rect.max.x - rect.min.x) as usize];
    for (from, to) in edges(corners) {
        if (from.y <= first.y) != (to.y <= first.y) {
            let x = from.x + (first.y - from.y) / (to.y - from.y) * (to.x - from.x);
            let passed = ((x - first.x) / cells.tile_size).ceil().max(0.0) as usize;
            inside.iter_mut().skip(passed).for_each(|is_inside| *is_inside = !*is_inside);
        }
    }
    inside
}

fn edges(corners: &[Vec2]) -> impl Iterator<Item = (Vec2, Vec2)> {
    corners.iter().copied().zip(corners.iter().copied().cycle().skip(1))
}

fn distance_to_edge(point: Vec2, corners: &[Vec2]) -> f32 {
    edges(corners).map(|(from, to)| distance_to_segment(point, from, to)).fold(f32::INFINITY, f32::min)
}

fn distance_to_segment(point: Vec2, from: Vec2, to: Vec2) -> f32 {
    let along = to - from;
    let squared = along.length_squared();
    let part = if squared > 0.0 { ((point - from).dot(along) / squared).clamp(0.0, 1.0) } else { 0.0 };
    point.distance(from + along * part)
}

/// Recomputes the field of a kind in a rectangle of cells as the sum of the footprints of that kind, and returns where
/// it has changed.
pub fn repaint(map: &mut TileMap, kind: ZoneKind, rect: Rect, footprints: &[Footprint]) -> FieldChange {
    let Lattice { width, height, .. } = map.cells();
    let field = match kind {
        ZoneKind::Danger => &mut map.fields.danger,
        ZoneKind::Reward => &mut map.fields.reward,
    };
    let mut change = FieldChange::default();
    if field.is_none() && footprints.iter().all(|footprint| footprint.kind != kind) {
        return change;
    }
    let field = field.get_or_insert_with(|| Grid::filled(width, height, 0));
    let rect = rect.clipped(width, height);
    let mut sums = vec![0; (rect.max.x - rect.min.x) as usize];
    for y in rect.min.y..rect.max.y {
        sums.fill(0);
        let there = footprints.iter().filter(|footprint| footprint.kind == kind);
        there.for_each(|footprint| footprint.add_row(Cell::new(rect.min.x, y), &mut sums));
        let from = y as usize * width as usize + rect.min.x as usize;
        change.set_row(Cell::new(rect.min.x, y), &mut field.values_mut()[from..from + sums.len()], &sums);
    }
    change
}

impl Footprint {
    /// Adds the values of the cells from one cell to the right.
    fn add_row(&self, from: Cell, sums: &mut [u16]) {
        let (first, last) = (self.rect.min.x.max(from.x), self.rect.max.x.min(from.x + sums.len() as i32));
        if first >= last || !(self.rect.min.y..self.rect.max.y).contains(&from.y) {
            return;
        }
        let amounts = &self.amounts[index_in(self.rect, Cell::new(first, from.y))..];
        let sums = &mut sums[(first - from.x) as usize..(last - from.x) as usize];
        sums.iter_mut().zip(amounts).for_each(|(sum, &amount)| *sum = sum.saturating_add(amount));
    }
}

impl FieldChange {
    /// Around all cells whose value has changed.
    pub fn rect(&self) -> Option<Rect> {
        self.raised.into_iter().chain(self.lowered).reduce(Rect::union)
    }

    /// Sets the cells from one cell to the right.
    fn set_row(&mut self, from: Cell, values: &mut [u16], sums: &[u16]) {
        let around = |is_other: fn(&(&u16, &u16)) -> bool| {
            let places = || values.iter().zip(sums);
            let (first, last) =
                (places().position(|pair| is_other(&pair))?, places().rposition(|pair| is_other(&pair))?);
            let cell = |place: usize| Cell::new(from.x + place as i32, from.y);
            Rect::around([cell(first), cell(last)])
        };
        let union = |all: Option<Rect>, row: Option<Rect>| all.into_iter().chain(row).reduce(Rect::union);
        self.raised = union(self.raised, around(|(old, new)| new > old));
        self.lowered = union(self.lowered, around(|(old, new)| new < old));
        values.copy_from_slice(sums);
    }
}
