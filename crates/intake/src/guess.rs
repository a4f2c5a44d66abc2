//! Guesses header, number column and default country from the first rows.

use numplan::{NumberType, Options, Region, check_with};

use crate::mapping::Hints;

/// Rows that are examined.
const ROWS: usize = 300;

/// Rows that are checked with every country.
const COUNTRY_ROWS: usize = 50;

/// Columns that are checked with every country.
const COUNTRY_COLUMNS: usize = 24;

/// Words in the header of a phone number column.
const PHONE_WORDS: [&str; 24] = [
    "phone",
    "mobile",
    "tel",
    "msisdn",
    "cell",
    "whatsapp",
    "handy",
    "móvil",
    "movil",
    "celular",
    "手机",
    "手機",
    "电话",
    "電話",
    "携帯",
    "telefon",
    "teléfono",
    "telefone",
    "телефон",
    "전화",
    "휴대",
    "điện thoại",
    "โทร",
    "fone",
];

/// Words that may be in the header of a phone number column.
const NUMBER_WORDS: [&str; 10] =
    ["number", "numero", "número", "nummer", "号码", "號碼", "番号", "номер", "번호", "no."];

/// Countries that are tried first, most likely first.
const LIKELY_COUNTRIES: [&str; 24] = [
    "CN", "US", "IN", "ID", "BR", "RU", "MX", "JP", "PH", "VN", "GB", "DE", "TR", "TH", "FR", "IT", "ES",
    "KR", "MY", "HK", "TW", "NG", "CO", "AR",
];

/// The guess from the first rows.
pub(crate) struct Guess {
    pub(crate) column: usize,
    pub(crate) header: bool,
    pub(crate) country: Option<String>,
    /// For each column, the share of non-empty cells with a valid number.
    pub(crate) valid: Vec<f64>,
    /// Score of the number column, from 0 to 1.
    pub(crate) best: f64,
}

/// Counts of the cells of a column.
#[derive(Clone, Copy, Default)]
struct ColumnStats {
    rows: u32,
    filled: u32,
    valid: u32,
    repaired: u32,
    /// Numbers that are or may be mobile.
    mobile: u32,
}

impl ColumnStats {
    fn of<'a>(cells: impl Iterator<Item = &'a str>, options: Options) -> Self {
        let mut stats = Self::default();
        for cell in cells {
            stats.rows += 1;
            if cell.trim().is_empty() {
                continue;
            }
            stats.filled += 1;
            let verdict = check_with(cell.as_bytes(), options);
            stats.valid += u32::from(verdict.is_valid());
            stats.repaired += u32::from(verdict.is_repaired());
            let mobile = matches!(verdict.number_type(), NumberType::Mobile | NumberType::FixedLineOrMobile);
            stats.mobile += u32::from(mobile);
        }
        stats
    }

    /// The share of valid cells among the non-empty ones.
    fn share(self) -> f64 {
        if self.filled == 0 { 0.0 } else { f64::from(self.valid) / f64::from(self.filled) }
    }

    /// Higher if more cells are filled, and lower if they had to be repaired, because columns of other numbers
    /// often look like that.
    fn score(self) -> f64 {
        if self.filled == 0 {
            return 0.0;
        }
        let good = f64::from(self.valid) - 0.2 * f64::from(self.repaired);
        0.5 * good / f64::from(self.filled) + 0.5 * good / f64::from(self.rows)
    }

    /// Whether the cells are clearly phone numbers without repair.
    fn is_clear(self) -> bool {
        let unrepaired = f64::from(self.valid - self.repaired) / f64::from(self.filled.max(1));
        self.filled > 0 && (unrepaired >= 0.5 || self.share() >= 0.9)
    }
}

/// Guesses from the first rows that are not blank.
pub(crate) fn guess(rows: &[Vec<String>], hints: &Hints) -> Guess {
    let width = rows.iter().map(Vec::len).max().unwrap_or(0).max(1);
    // The first row may be a header, unless it is the only one.
    let body = if rows.len() > 1 { &rows[1..rows.len().min(ROWS)] } else { rows };
    let column = |place: usize| body.iter().map(move |row| row.get(place).map_or("", String::as_str));
    let region = hints.default_country.as_deref().and_then(Region::from_code);
    let stats_by_column = |region: Option<Region>| -> Vec<ColumnStats> {
        let options = Options { default_region: region, repair: true };
        (0..width).map(|place| ColumnStats::of(column(place), options)).collect()
    };
    let mut found = stats_by_column(region);
    let mut place = best_column(&found, rows, hints);
    let mut country = region.map(|region| region.code().to_owned());
    if hints.default_country.is_none() && !found[place].is_clear() {
        let columns: Vec<usize> = match hints.column {
            Some(place) if place < width => vec![place],
            _ => (0..width.min(COUNTRY_COLUMNS)).collect(),
        };
        if let Some(region) = likely_country(&columns, &|place| column(place).take(COUNTRY_ROWS).collect()) {
            found = stats_by_column(Some(region));
            place = best_column(&found, rows, hints);
            country = Some(region.code().to_owned());
        }
    }
    let default_region = country.as_deref().and_then(Region::from_code);
    let header = hints.header.unwrap_or_else(|| {
        is_header(rows, place, found[place].valid, Options { default_region, repair: true })
    });
    let best = found[place].score();
    let valid = found.into_iter().map(ColumnStats::share).collect();
    Guess { column: hints.column.unwrap_or(place), header, country, valid, best }
}

/// The column with the best score, which includes a bonus for its name. The first of equals wins.
fn best_column(stats_by_column: &[ColumnStats], rows: &[Vec<String>], hints: &Hints) -> usize {
    if let Some(column) = hints.column.filter(|&column| column < stats_by_column.len()) {
        return column;
    }
    let names = rows.first().map_or(&[][..], Vec::as_slice);
    let score = |place: usize| {
        let name = names.get(place).map_or("", String::as_str).to_lowercase();
        let says = |words: &[&str]| words.iter().any(|word| name.contains(word));
        let bonus = if says(&PHONE_WORDS) {
            0.15
        } else if says(&NUMBER_WORDS) {
            0.05
        } else {
            0.0
        };
        stats_by_column[place].score() + bonus
    };
    (0..stats_by_column.len()).rev().max_by(|&one, &other| score(one).total_cmp(&score(other))).unwrap_or(0)
}

/// The country in which most cells of some column are valid national numbers. Mobile numbers count more,
/// because lists mostly contain them and some countries accept almost any number as a fixed line.
fn likely_country<'a>(columns: &[usize], cells: &dyn Fn(usize) -> Vec<&'a str>) -> Option<Region> {
    let likely = LIKELY_COUNTRIES.iter().filter_map(|code| Region::from_code(code));
    let regions: Vec<Region> = likely.chain(Region::all()).collect();
    let mut best = (None, 0.0);
    for &place in columns {
        let cells = cells(place);
        for &region in &regions {
            let options = Options { default_region: Some(region), repair: false };
            let stats = ColumnStats::of(cells.iter().copied(), options);
            let score = stats.score() * (1.0 + f64::from(stats.mobile) / f64::from(stats.valid.max(1)));
            if stats.share() >= 0.7 && score > best.1 {
                best = (Some(region), score);
            }
        }
    }
    best.0
}

/// Whether the first row is a header.
fn is_header(rows: &[Vec<String>], column: usize, valid: u32, options: Options) -> bool {
    let Some(first) = rows.first() else { return false };
    let cell = first.get(column).map_or("", String::as_str);
    let digits = cell.chars().filter(|each| each.is_numeric()).count();
    if digits >= 5 || check_with(cell.as_bytes(), options).is_valid() {
        return false;
    }
    let named = first.iter().any(|name| is_number_header(name));
    named || (rows.len() > 1 && valid > 0)
}

/// Whether a header names a phone number column.
fn is_number_header(name: &str) -> bool {
    let name = name.to_lowercase();
    PHONE_WORDS.iter().chain(&NUMBER_WORDS).any(|word| name.contains(word))
}

/// Whether a header names a phone number column in non-ASCII letters, which proves the encoding.
pub(crate) fn is_non_ascii_number_header(name: &str) -> bool {
    let name = name.to_lowercase();
    PHONE_WORDS.iter().chain(&NUMBER_WORDS).any(|word| !word.is_ascii() && name.contains(word))
}
