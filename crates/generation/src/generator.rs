//! The number generator: figures, previews and runs.

use std::collections::HashMap;
use std::sync::Arc;

use numplan::PhoneNumber;
use numplan::space::Space;
use numsift_intake::NumberSet;
use numsift_model::audit::AuditEntry;
use numsift_model::clock::{Clock, Entropy, Timestamp};
use numsift_model::generation::{
    DrawOrder, Earlier, GenerationState, NewRun, NumberStyle, Run, RunPage, Segment, SpaceSpec, Stretch,
};
use numsift_model::id::{ListId, RunId, TrackId, Uid};
use numsift_model::limits::{GENERATION_ACCOUNT, GENERATION_WAITING, GENERATION_WORKERS};
use numsift_store::{Scope, Store, StoreError, Tx};
use numsift_turns::{Shares, Turns, Work};
use quick_cache::sync::Cache;

use crate::effort::{self, Effort};
use crate::exceptions::{Exceptions, number, read_spared, write_spared};
use crate::plan::{Drawn, Plan, PlanOptions, PlanRequest, Planned, plan, spared_before, taken_by};
use crate::used::{Tally, update};
use crate::{GenerationError, MOST_NUMBERS, MOST_SEGMENTS, OpenRun, PREVIEW, SpecFault, normal, space_of};

/// How often a run is planned before it fails because other runs of the account overtake it.
pub const MAX_ATTEMPTS: usize = 5;
/// Size of the cache of counts.
const MAX_TALLIES: usize = 4096;

/// The number generator. Cheap to clone.
#[derive(Clone)]
pub struct Generator {
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    entropy: Arc<dyn Entropy>,
    /// Counts by account and fingerprint of the set.
    tallies: Arc<Cache<(Uid, u64), Tally>>,
    /// Whose computation runs next.
    turns: Turns,
}

/// A segment of a requested run.
#[derive(Debug, Clone)]
pub struct WantedSegment {
    pub spec: SpaceSpec,
    pub count: u64,
}

/// A list whose numbers a run must not contain.
#[derive(Debug, Clone)]
pub struct WithoutList {
    pub list: ListId,
    pub numbers: Arc<NumberSet>,
}

/// A requested run.
#[derive(Debug, Clone)]
pub struct Wanted {
    pub page: RunPage,
    pub segments: Vec<WantedSegment>,
    pub order: DrawOrder,
    /// How numbers of earlier runs are treated.
    pub earlier: Earlier,
    pub style: NumberStyle,
    pub without: Option<WithoutList>,
}

/// A run that is planned and not stored yet.
pub struct PlannedRun {
    uid: Uid,
    wanted: Wanted,
    plan: Plan,
    /// The version of the account's tracks that the plan is for.
    version: i64,
    spared_so_far: Vec<u8>,
}

/// Figures of a set of numbers, for one account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Figures {
    pub size: u64,
    /// Number of members that the account has received.
    pub used: u64,
    /// Number of the other members that are on the excluded list.
    pub listed: u64,
    /// Number of members that the next run can take.
    pub available: u64,
    /// A few members.
    pub examples: Vec<PhoneNumber>,
}

impl Figures {
    /// Number of members that the account has not received and that are not on the list.
    pub fn left(&self) -> u64 {
        self.size - self.used - self.listed
    }
}

impl Generator {
    pub fn new(store: Arc<dyn Store>, clock: Arc<dyn Clock>, entropy: Arc<dyn Entropy>) -> Self {
        let tallies = Arc::new(Cache::new(MAX_TALLIES));
        let turns = Turns::new(Shares {
            process: GENERATION_WORKERS,
            account: GENERATION_ACCOUNT,
            waiting: GENERATION_WAITING,
        });
        Self { store, clock, entropy, tallies, turns }
    }

    /// Exact figures of sets of numbers for one account, or what is wrong with a description.
    pub async fn figures(
        &self,
        uid: Uid,
        specs: Vec<SpaceSpec>,
        order: DrawOrder,
        earlier: Earlier,
        without: Option<WithoutList>,
    ) -> Result<Vec<Result<Figures, SpecFault>>, GenerationError> {
        if !(1..=MOST_SEGMENTS).contains(&specs.len()) {
            return Err(GenerationError::Segments);
        }
        let state = self.store.read().await?.generation_state(uid).await?;
        let generator = self.clone();
        self.compute(uid, move |effort| {
            let spared = read_spared(state.as_ref().map(|state| &state.spared[..]).unwrap_or_default())?;
            let tracks = state.map(|state| drawn(&state, effort)).transpose()?.unwrap_or_default();
            let list = without.as_ref().map(|without| &*without.numbers);
            let options = PlanOptions { order, earlier, list };
            let mut all = Vec::with_capacity(specs.len());
            for spec in &specs {
                all.push(match space_of(spec) {
                    Ok(space) => Ok(generator.figures_of(uid, &space, &tracks, &spared, &options, effort)?),
                    Err(fault) => Err(fault),
                });
            }
            Ok(all)
        })
        .await
    }

    fn figures_of(
        &self,
        uid: Uid,
        space: &Space,
        tracks: &[Drawn],
        spared: &NumberSet,
        options: &PlanOptions<'_>,
        effort: &mut Effort<'_>,
    ) -> Result<Figures, GenerationError> {
        let fingerprint = space.fingerprint();
        let known = self.tallies.get(&(uid, fingerprint));
        let tally = update(known.unwrap_or_default(), space, tracks, effort)?;
        let passed = tally.used;
        self.tallies.insert((uid, fingerprint), tally);
        let size = space.count();
        let here = spared_before(tracks, spared, effort)?;
        let here = here.iter().filter(|(_, number)| space.contains(number)).count();
        let used = passed - here as u64;
        let taken = taken_by(&tracks.iter().collect::<Vec<_>>());
        let last = tracks.iter().rfind(|t| t.of.fingerprint == fingerprint && t.of.order == options.order);
        let ahead = |number: &PhoneNumber| {
            last.is_none_or(|last| last.sequence().position(number).is_some_and(|at| at >= last.of.drawn))
        };
        // Numbers of the list in this set; those that the account has not received; those still ahead.
        let (mut all, mut listed, mut met) = (0, 0, 0);
        let known = |digits| Some((digits, number(digits)?));
        let per_number = 2 + tracks.len() as u64;
        for (digits, number) in options.list.into_iter().flat_map(NumberSet::iter).filter_map(known) {
            effort.spend(per_number)?;
            if space.contains(&number) {
                all += 1;
                listed += u64::from(!taken(&number) || spared.contains(digits));
                met += u64::from(ahead(&number));
            }
        }
        let available = match options.earlier {
            Earlier::Exclude => size - used - listed,
            Earlier::Continue => size - last.map_or(0, |track| track.of.drawn) - met,
            Earlier::Repeat => size - all,
        };
        let examples = space.draw(fingerprint).take(3).collect();
        Ok(Figures { size, used, listed, available, examples })
    }

    /// The first numbers of a run with the index of their segment, without making the run. The segments share
    /// the preview.
    pub async fn preview(
        &self,
        uid: Uid,
        mut wanted: Wanted,
    ) -> Result<Vec<(usize, PhoneNumber)>, GenerationError> {
        check(&wanted)?;
        let share = (PREVIEW / wanted.segments.len() as u64).max(1);
        for segment in &mut wanted.segments {
            segment.count = segment.count.min(share);
        }
        let state = self.state(uid).await?;
        let now = self.clock.now();
        self.compute(uid, move |effort| {
            let (state, run, exceptions) = as_stored(uid, &wanted, &state, now, effort)?;
            Ok(OpenRun::open(run, &state, exceptions)?.numbers().collect())
        })
        .await
    }

    /// Makes a run and adds it to the audit log.
    pub async fn generate(
        &self,
        uid: Uid,
        wanted: Wanted,
        audit: impl Fn(&Run) -> AuditEntry,
    ) -> Result<Run, GenerationError> {
        for _ in 0..MAX_ATTEMPTS {
            let planned = self.plan(uid, &wanted).await?;
            let mut tx = self.store.begin().await?;
            let Some(run) = self.add(&mut *tx, &planned).await? else { continue };
            tx.audit(&audit(&run)).await?;
            tx.save().await?;
            return Ok(run);
        }
        Err(GenerationError::Busy)
    }

    /// Plans a run outside of a transaction, so that a long run blocks no one.
    pub async fn plan(&self, uid: Uid, wanted: &Wanted) -> Result<PlannedRun, GenerationError> {
        check(wanted)?;
        let state = self.state(uid).await?;
        let (version, spared_so_far) = (state.version, state.spared.clone());
        let asked = wanted.clone();
        let plan = self.compute(uid, move |effort| planned(&asked, &state, effort)).await?;
        for (segment, (plan, asked)) in plan.segments.iter().zip(&wanted.segments).enumerate() {
            if plan.count < asked.count {
                return Err(GenerationError::TooFew { segment, left: plan.count });
            }
        }
        Ok(PlannedRun { uid, wanted: wanted.clone(), plan, version, spared_so_far })
    }

    /// Stores a planned run. `None` if another run of the account has overtaken it: plan it again.
    pub async fn add(&self, tx: &mut dyn Tx, planned: &PlannedRun) -> Result<Option<Run>, GenerationError> {
        let PlannedRun { uid, wanted, plan, version, spared_so_far } = planned;
        if !tx.claim_generation(*uid, *version).await? {
            return Ok(None);
        }
        let now = self.clock.now();
        let days = tx.settings().await?.retention_days;
        let mut ids = Vec::with_capacity(plan.tracks.len());
        for track in &plan.tracks {
            ids.push(match track.id {
                Some(id) => {
                    tx.move_track(*uid, id, track.of.drawn).await?;
                    id
                }
                None => tx.add_track(*uid, &track.of).await?,
            });
        }
        let of = new_run(*uid, wanted, plan, &ids, now, now.plus(days * 86_400));
        let run = Run { id: tx.create_run(&of, &plan.exceptions.to_bytes()).await?, of };
        let spared = write_spared(&plan.spared);
        if spared != *spared_so_far {
            tx.put_spared(*uid, &spared).await?;
        }
        Ok(Some(run))
    }

    /// Opens a stored run to compute its numbers.
    pub async fn open(&self, scope: Scope, id: RunId) -> Result<OpenRun, GenerationError> {
        let mut tx = self.store.read().await?;
        let run = tx.run(scope, id, self.clock.now()).await?.ok_or(GenerationError::NotFound)?;
        let state = tx.generation_state(run.of.uid).await?.ok_or(GenerationError::NotFound)?;
        let exceptions = tx.run_exceptions(id).await?;
        drop(tx);
        let uid = run.of.uid;
        self.compute(uid, move |_| OpenRun::open(run, &state, Exceptions::from_bytes(&exceptions)?)).await
    }

    /// Deletes expired runs.
    pub async fn sweep(&self) -> Result<u64, StoreError> {
        let mut tx = self.store.begin().await?;
        let swept = tx.sweep_runs(self.clock.now()).await?;
        tx.save().await?;
        Ok(swept)
    }

    /// The tracks of the account. The first call creates the key of the account.
    async fn state(&self, uid: Uid) -> Result<GenerationState, GenerationError> {
        if let Some(state) = self.store.read().await?.generation_state(uid).await? {
            return Ok(state);
        }
        let mut key = [0; 32];
        self.entropy.fill(&mut key).map_err(|error| GenerationError::Machine(error.to_string()))?;
        let mut tx = self.store.begin().await?;
        tx.begin_generation(uid, &key).await?;
        let state = tx.generation_state(uid).await?;
        tx.save().await?;
        state.ok_or(GenerationError::NotFound)
    }

    /// Runs a computation on a blocking thread when it is the account's turn.
    async fn compute<T: Send + 'static>(
        &self,
        uid: Uid,
        compute: impl FnOnce(&mut Effort<'_>) -> Result<T, GenerationError> + Send + 'static,
    ) -> Result<T, GenerationError> {
        self.turns.run(uid, move |work| compute(&mut Effort::new(work))).await?
    }

    /// Work on the current thread, which must be allowed to block: computing the numbers of a run.
    pub fn work_here(&self, uid: Uid) -> Result<Work, GenerationError> {
        Ok(self.turns.work_here(uid)?)
    }
}

fn check(wanted: &Wanted) -> Result<(), GenerationError> {
    if !(1..=MOST_SEGMENTS).contains(&wanted.segments.len()) {
        return Err(GenerationError::Segments);
    }
    let mut sum = 0;
    for (segment, asked) in wanted.segments.iter().enumerate() {
        sum = asked.count.saturating_add(sum);
        if asked.count == 0 || sum > MOST_NUMBERS {
            return Err(GenerationError::Count { segment });
        }
    }
    Ok(())
}

/// The tracks whose numbers can be computed. Tracks whose set changed with the numbering plan are dropped.
fn drawn(state: &GenerationState, effort: &mut Effort<'_>) -> Result<Vec<Drawn>, GenerationError> {
    let mut spaces: HashMap<u64, Arc<Space>> = HashMap::new();
    let one = |track: &numsift_model::generation::Track| {
        let space = match spaces.get(&track.of.fingerprint) {
            Some(space) => space.clone(),
            None => Arc::new(space_of(&track.of.spec).ok()?),
        };
        let same = space.fingerprint() == track.of.fingerprint;
        spaces.insert(space.fingerprint(), space.clone());
        same.then(|| Drawn { id: Some(track.id), of: track.of.clone(), space })
    };
    effort.spend((state.tracks.len() as u64).saturating_mul(effort::SET))?;
    Ok(state.tracks.iter().filter_map(one).collect())
}

fn planned(
    wanted: &Wanted,
    state: &GenerationState,
    effort: &mut Effort<'_>,
) -> Result<Plan, GenerationError> {
    let request = |(segment, asked): (usize, &WantedSegment)| {
        let space = space_of(&asked.spec).map_err(|fault| GenerationError::Spec { segment, fault })?;
        if space.count() == 0 {
            return Err(GenerationError::TooFew { segment, left: 0 });
        }
        Ok(PlanRequest { spec: normal(&asked.spec), space: Arc::new(space), count: asked.count })
    };
    let requests = wanted.segments.iter().enumerate().map(request).collect::<Result<Vec<_>, _>>()?;
    let list = wanted.without.as_ref().map(|without| &*without.numbers);
    let options = PlanOptions { order: wanted.order, earlier: wanted.earlier, list };
    let tracks = drawn(state, effort)?;
    plan(&state.key, tracks, &read_spared(&state.spared)?, &requests, &options, effort)
}

fn new_run(
    uid: Uid,
    wanted: &Wanted,
    planned: &Plan,
    ids: &[TrackId],
    created_at: Timestamp,
    expires_at: Timestamp,
) -> NewRun {
    let stretch = |of: &Planned| Stretch { track: ids[of.track], from: of.from, until: of.until };
    let segments = planned.segments.iter().map(|segment| Segment {
        spec: segment.spec.clone(),
        stretch: stretch(&segment.stretch),
        without: segment.without.iter().map(stretch).collect(),
        count: segment.count,
    });
    NewRun {
        uid,
        page: wanted.page,
        order: wanted.order,
        earlier: wanted.earlier,
        style: wanted.style,
        without_list: wanted.without.as_ref().map(|without| without.list),
        segments: segments.collect(),
        created_at,
        expires_at,
    }
}

/// The tracks, the run and its exceptions as they would be stored.
fn as_stored(
    uid: Uid,
    wanted: &Wanted,
    state: &GenerationState,
    now: Timestamp,
    effort: &mut Effort<'_>,
) -> Result<(GenerationState, Run, Exceptions), GenerationError> {
    let planned = planned(wanted, state, effort)?;
    let ids: Vec<TrackId> =
        (1..).zip(&planned.tracks).map(|(new, track)| track.id.unwrap_or(TrackId(-new))).collect();
    let of = new_run(uid, wanted, &planned, &ids, now, now);
    let tracks = ids.iter().zip(planned.tracks);
    let tracks = tracks.map(|(id, track)| numsift_model::generation::Track { id: *id, of: track.of });
    let state = GenerationState { tracks: tracks.collect(), ..state.clone() };
    Ok((state, Run { id: RunId(0), of }, planned.exceptions))
}
