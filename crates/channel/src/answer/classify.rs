//! Decides what a reply means for the channel, by HTTP status and body. The first rule that matches wins.

use std::time::Duration;

use http::StatusCode;
use serde_json::Value;

use super::path::ValuePath;
use crate::config::fault::Faults;
use crate::config::rules::{Action, ClassifyRule};
use crate::transport::json::{Json, Scalar};
use crate::transport::reply::capped_wait;

/// A compiled rule.
pub(crate) struct CompiledRule {
    http: Vec<u16>,
    path: Option<ValuePath>,
    equals: Option<Value>,
    at_most: Option<i64>,
    wait: Option<ValuePath>,
    action: Action,
}

/// What to do, and how long to wait if the body says so.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Verdict {
    pub(crate) action: Action,
    pub(crate) wait: Option<Duration>,
}

impl CompiledRule {
    pub(crate) fn compile(rule: &ClassifyRule, field: &str, faults: &mut Faults) -> Self {
        let mut path = |name: &str, text: &Option<String>| {
            text.as_ref().and_then(|text| ValuePath::compile(&format!("{field}.{name}"), text, faults))
        };
        Self {
            http: rule.http.clone(),
            path: path("path", &rule.path),
            wait: path("wait", &rule.wait),
            equals: rule.equals.clone(),
            at_most: rule.at_most,
            action: rule.action,
        }
    }

    fn matches(&self, status: u16, body: Option<Json<'_>>) -> bool {
        if !self.http.is_empty() && !self.http.contains(&status) {
            return false;
        }
        let Some(path) = &self.path else { return true };
        let Some(body) = body else { return false };
        path.all(body).iter().any(|found| self.accepts(found.json()))
    }

    fn accepts(&self, found: Json<'_>) -> bool {
        let equal = self.equals.as_ref().is_none_or(|wanted| equals(wanted, found));
        equal && self.at_most.is_none_or(|most| number(found).is_some_and(|found| found <= most))
    }
}

/// Classifies a reply. If no rule matches, the HTTP status decides.
pub(crate) fn classify(rules: &[CompiledRule], status: StatusCode, body: Option<Json<'_>>) -> Verdict {
    if let Some(rule) = rules.iter().find(|rule| rule.matches(status.as_u16(), body)) {
        let wait = rule.wait.as_ref().zip(body).and_then(|(path, body)| seconds(path.first(body)?.json()));
        return Verdict { action: rule.action, wait };
    }
    let action = match status.as_u16() {
        200..=299 => Action::Ok,
        429 => Action::Throttle,
        500..=599 => Action::Retry,
        // Not authenticated, no credit left, or not allowed: only the operator can settle that.
        401..=403 => Action::DisableChannel,
        _ => Action::Fail,
    };
    Verdict { action, wait: None }
}

/// Whether a value equals the one in the rule. Some providers write numbers as text.
fn equals(wanted: &Value, found: Json<'_>) -> bool {
    match (wanted, found.scalar()) {
        (Value::Number(wanted), Scalar::Text(text)) => wanted.to_string() == text,
        (Value::String(wanted), Scalar::Number(number)) => number.to_string() == *wanted,
        _ => found.to_value() == *wanted,
    }
}

fn number(value: Json<'_>) -> Option<i64> {
    match value.scalar() {
        Scalar::Number(number) => number.as_i64(),
        Scalar::Text(text) => text.trim().parse().ok(),
        _ => None,
    }
}

fn seconds(value: Json<'_>) -> Option<Duration> {
    let seconds = match value.scalar() {
        Scalar::Number(number) => number.as_f64()?,
        Scalar::Text(text) => text.trim().parse().ok()?,
        _ => return None,
    };
    Duration::try_from_secs_f64(seconds).ok().map(capped_wait)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::transport::json::Document;

    fn rules(text: &str) -> Vec<CompiledRule> {
        let rules: Vec<ClassifyRule> = serde_saphyr::from_str(text).unwrap();
        let mut faults = Faults::default();
        let built = rules.iter().map(|rule| CompiledRule::compile(rule, "rule", &mut faults)).collect();
        assert_eq!(faults.0, []);
        built
    }

    fn verdict(rules: &[CompiledRule], status: u16, body: Option<&Value>) -> Verdict {
        let body = body.map(Document::from_value);
        classify(rules, StatusCode::from_u16(status).unwrap(), body.as_ref().map(Document::root))
    }

    #[test]
    fn without_rules_the_status_decides() {
        for (status, action) in [
            (200, Action::Ok),
            (204, Action::Ok),
            (301, Action::Fail),
            (400, Action::Fail),
            (401, Action::DisableChannel),
            (402, Action::DisableChannel),
            (403, Action::DisableChannel),
            (404, Action::Fail),
            (429, Action::Throttle),
            (500, Action::Retry),
            (504, Action::Retry),
        ] {
            assert_eq!(verdict(&[], status, None), Verdict { action, wait: None }, "{status}");
        }
    }

    #[test]
    fn the_first_matching_rule_decides() {
        let rules = rules(
            "- {http: [200], path: $.error, equals: quota, wait: $.wait_s, action: throttle}\n\
             - {path: $.left, at_most: 0, action: pause}\n\
             - {path: $.error, action: fail}\n\
             - {http: [404], action: ok}\n",
        );
        let throttle = |wait| Verdict { action: Action::Throttle, wait };
        let quota = json!({"error": "quota", "wait_s": "1.5"});
        assert_eq!(verdict(&rules, 200, Some(&quota)), throttle(Some(Duration::from_millis(1500))));
        assert_eq!(verdict(&rules, 200, Some(&json!({"error": "quota", "wait_s": -1}))), throttle(None));
        assert_eq!(verdict(&rules, 503, Some(&quota)).action, Action::Fail, "the status must match as well");
        assert_eq!(verdict(&rules, 200, Some(&json!({"left": 0}))).action, Action::Pause);
        assert_eq!(verdict(&rules, 200, Some(&json!({"left": "0"}))).action, Action::Pause);
        assert_eq!(verdict(&rules, 200, Some(&json!({"left": 1}))).action, Action::Ok);
        assert_eq!(verdict(&rules, 404, None).action, Action::Ok);
    }
}
