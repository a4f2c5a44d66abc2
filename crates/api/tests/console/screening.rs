//! Screening from the upload to the export of results.

use std::io::Write as _;

use axum::body::Body;
use axum::http::Request;
use futures_util::StreamExt as _;
use numsift_model::account::AccountType;
use numsift_store_pg::testing::TestDatabase;
use serde_json::json;

use crate::app::{TestApp, on_both_stores};

on_both_stores!(
    from_upload_to_filtered_export,
    a_file_of_many_megabytes_is_accepted,
    a_small_file_that_unpacks_to_a_huge_one_is_refused,
    a_refused_file_gives_the_reason_in_the_callers_language,
    a_customer_cannot_create_a_global_list,
    the_menu_shows_the_catalogue_in_the_callers_language,
    channel_secrets_are_never_returned,
);

#[tokio::test]
async fn an_upload_without_its_audit_line_is_not_saved() {
    let database = TestDatabase::create().await;
    let app = TestApp::on_database(&database).await;
    let sid = app.signed_in("ann", AccountType::Customer).await;
    database.execute("ALTER TABLE audit_log ADD CHECK (action <> 'task/upload')").await;
    let refused = app.upload(Some(&sid), "upload", "a.txt", b"+8613812345678\n").await;
    assert_ne!(refused["code"], 0, "{refused}");
    let lists = app.call("list/list", Some(&sid), json!({})).await;
    assert_eq!(lists["data"]["total"], 0, "{lists}");
    let mut files = app.screening.objects.list("lists");
    assert!(files.next().await.is_none(), "the file is deleted again");
}

async fn from_upload_to_filtered_export(app: &TestApp) {
    app.free_catalogue().await;
    let sid = app.signed_in("ann", AccountType::Customer).await;
    let list = app.ready_list(&sid, "+8613812345678\n+442083661177\n+86138\n").await;
    let checks = json!([{"project": "carrier"}]);
    let quote =
        app.call("task/quote", Some(&sid), json!({"list": list, "mode": "single", "checks": checks})).await;
    assert_eq!((&quote["data"]["numbers"], &quote["data"]["missing"]), (&json!(2), &json!(0)), "{quote}");
    assert_eq!((&quote["data"]["seconds"], &quote["data"]["retention_days"]), (&json!(null), &json!(30)));
    let start = json!({"list": list, "name": "Spring", "mode": "single", "checks": checks, "purpose": "news",
        "confirmed": true});
    let task = app.call("task/start", Some(&sid), start).await;
    let id = task["data"]["id"].clone();
    app.screening.run_until_idle().await.unwrap();
    let task = app.call("task/get", Some(&sid), json!({"id": id})).await;
    assert_eq!((&task["data"]["state"], &task["data"]["hits"]), (&json!("completed"), &json!(1)), "{task}");
    let filter =
        json!({"statuses": [["known"]], "countries": ["CN"], "kinds": ["mobile"], "number": "86138"});
    let page = app.call("task/results", Some(&sid), json!({"id": id, "filter": filter})).await;
    assert_eq!(page["data"]["total"], 1, "{page}");
    assert_eq!(page["data"]["items"][0]["original_carrier"], "China Mobile");
    let sort = json!({"by": "country", "descending": true});
    let sorted = app.call("task/results", Some(&sid), json!({"id": id, "sort": sort})).await;
    assert_eq!(sorted["data"]["items"][0]["country"], "GB");
    let wrong =
        app.call("task/results", Some(&sid), json!({"id": id, "filter": {"statuses": [["nonsense"]]}})).await;
    assert_eq!(wrong["code"], 40000);
    let export =
        app.call("task/export", Some(&sid), json!({"id": id, "format": "csv", "filter": filter})).await;
    app.screening.run_until_idle().await.unwrap();
    let exports = app.call("task/exports", Some(&sid), json!({"id": id})).await;
    assert_eq!(exports["data"][0]["state"], "done", "{exports}");
    let link = app.call("task/download", Some(&sid), json!({"export": export["data"]["id"]})).await;
    let file =
        app.send(Request::get(link["data"]["url"].as_str().unwrap()).body(Body::empty()).unwrap()).await;
    let text = String::from_utf8(file.body).unwrap();
    assert!(text.contains("+8613812345678") && !text.contains("442083661177"), "{text}");
    assert!(text.starts_with("\u{feff}number,row,outcome,"), "{text}");
    let name = exports["data"][0]["file_name"].as_str().unwrap();
    assert_eq!(name, format!("numbers_carrier_2027-01-15_{}.csv", export["data"]["id"]));
    let rejected = app.call("list/export", Some(&sid), json!({"id": list, "what": "rejected"})).await;
    let file = Request::get(rejected["data"]["url"].as_str().unwrap()).body(Body::empty()).unwrap();
    let text = String::from_utf8(app.send(file).await.body).unwrap();
    assert!(text.contains("3,\"+86138\",too_short"), "{text}");
    let summary = app.call("task/summary", Some(&sid), json!({})).await;
    assert_eq!(
        (&summary["data"]["days"][0]["answers"], &summary["data"]["operator"]),
        (&json!(2), &json!(null))
    );
}

async fn a_file_of_many_megabytes_is_accepted(app: &TestApp) {
    let sid = app.signed_in("ann", AccountType::Customer).await;
    let content = "+8613812345678\n".repeat(400_000);
    let list = app.upload(Some(&sid), "upload", "large.txt", content.as_bytes()).await;
    assert_eq!(
        (&list["code"], &list["data"]["bytes"]),
        (&json!(0), &json!(content.len())),
        "{}",
        list["msg"]
    );
}

async fn a_small_file_that_unpacks_to_a_huge_one_is_refused(app: &TestApp) {
    let sid = app.signed_in("ann", AccountType::Customer).await;
    let mut numbers = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    numbers.write_all("+8613812345678\n".repeat(100).as_bytes()).unwrap();
    let numbers = numbers.finish().unwrap();
    let mut lines = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    lines.write_all(&vec![b'\n'; 1 << 20]).unwrap();
    // Concatenated gzip members are one file: first numbers, then a huge run of line feeds.
    let bomb = [numbers, lines.finish().unwrap().repeat(80)].concat();
    let list = app.upload(Some(&sid), "upload", "bomb.txt.gz", &bomb).await;
    assert_eq!(list["code"], 0, "{list}");
    let (id, mapping) = (&list["data"]["id"], &list["data"]["preview"]["mapping"]);
    app.call("list/analyse", Some(&sid), json!({"id": id, "mapping": mapping})).await;
    app.screening.run_until_idle().await.unwrap();
    let list = app.call("list/get", Some(&sid), json!({"id": id})).await;
    assert_eq!((&list["data"]["state"], &list["data"]["numbers"]), (&json!("failed"), &json!(0)), "{list}");
    assert_ne!(list["data"]["error"], "", "{list}");
}

async fn a_refused_file_gives_the_reason_in_the_callers_language(app: &TestApp) {
    let sid = app.signed_in("ann", AccountType::Customer).await;
    let refused = app.upload(Some(&sid), "upload", "empty.csv", b"").await;
    assert_eq!((&refused["code"], &refused["msg"]), (&json!(40000), &json!("The file is empty")));
    let refused = app.upload(Some(&sid), "upload", "x.csv", &[0, 1, 2, 255, 254, 0, 9, 0]).await;
    assert_eq!(refused["code"], 40000, "{refused}");
}

async fn a_customer_cannot_create_a_global_list(app: &TestApp) {
    let sid = app.signed_in("ann", AccountType::Customer).await;
    let refused = app.upload(Some(&sid), "global", "a.txt", b"+8613812345678").await;
    assert_eq!(refused["code"], 40300);
    let own = app.upload(Some(&sid), "suppression", "a.txt", b"+8613812345678").await;
    assert_eq!((&own["code"], &own["data"]["kind"]), (&json!(0), &json!("suppression")));
}

async fn the_menu_shows_the_catalogue_in_the_callers_language(app: &TestApp) {
    app.free_catalogue().await;
    let sid = app.signed_in("ann", AccountType::Customer).await;
    let menu = app.call_in("zh", "user/getAuth", Some(&sid), json!({})).await;
    let groups = menu["data"].as_array().unwrap();
    let hygiene = groups.iter().find(|group| group["module"] == "hygiene").unwrap();
    assert_eq!(hygiene["children"][0]["title"], "号码清洗");
    assert_eq!(hygiene["children"][0]["view"], "screening/project");
}

async fn channel_secrets_are_never_returned(app: &TestApp) {
    let sid = app.signed_in("admin", AccountType::SuperAdministrator).await;
    let config = json!({"name": "hlr", "kind": "http", "base_url": "https://api.example.com", "checks": ["whatsapp"],
        "contract": {"ref": "1", "expires": "2099-01-01"}, "mode": "sync",
        "auth": {"kind": "bearer", "token": "very-secret-token"},
        "submit": {"method": "POST", "path": "/x", "body": "{}"}, "items": "$[*]",
        "match": {"key": "$.n", "by": "digits"}, "map": [{"to": "status", "path": "$.s"}]});
    let saved = app
        .call(
            "channel/save",
            Some(&sid),
            json!({"version": 0, "priority": 1, "enabled": true,
        "config": config}),
        )
        .await;
    assert_eq!(saved["code"], 0, "{saved}");
    let list = app.call("channel/list", Some(&sid), json!({})).await;
    assert!(!list.to_string().contains("very-secret-token"), "{list}");
    assert_eq!(list["data"][0]["usable"], true);
    let mut wrong = config.clone();
    wrong["items"] = json!("not a path");
    let refused = app
        .call(
            "channel/save",
            Some(&sid),
            json!({"version": 1, "priority": 1, "enabled": true,
        "config": wrong}),
        )
        .await;
    assert!(refused["data"]["fields"].get("config.items").is_some(), "{refused}");
    let rows = app.store.read().await.unwrap().channels().await.unwrap();
    assert!(!rows[0].document.contains("very-secret-token"));
    let opened = app.screening.channels.open_secrets(&rows[0]).unwrap();
    assert!(opened.values().any(|secret| secret == "very-secret-token"));
}
