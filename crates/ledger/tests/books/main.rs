//! The books under random work, under parallel work, and under a process that is killed: on both
//! databases.

#![allow(clippy::unwrap_used)] // What fails here must stop the test.

mod crash;
mod machine;
mod oracle;
mod parallel;
mod places;
mod stories;
