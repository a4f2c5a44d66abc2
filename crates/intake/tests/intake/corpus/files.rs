//! What programs and people do to files and to single cells: encodings, workbooks, odd characters.

use rust_xlsxwriter::{ExcelDateTime, Format, Workbook};

use super::countries::{COUNTRIES, Dice, Style, country};
use super::lists::{List, csv, list, row, table};
use crate::helpers::{encoded, utf16};

/// Legacy encodings.
pub fn encodings(seed: u64, lists: &mut Vec<List>) {
    let mut dice = Dice(seed);
    let cases: [(&str, &'static encoding_rs::Encoding); 8] = [
        ("RU", encoding_rs::WINDOWS_1251),
        ("JP", encoding_rs::SHIFT_JIS),
        ("TW", encoding_rs::BIG5),
        ("KR", encoding_rs::EUC_KR),
        ("CN", encoding_rs::GBK),
        ("TR", encoding_rs::WINDOWS_1254),
        ("DE", encoding_rs::WINDOWS_1252),
        ("PL", encoding_rs::WINDOWS_1250),
    ];
    for (code, encoding) in cases {
        for named in [true, false] {
            let (rows, made, column) =
                table(country(code), &mut dice, country(code).mobile_names[0], Style::Plain, 18);
            let text = csv(if named { &rows } else { &rows[1..] }, ",");
            lists.push(list(
                &format!("{} {code} header {named}", encoding.name()),
                "export.csv",
                encoded(&text, encoding),
                &made,
                Some(column),
            ));
        }
    }
    for (code, big) in [("CN", false), ("RU", true), ("FR", false)] {
        let (rows, made, column) =
            table(country(code), &mut dice, country(code).mobile_names[0], Style::Plain, 18);
        lists.push(list(
            &format!("utf-16 {code}"),
            "export.csv",
            utf16(&csv(&rows, "\t"), big, !big),
            &made,
            Some(column),
        ));
    }
}

/// What spreadsheet programs and people do to single cells.
pub fn cells(seed: u64, lists: &mut Vec<List>) {
    let mut dice = Dice(seed);
    let full_width = |text: &str| {
        text.chars()
            .map(|c| c.to_digit(10).map_or(c, |digit| char::from_u32(0xFF10 + digit).unwrap()))
            .collect::<String>()
    };
    let arabic = |text: &str, zero: u32| {
        text.chars()
            .map(|c| c.to_digit(10).map_or(c, |digit| char::from_u32(zero + digit).unwrap()))
            .collect::<String>()
    };
    for (class, code) in [
        ("without zero", "GB"),
        ("without zero", "FR"),
        ("without zero", "JP"),
        ("without zero", "AU"),
        ("without zero", "DE"),
        ("float", "GB"),
        ("float", "CN"),
        ("apostrophe", "TR"),
        ("formula", "NL"),
        ("extension", "US"),
        ("narrow spaces", "FR"),
        ("invisible", "GB"),
        ("full width", "JP"),
        ("full width", "CN"),
        ("arabic digits", "SA"),
        ("two in a cell", "DE"),
        ("two in a cell", "ES"),
        ("missing", "IT"),
        ("scientific", "CN"),
        ("brackets", "BR"),
        ("brackets", "US"),
        ("labels", "PL"),
        ("zero in brackets", "GB"),
    ] {
        let country = country(code);
        let made = country.mobiles(16, &mut dice);
        let mut rows = vec![row(&[country.name, country.mobile_names[0], country.city])];
        let mut all = Vec::new();
        for (place, number) in made.into_iter().enumerate() {
            let plain = number.write(Style::Plain);
            let cell = match class {
                "without zero" => number.write(Style::WithoutZero),
                "float" => number.write(Style::NoPlus) + ".0",
                "apostrophe" => format!("'{plain}"),
                "formula" => format!("=\"{plain}\""),
                "extension" => format!("{} ext. {}", number.write(Style::Dashes), 10 + place),
                "narrow spaces" => number.write(Style::Spaces).replace(' ', "\u{202f}"),
                "invisible" => {
                    format!("\u{202a}{}\u{202c}", number.write(Style::PlusSpaces).replace(' ', "\u{a0}"))
                }
                "full width" => full_width(&plain),
                "arabic digits" => arabic(&plain, 0x660),
                "two in a cell" => {
                    let second = country.make_mobile(&mut dice);
                    let cell = format!("{plain} / {}", second.write(Style::Plain));
                    all.push(second);
                    cell
                }
                "missing" if place % 4 == 1 => {
                    rows.push(row(&[country.people[0], ["n/a", "", "-", "?"][place / 4], country.cities[0]]));
                    plain
                }
                "scientific" => {
                    let digits = number.write(Style::NoPlus);
                    format!("{}.{}E+{}", &digits[..1], &digits[1..], digits.len() - 1)
                }
                "brackets" => format!(
                    "({}) {}",
                    &number.national[..if code == "US" { 3 } else { 2 }],
                    &number.national[if code == "US" { 3 } else { 2 }..]
                ),
                "labels" => format!("tel: {}", number.write(Style::Spaces)),
                "zero in brackets" => number.write(Style::PlusSpaces).replacen("+44 ", "+44 (0)", 1),
                _ => plain,
            };
            all.push(number);
            rows.push(vec![
                (*dice.pick(country.people)).to_owned(),
                cell,
                (*dice.pick(country.cities)).to_owned(),
            ]);
        }
        lists.push(list(&format!("{class} {code}"), "list.csv", csv(&rows, ";"), &all, Some(1)));
    }
}

/// Workbooks.
pub fn workbooks(seed: u64, lists: &mut Vec<List>) {
    let mut dice = Dice(seed);
    for (place, country) in COUNTRIES.iter().enumerate() {
        let style = if place % 3 == 0 { Style::WithoutZero } else { Style::Plain };
        let (rows, made, column) = table(country, &mut dice, country.mobile_names[0], style, 15);
        let mut book = Workbook::new();
        if place % 3 == 1 {
            book.add_worksheet().set_name("Info").unwrap().write_string(0, 0, "Exported contacts").unwrap();
        }
        let sheet = book.add_worksheet();
        let titles = if place % 2 == 0 { 3 } else { 0 };
        if titles > 0 {
            sheet.write_string(0, 0, "Monthly report").unwrap();
            sheet.write_string(1, 0, "Region: all").unwrap();
        }
        let day = Format::new().set_num_format("yyyy-mm-dd");
        for (line, cells) in rows.iter().enumerate() {
            let line = u32::try_from(line).unwrap() + titles;
            for (place, cell) in (0_u16..).zip(cells) {
                let numeric = usize::from(place) == column && style == Style::WithoutZero && line > titles;
                if numeric {
                    sheet.write_number(line, place, cell.parse::<f64>().unwrap()).unwrap();
                } else {
                    sheet.write_string(line, place, cell).unwrap();
                }
            }
            let width = u16::try_from(cells.len()).unwrap();
            if line > titles {
                let date = ExcelDateTime::from_ymd(2024, 1 + u8::try_from(line % 12).unwrap(), 5).unwrap();
                sheet.write_datetime_with_format(line, width, &date, &day).unwrap();
            } else {
                sheet.write_string(line, width, "Since").unwrap();
            }
        }
        lists.push(list(
            &format!("workbook {} {style:?} {titles}", country.code),
            "book.xlsx",
            book.save_to_buffer().unwrap(),
            &made,
            Some(column),
        ));
    }
}
