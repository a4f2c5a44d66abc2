//! Headers, unknown paths, health and the page.

use axum::body::Body;
use axum::http::{Request, StatusCode};

use crate::app::{TestApp, on_both_stores};

on_both_stores!(unknown_calls_get_an_envelope, every_answer_has_security_headers, health_endpoints_answer);

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
