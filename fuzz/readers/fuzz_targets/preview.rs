//! The preview of any file with any hints, and the reading with the mapping that the preview guesses.
#![no_main]

mod reading;

use libfuzzer_sys::fuzz_target;
use numsift_intake::{Delimiter, Hints, Preview, preview};

const NAMES: [&str; 5] = ["numbers.csv", "numbers.txt", "numbers.tsv", "numbers.xlsx", "n"];

// The hints are JSON up to the first NUL, as the console sends them. The byte after it chooses the file name.
fuzz_target!(|input: &[u8]| {
    let (hints, rest) = match input.iter().position(|byte| *byte == 0) {
        Some(at) => (serde_json::from_slice::<Hints>(&input[..at]).unwrap_or_default(), &input[at + 1..]),
        None => (Hints::default(), input),
    };
    let (kind, file) = rest.split_first().unwrap_or((&0, rest));
    let name = NAMES[usize::from(*kind) % NAMES.len()];
    // Evidence from earlier lists takes part in the guess.
    let earlier_countries = if kind & 0x80 == 0 { Vec::new() } else { vec!["DE".to_owned(), "CN".to_owned()] };
    let hints = Hints { earlier_countries, ..hints };
    let Ok(found) = preview(std::io::Cursor::new(file), name, &hints) else { return };
    check(&found);
    // A hint is followed unless the text has no columns, and the same file gives the same preview.
    if let Some(column) = hints.column
        && found.mapping.delimiter != Delimiter::Anywhere
    {
        assert_eq!(found.mapping.column, column);
    }
    let again = preview(std::io::Cursor::new(file), name, &hints).expect("the file was read before");
    assert_eq!(serde_json::to_string(&found).ok(), serde_json::to_string(&again).ok());
    reading::any_file(file, name, Some(&found.mapping));
});

/// What the console relies on.
fn check(found: &Preview) {
    assert!(found.rows.len() <= 10);
    // It is stored and sent as JSON.
    let text = serde_json::to_string(found).expect("a preview is JSON");
    let read: Preview = serde_json::from_str(&text).expect("a stored preview can be read");
    assert_eq!(read.mapping, found.mapping);
}
