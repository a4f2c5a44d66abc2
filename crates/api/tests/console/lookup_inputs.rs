//! Lookups with what checks need besides the number: the date of consent.

use numsift_channel::ChannelConfig;
use numsift_ledger::verify;
use numsift_sim::providers::Provider;
use numsift_sim::{ProviderSettings, ProvidersNode};
use numsift_store::ChannelRow;
use serde_json::{Value, json};

use crate::app::{TestApp, on_both_stores};
use crate::public_api::{ALL, give, post, priced, problem, with_key};

on_both_stores!(
    the_answer_depends_on_the_input,
    wrong_inputs_are_refused,
    inputs_are_part_of_a_repeated_request,
    people_give_inputs_in_the_console,
);

/// An odd number, which was given to another person on 1 June 2024, and an even one.
const NUMBERS: [&str; 2] = ["+8613812345679", "+8613812345678"];

/// The simulated provider with a channel that asks whether numbers were reassigned; points for the account.
async fn world(app: &TestApp) -> (ProvidersNode, String, String) {
    priced(app, 100).await;
    let provider = ProvidersNode::start(ProviderSettings::default()).await.unwrap();
    let yaml = r#"{name: reassigned, base_url: BASE, checks: [reassigned],
        contract: {ref: test, expires: 2099-01-01}, submit: {method: GET, path: /reassigned,
        query: {number: "{{ number.digits }}", since: "{{ number.inputs.since | date('%Y%m%d') }}"}},
        match: {key: $.number, by: digits}, limit: {rps: 1000, burst: 1000, concurrency: 8},
        map: [{to: status, path: $.reassigned, values: {"yes": reassigned, "no": not_reassigned}}]}"#;
    let config = ChannelConfig::from_yaml(&yaml.replace("BASE", &format!("'{}'", provider.url()))).unwrap();
    let (document, secrets) = app.screening.channels.sealed(config).unwrap();
    let row = ChannelRow {
        name: "reassigned".to_owned(),
        priority: 10,
        enabled: true,
        disabled_reason: String::new(),
        version: 0,
        document,
        secrets,
    };
    let (uid, sid, secret) = with_key(app, "ann", &ALL).await;
    give(app, uid, 10_000_000).await;
    let mut tx = app.store.begin().await.unwrap();
    tx.put_channel(&row).await.unwrap().unwrap();
    tx.save().await.unwrap();
    (provider, sid, secret)
}

fn checks(answer: &Value) -> Vec<(String, Value)> {
    let items = answer["items"].as_array().unwrap_or_else(|| panic!("{answer}")).iter();
    let found = items.map(|item| &item["checks"]["reassigned"]);
    found.map(|found| (found["status"].as_str().unwrap().to_owned(), found["attributes"].clone())).collect()
}

async fn the_answer_depends_on_the_input(app: &TestApp) {
    let (provider, _, secret) = world(app).await;
    let ask = |inputs: Value| {
        let body =
            json!({"numbers": NUMBERS, "checks": ["reassigned"], "inputs": inputs, "max_age_days": 30});
        let secret = secret.clone();
        async move { post(app, "/v1/lookups", &secret, &body, None).await.json() }
    };
    let early = ask(json!([{"since": "2024/03/01"}, {"since": "20240301"}])).await;
    let since = |day: &str| json!({"since": day});
    let expected = [("reassigned", "2024-03-01"), ("not_reassigned", "2024-03-01")];
    assert_eq!(checks(&early), expected.map(|(status, day)| (status.to_owned(), since(day))));
    assert!(early["charged"].as_i64().unwrap() > 0, "{early}");
    // Neither for another date nor for the same one is the answer reused.
    let late = ask(json!([{"since": "2024-09-01"}, {"since": "2024-03-01"}])).await;
    assert_eq!(checks(&late)[0], ("not_reassigned".to_owned(), since("2024-09-01")));
    assert_eq!(provider.control().requests(Provider::Slow), 4);
    // What is missing makes a number unknown, free of charge, and nobody is asked about it.
    let some = ask(json!([{}, {"since": "2024-03-01"}])).await;
    let first = &some["items"][0];
    assert_eq!((&first["checks"]["reassigned"]["status"], &first["charged"]), (&Value::Null, &json!(0)));
    assert!(first.to_string().contains("missing_input"), "{first}");
    assert_eq!(some["items"][1]["checks"]["reassigned"]["status"], "not_reassigned");
    assert_eq!(provider.control().requests(Provider::Slow), 5);
    let body = json!({"number": NUMBERS[0], "checks": ["reassigned"], "inputs": {"since": "2024-03-01"}});
    let one = post(app, "/v1/lookup", &secret, &body, None).await.json();
    assert_eq!(one["checks"]["reassigned"]["status"], "reassigned", "{one}");
    verify(&*app.store).await.unwrap();
}

async fn wrong_inputs_are_refused(app: &TestApp) {
    let (provider, _, secret) = world(app).await;
    let several = |inputs: Value| json!({"numbers": NUMBERS, "checks": ["reassigned"], "inputs": inputs});
    let one =
        |checks: Value, inputs: Value| json!({"number": NUMBERS[0], "checks": checks, "inputs": inputs});
    let day = json!({"since": "2024-03-01"});
    for (path, body, code, pointer) in [
        ("lookups", several(json!([day])), "invalid-request", "/inputs"),
        ("lookups", several(json!([day, {"since": "03/04/2024"}])), "unprocessable", "/inputs/1/since"),
        ("lookups", several(json!([day, {"a/b": "x"}])), "unprocessable", "/inputs/1/a~1b"),
        ("lookup", one(json!(["reassigned"]), json!({"since": ""})), "unprocessable", "/inputs/since"),
        ("lookup", one(json!(["hygiene"]), day.clone()), "unprocessable", "/inputs/since"),
        ("lookup", one(json!([]), day.clone()), "unprocessable", "/inputs/since"),
    ] {
        let refused = post(app, &format!("/v1/{path}"), &secret, &body, None).await;
        assert_eq!(problem(&refused), code, "{body}");
        assert!(refused.json().to_string().contains(&format!("{pointer:?}")), "{}", refused.json());
    }
    let typed = one(json!(["reassigned"]), json!({"since": 20_240_301}));
    assert_eq!(problem(&post(app, "/v1/lookup", &secret, &typed, None).await), "invalid-request");
    assert_eq!(provider.control().requests(Provider::Slow), 0);
}

async fn inputs_are_part_of_a_repeated_request(app: &TestApp) {
    let (provider, _, secret) = world(app).await;
    let body = |day: &str| json!({"number": NUMBERS[0], "checks": ["reassigned"], "inputs": {"since": day}});
    let first = post(app, "/v1/lookup", &secret, &body("2024-03-01"), Some("k")).await;
    assert_eq!(first.json()["checks"]["reassigned"]["status"], "reassigned");
    let again = post(app, "/v1/lookup", &secret, &body("2024-03-01"), Some("k")).await;
    assert_eq!(again.body, first.body);
    let other = post(app, "/v1/lookup", &secret, &body("2024-09-01"), Some("k")).await;
    assert_eq!(problem(&other), "idempotency-mismatch");
    assert_eq!(provider.control().requests(Provider::Slow), 1);
}

async fn people_give_inputs_in_the_console(app: &TestApp) {
    let (_provider, sid, _) = world(app).await;
    let ask = |inputs: Value| {
        let body =
            json!({"numbers": NUMBERS, "projects": ["reassigned"], "confirmed": true, "inputs": inputs});
        let sid = sid.clone();
        async move { app.call("lookup/ask", Some(&sid), body).await }
    };
    let found = ask(json!([{"since": "2024-03-01"}, {}])).await;
    let answer = |place: usize| found["data"]["items"][place]["answers"][0].clone();
    assert_eq!(answer(0)["status"], "reassigned", "{found}");
    assert_eq!((&answer(1)["status"], &answer(1)["reason"]), (&json!("unknown"), &json!("missing_input")));
    for wrong in [json!([{}]), json!([{"since": "soon"}, {}]), json!([{"other": "x"}, {}])] {
        let refused = ask(wrong).await;
        assert!(refused["data"]["fields"]["inputs"].is_string(), "{refused}");
    }
}
