//! The messages of the server, without their texts.

use numsift_channel::Problem;
use numsift_model::allowance::Resource;
use numsift_model::rule::Rule;

/// A message for people. Its texts are in the files of the languages; each must have one for every message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Message {
    /// Shown with the codes 401, 50008, 50012 and 50014.
    SessionOver,
    WrongCredentials,
    AccountDisabled,
    TooMany {
        seconds: i64,
    },
    UsernameRequired,
    UsernameLength,
    UsernameCharacter,
    UsernameTaken,
    UidRefused,
    PasswordTooShort {
        least: i64,
    },
    PasswordTooLong,
    PasswordCommon,
    FillInCompletely,
    PasswordsDiffer,
    WrongOldPassword,
    SamePassword,
    InviteRefused,
    PasswordLinkRefused,
    ResultLinkRefused,
    SharingOff,
    TooManyResultLinks {
        most: usize,
    },
    TooManySavedFilters {
        most: i64,
    },
    RegistrationClosed,
    NotPermitted,
    NotFound,
    Internal,
    NotJson,
    /// Where the text stops being JSON.
    NotJsonAt {
        line: usize,
        column: usize,
    },
    BodyTooLarge,
    TooManyFields,
    FieldTooLong {
        /// Most bytes.
        bytes: usize,
    },
    /// The account uses as much of a resource as it may.
    OverAllowance {
        resource: Resource,
        most: i64,
    },
    /// An allowance that cannot be set.
    AllowanceRange {
        most: i64,
    },
    /// The account has too many calls that wait for their turn.
    TooManyCalls,
    /// A generation call that needs more steps than allowed.
    TooMuchWork,
    BodyCutOff,
    TooDeep,
    NulCharacter,
    NotUtf8,
    UnknownField,
    /// A field that is probably misspelt.
    MisspeltField {
        /// The field that may be meant.
        meant: String,
    },
    MissingField,
    /// A value of the wrong form, for which there is no rule.
    WrongValue {
        /// What the parser says, in English.
        why: String,
    },
    /// What the value must be.
    Rule(Rule),
    /// What is wrong in the configuration of a channel.
    Channel(Problem),
    /// The field occurs twice.
    FieldTwice,
    NotAList,
    NotText,
    NotWhole,
    NotTrueOrFalse,
    NotAnObject,
    PageRange {
        most: i64,
    },
    UnknownSort,
    /// The account must change its one-time password first.
    PasswordFirst,
    AdministratorsOnly,
    /// Nobody approves their own request.
    OwnRequest,
    /// One person may control the accounts of the requester and of the caller.
    OnePerson,
    /// The request was approved or rejected before, or has expired.
    RequestOver,
    /// A page of another site sent the call.
    CrossSite,
    /// The account must set up a second factor first.
    SecondFactorFirst,
    /// Refused while switched into another account.
    NotWhileSwitched,
    /// Refused for the caller's own account.
    OwnAccount,
    LastAdministrator,
    /// The caller does not have the permissions that it grants.
    CannotGrant,
    /// The object was changed by another request.
    Outdated,
    RoleInUse,
    NameTaken,
    CodeNeeded,
    WrongCode,
    SecondFactorOn,
    NoSecondFactor,
    WrongPasskey,
    TooManyPasskeys {
        most: i64,
    },
    /// The next part of a file begins elsewhere.
    UploadOffset,
    FileIncomplete,
    /// A part of a file does not have the checksum that was sent with it.
    WrongChecksum,
    /// A part goes beyond the end of its file.
    BeyondEnd {
        /// Size of the file.
        bytes: i64,
    },
    /// The file can be read in several ways.
    FileUnclear,
    TooManyParts {
        most: i64,
    },
    TooManyFiles {
        most: i64,
    },
    TooManyUploads {
        most: i64,
    },
    TooManySchedules {
        most: i64,
    },
    TooManySuppressionLists {
        most: i64,
    },
    TooManySuppressed {
        most: usize,
    },
    TooManyExcluded {
        most: i64,
    },
    PasskeysNeedDomain,
    WrongPassword,
    NotEnough {
        /// Ten-thousandths of a point.
        missing: i64,
    },
    AmountRange,
    NoWallet,
    TooManyPending,
    /// Every exact amount near the requested one is reserved by an order.
    AmountsTaken,
    /// The account may not buy quota.
    NoQuota,
    NotATransaction,
    /// The transaction is unknown or not confirmed yet.
    NotFinal,
    /// The transaction pays nothing to our wallet.
    PaysNothing,
    AlreadyDecided,
    AlreadyPaid,
    ReasonRequired,
    AddressCharacter,
    AddressChecksum,
    AddressLength,
    AddressNetwork,
    NodeSilent,
    /// A different request with the same id exists.
    RequestReused,
    DemoOnly,
    /// A channel configuration that cannot be parsed.
    BadYaml {
        /// Position and cause.
        why: String,
    },
    /// A file that cannot be read, with the code of the reason.
    FileRefused(String),
    FileTooLarge {
        megabytes: u64,
    },
    /// The state of the object does not allow the call.
    WrongState,
    /// The customer has not confirmed that it may process the list.
    NotConfirmed,
    /// No usable channel serves the project.
    NoChannel,
    /// A task of one check.
    OneCheck,
    CheckCount {
        most: usize,
    },
    /// There is no such project; `meant` is a similar one.
    NoSuchProject {
        slug: String,
        meant: Option<String>,
    },
    ProjectTwice,
    StepCondition,
    GeneratedNumbers,
    NoSuchList,
    NumberCount {
        least: i64,
        most: i64,
    },
    NoSampleLeft,
    /// A number occurs twice in a lookup.
    NumberTwice,
    NotAnAddressRange,
    TooManyKeys {
        most: i64,
    },
    StorageFull,
    // Column headers of exported results.
    UnknownCountry,
    CountryNeeded,
    UnknownCarrier,
    /// The numbering plan does not distinguish mobile from fixed-line numbers.
    CannotTell,
    PrefixDigits,
    PatternClass,
    PatternRepeat,
    PatternNothingToRepeat,
    PatternCharacter,
    PatternTooLong,
    PatternEmpty,
    RunSegments {
        most: usize,
    },
    RunCount {
        most: u64,
    },
    TooFewLeft {
        left: u64,
    },
    /// A newer numbering plan changed the set of numbers, so a run cannot be computed again.
    PlanChanged,
    /// Another run of the account was saved at the same time.
    RunsAtOnce,
    NotAUrl,
    NotHttps,
    /// An address in a private network.
    InternalAddress,
    TooManyWebhooks {
        most: i64,
    },
    WebhookOff,
    WebhookBusy,
}
