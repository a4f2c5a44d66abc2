//! Files that are damaged, hostile or not lists.

use std::io::{Cursor, Read, Seek, SeekFrom};

use numsift_intake::{Chain, Hints, IntakeError, Limits, Mapping, Reason, preview};
use numsift_model::limits::PREVIEW_BLANK_CELLS;
use rust_xlsxwriter::Workbook;

use crate::helpers::{commas, gzip, lines, look, read_by, read_with, try_read, zip};

/// The error of `preview`, which must be the same as that of `read`.
fn refused(file: &[u8]) -> IntakeError {
    let one = preview(Cursor::new(file), "list.csv", &Hints::default()).unwrap_err();
    let other = try_read(file, &lines()).unwrap_err();
    assert_eq!(one.to_string(), other.to_string());
    one
}

/// A file of repeated bytes that takes no memory.
struct Repeated {
    unit: Vec<u8>,
    length: u64,
    at: u64,
}

impl Read for Repeated {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let left = usize::try_from(self.length - self.at).unwrap().min(buffer.len());
        let start = usize::try_from(self.at).unwrap() % self.unit.len();
        let left = left.min(self.unit.len() - start);
        buffer[..left].copy_from_slice(&self.unit[start..start + left]);
        self.at += left as u64;
        Ok(left)
    }
}

impl Seek for Repeated {
    fn seek(&mut self, to: SeekFrom) -> std::io::Result<u64> {
        self.at = match to {
            SeekFrom::Start(place) => place,
            SeekFrom::End(back) => self.length.checked_add_signed(back).unwrap(),
            SeekFrom::Current(step) => self.at.checked_add_signed(step).unwrap(),
        };
        Ok(self.at)
    }
}

#[test]
fn empty_files_are_refused_in_every_packing() {
    assert!(matches!(refused(b""), IntakeError::Empty));
    assert!(matches!(refused(&gzip(b"")), IntakeError::Empty));
    assert!(matches!(refused(&zip(&[])), IntakeError::Empty));
    assert!(matches!(refused(&zip(&[("a.csv", b"")])), IntakeError::Empty));
    let blank = preview(Cursor::new(b"\n \n\r\n"), "a.txt", &Hints::default());
    assert!(matches!(blank, Err(IntakeError::Empty)));
    let (analysis, _) = read_by(b"\n \n\r\n", &lines());
    assert_eq!((analysis.total, analysis.blank), (3, 3));
}

#[test]
fn a_list_without_numbers_is_analysed() {
    let (analysis, _) = read_by(b"one\ntwo\n", &lines());
    assert_eq!((analysis.total, analysis.accepted, analysis.invalid), (2, 0, 2));
}

#[test]
fn binary_data_is_not_a_list() {
    let noise: Vec<u8> =
        (0..100_000_u32).map(|place| (place.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    assert!(matches!(refused(&[b"\x7FELF", &noise[..]].concat()), IntakeError::NotAList));
    assert!(matches!(refused(&[0; 4096]), IntakeError::NotAList));
    assert!(matches!(refused(&zip(&[("photo.jpg", b"\xFF\xD8")])), IntakeError::NotAList));
}

#[test]
fn unsupported_file_types_are_named() {
    let kind = |file: &[u8]| match refused(file) {
        IntakeError::Unsupported { kind } => kind,
        other => panic!("{other}"),
    };
    assert_eq!(kind(b"%PDF-1.7 ..."), "pdf");
    assert_eq!(kind(b"Rar!\x1A\x07\x01\x00"), "rar");
    assert_eq!(kind(b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1 an old workbook"), "xls");
    assert_eq!(kind(&zip(&[("word/document.xml", b"<w/>")])), "docx");
    assert_eq!(kind(&zip(&[("xl/workbook.bin", b"")])), "xlsb");
}

#[test]
fn encrypted_files_are_refused() {
    let mut locked = b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1".to_vec();
    locked.resize(1024, 0);
    locked.extend("EncryptedPackage".encode_utf16().flat_map(u16::to_le_bytes));
    assert!(matches!(refused(&locked), IntakeError::Encrypted));

    // The encryption flag is in the header of the member and in the directory.
    let mut file = zip(&[("a.csv", b"+8613812345678\n")]);
    file[6] |= 1;
    let directory = file.windows(4).position(|bytes| bytes == b"PK\x01\x02").unwrap();
    file[directory + 8] |= 1;
    assert!(matches!(refused(&file), IntakeError::Encrypted));
}

#[test]
fn endless_blank_lines_take_little_memory() {
    for (unit, length) in [("\n", 64 << 20), ("\r\n", 4 << 20), (" \n", 4 << 20), (",\n", 4 << 20)] {
        let mapping = if unit.starts_with(',') { commas(1) } else { lines() };
        let file = Repeated { unit: unit.repeat(64 << 10).into_bytes(), length, at: 0 };
        let (analysis, _) = read_with(file, &mapping, &Limits::default(), &Chain::default()).unwrap();
        assert_eq!((analysis.total, analysis.blank), (length / unit.len() as u64, analysis.total));
    }
}

#[test]
fn blank_lines_at_the_beginning_are_skipped() {
    for blank in ["\n", " \r\n"] {
        let mut text = blank.repeat(1_200_000);
        text.push_str("name,phone\na,+8613812345678\n");
        for file in [text.as_bytes().to_vec(), crate::helpers::utf16(&text, false, true)] {
            let preview = look(&file, "a.csv");
            assert_eq!((preview.mapping.column, preview.mapping.header), (1, true));
            let (analysis, kept) = read_by(&file, &preview.mapping);
            assert_eq!((kept.lines(), analysis.blank), (vec![1_200_002], 1_200_000));
        }
    }
}

#[test]
fn an_endless_line_is_one_rejected_row() {
    for (mapping, length) in [(lines(), 50 << 20), (commas(0), 5 << 20)] {
        let mut file = b"+8613812345678\n".to_vec();
        file.resize(length, b'7');
        file.extend_from_slice(b"\n+8613912345678\n");
        let (analysis, kept) = read_by(&file, &mapping);
        assert_eq!((kept.lines(), analysis.total), (vec![1, 3], 3));
        assert_eq!(kept.rejected, [(2, Reason::LineTooLong, "7".repeat(200))]);
    }
    // Too long, but short enough to share a block with other lines.
    let long = [&b"+8613812345678,"[..], &vec![b'x'; 1 << 20], b"\n+8613912345678,y\n"].concat();
    let (_, kept) = read_by(&long, &commas(0));
    assert_eq!((kept.lines(), kept.rejected[0].1), (vec![2], Reason::LineTooLong));
    let cell = [&b"+8613812345678,"[..], &vec![b'x'; 70 << 10], b"\n+8613912345678,y\n"].concat();
    let (_, kept) = read_by(&cell, &Mapping { carried: vec![1], ..commas(0) });
    assert_eq!((kept.lines(), kept.rejected[0].1), (vec![2], Reason::CellTooLong));
    let (_, kept) = read_by(&cell, &commas(0));
    assert_eq!(kept.lines(), [1, 2]);
}

#[test]
fn unclosed_quotes_do_not_swallow_the_list() {
    let file = b"a\"b,\"+8613812345678\n".repeat(200_000);
    let (analysis, _) = read_by(&file, &commas(1));
    assert_eq!((analysis.total, analysis.accepted, analysis.invalid), (200_000, 1, 0));
}

#[test]
fn decompression_bombs_are_refused() {
    let limits = Limits { max_unpacked: 256 << 10, ..Limits::default() };
    let blank = vec![b'\n'; 1 << 20];
    let mut book = Workbook::new();
    let sheet = book.add_worksheet();
    for row in 0..8_000 {
        sheet.write_string(row, 0, format!("+86138{row:08}")).unwrap();
    }
    let book = book.save_to_buffer().unwrap();
    for file in [gzip(&blank), zip(&[("a.txt", &blank)]), book] {
        let error = read_with(Cursor::new(&file), &lines(), &limits, &Chain::default()).unwrap_err();
        assert!(matches!(error, IntakeError::UnpacksTooLarge { .. }), "{error}");
    }
    // By the ratio of expanded to packed size.
    let limits = Limits { max_ratio: 20, ratio_from: 64 << 10, ..Limits::default() };
    let error = read_with(Cursor::new(gzip(&blank)), &lines(), &limits, &Chain::default()).unwrap_err();
    assert!(matches!(error, IntakeError::UnpacksTooLarge { limit } if limit < 1 << 20));
}

/// A workbook with one number, in which one part is replaced.
fn workbook_with(part: &str, change: impl Fn(&str) -> String) -> Vec<u8> {
    let mut book = Workbook::new();
    book.add_worksheet().write_string(0, 0, "+8613812345678").unwrap();
    let good = book.save_to_buffer().unwrap();
    let mut source = ::zip::ZipArchive::new(Cursor::new(&good)).unwrap();
    let mut members: Vec<(String, Vec<u8>)> = Vec::new();
    for index in 0..source.len() {
        let mut member = source.by_index(index).unwrap();
        let mut content = String::new();
        member.read_to_string(&mut content).unwrap();
        let name = String::from_utf8(member.name_raw().to_vec()).unwrap();
        let content = if name == part { change(&content) } else { content };
        members.push((name, content.into_bytes()));
    }
    let members: Vec<(&str, &[u8])> =
        members.iter().map(|(name, content)| (&name[..], &content[..])).collect();
    zip(&members)
}

/// Inserts a text in front of a closing tag.
fn inserted(content: &str, tag: &str, text: &str) -> String {
    assert!(content.contains(tag), "{content}");
    content.replacen(tag, &format!("{text}{tag}"), 1)
}

#[test]
fn a_workbook_part_with_an_endless_text_is_refused() {
    let file = workbook_with("xl/sharedStrings.xml", |content| content.to_owned() + &"x".repeat(6 << 20));
    assert!(matches!(refused(&file), IntakeError::UnpacksTooLarge { .. }));
}

#[test]
fn workbooks_are_refused_by_their_expanded_size() {
    let cells = "<c/>".repeat(17 << 20);
    let file = workbook_with("xl/worksheets/sheet1.xml", |content| inserted(content, "</sheetData>", &cells));
    assert!(file.len() < 1 << 20, "{}", file.len());
    assert!(matches!(refused(&file), IntakeError::UnpacksTooLarge { .. }));
}

#[test]
fn workbooks_with_too_many_parts_are_refused() {
    let sheet = "<sheet name=\"x\" sheetId=\"9\" r:id=\"rId1\"/>";
    for (part, tag, text, what) in [
        ("xl/styles.xml", "</cellXfs>", "<xf/>".repeat(200_000), "150000 cell formats"),
        ("xl/sharedStrings.xml", "</sst>", "<si/>".repeat(5 << 20), "4194304 shared strings"),
        ("xl/workbook.xml", "</sheets>", sheet.repeat(1000), "1000 sheets"),
        ("xl/worksheets/sheet1.xml", "</sheetData>", "<row/>".repeat(1 << 20), "1048576 rows in a sheet"),
    ] {
        let file = workbook_with(part, |content| inserted(content, tag, &text));
        assert!(file.len() < 256 << 10, "{}", file.len());
        assert_eq!(refused(&file).to_string(), format!("the file has more than {what}"));
    }
    let members: Vec<String> = (0..1001).map(|index| format!("{index}.csv")).collect();
    let members: Vec<(&str, &[u8])> = members.iter().map(|name| (&name[..], &b"1"[..])).collect();
    assert_eq!(refused(&zip(&members)).to_string(), "the file has more than 1000 lists");
}

#[test]
fn a_workbook_that_declares_too_many_strings_is_refused() {
    let file = workbook_with("xl/sharedStrings.xml", |content| {
        content.replace("uniqueCount=\"1\"", "uniqueCount=\"999999999999\"")
    });
    assert_eq!(refused(&file).to_string(), "the file has more than 4194304 shared strings");
}

#[test]
fn long_names_of_sheets_and_archive_members_are_refused() {
    let long = "x".repeat(256);
    let file =
        workbook_with("xl/workbook.xml", |content| content.replace("\"Sheet1\"", &format!("\"{long}\"")));
    assert_eq!(refused(&file).to_string(), "the name of a sheet is longer than 255 characters");
    let file = zip(&[(&format!("{long}.csv"), b"+8613812345678\n")]);
    assert_eq!(refused(&file).to_string(), "the name of an archive member is longer than 255 characters");
}

#[test]
fn nested_archives_are_refused() {
    let inner = zip(&[("a.csv", b"+8613812345678\n")]);
    assert!(
        matches!(refused(&zip(&[("inner.zip", &inner)])), IntakeError::NestedArchive { name } if name == "inner.zip")
    );
    assert!(matches!(refused(&zip(&[("hidden.csv", &inner)])), IntakeError::NestedArchive { .. }));
    assert!(matches!(refused(&gzip(&inner)), IntakeError::NestedArchive { .. }));
    assert!(matches!(refused(&gzip(&gzip(b"1"))), IntakeError::NestedArchive { .. }));
}

#[test]
fn truncated_files_are_damaged() {
    let numbers: String = (0..20_000).map(|place| format!("+86138{place:08}\n")).collect();
    let packed = gzip(numbers.as_bytes());
    let error = try_read(&packed[..packed.len() / 2], &lines()).unwrap_err();
    assert!(matches!(error, IntakeError::Damaged { .. }), "{error}");
    let archive = zip(&[("a.txt", numbers.as_bytes())]);
    assert!(matches!(refused(&archive[..archive.len() / 2]), IntakeError::Damaged { .. }));
    let mut flipped = archive.clone();
    flipped[archive.len() / 2] ^= 0x55;
    let error = try_read(&flipped, &lines()).unwrap_err();
    assert!(matches!(error, IntakeError::Damaged { .. }), "{error}");
    let mut book = Workbook::new();
    book.add_worksheet().write_string(0, 0, "+8613812345678").unwrap();
    let book = book.save_to_buffer().unwrap();
    assert!(matches!(refused(&book[..book.len() / 2]), IntakeError::Damaged { .. }));
}

#[test]
fn the_number_of_numbers_is_limited() {
    let numbers: String = (0..100).map(|place| format!("+861381234{place:04}\n")).collect();
    let read = |max_numbers| {
        let limits = Limits { max_numbers, ..Limits::default() };
        read_with(Cursor::new(&numbers), &lines(), &limits, &Chain::default())
    };
    assert!(matches!(read(99), Err(IntakeError::TooMany { limit: 99 })));
    assert_eq!(read(100).unwrap().0.accepted, 100);
}

#[test]
fn a_missing_sheet_is_named() {
    let mut book = Workbook::new();
    book.add_worksheet().write_string(0, 0, "+8613812345678").unwrap();
    let file = book.save_to_buffer().unwrap();
    let mapping = Mapping { sheet: Some("Other".to_owned()), ..lines() };
    let error = try_read(&file, &mapping).unwrap_err();
    assert!(matches!(error, IntakeError::NoSuchSheet { name } if name == "Other"));
}

#[test]
fn a_preview_does_not_read_endless_blank_cells() {
    let blank = "<c/>".repeat(usize::try_from(PREVIEW_BLANK_CELLS).unwrap());
    let file = workbook_with("xl/worksheets/sheet1.xml", |content| {
        content.replacen("<sheetData>", &format!("<sheetData><row>{blank}</row>"), 1)
    });
    let looked = preview(Cursor::new(&file), "list.xlsx", &Hints::default());
    assert!(matches!(looked, Err(IntakeError::Empty)), "{looked:?}");
    let (analysis, _) = read_by(&file, &Mapping::default());
    assert!(analysis.total > 0, "the list itself is read to its end");
}
