//! Compression of long responses, if the client asks for it with `Accept-Encoding`.

use std::io::{self, Write};

use axum::body::{Body, Bytes};
use axum::http::HeaderMap;
use axum::http::header::ACCEPT_ENCODING;
use flate2::Compression;
use flate2::write::GzEncoder;
use futures_util::stream::{BoxStream, unfold};
use futures_util::{Stream, StreamExt as _};
use numsift_turns::{long, off_thread};
use zstd::stream::write::Encoder as ZstdEncoder;

use super::request::weighted;

/// Level of zstd: about as fast as it gets, and smaller than gzip.
const ZSTD_LEVEL: i32 = 3;

/// How a response is compressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encoding {
    Gzip,
    Zstd,
}

impl Encoding {
    /// The one that the client prefers; zstd of equals. None if it asks for neither.
    pub fn wanted(headers: &HeaderMap) -> Option<Self> {
        let asked = weighted(headers, &ACCEPT_ENCODING);
        let of = |names: &[&str]| {
            let named = asked.iter().find(|(name, _)| names.contains(&name.as_str()));
            named.or_else(|| asked.iter().find(|(name, _)| name == "*")).map_or(0.0, |(_, weight)| *weight)
        };
        let (gzip, zstd) = (of(&["gzip", "x-gzip"]), of(&["zstd"]));
        // What is not mentioned may be sent as well, so plain text wins only if it is asked for first.
        let plain = asked.iter().find(|(name, _)| name == "identity").map_or(0.0, |(_, weight)| *weight);
        match (gzip.max(zstd), zstd >= gzip) {
            (best, _) if best <= 0.0 || best < plain => None,
            (_, true) => Some(Self::Zstd),
            (_, false) => Some(Self::Gzip),
        }
    }

    /// The value of `Content-Encoding`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Gzip => "gzip",
            Self::Zstd => "zstd",
        }
    }
}

enum Encoder {
    Gzip(GzEncoder<Vec<u8>>),
    Zstd(ZstdEncoder<'static, Vec<u8>>),
}

impl Encoder {
    fn new(encoding: Encoding) -> io::Result<Self> {
        Ok(match encoding {
            Encoding::Gzip => Self::Gzip(GzEncoder::new(Vec::new(), Compression::fast())),
            Encoding::Zstd => Self::Zstd(ZstdEncoder::new(Vec::new(), ZSTD_LEVEL)?),
        })
    }

    /// Takes a piece, and returns what is compressed so far.
    fn add(&mut self, piece: &[u8]) -> io::Result<Vec<u8>> {
        match self {
            Self::Gzip(encoder) => {
                encoder.write_all(piece)?;
                Ok(std::mem::take(encoder.get_mut()))
            }
            Self::Zstd(encoder) => {
                encoder.write_all(piece)?;
                Ok(std::mem::take(encoder.get_mut()))
            }
        }
    }

    fn finish(self) -> io::Result<Vec<u8>> {
        match self {
            Self::Gzip(encoder) => encoder.finish(),
            Self::Zstd(encoder) => encoder.finish(),
        }
    }
}

/// The body of a response, compressed on threads of low priority if an encoding is given.
pub fn body<E>(
    pieces: impl Stream<Item = Result<Bytes, E>> + Send + 'static,
    encoding: Option<Encoding>,
) -> io::Result<Body>
where
    E: std::error::Error + Send + Sync + 'static,
{
    let Some(encoding) = encoding else { return Ok(Body::from_stream(pieces)) };
    let encoder = Encoder::new(encoding)?;
    let pieces = pieces.map(|piece| piece.map_err(io::Error::other)).boxed();
    Ok(Body::from_stream(unfold(Some((pieces, encoder)), next)))
}

type State = Option<(BoxStream<'static, io::Result<Bytes>>, Encoder)>;

/// The next compressed piece. After an error the stream ends without the end of the format, so that the client notices.
async fn next(state: State) -> Option<(io::Result<Vec<u8>>, State)> {
    let (mut pieces, mut encoder) = state?;
    loop {
        let piece = match pieces.next().await {
            Some(Ok(piece)) => piece,
            Some(Err(error)) => return Some((Err(error), None)),
            None => {
                return Some((compute(move || encoder.finish()).await.flatten(), None));
            }
        };
        let added = compute(move || {
            let done = encoder.add(&piece);
            (encoder, done)
        });
        let (back, done) = match added.await {
            Ok(added) => added,
            Err(error) => return Some((Err(error), None)),
        };
        encoder = back;
        match done {
            // The encoder still collects.
            Ok(bytes) if bytes.is_empty() => {}
            Ok(bytes) => return Some((Ok(bytes), Some((pieces, encoder)))),
            Err(error) => return Some((Err(error), None)),
        }
    }
}

/// Computes on a thread of low priority.
async fn compute<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> io::Result<T> {
    long(async move { off_thread(work).await }).await.map_err(io::Error::other)
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderMap;
    use axum::http::header::ACCEPT_ENCODING;

    use super::Encoding;

    #[test]
    fn the_preferred_encoding_is_chosen() {
        for (accepted, expected) in [
            ("", None),
            ("identity", None),
            ("br, deflate", None),
            ("gzip", Some(Encoding::Gzip)),
            ("x-gzip", Some(Encoding::Gzip)),
            ("GZIP;q=0.5", Some(Encoding::Gzip)),
            ("gzip, deflate, br, zstd", Some(Encoding::Zstd)),
            ("gzip, zstd;q=0.8", Some(Encoding::Gzip)),
            ("zstd;q=0, *", Some(Encoding::Gzip)),
            ("zstd;q=0", None),
            ("*;q=0", None),
            ("identity, gzip;q=0.5", None),
            ("identity;q=0.5, gzip", Some(Encoding::Gzip)),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(ACCEPT_ENCODING, accepted.parse().unwrap());
            assert_eq!(Encoding::wanted(&headers), expected, "{accepted}");
        }
        assert_eq!(Encoding::wanted(&HeaderMap::new()), None);
    }
}
