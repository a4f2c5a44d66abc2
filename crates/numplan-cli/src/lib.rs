//! The commands `check`, `generate` and `count` over the `numplan` engine.
//!
//! A binary adds them as subcommands. Each has arguments ([`clap::Args`]) and a `run` function that reads and
//! writes through [`Io`], so tests can call it without starting a process.
//!
//! ```
//! use clap::Parser;
//!
//! #[derive(Parser)]
//! struct Cli {
//!     #[command(flatten)]
//!     count: numplan_cli::count::CountArgs,
//! }
//!
//! let cli = Cli::parse_from(["cli", "--country", "CN", "--type", "mobile", "--prefix", "138"]);
//! let mut out = Vec::new();
//! numplan_cli::count::run(&cli.count, &mut numplan_cli::Io::test(b"", &mut out, &mut Vec::new())).unwrap();
//! assert_eq!(out, b"100000000\n");
//! ```

pub mod check;
pub mod count;
pub mod error;
pub mod fields;
pub mod generate;
mod io;
mod lines;
mod out;
mod pipeline;
mod plain;
mod rows;
mod select;

pub use error::Error;
pub use io::Io;
pub use numplan::METADATA_VERSION as PLAN_VERSION;
