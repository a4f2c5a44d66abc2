//! Keeps spreadsheets from running text cells of a CSV file as formulas.

use std::borrow::Cow;

/// Returns the cell with an apostrophe in front if a spreadsheet could run it as a formula, otherwise the
/// cell itself. Every CSV file that this program writes goes through here; cells of XLSX files are typed as
/// text and need no apostrophe.
pub fn defuse_formula(cell: &str) -> Cow<'_, str> {
    if is_formula(cell) { Cow::Owned(format!("'{cell}")) } else { Cow::Borrowed(cell) }
}

/// Whether a spreadsheet could run the cell as a formula. Phone numbers and negative amounts begin with a
/// sign, but contain nothing to run.
pub(crate) fn is_formula(cell: &str) -> bool {
    let mut letters = cell.chars();
    match letters.next() {
        Some('+') => !is_phone_number(letters.as_str()),
        Some('-') => !is_amount(letters.as_str()),
        // Some spreadsheets skip leading line breaks and treat full-width signs like their ASCII forms.
        Some('=' | '@' | '\t' | '\r' | '\n' | '＝' | '＋' | '－' | '＠') => true,
        _ => false,
    }
}

fn is_phone_number(text: &str) -> bool {
    starts_with_digit(text) && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b' ' || byte == b'-')
}

fn is_amount(text: &str) -> bool {
    starts_with_digit(text) && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
}

fn starts_with_digit(text: &str) -> bool {
    text.starts_with(|letter: char| letter.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_get_an_apostrophe() {
        for cell in [
            "=1+1",
            "@SUM(A1)",
            "\t=1",
            "\r=1",
            "\n=1",
            "＝1+1",
            "＋1",
            "－1",
            "＠x",
            "+",
            "-",
            "+1+1",
            "-5+A1",
            "-cmd",
            "+49 (0) 30",
            "+cmd|' /C calc'!A0",
        ] {
            assert_eq!(defuse_formula(cell), format!("'{cell}"));
        }
    }

    #[test]
    fn other_cells_stay_unchanged() {
        for cell in
            ["", "plain", "1+1", "'=1", "+8613812345678", "+1 201-555-0123", "-5", "-0.25", "é", " =1"]
        {
            assert!(matches!(defuse_formula(cell), Cow::Borrowed(same) if same == cell), "{cell}");
        }
    }
}
