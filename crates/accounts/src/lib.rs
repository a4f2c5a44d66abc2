//! Sign-in, sessions, registration, passwords, roles, and the first start of an installation.

mod acting;
mod admin;
mod administration;
mod audit_chain;
mod common_passwords;
pub mod demo;
mod error;
mod first_start;
mod login;
mod passkeys;
mod password;
mod password_links;
mod register;
mod roles;
mod second_factor;
mod session;
mod settings;
mod switching;
mod throttle;

use std::sync::Arc;

pub use acting::{Acting, AuditDraft, Client};
pub use admin::{Created, NewUser};
pub use administration::{PasswordReset, Refused};
pub use audit_chain::AuditReport;
pub use error::{AccountError, SessionError};
pub use first_start::FirstStart;
pub use login::{LoggedIn, Login};
use numsift_model::audit::AuditEntry;
use numsift_model::clock::{Clock, Entropy};
use numsift_model::id::Uid;
use numsift_store::Store;
use numsift_vault::Vault;
pub use passkeys::{AddedPasskey, PasskeyAnswer, PasskeyChallenge, Site};
pub use password::{HashCost, PasswordFault, Passwords};
pub use password_links::MadePasswordLink;
pub use second_factor::Enrolment;
pub use session::{SessionToken, SignedIn};

/// The account service. Cheap to clone.
#[derive(Clone)]
pub struct Accounts {
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    entropy: Arc<dyn Entropy>,
    passwords: Arc<Passwords>,
    vault: Vault,
    settings: Arc<session::SettingsCache>,
    /// Whether `<username>-token` is accepted as the token of a demo account.
    demo_tokens: bool,
}

impl Accounts {
    pub fn new(
        store: Arc<dyn Store>,
        clock: Arc<dyn Clock>,
        entropy: Arc<dyn Entropy>,
        passwords: Passwords,
        vault: Vault,
    ) -> Self {
        Self {
            store,
            clock,
            entropy,
            passwords: Arc::new(passwords),
            vault,
            settings: Arc::default(),
            demo_tokens: false,
        }
    }

    /// Accepts `<username>-token` as the token of the demo account of that name.
    #[must_use]
    pub fn with_demo_tokens(self) -> Self {
        Self { demo_tokens: true, ..self }
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
