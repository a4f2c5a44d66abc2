//! Invalid bodies: each gets a 40000 that names the field, never a 500.

use axum::body::Body;
use axum::http::{Request, StatusCode};

use crate::app::{TestApp, on_both_stores};

on_both_stores!(invalid_bodies_name_the_field, an_empty_body_is_an_empty_request);

async fn invalid_bodies_name_the_field(app: &TestApp) {
    let mut huge = br#"{"username":""#.to_vec();
    huge.resize(10 * 1024 * 1024, b'x');
    let deep = "[".repeat(100_000);
    let cases: Vec<(&str, Vec<u8>, &str)> = vec![
        ("not JSON", b"username=ann".to_vec(), "body"),
        ("cut off", br#"{"username":"ann"#.to_vec(), "username"),
        ("a list", br#"["ann","correct horse"]"#.to_vec(), "body"),
        ("a number", b"7".to_vec(), "body"),
        ("wrong type", br#"{"username":7,"password":"correct horse"}"#.to_vec(), "username"),
        ("null", br#"{"username":null,"password":"correct horse"}"#.to_vec(), "username"),
        ("missing", br#"{"username":"ann"}"#.to_vec(), "password"),
        ("unknown", br#"{"username":"ann","password":"correct horse","admin":true}"#.to_vec(), "admin"),
        ("twice", br#"{"username":"ann","username":"bob","password":"correct horse"}"#.to_vec(), "username"),
        ("NUL", br#"{"username":"a\u0000n","password":"correct horse"}"#.to_vec(), "username"),
        ("invalid UTF-8", b"{\"username\":\"\xc3\x28\",\"password\":\"correct horse\"}".to_vec(), "username"),
        ("10 MB", huge, "body"),
        ("deep", deep.into_bytes(), "body"),
        ("deep inside", format!("{{\"username\":{}", "{\"a\":".repeat(100_000)).into_bytes(), "username"),
    ];
    for (what, body, field) in cases {
        let request = Request::post("/api/user/login").header("lang", "en").body(Body::from(body)).unwrap();
        let answer = app.send(request).await;
        assert_eq!(answer.status, StatusCode::OK, "{what}");
        let envelope = answer.json();
        assert_eq!(envelope["code"], 40000, "{what}: {envelope}");
        assert!(envelope["data"]["fields"][field].is_string(), "{what}: {envelope}");
    }
}

async fn an_empty_body_is_an_empty_request(app: &TestApp) {
    let sid = app.signed_in("ann", numsift_model::account::AccountType::Customer).await;
    let request = Request::post("/api/user/info").header("sid", sid).body(Body::empty()).unwrap();
    assert_eq!(app.send(request).await.json()["code"], 0);
}
