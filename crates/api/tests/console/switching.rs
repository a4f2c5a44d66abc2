//! Switching into another account.

use numsift_model::account::AccountType;
use serde_json::json;

use crate::app::{TestApp, on_both_stores};

on_both_stores!(a_visit_shows_the_account_and_is_audited, a_visit_ends_after_an_hour_or_with_the_own_session);

async fn a_visit_shows_the_account_and_is_audited(app: &TestApp) {
    let admin_uid = app.user("admin", AccountType::SuperAdministrator).await;
    let admin = app.sid("admin").await;
    let ann = app.user("ann", AccountType::Credit).await;
    let own = app.sid("ann").await;
    let visit = app.call("user/switch", Some(&admin), json!({"uid": ann})).await;
    let visit = visit["data"]["sid"].as_str().unwrap();
    let info = app.call("user/info", Some(visit), json!({})).await;
    assert_eq!((&info["data"]["uid"], &info["data"]["switching"]), (&json!(ann), &json!(1)));
    assert_eq!(info["data"]["actor"], json!({"uid": admin_uid, "name": "admin"}));
    assert_eq!(app.call("user/info", Some(&own), json!({})).await["data"]["switching"], 0, "its own goes on");
    let nested = app.call("user/switch", Some(visit), json!({"uid": ann})).await;
    assert_eq!(nested["code"], 40300, "never nested");
    // Audit entries name both accounts.
    app.call("notify/confirm", Some(visit), json!({"all": true})).await;
    assert_eq!(app.call("user/switchBack", Some(visit), json!({})).await["code"], 0);
    let line = &app.audited().await[0];
    assert_eq!(
        (line.action.as_str(), line.actor, line.subject),
        ("user/switchBack", Some(admin_uid), Some(ann))
    );
    assert_eq!(app.call("user/info", Some(visit), json!({})).await["code"], 50014);
    assert_eq!(app.call("user/info", Some(&admin), json!({})).await["code"], 0);
    assert_eq!(app.call("user/switchBack", Some(&admin), json!({})).await["code"], 40300);
    let detail = app.call("user/detail", Some(&admin), json!({"uid": ann})).await;
    assert_eq!(detail["data"]["logins"].as_array().unwrap().len(), 1, "a visit is not a log-in");
    for uid in [admin_uid.0, 999] {
        let refused = app.call("user/switch", Some(&admin), json!({ "uid": uid })).await["code"].clone();
        assert!(refused == 40300 || refused == 40400, "{uid}: {refused}");
    }
}

async fn a_visit_ends_after_an_hour_or_with_the_own_session(app: &TestApp) {
    let admin = app.signed_in("admin", AccountType::SuperAdministrator).await;
    let ann = app.user("ann", AccountType::Customer).await;
    let switch = async |sid: &str| {
        let answer = app.call("user/switch", Some(sid), json!({"uid": ann})).await;
        answer["data"]["sid"].as_str().unwrap().to_owned()
    };
    let visit = switch(&admin).await;
    app.clock.advance(3599);
    assert_eq!(app.call("user/info", Some(&visit), json!({})).await["code"], 0);
    app.clock.advance(1);
    assert_eq!(app.call("user/info", Some(&visit), json!({})).await["code"], 50014);
    let visit = switch(&admin).await;
    app.call("user/logout", Some(&admin), json!({})).await;
    assert_eq!(app.call("user/info", Some(&visit), json!({})).await["code"], 50014, "its host signed out");
}
