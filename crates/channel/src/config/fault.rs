//! Validation errors of a configuration, each with the field it belongs to.

use std::fmt;

use serde::Serialize;
use utoipa::ToSchema;

/// An invalid field of a configuration.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Fault {
    /// The field, such as `poll.state` or `map[1].path`.
    pub field: String,
    /// What is wrong with the field.
    pub problem: Problem,
}

/// What is wrong with a field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(tag = "code", rename_all = "snake_case")]
pub enum Problem {
    /// The field is required.
    Missing,
    /// The value is not a `JSONPath` (RFC 9535).
    NotAJsonPath {
        /// The parser's message.
        message: String,
    },
    /// The template does not compile or cannot be rendered.
    BadTemplate {
        /// The template engine's message.
        message: String,
    },
    /// The template uses a variable that is not available in this field.
    UnknownName {
        /// The variable.
        name: String,
    },
    /// The number is outside its range.
    OutOfRange {
        /// Smallest allowed value.
        min: i64,
        /// Largest allowed value.
        max: i64,
    },
    /// The field cannot be set together with the mode or another field.
    ContradictsMode,
    /// The value is not an absolute `http` or `https` URL without user, query and fragment.
    NotAUrl,
    /// The value is not a date such as `2027-01-01`.
    NotADay,
    /// The HTTP method is not supported.
    NotAMethod,
    /// The value is not a header name, or the connector sets this header itself.
    NotAHeader,
    /// The value is not an ISO country code of two letters.
    NotACountry,
    /// Names consist of lower-case letters, digits, `_` and `-`.
    NotAName,
    /// The secret does not have the form that the verification requires.
    NotAKey,
    /// The secret is not a private key for the algorithm, as PEM.
    NotAPrivateKey,
    /// The value is not one character that can separate values.
    NotASeparator,
    /// The value is not a regular expression, or it is too large.
    NotARegex {
        /// The parser's message.
        message: String,
    },
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "invalid `{}`: {}", self.field, self.problem)
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing => f.write_str("a value is required"),
            Self::NotAJsonPath { message } => write!(f, "expected a JSONPath (RFC 9535): {message}"),
            Self::BadTemplate { message } => write!(f, "expected a valid template: {message}"),
            Self::UnknownName { name } => {
                write!(f, "expected a variable that is available here, found `{name}`")
            }
            Self::OutOfRange { min, max } => write!(f, "expected a number from {min} to {max}"),
            Self::ContradictsMode => f.write_str("expected no value with this mode or these other fields"),
            Self::NotAUrl => {
                f.write_str("expected an absolute http or https URL without user, query and fragment")
            }
            Self::NotADay => f.write_str("expected a date such as 2027-01-01"),
            Self::NotAMethod => f.write_str("expected GET, POST, PUT or PATCH"),
            Self::NotAHeader => f.write_str("expected a valid header that the connector does not set itself"),
            Self::NotACountry => f.write_str("expected an ISO country code of two letters"),
            Self::NotAName => f.write_str("expected 1 to 64 lower-case letters, digits, `_` or `-`"),
            Self::NotAKey => f.write_str("expected a secret of the form that `verify` requires"),
            Self::NotAPrivateKey => f.write_str(
                "expected a private key as PEM: PKCS #8, or PKCS #1 for RSA, with at least 2048 bits",
            ),
            Self::NotASeparator => f.write_str("expected one character, such as `,`, `;` or a tab"),
            Self::NotARegex { message } => write!(f, "expected a small regular expression: {message}"),
        }
    }
}

/// Collects the faults of a configuration.
#[derive(Default)]
pub(crate) struct Faults(pub(crate) Vec<Fault>);

impl Faults {
    pub(crate) fn add(&mut self, field: impl Into<String>, problem: Problem) {
        self.0.push(Fault { field: field.into(), problem });
    }
}
