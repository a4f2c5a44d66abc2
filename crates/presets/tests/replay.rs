//! Every preset against the replayed answers of its provider: over HTTP, through the real connector.

#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use axum::Router;
use axum::body::to_bytes;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use numsift_channel::{
    BreakerState, CallbackRequest, Channel, ChannelConfig, CheckError, CheckResult, Contract, Guard, Inputs,
    LocalServices, MASK, Mode, Outbound, Outcome, verify_callback,
};
use numsift_model::clock::{Clock as _, SystemClock, SystemEntropy};
use numsift_model::lang::Lang;
use numsift_model::money::Points;
use numsift_presets::{
    Choice, Example, Failure, InputFault, InputKind, InputProblem, Preset, SOURCES, all, find,
};
use numsift_sim::{Credentials, ReplayNode};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use url::Url;

/// What a unit costs in these tests, in ten-thousandths of a point.
const UNIT: i64 = 1000;
/// A fictional number in a country that every preset covers.
const NUMBER: u64 = 12_025_550_123;

fn choice(preset: &Preset) -> Choice {
    let inputs = preset.inputs.iter().map(|input| (input.key.clone(), input.example.clone())).collect();
    let contract = Contract { reference: "test".to_owned(), expires: "2999-01-01".to_owned() };
    Choice { name: preset.id.clone(), projects: Vec::new(), inputs, contract: Some(contract) }
}

fn config(preset: &Preset) -> ChannelConfig {
    preset.channel(&choice(preset)).unwrap_or_else(|faults| panic!("{}: {faults:?}", preset.id))
}

/// The channel of a preset, which talks to the simulator instead of the provider.
fn channel(preset: &Preset, node: &ReplayNode) -> Channel {
    channel_to(config(preset), preset, node)
}

fn channel_to(mut config: ChannelConfig, preset: &Preset, node: &ReplayNode) -> Channel {
    let path = Url::parse(&config.base_url).unwrap().path().trim_end_matches('/').to_owned();
    config.base_url = format!("{}/{}{path}", node.url(), preset.id);
    config.cost.points = Points(UNIT);
    (config.limit.rps, config.limit.burst, config.limit.per_minute) = (1000, 1000, None);
    // The first failure counts and opens the breaker.
    (config.retry.max, config.breaker.failures, config.breaker.rate) = (0, 1, 1);
    if let Some(poll) = &mut config.poll {
        poll.every_s = 1;
    }
    let host = node.url().strip_prefix("http://").unwrap().to_owned();
    let outbound = Outbound::new(&Guard::new([host])).unwrap();
    Channel::new(config, outbound).unwrap_or_else(|faults| panic!("{}: {faults:?}", preset.id))
}

/// The values in the rows of numbers that any preset needs.
fn inputs(rows: usize) -> Inputs {
    let mut inputs = Inputs::new(["since".to_owned()]);
    (0..rows).for_each(|_| inputs.push(vec!["2024-03-01".to_owned()]));
    inputs
}

/// What a channel needs, with an address for deliveries. New ones for every channel: they remember its pauses.
struct TestServices {
    local: Arc<LocalServices>,
    receiving: JoinHandle<()>,
}

impl Drop for TestServices {
    fn drop(&mut self) {
        self.receiving.abort();
    }
}

async fn services(config: &ChannelConfig) -> TestServices {
    let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
    let base = format!("http://{}", listener.local_addr().unwrap());
    let local = Arc::new(LocalServices::new(Arc::new(SystemClock), Arc::new(SystemEntropy), Some(base)));
    let state = (local.clone(), config.clone());
    let router = Router::new().fallback(delivered).with_state(state);
    let receiving = tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
    TestServices { local, receiving }
}

/// Accepts what the simulator delivers.
async fn delivered(
    State((services, config)): State<(Arc<LocalServices>, ChannelConfig)>,
    request: Request,
) -> StatusCode {
    let (head, body) = request.into_parts();
    let body = to_bytes(body, 1 << 20).await.unwrap();
    let path: Vec<String> = head.uri.path().split('/').skip(2).map(str::to_owned).collect();
    let request = CallbackRequest {
        method: &head.method,
        path: &path,
        query: head.uri.query().unwrap_or_default(),
        headers: &head.headers,
        body: &body,
    };
    let Ok(delivery) = verify_callback(&config, &request, SystemClock.now()) else {
        return StatusCode::FORBIDDEN;
    };
    let body = delivery.body.unwrap_or_else(|| body.to_vec());
    let callbacks = services.local_callbacks();
    if config.callback.as_ref().unwrap().has_parts() {
        callbacks.deliver_part(&config.name, &delivery.job, body);
    } else {
        callbacks.deliver(&config.name, &delivery.job, body);
    }
    StatusCode::OK
}

#[test]
fn every_file_is_embedded_and_valid() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../presets");
    let mut files = BTreeSet::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let preset = Preset::parse(&std::fs::read_to_string(&path).unwrap());
        let preset = preset.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        assert_eq!(path.file_stem().unwrap().to_str(), Some(preset.id.as_str()));
        files.insert(preset.id);
    }
    let embedded: BTreeSet<String> = all().iter().map(|preset| preset.id.clone()).collect();
    assert_eq!(embedded, files);
    assert_eq!(all().len(), SOURCES.len());
}

#[test]
fn every_channel_is_valid_and_shows_no_secret() {
    for preset in all() {
        let mut config = config(preset);
        assert_eq!(config.validate(), [], "{}", preset.id);
        let shown =
            config.to_yaml().unwrap() + &serde_json::to_string(&preset.texts(Lang::En, false)).unwrap();
        for input in preset.inputs.iter().filter(|input| input.kind == InputKind::Secret) {
            assert!(!shown.contains(&input.example), "{}: {}", preset.id, input.key);
        }
        let secrets = config.take_secrets();
        assert!(!secrets.is_empty() && shown.contains(MASK), "{}", preset.id);
        assert!(config.base_url.starts_with("https://"), "{}", preset.id);
    }
}

#[test]
fn inputs_are_checked() {
    let preset = find("infobip-hlr").unwrap();
    let with = |key: &str, value: &str| {
        let mut choice = choice(preset);
        choice.inputs.insert(key.to_owned(), value.to_owned());
        preset.channel(&choice)
    };
    let fault = |field: &str, problem| Err(vec![InputFault { field: field.to_owned(), problem }]);
    assert_eq!(with("host", ""), fault("host", InputProblem::Missing));
    for host in
        ["https://a.example", "a.example/path", "a.example?x", "user@a.example", "localhost", "a..b", "a.b:1"]
    {
        assert_eq!(with("host", host), fault("host", InputProblem::WrongForm), "{host}");
    }
    assert_eq!(with("other", "x"), fault("other", InputProblem::Unknown));
    assert_eq!(with("host", " b.api.infobip.com ").unwrap().base_url, "https://b.api.infobip.com");
    // An input is inserted as it is, and never looked at again.
    assert_eq!(with("api_key", "${host}{{ job }}").unwrap().validate(), []);
    let some = Choice { projects: vec!["ported".to_owned()], ..choice(preset) };
    assert_eq!(preset.channel(&some).unwrap().checks, ["ported"]);
    let unknown = Choice { projects: vec!["whatsapp".to_owned()], ..choice(preset) };
    assert_eq!(preset.channel(&unknown), fault("projects", InputProblem::Unknown));
}

/// A text that two languages share was left untranslated, unless it is a name that the provider does not translate.
#[test]
fn texts_are_in_the_language_that_is_asked_for() {
    const NAMES: [&str; 3] = ["Auth ID", "Auth token", "IAM"];
    let texts = |preset: &'static Preset, lang| {
        let shown = preset.texts(lang, false);
        let mut texts = vec![shown.answers];
        texts.extend(shown.price.note);
        texts.extend(shown.notes);
        texts.extend(shown.inputs.iter().flat_map(|input| [Some(input.label), input.hint]).flatten());
        texts.extend(shown.facts.iter().map(|fact| fact.about));
        texts
    };
    for preset in all() {
        for (at, first) in Lang::ALL.into_iter().enumerate() {
            for second in &Lang::ALL[at + 1..] {
                for (one, other) in texts(preset, first).into_iter().zip(texts(preset, *second)) {
                    assert!(one != other || NAMES.contains(&one), "{}: {one}", preset.id);
                }
            }
        }
    }
    assert_eq!(find("telnyx-lookup").unwrap().texts(Lang::Zh, false).inputs[0].label, "API 密钥");
}

#[test]
fn faulty_presets_are_refused() {
    let source = SOURCES.iter().find(|text| text.starts_with("id: telnyx-lookup")).unwrap();
    for (from, to) in [
        ("id: telnyx-lookup", "id: Telnyx"),
        ("version: 1", "version: 0"),
        ("confidence: documented\nprice", "confidence: unverified\nprice"),
        ("site: https:", "site: http:"),
        ("version: 1", "version: 1\nsunset: soon"),
        ("version: 1", "version: 1\nextra: 1"),
        ("\n  ja: ", "\n  fr: "),
        ("ja: API キー", "ja: \" \""),
        ("\"${api_key}\"", "\"${other}\""),
        ("\"${api_key}\"", "fixed"),
        ("query: {type: carrier}}", "query: {type: carrier, key: \"${api_key}\"}}"),
        ("kind: secret", "kind: text"),
        ("  base_url:", "  name: x\n  base_url:"),
        ("expect: {status: mobile,", "expect: {status: mobile, unknown: passed_on,"),
        ("expect: {project: ported, status: not_ported}", "expect: {unknown: no_answer}"),
    ] {
        assert!(source.contains(from), "{from}");
        assert!(Preset::parse(&source.replacen(from, to, 1)).is_err(), "{to}");
    }
}

#[tokio::test]
async fn every_example_means_what_it_should() {
    let node = ReplayNode::start(SOURCES.iter().copied(), Credentials::Examples).await.unwrap();
    for preset in all() {
        for example in &preset.examples {
            node.force(&preset.id, &example.name);
            let channel = channel(preset, &node);
            let services = services(channel.config()).await;
            let project = example.expect.project.clone().unwrap_or_else(|| preset.projects()[0].clone());
            let result = channel.check_rows(&[NUMBER], &inputs(1), &project, &*services.local).await;
            let place = format!("{}, {}: {:?}", preset.id, example.name, result.answers);
            assert_eq!(node.take_wrong(), Vec::<String>::new(), "{place}");
            compare(example, &result, &place);
            if example.expect.error.is_none() {
                let now = SystemClock.now();
                assert_eq!(channel.breaker(now), BreakerState::Closed, "{place}");
                assert!(channel.usable(now).is_ok(), "{place}");
            }
        }
    }
}

fn compare(example: &Example, result: &CheckResult, place: &str) {
    let expect = &example.expect;
    match (&result.answers, expect.error) {
        (Err(CheckError::Throttled { .. }), Some(Failure::Throttled))
        | (Err(CheckError::Failed { .. }), Some(Failure::Failed))
        | (Err(CheckError::Disabled { .. }), Some(Failure::Disabled)) => return,
        (Ok(answers), None) => match &answers[0].outcome {
            Outcome::Definite { status, fields } => {
                assert_eq!(Some(&**status), expect.status.as_deref(), "{place}");
                let found: BTreeMap<String, String> = fields.to_map();
                for (name, value) in &expect.fields {
                    assert_eq!(found.get(name), Some(value), "{name} of {place}");
                }
            }
            Outcome::Unknown { reason } => {
                assert_eq!(Some(reason.code()), expect.unknown.as_deref(), "{place}");
            }
        },
        _ => panic!("{place}"),
    }
    // In thousandths of a unit, so that a unit of 1,000 makes whole points.
    let units = expect.cost.as_deref().unwrap_or("1");
    let (whole, fraction) = units.split_once('.').unwrap_or((units, ""));
    let units: i64 = format!("{whole}{fraction:0<3}").parse().unwrap();
    assert_eq!(result.usage.spend, Points(units * UNIT / 1000), "cost of {place}");
}

/// A mixed list through every preset: every number gets an answer, and no error of a number stops the channel.
#[tokio::test]
async fn errors_of_numbers_never_stop_a_channel() {
    let node = ReplayNode::start(SOURCES.iter().copied(), Credentials::Examples).await.unwrap();
    for preset in all() {
        let channel = channel(preset, &node);
        let services = services(channel.config()).await;
        let size = usize::try_from(channel.config().batch.max).unwrap().min(30);
        // Every job takes a second.
        let count = if channel.config().mode == Mode::Poll && size == 1 { 8 } else { 30 };
        let numbers: Vec<u64> = (0..count).map(|at| NUMBER + at * 7).collect();
        let mut statuses = BTreeSet::new();
        for batch in numbers.chunks(size) {
            let project = &preset.projects()[0];
            let answers =
                channel.check_rows(batch, &inputs(batch.len()), project, &*services.local).await.answers;
            let answers = answers.unwrap_or_else(|error| panic!("{}: {error}", preset.id));
            assert_eq!(
                answers.iter().map(|answer| answer.number).collect::<Vec<_>>(),
                batch,
                "{}",
                preset.id
            );
            for answer in answers {
                if let Outcome::Definite { status, .. } = answer.outcome {
                    statuses.insert(status.to_string());
                }
            }
        }
        assert_eq!(channel.breaker(SystemClock.now()), BreakerState::Closed, "{}", preset.id);
        assert!(!statuses.is_empty(), "{}", preset.id);
        assert_eq!(node.take_wrong(), Vec::<String>::new());
    }
}

/// The demo replays presets for whatever account somebody types. One number at a time meets every kind of example.
#[tokio::test]
async fn any_account_is_answered_in_the_demo() {
    let node = ReplayNode::start(SOURCES.iter().copied(), Credentials::Any).await.unwrap();
    for preset in all() {
        let mut choice = choice(preset);
        let typed =
            preset.inputs.iter().filter(|input| !matches!(input.kind, InputKind::Host | InputKind::Choice));
        for input in typed {
            choice.inputs.insert(input.key.clone(), format!("{}1", input.example));
        }
        let config = preset.channel(&choice).unwrap_or_else(|faults| panic!("{}: {faults:?}", preset.id));
        let channel = channel_to(config, preset, &node);
        let services = services(channel.config()).await;
        for number in NUMBER..NUMBER + 4 {
            let project = &preset.projects()[0];
            let result = channel.check_rows(&[number], &inputs(1), project, &*services.local).await;
            result.answers.unwrap_or_else(|error| panic!("{}, {number}: {error}", preset.id));
        }
        assert_eq!(node.take_wrong(), Vec::<String>::new());
    }
}
