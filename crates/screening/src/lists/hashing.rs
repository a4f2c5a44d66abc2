//! Hashes a file while it is received, on a thread of low priority, so that hashing does not slow down receiving and writing.

use bytes::Bytes;
use numsift_turns::in_background;
use sha2::{Digest, Sha256};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

use crate::{Result, ScreeningError};

/// Parts that may wait to be hashed. They are held in memory.
const QUEUE: usize = 8;

pub(crate) struct Hashing {
    parts: mpsc::Sender<Bytes>,
    hash: JoinHandle<[u8; 32]>,
}

impl Hashing {
    pub fn begin() -> Self {
        let (parts, mut received) = mpsc::channel::<Bytes>(QUEUE);
        let hash = in_background(move || {
            let mut hash = Sha256::new();
            while let Some(part) = received.blocking_recv() {
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
