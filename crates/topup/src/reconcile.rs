//! Compares what arrived on the chain with what the ledger credited: each transfer that counts has
//! one transaction of the right amount, and no transaction is without its transfer.

use std::collections::BTreeMap;

use numsift_ledger::{Difference, VerifyError};
use numsift_model::id::PostingId;
use numsift_model::ledger::PostingKind;
use numsift_model::page::Page;
use numsift_model::recharge::{DepositStatus, OrderKind, OrderStatus};
use numsift_store::{DepositFilter, Scope, Store};

/// Says how many transfers were compared, or what the first difference is.
pub async fn reconcile(store: &dyn Store) -> Result<u64, VerifyError> {
    let mut tx = store.read().await?;
    let mut credited = BTreeMap::new();
    let mut after = PostingId(0);
    loop {
        let page = tx.postings_after(after, 2000).await?;
        let Some(last) = page.last() else { break };
        after = last.id;
        for posting in page {
            if matches!(posting.asked.kind, PostingKind::TopUp | PostingKind::QuotaTopUp) {
                credited.insert(posting.asked.key, (posting.id, posting.asked.subject, posting.asked.amount));
            }
        }
    }
    let mut compared = 0;
    for number in 1.. {
        let page = Page::new(number, Page::MAX_SIZE).unwrap_or(Page { offset: 0, limit: 0 });
        let listed = tx.deposits(&DepositFilter::default(), page).await?;
        if listed.items.is_empty() {
            break;
        }
        for deposit in listed.items {
            compared += 1;
            let id = deposit.id;
            if deposit.status == DepositStatus::Unmatched {
                continue;
            }
            let order = match deposit.order {
                Some(order) => tx.order(Scope::All, order).await?,
                None => None,
            };
            let key = match &order {
                Some(order) if order.asked.kind == OrderKind::Quota => format!("quota:{}", order.id),
                _ => format!("dep:{}:{}", deposit.seen.txid, deposit.seen.log_index),
            };
            let Some((posting, subject, amount)) = credited.remove(&key) else {
                return Err(Difference(format!("transfer {id} counts as credited and is not")).into());
            };
            if Some(subject) != deposit.uid {
                return Err(Difference(format!("transfer {id} was credited to uid {subject}")).into());
            }
            if let Some(order) = order {
                let worth = order.worth(deposit.seen.amount);
                if order.status != OrderStatus::Paid || worth != Some(amount) {
                    let text = format!("transaction {posting} credits {amount:?} for order {}", order.id);
                    return Err(Difference(text).into());
                }
            }
        }
    }
    match credited.into_iter().next() {
        Some((key, (posting, ..))) => {
            Err(Difference(format!("transaction {posting} credits {key}, which never arrived")).into())
        }
        None => Ok(compared),
    }
}
