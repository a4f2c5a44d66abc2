//! Reads the beginning of a file and guesses its mapping.

use std::io::{Read, Seek};
use std::ops::ControlFlow;

use numplan::Region;
use numsift_model::limits::PREVIEW_BLANK_CELLS as BLANK_CELLS;
use serde::{Deserialize, Serialize};

use crate::asides::{Aside, Asides};
use crate::confidence::{About, Confidence, Why};
use crate::detect::{self, Beginning};
use crate::entries::Search;
use crate::error::IntakeError;
use crate::guess::{Guess, Origin, guess, guess_text, is_current};
use crate::landlines::{has_unnamed_mobiles, stray_landlines};
use crate::mapping::{Delimiter, Hints, Limits, Mapping};
use crate::source::{List, ReadSeek, extension, walk};
use crate::workbook::Workbook;

/// The format of a file after unpacking.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = SourceFormat)]
pub enum Format {
    /// Text with several cells per line.
    Csv,
    /// Text with one cell per line.
    Txt,
    /// An Excel workbook.
    Xlsx,
}

/// How a file is packed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Packing {
    /// Not packed.
    None,
    /// A gzip stream.
    Gzip,
    /// A zip archive.
    Zip,
}

/// A column of the list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, utoipa::ToSchema)]
pub struct Column {
    /// The name from the header; empty if there is none. A repeated name gets its position appended, as in
    /// `phone (3)`.
    pub name: String,
    /// The share of non-empty cells with a valid number, from 0 to 1.
    pub valid: f64,
}

/// The beginning of a file and its guessed mapping.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, utoipa::ToSchema)]
pub struct Preview {
    /// The format after unpacking.
    pub format: Format,
    /// How the file is packed.
    pub packing: Packing,
    /// The lists in a zip archive, in reading order.
    pub members: Vec<String>,
    /// The sheets of a workbook.
    pub sheets: Vec<String>,
    /// The guessed mapping.
    pub mapping: Mapping,
    /// How sure the mapping is, why, and what else it could be.
    #[serde(default)]
    pub confidence: Confidence,
    pub columns: Vec<Column>,
    /// The first ten rows that are not blank, without titles and header.
    pub rows: Vec<Vec<String>>,
    /// The rows above the first row of data: titles and header.
    #[serde(default)]
    pub top: Vec<Vec<String>>,
}

/// Rows of text that are examined.
const TEXT_ROWS: usize = 1000;

/// Rows per sheet that are examined.
const SHEET_ROWS: usize = 200;

/// Sheets that are examined.
pub(crate) const SHEETS: usize = 16;

/// What the numbers of a hidden sheet count, compared with a visible one.
const HIDDEN_SHEET: f64 = 0.1;

/// Rows in the preview.
const SHOWN_ROWS: usize = 10;

/// Numbers that are named when they are left out.
const NAMED: usize = 3;

/// Reads the beginning of a file and guesses its mapping, except for what the hints state.
///
/// The content decides the format; the file name only breaks ties. In an archive, the first list that is
/// not blank is examined.
pub fn preview<F: Read + Seek>(mut file: F, file_name: &str, hints: &Hints) -> Result<Preview, IntakeError> {
    let mut found = None;
    let limits = Limits::default();
    let walked = walk(&mut file, file_name, &limits, &mut |list| {
        let result = match list {
            List::Text(text) => text_preview(text, file_name, hints),
            List::Workbook(file) => workbook_preview(file, hints, &limits),
        };
        match result {
            Ok(preview) => found = Some(preview),
            Err(IntakeError::Empty) => return Ok(ControlFlow::Continue(())),
            Err(error) => return Err(error),
        }
        Ok(ControlFlow::Break(()))
    })?;
    let mut preview = found.ok_or(IntakeError::Empty)?;
    preview.packing = walked.packing;
    preview.members = walked.members;
    Ok(preview)
}

fn text_preview(text: &mut dyn Read, file_name: &str, hints: &Hints) -> Result<Preview, IntakeError> {
    let beginning = Beginning::read(text)?;
    let whole = beginning.whole;
    let (encoding, text) = beginning.text(hints)?;
    let (declared, text) = detect::separator_line(&text);
    let tabs =
        matches!(extension(file_name).as_str(), "tsv" | "tab") && memchr::memchr(b'\t', text).is_some();
    let known = hints.delimiter.or(declared).or(tabs.then_some(Delimiter::Tab));
    let division = match known {
        Some(delimiter) => detect::Division { delimiter, or: None },
        None => detect::division(text),
    };
    let origin = Origin { encoding: Some(encoding), file_name: file_name.to_owned(), ..Origin::default() };
    let delimiter = division.delimiter;
    let dialect = detect::dialect(text, delimiter);
    let rows = detect::rows(text, dialect, TEXT_ROWS);
    if rows.is_empty() {
        return Err(IntakeError::Empty);
    }
    let mut preview = if let Some(search) = Search::of(delimiter) {
        preview_entries(&detect::lines(text, TEXT_ROWS), search, &Asides::default(), hints, &origin)
    } else {
        preview_rows(rows, hints, &origin)
    };
    if let Some(other) = division.or {
        preview.confidence.because(Why::LayoutUnclear, "");
        let options =
            [delimiter, other].map(|delimiter| Hints { delimiter: Some(delimiter), ..Hints::default() });
        preview.confidence.ask(About::Layout, options.to_vec());
    }
    let is_table = !delimiter.is_text() && delimiter != Delimiter::None;
    preview.format = if is_table { Format::Csv } else { Format::Txt };
    preview.mapping.encoding = encoding;
    preview.mapping.delimiter = delimiter;
    preview.mapping.set_dialect(dialect);
    if known.is_none() {
        leave_out(text, whole, &origin, &mut preview);
    }
    Ok(preview)
}

/// Leaves out what is not part of the list in a text: landlines if most numbers are mobile ones, whatever their names are; if
/// this is the whole text, the numbers of its sender and old ones.
fn leave_out(text: &[u8], whole: bool, origin: &Origin, preview: &mut Preview) {
    let country = preview.mapping.default_country.clone();
    let region = country.as_deref().and_then(Region::from_code);
    let landlines = stray_landlines(text, region);
    let only_mobiles = match preview.mapping.delimiter {
        Delimiter::Anywhere => !landlines.is_empty(),
        // All values of records have names.
        Delimiter::Mobiles => !text.trim_ascii_start().starts_with(b"{") && has_unnamed_mobiles(text, region),
        _ => false,
    };
    let search = match preview.mapping.delimiter {
        _ if only_mobiles => Search::MobileOnly,
        // A message may have one number per line.
        Delimiter::Anywhere | Delimiter::None => Search::Anywhere,
        _ => return,
    };
    let asides = if whole { Asides::of(text, search, region) } else { Asides::default() };
    if !only_mobiles && asides.all().next().is_none() {
        return;
    }
    let written = |asides: &[Aside]| asides.iter().map(|aside| aside.written.clone()).collect::<Vec<_>>();
    let reasons = [
        (Why::LandlinesLeftOut, landlines.clone()),
        (Why::SenderLeftOut, written(&asides.of_sender)),
        (Why::OldLeftOut, written(&asides.old)),
    ];
    for (why, numbers) in reasons.into_iter().filter(|(_, numbers)| !numbers.is_empty()) {
        preview.confidence.because(why, named(&numbers));
    }
    // The rows are those that the analysis will read.
    let hints = Hints { default_country: Some(country.clone().unwrap_or_default()), ..Hints::default() };
    let lines = detect::lines(text, TEXT_ROWS);
    let Preview { rows, columns, .. } = preview_entries(&lines, search, &asides, &hints, origin);
    (preview.rows, preview.columns) = (rows, columns);
    preview.top.clear();
    preview.mapping = Mapping {
        encoding: preview.mapping.encoding,
        delimiter: if only_mobiles { Delimiter::MobileOnly } else { Delimiter::Anywhere },
        default_country: country,
        without: asides.all().map(|aside| format!("+{}", aside.number)).collect(),
        ..Mapping::default()
    };
}

/// The first of several numbers, in one line.
fn named(numbers: &[String]) -> String {
    let more = if numbers.len() > NAMED { ", …" } else { "" };
    numbers[..numbers.len().min(NAMED)].join(", ") + more
}

/// The preview of free text: one row per number that is not left out.
fn preview_entries(
    lines: &[String],
    search: Search,
    without: &Asides,
    hints: &Hints,
    origin: &Origin,
) -> Preview {
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let guess = guess_text(&lines, search, hints, origin);
    Preview {
        format: Format::Txt,
        packing: Packing::None,
        members: Vec::new(),
        sheets: Vec::new(),
        mapping: Mapping { default_country: guess.country, ..Mapping::default() },
        confidence: guess.confidence,
        columns: vec![Column { name: String::new(), valid: guess.valid }],
        rows: (guess.entries.into_iter())
            .filter(|entry| without.all().all(|aside| aside.written != *entry))
            .take(SHOWN_ROWS)
            .map(|entry| vec![entry])
            .collect(),
        top: Vec::new(),
    }
}

/// The first rows of a sheet, and what they are.
struct Sheet {
    score: f64,
    /// Its place among the sheets that are not empty.
    place: usize,
    name: String,
    rows: Vec<Vec<String>>,
    origin: Origin,
    guess: Guess,
}

/// Whether a sheet continues the list of another one: it has the same columns, and numbers of the same country.
fn continues(first: &Guess, other: &Guess) -> bool {
    first.header
        && first.names == other.names
        && (first.title_rows, first.header_rows, first.column)
            == (other.title_rows, other.header_rows, other.column)
        && (&first.country, first.country_column) == (&other.country, other.country_column)
        && (first.area_column, &first.more_columns) == (other.area_column, &other.more_columns)
        && other.valid.get(other.column).is_some_and(|valid| *valid >= 0.5)
}

fn workbook_preview(file: &mut dyn ReadSeek, hints: &Hints, limits: &Limits) -> Result<Preview, IntakeError> {
    let mut workbook = Workbook::open(file, limits)?;
    let sheets = workbook.sheets();
    let candidates = match &hints.sheet {
        Some(name) if !sheets.contains(name) => return Err(IntakeError::NoSuchSheet { name: name.clone() }),
        Some(name) => vec![name.clone()],
        None => sheets.iter().take(SHEETS).cloned().collect(),
    };
    // The sheet with the most numbers; the first of equals, hidden ones last.
    let mut found: Vec<Sheet> = Vec::new();
    for sheet in candidates {
        let rows = sheet_rows(&mut workbook, &sheet)?;
        if !rows.is_empty() {
            #[allow(clippy::cast_precision_loss, reason = "at most some hundred")]
            let size = (rows.len() as f64).sqrt();
            let size = if workbook.is_hidden(&sheet) { size * HIDDEN_SHEET } else { size };
            let origin = Origin { hidden_columns: workbook.hidden_columns(&sheet), ..Origin::default() };
            let guess = guess(&rows, hints, &origin);
            found.push(Sheet {
                score: guess.best * size,
                place: found.len(),
                name: sheet,
                rows,
                origin,
                guess,
            });
        }
    }
    found.sort_by(|one, other| other.score.total_cmp(&one.score));
    let mut others = found.split_off(found.len().min(1));
    let Sheet { score, name: sheet, rows, origin, guess: first, .. } =
        found.pop().ok_or(IntakeError::Empty)?;
    let mut more_sheets: Vec<String> =
        hints.more_sheets.iter().filter(|name| **name != sheet).cloned().collect();
    if hints.sheet.is_none() && more_sheets.is_empty() && is_current(&sheet) {
        let (mut alike, rest): (Vec<Sheet>, Vec<Sheet>) = others.into_iter().partition(|other| {
            is_current(&other.name) && !workbook.is_hidden(&other.name) && continues(&first, &other.guess)
        });
        alike.sort_by_key(|other| other.place);
        more_sheets = alike.into_iter().map(|other| other.name).collect();
        others = rest;
    }
    let rival = others.into_iter().next().filter(|rival| rival.score > score * 0.5);
    let name = |guess: &Guess| guess.names.get(guess.column).cloned();
    let same_numbers = rival.as_ref().is_some_and(|rival| {
        rival.guess.column == first.column && rival.guess.header && name(&rival.guess) == name(&first)
    });
    let rival = rival.map(|rival| rival.name);
    if let Some(name) = hints.more_sheets.iter().find(|name| !sheets.contains(name)) {
        return Err(IntakeError::NoSuchSheet { name: name.clone() });
    }
    let mut preview = preview_rows(rows, hints, &origin);
    if hints.more_sheets.is_empty() && !more_sheets.is_empty() {
        preview.confidence.because(Why::SheetsContinue, more_sheets.join(", "));
    }
    if let Some(rival) = rival {
        preview.confidence.because(Why::OtherSheetLikely, rival.clone());
        let alone = |sheet: &String| Hints { sheet: Some(sheet.clone()), ..Hints::default() };
        let both = Hints { more_sheets: vec![rival.clone()], ..alone(&sheet) };
        // A sheet that has the numbers in the same column is rather one more part of the list.
        let options = if same_numbers {
            vec![alone(&sheet), both, alone(&rival)]
        } else {
            vec![alone(&sheet), alone(&rival), both]
        };
        preview.confidence.ask(About::Sheet, options);
    }
    preview.sheets = sheets;
    preview.mapping.more_sheets = more_sheets;
    preview.mapping.sheet = Some(sheet);
    Ok(preview)
}

fn sheet_rows(workbook: &mut Workbook<'_>, sheet: &str) -> Result<Vec<Vec<String>>, IntakeError> {
    let mut rows = Vec::new();
    workbook.first_rows(sheet, BLANK_CELLS, &mut |row| {
        let cells = 0..row.width().min(detect::MAX_COLUMNS);
        rows.push(cells.map(|column| row.text(column).chars().take(200).collect()).collect());
        Ok(rows.len() < SHEET_ROWS)
    })?;
    Ok(rows)
}

/// The preview of rows that are not blank.
fn preview_rows(mut rows: Vec<Vec<String>>, hints: &Hints, origin: &Origin) -> Preview {
    let guess = guess(&rows, hints, origin);
    let more = hints.more_columns.iter().copied().filter(|&column| column != guess.column);
    let mapping = Mapping {
        title_rows: guess.title_rows,
        header: guess.header,
        header_rows: guess.header_rows,
        column: guess.column,
        more_columns: if hints.more_columns.is_empty() { guess.more_columns.clone() } else { more.collect() },
        default_country: guess.country.clone(),
        country_column: guess.country_column,
        area_column: guess.area_column,
        ..Mapping::default()
    };
    let data = rows.split_off(mapping.skipped_rows().min(rows.len()));
    Preview {
        format: Format::Xlsx,
        packing: Packing::None,
        members: Vec::new(),
        sheets: Vec::new(),
        columns: columns(&guess),
        confidence: guess.confidence,
        mapping,
        rows: data.into_iter().take(SHOWN_ROWS).collect(),
        top: rows,
    }
}

fn columns(guess: &Guess) -> Vec<Column> {
    let names = &guess.names;
    let columns = guess.valid.iter().enumerate().map(|(place, &valid)| {
        let name = names.get(place).map_or("", |name| name.trim());
        let before = names.iter().take(place).any(|other| !name.is_empty() && other.trim() == name);
        let name = if before { format!("{name} ({})", place + 1) } else { name.to_owned() };
        Column { name, valid }
    });
    columns.collect()
}
