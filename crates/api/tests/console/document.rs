//! The public API as its document describes it, and what it says about wrong requests.

use axum::body::Body;
use axum::http::Request;
use serde_json::{Value, json};

use crate::app::{Answer, TestApp, on_both_stores};
use crate::public_api::{ALL, get, post, problem, request, with_key};

on_both_stores!(
    the_examples_of_the_document_are_true,
    checks_have_one_name_and_the_earlier_one_is_accepted,
    checks_of_a_task_are_returned_with_their_conditions,
    the_parts_of_an_upload_may_come_in_any_order,
    wrong_requests_are_told_what_would_be_right,
);

const NUMBER: &str = "+8613812345678";

/// The names of all fields, so that an example and a response can be compared. Projects count as fields; the attributes
/// of an answer depend on its project.
fn shape(value: &Value) -> Value {
    let field = |(name, value): (&String, &Value)| {
        (name.clone(), if name == "attributes" { Value::Null } else { shape(value) })
    };
    match value {
        Value::Object(fields) => fields.iter().map(field).collect(),
        Value::Array(items) => items.iter().map(shape).collect(),
        _ => Value::Null,
    }
}

/// A response with the id and time of this list.
fn with_list(response: &Value, list: &Value) -> Value {
    let mut response = response.clone();
    for field in ["id", "created_at"] {
        response["list"][field] = list[field].clone();
    }
    response
}

async fn the_examples_of_the_document_are_true(app: &TestApp) {
    app.free_catalogue().await;
    let (_, _, secret) = with_key(app, "ann", &ALL).await;
    let document = numsift_api::public_document();
    // A project that needs no channel stands for the one of the examples.
    let json_of = |content: &Value| -> Value {
        let text = content["application/json"]["example"].to_string().replace("whatsapp", "hygiene");
        serde_json::from_str(&text).unwrap()
    };
    let example = |path: &str, method: &str, status: &str| {
        let operation = &document["paths"][path][method];
        let response = json_of(&operation["responses"][status]["content"]);
        assert!(response.is_object(), "{method} {path} has no example");
        (json_of(&operation["requestBody"]["content"]), response)
    };
    for path in ["/lookup", "/lookups"] {
        let (request, response) = example(path, "post", "200");
        let answer = post(app, &format!("/v1{path}"), &secret, &request, None).await;
        assert_eq!(answer.status, 200, "{}", answer.json());
        assert_eq!(shape(&answer.json()), shape(&response), "{path}");
    }
    let (request, response) = example("/tasks/quote", "post", "200");
    let quoted = post(app, "/v1/tasks/quote", &secret, &request, None).await;
    assert_eq!(shape(&quoted.json()), shape(&response));
    let (request, response) = example("/tasks", "post", "202");
    let started = post(app, "/v1/tasks", &secret, &request, None).await;
    assert_eq!(started.status, 202, "{}", started.json());
    assert_eq!(shape(&started.json()), shape(&response));
    let (request, response) = example("/suppression-lists", "post", "201");
    let made = post(app, "/v1/suppression-lists", &secret, &request, None).await;
    assert_eq!(shape(&made.json()), shape(&response));
    for change in ["add", "remove", "replace"] {
        let (request, response) = example(&format!("/suppression-lists/{{id}}/{change}"), "post", "200");
        let path = format!("/v1/suppression-lists/{}/{change}", made.json()["list"]["id"]);
        let changed = post(app, &path, &secret, &request, None).await.json();
        assert_eq!(changed, with_list(&response, &changed["list"]), "{change}");
    }
    app.screening.run_until_idle().await.unwrap();
    let id = started.json()["id"].clone();
    for path in ["/tasks", "/tasks/{id}", "/tasks/{id}/results", "/balance", "/usage"] {
        let (_, response) = example(path, "get", "200");
        let answer = get(app, &format!("/v1{}", path.replace("{id}", &id.to_string())), &secret).await;
        assert_eq!(shape(&answer.json()), shape(&response), "{path}");
    }
    let (request, response) = example("/generation/count", "post", "200");
    let counted = post(app, "/v1/generation/count", &secret, &request, None).await.json();
    assert_eq!(shape(&counted["items"][0]["size"]), shape(&response["items"][0]["size"]), "{counted}");
    let (request, response) = example("/generation/runs", "post", "201");
    let run = post(app, "/v1/generation/runs", &secret, &request, None).await.json();
    assert_eq!(shape(&run), shape(&response), "{run}");
    for path in ["/generation/runs", "/generation/runs/{id}"] {
        let (_, response) = example(path, "get", "200");
        let answer = get(app, &format!("/v1{}", path.replace("{id}", &run["id"].to_string())), &secret).await;
        assert_eq!(shape(&answer.json()), shape(&response), "{path}");
    }
    let (_, response) = example("/projects", "get", "200");
    let projects = get(app, "/v1/projects", &secret).await.json();
    assert_eq!(shape(&projects["items"][0]), shape(&response["items"][0]));
    for name in ["TaskCheckObject", "ConditionObject", "SpaceSpecObject"] {
        let schema = &document["components"]["schemas"][name];
        let fields = schema["properties"].as_object().unwrap_or_else(|| panic!("no {name}"));
        assert_eq!(schema["required"].as_array().unwrap().len(), fields.len(), "{name}: all fields are sent");
    }
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            for (status, response) in operation["responses"].as_object().unwrap() {
                for content in response["content"].as_object().into_iter().flat_map(serde_json::Map::values) {
                    let binary = content["schema"]["format"] == "binary";
                    let given = binary || !content["example"].is_null() || content["examples"].is_object();
                    assert!(given, "{method} {path} {status} has no example");
                }
            }
        }
    }
}

async fn checks_have_one_name_and_the_earlier_one_is_accepted(app: &TestApp) {
    app.free_catalogue().await;
    let (_, _, secret) = with_key(app, "ann", &ALL).await;
    for field in ["checks", "projects"] {
        let one = json!({"number": NUMBER, field: ["hygiene"]});
        let answer = post(app, "/v1/lookup", &secret, &one, None).await.json();
        assert_eq!(answer["checks"]["hygiene"]["active"], true, "{field}: {answer}");
        let several = json!({"numbers": [NUMBER], field: ["hygiene"]});
        let answer = post(app, "/v1/lookups", &secret, &several, None).await.json();
        assert_eq!(answer["items"][0]["checks"]["hygiene"]["active"], true, "{field}: {answer}");
        let wrong = json!({"number": NUMBER, field: ["hygeine"]});
        let answer = post(app, "/v1/lookup", &secret, &wrong, None).await.json();
        let detail = "there is no project `hygeine`; did you mean `hygiene`?";
        assert_eq!(answer["errors"], json!([{"pointer": format!("/{field}/0"), "detail": detail}]));
    }
    let both = json!({"number": NUMBER, "checks": ["hygiene"], "projects": ["hygiene"]});
    let answer = post(app, "/v1/lookup", &secret, &both, None).await;
    assert_eq!(problem(&answer), "invalid-request");
    assert_eq!(answer.json()["errors"][0]["pointer"], "/projects");
    let fields = numsift_api::public_document()["components"]["schemas"]["LookupRequest"].clone();
    assert_eq!(fields["properties"]["projects"]["deprecated"], true, "{fields}");
}

async fn checks_of_a_task_are_returned_with_their_conditions(app: &TestApp) {
    app.free_catalogue().await;
    let (_, _, secret) = with_key(app, "ann", &ALL).await;
    let slugs = json!({"numbers": [NUMBER], "checks": ["hygiene"]});
    let task = post(app, "/v1/tasks", &secret, &slugs, None).await.json();
    assert_eq!(task["checks"], json!([{"project": "hygiene", "only_if": null}]), "{task}");
    assert_eq!(task["projects"], json!(["hygiene"]));
    let condition = json!({"step": 0, "statuses": ["valid"], "kinds": [], "countries": []});
    let checks = json!(["hygiene", {"project": "carrier", "only_if": condition}]);
    let steps = json!({"numbers": [NUMBER], "mode": "waterfall", "checks": checks});
    let task = post(app, "/v1/tasks", &secret, &steps, None).await.json();
    assert_eq!(task["checks"][1], json!({"project": "carrier", "only_if": condition}), "{task}");
}

/// A form with these parts.
pub fn form(path: &str, secret: &str, parts: &[(&str, &str)]) -> Request<Body> {
    let part = |(name, text): &(&str, &str)| {
        let file = if *name == "file" { "; filename=\"list.csv\"" } else { "" };
        format!("--part\r\ncontent-disposition: form-data; name=\"{name}\"{file}\r\n\r\n{text}\r\n")
    };
    let body = parts.iter().map(part).collect::<String>() + "--part--\r\n";
    Request::post(path)
        .header("authorization", format!("Bearer {secret}"))
        .header("content-type", "multipart/form-data; boundary=part")
        .body(Body::from(body))
        .unwrap()
}

async fn the_parts_of_an_upload_may_come_in_any_order(app: &TestApp) {
    app.free_catalogue().await;
    let (_, _, secret) = with_key(app, "ann", &ALL).await;
    let task = ("task", r#"{"checks": ["hygiene"]}"#);
    let file = ("file", "phone\n+8613812345678\n");
    for path in ["/v1/tasks", "/v1/tasks/upload"] {
        for parts in [[task, file], [file, task]] {
            let started = app.send(form(path, &secret, &parts)).await;
            assert_eq!((started.status.as_u16(), &started.json()["total"]), (202, &json!(1)), "{path}");
        }
        for (parts, pointer) in [(&[task][..], "/file"), (&[file][..], "/task")] {
            let refused = app.send(form(path, &secret, parts)).await;
            assert_eq!(problem(&refused), "invalid-request");
            assert_eq!(refused.json()["errors"][0]["pointer"], pointer);
        }
        for parts in [&[task, task, file][..], &[file, file, task], &[("other", ""), task, file]] {
            assert_eq!(problem(&app.send(form(path, &secret, parts)).await), "invalid-request");
        }
    }
    let numbers = json!({"numbers": [NUMBER], "checks": ["hygiene"]});
    let json = post(app, "/v1/tasks/upload", &secret, &numbers, None).await;
    assert_eq!(problem(&json), "unsupported-media-type");
}

async fn refused(app: &TestApp, path: &str, secret: &str, body: &str) -> Answer {
    let request = Request::post(path)
        .header("authorization", format!("Bearer {secret}"))
        .header("content-type", "application/json");
    app.send(request.body(Body::from(body.to_owned())).unwrap()).await
}

async fn wrong_requests_are_told_what_would_be_right(app: &TestApp) {
    app.free_catalogue().await;
    let (_, _, secret) = with_key(app, "ann", &ALL).await;
    for (checks, pointer, detail) in [
        (r#"["hygiene"], "mode": "parallel""#, "/checks", "mode `parallel` takes 2 to 8 checks"),
        (r#"["hygiene", "carrier"], "mode": "single""#, "/checks", "mode `single` takes exactly one check"),
        (r#"["watsapp"]"#, "/checks/0", "there is no project `watsapp`; did you mean `whatsapp`?"),
        (r#"["hygiene", {"project": "qqqq"}]"#, "/checks/1", "there is no project `qqqq`"),
        (r#"["hygiene", "hygiene"]"#, "/checks/1", "the project is listed twice"),
        (
            r#"["hygiene", {"project": "carrier", "only_if": {"step": 0, "statuses": ["valid"]}}]"#,
            "/checks/1/only_if",
            "only a waterfall has conditions, and a condition names an earlier step together with its statuses",
        ),
        (
            r#"["hygiene", {"projct": "carrier"}]"#,
            "/checks/1/projct",
            "Unknown field; did you mean `project`?",
        ),
        (r#"["hygiene"], "mode": "serial""#, "/mode", "Must be one of `single`, `parallel`, `waterfall`"),
        (r#""hygiene""#, "/checks", "Must be a list"),
        (
            r#"["hygiene", 7]"#,
            "/checks/1",
            "This value cannot be read: expected the slug of a project, or an object",
        ),
    ] {
        let body = format!(r#"{{"numbers": ["{NUMBER}"], "checks": {checks}}}"#);
        let answer = refused(app, "/v1/tasks", &secret, &body).await.json();
        assert_eq!(answer["errors"], json!([{"pointer": pointer, "detail": detail}]), "{checks}: {answer}");
    }
    let earlier = refused(app, "/v1/tasks", &secret, r#"{"projects": ["hygiene"]}"#).await.json();
    assert_eq!(earlier["detail"], "Unknown field; did you mean `checks`?");
    let country = refused(app, "/v1/lookup", &secret, r#"{"number": "1", "country": "XX"}"#).await.json();
    assert_eq!(country["detail"], "no such country: send its two-letter code in capitals, such as `GB`");
    for (path, detail) in [
        ("/v1/tasks?sate=done", "unknown parameter; did you mean `state`?"),
        ("/v1/files?order=asc", "unknown parameter; there are `cursor`, `limit`"),
    ] {
        let answer = get(app, path, &secret).await;
        assert_eq!(
            (problem(&answer).as_str(), &answer.json()["detail"]),
            ("invalid-request", &json!(detail))
        );
    }
    let mut packed = request("POST", "/v1/lookup", &secret, Some(&json!({"number": NUMBER})));
    packed.headers_mut().insert("content-encoding", "gzip".parse().unwrap());
    assert_eq!(problem(&app.send(packed).await), "unsupported-media-type");
    let answer = refused(app, "/v1/lookup", &secret, "{\n  \"number\": +1,\n}").await;
    assert_eq!(problem(&answer), "invalid-request");
    assert_eq!(answer.json()["detail"], "The request is not valid JSON at line 2, column 13");
}
