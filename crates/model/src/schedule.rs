//! Schedules: lists that are checked again at regular times.

use chrono::{Datelike as _, Months};
use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr, VariantArray};
use utoipa::ToSchema;

use crate::clock::Timestamp;
use crate::id::{ListId, ScheduleId, TaskId, Uid};
use crate::money::Points;
use crate::words::word_methods;

/// How often a list is checked again.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    ToSchema,
    EnumString,
    IntoStaticStr,
    VariantArray,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Every {
    Day,
    Week,
    /// On the same day of the month (UTC), or on the last one of a shorter month.
    Month,
}

impl Every {
    /// The first time after `now` that is one or more whole periods after `start`. Times that passed meanwhile are left
    /// out.
    pub fn next_after(self, start: Timestamp, now: Timestamp) -> Timestamp {
        let every_days = |days: i64| {
            let passed = now.since(start).div_euclid(days * 86_400);
            start.plus_days(days * (passed.max(0) + 1))
        };
        match self {
            Self::Day => every_days(1),
            Self::Week => every_days(7),
            Self::Month => next_month(start, now),
        }
    }
}

fn next_month(start: Timestamp, now: Timestamp) -> Timestamp {
    let (first, today) = (start.utc(), now.utc());
    let passed = (today.year() - first.year()) * 12 + i32::try_from(today.month()).unwrap_or(0)
        - i32::try_from(first.month()).unwrap_or(0);
    let passed = u32::try_from(passed).unwrap_or(0).max(1);
    let due = |months| first.checked_add_months(Months::new(months)).map(|due| Timestamp(due.timestamp()));
    // The day of this month may have passed. The calendar of the library ends in 262,142.
    [passed, passed + 1].into_iter().filter_map(due).find(|due| *due > now).unwrap_or(Timestamp(i64::MAX))
}

/// What became of a run when it was due.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    ToSchema,
    EnumString,
    IntoStaticStr,
    VariantArray,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum RunOutcome {
    Started,
    /// Skipped: the balance is too low.
    NoPoints,
    /// Skipped: it costs more than the owner allows.
    TooExpensive,
    /// Skipped: a limit of the account is reached.
    OverLimit,
    /// Skipped: a project cannot be used now.
    NotUsable,
    /// Skipped: the account may not start tasks.
    NotPermitted,
}

word_methods!(Every, RunOutcome);

/// A schedule to be stored.
#[derive(Debug, Clone)]
pub struct NewSchedule {
    pub uid: Uid,
    /// The task whose checks and options are used.
    pub task: TaskId,
    pub list: ListId,
    pub every: Every,
    /// A run that could cost more is skipped.
    pub max_price: Points,
    pub created_at: Timestamp,
}

#[derive(Debug, Clone)]
pub struct Schedule {
    pub id: ScheduleId,
    pub asked: NewSchedule,
    /// Name of the owner.
    pub username: String,
    /// Name of the task.
    pub name: String,
    pub list_name: String,
    /// When the next run is due.
    pub next_at: Timestamp,
    /// The newest task: the last run, or the task that the schedule was made from.
    pub last_task: TaskId,
    /// What became of the last run that was due.
    pub outcome: Option<RunOutcome>,
    /// When that was.
    pub ran_at: Option<Timestamp>,
    /// Number of runs that started.
    pub runs: i64,
}

/// A run that started.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ScheduledRun {
    pub schedule: ScheduleId,
    /// When it was due.
    pub due_at: Timestamp,
    pub task: TaskId,
    /// The task that its results are compared with.
    pub previous: TaskId,
}

#[cfg(test)]
mod tests {
    use super::{Every, Timestamp};

    fn time(text: &str) -> Timestamp {
        Timestamp::from_rfc3339(&format!("{text}T08:30:00Z")).unwrap()
    }

    #[test]
    fn the_next_time_is_a_whole_number_of_periods_after_the_start() {
        let start = time("2027-01-15");
        for (every, first) in
            [(Every::Day, "2027-01-16"), (Every::Week, "2027-01-22"), (Every::Month, "2027-02-15")]
        {
            assert_eq!(every.next_after(start, start), time(first), "{every:?}");
            assert_eq!(every.next_after(start, time(first).plus(-1)), time(first), "{every:?}");
            assert!(every.next_after(start, time(first)) > time(first), "{every:?}");
        }
        assert_eq!(
            Every::Week.next_after(start, time("2027-02-20")),
            time("2027-02-26"),
            "missed times are left out"
        );
        assert_eq!(Every::Month.next_after(start, time("2028-03-15")), time("2028-04-15"));
        assert_eq!(Every::Month.next_after(start, time("2028-03-14")), time("2028-03-15"));
    }

    #[test]
    fn short_months_run_on_their_last_day() {
        let start = time("2027-01-31");
        let mut now = start;
        let mut days = Vec::new();
        for _ in 0..4 {
            now = Every::Month.next_after(start, now);
            days.push(now.day());
        }
        assert_eq!(days, ["2027-02-28", "2027-03-31", "2027-04-30", "2027-05-31"]);
    }

    #[test]
    fn times_at_the_ends_of_the_calendar_do_not_overflow() {
        for every in Every::ALL {
            assert!(every.next_after(Timestamp(0), Timestamp(i64::MAX)).0 > 0, "{every:?}");
            assert!(every.next_after(Timestamp(i64::MAX), Timestamp(0)) >= Timestamp(0), "{every:?}");
        }
    }
}
