//! The setup guide, and what customers see of an installation that is not set up.

use numsift_model::account::AccountType;
use numsift_model::clock::Clock as _;
use numsift_model::settings::InstallationKind;
use numsift_screening::add_default_projects;
use serde_json::{Value, json};

use crate::app::{TestApp, WALLET, on_both_stores};
use crate::exports::with_provider;
use crate::recharge::chain;
use crate::security::enrol;

on_both_stores!(
    each_step_is_checked,
    the_guide_is_dismissed_and_shown_again,
    an_unreachable_chain_or_provider_is_named,
    customers_do_not_see_what_nobody_can_answer,
    top_ups_are_offered_while_they_can_be_paid,
);

/// A new installation with the default projects, and its administrator.
async fn installed(app: &TestApp) -> String {
    let mut tx = app.store.begin().await.unwrap();
    tx.set_kind(InstallationKind::Real).await.unwrap();
    add_default_projects(&mut *tx).await.unwrap();
    tx.save().await.unwrap();
    app.signed_in("admin", AccountType::SuperAdministrator).await
}

async fn guide(app: &TestApp, sid: &str) -> Value {
    let answer = app.call("system/setup", Some(sid), json!({})).await;
    assert_eq!(answer["code"], 0, "{answer}");
    answer["data"].clone()
}

fn done(guide: &Value) -> Vec<&str> {
    let steps = guide["steps"].as_array().unwrap().iter();
    steps.filter(|step| step["done"] == true).map(|step| step["step"].as_str().unwrap()).collect()
}

fn codes<'a>(guide: &'a Value, name: &str) -> Vec<&'a str> {
    let step = guide["steps"].as_array().unwrap().iter().find(|step| step["step"] == name).unwrap();
    step["findings"].as_array().unwrap().iter().map(|one| one["code"].as_str().unwrap()).collect()
}

/// Changes single settings.
async fn set(app: &TestApp, sid: &str, changes: Value) {
    let read = app.call("setting/get", Some(sid), json!({})).await;
    let mut settings = read["data"]["settings"].clone();
    for (name, value) in changes.as_object().unwrap() {
        settings[name] = value.clone();
    }
    let body = json!({"version": read["data"]["version"], "settings": settings});
    let saved = app.call("setting/save", Some(sid), body).await;
    assert_eq!(saved["code"], 0, "{saved}");
}

async fn each_step_is_checked(app: &TestApp) {
    let admin = installed(app).await;
    let fresh = guide(app, &admin).await;
    assert_eq!(done(&fresh), Vec::<&str>::new(), "{fresh}");
    assert_eq!((&fresh["dismissed"], &fresh["projects_ready"]), (&json!(false), &json!(0)));
    assert!(fresh["projects_hidden"].as_i64().unwrap() > 20, "{fresh}");
    assert_eq!(codes(&fresh, "payment"), ["wallet_missing"]);
    assert_eq!(codes(&fresh, "channel"), ["channels_none"]);
    assert_eq!(codes(&fresh, "backup"), ["backup_missing"]);

    set(app, &admin, json!({"product_title": "Ours"})).await;
    assert_eq!(done(&guide(app, &admin).await), Vec::<&str>::new(), "the logo is missing");
    set(app, &admin, json!({"product_logo": "data:image/png;base64,AAAA"})).await;
    assert_eq!(done(&guide(app, &admin).await), ["brand"]);
    enrol(app, &admin).await;
    let (_chain, _node) = chain(app).await;
    assert_eq!(done(&guide(app, &admin).await), ["brand", "second_factor", "payment"]);
    let _provider = with_provider(app).await;
    let with_channel = guide(app, &admin).await;
    assert_eq!(done(&with_channel), ["brand", "second_factor", "payment", "channel", "prices"]);
    assert_eq!(with_channel["projects_hidden"], 0);
    set(app, &admin, json!({"retention_days": 31})).await;
    let mut tx = app.store.begin().await.unwrap();
    tx.record_backup(app.clock.now()).await.unwrap();
    tx.save().await.unwrap();
    assert_eq!(done(&guide(app, &admin).await).len(), 7);

    app.clock.advance(7 * 24 * 3600);
    let admin = app.signed_in("other-admin", AccountType::SuperAdministrator).await;
    set(app, &admin, json!({"retention_days": 30})).await;
    let later = guide(app, &admin).await;
    let left: Vec<&str> = vec!["brand", "payment", "channel", "prices"];
    assert_eq!(done(&later), left, "the backup is too old, and 30 days are only the default");
    let confirm = app.call("system/setupSave", Some(&admin), json!({"retention_confirmed": true})).await;
    assert_eq!(confirm["code"], 0, "{confirm}");
    assert!(done(&guide(app, &admin).await).contains(&"retention"));
}

async fn the_guide_is_dismissed_and_shown_again(app: &TestApp) {
    let admin = installed(app).await;
    for dismissed in [true, false] {
        app.call("system/setupSave", Some(&admin), json!({ "dismissed": dismissed })).await;
        assert_eq!(guide(app, &admin).await["dismissed"], dismissed);
        let told: Value = serde_json::from_str(&app.audited().await[0].detail).unwrap();
        assert_eq!(told["after"], json!({ "retention_confirmed": false, "dismissed": dismissed }));
    }
    let refused = app.call("system/setupSave", Some(&admin), json!({"done": true})).await;
    assert_eq!(refused["code"], 40000, "{refused}");
    for (name, account_type) in [("operator", AccountType::Operator), ("customer", AccountType::Customer)] {
        let sid = app.signed_in(name, account_type).await;
        assert_eq!(app.call("system/setup", Some(&sid), json!({})).await["code"], 40300, "{name}");
    }
}

async fn an_unreachable_chain_or_provider_is_named(app: &TestApp) {
    let admin = installed(app).await;
    let (_chain, node) = chain(app).await;
    let provider = with_provider(app).await;
    drop((node, provider));
    let broken = guide(app, &admin).await;
    assert_eq!(codes(&broken, "payment"), ["wallet_set", "chain_unusable"]);
    assert_eq!(codes(&broken, "channel"), ["channel_unreachable"]);
    // Prices are set all the same.
    assert_eq!(done(&broken), ["prices"]);
    set(app, &admin, json!({"credit_only": true})).await;
    let credit = guide(app, &admin).await;
    assert_eq!(codes(&credit, "payment"), ["credit_only"]);
    assert_eq!(done(&credit), ["payment", "prices"]);
}

/// The projects in the menu of an account, each with whether it is marked.
async fn menu(app: &TestApp, sid: &str) -> Vec<(String, bool)> {
    let menu = app.call("user/getAuth", Some(sid), json!({})).await;
    let pages = menu["data"].as_array().unwrap().iter().filter_map(|group| group["children"].as_array());
    pages
        .flatten()
        .filter(|entry| entry["view"] == "screening/project")
        .map(|entry| (entry["action"].as_str().unwrap().to_owned(), entry["unavailable"] == true))
        .collect()
}

async fn customers_do_not_see_what_nobody_can_answer(app: &TestApp) {
    let admin = installed(app).await;
    let customer = app.signed_in("ann", AccountType::Customer).await;
    let own = menu(app, &customer).await;
    assert!(own.contains(&("hygiene".to_owned(), false)), "{own:?}");
    assert!(own.iter().all(|(slug, marked)| slug != "whatsapp" && !marked), "{own:?}");
    let staff = menu(app, &admin).await;
    assert!(staff.contains(&("whatsapp".to_owned(), true)) && staff.contains(&("hygiene".to_owned(), false)));

    let provider = with_provider(app).await;
    assert!(menu(app, &customer).await.contains(&("whatsapp".to_owned(), false)));
    assert!(menu(app, &admin).await.iter().all(|(_, marked)| !marked));
    // A disabled channel answers nothing.
    drop(provider);
    let mut tx = app.store.begin().await.unwrap();
    assert!(tx.disable_channel("all", "refused").await.unwrap());
    tx.save().await.unwrap();
    assert!(menu(app, &customer).await.iter().all(|(slug, _)| slug != "whatsapp"));
}

async fn top_ups_are_offered_while_they_can_be_paid(app: &TestApp) {
    let admin = installed(app).await;
    let customer = app.signed_in("ann", AccountType::Customer).await;
    let offered = async || app.call("user/info", Some(&customer), json!({})).await["data"]["top_up"].clone();
    let order = async || app.call("recharge/recharge", Some(&customer), json!({"amount": "5"})).await;
    assert_eq!((offered().await, &order().await["code"]), (json!(false), &json!(40000)));
    let mut tx = app.store.begin().await.unwrap();
    app.topups.use_wallet(&mut *tx, WALLET, "main").await.unwrap();
    tx.save().await.unwrap();
    assert_eq!(offered().await, true);
    set(app, &admin, json!({"credit_only": true})).await;
    assert_eq!((offered().await, &order().await["code"]), (json!(false), &json!(40000)));
    set(app, &admin, json!({"credit_only": false})).await;
    assert_eq!((offered().await, &order().await["code"]), (json!(true), &json!(0)));
}
