//! Generation of numbers through the public API.

use std::io::Read as _;

use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::app::{TestApp, on_both_stores};
use crate::public_api::{ALL, get, post, problem, request, with_key};

on_both_stores!(
    numbers_are_generated_and_fetched,
    a_repeated_request_generates_once,
    what_is_wrong_is_named,
    runs_belong_to_their_account,
);

fn run_of(count: u64) -> Value {
    json!({"segments": [{"space": {"country": "GB", "kind": "mobile"}, "count": count}]})
}

async fn numbers_of(
    app: &TestApp,
    path: &str,
    secret: &str,
    accept: &str,
    encoding: &str,
) -> (String, String) {
    let mut asked = request("GET", &format!("{path}/numbers"), secret, None);
    asked.headers_mut().insert("accept", accept.parse().unwrap());
    asked.headers_mut().insert("accept-encoding", encoding.parse().unwrap());
    let answer = app.send(asked).await;
    assert_eq!(answer.status, StatusCode::OK);
    let text = match answer.headers.get("content-encoding").map(|value| value.to_str().unwrap()) {
        None => answer.body,
        Some("zstd") => zstd::decode_all(&answer.body[..]).unwrap(),
        Some("gzip") => {
            let mut text = Vec::new();
            flate2::read::GzDecoder::new(&answer.body[..]).read_to_end(&mut text).unwrap();
            text
        }
        Some(other) => panic!("{other}"),
    };
    (answer.headers["content-type"].to_str().unwrap().to_owned(), String::from_utf8(text).unwrap())
}

async fn numbers_are_generated_and_fetched(app: &TestApp) {
    let (_, sid, secret) = with_key(app, "ann", &["generate"]).await;
    let countries = get(app, "/v1/generation/options", &secret).await.json();
    let names: Vec<_> = countries["countries"].as_array().unwrap().iter().map(|one| &one["code"]).collect();
    assert!(names.contains(&&json!("GB")), "{countries}");
    let options = get(app, "/v1/generation/options?country=GB", &secret).await.json();
    assert_eq!(options["distinguishes_mobile"], "yes");
    let mobile = options["kinds"].as_array().unwrap().iter().find(|one| one["kind"] == "mobile").unwrap();
    let space = json!({"spaces": [{"country": "GB", "kind": "mobile"}]});
    let before = post(app, "/v1/generation/count", &secret, &space, None).await.json()["items"][0].clone();
    assert_eq!((&before["size"], &before["used"]), (&mobile["count"], &json!(0)));

    let made = post(app, "/v1/generation/runs", &secret, &run_of(9_000), None).await;
    assert_eq!(made.status, StatusCode::CREATED, "{}", made.json());
    let run = made.json();
    let path = format!("/v1/generation/runs/{}", run["id"]);
    assert_eq!((&made.headers["location"], &run["count"]), (&path.parse().unwrap(), &json!(9_000)));
    assert_eq!(get(app, &path, &secret).await.json(), run);
    assert_eq!(get(app, "/v1/generation/runs", &secret).await.json()["items"], json!([run]));
    let after = post(app, "/v1/generation/count", &secret, &space, None).await.json()["items"][0].clone();
    assert_eq!(after["used"], 9_000);

    let (kind, lines) = numbers_of(app, &path, &secret, "*/*", "identity").await;
    assert_eq!((kind.as_str(), lines.lines().count()), ("text/plain; charset=utf-8", 9_000));
    assert!(lines.lines().all(|number| number.starts_with("+447")), "{lines}");
    for encoding in ["gzip", "zstd"] {
        assert_eq!(numbers_of(app, &path, &secret, "text/plain", encoding).await.1, lines, "{encoding}");
    }
    let (kind, table) = numbers_of(app, &path, &secret, "text/csv", "identity").await;
    assert_eq!(kind, "text/csv; charset=utf-8");
    assert!(table.starts_with("number,country,type,carrier,segment\r\n+447"), "{}", &table[..80]);
    let first: Vec<_> = table.lines().skip(1).map(|row| row.split(',').next().unwrap()).collect();
    assert_eq!(first, lines.lines().collect::<Vec<_>>());
    // The console has the run, too.
    let listed = app.call("gen_number/list", Some(&sid), json!({})).await;
    assert_eq!(listed["data"]["items"][0]["id"], run["id"], "{listed}");

    let second = post(app, "/v1/generation/runs", &secret, &run_of(10), None).await.json();
    let page = get(app, "/v1/generation/runs?limit=1", &secret).await.json();
    assert_eq!(page["items"], json!([second]));
    let cursor = page["next_cursor"].as_str().unwrap();
    // A run that is added between two pages moves nothing.
    let third = post(app, "/v1/generation/runs", &secret, &run_of(5), None).await.json();
    let rest = get(app, &format!("/v1/generation/runs?limit=1&cursor={cursor}"), &secret).await.json();
    assert_eq!((&rest["items"], &rest["next_cursor"]), (&json!([run]), &Value::Null));
    let newest = get(app, "/v1/generation/runs?limit=1", &secret).await.json();
    assert_eq!(newest["items"], json!([third]));

    assert_eq!(app.send(request("DELETE", &path, &secret, None)).await.status, StatusCode::NO_CONTENT);
    for gone in [path.clone(), format!("{path}/numbers")] {
        assert_eq!(problem(&get(app, &gone, &secret).await), "not-found");
    }
    assert_eq!(problem(&app.send(request("DELETE", &path, &secret, None)).await), "not-found");
}

async fn a_repeated_request_generates_once(app: &TestApp) {
    let (_, _, secret) = with_key(app, "ann", &["generate"]).await;
    let first = post(app, "/v1/generation/runs", &secret, &run_of(100), Some("run-1")).await;
    let again = post(app, "/v1/generation/runs", &secret, &run_of(100), Some("run-1")).await;
    assert_eq!(again.json(), first.json());
    assert_eq!(again.headers["idempotency-replayed"], "true");
    let other = post(app, "/v1/generation/runs", &secret, &run_of(101), Some("run-1")).await;
    assert_eq!(problem(&other), "idempotency-mismatch");
    let runs = get(app, "/v1/generation/runs", &secret).await.json();
    assert_eq!(runs["items"].as_array().unwrap().len(), 1);
}

async fn what_is_wrong_is_named(app: &TestApp) {
    let (_, _, secret) = with_key(app, "ann", &["generate"]).await;
    let segment = |space: Value, count: u64| json!({"segments": [{"space": space, "count": count}]});
    for (body, pointer) in [
        (json!({"segments": []}), "/segments"),
        (segment(json!({"country": "GB"}), 0), "/segments/0/count"),
        (segment(json!({"country": "XX"}), 1), "/segments/0/space/country"),
        (segment(json!({"country": "GB", "carrier": "Nobody"}), 1), "/segments/0/space/carrier"),
        (segment(json!({"country": "US", "kind": "mobile"}), 1), "/segments/0/space/kind"),
        (segment(json!({"country": "GB", "pattern": "7911123456"}), 2), "/segments/0/count"),
        (json!({"segments": [], "without_list": 99}), "/without_list"),
    ] {
        let refused = post(app, "/v1/generation/runs", &secret, &body, None).await;
        assert_eq!(refused.json()["errors"][0]["pointer"], pointer, "{body}: {}", refused.json());
    }
    let counted =
        post(app, "/v1/generation/count", &secret, &json!({"spaces": [{"country": "XX"}]}), None).await;
    assert_eq!(counted.json()["errors"][0]["pointer"], "/spaces/0/country", "{}", counted.json());
    assert_eq!(problem(&get(app, "/v1/generation/options?country=XX", &secret).await), "invalid-request");
}

async fn runs_belong_to_their_account(app: &TestApp) {
    let (_, _, ann) = with_key(app, "ann", &ALL).await;
    let (_, _, bob) = with_key(app, "bob", &ALL).await;
    let run = post(app, "/v1/generation/runs", &ann, &run_of(10), None).await.json();
    let path = format!("/v1/generation/runs/{}", run["id"]);
    for other in [path.clone(), format!("{path}/numbers")] {
        assert_eq!(problem(&get(app, &other, &bob).await), "not-found");
    }
    assert_eq!(problem(&app.send(request("DELETE", &path, &bob, None)).await), "not-found");
    // Without the scope, and where the roles of the account do not allow it.
    let (_, _, reader) = with_key(app, "eve", &["tasks:read"]).await;
    assert_eq!(problem(&get(app, "/v1/generation/runs", &reader).await), "forbidden");
}
