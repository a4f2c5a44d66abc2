//! Limits of attempts by unauthenticated clients, and the devices that are exempt from them.

use std::net::IpAddr;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use numsift_model::clock::{DAY_S, Timestamp};
use numsift_model::id::Uid;
use numsift_store::Attempt;
use serde::{Deserialize, Serialize};

use crate::login::WINDOW_S;
use crate::{AccountError, Accounts, Client};

/// Purpose of sealed device cookies.
const PURPOSE: &str = "device";
/// A device that has not signed in for this long is unknown again.
const KNOWN_FOR_S: i64 = 180 * DAY_S;
/// Accounts that a device remembers.
const ACCOUNTS_PER_DEVICE: usize = 5;
/// A longer cookie is not one of ours.
const COOKIE_BYTES: usize = 1024;

/// A browser that has signed in before. Sent to it as a sealed cookie.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Device {
    /// Random; chosen by the server.
    id: String,
    /// The accounts that signed in, newest first, each with the time.
    accounts: Vec<(i64, i64)>,
}

impl Device {
    /// The key under which this device's attempts are counted.
    pub(crate) fn key(&self) -> String {
        format!("login-device:{}", self.id)
    }
}

impl Client {
    /// The key under which attempts from this address are counted. An IPv6 subscriber has a whole /64.
    pub(crate) fn network(&self) -> String {
        match self.ip.parse::<IpAddr>() {
            Ok(IpAddr::V6(address)) => {
                let [a, b, c, d, ..] = address.segments();
                format!("{a:x}:{b:x}:{c:x}:{d:x}::/64")
            }
            _ => self.ip.clone(),
        }
    }
}

impl Accounts {
    /// The device of a cookie, if it has signed in to this account before.
    pub(crate) fn known_device(&self, cookie: Option<&str>, uid: Option<Uid>) -> Option<Device> {
        let (device, uid) = (self.device(cookie)?, uid?);
        let oldest = self.clock.now().plus(-KNOWN_FOR_S);
        device.accounts.iter().any(|(known, at)| *known == uid.0 && *at > oldest.0).then_some(device)
    }

    fn device(&self, cookie: Option<&str>) -> Option<Device> {
        let cookie = cookie.filter(|text| text.len() <= COOKIE_BYTES)?;
        let sealed = URL_SAFE_NO_PAD.decode(cookie).ok()?;
        serde_json::from_slice(&self.vault.open(PURPOSE, &sealed).ok()?).ok()
    }

    /// The cookie of a device after a sign-in.
    pub(crate) fn remember_device(&self, cookie: Option<&str>, uid: Uid) -> Result<String, AccountError> {
        let mut device = if let Some(device) = self.device(cookie) {
            device
        } else {
            let mut id = [0; 16];
            self.entropy.fill(&mut id)?;
            Device { id: hex::encode(id), accounts: Vec::new() }
        };
        device.accounts.retain(|(known, _)| *known != uid.0);
        device.accounts.insert(0, (uid.0, self.clock.now().0));
        device.accounts.truncate(ACCOUNTS_PER_DEVICE);
        let text = serde_json::to_vec(&device).map_err(|error| AccountError::Machine(error.to_string()))?;
        Ok(URL_SAFE_NO_PAD.encode(self.vault.seal(PURPOSE, &text)?))
    }

    /// Counts a call without a session under the address of its client, and refuses more than `most` within a quarter of an
    /// hour. No call's name may begin with the name of another one.
    pub async fn count_public_call(
        &self,
        call: &str,
        most: i64,
        client: &Client,
    ) -> Result<(), AccountError> {
        let key = format!("{call}-address:{}", client.network());
        self.count_attempts(&[(key, most)], WINDOW_S, self.clock.now()).await
    }

    /// Counts an attempt under each key, in this order. Stops at the first limit that is reached, and writes
    /// nothing if one was reached before.
    pub(crate) async fn count_attempts(
        &self,
        limits: &[(String, i64)],
        window_s: i64,
        now: Timestamp,
    ) -> Result<(), AccountError> {
        let refused = |attempt| match attempt {
            Attempt::Refused { retry_after } => Err(AccountError::TooMany { retry_after }),
            Attempt::Allowed => Ok(()),
        };
        let mut tx = self.store.read().await?;
        for (key, limit) in limits {
            refused(tx.check_attempt(key, *limit, window_s, now).await?)?;
        }
        drop(tx);
        let mut tx = self.store.begin().await?;
        let mut counted = Ok(());
        for (key, limit) in limits {
            counted = refused(tx.attempt(key, *limit, window_s, now).await?);
            if counted.is_err() {
                break;
            }
        }
        tx.save().await?;
        counted
    }
}

#[cfg(test)]
mod tests {
    use crate::Client;

    #[test]
    fn ipv6_addresses_are_counted_by_their_64() {
        for (ip, network) in [
            ("203.0.113.7", "203.0.113.7"),
            ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
            ("2001:db8:1:2:ffff:ffff:ffff:ffff", "2001:db8:1:2::/64"),
            ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
            ("", ""),
        ] {
            let client = Client { ip: ip.to_owned(), user_agent: String::new() };
            assert_eq!(client.network(), network);
        }
    }
}
