//! Tasks of the public API.

use axum::body::Body;
use axum::http::{Request, StatusCode};
use numsift_ledger::verify;
use numsift_model::account::AccountType;
use serde_json::{Value, json};

use crate::app::{Answer, TestApp, on_both_stores};
use crate::public_api::{ALL, get, give, post, priced, problem, request, with_key};

on_both_stores!(
    a_task_runs_from_numbers_to_results,
    a_task_can_be_started_with_a_file,
    a_file_that_can_be_read_in_several_ways_is_refused,
    a_task_is_started_once,
    a_task_is_cancelled_once_and_its_points_are_returned,
    a_task_above_max_price_is_refused,
    tasks_are_visible_only_to_their_account,
    a_task_of_test_numbers_is_free,
);

fn hygiene(numbers: &[&str]) -> Value {
    json!({"name": "spring", "numbers": numbers, "checks": [{"project": "hygiene"}]})
}

async fn a_task_runs_from_numbers_to_results(app: &TestApp) {
    priced(app, 100).await;
    let (uid, _, secret) = with_key(app, "ann", &ALL).await;
    give(app, uid, 1000).await;
    let numbers = ["+8613812345678", "44 20 8366 1177", "+86 138 1234 5678", "nobody", "+8613812345679"];
    let started = post(app, "/v1/tasks", &secret, &hygiene(&numbers), None).await;
    assert_eq!(started.status, StatusCode::ACCEPTED, "{}", started.json());
    let task = started.json();
    let path = format!("/v1/tasks/{}", task["id"]);
    assert_eq!(started.headers["location"], path);
    assert_eq!((&task["state"], &task["total"], &task["held"]), (&json!("running"), &json!(3), &json!(300)));
    app.screening.run_until_idle().await.unwrap();

    let task = get(app, &path, &secret).await.json();
    let request_id = started.headers["x-request-id"].to_str().unwrap();
    assert_eq!(task["request_id"], request_id);
    let admin = app.signed_in("admin", AccountType::SuperAdministrator).await;
    let listed = app.call("task/list", Some(&admin), json!({"filter": {"search": request_id}})).await;
    assert_eq!(listed["data"]["items"][0]["request_id"], request_id, "{listed}");
    assert_eq!((&task["state"], &task["done"], &task["charged"]), (&json!("done"), &json!(3), &json!(300)));
    let rows = json!({"sent": 5, "answered": 3, "skipped": 0, "unprocessed": 0, "duplicates": 1, "suppressed": 0,
        "refused": 1, "blank": 0});
    assert_eq!(task["rows"], rows);
    assert_eq!((&task["created_at"], &task["test"]), (&json!("2027-01-15T08:00:00Z"), &json!(false)));
    let page = get(app, &format!("{path}/results?limit=2"), &secret).await.json();
    let found: Vec<_> = page["items"].as_array().unwrap().iter().map(|item| &item["e164"]).collect();
    assert_eq!(found, ["+8613812345678", "+442083661177"]);
    assert_eq!(page["items"][0]["checks"]["hygiene"]["charged"], 100);
    assert_eq!(page["items"][1]["country"], "GB");
    assert_eq!(
        (&page["items"][1]["row"], &page["items"][1]["number"]),
        (&json!(2), &json!("44 20 8366 1177"))
    );
    let cursor = page["next_cursor"].as_str().unwrap();
    let rest = get(app, &format!("{path}/results?limit=2&cursor={cursor}"), &secret).await.json();
    assert_eq!((rest["items"].as_array().unwrap().len(), &rest["next_cursor"]), (1, &Value::Null));
    let none = get(app, &format!("{path}/results?project=hygiene&status=unknown"), &secret).await.json();
    assert_eq!(none["items"], json!([]));
    for query in ["project=carrier", "status=nothing", "cursor=x", "limit=1001", "rows=some"] {
        let answer = get(app, &format!("{path}/results?{query}"), &secret).await;
        assert_eq!(problem(&answer), "invalid-request", "{query}");
    }

    let mut all = request("GET", &format!("{path}/results"), &secret, None);
    all.headers_mut().insert("accept", "text/csv".parse().unwrap());
    let csv = app.send(all).await;
    assert_eq!(csv.headers["content-type"], "text/csv; charset=utf-8");
    let text = String::from_utf8(csv.body).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(
        lines,
        [
            "number,row,outcome,outcome_reason,duplicate_of,e164,country,type,original_carrier,hygiene,hygiene_reason,\
             hygiene_source,hygiene_checked_at",
            "+8613812345678,1,answered,,,+8613812345678,CN,mobile,China Mobile,valid,,engine,2027-01-15T08:00:00Z",
            "44 20 8366 1177,2,answered,,,+442083661177,GB,fixed_line,,valid,,engine,2027-01-15T08:00:00Z",
            "+86 138 1234 5678,3,duplicate,,1,+8613812345678,CN,mobile,China Mobile,valid,,engine,2027-01-15T08:00:00Z",
            "nobody,4,refused,not_a_number,,,,,,,,,",
            "+8613812345679,5,answered,,,+8613812345679,CN,mobile,China Mobile,valid,,engine,2027-01-15T08:00:00Z",
        ]
    );
    // For spreadsheets; what could be no amount is written as without.
    let mut text = request("GET", &format!("{path}/results?text_numbers=true"), &secret, None);
    text.headers_mut().insert("accept", "text/csv".parse().unwrap());
    let text = String::from_utf8(app.send(text).await.body).unwrap();
    let cells: Vec<&str> = text.lines().skip(1).map(|line| line.split(',').next().unwrap()).collect();
    let shown = |number: &str| format!("\"=\"\"{number}\"\"\"");
    let first = [shown("+8613812345678"), "44 20 8366 1177".to_owned(), "+86 138 1234 5678".to_owned()];
    assert_eq!(cells[..3], first);
    assert!(text.contains(&format!(",{},GB,", shown("+442083661177"))), "{text}");
    for (query, accept) in [("text_numbers=true", "application/json"), ("text_numbers=1", "text/csv")] {
        let mut wrong = request("GET", &format!("{path}/results?{query}"), &secret, None);
        wrong.headers_mut().insert("accept", accept.parse().unwrap());
        let wrong = app.send(wrong).await;
        assert_eq!(problem(&wrong), "invalid-request", "{query}");
        assert_eq!(wrong.json()["errors"][0]["pointer"], "text_numbers", "{query}");
    }
    let mut unique = request("GET", &format!("{path}/results?rows=unique"), &secret, None);
    unique.headers_mut().insert("accept", "application/x-ndjson".parse().unwrap());
    let unique = app.send(unique).await;
    assert_eq!(unique.headers["content-type"], "application/x-ndjson");
    let rows: Vec<i64> = String::from_utf8(unique.body)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["row"].as_i64().unwrap())
        .collect();
    assert_eq!(rows, [1, 2, 5]);
    verify(&*app.store).await.unwrap();
}

/// A request with a task and a file as a form.
fn form(secret: &str, task: &Value, file: &str) -> Request<Body> {
    let body = format!(
        "--part\r\ncontent-disposition: form-data; name=\"task\"\r\n\r\n{task}\r\n--part\r\n\
         content-disposition: form-data; name=\"file\"; filename=\"list.csv\"\r\n\r\n{file}\r\n--part--\r\n"
    );
    Request::post("/v1/tasks")
        .header("authorization", format!("Bearer {secret}"))
        .header("content-type", "multipart/form-data; boundary=part")
        .body(Body::from(body))
        .unwrap()
}

async fn a_task_can_be_started_with_a_file(app: &TestApp) {
    app.free_catalogue().await;
    let (_, _, secret) = with_key(app, "ann", &ALL).await;
    let task = json!({"checks": [{"project": "hygiene"}, {"project": "carrier"}]});
    let file = "name;phone\nAnn;+8613812345678\nBob;+442083661177\n";
    let mut sent = form(&secret, &task, file);
    sent.headers_mut().insert("idempotency-key", "file-1".parse().unwrap());
    let started = app.send(sent).await;
    assert_eq!(started.status, StatusCode::ACCEPTED, "{}", started.json());
    assert_eq!((&started.json()["total"], &started.json()["mode"]), (&json!(2), &json!("parallel")));
    app.screening.run_until_idle().await.unwrap();
    let path = format!("/v1/tasks/{}/results", started.json()["id"]);
    let results = get(app, &path, &secret).await.json();
    assert_eq!(results["items"][1]["columns"], json!({"name": "Bob"}), "{results}");
    assert_eq!(results["items"][1]["row"], 3);
    let mut sent = form(&secret, &task, "phone\n+8613812345678\n");
    sent.headers_mut().insert("idempotency-key", "file-1".parse().unwrap());
    assert_eq!(problem(&app.send(sent).await), "idempotency-mismatch", "another file");
    assert_eq!(problem(&app.send(form(&secret, &task, "name\nAnn\n")).await), "unprocessable");
    let both = json!({"checks": [{"project": "hygiene"}], "numbers": ["+8613812345678"]});
    assert_eq!(problem(&app.send(form(&secret, &both, file)).await), "invalid-request");
}

async fn a_file_that_can_be_read_in_several_ways_is_refused(app: &TestApp) {
    app.free_catalogue().await;
    let (_, _, secret) = with_key(app, "ann", &ALL).await;
    let file = "mobile;mobile\n+8613812345678;+8613912345678\n+8613812345679;+8613912345679\n";
    let mut task = json!({"checks": [{"project": "hygiene"}]});
    let refused = app.send(form(&secret, &task, file)).await;
    assert_eq!(problem(&refused), "unprocessable");
    let error = &refused.json()["errors"][0];
    assert_eq!(error["pointer"], "/reading/column", "{error}");
    let detail = error["detail"].as_str().unwrap();
    // The first column, both, or the second.
    let choice = detail.split(" or ").nth(2).unwrap();
    task["reading"] = serde_json::from_str(choice).unwrap();
    assert_eq!(task["reading"]["column"], 1, "{detail}");
    let started = app.send(form(&secret, &task, file)).await;
    assert_eq!(started.status, StatusCode::ACCEPTED, "{}", started.json());
    app.screening.run_until_idle().await.unwrap();
    let path = format!("/v1/tasks/{}/results", started.json()["id"]);
    let results = get(app, &path, &secret).await.json();
    assert_eq!(results["items"][0]["number"], "+8613912345678", "{results}");
}

async fn listed(app: &TestApp, secret: &str, query: &str) -> Value {
    get(app, &format!("/v1/tasks{query}"), secret).await.json()
}

async fn a_task_is_started_once(app: &TestApp) {
    priced(app, 100).await;
    let (uid, _, secret) = with_key(app, "ann", &ALL).await;
    give(app, uid, 1000).await;
    let task = hygiene(&["+8613812345678"]);
    let first = post(app, "/v1/tasks", &secret, &task, Some("k")).await;
    let again = post(app, "/v1/tasks", &secret, &task, Some("k")).await;
    let seen = |answer: &Answer| (answer.status, answer.headers["location"].clone(), answer.body.clone());
    assert_eq!(seen(&first), seen(&again));
    let other = hygiene(&["+8613812345679"]);
    assert_eq!(problem(&post(app, "/v1/tasks", &secret, &other, Some("k")).await), "idempotency-mismatch");
    for _ in 0..2 {
        assert_eq!(post(app, "/v1/tasks", &secret, &other, None).await.status, StatusCode::ACCEPTED);
    }
    let page = listed(app, &secret, "?limit=2").await;
    assert_eq!(page["items"].as_array().unwrap().len(), 2);
    let cursor = page["next_cursor"].as_str().unwrap();
    let rest = listed(app, &secret, &format!("?limit=2&cursor={cursor}")).await;
    assert_eq!((&rest["items"][0]["id"], &rest["next_cursor"]), (&first.json()["id"], &Value::Null));
}

async fn a_task_is_cancelled_once_and_its_points_are_returned(app: &TestApp) {
    priced(app, 100).await;
    let (uid, _, secret) = with_key(app, "ann", &ALL).await;
    give(app, uid, 1000).await;
    let started = post(app, "/v1/tasks", &secret, &hygiene(&["+8613812345678"]), None).await.json();
    let balance = get(app, "/v1/balance", &secret).await.json();
    assert_eq!(balance, json!({"points": 900, "credit": 0, "held": 100}));
    let path = format!("/v1/tasks/{}/cancel", started["id"]);
    let cancelled = post(app, &path, &secret, &json!({}), Some("c")).await;
    assert_eq!((cancelled.status, &cancelled.json()["state"]), (StatusCode::OK, &json!("cancelled")));
    let again = post(app, &path, &secret, &json!({}), Some("c")).await;
    assert_eq!(again.body, cancelled.body);
    assert_eq!(problem(&post(app, &path, &secret, &json!({}), None).await), "task-state");
    let balance = get(app, "/v1/balance", &secret).await.json();
    assert_eq!(balance, json!({"points": 1000, "credit": 0, "held": 0}));
}

async fn a_task_above_max_price_is_refused(app: &TestApp) {
    priced(app, 100).await;
    let (uid, _, secret) = with_key(app, "ann", &ALL).await;
    let mut task = hygiene(&["+8613812345678", "+8613812345679"]);
    assert_eq!(problem(&post(app, "/v1/tasks", &secret, &task, None).await), "insufficient-balance");
    give(app, uid, 1000).await;
    task["max_price"] = json!(199);
    assert_eq!(problem(&post(app, "/v1/tasks", &secret, &task, Some("k")).await), "unprocessable");
    assert_eq!(get(app, "/v1/balance", &secret).await.json()["held"], 0);
    task["max_price"] = json!(200);
    assert_eq!(post(app, "/v1/tasks", &secret, &task, Some("k")).await.status, StatusCode::ACCEPTED);
    for (field, value) in [
        ("checks", json!([{"project": "nothing"}])),
        ("checks", json!([{"project": "whatsapp"}])),
        ("numbers", json!(["nobody"])),
        ("name", json!("x".repeat(121))),
    ] {
        let mut wrong = hygiene(&["+8613812345678"]);
        wrong[field] = value;
        assert_eq!(problem(&post(app, "/v1/tasks", &secret, &wrong, None).await), "unprocessable", "{wrong}");
    }
}

async fn tasks_are_visible_only_to_their_account(app: &TestApp) {
    app.free_catalogue().await;
    let (_, sid, secret) = with_key(app, "ann", &ALL).await;
    let (_, _, stranger) = with_key(app, "eve", &ALL).await;
    let task = post(app, "/v1/tasks", &secret, &hygiene(&["+8613812345678"]), None).await.json();
    let path = format!("/v1/tasks/{}", task["id"]);
    for path in [path.clone(), format!("{path}/results")] {
        assert_eq!(problem(&get(app, &path, &stranger).await), "not-found");
    }
    assert_eq!(
        problem(&post(app, &format!("{path}/cancel"), &stranger, &json!({}), None).await),
        "not-found"
    );
    assert_eq!(listed(app, &stranger, "").await["items"], json!([]));
    let seen = app.call("task/get", Some(&sid), json!({"id": task["id"]})).await;
    assert_eq!(seen["data"]["name"], "spring", "the console knows it");
    let admin = app.signed_in("admin", AccountType::SuperAdministrator).await;
    let all = app.call("task/list", Some(&admin), json!({})).await;
    assert_eq!(all["data"]["total"], 1);
}

async fn a_task_of_test_numbers_is_free(app: &TestApp) {
    priced(app, 100).await;
    let (_, _, secret) = with_key(app, "ann", &ALL).await;
    let task =
        post(app, "/v1/tasks", &secret, &hygiene(&["+12015550100", "+12015550102"]), None).await.json();
    assert_eq!((&task["held"], &task["test"]), (&json!(0), &json!(true)), "{task}");
    app.screening.run_until_idle().await.unwrap();
    let path = format!("/v1/tasks/{}", task["id"]);
    let over = get(app, &path, &secret).await.json();
    assert_eq!((&over["state"], &over["charged"]), (&json!("done"), &json!(0)));
    let results = get(app, &format!("{path}/results"), &secret).await.json();
    assert_eq!(results["items"][0]["test"], true);
    assert_eq!(results["items"][0]["checks"]["hygiene"]["charged"], 0);
}
