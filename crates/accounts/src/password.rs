//! Passwords: hashed with argon2id, away from the async threads, a bounded number at a time.

use std::sync::Arc;

use argon2::password_hash::phc::PasswordHash;
use argon2::{Argon2, Params, PasswordHasher, PasswordVerifier};
use numsift_model::clock::Entropy;
use thiserror::Error;
use tokio::sync::Semaphore;

use crate::common_passwords::is_common;
use crate::error::AccountError;

/// Why a text cannot be a new password.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum PasswordFault {
    /// Fewer than 8 characters.
    #[error("a password has at least 8 characters")]
    TooShort,
    /// More than 128 bytes: nobody types that, but hashing it costs.
    #[error("a password has at most 128 bytes")]
    TooLong,
    /// Among those that attackers try first, or the username itself.
    #[error("this password is too easy to guess")]
    Common,
}

/// Longest password that is ever hashed.
const MAX_BYTES: usize = 128;

/// Says what is wrong with a new password, if anything.
pub fn check_new(password: &str, username: &str) -> Result<(), PasswordFault> {
    if password.chars().count() < 8 {
        return Err(PasswordFault::TooShort);
    }
    if password.len() > MAX_BYTES {
        return Err(PasswordFault::TooLong);
    }
    if is_common(password) || password.eq_ignore_ascii_case(username) {
        return Err(PasswordFault::Common);
    }
    Ok(())
}

/// What a new hash costs whoever makes or guesses it. A hash says itself what it cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HashCost {
    /// As much as OWASP recommends.
    Full,
    /// Next to nothing, which protects nothing: for tests that are about something else.
    Least,
}

impl HashCost {
    fn params(self) -> Result<Params, argon2::Error> {
        match self {
            Self::Full => Ok(Params::DEFAULT),
            Self::Least => Params::new(Params::MIN_M_COST, Params::MIN_T_COST, Params::MIN_P_COST, None),
        }
    }
}

/// Hashes and verifies passwords.
pub struct Passwords {
    cost: HashCost,
    /// Each hash takes 19 MiB and a core for some milliseconds: a burst of log-ins must queue here
    /// instead of taking all memory.
    permits: Arc<Semaphore>,
    /// Verified against when there is no such user, so that both cases take the same time.
    decoy: Arc<str>,
}

impl Passwords {
    /// At most `parallel` hashes run at once.
    pub fn new(parallel: usize, cost: HashCost, entropy: &dyn Entropy) -> Result<Self, AccountError> {
        let mut salt = [0; 16];
        entropy.fill(&mut salt)?;
        let decoy = hash_now(cost, b"nobody's password", &salt)?;
        Ok(Self { cost, permits: Arc::new(Semaphore::new(parallel.max(1))), decoy: decoy.into() })
    }

    /// Hashes a password for storing.
    pub async fn hash(&self, password: &str, entropy: &dyn Entropy) -> Result<String, AccountError> {
        let mut salt = [0; 16];
        entropy.fill(&mut salt)?;
        let password = password.as_bytes().to_vec();
        let cost = self.cost;
        self.in_turn(move || hash_now(cost, &password, &salt)).await?
    }

    /// Whether `password` is the one behind `hash`. `None` (no such user) and a hash that is none
    /// (an account that cannot log in) take as long as any other and are never right.
    pub async fn verify(&self, password: &str, hash: Option<&str>) -> Result<bool, AccountError> {
        if password.len() > MAX_BYTES {
            return Ok(false);
        }
        let password = password.as_bytes().to_vec();
        let hash = hash.map(str::to_owned);
        let decoy = self.decoy.clone();
        self.in_turn(move || {
            let real = hash.as_deref().and_then(|text| PasswordHash::new(text).ok());
            let checked = match (&real, PasswordHash::new(&decoy)) {
                (Some(hash), _) => Argon2::default().verify_password(&password, hash),
                (None, Ok(decoy)) => Argon2::default().verify_password(&password, &decoy),
                (None, Err(error)) => return Err(AccountError::Machine(error.to_string())),
            };
            Ok(checked.is_ok() && real.is_some())
        })
        .await?
    }

    async fn in_turn<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, AccountError> {
        let machine = |error: &dyn std::fmt::Display| AccountError::Machine(error.to_string());
        let permit = self.permits.clone().acquire_owned().await.map_err(|e| machine(&e))?;
        let done = tokio::task::spawn_blocking(move || {
            let _permit = permit;
            work()
        });
        done.await.map_err(|e| machine(&e))
    }
}

fn hash_now(cost: HashCost, password: &[u8], salt: &[u8]) -> Result<String, AccountError> {
    let params = cost.params().map_err(|error| AccountError::Machine(error.to_string()))?;
    let hash = Argon2::from(params)
        .hash_password_with_salt(password, salt)
        .map_err(|error| AccountError::Machine(error.to_string()))?;
    Ok(hash.to_string())
}

#[cfg(test)]
mod tests {
    use numsift_model::clock::SystemEntropy;

    use super::{HashCost, PasswordFault, Passwords, check_new};

    #[test]
    fn weak_passwords_say_why() {
        for (password, fault) in [
            ("short77", Some(PasswordFault::TooShort)),
            ("七个字的密码啊", Some(PasswordFault::TooShort)),
            ("password", Some(PasswordFault::Common)),
            ("PassWord1", Some(PasswordFault::Common)),
            ("12345678", Some(PasswordFault::Common)),
            ("aaaaaaaa", Some(PasswordFault::Common)),
            ("Jo.Smith", Some(PasswordFault::Common)),
            (&"x1".repeat(65), Some(PasswordFault::TooLong)),
            ("numsift-demo", None),
            ("correct horse", None),
        ] {
            assert_eq!(check_new(password, "jo.smith").err(), fault, "{password}");
        }
    }

    #[tokio::test]
    async fn only_the_right_password_verifies() {
        let passwords = Passwords::new(2, HashCost::Full, &SystemEntropy).unwrap();
        let hash = passwords.hash("correct horse", &SystemEntropy).await.unwrap();
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
        assert!(passwords.verify("correct horse", Some(&hash)).await.unwrap());
        assert!(!passwords.verify("correct hors", Some(&hash)).await.unwrap());
        assert!(!passwords.verify("nobody's password", None).await.unwrap(), "the decoy opens nothing");
        assert!(!passwords.verify("!", Some("!")).await.unwrap(), "no hash, no log-in");
        assert!(!passwords.verify(&"x".repeat(1_000_000), Some(&hash)).await.unwrap());
        let again = passwords.hash("correct horse", &SystemEntropy).await.unwrap();
        assert_ne!(hash, again, "every hash has a salt of its own");
    }
}
