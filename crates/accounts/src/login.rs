//! Sign-in and password changes.

use numsift_model::clock::{HOUR_S, Timestamp};
use numsift_model::id::Uid;
use numsift_model::session::{EndReason, NewSession, SESSION_END};
use numsift_model::username::Username;
use numsift_store::{Attempt, Credentials, Tx};
use serde_json::json;

use crate::password::check_new;
use crate::{AccountError, Accounts, Acting, Client, SessionToken};

/// Window of the limits below, in seconds.
pub(crate) const WINDOW_S: i64 = 15 * 60;
/// Failed sign-ins per address and username, and per known device.
const PER_NAME: i64 = 10;
/// Sign-ins per address. High enough for an office behind one address.
pub(crate) const PER_ADDRESS: i64 = 100;
/// Wrong passwords per signed-in account.
const PER_ACCOUNT: i64 = 10;
/// Codes of the second factor per account and hour, from all addresses together. Three of a million codes are valid at a time:
/// who knows the password and guesses needs more than a year.
const CODES_PER_ACCOUNT: i64 = 10;
/// Failed sign-ins that are written to the audit log per hour. Strangers decide how often they fail, and the audit
/// log keeps everything.
const LINES_PER_HOUR: i64 = 1000;

/// A request to sign in.
#[derive(Debug, Clone, Copy)]
pub struct Login<'a> {
    pub username: &'a str,
    pub password: &'a str,
    /// Required if the account has a second factor.
    pub code: Option<&'a str>,
    /// The cookie that this browser got at its last sign-in.
    pub device: Option<&'a str>,
}

/// A new session.
#[derive(Debug)]
pub struct LoggedIn {
    pub token: SessionToken,
    /// The cookie by which this browser is known from now on.
    pub device: String,
}

/// The key of sign-ins to an account, without the address.
pub(crate) fn name_attempts(name: &str) -> String {
    // No username contains a space.
    format!("login:{name} ")
}

fn login_codes(uid: Uid) -> String {
    format!("login-code:{uid} ")
}

fn exempting_codes(uid: Uid) -> String {
    format!("login-exempt:{uid} ")
}

/// The space at the end keeps this key from being a prefix of another one.
fn name_and_network(name: &str, network: &str) -> String {
    format!("{}{network} ", name_attempts(name))
}

impl Accounts {
    /// Signs in and ends the account's previous session.
    ///
    /// Attempts are limited per address and per address and name, so that strangers elsewhere cannot lock an account
    /// out. A browser that has signed in before has a limit of its own, and a valid code of the second factor
    /// is accepted whatever the limits say.
    pub async fn login(&self, login: &Login<'_>, client: &Client) -> Result<LoggedIn, AccountError> {
        let now = self.clock.now();
        // Nothing is written about names that no account can have.
        let name = Username::parse(login.username).map_err(|_| AccountError::WrongCredentials)?.key();
        let credentials = self.store.read().await?.credentials(&name).await?;
        let uid = credentials.as_ref().map(|found| found.uid);
        let refused = match self.count_login(&name, uid, login, client, now).await {
            Ok(()) => None,
            Err(AccountError::TooMany { retry_after }) => {
                if !self.is_exempt(uid, login.code, now).await? {
                    return Err(AccountError::TooMany { retry_after });
                }
                Some(retry_after)
            }
            Err(error) => return Err(error),
        };
        let done = self.verify_login(&name, credentials, login, client, now).await;
        // Above the limits the answer must not reveal whether the password was right.
        match (done, refused) {
            (Err(error @ (AccountError::Store(_) | AccountError::Machine(_))), _) => Err(error),
            (Err(_), Some(retry_after)) => Err(AccountError::TooMany { retry_after }),
            (Err(error), None) => {
                self.note_failed_login(&name, uid, &error, client, now).await?;
                Err(error)
            }
            (Ok(done), _) => Ok(done),
        }
    }

    /// Counted before the password is verified, so that parallel guesses do not exceed the limit.
    async fn count_login(
        &self,
        name: &str,
        uid: Option<Uid>,
        login: &Login<'_>,
        client: &Client,
        now: Timestamp,
    ) -> Result<(), AccountError> {
        if let Some(device) = self.known_device(login.device, uid) {
            return self.count_attempts(&[(device.key(), PER_NAME)], WINDOW_S, now).await;
        }
        let network = client.network();
        let limits =
            [(format!("login-address:{network}"), PER_ADDRESS), (name_and_network(name, &network), PER_NAME)];
        self.count_attempts(&limits, WINDOW_S, now).await
    }

    /// Whether a code of the second factor excuses too many attempts. Strangers use up the count of these codes without the
    /// password, so it is not the one of codes that follow the right password.
    async fn is_exempt(
        &self,
        uid: Option<Uid>,
        code: Option<&str>,
        now: Timestamp,
    ) -> Result<bool, AccountError> {
        let (Some(uid), Some(code)) = (uid, code) else { return Ok(false) };
        match self.count_attempts(&[(exempting_codes(uid), CODES_PER_ACCOUNT)], HOUR_S, now).await {
            Ok(()) => self.has_valid_code(uid, code, now).await,
            Err(AccountError::TooMany { .. }) => Ok(false),
            Err(error) => Err(error),
        }
    }

    async fn verify_login(
        &self,
        name: &str,
        credentials: Option<Credentials>,
        login: &Login<'_>,
        client: &Client,
        now: Timestamp,
    ) -> Result<LoggedIn, AccountError> {
        let hash = credentials.as_ref().map(|found| found.password_hash.as_str());
        let right = self.passwords.verify(login.password, hash).await?;
        let Some(credentials) = credentials.filter(|_| right) else {
            return Err(AccountError::WrongCredentials);
        };
        if !credentials.enabled {
            return Err(AccountError::Disabled);
        }

        let uid = credentials.uid;
        let known = self.known_device(login.device, Some(uid));
        // Without this, guesses could come from any number of addresses. The owner's own browser gets through.
        if login.code.is_some() && known.is_none() {
            self.count_attempts(&[(login_codes(uid), CODES_PER_ACCOUNT)], HOUR_S, now).await?;
        }
        let device = self.remember_device(login.device, uid)?;
        let token = SessionToken::random(&*self.entropy)?;
        let mut tx = self.store.begin().await?;
        self.start_session(tx.as_mut(), &token, uid, client, now).await?;
        // The password may have been changed while it was being verified.
        if tx.password_hash(uid).await?.as_deref() != Some(&credentials.password_hash) {
            return Err(AccountError::WrongCredentials);
        }
        self.check_second_factor(tx.as_mut(), uid, login.code, now).await?;
        tx.forget_attempts(&name_and_network(name, &client.network())).await?;
        tx.forget_attempts(&login_codes(uid)).await?;
        tx.forget_attempts(&exempting_codes(uid)).await?;
        if let Some(device) = known {
            tx.forget_attempts(&device.key()).await?;
        }
        tx.audit(&self.audit("user/login", Some(uid), Some(uid), client)).await?;
        tx.save().await?;
        Ok(LoggedIn { token, device })
    }

    /// Opens a session and ends the account's previous one.
    pub(crate) async fn start_session(
        &self,
        tx: &mut dyn Tx,
        token: &SessionToken,
        uid: Uid,
        client: &Client,
        now: Timestamp,
    ) -> Result<(), AccountError> {
        let settings = self.settings.get(tx, now).await?;
        tx.open_session(&NewSession {
            token_hash: SessionToken::hash(token.as_str()),
            uid,
            created_at: now,
            expires_at: now.plus(settings.session_absolute_s),
            ip: client.ip.clone(),
            user_agent: client.user_agent.clone(),
            switched: None,
        })
        .await?;
        tx.note_login(uid, now).await?;
        // The streams of the session that this one replaces end.
        tx.emit(Some(uid), SESSION_END, "{}", now).await?;
        Ok(())
    }

    /// Writes a failed sign-in to the audit log. Without an actor: nobody has proved who they are.
    pub(crate) async fn note_failed_login(
        &self,
        name: &str,
        uid: Option<Uid>,
        error: &AccountError,
        client: &Client,
        now: Timestamp,
    ) -> Result<(), AccountError> {
        let reason = match error {
            // The client asks for the code and sends it with the next attempt.
            AccountError::CodeNeeded => return Ok(()),
            AccountError::WrongCode => "code",
            // After the right password.
            AccountError::TooMany { .. } => "codes",
            AccountError::WrongPasskey => "passkey",
            AccountError::Disabled => "disabled",
            _ => "password",
        };
        let mut tx = self.store.begin().await?;
        let counted = tx.attempt("login-failed-lines", LINES_PER_HOUR, HOUR_S, now).await?;
        if counted == Attempt::Allowed {
            let mut entry = self.audit("user/loginFailed", None, uid, client);
            entry.detail = json!({ "username": name, "reason": reason }).to_string();
            tx.audit(&entry).await?;
            tx.save().await?;
        }
        Ok(())
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
        tx.set_must_change_password(uid, false).await?;
        tx.remove_password_link(uid).await?;
        tx.end_sessions_of(uid, EndReason::PasswordChanged, now).await?;
        tx.emit(Some(uid), SESSION_END, "{}", now).await?;
        tx.audit(&by.did("user/changePwd", now).entry()).await?;
        tx.save().await?;
        Ok(())
    }

    /// Verifies the password of a signed-in account again. Returns the hash it was verified against.
    pub async fn verify_password(&self, uid: Uid, password: &str) -> Result<Option<String>, AccountError> {
        let attempts = format!("password:{uid} ");
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

    /// Deletes old attempts and events. Called periodically.
    pub async fn sweep(&self) -> Result<u64, AccountError> {
        let mut tx = self.store.begin().await?;
        let now = self.clock.now();
        let swept = tx.sweep_attempts(now.plus_days(-1)).await? + tx.sweep_events(now.plus(-HOUR_S)).await?;
        tx.save().await?;
        Ok(swept)
    }
}
