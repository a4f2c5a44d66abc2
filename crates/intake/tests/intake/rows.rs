//! How single rows are read.

use std::cell::RefCell;
use std::io::Cursor;
use std::sync::atomic::{AtomicBool, Ordering};

use numsift_intake::{
    Analysis, Chain, Delimiter, Fate, IntakeError, Limits, Mapping, NumberSet, Reason, Stage, Watch,
    kind_code, kind_name, pack_region, read, read_large, region_name,
};

use crate::helpers::{Aside, Kept, commas, lines, read_by, read_with};

#[test]
fn every_row_is_counted_once() {
    let file =
        "+8613812345678\n8613812345678\n+442083661177\n\n   \n+86138\nnobody\n+12125550123\n+80012345678\n";
    let known = NumberSet::from_sorted(vec![442_083_661_177]);
    let (analysis, kept) =
        read_with(Cursor::new(file), &lines(), &Limits::default(), &Chain(vec![&known])).unwrap();
    assert_eq!(kept.numbers(), [8_613_812_345_678, 12_125_550_123, 80_012_345_678]);
    assert_eq!((analysis.total, analysis.blank, analysis.duplicates, analysis.suppressed), (9, 2, 1, 1));
    assert_eq!(analysis.invalid_by_reason["too_short"], 1);
    assert_eq!(analysis.invalid_by_reason["not_a_number"], 1);
    assert_eq!(analysis.by_country["CN"], 1);
    assert_eq!(analysis.by_country["001"], 1);
    assert_eq!(analysis.by_kind["fixed_line_or_mobile"], 1);
    assert_eq!(analysis.bytes, file.len() as u64);
    assert_eq!((kept.accepted[0].region, kept.accepted[0].kind), ("CN", "mobile"));
    assert_eq!(kept.accepted[2].region, "001");
    assert_eq!(kept.rejected[0], (6, Reason::TooShort, "+86138".to_owned()));
    assert_eq!(kept.rejected[1], (7, Reason::NotANumber, "nobody".to_owned()));
    let json = serde_json::to_string(&analysis).unwrap();
    assert_eq!(serde_json::from_str::<Analysis>(&json).unwrap(), analysis);
}

#[test]
fn national_numbers_and_missing_plus_signs_are_accepted() {
    let mapping = Mapping { default_country: Some("CN".to_owned()), ..lines() };
    let (analysis, kept) = read_by(b"13812345678\n442083661177\n", &mapping);
    assert_eq!(kept.numbers(), [8_613_812_345_678, 442_083_661_177]);
    assert_eq!(analysis.repaired, 1);
    let mapping = Mapping { default_country: Some("ZZ".to_owned()), ..lines() };
    let error = read_with(Cursor::new(b"1"), &mapping, &Limits::default(), &Chain::default()).unwrap_err();
    assert!(matches!(error, IntakeError::UnknownCountry { code } if code == "ZZ"));
}

#[test]
fn every_number_column_of_a_row_is_read() {
    let file = "name,mobile,home,old\n\
                Ann,07400123456,07400123457,\n\
                Bob,,07400123458,n/a\n\
                Cy,,,\n\
                \n\
                Di,07400123456,,07400123459 / 07400123460\n";
    let mapping = Mapping {
        header: true,
        more_columns: vec![2, 3, 2, 1],
        carried: vec![0, 1],
        default_country: Some("GB".to_owned()),
        ..commas(1)
    };
    let (analysis, kept) = read_by(file.as_bytes(), &mapping);
    let numbers: Vec<u64> = (6..=10).map(|last| 447_400_123_450 + last).collect();
    assert_eq!(kept.numbers(), numbers);
    assert_eq!(kept.lines(), [2, 2, 3, 6, 6]);
    assert_eq!(kept.accepted[1].carried, ["Ann", "07400123456"]);
    assert_eq!(kept.accepted[2].carried, ["Bob", ""]);
    // `n/a` and the row without numbers are rejected, and the repeated number is a duplicate.
    let rejected: Vec<u64> = kept.rejected.iter().map(|row| row.0).collect();
    assert_eq!(rejected, [3, 4]);
    assert_eq!((analysis.accepted, analysis.duplicates, analysis.invalid, analysis.blank), (5, 1, 2, 1));
    assert_eq!(analysis.total, 5 + 1 + 2 + 1);
}

#[test]
fn quoted_cells_may_contain_delimiters_and_line_ends() {
    let file = "name,phone\n\"a, \"\"b\"\"\nc\",+8613812345678\n\"d\",\"+86 139\n12345678\"\ne,\n,\n";
    let mapping = Mapping { header: true, carried: vec![0, 5], ..commas(1) };
    let (analysis, kept) = read_by(file.as_bytes(), &mapping);
    assert_eq!(kept.numbers(), [8_613_812_345_678, 8_613_912_345_678]);
    assert_eq!(kept.lines(), [2, 4]);
    assert_eq!(kept.accepted[0].carried, ["a, \"b\"\nc", ""]);
    assert_eq!((analysis.total, analysis.blank, analysis.invalid), (4, 1, 1));
    assert_eq!(kept.rejected[0], (6, Reason::NotANumber, "e,".to_owned()));
}

#[test]
fn numbers_reformatted_by_spreadsheets_are_restored() {
    let file = b"8613812345678.0\n8.613912345678E+12\n8.61381E+12\n+86 137-1234-5678\n";
    for mapping in [lines(), commas(0)] {
        let (analysis, kept) = read_by(file, &mapping);
        assert_eq!(kept.numbers(), [8_613_812_345_678, 8_613_912_345_678, 8_613_712_345_678]);
        assert_eq!(analysis.invalid_by_reason["rounded"], 1);
    }
}

#[test]
fn undecodable_bytes_reject_one_row() {
    let file = b"name,phone\n\xD5\xC5,+8613812345678\nb,\xFF+8613912345678\nc,+8613712345678\n";
    let (_, kept) = read_by(file, &Mapping { header: true, ..commas(1) });
    assert_eq!(kept.lines(), [2, 4]);
    assert_eq!(kept.rejected, [(3, Reason::Undecodable, "\u{FFFD}+8613912345678".to_owned())]);
    let (_, kept) = read_by(file, &Mapping { header: true, carried: vec![0], ..commas(1) });
    assert_eq!(kept.lines(), [4]);
    let (analysis, _) = read_by(b"+8613812345678\n\xFF+8613912345678\n", &lines());
    assert_eq!(analysis.invalid_by_reason["undecodable"], 1);
    // The same in an encoding that needs decoding.
    let mapping = Mapping { encoding: numsift_intake::Encoding::Gb18030, ..lines() };
    let (analysis, _) = read_by(b"+8613812345678\n\xFF+8613912345678\n", &mapping);
    assert_eq!((analysis.accepted, analysis.invalid_by_reason["undecodable"]), (1, 1));
}

#[test]
fn rejected_text_is_cut_to_200_characters() {
    for letter in ["x", "码", "𠀀"] {
        let (_, kept) = read_by(letter.repeat(300).as_bytes(), &lines());
        assert_eq!(kept.rejected[0].2, letter.repeat(200));
    }
}

#[test]
fn sink_errors_and_cancellation_stop_the_reading() {
    struct Full;
    impl numsift_intake::Sink for Full {
        fn accepted(&mut self, _: &numsift_intake::Accepted) -> Result<(), numsift_intake::SinkError> {
            Err("the disk is full".into())
        }
        fn rejected(&mut self, _: &numsift_intake::Rejected) -> Result<(), numsift_intake::SinkError> {
            Ok(())
        }

        fn set_aside(&mut self, _: &numsift_intake::SetAside) -> Result<(), numsift_intake::SinkError> {
            Ok(())
        }
    }
    let file = b"+8613812345678\n";
    let cancel = AtomicBool::new(false);
    let watch = Watch { progress: &|_, _| (), cancel: &cancel };
    let (mapping, limits) = (lines(), Limits::default());
    let failed = read(Cursor::new(file), "a", &mapping, &limits, &Chain::default(), &mut Full, &watch);
    assert!(matches!(failed, Err(IntakeError::Sink(_))));
    cancel.store(true, Ordering::Relaxed);
    let mut kept = Kept::default();
    let failed = read(Cursor::new(file), "a", &mapping, &limits, &Chain::default(), &mut kept, &watch);
    assert!(matches!(failed, Err(IntakeError::Cancelled)));
}

#[test]
fn progress_rises_to_the_size_of_the_file() {
    let file = b"+8613812345678\n".repeat(400_000);
    let last = std::cell::Cell::new(0);
    let progress = |stage, done: u64| {
        assert!(stage == Stage::Reading && done >= last.get());
        last.set(done);
    };
    let cancel = AtomicBool::new(false);
    let watch = Watch { progress: &progress, cancel: &cancel };
    let mut kept = Kept::default();
    let analysis =
        read(Cursor::new(&file), "a", &lines(), &Limits::default(), &Chain::default(), &mut kept, &watch)
            .unwrap();
    assert_eq!((last.get(), analysis.duplicates), (file.len() as u64, 399_999));
}

#[test]
fn a_large_list_reports_three_stages_and_can_be_cancelled_in_each() {
    let file = b"+8613812345678\n".repeat(400_000);
    let scratch = tempfile::tempdir().unwrap();
    let cancel = AtomicBool::new(false);
    let read_until = |last: Option<Stage>| {
        let reached = RefCell::new(Vec::<(Stage, u64)>::new());
        cancel.store(false, Ordering::Relaxed);
        let progress = |stage, done| {
            reached.borrow_mut().push((stage, done));
            cancel.store(last == Some(stage), Ordering::Relaxed);
        };
        let watch = Watch { progress: &progress, cancel: &cancel };
        let (mapping, limits, mut kept) = (lines(), Limits::default(), Kept::default());
        let known = Chain::default();
        let file = Cursor::new(&file);
        let read = read_large(file, "a", &mapping, &limits, &known, &mut kept, &watch, scratch.path());
        (read, reached.into_inner())
    };
    let (read, reached) = read_until(None);
    assert_eq!(read.unwrap().duplicates, 399_999);
    let mut stages: Vec<_> = reached.iter().map(|(stage, _)| *stage).collect();
    stages.dedup();
    assert_eq!(stages, [Stage::Collecting, Stage::Duplicates, Stage::Storing]);
    for stage in stages {
        let done: Vec<_> = reached.iter().filter(|(at, _)| *at == stage).map(|(_, done)| *done).collect();
        assert!(
            done.is_sorted() && done.iter().all(|done| *done <= file.len() as u64),
            "{stage:?}: {done:?}"
        );
        let (read, reached) = read_until(Some(stage));
        assert!(matches!(read, Err(IntakeError::Cancelled)), "{stage:?}");
        assert_eq!(reached.last().map(|(stage, _)| *stage), Some(stage));
    }
    assert_eq!(std::fs::read_dir(scratch.path()).unwrap().count(), 0);
}

#[test]
fn codes_map_back_to_names() {
    for &kind in numplan::NumberType::ALL {
        assert_eq!(kind_name(kind_code(kind)), kind.as_str());
    }
    for region in numplan::Region::all() {
        assert_eq!(region_name(pack_region(Some(region))), region.code());
    }
    assert_eq!((pack_region(None), region_name(0), kind_name(99)), (0, "", "unknown"));
    for reason in numplan::Reason::ALL {
        assert_eq!(Reason::from(*reason).as_str(), reason.as_str());
    }
    for reason in Reason::ALL {
        assert_eq!(serde_json::to_value(reason).unwrap(), reason.as_str());
    }
}

#[test]
fn rows_that_are_not_accepted_are_set_aside_with_their_cells() {
    let file = "id;Handy;city\n1;+49 1512 3456789;Bonn\n2;;Kiel\n;;\n3;0151 23456789;Köln\n4;nobody;\"a;b\"\n\
        5;+491512 3456780;Ulm\n6;+4915123456789;Jena\n";
    let known = NumberSet::from_sorted(vec![4_915_123_456_780]);
    let mapping = Mapping {
        delimiter: Delimiter::Semicolon,
        header: true,
        column: 1,
        carried: vec![0, 2],
        default_country: Some("DE".to_owned()),
        ..Mapping::default()
    };
    let (analysis, kept) =
        read_with(Cursor::new(file), &mapping, &Limits::default(), &Chain(vec![&known])).unwrap();
    assert_eq!((analysis.total, analysis.accepted, analysis.blank), (7, 1, 1));
    assert_eq!(kept.accepted[0].written, "+49 1512 3456789");
    let row = |line, fate, number, id: &str, city: &str, written: &str| Aside {
        line,
        fate,
        number,
        carried: vec![id.to_owned(), city.to_owned()],
        written: written.to_owned(),
    };
    let first = Fate::Duplicate(0);
    let expected = [
        row(3, Fate::Rejected(Reason::NotANumber), 0, "2", "Kiel", ""),
        row(5, first, 4_915_123_456_789, "3", "Köln", "0151 23456789"),
        row(6, Fate::Rejected(Reason::NotANumber), 0, "4", "a;b", "nobody"),
        row(7, Fate::Suppressed, 4_915_123_456_780, "5", "Ulm", "+491512 3456780"),
        // The E.164 form is not stored.
        row(8, first, 4_915_123_456_789, "6", "Jena", ""),
    ];
    assert_eq!(kept.aside, expected);
}

#[test]
fn a_duplicate_names_the_first_occurrence_of_its_number() {
    let number = |place: u32| format!("+861381234{place:04}\n");
    let file: String = (0..500).chain([7, 499, 0]).map(number).collect();
    let (_, kept) = read_by(file.as_bytes(), &lines());
    let found: Vec<_> = kept.aside.iter().map(|row| (row.line, row.fate)).collect();
    assert_eq!(found, [(501, Fate::Duplicate(7)), (502, Fate::Duplicate(499)), (503, Fate::Duplicate(0))]);
}
