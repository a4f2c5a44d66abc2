//! Tables without delimiters, as lines with tabs: columns that are aligned with spaces, tables of web pages, and contact
//! cards.

mod cards;
mod columns;
mod html;

use std::io::{self, Read};

use self::cards::Cards;
use self::columns::Columns;
use self::html::Html;

/// Bytes in which a table is searched.
const SAMPLE: usize = 64 << 10;

/// Bytes that are read at once.
const PIECE: usize = 64 << 10;

/// A table without delimiters.
enum Table {
    Cards(Cards),
    Columns(Columns),
    Html(Html),
}

/// A text whose table, if it has one without delimiters, is turned into lines with tabs. Other texts stay as they are.
pub(crate) struct WithTabs<R> {
    text: R,
    table: Option<Table>,
    /// What is to be returned next.
    ready: Vec<u8>,
    at: usize,
    ended: bool,
}

impl<R: Read> WithTabs<R> {
    pub(crate) fn new(mut text: R) -> io::Result<Self> {
        let mut head = Vec::new();
        let ended = (&mut text).take(SAMPLE as u64).read_to_end(&mut head)? < SAMPLE;
        let table = Html::detect(&head).map(Table::Html);
        let table = table.or_else(|| Cards::detect(&head).map(Table::Cards));
        let table = table.or_else(|| Columns::detect(&head, ended).map(Table::Columns));
        let mut all = Self { text, table, ready: Vec::new(), at: 0, ended };
        all.convert(head);
        Ok(all)
    }

    fn convert(&mut self, piece: Vec<u8>) {
        self.at = 0;
        self.ready.clear();
        match &mut self.table {
            None => self.ready = piece,
            Some(Table::Cards(cards)) => cards.convert(&piece, self.ended, &mut self.ready),
            Some(Table::Columns(columns)) => columns.convert(&piece, self.ended, &mut self.ready),
            Some(Table::Html(html)) => html.convert(&piece, &mut self.ready),
        }
    }
}

impl<R: Read> Read for WithTabs<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.at == self.ready.len() && !self.ended {
            if self.table.is_none() {
                return self.text.read(buffer);
            }
            let mut piece = Vec::with_capacity(PIECE);
            self.ended = (&mut self.text).take(PIECE as u64).read_to_end(&mut piece)? < PIECE;
            self.convert(piece);
        }
        let read = (&self.ready[self.at..]).read(buffer)?;
        self.at += read;
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> String {
        let mut read = String::new();
        WithTabs::new(text.as_bytes()).unwrap().read_to_string(&mut read).unwrap();
        read
    }

    #[test]
    fn aligned_columns_are_divided() {
        let text = "\
Members
Tel: 052 488 28 15

Name      Old number     Mobile         City
Ann Lee                  0112 046 7337  Cairo
Ben       0101 5765 869  0156 4364 161  Giza
Cara Wu   0112 2144 376  0102 3289 259  Tanta
Dan       0156 107 1806  0108 115 9993  Tanta
Someone with a long name  0156 107 1806  0108 115 9994  Tanta

4 members
";
        let expected = "\
Members
Tel: 052 488 28 15

Name\tOld number\tMobile\tCity
Ann Lee\t\t0112 046 7337\tCairo
Ben\t0101 5765 869\t0156 4364 161\tGiza
Cara Wu\t0112 2144 376\t0102 3289 259\tTanta
Dan\t0156 107 1806\t0108 115 9993\tTanta
Someone with a long name\t0156 107 1806\t0108 115 9994\tTanta

4 members
";
        let wide = "Ed        0156 107 1807  0108 115 9995  Tanta\n";
        let (text, expected) = (
            text.replace("\nSome", &format!("\n{}Some", wide.repeat(50))),
            expected.replace(
                "\nSome",
                &format!("\n{}Some", "Ed\t0156 107 1807\t0108 115 9995\tTanta\n".repeat(50)),
            ),
        );
        assert_eq!(read(&text), expected);
    }

    #[test]
    fn titles_and_notes_do_not_hide_columns() {
        let text = "ADDIS - HAWASSA COACH   passenger list   ETHIOPIA\n\nSeat   Name           Mobile           Fare ETB\n".to_owned()
            + &"1      Helen Tadesse  0916539870       480\n2      Dawit Alemu    +251919344555    480\n".repeat(4)
            + "total of the coach   8 passengers   3840\n";
        let rows = read(&text);
        assert!(rows.contains("\n1\tHelen Tadesse\t0916539870\t480\n"), "{rows}");
        assert!(rows.contains("\nSeat\tName\tMobile\tFare ETB\n"), "{rows}");
    }

    #[test]
    fn wide_characters_take_two_places() {
        let text = "姓名      手机         城市\n王芳      13800138000  北京\n李小明    13800138001  上海\n欧阳娜娜  13800138002  广州\n";
        assert_eq!(
            read(text),
            "姓名\t手机\t城市\n王芳\t13800138000\t北京\n李小明\t13800138001\t上海\n欧阳娜娜\t13800138002\t广州\n"
        );
    }

    #[test]
    fn characters_that_are_no_text_are_kept() {
        let mut text = "Ann         0171 1234567   Bonn\n".repeat(3).into_bytes();
        text.extend("B\u{fffd}n         0171 1234568   K\u{f6}ln\n".as_bytes());
        // Wrong bytes beyond the sample, in which the columns are found.
        text.extend("Cara        0171 1234569   Bonn\n".repeat(SAMPLE / 32).as_bytes());
        text.extend(b"D\xe4n         0171 1234560   Bonn\n");
        let mut read = Vec::new();
        WithTabs::new(&text[..]).unwrap().read_to_end(&mut read).unwrap();
        let lines: Vec<&[u8]> = read.split(|&byte| byte == b'\n').collect();
        assert_eq!(lines[3], "B\u{fffd}n\t0171 1234568\tK\u{f6}ln".as_bytes());
        assert_eq!(lines[lines.len() - 2], b"D\xe4n\t0171 1234560\tBonn");
    }

    #[test]
    fn texts_without_columns_stay_as_they_are() {
        for text in [
            "+49  171  1234567\n+49  172  1234567\n+49  173  1234567\n+49  174  1234567\n",
            "1.  Ann, 0171 1234567\n2.  Ben, 0172 1234567\n    call  later\n3.  Cara, 0173 1234567\n4.  Dan\n",
            "Ann: 0171 1234567\nBen: 0172 1234567\nCara: 0173 1234567\nDan: 0174 1234567\n",
            "a\tb  c  d\na\tb  c  d\na\tb  c  d\na\tb  c  d\n",
            "",
        ] {
            assert_eq!(read(text), text);
        }
    }

    #[test]
    fn tables_of_pages_are_divided() {
        let text = "<!DOCTYPE html><html><head><title>x</title><style>td > p {color: red}</style></head><body><p>Staff</p>\n\
                    <table border=1>\n<tr><th colspan=2>Contacts</th><th>Note</th></tr>\n\
                    <tr><td title=\"a>b\">Ann &amp; Co</td><td>+49&nbsp;171 <b>1234567</b></td><td></td></tr>\n\
                    <!-- <td>no</td> --><tr><td>Bj&ouml;rn<td>0171&#32;1234568<br>0171 1234569<td>&#43;\n</tr></table></body></html>";
        let expected =
            "Contacts\t\tNote\nAnn & Co\t+49 171 1234567\t\nBj&ouml;rn\t0171 1234568; 0171 1234569\t+\n";
        assert_eq!(read(text), expected);
    }

    #[test]
    fn cards_are_rows() {
        let text = "BEGIN:VCARD\r\nVERSION:2.1\r\nN:Lee;Ann;;;\r\nFN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=41=6E=6E=20=\r\n=4C=C3=A9\r\n\
                    TEL;CELL:+49 171 1234567\r\nTEL;WORK;FAX:030 123\r\nPHOTO;ENCODING=b:AAAA\r\n BBBB\r\nEND:VCARD\r\n\
                    BEGIN:VCARD\nN:Fox;Ben;;;\nitem1.TEL;TYPE=\"cell,voice\";VALUE=uri:tel:+49-171\n -1234568\nTEL;TYPE=HOME:030 1234567\nTEL:030 1234568\nEMAIL:ben@example.com\nEND:VCARD";
        let expected = "Name\tPhone\tOther phone\tFax\tE-mail\nAnn Lé\t+49 171 1234567\t\t030 123\t\n\
                        Fox Ben\t+49-171-1234568\t030 1234567; 030 1234568\t\tben@example.com\n";
        assert_eq!(read(text), expected);
    }

    #[test]
    fn tables_are_read_the_same_in_pieces() {
        let row = "<tr><td>Ann</td><td>0171 1234567</td></tr>\n";
        let text = format!("<table>{}</table>", row.repeat(10_000));
        assert_eq!(read(&text), "Ann\t0171 1234567\n".repeat(10_000));
        let row = "Ann         0171 1234567   Bonn\n";
        assert_eq!(read(&row.repeat(10_000)), "Ann\t0171 1234567\tBonn\n".repeat(10_000));
    }

    #[test]
    fn a_line_without_end_is_not_kept_in_memory() {
        let mut text = "Ann         0171 1234567   Bonn\n".repeat(10);
        text.push_str(&"x".repeat(5 << 20));
        let mut tabs = WithTabs::new(text.as_bytes()).unwrap();
        let mut buffer = [0; 4096];
        let mut length = 0;
        loop {
            let read = tabs.read(&mut buffer).unwrap();
            if read == 0 {
                break;
            }
            length += read;
            assert!(tabs.ready.capacity() < 4 << 20);
        }
        assert_eq!(length, 10 * "Ann\t0171 1234567\tBonn\n".len() + (5 << 20));
    }
}
