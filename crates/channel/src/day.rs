//! Days, as contracts name them.

use numsift_model::clock::Timestamp;

/// The first moment (UTC) of a day such as `2027-01-01`; `None` when there is no such day.
pub(crate) fn start_of(day: &str) -> Option<Timestamp> {
    let digits = |part: &str, length: usize| {
        let good = part.len() == length && part.bytes().all(|byte| byte.is_ascii_digit());
        if good { part.parse::<i64>().ok() } else { None }
    };
    let mut parts = day.split('-');
    let (year, month, day) = (
        digits(parts.next()?, 4)?,
        digits(parts.next()?, 2)?,
        digits(parts.next()?, 2).filter(|_| parts.next().is_none())?,
    );
    let leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    let longest = match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 => 28 + i64::from(leap),
        _ => return None,
    };
    if !(1..=longest).contains(&day) {
        return None;
    }
    // Years that start in March, so that the leap day is the last of them.
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let days = 365 * year + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
    let days = days + (153 * month + 2) / 5 + day - 1 - 719_468;
    Some(Timestamp(days * 86_400))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_those_of_the_calendar() {
        for (day, start) in [
            ("1970-01-01", 0),
            ("1970-03-01", 59 * 86_400),
            ("2000-02-29", 951_782_400),
            ("2027-01-01", 1_798_761_600),
            ("2100-03-01", 4_107_542_400),
        ] {
            assert_eq!(start_of(day), Some(Timestamp(start)), "{day}");
        }
        for wrong in
            ["", "2027", "2027-1-1", "2027-13-01", "2100-02-29", "2027-04-31", "2027-01-01-01", "+027-01-01"]
        {
            assert_eq!(start_of(wrong), None, "{wrong}");
        }
    }
}
