//! What a value must be, for errors that say what would be right.

use std::fmt;

/// What a value must be. The English text follows "must be" or "expected".
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Rule {
    /// So many characters.
    Chars { least: usize, most: usize },
    /// So many letters, digits and characters of `also`.
    Symbols { least: usize, most: usize, also: &'static str },
    /// So many lower-case letters, digits and `_`.
    LowerCase { least: usize, most: usize },
    /// A whole number in this range.
    Whole { least: i64, most: i64 },
    /// A whole number that is not less than this.
    AtLeast(i64),
    /// A whole number in this range with either sign, but not 0.
    Change { most: i64 },
    /// A list of so many entries.
    Entries { least: usize, most: usize },
    /// One of these words.
    OneOf(Vec<String>),
    /// One or more of these words.
    SomeOf(Vec<String>),
    /// A phone number.
    Phone,
    /// So many digits, with or without a plus sign.
    Digits { most: usize },
    /// A cursor of the page before.
    Cursor,
    /// A time that is not over.
    Future,
    /// A date.
    Day,
    /// A text of one line without braces.
    Plain,
    /// A host name.
    Host,
    /// The address of a server.
    Url,
    /// A picture in a `data:` URL of so many characters.
    Picture { most: usize },
    /// A file with content.
    File,
    /// Projects of the catalogue.
    Projects,
    /// Columns that the results have.
    ResultColumns,
    /// Columns that the list has.
    ListColumns,
    /// Permissions of the catalogue.
    Permissions,
    /// Roles that exist.
    Roles,
    /// The administrator role and the administrator type, or neither.
    AdministratorRole,
    /// Who gets a notification.
    Audience,
    /// An order or an account, not both.
    OrderOrAccount,
    /// Names by language.
    Names { most: usize },
    /// Texts by language.
    Texts { most: usize },
    /// The statuses of a project.
    Statuses { most: usize },
    /// Country codes.
    Countries,
    /// Prices by country.
    CountryPrices { most: i64 },
    /// How channels are chosen.
    Routing { channels: usize, share: u32, shadow: u32 },
    /// What a project needs besides the number.
    RowInputs { most: usize },
}

impl Rule {
    /// One of these words.
    pub fn one_of<T: AsRef<str>>(words: impl IntoIterator<Item = T>) -> Self {
        Self::OneOf(owned(words))
    }

    /// One or more of these words.
    pub fn some_of<T: AsRef<str>>(words: impl IntoIterator<Item = T>) -> Self {
        Self::SomeOf(owned(words))
    }

    /// At most so many characters.
    pub fn up_to(most: usize) -> Self {
        Self::Chars { least: 0, most }
    }

    /// Whether a text has as many characters as [`Rule::Chars`] says.
    pub fn allows(&self, text: &str) -> bool {
        matches!(self, Self::Chars { least, most } if (*least..=*most).contains(&text.chars().count()))
    }
}

fn owned<T: AsRef<str>>(words: impl IntoIterator<Item = T>) -> Vec<String> {
    words.into_iter().map(|word| word.as_ref().to_owned()).collect()
}

/// Words in backticks, separated by commas.
pub fn listed(words: &[String]) -> String {
    let quoted: Vec<_> = words.iter().map(|word| format!("`{word}`")).collect();
    quoted.join(", ")
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Chars { least: 0, most } => write!(f, "at most {most} characters long"),
            Self::Chars { least, most } => write!(f, "{least} to {most} characters long"),
            Self::Symbols { least, most, also } => {
                write!(f, "{least} to {most} characters: letters, digits and {also}")
            }
            Self::LowerCase { least, most } => {
                write!(f, "{least} to {most} characters: lower-case letters, digits and `_`")
            }
            Self::Whole { least, most } => write!(f, "a whole number from {least} to {most}"),
            Self::AtLeast(least) => write!(f, "a whole number of at least {least}"),
            Self::Change { most } => write!(f, "a whole number from -{most} to {most}, but not 0"),
            Self::Entries { least: 1, most: 1 } => f.write_str("a list of one entry"),
            Self::Entries { least: 0, most: 1 } => f.write_str("a list of at most one entry"),
            Self::Entries { least, most } if least == most => write!(f, "a list of {most} entries"),
            Self::Entries { least: 0, most } => write!(f, "a list of at most {most} entries"),
            Self::Entries { least, most } => write!(f, "a list of {least} to {most} entries"),
            Self::OneOf(words) => write!(f, "one of {}", listed(words)),
            Self::SomeOf(words) => write!(f, "a list with at least one of {}", listed(words)),
            Self::Phone => f.write_str("a valid phone number with its country code, such as +12015550100"),
            Self::Digits { most } => write!(f, "at most {most} digits, with or without `+`"),
            Self::Cursor => f.write_str("the cursor that the page before returned, unchanged"),
            Self::Future => f.write_str("a time in the future"),
            Self::Day => f.write_str("a day with the year first, such as 2024-03-01"),
            Self::Plain => f.write_str("one short line of text without `{` and `}`"),
            Self::Host => f.write_str("a host name such as api.example.com, without scheme and path"),
            Self::Url => f.write_str("a URL that begins with https:// or http://"),
            Self::Picture { most } => {
                write!(f, "a PNG, SVG or WebP picture as a `data:` URL of at most {most} characters")
            }
            Self::File => f.write_str("a file that is not empty"),
            Self::Projects => f.write_str("a list of projects of the catalogue"),
            Self::ResultColumns => f.write_str("names of columns of the results, at least one"),
            Self::ListColumns => f.write_str("a column that the list can have"),
            Self::Permissions => f.write_str("a list of permissions of this version"),
            Self::Roles => f.write_str("a list of at least one role that exists, each once"),
            Self::AdministratorRole => {
                f.write_str("roles with role 1 for account type 1, and without it for all others")
            }
            Self::Audience => f.write_str(
                "`all` without more, `type` together with `account_type`, or `account` together with `uid`",
            ),
            Self::OrderOrAccount => f.write_str("given if there is no `order`, and left out otherwise"),
            Self::Names { most } => {
                write!(f, "texts of 1 to {most} characters by language, one of them in English (`en`)")
            }
            Self::Texts { most } => write!(f, "texts of 1 to {most} characters by language"),
            Self::Statuses { most } => write!(
                f,
                "a list of 1 to {most} different words of at most 32 lower-case letters, digits and `_`, without `unknown` and `skipped`"
            ),
            Self::Countries => f.write_str("a list of country codes of two capital letters, such as `GB`"),
            Self::CountryPrices { most } => {
                write!(f, "whole numbers from 0 to {most} by country code, such as `GB`")
            }
            Self::Routing { channels, share, shadow } => write!(
                f,
                "a routing with a `shadow` of at most {shadow}, and for `split` with 1 to {channels} channels and a share of 1 to {share} for each"
            ),
            Self::RowInputs { most } => write!(
                f,
                "a list of at most {most} inputs with different names in lower case, each with 1 to 20 columns"
            ),
        }
    }
}
