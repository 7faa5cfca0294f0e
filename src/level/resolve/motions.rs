//! How obstacles move by themselves.

use super::links::ability;
use super::orders::known_team;
use super::points::stations;
use super::{Site, names};
use crate::format::TRIGGERS;
use crate::format::plain_fields::PlainFields;
use crate::format::problem::shown;
use crate::format::reader::Reader;
use crate::format::syntax::{Node, Value};
use crate::format::table::MOTION;
use crate::level::{Motion, Trigger};
use crate::profile::AgentProfile;

pub(super) fn motion(reader: &mut Reader, node: &Node, site: &Site) -> Option<Motion> {
    let fields = reader.open(node, &MOTION)?;
    let to = reader.take_list(&fields, "to");
    let to = to.and_then(|list| stations(reader, list, "a point of a motion", "a motion leads to one", site));
    let trigger = reader.optional(&fields, "when").map_or(Some(Trigger::Always), |node| trigger(reader, node));
    let mut motion = Motion::default();
    motion.take_plain(reader, &fields);
    let team = reader.optional(&fields, "team").map(|node| team_of_door(reader, node, site));
    let needs = reader.optional(&fields, "needs").map(|node| ability(reader, node, ("a door", "open this door"), site));
    Some(Motion { to: to?, trigger: trigger?, team: team.flatten(), needs: needs.flatten(), ..motion })
}

/// The team for which a door opens. In a level that runs, who is of it must be known: by a door that it had from the start.
fn team_of_door(reader: &mut Reader, node: &Node, site: &Site) -> Option<String> {
    let team = known_team(reader, node, site)?;
    let is_known = |profile: &AgentProfile| profile.team.as_ref() == Some(&team);
    if site.by_number && site.map.is_some() && !site.profiles.iter().any(is_known) {
        let message = format!("no door of this level is for the team {} from the start", shown(&team));
        reader.report(node.span, message, "give the level one, so that its profiles say who may pass");
    }
    Some(team)
}

/// Notes the team of each profile whose agents are all of a team that has a door of its own. Where some are, and others are not,
/// that is reported at the door.
pub(super) fn note_teams<'a>(
    reader: &mut Reader,
    obstacles: &Node,
    profiles: &mut [AgentProfile],
    members: impl Iterator<Item = (usize, &'a Option<String>)> + Clone,
) {
    for (node, team) in names::teams_in(reader, obstacles) {
        let Some(team) = team else { continue };
        for (index, profile) in profiles.iter_mut().enumerate() {
            let mut own = members.clone().filter(|(of, _)| *of == index).map(|(_, team)| team.as_deref());
            let is_in_team = |one: Option<&str>| one == Some(team.as_str());
            if !own.clone().any(is_in_team) {
                continue;
            }
            if own.all(is_in_team) {
                profile.team = Some(team.clone());
                continue;
            }
            let (name, team) = (shown(&profile.name), shown(&team));
            let message = format!("some agents with the profile {name} are of the team {team}, and some are not");
            let help =
                format!("give those of {team} a profile of their own: whether a door opens is asked of a profile");
            reader.report(node.span, message, help);
        }
    }
}

fn trigger(reader: &mut Reader, node: &Node) -> Option<Trigger> {
    match (&node.value, node.name) {
        (Value::Text, _) if reader.slice(node.span).eq_ignore_ascii_case("\"near\"") => {
            reader.report(node.span, "`Near` has a distance and no quotes", "write `Near(1.5)`");
            None
        }
        (Value::Text, _) => {
            const IN_TABLE: [Trigger; 3] = [Trigger::Always, Trigger::Switched(true), Trigger::Switched(false)];
            reader.one_of(node, "trigger", &TRIGGERS).map(|index| IN_TABLE[index])
        }
        (Value::Tuple(values), Some(name)) if reader.slice(name) == "Near" && values.len() == 1 => {
            reader.number(&values[0], "the distance of `Near`", MOTION.range("when")).map(Trigger::Near)
        }
        _ => {
            let expected = "`Near` with a distance, or a string";
            let example = "Near(1.5)`, `\"always\"`, `\"switched-on\"` or `\"switched-off\"";
            reader.wrong_kind(node, "`when`", expected, example);
            None
        }
    }
}
