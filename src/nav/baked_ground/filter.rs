//! A grid with the area filter of a query applied.

use super::linking::{area_cost, cost, leap_costs, note_links, priced, slowness};
use super::set_row::set_row;
use super::surroundings::learn;
use super::{BakedGround, ChangedGround, HUNDREDTHS, next_stamp};
use crate::grid::{Cell, Rect};
use crate::level::TileMap;
use crate::nav::clearance::TOLERANCE;
use crate::nav::links::Links;
use crate::nav::nav_link::NavLink;
use crate::profile::{AREAS, AgentProfile, AreaFilter, AreaId};

/// The cost of a tile of each area for agents of a profile.
pub(super) fn costs_of_areas(map: &TileMap, profile: &AgentProfile) -> [f32; AREAS] {
    std::array::from_fn(|area| area_cost(map, profile, AreaId(area as u8)))
}

impl BakedGround {
    /// This grid with the area costs of a filter and with the areas closed that it forbids: the body may not touch
    /// them. Entries for areas that are closed already, or do not exist, have no effect.
    ///
    /// Danger, reward and wear add as much as before. Links that are still possible stay, at their areas' new costs; a
    /// cost that an author set for a link stays.
    pub(in crate::nav) fn filtered(&self, filter: &AreaFilter) -> (BakedGround, ChangedGround) {
        let mut grid = self.clone();
        grid.version.stamp = next_stamp();
        let mut changed = ChangedGround::default();
        let closed = self.closed_by(filter);
        let by_area = self.differences(filter);
        let width = self.lattice.width as usize;
        let mut costs = Vec::with_capacity(width);
        for y in 0..self.lattice.height as i32 {
            let from = Cell::new(0, y);
            let number = self.number(from) as usize;
            costs.clear();
            costs.extend(self.ground[number..number + width].iter().enumerate().map(|(x, ground)| {
                let is_closed = ground.cost == 0 || closed.get(y as usize * width + x) == Some(&true);
                let cost = i32::from(ground.cost) + by_area[ground.traits.area().0 as usize];
                if is_closed { 0 } else { cost.clamp((*HUNDREDTHS.start()).into(), (*HUNDREDTHS.end()).into()) as u16 }
            }));
            set_row(&mut grid, from, &costs, &mut changed);
        }
        learn(&mut grid, &mut changed);
        grid.filter_links(self, filter, &mut changed);
        (grid, changed)
    }

    /// How many hundredths more a tile of each area costs than here.
    fn differences(&self, filter: &AreaFilter) -> [i32; AREAS] {
        let in_hundredths = |cost: f32| (cost * 100.0).round() as i32;
        std::array::from_fn(|area| {
            let new = filter.cost(AreaId(area as u8));
            new.map_or(0, |new| in_hundredths(new) - in_hundredths(self.costs.of_areas[area]))
        })
    }

    /// Which cells have a tile of a forbidden area nearer than the body's radius, row by row; empty if no existing area
    /// is forbidden.
    fn closed_by(&self, filter: &AreaFilter) -> Vec<bool> {
        let width = self.lattice.width as usize;
        let is_forbidden = |cell: Cell| {
            let area = self.ground[self.number(cell) as usize].traits.area();
            area != AreaId::NOT_WALKABLE && !filter.allows(area)
        };
        let all = self.clearance.rect();
        let mut closed = Vec::new();
        let near = self.offsets_within_radius();
        for cell in all.cells().filter(|&cell| is_forbidden(cell)) {
            closed.resize(all.max.x as usize * all.max.y as usize, false);
            closed[cell.y as usize * width + cell.x as usize] = true;
            let is_inside = Rect::of_cell(cell).grown(1).intersection(all).cells().all(is_forbidden);
            for &(x, y) in near.iter().filter(|_| !is_inside) {
                let other = Cell::new(cell.x + x, cell.y + y);
                if all.contains(other) {
                    closed[other.y as usize * width + other.x as usize] = true;
                }
            }
        }
        closed
    }

    /// The offsets, in columns and rows, from a cell to all others whose middles are nearer to its square than the
    /// body's radius.
    fn offsets_within_radius(&self) -> Vec<(i32, i32)> {
        let least = (self.profile.radius - TOLERANCE) / self.lattice.tile_size;
        let reach = (least + 0.5).ceil() as i32;
        // From the middle of another column to the nearer side of this one.
        let away = |columns: i32| (columns.abs() as f32 - 0.5).max(0.0);
        let is_near = |x: i32, y: i32| away(x) * away(x) + away(y) * away(y) < least * least;
        let all = Rect::of_cell(Cell::new(0, 0)).grown(reach).cells();
        all.filter(|cell| is_near(cell.x, cell.y)).map(|cell| (cell.x, cell.y)).collect()
    }

    fn filter_links(&mut self, before: &BakedGround, filter: &AreaFilter, changed: &mut ChangedGround) {
        let is_open = |number: u32| self.ground[number as usize].cost > 0;
        let is_left =
            |link: &&NavLink| filter.allows(link.area) && self.is_passable(link.from) && self.is_passable(link.to);
        let authored = before.links.authored().iter().filter(is_left).map(|&link| before.repriced(link, filter));
        let authored: Vec<NavLink> = authored.filter_map(|link| priced(self, link)).collect();
        let leaps = before.links.leaps().filter(|link| is_open(link.from) && is_open(link.to));
        let leaps = if filter.allows(AreaId::JUMP) { leaps.collect() } else { Vec::new() };
        let costs = filter.cost(AreaId::JUMP).map_or_else(
            || before.links.leap_costs().to_vec(),
            |factor| leap_costs(before.links.leap_costs().len(), factor),
        );
        let after = Links::of(leaps, costs, authored, self.stride());
        let differ = before.links.differences(&after);
        self.links = after;
        note_links(self, &differ, changed);
        self.costs.of_areas =
            std::array::from_fn(|area| filter.cost(AreaId(area as u8)).unwrap_or(before.costs.of_areas[area]));
    }

    /// A link at the cost that a filter sets for its area, unless its cost was authored.
    fn repriced(&self, link: NavLink, filter: &AreaFilter) -> NavLink {
        let lattice = self.lattice();
        let length = lattice.centre(link.from).distance(lattice.centre(link.to));
        let slowness = slowness(&self.profile, link.kind, link.speed, length);
        let by_area = |area: f32| cost(link.from, link.to, area * slowness * link.winding);
        let is_by_area = link.cost == by_area(self.costs.of_areas[link.area.0 as usize]);
        match filter.cost(link.area).filter(|_| is_by_area) {
            Some(factor) => NavLink { cost: by_area(factor), ..link },
            None => link,
        }
    }
}
