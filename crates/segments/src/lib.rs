//! Stores lists of numbers and task results as immutable Parquet files in an object store: written chunk by
//! chunk, counted by histograms, read page by page, and exported.

mod batch;
mod codes;
mod columns;
mod compact;
mod detail;
mod dictionary;
mod error;
mod export;
mod filter;
mod footer;
mod format;
mod formula;
mod histogram;
mod input;
mod layout;
mod objects;
mod original;
mod page;
mod results;
mod row_page;
mod runs;
mod set_aside;
mod text;

pub use codes::{CountryCode, Kind, WORLD, country_code, pack_country};
pub use columns::{CheckColumn, CheckValue, Numbers, ResultRow, Results};
pub use compact::compact;
pub use detail::{DetailValue, each_detail};
pub use error::{Result, SegmentError};
pub use export::{
    Column, ExportColumn, ExportSpec, Exported, Format, Sink, export, export_stream, unique_headers,
};
pub use filter::{ClassColumn, Filter, Sort};
pub use formula::defuse_formula;
pub use histogram::{DetailFields, Histogram};
pub use input::{
    InputSegment, InputWriter, input_groups, read_input, read_input_numbers, read_input_rows, write_input,
};
pub use layout::{CheckLayout, Layout, NO_STATUS, REUSED, SKIPPED, SOURCES, SUPPRESSED, UNKNOWN};
pub use objects::{ObjectInfo, ObjectWriter, Objects, S3_RETRY_FOR, S3Settings};
pub use original::{Original, Part};
pub use page::{Chunk, ChunkPlace, ClassValue, Page, Plan, ResultSet, Slice, plan_page, read_page};
pub use results::{read_checks, read_results, read_statuses, write_results};
pub use row_page::{ListRow, RowPage, RowPlace};
pub use runs::{RunAnswer, RunBlock, RunIndex, RunWriter, Runs, WrittenRun};
pub use set_aside::{
    Outcome, RefusedPage, RefusedRow, SetAside, SetAsideWriter, read_refused, read_set_aside,
    set_aside_groups,
};
pub use text::Text;
