//! Reads a file as an upload is read, and checks what every reading keeps to.

use std::collections::HashSet;
use std::io::Cursor;
use std::sync::atomic::AtomicBool;

use numsift_intake::{
    Accepted, Analysis, Chain, Hints, IntakeError, Limits, Mapping, Rejected, SetAside, Sink, SinkError, Watch, preview,
    read,
};

/// Collects what was read.
#[derive(Default)]
struct Rows {
    numbers: HashSet<u64>,
    accepted: u64,
    rejected: u64,
    set_aside: u64,
}

impl Sink for Rows {
    fn accepted(&mut self, rows: &Accepted) -> Result<(), SinkError> {
        for number in &rows.number {
            assert!(self.numbers.insert(*number), "{number} came twice");
        }
        self.accepted += rows.number.len() as u64;
        assert!(rows.carried.iter().all(|cells| cells.len() == rows.number.len()));
        Ok(())
    }

    fn rejected(&mut self, rows: &Rejected) -> Result<(), SinkError> {
        self.rejected += rows.line.len() as u64;
        Ok(())
    }

    fn set_aside(&mut self, rows: &SetAside) -> Result<(), SinkError> {
        self.set_aside += rows.line.len() as u64;
        Ok(())
    }
}

/// Previews a file, then reads it with the guessed mapping and with another one.
pub fn any_file(file: &[u8], name: &str, other: Option<&Mapping>) {
    let hints = Hints::default();
    if let Ok(guessed) = preview(Cursor::new(file), name, &hints) {
        assert!(guessed.rows.len() <= 10);
        whole(file, name, &guessed.mapping).ok();
    }
    if let Some(mapping) = other {
        whole(file, name, mapping).ok();
    }
}

fn whole(file: &[u8], name: &str, mapping: &Mapping) -> Result<Analysis, IntakeError> {
    let mut rows = Rows::default();
    // Small limits are reached by small inputs.
    let limits = Limits { max_unpacked: 8 << 20, max_line: 4096, max_cell: 256, max_numbers: 1000, ..Limits::default() };
    let watch = Watch { progress: &|_, _| {}, cancel: &AtomicBool::new(false) };
    let analysis = read(Cursor::new(file), name, mapping, &limits, &Chain(Vec::new()), &mut rows, &watch)?;
    assert_eq!(analysis.accepted, rows.accepted);
    assert!(rows.accepted <= limits.max_numbers);
    assert_eq!(rows.rejected, analysis.invalid);
    assert_eq!(rows.set_aside, analysis.duplicates + analysis.suppressed + analysis.invalid);
    assert_eq!(analysis.total, analysis.blank + analysis.accepted + rows.set_aside);
    Ok(analysis)
}
