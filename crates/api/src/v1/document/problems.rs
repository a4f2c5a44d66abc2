//! The problems that operations report, with an example of each.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::is_repeatable;
use crate::v1::problem::{Code, Problem, ProblemBody};

/// Adds the responses for the problems that an operation can report.
pub fn add(operation: &mut Value) -> serde_json::Result<()> {
    let name = operation["operationId"].as_str().unwrap_or_default();
    let (posts, repeatable) = (operation["requestBody"].is_object(), is_repeatable(operation));
    let fits = |code: Code| match code {
        // Needs no key and refuses nothing.
        _ if name == "describe_uploads" => matches!(code, Code::MethodNotAllowed | Code::Internal),
        Code::InsufficientBalance => {
            matches!(name, "lookup" | "create_lookups" | "create_task" | "upload_task" | "rerun_task")
        }
        // Responses to tus have no body, whatever the client accepts.
        Code::NotAcceptable => !name.ends_with("_upload"),
        Code::PayloadTooLarge => posts || name == "begin_upload",
        Code::UnsupportedMediaType | Code::Unprocessable => posts,
        Code::IdempotencyConflict | Code::IdempotencyMismatch => repeatable,
        Code::TaskState => {
            matches!(name, "pause_task" | "resume_task" | "cancel_task" | "delete_task" | "rerun_task")
        }
        Code::EndpointDisabled => matches!(name, "resend_webhook" | "create_task" | "upload_task"),
        // Two requests at the same time.
        Code::Conflict => {
            matches!(name, "test_webhook" | "append_to_upload" | "generate_numbers")
                || changes_suppression(name)
        }
        Code::LimitReached => {
            matches!(name, "create_task" | "upload_task" | "create_file" | "begin_upload" | "rerun_task")
                || matches!(name, "create_webhook" | "create_suppression_list")
                || changes_suppression(name)
        }
        // Unknown tasks and lookups.
        Code::NotFound => {
            let without = [
                "lookup",
                "create_lookups",
                "list_lookups",
                "quote_task",
                "list_files",
                "create_file",
                "begin_upload",
                "list_webhooks",
                "create_webhook",
                "list_suppression_lists",
                "create_suppression_list",
                "get_generation_options",
                "count_numbers",
                "generate_numbers",
                "list_generation_runs",
                "list_projects",
                "get_balance",
                "get_usage",
            ];
            !without.contains(&name)
        }
        _ => true,
    };
    let mut by_status = BTreeMap::<String, Vec<Code>>::new();
    for code in Code::ALL.iter().copied().filter(|code| fits(*code)) {
        by_status.entry(code.status().as_str().to_owned()).or_default().push(code);
    }
    for (status, codes) in by_status {
        let texts = codes.iter().map(|code| format!("`{}`: {}", code.as_str(), code.title()));
        let example = |code: &Code| {
            let address = format!("#/components/examples/{}", code.as_str());
            (code.as_str().to_owned(), json!({ "$ref": address }))
        };
        let examples: Map<_, _> = codes.iter().map(example).collect();
        operation["responses"][status] = json!({
            "description": texts.collect::<Vec<_>>().join("; "),
            "content": { "application/problem+json": {
                "schema": { "$ref": "#/components/schemas/Problem" },
                "examples": examples,
            } },
        });
    }
    add_tus_examples(operation)
}

/// Adds examples to the responses with a status that only tus uses.
fn add_tus_examples(operation: &mut Value) -> serde_json::Result<()> {
    let version = Problem::field(Code::InvalidRequest, "Tus-Resumable", "send `Tus-Resumable: 1.0.0`");
    let checksum = Problem::field(Code::Unprocessable, "upload-checksum", "the part has another checksum");
    for (status, problem) in [("412", version.reporting(412)), ("460", checksum.reporting(460))] {
        if let Some(content) = operation["responses"].get_mut(status).and_then(|it| it.get_mut("content")) {
            content["application/problem+json"]["example"] =
                serde_json::to_value(ProblemBody::from(problem))?;
        }
    }
    Ok(())
}

/// Whether the operation changes the numbers of a suppression list.
fn changes_suppression(operation: &str) -> bool {
    operation.ends_with("_suppressed_numbers")
}

/// One example of each problem.
pub fn examples() -> serde_json::Result<Value> {
    let mut examples = Map::new();
    for code in Code::ALL {
        let body = serde_json::to_value(ProblemBody::from(example(*code)))?;
        examples.insert(code.as_str().to_owned(), json!({ "value": body }));
    }
    Ok(Value::Object(examples))
}

fn example(code: Code) -> Problem {
    let unknown = "there is no project `watsapp`; did you mean `whatsapp`?";
    match code {
        Code::InvalidRequest => Problem::field(code, "/max_age_days", "0 to 30"),
        Code::Unauthorized => Problem::new(code, "send the key as `Authorization: Bearer ns_…`"),
        Code::InsufficientBalance => Problem::new(code, "100 ten-thousandths of a point are missing"),
        Code::Forbidden => Problem::new(code, "the key lacks the scope lookup"),
        Code::IpNotAllowed => Problem::new(code, "the key may not be used from this address"),
        Code::AccountDisabled => Problem::new(code, "the account is disabled or may not use the API"),
        Code::NotFound => Problem::new(code, "there is no such task"),
        Code::MethodNotAllowed => Problem::new(code, "see the Allow header for the allowed methods"),
        Code::NotAcceptable => Problem::new(code, "the response is application/json"),
        Code::IdempotencyConflict => {
            Problem::new(code, "the first request with this Idempotency-Key is still being processed")
        }
        Code::TaskState => Problem::new(code, "not possible in the current state"),
        Code::EndpointDisabled => Problem::new(code, "enable the endpoint first"),
        Code::Conflict => Problem::new(code, "the delivery is being sent"),
        Code::LimitReached => Problem::new(code, "The account can run at most 20 tasks at the same time"),
        Code::PayloadTooLarge => Problem::new(code, "a body may have at most one megabyte"),
        Code::UnsupportedMediaType => Problem::new(code, "send application/json"),
        Code::IdempotencyMismatch => {
            Problem::new(code, "this Idempotency-Key was used with another path or body")
        }
        Code::Unprocessable => Problem::field(code, "/checks/0", unknown),
        Code::RateLimited => Problem::new(code, "the limit is 3000 requests per minute"),
        Code::Internal => Problem::new(code, "the operator can find the cause by the request id"),
        Code::Unavailable => Problem::new(code, "requests cannot be counted at the moment"),
    }
}
