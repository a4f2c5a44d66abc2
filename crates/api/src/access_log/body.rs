//! Counts the bytes of a streamed body.

use std::pin::Pin;
use std::task::{Context, Poll};

use axum::body::{Body, Bytes, HttpBody};
use hyper::body::{Frame, SizeHint};

/// Called with the number of bytes.
type AtEnd = Box<dyn FnOnce(u64) + Send>;

/// A body that reports its bytes at the end, also if the client goes away before.
pub(super) struct CountedBody {
    body: Body,
    bytes: u64,
    /// Taken when it is called.
    at_end: Option<AtEnd>,
}

impl CountedBody {
    pub(super) fn new(body: Body, at_end: AtEnd) -> Self {
        Self { body, bytes: 0, at_end: Some(at_end) }
    }
}

impl HttpBody for CountedBody {
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

impl Drop for CountedBody {
    fn drop(&mut self) {
        if let Some(at_end) = self.at_end.take() {
            at_end(self.bytes);
        }
    }
}
