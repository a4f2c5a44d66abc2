//! An authenticator in software, with its browser.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use p256::ecdsa::signature::Signer as _;
use p256::ecdsa::{Signature, SigningKey};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

pub const ORIGIN: &str = "https://numsift.example:8443";
pub const USER_PRESENT: u8 = 1;
pub const USER_VERIFIED: u8 = 4;
const CREDENTIAL_INCLUDED: u8 = 64;

fn text(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

/// An authenticator with one passkey.
pub struct Authenticator {
    key: SigningKey,
    pub id: Vec<u8>,
    pub user_handle: String,
    /// The site that its browser has opened.
    pub origin: &'static str,
    pub flags: u8,
    counter: u32,
}

impl Authenticator {
    pub fn new(seed: u8) -> Self {
        Self {
            key: SigningKey::from_slice(&[seed; 32]).unwrap(),
            id: vec![seed; 20],
            user_handle: String::new(),
            origin: ORIGIN,
            flags: USER_PRESENT | USER_VERIFIED,
            counter: 1,
        }
    }

    fn client_data(&self, kind: &str, options: &Value) -> Vec<u8> {
        json!({"type": kind, "challenge": options["challenge"], "origin": self.origin, "crossOrigin": false})
            .to_string()
            .into_bytes()
    }

    fn data(&self, rp_id: &str, flags: u8) -> Vec<u8> {
        let mut data = Sha256::digest(rp_id.as_bytes()).to_vec();
        data.push(flags);
        data.extend(self.counter.to_be_bytes());
        data
    }

    /// Answers the options of `user/passkeyBegin`.
    pub fn create(&mut self, options: &Value) -> Value {
        options["user"]["id"].as_str().unwrap().clone_into(&mut self.user_handle);
        let mut data = self.data(options["rp"]["id"].as_str().unwrap(), self.flags | CREDENTIAL_INCLUDED);
        data.extend([0; 16]);
        data.extend(u16::try_from(self.id.len()).unwrap().to_be_bytes());
        data.extend(&self.id);
        // The public key in COSE: a point of P-256 for ES256.
        let point = self.key.verifying_key().to_encoded_point(false);
        data.extend([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]);
        data.extend(point.x().unwrap());
        data.extend([0x22, 0x58, 0x20]);
        data.extend(point.y().unwrap());
        let mut attestation = b"\xa3\x63fmt\x64none\x67attStmt\xa0\x68authData\x58".to_vec();
        attestation.push(u8::try_from(data.len()).unwrap());
        attestation.extend(&data);
        json!({
            "id": text(&self.id), "rawId": text(&self.id), "type": "public-key",
            "authenticatorAttachment": "platform", "clientExtensionResults": {},
            "response": {
                "clientDataJSON": text(&self.client_data("webauthn.create", options)),
                "attestationObject": text(&attestation), "transports": ["internal"],
            },
        })
    }

    /// Answers the options of `user/passkeyChallenge`.
    pub fn get(&mut self, options: &Value) -> Value {
        self.counter += 1;
        self.get_again(options)
    }

    /// Answers without counting the use.
    pub fn get_again(&self, options: &Value) -> Value {
        let client_data = self.client_data("webauthn.get", options);
        let data = self.data(options["rpId"].as_str().unwrap(), self.flags);
        let signed = [data.as_slice(), &Sha256::digest(&client_data)].concat();
        let signature: Signature = self.key.sign(&signed);
        json!({
            "id": text(&self.id), "rawId": text(&self.id), "type": "public-key",
            "authenticatorAttachment": "platform", "clientExtensionResults": {},
            "response": {
                "clientDataJSON": text(&client_data), "authenticatorData": text(&data),
                "signature": text(signature.to_der().as_bytes()), "userHandle": self.user_handle,
            },
        })
    }
}
