//! The caller of an audited operation.

use numsift_model::audit::AuditEntry;
use numsift_model::clock::Timestamp;
use numsift_model::id::Uid;
use serde_json::Value;

use crate::SignedIn;

/// The client of a request.
#[derive(Debug, Clone, Default)]
pub struct Client {
    pub ip: String,
    pub user_agent: String,
}

/// A signed-in account and its client.
#[derive(Debug, Clone)]
pub struct Acting {
    pub who: SignedIn,
    pub client: Client,
}

impl Acting {
    /// The account that acts: staff during a visit.
    pub fn actor(&self) -> Uid {
        self.who.switched.map_or(self.who.account.uid, |switched| switched.actor)
    }

    /// Starts an entry of the audit log about the caller's own account.
    pub fn did(&self, action: &str, at: Timestamp) -> AuditDraft {
        AuditDraft(AuditEntry {
            at,
            actor: Some(self.actor()),
            subject: Some(self.who.account.uid),
            action: action.to_owned(),
            ip: self.client.ip.clone(),
            detail: "{}".to_owned(),
        })
    }
}

/// An entry of the audit log that is being built.
#[derive(Debug)]
pub struct AuditDraft(AuditEntry);

impl AuditDraft {
    /// Sets the account that acts, for what was asked by one person and carried out by another.
    #[must_use]
    pub fn by(mut self, actor: Uid) -> Self {
        self.0.actor = Some(actor);
        self
    }

    /// Sets the affected account.
    #[must_use]
    pub fn on(mut self, subject: Uid) -> Self {
        self.0.subject = Some(subject);
        self
    }

    /// Sets the details, which must not contain secrets.
    #[must_use]
    pub fn with(mut self, detail: &Value) -> Self {
        self.0.detail = detail.to_string();
        self
    }

    pub fn entry(self) -> AuditEntry {
        self.0
    }
}
