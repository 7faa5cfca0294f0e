//! What the player is told: answers to orders, news of the world, and what is wrong with a level.

use footpath::grid::Cell;
use footpath::nav::PathStatus;
use footpath::sim::{Event, Simulation};
use glam::Vec2;

use crate::app::modes::messages::Message;
use crate::app::modes::sound::Sound;
use crate::app::view::words::answers::{self, GameAnswer, Tone};

/// How long an order waits for its answer, in seconds.
const ASKED_LASTS: f32 = 1.0;

/// Seconds from one sound to the next: of a crowd that arrives, or orders that follow each other, not everything is heard.
const SOUNDS_EVERY: f32 = 0.25;

/// What the player has been told. Times are in seconds of the window's clock.
pub struct Notices {
    /// The last answer and when it was given.
    answer: Option<(GameAnswer, f32)>,
    /// What is wrong with the level that should be played.
    messages: Vec<Message>,
    /// When the player last gave an order.
    asked: f32,
    /// What became of the last order so far: paths of many agents take several ticks.
    observed: Vec<Event>,
    /// For each agent, by its id, how well it can reach where it goes, once the player has been told.
    statuses: Vec<Option<PathStatus>>,
    /// What is to be heard, and when something was last.
    sound: Option<Sound>,
    sounded: f32,
}

impl Default for Notices {
    fn default() -> Notices {
        let (observed, statuses) = (Vec::new(), Vec::new());
        Notices {
            answer: None,
            messages: Vec::new(),
            asked: -ASKED_LASTS,
            observed,
            statuses,
            sound: None,
            sounded: f32::NEG_INFINITY,
        }
    }
}

impl Notices {
    /// The last answer and when it was given.
    pub fn answer(&self) -> Option<&(GameAnswer, f32)> {
        self.answer.as_ref()
    }

    /// When the last answer was given, and how many messages there are: what says whether anything new was told.
    pub fn stamp(&self) -> (Option<f32>, usize) {
        (self.answer.as_ref().map(|(_, said)| *said), self.messages.len())
    }

    /// What is wrong with the level that should be played.
    pub fn messages(&self) -> &[Message] {
        &self.messages
    }

    /// How many messages there are.
    pub fn messages_in_words(&self) -> String {
        match self.messages.len() {
            1 => "1 problem".to_owned(),
            count => format!("{count} problems"),
        }
    }

    /// The tiles at which the text of the level that should be played is wrong.
    pub(super) fn faults(&self) -> Vec<Cell> {
        self.messages.iter().filter_map(|message| message.tile).collect()
    }

    /// When the player last gave an order.
    pub(super) fn asked(&self) -> f32 {
        self.asked
    }

    /// Whether the last answer is still to be read.
    pub(super) fn is_fresh(&self, now: f32) -> bool {
        self.answer.as_ref().is_some_and(|(answer, said)| now - said < answer.lasts())
    }

    /// A place that cannot be reached by the last order, and when that was said.
    pub(super) fn refused(&self, now: f32) -> Option<(Vec2, f32)> {
        let (answer, said) = self.answer.as_ref()?;
        let is_fresh = now - said < answer.lasts() && *said >= self.asked;
        Some((answer.at.filter(|_| is_fresh && answer.tone == Tone::Impossible)?, *said))
    }

    /// Says something for a while.
    pub(super) fn say(&mut self, answer: GameAnswer, now: f32) {
        self.answer = Some((answer, now));
    }

    /// Takes in what is wrong with a level.
    pub(super) fn tell(&mut self, messages: Vec<Message>) {
        self.messages = messages;
    }

    /// Takes away what was wrong with the level, which is right now.
    pub(super) fn forget_messages(&mut self) {
        self.messages.clear();
    }

    /// Has something be heard, unless something was a moment ago.
    pub(super) fn sound(&mut self, sound: Sound, now: f32) {
        if now - self.sounded >= SOUNDS_EVERY {
            (self.sound, self.sounded) = (Some(sound), now);
        }
    }

    /// What is to be heard now; each once.
    pub fn take_sound(&mut self) -> Option<Sound> {
        self.sound.take()
    }

    /// Takes in that an order is given: what comes of it is told.
    pub(super) fn ask(&mut self, now: f32) {
        self.asked = now;
        self.observed.clear();
    }

    /// Tells what is of interest in some events. `planned`: the world with every path that is known; `concerns`: whether an
    /// event may have come of an order; `says_complete`: whether a complete path needs words.
    pub(super) fn take(
        &mut self,
        events: &[Event],
        planned: &Simulation,
        concerns: impl Fn(&Event) -> bool,
        says_complete: bool,
        now: f32,
    ) {
        let is_asked = now - self.asked < ASKED_LASTS;
        let is_of_use = |event: &&Event| concerns(event) && (is_asked || self.is_news(event));
        let news: Vec<Event> = events.iter().filter(is_of_use).cloned().collect();
        for event in events {
            if let Event::PathFound { agent, status } = event {
                let index = agent.0 as usize;
                self.statuses.resize(self.statuses.len().max(index + 1), None);
                self.statuses[index] = Some(*status);
            }
        }
        if !is_asked {
            if let Some(answer) = answers::answer(planned, &news, false) {
                self.say(answer, now);
            }
            return;
        }
        answers::observe(&mut self.observed, news);
        match answers::answer(planned, &self.observed, says_complete) {
            Some(answer) if self.is_new(&answer) => self.say(answer, now),
            Some(_) => {}
            None => self.answer = None,
        }
    }

    /// Whether an answer is more than what is being said just now.
    fn is_new(&self, answer: &GameAnswer) -> bool {
        let said = self.answer.as_ref().filter(|(_, at)| *at >= self.asked);
        said.is_none_or(|(said, _)| said != answer)
    }

    /// Whether an event says something that the player has not been told of that agent.
    fn is_news(&self, event: &Event) -> bool {
        match event {
            Event::PathFound { agent, status: PathStatus::Partial } => {
                self.statuses.get(agent.0 as usize) != Some(&Some(PathStatus::Partial))
            }
            Event::PathFound { .. } => false,
            _ => true,
        }
    }

    /// Forgets what agents were asked for.
    pub(super) fn forget_orders(&mut self) {
        self.statuses.clear();
        self.observed.clear();
    }

    /// Says nothing any more.
    pub fn forget_answer(&mut self) {
        self.answer = None;
    }
}

#[cfg(test)]
mod tests {
    use crate::app::modes::play::Game;

    /// What is said of an agent of the team `guests` that the level sends to where no path leads.
    fn said(player: &str) -> Option<String> {
        let text = format!(
            "(version: 1, name: \"Yard\", legend: {{'.': \"grass\", '#': \"wall\"}}, rows: [\"....#.\", \"....#.\"],
            agents: [(tile: (0, 0), team: \"guests\", order: MoveTo((tile: (5, 0)))), (tile: (0, 1), team: \"ushers\")]{player})"
        );
        let mut game = Game::of_text("yard", &text);
        (0..30).for_each(|_| game.tick());
        game.notices.answer().map(|(answer, _)| answer.text.clone())
    }

    #[test]
    fn who_gets_nowhere_is_told_of_agents_that_the_player_commands() {
        assert!(said("").is_some_and(|text| text.contains("out of reach")), "{:?}", said(""));
        assert_eq!(said(", player: \"guests\""), said(""));
        assert_eq!(said(", player: \"ushers\""), None);
    }
}
