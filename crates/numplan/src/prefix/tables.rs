//! The prefix tables: a directory of sections, read in place.

use std::hint::select_unpredictable;

use super::Lang;

static TABLES: &[u8] = include_bytes!("../../data/prefix.bin");
static TEXT: &str = include_str!("../../data/prefix.txt");

/// Sections of the tables, in the order of the generator.
#[derive(Clone, Copy)]
enum Section {
    CarrierEn,
    CarrierZh,
    CarrierNames,
    GeoEn,
    GeoZh,
    GeoEs,
    GeoJa,
    GeoNames,
    Zones,
    CodeZones,
    ZoneNames,
    Countries,
}

const fn number(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
}

const fn section(which: Section) -> &'static [u8] {
    let at = 4 + which as usize * 8;
    let (_, rest) = TABLES.split_at(number(TABLES, at) as usize);
    let (section, _) = rest.split_at(number(TABLES, at + 4) as usize);
    section
}

pub(super) static CARRIER_EN: Trie = Trie::new(section(Section::CarrierEn));
pub(super) static CARRIER_ZH: Runs = Runs::new(section(Section::CarrierZh));
pub(super) static CARRIER_NAMES: Names = Names(section(Section::CarrierNames));
pub(super) static GEO_NAMES: Names = Names(section(Section::GeoNames));
pub(super) static ZONES: Runs = Runs::new(section(Section::Zones));
pub(super) static CODE_ZONES: Runs = Runs::new(section(Section::CodeZones));
pub(super) static ZONE_NAMES: Names = Names(section(Section::ZoneNames));
static GEO: [Runs; 4] = [
    Runs::new(section(Section::GeoEn)),
    Runs::new(section(Section::GeoZh)),
    Runs::new(section(Section::GeoEs)),
    Runs::new(section(Section::GeoJa)),
];
static COUNTRIES: &[u8] = section(Section::Countries);

/// The areas in a language, without fallback.
pub(super) fn geo(lang: Lang) -> &'static Runs {
    &GEO[lang as usize]
}

/// Index of a name in its pool, starting at 1; 0 for none.
pub(super) type Id = u32;

/// A pool of names: the offsets where they start in the text, and where the last one ends.
pub(super) struct Names(&'static [u8]);

impl Names {
    #[inline]
    pub(super) fn get(&self, id: Id) -> Option<&'static str> {
        let at = (id as usize).checked_sub(1)? * 4;
        let ends = self.0.get(at..at + 8)?;
        TEXT.get(number(ends, 0) as usize..number(ends, 4) as usize)
    }

    pub(super) fn len(&self) -> u32 {
        u32::try_from(self.0.len() / 4 - 1).unwrap_or(0)
    }
}

/// A map over nine-digit positions as runs of equal values, in blocks of varints.
pub(super) struct Runs {
    firsts: &'static [u8],
    offsets: &'static [u8],
    data: &'static [u8],
}

impl Runs {
    const fn new(bytes: &'static [u8]) -> Self {
        let index = number(bytes, 0) as usize * 4;
        let (_, rest) = bytes.split_at(4);
        let (firsts, rest) = rest.split_at(index);
        let (offsets, data) = rest.split_at(index);
        Self { firsts, offsets, data }
    }

    fn blocks(&self) -> usize {
        self.firsts.len() / 4
    }

    /// The value at a position.
    pub(super) fn get(&self, position: u32) -> Id {
        let (mut low, mut high) = (0, self.blocks());
        while high - low > 1 {
            let middle = usize::midpoint(low, high);
            if number(self.firsts, middle * 4) <= position { low = middle } else { high = middle }
        }
        self.block(low).take_while(|run| run.0 <= position).last().map_or(0, |run| run.1)
    }

    /// The runs of a block: start and value.
    fn block(&self, index: usize) -> Block {
        let start = number(self.offsets, index * 4) as usize;
        let end = match self.offsets.get((index + 1) * 4) {
            Some(_) => number(self.offsets, (index + 1) * 4) as usize,
            None => self.data.len(),
        };
        let bytes = &self.data[start..end];
        let unit = 10u32.pow(u32::from(bytes[0]));
        Block { bytes: &bytes[1..], unit, at: number(self.firsts, index * 4), first: true }
    }

    /// All runs in ascending order: start and value.
    #[cfg(test)]
    fn iter(&self) -> impl Iterator<Item = (u32, Id)> {
        (0..self.blocks()).flat_map(|index| self.block(index))
    }
}

struct Block {
    bytes: &'static [u8],
    unit: u32,
    at: u32,
    first: bool,
}

impl Block {
    fn varint(&mut self) -> Option<u32> {
        let mut value = 0;
        for shift in (0..32).step_by(7) {
            let (byte, rest) = self.bytes.split_first()?;
            self.bytes = rest;
            value |= u32::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                break;
            }
        }
        Some(value)
    }
}

impl Iterator for Block {
    type Item = (u32, Id);

    fn next(&mut self) -> Option<(u32, Id)> {
        if self.first {
            self.first = false;
        } else {
            self.at += self.varint()? * self.unit;
        }
        Some((self.at, self.varint()?))
    }
}

/// A map over nine-digit positions as a trie that takes 4, 2, 1, 1 and 1 digits.
pub(super) struct Trie {
    entries: &'static [u8],
    narrow: usize,
}

impl Trie {
    const ROOT: usize = 10_000;
    const NODE: u16 = 0x8000;

    const fn new(bytes: &'static [u8]) -> Self {
        let (_, entries) = bytes.split_at(4);
        Self { entries, narrow: Self::ROOT + number(bytes, 0) as usize * 100 }
    }

    #[inline]
    fn entry(&self, index: usize) -> u16 {
        let at = index * 2;
        self.entries.get(at..at + 2).map_or(0, |pair| u16::from_le_bytes([pair[0], pair[1]]))
    }

    /// The value at a position.
    #[inline]
    pub(super) fn get(&self, position: u32) -> Id {
        self.look_up(position / 100_000, position / 1000 % 100, position % 1000)
    }

    /// The value at a position, given as its first four, next two and last three digits.
    ///
    /// Whether four digits decide or six is unpredictable, so both entries are read and one is selected
    /// without a branch. More digits are rarely needed.
    #[inline]
    pub(super) fn look_up(&self, four: u32, two: u32, three: u32) -> Id {
        let first = self.entry(four as usize);
        let deeper = first & Self::NODE != 0;
        let second = Self::ROOT + Self::target(first) * 100 + two as usize;
        let second = self.entry(select_unpredictable(deeper, second, 0));
        let mut entry = select_unpredictable(deeper, second, first);
        if entry & Self::NODE == 0 {
            return Id::from(entry);
        }
        let mut rest = three;
        while entry & Self::NODE != 0 {
            entry = self.entry(self.narrow + Self::target(entry) * 10 + (rest / 100) as usize);
            rest = rest % 100 * 10;
        }
        Id::from(entry)
    }

    fn target(entry: u16) -> usize {
        usize::from(entry & !Self::NODE)
    }

    /// All runs in ascending order: start and value. Neighbours may have the same value.
    pub(super) fn iter(&self) -> impl Iterator<Item = (u32, Id)> {
        let mut position = 0;
        std::iter::from_fn(move || {
            let at = position;
            (at < 1_000_000_000).then(|| {
                position += self.span(at);
                (at, self.get(at))
            })
        })
    }

    /// Number of positions that share the entry of a position.
    fn span(&self, position: u32) -> u32 {
        let mut entry = self.entry((position / 100_000) as usize);
        if entry & Self::NODE == 0 {
            return 100_000;
        }
        entry = self.entry(Self::ROOT + Self::target(entry) * 100 + (position / 1000 % 100) as usize);
        let mut span = 1000;
        let mut rest = position % 1000;
        while entry & Self::NODE != 0 {
            entry = self.entry(self.narrow + Self::target(entry) * 10 + (rest / 100) as usize);
            rest = rest % 100 * 10;
            span /= 10;
        }
        span
    }
}

/// Name and number portability of a region.
pub(super) struct Country(&'static [u8]);

impl Country {
    const SIZE: usize = 36;

    /// The record of a region by its two-letter code.
    pub(super) fn find(region: &str) -> Option<Self> {
        let (records, _) = COUNTRIES.as_chunks::<{ Self::SIZE }>();
        let found = records.binary_search_by(|record| record[..2].cmp(region.as_bytes())).ok()?;
        Some(Self(&records[found]))
    }

    /// Whether subscribers can keep their number when they change carrier.
    pub(super) fn portable(&self) -> bool {
        self.0[2] != 0
    }

    pub(super) fn name(&self, lang: Lang) -> Option<&'static str> {
        let at = 4 + lang as usize * 8;
        let start = number(self.0, at) as usize;
        let end = start + number(self.0, at + 4) as usize;
        TEXT.get(start..end).filter(|name| !name.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_ascending_and_agree_with_lookups() {
        for table in [&GEO[0], &GEO[1], &GEO[2], &GEO[3], &CARRIER_ZH, &ZONES, &CODE_ZONES] {
            let runs: Vec<_> = table.iter().collect();
            assert_eq!(runs[0].0, 0);
            assert!(runs.windows(2).all(|pair| pair[0].0 < pair[1].0));
            for pair in runs.windows(2).step_by(61) {
                assert_eq!(table.get(pair[0].0), pair[0].1);
                assert_eq!(table.get(pair[1].0 - 1), pair[0].1);
            }
        }
    }

    #[test]
    fn the_trie_covers_every_position() {
        let mut end = 0;
        let mut before = None;
        for (start, value) in CARRIER_EN.iter() {
            assert!(before.is_none_or(|last| last < start));
            assert!(value <= CARRIER_NAMES.len());
            before = Some(start);
            end = start + CARRIER_EN.span(start);
        }
        assert_eq!(end, 1_000_000_000);
    }

    #[test]
    fn countries_are_found_by_code() {
        let germany = Country::find("DE").expect("Germany is in the data");
        assert_eq!(germany.name(Lang::En), Some("Germany"));
        assert_eq!(germany.name(Lang::Es), Some("Alemania"));
        assert!(germany.portable());
        assert!(Country::find("ZZ").is_none());
        assert!(Country::find("001").is_none());
    }
}
