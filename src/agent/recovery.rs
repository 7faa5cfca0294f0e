//! Recovery: what an agent does that others keep from its goal, or from the slot where it stands.
//!
//! One state machine. [`RecoveryMemory::next`] is a pure function of the state and of what the agent [sees](Seen); what it
//! wants done comes back as a [`Request`], which is carried out after every agent has decided. "Stalled" means without
//! progress for [a while](super::tuning::STALL_TICKS), "lost" that it can go straight neither on nor back to its route.
//! An agent that has got on since it last stalled stalls for the first time again.
//!
//! | state | what it sees | next state | request |
//! |---|---|---|---|
//! | any but yielding | it steers by rays and is caught | none | give up by rays |
//! | any | it walks and is lost | the same | replan |
//! | any | it stands and was pushed to where its slot is out of sight | none | replan; one without a goal settles |
//! | none, rerouting | stalled | rerouting | detour, or settle before those that stand |
//! | the same | stalled [for the last time](super::tuning::GIVES_UP_AFTER) | none | settle |
//! | any, on the way back to its slot | stalled | none | detour, or settle before those that stand |
//! | the same | stalled or pushed off for the third time in a short while | none | settle |
//! | any walking | blocked, and trading slots with the agent in its way brings both nearer to theirs | the same | swap slots |
//! | any walking | blocked by one that stands, or that comes second | the same | have that one yield |
//! | any walking | blocked by one that comes first | the same | yield |
//! | any walking | another begins to yield to it: that counts as a stall | rerouting | |
//! | any | a point out of the other's way was found | yielding | |
//! | yielding | the other has passed, or it takes too long, or stalled | rerouting | resume |
//! | any standing | others push it off its slot | kept off | |
//! | kept off | it is back, or walks | none | |
//! | kept off | for too long | none | settle |
//! | any, standing short of its goal | it gave up [a while](super::tuning::TRIES_AGAIN_AFTER) ago | none | try again |
//! | any, standing beside its goal, which it can have | nobody has pushed it [for a while](super::tuning::STANDING_PATIENCE) | none | try again |
//! | any | a new goal | none | |
//!
//! Yielding is how methods promise an arrival that move many agents over a graph step by step. An agent that yields
//! has the right of way of the one that it lets pass, so that those behind it yield in turn, and where it finds nowhere
//! to go the other one tries: priority inheritance with backtracking (Keisuke Okumura, Manao Machida, Xavier
//! Défago and Yasumasa Tamura, "Priority inheritance with backtracking for iterative multi-agent path finding",
//! Artificial Intelligence 310, 2022). That one agent's route is cleared at a time, and that agents come back and trade
//! places, is from Boris de Wilde, Adriaan ter Mors and Cees Witteveen, "Push and Rotate: a complete multi-agent
//! pathfinding algorithm", Journal of Artificial Intelligence Research 51, 2014. Bodies that move freely have none of
//! the promises that these give on graphs; there, giving up is what ends every chain of attempts, and where many stand in
//! each other's places the group is reordered.

use glam::Vec2;

use super::tuning::{
    GIVES_UP_AFTER, KEPT_OFF_FOR_GOOD, LOOKS_EVERY, RETURNS, STANDING_PATIENCE, STANDS_ASIDE_FOR, TRIES_AGAIN_AFTER,
    YIELDS_FOR,
};
use super::{AgentId, AgentState};

/// What an agent does that others keep from its goal or its slot. See [the table](self).
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize)]
pub enum Recovery {
    /// It gets on, or stands at its slot.
    #[default]
    None,
    /// It has stalled on its way, and tries other routes, or another yields to it.
    Rerouting {
        /// How often it has stalled, or others have yielded to it, since its goal was set.
        stalls: u8,
    },
    /// It goes out of the way of another, and waits there until that one has passed.
    Yielding(Yielding),
    /// It stands, and others keep it off its slot.
    KeptOff {
        /// The tick in which that began.
        since: u64,
    },
}

/// How an agent yields to another where there is no room for two. It goes aside and waits there.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Yielding {
    /// The agent that passes.
    pub to: AgentId,
    /// The tick in which it began to yield.
    pub since: u64,
    /// The state that it stood in, if it stood: then it returns to its slot. Otherwise it goes on along its route.
    pub stood: Option<AgentState>,
    /// How often it has stalled, or others have yielded to it, as in [`Recovery::Rerouting`].
    pub stalls: u8,
}

impl Yielding {
    /// Whether it has lasted for so long that the other is not waited for any longer. One without a goal misses nothing
    /// meanwhile.
    fn is_too_long(&self, now: u64) -> bool {
        let is_parked = matches!(self.stood, Some(AgentState::Idle | AgentState::Stopped));
        let most = if is_parked { STANDS_ASIDE_FOR } else { YIELDS_FOR };
        now - self.since > most
    }
}

/// Where an agent is in its [`Recovery`], and what it remembers that outlasts a state.
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize)]
pub struct RecoveryMemory {
    /// The state that the agent is in.
    pub state: Recovery,
    /// The tick in which it last looked which agent was in its way.
    pub looked: u64,
    /// How often in a row it was pushed off its slot, or stalled on the way back.
    pub displaced: u8,
    /// The tick in which that happened last.
    pub displaced_tick: u64,
    /// The way that was left when it last stalled having got on since the time before, in world units.
    pub left: f32,
    /// The tick in which it settled short of its goal, or beside it, because of others.
    pub gave_up: Option<u64>,
    /// The last tick in which others kept it off its slot.
    pub pushed_tick: u64,
    /// How often it has tried again in vain.
    pub tries: u8,
    /// Where it stood without a goal, in world units, if others have driven it from there: it goes back when that is free.
    pub home: Option<Vec2>,
}

/// What an agent sees of its own situation in one tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Seen {
    /// The number of the tick.
    pub tick: u64,
    /// What is wrong with its route.
    pub trouble: Trouble,
    /// The way that is left along its route, in world units; looked at only where it has stalled.
    pub left: f32,
    /// The least of that by which it must have become shorter to count as progress, in world units.
    pub least_gain: f32,
    /// Whether the agent stands.
    pub stands: bool,
    /// Whether it is on its way back: it has arrived before, or has no goal, and only its slot to lose.
    pub returns: bool,
    /// Whether its profile lets it plan again by itself.
    pub replans: bool,
    /// Whether it has a job in the planning queue.
    pub has_job: bool,
    /// Whether it looked which agent is in its way, because it is blocked and [may](RecoveryMemory::may_look).
    pub looked: bool,
    /// The agent that is in its way, if it looked.
    pub blocker: Option<Blocker>,
    /// Where it yields: whether the other has passed, or is gone.
    pub is_over: bool,
    /// How others keep it off its slot; `None` if they do not, or if it does not stand.
    pub kept_off: Option<KeptOff>,
    /// Whether it [looked](RecoveryMemory::may_look_back) and can have the place where it was sent, or stood before: nobody stands
    /// there, or only those who give it way.
    pub goal_is_free: bool,
}

/// What is wrong with the route of an agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// Nothing is wrong.
    None,
    /// It can go straight neither on nor back to its route; if it stands, to its slot.
    Lost,
    /// It has made no progress for a while.
    Stalled,
    /// It steers by rays, and these do not lead it on.
    CaughtByRays,
}

/// The agent that is in the way of another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blocker {
    /// The number of the agent that is in the way.
    pub id: AgentId,
    /// Whether the agent in the way stands.
    pub stands: bool,
    /// Whether it has the right of way.
    pub comes_first: bool,
    /// Whether both are nearer to their slots if they trade them.
    pub swaps: bool,
}

/// How others keep an agent off its slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeptOff {
    /// Whether it hardly moves.
    pub is_still: bool,
    /// Whether it is pushed along so far off that it comes back when the way is free.
    pub is_carried_off: bool,
    /// Whether there is a free slot where it is; looked at only when it has been kept off for a while, or is lost and has no goal.
    pub has_slot_here: bool,
    /// Whether it overlaps no other body; looked at only then.
    pub has_room: bool,
}

/// What an agent wants done.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub enum Request {
    /// Find it another path; one that stands goes back to its slot.
    Replan,
    /// Find it a detour around agents that stand. If there is none, let it settle at the nearest slot that it can reach,
    /// or find it another path where one that is in its way may still move.
    Detour,
    /// Let it stand where it is.
    Settle,
    /// It has stood short of its goal, or beside it, for a while: find it a path, in case the others are gone.
    TryAgain,
    /// It steers by rays and gives up its goal.
    GiveUpByRays,
    /// Let it trade slots with another.
    SwapSlots(AgentId),
    /// Have another yield to it.
    AskToYield(YieldRequest),
    /// Let it yield to another.
    YieldTo(YieldRequest),
    /// It has yielded: let it go on, or back to the slot where it stood in this state.
    Resume(Option<AgentState>),
    /// Another begins to yield to it, and is to be let out first.
    LetOut(AgentId),
}

/// The other agent where one is to yield.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub struct YieldRequest {
    /// The number of the other agent.
    pub other: AgentId,
    /// Whether the two change parts if the one that is to yield finds nowhere to go.
    pub or_reverse: bool,
}

fn ask(blocker: Blocker) -> Request {
    let asked = YieldRequest { other: blocker.id, or_reverse: !blocker.stands };
    match () {
        () if blocker.swaps => Request::SwapSlots(blocker.id),
        () if blocker.comes_first => Request::YieldTo(asked),
        () => Request::AskToYield(asked),
    }
}

impl Recovery {
    /// How often the agent has stalled since its goal was set.
    pub(crate) fn stalls(self) -> u8 {
        match self {
            Recovery::Rerouting { stalls } => stalls,
            Recovery::Yielding(yielding) => yielding.stalls,
            Recovery::None | Recovery::KeptOff { .. } => 0,
        }
    }

    /// The state of a walking agent that has stalled so often.
    fn after(stalls: u8) -> Recovery {
        if stalls == 0 { Recovery::None } else { Recovery::Rerouting { stalls } }
    }
}

impl RecoveryMemory {
    /// The next state of an agent and what it wants done.
    ///
    /// ```
    /// use footpath::agent::Recovery;
    /// use footpath::agent::recovery::{RecoveryMemory, Request, Seen, Trouble};
    /// let seen = Seen {
    ///     tick: 600, trouble: Trouble::Stalled, left: 9.0, least_gain: 1.0, stands: false, returns: false,
    ///     replans: true, has_job: false, looked: false, blocker: None, is_over: false, kept_off: None, goal_is_free: false,
    /// };
    /// let (memory, request) = RecoveryMemory::default().next(&seen);
    /// assert_eq!(memory.state, Recovery::Rerouting { stalls: 1 });
    /// assert_eq!(request, Some(Request::Detour));
    /// ```
    pub fn next(mut self, seen: &Seen) -> (RecoveryMemory, Option<Request>) {
        let request = self.advance(seen);
        (self, request)
    }

    fn advance(&mut self, seen: &Seen) -> Option<Request> {
        if seen.kept_off.is_some() {
            self.pushed_tick = seen.tick;
        }
        if seen.stands && !seen.has_job && self.gave_up.is_none() {
            self.tries = 0;
        }
        if seen.stands && !seen.has_job && seen.replans && self.may_try_again(seen) {
            (self.state, self.gave_up, self.tries) = (Recovery::None, None, self.tries.saturating_add(1));
            return Some(Request::TryAgain);
        }
        if let Recovery::Yielding(yielding) = self.state
            && (seen.is_over || yielding.is_too_long(seen.tick) || seen.trouble == Trouble::Stalled)
        {
            self.state = Recovery::after(yielding.stalls.saturating_add(u8::from(seen.trouble == Trouble::Stalled)));
            return Some(Request::Resume(yielding.stood));
        }
        match seen.trouble {
            Trouble::CaughtByRays => {
                self.state = Recovery::None;
                return Some(Request::GiveUpByRays);
            }
            Trouble::Stalled => return Some(self.stall(seen)),
            Trouble::Lost if !seen.stands => return Some(Request::Replan),
            Trouble::Lost if !seen.has_job => return Some(self.displace(seen)),
            Trouble::Lost | Trouble::None => {}
        }
        if seen.looked {
            self.looked = seen.tick;
        }
        match seen.blocker {
            Some(blocker) => Some(ask(blocker)),
            None => self.keep_slot(seen),
        }
    }

    fn stall(&mut self, seen: &Seen) -> Request {
        let stalls = self.count_stall(seen);
        let gives_up = if seen.returns { self.count_displacement(seen.tick) } else { stalls >= GIVES_UP_AFTER };
        self.state = if gives_up || seen.returns { Recovery::None } else { Recovery::Rerouting { stalls } };
        match gives_up {
            _ if !seen.replans => Request::Replan,
            true => Request::Settle,
            false => Request::Detour,
        }
    }

    /// How often the agent has stalled since it last got on.
    fn count_stall(&mut self, seen: &Seen) -> u8 {
        let before = self.state.stalls();
        let gets_on = before == 0 || seen.left < self.left - seen.least_gain;
        if gets_on {
            self.left = seen.left;
        }
        if gets_on { 1 } else { before.saturating_add(1) }
    }

    /// One without a goal stays where it was pushed, if there is a free slot: on its way back at once it would meet those that pushed
    /// it.
    fn displace(&mut self, seen: &Seen) -> Request {
        self.state = Recovery::None;
        let is_often = self.count_displacement(seen.tick);
        let stays = seen.kept_off.is_some_and(|kept_off| kept_off.has_slot_here);
        if is_often || stays { Request::Settle } else { Request::Replan }
    }

    /// Counts that the agent was pushed off its slot, or stalled on the way back; whether that was once too often.
    fn count_displacement(&mut self, tick: u64) -> bool {
        let before = if tick - self.displaced_tick <= TRIES_AGAIN_AFTER { self.displaced } else { 0 };
        (self.displaced, self.displaced_tick) = (before.saturating_add(1), tick);
        self.displaced > RETURNS
    }

    /// Keeps count of how long others have kept a standing agent off its slot.
    fn keep_slot(&mut self, seen: &Seen) -> Option<Request> {
        let Some(kept_off) = seen.kept_off else {
            self.forget_slot();
            return None;
        };
        let since = match self.state {
            Recovery::KeptOff { since } if !kept_off.is_carried_off => since,
            _ => seen.tick,
        };
        self.state = Recovery::KeptOff { since };
        let least = if kept_off.is_still { STANDING_PATIENCE } else { KEPT_OFF_FOR_GOOD };
        let ticks = seen.tick - since;
        let settles = ticks >= least && kept_off.has_slot_here || ticks >= KEPT_OFF_FOR_GOOD && kept_off.has_room;
        if settles {
            self.state = Recovery::None;
        }
        settles.then_some(Request::Settle)
    }

    /// The agent has a new goal.
    pub fn set_out(&mut self) {
        (self.state, self.gave_up, self.tries, self.home) = (Recovery::None, None, 0, None);
    }

    /// The agent stands short of its goal, or beside its slot, because of others.
    pub fn settle_short(&mut self, tick: u64) {
        self.gave_up = Some(tick);
    }

    /// Whether it is time for an agent that gave up because of others to look whether its goal has become free.
    pub fn may_look_back(&self, tick: u64) -> bool {
        self.gave_up.is_some_and(|gave_up| (tick - gave_up).is_multiple_of(LOOKS_EVERY))
    }

    /// Whether an agent that gave up because of others may look whether they are gone: each time it waits twice as long.
    fn may_try_again(&self, seen: &Seen) -> bool {
        let Some(gave_up) = self.gave_up else { return false };
        let doubled = self.tries.min(RETURNS);
        let is_free = seen.goal_is_free && seen.tick - gave_up.max(self.pushed_tick) >= STANDING_PATIENCE << doubled;
        is_free || seen.tick - gave_up >= TRIES_AGAIN_AFTER << doubled
    }

    /// The agent is at its slot, or has none to be kept off.
    pub fn forget_slot(&mut self) {
        if let Recovery::KeptOff { .. } = self.state {
            self.state = Recovery::None;
        }
    }

    /// The agent begins to yield to another, in the state in which it stood if it did.
    pub fn start_yielding(&mut self, to: AgentId, since: u64, stood: Option<AgentState>) {
        let stood = self.yielding().map_or(stood, |yielding| yielding.stood);
        self.state = Recovery::Yielding(Yielding { to, since, stood, stalls: self.state.stalls() });
    }

    /// The agent no longer yields.
    pub fn stop_yielding(&mut self) {
        if let Recovery::Yielding(yielding) = self.state {
            self.state = Recovery::after(yielding.stalls);
        }
    }

    /// Another begins to yield to the agent: that counts as a stall, so that it gives up where many have done so in vain.
    pub fn count_yielding(&mut self) {
        let stalls = self.state.stalls().saturating_add(1);
        match &mut self.state {
            Recovery::Yielding(yielding) => yielding.stalls = stalls,
            state => *state = Recovery::Rerouting { stalls },
        }
    }

    /// How the agent yields to another, if it does.
    pub fn yielding(&self) -> Option<Yielding> {
        match self.state {
            Recovery::Yielding(yielding) => Some(yielding),
            _ => None,
        }
    }

    /// For how many ticks others have kept the agent off its slot.
    pub fn kept_off_for(&self, tick: u64) -> u64 {
        match self.state {
            Recovery::KeptOff { since } => tick - since,
            _ => 0,
        }
    }

    /// Whether the agent may look which other is in its way: it has not done so for a while, and has not tried too often.
    pub fn may_look(&self, tick: u64) -> bool {
        self.state.stalls() < GIVES_UP_AFTER && tick - self.looked >= LOOKS_EVERY
    }
}

#[cfg(test)]
mod tests {
    use super::super::tuning::STALL_TICKS;
    use super::*;

    const CALM: Seen = Seen {
        tick: 1000,
        trouble: Trouble::None,
        left: 9.0,
        least_gain: 1.0,
        stands: false,
        returns: false,
        replans: true,
        has_job: false,
        looked: false,
        blocker: None,
        is_over: false,
        kept_off: None,
        goal_is_free: false,
    };
    const STALLED: Seen = Seen { trouble: Trouble::Stalled, ..CALM };
    const OTHER: Blocker = Blocker { id: AgentId(7), stands: true, comes_first: false, swaps: false };

    #[test]
    fn an_agent_that_stalls_again_and_again_settles() {
        let mut memory = RecoveryMemory::default();
        let mut requests = Vec::new();
        for stall in 1..=u64::from(GIVES_UP_AFTER) {
            let (next, request) = memory.next(&Seen { tick: stall * u64::from(STALL_TICKS), ..STALLED });
            memory = next;
            requests.extend(request);
        }
        assert_eq!(requests[0], Request::Detour);
        assert_eq!(requests.iter().position(|&request| request == Request::Settle), Some(GIVES_UP_AFTER as usize - 1));
        assert_eq!(memory.state, Recovery::None);
    }

    #[test]
    fn an_agent_that_gets_on_between_stalls_does_not_give_up() {
        let mut memory = RecoveryMemory::default();
        for stall in 1..=3 * u64::from(GIVES_UP_AFTER) {
            let tick = stall * u64::from(STALL_TICKS);
            let (next, request) = memory.next(&Seen { tick, left: 200.0 - 2.0 * stall as f32, ..STALLED });
            assert!(request == Some(Request::Detour), "{stall}: {request:?}");
            memory = next;
        }
    }

    /// It waits twice as long each time.
    #[test]
    fn an_agent_that_gave_up_tries_again() {
        let mut memory = RecoveryMemory::default();
        let mut tick = CALM.tick;
        for wait in [1, 2, 4] {
            memory.settle_short(tick);
            let stands = |ticks| Seen { tick: tick + ticks, stands: true, ..CALM };
            assert_eq!(memory.next(&stands(wait * TRIES_AGAIN_AFTER - 1)).1, None);
            let (next, request) = memory.next(&stands(wait * TRIES_AGAIN_AFTER));
            assert_eq!(request, Some(Request::TryAgain));
            (memory, tick) = (next, tick + wait * TRIES_AGAIN_AFTER);
        }
    }

    /// An agent beside its goal comes back once that is free and nobody has pushed it for a while; each time in vain it waits
    /// twice as long, until it stands at its slot again.
    #[test]
    fn an_agent_beside_its_goal_comes_back_when_that_is_free() {
        let stands = Seen { stands: true, goal_is_free: true, ..CALM };
        let kept_off = KeptOff { is_still: true, is_carried_off: false, has_slot_here: false, has_room: false };
        let mut memory = RecoveryMemory::default();
        memory.settle_short(CALM.tick);
        let pushed = CALM.tick + 200;
        let (memory, request) = memory.next(&Seen { tick: pushed, kept_off: Some(kept_off), ..stands });
        assert_eq!(request, None, "it is being pushed");
        let calm = |ticks| Seen { tick: pushed + ticks, ..stands };
        assert_eq!(memory.next(&calm(STANDING_PATIENCE - 1)).1, None, "it was pushed until now");
        assert_eq!(
            memory.next(&Seen { goal_is_free: false, ..calm(STANDING_PATIENCE) }).1,
            None,
            "another stands there"
        );
        let (mut memory, request) = memory.next(&calm(STANDING_PATIENCE));
        assert_eq!((request, memory.tries), (Some(Request::TryAgain), 1));
        memory.settle_short(pushed + 200);
        assert_eq!(memory.next(&calm(200 + 2 * STANDING_PATIENCE - 1)).1, None);
        let (memory, request) = memory.next(&calm(200 + 2 * STANDING_PATIENCE));
        assert_eq!((request, memory.tries), (Some(Request::TryAgain), 2));
        assert_eq!(memory.next(&calm(1000)).0.tries, 0, "it stands at its slot");
    }

    /// Others may yield to an agent any number of times.
    #[test]
    fn an_agent_to_which_many_have_yielded_settles_when_it_stalls() {
        let mut memory = RecoveryMemory::default();
        (0..300).for_each(|_| memory.count_yielding());
        assert_eq!(memory.next(&STALLED).1, Some(Request::Settle));
        memory.start_yielding(OTHER.id, CALM.tick, None);
        assert_eq!(memory.next(&STALLED).1, Some(Request::Resume(None)));
    }

    #[test]
    fn an_agent_comes_back_to_its_slot_twice() {
        let pushed = Seen { trouble: Trouble::Lost, stands: true, ..CALM };
        let (once, first) = RecoveryMemory::default().next(&pushed);
        let (twice, second) = once.next(&pushed);
        assert_eq!((first, second), (Some(Request::Replan), Some(Request::Replan)));
        assert_eq!(twice.next(&pushed).1, Some(Request::Settle));
        let later = Seen { tick: pushed.tick + TRIES_AGAIN_AFTER + 1, ..pushed };
        assert_eq!(twice.next(&later).1, Some(Request::Replan));
    }

    /// On its way back at once it would meet those that pushed it.
    #[test]
    fn an_agent_without_a_goal_stays_where_it_was_pushed_if_there_is_a_slot() {
        let kept_off =
            |has_slot_here| KeptOff { is_still: false, is_carried_off: true, has_slot_here, has_room: false };
        let lost = Seen { trouble: Trouble::Lost, stands: true, ..CALM };
        let pushed = Seen { kept_off: Some(kept_off(true)), ..lost };
        assert_eq!(RecoveryMemory::default().next(&pushed).1, Some(Request::Settle));
        let full = Seen { kept_off: Some(kept_off(false)), ..lost };
        assert_eq!(RecoveryMemory::default().next(&full).1, Some(Request::Replan));
    }

    #[test]
    fn of_two_agents_the_one_that_comes_second_yields() {
        let asked = |blocker| RecoveryMemory::default().next(&Seen { blocker: Some(blocker), ..CALM }).1;
        let other = |or_reverse| YieldRequest { other: OTHER.id, or_reverse };
        assert_eq!(asked(OTHER), Some(Request::AskToYield(other(false))));
        assert_eq!(asked(Blocker { stands: false, ..OTHER }), Some(Request::AskToYield(other(true))));
        let first = Blocker { stands: false, comes_first: true, ..OTHER };
        assert_eq!(asked(first), Some(Request::YieldTo(other(true))));
        assert_eq!(asked(Blocker { swaps: true, ..first }), Some(Request::SwapSlots(OTHER.id)));
    }

    #[test]
    fn an_agent_yields_until_the_other_has_passed_or_for_long_enough() {
        let mut memory = RecoveryMemory::default();
        memory.start_yielding(OTHER.id, CALM.tick, Some(AgentState::Arrived));
        assert_eq!(memory.next(&CALM), (memory, None));
        let resumed = Some(Request::Resume(Some(AgentState::Arrived)));
        assert_eq!(memory.next(&Seen { is_over: true, ..CALM }).1, resumed);
        assert_eq!(memory.next(&Seen { tick: CALM.tick + YIELDS_FOR + 1, ..CALM }).1, resumed);
        let mut parked = RecoveryMemory::default();
        parked.start_yielding(OTHER.id, CALM.tick, Some(AgentState::Idle));
        let after = |ticks| parked.next(&Seen { tick: CALM.tick + ticks, ..CALM }).1;
        assert_eq!(after(STANDS_ASIDE_FOR), None, "it has nothing else to do");
        assert_eq!(after(STANDS_ASIDE_FOR + 1), Some(Request::Resume(Some(AgentState::Idle))));
        assert_eq!(memory.next(&STALLED).1, resumed);
    }

    #[test]
    fn an_agent_kept_off_its_slot_takes_one_where_it_is() {
        let kept_off = KeptOff { is_still: true, is_carried_off: false, has_slot_here: true, has_room: true };
        let pressed = Seen { stands: true, kept_off: Some(kept_off), ..CALM };
        let (memory, request) = RecoveryMemory::default().next(&pressed);
        assert_eq!((memory.state, request), (Recovery::KeptOff { since: CALM.tick }, None));
        let later = |ticks| Seen { tick: CALM.tick + ticks, ..pressed };
        assert_eq!(memory.next(&later(STANDING_PATIENCE - 1)).1, None);
        assert_eq!(memory.next(&later(STANDING_PATIENCE)).1, Some(Request::Settle));
        let full = Seen { kept_off: Some(KeptOff { has_slot_here: false, ..kept_off }), ..later(STANDING_PATIENCE) };
        assert_eq!(memory.next(&full).1, None);
        assert_eq!(memory.next(&Seen { tick: CALM.tick + KEPT_OFF_FOR_GOOD, ..full }).1, Some(Request::Settle));
        assert_eq!(memory.next(&Seen { kept_off: None, ..pressed }).0.state, Recovery::None);
    }
}
