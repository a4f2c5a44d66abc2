//! The lists of the corpus, by class.

use super::countries::{COUNTRIES, Country, Dice, Made, Style, country};
use super::files::{cells, encodings, workbooks};
use super::records::records;

/// A list, and the numbers that were put in.
pub struct List {
    pub class: String,
    pub file_name: String,
    pub file: Vec<u8>,
    pub numbers: Vec<u64>,
    /// The column of the numbers, for tables.
    pub column: Option<usize>,
}

pub fn list(
    class: &str,
    file_name: &str,
    file: impl Into<Vec<u8>>,
    made: &[Made],
    column: Option<usize>,
) -> List {
    let mut numbers: Vec<u64> = made.iter().map(Made::e164).collect();
    numbers.sort_unstable();
    numbers.dedup();
    List { class: class.to_owned(), file_name: file_name.to_owned(), file: file.into(), numbers, column }
}

const STYLES: [Style; 5] = [Style::Plain, Style::Spaces, Style::Dashes, Style::Plain, Style::Dots];

fn quoted(cell: &str, delimiter: &str) -> String {
    if cell.contains(delimiter) || cell.contains('"') {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell.to_owned()
    }
}

pub fn csv(rows: &[Vec<String>], delimiter: &str) -> String {
    let line = |row: &Vec<String>| {
        row.iter().map(|cell| quoted(cell, delimiter)).collect::<Vec<_>>().join(delimiter) + "\n"
    };
    rows.iter().map(line).collect()
}

pub fn row(cells: &[&str]) -> Vec<String> {
    cells.iter().map(|cell| (*cell).to_owned()).collect()
}

fn date(dice: &mut Dice) -> String {
    let (year, month, day) = (2015 + dice.below(10), 1 + dice.below(12), 1 + dice.below(28));
    match dice.below(3) {
        0 => format!("{year}-{month:02}-{day:02}"),
        1 => format!("{day:02}.{month:02}.{year}"),
        _ => format!("{day:02}/{month:02}/{year}"),
    }
}

fn barcode(dice: &mut Dice) -> String {
    let digits = dice.digits("400xxxxxxxxx");
    let sum: u32 =
        digits.chars().enumerate().map(|(place, c)| c.to_digit(10).unwrap() * [1, 3][place % 2]).sum();
    format!("{digits}{}", (10 - sum % 10) % 10)
}

/// A column that is not the numbers.
fn decoy(kind: usize, place: usize, country: &Country, dice: &mut Dice) -> String {
    match kind {
        0 => format!("{}", 10_000_000 + place * 7 + dice.below(7)),
        1 => date(dice),
        2 => format!("{}", 1_500_000_000 + dice.below(230_000_000)),
        3 => barcode(dice),
        4 => format!(
            "{}{}",
            if country.code == "GB" { "GB" } else { "DE" },
            dice.digits("xxxxxxxxxxxxxxxxxxxx")
        ),
        5 => dice.digits("nxxxx"),
        6 => format!("{}.{:02}", 5 + dice.below(900), dice.below(100)),
        7 => format!("2024{:06}", 1000 + place * 3),
        8 => dice.digits("nxxxxxxxxx"),
        _ => dice.digits("nxxxxxxx"),
    }
}

const DECOY_NAMES: [&str; 10] =
    ["id", "date", "timestamp", "ean", "iban", "zip", "amount", "order no", "account", "ref"];

/// A table with a header, other columns and decoys.
pub fn table(
    country: &'static Country,
    dice: &mut Dice,
    name: &str,
    style: Style,
    count: usize,
) -> (Vec<Vec<String>>, Vec<Made>, usize) {
    let made = country.mobiles(count, dice);
    let kinds = [dice.below(10), dice.below(10)];
    let mut header = vec![
        country.name.to_owned(),
        country.city.to_owned(),
        DECOY_NAMES[kinds[0]].to_owned(),
        DECOY_NAMES[kinds[1]].to_owned(),
    ];
    let column = dice.below(header.len() + 1);
    header.insert(column, name.to_owned());
    let mut rows = vec![header];
    for (place, number) in made.iter().enumerate() {
        let mut cells = vec![
            (*dice.pick(country.people)).to_owned(),
            (*dice.pick(country.cities)).to_owned(),
            decoy(kinds[0], place, country, dice),
            decoy(kinds[1], place, country, dice),
        ];
        cells.insert(column, number.write(style));
        rows.push(cells);
    }
    (rows, made, column)
}

/// Numbers in lines, without and with a header.
fn lines(seed: u64, lists: &mut Vec<List>) {
    let mut dice = Dice(seed);
    for country in COUNTRIES {
        let count = 8 + dice.below(40);
        let made = country.mobiles(count, &mut dice);
        let style = *dice.pick(&STYLES);
        let name = *dice.pick(country.mobile_names);
        let body: String = made.iter().map(|number| number.write(style) + "\n").collect();
        lists.push(list(
            &format!("header and lines {} {style:?}", country.code),
            "numbers.txt",
            format!("{name}\n{body}"),
            &made,
            Some(0),
        ));
    }
    for code in ["CN", "GB", "US", "IN", "JP", "KR", "RU", "BR", "AU", "TR", "SA", "ID"] {
        let made = country(code).mobiles(25, &mut dice);
        let body: String = made.iter().map(|number| number.write(Style::Plain) + "\r\n").collect();
        lists.push(list(&format!("bare lines {code}"), "list.txt", body, &made, Some(0)));
    }
    let styles = [Style::Plus, Style::PlusSpaces, Style::DoubleZero, Style::NoPlus];
    for (place, style) in styles.into_iter().enumerate() {
        let made: Vec<Made> = (0..30)
            .map(|_| dice.pick(COUNTRIES).make_mobile(&mut Dice(seed + place as u64 + dice.0)))
            .collect();
        let body: String = made.iter().map(|number| number.write(style) + "\n").collect();
        lists.push(list(&format!("many countries {style:?}"), "export.csv", body, &made, Some(0)));
    }
    for code in ["GB", "CN", "FR", "DE"] {
        let made = country(code).mobiles(30, &mut dice);
        let body: String = made.iter().map(|number| number.write(Style::NoPlus) + "\n").collect();
        lists.push(list(&format!("calling code without plus {code}"), "export.csv", body, &made, Some(0)));
        let mixed = [Style::Plain, Style::Plus, Style::PlusSpaces, Style::Plain, Style::DoubleZero];
        let body: String =
            made.iter().enumerate().map(|(place, number)| number.write(mixed[place % 5]) + "\n").collect();
        lists.push(list(&format!("national and international {code}"), "export.txt", body, &made, Some(0)));
    }
}

/// Tables with decoys, in all delimiters.
fn tables(seed: u64, lists: &mut Vec<List>) {
    let mut dice = Dice(seed);
    for (place, country) in COUNTRIES.iter().enumerate() {
        let style = *dice.pick(&STYLES);
        let name = if dice.one_in(3) { country.phone_name } else { dice.pick(country.mobile_names) };
        let (rows, made, column) = table(country, &mut dice, name, style, 12 + place);
        let delimiter = [",", ";", "\t", "|"][place % 4];
        lists.push(list(
            &format!("table {} {style:?} {delimiter:?}", country.code),
            "kontakte.csv",
            csv(&rows, delimiter),
            &made,
            Some(column),
        ));
    }
    for country in COUNTRIES.iter().step_by(2) {
        let (rows, made, column) = table(country, &mut dice, "x", Style::Plain, 20);
        lists.push(list(
            &format!("table without header {}", country.code),
            "data.csv",
            csv(&rows[1..], ","),
            &made,
            Some(column),
        ));
    }
    for country in COUNTRIES.iter().skip(1).step_by(3) {
        let (mut rows, made, column) = table(country, &mut dice, country.mobile_names[0], Style::Spaces, 15);
        for row in &mut rows[1..] {
            row[usize::from(column == 0)].push_str(", Jr.");
        }
        lists.push(list(
            &format!("quoted names {}", country.code),
            "crm.csv",
            csv(&rows, ","),
            &made,
            Some(column),
        ));
    }
}

/// Titles, notes, totals, several header rows.
fn layouts(seed: u64, lists: &mut Vec<List>) {
    let mut dice = Dice(seed);
    for (place, country) in COUNTRIES.iter().enumerate() {
        let (mut rows, made, column) = table(country, &mut dice, country.mobile_names[0], Style::Plain, 14);
        let width = rows[0].len();
        let wide = |first: &str| {
            let mut cells = vec![String::new(); width];
            first.clone_into(&mut cells[0]);
            cells
        };
        let class = match place % 4 {
            0 => {
                rows.insert(0, wide("Customer export 2024"));
                rows.insert(1, wide(""));
                "title row"
            }
            1 => {
                rows.insert(0, wide("Report"));
                rows.insert(1, wide("Created 2024-05-01 by admin"));
                rows.insert(2, wide("Confidential"));
                rows.push(wide(&format!("Total: {}", made.len())));
                "titles and total"
            }
            2 => {
                let mut group = vec![String::new(); width];
                "Contact".clone_into(&mut group[0]);
                "Details".clone_into(&mut group[width - 1]);
                rows.insert(0, group);
                "two header rows"
            }
            _ => {
                rows.insert(6, vec![String::new(); width]);
                rows.push(vec![String::new(); width]);
                rows.push(wide("Source: CRM. Do not share."));
                "empty rows and note"
            }
        };
        lists.push(list(
            &format!("{class} {}", country.code),
            "report.csv",
            csv(&rows, if place % 2 == 0 { "," } else { ";" }),
            &made,
            Some(column),
        ));
    }
}

/// Mobile, landline, fax, old and second numbers side by side.
fn several_columns(seed: u64, lists: &mut Vec<List>) {
    let mut dice = Dice(seed);
    for (place, country) in COUNTRIES.iter().enumerate() {
        let made = country.mobiles(16, &mut dice);
        let (first, second) = match place % 4 {
            0 => (country.fixed_name, "Fax"),
            1 => (country.old_name, "Fax"),
            2 => (country.phone_name, country.fixed_name),
            _ => ("id", country.fixed_name),
        };
        let mut rows = vec![row(&[first, country.name, country.mobile_names[0], second])];
        for (line, number) in made.iter().enumerate() {
            let other = match place % 4 {
                1 => country.make_mobile(&mut dice).write(Style::Plain),
                3 => format!("{}", 100_100 + line),
                _ => country.make_fixed(&mut dice).write(Style::Plain),
            };
            let fixed = country.make_fixed(&mut dice).write(Style::Plain);
            rows.push(vec![
                other,
                (*dice.pick(country.people)).to_owned(),
                number.write(Style::Plain),
                fixed,
            ]);
        }
        lists.push(list(
            &format!("{first} beside mobile {}", country.code),
            "contacts.csv",
            csv(&rows, ","),
            &made,
            Some(2),
        ));
    }
    for code in ["DE", "GB", "FR", "CN"] {
        let country = country(code);
        let made = country.mobiles(16, &mut dice);
        let rows: Vec<Vec<String>> = made
            .iter()
            .map(|number| {
                vec![
                    country.make_fixed(&mut dice).write(Style::Plain),
                    (*dice.pick(country.people)).to_owned(),
                    number.write(Style::Plain),
                ]
            })
            .collect();
        lists.push(list(
            &format!("landline and mobile without header {code}"),
            "a.csv",
            csv(&rows, ";"),
            &made,
            Some(2),
        ));
    }
}

/// Numbers whose country only other columns tell.
fn other_evidence(seed: u64, lists: &mut Vec<List>) {
    let mut dice = Dice(seed);
    for (place, country) in COUNTRIES.iter().enumerate() {
        let made = country.mobiles(14, &mut dice);
        let mut rows = vec![row(&[country.id, country.date, "E-Mail", "Total", country.phone_name])];
        for (line, number) in made.iter().enumerate() {
            let mail = format!("user{line}@example.{}", country.domain);
            let amount = format!("{}.50 {}", 10 + dice.below(500), country.currency);
            let id = dice.digits("nxxxxxxxx");
            rows.push(vec![id, date(&mut dice), mail, amount, number.write(Style::Plain)]);
        }
        let from = place % 2;
        lists.push(list(
            &format!("mail and currency {} {from}", country.code),
            "orders.csv",
            csv(&rows[from..], ","),
            &made,
            Some(4),
        ));
    }
}

/// A country or a calling code per row.
fn country_columns(seed: u64, lists: &mut Vec<List>) {
    let mut dice = Dice(seed);
    for kind in 0..6 {
        let some: Vec<&'static Country> = (0..4).map(|_| dice.pick(COUNTRIES)).collect();
        let made: Vec<Made> = (0..30).map(|place| some[place % 4].make_mobile(&mut dice)).collect();
        let name = ["Country", "Country code", "country", "Land", "Calling code", "ISO"][kind];
        let cell = |number: &Made| match kind {
            0 => number.country.native_name.to_owned(),
            1 => format!("+{}", number.country.calling_code),
            4 => number.country.calling_code.to_owned(),
            _ => number.country.code.to_owned(),
        };
        let mut rows = vec![row(&["Name", name, "Mobile"])];
        rows.extend(made.iter().map(|number| {
            vec![(*dice.pick(number.country.people)).to_owned(), cell(number), number.write(Style::Plain)]
        }));
        lists.push(list(
            &format!("country column {name} {kind}"),
            "world.csv",
            csv(&rows, ","),
            &made,
            Some(2),
        ));
    }
}

/// Text that people paste.
fn pasted(seed: u64, lists: &mut Vec<List>) {
    let mut dice = Dice(seed);
    for code in ["GB", "CN", "DE", "US", "FR", "JP"] {
        let country = country(code);
        for (place, mark) in
            [", ", ";", " ", "，", "、", "；", "\t", " / ", " | ", "\n\n"].into_iter().enumerate()
        {
            let count = 3 + dice.below(9);
            let made = country.mobiles(count, &mut dice);
            let style = if place % 3 == 1 { Style::Plus } else { Style::Plain };
            let text = made.iter().map(|number| number.write(style)).collect::<Vec<_>>().join(mark);
            lists.push(list(
                &format!("pasted with {mark:?} {code} {style:?}"),
                "pasted.txt",
                text,
                &made,
                None,
            ));
        }
        let made = country.mobiles(6, &mut dice);
        let numbers: Vec<String> = made.iter().map(|number| number.write(Style::PlusSpaces)).collect();
        let plain: Vec<String> = made.iter().map(|number| number.write(Style::Plain)).collect();
        let texts = [
            ("spaced international numbers", numbers.join(" ")),
            ("bullets", plain.iter().map(|number| format!("• {number}\n")).collect()),
            (
                "numbering",
                plain
                    .iter()
                    .enumerate()
                    .map(|(place, number)| format!("{}. {number}\n", place + 1))
                    .collect(),
            ),
            ("list of a program", format!("['{}']", numbers.join("', '"))),
            ("json", format!("[\"{}\"]", plain.join("\", \""))),
            (
                "names",
                plain.iter().map(|number| format!("{}: {number}\n", dice.pick(country.people))).collect(),
            ),
            (
                "sentences",
                plain.iter().map(|number| format!("Please call {number} tomorrow, thanks\n")).collect(),
            ),
            (
                "chat",
                numbers
                    .iter()
                    .enumerate()
                    .map(|(place, number)| {
                        format!("[12/0{}/2024, 10:1{place}] Anna: my number is {number}\n", place + 1)
                    })
                    .collect(),
            ),
            (
                "senders",
                numbers
                    .iter()
                    .enumerate()
                    .map(|(place, number)| {
                        format!("12/0{}/24, 18:0{place} - {number}: hello there\n", place + 1)
                    })
                    .collect(),
            ),
        ];
        for (class, text) in texts {
            lists.push(list(&format!("pasted {class} {code}"), "pasted.txt", text, &made, None));
        }
    }
}

/// All lists of a seed.
pub fn all(seed: u64) -> Vec<List> {
    let mut lists = Vec::new();
    for (place, add) in [
        lines,
        tables,
        layouts,
        several_columns,
        other_evidence,
        country_columns,
        pasted,
        encodings,
        cells,
        workbooks,
        records,
    ]
    .into_iter()
    .enumerate()
    {
        add(seed * 1_000 + place as u64, &mut lists);
    }
    lists
}
