//! Lists of accounts.

use numsift_model::account::AccountType;
use serde_json::json;

use crate::app::{TestApp, on_both_stores};

on_both_stores!(staff_can_list_filter_and_sort, errors_name_the_field);

async fn staff_can_list_filter_and_sort(app: &TestApp) {
    let sid = app.signed_in("operator", AccountType::Operator).await;
    for name in ["ann", "bob", "carol"] {
        app.user(name, AccountType::Customer).await;
    }
    let list = app.call("user/list", Some(&sid), json!({})).await;
    assert_eq!((&list["code"], &list["data"]["total"]), (&json!(0), &json!(4)));
    assert!(list["data"]["items"][0].get("password_hash").is_none());
    assert_eq!(list["data"]["items"][1]["balance"], 0);
    let body = json!({"page": 2, "size": 1, "sort": "-username", "filter": {"account_type": 5}});
    let page = app.call("user/list", Some(&sid), body).await;
    assert_eq!(page["data"]["items"][0]["username"], "bob");
    assert_eq!(page["data"]["total"], 3);
    let found = app.call("user/list", Some(&sid), json!({"filter": {"search": "ARO"}})).await;
    assert_eq!(found["data"]["items"][0]["username"], "carol");
}

async fn errors_name_the_field(app: &TestApp) {
    let sid = app.signed_in("admin", AccountType::SuperAdministrator).await;
    for (body, field) in [
        (json!({"page": 0}), "page"),
        (json!({"size": 1_000_000_000}), "page"),
        (json!({"page": i64::MAX, "size": 200}), "page"),
        (json!({"page": 1.5}), "page"),
        (json!({"sort": "password_hash"}), "sort"),
        (json!({"sort": "uid; DROP TABLE accounts"}), "sort"),
        (json!({"filter": {"account_type": 9}}), "filter.account_type"),
        (json!({"filter": {"password_hash": "x"}}), "filter.password_hash"),
        (json!({"filter": 7}), "filter"),
        (json!({"filter": {"search": "a\u{0}b"}}), "filter.search"),
    ] {
        let refused = app.call("user/list", Some(&sid), body.clone()).await;
        assert_eq!(refused["code"], 40000, "{body}");
        assert!(refused["data"]["fields"][field].is_string(), "{body}: {refused}");
    }
}
