//! Packs carrier, geography and time-zone prefixes into the tables that
//! `numplan::prefix` reads.
//!
//! A prefix map maps the leading nine digits of a number to a
//! name. It is stored as runs of equal names (see [`runs`]) or, where speed
//! matters more than size, as a digit trie (see [`trie`]).

mod names;
mod runs;
mod trie;

use std::collections::BTreeMap;

pub use names::Pool;
pub use runs::{Runs, runs};

/// Digits of a lookup; no prefix in the data is longer.
pub const WIDTH: u32 = 9;

/// Languages in the order of the tables.
pub const LANGUAGES: [&str; 4] = ["en", "zh", "es", "ja"];

/// Prefixes of one table and language: digits → name.
pub type PrefixMap = BTreeMap<String, String>;

/// The prefix data from the extraction script.
#[derive(Debug, Default)]
pub struct Source {
    /// Carrier names for each of [`LANGUAGES`].
    pub carrier: [PrefixMap; 4],
    /// Area names for each of [`LANGUAGES`].
    pub geo: [PrefixMap; 4],
    /// Time zones, joined by commas.
    pub zones: PrefixMap,
    /// Time zones of whole calling codes.
    pub code_zones: PrefixMap,
    /// Region, whether its numbers are portable, and its names.
    pub countries: Vec<(String, bool, [String; 4])>,
}

impl Source {
    /// Reads the output of the extraction script.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut source = Self::default();
        for (at, line) in text.lines().enumerate() {
            let fields: Vec<&str> = line.split('\t').collect();
            source.record(&fields).ok_or_else(|| format!("line {}: unexpected record: {line}", at + 1))?;
        }
        Ok(source)
    }

    fn record(&mut self, fields: &[&str]) -> Option<()> {
        match *fields {
            ["metadata", _] => {}
            [table @ ("carrier" | "geo"), language, prefix, name] => {
                let language = LANGUAGES.iter().position(|each| *each == language)?;
                let maps = if table == "geo" { &mut self.geo } else { &mut self.carrier };
                maps[language].insert(checked(prefix)?, name.to_owned());
            }
            ["zone", prefix, zones] => {
                self.zones.insert(checked(prefix)?, zones.to_owned());
            }
            ["codezone", code, zones] => {
                self.code_zones.insert(checked(code)?, zones.to_owned());
            }
            ["country", region, portable, en, zh, es, ja] => {
                let names = [en, zh, es, ja].map(str::to_owned);
                self.countries.push((region.to_owned(), portable == "1", names));
            }
            _ => return None,
        }
        Some(())
    }
}

fn checked(prefix: &str) -> Option<String> {
    let fits =
        (1..=WIDTH as usize).contains(&prefix.len()) && prefix.bytes().all(|byte| byte.is_ascii_digit());
    fits.then(|| prefix.to_owned())
}

/// The packed tables: binary sections, and the text that they refer to.
#[derive(Debug)]
pub struct Packed {
    /// Directory and sections, to be read by `numplan::prefix`.
    pub tables: Vec<u8>,
    /// All names, concatenated.
    pub text: String,
}

/// Packs the data. The reader depends on the order of the sections.
pub fn pack(source: &Source) -> Packed {
    let [carrier_en, carrier_zh, others @ ..] = &source.carrier;
    assert!(others.iter().all(PrefixMap::is_empty), "carrier names in es or ja have no table yet");

    let mut text = String::new();
    let carrier_pool = Pool::new([runs(carrier_en), runs(carrier_zh)].iter());
    let [en, zh, es, ja] = &source.geo;
    let geo = [runs(en), runs(zh), runs(&with_holes(es, en)), runs(ja)];
    let geo_pool = Pool::new(geo.iter());
    let zones = runs(&source.zones);
    let code_zones = runs(&source.code_zones);
    let zone_pool = Pool::new([&zones, &code_zones]);

    let sections = [
        trie::pack(&runs(carrier_en), &carrier_pool),
        runs(carrier_zh).pack(&carrier_pool),
        carrier_pool.pack(&mut text),
        geo[0].pack(&geo_pool),
        geo[1].pack(&geo_pool),
        geo[2].pack(&geo_pool),
        geo[3].pack(&geo_pool),
        geo_pool.pack(&mut text),
        zones.pack(&zone_pool),
        code_zones.pack(&zone_pool),
        zone_pool.pack(&mut text),
        countries(&source.countries, &mut text),
    ];
    Packed { tables: bundle(&sections), text }
}

/// The names of a language with a fallback: where the fallback has a longer
/// prefix, its name takes precedence, so this language has no entry there.
fn with_holes(names: &PrefixMap, fallback: &PrefixMap) -> PrefixMap {
    let holes =
        fallback.keys().filter(|prefix| (1..prefix.len()).any(|len| names.contains_key(&prefix[..len])));
    let mut out: PrefixMap = holes.map(|prefix| (prefix.clone(), String::new())).collect();
    out.extend(names.iter().map(|(prefix, name)| (prefix.clone(), name.clone())));
    out
}

/// Countries as fixed records: code (2 bytes), portable (2), four offsets and lengths (4 + 4 each).
fn countries(list: &[(String, bool, [String; 4])], text: &mut String) -> Vec<u8> {
    let mut out = Vec::new();
    for (region, portable, names) in list {
        out.extend_from_slice(region.as_bytes());
        out.extend_from_slice(&u16::from(*portable).to_le_bytes());
        for name in names {
            out.extend_from_slice(&small(text.len()).to_le_bytes());
            out.extend_from_slice(&small(name.len()).to_le_bytes());
            text.push_str(name);
        }
    }
    out
}

/// `count`, then start and length of each section, then the sections, aligned to 8 bytes.
fn bundle(sections: &[Vec<u8>]) -> Vec<u8> {
    let mut at = (4 + sections.len() * 8).next_multiple_of(8);
    let mut out = small(sections.len()).to_le_bytes().to_vec();
    for section in sections {
        out.extend_from_slice(&small(at).to_le_bytes());
        out.extend_from_slice(&small(section.len()).to_le_bytes());
        at = (at + section.len()).next_multiple_of(8);
    }
    for section in sections {
        out.resize(out.len().next_multiple_of(8), 0);
        out.extend_from_slice(section);
    }
    out
}

fn small(value: usize) -> u32 {
    u32::try_from(value).expect("the tables are far below 4 GB")
}

/// LEB128: seven bits per byte.
fn varint(out: &mut Vec<u8>, mut value: u32) {
    while value >= 0x80 {
        out.push((value & 0x7f) as u8 | 0x80);
        value >>= 7;
    }
    out.push((value & 0x7f) as u8);
}
