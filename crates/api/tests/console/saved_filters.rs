//! Saved filters of list pages.

use numsift_model::account::AccountType;
use numsift_model::limits::{SAVED_FILTER_NAME, SAVED_FILTER_QUERY, SAVED_FILTERS};
use serde_json::{Value, json};

use crate::app::{TestApp, on_both_stores};

on_both_stores!(filters_are_saved_renamed_and_deleted, filters_are_limited, others_see_nothing_of_them);

async fn save(app: &TestApp, sid: &str, name: &str) -> Value {
    let body = json!({"page": "tasks", "name": name, "query": "state=running&sort=-id"});
    app.call("filter/save", Some(sid), body).await
}

async fn names(app: &TestApp, sid: &str, page: &str) -> Vec<String> {
    let listed = app.call("filter/list", Some(sid), json!({"page": page})).await;
    let items = listed["data"]["items"].as_array().unwrap_or_else(|| panic!("{listed}"));
    items.iter().map(|item| item["name"].as_str().unwrap().to_owned()).collect()
}

async fn filters_are_saved_renamed_and_deleted(app: &TestApp) {
    let sid = app.signed_in("ann", AccountType::Customer).await;
    let saved = save(app, &sid, " Running ").await;
    let id = saved["data"]["id"].clone();
    assert_eq!(
        (&saved["data"]["name"], &saved["data"]["query"]),
        (&json!("Running"), &json!("state=running&sort=-id"))
    );
    assert_eq!(save(app, &sid, "Running").await["data"]["id"], id, "replaced");
    save(app, &sid, "Second").await;
    assert_eq!(names(app, &sid, "tasks").await, ["Running", "Second"]);
    assert!(names(app, &sid, "users").await.is_empty());
    let taken = app.call("filter/rename", Some(&sid), json!({"id": id, "name": "Second"})).await;
    assert_eq!(taken["code"], 40900, "{taken}");
    let renamed = app.call("filter/rename", Some(&sid), json!({"id": id, "name": "First"})).await;
    assert_eq!(
        (renamed["code"].as_i64(), app.audited().await[0].action.as_str()),
        (Some(0), "filter/rename")
    );
    assert_eq!(app.call("filter/remove", Some(&sid), json!({"id": id})).await["code"], 0);
    assert_eq!(app.call("filter/remove", Some(&sid), json!({"id": id})).await["code"], 40400);
    assert_eq!(names(app, &sid, "tasks").await, ["Second"]);
}

async fn filters_are_limited(app: &TestApp) {
    let sid = app.signed_in("ann", AccountType::Customer).await;
    for number in 0..SAVED_FILTERS {
        assert_eq!(save(app, &sid, &format!("filter {number}")).await["code"], 0);
    }
    assert_eq!(save(app, &sid, "one more").await["code"], 40000);
    assert_eq!(save(app, &sid, "filter 1").await["code"], 0, "replaced");
    for (page, name, query, field) in [
        ("tasks", "a".repeat(SAVED_FILTER_NAME + 1), String::new(), "name"),
        ("tasks", "  ".to_owned(), String::new(), "name"),
        ("users", "a".to_owned(), "q".repeat(SAVED_FILTER_QUERY + 1), "query"),
        ("Tasks page", "a".to_owned(), String::new(), "page"),
    ] {
        let body = json!({"page": page, "name": name, "query": query});
        let refused = app.call("filter/save", Some(&sid), body).await;
        assert!(refused["data"]["fields"][field].is_string(), "{refused}");
    }
}

async fn others_see_nothing_of_them(app: &TestApp) {
    let sid = app.signed_in("ann", AccountType::Customer).await;
    let bob = app.signed_in("bob", AccountType::Customer).await;
    let id = save(app, &sid, "Running").await["data"]["id"].clone();
    assert!(names(app, &bob, "tasks").await.is_empty());
    let renamed = app.call("filter/rename", Some(&bob), json!({"id": id, "name": "His"})).await;
    assert_eq!(renamed["code"], 40400);
    assert_eq!(app.call("filter/remove", Some(&bob), json!({"id": id})).await["code"], 40400);
    assert_eq!(names(app, &sid, "tasks").await, ["Running"]);
}
