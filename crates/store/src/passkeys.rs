//! Passkeys of accounts. What is inside the bytes is known to `accounts/passkeys`.

use async_trait::async_trait;
use numsift_model::clock::Timestamp;
use numsift_model::id::{PasskeyId, Uid};

use crate::StoreResult;

/// A passkey to be stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewPasskey {
    pub uid: Uid,
    pub name: String,
    pub credential_id: Vec<u8>,
    /// The account's random name at authenticators: 64 bytes.
    pub user_handle: Vec<u8>,
    pub public_key: Vec<u8>,
    /// What changes with each use.
    pub state: Vec<u8>,
    /// How the browser reaches the authenticator.
    pub transports: i64,
    pub created_at: Timestamp,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Passkey {
    pub id: PasskeyId,
    pub stored: NewPasskey,
    pub last_used_at: Option<Timestamp>,
}

#[async_trait]
pub trait Passkeys {
    /// The passkeys of an account, oldest first.
    async fn passkeys(&mut self, uid: Uid) -> StoreResult<Vec<Passkey>>;

    /// The passkey of any account with this credential id.
    async fn passkey_by_credential(&mut self, credential_id: &[u8]) -> StoreResult<Option<Passkey>>;

    /// Stores a passkey; `None` if the account has `limit` passkeys or the credential id is taken.
    async fn add_passkey(&mut self, new: &NewPasskey, limit: i64) -> StoreResult<Option<PasskeyId>>;

    /// Renames a passkey; `false` if the account has no such passkey.
    async fn rename_passkey(&mut self, uid: Uid, id: PasskeyId, name: &str) -> StoreResult<bool>;

    /// Deletes a passkey; `false` if the account has no such passkey.
    async fn remove_passkey(&mut self, uid: Uid, id: PasskeyId) -> StoreResult<bool>;

    /// Replaces the state of a passkey after a use; `false` if it changed since `passkey` was read.
    async fn use_passkey(&mut self, passkey: &Passkey, state: &[u8], now: Timestamp) -> StoreResult<bool>;
}
