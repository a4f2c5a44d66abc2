//! Starts lookups: rows, and a hold of the most that they can cost.

use std::collections::BTreeMap;
use std::slice;
use std::sync::Arc;

use futures_util::FutureExt as _;
use numsift_ledger::{By, LedgerError, Reserve, announce, reserve};
use numsift_model::account::Account;
use numsift_model::api_key::OnceClaim;
use numsift_model::audit::AuditEntry;
use numsift_model::clock::Timestamp;
use numsift_model::id::{ApiKeyId, LookupId, Uid};
use numsift_model::limits::LOOKUP_NUMBERS;
use numsift_model::lookup::NewLookup;
use numsift_model::money::Points;
use numsift_model::rule::Rule;
use numsift_model::settings::Settings;
use numsift_model::task::Check;
use numsift_store::{StoreError, Tx};
use serde_json::{Value, json};

use super::answer::is_reused;
use super::settle::store_answers;
use super::{AskLookups, AskedNumber, BegunTx, LEASE_S, Lookups, Number, ReusableAnswers, StartedLookups};
use crate::channels::{ChannelList, can_answer};
use crate::tasks::check_of;
use crate::{Result, ScreeningError};

/// How many numbers a lookup has.
const NUMBERS: Rule = Rule::Entries { least: 1, most: LOOKUP_NUMBERS };

/// Lookups to be started.
pub struct NewLookups {
    /// The person who acts for the account.
    pub actor: Uid,
    pub account: Account,
    /// 1 to [`LOOKUP_NUMBERS`] different numbers.
    pub numbers: Vec<AskedNumber>,
    /// At least one.
    pub projects: Vec<String>,
    /// The API key that was used, with its name; `None` in the console.
    pub key: Option<(ApiKeyId, String)>,
    pub request_id: String,
    pub reusable: Arc<ReusableAnswers>,
    /// The request, if it can be repeated. It is linked to its lookups.
    pub claim: Option<OnceClaim>,
    /// The entry of the audit log. Its detail is an object, which gets the first lookup.
    pub entry: AuditEntry,
}

/// The lookups of one request, while they are started.
struct Starting<'a> {
    account: &'a Account,
    numbers: &'a [AskedNumber],
    projects: &'a [String],
    key: Option<(ApiKeyId, &'a str)>,
    request_id: &'a str,
    reusable: Arc<ReusableAnswers>,
}

impl Lookups {
    /// Stores lookups and holds the most that they can cost. `actor` is the person who acts for the account. If earlier
    /// answers are enough, the lookups are over at once.
    pub async fn start(
        &self,
        tx: &mut dyn Tx,
        actor: Uid,
        account: &Account,
        ask: AskLookups<'_>,
        reusable: Arc<ReusableAnswers>,
    ) -> Result<StartedLookups> {
        let one = Starting {
            account,
            numbers: ask.numbers,
            projects: ask.projects,
            key: ask.key,
            request_id: ask.request_id,
            reusable,
        };
        let mut started = self.start_all(tx, actor, account.uid, &[one]).await?;
        started.pop().ok_or(ScreeningError::Wrong("numbers", NUMBERS))
    }

    /// Starts lookups together with others of the account that arrive at the same time, in one transaction. Returns `None` if
    /// they must not be started.
    pub async fn begin(&self, new: NewLookups) -> Result<Option<StartedLookups>> {
        let (lookups, key) = (self.clone(), (new.account.uid, new.actor));
        let store = move |tx: BegunTx, batch: Vec<NewLookups>| {
            let lookups = lookups.clone();
            async move { lookups.begin_batch(tx, &batch).await }.boxed()
        };
        let panicked = || Err(ScreeningError::Machine("the start of lookups panicked".to_owned()));
        self.batches.starting.add(key, new, self.begin_for(key.0), store).await.unwrap_or_else(panicked)
    }

    /// Starts the lookups of several requests in one transaction. If that fails, each request gets a transaction of its own,
    /// so that one that is refused does not affect the others.
    async fn begin_batch(&self, tx: BegunTx, batch: &[NewLookups]) -> Vec<Result<Option<StartedLookups>>> {
        match self.begin_together(tx, batch).await {
            Ok(Some(started)) => return started.into_iter().map(|started| Ok(Some(started))).collect(),
            result if batch.len() == 1 => {
                return vec![result.map(|started| started.and_then(|mut started| started.pop()))];
            }
            Err(error) if is_away(&error) => return batch.iter().map(|_| Err(away(&error))).collect(),
            Ok(None) => {}
            Err(error) => tracing::debug!(%error, "lookups are started one by one"),
        }
        let mut results = Vec::with_capacity(batch.len());
        for one in batch {
            let started = self.begin_together(self.store.begin().await, slice::from_ref(one)).await;
            results.push(started.map(|started| started.and_then(|mut started| started.pop())));
        }
        results
    }

    /// Starts the lookups of several requests of one account; `None` if those of one of them must not be started.
    async fn begin_together(&self, tx: BegunTx, batch: &[NewLookups]) -> Result<Option<Vec<StartedLookups>>> {
        let Some(first) = batch.first() else { return Ok(None) };
        let starting: Vec<_> = batch.iter().map(NewLookups::starting).collect();
        let mut tx = tx?;
        let started = self.start_all(&mut *tx, first.actor, first.account.uid, &starting).await?;
        let mut entries = Vec::with_capacity(batch.len());
        for (one, started) in batch.iter().zip(&started) {
            if let Some(claim) = &one.claim
                && !tx.begin_once(claim, started.first()).await?
            {
                return Ok(None);
            }
            entries.push(one.entry_of(started.first())?);
        }
        tx.audit_all(&entries).await?;
        tx.save().await?;
        Ok(Some(started))
    }

    /// Starts the lookups of several requests of one account. They share one hold.
    async fn start_all(
        &self,
        tx: &mut dyn Tx,
        actor: Uid,
        uid: Uid,
        all: &[Starting<'_>],
    ) -> Result<Vec<StartedLookups>> {
        let (now, settings) = (self.clock.now(), tx.settings().await?);
        let (lists, usable) = (Arc::new(tx.suppressing(uid).await?), self.channels.usable(tx).await?);
        let (mut known, mut new) = (BTreeMap::new(), Vec::with_capacity(all.len()));
        for one in all {
            let checks = checks_of(tx, one.projects, &usable, &mut known).await?;
            new.push(one.with_prices(checks, &settings, now)?);
        }
        let asked: Vec<_> = new.iter().map(|one| one.asked.clone()).collect();
        let ids = tx.add_lookups(&asked).await?;
        let hold = ids.first().and_then(|ids| ids.first()).copied();
        let hold = hold.ok_or(ScreeningError::Wrong("numbers", NUMBERS))?;
        let mut started: Vec<_> = (all.iter().zip(new).zip(ids))
            .map(|((one, Priced { checks, numbers, inputs, asked }), ids)| StartedLookups {
                uid,
                hold,
                ids,
                held: asked.iter().filter_map(|lookup| lookup.held).sum(),
                asked,
                username: one.account.username.clone(),
                key_name: one.key.map(|(_, name)| name.to_owned()),
                internal: one.account.internal,
                checks,
                numbers,
                inputs,
                reusable: one.reusable.clone(),
                lists: lists.clone(),
                usable: usable.clone(),
                at_once: None,
                created_at: now,
                commission_rate_bp: settings.commission_rate_bp,
                expires_at: now.plus(settings.retention_days * 86_400),
            })
            .collect();
        // Before the hold is opened: those who settle change the usage first, too.
        Self::answer_at_once(tx, uid, &mut started, now).await?;
        let amount = started.iter().map(|one| one.held).sum::<Points>();
        if amount > Points::ZERO {
            let by = By { actor: Some(actor), at: now };
            let posted = reserve(tx, by, Reserve { uid, task: hold.holder(), amount }).await?;
            announce(tx, &posted, uid, now).await?;
        }
        Ok(started)
    }

    /// Answers the lookups that cost nothing and need no provider.
    async fn answer_at_once(
        tx: &mut dyn Tx,
        uid: Uid,
        started: &mut [StartedLookups],
        now: Timestamp,
    ) -> Result<()> {
        let found: Vec<_> = (started.iter())
            .map(|one| (one.held == Points::ZERO).then(|| one.answers_at_once(now)).flatten())
            .collect();
        let over: Vec<_> = started.iter().zip(&found).filter(|(_, found)| found.is_some()).collect();
        let over: Vec<_> =
            over.into_iter().map(|(one, found)| (one, found.as_deref().unwrap_or_default(), now)).collect();
        let mut stored = store_answers(tx, uid, &over).await?.into_iter();
        for (one, _) in started.iter_mut().zip(found).filter(|(_, found)| found.is_some()) {
            one.at_once = stored.next().flatten();
        }
        Ok(())
    }
}

/// The lookups of a request, before they are stored.
struct Priced {
    checks: Vec<Check>,
    numbers: Vec<Number>,
    inputs: Vec<BTreeMap<String, String>>,
    asked: Vec<NewLookup>,
}

impl Starting<'_> {
    /// The lookups with the most that each can cost.
    fn with_prices(&self, checks: Vec<Check>, settings: &Settings, now: Timestamp) -> Result<Priced> {
        let numbers = self.numbers.iter().map(|number| Number::of(&number.info));
        let numbers =
            numbers.collect::<Option<Vec<_>>>().ok_or(ScreeningError::Wrong("numbers", Rule::Phone))?;
        if numbers.is_empty() || checks.is_empty() || numbers.len() > LOOKUP_NUMBERS {
            return Err(ScreeningError::Wrong("numbers", NUMBERS));
        }
        let internal = self.account.internal;
        let price = |number: &Number| -> Points {
            let asked = |(step, check): &(usize, &Check)| {
                check.covers(number.country) && !is_reused(check, number, self.reusable.of(*step), now)
            };
            let checks = checks.iter().enumerate().filter(asked);
            checks.map(|(_, check)| check.price_in(number.country)).sum()
        };
        let asked = (self.numbers.iter().zip(&numbers))
            .map(|(asked, number)| NewLookup {
                uid: self.account.uid,
                key: self.key.map(|(key, _)| key),
                request_id: self.request_id.to_owned(),
                sent: asked.sent.clone(),
                number: number.digits,
                projects: self.projects.to_vec(),
                held: Some(if internal { Points::ZERO } else { price(number) }),
                created_at: now,
                lease_until: now.plus(LEASE_S),
                expires_at: now.plus(settings.retention_days * 86_400),
            })
            .collect();
        let inputs = self.numbers.iter().map(|number| number.inputs.clone()).collect();
        Ok(Priced { checks, numbers, inputs, asked })
    }
}

/// The checks of projects. `known` has those that were read before.
async fn checks_of(
    tx: &mut dyn Tx,
    projects: &[String],
    usable: &ChannelList,
    known: &mut BTreeMap<String, Check>,
) -> Result<Vec<Check>> {
    let mut checks = Vec::with_capacity(projects.len());
    for slug in projects {
        if let Some(check) = known.get(slug) {
            checks.push(check.clone());
            continue;
        }
        let project = tx.project(slug).await?.ok_or(ScreeningError::Wrong("projects", Rule::Projects))?;
        if !can_answer(&project, usable) {
            return Err(ScreeningError::NotUsable(project.slug));
        }
        let check = check_of(&project, None);
        known.insert(slug.clone(), check.clone());
        checks.push(check);
    }
    Ok(checks)
}

impl NewLookups {
    fn starting(&self) -> Starting<'_> {
        Starting {
            account: &self.account,
            numbers: &self.numbers,
            projects: &self.projects,
            key: self.key.as_ref().map(|(key, name)| (*key, name.as_str())),
            request_id: &self.request_id,
            reusable: self.reusable.clone(),
        }
    }

    /// The entry of the audit log.
    fn entry_of(&self, first: LookupId) -> Result<AuditEntry> {
        let mut detail: Value = serde_json::from_str(&self.entry.detail).map_err(StoreError::corrupt)?;
        detail["lookup"] = json!(first);
        Ok(AuditEntry { detail: detail.to_string(), ..self.entry.clone() })
    }
}

/// Whether the database is away. Then it makes no sense to try again at once.
pub(super) fn is_away(error: &ScreeningError) -> bool {
    let (ScreeningError::Store(error) | ScreeningError::Ledger(LedgerError::Store(error))) = error else {
        return false;
    };
    matches!(error, StoreError::Unavailable(_))
}

/// The same error for another request of the batch.
pub(super) fn away(error: &ScreeningError) -> ScreeningError {
    ScreeningError::Store(StoreError::Unavailable(error.to_string().into()))
}
