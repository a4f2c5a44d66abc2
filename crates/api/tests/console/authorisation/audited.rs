//! Calls that succeed only after others, and operations of the public API: those that change something leave a line.

use numsift_model::account::AccountType;
use numsift_model::id::Uid;
use serde_json::{Value, json};

use crate::app::{PASSWORD, TestApp, WALLET, on_both_stores};
use crate::authenticator::Authenticator;
use crate::document::form;
use crate::passkeys;
use crate::public_api::{ALL, post, request, with_key};
use crate::security::{code as totp, enrol};
use crate::webhooks::receiver;

on_both_stores!(calls_that_need_their_own_setting_are_audited, changes_through_the_public_api_are_audited);

/// Calls that succeed only after others; see [`calls_that_need_their_own_setting_are_audited`].
pub(super) const IN_THEIR_OWN_SETTING: &[&str] = &[
    "/approval/approve",
    "/approval/reject",
    // In `shared_results`.
    "/shared/task",
    "/user/passkeyAdd",
    "/user/passkeyBegin",
    "/user/passkeyCode",
    "/user/passkeyLogin",
    "/user/passkeyRemove",
    "/user/passkeyRename",
    "/user/passwordByLink",
    "/user/register",
    "/user/totpDisable",
    "/user/totpEnable",
    "/user/recoveryCodes",
    "/user/switchBack",
];

async fn calls_that_need_their_own_setting_are_audited(app: &TestApp) {
    let admin_uid = app.user("admin", AccountType::SuperAdministrator).await;
    let admin = app.sid("admin").await;
    let ann = app.user("ann", AccountType::Credit).await;
    let last = async || {
        let line = app.audited().await.remove(0);
        (line.action, line.actor.unwrap(), line.subject.unwrap())
    };
    let own = |action: &str| (action.to_owned(), ann, ann);

    let sid = app.sid("ann").await;
    let (secret, _) = enrol(app, &sid).await;
    assert_eq!(last().await, own("user/totpEnable"));
    app.clock.advance(30);
    let confirm = json!({"password": PASSWORD, "code": totp(app, &secret)});
    app.call("user/recoveryCodes", Some(&sid), confirm).await;
    assert_eq!(last().await, own("user/recoveryCodes"));
    app.clock.advance(30);
    let confirm = json!({"password": PASSWORD, "code": totp(app, &secret)});
    app.call("user/totpDisable", Some(&sid), confirm).await;
    assert_eq!(last().await, own("user/totpDisable"));

    let mut phone = Authenticator::new(1);
    let begun = passkeys::begin(app, &sid, None).await;
    assert_eq!(last().await, own("user/passkeyBegin"));
    let credential = phone.create(&begun["options"]);
    let new = json!({"name": "Phone", "ticket": begun["ticket"], "credential": credential});
    let passkey = passkeys::call(app, "user/passkeyAdd", Some(&sid), new).await["data"]["id"].clone();
    assert_eq!(last().await, own("user/passkeyAdd"));
    app.call("user/passkeyRename", Some(&sid), json!({"id": passkey, "name": "Key"})).await;
    assert_eq!(last().await, own("user/passkeyRename"));
    let code = passkeys::code(app, &mut phone).await;
    assert_eq!(last().await, own("user/passkeyCode"));
    let removed = json!({"id": passkey, "password": PASSWORD, "code": code});
    let login = passkeys::answered(app, &mut phone).await;
    let login = passkeys::call(app, "user/passkeyLogin", None, login).await;
    assert_eq!(last().await, own("user/passkeyLogin"));
    let sid = login["data"]["sid"].as_str().unwrap().to_owned();
    app.call("user/passkeyRemove", Some(&sid), removed).await;
    assert_eq!(last().await, own("user/passkeyRemove"));

    let run = app.generated(ann).await;
    let saved = app.call("gen_number/save", Some(&sid), json!({"id": run, "name": "Spring"})).await;
    assert_eq!((saved["code"].as_i64(), last().await), (Some(0), own("gen_number/save")));
    for finish in ["upload/finish", "upload/remove"] {
        let content = "+8613812345678\n";
        let begun =
            app.call("upload/begin", Some(&sid), json!({"name": "n.txt", "bytes": content.len()})).await;
        assert_eq!(last().await, own("upload/begin"));
        let id = begun["data"]["id"].clone();
        app.append(&sid, &id, 0, content).await;
        assert_eq!(app.call(finish, Some(&sid), json!({"id": id})).await["code"], 0);
        assert_eq!(last().await, own(finish));
    }
    let version = app.store.read().await.unwrap().account(ann).await.unwrap().unwrap().version;
    let edit = json!({"uid": ann, "version": version, "account_type": 3, "roles": [3], "ud": 2,
        "self_quota_topup": true, "enabled": true, "introduction": ""});
    assert_eq!(app.call("user/edit", Some(&admin), edit).await["code"], 0);
    let mut tx = app.store.begin().await.unwrap();
    app.topups.use_wallet(&mut *tx, WALLET, "main").await.unwrap();
    tx.save().await.unwrap();
    let ordered = app.call("privilege_escalation/creditRecharge", Some(&sid), json!({"amount": "5"})).await;
    let expected = own("privilege_escalation/creditRecharge");
    assert_eq!((ordered["code"].as_i64(), last().await), (Some(0), expected), "{ordered}");

    let visit = app.call("user/switch", Some(&admin), json!({"uid": ann})).await;
    let visit = visit["data"]["sid"].as_str().unwrap();
    let acting = |action: &str| (action.to_owned(), admin_uid, ann);
    app.call("notify/confirm", Some(visit), json!({"all": true})).await;
    assert_eq!(last().await, acting("notify/confirm"), "both are named");
    app.call("user/switchBack", Some(visit), json!({})).await;
    assert_eq!(last().await, acting("user/switchBack"));

    let link = app.call("user/passwordLink", Some(&admin), json!({"uid": ann})).await;
    let new = json!({"token": link["data"]["token"], "new_pwd": PASSWORD, "confirm_pwd": PASSWORD});
    app.call("user/passwordByLink", None, new).await;
    assert_eq!(last().await, own("user/passwordByLink"));

    let invite = json!({"code": "FAIR-2027", "max_uses": 1});
    app.call("invite/create", Some(&admin), invite).await;
    let guest = json!({"username": "guest", "password": PASSWORD, "invite_code": "FAIR-2027"});
    let uid = Uid(app.call("user/register", None, guest).await["data"]["uid"].as_i64().unwrap());
    assert_eq!(last().await, ("user/register".to_owned(), uid, uid));
}

/// Fails for an operation of the public API that changes something and leaves no line.
async fn changes_through_the_public_api_are_audited(app: &TestApp) {
    app.free_catalogue().await;
    let (ann, _, secret) = with_key(app, "ann", &ALL).await;
    let task = json!({"name": "one", "numbers": ["+8613812345678"], "checks": [{"project": "hygiene"}]});
    let lookup = json!({"number": "+8613812345678", "projects": ["hygiene"]});
    let several = json!({"numbers": ["+8613812345678", "+8613812345679"], "projects": ["hygiene"]});
    let document = serde_json::to_value(numsift_api::public_document()).unwrap();
    let (mut posts, empty) = (0, json!({}));
    let (url, _) = receiver().await;
    let endpoint = json!({"url": url, "events": ["task.completed"]});
    let suppressed = json!({"name": "out", "numbers": ["+442083661991"]});
    let changed = json!({"numbers": ["+442083661992"]});
    let since = json!({"since": "2027-01-15T08:00:00Z"});
    let unknown = json!({"numbers": ["+442083661177"], "checks": ["carrier"]});
    let run = json!({"segments": [{"space": {"country": "GB"}, "count": 1}]});
    for (path, item) in document["paths"].as_object().unwrap() {
        // A quote and a count change nothing.
        if item.get("post").is_none() || ["/tasks/quote", "/generation/count"].contains(&path.as_str()) {
            continue;
        }
        posts += 1;
        let started = match path.as_str() {
            "/tasks/{id}/rerun" => post(app, "/v1/tasks", &secret, &unknown, None).await.json()["id"].clone(),
            path if path.starts_with("/tasks/{id}/") => {
                post(app, "/v1/tasks", &secret, &task, None).await.json()["id"].clone()
            }
            path if path.starts_with("/suppression-lists/{id}/") => {
                post(app, "/v1/suppression-lists", &secret, &suppressed, None).await.json()["list"]["id"]
                    .clone()
            }
            path if path.starts_with("/webhooks/{id}/") => {
                post(app, "/v1/webhooks", &secret, &endpoint, None).await.json()["endpoint"]["id"].clone()
            }
            _ => Value::Null,
        };
        match path.as_str() {
            "/tasks/{id}/rerun" => app.screening.run_until_idle().await.unwrap(),
            "/tasks/{id}/resume" => {
                post(app, &format!("/v1/tasks/{started}/pause"), &secret, &Value::Null, None).await;
            }
            _ => {}
        }
        let (body, action) = match path.as_str() {
            "/lookup" => (&lookup, "task/lookup"),
            "/lookups" => (&several, "task/lookup"),
            "/tasks" | "/tasks/upload" => (&task, "task/start"),
            "/files" | "/files/uploads" => (&Value::Null, "file/create"),
            "/generation/runs" => (&run, "gen_number/generate"),
            "/tasks/{id}/cancel" => (&Value::Null, "task/cancel"),
            "/tasks/{id}/pause" => (&Value::Null, "task/pause"),
            "/tasks/{id}/resume" => (&Value::Null, "task/resume"),
            "/tasks/{id}/rerun" => (&empty, "task/rerun"),
            "/suppression-lists" => (&suppressed, "list/create"),
            path if path.starts_with("/suppression-lists/{id}/") => (&changed, "list/change"),
            "/webhooks" => (&endpoint, "webhook/create"),
            "/webhooks/{id}/rotate" => (&empty, "webhook/rotate"),
            "/webhooks/{id}/test" => (&Value::Null, "webhook/test"),
            "/webhooks/{id}/resend" => (&since, "webhook/replay"),
            other => panic!("{other} needs a row here"),
        };
        let before = app.audited().await.len();
        let path = path.replace("{id}", &started.to_string());
        let parts = [("task", r#"{"checks": ["hygiene"]}"#), ("file", "phone\n+8613812345678\n")];
        let answer = match path.as_str() {
            "/tasks/upload" => app.send(form("/v1/tasks/upload", &secret, &parts)).await,
            "/files" => app.send(form("/v1/files", &secret, &parts[1..])).await,
            "/files/uploads" => {
                let mut begun = request("POST", "/v1/files/uploads", &secret, None);
                begun.headers_mut().insert("tus-resumable", "1.0.0".parse().unwrap());
                begun.headers_mut().insert("upload-length", "10".parse().unwrap());
                app.send(begun).await
            }
            _ => post(app, &format!("/v1{path}"), &secret, body, None).await,
        };
        assert!(answer.status.is_success(), "{path}: {}", answer.json());
        let lines = app.audited().await;
        assert_eq!(lines.len(), before + 1, "{path}");
        assert_eq!(
            (lines[0].action.as_str(), lines[0].actor, lines[0].subject),
            (action, Some(ann), Some(ann))
        );
    }
    assert_eq!(posts, 19);
}
