//! Which account a session token belonged to lately. Only for scheduling: a call whose token is known here can be served apart
//! from others before its session is read. Authentication does not use it.

use std::collections::HashMap;
use std::hash::{BuildHasher as _, RandomState};
use std::sync::{Mutex, PoisonError};

use axum::http::HeaderValue;
use numsift_model::id::Uid;

/// Tokens that are remembered. When there are more, all are forgotten; each is known again after its next call.
const MOST: usize = 10_000;

#[derive(Default)]
pub struct Callers {
    hasher: RandomState,
    known: Mutex<HashMap<u64, Uid>>,
}

/// A token, hashed.
#[derive(Clone, Copy)]
pub struct Token(u64);

impl Callers {
    pub fn token(&self, sid: &HeaderValue) -> Token {
        Token(self.hasher.hash_one(sid.as_bytes()))
    }

    pub fn account(&self, token: Token) -> Option<Uid> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner).get(&token.0).copied()
    }

    /// Remembers the account of a token that was valid.
    pub fn remember(&self, token: Token, uid: Uid) {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= MOST {
            known.clear();
        }
        known.insert(token.0, uid);
    }
}
