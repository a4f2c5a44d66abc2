//! What the server says, in English.

use numsift_model::lang::Lang;
use numsift_model::money::Points;

use super::Message;

#[allow(clippy::too_many_lines)] // A table.
pub(super) fn text(message: &Message) -> String {
    let fixed = match message {
        Message::BadYaml { why } => return format!("Not a channel configuration: {why}"),
        Message::FileTooLarge { megabytes } => return format!("The file is larger than {megabytes} MB"),
        Message::NumberCount { least, most } => {
            return format!(
                "This project takes {} to {} numbers a task",
                Lang::En.whole(*least),
                Lang::En.whole(*most)
            );
        }
        Message::FileRefused(code) => file_refused(code),
        Message::NotEnough { missing } => {
            return format!("Not enough points: {} more are needed", Lang::En.points(Points(*missing)));
        }
        Message::TooMany { seconds } => return format!("Too many attempts, please try again in {seconds} s"),
        Message::PasswordTooShort { least } => {
            return format!("The password needs at least {least} characters");
        }
        Message::PageRange { most } => return format!("Pages start at 1 and have 1 to {most} rows"),
        Message::RunSegments { most } => return format!("A run has 1 to {most} segments"),
        Message::RunCount { most } => return format!("A run has 1 to {} numbers", Lang::En.whole(*most)),
        Message::TooFewLeft { left } => {
            return format!("Only {} numbers are left here", Lang::En.whole(*left));
        }
        Message::SessionOver => "Session expired or account logged in elsewhere, please log in again",
        Message::WrongCredentials => "Wrong username or password",
        Message::AccountDisabled => "This account is disabled, please contact support",
        Message::UsernameRequired => "Please enter a username",
        Message::UsernameLength => "A username has 3 to 32 characters",
        Message::UsernameCharacter => "A username has only letters, digits and . _ - @ +",
        Message::UsernameTaken => "This username is taken",
        Message::UidRefused => "This uid cannot be used",
        Message::PasswordTooLong => "The password is too long",
        Message::PasswordCommon => "This password is too easy to guess, please choose another",
        Message::FillInCompletely => "Change failed: please fill in completely",
        Message::PasswordsDiffer => "Change failed: new password and confirmation differ",
        Message::WrongOldPassword => "The old password is wrong",
        Message::SamePassword => "The new password must differ from the old one",
        Message::InviteRefused => "The invite code is wrong, used up or expired",
        Message::RegistrationClosed => "Registration is closed at present",
        Message::NotPermitted => "You are not allowed to do this",
        Message::NotFound => "Not found",
        Message::Internal => "Something went wrong on our side, please try again later",
        Message::NotJson => "The request is not a valid JSON object",
        Message::BodyTooLarge => "The request is too large",
        Message::BodyCutOff => "The request did not arrive completely",
        Message::TooDeep => "The request is nested too deeply",
        Message::NulCharacter => "Must not contain a NUL character",
        Message::NotUtf8 => "Not valid UTF-8 text",
        Message::UnknownField => "Unknown field",
        Message::MissingField => "This field is required",
        Message::WrongValue => "This value is not valid",
        Message::UnknownSort => "The list cannot be sorted by this column",
        Message::SecondFactorFirst => {
            "Two-factor sign-in is required: please set it up on the security page first"
        }
        Message::NotWhileSwitched => "This cannot be done while inside another account",
        Message::OwnAccount => "This cannot be done to your own account",
        Message::LastAdministrator => "At least one enabled administrator must remain",
        Message::CannotGrant => "You cannot grant what you do not hold",
        Message::Outdated => "Changed by somebody else meanwhile, please reload and try again",
        Message::RoleInUse => "The role is still in use and cannot be deleted",
        Message::NameTaken => "This name is taken",
        Message::CodeNeeded => "Please enter the code of your authenticator",
        Message::WrongCode => "The code is wrong or was already used",
        Message::WrongPassword => "The password is wrong",
        Message::AmountRange => "An order is for 1 to 100,000 USDT, with at most two decimals",
        Message::NoWallet => "Top-ups are not available at present: no receiving wallet is set",
        Message::TooManyPending => "Three of your orders wait for payment already: pay or cancel one first",
        Message::AmountsTaken => "All amounts near this one are in use, please choose another",
        Message::NoQuota => "This account may not top up its own quota",
        Message::NotATransaction => "A transaction hash has 64 hexadecimal digits",
        Message::NotFinal => "The network does not know this transaction yet, please try again in a minute",
        Message::PaysNothing => "This transaction pays no USDT to the address of the order",
        Message::AlreadyDecided => "This transfer was dealt with already",
        Message::AlreadyPaid => "This order is paid already: credit the account instead",
        Message::ReasonRequired => "Please give a reason",
        Message::AddressCharacter => "The address has a character that TRON addresses do not have",
        Message::AddressChecksum => "The address is mistyped: its checksum does not fit",
        Message::AddressLength => "A TRON address has 34 characters",
        Message::AddressNetwork => "This is not an address of the TRON network",
        Message::NodeSilent => "The network cannot be reached at present, please try again later",
        Message::RequestReused => "Another request was made under the same id",
        Message::DemoOnly => "This works in the demo only",
        Message::WrongState => "This is not possible in its present state",
        Message::NotConfirmed => "Please confirm that you may process this list",
        Message::GeneratedNumbers => {
            "Generated numbers can only be checked here, by number hygiene or carrier lookup; they are not sent to providers"
        }
        Message::NoSuchList => "There is no such list, or it cannot be used yet",
        Message::NoChannel => "No channel can serve this project at present",
        Message::NoSampleLeft => "No free sample is left today",
        Message::NotAnAddressRange => "Not an IP address or a range such as 203.0.113.0/24",
        Message::TooManyKeys { most } => {
            return format!("An account can have {most} keys that are not revoked");
        }
        Message::StorageFull => "There is no room left for files, please tell the operator",
        Message::HeadLine => "Line",
        Message::HeadNumber => "Number",
        Message::HeadCountry => "Country",
        Message::HeadKind => "Type",
        Message::HeadCarrier => "Original carrier",
        Message::HeadReason => "reason",
        Message::HeadDetail => "details",
        Message::UnknownCountry => "There is no such country",
        Message::CountryNeeded => "Choose a country, or begin with + and the calling code",
        Message::UnknownCarrier => "There is no such carrier",
        Message::CannotTell => {
            "The numbering plan of this country does not tell mobile from fixed-line numbers"
        }
        Message::PrefixDigits => "A prefix has only digits, after a + if it is international",
        Message::PatternClass => "A choice of digits looks like [0-9] or [135]",
        Message::PatternRepeat => "A repeat looks like {4}",
        Message::PatternNothingToRepeat => "There is nothing before {n} to repeat",
        Message::PatternCharacter => "Use digits, ? for any digit, [0-9] for a choice, {4} to repeat",
        Message::PatternTooLong => "No number has so many digits",
        Message::PatternEmpty => "Enter at least one digit or ?",
        Message::PlanChanged => {
            "The numbering plan has changed since this run: its numbers cannot be computed again"
        }
        Message::RunsAtOnce => "Another run of this account is being made, please try again",
        Message::NotAUrl => "Not a web address, or one with a password or a fragment",
        Message::NotHttps => "The address must begin with https://",
        Message::InternalAddress => "This address is inside a network and cannot be reached from here",
        Message::TooManyWebhooks { most } => {
            return format!("An account has at most {most} webhook endpoints");
        }
        Message::WebhookOff => "The endpoint is switched off",
        Message::WebhookBusy => "This message is being sent right now, please try again in a moment",
    };
    fixed.to_owned()
}

/// Why a file cannot be read.
fn file_refused(code: &str) -> &'static str {
    match code {
        "empty" => "The file is empty",
        "not_a_list" => "This is not a list of numbers",
        "unsupported" => "This kind of file is not supported: use CSV, TXT or XLSX",
        "encrypted" => "The file is protected by a password",
        "damaged" => "The file is damaged or cut off",
        "nested_archive" => "An archive inside an archive cannot be read",
        "unpacks_too_large" => "The archive unpacks to too much",
        "too_many_parts" => "The file has too many sheets, styles, strings or lists",
        "name_too_long" => "The name of a sheet or archive member is too long",
        "no_such_sheet" => "The workbook has no such sheet",
        "unknown_country" => "There is no such country",
        "too_many" => "The list has more than 10 million numbers",
        _ => "The file could not be read, please try again",
    }
}
