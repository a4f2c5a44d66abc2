//! Writes gzip streams, zip archives and workbooks whose content is made piece by piece. Only the packed bytes are held.

use std::io::{self, Write};

use flate2::Compression;
use flate2::write::{DeflateEncoder, GzEncoder};

/// A text that is repeated.
#[derive(Clone, Copy)]
pub struct Repeat<'a> {
    pub before: &'a str,
    pub text: &'a str,
    pub times: usize,
    pub after: &'a str,
}

impl<'a> Repeat<'a> {
    pub fn once(text: &'a str) -> Self {
        Self { before: text, text: "", times: 0, after: "" }
    }

    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(self.before.as_bytes())?;
        // In larger pieces: the text may be short.
        let per_piece = (64 << 10) / self.text.len().max(1) + 1;
        let piece = self.text.repeat(per_piece.min(self.times));
        for _ in 0..self.times / per_piece.max(1) {
            out.write_all(piece.as_bytes())?;
        }
        if self.times > 0 {
            out.write_all(self.text.repeat(self.times % per_piece).as_bytes())?;
        }
        out.write_all(self.after.as_bytes())
    }
}

pub fn gzip(content: Repeat<'_>) -> Vec<u8> {
    let mut out = GzEncoder::new(Vec::new(), Compression::best());
    content.write(&mut out).unwrap();
    out.finish().unwrap()
}

/// A zip archive.
#[derive(Default)]
pub struct Zip {
    bytes: Vec<u8>,
    directory: Vec<u8>,
    members: u16,
    /// Bits of the general purpose flag; 1 is "encrypted".
    flags: u16,
}

impl Zip {
    /// An archive that claims to be encrypted.
    pub fn encrypted() -> Self {
        Self { flags: 1, ..Self::default() }
    }

    pub fn add(&mut self, name: &str, content: Repeat<'_>) {
        let mut packed = DeflateEncoder::new(Vec::new(), Compression::best());
        let mut counted = Counted { inner: &mut packed, crc: flate2::Crc::new() };
        content.write(&mut counted).unwrap();
        let crc = counted.crc;
        let packed = packed.finish().unwrap();
        self.member(name, 8, &packed, crc.sum(), crc.amount());
    }

    pub fn add_stored(&mut self, name: &str, content: &[u8]) {
        let mut crc = flate2::Crc::new();
        crc.update(content);
        self.member(name, 0, content, crc.sum(), crc.amount());
    }

    fn member(&mut self, name: &str, method: u16, packed: &[u8], crc: u32, size: u32) {
        let offset = self.bytes.len() as u32;
        let mut fields = Vec::new();
        for field in [20, self.flags, method, 0, 0] {
            fields.extend_from_slice(&u16::to_le_bytes(field));
        }
        for field in [crc, packed.len() as u32, size] {
            fields.extend_from_slice(&field.to_le_bytes());
        }
        fields.extend_from_slice(&(name.len() as u16).to_le_bytes());
        fields.extend_from_slice(&[0, 0]);
        self.bytes.extend_from_slice(b"PK\x03\x04");
        self.bytes.extend_from_slice(&fields);
        self.bytes.extend_from_slice(name.as_bytes());
        self.bytes.extend_from_slice(packed);
        self.directory.extend_from_slice(b"PK\x01\x02\x14\x00");
        self.directory.extend_from_slice(&fields);
        self.directory.extend_from_slice(&[0; 10]);
        self.directory.extend_from_slice(&offset.to_le_bytes());
        self.directory.extend_from_slice(name.as_bytes());
        self.members = self.members.wrapping_add(1);
    }

    pub fn finish(self) -> Vec<u8> {
        let count = self.members;
        self.finish_declaring(count)
    }

    /// Ends the archive with another number of members than it has.
    pub fn finish_declaring(mut self, members: u16) -> Vec<u8> {
        let (offset, size) = (self.bytes.len() as u32, self.directory.len() as u32);
        self.bytes.extend_from_slice(&self.directory);
        self.bytes.extend_from_slice(b"PK\x05\x06\0\0\0\0");
        self.bytes.extend_from_slice(&members.to_le_bytes());
        self.bytes.extend_from_slice(&members.to_le_bytes());
        self.bytes.extend_from_slice(&size.to_le_bytes());
        self.bytes.extend_from_slice(&offset.to_le_bytes());
        self.bytes.extend_from_slice(&[0, 0]);
        self.bytes
    }
}

struct Counted<'a> {
    inner: &'a mut dyn Write,
    crc: flate2::Crc,
}

impl Write for Counted<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.crc.update(bytes);
        self.inner.write_all(bytes)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

const RELATIONS: &str = r#"<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/><Relationship Id="rId3" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/sharedStrings" Target="sharedStrings.xml"/></Relationships>"#;
const ROOT: &str = r#"<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>"#;
const TYPES: &str = r#"<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/></Types>"#;
pub const WORKBOOK: &str = r#"<?xml version="1.0"?><workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>"#;
const STYLES: &str = r#"<?xml version="1.0"?><styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><cellXfs count="1"><xf/></cellXfs></styleSheet>"#;
const STRINGS: &str = r#"<?xml version="1.0"?><sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><si><t>+12015550100</t></si></sst>"#;
const SHEET: &str = r#"<?xml version="1.0"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c></row></sheetData></worksheet>"#;

/// A workbook in which some parts are replaced.
pub fn workbook(parts: &[(&str, Repeat<'_>)]) -> Vec<u8> {
    let usual = [
        ("[Content_Types].xml", TYPES),
        ("_rels/.rels", ROOT),
        ("xl/workbook.xml", WORKBOOK),
        ("xl/_rels/workbook.xml.rels", RELATIONS),
        ("xl/styles.xml", STYLES),
        ("xl/sharedStrings.xml", STRINGS),
        ("xl/worksheets/sheet1.xml", SHEET),
    ];
    let mut zip = Zip::default();
    for (name, text) in usual {
        let replaced = parts.iter().find(|(part, _)| *part == name).map(|(_, content)| *content);
        zip.add(name, replaced.unwrap_or(Repeat::once(text)));
    }
    zip.finish()
}
