//! System health.

use numsift_model::account::AccountType;
use numsift_model::health::Check;
use serde_json::{Value, json};
use sqlx::{Connection as _, SqliteConnection};

use crate::app::{TestApp, on_both_stores};

on_both_stores!(
    the_worst_findings_come_first_in_the_callers_language,
    many_calls_cause_one_check,
    only_staff_with_the_permission_see_it,
);

fn finding(answer: &Value, check: Check) -> &Value {
    let findings = answer["data"]["findings"].as_array().unwrap_or_else(|| panic!("{answer}"));
    findings.iter().find(|one| one["check"] == json!(check)).unwrap_or_else(|| panic!("{check:?}: {answer}"))
}

async fn the_worst_findings_come_first_in_the_callers_language(app: &TestApp) {
    let admin = app.signed_in("admin", AccountType::SuperAdministrator).await;
    let english = app.call_in("en", "system/health", Some(&admin), json!({})).await;
    let report = &english["data"];
    // No node of this installation has a key file.
    assert_eq!(report["verdict"], "failed", "{english}");
    let verdicts: Vec<&str> =
        report["findings"].as_array().unwrap().iter().map(|one| one["verdict"].as_str().unwrap()).collect();
    let rank = |verdict: &&str| ["failed", "warning", "ok"].iter().position(|known| known == verdict);
    assert!(verdicts.is_sorted_by_key(rank) && verdicts[0] == "failed", "{verdicts:?}");
    let key = finding(&english, Check::Key);
    assert_eq!(key["code"], "key_missing");
    assert!(key["params"]["file"].as_str().unwrap().ends_with("secret.key"), "{key}");
    assert!(key["advice"].as_str().unwrap().contains("copy secret.key"), "{key}");
    for (check, code) in [
        (Check::ObjectStore, "objects_usable"),
        (Check::Migrations, "migrations_applied"),
        (Check::Database, "database_answers"),
        (Check::Channels, "channels_none"),
        (Check::Wallet, "wallet_missing"),
        (Check::Queue, "queue_moves"),
        (Check::Webhooks, "deliveries_on_time"),
        (Check::Ledger, "ledger_balances"),
    ] {
        assert_eq!(finding(&english, check)["code"], code, "{english}");
    }
    let chinese = app.call_in("zh", "system/health", Some(&admin), json!({})).await;
    assert_eq!(finding(&chinese, Check::Wallet)["title"], "收款钱包");
    assert_eq!(finding(&chinese, Check::Wallet)["found"], "尚未设置");
}

async fn many_calls_cause_one_check(app: &TestApp) {
    let admin = app.signed_in("admin", AccountType::SuperAdministrator).await;
    let lines = async || {
        let entries = app.audited().await;
        entries.into_iter().filter(|entry| entry.action == "system/health").count()
    };
    let call = async || app.call("system/health", Some(&admin), json!({ "again": true })).await;
    let (first, second, third) = tokio::join!(call(), call(), call());
    for answer in [&first, &second, &third] {
        assert_eq!(answer["data"]["checked_at"], first["data"]["checked_at"], "{answer}");
    }
    app.clock.advance(5);
    // The clock of the report is the server's; a report of the last seconds is shown again.
    assert_eq!(call().await["data"]["checked_at"], first["data"]["checked_at"]);
    assert_eq!(lines().await, 1);
}

async fn only_staff_with_the_permission_see_it(app: &TestApp) {
    for (name, account_type) in [("operator", AccountType::Operator), ("customer", AccountType::Customer)] {
        let sid = app.signed_in(name, account_type).await;
        let refused = app.call("system/health", Some(&sid), json!({})).await;
        assert_eq!(refused["code"], 40300, "{name}: {refused}");
    }
}

#[tokio::test]
async fn a_database_that_cannot_be_written_is_a_finding() {
    let app = TestApp::on_sqlite().await;
    let admin = app.signed_in("admin", AccountType::SuperAdministrator).await;
    let mut database = SqliteConnection::connect(app.database_file().to_str().unwrap()).await.unwrap();
    let trigger =
        "CREATE TRIGGER full_disk BEFORE INSERT ON audit_log BEGIN SELECT RAISE(ABORT, 'disk full'); END";
    sqlx::raw_sql(trigger).execute(&mut database).await.unwrap();
    let answer = app.call("system/health", Some(&admin), json!({})).await;
    let first = &answer["data"]["findings"][0];
    assert_eq!((&first["check"], &first["code"]), (&json!("database"), &json!("database_read_only")));
    assert!(first["found"].as_str().unwrap().contains("disk full"), "{first}");
    assert_eq!(answer["data"]["verdict"], "failed");
}
