//! Accounts at work: signing in and out, sessions, registration, passwords, the first start.

mod admin;
mod common_passwords;
pub mod demo;
mod error;
mod first_start;
mod login;
mod password;
mod register;
mod session;

use std::sync::Arc;

pub use admin::{Created, NewUser};
pub use error::{AccountError, SessionError};
pub use first_start::FirstStart;
use numsift_model::audit::AuditEntry;
use numsift_model::clock::{Clock, Entropy};
use numsift_model::id::Uid;
use numsift_store::Store;
pub use password::{PasswordFault, Passwords};
pub use session::{SessionToken, SignedIn};

/// The accounts of an installation. Cheap to clone.
#[derive(Clone)]
pub struct Accounts {
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    entropy: Arc<dyn Entropy>,
    passwords: Arc<Passwords>,
    settings: Arc<session::SettingsCache>,
}

/// Where a request came from.
#[derive(Debug, Clone, Default)]
pub struct Client {
    /// Its address.
    pub ip: String,
    /// What it calls itself.
    pub user_agent: String,
}

impl Accounts {
    /// Puts the parts together.
    pub fn new(
        store: Arc<dyn Store>,
        clock: Arc<dyn Clock>,
        entropy: Arc<dyn Entropy>,
        passwords: Passwords,
    ) -> Self {
        Self { store, clock, entropy, passwords: Arc::new(passwords), settings: Arc::default() }
    }

    fn audit(&self, action: &str, actor: Option<Uid>, subject: Option<Uid>, client: &Client) -> AuditEntry {
        AuditEntry {
            at: self.clock.now(),
            actor,
            subject,
            action: action.to_owned(),
            ip: client.ip.clone(),
            detail: "{}".to_owned(),
        }
    }
}
