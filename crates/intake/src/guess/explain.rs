//! Says how sure a guess is, and asks.

use numplan::Region;

use super::FEW_VALID;
use super::candidate::Candidate;
use super::cells::ColumnCells;
use super::country::Fit;
use super::evidence::Evidence;
use super::words::Says;
use crate::confidence::{About, Confidence, Why};
use crate::mapping::Hints;

/// The lead of a column over the next one from which nobody has to be asked.
const CLEAR_COLUMN: f64 = 1.6;

/// How much more the other columns say for another country before the choice is asked about, as a logarithm.
const CONFLICT: f64 = 4.0;

/// The hints that select a column with its own country.
pub(super) fn column_hints(candidate: &Candidate, hints: &Hints) -> Hints {
    let country = candidate.best().region.map_or_else(String::new, |region| region.code().to_owned());
    Hints {
        column: Some(candidate.place),
        default_country: hints.default_country.clone().or(Some(country)),
        ..Hints::default()
    }
}

/// What is known about the columns of a table.
pub(super) struct Columns<'a> {
    pub(super) names: &'a [String],
    /// The column with the countries of the rows.
    pub(super) country: Option<usize>,
    /// Number columns of the tables beside.
    pub(super) beside: &'a [usize],
}

impl Columns<'_> {
    fn name(&self, place: usize) -> String {
        self.names.get(place).cloned().unwrap_or_default()
    }
}

/// Adds the reasons and questions.
pub(super) fn explain(
    confidence: &mut Confidence,
    candidates: &[Candidate],
    chosen: usize,
    evidence: &Evidence,
    hints: &Hints,
    columns: &Columns<'_>,
) {
    let best = &candidates[chosen];
    if hints.column.is_some() {
        confidence.because(Why::Chosen, columns.name(best.place));
    } else {
        explain_column(confidence, candidates, hints, columns);
    }
    let fit = best.best();
    if fit.valid >= 0.9 {
        confidence.because(Why::ValidNumbers, "");
    }
    if let Some(column) = columns.country {
        confidence.because(Why::CountryColumn, columns.name(column));
        return;
    }
    let code = fit.region.map_or("", Region::code);
    if hints.default_country.is_some() {
        confidence.because(Why::Chosen, code);
        return;
    }
    if fit.region.is_none() {
        confidence.because(Why::CallingCodes, "");
    } else {
        confidence.because(Why::NumbersFit, code);
        for reason in evidence.reasons(code) {
            confidence.because(reason, code);
        }
    }
    let clear = |rival: &Fit| evidence.clear_lead(code, rival.region.map_or("", Region::code));
    if let Some((rival, _)) = best.rival().filter(|(rival, lead)| *lead < clear(rival)) {
        confidence.because(Why::OtherCountryLikely, rival.region.map_or("", Region::code));
        confidence.ask(About::Country, country_options(best, rival));
    } else if let Some(other) = conflict(&best.cells, fit.region, evidence) {
        confidence.because(Why::OtherCountryLikely, other);
        confidence.ask(About::Country, countries([code, other]));
    }
}

/// Answers that select these countries.
pub(super) fn countries(codes: [&str; 2]) -> Vec<Hints> {
    codes.map(|code| Hints { default_country: Some(code.to_owned()), ..Hints::default() }).to_vec()
}

/// The country of a column and the likeliest other one.
pub(super) fn likely_countries(best: &Candidate, evidence: &Evidence) -> Vec<Hints> {
    let code = |fit: &Fit| fit.region.map_or("", Region::code);
    let first = code(best.best());
    let likeliest = evidence.likeliest().map(|(code, _)| code).filter(|code| *code != first);
    let next = best.fits[1..].iter().map(code).find(|code| *code != first);
    countries([first, likeliest.or(next).unwrap_or("")])
}

/// The country that everything but the numbers speaks for, if the numbers are from another one.
pub(super) fn conflict(
    cells: &ColumnCells,
    region: Option<Region>,
    evidence: &Evidence,
) -> Option<&'static str> {
    let region = region?;
    if cells.cells.iter().filter(|cell| !cell.international).count() * 5 < cells.cells.len() {
        return None;
    }
    let (other, strength) = evidence.likeliest()?;
    let same = Region::from_code(other).is_some_and(|other| other.country_code() == region.country_code());
    (!same && strength - evidence.total(region.code()) > CONFLICT).then_some(other)
}

fn explain_column(
    confidence: &mut Confidence,
    candidates: &[Candidate],
    hints: &Hints,
    columns: &Columns<'_>,
) {
    let best = &candidates[0];
    let name = |place: usize| columns.name(place);
    if matches!(best.header.says, Some(Says::Mobile | Says::Phone | Says::Number | Says::Landline)) {
        confidence.because(Why::Header, name(best.place));
    }
    let Some(next) = candidates[1..].iter().find(|next| !columns.beside.contains(&next.place)) else {
        return;
    };
    let plausible = next.best().valid >= 0.3 && next.score > 1.0;
    // Mobile numbers come before others.
    let mobile = best.header.says == Some(Says::Mobile)
        && matches!(next.header.says, Some(Says::Phone | Says::Landline))
        && best.cells.filled >= 0.5;
    let clear = if mobile { CLEAR_COLUMN / 2.0 } else { CLEAR_COLUMN };
    if plausible && best.score - next.score < clear {
        confidence.because(Why::OtherColumnLikely, name(next.place));
        let mut options = vec![column_hints(best, hints), column_hints(next, hints)];
        if options[0].default_country == options[1].default_country {
            // Columns of the same name are rather several numbers of a row than one to choose, and so are those without names.
            let unnamed = |candidate: &Candidate| name(candidate.place).trim().is_empty();
            let same = |other: &&Candidate| {
                best.header.says == other.header.says
                    && (best.header.says.is_some() || (unnamed(best) && unnamed(other)))
            };
            let is_more = |other: &&Candidate| {
                same(other) && other.best().valid >= FEW_VALID && best.score - other.score < CLEAR_COLUMN
            };
            let mut more: Vec<usize> =
                candidates[1..].iter().filter(is_more).map(|more| more.place).collect();
            if more.is_empty() {
                more.push(next.place);
            }
            let at = if same(&next) { 1 } else { 2 };
            options.insert(at, Hints { more_columns: more, ..column_hints(best, hints) });
        }
        confidence.ask(About::Column, options);
    } else if best.doubtful && best.best().valid > 0.0 {
        confidence.because(Why::LooksLikeOther, name(best.place));
        confidence.ask(About::Column, vec![column_hints(best, hints), column_hints(next, hints)]);
    }
}

/// The two likeliest countries as answers.
fn country_options(best: &Candidate, rival: &Fit) -> Vec<Hints> {
    let code = |fit: &Fit| fit.region.map_or_else(String::new, |region| region.code().to_owned());
    [best.best(), rival].map(|fit| Hints { default_country: Some(code(fit)), ..Hints::default() }).to_vec()
}
