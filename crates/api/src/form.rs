//! Forms with files, of which no more is in memory than what is being written.

use std::pin::Pin;
use std::task::{Context, Poll};

use axum::body::{Body, BodyDataStream, Bytes};
use axum::extract::multipart::MultipartRejection;
use axum::extract::{FromRequest, Multipart, Request};
use futures_util::Stream;

/// A form whose parts are read as they come in.
pub struct Form(pub Multipart);

impl<S: Send + Sync> FromRequest<S> for Form {
    type Rejection = MultipartRejection;

    async fn from_request(request: Request, state: &S) -> Result<Self, MultipartRejection> {
        let paced =
            request.map(|body| Body::from_stream(Paced { body: body.into_data_stream(), gave: false }));
        Multipart::from_request(paced, state).await.map(Self)
    }
}

/// Gives one piece at a time. The reader of forms takes whatever is there before it hands anything on: of a
/// sender that is faster than the disk, that could be the whole file.
struct Paced {
    body: BodyDataStream,
    gave: bool,
}

impl Stream for Paced {
    type Item = Result<Bytes, axum::Error>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        if std::mem::take(&mut self.gave) {
            cx.waker().wake_by_ref();
            return Poll::Pending;
        }
        let piece = Pin::new(&mut self.body).poll_next(cx);
        self.gave = matches!(piece, Poll::Ready(Some(_)));
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
    async fn a_fast_sender_does_not_fill_the_memory() {
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
