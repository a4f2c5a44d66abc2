//! The OpenAPI document of the public API: what the handlers say about themselves, and what is the same for all of
//! them, such as headers and problems.

mod examples;
mod problems;

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};
use utoipa::openapi::security::{Http, HttpAuthScheme, SecurityScheme};

use super::once::KEY_CHARS;

/// The webhooks, as they are sent to customers: schemas, descriptions and examples.
const WEBHOOKS: &str = include_str!("webhooks.json");

/// Completes the document of the routes.
pub fn complete(mut document: utoipa::openapi::OpenApi) -> serde_json::Result<Value> {
    let key = SecurityScheme::Http(Http::new(HttpAuthScheme::Bearer));
    document.components.get_or_insert_default().add_security_scheme("key", key);
    document.servers = Some(vec![utoipa::openapi::Server::new("/v1")]);
    let mut document = serde_json::to_value(document)?;
    let webhooks: Value = serde_json::from_str(WEBHOOKS)?;

    let components = &mut document["components"];
    components["headers"] = headers();
    components["examples"] = problems::examples()?;
    describe_upload(&mut components["schemas"]);
    extend(&mut components["schemas"], &webhooks["schemas"]);
    document["webhooks"] = webhooks["webhooks"].clone();

    // Paths are relative to the server, which is `/v1`.
    let paths = document["paths"].as_object_mut().map(std::mem::take).unwrap_or_default();
    let relative = |path: String| path.strip_prefix("/v1").map(str::to_owned).unwrap_or(path);
    let mut paths: Map<_, _> = paths.into_iter().map(|(path, item)| (relative(path), item)).collect();
    let examples = examples::examples()?;
    for (method, operation) in paths.values_mut().filter_map(Value::as_object_mut).flatten() {
        describe_parameters(operation);
        problems::add(operation)?;
        describe_responses(operation);
        examples::add(operation, &examples);
        describe_binary(operation);
        if method == "head" {
            without_bodies(operation);
        }
    }
    document["paths"] = Value::Object(paths);
    require_fields(&mut document);
    Ok(document)
}

/// The beginning of a reference to a schema.
const REFERENCE: &str = "#/components/schemas/";

/// Fields of responses that are left out if they have no value: the schema and the field.
const LEFT_OUT: [(&str, &str); 5] = [
    ("Problem", "errors"),
    ("NumberObject", "id"),
    ("LookupObject", "id"),
    ("ResultObject", "id"),
    ("TaskObject", "webhook_secret"),
];

/// Marks the fields of responses as required: they are always there, `null` if they have no value. A schema that requests
/// use as well stays as it is, and responses get one of their own.
fn require_fields(document: &mut Value) {
    let (mut sent, mut received) = (BTreeSet::new(), BTreeSet::new());
    for operation in operations(document) {
        names_below(&document["components"]["schemas"], &operation["requestBody"], &mut sent);
        names_below(&document["components"]["schemas"], &operation["responses"], &mut received);
    }
    for name in received.difference(&sent) {
        require_all(name, &mut document["components"]["schemas"][name]);
    }
    let mut own = BTreeMap::new();
    for name in received.intersection(&sent) {
        let mut schema = document["components"]["schemas"][name].clone();
        require_all(name, &mut schema);
        if schema != document["components"]["schemas"][name] {
            document["components"]["schemas"][format!("{name}Object")] = schema;
            own.insert(reference(name), reference(&format!("{name}Object")));
        }
    }
    let copies = received.intersection(&sent).map(|name| format!("{name}Object"));
    for name in received.difference(&sent).cloned().chain(copies) {
        if let Some(schema) = document["components"]["schemas"].get_mut(&name) {
            refer(schema, &own);
        }
    }
    let paths = document["paths"].as_object_mut().into_iter().flat_map(Map::values_mut);
    for operation in paths.filter_map(Value::as_object_mut).flat_map(Map::values_mut) {
        refer(&mut operation["responses"], &own);
    }
}

fn reference(name: &str) -> String {
    format!("{REFERENCE}{name}")
}

/// Refers to other schemas.
fn refer(part: &mut Value, others: &BTreeMap<String, String>) {
    match part {
        Value::Object(fields) => {
            if let Some(Value::String(name)) = fields.get_mut("$ref")
                && let Some(other) = others.get(name)
            {
                name.clone_from(other);
            }
            fields.values_mut().for_each(|field| refer(field, others));
        }
        Value::Array(items) => items.iter_mut().for_each(|item| refer(item, others)),
        _ => {}
    }
}

fn operations(document: &Value) -> impl Iterator<Item = &Value> {
    let paths = document["paths"].as_object().into_iter().flat_map(Map::values);
    paths.filter_map(Value::as_object).flat_map(Map::values)
}

/// Collects the schemas that a part of the document refers to, with those that they refer to.
fn names_below(schemas: &Value, part: &Value, names: &mut BTreeSet<String>) {
    match part {
        Value::Object(fields) => {
            let name = fields.get("$ref").and_then(Value::as_str);
            if let Some(name) = name.and_then(|name| name.strip_prefix(REFERENCE))
                && names.insert(name.to_owned())
            {
                names_below(schemas, &schemas[name], names);
            }
            fields.values().for_each(|field| names_below(schemas, field, names));
        }
        Value::Array(items) => items.iter().for_each(|item| names_below(schemas, item, names)),
        _ => {}
    }
}

/// Marks all fields of a schema as required, also of one that extends another.
fn require_all(name: &str, schema: &mut Value) {
    for part in schema.get_mut("allOf").and_then(Value::as_array_mut).into_iter().flatten() {
        require_all(name, part);
    }
    let Some(fields) = schema.get("properties").and_then(Value::as_object) else { return };
    let always = |field: &&String| !LEFT_OUT.contains(&(name, field.as_str()));
    schema["required"] = fields.keys().filter(always).cloned().collect();
}

fn extend(object: &mut Value, more: &Value) {
    if let (Some(object), Some(more)) = (object.as_object_mut(), more.as_object()) {
        object.extend(more.clone());
    }
}

fn headers() -> Value {
    let text = |description: &str, example: &str| json!({ "description": description, "schema": { "type": "string" }, "example": example });
    json!({
        "X-Request-Id": text("Id of the request; include it when you ask for help", "533468f018971167"),
        "RateLimit-Policy": text(
            "The limit of the key for such requests: `q` requests per `w` seconds",
            "\"lookup\";q=3000;w=60",
        ),
        "RateLimit": text("What is left of the limit: `r` requests for the next `t` seconds", "\"lookup\";r=2999;t=60"),
        "Retry-After": {
            "description": "Seconds to wait before the request is sent again",
            "schema": { "type": "integer", "minimum": 1 },
            "example": 5,
        },
        "Idempotency-Replayed": {
            "description": "`true` if this is the response to an earlier request with the same `Idempotency-Key`",
            "schema": { "type": "string", "enum": ["true"] },
        },
        "WWW-Authenticate": text("How to authenticate", "Bearer"),
    })
}

/// The body of an upload has the same fields as the one with numbers, except for these.
fn describe_upload(schemas: &mut Value) {
    let mut task = schemas["TaskRequest"].clone();
    task["description"] = json!("The task to start with a file.");
    without(&mut task, "numbers");
    without(&mut task, "ids");
    without(&mut task, "file");
    schemas["FileTaskRequest"] = task;
    let described = &mut schemas["TaskForm"]["properties"]["task"];
    described["$ref"] = json!("#/components/schemas/FileTaskRequest");
}

fn without(schema: &mut Value, field: &str) {
    if let Some(fields) = schema["properties"].as_object_mut() {
        fields.remove(field);
    }
    if let Some(required) = schema["required"].as_array_mut() {
        required.retain(|name| name != field);
    }
}

/// An optional parameter is left out, never `null`.
fn describe_parameters(operation: &mut Value) {
    let parameters = operation.get_mut("parameters").and_then(Value::as_array_mut);
    for parameter in parameters.into_iter().flatten() {
        if parameter["name"] == "Idempotency-Key" {
            // No example of the parameter: forms would send it as the value of every request.
            parameter["schema"] = json!({
                "type": "string", "minLength": 1, "maxLength": KEY_CHARS,
                "examples": ["5f2b8f0c-0d5e-4b1e-9a5e-3c2f8a7d6b10"],
            });
        }
        let kind = &mut parameter["schema"]["type"];
        if let Some(only) = kind.as_array().and_then(|kinds| kinds.iter().find(|kind| *kind != "null")) {
            *kind = only.clone();
        }
    }
}

/// Media types whose content is no text.
const BINARY: [&str; 2] = ["application/offset+octet-stream", "application/vnd.apache.parquet"];

/// Binary content has no example.
fn describe_binary(operation: &mut Value) {
    let describe = |contents: &mut Value| {
        for media in BINARY {
            if let Some(content) = contents.get_mut(media) {
                *content = json!({ "schema": { "type": "string", "format": "binary" } });
            }
        }
    };
    if let Some(body) = operation.get_mut("requestBody") {
        describe(&mut body["content"]);
    }
    for response in operation["responses"].as_object_mut().into_iter().flat_map(Map::values_mut) {
        if let Some(contents) = response.get_mut("content") {
            describe(contents);
        }
    }
}

/// Responses to HEAD have only headers.
fn without_bodies(operation: &mut Value) {
    for response in operation["responses"].as_object_mut().into_iter().flat_map(Map::values_mut) {
        if let Some(fields) = response.as_object_mut() {
            fields.remove("content");
        }
    }
}

/// Whether the operation takes an idempotency key.
fn is_repeatable(operation: &Value) -> bool {
    let mut parameters = operation["parameters"].as_array().into_iter().flatten();
    parameters.any(|parameter| parameter["name"] == "Idempotency-Key")
}

fn describe_responses(operation: &mut Value) {
    let repeatable = is_repeatable(operation);
    // Without a key, nothing is counted.
    let keyless = operation["operationId"] == "describe_uploads";
    for (status, response) in operation["responses"].as_object_mut().into_iter().flatten() {
        let success = status.starts_with('2');
        if success && response["description"].as_str().is_none_or(str::is_empty) {
            response["description"] = json!("Success");
        }
        let mut names = vec!["X-Request-Id"];
        match status.as_str() {
            _ if keyless => {}
            "401" => names.push("WWW-Authenticate"),
            "409" | "429" | "503" => names.extend(["RateLimit-Policy", "RateLimit", "Retry-After"]),
            _ => names.extend(["RateLimit-Policy", "RateLimit"]),
        }
        if success && repeatable {
            names.push("Idempotency-Replayed");
        }
        for name in names {
            response["headers"][name] = json!({ "$ref": format!("#/components/headers/{name}") });
        }
    }
}
