//! Taking turns at [passages](crate::agent::route::Passage): where two bodies cannot pass each other, one direction goes at
//! a time.
//!
//! Two agents oppose each other where their routes lead through the same narrow place in opposite directions. An agent
//! that nobody opposes goes on as if there were no passage. Of the others, those in a passage go on; another one may enter
//! when none that it opposes is in there or may enter, those that have waited longest first. Agents of the same direction
//! follow it, until their turn is over. What they keep to is what is kept to at every [gate](crate::sim::gate).

use std::collections::BTreeMap;

use glam::Vec2;

use crate::agent::route::{Passage, PassagePoint};
use crate::agent::tuning::{EXIT_ROOM, OPPOSED};
use crate::agent::{Agent, Turn, WaitingFor};
use crate::parallel::{self, WORKED_ON};
use crate::profile::AvoidanceQuality;
use crate::sim::agents::Agents;
use crate::sim::gate::{Looks, Mouth, is_turn_over, queue_reach, waiting_place};
use crate::sim::tuning::{COMES_WITHIN, COMING_AT_ONCE, LEAST_PLACES, PASSAGE_PLACES, TURNS_EVERY, WAITING_ROOM};
use crate::sim::world::World;
use crate::sorting;

/// An agent that is in a passage, or comes to one.
#[derive(Debug)]
struct Contender {
    /// Its index.
    agent: usize,
    radius: f32,
    /// Where the passage begins.
    mouth: PassagePoint,
    /// The first of the places of the passage that it has still before it; the last one until it has left.
    points: Vec<PassagePoint>,
    /// Whether it is in the passage, or right behind it.
    is_inside: bool,
    /// Its distance from the mouth, in world units.
    distance: f32,
    /// The others that go through in the opposite direction, and in the same one.
    opposed: Vec<usize>,
    beside: Vec<usize>,
    /// Whether it is inside, or may enter.
    holds: bool,
}

/// Decides which agents may enter the passages that they come to, and where the others wait.
pub fn take_turns(world: &World, agents: &mut Agents) {
    if !world.tick.is_multiple_of(TURNS_EVERY) {
        return;
    }
    let may_come = |agent: &Agent| {
        let has_turn = agent.crossing.turn != Turn::Free || agent.waits_at_passage();
        has_turn || agent.active_route().is_some_and(|route| !route.line.passages.is_empty())
    };
    let mut candidates = Vec::new();
    parallel::places(&mut candidates, &agents.list, may_come);
    let mut contenders = contenders(world, agents, &candidates);
    relate(&mut contenders);
    let order = order(world, agents, &contenders);
    let turns = turns(world, agents, &mut contenders, &order);
    note_turns(agents, &candidates, &contenders, &turns);
    let mut looks = Looks::default();
    for &at in order.iter().filter(|&&at| matches!(turns[at], Turn::Waiting { .. })) {
        wait(world, agents, &contenders, at, &mut looks);
    }
}

/// Those of some agents that are in a passage or come to one.
fn contenders(world: &World, agents: &Agents, candidates: &[usize]) -> Vec<Contender> {
    let most = (PASSAGE_PLACES / candidates.len().max(1)).max(LEAST_PLACES);
    let mut found = Vec::new();
    parallel::map_into(&mut found, candidates, WORKED_ON, |&index| contender(world, agents, index, most));
    found.into_iter().flatten().collect()
}

/// What an agent has to do with the next passage of its route, of which it looks at `most` places; `None` if it is not near
/// it.
fn contender(world: &World, agents: &Agents, index: usize, most: usize) -> Option<Contender> {
    let agent = &agents.list[index];
    let route = agent.active_route().filter(|route| !route.line.passages.is_empty())?;
    let profile = world.profile_of(agent);
    let waits_for = agent.crossing.waiting.map(|waiting| waiting.reason);
    let is_at_link = agent.crossing.on_link.is_some() || waits_for.is_some_and(WaitingFor::is_for_link);
    let makes_way = matches!(waits_for, Some(WaitingFor::Pass | WaitingFor::Others));
    if agent.stands() || makes_way || profile.avoidance_quality == AvoidanceQuality::None {
        return None;
    }
    let (here, radius) = (agent.body.position, profile.radius);
    let has_left = |passage: &Passage, passed: usize| {
        let end = passage.points[passage.points.len() - 1].position;
        passed == passage.points.len() && here.distance(end) > EXIT_ROOM * radius
    };
    let mut passages = route.line.passages.iter().map(|passage| (passage, passage.passed(route.line.next, here)));
    let (passage, passed) = passages.find(|&(passage, passed)| !has_left(passage, passed))?;
    let is_on_link = agent.crossing.on_link.is_some();
    let is_in = passed == passage.points.len() || passed > 0 && is_on_link || passage.comes_near(here, radius);
    // Who makes way for another does not wait for others meanwhile.
    let is_inside = is_in || agent.recovery.yielding().is_some();
    if is_at_link && !is_inside {
        return None;
    }
    let mouth = passage.points[0];
    let distance = mouth.position.distance(here);
    let is_near = is_inside || distance <= COMES_WITHIN * profile.speed + WAITING_ROOM.0 * radius;
    let before = &passage.points[passed.min(passage.points.len() - 1)..];
    (is_near || agent.waits_at_passage()).then(|| Contender {
        agent: index,
        radius,
        mouth,
        points: before[..most.min(before.len())].to_vec(),
        is_inside,
        distance,
        opposed: Vec::new(),
        beside: Vec::new(),
        holds: is_inside,
    })
}

impl Contender {
    fn mouth(&self) -> Mouth {
        Mouth { position: self.mouth.position, along: self.mouth.along }
    }
}

/// A place of passages with the direction in which it is gone through, by bodies of one size: where many go along the same
/// corridor, it is the same for all of them.
struct PassagePlace {
    /// The cell that it is in: a row and a column.
    cell: (i32, i32),
    point: PassagePoint,
    radius: f32,
    /// The number of the [company](PassagePlaces::companies) that goes through it.
    company: usize,
}

/// How many spots are looked at in one piece of work.
const SPOTS_AT_ONCE: usize = 1 << 12;

/// The places of all contenders.
struct PassagePlaces {
    /// By row, then by column of the cell. The side of a cell is such that places that touch are in the same cell or in two next
    /// to each other.
    list: Vec<PassagePlace>,
    /// The contenders that go through the same places, in order. First each contender alone.
    companies: Vec<Vec<usize>>,
    /// The spots of each contender.
    of_contender: Vec<Vec<usize>>,
}

impl PassagePlaces {
    fn of(contenders: &[Contender]) -> PassagePlaces {
        let side = 2.0 * contenders.iter().map(|contender| contender.radius).fold(0.0, f32::max);
        let cell = |at: Vec2| ((at.y / side).floor() as i32, (at.x / side).floor() as i32);
        let mut places = Vec::new();
        for (at, contender) in contenders.iter().enumerate() {
            for (number, point) in contender.points.iter().enumerate() {
                let bits = [point.position.x, point.position.y, point.along.x, point.along.y, contender.radius]
                    .map(f32::to_bits);
                places.push((cell(point.position), bits, at, number));
            }
        }
        sorting::sort(&mut places);
        let mut spots = PassagePlaces {
            list: Vec::new(),
            companies: (0..contenders.len()).map(|at| vec![at]).collect(),
            of_contender: vec![Vec::new(); contenders.len()],
        };
        let mut known = BTreeMap::new();
        for same in places.chunk_by(|one, other| (one.0, one.1) == (other.0, other.1)) {
            let mut members: Vec<usize> = same.iter().map(|place| place.2).collect();
            members.dedup();
            members.iter().for_each(|&at| spots.of_contender[at].push(spots.list.len()));
            let (cell, _, at, number) = same[0];
            let company = if members.len() == 1 { at } else { spots.company(members, &mut known) };
            spots.list.push(PassagePlace {
                cell,
                point: contenders[at].points[number],
                radius: contenders[at].radius,
                company,
            });
        }
        spots
    }

    /// The number of the company of these contenders.
    fn company(&mut self, members: Vec<usize>, known: &mut BTreeMap<Vec<usize>, usize>) -> usize {
        *known.entry(members).or_insert_with_key(|members| {
            self.companies.push(members.clone());
            self.companies.len() - 1
        })
    }

    /// For each spot the companies that go through its place, its own included, against its direction (`true`) or along it.
    fn met(&self) -> Met {
        let starts: Vec<usize> = (0..self.list.len()).step_by(SPOTS_AT_ONCE).collect();
        let mut parts = Vec::new();
        parallel::map_into(&mut parts, &starts, 1, |&first| self.met_from(first));
        let mut met = Met::default();
        for part in parts {
            let before = met.companies.len();
            met.ends.extend(part.ends.iter().map(|end| before + end));
            met.companies.extend(part.companies);
        }
        met
    }

    /// The same for some spots, of which the first is given.
    fn met_from(&self, first: usize) -> Met {
        let mut met = Met::default();
        let cell_of = |at: usize| self.list.get(at).map(|spot| spot.cell);
        // In each of the three rows around a spot the first one that is not too far to the left: from spot to spot it only
        // moves on.
        let mut begins: Option<[usize; 3]> = None;
        for spot in self.list[first..].iter().take(SPOTS_AT_ONCE) {
            let (row, column) = spot.cell;
            let begins = begins.get_or_insert_with(|| {
                [-1, 0, 1].map(|by| self.list.partition_point(|other| other.cell < (row + by, column - 1)))
            });
            for (by, begin) in (-1..).zip(begins) {
                while cell_of(*begin).is_some_and(|cell| cell < (row + by, column - 1)) {
                    *begin += 1;
                }
                let near = self.list[*begin..].iter().take_while(|other| other.cell <= (row + by, column + 1));
                met.companies.extend(near.filter_map(|other| spot.meets(other)));
            }
            met.ends.push(met.companies.len());
        }
        met
    }
}

/// The companies that are met at each of some spots.
#[derive(Default)]
struct Met {
    /// Whether they go in the opposite direction, and their numbers; spot by spot.
    companies: Vec<(bool, usize)>,
    /// For each spot the end of its part of them.
    ends: Vec<usize>,
}

impl Met {
    fn at(&self, spot: usize) -> &[(bool, usize)] {
        let begin = spot.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.companies[begin..self.ends[spot]]
    }
}

impl PassagePlace {
    /// The company that goes through another spot, and whether in the opposite direction; `None` where bodies in the two spots
    /// do not touch, or go across.
    fn meets(&self, other: &PassagePlace) -> Option<(bool, usize)> {
        let touch = self.radius + other.radius;
        if other.point.position.distance_squared(self.point.position) > touch * touch {
            return None;
        }
        let facing = other.point.along.dot(self.point.along);
        (facing.abs() > OPPOSED).then_some((facing < 0.0, other.company))
    }
}

/// Finds for each contender the others that go through the same places. Many along one corridor are looked at together: one by one,
/// a thousand agents in a maze take 400 ms.
fn relate(contenders: &mut [Contender]) {
    let spots = PassagePlaces::of(contenders);
    let met = spots.met();
    // For each company and each contender the last contender, and one more, that has met them against its direction or along it.
    let (mut known, mut found) = (vec![[0; 2]; spots.companies.len()], vec![[0; 2]; contenders.len()]);
    for (at, contender) in contenders.iter_mut().enumerate() {
        for &(is_opposed, company) in spots.of_contender[at].iter().flat_map(|&spot| met.at(spot)) {
            if std::mem::replace(&mut known[company][usize::from(is_opposed)], at + 1) == at + 1 {
                continue;
            }
            for &other in spots.companies[company].iter().filter(|&&other| other != at) {
                if std::mem::replace(&mut found[other][usize::from(is_opposed)], at + 1) <= at {
                    if is_opposed { contender.opposed.push(other) } else { contender.beside.push(other) }
                }
            }
        }
    }
}

/// The contenders that are not inside, those that may choose first at the front.
fn order(world: &World, agents: &Agents, contenders: &[Contender]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..contenders.len()).filter(|&at| !contenders[at].is_inside).collect();
    sorting::sort_by_key(&mut order, |at| {
        let (contender, agent) = (&contenders[at], &agents.list[contenders[at].agent]);
        let (waits, since) = match agent.crossing.turn {
            Turn::Admitted { began } => (false, began),
            Turn::Waiting { since } => (true, since),
            Turn::Free => (true, world.tick),
        };
        (waits, world.claim(agent).since(since).at(contender.distance))
    });
    order
}

/// The turn of each contender.
fn turns(world: &World, agents: &Agents, contenders: &mut [Contender], order: &[usize]) -> Vec<Turn> {
    let now = world.tick;
    let mut turns: Vec<Turn> = contenders.iter().map(|contender| agents.list[contender.agent].crossing.turn).collect();
    for (contender, turn) in contenders.iter().zip(&mut turns) {
        *turn = match *turn {
            _ if contender.opposed.is_empty() => Turn::Free,
            Turn::Admitted { began } => Turn::Admitted { began },
            _ if contender.is_inside => Turn::Admitted { began: now },
            Turn::Waiting { since } => Turn::Waiting { since },
            Turn::Free => Turn::Waiting { since: now },
        };
    }
    for &at in order {
        if let Turn::Waiting { since } = turns[at] {
            turns[at] = next_turn(contenders, &turns, at, since, now);
        }
        contenders[at].holds = matches!(turns[at], Turn::Admitted { .. });
    }
    turns
}

/// The turn of a contender that has waited since a tick.
fn next_turn(contenders: &[Contender], turns: &[Turn], at: usize, since: u64, now: u64) -> Turn {
    let contender = &contenders[at];
    if contender.opposed.iter().any(|&other| contenders[other].holds) {
        return Turn::Waiting { since };
    }
    let (mut began, mut coming) = (now, 0);
    for &other in contender.beside.iter().filter(|&&other| contenders[other].holds) {
        if let Turn::Admitted { began: theirs } = turns[other] {
            began = began.min(theirs);
        }
        coming += usize::from(!contenders[other].is_inside);
    }
    match () {
        // The turn of its direction is over: it waits with the others for the next one.
        () if is_turn_over(began, now) => Turn::Waiting { since: now },
        () if coming >= COMING_AT_ONCE => Turn::Waiting { since },
        () => Turn::Admitted { began },
    }
}

fn note_turns(agents: &mut Agents, candidates: &[usize], contenders: &[Contender], turns: &[Turn]) {
    let mut next = contenders.iter().zip(turns).peekable();
    for &index in candidates {
        let agent = &mut agents.list[index];
        let turn = next.next_if(|(contender, _)| contender.agent == index).map_or(Turn::Free, |(_, &turn)| turn);
        if agent.crossing.turn != turn {
            agent.crossing.turn = turn;
        }
        if agent.waits_at_passage() && !matches!(turn, Turn::Waiting { .. }) {
            agent.crossing.waiting = None;
        }
    }
}

/// Lets a contender wait before its passage, once it is as near as those that came before it leave room for.
fn wait(world: &World, agents: &mut Agents, contenders: &[Contender], at: usize, looks: &mut Looks) {
    let contender = &contenders[at];
    let waiting = agents.list[contender.agent].crossing.waiting.filter(|waiting| waiting.reason != WaitingFor::Door);
    if let Some(waiting) = waiting {
        return agents.wait_for(contender.agent, WaitingFor::Passage, waiting.position);
    }
    let is_nearer = |&&other: &&usize| !contenders[other].is_inside && contenders[other].distance < contender.distance;
    let nearer = contender.beside.iter().filter(is_nearer).count();
    if contender.distance <= queue_reach(contender.radius, nearer) {
        let place = waiting_place(world, agents, contender.agent, contender.mouth(), looks);
        agents.wait_for(contender.agent, WaitingFor::Passage, place);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;
    use crate::sim::Simulation;
    use crate::sim::gate::stop_ahead;

    /// A maze in which agents go to and fro.
    fn maze() -> Simulation {
        let text = r#"(version: 1, name: "Maze", generate: (kind: "maze", size: (41, 41), seed: 3),
            agents: [(count: 60, in: [(1, 1), (39, 39)], order: Wander(100.0))])"#;
        Simulation::new(Level::parse("maze", text).unwrap_or_else(|error| panic!("{error}")), None)
    }

    fn contenders(simulation: &Simulation) -> Vec<Contender> {
        let all = 0..simulation.agents.list.len();
        all.filter_map(|index| contender(&simulation.world, &simulation.agents, index, usize::MAX)).collect()
    }

    #[test]
    fn those_that_come_to_long_passages_look_at_so_many_places_together() {
        let text = r#"(version: 1, name: "Maze", generate: (kind: "maze", size: (161, 161), seed: 3),
            agents: [(count: 90, in: [(1, 1), (159, 159)], order: MoveTo((tile: (1, 1))))])"#;
        let level = Level::parse("maze", text).unwrap_or_else(|error| panic!("{error}"));
        let mut simulation = Simulation::new(level, None);
        (0..120).for_each(|_| _ = simulation.step(&[]));
        let places =
            |contenders: &[Contender]| contenders.iter().map(|contender| contender.points.len()).sum::<usize>();
        let all = places(&contenders(&simulation));
        assert!(all > PASSAGE_PLACES, "{all}");
        let candidates: Vec<usize> = (0..90).collect();
        let together = places(&super::contenders(&simulation.world, &simulation.agents, &candidates));
        assert!(together > PASSAGE_PLACES / 4 && together <= PASSAGE_PLACES, "{together} of {all}");
        let alone = places(&super::contenders(&simulation.world, &simulation.agents, &[0]));
        assert_eq!(alone, places(&contenders(&simulation)[..1]), "one alone looks at all");
    }

    #[test]
    fn contenders_are_related_by_the_places_that_both_go_through() {
        let (mut simulation, mut pairs) = (maze(), 0);
        for _ in 0..5 {
            (0..60).for_each(|_| _ = simulation.step(&[]));
            let mut contenders = contenders(&simulation);
            relate(&mut contenders);
            for (at, contender) in contenders.iter().enumerate() {
                let meets = |other: &Contender, side: f32| {
                    let touch = contender.radius + other.radius;
                    let both = contender.points.iter().flat_map(|one| other.points.iter().map(move |two| (one, two)));
                    both.into_iter().any(|(one, two)| {
                        one.position.distance_squared(two.position) <= touch * touch
                            && side * one.along.dot(two.along) > OPPOSED
                    })
                };
                let those = |side: f32| -> Vec<usize> {
                    (0..contenders.len()).filter(|&other| other != at && meets(&contenders[other], side)).collect()
                };
                let sorted = |list: &[usize]| {
                    let mut list = list.to_vec();
                    list.sort();
                    list
                };
                assert_eq!((sorted(&contender.opposed), sorted(&contender.beside)), (those(-1.0), those(1.0)), "{at}");
                pairs += contender.opposed.len() + contender.beside.len();
            }
        }
        assert!(pairs > 100, "{pairs}");
    }

    #[test]
    fn looks_for_places_to_wait_are_bounded_and_the_last_wait_where_they_are() {
        let mut simulation = maze();
        (0..120).for_each(|_| _ = simulation.step(&[]));
        let (contenders, mut looks) = (contenders(&simulation), Looks(50));
        let place = |contender: &Contender, looks: &mut Looks| {
            waiting_place(&simulation.world, &simulation.agents, contender.agent, contender.mouth(), looks)
        };
        for contender in &contenders {
            place(contender, &mut looks);
        }
        assert_eq!(looks.0, 0, "{} contenders", contenders.len());
        let agent = &simulation.agents.list[contenders[0].agent];
        let place = place(&contenders[0], &mut looks);
        assert_eq!(place, stop_ahead(agent, simulation.world.ground(agent.identity.profile)));
    }
}
