//! Hashes a file while it comes in, on a thread of its own: receiving, writing and hashing it take about as long,
//! and none has to wait for the others.

use bytes::Bytes;
use sha2::{Digest, Sha256};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

use crate::{Result, ScreeningError};

/// Parts that wait to be hashed, at the most: few, since they are held in memory.
const WAITING: usize = 8;

/// A hash of the parts that were given so far.
pub(crate) struct Hashing {
    parts: mpsc::Sender<Bytes>,
    hash: JoinHandle<[u8; 32]>,
}

impl Hashing {
    pub fn begin() -> Self {
        let (parts, mut given) = mpsc::channel::<Bytes>(WAITING);
        let hash = tokio::task::spawn_blocking(move || {
            let mut hash = Sha256::new();
            while let Some(part) = given.blocking_recv() {
                hash.update(&part);
            }
            hash.finalize().into()
        });
        Self { parts, hash }
    }

    pub async fn update(&self, part: Bytes) -> Result<()> {
        self.parts.send(part).await.map_err(ScreeningError::machine)
    }

    pub async fn finish(self) -> Result<[u8; 32]> {
        drop(self.parts);
        self.hash.await.map_err(ScreeningError::machine)
    }
}
