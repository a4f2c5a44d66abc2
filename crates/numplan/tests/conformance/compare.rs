//! Compares the answers of the engine with those of the reference.
//!
//! The format is that of `conformance/oracle.py`.

use std::collections::HashMap;

use numplan::{Format, Lang, Options, Region, Status, Verdict, batch};

/// Names of the answers, in the order of the fields.
const FIELDS: [&str; 20] = [
    "outcome",
    "country code",
    "national number",
    "extension",
    "valid",
    "possible",
    "type",
    "region",
    "e164",
    "national",
    "international",
    "rfc3966",
    "carrier en",
    "carrier zh",
    "safe carrier en",
    "place en",
    "place zh",
    "place es",
    "place ja",
    "time zones",
];

/// An answer in which the engine and the reference differ.
pub struct Difference {
    /// The input and its default region.
    pub input: String,
    pub field: &'static str,
    pub ours: String,
    pub reference: String,
}

impl std::fmt::Display for Difference {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { input, field, ours, reference } = self;
        write!(f, "{input}: {field} is {ours:?}, the reference says {reference:?}")
    }
}

/// Compares one line; `None` if all answers are the same.
pub fn compare(line: &str) -> Option<Difference> {
    let fields: Vec<String> = line.split('\t').map(unescape).collect();
    let [region, input, reference @ ..] = fields.as_slice() else {
        panic!("not a line of the corpus: {line:?}");
    };
    let default = Region::from_code(region);
    let ours = answers(input, default);
    let what = |field, ours: &str, reference: &str| Difference {
        input: format!("{input:?} in {region:?}"),
        field,
        ours: ours.to_owned(),
        reference: reference.to_owned(),
    };
    if let Some(at) = (0..FIELDS.len()).find(|&at| ours.get(at) != reference.get(at)) {
        let text = |list: &[String]| list.get(at).cloned().unwrap_or_default();
        return Some(what(FIELDS[at], &text(&ours), &text(reference)));
    }
    screening(input, default, &ours).map(|(ours, reference)| what("check", &ours, &reference))
}

/// The answers of the engine, in the order of the fields.
fn answers(input: &str, default: Option<Region>) -> Vec<String> {
    let number = match numplan::parse(input, default) {
        Ok(number) => number,
        Err(error) => return vec![error.to_string()],
    };
    let place = |lang| number.description(lang).unwrap_or_default().to_owned();
    vec![
        "ok".to_owned(),
        number.country_code().to_string(),
        number.nsn().to_string(),
        number.extension().map(|digits| digits.to_string()).unwrap_or_default(),
        if number.is_valid() { "1" } else { "0" }.to_owned(),
        number.possible().to_string(),
        number.number_type().to_string(),
        number.region().map(|region| region.to_string()).unwrap_or_default(),
        number.format(Format::E164).to_string(),
        number.format(Format::National).to_string(),
        number.format(Format::International).to_string(),
        number.format(Format::Rfc3966).to_string(),
        number.carrier(Lang::En).unwrap_or_default().to_owned(),
        number.carrier(Lang::Zh).unwrap_or_default().to_owned(),
        number.carrier_if_fixed(Lang::En).unwrap_or_default().to_owned(),
        place(Lang::En),
        place(Lang::Zh),
        place(Lang::Es),
        place(Lang::Ja),
        number.time_zones().as_str().to_owned(),
    ]
}

/// Screening has other code paths, and has to agree with parsing.
fn screening(input: &str, default: Option<Region>, parsed: &[String]) -> Option<(String, String)> {
    let verdict = numplan::check(input.as_bytes(), default);
    let status = match parsed.get(4).map(String::as_str) {
        None => Status::Unparseable,
        Some("1") => Status::Valid,
        Some(_) => Status::Invalid,
    };
    let region = verdict.region().map(|region| region.to_string()).unwrap_or_default();
    let said = match status {
        Status::Unparseable => {
            vec![verdict.status().to_string(), verdict.error().map_or(String::new(), |e| e.to_string())]
        }
        _ => vec![
            verdict.status().to_string(),
            verdict.country_code().to_string(),
            verdict.possible().to_string(),
            verdict.number_type().to_string(),
            region,
            verdict.e164().to_string(),
            verdict.carrier().map(numplan::Carrier::name).unwrap_or_default().to_owned(),
        ],
    };
    let wanted: Vec<String> = match status {
        Status::Unparseable => vec![status.to_string(), parsed[0].clone()],
        _ => std::iter::once(status.to_string())
            .chain([1, 5, 6, 7, 8, 12].map(|at| parsed[at].clone()))
            .collect(),
    };
    (said != wanted).then(|| (said.join(" "), wanted.join(" ")))
}

fn unescape(field: &str) -> String {
    let mut out = String::with_capacity(field.len());
    let mut rest = field.chars();
    while let Some(next) = rest.next() {
        out.push(match next {
            '\\' => match rest.next() {
                Some('t') => '\t',
                Some('n') => '\n',
                Some('r') => '\r',
                Some(other) => other,
                None => '\\',
            },
            other => other,
        });
    }
    out
}

/// Checks lines in batches, one batch per default region.
#[derive(Default)]
pub struct Batches {
    texts: HashMap<String, Vec<u8>>,
}

impl Batches {
    /// Lines per batch: a few blocks, and a part of one.
    const BYTES: usize = 20_000;

    /// Adds a line of the corpus. Returns the differences of the batch if the line fills it.
    pub fn add(&mut self, line: &str) -> Vec<Difference> {
        let mut fields = line.split('\t').map(unescape);
        let (Some(region), Some(input)) = (fields.next(), fields.next()) else { return Vec::new() };
        if input.contains('\n') || input.ends_with('\r') {
            return Vec::new();
        }
        let text = self.texts.entry(region.clone()).or_default();
        text.extend_from_slice(input.as_bytes());
        text.push(b'\n');
        if text.len() < Self::BYTES { Vec::new() } else { check_batch(&region, &std::mem::take(text)) }
    }

    /// The differences of the batches that are not full.
    pub fn finish(self) -> Vec<Difference> {
        self.texts.iter().flat_map(|(region, text)| check_batch(region, text)).collect()
    }
}

/// A batch has to give the same verdicts as its lines do one by one.
fn check_batch(region: &str, text: &[u8]) -> Vec<Difference> {
    let options = Options { default_region: Region::from_code(region), ..Options::default() };
    let lines: Vec<&[u8]> = batch::lines(text).collect();
    let mut verdicts = vec![Verdict::default(); lines.len()];
    assert_eq!(batch::check(text, options, &mut verdicts).lines, lines.len());
    let pairs = lines.iter().zip(&verdicts);
    pairs
        .map(|(line, said)| (line, said, numplan::check(line, options.default_region)))
        .filter(|(_, said, alone)| *said != alone)
        .map(|(line, said, alone)| Difference {
            input: format!("{:?} in {region:?}", String::from_utf8_lossy(line)),
            field: "batch",
            ours: format!("{said:?}"),
            reference: format!("{alone:?}"),
        })
        .collect()
}
