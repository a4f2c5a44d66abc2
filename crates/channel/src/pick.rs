//! From a body to one answer a number: picks the items, finds their numbers, maps their values.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use crate::compile::json_path;
use crate::config::{ChannelConfig, MatchBy};
use crate::json::{Document, Form, Json};
use crate::outcome::{Answer, Fields, Outcome, Reason};
use crate::place::{Found, Place};
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
    /// In the order of their fields; those of one field in the order in which they are tried.
    rules: Vec<Rule>,
}

#[derive(Clone)]
struct Rule {
    is_status: bool,
    /// The name of its field, as JSON.
    field: String,
    path: Place,
    values: BTreeMap<String, Arc<str>>,
    default: Option<Arc<str>>,
}

/// What a rule says of an item.
enum Says {
    /// A text of ours, and whether it is only the default.
    Ours(Arc<str>, bool),
    /// The provider's own text, which was put where the caller wanted it.
    Theirs,
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
        let mut rules: Vec<_> = config
            .map
            .iter()
            .enumerate()
            .filter_map(|(at, rule)| {
                Some(Rule {
                    is_status: rule.to == STATUS,
                    field: serde_json::Value::from(rule.to.as_str()).to_string(),
                    path: json_path(&format!("map[{at}].path"), &rule.path, faults)?,
                    values: rule
                        .values
                        .iter()
                        .map(|(said, ours)| (said.clone(), ours.as_str().into()))
                        .collect(),
                    default: rule.default.as_deref().map(Arc::from),
                })
            })
            .collect();
        rules.sort_by(|one, other| one.field.cmp(&other.field));
        Some(Self { items: path?, list: list_of(items), by: config.matching.by, key, rules })
    }

    /// The same, with the items in another place.
    pub(crate) fn with_items(&self, items: Place, text: &str) -> Self {
        Self { items, list: list_of(text), ..self.clone() }
    }

    /// One answer for each number that was asked. Whatever the body is.
    pub(crate) fn answers(&self, body: Json<'_>, asked: &Asked<'_>) -> Vec<Answer> {
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
        let mut room = String::new();
        let mut outcome = |number: &u64| match found.get(number) {
            Some(item) => self.map(*item, &mut room),
            None => Outcome::Unknown { reason: missing },
        };
        asked.numbers.iter().map(|number| Answer { number: *number, outcome: outcome(number) }).collect()
    }

    fn items<'d>(&self, body: Json<'d>) -> Result<Vec<Found<'d>>, Reason> {
        let list = self.list.as_ref().and_then(|list| list.first(body));
        if let Some(items) = list.as_ref().and_then(items_of) {
            return Ok(items);
        }
        let found = self.items.all(body);
        match found.as_slice() {
            [] => Err(Reason::WrongShape),
            [one] => Ok(items_of(one).unwrap_or(found)),
            _ => Ok(found),
        }
    }

    /// Each item is about the number at its place.
    fn one_by_one(&self, items: &[Found<'_>], numbers: &[u64]) -> Vec<Answer> {
        let mut room = String::new();
        let pairs = numbers.iter().zip(items);
        pairs
            .map(|(number, item)| Answer { number: *number, outcome: self.map(item.json(), &mut room) })
            .collect()
    }

    /// Whether the items speak of the numbers one by one, as most providers answer: nothing is to be sorted then.
    fn in_order(&self, items: &[Found<'_>], numbers: &[u64]) -> bool {
        items.len() == numbers.len()
            && items.iter().zip(numbers).all(|(item, number)| self.number(item.json()) == Some(*number))
    }

    /// The number that an item speaks of.
    fn number(&self, item: Json<'_>) -> Option<u64> {
        self.key(item).and_then(|key| match self.by {
            MatchBy::E164 => e164(key.json()),
            _ => digits(key.json()),
        })
    }

    /// The items by the numbers they speak of, and why a number may have none.
    fn by_number<'a>(&self, items: &'a [Found<'_>], numbers: &[u64]) -> (HashMap<u64, Json<'a>>, Reason) {
        let mut found: HashMap<u64, Option<Json<'_>>> =
            numbers.iter().map(|number| (*number, None)).collect();
        let mut missing = Reason::NoAnswer;
        for item in items.iter().map(Found::json) {
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

    fn by_id<'a>(&self, items: &'a [Found<'_>], asked: &Asked<'_>) -> (HashMap<u64, Json<'a>>, Reason) {
        let ids: HashMap<String, u64> = asked
            .numbers
            .iter()
            .enumerate()
            .map(|(at, number)| (asked.correlation_id(at), *number))
            .collect();
        let mut found = HashMap::new();
        let mut missing = Reason::NoAnswer;
        for item in items.iter().map(Found::json) {
            match self.key(item).as_ref().map(|key| key.json().form()) {
                Some(Form::Text(id)) => {
                    if let Some(number) = ids.get(id) {
                        found.entry(*number).or_insert(item);
                    }
                }
                _ => missing = Reason::WrongShape,
            }
        }
        (found, missing)
    }

    fn key<'d>(&self, item: Json<'d>) -> Option<Found<'d>> {
        self.key.as_ref()?.first(item)
    }

    /// What an item says; `room` is for a provider's text.
    fn map(&self, item: Json<'_>, room: &mut String) -> Outcome {
        let mut fields = Fields::default();
        let mut status: Option<Arc<str>> = None;
        let mut reason = Reason::Unmapped;
        let mut settled = "";
        for rule in &self.rules {
            // An earlier rule gave this field its value.
            if rule.field == settled {
                continue;
            }
            let (ours, by_default) = match rule.find(item, room) {
                Says::Ours(ours, by_default) => (Some(ours), by_default),
                Says::Theirs => (None, false),
                Says::NotAValue => {
                    if rule.is_status {
                        reason = Reason::WrongShape;
                    }
                    continue;
                }
                Says::Nothing => continue,
            };
            settled = &rule.field;
            let text = ours.as_deref().unwrap_or(room);
            if !rule.is_status {
                fields.push(&rule.field, text);
                continue;
            }
            if text == UNKNOWN && !by_default {
                reason = Reason::ReportedUnknown;
            }
            status = Some(ours.unwrap_or_else(|| Arc::from(room.as_str())));
        }
        match status {
            Some(status) if &*status != UNKNOWN => Outcome::Definite { status, fields },
            _ => Outcome::Unknown { reason },
        }
    }
}

impl Rule {
    fn find(&self, item: Json<'_>, room: &mut String) -> Says {
        let found = self.path.first(item);
        let value = match found.as_ref().map(|found| found.json().form()) {
            None | Some(Form::Null) => None,
            Some(Form::Text(text)) => Some(Cow::Borrowed(text.trim())),
            Some(Form::Number(number)) => Some(Cow::Owned(number.to_string())),
            Some(Form::Bool(flag)) => Some(Cow::Borrowed(if flag { "true" } else { "false" })),
            Some(Form::Several) => {
                return match &self.default {
                    Some(ours) if &**ours != UNKNOWN => Says::Ours(ours.clone(), true),
                    _ => Says::NotAValue,
                };
            }
        };
        if let Some(value) = value {
            if let Some(ours) = self.values.get(&*value) {
                return Says::Ours(ours.clone(), false);
            }
            if self.values.is_empty() && clean(&value, room) {
                return Says::Theirs;
            }
        }
        match &self.default {
            Some(ours) => Says::Ours(ours.clone(), true),
            None => Says::Nothing,
        }
    }
}

/// The items of a list that was found.
fn items_of<'d>(list: &Found<'d>) -> Option<Vec<Found<'d>>> {
    match list {
        Found::There(json) => Some(json.items()?.map(Found::There).collect()),
        Found::Apart(document) => {
            let items = document.root().items()?;
            Some(items.map(|item| Found::Apart(Document::of(&item.to_value()))).collect())
        }
    }
}

/// Where the list is that a path takes all of.
fn list_of(items: &str) -> Option<Place> {
    items.strip_suffix("[*]").and_then(|list| Place::parse(list).ok())
}

/// Puts a provider's text into `room` as it may be stored and shown: one line, not endless. Says whether anything is
/// left of it.
fn clean(text: &str, room: &mut String) -> bool {
    room.clear();
    if text.len() <= LONGEST && text.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
        room.push_str(text);
    } else {
        room.extend(text.chars().filter(|c| !c.is_control()).take(LONGEST));
    }
    !room.is_empty()
}

fn e164(key: Json<'_>) -> Option<u64> {
    let Form::Text(text) = key.form() else { return None };
    let digits = text.strip_prefix('+')?;
    if digits.bytes().all(|byte| byte.is_ascii_digit()) { digits.parse().ok() } else { None }
}

fn digits(key: Json<'_>) -> Option<u64> {
    match key.form() {
        Form::Number(number) => number.as_u64(),
        Form::Text(text) => {
            let mut digits = text.bytes().filter(u8::is_ascii_digit).map(|digit| u64::from(digit - b'0'));
            let first = digits.next()?;
            digits.try_fold(first, |number, digit| number.checked_mul(10)?.checked_add(digit))
        }
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
