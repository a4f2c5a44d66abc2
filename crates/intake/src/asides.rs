//! Finds the numbers of a text that are not part of its list: those of its sender, and those that it calls old.

use std::collections::HashMap;

use numplan::{Options, Region};

use crate::entries::{Search, line_entries};
use crate::records::Records;
use crate::sink::digits;

/// Lines that are examined. A longer text is rather a list than a message.
const LINES: usize = 2000;

/// Fewest numbers of a message before its closing.
const MIN_NUMBERS: usize = 5;

/// Most numbers from the closing on, and how many times more there are before it at least.
const MAX_CLOSING_NUMBERS: usize = 3;
const FEWER: usize = 3;

/// Most lines from the closing on that are not blank.
const CLOSING_LINES: usize = 8;

/// Lines in which a message names its sender.
const HEAD_LINES: usize = 8;

/// Most letters of the name of such a line, as in `From:`.
const HEAD_NAME: usize = 20;

/// Words in front of a number that belong to it.
const NEAR: usize = 3;

/// Letters in front of a number in which scripts without spaces are searched.
const NEAR_LETTERS: usize = 6;

/// What the lines begin with that close a letter or message.
#[rustfmt::skip]
const CLOSINGS: &[&str] = &[
    "regards", "best regards", "kind regards", "warm regards", "many regards", "with regards", "best wishes", "sincerely",
    "yours", "cheers", "grüße", "viele grüße", "liebe grüße", "beste grüße", "herzliche grüße", "freundliche grüße", "schöne grüße",
    "mit freundlichen grüßen", "mit freundlichem gruß", "gruß", "mfg", "gez", "cordialement", "bien cordialement", "salutations",
    "bien à vous", "saludos", "un saludo", "atentamente", "cordialmente", "atenciosamente", "abraço", "abraços", "cumprimentos",
    "com os melhores cumprimentos", "cordiali saluti", "saluti", "distinti saluti", "un saluto", "met vriendelijke groet",
    "vriendelijke groeten", "groeten", "groetjes", "mvg", "pozdrawiam", "z poważaniem", "cu stimă", "cu respect", "s pozdravem",
    "s pozdravom", "üdvözlettel", "tisztelettel", "saygılarımla", "с уважением", "з повагою", "поздрави", "с поздравом",
    "srdačan pozdrav", "pozdrav", "lep pozdrav", "med vänliga hälsningar", "hälsningar", "mvh", "med venlig hilsen",
    "med vennlig hilsen", "hilsen", "ystävällisin terveisin", "terveisin", "με εκτίμηση", "με φιλικούς χαιρετισμούς",
    "hormat kami", "hormat saya", "salam", "trân trọng", "敬具", "此致", "祝好", "敬上", "مع التحية", "تحياتي", "با احترام",
    "בברכה", "सादर", "ด้วยความเคารพ", "lugupidamisega", "ar cieņu", "pagarbiai",
];

/// What closes a message as well, but is said in the middle of others, too. Counts only in a message that names its sender.
#[rustfmt::skip]
const THANKS: &[&str] = &[
    "thanks", "many thanks", "thank you", "thx", "best", "danke", "vielen dank", "lg", "vg", "merci", "gracias", "muchas gracias",
    "atte", "obrigado", "obrigada", "att", "grazie", "bedankt", "dziękuję", "mulțumesc", "multumesc", "děkuji", "ďakujem",
    "köszönöm", "teşekkürler", "спасибо", "дякую", "благодаря", "хвала", "hvala", "lp", "tack", "tak", "takk", "kiitos",
    "ευχαριστώ", "terima kasih", "cảm ơn", "salamat", "maraming salamat", "ขอบคุณ", "よろしくお願いします", "よろしくお願いいたします",
    "以上", "谢谢", "謝謝", "감사합니다", "شكرا", "תודה", "धन्यवाद", "asante", "--", "---",
];

/// What lines begin with that are added to a message after its closing.
const POSTSCRIPTS: [&str; 4] = ["ps", "p.s", "пс", "p. s"];

/// Words that call a number old.
#[rustfmt::skip]
const OLD: &[&str] = &[
    "old", "former", "previous", "alt", "alte", "alten", "alter", "bisherige", "frühere", "ancien", "ancienne", "viejo", "vieja",
    "antiguo", "antigua", "anterior", "antigo", "antiga", "velho", "velha", "vecchio", "vecchia", "precedente", "oud", "oude",
    "vorige", "stary", "starego", "poprzedni", "starý", "staré", "původní", "vechi", "vechiul", "régi", "eski", "старый", "старого",
    "прежний", "старий", "стар", "стария", "stari", "stara", "staro", "παλιό", "παλιός", "gamla", "gammalt", "gamle", "gammel",
    "gammelt", "vanha", "lama", "cũ", "luma", "lumang", "dati", "dating", "القديم", "القديمة", "قديم", "ישן", "הישן", "قدیمی",
    "पुराना", "zamani", "vana", "vecais", "senas", "旧", "舊", "古い", "이전", "เก่า",
];

/// Words that call a number new.
#[rustfmt::skip]
const NEW: &[&str] = &[
    "new", "now", "current", "neu", "neue", "neuen", "neuer", "aktuelle", "jetzt", "nouveau", "nouvelle", "maintenant", "nuevo",
    "nueva", "actual", "ahora", "novo", "nova", "atual", "agora", "nuovo", "nuova", "adesso", "ora", "nieuw", "nieuwe", "nu", "nowy",
    "nowego", "teraz", "nový", "nové", "teď", "nou", "noul", "acum", "új", "yeni", "новый", "новая", "теперь", "новий", "тепер",
    "нов", "новия", "novi", "sada", "νέο", "νέος", "καινούριο", "τώρα", "nya", "nytt", "nye", "ny", "nyt", "uusi", "baru", "sekarang",
    "mới", "bago", "bagong", "ngayon", "الجديد", "الجديدة", "جديد", "חדש", "החדש", "جدید", "नया", "mpya", "uus", "jaunais",
    "naujas", "新", "现", "現", "今", "새", "현재", "ใหม่",
];

/// A number that is not part of the list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Aside {
    /// Its digits with the calling code.
    pub(crate) number: u64,
    pub(crate) written: String,
}

/// The numbers of a text that are not part of its list.
#[derive(Default)]
pub(crate) struct Asides {
    pub(crate) of_sender: Vec<Aside>,
    pub(crate) old: Vec<Aside>,
}

impl Asides {
    /// Finds them in a whole text.
    pub(crate) fn of(text: &[u8], search: Search, region: Option<Region>) -> Self {
        let options = Options { default_region: region, repair: true };
        let records: Vec<_> = Records::new(text, None, true).take(LINES + 1).collect();
        if records.len() > LINES {
            return Self::default();
        }
        let lines: Vec<Line<'_>> = records
            .iter()
            .filter_map(|record| std::str::from_utf8(record.text).ok())
            .map(|line| Line::of(line, search, options))
            .collect();
        let mut times: HashMap<u64, usize> = HashMap::new();
        for found in lines.iter().flat_map(|line| &line.numbers) {
            *times.entry(found.aside.number).or_default() += 1;
        }
        let closing = closing(&lines);
        let of_sender: Vec<Aside> =
            lines[closing..].iter().flat_map(|line| &line.numbers).map(|found| found.aside.clone()).collect();
        let old = lines[..closing].iter().flat_map(Line::old).collect();
        // A number that the list has as well stays in it.
        let alone = |mut asides: Vec<Aside>| {
            asides.retain(|aside| times.get(&aside.number) == Some(&1));
            asides
        };
        Self { of_sender: alone(of_sender), old: alone(old) }
    }

    pub(crate) fn all(&self) -> impl Iterator<Item = &Aside> {
        self.of_sender.iter().chain(&self.old)
    }
}

/// A line of a text.
struct Line<'a> {
    text: &'a str,
    numbers: Vec<Found<'a>>,
}

/// A number in a line.
struct Found<'a> {
    aside: Aside,
    /// The text between the number before it, or the beginning of the line, and the number.
    before: &'a str,
}

impl<'a> Line<'a> {
    fn of(text: &'a str, search: Search, options: Options) -> Self {
        let (mut numbers, mut end) = (Vec::new(), 0);
        for (at, verdict) in line_entries(text, search, options).numbers {
            if let Some(number) = digits(verdict) {
                let before = text.get(end..at.start).unwrap_or_default();
                end = at.end;
                let written = text[at].trim().to_owned();
                numbers.push(Found { aside: Aside { number, written }, before });
            }
        }
        Self { text: text.trim(), numbers }
    }

    /// The numbers that the line calls old, if it calls another one new.
    fn old(&self) -> Vec<Aside> {
        let is_new = |found: &&Found<'_>| says(found.before, NEW) && !says(found.before, OLD);
        if self.numbers.len() < 2 || !self.numbers.iter().any(|found| is_new(&found)) {
            return Vec::new();
        }
        let old = self.numbers.iter().filter(|found| says(found.before, OLD) && !says(found.before, NEW));
        old.map(|found| found.aside.clone()).collect()
    }

    fn begins_with(&self, phrases: &[&str]) -> bool {
        let line = self.text.to_lowercase();
        phrases.iter().any(|phrase| {
            line.strip_prefix(phrase)
                .is_some_and(|rest| !rest.starts_with(|next: char| next.is_alphanumeric()))
        })
    }

    /// Whether it is like `From: Ann <ann@example.com>`.
    fn names_sender(&self) -> bool {
        let Some((name, value)) = self.text.split_once(':') else { return false };
        name.chars().count() <= HEAD_NAME && value.contains('@')
    }
}

/// Whether the words in front of a number are among these.
fn says(before: &str, words: &[&str]) -> bool {
    let before = before.to_lowercase();
    let near: Vec<&str> = before
        .split(|letter: char| !letter.is_alphanumeric() && !is_mark(letter))
        .filter(|word| !word.is_empty())
        .collect();
    let near = &near[near.len().saturating_sub(NEAR)..];
    let skipped = before.chars().count().saturating_sub(NEAR_LETTERS);
    let letters: String = before.chars().skip(skipped).collect();
    words.iter().any(|word| near.contains(word) || (!has_spaces(word) && letters.contains(word)))
}

/// Vowel signs of Indic scripts, which are no letters by themselves.
fn is_mark(letter: char) -> bool {
    ('\u{900}'..='\u{97f}').contains(&letter)
}

/// Whether the script of a word has spaces between words.
fn has_spaces(word: &str) -> bool {
    word.chars().all(|letter| letter < '\u{e00}' || ('\u{1e00}'..='\u{1fff}').contains(&letter))
}

/// The first line of the closing of a message; the number of lines if it has none.
fn closing(lines: &[Line<'_>]) -> usize {
    let is_message = lines.iter().take(HEAD_LINES).any(Line::names_sender);
    let closes = |line: &Line<'_>| line.begins_with(CLOSINGS) || (is_message && line.begins_with(THANKS));
    let Some(first) = lines.iter().position(closes) else { return lines.len() };
    let (before, after) = lines.split_at(first);
    let count = |lines: &[Line<'_>]| lines.iter().map(|line| line.numbers.len()).sum::<usize>();
    let (listed, signed) = (count(before), count(after));
    let written = after.iter().filter(|line| !line.text.is_empty()).count();
    let is_closing = listed >= MIN_NUMBERS
        && signed <= MAX_CLOSING_NUMBERS
        && signed * FEWER <= listed
        && written <= CLOSING_LINES
        && !after.iter().any(|line| line.begins_with(&POSTSCRIPTS));
    if is_closing { first } else { lines.len() }
}
