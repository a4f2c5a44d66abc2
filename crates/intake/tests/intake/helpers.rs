//! Test files, and a sink that collects all rows.

use std::io::{Cursor, Read, Seek, Write};
use std::sync::atomic::AtomicBool;

use numsift_intake::{
    Accepted, Analysis, Chain, Delimiter, Fate, Hints, IntakeError, Limits, Mapping, Preview, Reason,
    Rejected, SetAside, Sink, SinkError, Suppressed, Watch, kind_name, preview, read, read_large,
    region_name,
};

/// An accepted number with its other columns.
#[derive(Debug, PartialEq, Eq)]
pub struct Taken {
    pub line: u64,
    pub number: u64,
    pub region: &'static str,
    pub kind: &'static str,
    pub carried: Vec<String>,
    pub written: String,
}

/// A row that was set aside.
#[derive(Debug, PartialEq, Eq)]
pub struct Aside {
    pub line: u64,
    pub fate: Fate,
    pub number: u64,
    pub carried: Vec<String>,
    pub written: String,
}

/// A sink that collects all rows.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Kept {
    pub accepted: Vec<Taken>,
    pub rejected: Vec<(u64, Reason, String)>,
    pub aside: Vec<Aside>,
}

impl Kept {
    pub fn numbers(&self) -> Vec<u64> {
        self.accepted.iter().map(|row| row.number).collect()
    }

    pub fn lines(&self) -> Vec<u64> {
        self.accepted.iter().map(|row| row.line).collect()
    }
}

impl Sink for Kept {
    fn accepted(&mut self, batch: &Accepted) -> Result<(), SinkError> {
        for place in 0..batch.len() {
            self.accepted.push(Taken {
                line: batch.line[place],
                number: batch.number[place],
                region: region_name(batch.region[place]),
                kind: kind_name(batch.kind[place]),
                carried: batch.carried.iter().map(|cells| text(cells.get(place))).collect(),
                written: text(batch.written.get(place)),
            });
        }
        Ok(())
    }

    fn rejected(&mut self, batch: &Rejected) -> Result<(), SinkError> {
        for place in 0..batch.len() {
            self.rejected.push((batch.line[place], batch.reason[place], text(batch.raw.get(place))));
        }
        Ok(())
    }

    fn set_aside(&mut self, batch: &SetAside) -> Result<(), SinkError> {
        for place in 0..batch.len() {
            self.aside.push(Aside {
                line: batch.line[place],
                fate: batch.fate[place],
                number: batch.number[place],
                carried: batch.carried.iter().map(|cells| text(cells.get(place))).collect(),
                written: text(batch.written.get(place)),
            });
        }
        Ok(())
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("cells are UTF-8")
}

/// Reads a file and checks that the counts add up, and that it is read in the same way as a large list.
pub fn read_with<F: Read + Seek>(
    mut file: F,
    mapping: &Mapping,
    limits: &Limits,
    known: &dyn Suppressed,
) -> Result<(Analysis, Kept), IntakeError> {
    let (mut kept, mut again) = (Kept::default(), Kept::default());
    let cancel = AtomicBool::new(false);
    let watch = Watch { progress: &|_, _| (), cancel: &cancel };
    let analysis = read(&mut file, "list.csv", mapping, limits, known, &mut kept, &watch);
    file.rewind().expect("the file can be read again");
    let scratch = std::env::temp_dir();
    let large = read_large(file, "list.csv", mapping, limits, known, &mut again, &watch, &scratch);
    let analysis = match (analysis, large) {
        (Ok(analysis), Ok(large)) => {
            assert_eq!((&analysis, &kept), (&large, &again));
            analysis
        }
        (Err(error), Err(large)) => {
            assert_eq!(error.to_string(), large.to_string());
            return Err(error);
        }
        different => panic!("read differently as a large list: {different:?}"),
    };
    let parts =
        [analysis.blank, analysis.accepted, analysis.duplicates, analysis.suppressed, analysis.invalid];
    assert_eq!(analysis.total, parts.iter().sum::<u64>());
    assert_eq!(analysis.accepted, kept.accepted.len() as u64);
    assert_eq!(analysis.invalid, kept.rejected.len() as u64);
    assert_eq!(analysis.total - analysis.blank - analysis.accepted, kept.aside.len() as u64);
    assert!(kept.aside.is_sorted_by_key(|row| row.line));
    assert_eq!(analysis.invalid, analysis.invalid_by_reason.values().sum::<u64>());
    assert_eq!(analysis.accepted, analysis.by_country.values().sum::<u64>());
    assert_eq!(analysis.accepted, analysis.by_kind.values().sum::<u64>());
    Ok((analysis, kept))
}

/// Reads a file with a mapping.
pub fn try_read(file: &[u8], mapping: &Mapping) -> Result<(Analysis, Kept), IntakeError> {
    read_with(Cursor::new(file), mapping, &Limits::default(), &Chain::default())
}

/// Reads a valid file.
pub fn read_by(file: &[u8], mapping: &Mapping) -> (Analysis, Kept) {
    try_read(file, mapping).expect("can be read")
}

/// The preview of a valid file.
pub fn look(file: &[u8], name: &str) -> Preview {
    preview(Cursor::new(file), name, &Hints::default()).expect("a valid file")
}

/// Reads a file with its guessed mapping.
pub fn read_as_guessed(file: &[u8], name: &str) -> (Preview, Analysis, Kept) {
    let preview = look(file, name);
    let (analysis, kept) = read_by(file, &preview.mapping);
    (preview, analysis, kept)
}

/// One number per line.
pub fn lines() -> Mapping {
    Mapping::default()
}

/// Comma-separated cells.
pub fn commas(column: usize) -> Mapping {
    Mapping { delimiter: Delimiter::Comma, column, ..Mapping::default() }
}

pub fn gzip(content: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(content).unwrap();
    encoder.finish().unwrap()
}

pub fn zip(members: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in members {
        writer.start_file(*name, zip::write::SimpleFileOptions::default()).unwrap();
        writer.write_all(content).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

pub fn utf16(text: &str, big: bool, mark: bool) -> Vec<u8> {
    let units = mark.then_some(0xFEFF).into_iter().chain(text.encode_utf16());
    units.flat_map(|unit| if big { unit.to_be_bytes() } else { unit.to_le_bytes() }).collect()
}

pub fn encoded(text: &str, encoding: &'static encoding_rs::Encoding) -> Vec<u8> {
    let (bytes, _, lossy) = encoding.encode(text);
    assert!(!lossy);
    bytes.into_owned()
}
