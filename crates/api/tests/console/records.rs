//! What the audit log and the ledger record about acts and looks of staff.

use numsift_model::account::AccountType;
use numsift_model::id::{PostingId, Uid};
use numsift_model::page::Page;
use numsift_store::AuditFilter;
use serde_json::{Value, json};
use sqlx::{Connection as _, SqliteConnection};

use crate::app::{TestApp, on_both_stores};
use crate::public_api::{give, priced};

on_both_stores!(
    looks_of_staff_are_recorded_once_in_a_while,
    acts_on_a_list_name_its_owner,
    the_ledger_names_the_person_who_acted,
    a_redirected_channel_shows_where_it_pointed_before,
    a_project_is_recorded_with_all_its_fields,
    the_chain_finds_what_was_changed_removed_or_cut_off,
);

async fn visit(app: &TestApp, sid: &str, uid: Uid) -> String {
    let answer = app.call("user/switch", Some(sid), json!({"uid": uid})).await;
    answer["data"]["sid"].as_str().unwrap().to_owned()
}

async fn actions(app: &TestApp, from: usize) -> Vec<(String, Option<Uid>, Option<Uid>)> {
    let lines = app.audited().await;
    let count = lines.len() - from;
    lines.into_iter().take(count).rev().map(|line| (line.action, line.actor, line.subject)).collect()
}

async fn looks_of_staff_are_recorded_once_in_a_while(app: &TestApp) {
    app.free_catalogue().await;
    let operator = app.user("operator", AccountType::Operator).await;
    let staff = app.sid("operator").await;
    let ann = app.user("ann", AccountType::Customer).await;
    let own = app.sid("ann").await;
    let list = app.ready_list(&own, "+8613812345678\n").await;
    let start = json!({"list": list, "name": "one", "mode": "single", "checks": [{"project": "hygiene"}],
        "purpose": "test", "confirmed": true});
    let task = app.call("task/start", Some(&own), start).await["data"]["id"].clone();
    app.screening.run_until_idle().await.unwrap();
    let inside = visit(app, &staff, ann).await;
    let look = async |sid: &str| {
        for (path, body) in [
            ("list/get", json!({"id": list})),
            ("list/list", json!({})),
            ("task/results", json!({"id": task})),
        ] {
            assert_eq!(app.call(path, Some(sid), body).await["code"], 0, "{path}");
        }
    };
    let before = app.audited().await.len();
    look(&own).await;
    assert_eq!(app.audited().await.len(), before, "a customer looks at its own data");
    for sid in [&staff, &inside] {
        let before = app.audited().await.len();
        app.clock.advance(600);
        look(sid).await;
        let line = |action: &str, subject| (action.to_owned(), Some(operator), Some(subject));
        // The page of lists shows those of all customers, or of the one that is visited.
        let page_of = if sid == &staff { operator } else { ann };
        let expected = [line("list/get", ann), line("list/list", page_of), line("task/results", ann)];
        assert_eq!(actions(app, before).await, expected);
        look(sid).await;
        assert_eq!(app.audited().await.len(), before + 3, "repetitions are not recorded");
        app.clock.advance(600);
        look(sid).await;
        assert_eq!(app.audited().await.len(), before + 6, "later ones are");
    }
}

async fn acts_on_a_list_name_its_owner(app: &TestApp) {
    app.free_catalogue().await;
    let boss = app.user("boss", AccountType::SuperAdministrator).await;
    let staff = app.sid("boss").await;
    let ann = app.user("ann", AccountType::Customer).await;
    let own = app.sid("ann").await;
    let list = app.ready_list(&own, "+8613812345678\n").await;
    let start = json!({"list": list, "name": "one", "mode": "single", "checks": [{"project": "hygiene"}],
        "purpose": "test", "confirmed": true});
    let sample = json!({"list": list, "project": "hygiene"});
    for (sid, actor) in [(&staff, boss), (&own, ann)] {
        for (path, body) in [("task/sample", &sample), ("task/start", &start)] {
            let before = app.audited().await.len();
            let answer = app.call(path, Some(sid), body.clone()).await;
            assert_eq!(answer["code"], 0, "{path}: {answer}");
            assert_eq!(actions(app, before).await, [(path.to_owned(), Some(actor), Some(ann))]);
        }
    }
}

async fn the_ledger_names_the_person_who_acted(app: &TestApp) {
    priced(app, 100).await;
    let operator = app.user("operator", AccountType::Operator).await;
    let staff = app.sid("operator").await;
    let ann = app.user("ann", AccountType::Customer).await;
    give(app, ann, 1000).await;
    let own = app.sid("ann").await;
    let list = app.ready_list(&own, "+8613812345678\n").await;
    let start = json!({"list": list, "name": "one", "mode": "single", "checks": [{"project": "hygiene"}],
        "purpose": "test", "confirmed": true});
    let inside = visit(app, &staff, ann).await;
    for (sid, actor) in [(&own, ann), (&inside, operator)] {
        let started = app.call("task/start", Some(sid), start.clone()).await;
        assert_eq!(started["code"], 0, "{started}");
        let id = started["data"]["id"].clone();
        assert_eq!(app.call("task/cancel", Some(sid), json!({"id": id})).await["code"], 0);
        let mut tx = app.store.read().await.unwrap();
        let (mut after, mut actors) = (PostingId(0), Vec::new());
        loop {
            let postings = tx.postings_after(after, 100).await.unwrap();
            let Some(newest) = postings.last() else { break };
            after = newest.id;
            actors.extend(postings.iter().map(|posting| posting.asked.actor));
        }
        assert_eq!(actors[actors.len() - 2..], [Some(actor), Some(actor)], "the hold and its release");
    }
}

fn channel(base_url: &str, key: &str, version: i64) -> Value {
    json!({"version": version, "priority": 1, "enabled": false, "config": {
        "name": "example", "kind": "http", "base_url": base_url, "checks": ["whatsapp"],
        "contract": {"ref": "1", "expires": "2099-01-01"}, "mode": "sync",
        "auth": {"kind": "bearer", "token": key},
        "submit": {"method": "POST", "path": "/x", "body": "{}"}, "items": "$[*]",
        "match": {"key": "$.n", "by": "digits"}, "map": [{"to": "status", "path": "$.s"}]}})
}

async fn last_detail(app: &TestApp) -> Value {
    serde_json::from_str(&app.audited().await[0].detail).unwrap()
}

async fn a_redirected_channel_shows_where_it_pointed_before(app: &TestApp) {
    let admin = app.signed_in("admin", AccountType::SuperAdministrator).await;
    let saved = app.call("channel/save", Some(&admin), channel("https://a.example", "first-secret", 0)).await;
    assert_eq!(saved["code"], 0, "{saved}");
    let version = saved["data"]["version"].as_i64().unwrap();
    let moved =
        app.call("channel/save", Some(&admin), channel("https://b.example", "second-secret", version)).await;
    assert_eq!(moved["code"], 0, "{moved}");
    let detail = last_detail(app).await;
    let url = |side: &str| detail[side]["config"]["base_url"].as_str().unwrap().to_owned();
    assert_eq!((url("before"), url("after")), ("https://a.example".into(), "https://b.example".into()));
    assert_eq!(detail["secrets_changed"], true);
    let version = moved["data"]["version"].as_i64().unwrap();
    app.call("channel/remove", Some(&admin), json!({"name": "example", "version": version})).await;
    assert_eq!(last_detail(app).await["before"]["config"]["base_url"], "https://b.example");
    assert!(app.audited().await.iter().all(|line| !line.detail.contains("-secret")), "secrets are masked");
}

async fn a_project_is_recorded_with_all_its_fields(app: &TestApp) {
    app.free_catalogue().await;
    let admin = app.signed_in("admin", AccountType::SuperAdministrator).await;
    let listed = app.call("project/list", Some(&admin), json!({})).await;
    let mut project = listed["data"].as_array().unwrap()[0].clone();
    let most = project["details"]["max_numbers"].clone();
    project["details"]["max_numbers"] = json!(77);
    project.as_object_mut().unwrap().remove("usable");
    let saved = app.call("project/save", Some(&admin), project).await;
    assert_eq!(saved["code"], 0, "{saved}");
    let detail = last_detail(app).await;
    let limits = |side: &str| detail[side]["details"]["max_numbers"].clone();
    assert_eq!((limits("before"), limits("after")), (most, json!(77)));
    assert!(detail["after"]["details"]["statuses"].is_array());
}

async fn the_chain_finds_what_was_changed_removed_or_cut_off(app: &TestApp) {
    app.signed_in("ann", AccountType::Customer).await;
    let lines = u64::try_from(app.audited().await.len()).unwrap();
    assert_eq!(app.accounts.seal_audit(true).await.unwrap(), lines);
    assert_eq!(app.accounts.seal_audit(false).await.unwrap(), 0, "nothing is sealed twice");
    app.sid("ann").await;
    assert_eq!(app.accounts.seal_audit(false).await.unwrap(), 1);
    let report = app.accounts.verify_audit(None).await.unwrap();
    assert_eq!((report.entries, &report.faults), (i64::try_from(lines).unwrap() + 1, &vec![]));
    let (seq, code) = report.head.unwrap();
    let expected =
        async |seq: i64, code: &str| app.accounts.verify_audit(Some((seq, code))).await.unwrap().faults;
    assert!(expected(seq, &code).await.is_empty());
    assert_eq!(
        expected(seq + 1, &code).await,
        [format!("the chain ends before the expected link {}", seq + 1)]
    );
    assert_eq!(expected(1, &code).await, ["link 1 is not the expected one"]);
    app.sid("ann").await;
    app.clock.advance(601);
    assert_eq!(app.accounts.verify_audit(None).await.unwrap().faults, ["1 entries are in no link"]);
    assert_eq!(app.accounts.seal_audit(false).await.unwrap(), 1);
    let page = Page::new(1, 1).unwrap();
    let newest = app.store.read().await.unwrap().audit_log(&AuditFilter::default(), page).await.unwrap();
    assert_eq!(newest.items[0].entry.action, "user/login");
}

/// Whoever owns the database can drop its triggers. The chain shows what was done afterwards.
#[tokio::test]
async fn tampering_with_the_database_is_found() {
    let app = TestApp::on_sqlite().await;
    for name in ["ann", "bob", "eve"] {
        app.user(name, AccountType::Customer).await;
    }
    assert_eq!(app.accounts.seal_audit(true).await.unwrap(), 3);
    let head = app.accounts.verify_audit(None).await.unwrap().head.unwrap();
    let mut database = SqliteConnection::connect(app.database_file().to_str().unwrap()).await.unwrap();
    let mut run = async |sql: &'static str| sqlx::raw_sql(sql).execute(&mut database).await.unwrap();
    run("DROP TRIGGER audit_log_keeps_its_past_update; DROP TRIGGER audit_log_keeps_its_past_delete;
        DROP TRIGGER audit_log_keeps_its_past_insert; DROP TRIGGER audit_chain_keeps_its_past_delete;")
    .await;
    run("UPDATE audit_log SET subject = 1 WHERE id = 2").await;
    let faults = async || app.accounts.verify_audit(Some((head.0, &head.1))).await.unwrap().faults;
    assert_eq!(faults().await, ["entry 2 was changed"]);
    run("DELETE FROM audit_log WHERE id = 2").await;
    assert_eq!(faults().await, ["entry 2 was removed"]);
    run("DELETE FROM audit_chain WHERE audit_id = 2").await;
    assert_eq!(faults().await, ["links 2 to 2 are missing"]);
    // Cut off at the end, with its link: only the noted head shows it.
    run("DELETE FROM audit_log WHERE id > 1; DELETE FROM audit_chain WHERE audit_id > 1").await;
    assert!(app.accounts.verify_audit(None).await.unwrap().faults.is_empty());
    assert_eq!(faults().await, ["the chain ends before the expected link 3"]);
}
