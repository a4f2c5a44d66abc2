//! Top-ups with the simulated chain.

use numsift_model::account::AccountType;
use numsift_model::id::Uid;
use numsift_sim::{Chain, ChainNode};
use numsift_topup::{Tick, Watcher};
use serde_json::{Value, json};

use crate::app::{PASSWORD, TestApp, WALLET, on_both_stores};
use crate::security::{code, enrol};

on_both_stores!(
    a_customer_tops_up,
    amounts_are_parsed_exactly,
    changing_the_wallet_requires_the_password,
    changing_the_wallet_requires_an_enabled_second_factor,
    an_invalid_wallet_is_refused_with_the_reason,
    orders_are_visible_to_their_owner_and_to_staff,
    a_late_payment_is_credited_by_an_administrator,
    only_permitted_accounts_can_buy_quota,
    simulated_payment_works_only_in_the_demo,
);

/// Starts a simulated chain and points the settings at its node.
pub async fn chain(app: &TestApp) -> (Chain, ChainNode) {
    let chain = Chain::new(app.clock.clone());
    let node = ChainNode::start(chain.clone()).await.unwrap();
    let mut tx = app.store.begin().await.unwrap();
    let mut settings = tx.settings().await.unwrap();
    let version = tx.settings_version().await.unwrap();
    node.url().clone_into(&mut settings.tron_node_url);
    tx.put_settings(&settings, version, numsift_model::clock::Timestamp(0)).await.unwrap().unwrap();
    app.topups.use_wallet(&mut *tx, WALLET, "main").await.unwrap();
    tx.save().await.unwrap();
    (chain, node)
}

async fn poll_chain(app: &TestApp) -> Tick {
    Watcher::new(app.topups.clone()).tick().await.unwrap()
}

async fn order(app: &TestApp, sid: &str, amount: Value) -> Value {
    app.call("recharge/recharge", Some(sid), json!({ "amount": amount })).await
}

fn micro(order: &Value) -> u64 {
    order["data"]["amount_micro"].as_u64().unwrap()
}

async fn a_customer_tops_up(app: &TestApp) {
    let (chain, _node) = chain(app).await;
    let sid = app.signed_in("ann", AccountType::Customer).await;
    let made = order(app, &sid, json!("10.5")).await;
    assert_eq!((&made["code"], &made["data"]["amount"]), (&json!(0), &json!("10.50")), "{made}");
    assert_eq!(made["data"]["wallet_address"], WALLET);
    assert_eq!(made["data"]["expire_time"], 1_800_000_000 + 1200);
    let id = json!({"id": made["data"]["id"]});
    let query = app.call("recharge/query", Some(&sid), id.clone()).await;
    assert_eq!(query["data"]["status"], 0);
    assert_eq!(order(app, &sid, json!("10.5")).await["data"]["id"], made["data"]["id"]);

    chain.pay(WALLET, micro(&made)).unwrap();
    assert_eq!(poll_chain(app).await, Tick::Polled { transfers: 1 });
    let query = app.call("recharge/query", Some(&sid), id).await;
    assert_eq!(query["data"]["status"], 1);
    let info = app.call("user/info", Some(&sid), json!({})).await;
    assert_eq!(info["data"]["balance"], 10_500_000);
    let events = app.store.read().await.unwrap().events(numsift_model::clock::Timestamp(0), 0).await.unwrap();
    let told = events.iter().find(|event| event.kind == "balance").expect("open pages are told");
    assert!(told.data.contains("10500000"), "{}", told.data);
}

async fn amounts_are_parsed_exactly(app: &TestApp) {
    let (_chain, _node) = chain(app).await;
    for (name, sent, shown) in [
        ("number", "10.05", "10.05"),
        ("whole", "7", "7.00"),
        ("text", "\"100000\"", "100000.00"),
        ("ends with a zero", "1.10", "1.10"),
    ] {
        let user = format!("user{}", name.len());
        let sid = app.signed_in(&user, AccountType::Customer).await;
        let body = serde_json::from_str(&format!("{{\"amount\":{sent}}}")).unwrap();
        let made = app.call("recharge/recharge", Some(&sid), body).await;
        assert_eq!(made["data"]["amount"], shown, "{name}: {made}");
    }
    let sid = app.signed_in("ann", AccountType::Customer).await;
    for sent in [
        "0.99",
        "0",
        "-5",
        "100000.01",
        "1e3",
        "10.001",
        "\"ten\"",
        "\"\"",
        "true",
        "null",
        "[1]",
        "\"1,5\"",
        "1e400",
    ] {
        let request = axum::http::Request::post("/api/recharge/recharge").header("sid", &sid);
        let body = axum::body::Body::from(format!("{{\"amount\":{sent}}}"));
        let refused = app.send(request.body(body).unwrap()).await.json();
        assert_eq!(refused["code"], 40000, "{sent}: {refused}");
        assert!(refused["data"]["fields"]["amount"].is_string(), "{sent}: {refused}");
    }
}

async fn changing_the_wallet_requires_the_password(app: &TestApp) {
    let sid = app.signed_in("admin", AccountType::SuperAdministrator).await;
    let body = |password: &str| json!({"address": WALLET, "label": "main", "password": password});
    let refused = app.call("recharge/setWallet", Some(&sid), body("wrong password")).await;
    assert_eq!(refused["code"], 40000, "{refused}");
    assert_eq!(app.call("recharge/getWallet", Some(&sid), json!({})).await["data"], json!([]));
    let set = app.call("recharge/setWallet", Some(&sid), body(PASSWORD)).await;
    assert_eq!((&set["code"], &set["data"]["wallets"][0]["active"]), (&json!(0), &json!(true)), "{set}");
    let line = app.audited().await.remove(0);
    assert_eq!(line.action, "recharge/setWallet");
    assert!(line.detail.contains(WALLET) && !line.detail.contains(PASSWORD), "{}", line.detail);
}

async fn changing_the_wallet_requires_an_enabled_second_factor(app: &TestApp) {
    let sid = app.signed_in("admin", AccountType::SuperAdministrator).await;
    let (secret, _) = enrol(app, &sid).await;
    let set = async |address: &str, password: &str, code: Option<&str>| {
        let body = json!({"address": address, "password": password, "code": code});
        app.call("recharge/setWallet", Some(&sid), body).await
    };
    for wrong in [None, Some(""), Some("000000")] {
        let refused = set(WALLET, PASSWORD, wrong).await;
        assert!(refused["data"]["fields"]["code"].is_string(), "{wrong:?}: {refused}");
    }
    app.clock.advance(30);
    let good = code(app, &secret);
    let refused = set(WALLET, "wrong password", Some(&good)).await;
    assert!(refused["data"]["fields"]["password"].is_string(), "{refused}");
    let refused = set("T9", PASSWORD, Some(&good)).await;
    assert!(refused["data"]["fields"]["address"].is_string(), "{refused}");
    assert_eq!(app.call("recharge/getWallet", Some(&sid), json!({})).await["data"], json!([]));
    let done = set(WALLET, PASSWORD, Some(&good)).await;
    assert_eq!(done["code"], 0, "neither refusal has used the code up: {done}");
    assert!(set(WALLET, PASSWORD, Some(&good)).await["data"]["fields"]["code"].is_string(), "now it is");
    // An account that must set up a second factor cannot change anything.
    let required = json!({"version": 0, "settings": {"require_staff_totp": true}});
    assert_eq!(app.call("setting/save", Some(&sid), required).await["code"], 0);
    let other = app.signed_in("second", AccountType::SuperAdministrator).await;
    let body = json!({"address": WALLET, "password": PASSWORD});
    assert_eq!(app.call("recharge/setWallet", Some(&other), body).await["code"], 40300);
}

async fn an_invalid_wallet_is_refused_with_the_reason(app: &TestApp) {
    let sid = app.signed_in("admin", AccountType::SuperAdministrator).await;
    for (address, reason) in [
        ("TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6T", "mistyped"),
        ("1BoatSLRHtKNngkdXEeobR76b53LETtpyT", "not an address of the TRON network"),
        ("0xdac17f958d2ee523a2206206994597c13d831ec7", "character"),
        ("", "34 characters"),
    ] {
        let body = json!({"address": address, "password": PASSWORD});
        let refused = app.call("recharge/setWallet", Some(&sid), body).await;
        let text = refused["data"]["fields"]["address"].as_str().unwrap_or_default();
        assert!(text.contains(reason), "{address}: {refused}");
    }
    assert_eq!(app.call("recharge/getWallet", Some(&sid), json!({})).await["data"], json!([]));
}

async fn orders_are_visible_to_their_owner_and_to_staff(app: &TestApp) {
    let (_chain, _node) = chain(app).await;
    let (ann, bob) =
        (app.signed_in("ann", AccountType::Customer).await, app.signed_in("bob", AccountType::Api).await);
    for (sid, amount) in [(&ann, "1"), (&ann, "2"), (&bob, "3")] {
        assert_eq!(order(app, sid, json!(amount)).await["code"], 0);
    }
    let own = app.call("recharge/list", Some(&ann), json!({})).await;
    assert_eq!(own["data"]["total"], 2);
    assert_eq!(own["data"]["items"][0]["amount"], "2.00", "the newest first");
    // Filtering by another account returns nothing.
    let bobs = app.call("recharge/list", Some(&bob), json!({})).await["data"]["items"][0].clone();
    let spied = json!({"filter": {"uid": bobs["uid"]}});
    assert_eq!(app.call("recharge/list", Some(&ann), spied).await["data"]["total"], 0);
    assert_eq!(app.call("recharge/query", Some(&ann), json!({"id": bobs["id"]})).await["code"], 40400);
    let cancel = app.call("recharge/cancel", Some(&ann), json!({"id": bobs["id"]})).await;
    assert_eq!(cancel["code"], 40400);
    let staff = app.signed_in("operator", AccountType::Operator).await;
    let all = app.call("recharge/list", Some(&staff), json!({"filter": {"status": 0}})).await;
    assert_eq!(all["data"]["total"], 3);
    assert_eq!(app.call("recharge/cancel", Some(&bob), json!({"id": bobs["id"]})).await["data"]["status"], 4);
    app.clock.advance(1201);
    let expired = app.call("recharge/list", Some(&staff), json!({"filter": {"status": 2}})).await;
    assert_eq!(expired["data"]["total"], 2, "they expire by the clock");
    let wrong = app.call("recharge/list", Some(&staff), json!({"filter": {"status": 9}})).await;
    assert!(wrong["data"]["fields"]["filter.status"].is_string(), "{wrong}");
}

async fn a_late_payment_is_credited_by_an_administrator(app: &TestApp) {
    let (chain, _node) = chain(app).await;
    let sid = app.signed_in("ann", AccountType::Customer).await;
    let made = order(app, &sid, json!("20")).await;
    app.clock.advance(1300);
    let txid = chain.pay(WALLET, micro(&made)).unwrap();
    let verified =
        app.call("recharge/verify", Some(&sid), json!({"id": made["data"]["id"], "txid": txid})).await;
    assert_eq!(verified["data"]["status"], 3, "{verified}");
    let told = app.call("notify/list", Some(&sid), json!({})).await;
    assert_eq!(told["data"]["items"][0]["title"], "Late payment", "{told}");
    let staff = app.signed_in("admin", AccountType::SuperAdministrator).await;
    let waiting =
        app.call("recharge/deposits", Some(&staff), json!({"filter": {"status": "unmatched"}})).await;
    let deposit = &waiting["data"]["items"][0];
    assert_eq!((&deposit["order"], &deposit["username"]), (&made["data"]["id"], &json!("ann")));
    let both = json!({"id": deposit["id"], "order": deposit["order"], "uid": deposit["uid"], "reason": "r",
        "password": PASSWORD});
    assert_eq!(app.call("recharge/creditDeposit", Some(&staff), both).await["code"], 40000);
    let no_reason = json!({"id": deposit["id"], "order": deposit["order"], "reason": " "});
    let refused = app.call("recharge/creditDeposit", Some(&staff), no_reason).await;
    assert!(refused["data"]["fields"]["reason"].is_string(), "{refused}");
    let body = json!({"id": deposit["id"], "order": deposit["order"], "reason": "slow bank"});
    let refused = app.call("recharge/creditDeposit", Some(&staff), body.clone()).await;
    assert!(refused["data"]["fields"]["password"].is_string(), "{refused}");
    let mut body = body;
    body["password"] = json!(PASSWORD);
    assert_eq!(app.call("recharge/creditDeposit", Some(&staff), body.clone()).await["code"], 0);
    assert_eq!(app.call("recharge/creditDeposit", Some(&staff), body).await["code"], 40900);
    let info = app.call("user/info", Some(&sid), json!({})).await;
    assert_eq!(info["data"]["balance"], 20_000_000);
}

async fn only_permitted_accounts_can_buy_quota(app: &TestApp) {
    let (chain, _node) = chain(app).await;
    let ann = app.signed_in("ann", AccountType::Customer).await;
    let refused = app.call("privilege_escalation/creditRecharge", Some(&ann), json!({"amount": "5"})).await;
    assert_eq!(refused["code"], 40300, "{refused}");
    let new = numsift_accounts::NewUser {
        username: "special",
        password: Some(PASSWORD),
        account_type: AccountType::Credit,
        uid: Some(Uid::QUOTA_CUSTOMER),
    };
    app.accounts.create_user(new).await.unwrap();
    let sid = app.sid("special").await;
    let made = app.call("privilege_escalation/creditRecharge", Some(&sid), json!({"amount": 5})).await;
    chain.pay(WALLET, micro(&made)).unwrap();
    poll_chain(app).await;
    let info = app.call("user/info", Some(&sid), json!({})).await;
    assert_eq!((&info["data"]["credit"], &info["data"]["balance"]), (&json!(5_000_000), &json!(0)));
    let orders = app.call("privilege_escalation/getCreditRechargeList", Some(&sid), json!({})).await;
    assert_eq!((&orders["data"]["total"], &orders["data"]["items"][0]["status"]), (&json!(1), &json!(1)));
    let records = app.call("finance/credit", Some(&sid), json!({})).await;
    assert_eq!(records["data"]["items"][0]["kind"], "quota_top_up");
    let spent = app.call("privilege_escalation/getDeductList", Some(&sid), json!({})).await;
    assert_eq!(spent["data"]["total"], 0);
}

async fn simulated_payment_works_only_in_the_demo(app: &TestApp) {
    let (_chain, _node) = chain(app).await;
    let sid = app.signed_in("ann", AccountType::Customer).await;
    let made = order(app, &sid, json!("5")).await;
    let refused = app.call("demo/pay", Some(&sid), json!({"id": made["data"]["id"]})).await;
    assert_eq!(refused["code"], 40300, "{refused}");
    assert_eq!(poll_chain(app).await, Tick::Polled { transfers: 0 }, "nothing was paid");
}
