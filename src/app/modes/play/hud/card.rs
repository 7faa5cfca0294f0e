//! The level's card: its name, how things stand, and unfolded what the level is about.

use footpath::agent::Agent;
use footpath::sim::Simulation;
use glam::{Vec2, vec2};
use macroquad::color::Color;
use macroquad::math::Rect;

use super::layout::CARD_HEIGHT;
use super::{Hud, goals, order_bar};
use crate::app::modes::actions::Action;
use crate::app::modes::lesson_card;
use crate::app::modes::play::actions::PlayAction;
use crate::app::modes::play::{Game, NextClick, Panel};
use crate::app::modes::screen::{BUTTON, MARGIN, PADDING};
use crate::app::ui::hit_areas::Role;
use crate::app::ui::palette::palette;
use crate::app::ui::text_painter::{BODY, SMALL, TITLE, line_height};
use crate::app::view::plans;
use crate::app::view::words::agent_words::state_in_words;

/// The width of the button that folds the card, and of the one to the next level.
const SIGN: f32 = 40.0;

/// The width of a folded card that stands above the map.
const FOLDED: f32 = 340.0;

/// The part of the free height that an unfolded card takes at most.
const LARGEST: f32 = 0.5;

/// What the level is about has lines of this width at least where it stands beside the head of the card.
const NARROWEST_ABOUT: f32 = 240.0;

/// What the level is about in lines of this size of letters, where the first one begins, and how wide they are.
#[derive(Default)]
struct AboutText {
    lines: Vec<String>,
    size: u16,
    at: Vec2,
    width: f32,
}

impl Hud {
    /// Draws the card. A press on its words folds or unfolds it.
    pub(super) fn draw_card(&mut self, game: &Game) {
        let most = self.layout.card;
        // Beside the orders on a phone on its side there is no room for its buttons.
        let bar = order_bar::width_in_a_row(self, game).filter(|_| !game.panels.card().is_open);
        let beside = bar.and_then(|bar| self.layout.card_beside(bar)).filter(|width| *width < FOLDED);
        let folded = beside.unwrap_or(most.w.min(FOLDED));
        let signs = if beside.is_some() { PADDING } else { 2.0 * SIGN };
        let room = folded - PADDING - signs;
        let (status, color) = status(game);
        let name = self.ui.painter.shortened(&game.run.sim().level().name, room, TITLE);
        let status = self.ui.painter.shortened(&status, room, SMALL);
        let goals = goals::shown(game);
        let are_in_one_line = goals::are_in_one_line(game, self.layout.viewport);
        let height = if are_in_one_line { 0.0 } else { goals::height(&goals) };
        let head = Rect { w: folded, h: CARD_HEIGHT + height, ..most };
        let about = if game.panels.card().is_open { self.about(game, head) } else { AboutText::default() };
        let is_beside_head = about.at.x > head.right();
        let card = match about.lines.len() {
            0 => head,
            _ if is_beside_head => Rect { w: about.at.x + about.width + PADDING - head.x, ..head },
            _ => Rect { w: most.w, h: head.h + height_of(&about.lines), ..head },
        };
        self.card = card;
        self.ui.panel(card, 12.0, if about.lines.is_empty() { palette().panel_light } else { palette().panel });
        let upper = if is_beside_head { head } else { card };
        let next = Rect::new(upper.right() - SIGN, card.y, SIGN, CARD_HEIGHT);
        let fold = Rect { x: next.x - SIGN, ..next };
        let title = Rect { w: if beside.is_some() { upper.w } else { upper.w - SIGN }, h: CARD_HEIGHT, ..upper };
        self.ui.press_area(title, Action::Play(PlayAction::FoldCard));
        if beside.is_none() {
            let sign = if game.panels.card().is_open { "▲" } else { "▼" };
            self.ui.write_middle(sign, fold, SMALL, palette().text_dim);
            self.ui.arrow_button("›", Action::NextLevel, next);
        }
        let mut at = vec2(card.x + PADDING, card.y + 4.0);
        at.y += self.ui.painter.write_lines(&[name], at, TITLE, palette().text) - 1.0;
        if are_in_one_line && !goals.is_empty() && news(game).is_none() {
            goals::draw_in_one_line(&mut self.ui, &goals, Rect { x: at.x, y: at.y, w: room, h: line_height(SMALL) });
        } else {
            self.ui.painter.write(status, at, SMALL, color);
        }
        if !are_in_one_line {
            let area = Rect { x: at.x, y: card.y + CARD_HEIGHT, w: upper.w - 2.0 * PADDING, h: height };
            goals::draw(&mut self.ui, &goals, area);
        }
        self.ui.painter.write_lines(&about.lines, about.at, about.size, palette().text);
        self.draw_folded_lesson(game);
        self.draw_news_of_file(game);
    }

    /// How far down the card reaches while it is unfolded and what the level is about stands below its head; on an upright
    /// phone not over a sheet, where it folds.
    pub(super) fn end_of_unfolded_card(&self, game: &Game) -> Option<f32> {
        let has_sheet = self.is_narrow() && self.layout.list.is_some();
        if !game.panels.card().is_open || self.layout.lesson.is_some() || has_sheet {
            return None;
        }
        let most = self.layout.card;
        let height = CARD_HEIGHT + goals::height(&goals::shown(game));
        let head = Rect { w: most.w.min(FOLDED), h: height, ..most };
        let about = self.about(game, head);
        (about.at.x <= head.right()).then(|| head.bottom() + height_of(&about.lines))
    }

    /// Below the card, the line that is seen of a folded lesson.
    fn draw_folded_lesson(&mut self, game: &Game) {
        if let (Some(lesson), Some(line)) = (game.teaching.lesson(), self.layout.lesson) {
            let bar = Rect { x: self.card.x, y: self.card.bottom() + MARGIN, w: self.card.w, ..line };
            lesson_card::draw_bar(&mut self.ui, lesson, bar);
            self.card.h = bar.bottom() - self.card.y;
        }
    }

    /// What the level is about: beside the head of the card where that covers no ground, else below it, in no more lines than
    /// the window has room for.
    fn about(&self, game: &Game, head: Rect) -> AboutText {
        let text = &game.run.sim().level().about;
        if let Some(beside) = self.about_beside(game, text, head) {
            return beside;
        }
        let mut lines = self.ui.painter.wrap(text, self.layout.card.w - 2.0 * PADDING, BODY);
        let most = ((LARGEST * self.layout.free.h / line_height(BODY)) as usize).max(1);
        if lines.len() > most {
            lines.truncate(most);
            lines[most - 1].push_str(" …");
        }
        let at = vec2(head.x + PADDING, head.bottom());
        AboutText { lines, size: BODY, at, width: self.layout.card.w - 2.0 * PADDING }
    }

    /// What the level is about beside the head of the card, if the strip above the map has room for it and for the orders; in
    /// small letters where it has room for these alone.
    fn about_beside(&self, game: &Game, text: &str, head: Rect) -> Option<AboutText> {
        let height = self.layout.above_map()?;
        let orders = order_bar::width_within(self, game, height).map_or(0.0, |bar| bar + MARGIN);
        let left = head.right() + PADDING;
        let room = self.layout.right() - orders - PADDING - left;
        let in_size = |(size, above): (u16, f32)| {
            let lines = self.ui.painter.wrap(text, room, size);
            let has_room = lines.len() as f32 * line_height(size) + 2.0 * above <= head.h;
            let width = lines.iter().map(|line| self.ui.painter.width_as_is(line, size)).fold(0.0, f32::max);
            has_room.then_some(AboutText { lines, size, at: vec2(left, head.y + above), width })
        };
        if room < NARROWEST_ABOUT { None } else { [(BODY, 6.0), (SMALL, 2.0)].into_iter().find_map(in_size) }
    }

    /// Below the card, that something is wrong with the level file; a press shows what.
    fn draw_news_of_file(&mut self, game: &Game) {
        if game.notices.messages().is_empty() || game.panels.open() == Some(Panel::Messages) {
            return;
        }
        let text = format!("{} in the level file", game.notices.messages_in_words());
        let width = self.ui.painter.width(&text, BODY) + 2.0 * PADDING;
        let area = Rect::new(self.card.x, self.card.bottom() + MARGIN, width, BUTTON);
        self.ui.panel(area, 12.0, palette().panel);
        self.ui.write_middle(&text, area, BODY, palette().wrong);
        self.ui.hit_areas.note(area, Role::Button(Action::Play(PlayAction::Messages)));
        self.card.h = area.bottom() - self.card.y;
    }
}

/// How high what the level is about is below the head of the card.
fn height_of(lines: &[String]) -> f32 {
    lines.len() as f32 * line_height(BODY) + 10.0
}

/// How things stand, or what the mouse means just now where that is something else than usual, in one short line.
fn status(game: &Game) -> (String, Color) {
    news(game).unwrap_or_else(|| (how_agents_are(game), palette().text_dim))
}

/// What is more than how the agents are: how the level has ended, what the mouse means just now, that the game is paused.
fn news(game: &Game) -> Option<(String, Color)> {
    if let Some(outcome) = game.run.sim().outcome().filter(|_| game.orders.aim().is_none()) {
        let (words, color) = if outcome.won { ("Won", palette().on) } else { ("Lost", palette().wrong) };
        return Some((format!("{words} · {}", outcome.text), color));
    }
    if let Some(aim) = game.orders.aim() {
        return Some((hint(game, aim).to_owned(), palette().on));
    }
    if game.handling.has_brush() {
        return Some(("Brush: draws walls, begun on one it clears".to_owned(), palette().on));
    }
    game.clock.paused.then(|| (format!("Paused · {}", how_agents_are(game)), palette().partial))
}

fn how_agents_are(game: &Game) -> String {
    let agents = game.run.sim().agents();
    if let (Some(id), 1) = (game.orders.selected().first(), game.orders.selected().len())
        && let Some(agent) = game.run.sim().agent(*id)
    {
        return format!("{} {}: {}", game.run.sim().profile_of(agent).name, id.0, how_it_is(game.run.sim(), agent));
    }
    let moving = game.run.moving();
    let who = match (agents.len(), game.orders.selected().len()) {
        (0, _) => "No agents: N adds a walker".to_owned(),
        (1, 0) => "1 agent".to_owned(),
        (count, 0) => format!("{count} agents"),
        (count, selected) => format!("{selected} of {count} agents selected"),
    };
    if moving > 0 { format!("{who}, {moving} moving") } else { who }
}

/// What an agent is doing or, where it stands for a reason, that.
fn how_it_is(sim: &Simulation, agent: &Agent) -> String {
    let is_held = agent.stands() || agent.waiting().is_some();
    let reason = if is_held { sim.status(agent).reason } else { None };
    let words = |reason| footpath::sentences::stuck(&reason, sim.map(), sim.profile_of(agent));
    reason.map_or_else(|| state_in_words(agent.state()).to_owned(), words)
}

/// What is to be clicked.
fn hint(game: &Game, aim: NextClick) -> &'static str {
    let drawn = game.orders.drawn_patrol();
    let is_path = drawn.is_some_and(|drawn| drawn.is_path());
    let leads_on =
        drawn.is_some_and(|drawn| drawn.points().is_empty()) && plans::open_paths(game.run.sim()).next().is_some();
    match aim {
        NextClick::Follow => "Click the agent to follow. Again: only in sight",
        NextClick::FollowOnSight => "Click the agent to follow while in sight",
        NextClick::Flee => "Click the agent to flee from",
        NextClick::Pin => "Click the cell to pin",
        NextClick::Place => "Click where the new walker is to stand",
        NextClick::Patrol if is_path => "Click more points; Enter or Done ends",
        NextClick::Patrol if leads_on => "Click the points of the patrol. Again: the next path",
        NextClick::Patrol => "Click the points of the patrol",
    }
}
