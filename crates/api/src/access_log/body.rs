//! Counts the bytes of a streamed body, and logs its request at the end, also if the client goes away before.

use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Instant;

use axum::body::{Body, Bytes, HttpBody};
use hyper::body::{Frame, SizeHint};

use super::{Access, AccessLog};

pub(super) struct LoggedBody {
    body: Body,
    log: AccessLog,
    /// Taken when it is logged.
    access: Option<Access>,
    began: Instant,
    bytes: u64,
}

impl LoggedBody {
    pub(super) fn new(body: Body, log: AccessLog, access: Access, began: Instant) -> Self {
        Self { body, log, access: Some(access), began, bytes: 0 }
    }
}

impl HttpBody for LoggedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let polled = Pin::new(&mut self.body).poll_frame(context);
        if let Poll::Ready(Some(Ok(frame))) = &polled {
            self.bytes += frame.data_ref().map_or(0, |data| data.len() as u64);
        }
        polled
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl Drop for LoggedBody {
    fn drop(&mut self) {
        if let Some(access) = self.access.take() {
            self.log.write(access, self.began.elapsed(), self.bytes);
        }
    }
}
