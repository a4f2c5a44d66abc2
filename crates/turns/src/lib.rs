//! Runs long work beside short calls, on threads of low priority, and shares it fairly between accounts. A process works on
//! a few pieces of work at a time, an account on fewer, and the account that has waited longest gets the next turn. Long
//! work gives its turn to others every now and then, and stops when its caller has gone.

mod budget;
mod priority;
mod thread;

use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use numsift_model::id::Uid;
pub use priority::give_way;
use thiserror::Error;
#[cfg(feature = "simulation")]
pub use thread::inline;
pub use thread::{OffThread, in_background, long, off_thread, run_long, serve};
use tokio::sync::oneshot;

/// How long work may run while others wait.
const SLICE: Duration = Duration::from_millis(20);

/// Why work was not done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum NoTurn {
    /// Too many calls of the account wait already.
    #[error("too many calls of this account are waiting; try again when they have finished")]
    Busy,
    /// The caller has gone.
    #[error("the caller has gone")]
    Abandoned,
    /// The work panicked.
    #[error("the work ended unexpectedly")]
    Failed,
}

/// How many pieces of work run and wait.
#[derive(Debug, Clone, Copy)]
pub struct Shares {
    /// Of the whole process, at the same time.
    pub process: usize,
    /// Of one account, at the same time.
    pub account: usize,
    /// Of one account, that wait.
    pub waiting: usize,
}

/// The turns of one kind of work. Cheap to clone.
#[derive(Clone)]
pub struct Turns(Arc<Shared>);

struct Shared {
    shares: Shares,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    running: usize,
    accounts: HashMap<Uid, Account>,
    /// Counts the turns given; orders the accounts.
    given: u64,
}

#[derive(Default)]
struct Account {
    running: usize,
    waiting: VecDeque<oneshot::Sender<Turn>>,
    /// When it got its last turn, or when it came.
    last: u64,
}

/// The right to compute. Dropping it gives the turn to the next one.
struct Turn {
    turns: Turns,
    uid: Uid,
}

impl Drop for Turn {
    fn drop(&mut self) {
        self.turns.give_back(self.uid);
    }
}

impl Turns {
    pub fn new(shares: Shares) -> Self {
        Self(Arc::new(Shared { shares, state: Mutex::default() }))
    }

    /// Runs work on a thread of its own when it is the account's turn. Work that takes longer than a short call goes on with
    /// low priority. It stops at its next [`step`](Work::step) if this future is dropped.
    pub async fn run<T: Send + 'static>(
        &self,
        uid: Uid,
        work: impl FnOnce(&mut Work) -> T + Send + 'static,
    ) -> Result<T, NoTurn> {
        let turn = self.queue(uid, self.0.shares.waiting)?;
        let turn = turn.await.map_err(|_| NoTurn::Abandoned)?;
        let abandoned = Arc::new(AtomicBool::new(false));
        let guard = Abandon(abandoned.clone());
        let mut given = Work { turn: Some(turn), turns: self.clone(), uid, since: Instant::now(), abandoned };
        let done = thread::on_own_thread(uid, move || work(&mut given)).await;
        drop(guard);
        done.ok_or(NoTurn::Failed)
    }

    /// Work on the current thread, which must be allowed to block. Waits for the first turn.
    pub fn work_here(&self, uid: Uid) -> Result<Work, NoTurn> {
        let turn = self.queue(uid, usize::MAX)?.blocking_recv().map_err(|_| NoTurn::Abandoned)?;
        let abandoned = Arc::default();
        Ok(Work { turn: Some(turn), turns: self.clone(), uid, since: Instant::now(), abandoned })
    }

    fn queue(&self, uid: Uid, most_waiting: usize) -> Result<oneshot::Receiver<Turn>, NoTurn> {
        let (sender, receiver) = oneshot::channel();
        {
            let mut state = self.state();
            let last = state.given;
            let account = state.accounts.entry(uid).or_insert_with(|| Account { last, ..Account::default() });
            account.waiting.retain(|waiting| !waiting.is_closed());
            if account.running >= self.0.shares.account && account.waiting.len() >= most_waiting {
                return Err(NoTurn::Busy);
            }
            account.waiting.push_back(sender);
        }
        self.give_next();
        Ok(receiver)
    }

    fn give_back(&self, uid: Uid) {
        {
            let mut state = self.state();
            state.running = state.running.saturating_sub(1);
            if let Some(account) = state.accounts.get_mut(&uid) {
                account.running = account.running.saturating_sub(1);
            }
        }
        self.give_next();
    }

    /// Gives turns while there are any, to the account whose last turn is the oldest.
    fn give_next(&self) {
        loop {
            let given = {
                let mut state = self.state();
                if state.running >= self.0.shares.process {
                    return;
                }
                let most = self.0.shares.account;
                let next = state.accounts.iter();
                let next = next.filter(|(_, account)| account.running < most && !account.waiting.is_empty());
                let next = next.min_by_key(|(uid, account)| (account.last, uid.0)).map(|(uid, _)| *uid);
                let Some(uid) = next else {
                    state.accounts.retain(|_, account| account.running > 0 || !account.waiting.is_empty());
                    return;
                };
                state.given += 1;
                let now = state.given;
                let Some(account) = state.accounts.get_mut(&uid) else { return };
                account.last = now;
                let sender = account.waiting.pop_front();
                account.running += 1;
                state.running += 1;
                sender.map(|sender| (sender, Turn { turns: self.clone(), uid }))
            };
            // Outside the lock: a turn whose caller has gone is dropped here, which locks again.
            if let Some((sender, turn)) = given {
                drop(sender.send(turn));
            }
        }
    }

    /// Whether another account waits and could run if a turn was given back.
    fn others_wait(&self, uid: Uid) -> bool {
        let state = self.state();
        let most = self.0.shares.account;
        state.accounts.iter().any(|(other, account)| {
            *other != uid
                && account.running < most
                && account.waiting.iter().any(|waiting| !waiting.is_closed())
        })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Tells the work that its caller has gone.
struct Abandon(Arc<AtomicBool>);

impl Drop for Abandon {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Running work. It calls [`step`](Self::step) often.
pub struct Work {
    turn: Option<Turn>,
    turns: Turns,
    uid: Uid,
    since: Instant,
    abandoned: Arc<AtomicBool>,
}

impl Work {
    /// Gives the turn to others if they wait and this work has used its time. Fails if the caller has gone.
    pub fn step(&mut self) -> Result<(), NoTurn> {
        if self.abandoned.load(Ordering::Relaxed) {
            return Err(NoTurn::Abandoned);
        }
        give_way();
        if self.turn.is_none() {
            self.resume()?;
        } else if self.since.elapsed() >= SLICE {
            if self.turns.others_wait(self.uid) {
                self.pause();
                self.resume()?;
            }
            self.since = Instant::now();
        }
        Ok(())
    }

    /// Gives the turn back while the work waits for something else; [`step`](Self::step) takes it again.
    pub fn pause(&mut self) {
        self.turn = None;
    }

    fn resume(&mut self) -> Result<(), NoTurn> {
        let turn = self.turns.queue(self.uid, usize::MAX)?;
        self.turn = Some(turn.blocking_recv().map_err(|_| NoTurn::Abandoned)?);
        self.since = Instant::now();
        Ok(())
    }

    /// A flag that is set when the caller has gone.
    pub fn abandoned(&self) -> &Arc<AtomicBool> {
        &self.abandoned
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;
    use std::sync::mpsc;

    use super::*;

    const SHARES: Shares = Shares { process: 2, account: 1, waiting: 2 };

    #[tokio::test(flavor = "multi_thread")]
    async fn an_account_has_its_share_only() {
        let turns = Turns::new(SHARES);
        let (running, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let one = || {
            let (turns, running, most) = (turns.clone(), running.clone(), most.clone());
            async move {
                let count = move |_: &mut Work| {
                    most.fetch_max(running.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                    std::thread::yield_now();
                    running.fetch_sub(1, Ordering::SeqCst);
                };
                turns.run(Uid(1), count).await
            }
        };
        let results = tokio::join!(one(), one(), one());
        assert_eq!(results, (Ok(()), Ok(()), Ok(())));
        assert_eq!(most.load(Ordering::SeqCst), 1);
        assert!(turns.state().accounts.is_empty(), "nothing is left behind");
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn long_work_gives_way_to_other_accounts() {
        let turns = Turns::new(SHARES);
        let stop = Arc::new(AtomicBool::new(false));
        let endless = |uid| {
            let (turns, stop) = (turns.clone(), stop.clone());
            tokio::spawn(async move {
                let work = move |work: &mut Work| {
                    while !stop.load(Ordering::Relaxed) {
                        work.step()?;
                    }
                    Ok::<(), NoTurn>(())
                };
                turns.run(Uid(uid), work).await
            })
        };
        // More accounts than turns, all with work that does not end by itself.
        let busy: Vec<_> = (1..=5).map(endless).collect();
        assert_eq!(turns.run(Uid(9), |_| 42).await, Ok(42));
        stop.store(true, Ordering::Relaxed);
        for work in busy {
            assert_eq!(work.await.unwrap(), Ok(Ok(())));
        }
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn too_many_waiting_calls_are_refused_and_abandoned_work_stops() {
        let turns = Turns::new(SHARES);
        let (begun, has_begun) = mpsc::channel();
        let (ended, has_ended) = mpsc::channel();
        let work = move |work: &mut Work| {
            begun.send(()).unwrap();
            let end = loop {
                if let Err(end) = work.step() {
                    break end;
                }
            };
            ended.send(end).unwrap();
        };
        let first = tokio::spawn({
            let turns = turns.clone();
            async move { turns.run(Uid(1), work).await }
        });
        tokio::task::spawn_blocking(move || has_begun.recv()).await.unwrap().unwrap();
        let waiting = [turns.queue(Uid(1), 2).unwrap(), turns.queue(Uid(1), 2).unwrap()];
        assert_eq!(turns.run(Uid(1), |_| ()).await, Err(NoTurn::Busy));
        assert_eq!(turns.run(Uid(2), |_| ()).await, Ok(()), "another account is not affected");
        drop(waiting);
        first.abort();
        let end = tokio::task::spawn_blocking(move || has_ended.recv()).await.unwrap().unwrap();
        assert_eq!(end, NoTurn::Abandoned);
        assert_eq!(turns.run(Uid(1), |_| ()).await, Ok(()), "calls that gave up do not count");
    }

    #[test]
    fn work_on_the_own_thread_pauses() {
        let turns = Turns::new(SHARES);
        let mut work = turns.work_here(Uid(1)).unwrap();
        work.step().unwrap();
        work.pause();
        assert_eq!(turns.state().running, 0);
        work.step().unwrap();
        assert_eq!(turns.state().running, 1);
    }
}
