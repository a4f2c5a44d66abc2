//! Who does something, from where: what every audited call knows of its caller.

use numsift_model::audit::AuditEntry;
use numsift_model::clock::Timestamp;
use numsift_model::id::Uid;
use serde_json::Value;

use crate::SignedIn;

/// Where a request came from.
#[derive(Debug, Clone, Default)]
pub struct Client {
    /// Its address.
    pub ip: String,
    /// What it calls itself.
    pub user_agent: String,
}

/// Somebody at work.
#[derive(Debug, Clone)]
pub struct Acting {
    /// Who is signed in.
    pub who: SignedIn,
    /// From where.
    pub client: Client,
}

impl Acting {
    /// Who really acts: inside another account, the one who switched.
    pub fn actor(&self) -> Uid {
        self.who.switched.map_or(self.who.account.uid, |switched| switched.actor)
    }

    /// Begins a line of the audit log. Without `on`, it was done to the caller's own account.
    pub fn did(&self, action: &str, at: Timestamp) -> Deed {
        Deed(AuditEntry {
            at,
            actor: Some(self.actor()),
            subject: Some(self.who.account.uid),
            action: action.to_owned(),
            ip: self.client.ip.clone(),
            detail: "{}".to_owned(),
        })
    }
}

/// A line of the audit log being written.
#[derive(Debug)]
pub struct Deed(AuditEntry);

impl Deed {
    /// To whom it was done.
    #[must_use]
    pub fn on(mut self, subject: Uid) -> Self {
        self.0.subject = Some(subject);
        self
    }

    /// More about it. Never a secret.
    #[must_use]
    pub fn with(mut self, detail: &Value) -> Self {
        self.0.detail = detail.to_string();
        self
    }

    /// The finished line.
    pub fn entry(self) -> AuditEntry {
        self.0
    }
}
