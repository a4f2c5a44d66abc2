//! The second factor: time-based codes (RFC 6238), recovery codes, and codes of passkeys.

use numsift_model::clock::{Timestamp, random_text};
use numsift_model::id::Uid;
use numsift_model::session::TokenHash;
use numsift_store::Tx;
use totp_rs::{Builder, Totp};

use crate::{AccountError, Accounts, Acting, SessionToken};

const RECOVERY_CODES: usize = 10;

/// The secret for an authenticator app.
#[derive(Debug)]
pub struct Enrolment {
    /// In base 32.
    pub secret: String,
    /// The `otpauth:` URI for a QR code.
    pub uri: String,
}

impl Accounts {
    /// Generates a secret. It is not required until [`Self::enable_totp`] has verified a code.
    /// Requires the password, and a code if the account has a passkey.
    pub async fn begin_totp(
        &self,
        by: &Acting,
        password: &str,
        code: Option<&str>,
    ) -> Result<Enrolment, AccountError> {
        let account = &by.who.account;
        self.reauthenticate(by, password, code).await?;
        if account.totp_enabled {
            return Err(AccountError::SecondFactorOn);
        }
        let mut secret = vec![0; 20];
        self.entropy.fill(&mut secret)?;
        let sealed = self.vault.seal(&purpose(account.uid), &secret)?;
        let mut tx = self.store.begin().await?;
        tx.begin_totp(account.uid, &sealed).await?;
        tx.audit(&by.did("user/totpBegin", self.clock.now()).entry()).await?;
        tx.save().await?;
        let totp = authenticator(secret, &account.username)?;
        let uri = totp.to_url().map_err(|error| AccountError::Machine(error.to_string()))?;
        Ok(Enrolment { secret: totp.secret().to_base32(), uri })
    }

    /// Enables the second factor with its first code. Returns the recovery codes.
    pub async fn enable_totp(&self, by: &Acting, code: &str) -> Result<Vec<String>, AccountError> {
        let now = self.clock.now();
        let uid = by.who.account.uid;
        self.count_code_attempt(uid, now).await?;
        let mut tx = self.store.begin().await?;
        if !self.is_valid_code(tx.as_mut(), uid, code, now).await? {
            return Err(AccountError::WrongCode);
        }
        tx.set_totp_enabled(uid, true).await?;
        let codes = self.new_recovery_codes(tx.as_mut(), uid).await?;
        tx.audit(&by.did("user/totpEnable", now).entry()).await?;
        tx.save().await?;
        Ok(codes)
    }

    /// Disables the second factor. Requires the password and a code.
    pub async fn disable_totp(&self, by: &Acting, password: &str, code: &str) -> Result<(), AccountError> {
        let now = self.clock.now();
        let uid = by.who.account.uid;
        self.verify_password(uid, password).await?;
        self.count_code_attempt(uid, now).await?;
        let mut tx = self.store.begin().await?;
        self.check_second_factor(tx.as_mut(), uid, Some(code), now).await?;
        tx.set_totp_enabled(uid, false).await?;
        tx.audit(&by.did("user/totpDisable", now).entry()).await?;
        tx.save().await?;
        Ok(())
    }

    /// Replaces the recovery codes. Requires the password and a code.
    pub async fn renew_recovery_codes(
        &self,
        by: &Acting,
        password: &str,
        code: &str,
    ) -> Result<Vec<String>, AccountError> {
        let now = self.clock.now();
        let uid = by.who.account.uid;
        self.verify_password(uid, password).await?;
        if !by.who.account.second_factor() {
            return Err(AccountError::NoSecondFactor);
        }
        self.count_code_attempt(uid, now).await?;
        let mut tx = self.store.begin().await?;
        self.check_second_factor(tx.as_mut(), uid, Some(code), now).await?;
        let codes = self.new_recovery_codes(tx.as_mut(), uid).await?;
        tx.audit(&by.did("user/recoveryCodes", now).entry()).await?;
        tx.save().await?;
        Ok(codes)
    }

    /// Verifies the caller again before a sensitive operation: the password, and a code if the account has a
    /// second factor.
    pub async fn reauthenticate(
        &self,
        by: &Acting,
        password: &str,
        code: Option<&str>,
    ) -> Result<(), AccountError> {
        let now = self.clock.now();
        let account = &by.who.account;
        self.verify_password(account.uid, password).await?;
        if !account.second_factor() {
            return Ok(());
        }
        self.count_code_attempt(account.uid, now).await?;
        let mut tx = self.store.begin().await?;
        self.check_second_factor(tx.as_mut(), account.uid, code, now).await?;
        tx.save().await?;
        Ok(())
    }

    /// Succeeds if the account has no second factor or the code is valid. The code is consumed.
    pub(crate) async fn check_second_factor(
        &self,
        tx: &mut dyn Tx,
        uid: Uid,
        code: Option<&str>,
        now: Timestamp,
    ) -> Result<(), AccountError> {
        let has_app = tx.totp(uid).await?.is_some_and(|state| state.enabled);
        if !has_app && tx.passkeys(uid).await?.is_empty() {
            return Ok(());
        }
        let code: String = code.unwrap_or_default().chars().filter(|c| !c.is_whitespace()).collect();
        if code.is_empty() {
            return Err(AccountError::CodeNeeded);
        }
        let valid = has_app && self.is_valid_code(tx, uid, &code, now).await?
            || self.use_passkey_code(tx, uid, &code, now).await?
            || tx.use_recovery_code(uid, &recovery_hash(uid, &code)).await?;
        if valid { Ok(()) } else { Err(AccountError::WrongCode) }
    }

    /// Whether the code is currently valid and was not used before.
    async fn is_valid_code(
        &self,
        tx: &mut dyn Tx,
        uid: Uid,
        code: &str,
        now: Timestamp,
    ) -> Result<bool, AccountError> {
        let Some(sealed) = tx.totp(uid).await?.and_then(|state| state.secret) else { return Ok(false) };
        // No step is accepted twice.
        match self.matching_step(uid, &sealed, code, now)? {
            Some(step) => Ok(tx.use_totp_step(uid, step).await?),
            None => Ok(false),
        }
    }

    /// The time step whose code this is. One step before and after is accepted, since clocks differ.
    fn matching_step(
        &self,
        uid: Uid,
        sealed: &[u8],
        code: &str,
        now: Timestamp,
    ) -> Result<Option<i64>, AccountError> {
        let totp = authenticator(self.vault.open(&purpose(uid), sealed)?, "numsift")?;
        let matched = totp.check(code, u64::try_from(now.0).unwrap_or(0));
        Ok(matched.and_then(|step| i64::try_from(step).ok()))
    }

    /// Whether the account has a second factor and this is a current code of its authenticator app or a passkey. The
    /// code is not consumed.
    pub(crate) async fn has_valid_code(
        &self,
        uid: Uid,
        code: &str,
        now: Timestamp,
    ) -> Result<bool, AccountError> {
        if self.has_passkey_code(uid, code.trim(), now) {
            return Ok(true);
        }
        let state = self.store.read().await?.totp(uid).await?.filter(|state| state.enabled);
        let Some(sealed) = state.and_then(|state| state.secret) else { return Ok(false) };
        Ok(self.matching_step(uid, &sealed, code.trim(), now)?.is_some())
    }

    pub(crate) async fn new_recovery_codes(
        &self,
        tx: &mut dyn Tx,
        uid: Uid,
    ) -> Result<Vec<String>, AccountError> {
        let codes: Vec<String> =
            (0..RECOVERY_CODES).map(|_| random_text(&*self.entropy, 10)).collect::<Result<_, _>>()?;
        let hashes: Vec<TokenHash> = codes.iter().map(|code| recovery_hash(uid, code)).collect();
        tx.set_recovery_codes(uid, &hashes).await?;
        Ok(codes)
    }

    async fn count_code_attempt(&self, uid: Uid, now: Timestamp) -> Result<(), AccountError> {
        self.count_attempts(&[(format!("totp:{uid}"), 10)], 300, now).await
    }
}

/// Codes have 50 random bits, so a fast hash is enough.
fn recovery_hash(uid: Uid, code: &str) -> TokenHash {
    SessionToken::hash(&format!("recovery:{uid}:{}", code.to_ascii_uppercase()))
}

fn purpose(uid: Uid) -> String {
    format!("totp:{uid}")
}

fn authenticator(secret: Vec<u8>, name: &str) -> Result<Totp, AccountError> {
    Builder::new()
        .with_secret(secret)
        .with_account_name(name)
        .with_issuer(Some("Numsift"))
        .build()
        .map_err(|error| AccountError::Machine(error.to_string()))
}
