//! Lookups: one number, checked within a request.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use strum::{EnumString, IntoStaticStr, VariantArray};
use utoipa::ToSchema;

use crate::clock::Timestamp;
use crate::id::{ApiKeyId, LookupId, Uid};
use crate::money::Points;
use crate::words::word_methods;

/// The state of a lookup.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    ToSchema,
    EnumString,
    IntoStaticStr,
    VariantArray,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum LookupState {
    /// Its request waits for the answers.
    Open,
    Done,
    /// It took too long, or its process died. Free of charge.
    Cancelled,
}

/// Where an answer comes from.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    ToSchema,
    EnumString,
    IntoStaticStr,
    VariantArray,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Source {
    /// The number engine.
    Engine,
    /// A provider.
    Channel,
    /// An earlier answer to this account.
    Fresh,
    /// A test number.
    Test,
}

word_methods!(LookupState, Source);

/// The answer of one project to a lookup.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LookupAnswer {
    pub project: String,
    /// A status of the project, `unknown` or `skipped`.
    pub status: String,
    /// Whether the status counts as a hit.
    #[serde(default)]
    pub hit: bool,
    /// Why there is no definite answer; empty if there is one.
    #[serde(default)]
    pub reason: String,
    #[serde(default)]
    pub fields: Map<String, Value>,
    pub source: Source,
    /// When the answer was found.
    pub at: Timestamp,
    #[serde(default)]
    pub charged: Points,
}

/// A lookup to be stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewLookup {
    pub uid: Uid,
    /// The API key that was used; `None` in the console.
    pub key: Option<ApiKeyId>,
    /// Id of the request, as its response names it.
    pub request_id: String,
    /// The number as it was sent.
    pub sent: String,
    /// E.164 digits without the plus sign.
    pub number: u64,
    pub projects: Vec<String>,
    /// The part of the hold that is for this lookup: the most that it can cost. `None` if an earlier version started it; then the
    /// hold belongs to the request alone.
    pub held: Option<Points>,
    pub created_at: Timestamp,
    /// The process that runs it is alive until then.
    pub lease_until: Timestamp,
    /// When it is deleted.
    pub expires_at: Timestamp,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lookup {
    pub id: LookupId,
    /// The first lookup of the same request.
    pub first: LookupId,
    /// The lookup that holds the points: the first one of those that were started together.
    pub hold: LookupId,
    pub username: String,
    /// Name of the API key that was used.
    pub key_name: Option<String>,
    pub asked: NewLookup,
    pub state: LookupState,
    /// One per project once it is done.
    pub answers: Vec<LookupAnswer>,
    pub charged: Points,
    pub finished_at: Option<Timestamp>,
}

/// What is known about a number from an earlier check: the newest definite answer of a project.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnownAnswer {
    pub number: u64,
    pub status: String,
    /// Fields as JSON; empty if there are none.
    pub fields: String,
    /// When it was found.
    pub at: Timestamp,
}
