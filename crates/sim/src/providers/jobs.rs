//! The bodies of answers: rightly, or as the fault wants them.

use serde_json::{Value, json};

use super::answers::{Verdict, carrier, verdict};
use super::state::Fault;

/// Put before the digits of a number to make one that nobody asked for.
const STRANGER: u64 = 999_000_000_000_000_000;

/// A batch that is worked on.
#[derive(Debug, Clone)]
pub(super) struct Job {
    pub(super) project: String,
    pub(super) numbers: Vec<u64>,
    pub(super) asked_after: u32,
}

/// What an item says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Said {
    /// This.
    Plain(Verdict),
    /// Something in a wrong shape.
    Mangled,
}

/// What is said about each number, and about numbers nobody asked for. `at` is the number's place in
/// what was asked.
pub(super) fn said(numbers: &[u64], project: &str, fault: Fault) -> Vec<(usize, u64, Said)> {
    let mut items = Vec::with_capacity(numbers.len());
    for (at, number) in numbers.iter().enumerate() {
        let truth = verdict(*number, project);
        match (fault, at % 3) {
            (Fault::Half, _) if at % 2 == 1 => {}
            (Fault::Lying, 0) => {
                let lie = if truth == Verdict::Yes { Verdict::No } else { Verdict::Yes };
                items.push((at, *number, Said::Plain(truth)));
                items.push((at, *number, Said::Plain(lie)));
            }
            (Fault::Lying, 1) => items.push((at, *number, Said::Mangled)),
            (Fault::Lying, _) => items.push((usize::MAX, STRANGER + number, Said::Plain(Verdict::Yes))),
            _ => items.push((at, *number, Said::Plain(truth))),
        }
    }
    items
}

/// The items as the provider that answers at once writes them.
pub(super) fn sync_items(items: &[(usize, u64, Said)]) -> Vec<Value> {
    let item = |(_, number, said): &(usize, u64, Said)| {
        let state = match said {
            Said::Plain(Verdict::Yes) => json!("live"),
            Said::Plain(Verdict::No) => json!("dead"),
            Said::Plain(Verdict::Unsure) => json!("undetermined"),
            Said::Mangled => json!({"live": [true]}),
        };
        json!({"to": format!("+{number}"), "state": state, "network": {"name": carrier(*number)}})
    };
    items.iter().map(item).collect()
}

/// The items as the provider with jobs writes them.
pub(super) fn poll_items(items: &[(usize, u64, Said)]) -> Vec<Value> {
    let item = |(_, number, said): &(usize, u64, Said)| {
        let registered = match said {
            Said::Plain(Verdict::Yes) => json!(true),
            Said::Plain(Verdict::No) => json!(false),
            Said::Plain(Verdict::Unsure) => Value::Null,
            Said::Mangled => json!([["yes"]]),
        };
        json!({"msisdn": number, "registered": registered, "operator": carrier(*number)})
    };
    items.iter().map(item).collect()
}

/// The items as the provider that delivers writes them.
pub(super) fn callback_items(items: &[(usize, u64, Said)], references: &[String]) -> Vec<Value> {
    let item = |(at, number, said): &(usize, u64, Said)| {
        let code = match said {
            Said::Plain(Verdict::Yes) => json!(1),
            Said::Plain(Verdict::No) => json!(0),
            Said::Plain(Verdict::Unsure) => json!(9),
            Said::Mangled => json!({"code": 1}),
        };
        let reference = references.get(*at).map_or("nobody", String::as_str);
        json!({"ref": reference, "code": code, "carrier": carrier(*number)})
    };
    items.iter().map(item).collect()
}

/// A body that is wrong as a whole, when the fault says so.
pub(super) fn spoilt(fault: Fault) -> Option<String> {
    match fault {
        Fault::WrongShape => Some(json!([{"unexpected": {"form": true}}, 7, null]).to_string()),
        Fault::NotJson => Some("<html><body>It works!</body></html>".to_owned()),
        Fault::Deep => Some(format!("{}{}", "[".repeat(100), "]".repeat(100))),
        Fault::Oversize(bytes) => Some(json!({"results": [], "padding": "x".repeat(bytes)}).to_string()),
        _ => None,
    }
}
