//! Finds the numbers of whoever wrote a text: landlines in front of or behind a list of mobile numbers, as in a signature.

use numplan::{NumberType, Options, Region, Verdict};

use crate::entries::{Search, line_entries};
use crate::records::Records;

/// Lines that are examined.
const LINES: usize = 2000;

/// Fewest mobile numbers of the list.
const MIN_MOBILES: usize = 5;

/// Most numbers of the sender.
const MAX_NUMBERS: usize = 3;

/// The numbers in lines without a blank one between them.
#[derive(Default)]
struct Paragraph {
    mobiles: usize,
    /// Other numbers as they are written, in lines with words.
    others: Vec<String>,
    /// A line is nothing but a number that is not a mobile one.
    bare: bool,
}

/// Whether a number receives messages. Where landlines look the same, all do.
pub(crate) fn is_mobile(verdict: Verdict) -> bool {
    matches!(verdict.number_type(), NumberType::Mobile | NumberType::FixedLineOrMobile)
}

/// The numbers of the sender, as they are written. Empty if the text has none, or if they could as well be part of the
/// list.
pub(crate) fn senders_numbers(text: &[u8], region: Option<Region>) -> Vec<String> {
    let options = Options { default_region: region, repair: true };
    let mut paragraphs = vec![Paragraph::default()];
    for record in Records::new(text, None, true).take(LINES) {
        let Ok(line) = std::str::from_utf8(record.text) else { return Vec::new() };
        if line.trim().is_empty() {
            paragraphs.push(Paragraph::default());
            continue;
        }
        let Some(paragraph) = paragraphs.last_mut() else { continue };
        for (at, verdict) in line_entries(line, Search::Anywhere, options).numbers {
            if is_mobile(verdict) {
                paragraph.mobiles += 1;
            } else {
                paragraph.others.push(line[at].trim().to_owned());
                paragraph.bare |= !line.contains(char::is_alphabetic);
            }
        }
    }
    let mobiles: usize = paragraphs.iter().map(|paragraph| paragraph.mobiles).sum();
    let is_list = |paragraph: &Paragraph| paragraph.mobiles >= MIN_MOBILES;
    let may_be_entries =
        |paragraph: &Paragraph| !paragraph.others.is_empty() && (paragraph.mobiles > 0 || paragraph.bare);
    if !paragraphs.iter().any(is_list) || paragraphs.iter().any(may_be_entries) {
        return Vec::new();
    }
    let others: Vec<String> = paragraphs.into_iter().flat_map(|paragraph| paragraph.others).collect();
    if others.len() > MAX_NUMBERS || others.len() * 4 > mobiles { Vec::new() } else { others }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<String> {
        senders_numbers(text.as_bytes(), Region::from_code("GB"))
    }

    const LIST: &str = "* Glen 07712 755529\n* Phil 07407543478\n* Allan +44 7796 471189\n* Lydia 07296338758\n* Roy 07413 802700\n";

    #[test]
    fn landlines_in_front_of_and_behind_a_list_are_the_senders() {
        assert_eq!(found(&format!("Hi all,\n\n{LIST}\nSchool office 01603 713567")), ["01603 713567"]);
        assert_eq!(found(&format!("Office: 01603 713567\n\n{LIST}")), ["01603 713567"]);
    }

    #[test]
    fn other_landlines_may_be_entries() {
        for text in [
            format!("{LIST}* Granny 01603 713567\n"),
            format!("{LIST}\n01603 713567\n"),
            format!("{LIST}\nGranny 01603 713567, mobile 07413 802701\n"),
            format!("{LIST}\nAnn 01603 713567\nBen 01603 713568\n"),
            LIST.replace('\n', "\n\n") + "Granny 01603 713567",
            LIST.to_owned(),
        ] {
            assert_eq!(found(&text), Vec::<String>::new(), "{text}");
        }
    }
}
