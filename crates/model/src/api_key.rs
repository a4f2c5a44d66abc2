//! API keys: their scopes, address ranges and usage, and idempotent requests.

use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;

use ipnet::{IpNet, Ipv4Net};
use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr, VariantArray};
use utoipa::ToSchema;

use crate::clock::Timestamp;
use crate::id::{ApiKeyId, LookupId, TaskId, Uid};
use crate::money::Points;
use crate::session::TokenHash;
use crate::words::word_methods;

/// What an API key may do.
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
pub enum ApiScope {
    /// Look up single numbers.
    #[serde(rename = "lookup")]
    #[strum(serialize = "lookup")]
    Lookup,
    /// Read tasks and their results.
    #[serde(rename = "tasks:read")]
    #[strum(serialize = "tasks:read")]
    TasksRead,
    /// Start, change and delete tasks.
    #[serde(rename = "tasks:write")]
    #[strum(serialize = "tasks:write")]
    TasksWrite,
    /// Read the account's balances.
    #[serde(rename = "balance")]
    #[strum(serialize = "balance")]
    Balance,
    /// Manage webhook endpoints and send their messages again.
    #[serde(rename = "webhooks")]
    #[strum(serialize = "webhooks")]
    Webhooks,
    /// Read the account's suppression lists.
    #[serde(rename = "suppression:read")]
    #[strum(serialize = "suppression:read")]
    SuppressionRead,
    /// Create, change and delete suppression lists.
    #[serde(rename = "suppression:write")]
    #[strum(serialize = "suppression:write")]
    SuppressionWrite,
    /// Read what the account used, by day, key and project.
    #[serde(rename = "usage")]
    #[strum(serialize = "usage")]
    Usage,
    /// Generate numbers.
    #[serde(rename = "generate")]
    #[strum(serialize = "generate")]
    Generate,
}

/// A group of requests that share a rate limit.
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
pub enum LimitClass {
    Lookup,
    /// Starting and cancelling tasks.
    Tasks,
    /// All requests that only read.
    Read,
}

word_methods!(ApiScope, LimitClass);

/// An IP address or a range of addresses in CIDR notation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IpRange(IpNet);

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not an IP address or a range of addresses")]
pub struct NotAnIpRange;

impl IpRange {
    /// Whether the range holds every address of its family.
    pub fn is_everything(&self) -> bool {
        self.0.prefix_len() == 0
    }

    /// IPv4-mapped IPv6 addresses are compared as IPv4.
    pub fn contains(&self, address: IpAddr) -> bool {
        self.0.contains(&address.to_canonical())
    }
}

impl FromStr for IpRange {
    type Err = NotAnIpRange;

    /// Parses `203.0.113.7`, `203.0.113.0/24` or `2001:db8::/32`.
    fn from_str(text: &str) -> Result<Self, NotAnIpRange> {
        let net = match text.parse::<IpAddr>() {
            Ok(address) => IpNet::from(address),
            Err(_) => text.parse::<IpNet>().map_err(|_| NotAnIpRange)?,
        };
        // Addresses are compared as IPv4 where possible, so ranges of mapped addresses must be IPv4 as well.
        let mapped = match net {
            IpNet::V6(net) => net.addr().to_ipv4_mapped().zip(net.prefix_len().checked_sub(96)),
            IpNet::V4(_) => None,
        };
        match mapped {
            Some((address, bits)) => Ipv4Net::new(address, bits).map(IpNet::V4).map_err(|_| NotAnIpRange),
            None => Ok(net),
        }
        .map(Self)
    }
}

/// A range of one address is written without its prefix length.
impl fmt::Display for IpRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.prefix_len() == self.0.max_prefix_len() { self.0.addr().fmt(f) } else { self.0.fmt(f) }
    }
}

impl Serialize for IpRange {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for IpRange {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(|error| serde::de::Error::custom(format_args!("'{text}' is {error}")))
    }
}

/// The fields of an API key that its owner can edit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApiKeyRules {
    pub name: String,
    pub scopes: Vec<ApiScope>,
    /// Addresses from which the key may be used; empty allows all.
    pub ips: Vec<IpRange>,
    pub expires_at: Option<Timestamp>,
}

/// An API key to be stored.
#[derive(Debug, Clone)]
pub struct NewApiKey {
    pub uid: Uid,
    /// The public part of the key, by which it is found and shown.
    pub prefix: String,
    /// Hash of the whole key.
    pub secret: TokenHash,
    pub rules: ApiKeyRules,
    pub created_at: Timestamp,
}

#[derive(Debug, Clone)]
pub struct ApiKey {
    pub id: ApiKeyId,
    pub of: NewApiKey,
    /// The secret before the last rotation, and until when it is accepted.
    pub old_secret: Option<(TokenHash, Timestamp)>,
    pub revoked_at: Option<Timestamp>,
    /// Time and address of the last use.
    pub last_used: Option<(Timestamp, String)>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ApiKeyState {
    Active,
    Expired,
    Revoked,
}

impl ApiKey {
    pub fn state(&self, now: Timestamp) -> ApiKeyState {
        if self.revoked_at.is_some() {
            ApiKeyState::Revoked
        } else if self.of.rules.expires_at.is_some_and(|at| at <= now) {
            ApiKeyState::Expired
        } else {
            ApiKeyState::Active
        }
    }

    /// Until when the secret before the last rotation is accepted; `None` if it no longer is.
    pub fn overlap(&self, now: Timestamp) -> Option<Timestamp> {
        self.old_secret.map(|(_, until)| until).filter(|until| *until > now)
    }
}

/// API usage of an account within a period.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ApiUsage {
    /// Requests with a valid key.
    pub requests: i64,
    /// Requests with a valid key that were rejected.
    pub refused: i64,
    pub lookups: i64,
    /// Numbers in lookups and tasks.
    pub numbers: i64,
    /// Points charged, in units of 1/10,000 point.
    pub points: i64,
}

impl std::ops::AddAssign for ApiUsage {
    fn add_assign(&mut self, other: Self) {
        self.requests += other.requests;
        self.refused += other.refused;
        self.lookups += other.lookups;
        self.numbers += other.numbers;
        self.points = (Points(self.points) + Points(other.points)).0;
    }
}

/// This many requests of a key are kept.
pub const KEPT_REQUESTS: usize = 100;

/// A request with a valid key, as its owner sees it. Holds no content: neither numbers nor answers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ApiRequest {
    pub at: Timestamp,
    /// As in the header `X-Request-Id` of the response.
    pub request_id: String,
    pub method: String,
    /// The route, such as `/v1/tasks/{id}`.
    pub path: String,
    /// HTTP status of the response.
    pub status: u16,
    pub duration_ms: i64,
    /// Address of the client; empty if it is not known.
    pub ip: String,
}

/// A request with an `Idempotency-Key`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OnceRequest {
    pub uid: Uid,
    /// The client's `Idempotency-Key`.
    pub key: String,
    /// Hash of path and body.
    pub hash: TokenHash,
}

/// A claim on an idempotent request: the right to answer it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OnceClaim {
    pub request: OnceRequest,
    /// Counts the claims; an answer with an older epoch is discarded.
    pub epoch: i64,
    /// The first lookup that an earlier, abandoned claim started.
    pub lookup: Option<LookupId>,
    /// The same as a task of an earlier version.
    pub task: Option<TaskId>,
}

/// The stored answer of an idempotent request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OnceAnswer {
    pub status: u16,
    /// The `Location` header, or empty.
    pub location: String,
    pub body: String,
}

#[cfg(test)]
mod tests {
    use super::IpRange;

    #[test]
    fn ranges_contain_their_addresses() {
        for (range, address, inside) in [
            ("203.0.113.7", "203.0.113.7", true),
            ("203.0.113.7", "203.0.113.8", false),
            ("203.0.113.0/24", "203.0.113.255", true),
            ("203.0.113.0/24", "203.0.114.0", false),
            ("203.0.113.9/24", "203.0.113.1", true),
            ("0.0.0.0/0", "8.8.8.8", true),
            ("0.0.0.0/0", "2001:db8::1", false),
            ("2001:db8::/32", "2001:db8:ffff::1", true),
            ("2001:db8::/32", "2001:db9::1", false),
            ("::/0", "::1", true),
            ("203.0.113.0/24", "::ffff:203.0.113.9", true),
            ("::ffff:203.0.113.0/120", "203.0.113.9", true),
            ("::ffff:203.0.113.9", "203.0.113.9", true),
        ] {
            let net: IpRange = range.parse().unwrap();
            assert_eq!(net.contains(address.parse().unwrap()), inside, "{address} in {range}");
            assert_eq!(net.to_string().parse::<IpRange>(), Ok(net), "{range}");
        }
    }

    #[test]
    fn ranges_are_formatted_as_they_are_stored() {
        for (range, text) in [
            ("203.0.113.7", "203.0.113.7"),
            ("203.0.113.7/32", "203.0.113.7"),
            ("203.0.113.9/24", "203.0.113.9/24"),
            ("2001:db8::1/128", "2001:db8::1"),
            ("2001:db8::/32", "2001:db8::/32"),
            ("::ffff:203.0.113.0/120", "203.0.113.0/24"),
        ] {
            assert_eq!(range.parse::<IpRange>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn invalid_ranges_are_rejected() {
        for text in
            ["", "1.2.3", "1.2.3.4/33", "1.2.3.4/", "1.2.3.4/+8", "::1/129", "host", "1.2.3.4/8/8", " ::1"]
        {
            assert!(text.parse::<IpRange>().is_err(), "{text}");
        }
    }
}
