//! A prefix map as runs of equal names over the nine-digit number line.

use super::{Pool, PrefixMap, WIDTH, small, varint};

/// Runs per block; a lookup decodes at most one block.
const BLOCK: usize = 32;

/// Start and name of each run; a run ends where the next starts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Runs(pub Vec<(u32, Option<String>)>);

/// The runs of a prefix map in which the longest prefix takes precedence. An empty name means no entry.
pub fn runs(map: &PrefixMap) -> Runs {
    let mut out = Runs::default();
    let mut open: Vec<(&String, &String)> = Vec::new();
    out.start(0, None);
    for (prefix, name) in map {
        close(&mut out, &mut open, |outer| !prefix.starts_with(outer));
        out.start(position(prefix, 0), named(name));
        open.push((prefix, name));
    }
    close(&mut out, &mut open, |_| true);
    out
}

/// Ends the innermost open prefixes while `ended` holds.
fn close(out: &mut Runs, open: &mut Vec<(&String, &String)>, ended: impl Fn(&str) -> bool) {
    while let Some((prefix, _)) = open.last().copied() {
        if !ended(prefix) {
            break;
        }
        open.pop();
        out.start(position(prefix, 1), open.last().and_then(|(_, name)| named(name)));
    }
}

fn named(name: &String) -> Option<&String> {
    Some(name).filter(|name| !name.is_empty())
}

/// First nine-digit value under a prefix, or (with `add` 1) the first after it.
fn position(prefix: &str, add: u32) -> u32 {
    let value: u32 = prefix.parse().expect("prefixes are at most nine digits");
    (value + add) * 10u32.pow(WIDTH - small(prefix.len()))
}

impl Runs {
    fn start(&mut self, at: u32, name: Option<&String>) {
        if self.0.last().is_some_and(|last| last.0 == at) {
            self.0.pop();
        }
        if self.0.last().is_none_or(|last| last.1.as_ref() != name) {
            self.0.push((at, name.cloned()));
        }
    }

    /// The name at a nine-digit position.
    pub fn at(&self, position: u32) -> Option<&str> {
        let after = self.0.partition_point(|run| run.0 <= position);
        self.0[after - 1].1.as_deref()
    }

    /// Index of the run of a position.
    pub(super) fn index(&self, position: u32) -> usize {
        self.0.partition_point(|run| run.0 <= position) - 1
    }

    /// `blocks`, each block's first position, each block's offset, then the blocks:
    /// exponent of the unit, the first value, and pairs of distance (in units) and value.
    pub(super) fn pack(&self, pool: &Pool) -> Vec<u8> {
        let (mut firsts, mut offsets, mut data) = (Vec::new(), Vec::new(), Vec::new());
        for block in self.0.chunks(BLOCK) {
            firsts.extend_from_slice(&block[0].0.to_le_bytes());
            offsets.extend_from_slice(&small(data.len()).to_le_bytes());
            let exponent = exponent(block);
            data.push(exponent);
            varint(&mut data, pool.id(block[0].1.as_deref()));
            for pair in block.windows(2) {
                varint(&mut data, (pair[1].0 - pair[0].0) / 10u32.pow(u32::from(exponent)));
                varint(&mut data, pool.id(pair[1].1.as_deref()));
            }
        }
        let blocks = small(self.0.len().div_ceil(BLOCK));
        [blocks.to_le_bytes().to_vec(), firsts, offsets, data].concat()
    }
}

/// The largest power of ten that divides every distance in the block.
fn exponent(block: &[(u32, Option<String>)]) -> u8 {
    let fits = |power: u32| block.windows(2).all(|pair| (pair[1].0 - pair[0].0).is_multiple_of(power));
    (0..9u8).rev().find(|&each| fits(10u32.pow(u32::from(each)))).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map(entries: &[(&str, &str)]) -> PrefixMap {
        entries.iter().map(|(prefix, name)| ((*prefix).to_owned(), (*name).to_owned())).collect()
    }

    #[test]
    fn the_longest_prefix_is_used_and_equal_runs_are_joined() {
        let runs = runs(&map(&[("1", "a"), ("12", "b"), ("13", "b"), ("125", "a"), ("3", "c")]));
        assert_eq!(runs.at(99_999_999), None);
        assert_eq!(runs.at(100_000_000), Some("a"));
        assert_eq!(runs.at(124_999_999), Some("b"));
        assert_eq!(runs.at(125_000_000), Some("a"));
        assert_eq!(runs.at(139_999_999), Some("b"));
        assert_eq!(runs.at(140_000_000), Some("a"));
        assert_eq!(runs.at(200_000_000), None);
        assert_eq!(runs.at(399_999_999), Some("c"));
        assert_eq!(runs.0.len(), 9);
    }

    #[test]
    fn positions_agree_with_a_naive_longest_match() {
        let map = map(&[
            ("7", "x"),
            ("77", "y"),
            ("770", "x"),
            ("779", "z"),
            ("8", "y"),
            ("80", "y"),
            ("999999999", "w"),
        ]);
        let runs = runs(&map);
        for position in (0..1_000_000_000u32).step_by(999_983).chain([999_999_999, 770_000_000, 779_000_000])
        {
            let digits = format!("{position:09}");
            let naive = (1..=9).rev().find_map(|len| map.get(&digits[..len]));
            assert_eq!(runs.at(position), naive.map(String::as_str), "{digits}");
        }
    }
}
