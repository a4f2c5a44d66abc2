//! Encryption of secrets at rest. The key is in a separate file, created at the first start, so that a copy of
//! the database does not reveal them.

use std::fs;
use std::io::{self, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;
use std::sync::Arc;

use chacha20poly1305::aead::{Aead, KeyInit, Payload};
use chacha20poly1305::{Key, XChaCha20Poly1305, XNonce};
use hmac::{Hmac, Mac as _};
use numsift_model::clock::Entropy;
use sha2::{Digest as _, Sha256};
use thiserror::Error;

const KEY_BYTES: usize = 32;
const NONCE_BYTES: usize = 24;
const CHECK_PURPOSE: &str = "key-check";

/// Encrypts (seals) and decrypts (opens) secrets. Cheap to clone.
#[derive(Clone)]
pub struct Vault {
    cipher: Arc<XChaCha20Poly1305>,
    mac: Hmac<Sha256>,
    entropy: Arc<dyn Entropy>,
}

#[derive(Debug, Error)]
pub enum VaultError {
    #[error("cannot read or create the key file {0}: {1}")]
    KeyFile(String, #[source] io::Error),
    #[error("invalid key file {0}: expected exactly 32 bytes")]
    DamagedKey(String),
    /// Sealed with another key or for another purpose, or modified.
    #[error("a secret cannot be opened with this installation's key")]
    Sealed,
    #[error("the operating system supplies no random bytes")]
    NoEntropy,
}

impl Vault {
    pub fn with_key(key: [u8; KEY_BYTES], entropy: Arc<dyn Entropy>) -> Self {
        // The cipher and the authentication code must not share a key.
        let derived = Sha256::digest([b"numsift mac\0".as_slice(), &key].concat());
        let mac = Hmac::<Sha256>::new_from_slice(&derived).expect("an HMAC takes keys of any length");
        Self { cipher: Arc::new(XChaCha20Poly1305::new(&Key::from(key))), mac, entropy }
    }

    /// Reads the key file. `None` if there is none.
    pub fn read(file: &Path, entropy: Arc<dyn Entropy>) -> Result<Option<Self>, VaultError> {
        let name = file.display().to_string();
        match fs::read(file) {
            Ok(bytes) => match <[u8; KEY_BYTES]>::try_from(bytes) {
                Ok(key) => Ok(Some(Self::with_key(key, entropy))),
                Err(_) => Err(VaultError::DamagedKey(name)),
            },
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(VaultError::KeyFile(name, error)),
        }
    }

    /// Creates the key file, readable only by its owner.
    pub fn create(file: &Path, entropy: Arc<dyn Entropy>) -> Result<Self, VaultError> {
        let failed = |error| VaultError::KeyFile(file.display().to_string(), error);
        let mut key = [0; KEY_BYTES];
        entropy.fill(&mut key).map_err(|_| VaultError::NoEntropy)?;
        // Renamed into place, so that a crash never leaves a partial key.
        let partial = file.with_extension("new");
        let mut out = fs::OpenOptions::new()
            .create(true)
            .truncate(true)
            .write(true)
            .mode(0o600)
            .open(&partial)
            .map_err(failed)?;
        out.write_all(&key).and_then(|()| out.sync_all()).map_err(failed)?;
        fs::rename(&partial, file).map_err(failed)?;
        Ok(Self::with_key(key, entropy))
    }

    /// A value that only this key can open. It is stored with the installation, so that a node with another key is
    /// noticed before it does harm.
    pub fn check_value(&self) -> Result<Vec<u8>, VaultError> {
        self.seal(CHECK_PURPOSE, &[])
    }

    /// Whether a check value was made with this key.
    pub fn made(&self, check_value: &[u8]) -> bool {
        self.open(CHECK_PURPOSE, check_value).is_ok()
    }

    /// An authentication code of a text, which only this installation's key can compute.
    pub fn authenticate(&self, purpose: &str, text: &[u8]) -> [u8; 32] {
        let mut mac = self.mac.clone();
        mac.update(purpose.as_bytes());
        mac.update(&[0]);
        mac.update(text);
        mac.finalize().into_bytes().into()
    }

    /// Seals a secret. `purpose` (for example `totp:17`) must be the same when it is opened, so that a secret
    /// copied to another row cannot be opened there.
    pub fn seal(&self, purpose: &str, secret: &[u8]) -> Result<Vec<u8>, VaultError> {
        let mut nonce = [0; NONCE_BYTES];
        self.entropy.fill(&mut nonce).map_err(|_| VaultError::NoEntropy)?;
        let payload = Payload { msg: secret, aad: purpose.as_bytes() };
        let sealed = self.cipher.encrypt(&XNonce::from(nonce), payload).map_err(|_| VaultError::Sealed)?;
        Ok([nonce.as_slice(), &sealed].concat())
    }

    /// Opens a sealed secret.
    pub fn open(&self, purpose: &str, sealed: &[u8]) -> Result<Vec<u8>, VaultError> {
        let (nonce, rest) = sealed.split_first_chunk::<NONCE_BYTES>().ok_or(VaultError::Sealed)?;
        let payload = Payload { msg: rest, aad: purpose.as_bytes() };
        self.cipher.decrypt(&XNonce::from(*nonce), payload).map_err(|_| VaultError::Sealed)
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use numsift_model::clock::SystemEntropy;

    use super::*;

    #[test]
    fn secrets_open_only_with_their_key_and_purpose() {
        let vault = Vault::with_key([7; 32], Arc::new(SystemEntropy));
        let sealed = vault.seal("totp:1", b"secret").unwrap();
        assert_ne!(sealed, vault.seal("totp:1", b"secret").unwrap(), "every seal has its own nonce");
        assert_eq!(vault.open("totp:1", &sealed).unwrap(), b"secret");
        assert!(vault.open("totp:2", &sealed).is_err());
        let other = Vault::with_key([8; 32], Arc::new(SystemEntropy));
        assert!(other.open("totp:1", &sealed).is_err());
        let mut changed = sealed.clone();
        changed[NONCE_BYTES] ^= 1;
        assert!(vault.open("totp:1", &changed).is_err());
        assert!(vault.open("totp:1", &[]).is_err());
    }

    #[test]
    fn the_key_file_is_only_readable_by_its_owner() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("secret.key");
        assert!(Vault::read(&file, Arc::new(SystemEntropy)).unwrap().is_none());
        let sealed = Vault::create(&file, Arc::new(SystemEntropy)).unwrap().seal("x", b"y").unwrap();
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
        let again = Vault::read(&file, Arc::new(SystemEntropy)).unwrap().unwrap();
        assert_eq!(again.open("x", &sealed).unwrap(), b"y");
        fs::write(&file, b"short").unwrap();
        let damaged = Vault::read(&file, Arc::new(SystemEntropy)).err().unwrap();
        assert!(damaged.to_string().contains("32 bytes"), "{damaged}");
    }

    #[test]
    fn a_check_value_tells_keys_apart() {
        let [first, second] = [1, 2].map(|key| Vault::with_key([key; 32], Arc::new(SystemEntropy)));
        let value = first.check_value().unwrap();
        assert!(first.made(&value));
        assert!(!second.made(&value));
        assert!(!first.made(b"damaged"));
    }
}
