//! What has happened in the world, and what of it the player is told.

use footpath::nav::PathStatus;
use footpath::sim::Event;

use super::{ASKED_LASTS, Game, Panel, TAKEN_LASTS, bake_presses, drag, selection};
use crate::app::modes::messages::Message;
use crate::app::view::words::answers::{self, Answer};

impl Game {
    pub(super) fn take_events(&mut self, events: &[Event]) {
        if events.is_empty() {
            return;
        }
        for event in events {
            match event {
                Event::Restarted => {
                    self.ground.is_another = true;
                    self.forget_what_was_begun();
                    bake_presses::renew_workbench(self);
                }
                Event::Arrived { agent, status } => {
                    let is_sent = self.sent.contains_key(agent);
                    self.arrived += u32::from(is_sent && *status == PathStatus::Complete);
                    self.racers.arrive(&self.sim, *agent);
                }
                Event::TerrainChanged { rect } => {
                    self.ground.changed = Some(self.ground.changed.map_or(*rect, |before| before.union(*rect)));
                }
                _ => {}
            }
        }
        self.note_what_was_taken(events);
        selection::forget_the_removed(self);
        self.answer_events(events);
    }

    /// Remembers for a moment where rewards were.
    pub(super) fn note_what_was_taken(&mut self, events: &[Event]) {
        let now = self.clock.elapsed();
        self.taken.retain(|(_, at)| now - at < TAKEN_LASTS);
        for event in events {
            if let Event::RewardTaken { agent, .. } = event
                && let Some(agent) = self.sim.agent(*agent)
            {
                self.taken.push((agent.position(), now));
            }
        }
    }

    pub(super) fn answer_events(&mut self, events: &[Event]) {
        let asked = self.clock.elapsed() - self.asked < ASKED_LASTS;
        let is_of_use = |event: &&Event| self.concerns_player(event) && (asked || self.is_news(event));
        let news: Vec<Event> = events.iter().filter(is_of_use).cloned().collect();
        for event in events {
            if let Event::PathFound { agent, status } = event {
                let index = agent.0 as usize;
                self.statuses.resize(self.statuses.len().max(index + 1), None);
                self.statuses[index] = Some(*status);
            }
        }
        if !asked {
            if let Some(answer) = answers::answer(self.planned(), &news, false) {
                self.say(answer);
            }
            return;
        }
        answers::observe(&mut self.observed, news);
        // While a goal is dragged, a complete path needs no words: the picture follows.
        match answers::answer(self.planned(), &self.observed, !drag::drags_goal(self)) {
            Some(answer) if self.is_new(&answer) => self.say(answer),
            Some(_) => {}
            None => self.answer = None,
        }
    }

    /// Whether an event may have come of something that the player did: it is of an agent that the player gave an order, or
    /// of none.
    fn concerns_player(&self, event: &Event) -> bool {
        match event {
            Event::PathFound { agent, .. } | Event::NoPath { agent, .. } | Event::RewardTaken { agent, .. } => {
                self.ordered.get(agent.0 as usize) == Some(&true)
            }
            // Who stepped on the plate is not told.
            Event::Switched { .. } => self.ordered.contains(&true) || self.workbench.is_some(),
            _ => true,
        }
    }

    /// Whether an answer is more than what is being said just now.
    pub(super) fn is_new(&self, answer: &Answer) -> bool {
        let said = self.answer.as_ref().filter(|(_, at)| *at >= self.asked);
        said.is_none_or(|(said, _)| said != answer)
    }

    /// Whether an event says something that the player has not been told of that agent.
    pub(super) fn is_news(&self, event: &Event) -> bool {
        match event {
            Event::PathFound { agent, status: PathStatus::Partial } => {
                self.statuses.get(agent.0 as usize) != Some(&Some(PathStatus::Partial))
            }
            Event::PathFound { .. } => false,
            _ => true,
        }
    }

    /// Says something for a while.
    pub fn say(&mut self, answer: Answer) {
        self.answer = Some((answer, self.clock.elapsed()));
    }

    /// Shows what is wrong with a level; the present one goes on.
    pub fn tell(&mut self, messages: Vec<Message>) {
        self.messages = messages;
        self.open(Panel::Messages);
    }

    /// How many messages there are.
    pub fn messages_in_words(&self) -> String {
        match self.messages.len() {
            1 => "1 problem".to_owned(),
            count => format!("{count} problems"),
        }
    }
}
