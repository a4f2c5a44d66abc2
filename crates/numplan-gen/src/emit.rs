//! Writes the tables of the engine to one binary file: a header of (offset, length)
//! pairs, then the sections, each aligned to 64 bytes, all numbers little-endian.

use crate::metadata::{Format, Metadata, Region};
use crate::nfa::{Nfa, Prefix};
use crate::pattern::{self, Node};
use crate::plain::{self, DEPTH};
use crate::steps::Steps;
use crate::walk;

/// Sections in the order of the header.
pub const SECTIONS: usize = 13;

/// 16-bit words in a region's record.
pub const REGION_WORDS: usize = 32;

/// 16-bit words in a format's record.
pub const FORMAT_WORDS: usize = 10;

const MAX_NSN: u8 = 17;
const MAX_GROUPS: usize = 5;

/// The contents of the file.
pub fn file(data: &Metadata) -> Vec<u8> {
    let tables = walk::build(data);
    let mut places = Places::default();
    for region in &data.regions {
        places.region(data, region);
    }
    let (codes, lists) = code_lists(data);
    let words16 = |words: &[u16]| words.iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<u8>>();
    let words32 = |words: &[u32]| words.iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<u8>>();
    let ranges: Vec<u32> = data.word.iter().flat_map(|&(first, last)| [first, last]).collect();
    let sections: [Vec<u8>; SECTIONS] = [
        words16(&tables.root),
        words16(&tables.nodes),
        words16(&tables.profiles),
        tables.classes.iter().flat_map(|class| class.to_le_bytes()).collect(),
        words16(&places.steps.words().collect::<Vec<_>>()),
        words16(&places.regions),
        words16(&codes),
        lists,
        words16(&places.formats),
        places.text,
        words32(&ranges),
        words32(&zeros(data)),
        data.version.clone().into_bytes(),
    ];
    join(&sections)
}

fn join(sections: &[Vec<u8>; SECTIONS]) -> Vec<u8> {
    let align = |length: usize| length.next_multiple_of(64);
    let mut at = align(SECTIONS * 8);
    let mut file = Vec::new();
    for section in sections {
        let word = |value: usize| u32::try_from(value).expect("a small file").to_le_bytes();
        file.extend(word(at));
        file.extend(word(section.len()));
        at += align(section.len());
    }
    for section in sections {
        file.resize(align(file.len()), 0);
        file.extend_from_slice(section);
    }
    file.resize(align(file.len()), 0);
    file
}

/// For each calling code, the start and number of its regions in the list.
fn code_lists(data: &Metadata) -> (Vec<u16>, Vec<u8>) {
    let mut codes = vec![0; 1000];
    let mut lists = Vec::new();
    for entry in &data.codes {
        let regions = data.regions_of(entry.code);
        let start = u16::try_from(lists.len()).expect("fewer than 256 regions");
        let count = u16::try_from(regions.len()).expect("fewer than 256 regions");
        codes[usize::from(entry.code)] = start | count << 8;
        lists.extend(regions.iter().map(|&index| u8::try_from(index).expect("fewer than 256 regions")));
    }
    (codes, lists)
}

/// Code points of the zeros of all scripts; the digits 1 to 9 follow each of them.
fn zeros(data: &Metadata) -> Vec<u32> {
    let value = |point: u32| {
        data.digits
            .iter()
            .find(|&&(first, last, _)| (first..=last).contains(&point))
            .map(|&(first, _, value)| u32::from(value) + point - first)
    };
    let mut zeros = Vec::new();
    let mut points = 0;
    for &(first, last, _) in &data.digits {
        for point in first..=last {
            points += 1;
            if value(point) == Some(0) {
                assert!(
                    (0..10).all(|digit| value(point + digit) == Some(digit)),
                    "the digits are not consecutive"
                );
                zeros.push(point);
            }
        }
    }
    assert_eq!(points, zeros.len() * 10, "a digit has no zero");
    zeros
}

struct Places {
    steps: Steps,
    regions: Vec<u16>,
    formats: Vec<u16>,
    text: Vec<u8>,
}

impl Default for Places {
    fn default() -> Self {
        // Offset 0 means "no text".
        Self { steps: Steps::default(), regions: Vec::new(), formats: Vec::new(), text: vec![0] }
    }
}

fn parse(text: &str) -> Node {
    pattern::parse(text).expect("the metadata's patterns parse")
}

fn small(value: usize) -> u16 {
    u16::try_from(value).expect("fits 16 bits")
}

impl Places {
    fn region(&mut self, data: &Metadata, region: &Region) {
        let siblings = data.regions_of(region.code);
        let index = data.index(&region.id, region.code).expect("a region knows itself");
        let mut name = [0; 4];
        name[..region.id.len()].copy_from_slice(region.id.as_bytes());
        let mask = |lengths: &[u8]| lengths.iter().fold(0_u32, |mask, length| mask | 1 << length);
        let (possible, local) = (mask(&region.general().lengths), mask(&region.general().local_lengths));
        let mut words = [0; REGION_WORDS];
        words[0] = u16::from_le_bytes([name[0], name[1]]);
        words[1] = u16::from_le_bytes([name[2], name[3]]);
        words[2] = region.code;
        words[3] = self.prefix(&region.idd);
        words[4] = self.prefix(&region.prefix_for_parsing);
        let mut general = Nfa::default();
        general.add(&parse(&region.general().pattern), 0);
        words[5] = self.steps.add_full(&general, DEPTH, &|tags, _| u16::from(!tags.is_empty()));
        if siblings.len() > 1 {
            let mut types = Nfa::default();
            plain::add_descs(&mut types, region, 0);
            words[6] = self.steps.add_full(&types, MAX_NSN, &|tags, len| match plain::type_of_tags(
                region, tags, 0, len,
            ) {
                plain::kind::UNKNOWN => 0,
                kind => u16::from(kind) + 1,
            });
        }
        if siblings[0] == index {
            words[7] = self.format_choice(region);
            words[16] = self.formats(&region.formats);
            let own = !region.intl_formats.is_empty();
            words[17] = if own { self.formats(&region.intl_formats) } else { words[16] };
        }
        words[8] = (possible & 0xffff) as u16;
        words[9] = (possible >> 16) as u16;
        words[10] = (local & 0xffff) as u16;
        words[11] = (local >> 16) as u16;
        if !region.extension_label.is_empty() {
            words[12] = self.text(region.extension_label.as_bytes());
        }
        if let Some((literal, group)) = region.transform.split_once('\\') {
            let groups = parse(&region.prefix_for_parsing).groups();
            assert_eq!(group.parse(), Ok(groups), "the transform of {} is not of the last group", region.id);
            words[13] = 1 << 8 | small(literal.len());
            words[14] = literal.bytes().rev().fold(0, |bcd, byte| bcd << 4 | u16::from(byte - b'0'));
        }
        words[15] = small(siblings[0]);
        words[18..25].copy_from_slice(&careful_pairs(region));
        self.regions.extend(words);
    }

    fn prefix(&mut self, pattern: &str) -> u16 {
        if pattern.is_empty() { 0 } else { self.steps.add_prefix(&Prefix::new(&parse(pattern)), DEPTH) }
    }

    /// The DFA that selects a format: the index plus one among the national formats in the low
    /// byte, and among the international formats in the high byte.
    fn format_choice(&mut self, region: &Region) -> u16 {
        const INTL: u32 = 1000;
        let mut nfa = Nfa::default();
        for (base, formats) in [(0, &region.formats), (INTL, &region.intl_formats)] {
            for (tag, format) in (base..).zip(formats) {
                nfa.add_leading(&parse(&format.leading_digits), tag);
            }
        }
        let fits = |format: &Format, len: u8| {
            let groups = groups(format);
            let sum = |side: fn(&(u8, u8)) -> u8| groups.iter().map(side).sum::<u8>();
            (sum(|group| group.0)..=sum(|group| group.1)).contains(&len)
        };
        let choose = |formats: &[Format], base: u32, tags: &[u32], len: u8| {
            let chosen = (base..).zip(formats).position(|(tag, each)| tags.contains(&tag) && fits(each, len));
            chosen.map_or(0, |place| small(place + 1))
        };
        self.steps.add_full(&nfa, MAX_NSN, &|tags, len| {
            let national = choose(&region.formats, 0, tags, len);
            let intl = if region.intl_formats.is_empty() {
                national
            } else {
                choose(&region.intl_formats, INTL, tags, len)
            };
            assert!(national < 256 && intl < 256, "too many formats");
            national | intl << 8
        })
    }

    /// Adds formats and returns the index of the first.
    fn formats(&mut self, formats: &[Format]) -> u16 {
        let first = small(self.formats.len() / FORMAT_WORDS);
        for format in formats {
            let groups = groups(format);
            let mut words = [0; FORMAT_WORDS];
            words[0] = small(groups.len());
            for (word, (min, max)) in words[1..].iter_mut().zip(&groups) {
                *word = u16::from(*min) | u16::from(*max) << 8;
            }
            let international = template(&format.template);
            words[6] = self.text(&national_template(format));
            words[7] = self.text(&international);
            words[8] = self.text(&rfc_template(&international));
            self.formats.extend(words);
        }
        first
    }

    /// Adds a text, preceded by its length, and returns its offset.
    fn text(&mut self, text: &[u8]) -> u16 {
        let mut entry = vec![u8::try_from(text.len()).expect("a short text")];
        entry.extend_from_slice(text);
        let found = self.text[1..].windows(entry.len()).position(|window| window == entry);
        small(found.map_or_else(
            || {
                self.text.extend_from_slice(&entry);
                self.text.len() - entry.len()
            },
            |place| place + 1,
        ))
    }
}

/// A bit for each two digits that may begin the international prefix or the calling code.
fn careful_pairs(region: &Region) -> [u16; 7] {
    let prefix = (!region.idd.is_empty()).then(|| Prefix::new(&parse(&region.idd)));
    let code = region.code.to_string();
    let mut bits = [0; 7];
    for pair in 0..100_u8 {
        let text = format!("{pair:02}");
        let same = text.bytes().zip(code.bytes()).all(|(a, b)| a == b);
        let idd = prefix.as_ref().is_some_and(|prefix| {
            let first = prefix.step(&prefix.start(), pair / 10, 1);
            let second = prefix.step(&first, pair % 10, 2);
            first.hit.is_some() || second.hit.is_some() || !second.is_dead()
        });
        if same || idd {
            bits[usize::from(pair / 16)] |= 1 << (pair % 16);
        }
    }
    bits
}

/// Minimum and maximum number of digits of each group of a format.
fn groups(format: &Format) -> Vec<(u8, u8)> {
    let group = |node: &Node| match node {
        Node::Group(inner, _) => match **inner {
            Node::Digit(_) => (1, 1),
            Node::Repeat(_, min, max) => (min, max),
            _ => panic!("a format of another kind: {}", format.pattern),
        },
        _ => panic!("a format of another kind: {}", format.pattern),
    };
    let groups: Vec<(u8, u8)> = match parse(&format.pattern) {
        Node::Seq(parts) => parts.iter().map(group).collect(),
        node => vec![group(&node)],
    };
    assert!(groups.len() <= MAX_GROUPS, "too many groups: {}", format.pattern);
    groups
}

/// Packs a template: each `\n` becomes a byte of value n.
fn template(text: &str) -> Vec<u8> {
    let mut bytes = text.bytes();
    let mut packed = Vec::new();
    while let Some(byte) = bytes.next() {
        packed.push(if byte == b'\\' { bytes.next().expect("a group number") - b'0' } else { byte });
    }
    packed
}

/// Applies the national prefix rule to the first group of a template.
fn national_template(format: &Format) -> Vec<u8> {
    let packed = template(&format.template);
    if format.prefix_rule.is_empty() {
        return packed;
    }
    let first = packed.iter().position(|byte| *byte < 10).expect("a template has a group");
    let rule = template(&format.prefix_rule);
    let around = rule.iter().map(|&byte| if byte < 10 { packed[first] } else { byte });
    packed[..first].iter().copied().chain(around).chain(packed[first + 1..].iter().copied()).collect()
}

/// Replaces each run of punctuation with a dash, and removes a leading one.
fn rfc_template(template: &[u8]) -> Vec<u8> {
    let mut dashed = Vec::new();
    for &byte in template {
        let part = byte < 10 || byte.is_ascii_digit();
        if part {
            dashed.push(byte);
        } else if !dashed.is_empty() && dashed.last() != Some(&b'-') {
            dashed.push(b'-');
        }
    }
    dashed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn templates_are_packed() {
        let format = Format {
            pattern: "(\\d)(\\d{4})(\\d{2,4})".into(),
            template: "(\\2) 15-\\3".into(),
            leading_digits: String::new(),
            prefix_rule: "0\\1".into(),
        };
        assert_eq!(groups(&format), [(1, 1), (4, 4), (2, 4)]);
        assert_eq!(national_template(&format), b"(0\x02) 15-\x03");
        assert_eq!(rfc_template(&template(&format.template)), b"\x02-15-\x03");
    }

    #[test]
    fn the_committed_file_is_current() {
        let committed = include_bytes!("../../numplan/data/plan.bin");
        assert!(file(&Metadata::bundled()) == committed, "plan.bin is outdated: run scripts/numplan-data.sh");
    }
}
