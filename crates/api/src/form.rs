//! Multipart forms that are read without buffering files in memory.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll};

use axum::body::{Body, BodyDataStream, Bytes};
use axum::extract::multipart::{Field, MultipartRejection};
use axum::extract::{FromRequest, Multipart, Request};
use futures_util::Stream;
use numsift_model::limits::{FORM_FIELD, FORM_FIELD_HEAD, FORM_FIELDS};

/// A form whose parts are read as they arrive.
pub struct Form {
    parts: Multipart,
    taken: usize,
    /// Bytes that may still be read. The multipart reader buffers the headers of a field without a limit.
    allowance: Arc<AtomicUsize>,
}

/// Why a form cannot be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FormFault {
    /// It ended early, or is not a form.
    CutOff,
    /// It has too many fields.
    TooMany,
    /// A field is longer than its limit.
    TooLarge,
    /// A field is not UTF-8 text.
    NotText,
}

impl Form {
    /// The next field; `None` at the end.
    pub async fn next(&mut self) -> Result<Option<Field<'_>>, FormFault> {
        if self.taken == FORM_FIELDS {
            return Err(FormFault::TooMany);
        }
        self.taken += 1;
        self.allowance.store(FORM_FIELD_HEAD, Ordering::Relaxed);
        let field = self.parts.next_field().await;
        let exhausted = self.allowance.swap(usize::MAX, Ordering::Relaxed) == 0;
        field.map_err(|_| if exhausted { FormFault::TooLarge } else { FormFault::CutOff })
    }
}

/// The bytes of a field, checked against the limit while they arrive.
pub async fn field_bytes(mut field: Field<'_>, limit: usize) -> Result<Bytes, FormFault> {
    let mut bytes = Vec::new();
    while let Some(part) = field.chunk().await.map_err(|_| FormFault::CutOff)? {
        if bytes.len() + part.len() > limit {
            return Err(FormFault::TooLarge);
        }
        bytes.extend_from_slice(&part);
    }
    Ok(bytes.into())
}

/// The text of a field.
pub async fn field_text(field: Field<'_>) -> Result<String, FormFault> {
    let bytes = field_bytes(field, FORM_FIELD).await?;
    String::from_utf8(bytes.into()).map_err(|_| FormFault::NotText)
}

impl<S: Send + Sync> FromRequest<S> for Form {
    type Rejection = MultipartRejection;

    async fn from_request(request: Request, state: &S) -> Result<Self, MultipartRejection> {
        let allowance = Arc::new(AtomicUsize::new(FORM_FIELD_HEAD));
        let paced = request.map(|body| {
            let (body, allowance) = (body.into_data_stream(), allowance.clone());
            Body::from_stream(Paced { body, yielded: false, allowance })
        });
        Ok(Self { parts: Multipart::from_request(paced, state).await?, taken: 0, allowance })
    }
}

/// Yields after every piece. The multipart reader buffers everything that is ready before it returns anything, which
/// is the whole file if the client is faster than the disk. Fails when the allowance is used up.
struct Paced {
    body: BodyDataStream,
    yielded: bool,
    allowance: Arc<AtomicUsize>,
}

impl Stream for Paced {
    type Item = Result<Bytes, axum::Error>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        if std::mem::take(&mut self.yielded) {
            cx.waker().wake_by_ref();
            return Poll::Pending;
        }
        let left = self.allowance.load(Ordering::Relaxed);
        if left == 0 {
            return Poll::Ready(Some(Err(axum::Error::new("the headers of a field are too long"))));
        }
        let piece = Pin::new(&mut self.body).poll_next(cx);
        if let Poll::Ready(Some(Ok(bytes))) = &piece {
            self.allowance.store(left.saturating_sub(bytes.len()), Ordering::Relaxed);
        }
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

    use super::{FORM_FIELD, FORM_FIELDS, Form, FormFault, field_text};

    const PIECES: usize = 1000;
    const PIECE: usize = 64 * 1024;

    #[tokio::test]
    async fn a_fast_client_does_not_fill_the_memory() {
        let sent = Arc::new(AtomicUsize::new(0));
        let mut form = large_field(&sent).await;
        let mut field = form.next().await.unwrap().unwrap();
        let (mut taken, mut most_ahead) = (0, 0);
        while let Some(part) = field.chunk().await.unwrap() {
            taken += part.len();
            most_ahead = most_ahead.max(sent.load(Ordering::Relaxed) * PIECE - taken);
        }
        assert_eq!(taken, PIECES * PIECE);
        assert!(most_ahead <= 2 * PIECE, "{most_ahead} bytes were read ahead");
    }
    #[tokio::test]
    async fn a_long_field_is_refused_while_it_arrives() {
        let sent = Arc::new(AtomicUsize::new(0));
        let mut form = large_field(&sent).await;
        let field = form.next().await.unwrap().unwrap();
        assert_eq!(field_text(field).await, Err(FormFault::TooLarge));
        assert!(sent.load(Ordering::Relaxed) <= 2 + FORM_FIELD / PIECE, "the rest is not read");
    }

    #[tokio::test]
    async fn the_number_of_fields_is_limited() {
        let field = "--b\r\ncontent-disposition: form-data; name=\"a\"\r\n\r\n\r\n";
        let body = Body::from(field.repeat(FORM_FIELDS + 1) + "--b--\r\n");
        let mut form = form(body).await;
        for _ in 0..FORM_FIELDS {
            assert!(form.next().await.unwrap().is_some());
        }
        assert_eq!(form.next().await.err(), Some(FormFault::TooMany));
    }

    #[tokio::test]
    async fn endless_headers_of_a_field_are_refused() {
        let sent = Arc::new(AtomicUsize::new(0));
        let counted = sent.clone();
        let pieces = (0..PIECES).map(move |_| {
            counted.fetch_add(1, Ordering::Relaxed);
            Bytes::from(vec![b'x'; PIECE])
        });
        let all = std::iter::once(Bytes::from("--b\r\nx-long: ")).chain(pieces);
        let mut form =
            form(Body::from_stream(stream::iter(all.map(Ok::<_, std::convert::Infallible>)))).await;
        assert_eq!(form.next().await.err(), Some(FormFault::TooLarge));
        assert!(sent.load(Ordering::Relaxed) <= 3, "the rest is not read");
    }

    /// A form with one field of many pieces. Counts the pieces that were taken.
    async fn large_field(sent: &Arc<AtomicUsize>) -> Form {
        let counted = sent.clone();
        let head = "--b\r\ncontent-disposition: form-data; name=\"file\"; filename=\"n.txt\"\r\n\r\n";
        let pieces = (0..PIECES).map(move |_| {
            counted.fetch_add(1, Ordering::Relaxed);
            Bytes::from(vec![b'1'; PIECE])
        });
        let all = std::iter::once(Bytes::from(head)).chain(pieces).chain([Bytes::from("\r\n--b--\r\n")]);
        form(Body::from_stream(stream::iter(all.map(Ok::<_, std::convert::Infallible>)))).await
    }

    async fn form(body: Body) -> Form {
        let request = Request::builder().header(CONTENT_TYPE, "multipart/form-data; boundary=b");
        let mut request = request.body(body).unwrap();
        DefaultBodyLimit::disable().apply(&mut request);
        Form::from_request(request, &()).await.unwrap()
    }
}
