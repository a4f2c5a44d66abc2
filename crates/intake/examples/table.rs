//! Reads files without any hint and writes the table that was found as CSV: `table OUTPUT FOLDER`.
//! `bench/pollock` compares the tables with what the files should contain.

use std::fs::{self, File};
use std::path::Path;
use std::sync::atomic::AtomicBool;

use numsift_intake::{
    Accepted, Cells, Chain, Hints, IntakeError, Limits, Preview, Rejected, SetAside, Sink, SinkError, Watch,
    preview, read,
};

/// All rows with their cells, whatever became of them.
#[derive(Default)]
struct Table {
    rows: Vec<(u64, Vec<Vec<u8>>)>,
}

impl Table {
    fn add(&mut self, lines: &[u64], carried: &[Cells]) {
        for (place, &line) in lines.iter().enumerate() {
            let cells = carried.iter().map(|column| column.get(place).to_vec()).collect();
            self.rows.push((line, cells));
        }
    }
}

impl Sink for Table {
    fn accepted(&mut self, numbers: &Accepted) -> Result<(), SinkError> {
        self.add(&numbers.line, &numbers.carried);
        Ok(())
    }

    fn set_aside(&mut self, rows: &SetAside) -> Result<(), SinkError> {
        self.add(&rows.line, &rows.carried);
        Ok(())
    }

    fn rejected(&mut self, _: &Rejected) -> Result<(), SinkError> {
        Ok(())
    }
}

/// The table of a file: the cells of its header rows joined, then its rows.
fn table(path: &Path) -> Result<Vec<Vec<Vec<u8>>>, Box<dyn std::error::Error>> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let found: Preview = match preview(File::open(path)?, &name, &Hints::default()) {
        Err(IntakeError::Empty) => return Ok(Vec::new()),
        found => found?,
    };
    let mut mapping = found.mapping;
    mapping.carried = (0..found.columns.len()).collect();
    let mut rows = Vec::new();
    let above = found.top.get(mapping.title_rows..).unwrap_or_default();
    if !above.is_empty() {
        let cell = |column: usize| {
            let names: Vec<&str> =
                above.iter().filter_map(|row| row.get(column)).map(String::as_str).collect();
            names.join(" ").into_bytes()
        };
        rows.push((0..found.columns.len()).map(cell).collect());
    }
    let mut sink = Table::default();
    let watch = Watch { progress: &|_, _| (), cancel: &AtomicBool::new(false) };
    read(File::open(path)?, &name, &mapping, &Limits::default(), &Chain::default(), &mut sink, &watch)?;
    sink.rows.sort_by_key(|(line, _)| *line);
    // Several numbers in a cell are several entries of one row.
    sink.rows.dedup_by_key(|(line, _)| *line);
    rows.extend(sink.rows.into_iter().map(|(_, cells)| cells));
    // The widest row gives the number of columns; in other rows, columns beyond the header do not exist.
    let width = found.top.last().or(found.rows.first()).map_or(0, Vec::len);
    for row in &mut rows {
        let filled = row.iter().rposition(|cell| !cell.is_empty()).map_or(0, |last| last + 1);
        row.truncate(filled.max(width));
    }
    Ok(rows)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [output, folder] = &arguments[..] else { return Err("usage: table OUTPUT FOLDER".into()) };
    fs::create_dir_all(output)?;
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let target = Path::new(output).join(format!("{name}_converted.csv"));
        match table(&path) {
            Ok(rows) => {
                let mut writer = csv::WriterBuilder::new().flexible(true).from_path(&target)?;
                for row in rows {
                    writer.write_record(row)?;
                }
                writer.flush()?;
            }
            Err(error) => fs::write(&target, format!("Application Error\n{error}"))?,
        }
    }
    Ok(())
}
