//! What speaks for a country besides the numbers: language, places, currencies, domains, and the encoding.

use std::collections::{BTreeMap, BTreeSet};

use super::places;
use super::shapes;
use super::words::{header, origins};
use crate::confidence::Why;
use crate::encoding::Encoding;
use crate::labels::code_countries;
use crate::mapping::Hints;

/// Rows that are examined.
const ROWS: usize = 60;

/// Most that all evidence together counts.
const MOST: f64 = 8.0;

/// The lead of a country over the next one from which nobody has to be asked, as a logarithm.
const CLEAR_COUNTRY: f64 = 2.5;

/// The same if everything but the numbers speaks for this country.
const CLEAR_EVIDENCE: f64 = 1.2;

/// How much more has to speak for a country than for another one to be sure with a smaller lead, as a logarithm.
const SPEAKS: f64 = 3.0;

/// What the names of persons say for a language.
const NAMES: f64 = 3.0;

/// What the common words of a language in free text say for it.
const COMMON_WORDS: f64 = 3.0;

/// What Latin letters alone say against a country that writes in another script, and the fewest words that say so.
const OTHER_SCRIPT: f64 = 1.5;
const LATIN_WORDS: usize = 6;

/// Languages with Cyrillic letters that Russian does not have.
const CYRILLIC: [&str; 6] = ["sr", "mk", "uk", "be", "kk", "mn"];

/// What is known about the origin of a list.
#[derive(Debug, Clone, Default)]
pub(crate) struct Origin {
    pub(crate) encoding: Option<Encoding>,
    pub(crate) file_name: String,
    /// The columns that a spreadsheet program does not show.
    pub(crate) hidden_columns: BTreeSet<usize>,
}

/// Evidence for countries, as logarithms.
#[derive(Default)]
pub(crate) struct Evidence {
    languages: BTreeMap<&'static str, f64>,
    places: BTreeMap<&'static str, f64>,
    earlier: BTreeMap<String, f64>,
    /// Whether all words are in Latin letters.
    latin: bool,
}

impl Evidence {
    pub(crate) fn collect(names: &[String], rows: &[&[String]], origin: &Origin, hints: &Hints) -> Self {
        let mut found = Self::default();
        found.read_headers(names);
        found.read_cells(rows);
        found.latin = is_latin(names.iter().chain(rows.iter().take(ROWS).flat_map(|row| row.iter())));
        for language in origin.encoding.map_or(&[][..], languages_of) {
            found.add_language(language, 2.5);
        }
        for word in origin
            .file_name
            .split(|character: char| !character.is_alphanumeric())
            .filter(|word| word.chars().count() > 3)
        {
            if let Some(region) = places::country(word) {
                *found.places.entry(region.code()).or_default() += 2.0;
            } else if let Some(code) = places::with_city(word) {
                *found.places.entry(code).or_default() += 1.5;
            } else {
                for language in header(word).languages() {
                    found.add_language(language, 0.7);
                }
            }
        }
        for (place, code) in hints.earlier_countries.iter().take(3).enumerate() {
            found.earlier.insert(code.clone(), if place == 0 { 1.5 } else { 0.8 });
        }
        found
    }

    fn add_language(&mut self, language: &'static str, strength: f64) {
        let known = self.languages.entry(language).or_default();
        *known = (*known + strength).min(4.5);
    }

    /// Adds the countries of the IBANs and tax numbers in free text.
    pub(crate) fn read_codes(&mut self, lines: &[&str]) {
        for code in lines.iter().flat_map(|line| code_countries(line)) {
            let known = self.places.entry(code).or_default();
            *known = (*known + 2.0).min(4.0);
        }
    }

    /// Adds the languages of the common words of free text.
    pub(crate) fn read_words(&mut self, lines: &[&str]) {
        let mut counts: BTreeMap<&'static str, u32> = BTreeMap::new();
        let mut all = 0_u32;
        for word in lines.iter().flat_map(|line| line.split(|character: char| !character.is_alphabetic())) {
            let mut known = 0;
            for language in places::word_languages(word) {
                *counts.entry(language).or_default() += 1;
                known = 1;
            }
            all += known;
        }
        let often = (f64::from(all) / 6.0).min(1.0);
        for (language, count) in counts {
            let strength = if language == "en" { 0.5 } else { COMMON_WORDS };
            self.add_language(language, strength * often * f64::from(count) / f64::from(all));
        }
    }

    fn read_headers(&mut self, names: &[String]) {
        let mut votes: BTreeMap<&str, u32> = BTreeMap::new();
        for language in names.iter().flat_map(|name| header(name).languages()) {
            *votes.entry(language).or_default() += 1;
        }
        for name in names {
            for code in origins(name) {
                let known = self.places.entry(code).or_default();
                *known = known.max(if origins(name).len() == 1 { 3.0 } else { 1.5 });
            }
            let users = places::with_currency(name);
            for code in users.iter().filter(|_| users.len() < 3) {
                let known = self.places.entry(code).or_default();
                *known = known.max(1.5);
            }
        }
        let most = votes.values().copied().max().unwrap_or(0);
        for (language, count) in votes {
            let strength = if language == "en" { 0.5 } else { 2.2 + 0.5 * f64::from(count.min(4)) };
            self.add_language(language, strength * f64::from(count) / f64::from(most));
        }
        for language in names.iter().flat_map(|name| name.chars()).filter_map(places::script_language) {
            if !matches!(language, "han") {
                let known = self.languages.entry(language).or_default();
                *known = known.max(2.0);
            }
        }
    }

    fn read_cells(&mut self, rows: &[&[String]]) {
        let rows = &rows[..rows.len().min(ROWS)];
        let mut languages: BTreeMap<&'static str, u32> = BTreeMap::new();
        let mut found: BTreeMap<(&str, &str), u32> = BTreeMap::new();
        let mut kinds: BTreeMap<&str, u32> = BTreeMap::new();
        let mut spoken: BTreeMap<&str, u32> = BTreeMap::new();
        for cell in rows.iter().flat_map(|row| row.iter()).filter(|cell| !cell.is_empty() && cell.len() < 200)
        {
            let mut seen: Vec<&str> = cell
                .chars()
                .filter(|character| !character.is_ascii())
                .filter_map(places::script_language)
                .collect();
            seen.sort_unstable();
            seen.dedup();
            for language in seen {
                *languages.entry(language).or_default() += 1;
            }
            let mut add =
                |kind: &'static str, code: &'static str| *found.entry((kind, code)).or_default() += 1;
            let letters = cell.contains(|character: char| character.is_alphabetic());
            if letters {
                for language in places::name_languages(cell) {
                    *spoken.entry(language).or_default() += 1;
                }
            }
            if let Some(code) = places::with_domain(cell) {
                add("domain", code);
                *kinds.entry("domain").or_default() += 1;
            } else if letters && let Some(region) = places::country(cell) {
                add("country", region.code());
                *kinds.entry("country").or_default() += 1;
            } else if letters && let Some(code) = places::with_city(cell) {
                add("city", code);
                *kinds.entry("city").or_default() += 1;
            } else if let [first, rest @ ..] = shapes::countries(cell) {
                for code in [first].into_iter().chain(rest) {
                    add("shape", code);
                }
                *kinds.entry("shape").or_default() += 1;
            } else if let Some(code) = code_countries(cell).next() {
                add("code", code);
                *kinds.entry("code").or_default() += 1;
            } else {
                let users = places::with_currency(cell);
                if !users.is_empty() {
                    *kinds.entry("currency").or_default() += 1;
                }
                for code in users {
                    add("currency", code);
                }
            }
        }
        let many = f64::from(u32::try_from(rows.len().max(4)).unwrap_or(4));
        self.add_scripts(&languages, many);
        // Names of persons: some are at home in several languages, so the commonest language counts.
        let named: u32 = spoken.values().sum();
        for (language, count) in spoken {
            let share = f64::from(count) / f64::from(named.max(1));
            let often = (f64::from(named) / many * 2.0).min(1.0);
            self.add_language(language, NAMES * share * often);
        }
        for ((kind, code), count) in found {
            let share = f64::from(count) / f64::from(kinds[kind].max(1));
            let often = (f64::from(kinds[kind]) / many * 3.0).min(1.0);
            let strength = match kind {
                "country" | "city" => 5.0,
                "domain" => 3.5,
                _ => 2.5,
            };
            *self.places.entry(code).or_default() += strength * share * often;
        }
    }

    /// Adds the languages of the scripts of cells.
    fn add_scripts(&mut self, languages: &BTreeMap<&'static str, u32>, many: f64) {
        let mut languages = languages.clone();
        // Letters that Russian does not have make Cyrillic another language.
        let others: u32 = CYRILLIC.iter().filter_map(|other| languages.get(other)).sum();
        if languages.get("ru").is_some_and(|all| others * 5 >= *all) {
            languages.remove("ru");
        }
        // The commonest script is that of the language, unless it is shared.
        let total: u32 = languages.values().sum();
        let japanese = languages.contains_key("ja");
        for (language, count) in &languages {
            let share = f64::from(*count) / f64::from(total.max(1));
            let exclusive = matches!(
                *language,
                "ja" | "ko"
                    | "th"
                    | "he"
                    | "el"
                    | "hi"
                    | "ru"
                    | "sr"
                    | "mk"
                    | "uk"
                    | "ar"
                    | "fa"
                    | "zh"
                    | "zh-hant"
                    | "bn"
                    | "my"
                    | "km"
                    | "vi"
                    | "am"
                    | "ka"
                    | "hy"
                    | "si"
                    | "ta"
                    | "lo"
                    | "az"
                    | "kk"
                    | "mn"
                    | "ur"
                    | "is"
                    | "lv"
                    | "lt"
            );
            let strength = if exclusive { 3.0 } else { 1.6 } * (f64::from(*count) / many * 4.0).min(1.0);
            match *language {
                "han" => {
                    self.add_language("zh", 0.6 * share);
                    self.add_language("zh-hant", 0.6 * share);
                    self.add_language("ja", 0.6 * share);
                }
                // Kanji of Japanese texts are also Chinese characters.
                "zh" | "zh-hant" if japanese => {}
                _ => self.add_language(language, strength * share.sqrt()),
            }
        }
    }

    /// All that speaks for a country.
    pub(crate) fn total(&self, code: &str) -> f64 {
        let languages: f64 =
            self.languages.iter().map(|(language, strength)| strength * places::speaks(code, language)).sum();
        let places = self.places.get(code).copied().unwrap_or(0.0);
        let earlier = self.earlier.get(code).copied().unwrap_or(0.0);
        let script = if self.latin && places::has_own_script(code) { OTHER_SCRIPT } else { 0.0 };
        languages.min(5.0) + places + earlier - script
    }

    /// What speaks for a country, up to what all evidence may count against the numbers.
    pub(crate) fn of(&self, code: &str) -> f64 {
        self.total(code).min(MOST)
    }

    /// The lead of a country over another one from which nobody has to be asked, as a logarithm.
    pub(super) fn clear_lead(&self, code: &str, rival: &str) -> f64 {
        let speaks = self.total(code) - self.total(rival) >= SPEAKS;
        if speaks { CLEAR_EVIDENCE } else { CLEAR_COUNTRY }
    }

    /// The country that most speaks for, and how much.
    pub(crate) fn likeliest(&self) -> Option<(&'static str, f64)> {
        let all = places::known().map(|code| (code, self.total(code)));
        all.max_by(|one, other| one.1.total_cmp(&other.1))
    }

    /// The kinds of evidence that speak clearly for a country.
    pub(crate) fn reasons(&self, code: &str) -> Vec<Why> {
        let mut reasons = Vec::new();
        let languages: f64 =
            self.languages.iter().map(|(language, strength)| strength * places::speaks(code, language)).sum();
        if languages >= 1.0 {
            reasons.push(Why::Language);
        }
        if self.places.get(code).is_some_and(|strength| *strength >= 1.0) {
            reasons.push(Why::OtherColumns);
        }
        if self.earlier.contains_key(code) {
            reasons.push(Why::EarlierLists);
        }
        reasons
    }
}

/// Whether there are words, and all are in Latin letters.
fn is_latin<'a>(texts: impl Iterator<Item = &'a String>) -> bool {
    let mut words = 0;
    for text in texts {
        if text.chars().any(|character| {
            character.is_alphabetic()
                && character > '\u{24f}'
                && !('\u{1e00}'..='\u{1eff}').contains(&character)
        }) {
            return false;
        }
        words += usize::from(text.chars().filter(char::is_ascii_alphabetic).count() > 2);
    }
    words >= LATIN_WORDS
}

/// The languages that an encoding is used for.
fn languages_of(encoding: Encoding) -> &'static [&'static str] {
    match encoding {
        Encoding::Gb18030 => &["zh"],
        Encoding::Big5 => &["zh-hant"],
        Encoding::ShiftJis | Encoding::EucJp | Encoding::Iso2022Jp => &["ja"],
        Encoding::EucKr => &["ko"],
        Encoding::Windows1251
        | Encoding::Koi8R
        | Encoding::Ibm866
        | Encoding::Iso8859_5
        | Encoding::MacCyrillic => &["ru"],
        Encoding::Koi8U => &["uk"],
        Encoding::Windows1253 | Encoding::Iso8859_7 => &["el"],
        Encoding::Windows1254 => &["tr"],
        Encoding::Windows1255 | Encoding::Iso8859_8 | Encoding::Iso8859_8I => &["he"],
        Encoding::Windows1256 | Encoding::Iso8859_6 => &["ar"],
        Encoding::Windows1257 => &["lt", "lv", "et"],
        Encoding::Windows1258 => &["vi"],
        Encoding::Windows874 => &["th"],
        _ => &[],
    }
}
