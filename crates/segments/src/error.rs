//! Errors of objects and segments.

use std::io;

pub type Result<T> = std::result::Result<T, SegmentError>;

#[derive(Debug, thiserror::Error)]
pub enum SegmentError {
    /// The object does not exist.
    #[error("{object} does not exist")]
    NotFound { object: String },
    /// The disk or the quota is full.
    #[error("no space left to write {object}")]
    Full { object: String },
    /// The store did not answer or refused. A retry may help.
    #[error("{object} is unavailable: {why}")]
    Unavailable {
        object: String,
        /// The store's message.
        why: String,
    },
    /// The object is truncated, corrupt or in another format.
    #[error("{object} is damaged: {why}")]
    Damaged {
        object: String,
        /// What is wrong with the object.
        why: String,
    },
    /// The arguments are invalid.
    #[error("{0}")]
    Invalid(String),
    #[error("cancelled")]
    Cancelled,
}

impl SegmentError {
    /// Whether a retry may succeed.
    pub fn retryable(&self) -> bool {
        matches!(self, Self::Unavailable { .. } | Self::Full { .. })
    }

    pub fn is_not_found(&self) -> bool {
        matches!(self, Self::NotFound { .. })
    }

    #[expect(clippy::needless_pass_by_value, reason = "callers pass errors by value")]
    pub(crate) fn damaged(object: &str, why: impl ToString) -> Self {
        Self::Damaged { object: object.to_owned(), why: why.to_string() }
    }

    #[expect(clippy::needless_pass_by_value, reason = "callers pass errors by value")]
    pub(crate) fn unavailable(object: &str, why: impl ToString) -> Self {
        Self::Unavailable { object: object.to_owned(), why: why.to_string() }
    }

    #[expect(clippy::needless_pass_by_value, reason = "callers pass errors by value")]
    pub(crate) fn invalid(why: impl ToString) -> Self {
        Self::Invalid(why.to_string())
    }

    /// Classifies an error of the object store.
    pub(crate) fn store(object: &str, error: &object_store::Error) -> Self {
        let object = object.to_owned();
        match error {
            object_store::Error::NotFound { .. } => Self::NotFound { object },
            object_store::Error::InvalidPath { .. } => {
                Self::Invalid(format!("{object:?} is not a valid object name"))
            }
            _ if io_error_within(error).is_some_and(is_full) => Self::Full { object },
            _ => Self::Unavailable { object, why: chain(error) },
        }
    }

    /// Classifies a file error.
    pub(crate) fn file(object: &str, error: &io::Error) -> Self {
        let object = object.to_owned();
        match error.kind() {
            io::ErrorKind::NotFound => Self::NotFound { object },
            _ if is_full(error) => Self::Full { object },
            _ => Self::Unavailable { object, why: error.to_string() },
        }
    }
}

/// The I/O error in a chain of errors, if there is one.
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
    fn a_full_disk_differs_from_an_unavailable_store() {
        let full = object_store::Error::Generic {
            store: "LocalFileSystem",
            source: Box::new(io::Error::from_raw_os_error(28)),
        };
        assert!(matches!(SegmentError::store("a", &full), SegmentError::Full { .. }));
        let unavailable = object_store::Error::Generic {
            store: "S3",
            source: Box::new(io::Error::from(io::ErrorKind::ConnectionRefused)),
        };
        let unavailable = SegmentError::store("a/b", &unavailable);
        assert!(unavailable.retryable() && unavailable.to_string().contains("a/b"), "{unavailable}");
    }
}
