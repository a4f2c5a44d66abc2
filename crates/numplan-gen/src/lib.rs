//! The developer's side of `numplan`: reads the phone-number metadata, understands the
//! patterns in it, and compiles them to the tables that the engine ships with.
//!
//! Nothing here is linked into the product. The tests and the fuzz targets use
//! [`mod@reference`], an interpreter that follows the metadata rule by rule, to check the engine.

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
