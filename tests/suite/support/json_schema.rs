//! Whether a JSON value is as a JSON Schema of draft 2020-12 says: the keywords that `footpath schema` writes.

use serde_json::Value;

/// What is wrong with a value, with its place; `None` of one that is right.
///
/// # Panics
/// At a keyword that is not known here.
pub fn fault(root: &Value, value: &Value) -> Option<String> {
    Check { root }.fault(root, value, "")
}

struct Check<'s> {
    root: &'s Value,
}

impl Check<'_> {
    fn fault(&self, schema: &Value, value: &Value, place: &str) -> Option<String> {
        let Value::Object(keywords) = schema else {
            return (schema == &Value::Bool(false)).then(|| format!("{place} must not be there"));
        };
        keywords.iter().find_map(|(keyword, what)| self.fault_of(keyword, what, (schema, value), place))
    }

    fn is_right(&self, schema: &Value, value: &Value) -> bool {
        self.fault(schema, value, "").is_none()
    }

    fn fault_of(&self, keyword: &str, what: &Value, (schema, value): (&Value, &Value), place: &str) -> Option<String> {
        let wrong = |is_wrong: bool| is_wrong.then(|| format!("{place}: {value} is against {keyword} {what}"));
        let schemas = || what.as_array().expect("a list of schemas").iter();
        let strings = |of: &Value| -> Vec<String> {
            of.as_array().expect("names").iter().map(|name| name.as_str().expect("a name").to_owned()).collect()
        };
        let (object, list, number) = (value.as_object(), value.as_array(), value.as_f64());
        let length = |text: &Value| text.as_str().map(|text| text.chars().count() as u64);
        let has = |name: &str| object.is_some_and(|object| object.contains_key(name));
        let lacks_one = |names: &Value| object.is_some() && strings(names).iter().any(|name| !has(name));
        match keyword {
            "$ref" => {
                let target = what.as_str().and_then(|path| self.root.pointer(path.strip_prefix('#')?));
                self.fault(target.expect("it is defined"), value, place)
            }
            "type" => wrong(match what.as_str().expect("one type") {
                "object" => object.is_none(),
                "array" => list.is_none(),
                "string" => !value.is_string(),
                "boolean" => !value.is_boolean(),
                "integer" => number.is_none_or(|number| number.fract() != 0.0),
                "number" => number.is_none(),
                other => panic!("the type {other}"),
            }),
            "enum" => wrong(!schemas().any(|known| is_equal(known, value))),
            "const" => wrong(!is_equal(what, value)),
            "minimum" => wrong(number.is_some_and(|number| number < what.as_f64().expect("a number"))),
            "maximum" => wrong(number.is_some_and(|number| number > what.as_f64().expect("a number"))),
            "minLength" => wrong(length(value).is_some_and(|length| length < what.as_u64().expect("a number"))),
            "maxLength" => wrong(length(value).is_some_and(|length| length > what.as_u64().expect("a number"))),
            "minItems" => wrong(list.is_some_and(|list| (list.len() as u64) < what.as_u64().expect("a number"))),
            "maxItems" => wrong(list.is_some_and(|list| list.len() as u64 > what.as_u64().expect("a number"))),
            "maxProperties" => wrong(object.is_some_and(|all| all.len() as u64 > what.as_u64().expect("a number"))),
            "uniqueItems" => {
                wrong(list.is_some_and(|list| (1..list.len()).any(|index| list[..index].contains(&list[index]))))
            }
            "pattern" => {
                assert_eq!(what, "^#[0-9a-fA-F]{6}$");
                let is_color = |text: &str| {
                    text.len() == 7 && text.starts_with('#') && text[1..].chars().all(|c| c.is_ascii_hexdigit())
                };
                wrong(value.as_str().is_some_and(|text| !is_color(text)))
            }
            "required" => wrong(lacks_one(what)),
            "items" => (0..)
                .zip(list.into_iter().flatten())
                .find_map(|(index, item): (usize, _)| self.fault(what, item, &format!("{place}/{index}"))),
            "properties" => object
                .into_iter()
                .flatten()
                .find_map(|(name, value)| self.fault(what.get(name)?, value, &format!("{place}/{name}"))),
            "additionalProperties" => {
                let known = schema.get("properties").and_then(Value::as_object);
                let others =
                    object.into_iter().flatten().filter(|(name, _)| known.is_none_or(|all| !all.contains_key(*name)));
                others.into_iter().find_map(|(name, value)| self.fault(what, value, &format!("{place}/{name}")))
            }
            "propertyNames" => object.into_iter().flatten().find_map(|(name, _)| {
                self.fault(what, &Value::from(name.as_str()), &format!("{place}, the key {name}"))
            }),
            "anyOf" => {
                if schemas().any(|one| self.is_right(one, value)) {
                    return None;
                }
                let faults: Vec<String> = schemas().filter_map(|one| self.fault(one, value, place)).collect();
                Some(format!("none of [{}]", faults.join("; ")))
            }
            "allOf" => schemas().find_map(|one| self.fault(one, value, place)),
            "not" => wrong(self.is_right(what, value)),
            "if" if self.is_right(what, value) => self.fault(&schema["then"], value, place),
            "dependentRequired" => {
                let mut needs = what.as_object().expect("names").iter();
                wrong(needs.any(|(name, needed)| has(name) && lacks_one(needed)))
            }
            "dependentSchemas" => {
                let mut needs = what.as_object().expect("names").iter();
                needs.find_map(|(name, schema)| self.fault(schema, value, place).filter(|_| has(name)))
            }
            "if" | "then" | "title" | "description" | "default" | "examples" | "$comment" | "$schema" | "$defs" => None,
            other => {
                assert!(other.starts_with("x-"), "the keyword {other}");
                None
            }
        }
    }
}

/// Whether two values are the same; numbers are, however they are written.
fn is_equal(one: &Value, other: &Value) -> bool {
    match (one.as_f64(), other.as_f64()) {
        (Some(one), Some(other)) => one == other,
        _ => one == other,
    }
}
