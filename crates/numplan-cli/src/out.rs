//! An output buffer to which short texts are appended with copies of a fixed size.
//!
//! A row consists of a dozen short texts. Copying a text of variable length costs a call; copying a fixed
//! number of bytes and advancing by the length of the text costs two instructions.

/// Bytes after the end that copies of a fixed size may overwrite.
const SLACK: usize = 64;

/// A short text in a buffer of fixed size.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Piece {
    bytes: [u8; Self::LONGEST],
    len: usize,
}

impl Piece {
    /// Bytes of the fixed-size copy. Few pieces are longer.
    pub(crate) const USUAL: usize = 32;
    pub(crate) const LONGEST: usize = 2 * Self::USUAL;

    /// Cuts texts longer than [`Self::LONGEST`].
    pub(crate) fn new(text: &str) -> Self {
        let mut bytes = [0; Self::LONGEST];
        let len = text.len().min(bytes.len());
        bytes[..len].copy_from_slice(&text.as_bytes()[..len]);
        Self { bytes, len }
    }

    /// The bytes to copy and the length of the text; `None` if it is longer than [`Self::USUAL`].
    #[inline]
    pub(crate) fn usual(&self) -> Option<(&[u8; Self::USUAL], usize)> {
        self.bytes.first_chunk().filter(|_| self.len <= Self::USUAL).map(|bytes| (bytes, self.len))
    }
}

/// The output buffer, with room after the text.
#[derive(Debug, Default)]
pub(crate) struct Out {
    room: Vec<u8>,
    len: usize,
}

impl Out {
    pub(crate) fn clear(&mut self) {
        self.len = 0;
    }

    pub(crate) fn as_bytes(&self) -> &[u8] {
        &self.room[..self.len]
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Makes room for `more` bytes and for copies of a fixed size.
    #[inline]
    pub(crate) fn reserve(&mut self, more: usize) {
        let wanted = self.len + more + SLACK;
        if wanted > self.room.len() {
            self.grow(wanted);
        }
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self, wanted: usize) {
        self.room.resize(wanted.next_power_of_two(), 0);
    }

    #[inline]
    pub(crate) fn byte(&mut self, byte: u8) {
        if self.len >= self.room.len() {
            self.reserve(1);
        }
        self.room[self.len] = byte;
        self.len += 1;
    }

    #[inline]
    pub(crate) fn piece(&mut self, piece: &Piece) {
        match piece.usual() {
            Some((bytes, len)) => self.padded(bytes, len),
            None => self.text(&piece.bytes[..piece.len]),
        }
    }

    /// Appends the first `len` of the bytes.
    #[inline]
    pub(crate) fn padded<const SIZE: usize>(&mut self, bytes: &[u8; SIZE], len: usize) {
        if self.room.len() - self.len < SIZE {
            self.reserve(SIZE);
        }
        self.room[self.len..self.len + SIZE].copy_from_slice(bytes);
        self.len += len.min(SIZE);
    }

    /// Appends a text. Texts of 8 to 16 bytes, such as numbers, take two copies of a fixed size.
    #[inline]
    pub(crate) fn text(&mut self, text: &[u8]) {
        let size = text.len();
        if self.room.len() - self.len < size {
            self.reserve(size);
        }
        let to = &mut self.room[self.len..self.len + size];
        if let (8..=16, Some(first), Some(last)) = (size, text.first_chunk::<8>(), text.last_chunk::<8>()) {
            to[..8].copy_from_slice(first);
            to[size - 8..].copy_from_slice(last);
        } else {
            to.copy_from_slice(text);
        }
        self.len += size;
    }

    /// The room after the text; see [`advance`](Self::advance).
    #[inline]
    pub(crate) fn window<const SIZE: usize>(&mut self) -> &mut [u8; SIZE] {
        if self.room.len() - self.len < SIZE {
            self.reserve(SIZE);
        }
        self.room[self.len..].first_chunk_mut().expect("the room was reserved")
    }

    /// Appends the first `len` bytes of the window.
    #[inline]
    pub(crate) fn advance(&mut self, len: usize) {
        self.len = (self.len + len).min(self.room.len());
    }

    /// Removes spaces from the end.
    pub(crate) fn trim_end(&mut self) {
        self.len = self.as_bytes().trim_ascii_end().len();
    }
}

/// Whether a text can be written to CSV, TSV and tables as it is: printable ASCII without quotes and commas,
/// and no space at either end. Tests eight bytes at a time.
#[inline]
pub(crate) fn is_simple(text: &[u8]) -> bool {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const HIGH: u64 = ONES << 7;
    let odd = |bytes: &[u8; 8]| {
        let word = u64::from_le_bytes(*bytes);
        let zero = |word: u64| word.wrapping_sub(ONES) & !word;
        let control = word.wrapping_sub(ONES * 0x20) & !word;
        (word
            | control
            | zero(word ^ (ONES * 0x22))
            | zero(word ^ (ONES * 0x2c))
            | zero(word ^ (ONES * 0x7f)))
            & HIGH
    };
    let (Some(first), Some(last)) = (text.first_chunk::<8>(), text.last_chunk::<8>()) else {
        let plain = |byte: &u8| matches!(byte, b' '..=b'~') && !matches!(byte, b'"' | b',');
        return text.iter().all(plain) && text.first() != Some(&b' ') && text.last() != Some(&b' ');
    };
    let mut found = odd(first) | odd(last);
    if text.len() > 16 {
        found |= text.as_chunks::<8>().0.iter().fold(0, |found, bytes| found | odd(bytes));
    }
    found == 0 && first[0] != b' ' && last[7] != b' '
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_and_texts_follow_each_other() {
        let mut out = Out::default();
        let mut wanted = Vec::new();
        for size in 0..100 {
            let text: String = (0..size).map(|at| char::from(b'a' + at % 26)).collect();
            out.text(text.as_bytes());
            wanted.extend_from_slice(text.as_bytes());
            out.byte(b',');
            out.piece(&Piece::new("valid"));
            wanted.extend_from_slice(b",valid");
            out.piece(&Piece::new(&text));
            wanted.extend_from_slice(&text.as_bytes()[..text.len().min(Piece::LONGEST)]);
            out.padded(b"1234", 2);
            wanted.extend_from_slice(b"12");
        }
        assert_eq!(out.as_bytes(), wanted);
        out.text(b"x   ");
        out.trim_end();
        assert_eq!(out.as_bytes().last(), Some(&b'x'));
        out.clear();
        assert_eq!(out.len(), 0);
    }

    #[test]
    fn one_odd_byte_anywhere_is_seen() {
        for size in 0..40usize {
            assert!(is_simple(&vec![b'7'; size]), "{size}");
            for at in 0..size {
                for byte in 0..=255u8 {
                    let mut text = vec![b'7'; size];
                    text[at] = byte;
                    let odd = !(b' '..=b'~').contains(&byte) || byte == b'"' || byte == b',';
                    let space = byte == b' ' && (at == 0 || at == size - 1);
                    assert_eq!(is_simple(&text), !odd && !space, "{byte} at {at} of {size}");
                }
            }
        }
    }
}
