//! Suppression lists through the public API.

use axum::http::StatusCode;
use numsift_model::id::ListId;
use numsift_model::list::ListState;
use numsift_store::Scope;
use serde_json::{Value, json};

use crate::app::{TestApp, on_both_stores};
use crate::public_api::{ALL, get, post, problem, request, with_key};

on_both_stores!(
    a_list_is_created_changed_and_deleted,
    suppressed_numbers_are_not_checked,
    a_repeated_change_is_made_once,
    wrong_changes_are_refused_with_their_field,
    only_the_owner_and_the_scopes_reach_lists,
    changes_at_the_same_time_are_all_made,
);

const LISTS: &str = "/v1/suppression-lists";

async fn created(app: &TestApp, secret: &str, numbers: &[&str]) -> Value {
    let answer = post(app, LISTS, secret, &json!({"name": " Opted out ", "numbers": numbers}), None).await;
    assert_eq!(answer.status, StatusCode::CREATED, "{}", answer.json());
    assert_eq!(answer.headers["location"], format!("{LISTS}/{}", answer.json()["list"]["id"]));
    answer.json()
}

fn path_of(made: &Value) -> String {
    format!("{LISTS}/{}", made["list"]["id"])
}

async fn a_list_is_created_changed_and_deleted(app: &TestApp) {
    let (uid, sid, secret) = with_key(app, "ann", &ALL).await;
    let made =
        created(app, &secret, &["+442083661177", "+44 20 8366 1177", "020 8366", "+442083661178"]).await;
    let list = &made["list"];
    assert_eq!(
        (&list["name"], &list["state"], &list["numbers"]),
        (&json!("Opted out"), &json!("ready"), &json!(2))
    );
    let refused = json!([{"index": 2, "number": "020 8366", "reason": "invalid_country_code"}]);
    assert_eq!((&made["added"], &made["unchanged"], &made["refused"]), (&json!(2), &json!(1), &refused));
    let path = path_of(&made);

    let body = json!({"numbers": ["020 8366 1179", "020 8366 1177"], "country": "GB"});
    let added = post(app, &format!("{path}/add"), &secret, &body, None).await.json();
    assert_eq!(
        (&added["added"], &added["unchanged"], &added["list"]["numbers"]),
        (&json!(1), &json!(1), &json!(3))
    );
    let body = json!({"numbers": ["+442083661177", "+442083661999"]});
    let removed = post(app, &format!("{path}/remove"), &secret, &body, None).await.json();
    assert_eq!(
        (&removed["removed"], &removed["unchanged"], &removed["list"]["numbers"]),
        (&json!(1), &json!(1), &json!(2))
    );
    let body = json!({"numbers": ["+442083661178", "+442083661180", "+442083661181"]});
    let replaced = post(app, &format!("{path}/replace"), &secret, &body, None).await.json();
    assert_eq!(
        (&replaced["added"], &replaced["removed"], &replaced["unchanged"], &replaced["list"]["numbers"]),
        (&json!(2), &json!(1), &json!(1), &json!(3))
    );
    assert_eq!(get(app, &path, &secret).await.json(), replaced["list"]);
    assert_eq!(
        get(app, LISTS, &secret).await.json(),
        json!({"items": [replaced["list"]], "next_cursor": null})
    );
    let body = json!({"name": "second", "numbers": ["+442083661190"]});
    let second = post(app, LISTS, &secret, &body, None).await.json();
    let page = get(app, &format!("{LISTS}?limit=1"), &secret).await.json();
    assert_eq!(page["items"], json!([second["list"]]));
    // A list that is deleted between two pages moves nothing.
    let second = format!("{LISTS}/{}", second["list"]["id"]);
    assert_eq!(app.send(request("DELETE", &second, &secret, None)).await.status, StatusCode::NO_CONTENT);
    let next = format!("{LISTS}?limit=1&cursor={}", page["next_cursor"].as_str().unwrap());
    let rest = get(app, &next, &secret).await.json();
    assert_eq!(rest, json!({"items": [replaced["list"]], "next_cursor": null}));
    let console = app.call("list/get", Some(&sid), json!({"id": list["id"]})).await;
    assert_eq!((&console["data"]["kind"], &console["data"]["numbers"]), (&json!("suppression"), &json!(3)));
    let lines = app.audited().await;
    let actions: Vec<_> = lines.iter().take(3).map(|line| (line.action.as_str(), line.actor)).collect();
    assert_eq!(actions, ["list/remove", "list/create", "list/change"].map(|action| (action, Some(uid))));
    let emptied = post(app, &format!("{path}/replace"), &secret, &json!({"numbers": []}), None).await.json();
    assert_eq!((&emptied["removed"], &emptied["list"]["numbers"]), (&json!(3), &json!(0)));

    let gone = app.send(request("DELETE", &path, &secret, None)).await;
    assert_eq!(gone.status, StatusCode::NO_CONTENT);
    assert_eq!(app.audited().await[0].action, "list/remove");
    assert_eq!(problem(&get(app, &path, &secret).await), "not-found");
    assert_eq!(get(app, LISTS, &secret).await.json()["items"], json!([]));
}

async fn suppressed_numbers_are_not_checked(app: &TestApp) {
    app.free_catalogue().await;
    let (_, _, secret) = with_key(app, "ann", &ALL).await;
    let numbers = ["+8613812345678", "+8613812345679"];
    let task = json!({"numbers": numbers, "checks": ["hygiene"]});
    let suppressed = async || {
        let quote = post(app, "/v1/tasks/quote", &secret, &task, None).await.json();
        quote["rows"]["suppressed"].clone()
    };
    let made = created(app, &secret, &numbers[..1]).await;
    assert_eq!(suppressed().await, 1);
    let path = path_of(&made);
    post(app, &format!("{path}/add"), &secret, &json!({"numbers": numbers}), None).await;
    assert_eq!(suppressed().await, 2);
    post(app, &format!("{path}/remove"), &secret, &json!({"numbers": numbers[..1]}), None).await;
    assert_eq!(suppressed().await, 1);
    post(app, &format!("{path}/replace"), &secret, &json!({"numbers": []}), None).await;
    assert_eq!(suppressed().await, 0);
}

async fn a_repeated_change_is_made_once(app: &TestApp) {
    let (_, _, secret) = with_key(app, "ann", &ALL).await;
    let new = json!({"name": "Opted out", "numbers": ["+442083661177"]});
    let made = post(app, LISTS, &secret, &new, Some("one")).await.json();
    let again = post(app, LISTS, &secret, &new, Some("one")).await;
    assert_eq!((&again.json(), &again.headers["idempotency-replayed"]), (&made, &"true".parse().unwrap()));
    let path = path_of(&made);
    let body = json!({"numbers": ["+442083661178"]});
    let added = post(app, &format!("{path}/add"), &secret, &body, Some("two")).await.json();
    let again = post(app, &format!("{path}/add"), &secret, &body, Some("two")).await;
    assert_eq!(again.json(), added, "the number was new once");
    let other = post(app, &format!("{path}/remove"), &secret, &body, Some("two")).await;
    assert_eq!(problem(&other), "idempotency-mismatch");
    assert_eq!(get(app, LISTS, &secret).await.json()["items"][0]["numbers"], 2);
}

async fn wrong_changes_are_refused_with_their_field(app: &TestApp) {
    let (_, _, secret) = with_key(app, "ann", &ALL).await;
    for (body, pointer) in [
        (json!({"name": " "}), "/name"),
        (json!({"name": "a\u{0}b"}), "/name"),
        (json!({"name": "x".repeat(121)}), "/name"),
        (json!({"name": "a", "country": "Britain"}), "/country"),
        (json!({"name": "a", "numbers": vec!["+1"; 10_001]}), "/numbers"),
        (json!({"name": "a", "numbers": [7]}), "/numbers/0"),
        (json!({"nmae": "a"}), "/nmae"),
    ] {
        let refused = post(app, LISTS, &secret, &body, None).await;
        assert_eq!(problem(&refused), "invalid-request", "{pointer}");
        assert_eq!(refused.json()["errors"][0]["pointer"], pointer);
    }
    let made = created(app, &secret, &[]).await;
    for change in ["add", "remove"] {
        let path = format!("{}/{change}", path_of(&made));
        let refused = post(app, &path, &secret, &json!({"numbers": []}), None).await;
        assert_eq!(refused.json()["errors"][0]["pointer"], "/numbers", "{change}");
    }
    let mut tx = app.store.begin().await.unwrap();
    let id = ListId(made["list"]["id"].as_i64().unwrap());
    let mut list = tx.list(Scope::All, id).await.unwrap().unwrap();
    list.data.state = ListState::Analysing;
    assert!(tx.put_list(&list).await.unwrap());
    tx.save().await.unwrap();
    let body = json!({"numbers": ["+442083661177"]});
    let busy = post(app, &format!("{}/add", path_of(&made)), &secret, &body, None).await;
    assert_eq!(problem(&busy), "conflict");
    assert_eq!(get(app, &path_of(&made), &secret).await.json()["state"], "reading");
}

async fn only_the_owner_and_the_scopes_reach_lists(app: &TestApp) {
    let (_, _, secret) = with_key(app, "ann", &ALL).await;
    let (_, _, stranger) = with_key(app, "eve", &ALL).await;
    let (_, _, reader) = with_key(app, "bob", &["suppression:read", "tasks:write"]).await;
    let (_, _, writer) = with_key(app, "cat", &["suppression:write"]).await;
    let path = path_of(&created(app, &secret, &["+442083661177"]).await);
    let body = json!({"numbers": []});
    let calls = [
        ("GET", "", None),
        ("POST", "/replace", Some(&body)),
        ("DELETE", "", None),
        ("POST", "/add", Some(&body)),
    ];
    for (method, rest, body) in calls {
        let path = format!("{path}{rest}");
        let answer = app.send(request(method, &path, &stranger, body)).await;
        assert_eq!(problem(&answer), "not-found", "{method} {rest}");
        let without = if method == "GET" { &writer } else { &reader };
        let answer = app.send(request(method, &path, without, body)).await;
        assert_eq!(problem(&answer), "forbidden", "{method} {rest}");
    }
    assert_eq!(get(app, LISTS, &stranger).await.json()["items"], json!([]));
    assert_eq!(problem(&get(app, LISTS, &writer).await), "forbidden");
    assert_eq!(get(app, &path, &secret).await.json()["numbers"], 1);
}

async fn changes_at_the_same_time_are_all_made(app: &TestApp) {
    let (_, _, secret) = with_key(app, "ann", &ALL).await;
    let path = format!("{}/add", path_of(&created(app, &secret, &[]).await));
    let add = async |last: u32| {
        let body = json!({"numbers": [format!("+44208366117{last}")]});
        post(app, &path, &secret, &body, None).await.status
    };
    let (one, two, three) = tokio::join!(add(1), add(2), add(3));
    assert_eq!((one, two, three), (StatusCode::OK, StatusCode::OK, StatusCode::OK));
    assert_eq!(get(app, LISTS, &secret).await.json()["items"][0]["numbers"], 3);
}
