//! Tables of web pages, which many programs also export as `.xls`.

/// Longest name of a tag or text of an attribute that is kept.
const MAX_TAG: usize = 200;

/// Longest character reference.
const MAX_REFERENCE: usize = 8;

/// Most columns that a cell extends over.
const MAX_SPAN: usize = 100;

/// Turns the rows of tables into lines. Text outside of cells is left out.
pub(super) struct Html {
    state: State,
    /// A tag or a character reference, as far as it is known.
    pending: Vec<u8>,
    in_cell: bool,
    /// Whether the row has a cell.
    in_row: bool,
    /// Whether a space is due before the next character of the cell.
    space: bool,
    /// Whether the cell has text.
    text: bool,
    /// Empty cells after this one.
    span: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Text,
    Reference,
    Tag,
    /// In an attribute with this quote.
    Quoted(u8),
    Comment,
    /// In a script or style.
    Raw,
}

/// Whether a text contains a word in any case.
fn contains(text: &[u8], word: &[u8]) -> bool {
    text.windows(word.len()).any(|part| part.eq_ignore_ascii_case(word))
}

impl Html {
    pub(super) fn detect(head: &[u8]) -> Option<Self> {
        let start = head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(head).trim_ascii_start();
        let page = start.first() == Some(&b'<') && contains(head, b"<table") && contains(head, b"<tr");
        page.then_some(Self {
            state: State::Text,
            pending: Vec::new(),
            in_cell: false,
            in_row: false,
            space: false,
            text: false,
            span: 0,
        })
    }

    pub(super) fn convert(&mut self, piece: &[u8], out: &mut Vec<u8>) {
        for &byte in piece {
            match self.state {
                State::Text => match byte {
                    b'<' => self.state = State::Tag,
                    b'&' => self.state = State::Reference,
                    _ => self.add(byte, out),
                },
                State::Reference => self.reference(byte, out),
                State::Tag => match byte {
                    b'>' => self.tag(out),
                    b'"' | b'\'' if self.pending.contains(&b'=') => {
                        self.state = State::Quoted(byte);
                        self.keep(byte);
                    }
                    _ => {
                        self.keep(byte);
                        if self.pending == b"!--" {
                            self.pending.clear();
                            self.state = State::Comment;
                        }
                    }
                },
                State::Quoted(quote) => {
                    self.keep(byte);
                    if byte == quote {
                        self.state = State::Tag;
                    }
                }
                State::Comment | State::Raw => self.skip(byte),
            }
        }
    }

    fn keep(&mut self, byte: u8) {
        if self.pending.len() < MAX_TAG {
            self.pending.push(byte);
        }
    }

    /// Skips comments, scripts and styles, which contain tags that mean nothing.
    fn skip(&mut self, byte: u8) {
        let ends: &[&[u8]] =
            if self.state == State::Comment { &[b"-->"] } else { &[b"</script>", b"</style>"] };
        self.pending.push(byte.to_ascii_lowercase());
        if ends.iter().any(|end| self.pending.ends_with(end)) {
            self.pending.clear();
            self.state = State::Text;
        } else if self.pending.len() >= MAX_TAG {
            self.pending.drain(..MAX_TAG - 16);
        }
    }

    /// Adds a character to the cell. White space of the page is one space.
    fn add(&mut self, byte: u8, out: &mut Vec<u8>) {
        if !self.in_cell {
            return;
        }
        if byte.is_ascii_whitespace() {
            self.space = self.text;
            return;
        }
        if std::mem::take(&mut self.space) {
            out.push(b' ');
        }
        self.text = true;
        out.push(byte);
    }

    fn reference(&mut self, byte: u8, out: &mut Vec<u8>) {
        if byte != b';'
            && self.pending.len() < MAX_REFERENCE
            && (byte == b'#' || byte.is_ascii_alphanumeric())
        {
            self.pending.push(byte);
            return;
        }
        let name = std::mem::take(&mut self.pending);
        self.state = State::Text;
        let character = match name.as_slice() {
            b"amp" => Some('&'),
            b"lt" => Some('<'),
            b"gt" => Some('>'),
            b"quot" => Some('"'),
            b"apos" => Some('\''),
            b"plus" => Some('+'),
            b"nbsp" => Some(' '),
            _ => code(&name),
        };
        if let Some(character) = character.filter(|_| byte == b';') {
            character.encode_utf8(&mut [0; 4]).bytes().for_each(|byte| self.add(byte, out));
            return;
        }
        // Unknown ones stay as they are written.
        self.add(b'&', out);
        for byte in name {
            self.add(byte, out);
        }
        match byte {
            b'<' => self.state = State::Tag,
            b'&' => self.state = State::Reference,
            _ => self.add(byte, out),
        }
    }

    fn tag(&mut self, out: &mut Vec<u8>) {
        self.state = State::Text;
        let tag = std::mem::take(&mut self.pending).to_ascii_lowercase();
        let end = tag.iter().position(u8::is_ascii_whitespace).unwrap_or(tag.len());
        match tag[..end].strip_suffix(b"/").unwrap_or(&tag[..end]) {
            b"td" | b"th" => {
                self.end_cell(out);
                if self.in_row {
                    out.push(b'\t');
                }
                self.in_row = true;
                self.in_cell = true;
                self.span = span(&tag);
            }
            b"/td" | b"/th" => self.end_cell(out),
            b"tr" | b"/tr" | b"table" | b"/table" => {
                self.end_cell(out);
                if std::mem::take(&mut self.in_row) {
                    out.push(b'\n');
                }
            }
            // Lines of a cell are values of their own.
            b"br" | b"p" | b"div" | b"li" if self.in_cell && self.text => {
                out.push(b';');
                self.space = true;
            }
            b"script" | b"style" => self.state = State::Raw,
            _ => {}
        }
    }

    fn end_cell(&mut self, out: &mut Vec<u8>) {
        if std::mem::take(&mut self.in_cell) {
            for _ in 1..self.span {
                out.push(b'\t');
            }
        }
        self.space = false;
        self.text = false;
    }
}

/// The character of a numeric reference. All spaces and dashes are the usual ones.
fn code(name: &[u8]) -> Option<char> {
    let digits = std::str::from_utf8(name.strip_prefix(b"#")?).ok()?;
    let code = match digits.strip_prefix(['x', 'X']) {
        Some(hex) => u32::from_str_radix(hex, 16).ok()?,
        None => digits.parse().ok()?,
    };
    match char::from_u32(code)? {
        character if character.is_whitespace() => Some(' '),
        '\u{2010}'..='\u{2015}' => Some('-'),
        character => Some(character).filter(|character| !character.is_control()),
    }
}

/// How many columns a cell extends over.
fn span(tag: &[u8]) -> usize {
    const NAME: &[u8] = b"colspan=";
    let Some(at) = memchr::memmem::find(tag, NAME) else { return 1 };
    let value = tag[at + NAME.len()..].iter().skip_while(|byte| matches!(byte, b'"' | b'\'' | b' '));
    let digits: String =
        value.take_while(|byte| byte.is_ascii_digit()).map(|&byte| char::from(byte)).collect();
    digits.parse().unwrap_or(1).clamp(1, MAX_SPAN)
}
