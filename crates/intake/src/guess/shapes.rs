//! Postcodes and national identifiers whose form tells the country.

/// Forms and the countries that have them. `d` is a digit, `A` a capital letter, `*` either; anything else stands for
/// itself.
#[rustfmt::skip]
const SHAPES: &[(&str, &[&str])] = &[
    // Postcodes.
    ("Ad dAA", &["GB"]), ("Add dAA", &["GB"]), ("AAd dAA", &["GB"]), ("AAdd dAA", &["GB"]), ("AdA dAA", &["GB"]),
    ("AAdA dAA", &["GB"]), ("AdA dAd", &["CA"]), ("dddd AA", &["NL"]), ("dd-ddd", &["PL"]), ("ddddd-ddd", &["BR"]),
    ("dddd-ddd", &["PT"]), ("〒ddd-dddd", &["JP"]), ("AddddAAA", &["AR"]), ("LV-dddd", &["LV"]), ("LT-ddddd", &["LT"]),
    ("ADddd", &["AD"]), ("L-dddd", &["LU"]),
    // Identifiers of persons.
    ("ddd.ddd.ddd-dd", &["BR"]), ("d.ddd.ddd-d", &["CL", "UY"]), ("dd.ddd.ddd-d", &["CL"]), ("dd.ddd.ddd-K", &["CL"]),
    ("d.ddd.ddd-K", &["CL"]), ("dd-dddddddd-d", &["AR"]), ("ddddd-ddddddd-d", &["PK"]), ("784-dddd-ddddddd-d", &["AE"]),
    ("ddddddddA", &["ES"]), ("XdddddddA", &["ES"]), ("YdddddddA", &["ES"]), ("dddddddd-A", &["ES"]),
    ("AAAAAAddAddAdddA", &["IT"]), ("AAAAAddddA", &["IN"]), ("AAAAddddddAAAAAA**", &["MX"]), ("AAAAdddddd***", &["MX"]),
    ("dddddddddV", &["LK"]), ("dddddddddX", &["LK"]), ("dddddd-dd-dddd", &["MY"]), ("dddddd-ddddddd", &["KR"]),
    ("dddddddd-dddd", &["SE"]), ("dddddd-ddd*", &["SE", "DK", "FI"]), ("dddddd-dddA", &["FI"]), ("V-dddddddd", &["VE"]),
    ("J-dddddddd-d", &["VE"]), ("SdddddddA", &["SG"]), ("TdddddddA", &["SG"]), ("FdddddddA", &["SG"]), ("GdddddddA", &["SG"]),
    ("Adddddd(d)", &["HK"]), ("Adddddd(A)", &["HK"]), ("Addddddddd", &["TW"]), ("AAddddddA", &["GB"]),
    ("AA dd dd dd A", &["GB"]), ("756.dddd.dddd.dd", &["CH"]), ("dd.dd.dd-ddd.dd", &["BE"]), ("ddddddddddddddddd*", &["CN"]),
    ("ddd-dd-dddd", &["US"]), ("GHA-ddddddddd-d", &["GH"]), ("AdddddddddA", &["KE"]),
    // Identifiers of companies.
    ("dd.ddd.ddd/dddd-dd", &["BR"]), ("ddddddd-d", &["FI"]), ("dddddddd-d-dd", &["HU"]), ("ddd-ddd-dd-dd", &["PL"]),
    ("ddAAAAAddddA*Z*", &["IN"]), ("ATUdddddddd", &["AT"]), ("CHE-ddd.ddd.ddd", &["CH"]),
    ("BEdddddddddd", &["BE"]), ("ESAdddddddd", &["ES"]), ("B-dddddddd", &["ES"]),
];

/// The countries in which a cell may be a postcode or an identifier.
pub(super) fn countries(cell: &str) -> &'static [&'static str] {
    let text = cell.trim();
    if !(5..=20).contains(&text.len()) || !text.contains(|character: char| character.is_ascii_digit()) {
        return &[];
    }
    if is_eircode(text) {
        return &["IE"];
    }
    let has_form = |form: &str| {
        let mut forms = form.chars();
        let same = text.chars().all(|character| {
            forms.next().is_some_and(|form| match form {
                'd' => character.is_ascii_digit(),
                'A' => character.is_ascii_uppercase(),
                '*' => character.is_ascii_uppercase() || character.is_ascii_digit(),
                other => other == character,
            })
        });
        same && forms.next().is_none()
    };
    SHAPES.iter().find(|(form, _)| has_form(form)).map_or(&[], |(_, countries)| countries)
}

/// Whether a text is an Irish postcode, such as `D02 AF30`: its second part has letters and digits.
fn is_eircode(text: &str) -> bool {
    let Some((area, unique)) = text.split_once(' ') else { return false };
    let area_bytes = area.as_bytes();
    area_bytes.len() == 3
        && area_bytes[0].is_ascii_uppercase()
        && area_bytes[1].is_ascii_digit()
        && (area_bytes[2].is_ascii_digit() || area == "D6W")
        && unique.len() == 4
        && unique.bytes().all(|byte| byte.is_ascii_digit() || byte.is_ascii_uppercase())
        && unique.bytes().next().is_some_and(|byte| byte.is_ascii_uppercase())
}

#[cfg(test)]
mod tests {
    use super::countries;

    #[test]
    fn forms_tell_the_country() {
        for (cell, expected) in [
            ("SW1A 1AA", &["GB"][..]),
            ("LE1 2AB", &["GB"]),
            ("M5V 2T6", &["CA"]),
            ("D02 AF30", &["IE"]),
            ("1012 AB", &["NL"]),
            ("00-950", &["PL"]),
            ("123.456.789-09", &["BR"]),
            ("12.345.678-K", &["CL"]),
            ("RSSMRA80A01H501U", &["IT"]),
            ("12345678Z", &["ES"]),
            ("07911 123456", &[]),
            ("(11) 98765-4321", &[]),
            ("2024-03-01", &[]),
            ("London", &[]),
        ] {
            assert_eq!(countries(cell), expected, "{cell}");
        }
    }
}
