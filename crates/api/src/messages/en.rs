//! The texts of the messages in English.

use numsift_model::allowance::Resource;
use numsift_model::lang::Lang;
use numsift_model::money::Points;

use super::message::Message;
use super::{channel, file_size};

#[allow(clippy::too_many_lines)] // A table.
pub(super) fn text(message: &Message) -> String {
    let fixed = match message {
        Message::BadYaml { why } => return format!("Not a channel configuration: {why}"),
        Message::FileTooLarge { megabytes } => return format!("The file is larger than {megabytes} MB"),
        Message::NumberCount { least, most } => {
            return format!(
                "This project takes {} to {} numbers per task",
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
        Message::RunSegments { most } => return format!("A run must have 1 to {most} segments"),
        Message::RunCount { most } => {
            return format!("A run must have 1 to {} numbers", Lang::En.whole(*most));
        }
        Message::TooFewLeft { left } => {
            return format!("Only {} numbers are left here", Lang::En.whole(*left));
        }
        Message::SessionOver => "Session expired or account logged in elsewhere, please log in again",
        Message::WrongCredentials => "Wrong username or password",
        Message::AccountDisabled => "This account is disabled, please contact support",
        Message::UsernameRequired => "Please enter a username",
        Message::UsernameLength => "A username must have 3 to 32 characters",
        Message::UsernameCharacter => "A username may contain only letters, digits and . _ - @ +",
        Message::UsernameTaken => "This username is taken",
        Message::UidRefused => "This uid cannot be used",
        Message::PasswordTooLong => "The password is too long",
        Message::PasswordCommon => "This password is too easy to guess, please choose another",
        Message::FillInCompletely => "Change failed: please fill in completely",
        Message::PasswordsDiffer => "Change failed: new password and confirmation differ",
        Message::WrongOldPassword => "The old password is wrong",
        Message::SamePassword => "The new password must differ from the old one",
        Message::InviteRefused => "The invite code is wrong, used up or expired",
        Message::PasswordLinkRefused => {
            "This link does not work any more. Please ask the operator for a new one."
        }
        Message::ResultLinkRefused => {
            "This link does not work any more. Please ask its sender for a new one."
        }
        Message::SharingOff => "Sharing results by link is switched off on this installation",
        Message::TooManyResultLinks { most } => return format!("A task can have at most {most} links"),
        Message::TooManySavedFilters { most } => {
            return format!("You can save at most {most} filters for a page: delete one first");
        }
        Message::RegistrationClosed => "Registration is closed at present",
        Message::NotPermitted => "You are not allowed to do this",
        Message::NotFound => "Not found",
        Message::Internal => "Something went wrong on our side, please try again later",
        Message::NotJsonAt { line, column } => {
            return format!("The request is not valid JSON at line {line}, column {column}");
        }
        Message::NotJson => "The request is not a valid JSON object",
        Message::TooManyFields => "The form has too many fields",
        Message::FieldTooLong { bytes } => return format!("This field has at most {bytes} bytes"),
        Message::TooManyCalls => {
            "Too many calls of this account are being worked on; try again when they have finished"
        }
        Message::TooMuchWork => {
            "This needs too much computation: take fewer numbers or segments, or exclude less"
        }
        Message::OverAllowance { resource, most } => return over_allowance(*resource, *most),
        Message::AllowanceRange { most } => return format!("The allowance must be 0 to {most}"),
        Message::BodyTooLarge => "The request is too large",
        Message::BodyCutOff => "The request did not arrive completely",
        Message::TooDeep => "The request is nested too deeply",
        Message::NulCharacter => "Must not contain a NUL character",
        Message::NotUtf8 => "Not valid UTF-8 text",
        Message::UnknownField => "Unknown field",
        Message::MisspeltField { meant } => return format!("Unknown field; did you mean `{meant}`?"),
        Message::NotAList => "Must be a list",
        Message::NotText => "Must be text in quotes",
        Message::NotWhole => "Must be a whole number",
        Message::NotTrueOrFalse => "Must be `true` or `false`",
        Message::NotAnObject => "Must be an object",
        Message::MissingField => "This field is required",
        Message::WrongValue { why } => return format!("This value cannot be read: {why}"),
        Message::Rule(rule) => return format!("Must be {rule}"),
        Message::Channel(problem) => return channel::en(problem),
        Message::FieldTwice => "This field was sent twice",
        Message::UnknownSort => "The list cannot be sorted by this column",
        Message::PasswordFirst => "Your password was set by somebody else: please change it first",
        Message::AdministratorsOnly => "Only administrators can change this",
        Message::OwnRequest => "You cannot approve your own request",
        Message::OnePerson => {
            "In the last 3 days, your account or the requester's was created or changed by the other one, or both by the same person: another administrator must approve this"
        }
        Message::RequestOver => "This request was already decided, or it has expired",
        Message::CrossSite => "Calls from other sites are refused",
        Message::SecondFactorFirst => {
            "Two-factor sign-in is required: please set it up on the security page first"
        }
        Message::NotWhileSwitched => "This is not possible while you are in another account",
        Message::OwnAccount => "You cannot do this to your own account",
        Message::LastAdministrator => "At least one enabled administrator must remain",
        Message::CannotGrant => "You cannot grant what you do not hold",
        Message::Outdated => "Someone else has changed this, please reload and try again",
        Message::RoleInUse => "The role is still in use and cannot be deleted",
        Message::NameTaken => "This name is taken",
        Message::CodeNeeded => "Please enter the code from your authenticator",
        Message::WrongCode => "The code is wrong or has already been used",
        Message::SecondFactorOn => "Two-factor sign-in is already set up",
        Message::NoSecondFactor => "Two-factor sign-in is not set up yet",
        Message::WrongPasskey => "The passkey was not accepted. Please try again.",
        Message::TooManyPasskeys { most } => return format!("An account can have at most {most} passkeys"),
        Message::UploadOffset => "The upload goes on at another place; send the next part from there",
        Message::FileIncomplete => "Not all parts of the file have arrived yet",
        Message::WrongChecksum => "The part does not have the checksum that was sent with it; send it again",
        Message::BeyondEnd { bytes } => {
            return format!("The part goes beyond the end of the file, which has {bytes} bytes");
        }
        Message::FileUnclear => "The file can be read in several ways: choose how",
        Message::TooManyParts { most } => {
            return format!("The file came in too many parts ({most}); send it again in larger ones");
        }
        Message::TooManyFiles { most } => {
            return format!(
                "An account can have at most {most} uploaded files that are not used yet; delete some"
            );
        }
        Message::TooManyUploads { most } => {
            return format!(
                "An account can have at most {most} uploads at the same time; finish or cancel one"
            );
        }
        Message::TooManySchedules { most } => return format!("An account can have at most {most} schedules"),
        Message::TooManySuppressionLists { most } => {
            return format!("An account can have at most {most} suppression lists");
        }
        Message::TooManySuppressed { most } => {
            return format!("A suppression list that programs change can have at most {most} numbers");
        }
        Message::TooManyExcluded { most } => {
            return format!("Only lists of at most {most} numbers can be left out: choose a smaller one");
        }
        Message::PasskeysNeedDomain => {
            "Passkeys need a domain name: open the console under its name, not its address"
        }
        Message::WrongPassword => "The password is wrong",
        Message::AmountRange => "The amount must be 1 to 100,000 USDT, with at most two decimals",
        Message::NoWallet => "Top-ups are not available at the moment: no receiving wallet is set",
        Message::TooManyPending => "You already have three unpaid orders: pay or cancel one first",
        Message::AmountsTaken => "All amounts near this one are in use, please choose another",
        Message::NoQuota => "This account may not top up its own quota",
        Message::NotATransaction => "A transaction hash has 64 hexadecimal digits",
        Message::NotFinal => "The network does not know this transaction yet, please try again in a minute",
        Message::PaysNothing => "This transaction pays no USDT to the address of the order",
        Message::AlreadyDecided => "This deposit has already been credited",
        Message::AlreadyPaid => "This order is already paid: credit the account instead",
        Message::ReasonRequired => "Please give a reason",
        Message::AddressCharacter => "The address has a character that TRON addresses cannot have",
        Message::AddressChecksum => "The address is mistyped: its checksum does not match",
        Message::AddressLength => "A TRON address has 34 characters",
        Message::AddressNetwork => "This is not an address of the TRON network",
        Message::NodeSilent => "The network cannot be reached at the moment, please try again later",
        Message::RequestReused => "Another request with the same id exists",
        Message::DemoOnly => "This works only in the demo",
        Message::WrongState => "This is not possible in the current state",
        Message::NotConfirmed => "Please confirm that you may process this list",
        Message::GeneratedNumbers => {
            "Generated numbers are not sent to providers; only number hygiene and carrier lookup can check them"
        }
        Message::NoSuchList => "There is no such list, or it cannot be used yet",
        Message::OneCheck => "This mode takes exactly one project",
        Message::CheckCount { most } => return format!("This mode takes 2 to {most} projects"),
        Message::NoSuchProject { slug, meant: None } => return format!("There is no project {slug}"),
        Message::NoSuchProject { slug, meant: Some(meant) } => {
            return format!("There is no project {slug}; did you mean {meant}?");
        }
        Message::ProjectTwice => "A project is listed twice",
        Message::StepCondition => {
            "Only a waterfall has conditions, and a condition names an earlier step together with its statuses"
        }
        Message::NoChannel => "No channel serves this project at the moment",
        Message::NoSampleLeft => "No free samples are left today",
        Message::NumberTwice => "A number is listed twice",
        Message::NotAnAddressRange => "Not an IP address or a range such as 203.0.113.0/24",
        Message::TooManyKeys { most } => {
            return format!("An account can have at most {most} keys that are not revoked");
        }
        Message::StorageFull => "The storage is full, please tell the operator",
        Message::UnknownCountry => "There is no such country",
        Message::CountryNeeded => "Choose a country, or start with + and the calling code",
        Message::UnknownCarrier => "There is no such carrier",
        Message::CannotTell => {
            "The numbering plan of this country does not distinguish mobile from fixed-line numbers"
        }
        Message::PrefixDigits => "A prefix may contain only digits, with a leading + if it is international",
        Message::PatternClass => "A choice of digits looks like [0-9] or [135]",
        Message::PatternRepeat => "A repeat looks like {4}",
        Message::PatternNothingToRepeat => "There is nothing before {n} to repeat",
        Message::PatternCharacter => "Use digits, ? for any digit, [0-9] for a choice, {4} to repeat",
        Message::PatternTooLong => "No number has that many digits",
        Message::PatternEmpty => "Enter at least one digit or ?",
        Message::PlanChanged => {
            "The numbering plan has changed since this run: its numbers cannot be computed again"
        }
        Message::RunsAtOnce => "Another run of this account was saved at the same time, please try again",
        Message::NotAUrl => "Not a valid URL, or a URL with a password or a fragment",
        Message::NotHttps => "The URL must start with https://",
        Message::InternalAddress => "This address is in a private network and is not allowed",
        Message::TooManyWebhooks { most } => {
            return format!("An account can have at most {most} webhook endpoints");
        }
        Message::WebhookOff => "The endpoint is disabled",
        Message::WebhookBusy => "This message is being sent, please try again in a moment",
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
        "unpacks_too_large" => "The archive is too large when unpacked",
        "too_many_parts" => "The file has too many sheets, rows in a sheet, styles, strings or lists",
        "name_too_long" => "The name of a sheet or archive member is too long",
        "no_such_sheet" => "The workbook has no such sheet",
        "unknown_country" => "There is no such country",
        "too_many" => "The list has more numbers than are allowed here: split it",
        _ => "The file could not be read, please try again",
    }
}

fn over_allowance(resource: Resource, most: i64) -> String {
    match resource {
        Resource::StoredBytes => {
            let size = file_size(most);
            format!(
                "Your limit is {size} of files in total: delete lists or tasks, or ask the operator for more"
            )
        }
        Resource::Lists => format!("Your limit is {most} list(s): delete some, or ask the operator for more"),
        Resource::RunningTasks => format!(
            "Your limit is {most} running task(s): wait until one has finished, or ask the operator for more"
        ),
        Resource::Exports => {
            format!("Your limit is {most} export(s) at the same time: wait until one has finished")
        }
        Resource::ApiKeys => text(&Message::TooManyKeys { most }),
        Resource::Webhooks => text(&Message::TooManyWebhooks { most }),
        Resource::Previews | Resource::Generations => text(&Message::TooManyCalls),
    }
}
