//! Compares the engine with recorded answers of the reference, for a small part of the conformance corpus.
//! `scripts/conformance.sh` compares the whole corpus.

#[path = "conformance/compare.rs"]
mod compare;

use std::collections::HashSet;
use std::io::Read;

use flate2::read::GzDecoder;
use numplan::{NumberType, Region};

fn corpus() -> String {
    let packed: &[u8] = include_bytes!("fixtures/conformance.tsv.gz");
    let mut text = String::new();
    GzDecoder::new(packed).read_to_string(&mut text).expect("the fixture is compressed text");
    text
}

#[test]
fn the_engine_agrees_with_the_reference() {
    let corpus = corpus();
    let mut differences: Vec<_> = corpus.split_terminator('\n').filter_map(compare::compare).collect();
    let mut batches = compare::Batches::default();
    differences.extend(corpus.split_terminator('\n').flat_map(|line| batches.add(line)));
    differences.extend(batches.finish());
    let shown: Vec<String> = differences.iter().take(10).map(ToString::to_string).collect();
    assert!(shown.is_empty(), "{} differences:\n{}", differences.len(), shown.join("\n"));
}

#[test]
fn the_corpus_has_every_region_type_and_error() {
    let corpus = corpus();
    let (mut outcomes, mut types, mut regions) = (HashSet::new(), HashSet::new(), HashSet::new());
    for line in corpus.split_terminator('\n') {
        let fields: Vec<&str> = line.split('\t').collect();
        outcomes.insert(fields[2]);
        if fields[2] == "ok" {
            types.insert(fields[8]);
            regions.insert(fields[9]);
        }
    }
    assert!(numplan::ParseError::ALL.iter().all(|error| outcomes.contains(error.as_str())), "{outcomes:?}");
    let missing: Vec<_> = NumberType::ALL.iter().filter(|kind| !types.contains(kind.as_str())).collect();
    assert!(missing.is_empty(), "no {missing:?}");
    let missing: Vec<_> = Region::all().filter(|region| !regions.contains(region.code())).collect();
    // The leading digits of Morocco match all numbers of Western Sahara.
    assert_eq!(missing, [Region::from_code("EH").expect("a region")]);
}
