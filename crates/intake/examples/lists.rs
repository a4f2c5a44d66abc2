//! Reads a folder of lists without help and compares the numbers with what is expected: `lists FOLDER`.
//! `expect.json` in the folder names each file with its numbers.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::path::Path;
use std::sync::atomic::AtomicBool;

use numsift_intake::{
    Accepted, Chain, Hints, IntakeError, Limits, Preview, Rejected, SetAside, Sink, SinkError, Watch,
    preview, read,
};
use serde::Deserialize;

#[derive(Deserialize)]
struct Expected {
    file: String,
    /// The name that the preview is told.
    name: String,
    numbers: BTreeSet<u64>,
    /// Other sets that are right as well.
    #[serde(default)]
    also: Vec<BTreeSet<u64>>,
    column: Option<String>,
    country: Option<String>,
}

impl Expected {
    fn is(&self, numbers: &BTreeSet<u64>) -> bool {
        self.numbers == *numbers || self.also.contains(numbers)
    }
}

#[derive(Default)]
struct Numbers(BTreeSet<u64>);

impl Sink for Numbers {
    fn accepted(&mut self, numbers: &Accepted) -> Result<(), SinkError> {
        self.0.extend(&numbers.number);
        Ok(())
    }

    fn set_aside(&mut self, _: &SetAside) -> Result<(), SinkError> {
        Ok(())
    }

    fn rejected(&mut self, _: &Rejected) -> Result<(), SinkError> {
        Ok(())
    }
}

struct List<'a> {
    path: &'a Path,
    expected: &'a Expected,
}

impl List<'_> {
    fn look(&self, hints: &Hints) -> Result<Preview, IntakeError> {
        preview(File::open(self.path)?, &self.expected.name, hints)
    }

    fn numbers(&self, preview: &Preview) -> Result<BTreeSet<u64>, IntakeError> {
        let mut sink = Numbers::default();
        let watch = Watch { progress: &|_, _| (), cancel: &AtomicBool::new(false) };
        let (limits, chain) = (Limits::default(), Chain::default());
        read(
            File::open(self.path)?,
            &self.expected.name,
            &preview.mapping,
            &limits,
            &chain,
            &mut sink,
            &watch,
        )?;
        Ok(sink.0)
    }

    /// Whether one of the first two answers to each question leads to the right numbers.
    fn is_offered(&self, hints: &Hints, depth: usize) -> Result<bool, IntakeError> {
        let found = self.look(hints)?;
        if self.expected.is(&self.numbers(&found)?) {
            return Ok(true);
        }
        if depth == 0 {
            return Ok(false);
        }
        for answer in found.confidence.questions.iter().flat_map(|question| question.options.iter().take(2)) {
            if self.is_offered(&merged(hints, answer), depth - 1)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// The hints of an answer, together with the answers so far.
fn merged(known: &Hints, answer: &Hints) -> Hints {
    let answer = answer.clone();
    let known = known.clone();
    Hints {
        sheet: answer.sheet.or(known.sheet),
        more_sheets: if answer.more_sheets.is_empty() { known.more_sheets } else { answer.more_sheets },
        encoding: answer.encoding.or(known.encoding),
        delimiter: answer.delimiter.or(known.delimiter),
        title_rows: answer.title_rows.or(known.title_rows),
        header: answer.header.or(known.header),
        column: answer.column.or(known.column),
        more_columns: if answer.more_columns.is_empty() { known.more_columns } else { answer.more_columns },
        default_country: answer.default_country.or(known.default_country),
        country_column: answer.country_column.or(known.country_column),
        area_column: answer.area_column.or(known.area_column),
        earlier_countries: known.earlier_countries,
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let Some(folder) = std::env::args().nth(1) else { return Err("usage: lists FOLDER".into()) };
    let folder = Path::new(&folder);
    let lists: Vec<Expected> = serde_json::from_slice(&fs::read(folder.join("expect.json"))?)?;
    let mut counts = [0_usize; 4];
    for expected in &lists {
        let path = folder.join(&expected.file);
        let list = List { path: &path, expected };
        let found = match list.look(&Hints::default()) {
            Ok(found) => found,
            Err(error) => {
                counts[3] += 1;
                println!("LOST  {}: {error}", expected.file);
                continue;
            }
        };
        let got = list.numbers(&found)?;
        let outcome = match (found.confidence.sure, expected.is(&got)) {
            (true, true) => 0,
            (true, false) => 1,
            (false, _) if list.is_offered(&Hints::default(), 2)? => 2,
            (false, _) => 3,
        };
        counts[outcome] += 1;
        if outcome == 0 {
            continue;
        }
        let mapping = &found.mapping;
        println!(
            "{} {}: {} of {} and {} others | column {:?} (wanted {:?}), country {:?} {:?} (wanted {:?}), {:?}, {:?}, titles {}, header {} {}",
            ["RIGHT", "WRONG", "ASKED", "LOST "][outcome],
            expected.file,
            got.intersection(&expected.numbers).count(),
            expected.numbers.len(),
            got.difference(&expected.numbers).count(),
            found.columns.get(mapping.column).map(|column| &column.name),
            expected.column,
            mapping.default_country,
            mapping.country_column,
            expected.country,
            mapping.delimiter,
            mapping.encoding,
            mapping.title_rows,
            mapping.header,
            mapping.header_rows,
        );
        let show = |numbers: Vec<&u64>| {
            numbers.into_iter().take(4).map(u64::to_string).collect::<Vec<_>>().join(" ")
        };
        println!("      missing {}", show(expected.numbers.difference(&got).collect()));
        println!("      others  {}", show(got.difference(&expected.numbers).collect()));
        for question in &found.confidence.questions {
            println!("      {:?}: {}", question.about, serde_json::to_string(&question.options)?);
        }
    }
    let all = lists.len();
    let [right, wrong, asked, lost] = counts;
    println!(
        "{all} lists: {right} right without asking, {wrong} wrong without asking, {asked} asked, {lost} asked without the right answer"
    );
    Ok(())
}
