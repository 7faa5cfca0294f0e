//! The rules of a level.

use super::areas::take_terrain;
use super::links::{Turned, name_of_turned};
use super::orders::{self, order, whom};
use super::paths::place_named;
use super::waves::wave;
use crate::format::field_type::FieldType;
use crate::format::limits;
use crate::format::reader::{Fields, Reader};
use crate::format::ron_text::Ron;
use crate::format::syntax::Node;
use crate::format::table::{self, RULE};
use crate::level::write::{name_of_whom, orders_in, terrain_name as name_of_terrain, wave as wave_in};
use crate::level::{Condition, Effect, Level, Order, Rule, TerrainId, Wave, Whom};

/// What rules are checked against.
pub(in crate::level) struct Context<'s, 'l> {
    /// For their orders, which agents of the start do not have.
    pub(super) orders: orders::Context<'s, 'l>,
    pub(super) turned: Option<Turned<'l>>,
}

/// A type that a field of a condition or an effect can have.
pub(in crate::level) trait RuleField: Sized {
    /// Takes a field; what is wrong with it is reported.
    fn take(reader: &mut Reader, fields: &Fields, name: &str, context: &mut Context) -> Option<Self>;

    /// How it is written; `None` where it is left out.
    fn written(&self, level: &Level) -> Option<Ron>;
}

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

/// An agent or a team by its name.
impl RuleField for Whom {
    fn take(reader: &mut Reader, fields: &Fields, name: &str, context: &mut Context) -> Option<Whom> {
        let node = reader.required(fields, name)?;
        whom(reader, node, &context.orders, "")
    }

    fn written(&self, level: &Level) -> Option<Ron> {
        Some(name_of_whom(level, self))
    }
}

/// A text, or the name of what the table says.
impl RuleField for String {
    fn take(reader: &mut Reader, fields: &Fields, name: &str, context: &mut Context) -> Option<String> {
        let node = match fields.in_table(name).left_out {
            table::LeftOut::Required(_) => reader.required(fields, name)?,
            table::LeftOut::Is(_) | table::LeftOut::Words(_) => reader.optional(fields, name)?,
        };
        match fields.in_table(name).value {
            table::ValueType::NameOf(_) => place_named(reader, node, "a place", context.orders.site),
            table::ValueType::OneOf(_) => name_of_turned(reader, node, context.turned),
            _ => reader.text(node, &format!("`{name}`"), "\"Who is there?\""),
        }
    }

    fn written(&self, _: &Level) -> Option<Ron> {
        Some(Ron::from(self.as_str()))
    }
}

/// The same, where it may be left out.
impl RuleField for Option<String> {
    fn take(reader: &mut Reader, fields: &Fields, name: &str, context: &mut Context) -> Option<Option<String>> {
        match reader.optional(fields, name) {
            Some(_) => String::take(reader, fields, name, context).map(Some),
            None => Some(None),
        }
    }

    fn written(&self, level: &Level) -> Option<Ron> {
        self.as_ref().and_then(|text| RuleField::written(text, level))
    }
}

/// Types whose values the table checks alone.
macro_rules! plain {
    ($($type:ty),*) => {$(
        impl RuleField for $type {
            fn take(reader: &mut Reader, fields: &Fields, name: &str, _: &mut Context) -> Option<$type> {
                reader.take(fields, name)
            }

            fn written(&self, _: &Level) -> Option<Ron> {
                FieldType::written(self)
            }
        }
    )*};
}

plain!(u32, f32, bool, Option<u32>, Option<f32>, Option<bool>);

impl RuleField for TerrainId {
    fn take(reader: &mut Reader, fields: &Fields, name: &str, context: &mut Context) -> Option<TerrainId> {
        take_terrain(reader, fields, name, &context.orders.site.map?.terrains)
    }

    fn written(&self, level: &Level) -> Option<Ron> {
        Some(Ron::from(name_of_terrain(level, *self)))
    }
}

/// One order or several, at least one.
impl RuleField for Vec<Order> {
    fn take(reader: &mut Reader, fields: &Fields, name: &str, context: &mut Context) -> Option<Vec<Order>> {
        let node = reader.required(fields, name)?;
        let list = node.list_or_one();
        if !reader.check_length(node, list, fields.what, fields.in_table(name)) {
            return None;
        }
        list.iter().map(|node| order(reader, node, &mut context.orders)).collect()
    }

    fn written(&self, level: &Level) -> Option<Ron> {
        orders_in(level, self)
    }
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

impl RuleField for Wave {
    fn take(reader: &mut Reader, fields: &Fields, name: &str, context: &mut Context) -> Option<Wave> {
        let node = reader.required(fields, name)?;
        wave(reader, node, &mut context.orders).map(|(wave, _)| wave)
    }

    fn written(&self, level: &Level) -> Option<Ron> {
        Some(wave_in(level, self))
    }
}
