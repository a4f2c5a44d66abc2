//! Reads the metadata file that `extract.py` writes.

use std::fmt;

/// The metadata of all regions, as read from the file.
#[derive(Debug, Clone, Default)]
pub struct Metadata {
    /// The release of the metadata, e.g. `9.0.43`.
    pub version: String,
    /// Calling codes in ascending order.
    pub codes: Vec<Code>,
    /// Regions in alphabetical order, then the non-geographic entities by calling code.
    pub regions: Vec<Region>,
    /// Code points that Python's `\w` matches (without the underscore), as inclusive ranges.
    pub word: Vec<(u32, u32)>,
    /// Decimal digits of all scripts: first code point, last code point, value of the first.
    pub digits: Vec<(u32, u32, u8)>,
}

/// A country calling code.
#[derive(Debug, Clone)]
pub struct Code {
    pub code: u16,
    /// The regions; the first is the main region, whose formats all of them use.
    pub regions: Vec<String>,
}

/// The metadata of a region.
#[derive(Debug, Clone, Default)]
pub struct Region {
    /// Two-letter code, or `001` for a non-geographic entity.
    pub id: String,
    /// Country calling code.
    pub code: u16,
    /// Pattern of the international dialling prefix; empty if there is none.
    pub idd: String,
    /// The national prefix.
    pub national_prefix: String,
    /// Pattern of the national prefix, with or without a carrier code, for parsing.
    pub prefix_for_parsing: String,
    /// The replacement of the prefix; empty if it is removed.
    pub transform: String,
    /// Pattern of the leading digits that distinguish this region from others with its calling code.
    pub leading_digits: String,
    /// Whether fixed-line and mobile numbers have the same pattern.
    pub same_mobile_and_fixed: bool,
    /// The label before an extension, if it is not the default.
    pub extension_label: String,
    /// Descriptions by kind; the general one is always present.
    pub descs: Vec<Desc>,
    /// National formats.
    pub formats: Vec<Format>,
    /// International formats, where they differ.
    pub intl_formats: Vec<Format>,
}

/// The kind of numbers that a description is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// All numbers of the region.
    General,
    /// Premium rate.
    PremiumRate,
    /// Toll free.
    TollFree,
    /// Shared cost.
    SharedCost,
    /// Voice over IP.
    Voip,
    /// Personal numbers.
    PersonalNumber,
    /// Pagers.
    Pager,
    /// Universal access numbers.
    Uan,
    /// Voicemail access.
    Voicemail,
    /// Fixed lines.
    FixedLine,
    /// Mobiles.
    Mobile,
}

/// All kinds, in the order in which the type of a number is decided.
pub const KINDS: [(Kind, &str); 11] = [
    (Kind::General, "general"),
    (Kind::PremiumRate, "premium_rate"),
    (Kind::TollFree, "toll_free"),
    (Kind::SharedCost, "shared_cost"),
    (Kind::Voip, "voip"),
    (Kind::PersonalNumber, "personal_number"),
    (Kind::Pager, "pager"),
    (Kind::Uan, "uan"),
    (Kind::Voicemail, "voicemail"),
    (Kind::FixedLine, "fixed_line"),
    (Kind::Mobile, "mobile"),
];

/// A set of numbers: a pattern and its possible lengths.
#[derive(Debug, Clone)]
pub struct Desc {
    /// Which numbers.
    pub kind: Kind,
    /// Pattern of the national significant number, matched in full.
    pub pattern: String,
    /// Possible lengths, ascending.
    pub lengths: Vec<u8>,
    /// Lengths that are possible only within a local area.
    pub local_lengths: Vec<u8>,
    /// An example; may be empty.
    pub example: String,
}

/// A format of numbers.
#[derive(Debug, Clone)]
pub struct Format {
    /// The groups, e.g. `(\d{3})(\d{4})`, matched in full.
    pub pattern: String,
    /// The text, with `\1`, `\2` … for the groups.
    pub template: String,
    /// Pattern of the leading digits that the format is for; empty for all.
    pub leading_digits: String,
    /// The replacement of the first group in the national format; empty for none.
    pub prefix_rule: String,
}

/// Why a metadata file could not be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadError {
    /// Line number, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub problem: String,
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.problem)
    }
}

impl std::error::Error for ReadError {}

impl Metadata {
    /// Reads the text of a metadata file.
    pub fn read(text: &str) -> Result<Self, ReadError> {
        let mut data = Self::default();
        for (index, line) in text.lines().enumerate() {
            let fields: Vec<&str> = line.split('\t').collect();
            data.record(&fields).map_err(|problem| ReadError { line: index + 1, problem })?;
        }
        data.digits.sort_unstable();
        if data.regions.iter().any(|region| region.desc(Kind::General).is_none()) {
            return Err(ReadError { line: 0, problem: "a region has no general description".into() });
        }
        Ok(data)
    }

    /// The metadata that this crate contains.
    ///
    /// ```
    /// assert!(numplan_gen::metadata::Metadata::bundled().regions.len() > 200);
    /// ```
    pub fn bundled() -> Self {
        Self::read(include_str!("../data/metadata.tsv")).expect("the bundled metadata is readable")
    }

    /// Index into `regions` of a region, or of the non-geographic entity with that calling code.
    pub fn index(&self, id: &str, code: u16) -> Option<usize> {
        self.regions.iter().position(|region| region.id == id && (id != "001" || region.code == code))
    }

    /// Indices of the regions that share a calling code, the main one first.
    pub fn regions_of(&self, code: u16) -> Vec<usize> {
        let entry = self.codes.iter().find(|entry| entry.code == code);
        entry.map_or_else(Vec::new, |entry| {
            entry.regions.iter().filter_map(|id| self.index(id, code)).collect()
        })
    }

    fn record(&mut self, fields: &[&str]) -> Result<(), String> {
        match *fields {
            ["metadata", version] => version.clone_into(&mut self.version),
            ["code", code, regions] => self
                .codes
                .push(Code { code: number(code)?, regions: regions.split(',').map(str::to_owned).collect() }),
            ["region", id, code, idd, national, parsing, transform, leading, same, label] => {
                self.regions.push(Region {
                    id: id.to_owned(),
                    code: number(code)?,
                    idd: idd.to_owned(),
                    national_prefix: national.to_owned(),
                    prefix_for_parsing: parsing.to_owned(),
                    transform: transform.to_owned(),
                    leading_digits: leading.to_owned(),
                    same_mobile_and_fixed: same == "1",
                    extension_label: label.to_owned(),
                    ..Region::default()
                });
            }
            ["desc", kind, pattern, lengths, local, example] => {
                let (kind, _) = *KINDS
                    .iter()
                    .find(|(_, name)| *name == kind)
                    .ok_or_else(|| format!("unknown kind {kind}"))?;
                self.last()?.descs.push(Desc {
                    kind,
                    pattern: pattern.to_owned(),
                    lengths: list(lengths)?,
                    local_lengths: list(local)?,
                    example: example.to_owned(),
                });
            }
            ["format", kind, pattern, template, leading, rule] => {
                let format = Format {
                    pattern: pattern.to_owned(),
                    template: template.to_owned(),
                    leading_digits: leading.to_owned(),
                    prefix_rule: rule.to_owned(),
                };
                let region = self.last()?;
                match kind {
                    "national" => region.formats.push(format),
                    "intl" => region.intl_formats.push(format),
                    other => return Err(format!("unknown kind of format {other}")),
                }
            }
            ["chars", property, ranges] => {
                for range in ranges.split(',') {
                    let (first, last) = range.split_once('-').ok_or("a range needs two ends")?;
                    let first = u32::from_str_radix(first, 16).map_err(|e| e.to_string())?;
                    let last = u32::from_str_radix(last, 16).map_err(|e| e.to_string())?;
                    match property.strip_prefix("digit") {
                        Some(value) => self.digits.push((first, last, number(value)?)),
                        None => self.word.push((first, last)),
                    }
                }
            }
            _ => return Err(format!("unknown record {}", fields.first().unwrap_or(&""))),
        }
        Ok(())
    }

    fn last(&mut self) -> Result<&mut Region, String> {
        self.regions.last_mut().ok_or_else(|| "no region before this".to_owned())
    }
}

impl Region {
    /// The description of a kind of number, if the region has such numbers.
    pub fn desc(&self, kind: Kind) -> Option<&Desc> {
        self.descs.iter().find(|desc| desc.kind == kind)
    }

    /// The description of all numbers of the region.
    pub fn general(&self) -> &Desc {
        self.desc(Kind::General).expect("checked when the file was read")
    }
}

fn number<T: std::str::FromStr>(text: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("not a number: {text}"))
}

fn list(text: &str) -> Result<Vec<u8>, String> {
    if text.is_empty() {
        return Ok(Vec::new());
    }
    text.split(',').map(number).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bundled_file_is_valid() {
        let data = Metadata::bundled();
        assert_eq!(data.regions_of(1).len(), 25);
        let first = &data.regions[data.regions_of(1)[0]];
        assert_eq!(first.id, "US");
        assert!(data.index("001", 800).is_some());
        assert_eq!(data.index("001", 1), None);
    }

    #[test]
    fn errors_have_a_line_number() {
        let error = Metadata::read("metadata\t1\nregion\tXX").expect_err("must fail");
        assert_eq!(error.line, 2);
    }
}
