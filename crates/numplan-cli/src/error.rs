//! What can go wrong in a command, told so that the reader knows what to do next.

use std::fmt;
use std::io;
use std::path::PathBuf;

use numplan::space::{CursorError, SpaceError};

/// Why a command failed.
#[derive(Debug)]
pub enum Error {
    /// The input file cannot be opened.
    Open {
        /// The file.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// Reading failed.
    Read(io::Error),
    /// Writing failed; a reader that went away is not an error and does not come here.
    Write(io::Error),
    /// The set of numbers asked for does not exist.
    Space(SpaceError),
    /// The draw cannot go on from the cursor.
    Cursor(CursorError),
    /// The arguments do not fit together.
    Usage(String),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Open { path, source } if source.kind() == io::ErrorKind::NotFound => {
                write!(
                    f,
                    "there is no file {}: check the name, or give - to read from standard input",
                    path.display()
                )
            }
            Self::Open { path, source } => write!(f, "cannot open {}: {source}", path.display()),
            Self::Read(source) => write!(f, "cannot read the input: {source}"),
            Self::Write(source) => write!(f, "cannot write the output: {source}"),
            Self::Space(source) => source.fmt(f),
            Self::Cursor(source) => source.fmt(f),
            Self::Usage(problem) => f.write_str(problem),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Open { source, .. } | Self::Read(source) | Self::Write(source) => Some(source),
            _ => None,
        }
    }
}

impl From<SpaceError> for Error {
    fn from(source: SpaceError) -> Self {
        Self::Space(source)
    }
}

impl From<CursorError> for Error {
    fn from(source: CursorError) -> Self {
        Self::Cursor(source)
    }
}

/// A reader that went away (`| head`) ends a command without an error.
pub(crate) fn written(result: io::Result<()>) -> Result<(), Error> {
    match result {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(Error::Write(error)),
        _ => Ok(()),
    }
}
