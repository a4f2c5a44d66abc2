//! Idempotent requests: carried out once, no matter how often and to which node they are sent.

use numsift_model::api_key::{OnceAnswer, OnceClaim, OnceRequest};
use numsift_model::id::Uid;
use numsift_model::session::TokenHash;
use numsift_store::{OnceMet, StoreResult, Tx};
use sha2::{Digest, Sha256};

use crate::ApiKeyService;

/// Longer than the time limit of any request: a request without a response by then has failed.
const LEASE_S: i64 = 150;
/// How long responses are kept.
const KEEP_S: i64 = 86_400;

impl ApiKeyService {
    /// Claims a request, unless it is answered or being processed. `parts` identify the request: its path and body.
    pub async fn claim_once(&self, uid: Uid, key: &str, parts: &[&[u8]]) -> StoreResult<OnceMet> {
        let now = self.0.clock.now();
        let mut hash = Sha256::new();
        for part in parts {
            hash.update((part.len() as u64).to_be_bytes());
            hash.update(part);
        }
        let request = OnceRequest { uid, key: key.to_owned(), hash: TokenHash(hash.finalize().into()) };
        let mut tx = self.0.store.begin().await?;
        let met = tx.claim_once(&request, now, now.plus(LEASE_S), now.plus(-KEEP_S)).await?;
        tx.save().await?;
        Ok(met)
    }

    /// Stores the response in the transaction that carried out the request. `false` if another node has taken over
    /// the request; then the transaction must not be saved.
    pub async fn answer_once(
        &self,
        tx: &mut dyn Tx,
        claim: &OnceClaim,
        answer: &OnceAnswer,
    ) -> StoreResult<bool> {
        tx.answer_once(claim, answer, self.0.clock.now()).await
    }

    /// Releases the claim of a refused request, so that it may be sent again.
    pub async fn forget_once(&self, claim: &OnceClaim) -> StoreResult<()> {
        let mut tx = self.0.store.begin().await?;
        tx.forget_once(claim).await?;
        tx.save().await
    }

    /// Deletes expired responses.
    pub async fn sweep(&self) -> StoreResult<u64> {
        let mut tx = self.0.store.begin().await?;
        let swept = tx.sweep_once(self.0.clock.now().plus(-KEEP_S)).await?;
        tx.save().await?;
        Ok(swept)
    }
}
