//! Why a file cannot be read at all.

use std::io;

/// What a [`Sink`](crate::Sink) may fail with.
pub type SinkError = Box<dyn std::error::Error + Send + Sync>;

/// Why a file cannot be read. What is wrong with single rows is a [`Reason`](crate::Reason).
#[derive(Debug, thiserror::Error)]
pub enum IntakeError {
    /// Nothing in the file, or only blank lines.
    #[error("the file is empty")]
    Empty,
    /// Neither text nor a workbook.
    #[error("the file is not a list: expected CSV, TXT or XLSX, or a gz or zip of those")]
    NotAList,
    /// A known kind of file that holds no readable list.
    #[error("files of the kind {kind} cannot be read: save the list as CSV, TXT or XLSX")]
    Unsupported {
        /// The kind, such as `xls` or `pdf`.
        kind: &'static str,
    },
    /// A workbook or archive that asks for a password.
    #[error("the file is protected by a password")]
    Encrypted,
    /// An archive or workbook that ends too early or does not add up.
    #[error("the file is damaged: {detail}")]
    Damaged {
        /// What was found, for the log.
        detail: String,
    },
    /// An archive in an archive.
    #[error("the archive holds another archive, {name}: unpack it first")]
    NestedArchive {
        /// Name of the inner archive.
        name: String,
    },
    /// An archive or workbook unpacks to more than is let in.
    #[error("the file unpacks to more than {limit} bytes")]
    UnpacksTooLarge {
        /// How much is let in.
        limit: u64,
    },
    /// The workbook has no sheet of that name, or none at all.
    #[error("the workbook has no sheet named {name:?}")]
    NoSuchSheet {
        /// The name that was asked for.
        name: String,
    },
    /// The default country of the mapping does not exist.
    #[error("there is no country with the code {code:?}")]
    UnknownCountry {
        /// The code that was given.
        code: String,
    },
    /// More numbers than are let in.
    #[error("the file holds more than {limit} numbers")]
    TooMany {
        /// How many are let in.
        limit: u64,
    },
    /// The caller asked to stop.
    #[error("reading was cancelled")]
    Cancelled,
    /// The sink failed.
    #[error("the rows could not be stored")]
    Sink(#[source] SinkError),
    /// The disk failed.
    #[error("the file could not be read")]
    Io(#[source] io::Error),
}

impl IntakeError {
    pub(crate) fn damaged(detail: &impl ToString) -> Self {
        Self::Damaged { detail: detail.to_string() }
    }
}

impl From<io::Error> for IntakeError {
    /// Our own errors come back out of readers that can only speak of I/O errors; what does not
    /// decode is a damaged file, and only the rest is the disk's fault.
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
