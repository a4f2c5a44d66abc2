//! HMAC-SHA-256, used to sign requests and to verify deliveries.

use hmac::{Hmac, KeyInit as _};
use sha2::Sha256;

/// Starts an HMAC-SHA-256 with a key of any length.
pub(crate) fn hmac_sha256(key: &[u8]) -> Hmac<Sha256> {
    Hmac::new_from_slice(key).expect("HMAC accepts keys of any length")
}
