//! Compiles the phone-number metadata to the tables of `numplan`: reads the metadata file, parses the
//! patterns in it, and writes the tables.
//!
//! Nothing here is linked into the product. Tests and fuzz targets compare the engine with
//! [`mod@reference`], an interpreter that applies the metadata rule by rule.

pub mod emit;
pub mod metadata;
pub mod nfa;
pub mod pattern;
pub mod plain;
pub mod prefix;
pub mod reference;
pub mod space;
pub mod steps;
pub mod walk;
