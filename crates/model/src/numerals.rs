//! Number formats of the languages.

use crate::lang::Lang;
use crate::money::Points;

impl Lang {
    /// Formats a whole number in groups of three digits.
    pub fn whole(self, number: impl Into<i128>) -> String {
        let number = number.into();
        let digits = number.unsigned_abs().to_string();
        // Spanish does not group numbers of four digits.
        let ungrouped = self == Self::Es && digits.len() <= 4;
        let mut text = String::from(if number < 0 { "-" } else { "" });
        for (position, digit) in digits.chars().enumerate() {
            if position > 0 && (digits.len() - position).is_multiple_of(3) && !ungrouped {
                text.push(if self == Self::Es { '.' } else { ',' });
            }
            text.push(digit);
        }
        text
    }

    /// Formats the exact number of points with at least two decimals.
    pub fn points(self, points: Points) -> String {
        let (sign, size) = (if points.0 < 0 { "-" } else { "" }, points.0.unsigned_abs());
        let decimals = format!("{:04}", size % 10_000);
        let kept = decimals.trim_end_matches('0').len().max(2);
        let decimal_mark = if self == Self::Es { ',' } else { '.' };
        format!("{sign}{}{decimal_mark}{}", self.whole(size / 10_000), &decimals[..kept])
    }
}

#[cfg(test)]
mod tests {
    use crate::lang::Lang;
    use crate::money::Points;

    #[test]
    fn digits_are_grouped_by_language() {
        for (number, english, spanish) in [
            (0, "0", "0"),
            (999, "999", "999"),
            (1000, "1,000", "1000"),
            (100_000, "100,000", "100.000"),
            (-1_234_567, "-1,234,567", "-1.234.567"),
        ] {
            assert_eq!((Lang::En.whole(number), Lang::Es.whole(number)), (english.into(), spanish.into()));
            assert_eq!(Lang::Zh.whole(number), Lang::Ja.whole(number));
        }
    }

    #[test]
    fn points_are_formatted_exactly() {
        for (units, english, spanish) in [
            (1, "0.0001", "0,0001"),
            (123_456_700, "12,345.67", "12.345,67"),
            (-20_000, "-2.00", "-2,00"),
            (i64::MIN, "-922,337,203,685,477.5808", "-922.337.203.685.477,5808"),
        ] {
            let points = Points(units);
            assert_eq!((Lang::En.points(points), Lang::Es.points(points)), (english.into(), spanish.into()));
        }
    }
}
