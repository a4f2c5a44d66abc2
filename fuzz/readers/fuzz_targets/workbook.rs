//! Any texts as the parts of a workbook.
#![no_main]

mod reading;

use libfuzzer_sys::fuzz_target;

const RELATIONS: &str = r#"<Relationships><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/><Relationship Id="rId3" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/sharedStrings" Target="sharedStrings.xml"/></Relationships>"#;
const BOOK: &str = r#"<workbook xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>"#;

// The parts are separated by NUL: sheet, strings, styles, workbook, relations. Missing ones are usual.
fuzz_target!(|input: &[u8]| {
    let mut parts = input.split(|byte| *byte == 0);
    let mut zip = Zip::default();
    zip.add("xl/worksheets/sheet1.xml", parts.next().unwrap_or_default());
    zip.add("xl/sharedStrings.xml", parts.next().unwrap_or(b"<sst/>"));
    zip.add("xl/styles.xml", parts.next().unwrap_or(b"<styleSheet/>"));
    zip.add("xl/workbook.xml", parts.next().unwrap_or(BOOK.as_bytes()));
    zip.add("xl/_rels/workbook.xml.rels", parts.next().unwrap_or(RELATIONS.as_bytes()));
    reading::any_file(&zip.finish(), "numbers.xlsx", None);
});

/// A zip archive without compression.
#[derive(Default)]
struct Zip {
    bytes: Vec<u8>,
    directory: Vec<u8>,
    members: u16,
}

impl Zip {
    fn add(&mut self, name: &str, content: &[u8]) {
        let offset = self.bytes.len() as u32;
        let mut fields = vec![20, 0, 0, 0, 0, 0, 0, 0, 0, 0];
        for field in [crc(content), content.len() as u32, content.len() as u32] {
            fields.extend_from_slice(&field.to_le_bytes());
        }
        fields.extend_from_slice(&(name.len() as u16).to_le_bytes());
        fields.extend_from_slice(&[0, 0]);
        self.bytes.extend_from_slice(b"PK\x03\x04");
        self.bytes.extend_from_slice(&fields);
        self.bytes.extend_from_slice(name.as_bytes());
        self.bytes.extend_from_slice(content);
        self.directory.extend_from_slice(b"PK\x01\x02\x14\x00");
        self.directory.extend_from_slice(&fields);
        self.directory.extend_from_slice(&[0; 10]);
        self.directory.extend_from_slice(&offset.to_le_bytes());
        self.directory.extend_from_slice(name.as_bytes());
        self.members += 1;
    }

    fn finish(mut self) -> Vec<u8> {
        let (offset, size) = (self.bytes.len() as u32, self.directory.len() as u32);
        self.bytes.extend_from_slice(&self.directory);
        self.bytes.extend_from_slice(b"PK\x05\x06\0\0\0\0");
        self.bytes.extend_from_slice(&self.members.to_le_bytes());
        self.bytes.extend_from_slice(&self.members.to_le_bytes());
        self.bytes.extend_from_slice(&size.to_le_bytes());
        self.bytes.extend_from_slice(&offset.to_le_bytes());
        self.bytes.extend_from_slice(&[0, 0]);
        self.bytes
    }
}

fn crc(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |crc: u32, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| (crc >> 1) ^ (0xEDB8_8320 & (crc & 1).wrapping_neg()))
    })
}
