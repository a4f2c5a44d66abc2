//! The slow reference engine: it applies the parsing rules and the patterns of the metadata one by
//! one, and does not use the tables. Tests and fuzz targets compare
//! the engine with it.

mod regex;
mod text;

use std::collections::HashMap;

use crate::metadata::{Desc, Format, Kind, Metadata, Region};
use crate::pattern::{self, Node};
use crate::plain;
use text::Rules;

/// Why a text is not a number; names as in the engine.
pub type Error = &'static str;

/// A parsed number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Number {
    /// Country calling code.
    pub code: u16,
    /// National significant number.
    pub nsn: String,
    /// Extension, or nothing.
    pub extension: String,
}

/// All answers of the engine about a number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answers {
    /// The number.
    pub number: Number,
    /// Region, or nothing.
    pub region: String,
    /// Index of the type in the engine's list.
    pub kind: u8,
    /// Index of the possibility in the engine's list.
    pub possible: u8,
    /// All regions for which the number is valid.
    pub candidates: Vec<String>,
    /// National format.
    pub national: String,
    /// International format.
    pub international: String,
    /// RFC 3966.
    pub rfc3966: String,
}

/// The reference engine.
pub struct Reference {
    data: Metadata,
    rules: Rules,
    patterns: HashMap<String, Node>,
}

impl Reference {
    /// The engine for the metadata that this crate contains.
    pub fn bundled() -> Self {
        Self::new(Metadata::bundled())
    }

    /// The engine for some metadata.
    pub fn new(data: Metadata) -> Self {
        let mut patterns = HashMap::new();
        let mut add = |text: &str| {
            patterns
                .entry(text.to_owned())
                .or_insert_with(|| pattern::parse(text).expect("the metadata's patterns parse"));
        };
        for region in &data.regions {
            let formats = region.formats.iter().chain(&region.intl_formats);
            let formats = formats.flat_map(|format| [&format.pattern, &format.leading_digits]);
            let descs = region.descs.iter().map(|desc| &desc.pattern);
            let own = [&region.idd, &region.prefix_for_parsing, &region.leading_digits];
            for text in own.into_iter().chain(descs).chain(formats) {
                add(text);
            }
        }
        Self { rules: Rules::new(&data), data, patterns }
    }

    fn region(&self, id: &str) -> Option<&Region> {
        self.data.index(id, 0).map(|index| &self.data.regions[index])
    }

    fn regions_of(&self, code: u16) -> Vec<&Region> {
        self.data.regions_of(code).into_iter().map(|index| &self.data.regions[index]).collect()
    }

    fn matches(&self, pattern: &str, digits: &str) -> bool {
        self.patterns[pattern].match_all(digits.as_bytes())
    }

    fn begins(&self, pattern: &str, digits: &str) -> bool {
        self.patterns[pattern].match_start(digits.as_bytes()).is_some()
    }

    /// Parses a text and returns all answers.
    pub fn answer(&self, text: &str, default: Option<&str>) -> Result<Answers, Error> {
        let number = self.parse(text, default)?;
        let regions = self.regions_of(number.code);
        let region = match regions.as_slice() {
            [only] => Some(*only),
            several => several.iter().copied().find(|region| {
                if region.leading_digits.is_empty() {
                    self.kind(region, &number.nsn) != plain::kind::UNKNOWN
                } else {
                    self.begins(&region.leading_digits, &number.nsn)
                }
            }),
        };
        let valid = regions.iter().filter(|region| self.kind(region, &number.nsn) != plain::kind::UNKNOWN);
        Ok(Answers {
            region: region.map_or_else(String::new, |region| region.id.clone()),
            kind: region.map_or(plain::kind::UNKNOWN, |region| self.kind(region, &number.nsn)),
            possible: plain::possibility(regions[0].general(), length(&number.nsn)),
            candidates: valid.map(|region| region.id.clone()).collect(),
            national: self.national(regions[0], &number),
            international: self.international(regions[0], &number),
            rfc3966: self.rfc3966(regions[0], &number),
            number,
        })
    }

    fn kind(&self, region: &Region, nsn: &str) -> u8 {
        let fits = |desc: &Desc| {
            (desc.lengths.is_empty() || desc.lengths.contains(&length(nsn)))
                && self.matches(&desc.pattern, nsn)
        };
        plain::type_of(region, |kind: Kind| region.desc(kind).is_some_and(fits))
    }

    /// Parses a text.
    pub fn parse(&self, text: &str, default: Option<&str>) -> Result<Number, Error> {
        let text: Vec<char> = text.chars().collect();
        if text.len() > 250 {
            return Err("too_long");
        }
        let number = self.number_text(&text)?;
        if !self.rules.is_viable(&number) {
            return Err("not_a_number");
        }
        let region = default.and_then(|id| self.region(id));
        let pluses = Rules::pluses(&number);
        if region.is_none() && pluses == 0 {
            return Err("invalid_country_code");
        }
        let (number, extension) = self.rules.split_extension(&number);
        let digits = self.rules.normalize(&number[pluses.min(number.len())..]);
        let (code, national, region) = match self.country_code(&digits, pluses > 0, region) {
            Err("invalid_country_code") if pluses > 0 => match self.country_code(&digits, false, region)? {
                Some((code, rest)) => (code, rest, self.regions_of(code)[0]),
                None => return Err("invalid_country_code"),
            },
            Err(error) => return Err(error),
            Ok(Some((code, rest))) => (code, rest, self.regions_of(code)[0]),
            Ok(None) => match region {
                Some(region) => (region.code, digits, region),
                None => return Err("invalid_country_code"),
            },
        };
        let nsn = self.national_number(&national, region)?;
        Ok(Number { code, nsn, extension })
    }

    /// The text of the number, without RFC 3966 parameters and with their context.
    fn number_text(&self, text: &[char]) -> Result<Vec<char>, Error> {
        let find = |text: &[char], wanted: &str| {
            let wanted: Vec<char> = wanted.chars().collect();
            (0..text.len()).find(|&at| text[at..].starts_with(&wanted))
        };
        let mut number = match find(text, ";phone-context=") {
            None => self.rules.possible_number(text),
            Some(at) => {
                let rest = &text[at + ";phone-context=".len()..];
                let context: Vec<char> = rest.iter().copied().take_while(|&c| c != ';').collect();
                if !self.rules.is_context(&context) {
                    return Err("not_a_number");
                }
                let start = find(text, "tel:").map_or(0, |at| at + 4);
                let mut number = if context[0] == '+' { context } else { Vec::new() };
                number.extend(text.iter().take(at).skip(start));
                number
            }
        };
        if let Some(at) = find(&number, ";isub=").filter(|&at| at > 0) {
            number.truncate(at);
        }
        Ok(number)
    }

    /// The calling code and the digits after it; `None` if the digits have none.
    fn country_code(
        &self,
        digits: &str,
        plus: bool,
        region: Option<&Region>,
    ) -> Result<Option<(u16, String)>, Error> {
        let idd = region.filter(|region| !region.idd.is_empty()).and_then(|region| {
            let found = self.patterns[&region.idd].match_start(digits.as_bytes())?;
            Some(&digits[found.end..]).filter(|rest| !rest.starts_with('0'))
        });
        let international = if plus { Some(digits) } else { idd };
        if let Some(digits) = international {
            if digits.len() <= 2 {
                return Err("too_short_after_idd");
            }
            let known = |length: usize| {
                let code = digits.get(..length).filter(|_| !digits.starts_with('0'))?.parse().ok()?;
                (!self.regions_of(code).is_empty()).then(|| (code, digits[length..].to_owned()))
            };
            return (1..=3).find_map(known).map(Some).ok_or("invalid_country_code");
        }
        let Some(region) = region else { return Ok(None) };
        let Some(rest) = digits.strip_prefix(&region.code.to_string()) else { return Ok(None) };
        let rest = self.strip_prefix(rest, region);
        let general = region.general();
        let better = !self.matches(&general.pattern, digits) && self.matches(&general.pattern, &rest);
        let too_long = plain::possibility(general, length(digits)) == plain::possible::TOO_LONG;
        Ok((better || too_long).then_some((region.code, rest)))
    }

    fn strip_prefix(&self, digits: &str, region: &Region) -> String {
        if digits.is_empty() || region.prefix_for_parsing.is_empty() {
            return digits.to_owned();
        }
        let Some(found) = self.patterns[&region.prefix_for_parsing].match_start(digits.as_bytes()) else {
            return digits.to_owned();
        };
        let rest = &digits[found.end..];
        let last = found.groups.last().copied().flatten();
        let stripped = match (region.transform.split_once('\\'), last) {
            (Some((literal, _)), Some((start, end))) => format!("{literal}{}{rest}", &digits[start..end]),
            _ => rest.to_owned(),
        };
        let fits = |digits: &str| self.matches(&region.general().pattern, digits);
        if fits(digits) && !fits(&stripped) { digits.to_owned() } else { stripped }
    }

    fn national_number(&self, digits: &str, region: &Region) -> Result<String, Error> {
        if digits.len() < 2 {
            return Err("too_short_nsn");
        }
        let stripped = self.strip_prefix(digits, region);
        let possible = plain::possibility(region.general(), length(&stripped));
        let taken = possible == plain::possible::YES || possible == plain::possible::TOO_LONG;
        let nsn = if taken { stripped } else { digits.to_owned() };
        if nsn.len() > 17 { Err("too_long") } else { Ok(nsn) }
    }

    fn formatted(&self, formats: &[Format], nsn: &str, template: impl Fn(&Format) -> String) -> String {
        let chosen = formats.iter().find(|format| {
            let leading = format.leading_digits.is_empty() || self.begins(&format.leading_digits, nsn);
            leading && self.matches(&format.pattern, nsn)
        });
        let Some(format) = chosen else { return nsn.to_owned() };
        let found = self.patterns[&format.pattern].match_start(nsn.as_bytes()).expect("it matched");
        let mut text = template(format);
        for (index, group) in found.groups.iter().enumerate() {
            let (start, end) = group.unwrap_or((0, 0));
            text = text.replace(&format!("\\{}", index + 1), &nsn[start..end]);
        }
        text
    }

    fn national(&self, region: &Region, number: &Number) -> String {
        let text = self.formatted(&region.formats, &number.nsn, |format| {
            let group = format.template.find('\\').filter(|_| !format.prefix_rule.is_empty());
            group.map_or_else(
                || format.template.clone(),
                |at| {
                    let first = &format.template[at..at + 2];
                    let rule = format.prefix_rule.replace("\\1", first);
                    format!("{}{rule}{}", &format.template[..at], &format.template[at + 2..])
                },
            )
        });
        format!("{text}{}", extension_text(region, number))
    }

    fn international_nsn(&self, region: &Region, nsn: &str) -> String {
        let own = !region.intl_formats.is_empty();
        let formats = if own { &region.intl_formats } else { &region.formats };
        self.formatted(formats, nsn, |format| format.template.clone())
    }

    fn international(&self, region: &Region, number: &Number) -> String {
        let text = self.international_nsn(region, &number.nsn);
        format!("+{} {text}{}", number.code, extension_text(region, number))
    }

    fn rfc3966(&self, region: &Region, number: &Number) -> String {
        let text = self.international_nsn(region, &number.nsn);
        let groups: Vec<&str> =
            text.split(|c: char| !c.is_ascii_digit()).filter(|group| !group.is_empty()).collect();
        let extension = match number.extension.as_str() {
            "" => String::new(),
            digits => format!(";ext={digits}"),
        };
        format!("tel:+{}-{}{extension}", number.code, groups.join("-"))
    }
}

fn extension_text(region: &Region, number: &Number) -> String {
    match (number.extension.as_str(), region.extension_label.as_str()) {
        ("", _) => String::new(),
        (digits, "") => format!(" ext. {digits}"),
        (digits, label) => format!("{label}{digits}"),
    }
}

fn length(digits: &str) -> u8 {
    u8::try_from(digits.len()).unwrap_or(u8::MAX)
}
