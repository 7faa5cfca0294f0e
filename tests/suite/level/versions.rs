//! A level of every version of the format can still be read: one file of each is kept as it was.

use footpath::level::{Extent, LinkKind, Order, Whom, limits};
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
fn a_file_is_kept_for_every_version() {
    assert_eq!(limits::VERSION, 1, "keep a file of the new version beside `version-1.ron`, and a test of it");
}
