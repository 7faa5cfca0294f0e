//! Zones of danger and reward: painted bit by bit as if at once, seen as geometry has it, minded and picked up.

use footpath::agent::{AgentId, AgentState};
use footpath::format::field_fault::FieldFault;
use footpath::grid::{Cell, Grid, Lattice, Rect};
use footpath::level::{Extent, Level, Obstacle, Shape, Terrain, TerrainId, TileMap, Zone, ZoneKind};
use footpath::nav::footprint::{Footprint, Sight};
use footpath::nav::{Algorithm, Method, NavGrid};
use footpath::profile::AgentProfile;
use footpath::sim::{Command, Event, Named, Refusal, Selection, Simulation, ZoneProblem};
use glam::{Vec2, vec2};
use proptest::prelude::*;

use crate::support::levels::{level, with_agent};
use crate::support::play::{go, settle, tell_all, to_tile};

const WIDTH: i32 = 14;
const HEIGHT: i32 = 9;

fn zone(name: &str, kind: ZoneKind, extent: Extent, strength: f32) -> Zone {
    Zone { name: name.to_owned(), kind, extent, strength, falloff: 0.0, ..Zone::default() }
}

fn circle(at: (f32, f32), radius: f32) -> Extent {
    Extent::Circle { at: at.into(), radius }
}

fn field(map: &TileMap, kind: ZoneKind) -> Option<&Grid<u16>> {
    match kind {
        ZoneKind::Danger => map.fields.danger.as_ref(),
        ZoneKind::Reward => map.fields.reward.as_ref(),
    }
}

fn walls() -> impl Strategy<Value = Vec<(i32, i32)>> {
    prop::collection::vec((0..WIDTH, 0..HEIGHT), 0..40)
}

fn map_with(walls: &[(i32, i32)], cells_per_tile: u32) -> TileMap {
    let lattice = Lattice { origin: vec2(-3.0, 2.0), tile_size: 1.5, width: WIDTH as u32, height: HEIGHT as u32 };
    let tiles = Grid::filled(lattice.width, lattice.height, TerrainId(0));
    let mut map = TileMap::new(lattice, Terrain::built_in(), tiles);
    walls.iter().for_each(|&(x, y)| map.tiles[Cell::new(x, y)] = TerrainId(1));
    map.bake.cells_per_tile = cells_per_tile;
    map
}

fn point() -> impl Strategy<Value = Vec2> {
    (-6.0..21.0f32, 0.0..18.0f32).prop_map(Vec2::from)
}

fn extent() -> impl Strategy<Value = Extent> {
    prop_oneof![
        (point(), 0.2..6.0f32).prop_map(|(at, radius)| Extent::Circle { at, radius }),
        prop::collection::vec(point(), 3..7).prop_map(Extent::Polygon),
        (0..2usize, 0.5..6.0f32, any::<bool>()).prop_map(|(agent, radius, in_sight)| Extent::Riding {
            agent,
            radius,
            in_sight
        }),
    ]
}

fn any_zone() -> impl Strategy<Value = Zone> {
    let falloff = prop_oneof![Just(0.0), 0.1..4.0f32];
    (0..4u8, any::<bool>(), extent(), 0.0..=100.0f32, falloff).prop_map(
        |(name, is_danger, extent, strength, falloff)| {
            let kind = if is_danger { ZoneKind::Danger } else { ZoneKind::Reward };
            Zone { name: format!("zone {name}"), kind, extent, strength, falloff, ..Zone::default() }
        },
    )
}

#[derive(Clone, Debug)]
enum WorldChange {
    Put(Zone),
    Remove(u8),
    Paint(i32, i32, bool),
    Walk(i32, i32),
}

fn change() -> impl Strategy<Value = WorldChange> {
    prop_oneof![
        3 => any_zone().prop_map(WorldChange::Put),
        1 => (0..4u8).prop_map(WorldChange::Remove),
        1 => (0..WIDTH, 0..HEIGHT, any::<bool>()).prop_map(|(x, y, wall)| WorldChange::Paint(x, y, wall)),
        1 => (0..WIDTH, 0..HEIGHT).prop_map(|(x, y)| WorldChange::Walk(x, y)),
    ]
}

/// The command of a change; two agents, in the corners, are walled in by none.
fn command(change: &WorldChange) -> Command {
    match change {
        WorldChange::Put(zone) => Command::PutZone(zone.clone()),
        WorldChange::Remove(name) => Command::RemoveZone(format!("zone {name}")),
        WorldChange::Paint(x, y, wall) => {
            let terrain = if *wall { "wall" } else { "grass" };
            Command::Paint { terrain: terrain.to_owned(), tiles: vec![Cell::new(*x, *y)] }
        }
        WorldChange::Walk(x, y) => tell_all(to_tile(*x, *y)),
    }
}

/// Steps until the zones that ride lie where their agents are.
fn step_to_beat(simulation: &mut Simulation, command: Command) {
    simulation.step(&[command]);
    while simulation.tick() % 6 != 1 {
        simulation.step(&[]);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn painted_bit_by_bit_is_painted_at_once(
        walls in walls(),
        cells_per_tile in 1..=3u32,
        changes in prop::collection::vec(change(), 1..12),
    ) {
        let mut level = Level::on(map_with(&walls, cells_per_tile));
        for tile in [(0, 0), (WIDTH - 1, HEIGHT - 1)] {
            level.map.tiles[Cell::new(tile.0, tile.1)] = TerrainId(0);
            level = with_agent(level, 0, tile);
        }
        let mut simulation = Simulation::new(level, None);
        for change in &changes {
            step_to_beat(&mut simulation, command(change));
        }
        let map = simulation.map();
        let rider = |zone: &Zone| match zone.extent {
            Extent::Riding { agent, .. } => Some(map.cells().tile_at(simulation.agents()[agent].position())),
            _ => None,
        };
        let footprints: Vec<_> = simulation.zones().iter().map(|zone| Footprint::of(map, zone, rider(zone))).collect();
        let fresh = NavGrid::bake(map, &simulation.profiles()[0]);
        let cells = map.cells();
        for cell in (Rect { min: Cell::new(0, 0), max: Cell::new(cells.width as i32, cells.height as i32) }).cells() {
            for kind in [ZoneKind::Danger, ZoneKind::Reward] {
                let there = footprints.iter().filter(|footprint| footprint.kind == kind);
                let sum = there.map(|footprint| u32::from(footprint.amount(cell))).sum::<u32>().min(65535) as u16;
                prop_assert_eq!(field(map, kind).map_or(0, |field| field[cell]), sum, "{:?} of {:?}", kind, cell);
            }
            prop_assert_eq!(simulation.nav_grid(0).cost(cell), fresh.cost(cell), "{:?}", cell);
        }
    }

    #[test]
    fn a_footprint_is_what_geometry_says(zone in any_zone(), cells_per_tile in 1..=3u32) {
        let map = map_with(&[], cells_per_tile);
        let footprint = Footprint::of(&map, &zone, Some(Cell::new(5, 4)));
        let cells = map.cells();
        for cell in (Rect { min: Cell::new(0, 0), max: Cell::new(cells.width as i32, cells.height as i32) }).cells() {
            let depth = match &zone.extent {
                Extent::Circle { at, radius } => radius - at.distance(cells.centre(cell)),
                Extent::Riding { radius, .. } => radius - cells.centre(Cell::new(5, 4)).distance(cells.centre(cell)),
                Extent::Polygon(corners) => depth_in(corners, cells.centre(cell)),
            };
            if depth.abs() > 1e-4 {
                let part = if zone.falloff > 0.0 { (depth / zone.falloff).clamp(0.0, 1.0) } else { 1.0 };
                let amount = if depth > 0.0 { 100.0 * zone.strength * part } else { 0.0 };
                let is = f32::from(footprint.amount(cell));
                prop_assert!((is - amount).abs() < 0.51 + 1e-4 * amount / zone.falloff.max(0.1), "{is} for {amount}");
            }
        }
    }

    #[test]
    fn sight_is_what_geometry_says(walls in walls(), eye in (0..WIDTH, 0..HEIGHT), radius in 0.0..25.0f32) {
        let map = map_with(&walls, 1);
        let eye = Cell::new(eye.0, eye.1);
        let sight = Sight::of(&map, eye, radius);
        for cell in map.tiles.rect().cells() {
            let distance = map.lattice.centre(eye).distance(map.lattice.centre(cell));
            // Where it hangs on the last digit either will do.
            if (distance - radius).abs() < 1e-4 {
                continue;
            }
            let is_near = distance <= radius;
            prop_assert_eq!(sight.sees(cell), is_near && is_seen(&map, eye, cell), "{:?} from {:?}", cell, eye);
        }
    }

    #[test]
    fn sight_is_symmetric(
        walls in walls(),
        obstacles in prop::collection::vec((point(), 0.1..2.0f32, 0.0..180.0f32, any::<bool>()), 0..6),
        eye in (0..WIDTH, 0..HEIGHT),
    ) {
        let mut map = map_with(&walls, 1);
        map.obstacles.extend(obstacles.iter().map(|&(at, size, angle, is_box)| {
            let along = footpath::angle::direction(angle);
            let shape = if is_box { Shape::Box { half: vec2(size, 0.3), along } } else { Shape::Circle(size) };
            Obstacle { name: String::new(), at, shape, layer: 0, motion: None, standing_time: 0.5, user: None }
        }));
        let eye = Cell::new(eye.0, eye.1);
        let sight = Sight::of(&map, eye, 100.0);
        for cell in map.tiles.rect().cells() {
            prop_assert_eq!(sight.sees(cell), Sight::of(&map, cell, 100.0).sees(eye), "{:?} from {:?}", cell, eye);
            let hidden = map.obstacles.iter().any(|obstacle| hides(obstacle, map.lattice.centre(eye), map.lattice.centre(cell)));
            prop_assert!(!(hidden && sight.sees(cell)), "{:?} from {:?}", cell, eye);
        }
    }
}

/// A map's diagonal is longer than either of its sides.
#[test]
fn the_far_corner_is_seen_too() {
    let map = map_with(&[], 1);
    let far = Cell::new(WIDTH - 1, HEIGHT - 1);
    assert!(Sight::of(&map, Cell::new(0, 0), 100.0).sees(far));
}

/// How deep a point is in a polygon by the rule of even and odd; negative outside.
fn depth_in(corners: &[Vec2], point: Vec2) -> f32 {
    let next = |at: usize| corners[(at + 1) % corners.len()];
    let is_left = |(at, &from): (usize, &Vec2)| {
        let to = next(at);
        (from.y > point.y) != (to.y > point.y)
            && point.x < from.x + (to.x - from.x) * (point.y - from.y) / (to.y - from.y)
    };
    let is_inside = corners.iter().enumerate().filter(|edge| is_left(*edge)).count() % 2 == 1;
    let to_edge = |(at, &from): (usize, &Vec2)| footpath::segment::distance_to_segment(point, from, next(at));
    let distance = corners.iter().enumerate().map(to_edge).fold(f32::INFINITY, f32::min);
    if is_inside { distance } else { -distance }
}

/// Whether the line between the middles of two cells passes through no opaque tile but these, and does not graze such
/// tiles on both its sides. In half tiles, so that all numbers are whole.
fn is_seen(map: &TileMap, from: Cell, to: Cell) -> bool {
    let (along_x, along_y) = (2 * (to.x - from.x), 2 * (to.y - from.y));
    let mut grazed = [false; 2];
    for tile in Rect::around([from, to]).unwrap().grown(1).cells().filter(|&tile| tile != from && tile != to) {
        if !map.terrain_at(tile).is_some_and(|terrain| terrain.opaque) {
            continue;
        }
        let (away_x, away_y) = (2 * (tile.x - from.x), 2 * (tile.y - from.y));
        let across = along_x * away_y - along_y * away_x;
        // Each is positive where the two do not meet, zero where they touch (separating axes).
        let gaps = [
            (2 * away_x - along_x).abs() - along_x.abs() - 2,
            (2 * away_y - along_y).abs() - along_y.abs() - 2,
            across.abs() - along_x.abs() - along_y.abs(),
        ];
        let gap = gaps.into_iter().max().unwrap();
        if gap < 0 {
            return false;
        }
        if gap == 0 {
            grazed[usize::from(across > 0)] = true;
        }
    }
    grazed != [true; 2]
}

/// Whether an obstacle that holds neither of two points surely lies between them: by points along the line.
fn hides(obstacle: &Obstacle, from: Vec2, to: Vec2) -> bool {
    let holds = |point: Vec2| obstacle.distance(point) == 0.0;
    let well_inside = |at: i32| {
        let point = from.lerp(to, at as f32 / 200.0);
        [vec2(1e-3, 0.0), vec2(-1e-3, 0.0), vec2(0.0, 1e-3), vec2(0.0, -1e-3)].iter().all(|&aside| holds(point + aside))
    };
    !holds(from) && !holds(to) && (0..=200).any(well_inside)
}

/// A meadow with agents of the walker's profile, but for what they mind.
fn meadow(minds: &[(f32, f32)], from: &[(i32, i32)]) -> Simulation {
    let mut level = level(&["..............."; 5], 1.0);
    let walker = level.profiles[0].clone();
    level.profiles = minds.iter().map(|&(danger, reward)| AgentProfile { danger, reward, ..walker.clone() }).collect();
    let agents = from.iter().enumerate();
    Simulation::new(agents.fold(level, |level, (at, &tile)| with_agent(level, at % minds.len(), tile)), None)
}

fn send_all(simulation: &mut Simulation, tile: (i32, i32)) {
    simulation.step(&[tell_all(to_tile(tile.0, tile.1))]);
    simulation.step(&[]);
}

/// The sum of the danger along an agent's route, in hundredths.
fn danger_ahead(simulation: &Simulation, agent: usize) -> u32 {
    let route = simulation.agents()[agent].active_route().expect("it is under way");
    let danger = simulation.map().fields.danger.as_ref();
    route.cells.iter().map(|&cell| danger.map_or(0, |danger| u32::from(danger[cell]))).sum()
}

#[test]
fn danger_is_avoided_until_it_is_gone() {
    let mut simulation = meadow(&[(1.0, 1.0)], &[(0, 2)]);
    let fire = zone("fire", ZoneKind::Danger, circle((7.5, 2.5), 1.6), 20.0);
    send_all(&mut simulation, (14, 2));
    let straight = simulation.agents()[0].route().cloned().unwrap();
    let events = simulation.step(&[Command::PutZone(fire.clone())]);
    assert!(events.contains(&Event::ZoneChanged { zone: "fire".to_owned() }));
    simulation.step(&[]);
    assert_eq!(danger_ahead(&simulation, 0), 0);
    let round = simulation.agents()[0].route().cloned().unwrap();
    assert!(round.cost > straight.cost);
    (0..60).for_each(|_| _ = simulation.step(&[]));
    let events = simulation.step(&[Command::RemoveZone("fire".to_owned())]);
    assert!(events.contains(&Event::ZoneChanged { zone: "fire".to_owned() }));
    simulation.step(&[]);
    let again = simulation.agents()[0].route().cloned().unwrap();
    assert!(again.cells.contains(&Cell::new(7, 2)) && again.cost < round.cost - 3.0, "{:?}", again.cells);
    simulation.step(&[Command::PutZone(fire)]);
    settle(&mut simulation, 30);
    assert_eq!(simulation.agents()[0].state(), AgentState::Arrived);
}

#[test]
fn an_agent_that_minds_no_danger_walks_through() {
    let mut simulation = meadow(&[(0.0, 0.0), (1.0, 1.0)], &[(0, 2), (0, 1)]);
    simulation.step(&[Command::PutZone(zone("fire", ZoneKind::Danger, circle((7.5, 2.5), 1.6), 20.0))]);
    send_all(&mut simulation, (14, 2));
    assert!(danger_ahead(&simulation, 0) > 0);
    assert_eq!(danger_ahead(&simulation, 1), 0);
    assert_eq!(simulation.nav_grid(0).highest_cost(), 100);
}

#[test]
fn a_reward_is_worth_a_detour_and_is_taken_once() {
    let mut simulation = meadow(&[(1.0, 3.0), (1.0, 0.0)], &[(0, 2), (1, 4)]);
    let gold = Extent::Polygon(vec![vec2(3.0, 0.0), vec2(11.0, 0.0), vec2(11.0, 1.0), vec2(3.0, 1.0)]);
    simulation.step(&[Command::PutZone(zone("gold", ZoneKind::Reward, gold, 1.0))]);
    send_all(&mut simulation, (14, 2));
    let rows = |simulation: &Simulation, agent: usize| -> Vec<i32> {
        simulation.agents()[agent].route().unwrap().cells.iter().map(|cell| cell.y).collect()
    };
    assert!(rows(&simulation, 0).contains(&0), "{:?}", rows(&simulation, 0));
    assert!(!rows(&simulation, 1).contains(&0), "it does not care");
    let events = settle(&mut simulation, 30);
    let taken = events.iter().filter(|event| matches!(event, Event::RewardTaken { .. })).collect::<Vec<_>>();
    assert_eq!(taken, [&Event::RewardTaken { agent: AgentId(0), zone: "gold".to_owned() }]);
    assert!(simulation.zones().is_empty());
    assert!(simulation.map().fields.reward.as_ref().unwrap().values().iter().all(|&reward| reward == 0));
    assert_eq!(simulation.nav_grid(0).lowest_cost(), 100);
}

#[test]
fn of_several_the_one_with_the_lowest_number_takes_the_reward() {
    let mut simulation = meadow(&[(1.0, 1.0)], &[(2, 2), (3, 2), (9, 2)]);
    let coin = |name: &str, at| Command::PutZone(zone(name, ZoneKind::Reward, circle(at, 0.5), 0.2));
    let ridden = zone("purse", ZoneKind::Reward, Extent::Riding { agent: 1, radius: 2.0, in_sight: false }, 0.2);
    let events = simulation.step(&[
        coin("a", (3.0, 2.5)),
        coin("b", (9.5, 3.0)),
        coin("c", (9.5, 3.5)),
        Command::PutZone(ridden),
    ]);
    let taken = |agent, zone: &str| Event::RewardTaken { agent: AgentId(agent), zone: zone.to_owned() };
    let events: Vec<Event> = events.into_iter().filter(|event| matches!(event, Event::RewardTaken { .. })).collect();
    assert_eq!(events, [taken(0, "a"), taken(2, "b")], "the purse is not its bearer's to take, the last too far away");
}

/// However large a reward, no ground becomes cheaper than the cheapest terrain.
#[test]
fn rewards_end_at_the_cheapest_ground() {
    let mut simulation = meadow(&[(1.0, 100.0)], &[(0, 2)]);
    let heap = |name: &str| Command::PutZone(zone(name, ZoneKind::Reward, circle((7.5, 2.5), 2.0), 100.0));
    simulation.step(&[heap("a"), heap("b")]);
    assert_eq!(simulation.nav_grid(0).cost(Cell::new(7, 2)), Some(50), "as a road");
    let many = (0..9).map(|at| heap(&format!("heap {at}")));
    simulation.step(&many.collect::<Vec<_>>());
    assert_eq!(simulation.map().fields.reward.as_ref().unwrap()[Cell::new(7, 2)], u16::MAX);
}

/// A guard in a gate sees what lies before it, not what lies behind the walls; a thief avoids its view, and the view moves
/// with the guard.
#[test]
fn a_gaze_is_blocked_by_walls_and_moves_with_its_agent() {
    let rows = ["...............", "...............", "####.##.##.####", "...............", "..............."];
    let mut level = with_agent(with_agent(level(&rows, 1.0), 0, (7, 4)), 0, (0, 0));
    level.zones = vec![zone("gaze", ZoneKind::Danger, Extent::Riding { agent: 0, radius: 4.5, in_sight: true }, 20.0)];
    let mut simulation = Simulation::new(level, None);
    let danger = |simulation: &Simulation, x, y| simulation.map().fields.danger.as_ref().unwrap()[Cell::new(x, y)];
    assert_eq!([(7, 0), (7, 1), (4, 1), (3, 4)].map(|(x, y)| danger(&simulation, x, y)), [2000, 2000, 0, 2000]);
    let (guard, thief) = (0, 1);
    simulation.step(&[go(thief, (14, 0))]);
    simulation.step(&[]);
    assert!(danger_ahead(&simulation, 1) <= 2000, "at most one cell in sight of the gate");
    simulation.step(&[go(guard, (13, 4))]);
    settle(&mut simulation, 30);
    assert_eq!([(7, 0), (4, 4), (14, 3)].map(|(x, y)| danger(&simulation, x, y)), [0, 0, 2000]);
    let wall = Command::Paint { terrain: "wall".to_owned(), tiles: vec![Cell::new(12, 4), Cell::new(12, 3)] };
    simulation.step(&[wall]);
    assert_eq!([(11, 4), (14, 3)].map(|(x, y)| danger(&simulation, x, y)), [0, 2000], "a wall was built before it");
    simulation.step(&[Command::Remove(Selection::These(vec![AgentId(guard)]))]);
    (0..6).for_each(|_| _ = simulation.step(&[]));
    assert_eq!(danger(&simulation, 14, 3), 0, "a removed guard sees nothing");
}

/// A gaze that sweeps over a crowd makes no agent search more than twice a second.
#[test]
fn a_moving_field_of_view_does_not_make_agents_search_all_the_time() {
    let mut level = level(&[".............................."; 20], 1.0);
    level = with_agent(level, 0, (0, 10));
    for at in 0..40 {
        level = with_agent(level, 0, (2 * (at % 14) + 1, if at < 20 { 1 } else { 2 + at % 3 }));
    }
    level.zones = vec![zone("gaze", ZoneKind::Danger, Extent::Riding { agent: 0, radius: 6.0, in_sight: true }, 5.0)];
    let mut simulation = Simulation::new(level, None);
    simulation.step(&[tell_all(to_tile(15, 18)), go(0, (29, 10))]);
    (0..5).for_each(|_| _ = simulation.step(&[]));
    let mut searches = vec![0; 41];
    for _ in 0..300 {
        let before: Vec<_> = simulation.agents().iter().map(|agent| agent.route().map(|route| route.from)).collect();
        simulation.step(&[]);
        for (at, agent) in simulation.agents().iter().enumerate() {
            searches[at] += u32::from(agent.route().map(|route| route.from) != before[at]);
        }
    }
    assert!(searches.iter().all(|&times| times <= 11), "{searches:?}");
    assert!(searches.iter().sum::<u32>() > 200, "{searches:?}");
}

#[test]
fn impossible_zones_are_refused() {
    let mut simulation = meadow(&[(1.0, 1.0)], &[(0, 2)]);
    let good = zone("fire", ZoneKind::Danger, circle((7.5, 2.5), 2.0), 20.0);
    let number = |field, value, range| ZoneProblem::Field(FieldFault::Number { field, value, range });
    let corners = |count| ZoneProblem::Field(FieldFault::Count { noun: "corners", count, range: (3, 256) });
    let bad = [
        (Zone { name: String::new(), ..good.clone() }, ZoneProblem::Nameless),
        (Zone { name: "long".repeat(40), ..good.clone() }, ZoneProblem::Nameless),
        (Zone { name: "two\nlines".to_owned(), ..good.clone() }, ZoneProblem::Nameless),
        (
            Zone { extent: Extent::Polygon(vec![Vec2::ZERO, Vec2::ONE, vec2(1e30, 0.0)]), ..good.clone() },
            ZoneProblem::CornerNowhere,
        ),
        (Zone { strength: 100.5, ..good.clone() }, number("strength", 100.5, (0.0, 100.0))),
        (Zone { falloff: -1.0, ..good.clone() }, number("falloff", -1.0, (0.0, 10_000.0))),
        (Zone { falloff: 50_000.0, ..good.clone() }, number("falloff", 50_000.0, (0.0, 10_000.0))),
        (Zone { extent: circle((1.0, 1.0), 0.0), ..good.clone() }, number("radius", 0.0, (0.1, 10_000.0))),
        (
            Zone { extent: circle((f32::INFINITY, 1.0), 1.0), ..good.clone() },
            ZoneProblem::Nowhere(vec2(f32::INFINITY, 1.0)),
        ),
        (Zone { extent: circle((1.0, 1.0), 1e20), ..good.clone() }, number("radius", 1e20, (0.1, 10_000.0))),
        (Zone { extent: Extent::Polygon(vec![Vec2::ZERO; 2]), ..good.clone() }, corners(2)),
        (Zone { extent: Extent::Polygon(vec![Vec2::ZERO; 257]), ..good.clone() }, corners(257)),
        (
            Zone { extent: Extent::Riding { agent: 7, radius: 2.0, in_sight: true }, ..good.clone() },
            ZoneProblem::NoAgent(7),
        ),
    ];
    for (zone, problem) in bad {
        let reason = Refusal::Zone { zone: zone.name.clone(), problem };
        assert_eq!(simulation.step(&[Command::PutZone(zone)]), [Event::Refused { reason }]);
    }
    // Not a number is equal to nothing, so that the refusal is looked at by itself.
    let events = simulation.step(&[Command::PutZone(Zone { strength: f32::NAN, ..good.clone() })]);
    let is_strength = |reason: &Refusal| {
        matches!(
            reason,
            Refusal::Zone { problem: ZoneProblem::Field(FieldFault::Number { field: "strength", .. }), .. }
        )
    };
    assert!(matches!(&events[..], [Event::Refused { reason }] if is_strength(reason)), "{events:?}");
    let reason = Refusal::Unknown { what: Named::Zone, name: "flood".to_owned(), meant: None };
    assert_eq!(simulation.step(&[Command::RemoveZone("flood".to_owned())]), [Event::Refused { reason }]);
    assert!(simulation.zones().is_empty() && simulation.map().fields.danger.is_none());
    let far = Zone { extent: circle((-1e30, 1e30), 10_000.0), ..good };
    simulation.step(&[Command::PutZone(far)]);
    assert!(simulation.map().fields.danger.as_ref().unwrap().values().iter().all(|&danger| danger == 0));
}

/// A search ends although the gaze that concerns it moves faster than the search advances.
#[test]
fn a_gaze_that_moves_keeps_no_search_from_ending() {
    let mut level = level(&[".............................."; 20], 1.0);
    level = with_agent(with_agent(level, 0, (0, 10)), 0, (0, 0));
    level.zones = vec![zone("gaze", ZoneKind::Danger, Extent::Riding { agent: 0, radius: 3.0, in_sight: true }, 5.0)];
    let mut simulation = Simulation::new(level, None);
    simulation.step(&[go(0, (29, 10))]);
    simulation.step(&[]);
    simulation.limit_expansions(8);
    let all = Method { algorithm: Algorithm::Dijkstra, ..Method::default() };
    simulation.step(&[Command::Search(Selection::These(vec![AgentId(1)]), all), go(1, (29, 19))]);
    let mut ticks = 1;
    while simulation.agents()[1].state() == AgentState::Waiting {
        simulation.step(&[]);
        ticks += 1;
    }
    assert!((60..240).contains(&ticks), "{ticks}");
    assert!(!simulation.agents()[0].stands(), "the gaze has moved all the time");
}
