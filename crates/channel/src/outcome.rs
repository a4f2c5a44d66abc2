//! What comes out of asking a channel.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use numsift_model::money::Points;
use serde::{Serialize, Serializer};
use thiserror::Error;
use utoipa::ToSchema;

/// What one number turned out to be.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Answer {
    /// The number as it was asked: E.164 digits without the plus sign.
    pub number: u64,
    /// What is known about it.
    pub outcome: Outcome,
}

/// What is known about a number.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Outcome {
    /// The provider gave a definite answer.
    Definite {
        /// The status, never `unknown`.
        #[serde(serialize_with = "as_text")]
        #[schema(value_type = String)]
        status: Arc<str>,
        /// The other fields that the map gives, such as `carrier`.
        #[schema(value_type = BTreeMap<String, String>)]
        fields: Fields,
    },
    /// Nothing definite is known; never charged.
    Unknown {
        /// Why.
        reason: Reason,
    },
}

fn as_text<S: Serializer>(text: &Arc<str>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(text)
}

/// Fields of an answer, as the compact JSON object that is stored with a result. There are millions of them and hardly
/// anybody looks into one, so they stay a text from the start.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Fields(String);

impl Fields {
    /// Appends a field; its name is JSON already, quotes included.
    pub(crate) fn push(&mut self, name: &str, value: &str) {
        let Self(json) = self;
        json.reserve(name.len() + value.len() + "{:\"\"}".len());
        // The end of the object moves back.
        json.pop();
        json.push(if json.is_empty() { '{' } else { ',' });
        json.push_str(name);
        json.push(':');
        if value.bytes().all(|byte| matches!(byte, b' '..=b'~') && byte != b'"' && byte != b'\\') {
            json.push('"');
            json.push_str(value);
            json.push('"');
        } else {
            // A text can always be written as JSON.
            json.push_str(&serde_json::to_string(value).unwrap_or_default());
        }
        json.push('}');
    }

    /// The object; empty when there is no field.
    pub fn into_json(self) -> String {
        self.0
    }

    /// The fields by their names.
    pub fn to_map(&self) -> BTreeMap<String, String> {
        // Nothing but this module writes the text; without fields it is empty, which is no JSON.
        serde_json::from_str(&self.0).unwrap_or_default()
    }
}

impl Serialize for Fields {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.to_map().serialize(serializer)
    }
}

/// Why nothing is known. The codes are stable: they are stored and shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// The answer does not speak of this number.
    NoAnswer,
    /// The answer, or this item of it, is not built as configured.
    WrongShape,
    /// The answer is larger than allowed.
    TooLarge,
    /// The answer is nested deeper than allowed.
    TooDeep,
    /// The answer did not come in time.
    Timeout,
    /// No rule maps what the provider says.
    Unmapped,
    /// The provider itself does not know.
    ReportedUnknown,
    /// The provider answered with a failure.
    ChannelFailed,
    /// The provider cannot be reached.
    Unreachable,
    /// The provider's address may not be asked.
    RefusedAddress,
    /// The provider's job failed.
    JobFailed,
    /// The request could not be made from the templates.
    BadRequest,
    /// The provider gave no token.
    AuthFailed,
    /// More numbers than the channel takes at once, or none.
    BatchSize,
    /// No channel was left to ask; for callers, never given by a channel.
    NoChannel,
}

impl Reason {
    /// The stable code.
    pub fn code(self) -> &'static str {
        match self {
            Self::NoAnswer => "no_answer",
            Self::WrongShape => "wrong_shape",
            Self::TooLarge => "too_large",
            Self::TooDeep => "too_deep",
            Self::Timeout => "timeout",
            Self::Unmapped => "unmapped",
            Self::ReportedUnknown => "reported_unknown",
            Self::ChannelFailed => "channel_failed",
            Self::Unreachable => "unreachable",
            Self::RefusedAddress => "refused_address",
            Self::JobFailed => "job_failed",
            Self::BadRequest => "bad_request",
            Self::AuthFailed => "auth_failed",
            Self::BatchSize => "batch_size",
            Self::NoChannel => "no_channel",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

/// What came out of asking for a batch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckResult {
    /// One answer for each number asked, in their order; or why the channel did not serve the batch,
    /// so that the caller asks the next channel.
    pub answers: Result<Vec<Answer>, CheckError>,
    /// What it took, also when it failed.
    pub usage: Usage,
}

/// What asking took.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Usage {
    /// HTTP requests made, tokens not counted.
    pub requests: u32,
    /// From the start to the result, waiting included.
    pub latency: Duration,
    /// What the provider charges us for it.
    pub spend: Points,
}

/// Why a channel did not serve a batch as a whole.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum CheckError {
    /// The provider wants to be left alone for longer than the batch should wait.
    #[error("the provider asks to slow down")]
    Throttled {
        /// Ask again after this.
        retry_after: Duration,
    },
    /// It failed.
    #[error("{reason}: {detail}")]
    Failed {
        /// The stable code.
        reason: Reason,
        /// For the operator; holds no secret and no number.
        detail: String,
    },
    /// It is out of use until the operator looks at it. The caller should store that.
    #[error("the channel is out of use: {reason}")]
    Disabled {
        /// Why, for the operator.
        reason: String,
    },
    /// It failed too often of late.
    #[error("the channel failed too often and is left alone")]
    BreakerOpen {
        /// Ask again after this.
        retry_after: Duration,
    },
}

impl CheckError {
    pub(crate) fn failed(reason: Reason, detail: impl Into<String>) -> Self {
        Self::Failed { reason, detail: detail.into() }
    }
}

/// Why a channel may not be used.
#[derive(Debug, Clone, PartialEq, Eq, Error, Serialize, ToSchema)]
#[serde(tag = "code", rename_all = "snake_case")]
pub enum Unusable {
    /// There is no contract.
    #[error("there is no contract")]
    NoContract,
    /// The contract has expired.
    #[error("the contract expired on {on}")]
    Expired {
        /// The first day without it.
        on: String,
    },
    /// The provider refused us, or the operator put it out of use.
    #[error("out of use: {reason}")]
    Disabled {
        /// Why.
        reason: String,
    },
}
