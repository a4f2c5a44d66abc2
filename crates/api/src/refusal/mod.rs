//! Every way in which a call can be refused, with its code in the console and in the public API.

pub mod code;
pub mod domain;

use std::collections::BTreeMap;

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use numsift_model::allowance::Resource;
use numsift_model::lang::Lang;
use numsift_model::rule::Rule;
use serde_json::{Value, json};

use self::code::Code;
use crate::messages::Message;

/// Seconds after which a call of a busy account can be tried again.
pub const BUSY_S: i64 = 5;
/// Seconds after which a call can be tried again when the database or the object store did not answer.
pub const UNAVAILABLE_S: i64 = 5;

/// Why a call was refused.
#[derive(Debug, Clone)]
pub enum Refusal {
    /// No session token was sent.
    NoToken,
    /// No session has this token.
    UnknownToken,
    /// The account signed in elsewhere, which ended this session.
    SignedInElsewhere,
    SessionExpired,
    /// The request cannot be parsed.
    Malformed(Message, BTreeMap<String, Message>),
    /// The request can be parsed but not carried out. Messages may belong to fields.
    Invalid(Message, BTreeMap<String, Message>),
    /// This part of the request is too large.
    TooLarge(&'static str, Message),
    NotPermitted(Message),
    /// It does not exist, or the caller may not see it.
    NotFound,
    /// The value of this field is taken, or the object changed in the meantime.
    Conflict(&'static str, Message),
    /// The balance is too low.
    NotEnough {
        /// Ten-thousandths of a point that are missing.
        missing: i64,
    },
    /// Too many requests.
    TooMany {
        /// Seconds to wait.
        retry_after: i64,
    },
    /// The account uses as much of a resource as it may.
    OverAllowance {
        resource: Resource,
        most: i64,
    },
    /// Too many calls of the account are being worked on.
    Busy,
    StorageFull,
    /// The database or the object store does not answer. The cause is in the log under the trace id.
    Unavailable,
    /// An unexpected failure. The cause is in the log under the trace id, not in the answer.
    Internal,
}

impl Refusal {
    /// The request as a whole cannot be carried out.
    pub fn invalid(message: Message) -> Self {
        Self::Invalid(message, BTreeMap::new())
    }

    /// One field has a value that is not allowed.
    pub fn field(name: impl Into<String>, message: Message) -> Self {
        Self::Invalid(message.clone(), BTreeMap::from([(name.into(), message)]))
    }

    /// One field has a value that breaks a rule.
    pub fn rule(name: impl Into<String>, rule: Rule) -> Self {
        Self::field(name, Message::Rule(rule))
    }

    /// Several fields have values that are not allowed. The message is that of the first field.
    pub fn fields(fields: impl IntoIterator<Item = (String, Message)>) -> Self {
        let fields: BTreeMap<_, _> = fields.into_iter().collect();
        let first = fields.values().next().cloned();
        Self::Invalid(first.unwrap_or(Message::MissingField), fields)
    }

    /// One field, or the whole body, cannot be parsed.
    pub fn malformed(name: impl Into<String>, message: Message) -> Self {
        Self::Malformed(message.clone(), BTreeMap::from([(name.into(), message)]))
    }

    /// Logs an unexpected failure and refuses without giving the cause.
    pub fn internal(cause: impl std::fmt::Display) -> Self {
        tracing::error!(%cause, "call failed");
        Self::Internal
    }

    /// Logs that the database or the object store does not answer, and refuses without giving the cause.
    pub fn unavailable(cause: impl std::fmt::Display) -> Self {
        tracing::error!(%cause, "call failed");
        Self::Unavailable
    }

    /// The code in the console's envelope and in problems of the public API.
    pub fn codes(&self) -> (i64, Code) {
        match self {
            Self::NoToken => (401, Code::Unauthorized),
            Self::UnknownToken => (50008, Code::Unauthorized),
            Self::SignedInElsewhere => (50012, Code::Unauthorized),
            Self::SessionExpired => (50014, Code::Unauthorized),
            Self::Malformed(..) => (40000, Code::InvalidRequest),
            Self::Invalid(..) => (40000, Code::Unprocessable),
            Self::TooLarge(..) => (40000, Code::PayloadTooLarge),
            Self::OverAllowance { .. } => (40000, Code::LimitReached),
            Self::StorageFull => (40000, Code::Unavailable),
            Self::NotPermitted(_) => (40300, Code::Forbidden),
            Self::NotFound => (40400, Code::NotFound),
            Self::Conflict(_, Message::WrongState) => (40900, Code::TaskState),
            Self::Conflict(_, Message::WebhookOff) => (40900, Code::EndpointDisabled),
            Self::Conflict(..) => (40900, Code::Conflict),
            Self::NotEnough { .. } => (42200, Code::InsufficientBalance),
            Self::TooMany { .. } | Self::Busy => (42900, Code::RateLimited),
            Self::Unavailable => (50000, Code::Unavailable),
            Self::Internal => (50000, Code::Internal),
        }
    }

    pub fn message(&self) -> Message {
        match self {
            Self::NoToken | Self::UnknownToken | Self::SignedInElsewhere | Self::SessionExpired => {
                Message::SessionOver
            }
            Self::Malformed(message, _)
            | Self::Invalid(message, _)
            | Self::TooLarge(_, message)
            | Self::NotPermitted(message)
            | Self::Conflict(_, message) => message.clone(),
            Self::NotFound => Message::NotFound,
            Self::NotEnough { missing } => Message::NotEnough { missing: *missing },
            Self::TooMany { retry_after } => Message::TooMany { seconds: *retry_after },
            Self::OverAllowance { resource, most } => {
                Message::OverAllowance { resource: *resource, most: *most }
            }
            Self::Busy => Message::TooManyCalls,
            Self::StorageFull => Message::StorageFull,
            Self::Unavailable | Self::Internal => Message::Internal,
        }
    }

    /// The console's answer in one language.
    pub fn render(&self, lang: Lang, trace_id: &str) -> Value {
        let data = match self {
            Self::Malformed(_, fields) | Self::Invalid(_, fields) => {
                let texts: BTreeMap<_, _> = fields.iter().map(|(name, m)| (name, m.text(lang))).collect();
                json!({ "fields": texts })
            }
            Self::TooLarge(field, message) | Self::Conflict(field, message) => {
                json!({ "fields": { *field: message.text(lang) } })
            }
            Self::StorageFull | Self::OverAllowance { .. } => json!({ "fields": {} }),
            Self::NotEnough { missing } => json!({ "missing": missing }),
            Self::TooMany { retry_after } => json!({ "retry_after": retry_after }),
            Self::Busy => json!({ "retry_after": BUSY_S }),
            Self::Unavailable | Self::Internal => json!({ "trace_id": trace_id }),
            _ => Value::Null,
        };
        json!({ "code": self.codes().0, "msg": self.message().text(lang), "data": data })
    }
}

/// Carries the refusal to the middleware, which knows the caller's language.
impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let mut response = StatusCode::OK.into_response();
        response.extensions_mut().insert(self);
        response
    }
}
