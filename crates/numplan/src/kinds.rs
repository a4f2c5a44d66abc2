//! The enums of the public API: number types, parse errors, reasons, statuses and formats.

use std::fmt;

macro_rules! names {
    ($(#[$meta:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident = $text:literal,)+ }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        pub enum $name {
            $($(#[$doc])* $variant,)+
        }

        impl $name {
            /// All values, in order of declaration.
            ///
            /// ```
            #[doc = concat!("assert!(numplan::", stringify!($name), "::ALL.iter().all(|each| !each.as_str().is_empty()));")]
            /// ```
            pub const ALL: &[Self] = &[$(Self::$variant,)+];

            const NAMES: &[&str] = &[$($text,)+];

            /// The name in lower case, as used in files and on the command line.
            ///
            /// ```
            #[doc = concat!("let first = numplan::", stringify!($name), "::ALL[0];")]
            /// assert_eq!(first.as_str(), first.to_string());
            /// ```
            pub const fn as_str(self) -> &'static str {
                Self::NAMES[self as usize]
            }

            /// The value with this name.
            ///
            /// ```
            #[doc = concat!("use numplan::", stringify!($name), " as Kind;")]
            /// assert!(Kind::ALL.iter().all(|each| Kind::from_name(each.as_str()) == Some(*each)));
            /// ```
            pub fn from_name(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|value| value.as_str() == name)
            }

            #[allow(dead_code, reason = "not every enum is stored in tables")]
            pub(crate) const fn from_index(index: u8) -> Self {
                let index = index as usize;
                if index < Self::ALL.len() { Self::ALL[index] } else { Self::ALL[Self::ALL.len() - 1] }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.as_str())
            }
        }
    };
}

names! {
    /// What a number is used for, in libphonenumber's terms.
    ///
    /// ```
    /// use numplan::NumberType;
    /// assert_eq!(NumberType::FixedLineOrMobile.as_str(), "fixed_line_or_mobile");
    /// assert_eq!(NumberType::from_name("voip"), Some(NumberType::Voip));
    /// ```
    NumberType {
        FixedLine = "fixed_line",
        Mobile = "mobile",
        /// The numbering plan does not distinguish the two, for example in North America.
        FixedLineOrMobile = "fixed_line_or_mobile",
        /// Free for the caller.
        TollFree = "toll_free",
        /// Costs the caller more than a normal call.
        PremiumRate = "premium_rate",
        /// Caller and recipient share the cost.
        SharedCost = "shared_cost",
        /// Voice over IP.
        Voip = "voip",
        /// A number that is routed to a person, wherever they are.
        PersonalNumber = "personal_number",
        Pager = "pager",
        /// A universal access number of a company.
        Uan = "uan",
        /// Access to voicemail.
        Voicemail = "voicemail",
        /// The number is not valid, or its type is not known.
        Unknown = "unknown",
    }
}

names! {
    /// Why a text is not a phone number.
    ///
    /// ```
    /// use numplan::{ParseError, parse};
    /// assert_eq!(parse("no digits", None), Err(ParseError::NotANumber));
    /// ```
    ParseError {
        /// The country code is missing or not assigned. A number without `+` needs a default region.
        InvalidCountryCode = "invalid_country_code",
        /// The text does not look like a phone number.
        NotANumber = "not_a_number",
        /// Too few digits after the international prefix.
        TooShortAfterIdd = "too_short_after_idd",
        /// The national number has fewer digits than a number of any country.
        TooShortNsn = "too_short_nsn",
        /// The text or the number is longer than a number of any country.
        TooLong = "too_long",
    }
}

impl std::error::Error for ParseError {}

names! {
    /// Whether the length of a number is possible in its country, and if not, why.
    ///
    /// ```
    /// use numplan::{Possible, parse};
    /// let number = parse("+12125550123", None).unwrap();
    /// assert_eq!(number.possible(), Possible::Yes);
    /// assert_eq!(parse("+1212", None).unwrap().possible(), Possible::TooShort);
    /// ```
    Possible {
        Yes = "is_possible",
        /// Possible only when dialled within the same area.
        LocalOnly = "is_possible_local_only",
        /// The country calling code is not assigned.
        InvalidCountryCode = "invalid_country_code",
        /// Shorter than all numbers of the country.
        TooShort = "too_short",
        /// Between possible lengths.
        InvalidLength = "invalid_length",
        /// Longer than all numbers of the country.
        TooLong = "too_long",
    }
}

names! {
    /// The result of screening a line.
    ///
    /// ```
    /// use numplan::{Status, check};
    /// assert_eq!(check(b"+12125550123", None).status(), Status::Valid);
    /// assert_eq!(check(b"+1212", None).status(), Status::Invalid);
    /// assert_eq!(check(b"hello", None).status(), Status::Unparseable);
    /// ```
    Status {
        /// A valid number.
        Valid = "valid",
        /// A number that does not fit the numbering plan of its country.
        Invalid = "invalid",
        /// Not a number.
        Unparseable = "unparseable",
    }
}

names! {
    /// Why a line is not a valid number.
    ///
    /// ```
    /// use numplan::{Reason, check};
    /// assert_eq!(check(b"+1212", None).reason(), Some(Reason::TooShort));
    /// assert_eq!(check(b"2125550123", None).reason(), Some(Reason::InvalidCountryCode));
    /// ```
    Reason {
        /// The country code is missing or not assigned.
        InvalidCountryCode = "invalid_country_code",
        /// The text does not look like a phone number.
        NotANumber = "not_a_number",
        /// Too few digits after the international prefix.
        TooShortAfterIdd = "too_short_after_idd",
        /// The national number has fewer digits than a number of any country.
        TooShortNsn = "too_short_nsn",
        /// Longer than all numbers of the country.
        TooLong = "too_long",
        /// Shorter than all numbers of the country.
        TooShort = "too_short",
        /// Between the possible lengths of the country.
        InvalidLength = "invalid_length",
        /// Possible only when dialled within the same area.
        LocalOnly = "local_only",
        /// The length is possible, but the digits do not fit the numbering plan.
        InvalidForRegion = "invalid_for_region",
    }
}

impl From<ParseError> for Reason {
    fn from(error: ParseError) -> Self {
        match error {
            ParseError::InvalidCountryCode => Self::InvalidCountryCode,
            ParseError::NotANumber => Self::NotANumber,
            ParseError::TooShortAfterIdd => Self::TooShortAfterIdd,
            ParseError::TooShortNsn => Self::TooShortNsn,
            ParseError::TooLong => Self::TooLong,
        }
    }
}

names! {
    /// How a number is formatted.
    ///
    /// ```
    /// use numplan::{Format, parse};
    /// let number = parse("+442083661177", None).unwrap();
    /// assert_eq!(number.format(Format::E164).to_string(), "+442083661177");
    /// assert_eq!(number.format(Format::National).to_string(), "020 8366 1177");
    /// assert_eq!(number.format(Format::International).to_string(), "+44 20 8366 1177");
    /// assert_eq!(number.format(Format::Rfc3966).to_string(), "tel:+44-20-8366-1177");
    /// ```
    Format {
        /// `+442083661177`
        E164 = "e164",
        /// `+44 20 8366 1177`
        International = "international",
        /// `020 8366 1177`
        National = "national",
        /// `tel:+44-20-8366-1177`
        Rfc3966 = "rfc3966",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_found_by_name() {
        for each in NumberType::ALL {
            assert_eq!(NumberType::from_name(each.as_str()), Some(*each));
            assert_eq!(NumberType::from_index(*each as u8), *each);
        }
        assert_eq!(Reason::from_name("nonsense"), None);
        assert_eq!(NumberType::from_index(200), NumberType::Unknown);
    }
}
