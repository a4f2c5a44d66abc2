//! Usernames.

use thiserror::Error;

/// A valid username, as it was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Username(String);

/// Why a username is invalid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum UsernameError {
    #[error("the username is empty")]
    Empty,
    #[error("a username must have 3 to 32 characters")]
    Length,
    #[error("a username may contain only letters, digits and . _ - @ +")]
    Character,
}

impl Username {
    /// Trims and validates a username.
    pub fn parse(text: &str) -> Result<Self, UsernameError> {
        let name = text.trim();
        if name.is_empty() {
            return Err(UsernameError::Empty);
        }
        // ASCII only: look-alike letters of other scripts would allow impersonation.
        if !name.bytes().all(|b| b.is_ascii_alphanumeric() || b"._-@+".contains(&b)) {
            return Err(UsernameError::Character);
        }
        if !(3..=32).contains(&name.len()) {
            return Err(UsernameError::Length);
        }
        Ok(Self(name.to_owned()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The folded form, which is unique.
    pub fn key(&self) -> String {
        Self::fold(&self.0)
    }

    /// The form by which usernames are compared; also works on invalid names.
    pub fn fold(text: &str) -> String {
        text.trim().to_ascii_lowercase()
    }
}

#[cfg(test)]
mod tests {
    use super::{Username, UsernameError};

    #[test]
    fn names_are_trimmed_and_folded() {
        let name = Username::parse("  Ann.B ").unwrap();
        assert_eq!((name.as_str(), name.key().as_str()), ("Ann.B", "ann.b"));
    }

    #[test]
    fn invalid_names_are_rejected_with_a_reason() {
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
