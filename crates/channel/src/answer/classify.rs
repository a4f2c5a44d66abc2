//! Decides what a reply means for the channel, by HTTP status and body. The first rule that matches wins.

use std::sync::Arc;
use std::time::Duration;

use http::{HeaderMap, StatusCode};
use serde_json::Value;

use super::path::ValuePath;
use super::pattern::Pattern;
use crate::config::fault::Faults;
use crate::config::rules::{Action, ClassifyRule};
use crate::transport::json::{Document, Json, Scalar};
use crate::transport::reply::capped_wait;

/// A compiled rule.
pub(crate) struct CompiledRule {
    projects: Vec<String>,
    http: Vec<u16>,
    path: Option<ValuePath>,
    header: Option<String>,
    /// The value equals one of these; empty if it may be anything.
    one_of: Vec<Value>,
    at_least: Option<i64>,
    at_most: Option<i64>,
    matches: Option<Pattern>,
    ignore_case: bool,
    wait: Option<ValuePath>,
    wait_header: Option<String>,
    verdict: Verdict,
}

/// What to do, and how long to wait if the reply says so.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Verdict {
    pub(crate) action: Action,
    pub(crate) wait: Option<Duration>,
    /// The status of every number of the request, whatever the body says.
    pub(crate) status: Option<Arc<str>>,
    /// The provider does not charge for the reply.
    pub(crate) free: bool,
}

impl CompiledRule {
    pub(crate) fn compile(rule: &ClassifyRule, field: &str, faults: &mut Faults) -> Self {
        let mut path = |name: &str, text: &Option<String>| {
            text.as_ref().and_then(|text| ValuePath::compile(&format!("{field}.{name}"), text, faults))
        };
        Self {
            projects: rule.projects.clone(),
            http: rule.http.clone(),
            path: path("path", &rule.path),
            wait: path("wait", &rule.wait),
            header: rule.header.clone(),
            wait_header: rule.wait_header.clone(),
            one_of: rule.equals.iter().chain(&rule.one_of).cloned().collect(),
            at_least: rule.at_least,
            at_most: rule.at_most,
            matches: rule.matches.as_ref().and_then(|source| {
                Pattern::compile(&format!("{field}.matches"), source, rule.ignore_case, faults)
            }),
            ignore_case: rule.ignore_case,
            verdict: Verdict {
                action: rule.action,
                wait: None,
                status: rule.status.as_deref().map(Arc::from),
                free: rule.free,
            },
        }
    }

    fn matches(&self, project: &str, status: u16, headers: &HeaderMap, body: Option<Json<'_>>) -> bool {
        if !self.projects.is_empty() && !self.projects.iter().any(|name| name == project) {
            return false;
        }
        if !self.http.is_empty() && !self.http.contains(&status) {
            return false;
        }
        if let Some(name) = &self.header {
            let value = header_text(headers, name).map(Value::from);
            let document = value.as_ref().map(Document::from_value);
            return document.is_some_and(|document| self.accepts(document.root()));
        }
        let Some(path) = &self.path else { return true };
        let Some(body) = body else { return false };
        path.all(body).iter().any(|found| self.accepts(found.json()))
    }

    fn accepts(&self, found: Json<'_>) -> bool {
        let is_listed = |wanted: &Value| equals(wanted, found, self.ignore_case);
        (self.one_of.is_empty() || self.one_of.iter().any(is_listed))
            && self.at_least.is_none_or(|least| number(found).is_some_and(|found| found >= least))
            && self.at_most.is_none_or(|most| number(found).is_some_and(|found| found <= most))
            && self.matches.as_ref().is_none_or(|pattern| match found.scalar() {
                Scalar::Text(text) => pattern.is_match(text),
                Scalar::Number(number) => pattern.is_match(&number.to_string()),
                _ => false,
            })
    }

    fn wait(&self, headers: &HeaderMap, body: Option<Json<'_>>) -> Option<Duration> {
        let in_header = || {
            let text = header_text(headers, self.wait_header.as_ref()?)?;
            seconds(Document::from_value(&Value::from(text)).root())
        };
        let in_body = self.wait.as_ref().zip(body).and_then(|(path, body)| seconds(path.first(body)?.json()));
        in_body.or_else(in_header)
    }
}

fn header_text<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    headers.get(name)?.to_str().ok()
}

/// Classifies a reply. If no rule matches, the HTTP status decides.
pub(crate) fn classify(
    rules: &[CompiledRule],
    project: &str,
    status: StatusCode,
    headers: &HeaderMap,
    body: Option<Json<'_>>,
) -> Verdict {
    if let Some(rule) = rules.iter().find(|rule| rule.matches(project, status.as_u16(), headers, body)) {
        return Verdict { wait: rule.wait(headers, body), ..rule.verdict.clone() };
    }
    let action = match status.as_u16() {
        200..=299 => Action::Ok,
        429 => Action::Throttle,
        500..=599 => Action::Retry,
        // Not authenticated, no credit left, or not allowed: only the operator can settle that.
        401..=403 => Action::DisableChannel,
        _ => Action::Fail,
    };
    Verdict { action, ..Verdict::default() }
}

/// Whether a value equals the one in the rule. Some providers write numbers as text.
fn equals(wanted: &Value, found: Json<'_>, ignore_case: bool) -> bool {
    match (wanted, found.scalar()) {
        (Value::String(wanted), Scalar::Text(text)) if ignore_case => {
            wanted.to_lowercase() == text.to_lowercase()
        }
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

    fn rules(text: &str) -> Vec<CompiledRule> {
        let rules: Vec<ClassifyRule> = serde_saphyr::from_str(text).unwrap();
        let mut faults = Faults::default();
        let built = rules.iter().map(|rule| CompiledRule::compile(rule, "rule", &mut faults)).collect();
        assert_eq!(faults.0, []);
        built
    }

    fn verdict(rules: &[CompiledRule], status: u16, body: Option<&Value>) -> Verdict {
        with_headers(rules, status, &[], body)
    }

    fn with_headers(
        rules: &[CompiledRule],
        status: u16,
        headers: &[(&'static str, &'static str)],
        body: Option<&Value>,
    ) -> Verdict {
        let headers = headers
            .iter()
            .map(|(name, value)| (http::HeaderName::from_static(name), http::HeaderValue::from_static(value)))
            .collect();
        let body = body.map(Document::from_value);
        let status = StatusCode::from_u16(status).unwrap();
        classify(rules, "line_type", status, &headers, body.as_ref().map(Document::root))
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
            assert_eq!(verdict(&[], status, None), Verdict { action, ..Verdict::default() }, "{status}");
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
        let throttle = |wait| Verdict { action: Action::Throttle, wait, ..Verdict::default() };
        let quota = json!({"error": "quota", "wait_s": "1.5"});
        assert_eq!(verdict(&rules, 200, Some(&quota)), throttle(Some(Duration::from_millis(1500))));
        assert_eq!(verdict(&rules, 200, Some(&json!({"error": "quota", "wait_s": -1}))), throttle(None));
        assert_eq!(verdict(&rules, 503, Some(&quota)).action, Action::Fail, "the status must match as well");
        assert_eq!(verdict(&rules, 200, Some(&json!({"left": 0}))).action, Action::Pause);
        assert_eq!(verdict(&rules, 200, Some(&json!({"left": "0"}))).action, Action::Pause);
        assert_eq!(verdict(&rules, 200, Some(&json!({"left": 1}))).action, Action::Ok);
        assert_eq!(verdict(&rules, 404, None).action, Action::Ok);
    }
    #[test]
    fn rules_know_lists_ranges_patterns_and_headers() {
        let rules = rules(
            "- {path: $.code, in: [2, '16', 31], action: throttle}\n\
             - {path: $.code, at_least: 500, at_most: 599, action: retry}\n\
             - {path: $.message, matches: 'no (credit|funds)', ignore_case: true, action: disable_channel}\n\
             - {path: $.type, equals: Quota, ignore_case: true, action: fail}\n\
             - {header: x-left, at_most: 0, wait_header: x-reset, action: pause}\n\
             - {http: [404], projects: [ported], status: unknown}\n\
             - {http: [404], projects: [line_type, dnc], status: invalid, free: true}\n",
        );
        let action = |body: Value| verdict(&rules, 200, Some(&body)).action;
        for code in [json!(2), json!("2"), json!(16), json!("31")] {
            assert_eq!(action(json!({ "code": code })), Action::Throttle);
        }
        assert_eq!(action(json!({"code": 3})), Action::Ok);
        assert_eq!(action(json!({"code": 503})), Action::Retry);
        assert_eq!(action(json!({"code": 600})), Action::Ok);
        assert_eq!(action(json!({"message": "Sorry, No Credit left"})), Action::DisableChannel);
        assert_eq!(action(json!({"message": ["no credit"]})), Action::Ok);
        assert_eq!(action(json!({"type": "QUOTA"})), Action::Fail);
        let left = |left, reset| with_headers(&rules, 200, &[("x-left", left), ("x-reset", reset)], None);
        assert_eq!(left("1", "5").action, Action::Ok);
        let pause = Verdict { action: Action::Pause, ..Verdict::default() };
        assert_eq!(left("0", "5"), Verdict { wait: Some(Duration::from_secs(5)), ..pause.clone() });
        assert_eq!(left("0", "soon"), pause);
        let invalid = Verdict { status: Some("invalid".into()), free: true, ..Verdict::default() };
        assert_eq!(verdict(&rules, 404, None), invalid);
    }
}
