//! Turns an uploaded file of phone numbers into clean, unique numbers.
//!
//! [`preview`] reads the beginning of a file and guesses a [`Mapping`]; [`read`] reads the whole file with
//! a mapping, which the user may have corrected. Both are synchronous, so call them from a thread that may
//! block. Their memory is bounded, whatever the file contains.

mod analysis;
mod asides;
mod blocks;
mod characters;
mod check;
mod confidence;
mod decode;
mod detect;
mod dialect;
mod duplicates;
mod encoding;
mod entries;
mod error;
mod former;
mod guess;
mod hidden;
mod labelled;
mod labels;
mod landlines;
mod mapping;
mod memory;
mod merge;
mod moments;
mod prescan;
mod preview;
mod read;
mod records;
mod rescue;
mod seen;
mod set;
mod sink;
mod source;
mod streams;
mod tables;
mod tidy;
mod workbook;

pub use analysis::Analysis;
pub use confidence::{About, Because, Confidence, Question, Why};
pub use encoding::Encoding;
pub use error::{IntakeError, SinkError};
pub use mapping::{ColumnChoice, Delimiter, Hints, Limits, Mapping, Quote};
pub use preview::{Column, Format, Packing, Preview, preview};
pub use read::{Stage, Watch, read, read_large};
pub use set::{Chain, DamagedSet, NumberSet, PackedSet, Suppressed};
pub use sink::{
    Accepted, Cells, Fate, Reason, Rejected, SetAside, Sink, kind_code, kind_name, pack_region, region_name,
};
