//! Multipart forms that are read without buffering files in memory.

use std::pin::Pin;
use std::task::{Context, Poll};

use axum::body::{Body, BodyDataStream, Bytes};
use axum::extract::multipart::MultipartRejection;
use axum::extract::{FromRequest, Multipart, Request};
use futures_util::Stream;

/// A form whose parts are read as they arrive.
pub struct Form(pub Multipart);

impl<S: Send + Sync> FromRequest<S> for Form {
    type Rejection = MultipartRejection;

    async fn from_request(request: Request, state: &S) -> Result<Self, MultipartRejection> {
        let paced =
            request.map(|body| Body::from_stream(Paced { body: body.into_data_stream(), yielded: false }));
        Multipart::from_request(paced, state).await.map(Self)
    }
}

/// Yields after every piece. The multipart reader buffers everything that is ready before it returns anything, which
/// is the whole file if the client is faster than the disk.
struct Paced {
    body: BodyDataStream,
    yielded: bool,
}

impl Stream for Paced {
    type Item = Result<Bytes, axum::Error>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        if std::mem::take(&mut self.yielded) {
            cx.waker().wake_by_ref();
            return Poll::Pending;
        }
        let piece = Pin::new(&mut self.body).poll_next(cx);
        self.yielded = matches!(piece, Poll::Ready(Some(_)));
        piece
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use axum::body::{Body, Bytes};
    use axum::extract::{DefaultBodyLimit, FromRequest, Request};
    use axum::http::header::CONTENT_TYPE;
    use futures_util::stream;

    use super::Form;

    const PIECES: usize = 1000;
    const PIECE: usize = 64 * 1024;

    #[tokio::test]
    async fn a_fast_client_does_not_fill_the_memory() {
        let sent = Arc::new(AtomicUsize::new(0));
        let counted = sent.clone();
        let head = "--b\r\ncontent-disposition: form-data; name=\"file\"; filename=\"n.txt\"\r\n\r\n";
        let pieces = (0..PIECES).map(move |_| {
            counted.fetch_add(1, Ordering::Relaxed);
            Bytes::from(vec![b'1'; PIECE])
        });
        let all = std::iter::once(Bytes::from(head)).chain(pieces).chain([Bytes::from("\r\n--b--\r\n")]);
        let body = Body::from_stream(stream::iter(all.map(Ok::<_, std::convert::Infallible>)));
        let request = Request::builder().header(CONTENT_TYPE, "multipart/form-data; boundary=b");
        let mut request = request.body(body).unwrap();
        DefaultBodyLimit::disable().apply(&mut request);
        let Form(mut form) = Form::from_request(request, &()).await.unwrap();
        let mut field = form.next_field().await.unwrap().unwrap();
        let (mut taken, mut most_ahead) = (0, 0);
        while let Some(part) = field.chunk().await.unwrap() {
            taken += part.len();
            most_ahead = most_ahead.max(sent.load(Ordering::Relaxed) * PIECE - taken);
        }
        assert_eq!(taken, PIECES * PIECE);
        assert!(most_ahead <= 2 * PIECE, "{most_ahead} bytes were read ahead");
    }
}
