//! Turns the errors of the domain crates into refusals. This is the only place that does.

use numplan::space::PatternProblem;
use numsift_accounts::{AccountError, PasswordFault, SessionError};
use numsift_api_keys::{ApiKeyError, MAX_KEYS};
use numsift_generation::{GenerationError, MOST_NUMBERS, MOST_SEGMENTS, SpecFault};
use numsift_ledger::{LedgerError, MAX_AMOUNT};
use numsift_model::limits::{CARRIED_COLUMNS, LEFT_OUT_NUMBERS, NUMBER_COLUMNS, PASSKEYS, WORKBOOK_SHEETS};
use numsift_model::rule::Rule;
use numsift_model::username::UsernameError;
use numsift_screening::{CheckFault, ScreeningError};
use numsift_segments::SegmentError;
use numsift_store::StoreError;
use numsift_topup::TopUpError;
use numsift_topup::address::AddressError;
use numsift_webhooks::{UrlFault, WebhookError};

use super::Refusal;
use crate::messages::Message;

impl From<StoreError> for Refusal {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Unavailable(_) => Self::unavailable(error),
            other => Self::internal(other),
        }
    }
}

impl From<LedgerError> for Refusal {
    fn from(error: LedgerError) -> Self {
        match error {
            LedgerError::NotEnough { missing } => Self::NotEnough { missing: missing.0 },
            LedgerError::Conflict => Self::Conflict("request_id", Message::RequestReused),
            LedgerError::NotAnAmount => Self::rule("amount", Rule::Change { most: MAX_AMOUNT.0 }),
            LedgerError::ReasonRequired => Self::field("reason", Message::ReasonRequired),
            LedgerError::Store(error) => error.into(),
            // The others are about tasks and never reach a call about money.
            other => Self::internal(other),
        }
    }
}

impl From<TopUpError> for Refusal {
    fn from(error: TopUpError) -> Self {
        match error {
            TopUpError::AmountRange => Self::field("amount", Message::AmountRange),
            TopUpError::NoWallet => Self::invalid(Message::NoWallet),
            TopUpError::TooManyPending => Self::invalid(Message::TooManyPending),
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
                tracing::warn!(%error, "cannot reach the TRON node");
                Self::invalid(Message::NodeSilent)
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
            ScreeningError::NotFound | ScreeningError::NoSuchFile => Self::NotFound,
            ScreeningError::WrongState => Self::Conflict("state", Message::WrongState),
            ScreeningError::Outdated => Self::Conflict("version", Message::Outdated),
            ScreeningError::Wrong(field, rule) => Self::rule(field, rule),
            ScreeningError::Invalid(field) => Self::rule(field, rule_of_mapping(field)),
            ScreeningError::Checks { fault, .. } => Self::field("checks", fault.into()),
            ScreeningError::NotConfirmed => Self::field("confirmed", Message::NotConfirmed),
            ScreeningError::NotUsable(_) => Self::field("checks", Message::NoChannel),
            ScreeningError::Generated(_) => Self::field("checks", Message::GeneratedNumbers),
            ScreeningError::Generation(error) => error.into(),
            ScreeningError::NumberCount { least, most, .. } => {
                Self::field("list", Message::NumberCount { least, most })
            }
            ScreeningError::TooManySchedules { most } => Self::invalid(Message::TooManySchedules { most }),
            ScreeningError::TooManySuppressionLists { most } => {
                Self::invalid(Message::TooManySuppressionLists { most })
            }
            ScreeningError::TooManySuppressed { most } => {
                Self::field("numbers", Message::TooManySuppressed { most })
            }
            ScreeningError::TooManyExcluded { most } => {
                Self::field("exclude_list", Message::TooManyExcluded { most })
            }
            ScreeningError::NoSampleLeft => Self::invalid(Message::NoSampleLeft),
            ScreeningError::TooLarge { limit } => {
                Self::TooLarge("file", Message::FileTooLarge { megabytes: limit / (1024 * 1024) })
            }
            ScreeningError::WrongOffset { .. } => Self::Conflict("offset", Message::UploadOffset),
            ScreeningError::WrongChecksum => Self::field("checksum", Message::WrongChecksum),
            ScreeningError::BeyondEnd { bytes } => Self::TooLarge("file", Message::BeyondEnd { bytes }),
            ScreeningError::TooManyParts { most } => Self::TooLarge("file", Message::TooManyParts { most }),
            ScreeningError::TooManyFiles { most } => Self::invalid(Message::TooManyFiles { most }),
            ScreeningError::TooManyUploads { most } => Self::invalid(Message::TooManyUploads { most }),
            ScreeningError::FileIncomplete { .. } => Self::Conflict("file", Message::FileIncomplete),
            ScreeningError::Unclear(_) => Self::field("reading", Message::FileUnclear),
            ScreeningError::Busy => Self::Busy,
            ScreeningError::CutOff => Self::malformed("file", Message::BodyCutOff),
            ScreeningError::Ledger(error) => error.into(),
            ScreeningError::Store(error) => error.into(),
            ScreeningError::Files(SegmentError::Full { .. }) => Self::StorageFull,
            ScreeningError::Settling
            | ScreeningError::ResolverAway(_)
            | ScreeningError::ProvidersAway
            | ScreeningError::Files(SegmentError::Unavailable { .. }) => Self::unavailable(error),
            other => Self::internal(other),
        }
    }
}

/// What a field of a mapping must be.
fn rule_of_mapping(field: &str) -> Rule {
    let entries = |most| Rule::Entries { least: 0, most };
    match field {
        "mapping.carried" => entries(CARRIED_COLUMNS),
        "mapping.without" => entries(LEFT_OUT_NUMBERS),
        "mapping.more_columns" => entries(NUMBER_COLUMNS - 1),
        "mapping.more_sheets" => entries(usize::try_from(WORKBOOK_SHEETS).unwrap_or(usize::MAX) - 1),
        _ => Rule::ListColumns,
    }
}

impl From<CheckFault> for Message {
    fn from(fault: CheckFault) -> Self {
        match fault {
            CheckFault::NotOne => Self::OneCheck,
            CheckFault::Count { most, .. } => Self::CheckCount { most },
            CheckFault::Unknown { slug, meant } => Self::NoSuchProject { slug, meant },
            CheckFault::Twice => Self::ProjectTwice,
            CheckFault::Condition => Self::StepCondition,
        }
    }
}

impl From<ApiKeyError> for Refusal {
    fn from(error: ApiKeyError) -> Self {
        match error {
            ApiKeyError::NotFound => Self::NotFound,
            ApiKeyError::Invalid(field, rule) => Self::rule(field, rule),
            ApiKeyError::TooManyKeys => Self::invalid(Message::TooManyKeys { most: MAX_KEYS }),
            ApiKeyError::Store(error) => error.into(),
            ApiKeyError::Machine(cause) => Self::internal(cause),
        }
    }
}

impl From<WebhookError> for Refusal {
    fn from(error: WebhookError) -> Self {
        match error {
            WebhookError::NotFound => Self::NotFound,
            WebhookError::TooMany { most } => Self::invalid(Message::TooManyWebhooks { most }),
            WebhookError::Url(fault) => Self::field(
                "url",
                match fault {
                    UrlFault::Malformed => Message::NotAUrl,
                    UrlFault::NotHttps => Message::NotHttps,
                    UrlFault::Internal => Message::InternalAddress,
                },
            ),
            WebhookError::Invalid(field, rule) => Self::rule(field, rule),
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
            GenerationError::PlanChanged => Self::invalid(Message::PlanChanged),
            GenerationError::Busy => Self::Conflict("segments", Message::RunsAtOnce),
            GenerationError::TooMuchWork => Self::field("segments", Message::TooMuchWork),
            // Nobody reads the answer to a call whose caller has gone.
            GenerationError::TooManyCalls | GenerationError::Abandoned => Self::Busy,
            GenerationError::Store(error) => error.into(),
            GenerationError::Machine(cause) => Self::internal(cause),
        }
    }
}

/// The field of a number space that is wrong, and the message about it.
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

/// The refusal of a call in which the second factor is the field `code`.
pub fn code_field(error: AccountError) -> Refusal {
    match error {
        AccountError::CodeNeeded => Refusal::field("code", Message::CodeNeeded),
        AccountError::WrongCode => Refusal::field("code", Message::WrongCode),
        other => other.into(),
    }
}

impl From<AccountError> for Refusal {
    fn from(error: AccountError) -> Self {
        match error {
            AccountError::WrongCredentials => Self::invalid(Message::WrongCredentials),
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
            AccountError::LinkRefused => Self::field("token", Message::PasswordLinkRefused),
            AccountError::RegistrationClosed => Self::NotPermitted(Message::RegistrationClosed),
            AccountError::NotFound => Self::NotFound,
            AccountError::NotPermitted => Self::NotPermitted(Message::NotPermitted),
            AccountError::OwnAccount => Self::NotPermitted(Message::OwnAccount),
            AccountError::LastAdministrator => Self::NotPermitted(Message::LastAdministrator),
            AccountError::CannotGrant => Self::NotPermitted(Message::CannotGrant),
            AccountError::AdministratorsOnly(_) => Self::NotPermitted(Message::AdministratorsOnly),
            AccountError::Outdated => Self::Conflict("version", Message::Outdated),
            AccountError::Invalid(field, rule) => Self::rule(field, rule),
            AccountError::SecondFactorOn => Self::field("code", Message::SecondFactorOn),
            AccountError::NoSecondFactor => Self::field("code", Message::NoSecondFactor),
            AccountError::RoleInUse => Self::Conflict("id", Message::RoleInUse),
            AccountError::NameTaken => Self::Conflict("name", Message::NameTaken),
            AccountError::CodeNeeded => Self::field("totp", Message::CodeNeeded),
            AccountError::WrongCode => Self::field("totp", Message::WrongCode),
            AccountError::WrongPasskey => Self::invalid(Message::WrongPasskey),
            AccountError::TooManyPasskeys => Self::invalid(Message::TooManyPasskeys { most: PASSKEYS }),
            AccountError::NoDomain => Self::invalid(Message::PasskeysNeedDomain),
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
