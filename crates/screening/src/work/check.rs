//! Runs one check on the numbers of a chunk, and decides which answers are charged.

use std::collections::{BTreeSet, HashMap};

use numsift_channel::{Inputs, Outcome};
use numsift_model::project::{Answerer, COUNTRY_NOT_COVERED, MISSING_INPUT};
use numsift_model::task::{Check, Condition};
use numsift_model::test_number::{TestAnswer, test_answer};
use numsift_segments::{
    CheckColumn, Kind, Numbers, REUSED, Results, SKIPPED, SUPPRESSED, Text, UNKNOWN, country_code,
    pack_country,
};

use super::chunk::ChunkRunner;
use super::claims::Attempt;
use crate::Result;
use crate::book::KnownAnswers;
use crate::tasks::TaskContext;

/// The first status of every project: the one that customers look for, counted as a hit.
pub(super) const HIT: u8 = SKIPPED + 1;

/// The answers of a check, row by row.
pub(super) struct CheckAnswers {
    pub column: CheckColumn,
    /// Whether the answer is charged if it is definite. Reused answers and test numbers are free.
    pub billable: Vec<bool>,
    /// Unknown answers that are due to failures of providers.
    pub failed: i64,
}

/// One answer.
struct Answer {
    status: u8,
    reason: &'static str,
    /// Fields of the answer, as JSON.
    detail: String,
    billable: bool,
    /// The providers failed to answer.
    failed: bool,
    /// When a reused answer was found; 0 for new answers.
    at: u64,
}

impl Answer {
    fn free(status: u8, reason: &'static str) -> Self {
        Self { status, reason, detail: String::new(), billable: false, failed: false, at: 0 }
    }
}

impl ChunkRunner {
    /// Runs one check of the plan. Conditions refer to the results of earlier steps.
    pub(super) async fn run_check(
        &self,
        context: &TaskContext,
        step: usize,
        results: &Results,
        attempt: &Attempt,
    ) -> Result<CheckAnswers> {
        let check = &context.task.asked.plan.checks[step];
        let mut selected = select_rows(context, check, results);
        let not_covered = deselect_not_covered(check, &results.numbers, &mut selected);
        let known = self.windows.of_chunk(context, step, attempt.chunk, &results.numbers).await?;
        let mut answers = match check.answerer {
            Answerer::Hygiene => by_engine(&results.numbers, &selected, |_| HIT),
            Answerer::Carrier => {
                let status = |row: usize| if results.carrier[row] == 0 { UNKNOWN } else { HIT };
                by_engine(&results.numbers, &selected, status)
            }
            Answerer::Channels => {
                self.by_channels(context, step, &results.numbers, &selected, &known, attempt).await?
            }
        };
        if check.answerer != Answerer::Channels {
            free_paid_answers(&known, &results.numbers, &mut answers);
        }
        if !not_covered.is_empty() {
            let reason = answers.column.intern_reason(COUNTRY_NOT_COVERED);
            for row in not_covered {
                answers.column.reason[row] = reason;
            }
        }
        let now = u64::try_from(self.clock.now().0).unwrap_or(0);
        for (at, status) in answers.column.at.iter_mut().zip(&answers.column.status) {
            if *at == 0 && *status != SKIPPED {
                *at = now;
            }
        }
        Ok(answers)
    }

    /// Answers the selected rows from test numbers and reusable answers, and asks providers about the rest.
    async fn by_channels(
        &self,
        context: &TaskContext,
        step: usize,
        numbers: &Numbers,
        selected: &[bool],
        known: &KnownAnswers,
        attempt: &Attempt,
    ) -> Result<CheckAnswers> {
        let check = &context.task.asked.plan.checks[step];
        let mut answers: Vec<Option<Answer>> = Vec::with_capacity(selected.len());
        let (mut to_ask, mut rows_to_ask) = (Vec::new(), Vec::new());
        let mut inputs = Inputs::new(check.inputs.iter().map(|input| input.name.clone()));
        let columns: Vec<Option<&Text>> = check
            .inputs
            .iter()
            .map(|input| numbers.carried.get(input.column_in(&context.layout.carried)?))
            .collect();
        for (row, number) in numbers.number.iter().enumerate() {
            let mut answer = if selected[row] { without_asking(context, step, known, *number) } else { None };
            if selected[row] && answer.is_none() {
                let cells = check.inputs.iter().zip(&columns);
                let values = cells.map(|(input, column)| input.read(column.as_ref()?.get(row)));
                match values.collect::<Option<Vec<String>>>() {
                    Some(values) => {
                        inputs.push(values);
                        to_ask.push((*number, country_code(numbers.country[row])));
                        rows_to_ask.push(row);
                    }
                    None => answer = Some(Answer::free(UNKNOWN, MISSING_INPUT)),
                }
            }
            answers.push(answer);
        }
        let outcomes = if to_ask.is_empty() {
            Vec::new()
        } else {
            self.providers.ask(check, &to_ask, &inputs, &attempt.costs, !context.task.asked.sample).await?
        };
        for (row, outcome) in rows_to_ask.into_iter().zip(outcomes) {
            answers[row] = Some(from_provider(context, step, outcome));
        }
        let mut column = CheckColumn::default();
        let mut billable = Vec::with_capacity(answers.len());
        let mut failed = 0;
        for answer in answers {
            let answer = answer.unwrap_or_else(|| Answer::free(SKIPPED, ""));
            column.push_at(answer.status, answer.reason, &answer.detail, answer.at);
            billable.push(answer.billable);
            failed += i64::from(answer.failed);
        }
        Ok(CheckAnswers { column, billable, failed })
    }
}

/// Answers of the number engine. Rows that are not selected are skipped.
fn by_engine(numbers: &Numbers, selected: &[bool], status: impl Fn(usize) -> u8) -> CheckAnswers {
    let mut column = CheckColumn::filled(selected.len(), SKIPPED);
    for row in (0..selected.len()).filter(|row| selected[*row]) {
        column.status[row] = status(row);
    }
    let billable = numbers.number.iter().map(|number| test_answer(*number).is_none()).collect();
    CheckAnswers { column, billable, failed: 0 }
}

/// Makes answers of the number engine free that the account has paid for within the freshness window.
fn free_paid_answers(paid: &KnownAnswers, numbers: &Numbers, answers: &mut CheckAnswers) {
    if paid.is_empty() {
        return;
    }
    let fresh = answers.column.intern_reason("fresh");
    for (row, number) in numbers.number.iter().enumerate() {
        if answers.billable[row] && answers.column.status[row] > SKIPPED && paid.get(*number).is_some() {
            answers.billable[row] = false;
            answers.column.reason[row] = fresh;
        }
    }
}

/// The answer for a number that no provider needs to be asked about.
fn without_asking(context: &TaskContext, step: usize, known: &KnownAnswers, number: u64) -> Option<Answer> {
    if context.suppression.contains(number) {
        return Some(Answer::free(SKIPPED, SUPPRESSED));
    }
    if let Some(test) = test_answer(number) {
        return Some(from_test(context, step, test));
    }
    let known = known.get(number)?;
    // The project may have lost the status since; then the number is asked about again.
    let status = context.layout.status(step, known.status)?;
    Some(Answer {
        status,
        reason: REUSED,
        detail: known.fields.to_owned(),
        billable: false,
        failed: false,
        at: u64::try_from(known.at.0).unwrap_or(0),
    })
}

/// The answer of a provider. A status that the project does not have counts as unknown.
fn from_provider(context: &TaskContext, step: usize, outcome: Option<Outcome>) -> Answer {
    match outcome {
        Some(Outcome::Definite { status, fields }) => match context.layout.status(step, &status) {
            Some(status) if status > SKIPPED => Answer {
                status,
                reason: "",
                detail: fields.into_json(),
                billable: true,
                failed: false,
                at: 0,
            },
            _ => Answer::free(UNKNOWN, "unmapped"),
        },
        Some(Outcome::Unknown { reason }) => {
            Answer { failed: reason.is_failure(), ..Answer::free(UNKNOWN, reason.code()) }
        }
        None => Answer::free(UNKNOWN, "no_answer"),
    }
}

/// The fixed answer of a test number.
fn from_test(context: &TaskContext, step: usize, test: TestAnswer) -> Answer {
    let statuses = &context.task.asked.plan.checks[step].statuses;
    match test.status(statuses).and_then(|status| context.layout.status(step, status)) {
        Some(status) => Answer::free(status, "test"),
        None => Answer::free(UNKNOWN, test.as_str()),
    }
}

/// The rows that meet the condition of a check; all when it has none.
fn select_rows(context: &TaskContext, check: &Check, results: &Results) -> Vec<bool> {
    let rows = results.numbers.len();
    let Some(condition) = &check.condition else { return vec![true; rows] };
    let Condition { step, statuses, kinds, countries } = condition;
    let kinds: BTreeSet<u8> = kinds.iter().filter_map(|name| Kind::from_name(name)).map(Kind::code).collect();
    let countries: BTreeSet<u16> = countries.iter().map(|code| pack_country(code)).collect();
    let earlier = step.and_then(|step| {
        let column = results.checks.get(step)?;
        let wanted: BTreeSet<u8> =
            statuses.iter().filter_map(|status| context.layout.status(step, status)).collect();
        Some((column, wanted))
    });
    let numbers = &results.numbers;
    (0..rows)
        .map(|row| {
            (kinds.is_empty() || kinds.contains(&numbers.kind[row]))
                && (countries.is_empty() || countries.contains(&numbers.country[row]))
                && earlier.as_ref().is_none_or(|(column, wanted)| wanted.contains(&column.status[row]))
        })
        .collect()
}

/// Deselects and returns the rows whose countries the project does not cover.
fn deselect_not_covered(check: &Check, numbers: &Numbers, selected: &mut [bool]) -> Vec<usize> {
    if check.countries.is_empty() {
        return Vec::new();
    }
    let mut covered: HashMap<u16, bool> = HashMap::new();
    let mut not_covered = Vec::new();
    for (row, selected) in selected.iter_mut().enumerate().filter(|(_, selected)| **selected) {
        let country = numbers.country[row];
        if !*covered.entry(country).or_insert_with(|| check.covers(&country_code(country))) {
            *selected = false;
            not_covered.push(row);
        }
    }
    not_covered
}
