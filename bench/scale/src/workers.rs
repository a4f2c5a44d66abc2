//! Worker processes, each with a data folder that contains only the installation's key, as on another machine.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use anyhow::Context;
use numsift_test_bucket::Settings;

/// Killed on drop.
pub struct Workers<'a> {
    binary: &'a str,
    key: PathBuf,
    folder: &'a Path,
    settings: Settings,
    running: Vec<Child>,
}

impl<'a> Workers<'a> {
    pub fn new(binary: &'a str, server: &Path, folder: &'a Path, settings: Settings) -> Self {
        Self { binary, key: server.join("secret.key"), folder, settings, running: Vec::new() }
    }

    /// Starts workers until there are this many.
    pub fn grow_to(&mut self, count: u64) -> anyhow::Result<()> {
        while (self.running.len() as u64) < count {
            let data = self.folder.join(format!("worker-{}", self.running.len()));
            fs::create_dir(&data)?;
            fs::copy(&self.key, data.join("secret.key")).context("the server has a key")?;
            let worker = Command::new(self.binary)
                .args(["worker", "--data"])
                .arg(&data)
                .current_dir(self.folder)
                .env("NUMSIFT_LOG", "warn")
                .envs(self.settings.iter().map(|(name, value)| (*name, value)))
                .stdout(Stdio::null())
                .spawn()?;
            self.running.push(worker);
        }
        Ok(())
    }
}

impl Drop for Workers<'_> {
    fn drop(&mut self) {
        for worker in &mut self.running {
            // Its folder is deleted as well, so nothing needs to be saved.
            let _ = worker.kill();
            let _ = worker.wait();
        }
    }
}
