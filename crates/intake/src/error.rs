//! Errors that make a whole file unreadable.

use std::io;

/// The error of a [`Sink`](crate::Sink).
pub type SinkError = Box<dyn std::error::Error + Send + Sync>;

/// Why a file cannot be read. Problems of single rows are a [`Reason`](crate::Reason).
#[derive(Debug, thiserror::Error)]
pub enum IntakeError {
    /// The file is empty or has only blank lines.
    #[error("the file is empty")]
    Empty,
    /// The file is neither text nor a workbook.
    #[error("the file is not a list: expected CSV, TXT or XLSX, or a gz or zip of these")]
    NotAList,
    /// A known file type that is not supported.
    #[error("{kind} files are not supported: save the list as CSV, TXT or XLSX")]
    Unsupported {
        /// The file type, such as `xls` or `pdf`.
        kind: &'static str,
    },
    /// The workbook or archive is encrypted.
    #[error("the file is protected by a password")]
    Encrypted,
    /// The archive or workbook is truncated or inconsistent.
    #[error("the file is damaged: {detail}")]
    Damaged {
        /// Details for the log.
        detail: String,
    },
    /// The archive contains another archive.
    #[error("the archive contains another archive, {name}: unpack it first")]
    NestedArchive { name: String },
    /// The archive or workbook expands to more than the limit.
    #[error("the file unpacks to more than {limit} bytes")]
    UnpacksTooLarge {
        /// The limit in bytes.
        limit: u64,
    },
    /// The file has more sheets, styles, strings or lists than allowed.
    #[error("the file has more than {limit} {what}")]
    TooManyParts { what: &'static str, limit: u64 },
    /// The name of a sheet or of an archive member is too long.
    #[error("the name of {what} is longer than {limit} characters")]
    NameTooLong { what: &'static str, limit: usize },
    /// The workbook has no sheet with this name, or no sheet at all.
    #[error("the workbook has no sheet named {name:?}")]
    NoSuchSheet { name: String },
    /// The default country of the mapping does not exist.
    #[error("there is no country with the code {code:?}")]
    UnknownCountry { code: String },
    /// The file has more numbers than allowed.
    #[error("the file contains more than {limit} numbers")]
    TooMany { limit: u64 },
    /// The caller cancelled the reading.
    #[error("reading was cancelled")]
    Cancelled,
    /// The sink returned an error.
    #[error("the rows could not be stored")]
    Sink(#[source] SinkError),
    /// Reading from the disk failed.
    #[error("the file could not be read")]
    Io(#[source] io::Error),
}

impl IntakeError {
    pub(crate) fn damaged(detail: &impl ToString) -> Self {
        Self::Damaged { detail: detail.to_string() }
    }
}

impl From<io::Error> for IntakeError {
    /// Unwraps an `IntakeError` that passed through a reader as an I/O error. Decoding errors mean a damaged
    /// file; the rest are errors of the disk.
    fn from(error: io::Error) -> Self {
        match error.downcast::<Self>() {
            Ok(own) => own,
            Err(error) => match error.kind() {
                io::ErrorKind::UnexpectedEof | io::ErrorKind::InvalidData | io::ErrorKind::InvalidInput => {
                    Self::damaged(&error)
                }
                _ => Self::Io(error),
            },
        }
    }
}
