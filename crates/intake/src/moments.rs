//! Dates and times in free text, which contain digits but are no phone numbers.

use std::ops::Range;

use crate::characters::is_invisible;

/// The length of a date or time at the start of a text.
pub(crate) fn moment_length(text: &str) -> Option<usize> {
    date_length(text).or_else(|| time_length(text)).or_else(|| log_time_length(text))
}

/// The length of a date at the start of a text.
pub(crate) fn date_length(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = 0;
    let mut parts = [(0_u32, 0_usize); 3];
    let mut mark = None;
    for (place, part) in parts.iter_mut().enumerate() {
        let digits = bytes[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        if digits == 0 || digits > 4 {
            return None;
        }
        let value = bytes[at..at + digits].iter().fold(0, |sum, byte| sum * 10 + u32::from(byte - b'0'));
        *part = (value, digits);
        at += digits;
        if place < 2 {
            let next = bytes.get(at).copied().filter(|byte| matches!(byte, b'-' | b'/' | b'.'))?;
            if mark.is_some_and(|mark| mark != next) {
                return None;
            }
            mark = Some(next);
            at += 1;
        }
    }
    // More digits follow: it is no date but a number in groups.
    let more = bytes.get(at).is_some_and(|byte| matches!(byte, b'-' | b'/' | b'.'))
        && bytes.get(at + 1).is_some_and(u8::is_ascii_digit);
    let [(first, long), (second, _), (third, length)] = parts;
    let year = |value: u32, digits: usize| digits == 4 && (1900..2100).contains(&value);
    let day_and_month = |one: u32, other: u32| {
        (1..=31).contains(&one) && (1..=31).contains(&other) && (one <= 12 || other <= 12)
    };
    let is_date = (year(first, long) && day_and_month(second, third))
        || (year(third, length) && day_and_month(first, second))
        || (mark != Some(b'-') && length == 2 && long <= 2 && day_and_month(first, second));
    (is_date && !more).then_some(at)
}

/// The length of a time at the start of a text: `18:22`, `10:12:44`, or the date and time `20240301T101244Z`.
fn time_length(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let digits = |from: usize| bytes[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let value = |at: Range<usize>| text[at].parse::<u32>().unwrap_or(u32::MAX);
    let first = digits(0);
    if first == 8 && bytes.get(8) == Some(&b'T') && matches!(digits(9), 4 | 6) {
        return Some(9 + digits(9));
    }
    if !(1..=2).contains(&first) || value(0..first) > 23 {
        return None;
    }
    let (mut end, mut parts) = (first, 1);
    while bytes.get(end) == Some(&b':') && bytes.get(end + 1).is_some_and(u8::is_ascii_digit) {
        if digits(end + 1) != 2 || value(end + 1..end + 3) > 59 {
            return None;
        }
        end += 3;
        parts += 1;
    }
    // More parts are the groups of a number.
    matches!(parts, 2 | 3).then_some(end)
}

/// The length of a time as logs have it, as in `18/Jun/2024:15:17:53 +0530` or `20240618-15:17:53`.
fn log_time_length(text: &str) -> Option<usize> {
    const PATTERNS: [&[u8]; 2] = [b"00/Aaa/0000:00:00:00", b"00000000-00:00:00"];
    let bytes = text.as_bytes();
    let fits = |(byte, pattern): (&u8, &u8)| match pattern {
        b'0' => byte.is_ascii_digit(),
        b'A' | b'a' => byte.is_ascii_alphabetic(),
        other => byte == other,
    };
    let is_time =
        |pattern: &&[u8]| bytes.len() >= pattern.len() && bytes.iter().zip(pattern.iter()).all(fits);
    let length = PATTERNS.iter().find(|pattern| is_time(pattern))?.len();
    let zone = bytes.get(length..length + 6).is_some_and(|zone| {
        zone[0] == b' ' && matches!(zone[1], b'+' | b'-') && zone[2..].iter().all(u8::is_ascii_digit)
    });
    Some(length + if zone { 6 } else { 0 })
}

/// Whether a line is the beginning of a message in the export of a chat.
pub(crate) fn is_chat_line(line: &str) -> bool {
    let line = line.trim_matches(|character: char| character.is_whitespace() || is_invisible(character));
    let stamp = |text: &str| {
        let after = date_length(text).map(|length| text[length..].trim_start_matches([',', ' ', '\u{202f}']));
        after.is_some_and(|time| time_length(time).is_some())
    };
    if let Some((inside, rest)) = line.strip_prefix('[').and_then(|line| line.split_once(']')) {
        return stamp(inside) && rest.contains(": ");
    }
    if let Some((_, inside)) = line.strip_suffix(']').and_then(|line| line.rsplit_once('[')) {
        return stamp(inside);
    }
    stamp(line) && line.contains(" - ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_of_chats_are_told_from_rows() {
        for line in [
            "[12/03/2024, 21:14:05] Ana: hello",
            "12/03/2024, 21:14 - Ana: hello",
            "24.12.23, 09:41 - Oma: hallo",
            "Klaus, [01.03.24 18:22]",
            "\u{200e}[01.03.24, 18:22:01] Jan: ja",
        ] {
            assert!(is_chat_line(line), "{line}");
        }
        for line in ["Ann,07400123456", "2024-03-01 10:12:44,07400123456", "['07400123456', '07400123789']"] {
            assert!(!is_chat_line(line), "{line}");
        }
    }
}
