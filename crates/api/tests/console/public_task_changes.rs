//! Tasks of the public API: metadata, filters, quotes, and what happens to a task after its start.

use axum::http::StatusCode;
use numsift_ledger::verify;
use numsift_model::id::TaskId;
use numsift_store::Scope;
use serde_json::{Value, json};

use crate::app::{TestApp, on_both_stores};
use crate::public_api::{ALL, get, give, post, priced, problem, request, with_key};

on_both_stores!(
    metadata_is_returned_and_can_be_searched,
    wrong_metadata_is_refused_with_its_key,
    tasks_are_listed_by_state_project_and_time,
    a_quote_holds_nothing_and_says_what_is_refused,
    a_quote_says_why_a_task_cannot_be_started,
    a_task_is_paused_and_resumed_once,
    a_deleted_task_is_gone,
    unknown_numbers_are_checked_again,
    a_rerun_does_not_buy_answers_again,
    only_the_owner_changes_a_task,
);

const MOBILE: &str = "+8613812345678";
/// A fixed line, whose carrier is unknown.
const FIXED: &str = "+442083661177";

fn task(metadata: &Value) -> Value {
    json!({"name": "spring", "numbers": [MOBILE], "checks": ["hygiene"], "metadata": metadata})
}

async fn started(app: &TestApp, secret: &str, task: &Value) -> Value {
    let answer = post(app, "/v1/tasks", secret, task, None).await;
    assert_eq!(answer.status, StatusCode::ACCEPTED, "{}", answer.json());
    answer.json()
}

async fn found(app: &TestApp, secret: &str, query: &str) -> Vec<i64> {
    let answer = get(app, &format!("/v1/tasks?{query}"), secret).await;
    assert_eq!(answer.status, StatusCode::OK, "{query}: {}", answer.json());
    let page = answer.json();
    page["items"].as_array().unwrap().iter().map(|task| task["id"].as_i64().unwrap()).collect()
}

async fn delete(app: &TestApp, path: &str, secret: &str) -> crate::app::Answer {
    app.send(request("DELETE", path, secret, None)).await
}

async fn metadata_is_returned_and_can_be_searched(app: &TestApp) {
    app.free_catalogue().await;
    let (_, _, secret) = with_key(app, "ann", &ALL).await;
    let metadata = json!({"order": "4711", "url": "https://a.example/?b=c:d", "quote": "\"order\":\"4712\""});
    let first = started(app, &secret, &task(&metadata)).await;
    assert_eq!(first["metadata"], metadata);
    let second = started(app, &secret, &task(&json!({"order": "4712"}))).await;
    let third = started(app, &secret, &json!({"numbers": [MOBILE], "checks": ["hygiene"]})).await;
    assert_eq!(third["metadata"], json!({}));
    let seen = get(app, &format!("/v1/tasks/{}", first["id"]), &secret).await.json();
    assert_eq!(seen["metadata"], metadata);
    let id = |task: &Value| vec![task["id"].as_i64().unwrap()];
    assert_eq!(found(app, &secret, "metadata=order:4711").await, id(&first));
    assert_eq!(found(app, &secret, "metadata=order:4712").await, id(&second), "not the text within a value");
    assert_eq!(found(app, &secret, "metadata=url:https://a.example/?b%3Dc:d").await, id(&first));
    assert_eq!(found(app, &secret, "metadata=order:471").await, Vec::<i64>::new());
    for query in ["metadata=order", "metadata=:4711", "metadata=a%22b:c"] {
        let refused = get(app, &format!("/v1/tasks?{query}"), &secret).await;
        assert_eq!(refused.json()["errors"][0]["pointer"], "metadata", "{query}");
    }
}

async fn wrong_metadata_is_refused_with_its_key(app: &TestApp) {
    app.free_catalogue().await;
    let (_, _, secret) = with_key(app, "ann", &ALL).await;
    let many: Value =
        (0..21).map(|n| (format!("k{n}"), json!("v"))).collect::<serde_json::Map<_, _>>().into();
    for (metadata, pointer) in [
        (many, "/metadata"),
        (json!({"a/b": "c"}), "/metadata/a~1b"),
        (json!({"": "c"}), "/metadata/"),
        (json!({"k".repeat(41): "c"}), &*format!("/metadata/{}", "k".repeat(41))),
        (json!({"k": "é".repeat(501)}), "/metadata/k"),
        (json!({"k": 7}), "/metadata/k"),
    ] {
        let refused = post(app, "/v1/tasks", &secret, &task(&metadata), None).await;
        assert_eq!(problem(&refused), "invalid-request");
        assert_eq!(refused.json()["errors"][0]["pointer"], pointer);
    }
    let most: Value =
        (0..20).map(|n| (format!("k{n}"), json!("é".repeat(500)))).collect::<serde_json::Map<_, _>>().into();
    assert_eq!(started(app, &secret, &task(&most)).await["metadata"], most);
}

async fn tasks_are_listed_by_state_project_and_time(app: &TestApp) {
    app.free_catalogue().await;
    let (_, _, secret) = with_key(app, "ann", &ALL).await;
    let done = started(app, &secret, &task(&json!({}))).await["id"].as_i64().unwrap();
    app.screening.run_until_idle().await.unwrap();
    app.clock.advance(3600);
    let carrier = json!({"numbers": [MOBILE], "checks": ["carrier"]});
    let running = started(app, &secret, &carrier).await["id"].as_i64().unwrap();
    for (query, expected) in [
        ("state=done", vec![done]),
        ("state=running", vec![running]),
        ("state=failed", vec![]),
        ("project=carrier", vec![running]),
        ("created_from=2027-01-15T09:00:00Z", vec![running]),
        ("created_until=2027-01-15T09:00:00Z", vec![done]),
        ("created_from=2027-01-15T09:00:00%2B01:00&created_until=2027-01-15T08:00:01Z", vec![done]),
        ("state=done&project=carrier", vec![]),
    ] {
        assert_eq!(found(app, &secret, query).await, expected, "{query}");
    }
    for query in ["state=completed", "created_from=yesterday", "created_until=2027-01-15", "colour=red"] {
        assert_eq!(
            problem(&get(app, &format!("/v1/tasks?{query}"), &secret).await),
            "invalid-request",
            "{query}"
        );
    }
}

async fn a_quote_holds_nothing_and_says_what_is_refused(app: &TestApp) {
    priced(app, 100).await;
    let (uid, _, secret) = with_key(app, "ann", &ALL).await;
    give(app, uid, 150).await;
    let numbers = [MOBILE, "+86 138 1234 5678", "nobody", "", FIXED, "+1201555010"];
    let asked = json!({"numbers": numbers, "checks": ["hygiene"]});
    let before = app.audited().await.len();
    let answer = post(app, "/v1/tasks/quote", &secret, &asked, None).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.json());
    let quote = answer.json();
    assert_eq!(quote["rows"], json!({"sent": 6, "duplicates": 1, "suppressed": 0, "refused": 2, "blank": 1}));
    assert_eq!(quote["refused"], json!({"not_a_number": 1, "too_short": 1}));
    assert_eq!((&quote["numbers"], &quote["price"]), (&json!(2), &json!(200)));
    assert_eq!(
        (&quote["balance"], &quote["missing"], &quote["startable"]),
        (&json!(150), &json!(50), &json!(false))
    );
    give_more(app, uid).await;
    let quote = post(app, "/v1/tasks/quote", &secret, &asked, None).await.json();
    assert_eq!((&quote["missing"], &quote["startable"]), (&json!(0), &json!(true)), "{quote}");
    // What was quoted is what is held.
    assert_eq!(get(app, "/v1/balance", &secret).await.json()["held"], 0);
    assert_eq!(found(app, &secret, "").await, Vec::<i64>::new());
    assert_eq!(app.audited().await.len(), before, "a quote changes nothing");
    let task = started(app, &secret, &asked).await;
    assert_eq!((&task["held"], &task["total"]), (&json!(200), &json!(2)));
    verify(&*app.store).await.unwrap();
}

async fn give_more(app: &TestApp, uid: numsift_model::id::Uid) {
    let mut tx = app.store.begin().await.unwrap();
    let new = numsift_ledger::Adjust {
        uid,
        bucket: numsift_model::ledger::Bucket::Points,
        amount: numsift_model::money::Points(1000),
        request_id: "gift-0002",
        reason: "test",
    };
    let by = numsift_ledger::By::system(numsift_model::clock::Clock::now(&*app.clock));
    numsift_ledger::adjust(&mut *tx, by, new).await.unwrap();
    tx.save().await.unwrap();
}

async fn a_quote_says_why_a_task_cannot_be_started(app: &TestApp) {
    app.free_catalogue().await;
    let (_, _, secret) = with_key(app, "ann", &ALL).await;
    let quote = async |checks: Value| {
        post(app, "/v1/tasks/quote", &secret, &json!({"numbers": [MOBILE], "checks": checks}), None).await
    };
    let no_channel = quote(json!(["whatsapp"])).await.json();
    assert_eq!(
        (&no_channel["checks"][0]["available"], &no_channel["startable"]),
        (&json!(false), &json!(false))
    );
    assert_eq!(no_channel["checks"][0]["reason"], "no_channel", "{no_channel}");
    let mut tx = app.store.begin().await.unwrap();
    let mut project = tx.project("hygiene").await.unwrap().unwrap();
    project.details.min_numbers = 2;
    tx.put_project(&project).await.unwrap();
    tx.save().await.unwrap();
    assert_eq!(quote(json!(["hygiene"])).await.json()["checks"][0]["reason"], "too_few_numbers");
    let mistyped = quote(json!(["hygeine"])).await;
    assert_eq!(mistyped.json()["errors"][0]["pointer"], "/checks/0", "{}", mistyped.json());
    for wrong in [
        json!({"numbers": [], "checks": ["hygiene"]}),
        json!({"numbers": [MOBILE], "checks": ["hygiene"], "country": "XX"}),
    ] {
        assert_eq!(
            problem(&post(app, "/v1/tasks/quote", &secret, &wrong, None).await),
            "invalid-request",
            "{wrong}"
        );
    }
}

async fn a_task_is_paused_and_resumed_once(app: &TestApp) {
    app.free_catalogue().await;
    let (_, _, secret) = with_key(app, "ann", &ALL).await;
    let id = started(app, &secret, &task(&json!({}))).await["id"].clone();
    let (pause, resume) = (format!("/v1/tasks/{id}/pause"), format!("/v1/tasks/{id}/resume"));
    let early = post(app, &resume, &secret, &json!({}), None).await;
    assert_eq!(problem(&early), "task-state");
    assert_eq!(early.json()["detail"], "the task is `running`; only a `paused` task can be resumed");
    let paused = post(app, &pause, &secret, &json!({}), Some("p")).await;
    assert_eq!((paused.status, &paused.json()["state"]), (StatusCode::OK, &json!("paused")));
    assert_eq!(post(app, &pause, &secret, &json!({}), Some("p")).await.body, paused.body);
    assert_eq!(problem(&post(app, &pause, &secret, &json!({}), None).await), "task-state");
    app.screening.run_until_idle().await.unwrap();
    let seen = get(app, &format!("/v1/tasks/{id}"), &secret).await.json();
    assert_eq!((&seen["state"], &seen["done"]), (&json!("paused"), &json!(0)));
    assert_eq!(post(app, &resume, &secret, &json!({}), None).await.json()["state"], "running");
    app.screening.run_until_idle().await.unwrap();
    assert_eq!(get(app, &format!("/v1/tasks/{id}"), &secret).await.json()["state"], "done");
    for (change, detail) in [
        ("pause", "the task is `done`; only a `running` task can be paused"),
        ("cancel", "the task is `done`; only a `running` or `paused` task can be cancelled"),
    ] {
        let late = post(app, &format!("/v1/tasks/{id}/{change}"), &secret, &json!({}), None).await;
        assert_eq!((problem(&late).as_str(), &late.json()["detail"]), ("task-state", &json!(detail)));
    }
}

async fn a_deleted_task_is_gone(app: &TestApp) {
    priced(app, 100).await;
    let (uid, _, secret) = with_key(app, "ann", &ALL).await;
    give(app, uid, 1000).await;
    let id = started(app, &secret, &task(&json!({}))).await["id"].clone();
    let path = format!("/v1/tasks/{id}");
    let deleted = delete(app, &path, &secret).await;
    assert_eq!((deleted.status, deleted.body.len()), (StatusCode::NO_CONTENT, 0));
    let line = &app.audited().await[0];
    assert_eq!((line.action.as_str(), line.actor, line.subject), ("task/remove", Some(uid), Some(uid)));
    assert_eq!(problem(&delete(app, &path, &secret).await), "not-found");
    assert_eq!(problem(&get(app, &path, &secret).await), "not-found");
    assert_eq!(found(app, &secret, "").await, Vec::<i64>::new());
    let balance = get(app, "/v1/balance", &secret).await.json();
    assert_eq!(
        (&balance["points"], &balance["held"]),
        (&json!(1000), &json!(0)),
        "a running task is cancelled"
    );
}

async fn a_rerun_does_not_buy_answers_again(app: &TestApp) {
    priced(app, 100).await;
    let (uid, _, secret) = with_key(app, "ann", &ALL).await;
    give(app, uid, 1000).await;
    // The landline has no carrier, but its paid answer of the other check is known.
    let first = json!({"numbers": [MOBILE, FIXED], "checks": ["hygiene", "carrier"], "mode": "parallel"});
    let id = started(app, &secret, &first).await["id"].clone();
    app.screening.run_until_idle().await.unwrap();
    let mut charged = Vec::new();
    for body in [json!({}), json!({"max_age_days": 0})] {
        let again = post(app, &format!("/v1/tasks/{id}/rerun"), &secret, &body, None).await.json();
        app.screening.run_until_idle().await.unwrap();
        let again = get(app, &format!("/v1/tasks/{}", again["id"]), &secret).await.json();
        charged.push(again["charged"].clone());
    }
    assert_eq!(charged, [0, 100]);
}

async fn unknown_numbers_are_checked_again(app: &TestApp) {
    app.free_catalogue().await;
    let (_, _, secret) = with_key(app, "ann", &ALL).await;
    let first = json!({"name": "spring", "numbers": [MOBILE, FIXED], "checks": ["carrier"], "metadata": {"order": "1"}});
    let id = started(app, &secret, &first).await["id"].clone();
    let path = format!("/v1/tasks/{id}/rerun");
    assert_eq!(problem(&post(app, &path, &secret, &json!({}), None).await), "task-state", "it has not ended");
    app.screening.run_until_idle().await.unwrap();
    let answer = post(app, &path, &secret, &json!({}), Some("r")).await;
    assert_eq!(answer.status, StatusCode::ACCEPTED, "{}", answer.json());
    let again = answer.json();
    assert_eq!(answer.headers["location"], format!("/v1/tasks/{}", again["id"]));
    assert_eq!(
        (&again["name"], &again["total"], &again["mode"]),
        (&json!("spring"), &json!(1), &json!("single"))
    );
    assert_eq!(
        (&again["metadata"], &again["checks"][0]["project"]),
        (&json!({"order": "1"}), &json!("carrier"))
    );
    assert_eq!(post(app, &path, &secret, &json!({}), Some("r")).await.body, answer.body, "started once");
    app.screening.run_until_idle().await.unwrap();
    let results = get(app, &format!("/v1/tasks/{}/results", again["id"]), &secret).await.json();
    assert_eq!(
        (&results["items"][0]["e164"], results["items"].as_array().unwrap().len()),
        (&json!(FIXED), 1)
    );
    assert_eq!(results["items"][0]["row"], 2, "the row of the first task");
    let other = json!({"name": "again", "metadata": {"order": "2"}, "max_age_days": 7});
    let other = post(app, &path, &secret, &other, None).await.json();
    assert_eq!((&other["name"], &other["metadata"]), (&json!("again"), &json!({"order": "2"})));
    for (body, pointer) in [
        (json!({"max_age_days": 31}), "/max_age_days"),
        (json!({"metadata": {"a b": "c"}}), "/metadata/a b"),
        (json!({"checks": ["hygiene"]}), "/checks"),
    ] {
        let refused = post(app, &path, &secret, &body, None).await;
        assert_eq!(refused.json()["errors"][0]["pointer"], pointer, "{body}");
    }
    let all_known = started(app, &secret, &task(&json!({}))).await["id"].clone();
    app.screening.run_until_idle().await.unwrap();
    let none = post(app, &format!("/v1/tasks/{all_known}/rerun"), &secret, &json!({}), None).await;
    assert_eq!(problem(&none), "task-state");
    assert_eq!(none.json()["detail"], "the task has no numbers without an answer");
}

async fn only_the_owner_changes_a_task(app: &TestApp) {
    app.free_catalogue().await;
    let (_, _, secret) = with_key(app, "ann", &ALL).await;
    let (_, _, stranger) = with_key(app, "eve", &ALL).await;
    let (_, _, reader) = with_key(app, "bob", &["tasks:read"]).await;
    let (_, _, looker) = with_key(app, "tom", &["lookup"]).await;
    let id = started(app, &secret, &task(&json!({}))).await["id"].clone();
    for change in ["pause", "resume", "cancel", "rerun"] {
        let path = format!("/v1/tasks/{id}/{change}");
        assert_eq!(problem(&post(app, &path, &stranger, &json!({}), None).await), "not-found", "{change}");
        assert_eq!(problem(&post(app, &path, &reader, &json!({}), None).await), "forbidden", "{change}");
    }
    let path = format!("/v1/tasks/{id}");
    assert_eq!(problem(&delete(app, &path, &stranger).await), "not-found");
    assert_eq!(problem(&delete(app, &path, &reader).await), "forbidden");
    let quote = json!({"numbers": [MOBILE], "checks": ["hygiene"]});
    assert_eq!(problem(&post(app, "/v1/tasks/quote", &looker, &quote, None).await), "forbidden");
    assert_eq!(post(app, "/v1/tasks/quote", &reader, &quote, None).await.status, StatusCode::OK);
    let id = TaskId(id.as_i64().unwrap());
    let task = app.store.read().await.unwrap().task(Scope::All, id).await.unwrap().unwrap();
    assert!(!task.state.is_over());
}
