//! The waves of a level: agents that come while it runs.

use super::groups::tiles;
use super::orders::{Context, orders};
use super::profiles::take_profile;
use crate::format::plain_fields::PlainFields;
use crate::format::problem::Span;
use crate::format::reader::{Fields, Reader};
use crate::format::syntax::Node;
use crate::format::table::WAVE;
use crate::level::{Afterwards, Wave};

/// The waves; in `context` are no agents of the start. Adds the paths that are written in their orders.
pub(super) fn waves(reader: &mut Reader, fields: &Fields, context: &mut Context) -> Vec<Wave> {
    let list = reader.take_list(fields, "waves").unwrap_or_default();
    let waves: Vec<(Wave, Span)> = list.iter().filter_map(|node| wave(reader, node, context)).collect();
    reader.locations.waves = waves.iter().map(|(_, span)| *span).collect();
    waves.into_iter().map(|(wave, _)| wave).collect()
}

/// One of them, and where it says where they come.
pub(super) fn wave(reader: &mut Reader, node: &Node, context: &mut Context) -> Option<(Wave, Span)> {
    let fields = reader.open(node, &WAVE)?;
    let mut wave = Wave::default();
    wave.take_plain(reader, &fields);
    let profile = take_profile(reader, &fields, context.site.profiles);
    wave.orders = orders(reader, &fields, context);
    wave.afterwards = afterwards(reader, &fields);
    let place = reader.required(&fields, "in")?;
    wave.tiles = tiles(reader, place, context.site)?;
    wave.profile = profile?;
    Some((wave, place.span))
}

/// What agents do once they have carried out their orders.
pub(super) fn afterwards(reader: &mut Reader, fields: &Fields) -> Afterwards {
    let is_on = |reader: &mut Reader, name| reader.take(fields, name).unwrap_or(false);
    match (is_on(reader, "repeat"), is_on(reader, "leaves")) {
        (true, _) => Afterwards::Repeat,
        (false, true) => Afterwards::Leave,
        (false, false) => Afterwards::Stay,
    }
}
