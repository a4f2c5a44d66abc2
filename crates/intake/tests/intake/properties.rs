//! Properties that hold for any file.

use std::collections::HashSet;
use std::io::Cursor;

use numplan::{Options, Region, check_with};
use numsift_intake::{Chain, Delimiter, Encoding, Fate, Hints, Limits, Mapping, NumberSet, preview};
use proptest::prelude::*;

use crate::helpers::{gzip, read_with, utf16, zip};

/// A line: a number that repeats often, or something else.
fn line() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => (0_u32..30).prop_map(|place| format!("+861381234{place:04}")),
        2 => (0_u32..30).prop_map(|place| format!("0086 138-1234-{place:04}")),
        1 => (0_u32..30).prop_map(|place| format!("1381234{place:04}")),
        1 => (0_u32..30).prop_map(|place| format!("861381234{place:04}.0")),
        1 => Just(String::new()),
        1 => Just("  ".to_owned()),
        1 => "[0-9+ a-c码]{1,14}",
    ]
}

/// The results of a simple loop over the lines.
#[derive(Debug, Default, PartialEq, Eq)]
struct Plain {
    blank: u64,
    duplicates: u64,
    suppressed: u64,
    invalid: u64,
    numbers: Vec<u64>,
    lines: Vec<u64>,
}

fn plain(lines: &[String], known: &HashSet<u64>, country: Option<&str>) -> Plain {
    let options = Options { default_region: country.and_then(Region::from_code), repair: true };
    let mut found = Plain::default();
    let mut seen = HashSet::new();
    for (place, line) in lines.iter().enumerate() {
        if line.trim().is_empty() {
            found.blank += 1;
            continue;
        }
        let verdict = check_with(line.trim_end_matches(".0").as_bytes(), options);
        if !verdict.is_valid() {
            found.invalid += 1;
            continue;
        }
        let number: u64 = verdict.e164().as_str()[1..].parse().unwrap();
        if known.contains(&number) {
            found.suppressed += 1;
        } else if seen.insert(number) {
            found.numbers.push(number);
            found.lines.push(place as u64 + 1);
        } else {
            found.duplicates += 1;
        }
    }
    found
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn results_agree_with_a_simple_loop(
        lines in prop::collection::vec(line(), 0..200),
        known in prop::collection::hash_set(8_613_812_340_000_u64..8_613_812_340_030, 0..8),
        country in prop::option::of(Just("CN")),
        returns in any::<bool>(),
        form in 0..6,
    ) {
        let end = if returns { "\r\n" } else { "\n" };
        let text: String = lines.iter().map(|line| format!("{line}{end}")).collect();
        prop_assume!(!text.is_empty());
        let mut mapping = Mapping { default_country: country.map(str::to_owned), ..Mapping::default() };
        let file = match form {
            0 => gzip(text.as_bytes()),
            1 => zip(&[("list.txt", text.as_bytes())]),
            2 => utf16(&text, true, true),
            3 => {
                // As the second of three columns, quoted.
                mapping.delimiter = Delimiter::Comma;
                mapping.column = 1;
                let row = |line: &String| {
                    if line.trim().is_empty() { format!(",\"{line}\",{end}") } else { format!("a,\"{line}\",c{end}") }
                };
                lines.iter().map(row).collect::<String>().into_bytes()
            }
            4 => {
                mapping.delimiter = Delimiter::Tab;
                mapping.carried = vec![0];
                lines.iter().map(|line| format!("{line}\t{end}")).collect::<String>().into_bytes()
            }
            _ => text.clone().into_bytes(),
        };
        let set: NumberSet = known.iter().copied().collect();
        let (analysis, kept) =
            read_with(Cursor::new(file), &mapping, &Limits::default(), &Chain(vec![&set])).unwrap();
        let found = Plain {
            blank: analysis.blank,
            duplicates: analysis.duplicates,
            suppressed: analysis.suppressed,
            invalid: analysis.invalid,
            numbers: kept.numbers(),
            lines: kept.lines(),
        };
        prop_assert_eq!(found, plain(&lines, &known, country));
        for (line, number, written) in kept
            .accepted
            .iter()
            .map(|row| (row.line, row.number, &row.written))
            .chain(kept.aside.iter().map(|row| (row.line, row.number, &row.written)))
        {
            let sent = lines[usize::try_from(line).unwrap() - 1].trim();
            let shown = if written.is_empty() { format!("+{number}") } else { written.clone() };
            prop_assert_eq!(shown.trim(), sent);
        }
        for row in &kept.aside {
            if let Fate::Duplicate(first) = row.fate {
                prop_assert_eq!(kept.accepted[first as usize].number, row.number);
                prop_assert!(kept.accepted[first as usize].line < row.line);
            }
        }
        if form == 4 {
            for row in &kept.accepted {
                prop_assert_eq!(&row.carried[0], &lines[usize::try_from(row.line).unwrap() - 1]);
            }
        }
    }

    #[test]
    fn any_bytes_are_read_or_refused_without_panic(
        bytes in prop::collection::vec(any::<u8>(), 0..600),
        text in "[0-9+,;\"\n\r\t|a码. E-]{0,200}",
        packing in 0..4,
        flips in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..4),
        delimiter in prop::sample::select(vec![Delimiter::None, Delimiter::Comma, Delimiter::Pipe]),
        encoding in prop::sample::select(vec![
            Encoding::Utf8, Encoding::Utf16Le, Encoding::Utf16Be, Encoding::Gb18030, Encoding::ShiftJis,
        ]),
        (header, column) in (any::<bool>(), 0_usize..4),
    ) {
        let mut file = match packing {
            0 => bytes,
            1 => text.into_bytes(),
            2 => gzip(text.as_bytes()),
            _ => zip(&[("a.csv", text.as_bytes()), ("b", &bytes)]),
        };
        for (place, byte) in flips {
            if !file.is_empty() {
                let place = place.index(file.len());
                file[place] = byte;
            }
        }
        let limits = Limits { max_line: 64, max_cell: 16, max_unpacked: 1 << 20, ..Limits::default() };
        let mapping =
            Mapping { delimiter, encoding, header, column, carried: vec![1, 0], ..Mapping::default() };
        let _ = read_with(Cursor::new(&file), &mapping, &limits, &Chain::default());
        if let Ok(preview) = preview(Cursor::new(&file), "a.csv", &Hints::default()) {
            let _ = read_with(Cursor::new(&file), &preview.mapping, &limits, &Chain::default());
        }
    }
}
