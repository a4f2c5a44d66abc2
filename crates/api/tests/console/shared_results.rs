//! Results behind a link.

use axum::body::Body;
use axum::http::Request;
use numsift_model::account::AccountType;
use numsift_model::clock::DAY_S;
use numsift_model::limits::RESULT_LINKS;
use serde_json::{Value, json};

use crate::app::{TestApp, on_both_stores};
use crate::schedules::finished;

on_both_stores!(
    a_link_shows_results_and_nothing_else,
    a_link_ends,
    only_the_owner_shares_and_only_if_the_operator_allows_it,
    the_page_of_a_link_is_kept_from_search_engines,
    looks_are_limited,
);

async fn share(app: &TestApp, sid: &str, task: &Value, masked: bool) -> (String, i64) {
    let body = json!({"id": task, "days": 1, "masked": masked});
    let made = app.call("task/share", Some(sid), body).await;
    let token = made["data"]["token"].as_str().unwrap_or_else(|| panic!("{made}"));
    (token.to_owned(), made["data"]["link"]["id"].as_i64().unwrap())
}

async fn look(app: &TestApp, token: &str) -> Value {
    app.call("shared/task", None, json!({"token": token})).await
}

async fn rows(app: &TestApp, token: &str, page: i64) -> Value {
    app.call("shared/results", None, json!({"token": token, "page": page, "size": 2})).await
}

fn is_refused(answer: &Value) -> bool {
    answer["code"] == 40000 && answer["data"]["fields"]["token"].is_string()
}

async fn a_link_shows_results_and_nothing_else(app: &TestApp) {
    app.allow_sharing().await;
    let sid = app.signed_in("ann", AccountType::Customer).await;
    let task = finished(app, &sid).await;
    let (token, link) = share(app, &sid, &task, true).await;
    let logged = &app.audited().await[0];
    assert_eq!(logged.action, "task/share");
    assert!(!logged.detail.contains(&token));

    let seen = look(app, &token).await;
    let data = &seen["data"];
    assert_eq!(
        (&data["name"], &data["total"], &data["done"]),
        (&json!("Spring"), &json!(3), &json!(3)),
        "{seen}"
    );
    assert_eq!((&data["masked"], &data["checks"][0]["project"]), (&json!(true), &json!("carrier")));
    assert_eq!(data["counts"]["by_country"], json!([{"country": "CN", "count": 3}]));
    for secret in ["username", "uid", "list", "purpose", "charged", "balance", "request_id", "ann"] {
        assert!(!seen.to_string().contains(&format!("\"{secret}\"")), "{secret}: {seen}");
    }
    let logged = &app.audited().await[0];
    assert_eq!((logged.action.as_str(), logged.actor), ("shared/task", None));

    let first = rows(app, &token, 1).await;
    assert_eq!((&first["data"]["total"], first["data"]["items"].as_array().unwrap().len()), (&json!(3), 2));
    let row = &first["data"]["items"][0];
    assert_eq!(
        (&row["number"], &row["position"], &row["country"]),
        (&json!("•••• 5678"), &json!(1), &json!("CN"))
    );
    assert!(!first.to_string().contains("8613812345678"), "{first}");
    assert_eq!(rows(app, &token, 2).await["data"]["items"][0]["position"], 3);
    let (open, _) = share(app, &sid, &task, false).await;
    assert_eq!(rows(app, &open, 1).await["data"]["items"][0]["number"], "+8613812345678");

    // Carriers have their Chinese names; filters go on using the English ones.
    let page = json!({"token": open, "page": 1, "size": 2});
    let chinese = app.call_in("zh", "shared/results", None, page).await;
    assert_eq!(chinese["data"]["items"][0]["original_carrier"], "中国移动", "{chinese}");
    for (call, body) in [("shared/task", json!({"token": open})), ("task/breakdown", json!({"id": task}))] {
        let counts = app.call_in("zh", call, Some(&sid), body).await["data"].clone();
        let counts = counts.get("counts").unwrap_or(&counts);
        assert_eq!(
            (&counts["by_carrier"][0]["carrier"], &counts["by_carrier"][0]["name"]),
            (&json!("China Mobile"), &json!("中国移动")),
            "{call}: {counts}"
        );
    }
    let filter = json!({"id": task, "filter": {"carriers": ["China Mobile"]}});
    let mine = app.call_in("zh", "task/results", Some(&sid), filter).await;
    assert_eq!(mine["data"]["items"][0]["original_carrier"], "中国移动", "{mine}");
    assert_eq!(mine["data"]["items"][0]["checks"][0]["fields"]["carrier"], "中国移动", "{mine}");
    let listed = app.call("task/links", Some(&sid), json!({"id": task})).await;
    let items = listed["data"]["items"].as_array().unwrap();
    assert_eq!((items.len(), &items[1]["id"], &items[1]["looks"]), (2, &json!(link), &json!(1)), "{listed}");
    assert!(!listed.to_string().contains(&token));
    assert_eq!(app.call("task/list", Some(&token), json!({})).await["code"], 50008, "it is no session");
}

async fn a_link_ends(app: &TestApp) {
    app.allow_sharing().await;
    let admin = app.signed_in("admin", AccountType::SuperAdministrator).await;
    let sid = app.signed_in("ann", AccountType::Customer).await;
    let uid = app.call("user/info", Some(&sid), json!({})).await["data"]["uid"].clone();
    let task = finished(app, &sid).await;
    let works = async |token: &str| {
        let (summary, page) = (look(app, token).await, rows(app, token, 1).await);
        assert_eq!(is_refused(&summary), is_refused(&page), "{summary} {page}");
        assert!(is_refused(&summary) || summary["code"] == 0, "{summary}");
        !is_refused(&summary)
    };
    let (revoked, link) = share(app, &sid, &task, true).await;
    assert!(works(&revoked).await);
    let revoke = json!({"id": task, "link": link});
    assert_eq!(app.call("task/revokeLink", Some(&sid), revoke.clone()).await["code"], 0);
    assert_eq!(app.audited().await[0].action, "task/revokeLink");
    assert!(!works(&revoked).await, "revoked");
    assert_eq!(app.call("task/revokeLink", Some(&sid), revoke).await["code"], 40400);

    let (token, _) = share(app, &sid, &task, true).await;
    let enabled = |enabled: bool| json!({"uids": [uid], "enabled": enabled});
    app.call("user/setEnabled", Some(&admin), enabled(false)).await;
    assert!(!works(&token).await, "the account is disabled");
    app.call("user/setEnabled", Some(&admin), enabled(true)).await;
    assert!(works(&token).await);
    let settings = app.call("setting/get", Some(&admin), json!({})).await["data"].clone();
    let mut off = settings.clone();
    off["settings"]["share_results"] = json!(false);
    assert_eq!(app.call("setting/save", Some(&admin), off).await["code"], 0);
    assert!(!works(&token).await, "sharing is off");
    app.allow_sharing().await;
    assert!(works(&token).await);
    app.clock.advance(DAY_S);
    assert!(!works(&token).await, "expired");

    let sid = app.sid("ann").await;
    let (token, _) = share(app, &sid, &task, true).await;
    assert_eq!(app.call("task/remove", Some(&sid), json!({"id": task})).await["code"], 0);
    assert!(!works(&token).await, "the task is deleted");
    assert!(!works(&"0".repeat(64)).await, "unknown");
}

async fn only_the_owner_shares_and_only_if_the_operator_allows_it(app: &TestApp) {
    let admin = app.signed_in("admin", AccountType::SuperAdministrator).await;
    let sid = app.signed_in("ann", AccountType::Customer).await;
    let bob = app.signed_in("bob", AccountType::Customer).await;
    let task = finished(app, &sid).await;
    let body = |days: i64| json!({"id": task, "days": days});
    assert_eq!(app.call("task/share", Some(&sid), body(1)).await["code"], 40300, "off by default");
    app.allow_sharing().await;
    for (who, what) in [(&admin, "staff"), (&bob, "another customer")] {
        assert_eq!(app.call("task/share", Some(who), body(1)).await["code"], 40400, "{what}");
    }
    for days in [0, 31] {
        let refused = app.call("task/share", Some(&sid), body(days)).await;
        assert!(refused["data"]["fields"]["days"].is_string(), "{refused}");
    }
    let list = app.ready_list(&sid, "+8613812345670\n").await;
    let start = json!({"list": list, "name": "Running", "mode": "single", "checks": [{"project": "carrier"}],
        "purpose": "news", "confirmed": true});
    let running = app.call("task/start", Some(&sid), start).await["data"]["id"].clone();
    let refused = app.call("task/share", Some(&sid), json!({"id": running, "days": 1})).await;
    assert_eq!(refused["code"], 40900, "it runs: {refused}");
    for _ in 0..RESULT_LINKS {
        assert_eq!(app.call("task/share", Some(&sid), body(30)).await["code"], 0);
    }
    assert_eq!(app.call("task/share", Some(&sid), body(30)).await["code"], 40000, "too many");
}

async fn the_page_of_a_link_is_kept_from_search_engines(app: &TestApp) {
    for (path, kept) in [("/shared", true), ("/new_password", true), ("/login", false)] {
        let answer = app.send(Request::get(path).body(Body::empty()).unwrap()).await;
        let header = |name: &str| answer.headers.get(name).map(|value| value.to_str().unwrap().to_owned());
        assert_eq!(header("x-robots-tag").is_some(), kept, "{path}");
        let referrer = if kept { "no-referrer" } else { "same-origin" };
        assert_eq!(header("referrer-policy").as_deref(), Some(referrer), "{path}");
    }
}

async fn looks_are_limited(app: &TestApp) {
    app.allow_sharing().await;
    let sid = app.signed_in("ann", AccountType::Customer).await;
    let task = finished(app, &sid).await;
    let (token, _) = share(app, &sid, &task, true).await;
    for _ in 0..70 {
        look(app, &token).await;
    }
    let lines = app.audited().await;
    assert_eq!(lines.iter().filter(|line| line.action == "shared/task").count(), 60, "per hour");
    for _ in 70..600 {
        assert!(is_refused(&look(app, "guess").await));
    }
    assert_eq!(look(app, &token).await["code"], 42900);
}
