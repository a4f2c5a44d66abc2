//! Headers, unknown paths, health and the page.

use std::io::Read as _;

use axum::body::Body;
use axum::http::{Request, StatusCode};
use flate2::read::GzDecoder;

use crate::app::{Answer, TestApp, on_both_stores};

on_both_stores!(
    unknown_calls_get_an_envelope,
    every_answer_has_security_headers,
    health_endpoints_answer,
    files_of_the_console_are_sent_as_clients_accept_them
);

async fn unknown_calls_get_an_envelope(app: &TestApp) {
    for request in [Request::post("/api/no/such"), Request::get("/api/user/login"), Request::get("/api")] {
        let answer = app.send(request.header("lang", "en").body(Body::empty()).unwrap()).await;
        assert_eq!(answer.json()["code"], 40400);
    }
}

async fn every_answer_has_security_headers(app: &TestApp) {
    for path in ["/api/user/info", "/", "/dashboard", "/healthz", "/assets/none.js"] {
        let method = if path.starts_with("/api") { "POST" } else { "GET" };
        let request = Request::builder().method(method).uri(path).body(Body::empty()).unwrap();
        let headers = app.send(request).await.headers;
        assert_eq!(headers["x-content-type-options"], "nosniff", "{path}");
        let policy = headers["content-security-policy"].to_str().unwrap();
        assert!(policy.contains("frame-ancestors 'none'"), "{path}: {policy}");
        assert!(!policy.contains("unsafe-inline") && !policy.contains("unsafe-eval"), "{path}: {policy}");
        if path.starts_with("/api") {
            assert_eq!(headers["cache-control"], "no-store");
            assert_eq!(headers["x-numsift-version"], env!("CARGO_PKG_VERSION"));
        }
    }
}

async fn health_endpoints_answer(app: &TestApp) {
    for path in ["/healthz", "/readyz"] {
        let answer = app.send(Request::get(path).body(Body::empty()).unwrap()).await;
        assert_eq!(answer.status, StatusCode::OK, "{path}");
    }
    // The metrics have an address of their own. Here the path is one of the console.
    let metrics = app.send(Request::get("/metrics").body(Body::empty()).unwrap()).await;
    assert!(!String::from_utf8_lossy(&metrics.body).contains("# TYPE"));
    app.store.close().await;
    let unready = app.send(Request::get("/readyz").body(Body::empty()).unwrap()).await;
    assert_eq!(unready.status, StatusCode::SERVICE_UNAVAILABLE);
}

async fn files_of_the_console_are_sent_as_clients_accept_them(app: &TestApp) {
    let get = |accepted: &'static str, known: &str| {
        let request = Request::get("/robots.txt").header("accept-encoding", accepted);
        app.send(request.header("if-none-match", known).body(Body::empty()).unwrap())
    };
    let plain = get("identity", "").await;
    assert_eq!(plain.status, StatusCode::OK, "build the web pages first: make web");
    assert!(String::from_utf8_lossy(&plain.body).contains("User-agent"), "{:?}", plain.body);
    assert!(!plain.headers.contains_key("content-encoding"));

    let packed = get("gzip", "").await;
    assert_eq!(packed.headers["content-encoding"], "gzip");
    let mut unpacked = Vec::new();
    GzDecoder::new(&*packed.body).read_to_end(&mut unpacked).unwrap();
    assert_eq!(unpacked, plain.body);
    assert_eq!(get("gzip, br", "").await.headers["content-encoding"], "br");

    // Each form has a tag of its own.
    let tag = |answer: &Answer| answer.headers["etag"].to_str().unwrap().to_owned();
    assert_ne!(tag(&plain), tag(&packed));
    assert_eq!(get("gzip", &tag(&packed)).await.status, StatusCode::NOT_MODIFIED);
    assert_eq!(get("identity", &tag(&packed)).await.status, StatusCode::OK);
    // Compressed files have no names of their own.
    let hidden = app.send(Request::get("/robots.txt.gz").body(Body::empty()).unwrap()).await;
    assert!(hidden.headers["content-type"].to_str().unwrap().starts_with("text/html"));
}
