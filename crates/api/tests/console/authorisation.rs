//! Every call, tried by everyone who must not make it. A call that has no row here fails the test.

use std::collections::BTreeMap;

use numsift_model::account::AccountType;
use serde_json::{Value, json};

use crate::app::{TestApp, on_both_stores};

on_both_stores!(every_call_refuses_whoever_may_not_make_it);

/// Who may make a call.
enum Access {
    /// Anyone, also without a session.
    Public,
    /// Any account, about itself: there is nothing of another tenant to reach.
    Own,
    /// Whoever holds a permission. Customers who are given it still see only their own.
    Permission,
}

/// A call, who may make it, and a body that would be good if they could.
fn table() -> BTreeMap<&'static str, (Access, Value)> {
    let login = json!({"username": "nobody", "password": "wrong pass"});
    let register = json!({"username": "nobody", "password": "wrong pass", "invite_code": "none"});
    let change = json!({"old_pwd": "wrong old", "new_pwd": "brand new", "confirm_pwd": "brand new"});
    BTreeMap::from([
        ("/user/login", (Access::Public, login)),
        ("/user/register", (Access::Public, register)),
        ("/user/info", (Access::Own, json!({}))),
        ("/user/getAuth", (Access::Own, json!({}))),
        ("/user/changePwd", (Access::Own, change)),
        ("/user/logout", (Access::Own, json!({}))),
        ("/user/list", (Access::Permission, json!({}))),
    ])
}

async fn every_call_refuses_whoever_may_not_make_it(app: &TestApp) {
    let document = serde_json::to_value(numsift_api::document()).unwrap();
    let table = table();
    let described: Vec<_> = document["paths"].as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(described, table.keys().copied().collect::<Vec<_>>(), "one row for each call, no more");

    app.user("ann", AccountType::Customer).await;
    for (path, (access, body)) in &table {
        let call = &path[1..];
        let without = app.call(call, None, body.clone()).await["code"].clone();
        let secured = &document["paths"][path]["post"]["security"];
        match access {
            Access::Public => {
                assert_ne!(without, 401, "{path}");
                assert_eq!(*secured, json!([{}]), "{path} is described as needing no session");
            }
            Access::Own | Access::Permission => {
                assert_eq!(without, 401, "{path} without a session");
                let invented = app.call(call, Some("invented"), body.clone()).await;
                assert_eq!(invented["code"], 50008, "{path} with an invented token");
                assert_eq!(*secured, json!([{ "sid": [] }]), "{path} is described as needing a session");
            }
        }
        if let Access::Permission = access {
            let sid = app.sid("ann").await;
            let too_low = app.call(call, Some(&sid), body.clone()).await;
            assert_eq!(too_low["code"], 40300, "{path} as a customer");
        }
    }
}
