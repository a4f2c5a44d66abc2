//! Arguments shared by `generate` and `count`, and parsers for countries and types.

use clap::Args;
use numplan::space::{Query, Space};
use numplan::{Lang, NumberType, Region};

use crate::Error;

/// Selects a set of numbers.
#[derive(Debug, Clone, Default, Args)]
pub struct Selection {
    /// Country code (CN) or English name; separate several with commas
    #[arg(long, short = 'c', value_name = "CC", value_parser = country, value_delimiter = ',')]
    pub country: Vec<Region>,

    /// Type, such as mobile or `fixed_line`; separate several with commas
    #[arg(long = "type", short = 't', value_name = "TYPE", value_parser = kind, value_delimiter = ',')]
    pub kind: Vec<NumberType>,

    /// Leading digits, national or, after +, international
    #[arg(long, short = 'p', value_name = "DIGITS")]
    pub prefix: Option<String>,

    /// English name of the carrier that the numbers were originally allocated to
    #[arg(long, value_name = "NAME")]
    pub carrier: Option<String>,

    /// Pattern: digits, ? for any, [0-9] for a choice, {4} to repeat, e.g. "+86 138 ?{4} 88[0-9]8"
    #[arg(long, value_name = "PATTERN")]
    pub pattern: Option<String>,
}

impl Selection {
    pub(crate) fn query(&self) -> Query {
        let mut query = Space::query();
        for region in &self.country {
            query = query.region(*region);
        }
        for kind in &self.kind {
            query = query.kind(*kind);
        }
        if let Some(prefix) = &self.prefix {
            query = query.prefix(prefix);
        }
        if let Some(carrier) = &self.carrier {
            query = query.carrier(carrier);
        }
        if let Some(pattern) = &self.pattern {
            query = query.pattern(pattern);
        }
        query
    }

    pub(crate) fn space(&self) -> Result<Space, Error> {
        Ok(self.query().build()?)
    }
}

/// Parses a country code or English name. The error suggests the nearest country.
pub(crate) fn country(text: &str) -> Result<Region, String> {
    let text = text.trim();
    let named = |region: &Region| region.name(Lang::En).is_some_and(|name| name.eq_ignore_ascii_case(text));
    if let Some(found) = Region::from_code(text).or_else(|| Region::all().find(named)) {
        return Ok(found);
    }
    let mut best: Option<(usize, Region)> = None;
    for region in Region::all() {
        let name = region.name(Lang::En).unwrap_or_default();
        // Compare with codes only if the text is as short as one.
        let distance =
            edits(text, name).min(if text.len() <= 3 { edits(text, region.code()) } else { usize::MAX });
        if best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, region));
        }
    }
    match best {
        Some((distance, region)) if distance <= text.chars().count() / 3 + 1 => {
            let name = region.name(Lang::En).unwrap_or_default();
            Err(format!("unknown country; did you mean {} ({name})?", region.code()))
        }
        _ => Err("unknown country; use a two-letter code, such as CN or US".to_owned()),
    }
}

/// Parses the name of a type, with hyphens or underscores. The error suggests the nearest type.
pub(crate) fn kind(text: &str) -> Result<NumberType, String> {
    let name = text.trim().to_lowercase().replace('-', "_");
    let known = || NumberType::ALL.iter().copied().filter(|kind| *kind != NumberType::Unknown);
    if let Some(found) = known().find(|kind| kind.as_str() == name) {
        return Ok(found);
    }
    let names: Vec<&str> = known().map(NumberType::as_str).collect();
    let nearest = names.iter().min_by_key(|known| edits(&name, known));
    match nearest {
        Some(nearest) if edits(&name, nearest) <= name.len() / 3 + 1 => {
            Err(format!("unknown type; did you mean {nearest}?"))
        }
        _ => Err(format!("unknown type; use one of {}", names.join(", "))),
    }
}

/// Levenshtein distance, ignoring case.
fn edits(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.to_lowercase().chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, from) in a.to_lowercase().chars().enumerate() {
        let mut corner = row[0];
        row[0] = i + 1;
        for (j, to) in b.iter().enumerate() {
            let change = corner + usize::from(from != *to);
            corner = row[j + 1];
            row[j + 1] = change.min(row[j] + 1).min(corner + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn countries_are_found_or_suggested() {
        assert_eq!(country("cn").map(Region::code), Ok("CN"));
        assert_eq!(country(" germany ").map(Region::code), Ok("DE"));
        assert_eq!(country("Germny").expect_err("misspelt"), "unknown country; did you mean DE (Germany)?");
        assert!(country("UK").expect_err("not a code").contains("did you mean"));
        assert_eq!(
            country("Qwertyuiop").expect_err("nothing near"),
            "unknown country; use a two-letter code, such as CN or US"
        );
    }

    #[test]
    fn types_are_found_or_suggested() {
        assert_eq!(kind("Fixed-Line"), Ok(NumberType::FixedLine));
        assert_eq!(kind("mobil").expect_err("misspelt"), "unknown type; did you mean mobile?");
        assert!(kind("unknown").is_err());
    }
}
