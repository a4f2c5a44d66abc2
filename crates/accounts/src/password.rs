//! Password hashing with argon2id, on blocking threads and with bounded concurrency.

use std::sync::Arc;

use argon2::password_hash::phc::PasswordHash;
use argon2::{Argon2, Params, PasswordHasher, PasswordVerifier};
use numsift_model::clock::Entropy;
use thiserror::Error;
use tokio::sync::Semaphore;

use crate::common_passwords::is_common;
use crate::error::AccountError;

/// Why a new password is rejected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum PasswordFault {
    #[error("a password must have at least 8 characters")]
    TooShort,
    #[error("a password must have at most 128 bytes")]
    TooLong,
    /// A common password, or the username.
    #[error("this password is too easy to guess")]
    Common,
}

/// Longer passwords are never hashed.
const MAX_BYTES: usize = 128;

/// Checks whether a new password is acceptable.
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

/// The cost of new hashes. Existing hashes contain their own cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HashCost {
    /// As recommended by OWASP.
    Full,
    /// As little as possible, for tests.
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

pub struct Passwords {
    cost: HashCost,
    /// A hash takes 19 MiB and some milliseconds of a core, so the number of concurrent hashes is limited.
    permits: Arc<Semaphore>,
    /// Verified against if the user does not exist, so that both cases take the same time.
    decoy: Arc<str>,
}

impl Passwords {
    /// Allows `concurrency` hashes at a time.
    pub fn new(concurrency: usize, cost: HashCost, entropy: &dyn Entropy) -> Result<Self, AccountError> {
        let mut salt = [0; 16];
        entropy.fill(&mut salt)?;
        let decoy = hash_now(cost, b"nobody's password", &salt)?;
        Ok(Self { cost, permits: Arc::new(Semaphore::new(concurrency.max(1))), decoy: decoy.into() })
    }

    pub async fn hash(&self, password: &str, entropy: &dyn Entropy) -> Result<String, AccountError> {
        let mut salt = [0; 16];
        entropy.fill(&mut salt)?;
        let password = password.as_bytes().to_vec();
        let cost = self.cost;
        self.run_blocking(move || hash_now(cost, &password, &salt)).await?
    }

    /// Whether `password` matches `hash`. Takes the same time and returns `false` if the hash is `None` (no such
    /// user) or invalid (an account that cannot sign in).
    pub async fn verify(&self, password: &str, hash: Option<&str>) -> Result<bool, AccountError> {
        if password.len() > MAX_BYTES {
            return Ok(false);
        }
        let password = password.as_bytes().to_vec();
        let hash = hash.map(str::to_owned);
        let decoy = self.decoy.clone();
        self.run_blocking(move || {
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

    async fn run_blocking<T: Send + 'static>(
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
    fn weak_passwords_are_rejected_with_a_reason() {
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
    async fn only_the_correct_password_is_accepted() {
        let passwords = Passwords::new(2, HashCost::Full, &SystemEntropy).unwrap();
        let hash = passwords.hash("correct horse", &SystemEntropy).await.unwrap();
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
        assert!(passwords.verify("correct horse", Some(&hash)).await.unwrap());
        assert!(!passwords.verify("correct hors", Some(&hash)).await.unwrap());
        assert!(!passwords.verify("nobody's password", None).await.unwrap(), "the decoy is never accepted");
        assert!(!passwords.verify("!", Some("!")).await.unwrap(), "an invalid hash is never accepted");
        assert!(!passwords.verify(&"x".repeat(1_000_000), Some(&hash)).await.unwrap());
        let again = passwords.hash("correct horse", &SystemEntropy).await.unwrap();
        assert_ne!(hash, again, "every hash has its own salt");
    }
}
