//! Every way in which a console call can be refused, and the one place that turns domain errors
//! into codes and messages.

use std::collections::BTreeMap;

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use numplan::space::PatternProblem;
use numsift_accounts::{AccountError, PasswordFault, SessionError};
use numsift_api_keys::{ApiKeyError, MAX_KEYS};
use numsift_generation::{GenerationError, MOST_NUMBERS, MOST_SEGMENTS, SpecFault};
use numsift_ledger::LedgerError;
use numsift_model::lang::Lang;
use numsift_model::username::UsernameError;
use numsift_screening::ScreeningError;
use numsift_store::StoreError;
use numsift_topup::TopUpError;
use numsift_topup::address::AddressError;
use numsift_webhooks::{UrlFault, WebhookError};
use serde_json::{Value, json};

use crate::messages::Message;

/// Why a call was refused.
#[derive(Debug, Clone)]
pub enum Refusal {
    /// No token was sent.
    NoToken,
    /// The token opens nothing.
    UnknownToken,
    /// The account signed in elsewhere.
    SignedInElsewhere,
    /// The session is over.
    SessionExpired,
    /// The request itself is wrong; some messages belong to fields.
    Bad(Message, BTreeMap<String, Message>),
    /// The caller may not do this.
    NotPermitted(Message),
    /// There is no such thing, or none that the caller may see.
    NotFound,
    /// Somebody else was first: what this field holds is taken.
    Conflict(&'static str, Message),
    /// The account has too little.
    NotEnough {
        /// Ten-thousandths of a point that are missing.
        missing: i64,
    },
    /// Too often.
    TooMany {
        /// Seconds to wait.
        retry_after: i64,
    },
    /// Our fault. The cause is in the log under the trace id, not in the answer.
    Internal,
}

impl Refusal {
    /// A request that is wrong as a whole.
    pub fn bad(message: Message) -> Self {
        Self::Bad(message, BTreeMap::new())
    }

    /// A request with one wrong field.
    pub fn field(name: impl Into<String>, message: Message) -> Self {
        Self::Bad(message.clone(), BTreeMap::from([(name.into(), message)]))
    }

    /// Notes an unexpected failure in the log and refuses without telling more.
    pub fn internal(cause: impl std::fmt::Display) -> Self {
        tracing::error!(%cause, "a call failed");
        Self::Internal
    }

    /// The number in `code`.
    pub fn code(&self) -> i64 {
        match self {
            Self::NoToken => 401,
            Self::UnknownToken => 50008,
            Self::SignedInElsewhere => 50012,
            Self::SessionExpired => 50014,
            Self::Bad(..) => 40000,
            Self::NotPermitted(_) => 40300,
            Self::NotFound => 40400,
            Self::Conflict(..) => 40900,
            Self::NotEnough { .. } => 42200,
            Self::TooMany { .. } => 42900,
            Self::Internal => 50000,
        }
    }

    /// What it says.
    pub fn message(&self) -> Message {
        match self {
            Self::NoToken | Self::UnknownToken | Self::SignedInElsewhere | Self::SessionExpired => {
                Message::SessionOver
            }
            Self::Bad(message, _) | Self::NotPermitted(message) | Self::Conflict(_, message) => {
                message.clone()
            }
            Self::NotFound => Message::NotFound,
            Self::NotEnough { missing } => Message::NotEnough { missing: *missing },
            Self::TooMany { retry_after } => Message::TooMany { seconds: *retry_after },
            Self::Internal => Message::Internal,
        }
    }

    /// The whole answer in one language.
    pub fn render(&self, lang: Lang, trace_id: &str) -> Value {
        let data = match self {
            Self::Bad(_, fields) => {
                let texts: BTreeMap<_, _> = fields.iter().map(|(name, m)| (name, m.text(lang))).collect();
                json!({ "fields": texts })
            }
            Self::Conflict(field, message) => json!({ "fields": { *field: message.text(lang) } }),
            Self::NotEnough { missing } => json!({ "missing": missing }),
            Self::TooMany { retry_after } => json!({ "retry_after": retry_after }),
            Self::Internal => json!({ "trace_id": trace_id }),
            _ => Value::Null,
        };
        json!({ "code": self.code(), "msg": self.message().text(lang), "data": data })
    }
}

/// Carries the refusal to the middleware, which knows the caller's language.
impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let mut response = StatusCode::OK.into_response();
        response.extensions_mut().insert(self);
        response
    }
}

impl From<StoreError> for Refusal {
    fn from(error: StoreError) -> Self {
        Self::internal(error)
    }
}

impl From<LedgerError> for Refusal {
    fn from(error: LedgerError) -> Self {
        match error {
            LedgerError::NotEnough { missing } => Self::NotEnough { missing: missing.0 },
            LedgerError::Conflict => Self::Conflict("request_id", Message::RequestReused),
            LedgerError::NotAnAmount => Self::field("amount", Message::WrongValue),
            LedgerError::ReasonRequired => Self::field("reason", Message::ReasonRequired),
            LedgerError::Store(error) => error.into(),
            // About tasks, which no call of money meets.
            other => Self::internal(other),
        }
    }
}

impl From<TopUpError> for Refusal {
    fn from(error: TopUpError) -> Self {
        match error {
            TopUpError::AmountRange => Self::field("amount", Message::AmountRange),
            TopUpError::NoWallet => Self::bad(Message::NoWallet),
            TopUpError::TooManyPending => Self::bad(Message::TooManyPending),
            TopUpError::AmountsTaken => Self::field("amount", Message::AmountsTaken),
            TopUpError::NoQuota => Self::NotPermitted(Message::NoQuota),
            TopUpError::NotFound => Self::NotFound,
            TopUpError::NotATransaction => Self::field("txid", Message::NotATransaction),
            TopUpError::NotFinal => Self::field("txid", Message::NotFinal),
            TopUpError::PaysNothing => Self::field("txid", Message::PaysNothing),
            TopUpError::AlreadyDecided => Self::Conflict("id", Message::AlreadyDecided),
            TopUpError::AlreadyPaid => Self::Conflict("order", Message::AlreadyPaid),
            TopUpError::ReasonRequired => Self::field("reason", Message::ReasonRequired),
            TopUpError::TooMany { retry_after } => Self::TooMany { retry_after },
            TopUpError::Address(fault) => Self::field(
                "address",
                match fault {
                    AddressError::Character => Message::AddressCharacter,
                    AddressError::Checksum => Message::AddressChecksum,
                    AddressError::Length => Message::AddressLength,
                    AddressError::Network => Message::AddressNetwork,
                },
            ),
            TopUpError::Node(error) => {
                tracing::warn!(%error, "the node did not answer a user's call");
                Self::bad(Message::NodeSilent)
            }
            TopUpError::Ledger(error) => error.into(),
            TopUpError::Store(error) => error.into(),
        }
    }
}

impl From<ScreeningError> for Refusal {
    fn from(error: ScreeningError) -> Self {
        if let Some(code) = error.intake_code().filter(|code| *code != "storage") {
            return Self::field("file", Message::FileRefused(code.to_owned()));
        }
        match error {
            ScreeningError::NotFound => Self::NotFound,
            ScreeningError::WrongState => Self::Conflict("state", Message::WrongState),
            ScreeningError::Outdated => Self::Conflict("version", Message::Outdated),
            ScreeningError::Invalid(field) => Self::field(field, Message::WrongValue),
            ScreeningError::NotConfirmed => Self::field("confirmed", Message::NotConfirmed),
            ScreeningError::NotUsable(_) => Self::field("checks", Message::NoChannel),
            ScreeningError::Generated(_) => Self::field("checks", Message::GeneratedNumbers),
            ScreeningError::Generation(error) => error.into(),
            ScreeningError::NumberCount { least, most, .. } => {
                Self::field("list", Message::NumberCount { least, most })
            }
            ScreeningError::NoSampleLeft => Self::bad(Message::NoSampleLeft),
            ScreeningError::TooLarge { limit } => {
                Self::field("file", Message::FileTooLarge { megabytes: limit / (1024 * 1024) })
            }
            ScreeningError::CutOff => Self::field("file", Message::BodyCutOff),
            ScreeningError::Ledger(error) => error.into(),
            ScreeningError::Store(error) => error.into(),
            ScreeningError::Files(numsift_segments::SegmentError::Full { .. }) => {
                Self::bad(Message::StorageFull)
            }
            other => Self::internal(other),
        }
    }
}

impl From<ApiKeyError> for Refusal {
    fn from(error: ApiKeyError) -> Self {
        match error {
            ApiKeyError::NotFound => Self::NotFound,
            ApiKeyError::Invalid(field) => Self::field(field, Message::WrongValue),
            ApiKeyError::TooManyKeys => Self::bad(Message::TooManyKeys { most: MAX_KEYS }),
            ApiKeyError::Store(error) => error.into(),
            ApiKeyError::Machine(cause) => Self::internal(cause),
        }
    }
}

impl From<WebhookError> for Refusal {
    fn from(error: WebhookError) -> Self {
        match error {
            WebhookError::NotFound => Self::NotFound,
            WebhookError::TooMany { most } => Self::bad(Message::TooManyWebhooks { most }),
            WebhookError::Url(fault) => Self::field(
                "url",
                match fault {
                    UrlFault::Malformed => Message::NotAUrl,
                    UrlFault::NotHttps => Message::NotHttps,
                    UrlFault::Internal => Message::InternalAddress,
                },
            ),
            WebhookError::Invalid(field) => Self::field(field, Message::WrongValue),
            WebhookError::Off => Self::Conflict("id", Message::WebhookOff),
            WebhookError::Busy => Self::Conflict("id", Message::WebhookBusy),
            WebhookError::TooOften { retry_after } => Self::TooMany { retry_after },
            WebhookError::Store(error) => error.into(),
            WebhookError::Vault(error) => Self::internal(error),
            WebhookError::Entropy(error) => Self::internal(error),
        }
    }
}

impl From<GenerationError> for Refusal {
    fn from(error: GenerationError) -> Self {
        let count = |segment: usize| format!("segments[{segment}].count");
        match error {
            GenerationError::Spec { segment, fault } => {
                let (field, message) = spec_fault(&fault);
                Self::field(format!("segments[{segment}].space.{field}"), message)
            }
            GenerationError::Segments => {
                Self::field("segments", Message::RunSegments { most: MOST_SEGMENTS })
            }
            GenerationError::Count { segment } => {
                Self::field(count(segment), Message::RunCount { most: MOST_NUMBERS })
            }
            GenerationError::TooFew { segment, left } => {
                Self::field(count(segment), Message::TooFewLeft { left })
            }
            GenerationError::NotFound => Self::NotFound,
            GenerationError::PlanChanged => Self::bad(Message::PlanChanged),
            GenerationError::Busy => Self::Conflict("segments", Message::RunsAtOnce),
            GenerationError::Store(error) => error.into(),
            GenerationError::Machine(cause) => Self::internal(cause),
        }
    }
}

/// Which field of a description is wrong, and why.
pub fn spec_fault(fault: &SpecFault) -> (&'static str, Message) {
    match fault {
        SpecFault::Country => ("country", Message::UnknownCountry),
        SpecFault::CountryNeeded => ("country", Message::CountryNeeded),
        SpecFault::Carrier => ("carrier", Message::UnknownCarrier),
        SpecFault::CannotTell => ("kind", Message::CannotTell),
        SpecFault::Prefix => ("prefix", Message::PrefixDigits),
        SpecFault::Pattern(problem) => (
            "pattern",
            match problem {
                PatternProblem::Class => Message::PatternClass,
                PatternProblem::Repeat => Message::PatternRepeat,
                PatternProblem::NothingToRepeat => Message::PatternNothingToRepeat,
                PatternProblem::TooLong => Message::PatternTooLong,
                PatternProblem::Empty => Message::PatternEmpty,
                PatternProblem::Character | PatternProblem::Prefix => Message::PatternCharacter,
            },
        ),
    }
}

impl From<SessionError> for Refusal {
    fn from(error: SessionError) -> Self {
        match error {
            SessionError::Unknown => Self::UnknownToken,
            SessionError::Replaced => Self::SignedInElsewhere,
            SessionError::Expired => Self::SessionExpired,
            SessionError::Store(error) => error.into(),
        }
    }
}

impl From<AccountError> for Refusal {
    fn from(error: AccountError) -> Self {
        match error {
            AccountError::WrongCredentials => Self::bad(Message::WrongCredentials),
            AccountError::Disabled => Self::NotPermitted(Message::AccountDisabled),
            AccountError::TooMany { retry_after } => Self::TooMany { retry_after },
            AccountError::Username(fault) => Self::field(
                "username",
                match fault {
                    UsernameError::Empty => Message::UsernameRequired,
                    UsernameError::Length => Message::UsernameLength,
                    UsernameError::Character => Message::UsernameCharacter,
                },
            ),
            AccountError::UsernameTaken => Self::Conflict("username", Message::UsernameTaken),
            AccountError::UidRefused => Self::Conflict("uid", Message::UidRefused),
            AccountError::Password(fault) => Self::field("password", fault.into()),
            AccountError::WrongPassword => Self::field("password", Message::WrongPassword),
            AccountError::InviteRefused => Self::field("invite_code", Message::InviteRefused),
            AccountError::RegistrationClosed => Self::NotPermitted(Message::RegistrationClosed),
            AccountError::NotFound => Self::NotFound,
            AccountError::NotPermitted => Self::NotPermitted(Message::NotPermitted),
            AccountError::OwnAccount => Self::NotPermitted(Message::OwnAccount),
            AccountError::LastAdministrator => Self::NotPermitted(Message::LastAdministrator),
            AccountError::CannotGrant => Self::NotPermitted(Message::CannotGrant),
            AccountError::Outdated => Self::Conflict("version", Message::Outdated),
            AccountError::Invalid(field) => Self::field(field, Message::WrongValue),
            AccountError::RoleInUse => Self::Conflict("id", Message::RoleInUse),
            AccountError::NameTaken => Self::Conflict("name", Message::NameTaken),
            AccountError::CodeNeeded => Self::field("totp", Message::CodeNeeded),
            AccountError::WrongCode => Self::field("totp", Message::WrongCode),
            AccountError::Store(error) => error.into(),
            AccountError::Machine(cause) => Self::internal(cause),
        }
    }
}

impl From<PasswordFault> for Message {
    fn from(fault: PasswordFault) -> Self {
        match fault {
            PasswordFault::TooShort => Self::PasswordTooShort { least: 8 },
            PasswordFault::TooLong => Self::PasswordTooLong,
            PasswordFault::Common => Self::PasswordCommon,
        }
    }
}
