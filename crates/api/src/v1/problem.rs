//! Every way in which a request to the public API is refused, as RFC 9457 says.

use axum::http::header::{self, HeaderValue};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use numsift_api_keys::Denied;
use numsift_ledger::LedgerError;
use numsift_model::lang::Lang;
use numsift_screening::ScreeningError;
use numsift_store::StoreError;
use serde::Serialize;
use utoipa::ToSchema;

use crate::refusal::Refusal;

macro_rules! codes {
    ($($variant:ident = $code:tt, $status:ident, $title:literal;)*) => {
        /// What kind of problem it is.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
        pub enum Code {
            $(#[serde(rename = $code)] $variant,)*
        }

        impl Code {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// The stable word.
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $code,)* }
            }

            /// The HTTP status it comes with.
            pub fn status(self) -> StatusCode {
                match self { $(Self::$variant => StatusCode::$status,)* }
            }

            /// What it is, in a few words.
            pub fn title(self) -> &'static str {
                match self { $(Self::$variant => $title,)* }
            }
        }
    };
}

codes! {
    InvalidRequest = "invalid-request", BAD_REQUEST, "The request is not right";
    Unauthorized = "unauthorized", UNAUTHORIZED, "A good API key is needed";
    InsufficientBalance = "insufficient-balance", PAYMENT_REQUIRED, "The account has too few points";
    Forbidden = "forbidden", FORBIDDEN, "The key does not allow this";
    IpNotAllowed = "ip-not-allowed", FORBIDDEN, "The key may not be used from this address";
    AccountDisabled = "account-disabled", FORBIDDEN, "The account may not use the API";
    NotFound = "not-found", NOT_FOUND, "There is no such thing";
    MethodNotAllowed = "method-not-allowed", METHOD_NOT_ALLOWED, "Not with this method";
    NotAcceptable = "not-acceptable", NOT_ACCEPTABLE, "There is no answer of that media type";
    IdempotencyConflict = "idempotency-conflict", CONFLICT, "The same request is being answered";
    TaskState = "task-state", CONFLICT, "The state of the task does not allow that";
    PayloadTooLarge = "payload-too-large", PAYLOAD_TOO_LARGE, "The request is too large";
    UnsupportedMediaType = "unsupported-media-type", UNSUPPORTED_MEDIA_TYPE, "That media type is not read";
    IdempotencyMismatch = "idempotency-mismatch", UNPROCESSABLE_ENTITY, "The key was used for another request";
    Unprocessable = "unprocessable", UNPROCESSABLE_ENTITY, "What was asked for cannot be done";
    RateLimited = "rate-limited", TOO_MANY_REQUESTS, "Too many requests";
    Internal = "internal", INTERNAL_SERVER_ERROR, "Something went wrong here";
    Unavailable = "unavailable", SERVICE_UNAVAILABLE, "Not at the moment";
}

/// A request that is refused.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Problem)]
pub struct ProblemBody {
    /// Names the kind of problem, and leads to its description.
    #[serde(rename = "type")]
    #[schema(example = "/docs/api/errors#invalid-request")]
    type_uri: String,
    /// The kind of problem in a few words.
    title: &'static str,
    /// The HTTP status.
    status: u16,
    /// What went wrong this time.
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
    /// Where it stands in the body, as a JSON pointer; the name of a query parameter without a slash.
    pointer: String,
    /// Why it is wrong.
    detail: String,
}

/// Why a request is refused.
#[derive(Debug, Clone)]
pub struct Problem {
    /// What kind of problem it is.
    pub code: Code,
    detail: String,
    errors: Vec<FieldProblem>,
    retry_after: Option<i64>,
}

impl Problem {
    /// A problem and what went wrong this time.
    pub fn new(code: Code, detail: impl Into<String>) -> Self {
        Self { code, detail: detail.into(), errors: Vec::new(), retry_after: None }
    }

    /// A field that is wrong.
    pub fn field(code: Code, pointer: impl Into<String>, detail: impl Into<String>) -> Self {
        let detail = detail.into();
        let errors = vec![FieldProblem { pointer: pointer.into(), detail: detail.clone() }];
        Self { code, detail, errors, retry_after: None }
    }

    /// Notes an unexpected failure in the log and refuses without telling more.
    pub fn internal(cause: impl std::fmt::Display) -> Self {
        tracing::error!(%cause, "a request to the API failed");
        Self::new(Code::Internal, "the request id helps the operator to find out why")
    }

    /// The same, to be tried again after some seconds.
    #[must_use]
    pub fn after(mut self, seconds: i64) -> Self {
        self.retry_after = Some(seconds.max(1));
        self
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let status = self.code.status();
        let body = ProblemBody {
            type_uri: format!("/docs/api/errors#{}", self.code.as_str()),
            title: self.code.title(),
            status: status.as_u16(),
            detail: self.detail,
            code: self.code,
            errors: self.errors,
        };
        let mut headers = HeaderMap::new();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        if self.code == Code::Unauthorized {
            headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        if let Some(seconds) = self.retry_after {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        (status, headers, serde_json::to_string(&body).unwrap_or_default()).into_response()
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Self {
        Self::internal(error)
    }
}

impl From<Denied> for Problem {
    fn from(denied: Denied) -> Self {
        let code = match &denied {
            Denied::Unknown | Denied::Revoked | Denied::Expired => Code::Unauthorized,
            Denied::Address => Code::IpNotAllowed,
            Denied::Account => Code::AccountDisabled,
            Denied::Store(error) => {
                tracing::error!(%error, "a key could not be looked up");
                return Self::new(Code::Unavailable, "keys cannot be checked now").after(2);
            }
        };
        Self::new(code, denied.to_string())
    }
}

impl From<LedgerError> for Problem {
    fn from(error: LedgerError) -> Self {
        match error {
            LedgerError::NotEnough { missing } => {
                let detail = format!("{} ten-thousandths of a point are missing", missing.0);
                Self::new(Code::InsufficientBalance, detail)
            }
            LedgerError::Store(error) => error.into(),
            other => Self::internal(other),
        }
    }
}

impl From<ScreeningError> for Problem {
    fn from(error: ScreeningError) -> Self {
        if let Some(code) = error.intake_code().filter(|code| *code != "storage") {
            return Self::field(Code::Unprocessable, "/file", format!("the file cannot be read: {code}"));
        }
        let said = error.to_string();
        match error {
            ScreeningError::NotFound => Self::new(Code::NotFound, "there is no such task"),
            ScreeningError::WrongState | ScreeningError::Outdated => Self::new(Code::TaskState, said),
            ScreeningError::Invalid(field) => {
                Self::field(Code::Unprocessable, format!("/{}", pointer_of(field)), said)
            }
            ScreeningError::NotUsable(_) => Self::field(Code::Unprocessable, "/checks", said),
            ScreeningError::NumberCount { .. } => Self::field(Code::Unprocessable, "/numbers", said),
            ScreeningError::TooLarge { .. } => Self::new(Code::PayloadTooLarge, said),
            ScreeningError::CutOff => Self::new(Code::InvalidRequest, said),
            ScreeningError::Ledger(error) => error.into(),
            ScreeningError::Store(error) => error.into(),
            other => Self::internal(other),
        }
    }
}

/// What a field of a console call is called here.
fn pointer_of(field: &str) -> &str {
    match field {
        "freshness_days" => "max_age_days",
        other => other,
    }
}

/// Bodies are read as those of the console are; what is wrong with one is told in English.
impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Self {
        let Refusal::Bad(message, fields) = &refusal else {
            return Self::internal(format!("{refusal:?}"));
        };
        let errors = fields.iter().map(|(field, message)| FieldProblem {
            pointer: json_pointer(field),
            detail: message.text(Lang::En),
        });
        Self {
            code: Code::InvalidRequest,
            detail: message.text(Lang::En),
            errors: errors.collect(),
            retry_after: None,
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
    use super::{Code, json_pointer};

    #[test]
    fn places_are_json_pointers() {
        for (path, pointer) in [("body", ""), ("name", "/name"), ("checks[1].project", "/checks/1/project")] {
            assert_eq!(json_pointer(path), pointer);
        }
    }

    #[test]
    fn every_code_is_a_refusal_with_a_name_of_its_own() {
        let names: std::collections::BTreeSet<_> = Code::ALL.iter().map(|code| code.as_str()).collect();
        assert_eq!(names.len(), Code::ALL.len());
        assert!(Code::ALL.iter().all(|code| code.status().as_u16() >= 400));
    }
}
