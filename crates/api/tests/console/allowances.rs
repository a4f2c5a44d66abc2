//! Allowances of accounts: counted, refused, shown, changed by staff.

use futures_util::future::join_all;
use numsift_model::account::AccountType;
use numsift_model::id::Uid;
use serde_json::{Value, json};

use crate::app::{TestApp, on_both_stores};
use crate::public_api::{ALL, post, problem, with_key};

on_both_stores!(
    an_account_stays_within_its_allowances,
    parallel_calls_cannot_pass_an_allowance,
    parallel_exports_and_endpoints_stay_within_their_allowances,
    results_and_exports_count_as_stored_until_they_are_deleted,
    the_public_api_refuses_what_is_above_an_allowance,
    staff_change_the_allowances_of_others,
);

/// The allowance of a resource in a list of them.
fn find<'a>(list: &'a Value, resource: &str) -> &'a Value {
    let found = list.as_array().unwrap().iter().find(|one| one["resource"] == resource);
    found.unwrap_or_else(|| panic!("{resource}: {list}"))
}

/// Sets allowances of an account, as an administrator.
async fn set(app: &TestApp, admin: &str, uid: Uid, allowances: Value) {
    let body = json!({"uid": uid, "allowances": allowances});
    let answer = app.call("user/setAllowances", Some(admin), body).await;
    assert_eq!(answer["code"], 0, "{answer}");
}

/// How much of a resource the account uses, as it sees it.
async fn used(app: &TestApp, sid: &str, resource: &str) -> i64 {
    let shown = app.call("user/allowances", Some(sid), json!({})).await;
    find(&shown["data"], resource)["used"].as_i64().unwrap()
}

fn start(list: i64) -> Value {
    json!({"list": list, "name": "Spring", "mode": "single", "checks": [{"project": "hygiene"}], "purpose": "news",
        "confirmed": true})
}

/// How many calls were accepted. All others must have been refused for the allowance.
fn accepted(answers: &[Value]) -> usize {
    for answer in answers {
        assert!(answer["code"] == 0 || answer["code"] == 40000, "{answer}");
    }
    answers.iter().filter(|answer| answer["code"] == 0).count()
}

async fn an_account_stays_within_its_allowances(app: &TestApp) {
    let admin = app.signed_in("boss", AccountType::SuperAdministrator).await;
    let uid = app.user("ann", AccountType::Customer).await;
    let ann = app.sid("ann").await;
    let upload = async |content: &str| app.upload(Some(&ann), "upload", "n.txt", content.as_bytes()).await;
    let limited = json!({"lists": 1, "stored_bytes": 30, "api_keys": 0, "webhooks": 0, "generations": 0});
    set(app, &admin, uid, limited).await;
    let too_large = upload(&"+12015550100\n".repeat(10)).await;
    assert_eq!(too_large["code"], 40000, "{too_large}");
    assert!(too_large["msg"].as_str().unwrap().contains("in total"), "{too_large}");
    assert_eq!(upload("+12015550100\n").await["code"], 0);
    let second = upload("+12015550101\n").await;
    assert_eq!(second["msg"], "Your limit is 1 list(s): delete some, or ask the operator for more");
    let shown = app.call("user/allowances", Some(&ann), json!({})).await;
    assert_eq!(find(&shown["data"], "lists")["used"], 1);
    assert_eq!(find(&shown["data"], "lists")["most"], 1);
    assert_eq!(find(&shown["data"], "stored_bytes")["used"], 13);
    let key = json!({"name": "n", "scopes": ["lookup"]});
    let refused = app.call("user/generateApi", Some(&ann), key.clone()).await;
    assert_eq!(refused["code"], 40000, "{refused}");
    let segments = json!({"segments": [{"space": {"country": "NU"}, "count": 1}]});
    assert_eq!(app.call("gen_number/preview", Some(&ann), segments).await["code"], 42900);
    set(app, &admin, uid, json!({"lists": null, "stored_bytes": null, "api_keys": 1})).await;
    assert_eq!(upload("+12015550101\n").await["code"], 0, "back to the default");
    let made = app.call("user/generateApi", Some(&ann), key).await;
    assert_eq!(made["code"], 0, "{made}");
}

async fn parallel_calls_cannot_pass_an_allowance(app: &TestApp) {
    app.free_catalogue().await;
    let admin = app.signed_in("boss", AccountType::SuperAdministrator).await;
    let uid = app.user("ann", AccountType::Customer).await;
    let ann = app.sid("ann").await;
    let list = app.ready_list(&ann, "+12015550100\n").await;
    let allowances = json!({"lists": 4, "running_tasks": 2, "api_keys": 3});
    set(app, &admin, uid, allowances).await;
    let uploads = (0..10).map(|_| app.upload(Some(&ann), "upload", "n.txt", b"+12015550101\n"));
    assert_eq!(accepted(&join_all(uploads).await), 3, "one list existed");
    let starts = (0..10).map(|_| app.call("task/start", Some(&ann), start(list)));
    assert_eq!(accepted(&join_all(starts).await), 2);
    let key = json!({"name": "n", "scopes": ["lookup"]});
    let keys = (0..10).map(|_| app.call("user/generateApi", Some(&ann), key.clone()));
    assert_eq!(accepted(&join_all(keys).await), 3);
    assert_eq!((used(app, &ann, "lists").await, used(app, &ann, "running_tasks").await), (4, 2));
    // Samples have a limit of their own: 20 per day.
    let sample = json!({"list": list, "project": "hygiene"});
    let samples = (0..25).map(|_| app.call("task/sample", Some(&ann), sample.clone()));
    assert_eq!(accepted(&join_all(samples).await), 20);
}

async fn parallel_exports_and_endpoints_stay_within_their_allowances(app: &TestApp) {
    app.free_catalogue().await;
    let admin = app.signed_in("boss", AccountType::SuperAdministrator).await;
    let uid = app.user("ann", AccountType::Customer).await;
    let ann = app.sid("ann").await;
    let list = app.ready_list(&ann, "+12015550100\n").await;
    let task = app.call("task/start", Some(&ann), start(list)).await["data"]["id"].clone();
    app.screening.run_until_idle().await.unwrap();
    for most in [1, 3] {
        set(app, &admin, uid, json!({"exports": most})).await;
        // Staff export for their customer within the same allowance.
        let exports = (0..10).map(|n| {
            let sid = if n % 2 == 0 { &ann } else { &admin };
            app.call("task/export", Some(sid), json!({"id": task, "format": "csv"}))
        });
        assert_eq!(accepted(&join_all(exports).await), most);
        assert_eq!(used(app, &ann, "exports").await, i64::try_from(most).unwrap());
        app.screening.run_until_idle().await.unwrap();
        assert_eq!(used(app, &ann, "exports").await, 0);
    }
    let endpoint = json!({"url": "http://127.0.0.1:9/", "description": "", "events": ["order.paid"]});
    set(app, &admin, uid, json!({"webhooks": 1})).await;
    let pair = (0..2).map(|_| app.call("webhook/create", Some(&ann), endpoint.clone()));
    assert_eq!(accepted(&join_all(pair).await), 1);
    set(app, &admin, uid, json!({"webhooks": 4})).await;
    let endpoints = (0..10).map(|_| app.call("webhook/create", Some(&ann), endpoint.clone()));
    assert_eq!(accepted(&join_all(endpoints).await), 3, "one endpoint existed");
    assert_eq!(used(app, &ann, "webhooks").await, 4);
    let listed = app.call("webhook/list", Some(&ann), json!({})).await;
    assert_eq!(listed["data"]["endpoints"].as_array().unwrap().len(), 4);
}

async fn results_and_exports_count_as_stored_until_they_are_deleted(app: &TestApp) {
    app.free_catalogue().await;
    let admin = app.signed_in("boss", AccountType::SuperAdministrator).await;
    let uid = app.user("ann", AccountType::Customer).await;
    let ann = app.sid("ann").await;
    let list = app.ready_list(&ann, "+12015550100\n+12015550101\n").await;
    assert_eq!(used(app, &ann, "stored_bytes").await, 26);
    let task = app.call("task/start", Some(&ann), start(list)).await["data"]["id"].clone();
    assert_eq!(used(app, &ann, "stored_bytes").await, 52, "results are expected to be as large as the list");
    app.screening.run_until_idle().await.unwrap();
    assert_eq!(used(app, &ann, "running_tasks").await, 0);
    let export = json!({"id": task, "format": "csv"});
    set(app, &admin, uid, json!({"exports": 1})).await;
    assert_eq!(app.call("task/export", Some(&ann), export.clone()).await["code"], 0);
    let second = app.call("task/export", Some(&ann), export.clone()).await;
    assert_eq!(second["msg"], "Your limit is 1 export(s) at the same time: wait until one has finished");
    app.screening.run_until_idle().await.unwrap();
    assert_eq!(used(app, &ann, "exports").await, 0);
    let stored = used(app, &ann, "stored_bytes").await;
    assert!(stored > 52, "the file of the export: {stored}");
    set(app, &admin, uid, json!({"stored_bytes": stored})).await;
    for (call, body) in [("task/export", export), ("task/start", start(list))] {
        let full = app.call(call, Some(&ann), body).await;
        assert!(full["msg"].as_str().unwrap().contains("in total"), "{call}: {full}");
    }
    assert_eq!(app.call("task/remove", Some(&ann), json!({"id": task})).await["code"], 0);
    assert_eq!(used(app, &ann, "stored_bytes").await, 26);
    assert_eq!(app.call("list/remove", Some(&ann), json!({"id": list})).await["code"], 0);
    assert_eq!((used(app, &ann, "stored_bytes").await, used(app, &ann, "lists").await), (0, 0));
}

async fn the_public_api_refuses_what_is_above_an_allowance(app: &TestApp) {
    app.free_catalogue().await;
    let admin = app.signed_in("boss", AccountType::SuperAdministrator).await;
    let (uid, sid, secret) = with_key(app, "ann", &ALL).await;
    let task = json!({"numbers": ["+12015550100"], "checks": [{"project": "hygiene"}]});
    set(app, &admin, uid, json!({"running_tasks": 2})).await;
    let started = (0..8).map(|_| post(app, "/v1/tasks", &secret, &task, None));
    let answers = join_all(started).await;
    let (good, refused): (Vec<_>, Vec<_>) = answers.iter().partition(|answer| answer.status == 202);
    assert_eq!(good.len(), 2);
    for answer in refused {
        let code = problem(answer);
        assert!(code == "limit-reached" || code == "rate-limited", "{:?}", answer.json());
    }
    let refused = post(app, "/v1/tasks", &secret, &task, None).await;
    assert_eq!((refused.status.as_u16(), problem(&refused).as_str()), (409, "limit-reached"));
    let detail = refused.json()["detail"].clone();
    let expected =
        "Your limit is 2 running task(s): wait until one has finished, or ask the operator for more";
    assert_eq!(detail, expected);
    assert_eq!(used(app, &sid, "lists").await, 2, "a refused request leaves no list");
    // Lookups are not limited by it.
    let lookup = json!({"number": "+12015550100", "projects": ["hygiene"]});
    assert_eq!(post(app, "/v1/lookup", &secret, &lookup, None).await.status, 200);
}

async fn staff_change_the_allowances_of_others(app: &TestApp) {
    let admin = app.signed_in("boss", AccountType::SuperAdministrator).await;
    let own = app.call("user/info", Some(&admin), json!({})).await["data"]["uid"].clone();
    let uid = app.user("ann", AccountType::Customer).await;
    let ann = app.sid("ann").await;
    for (sid, body, code) in [
        (&ann, json!({"uid": uid, "allowances": {"lists": 9}}), 40300),
        (&admin, json!({"uid": own, "allowances": {"lists": 9}}), 40300),
        (&admin, json!({"uid": uid, "allowances": {"lists": -1}}), 40000),
        (&admin, json!({"uid": uid, "allowances": {"previews": 9999}}), 40000),
        (&admin, json!({"uid": uid, "allowances": {"nothing": 1}}), 40000),
        (&admin, json!({"uid": 99999, "allowances": {"lists": 9}}), 40400),
        (&admin, json!({"uid": uid, "allowances": {"lists": 9}}), 0),
    ] {
        let answer = app.call("user/setAllowances", Some(sid), body.clone()).await;
        assert_eq!(answer["code"], code, "{body}: {answer}");
    }
    let detail = app.call("user/detail", Some(&admin), json!({"uid": uid})).await;
    assert_eq!(find(&detail["data"]["allowances"], "lists")["most"], 9);
    let lines = app.audited().await;
    let line = lines.iter().find(|line| line.action == "user/setAllowances").unwrap();
    assert_eq!(line.subject, Some(uid));
    assert!(line.detail.contains("\"after\":{\"lists\":9}"), "{}", line.detail);
}
