//! Reads a stream in chunks of whole lines, in bounded memory.

use std::io::{self, Read};

use memchr::memrchr;

/// Bytes per chunk. Longer lines are cut.
pub(crate) const CHUNK: usize = 256 * 1024;

/// Splits a stream into chunks of whole lines.
pub(crate) struct Chunks<R> {
    reader: R,
    /// Bytes read after the last whole line.
    carry: Vec<u8>,
    started: bool,
    ended: bool,
}

impl<R: Read> Chunks<R> {
    pub(crate) fn new(reader: R) -> Self {
        Self { reader, carry: Vec::new(), started: false, ended: false }
    }

    /// Fills `chunk` with the next whole lines. Returns `false` at the end of the stream.
    ///
    /// A line longer than a chunk is cut. No number is that long, but it still counts as one line.
    pub(crate) fn next(&mut self, chunk: &mut Vec<u8>) -> io::Result<bool> {
        chunk.clear();
        std::mem::swap(chunk, &mut self.carry);
        self.carry.clear();
        self.fill(chunk)?;
        if !self.started {
            self.started = true;
            if chunk.starts_with("\u{feff}".as_bytes()) {
                chunk.drain(..3);
            }
        }
        if self.ended {
            return Ok(!chunk.is_empty());
        }
        if let Some(end) = memrchr(b'\n', chunk) {
            self.carry.extend_from_slice(&chunk[end + 1..]);
            chunk.truncate(end + 1);
        } else {
            chunk.push(b'\n');
            self.skip_line()?;
        }
        Ok(true)
    }

    /// Reads until the chunk is full or the stream ends.
    fn fill(&mut self, chunk: &mut Vec<u8>) -> io::Result<()> {
        while !self.ended && chunk.len() < CHUNK {
            let room = (CHUNK - chunk.len()) as u64;
            self.ended = (&mut self.reader).take(room).read_to_end(chunk)? == 0;
        }
        Ok(())
    }

    /// Skips the rest of a line.
    fn skip_line(&mut self) -> io::Result<()> {
        let mut rest = vec![0; CHUNK];
        loop {
            let read = match self.reader.read(&mut rest) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                other => other?,
            };
            if read == 0 {
                self.ended = true;
                return Ok(());
            }
            if let Some(end) = memchr::memchr(b'\n', &rest[..read]) {
                self.carry.extend_from_slice(&rest[end + 1..read]);
                return Ok(());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use numplan::batch::lines;

    fn all(input: &[u8]) -> Vec<Vec<u8>> {
        let mut chunks = Chunks::new(input);
        let mut chunk = Vec::new();
        let mut found = Vec::new();
        while chunks.next(&mut chunk).expect("memory does not fail") {
            found.extend(lines(&chunk).map(<[u8]>::to_vec));
        }
        found
    }

    #[test]
    fn line_ends_are_removed() {
        assert_eq!(all(b""), Vec::<Vec<u8>>::new());
        assert_eq!(all(b"\n"), [b""]);
        assert_eq!(all(b"a\r\n\nb"), [&b"a"[..], b"", b"b"]);
        assert_eq!(all(b"a\nb\n"), [b"a", b"b"]);
        assert_eq!(all("\u{feff}a\n\u{feff}b".as_bytes()), [b"a".to_vec(), "\u{feff}b".as_bytes().to_vec()]);
    }

    #[test]
    fn lines_across_chunks_are_whole() {
        let wanted: Vec<Vec<u8>> = (0..60_000).map(|n: u32| format!("line {n}").into_bytes()).collect();
        assert_eq!(all(&wanted.join(&b'\n')), wanted);
    }

    #[test]
    fn a_huge_line_is_cut_and_the_next_one_is_whole() {
        for size in [CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK + 5] {
            let mut input = b"first\n".to_vec();
            input.extend(std::iter::repeat_n(b'7', size));
            input.extend(b"\nlast\n\n");
            let found = all(&input);
            assert_eq!(found.len(), 4, "{size}");
            assert!(found[1].len() >= size.min(CHUNK) - 6 && found[1].iter().all(|byte| *byte == b'7'));
            assert_eq!(found[2], b"last");
        }
    }
}
