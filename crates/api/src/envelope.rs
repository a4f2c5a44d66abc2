//! The shape of every console answer: `{"code", "msg", "data"}`.

use axum::response::{IntoResponse, Response};
use numsift_model::page::Page;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::messages::Message;
use crate::refusal::Refusal;

/// What a console handler gives back.
pub type Reply<T> = Result<Envelope<T>, Refusal>;

/// A good answer. Refusals have the same shape with another code.
#[derive(Debug, Serialize, ToSchema)]
pub struct Envelope<T> {
    /// 0.
    code: i64,
    /// Empty on success.
    msg: String,
    /// What was asked for.
    data: T,
}

/// Wraps what was asked for.
pub fn ok<T>(data: T) -> Envelope<T> {
    Envelope { code: 0, msg: String::new(), data }
}

impl<T: Serialize> IntoResponse for Envelope<T> {
    fn into_response(self) -> Response {
        axum::Json(self).into_response()
    }
}

/// Nothing to tell but that it was done.
#[derive(Debug, Serialize, ToSchema)]
pub struct Done {}

/// Which page of a list.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PageRequest {
    /// From 1.
    #[serde(default = "first_page")]
    pub page: i64,
    /// 1 to 200.
    #[serde(default = "page_size")]
    pub size: i64,
}

pub fn first_page() -> i64 {
    1
}

pub fn page_size() -> i64 {
    20
}

/// The page that a request means, or a refusal.
pub fn page_of(page: i64, size: i64) -> Result<Page, Refusal> {
    Page::new(page, size).ok_or_else(|| Refusal::field("page", Message::PageRange { most: Page::MAX_SIZE }))
}

/// A page of a list.
#[derive(Debug, Serialize, ToSchema)]
pub struct ListAnswer<T> {
    /// The rows of this page.
    pub items: Vec<T>,
    /// How many rows there are in all.
    pub total: i64,
}
