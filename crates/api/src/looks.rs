//! Remembers the looks of staff at customers' lists and results that were recorded lately.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use numsift_model::clock::Timestamp;
use numsift_model::id::Uid;

/// Pages ask again and again. The same look of the same person is recorded once within this time.
const REPEAT_S: i64 = 600;
/// Looks that are remembered. When there are more, all are forgotten, which only causes more lines.
const MAX_REMEMBERED: usize = 10_000;

/// The person, the action, the customer and the detail.
pub type Look = (Uid, &'static str, Option<Uid>, String);

/// The looks that this node has recorded lately.
#[derive(Default)]
pub struct Looks(Mutex<HashMap<Look, Timestamp>>);

impl Looks {
    /// Whether a look is not a repetition. Remembers it.
    pub fn is_new(&self, look: Look, now: Timestamp) -> bool {
        let mut recent = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if recent.get(&look).is_some_and(|at| (0..REPEAT_S).contains(&now.since(*at))) {
            return false;
        }
        if recent.len() >= MAX_REMEMBERED {
            recent.clear();
        }
        recent.insert(look, now);
        true
    }
}
