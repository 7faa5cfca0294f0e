//! What the game says, in words, when it is asked to do something.

use footpath::agent::AgentId;
use footpath::grid::Lattice;
use footpath::level::{Effect, Target};
use footpath::nav::{PathError, PathStatus};
use footpath::sim::{Event, Simulation, Unreachable};
use glam::Vec2;

/// How good an answer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Tone {
    /// Something that is neither good nor bad.
    Plain,
    /// It is done as asked.
    Complete,
    /// It is done as nearly as possible.
    Partial,
    /// It cannot be done.
    Impossible,
}

/// A sentence that the game says.
#[derive(Clone, Debug, PartialEq)]
pub struct GameAnswer {
    pub text: String,
    /// How good it is.
    pub tone: Tone,
    /// The place that it is about, if any, in world units.
    pub at: Option<Vec2>,
}

impl GameAnswer {
    /// A sentence about no place.
    pub fn new(tone: Tone, text: impl Into<String>) -> GameAnswer {
        GameAnswer { text: text.into(), tone, at: None }
    }

    /// For how many seconds it is shown. What goes as asked is soon understood.
    pub fn lasts(&self) -> f32 {
        if self.tone == Tone::Complete { 2.5 } else { 5.0 }
    }

    /// The answer that a place is outside the map.
    pub fn outside(lattice: &Lattice, at: Vec2) -> GameAnswer {
        let text = format!("That is outside the map ({} x {} tiles)", lattice.width, lattice.height);
        GameAnswer { text, tone: Tone::Impossible, at: Some(at) }
    }
}

/// Adds what has just happened to what was observed of an order so far: of each agent the latest counts.
pub fn observe(observed: &mut Vec<Event>, events: Vec<Event>) {
    let of = |event: &Event| match event {
        Event::PathFound { agent, .. } | Event::NoPath { agent, .. } => Some(*agent),
        _ => None,
    };
    for event in events {
        observed.retain(|before| of(before).is_none() || of(before) != of(&event));
        observed.push(event);
    }
}

/// What became of the orders in some events, in one sentence; `None` when there is nothing
/// to say. Complete paths are only worth a word when the player has just asked: `asked`.
pub fn answer(sim: &Simulation, events: &[Event], asked: bool) -> Option<GameAnswer> {
    let refused = events.iter().find_map(|event| match event {
        Event::Refused { reason } => {
            Some(GameAnswer::new(Tone::Impossible, sentence(&footpath::sentences::refusal(reason))))
        }
        _ => None,
    });
    let mut complete = Vec::new();
    let mut partial = Vec::new();
    let mut none = Vec::new();
    for event in events {
        match event {
            Event::PathFound { agent, status: PathStatus::Complete } => complete.push(*agent),
            Event::PathFound { agent, status: PathStatus::Partial } => partial.push(*agent),
            Event::NoPath { agent, reason } => none.push((*agent, reason)),
            _ => {}
        }
    }
    let asked_for = complete.len() + partial.len() + none.len();
    refused
        .or_else(|| none.first().map(|(agent, reason)| no_path(sim, *agent, reason, none.len(), asked_for)))
        .or_else(|| partial.first().map(|agent| as_near_as_possible(sim, *agent, partial.len(), asked_for)))
        .or_else(|| events.iter().find_map(|event| news(sim, events, event)))
        .or_else(|| complete.first().filter(|_| asked).and_then(|agent| on_the_way(sim, *agent, complete.len())))
}

/// What is to be said of one of some events that is about no order. Where the level speaks itself of a switch, nothing is.
fn news(sim: &Simulation, events: &[Event], event: &Event) -> Option<GameAnswer> {
    match event {
        Event::Switched { link, on } if !level_speaks(sim, events) => {
            let text = format!("The {link} {} be crossed now", if *on { "can" } else { "cannot" });
            let at = sim.map().links.iter().find(|known| known.name == *link).map(|link| 0.5 * (link.from + link.to));
            Some(GameAnswer { text, tone: Tone::Plain, at })
        }
        Event::RewardTaken { agent, zone } => {
            let agent = sim.agent(*agent)?;
            let text = format!("The {} has picked up the {zone}", sim.profile_of(agent).name);
            Some(GameAnswer { text, tone: Tone::Complete, at: Some(agent.position()) })
        }
        Event::BakeCleared => {
            let text = "The bake is cleared: no agent finds a path until the map is baked again";
            Some(GameAnswer::new(Tone::Partial, text))
        }
        _ => None,
    }
}

/// Whether a rule of the level has said something in the tick of some events.
fn level_speaks(sim: &Simulation, events: &[Event]) -> bool {
    let says = |effect: &Effect| matches!(effect, Effect::Say { .. });
    let speaks = |event: &Event| match event {
        Event::RuleFired { rule } => sim.level().rules.get(*rule).is_some_and(|rule| rule.then.iter().any(says)),
        _ => false,
    };
    events.iter().any(speaks)
}

fn on_the_way(sim: &Simulation, agent: AgentId, count: usize) -> Option<GameAnswer> {
    let route = sim.agent(agent)?.route()?;
    let tiles = route.length / sim.map().lattice.tile_size;
    let text = match count {
        1 => format!("On the way: {tiles:.1} tiles"),
        _ => format!("{count} agents are on the way"),
    };
    let at = sim.target_point(&route.purpose.target, sim.agent(agent)?.position());
    Some(GameAnswer { text, tone: Tone::Complete, at })
}

fn as_near_as_possible(sim: &Simulation, agent: AgentId, count: usize, of: usize) -> GameAnswer {
    let target = sim.agent(agent).and_then(|agent| agent.goal());
    let (what, at) = match target {
        Some(target) => describe(sim, agent, target),
        None => ("No path leads there".to_owned(), None),
    };
    let text = match (count, of) {
        (1, 1) => format!("{what}: going as near as possible"),
        (count, of) if count == of => format!("{what}: they go as near as possible"),
        (1, of) => format!("{what}: 1 of {of} goes as near as possible"),
        (count, of) => format!("{what}: {count} of {of} go as near as possible"),
    };
    GameAnswer { text, tone: Tone::Partial, at }
}

/// Why an agent cannot get to a target, and where that is.
fn describe(sim: &Simulation, id: AgentId, target: &Target) -> (String, Option<Vec2>) {
    let fallback = ("No path leads there".to_owned(), None);
    let Some(agent) = sim.agent(id) else { return fallback };
    let Some(point) = sim.target_point(target, agent.position()) else { return fallback };
    let name = match target {
        Target::Place(place) => format!("The {}", place.strip_prefix("the ").unwrap_or(place)),
        Target::Tile(_) | Target::Point(_) => "That place".to_owned(),
    };
    let why = sim.why_unreachable(agent).unwrap_or_else(|| match sim.what_separates(agent) {
        gap @ Unreachable::Gap(_) => gap,
        _ => Unreachable::Island,
    });
    (footpath::sentences::unreachable(why, &name, sim.map(), sim.profile_of(agent)), Some(point))
}

fn no_path(sim: &Simulation, agent: AgentId, reason: &PathError, count: usize, of: usize) -> GameAnswer {
    let lattice = &sim.map().lattice;
    let what = match reason {
        PathError::GoalOutside => {
            format!("That is outside the map ({} x {} tiles)", lattice.width, lattice.height)
        }
        PathError::StartOutside => "The agent is outside the map".to_owned(),
        PathError::NotBaked => "Nothing is baked: F2 opens the panel that bakes".to_owned(),
        // A textbook does not look for what is nearest.
        PathError::NoPath(_) => match sim.agent(agent).filter(|agent| sim.method_of(agent).is_textbook()) {
            Some(agent) => {
                agent.goal().map_or("No path leads there".to_owned(), |goal| describe(sim, agent.id(), goal).0)
            }
            None => "No path leads any nearer".to_owned(),
        },
        PathError::Limit(statistics) => format!("The search gave up after {} expansions", statistics.expanded),
    };
    let text = match (count, of) {
        (_, 1) => what,
        (1, _) => format!("{what}: 1 of {of} stays where it is"),
        (count, of) if count == of => format!("{what}: they stay where they are"),
        (count, _) => format!("{what}: {count} of {of} stay where they are"),
    };
    let at = sim.agent(agent).and_then(|agent| sim.target_point(agent.goal()?, agent.position()));
    GameAnswer { text, tone: Tone::Impossible, at }
}

/// A reason as a sentence of its own: with a capital letter.
fn sentence(reason: &str) -> String {
    let mut sentence = reason.to_owned();
    // Reasons are English: the capitals of all other alphabets would make the browser's download 7 kB larger.
    if let Some(first) = sentence.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    sentence
}

#[cfg(test)]
mod tests {
    use footpath::level::Level;
    use footpath::level::Order;
    use footpath::sim::{Command, Selection};
    use glam::vec2;

    use super::*;

    /// What is said when the one walker is sent to a target in this small world.
    fn said(target: Target) -> GameAnswer {
        let text = r##"(version: 1, name: "Pen", rows: [".....", "...##", "...#G"],
            legend: {'.': "grass", '#': "wall", 'G': (terrain: "grass", place: "gate")},
            agents: [(profile: "walker", tile: (0, 0))])"##;
        let mut sim = Simulation::new(Level::parse("pen.ron", text).expect("it is a level"), None);
        let events = sim.step(&[Command::Order(Selection::All, Order::MoveTo(target))]);
        answer(&sim, &events, true).expect("an order is answered")
    }

    #[test]
    fn a_complete_path_is_told_with_its_length() {
        let answer = said(Target::Point(vec2(3.5, 0.5)));
        assert_eq!((answer.text.as_str(), answer.tone), ("On the way: 3.0 tiles", Tone::Complete));
    }

    #[test]
    fn a_partial_path_says_why() {
        let gate = said(Target::Place("gate".to_owned()));
        assert_eq!(
            (gate.text.as_str(), gate.tone),
            ("The gate is out of reach (behind wall): going as near as possible", Tone::Partial)
        );
        assert_eq!(gate.at, Some(vec2(4.5, 2.5)));
        let wall = said(Target::Point(vec2(3.5, 1.5)));
        assert_eq!(wall.text, "That place is not walkable (wall): going as near as possible");
    }

    #[test]
    fn a_gap_too_wide_is_told_although_a_link_over_it_could_be_switched() {
        let text = r#"(version: 1, name: "Gap", rows: ["..   .."], legend: {'.': "grass", ' ': "void"},
            profiles: {"jumper": (jump_distance: 2.0)}, agents: [(profile: "jumper", tile: (0, 0))],
            links: [(name: "rope", from: (tile: (1, 0)), to: (tile: (5, 0)), active: false)])"#;
        let mut sim = Simulation::new(Level::parse("gap.ron", text).expect("it is a level"), None);
        let target = Target::Point(vec2(6.5, 0.5));
        let events = sim.step(&[Command::Order(Selection::All, Order::MoveTo(target))]);
        let told = answer(&sim, &events, true).expect("an order is answered").text;
        assert!(told.contains("out of reach (the gap is 3.0 wide, jumper jumps 2.0)"), "{told}");
    }

    #[test]
    fn a_link_that_is_switched_and_a_ground_that_is_cleared_are_told() {
        let text = r#"(version: 1, name: "Gap", rows: ["..  .."], legend: {'.': "grass", ' ': "void"},
            links: [(name: "bridge", from: (tile: (1, 0)), to: (tile: (4, 0)), active: false)])"#;
        let mut sim = Simulation::new(Level::parse("gap.ron", text).expect("it is a level"), None);
        let mut said = |command| {
            let events = sim.step(&[command]);
            answer(&sim, &events, false).expect("it is told")
        };
        let on = said(Command::Switch { link: "bridge".to_owned(), on: true });
        assert_eq!((on.text.as_str(), on.at), ("The bridge can be crossed now", Some(vec2(3.0, 0.5))));
        assert_eq!(said(Command::ClearBake).tone, Tone::Partial);
    }

    #[test]
    fn what_the_level_tells_of_a_link_in_its_own_words_is_not_told_again() {
        let text = r#"(version: 1, name: "Gap", rows: ["H.  .."],
            legend: {'.': "grass", ' ': "void", 'H': (terrain: "grass", place: "here")},
            links: [(name: "bridge", from: (tile: (1, 0)), to: (tile: (4, 0)), active: false)],
            rules: [(when: Switched(name: "bridge"), then: [Say(text: "It is down", place: "here", time: 3.0)])])"#;
        let mut sim = Simulation::new(Level::parse("gap.ron", text).expect("it is a level"), None);
        let mut said = |on| {
            let events = sim.step(&[Command::Switch { link: "bridge".to_owned(), on }]);
            answer(&sim, &events, false).map(|answer| answer.text)
        };
        assert_eq!(said(true), None);
        assert_eq!(said(false).as_deref(), Some("The bridge cannot be crossed now"));
        assert_eq!(said(true).as_deref(), Some("The bridge can be crossed now"), "the rule speaks once");
    }

    #[test]
    fn of_each_agent_the_latest_counts() {
        let found = |id: u32, status| Event::PathFound { agent: AgentId(id), status };
        let mut observed = vec![found(0, PathStatus::Complete)];
        observe(&mut observed, vec![found(1, PathStatus::Partial), found(0, PathStatus::Partial)]);
        assert_eq!(observed, [found(1, PathStatus::Partial), found(0, PathStatus::Partial)]);
    }

    #[test]
    fn several_agents_are_counted() {
        let text = r##"(version: 1, name: "Pen", rows: [".....", "...##", "...#."], legend: {'.': "grass", '#': "wall"},
            agents: [(profile: "walker", tile: (0, 0)), (profile: "walker", tile: (1, 0)), (profile: "walker", tile: (4, 2))])"##;
        let mut sim = Simulation::new(Level::parse("pen.ron", text).expect("it is a level"), None);
        let mut sent = |target| {
            let events = sim.step(&[Command::Order(Selection::All, Order::MoveTo(target))]);
            answer(&sim, &events, true).expect("an order is answered").text
        };
        let shut_in = sent(Target::Point(vec2(4.5, 2.5)));
        assert_eq!(shut_in, "That place is out of reach (behind wall): 2 of 3 go as near as possible");
        let wall = sent(Target::Point(vec2(3.5, 1.5)));
        assert_eq!(wall, "No path leads any nearer: 1 of 3 stays where it is");
    }

    #[test]
    fn what_is_outside_names_the_size_of_the_map() {
        let lattice = Lattice { origin: Vec2::ZERO, tile_size: 1.0, width: 12, height: 3 };
        assert_eq!(GameAnswer::outside(&lattice, Vec2::NEG_ONE).text, "That is outside the map (12 x 3 tiles)");
    }

    #[test]
    fn a_refusal_is_a_sentence() {
        let answer = said(Target::Place("nowhere".to_owned()));
        assert_eq!(answer.tone, Tone::Impossible);
        assert!(answer.text.starts_with(char::is_uppercase), "{}", answer.text);
    }
}
