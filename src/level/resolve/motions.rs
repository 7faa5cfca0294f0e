//! How obstacles move by themselves.

use glam::Vec2;

use super::agents::point_inside;
use super::obstacles::point_of_place;
use super::{Site, limits};
use crate::format::plain_fields::PlainFields;
use crate::format::reader::{Fields, Reader};
use crate::format::syntax::{Node, Value};
use crate::format::table::MOTION;
use crate::level::{Motion, Trigger};

pub(super) fn motion(reader: &mut Reader, node: &Node, site: &Site) -> Option<Motion> {
    let fields = reader.open(node, &MOTION)?;
    let to = stations(reader, &fields, site);
    let trigger = reader.optional(&fields, "when").map_or(Some(Trigger::Always), |node| trigger(reader, node));
    let mut motion = Motion::default();
    motion.take_plain(reader, &fields);
    Some(Motion { to: to?, trigger: trigger?, ..motion })
}

/// Where an obstacle goes: points on the map, none left out.
fn stations(reader: &mut Reader, fields: &Fields, site: &Site) -> Option<Vec<Vec2>> {
    let list = reader.take_list(fields, "to")?;
    let map = site.map.filter(|_| site.measured);
    let stations = list.iter().filter_map(|node| {
        if matches!(node.value, Value::Text) {
            return point_of_place(reader, node, "a motion leads to one", site);
        }
        let point = reader.point(node, "a point of a motion")?;
        map.is_none_or(|map| point_inside(reader, map, point, node.span)).then_some(point)
    });
    let stations: Vec<Vec2> = stations.collect();
    (stations.len() == list.len()).then_some(stations)
}

fn trigger(reader: &mut Reader, node: &Node) -> Option<Trigger> {
    match (&node.value, node.name) {
        (Value::Text, _) => {
            const TRIGGERS: [Trigger; 3] = [Trigger::Always, Trigger::Switched(true), Trigger::Switched(false)];
            let name = reader.one_of(node, "trigger", &["always", "switched-on", "switched-off"]);
            name.map(|index| TRIGGERS[index])
        }
        (Value::Tuple(values), Some(name)) if reader.slice(name) == "Near" && values.len() == 1 => {
            reader.number(&values[0], "the distance of `Near`", limits::NEAR).map(Trigger::Near)
        }
        _ => {
            let expected = "`Near` with a distance, or a string";
            let example = "Near(1.5)`, `\"always\"`, `\"switched-on\"` or `\"switched-off\"";
            reader.wrong_kind(node, "`when`", expected, example);
            None
        }
    }
}
