//! Usage through the public API.

use serde_json::{Value, json};

use crate::app::{TestApp, on_both_stores};
use crate::public_api::{ALL, get, give, post, priced, problem, with_key};

on_both_stores!(
    usage_is_told_by_day_key_project_and_source,
    wrong_periods_and_groups_are_refused,
    usage_is_of_the_own_account,
);

const NUMBER: &str = "+8613812345678";

async fn grouped(app: &TestApp, secret: &str, by: &str) -> Value {
    let answer = get(app, &format!("/v1/usage?group_by={by}"), secret).await;
    assert_eq!(answer.status, 200, "{}", answer.json());
    answer.json()
}

async fn usage_is_told_by_day_key_project_and_source(app: &TestApp) {
    priced(app, 100).await;
    let (uid, sid, secret) = with_key(app, "ann", &ALL).await;
    give(app, uid, 1_000_000).await;
    let made = app.call("user/generateApi", Some(&sid), json!({"name": "other", "scopes": ALL})).await;
    let other = made["data"]["secret"].as_str().unwrap().to_owned();
    let lookup = json!({"number": NUMBER, "checks": ["hygiene"]});
    assert_eq!(post(app, "/v1/lookup", &secret, &lookup, None).await.status, 200);
    let several = json!({"numbers": [NUMBER, "+8613812345679"], "checks": ["hygiene", "carrier"]});
    assert_eq!(post(app, "/v1/tasks", &other, &several, None).await.status, 202);
    app.screening.run_until_idle().await.unwrap();
    app.clock.advance(86_400);
    let sid = app.sid("ann").await;
    assert_eq!(post(app, "/v1/lookup", &other, &lookup, None).await.status, 200);
    let ask = json!({"numbers": [NUMBER], "projects": ["hygiene"], "max_age_days": 0, "confirmed": true});
    let asked = app.call("lookup/ask", Some(&sid), ask).await;
    assert_eq!(asked["code"], 0, "{asked}");

    let by_day = grouped(app, &secret, "day").await;
    assert_eq!((&by_day["from"], &by_day["to"]), (&json!("2026-12-18"), &json!("2027-01-16")));
    let days: Vec<_> =
        by_day["items"].as_array().unwrap().iter().map(|item| (&item["day"], &item["checked"])).collect();
    assert_eq!(days, [(&json!("2027-01-15"), &json!(5)), (&json!("2027-01-16"), &json!(2))]);
    assert_eq!(by_day["total"]["checked"], 7);

    let all = grouped(app, &secret, "key,project,source").await;
    let row = |key: Option<&str>, project: &str, source: &str| {
        let items = all["items"].as_array().unwrap();
        let found = items.iter().find(|item| {
            item["key"]["name"].as_str() == key && item["project"] == project && item["source"] == source
        });
        found.map(|item| (item["checked"].as_i64().unwrap(), item["charged"].as_i64().unwrap()))
    };
    assert_eq!(row(Some("test"), "hygiene", "lookup"), Some((1, 100)), "{all}");
    assert_eq!(row(Some("other"), "hygiene", "task"), Some((2, 200)), "{all}");
    assert_eq!(row(Some("other"), "hygiene", "lookup"), Some((1, 100)), "{all}");
    assert_eq!(row(None, "hygiene", "lookup"), Some((1, 100)), "{all}");
    assert!(row(Some("other"), "carrier", "task").is_some(), "{all}");
    assert!(all["items"].as_array().unwrap().iter().all(|item| item["day"].is_null()));
    let console = app.call("user/getApiInfo", Some(&sid), json!({})).await;
    let used = console["data"]["used"].as_array().unwrap();
    let other = used.iter().find(|row| row["key"] == "other" && row["project"] == "hygiene").unwrap();
    assert_eq!(
        (&other["checked"], &other["charged"]),
        (&json!(3), &json!(300)),
        "the console shows the same"
    );
    let one_day = get(app, "/v1/usage?from=2027-01-15&to=2027-01-15&group_by=project", &secret).await.json();
    assert_eq!(one_day["total"]["checked"], 5);
}

async fn wrong_periods_and_groups_are_refused(app: &TestApp) {
    let (_, _, secret) = with_key(app, "ann", &ALL).await;
    for (query, pointer) in [
        ("from=yesterday", "from"),
        ("to=2027-01-15T08:00:00Z", "to"),
        ("from=2027-01-16&to=2027-01-15", "from"),
        ("from=2025-01-01&to=2027-01-15", "from"),
        ("group_by=country", "group_by"),
        ("group_by=", "group_by"),
        ("since=2027-01-15", "since"),
    ] {
        let refused = get(app, &format!("/v1/usage?{query}"), &secret).await;
        assert_eq!(problem(&refused), "invalid-request", "{query}");
        assert_eq!(refused.json()["errors"][0]["pointer"], pointer, "{query}");
    }
}

async fn usage_is_of_the_own_account(app: &TestApp) {
    app.free_catalogue().await;
    let (_, _, secret) = with_key(app, "ann", &ALL).await;
    let (_, _, stranger) = with_key(app, "eve", &ALL).await;
    let (_, _, without) = with_key(app, "bob", &["lookup", "tasks:read", "balance"]).await;
    let lookup = json!({"number": NUMBER, "checks": ["hygiene"]});
    assert_eq!(post(app, "/v1/lookup", &secret, &lookup, None).await.status, 200);
    assert_eq!(grouped(app, &secret, "key").await["total"]["checked"], 1);
    assert_eq!(grouped(app, &stranger, "key").await["items"], json!([]));
    assert_eq!(problem(&get(app, "/v1/usage", &without).await), "forbidden");
}
