//! From a body to one answer a number: picks the items, finds their numbers, maps their values.

use std::collections::{BTreeMap, HashMap};

use serde_json::Value;

use crate::compile::json_path;
use crate::config::{ChannelConfig, MatchBy};
use crate::outcome::{Answer, Outcome, Reason};
use crate::place::Place;
use crate::request::Asked;
use crate::validate::Faults;

/// The field that decides.
const STATUS: &str = "status";
/// The status that is none.
const UNKNOWN: &str = "unknown";
/// Longest text taken from a provider.
const LONGEST: usize = 200;

/// Picks, matches and maps. Cheap enough to clone when a channel is made.
#[derive(Clone)]
pub(crate) struct Picker {
    items: Place,
    /// Where the list of items is, when the path takes all of a list.
    list: Option<Place>,
    by: MatchBy,
    key: Option<Place>,
    rules: Vec<Rule>,
}

#[derive(Clone)]
struct Rule {
    to: String,
    path: Place,
    values: BTreeMap<String, String>,
    default: Option<String>,
}

/// What a rule finds in an item.
enum Found {
    /// A text of ours, and whether it is only the default.
    Text(String, bool),
    /// Nothing.
    Nothing,
    /// Something that is not a single value.
    NotAValue,
}

impl Picker {
    pub(crate) fn build(config: &ChannelConfig, faults: &mut Faults) -> Option<Self> {
        let items = if config.items.is_empty() { "$" } else { &config.items };
        let path = json_path("items", items, faults);
        let key = json_path("match.key", &config.matching.key, faults);
        let rules = config
            .map
            .iter()
            .enumerate()
            .filter_map(|(at, rule)| {
                Some(Rule {
                    to: rule.to.clone(),
                    path: json_path(&format!("map[{at}].path"), &rule.path, faults)?,
                    values: rule.values.clone(),
                    default: rule.default.clone(),
                })
            })
            .collect();
        Some(Self { items: path?, list: list_of(items), by: config.matching.by, key, rules })
    }

    /// The same, with the items in another place.
    pub(crate) fn with_items(&self, items: Place, text: &str) -> Self {
        Self { items, list: list_of(text), ..self.clone() }
    }

    /// One answer for each number that was asked. Whatever the body is.
    pub(crate) fn answers(&self, body: &Value, asked: &Asked<'_>) -> Vec<Answer> {
        let items = match self.items(body) {
            Ok(items) => items,
            Err(reason) => return all_unknown(asked.numbers, reason),
        };
        let (found, missing) = match self.by {
            MatchBy::Order if items.len() == asked.numbers.len() => {
                return self.one_by_one(&items, asked.numbers);
            }
            // Nobody knows whose the missing or superfluous items are.
            MatchBy::Order => return all_unknown(asked.numbers, Reason::WrongShape),
            MatchBy::E164 | MatchBy::Digits if self.in_order(&items, asked.numbers) => {
                return self.one_by_one(&items, asked.numbers);
            }
            MatchBy::E164 | MatchBy::Digits => self.by_number(&items, asked.numbers),
            MatchBy::CorrelationId => self.by_id(&items, asked),
        };
        let outcome = |number: &u64| match found.get(number) {
            Some(item) => self.map(item),
            None => Outcome::Unknown { reason: missing },
        };
        asked.numbers.iter().map(|number| Answer { number: *number, outcome: outcome(number) }).collect()
    }

    fn items<'a>(&self, body: &'a Value) -> Result<Vec<&'a Value>, Reason> {
        let list = self.list.as_ref().and_then(|list| list.first(body));
        if let Some(Value::Array(items)) = list {
            return Ok(items.iter().collect());
        }
        let found = self.items.all(body);
        match found.as_slice() {
            [] => Err(Reason::WrongShape),
            [Value::Array(items)] => Ok(items.iter().collect()),
            _ => Ok(found),
        }
    }

    /// Each item is about the number at its place.
    fn one_by_one(&self, items: &[&Value], numbers: &[u64]) -> Vec<Answer> {
        let pairs = numbers.iter().zip(items);
        pairs.map(|(number, item)| Answer { number: *number, outcome: self.map(item) }).collect()
    }

    /// Whether the items speak of the numbers one by one, as most providers answer: nothing is to be sorted then.
    fn in_order(&self, items: &[&Value], numbers: &[u64]) -> bool {
        items.len() == numbers.len()
            && items.iter().zip(numbers).all(|(item, number)| self.number(item) == Some(*number))
    }

    /// The number that an item speaks of.
    fn number(&self, item: &Value) -> Option<u64> {
        self.key(item).and_then(|key| match self.by {
            MatchBy::E164 => e164(key),
            _ => digits(key),
        })
    }

    /// The items by the numbers they speak of, and why a number may have none.
    fn by_number<'a>(&self, items: &[&'a Value], numbers: &[u64]) -> (HashMap<u64, &'a Value>, Reason) {
        let mut found: HashMap<u64, Option<&Value>> = numbers.iter().map(|number| (*number, None)).collect();
        let mut missing = Reason::NoAnswer;
        for item in items {
            match self.number(item) {
                // The first item for a number counts; a number that was not asked for is dropped.
                Some(number) => {
                    if let Some(slot) = found.get_mut(&number) {
                        slot.get_or_insert(item);
                    }
                }
                None => missing = Reason::WrongShape,
            }
        }
        (found.into_iter().filter_map(|(number, item)| Some((number, item?))).collect(), missing)
    }

    fn by_id<'a>(&self, items: &[&'a Value], asked: &Asked<'_>) -> (HashMap<u64, &'a Value>, Reason) {
        let ids: HashMap<String, u64> = asked
            .numbers
            .iter()
            .enumerate()
            .map(|(at, number)| (asked.correlation_id(at), *number))
            .collect();
        let mut found = HashMap::new();
        let mut missing = Reason::NoAnswer;
        for item in items {
            match self.key(item).and_then(Value::as_str) {
                Some(id) => {
                    if let Some(number) = ids.get(id) {
                        found.entry(*number).or_insert(*item);
                    }
                }
                None => missing = Reason::WrongShape,
            }
        }
        (found, missing)
    }

    fn key<'a>(&self, item: &'a Value) -> Option<&'a Value> {
        self.key.as_ref()?.first(item)
    }

    fn map(&self, item: &Value) -> Outcome {
        let mut fields = BTreeMap::new();
        let mut status = None;
        let mut reason = Reason::Unmapped;
        for rule in &self.rules {
            let is_status = rule.to == STATUS;
            if if is_status { status.is_some() } else { fields.contains_key(&rule.to) } {
                continue;
            }
            match rule.find(item) {
                Found::Text(text, by_default) if is_status => {
                    if text == UNKNOWN && !by_default {
                        reason = Reason::ReportedUnknown;
                    }
                    status = Some(text);
                }
                Found::Text(text, _) => {
                    fields.insert(rule.to.clone(), text);
                }
                Found::NotAValue if is_status => reason = Reason::WrongShape,
                Found::NotAValue | Found::Nothing => {}
            }
        }
        match status {
            Some(status) if status != UNKNOWN => Outcome::Definite { status, fields },
            _ => Outcome::Unknown { reason },
        }
    }
}

impl Rule {
    fn find(&self, item: &Value) -> Found {
        let value = match self.path.first(item) {
            None | Some(Value::Null) => None,
            Some(Value::String(text)) => Some(text.trim().to_owned()),
            Some(Value::Number(number)) => Some(number.to_string()),
            Some(Value::Bool(flag)) => Some(flag.to_string()),
            Some(Value::Array(_) | Value::Object(_)) => {
                return match &self.default {
                    Some(text) if text != UNKNOWN => Found::Text(text.clone(), true),
                    _ => Found::NotAValue,
                };
            }
        };
        let known = value.and_then(|value| {
            if self.values.is_empty() { clean(&value) } else { self.values.get(&value).cloned() }
        });
        match (known, &self.default) {
            (Some(text), _) => Found::Text(text, false),
            (None, Some(text)) => Found::Text(text.clone(), true),
            (None, None) => Found::Nothing,
        }
    }
}

/// Where the list is that a path takes all of.
fn list_of(items: &str) -> Option<Place> {
    items.strip_suffix("[*]").and_then(|list| Place::parse(list).ok())
}

/// A provider's text as it may be stored and shown: one line, not endless.
fn clean(text: &str) -> Option<String> {
    let text: String = text.chars().filter(|c| !c.is_control()).take(LONGEST).collect();
    (!text.is_empty()).then_some(text)
}

fn e164(key: &Value) -> Option<u64> {
    let digits = key.as_str()?.strip_prefix('+')?;
    if digits.bytes().all(|byte| byte.is_ascii_digit()) { digits.parse().ok() } else { None }
}

fn digits(key: &Value) -> Option<u64> {
    match key {
        Value::Number(number) => number.as_u64(),
        Value::String(text) => text.chars().filter(char::is_ascii_digit).collect::<String>().parse().ok(),
        _ => None,
    }
}

/// Nothing is known about any of the numbers.
pub(crate) fn all_unknown(numbers: &[u64], reason: Reason) -> Vec<Answer> {
    numbers.iter().map(|number| Answer { number: *number, outcome: Outcome::Unknown { reason } }).collect()
}

#[cfg(test)]
#[path = "pick_tests.rs"]
mod tests;
