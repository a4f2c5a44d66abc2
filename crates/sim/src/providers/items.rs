//! The answers of the simulated providers, correct or as a fault distorts them.

use serde_json::{Value, json};

use super::answers::{Verdict, carrier, verdict};
use super::state::Fault;

/// Added to a number to get one that was not part of the request.
const UNREQUESTED: u64 = 999_000_000_000_000_000;

/// A submitted batch.
#[derive(Debug, Clone)]
pub(super) struct Job {
    pub(super) project: String,
    pub(super) numbers: Vec<u64>,
    pub(super) polls: u32,
}

/// The answer for one number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Item {
    /// Position of the number in the request; `None` if it was not requested.
    index: Option<usize>,
    number: u64,
    pub(super) status: ItemStatus,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ItemStatus {
    Verdict(Verdict),
    /// A value of an unexpected JSON type.
    Malformed,
}

/// Returns the answers for the numbers of a request. A fault may drop, repeat or distort some of them.
pub(super) fn answer_items(numbers: &[u64], project: &str, fault: Fault) -> Vec<Item> {
    let mut items = Vec::with_capacity(numbers.len());
    for (index, &number) in numbers.iter().enumerate() {
        let correct = verdict(number, project);
        let item = |status| Item { index: Some(index), number, status };
        match (fault, index % 3) {
            (Fault::Half, _) if index % 2 == 1 => {}
            (Fault::Lying, 0) => {
                let wrong = if correct == Verdict::Yes { Verdict::No } else { Verdict::Yes };
                items.push(item(ItemStatus::Verdict(correct)));
                items.push(item(ItemStatus::Verdict(wrong)));
            }
            (Fault::Lying, 1) => items.push(item(ItemStatus::Malformed)),
            (Fault::Lying, _) => {
                let status = ItemStatus::Verdict(Verdict::Yes);
                items.push(Item { index: None, number: UNREQUESTED + number, status });
            }
            _ => items.push(item(ItemStatus::Verdict(correct))),
        }
    }
    items
}

/// Formats items for the synchronous provider.
pub(super) fn sync_items(items: &[Item]) -> Vec<Value> {
    let format = |item: &Item| {
        let state = match item.status {
            ItemStatus::Verdict(Verdict::Yes) => json!("live"),
            ItemStatus::Verdict(Verdict::No) => json!("dead"),
            ItemStatus::Verdict(Verdict::Unsure) => json!("undetermined"),
            ItemStatus::Malformed => json!({"live": [true]}),
        };
        json!({"to": format!("+{}", item.number), "state": state, "network": {"name": carrier(item.number)}})
    };
    items.iter().map(format).collect()
}

/// Formats items as CSV with a header row.
pub(super) fn csv_rows(items: &[Item]) -> String {
    let row = |item: &Item| {
        let state = match item.status {
            ItemStatus::Verdict(Verdict::Yes) => "live",
            ItemStatus::Verdict(Verdict::No) => "dead",
            ItemStatus::Verdict(Verdict::Unsure) => "undetermined",
            ItemStatus::Malformed => "",
        };
        format!("+{};{state};\"{}\"\r\n", item.number, carrier(item.number))
    };
    std::iter::once("to;state;network\r\n".to_owned()).chain(items.iter().map(row)).collect()
}

/// Formats items for the provider whose jobs are polled.
pub(super) fn poll_items(items: &[Item]) -> Vec<Value> {
    let format = |item: &Item| {
        let registered = match item.status {
            ItemStatus::Verdict(Verdict::Yes) => json!(true),
            ItemStatus::Verdict(Verdict::No) => json!(false),
            ItemStatus::Verdict(Verdict::Unsure) => Value::Null,
            ItemStatus::Malformed => json!([["yes"]]),
        };
        json!({"msisdn": item.number, "registered": registered, "operator": carrier(item.number)})
    };
    items.iter().map(format).collect()
}

/// Formats items for the provider that calls back. `references` are the ids of the numbers in the request.
pub(super) fn callback_items(items: &[Item], references: &[String]) -> Vec<Value> {
    let format = |item: &Item| {
        let code = match item.status {
            ItemStatus::Verdict(Verdict::Yes) => json!(1),
            ItemStatus::Verdict(Verdict::No) => json!(0),
            ItemStatus::Verdict(Verdict::Unsure) => json!(9),
            ItemStatus::Malformed => json!({"code": 1}),
        };
        let reference =
            item.index.and_then(|index| references.get(index)).map_or("unrequested", String::as_str);
        json!({"ref": reference, "code": code, "carrier": carrier(item.number)})
    };
    items.iter().map(format).collect()
}

/// Returns the body of a fault that replaces the whole answer.
pub(super) fn malformed_body(fault: Fault) -> Option<String> {
    match fault {
        Fault::WrongShape => Some(json!([{"unexpected": {"form": true}}, 7, null]).to_string()),
        Fault::NotJson => Some("<html><body>It works!</body></html>".to_owned()),
        Fault::Deep => Some(format!("{}{}", "[".repeat(100), "]".repeat(100))),
        Fault::Oversize(bytes) => Some(json!({"results": [], "padding": "x".repeat(bytes)}).to_string()),
        _ => None,
    }
}
