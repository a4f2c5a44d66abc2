//! The shape of every console answer: `{"code", "msg", "data"}`.

use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;

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

/// A page of a list.
#[derive(Debug, Serialize, ToSchema)]
pub struct ListAnswer<T> {
    /// The rows of this page.
    pub items: Vec<T>,
    /// How many rows there are in all.
    pub total: i64,
}
