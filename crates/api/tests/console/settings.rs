//! System settings.

use numsift_model::account::AccountType;
use serde_json::{Value, json};

use crate::app::{PASSWORD, TestApp, on_both_stores};

on_both_stores!(
    settings_take_effect_immediately_and_are_audited,
    errors_name_the_field,
    staff_can_be_required_to_use_a_second_factor
);

async fn settings_take_effect_immediately_and_are_audited(app: &TestApp) {
    let admin = app.signed_in("admin", AccountType::SuperAdministrator).await;
    let read = app.call("setting/get", Some(&admin), json!({})).await;
    let mut settings = read["data"]["settings"].clone();
    assert_eq!((&read["data"]["version"], &settings["registration_open"]), (&json!(0), &json!(true)));
    settings["registration_open"] = json!(false);
    let body = json!({"version": 0, "settings": settings});
    assert_eq!(app.call("setting/save", Some(&admin), body.clone()).await["data"]["version"], 1);
    assert_eq!(app.call("setting/save", Some(&admin), body).await["code"], 40900, "an old version");
    let register = json!({"username": "guest", "password": PASSWORD, "invite_code": "x"});
    assert_eq!(app.call("user/register", None, register).await["code"], 40300);
    let told: Value = serde_json::from_str(&app.audited().await[0].detail).unwrap();
    assert_eq!(told, json!({"before": {"registration_open": true}, "after": {"registration_open": false}}));
}

async fn errors_name_the_field(app: &TestApp) {
    let admin = app.signed_in("admin", AccountType::SuperAdministrator).await;
    for (settings, field) in [
        (json!({"session_idle_s": 1}), "settings.session_idle_s"),
        (json!({"session_absolute_s": 1}), "settings.session_absolute_s"),
        (json!({"product_title": ""}), "settings.product_title"),
        (json!({"product_logo": "javascript:alert(1)"}), "settings.product_logo"),
        (json!({"operator_contact": "a".repeat(201)}), "settings.operator_contact"),
        (json!({"retention_days": "many"}), "settings.retention_days"),
        (json!({"demo": true}), "settings.demo"),
    ] {
        let refused =
            app.call("setting/save", Some(&admin), json!({"version": 0, "settings": settings})).await;
        assert_eq!(refused["code"], 40000, "{settings}");
        assert!(refused["data"]["fields"][field].is_string(), "{settings}: {refused}");
    }
}

async fn staff_can_be_required_to_use_a_second_factor(app: &TestApp) {
    let admin = app.signed_in("admin", AccountType::SuperAdministrator).await;
    let operator = app.signed_in("operator", AccountType::Operator).await;
    let customer = app.signed_in("customer", AccountType::Customer).await;
    let body = json!({"version": 0, "settings": {"require_staff_totp": true}});
    assert_eq!(app.call("setting/save", Some(&admin), body).await["code"], 0);
    let refused = app.call("user/list", Some(&operator), json!({})).await;
    assert_eq!(refused["code"], 40300);
    assert!(refused["msg"].as_str().unwrap().contains("security page"), "{refused}");
    let required =
        async |sid: &str| app.call("user/info", Some(sid), json!({})).await["data"]["totp_required"].clone();
    assert_eq!((required(&operator).await, required(&customer).await), (json!(true), json!(false)));
    assert_eq!(app.call("user/totpBegin", Some(&operator), json!({"password": PASSWORD})).await["code"], 0);
}
