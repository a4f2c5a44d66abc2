//! Outcomes of single numbers: final statuses, numbers for the next channel, numbers that are asked about again, costs,
//! and secrets in templates.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::extract::{Request, State};
use axum::response::{IntoResponse, Response};
use numsift_channel::{
    BreakerState, Channel, ChannelConfig, CheckError, Guard, MASK, Outbound, Outcome, Problem, Reason,
};
use numsift_model::clock::Clock as _;
use numsift_model::money::Points;
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

use crate::world::{START, World, numbers};

type Answering = Arc<dyn Fn(&str, &str, u32) -> (u16, Value) + Send + Sync>;

/// A provider that answers as a test wants: by URI, body and how often it was asked.
struct Scripted {
    url: String,
    seen: Arc<Mutex<Vec<(String, String)>>>,
    serving: JoinHandle<()>,
}

impl Drop for Scripted {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

type Shared = (Answering, Arc<Mutex<Vec<(String, String)>>>);

impl Scripted {
    async fn start(answer: impl Fn(&str, &str, u32) -> (u16, Value) + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let seen = Arc::<Mutex<Vec<_>>>::default();
        let shared: Shared = (Arc::new(answer), Arc::clone(&seen));
        let router = Router::new().fallback(reply).with_state(shared);
        let serving = tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        Self { url, seen, serving }
    }

    fn channel(&self, yaml: &str) -> Channel {
        let outbound =
            Outbound::new(&Guard::new([self.url.strip_prefix("http://").unwrap().to_owned()])).unwrap();
        Channel::new(self.config(yaml), outbound).unwrap_or_else(|faults| panic!("{faults:?}"))
    }

    fn config(&self, yaml: &str) -> ChannelConfig {
        let head = "name: scripted\nchecks: [line_type]\ncontract: {ref: test, expires: 2030-01-01}\n\
                    retry: {max: 2, base_ms: 1, cap_ms: 20}\nlimit: {rps: 1000, burst: 1000, concurrency: 8}";
        ChannelConfig::from_yaml(&format!("{head}\nbase_url: {}\n{yaml}", self.url)).unwrap()
    }

    fn requests(&self) -> Vec<(String, String)> {
        self.seen.lock().unwrap().clone()
    }
}

async fn reply(State((answer, seen)): State<Shared>, request: Request) -> Response {
    let uri = request.uri().to_string();
    let body = axum::body::to_bytes(request.into_body(), 1 << 20).await.unwrap();
    let body = String::from_utf8(body.to_vec()).unwrap();
    let count = {
        let mut seen = seen.lock().unwrap();
        seen.push((uri.clone(), body.clone()));
        u32::try_from(seen.len()).unwrap()
    };
    let (status, value) = answer(&uri, &body, count);
    let status = axum::http::StatusCode::from_u16(status).unwrap();
    (status, axum::Json(value)).into_response()
}

async fn outcomes(channel: &Channel, numbers: &[u64], world: &World) -> Vec<Outcome> {
    let result = channel.check(numbers, "line_type", world.services.as_ref()).await;
    result.answers.unwrap().into_iter().map(|answer| answer.outcome).collect()
}

fn status(outcome: &Outcome) -> &str {
    match outcome {
        Outcome::Definite { status, .. } => status,
        Outcome::Unknown { reason } => reason.code(),
    }
}

const ONE: &str = "submit: {method: GET, path: '/n/{{ number.digits }}'}\nmatch: {by: order}\n\
                   map: [{to: status, path: $.type, values: {cell: mobile}}]\n";

#[tokio::test]
async fn errors_of_single_numbers_neither_disable_nor_break_the_channel() {
    let world = World::new().await;
    let provider = Scripted::start(|uri, _, _| match uri.as_bytes().last() {
        Some(b'0') => (404, json!({"error": "invalid number"})),
        Some(b'1') => (403, json!({"detail": "Country is not enabled"})),
        _ => (200, json!({"type": "cell"})),
    })
    .await;
    let rules = "breaker: {failures: 1, rate: 1, window_s: 30, open_s: 30}\nclassify:\n\
                 - {http: [404], status: invalid, free: true}\n\
                 - {http: [403], path: $.detail, matches: country, ignore_case: true, status: pass}\n\
                 cost: {points: 40}\n";
    let channel = provider.channel(&format!("{ONE}{rules}"));
    let mut found = HashMap::new();
    let mut spend = Points::ZERO;
    for number in numbers(40) {
        let result = channel.check(&[number], "line_type", world.services.as_ref()).await;
        spend += result.usage.spend;
        let answers = result.answers.unwrap();
        *found.entry(status(&answers[0].outcome).to_owned()).or_insert(0) += 1;
    }
    assert_eq!(
        found,
        HashMap::from([("invalid".to_owned(), 4), ("passed_on".to_owned(), 4), ("mobile".to_owned(), 32)])
    );
    assert_eq!(channel.breaker(START), BreakerState::Closed);
    assert!(channel.usable(world.services.clock.now()).is_ok());
    assert_eq!(spend, Points(36 * 40), "invalid numbers are free");
}

#[tokio::test]
async fn the_breaker_counts_a_rate() {
    let world = World::new().await;
    let provider = Scripted::start(|uri, _, _| match uri.as_bytes().last() {
        Some(b'0' | b'1') => (400, json!({})),
        _ => (200, json!({"type": "cell"})),
    })
    .await;
    let channel = provider.channel(&format!("{ONE}breaker: {{failures: 5}}\n"));
    for number in numbers(100) {
        let failed = channel.check(&[number], "line_type", world.services.as_ref()).await.answers.is_err();
        assert_eq!(failed, number % 10 < 2, "{number}");
    }
    assert_eq!(channel.breaker(START), BreakerState::Closed, "20 failures of 100 requests");
    let failing = numbers(1)[0];
    world.services.clock.advance(31);
    for _ in 0..5 {
        let result = channel.check(&[failing], "line_type", world.services.as_ref()).await;
        assert!(matches!(result.answers, Err(CheckError::Failed { .. })));
    }
    assert!(matches!(channel.breaker(world.services.clock.now()), BreakerState::Open { .. }));
}

#[tokio::test]
async fn only_the_numbers_that_ask_for_it_are_asked_about_again() {
    let world = World::new().await;
    let provider = Scripted::start(|_, body, count| {
        let numbers: Vec<String> = serde_json::from_str(body).unwrap();
        let item = |number: String| {
            let (busy, dead) = (number.ends_with('1'), number.ends_with('2'));
            let state = if dead || (busy && count == 1) { "busy" } else { "cell" };
            json!({"to": number, "type": state})
        };
        (200, numbers.into_iter().map(item).collect())
    })
    .await;
    let channel = provider.channel(
        "submit: {path: /batch, body: '{{ e164 | tojson }}'}\nbatch: {max: 10}\nitems: '$[*]'\n\
         match: {key: $.to, by: e164}\nmap: [{to: status, path: $.type, values: {cell: mobile, busy: retry}}]\n\
         cost: {points: 10}\n",
    );
    let asked = numbers(4);
    let result = channel.check(&asked, "line_type", world.services.as_ref()).await;
    let found: Vec<_> =
        result.answers.unwrap().iter().map(|answer| status(&answer.outcome).to_owned()).collect();
    assert_eq!(found, ["mobile", "mobile", "try_later", "mobile"]);
    let sent: Vec<Vec<String>> =
        provider.requests().iter().map(|(_, body)| serde_json::from_str(body).unwrap()).collect();
    let again = |last: &[usize]| last.iter().map(|at| format!("+{}", asked[*at])).collect::<Vec<_>>();
    assert_eq!(sent, [again(&[0, 1, 2, 3]), again(&[1, 2]), again(&[2])]);
    assert_eq!(result.usage.spend, Points(70), "every question costs");
    assert_eq!(channel.breaker(START), BreakerState::Closed);
}

#[tokio::test]
async fn ranges_patterns_and_projects_decide_the_status() {
    let world = World::new().await;
    let provider = Scripted::start(|uri, _, _| match uri.as_bytes().last() {
        Some(b'0') => (200, json!({"score": 70})),
        Some(b'1') => (200, json!({"score": "69.9"})),
        Some(b'2') => (200, json!({"score": 0.5})),
        Some(b'3') => (200, json!({"score": "N/A (none)"})),
        Some(b'4') => (200, json!({"score": "BLOCKED"})),
        _ => (200, json!({"score": null})),
    })
    .await;
    let channel = provider.channel(
        "submit: {method: GET, path: '/n/{{ number.digits }}'}\nmatch: {by: order}\nmap:\n\
         - {to: status, path: $.nothing, projects: [ported], default: ported}\n\
         - to: status\n  path: $.score\n  ignore_case: true\n  values: {blocked: high}\n  cases:\n\
         \x20   - {at_least: 70, is: high}\n    - {at_most: 30, is: low}\n    - {matches: '^n/a', is: pass}\n\
         \x20   - {at_least: 30, at_most: 70, is: medium}\n",
    );
    let found = outcomes_one_by_one(&channel, &world, 6).await;
    assert_eq!(found, ["high", "medium", "low", "passed_on", "high", "unmapped"]);
    let other = channel.check(&numbers(1), "ported", world.services.as_ref()).await.answers.unwrap();
    assert_eq!(status(&other[0].outcome), "ported");
}

async fn outcomes_one_by_one(channel: &Channel, world: &World, count: u64) -> Vec<String> {
    let mut found = Vec::new();
    for number in numbers(count) {
        found.extend(outcomes(channel, &[number], world).await.iter().map(|one| status(one).to_owned()));
    }
    found
}

#[tokio::test]
async fn items_are_matched_by_their_last_digits() {
    let world = World::new().await;
    let provider = Scripted::start(|_, _, _| {
        let items = json!([
            {"phone": "0151 1200-0002", "type": "b"},
            {"phone": 15_112_000_000_u64, "type": "a"},
            {"phone": "12025550100", "type": "c"},
            {"phone": "50100", "type": "too short"},
            {"phone": "9999999999", "type": "not asked"},
        ]);
        (200, items)
    })
    .await;
    let channel = provider.channel(
        "submit: {path: /batch, body: '{{ digits | tojson }}'}\nbatch: {max: 10}\nitems: '$[*]'\n\
         match: {key: $.phone, by: digits_end}\nmap: [{to: status, path: $.type}]\n",
    );
    let asked = [4_915_112_000_000, 4_915_112_000_001, 4_915_112_000_002, 12_025_550_100];
    let found = outcomes(&channel, &asked, &world).await;
    assert_eq!(found.iter().map(status).collect::<Vec<_>>(), ["a", "no_answer", "b", "c"]);
    // Digits that fit two numbers fit none.
    let ambiguous = outcomes(&channel, &[4_915_112_000_000, 7_715_112_000_000], &world).await;
    assert!(ambiguous.iter().all(|one| *one == Outcome::Unknown { reason: Reason::NoAnswer }));
}

#[tokio::test]
async fn the_cost_comes_from_the_reply() {
    let world = World::new().await;
    let provider = Scripted::start(|uri, _, _| match uri.as_bytes().last() {
        Some(b'0') => (200, json!({"type": "cell", "credits": 1.5})),
        Some(b'1') => (200, json!({"type": "cell", "credits": "0"})),
        Some(b'2') => (200, json!({"type": "cell", "credits": 1e18})),
        _ => (200, json!({"type": "cell"})),
    })
    .await;
    let channel = provider.channel(&format!("{ONE}cost: {{points: 100, path: $.credits}}\n"));
    let mut costs = Vec::new();
    for number in numbers(4) {
        costs.push(channel.check(&[number], "line_type", world.services.as_ref()).await.usage.spend.0);
    }
    assert_eq!(costs, [150, 0, 100, 100], "a cost that cannot be true is replaced by the fixed one");
}

#[tokio::test]
async fn secrets_of_templates_are_sent_but_never_shown() {
    let world = World::new().await;
    let provider = Scripted::start(|uri, body, _| (200, json!({"type": "cell", "echo": [uri, body]}))).await;
    let yaml = "secrets: {api_key: 'k\u{e4}y \"one\"', api_secret: second-secret}\n\
                submit:\n  path: '/k/{{ secrets.api_key }}/{{ number.digits }}'\n\
                \x20 headers: {x-part: '{{ secrets.api_secret[:9] }}'}\n\
                \x20 body: '{\"key\": {{ secrets.api_key | tojson }}, \"sign\": \"{{ secrets.api_secret | sha256 }}\"}'\n\
                match: {by: order}\nmap: [{to: status, path: $.type, values: {cell: mobile}}]\n";
    let mut config = provider.config(yaml);
    assert!(config.validate().is_empty(), "{:?}", config.validate());
    let channel = provider.channel(yaml);
    let report = channel.test_one(numbers(1)[0], "line_type", world.services.as_ref()).await;
    assert_eq!(report.mapped.as_ref().map(status), Some("mobile"), "{report:?}");
    let shown = format!("{report:?}");
    let parts = ["k\u{e4}y", "one\\\\\\\"", "k%C3%A4y", "second-secret", "second-se"];
    for part in parts {
        assert!(!shown.contains(part), "{part}: {shown}");
    }
    let (uri, body) = provider.requests().remove(0);
    assert!(uri.starts_with("/k/k%C3%A4y%20%22one%22/"), "{uri}");
    let body: Value = serde_json::from_str(&body).unwrap();
    assert_eq!(body["key"], "k\u{e4}y \"one\"");

    // They are stored apart, and the export shows masks.
    let yaml = config.to_yaml().unwrap();
    assert!(!yaml.contains("second-secret") && yaml.contains(MASK), "{yaml}");
    let taken = config.take_secrets();
    assert_eq!(taken.keys().collect::<Vec<_>>(), ["secrets.api_key", "secrets.api_secret"]);
    let missing: Vec<_> = config.validate().into_iter().map(|fault| fault.field).collect();
    assert_eq!(missing, ["secrets.api_key", "secrets.api_secret"]);
    assert!(config.with_secrets(&taken).validate().is_empty());
}

#[tokio::test]
async fn faulty_rules_are_reported() {
    let provider = Scripted::start(|_, _, _| (200, json!({}))).await;
    let config = provider.config(
        "secrets: {'Not-A-Name': x}\nsubmit: {path: '/{{ secrets.other }}'}\nmatch: {by: order}\n\
         map: [{to: status, path: $.a, cases: [{is: x}, {matches: '('}]}]\nclassify:\n\
         - {http: [404], action: fail, status: invalid}\n- {at_least: 1, http: [200]}\n\
         - {header: x-left, path: $.a}\n- {header: 'not a header'}\n- {path: $.a, matches: 'a{9999}'}\n\
         breaker: {rate: 0}\ncost: {path: 'credits'}\n",
    );
    let faults = config.validate();
    let fields: Vec<&str> = faults.iter().map(|fault| fault.field.as_str()).collect();
    for field in [
        "secrets.Not-A-Name",
        "map[0].cases[0]",
        "map[0].cases[1].is",
        "map[0].cases[1].matches",
        "classify[0].status",
        "classify[1].path",
        "classify[2].header",
        "classify[3].header",
        "classify[4].matches",
        "breaker.rate",
        "cost.path",
    ] {
        assert!(fields.contains(&field), "{field}: {fields:?}");
    }
    assert!(faults.iter().any(|fault| matches!(fault.problem, Problem::NotARegex { .. })));
}
