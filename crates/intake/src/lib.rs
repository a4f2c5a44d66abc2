//! Turns an uploaded file of phone numbers into clean, unique numbers.
//!
//! [`preview`] looks at the beginning of a file and guesses how to read it; [`read`] reads all of
//! it by a [`Mapping`], which is that guess after the user corrected it. Both are synchronous and
//! keep their memory bounded whatever the file holds: call them from a thread that may block.

mod analysis;
mod blocks;
mod check;
mod decode;
mod detect;
mod error;
mod guess;
mod mapping;
mod merge;
mod preview;
mod read;
mod records;
mod seen;
mod set;
mod sink;
mod source;
mod tidy;
mod workbook;

pub use analysis::Analysis;
pub use error::{IntakeError, SinkError};
pub use mapping::{Delimiter, Encoding, Hints, Limits, Mapping};
pub use preview::{Column, Format, Packing, Preview, preview};
pub use read::{Watch, read};
pub use set::{Chain, DamagedSet, NumberSet, Suppressed};
pub use sink::{Accepted, Cells, Reason, Rejected, Sink, kind_code, kind_name, pack_region, region_name};
