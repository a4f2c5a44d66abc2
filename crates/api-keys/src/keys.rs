//! Key management: create, change, rotate, revoke.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use numsift_model::allowance::Resource;
use numsift_model::api_key::{ApiKey, ApiKeyRules, ApiScope, NewApiKey};
use numsift_model::clock::{Entropy, NoEntropy};
use numsift_model::id::{ApiKeyId, Uid};
use numsift_model::rule::Rule;
use numsift_model::session::TokenHash;
use numsift_store::{StoreError, Tx};
use sha2::{Digest, Sha256};

use crate::{ApiKeyError, ApiKeyService, Result};

/// Most keys per account, without revoked ones, whatever its allowance is.
pub const MAX_KEYS: i64 = Resource::ApiKeys.highest();
/// Longest time for which the old secret stays valid after a rotation.
pub const MAX_OVERLAP_HOURS: i64 = 168;
/// Longest name of a key.
const NAME_CHARS: usize = 60;
/// Address ranges per key.
const MAX_IPS: usize = 50;
/// Every key starts with this, so that secret scanners recognise a leaked one.
const MARK: &str = "ns_";
const PREFIX_CHARS: usize = 8;
/// 256 bits in URL-safe base64.
const SECRET_CHARS: usize = 43;

/// A parsed key.
pub(crate) struct KeyText<'a> {
    pub prefix: &'a str,
    whole: &'a str,
}

impl<'a> KeyText<'a> {
    /// `None` if the text cannot be a key.
    pub fn parse(text: &'a str) -> Option<Self> {
        let rest = text.strip_prefix(MARK)?;
        let (prefix, secret) = rest.split_at_checked(PREFIX_CHARS)?;
        let secret = secret.strip_prefix('_')?;
        let plain = prefix.bytes().all(|byte| byte.is_ascii_alphanumeric());
        (plain && secret.len() == SECRET_CHARS).then_some(Self { prefix, whole: text })
    }

    /// The hash that is stored.
    pub fn hash(&self) -> TokenHash {
        hash_of(self.whole)
    }
}

/// Compares hashes in constant time.
pub(crate) fn same(a: &TokenHash, b: &TokenHash) -> bool {
    let differing = a.0.iter().zip(&b.0).fold(0_u8, |differing, (a, b)| differing | (a ^ b));
    std::hint::black_box(differing) == 0
}

fn new_prefix(entropy: &dyn Entropy) -> std::result::Result<String, NoEntropy> {
    // 32 symbols: five bits of a byte choose one without bias.
    const ALPHABET: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
    let mut bytes = [0_u8; PREFIX_CHARS];
    entropy.fill(&mut bytes)?;
    Ok(bytes.iter().map(|byte| char::from(ALPHABET[usize::from(byte & 31)])).collect())
}

fn new_text(entropy: &dyn Entropy, prefix: &str) -> std::result::Result<String, NoEntropy> {
    let mut bytes = [0_u8; 32];
    entropy.fill(&mut bytes)?;
    Ok(format!("{MARK}{prefix}_{}", URL_SAFE_NO_PAD.encode(bytes)))
}

fn hash_of(text: &str) -> TokenHash {
    TokenHash(Sha256::digest(text.as_bytes()).into())
}

impl ApiKeyService {
    /// Creates a key. Returns its text too, which is not stored.
    pub async fn create_key(
        &self,
        tx: &mut dyn Tx,
        uid: Uid,
        rules: ApiKeyRules,
    ) -> Result<(ApiKey, String)> {
        let now = self.0.clock.now();
        let rules = self.checked(rules)?;
        if tx.count_api_keys(uid).await? >= MAX_KEYS {
            return Err(ApiKeyError::TooManyKeys);
        }
        let machine = |error: NoEntropy| ApiKeyError::Machine(error.to_string());
        loop {
            let prefix = new_prefix(&*self.0.entropy).map_err(machine)?;
            let text = new_text(&*self.0.entropy, &prefix).map_err(machine)?;
            let secret = hash_of(&text);
            let new = NewApiKey { uid, prefix, secret, rules: rules.clone(), created_at: now };
            match tx.add_api_key(&new).await {
                Ok(id) => {
                    let key = ApiKey { id, of: new, old_secret: None, revoked_at: None, last_used: None };
                    return Ok((key, text));
                }
                // The prefix is taken: try another one.
                Err(StoreError::Taken(_)) => {}
                Err(error) => return Err(error.into()),
            }
        }
    }

    /// Changes what a key allows.
    pub async fn update_key(
        &self,
        tx: &mut dyn Tx,
        uid: Uid,
        id: ApiKeyId,
        rules: ApiKeyRules,
    ) -> Result<ApiKey> {
        let mut key = live(tx, uid, id).await?;
        // An expired key may be changed without extending it.
        let same_end = key.of.rules.expires_at == rules.expires_at;
        let end = rules.expires_at;
        let checked = ApiKeyRules { expires_at: if same_end { None } else { end }, ..rules };
        key.of.rules = ApiKeyRules { expires_at: end, ..self.checked(checked)? };
        tx.put_api_key(&key).await?;
        Ok(key)
    }

    /// Gives a key a new secret; the old one stays valid for some hours.
    pub async fn rotate_key(
        &self,
        tx: &mut dyn Tx,
        uid: Uid,
        id: ApiKeyId,
        overlap_hours: i64,
    ) -> Result<(ApiKey, String)> {
        if !(0..=MAX_OVERLAP_HOURS).contains(&overlap_hours) {
            let rule = Rule::Whole { least: 0, most: MAX_OVERLAP_HOURS };
            return Err(ApiKeyError::Invalid("overlap_hours", rule));
        }
        let mut key = live(tx, uid, id).await?;
        let text = new_text(&*self.0.entropy, &key.of.prefix)
            .map_err(|error| ApiKeyError::Machine(error.to_string()))?;
        let until = self.0.clock.now().plus(overlap_hours * 3600);
        key.old_secret = (overlap_hours > 0).then_some((key.of.secret, until));
        key.of.secret = hash_of(&text);
        tx.put_api_key(&key).await?;
        Ok((key, text))
    }

    /// Revokes a key immediately.
    pub async fn revoke_key(&self, tx: &mut dyn Tx, uid: Uid, id: ApiKeyId) -> Result<ApiKey> {
        let mut key = live(tx, uid, id).await?;
        key.revoked_at = Some(self.0.clock.now());
        key.old_secret = None;
        tx.put_api_key(&key).await?;
        Ok(key)
    }

    fn checked(&self, mut rules: ApiKeyRules) -> Result<ApiKeyRules> {
        rules.name = rules.name.trim().to_owned();
        rules.scopes.sort_unstable();
        rules.scopes.dedup();
        let length = Rule::Chars { least: 1, most: NAME_CHARS };
        let scopes = Rule::some_of(ApiScope::ALL.iter().map(|scope| scope.as_str()));
        for (field, good, rule) in [
            ("name", length.allows(&rules.name), length),
            ("scopes", !rules.scopes.is_empty(), scopes),
            ("ips", rules.ips.len() <= MAX_IPS, Rule::Entries { least: 0, most: MAX_IPS }),
            ("expires_at", rules.expires_at.is_none_or(|at| at > self.0.clock.now()), Rule::Future),
        ] {
            if !good {
                return Err(ApiKeyError::Invalid(field, rule));
            }
        }
        Ok(rules)
    }
}

/// A key that is not revoked.
async fn live(tx: &mut dyn Tx, uid: Uid, id: ApiKeyId) -> Result<ApiKey> {
    let key = tx.api_key(uid, id).await?.ok_or(ApiKeyError::NotFound)?;
    if key.revoked_at.is_some() { Err(ApiKeyError::NotFound) } else { Ok(key) }
}
