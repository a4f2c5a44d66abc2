//! Configurations: parsing, validation and secrets.

use std::collections::BTreeMap;

use numsift_channel::{Also, Auth, ChannelConfig, Kind, MASK, Match, MatchBy, Mode, Problem, Secret};

const EXAMPLE: &str = r#"
name: example-hlr
kind: http
base_url: https://api.example.com
checks: [carrier, reachable]
countries: []
contract: {ref: "2026/17", expires: 2027-01-01}
auth: {kind: basic, username: numsift, password: hunter22}
mode: poll
batch: {max: 100}
submit: {method: POST, path: /lookup, headers: {}, query: {}, body: '{"to": {{ e164 | tojson }}}'}
poll: {path: "/jobs/{{ job }}", every_s: 2, max_s: 600, state: "$.status", done: [COMPLETED], failed: [FAILED], results: "$.results[*]"}
items: "$.results[*]"
match: {key: "$.to", by: e164}
map:
  - {to: status, path: "$.state", values: {live: active, dead: inactive, true: active, 1: active}, default: unknown}
  - {to: carrier, path: "$.network.name"}
classify:
  - {http: [429], action: throttle}
  - {path: "$.error", equals: quota, action: throttle}
  - {path: "$.left", equals: 0, action: pause}
  - {http: [401, 403], action: disable_channel}
  - {http: [500, 502, 503, 504], action: retry}
limit: {rps: 50, burst: 100, concurrency: 32}
retry: {max: 4, base_ms: 200, cap_ms: 20000}
breaker: {failures: 10, window_s: 30, open_s: 30}
cost: {per: item, points: 0}
"#;

fn example() -> ChannelConfig {
    ChannelConfig::from_yaml(EXAMPLE).unwrap()
}

/// The faults of the example after a change.
fn faults(change: impl FnOnce(&mut ChannelConfig)) -> Vec<(String, Problem)> {
    let mut config = example();
    change(&mut config);
    config.validate().into_iter().map(|fault| (fault.field, fault.problem)).collect()
}

fn fields(change: impl FnOnce(&mut ChannelConfig)) -> Vec<String> {
    faults(change).into_iter().map(|(field, _)| field).collect()
}

#[test]
fn the_example_is_valid_and_survives_yaml_and_json() {
    let config = example();
    assert_eq!(config.validate(), []);
    assert_eq!((config.kind, config.mode), (Kind::Http, Mode::Poll));
    let known = BTreeMap::from([("auth.password".to_owned(), "hunter22".to_owned())]);
    let yaml = config.to_yaml().unwrap();
    assert!(!yaml.contains("hunter22"));
    assert_eq!(ChannelConfig::from_yaml(&yaml).unwrap().with_secrets(&known), config);
    let json = serde_json::to_string(&config).unwrap();
    assert!(!json.contains("hunter22"));
    let back: ChannelConfig = serde_json::from_str(&json).unwrap();
    assert_eq!(back.with_secrets(&known), config);
    assert!(!format!("{config:?}").contains("hunter22"));
}

#[test]
fn secrets_are_stored_apart_and_a_mask_keeps_the_stored_one() {
    let mut stored = example();
    let secrets = stored.take_secrets();
    assert_eq!(secrets, BTreeMap::from([("auth.password".to_owned(), "hunter22".to_owned())]));
    assert_eq!(stored.auth, Auth::Basic { username: "numsift".to_owned(), password: Secret::new(MASK) });
    assert_eq!(stored.take_secrets(), BTreeMap::new());
    assert_eq!(stored.validate().len(), 1, "a mask without a stored secret");

    assert_eq!(stored.clone().with_secrets(&secrets), example());
    let changed = Auth::Basic { username: "numsift".to_owned(), password: Secret::new("new") };
    let edited = ChannelConfig { auth: changed.clone(), ..stored.clone() };
    assert_eq!(edited.with_secrets(&secrets).auth, changed);

    let mut moved = stored.clone();
    moved.base_url = "https://evil.example".to_owned();
    assert!(!moved.same_destination(&stored));
    assert!(stored.same_destination(&example()));
}

#[test]
fn unknown_fields_and_values_are_refused() {
    for wrong in [
        "nam: x",
        "name: x\nsubmit: {url: /}",
        "name: x\nmode: push",
        "name: x\nauth: {kind: basic, user: x}",
    ] {
        assert!(ChannelConfig::from_yaml(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn all_missing_fields_are_reported_at_once() {
    let config = ChannelConfig::from_yaml("name: x\nmode: poll\nauth: {kind: bearer}\npoll: {}").unwrap();
    let missing: Vec<String> = config.validate().into_iter().map(|fault| fault.field).collect();
    for field in [
        "base_url",
        "checks",
        "auth.token",
        "submit.path",
        "poll.path",
        "poll.state",
        "poll.done",
        "match.key",
        "map",
    ] {
        assert!(missing.iter().any(|known| known == field), "{field} in {missing:?}");
    }
}

#[test]
fn faults_name_their_field() {
    let path = |field: &str| field.to_owned();
    assert_eq!(fields(|c| c.base_url = "ftp://x".to_owned()), ["base_url"]);
    assert_eq!(fields(|c| c.base_url = "https://user@x/".to_owned()), ["base_url"]);
    assert_eq!(fields(|c| c.name = "Not a name".to_owned()), ["name"]);
    assert_eq!(fields(|c| c.countries = vec!["DE".to_owned(), "GER".to_owned()]), ["countries[1]"]);
    assert_eq!(fields(|c| c.contract.as_mut().unwrap().expires = "soon".to_owned()), ["contract.expires"]);
    assert_eq!(fields(|c| c.items = "results".to_owned()), ["items"]);
    assert_eq!(fields(|c| c.map[1].path = "$[".to_owned()), ["map[1].path"], "reported once");
    assert_eq!(fields(|c| c.classify[2].wait = Some("x".to_owned())), ["classify[2].wait"]);
    assert_eq!(fields(|c| c.classify[0].http = vec![]), ["classify[0]"]);
    assert_eq!(fields(|c| c.classify[0].http = vec![429, 42]), ["classify[0].http[1]"]);
    assert_eq!(fields(|c| c.mode = Mode::Callback), ["poll", "callback"]);
    assert_eq!(fields(|c| c.mode = Mode::Sync), ["poll"]);
    assert_eq!(fields(|c| c.poll = None), ["poll"]);
    assert_eq!(fields(|c| c.submit.method = "DELETE".to_owned()), ["submit.method"]);
    assert_eq!(
        fields(|c| drop(c.submit.headers.insert("Host".to_owned(), path("x")))),
        ["submit.headers.Host"]
    );
    assert_eq!(faults(|c| c.batch.max = 0), [(path("batch.max"), Problem::OutOfRange { min: 1, max: 5000 })]);
    assert_eq!(fields(|c| (c.retry.base_ms, c.retry.cap_ms) = (100, 50)), ["retry.cap_ms"]);
    assert_eq!(
        fields(|c| c.also = vec![Also::default()]),
        ["also[0].items", "also[0].status", "also[0].match.key"]
    );
    let in_order = Match { key: "$[".to_owned(), by: MatchBy::Order };
    let also = Also {
        items: "$.numbers[*]".to_owned(),
        matching: in_order,
        status: "invalid".to_owned(),
        projects: vec![],
    };
    assert_eq!(fields(|c| c.also = vec![also.clone()]), ["also[0].match.by", "also[0].match.key"]);
}

#[test]
fn templates_are_validated() {
    let body = |text: &str| faults(|c| c.submit.body = Some(text.to_owned()));
    let unknown = Problem::UnknownName { name: "nubmers".to_owned() };
    assert_eq!(body("{{ nubmers }}"), [("submit.body".to_owned(), unknown)]);
    let job = Problem::UnknownName { name: "job".to_owned() };
    assert_eq!(
        body("{{ job }}"),
        [("submit.body".to_owned(), job)],
        "there is no job when a batch is submitted"
    );
    for wrong in
        ["{{ e164", "{{ number.missing }}", "{{ e164[1] | tojson }}", "{\"to\": {{ e164 }}}", "not JSON"]
    {
        match body(wrong).as_slice() {
            [(field, Problem::BadTemplate { .. })] => assert_eq!(field, "submit.body", "{wrong}"),
            other => panic!("{wrong}: {other:?}"),
        }
    }
    assert_eq!(
        fields(|c| {
            c.submit.headers.insert("content-type".to_owned(), "text/plain".to_owned());
            c.submit.body = Some("{{ e164 | join(' ') }}".to_owned());
        }),
        [""; 0]
    );
}
