//! The ground of a changed level.

use crate::agent::{Admission, AgentState};
use crate::format::limits::MAP_TILES;
use crate::grid::{Cell, Grid, Lattice, Rect};
use crate::level::{BakeSettings, Level, Link, Relief, Surface, Terrain, TerrainId, TileMap, Zone};
use crate::nav::LinkOrigin;
use crate::sim::Event;
use crate::sim::agents::Agents;
use crate::sim::dynamic_obstacles::DynamicObstacles;
use crate::sim::jobs::JobKind;
use crate::sim::links::{LinkTraffic, Traffic};
use crate::sim::world::World;
use crate::sim::world::baking::{begin_searches_again, replace_grids, replan_all, take_over_cells};
use crate::sim::world::edits::{bake_again, is_easier};
use crate::sim::world::grids::Grids;
use crate::sim::world::wear::{forget_wear, resample_wear, take_wear};
use crate::sim::world::zones::{forget_zones, paint_zones, recost, set_zones};

use super::LevelChange;
use super::names::of_ids;
use super::obstacles::take_obstacles;
use super::pairs::{Pairs, key_of};

/// Tiles. Changed tiles are baked together in rectangles of at most this size: one around tiles that are far apart would bake
/// everything in between.
const MOST_TOGETHER: i32 = 128 * 128;

/// Rectangles. Where tiles have changed in more of them, one around all is baked: what baking a rectangle costs besides its
/// cells would come to more than the cells between. (A change of 4096 x 4096 tiles took three minutes in a thousand of them.)
const MOST_RECTS: usize = 32;

/// Takes the tiles of a level that differs in nothing else.
pub fn take_tiles(world: &mut World, agents: &mut Agents, events: &mut Vec<Event>, level: &Level, tiles: &[Cell]) {
    let is_flat = level.map.relief.is_none();
    if !is_flat {
        rise(&mut world.level.map);
        rise(&mut world.map);
    }
    let mut stroke = Stroke::default();
    for &tile in tiles.iter().filter(|&&tile| level.map.lattice.contains(tile)) {
        let (terrain, surface) = (level.map.tiles[tile], level.map.surface(tile));
        if (terrain, surface) == (world.level.map.tiles[tile], world.level.map.surface(tile)) {
            continue;
        }
        set_tile(&mut world.level.map, tile, terrain, surface);
        stroke.add(world, tile, terrain, surface);
    }
    if is_flat {
        (world.level.map.relief, world.map.relief) = (None, None);
    }
    let (rects, easier) = (stroke.rects, stroke.easier);
    if !rects.is_empty() {
        events.extend(rects.iter().map(|&rect| Event::TerrainChanged { rect }));
        bake_again(world, agents, &rects, easier);
        stand_on_ground(world, agents);
    }
}

/// Gives every tile of flat ground its height, 0.
fn rise(map: &mut TileMap) {
    let Lattice { width, height, .. } = map.lattice;
    map.relief.get_or_insert_with(|| Relief { surfaces: Grid::filled(width, height, Surface::FLAT) });
}

fn set_tile(map: &mut TileMap, tile: Cell, terrain: TerrainId, surface: Surface) {
    map.tiles[tile] = terrain;
    if let Some(relief) = &mut map.relief {
        relief.surfaces[tile] = surface;
    }
}

/// Tiles that are changed one after the other.
#[derive(Default)]
struct Stroke {
    /// Around the tiles that have changed.
    rects: Vec<Rect>,
    /// Whether one of them may have become passable or cheaper.
    easier: bool,
    /// Whether there were too many rectangles, so that one is around all.
    is_spread: bool,
}

impl Stroke {
    /// Changes a tile of the world.
    fn add(&mut self, world: &mut World, tile: Cell, terrain: TerrainId, surface: Surface) {
        let (old, lay) = (world.map.tiles[tile], world.map.surface(tile));
        set_tile(&mut world.map, tile, terrain, surface);
        let terrains = &world.map.terrains;
        self.easier |= lay != surface || is_easier(&terrains[old.0 as usize], &terrains[terrain.0 as usize]);
        forget_wear(world, tile);
        let is_near = |rect: &Rect| {
            let joined = rect.union(Rect::of_cell(tile));
            self.is_spread || (joined.max.x - joined.min.x) * (joined.max.y - joined.min.y) <= MOST_TOGETHER
        };
        match self.rects.iter().rposition(is_near) {
            Some(near) => self.rects[near] = self.rects[near].union(Rect::of_cell(tile)),
            None if self.rects.len() < MOST_RECTS => self.rects.push(Rect::of_cell(tile)),
            None => {
                self.rects = vec![self.rects.iter().fold(Rect::of_cell(tile), |all, rect| all.union(*rect))];
                self.is_spread = true;
            }
        }
    }
}

/// Puts agents at the height of the ground on which they are.
fn stand_on_ground(world: &World, agents: &mut Agents) {
    for agent in agents.list.iter_mut().filter(|agent| agent.crossing.on_link.is_none()) {
        let height = world.map.height_at(agent.body.position);
        if height != agent.body.height {
            (agent.body.height, agent.body.previous_height) = (height, height);
        }
    }
}

/// What of the profiles has changed, by their places.
#[derive(Default)]
pub struct Tuned {
    /// Whether the ground is to be baked for one of them.
    pub changes_ground: bool,
    pub resized: Vec<usize>,
    pub navigate_otherwise: Vec<usize>,
}

/// Takes the profiles. Those that the level did not change stay as the player has tuned them.
pub fn take_profiles(world: &mut World, change: &LevelChange) -> Tuned {
    let known = std::mem::take(&mut world.profiles);
    let mut tuned = Tuned { changes_ground: !change.keeps_areas || !change.profiles.keep_places(), ..Tuned::default() };
    tuned.changes_ground |= known.len() != change.after.profiles.len();
    for (place, profile) in change.after.profiles.iter().enumerate() {
        let old = change.profiles.before[place].map(|old| (&known[old], &change.before.profiles[old]));
        let Some((live, before)) = old else {
            world.profiles.push(profile.clone());
            continue;
        };
        if before == profile && change.keeps_areas {
            world.profiles.push(live.clone());
            continue;
        }
        tuned.changes_ground |= !world.map.is_same_to(live, profile);
        tuned.resized.extend((live.radius != profile.radius).then_some(place));
        tuned.navigate_otherwise.extend((live.navigation != profile.navigation).then_some(place));
        world.profiles.push(profile.clone());
    }
    tuned
}

/// What is to be baked.
pub struct BakingScope {
    /// Whether everything is to be baked.
    all: bool,
    /// Otherwise, the tiles around which the ground has changed.
    rects: Vec<Rect>,
    /// Whether the links have changed.
    relinks: bool,
    /// Whether the costs of the ground have changed everywhere.
    recosts: bool,
    /// Whether tiles look otherwise everywhere.
    repaints: bool,
    /// The cells before.
    cells: Lattice,
}

/// The links that are the same in two levels, but for being on or off.
pub fn paired_links(before: &[Link], after: &[Link]) -> Pairs {
    let is_same = |old: usize, new: usize| Link { active: after[new].active, ..before[old].clone() } == after[new];
    let ends = |link: &Link| (key_of(link.from), key_of(link.to));
    Pairs::of_lengths(before.len(), after.len())
        .with((|old: usize| ends(&before[old]), |new: usize| ends(&after[new])), is_same)
}

/// Takes the tiles, their terrains and areas, how they are baked, links and obstacles; nothing is baked yet.
pub fn take_ground(
    world: &mut World,
    agents: &mut Agents,
    links: &mut LinkTraffic,
    obstacles: &mut DynamicObstacles,
    change: &LevelChange,
    is_tuned: bool,
) -> BakingScope {
    let (before, after) = (&change.before.map, &change.after.map);
    let cells = world.map.cells();
    let settings = bake_settings(&world.map.bake, change);
    let is_timed = |links: &[Link]| links.iter().any(Link::is_timed);
    let terrains_differ = !change.terrains.keep_places()
        || before.terrains.iter().zip(&after.terrains).any(|(old, new)| !is_same_ground(old, new));
    let mut baking = BakingScope {
        all: is_tuned
            || world.caches.prebaked.is_some()
            || is_timed(&before.links) != is_timed(&after.links)
            || before.lattice != after.lattice
            || terrains_differ
            || before.areas != after.areas
            || settings != world.map.bake,
        rects: Vec::new(),
        relinks: false,
        recosts: false,
        repaints: before.lattice != after.lattice || before.terrains != after.terrains,
        cells,
    };
    world.map.areas.clone_from(&after.areas);
    world.map.layers.clone_from(&after.layers);
    take_all_tiles(world, change, &mut baking);
    let has_other_shape = before.lattice != after.lattice;
    let cells_before = std::mem::replace(&mut world.map.bake, settings).cells_per_tile;
    if !has_other_shape && cells_before != world.map.bake.cells_per_tile {
        resample_wear(world);
    }
    baking.relinks = take_links(world, agents, links, change);
    baking.rects.extend(take_obstacles(&mut world.map, obstacles, change));
    let terrains = before.terrains.len() == after.terrains.len() && change.terrains.keep_places();
    if has_other_shape || change.before.wear != change.after.wear || !terrains {
        take_wear(world, has_other_shape);
        baking.recosts = !baking.all;
    }
    baking
}

/// Whether two terrains are the same for walking and for sight.
fn is_same_ground(one: &Terrain, other: &Terrain) -> bool {
    let ground = |terrain: &Terrain| (terrain.walkable, terrain.cost, terrain.area, terrain.jumpable, terrain.opaque);
    ground(one) == ground(other) && one.one_way == other.one_way
}

/// How the ground is to be baked: as the player has set it where the level says the same as before.
fn bake_settings(live: &BakeSettings, change: &LevelChange) -> BakeSettings {
    let (before, after) = (&change.before.map.bake, &change.after.map.bake);
    let layers = |mask: u32| {
        let bit = |layer: usize| match change.layers.before.get(layer) {
            Some(Some(old)) => mask >> old & 1,
            _ => after.layers >> layer & 1,
        };
        (0..u32::BITS as usize).fold(0, |layers, layer| layers | bit(layer) << layer)
    };
    let Lattice { width, height, .. } = change.after.map.lattice;
    let is_too_fine = (width.max(height) * live.cells_per_tile) as usize > MAP_TILES;
    let keeps_cells = before.cells_per_tile == after.cells_per_tile && !is_too_fine;
    let keeps_region = before.smallest_region == after.smallest_region;
    let keeps_index = before.index == after.index;
    let keeps_margin = before.obstacle_epsilon == after.obstacle_epsilon;
    let keeps_probe = before.probe_epsilon == after.probe_epsilon;
    BakeSettings {
        cells_per_tile: if keeps_cells { live } else { after }.cells_per_tile,
        smallest_region: if keeps_region { live } else { after }.smallest_region,
        obstacle_epsilon: if keeps_margin { live } else { after }.obstacle_epsilon,
        probe_epsilon: if keeps_probe { live } else { after }.probe_epsilon,
        layers: if layers(before.layers) == after.layers { layers(live.layers) } else { after.layers },
        index: if keeps_index { live } else { after }.index,
    }
}

/// Takes the tiles that differ between the two levels, and what the numbers of terrains mean.
fn take_all_tiles(world: &mut World, change: &LevelChange, baking: &mut BakingScope) {
    let (before, after) = (&change.before.map, &change.after.map);
    if before.lattice != after.lattice {
        world.map.lattice = after.lattice;
        world.map.terrains.clone_from(&after.terrains);
        world.map.tiles.clone_from(&after.tiles);
        world.map.relief.clone_from(&after.relief);
        return;
    }
    let keeps_terrains = change.terrains.keep_places();
    let renumbered = |id: TerrainId| change.terrains.after[id.0 as usize].map(|new| TerrainId(new as u8));
    if !keeps_terrains {
        for (live, new) in world.map.tiles.values_mut().iter_mut().zip(after.tiles.values()) {
            *live = renumbered(*live).unwrap_or(*new);
        }
    }
    world.map.terrains.clone_from(&after.terrains);
    if (before.relief.is_some(), after.relief.is_some()) == (false, true) {
        rise(&mut world.map);
    }
    if !keeps_terrains || before.tiles != after.tiles || before.relief != after.relief {
        let mut stroke = Stroke::default();
        for tile in after.tiles.rect().cells() {
            let (terrain, surface) = (after.tiles[tile], after.surface(tile));
            if renumbered(before.tiles[tile]) != Some(terrain) || before.surface(tile) != surface {
                stroke.add(world, tile, terrain, surface);
            }
        }
        baking.rects.extend(stroke.rects);
    }
    world.map.relief.clone_from(&after.relief);
}

/// Takes the links, and lets the agents on those that have changed, or on their way to them, find another way. Returns
/// whether any has changed.
fn take_links(world: &mut World, agents: &mut Agents, links: &mut LinkTraffic, change: &LevelChange) -> bool {
    let (before, after) = (&change.before.map.links, &change.after.map.links);
    let pairs = &change.links;
    if before == after && pairs.keep_places() {
        return false;
    }
    let known = std::mem::replace(&mut world.map.links, after.clone());
    let mut traffic = Traffic::of_links(after);
    for (place, link) in world.map.links.iter_mut().enumerate() {
        let Some(old) = pairs.before[place] else { continue };
        if before[old].active == link.active {
            link.active = known[old].active;
        }
        let known = links.traffic.iter().find(|traffic| traffic.link == old);
        if let Some((new, known)) = traffic.iter_mut().find(|traffic| traffic.link == place).zip(known) {
            new.go_on_from(known);
        }
    }
    links.traffic = traffic;
    let origin = |origin: LinkOrigin| match origin {
        LinkOrigin::Authored(place) => pairs.after[place].map(LinkOrigin::Authored),
        LinkOrigin::Jump | LinkOrigin::Drop | LinkOrigin::OneWay => Some(origin),
    };
    begin_searches_again(agents);
    for index in 0..agents.list.len() {
        let agent = &mut agents.list[index];
        let admitted = |old: Admission| Some(Admission { link: pairs.after[old.link]?, ..old });
        agent.crossing.admitted = agent.crossing.admitted.and_then(admitted);
        let mut is_lost = false;
        if let Some((link, _)) = &mut agent.crossing.on_link {
            match origin(link.origin) {
                Some(new) => link.origin = new,
                None => (agent.crossing.on_link, is_lost) = (None, true),
            }
        }
        for link in agent.plan.route.iter_mut().flat_map(|route| route.links.iter_mut()) {
            match origin(link.link.origin) {
                Some(new) => link.link.origin = new,
                None => is_lost = true,
            }
        }
        if is_lost {
            find_way_again(agents, index);
        }
    }
    true
}

/// Lets an agent forget its route, which leads over something that is gone, and find another one if it is under way.
fn find_way_again(agents: &mut Agents, index: usize) {
    agents.drop_route(index);
    let agent = &mut agents.list[index];
    agent.crossing.waiting = agent.crossing.waiting.filter(|waiting| !waiting.reason.is_for_link());
    if !agent.stands() {
        agent.enter(AgentState::Waiting);
        agents.put_job(index, JobKind::FindPath);
    }
}

/// Bakes what has changed.
pub fn bake(
    world: &mut World,
    agents: &mut Agents,
    change: &LevelChange,
    baking: &BakingScope,
    events: &mut Vec<Event>,
) {
    let whole = world.map.tiles.rect();
    if baking.repaints {
        events.push(Event::TerrainChanged { rect: whole });
    } else {
        events.extend(baking.rects.iter().map(|&rect| Event::TerrainChanged { rect }));
    }
    if baking.all {
        forget_zones(world);
        let grids = match world.is_baked {
            true => world.fresh_grids(),
            false => Grids::nowhere(&world.map, &world.profiles),
        };
        replace_grids(world, agents, grids);
        if change.before.map.lattice == change.after.map.lattice {
            take_over_cells(world, agents, baking.cells);
        }
    } else if !baking.rects.is_empty() {
        bake_again(world, agents, &baking.rects, true);
    }
    if baking.recosts {
        recost(world, world.map.cells().rect(), |_| true);
    }
    if baking.relinks && !baking.all {
        world.map_revision += 1;
        if world.is_baked {
            world.grids.baked().for_each(|(_, grid)| grid.relink(&world.map));
        }
    }
    if change.before.map.lattice == change.after.map.lattice {
        stand_on_ground(world, agents);
    }
}

/// Takes the zones. Those that the level did not change stay as they are in the simulation.
pub fn take_zones(world: &mut World, agents: &mut Agents, change: &LevelChange, baking: &BakingScope) {
    let before: Vec<Zone> = change.before.zones.iter().map(|zone| of_ids(zone, &change.ids[0])).collect();
    let after = change.after.zones.iter().map(|zone| of_ids(zone, &change.ids[1]));
    let named = |zones: &[Zone], name: &str| zones.iter().find(|zone| zone.name == name).cloned();
    let mut zones: Vec<Zone> = after
        .filter_map(|zone| match named(&before, &zone.name) {
            Some(old) if old == zone => named(&world.zones, &zone.name),
            _ => Some(zone),
        })
        .collect();
    let is_players = |zone: &&Zone| named(&before, &zone.name).is_none() && named(&zones, &zone.name).is_none();
    let players: Vec<Zone> = world.zones.iter().filter(is_players).cloned().collect();
    zones.extend(players);
    if baking.all {
        world.zones = zones;
        paint_zones(world, agents);
    } else {
        set_zones(world, agents, zones);
    }
}

/// Lets agents find their ways again on whom what has been baked may bear.
pub fn replan(world: &World, agents: &mut Agents, baking: &BakingScope) {
    if baking.all || baking.relinks {
        replan_all(world, agents);
    }
}
