//! Checksums of parts, and the hash of a whole file that goes on from part to part.

use bytes::Bytes;
use sha1::Sha1;
use sha2::digest::common::hazmat::{SerializableState, SerializedState};
use sha2::{Digest, Sha256};

use crate::{Result, ScreeningError};

/// The checksum that a client sends with a part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Checksum {
    Sha1(Vec<u8>),
    Sha256(Vec<u8>),
}

/// The hashes of a part while it is received.
pub(super) struct Hashes {
    /// Of the file up to here.
    file: Sha256,
    /// Of the part, and what it should be.
    part: Option<(PartHash, Vec<u8>)>,
}

enum PartHash {
    Sha1(Sha1),
    Sha256(Sha256),
}

impl Hashes {
    /// Goes on from the state after the bytes before; an empty state is the beginning.
    pub fn resume(state: &str, checksum: Option<Checksum>) -> Result<Self> {
        let damaged = || ScreeningError::machine("the state of a hash is damaged");
        let file = if state.is_empty() {
            Sha256::new()
        } else {
            let bytes = hex::decode(state).map_err(|_| damaged())?;
            let state = SerializedState::<Sha256>::try_from(bytes.as_slice()).map_err(|_| damaged())?;
            Sha256::deserialize(&state).map_err(|_| damaged())?
        };
        let part = checksum.map(|checksum| match checksum {
            Checksum::Sha1(expected) => (PartHash::Sha1(Sha1::new()), expected),
            Checksum::Sha256(expected) => (PartHash::Sha256(Sha256::new()), expected),
        });
        Ok(Self { file, part })
    }

    /// Adds bytes, on a blocking thread.
    pub async fn add(mut self, bytes: Bytes) -> Result<Self> {
        let added = tokio::task::spawn_blocking(move || {
            self.file.update(&bytes);
            match &mut self.part {
                Some((PartHash::Sha1(hash), _)) => hash.update(&bytes),
                Some((PartHash::Sha256(hash), _)) => hash.update(&bytes),
                None => {}
            }
            self
        });
        added.await.map_err(ScreeningError::machine)
    }

    /// The state of the hash of the file, in hex.
    pub fn state(&self) -> String {
        hex::encode(self.file.serialize())
    }

    /// The hash of the file up to here, in hex.
    pub fn sha256(&self) -> String {
        hex::encode(self.file.clone().finalize())
    }

    /// Whether the part has the checksum that was sent, if any.
    pub fn is_right(&self) -> bool {
        match &self.part {
            Some((PartHash::Sha1(hash), expected)) => hash.clone().finalize().as_slice() == expected,
            Some((PartHash::Sha256(hash), expected)) => hash.clone().finalize().as_slice() == expected,
            None => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;
    use sha2::{Digest, Sha256};

    use super::{Checksum, Hashes};

    #[tokio::test]
    async fn a_hash_goes_on_from_its_state() {
        let content: Vec<u8> = (0..200_u8).cycle().take(1000).collect();
        let mut state = String::new();
        for part in content.chunks(77) {
            let hashes = Hashes::resume(&state, None).unwrap();
            state = hashes.add(Bytes::copy_from_slice(part)).await.unwrap().state();
        }
        let whole = Hashes::resume(&state, None).unwrap().sha256();
        assert_eq!(whole, hex::encode(Sha256::digest(&content)));
        assert!(Hashes::resume("00", None).is_err());
    }

    #[tokio::test]
    async fn the_checksum_is_that_of_the_part() {
        let first = Hashes::resume("", None).unwrap().add(Bytes::from_static(b"hello ")).await.unwrap();
        let right = Checksum::Sha256(Sha256::digest(b"world").to_vec());
        let wrong = Checksum::Sha1(vec![0; 20]);
        for (checksum, expected) in [(right, true), (wrong, false)] {
            let hashes = Hashes::resume(&first.state(), Some(checksum)).unwrap();
            let hashes = hashes.add(Bytes::from_static(b"world")).await.unwrap();
            assert_eq!(hashes.is_right(), expected);
        }
    }
}
