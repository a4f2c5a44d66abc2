//! Presets against the facts of the interfaces of their providers, and the facts against the interface descriptions that
//! providers publish. The descriptions themselves are not ours to copy, so `tests/documents` holds only what presets rely
//! on: method, path, parameters, fields and values. When a description changes, a test names what the facts lack; when the
//! facts change, a test names what the preset lacks.

#![allow(clippy::unwrap_used)]

mod described;
mod document;

use std::collections::BTreeMap;

use numsift_channel::{ChannelConfig, MapRule};
use numsift_presets::{Choice, Confidence, all, find};
use regex::Regex;
use serde_json::Value;
use url::Url;

use crate::document::{Document, documents, is_path, shape};

pub(crate) fn config(id: &str) -> ChannelConfig {
    let preset = find(id).unwrap_or_else(|| panic!("there is no preset {id}"));
    let inputs = preset.inputs.iter().map(|input| (input.key.clone(), input.example.clone())).collect();
    preset.channel(&Choice { name: id.to_owned(), inputs, ..Choice::default() }).unwrap()
}

/// How a channel departs from a document.
fn departures(config: &ChannelConfig, document: &Document) -> Vec<String> {
    let mut found = Vec::new();
    if config.submit.method != document.method {
        found.push(format!("method {}", config.submit.method));
    }
    let base = Url::parse(&config.base_url).unwrap().path().trim_end_matches('/').to_owned();
    let path = shape(&format!("{base}{}", config.submit.path));
    if !is_path(&path, &shape(&document.path)) {
        found.push(format!("path {path}"));
    }
    let unknown = config.submit.query.keys().filter(|name| !document.query.contains(name));
    found.extend(unknown.map(|name| format!("parameter {name}")));
    let paths = config.map.iter().map(|rule| &rule.path).chain(&config.cost.path);
    let known =
        |path: &&String| document.fields.contains_key(*path) || document.unverified.contains_key(*path);
    let unknown = paths.filter(|path| !known(path));
    found.extend(unknown.map(|path| format!("field {path}")));
    for rule in config.map.iter().filter(|rule| !rule.values.is_empty()) {
        found.extend(departures_of_rule(rule, document));
    }
    for (path, words) in document.fields.iter().filter(|(_, words)| !words.is_empty()) {
        found.extend(departures_of_classes(config, path, words, document));
    }
    found
}

/// The words at a path that a channel does not classify although it classifies others, and those that there are not.
fn departures_of_classes(
    config: &ChannelConfig,
    path: &str,
    words: &[String],
    document: &Document,
) -> Vec<String> {
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let of_path = config.classify.iter().filter(|rule| rule.path.as_deref() == Some(path));
    let classified: Vec<String> =
        of_path.flat_map(|rule| rule.equals.iter().chain(&rule.one_of).map(text)).collect();
    if classified.is_empty() {
        return Vec::new();
    }
    let none = Vec::new();
    let left = document.left.get(path).unwrap_or(&none);
    let guessed = document.unverified.get(path).unwrap_or(&none);
    // If a rule maps the same words, it is the one that must know all of them.
    let is_mapped = config.map.iter().any(|rule| rule.path == path);
    let is_known = |word: &&String| is_mapped || classified.contains(word) || left.contains(word);
    let missing = words.iter().filter(|word| !is_known(word));
    let missing = missing.map(|word| format!("{path} does not classify {word:?}"));
    let extra = classified.iter().filter(|word| !words.contains(word) && !guessed.contains(word));
    missing.chain(extra.map(|word| format!("{path} has no value {word:?}"))).collect()
}

fn departures_of_rule(rule: &MapRule, document: &Document) -> Vec<String> {
    let folded = |word: &String| if rule.ignore_case { word.to_lowercase() } else { word.clone() };
    let none = Vec::new();
    let values: Vec<String> = document.fields.get(&rule.path).unwrap_or(&none).iter().map(folded).collect();
    let left: Vec<String> = document.left.get(&rule.path).unwrap_or(&none).iter().map(folded).collect();
    let guessed: Vec<String> =
        document.unverified.get(&rule.path).unwrap_or(&none).iter().map(folded).collect();
    let mapped: Vec<String> = rule.values.keys().map(folded).collect();
    let in_case = |value: &String| {
        let patterns = rule.cases.iter().filter_map(|case| case.matches.as_ref());
        patterns
            .into_iter()
            .any(|pattern| Regex::new(&pattern.to_lowercase()).unwrap().is_match(&value.to_lowercase()))
    };
    let missing =
        values.iter().filter(|value| !mapped.contains(value) && !left.contains(value) && !in_case(value));
    let missing = missing.map(|value| format!("{} does not map {value:?}", rule.path));
    let extra = mapped.iter().filter(|value| !values.contains(value) && !guessed.contains(value));
    missing.chain(extra.map(|value| format!("{} has no value {value:?}", rule.path))).collect()
}

#[test]
fn presets_agree_with_the_descriptions_of_their_providers() {
    let documents = documents();
    assert!(!documents.is_empty());
    for (id, document) in documents {
        assert_eq!(departures(&config(&id), &document), [""; 0], "{id}: {}", document.source);
    }
}

#[test]
fn every_preset_has_a_document_that_is_as_sure() {
    let documents: BTreeMap<String, Document> = documents().into_iter().collect();
    for preset in all() {
        let document = documents.get(&preset.id).unwrap_or_else(|| panic!("{} has no document", preset.id));
        let sure = document.confidence == Confidence::Documented;
        assert!(sure || preset.is_unverified(), "{} is surer than its source", preset.id);
        assert!(!sure || document.unverified.is_empty(), "{} uses what its source does not show", preset.id);
    }
    assert_eq!(documents.len(), all().len());
}

#[test]
fn every_kind_of_departure_is_named() {
    let documents = documents();
    let (id, document) = documents.iter().find(|(id, _)| id == "telnyx-lookup").unwrap();
    let changed = |change: &dyn Fn(&mut Document)| {
        let mut document = document.clone();
        change(&mut document);
        departures(&config(id), &document)
    };
    let types = "$.data.carrier.type";
    assert_eq!(
        changed(&|document| document.fields.get_mut(types).unwrap().push("satellite".to_owned())),
        [r#"$.data.carrier.type does not map "satellite""#]
    );
    assert_eq!(
        changed(&|document| document.fields.get_mut(types).unwrap().retain(|value| value != "pager")),
        [r#"$.data.carrier.type has no value "pager""#]
    );
    let renamed = changed(&|document| drop(document.fields.remove("$.data.carrier.name")));
    assert_eq!(renamed, ["field $.data.carrier.name"]);
    assert_eq!(changed(&|document| document.query.clear()), ["parameter type"]);
    assert_eq!(changed(&|document| "POST".clone_into(&mut document.method)), ["method GET"]);
    let (id, insight) = documents.iter().find(|(id, _)| id == "vonage-insight").unwrap();
    let mut more = insight.clone();
    more.fields.get_mut("$.status").unwrap().push("46".to_owned());
    assert_eq!(departures(&config(id), &more), [r#"$.status does not classify "46""#]);
    more.fields.get_mut("$.status").unwrap().retain(|word| word != "46" && word != "9");
    assert_eq!(departures(&config(id), &more), [r#"$.status has no value "9""#]);
    let moved = changed(&|document| "/v3/number_lookup/{phone_number}".clone_into(&mut document.path));
    assert_eq!(moved, ["path /v2/number_lookup/{}"]);
}
