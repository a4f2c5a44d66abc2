//! Extracts one answer per number from a body: finds the items, matches them to numbers, maps their values.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use super::path::{Found, ValuePath};
use super::pattern::Pattern;
use crate::config::ChannelConfig;
use crate::config::fault::Faults;
use crate::config::rules::{MapCase, Match, MatchBy};
use crate::outcome::{Answer, Fields, Outcome, Reason};
use crate::request::batch::BatchContext;
use crate::transport::json::{Document, Json, Scalar};

/// The field with the status of the answer.
const STATUS: &str = "status";
/// The status that is not definite.
const UNKNOWN: &str = "unknown";
/// The status of a number that the next channel is asked about.
const PASS: &str = "pass";
/// The status of a number that the provider is asked about again.
const RETRY: &str = "retry";
/// Fewer digits do not identify a number by its end.
const MIN_DIGITS_END: u32 = 6;
/// Longest text taken from a provider, in characters.
const MAX_TEXT: usize = 200;

/// Extracts answers from a body.
#[derive(Clone)]
pub(crate) struct Extractor {
    items: Items,
    also: Vec<Also>,
    /// Sorted by field; rules of the same field in the order in which they are tried.
    rules: Vec<Rule>,
}

/// Finds items and the numbers that they are about.
#[derive(Clone)]
struct Items {
    path: ValuePath,
    /// The lists themselves, if the path leads to all items of lists.
    list: Option<ValuePath>,
    by: MatchBy,
    key: Option<ValuePath>,
}

/// Items whose numbers have one status.
#[derive(Clone)]
struct Also {
    items: Items,
    status: Arc<str>,
    /// The projects that it is for; empty if for all.
    projects: Vec<String>,
}

#[derive(Clone)]
struct Rule {
    is_status: bool,
    /// The name of the field as a JSON string.
    field: String,
    path: ValuePath,
    /// The projects that the rule is for; empty if for all.
    projects: Vec<String>,
    values: BTreeMap<String, Arc<str>>,
    ignore_case: bool,
    cases: Vec<Case>,
    default: Option<Arc<str>>,
}

#[derive(Clone)]
struct Case {
    at_least: Option<f64>,
    at_most: Option<f64>,
    matches: Option<Pattern>,
    is: Arc<str>,
}

/// The value that a rule finds in an item.
enum RuleValue {
    /// A translated value.
    Translated(Arc<str>),
    /// The rule's default.
    Default(Arc<str>),
    /// The provider's text, unchanged; written to the caller's buffer.
    Unchanged,
    /// No value.
    None,
    /// A list or an object instead of a value.
    NotAScalar,
}

impl Extractor {
    pub(crate) fn compile(config: &ChannelConfig, faults: &mut Faults) -> Option<Self> {
        let items = if config.items.is_empty() { "$" } else { &config.items };
        let items = Items::compile("", items, &config.matching, faults);
        let also = config.also.iter().enumerate().filter_map(|(at, also)| {
            let items = Items::compile(&format!("also[{at}]."), &also.items, &also.matching, faults)?;
            Some(Also { items, status: also.status.as_str().into(), projects: also.projects.clone() })
        });
        let also = also.collect();
        let mut rules: Vec<_> = config
            .map
            .iter()
            .enumerate()
            .filter_map(|(at, rule)| {
                let case = |(index, case): (usize, &MapCase)| {
                    let field = format!("map[{at}].cases[{index}].matches");
                    let pattern = case.matches.as_ref();
                    Case {
                        at_least: case.at_least.as_ref().and_then(serde_json::Number::as_f64),
                        at_most: case.at_most.as_ref().and_then(serde_json::Number::as_f64),
                        matches: pattern
                            .and_then(|text| Pattern::compile(&field, text, rule.ignore_case, faults)),
                        is: case.is.as_str().into(),
                    }
                };
                let cases = rule.cases.iter().enumerate().map(case).collect();
                let theirs = |text: &String| {
                    if rule.ignore_case { text.to_lowercase() } else { text.clone() }
                };
                Some(Rule {
                    is_status: rule.to == STATUS,
                    field: serde_json::Value::from(rule.to.as_str()).to_string(),
                    path: ValuePath::compile(&format!("map[{at}].path"), &rule.path, faults)?,
                    projects: rule.projects.clone(),
                    values: rule
                        .values
                        .iter()
                        .map(|(text, ours)| (theirs(text), ours.as_str().into()))
                        .collect(),
                    ignore_case: rule.ignore_case,
                    cases,
                    default: rule.default.as_deref().map(Arc::from),
                })
            })
            .collect();
        rules.sort_by(|one, other| one.field.cmp(&other.field));
        Some(Self { items: items?, also, rules })
    }

    /// The same extractor with another path to the items.
    pub(crate) fn with_items(&self, items: ValuePath, text: &str) -> Self {
        Self { items: Items { path: items, list: list_of(text), ..self.items.clone() }, ..self.clone() }
    }

    /// Returns one answer per number of the batch, whatever the body contains.
    pub(crate) fn answers(&self, body: Json<'_>, batch: &BatchContext<'_>) -> Vec<Answer> {
        let mut answers = self.answers_of_items(body, batch);
        for also in self.also.iter().filter(|also| is_for(&also.projects, batch.project)) {
            let Ok(items) = also.items.all(body) else { continue };
            let (found, _) = also.items.by_key(&items, batch);
            for answer in answers.iter_mut().filter(|answer| answer.has_no_item()) {
                if found.contains_key(&answer.number) {
                    answer.outcome = outcome(Arc::clone(&also.status), Fields::default());
                }
            }
        }
        answers
    }

    fn answers_of_items(&self, body: Json<'_>, batch: &BatchContext<'_>) -> Vec<Answer> {
        let items = match self.items.all(body) {
            Ok(items) => items,
            Err(reason) => return all_unknown(batch.numbers, reason),
        };
        match self.items.by {
            MatchBy::Order if items.len() == batch.numbers.len() => {
                return self.in_sequence(&items, batch);
            }
            // With missing or extra items, it is unclear which item belongs to which number.
            MatchBy::Order => return all_unknown(batch.numbers, Reason::WrongShape),
            MatchBy::E164 | MatchBy::Digits if self.items.are_in_order(&items, batch.numbers) => {
                return self.in_sequence(&items, batch);
            }
            _ => {}
        }
        let (found, missing) = self.items.by_key(&items, batch);
        let mut buffer = String::new();
        let mut outcome = |number: &u64| match found.get(number) {
            Some(item) => self.map(*item, batch.project, &mut buffer),
            None => Outcome::Unknown { reason: missing },
        };
        batch.numbers.iter().map(|number| Answer { number: *number, outcome: outcome(number) }).collect()
    }

    /// Maps each item to the number at the same index.
    fn in_sequence(&self, items: &[Found<'_>], batch: &BatchContext<'_>) -> Vec<Answer> {
        let mut buffer = String::new();
        let mut answer = |(number, item): (&u64, &Found<'_>)| {
            let outcome = self.map(item.json(), batch.project, &mut buffer);
            Answer { number: *number, outcome }
        };
        batch.numbers.iter().zip(items).map(&mut answer).collect()
    }

    /// Maps an item to an outcome; `buffer` is scratch space for a provider's text.
    fn map(&self, item: Json<'_>, project: &str, buffer: &mut String) -> Outcome {
        let mut fields = Fields::default();
        let mut status: Option<Arc<str>> = None;
        let mut reason = Reason::Unmapped;
        let mut set_field = "";
        for rule in &self.rules {
            // An earlier rule has set this field, or the rule is for other projects.
            if rule.field == set_field || !is_for(&rule.projects, project) {
                continue;
            }
            let (ours, by_default) = match rule.find(item, buffer) {
                RuleValue::Translated(ours) => (Some(ours), false),
                RuleValue::Default(ours) => (Some(ours), true),
                RuleValue::Unchanged => (None, false),
                RuleValue::NotAScalar => {
                    if rule.is_status {
                        reason = Reason::WrongShape;
                    }
                    continue;
                }
                RuleValue::None => continue,
            };
            set_field = &rule.field;
            let text = ours.as_deref().unwrap_or(buffer);
            if !rule.is_status {
                fields.push(&rule.field, text);
                continue;
            }
            if text == UNKNOWN && !by_default {
                reason = Reason::ReportedUnknown;
            }
            status = Some(ours.unwrap_or_else(|| Arc::from(buffer.as_str())));
        }
        match status {
            Some(status) if &*status != UNKNOWN => outcome(status, fields),
            _ => Outcome::Unknown { reason },
        }
    }
}

impl Items {
    /// `field` is the start of the names of its fields, for faults.
    fn compile(field: &str, items: &str, matching: &Match, faults: &mut Faults) -> Option<Self> {
        let path = ValuePath::compile(&format!("{field}items"), items, faults);
        let key = ValuePath::compile(&format!("{field}match.key"), &matching.key, faults);
        Some(Self { path: path?, list: list_of(items), by: matching.by, key })
    }

    /// The items of a body.
    fn all<'d>(&self, body: Json<'d>) -> Result<Vec<Found<'d>>, Reason> {
        // Several lists if the path has other wildcards, too.
        let lists = self.list.as_ref().map_or_else(Vec::new, |list| list.all(body));
        if let Some(items) = lists.iter().map(items_of).collect::<Option<Vec<_>>>()
            && !items.is_empty()
        {
            return Ok(items.into_iter().flatten().collect());
        }
        let found = self.path.all(body);
        match found.as_slice() {
            [] => Err(Reason::WrongShape),
            [one] => Ok(items_of(one).unwrap_or(found)),
            _ => Ok(found),
        }
    }

    /// The items by number, and the reason for numbers without an item. Items in sequence have no keys.
    fn by_key<'a>(
        &self,
        items: &'a [Found<'_>],
        batch: &BatchContext<'_>,
    ) -> (HashMap<u64, Json<'a>>, Reason) {
        match self.by {
            MatchBy::E164 | MatchBy::Digits => self.by_number(items, batch.numbers),
            MatchBy::DigitsEnd => self.by_last_digits(items, batch.numbers),
            MatchBy::CorrelationId => self.by_correlation_id(items, batch),
            MatchBy::Order => (HashMap::new(), Reason::WrongShape),
        }
    }

    /// Whether the items are in the order of the numbers. Most providers reply this way, and no lookup is needed.
    fn are_in_order(&self, items: &[Found<'_>], numbers: &[u64]) -> bool {
        items.len() == numbers.len()
            && items.iter().zip(numbers).all(|(item, number)| self.number(item.json()) == Some(*number))
    }

    /// The number that an item is about.
    fn number(&self, item: Json<'_>) -> Option<u64> {
        self.key(item).and_then(|key| match self.by {
            MatchBy::E164 => e164(key.json()),
            _ => digits(key.json()),
        })
    }

    /// The items by number, and the reason for numbers without an item.
    fn by_number<'a>(&self, items: &'a [Found<'_>], numbers: &[u64]) -> (HashMap<u64, Json<'a>>, Reason) {
        let mut found: HashMap<u64, Option<Json<'_>>> =
            numbers.iter().map(|number| (*number, None)).collect();
        let mut missing = Reason::NoAnswer;
        for item in items.iter().map(Found::json) {
            match self.number(item) {
                // The first item for a number counts; items for other numbers are dropped.
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

    /// The items by number, where an item contains only the last digits of its number.
    fn by_last_digits<'a>(
        &self,
        items: &'a [Found<'_>],
        numbers: &[u64],
    ) -> (HashMap<u64, Json<'a>>, Reason) {
        // For each count of digits, the number that ends with them; `None` if several do.
        let mut ends: HashMap<u32, HashMap<u64, Option<u64>>> = HashMap::new();
        let mut found = HashMap::new();
        let mut missing = Reason::NoAnswer;
        for item in items.iter().map(Found::json) {
            let Some(end) = self.number(item) else {
                missing = Reason::WrongShape;
                continue;
            };
            let count = end.checked_ilog10().map_or(1, |log| log + 1);
            let Some(modulus) = 10_u64.checked_pow(count).filter(|_| count >= MIN_DIGITS_END) else {
                continue;
            };
            let numbers_by_end = ends.entry(count).or_insert_with(|| {
                let mut by_end: HashMap<u64, Option<u64>> = HashMap::new();
                for number in numbers {
                    let same = by_end.entry(number % modulus).or_insert(Some(*number));
                    *same = same.filter(|other| other == number);
                }
                by_end
            });
            if let Some(Some(number)) = numbers_by_end.get(&end) {
                found.entry(*number).or_insert(item);
            }
        }
        (found, missing)
    }

    fn by_correlation_id<'a>(
        &self,
        items: &'a [Found<'_>],
        batch: &BatchContext<'_>,
    ) -> (HashMap<u64, Json<'a>>, Reason) {
        let ids: HashMap<String, u64> = batch
            .numbers
            .iter()
            .enumerate()
            .map(|(at, number)| (batch.correlation_id(at), *number))
            .collect();
        let mut found = HashMap::new();
        let mut missing = Reason::NoAnswer;
        for item in items.iter().map(Found::json) {
            match self.key(item).as_ref().map(|key| key.json().scalar()) {
                Some(Scalar::Text(id)) => {
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
}

/// The outcome that a status of the configuration stands for.
fn outcome(status: Arc<str>, fields: Fields) -> Outcome {
    match &*status {
        UNKNOWN => Outcome::Unknown { reason: Reason::ReportedUnknown },
        PASS => Outcome::Unknown { reason: Reason::PassedOn },
        RETRY => Outcome::Unknown { reason: Reason::TryLater },
        _ => Outcome::Definite { status, fields },
    }
}

/// The same status for every number.
pub(crate) fn all_with_status(numbers: &[u64], status: &Arc<str>) -> Vec<Answer> {
    let outcome = outcome(Arc::clone(status), Fields::default());
    numbers.iter().map(|number| Answer { number: *number, outcome: outcome.clone() }).collect()
}

impl Rule {
    fn find(&self, item: Json<'_>, buffer: &mut String) -> RuleValue {
        let found = self.path.first(item);
        let value = match found.as_ref().map(|found| found.json().scalar()) {
            None | Some(Scalar::Null) => None,
            Some(Scalar::Text(text)) => Some(Cow::Borrowed(text.trim())),
            Some(Scalar::Number(number)) => Some(Cow::Owned(number.to_string())),
            Some(Scalar::Bool(flag)) => Some(Cow::Borrowed(if flag { "true" } else { "false" })),
            Some(Scalar::Composite) => {
                return match &self.default {
                    Some(ours) if &**ours != UNKNOWN => RuleValue::Default(ours.clone()),
                    _ => RuleValue::NotAScalar,
                };
            }
        };
        if let Some(value) = value {
            let translated = if self.ignore_case {
                self.values.get(&value.to_lowercase())
            } else {
                self.values.get(&*value)
            };
            let by_case = || self.cases.iter().find(|case| case.holds(&value)).map(|case| &case.is);
            if let Some(ours) = translated.or_else(by_case) {
                return RuleValue::Translated(ours.clone());
            }
            if self.values.is_empty() && self.cases.is_empty() && clean(&value, buffer) {
                return RuleValue::Unchanged;
            }
        }
        match &self.default {
            Some(ours) => RuleValue::Default(ours.clone()),
            None => RuleValue::None,
        }
    }
}

/// Whether a rule with these projects is for a project.
fn is_for(projects: &[String], project: &str) -> bool {
    projects.is_empty() || projects.iter().any(|name| name == project)
}

impl Case {
    fn holds(&self, value: &str) -> bool {
        let number = || value.parse::<f64>().ok().filter(|number| number.is_finite());
        self.at_least.is_none_or(|least| number().is_some_and(|number| number >= least))
            && self.at_most.is_none_or(|most| number().is_some_and(|number| number <= most))
            && self.matches.as_ref().is_none_or(|pattern| pattern.is_match(value))
    }
}

/// The items of a list; `None` if the value is not a list.
fn items_of<'d>(list: &Found<'d>) -> Option<Vec<Found<'d>>> {
    match list {
        Found::Borrowed(json) => Some(json.items()?.map(Found::Borrowed).collect()),
        Found::Copied(document) => {
            let items = document.root().items()?;
            Some(items.map(|item| Found::Copied(Document::from_value(&item.to_value()))).collect())
        }
    }
}

/// The path of the lists, if a path ends with `[*]`.
fn list_of(items: &str) -> Option<ValuePath> {
    items.strip_suffix("[*]").and_then(|list| ValuePath::parse(list).ok())
}

/// Writes a provider's text to `buffer` without control characters and cut to [`MAX_TEXT`]. Returns whether
/// any text is left.
fn clean(text: &str, buffer: &mut String) -> bool {
    buffer.clear();
    if text.len() <= MAX_TEXT && text.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
        buffer.push_str(text);
    } else {
        buffer.extend(text.chars().filter(|c| !c.is_control()).take(MAX_TEXT));
    }
    !buffer.is_empty()
}

fn e164(key: Json<'_>) -> Option<u64> {
    let Scalar::Text(text) = key.scalar() else { return None };
    let digits = text.strip_prefix('+')?;
    if digits.bytes().all(|byte| byte.is_ascii_digit()) { digits.parse().ok() } else { None }
}

fn digits(key: Json<'_>) -> Option<u64> {
    match key.scalar() {
        Scalar::Number(number) => number.as_u64(),
        Scalar::Text(text) => {
            let mut digits = text.bytes().filter(u8::is_ascii_digit).map(|digit| u64::from(digit - b'0'));
            let first = digits.next()?;
            digits.try_fold(first, |number, digit| number.checked_mul(10)?.checked_add(digit))
        }
        _ => None,
    }
}

/// An unknown answer for every number.
pub(crate) fn all_unknown(numbers: &[u64], reason: Reason) -> Vec<Answer> {
    numbers.iter().map(|number| Answer { number: *number, outcome: Outcome::Unknown { reason } }).collect()
}

#[cfg(test)]
#[path = "extract_tests.rs"]
mod tests;
