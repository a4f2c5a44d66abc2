//! All postings of the ledger (top-ups, holds, charges, refunds, adjustments, commission) and its verification.
//! Each function posts inside its caller's transaction.

mod announce;
mod error;
mod holds;
mod post;
mod top_up;
mod verify;

pub use announce::announce;
pub use error::LedgerError;
pub use holds::{
    Refund, Reserve, Settle, refund, release, release_hold, release_part, reserve, settle, settle_all,
};
pub use post::{By, MAX_AMOUNT, Posted};
pub use top_up::{Adjust, QuotaTopUp, TopUp, adjust, quota_top_up, top_up};
pub use verify::{Checked, Difference, VerifyError, verify, verify_in_pages};
