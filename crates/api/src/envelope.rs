//! The shape of every console answer: `{"code", "msg", "data"}`.

use axum::body::Body;
use axum::http::header::{CONTENT_TYPE, HeaderValue};
use axum::response::{IntoResponse, Response};
use numsift_model::page::Page;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::messages::Message;
use crate::refusal::Refusal;

/// The result of a console handler.
pub type Reply<T> = Result<Envelope<T>, Refusal>;

/// A successful answer. Refusals have the same shape with another code.
#[derive(Debug, Serialize, ToSchema)]
pub struct Envelope<T> {
    /// 0.
    code: i64,
    /// Empty on success.
    msg: String,
    data: T,
}

pub fn ok<T>(data: T) -> Envelope<T> {
    Envelope { code: 0, msg: String::new(), data }
}

impl<T: Serialize> IntoResponse for Envelope<T> {
    fn into_response(self) -> Response {
        // All answers are serialised to a `Vec`: another kind of writer would compile every type a second time.
        match serde_json::to_vec(&self) {
            Ok(text) => json_response(text),
            Err(error) => Refusal::internal(error).into_response(),
        }
    }
}

/// A response with a JSON text.
pub fn json_response(text: Vec<u8>) -> Response {
    let mut response = Response::new(Body::from(text));
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response
}

/// The answer of a call that returns nothing.
#[derive(Debug, Serialize, ToSchema)]
pub struct Done {}

/// The requested page of a list.
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

pub fn page_of(page: i64, size: i64) -> Result<Page, Refusal> {
    Page::new(page, size).ok_or_else(|| Refusal::field("page", Message::PageRange { most: Page::MAX_SIZE }))
}

/// A page of a list.
#[derive(Debug, Serialize, ToSchema)]
pub struct ListAnswer<T> {
    /// The rows of this page.
    pub items: Vec<T>,
    /// Rows of all pages.
    pub total: i64,
}
