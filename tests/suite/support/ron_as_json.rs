//! RON as JSON, in the way that `footpath schema` names in its `$comment`.

use serde_json::{Map, Value};

/// The value of a text of plain RON.
///
/// # Panics
/// If it is none, or of a form that no level has.
pub fn ron_as_json(text: &str) -> Value {
    let mut text = Text { rest: text.trim_start_matches('\u{feff}') };
    let value = text.value();
    text.skip();
    assert!(text.rest.is_empty(), "more behind the value: {}", text.rest);
    value
}

struct Text<'t> {
    rest: &'t str,
}

impl<'t> Text<'t> {
    /// Skips spaces and comments.
    fn skip(&mut self) {
        loop {
            self.rest = self.rest.trim_start();
            if let Some(line) = self.rest.strip_prefix("//") {
                self.rest = line.split_once('\n').map_or("", |(_, rest)| rest);
            } else if let Some(comment) = self.rest.strip_prefix("/*") {
                self.rest = comment.split_once("*/").expect("the comment ends").1;
            } else {
                return;
            }
        }
    }

    fn takes(&mut self, prefix: &str) -> bool {
        self.skip();
        let rest = self.rest.strip_prefix(prefix);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn word(&mut self) -> &'t str {
        self.skip();
        let end = self.rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        word
    }

    fn value(&mut self) -> Value {
        self.skip();
        match self.rest.chars().next().expect("there is a value") {
            '"' | 'r'
                if self.rest.starts_with(['"']) || self.rest.starts_with("r\"") || self.rest.starts_with("r#") =>
            {
                self.leaf::<String>().into()
            }
            '\'' => self.leaf::<char>().to_string().into(),
            '-' | '+' | '.' | '0'..='9' => self.number(),
            '[' => self.list("[", "]").into(),
            '{' => self.entries("{", "}", |text| match text.value() {
                Value::String(key) => key,
                other => other.to_string(),
            }),
            '(' => self.brackets(),
            _ => match self.word() {
                "true" => true.into(),
                "false" => false.into(),
                // The name of a struct says nothing where no other may stand.
                "Level" => self.brackets(),
                name if self.rest.starts_with('(') => Map::from_iter([(name.to_owned(), self.call())]).into(),
                name => name.into(),
            },
        }
    }

    /// A string or a character, whose end `ron` finds: the shortest text that is one.
    fn leaf<T: serde::de::DeserializeOwned>(&mut self) -> T {
        let ends = self.rest.char_indices().skip(1).map(|(at, c)| at + c.len_utf8());
        let found = ends.into_iter().find_map(|end| Some((end, ron::from_str(&self.rest[..end]).ok()?)));
        let (end, value) = found.expect("the string ends");
        self.rest = &self.rest[end..];
        value
    }

    fn number(&mut self) -> Value {
        let end = self.rest.find([',', ')', ']', '}', ':', ' ', '\n', '/']).unwrap_or(self.rest.len());
        let (number, rest) = self.rest.split_at(end);
        self.rest = rest;
        let whole = number.parse::<i64>().map(Value::from).or_else(|_| number.parse::<u64>().map(Value::from));
        whole
            .unwrap_or_else(|_| ron::from_str::<f64>(number).unwrap_or_else(|error| panic!("{number}: {error}")).into())
    }

    fn list(&mut self, open: &str, close: &str) -> Vec<Value> {
        assert!(self.takes(open));
        let mut values = Vec::new();
        while !self.takes(close) {
            values.push(self.value());
            self.takes(",");
        }
        values
    }

    fn entries(&mut self, open: &str, close: &str, key: impl Fn(&mut Text<'t>) -> String) -> Value {
        assert!(self.takes(open));
        let mut entries = Map::new();
        while !self.takes(close) {
            let key = key(self);
            assert!(self.takes(":"), "a colon behind {key}");
            entries.insert(key, self.value());
            self.takes(",");
        }
        entries.into()
    }

    /// Whether the brackets that begin here hold fields with names; also where they hold nothing.
    fn has_fields(&self) -> bool {
        let mut inside = Text { rest: &self.rest[1..] };
        inside.takes(")") || !inside.word().is_empty() && inside.takes(":")
    }

    fn brackets(&mut self) -> Value {
        match self.has_fields() {
            true => self.entries("(", ")", |text| text.word().to_owned()),
            false => self.list("(", ")").into(),
        }
    }

    /// What stands in the brackets behind a name: one value alone, or several as a list.
    fn call(&mut self) -> Value {
        match self.has_fields() {
            true => self.brackets(),
            false => {
                let mut values = self.list("(", ")");
                if values.len() == 1 { values.remove(0) } else { values.into() }
            }
        }
    }
}
