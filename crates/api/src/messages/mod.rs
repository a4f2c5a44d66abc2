//! All texts that the server shows to people, in four languages.

mod channel;
mod en;
mod es;
mod ja;
mod message;
mod rules;
mod zh;

use numsift_model::lang::Lang;

pub use self::message::Message;

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

/// Bytes as gigabytes, megabytes or kilobytes with one decimal.
pub fn file_size(bytes: i64) -> String {
    let (unit, name) = match bytes {
        ..0x10_0000 => (1 << 10, "kB"),
        0x10_0000..0x4000_0000 => (1 << 20, "MB"),
        _ => (1 << 30, "GB"),
    };
    let tenths = i128::from(bytes) * 10 / unit;
    format!("{}.{} {name}", tenths / 10, tenths % 10)
}

/// Ten-thousandths as a decimal number, without rounding.
pub fn decimal(units: i64) -> String {
    let (sign, size) = (if units < 0 { "-" } else { "" }, units.unsigned_abs());
    format!("{sign}{}.{:04}", size / 10_000, size % 10_000)
}
