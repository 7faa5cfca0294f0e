//! Runs made by hand, whose figures are known.

use glam::vec2;

use super::*;
use crate::scenarios::ArrivalRegion;

const RADIUS: f32 = 0.3;

/// An agent that moves to the right at 1.5 world units a second until x = 3.
fn trip() -> Option<Trip> {
    Some(Trip {
        region: ArrivalRegion::Beyond { along: Vec2::X, distance: 3.0 },
        shortest: 6.0,
        waits: 0.0,
        speed: 1.5,
    })
}

fn at(x: f32, y: f32) -> AgentSample {
    AgentSample {
        position: vec2(x, y),
        chosen_velocity: Vec2::ZERO,
        velocity: Vec2::ZERO,
        waits: false,
        stands: false,
        in_wall: 0.0,
    }
}

/// Has a meter look at agents that are at these places tick by tick; the first places are the start. All are measured.
fn measured(places: impl Fn(u64) -> Vec<AgentSample>, ticks: u64) -> CrowdFigures {
    let mut meter = Meter::new(places(0).iter().map(|seen| (trip(), seen.position, RADIUS)), true);
    (1..=ticks).for_each(|tick| meter.look(&places(tick)));
    meter.figures()
}

fn assert_near(found: f64, wanted: f64) {
    assert!((found - wanted).abs() < 1e-3 * wanted.abs().max(1.0), "{found} should be {wanted}");
}

#[test]
fn arrivals_and_ratios() {
    // One goes 6 straight in 4 seconds, 0.025 a tick; one waits one second and then goes up and down on its way.
    let figures = measured(
        |tick| {
            let second = tick.saturating_sub(60);
            let up = if second % 2 == 1 { 0.01875 } else { 0.0 };
            vec![at(-3.0 + 0.025001 * tick as f32, 0.0), at(-3.0 + 0.025001 * second as f32, 5.0 + up)]
        },
        400,
    );
    assert_eq!((figures.agents, figures.arrived), (2, 2));
    assert_near(figures.last_s, 5.0);
    // 3-4-5: of each tick 0.025 to the right and 0.01875 up or down.
    assert_near(figures.path_ratio.unwrap(), (1.0 + 1.25) / 2.0);
    assert_near(figures.time_ratio.unwrap(), (1.0 + 1.25) / 2.0);
}

#[test]
fn who_does_not_arrive_is_waited_for() {
    let figures = measured(|tick| vec![at(-3.0, 0.0), at(-3.0 + 0.100_01 * tick as f32, 5.0)], 90);
    assert_eq!((figures.agents, figures.arrived), (2, 1));
    assert_eq!(figures.last_s, 1.5);
    assert_near(figures.path_ratio.unwrap(), 1.0);
    assert_near(figures.stuck_s, 1.5);
    let none = measured(|_| vec![at(-3.0, 0.0)], 90);
    assert_eq!((none.path_ratio, none.time_ratio, none.flow_per_s), (None, None, None));
}

#[test]
fn overlap_is_counted_of_all() {
    // The first stands 10 ticks long 5 percent deep in the second, 10 ticks long half a percent, 20 ticks free; it has
    // arrived after all that, and is free. The third is beyond from its first tick on.
    let gap = |tick| match tick {
        1..=10 => 0.57,
        11..=20 => 0.597,
        _ => 1.0,
    };
    let x = |tick: u64| if tick >= 40 { 3.0 } else { 0.0 };
    let figures = measured(|tick| vec![at(x(tick), 0.0), at(x(tick), gap(tick)), at(9.0, 0.0)], 60);
    // 60 ticks of three agents.
    assert_near(figures.overlap_percent, 100.0 * 20.0 / 180.0);
    assert_near(figures.penetration_percent, 5.0);
}

#[test]
fn the_deepest_wall_counts_after_the_arrival_too() {
    let figures = measured(
        |tick| {
            let in_wall = if tick == 5 { 0.02 } else { 0.001 * tick as f32 };
            vec![AgentSample { in_wall, ..at(if tick > 10 { 3.0 } else { 0.0 }, 0.0) }]
        },
        100,
    );
    assert_near(figures.wall_penetration, 0.1);
}

#[test]
fn an_agent_that_is_pushed_away_has_not_arrived() {
    let disc = ArrivalRegion::Disc { middle: Vec2::ZERO, radius: 0.5 };
    let trip = Some(Trip { region: disc, shortest: 6.0, waits: 0.0, speed: 1.5 });
    let place = |tick: u64| at(if (10..20).contains(&tick) { 0.0 } else { 1.0 }, 0.0);
    let mut meter = Meter::new([(trip, place(0).position, RADIUS)], false);
    (1..=15).for_each(|tick| meter.look(&[place(tick)]));
    assert_eq!(meter.figures().arrived, 1);
    (16..=30).for_each(|tick| meter.look(&[place(tick)]));
    assert_eq!(meter.figures().arrived, 0);
}

#[test]
fn who_waits_by_order_is_not_stuck() {
    let figures = measured(|tick| vec![AgentSample { waits: tick % 200 > 100, ..at(0.0, 0.0) }], 1000);
    // Ticks 200 to 300, and so on: 101 of them, of which the first is where it begins to be seen.
    assert_near(figures.stuck_s, 100.0 / 60.0);
}

#[test]
fn jerk_and_acceleration_are_of_the_chosen_velocity() {
    // It stands, in spite of its velocity: what moves it is not looked at. It speeds up by 0.1 in each of ten ticks, then
    // goes on as it is: an acceleration of 6, which comes and goes once, by 360 a second, in 20 ticks.
    let chosen = |tick: u64| Vec2::X * 0.1 * tick.min(10) as f32;
    let figures = measured(
        |tick| vec![AgentSample { chosen_velocity: chosen(tick), velocity: chosen(tick), ..at(0.0, 0.0) }],
        20,
    );
    assert_near(figures.acceleration_max, 6.0);
    assert_near(figures.jerk_mean, 2.0 * 360.0 / 20.0);
}

#[test]
fn what_a_wall_stops_is_no_acceleration() {
    // In the fifth tick a wall stops it, and from there it speeds up anew.
    let chosen = |tick: u64| Vec2::X * 0.1 * if tick <= 5 { tick } else { tick - 5 } as f32;
    let left = |tick: u64| if tick == 5 { Vec2::ZERO } else { chosen(tick) };
    let seen = |tick| vec![AgentSample { chosen_velocity: chosen(tick), velocity: left(tick), ..at(0.0, 0.0) }];
    assert_near(measured(seen, 20).acceleration_max, 6.0);
}

#[test]
fn flow_is_that_between_the_tenth_and_the_ninetieth_percentile() {
    // A hundred pass one after the other: the first ten and the last ten at long intervals, the others every half second.
    let passage = |index: u64| match index {
        0..=9 => 100 * index + 1,
        10..=90 => 1000 + 30 * (index - 10),
        _ => 3400 + 100 * (index - 90),
    };
    let place = |tick: u64, index: u64| at(if tick < passage(index) { -1.0 } else { 1.0 }, index as f32);
    let figures = measured(|tick| (0..100).map(|index| place(tick, index)).collect(), 4500);
    assert_near(figures.flow_per_s.unwrap(), 2.0);
    assert_eq!(figures.arrived, 0);
}
