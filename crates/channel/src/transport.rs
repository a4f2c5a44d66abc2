//! HTTP to providers: which addresses may be reached, sending a request, reading a reply within limits.

pub mod guard;
pub(crate) mod json;
pub mod names;
pub mod outbound;
pub(crate) mod reply;
pub(crate) mod send;
