//! The results of a check by a channel.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use numsift_model::money::Points;
use serde::{Serialize, Serializer};
use thiserror::Error;
use utoipa::ToSchema;

use crate::transport::names::ResolverAway;

/// The answer for one number.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Answer {
    /// E.164 digits without the plus sign.
    pub number: u64,
    pub outcome: Outcome,
}

impl Answer {
    /// Whether no usable item was found for the number, so that a later delivery may still contain one.
    pub(crate) fn has_no_item(&self) -> bool {
        let Outcome::Unknown { reason } = self.outcome else { return false };
        matches!(reason, Reason::NoAnswer | Reason::WrongShape | Reason::TooLarge | Reason::TooDeep)
    }

    /// Whether the provider is to be asked about the number again.
    pub(crate) fn is_to_be_retried(&self) -> bool {
        self.outcome == Outcome::Unknown { reason: Reason::TryLater }
    }
}

/// What a check found for a number.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Outcome {
    /// The provider gave a definite answer.
    Definite {
        /// The status; never `unknown`.
        #[serde(serialize_with = "as_text")]
        #[schema(value_type = String)]
        status: Arc<str>,
        /// The other mapped fields, such as `carrier`.
        #[schema(value_type = BTreeMap<String, String>)]
        fields: Fields,
    },
    /// No definite answer; never charged.
    Unknown { reason: Reason },
}

fn as_text<S: Serializer>(text: &Arc<str>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(text)
}

/// The fields of an answer as a compact JSON object, in the form that is stored. There are millions of them and
/// few are ever read, so they are not parsed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Fields(String);

impl Fields {
    /// Appends a field. The name must be a JSON string with quotes.
    pub(crate) fn push(&mut self, name: &str, value: &str) {
        let Self(json) = self;
        json.reserve(name.len() + value.len() + "{:\"\"}".len());
        // Remove the closing brace.
        json.pop();
        json.push(if json.is_empty() { '{' } else { ',' });
        json.push_str(name);
        json.push(':');
        if value.bytes().all(|byte| matches!(byte, b' '..=b'~') && byte != b'"' && byte != b'\\') {
            json.push('"');
            json.push_str(value);
            json.push('"');
        } else {
            // Serializing a string cannot fail.
            json.push_str(&serde_json::to_string(value).unwrap_or_default());
        }
        json.push('}');
    }

    /// The JSON object; an empty string if there are no fields.
    pub fn into_json(self) -> String {
        self.0
    }

    /// The fields by name.
    pub fn to_map(&self) -> BTreeMap<String, String> {
        // The text is valid JSON unless it is empty, which means that there are no fields.
        serde_json::from_str(&self.0).unwrap_or_default()
    }
}

impl Serialize for Fields {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.to_map().serialize(serializer)
    }
}

/// Why there is no definite answer. The codes are stored and shown, and must not change.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    Serialize,
    ToSchema,
    strum::Display,
    strum::IntoStaticStr,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Reason {
    /// The reply does not contain this number.
    NoAnswer,
    /// The reply or the item does not have the configured shape.
    WrongShape,
    /// The reply is larger than allowed.
    TooLarge,
    /// The reply is nested deeper than allowed.
    TooDeep,
    /// The provider did not reply in time.
    Timeout,
    /// No rule maps the provider's value.
    Unmapped,
    /// The provider reports that it does not know.
    ReportedUnknown,
    /// The provider cannot answer for this number, so that the next channel is asked.
    PassedOn,
    /// The provider could not answer for this number now, and not after the retries either.
    TryLater,
    /// The provider replied with a failure.
    ChannelFailed,
    /// The provider cannot be reached.
    Unreachable,
    /// Requests to the provider's address are not allowed.
    RefusedAddress,
    /// The provider's job failed.
    JobFailed,
    /// The templates could not be rendered.
    BadRequest,
    /// The request could not be authenticated.
    AuthFailed,
    /// The batch is empty or larger than the channel allows.
    BatchSize,
    /// No channel served the number. Set by callers, never by a channel.
    NoChannel,
}

impl Reason {
    /// Whether the provider or the channel failed, as opposed to a reply without a definite answer.
    pub fn is_failure(self) -> bool {
        match self {
            Self::NoAnswer | Self::Unmapped | Self::ReportedUnknown | Self::PassedOn => false,
            Self::WrongShape
            | Self::TooLarge
            | Self::TooDeep
            | Self::Timeout
            | Self::TryLater
            | Self::ChannelFailed
            | Self::Unreachable
            | Self::RefusedAddress
            | Self::JobFailed
            | Self::BadRequest
            | Self::AuthFailed
            | Self::BatchSize
            | Self::NoChannel => true,
        }
    }

    /// Whether another channel may answer for the number.
    pub fn is_for_next_channel(self) -> bool {
        matches!(self, Self::PassedOn | Self::TryLater)
    }

    /// The code that is stored and shown.
    pub fn code(self) -> &'static str {
        self.into()
    }
}

/// The result of a batch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckResult {
    /// One answer per number, in order; or why the channel did not serve the batch, so that the caller tries
    /// the next channel.
    pub answers: Result<Vec<Answer>, CheckError>,
    /// The usage, also of a failed batch.
    pub usage: Usage,
}

/// Requests, time and cost of a batch.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Usage {
    /// HTTP requests sent, without token requests.
    pub requests: u32,
    /// Time from start to result, including waits.
    pub latency: Duration,
    /// What the provider charges the operator.
    pub spend: Points,
}

/// Why a channel did not serve a batch.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum CheckError {
    /// The provider asks for a longer pause than the batch should wait.
    #[error("the provider is throttling requests")]
    Throttled { retry_after: Duration },
    #[error("{reason}: {detail}")]
    Failed {
        reason: Reason,
        /// A message for the operator, without secrets or numbers.
        detail: String,
    },
    /// The channel is disabled until the operator enables it. The caller should store this.
    #[error("the channel is disabled: {reason}")]
    Disabled {
        /// A message for the operator.
        reason: String,
    },
    /// This machine cannot resolve host names. That is no failure of the provider, which other nodes may reach.
    #[error("{ResolverAway}")]
    ResolverAway,
    /// Too many recent failures.
    #[error("the breaker is open after too many failures")]
    BreakerOpen { retry_after: Duration },
}

impl CheckError {
    pub(crate) fn failed(reason: Reason, detail: impl Into<String>) -> Self {
        Self::Failed { reason, detail: detail.into() }
    }

    /// What is known beyond the kind of error.
    pub(crate) fn detail(&self) -> Option<&str> {
        match self {
            Self::Failed { detail, .. } | Self::Disabled { reason: detail } => {
                Some(detail).filter(|detail| !detail.is_empty()).map(String::as_str)
            }
            Self::Throttled { .. } | Self::ResolverAway | Self::BreakerOpen { .. } => None,
        }
    }
}

/// Why a channel cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, Error, Serialize, ToSchema)]
#[serde(tag = "code", rename_all = "snake_case")]
pub enum Unusable {
    #[error("there is no contract")]
    NoContract,
    #[error("the contract expired on {on}")]
    Expired {
        /// The first day without a contract.
        on: String,
    },
    /// The provider refused access, or the operator disabled the channel.
    #[error("disabled: {reason}")]
    Disabled { reason: String },
}
