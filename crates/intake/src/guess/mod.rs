//! Guesses the layout, the number column and the country of a table from its first rows, and says how sure
//! the guess is.

mod area;
mod cells;
mod country;
mod evidence;
mod gazetteer;
mod layout;
mod places;
mod shapes;
mod text;
mod words;

use std::collections::{BTreeMap, BTreeSet};

use numplan::{Options, Region};

pub(crate) use self::area::join as join_area;
use self::cells::{Cell, ColumnCells, is_placeholder, ratio};
use self::country::{Fit, fit_with, fits};
use self::evidence::Evidence;
pub(crate) use self::evidence::Origin;
use self::layout::{in_table, layout, names, unnamed_header};
pub(crate) use self::places::country as country_of_cell;
pub(crate) use self::text::guess_text;
use self::words::{Header, Says, header};
use crate::confidence::{About, Confidence, Why};
use crate::mapping::{ColumnChoice, Hints};

/// Rows that are examined.
const ROWS: usize = 300;

/// Columns that are examined.
const COLUMNS: usize = 64;

/// The lead of a column over the next one from which nobody has to be asked.
const CLEAR_COLUMN: f64 = 1.6;

/// The lead of a country over the next one from which nobody has to be asked, as a logarithm.
const CLEAR_COUNTRY: f64 = 2.5;

/// The same if everything but the numbers speaks for this country.
const CLEAR_EVIDENCE: f64 = 1.2;

/// Most that another column of phone numbers says against a country, as a logarithm.
const OTHER_COLUMNS: f64 = 4.0;

/// What a hidden column loses: more than the best header gains.
const HIDDEN: f64 = 7.0;

/// What a column loses whose name is not known, if another one is named after phone numbers.
const UNKNOWN_NAME: f64 = 2.0;

/// How well numbers are explained that are valid with the countries of their rows.
const BY_ROW: f64 = 2.0;

/// How many valid numbers a column of bare calling codes has to add, as a share.
const CODES_ADD: f64 = 0.15;

/// How much more the other columns say for another country before the choice is asked about, as a logarithm.
const CONFLICT: f64 = 4.0;

/// Share of numbers that are not valid above which the country is doubtful.
const MISREAD: f64 = 0.25;

/// What a column of landlines costs at most, as a logarithm, if its name says that it has phone numbers.
const LANDLINES: f64 = -4.0;

/// Share of valid numbers below which the guess is doubtful.
const FEW_VALID: f64 = 0.5;

/// Share of valid numbers from which the beginnings of numbers are taken from another column.
const JOINED_VALID: f64 = 0.8;

/// The guess from the first rows.
pub(crate) struct Guess {
    pub(crate) column: usize,
    pub(crate) title_rows: usize,
    pub(crate) header: bool,
    pub(crate) header_rows: usize,
    pub(crate) country: Option<String>,
    pub(crate) country_column: Option<usize>,
    pub(crate) area_column: Option<usize>,
    pub(crate) names: Vec<String>,
    /// For each column, the share of non-empty cells with a valid number.
    pub(crate) valid: Vec<f64>,
    /// How good the number column is; to compare sheets.
    pub(crate) best: f64,
    pub(crate) confidence: Confidence,
}

/// A column that may contain the numbers.
struct Candidate {
    place: usize,
    header: Header,
    score: f64,
    doubtful: bool,
    cells: ColumnCells,
    /// Never empty.
    fits: Vec<Fit>,
}

impl Candidate {
    fn best(&self) -> &Fit {
        &self.fits[0]
    }

    /// The next country that would yield other numbers, and how far behind it is.
    fn rival(&self) -> Option<(&Fit, f64)> {
        let best = self.best();
        let rival = self.fits[1..].iter().find(|fit| !fit.agrees(best) && fit.valid > best.valid * 0.5)?;
        Some((rival, best.score - rival.score))
    }
}

/// Guesses from the first rows that are not blank.
pub(crate) fn guess(rows: &[Vec<String>], hints: &Hints, origin: &Origin) -> Guess {
    if let Some(divided) = area::divided(rows, hints) {
        let joined = area::joined(rows, divided);
        let mut guess = guess_whole(&joined, hints, origin);
        let region = guess.country.as_deref().and_then(Region::from_code);
        let is_valid = || area::valid_share(&joined, divided.rest, region) >= JOINED_VALID;
        if guess.column == divided.rest && (hints.area_column.is_some() || is_valid()) {
            guess.area_column = Some(divided.area);
            return guess;
        }
    }
    guess_whole(rows, hints, origin)
}

/// Guesses from rows with whole numbers.
fn guess_whole(rows: &[Vec<String>], hints: &Hints, origin: &Origin) -> Guess {
    let width = rows.iter().map(Vec::len).max().unwrap_or(0).max(1);
    let mut layout = layout(rows, hints);
    let mut names_by_column = names(rows, &layout, width);
    let data: Vec<&[String]> = rows
        .iter()
        .skip(layout.title_rows + layout.header_rows)
        .filter(|row| in_table(row, layout.width))
        .take(ROWS)
        .map(Vec::as_slice)
        .collect();
    let evidence = Evidence::collect(&names_by_column, &data, origin, hints);
    let mut candidates = candidates(&data, &names_by_column, width, hints, &evidence);
    agree_on_country(&mut candidates);
    for candidate in &mut candidates {
        if origin.hidden_columns.contains(&candidate.place) {
            candidate.score -= HIDDEN;
        }
    }
    rate_countries(&mut candidates, &evidence);
    prefer_named(&mut candidates, &names_by_column);
    rate_by_row(&data, &names_by_column, hints, &mut candidates);
    candidates.sort_by(|one, other| other.score.total_cmp(&one.score));
    let place = hints.column.unwrap_or(candidates[0].place);
    let chosen = candidates.iter().position(|candidate| candidate.place == place).unwrap_or(0);
    let region = candidates[chosen].best().region;
    let country_column = country_column(&data, &names_by_column, place, region, hints, &candidates[chosen]);
    let by_row = |row: &[String]| {
        let named = country_column.and_then(|column| row.get(column)).and_then(|cell| country_of_cell(cell));
        Options { default_region: named.or(region), repair: true }
    };
    if hints.header.is_none() && layout.header_rows == 0 {
        let options = Options { default_region: region, repair: true };
        unnamed_header(rows, &mut layout, place, &|cell| is_valid(cell, options));
        names_by_column = names(rows, &layout, width);
    }
    let data: Vec<&[String]> =
        rows.iter().skip(layout.title_rows + layout.header_rows).take(ROWS).map(Vec::as_slice).collect();
    let valid = (0..width).map(|column| valid_share(&data, column, &by_row)).collect::<Vec<_>>();
    let mut confidence = Confidence { sure: true, ..Confidence::default() };
    explain(&mut confidence, &candidates, chosen, &evidence, hints, country_column, &names_by_column);
    let number_share = valid.get(place).copied().unwrap_or(0.0);
    if number_share < FEW_VALID && confidence.questions.is_empty() && hints.column.is_none() {
        confidence.because(Why::FewValid, "");
        let rivals = candidates.iter().take(2).map(|candidate| column_hints(candidate, hints)).collect();
        confidence.ask(About::Column, rivals);
    } else if region.is_some()
        && hints.default_country.is_none()
        && confidence.questions.is_empty()
        && misread_share(&data, place, &by_row) > MISREAD
    {
        confidence.because(Why::FewValid, "");
        confidence.ask(About::Country, likely_countries(&candidates[chosen], &evidence));
    }
    let best = candidates[chosen].score.max(0.1) * number_share;
    Guess {
        column: place,
        title_rows: layout.title_rows,
        header: layout.header_rows > 0,
        header_rows: if layout.header_rows > 1 { layout.header_rows } else { 0 },
        country: hints
            .default_country
            .as_ref()
            .map_or(region, |code| Region::from_code(code))
            .map(|region| region.code().to_owned()),
        country_column,
        area_column: None,
        names: names_by_column,
        valid,
        best,
        confidence,
    }
}

/// Whether a cell contains a valid number.
pub(crate) fn is_valid(cell: &str, options: Options) -> bool {
    Cell::new(cell).check(options).is_valid()
}

/// The share of valid numbers among the cells that are not empty.
fn valid_share(data: &[&[String]], column: usize, by_row: &dyn Fn(&[String]) -> Options) -> f64 {
    let (mut filled, mut valid) = (0, 0);
    for row in data {
        let Some(cell) = row.get(column).filter(|cell| !cell.trim().is_empty()) else { continue };
        filled += 1;
        valid += usize::from(is_valid(cell, by_row(row)));
    }
    if filled == 0 { 0.0 } else { ratio(valid, filled) }
}

/// The share of cells without a valid number among those that are as long as phone numbers.
fn misread_share(data: &[&[String]], column: usize, by_row: &dyn Fn(&[String]) -> Options) -> f64 {
    let (mut long, mut misread) = (0, 0);
    for row in data {
        let Some(cell) = row.get(column) else { continue };
        let cell = Cell::new(cell);
        if (8..=14).contains(&cell.digits.len()) {
            long += 1;
            misread += usize::from(!cell.check(by_row(row)).is_valid());
        }
    }
    ratio(misread, long.max(1))
}

/// Rates all columns.
fn candidates(
    data: &[&[String]],
    names: &[String],
    width: usize,
    hints: &Hints,
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
    let options = Options { default_region: None, repair: true };
    let abroad: Vec<&str> = cells
        .cells
        .iter()
        .filter(|cell| cell.international)
        .filter_map(|cell| cell.check(options).region())
        .map(Region::code)
        .collect();
    let all = cells.cells.len().max(1);
    fits(&cells.cells, landlines, &|code| {
        let same = abroad.iter().filter(|other| **other == code).count();
        evidence.of(code) + 3.0 * (4.0 * ratio(same, all)).min(1.0) * ratio(same, abroad.len().max(1))
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

/// The column with the countries of the rows, if there is one and it helps.
fn country_column(
    data: &[&[String]],
    names: &[String],
    numbers: usize,
    region: Option<Region>,
    hints: &Hints,
    chosen: &Candidate,
) -> Option<usize> {
    match hints.country_column {
        Some(ColumnChoice::None) => return None,
        Some(ColumnChoice::Column(column)) => return Some(column),
        None => {}
    }
    if chosen.cells.cells.iter().all(|cell| cell.international) {
        return None;
    }
    let width = data.iter().map(|row| row.len()).max().unwrap_or(0).min(COLUMNS);
    let valid =
        |by_row: &dyn Fn(&[String]) -> Options| valid_share(&data[..data.len().min(60)], numbers, by_row);
    let alone = valid(&|_| Options { default_region: region, repair: true });
    (0..width).filter(|place| *place != numbers).find(|&place| {
        let says = names.get(place).and_then(|name| header(name).says);
        let cells: Vec<&str> = data
            .iter()
            .filter_map(|row| row.get(place))
            .map(String::as_str)
            .filter(|cell| !is_placeholder(cell))
            .collect();
        // Bare calling codes may have any name, such as `area_code`, but then they have to explain the numbers.
        let codes = cells.len() > 3
            && says != Some(Says::Country)
            && cells.iter().all(|cell| {
                cell.len() <= 3
                    && cell.bytes().all(|byte| byte.is_ascii_digit())
                    && country_of_cell(cell).is_some()
            });
        if cells.len() < 2 || (matches!(says, Some(Says::Other | Says::Mobile | Says::Phone)) && !codes) {
            return false;
        }
        let digits_allowed = says == Some(Says::Country) || codes;
        let region_of = |cell: &&str| {
            (digits_allowed || cell.starts_with('+') || !cell.contains(|c: char| c.is_ascii_digit()))
                .then(|| country_of_cell(cell))
                .flatten()
        };
        let known: Vec<Region> = cells.iter().filter_map(region_of).collect();
        let distinct: BTreeSet<u16> = known.iter().map(|region| region.country_code()).collect();
        if known.len() * 10 < cells.len() * 8
            || (distinct.len() < 2 && region.is_some_and(|region| distinct.contains(&region.country_code())))
        {
            return false;
        }
        let together = valid(&|row| {
            let own = row.get(place).and_then(|cell| country_of_cell(cell));
            Options { default_region: own.or(region), repair: true }
        });
        if codes {
            return together >= 0.9 && together >= alone + CODES_ADD;
        }
        together + 0.02 >= alone && together > 0.3
    })
}

/// The hints that select a column with its own country.
fn column_hints(candidate: &Candidate, hints: &Hints) -> Hints {
    let country = candidate.best().region.map_or_else(String::new, |region| region.code().to_owned());
    Hints {
        column: Some(candidate.place),
        default_country: hints.default_country.clone().or(Some(country)),
        ..Hints::default()
    }
}

/// Adds the reasons and questions.
fn explain(
    confidence: &mut Confidence,
    candidates: &[Candidate],
    chosen: usize,
    evidence: &Evidence,
    hints: &Hints,
    country_column: Option<usize>,
    names: &[String],
) {
    let best = &candidates[chosen];
    let name = |place: usize| names.get(place).cloned().unwrap_or_default();
    if hints.column.is_some() {
        confidence.because(Why::Chosen, name(best.place));
    } else {
        explain_column(confidence, candidates, hints, names);
    }
    let fit = best.best();
    if fit.valid >= 0.9 {
        confidence.because(Why::ValidNumbers, "");
    }
    if let Some(column) = country_column {
        confidence.because(Why::CountryColumn, name(column));
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
fn countries(codes: [&str; 2]) -> Vec<Hints> {
    codes.map(|code| Hints { default_country: Some(code.to_owned()), ..Hints::default() }).to_vec()
}

/// The country of a column and the likeliest other one.
fn likely_countries(best: &Candidate, evidence: &Evidence) -> Vec<Hints> {
    let code = |fit: &Fit| fit.region.map_or("", Region::code);
    let first = code(best.best());
    let likeliest = evidence.likeliest().map(|(code, _)| code).filter(|code| *code != first);
    let next = best.fits[1..].iter().map(code).find(|code| *code != first);
    countries([first, likeliest.or(next).unwrap_or("")])
}

/// The country that everything but the numbers speaks for, if the numbers are from another one.
fn conflict(cells: &ColumnCells, region: Option<Region>, evidence: &Evidence) -> Option<&'static str> {
    let region = region?;
    if cells.cells.iter().filter(|cell| !cell.international).count() * 5 < cells.cells.len() {
        return None;
    }
    let (other, strength) = evidence.likeliest()?;
    let same = Region::from_code(other).is_some_and(|other| other.country_code() == region.country_code());
    (!same && strength - evidence.total(region.code()) > CONFLICT).then_some(other)
}

fn explain_column(confidence: &mut Confidence, candidates: &[Candidate], hints: &Hints, names: &[String]) {
    let best = &candidates[0];
    let name = |place: usize| names.get(place).cloned().unwrap_or_default();
    if matches!(best.header.says, Some(Says::Mobile | Says::Phone | Says::Number | Says::Landline)) {
        confidence.because(Why::Header, name(best.place));
    }
    let Some(next) = candidates.get(1) else { return };
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
            // Columns of the same name are rather two numbers of a row than one to choose.
            let same = best.header.says.is_some() && best.header.says == next.header.says;
            let both = Hints { more_columns: vec![next.place], ..column_hints(best, hints) };
            options.insert(if same { 1 } else { 2 }, both);
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

/// How many letters of known headers and places in other scripts than ASCII a text has. A wrong encoding has
/// next to none.
pub(crate) fn known_words(text: &[u8]) -> usize {
    let text = String::from_utf8_lossy(&text[..text.len().min(16 << 10)]);
    let cells = text.lines().take(60).flat_map(|line| line.split([',', ';', '\t', '|', '"']));
    let letters = |cell: &str| cell.chars().filter(|character| !character.is_ascii()).count();
    let known = |cell: &&str| {
        let cell = cell.trim();
        letters(cell) > 0
            && (header(cell).says.is_some()
                || places::with_city(cell).is_some()
                || places::country(cell).is_some())
    };
    cells.filter(known).map(letters).sum()
}

/// Whether a name says that its values are no phone numbers.
pub(crate) fn names_other(name: &str) -> bool {
    header(name).says == Some(Says::Other)
}

/// Whether the name of a sheet does not say that its rows are old, examples, or not to be used.
pub(crate) fn is_current(name: &str) -> bool {
    !words::is_excluded(name)
}

/// Whether a name says that its values are phone numbers.
pub(crate) fn names_phone(name: &str) -> bool {
    matches!(header(name).says, Some(Says::Mobile | Says::Phone | Says::Landline))
}

/// What a name in front of a value says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum KeySays {
    Mobile,
    Phone,
    Landline,
    /// Where a message or call goes to.
    Receiver,
    /// The value of something that is named before.
    Value,
    Fax,
    Other,
    Nothing,
}

/// What a name in front of a value says.
pub(crate) fn key_says(key: &str) -> KeySays {
    match header(key).says {
        Some(Says::Mobile) => KeySays::Mobile,
        Some(Says::Phone) => KeySays::Phone,
        Some(Says::Landline) => KeySays::Landline,
        Some(Says::Fax) => KeySays::Fax,
        Some(Says::Other | Says::Country) => KeySays::Other,
        found => match key.to_lowercase().as_str() {
            "cli" | "ani" | "a_number" | "b_number" | "to" | "recipient" | "destination" | "dest" | "dst"
            | "dest_addr" | "destination_addr" | "da" | "receiver" | "callee" | "caller" => KeySays::Receiver,
            "value" | "number" | "content" | "num" | "$numberlong" => KeySays::Value,
            _ if found.is_some() => KeySays::Other,
            _ => KeySays::Nothing,
        },
    }
}

/// Whether a row names a column of phone numbers and contains no data.
pub(crate) fn names_numbers(row: &[String]) -> bool {
    let numbers = |cell: &String| {
        matches!(header(cell).says, Some(Says::Mobile | Says::Phone | Says::Landline | Says::Fax))
            || (header(cell).says == Some(Says::Number) && cell.chars().count() < 25)
    };
    row.iter().any(numbers)
        && row
            .iter()
            .all(|cell| cell.bytes().filter(u8::is_ascii_digit).count() < 5 && cell.chars().count() < 60)
}
