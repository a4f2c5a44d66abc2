//! Requests that must happen once, however often they are sent and to whichever node.

use numsift_model::api_key::{OnceAnswer, OnceClaim, OnceRequest};
use numsift_model::id::Uid;
use numsift_model::session::TokenHash;
use numsift_store::{OnceMet, StoreResult, Tx};
use sha2::{Digest, Sha256};

use crate::ApiKeyService;

/// Longer than any request may take: whoever has not answered by then never will.
const LEASE_S: i64 = 150;
/// How long an answer is given again.
const KEEP_S: i64 = 86_400;

impl ApiKeyService {
    /// Takes a request, unless it was answered or somebody is answering it. `parts` are what makes it
    /// the same request: where it went and what it said.
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

    /// Keeps the answer in the unit of work that did what was asked; `false` when somebody else has
    /// taken the request over, and nothing may be saved.
    pub async fn answer_once(
        &self,
        tx: &mut dyn Tx,
        claim: &OnceClaim,
        answer: &OnceAnswer,
    ) -> StoreResult<bool> {
        tx.answer_once(claim, answer, self.0.clock.now()).await
    }

    /// Gives a request back that was refused: nothing happened, and it may be sent again.
    pub async fn forget_once(&self, claim: &OnceClaim) -> StoreResult<()> {
        let mut tx = self.0.store.begin().await?;
        tx.forget_once(claim).await?;
        tx.save().await
    }

    /// Forgets answers whose time is over.
    pub async fn sweep(&self) -> StoreResult<u64> {
        let mut tx = self.0.store.begin().await?;
        let swept = tx.sweep_once(self.0.clock.now().plus(-KEEP_S)).await?;
        tx.save().await?;
        Ok(swept)
    }
}
