//! Passkeys (WebAuthn): registration, sign-in, and codes that stand in for those of an authenticator app.
//!
//! A challenge is not stored. The caller gets it as a sealed ticket and sends the ticket back with the answer of the
//! authenticator, so strangers who ask for challenges write nothing. A ticket is used up by the first valid answer.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use numsift_model::clock::Timestamp;
use numsift_model::id::{PasskeyId, SessionId, Uid};
use numsift_model::limits::{PASSKEY_ANSWER, PASSKEY_CODE_S, PASSKEY_NAME, PASSKEY_S, PASSKEYS};
use numsift_model::rule::Rule;
use numsift_store::{Attempt, NewPasskey, Passkey, Tx};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use webauthn_rp::bin::{Decode, Encode};
use webauthn_rp::request::auth::AuthenticationVerificationOptions;
use webauthn_rp::request::register::{
    CredProtect, PublicKeyCredentialUserEntity, RegistrationVerificationOptions, UserHandle64,
};
use webauthn_rp::request::{AsciiDomain, PublicKeyCredentialDescriptor, RpId};
use webauthn_rp::response::register::{CompressedPubKey, DynamicState, StaticState};
use webauthn_rp::response::{AuthTransports, CredentialId};
use webauthn_rp::{
    AuthenticatedCredential, DiscoverableAuthentication64, DiscoverableAuthenticationServerState,
    DiscoverableCredentialRequestOptions, PublicKeyCredentialCreationOptions, Registration,
    RegistrationServerState,
};

use crate::login::{PER_ADDRESS, WINDOW_S};
use crate::{AccountError, Accounts, Acting, Client, SessionToken};

/// Purpose of the tickets of sign-ins.
const LOGIN: &str = "passkey-login";
/// Purpose of the codes that passkeys are exchanged for.
const CODE: &str = "passkey-code";
/// What such a code begins with. No recovery code and no code of an authenticator app contains a dot.
const CODE_PREFIX: &str = "pk.";

type PublicKey = CompressedPubKey<[u8; 32], [u8; 32], [u8; 48], Vec<u8>>;

/// Where the console is opened. Passkeys are bound to it.
#[derive(Debug, Clone)]
pub struct Site {
    /// The host without the port.
    pub domain: String,
    /// The origins that the browser may name.
    pub origins: Vec<String>,
}

/// A challenge for the browser.
#[derive(Debug)]
pub struct PasskeyChallenge {
    /// To be sent back with the answer.
    pub ticket: String,
    /// For `navigator.credentials`, in the JSON form of the standard.
    pub options: Value,
}

/// The answer of an authenticator to a challenge.
#[derive(Debug, Clone, Copy)]
pub struct PasskeyAnswer<'a> {
    pub ticket: &'a str,
    /// The credential in the JSON form of the standard.
    pub credential: &'a Value,
}

/// A passkey that was added.
#[derive(Debug)]
pub struct AddedPasskey {
    pub id: PasskeyId,
    /// New recovery codes if this is the account's first second factor.
    pub recovery_codes: Vec<String>,
}

/// The state of a ceremony, sealed.
#[derive(Serialize, Deserialize)]
struct Ticket {
    /// Marks the ticket as used.
    id: String,
    expires_at: i64,
    state: String,
}

/// The inside of a code that a passkey was exchanged for.
#[derive(Serialize, Deserialize)]
struct PasskeyCode {
    id: String,
    uid: i64,
    expires_at: i64,
}

/// A passkey whose signature is valid. It counts once its ticket is used up.
pub(crate) struct Proved {
    pub(crate) passkey: Passkey,
    state: Vec<u8>,
    ticket: String,
}

impl Accounts {
    /// A challenge for signing in, or for confirming an action. Writes nothing.
    pub fn passkey_challenge(&self, site: &Site) -> Result<PasskeyChallenge, AccountError> {
        let rp_id = rp_id(site)?;
        let (server, client) =
            DiscoverableCredentialRequestOptions::passkey(&rp_id).start_ceremony().map_err(machine)?;
        let ticket = self.ticket(LOGIN, &server.encode().map_err(machine)?)?;
        Ok(PasskeyChallenge { ticket, options: serde_json::to_value(&client).map_err(machine)? })
    }

    /// A challenge for a new passkey. Requires the password, and a code if the account has a second factor.
    pub async fn begin_passkey(
        &self,
        by: &Acting,
        site: &Site,
        password: &str,
        code: Option<&str>,
    ) -> Result<PasskeyChallenge, AccountError> {
        let account = &by.who.account;
        let rp_id = rp_id(site)?;
        self.reauthenticate(by, password, code).await?;
        let mut tx = self.store.begin().await?;
        let present = tx.passkeys(account.uid).await?;
        check_count(&present)?;
        let handle = match present.first() {
            Some(passkey) => user_handle(passkey)?,
            None => UserHandle64::new(),
        };
        let user = PublicKeyCredentialUserEntity {
            name: account.username.as_str().try_into().map_err(machine)?,
            id: &handle,
            display_name: Some(account.username.as_str().try_into().map_err(machine)?),
        };
        let excluded = present.iter().map(descriptor).collect::<Result<_, _>>()?;
        let mut options = PublicKeyCredentialCreationOptions::passkey(&rp_id, user, excluded);
        // Every sign-in requires user verification. Authenticators without this extension would be refused.
        options.extensions.cred_protect = CredProtect::None;
        let (server, client) = options.start_ceremony().map_err(machine)?;
        let ticket = self.ticket(&registration(by), &server.encode().map_err(machine)?)?;
        tx.audit(&by.did("user/passkeyBegin", self.clock.now()).entry()).await?;
        tx.save().await?;
        Ok(PasskeyChallenge { ticket, options: serde_json::to_value(&client).map_err(machine)? })
    }

    /// Adds the passkey that answers a challenge of [`Self::begin_passkey`] in the same session.
    pub async fn add_passkey(
        &self,
        by: &Acting,
        site: &Site,
        name: &str,
        answer: PasskeyAnswer<'_>,
    ) -> Result<AddedPasskey, AccountError> {
        let now = self.clock.now();
        let account = &by.who.account;
        let name = clean_name(name)?;
        let ticket = self.open_ticket(&registration(by), answer.ticket, now)?;
        let state = RegistrationServerState::<64>::decode(&from_base64(&ticket.state)?).map_err(wrong)?;
        let text = credential_text(answer.credential)?;
        let response = Registration::from_json_relaxed(text.as_bytes()).map_err(wrong)?;
        let options = RegistrationVerificationOptions::<String, String> {
            allowed_origins: &site.origins,
            error_on_unsolicited_extensions: false,
            ..RegistrationVerificationOptions::default()
        };
        let credential = state.verify(&rp_id(site)?, &response, &options).map_err(wrong)?;
        let new = NewPasskey {
            uid: account.uid,
            name,
            credential_id: credential.id().as_ref().to_vec(),
            user_handle: credential.user_id().as_ref().to_vec(),
            public_key: credential.static_state().encode().map_err(machine)?,
            state: credential.dynamic_state().encode().map_err(machine)?.to_vec(),
            transports: credential.transports().encode().map_err(machine)?.into(),
            created_at: now,
        };
        let mut tx = self.store.begin().await?;
        use_once(tx.as_mut(), &ticket.id, now).await?;
        // Locked, so that two first passkeys do not both create recovery codes.
        tx.lock_account(account.uid).await?;
        check_count(&tx.passkeys(account.uid).await?)?;
        let had = tx.account(account.uid).await?.is_some_and(|account| account.second_factor());
        let id = tx.add_passkey(&new, PASSKEYS).await?.ok_or(AccountError::WrongPasskey)?;
        let recovery_codes =
            if had { Vec::new() } else { self.new_recovery_codes(tx.as_mut(), account.uid).await? };
        let detail = json!({ "passkey": id, "name": new.name });
        tx.audit(&by.did("user/passkeyAdd", now).with(&detail).entry()).await?;
        tx.save().await?;
        Ok(AddedPasskey { id, recovery_codes })
    }

    /// Renames a passkey of the caller.
    pub async fn rename_passkey(&self, by: &Acting, id: PasskeyId, name: &str) -> Result<(), AccountError> {
        let uid = by.who.account.uid;
        let name = clean_name(name)?;
        let mut tx = self.store.begin().await?;
        let before = own_passkey(tx.as_mut(), uid, id).await?.stored.name;
        tx.rename_passkey(uid, id, &name).await?;
        let detail = json!({ "passkey": id, "before": before, "after": name });
        tx.audit(&by.did("user/passkeyRename", self.clock.now()).with(&detail).entry()).await?;
        tx.save().await?;
        Ok(())
    }

    /// Removes a passkey of the caller. Requires the password and a code. Without any second factor left, the recovery
    /// codes are removed, too.
    pub async fn remove_passkey(
        &self,
        by: &Acting,
        id: PasskeyId,
        password: &str,
        code: Option<&str>,
    ) -> Result<(), AccountError> {
        let uid = by.who.account.uid;
        self.reauthenticate(by, password, code).await?;
        let mut tx = self.store.begin().await?;
        tx.lock_account(uid).await?;
        let name = own_passkey(tx.as_mut(), uid, id).await?.stored.name;
        tx.remove_passkey(uid, id).await?;
        if !tx.account(uid).await?.is_some_and(|account| account.second_factor()) {
            tx.set_recovery_codes(uid, &[]).await?;
        }
        let detail = json!({ "passkey": id, "name": name });
        tx.audit(&by.did("user/passkeyRemove", self.clock.now()).with(&detail).entry()).await?;
        tx.save().await?;
        Ok(())
    }

    /// Signs in with a passkey instead of the password, and ends the account's previous session.
    pub async fn login_with_passkey(
        &self,
        site: &Site,
        answer: PasskeyAnswer<'_>,
        client: &Client,
    ) -> Result<SessionToken, AccountError> {
        let now = self.clock.now();
        let proved = self.prove_counted(site, answer, client, now).await?;
        let uid = proved.passkey.stored.uid;
        let token = SessionToken::random(&*self.entropy)?;
        let mut tx = self.store.begin().await?;
        let account = tx.account(uid).await?.ok_or(AccountError::WrongPasskey)?;
        let mut entry = self.audit("user/passkeyLogin", Some(uid), Some(uid), client);
        entry.detail =
            json!({ "passkey": proved.passkey.id, "name": proved.passkey.stored.name }).to_string();
        let done = match proved.settle(tx.as_mut(), now).await {
            Ok(()) if account.enabled => Ok(()),
            Ok(()) => Err(AccountError::Disabled),
            Err(error) => Err(error),
        };
        if let Err(error) = done {
            drop(tx);
            self.note_failed_login(&account.username, Some(uid), &error, client, now).await?;
            return Err(error);
        }
        self.start_session(tx.as_mut(), &token, uid, client, now).await?;
        tx.audit(&entry).await?;
        tx.save().await?;
        Ok(token)
    }

    /// Exchanges the answer of a passkey for a code that is accepted once where the account's second factor is asked.
    pub async fn passkey_code(
        &self,
        site: &Site,
        answer: PasskeyAnswer<'_>,
        client: &Client,
    ) -> Result<String, AccountError> {
        let now = self.clock.now();
        let proved = self.prove_counted(site, answer, client, now).await?;
        let uid = proved.passkey.stored.uid;
        let code = PasskeyCode { id: self.random_id()?, uid: uid.0, expires_at: now.plus(PASSKEY_CODE_S).0 };
        let mut tx = self.store.begin().await?;
        let mut entry = self.audit("user/passkeyCode", Some(uid), Some(uid), client);
        entry.detail =
            json!({ "passkey": proved.passkey.id, "name": proved.passkey.stored.name }).to_string();
        proved.settle(tx.as_mut(), now).await?;
        tx.audit(&entry).await?;
        tx.save().await?;
        let sealed = self.vault.seal(CODE, &serde_json::to_vec(&code).map_err(machine)?)?;
        Ok(format!("{CODE_PREFIX}{}", URL_SAFE_NO_PAD.encode(sealed)))
    }

    /// Whether this is a code of [`Self::passkey_code`] for the account, and uses it up.
    pub(crate) async fn use_passkey_code(
        &self,
        tx: &mut dyn Tx,
        uid: Uid,
        code: &str,
        now: Timestamp,
    ) -> Result<bool, AccountError> {
        match self.valid_passkey_code(uid, code, now) {
            Some(id) => Ok(use_once(tx, &id, now).await.is_ok()),
            None => Ok(false),
        }
    }

    /// Whether this is a current code of [`Self::passkey_code`] for the account. It is not used up.
    pub(crate) fn has_passkey_code(&self, uid: Uid, code: &str, now: Timestamp) -> bool {
        self.valid_passkey_code(uid, code, now).is_some()
    }

    fn valid_passkey_code(&self, uid: Uid, code: &str, now: Timestamp) -> Option<String> {
        let sealed = URL_SAFE_NO_PAD.decode(code.strip_prefix(CODE_PREFIX)?).ok()?;
        let code: PasskeyCode = serde_json::from_slice(&self.vault.open(CODE, &sealed).ok()?).ok()?;
        (code.uid == uid.0 && now.0 < code.expires_at).then_some(code.id)
    }

    /// Verifies an answer. Attempts are limited per address; above the limit a valid passkey is still accepted, since
    /// it cannot be guessed.
    async fn prove_counted(
        &self,
        site: &Site,
        answer: PasskeyAnswer<'_>,
        client: &Client,
        now: Timestamp,
    ) -> Result<Proved, AccountError> {
        let limits = [(format!("login-address:{}", client.network()), PER_ADDRESS)];
        let counted = self.count_attempts(&limits, WINDOW_S, now).await;
        if let Err(error @ (AccountError::Store(_) | AccountError::Machine(_))) = counted {
            return Err(error);
        }
        match (self.prove(site, answer, now).await, counted) {
            (Err(AccountError::WrongPasskey), Err(refused)) => Err(refused),
            (Err(error @ AccountError::WrongPasskey), Ok(())) => {
                self.note_failed_login("", None, &error, client, now).await?;
                Err(error)
            }
            (proved, _) => proved,
        }
    }

    /// Verifies the signature of an answer to a challenge of [`Self::passkey_challenge`]: challenge, origin, user
    /// verification and signature counter. Only signatures of known passkeys are computed.
    async fn prove(
        &self,
        site: &Site,
        answer: PasskeyAnswer<'_>,
        now: Timestamp,
    ) -> Result<Proved, AccountError> {
        let rp_id = rp_id(site)?;
        let ticket = self.open_ticket(LOGIN, answer.ticket, now)?;
        let server =
            DiscoverableAuthenticationServerState::decode(&from_base64(&ticket.state)?).map_err(wrong)?;
        let text = credential_text(answer.credential)?;
        let response = DiscoverableAuthentication64::from_json_relaxed(text.as_bytes()).map_err(wrong)?;
        let found = self.store.read().await?.passkey_by_credential(response.raw_id().as_ref()).await?;
        let passkey = found.ok_or(AccountError::WrongPasskey)?;
        let handle = user_handle(&passkey)?;
        let options = AuthenticationVerificationOptions::<String, String> {
            allowed_origins: &site.origins,
            error_on_unsolicited_extensions: false,
            ..AuthenticationVerificationOptions::default()
        };
        let mut credential = AuthenticatedCredential::<64, PublicKey>::new(
            CredentialId::<&[u8]>::decode(&passkey.stored.credential_id).map_err(machine)?,
            &handle,
            StaticState::decode(passkey.stored.public_key.as_slice()).map_err(machine)?,
            dynamic_state(&passkey)?,
        )
        .map_err(machine)?;
        server.verify(&rp_id, &response, &mut credential, &options).map_err(wrong)?;
        let state = credential.dynamic_state().encode().map_err(machine)?.to_vec();
        Ok(Proved { passkey, state, ticket: ticket.id })
    }

    fn ticket(&self, purpose: &str, state: &[u8]) -> Result<String, AccountError> {
        let ticket = Ticket {
            id: self.random_id()?,
            expires_at: self.clock.now().plus(PASSKEY_S).0,
            state: URL_SAFE_NO_PAD.encode(state),
        };
        let text = serde_json::to_vec(&ticket).map_err(machine)?;
        Ok(URL_SAFE_NO_PAD.encode(self.vault.seal(purpose, &text)?))
    }

    fn open_ticket(&self, purpose: &str, ticket: &str, now: Timestamp) -> Result<Ticket, AccountError> {
        let text = self.vault.open(purpose, &from_base64(ticket)?).map_err(wrong)?;
        let ticket: Ticket = serde_json::from_slice(&text).map_err(wrong)?;
        if now.0 >= ticket.expires_at {
            return Err(AccountError::WrongPasskey);
        }
        Ok(ticket)
    }

    fn random_id(&self) -> Result<String, AccountError> {
        let mut bytes = [0; 16];
        self.entropy.fill(&mut bytes)?;
        Ok(hex::encode(bytes))
    }
}

impl Proved {
    /// Uses up the ticket and stores the new signature counter.
    async fn settle(self, tx: &mut dyn Tx, now: Timestamp) -> Result<(), AccountError> {
        use_once(tx, &self.ticket, now).await?;
        if tx.use_passkey(&self.passkey, &self.state, now).await? {
            Ok(())
        } else {
            Err(AccountError::WrongPasskey)
        }
    }
}

/// Uses up a ticket or a code. What is used up is forgotten after it has expired.
async fn use_once(tx: &mut dyn Tx, id: &str, now: Timestamp) -> Result<(), AccountError> {
    match tx.attempt(&format!("passkey-used:{id}"), 1, PASSKEY_S, now).await? {
        Attempt::Allowed => Ok(()),
        Attempt::Refused { .. } => Err(AccountError::WrongPasskey),
    }
}

/// Tickets of registrations are bound to the account and its session.
fn registration(by: &Acting) -> String {
    let session = by.who.session.unwrap_or(SessionId(0));
    format!("passkey-register:{}:{session}", by.who.account.uid)
}

async fn own_passkey(tx: &mut dyn Tx, uid: Uid, id: PasskeyId) -> Result<Passkey, AccountError> {
    let found = tx.passkeys(uid).await?.into_iter().find(|passkey| passkey.id == id);
    found.ok_or(AccountError::NotFound)
}

fn check_count(present: &[Passkey]) -> Result<(), AccountError> {
    let full = i64::try_from(present.len()).is_ok_and(|count| count >= PASSKEYS);
    if full { Err(AccountError::TooManyPasskeys) } else { Ok(()) }
}

fn clean_name(name: &str) -> Result<String, AccountError> {
    let name = name.trim();
    let length = Rule::Chars { least: 1, most: PASSKEY_NAME };
    if !length.allows(name) || name.chars().any(char::is_control) {
        return Err(AccountError::Invalid("name", length));
    }
    Ok(name.to_owned())
}

/// The domain that passkeys are bound to. Browsers accept no addresses.
fn rp_id(site: &Site) -> Result<RpId, AccountError> {
    let is_address = site.domain.starts_with('[') || site.domain.parse::<std::net::IpAddr>().is_ok();
    match AsciiDomain::try_from(site.domain.to_ascii_lowercase()) {
        Ok(domain) if !is_address => Ok(RpId::Domain(domain)),
        _ => Err(AccountError::NoDomain),
    }
}

fn descriptor(passkey: &Passkey) -> Result<PublicKeyCredentialDescriptor<Vec<u8>>, AccountError> {
    let transports = u8::try_from(passkey.stored.transports).map_err(machine)?;
    Ok(PublicKeyCredentialDescriptor {
        id: CredentialId::<Vec<u8>>::decode(passkey.stored.credential_id.clone()).map_err(machine)?,
        transports: AuthTransports::decode(transports).map_err(machine)?,
    })
}

fn user_handle(passkey: &Passkey) -> Result<UserHandle64, AccountError> {
    let bytes: [u8; 64] = passkey.stored.user_handle.as_slice().try_into().map_err(machine)?;
    UserHandle64::decode(bytes).map_err(machine)
}

fn dynamic_state(passkey: &Passkey) -> Result<DynamicState, AccountError> {
    DynamicState::decode(passkey.stored.state.as_slice().try_into().map_err(machine)?).map_err(machine)
}

fn credential_text(credential: &Value) -> Result<String, AccountError> {
    let text = credential.to_string();
    if text.len() > PASSKEY_ANSWER { Err(AccountError::WrongPasskey) } else { Ok(text) }
}

fn from_base64(text: &str) -> Result<Vec<u8>, AccountError> {
    URL_SAFE_NO_PAD.decode(text).map_err(wrong)
}

/// The caller learns only that the answer is not accepted.
fn wrong(error: impl std::fmt::Display) -> AccountError {
    tracing::debug!(%error, "passkey refused");
    AccountError::WrongPasskey
}

fn machine(error: impl std::fmt::Display) -> AccountError {
    AccountError::Machine(error.to_string())
}
