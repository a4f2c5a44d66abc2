//! The validity of a channel's contract.

use chrono::{NaiveDate, NaiveTime};
use numsift_model::clock::Timestamp;

use super::{ChannelConfig, Kind};
use crate::outcome::Unusable;

impl ChannelConfig {
    /// Checks that a contract is valid now. The built-in engine needs none.
    pub fn under_contract(&self, now: Timestamp) -> Result<(), Unusable> {
        if self.kind == Kind::Builtin {
            return Ok(());
        }
        let contract = self.contract.as_ref().ok_or(Unusable::NoContract)?;
        let end = start_of_day(&contract.expires).ok_or(Unusable::NoContract)?;
        if now < end { Ok(()) } else { Err(Unusable::Expired { on: contract.expires.clone() }) }
    }
}

/// The start (UTC) of a day such as `2027-01-01`; `None` if the text is not a date of this form.
pub(crate) fn start_of_day(day: &str) -> Option<Timestamp> {
    let date = NaiveDate::parse_from_str(day, "%Y-%m-%d").ok()?;
    // The parser also accepts signs, spaces and missing zeros.
    (date.to_string() == day).then(|| Timestamp(date.and_time(NaiveTime::MIN).and_utc().timestamp()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_parsed_strictly() {
        for (day, start) in [
            ("1970-01-01", 0),
            ("1970-03-01", 59 * 86_400),
            ("2000-02-29", 951_782_400),
            ("2027-01-01", 1_798_761_600),
            ("2100-03-01", 4_107_542_400),
        ] {
            assert_eq!(start_of_day(day), Some(Timestamp(start)), "{day}");
        }
        for invalid in [
            "",
            "2027",
            "2027-1-1",
            "2027-13-01",
            "2100-02-29",
            "2027-04-31",
            "2027-01-01-01",
            "+027-01-01",
            "12027-01-01",
            " 2027-01-01",
        ] {
            assert_eq!(start_of_day(invalid), None, "{invalid}");
        }
    }
}
