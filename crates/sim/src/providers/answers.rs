//! What the providers know about a number: always the same, decided by the number and the project.

/// What a provider knows about a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// It is there (about 62 % of all).
    Yes,
    /// It is not (about 33 %).
    No,
    /// The provider does not know (about 5 %).
    Unsure,
}

const CARRIERS: [&str; 6] = ["Northline", "Telvia", "Blue Mobile", "Orbit", "Castell", "Pico Net"];

/// What the providers say about a number.
pub fn verdict(number: u64, project: &str) -> Verdict {
    match mixed(number, project) % 100 {
        0..62 => Verdict::Yes,
        62..95 => Verdict::No,
        _ => Verdict::Unsure,
    }
}

/// The carrier that the providers name for a number, whatever the project.
pub fn carrier(number: u64) -> &'static str {
    let at = mixed(number, "carrier") % 6;
    CARRIERS[usize::try_from(at).unwrap_or(0)]
}

/// A number and a text mixed into one number whose digits look like chance.
pub(crate) fn mixed(number: u64, text: &str) -> u64 {
    // FNV-1a over the text, then the finaliser of splitmix64 over both.
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    let mut z = hash ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_spread_as_promised() {
        for project in ["whatsapp", "telegram", "reachable"] {
            let mut counts = [0_u32; 3];
            for number in 4_915_100_000_000..4_915_100_020_000 {
                counts[verdict(number, project) as usize] += 1;
            }
            let [yes, no, unsure] = counts;
            assert!((12_200..12_600).contains(&yes), "{project}: {yes}");
            assert!((6_400..6_800).contains(&no), "{project}: {no}");
            assert!((850..1_150).contains(&unsure), "{project}: {unsure}");
        }
    }

    #[test]
    fn projects_differ_and_carriers_do_not() {
        let numbers = 4_915_100_000_000..4_915_100_001_000_u64;
        assert!(numbers.clone().any(|number| verdict(number, "line") != verdict(number, "viber")));
        assert_eq!(carrier(4_915_100_000_000), carrier(4_915_100_000_000));
    }
}
