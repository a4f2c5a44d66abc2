//! Guesses header, number column and default country by the first rows.

use numplan::{NumberType, Options, Region, check_with};

use crate::mapping::Hints;

/// Rows that are looked at.
const ROWS: usize = 300;

/// Rows that are tried with every country.
const TRIED: usize = 50;

/// Columns that are tried with every country.
const TRIED_COLUMNS: usize = 24;

/// Words that say that a column holds phone numbers.
const PHONE: [&str; 24] = [
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

/// Words that may say so.
const NUMBER: [&str; 10] =
    ["number", "numero", "número", "nummer", "号码", "號碼", "番号", "номер", "번호", "no."];

/// The countries that are more likely than others, the likeliest first.
const LIKELY: [&str; 24] = [
    "CN", "US", "IN", "ID", "BR", "RU", "MX", "JP", "PH", "VN", "GB", "DE", "TR", "TH", "FR", "IT", "ES",
    "KR", "MY", "HK", "TW", "NG", "CO", "AR",
];

/// What the first rows say.
pub(crate) struct Guess {
    pub(crate) column: usize,
    pub(crate) header: bool,
    pub(crate) country: Option<String>,
    /// For each column, the share of its filled cells that hold a valid number.
    pub(crate) valid: Vec<f64>,
    /// How much the number column looks like one, from 0 to 1.
    pub(crate) best: f64,
}

/// How the cells of a column fare.
#[derive(Clone, Copy, Default)]
struct Fare {
    rows: u32,
    filled: u32,
    valid: u32,
    repaired: u32,
    /// Those that are, or may be, mobile phones.
    mobile: u32,
}

impl Fare {
    fn of<'a>(cells: impl Iterator<Item = &'a str>, options: Options) -> Self {
        let mut fare = Self::default();
        for cell in cells {
            fare.rows += 1;
            if cell.trim().is_empty() {
                continue;
            }
            fare.filled += 1;
            let verdict = check_with(cell.as_bytes(), options);
            fare.valid += u32::from(verdict.is_valid());
            fare.repaired += u32::from(verdict.is_repaired());
            let mobile = matches!(verdict.number_type(), NumberType::Mobile | NumberType::FixedLineOrMobile);
            fare.mobile += u32::from(mobile);
        }
        fare
    }

    /// The share of valid cells among those that are filled.
    fn share(self) -> f64 {
        if self.filled == 0 { 0.0 } else { f64::from(self.valid) / f64::from(self.filled) }
    }

    /// Better if more cells are filled, and worse if they had to be repaired: so does many a
    /// column of other numbers look.
    fn score(self) -> f64 {
        if self.filled == 0 {
            return 0.0;
        }
        let good = f64::from(self.valid) - 0.2 * f64::from(self.repaired);
        0.5 * good / f64::from(self.filled) + 0.5 * good / f64::from(self.rows)
    }

    /// Whether it is clear that these are numbers as they stand.
    fn is_clear(self) -> bool {
        let as_they_stand = f64::from(self.valid - self.repaired) / f64::from(self.filled.max(1));
        self.filled > 0 && (as_they_stand >= 0.5 || self.share() >= 0.9)
    }
}

/// Guesses by the first rows that are not blank.
pub(crate) fn guess(rows: &[Vec<String>], hints: &Hints) -> Guess {
    let width = rows.iter().map(Vec::len).max().unwrap_or(0).max(1);
    // The first row may be a header; alone, it is all we have.
    let body = if rows.len() > 1 { &rows[1..rows.len().min(ROWS)] } else { rows };
    let column = |place: usize| body.iter().map(move |row| row.get(place).map_or("", String::as_str));
    let region = hints.default_country.as_deref().and_then(Region::from_code);
    let fares = |region: Option<Region>| -> Vec<Fare> {
        let options = Options { default_region: region, repair: true };
        (0..width).map(|place| Fare::of(column(place), options)).collect()
    };
    let mut found = fares(region);
    let mut place = best_column(&found, rows, hints);
    let mut country = region.map(|region| region.code().to_owned());
    if hints.default_country.is_none() && !found[place].is_clear() {
        let columns: Vec<usize> = match hints.column {
            Some(place) if place < width => vec![place],
            _ => (0..width.min(TRIED_COLUMNS)).collect(),
        };
        if let Some(region) = likely_country(&columns, &|place| column(place).take(TRIED).collect()) {
            found = fares(Some(region));
            place = best_column(&found, rows, hints);
            country = Some(region.code().to_owned());
        }
    }
    let default_region = country.as_deref().and_then(Region::from_code);
    let header = hints.header.unwrap_or_else(|| {
        is_header(rows, place, found[place].valid, Options { default_region, repair: true })
    });
    let best = found[place].score();
    let valid = found.into_iter().map(Fare::share).collect();
    Guess { column: hints.column.unwrap_or(place), header, country, valid, best }
}

/// The column that looks most like numbers; its name breaks ties, and then the first one wins.
fn best_column(fares: &[Fare], rows: &[Vec<String>], hints: &Hints) -> usize {
    if let Some(column) = hints.column.filter(|&column| column < fares.len()) {
        return column;
    }
    let names = rows.first().map_or(&[][..], Vec::as_slice);
    let score = |place: usize| {
        let name = names.get(place).map_or("", String::as_str).to_lowercase();
        let says = |words: &[&str]| words.iter().any(|word| name.contains(word));
        let bonus = if says(&PHONE) {
            0.15
        } else if says(&NUMBER) {
            0.05
        } else {
            0.0
        };
        fares[place].score() + bonus
    };
    (0..fares.len()).rev().max_by(|&one, &other| score(one).total_cmp(&score(other))).unwrap_or(0)
}

/// The country in which most cells of some column are valid numbers as one dials them there. Lists
/// are mostly of mobile phones, and some countries give out fixed lines of almost any form.
fn likely_country<'a>(columns: &[usize], cells: &dyn Fn(usize) -> Vec<&'a str>) -> Option<Region> {
    let likely = LIKELY.iter().filter_map(|code| Region::from_code(code));
    let regions: Vec<Region> = likely.chain(Region::all()).collect();
    let mut best = (None, 0.0);
    for &place in columns {
        let cells = cells(place);
        for &region in &regions {
            let options = Options { default_region: Some(region), repair: false };
            let fare = Fare::of(cells.iter().copied(), options);
            let score = fare.score() * (1.0 + f64::from(fare.mobile) / f64::from(fare.valid.max(1)));
            if fare.share() >= 0.7 && score > best.1 {
                best = (Some(region), score);
            }
        }
    }
    best.0
}

/// Whether the first row names the columns.
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

/// Whether a name is that of a column of numbers.
fn is_number_header(name: &str) -> bool {
    let name = name.to_lowercase();
    PHONE.iter().chain(&NUMBER).any(|word| name.contains(word))
}

/// Whether a name is that of a column of numbers, in letters that only the right encoding gives.
pub(crate) fn is_telling_header(name: &str) -> bool {
    let name = name.to_lowercase();
    PHONE.iter().chain(&NUMBER).any(|word| !word.is_ascii() && name.contains(word))
}
