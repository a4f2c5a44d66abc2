//! Finds the answers of lookups: from the number engine, from earlier answers, or from providers.

use futures_util::future::try_join_all;
use numsift_channel::{Inputs, Outcome};
use numsift_model::clock::Timestamp;
use numsift_model::lookup::{LookupAnswer, Source};
use numsift_model::money::Points;
use numsift_model::project::{Answerer, COUNTRY_NOT_COVERED, MISSING_INPUT, Project, SKIPPED, UNKNOWN};
use numsift_model::task::Check;
use numsift_model::test_number::TestAnswer;
use numsift_segments::{country_code, pack_country};
use serde_json::{Map, Value};
use tokio::time::Instant;

use super::{Lookups, Number, StartedLookups};
use crate::Result;
use crate::book::KnownAnswers;
use crate::lists::Suppression;
use crate::number_info::NumberInfo;
use crate::tasks::check_of;
use crate::work::Costs;

/// Reason of an unknown carrier.
const NO_CARRIER: &str = "no_carrier";

/// The answers of one check, one per number.
pub(super) type CheckAnswers = Vec<Found>;

/// An answer, and whether it can be reused.
pub(super) struct Found {
    pub answer: LookupAnswer,
    /// The answer is new and definite, so it can be reused later.
    pub new: bool,
}

impl Found {
    pub fn is_definite(&self) -> bool {
        ![UNKNOWN, SKIPPED].contains(&self.answer.status.as_str())
    }
}

impl Lookups {
    /// The answers of every check. All checks run at once.
    pub(super) async fn find_answers(
        &self,
        started: &StartedLookups,
        costs: &Costs,
        deadline: Instant,
    ) -> Result<Vec<CheckAnswers>> {
        let asks_providers = started.checks.iter().any(|check| check.answerer == Answerer::Channels);
        let suppression = match &started.reusable.suppression {
            Some(suppression) => suppression.clone(),
            None if asks_providers => self.suppression.of_lists(&started.lists).await?,
            None => Suppression::default(),
        };
        let checks = 0..started.checks.len();
        try_join_all(checks.map(|step| self.run_check(started, step, &suppression, costs, deadline))).await
    }

    async fn run_check(
        &self,
        started: &StartedLookups,
        step: usize,
        suppression: &Suppression,
        costs: &Costs,
        deadline: Instant,
    ) -> Result<CheckAnswers> {
        let (check, now) = (&started.checks[step], self.clock.now());
        let mut found = started.without_providers(step, suppression, now);
        let (mut to_ask, mut places) = (Vec::new(), Vec::new());
        let mut inputs = Inputs::new(check.inputs.iter().map(|input| input.name.clone()));
        for (place, number) in started.numbers.iter().enumerate() {
            if found[place].is_none() {
                inputs.push(started.inputs_of(check, place).unwrap_or_default());
                to_ask.push((number.digits, country_code(pack_country(number.country))));
                places.push(place);
            }
        }
        if !to_ask.is_empty() {
            let outcomes = {
                let asked = (to_ask.as_slice(), &inputs);
                self.providers.ask_until(check, asked, costs, &started.usable, deadline).await?
            };
            let answer = Answering { check, now: self.clock.now() };
            for (place, outcome) in places.into_iter().zip(outcomes) {
                let price = started.price(check, &started.numbers[place]);
                let mut one = answer.by_provider(outcome, price);
                if one.is_definite() {
                    started.add_inputs(check, place, &mut one.answer.fields);
                }
                found[place] = Some(one);
            }
        }
        let missing = || Answering { check, now }.free(UNKNOWN, "no_answer", Source::Channel);
        Ok(found.into_iter().map(|found| found.unwrap_or_else(missing)).collect())
    }
}

impl StartedLookups {
    fn price(&self, check: &Check, number: &Number) -> Points {
        if self.internal { Points::ZERO } else { check.price_in(number.country) }
    }

    /// The answers of a check that need no provider, by number.
    pub(super) fn without_providers(
        &self,
        step: usize,
        suppression: &Suppression,
        now: Timestamp,
    ) -> Vec<Option<Found>> {
        let check = &self.checks[step];
        let (answer, known) = (Answering { check, now }, self.reusable.of(step));
        let found = |(place, number): (usize, &Number)| {
            if !check.covers(number.country) {
                return Some(answer.free(SKIPPED, COUNTRY_NOT_COVERED, Source::Channel));
            }
            if check.answerer == Answerer::Channels {
                let missing = || answer.free(UNKNOWN, MISSING_INPUT, Source::Channel);
                let lacks_input = || self.inputs_of(check, place).is_none();
                let found = answer.without_asking(number, suppression, known);
                return found.or_else(|| lacks_input().then(missing));
            }
            let paid = known.is_some_and(|known| known.get(number.digits).is_some());
            Some(answer.by_engine(number, self.price(check, number), paid))
        };
        self.numbers.iter().enumerate().map(found).collect()
    }

    /// What a check needs besides a number; `None` if something is missing or cannot be read.
    fn inputs_of(&self, check: &Check, place: usize) -> Option<Vec<String>> {
        let given = self.inputs.get(place);
        check.inputs.iter().map(|input| input.read(given?.get(&input.name)?)).collect()
    }

    /// Adds what a check was given to the fields of its answer, which is true only for that.
    fn add_inputs(&self, check: &Check, place: usize, fields: &mut Map<String, Value>) {
        let values = self.inputs_of(check, place).unwrap_or_default();
        for (input, value) in check.inputs.iter().zip(values) {
            fields.entry(input.name.clone()).or_insert_with(|| value.into());
        }
    }
}

/// Whether an earlier answer makes the check of a number free of charge.
pub(super) fn is_reused(
    check: &Check,
    number: &Number,
    known: Option<&KnownAnswers>,
    now: Timestamp,
) -> bool {
    match check.answerer {
        Answerer::Channels => Answering { check, now }.known(number, known).is_some(),
        _ => known.is_some_and(|known| known.get(number.digits).is_some()),
    }
}

/// The fixed answer of a project for a test number.
pub fn of_test(project: &Project, info: &NumberInfo, test: TestAnswer, at: Timestamp) -> LookupAnswer {
    let check = check_of(project, None);
    let answering = Answering { check: &check, now: at };
    if check.answerer != Answerer::Channels {
        let number = Number { digits: 0, country: "", carrier: info.carrier() };
        return answering.by_engine(&number, Points::ZERO, false).answer;
    }
    match test.status(&check.statuses) {
        Some(status) => answering.definite(status.to_owned(), Source::Test, Map::new()),
        None => answering.free(UNKNOWN, test.as_str(), Source::Test).answer,
    }
}

/// Makes answers of one check.
struct Answering<'a> {
    check: &'a Check,
    now: Timestamp,
}

impl Answering<'_> {
    /// Whether the project has a status.
    fn knows(&self, status: &str) -> bool {
        self.check.statuses.iter().any(|known| known == status)
    }

    /// The fields of an answer; `None` if they cannot be read.
    fn fields_of(&self, json: &str) -> Option<Map<String, Value>> {
        if json.is_empty() {
            return Some(Map::new());
        }
        match serde_json::from_str(json) {
            Ok(fields) => Some(fields),
            Err(error) => {
                metrics::counter!("numsift_damaged_answers_total").increment(1);
                tracing::error!(project = self.check.project, %error, "the fields of an answer are damaged");
                None
            }
        }
    }

    fn free(&self, status: &str, reason: &str, source: Source) -> Found {
        let answer = LookupAnswer {
            project: self.check.project.clone(),
            status: status.to_owned(),
            hit: false,
            reason: reason.to_owned(),
            fields: Map::new(),
            source,
            at: self.now,
            charged: Points::ZERO,
        };
        Found { answer, new: false }
    }

    fn definite(&self, status: String, source: Source, fields: Map<String, Value>) -> LookupAnswer {
        LookupAnswer {
            project: self.check.project.clone(),
            hit: self.check.statuses.first() == Some(&status),
            status,
            reason: String::new(),
            fields,
            source,
            at: self.now,
            charged: Points::ZERO,
        }
    }

    /// The answer of the number engine. It is free if the account has paid for it before.
    fn by_engine(&self, number: &Number, price: Points, paid: bool) -> Found {
        let mut fields = Map::new();
        if self.check.answerer == Answerer::Carrier {
            match number.carrier {
                Some(carrier) => drop(fields.insert("carrier".to_owned(), carrier.into())),
                None => return self.free(UNKNOWN, NO_CARRIER, Source::Engine),
            }
        }
        let status = self.check.statuses.first().cloned().unwrap_or_default();
        let charged = if paid { Points::ZERO } else { price };
        let answer = LookupAnswer { charged, ..self.definite(status, Source::Engine, fields) };
        Found { answer, new: charged > Points::ZERO }
    }

    /// The answer for a number that no provider needs to be asked about.
    fn without_asking(
        &self,
        number: &Number,
        suppression: &Suppression,
        known: Option<&KnownAnswers>,
    ) -> Option<Found> {
        if suppression.contains(number.digits) {
            return Some(self.free(UNKNOWN, "suppressed", Source::Channel));
        }
        Some(Found { answer: self.known(number, known)?, new: false })
    }

    /// The earlier answer to a number, if it can be reused.
    fn known(&self, number: &Number, known: Option<&KnownAnswers>) -> Option<LookupAnswer> {
        // An answer that depends on more than the number does not answer for other inputs.
        if !self.check.inputs.is_empty() {
            return None;
        }
        // The project may have lost the status since; then the number is asked about again.
        let known = known?.get(number.digits).filter(|known| self.knows(known.status))?;
        // Damaged fields are not shown as if there were none; the number is asked about again.
        let fields = self.fields_of(known.fields)?;
        Some(LookupAnswer { at: known.at, ..self.definite(known.status.to_owned(), Source::Fresh, fields) })
    }

    /// The answer of a provider. A status that the project does not have counts as unknown.
    fn by_provider(&self, outcome: Option<Outcome>, price: Points) -> Found {
        match outcome {
            Some(Outcome::Definite { status, fields }) if self.knows(&status) => {
                let Some(fields) = self.fields_of(&fields.into_json()) else {
                    return self.free(UNKNOWN, "unmapped", Source::Channel);
                };
                let answer = LookupAnswer {
                    charged: price,
                    ..self.definite(status.to_string(), Source::Channel, fields)
                };
                Found { answer, new: true }
            }
            Some(Outcome::Definite { .. }) => self.free(UNKNOWN, "unmapped", Source::Channel),
            Some(Outcome::Unknown { reason }) => self.free(UNKNOWN, reason.code(), Source::Channel),
            None => self.free(UNKNOWN, "no_answer", Source::Channel),
        }
    }
}
