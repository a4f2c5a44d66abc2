//! Checks a preset: its own fields, and that the inputs go where they belong.

use std::collections::BTreeSet;

use chrono::NaiveDate;
use serde_json::Value;
use url::Url;

use crate::{Confidence, InputKind, Preset, Text};

/// Fields of a channel that are stored encrypted.
const SECRET_FIELDS: [&str; 8] = [
    "auth.password",
    "auth.token",
    "auth.value",
    "auth.client_secret",
    "auth.secret",
    "auth.private_key",
    "auth.secret_access_key",
    "callback.secret",
];

impl Preset {
    pub(crate) fn check(&self) -> Result<(), String> {
        let require = |holds: bool, why: &str| if holds { Ok(()) } else { Err(why.to_owned()) };
        let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        require(!self.id.is_empty() && self.id.bytes().all(plain), "the id is not a name")?;
        require(self.version > 0, "the version starts at 1")?;
        let names = [&self.provider, &self.product];
        require(names.iter().all(|name| !name.trim().is_empty()), "a name is missing")?;
        let inputs = self.inputs.iter().flat_map(|input| [Some(&input.label), input.hint.as_ref()]);
        let mut texts = [Some(&self.answers), self.price.note.as_ref()]
            .into_iter()
            .chain(inputs)
            .flatten()
            .chain(&self.notes)
            .chain(self.facts.iter().map(|fact| &fact.about));
        require(texts.all(Text::is_complete), "a text is empty in a language")?;
        require(is_https(&self.site), "the site is not an https address")?;
        require(!self.facts.is_empty(), "there are no facts")?;
        require(self.facts.iter().all(|fact| is_https(&fact.source)), "a source is not an https address")?;
        let least = self.facts.iter().map(|fact| fact.confidence).max();
        require(least == Some(self.confidence), "the confidence is not that of the least certain fact")?;
        let sunset = self.sunset.as_deref();
        let is_day = |day: &str| NaiveDate::parse_from_str(day, "%Y-%m-%d").is_ok();
        require(sunset.is_none_or(is_day), "the sunset is not a day")?;
        require(!self.projects().is_empty(), "it serves no project")?;
        require(self.config.get("name").is_none(), "the operator names the channel")?;
        require(self.config.get("contract").is_none(), "the contract is the operator's")?;
        self.check_inputs()?;
        self.check_examples()
    }

    fn check_inputs(&self) -> Result<(), String> {
        let mut keys = BTreeSet::new();
        for input in &self.inputs {
            let key = &input.key;
            let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_';
            if key.is_empty() || !key.bytes().all(plain) || !keys.insert(key.as_str()) {
                return Err(format!("the key `{key}` is not a unique name"));
            }
            if !input.accepts(&input.example)
                || input.default.as_ref().is_some_and(|text| !input.accepts(text))
            {
                return Err(format!("the example of `{key}` does not have its form"));
            }
            if (input.kind == InputKind::Choice) == input.options.is_empty() {
                return Err(format!("the options of `{key}` do not fit its kind"));
            }
        }
        let mut used = Vec::new();
        placeholders(&self.config, "", &mut used);
        for (path, key) in &used {
            let Some(input) = self.inputs.iter().find(|input| input.key == *key) else {
                return Err(format!("`{path}` uses `{key}`, which is not an input"));
            };
            let sealed = SECRET_FIELDS.contains(&path.as_str()) || path.starts_with("secrets.");
            if sealed != (input.kind == InputKind::Secret) {
                return Err(format!("`{path}` and the input `{key}` must both be secret or both not"));
            }
        }
        match keys.iter().find(|key| !used.iter().any(|(_, used)| used == *key)) {
            Some(unused) => Err(format!("the input `{unused}` is not used")),
            None => Ok(()),
        }
    }

    fn check_examples(&self) -> Result<(), String> {
        let mut names = BTreeSet::new();
        for example in &self.examples {
            let expect = &example.expect;
            let meanings = [expect.status.is_some(), expect.unknown.is_some(), expect.error.is_some()];
            if !names.insert(&example.name) || meanings.iter().filter(|given| **given).count() != 1 {
                return Err(format!("the example `{}` needs a unique name and one meaning", example.name));
            }
        }
        let projects = self.projects();
        for project in &projects {
            let of_project = |name: &Option<String>| name.as_ref().unwrap_or(&projects[0]) == project;
            let shown = self
                .examples
                .iter()
                .any(|one| of_project(&one.expect.project) && one.expect.status.is_some());
            if !shown {
                return Err(format!("no example has a status of `{project}`"));
            }
        }
        Ok(())
    }

    /// Whether facts are uncertain.
    pub fn is_unverified(&self) -> bool {
        self.confidence == Confidence::Unverified
    }
}

/// The placeholders in the texts of a value, with their paths.
fn placeholders(value: &Value, path: &str, found: &mut Vec<(String, String)>) {
    let inner = |name: &str| if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
    match value {
        Value::String(text) => {
            for part in text.split("${").skip(1) {
                let key = part.split_once('}').map_or(part, |(key, _)| key);
                found.push((path.to_owned(), key.to_owned()));
            }
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                placeholders(item, &inner(&index.to_string()), found);
            }
        }
        Value::Object(fields) => {
            for (name, value) in fields {
                placeholders(value, &inner(name), found);
            }
        }
        _ => {}
    }
}

fn is_https(text: &str) -> bool {
    Url::parse(text).is_ok_and(|url| url.scheme() == "https" && url.host().is_some())
}
