//! Refused requests of the public API, as problem details (RFC 9457).

use axum::http::HeaderMap;
use axum::http::header::{self, HeaderValue};
use axum::response::{IntoResponse, Response};
use numsift_api_keys::Denied;
use numsift_intake::{About, Question};
use numsift_model::lang::Lang;
use numsift_screening::{CheckFault, ScreeningError};
use numsift_store::StoreError;
use numsift_webhooks::WebhookError;
use serde::Serialize;
use utoipa::ToSchema;

pub use crate::refusal::code::Code;
use crate::refusal::{BUSY_S, Refusal, UNAVAILABLE_S};

/// A refused request.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Problem)]
pub struct ProblemBody {
    /// The kind of problem, as a link to its description.
    #[serde(rename = "type")]
    #[schema(example = "/docs/api/errors#invalid-request")]
    type_uri: String,
    /// The kind of problem in a few words.
    title: &'static str,
    /// The HTTP status.
    status: u16,
    /// What went wrong in this request.
    detail: String,
    /// The kind of problem as a stable word.
    code: Code,
    /// The fields that are wrong.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    errors: Vec<FieldProblem>,
}

/// A field that is wrong.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct FieldProblem {
    /// JSON pointer into the body, or the name of a query parameter without a slash.
    pointer: String,
    /// Why it is wrong.
    detail: String,
}

/// Why a request is refused.
#[derive(Debug, Clone)]
pub struct Problem {
    pub code: Code,
    detail: String,
    errors: Vec<FieldProblem>,
    retry_after: Option<i64>,
    /// The status in the body, if it is not that of the code.
    status: Option<u16>,
    /// The request is still being carried out, so its idempotency key must stay claimed.
    pub goes_on: bool,
}

impl Problem {
    pub fn new(code: Code, detail: impl Into<String>) -> Self {
        Self {
            code,
            detail: detail.into(),
            errors: Vec::new(),
            retry_after: None,
            status: None,
            goes_on: false,
        }
    }

    /// One field is wrong.
    pub fn field(code: Code, pointer: impl Into<String>, detail: impl Into<String>) -> Self {
        let detail = detail.into();
        let errors = vec![FieldProblem { pointer: pointer.into(), detail: detail.clone() }];
        Self { errors, ..Self::new(code, detail) }
    }

    /// A file that can be read in several ways: what to send for each likely one.
    fn unclear(questions: &[Question]) -> Self {
        let errors = questions.iter().map(|question| {
            let field = match question.about {
                About::Column => "column",
                About::Country => "default_country",
                About::Layout => "delimiter",
                About::Sheet => "sheet",
            };
            let choices =
                question.options.iter().map(|hints| serde_json::to_string(hints).unwrap_or_default());
            let detail = format!("send one of {}", choices.collect::<Vec<_>>().join(" or "));
            FieldProblem { pointer: format!("/reading/{field}"), detail }
        });
        let detail = "the file can be read in several ways; say how with `reading`";
        Self { errors: errors.collect(), ..Self::new(Code::Unprocessable, detail) }
    }

    /// Logs an unexpected failure and refuses without giving the cause.
    pub fn internal(cause: impl std::fmt::Display) -> Self {
        tracing::error!(%cause, "API request failed");
        Refusal::Internal.into()
    }

    /// Names another status in the body than that of the code.
    #[must_use]
    pub fn reporting(mut self, status: u16) -> Self {
        self.status = Some(status);
        self
    }

    /// Points at a field by another name.
    pub fn rename(&mut self, from: &str, to: &str) {
        for error in self.errors.iter_mut().filter(|error| error.pointer == from) {
            to.clone_into(&mut error.pointer);
        }
    }

    /// Adds a `Retry-After` header.
    #[must_use]
    pub fn after(mut self, seconds: i64) -> Self {
        self.retry_after = Some(seconds.max(1));
        self
    }
}

impl From<Problem> for ProblemBody {
    fn from(problem: Problem) -> Self {
        let code = problem.code;
        Self {
            type_uri: format!("/docs/api/errors#{}", code.as_str()),
            title: code.title(),
            status: problem.status.unwrap_or(code.status().as_u16()),
            detail: problem.detail,
            code,
            errors: problem.errors,
        }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let status = self.code.status();
        let mut headers = HeaderMap::new();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        if self.code == Code::Unauthorized {
            headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        if let Some(seconds) = self.retry_after {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        let body = ProblemBody::from(self);
        (status, headers, serde_json::to_string(&body).unwrap_or_default()).into_response()
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Self {
        Refusal::from(error).into()
    }
}

impl From<WebhookError> for Problem {
    fn from(error: WebhookError) -> Self {
        let detail = matches!(error, WebhookError::NotFound).then_some("there is no such endpoint");
        let problem = Self::from(Refusal::from(error));
        match detail {
            Some(detail) => Self { detail: detail.to_owned(), ..problem },
            None => problem,
        }
    }
}

impl From<Denied> for Problem {
    fn from(denied: Denied) -> Self {
        let code = match &denied {
            Denied::Unknown | Denied::Revoked | Denied::Expired => Code::Unauthorized,
            Denied::Address => Code::IpNotAllowed,
            Denied::Account => Code::AccountDisabled,
            Denied::Store(error) => {
                tracing::error!(%error, "cannot look up an API key");
                return Self::new(Code::Unavailable, "keys cannot be checked at the moment").after(2);
            }
        };
        Self::new(code, denied.to_string())
    }
}

/// Code and fields are those of the refusal; the detail is the error's own text, which names the project.
impl From<ScreeningError> for Problem {
    fn from(error: ScreeningError) -> Self {
        if let ScreeningError::Unclear(questions) = &error {
            return Self::unclear(questions);
        }
        if let ScreeningError::Checks { place, fault } = &error {
            let pointer = match (place, fault) {
                (Some(place), CheckFault::Condition) => format!("/checks/{place}/only_if"),
                (Some(place), _) => format!("/checks/{place}"),
                (None, _) => "/checks".to_owned(),
            };
            return Self::field(Code::Unprocessable, pointer, fault.to_string());
        }
        match &error {
            ScreeningError::TooManyFiles { .. } | ScreeningError::TooManyUploads { .. } => {
                return Self::new(Code::LimitReached, error.to_string());
            }
            // Without `Retry-After`: the same part is never right.
            ScreeningError::WrongOffset { .. } => return Self::new(Code::Conflict, error.to_string()),
            _ => {}
        }
        let detail = match &error {
            ScreeningError::NotFound => Some("there is no such task".to_owned()),
            // A rule is said without the field, which has another name here than in the console.
            ScreeningError::Wrong(..) | ScreeningError::Ledger(_) | ScreeningError::Files(_) => None,
            error => Some(match error.intake_code() {
                Some(code) => format!("the file cannot be read: {code}"),
                None => error.to_string(),
            }),
        };
        let goes_on = matches!(error, ScreeningError::Settling);
        let mut problem = Self { goes_on, ..Self::from(Refusal::from(error)) };
        for error in &mut problem.errors {
            rename_field(&mut error.pointer);
        }
        if let Some(detail) = detail.filter(|_| !matches!(problem.code, Code::Internal | Code::Unavailable)) {
            for error in &mut problem.errors {
                error.detail.clone_from(&detail);
            }
            problem.detail = detail;
        }
        problem
    }
}

/// Some fields have other names here than in the console's calls.
fn rename_field(pointer: &mut String) {
    match pointer.as_str() {
        "/freshness_days" => "/max_age_days".clone_into(pointer),
        "/list" => "/numbers".clone_into(pointer),
        _ => {}
    }
}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Self {
        let (_, code) = refusal.codes();
        match &refusal {
            Refusal::Malformed(message, fields) | Refusal::Invalid(message, fields) => {
                let errors = fields.iter().map(|(field, message)| FieldProblem {
                    pointer: json_pointer(field),
                    detail: message.text(Lang::En),
                });
                Self { errors: errors.collect(), ..Self::new(code, message.text(Lang::En)) }
            }
            Refusal::NotEnough { missing } => {
                Self::new(code, format!("{missing} ten-thousandths of a point are missing"))
            }
            Refusal::TooMany { retry_after } => {
                Self::new(code, refusal.message().text(Lang::En)).after(*retry_after)
            }
            Refusal::Conflict(..) if code == Code::Conflict => {
                Self::new(code, refusal.message().text(Lang::En)).after(1)
            }
            Refusal::Busy => Self::new(code, refusal.message().text(Lang::En)).after(BUSY_S),
            Refusal::Unavailable => {
                let detail = "a part of the service does not answer; nothing is wrong with the request";
                Self::new(code, detail).after(UNAVAILABLE_S)
            }
            Refusal::StorageFull => Self::new(code, refusal.message().text(Lang::En)).after(UNAVAILABLE_S),
            Refusal::Internal => Self::new(code, "the operator can find the cause by the request id"),
            _ => Self::new(code, refusal.message().text(Lang::En)),
        }
    }
}

/// `a[0].b` as a JSON pointer; `body` is the whole.
fn json_pointer(path: &str) -> String {
    if path == "body" {
        return String::new();
    }
    let parts = path.split(['.', '[']).map(|part| part.trim_end_matches(']'));
    parts.flat_map(|part| ["/".to_owned(), part.replace('~', "~0").replace('/', "~1")]).collect()
}

#[cfg(test)]
mod tests {
    use numsift_ledger::LedgerError;
    use numsift_model::money::Points;
    use numsift_model::rule::Rule;
    use numsift_screening::ScreeningError;

    use super::{Problem, json_pointer};

    #[test]
    fn paths_become_json_pointers() {
        for (path, pointer) in [("body", ""), ("name", "/name"), ("checks[1].project", "/checks/1/project")] {
            assert_eq!(json_pointer(path), pointer);
        }
    }

    #[test]
    fn errors_of_screening_keep_their_code_and_field() {
        let too_few = ScreeningError::NumberCount { project: "whatsapp".to_owned(), least: 10, most: 20 };
        let not_enough = LedgerError::NotEnough { missing: Points(12) };
        for (error, code, pointer) in [
            (ScreeningError::NotFound, "not-found", None),
            (ScreeningError::WrongState, "task-state", None),
            (ScreeningError::Outdated, "conflict", None),
            (
                ScreeningError::Wrong("freshness_days", Rule::AtLeast(0)),
                "unprocessable",
                Some("/max_age_days"),
            ),
            (ScreeningError::Wrong("name", Rule::up_to(5)), "unprocessable", Some("/name")),
            (ScreeningError::NotUsable("whatsapp".to_owned()), "unprocessable", Some("/checks")),
            (too_few, "unprocessable", Some("/numbers")),
            (ScreeningError::TooLarge { limit: 10 }, "payload-too-large", None),
            (ScreeningError::CutOff, "invalid-request", Some("/file")),
            (ScreeningError::Ledger(not_enough), "insufficient-balance", None),
        ] {
            let problem = Problem::from(error);
            assert_eq!(problem.code.as_str(), code, "{problem:?}");
            assert_eq!(problem.errors.first().map(|field| field.pointer.as_str()), pointer, "{problem:?}");
            assert!(!problem.detail.contains("freshness_days"), "{problem:?}");
        }
    }
}
