//! A phone number: calling code, national number with its leading zeros, and extension.

use std::fmt;
use std::ops::Deref;

use crate::ascii;
use crate::clean::TEN_TO;

/// Most digits of a national significant number.
///
/// ```
/// assert!(numplan::PhoneNumber::from_parts(49, &"1".repeat(numplan::MAX_NSN)).is_some());
/// ```
pub const MAX_NSN: usize = 17;

/// Most digits of an extension.
///
/// ```
/// let text = format!("+1 212 555 0123 ext. {}", "7".repeat(numplan::MAX_EXTENSION));
/// assert_eq!(numplan::parse(&text, None).unwrap().extension().unwrap().len(), numplan::MAX_EXTENSION);
/// ```
pub const MAX_EXTENSION: usize = 20;

/// A parsed phone number. It is small and [`Copy`].
///
/// ```
/// let number = numplan::parse("+39 06 698 12345 ext. 7", None).unwrap();
/// assert_eq!(number.country_code(), 39);
/// assert_eq!(number.national_number(), 669_812_345);
/// assert_eq!(number.leading_zeros(), 1);
/// assert_eq!(&*number.nsn(), "0669812345");
/// assert_eq!(number.extension().as_deref(), Some("7"));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PhoneNumber {
    national: u64,
    code: u16,
    len: u8,
    extension_len: u8,
    extension: [u8; MAX_EXTENSION / 2],
}

impl PhoneNumber {
    /// Makes a number from its calling code and the digits of the national significant number. `None` if
    /// there are no digits, more than [`MAX_NSN`], or other characters.
    ///
    /// The result need not be valid; see [`PhoneNumber::is_valid`].
    ///
    /// ```
    /// let number = numplan::PhoneNumber::from_parts(86, "13812345678").unwrap();
    /// assert!(number.is_valid());
    /// assert!(numplan::PhoneNumber::from_parts(86, "138-1234").is_none());
    /// ```
    pub fn from_parts(country_code: u16, nsn: &str) -> Option<Self> {
        let digits = nsn.as_bytes();
        if digits.is_empty() || digits.len() > MAX_NSN || !digits.iter().all(u8::is_ascii_digit) {
            return None;
        }
        let national = digits.iter().fold(0, |value, byte| value * 10 + u64::from(byte - b'0'));
        #[allow(clippy::cast_possible_truncation, reason = "at most 17")]
        Some(Self::new(country_code, national, digits.len() as u8))
    }

    pub(crate) const fn new(code: u16, national: u64, len: u8) -> Self {
        Self { national, code, len, extension_len: 0, extension: [0; MAX_EXTENSION / 2] }
    }

    /// Adds an extension of at most [`MAX_EXTENSION`] digit values.
    pub(crate) fn with_extension(mut self, digits: impl ExactSizeIterator<Item = u8>) -> Self {
        let len = digits.len().min(MAX_EXTENSION);
        self.extension = [0; MAX_EXTENSION / 2];
        for (index, digit) in digits.take(len).enumerate() {
            self.extension[index / 2] |= digit << (4 * (index % 2));
        }
        #[allow(clippy::cast_possible_truncation, reason = "at most 20")]
        {
            self.extension_len = len as u8;
        }
        self
    }

    /// The country calling code.
    ///
    /// ```
    /// assert_eq!(numplan::parse("+86 138 1234 5678", None).unwrap().country_code(), 86);
    /// ```
    pub const fn country_code(&self) -> u16 {
        self.code
    }

    /// The national significant number as an integer, without its leading zeros.
    ///
    /// ```
    /// assert_eq!(numplan::parse("+390236618300", None).unwrap().national_number(), 236_618_300);
    /// ```
    pub const fn national_number(&self) -> u64 {
        self.national
    }

    /// Number of zeros at the start of the national significant number. They are part of the number in Italy
    /// and some other countries. If all digits are zeros, the last one is not counted.
    ///
    /// ```
    /// assert_eq!(numplan::parse("+390236618300", None).unwrap().leading_zeros(), 1);
    /// ```
    pub const fn leading_zeros(&self) -> u8 {
        let digits = match self.national.checked_ilog10() {
            #[allow(clippy::cast_possible_truncation, reason = "at most 19")]
            Some(log) => log as u8 + 1,
            None => 1,
        };
        self.len.saturating_sub(digits)
    }

    /// Number of digits of the national significant number.
    ///
    /// ```
    /// assert_eq!(numplan::parse("+390236618300", None).unwrap().nsn_len(), 10);
    /// ```
    pub const fn nsn_len(&self) -> u8 {
        self.len
    }

    /// The digits of the national significant number, with leading zeros.
    ///
    /// ```
    /// assert_eq!(&*numplan::parse("+390236618300", None).unwrap().nsn(), "0236618300");
    /// ```
    pub fn nsn(&self) -> Digits {
        Digits::of(self.national, self.len)
    }

    /// The extension, if there is one.
    ///
    /// ```
    /// let number = numplan::parse("+1 212 555 0123 x45", None).unwrap();
    /// assert_eq!(number.extension().as_deref(), Some("45"));
    /// ```
    pub fn extension(&self) -> Option<Digits> {
        if self.extension_len == 0 {
            return None;
        }
        let mut digits = Digits { text: [b'0'; Digits::ROOM], len: self.extension_len };
        for index in 0..usize::from(self.extension_len) {
            digits.text[index] = b'0' + (self.extension[index / 2] >> (4 * (index % 2)) & 15);
        }
        Some(digits)
    }

    /// The same number without its extension.
    ///
    /// ```
    /// let number = numplan::parse("+1 212 555 0123 x45", None).unwrap();
    /// assert_eq!(number.without_extension().extension(), None);
    /// ```
    #[must_use]
    pub const fn without_extension(&self) -> Self {
        Self::new(self.code, self.national, self.len)
    }
}

impl fmt::Debug for PhoneNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PhoneNumber(+{} {}", self.code, &*self.nsn())?;
        if let Some(extension) = self.extension() {
            write!(f, " ext. {}", &*extension)?;
        }
        f.write_str(")")
    }
}

/// The `len` digits of a value as ASCII, followed by zeros; `None` if `len` is more than 16.
#[inline]
pub fn left(value: u64, len: usize) -> Option<u128> {
    let moved = value * TEN_TO[16_usize.checked_sub(len)?];
    Some(ascii::sixteen(moved / TEN_TO[8], moved % TEN_TO[8]))
}

/// A short string of digits that needs no allocation.
///
/// ```
/// let digits = numplan::parse("+390236618300", None).unwrap().nsn();
/// assert_eq!(digits.as_str(), "0236618300");
/// assert_eq!(digits.len(), 10);
/// ```
#[derive(Clone, Copy)]
pub struct Digits {
    text: [u8; Self::ROOM],
    len: u8,
}

impl Digits {
    const ROOM: usize = 20;

    /// `len` digits of a value, padded with zeros on the left.
    #[inline]
    pub(crate) fn of(value: u64, len: u8) -> Self {
        let mut digits = Self { text: [b'0'; Self::ROOM], len };
        if let Some(text) = left(value, usize::from(len)) {
            digits.text[..16].copy_from_slice(&text.to_le_bytes());
            return digits;
        }
        let mut rest = value;
        for slot in digits.text[..usize::from(len).min(Self::ROOM)].iter_mut().rev() {
            *slot = b'0' + u8::try_from(rest % 10).unwrap_or(0);
            rest /= 10;
        }
        digits
    }

    /// The digits as text.
    ///
    /// ```
    /// assert_eq!(numplan::parse("+8613812345678", None).unwrap().nsn().as_str(), "13812345678");
    /// ```
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(self.as_bytes()).unwrap_or("")
    }

    /// The digits as ASCII.
    ///
    /// ```
    /// assert_eq!(numplan::parse("+8613812345678", None).unwrap().nsn().as_bytes()[0], b'1');
    /// ```
    pub fn as_bytes(&self) -> &[u8] {
        &self.text[..usize::from(self.len)]
    }
}

impl Deref for Digits {
    type Target = str;

    fn deref(&self) -> &str {
        self.as_str()
    }
}

impl fmt::Display for Digits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self)
    }
}

impl fmt::Debug for Digits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

impl PartialEq for Digits {
    fn eq(&self, other: &Self) -> bool {
        self.as_bytes() == other.as_bytes()
    }
}

impl Eq for Digits {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leading_zeros_are_kept() {
        let number = PhoneNumber::from_parts(39, "0012").expect("digits");
        assert_eq!((number.national_number(), number.leading_zeros()), (12, 2));
        assert_eq!(&*number.nsn(), "0012");
        let zeros = PhoneNumber::from_parts(39, "000").expect("digits");
        assert_eq!((zeros.national_number(), zeros.leading_zeros()), (0, 2));
    }

    #[test]
    fn extensions_keep_their_zeros() {
        let number = PhoneNumber::new(1, 2_125_550_123, 10).with_extension([0, 1, 2, 9, 0].into_iter());
        assert_eq!(number.extension().as_deref(), Some("01290"));
        assert_eq!(number.without_extension().extension(), None);
        assert_eq!(format!("{number:?}"), "PhoneNumber(+1 2125550123 ext. 01290)");
    }

    #[test]
    fn other_characters_are_rejected() {
        assert_eq!(PhoneNumber::from_parts(1, ""), None);
        assert_eq!(PhoneNumber::from_parts(1, "12a"), None);
        assert_eq!(PhoneNumber::from_parts(1, "123456789012345678"), None);
    }
}
