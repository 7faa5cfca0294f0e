//! Random levels: every kind of ground, with every kind of thing on it, all of them as the reader accepts them.

mod ground;
mod profiles;
mod rules;
mod tasks;
mod things;

pub use profiles::{characterise, profile};
pub use tasks::{order, target};
pub use things::{bake, obstacle, zone};

use glam::Vec2;

use crate::grid::Cell;
use crate::level::edit::Ron;
use crate::level::{Direction, Level, UserData};
use crate::method::{Algorithm, Connectivity, CornerRule, DiagonalCost, Heuristic, Method, Mistake, Textbook};
use crate::profile::AreaId;
use crate::scenarios::Dice;

/// A valid level of up to 40 x 40 tiles with up to 24 agents, with terrains, areas, profiles and places of its own. Reading
/// what [`Level::to_ron`] writes of it gives an equal level.
///
/// ```
/// use footpath::level::Level;
/// use footpath::scenarios::{Dice, torture};
/// let level = torture::level(&mut Dice::of(7));
/// assert_eq!(Level::parse("random.ron", &level.to_ron())?, level);
/// # Ok::<(), footpath::level::LevelError>(())
/// ```
pub fn level(dice: &mut Dice) -> Level {
    let mut level = ground::level(dice);
    level.name = name(dice, "level");
    level.about = ["", "a\nb\t\"\\", "\u{c4}hm, 'so'? \u{1f600}"][dice.below(3)].to_owned();
    level.seed = dice.seed();
    level.search = method(dice);
    level.repath_interval = dice.percent(30).then(|| dice.between(0.5, 9.0));
    profiles::add_profiles(&mut level, dice);
    things::add_places(&mut level, dice);
    things::add_layers(&mut level, dice);
    things::add_obstacles(&mut level, dice);
    let mut of_doors = Dice::of(level.seed ^ 1);
    things::restrict_doors(&mut level, &mut of_doors);
    things::add_links(&mut level, dice);
    things::set_bake_and_wear(&mut level, dice);
    tasks::add_agents(&mut level, dice);
    tasks::add_paths(&mut level, dice);
    tasks::give_orders(&mut level, dice);
    things::add_zones(&mut level, dice);
    let seed = level.seed;
    tasks::add_schedules(&mut level, &mut Dice::of(seed));
    let mut own = Dice::of(!seed);
    tasks::add_teams(&mut level, &mut own);
    rules::add_rules(&mut level, &mut own);
    if own.percent(20) {
        let terrain = own.below(level.map.terrains.len());
        level.map.terrains[terrain].no_stop = true;
    }
    if own.percent(20) {
        let terrain = own.below(level.map.terrains.len());
        level.map.terrains[terrain].one_way = Some(Direction::ALL[own.below(4)]);
    }
    things::bend_bridges(&mut level, &mut own);
    for profile in &mut level.profiles {
        if own.percent(15) {
            profile.turn_cost = own.between(0.0, 9.0);
        }
        if own.percent(15) {
            profile.headway = own.between(0.0, 1.0);
        }
    }
    let places: Vec<String> = level.places.keys().cloned().collect();
    for place in places {
        if own.percent(15) {
            let tile = own.percent(70).then(|| tile(&mut own, &level));
            level.labels.insert(place, tile);
        }
    }
    level.walls = own.percent(10).then(|| own.below(12) as u32);
    keep_user_data(&mut level, &mut own);
    level
}

/// Keeps something for a program with some of the things that a level has.
fn keep_user_data(level: &mut Level, dice: &mut Dice) {
    const KEPT: &str = r#"(user: {"a": [1, 'x', (""", None)], "b": Some(2.5)})"#;
    let kept = Ron::parse(KEPT).map(UserData::from).ok();
    let mut some = || kept.clone().filter(|_| dice.percent(10));
    level.user = some();
    level.map.terrains.iter_mut().for_each(|terrain| terrain.user = some());
    // No text tells of the area in which no agent can be.
    let areas = level.map.areas.iter_mut().enumerate().filter(|(index, _)| *index != AreaId::NOT_WALKABLE.0 as usize);
    areas.for_each(|(_, area)| area.user = some());
    level.user_of_profiles.extend(level.profiles.iter().filter_map(|profile| Some((profile.name.clone(), some()?))));
    level.user_of_places.extend(level.places.keys().filter_map(|place| Some((place.clone(), some()?))));
    level.zones.iter_mut().for_each(|zone| zone.user = some());
    level.map.links.iter_mut().for_each(|link| link.user = some());
    level.switches.iter_mut().for_each(|switch| switch.user = some());
    level.paths.iter_mut().for_each(|path| path.user = some());
    level.agents.iter_mut().for_each(|agent| agent.user = some().map(Box::new));
    level.waves.iter_mut().for_each(|wave| wave.user = some());
    level.rules.iter_mut().for_each(|rule| rule.user = some());
}

/// A name that no other thing has unless its kind and number are the same, some of them with odd characters.
fn name(dice: &mut Dice, kind: &str) -> String {
    let odd = ["", "", "", "'", "\"x\" ", "\\", "\u{e9}\u{df} "];
    format!("{}{kind} {}", odd[dice.below(odd.len())], dice.below(1000))
}

/// How a search finds its path, any of all ways.
pub fn method(dice: &mut Dice) -> Method {
    let weight = match dice.below(3) {
        0 => 2.0,
        1 => f64::INFINITY,
        _ => f64::from(dice.below(10_001) as u32) / 10.0,
    };
    // Mostly the default: those that look at everything would let no other agent have its turn.
    let algorithms = if dice.percent(40) { &[Algorithm::Auto][..] } else { &Algorithm::ALL[..] };
    Method {
        algorithm: algorithms[dice.below(algorithms.len())],
        heuristic: Heuristic::ALL[dice.below(Heuristic::ALL.len())],
        weight,
        connectivity: Connectivity::ALL[dice.below(2)],
        corners: CornerRule::ALL[dice.below(3)],
        diagonal: DiagonalCost::ALL[dice.below(2)],
        expansion_limit: [1, 1000, 1_000_000, u32::MAX][dice.below(4)],
        smooth: dice.percent(50),
        textbook: Textbook::ALL[dice.below(4)],
        mistake: Mistake::ALL[dice.below(5)],
    }
}

/// A tile of a map.
pub fn tile(dice: &mut Dice, level: &Level) -> Cell {
    let lattice = &level.map.lattice;
    Cell::new(dice.below(lattice.width as usize) as i32, dice.below(lattice.height as usize) as i32)
}

/// A point of a map, not on its edge.
pub fn point(dice: &mut Dice, level: &Level) -> Vec2 {
    let size = 0.45 * level.map.lattice.tile_size;
    level.map.lattice.centre(tile(dice, level)) + dice.point(Vec2::splat(-size), Vec2::splat(size))
}
