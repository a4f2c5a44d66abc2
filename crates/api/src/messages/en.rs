//! What the server says, in English.

use super::Message;

pub(super) fn text(message: &Message) -> String {
    let fixed = match message {
        Message::TooMany { seconds } => return format!("Too many attempts, please try again in {seconds} s"),
        Message::PasswordTooShort { least } => {
            return format!("The password needs at least {least} characters");
        }
        Message::PageRange { most } => return format!("Pages start at 1 and have 1 to {most} rows"),
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
    };
    fixed.to_owned()
}
