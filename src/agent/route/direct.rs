//! Routes of those who find no ways: straight on, whatever lies in between, and whether that leads on.

use glam::Vec2;

use super::{Ground, PATIENCE, Progress, Purpose, Route, WHOLE_TICK};
use crate::grid::Cell;

/// Whoever has come no farther in all its patience than at this part of its speed is caught.
const CRAWL: f32 = 0.1;

/// So many time constants of the velocity one has patience at least: heavy bodies come to their place slowly.
const LAGS: f32 = 8.0;

/// So many lengths of the straight way, and so many times as far as one's rays reach, one goes round about at the most.
const ROUNDABOUT: (f32, f32) = (2.0, 10.0);

impl Route {
    /// Straight from `from` to `place`, a point in the cell `to`, whatever lies in between: for those who find no ways.
    pub fn straight(ground: Ground, from: Vec2, to: Cell, place: Vec2, purpose: Purpose) -> Route {
        let cells = vec![ground.nav.lattice().tile_at(from), to];
        let mut route = Route { cells, ..Route::through(ground, from, vec![place], Vec::new(), purpose) };
        // Whoever goes round what is in between does not come through the gates that are on the line.
        route.track.drain(..route.track.len() - 1);
        route.pass_end(ground.mover);
        route.measure();
        route
    }

    /// Notes how an agent at `position` gets on that steers by rays, and is pressed upon by others or not: it is lost when it
    /// is [caught](Route::is_caught).
    pub fn advance_by_rays(&mut self, ground: Ground, position: Vec2, is_obstructed: bool) -> Progress {
        let mover = ground.mover;
        let time = patience(ground) as f32 * mover.tick();
        let least = CRAWL * time * mover.speed.min(0.5 * mover.acceleration * time);
        if self.track_from.distance_squared(position) > least * least {
            (self.track_from, self.stalled) = (position, 0);
        }
        self.stalled = self.stalled.saturating_add(if is_obstructed { 1 } else { WHOLE_TICK });
        if self.is_caught(ground) { Progress::Lost } else { Progress::OnTrack }
    }

    /// Whether an agent that steers by rays has not come on for as long as it has patience, two seconds or more, or has gone
    /// round about much farther than the straight way is long. Held up by others it has eight times the patience.
    pub fn is_caught(&self, ground: Ground) -> bool {
        let farthest = ROUNDABOUT.0 * self.length + ROUNDABOUT.1 * ground.solid.profile.rays.look_ahead;
        self.stalled >= patience(ground) * WHOLE_TICK || self.walked > farthest
    }
}

/// For how many ticks an agent that steers by rays has patience.
fn patience(ground: Ground) -> u32 {
    PATIENCE.max((LAGS * ground.mover.response / ground.mover.tick()) as u32)
}
