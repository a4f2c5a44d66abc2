//! Sessions: tokens, who they belong to, and when they end.

use std::fmt::Write as _;
use std::sync::{PoisonError, RwLock};

use numsift_model::account::Account;
use numsift_model::clock::{Entropy, NoEntropy, Timestamp};
use numsift_model::id::SessionId;
use numsift_model::permission::Permissions;
use numsift_model::session::{EndReason, TokenHash};
use numsift_model::settings::Settings;
use numsift_store::{StoreResult, Tx};
use sha2::{Digest, Sha256};

use crate::{Accounts, Client, SessionError};

/// A session is noted as used at most this often, so that reading costs no write.
const TOUCH_EVERY_S: i64 = 60;

/// 256 random bits as text. Only its hash is stored.
#[derive(Debug)]
pub struct SessionToken(String);

impl SessionToken {
    /// A new one.
    pub(crate) fn random(entropy: &dyn Entropy) -> Result<Self, NoEntropy> {
        let mut bytes = [0_u8; 32];
        entropy.fill(&mut bytes)?;
        let text = bytes.iter().fold(String::with_capacity(64), |mut text, byte| {
            let _ = write!(text, "{byte:02x}");
            text
        });
        Ok(Self(text))
    }

    /// What the client carries.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// What is stored of a token.
    pub(crate) fn hash(text: &str) -> TokenHash {
        TokenHash(Sha256::digest(text.as_bytes()).into())
    }
}

/// Somebody who carries a good token.
#[derive(Debug, Clone)]
pub struct SignedIn {
    /// The session.
    pub session: SessionId,
    /// Whose it is.
    pub account: Account,
    /// What the account's roles allow.
    pub permissions: Permissions,
}

impl Accounts {
    /// Opens the session of a token, or says why it does not open.
    pub async fn authenticate(&self, token: &str) -> Result<SignedIn, SessionError> {
        let now = self.clock.now();
        let mut tx = self.store.read().await?;
        let session = tx.session(&SessionToken::hash(token)).await?.ok_or(SessionError::Unknown)?;
        match session.ended {
            Some(EndReason::Replaced) => return Err(SessionError::Replaced),
            Some(_) => return Err(SessionError::Expired),
            None => {}
        }
        let idle = self.settings.get(tx.as_mut(), now).await?.session_idle_s;
        let unused_for = now.since(session.last_seen_at);
        if now >= session.expires_at || unused_for >= idle || !session.account.enabled {
            return Err(SessionError::Expired);
        }
        let permissions = tx.permissions(&session.account.roles).await?;
        drop(tx);
        if unused_for >= TOUCH_EVERY_S {
            let mut tx = self.store.begin().await?;
            tx.touch_session(session.id, now).await?;
            tx.save().await?;
        }
        Ok(SignedIn { session: session.id, account: session.account, permissions })
    }

    /// Signs out.
    pub async fn logout(&self, who: &SignedIn, client: &Client) -> StoreResult<()> {
        let mut tx = self.store.begin().await?;
        tx.end_session(who.session, EndReason::LoggedOut, self.clock.now()).await?;
        let uid = Some(who.account.uid);
        tx.audit(&self.audit("user/logout", uid, uid, client)).await?;
        tx.save().await
    }
}

/// The settings as of a few seconds ago: every call needs them, and they hardly ever change.
#[derive(Default)]
pub(crate) struct SettingsCache(RwLock<Option<(Timestamp, Settings)>>);

impl SettingsCache {
    const KEEP_S: i64 = 5;

    pub(crate) async fn get(&self, tx: &mut dyn Tx, now: Timestamp) -> StoreResult<Settings> {
        if let Some((at, settings)) = &*self.0.read().unwrap_or_else(PoisonError::into_inner)
            && (0..Self::KEEP_S).contains(&now.since(*at))
        {
            return Ok(settings.clone());
        }
        let settings = tx.settings().await?;
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = Some((now, settings.clone()));
        Ok(settings)
    }
}
