//! The public API while the database or the object store is away: every operation asks its caller to come back.

use std::time::Duration;

use axum::body::Body;
use axum::http::{Request, StatusCode};
use numsift_test_bucket::{Bucket, Mode};
use serde_json::{Value, json};

use crate::app::{Answer, TestApp, on_both_stores};
use crate::document::form;
use crate::public_api::{ALL, get, post, problem, request, with_key};

on_both_stores!(every_operation_is_unavailable_without_the_database);

const FILE: &str = "phone\n+8613812345678\n";

/// Operations that need no database.
const WITHOUT: [&str; 2] = ["describe_uploads", "get_generation_options"];

fn check_unavailable(answer: &Answer, what: &str) {
    assert_eq!(
        answer.status,
        StatusCode::SERVICE_UNAVAILABLE,
        "{what}: {}",
        String::from_utf8_lossy(&answer.body)
    );
    assert!(answer.headers.contains_key("retry-after"), "{what}: {:?}", answer.headers);
    assert!(answer.headers.contains_key("x-request-id"), "{what}");
}

/// A request that is right, so that it gets to the database.
fn asked(method: &str, path: &str, operation: &Value, secret: &str) -> Request<Body> {
    let address = format!("/v1{}", path.replace("{id}", "1"));
    if operation["requestBody"]["content"]["multipart/form-data"].is_object() {
        let parts = [("task", r#"{"checks": ["hygiene"]}"#), ("file", FILE)];
        return form(&address, secret, if path == "/files" { &parts[1..] } else { &parts });
    }
    let example = operation["requestBody"]["content"]["application/json"]["example"].to_string();
    let example: Value = serde_json::from_str(&example.replace("whatsapp", "hygiene")).unwrap();
    let mut sent =
        request(&method.to_uppercase(), &address, secret, Some(&example).filter(|it| !it.is_null()));
    if path.starts_with("/files/uploads") {
        for (name, value) in [("tus-resumable", "1.0.0"), ("upload-length", "10"), ("upload-offset", "0")] {
            sent.headers_mut().insert(name, value.parse().unwrap());
        }
    }
    if method == "patch" && path.starts_with("/files/uploads") {
        sent.headers_mut().insert("content-type", "application/offset+octet-stream".parse().unwrap());
    }
    sent
}

async fn every_operation_is_unavailable_without_the_database(app: &TestApp) {
    app.free_catalogue().await;
    let (_, _, secret) = with_key(app, "ann", &ALL).await;
    // The key and a lease of requests of each class are known, so the next requests get to their handlers.
    assert_eq!(get(app, "/v1/tasks", &secret).await.status, 200);
    let number = json!({"number": "+8613812345678"});
    assert_eq!(post(app, "/v1/lookup", &secret, &number, None).await.status, 200);
    let quote = json!({"numbers": ["+8613812345678"], "checks": ["hygiene"]});
    assert_eq!(post(app, "/v1/tasks/quote", &secret, &quote, None).await.status, 200);
    app.store.close().await;
    let document = numsift_api::public_document();
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let name = operation["operationId"].as_str().unwrap();
            if WITHOUT.contains(&name) {
                continue;
            }
            let answer = app.send(asked(method, path, operation, &secret)).await;
            check_unavailable(&answer, name);
            if method != "head" {
                assert_eq!(problem(&answer), "unavailable", "{name}");
            }
        }
    }
}

#[tokio::test]
async fn results_and_files_are_unavailable_without_the_object_store() {
    let bucket = Bucket::start().await;
    // Also the time for one request, which a busy machine may need.
    let app = TestApp::on_bucket_retrying(&bucket, Duration::from_secs(5)).await;
    app.free_catalogue().await;
    let (_, _, secret) = with_key(&app, "ann", &ALL).await;
    let file = app.send(form("/v1/files", &secret, &[("file", FILE)])).await.json();
    let task = json!({"numbers": ["+8613812345678", "nobody"], "checks": ["hygiene"]});
    let task = post(&app, "/v1/tasks", &secret, &task, None).await;
    assert_eq!(task.status, StatusCode::ACCEPTED, "{}", task.json());
    app.screening.run_until_idle().await.unwrap();
    bucket.set_mode(Mode::Refusing);
    let [results, rejected] =
        ["results?rows=all", "rejected"].map(|below| format!("/v1/tasks/{}/{below}", task.json()["id"]));
    let of_file = json!({"file": file["id"], "checks": ["hygiene"]});
    // All at once, because each repeats its requests to the bucket.
    let (read, refused, started, priced, created) = tokio::join!(
        get(&app, &results, &secret),
        get(&app, &rejected, &secret),
        post(&app, "/v1/tasks", &secret, &of_file, None),
        post(&app, "/v1/tasks/quote", &secret, &of_file, None),
        app.send(form("/v1/files", &secret, &[("file", FILE)])),
    );
    for (answer, what) in
        [(read, "results"), (refused, "rejected"), (started, "start"), (priced, "quote"), (created, "file")]
    {
        check_unavailable(&answer, what);
        assert_eq!(problem(&answer), "unavailable", "{what}");
    }
}
