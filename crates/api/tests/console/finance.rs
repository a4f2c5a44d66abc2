//! Movements, exports, income and corrections.

use axum::body::Body;
use axum::http::Request;
use numsift_ledger::{By, Refund, Reserve, Settle, refund, reserve, settle, verify};
use numsift_model::account::{AccountType, NewAccount};
use numsift_model::clock::Timestamp;
use numsift_model::id::{TaskId, Uid};
use numsift_model::money::Points;
use numsift_store::ProviderCost;
use serde_json::{Value, json};

use crate::app::{PASSWORD, TestApp, on_both_stores};

on_both_stores!(
    a_correction_is_booked_once_with_its_reason,
    movements_are_paged_by_cursor_with_totals,
    exports_match_the_list,
    income_matches_the_ledger,
    income_can_be_exported,
    a_low_balance_is_notified,
);

const NOW: Timestamp = Timestamp(1_800_000_000);

async fn adjust(app: &TestApp, sid: &str, uid: Uid, amount: i64, id: &str) -> Value {
    let body = json!({"uid": uid, "bucket": "points", "amount": amount, "request_id": id, "reason": "=1+1 gift",
            "password": PASSWORD});
    app.call("finance/adjust", Some(sid), body).await
}

async fn a_correction_is_booked_once_with_its_reason(app: &TestApp) {
    let ann = app.user("ann", AccountType::Customer).await;
    let sid = app.signed_in("admin", AccountType::SuperAdministrator).await;
    let first = adjust(app, &sid, ann, 50_000, "aaaa-0001").await;
    assert_eq!((&first["code"], &first["data"]["balance"]), (&json!(0), &json!(50_000)), "{first}");
    assert_eq!(adjust(app, &sid, ann, 50_000, "aaaa-0001").await, first, "the same answer again");
    let other = adjust(app, &sid, ann, 60_000, "aaaa-0001").await;
    assert_eq!(other["code"], 40900, "{other}");
    let short = adjust(app, &sid, ann, -50_001, "aaaa-0002").await;
    assert_eq!((&short["code"], &short["data"]["missing"]), (&json!(42200), &json!(1)), "{short}");
    assert_eq!(short["msg"], "Not enough points: 0.0001 more are needed");
    for (body, field) in [
        (
            json!({"uid": ann, "bucket": "points", "amount": 0, "request_id": "aaaa-0003", "reason": "r"}),
            "amount",
        ),
        (
            json!({"uid": ann, "bucket": "points", "amount": 1.5, "request_id": "aaaa-0003", "reason": "r"}),
            "amount",
        ),
        (
            json!({"uid": ann, "bucket": "points", "amount": i64::MAX, "request_id": "aaaa-0003", "reason": "r"}),
            "amount",
        ),
        (
            json!({"uid": ann, "bucket": "points_held", "amount": 1, "request_id": "aaaa-0003", "reason": "r"}),
            "bucket",
        ),
        (
            json!({"uid": ann, "bucket": "points", "amount": 1, "request_id": "../x", "reason": "r"}),
            "request_id",
        ),
        (
            json!({"uid": ann, "bucket": "points", "amount": 1, "request_id": "aaaa-0003", "reason": "  "}),
            "reason",
        ),
    ] {
        let mut confirmed = body.clone();
        confirmed["password"] = json!(PASSWORD);
        let refused = app.call("finance/adjust", Some(&sid), confirmed).await;
        assert_eq!(refused["code"], 40000, "{body}: {refused}");
        assert!(refused["data"]["fields"][field].is_string(), "{body}: {refused}");
    }
    let nobody = adjust(app, &sid, Uid(77), 5, "aaaa-0004").await;
    assert_eq!(nobody["code"], 40400);
    let lines = app.audited().await;
    let corrections: Vec<_> = lines.iter().filter(|line| line.action == "finance/adjust").collect();
    assert_eq!((corrections.len(), corrections[0].subject), (1, Some(ann)));
    // Only staff see the reason.
    let shown = app.call("finance/list", Some(&sid), json!({})).await;
    assert_eq!(shown["data"]["items"][0]["note"], "=1+1 gift");
    let own = app.sid("ann").await;
    let shown = app.call("finance/list", Some(&own), json!({})).await;
    assert_eq!((&shown["data"]["items"][0]["note"], &shown["data"]["total"]), (&Value::Null, &json!(1)));
    verify(&*app.store).await.unwrap();
}

async fn movements_are_paged_by_cursor_with_totals(app: &TestApp) {
    let (ann, bob) =
        (app.user("ann", AccountType::Customer).await, app.user("bob", AccountType::Customer).await);
    let admin = app.signed_in("admin", AccountType::SuperAdministrator).await;
    for n in 1..=5 {
        adjust(app, &admin, ann, 100 * n, &format!("aaaa-{n:04}")).await;
        adjust(app, &admin, bob, 7, &format!("bbbb-{n:04}")).await;
    }
    let sid = app.sid("ann").await;
    let mut cursor = Value::Null;
    let mut seen = Vec::new();
    loop {
        let page = app.call("finance/list", Some(&sid), json!({"size": 2, "cursor": cursor})).await;
        assert_eq!((&page["data"]["total"], &page["data"]["incoming"]), (&json!(5), &json!(1500)), "{page}");
        for row in page["data"]["items"].as_array().unwrap() {
            seen.push((row["amount"].as_i64().unwrap(), row["balance_after"].as_i64().unwrap()));
        }
        cursor = page["data"]["next_cursor"].clone();
        if cursor.is_null() {
            break;
        }
    }
    assert_eq!(seen, [(500, 1500), (400, 1000), (300, 600), (200, 300), (100, 100)]);
    let spied = app.call("finance/list", Some(&sid), json!({"filter": {"uid": bob}})).await;
    assert_eq!((&spied["code"], &spied["data"]["total"]), (&json!(0), &json!(0)));
    let wild = app.call("finance/list", Some(&sid), json!({"cursor": "1; DROP TABLE accounts"})).await;
    assert_eq!(wild["code"], 40000);
    let all = app.call("finance/list", Some(&admin), json!({"filter": {"kind": "adjust"}})).await;
    assert_eq!(all["data"]["total"], 10);
}

async fn exports_match_the_list(app: &TestApp) {
    let ann = app.user("ann", AccountType::Customer).await;
    let admin = app.signed_in("admin", AccountType::SuperAdministrator).await;
    for n in 0..205 {
        adjust(app, &admin, ann, if n % 2 == 0 { 20_000 } else { -10_000 }, &format!("aaaa-{n:04}")).await;
    }
    let file = async |sid: &str, format: &str| {
        let link = app.call("finance/export", Some(sid), json!({ "format": format })).await;
        let url = link["data"]["url"].as_str().unwrap().to_owned();
        app.send(Request::get(url).body(Body::empty()).unwrap()).await
    };
    let csv = String::from_utf8(file(&admin, "csv").await.body).unwrap();
    assert_eq!(csv.lines().count(), 206, "a header and every row, over several pages");
    assert!(csv.contains(",-1.0000,") && csv.contains("'=1+1 gift"), "{}", &csv[..300]);
    let own = String::from_utf8(file(&app.sid("ann").await, "csv").await.body).unwrap();
    assert!(own.lines().count() == 206 && !own.contains("gift"), "no reasons for customers");
    let other = String::from_utf8(file(&app.signed_in("bob", AccountType::Customer).await, "csv").await.body);
    assert_eq!(other.unwrap().lines().count(), 1, "nothing of another tenant");
    let admin = app.sid("admin").await;
    let sheet = file(&admin, "xlsx").await;
    assert!(sheet.headers["content-disposition"].to_str().unwrap().contains("movements.xlsx"));
    assert_eq!(&sheet.body[..4], b"PK\x03\x04", "a zip file");
    let orders = app.call("recharge/export", Some(&admin), json!({"format": "xlsx"})).await;
    let url = orders["data"]["url"].as_str().unwrap();
    let empty = app.send(Request::get(url).body(Body::empty()).unwrap()).await;
    assert_eq!(&empty.body[..2], b"PK");
    let again = app.send(Request::get(url).body(Body::empty()).unwrap()).await;
    assert_eq!(again.json()["code"], 40400, "a link works once");
}

/// A customer invites another one, who is charged three times and gets one refund. Returns the administrator's
/// session, the inviter and the invited account.
async fn charged(app: &TestApp) -> (String, Uid, Uid) {
    let boss = app.user("boss", AccountType::Customer).await;
    let guest = NewAccount { inviter: Some(boss), ..customer("guest") };
    let mut tx = app.store.begin().await.unwrap();
    let guest = tx.create_account(&guest).await.unwrap();
    tx.save().await.unwrap();
    let admin = app.signed_in("admin", AccountType::SuperAdministrator).await;
    adjust(app, &admin, guest, 1_000_000, "aaaa-0001").await;
    let by = By::system(NOW);
    let mut tx = app.store.begin().await.unwrap();
    let task = TaskId(1);
    reserve(&mut *tx, by, Reserve { uid: guest, task, amount: Points(900_000) }).await.unwrap();
    for chunk in 0..3 {
        let new = Settle {
            task,
            chunk,
            amount: Points(100_001),
            project: "hygiene",
            numbers: 10,
            commission_rate_bp: 500,
        };
        settle(&mut *tx, by, new).await.unwrap();
        let cost =
            ProviderCost { task, chunk, attempt: 1, project: "hygiene", cost: Points(30_000), at: NOW };
        tx.add_provider_costs(&[cost]).await.unwrap();
    }
    let back = Refund { task, chunk: 1, amount: Points(100_001), numbers: 10, note: "" };
    refund(&mut *tx, by, back).await.unwrap();
    tx.save().await.unwrap();
    (admin, boss, guest)
}

async fn income_matches_the_ledger(app: &TestApp) {
    let (admin, _, guest) = charged(app).await;
    let income = app.call("finance/income", Some(&admin), json!({})).await["data"].clone();
    let totals = &income["totals"];
    assert_eq!((&totals["numbers"], &totals["charged"]), (&json!(20), &json!(200_002)), "{income}");
    assert_eq!((&totals["cost"], &totals["commission"]), (&json!(90_000), &json!(10_000)));
    assert_eq!(totals["margin"], 200_002 - 90_000 - 10_000);
    assert_eq!(income["items"].as_array().unwrap().len(), 1);
    let own = app.call("finance/income", Some(&app.sid("boss").await), json!({})).await["data"].clone();
    assert_eq!((&own["totals"]["commission"], &own["totals"]["charged"]), (&json!(10_000), &Value::Null));
    let info = app.call("user/info", Some(&app.sid("boss").await), json!({})).await;
    assert_eq!(info["data"]["total_income"], 10_000);
    let mine = app.call("invite/mine", Some(&app.sid("boss").await), json!({})).await;
    assert_eq!(mine["data"]["items"][0]["income"], 10_000, "{mine}");
    let none =
        app.call("invite/mine", Some(&app.signed_in("eve", AccountType::Customer).await), json!({})).await;
    assert_eq!(none["data"]["total"], 0);
    let usage = app.call("user/detail", Some(&admin), json!({"uid": guest})).await["data"]["usage"].clone();
    assert_eq!(usage["in_all"], json!({"tasks": 0, "numbers": 0, "spent": 200_002}));
    assert_eq!(usage["last_30_days"], usage["in_all"]);
    app.clock.advance(31 * 86_400);
    let later = app.call("user/detail", Some(&app.sid("admin").await), json!({"uid": guest})).await;
    assert_eq!(later["data"]["usage"]["last_30_days"]["spent"], 0, "{later}");
    assert_eq!(later["data"]["usage"]["in_all"], usage["in_all"]);
    verify(&*app.store).await.unwrap();
}

async fn income_can_be_exported(app: &TestApp) {
    let (admin, ..) = charged(app).await;
    let file = async |sid: &str, body: Value| {
        let link = app.call("finance/exportIncome", Some(sid), body).await;
        let url = link["data"]["url"].as_str().unwrap_or_else(|| panic!("{link}")).to_owned();
        app.send(Request::get(url).body(Body::empty()).unwrap()).await
    };
    let csv = String::from_utf8(file(&admin, json!({})).await.body).unwrap();
    assert_eq!(
        csv.trim_start_matches('\u{feff}'),
        "day,project,numbers,charged,cost,margin,commission\r\n\
         2027-01-15,hygiene,20,20.0002,9.0000,10.0002,1.0000\r\n"
    );
    let own = String::from_utf8(file(&app.sid("boss").await, json!({})).await.body).unwrap();
    assert!(own.ends_with("day,project,numbers,commission\r\n2027-01-15,hygiene,20,1.0000\r\n"), "{own}");
    let before = json!({"span": {"from": 0, "until": 86_400}, "format": "csv"});
    assert_eq!(String::from_utf8(file(&admin, before).await.body).unwrap().lines().count(), 1);
    let sheet = file(&admin, json!({"format": "xlsx"})).await;
    assert!(sheet.headers["content-disposition"].to_str().unwrap().contains("income.xlsx"));
    assert_eq!(&sheet.body[..4], b"PK\x03\x04", "a zip file");
}

fn customer(name: &str) -> NewAccount {
    NewAccount {
        uid: None,
        username: numsift_model::username::Username::parse(name).unwrap(),
        password_hash: "hash".into(),
        account_type: AccountType::Customer,
        roles: AccountType::Customer.default_roles(),
        invite_code: format!("CODE-{name}"),
        inviter: None,
        created_at: NOW,
    }
}

async fn a_low_balance_is_notified(app: &TestApp) {
    let ann = app.user("ann", AccountType::Customer).await;
    let admin = app.signed_in("admin", AccountType::SuperAdministrator).await;
    // The threshold is 100 points.
    for (amount, id) in [(1_200_000, "aaaa-0001"), (-300_000, "aaaa-0002"), (-100_000, "aaaa-0003")] {
        assert_eq!(adjust(app, &admin, ann, amount, id).await["code"], 0);
    }
    let sid = app.sid("ann").await;
    let told = app.call("notify/list", Some(&sid), json!({})).await;
    assert_eq!(
        (&told["data"]["total"], &told["data"]["items"][0]["title"]),
        (&json!(1), &json!("Low balance"))
    );
}
