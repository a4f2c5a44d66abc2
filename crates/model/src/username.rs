//! Names that accounts log in with.

use thiserror::Error;

/// A username as it was written, and the folded form that makes it unique.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Username(String);

/// Why a text cannot be a username.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum UsernameError {
    /// Nothing but white space.
    #[error("the username is empty")]
    Empty,
    /// Fewer than 3 or more than 32 characters.
    #[error("a username has 3 to 32 characters")]
    Length,
    /// Something other than ASCII letters, digits, `.`, `_`, `-`, `@`, `+`.
    #[error("a username has only letters, digits and . _ - @ +")]
    Character,
}

impl Username {
    /// Trims and checks a username.
    pub fn parse(text: &str) -> Result<Self, UsernameError> {
        let name = text.trim();
        if name.is_empty() {
            return Err(UsernameError::Empty);
        }
        // ASCII only: look-alike letters of other scripts would let one account pose as another.
        if !name.bytes().all(|b| b.is_ascii_alphanumeric() || b"._-@+".contains(&b)) {
            return Err(UsernameError::Character);
        }
        if !(3..=32).contains(&name.len()) {
            return Err(UsernameError::Length);
        }
        Ok(Self(name.to_owned()))
    }

    /// As it was written.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The form that must be unique.
    pub fn key(&self) -> String {
        Self::fold(&self.0)
    }

    /// The form under which a typed name is looked up, valid or not.
    pub fn fold(text: &str) -> String {
        text.trim().to_ascii_lowercase()
    }
}

#[cfg(test)]
mod tests {
    use super::{Username, UsernameError};

    #[test]
    fn names_are_trimmed_and_unique_without_case() {
        let name = Username::parse("  Ann.B ").unwrap();
        assert_eq!((name.as_str(), name.key().as_str()), ("Ann.B", "ann.b"));
    }

    #[test]
    fn bad_names_say_why() {
        for (text, why) in [
            (" \t", UsernameError::Empty),
            ("ab", UsernameError::Length),
            (&"x".repeat(33), UsernameError::Length),
            ("a b c", UsernameError::Character),
            ("аdmin", UsernameError::Character), // the first letter is Cyrillic
            ("x<script>", UsernameError::Character),
        ] {
            assert_eq!(Username::parse(text), Err(why), "{text}");
        }
    }
}
