//! Footprints: what zones of danger and reward add to the cost of each cell.
//!
//! A zone has a [`Footprint`]: how much it adds to each cell of a rectangle, computed from its shape where it is asked for.
//! What all of them add together is kept, as integers: so what one footprint adds can be taken away again,
//! which takes the same time however many others lie there, and the fields equal those that are made from nothing.

mod sight;

use glam::Vec2;

use crate::grid::{Cell, Grid, Lattice, Rect};
use crate::level::{Extent, TileMap, Zone, ZoneKind};
use crate::segment::distance_to_segment;
pub use sight::{Sight, is_clear, sight_distance};

/// What one zone adds to the cells of a map. Its size in memory does not depend on how many it covers, but for a bit for
/// each cell where only those count that are seen.
#[derive(Clone, Debug, PartialEq)]
pub struct Footprint {
    /// The field to which it adds.
    pub kind: ZoneKind,
    /// The cells that it covers.
    pub rect: Rect,
    /// Where they lie.
    cells: Lattice,
    shape: Outline,
    /// What it adds in its depth, per tile of length.
    strength: f32,
    /// How far from its edge that is, in world units.
    falloff: f32,
}

#[derive(Clone, Debug, PartialEq)]
enum Outline {
    Disc {
        at: Vec2,
        radius: f32,
        seen: Option<Sight>,
    },
    /// By its corners; it covers nothing without any.
    Polygon(Vec<Vec2>),
}

/// Where a field has changed: the smallest rectangles of cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub(crate) struct FieldChange {
    /// Around all cells whose value has risen.
    pub raised: Option<Rect>,
    /// Around all cells whose value has fallen.
    pub lowered: Option<Rect>,
}

impl Footprint {
    /// The footprint of a zone that covers nothing.
    pub fn nowhere(kind: ZoneKind) -> Footprint {
        let shape = Outline::Polygon(Vec::new());
        Footprint { kind, rect: NOWHERE, cells: Lattice::new(0, 0), shape, strength: 0.0, falloff: 0.0 }
    }

    /// What a zone adds to the cells whose middles lie in it, its edge included. A zone that is attached to an agent
    /// lies around the middle of that agent's cell, `rider`; without one it covers nothing.
    pub fn of(map: &TileMap, zone: &Zone, rider: Option<Cell>) -> Footprint {
        let cells = map.cells();
        let shape = match &zone.extent {
            Extent::Circle { at, radius } => Outline::Disc { at: *at, radius: *radius, seen: None },
            Extent::Polygon(corners) => Outline::Polygon(corners.clone()),
            Extent::Riding { radius, in_sight, .. } => {
                let Some(rider) = rider.filter(|&cell| cells.contains(cell)) else {
                    return Footprint::nowhere(zone.kind);
                };
                let seen = in_sight.then(|| Sight::of(map, rider, *radius));
                Outline::Disc { at: cells.centre(rider), radius: *radius, seen }
            }
        };
        let (low, high) = match &shape {
            Outline::Disc { at, radius, .. } => (*at - Vec2::splat(*radius), *at + Vec2::splat(*radius)),
            Outline::Polygon(corners) => {
                let bound = |choose: fn(Vec2, Vec2) -> Vec2| corners.iter().copied().reduce(choose);
                (bound(Vec2::min).unwrap_or(cells.origin), bound(Vec2::max).unwrap_or(cells.origin))
            }
        };
        let rect = cells_between(&cells, low, high);
        Footprint { kind: zone.kind, rect, cells, shape, strength: zone.strength, falloff: zone.falloff }
    }

    /// How much it adds to a cell, in hundredths per tile of length.
    pub fn amount(&self, cell: Cell) -> u16 {
        let mut amount = [0];
        self.write_row(cell, &mut amount);
        amount[0]
    }

    /// Writes how much it adds to each of the cells from one cell to the right.
    fn write_row(&self, from: Cell, amounts: &mut [u16]) {
        amounts.fill(0);
        let last = from.x + amounts.len() as i32;
        let (first, last) = (self.rect.min.x.max(from.x), self.rect.max.x.min(last));
        if first >= last || !(self.rect.min.y..self.rect.max.y).contains(&from.y) {
            return;
        }
        let amounts = &mut amounts[(first - from.x) as usize..(last - from.x) as usize];
        let row = (first..last).map(|x| Cell::new(x, from.y)).zip(amounts);
        match &self.shape {
            Outline::Disc { at, radius, seen } => {
                let depth = |cell| radius - self.cells.centre(cell).distance(*at);
                match seen {
                    Some(sight) => row
                        .filter(|(cell, _)| sight.sees(*cell))
                        .for_each(|(cell, amount)| *amount = self.amount_at(depth(cell))),
                    None => row.for_each(|(cell, amount)| *amount = self.amount_at(depth(cell))),
                }
            }
            Outline::Polygon(corners) => {
                let inside = inside_in_row(&self.cells, Cell::new(first, from.y), last, corners);
                let mut depths = vec![0.0; inside.len()];
                if self.falloff > 0.0 {
                    let edges: Vec<[Vec2; 2]> = edges(corners).map(|(from, to)| [from, to]).collect();
                    let middles = Middles { cells: &self.cells, first: Cell::new(first, from.y) };
                    middles.distances(&edges, self.falloff, &mut depths);
                }
                for (((_, amount), depth), _) in row.zip(depths).zip(inside).filter(|(_, is_inside)| *is_inside) {
                    *amount = self.amount_at(depth);
                }
            }
        }
    }

    /// How much it adds to a cell whose middle lies `depth` world units inside it; nothing outside.
    fn amount_at(&self, depth: f32) -> u16 {
        let part = if self.falloff > 0.0 { (depth / self.falloff).min(1.0) } else { 1.0 };
        // Rounded by hand: `round` is a call for each cell where the processor is not known to have an instruction for it.
        let amount = self.strength * part * 100.0;
        let whole = amount as u16;
        let rounded = whole + u16::from(amount - f32::from(whole) >= 0.5);
        if depth < 0.0 { 0 } else { rounded }
    }
}

/// A rectangle without cells.
const NOWHERE: Rect = Rect { min: Cell { x: 0, y: 0 }, max: Cell { x: 0, y: 0 } };

/// Every cell of the map that a box touches.
fn cells_between(cells: &Lattice, low: Vec2, high: Vec2) -> Rect {
    let (least, most) = (cells.origin, cells.origin + cells.size());
    let last = cells.tile_at(high.clamp(least, most));
    Rect { min: cells.tile_at(low.clamp(least, most)), max: Cell::new(last.x + 1, last.y + 1) }
        .clipped(cells.width, cells.height)
}

/// Which cells of a row, from one cell to before a column, have their middle in a polygon: those with an odd number of edges
/// to the left.
fn inside_in_row(cells: &Lattice, from: Cell, before: i32, corners: &[Vec2]) -> Vec<bool> {
    let first = cells.centre(from);
    let mut inside = vec![false; (before - from.x) as usize];
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

/// A run of up to this many cells of a row is compared with every edge that may be the nearest.
const FEW: usize = 4;

/// The middles of neighbouring cells of a row.
#[derive(Clone, Copy)]
struct Middles<'a> {
    cells: &'a Lattice,
    first: Cell,
}

impl Middles<'_> {
    /// Writes how far each is from the nearest edge, in world units; more than `farthest` where that is farther. Halves the
    /// row again and again, and of the edges keeps those that may be the nearest to some of it: few of many are.
    fn distances(self, edges: &[[Vec2; 2]], farthest: f32, distances: &mut [f32]) {
        let distance = |point: Vec2, [from, to]: [Vec2; 2]| distance_to_segment(point, from, to);
        let after = |number: usize| Cell::new(self.first.x + number as i32, self.first.y);
        let point = |number: usize| self.cells.centre(after(number));
        if distances.len() <= FEW {
            for (number, least) in distances.iter_mut().enumerate() {
                let all = edges.iter().map(|&edge| distance(point(number), edge));
                *least = all.fold(f32::INFINITY, f32::min);
            }
            return;
        }
        let (begin, end) = (point(0), point(distances.len() - 1));
        let (middle, half) = (0.5 * (begin + end), 0.5 * (end.x - begin.x));
        let from_middle: Vec<f32> = edges.iter().map(|&edge| distance(middle, edge)).collect();
        let nearest = from_middle.iter().copied().fold(f32::INFINITY, f32::min);
        let rounding = 1e-5 * (middle.abs().max_element() + half);
        let most = (nearest + 2.0 * half).min(farthest + half) + rounding;
        let near: Vec<[Vec2; 2]> =
            edges.iter().zip(from_middle).filter(|(_, distance)| *distance <= most).map(|(&edge, _)| edge).collect();
        let (left, right) = distances.split_at_mut(distances.len() / 2);
        let others = Middles { first: after(left.len()), ..self };
        self.distances(&near, farthest, left);
        others.distances(&near, farthest, right);
    }
}

/// What all footprints of a kind add together, for each cell; nothing is kept for a kind of which there never was one. The
/// [cost fields](crate::level::CostFields) of the map are these sums, as far as their integers reach.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct CostSums {
    danger: Option<Grid<u32>>,
    reward: Option<Grid<u32>>,
}

impl CostSums {
    /// The sums of nothing, from which those of all footprints are made.
    pub fn clear(&mut self, kind: ZoneKind, map: &mut TileMap) {
        *self.of_kind(kind) = None;
        *field_of_kind(kind, map) = None;
    }

    /// Takes away what `old` adds to the ground and adds what `new` adds, both of one kind; returns where the map's field has
    /// changed. Takes time by the cells of the rectangle around both.
    pub fn replace(&mut self, map: &mut TileMap, old: Option<&Footprint>, new: Option<&Footprint>) -> FieldChange {
        let mut change = FieldChange::default();
        let both = || old.into_iter().chain(new);
        let rect = both().map(|footprint| footprint.rect).filter(|rect| *rect != NOWHERE).reduce(Rect::union);
        let (Some(kind), Some(rect)) = (both().next().map(|footprint| footprint.kind), rect) else { return change };
        let Lattice { width, height, .. } = map.cells();
        let sums = self.of_kind(kind).get_or_insert_with(|| Grid::filled(width, height, 0));
        let field = field_of_kind(kind, map).get_or_insert_with(|| Grid::filled(width, height, 0));
        let length = (rect.max.x - rect.min.x) as usize;
        let (mut amounts, mut costs) = (vec![0; length], vec![0; length]);
        for y in rect.min.y..rect.max.y {
            let from = Cell::new(rect.min.x, y);
            let first = y as usize * width as usize + rect.min.x as usize;
            let sums = &mut sums.values_mut()[first..first + length];
            if let Some(new) = new {
                new.write_row(from, &mut amounts);
                sums.iter_mut().zip(&amounts).for_each(|(sum, &amount)| *sum += u32::from(amount));
            }
            if let Some(old) = old {
                old.write_row(from, &mut amounts);
                sums.iter_mut().zip(&amounts).for_each(|(sum, &amount)| *sum -= u32::from(amount));
            }
            costs.iter_mut().zip(&*sums).for_each(|(cost, &sum)| *cost = sum.min(u32::from(u16::MAX)) as u16);
            change.set_row(from, &mut field.values_mut()[first..first + length], &costs);
        }
        change
    }

    fn of_kind(&mut self, kind: ZoneKind) -> &mut Option<Grid<u32>> {
        match kind {
            ZoneKind::Danger => &mut self.danger,
            ZoneKind::Reward => &mut self.reward,
        }
    }
}

fn field_of_kind(kind: ZoneKind, map: &mut TileMap) -> &mut Option<Grid<u16>> {
    match kind {
        ZoneKind::Danger => &mut map.fields.danger,
        ZoneKind::Reward => &mut map.fields.reward,
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

#[cfg(test)]
mod tests {
    use glam::vec2;
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn the_nearest_edges_are_found_for_every_cell(
            corners in prop::collection::vec((-20.0..60.0f32, -20.0..60.0f32), 3..40),
            falloff in prop_oneof![0.5..3.0f32, Just(10_000.0f32)],
            row in 0..30i32,
        ) {
            let corners: Vec<Vec2> = corners.into_iter().map(|(x, y)| vec2(x, y)).collect();
            let cells = Lattice { origin: vec2(-3.3, 1.7), tile_size: 0.7, width: 60, height: 30 };
            let sides: Vec<[Vec2; 2]> = edges(&corners).map(|(from, to)| [from, to]).collect();
            let mut distances = [0.0; 60];
            Middles { cells: &cells, first: Cell::new(0, row) }.distances(&sides, falloff, &mut distances);
            for (x, found) in (0..).zip(distances) {
                let point = cells.centre(Cell::new(x, row));
                let all = sides.iter().map(|&[from, to]| distance_to_segment(point, from, to));
                let nearest = all.fold(f32::INFINITY, f32::min);
                prop_assert!(found == nearest || found > falloff && nearest > falloff, "{point}: {found}, not {nearest}");
            }
        }
    }
}
