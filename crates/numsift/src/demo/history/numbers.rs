//! Files of the demo's lists: made-up people with numbers of the wanted countries.

use std::fmt::Write as _;

use super::script::Country;

const NAMES: [&str; 12] =
    ["Alba", "Bruno", "Chen", "Daria", "Emil", "Fumi", "Greta", "Hugo", "Ines", "Jonas", "Kira", "Luca"];

/// A small deterministic generator (splitmix64).
pub struct Random(u64);

impl Random {
    pub fn new(seed: &str) -> Self {
        Self(seed.bytes().fold(0x6e75_6d73_6966_7421, |state, byte| {
            (state ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        }))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Less than `end`, which is at least 1.
    pub fn below(&mut self, end: u64) -> u64 {
        self.next() % end.max(1)
    }

    fn pick<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        from.get(usize::try_from(self.below(from.len() as u64)).unwrap_or(0))
    }

    /// A mobile number of a country.
    pub fn number(&mut self, (code, beginnings, digits): Country) -> String {
        let beginning = self.pick(beginnings).copied().unwrap_or_default();
        let rest = self.below(10_u64.pow(digits));
        format!("{code}{beginning}{rest:0width$}", width = digits as usize)
    }
}

/// A CSV file. Some rows repeat an earlier number, and some hold none.
pub fn csv(file: &str, countries: &[Country], numbers: usize) -> String {
    let mut random = Random::new(file);
    let mut text = "customer,name,phone\n".to_owned();
    let mut last = String::new();
    for row in 1..=numbers {
        let name = random.pick(&NAMES).copied().unwrap_or_default();
        let country = random.pick(countries).copied();
        let number = match random.below(100) {
            0 => "n/a".to_owned(),
            1 | 2 if !last.is_empty() => last.clone(),
            _ => country.map(|country| random.number(country)).unwrap_or_default(),
        };
        // Writing to a string does not fail.
        let _ = writeln!(text, "{row},{name},{number}");
        last = number;
    }
    text
}

#[cfg(test)]
mod tests {
    use numsift_screening::NumberInfo;

    use super::super::script::TASKS;
    use super::*;

    #[test]
    fn the_same_file_has_the_same_rows_and_other_files_have_others() {
        let [first, second, ..] = &TASKS;
        let of = |task: &super::super::script::PlannedTask| csv(task.file, task.countries, 50);
        assert_eq!(of(first), of(first));
        assert_ne!(of(first), of(second));
    }

    #[test]
    fn most_numbers_of_every_list_are_valid() {
        let mut poor = Vec::new();
        for task in &TASKS {
            let text = csv(task.file, task.countries, 200);
            let valid = text.lines().skip(1).filter_map(|line| line.rsplit(',').next());
            let valid = valid.filter(|number| NumberInfo::of(number, None).valid).count();
            if valid <= 170 {
                poor.push(format!("{}: {valid} of 200", task.file));
            }
        }
        assert!(poor.is_empty(), "{poor:?}");
    }
}
