//! Links: connections between two points that have no ground between them.

use glam::Vec2;

use crate::format::plain_fields::plain_fields;
use crate::format::{LinkKind, UserData, limits};
use crate::profile::AreaId;

/// A link that a level gives.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Link {
    /// The name that switches and commands use; several links may share one; empty if it has none.
    pub name: String,
    /// Where it begins, in world units.
    pub from: Vec2,
    /// Where it ends, in world units.
    pub to: Vec2,
    /// The corners through which it leads from one end to the other, in world units; none where it is straight.
    pub through: Vec<Vec2>,
    /// What a tile's length of it costs, greater than 0; that of its area where nothing is said.
    pub cost: Option<f32>,
    /// Whether it leads back too.
    pub both_ways: bool,
    /// Whether it can be used at all.
    pub active: bool,
    /// What it is to masks and costs.
    pub area: AreaId,
    /// How it is crossed.
    pub kind: LinkKind,
    /// How fast it is crossed, in world units a second, 0.1 to 50, where that is not as the kind says.
    pub speed: Option<f32>,
    /// How many may be on it at once, 1 to 1000, where that is not [as the kind says](Link::room).
    pub capacity: Option<u32>,
    /// The ability that one needs for it, if any.
    pub needs: Option<String>,
    /// What a program that uses the level keeps here, if anything.
    #[serde(skip)]
    pub user: Option<UserData>,
}

plain_fields!(Link { cost, active, kind, speed, capacity, user });

impl Link {
    /// A link without a name that is on and walked, in both directions, in the area `jump`.
    ///
    /// ```
    /// use footpath::level::Link;
    /// use glam::vec2;
    /// let rope = Link { both_ways: false, ..Link::between(vec2(0.5, 0.5), vec2(4.5, 0.5)) };
    /// assert!(rope.active && rope.needs.is_none());
    /// ```
    pub fn between(from: Vec2, to: Vec2) -> Link {
        Link {
            name: String::new(),
            from,
            to,
            through: Vec::new(),
            cost: None,
            both_ways: true,
            active: true,
            area: AreaId::JUMP,
            kind: LinkKind::Walk,
            speed: None,
            capacity: None,
            needs: None,
            user: None,
        }
    }

    /// Its beginning, its corners and its end.
    pub fn points(&self) -> impl DoubleEndedIterator<Item = Vec2> {
        std::iter::once(self.from).chain(self.through.iter().copied()).chain([self.to])
    }

    /// Its length by way of its corners, in world units.
    ///
    /// ```
    /// use footpath::level::Link;
    /// use glam::vec2;
    /// let bridge = Link { through: vec![vec2(4.5, 0.5)], ..Link::between(vec2(0.5, 0.5), vec2(4.5, 3.5)) };
    /// assert_eq!(bridge.length(), 7.0);
    /// ```
    pub fn length(&self) -> f32 {
        self.points().zip(self.points().skip(1)).map(|(from, to)| from.distance(to)).sum()
    }

    /// How many agents can be on it at once, all in the same direction.
    ///
    /// By default: one on a ladder or a rope; as many as fit one behind the other on a link that is walked; on a lift the
    /// greatest capacity that can be given, as far as the platform has room. By a leap, a fall or a teleport always one: all
    /// come down in the same spot.
    pub fn room(&self) -> u32 {
        let most = *limits::LINK_CAPACITY.end();
        let by_kind = match self.kind {
            LinkKind::Walk => ((self.length() / LinkKind::ROOM_TO_WALK) as u32).clamp(1, most),
            LinkKind::Ladder | LinkKind::Rope => 1,
            LinkKind::Lift => most,
            LinkKind::Jump | LinkKind::Drop | LinkKind::Teleport => return 1,
        };
        self.capacity.unwrap_or(by_kind)
    }

    /// Whether crossing it takes every agent the same time, so that it costs a fast agent more.
    pub fn is_timed(&self) -> bool {
        self.cost.is_none() && (self.speed.is_some() || matches!(self.kind, LinkKind::Lift | LinkKind::Teleport))
    }
}

impl LinkKind {
    /// The length, in world units, of a walked link that each agent on it takes up.
    pub const ROOM_TO_WALK: f32 = 1.0;
    /// The speed on a ladder, as a fraction of the walking speed.
    pub const CLIMBING: f32 = 0.4;
    /// The speed along a rope, as a fraction of the walking speed.
    pub const ROPING: f32 = 0.3;
    /// How long a teleport takes, in seconds.
    pub const MOMENT: f32 = 0.3;
    /// How fast a lift goes, in world units a second.
    pub const LIFTING: f32 = 1.5;
}

/// A tile that turns links on and off when an agent comes upon it.
#[derive(Clone, Debug, PartialEq)]
pub struct Switch {
    /// The tile that an agent comes upon.
    pub tile: crate::grid::Cell,
    /// The name of the links and of the obstacles that it turns over: links that are active become inactive, obstacles
    /// that are switched on are switched off, and those that are off are switched on.
    pub turns: String,
    /// The name of the only team whose agents it heeds, if it does not heed all.
    pub team: Option<String>,
    /// What a program that uses the level keeps here, if anything.
    pub user: Option<UserData>,
}
