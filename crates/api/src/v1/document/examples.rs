//! An example of every operation.

use serde_json::Value;

/// By operation: `request`, and responses by media type. A test sends the requests and compares the responses.
const EXAMPLES: &str = include_str!("examples.json");

pub fn examples() -> serde_json::Result<Value> {
    serde_json::from_str(EXAMPLES)
}

/// Adds the examples of an operation to its bodies.
pub fn add(operation: &mut Value, examples: &Value) {
    let of = &examples[operation["operationId"].as_str().unwrap_or_default()];
    if let Some(request) = of.get("request") {
        for content in operation["requestBody"]["content"].as_object_mut().into_iter().flatten() {
            content.1["example"] = request.clone();
        }
    }
    for (status, response) in operation["responses"].as_object_mut().into_iter().flatten() {
        if !status.starts_with('2') {
            continue;
        }
        let content = response.get_mut("content").and_then(Value::as_object_mut);
        for (media, content) in content.into_iter().flatten() {
            content["example"] = of["responses"].get(media).cloned().unwrap_or_default();
        }
    }
}
