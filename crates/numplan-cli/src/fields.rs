//! The fields and formats of the output.

use clap::ValueEnum;
use numplan::Lang;

/// A column of the output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
#[value(rename_all = "snake_case")]
pub enum Field {
    /// The line as read
    Input,
    /// valid, invalid or unparseable
    Status,
    /// Why the number is not valid
    Reason,
    /// +8613812345678
    E164,
    /// 138 1234 5678
    National,
    /// +86 138 1234 5678
    International,
    /// mobile, `fixed_line`, …
    Type,
    /// Two-letter code, such as CN
    Region,
    /// 86
    CountryCode,
    /// Carrier that the number was originally allocated to; the present one may differ
    Carrier,
    /// Town, area or country
    Geo,
    /// Time zones, separated by commas
    Timezone,
}

impl Field {
    /// The column name.
    ///
    /// ```
    /// assert_eq!(numplan_cli::fields::Field::CountryCode.name(), "country_code");
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            Self::Input => "input",
            Self::Status => "status",
            Self::Reason => "reason",
            Self::E164 => "e164",
            Self::National => "national",
            Self::International => "international",
            Self::Type => "type",
            Self::Region => "region",
            Self::CountryCode => "country_code",
            Self::Carrier => "carrier",
            Self::Geo => "geo",
            Self::Timezone => "timezone",
        }
    }

    /// The column width in a table.
    pub(crate) const fn width(self) -> usize {
        match self {
            Self::Region | Self::CountryCode => 7,
            Self::Status => 11,
            Self::E164 => 17,
            Self::Type | Self::Reason | Self::National | Self::International => 20,
            Self::Input | Self::Carrier | Self::Geo | Self::Timezone => 28,
        }
    }
}

/// The output format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Comma-separated values
    Csv,
    /// Tab-separated values; tabs inside a field become spaces
    Tsv,
    /// One JSON object per line
    Json,
    /// Aligned columns for a terminal
    Table,
}

/// The language of carrier and place names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Language {
    /// English
    En,
    /// Chinese
    Zh,
    /// Spanish
    Es,
    /// Japanese
    Ja,
}

impl From<Language> for Lang {
    fn from(language: Language) -> Self {
        match language {
            Language::En => Self::En,
            Language::Zh => Self::Zh,
            Language::Es => Self::Es,
            Language::Ja => Self::Ja,
        }
    }
}
