//! Restores numbers that spreadsheet programs reformatted: `13812345678.0` and `8.613812345678E+12`.

/// Shorter numbers are not changed, because a dot may be part of their grouping.
const MIN_DIGITS: usize = 7;

/// How to read a cell.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Tidy {
    /// Unchanged.
    AsIs,
    /// Only the first bytes.
    First(usize),
    /// These digits.
    Digits(Vec<u8>),
    /// Digits are lost.
    Rounded,
}

/// Whether any cell of a text may need [`tidy`].
pub(crate) fn may_need_tidy(text: &[u8]) -> bool {
    memchr::memchr2(b'E', b'e', text).is_some() || memchr::memmem::find(text, b".0").is_some()
}

/// Decides how to read a cell.
pub(crate) fn tidy(cell: &[u8]) -> Tidy {
    let text = cell.trim_ascii_end();
    let digits = text.trim_ascii_start();
    let Some(last) = digits.last() else { return Tidy::AsIs };
    if !last.is_ascii_digit() {
        return Tidy::AsIs;
    }
    if *last == b'0'
        && let Some(point) = memchr::memchr(b'.', digits)
        && digits[point + 1..].iter().all(|&byte| byte == b'0')
        && is_long(digits[..point].strip_prefix(b"+").unwrap_or(&digits[..point]))
    {
        return Tidy::First(text.len() - (digits.len() - point));
    }
    scientific(digits).unwrap_or(Tidy::AsIs)
}

fn is_long(digits: &[u8]) -> bool {
    digits.len() >= MIN_DIGITS && digits.iter().all(u8::is_ascii_digit)
}

fn scientific(text: &[u8]) -> Option<Tidy> {
    let mark = memchr::memchr2(b'E', b'e', text)?;
    let (mantissa, exponent) = (&text[..mark], &text[mark + 1..]);
    let mantissa = mantissa.strip_prefix(b"+").unwrap_or(mantissa);
    let exponent = exponent.strip_prefix(b"+").unwrap_or(exponent);
    let (&first, fraction) = mantissa.split_first()?;
    let fraction = match fraction {
        [] => fraction,
        [b'.' | b',', rest @ ..] if !rest.is_empty() => rest,
        _ => return None,
    };
    let all_digits = first.is_ascii_digit() && fraction.iter().chain(exponent).all(u8::is_ascii_digit);
    if !all_digits || exponent.is_empty() || exponent.len() > 3 {
        return None;
    }
    let shift = exponent.iter().fold(0, |sum, &digit| sum * 10 + usize::from(digit - b'0'));
    if shift + 1 < MIN_DIGITS {
        return None;
    }
    match shift.cmp(&fraction.len()) {
        std::cmp::Ordering::Equal => Some(Tidy::Digits([&[first], fraction].concat())),
        std::cmp::Ordering::Greater => Some(Tidy::Rounded),
        std::cmp::Ordering::Less => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exact_numbers_are_restored_and_rounded_ones_are_detected() {
        assert_eq!(tidy(b"13812345678.0"), Tidy::First(11));
        assert_eq!(tidy(b" +13812345678.00 "), Tidy::First(13));
        assert_eq!(tidy(b"8.613812345678E+12"), Tidy::Digits(b"8613812345678".to_vec()));
        assert_eq!(tidy(b"8,613812345678e12"), Tidy::Digits(b"8613812345678".to_vec()));
        assert_eq!(tidy(b"8.61381E+12"), Tidy::Rounded);
        assert_eq!(tidy(b"9E+10"), Tidy::Rounded);
    }

    #[test]
    fn everything_else_is_unchanged() {
        for cell in [
            "",
            "+8613812345678",
            "212.555.0100",
            "02.0",
            "1-800-FLOWERS",
            "E12",
            "1.E5",
            "12E5",
            "1.5E1",
            "x e5",
        ] {
            assert_eq!(tidy(cell.as_bytes()), Tidy::AsIs, "{cell}");
        }
    }
}
