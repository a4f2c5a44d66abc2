//! Files of the public API, whole and in parts, and uploads of the console.

use axum::body::{Body, Bytes};
use axum::http::{Request, StatusCode};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use futures_util::stream;
use numsift_model::account::AccountType;
use numsift_model::limits::{FILE_KEPT_S, FILE_PART, OPEN_UPLOADS, UPLOAD_BYTES};
use numsift_test_bucket::Bucket;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::app::{Answer, TestApp, on_both_stores};
use crate::document::form;
use crate::public_api::{ALL, get, post, problem, request, with_key};

on_both_stores!(
    a_file_is_sent_once_and_used_by_several_tasks,
    a_file_can_be_a_plain_body,
    a_file_is_sent_in_parts,
    an_interrupted_part_counts_as_far_as_it_was_received,
    a_part_with_another_checksum_does_not_count,
    wrong_parts_are_refused,
    files_are_visible_only_to_their_account,
    files_are_limited_and_expire,
    two_nodes_receive_the_parts_of_one_file,
    an_upload_of_the_console_becomes_a_list_once,
);

#[tokio::test]
async fn parts_are_objects_of_a_bucket() {
    let bucket = Bucket::start().await;
    let app = TestApp::on_bucket(&bucket).await;
    a_file_is_sent_in_parts(&app).await;
}

#[tokio::test]
async fn interrupted_parts_are_objects_of_a_bucket() {
    let bucket = Bucket::start().await;
    let app = TestApp::on_bucket(&bucket).await;
    an_interrupted_part_counts_as_far_as_it_was_received(&app).await;
}

#[tokio::test]
async fn an_upload_becomes_a_list_in_a_bucket() {
    let bucket = Bucket::start().await;
    let app = TestApp::on_bucket(&bucket).await;
    an_upload_of_the_console_becomes_a_list_once(&app).await;
}

const LIST: &str = "name;phone\nAnn;+8613812345678\nBob;+442083661177\n";

fn sha256(content: &[u8]) -> String {
    hex::encode(Sha256::digest(content))
}

/// A request of the protocol for parts.
fn tus(
    method: &str,
    path: &str,
    secret: &str,
    headers: &[(&str, &str)],
    body: impl Into<Body>,
) -> Request<Body> {
    let mut request = Request::builder().method(method).uri(path);
    request = request.header("authorization", format!("Bearer {secret}")).header("tus-resumable", "1.0.0");
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    request.body(body.into()).unwrap()
}

/// Begins a file of this size, and returns the path of its parts.
async fn begun(app: &TestApp, secret: &str, bytes: usize) -> String {
    let name = format!("filename {}", STANDARD.encode("Kunden é.csv"));
    let headers = [("upload-length", bytes.to_string()), ("upload-metadata", name)];
    let headers: Vec<_> = headers.iter().map(|(name, value)| (*name, value.as_str())).collect();
    let answer = app.send(tus("POST", "/v1/files/uploads", secret, &headers, Body::empty())).await;
    assert_eq!(answer.status, StatusCode::CREATED, "{}", String::from_utf8_lossy(&answer.body));
    assert_eq!(answer.headers["tus-resumable"], "1.0.0");
    answer.headers["location"].to_str().unwrap().to_owned()
}

async fn part(app: &TestApp, path: &str, secret: &str, at: usize, body: impl Into<Body>) -> Answer {
    let at = at.to_string();
    let headers = [("upload-offset", at.as_str()), ("content-type", "application/offset+octet-stream")];
    app.send(tus("PATCH", path, secret, &headers, body)).await
}

/// How much of a file was received.
async fn offset(app: &TestApp, path: &str, secret: &str) -> usize {
    let answer = app.send(tus("HEAD", path, secret, &[], Body::empty())).await;
    assert_eq!(answer.status, StatusCode::OK);
    assert_eq!(answer.headers["cache-control"], "no-store");
    answer.headers["upload-offset"].to_str().unwrap().parse().unwrap()
}

fn id_in(path: &str) -> i64 {
    path.rsplit('/').next().unwrap().parse().unwrap()
}

fn task_with(file: &Value) -> Value {
    json!({"file": file, "checks": ["hygiene"]})
}

async fn a_file_is_sent_once_and_used_by_several_tasks(app: &TestApp) {
    app.free_catalogue().await;
    let (_, _, secret) = with_key(app, "ann", &ALL).await;
    let mut sent = form("/v1/files", &secret, &[("file", LIST)]);
    sent.headers_mut().insert("idempotency-key", "file-1".parse().unwrap());
    let created = app.send(sent).await;
    assert_eq!(created.status, StatusCode::CREATED, "{}", created.json());
    let file = created.json();
    assert_eq!(created.headers["location"], format!("/v1/files/{}", file["id"]));
    assert_eq!((&file["name"], &file["size"]), (&json!("list.csv"), &json!(LIST.len())));
    assert_eq!((&file["received"], &file["sha256"]), (&json!(LIST.len()), &json!(sha256(LIST.as_bytes()))));
    assert_eq!(file["expires_at"], "2027-01-17T08:00:00Z");

    let mut again = form("/v1/files", &secret, &[("file", LIST)]);
    again.headers_mut().insert("idempotency-key", "file-1".parse().unwrap());
    let again = app.send(again).await;
    assert_eq!(
        (again.json(), &again.headers["idempotency-replayed"]),
        (file.clone(), &"true".parse().unwrap())
    );
    let mut other = form("/v1/files", &secret, &[("file", "phone\n+8613812345678\n")]);
    other.headers_mut().insert("idempotency-key", "file-1".parse().unwrap());
    assert_eq!(problem(&app.send(other).await), "idempotency-mismatch");
    assert_eq!(get(app, "/v1/files", &secret).await.json(), json!({"items": [file], "next_cursor": null}));

    let quote = post(app, "/v1/tasks/quote", &secret, &task_with(&file["id"]), None).await.json();
    assert_eq!((&quote["numbers"], &quote["startable"]), (&json!(2), &json!(true)), "{quote}");
    app.clock.advance(3600);
    for _ in 0..2 {
        let started = post(app, "/v1/tasks", &secret, &task_with(&file["id"]), None).await;
        assert_eq!(
            (started.status.as_u16(), &started.json()["total"]),
            (202, &json!(2)),
            "{}",
            started.json()
        );
        app.screening.run_until_idle().await.unwrap();
        let path = format!("/v1/tasks/{}/results", started.json()["id"]);
        let results = get(app, &path, &secret).await.json();
        assert_eq!(results["items"][1]["columns"], json!({"name": "Bob"}), "{results}");
    }
    let path = format!("/v1/files/{}", file["id"]);
    let used = get(app, &path, &secret).await.json();
    assert_eq!(used["expires_at"], "2027-01-17T09:00:00Z", "every use keeps it longer");

    let both = json!({"file": file["id"], "numbers": ["+8613812345678"], "checks": ["hygiene"]});
    let neither = json!({"checks": ["hygiene"]});
    for (body, pointer) in [(both, "/file"), (neither, "/numbers")] {
        let refused = post(app, "/v1/tasks", &secret, &body, None).await;
        assert_eq!(problem(&refused), "invalid-request");
        assert_eq!(refused.json()["errors"][0]["pointer"], pointer);
    }
    assert_eq!(app.send(request("DELETE", &path, &secret, None)).await.status, StatusCode::NO_CONTENT);
    assert_eq!(problem(&get(app, &path, &secret).await), "not-found");
    let gone = post(app, "/v1/tasks", &secret, &task_with(&file["id"]), None).await;
    assert_eq!(
        (problem(&gone).as_str(), &gone.json()["errors"][0]["pointer"]),
        ("unprocessable", &json!("/file"))
    );
    assert_eq!(app.objects("files").await, 0);
}

async fn a_file_can_be_a_plain_body(app: &TestApp) {
    app.free_catalogue().await;
    let (_, _, secret) = with_key(app, "ann", &ALL).await;
    let plain = |path: &str, encoding: Option<&str>, content: &[u8]| {
        let mut request = Request::post(path)
            .header("authorization", format!("Bearer {secret}"))
            .header("content-type", "text/csv");
        if let Some(encoding) = encoding {
            request = request.header("content-encoding", encoding);
        }
        request.body(Body::from(content.to_vec())).unwrap()
    };
    let packed = {
        let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
        std::io::Write::write_all(&mut packer, LIST.as_bytes()).unwrap();
        packer.finish().unwrap()
    };
    let address = "/v1/files?name=customers.csv";
    for (encoding, content, name) in
        [(None, LIST.as_bytes(), "customers.csv"), (Some("gzip"), &packed, "customers.csv.gz")]
    {
        let file = app.send(plain(address, encoding, content)).await.json();
        assert_eq!((&file["name"], &file["sha256"]), (&json!(name), &json!(sha256(content))), "{file}");
        let started = post(app, "/v1/tasks", &secret, &task_with(&file["id"]), None).await.json();
        assert_eq!(started["total"], 2, "{started}");
    }
    assert_eq!(problem(&app.send(plain(address, Some("br"), b"x")).await), "unsupported-media-type");
    assert_eq!(problem(&app.send(plain(address, None, b"")).await), "unprocessable");
    assert_eq!(problem(&app.send(plain("/v1/files?nam=x", None, b"x")).await), "invalid-request");
    let two = [("file", "1"), ("file", "2")];
    assert_eq!(problem(&app.send(form("/v1/files", &secret, &two)).await), "invalid-request");
    assert_eq!(problem(&app.send(form("/v1/files", &secret, &[("task", "{}")])).await), "invalid-request");
    assert_eq!(problem(&app.send(form("/v1/files", &secret, &[])).await), "invalid-request");
    assert_eq!(app.objects("files").await, 2, "nothing remains of refused files");
}

async fn a_file_is_sent_in_parts(app: &TestApp) {
    app.free_catalogue().await;
    let (_, _, secret) = with_key(app, "ann", &ALL).await;
    let supported = Request::options("/v1/files/uploads").body(Body::empty()).unwrap();
    let supported = app.send(supported).await;
    assert_eq!(supported.headers["tus-version"], "1.0.0");
    assert_eq!(supported.headers["tus-extension"], "creation,termination,checksum,expiration");
    assert_eq!(supported.headers["tus-max-size"], UPLOAD_BYTES.to_string());

    let path = begun(app, &secret, LIST.len()).await;
    let file = json!(id_in(&path));
    let mut at = 0;
    for piece in LIST.as_bytes().chunks(20) {
        assert_eq!(offset(app, &path, &secret).await, at);
        let unfinished = post(app, "/v1/tasks", &secret, &task_with(&file), None).await;
        assert_eq!(problem(&unfinished), "unprocessable");
        let answer = part(app, &path, &secret, at, piece.to_vec()).await;
        assert_eq!(answer.status, StatusCode::NO_CONTENT, "{}", String::from_utf8_lossy(&answer.body));
        at += piece.len();
        assert_eq!(answer.headers["upload-offset"], at.to_string());
        assert_eq!(answer.headers["upload-expires"], "Sun, 17 Jan 2027 08:00:00 GMT");
    }
    let known = get(app, &format!("/v1/files/{file}"), &secret).await.json();
    assert_eq!((&known["name"], &known["size"]), (&json!("Kunden é.csv"), &json!(LIST.len())));
    assert_eq!(known["sha256"], sha256(LIST.as_bytes()));
    let started = post(app, "/v1/tasks", &secret, &task_with(&file), None).await.json();
    assert_eq!(started["total"], 2, "{started}");
    assert_eq!(
        app.send(tus("DELETE", &path, &secret, &[], Body::empty())).await.status,
        StatusCode::NO_CONTENT
    );
    let gone = app.send(tus("HEAD", &path, &secret, &[], Body::empty())).await;
    assert_eq!(gone.status, StatusCode::NOT_FOUND);
    assert_eq!(app.objects("files").await, 0);
}

/// A body that ends with an error after these pieces.
fn cut_off(pieces: Vec<Vec<u8>>) -> Body {
    let pieces = pieces.into_iter().map(|piece| Ok(Bytes::from(piece)));
    Body::from_stream(stream::iter(pieces.chain([Err(std::io::Error::other("connection lost"))])))
}

async fn an_interrupted_part_counts_as_far_as_it_was_received(app: &TestApp) {
    let (_, _, secret) = with_key(app, "ann", &ALL).await;
    let content: Vec<u8> = (0..=255_u8).cycle().take(2 * FILE_PART + 1000).collect();
    let path = begun(app, &secret, content.len()).await;
    let lost = part(app, &path, &secret, 0, cut_off(vec![content[..FILE_PART + 10].to_vec()])).await;
    assert_eq!(problem(&lost), "invalid-request");
    assert_eq!(offset(app, &path, &secret).await, FILE_PART + 10);
    let rest = content[FILE_PART + 10..].to_vec();
    let done = part(app, &path, &secret, FILE_PART + 10, rest).await;
    assert_eq!(done.status, StatusCode::NO_CONTENT);
    let file = get(app, &format!("/v1/files/{}", id_in(&path)), &secret).await.json();
    assert_eq!(file["sha256"], sha256(&content));
    assert_eq!(app.objects("files").await, 4, "no part is larger than 4 MiB");
}

async fn a_part_with_another_checksum_does_not_count(app: &TestApp) {
    let (_, _, secret) = with_key(app, "ann", &ALL).await;
    let path = begun(app, &secret, 11).await;
    let send = async |at: &str, checksum: &str, body: Body| {
        let headers = [
            ("upload-offset", at),
            ("upload-checksum", checksum),
            ("content-type", "application/offset+octet-stream"),
        ];
        app.send(tus("PATCH", &path, &secret, &headers, body)).await
    };
    let right = format!("sha256 {}", STANDARD.encode(Sha256::digest(b"hello ")));
    let wrong = send("0", &right, Body::from("hellO ")).await;
    assert_eq!((wrong.status.as_u16(), &wrong.json()["status"]), (460, &json!(460)));
    let lost = send("0", &right, cut_off(vec![b"hello ".to_vec()])).await;
    assert_eq!(problem(&lost), "invalid-request");
    assert_eq!((offset(app, &path, &secret).await, app.objects("files").await), (0, 0));
    assert_eq!(send("0", &right, Body::from("hello ")).await.status, StatusCode::NO_CONTENT);
    // SHA-1 of `world`.
    assert_eq!(
        send("6", "sha1 fCEUM/AgcVl+Qb6Jo+Xa3rk2bRM=", Body::from("worlD")).await.status.as_u16(),
        460
    );
    for unknown in ["md5 fCEU", "sha256 fCEU", "sha1", "sha1 ???"] {
        assert_eq!(problem(&send("6", unknown, Body::from("world")).await), "invalid-request", "{unknown}");
    }
    assert_eq!(offset(app, &path, &secret).await, 6);
}

async fn wrong_parts_are_refused(app: &TestApp) {
    let (_, _, secret) = with_key(app, "ann", &ALL).await;
    let path = begun(app, &secret, 10).await;
    assert_eq!(part(app, &path, &secret, 0, "01234").await.status, StatusCode::NO_CONTENT);
    for at in [0, 4, 6] {
        let refused = part(app, &path, &secret, at, "56789").await;
        assert_eq!(
            (problem(&refused).as_str(), &refused.headers["upload-offset"]),
            ("conflict", &"5".parse().unwrap())
        );
        assert_eq!(refused.headers["tus-resumable"], "1.0.0");
    }
    assert_eq!(problem(&part(app, &path, &secret, 5, "567890").await), "payload-too-large");
    assert_eq!(offset(app, &path, &secret).await, 5);

    let media = [("upload-offset", "5"), ("content-type", "text/plain")];
    let refused = app.send(tus("PATCH", &path, &secret, &media, "56789")).await;
    assert_eq!(problem(&refused), "unsupported-media-type");
    let nowhere = [("content-type", "application/offset+octet-stream")];
    assert_eq!(problem(&app.send(tus("PATCH", &path, &secret, &nowhere, "56789")).await), "invalid-request");
    let mut old = tus("HEAD", &path, &secret, &[], Body::empty());
    old.headers_mut().insert("tus-resumable", "0.2.2".parse().unwrap());
    let old = app.send(old).await;
    assert_eq!(
        (old.status, &old.headers["tus-version"]),
        (StatusCode::PRECONDITION_FAILED, &"1.0.0".parse().unwrap())
    );

    let large = (UPLOAD_BYTES + 1).to_string();
    for (length, expected) in [
        (large.as_str(), "payload-too-large"),
        ("0", "unprocessable"),
        ("-1", "invalid-request"),
        ("x", "invalid-request"),
    ] {
        let begin = tus("POST", "/v1/files/uploads", &secret, &[("upload-length", length)], Body::empty());
        assert_eq!(problem(&app.send(begin).await), expected, "{length}");
    }
    let metadata = [("upload-length", "9"), ("upload-metadata", "filename ???")];
    let begin = tus("POST", "/v1/files/uploads", &secret, &metadata, Body::empty());
    assert_eq!(problem(&app.send(begin).await), "invalid-request");
}

async fn files_are_visible_only_to_their_account(app: &TestApp) {
    app.free_catalogue().await;
    let (_, _, secret) = with_key(app, "ann", &ALL).await;
    let (_, _, other) = with_key(app, "bob", &ALL).await;
    let (_, _, reads) = with_key(app, "cid", &["tasks:read"]).await;
    let file = app.send(form("/v1/files", &secret, &[("file", LIST)])).await.json()["id"].clone();
    let path = begun(app, &secret, 10).await;
    assert_eq!(problem(&get(app, &format!("/v1/files/{file}"), &other).await), "not-found");
    assert_eq!(
        problem(&app.send(request("DELETE", &format!("/v1/files/{file}"), &other, None)).await),
        "not-found"
    );
    assert_eq!(problem(&post(app, "/v1/tasks", &other, &task_with(&file), None).await), "unprocessable");
    assert_eq!(problem(&part(app, &path, &other, 0, "01234").await), "not-found");
    assert_eq!(app.send(tus("HEAD", &path, &other, &[], Body::empty())).await.status, StatusCode::NOT_FOUND);
    assert_eq!(problem(&app.send(tus("DELETE", &path, &other, &[], Body::empty())).await), "not-found");
    assert_eq!(get(app, "/v1/files", &other).await.json()["items"], json!([]));
    let listed = get(app, "/v1/files?limit=1", &secret).await.json();
    assert_eq!((&listed["items"][0]["received"], &listed["items"][0]["sha256"]), (&json!(0), &Value::Null));
    let rest = format!("/v1/files?limit=1&cursor={}", listed["next_cursor"].as_str().unwrap());
    let rest = get(app, &rest, &secret).await.json();
    assert_eq!((&rest["items"][0]["id"], &rest["next_cursor"]), (&file, &Value::Null));

    assert_eq!(get(app, "/v1/files", &reads).await.status, StatusCode::OK);
    assert_eq!(problem(&app.send(form("/v1/files", &reads, &[("file", LIST)])).await), "forbidden");
    let begin = tus("POST", "/v1/files/uploads", &reads, &[("upload-length", "9")], Body::empty());
    assert_eq!(problem(&app.send(begin).await), "forbidden");
    let begin = tus("POST", "/v1/files/uploads", "ns_wrong", &[("upload-length", "9")], Body::empty());
    assert_eq!(problem(&app.send(begin).await), "unauthorized");
}

async fn files_are_limited_and_expire(app: &TestApp) {
    let (uid, _, secret) = with_key(app, "ann", &ALL).await;
    let admin = app.signed_in("admin", AccountType::SuperAdministrator).await;
    let path = begun(app, &secret, 10).await;
    for _ in 1..OPEN_UPLOADS {
        begun(app, &secret, 10).await;
    }
    let begin =
        |bytes: &str| tus("POST", "/v1/files/uploads", &secret, &[("upload-length", bytes)], Body::empty());
    assert_eq!(problem(&app.send(begin("10")).await), "limit-reached");
    assert_eq!(part(app, &path, &secret, 0, "0123456789").await.status, StatusCode::NO_CONTENT);
    assert_eq!(app.send(begin("10")).await.status, StatusCode::CREATED, "a complete one does not count");

    let allowances = json!({"uid": uid, "allowances": {"stored_bytes": 300}});
    assert_eq!(app.call("user/setAllowances", Some(&admin), allowances).await["code"], 0);
    for path in ["/v1/files", "/v1/files?name=a.txt"] {
        let large = "+12015550100\n".repeat(20);
        let request = if path == "/v1/files" {
            form(path, &secret, &[("file", &large)])
        } else {
            let request = Request::post(path).header("authorization", format!("Bearer {secret}"));
            request.header("content-type", "text/plain").body(Body::from(large)).unwrap()
        };
        assert_eq!(problem(&app.send(request).await), "limit-reached", "what is still to come counts");
    }
    assert_eq!(app.objects("files").await, 1);

    app.clock.advance(FILE_KEPT_S);
    assert_eq!(app.send(tus("HEAD", &path, &secret, &[], Body::empty())).await.status, StatusCode::NOT_FOUND);
    assert_eq!(get(app, "/v1/files", &secret).await.json()["items"], json!([]));
    app.screening.retention.run().await.unwrap();
    assert_eq!(app.objects("files").await, 0);
    assert_eq!(app.send(begin("10")).await.status, StatusCode::CREATED);
}

async fn two_nodes_receive_the_parts_of_one_file(app: &TestApp) {
    let (_, _, secret) = with_key(app, "ann", &ALL).await;
    let other = app.beside(numsift_api_keys::Limits::default());
    let path = begun(app, &secret, LIST.len()).await;
    let (first, second) = LIST.split_at(17);
    assert_eq!(part(app, &path, &secret, 0, first).await.status, StatusCode::NO_CONTENT);
    let (one, two) =
        tokio::join!(part(app, &path, &secret, 17, second), part(&other, &path, &secret, 17, second));
    let mut statuses = [one.status.as_u16(), two.status.as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [204, 409], "the same part at the same time counts once");
    let file = get(&other, &format!("/v1/files/{}", id_in(&path)), &secret).await.json();
    assert_eq!(file["sha256"], sha256(LIST.as_bytes()));
    assert_eq!(app.objects("files").await, 2);
}

async fn an_upload_of_the_console_becomes_a_list_once(app: &TestApp) {
    let ann = app.signed_in("ann", AccountType::Customer).await;
    let bob = app.signed_in("bob", AccountType::Customer).await;
    let file = json!({"name": "spring.csv", "bytes": LIST.len()});
    let begun = app.call("upload/begin", Some(&ann), file).await;
    let id = begun["data"]["id"].clone();
    assert_eq!(begun["data"]["offset"], 0, "{begun}");
    let (first, second) = LIST.split_at(17);
    assert_eq!(app.append(&ann, &id, 0, first).await["data"]["offset"], 17);
    assert_eq!(app.append(&ann, &id, 0, first).await["code"], 40900);
    assert_eq!(app.append(&bob, &id, 17, second).await["code"], 40400);
    for call in ["upload/get", "upload/finish", "upload/remove"] {
        assert_eq!(app.call(call, Some(&bob), json!({"id": id})).await["code"], 40400, "{call}");
    }
    let finish = json!({"id": id, "name": "Spring"});
    assert_eq!(
        app.call("upload/finish", Some(&ann), finish.clone()).await["code"],
        40900,
        "parts are missing"
    );
    assert_eq!(app.call("upload/get", Some(&ann), json!({"id": id})).await["data"]["offset"], 17);
    assert_eq!(app.append(&ann, &id, 17, second).await["data"]["offset"], LIST.len());

    let list = app.call("upload/finish", Some(&ann), finish.clone()).await;
    let view = &list["data"];
    assert_eq!(
        (&view["name"], &view["file_name"], &view["state"]),
        (&json!("Spring"), &json!("spring.csv"), &json!("uploaded")),
        "{list}"
    );
    assert!(view["preview"].is_object());
    let again = app.call("upload/finish", Some(&ann), finish).await;
    assert_eq!(again["data"]["id"], view["id"], "the answer was lost");
    assert_eq!((app.objects("files").await, app.objects("lists").await), (0, 1));
    let global = json!({"id": id, "kind": "global"});
    assert_eq!(app.call("upload/finish", Some(&ann), global).await["code"], 40300);

    let empty = json!({"name": "a.txt", "bytes": 0});
    assert_eq!(app.call("upload/begin", Some(&ann), empty).await["code"], 40000);
    let large = json!({"name": "a.txt", "bytes": UPLOAD_BYTES + 1});
    assert_eq!(app.call("upload/begin", Some(&ann), large).await["code"], 40000);
    // A file that is no list stays an upload until it is removed.
    let picture =
        app.call("upload/begin", Some(&ann), json!({"name": "a.csv", "bytes": 8})).await["data"]["id"]
            .clone();
    app.append(&ann, &picture, 0, vec![0, 1, 2, 255, 254, 0, 9, 0]).await;
    assert_eq!(app.call("upload/finish", Some(&ann), json!({"id": picture})).await["code"], 40000);
    assert_eq!(app.call("upload/remove", Some(&ann), json!({"id": picture})).await["code"], 0);
    assert_eq!((app.objects("files").await, app.objects("lists").await), (0, 1));
}
