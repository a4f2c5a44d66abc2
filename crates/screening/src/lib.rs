//! Screening: reads lists, prices and runs tasks, charges for answers, and serves results.
//!
//! The folders follow the flow:
//!
//! | folder | what happens there |
//! | --- | --- |
//! | `files` | files that are sent whole or in parts before a task or a list uses them |
//! | `lists` | upload, preview, analysis, suppression, lists derived from tasks and generated numbers |
//! | `tasks` | price, start, pause, cancel, finish |
//! | `channels` | channels as this process uses them: limits, callbacks, health |
//! | `schedules` | lists that are checked again at regular times |
//! | `work` | workers claim chunks and jobs, ask providers, settle and commit |
//! | `book` | the answer book: earlier answers that are reused |
//! | `results` | pages, exports, compaction, retention, the sweep of orphaned objects |
//!
//! [`Screening`] puts the services together; [`Lookups`] checks single numbers within a request. All state is in
//! the store and the object store, so any number of processes can work side by side.
//!
//! # Transactions
//!
//! - A function that takes `&mut dyn Tx` is a step. It only uses the database, and its caller saves. Callers combine
//!   steps, and add an audit line, in one transaction.
//! - A function that does not take one is an entry point: a job, a worker loop, or a call that reads or writes objects
//!   or asks providers. It opens its own short transactions and must not be called while another one is open: no
//!   transaction stays open across file or network access, and nothing that holds a connection waits for a second one.

mod book;
mod channels;
mod default_projects;
mod error;
mod files;
mod job;
mod layout;
mod lists;
mod lookups;
mod notify;
mod number_info;
mod results;
mod schedules;
mod screening;
mod similar;
mod tasks;
mod wake;
mod work;

pub use book::{Book, Known, KnownAnswers};
pub use channels::{ChannelHealth, ChannelStates, Channels, StoreServices, Waiting};
pub use default_projects::{add_default_projects, default_projects};
pub use error::{CheckFault, Result, ScreeningError};
pub use files::{Checksum, Files, ReceivedFile};
pub use lists::{
    EditedSuppression, ImportedList, IncomingFile, ListDocument, ListSummary, Lists, ReceivedUpload,
    RefusedNumber, SentNumbers, SuppressionEdit, Upload, UploadLimits,
};
pub use lookups::{
    AskLookups, AskedNumber, EarlierLookups, InputFault, LookupQuote, Lookups, NewLookups, ReusableAnswers,
    StartedLookups, check_inputs, of_test,
};
pub use number_info::NumberInfo;
pub use results::{
    Breakdown, Change, ComparedCheck, Comparison, ComparisonState, Difference, DifferenceFilter,
    ExportLabels, ExportRequest, ExportResult, ResultPage, Results, Retention, StreamRows, Sweep,
    answer_fields, checked_at, row_counts,
};
pub use schedules::{AddSchedule, Schedules};
pub use screening::{Screening, ScreeningParts};
pub use similar::nearest;
pub use tasks::{
    CheckRequest, Quote, QuotedCheck, StartTask, Statement, StatementLine, Tasks, unknown_project,
};
pub use work::{WorkerSettings, register_channel_metrics, run_workers};
