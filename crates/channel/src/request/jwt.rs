//! JSON Web Tokens that the connector signs itself, and the private keys for them.

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, RSA_PKCS1_SHA256, RsaKeyPair};
use serde_json::{Map, Value, json};

use super::template::Text;
use crate::config::auth::JwtAlgorithm;

/// What tokens are made of.
pub(crate) struct CompiledJwt {
    pub(crate) key: SigningKey,
    /// The claims, as the text of a JSON object.
    pub(crate) claims: Text,
}

/// A private key.
pub(crate) enum SigningKey {
    Rs256(Box<RsaKeyPair>),
    Es256(Box<EcdsaKeyPair>),
}

impl SigningKey {
    /// Reads a key from PEM. Line breaks may be missing, because forms with one line remove them.
    pub(crate) fn parse(pem: &str, algorithm: JwtAlgorithm) -> Option<Self> {
        let (label, der) = pem_block(pem)?;
        match (algorithm, label) {
            (JwtAlgorithm::Rs256, "PRIVATE KEY") => {
                RsaKeyPair::from_pkcs8(&der).ok().map(|key| Self::Rs256(Box::new(key)))
            }
            (JwtAlgorithm::Rs256, "RSA PRIVATE KEY") => {
                RsaKeyPair::from_der(&der).ok().map(|key| Self::Rs256(Box::new(key)))
            }
            (JwtAlgorithm::Es256, "PRIVATE KEY") => {
                let key =
                    EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &der, &SystemRandom::new());
                key.ok().map(|key| Self::Es256(Box::new(key)))
            }
            _ => None,
        }
    }

    fn name(&self) -> &'static str {
        match self {
            Self::Rs256(_) => "RS256",
            Self::Es256(_) => "ES256",
        }
    }

    fn sign(&self, message: &[u8]) -> Option<Vec<u8>> {
        let random = SystemRandom::new();
        match self {
            Self::Rs256(key) => {
                let mut signature = vec![0; key.public().modulus_len()];
                key.sign(&RSA_PKCS1_SHA256, &random, message, &mut signature).ok()?;
                Some(signature)
            }
            Self::Es256(key) => key.sign(&random, message).ok().map(|signature| signature.as_ref().to_vec()),
        }
    }
}

/// The label and the content of the first PEM block.
fn pem_block(pem: &str) -> Option<(&str, Vec<u8>)> {
    let (label, rest) = pem.split_once("-----BEGIN ")?.1.split_once("-----")?;
    let (content, _) = rest.split_once("-----END ")?;
    // Keys in JSON files and environment variables have `\n` for line breaks.
    let content: String =
        content.replace("\\n", "").chars().filter(|character| !character.is_ascii_whitespace()).collect();
    Some((label, STANDARD.decode(content).ok()?))
}

/// A signed token. The claims `iat`, `exp` and `jti` are added unless they are given.
pub(crate) fn token(
    key: &SigningKey,
    key_id: Option<&str>,
    mut claims: Map<String, Value>,
    (now, ttl_s): (i64, u32),
    id: &str,
) -> Option<String> {
    let mut header = json!({"alg": key.name(), "typ": "JWT"});
    if let Some(key_id) = key_id {
        header["kid"] = key_id.into();
    }
    for (name, value) in
        [("iat", now.into()), ("exp", now.saturating_add(ttl_s.into()).into()), ("jti", id.into())]
    {
        claims.entry(name).or_insert(value);
    }
    let encoded = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
    let message = format!("{}.{}", encoded(&header), encoded(&Value::Object(claims)));
    let signature = key.sign(message.as_bytes())?;
    Some(format!("{message}.{}", URL_SAFE_NO_PAD.encode(signature)))
}

/// Rendered claims; `None` if they are not a JSON object.
pub(crate) fn claims(text: &str) -> Option<Map<String, Value>> {
    serde_json::from_str(text).ok()
}

#[cfg(test)]
mod tests {
    use ring::signature::{KeyPair as _, RSA_PKCS1_2048_8192_SHA256, UnparsedPublicKey};

    use super::*;

    const RSA: &str = include_str!("../../tests/keys/rsa.pem");

    #[test]
    fn keys_are_read_with_and_without_line_breaks() {
        let one_line = RSA.replace('\n', "");
        let escaped = RSA.replace('\n', "\\n");
        for pem in [RSA, &one_line, &escaped, &format!("comment\n{RSA}\n")] {
            assert!(SigningKey::parse(pem, JwtAlgorithm::Rs256).is_some(), "{pem}");
        }
        let public = RSA.replace("PRIVATE", "PUBLIC");
        for pem in ["", "secret", "-----BEGIN PRIVATE KEY-----", &one_line.replace("MII", "MIJ"), &public] {
            assert!(SigningKey::parse(pem, JwtAlgorithm::Rs256).is_none(), "{pem}");
        }
        assert!(SigningKey::parse(RSA, JwtAlgorithm::Es256).is_none(), "another kind of key");
    }

    #[test]
    fn tokens_hold_the_claims_and_are_signed() {
        let key = SigningKey::parse(RSA, JwtAlgorithm::Rs256).unwrap();
        let given = claims(r#"{"application_id": "a-1", "exp": 5}"#).unwrap();
        let token = token(&key, Some("k1"), given, (1_000, 60), "id-1").unwrap();
        let parts: Vec<&str> = token.split('.').collect();
        let json =
            |part: &str| -> Value { serde_json::from_slice(&URL_SAFE_NO_PAD.decode(part).unwrap()).unwrap() };
        assert_eq!(json(parts[0]), json!({"alg": "RS256", "typ": "JWT", "kid": "k1"}));
        let expected = json!({"application_id": "a-1", "iat": 1_000, "exp": 5, "jti": "id-1"});
        assert_eq!(json(parts[1]), expected, "a given claim is kept");
        let SigningKey::Rs256(pair) = key else { panic!() };
        let public = UnparsedPublicKey::new(&RSA_PKCS1_2048_8192_SHA256, pair.public_key().as_ref());
        let signature = URL_SAFE_NO_PAD.decode(parts[2]).unwrap();
        assert!(public.verify(format!("{}.{}", parts[0], parts[1]).as_bytes(), &signature).is_ok());
        assert!(claims("[]").is_none() && claims("{").is_none());
    }
}
