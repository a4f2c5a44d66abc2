//! Guesses the encoding and the delimiter of a text from its beginning.

use std::io::{self, Read};

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};

use crate::decode::{Text, is_binary};
use crate::error::IntakeError;
use crate::guess::{guess, is_non_ascii_number_header};
use crate::mapping::{Delimiter, Encoding, Hints};
use crate::records::{CellSplitter, Records, is_blank};

/// Bytes that are examined.
const SAMPLE: usize = 256 << 10;

/// Most columns that are examined.
pub(crate) const MAX_COLUMNS: usize = 256;

/// Characters shown of a cell.
const MAX_CHARS: usize = 200;

/// The beginning of a text, before decoding.
pub(crate) struct Beginning {
    bytes: Vec<u8>,
    /// The encoding of the byte order mark, if there is one.
    mark: Option<Encoding>,
    /// Whether this is the whole text.
    whole: bool,
}

impl Beginning {
    /// Reads until the text is not blank.
    pub(crate) fn read(text: &mut dyn Read) -> Result<Self, IntakeError> {
        let mut mark = None;
        let mut first = true;
        let mut bytes = Vec::new();
        loop {
            bytes.clear();
            let mut whole = read_sample(text, &mut bytes)?;
            if first && let Some((encoding, length)) = Encoding::from_bom(&bytes) {
                mark = Some(encoding);
                bytes.drain(..length);
            }
            first = false;
            if bytes.iter().any(|byte| !matches!(byte, b'\n' | b'\r' | b' ' | b'\t' | 0)) {
                if !whole {
                    whole = read_sample(text, &mut bytes)?;
                }
                return Ok(Self { bytes, mark, whole });
            }
            if whole {
                let nothing_else = !bytes.is_empty() && bytes.iter().all(|&byte| byte == 0);
                return Err(if nothing_else { IntakeError::NotAList } else { IntakeError::Empty });
            }
        }
    }

    /// Decodes the text, without the last line if it may be incomplete.
    fn decode(&self, encoding: Encoding) -> io::Result<Vec<u8>> {
        let mut out = Vec::new();
        let mut bytes = &self.bytes[..];
        let mut text = Text::open(&mut bytes, encoding)?;
        while text.fill(&mut out, SAMPLE)? {}
        if !self.whole
            && let Some(end) = memchr::memrchr(b'\n', &out)
        {
            out.truncate(end + 1);
        }
        Ok(out)
    }

    /// The encoding and the decoded text.
    pub(crate) fn text(&self, hints: &Hints) -> Result<(Encoding, Vec<u8>), IntakeError> {
        let encoding = match self.mark.or(hints.encoding).or_else(|| self.unicode()) {
            Some(encoding) => encoding,
            None if is_binary(&self.bytes) => return Err(IntakeError::NotAList),
            None => self.legacy(hints)?,
        };
        let text = self.decode(encoding)?;
        if is_binary(&text) { Err(IntakeError::NotAList) } else { Ok((encoding, text)) }
    }

    /// Detects UTF-16 without a byte order mark by the zero byte in every digit, and UTF-8 by its form.
    fn unicode(&self) -> Option<Encoding> {
        let (pairs, _) = self.bytes.as_chunks::<2>();
        let zeros = |place: usize| pairs.iter().filter(|pair| pair[place] == 0).count();
        let (even, odd) = (zeros(0), zeros(1));
        if odd * 5 > pairs.len() && odd > even * 4 {
            return Some(Encoding::Utf16Le);
        }
        if even * 5 > pairs.len() && even > odd * 4 {
            return Some(Encoding::Utf16Be);
        }
        // If the file mixes encodings, the majority of its lines decides.
        let (mut good, mut bad) = (0, 0);
        for line in self.bytes.split(|&byte| byte == b'\n').filter(|line| !line.is_ascii()) {
            match std::str::from_utf8(line) {
                Ok(_) => good += 1,
                Err(error) if error.error_len().is_none() && !self.whole => {}
                Err(_) => bad += 1,
            }
        }
        (bad == 0 || good > bad).then_some(Encoding::Utf8)
    }

    /// Detects a legacy encoding. A meaningful header says more than statistics, which need more text than
    /// a list of numbers has.
    fn legacy(&self, hints: &Hints) -> io::Result<Encoding> {
        const KNOWN: [Encoding; 4] =
            [Encoding::Gb18030, Encoding::ShiftJis, Encoding::Big5, Encoding::Windows1252];
        for encoding in KNOWN {
            let text = self.decode(encoding)?;
            let line = text.split(|&byte| byte == b'\n').find(|line| !line.trim_ascii().is_empty());
            if let Some(Ok(line)) = line.map(std::str::from_utf8)
                && is_non_ascii_number_header(line)
            {
                return Ok(encoding);
            }
        }
        let country = hints.default_country.as_deref().unwrap_or("").to_ascii_lowercase();
        let domain = (country.len() == 2 && country.is_ascii()).then_some(country.as_bytes());
        let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
        detector.feed(&self.bytes, self.whole);
        let guessed = detector.guess(domain, Utf8Detection::Deny);
        let table = if guessed == encoding_rs::GBK { encoding_rs::GB18030 } else { guessed };
        Ok(KNOWN.into_iter().find(|known| known.table() == Some(table)).unwrap_or(Encoding::Gb18030))
    }
}

/// Reads the next sample. Returns whether the text ends with it.
fn read_sample(text: &mut dyn Read, bytes: &mut Vec<u8>) -> io::Result<bool> {
    let read = (&mut *text).take(SAMPLE as u64).read_to_end(bytes)?;
    Ok(read < SAMPLE)
}

/// The first rows of a text that are not blank.
pub(crate) fn rows(text: &[u8], delimiter: Delimiter, most: usize) -> Vec<Vec<String>> {
    let delimiter = delimiter.byte();
    let mut splitter = CellSplitter::default();
    let records = Records::new(text, delimiter, true).filter(|record| !is_blank(record.text, delimiter));
    let cells = |record| {
        splitter.split(record, delimiter, MAX_COLUMNS);
        (0..splitter.len()).map(|place| shown(splitter.get(record, place))).collect()
    };
    records.take(most).map(cells).collect()
}

/// A cell cut to the length that is shown.
fn shown(cell: &[u8]) -> String {
    let head = &cell[..cell.len().min(MAX_CHARS * 4)];
    String::from_utf8_lossy(head).chars().take(MAX_CHARS).collect()
}

/// The delimiter of a first line `sep=;`, and the text after that line.
pub(crate) fn separator_line(text: &[u8]) -> (Option<Delimiter>, &[u8]) {
    let end = memchr::memchr(b'\n', text).unwrap_or(text.len());
    let line = text[..end].trim_ascii_end();
    if line.len() == 5 && line[..4].eq_ignore_ascii_case(b"sep=") {
        let known = DELIMITERS.into_iter().find(|delimiter| delimiter.byte() == line.last().copied());
        return (known, &text[(end + 1).min(text.len())..]);
    }
    (None, text)
}

const DELIMITERS: [Delimiter; 4] = [Delimiter::Comma, Delimiter::Tab, Delimiter::Semicolon, Delimiter::Pipe];

/// The delimiter with which most lines have the same number of cells, and cells contain numbers.
pub(crate) fn delimiter(text: &[u8], hints: &Hints) -> Delimiter {
    let share = |rows: &[Vec<String>]| guess(rows, hints).best;
    let plain = share(&rows(text, Delimiter::None, 100));
    let mut best = (Delimiter::None, 0.0);
    for delimiter in DELIMITERS {
        let rows = rows(text, delimiter, 100);
        let mut widths: Vec<usize> = rows.iter().map(Vec::len).collect();
        widths.sort_unstable();
        let Some(&usual) = widths.get(widths.len() / 2) else { continue };
        #[allow(clippy::cast_precision_loss, reason = "at most a hundred")]
        let even = widths.iter().filter(|&&width| width == usual).count() as f64 / widths.len() as f64;
        let numbers = share(&rows);
        let score = even + 2.0 * numbers;
        if usual > 1 && even >= 0.7 && numbers + 0.1 >= plain && score > best.1 {
            best = (delimiter, score);
        }
    }
    best.0
}
