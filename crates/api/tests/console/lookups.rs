//! Lookups of several numbers, their list, and the console's pages about them.

use axum::body::Body;
use axum::http::Request;
use numsift_api_keys::Limits;
use numsift_ledger::verify;
use numsift_model::account::AccountType;
use serde_json::{Value, json};

use crate::app::{TestApp, on_both_stores};
use crate::public_api::{ALL, get, give, post, priced, problem, with_key};

on_both_stores!(
    several_numbers_are_answered_together,
    a_batch_counts_every_number_towards_the_limit,
    lookups_are_listed_and_belong_to_their_account,
    people_look_numbers_up_in_the_console,
    lookups_are_exported,
    financial_records_name_the_lookup,
);

const NUMBERS: [&str; 3] = ["+8613812345678", "+8613812345679", "+442083661177"];

async fn several_numbers_are_answered_together(app: &TestApp) {
    priced(app, 100).await;
    let (uid, _, secret) = with_key(app, "ann", &ALL).await;
    let numbers = json!([NUMBERS[0], "+86138", "+12015550100", NUMBERS[1]]);
    let body = json!({"numbers": numbers, "projects": ["hygiene", "whatsapp"]});
    let no_channel = post(app, "/v1/lookups", &secret, &body, None).await;
    assert_eq!(problem(&no_channel), "unprocessable");
    let body = json!({"numbers": numbers, "projects": ["hygiene", "carrier"]});
    give(app, uid, 150).await;
    let poor = post(app, "/v1/lookups", &secret, &body, Some("k")).await;
    assert_eq!(problem(&poor), "insufficient-balance", "all or none");
    let mut tx = app.store.begin().await.unwrap();
    let mut project = tx.project("hygiene").await.unwrap().unwrap();
    project.details.price = 70;
    tx.put_project(&project).await.unwrap();
    tx.save().await.unwrap();
    let first = post(app, "/v1/lookups", &secret, &body, Some("k")).await;
    assert_eq!(first.status, 200, "{}", first.json());
    let found = first.json();
    assert_eq!(found["charged"], 140, "{found}");
    let items = found["items"].as_array().unwrap();
    let charged: Vec<_> = items.iter().map(|item| item["charged"].as_i64().unwrap()).collect();
    assert_eq!(charged, [70, 0, 0, 70]);
    assert!(items[0]["id"].is_number() && items[1].get("id").is_none());
    assert_eq!(items[1]["checks"], json!({"hygiene": null, "carrier": null}), "not valid");
    assert_eq!((&items[2]["test"], &items[2]["checks"]["hygiene"]["active"]), (&json!(true), &json!(true)));
    assert_eq!(items[3]["checks"]["carrier"]["attributes"]["carrier"], "China Mobile");
    let again = post(app, "/v1/lookups", &secret, &body, Some("k")).await;
    assert_eq!((again.body, &again.headers["idempotency-replayed"]), (first.body, &"true".parse().unwrap()));
    for (body, code) in [
        (json!({"numbers": []}), "invalid-request"),
        (json!({"numbers": vec!["+8613812345678"; 101]}), "invalid-request"),
        (json!({"numbers": ["+8613812345678", "+86 138 1234 5678"]}), "unprocessable"),
        (json!({"numbers": [NUMBERS[0]], "projects": ["nothing"]}), "unprocessable"),
        (json!({"number": NUMBERS[0]}), "invalid-request"),
    ] {
        assert_eq!(problem(&post(app, "/v1/lookups", &secret, &body, None).await), code, "{body}");
    }
    let free = post(app, "/v1/lookups", &secret, &json!({"numbers": NUMBERS}), None).await.json();
    assert_eq!((free["items"].as_array().unwrap().len(), &free["charged"]), (3, &json!(0)));
    let balance = get(app, "/v1/balance", &secret).await.json();
    assert_eq!((&balance["points"], &balance["held"]), (&json!(10), &json!(0)));
    verify(&*app.store).await.unwrap();
}

async fn a_batch_counts_every_number_towards_the_limit(app: &TestApp) {
    let (_, sid, secret) = with_key(app, "ann", &ALL).await;
    let node = app.beside(Limits { lookup: 5, ..Limits::default() });
    let body = json!({"numbers": NUMBERS});
    let first = post(&node, "/v1/lookups", &secret, &body, None).await;
    assert_eq!(
        (first.status.as_u16(), &first.headers["ratelimit"]),
        (200, &"\"lookup\";r=2;t=60".parse().unwrap())
    );
    let second = post(&node, "/v1/lookups", &secret, &body, None).await;
    assert_eq!(problem(&second), "rate-limited");
    let one = post(&node, "/v1/lookup", &secret, &json!({"number": NUMBERS[0]}), None).await;
    assert_eq!(one.status, 200, "one is left");
    node.api_keys.save_usage().await.unwrap();
    let info = app.call("user/getApiInfo", Some(&sid), json!({})).await;
    let today = &info["data"]["usage"][29];
    assert_eq!((&today["lookups"], &today["requests"]), (&json!(4), &json!(3)), "{today}");
}

async fn lookups_are_listed_and_belong_to_their_account(app: &TestApp) {
    priced(app, 100).await;
    let (uid, _, secret) = with_key(app, "ann", &ALL).await;
    give(app, uid, 1000).await;
    let (_, _, other) = with_key(app, "bob", &ALL).await;
    let body = json!({"numbers": NUMBERS, "projects": ["hygiene", "carrier"]});
    let answer = post(app, "/v1/lookups", &secret, &body, None).await;
    let request_id = answer.headers["x-request-id"].to_str().unwrap().to_owned();
    let made = answer.json()["items"].clone();
    let one = json!({"number": NUMBERS[0], "projects": ["hygiene"]});
    post(app, "/v1/lookup", &secret, &one, None).await;
    let numbers = |answer: Value| {
        let items = answer["items"].as_array().unwrap().clone();
        items.iter().map(|item| item["e164"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let [first, second, third] = NUMBERS;
    for (query, expected) in [
        (String::new(), vec![first, third, second, first]),
        ("?number=%2B8613812345678".to_owned(), vec![first, first]),
        ("?project=carrier&status=unknown".to_owned(), vec![third]),
        (format!("?request_id={request_id}"), vec![third, second, first]),
    ] {
        let found = get(app, &format!("/v1/lookups{query}"), &secret).await.json();
        assert_eq!(numbers(found), expected, "{query}");
    }
    let page = get(app, "/v1/lookups?limit=3", &secret).await.json();
    let next = format!("/v1/lookups?limit=3&cursor={}", page["next_cursor"].as_str().unwrap());
    let next = get(app, &next, &secret).await.json();
    assert_eq!(
        (numbers(page), numbers(next.clone())),
        (vec![first.into(), third.into(), second.into()], vec![first.into()])
    );
    assert_eq!(next["next_cursor"], Value::Null);
    let path = format!("/v1/lookups/{}", made[0]["id"]);
    let found = get(app, &path, &secret).await.json();
    assert_eq!((&found["checks"], &found["charged"]), (&made[0]["checks"], &made[0]["charged"]));
    assert_eq!((&found["request_id"], &found["state"]), (&json!(request_id), &json!("done")));
    assert_eq!(problem(&get(app, &path, &other).await), "not-found", "of another account");
    assert_eq!(get(app, "/v1/lookups", &other).await.json()["items"], json!([]));
    assert_eq!(problem(&get(app, "/v1/lookups/x", &secret).await), "not-found");
    assert_eq!(problem(&get(app, "/v1/lookups?number=x", &secret).await), "invalid-request");
    let (_, _, blind) = with_key(app, "eve", &["tasks:read"]).await;
    assert_eq!(problem(&get(app, "/v1/lookups", &blind).await), "forbidden");
}

async fn people_look_numbers_up_in_the_console(app: &TestApp) {
    priced(app, 100).await;
    let uid = app.user("ann", AccountType::Customer).await;
    let sid = app.sid("ann").await;
    give(app, uid, 450).await;
    let preview =
        json!({"numbers": ["020 8366 1177", "nobody", NUMBERS[0]], "country": "GB", "projects": ["hygiene"]});
    let seen = app.call("lookup/preview", Some(&sid), preview).await["data"].clone();
    let facts = &seen["numbers"][0];
    assert_eq!(
        (&facts["e164"], &facts["region"], &facts["country"]),
        (&json!("+442083661177"), &json!("London"), &json!("GB"))
    );
    assert_eq!(
        (&seen["numbers"][1]["valid"], &seen["numbers"][1]["reason"]),
        (&json!(false), &json!("not_a_number"))
    );
    assert_eq!(
        (&seen["price"], &seen["missing"], &seen["checks"][0]["numbers"]),
        (&json!(200), &json!(0), &json!(2))
    );
    // Places and carriers in the caller's language, where the data has their names.
    let numbers =
        json!({"numbers": ["+8613812345678", "+862161234567", "+442083661177"], "projects": ["hygiene"]});
    let chinese = app.call_in("zh", "lookup/preview", Some(&sid), numbers).await["data"]["numbers"].clone();
    assert_eq!((&chinese[0]["carrier"], &chinese[1]["region"]), (&json!("中国移动"), &json!("上海市")));
    assert_eq!(chinese[2]["region"], "London", "its country would say less: {chinese}");
    let ask = |confirmed: bool, days: i64| {
        json!({"numbers": [NUMBERS[0], NUMBERS[2], "nobody", "+12015550100"],
        "projects": ["hygiene", "carrier"], "max_age_days": days, "confirmed": confirmed})
    };
    let refused = app.call("lookup/ask", Some(&sid), ask(false, 0)).await;
    assert!(refused["data"]["fields"]["confirmed"].is_string(), "{refused}");
    let found = app.call("lookup/ask", Some(&sid), ask(true, 0)).await;
    assert_eq!(found["code"], 0, "{found}");
    let items = &found["data"]["items"];
    assert_eq!((&found["data"]["charged"], &items[0]["charged"]), (&json!(200), &json!(100)));
    assert_eq!(
        (&items[0]["answers"][0]["status"], &items[0]["answers"][0]["name"]),
        (&json!("valid"), &json!("Number hygiene"))
    );
    assert_eq!(
        (&items[1]["answers"][1]["status"], &items[1]["answers"][1]["reason"]),
        (&json!("unknown"), &json!("no_carrier"))
    );
    assert_eq!((&items[2]["answers"], &items[3]["answers"][0]["hit"]), (&json!([]), &json!(true)));
    assert_eq!(items[0]["answers"][1]["fields"]["carrier"], "China Mobile");
    let again = app.call_in("zh", "lookup/ask", Some(&sid), ask(true, 7)).await;
    assert_eq!(again["data"]["items"][0]["answers"][1]["fields"]["carrier"], "中国移动");
    assert_eq!(again["data"]["charged"], 0, "paid before: {again}");
    let third = app.call("lookup/ask", Some(&sid), ask(true, 0)).await;
    assert_eq!(third["data"]["charged"], 200, "asked again: {third}");
    let poor = app.call("lookup/ask", Some(&sid), ask(true, 0)).await;
    assert_eq!(poor["code"], 42200, "{poor}");
    let listed = app.call("lookup/list", Some(&sid), json!({"filter": {"number": "8613812345678"}})).await;
    let items = listed["data"]["items"].as_array().unwrap();
    let charged: Vec<_> = items.iter().map(|item| item["charged"].as_i64().unwrap()).collect();
    assert_eq!(charged, [100, 0, 100], "{listed}");
    let request_id = items[1]["request_id"].as_str().unwrap();
    assert_eq!((&items[1]["key_name"], request_id.len()), (&Value::Null, 16));
    // Staff see the lookups of everybody, which is recorded; customers only their own.
    let bob = app.signed_in("bob", AccountType::Customer).await;
    assert_eq!(app.call("lookup/list", Some(&bob), json!({})).await["data"]["items"], json!([]));
    let filter = json!({"filter": {"uid": uid}});
    assert_eq!(app.call("lookup/list", Some(&bob), filter.clone()).await["data"]["items"], json!([]));
    let admin = app.signed_in("admin", AccountType::SuperAdministrator).await;
    let all = app.call("lookup/list", Some(&admin), filter).await;
    assert_eq!(all["data"]["items"].as_array().unwrap().len(), 6);
    let line = app.audited().await.remove(0);
    assert_eq!((line.action.as_str(), line.subject), ("lookup/list", Some(uid)));
    verify(&*app.store).await.unwrap();
}

async fn lookups_are_exported(app: &TestApp) {
    priced(app, 100).await;
    let (uid, sid, secret) = with_key(app, "ann", &ALL).await;
    give(app, uid, 1000).await;
    let body = json!({"numbers": NUMBERS, "projects": ["hygiene", "carrier"]});
    post(app, "/v1/lookups", &secret, &body, None).await;
    let link = app.call("lookup/export", Some(&sid), json!({"filter": {"status": "unknown"}})).await;
    let file = Request::get(link["data"]["url"].as_str().unwrap()).body(Body::empty()).unwrap();
    let text = String::from_utf8(app.send(file).await.body).unwrap();
    let lines: Vec<_> = text.lines().collect();
    assert!(lines[0].contains("number,e164,country,type,project,status"), "{text}");
    assert_eq!(lines.len(), 3, "one row per answer: {text}");
    assert!(lines[2].contains("carrier,unknown,no_carrier,engine") && lines[2].contains("test"), "{text}");
}

async fn financial_records_name_the_lookup(app: &TestApp) {
    priced(app, 100).await;
    let (uid, sid, secret) = with_key(app, "ann", &ALL).await;
    give(app, uid, 1000).await;
    let body = json!({"number": NUMBERS[0], "projects": ["hygiene"]});
    let made = post(app, "/v1/lookup", &secret, &body, None).await.json();
    let filter = json!({"filter": {"kind": "settle"}});
    let records = app.call("finance/list", Some(&sid), filter).await["data"]["items"].clone();
    assert_eq!((&records[0]["lookup"], &records[0]["task"]), (&made["id"], &Value::Null), "{records}");
    assert_eq!((&records[0]["amount"], &records[0]["project"]), (&json!(-100), &json!("hygiene")));
    let listed = app.call("lookup/list", Some(&sid), json!({"filter": {"lookup": made["id"]}})).await;
    assert_eq!(listed["data"]["items"][0]["key_name"], "test", "{listed}");
}
