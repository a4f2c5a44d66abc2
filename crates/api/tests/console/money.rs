//! Random histories of accounts: every page and call shows the same money, and nothing twice.

use std::collections::BTreeSet;

use numsift_ledger::{By, Settle, settle, verify};
use numsift_model::account::AccountType;
use numsift_model::clock::Clock;
use numsift_model::id::TaskId;
use numsift_model::money::Points;
use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::TestRunner;
use serde_json::{Value, json};

use crate::app::{TestApp, on_both_stores};
use crate::public_api::{ALL, get, give, post, with_key};

on_both_stores!(
    all_pages_show_the_same_money,
    a_statement_lists_every_price,
    tasks_of_earlier_versions_have_a_statement,
    the_public_api_returns_the_statement,
    paid_answers_of_the_number_engine_are_free,
    a_task_of_another_account_has_no_statement,
);

const HISTORIES: usize = 6;
/// Numbers of a list: Chinese ones have a known carrier, British ones have not and cost less.
const CHINESE: [&str; 4] = ["+8613812345678", "+8613812345679", "+8613912345678", "+8613712345671"];
const BRITISH: [&str; 3] = ["+442083661177", "+442083661178", "+442083661179"];

#[derive(Debug, Clone)]
enum Step {
    /// An administrator corrects a balance.
    Adjust { user: usize, credit: bool, amount: i64 },
    /// A task starts with so many Chinese and British numbers.
    Start { user: usize, chinese: usize, british: usize, checks: &'static [&'static str] },
    /// All tasks run to their end.
    Run,
    /// The newest task of a user is cancelled.
    Cancel { user: usize },
    /// Time passes.
    Wait,
}

fn step() -> impl Strategy<Value = Step> {
    let checks = prop_oneof![
        Just(&["hygiene"] as &'static [&'static str]),
        Just(&["carrier"] as &'static [&'static str]),
        Just(&["hygiene", "carrier"] as &'static [&'static str])
    ];
    prop_oneof![
        4 => (0..2_usize, any::<bool>(), -300..3000_i64)
            .prop_map(|(user, credit, amount)| Step::Adjust { user, credit, amount }),
        6 => (0..2_usize, 0..=CHINESE.len(), 0..=BRITISH.len(), checks)
            .prop_map(|(user, chinese, british, checks)| Step::Start { user, chinese, british, checks }),
        2 => Just(Step::Run),
        2 => (0..2_usize).prop_map(|user| Step::Cancel { user }),
        1 => Just(Step::Wait),
    ]
}

/// The projects of the number engine, with prices that differ by country.
async fn priced_by_country(app: &TestApp) {
    app.free_catalogue().await;
    let mut tx = app.store.begin().await.unwrap();
    for (slug, price, british) in [("hygiene", 13, 7), ("carrier", 101, 0)] {
        let mut project = tx.project(slug).await.unwrap().unwrap();
        project.details.price = price;
        if british > 0 {
            project.details.country_prices.insert("GB".to_owned(), british);
        }
        tx.put_project(&project).await.unwrap();
    }
    tx.save().await.unwrap();
}

async fn start(app: &TestApp, sid: &str, list: i64, checks: &[&str]) -> Value {
    let checks: Vec<_> = checks.iter().map(|project| json!({ "project": project })).collect();
    let mode = if checks.len() == 1 { "single" } else { "parallel" };
    let body =
        json!({"list": list, "name": "n", "mode": mode, "checks": checks, "purpose": "p", "confirmed": true});
    app.call("task/start", Some(sid), body).await
}

async fn all_pages_show_the_same_money(app: &TestApp) {
    priced_by_country(app).await;
    let mut runner = TestRunner::default();
    let mut played = Vec::new();
    for history in 0..HISTORIES {
        let steps = prop::collection::vec(step(), 4..14).new_tree(&mut runner).unwrap().current();
        for name in play(app, history, &steps).await {
            agrees(app, &name, &steps).await;
            played.push((name, steps.clone()));
        }
    }
    // Later histories also ran the tasks of earlier ones.
    let mut spent_by_all = 0;
    for (name, steps) in played {
        spent_by_all += agrees(app, &name, &steps).await;
    }
    // The pages of the staff.
    let admin = app.signed_in("admin", AccountType::SuperAdministrator).await;
    let income = app.call("finance/income", Some(&admin), json!({})).await;
    assert_eq!(income["data"]["totals"]["charged"], spent_by_all, "{income}");
    let summary = app.call("task/summary", Some(&admin), json!({})).await;
    assert_eq!(summary["data"]["operator"]["revenue_30d"], spent_by_all, "{summary}");
    assert_eq!(spent_on(&summary), spent_by_all, "{summary}");
    let money = summary["data"]["operator"]["money"].as_array().unwrap();
    assert_eq!(money.iter().map(|day| int(&day["revenue"])).sum::<i64>(), spent_by_all, "{summary}");
    verify(&*app.store).await.unwrap();
}

/// Plays a history with two new accounts and returns their names.
async fn play(app: &TestApp, history: usize, steps: &[Step]) -> [String; 2] {
    let admin_name = format!("admin{history}");
    let admin = app.signed_in(&admin_name, AccountType::SuperAdministrator).await;
    let names = [format!("ann{history}"), format!("bob{history}")];
    let mut users = Vec::new();
    for name in &names {
        // Credit customers have points and quota.
        users.push((app.user(name, AccountType::Credit).await, app.sid(name).await));
    }
    for (number, step) in steps.iter().enumerate() {
        match step {
            Step::Adjust { user, credit, amount } => {
                let bucket = if *credit { "credit" } else { "points" };
                let id = format!("h{history}-step-{number}");
                let body = json!({"uid": users[*user].0, "bucket": bucket, "amount": amount, "request_id": id,
                    "reason": "test"});
                // A deduction of more than the balance is refused.
                app.call("finance/adjust", Some(&admin), body).await;
            }
            Step::Start { user, chinese, british, checks } => {
                let numbers = [&CHINESE[..*chinese], &BRITISH[..*british]].concat();
                if numbers.is_empty() {
                    continue;
                }
                let sid = &users[*user].1;
                let list = app.ready_list(sid, &format!("{}\n", numbers.join("\n"))).await;
                // Refused without enough money.
                start(app, sid, list, checks).await;
            }
            Step::Run => app.screening.run_until_idle().await.unwrap(),
            Step::Cancel { user } => {
                let sid = &users[*user].1;
                let newest = app.call("task/list", Some(sid), json!({"size": 1})).await;
                let id = newest["data"]["items"][0]["id"].clone();
                if !id.is_null() {
                    app.call("task/cancel", Some(sid), json!({ "id": id })).await;
                }
            }
            Step::Wait => app.clock.advance(3600),
        }
    }
    names
}

/// All movements of a fund, newest first, and the answer with their totals.
async fn movements(app: &TestApp, sid: &str, call: &str, filter: Value) -> (Vec<Value>, Value) {
    let (mut rows, mut cursor) = (Vec::new(), Value::Null);
    loop {
        let page = app.call(call, Some(sid), json!({"size": 3, "cursor": cursor, "filter": filter})).await;
        assert_eq!(page["code"], 0, "{page}");
        rows.extend(page["data"]["items"].as_array().unwrap().iter().cloned());
        cursor = page["data"]["next_cursor"].clone();
        if cursor.is_null() {
            return (rows, page["data"].clone());
        }
    }
}

fn int(value: &Value) -> i64 {
    value.as_i64().unwrap_or_else(|| panic!("{value}"))
}

fn spent_on(summary: &Value) -> i64 {
    summary["data"]["days"].as_array().unwrap().iter().map(|day| int(&day["charged"])).sum()
}

/// Checks that all pages of an account agree, and returns what it spent.
async fn agrees(app: &TestApp, name: &str, steps: &[Step]) -> i64 {
    let sid = &app.sid(name).await;
    let info = app.call("user/info", Some(sid), json!({})).await["data"].clone();
    let mut charged = 0;
    for (call, balance, held) in [
        ("finance/list", int(&info["balance"]), int(&info["held"])),
        ("finance/credit", int(&info["credit"]), int(&info["credit_held"])),
    ] {
        let (rows, totals) = movements(app, sid, call, json!({"holds": true})).await;
        let newest = rows.first().map_or((0, 0), |row| (int(&row["balance_after"]), int(&row["held_after"])));
        assert_eq!(newest, (balance, held), "the header and the newest record: {steps:#?}");
        let postings: BTreeSet<_> = rows.iter().map(|row| int(&row["posting"])).collect();
        assert_eq!(postings.len(), rows.len(), "nothing is shown twice: {steps:#?}");
        let (incoming, outgoing) = (int(&totals["incoming"]), int(&totals["outgoing"]));
        assert_eq!(incoming - outgoing, balance + held, "holds are no income: {steps:#?}");
        assert_eq!(int(&totals["total"]), i64::try_from(rows.len()).unwrap());
        let (folded, folded_totals) = movements(app, sid, call, json!({})).await;
        assert!(folded.iter().all(|row| row["kind"] != "hold" && row["kind"] != "release"));
        assert_eq!(
            (&folded_totals["incoming"], &folded_totals["outgoing"]),
            (&json!(incoming), &json!(outgoing))
        );
        let (settled, totals) = movements(app, sid, call, json!({"kind": "settle"})).await;
        let sum: i64 = settled.iter().map(|row| -int(&row["amount"])).sum();
        assert_eq!(sum, int(&totals["outgoing"]), "{steps:#?}");
        charged += sum;
    }
    let summary = app.call("task/summary", Some(sid), json!({})).await;
    assert_eq!(spent_on(&summary), charged, "the dashboard and the records: {steps:#?}");
    let tasks = app.call("task/list", Some(sid), json!({"size": 200})).await;
    let (mut by_task, mut open) = (0, 0);
    for task in tasks["data"]["items"].as_array().unwrap() {
        let statement = statement_of(app, sid, &task["id"]).await;
        assert_eq!(
            (&statement["held"], &statement["charged"]),
            (&task["held"], &task["charged"]),
            "{steps:#?}"
        );
        assert_eq!(statement["open"], task["refundable"], "{steps:#?}");
        by_task += int(&statement["charged"]);
        open += int(&statement["open"]);
        let filter = json!({ "task": task["id"] });
        let (_, points) = movements(app, sid, "finance/list", filter.clone()).await;
        let (_, quota) = movements(app, sid, "finance/credit", filter).await;
        let out = int(&points["outgoing"]) + int(&quota["outgoing"]);
        assert_eq!((out, &points["incoming"]), (int(&statement["charged"]), &json!(0)), "{steps:#?}");
    }
    assert_eq!((by_task, open), (charged, int(&info["held"]) + int(&info["credit_held"])), "{steps:#?}");
    charged
}

/// The statement of a task, whose sums are checked.
async fn statement_of(app: &TestApp, sid: &str, task: &Value) -> Value {
    let statement = app.call("task/statement", Some(sid), json!({ "id": task })).await["data"].clone();
    let lines = statement["lines"].as_array().unwrap();
    for line in lines {
        assert_eq!(int(&line["price"]) * int(&line["numbers"]), int(&line["amount"]), "{statement}");
    }
    let sum: i64 = lines.iter().map(|line| int(&line["amount"])).sum();
    assert_eq!(sum, int(&statement["charged"]), "{statement}");
    let parts = ["charged", "returned", "open"].map(|part| int(&statement[part]));
    assert_eq!(parts.iter().sum::<i64>(), int(&statement["held"]), "{statement}");
    statement
}

async fn a_statement_lists_every_price(app: &TestApp) {
    priced_by_country(app).await;
    let ann = app.user("ann", AccountType::Customer).await;
    give(app, ann, 10_000).await;
    let sid = app.sid("ann").await;
    let numbers = [&CHINESE[..3], &BRITISH[..2]].concat().join("\n");
    let list = app.ready_list(&sid, &format!("{numbers}\n")).await;
    let task = start(app, &sid, list, &["hygiene", "carrier"]).await["data"]["id"].clone();
    let before = statement_of(app, &sid, &task).await;
    assert_eq!((&before["held"], &before["open"]), (&json!(3 * 13 + 2 * 7 + 5 * 101), &before["held"]));
    app.screening.run_until_idle().await.unwrap();
    let statement = statement_of(app, &sid, &task).await;
    // British numbers have no carrier in the numbering plan: unknown, free of charge.
    let line = |project: &str, name: &str, price: i64, numbers: i64| json!({"project": project, "name": name, "price": price, "numbers": numbers, "amount": price * numbers});
    let expected = json!([
        line("hygiene", "Number hygiene", 7, 2),
        line("hygiene", "Number hygiene", 13, 3),
        line("carrier", "Carrier lookup", 101, 3)
    ]);
    assert_eq!(statement["lines"], expected);
    assert_eq!((&statement["returned"], &statement["open"]), (&json!(2 * 101), &json!(0)));
    let (records, totals) = movements(app, &sid, "finance/list", json!({ "task": task })).await;
    assert_eq!((records.len(), &totals["outgoing"]), (2, &statement["charged"]), "one charge per check");
    let unfolded = json!({"task": task, "holds": true});
    let (records, totals) = movements(app, &sid, "finance/list", unfolded).await;
    let kinds: Vec<_> = records.iter().map(|row| row["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["release", "settle", "settle", "hold"]);
    assert_eq!((&totals["held"], &totals["released"]), (&statement["held"], &statement["returned"]));
    assert_eq!((&totals["incoming"], &totals["outgoing"]), (&json!(0), &statement["charged"]));
}

async fn the_public_api_returns_the_statement(app: &TestApp) {
    priced_by_country(app).await;
    let (uid, sid, secret) = with_key(app, "ann", &ALL).await;
    give(app, uid, 10_000).await;
    let list = app.ready_list(&sid, "+8613812345678\n+442083661177\n").await;
    let task = start(app, &sid, list, &["hygiene"]).await["data"]["id"].clone();
    let balance = get(app, "/v1/balance", &secret).await.json();
    assert_eq!(balance, json!({"points": 9_980, "credit": 0, "held": 20}));
    app.screening.run_until_idle().await.unwrap();
    let statement = get(app, &format!("/v1/tasks/{task}/statement"), &secret).await.json();
    let lines = json!([
        {"project": "hygiene", "price": 7, "numbers": 1, "amount": 7},
        {"project": "hygiene", "price": 13, "numbers": 1, "amount": 13}
    ]);
    let expected = json!({"task": task, "held": 20, "charged": 20, "returned": 0, "open": 0, "refunded": 0,
        "lines": lines});
    assert_eq!(statement, expected);
}

async fn a_task_of_another_account_has_no_statement(app: &TestApp) {
    priced_by_country(app).await;
    let ann = app.user("ann", AccountType::Customer).await;
    give(app, ann, 10_000).await;
    let sid = app.sid("ann").await;
    let list = app.ready_list(&sid, "+8613812345678\n").await;
    let task = start(app, &sid, list, &["hygiene"]).await["data"]["id"].clone();
    let bob = app.signed_in("bob", AccountType::Customer).await;
    let refused = app.call("task/statement", Some(&bob), json!({ "id": task })).await;
    assert_eq!(refused["code"], 40400, "{refused}");
    let (_, _, secret) = with_key(app, "eve", &ALL).await;
    assert_eq!(get(app, &format!("/v1/tasks/{task}/statement"), &secret).await.status.as_u16(), 404);
    let admin = app.signed_in("admin", AccountType::SuperAdministrator).await;
    assert_eq!(statement_of(app, &admin, &task).await["held"], 13, "staff see all tasks");
}

/// Earlier versions did not count charged answers by price.
async fn tasks_of_earlier_versions_have_a_statement(app: &TestApp) {
    priced_by_country(app).await;
    let ann = app.user("ann", AccountType::Customer).await;
    give(app, ann, 10_000).await;
    let sid = app.sid("ann").await;
    let list = app.ready_list(&sid, "+8613812345678\n+442083661177\n").await;
    let task = start(app, &sid, list, &["hygiene", "carrier"]).await["data"]["id"].clone();
    let mut tx = app.store.begin().await.unwrap();
    for (chunk, project, amount) in [(0, "hygiene", 13 + 7), (1, "carrier", 2 * 101)] {
        let charge = Settle {
            task: TaskId(int(&task)),
            chunk,
            amount: Points(amount),
            project,
            numbers: 2,
            commission_rate_bp: 0,
        };
        settle(&mut *tx, By::system(app.clock.now()), charge).await.unwrap();
    }
    tx.save().await.unwrap();
    let statement = app.call("task/statement", Some(&sid), json!({ "id": task })).await["data"].clone();
    let line = |line: &Value| json!([line["project"], line["price"], line["numbers"], line["amount"]]);
    let lines: Vec<_> = statement["lines"].as_array().unwrap().iter().map(line).collect();
    assert_eq!(lines, [json!(["hygiene", null, 2, 20]), json!(["carrier", 101, 2, 202])]);
    assert_eq!((&statement["charged"], &statement["open"]), (&json!(222), &json!(0)));
}

async fn paid_answers_of_the_number_engine_are_free(app: &TestApp) {
    priced_by_country(app).await;
    let (uid, _, secret) = with_key(app, "ann", &ALL).await;
    give(app, uid, 10_000).await;
    let mut charged = Vec::new();
    for (numbers, max_age_days) in [(&CHINESE[..2], 0), (&CHINESE[..3], 1), (&CHINESE[..3], 0)] {
        let body =
            json!({"numbers": numbers, "checks": [{"project": "hygiene"}], "max_age_days": max_age_days});
        let task = post(app, "/v1/tasks", &secret, &body, None).await.json()["id"].clone();
        app.screening.run_until_idle().await.unwrap();
        let statement = get(app, &format!("/v1/tasks/{task}/statement"), &secret).await.json();
        let page = get(app, &format!("/v1/tasks/{task}/results"), &secret).await.json();
        let rows = page["items"].as_array().unwrap();
        let shown: i64 = rows.iter().map(|row| int(&row["checks"]["hygiene"]["charged"])).sum();
        assert_eq!(shown, int(&statement["charged"]), "{page}");
        charged.push(shown);
    }
    assert_eq!(charged, [2 * 13, 13, 3 * 13]);
}
