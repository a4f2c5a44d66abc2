//! Temporary files on the local disk. They have no names, so nothing remains of them, whatever happens to the process.

use std::fs::{self, File};
use std::io;
use std::path::PathBuf;

/// The folder for temporary files. It is created when it is needed.
#[derive(Debug, Clone)]
pub(crate) struct Scratch {
    folder: PathBuf,
    /// Numbers of a list that are held in memory. Larger lists use the folder.
    pub in_memory: u64,
}

impl Scratch {
    pub fn new(folder: PathBuf, in_memory: u64) -> Self {
        Self { folder, in_memory }
    }

    /// The folder, which exists.
    pub fn folder(&self) -> io::Result<PathBuf> {
        fs::create_dir_all(&self.folder)?;
        Ok(self.folder.clone())
    }

    /// A new file.
    pub fn file(&self) -> io::Result<File> {
        tempfile::tempfile_in(self.folder()?)
    }
}
