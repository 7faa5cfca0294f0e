//! Levels of every version of the format can still be read: files of each are kept as they were.

use footpath::grid::Cell;
use footpath::level::{Condition, Course, Effect, Extent, LinkKind, OpensIn, Order, PatrolPoint, Target, Whom, limits};
use footpath::level::{Level, Trigger};

const OF_VERSION_1: &str = include_str!("../../data/levels/version-1.ron");

#[test]
fn a_level_of_version_1_means_what_it_meant() {
    let level = Level::parse("version-1.ron", OF_VERSION_1).unwrap_or_else(|error| panic!("{error}"));
    let (map, agents) = (&level.map, &level.agents);
    assert_eq!((map.lattice.width, map.lattice.height, map.lattice.tile_size), (12, 5, 2.0));
    assert_eq!((level.seed, level.repath_interval), (42, Some(0.5)));
    assert_eq!((agents.len(), agents[0].orders.as_slice()), (5, [Order::Patrol("round".to_owned())].as_slice()));
    assert_eq!(agents[1].orders[2], Order::Follow { agent: Whom::Agent(0), distance: 1.0, on_sight: true });
    assert_eq!((map.links[0].kind, map.links[0].both_ways, map.links[0].active), (LinkKind::Rope, false, false));
    let door = map.obstacles.iter().find(|obstacle| obstacle.name == "door").unwrap();
    assert_eq!(door.motion.as_ref().map(|motion| motion.trigger), Some(Trigger::Switched(false)));
    let strengths: Vec<f32> = level.zones.iter().map(|zone| zone.strength).collect();
    assert_eq!(strengths, [8.0, 0.5, 4.0]);
    assert!(matches!(level.zones[2].extent, Extent::Riding { agent: 0, in_sight: true, .. }));
    assert_eq!(Level::parse("again.ron", &level.to_ron()).unwrap_or_else(|error| panic!("{error}")), level);
}

#[test]
fn what_version_1_got_later_means_what_it_meant() {
    const TEXT: &str = include_str!("../../data/levels/version-1-rules.ron");
    let level = Level::parse("version-1-rules.ron", TEXT).unwrap_or_else(|error| panic!("{error}"));
    let (map, agents) = (&level.map, &level.agents);
    let terrain = |x, y| map.terrain_at(Cell::new(x, y)).map(|terrain| terrain.name.as_str());
    assert_eq!(
        (map.lattice.width, terrain(12, 8), terrain(14, 9), terrain(19, 9)),
        (40, Some("grass"), Some("road"), Some("wall"))
    );
    assert_eq!((level.places["quay"].len(), level.places["mast"].as_slice()), (2, [Cell::new(16, 11)].as_slice()));
    assert_eq!((level.labels["yard"], level.labels["mast"]), (Some(Cell::new(13, 9)), None));
    let motion = map.obstacles[0].motion.as_ref().unwrap();
    assert_eq!((motion.trigger, motion.team.as_deref()), (Trigger::Near(1.5), Some("crew")));
    assert_eq!((map.links[0].through.len(), map.links[0].capacity), (1, Some(2)));
    let guard = Order::Guard { path: "beat".to_owned(), agent: Whom::Agent(1), distance: 0.5 };
    assert_eq!((agents.len(), &agents[0].orders[0]), (5, &guard));
    let mast = PatrolPoint::Target(Target::Place("mast".to_owned()));
    assert_eq!(level.paths[0].points, [mast, PatrolPoint::Agent(1), PatrolPoint::Obstacle("gate".to_owned())]);
    assert_eq!((level.paths[0].wait, level.paths[0].course), (1.0, Course::Loop));
    assert_eq!((level.waves[0].count, level.waves[0].times, level.waves[0].heading), (2, 2, 180.0));
    let crew = || Whom::Team("crew".to_owned());
    let landed = Condition::Entered { who: crew(), place: "quay".to_owned(), count: 1 };
    assert_eq!(level.rules[0].when, Condition::All { of: vec![landed, Condition::After { time: 5.0 }] });
    assert!(matches!(&level.rules[0].then[2], Effect::Win { text, goal: None } if text == "They landed."));
    assert_eq!((level.opening.opens_in, level.player.as_deref(), level.walls), (OpensIn::Lab, Some("crew"), Some(5)));
    assert_eq!(Level::parse("again.ron", &level.to_ron()).unwrap_or_else(|error| panic!("{error}")), level);
}

#[test]
fn a_file_is_kept_for_every_version() {
    assert_eq!(limits::VERSION, 1, "keep a file of the new version beside `version-1.ron`, and a test of it");
}
