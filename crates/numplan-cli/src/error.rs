//! Errors of the commands.

use std::fmt;
use std::io;
use std::path::PathBuf;

use numplan::space::{CursorError, SpaceError};

#[derive(Debug)]
pub enum Error {
    /// The input file cannot be opened.
    Open {
        path: PathBuf,
        source: io::Error,
    },
    Read(io::Error),
    /// Writing failed. A closed pipe is not an error.
    Write(io::Error),
    /// The selection of numbers is invalid.
    Space(SpaceError),
    Cursor(CursorError),
    /// The arguments cannot be combined, or select no numbers.
    Usage(String),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Open { path, source } if source.kind() == io::ErrorKind::NotFound => {
                write!(f, "file not found: {}; check the name, or use - for standard input", path.display())
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

/// Ignores a closed pipe (`| head`).
pub(crate) fn written(result: io::Result<()>) -> Result<(), Error> {
    match result {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(Error::Write(error)),
        _ => Ok(()),
    }
}
