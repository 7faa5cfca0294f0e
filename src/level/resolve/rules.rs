//! The rules of a level.

use super::rule_fields::{Context, RuleField};
use crate::format::limits;
use crate::format::reader::{Fields, Reader};
use crate::format::ron_text::Ron;
use crate::format::syntax::Node;
use crate::format::table::{self, RULE};
use crate::level::{Condition, Effect, Level, Rule};

pub(super) fn rules(reader: &mut Reader, fields: &Fields, mut context: Context) -> Vec<Rule> {
    let list = reader.take_list(fields, "rules").unwrap_or_default();
    list.iter().filter_map(|node| rule(reader, node, &mut context)).collect()
}

fn rule(reader: &mut Reader, node: &Node, context: &mut Context) -> Option<Rule> {
    let fields = reader.open(node, &RULE)?;
    let when = reader.required(&fields, "when");
    let when_span = when.map(|node| node.span);
    let when = when.and_then(|node| Condition::read(reader, node, context));
    let then = reader.take_list(&fields, "then")?;
    let effects: Vec<Effect> = then.iter().filter_map(|node| Effect::read(reader, node, context)).collect();
    let painted = effects.iter().filter_map(|effect| effect.painted_place());
    let tiles: usize =
        painted.filter_map(|place| context.orders.site.places.get(place)).map(|place| place.tiles.len()).sum();
    if tiles > limits::RULE_TILES {
        let message = format!("this rule paints too much at once: {tiles} tiles");
        reader.report(node.span, message, format!("a rule paints at most {}", limits::RULE_TILES));
    }
    let repeat = reader.take(&fields, "repeat");
    let user = reader.take(&fields, "user");
    reader.locations.rules.extend(when_span);
    (effects.len() == then.len()).then_some(Rule { when: when?, then: effects, repeat: repeat?, user })
}

/// Conditions that hold together.
impl RuleField for Vec<Condition> {
    fn take(reader: &mut Reader, fields: &Fields, name: &str, context: &mut Context) -> Option<Vec<Condition>> {
        let list = reader.take_list(fields, name)?;
        let (mut all, mut moment) = (Vec::new(), None);
        for node in list {
            if node.name.is_some_and(|name| reader.slice(name) == table::ALL_OF.name()) {
                reader.report(node.span, "there is an `All` in an `All`", "write the conditions of both in one list");
                continue;
            }
            let Some(condition) = Condition::read(reader, node, context) else { continue };
            if condition.is_moment()
                && let Some(first) = moment.replace(condition.name())
            {
                let message =
                    format!("`{first}` and `{}` hold for a moment each, and not for the same one", condition.name());
                let help = "keep one of them, and say the other by what lasts: `Inside`, `Entered`, `Arrived`, `After`";
                reader.report(node.span, message, help);
            }
            all.push(condition);
        }
        (all.len() == list.len()).then_some(all)
    }

    fn written(&self, level: &Level) -> Option<Ron> {
        Some(Ron::list(self.iter().map(|condition| condition.written(level))))
    }
}
