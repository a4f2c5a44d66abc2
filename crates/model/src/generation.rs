//! Generated numbers: what was asked for, and the little that is kept of it.
//!
//! Numbers are never stored. A *track* is one endless-looking sequence over a set of numbers (its
//! seed decides the order), with a count of how far it was drawn; a *run* is a few stretches of
//! tracks. Everything before a track's mark was given to the account, by this track or by another,
//! but for the *spared* numbers: those that a run passed over because a list has them.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::clock::Timestamp;
use crate::id::{ListId, RunId, TrackId, Uid};

macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident = $word:literal,)* }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
        #[serde(rename_all = "snake_case")]
        pub enum $name {
            $($(#[$variant_doc])* $variant,)*
        }

        impl $name {
            /// The word that stands for it in the database.
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $word,)* }
            }

            /// What a word stands for.
            pub fn from_word(word: &str) -> Option<Self> {
                match word { $($word => Some(Self::$variant),)* _ => None }
            }
        }
    };
}

words! {
    /// Types of numbers that can be asked for.
    SpaceKind {
        /// All of them.
        #[default]
        Any = "any",
        /// Mobile numbers.
        Mobile = "mobile",
        /// Fixed lines.
        Fixed = "fixed",
        /// Numbers that can be the one or the other: the numbering plan does not tell.
        FixedOrMobile = "fixed_or_mobile",
    }
}

words! {
    /// In which order numbers are taken.
    DrawOrder {
        /// At random, each once.
        #[default]
        Random = "random",
        /// From the smallest up.
        Sequential = "sequential",
    }
}

words! {
    /// How numbers are written.
    NumberStyle {
        /// `+8613812345678`.
        #[default]
        E164 = "e164",
        /// As one dials them in their country.
        National = "national",
        /// `+86 138 1234 5678`.
        International = "international",
    }
}

words! {
    /// What earlier runs of the account mean for a new one.
    Earlier {
        /// None of their numbers comes again.
        #[default]
        Exclude = "exclude",
        /// Go on where the last run over the same numbers stopped, whatever other runs gave.
        Continue = "continue",
        /// Begin anew: their numbers may come again.
        Repeat = "repeat",
    }
}

words! {
    /// Which of the two pages a run was made on.
    RunPage {
        /// Numbers of a country.
        #[default]
        Country = "country",
        /// Patterns.
        Custom = "custom",
    }
}

/// A set of numbers, as people describe it. What is not said is not limited.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct SpaceSpec {
    /// Two-letter code of the country.
    pub country: Option<String>,
    /// Which type of numbers.
    pub kind: SpaceKind,
    /// English name of the carrier that they were originally allocated to.
    pub carrier: Option<String>,
    /// Digits that they begin with; national, or international after `+`.
    pub prefix: Option<String>,
    /// `+86 138 ???? 88[0-9]8`; national, or international after `+`.
    pub pattern: Option<String>,
}

/// A sequence over a set of numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewTrack {
    /// The set, as it was first described.
    pub spec: SpaceSpec,
    /// The same for the same set, whatever the description; see `numplan`.
    pub fingerprint: u64,
    /// How many numbers the set has.
    pub size: u64,
    /// In which order.
    pub order: DrawOrder,
    /// Decides the order, if it is random.
    pub seed: u64,
    /// How many of its numbers were passed.
    pub drawn: u64,
}

/// A stored track.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Track {
    /// Row id. Later tracks have larger ones.
    pub id: TrackId,
    /// The sequence.
    pub of: NewTrack,
}

/// A stretch of a track: from the number at `from`, up to the one before `until`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stretch {
    /// Which track.
    pub track: TrackId,
    /// The first place.
    pub from: u64,
    /// The place behind the last.
    pub until: u64,
}

/// A part of a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Segment {
    /// What was asked for.
    pub spec: SpaceSpec,
    /// Where its numbers are.
    pub stretch: Stretch,
    /// What was passed over in it.
    pub without: Vec<Stretch>,
    /// How many numbers it has.
    pub count: u64,
}

/// A run that is not stored yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewRun {
    /// Whose it is.
    pub uid: Uid,
    /// Where it was made.
    pub page: RunPage,
    /// In which order numbers were taken.
    pub order: DrawOrder,
    /// What earlier runs meant.
    pub earlier: Earlier,
    /// How numbers are written.
    pub style: NumberStyle,
    /// The list whose numbers it must not hold.
    pub without_list: Option<ListId>,
    /// Its parts.
    pub segments: Vec<Segment>,
    /// When it was made.
    pub created_at: Timestamp,
    /// It is kept until then.
    pub expires_at: Timestamp,
}

impl NewRun {
    /// How many numbers it has.
    pub fn count(&self) -> u64 {
        self.segments.iter().map(|segment| segment.count).sum()
    }
}

/// A stored run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Run {
    /// Row id.
    pub id: RunId,
    /// What it is.
    pub of: NewRun,
}

/// What an account has drawn so far.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GenerationState {
    /// Secret that the account's seeds come from.
    pub key: [u8; 32],
    /// Rises with every run.
    pub version: i64,
    /// All its tracks, oldest first.
    pub tracks: Vec<Track>,
    /// Numbers before a track's mark that were on a list, and so were not given; packed.
    pub spared: Vec<u8>,
}
