//! Sign-in, password changes and rate limits.

use numsift_model::clock::{HOUR_S, Timestamp};
use numsift_model::id::Uid;
use numsift_model::session::{EndReason, NewSession};
use numsift_model::username::Username;
use numsift_store::Attempt;

use crate::password::check_new;
use crate::{AccountError, Accounts, Acting, Client, SessionToken};

/// Window of the limits below, in seconds.
const WINDOW_S: i64 = 15 * 60;
/// Failed sign-ins per username.
const PER_NAME: i64 = 10;
/// Sign-ins per address. High enough for an office behind one address.
const PER_ADDRESS: i64 = 100;
/// Wrong passwords per signed-in account.
const PER_ACCOUNT: i64 = 10;
/// Longer user agents are cut.
const USER_AGENT_CHARS: usize = 200;

impl Accounts {
    /// Signs in and ends the account's previous session. `code` is required if the account has a second factor.
    pub async fn login(
        &self,
        username: &str,
        password: &str,
        code: Option<&str>,
        client: &Client,
    ) -> Result<SessionToken, AccountError> {
        let now = self.clock.now();
        let name = Username::fold(username);
        let name_attempts = format!("login:name:{name}");
        // Counted before the password is verified, so that parallel guesses do not exceed the limit.
        let limits =
            [(format!("login:address:{}", client.ip), PER_ADDRESS), (name_attempts.clone(), PER_NAME)];
        self.count_attempts(&limits, WINDOW_S, now).await?;

        let credentials = self.store.read().await?.credentials(&name).await?;
        let hash = credentials.as_ref().map(|found| found.password_hash.as_str());
        let right = self.passwords.verify(password, hash).await?;
        let Some(credentials) = credentials.filter(|_| right) else {
            return Err(AccountError::WrongCredentials);
        };
        if !credentials.enabled {
            return Err(AccountError::Disabled);
        }

        let token = SessionToken::random(&*self.entropy)?;
        let mut tx = self.store.begin().await?;
        let settings = self.settings.get(tx.as_mut(), now).await?;
        tx.open_session(&NewSession {
            token_hash: SessionToken::hash(token.as_str()),
            uid: credentials.uid,
            created_at: now,
            expires_at: now.plus(settings.session_absolute_s),
            ip: client.ip.clone(),
            user_agent: client.user_agent.chars().take(USER_AGENT_CHARS).collect(),
            switched: None,
        })
        .await?;
        // The password may have been changed while it was being verified.
        if tx.password_hash(credentials.uid).await?.as_deref() != Some(&credentials.password_hash) {
            return Err(AccountError::WrongCredentials);
        }
        self.check_second_factor(tx.as_mut(), credentials.uid, code, now).await?;
        tx.note_login(credentials.uid, now).await?;
        tx.forget_attempts(&name_attempts).await?;
        tx.audit(&self.audit("user/login", Some(credentials.uid), Some(credentials.uid), client)).await?;
        tx.save().await?;
        Ok(token)
    }

    /// Changes the caller's password and ends all its sessions.
    pub async fn change_password(&self, by: &Acting, old: &str, new: &str) -> Result<(), AccountError> {
        let now = self.clock.now();
        let uid = by.who.account.uid;
        check_new(new, &by.who.account.username)?;
        let verified = self.verify_password(uid, old).await?;
        let hash = self.passwords.hash(new, &*self.entropy).await?;
        let mut tx = self.store.begin().await?;
        if tx.password_hash(uid).await? != verified {
            return Err(AccountError::WrongPassword);
        }
        tx.set_password_hash(uid, &hash).await?;
        tx.end_sessions_of(uid, EndReason::PasswordChanged, now).await?;
        tx.audit(&by.did("user/changePwd", now).entry()).await?;
        tx.save().await?;
        Ok(())
    }

    /// Verifies the password of a signed-in account again. Returns the hash it was verified against.
    pub async fn verify_password(&self, uid: Uid, password: &str) -> Result<Option<String>, AccountError> {
        let attempts = format!("password:{uid}");
        self.count_attempts(&[(attempts.clone(), PER_ACCOUNT)], WINDOW_S, self.clock.now()).await?;
        let hash = self.store.read().await?.password_hash(uid).await?;
        if !self.passwords.verify(password, hash.as_deref()).await? {
            return Err(AccountError::WrongPassword);
        }
        let mut tx = self.store.begin().await?;
        tx.forget_attempts(&attempts).await?;
        tx.save().await?;
        Ok(hash)
    }

    /// Counts an attempt under each key. Fails if any limit is exceeded.
    pub(crate) async fn count_attempts(
        &self,
        limits: &[(String, i64)],
        window_s: i64,
        now: Timestamp,
    ) -> Result<(), AccountError> {
        let mut wait = None;
        let mut tx = self.store.begin().await?;
        for (key, limit) in limits {
            if let Attempt::Refused { retry_after } = tx.attempt(key, *limit, window_s, now).await? {
                wait = wait.max(Some(retry_after));
            }
        }
        tx.save().await?;
        match wait {
            Some(retry_after) => Err(AccountError::TooMany { retry_after }),
            None => Ok(()),
        }
    }

    /// Deletes old attempts and events. Called periodically.
    pub async fn sweep(&self) -> Result<u64, AccountError> {
        let mut tx = self.store.begin().await?;
        let now = self.clock.now();
        let swept = tx.sweep_attempts(now.plus_days(-1)).await? + tx.sweep_events(now.plus(-HOUR_S)).await?;
        tx.save().await?;
        Ok(swept)
    }
}
