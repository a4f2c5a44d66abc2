//! Tests that every faster path agrees with the general path on the lines that it takes, including the paths
//! that this processor would not choose.

use proptest::prelude::*;
use proptest::sample::select;

use crate::batch;
use crate::batch::block::{BLOCK, Block};
use crate::check::{Options, check_with};
#[cfg(target_arch = "x86_64")]
use crate::dirty_simd;
use crate::region::Region;
use crate::verdict::Verdict;
use crate::{clean, dirty, general};

/// Lines as they occur in lists, short and long.
fn line() -> impl Strategy<Value = String> {
    let start = select(vec![
        "",
        "+",
        "+86",
        "+86138",
        "+1212",
        "+549",
        "+55",
        "+39",
        "+44",
        "00",
        "011",
        "0",
        "8",
        "\u{feff}+",
        "\"+",
        "tel:+",
        "call ",
        "(+",
        "＋",
        "+ ",
        "++",
        "1",
        "86",
        "'",
        "x",
        ";",
        "+8101",
        "+241",
    ]);
    let piece = prop_oneof![
        12 => "[0-9]{1,5}",
        4 => select(vec![" ", "-", ".", "(", ")", "/", "[", "]", "  "]).prop_map(str::to_owned),
        1 => select(vec![
            "x", "ext", "+", "#", ";", "～", "１", "٣", "۴", "－", "（", "\u{3000}", "\u{a0}", "\u{2010}", "é", "_", ",",
            "*", "~", "\"", "\t", "a", " ext. ", "ext.", " EXT. 1", "９", "٠", "۹",
        ]).prop_map(str::to_owned),
    ];
    (start, proptest::collection::vec(piece, 0..8), select(vec!["", "\"", " ", "\r", ".", "+", " \t", "#"]))
        .prop_map(|(start, pieces, end)| format!("{start}{}{end}", pieces.concat()))
}

/// The results of the vector readers that this processor can run.
#[cfg(target_arch = "x86_64")]
fn read_simd(line: &[u8], has_default: bool) -> [Option<dirty_simd::Found>; 2] {
    let has_bits = is_x86_feature_detected!("bmi2") && is_x86_feature_detected!("popcnt");
    let has_bytes = is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw");
    // SAFETY: the processor has these features.
    let narrow = has_bits.then(|| unsafe { dirty_simd::read_narrow(line, has_default) }).flatten();
    // SAFETY: the processor has these features.
    let wide = (has_bits && has_bytes).then(|| unsafe { dirty_simd::read_wide(line, has_default) }).flatten();
    [narrow, wide]
}

fn regions() -> Vec<Option<Region>> {
    std::iter::once(None).chain(Region::all().map(Some)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 6000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn faster_paths_agree_with_the_general_path(line in line(), region in select(regions())) {
        let bytes = line.as_bytes();
        let meta = region.and_then(Region::meta);
        let general = general::parse(bytes, meta);
        if let Some(found) = dirty::parse(bytes, meta) {
            prop_assert_eq!(found, general, "dirty: {:?} {:?}", line, region);
        }
        if let Some(found) = clean::international(bytes) {
            prop_assert_eq!(found, Verdict::of(general), "international: {:?}", line);
        }
        if let Some(found) = meta.and_then(|meta| clean::national(bytes, meta)) {
            prop_assert_eq!(found, Verdict::of(general), "national: {:?} {:?}", line, region);
        }
        #[cfg(target_arch = "x86_64")]
        for found in read_simd(bytes, meta.is_some()).into_iter().flatten() {
            let found = match found {
                Ok(run) => run.verdict(),
                Err(error) => Some(Verdict::unparseable(error)),
            };
            if let Some(found) = found {
                prop_assert_eq!(found, Verdict::of(general), "simd: {:?} {:?}", line, region);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn batches_agree_with_single_lines(
        lines in proptest::collection::vec(line(), 0..400),
        returns: bool,
        room in 0..500_usize,
        region in select(regions()),
        repair: bool,
    ) {
        // Blocks with and without carriage returns take different paths.
        let text = lines.join(if returns { "\r\n" } else { "\n" });
        let text = if returns { text } else { text.replace('\r', "") };
        let options = Options { default_region: region, repair };
        let mut found = vec![Verdict::default(); room];
        let done = batch::check(text.as_bytes(), options, &mut found);
        let wanted: Vec<_> = batch::lines(text.as_bytes()).take(room).collect();
        prop_assert_eq!(done.lines, wanted.len());
        prop_assert_eq!(batch::lines(&text.as_bytes()[..done.bytes]).count(), wanted.len());
        let (mut plain, mut from) = (Vec::new(), 0);
        while from < text.len() {
            let (mut block, mut verdicts) = (Block::new(), [Verdict::default(); BLOCK]);
            let count = block.check_portable(text.as_bytes(), from, options, &mut verdicts);
            plain.extend_from_slice(&verdicts[..count]);
            from = block.end(text.as_bytes(), count);
        }
        prop_assert!(plain.iter().zip(&found).all(|(one, other)| one == other));
        let mut each = Vec::new();
        batch::for_each(text.as_bytes(), options, |line, verdict| each.push((line, verdict)));
        prop_assert!(each.iter().map(|(line, _)| *line).eq(batch::lines(text.as_bytes())));
        prop_assert!(each.iter().map(|(_, verdict)| verdict).zip(&found).all(|(one, other)| one == other));
        for (line, verdict) in wanted.into_iter().zip(found) {
            prop_assert_eq!(verdict, check_with(line, options), "{:?}", String::from_utf8_lossy(line));
        }
    }
}
