//! Every format, encoding and packing yields the same rows.

use numsift_intake::{Delimiter, Encoding, Format, Hints, IntakeError, Mapping, Packing, preview};
use rust_xlsxwriter::{ExcelDateTime, Format as CellFormat, Formula, Workbook};

use crate::helpers::{commas, encoded, gzip, look, read_as_guessed, read_by, utf16, zip};

const TABLE: &str =
    "姓名,手机号,城市\n张三,+8613812345678,北京\n李四,+8613912345678,上海\n王五,nobody,广州\n";
const LIST: &str = "手机号\n+8613812345678\n+8613912345678\nnobody\n";
const NUMBERS: [u64; 2] = [8_613_812_345_678, 8_613_912_345_678];

fn encodings(text: &str) -> Vec<(Encoding, Vec<u8>)> {
    vec![
        (Encoding::Utf8, text.as_bytes().to_vec()),
        (Encoding::Utf8, [b"\xEF\xBB\xBF", text.as_bytes()].concat()),
        (Encoding::Utf16Le, utf16(text, false, true)),
        (Encoding::Utf16Le, utf16(text, false, false)),
        (Encoding::Utf16Be, utf16(text, true, true)),
        (Encoding::Utf16Be, utf16(text, true, false)),
        (Encoding::Gb18030, encoded(text, encoding_rs::GBK)),
    ]
}

#[test]
fn csv_and_txt_are_read_in_every_encoding_and_packing() {
    for (encoding, plain) in encodings(TABLE) {
        let forms = [
            (Packing::None, plain.clone()),
            (Packing::Gzip, gzip(&plain)),
            (Packing::Zip, zip(&[("list.csv", &plain)])),
        ];
        for (packing, file) in forms {
            let (preview, analysis, kept) = read_as_guessed(&file, "list.csv");
            assert_eq!(preview.mapping.encoding, encoding);
            assert_eq!((preview.packing, preview.format), (packing, Format::Csv));
            assert_eq!(preview.columns[1].name, "手机号");
            assert_eq!(preview.rows[0], ["张三", "+8613812345678", "北京"]);
            assert_eq!((preview.mapping.column, preview.mapping.header), (1, true), "{encoding:?}");
            assert_eq!(kept.numbers(), NUMBERS);
            assert_eq!(kept.lines(), [2, 3]);
            assert_eq!(analysis.total, 3);

            let mapping = Mapping { carried: vec![2, 0], ..preview.mapping };
            let (_, kept) = read_by(&file, &mapping);
            assert_eq!(kept.accepted[0].carried, ["北京", "张三"]);
        }
    }
    for (encoding, plain) in encodings(LIST) {
        for file in [plain.clone(), gzip(&plain), zip(&[("numbers.txt", &plain)])] {
            let (preview, _, kept) = read_as_guessed(&file, "numbers.txt");
            assert_eq!(preview.mapping.encoding, encoding);
            assert_eq!((preview.format, preview.mapping.header), (Format::Txt, true));
            assert_eq!(kept.numbers(), NUMBERS);
        }
    }
}

#[test]
fn legacy_encodings_are_detected_by_the_header() {
    let japan = encoded("氏名,電話番号\n山田,+819012345678\n", encoding_rs::SHIFT_JIS);
    assert_eq!(look(&japan, "a.csv").mapping.encoding, Encoding::ShiftJis);
    let spain = encoded("nombre;teléfono\nJosé;+34612345678\n", encoding_rs::WINDOWS_1252);
    let (preview, _, kept) = read_as_guessed(&spain, "a.csv");
    assert_eq!(preview.mapping.encoding, Encoding::Windows1252);
    assert_eq!((preview.mapping.delimiter, kept.numbers()), (Delimiter::Semicolon, vec![34_612_345_678]));
    let taiwan = encoded("姓名\t電話\n陳\t+886912345678\n", encoding_rs::BIG5);
    assert_eq!(look(&taiwan, "a.csv").mapping.encoding, Encoding::Big5);
}

#[test]
fn every_line_ending_is_accepted() {
    for end in ["\n", "\r\n", "\r"] {
        let file = ["+8613812345678", "", "+8613912345678", "x"].join(end);
        let (analysis, kept) = read_by(file.as_bytes(), &Mapping::default());
        assert_eq!(kept.numbers(), NUMBERS, "{end:?}");
        assert_eq!(kept.lines(), [1, 3]);
        assert_eq!((analysis.total, analysis.blank, analysis.invalid), (4, 1, 1));
    }
}

#[test]
fn a_separator_line_is_not_a_row() {
    let file = b"sep=;\r\nname;phone\r\na;+8613812345678\r\n";
    let (preview, analysis, kept) = read_as_guessed(file, "list.csv");
    assert_eq!(preview.mapping.delimiter, Delimiter::Semicolon);
    assert_eq!(preview.columns[1].name, "phone");
    assert_eq!((analysis.total, kept.lines()), (1, vec![3]));
}

#[test]
fn the_lists_of_a_zip_are_read_in_order() {
    let file = zip(&[
        ("__MACOSX/._a.csv", b"\x00\x05\x16\x07"),
        (".DS_Store", b"\x00\x00\x00\x01"),
        ("readme.pdf", b"%PDF-1.7"),
        ("a.csv", b"phone,x\n+8613812345678,1\n"),
        ("empty.csv", b""),
        ("sub/b.csv", b"phone,x\n+8613912345678,2\n+8613812345678,3\n"),
        ("c.csv", b"+8613712345678,4\n"),
    ]);
    let (preview, analysis, kept) = read_as_guessed(&file, "lists.zip");
    assert_eq!(preview.members, ["a.csv", "empty.csv", "sub/b.csv", "c.csv"]);
    assert_eq!(kept.numbers(), [8_613_812_345_678, 8_613_912_345_678, 8_613_712_345_678]);
    assert_eq!(kept.lines(), [2, 4, 6]);
    assert_eq!((analysis.total, analysis.duplicates), (4, 1));
}

#[test]
fn the_content_decides_the_format_not_the_extension() {
    let (preview, _, kept) = read_as_guessed(TABLE.as_bytes(), "list.xlsx");
    assert_eq!((preview.format, kept.numbers()), (Format::Csv, NUMBERS.to_vec()));
    let (preview, _, kept) = read_as_guessed(&workbook(), "list.csv");
    assert_eq!((preview.format, kept.numbers()), (Format::Xlsx, NUMBERS.to_vec()));
}

fn workbook() -> Vec<u8> {
    let mut book = Workbook::new();
    book.add_worksheet().set_name("Notes").unwrap().write_string(0, 0, "about this list").unwrap();
    let sheet = book.add_worksheet().set_name("号码").unwrap();
    for (row, (name, number)) in
        [("姓名", "手机号"), ("张三", "+8613812345678"), ("李四", "+8613912345678"), ("王五", "nobody")]
            .into_iter()
            .enumerate()
    {
        sheet.write_string(u32::try_from(row).unwrap(), 0, name).unwrap();
        sheet.write_string(u32::try_from(row).unwrap(), 1, number).unwrap();
    }
    book.save_to_buffer().unwrap()
}

#[test]
fn workbooks_are_read_plain_and_packed() {
    let plain = workbook();
    for file in [plain.clone(), gzip(&plain), zip(&[("book.xlsx", &plain)])] {
        let (preview, analysis, kept) = read_as_guessed(&file, "book.xlsx");
        assert_eq!(preview.sheets, ["Notes", "号码"]);
        assert_eq!(preview.mapping.sheet.as_deref(), Some("号码"));
        assert_eq!((preview.mapping.column, preview.mapping.header), (1, true));
        assert_eq!(preview.rows[0], ["张三", "+8613812345678"]);
        assert_eq!((kept.numbers(), kept.lines()), (NUMBERS.to_vec(), vec![2, 3]));
        assert_eq!((analysis.total, analysis.invalid), (3, 1));
        assert_eq!(kept.rejected[0].2, "nobody");
        let mapping = Mapping { carried: vec![0], ..preview.mapping };
        assert_eq!(read_by(&file, &mapping).1.accepted[1].carried, ["李四"]);
    }
    let hints = Hints { sheet: Some("Notes".to_owned()), ..Hints::default() };
    let notes = preview(std::io::Cursor::new(&plain), "book.xlsx", &hints).unwrap();
    assert_eq!(notes.mapping.sheet.as_deref(), Some("Notes"));
}

#[test]
fn several_sheets_are_read_one_after_the_other() {
    let mut book = Workbook::new();
    for (name, first) in [("North", 0), ("Empty", 0), ("South", 5)] {
        let sheet = book.add_worksheet().set_name(name).unwrap();
        if name == "Empty" {
            continue;
        }
        sheet.write_string(0, 0, "Name").unwrap();
        sheet.write_string(0, 1, "Mobile").unwrap();
        for row in 0..4_u32 {
            sheet.write_string(row + 1, 0, format!("{name} {row}")).unwrap();
            sheet.write_string(row + 1, 1, format!("+44740012345{}", first + row)).unwrap();
        }
    }
    let file = book.save_to_buffer().unwrap();
    let found = look(&file, "book.xlsx");
    assert!(found.confidence.sure, "sheets with the same columns belong together: {:?}", found.confidence);
    assert_eq!(
        (found.mapping.sheet.as_deref(), found.mapping.more_sheets.as_slice()),
        (Some("North"), &["South".to_owned()][..])
    );
    let mapping = Mapping { carried: vec![0], ..found.mapping };
    let (analysis, kept) = read_by(&file, &mapping);
    assert_eq!((analysis.total, analysis.accepted), (8, 8));
    assert_eq!(kept.accepted[4].carried, ["South 0"]);
    // Rows are counted through all sheets, headers included.
    assert_eq!(kept.lines(), [2, 3, 4, 5, 7, 8, 9, 10]);
    let missing = Hints { more_sheets: vec!["West".to_owned()], ..Hints::default() };
    let refused = preview(std::io::Cursor::new(&file), "book.xlsx", &missing);
    assert!(matches!(refused, Err(IntakeError::NoSuchSheet { name }) if name == "West"));
}

#[test]
fn numbers_dates_and_formulas_of_a_workbook_are_read_exactly() {
    let mut book = Workbook::new();
    let date = CellFormat::new().set_num_format("yyyy-mm-dd");
    let sheet = book.add_worksheet();
    sheet.write_number(0, 0, 8_613_812_345_678.0).unwrap();
    sheet.write_number(1, 0, 8.613_912_345_678E12).unwrap();
    sheet.write_formula(2, 0, Formula::new("=A1+1").set_result("8613812345679")).unwrap();
    let day = ExcelDateTime::from_ymd(2025, 10, 13).unwrap();
    sheet.write_datetime_with_format(3, 0, &day, &date).unwrap();
    // A number that is formatted as a date.
    sheet.write_number_with_format(4, 0, 8_613_712_345_678.0, &date).unwrap();
    sheet.write_boolean(5, 0, true).unwrap();
    sheet.write_string(6, 0, "8.61361E+12").unwrap();
    sheet
        .write_formula(7, 0, Formula::new("=\"+86\"&\"13612345678\"").set_result("+86 136 1234 5678"))
        .unwrap();
    let file = book.save_to_buffer().unwrap();
    let mapping = Mapping { carried: vec![0], ..Mapping::default() };
    let (analysis, kept) = read_by(&file, &mapping);
    let numbers =
        [8_613_812_345_678, 8_613_912_345_678, 8_613_812_345_679, 8_613_712_345_678, 8_613_612_345_678];
    assert_eq!(kept.numbers(), numbers);
    assert_eq!(kept.accepted[1].carried, ["8613912345678"]);
    let rejected: Vec<_> = kept.rejected.iter().map(|row| (row.0, row.1.as_str(), row.2.as_str())).collect();
    assert_eq!(
        rejected,
        [(4, "not_a_number", "2025-10-13"), (6, "not_a_number", "TRUE"), (7, "rounded", "8.61361E+12")]
    );
    assert_eq!(analysis.repaired, 4);
}

#[test]
fn empty_rows_of_a_workbook_are_blank() {
    let mut book = Workbook::new();
    let gray = CellFormat::new().set_background_color("#CCCCCC");
    let sheet = book.add_worksheet();
    for row in 0..5_000 {
        sheet.write_blank(row, 0, &gray).unwrap();
    }
    sheet.write_string(5_000, 0, "phone").unwrap();
    sheet.write_string(30_000, 0, "+8613812345678").unwrap();
    sheet.write_string(30_000, 2, "note").unwrap();
    sheet.write_string(100_000, 2, "far away").unwrap();
    let file = book.save_to_buffer().unwrap();
    let (preview, analysis, kept) = read_as_guessed(&file, "book.xlsx");
    assert!(preview.mapping.header);
    assert_eq!(kept.lines(), [30_001]);
    assert_eq!(kept.rejected[0].2, "far away");
    assert_eq!((analysis.total, analysis.invalid), (100_000, 1));
}

#[test]
fn duplicate_headers_get_their_position() {
    let preview = look(b"phone,name,phone\n+8613812345678,a,+8613912345678\n", "a.csv");
    let names: Vec<&str> = preview.columns.iter().map(|column| column.name.as_str()).collect();
    assert_eq!(names, ["phone", "name", "phone (3)"]);
    let file = b"phone,name,phone\n+8613812345678,a,+8613912345678\n";
    let mapping = Mapping { header: true, carried: vec![0], ..commas(2) };
    let (_, kept) = read_by(file, &mapping);
    assert_eq!((kept.numbers(), &kept.accepted[0].carried[0][..]), (vec![NUMBERS[1]], "+8613812345678"));
}
