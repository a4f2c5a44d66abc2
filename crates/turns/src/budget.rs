//! Computing time that accounts have used lately. Work of an account that has used more than its share does not get in the way
//! of others, also if each piece of it is short.

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use numsift_model::id::Uid;

/// An account may use half of a core all the time.
const SHARE: u32 = 2;
/// Computing time that an account may use at once when it has used none for a while. It can owe as much.
const MOST: Duration = Duration::from_millis(500);
/// Longest piece of work with the usual priority.
const SHORT: Duration = Duration::from_millis(100);
/// Accounts that are remembered before those are forgotten that have not used anything lately.
const REMEMBERED: usize = 4096;

static ACCOUNTS: LazyLock<Mutex<HashMap<Uid, Account>>> = LazyLock::new(Mutex::default);

/// What an account has used at a time. It becomes less as time passes.
#[derive(Clone, Copy)]
struct Account {
    used: Duration,
    at: Instant,
}

impl Account {
    fn used_at(self, now: Instant) -> Duration {
        self.used.saturating_sub(now.saturating_duration_since(self.at) / SHARE)
    }
}

/// Whether an account has used up its share.
pub fn is_busy(uid: Uid) -> bool {
    used(uid, Instant::now()) >= MOST
}

/// How long work of an account may compute with the usual priority.
pub(crate) fn short(uid: Uid) -> Duration {
    MOST.saturating_sub(used(uid, Instant::now())).min(SHORT)
}

/// Charges an account for computing time.
pub(crate) fn spend(uid: Uid, time: Duration) {
    spend_at(uid, time, Instant::now());
}

fn used(uid: Uid, now: Instant) -> Duration {
    accounts().get(&uid).map(|account| account.used_at(now)).unwrap_or_default()
}

fn spend_at(uid: Uid, time: Duration, now: Instant) {
    let mut accounts = accounts();
    if accounts.len() >= REMEMBERED && !accounts.contains_key(&uid) {
        accounts.retain(|_, account| !account.used_at(now).is_zero());
    }
    let account = accounts.entry(uid).or_insert(Account { used: Duration::ZERO, at: now });
    *account = Account { used: (account.used_at(now) + time).min(2 * MOST), at: now };
}

fn accounts() -> MutexGuard<'static, HashMap<Uid, Account>> {
    ACCOUNTS.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_an_account_has_used_is_forgotten() {
        let (uid, start) = (Uid(7001), Instant::now());
        spend_at(uid, MOST, start);
        assert_eq!(used(uid, start), MOST);
        assert_eq!(used(uid, start + MOST), MOST / 2, "half of the time that passes");
        assert_eq!(used(uid, start + 2 * MOST), Duration::ZERO);
        assert_eq!(used(Uid(7002), start), Duration::ZERO, "each account has its own");
    }

    #[test]
    fn an_account_is_busy_for_a_limited_time() {
        let (uid, start) = (Uid(7003), Instant::now());
        spend_at(uid, 1000 * MOST, start);
        assert!(is_busy(uid));
        assert_eq!(short(uid), Duration::ZERO);
        assert_eq!(used(uid, start + 4 * MOST), Duration::ZERO);
        assert_eq!(short(Uid(7004)), SHORT);
    }
}
