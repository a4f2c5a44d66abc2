//! Detects the type of a file from its content and walks its lists: the file itself or the members of an
//! archive.

use std::cell::Cell;
use std::io::{self, Read, Seek, SeekFrom};
use std::ops::ControlFlow;

use flate2::read::MultiGzDecoder;
use numsift_model::limits::{
    ARCHIVE_LISTS as MAX_LISTS, ARCHIVE_MEMBERS as MAX_MEMBERS, PART_NAME_CHARS as MAX_NAME,
};
use tempfile::SpooledTempFile;
use zip::ZipArchive;
use zip::result::ZipError;

use crate::error::IntakeError;
use crate::mapping::Limits;
use crate::preview::Packing;
use crate::tables::WithTabs;

pub(crate) trait ReadSeek: Read + Seek {}

impl<F: Read + Seek + ?Sized> ReadSeek for F {}

/// A list in a file.
pub(crate) enum List<'a> {
    Text(&'a mut dyn Read),
    Workbook(&'a mut dyn ReadSeek),
}

/// The type of a file that was walked.
pub(crate) struct Walked {
    pub(crate) packing: Packing,
    /// The lists of a zip archive.
    pub(crate) members: Vec<String>,
}

/// The type of a file, detected by its first bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Content {
    Text,
    Zip,
    Gzip,
    /// OLE compound file, the container of old Office files and encrypted workbooks.
    Compound,
    Other(&'static str),
}

const SIGNATURES: [(&[u8], Content); 13] = [
    (b"PK\x03\x04", Content::Zip),
    (b"PK\x05\x06", Content::Zip),
    (b"\x1F\x8B", Content::Gzip),
    (b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", Content::Compound),
    (b"%PDF-", Content::Other("pdf")),
    (b"Rar!\x1A\x07", Content::Other("rar")),
    (b"7z\xBC\xAF\x27\x1C", Content::Other("7z")),
    (b"BZh91AY&SY", Content::Other("bzip2")),
    (b"\xFD7zXZ\x00", Content::Other("xz")),
    (b"\x28\xB5\x2F\xFD", Content::Other("zstd")),
    (b"\x89PNG\r\n\x1A\n", Content::Other("png")),
    (b"SQLite format 3\x00", Content::Other("sqlite")),
    (b"PAR1", Content::Other("parquet")),
];

fn sniff(head: &[u8]) -> Content {
    SIGNATURES
        .iter()
        .find(|(signature, _)| head.starts_with(signature))
        .map_or(Content::Text, |found| found.1)
}

/// Workbooks inside archives are kept in memory up to this size.
const IN_MEMORY: usize = 8 << 20;

/// How much was expanded so far, and the limits.
pub(crate) struct Budget {
    packed: u64,
    unpacked: Cell<u64>,
    limits: Limits,
}

impl Budget {
    pub(crate) fn new(packed: u64, limits: &Limits) -> Self {
        Self { packed, unpacked: Cell::new(0), limits: *limits }
    }

    pub(crate) fn spend(&self, bytes: usize) -> io::Result<()> {
        let total = self.unpacked.get() + bytes as u64;
        self.unpacked.set(total);
        let by_ratio = self.packed.saturating_mul(self.limits.max_ratio).max(self.limits.ratio_from);
        let limit = self.limits.max_unpacked.min(by_ratio);
        if total > limit { Err(io::Error::other(IntakeError::UnpacksTooLarge { limit })) } else { Ok(()) }
    }
}

/// A reader that fails when the budget is exceeded.
struct Bounded<'a, R> {
    inner: R,
    budget: &'a Budget,
}

impl<R: Read> Read for Bounded<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        self.budget.spend(read)?;
        Ok(read)
    }
}

/// Calls `visit` with each list of a file until it breaks.
pub(crate) fn walk(
    file: &mut dyn ReadSeek,
    file_name: &str,
    limits: &Limits,
    visit: &mut dyn FnMut(List<'_>) -> Result<ControlFlow<()>, IntakeError>,
) -> Result<Walked, IntakeError> {
    let length = file.seek(SeekFrom::End(0))?;
    let head = head(file)?;
    let budget = Budget::new(length, limits);
    let mut packing = Packing::None;
    let mut members = Vec::new();
    match sniff(&head) {
        _ if head.is_empty() => return Err(IntakeError::Empty),
        Content::Other(kind) => return Err(IntakeError::Unsupported { kind }),
        Content::Compound => return Err(compound(file)),
        Content::Text => {
            let _ = visit(List::Text(&mut WithTabs::new(&mut *file)?))?;
        }
        Content::Gzip => {
            packing = Packing::Gzip;
            let mut unpacked = Bounded { inner: MultiGzDecoder::new(&mut *file), budget: &budget };
            let _ = visit_packed(&mut unpacked, file_name, visit)?.ok_or(IntakeError::Empty)?;
        }
        Content::Zip => {
            let mut archive = open_zip(file)?;
            if is_workbook(&archive)? {
                drop(archive);
                file.rewind()?;
                let _ = visit(List::Workbook(&mut &mut *file))?;
            } else {
                packing = Packing::Zip;
                members = visit_members(&mut archive, &budget, visit)?;
            }
        }
    }
    Ok(Walked { packing, members })
}

/// The first bytes of a file. Rewinds the file.
fn head(file: &mut dyn ReadSeek) -> Result<Vec<u8>, IntakeError> {
    file.rewind()?;
    let mut head = Vec::new();
    (&mut *file).take(32).read_to_end(&mut head)?;
    file.rewind()?;
    Ok(head)
}

/// Visits the lists of an archive and returns their names.
fn visit_members(
    archive: &mut ZipArchive<&mut dyn ReadSeek>,
    budget: &Budget,
    visit: &mut dyn FnMut(List<'_>) -> Result<ControlFlow<()>, IntakeError>,
) -> Result<Vec<String>, IntakeError> {
    let mut found = Vec::new();
    for place in 0..archive.len() {
        let entry = archive.by_index_data(place).map_err(zip_error)?;
        let name = String::from_utf8_lossy(entry.name_raw()).into_owned();
        if !entry.is_file() || is_hidden(&name) {
            continue;
        }
        match extension(&name).as_str() {
            "zip" | "gz" | "tgz" | "7z" | "rar" | "bz2" | "xz" | "zst" | "tar" => {
                return Err(IntakeError::NestedArchive { name: name.chars().take(MAX_NAME).collect() });
            }
            "csv" | "txt" | "tsv" | "tab" | "text" | "dat" | "lst" | "list" | "log" | "html" | "htm"
            | "vcf" | "xls" | "xlsx" | "xlsm" | "" => {}
            _ => continue,
        }
        if entry.encrypted() {
            return Err(IntakeError::Encrypted);
        }
        if name.chars().count() > MAX_NAME {
            return Err(IntakeError::NameTooLong { what: "an archive member", limit: MAX_NAME });
        }
        found.push((place, name));
        if found.len() as u64 > MAX_LISTS {
            return Err(IntakeError::TooManyParts { what: "lists", limit: MAX_LISTS });
        }
    }
    if found.is_empty() {
        return Err(if archive.is_empty() { IntakeError::Empty } else { IntakeError::NotAList });
    }
    let mut empty = true;
    for (place, name) in &found {
        let member = archive.by_index(*place).map_err(zip_error)?;
        match visit_packed(&mut Bounded { inner: member, budget }, name, visit)? {
            Some(ControlFlow::Break(())) => return Ok(found.into_iter().map(|(_, name)| name).collect()),
            Some(ControlFlow::Continue(())) => empty = false,
            None => {}
        }
    }
    if empty {
        return Err(IntakeError::Empty);
    }
    Ok(found.into_iter().map(|(_, name)| name).collect())
}

/// Visits one packed list; `None` if it is empty, which is no error in an archive with several lists.
fn visit_packed(
    unpacked: &mut dyn Read,
    name: &str,
    visit: &mut dyn FnMut(List<'_>) -> Result<ControlFlow<()>, IntakeError>,
) -> Result<Option<ControlFlow<()>>, IntakeError> {
    let mut head = Vec::new();
    (&mut *unpacked).take(32).read_to_end(&mut head)?;
    let nested = || IntakeError::NestedArchive { name: name.to_owned() };
    match sniff(&head) {
        _ if head.is_empty() => Ok(None),
        Content::Text => visit(List::Text(&mut WithTabs::new(head.chain(unpacked))?)).map(Some),
        Content::Compound => Err(IntakeError::Unsupported { kind: "xls" }),
        Content::Gzip | Content::Other("rar" | "7z" | "bzip2" | "xz" | "zstd") => Err(nested()),
        Content::Other(kind) => Err(IntakeError::Unsupported { kind }),
        Content::Zip => {
            let mut file = SpooledTempFile::new(IN_MEMORY);
            io::copy(&mut head.chain(unpacked), &mut file)?;
            let archive = open_zip(&mut file)?;
            if !is_workbook(&archive)? {
                return Err(nested());
            }
            drop(archive);
            file.rewind()?;
            visit(List::Workbook(&mut file)).map(Some)
        }
    }
}

/// Opens an archive, unless its directory is too large.
pub(crate) fn open_zip(file: &mut dyn ReadSeek) -> Result<ZipArchive<&mut dyn ReadSeek>, IntakeError> {
    if declared_members(file)? > MAX_MEMBERS {
        return Err(IntakeError::damaged(&"the archive has too many members"));
    }
    file.rewind()?;
    ZipArchive::new(file).map_err(zip_error)
}

/// The number of members that the end of an archive declares (zip or zip64).
fn declared_members(file: &mut dyn ReadSeek) -> Result<u64, IntakeError> {
    let length = file.seek(SeekFrom::End(0))?;
    let tail_start = length.saturating_sub(66 << 10);
    file.seek(SeekFrom::Start(tail_start))?;
    let mut tail = Vec::new();
    (&mut *file).take(66 << 10).read_to_end(&mut tail)?;
    let number = |bytes: &[u8]| bytes.iter().rev().fold(0, |sum, &byte| sum << 8 | u64::from(byte));
    let short =
        memchr::memmem::rfind(&tail, b"PK\x05\x06").and_then(|at| tail.get(at + 10..at + 12)).map(number);
    let long = match memchr::memmem::rfind(&tail, b"PK\x06\x07").and_then(|at| tail.get(at + 8..at + 16)) {
        Some(place) => {
            file.seek(SeekFrom::Start(number(place).min(length)))?;
            let mut record = Vec::new();
            (&mut *file).take(40).read_to_end(&mut record)?;
            record.get(32..40).map(number)
        }
        None => None,
    };
    Ok(short.unwrap_or(0).max(long.unwrap_or(0)))
}

/// Whether an archive is a workbook. Other document types that are archives are refused.
fn is_workbook<R: Read + Seek>(archive: &ZipArchive<R>) -> Result<bool, IntakeError> {
    let has =
        |wanted: &str| archive.file_names_raw().any(|name| name.eq_ignore_ascii_case(wanted.as_bytes()));
    let refused = [
        ("xl/workbook.bin", "xlsb"),
        ("word/document.xml", "docx"),
        ("ppt/presentation.xml", "pptx"),
        ("META-INF/manifest.xml", "ods"),
        ("Index/Document.iwa", "numbers"),
    ];
    match refused.iter().find(|(part, _)| has(part)) {
        Some((_, kind)) => Err(IntakeError::Unsupported { kind }),
        None => Ok(has("xl/workbook.xml") || (has("[Content_Types].xml") && has("_rels/.rels"))),
    }
}

/// Tells encrypted workbooks from old ones, which share a container.
fn compound(file: &mut dyn ReadSeek) -> IntakeError {
    let mut start = Vec::new();
    // The directory of a small file is near its start, that of a large one anywhere.
    let read = (&mut *file).take(64 << 20).read_to_end(&mut start);
    let name: Vec<u8> = "EncryptedPackage".encode_utf16().flat_map(u16::to_le_bytes).collect();
    match read {
        Err(error) => error.into(),
        Ok(_) if memchr::memmem::find(&start, &name).is_some() => IntakeError::Encrypted,
        Ok(_) => IntakeError::Unsupported { kind: "xls" },
    }
}

fn is_hidden(name: &str) -> bool {
    name.split(['/', '\\']).any(|part| part.starts_with('.') || part == "__MACOSX")
}

/// The extension of a name, in lower case; empty if it has none.
pub(crate) fn extension(name: &str) -> String {
    let last = name.rsplit(['/', '\\']).next().unwrap_or(name);
    last.rsplit_once('.').map_or_else(String::new, |(_, extension)| extension.to_ascii_lowercase())
}

pub(crate) fn zip_error(error: ZipError) -> IntakeError {
    match error {
        ZipError::Io(error) => error.into(),
        ZipError::InvalidPassword | ZipError::UnsupportedArchive(ZipError::PASSWORD_REQUIRED) => {
            IntakeError::Encrypted
        }
        ZipError::CompressionMethodNotSupported(_) => IntakeError::Unsupported { kind: "zip" },
        other => IntakeError::damaged(&other),
    }
}
