//! What links are given and do not heed.

use super::Warning;
use crate::level::{Level, Link, LinkKind, Part, WarningKind};

/// Capacities of links that take one agent at a time whatever they are given.
pub(super) fn without_effect(level: &Level) -> Vec<Warning<'_>> {
    let is_idle = |link: &Link| {
        let takes_one = matches!(link.kind, LinkKind::Jump | LinkKind::Drop | LinkKind::Teleport);
        takes_one && link.capacity.is_some_and(|capacity| capacity != link.room())
    };
    let idle = level.map.links.iter().enumerate().filter(|(_, link)| is_idle(link));
    let warning = |(index, link): (usize, &Link)| Warning {
        kind: WarningKind::NoEffect,
        part: Part::Link(index),
        message: format!(
            "the capacity of this link has no effect: by the kind {:?} it takes one agent at a time",
            link.kind.name()
        ),
        help: "leave `capacity` out, or put several links side by side".to_owned(),
    };
    idle.map(warning).collect()
}
