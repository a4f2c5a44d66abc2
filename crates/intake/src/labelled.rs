//! Text in which names say which values are phone numbers: records of a directory, objects, logs, and letters.

use std::cell::RefCell;
use std::collections::HashMap;

use crate::characters::{digit, is_invisible};
use crate::entries::{Search, phrases};
use crate::guess::{KeySays, key_says};

/// Longest name, in bytes.
const MAX_KEY: usize = 60;

/// Fewest mobile numbers of a text in which numbers with other names are not wanted.
const MIN_MOBILES: usize = 3;

/// Most names that occur once in a text about one person.
const MAX_KEYS: usize = 3;

/// Names whose meaning is remembered.
const REMEMBERED: usize = 512;

/// Fewest digits of a value without a name that may be a phone number.
pub(crate) const MIN_UNNAMED: usize = 8;

/// What stands in front of a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Label {
    /// A name of mobile numbers.
    Mobile,
    /// A name of phone numbers.
    Phone,
    /// A name of landlines.
    Landline,
    /// A name of fax numbers: a number, but no reason to look at names.
    Fax,
    /// A name of something else.
    Other,
    /// A key that is not known, as in `serial: 4711`.
    Unknown(String),
    /// A word, as in `Serial 4711`: a name if it is repeated.
    Word(String),
    /// Words of a sentence, or nothing.
    Missing,
}

/// The label of the value that begins at `start` of a line.
pub(crate) fn label(line: &str, start: usize) -> Label {
    let name = line.trim_start();
    let card = name
        .strip_prefix("item")
        .map_or(name, |rest| rest.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.'));
    if card.starts_with("TEL:") || card.starts_with("TEL;") {
        return Label::Phone;
    }
    let value = code_start(&line[..start]);
    if value < start {
        return label(line, value);
    }
    let Some((key, marked, before)) = key(&line[..start]) else { return Label::Missing };
    let mut letters = key.chars();
    if let (Some(letter), None) = (letters.next(), letters.next())
        && (marked || matches!(letter, 'T' | 'M' | 'P' | 'F'))
        && letter.is_ascii_alphabetic()
    {
        // A prefix of the value, as in `"phone": "p:+49…"`, or the short names of a signature.
        if before.ends_with(['"', '\'']) {
            return label(line, before.len());
        }
        return match letter.to_ascii_uppercase() {
            'M' => Label::Mobile,
            'T' | 'P' | 'C' => Label::Phone,
            'F' => Label::Fax,
            _ => Label::Other,
        };
    }
    match says(&key) {
        KeySays::Mobile => Label::Mobile,
        KeySays::Phone => Label::Phone,
        KeySays::Landline => Label::Landline,
        KeySays::Receiver if marked => Label::Phone,
        KeySays::Value if marked => match self::key(before) {
            Some((kind, ..)) => match says(&kind) {
                KeySays::Mobile => Label::Mobile,
                KeySays::Phone => Label::Phone,
                KeySays::Landline => Label::Landline,
                _ => Label::Unknown(key),
            },
            None => Label::Unknown(key),
        },
        KeySays::Fax => Label::Fax,
        KeySays::Other => Label::Other,
        _ if marked => Label::Unknown(key),
        _ => match key.split_whitespace().next_back() {
            Some(word) if word.starts_with(char::is_uppercase) => Label::Word(word.to_owned()),
            _ => Label::Missing,
        },
    }
}

/// Where a value begins whose first letters end a text, as in `uid=u4711`: after a mark. Names of phone numbers, as in
/// `name:TEL0171…`, are no such letters.
fn code_start(text: &str) -> usize {
    let before = text.trim_end_matches(|character: char| character.is_ascii_alphabetic());
    let letters = &text[before.len()..];
    if before.ends_with([':', '=', '"', ' '])
        && before.trim_end().ends_with([':', '=', '"'])
        && !matches!(says(letters), KeySays::Mobile | KeySays::Phone | KeySays::Landline)
    {
        before.len()
    } else {
        text.len()
    }
}

/// The name at the end of a text, whether a mark such as `:` follows it, and the text before it.
fn key(text: &str) -> Option<(String, bool, &str)> {
    let quiet = |character: char| character.is_whitespace() || is_invisible(character);
    let text = text.trim_end_matches(quiet);
    let open = text
        .trim_end_matches(|c: char| quiet(c) || matches!(c, '"' | '\'' | '`' | '(' | '[' | '{' | '+' | '*'));
    let marked = open.ends_with([':', '=', '>', '：', '#']);
    let text = text.trim_end_matches(|character: char| !character.is_alphanumeric());
    let delimiter = |character: char| {
        matches!(
            character,
            ',' | ';'
                | '|'
                | '{'
                | '}'
                | '['
                | ']'
                | '<'
                | '>'
                | '"'
                | '\''
                | '\t'
                | '('
                | ')'
                | '='
                | '&'
                | '?'
                | ':'
                | '，'
                | '、'
                | '；'
                | '：'
                | '。'
        )
    };
    let from = text.char_indices().rev().find(|&(place, c)| delimiter(c) || text.len() - place > MAX_KEY);
    let from = from.map_or(0, |(place, character)| place + character.len_utf8());
    // The last words without digits: what stands before them is another value.
    let mut start = text.len();
    let mut words = 0;
    for word in text[from..].split_whitespace().rev() {
        let glued = words == 0 && word.starts_with(char::is_alphabetic);
        if words == 3 || (word.contains(|c: char| c.is_ascii_digit()) && !glued) {
            break;
        }
        start = word.as_ptr() as usize - text.as_ptr() as usize;
        words += 1;
    }
    (words > 0).then(|| (text[start..].to_owned(), marked, &text[..start]))
}

/// What a key says. Texts repeat their keys in every line.
fn says(key: &str) -> KeySays {
    thread_local! {
        static KNOWN: RefCell<HashMap<String, KeySays>> = RefCell::default();
    }
    KNOWN.with_borrow_mut(|known| {
        if let Some(says) = known.get(key) {
            return *says;
        }
        let says = key_says(key);
        if known.len() < REMEMBERED {
            known.insert(key.to_owned(), says);
        }
        says
    })
}

/// Which names the numbers of a text follow, if they follow names: there are such names, other values have names of their
/// own, and next to no number has none. In `records`, all values have names.
pub(crate) fn search(lines: &[&str], records: bool) -> Option<Search> {
    let (mut phones, mut others, mut missing) = (0, 0, 0);
    let (mut mobiles, mut landlines, mut faxes) = (0, 0, 0);
    let (mut unknown, mut words): (HashMap<String, usize>, HashMap<String, usize>) = Default::default();
    for line in lines {
        let mut last: Option<(usize, bool)> = None;
        for at in phrases(line) {
            let more = last.filter(|(end, _)| continues(&line[*end..at.start]));
            let found = label(line, at.start);
            if let (Some((_, phone)), Label::Missing | Label::Word(_)) = (more, &found) {
                last = Some((at.end, phone));
                continue;
            }
            last = Some((at.end, matches!(found, Label::Mobile | Label::Phone | Label::Landline)));
            match found {
                Label::Mobile => mobiles += 1,
                Label::Phone => phones += 1,
                Label::Landline => landlines += 1,
                Label::Fax => faxes += 1,
                Label::Other => others += 1,
                Label::Unknown(key) => *unknown.entry(key).or_default() += 1,
                Label::Word(word) => *words.entry(word).or_default() += 1,
                Label::Missing => {
                    // Few digits are rather a count or a code than a number.
                    let digits = line[at].chars().filter(|&c| digit(c).is_some()).count();
                    missing += usize::from(digits >= MIN_UNNAMED);
                }
            }
        }
    }
    // Mobile numbers come before landlines and faxes.
    let rivals = phones.max(landlines).max(faxes);
    let mobile = mobiles >= MIN_MOBILES && rivals > 0 && mobiles * 5 >= rivals * 3;
    phones += mobiles + landlines;
    others += if records || mobile { 1 } else { repeated_keys(lines) };
    let persons = phones > 1 || unknown.len() > MAX_KEYS;
    for count in unknown.into_values() {
        // A name that occurs once may be that of a person.
        if count > 1 || !persons { others += count } else { missing += 1 }
    }
    for count in words.into_values() {
        if count > 2 { others += count } else { missing += count }
    }
    let named = phones > 0 && others > 0 && missing * 5 <= phones;
    named.then_some(if mobile { Search::Mobiles } else { Search::Labelled })
}

/// How many values have names that most lines of a text begin with, as in a directory (LDIF) or a list of objects (YAML):
/// `mail: ann@example.com`.
fn repeated_keys(lines: &[&str]) -> usize {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    let mut items = 0;
    for line in lines {
        let line = line.trim_start();
        let item = line.strip_prefix("- ");
        items += usize::from(item.is_some());
        let line = item.unwrap_or(line);
        let Some((key, _)) = line.split_once(": ").filter(|(key, _)| is_plain_key(key)) else { continue };
        *counts.entry(key).or_default() += 1;
    }
    let all: usize = counts.values().sum();
    counts.retain(|key, count| {
        *count > 2 && !matches!(says(key), KeySays::Mobile | KeySays::Phone | KeySays::Landline)
    });
    let others: usize = counts.values().sum();
    // An item of a list (YAML) may have few keys.
    let least = if items > 2 { 1 } else { 3 };
    if all * 5 >= lines.len() * 4 && counts.len() >= least { others } else { 0 }
}

fn is_plain_key(key: &str) -> bool {
    !key.is_empty()
        && key.len() <= MAX_KEY
        && !key.contains(char::is_whitespace)
        && !key.contains(['"', ',', '{'])
}

/// Whether a value is one more of the same name.
pub(crate) fn continues(between: &str) -> bool {
    between.len() <= 6 && !between.contains([':', '=', '\n'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_before_a_value_says_what_it_is() {
        for (line, expected) in [
            ("Tel.: @", Label::Phone),
            ("mobile: @", Label::Mobile),
            ("{\"id\":4711,\"phone_number\":\"p:@\"}", Label::Phone),
            ("{\"system\":\"phone\",\"value\":\"@\"}", Label::Phone),
            ("<puhelin>@</puhelin>", Label::Phone),
            ("Contact: Sanne de Vries, mobiel @", Label::Mobile),
            ("sent [from:INFO] [to:@]", Label::Phone),
            ("GET /send?phone=1&order_id=@", Label::Other),
            ("sms_id=4711 recipient=@", Label::Phone),
            ("sms_id=@", Label::Other),
            ("TEL;VALUE=uri;TYPE=\"voice,cell\":tel:@", Label::Phone),
            ("T: @", Label::Phone),
            ("P (02) 0110 8653  M @", Label::Mobile),
            ("F: @", Label::Fax),
            ("fax: @", Label::Fax),
            ("order @", Label::Other),
            ("uidNumber: @", Label::Other),
            ("dn: uid=u@,ou=people", Label::Other),
            ("phone: GB@", Label::Phone),
            ("gidNumber: @", Label::Other),
            ("pwdLastSet: @", Label::Other),
            ("shelf: @", Label::Unknown("shelf".to_owned())),
            ("my sister has @", Label::Missing),
            ("@", Label::Missing),
        ] {
            let start = line.find('@').unwrap();
            assert_eq!(label(line, start), expected, "{line}");
        }
    }

    #[test]
    fn labelled_text_is_told_from_other_text() {
        let records = ["uid: 1002003004", "phone: 0171 1234567", "uid: 1002003005", "phone: 0171 1234568"];
        assert_eq!(search(&records, false), Some(Search::Labelled));
        assert_eq!(search(&["Tel. 0171 1234567", "0171 1234568", "0171 1234569"], false), None);
        assert_eq!(search(&["Ann: 0171 1234567", "Ben: 0171 1234568", "Cara: 0171 1234569"], false), None);
        let cards = ["Tel. 030 123456 | Fax 030 123457", "Mobil 0171 1234567"].repeat(3);
        assert_eq!(search(&cards, false), Some(Search::Mobiles));
    }
}
