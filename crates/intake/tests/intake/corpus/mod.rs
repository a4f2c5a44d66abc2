//! Messy lists, read without help. What is expected is computed from what was put in. States how many are read
//! right without asking, wrong without asking, and asked about with the right answer offered.

mod countries;
mod files;
mod further;
mod layouts;
mod lists;
mod messages;
mod records;
mod samples;
mod strangers;

use std::collections::BTreeSet;
use std::io::Cursor;

use numsift_intake::{Delimiter, Hints, Preview, Reason, preview};

use self::lists::List;
use crate::helpers::read_by;

/// What became of a list.
#[derive(Debug, PartialEq, Eq)]
enum Outcome {
    Right,
    Wrong,
    /// Asked, and the right answer was among the first two.
    Asked,
    /// Asked, but the right answer was not offered.
    Lost,
}

fn look(list: &List, hints: &Hints) -> Preview {
    preview(Cursor::new(&list.file), &list.file_name, hints).unwrap()
}

/// The numbers that are read with the mapping of a preview.
fn numbers(list: &List, preview: &Preview) -> Vec<u64> {
    let (_, kept) = read_by(&list.file, &preview.mapping);
    let numbers: BTreeSet<u64> = kept.numbers().into_iter().collect();
    numbers.into_iter().collect()
}

/// The hints of an answer, together with the answers so far.
fn merged(known: &Hints, answer: &Hints) -> Hints {
    Hints {
        sheet: answer.sheet.clone().or_else(|| known.sheet.clone()),
        delimiter: answer.delimiter.or(known.delimiter),
        more_sheets: [&answer.more_sheets[..], &known.more_sheets[..]].concat(),
        column: answer.column.or(known.column),
        more_columns: [&answer.more_columns[..], &known.more_columns[..]].concat(),
        default_country: answer.default_country.clone().or_else(|| known.default_country.clone()),
        ..known.clone()
    }
}

/// Whether one of the first two answers to each question leads to the right numbers.
fn is_offered(list: &List, preview: &Preview, known: &Hints, depth: usize) -> bool {
    if numbers(list, preview) == list.numbers {
        return true;
    }
    depth > 0
        && preview.confidence.questions.iter().any(|question| {
            question.options.iter().take(2).any(|answer| {
                let hints = merged(known, answer);
                is_offered(list, &look(list, &hints), &hints, depth - 1)
            })
        })
}

fn outcome(list: &List) -> Outcome {
    let preview = look(list, &Hints::default());
    if preview.confidence.sure {
        let same = numbers(list, &preview) == list.numbers;
        return if same { Outcome::Right } else { Outcome::Wrong };
    }
    if is_offered(list, &preview, &Hints::default(), 2) { Outcome::Asked } else { Outcome::Lost }
}

/// Explains a list that was not read right.
fn describe(list: &List, outcome: &Outcome) {
    let preview = look(list, &Hints::default());
    let got = numbers(list, &preview);
    let mapping = &preview.mapping;
    eprintln!(
        "{outcome:?}: {} | got {} of {} | column {} wanted {:?}, country {:?}, country column {:?}, {:?}, {:?}, titles {}, header {} | {:?}",
        list.class,
        got.iter().filter(|number| list.numbers.contains(number)).count(),
        list.numbers.len(),
        mapping.column,
        list.column,
        mapping.default_country,
        mapping.country_column,
        mapping.delimiter,
        mapping.encoding,
        mapping.title_rows,
        mapping.header,
        preview.confidence.questions,
    );
}

fn rates(lists: impl Iterator<Item = List>) {
    let (mut all, mut right, mut wrong, mut lost) = (0, 0, 0, 0);
    for list in lists {
        let outcome = outcome(&list);
        all += 1;
        right += usize::from(outcome == Outcome::Right);
        wrong += usize::from(outcome == Outcome::Wrong);
        lost += usize::from(outcome == Outcome::Lost);
        if outcome != Outcome::Right {
            describe(&list, &outcome);
        }
    }
    eprintln!(
        "{all} lists: {right} right without asking, {wrong} wrong without asking, {lost} asked without the right answer"
    );
    assert!(wrong * 100 <= all, "at most 1 % may be wrong without asking");
    assert!(right * 10 >= all * 9, "at least 90 % have to be right without asking");
    assert_eq!(lost, 0, "the right answer has to be among the first two");
}

#[test]
fn messy_lists_are_read_right_or_asked_about() {
    let lists = lists::all(1);
    assert!(lists.len() >= 150);
    rates(lists.into_iter());
}

#[test]
fn the_rates_hold_for_other_seeds() {
    rates([2, 3].into_iter().flat_map(lists::all));
}

/// Lists that were written by hand.
fn samples() -> impl Iterator<Item = List> {
    written("sample", samples::SAMPLES)
}

fn written(kind: &'static str, lists: &'static [(&str, &str, &[u64])]) -> impl Iterator<Item = List> {
    lists.iter().enumerate().map(move |(place, (file_name, text, numbers))| {
        let mut numbers = numbers.to_vec();
        numbers.sort_unstable();
        List {
            class: format!("{kind} {place}: {}", text.lines().next().unwrap_or_default()),
            file_name: (*file_name).to_owned(),
            file: text.as_bytes().to_vec(),
            numbers,
            column: None,
        }
    })
}

#[test]
fn lists_written_by_hand_are_read_right_or_asked_about() {
    rates(samples());
}

#[test]
fn lists_of_programs_and_countries_are_read_right_or_asked_about() {
    rates(written("further", further::FURTHER));
}

#[test]
fn lists_of_strangers_are_read_right_or_asked_about() {
    rates(written("stranger", strangers::STRANGERS));
}

#[test]
fn lists_in_messages_are_read_right_or_asked_about() {
    rates(written("message", messages::MESSAGES));
}

#[test]
fn lists_in_other_layouts_are_read_right_or_asked_about() {
    rates(written("layout", layouts::LAYOUTS));
}

/// The preview and the analysis never disagree about the same file: the share of valid numbers that is shown
/// is that of the rows that are read.
#[test]
fn the_preview_agrees_with_the_analysis() {
    for list in lists::all(4).into_iter().chain(samples()) {
        let preview = look(&list, &Hints::default());
        let (analysis, kept) = read_by(&list.file, &preview.mapping);
        let shown = preview.columns[preview.mapping.column].valid;
        if preview.mapping.delimiter.is_text() {
            let digits = |text: &str| text.chars().filter(|c| c.is_numeric()).count();
            let lines = kept.lines();
            let piece = |row: &&(u64, Reason, String)| digits(&row.2) > 4 || lines.contains(&row.0);
            let pieces = kept.rejected.iter().filter(piece).count();
            assert_eq!(shown < 1.0, pieces > 0, "{}: {:?}", list.class, kept.rejected);
            continue;
        }
        // Rows whose number cell is empty are shown as whole lines.
        let delimiter = match preview.mapping.delimiter {
            Delimiter::Comma => ',',
            Delimiter::Semicolon => ';',
            Delimiter::Pipe => '|',
            _ => '\t',
        };
        let lines: BTreeSet<u64> = kept.lines().into_iter().collect();
        let valid = lines.len() as u64 + analysis.duplicates;
        let invalid =
            kept.rejected.iter().filter(|row| !row.2.contains(delimiter) && !lines.contains(&row.0)).count();
        let read = ratio(valid, valid + invalid as u64);
        assert!((shown - read).abs() < 0.01, "{}: {shown} shown, {read} read", list.class);
    }
}

fn ratio(part: u64, whole: u64) -> f64 {
    #[allow(clippy::cast_precision_loss, reason = "small counts")]
    let ratio = part as f64 / whole.max(1) as f64;
    ratio
}
