//! The verdicts of the simulated providers, which depend only on the number and the project.

/// What a provider knows about a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// Registered (about 62 % of all numbers).
    Yes,
    /// Not registered (about 33 %).
    No,
    /// Unknown to the provider (about 5 %).
    Unsure,
}

const CARRIERS: [&str; 6] = ["Northline", "Telvia", "Blue Mobile", "Orbit", "Castell", "Pico Net"];

/// Returns the verdict of the providers on a number.
pub fn verdict(number: u64, project: &str) -> Verdict {
    match hash(number, project) % 100 {
        0..62 => Verdict::Yes,
        62..95 => Verdict::No,
        _ => Verdict::Unsure,
    }
}

/// Returns the carrier that the providers report for a number, regardless of the project.
pub fn carrier(number: u64) -> &'static str {
    let at = hash(number, "carrier") % 6;
    CARRIERS[usize::try_from(at).unwrap_or(0)]
}

/// Returns a pseudo-random hash of a number and a text.
pub(crate) fn hash(number: u64, text: &str) -> u64 {
    // FNV-1a over the text, then the finaliser of splitmix64 over both.
    let text_hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |state, byte| {
        (state ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    let mut z = text_hash ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_have_the_documented_distribution() {
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
    fn verdicts_differ_between_projects_and_carriers_do_not() {
        let numbers = 4_915_100_000_000..4_915_100_001_000_u64;
        assert!(numbers.clone().any(|number| verdict(number, "line") != verdict(number, "viber")));
        assert_eq!(carrier(4_915_100_000_000), carrier(4_915_100_000_000));
    }
}
