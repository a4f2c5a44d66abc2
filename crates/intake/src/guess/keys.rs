//! What names of columns and in front of values say of the values.

use super::words::{Says, header};

/// Whether a name says that its values are no phone numbers.
pub(crate) fn names_other(name: &str) -> bool {
    header(name).says == Some(Says::Other)
}

/// Whether a name says that its values are phone numbers.
pub(crate) fn names_phone(name: &str) -> bool {
    matches!(header(name).says, Some(Says::Mobile | Says::Phone | Says::Landline))
}

/// What a name in front of a value says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum KeySays {
    Mobile,
    Phone,
    Landline,
    /// Where a message or call goes to.
    Receiver,
    /// The value of something that is named before.
    Value,
    Fax,
    Other,
    Nothing,
}

/// What a name in front of a value says.
pub(crate) fn key_says(key: &str) -> KeySays {
    match header(key).says {
        Some(Says::Mobile) => KeySays::Mobile,
        Some(Says::Phone) => KeySays::Phone,
        Some(Says::Landline) => KeySays::Landline,
        Some(Says::Fax) => KeySays::Fax,
        Some(Says::Other | Says::Country) => KeySays::Other,
        found => match key.to_lowercase().as_str() {
            "cli" | "ani" | "a_number" | "b_number" | "to" | "recipient" | "destination" | "dest" | "dst"
            | "dest_addr" | "destination_addr" | "da" | "receiver" | "callee" | "caller" => KeySays::Receiver,
            "value" | "number" | "content" | "num" | "$numberlong" => KeySays::Value,
            _ if found.is_some() => KeySays::Other,
            _ => KeySays::Nothing,
        },
    }
}

/// Whether a row names a column of phone numbers and contains no data.
pub(crate) fn names_numbers(row: &[String]) -> bool {
    let numbers = |cell: &String| {
        matches!(header(cell).says, Some(Says::Mobile | Says::Phone | Says::Landline | Says::Fax))
            || (header(cell).says == Some(Says::Number) && cell.chars().count() < 25)
    };
    row.iter().any(numbers)
        && row
            .iter()
            .all(|cell| cell.bytes().filter(u8::is_ascii_digit).count() < 5 && cell.chars().count() < 60)
}
