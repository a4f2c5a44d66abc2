//! Secrets and signatures according to the Standard Webhooks specification.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit as _, Mac as _};
use numsift_model::clock::{Entropy, NoEntropy, Timestamp};
use sha2::Sha256;

/// The specification requires 24 to 64 bytes.
const SECRET_BYTES: usize = 32;

pub(crate) fn new_secret(entropy: &dyn Entropy) -> Result<[u8; SECRET_BYTES], NoEntropy> {
    let mut secret = [0; SECRET_BYTES];
    entropy.fill(&mut secret)?;
    Ok(secret)
}

/// A secret in the form that is shown to its owner.
pub(crate) fn shown(secret: &[u8]) -> String {
    format!("whsec_{}", STANDARD.encode(secret))
}

/// The signature header of a message: one signature per secret.
pub(crate) fn signatures(secrets: &[Vec<u8>], message_id: &str, at: Timestamp, body: &str) -> String {
    let signed = format!("{message_id}.{}.{body}", at.0);
    let one = |secret: &Vec<u8>| {
        let mut mac = Hmac::<Sha256>::new_from_slice(secret).expect("an HMAC takes keys of any length");
        mac.update(signed.as_bytes());
        format!("v1,{}", STANDARD.encode(mac.finalize().into_bytes()))
    };
    secrets.iter().map(one).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signatures_match_the_published_library() {
        let secrets = [vec![7; 32], b"another secret of another length".to_vec()];
        let body = r#"{"type":"task.completed","name":"名前 “a”"}"#;
        let all = signatures(&secrets, "msg_1", Timestamp(1_800_000_000), body);
        for (place, secret) in secrets.iter().enumerate() {
            let theirs = standardwebhooks::Webhook::new(&shown(secret)).unwrap();
            let expected = theirs.sign("msg_1", 1_800_000_000, body.as_bytes()).unwrap();
            assert_eq!(all.split(' ').nth(place), Some(expected.as_str()));
        }
    }
}
