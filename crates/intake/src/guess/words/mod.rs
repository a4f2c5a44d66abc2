//! Header words in many languages, and what they say about a column.

mod table;

use std::sync::OnceLock;

use self::table::{AREAS, EXCLUDED, ORIGINS, SECONDARY, WORDS};

/// What the header of a column says about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Says {
    /// Mobile numbers.
    Mobile,
    /// Phone numbers of any kind.
    Phone,
    /// Numbers of some kind.
    Number,
    /// Fixed lines: home, office.
    Landline,
    /// Fax numbers.
    Fax,
    /// A country or a calling code.
    Country,
    /// Something else that a list of contacts may have.
    Other,
}

/// What is known about a header.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Header {
    pub(crate) says: Option<Says>,
    /// Marked as old, alternative or for emergencies, or numbered from 2.
    pub(crate) secondary: bool,
    /// The languages of the word, separated by `|`, if it is not common to many.
    language: Option<&'static str>,
}

impl Header {
    /// The languages that have the word.
    pub(crate) fn languages(self) -> impl Iterator<Item = &'static str> {
        self.language.unwrap_or_default().split('|').filter(|language| !language.is_empty())
    }
}

/// Last words of names of something that belongs to a phone number, as in `phone_type` or `sms_id`.
const PROPERTIES: [&str; 26] = [
    "id",
    "uuid",
    "guid",
    "type",
    "label",
    "status",
    "count",
    "model",
    "brand",
    "price",
    "verified",
    "verification",
    "duration",
    "date",
    "time",
    "at",
    "text",
    "body",
    "message",
    "template",
    "operator",
    "consent",
    "hash",
    "otp",
    "key",
    "os",
];

/// Splits a name into lower-case words; `phoneNumber2` becomes `phone`, `number`, `2`.
fn tokens(name: &str) -> Vec<String> {
    let mut tokens: Vec<String> = Vec::new();
    let mut last = ' ';
    // One word, in spite of its capital.
    for character in name.replace("WhatsApp", "Whatsapp").chars() {
        let joins = character.is_alphanumeric()
            && last.is_alphanumeric()
            && last.is_ascii_digit() == character.is_ascii_digit()
            && !(last.is_lowercase() && character.is_uppercase());
        if character.is_alphanumeric() {
            match tokens.last_mut() {
                Some(token) if joins => token.extend(character.to_lowercase()),
                _ => tokens.push(character.to_lowercase().collect()),
            }
        }
        last = character;
    }
    tokens
}

/// The countries that a header points to, by a word that is used in few.
pub(crate) fn origins(name: &str) -> &'static [&'static str] {
    let tokens = tokens(name);
    let known = ORIGINS.iter().find(|(word, _)| tokens.iter().any(|token| token == word));
    known.map_or(&[], |(_, codes)| codes)
}

/// Longest text that can be a header.
const MAX_HEADER: usize = 60;

/// A word of headers, as it is compared.
struct Word {
    text: &'static str,
    length: usize,
    latin: bool,
    /// The words of a phrase, with spaces around them.
    phrase: Option<String>,
    language: &'static str,
    says: Says,
}

impl Word {
    fn new(text: &'static str, language: &'static str, says: Says) -> Self {
        let phrase = text.contains([' ', '-', '.']);
        Self {
            text,
            length: text.chars().count(),
            latin: text.chars().all(|character| character.is_ascii() || character < '\u{250}'),
            phrase: phrase.then(|| format!(" {} ", tokens(text).join(" "))),
            language,
            says,
        }
    }
}

/// The words that say what a column has, and those that make it a secondary one. Prepared once: headers and cells are compared
/// with each of them.
fn words() -> &'static (Vec<Word>, Vec<Word>) {
    static ALL: OnceLock<(Vec<Word>, Vec<Word>)> = OnceLock::new();
    ALL.get_or_init(|| {
        let mut all = Vec::new();
        for (language, says, words) in WORDS {
            all.extend(words.iter().map(|word| Word::new(word, language, *says)));
        }
        (all, SECONDARY.iter().map(|word| Word::new(word, "", Says::Other)).collect())
    })
}

/// Whether a name says that its values are old, examples, or not to be used.
pub(crate) fn is_excluded(name: &str) -> bool {
    let lower = name.to_lowercase();
    let tokens = tokens(name);
    let has = |word: &&str| {
        let short = word.is_ascii() && word.len() < 5;
        tokens.iter().any(|token| token == word) || (!short && lower.contains(*word))
    };
    SECONDARY.iter().chain(EXCLUDED).any(has)
}

/// Whether a header names the beginnings of numbers.
pub(crate) fn is_area(name: &str) -> bool {
    let tokens = tokens(name);
    let joined = tokens.join(" ");
    let lower = name.to_lowercase();
    AREAS.iter().any(|word| {
        let long = !word.is_ascii() || word.len() > 5;
        joined == *word
            || tokens.iter().any(|token| token == word)
            || (long && (joined.contains(word) || lower.contains(word)))
    })
}

/// What a header says.
pub(crate) fn header(name: &str) -> Header {
    let name = name.trim();
    if name.is_empty() || name.chars().count() > MAX_HEADER {
        return Header::default();
    }
    let tokens = tokens(name);
    let joined = format!(" {} ", tokens.join(" "));
    let lower = name.to_lowercase();
    let ascii = name.is_ascii();
    let matches = |word: &Word| {
        let Word { text, length, latin, phrase, .. } = word;
        if !latin {
            return !ascii && (*length > 1 && lower.contains(text) || lower.trim() == *text);
        }
        if let Some(phrase) = phrase {
            return joined.contains(phrase);
        }
        tokens.iter().any(|token| {
            token == text || (*length >= 5 && (token.starts_with(text) || token.ends_with(text)))
        })
    };
    // Longer words say more; a column that is said to be both is what makes it special.
    let mut best: [(usize, &'static str); 7] = [(0, ""); 7];
    let (words, secondary) = words();
    for word in words {
        let slot = &mut best[word.says as usize];
        let better = word.length > slot.0 || (word.length == slot.0 && slot.1.is_empty());
        if better && matches(word) {
            *slot = (word.length, word.language);
        }
    }
    let has = |says: Says| best[says as usize].0 > 0;
    let phone = has(Says::Mobile) || has(Says::Phone);
    // Accounts of messengers are numbers, though.
    let messenger = tokens.iter().any(|token| matches!(token.as_str(), "whatsapp" | "wa" | "viber"));
    let property = tokens.len() > 1
        && tokens.last().is_some_and(|last| PROPERTIES.contains(&last.as_str()))
        && !(messenger && tokens.last().is_some_and(|last| last == "id"));
    let other_longer = best[Says::Other as usize].0 > 4 && !phone;
    let says = if property && (phone || has(Says::Fax) || has(Says::Landline)) {
        Some(Says::Other)
    } else if has(Says::Fax) {
        Some(Says::Fax)
    } else if has(Says::Country) && !has(Says::Mobile) && best[Says::Country as usize].0 > 3 {
        Some(Says::Country)
    } else if has(Says::Mobile) {
        Some(Says::Mobile)
    } else if has(Says::Landline) && (phone || !has(Says::Other)) {
        Some(Says::Landline)
    } else if has(Says::Phone) && !other_longer {
        Some(Says::Phone)
    } else if has(Says::Country) {
        Some(Says::Country)
    } else if has(Says::Other) {
        Some(Says::Other)
    } else if has(Says::Number) {
        Some(Says::Number)
    } else {
        None
    };
    let language = best
        .iter()
        .filter(|(length, code)| *length > 1 && !code.is_empty())
        .max_by_key(|(length, _)| *length);
    let numbered = tokens
        .iter()
        .rev()
        .find_map(|token| token.parse::<u32>().ok())
        .is_some_and(|count| (2..20).contains(&count));
    let secondary = numbered || secondary.iter().any(matches);
    Header { says, secondary, language: language.map(|found| found.1) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_of_many_languages_are_understood() {
        for (name, says) in [
            ("Mobile No.", Says::Mobile),
            ("Handynummer", Says::Mobile),
            ("Teléfono móvil", Says::Mobile),
            ("N° de portable", Says::Mobile),
            ("Мобильный телефон", Says::Mobile),
            ("手机号码", Says::Mobile),
            ("行動電話", Says::Mobile),
            ("携帯電話", Says::Mobile),
            ("휴대폰 번호", Says::Mobile),
            ("رقم الجوال", Says::Mobile),
            ("cep telefonu", Says::Mobile),
            ("phoneNumber", Says::Phone),
            ("TEL", Says::Phone),
            ("Telefonnummer", Says::Phone),
            ("電話番号", Says::Phone),
            ("Điện thoại", Says::Phone),
            ("Office phone", Says::Landline),
            ("Telefon Festnetz", Says::Landline),
            ("Fax", Says::Fax),
            ("Fax phone", Says::Fax),
            ("Country code", Says::Country),
            ("Customer number", Says::Other),
            ("Kundennummer", Says::Other),
            ("order_no", Says::Other),
            ("sms_id", Says::Other),
            ("Phone type", Says::Other),
            ("wa_id", Says::Mobile),
            ("Namba ya simu", Says::Phone),
            ("Hotel", Says::Other),
        ] {
            let found = header(name).says;
            if says == Says::Other && name == "Hotel" {
                assert_eq!(found, None, "{name}");
            } else {
                assert_eq!(found, Some(says), "{name}");
            }
        }
        assert_eq!(header("WhatsApp com DDD").says, Some(Says::Mobile));
        assert!(header("Old mobile").secondary && header("phone2").secondary && !header("phone1").secondary);
        assert_eq!(header("Handy").languages().collect::<Vec<_>>(), ["de"]);
        assert!(header("ort").languages().eq(["de", "sv"]));
        assert_eq!((origins("RUT cliente"), origins("Brutto")), (&["CL"][..], &[][..]));
    }
}
