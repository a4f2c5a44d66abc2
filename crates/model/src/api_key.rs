//! Keys of the public API: what they allow, from where, how often, and what came of it.

use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;

use crate::clock::Timestamp;
use crate::id::{ApiKeyId, TaskId, Uid};
use crate::session::TokenHash;
use crate::words::words_only;

words_only! {
    /// What a key allows.
    ApiScope {
        /// Look numbers up one by one.
        Lookup = "lookup",
        /// See tasks and their results.
        TasksRead = "tasks:read",
        /// Start and cancel tasks.
        TasksWrite = "tasks:write",
        /// See what the account has.
        Balance = "balance",
    }
}

words_only! {
    /// Requests that are counted together.
    LimitClass {
        /// Looking a number up.
        Lookup = "lookup",
        /// Starting and cancelling tasks.
        Tasks = "tasks",
        /// Everything that only reads.
        Read = "read",
    }
}

/// Addresses that share their first bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IpNet {
    address: IpAddr,
    bits: u8,
}

/// A text that is no address and no range of addresses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not an address or a range of addresses")]
pub struct NotAnIpNet;

impl IpNet {
    /// Whether an address belongs to them. An IPv4 address written as IPv6 counts as IPv4.
    pub fn contains(&self, address: IpAddr) -> bool {
        match (self.address, address.to_canonical()) {
            (IpAddr::V4(mine), IpAddr::V4(other)) => {
                let mask = u32::MAX.checked_shl(32 - u32::from(self.bits)).unwrap_or(0);
                (mine.to_bits() ^ other.to_bits()) & mask == 0
            }
            (IpAddr::V6(mine), IpAddr::V6(other)) => {
                let mask = u128::MAX.checked_shl(128 - u32::from(self.bits)).unwrap_or(0);
                (mine.to_bits() ^ other.to_bits()) & mask == 0
            }
            _ => false,
        }
    }
}

impl FromStr for IpNet {
    type Err = NotAnIpNet;

    /// `203.0.113.7`, `203.0.113.0/24`, `2001:db8::/32`.
    fn from_str(text: &str) -> Result<Self, NotAnIpNet> {
        let (address, bits) = match text.split_once('/') {
            Some((address, bits)) => (address, Some(bits)),
            None => (text, None),
        };
        let address: IpAddr = address.parse().map_err(|_| NotAnIpNet)?;
        let most = if address.is_ipv4() { 32 } else { 128 };
        let bits = match bits {
            None => most,
            Some(text) if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) => {
                text.parse().ok().filter(|bits| *bits <= most).ok_or(NotAnIpNet)?
            }
            Some(_) => return Err(NotAnIpNet),
        };
        // Addresses are compared as IPv4 where they are that, so ranges must be, too.
        match (address, address.to_canonical()) {
            (IpAddr::V6(_), IpAddr::V4(plain)) if bits >= 96 => {
                Ok(Self { address: IpAddr::V4(plain), bits: bits - 96 })
            }
            _ => Ok(Self { address, bits }),
        }
    }
}

impl fmt::Display for IpNet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let whole = if self.address.is_ipv4() { 32 } else { 128 };
        if self.bits == whole {
            return self.address.fmt(f);
        }
        write!(f, "{}/{}", self.address, self.bits)
    }
}

/// What the owner of a key decides about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApiKeyRules {
    /// What its owner calls it.
    pub name: String,
    /// What it allows.
    pub scopes: Vec<ApiScope>,
    /// From where it may be used; empty for everywhere.
    pub ips: Vec<IpNet>,
    /// When it ends.
    pub expires_at: Option<Timestamp>,
}

/// A key to be stored.
#[derive(Debug, Clone)]
pub struct NewApiKey {
    /// Whose it is.
    pub uid: Uid,
    /// The part of its text that names it and may be shown.
    pub prefix: String,
    /// What is stored of its whole text.
    pub secret: TokenHash,
    /// What its owner decided.
    pub rules: ApiKeyRules,
    /// When.
    pub created_at: Timestamp,
}

/// A key as it is stored.
#[derive(Debug, Clone)]
pub struct ApiKey {
    /// Its number.
    pub id: ApiKeyId,
    /// How it was made, with what its owner decided since.
    pub of: NewApiKey,
    /// The secret before the last rotation, and until when it is still good.
    pub old_secret: Option<(TokenHash, Timestamp)>,
    /// When it was revoked.
    pub revoked_at: Option<Timestamp>,
    /// When it was used last, and from where.
    pub last_used: Option<(Timestamp, String)>,
}

/// How a key stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ApiKeyState {
    /// Can be used.
    Active,
    /// Its time is over.
    Expired,
    /// Its owner ended it.
    Revoked,
}

impl ApiKey {
    /// How it stands.
    pub fn state(&self, now: Timestamp) -> ApiKeyState {
        if self.revoked_at.is_some() {
            ApiKeyState::Revoked
        } else if self.of.rules.expires_at.is_some_and(|at| at <= now) {
            ApiKeyState::Expired
        } else {
            ApiKeyState::Active
        }
    }

    /// Until when the secret before the last rotation is good, if it still is.
    pub fn overlap(&self, now: Timestamp) -> Option<Timestamp> {
        self.old_secret.map(|(_, until)| until).filter(|until| *until > now)
    }
}

/// What an account did through the API, in a span of time.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ApiUsage {
    /// Requests with a good key.
    pub requests: i64,
    /// Those of them that were refused.
    pub refused: i64,
    /// Numbers that were looked up.
    pub lookups: i64,
    /// Numbers of lookups and tasks together.
    pub numbers: i64,
    /// What was charged, in ten-thousandths of a point.
    pub points: i64,
}

impl std::ops::AddAssign for ApiUsage {
    fn add_assign(&mut self, other: Self) {
        self.requests += other.requests;
        self.refused += other.refused;
        self.lookups += other.lookups;
        self.numbers += other.numbers;
        self.points += other.points;
    }
}

/// A request that must happen once, however often it is sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OnceRequest {
    /// Who sends it.
    pub uid: Uid,
    /// What the sender calls it.
    pub key: String,
    /// What it is: path and body together, as a hash.
    pub hash: TokenHash,
}

/// The right to answer such a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OnceClaim {
    /// The request.
    pub request: OnceRequest,
    /// Counts how often it was taken: what an earlier taker still says changes nothing.
    pub epoch: i64,
    /// What an earlier taker, who was not heard of again, began.
    pub task: Option<TaskId>,
}

/// An answer that is given again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OnceAnswer {
    /// The HTTP status.
    pub status: u16,
    /// Where the thing that was made is to be found; empty for none.
    pub location: String,
    /// The body.
    pub body: String,
}

#[cfg(test)]
mod tests {
    use super::IpNet;

    #[test]
    fn ranges_hold_their_addresses() {
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
        ] {
            let net: IpNet = range.parse().unwrap();
            assert_eq!(net.contains(address.parse().unwrap()), inside, "{address} in {range}");
            assert_eq!(net.to_string().parse::<IpNet>(), Ok(net), "{range}");
        }
    }

    #[test]
    fn what_is_no_range_is_refused() {
        for text in
            ["", "1.2.3", "1.2.3.4/33", "1.2.3.4/", "1.2.3.4/+8", "::1/129", "host", "1.2.3.4/8/8", " ::1"]
        {
            assert!(text.parse::<IpNet>().is_err(), "{text}");
        }
    }
}
