//! What is wrong with a configuration, field by field.

use std::fmt;

use serde::Serialize;
use utoipa::ToSchema;

/// One thing that is wrong with a configuration.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Fault {
    /// The field, such as `poll.state` or `map[1].path`.
    pub field: String,
    /// What is wrong with it.
    pub problem: Problem,
}

/// What is wrong with a field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(tag = "code", rename_all = "snake_case")]
pub enum Problem {
    /// It must be given.
    Missing,
    /// It is not a `JSONPath` of RFC 9535.
    NotAJsonPath {
        /// Why.
        message: String,
    },
    /// It is not a template.
    BadTemplate {
        /// Why.
        message: String,
    },
    /// A template uses a variable that does not exist here, or a rule names something unknown.
    UnknownName {
        /// The name.
        name: String,
    },
    /// The number is too small or too large.
    OutOfRange {
        /// The smallest allowed.
        min: i64,
        /// The largest allowed.
        max: i64,
    },
    /// It has no place in this mode or beside what else is set.
    ContradictsMode,
    /// It is not an absolute `http` or `https` address without user, query and fragment.
    NotAUrl,
    /// It is not a day such as `2027-01-01`.
    NotADay,
    /// It is not an HTTP method that is supported.
    NotAMethod,
    /// It is not the name of an HTTP header, or one that the connector sets itself.
    NotAHeader,
    /// It is not an ISO country code of two letters.
    NotACountry,
    /// Names are lower-case letters, digits, `_` and `-`.
    NotAName,
    /// It is not a secret of the form that the verification asks for.
    NotAKey,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.field, self.problem)
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing => f.write_str("must be given"),
            Self::NotAJsonPath { message } => write!(f, "is not a JSONPath: {message}"),
            Self::BadTemplate { message } => write!(f, "is not a template: {message}"),
            Self::UnknownName { name } => write!(f, "names {name:?}, which does not exist here"),
            Self::OutOfRange { min, max } => write!(f, "must be from {min} to {max}"),
            Self::ContradictsMode => f.write_str("contradicts the mode or another field"),
            Self::NotAUrl => f.write_str("is not an http or https address"),
            Self::NotADay => f.write_str("is not a day such as 2027-01-01"),
            Self::NotAMethod => f.write_str("is not a supported HTTP method"),
            Self::NotAHeader => f.write_str("is not a header that may be set"),
            Self::NotACountry => f.write_str("is not a country code of two letters"),
            Self::NotAName => f.write_str("is not a name of lower-case letters, digits, _ and -"),
            Self::NotAKey => f.write_str("is not a secret of the form that is asked for"),
        }
    }
}
