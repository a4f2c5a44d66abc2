//! What can go wrong with objects and segments.

use std::io;

/// Shorthand for results of this crate.
pub type Result<T> = std::result::Result<T, SegmentError>;

/// Why a call failed.
#[derive(Debug, thiserror::Error)]
pub enum SegmentError {
    /// There is no such object.
    #[error("{object} is not there")]
    NotFound {
        /// The object's name.
        object: String,
    },
    /// The disk or the quota is used up.
    #[error("no space is left to write {object}")]
    Full {
        /// The object's name.
        object: String,
    },
    /// The store did not answer, or refused; trying again later may help.
    #[error("{object} is out of reach: {why}")]
    Unavailable {
        /// The object's name.
        object: String,
        /// What the store said.
        why: String,
    },
    /// The object is cut short, altered, or not one of ours.
    #[error("{object} is damaged: {why}")]
    Damaged {
        /// The object's name.
        object: String,
        /// What does not fit.
        why: String,
    },
    /// The caller asked for something that cannot be.
    #[error("{0}")]
    Invalid(String),
    /// The caller stopped the work.
    #[error("cancelled")]
    Cancelled,
}

impl SegmentError {
    /// Whether the same call may succeed later.
    pub fn retryable(&self) -> bool {
        matches!(self, Self::Unavailable { .. } | Self::Full { .. })
    }

    #[expect(clippy::needless_pass_by_value, reason = "an error is over when it is told")]
    pub(crate) fn damaged(object: &str, why: impl ToString) -> Self {
        Self::Damaged { object: object.to_owned(), why: why.to_string() }
    }

    #[expect(clippy::needless_pass_by_value, reason = "an error is over when it is told")]
    pub(crate) fn unavailable(object: &str, why: impl ToString) -> Self {
        Self::Unavailable { object: object.to_owned(), why: why.to_string() }
    }

    #[expect(clippy::needless_pass_by_value, reason = "an error is over when it is told")]
    pub(crate) fn invalid(why: impl ToString) -> Self {
        Self::Invalid(why.to_string())
    }

    /// Sorts an error of the object store by what a caller can do about it.
    pub(crate) fn store(object: &str, error: &object_store::Error) -> Self {
        let object = object.to_owned();
        match error {
            object_store::Error::NotFound { .. } => Self::NotFound { object },
            object_store::Error::InvalidPath { .. } => {
                Self::Invalid(format!("{object} is not a usable name"))
            }
            _ if io_error_within(error).is_some_and(is_full) => Self::Full { object },
            _ => Self::Unavailable { object, why: chain(error) },
        }
    }

    /// The same for plain file errors.
    pub(crate) fn file(object: &str, error: &io::Error) -> Self {
        let object = object.to_owned();
        match error.kind() {
            io::ErrorKind::NotFound => Self::NotFound { object },
            _ if is_full(error) => Self::Full { object },
            _ => Self::Unavailable { object, why: error.to_string() },
        }
    }
}

/// The file error at the bottom of a chain of errors, if there is one.
pub(crate) fn io_error_within<'e>(error: &'e (dyn std::error::Error + 'static)) -> Option<&'e io::Error> {
    let mut next = Some(error);
    while let Some(error) = next {
        if let Some(found) = error.downcast_ref::<io::Error>() {
            return Some(found);
        }
        next = error.source();
    }
    None
}

fn is_full(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded | io::ErrorKind::FileTooLarge
    )
}

fn chain(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut next = error.source();
    while let Some(error) = next {
        let part = error.to_string();
        if !text.contains(&part) {
            text.push_str(": ");
            text.push_str(&part);
        }
        next = error.source();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_disk_is_told_apart_from_a_store_that_is_away() {
        let full = object_store::Error::Generic {
            store: "LocalFileSystem",
            source: Box::new(io::Error::from_raw_os_error(28)),
        };
        assert!(matches!(SegmentError::store("a", &full), SegmentError::Full { .. }));
        let away = object_store::Error::Generic {
            store: "S3",
            source: Box::new(io::Error::from(io::ErrorKind::ConnectionRefused)),
        };
        let away = SegmentError::store("a/b", &away);
        assert!(away.retryable() && away.to_string().contains("a/b"), "{away}");
    }
}
