//! The kinds of problems that the public API reports, as words, HTTP statuses and titles.

use axum::http::StatusCode;
use serde::Serialize;
use utoipa::ToSchema;

macro_rules! codes {
    ($($variant:ident = $code:tt, $status:ident, $title:literal;)*) => {
        /// What kind of problem it is.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
        pub enum Code {
            $(#[serde(rename = $code)] $variant,)*
        }

        impl Code {
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
    InvalidRequest = "invalid-request", BAD_REQUEST, "The request is not valid";
    Unauthorized = "unauthorized", UNAUTHORIZED, "A valid API key is required";
    InsufficientBalance = "insufficient-balance", PAYMENT_REQUIRED, "The account has too few points";
    Forbidden = "forbidden", FORBIDDEN, "The key does not allow this";
    IpNotAllowed = "ip-not-allowed", FORBIDDEN, "The key may not be used from this address";
    AccountDisabled = "account-disabled", FORBIDDEN, "The account may not use the API";
    NotFound = "not-found", NOT_FOUND, "Not found";
    MethodNotAllowed = "method-not-allowed", METHOD_NOT_ALLOWED, "The method is not allowed here";
    NotAcceptable = "not-acceptable", NOT_ACCEPTABLE, "The response is not available in that media type";
    IdempotencyConflict = "idempotency-conflict", CONFLICT, "The same request is still being processed";
    TaskState = "task-state", CONFLICT, "The state of the task does not allow this";
    EndpointDisabled = "endpoint-disabled", CONFLICT, "The webhook endpoint is disabled";
    Conflict = "conflict", CONFLICT, "It has changed or is in use at the moment";
    LimitReached = "limit-reached", CONFLICT, "The account uses as much as it may";
    PayloadTooLarge = "payload-too-large", PAYLOAD_TOO_LARGE, "The request is too large";
    UnsupportedMediaType = "unsupported-media-type", UNSUPPORTED_MEDIA_TYPE, "The media type is not supported";
    IdempotencyMismatch = "idempotency-mismatch", UNPROCESSABLE_ENTITY, "The idempotency key was used for another request";
    Unprocessable = "unprocessable", UNPROCESSABLE_ENTITY, "The request cannot be carried out";
    RateLimited = "rate-limited", TOO_MANY_REQUESTS, "Too many requests";
    Internal = "internal", INTERNAL_SERVER_ERROR, "Internal error";
    Unavailable = "unavailable", SERVICE_UNAVAILABLE, "Temporarily unavailable";
}

#[cfg(test)]
mod tests {
    use super::Code;

    #[test]
    fn codes_are_unique_and_errors() {
        let names: std::collections::BTreeSet<_> = Code::ALL.iter().map(|code| code.as_str()).collect();
        assert_eq!(names.len(), Code::ALL.len());
        assert!(Code::ALL.iter().all(|code| code.status().as_u16() >= 400));
    }
}
