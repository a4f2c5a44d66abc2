//! Where the table begins: titles above it, its header, and its rows.

use super::cells::is_placeholder;
use super::words::{Says, header};
use crate::characters::digit;
use crate::mapping::Hints;

/// Rows in which the header may be.
const TOP: usize = 25;

/// The rows of a table.
pub(crate) struct Layout {
    /// Rows above the table.
    pub(crate) title_rows: usize,
    /// Rows of the header; 0 if there is none or if it is not known yet.
    pub(crate) header_rows: usize,
    /// The usual number of filled cells.
    pub(crate) width: usize,
}

fn filled(row: &[String]) -> usize {
    row.iter().filter(|cell| !cell.trim().is_empty()).count()
}

fn digits(cell: &str) -> usize {
    cell.chars().filter(|&character| digit(character).is_some()).count()
}

/// The usual number of filled cells in a row.
fn usual_width(rows: &[Vec<String>]) -> usize {
    let mut counts = vec![0_usize; rows.iter().map(Vec::len).max().unwrap_or(0) + 1];
    for row in rows {
        counts[filled(row)] += 1;
    }
    // Wider rows count more: cells of a table are often empty, and titles are narrow.
    (1..counts.len()).max_by_key(|&width| counts[width] * (width.min(3) + 1)).unwrap_or(1)
}

/// Whether a row can belong to the table.
pub(crate) fn in_table(row: &[String], width: usize) -> bool {
    width < 3 || filled(row) * 2 >= width
}

/// How many cells of a row are known headers, and whether one names numbers; `None` if it contains data.
fn header_words(row: &[String]) -> Option<(usize, bool)> {
    if row.iter().any(|cell| digits(cell) >= 5 || cell.contains('@')) {
        return None;
    }
    let says: Vec<Says> = row.iter().filter_map(|cell| header(cell).says).collect();
    let numbers =
        |says: &Says| matches!(says, Says::Mobile | Says::Phone | Says::Number | Says::Landline | Says::Fax);
    Some((says.len(), says.iter().any(numbers)))
}

/// Finds the header by its words.
pub(crate) fn layout(rows: &[Vec<String>], hints: &Hints) -> Layout {
    let width = usual_width(rows);
    let given = |title_rows: usize, header_rows: usize| Layout { title_rows, header_rows, width };
    match (hints.title_rows, hints.header) {
        (titles, Some(false)) => return given(titles.unwrap_or(0), 0),
        (Some(titles), Some(true)) => return given(titles, 1 + more_header_rows(rows, titles + 1)),
        (None, Some(true)) => {
            let found = find_header(rows, width).unwrap_or(0);
            return given(found, 1 + more_header_rows(rows, found + 1));
        }
        (Some(titles), None) => {
            let named =
                rows.get(titles).and_then(|row| header_words(row)).is_some_and(|(words, _)| words > 0);
            return given(titles, usize::from(named));
        }
        (None, None) => {}
    }
    if let Some(found) = find_header(rows, width) {
        return given(found, 1 + more_header_rows(rows, found + 1));
    }
    let wide = |row: &Vec<String>| in_table(row, width) && (width == 1 || filled(row) > 1);
    given(rows.iter().take(TOP).position(wide).unwrap_or(0), 0)
}

/// The first row that has the words of a header.
fn find_header(rows: &[Vec<String>], width: usize) -> Option<usize> {
    let last = rows.len().min(TOP);
    let words: Vec<Option<(usize, bool)>> = rows[..last].iter().map(|row| header_words(row)).collect();
    let wide = |place: usize| in_table(&rows[place], width) && (width == 1 || filled(&rows[place]) > 1);
    let is_header = |place: usize| {
        words[place].is_some_and(|(count, numbers)| {
            wide(place) && if width == 1 { numbers } else { (numbers && count > 0) || count >= 2 }
        })
    };
    // No header follows the first row of data.
    let data = (0..last)
        .find(|&place| wide(place) && rows[place].iter().any(|cell| digits(cell) >= 7))
        .unwrap_or(last);
    let first = (0..data).find(|&place| is_header(place))?;
    // Of several header rows, the one with the most names is the header.
    Some(first)
}

/// Rows after the first header row that belong to the header: names in another language, or groups.
fn more_header_rows(rows: &[Vec<String>], from: usize) -> usize {
    let first = rows.get(from - 1);
    let more = rows.iter().skip(from).take(3).take_while(|row| {
        let words = header_words(row);
        let named = words.is_some_and(|(count, numbers)| numbers && (count >= 2 || filled(row) <= count));
        named || (words.is_some() && filled(row) > 1 && first == Some(row))
    });
    more.count()
}

/// The header of a table whose header has no known words: rows above the first number that are no data.
pub(crate) fn unnamed_header(
    rows: &[Vec<String>],
    layout: &mut Layout,
    column: usize,
    is_number: &dyn Fn(&str) -> bool,
) {
    let cell = |place: usize| rows.get(place).and_then(|row| row.get(column)).map_or("", String::as_str);
    let text_only = |place: usize| {
        let cell = cell(place);
        !is_placeholder(cell) && digits(cell) < 5 && !is_number(cell)
    };
    let top = layout.title_rows;
    if layout.width == 1 {
        let first = (top..rows.len().min(TOP)).find(|&place| !text_only(place));
        if let Some(first) = first.filter(|&first| first > top && is_number(cell(first))) {
            layout.title_rows = first - 1;
            layout.header_rows = 1;
        }
        return;
    }
    let has_number = rows.iter().skip(top + 1).any(|row| row.get(column).is_some_and(|cell| is_number(cell)));
    if text_only(top) && has_number {
        layout.header_rows = 1;
    }
}

/// The names of the columns: the cells of the header rows, joined.
pub(crate) fn names(rows: &[Vec<String>], layout: &Layout, width: usize) -> Vec<String> {
    let header = rows.iter().skip(layout.title_rows).take(layout.header_rows);
    let mut names = vec![String::new(); width];
    for row in header {
        for (name, cell) in names.iter_mut().zip(row) {
            let cell = cell.trim();
            if !cell.is_empty() && name.as_str() != cell {
                if !name.is_empty() {
                    name.push(' ');
                }
                name.push_str(cell);
            }
        }
    }
    names
}
