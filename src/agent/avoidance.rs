//! Local avoidance: a preferred velocity goes in, a safe velocity comes out.
use super::neighbours::Grid;
use glam::Vec2;

#[derive(Clone, Copy, Debug, Default)]
pub struct Body {
    pub position: Vec2,
    pub velocity: Vec2,
    pub preferred: Vec2,
    pub radius: f32,
    pub max_speed: f32,
    pub acceleration: f32,
    pub priority: u8,
    pub id: u32,
    pub stands: bool,
    pub corner: Vec2,
    /// the corner after `corner` (equal to it at the end of the way)
    pub onward: Vec2,
    pub quality: u8,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Memory {
    pub queueing: bool,
    pub crowded: bool,
    /// how long it has been slowed, smoothed
    pub blocked: f32,
    pub shift: f32,
    pub flow: f32,
    pub countdown: u8,
}

#[derive(Clone, Copy, Debug)]
pub struct Wall {
    pub nearest: Vec2,
    pub velocity: Vec2,
}

struct Constants {
    reach: f32,
    skin: f32,
    near_gap: f32,
    near_time: f32,
    push_time: f32,
    wall_time: f32,
    horizon: f32,
    soft: f32,
    least_time: f32,
    most_lateral: f32,
    margin: f32,
    bias: f32,
    base_bias: f32,
    smooth: f32,
    give: f32,
    same: f32,

    follow_time: f32,
    stream_facing: f32,
    stream_reach: f32,
    stream_room: f32,
    stream_width: f32,
    stream_least: f32,
    stream_gain: f32,
    stream_most: f32,
    same_corner: f32,
    ahead: f32,
    intent: f32,
    free: f32,
    flow_time: f32,
    patience: f32,
    front: f32,
    queue_gap: f32,
    follow_gap: f32,
    beside: f32,
    hurried: f32,
    slop: f32,
    push: f32,
}

const CONSTANTS: Constants = Constants {
    reach: 5.0,
    skin: 0.006,
    near_gap: 0.8,
    near_time: 0.25,
    push_time: 0.1,
    wall_time: 0.25,
    horizon: 4.0,
    soft: 4.0,
    least_time: 0.6,
    most_lateral: 1.2,
    margin: 0.08,
    bias: 0.8,
    base_bias: 0.1,
    smooth: 0.2,
    give: 0.9,
    same: 0.7,

    follow_time: 0.2,
    stream_facing: 0.25,
    stream_reach: 16.0,
    stream_room: 0.6,
    stream_width: 4.0,
    stream_least: 0.5,
    stream_gain: 0.4,
    stream_most: 1.4,
    same_corner: 1.5,
    ahead: 0.3,
    intent: 1.0,
    free: 0.5,
    flow_time: 0.5,
    patience: 0.15,
    front: 1.2,
    queue_gap: 0.3,
    follow_gap: 0.1,
    beside: 0.0,
    hurried: 0.7,
    slop: 0.003,
    push: 0.5,
};

#[derive(Clone, Debug, Default)]
pub struct Snapshot {
    bodies: Vec<Body>,
    /// place of each body in `bodies` (cell order)
    place: Vec<u32>,
    grid: Grid,
    seed: u32,
    largest: f32,
}

/// How far from a body's middle walls are to be told, in world units.
pub const WALL_REACH: f32 = 1.2;

impl Snapshot {
    pub fn build(&mut self, bodies: &[Body], seed: u32) {
        self.seed = seed;
        self.grid.rebuild(bodies.iter().map(|b| b.position), 2.0);
        self.bodies.clear();
        self.bodies.extend(self.grid.order().iter().map(|&n| bodies[n as usize]));
        self.place.resize(bodies.len(), 0);
        for (place, &n) in self.grid.order().iter().enumerate() {
            self.place[n as usize] = place as u32;
        }
        self.largest = bodies.iter().fold(0.0, |l, b| l.max(b.radius));
    }
    pub fn order(&self) -> &[u32] {
        self.grid.order()
    }
    /// A body has moved; the cells stay as they are, as nobody moves far in a tick.
    pub fn move_to(&mut self, index: usize, position: Vec2) {
        self.bodies[self.place[index] as usize].position = position;
    }

    /// Whether anybody who does not stand still is near.
    pub fn is_disturbed(&self, index: usize) -> bool {
        let mut is_disturbed = false;
        self.others(self.place[index] as usize, 2.0, |other, _, _| {
            is_disturbed |= !other.stands || other.velocity != Vec2::ZERO;
        });
        is_disturbed
    }

    #[inline]
    fn others(&self, place: usize, reach: f32, mut visit: impl FnMut(&Body, Vec2, f32)) {
        let middle = self.bodies[place].position;
        self.grid.runs(middle, reach, |first, end| {
            for other in first..end {
                let body = &self.bodies[other];
                let x = body.position - middle;
                let d2 = x.length_squared();
                if d2 < reach * reach && other != place {
                    visit(body, x, d2);
                }
            }
        });
    }
}

#[derive(Clone, Copy)]
struct Line {
    /// normal.v <= bound
    normal: Vec2,
    bound: f32,
    softness: f32,
    force: f32,
}
const MOST: usize = 16;
struct Lines {
    lines: [Line; MOST],
    count: usize,
}
impl Lines {
    fn new() -> Lines {
        Lines { lines: [Line { normal: Vec2::ZERO, bound: 0.0, softness: 0.0, force: 0.0 }; MOST], count: 0 }
    }
    #[inline]
    fn push(&mut self, normal: Vec2, bound: f32, softness: f32) {
        let line = Line { normal, bound, softness, force: 0.0 };
        if self.count < MOST {
            self.lines[self.count] = line;
            self.count += 1;
            return;
        }
        let mut loosest = 0;
        for k in 1..MOST {
            if self.lines[k].softness > self.lines[loosest].softness {
                loosest = k;
            }
        }
        if self.lines[loosest].softness > softness {
            self.lines[loosest] = line;
        }
    }
    /// Hildreth
    fn solve(&mut self, wish: Vec2, rounds: usize) -> Vec2 {
        let mut v = wish;
        for _ in 0..rounds {
            let mut change = 0.0f32;
            for line in &mut self.lines[..self.count] {
                let excess = line.normal.dot(v) - line.bound - line.softness * line.force;
                let force = (line.force + excess / (1.0 + line.softness)).max(0.0);
                let step = force - line.force;
                v -= line.normal * step;
                line.force = force;
                change = change.max(step.abs());
            }
            if change < 1e-3 {
                break;
            }
        }
        v
    }
}

fn noise(a: u32, b: u32) -> f32 {
    let mut z = a.wrapping_mul(0x9E37_79B9) ^ b.wrapping_mul(0x85EB_CA6B);
    z = (z ^ (z >> 16)).wrapping_mul(0x7FEB_352D);
    z = (z ^ (z >> 15)).wrapping_mul(0x846C_A68B);
    ((z ^ (z >> 16)) >> 8) as f32 / (1u32 << 23) as f32 - 1.0
}

/// whether `a` goes before `b`, when both want through the same place
fn before(a: &Body, b: &Body) -> bool {
    if a.priority != b.priority {
        return a.priority < b.priority;
    }
    let (p, q) = (a.position.distance_squared(a.corner), b.position.distance_squared(b.corner));
    if p != q {
        return p < q;
    }
    a.id < b.id
}

/// whether both are on the way to the same place and go on from there to the same side
fn converge(c: &Constants, a: &Body, b: &Body) -> bool {
    !a.stands
        && !b.stands
        && a.corner.distance_squared(b.corner) < c.same_corner * c.same_corner
        && (a.onward - a.corner).dot(b.onward - b.corner) >= 0.0
}

pub fn safe_velocity(bodies: &Snapshot, index: usize, walls: &[Wall], memory: &mut Memory, tick: f32) -> Vec2 {
    let c = &CONSTANTS;
    let place = bodies.place[index] as usize;
    let me = bodies.bodies[place];
    let p = me.preferred;
    let speed = p.length();
    let heading = if speed > 1e-4 { p / speed } else { Vec2::ZERO };
    let mut soft = Lines::new();
    let mut hard = Lines::new();
    let mut crowded = false;
    let (mut hurry, mut queue) = (false, false);
    let mut solid = Lines::new();
    for wall in walls {
        let x = wall.nearest - me.position;
        let d = x.length();
        if d < 1e-5 {
            continue;
        }
        let n = x / d;
        let gap = d - me.radius - 0.002;
        if gap < 0.02 {
            crowded = true;
        }
        let allowed = if gap > 0.0 { gap / c.wall_time } else { gap / tick };
        hard.push(n, wall.velocity.dot(n) + allowed, 0.0);
        solid.push(n, wall.velocity.dot(n) + allowed, 0.0);
    }
    bodies.others(place, c.reach, |o, x, d2| {
        let wide = me.radius + o.radius + c.skin;
        if d2 < (wide + c.near_gap) * (wide + c.near_gap) {
            let (pressed, behind) = near(c, &me, heading, o, x, d2, wide, &mut hard);
            hurry |= pressed;
            queue |= behind;
            if d2 < (wide + 0.08) * (wide + 0.08) {
                crowded = true;
            }
        }
        far(c, bodies.seed, &me, heading, o, x, wide, &mut soft);
    });
    memory.crowded = crowded;
    if memory.countdown == 0 {
        memory.countdown = 8;
        memory.shift = stream(bodies, place, heading);
    }
    memory.countdown -= 1;
    memory.flow += (me.velocity.dot(heading) - memory.flow) * (tick / c.flow_time).min(1.0);
    memory.queueing = queue && memory.flow < 0.5 * speed;
    let near_corner = me.corner.distance_squared(me.position) < c.front * c.front;
    let p = if queue && !near_corner && speed > 0.0 {
        p * ((memory.flow.max(0.0) + c.patience) / speed).min(1.0)
    } else {
        p
    };
    let hurry = hurry && (!queue || near_corner);
    let p = if hurry { p * (me.max_speed / speed.max(1.0)) } else { p };
    let p = p + Vec2::new(heading.y, -heading.x) * memory.shift;
    if soft.count == 0
        && hard.count == solid.count
        && memory.shift == 0.0
        && walls.iter().all(|wall| wall.velocity == Vec2::ZERO)
    {
        return within_reach(&me, me.preferred, tick);
    }
    let mut g = if soft.count > 0 { soft.solve(p, 8) } else { p };
    let gl = g.length();
    let most = me.max_speed.min(if hurry { me.max_speed } else { speed.max(0.3) * 1.2 });
    if gl > most {
        g *= most / gl;
    }
    let mut v = me.velocity + (g - me.velocity) * c.smooth;
    if hard.count > 0 {
        v = hard.solve(v, 10);
    }
    if solid.count > 0 {
        v = solid.solve(v, 4);
    }
    let l = v.length();
    if l > me.max_speed {
        v *= me.max_speed / l;
    }
    within_reach(&me, v, tick)
}

/// The velocity nearest to `velocity` that a body can come to within a tick.
fn within_reach(me: &Body, velocity: Vec2, tick: f32) -> Vec2 {
    let change = velocity - me.velocity;
    let most = me.acceleration * tick;
    // Whoever wants no more than it can gets just that.
    if change.length_squared() <= most * most * 1.000_01 {
        velocity
    } else {
        me.velocity + change.clamp_length_max(most)
    }
}

#[inline]
fn near(
    c: &Constants,
    me: &Body,
    heading: Vec2,
    o: &Body,
    x: Vec2,
    d2: f32,
    wide: f32,
    hard: &mut Lines,
) -> (bool, bool) {
    let d = d2.sqrt().max(1e-5);
    let n = x / d;
    let mut gap = d - wide;
    let mut share = 0.5;
    let (mut hurry, mut queue) = (false, false);
    let mut time = c.near_time;
    let mut theirs = o.velocity.dot(n);
    if me.stands != o.stands {
        share = if me.stands { c.give } else { 1.0 - c.give };
    } else if converge(c, me, o) {
        if before(me, o) {
            share = 1.0 - c.give;
            hurry = o.velocity.dot(o.preferred) < c.hurried * o.preferred.length_squared();
        } else {
            share = c.give;
            time = c.follow_time;
            queue = gap < c.queue_gap && n.dot(heading) > 0.3;
            theirs = theirs.min(o.preferred.dot(n) * c.intent);
            gap -= c.follow_gap * (c.beside + (1.0 - c.beside) * n.dot(heading).max(0.0));
        }
    } else if me.preferred.dot(o.preferred) > 0.0 {
        let sum = me.preferred + o.preferred;
        let ahead = x.dot(sum);
        if ahead * ahead > c.ahead * c.ahead * d2 * sum.length_squared() {
            share = if ahead < 0.0 { 1.0 - c.give } else { c.give };
        }
    }
    let allowed = if gap > 0.0 { gap / time } else { gap / c.push_time };
    let mine = me.velocity.dot(n);
    if share < 0.5 && mine - theirs < allowed {
        share = c.free;
    }
    let bound = mine + share * (allowed - (mine - theirs));
    hard.push(n, bound, if gap > 0.0 { 0.02 + gap * 0.1 } else { 0.01 });
    (hurry, queue)
}

#[inline]
fn far(c: &Constants, seed: u32, me: &Body, heading: Vec2, o: &Body, x: Vec2, wide: f32, soft: &mut Lines) {
    let along = me.preferred.dot(o.preferred);
    let mut w = me.preferred - o.velocity;
    // going the same way: what it wants counts, not what it does
    let same =
        along > 0.0 && along * along > c.same * c.same * me.preferred.length_squared() * o.preferred.length_squared();
    if same {
        w = me.preferred - o.preferred;
    }
    let toward = x.dot(w);
    if toward <= 0.0 {
        return;
    }
    if converge(c, me, o) {
        return;
    }
    let w2 = w.length_squared();
    if w2 < 0.01 || toward > c.horizon * w2 {
        return;
    }
    let cross = w.perp_dot(x); // > 0: it is to the left of my way
    let room = wide + c.margin;
    if cross * cross > room * room * w2 {
        return;
    }
    let t = toward / w2;
    let w1 = w2.sqrt();
    let left = cross / w1;
    let opposed = (-heading.dot(o.preferred.normalize_or_zero())).max(0.0);
    let turn = (c.bias * opposed + c.base_bias) * (1.0 + 0.2 * noise(me.id ^ o.id, seed));
    let side = if left > -turn * room { 1.0 } else { -1.0 };
    // I pass to the right (side 1): the needed miss distance is room - left
    let need = room - side * left;
    let lateral = (need / t.max(c.least_time)).min(c.most_lateral);
    let u = 1.0 - t / c.horizon;
    let weight = c.soft * u * u;
    if weight < 1e-3 {
        return;
    }
    // the right hand of w
    let right = Vec2::new(w.y, -w.x) * (side / w1);
    // right.v >= right.p + lateral
    soft.push(-right, -(right.dot(me.preferred) + lateral), 1.0 / weight);
}

/// how fast to shift to the right before an oncoming stream
fn stream(bodies: &Snapshot, place: usize, heading: Vec2) -> f32 {
    let c = &CONSTANTS;
    if heading == Vec2::ZERO {
        return 0.0;
    }
    let mut mass = 0.0;
    let middle = bodies.bodies[place].position + heading * (c.stream_reach * 0.5);
    let me = &bodies.bodies[place];
    bodies.grid.runs(middle, c.stream_reach * 0.5, |first, end| {
        for o in &bodies.bodies[first..end] {
            let x = o.position - me.position;
            let ahead = heading.dot(x);
            if ahead <= 0.0 || ahead > c.stream_reach {
                continue;
            }
            let left = heading.perp_dot(x);
            if left > c.stream_room || left < -c.stream_width {
                continue;
            }
            let q = o.preferred;
            let facing = heading.dot(q);
            if facing > 0.0 || facing * facing < c.stream_facing * q.length_squared() {
                continue;
            }
            if converge(c, me, o) {
                continue;
            }
            let straight = me.corner.distance(me.position) + o.corner.distance(o.position);
            if ahead > straight {
                continue;
            }
            mass += 1.0 - ahead / c.stream_reach;
        }
    });
    ((mass - c.stream_least) * c.stream_gain).clamp(0.0, c.stream_most)
}

pub fn correction(bodies: &Snapshot, index: usize, walls: &[Wall]) -> Vec2 {
    let c = &CONSTANTS;
    let place = bodies.place[index] as usize;
    let me = bodies.bodies[place];
    let mut push = Vec2::ZERO;
    bodies.others(place, me.radius + bodies.largest + c.slop, |o, x, d2| {
        let wide = me.radius + o.radius + c.slop;
        if d2 >= wide * wide {
            return;
        }
        let d = d2.sqrt();
        let n = if d > 1e-5 { x / d } else { Vec2::X * if me.id < o.id { 1.0 } else { -1.0 } };
        push -= n * (c.push * (wide - d));
    });
    for _ in 0..4 {
        for wall in walls {
            let x = wall.nearest - me.position;
            let d = x.length();
            if d < 1e-5 {
                continue;
            }
            let n = x / d;
            let into = push.dot(n) - (d - me.radius);
            if into > 0.0 {
                push -= n * into;
            }
        }
    }
    push
}
