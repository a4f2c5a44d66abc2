//! Rates the columns of a table.

use std::collections::BTreeMap;

use numplan::Region;

use super::cells::{ColumnCells, ratio};
use super::country::{Fit, fit_with, fits};
use super::country_column::country_column;
use super::evidence::{Evidence, Origin};
use super::words::{Header, Says, header};
use super::{COLUMNS, FEW_VALID, places};
use crate::mapping::Hints;

/// Most that another column of phone numbers says against a country, as a logarithm.
const OTHER_COLUMNS: f64 = 4.0;

/// What a hidden column loses: more than the best header gains.
const HIDDEN: f64 = 7.0;

/// What a column loses whose name is not known, if another one is named after phone numbers.
const UNKNOWN_NAME: f64 = 2.0;

/// How well numbers are explained that are valid with the countries of their rows.
const BY_ROW: f64 = 2.0;

/// What a column of landlines costs at most, as a logarithm, if its name says that it has phone numbers.
const LANDLINES: f64 = -4.0;

/// A column that may contain the numbers.
pub(super) struct Candidate {
    pub(super) place: usize,
    pub(super) header: Header,
    pub(super) score: f64,
    pub(super) doubtful: bool,
    pub(super) cells: ColumnCells,
    /// Never empty.
    pub(super) fits: Vec<Fit>,
}

impl Candidate {
    pub(super) fn best(&self) -> &Fit {
        &self.fits[0]
    }

    /// The next country that would yield other numbers, and how far behind it is.
    pub(super) fn rival(&self) -> Option<(&Fit, f64)> {
        let best = self.best();
        let rival = self.fits[1..].iter().find(|fit| !fit.agrees(best) && fit.valid > best.valid * 0.5)?;
        Some((rival, best.score - rival.score))
    }
}

/// All columns, the likeliest first.
pub(super) fn candidates(
    data: &[&[String]],
    names: &[String],
    width: usize,
    hints: &Hints,
    origin: &Origin,
    evidence: &Evidence,
) -> Vec<Candidate> {
    let mut all = Vec::new();
    for place in 0..width.min(COLUMNS).max(hints.column.map_or(0, |column| (column + 1).min(width))) {
        let column = data.iter().map(|row| row.get(place).map_or("", String::as_str));
        let cells = ColumnCells::of(column);
        let header = names.get(place).map(|name| header(name)).unwrap_or_default();
        let phones = matches!(header.says, Some(Says::Phone | Says::Landline | Says::Fax));
        let landlines = if phones { LANDLINES } else { f64::NEG_INFINITY };
        let fits = column_fits(&cells, hints, evidence, landlines);
        let (score, doubtful) = column_score(&cells, header, &fits[0]);
        all.push(Candidate { place, header, score, doubtful, cells, fits });
    }
    agree_on_country(&mut all);
    for candidate in all.iter_mut().filter(|candidate| origin.hidden_columns.contains(&candidate.place)) {
        candidate.score -= HIDDEN;
    }
    rate_countries(&mut all, evidence);
    prefer_named(&mut all, names);
    rate_by_row(data, names, hints, &mut all);
    all.sort_by(|one, other| other.score.total_cmp(&one.score));
    all
}

/// Rates the countries of a column of phone numbers by the other ones: the numbers of a row are mostly from one
/// country.
fn agree_on_country(candidates: &mut [Candidate]) {
    let phone = |candidate: &Candidate| {
        matches!(candidate.header.says, Some(Says::Mobile | Says::Phone | Says::Landline | Says::Fax))
    };
    let known: Vec<(usize, BTreeMap<&str, f64>)> = candidates
        .iter()
        .filter(|candidate| phone(candidate) && candidate.cells.cells.len() > 1)
        .filter(|candidate| candidate.best().region.is_some() && candidate.best().valid > 0.8)
        .map(|candidate| {
            let best = candidate.best().score;
            let scores = candidate.fits.iter().filter_map(|fit| Some((fit.region?.code(), fit.score - best)));
            (candidate.place, scores.collect())
        })
        .collect();
    for candidate in candidates.iter_mut().filter(|candidate| phone(candidate)) {
        let place = candidate.place;
        for fit in &mut candidate.fits {
            let Some(code) = fit.region.map(Region::code) else { continue };
            let others = known.iter().filter(|(other, _)| *other != place);
            fit.score += others
                .map(|(_, scores)| scores.get(code).copied().unwrap_or(-OTHER_COLUMNS).max(-OTHER_COLUMNS))
                .sum::<f64>();
        }
        candidate.fits.sort_by(|one, other| other.score.total_cmp(&one.score));
        let (score, doubtful) = column_score(&candidate.cells, candidate.header, candidate.best());
        (candidate.score, candidate.doubtful) = (score, doubtful);
    }
}

/// Lowers the score of columns with names that are not known, if another column is named after phone numbers.
fn prefer_named(candidates: &mut [Candidate], names: &[String]) {
    let has = |says: &[Says], least: f64| {
        let is = |candidate: &Candidate| candidate.header.says.is_some_and(|own| says.contains(&own));
        candidates.iter().any(|candidate| is(candidate) && candidate.best().valid >= least)
    };
    let loss = if has(&[Says::Mobile, Says::Phone], FEW_VALID) {
        UNKNOWN_NAME
    } else if has(&[Says::Number], 0.9) {
        UNKNOWN_NAME / 2.0
    } else {
        return;
    };
    let has_name = |place: usize| names.get(place).is_some_and(|name| !name.trim().is_empty());
    for candidate in candidates.iter_mut().filter(|candidate| candidate.header.says.is_none()) {
        if has_name(candidate.place) {
            candidate.score -= loss;
        }
    }
}

/// Raises the score of columns whose numbers are valid only with the country or calling code of their row.
fn rate_by_row(data: &[&[String]], names: &[String], hints: &Hints, candidates: &mut [Candidate]) {
    if hints.country_column.is_some() {
        return;
    }
    let may_be = |candidate: &Candidate| {
        matches!(candidate.header.says, Some(Says::Mobile | Says::Phone | Says::Number) | None)
            && candidate.cells.cells.len() > 1
            && candidate.cells.may_be_numbers()
            && candidate.best().valid < 0.9
    };
    for candidate in candidates.iter_mut().filter(|candidate| may_be(candidate)) {
        let fit = candidate.best();
        if country_column(data, names, candidate.place, fit.region, hints, candidate).is_some() {
            candidate.score += 1.2 * (BY_ROW - fit.likeness.clamp(-4.0, 3.0)).max(0.0);
        }
    }
}

/// Lowers the score of columns whose numbers would be from an unlikely country, if another column has numbers
/// of a likelier one.
fn rate_countries(candidates: &mut [Candidate], evidence: &Evidence) {
    let likely = |candidate: &Candidate| {
        let code = candidate.best().region.map(Region::code);
        code.map(|code| evidence.of(code) + places::weight(code).ln())
    };
    let plausible = candidates.iter().filter(|candidate| candidate.score > 2.0);
    let Some(most) = plausible.filter_map(likely).max_by(f64::total_cmp) else { return };
    for candidate in candidates {
        if let Some(own) = likely(candidate) {
            candidate.score += 0.6 * (own - most).clamp(-7.0, 0.0);
        }
    }
}

/// The fits of a column; only of the given country if there is one.
fn column_fits(cells: &ColumnCells, hints: &Hints, evidence: &Evidence, landlines: f64) -> Vec<Fit> {
    if let Some(code) = &hints.default_country {
        return vec![fit_with(&cells.cells, Region::from_code(code))];
    }
    if !cells.may_be_numbers() {
        return vec![fit_with(&cells.cells, None)];
    }
    // Numbers with calling codes tell where the others may be from.
    let abroad = cells.countries_of_calling_codes();
    let all = cells.cells.len().max(1);
    fits(&cells.cells, landlines, &|code| {
        let same = abroad.iter().filter(|other| **other == code).count();
        evidence.of(code) + 3.0 * (10.0 * ratio(same, all)).min(1.0) * ratio(same, abroad.len().max(1))
    })
}

/// How likely a column contains the numbers, and whether something speaks against it.
fn column_score(cells: &ColumnCells, header: Header, fit: &Fit) -> (f64, bool) {
    if cells.cells.is_empty() {
        return (if header.says == Some(Says::Mobile) { -5.0 } else { -9.0 }, false);
    }
    let named = match header.says {
        Some(Says::Mobile) => 5.0,
        Some(Says::Phone) => 3.5,
        Some(Says::Number) => 1.0,
        Some(Says::Landline) => 1.5,
        None => 0.0,
        Some(Says::Fax) => -2.0,
        Some(Says::Other) => -5.0,
        Some(Says::Country) => -7.0,
    };
    let phone = matches!(header.says, Some(Says::Mobile | Says::Phone | Says::Landline | Says::Fax));
    let secondary = if header.secondary { -3.0 } else { 0.0 };
    let other = cells.other_kind();
    let against = if other.is_none() {
        0.0
    } else if phone {
        -1.0
    } else {
        -6.0
    };
    let constant = if cells.cells.len() >= 5 && cells.distinct < 0.25 { -4.0 } else { 0.0 };
    let likeness = 1.2 * fit.likeness.clamp(-4.0, 3.0);
    let score =
        likeness + named + secondary + against + constant + 1.5 * cells.filled + 1.5 * fit.mobile * fit.valid;
    (score, !phone && other.is_some())
}
