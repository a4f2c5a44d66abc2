//! Session tokens and authentication.

use std::sync::{PoisonError, RwLock};

use numsift_model::account::Account;
use numsift_model::clock::{Entropy, NoEntropy, Timestamp};
use numsift_model::id::SessionId;
use numsift_model::permission::{Permission, Permissions};
use numsift_model::session::{EndReason, SESSION_END, SessionWithAccount, Switched, TokenHash};
use numsift_model::settings::Settings;
use numsift_store::{StoreResult, Tx};
use sha2::{Digest, Sha256};

use crate::{Accounts, Acting, SessionError, demo};

/// The last use of a session is recorded at most this often, to save writes.
const TOUCH_EVERY_S: i64 = 60;

/// A token of 256 random bits, for sessions and links. Only its hash is stored.
#[derive(Debug)]
pub struct SessionToken(String);

impl SessionToken {
    pub fn random(entropy: &dyn Entropy) -> Result<Self, NoEntropy> {
        let mut bytes = [0_u8; 32];
        entropy.fill(&mut bytes)?;
        Ok(Self(hex::encode(bytes)))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The hash that is stored.
    pub fn stored(&self) -> TokenHash {
        Self::hash(&self.0)
    }

    /// The hash that is stored for the text of a token.
    pub fn hash(text: &str) -> TokenHash {
        TokenHash(Sha256::digest(text.as_bytes()).into())
    }
}

/// The account behind a valid token.
#[derive(Debug, Clone)]
pub struct SignedIn {
    /// `None` for demo tokens.
    pub session: Option<SessionId>,
    /// Set during a visit.
    pub switched: Option<Switched>,
    /// Whether the account must enrol a second factor before anything else.
    pub must_enrol: bool,
    /// Whether the account must change its one-time password before anything else.
    pub must_change_password: bool,
    pub account: Account,
    pub permissions: Permissions,
}

impl Accounts {
    /// Authenticates a token.
    pub async fn authenticate(&self, token: &str) -> Result<SignedIn, SessionError> {
        let now = self.clock.now();
        let mut tx = self.store.read().await?;
        let settings = self.settings.get(tx.as_mut(), now).await?;
        let (session, account) = self.find_session(tx.as_mut(), token, &settings, now).await?;
        let permissions = match &session {
            Some(session) => session.permissions.clone(),
            None => tx.permissions(&account.roles).await?,
        };
        drop(tx);
        if let Some(session) = &session
            && now.since(session.last_seen_at) >= TOUCH_EVERY_S
        {
            let mut tx = self.store.begin().await?;
            tx.touch_session(session.id, now).await?;
            // A visit keeps the actor's own session alive.
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
                && !account.second_factor()
                && switched.is_none(),
            must_change_password: account.must_change_password && switched.is_none(),
            account,
            permissions,
        })
    }

    /// Whether a token is still valid. Does not count as a use of the session.
    pub async fn is_valid(&self, token: &str) -> StoreResult<bool> {
        let now = self.clock.now();
        let mut tx = self.store.read().await?;
        let settings = self.settings.get(tx.as_mut(), now).await?;
        match self.find_session(tx.as_mut(), token, &settings, now).await {
            Ok(_) => Ok(true),
            Err(SessionError::Store(error)) => Err(error),
            Err(_) => Ok(false),
        }
    }

    /// The session of a valid token and its account. Demo tokens have no session.
    async fn find_session(
        &self,
        tx: &mut dyn Tx,
        token: &str,
        settings: &Settings,
        now: Timestamp,
    ) -> Result<(Option<SessionWithAccount>, Account), SessionError> {
        if let Some(account) = self.demo_account(tx, token).await? {
            return Ok((None, account));
        }
        let session = tx.session(&SessionToken::hash(token)).await?.ok_or(SessionError::Unknown)?;
        check_alive(tx, &session, settings.session_idle_s, now).await?;
        let account = session.account.clone();
        Ok((Some(session), account))
    }

    /// The demo account of a token such as `customer-token`. Only in demo installations.
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

    /// Ends the session of the caller.
    pub async fn logout(&self, by: &Acting) -> StoreResult<()> {
        let now = self.clock.now();
        let mut tx = self.store.begin().await?;
        if let Some(session) = by.who.session {
            tx.end_session(session, EndReason::LoggedOut, now).await?;
        }
        // Open streams of this session, and of visits that it started, end.
        tx.emit(Some(by.who.account.uid), SESSION_END, "{}", now).await?;
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
        && !may_go_on(tx, switched, &session.account, now).await?
    {
        return Err(SessionError::Expired);
    }
    Ok(())
}

/// Whether the actor of a visit is still signed in and would still be allowed to start it.
async fn may_go_on(
    tx: &mut dyn Tx,
    switched: Switched,
    subject: &Account,
    now: Timestamp,
) -> StoreResult<bool> {
    if !tx.session_is_open(switched.parent, now).await? {
        return Ok(false);
    }
    let Some(actor) = tx.account(switched.actor).await? else { return Ok(false) };
    let permissions = tx.permissions(&actor.roles).await?;
    Ok(actor.enabled
        && actor.account_type < subject.account_type
        && permissions.allow(Permission::UserSwitch.as_str()))
}

/// Caches the settings for a few seconds: every call needs them and they rarely change.
#[derive(Default)]
pub(crate) struct SettingsCache(RwLock<Option<(Timestamp, Settings)>>);

impl SettingsCache {
    const KEEP_S: i64 = 5;

    /// Clears the cache after a change by this process.
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
