//! What the preview guesses, and that hints override it.

use std::io::Cursor;

use numsift_intake::{About, Delimiter, Format, Hints, Mapping, Preview, Reason, Why, preview};
use rust_xlsxwriter::{Workbook, Worksheet};

use crate::helpers::{look, read_as_guessed, read_by};

fn mapping(file: &str) -> Mapping {
    look(file.as_bytes(), "list").mapping
}

#[test]
fn the_delimiter_is_guessed() {
    let rows = [["name", "phone"], ["a", "+8613812345678"], ["b", "+8613912345678"]];
    for (delimiter, byte) in
        [(Delimiter::Comma, ","), (Delimiter::Semicolon, ";"), (Delimiter::Tab, "\t"), (Delimiter::Pipe, "|")]
    {
        let file: String = rows.iter().map(|row| row.join(byte) + "\n").collect();
        let mapping = mapping(&file);
        assert_eq!((mapping.delimiter, mapping.column, mapping.header), (delimiter, 1, true));
    }
    assert_eq!(mapping("+8613812345678\n+8613912345678\n").delimiter, Delimiter::None);
    assert_eq!(
        mapping("a,b;+8613812345678\na;+8613912345678\nx,y,z;+8613712345678\n").delimiter,
        Delimiter::Semicolon
    );
    assert_eq!(mapping("\"Doe, J\",+8613812345678\nMe,+8613912345678\n").delimiter, Delimiter::Comma);
}

#[test]
fn the_number_column_is_found_by_its_cells() {
    let file = "id,date,mobile,amount\n1001,2025-01-01,+8613812345678,5\n1002,2025-01-02,+8613912345678,7\n";
    assert_eq!(mapping(file).column, 2);
    let file = "1001;x;+8613812345678\n1002;;\n1003;y;+8613912345678\n";
    let found = mapping(file);
    assert_eq!((found.column, found.header), (2, false));
}

#[test]
fn the_header_decides_between_equal_columns() {
    for header in ["phone", "Mobile No.", "手机号", "电话", "Teléfono", "電話番号", "TEL"] {
        let file = format!("other,{header}\n+8613812345678,+8613912345678\n");
        let found = mapping(&file);
        assert_eq!((found.column, found.header), (1, true), "{header}");
    }
}

#[test]
fn the_header_is_detected() {
    assert!(!mapping("+8613812345678\n+8613912345678\n").header);
    assert!(!mapping("+86138\n+8613912345678\n").header);
    assert!(mapping("Contacts\n+8613912345678\n").header);
    assert!(mapping("phone\n").header);
    assert!(!mapping("+8613912345678\n").header);
}

#[test]
fn the_default_country_is_guessed_only_if_needed() {
    let chinese: String =
        (0..40).map(|place| format!("1{}{:08}\n", [38, 39, 50, 86][place % 4], place * 7_919)).collect();
    assert_eq!(mapping(&chinese).default_country.as_deref(), Some("CN"));
    assert_eq!(mapping("+8613812345678\n+8613912345678\n").default_country, None);
    assert_eq!(mapping("8613812345678\n8613912345678\n").default_country, None);
}

#[test]
fn ten_rows_are_shown() {
    let file: String = (0..50).map(|place| format!("+861381234{place:04},{place}\n\n")).collect();
    let preview = look(file.as_bytes(), "a.csv");
    assert_eq!((preview.rows.len(), preview.columns.len()), (10, 2));
    assert_eq!(preview.rows[9], ["+8613812340009", "9"]);
    assert!((preview.columns[0].valid - 1.0).abs() < f64::EPSILON);
}

#[test]
fn hints_override_the_guess() {
    let file = b"name,phone\na,+8613812345678\n";
    let hints = Hints {
        delimiter: Some(Delimiter::None),
        header: Some(false),
        default_country: Some("GB".to_owned()),
        ..Hints::default()
    };
    let preview = preview(Cursor::new(file), "a.csv", &hints).unwrap();
    assert_eq!(preview.format, Format::Txt);
    assert_eq!(preview.mapping.default_country.as_deref(), Some("GB"));
    assert_eq!(preview.rows[0], ["name,phone"]);
    let hints = Hints { column: Some(0), ..Hints::default() };
    let preview = numsift_intake::preview(Cursor::new(file), "a.csv", &hints).unwrap();
    assert_eq!(preview.mapping.column, 0);
}

#[test]
fn mappings_survive_json() {
    let mapping = mapping("name,phone\na,+8613812345678\n");
    let json = serde_json::to_value(&mapping).unwrap();
    assert_eq!(json["encoding"], "utf-8");
    assert_eq!(json["delimiter"], "comma");
    assert_eq!(serde_json::from_value::<Mapping>(json).unwrap(), mapping);
    assert_eq!(serde_json::from_str::<Mapping>("{}").unwrap(), Mapping::default());
}

#[test]
fn numbers_anywhere_in_a_text_have_empty_carried_cells() {
    let file = b"call 07400 123456 or 07400 123789\nnobody\n";
    let mapping = Mapping {
        delimiter: Delimiter::Anywhere,
        default_country: Some("GB".to_owned()),
        carried: vec![0, 3],
        ..Mapping::default()
    };
    let (analysis, kept) = read_by(file, &mapping);
    assert_eq!(kept.numbers(), [447_400_123_456, 447_400_123_789]);
    assert_eq!((kept.lines(), &kept.accepted[1].carried), (vec![1, 1], &vec![String::new(); 2]));
    assert_eq!((analysis.total, analysis.invalid), (3, 1));
}

#[test]
fn numbers_written_as_text_for_spreadsheets_are_read() {
    for file in [
        "name,phone,e164\r\nann,\"=\"\"07400123456\"\"\",\"=\"\"+447400123456\"\"\"\r\nben,\"=\"\"07400123789\"\"\",\"=\"\"+447400123789\"\"\"\r\n",
        "name,phone\nann,=\"+447400123456\"\nben,=\"+447400123789\"\n",
        "phone\n=\"+447400123456\"\n=\"+447400123789\"\n",
    ] {
        let (preview, _, kept) = read_as_guessed(file.as_bytes(), "results.csv");
        let numbers: Vec<u64> = kept.numbers();
        assert_eq!(numbers, [447_400_123_456, 447_400_123_789], "{file} {preview:?}");
    }
}

#[test]
fn values_of_other_names_are_no_numbers() {
    let file =
        b"uidNumber: 7400123001\nmobile: 07400 123456\n\nuidNumber: 7400123002\nmobile: 07400 123789\n";
    let (guessed, analysis, kept) = read_as_guessed(file, "people.ldif");
    assert_eq!(guessed.mapping.delimiter, Delimiter::Labelled);
    assert_eq!(kept.numbers(), [447_400_123_456, 447_400_123_789]);
    assert_eq!((kept.lines(), analysis.accepted), (vec![2, 5], 2));
    // Lines without a phone number are no rows.
    assert_eq!((analysis.total, analysis.blank, analysis.invalid), (3, 1, 0));
    assert!((guessed.columns[0].valid - 1.0).abs() < f64::EPSILON, "{:?}", guessed.columns);
    // A chosen way to read is kept.
    let hints = Hints { delimiter: Some(Delimiter::Anywhere), ..Hints::default() };
    let chosen = preview(Cursor::new(file), "people.ldif", &hints).unwrap();
    assert_eq!(chosen.mapping.delimiter, Delimiter::Anywhere);
    let (_, kept) = read_by(file, &chosen.mapping);
    assert_eq!(kept.numbers().len(), 4);
}

#[test]
fn numbers_without_a_name_are_rejected_rows_of_labelled_text() {
    let file = b"uid: 7400123001\nmobile: 07400 123456\nnobody\n0999 0000\nfax: 07400 123789\n7400123002\nT: 0740\n\xff: 5\n";
    let mapping = Mapping {
        delimiter: Delimiter::Labelled,
        default_country: Some("GB".to_owned()),
        carried: vec![0],
        ..Mapping::default()
    };
    let (analysis, kept) = read_by(file, &mapping);
    assert_eq!(kept.numbers(), [447_400_123_456]);
    let rejected: Vec<(u64, &str)> =
        kept.rejected.iter().map(|(line, _, raw)| (*line, raw.as_str())).collect();
    assert_eq!(rejected, [(4, "0999 0000"), (6, "7400123002"), (8, "\u{fffd}: 5")]);
    assert_eq!((analysis.total, analysis.blank, analysis.invalid), (4, 0, 3));
}

#[test]
fn few_landlines_among_mobile_numbers_are_rejected() {
    let list: String =
        (0..6).map(|place| format!("* Ann, the bar, 07400 12345{place} after 6 pm\n")).collect();
    let file = format!("Hi,\n\n{list}\nKind regards\nSchool office 020 7946 0018\n");
    let (preview, analysis, kept) = read_as_guessed(file.as_bytes(), "a.txt");
    assert_eq!(preview.mapping.delimiter, Delimiter::MobileOnly);
    assert!(preview.confidence.sure);
    let left_out = preview.confidence.reasons.iter().find(|because| because.code == Why::LandlinesLeftOut);
    assert_eq!(left_out.unwrap().value, "020 7946 0018");
    assert_eq!(preview.rows.len(), 6);
    assert_eq!(kept.numbers().len(), 6);
    let landlines: Vec<_> =
        kept.rejected.iter().filter(|(_, reason, _)| *reason == Reason::NotMobile).collect();
    assert_eq!(landlines, [&(11, Reason::NotMobile, "020 7946 0018".to_owned())]);
    assert_eq!(analysis.total, analysis.accepted + analysis.invalid + analysis.blank);
    // Of many landlines, three are named.
    let more: String =
        (0..12).map(|place| format!("* Ben, the tent, 07400 5432{place:02} after 6 pm\n")).collect();
    let many = format!("{file}{more}020 7946 0019, 020 7946 0020, 020 7946 0021\n");
    let preview = look(many.as_bytes(), "a.txt");
    let left_out = preview.confidence.reasons.iter().find(|because| because.code == Why::LandlinesLeftOut);
    assert_eq!(left_out.unwrap().value, "020 7946 0018, 020 7946 0019, 020 7946 0020, …");
    // The user may want all numbers.
    let hints = Hints { delimiter: Some(Delimiter::Anywhere), ..Hints::default() };
    let preview = numsift_intake::preview(Cursor::new(file), "a.txt", &hints).unwrap();
    assert_eq!((preview.mapping.delimiter, preview.rows.len()), (Delimiter::Anywhere, 7));
}

#[test]
fn mobile_numbers_without_a_name_are_read_with_those_that_have_one() {
    let lines: Vec<String> = (0..8)
        .map(|place| {
            if place % 2 == 0 {
                format!("Иван\nmobile 0885 70 15 {place}5")
            } else {
                format!("Мария\nтел. 0884 32 28 {place}7")
            }
        })
        .collect();
    let (preview, _, kept) = read_as_guessed(lines.join("\n").as_bytes(), "a.txt");
    assert_eq!((preview.mapping.delimiter, preview.rows.len()), (Delimiter::MobileOnly, 8));
    assert_eq!(kept.numbers().len(), 8);
}

/// A message with six numbers, from somebody with a number of their own.
fn message(closing: &str) -> String {
    let lines: String = (0..6).map(|place| format!("- guest {place}: 07400 12345{place}\n")).collect();
    format!("From: Eve <eve@example.org>\nSubject: guests\n\nDear all,\n\n{lines}\n{closing}\n")
}

fn reasons(preview: &Preview, code: Why) -> Vec<&str> {
    let reasons = preview.confidence.reasons.iter().filter(|because| because.code == code);
    reasons.map(|because| because.value.as_str()).collect()
}

#[test]
fn the_number_of_the_sender_is_left_out() {
    for closing in [
        "Best regards,\nEve Moss\nOffice\nm. 07400 999 888",
        "Viele Grüße\nEve Moss 07400 999 888",
        "Thanks!\nEve\n07400 999 888",
        "Any questions, just call me on 07400 999 888",
        "Eve Moss\nOffice\neve@example.org\n07400 999 888",
        "--\nEve Moss\n07400 999 888",
    ] {
        let file = message(closing);
        let (preview, analysis, kept) = read_as_guessed(file.as_bytes(), "a.txt");
        assert_eq!(preview.mapping.without, ["+447400999888"], "{closing}");
        assert_eq!(reasons(&preview, Why::SenderLeftOut), ["07400 999 888"]);
        assert_eq!((kept.numbers().len(), preview.rows.len()), (6, 6));
        assert!(
            kept.rejected.iter().any(|(_, reason, raw)| *reason == Reason::LeftOut && raw == "07400 999 888")
        );
        assert_eq!(analysis.total, analysis.accepted + analysis.invalid + analysis.blank);
        // The user may want all numbers.
        let hints = Hints { delimiter: Some(Delimiter::Anywhere), ..Hints::default() };
        let preview = numsift_intake::preview(Cursor::new(file), "a.txt", &hints).unwrap();
        assert_eq!((preview.mapping.without.len(), preview.rows.len()), (0, 7));
    }
}

#[test]
fn numbers_after_a_closing_are_kept_where_they_may_be_part_of_the_list() {
    for kept in [
        // In the list as well.
        message("Best regards,\nEve\n07400 123450"),
        // Too many.
        message("Regards,\n07400 999880, 07400 999881, 07400 999882"),
        // An addition.
        message("Regards,\nEve\nPS: and Ben, 07400 999 888"),
        // The middle of a conversation.
        message("Thanks!\n07400 999 888").replace("@example.org", ""),
        // Everybody names their own number.
        message("my number is 07400 999881\nmine is 07400 999882, call me\ncall me on 07400 999883"),
        // What one of the list says.
        message("Ben 07400 999 888, call me after six\nZoe 07400 999 777"),
        message("Ben: call me on 07400 999 888\nZoe 07400 999 777"),
        // A conversation.
        message("Eve: my number is 07400 999 888\nBen: 07400 999 777\nZoe: my number is 07400 999 666"),
        // A paragraph of the list.
        message("Ben\n07400 999 888"),
        // The surname of somebody.
        message("Greta Best 07400 999 888"),
    ] {
        let (preview, _, _) = read_as_guessed(kept.as_bytes(), "a.txt");
        assert_eq!(preview.mapping.without, [""; 0], "{kept}");
    }
}

#[test]
fn a_number_that_is_called_old_is_left_out_if_there_is_a_new_one() {
    let cases = [
        ("my old number was 07400 999888, the new one is 07400 999777", true),
        ("neue Nummer! 07400 999777 (die alte 07400 999888 bitte löschen)", true),
        ("旧号码 07400 999888 新号码 07400 999777", true),
        ("số cũ 07400 999888 bỏ rồi, số mới 07400 999777", true),
        ("Ben 07400 999777 (old number 07400 999888)", true),
        ("Ben 07400 999777 (not 07400 999888 any more)", true),
        ("07400 999888 is wrong, it is 07400 999777", true),
        ("please remove Ben 07400 999888", true),
        ("Ben 07400 999888 (wrong number)", true),
        ("Ben 07400 999888, remove him from the Monday group", false),
        ("Ben 07400 999888 (not working today)", false),
        ("Ben 07400 999888 - nicht mehr nach 18 Uhr", false),
        ("don't call before 9: Ben 07400 999888", false),
        ("Ben 07400 999888 - nicht mehr benutzen", true),
        ("Anna Alt 07400 999888, Ben Weiss 07400 999777", false),
        ("the old one, 07400 999888", false),
    ];
    for (line, left_out) in cases {
        let file = message(line);
        let (preview, _, kept) = read_as_guessed(file.as_bytes(), "a.txt");
        let expected: &[&str] = if left_out { &["+447400999888"] } else { &[] };
        assert_eq!(preview.mapping.without, expected, "{line}");
        assert_eq!(reasons(&preview, Why::OldLeftOut).len(), usize::from(left_out));
        assert_eq!(kept.numbers().contains(&447_400_999_888), !left_out);
    }
}

#[test]
fn titles_and_header_rows_are_skipped() {
    let file = b"Report 2024\n\nContact,,\nName,Mobile,City\nAnn,07400 123456,London\nBen,n/a,Leeds\n";
    let (preview, analysis, kept) = read_as_guessed(file, "a.csv");
    let found = &preview.mapping;
    assert_eq!((found.title_rows, found.header, found.column), (2, true, 1));
    assert_eq!(preview.columns[1].name, "Mobile");
    assert_eq!((preview.top.len(), preview.rows.len()), (3, 2));
    assert_eq!((kept.numbers(), kept.lines()), (vec![447_400_123_456], vec![5]));
    assert_eq!((analysis.total, analysis.blank, analysis.invalid), (3, 1, 1));
    // Any other row can be made the header.
    let hints = Hints { title_rows: Some(3), header: Some(true), ..Hints::default() };
    let preview = numsift_intake::preview(Cursor::new(file), "a.csv", &hints).unwrap();
    assert_eq!((preview.mapping.title_rows, &preview.columns[0].name[..]), (3, "Ann"));
}

#[test]
fn words_of_a_header_count_if_none_of_them_names_a_column() {
    let rows: String = (0..6)
        .map(|place| format!("Kowalski,665 899 3{place}9,602 016 1{place}6,2022-01-1{place}\n"))
        .collect();
    let preview = look(format!("Abonent,Stary numer,Nowy numer,Data zmiany\n{rows}").as_bytes(), "a.csv");
    assert_eq!((preview.mapping.column, preview.mapping.header, preview.confidence.sure), (2, true, true));
}

#[test]
fn latin_letters_speak_against_countries_with_another_script() {
    let names = [
        "Priya Singh",
        "Rahul Verma",
        "Neha Joshi",
        "Amit Gupta",
        "Sunil Yadav",
        "Pooja Mishra",
        "Vikas Patel",
    ];
    let rows: String = (0..7).map(|place| format!("{},0167{place}02786{place},ok\n", names[place])).collect();
    let preview = look(format!("Name,Mobile,Notes\n{rows}").as_bytes(), "a.csv");
    let options = &preview.confidence.questions[0].options;
    // Numbers of Bangladesh, which would be old ones of Korea.
    assert!(
        options.iter().take(2).any(|hints| hints.default_country.as_deref() == Some("BD")),
        "{options:?}"
    );
}

#[test]
fn mexican_numbers_of_messengers_are_read() {
    let numbers = ["+52 1 335 132 1461", "+5215558253680", "5214423959842", "33 1701 1705"];
    let file = format!(
        "Cliente,Celular\nAna,{}\nEva,{}\nLuz,{}\nJosé,{}\n",
        numbers[0], numbers[1], numbers[2], numbers[3]
    );
    let (preview, analysis, kept) = read_as_guessed(file.as_bytes(), "a.csv");
    assert_eq!(preview.mapping.default_country.as_deref(), Some("MX"));
    assert_eq!(kept.numbers(), [523_351_321_461, 525_558_253_680, 524_423_959_842, 523_317_011_705]);
    assert_eq!(analysis.invalid, 0);
    assert!((preview.columns[1].valid - 1.0).abs() < f64::EPSILON);
}

#[test]
fn a_country_column_gives_each_row_its_country() {
    let file = b"name,country,phone\nAnn,GB,07400 123456\nBen,Germany,0151 23456789\nCho,+33,06 12 34 56 78\nDan,FR,07400 123456\n";
    let (preview, _, kept) = read_as_guessed(file, "a.csv");
    assert_eq!((preview.mapping.column, preview.mapping.country_column), (2, Some(1)));
    assert_eq!(kept.numbers(), [447_400_123_456, 4_915_123_456_789, 33_612_345_678]);
    assert_eq!(kept.rejected[0].0, 5);
}

/// A workbook with these columns, each under its name.
fn workbook(sheets: &[(&str, &[(&str, &str)])], change: impl Fn(&str, &mut Worksheet)) -> Vec<u8> {
    let mut book = Workbook::new();
    for (name, columns) in sheets {
        let sheet = book.add_worksheet().set_name(*name).unwrap();
        for (column, (title, number)) in (0..).zip(*columns) {
            sheet.write_string(0, column, *title).unwrap();
            for row in 1..20_u32 {
                sheet.write_string(row, column, format!("{number}{row:02}")).unwrap();
            }
        }
        change(name, sheet);
    }
    book.save_to_buffer().unwrap()
}

#[test]
fn a_hidden_column_of_a_workbook_comes_last() {
    let columns = [("Mobile", "+4474001234"), ("Name", "Ann "), ("Tel", "+4420794600")];
    let shown = look(&workbook(&[("List", &columns)], |_, _| {}), "list.xlsx");
    assert_eq!(shown.mapping.column, 0);
    let hide = |columns: &'static [u16]| {
        move |_: &str, sheet: &mut Worksheet| {
            for column in columns {
                sheet.set_column_hidden(*column).unwrap();
            }
        }
    };
    let hidden = look(&workbook(&[("List", &columns)], hide(&[0])), "list.xlsx");
    assert_eq!(hidden.mapping.column, 2);
    // If nothing else has numbers, the hidden column is taken.
    let both = look(&workbook(&[("List", &columns)], hide(&[0, 2])), "list.xlsx");
    assert_eq!(both.mapping.column, 0);
    let hints = Hints { column: Some(0), ..Hints::default() };
    let file = workbook(&[("List", &columns)], hide(&[0]));
    assert_eq!(preview(Cursor::new(file), "list.xlsx", &hints).unwrap().mapping.column, 0);
}

#[test]
fn a_hidden_sheet_of_a_workbook_comes_last() {
    let columns: &[_] = &[("Mobile", "+4474001234")];
    let sheets = [("Old & new", columns), ("List", columns)];
    let hide = |name: &str, sheet: &mut Worksheet| {
        if name == "List" {
            sheet.set_active(true);
        } else {
            sheet.set_hidden(true);
        }
    };
    let found = look(&workbook(&sheets, hide), "list.xlsx");
    assert_eq!((found.mapping.sheet.as_deref(), found.confidence.sure), (Some("List"), true));
    // The name of a sheet may need escapes.
    let hide = |_: &str, sheet: &mut Worksheet| {
        sheet.set_column_hidden(0).unwrap();
    };
    let columns: &[_] = &[("Mobile", "+4474001234"), ("Tel", "+4474001235")];
    let found = look(&workbook(&[("Old & new", columns)], hide), "list.xlsx");
    assert_eq!(found.mapping.column, 1);
}

#[test]
fn tables_side_by_side_are_read_together() {
    let rows: String =
        (0..6).map(|place| format!("Ann,+44 7400 12345{place},,Ben,+44 7400 54321{place}\n")).collect();
    let (preview, _, kept) = read_as_guessed(format!("Name,Mobile,,Name,Mobile\n{rows}").as_bytes(), "a.csv");
    assert_eq!((preview.mapping.column, &preview.mapping.more_columns[..]), (1, &[4][..]));
    assert_eq!((preview.confidence.sure, kept.numbers().len()), (true, 12));
}

#[test]
fn records_may_stand_in_columns() {
    let file =
        b"Name;Anna Beck;Jan Koch;Uta Wolf;Tim Roth\nTelefon (privat);030 1234567;030 2345678;;089 3456789\n\
                 Handy;0151 23456789;0170 1234567;0176 12345678;0160 1234567\nOrt;Bonn;Kiel;Ulm;Jena\n";
    let (preview, analysis, kept) = read_as_guessed(file, "a.csv");
    assert_eq!(kept.numbers(), [4_915_123_456_789, 491_701_234_567, 4_917_612_345_678, 491_601_234_567]);
    assert_eq!((preview.mapping.column, &preview.mapping.more_columns[..]), (1, &[2, 3, 4][..]));
    assert_eq!((preview.mapping.title_rows, preview.confidence.sure, analysis.accepted), (2, true, 4));
}

#[test]
fn columns_with_types_of_numbers_are_asked_about_if_mobile_numbers_are_in_several() {
    let rows: String = (0..4)
        .map(|place| {
            format!(
                "Ann,Mobile,07400 12345{place},,\nBen,Work,020 7946 001{place},Mobile,07400 54321{place}\n"
            )
        })
        .collect();
    let file = format!("Name,Phone 1 - Label,Phone 1 - Value,Phone 2 - Label,Phone 2 - Value\n{rows}");
    let preview = look(file.as_bytes(), "contacts.csv");
    assert_eq!((preview.mapping.column, &preview.mapping.more_columns[..]), (2, &[4][..]));
    let question = preview.confidence.questions.iter().find(|question| question.about == About::Column);
    let offered: Vec<&[usize]> =
        question.unwrap().options.iter().map(|hints| &hints.more_columns[..]).collect();
    assert_eq!(offered, [&[4][..], &[]]);
}
