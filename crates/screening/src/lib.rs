//! The main job: lists are uploaded and read, tasks are priced, held, run chunk by chunk, charged and
//! finished, results are shown and exported. Everything that lasts is in the store and the object
//! store, so any number of processes can work on it side by side.

mod analyse;
mod answer;
mod catalogue;
mod channels;
mod chunk;
mod derive;
mod engine;
mod error;
mod exports;
mod facts;
mod files_away;
mod finish;
mod fresh;
mod generated;
mod hashing;
mod in_hand;
mod input_groups;
mod list_document;
mod lists;
mod lookup;
mod results;
mod retention;
mod routing;
mod suppression;
mod take_in;
mod tasks;
mod upload;
mod worker;

pub use catalogue::{catalogue, make_catalogue};
pub use channels::{ChannelHealth, Registry, StoreCallbacks, StoreDeps};
pub use engine::{Screening, ScreeningParts};
pub use error::{Result, ScreeningError};
pub use exports::{ExportRequest, ExportResult};
pub use facts::Facts;
pub use list_document::ListDocument;
pub use lookup::{BegunLookup, NumberList};
pub use results::{Breakdown, ResultPage};
pub use take_in::{IncomingFile, TakenIn};
pub use tasks::{CheckRequest, Quote, QuotedCheck, StartTask};
pub use upload::{Upload, UploadLimits};
pub use worker::{WorkerSettings, run_workers};
