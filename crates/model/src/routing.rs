//! How the channels of a project are chosen, and the evidence that the choice rests on.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::clock::Timestamp;
use crate::limits::SPLIT_CHANNELS;
use crate::rule::Rule;

/// Largest share of numbers that a second channel is asked about, in hundredths of a percent.
pub const MOST_SHADOW: u32 = 5_000;
/// Largest share of a channel in a split.
pub const MOST_SHARE: u32 = 10_000;

/// What decides the order in which the channels of a project are asked.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum RouteBy {
    /// The order of the project, or the priority of the channels.
    #[default]
    Priority,
    /// The lowest cost per definite answer in the country first.
    Cost,
    /// Fixed shares of the numbers.
    Split,
}

/// How the channels of a project are chosen.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Routing {
    pub by: RouteBy,
    /// The shares of the channels in a split, by name. Other channels are asked only if these do not answer.
    pub split: BTreeMap<String, u32>,
    /// Share of the numbers of tasks that a second channel is asked about for comparison, in hundredths of a percent.
    pub shadow: u32,
}

impl Routing {
    pub fn is_default(&self) -> bool {
        *self == Self::default()
    }

    /// What a routing must be.
    pub(crate) fn rule() -> Rule {
        Rule::Routing { channels: SPLIT_CHANNELS, share: MOST_SHARE, shadow: MOST_SHADOW }
    }

    pub fn is_valid(&self) -> bool {
        let shares = self.split.values().all(|share| (1..=MOST_SHARE).contains(share));
        let names = self.split.keys().all(|name| (1..=100).contains(&name.len()));
        shares
            && names
            && self.split.len() <= SPLIT_CHANNELS
            && self.shadow <= MOST_SHADOW
            && (self.by != RouteBy::Split || !self.split.is_empty())
    }
}

/// The traffic of a channel for a project in a country.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct Traffic {
    /// Numbers that the channel was asked about.
    pub numbers: i64,
    /// Definite answers.
    pub definite: i64,
    /// Definite answers with the first status of the project.
    pub hits: i64,
    /// Numbers that the channel passed on.
    pub passed: i64,
    /// Numbers whose batches failed.
    pub failed: i64,
    /// Batches.
    pub batches: i64,
    /// Time that the batches took, in milliseconds.
    pub latency_ms: i64,
    /// What the provider charges, in 1/10,000 point.
    pub cost: i64,
}

impl Traffic {
    pub fn add(&mut self, other: &Self) {
        self.numbers += other.numbers;
        self.definite += other.definite;
        self.hits += other.hits;
        self.passed += other.passed;
        self.failed += other.failed;
        self.batches += other.batches;
        self.latency_ms = self.latency_ms.saturating_add(other.latency_ms);
        self.cost = self.cost.saturating_add(other.cost);
    }

    /// Numbers that the provider replied about.
    pub fn answered(&self) -> i64 {
        self.numbers - self.failed
    }
}

/// The traffic of a channel on a day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TrafficRow {
    pub day: Timestamp,
    pub channel: String,
    pub project: String,
    /// ISO code; empty if there is none.
    pub country: String,
    pub traffic: Traffic,
}

/// How often two channels that were asked about the same numbers gave the same answer on a day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AgreementRow {
    pub day: Timestamp,
    /// The channel whose answer was used.
    pub channel: String,
    /// The channel that was asked for comparison.
    pub other: String,
    pub project: String,
    pub country: String,
    /// Numbers to which both gave a definite answer.
    pub compared: i64,
    /// Those among them with the same status.
    pub agreed: i64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_split_needs_shares_and_every_size_has_a_limit() {
        assert!(Routing::default().is_valid());
        let split = |shares: &[(&str, u32)]| Routing {
            by: RouteBy::Split,
            split: shares.iter().map(|(name, share)| ((*name).to_owned(), *share)).collect(),
            shadow: 200,
        };
        assert!(split(&[("a", 80), ("b", 20)]).is_valid());
        assert!(!split(&[]).is_valid());
        assert!(!split(&[("a", 0)]).is_valid());
        assert!(!split(&[("a", MOST_SHARE + 1)]).is_valid());
        assert!(!split(&[("", 1)]).is_valid());
        assert!(!Routing { shadow: MOST_SHADOW + 1, ..Routing::default() }.is_valid());
    }
}
