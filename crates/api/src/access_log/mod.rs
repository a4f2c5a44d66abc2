//! The access log: one JSON line per request to `/api` and `/v1`. It holds routes, never addresses with their values, so
//! that neither numbers nor secrets get into it.

mod body;
mod writer;

use std::io;
use std::net::IpAddr;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use axum::body::{Body, HttpBody as _};
use axum::http::StatusCode;
use axum::response::Response;
use numsift_model::id::Uid;
use serde::Serialize;

use self::body::CountedBody;
pub use self::writer::AccessLogTarget;
use self::writer::Writer;

/// Writes the access log. By default only requests that were refused or failed are logged, in the general log.
#[derive(Clone, Default)]
pub struct AccessLog(Option<Arc<Writer>>);

/// The account of a console call, which is known once the session has been read.
#[derive(Default)]
pub struct Visitor(OnceLock<Uid>);

impl Visitor {
    pub fn is(&self, uid: Uid) {
        // Some calls read the session twice, with the same result.
        let _ = self.0.set(uid);
    }

    pub fn uid(&self) -> Option<Uid> {
        self.0.get().copied()
    }
}

/// A request that has been answered.
#[derive(Debug, Clone, Serialize)]
pub struct Access {
    pub time: String,
    pub request_id: String,
    pub method: &'static str,
    /// The route, such as `/v1/tasks/{id}`.
    pub path: String,
    /// The HTTP status. A refused call of the console is answered with 200 and a code; this is what the code means.
    pub status: u16,
    /// Code of a console call.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<i64>,
    pub duration_ms: f64,
    /// Size of the body as it was sent.
    pub bytes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uid: Option<Uid>,
    /// The part of the API key that may be shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub address: Option<IpAddr>,
}

impl AccessLog {
    /// Starts to write.
    pub fn open(target: AccessLogTarget) -> io::Result<Self> {
        Ok(Self(Some(Arc::new(Writer::start(target)?))))
    }

    /// Whether an answer with this status is logged.
    pub fn wants(&self, status: StatusCode) -> bool {
        self.0.is_some() || status.as_u16() >= 400
    }

    /// Logs a request: now, or when the end of its streamed body has been sent.
    pub fn note(&self, access: Access, began: Instant, response: Response) -> Response {
        if let Some(bytes) = response.body().size_hint().exact() {
            self.write(access, began.elapsed(), bytes);
            return response;
        }
        let log = self.clone();
        let write = move |bytes| log.write(access, began.elapsed(), bytes);
        response.map(|body| Body::new(CountedBody::new(body, Box::new(write))))
    }

    fn write(&self, mut access: Access, took: Duration, bytes: u64) {
        access.bytes = bytes;
        access.duration_ms = (took.as_secs_f64() * 1e6).round() / 1e3;
        let Some(writer) = &self.0 else {
            let Access {
                request_id, method, path, status, code, duration_ms, bytes, uid, key, address, ..
            } = &access;
            tracing::info!(target: "access", request_id, method, path, status, code, duration_ms, bytes,
                uid = uid.map(|uid| uid.0), key, address = address.map(tracing::field::display), "request");
            return;
        };
        if let Ok(mut line) = serde_json::to_string(&access) {
            line.push('\n');
            writer.send(line);
        }
    }

    /// Waits until everything so far has been written.
    pub async fn flush(&self) {
        if let Some(writer) = self.0.clone() {
            // Fails only if the runtime is shutting down.
            let _ = tokio::task::spawn_blocking(move || writer.flush()).await;
        }
    }
}

/// How a console call was answered; passed from the middleware inside to the access log outside.
#[derive(Clone)]
pub struct ConsoleAnswer {
    pub trace_id: String,
    pub method: &'static str,
    pub path: String,
    pub code: i64,
    pub status: StatusCode,
}
