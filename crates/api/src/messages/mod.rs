//! Everything the server says to people, in four languages. A message without a text in one of
//! them does not compile.

mod en;
mod es;
mod ja;
mod zh;

use numsift_model::lang::Lang;

/// Something to be said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Message {
    /// Shown with the codes 401, 50008, 50012 and 50014.
    SessionOver,
    /// Unknown user or wrong password.
    WrongCredentials,
    /// The account may not log in.
    AccountDisabled,
    /// Too many requests.
    TooMany {
        /// Seconds to wait.
        seconds: i64,
    },
    /// No username.
    UsernameRequired,
    /// Too short or too long.
    UsernameLength,
    /// A character that names do not have.
    UsernameCharacter,
    /// Somebody has it.
    UsernameTaken,
    /// A uid that cannot be given.
    UidRefused,
    /// A password below the least length.
    PasswordTooShort {
        /// Characters needed.
        least: i64,
    },
    /// A password that is far too long.
    PasswordTooLong,
    /// Easy to guess.
    PasswordCommon,
    /// A form with empty fields.
    FillInCompletely,
    /// New password and confirmation differ.
    PasswordsDiffer,
    /// The old password is wrong.
    WrongOldPassword,
    /// The new password is the old one.
    SamePassword,
    /// An invite code that does not work.
    InviteRefused,
    /// No registration at present.
    RegistrationClosed,
    /// The caller may not do this.
    NotPermitted,
    /// No such thing.
    NotFound,
    /// Our fault.
    Internal,
    /// A body that cannot be read as JSON.
    NotJson,
    /// A body above the limit.
    BodyTooLarge,
    /// The body did not arrive.
    BodyCutOff,
    /// Nested deeper than anything we ask for.
    TooDeep,
    /// Text with a NUL character.
    NulCharacter,
    /// Text that is not UTF-8.
    NotUtf8,
    /// A field that the call does not have.
    UnknownField,
    /// A field that the call needs.
    MissingField,
    /// A value of another type or outside its range.
    WrongValue,
    /// A page number or size out of range.
    PageRange {
        /// Largest page size.
        most: i64,
    },
    /// A column that the list is not sorted by.
    UnknownSort,
    /// A second factor must be set up first.
    SecondFactorFirst,
    /// Refused inside another account.
    NotWhileSwitched,
    /// Not to one's own account.
    OwnAccount,
    /// The last administrator stays.
    LastAdministrator,
    /// Granting what one does not hold.
    CannotGrant,
    /// Somebody else changed it meanwhile.
    Outdated,
    /// A role that accounts have.
    RoleInUse,
    /// Another one has this name.
    NameTaken,
    /// The second factor is asked for.
    CodeNeeded,
    /// A code that is wrong or used.
    WrongCode,
    /// The password, asked once more, is wrong.
    WrongPassword,
    /// The account has too little.
    NotEnough {
        /// Ten-thousandths of a point that are missing.
        missing: i64,
    },
    /// An amount that no order has.
    AmountRange,
    /// No wallet to pay to.
    NoWallet,
    /// As many open orders as there may be.
    TooManyPending,
    /// Every exact amount is reserved.
    AmountsTaken,
    /// May not buy quota.
    NoQuota,
    /// Not the id of a transaction.
    NotATransaction,
    /// Unknown or not confirmed.
    NotFinal,
    /// Pays nothing to us.
    PaysNothing,
    /// Dealt with before.
    AlreadyDecided,
    /// Paid before.
    AlreadyPaid,
    /// No reason given.
    ReasonRequired,
    /// A character that addresses do not have.
    AddressCharacter,
    /// A mistyped address.
    AddressChecksum,
    /// Too short or too long.
    AddressLength,
    /// Another chain's address.
    AddressNetwork,
    /// The chain cannot be read.
    NodeSilent,
    /// Another request under the same id.
    RequestReused,
    /// Outside the demo.
    DemoOnly,
    /// A configuration that is not YAML, or not one of a channel.
    BadYaml {
        /// Where and why.
        why: String,
    },
    /// A file that cannot be read: its stable word.
    FileRefused(String),
    /// A file above the limit.
    FileTooLarge {
        /// The limit.
        megabytes: u64,
    },
    /// What is asked for does not go with how far the thing has come.
    WrongState,
    /// The customer has not said that it may process the list.
    NotConfirmed,
    /// Nobody can answer for a project.
    NoChannel,
    /// Generated numbers are not sent to providers.
    GeneratedNumbers,
    /// The list is not the caller's, or cannot be used.
    NoSuchList,
    /// Too few or too many numbers.
    NumberCount {
        /// At least.
        least: i64,
        /// At the most.
        most: i64,
    },
    /// No free look is left today.
    NoSampleLeft,
    /// Not an IP address and not a range of them.
    NotAnAddressRange,
    /// An account has as many API keys as it may have.
    TooManyKeys {
        /// Keys.
        most: i64,
    },
    /// No room for files.
    StorageFull,
    /// Headers of files.
    HeadLine,
    /// Header of the number.
    HeadNumber,
    /// Header of the country.
    HeadCountry,
    /// Header of the type.
    HeadKind,
    /// Header of the carrier.
    HeadCarrier,
    /// Header of why nobody could tell.
    HeadReason,
    /// Header of more about an answer.
    HeadDetail,
    /// No country has this code.
    UnknownCountry,
    /// A prefix or pattern without a country.
    CountryNeeded,
    /// No carrier has this name.
    UnknownCarrier,
    /// The numbering plan does not tell mobile from fixed line.
    CannotTell,
    /// A prefix with something else than digits.
    PrefixDigits,
    /// `[` that is not closed or empty.
    PatternClass,
    /// `{` that is not closed or has no count.
    PatternRepeat,
    /// `{4}` at the beginning.
    PatternNothingToRepeat,
    /// Something that patterns do not have.
    PatternCharacter,
    /// More digits than any number.
    PatternTooLong,
    /// No digits.
    PatternEmpty,
    /// No parts, or too many.
    RunSegments {
        /// Most parts of a run.
        most: usize,
    },
    /// No numbers, or too many.
    RunCount {
        /// Most numbers of a run.
        most: u64,
    },
    /// Fewer numbers are left than were asked for.
    TooFewLeft {
        /// What is left.
        left: u64,
    },
    /// The numbers cannot be computed again.
    PlanChanged,
    /// Several runs at once.
    RunsAtOnce,
    /// Not an address of the web.
    NotAUrl,
    /// An address without encryption.
    NotHttps,
    /// An address inside a network.
    InternalAddress,
    /// As many endpoints as there may be.
    TooManyWebhooks {
        /// The most.
        most: i64,
    },
    /// An endpoint that is switched off.
    WebhookOff,
    /// A delivery that is being sent.
    WebhookBusy,
}

impl Message {
    /// The text in a language.
    pub fn text(&self, lang: Lang) -> String {
        match lang {
            Lang::Zh => zh::text(self),
            Lang::En => en::text(self),
            Lang::Es => es::text(self),
            Lang::Ja => ja::text(self),
        }
    }
}

/// Ten-thousandths as a decimal number, rounded to nothing.
pub fn decimal(units: i64) -> String {
    let (sign, size) = (if units < 0 { "-" } else { "" }, units.unsigned_abs());
    format!("{sign}{}.{:04}", size / 10_000, size % 10_000)
}
