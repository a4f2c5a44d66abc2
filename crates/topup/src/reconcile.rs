//! Compares deposits with the ledger: every credited deposit has one posting with the right amount, and every
//! top-up posting has its deposit. Reads in pages; memory does not grow with the number of deposits.

use numsift_ledger::{Difference, VerifyError};
use numsift_model::id::{OrderId, PostingId};
use numsift_model::ledger::{Posting, PostingKind};
use numsift_model::page::Page;
use numsift_model::recharge::{Deposit, DepositStatus, OrderKind, OrderStatus};
use numsift_store::{DepositFilter, Scope, Store, Tx};

/// Postings per page.
const PAGE: i64 = 2000;

/// Returns the number of deposits, or the first difference.
pub async fn reconcile(store: &dyn Store) -> Result<u64, VerifyError> {
    let mut tx = store.read().await?;
    let (deposits, credited) = check_deposits(&mut *tx).await?;
    // No two deposits share a posting, so equal numbers mean that no posting is left over.
    let top_ups = count_top_ups(&mut *tx).await?;
    if credited == top_ups {
        return Ok(deposits);
    }
    let text = match posting_without_deposit(&mut *tx).await? {
        Some(posting) => {
            format!("posting {} credits {}, which has no deposit", posting.id, posting.asked.key)
        }
        None => format!("{credited} deposits are credited, but the ledger has {top_ups} top-ups"),
    };
    Err(Difference(text).into())
}

/// Checks the posting of every credited deposit. Returns the number of deposits and of credited ones.
async fn check_deposits(tx: &mut dyn Tx) -> Result<(u64, u64), VerifyError> {
    let (mut deposits, mut credited) = (0, 0);
    let mut page = Page { offset: 0, limit: Page::MAX_SIZE };
    loop {
        let listed = tx.deposits(&DepositFilter::default(), page).await?;
        if listed.items.is_empty() {
            return Ok((deposits, credited));
        }
        page.offset += page.limit;
        for deposit in listed.items {
            deposits += 1;
            if deposit.status != DepositStatus::Unmatched {
                credited += 1;
                check_deposit(tx, &deposit).await?;
            }
        }
    }
}

async fn check_deposit(tx: &mut dyn Tx, deposit: &Deposit) -> Result<(), VerifyError> {
    let id = deposit.id;
    let order = match deposit.order {
        Some(order) => tx.order(Scope::All, order).await?,
        None => None,
    };
    let key = match &order {
        Some(order) if order.asked.kind == OrderKind::Quota => format!("quota:{}", order.id),
        _ => format!("dep:{}:{}", deposit.seen.txid, deposit.seen.log_index),
    };
    let Some(posting) = tx.posting(&key).await?.filter(is_top_up) else {
        return Err(Difference(format!("deposit {id} is marked as credited but has no posting")).into());
    };
    let (subject, amount) = (posting.asked.subject, posting.asked.amount);
    if Some(subject) != deposit.uid {
        return Err(Difference(format!("deposit {id} was credited to uid {subject}")).into());
    }
    if let Some(order) = &order
        && (order.status != OrderStatus::Paid || order.worth(deposit.seen.amount) != Some(amount))
    {
        let text = format!("posting {} credits {amount:?} for order {}", posting.id, order.id);
        return Err(Difference(text).into());
    }
    // The key of a quota posting is its order, so two deposits could refer to the same posting.
    if posting.asked.kind == PostingKind::QuotaTopUp && credited_by(tx, &posting).await? != 1 {
        let text = format!("posting {} does not belong to exactly one deposit", posting.id);
        return Err(Difference(text).into());
    }
    Ok(())
}

async fn count_top_ups(tx: &mut dyn Tx) -> Result<u64, VerifyError> {
    let mut top_ups = 0;
    let mut after = PostingId(0);
    loop {
        let page = tx.postings_after(after, PAGE).await?;
        let Some(last) = page.last() else { return Ok(top_ups) };
        after = last.id;
        top_ups += page.iter().filter(|posting| is_top_up(posting)).count() as u64;
    }
}

async fn posting_without_deposit(tx: &mut dyn Tx) -> Result<Option<Posting>, VerifyError> {
    let mut after = PostingId(0);
    loop {
        let page = tx.postings_after(after, PAGE).await?;
        let Some(last) = page.last() else { return Ok(None) };
        after = last.id;
        for posting in page.into_iter().filter(is_top_up) {
            if credited_by(tx, &posting).await? == 0 {
                return Ok(Some(posting));
            }
        }
    }
}

fn is_top_up(posting: &Posting) -> bool {
    matches!(posting.asked.kind, PostingKind::TopUp | PostingKind::QuotaTopUp)
}

/// How many credited deposits belong to a top-up posting.
async fn credited_by(tx: &mut dyn Tx, posting: &Posting) -> Result<usize, VerifyError> {
    let key = &posting.asked.key;
    let quota_order = key.strip_prefix("quota:").and_then(|id| id.parse().ok()).map(OrderId);
    let (txid, log_index) = match quota_order {
        Some(order) => (tx.order(Scope::All, order).await?.and_then(|order| order.txid), None),
        None => match key.strip_prefix("dep:").and_then(|rest| rest.rsplit_once(':')) {
            Some((txid, log_index)) => (Some(txid.to_owned()), log_index.parse::<i64>().ok()),
            None => (None, None),
        },
    };
    let Some(txid) = txid else { return Ok(0) };
    let belongs = |deposit: &&Deposit| {
        deposit.status != DepositStatus::Unmatched
            && match quota_order {
                Some(order) => deposit.order == Some(order),
                None => Some(deposit.seen.log_index) == log_index,
            }
    };
    let filter = DepositFilter { txid: Some(txid), ..DepositFilter::default() };
    let mut page = Page { offset: 0, limit: Page::MAX_SIZE };
    let mut found = 0;
    loop {
        let listed = tx.deposits(&filter, page).await?;
        if listed.items.is_empty() {
            return Ok(found);
        }
        page.offset += page.limit;
        found += listed.items.iter().filter(belongs).count();
    }
}
