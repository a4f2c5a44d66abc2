//! Scans the parts of a workbook before it is opened, and refuses one that would fill the memory.
//!
//! The XLSX reader holds styles, shared strings and sheet names in memory, and trusts the counts that the
//! file declares. The scan expands every part once without keeping it, and trusts no declared size.

use std::io::{self, Read, SeekFrom};

use memchr::memmem;
use numsift_model::limits::{
    SHEET_ROWS as MAX_ROWS, WORKBOOK_SHARED as MAX_SHARED, WORKBOOK_SHEETS as MAX_SHEETS,
    WORKBOOK_STRINGS as MAX_STRINGS, WORKBOOK_STYLES as MAX_STYLES, WORKBOOK_TEXT as MAX_TAG_DISTANCE,
};

use crate::error::IntakeError;
use crate::mapping::Limits;
use crate::source::{Budget, ReadSeek, open_zip, zip_error};

/// Memory of an element besides its text.
const ELEMENT_MEMORY: u64 = 64;

/// Bytes expanded at once.
const PIECE: usize = 64 << 10;

/// Longest element name that is counted, with its prefix. Longer names cannot be many within the limit on
/// the size.
const MAX_ELEMENT_NAME: usize = 1024;

/// Elements that the XLSX reader holds in memory, what they are, and how many a workbook may have. Excel
/// allows about 65,000 cell formats.
const ELEMENTS: [(&str, &str, u64); 9] = [
    ("si", "shared strings", MAX_STRINGS),
    ("sheet", "sheets", MAX_SHEETS),
    ("xf", "cell formats", MAX_STYLES),
    ("font", "fonts", MAX_STYLES),
    ("fill", "fills", MAX_STYLES),
    ("border", "borders", MAX_STYLES),
    ("numFmt", "number formats", MAX_STYLES),
    ("definedName", "defined names", MAX_STYLES),
    ("Relationship", "relationships", MAX_STYLES),
];

/// The element of a row. The XLSX reader walks through empty ones without returning.
const ROW: &[u8] = b"row";

/// The attribute by which the XLSX reader allocates the list of shared strings.
const STRING_COUNT: &[u8] = b"uniqueCount";

/// Longest value of that attribute, with the space around it.
const COUNT_WINDOW: usize = 64;

/// Bytes at the end of a piece that are checked again with the next one.
const OVERLAP: usize = 256;

/// Expands all parts once and checks their size, the number of elements and the declared counts. Every part
/// is checked in the same way, because any part may turn out to be a sheet or the styles, whatever its name.
/// Returns an estimate of the memory that the open workbook takes.
pub(crate) fn check_workbook(file: &mut dyn ReadSeek, limits: &Limits) -> Result<u64, IntakeError> {
    let length = file.seek(SeekFrom::End(0))?;
    let budget = Budget::new(length, limits);
    let mut archive = open_zip(file)?;
    let mut scan = PartScan::default();
    let mut shared = 0;
    let mut buffer = vec![0; PIECE];
    for index in 0..archive.len() {
        let entry = archive.by_index_data(index).map_err(zip_error)?;
        let name = String::from_utf8_lossy(entry.name_raw()).to_ascii_lowercase();
        if entry.encrypted() {
            return Err(IntakeError::Encrypted);
        }
        let is_sheet = name.starts_with("xl/worksheets/");
        let mut part = archive.by_index(index).map_err(zip_error)?;
        scan.start_part();
        loop {
            let read = match part.read(&mut buffer) {
                Ok(0) => break,
                Ok(read) => read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error.into()),
            };
            budget.spend(read)?;
            if !is_sheet {
                shared += read as u64;
                if shared > MAX_SHARED {
                    return Err(IntakeError::UnpacksTooLarge { limit: MAX_SHARED });
                }
            }
            scan.piece(&buffer[..read])?;
        }
    }
    Ok(shared + scan.counts.iter().sum::<u64>() * ELEMENT_MEMORY)
}

/// Counts elements across parts, piece by piece.
#[derive(Default)]
struct PartScan {
    counts: [u64; ELEMENTS.len()],
    /// Rows of the part.
    rows: u64,
    /// Bytes since the last tag.
    tag_distance: usize,
    /// The name of an element that a piece ended in.
    name: Option<Vec<u8>>,
    /// The end of the last piece, in case it cuts a declared count.
    tail: Vec<u8>,
}

impl PartScan {
    fn start_part(&mut self) {
        self.rows = 0;
        self.tag_distance = 0;
        self.name = None;
        self.tail.clear();
    }

    fn piece(&mut self, piece: &[u8]) -> Result<(), IntakeError> {
        match memchr::memrchr(b'<', piece) {
            Some(tag) => self.tag_distance = piece.len() - tag,
            None => self.tag_distance += piece.len(),
        }
        if self.tag_distance > MAX_TAG_DISTANCE {
            return Err(IntakeError::UnpacksTooLarge { limit: MAX_TAG_DISTANCE as u64 });
        }
        self.count_elements(piece)?;
        self.check_string_counts(piece)
    }

    /// Counts the start tags of the elements in [`ELEMENTS`].
    fn count_elements(&mut self, mut piece: &[u8]) -> Result<(), IntakeError> {
        if let Some(mut name) = self.name.take() {
            let end = name_end(piece);
            name.extend_from_slice(&piece[..end.unwrap_or(piece.len()).min(MAX_ELEMENT_NAME)]);
            if end.is_none() && piece.len() < MAX_ELEMENT_NAME {
                self.name = (name.len() <= MAX_ELEMENT_NAME).then_some(name);
                return Ok(());
            }
            self.count(&name)?;
        }
        while let Some(tag) = memchr::memchr(b'<', piece) {
            piece = &piece[tag + 1..];
            match name_end(piece) {
                Some(end) => self.count(&piece[..end])?,
                None if piece.len() <= MAX_ELEMENT_NAME => self.name = Some(piece.to_vec()),
                None => {}
            }
        }
        Ok(())
    }

    fn count(&mut self, name: &[u8]) -> Result<(), IntakeError> {
        let local = name.rsplit(|&byte| byte == b':').next().unwrap_or(name);
        if local == ROW {
            self.rows += 1;
            if self.rows > MAX_ROWS {
                return Err(IntakeError::TooManyParts { what: "rows in a sheet", limit: MAX_ROWS });
            }
            return Ok(());
        }
        for (&(element, what, limit), count) in ELEMENTS.iter().zip(&mut self.counts) {
            if local == element.as_bytes() {
                *count += 1;
                if *count > limit {
                    return Err(IntakeError::TooManyParts { what, limit });
                }
            }
        }
        Ok(())
    }

    /// Checks declared counts, including those that are split between pieces.
    fn check_string_counts(&mut self, piece: &[u8]) -> Result<(), IntakeError> {
        self.tail.extend_from_slice(&piece[..piece.len().min(OVERLAP)]);
        check_string_counts(&self.tail)?;
        check_string_counts(piece)?;
        if piece.len() > OVERLAP {
            self.tail.clear();
            self.tail.extend_from_slice(&piece[piece.len() - OVERLAP..]);
        } else {
            self.tail.drain(..self.tail.len().saturating_sub(OVERLAP));
        }
        Ok(())
    }
}

/// The end of an element name at the start of a text; `None` if the text ends before the name does or the
/// name is too long to be counted.
fn name_end(text: &[u8]) -> Option<usize> {
    text.iter()
        .take(MAX_ELEMENT_NAME)
        .position(|byte| matches!(byte, b'>' | b'/' | b' ' | b'\t' | b'\r' | b'\n' | b'<'))
}

/// Refuses a declared number of shared strings above the limit. Any occurrence of the attribute counts,
/// wherever it is.
fn check_string_counts(text: &[u8]) -> Result<(), IntakeError> {
    for found in memmem::find_iter(text, STRING_COUNT) {
        let rest = &text[found + STRING_COUNT.len()..];
        let allowed = match declared_count(&rest[..rest.len().min(COUNT_WINDOW)]) {
            Declared::Count(count) => count <= MAX_STRINGS,
            // With fewer bytes, the value continues in the next piece and is checked with that.
            Declared::Unfinished => rest.len() < COUNT_WINDOW,
            Declared::Nothing => true,
        };
        if !allowed {
            return Err(IntakeError::TooManyParts { what: "shared strings", limit: MAX_STRINGS });
        }
    }
    Ok(())
}

enum Declared {
    Count(u64),
    /// The text ends before the value does.
    Unfinished,
    /// The text is not an attribute value.
    Nothing,
}

/// Reads the value of an attribute: `="…"` with any white space.
fn declared_count(text: &[u8]) -> Declared {
    let text = text.trim_ascii_start();
    let Some((b'=', text)) = text.split_first() else {
        return if text.is_empty() { Declared::Unfinished } else { Declared::Nothing };
    };
    let text = text.trim_ascii_start();
    let Some((quote @ (b'"' | b'\''), text)) = text.split_first() else {
        return if text.is_empty() { Declared::Unfinished } else { Declared::Nothing };
    };
    let Some(end) = memchr::memchr(*quote, text) else { return Declared::Unfinished };
    let digits = text[..end].iter().filter(|byte| byte.is_ascii_digit());
    Declared::Count(
        digits.fold(0, |count: u64, digit| count.saturating_mul(10).saturating_add(u64::from(digit - b'0'))),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Scans a text in pieces of this size.
    fn scan(text: &[u8], size: usize) -> Result<[u64; ELEMENTS.len()], IntakeError> {
        let mut scan = PartScan::default();
        scan.start_part();
        for piece in text.chunks(size) {
            scan.piece(piece)?;
        }
        Ok(scan.counts)
    }

    #[test]
    fn elements_are_counted_in_pieces_of_any_size() {
        let text =
            b"<?xml?><x:sst><si><t>a</t></si><x:si/><si\n/><sip/>si<a:b:si x='<'/></si><sheet name=\"1\"/>";
        for size in 1..text.len() {
            let counts = scan(text, size).unwrap();
            assert_eq!((counts[0], counts[1]), (4, 1), "{size}");
        }
    }

    #[test]
    fn rows_are_counted_for_each_part() {
        let mut scan = PartScan::default();
        for _ in 0..2 {
            scan.start_part();
            scan.piece(&b"<x:row/>".repeat(usize::try_from(MAX_ROWS).unwrap())).unwrap();
        }
        assert!(matches!(scan.piece(b"<row r='1'>"), Err(IntakeError::TooManyParts { .. })));
    }

    #[test]
    fn declared_counts_are_limited_in_pieces_of_any_size() {
        for text in [
            "<sst count='9' uniqueCount=\"99999999999999999999\">",
            "<sst uniqueCount = '5000000'>",
            "<sst a='>' uniqueCount='0005000000'>",
            &format!("<sst uniqueCount='{}9999999999'>", "0".repeat(80)),
            &format!("<sst uniqueCount{}='9999999999'>", " ".repeat(700)),
        ] {
            for size in 1..text.len() {
                let refused = scan(text.as_bytes(), size);
                assert!(matches!(refused, Err(IntakeError::TooManyParts { .. })), "{text} {size}");
            }
        }
        for text in
            ["<sst uniqueCount=\"4000000\">", "uniqueCount", "uniqueCount 9999999999", "<sst uniqueCount=''>"]
        {
            assert!(scan(text.as_bytes(), 7).is_ok(), "{text}");
        }
    }
}
