//! Decodes text of any supported encoding to UTF-8 while it is read.

use std::io::{self, Read};

use encoding_rs::{Decoder, DecoderResult};

use crate::encoding::Encoding;

/// Written in place of undecodable bytes. It is not valid UTF-8, so the row is recognised later.
const UNDECODABLE: u8 = 0xFF;

/// Bytes read ahead to find a byte order mark.
const HEAD: usize = 64 << 10;

/// Bytes decoded at once.
const PIECE: usize = 256 << 10;

/// Room that the decoder needs for what it holds back.
const SPARE: usize = 16;

/// A text that is decoded while it is read.
pub(crate) struct Text<'a> {
    input: &'a mut dyn Read,
    /// Bytes that were read ahead.
    head: Vec<u8>,
    decoder: Option<Decoder>,
    /// Whether lines end with a lone carriage return, as in old Mac files.
    lone_returns: bool,
    ended: bool,
}

impl<'a> Text<'a> {
    /// Starts reading. A byte order mark is removed and overrides the encoding.
    pub(crate) fn open(input: &'a mut dyn Read, encoding: Encoding) -> io::Result<Self> {
        let mut head = Vec::with_capacity(HEAD);
        (&mut *input).take(HEAD as u64).read_to_end(&mut head)?;
        let (encoding, mark) = Encoding::from_bom(&head).unwrap_or((encoding, 0));
        head.drain(..mark);
        let decoder = encoding.table().map(encoding_rs::Encoding::new_decoder_without_bom_handling);
        let lone_returns = memchr::memchr(b'\r', &head).is_some() && memchr::memchr(b'\n', &head).is_none();
        Ok(Self { input, head, decoder, lone_returns, ended: false })
    }

    /// Appends about `want` bytes. Returns whether there may be more.
    pub(crate) fn fill(&mut self, out: &mut Vec<u8>, want: usize) -> io::Result<bool> {
        let start = out.len();
        while !self.ended && out.len() - start < want {
            if self.decoder.is_some() {
                self.decode(out)?;
            } else {
                self.raw(out, want - (out.len() - start))?;
            }
        }
        let new = &mut out[start..];
        if self.lone_returns {
            new.iter_mut().filter(|byte| **byte == b'\r').for_each(|byte| *byte = b'\n');
        }
        Ok(!self.ended)
    }

    /// Reads bytes without decoding.
    fn raw(&mut self, out: &mut Vec<u8>, want: usize) -> io::Result<()> {
        if !self.head.is_empty() {
            out.extend(self.head.drain(..want.min(self.head.len())));
            return Ok(());
        }
        let read = (&mut *self.input).take(want as u64).read_to_end(out)?;
        self.ended = read < want;
        Ok(())
    }

    fn decode(&mut self, out: &mut Vec<u8>) -> io::Result<()> {
        let mut piece = std::mem::take(&mut self.head);
        if piece.is_empty() {
            let read = (&mut *self.input).take(PIECE as u64).read_to_end(&mut piece)?;
            self.ended = read < PIECE;
        }
        let Some(decoder) = &mut self.decoder else { return Ok(()) };
        let mut rest = &piece[..];
        let mut end = out.len();
        // Once for the piece: every byte may be undecodable, and clearing the rest each time would be quadratic.
        out.resize(end + 3 * rest.len() + SPARE, 0);
        loop {
            let (result, read, written) =
                decoder.decode_to_utf8_without_replacement(rest, &mut out[end..], self.ended);
            end += written;
            rest = &rest[read..];
            match result {
                DecoderResult::InputEmpty => break,
                DecoderResult::OutputFull => out.resize(out.len() + 3 * rest.len() + SPARE, 0),
                DecoderResult::Malformed(..) => {
                    if end == out.len() {
                        out.resize(end + 3 * rest.len() + SPARE, 0);
                    }
                    out[end] = UNDECODABLE;
                    end += 1;
                }
            }
        }
        out.truncate(end);
        Ok(())
    }
}

/// Whether decoded text is binary data: it has too many control characters.
pub(crate) fn is_binary(text: &[u8]) -> bool {
    let head = &text[..text.len().min(HEAD)];
    let odd = head.iter().filter(|&&byte| is_control(byte)).count();
    odd * 20 > head.len()
}

fn is_control(byte: u8) -> bool {
    (byte < b' ' && !matches!(byte, b'\t' | b'\n' | b'\r' | 0x0B | 0x0C)) || byte == 0x7F
}
