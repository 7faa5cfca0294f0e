//! Taking turns at [passages](crate::agent::route::Passage): where two bodies cannot pass each other, one direction goes at
//! a time.
//!
//! Two agents are opposed where their routes lead through the same narrow place in opposite directions. An agent that
//! nobody opposes goes on as it is. Of those that are opposed, the agents in a passage go on; another one may enter when
//! none that it opposes is in there or was let in before, those that have waited longest first. Agents of the same
//! direction follow, until their turn has lasted [long enough](TURN_TICKS) and others wait. Those that may not enter
//! wait on both sides of the line that leads out of the passage, so that the others can get out.
//!
//! That vehicles may share a stretch in one direction only, and wait outside it until it is free, is how single tracks
//! are worked on railways; that a direction keeps its turn for a bounded time is how traffic lights serve the longest
//! queue without starving the other.

use glam::Vec2;

use crate::agent::body::fits;
use crate::agent::route::{Passage, PassagePoint};
use crate::agent::{Agent, Turn, WaitingFor};
use crate::profile::AvoidanceQuality;
use crate::sim::agents::Agents;
use crate::sim::tuning::{
    COMES_WITHIN, COMING_AT_ONCE, EXIT_ROOM, TURN_TICKS, TURNS_EVERY, WAITING_DISTANCE, WAITING_ROOM,
};
use crate::sim::world::World;
use crate::sorting;

/// An agent that is in a passage or comes to one.
struct Comer {
    /// Its index.
    agent: usize,
    radius: f32,
    /// The places of the passage that it still has before it.
    points: Vec<PassagePoint>,
    /// Whether it is in the passage, or right behind it.
    is_inside: bool,
    /// Of one that is not: its distance from the beginning of the passage, in world units.
    distance: f32,
    /// Of one that is not: the place where the passage begins.
    mouth: PassagePoint,
    /// The others that go the other way.
    opposed: Vec<usize>,
    /// The others that go the same way.
    beside: Vec<usize>,
    /// Whether it may enter.
    may_enter: bool,
}

/// Decides which agents may enter the passages that they come to, and where the others wait.
pub fn take_turns(world: &World, agents: &mut Agents) {
    if !world.tick.is_multiple_of(TURNS_EVERY) {
        return;
    }
    let mut comers: Vec<Comer> = (0..agents.list.len()).filter_map(|index| comer(world, agents, index)).collect();
    find_opposed(&mut comers);
    let order = order(world, agents, &comers);
    let turns = turns(world, agents, &mut comers, &order);
    let mut next = comers.iter().enumerate().peekable();
    for index in 0..agents.list.len() {
        match next.next_if(|(_, comer)| comer.agent == index) {
            Some((at, _)) => agents.list[index].crossing.turn = turns[at],
            None => agents.list[index].crossing.turn = Turn::Free,
        }
        let agent = &mut agents.list[index];
        if !matches!(agent.crossing.turn, Turn::Waiting { .. }) {
            agent.crossing.waiting = agent.crossing.waiting.filter(|waiting| waiting.reason != WaitingFor::Passage);
        }
    }
    for &at in &order {
        if matches!(turns[at], Turn::Waiting { .. }) {
            wait(world, agents, &comers, at);
        }
    }
}

/// What an agent has to do with the next passage of its route; `None` if it is not near it.
fn comer(world: &World, agents: &Agents, index: usize) -> Option<Comer> {
    let agent = &agents.list[index];
    let route = agent.active_route().filter(|route| !route.passages.is_empty())?;
    let profile = world.profile_of(agent);
    let others = agent.crossing.waiting.is_some_and(|waiting| waiting.reason != WaitingFor::Passage);
    if agent.stands() || agent.crossing.on_link.is_some() || others {
        return None;
    }
    if profile.avoidance_quality == AvoidanceQuality::None {
        return None;
    }
    let (here, radius) = (agent.body.position, profile.radius);
    let is_left = |passage: &Passage, passed: usize| {
        let end = passage.points[passage.points.len() - 1].position;
        passed == passage.points.len() && here.distance(end) > EXIT_ROOM * radius
    };
    let mut passages = route.passages.iter().map(|passage| (passage, passage.passed(route.track_next, here)));
    let (passage, passed) = passages.find(|&(passage, passed)| !is_left(passage, passed))?;
    let points = &passage.points[passed.min(passage.points.len() - 1)..];
    let touches = |point: &PassagePoint| point.position.distance(here) <= radius;
    let is_inside = passed == passage.points.len() || passage.points.iter().any(touches);
    let mouth = passage.points[0];
    let distance = mouth.position.distance(here);
    let waits = agent.crossing.waiting.is_some();
    if !is_inside && !waits && distance > COMES_WITHIN * profile.speed + WAITING_ROOM.0 * radius {
        return None;
    }
    Some(Comer {
        agent: index,
        radius,
        points: points.to_vec(),
        is_inside,
        distance,
        mouth,
        opposed: Vec::new(),
        beside: Vec::new(),
        may_enter: is_inside,
    })
}

/// Finds for each comer the others that go through the same places, in the same direction and in the opposite one.
fn find_opposed(comers: &mut [Comer]) {
    let largest = comers.iter().map(|comer| comer.radius).fold(0.0, f32::max);
    if largest == 0.0 {
        return;
    }
    let side = 2.0 * largest;
    let cell = |point: Vec2| ((point.x / side).floor() as i32, (point.y / side).floor() as i32);
    let mut claims: Vec<(i32, i32, u32, u32)> = Vec::new();
    for (at, comer) in comers.iter().enumerate() {
        for (number, point) in comer.points.iter().enumerate() {
            let (x, y) = cell(point.position);
            claims.push((y, x, at as u32, number as u32));
        }
    }
    sorting::sort(&mut claims);
    let mut seen = vec![(u32::MAX, u32::MAX); comers.len()];
    for at in 0..comers.len() {
        let (mut opposed, mut beside) = (Vec::new(), Vec::new());
        for point in &comers[at].points {
            let (x, y) = cell(point.position);
            for row in y - 1..=y + 1 {
                let first = claims.partition_point(|claim| (claim.0, claim.1) < (row, x - 1));
                for &(_, _, other, number) in
                    claims[first..].iter().take_while(|claim| claim.0 == row && claim.1 <= x + 1)
                {
                    let other = other as usize;
                    if other == at {
                        continue;
                    }
                    let theirs = &comers[other].points[number as usize];
                    let near = comers[at].radius + comers[other].radius;
                    let facing = theirs.along.dot(point.along);
                    if theirs.position.distance_squared(point.position) > near * near {
                        continue;
                    }
                    if facing < -0.5 && seen[other].0 != at as u32 {
                        seen[other].0 = at as u32;
                        opposed.push(other);
                    } else if facing > 0.5 && seen[other].1 != at as u32 {
                        seen[other].1 = at as u32;
                        beside.push(other);
                    }
                }
            }
        }
        (comers[at].opposed, comers[at].beside) = (opposed, beside);
    }
}

/// The comers that are not inside yet, those first that may choose first.
fn order(world: &World, agents: &Agents, comers: &[Comer]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..comers.len()).filter(|&at| !comers[at].is_inside).collect();
    sorting::sort_by_key(&mut order, |at| {
        let (comer, agent) = (&comers[at], &agents.list[comers[at].agent]);
        let (rank, since) = match agent.crossing.turn {
            Turn::Admitted { began } => (0, began),
            Turn::Waiting { since } => (1, since),
            Turn::Free => (1, world.tick),
        };
        let distance = (comer.distance * 1024.0) as u32;
        (rank, world.profile_of(agent).avoidance_priority, since, distance, agent.identity.id)
    });
    order
}

/// The turn of each comer.
fn turns(world: &World, agents: &Agents, comers: &mut [Comer], order: &[usize]) -> Vec<Turn> {
    let mut turns: Vec<Turn> = comers.iter().map(|comer| agents.list[comer.agent].crossing.turn).collect();
    let now = world.tick;
    for at in 0..comers.len() {
        if comers[at].is_inside {
            turns[at] = match turns[at] {
                _ if comers[at].opposed.is_empty() => Turn::Free,
                Turn::Admitted { began } => Turn::Admitted { began },
                _ => Turn::Admitted { began: now },
            };
        }
    }
    for &at in order {
        let comer = &comers[at];
        if comer.opposed.is_empty() {
            turns[at] = Turn::Free;
            continue;
        }
        let since = match turns[at] {
            Turn::Waiting { since } => since,
            _ => now,
        };
        if let Turn::Admitted { .. } = turns[at] {
            comers[at].may_enter = true;
            continue;
        }
        turns[at] = Turn::Waiting { since };
        if comer.opposed.iter().any(|&other| comers[other].may_enter) {
            continue;
        }
        let admitted = || comer.beside.iter().filter(|&&other| comers[other].may_enter);
        let began = admitted()
            .filter_map(|&other| if let Turn::Admitted { began } = turns[other] { Some(began) } else { None })
            .min()
            .unwrap_or(now);
        if now - began > TURN_TICKS {
            turns[at] = Turn::Waiting { since: now };
            continue;
        }
        if admitted().filter(|&&other| !comers[other].is_inside).count() < COMING_AT_ONCE {
            turns[at] = Turn::Admitted { began };
            comers[at].may_enter = true;
        }
    }
    turns
}

/// Lets a comer wait before its passage, once it is near enough.
fn wait(world: &World, agents: &mut Agents, comers: &[Comer], at: usize) {
    let comer = &comers[at];
    let agent = &agents.list[comer.agent];
    if let Some(waiting) = agent.crossing.waiting {
        agents.wait_for(comer.agent, WaitingFor::Passage, waiting.position);
        return;
    }
    let is_before = |&&other: &&usize| !comers[other].is_inside && comers[other].distance < comer.distance;
    let before = comer.beside.iter().filter(is_before).count() as f32;
    let apart = WAITING_DISTANCE * comer.radius;
    let least = WAITING_ROOM.0 * comer.radius;
    // A half of a ring with room for all that are nearer.
    let reach = (least * least + 1.3 * before * apart * apart).sqrt() + apart;
    if comer.distance > reach {
        return;
    }
    let place = waiting_place(world, agents, comer);
    agents.wait_for(comer.agent, WaitingFor::Passage, place);
}

/// The free place nearest to an agent where it can wait before the mouth of a passage; where there is none, where it
/// comes to rest.
fn waiting_place(world: &World, agents: &Agents, comer: &Comer) -> Vec2 {
    let agent = &agents.list[comer.agent];
    let ground = world.ground(agent.identity.profile);
    let here = agent.body.position;
    let (mouth, radius) = (comer.mouth, comer.radius);
    let (apart, least) = (WAITING_DISTANCE * radius, WAITING_ROOM.0 * radius);
    let taken: Vec<Vec2> = agents
        .list
        .iter()
        .enumerate()
        .filter(|&(index, _)| index != comer.agent)
        .filter_map(
            |(_, other)| {
                if other.stands() { Some(other.body.position) } else { Some(other.crossing.waiting?.position) }
            },
        )
        .filter(|place| place.distance(mouth.position) < 60.0 * radius)
        .collect();
    let is_free = |place: Vec2| taken.iter().all(|other| other.distance(place) >= 0.9 * apart);
    let mut best = (f32::INFINITY, None);
    for ring in 0..24_u8 {
        let far = least + f32::from(ring) * apart;
        if far >= best.0 {
            break;
        }
        let parts = (std::f32::consts::PI * far / apart).floor() as i32;
        for part in 0..=parts {
            // Across from -1 to 1 and back, evenly enough.
            let across = 2.0 * part as f32 / parts.max(1) as f32 - 1.0;
            let back = 1.0 - across.abs();
            let direction = (mouth.along.perp() * across - mouth.along * back).normalize_or_zero();
            let place = mouth.position + direction * far;
            let aside = (place - mouth.position).perp_dot(mouth.along).abs();
            let cost = 0.7 * far + 0.5 * place.distance(here);
            if aside >= WAITING_ROOM.1 * radius
                && cost < best.0
                && is_free(place)
                && fits(&ground.solid, place)
                && ground.is_straight(here, place)
            {
                best = (cost, Some(place));
            }
        }
    }
    best.1.unwrap_or_else(|| stop_ahead(agent, ground.mover.stopping_distance(agent.body.velocity.length())))
}

fn stop_ahead(agent: &Agent, distance: f32) -> Vec2 {
    agent.body.position + agent.body.velocity.normalize_or_zero() * distance
}
