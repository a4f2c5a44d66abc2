//! Roles: changes take effect with the next call.

use numsift_model::account::AccountType;
use serde_json::{Value, json};

use crate::app::{TestApp, on_both_stores};

on_both_stores!(an_edited_role_takes_effect_immediately, roles_cannot_escalate_privileges);

async fn save(app: &TestApp, sid: &str, body: Value) -> Value {
    app.call("role/save", Some(sid), body).await
}

async fn an_edited_role_takes_effect_immediately(app: &TestApp) {
    let admin = app.signed_in("admin", AccountType::SuperAdministrator).await;
    let operator = app.signed_in("operator", AccountType::Operator).await;
    let groups = async || {
        let menu = app.call("user/getAuth", Some(&operator), json!({})).await;
        let entries = menu["data"].as_array().unwrap().iter();
        entries.map(|entry| entry["module"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert!(groups().await.contains(&"records".to_owned()));
    assert_eq!(app.call("setting/get", Some(&operator), json!({})).await["code"], 40300);
    let role = json!({"id": 2, "version": 1, "name": "operator", "permissions": ["setting/edit"]});
    let saved = save(app, &admin, role.clone()).await;
    assert_eq!(saved["data"]["version"], 2, "{saved}");
    assert_eq!(groups().await, ["admin"]);
    assert_eq!(app.call("setting/get", Some(&operator), json!({})).await["code"], 0);
    assert_eq!(app.call("user/list", Some(&operator), json!({})).await["code"], 40300);
    assert_eq!(save(app, &admin, role).await["code"], 40900, "an old version");
}

async fn roles_cannot_escalate_privileges(app: &TestApp) {
    let admin = app.signed_in("admin", AccountType::SuperAdministrator).await;
    for (body, expected) in [
        (json!({"id": 1, "version": 1, "name": "administrator", "permissions": []}), 40300),
        (json!({"id": 99, "version": 1, "name": "x", "permissions": []}), 40400),
        (json!({"id": 2, "name": "x", "permissions": []}), 40000),
        (json!({"name": " ", "permissions": []}), 40000),
        (json!({"name": "x", "permissions": ["user/anything"]}), 40000),
        (json!({"name": "operator", "permissions": []}), 40900),
    ] {
        let answer = save(app, &admin, body.clone()).await;
        assert_eq!(answer["code"], expected, "{body}: {answer}");
    }
    let support = json!({"name": "support", "permissions": ["user/list", "role/edit", "role/list"]});
    let support = save(app, &admin, support).await["data"]["id"].as_i64().unwrap();
    // An account can create roles only with permissions that it has.
    let body = json!({"username": "helper", "account_type": 2, "roles": [support]});
    let made = app.call("user/create", Some(&admin), body).await;
    let helper = app.first_sid("helper", made["data"]["password"].as_str().unwrap()).await;
    let list = app.call("role/list", Some(&helper), json!({})).await;
    assert_eq!(list["data"]["grantable"], json!(["role/edit", "role/list", "user/list"]));
    let own = save(app, &helper, json!({"name": "own", "permissions": ["user/list"]})).await;
    let own = own["data"]["id"].as_i64().unwrap();
    let more = json!({"name": "more", "permissions": ["user/list", "setting/edit"]});
    assert_eq!(save(app, &helper, more).await["code"], 40300);
    let strip = json!({"id": 2, "version": 1, "name": "operator", "permissions": []});
    assert_eq!(save(app, &helper, strip).await["code"], 40300, "taking away needs the same right");
    let delete = async |id: i64, version: i64| {
        app.call("role/delete", Some(&admin), json!({"id": id, "version": version})).await["code"].clone()
    };
    assert_eq!(delete(support, 1).await, 40900, "in use");
    assert_eq!(delete(3, 1).await, 40300, "built in");
    assert_eq!(delete(own, 9).await, 40900, "an old version");
    assert_eq!(delete(own, 1).await, 0);
}
