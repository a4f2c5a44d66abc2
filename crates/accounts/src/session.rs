//! Sessions: tokens, who they belong to, and when they end.

use std::fmt::Write as _;
use std::sync::{PoisonError, RwLock};

use numsift_model::account::Account;
use numsift_model::clock::{Entropy, NoEntropy, Timestamp};
use numsift_model::id::SessionId;
use numsift_model::permission::Permissions;
use numsift_model::session::{EndReason, SessionWithAccount, Switched, TokenHash};
use numsift_model::settings::Settings;
use numsift_store::{StoreResult, Tx};
use sha2::{Digest, Sha256};

use crate::{Accounts, Acting, SessionError, demo};

/// A session is noted as used at most this often, so that reading costs no write.
const TOUCH_EVERY_S: i64 = 60;

/// 256 random bits as text, for sessions and links. Only its hash is stored.
#[derive(Debug)]
pub struct SessionToken(String);

impl SessionToken {
    /// A new one.
    pub fn random(entropy: &dyn Entropy) -> Result<Self, NoEntropy> {
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

    /// What is stored of it.
    pub fn stored(&self) -> TokenHash {
        Self::hash(&self.0)
    }

    /// What is stored of a token's text.
    pub fn hash(text: &str) -> TokenHash {
        TokenHash(Sha256::digest(text.as_bytes()).into())
    }
}

/// Somebody who carries a good token.
#[derive(Debug, Clone)]
pub struct SignedIn {
    /// The session; a demo token has none.
    pub session: Option<SessionId>,
    /// Set when somebody else works inside the account.
    pub switched: Option<Switched>,
    /// Whether the account must set up a second factor before it does anything else.
    pub must_enrol: bool,
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
        let settings = self.settings.get(tx.as_mut(), now).await?;
        let (session, account) = if let Some(account) = self.demo_account(tx.as_mut(), token).await? {
            (None, account)
        } else {
            let session = tx.session(&SessionToken::hash(token)).await?.ok_or(SessionError::Unknown)?;
            check_alive(tx.as_mut(), &session, settings.session_idle_s, now).await?;
            let account = session.account.clone();
            (Some(session), account)
        };
        let permissions = tx.permissions(&account.roles).await?;
        drop(tx);
        if let Some(session) = &session
            && now.since(session.last_seen_at) >= TOUCH_EVERY_S
        {
            let mut tx = self.store.begin().await?;
            tx.touch_session(session.id, now).await?;
            // Somebody who works inside another account keeps their own session alive.
            if let Some(switched) = session.switched {
                tx.touch_session(switched.parent, now).await?;
            }
            tx.save().await?;
        }
        let switched = session.as_ref().and_then(|session| session.switched);
        Ok(SignedIn {
            session: session.map(|session| session.id),
            switched,
            must_enrol: settings.require_staff_totp
                && account.account_type.is_staff()
                && !account.totp_enabled
                && switched.is_none(),
            account,
            permissions,
        })
    }

    /// The demo account that a token like `customer-token` names; never outside the demo.
    async fn demo_account(&self, tx: &mut dyn Tx, token: &str) -> StoreResult<Option<Account>> {
        let Some(name) = token.strip_suffix("-token").filter(|_| self.demo_tokens) else { return Ok(None) };
        if !demo::ACCOUNTS.iter().any(|account| account.username == name) {
            return Ok(None);
        }
        match tx.credentials(name).await? {
            Some(found) if found.enabled => tx.account(found.uid).await,
            _ => Ok(None),
        }
    }

    /// Signs out.
    pub async fn logout(&self, by: &Acting) -> StoreResult<()> {
        let now = self.clock.now();
        let mut tx = self.store.begin().await?;
        if let Some(session) = by.who.session {
            tx.end_session(session, EndReason::LoggedOut, now).await?;
        }
        tx.audit(&by.did("user/logout", now).entry()).await?;
        tx.save().await
    }
}

async fn check_alive(
    tx: &mut dyn Tx,
    session: &SessionWithAccount,
    idle_s: i64,
    now: Timestamp,
) -> Result<(), SessionError> {
    match session.ended {
        Some(EndReason::Replaced) => return Err(SessionError::Replaced),
        Some(_) => return Err(SessionError::Expired),
        None => {}
    }
    let too_old = now >= session.expires_at || now.since(session.last_seen_at) >= idle_s;
    if too_old || !session.account.enabled {
        return Err(SessionError::Expired);
    }
    if let Some(switched) = session.switched
        && !tx.session_is_open(switched.parent, now).await?
    {
        return Err(SessionError::Expired);
    }
    Ok(())
}

/// The settings as of a few seconds ago: every call needs them, and they hardly ever change.
#[derive(Default)]
pub(crate) struct SettingsCache(RwLock<Option<(Timestamp, Settings)>>);

impl SettingsCache {
    const KEEP_S: i64 = 5;

    /// Forgets what it knows: the settings were changed here.
    pub(crate) fn forget(&self) {
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = None;
    }

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
