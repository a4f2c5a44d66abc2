//! The sets of valid numbers by region and type.

use crate::{NumberType, Region};

static TABLE: &[u8] = include_bytes!("../../data/space.bin");

const RECORD: usize = 24;

/// The numbers of one region and type.
#[derive(Clone, Copy)]
pub(super) struct Packed(&'static [u8]);

pub(super) fn sets() -> impl Iterator<Item = Packed> {
    let records = field::<4>(TABLE, 0).map_or(0, u32::from_le_bytes) as usize;
    TABLE[8..8 + records * RECORD].chunks_exact(RECORD).map(Packed)
}

fn field<const N: usize>(bytes: &[u8], at: usize) -> Option<[u8; N]> {
    bytes.get(at..at + N)?.try_into().ok()
}

impl Packed {
    fn u32(self, at: usize) -> usize {
        field(self.0, at).map_or(0, u32::from_le_bytes) as usize
    }

    pub(super) fn is_of(self, region: Region) -> bool {
        let code = region.code().as_bytes();
        self.0.starts_with(code) && self.0[code.len()] == 0
    }

    pub(super) fn country_code(self) -> u16 {
        field(self.0, 4).map_or(0, u16::from_le_bytes)
    }

    pub(super) fn kind(self) -> NumberType {
        NumberType::from_index(self.0[6])
    }

    #[cfg(test)]
    pub(super) fn count(self) -> u64 {
        field(self.0, 16).map_or(0, u64::from_le_bytes)
    }

    /// The numbers as half-open intervals of integers in E.164.
    pub(super) fn intervals(self) -> impl Iterator<Item = (u64, u64)> {
        let data = 8 + field::<4>(TABLE, 0).map_or(0, u32::from_le_bytes) as usize * RECORD;
        let mut rest = &TABLE[data + self.u32(8)..];
        let mut at = 0;
        (0..self.u32(12)).map(move |_| {
            let start = at + decimal(&mut rest);
            at = start + decimal(&mut rest);
            (start, at)
        })
    }
}

/// Reads a varint whose low four bits are an exponent of ten, the others the mantissa.
fn decimal(bytes: &mut &[u8]) -> u64 {
    let mut value: u128 = 0;
    let mut shift = 0;
    while let Some((byte, rest)) = bytes.split_first() {
        *bytes = rest;
        value |= u128::from(byte & 0x7f) << shift;
        shift += 7;
        if byte & 0x80 == 0 {
            break;
        }
    }
    let exponent = u32::try_from(value & 15).unwrap_or(0);
    u64::try_from(value >> 4).unwrap_or(0) * 10u64.pow(exponent)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_agree_with_their_records() {
        let mut all = 0;
        for set in sets() {
            let intervals: Vec<_> = set.intervals().collect();
            assert!(intervals.iter().all(|(start, end)| start < end));
            assert!(intervals.windows(2).all(|pair| pair[0].1 < pair[1].0));
            assert_eq!(intervals.iter().map(|(start, end)| end - start).sum::<u64>(), set.count());
            assert_ne!(set.kind(), NumberType::Unknown);
            let regions = Region::with_country_code(set.country_code());
            assert!(regions.into_iter().any(|region| set.is_of(region)));
            all += 1;
        }
        assert!(all > 900);
    }
}
