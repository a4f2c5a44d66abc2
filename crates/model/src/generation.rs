//! Number generation: runs, tracks and the sets of numbers they draw from.
//!
//! Generated numbers are never stored. A *track* is a permutation of a set of numbers, determined by its seed,
//! with a mark that counts how many of them were drawn. A *run* is a few ranges of tracks. All numbers before a
//! track's mark were given to the account, by this track or by another, except the *spared* ones, which a run
//! skipped because they are on a list.

use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr, VariantArray};
use utoipa::ToSchema;

use crate::clock::Timestamp;
use crate::id::{ListId, RunId, TrackId, Uid};
use crate::words::word_methods;

/// Types of numbers that can be generated.
#[derive(
    Debug,
    Clone,
    Copy,
    Default,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
    ToSchema,
    EnumString,
    IntoStaticStr,
    VariantArray,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum SpaceKind {
    #[default]
    Any,
    Mobile,
    Fixed,
    /// Numbers that the numbering plan does not tell apart.
    FixedOrMobile,
}

/// The order in which numbers are drawn.
#[derive(
    Debug,
    Clone,
    Copy,
    Default,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
    ToSchema,
    EnumString,
    IntoStaticStr,
    VariantArray,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum DrawOrder {
    /// Each number once, in random order.
    #[default]
    Random,
    /// In ascending order.
    Sequential,
}

/// How numbers are formatted.
#[derive(
    Debug,
    Clone,
    Copy,
    Default,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
    ToSchema,
    EnumString,
    IntoStaticStr,
    VariantArray,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum NumberStyle {
    /// `+8613812345678`.
    #[default]
    E164,
    /// As dialled within the country.
    National,
    /// `+86 138 1234 5678`.
    International,
}

/// How a new run treats the numbers of the account's earlier runs.
#[derive(
    Debug,
    Clone,
    Copy,
    Default,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
    ToSchema,
    EnumString,
    IntoStaticStr,
    VariantArray,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Earlier {
    /// Skip them.
    #[default]
    Exclude,
    /// Continue after the last run over the same set; numbers of other runs may repeat.
    Continue,
    /// Start again from the beginning; numbers may repeat.
    Repeat,
}

/// The page of the console on which a run was created.
#[derive(
    Debug,
    Clone,
    Copy,
    Default,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
    ToSchema,
    EnumString,
    IntoStaticStr,
    VariantArray,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum RunPage {
    /// Numbers of a country.
    #[default]
    Country,
    /// Patterns.
    Custom,
}

word_methods!(SpaceKind, DrawOrder, NumberStyle, Earlier, RunPage);

/// A set of numbers as the user describes it. Missing fields do not limit the set.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct SpaceSpec {
    /// Two-letter country code.
    pub country: Option<String>,
    pub kind: SpaceKind,
    /// English name of the carrier to which the numbers were originally allocated.
    pub carrier: Option<String>,
    /// First digits; national, or international after `+`.
    pub prefix: Option<String>,
    /// `+86 138 ???? 88[0-9]8`; national, or international after `+`.
    pub pattern: Option<String>,
}

/// A track to be stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewTrack {
    /// The first description of the set.
    pub spec: SpaceSpec,
    /// Identifies the set, however it is described; see `numplan`.
    pub fingerprint: u64,
    /// Size of the set.
    pub size: u64,
    pub order: DrawOrder,
    /// Determines a random order.
    pub seed: u64,
    /// The mark: how many numbers of the track were passed.
    pub drawn: u64,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Track {
    /// Ascending in the order of creation.
    pub id: TrackId,
    pub of: NewTrack,
}

/// The positions `from..until` of a track.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stretch {
    pub track: TrackId,
    pub from: u64,
    pub until: u64,
}

/// A part of a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Segment {
    pub spec: SpaceSpec,
    /// Where its numbers are.
    pub stretch: Stretch,
    /// Ranges of other tracks whose numbers are skipped.
    pub without: Vec<Stretch>,
    pub count: u64,
}

/// A run to be stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewRun {
    pub uid: Uid,
    pub page: RunPage,
    pub order: DrawOrder,
    pub earlier: Earlier,
    pub style: NumberStyle,
    /// A list whose numbers are skipped.
    pub without_list: Option<ListId>,
    pub segments: Vec<Segment>,
    pub created_at: Timestamp,
    pub expires_at: Timestamp,
}

impl NewRun {
    /// Total of its numbers.
    pub fn count(&self) -> u64 {
        self.segments.iter().map(|segment| segment.count).sum()
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Run {
    pub id: RunId,
    pub of: NewRun,
}

/// What an account has drawn so far.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GenerationState {
    /// Secret from which the account's seeds are derived.
    pub key: [u8; 32],
    /// Incremented by every run.
    pub version: i64,
    /// In the order of creation.
    pub tracks: Vec<Track>,
    /// Spared numbers, packed.
    pub spared: Vec<u8>,
}
