//! What a check of an installation can find. The texts are in [`crate::texts::health`].

use serde::Serialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;

use crate::lang::Lang;
use crate::texts::health::{advice, found, title};

/// How bad a finding is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    #[default]
    Ok,
    /// Works, but needs attention.
    Warning,
    Failed,
}

/// What is checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Check {
    Configuration,
    #[serde(rename = "data folder")]
    DataFolder,
    #[serde(rename = "disk space")]
    DiskSpace,
    #[serde(rename = "object store")]
    ObjectStore,
    Migrations,
    Database,
    Key,
    Clock,
    Channels,
    Wallet,
    #[serde(rename = "chain node")]
    ChainNode,
    Queue,
    Failures,
    Webhooks,
    Ledger,
    Backup,
}

/// What was found. The name of a variant is its code, its fields are the parameters of its text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "code", content = "params", rename_all = "snake_case")]
pub enum Fact {
    ConfigurationValid,
    ConfigurationInvalid {
        detail: String,
    },
    FolderPrivate {
        folder: String,
    },
    /// Other users of the machine can open the folder.
    FolderOpen {
        folder: String,
        mode: String,
    },
    FolderUnusable {
        folder: String,
        detail: String,
    },
    DiskFree {
        megabytes: u64,
    },
    DiskLow {
        megabytes: u64,
    },
    DiskFull {
        megabytes: u64,
    },
    DiskUnknown {
        detail: String,
    },
    ObjectsUsable {
        place: String,
    },
    ObjectsUnusable {
        place: String,
        detail: String,
    },
    DatabaseMissing,
    MigrationsApplied {
        count: usize,
    },
    MigrationsPending {
        count: usize,
    },
    /// A newer version has migrated the database.
    MigrationsNewer,
    MigrationsUnreadable {
        detail: String,
    },
    DatabaseAnswers {
        milliseconds: u64,
    },
    DatabaseUnusable {
        detail: String,
    },
    /// The statements do not work on this version of the database server.
    DatabaseTooOld {
        found: u32,
        least: u32,
    },
    /// Works, but the tests do not run on this version.
    DatabaseOld {
        found: u32,
        tested: u32,
    },
    /// Can be read, but not written.
    DatabaseReadOnly {
        detail: String,
    },
    KeyRight,
    KeyWrong,
    KeyMissing {
        file: String,
    },
    KeyUnreadable {
        detail: String,
    },
    /// Before the first start of a version that records the key.
    KeyNotRecorded,
    ClockRight {
        seconds: i64,
    },
    ClockWrong {
        seconds: i64,
    },
    ChannelsReachable {
        count: usize,
    },
    ChannelsNone,
    ChannelUnreachable {
        channel: String,
        detail: String,
    },
    ChannelUnreadable {
        channel: String,
        detail: String,
    },
    ChannelDisabled {
        channel: String,
        reason: String,
    },
    ContractInvalid {
        channel: String,
        detail: String,
    },
    ContractEnds {
        channel: String,
        days: i64,
    },
    WalletSet {
        address: String,
    },
    WalletMissing,
    WalletDemo,
    /// Staff credit balances, customers cannot top up.
    CreditOnly,
    ChainCurrent {
        node: String,
        seconds: i64,
    },
    ChainBehind {
        node: String,
        seconds: i64,
    },
    ChainSimulated {
        node: String,
    },
    ChainUnusable {
        node: String,
        detail: String,
    },
    QueueMoves {
        tasks: i64,
        pending: i64,
        running: i64,
        jobs: i64,
    },
    QueueStuck {
        stuck: i64,
        tasks: i64,
        pending: i64,
        running: i64,
        jobs: i64,
    },
    FailedLately {
        count: i64,
    },
    DeliveriesOnTime,
    DeliveriesOverdue {
        count: i64,
        minutes: i64,
    },
    LedgerBalances {
        postings: u64,
    },
    LedgerWrong {
        detail: String,
    },
    BackupRecent {
        days: i64,
    },
    BackupOld {
        days: i64,
    },
    /// None is known.
    BackupMissing,
    /// A check took too long and was given up.
    NotFinished {
        check: Check,
        seconds: u64,
    },
    /// A check could not read what it needs.
    CheckFailed {
        check: Check,
        detail: String,
    },
}

impl Fact {
    pub fn check(&self) -> Check {
        match self {
            Self::ConfigurationValid | Self::ConfigurationInvalid { .. } => Check::Configuration,
            Self::FolderPrivate { .. } | Self::FolderOpen { .. } | Self::FolderUnusable { .. } => {
                Check::DataFolder
            }
            Self::DiskFree { .. }
            | Self::DiskLow { .. }
            | Self::DiskFull { .. }
            | Self::DiskUnknown { .. } => Check::DiskSpace,
            Self::ObjectsUsable { .. } | Self::ObjectsUnusable { .. } => Check::ObjectStore,
            Self::DatabaseMissing
            | Self::MigrationsApplied { .. }
            | Self::MigrationsPending { .. }
            | Self::MigrationsNewer
            | Self::MigrationsUnreadable { .. } => Check::Migrations,
            Self::DatabaseAnswers { .. }
            | Self::DatabaseUnusable { .. }
            | Self::DatabaseTooOld { .. }
            | Self::DatabaseOld { .. }
            | Self::DatabaseReadOnly { .. } => Check::Database,
            Self::KeyRight
            | Self::KeyWrong
            | Self::KeyMissing { .. }
            | Self::KeyUnreadable { .. }
            | Self::KeyNotRecorded => Check::Key,
            Self::ClockRight { .. } | Self::ClockWrong { .. } => Check::Clock,
            Self::ChannelsReachable { .. }
            | Self::ChannelsNone
            | Self::ChannelUnreachable { .. }
            | Self::ChannelUnreadable { .. }
            | Self::ChannelDisabled { .. }
            | Self::ContractInvalid { .. }
            | Self::ContractEnds { .. } => Check::Channels,
            Self::WalletSet { .. } | Self::WalletMissing | Self::WalletDemo | Self::CreditOnly => {
                Check::Wallet
            }
            Self::ChainCurrent { .. }
            | Self::ChainBehind { .. }
            | Self::ChainSimulated { .. }
            | Self::ChainUnusable { .. } => Check::ChainNode,
            Self::QueueMoves { .. } | Self::QueueStuck { .. } => Check::Queue,
            Self::FailedLately { .. } => Check::Failures,
            Self::DeliveriesOnTime | Self::DeliveriesOverdue { .. } => Check::Webhooks,
            Self::LedgerBalances { .. } | Self::LedgerWrong { .. } => Check::Ledger,
            Self::BackupRecent { .. } | Self::BackupOld { .. } | Self::BackupMissing => Check::Backup,
            Self::NotFinished { check, .. } | Self::CheckFailed { check, .. } => *check,
        }
    }

    pub fn verdict(&self) -> Verdict {
        match self {
            Self::ConfigurationValid
            | Self::FolderPrivate { .. }
            | Self::DiskFree { .. }
            | Self::ObjectsUsable { .. }
            | Self::MigrationsApplied { .. }
            | Self::DatabaseAnswers { .. }
            | Self::KeyRight
            | Self::ClockRight { .. }
            | Self::ChannelsReachable { .. }
            | Self::WalletSet { .. }
            | Self::WalletDemo
            | Self::CreditOnly
            | Self::ChainCurrent { .. }
            | Self::ChainSimulated { .. }
            | Self::QueueMoves { .. }
            | Self::DeliveriesOnTime
            | Self::LedgerBalances { .. }
            | Self::BackupRecent { .. } => Verdict::Ok,
            Self::FolderOpen { .. }
            | Self::DiskLow { .. }
            | Self::DatabaseOld { .. }
            | Self::MigrationsPending { .. }
            | Self::KeyNotRecorded
            | Self::ChannelsNone
            | Self::ChannelDisabled { .. }
            | Self::ContractEnds { .. }
            | Self::WalletMissing
            | Self::FailedLately { .. }
            | Self::DeliveriesOverdue { .. }
            | Self::BackupOld { .. }
            | Self::BackupMissing
            | Self::NotFinished { .. } => Verdict::Warning,
            Self::ConfigurationInvalid { .. }
            | Self::FolderUnusable { .. }
            | Self::DiskFull { .. }
            | Self::DiskUnknown { .. }
            | Self::ObjectsUnusable { .. }
            | Self::DatabaseMissing
            | Self::MigrationsNewer
            | Self::MigrationsUnreadable { .. }
            | Self::DatabaseUnusable { .. }
            | Self::DatabaseTooOld { .. }
            | Self::DatabaseReadOnly { .. }
            | Self::KeyWrong
            | Self::KeyMissing { .. }
            | Self::KeyUnreadable { .. }
            | Self::ClockWrong { .. }
            | Self::ChannelUnreachable { .. }
            | Self::ChannelUnreadable { .. }
            | Self::ContractInvalid { .. }
            | Self::ChainBehind { .. }
            | Self::ChainUnusable { .. }
            | Self::QueueStuck { .. }
            | Self::LedgerWrong { .. }
            | Self::CheckFailed { .. } => Verdict::Failed,
        }
    }

    /// The code, such as `disk_low`, and the parameters of the text.
    pub fn code_and_params(&self) -> (String, Map<String, Value>) {
        let Ok(Value::Object(mut object)) = serde_json::to_value(self) else { return Default::default() };
        let code = object.get("code").and_then(Value::as_str).unwrap_or_default().to_owned();
        match object.remove("params") {
            Some(Value::Object(params)) => (code, params),
            _ => (code, Map::new()),
        }
    }

    /// The finding for a reader.
    pub fn finding(&self, lang: Lang) -> Finding {
        let (code, params) = self.code_and_params();
        Finding {
            check: self.check(),
            title: title(self.check(), lang),
            verdict: self.verdict(),
            found: found(self, &params, lang),
            advice: advice(self, &params, lang),
            code,
            params,
        }
    }
}

/// The result of a check, in the language of its reader.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Finding {
    pub check: Check,
    /// The name of the check in the reader's language.
    pub title: &'static str,
    pub verdict: Verdict,
    /// What was found.
    pub found: String,
    /// What to do about it; empty if all is well.
    pub advice: String,
    /// Names what was found, whatever the language.
    pub code: String,
    /// The values in the text, by name.
    #[schema(value_type = std::collections::BTreeMap<String, Value>)]
    pub params: Map<String, Value>,
}
