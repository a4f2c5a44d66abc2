//! Contact cards (vCard), as a table with a row for each card.

use std::mem::take;

/// The columns of the table. Programs write them in English.
const HEADER: &str = "Name\tPhone\tOther phone\tFax\tE-mail";

/// Longest property that is read, in bytes. Photos are longer.
const MAX_PROPERTY: usize = 2000;

/// Most bytes of a cell.
const MAX_CELL: usize = 1000;

/// The properties of a card that become cells.
#[derive(Default)]
struct Card {
    name: String,
    mobile: String,
    phone: String,
    fax: String,
    mail: String,
}

/// Turns cards into lines.
pub(super) struct Cards {
    /// The property that may go on in the next line.
    property: Vec<u8>,
    /// The beginning of a line whose end is not known yet.
    line: Vec<u8>,
    card: Option<Card>,
    begun: bool,
}

impl Cards {
    pub(super) fn detect(head: &[u8]) -> Option<Self> {
        let start = head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(head).trim_ascii_start();
        let is_card = start.len() >= 11 && start[..11].eq_ignore_ascii_case(b"BEGIN:VCARD");
        is_card.then_some(Self { property: Vec::new(), line: Vec::new(), card: None, begun: false })
    }

    pub(super) fn convert(&mut self, piece: &[u8], ended: bool, out: &mut Vec<u8>) {
        for line in piece.split_inclusive(|&byte| byte == b'\n') {
            let room = MAX_PROPERTY.saturating_sub(self.line.len());
            self.line.extend_from_slice(&line[..line.len().min(room)]);
            if line.ends_with(b"\n") {
                self.take_line(out);
            }
        }
        if ended {
            self.take_line(out);
            self.take_property(out);
            self.finish_card(out);
        }
    }

    fn take_line(&mut self, out: &mut Vec<u8>) {
        let line = take(&mut self.line);
        let text = line.trim_ascii_end();
        let quoted = is_quoted_printable(&self.property);
        if quoted && self.property.last() == Some(&b'=') {
            self.property.pop();
            self.append(text);
        } else if matches!(line.first(), Some(b' ' | b'\t')) {
            self.append(&text[1.min(text.len())..]);
        } else {
            self.take_property(out);
            self.append(text);
        }
        self.line = line;
        self.line.clear();
    }

    fn append(&mut self, text: &[u8]) {
        let room = MAX_PROPERTY.saturating_sub(self.property.len());
        self.property.extend_from_slice(&text[..text.len().min(room)]);
    }

    fn take_property(&mut self, out: &mut Vec<u8>) {
        let property = take(&mut self.property);
        let Some(colon) = value_start(&property) else { return };
        let names = String::from_utf8_lossy(&property[..colon]).to_ascii_uppercase();
        let (name, types) = names.split_once(';').unwrap_or((&names, ""));
        // A group is in front of the name: `item1.TEL`.
        let name = name.rsplit('.').next().unwrap_or(name);
        let value = &property[colon + 1..];
        let value = if is_quoted_printable(&property) { unquoted(value) } else { value.to_vec() };
        let value = String::from_utf8_lossy(&value).replace("\\,", ",").replace("\\;", ";");
        match name {
            "BEGIN" => {
                self.finish_card(out);
                self.card = Some(Card::default());
            }
            "END" => self.finish_card(out),
            _ => {
                if let Some(card) = &mut self.card {
                    card.add(name, types, &value);
                }
            }
        }
    }

    fn finish_card(&mut self, out: &mut Vec<u8>) {
        let Some(card) = self.card.take() else { return };
        if !self.begun {
            self.begun = true;
            out.extend_from_slice(HEADER.as_bytes());
            out.push(b'\n');
        }
        // A mobile number is wanted rather than another one.
        let (number, other) =
            if card.mobile.is_empty() { (card.phone, String::new()) } else { (card.mobile, card.phone) };
        let cells = [card.name, number, other, card.fax, card.mail];
        out.extend_from_slice(cells.join("\t").as_bytes());
        out.push(b'\n');
    }
}

impl Card {
    fn add(&mut self, name: &str, types: &str, value: &str) {
        let has = |kind: &str| types.split([';', ',', '=', '"']).any(|part| part == kind);
        let cell = match name {
            "FN" => &mut self.name,
            "N" if self.name.is_empty() => {
                // The family name comes first.
                let parts: Vec<&str> = value.split(';').filter(|part| !part.is_empty()).collect();
                return add_to(&mut self.name, &parts.join(" "));
            }
            "EMAIL" => &mut self.mail,
            "TEL" if has("FAX") || has("PAGER") => &mut self.fax,
            "TEL" if has("CELL") || has("IPHONE") || has("MOBILE") => &mut self.mobile,
            "TEL" => &mut self.phone,
            _ => return,
        };
        if name == "FN" {
            cell.clear();
        }
        add_to(cell, value.strip_prefix("tel:").unwrap_or(value));
    }
}

/// Adds a value to a cell. A card may have several numbers.
fn add_to(cell: &mut String, value: &str) {
    let value = value.split_whitespace().collect::<Vec<_>>().join(" ");
    if value.is_empty() || cell.len() + value.len() > MAX_CELL {
        return;
    }
    if !cell.is_empty() {
        cell.push_str("; ");
    }
    cell.push_str(&value);
}

/// The colon in front of the value. Parameters may contain colons in quotes.
fn value_start(property: &[u8]) -> Option<usize> {
    let mut quoted = false;
    property.iter().position(|&byte| {
        quoted ^= byte == b'"';
        byte == b':' && !quoted
    })
}

fn is_quoted_printable(property: &[u8]) -> bool {
    let names = &property[..value_start(property).unwrap_or(0)];
    names.windows(16).any(|part| part.eq_ignore_ascii_case(b"QUOTED-PRINTABLE"))
}

/// A value in which bytes are written as `=C3`.
fn unquoted(value: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(value.len());
    let mut rest = value;
    while let Some((&first, after)) = rest.split_first() {
        let code = after.get(..2).filter(|_| first == b'=').and_then(|hex| std::str::from_utf8(hex).ok());
        if let Some(byte) = code.and_then(|hex| u8::from_str_radix(hex, 16).ok()) {
            bytes.push(byte);
            rest = &after[2..];
        } else {
            bytes.push(first);
            rest = after;
        }
    }
    bytes
}
